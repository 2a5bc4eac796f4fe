//! Runs that are stopped, killed or run out of room go on and end with the same bytes.

#![cfg(unix)]

mod outside;
mod signals;
mod troubles;

use poinsot::results::{Reader, Status};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A beam and a cable with a body between them: small enough for many runs, flexible enough to have a history of everything.
const MODEL: &str = r#"title = "rope and rod"
gravity = [0, 0, -9.81]

[run]
duration = 0.3
dt = 0.001
tolerance = 1e-9

[output]
every = 0.002
checkpoint = 0

[[section]]
name = "bar"
EA = 1e4
GAy = 4e3
GJ = 5
EIy = 10
mass_per_length = 1
inertia_per_length = [2e-3, 1e-3, 1e-3]
damping_time = "0.1 ms"

[[beam]]
name = "rod"
from = [0, 0, 0]
to = [1, 0, 0]
section = "bar"
elements = 3

[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "rod.start"]
axis = [0, 1, 0]

[[cable]]
name = "rope"
from = [1, 0, 0]
to = [1.8, 0, 0]
stiffness = 1e3
mass_per_length = 0.1
elements = 3

[[joint]]
name = "knot"
kind = "spherical"
between = ["rod.end", "rope.start"]

[[force]]
name = "gust"
on = "rod.end"
value = [0, 5, 0]
scale = "sin(20*t)"
"#;

/// An empty folder for one test, with the model in it.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("resume")
        .join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("model.toml"), MODEL).unwrap();
    path
}

fn command(here: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poinsot"));
    command.current_dir(here).args(args).stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn checked(output: Output, code: i32) -> (String, String) {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{out}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

/// Runs and expects an exit code; returns standard output and standard error.
fn expect(here: &Path, args: &[&str], code: i32) -> (String, String) {
    checked(command(here, args).output().unwrap(), code)
}

/// The bytes of an uninterrupted run.
fn reference(here: &Path, more: &[&str]) -> Vec<u8> {
    let mut args = vec!["run", "model.toml", "-o", "whole.nc", "--force", "--quiet"];
    args.extend(["--no-checkpoint"]);
    args.extend(more);
    expect(here, &args, 0);
    fs::read(here.join("whole.nc")).unwrap()
}

/// Names in a folder that hold a word.
fn names(here: &Path, word: &str) -> Vec<String> {
    let all = fs::read_dir(here).unwrap();
    all.map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains(word))
        .collect()
}

/// Numbers that look random and are the same in every run of the test.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: f64) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        limit * (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Waits until a file is there, not for ever.
fn wait_for(path: &Path) {
    let begun = Instant::now();
    while !path.exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_micros(200));
    }
    assert!(path.exists(), "{} does not appear", path.display());
}

/// Waits for the results, then lets the process live for a while and kills it; `false` if it came to its end before.
fn kill_after(mut child: Child, results: &Path, wait: Duration) -> bool {
    wait_for(results);
    std::thread::sleep(wait);
    child.kill().unwrap();
    let status = child.wait().unwrap();
    assert!(status.success() || status.signal() == Some(9), "{status}");
    !status.success()
}

