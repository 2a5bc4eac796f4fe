//! The command line.

mod analyses;
mod fit;
mod pictures;
mod studies;
pub mod values;
mod views;

pub use analyses::{About, LinearizeArgs, ModesArgs, ModesKind, StaticsArgs};
pub use fit::{FitArgs, FitLaw};
pub use pictures::{OnOff, PlotArgs, Times, WindowName};
pub use studies::StudyArgs;
pub use views::{ExportArgs, Format, ReportArgs, ViewArgs};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use poinsot::model::schemes::{SCHEMES, SchemeDefinition};
use std::path::PathBuf;
use values::{accuracy, positive, positive_time, time, unit_interval};

/// Flexible multibody dynamics with energy- and momentum-consistent time integration.
#[derive(Debug, Parser)]
#[command(
    name = "poinsot",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  poinsot examples                      list the examples
  poinsot examples NAME --copy .        copy one to start from
  poinsot run model.toml                run a model, write model.nc
  poinsot plot model.nc                 initial and final configuration, energies
  poinsot view model.nc                 see it move, in a browser

Exit codes: 0 success, 1 failure, 2 bad input or usage, 3 a run or an equilibrium path was
stopped before its end (signal, --max-wall, --max-steps): results so far are kept, and
`poinsot resume` continues the run, 130 stopped immediately."
)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a model and write its results
    Run(RunArgs),
    /// Resume a run that was stopped or killed
    Resume(ResumeArgs),
    /// Find equilibria and write them as results
    Statics(StaticsArgs),
    /// Find natural frequencies and mode shapes
    Modes(ModesArgs),
    /// Write the linearised equations as matrices and in state-space form
    Linearize(LinearizeArgs),
    /// Fit a law of rubber to measured stretches and stresses
    Fit(FitArgs),
    /// Run a model once for every row of a table (needs the Python package)
    Study(StudyArgs),
    /// Check a model without running it
    Check(CheckArgs),
    /// Print the JSON schema of model files
    #[command(after_help = "\
Examples:
  poinsot schema > model.schema.json    for editors that complete and check TOML or JSON")]
    Schema,
    /// List what a model may contain, or explain one kind
    Kinds(KindsArgs),
    /// Draw results as SVG or PNG: curves, spectra, paths, the model itself
    Plot(PlotArgs),
    /// Write a run as one page with animation, plots, ledger and model
    Report(ReportArgs),
    /// Open a run in the browser, even while it is running
    View(ViewArgs),
    /// Write results as CSV, NumPy, VTK or glTF files
    Export(ExportArgs),
    /// List, show or copy the examples
    Examples(ExamplesArgs),
}

/// What to do when the energy ledger does not close.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LedgerPolicy {
    /// Stop the run.
    Error,
    /// Warn and continue.
    Warn,
}

/// Time integration schemes by their names in model files.
fn schemes() -> PossibleValuesParser {
    let value = |s: &&SchemeDefinition| PossibleValue::new(s.word()).help(s.summary);
    PossibleValuesParser::new(SCHEMES.iter().map(value))
}

/// Arguments of `run`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot run top.toml                           writes top.nc here
  poinsot run top.toml -o runs/fine.nc --dt 1e-4
  poinsot run top.toml --scheme ed --rho-inf 0.5
  poinsot run top.toml --accuracy 1e-4           steps of any length
  poinsot run top.toml --set spin=\"90 rad/s\" --set body.top.mass=3
  poinsot run top.toml --json > summary.json

Ctrl-C stops after the current step, keeps results and a checkpoint, and exits with code 3;
`poinsot resume top.nc` continues with the same bits. A step that takes longer than a second is
abandoned. A second Ctrl-C stops immediately. The time of --max-wall counts from the start of the
command; if not a single step was finished in it, the exit code is 1.
The results open in Python with xarray.open_dataset(\"top.nc\").")]
pub struct RunArgs {
    /// Model file (TOML or JSON)
    pub model: PathBuf,
    /// Results file [default: name of the model with .nc, in this folder; replaces an older one]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file given with --output if it exists
    #[arg(long)]
    pub force: bool,
    /// What to do when the energy ledger does not close
    #[arg(long, value_enum, default_value = "error", value_name = "POLICY")]
    pub ledger: LedgerPolicy,
    /// Threads for large models; results do not depend on their number [default: all cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
    /// List every change made at the start instead of a count
    #[arg(short, long, conflicts_with_all = ["quiet", "json"])]
    pub verbose: bool,
    /// Print the summary as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub outside: Outside,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub overrides: Overrides,
}

/// When to stop and what to keep.
#[derive(Clone, Debug, Default, ClapArgs)]
#[command(next_help_heading = "Limits and checkpoints")]
pub struct Limits {
    /// Stop after this wall-clock time, also within a step, such as 2h, "90 min" or 600 (seconds)
    #[arg(long, value_name = "TIME", value_parser = positive_time)]
    pub max_wall: Option<f64>,
    /// Stop after this many steps, counted from here
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_steps: Option<u64>,
    /// Wall-clock time between two checkpoints; 0 keeps one after every step [default: as the model says, or 60 s]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub checkpoint: Option<f64>,
    /// Keep no checkpoints: a run that is stopped or killed must start again
    #[arg(long, conflicts_with_all = ["checkpoint", "keep_checkpoint"])]
    pub no_checkpoint: bool,
    /// Keep the checkpoint at the end of the run instead of removing it
    #[arg(long)]
    pub keep_checkpoint: bool,
}

