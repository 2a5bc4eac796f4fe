//! The command as a user meets it: help, exit codes, files it writes.

mod fit;
mod studies;
mod words;
mod written;

use poinsot::results::{Axis, Layout, Reader, Status, Variable, Writer};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const MODEL: &str = "title = \"falling ball\"\ngravity = [0, 0, -9.81]\n\n[run]\nduration = 1\ndt = 0.01\n\n\
                     [[point_mass]]\nname = \"ball\"\nmass = 1\nposition = [0, 0, 1]\n";

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("command")
        .join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn command(here: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poinsot"));
    command.current_dir(here).args(args).stdin(Stdio::null());
    command
}

fn poinsot(here: &Path, args: &[&str]) -> Output {
    command(here, args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs and expects an exit code; returns standard output and standard error.
fn expect(here: &Path, args: &[&str], code: i32) -> (String, String) {
    let output = poinsot(here, args);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

/// A small results file: two bodies on circles.
fn results(here: &Path) {
    let layout = Layout {
        axes: vec![
            Axis::new("body", ["sun", "moon"]),
            Axis::new("xyz", ["x", "y", "z"]),
        ],
        variables: vec![
            Variable::new("time", "s", "time", []),
            Variable::new("position", "m", "origin of the body frame", [0, 1]),
            Variable::new("kinetic_energy", "J", "kinetic energy", []),
            Variable::new("ledger_gap", "J", "what does not add up", []),
        ],
        attributes: vec![("title".into(), "two <circles>".into())],
    };
    let mut writer = Writer::create(here.join("orbit.nc"), &layout).unwrap();
    for k in 0..200 {
        let t = 0.05 * f64::from(k);
        let (s, c) = t.sin_cos();
        let row = [
            t,
            c,
            s,
            0.0,
            2.0 * s,
            2.0 * c,
            1e-9,
            0.5 + 1e-12 * s,
            1e-13 * c,
        ];
        writer.append(&row).unwrap();
    }
    writer.finish(&Status::Complete, &[]).unwrap();
}

#[test]
fn every_command_has_help_with_examples() {
    let here = folder("help");
    let (out, _) = expect(&here, &["--help"], 0);
    for name in [
        "run", "resume", "check", "schema", "kinds", "plot", "report", "view", "export", "examples",
    ] {
        assert!(out.contains(name), "{name} is missing in\n{out}");
        let (help, _) = expect(&here, &[name, "--help"], 0);
        assert!(help.contains("Examples:"), "{help}");
    }
    let (version, _) = expect(&here, &["--version"], 0);
    assert!(version.starts_with("poinsot "));
}

#[test]
fn usage_errors_give_two() {
    let here = folder("usage");
    expect(&here, &[], 2);
    expect(&here, &["rnu"], 2);
    expect(&here, &["run"], 2);
    expect(&here, &["run", "missing.toml"], 2);
    expect(&here, &["check", "missing.toml"], 2);
    expect(&here, &["run", "missing.toml", "--dt", "-1"], 2);
    expect(&here, &["run", "missing.toml", "--rho-inf", "2"], 2);
    expect(&here, &["kinds", "no-such-kind"], 2);
    expect(&here, &["plot", "missing.nc"], 2);
    expect(&here, &["report", "missing.nc"], 2);
    expect(&here, &["examples", "no-such-example"], 2);
    fs::write(here.join("text.nc"), "not results").unwrap();
    let (_, err) = expect(&here, &["plot", "text.nc"], 2);
    assert!(err.contains("not a readable results file"), "{err}");
}

#[test]
fn problems_of_a_model_come_together_with_their_places() {
    let here = folder("problems");
    let text = MODEL
        .replace("title", "titel")
        .replace("mass = 1", "mass = -1");
    fs::write(here.join("bad.toml"), text).unwrap();
    for name in ["check", "run"] {
        let (_, err) = expect(&here, &[name, "bad.toml"], 2);
        assert!(
            err.contains("bad.toml:1:1") && err.contains("did you mean `title`"),
            "{err}"
        );
        assert!(
            err.contains("bad.toml:10:") && err.contains("2 errors"),
            "{err}"
        );
        assert!(!err.contains('\u{1b}'), "colours outside a terminal");
    }
    assert!(!here.join("bad.nc").exists());
}

#[test]
fn the_reference_is_complete() {
    let here = folder("reference");
    let (schema, _) = expect(&here, &["schema"], 0);
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["properties"]["body"].is_object());
    let (all, _) = expect(&here, &["kinds"], 0);
    assert!(all.contains("revolute") && all.contains("[[point_mass]]"));
    let (joints, _) = expect(&here, &["kinds", "joint"], 0);
    assert!(joints.contains("revolute") && !joints.contains("[[point_mass]]"));
    let (page, _) = expect(&here, &["kinds", "point_mass"], 0);
    assert!(
        page.contains("[kg]") && page.contains("A complete model"),
        "{page}"
    );
}

#[test]
fn outputs_are_listed_with_units() {
    let here = folder("list");
    results(&here);
    let (out, _) = expect(&here, &["plot", "orbit.nc", "--list"], 0);
    assert!(out.contains("200 frames, complete"), "{out}");
    assert!(out.contains("moon.position.{x,y,z}  [m]  origin"), "{out}");
    let (_, err) = expect(&here, &["plot", "orbit.nc", "moon.positon.x"], 2);
    assert!(err.contains("did you mean `moon.position.x`"), "{err}");
}

#[test]
fn plots_are_drawn() {
    let here = folder("plot");
    results(&here);
    let (out, _) = expect(&here, &["plot", "orbit.nc", "moon.position", "--energy"], 0);
    assert_eq!(out.trim(), "orbit.svg");
    let svg = fs::read_to_string(here.join("orbit.svg")).unwrap();
    for part in [
        "two &lt;circles&gt;",
        "moon.position.z",
        "position [m]",
        "kinetic_energy [J]",
    ] {
        assert!(svg.contains(part), "{part}");
    }
    let path = [
        "plot",
        "orbit.nc",
        "moon.position.y",
        "--against",
        "moon.position.x",
        "-o",
        "a.PNG",
    ];
    expect(&here, &path, 0);
    assert!(
        fs::read(here.join("a.PNG"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
    expect(
        &here,
        &["plot", "orbit.nc", "--ledger", "--log", "-o", "l.svg"],
        0,
    );
    let svg = fs::read_to_string(here.join("l.svg")).unwrap();
    assert!(svg.contains("|ledger_gap| [J]") && svg.contains("10⁻¹³"));
    let part = [
        "plot", "orbit.nc", "sun", "--from", "2", "--to", "3", "-o", "p.svg",
    ];
    expect(&here, &part, 0);
    expect(&here, &["plot", "orbit.nc", "sun", "--from", "99"], 2);
    expect(&here, &["plot", "orbit.nc", "sun", "-o", "p.pdf"], 2);
    expect(&here, &["plot", "orbit.nc", "sun", "--against", "moon"], 2);
    expect(
        &here,
        &["plot", "orbit.nc", "sun", "-o", "no/such/folder.svg"],
        1,
    );
}

#[test]
fn a_closed_pipe_is_no_error() {
    let here = folder("pipe");
    results(&here);
    let mut child = command(&here, &["export", "orbit.nc"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(0), String::new())
    );
}

#[test]
fn a_run_writes_results_and_a_summary() {
    let here = folder("run");
    fs::write(here.join("ball.toml"), MODEL).unwrap();
    expect(&here, &["check", "ball.toml"], 0);
    let (out, err) = expect(&here, &["run", "ball.toml", "--duration", "0.5"], 0);
    assert!(
        out.contains("Newton/step") && out.contains("results ball.nc"),
        "{out}"
    );
    assert_eq!(err, "");
    let reader = Reader::open(here.join("ball.nc")).unwrap();
    assert_eq!(*reader.status(), Status::Complete);
    assert_eq!(reader.layout().attribute("model"), Some(MODEL));
    assert_eq!(reader.layout().attribute("program"), Some("poinsot"));
    // The default name is replaced, a name of the user's is not.
    expect(&here, &["run", "ball.toml", "--quiet"], 0);
    let (_, err) = expect(&here, &["run", "ball.toml", "-o", "ball.nc"], 2);
    assert!(err.contains("--force"), "{err}");
    let (out, _) = expect(
        &here,
        &["run", "ball.toml", "-o", "ball.nc", "--force", "--json"],
        0,
    );
    let summary: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&summary["status"], &summary["error"]),
        (&"complete".into(), &().into())
    );
    let left: Vec<_> = fs::read_dir(&here)
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 2, "{left:?}");
    let wrong = ["run", "ball.toml", "--scheme", "ep", "--rho-inf", "0.5"];
    let (_, err) = expect(&here, &wrong, 2);
    assert!(err.contains("spectral radius"), "{err}");
}

#[test]
fn examples_are_listed_shown_and_copied() {
    let here = folder("examples");
    let (out, _) = expect(&here, &["examples"], 0);
    let names: Vec<&str> = out
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for name in names {
        expect(&here, &["examples", name], 0);
        let (copied, _) = expect(&here, &["examples", name, "--copy", "here"], 0);
        for file in copied.lines() {
            assert!(here.join(file).is_file(), "{file}");
        }
        expect(&here, &["examples", name, "--copy", "here"], 2);
    }
}

/// Starts a run that would take very long, waits for its first frames and sends it a signal.
#[cfg(unix)]
fn signalled(here: &Path, signal: &str) -> (Option<i32>, Reader) {
    fs::write(here.join("ball.toml"), MODEL).unwrap();
    let args = [
        "run",
        "ball.toml",
        "--duration",
        "1e6",
        "--dt",
        "1e-3",
        "--quiet",
    ];
    let mut child = command(here, &args).spawn().unwrap();
    let path = here.join("ball.nc");
    // 60 s: many times what a busy machine needs for a first flush.
    for _ in 0..600 {
        std::thread::sleep(std::time::Duration::from_millis(100));
        if Reader::open(&path).is_ok_and(|r| r.frames() > 0) {
            break;
        }
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status().unwrap();
    assert!(sent.success());
    let code = child.wait().unwrap().code();
    (code, Reader::open(&path).unwrap())
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_results() {
    let here = folder("interrupt");
    let (code, mut reader) = signalled(&here, "-INT");
    assert_eq!((code, reader.status()), (Some(3), &Status::Interrupted));
    let times = reader.times().unwrap();
    assert!(times.len() > 1 && times.windows(2).all(|w| w[1] > w[0]));
}

#[cfg(unix)]
#[test]
fn a_killed_run_keeps_what_was_flushed() {
    let here = folder("killed");
    let (code, mut reader) = signalled(&here, "-KILL");
    assert_eq!((code, reader.status()), (None, &Status::Running));
    let times = reader.times().unwrap();
    assert!(times.len() > 1 && times.windows(2).all(|w| w[1] > w[0]));
    expect(&here, &["plot", "ball.nc"], 0);
}

#[test]
fn the_same_model_gives_the_same_bytes() {
    let here = folder("same-bytes");
    let model = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/10-governor/model.toml"
    );
    let run = |output: &str| {
        expect(
            &here,
            &["run", model, "--duration", "0.5", "-o", output, "--force"],
            0,
        );
        std::fs::read(here.join(output)).unwrap()
    };
    assert!(run("one.nc") == run("two.nc"), "two runs differ");
}
