//! Files that must not be lost, inputs that must not hurt: what the command does with them.

#![cfg(unix)]

mod damaged;
mod overwriting;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// No command here takes longer: each is a matter of milliseconds, and the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);
/// Memory that none may exceed [kB].
const ROOM: usize = 1_000_000;

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("robust")
        .join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Runs with a limit of memory and of time; returns the exit code and all that was said.
fn poinsot(here: &Path, args: &[&str]) -> (i32, String) {
    let said = here.join(".said");
    let file = fs::File::create(&said).unwrap();
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {ROOM}; exec \"$0\" \"$@\""))
        .arg(env!("CARGO_BIN_EXE_poinsot"))
        .args(args)
        .current_dir(here)
        .stdin(Stdio::null())
        .stdout(file.try_clone().unwrap())
        .stderr(file)
        .spawn()
        .unwrap();
    let begin = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if begin.elapsed() > PATIENCE => {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("{args:?} does not end");
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let text = fs::read_to_string(&said).unwrap();
    let Some(code) = status.code() else {
        panic!("{args:?} was ended by the system: {status}\n{text}");
    };
    assert!(!text.contains("panicked"), "{args:?}\n{text}");
    (code, text)
}

/// The same with the exit code that is expected.
fn expect(here: &Path, args: &[&str], code: i32) -> String {
    let (found, text) = poinsot(here, args);
    assert_eq!(found, code, "{args:?}\n{text}");
    text
}

/// A body that moves at a speed along x.
fn mover(speed: f64, run: &str) -> String {
    format!(
        "[run]\nduration = 0.1\ndt = 0.01\n{run}\n[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\nvelocity = [{speed}, 0, 0]\n"
    )
}
