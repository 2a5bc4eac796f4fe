//! Runs that start where another one has ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An empty folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let here = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("start_from_{name}"));
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).unwrap();
    here
}

fn poinsot(here: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_poinsot"))
        .current_dir(here)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn done(here: &Path, args: &[&str]) {
    let output = poinsot(here, args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}\n{error}");
}

/// A flexible pendulum with a weight at its end.
fn model(run: &str) -> String {
    format!(
        r#"gravity = [0, 0, -9.81]
[run]
dt = 0.01
scheme = "ep"
{run}
[[material]]
name = "rubber"
youngs = "20 MPa"
poisson = 0.4
density = 1100
[[section]]
name = "rod"
shape = "circle"
diameter = 0.04
material = "rubber"
[[beam]]
name = "arm"
from = [0, 0, 0]
to = [1, 0, 0]
section = "rod"
y_axis = [0, 1, 0]
elements = 2
[[body]]
name = "bob"
mass = 1
inertia = [0.01, 0.02, 0.02]
position = [1, 0, 0]
[[joint]]
name = "pin"
kind = "revolute"
between = ["ground", "arm.start"]
axis = [0, 1, 0]
[[joint]]
name = "tie"
kind = "spherical"
between = ["arm.end", "bob"]
share = false
"#
    )
}

/// Position of the weight in the last frame.
fn end(here: &Path, results: &str) -> Vec<f64> {
    done(here, &["export", results, "bob.position", "-o", "end.csv"]);
    let text = fs::read_to_string(here.join("end.csv")).unwrap();
    let last = text.lines().last().unwrap().split(',').skip(1);
    last.map(|x| x.parse().unwrap()).collect()
}

#[test]
fn two_halves_are_a_whole() {
    let here = folder("halves");
    for (name, run) in [
        ("whole", "duration = 2"),
        ("first", "duration = 1"),
        ("second", "duration = 1\nstart_from = \"first.nc\""),
        (
            "third",
            "duration = 1\nstart_from = \"first.nc.checkpoint\"",
        ),
    ] {
        fs::write(here.join(format!("{name}.toml")), model(run)).unwrap();
        let file = format!("{name}.toml");
        done(&here, &["run", &file, "--keep-checkpoint"]);
    }
    let whole = end(&here, "whole.nc");
    for half in ["second.nc", "third.nc"] {
        for (a, b) in end(&here, half).iter().zip(&whole) {
            // No load depends on time. The Newton iterations of the first steps differ by what is predicted from the past, which
            // a start does not have: some ten times the tolerance of 1e-13 on lengths of 1 m, over 100 steps.
            assert!((a - b).abs() < 1e-10, "{half}: {a} {b}");
        }
    }
    // Paths are meant from the model file, not from where one stands.
    let outside = here.parent().unwrap();
    let path = here.join("second.toml");
    done(outside, &["check", path.to_str().unwrap()]);
    // A run that goes on needs the file no more.
    let stopped = poinsot(&here, &["run", "second.toml", "--max-steps", "30"]);
    assert_eq!(stopped.status.code(), Some(3));
    let before = end(&here, "third.nc");
    fs::remove_file(here.join("first.nc")).unwrap();
    done(&here, &["resume", "second.nc"]);
    for (a, b) in end(&here, "second.nc").iter().zip(&before) {
        assert!((a - b).abs() < 1e-10, "{a} {b}");
    }
}

/// A bar of putty that hangs and creeps: a checkpoint hands on what its material remembers.
#[test]
fn a_checkpoint_hands_on_memory() {
    let here = folder("memory");
    let model = |run: &str| {
        format!(
            r#"
gravity = [0, 0, -9.81]
[run]
dt = 0.01
{run}
[[material]]
name = "putty"
youngs = 1e5
poisson = 0.3
density = 1000
relaxation_shares = [0.6]
relaxation_times = [0.3]
[[solid]]
name = "bar"
volume = "block"
size = [0.1, 0.1, 0.5]
elements = [1, 1, 2]
element = "hex8"
material = "putty"
[[support]]
name = "hook"
on = "bar.face6"
[[sensor]]
name = "bob"
on = "bar@[0, 0, 0]"
"#
        )
    };
    for (name, run) in [
        ("whole", "duration = 0.4"),
        ("first", "duration = 0.2"),
        (
            "second",
            "duration = 0.2\nstart_from = \"first.nc.checkpoint\"",
        ),
    ] {
        fs::write(here.join(format!("{name}.toml")), model(run)).unwrap();
        done(
            &here,
            &["run", &format!("{name}.toml"), "--keep-checkpoint"],
        );
    }
    let end = |name: &str| {
        done(&here, &["export", name, "bob.point", "-o", "end.csv"]);
        let text = fs::read_to_string(here.join("end.csv")).unwrap();
        let last = text.lines().last().unwrap().split(',').next_back();
        last.unwrap().parse::<f64>().unwrap()
    };
    let (whole, first, second) = (end("whole.nc"), end("first.nc"), end("second.nc"));
    assert!((whole - first).abs() > 1e-3, "{whole} {first}");
    // As above: what the first iterations are predicted from differs.
    assert!((whole - second).abs() < 1e-10, "{whole} {second}");
}

#[test]
fn what_does_not_fit_is_refused_with_its_place() {
    let here = folder("refused");
    let first = model("duration = 0.1");
    fs::write(here.join("first.toml"), &first).unwrap();
    done(&here, &["run", "first.toml"]);
    let other = |from: &str| model(&format!("duration = 0.1\n{from}"));
    let cases = [
        (other("start_from = \"none.nc\""), "none.nc"),
        (
            other("start_from = \"first.toml\""),
            "not a readable results file",
        ),
        (other("start_from = \"\""), "is empty"),
        (
            other("start_from = \"first.nc\"\nstart = \"equilibrium\""),
            "are mutually exclusive",
        ),
        (
            other("start_from = \"first.nc\"").replace("elements = 2", "elements = 3"),
            "does not fit this model",
        ),
    ];
    for (text, message) in cases {
        fs::write(here.join("second.toml"), text).unwrap();
        let output = poinsot(&here, &["run", "second.toml", "-o", "second.nc", "--force"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(message), "{message}: {error}");
        assert!(error.contains("second.toml:6:"), "{error}");
    }
}
