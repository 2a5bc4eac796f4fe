//! The command as a user meets it: help, exit codes, files it writes.

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
fn reports_are_written() {
    let here = folder("report");
    results(&here);
    // These results hold no model: said, and shown anyway.
    let (out, err) = expect(&here, &["report", "orbit.nc"], 0);
    assert!(out.starts_with("orbit.html   0."), "{out}");
    assert!(
        err.contains("warning: orbit.nc: the results hold no model"),
        "{err}"
    );
    let page = fs::read_to_string(here.join("orbit.html")).unwrap();
    assert!(page.contains("two \\u003ccircles>") && page.contains("id=\"poinsot-data-0\""));
    let both = [
        "report",
        "orbit.nc",
        "--compare",
        "orbit.nc",
        "-o",
        "b.html",
    ];
    expect(&here, &both, 0);
    let page = fs::read_to_string(here.join("b.html")).unwrap();
    assert!(page.contains("id=\"poinsot-data-1\""));
    let (_, err) = expect(&here, &["report", "orbit.nc", "-o", "orbit.pdf"], 2);
    assert!(err.contains("a report ends in .html"), "{err}");
    expect(
        &here,
        &["report", "orbit.nc", "-o", "no/such/folder/a.html"],
        1,
    );
    let layout = Reader::open(here.join("orbit.nc"))
        .unwrap()
        .layout()
        .clone();
    let empty = Writer::create(here.join("empty.nc"), &layout).unwrap();
    empty.finish(&Status::Complete, &[]).unwrap();
    let (_, err) = expect(&here, &["report", "empty.nc"], 2);
    assert!(err.contains("empty.nc holds no frames"), "{err}");
}

#[test]
fn views_are_written_and_opened() {
    let here = folder("view");
    results(&here);
    let (out, _) = expect(&here, &["view", "orbit.nc", "--no-open"], 0);
    assert!(out.starts_with("orbit.html"), "{out}");
    let opened = |browser: &str| {
        let mut view = command(&here, &["view", "orbit.nc", "--compare", "orbit.nc"]);
        view.env("BROWSER", browser);
        for screen in ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"] {
            view.env_remove(screen);
        }
        view.output().unwrap()
    };
    if cfg!(target_os = "linux") {
        let output = opened("true");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("opened in the browser"));
        let page = fs::read_to_string(here.join("orbit.html")).unwrap();
        assert!(page.contains("id=\"poinsot-data-1\""));
        for (browser, says) in [
            ("", "there is no screen"),
            ("false", "`false` failed"),
            ("no-such-browser", "is not there"),
        ] {
            let output = opened(browser);
            let err = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{err}");
            assert!(
                err.contains(says) && err.contains("orbit.html, open it"),
                "{err}"
            );
        }
    }
    // A page that is no report is not replaced.
    fs::write(here.join("orbit.html"), "<p>mine</p>").unwrap();
    let (_, err) = expect(&here, &["view", "orbit.nc", "--no-open"], 2);
    assert!(err.contains("is no report"), "{err}");
    expect(&here, &["view", "orbit.nc", "--port", "8000"], 2);
    expect(&here, &["view", "missing.nc"], 2);
    let (_, err) = expect(&here, &["view", "orbit.html", "--live", "--no-open"], 2);
    assert!(err.contains("not a readable results file"), "{err}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let live = ["view", "orbit.nc", "--live", "--no-open", "--port", &port];
    let (_, err) = expect(&here, &live, 2);
    assert!(err.contains("taken by another program"), "{err}");
}

