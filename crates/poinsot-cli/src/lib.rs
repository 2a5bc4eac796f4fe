//! The `poinsot` command, as a function of its arguments: so that it can be tried a hundred thousand times in one process.

// Units in brackets, `[s]`, are not links.
#![allow(rustdoc::broken_intra_doc_links)]

mod advice;
mod args;
mod commands;
mod facade;
mod output;
mod progress;

use args::{Args, Command};
use clap::Parser;
use output::Failure;
use std::ffi::OsString;

/// Carries out a command line, the name of the program first. Returns the exit code.
pub fn command<I>(arguments: I) -> u8
where
    I: IntoIterator,
    I::Item: Into<OsString> + Clone,
{
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => {
            // Help and version come this way too; a closed pipe is no reason to complain.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    match carry_out(args) {
        Ok(()) => 0,
        Err(failure) => {
            if let Failure::Input(text) | Failure::Run(text) = &failure {
                output::note(text);
            }
            failure.code()
        }
    }
}

/// The same for programs around the command: nothing is printed, and a failure is its text.
pub fn quietly<I>(arguments: I) -> Result<(), String>
where
    I: IntoIterator,
    I::Item: Into<OsString> + Clone,
{
    let args = Args::try_parse_from(arguments).map_err(|error| error.to_string())?;
    match output::quietly(|| carry_out(args)) {
        Ok(()) | Err(Failure::Pipe) => Ok(()),
        Err(Failure::Input(text) | Failure::Run(text)) => Err(text),
        Err(Failure::Stopped) => Err("it was stopped before its end".to_owned()),
    }
}

fn carry_out(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Run(args) => commands::run::run(&args),
        Command::Resume(args) => commands::resume::resume(&args),
        Command::Statics(args) => commands::statics::statics(&args),
        Command::Modes(args) => commands::modes::modes(&args),
        Command::Linearize(args) => commands::linearize::linearize(&args),
        Command::Fit(args) => commands::fit::fit(&args),
        Command::Study(args) => commands::study::study(&args),
        Command::Check(args) => commands::check::check(&args),
        Command::Schema => commands::reference::schema(),
        Command::Kinds(args) => commands::reference::kinds(&args),
        Command::Plot(args) => commands::plot::plot(&args),
        Command::Report(args) => commands::report::report(&args),
        Command::View(args) => commands::view::view(&args),
        Command::Export(args) => commands::export::export(&args),
        Command::Examples(args) => commands::examples::examples(&args),
    }
}
