//! Terminal output, and how a command fails.

use std::io::{self, Write};

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
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Words in front of the cause of a failure.
const CAUSE: &str = "likeliest cause: ";

/// The likeliest cause in the text of a failure, with its evidence.
pub fn cause_of(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim);
    lines.find_map(|line| line.strip_prefix(CAUSE))
}

/// A failure in one line, for the results file: what happened, and the likeliest cause.
pub fn in_short(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    match cause_of(text) {
        Some(cause) => format!("{first}; {CAUSE}{cause}"),
        None => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_shortened_to_what_and_why() {
        let long =
            "step 3 failed\n  a table\n  likeliest cause: buckling (1 of 2)\n  next: less load";
        assert_eq!(
            in_short(long),
            "step 3 failed; likeliest cause: buckling (1 of 2)"
        );
        assert_eq!(in_short("disk full\nmore"), "disk full");
        assert_eq!(cause_of(long), Some("buckling (1 of 2)"));
    }
}
