//! Stages of a chore: each is announced, timed, and the first failure ends the chore.

use crate::root;
use std::env;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A stage failed; the exit code to leave with.
#[derive(Debug)]
pub struct Failed(pub u8);

/// Stages done so far with their durations.
pub struct Stages {
    done: Vec<(String, Duration)>,
}

impl Stages {
    /// None yet.
    pub fn new() -> Self {
        Stages { done: Vec::new() }
    }

    /// A stage that is another program.
    pub fn run(&mut self, name: &str, command: &mut Command) -> Result<(), Failed> {
        let line = shown(command);
        self.stage(name, &line, || match command.status() {
            Ok(status) if status.success() => Ok(()),
            // A program ended by a signal has no code.
            Ok(status) => Err(Failed(
                u8::try_from(status.code().unwrap_or(1)).unwrap_or(1),
            )),
            Err(error) => {
                eprintln!("cannot start: {error}");
                Err(Failed(1))
            }
        })
    }

    /// A stage that is a function.
    pub fn call(
        &mut self,
        name: &str,
        work: impl FnOnce() -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        self.stage(name, "", work)
    }

    fn stage(
        &mut self,
        name: &str,
        detail: &str,
        work: impl FnOnce() -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        println!("-- {name}  {detail}");
        let begin = Instant::now();
        let outcome = work();
        let took = begin.elapsed();
        match &outcome {
            Ok(()) => println!("-- {name}: ok, {:.1} s", took.as_secs_f64()),
            Err(Failed(code)) => {
                eprintln!(
                    "-- {name}: failed with exit code {code} after {:.1} s",
                    took.as_secs_f64()
                );
            }
        }
        self.done.push((name.to_owned(), took));
        outcome
    }

    /// All stages and their sum.
    pub fn summary(&self) {
        println!();
        for (name, took) in &self.done {
            println!("   {name:16} {:8.1} s", took.as_secs_f64());
        }
        let total: Duration = self.done.iter().map(|stage| stage.1).sum();
        println!("   {:16} {:8.1} s", "all passed", total.as_secs_f64());
    }
}

/// The cargo that runs this program, in the root of the repository.
pub fn cargo(arguments: &[&str]) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or_default();
    let mut line = name.to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}
