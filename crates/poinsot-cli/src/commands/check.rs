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
    let simulation = facade::prepare(&loaded, options).map_err(Failure::Input)?;
    let mut text = simulation.start_lines(args.verbose).join("\n");
    for parameter in simulation.parameters() {
        text.push_str(&format!("\n  parameter {parameter}"));
    }
    text.push_str(&format!("\n{} is fine\n", args.model.display()));
    output::print(&text)
}