/// Arguments of `resume`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot resume top.nc                          continues from top.nc.checkpoint
  poinsot resume top.nc --max-wall 8h            and stops again after eight hours
  poinsot resume top.nc --every \"10 ms\"          a different frame interval from here on
  while poinsot resume top.nc --max-wall 1h; [ $? = 3 ]; do :; done

The final results are byte-identical to those of an uninterrupted run, with any number of
threads. With --every the steps do not change, so frames at common times and the end have the same
numbers; a frame is recorded at the end of the first step that reaches a multiple of the given time.
No model file is needed: results and checkpoint contain it. Without a usable checkpoint the run starts again.
Exit codes are those of `poinsot run`; a complete run is left as it is, exit code 0.")]
pub struct ResumeArgs {
    /// Results file of the run
    pub results: PathBuf,
    /// Time between two frames from here on [s]
    #[arg(long, value_name = "TIME", value_parser = positive_time)]
    pub every: Option<f64>,
    /// Threads for large models; results do not depend on their number [default: all cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
    /// List every change made at the start instead of a count
    #[arg(short, long, conflicts_with_all = ["quiet", "json"])]
    pub verbose: bool,
    /// Print the summary as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: Limits,
}

/// Values set on the command line, for every command that reads a model.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Outside {
    /// Set a parameter (rotor_mass=12kg) or any key (body.arm.mass=2, run.dt=1e-3, gravity=[0,0,0]) of the model; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

/// Settings that replace those of the model file.
#[derive(Clone, Debug, Default, ClapArgs)]
#[command(next_help_heading = "Settings that replace those of the model")]
pub struct Overrides {
    /// Time integration scheme
    #[arg(long, value_parser = schemes())]
    pub scheme: Option<String>,
    /// Time step [s], fixed; with --accuracy only the first one
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub dt: Option<f64>,
    /// Choose steps so that their errors add up to this over the run, at most 0.1
    #[arg(long, value_name = "NUMBER", value_parser = accuracy)]
    pub accuracy: Option<f64>,
    /// End time [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub duration: Option<f64>,
    /// Spectral radius at infinite frequency, 0 to 1
    #[arg(long, value_name = "NUMBER", value_parser = unit_interval)]
    pub rho_inf: Option<f64>,
}

/// Arguments of `check`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot check top.toml                every problem at once, with file and line
  poinsot check top.toml --set spin=\"90 rad/s\"   also shows the values of all parameters")]
pub struct CheckArgs {
    /// Model file (TOML or JSON)
    pub model: PathBuf,
    #[command(flatten)]
    pub outside: Outside,
    /// List every change made at the start instead of a count, and all figures of meshes
    #[arg(short, long, conflicts_with = "json")]
    pub verbose: bool,
    /// Print what was found as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `kinds`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot kinds                         all of them, one line each
  poinsot kinds joint                   its keys, units and defaults")]
pub struct KindsArgs {
    /// A kind
    pub name: Option<String>,
    /// Print the whole reference as Markdown, a page per table
    #[arg(long, conflicts_with = "name")]
    pub markdown: bool,
    /// With --markdown: only the list of kinds, with links to their pages
    #[arg(long, requires = "markdown", hide = true)]
    pub list: bool,
    /// Print a module of the Python package
    #[arg(long, value_enum, value_name = "PART", conflicts_with_all = ["name", "markdown"], hide = true)]
    pub python: Option<PythonPart>,
}

/// Modules of the Python package that are written from the descriptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PythonPart {
    /// Methods that add items and settings to a model.
    Methods,
    /// Functions that give values of keys.
    Values,
}

/// Arguments of `examples`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot examples                      list them
  poinsot examples NAME                 print the model
  poinsot examples NAME --copy .        copy it into ./NAME
  poinsot examples --copy all           copy all of them into ./all")]
pub struct ExamplesArgs {
    /// An example, or the beginning of its name
    pub name: Option<String>,
    /// Folder to copy into
    #[arg(long, value_name = "DIR")]
    pub copy: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::values::{about, frequency, speed, times, view};
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn numbers_are_checked() {
        assert_eq!(positive("1e-3"), Ok(1e-3));
        assert!(positive("0").is_err() && positive("nan").is_err() && positive("inf").is_err());
        assert_eq!(frequency("5 Hz"), Ok(5.0));
        assert_eq!(frequency("5"), Ok(5.0));
        assert!(frequency("5 m").is_err() && frequency("-1").is_err());
        assert_eq!(about("0.5 s"), Ok(About::Time(0.5)));
        assert!(about("resting").is_err() && about("run.nc@x").is_err());
        assert_eq!(
            about("a.nc@2 s"),
            Ok(About::Stored("a.nc".into(), Some(2.0)))
        );
        assert!((speed("60 rpm").unwrap() - std::f64::consts::TAU).abs() < 1e-12);
        assert!(speed("0").is_err());
        assert!(unit_interval("1.5").is_err() && unit_interval("x").is_err());
        assert_eq!((time("2h"), time("90 min")), (Ok(7200.0), Ok(5400.0)));
        assert_eq!((time("600"), time("0")), (Ok(600.0), Ok(0.0)));
        assert!(time("-1 s").is_err() && time("2 m").is_err() && time("soon").is_err());
        assert_eq!(times("0, 0.5,1 s"), Ok(Times(vec![0.0, 0.5, 1.0])));
        assert!(times("0,x").is_err() && times("").is_err());
        assert!(view("iso").is_ok() && view("30, -20").is_ok());
        assert!(view("behind").is_err() && view("30").is_err() && view("0,95").is_err());
        assert!(positive_time("0").is_err() && time("nan").is_err() && time("inf").is_err());
    }
}
