//! `poinsot run`

use super::files::Inputs;
use super::keeper::Keeper;
use super::session::{Session, cores};
use super::stop::Clock;
use super::{beside, overrides};
use crate::advice;
use crate::args::{self, RunArgs};
use crate::facade;
use crate::output::{self, Failure};
use crate::progress::Progress;
use poinsot::checkpoint::CheckpointFiles;
use poinsot::results::{Layout, Writer};
use poinsot::simulation::{LedgerPolicy, Options};
use poinsot_views::provenance;
use std::path::{Path, PathBuf};

/// Reads, builds, runs, reports.
pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let clock = Clock::start(args.limits.max_wall);
    let mut loaded = facade::load(&args.model, &args.outside.set).map_err(Failure::Input)?;
    if !args.quiet {
        output::note(&loaded.warnings);
    }
    overrides::apply(&mut loaded.model.run, &args.overrides).map_err(Failure::input)?;
    let options = Options {
        ledger: match args.ledger {
            args::LedgerPolicy::Error => LedgerPolicy::Error,
            args::LedgerPolicy::Warn => LedgerPolicy::Warn,
        },
        threads: args.threads.map_or_else(cores, usize::from),
    };
    let mut simulation = facade::prepare(&loaded, options).map_err(Failure::Input)?;

    let layout = provenance::layout_of_run(&simulation, &loaded.model, &loaded.source);
    let inputs = Inputs::of_model(&args.model, &loaded.model);
    let (writer, path) = start_file(
        &args.model,
        &inputs,
        args.output.as_deref(),
        args.force,
        &layout,
    )?;
    // Checkpoints of an older run with this name.
    let files = CheckpointFiles::beside(&path);
    files.remove();
    let every = loaded.model.run.checkpoint_every;
    let talk = !args.quiet && !args.json;
    if talk {
        output::print(&format!(
            "{}\n",
            advice::start_lines(args.verbose, |all| simulation.start_lines(all)).join("\n")
        ))?;
    }
    let session = Session {
        writer,
        progress: Progress::new(loaded.model.run.duration, talk),
        keeper: Keeper::new(files, loaded.source, &args.limits, every, None),
        limits: args.limits.clone(),
        clock,
        quiet: args.quiet,
        json: args.json,
    };
    session.carry_out(&mut simulation)
}

/// Begins the results file: the one that is asked for, which is only replaced on demand, or one named like the model.
pub fn start_file(
    model: &Path,
    inputs: &Inputs,
    output: Option<&Path>,
    force: bool,
    layout: &Layout,
) -> Result<(Writer, PathBuf), Failure> {
    let path = output.map_or_else(|| beside(model, ".nc"), Path::to_owned);
    inputs.spare_run(&path)?;
    let made = if output.is_some() && !force {
        Writer::create(&path, layout)
    } else {
        Writer::replace(&path, layout)
    };
    let made = made.map_err(|error| Failure::input(advice::of_file(&error)));
    Ok((made?, path))
}