#[test]
fn exports_are_exact() {
    let here = folder("export");
    results(&here);
    let (out, _) = expect(&here, &["export", "orbit.nc", "moon.position"], 0);
    let mut lines = out.lines();
    assert_eq!(
        lines.next().unwrap(),
        "time [s],moon.position.x [m],moon.position.y [m],moon.position.z [m]"
    );
    for (k, line) in lines.enumerate() {
        let t = 0.05 * k as f64;
        let values: Vec<f64> = line.split(',').map(|v| v.parse().unwrap()).collect();
        assert_eq!(values, [t, 2.0 * t.sin(), 2.0 * t.cos(), 1e-9]);
    }
    expect(&here, &["export", "orbit.nc", "--format", "npy"], 0);
    let npy = fs::read(here.join("orbit.npy")).unwrap();
    let head = u32::from_le_bytes([npy[8], npy[9], npy[10], npy[11]]) as usize;
    assert_eq!(
        (npy[..8].to_vec(), (12 + head) % 64),
        (b"\x93NUMPY\x02\x00".to_vec(), 0)
    );
    let literal = text(&npy[12..12 + head]);
    assert!(literal.contains("('moon.position.z', '<f8')") && literal.contains("(200,)"));
    assert_eq!(npy.len(), 12 + head + 200 * 9 * 8);
}

#[test]
fn moving_systems_are_exported_for_paraview() {
    let here = folder("vtk");
    results(&here);
    let (out, err) = expect(&here, &["export", "orbit.nc", "--format", "vtk"], 0);
    assert!(
        out.contains("all 200 frames") && err.contains("hold no model"),
        "{out}{err}"
    );
    let series = fs::read_to_string(here.join("orbit.pvd")).unwrap();
    assert_eq!(series.matches("<DataSet").count(), 200);
    assert!(series.contains("timestep=\"0.05\" part=\"0\" file=\"orbit/frame_001.vtm\""));
    for name in ["frame_199.vtm", "bodies_199.vtp", "body_surfaces_199.vtp"] {
        assert!(here.join("orbit").join(name).is_file(), "{name}");
    }
    let few = [
        "export",
        "orbit.nc",
        "-o",
        "new/few.pvd",
        "--every",
        "2.5 s",
    ];
    let (out, _) = expect(&here, &few, 0);
    assert!(out.contains("5 of 200 frames") && here.join("new/few/frame_4.vtm").is_file());
    for (bad, says) in [
        (&["-o", "a.xyz"][..], ".xyz stands for no format"),
        (&["-o", "a.vtp"], "ends in .pvd"),
        (&["moon.position", "-o", "a.pvd"], "leave them out"),
        (&["--frames", "3"], "--format vtk"),
        (&["--format", "vtk", "--frames", "1"], "from 2 on"),
        (
            &["--format", "vtk", "--frames", "3", "--every", "1"],
            "cannot be used with",
        ),
    ] {
        let (_, err) = expect(&here, &[&["export", "orbit.nc"], bad].concat(), 2);
        assert!(err.contains(says), "{bad:?}: {err}");
    }
    fs::write(here.join("taken"), "").unwrap();
    let (_, err) = expect(&here, &["export", "orbit.nc", "-o", "taken.pvd"], 1);
    assert!(err.contains("cannot make the folder taken"), "{err}");
}

#[test]
fn moving_systems_are_exported_as_animations() {
    let here = folder("gltf");
    results(&here);
    let (out, _) = expect(&here, &["export", "orbit.nc", "-o", "orbit.glb"], 0);
    assert!(out.contains("all 200 frames   9.950 s"), "{out}");
    let file = fs::read(here.join("orbit.glb")).unwrap();
    assert_eq!(&file[..8], b"glTF\x02\0\0\0");
    let slow = [
        "export", "orbit.nc", "--format", "gltf", "--speed", "0.1", "--frames", "20",
    ];
    let (out, _) = expect(&here, &slow, 0);
    assert!(out.contains("20 of 200 frames   99.500 s"), "{out}");
    for (bad, says) in [
        (&["-o", "a.gltf"][..], "-o a.glb"),
        (&["-o", "a.pvd", "--speed", "2"], "--format gltf"),
        (&["-o", "a.glb", "--speed", "0"], "positive"),
    ] {
        let (_, err) = expect(&here, &[&["export", "orbit.nc"], bad].concat(), 2);
        assert!(err.contains(says), "{bad:?}: {err}");
    }
    expect(&here, &["export", "orbit.nc", "-o", "no/such/a.glb"], 1);
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
