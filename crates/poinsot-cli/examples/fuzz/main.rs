//! Tries to break the command: damaged results and checkpoints through every command that reads them, changed models through
//! `check` and short runs. Nothing may panic, abort, take more than 20 s of the processor or 1 GB of memory; reading a damaged mesh may
//! take ten times the size of its file and 64 MB.
//!
//! ```text
//! cargo run --release -p poinsot-cli --example fuzz -- results 10000      # rounds in all; goes on where it was stopped
//! cargo run --release -p poinsot-cli --example fuzz -- models 20000
//! cargo run --release -p poinsot-cli --example fuzz -- meshes 1000000
//! cargo run --release -p poinsot-cli --example fuzz -- results --again 123   # one round, here, with all that is said
//! ```
//!
//! Round `n` depends on `n` alone. A process of its own, with limits, carries out many rounds; one that dies is noted with the
//! round and the command, and another one goes on behind it. State and findings are in `target/fuzz`, or in the folder given last.

mod corpus;
mod damage;
mod meshes;
mod mutate;
mod random;
mod rounds;
mod supervise;

use rounds::Kind;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let kind = words.first().and_then(|w| Kind::named(w));
    // A folder for each kind, so that they can go on side by side.
    let folder = |given: Option<&&str>| {
        let all = PathBuf::from(given.copied().unwrap_or("target/fuzz"));
        all.join(words[0])
    };
    let done = match (kind, &words[..]) {
        (Some(kind), [_, "--again", round, rest @ ..]) if round.parse::<u64>().is_ok() => {
            rounds::again(kind, round.parse().unwrap_or(0), &folder(rest.first()))
        }
        (Some(kind), [_, "--worker", first, command, end, place]) => {
            let numbers = [first, command, end].map(|w| w.parse().unwrap_or(0));
            rounds::work(kind, numbers, &PathBuf::from(place))
        }
        (Some(kind), [_, count, rest @ ..]) if count.parse::<u64>().is_ok() => {
            supervise::supervise(kind, count.parse().unwrap_or(0), &folder(rest.first()))
        }
        _ => Err(
            "fuzz results|models|meshes COUNT [FOLDER], or fuzz results|models|meshes --again ROUND [FOLDER]"
                .into(),
        ),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
