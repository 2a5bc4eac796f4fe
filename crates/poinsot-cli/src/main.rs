//! The `poinsot` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(poinsot_cli::command(std::env::args_os()))
}
