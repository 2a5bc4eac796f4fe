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
use poinsot::dynamics::StartReport;
use poinsot::meshes::encode_base64;
use poinsot::model::{Parameter, Source};
use poinsot::results::attributes::{FILES, PARAMETERS, SET};
use poinsot::results::{Layout, Writer};
use poinsot::simulation::{LedgerPolicy, Options};
use poinsot_views::scene;
use std::path::{Path, PathBuf};

/// Attribute with the state that a run started from, if that came from a file: so it can begin again without that file.
pub const START: &str = "start";

/// Attribute with the constraints that were removed as redundant.
pub const REMOVED: &str = "removed";

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

    let mut layout = simulation.layout().clone();
    let settings = simulation.settings_text();
    describe(
        &mut layout,
        &loaded.model.title,
        &loaded.source,
        &loaded.model.parameters,
        Some(&settings),
    );
    scene::store(&mut layout, &loaded.model);
    describe_removed(&mut layout, simulation.start_report());
    if let Some(start) = simulation.start_bytes() {
        layout
            .attributes
            .push((START.to_owned(), encode_base64(start)));
    }
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

/// Adds what the library cannot know, or leaves what it already said.
pub fn describe(
    layout: &mut Layout,
    title: &str,
    source: &Source,
    parameters: &[Parameter],
    settings: Option<&str>,
) {
    let set = source.settings().join("\n");
    let parameters: Vec<String> = parameters.iter().map(Parameter::to_string).collect();
    let parameters = parameters.join("\n");
    let facts = [
        ("title", title),
        ("program", "poinsot"),
        ("program_version", env!("CARGO_PKG_VERSION")),
        ("model", source.text()),
    ];
    let files = source.files().text();
    let outside = [(SET, &set), (PARAMETERS, &parameters), (FILES, &files)].into_iter();
    let outside = outside.filter(|(_, text)| !text.is_empty());
    let outside = outside.map(|(name, text)| (name, text.as_str()));
    let facts = facts.into_iter().chain(outside);
    for (name, value) in facts.chain(settings.map(|s| ("settings", s))) {
        if layout.attribute(name).is_none() {
            layout.attributes.push((name.to_owned(), value.to_owned()));
        }
    }
}

/// Adds the full list of constraints that were removed as redundant, one line each.
pub fn describe_removed(layout: &mut Layout, start: &StartReport) {
    let list: Vec<String> = start.removed.iter().map(ToString::to_string).collect();
    if !list.is_empty() {
        let attribute = (REMOVED.to_owned(), list.join("\n"));
        layout.attributes.push(attribute);
    }
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