/// With fields in a file of their own both files end with the bytes of a run that was left alone, whether it was stopped or killed.
#[test]
fn fields_of_their_own_go_on_with_the_same_bits() {
    let here = folder("fields");
    let model = MODEL.replace("checkpoint = 0", "checkpoint = 0\nfields_every = 7");
    fs::write(here.join("model.toml"), model).unwrap();
    let whole = reference(&here, &[]);
    let fields = fs::read(here.join("whole.fields.nc")).unwrap();
    let run = ["run", "model.toml", "-o", "run.nc", "--force", "--quiet"];
    let same = |what: &str| {
        assert!(fs::read(here.join("run.nc")).unwrap() == whole, "{what}");
        assert!(
            fs::read(here.join("run.fields.nc")).unwrap() == fields,
            "{what}"
        );
    };
    for steps in ["1", "13", "28", "150"] {
        expect(&here, &[&run[..], &["--max-steps", steps]].concat(), 3);
        let reader = Reader::open(here.join("run.nc")).unwrap();
        assert_eq!(reader.full_frames().last(), Some(&(reader.frames() - 1)));
        expect(&here, &["resume", "run.nc", "--quiet"], 0);
        same(steps);
    }
    let mut random = Random(7);
    for kill in 0..5 {
        let _ = fs::remove_file(here.join("run.nc"));
        let child = command(&here, &run).spawn().unwrap();
        let wait = Duration::from_secs_f64(random.below(0.5));
        if kill_after(child, &here.join("run.nc"), wait) {
            assert!(
                Reader::open(here.join("run.nc"))
                    .unwrap()
                    .fields_missing()
                    .is_none()
            );
            expect(&here, &["resume", "run.nc", "--quiet"], 0);
        }
        same(&format!("kill {kill}"));
    }
}

/// Fifty kills at random moments, with a checkpoint after every step so that many of them fall into the writing of one; a run
/// that goes on may be killed again. Whatever a kill leaves can be read, and all end with the bytes of a run that was left alone.
#[test]
fn killed_runs_go_on_with_the_same_bits() {
    let here = folder("killed");
    let whole = reference(&here, &[]);
    let path = here.join("run.nc");
    let run = ["run", "model.toml", "-o", "run.nc", "--quiet"];
    let clock = Instant::now();
    expect(&here, &run, 0);
    // How long a run takes here, with all its checkpoints.
    let length = clock.elapsed().as_secs_f64();
    assert!(
        fs::read(&path).unwrap() == whole,
        "checkpoints change nothing"
    );
    let mut random = Random(42);
    let (mut kills, mut begun_again, mut torn) = (0, 0, 0);
    while kills < 50 {
        let _ = fs::remove_file(&path);
        let mut child = command(&here, &run).spawn().unwrap();
        loop {
            let wait = Duration::from_secs_f64(random.below(0.6 * length));
            if !kill_after(child, &path, wait) {
                break;
            }
            kills += 1;
            torn += usize::from(here.join("run.nc.checkpoint.part").exists());
            let mut reader = Reader::open(&path).unwrap_or_else(|e| panic!("kill {kills}: {e}"));
            let times = reader.times().unwrap();
            assert!(times.windows(2).all(|w| w[1] > w[0]), "kill {kills}");
            let threads = ["1", "2"][kills % 2];
            // Going on is fast if it keeps no checkpoints, and fit to be killed again if it does.
            let again = kills < 50 && random.below(1.0) < 0.5;
            let mut args = vec!["resume", "run.nc", "--threads", threads];
            if !again {
                args.extend(["--checkpoint", "60"]);
            }
            let notes = fs::File::create(here.join("notes")).unwrap();
            let mut next = command(&here, &args);
            child = next.stdout(Stdio::null()).stderr(notes).spawn().unwrap();
            if !again {
                let status = child.wait().unwrap();
                let notes = fs::read_to_string(here.join("notes")).unwrap();
                assert!(status.success(), "after kill {kills}: {notes}");
                begun_again += usize::from(notes.contains("begins again"));
                break;
            }
        }
        assert!(
            fs::read(&path).unwrap() == whole,
            "after kill {kills} the results differ"
        );
        assert_eq!(names(&here, "checkpoint"), [""; 0], "a finished run");
    }
    println!("{kills} kills, {torn} inside a checkpoint, {begun_again} begun again");
    // The kills are to fall into the run, not before it.
    assert!(begun_again < 25);
}

