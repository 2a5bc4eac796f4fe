//! `poinsot study`, and pictures of studies: the Python package carries them out, for tables, samples and executors are Python's.

use crate::args::{PlotArgs, StudyArgs};
use crate::output::Failure;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::Command;

/// Where another interpreter than the usual one can be named.
const VARIABLE: &str = "POINSOT_PYTHON";

/// Runs a model once for every row of a table.
pub fn study(args: &StudyArgs) -> Result<(), Failure> {
    let mut words = vec!["study".into(), args.file.clone().into_os_string()];
    if let Some(workers) = args.workers {
        words.extend(["--workers".into(), workers.to_string().into()]);
    }
    option(&mut words, "--store", args.store.as_deref());
    if args.quiet {
        words.push("--quiet".into());
    }
    hand_over(&words)
}

/// Draws the table of a study.
pub fn plot(args: &PlotArgs) -> Result<(), Failure> {
    let mut words = vec!["plot".into(), args.results.clone().into_os_string()];
    words.extend(args.outputs.iter().map(OsString::from));
    if args.list {
        words.push("--list".into());
    }
    option(
        &mut words,
        "--against",
        args.against.as_deref().map(Path::new),
    );
    option(&mut words, "--output", args.output.as_deref());
    option(&mut words, "--title", args.title.as_deref().map(Path::new));
    hand_over(&words)
}

fn option(words: &mut Vec<OsString>, name: &str, value: Option<&Path>) {
    if let Some(value) = value {
        words.extend([name.into(), value.as_os_str().to_owned()]);
    }
}

/// Whether a file is the table of a study: NetCDF whose records are runs. Only regular files are looked into: a pipe that nobody
/// writes to would never open.
pub fn is_table(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut head = [0; 24];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    // Magic, number of records, tag and number of the dimensions, length of the first name, the name.
    read.is_ok() && head.starts_with(b"CDF\x02") && head[16..] == *b"\0\0\0\x03run\0"
}

/// Carries out a command with the package; it has said itself what went wrong.
fn hand_over(words: &[OsString]) -> Result<(), Failure> {
    let named = std::env::var_os(VARIABLE);
    let usual = if cfg!(windows) { "python" } else { "python3" };
    let python = named.as_deref().unwrap_or(OsStr::new(usual));
    let there = "import importlib.util as u, sys; sys.exit(u.find_spec('poinsot') is None)";
    let asked = Command::new(python).args(["-c", there]).status();
    if !asked.is_ok_and(|status| status.success()) {
        return Err(Failure::Input(format!(
            "error: studies are carried out by the Python package of Poinsot, which `{}` does not have\n\
             help: install it with `pip install ./python` in a clone of the repository; {VARIABLE} names another interpreter\n",
            python.to_string_lossy()
        )));
    }
    let mut command = Command::new(python);
    let status = command.args(["-m", "poinsot"]).args(words).status();
    let said = String::new();
    match status.map(|s| s.code()) {
        Ok(Some(0)) => Ok(()),
        Ok(Some(2)) => Err(Failure::Input(said)),
        Ok(Some(3)) => Err(Failure::Stopped),
        Ok(_) => Err(Failure::Run(said)),
        Err(error) => Err(Failure::run(format_args!(
            "cannot start `{}`: {error}",
            python.to_string_lossy()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::is_table;
    use std::{env, fs, process};

    #[test]
    fn tables_of_studies_are_known_by_their_records() {
        let path = env::temp_dir().join(format!("poinsot-table-{}.nc", process::id()));
        let head = b"CDF\x02\0\0\0\x05\0\0\0\x0a\0\0\0\x02\0\0\0\x03run\0\0\0\0\0";
        for (bytes, expected) in [
            (&head[..], true),
            (&head[..20], false),
            (
                &b"CDF\x02\0\0\0\x05\0\0\0\x0a\0\0\0\x02\0\0\0\x04time\0\0\0\0"[..],
                false,
            ),
        ] {
            fs::write(&path, bytes).expect("a temporary file");
            assert_eq!(is_table(&path), expected);
        }
        fs::remove_file(&path).expect("it was written");
        assert!(!is_table(&path));
    }
}
