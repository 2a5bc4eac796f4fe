//! `poinsot check`

use crate::advice;
use crate::args::CheckArgs;
use crate::facade;
use crate::output::{self, Failure};
use poinsot::model::MeshReport;
use poinsot::simulation::{LedgerPolicy, Options, Simulation};
use poinsot::statics::Analysis;

/// Reads and builds the model; says what it found.
pub fn check(args: &CheckArgs) -> Result<(), Failure> {
    let loaded = facade::load(&args.model, &args.outside.set).map_err(Failure::Input)?;
    output::note(&loaded.warnings);
    let options = Options {
        ledger: LedgerPolicy::Error,
        threads: 1,
    };
    // A model without masses is one for equilibria alone: a model that says otherwise has not come so far.
    let lines = match loaded.model.missing_masses().is_empty() {
        true => {
            let start = |simulation: Simulation| {
                advice::start_lines(args.verbose, |all| simulation.start_lines(all))
            };
            facade::prepare(&loaded, options).map(start)
        }
        false => {
            let built = |analysis: Analysis| {
                advice::start_lines(args.verbose, |all| analysis.built_lines(all))
            };
            facade::analyse(&loaded).map(built)
        }
    };
    let lines = lines.map_err(Failure::Input)?;
    let meshes = loaded.model.mesh_reports();
    if args.json {
        let parameters: Vec<String> = (loaded.model.parameters.iter())
            .map(ToString::to_string)
            .collect();
        let object = serde_json::json!({
            "status": "fine",
            "model": args.model.display().to_string(),
            "lines": lines,
            "parameters": parameters,
            "meshes": meshes.iter().map(MeshReport::json).collect::<Vec<_>>(),
        });
        return output::print(&format!("{object:#}\n"));
    }
    let mut text = lines.join("\n");
    for line in meshes.iter().flat_map(|mesh| mesh.lines(args.verbose)) {
        text.push_str(&format!("\n{line}"));
    }
    for parameter in &loaded.model.parameters {
        text.push_str(&format!("\n  parameter {parameter}"));
    }
    text.push_str(&format!("\n{} is fine\n", args.model.display()));
    output::print(&text)
}