#[test]
fn limits_stop_cleanly_and_can_be_used_again() {
    let here = folder("limits");
    let whole = reference(&here, &[]);
    let args = ["run", "model.toml", "-o", "run.nc", "--max-steps", "101"];
    let (out, _) = expect(&here, &args, 3);
    assert!(out.contains("101 steps"), "{out}");
    assert!(
        out.contains("interrupted by --max-steps; to continue: poinsot resume run.nc"),
        "{out}"
    );
    let reader = Reader::open(here.join("run.nc")).unwrap();
    // The start, 50 frames, and the one where it was stopped.
    assert_eq!(
        (reader.frames(), reader.status()),
        (52, &Status::Interrupted)
    );
    let args = ["resume", "run.nc", "--max-steps", "50", "--json"];
    let (out, _) = expect(&here, &args, 3);
    let summary: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (
            &summary["steps"],
            &summary["stopped_by"],
            &summary["status"]
        ),
        (&151.into(), &"max_steps".into(), &"interrupted".into())
    );
    let args = ["resume", "run.nc", "--max-wall", "1e-6 s"];
    let (out, _) = expect(&here, &args, 3);
    assert!(out.contains("resuming at t = 0.151 s of 0.3 s"), "{out}");
    assert!(out.contains("interrupted by --max-wall"), "{out}");
    // By the name of its checkpoint, and to the end: one step more than a limit is no limit.
    let args = [
        "resume",
        "run.nc.checkpoint",
        "--max-steps",
        "148",
        "--max-wall",
        "2h",
    ];
    expect(&here, &args, 0);
    assert!(fs::read(here.join("run.nc")).unwrap() == whole);
    assert_eq!(names(&here, "checkpoint"), [""; 0]);
    // A run that is complete is left as it is.
    let (out, _) = expect(&here, &["resume", "run.nc"], 0);
    assert!(
        out.contains("complete with 151 frames: nothing to do"),
        "{out}"
    );
    assert!(fs::read(here.join("run.nc")).unwrap() == whole);
}

#[test]
fn signals_leave_a_checkpoint() {
    let here = folder("signals");
    let whole = reference(&here, &[]);
    for signal in ["-INT", "-TERM"] {
        let args = ["run", "model.toml", "-o", "run.nc", "--force"];
        let child = command(&here, &args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // A checkpoint after every step: when there is one, the run is on its way.
        wait_for(&here.join("run.nc.checkpoint"));
        let id = child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(sent.success());
        let (out, _) = checked(child.wait_with_output().unwrap(), 3);
        assert!(out.contains("interrupted on request"), "{out}");
        expect(&here, &["resume", "run.nc", "--threads", "1"], 0);
        assert!(fs::read(here.join("run.nc")).unwrap() == whole);
    }
}

/// Other frames: the steps stay, so what both files hold has the same bits.
#[test]
fn frames_may_change_on_the_way() {
    let here = folder("frames");
    reference(&here, &[]);
    let stop = ["run", "model.toml", "-o", "run.nc", "--max-steps", "100"];
    expect(&here, &stop, 3);
    expect(
        &here,
        &["resume", "run.nc", "--every", "5 ms", "--max-steps", "90"],
        3,
    );
    // The new choice stays until there is another one.
    expect(&here, &["resume", "run.nc"], 0);
    let mut whole = Reader::open(here.join("whole.nc")).unwrap();
    let mut other = Reader::open(here.join("run.nc")).unwrap();
    let times = other.times().unwrap();
    assert_eq!(times.len(), 51 + 40);
    assert!((times[51] - 0.105).abs() < 1e-12 && (times[90] - 0.3).abs() < 1e-12);
    let counts = [
        "steps",
        "newton_iterations",
        "cut_steps",
        "rejected_steps",
        "joint_gap",
    ];
    let counts = counts.map(|name| whole.resolve(name).unwrap()[0].column);
    let mut common = 0;
    for (k, time) in whole.times().unwrap().into_iter().enumerate() {
        let Some(at) = times.iter().position(|t| *t == time) else {
            continue;
        };
        let (a, b) = (whole.frame(k).unwrap(), other.frame(at).unwrap());
        let same = (0..a.len()).all(|c| counts.contains(&c) || a[c].to_bits() == b[c].to_bits());
        assert!(same, "at {time} s");
        common += 1;
    }
    assert_eq!(common, 51 + 20);
}
