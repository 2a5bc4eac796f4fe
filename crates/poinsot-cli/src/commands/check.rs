//! `poinsot check`

use crate::args::CheckArgs;
use crate::facade;
use crate::output::{self, Failure};
use poinsot::simulation::{LedgerPolicy, Options};

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
            facade::prepare(&loaded, options).map(|simulation| simulation.start_lines(args.verbose))
        }
        false => facade::analyse(&loaded).map(|analysis| analysis.built_lines(args.verbose)),
    };
    let mut text = lines.map_err(Failure::Input)?.join("\n");
    for parameter in &loaded.model.parameters {
        text.push_str(&format!("\n  parameter {parameter}"));
    }
    text.push_str(&format!("\n{} is fine\n", args.model.display()));
    output::print(&text)
}
