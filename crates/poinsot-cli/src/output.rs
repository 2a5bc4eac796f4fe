//! Terminal output, and how a command fails.

use std::cell::Cell;
use std::io::{self, Write};

thread_local! {
    /// Whether this thread works for a program that wants nothing printed.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Does something without printing.
pub fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let before = QUIET.replace(true);
    let done = work();
    QUIET.set(before);
    done
}

/// Whether this thread works for such a program.
pub fn is_quiet() -> bool {
    QUIET.get()
}

/// Why a command stops.
#[derive(Debug)]
pub enum Failure {
    /// The user's input is at fault.
    Input(String),
    /// The work failed.
    Run(String),
    /// The work was stopped before its end, and what was done is kept.
    Stopped,
    /// Nobody reads our output any more, as in `poinsot kinds | head`.
    Pipe,
}

impl Failure {
    /// Bad input, with `error:` in front.
    pub fn input(what: impl std::fmt::Display) -> Self {
        Failure::Input(format!("error: {what}\n"))
    }

    /// Failed work, with `error:` in front.
    pub fn run(what: impl std::fmt::Display) -> Self {
        Failure::Run(format!("error: {what}\n"))
    }

    /// Exit code of the process.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Run(_) => 1,
            Failure::Stopped => 3,
            Failure::Pipe => 0,
        }
    }
}

/// Writes to standard output; colours are taken out if it is no terminal.
pub fn print(text: &str) -> Result<(), Failure> {
    if QUIET.get() {
        return Ok(());
    }
    let mut out = anstream::stdout().lock();
    checked(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// The result of writing to standard output.
pub fn checked(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Pipe),
        Err(error) => Err(Failure::run(format_args!(
            "cannot write to standard output: {error}"
        ))),
        Ok(()) => Ok(()),
    }
}

/// Writes to standard error. If that fails there is nobody left to tell.
pub fn note(text: &str) {
    if QUIET.get() {
        return;
    }
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}
