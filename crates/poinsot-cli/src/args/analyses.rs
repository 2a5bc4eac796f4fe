//! Arguments of what looks at a model without running it: equilibria, modes, linearisation.

use super::Outside;
use super::values::{about, frequency, positive, speed};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

/// Arguments of `statics`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot statics frame.toml                     the path defined by [statics], writes frame.nc
  poinsot statics frame.toml --until 0.5 -o half.nc
  poinsot statics frame.toml --at 0.5,1,1.5      only these load factors
  poinsot plot frame.nc load_factor --against load.position.y

Without [statics], all loads grow together from zero to their full values in tenths.
The results contain one frame per equilibrium; their time is the load factor, or the time.
Ctrl-C stops after the current point, or within a second if that takes longer; points found
so far are kept, exit code 3.")]
pub struct StaticsArgs {
    /// Model file (TOML or JSON)
    pub model: PathBuf,
    /// Results file [default: name of the model with .nc, in this folder; replaces an older one]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file given with --output if it exists
    #[arg(long)]
    pub force: bool,
    /// End of the path, in place of the model's: load factor, or time [s]
    #[arg(long, value_name = "NUMBER", value_parser = positive)]
    pub until: Option<f64>,
    /// Load factors, or times [s], to record, such as 0.5,1,1.5; the last one ends the path
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', conflicts_with = "until", value_parser = positive)]
    pub at: Vec<f64>,
    #[command(flatten)]
    pub outside: Outside,
    /// List every change made at the start instead of a count
    #[arg(short, long)]
    pub verbose: bool,
    /// Print nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
    /// Print the summary as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// About what a system vibrates.
#[derive(Clone, Debug, PartialEq)]
pub enum About {
    /// As drawn.
    Drawn,
    /// In equilibrium.
    Equilibrium,
    /// Where a run is at a time [s].
    Time(f64),
    /// A checkpoint, or a frame of results, the last one or nearest to a time [s].
    Stored(PathBuf, Option<f64>),
}

/// Real or complex modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModesKind {
    /// Real if the system is conservative.
    Automatic,
    /// Of the undamped system.
    Real,
    /// With damping, gyroscopic terms and follower loads.
    Complex,
}

/// Arguments of `modes`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot modes mast.toml                            the ten lowest, as a table
  poinsot modes mast.toml --about equilibrium --count 20 -o mast.json
  poinsot modes mast.toml --near \"50 Hz\"
  poinsot modes mast.toml --about \"3 s\"              the state of the run after 3 s
  poinsot modes mast.toml --animate 3 -o third.nc    one period of the third, for `poinsot plot`
  poinsot modes blade.toml --about equilibrium --top-speed \"600 rpm\" -o campbell.svg

With [turning] in the model, it vibrates in the rotating frame.
Effective masses are relative to the mass that the constraints leave free to move.")]
pub struct ModesArgs {
    /// Model file (TOML or JSON)
    pub model: PathBuf,
    /// How many modes
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=10000))]
    pub count: Option<u16>,
    /// Modes nearest to this frequency, such as "5 Hz" or 5
    #[arg(long, value_name = "FREQUENCY", value_parser = frequency)]
    pub near: Option<f64>,
    /// State about which the system vibrates: as-drawn, equilibrium, a time such as "3 s", a checkpoint, or results (run.nc, "run.nc@3 s")
    #[arg(long, value_name = "STATE", value_parser = about)]
    pub about: Option<About>,
    /// Real or complex modes
    #[arg(long, value_enum)]
    pub kind: Option<ModesKind>,
    /// Sweep the speed about the axis of [turning] from zero up to this, such as "600 rpm"
    #[arg(long, value_name = "SPEED", value_parser = speed)]
    pub top_speed: Option<f64>,
    /// Speeds of the sweep
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(2..=10000))]
    pub speeds: Option<u16>,
    /// File to write: .json everything about the modes, .csv the table, .svg or .png the diagram of a sweep, .nc with --animate
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of the mode to animate, in a results file
    #[arg(long, value_name = "NUMBER", requires = "output", value_parser = clap::value_parser!(u16).range(1..))]
    pub animate: Option<u16>,
    #[command(flatten)]
    pub outside: Outside,
    /// Print everything as one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `linearize`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot linearize arm.toml -o arm_linear
  poinsot linearize arm.toml -o arm_linear --about equilibrium

The folder then contains
  M.mtx C.mtx K.mtx G.mtx    M x'' + C x' + K x + G^T l = 0, G x = 0 (Matrix Market; also dense .npy)
  A.npy B.npy C_out.npy D.npy  z' = A z + B u, y = C z + D u in minimal coordinates
  basis.npy                  x per minimal coordinate
  names.json                 unknowns, constraint rows, states, inputs, outputs")]
pub struct LinearizeArgs {
    /// Model file (TOML or JSON)
    pub model: PathBuf,
    /// Folder to write into; created if it does not exist
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
    /// State to linearise about: as-drawn, equilibrium, a time such as "3 s", a checkpoint, or results (run.nc, "run.nc@3 s")
    #[arg(long, value_name = "STATE", value_parser = about)]
    pub about: Option<About>,
    #[command(flatten)]
    pub outside: Outside,
}
