//! Arguments of `study`.

use clap::Args as ClapArgs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Arguments of `study`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot study study.toml             all rows, on all cores; rows are kept in study.nc
  poinsot study study.toml             again: only the rows that are missing
  poinsot plot study.nc                outputs over parameters, histograms, envelopes

A study names a model, a table of parameters and the outputs to keep; see the page Studies of the
book. It is carried out by the Python package, `pip install ./python` in a clone of the repository;
the variable POINSOT_PYTHON names the interpreter that has it [default: python3].
Exit code 1: some runs have failed; their rows hold the cause.")]
pub struct StudyArgs {
    /// The study: model, parameters, outputs (TOML)
    pub file: PathBuf,
    /// Runs at a time [default: all cores]
    #[arg(long, value_name = "N")]
    pub workers: Option<NonZeroUsize>,
    /// File that rows are kept in [default: that of the study, or its name with .nc]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// No progress, no summary
    #[arg(short, long)]
    pub quiet: bool,
}
