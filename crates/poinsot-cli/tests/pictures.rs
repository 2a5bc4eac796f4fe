//! Pictures as a user asks for them: spectra, phase planes, paths, snapshots, and what is said when they cannot be drawn.

use poinsot::results::{Axis, Layout, Reader, Status, Variable, Writer};
use std::f64::consts::TAU;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A flexible arm on a hinge, with a weight at its end.
const ARM: &str = r#"
title = "arm"
gravity = [0, 0, -9.81]
[run]
duration = 0.2
dt = 0.01
[[material]]
name = "steel"
youngs = 2.1e11
poisson = 0.3
density = 7850
[[section]]
name = "strip"
shape = "rectangle"
width = 0.02
height = 0.004
material = "steel"
[[beam]]
name = "arm"
from = [0, 0, 0]
to = [0.5, 0, 0]
section = "strip"
z_axis = [0, 0, 1]
elements = 3
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "arm.start"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[point_mass]]
name = "weight"
mass = 0.1
position = [0.5, 0, 0]
[[joint]]
name = "clamp"
kind = "spherical"
between = ["arm.end", "weight"]
at = [0.5, 0, 0]
[[sensor]]
name = "tip"
on = "arm.end"
"#;

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("pictures")
        .join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Runs and expects an exit code; returns standard output and standard error.
fn expect(here: &Path, args: &[&str], code: i32) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_poinsot"))
        .current_dir(here)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

fn svg(here: &Path, name: &str) -> String {
    fs::read_to_string(here.join(name)).unwrap()
}

/// A body on a screw line: x = 0.25 cos(2 pi 3.3 t), and a number that is not recorded with its rate.
fn signal(here: &Path) {
    let layout = Layout {
        axes: vec![
            Axis::new("body", ["bead"]),
            Axis::new("xyz", ["x", "y", "z"]),
        ],
        variables: vec![
            Variable::new("time", "s", "time", []),
            Variable::new("position", "m", "origin of the body frame", [0, 1]),
            Variable::new("velocity", "m/s", "its rate", [0, 1]),
            Variable::new("load", "N", "a force", []),
        ],
        attributes: vec![("title".into(), "bead".into())],
    };
    let mut writer = Writer::create(here.join("bead.nc"), &layout).unwrap();
    for k in 0..1001 {
        let t = 0.01 * f64::from(k);
        let (s, c) = (TAU * 3.3 * t).sin_cos();
        let w = 0.25 * TAU * 3.3;
        let row = [
            t,
            0.25 * c,
            0.25 * s,
            0.1 * t,
            -w * s,
            w * c,
            0.1,
            5.0 + t * t,
        ];
        writer.append(&row).unwrap();
    }
    writer.finish(&Status::Complete, &[]).unwrap();
}

#[test]
fn a_spectrum_shows_the_sine_with_its_amplitude() {
    let here = folder("spectrum");
    signal(&here);
    // 33.033 periods: between two lines of the spectrum.
    let args = [
        "plot",
        "bead.nc",
        "bead.position.x",
        "--spectrum",
        "-o",
        "s.svg",
    ];
    let (out, _) = expect(&here, &args, 0);
    assert!(out.contains("bead.position.x: 3.3 Hz, 0.25 m"), "{out}");
    let picture = svg(&here, "s.svg");
    for part in [
        "frequency [Hz]",
        "amplitude of bead.position.x [m]",
        "3.3 Hz, 0.25 m",
        "Hann window",
    ] {
        assert!(picture.contains(part), "{part}");
    }
    let more = [
        "plot",
        "bead.nc",
        "bead.position",
        "--spectrum",
        "--window",
        "none",
        "--max-frequency",
        "8 Hz",
        "--log",
        "--log-frequency",
        "--peaks",
        "1",
        "--from",
        "1",
        "-o",
        "l.png",
    ];
    expect(&here, &more, 0);
    for (args, answer) in [
        (vec!["--spectrum"], "--spectrum of what?"),
        (
            vec!["load", "--spectrum", "--to", "0.05"],
            "at least 8 frames, there are 6",
        ),
        (
            vec!["load", "--spectrum", "--max-frequency", "0"],
            "for example \"20 Hz\"",
        ),
        (vec!["load", "--peaks", "3"], "--spectrum"),
        (
            vec!["bead.positon.x", "--spectrum"],
            "did you mean `bead.position.x`",
        ),
    ] {
        let all: Vec<&str> = ["plot", "bead.nc"].into_iter().chain(args).collect();
        let (_, err) = expect(&here, &all, 2);
        assert!(err.contains(answer), "{err}");
    }
}

#[test]
fn phase_planes_say_where_the_rate_comes_from() {
    let here = folder("phase");
    signal(&here);
    expect(
        &here,
        &[
            "plot",
            "bead.nc",
            "--phase",
            "bead.position.x",
            "-o",
            "p.svg",
        ],
        0,
    );
    let picture = svg(&here, "p.svg");
    for part in [
        "bead.position.x [m]",
        "bead.velocity.x [m/s]",
        "rate: bead.velocity.x",
        ">start<",
        ">end<",
    ] {
        assert!(picture.contains(part), "{part}");
    }
    expect(
        &here,
        &["plot", "bead.nc", "--phase", "load", "-o", "d.svg"],
        0,
    );
    let picture = svg(&here, "d.svg");
    assert!(
        picture.contains("rate of load [N/s]")
            && picture.contains("differences of neighbouring frames")
    );
    let two = [
        "plot",
        "bead.nc",
        "--phase",
        "load",
        "--phase",
        "bead.position.x",
    ];
    let (_, err) = expect(&here, &two, 2);
    assert!(err.contains("draw them one by one"), "{err}");
}

#[test]
fn paths_have_projections_and_marks() {
    let here = folder("orbit");
    signal(&here);
    expect(
        &here,
        &["plot", "bead.nc", "--orbit", "bead", "-o", "o.svg"],
        0,
    );
    let picture = svg(&here, "o.svg");
    for part in ["x [m]", "y [m]", "z [m]", ">start<", ">end<", ">bead<"] {
        assert!(picture.contains(part), "{part}");
    }
    // Any vector has a path: the hodograph.
    expect(
        &here,
        &["plot", "bead.nc", "--orbit", "bead.velocity", "-o", "h.svg"],
        0,
    );
    // It stays in a plane, so one pair of axes shows it.
    assert!(svg(&here, "h.svg").contains("bead.velocity y [m/s]"));
    let (_, err) = expect(&here, &["plot", "bead.nc", "--orbit", "load"], 2);
    assert!(
        err.contains("`load` is not one") && err.contains("--list"),
        "{err}"
    );
}

#[test]
fn snapshots_show_the_model_at_the_times_asked_for() {
    let here = folder("shape");
    fs::write(here.join("arm.toml"), ARM).unwrap();
    expect(&here, &["run", "arm.toml"], 0);
    let at = [
        "plot",
        "arm.nc",
        "--shape",
        "--at",
        "0,0.1,0.2",
        "--color",
        "moment",
        "--orbit",
        "tip",
        "-o",
        "a.svg",
    ];
    expect(&here, &at, 0);
    let picture = svg(&here, "a.svg");
    for part in [
        "1 body, 1 beam, 2 joints, 1 sensor",
        "t = 0, 0.1, 0.2 s, palest first",
        "|section moment| [N m]",
        "path of tip",
        "grid 0.1 m",
    ] {
        assert!(picture.contains(part), "{part}");
    }
    expect(&here, &at, 0);
    assert!(
        picture == svg(&here, "a.svg"),
        "the same command gives the same bytes"
    );
    expect(
        &here,
        &[
            "plot", "arm.nc", "--shape", "--frames", "5", "--view", "-20,35", "-o", "f.png",
        ],
        0,
    );
    for (args, answer) in [
        (vec!["--shape", "--at", "3"], "there are 21 from 0 to 0.2 s"),
        (vec!["--shape", "--at", "soon"], "\"0.5 s\""),
        (
            vec!["--shape", "--view", "behind"],
            "expected iso, front, side, top",
        ),
        (
            vec!["--shape", "--color", "tension"],
            "choose speed, force, moment",
        ),
        (vec!["--shape", "--color", "moment.q"], "it has x, y, z"),
        (vec!["--shape", "tip.point.x"], "cannot be used with"),
        (vec!["--frames", "3"], "--shape"),
    ] {
        let all: Vec<&str> = ["plot", "arm.nc"].into_iter().chain(args).collect();
        let (_, err) = expect(&here, &all, 2);
        assert!(err.contains(answer), "{err}");
    }
    // Modes are results too.
    expect(
        &here,
        &["modes", "arm.toml", "--animate", "2", "-o", "mode.nc"],
        0,
    );
    expect(
        &here,
        &[
            "plot", "mode.nc", "--shape", "--frames", "7", "-o", "mode.svg",
        ],
        0,
    );
    assert!(svg(&here, "mode.svg").contains("1 body, 1 beam"));
}

#[test]
fn without_a_wish_there_is_a_picture_and_a_short_list() {
    let here = folder("standard");
    fs::write(here.join("arm.toml"), ARM).unwrap();
    expect(&here, &["run", "arm.toml"], 0);
    let (out, _) = expect(&here, &["plot", "arm.nc"], 0);
    assert!(
        out.starts_with("arm.svg\n  shows the model at start (pale) and end and energies\n"),
        "{out}"
    );
    assert!(
        out.contains("tip.point ") && out.contains("--list"),
        "{out}"
    );
    assert!(out.lines().count() < 30, "{out}");
    let picture = svg(&here, "arm.svg");
    assert!(picture.contains("1 body, 1 beam") && picture.contains("total_energy"));
    signal(&here);
    let (out, err) = expect(&here, &["plot", "bead.nc"], 0);
    assert!(out.contains("the model at start"), "{out}");
    assert!(err.contains("the results hold no model"), "{err}");
}

/// Results without some of their attributes.
fn without(here: &Path, from: &str, to: &str, names: &[&str]) {
    let mut reader = Reader::open(here.join(from)).unwrap();
    let mut layout = reader.layout().clone();
    let written = ["status", "format_version"];
    layout
        .attributes
        .retain(|(name, _)| !names.contains(&name.as_str()) && !written.contains(&name.as_str()));
    let mut writer = Writer::create(here.join(to), &layout).unwrap();
    for frame in 0..reader.frames() {
        writer.append(&reader.frame(frame).unwrap()).unwrap();
    }
    writer.finish(&Status::Complete, &[]).unwrap();
}

/// What stands where is stored beside the numbers: without the model the picture is the same to the byte. Results of older versions do
/// not have it and are drawn from their model.
#[test]
fn results_are_drawn_without_the_model() {
    let here = folder("no_model");
    fs::write(here.join("arm.toml"), ARM).unwrap();
    expect(&here, &["run", "arm.toml", "-q"], 0);
    without(&here, "arm.nc", "bare.nc", &["model"]);
    without(&here, "arm.nc", "old.nc", &["drawing"]);
    for (results, picture) in [
        ("arm.nc", "arm.svg"),
        ("bare.nc", "bare.svg"),
        ("old.nc", "old.svg"),
    ] {
        let shape = ["plot", results, "--shape", "--color", "moment"];
        let (_, err) = expect(&here, &[&shape[..], &["-o", picture]].concat(), 0);
        assert_eq!(err, "", "{results}");
    }
    assert_eq!(svg(&here, "bare.svg"), svg(&here, "arm.svg"));
    assert!(svg(&here, "old.svg").contains("<desc>1 body, 1 beam, 2 joints, 1 sensor;"));
    for format in ["vtk", "gltf"] {
        let (_, err) = expect(&here, &["export", "bare.nc", "--format", format], 0);
        assert_eq!(err, "", "{format}");
    }
    let (_, err) = expect(&here, &["report", "bare.nc", "-o", "bare.html"], 0);
    assert!(err.contains("its tables are left out"), "{err}");
    assert!(svg(&here, "bare.html").contains("\"rods\":[2]"));
}

/// A plate under its weight, with fields in every third frame.
const PLATE: &str = r#"
title = "plate"
gravity = [0, 0, -9.81]
[run]
duration = 0.02
dt = 0.001
[output]
fields_every = 3
[[material]]
name = "steel"
youngs = 2.1e11
poisson = 0.3
density = 7850
[[shell_section]]
name = "sheet"
material = "steel"
thickness = 0.005
[[shell]]
name = "plate"
surface = "patch"
corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
elements = [4, 4]
section = "sheet"
[[support]]
name = "wall"
on = "plate.edge4"
"#;

#[test]
fn meshes_are_lined_scaled_and_coloured_within_a_range() {
    let here = folder("plate");
    fs::write(here.join("plate.toml"), PLATE).unwrap();
    expect(&here, &["run", "plate.toml", "--quiet"], 0);
    assert!(here.join("plate.fields.nc").exists());
    let plot = |more: &[&str]| {
        let args = [
            &["plot", "plate.nc", "--shape", "--at", "0.02", "-o", "p.svg"][..],
            more,
        ]
        .concat();
        expect(&here, &args, 0);
        svg(&here, "p.svg")
    };
    let plain = plot(&[]);
    let without = plot(&["--lines", "off"]);
    let normals = plot(&["--lines", "off", "--normals"]);
    let lines = |svg: &str| svg.matches("stroke-width").count();
    assert!(
        lines(&plain) > lines(&without),
        "{} {}",
        lines(&plain),
        lines(&without)
    );
    assert!(normals.len() > without.len());
    // The caption says what was done, and a tip that hangs deeper makes a higher picture.
    let scaled = plot(&["--scale", "500"]);
    assert!(scaled.contains("displacements 500 x"));
    let coloured = plot(&["--color", "mises_top", "--range", "0,200 MPa"]);
    assert!(coloured.contains("max ") && coloured.contains("min "));
    assert_ne!(coloured, plot(&["--color", "mises_top"]));
    let refused = [
        "plot",
        "plate.nc",
        "--shape",
        "--color",
        "mises_top",
        "--range",
        "2,1",
    ];
    assert!(expect(&here, &refused, 2).1.contains("two rising values"));
    // Frames with fields are 0, 3, ..., 18 and the last: that is the nearest to 19.4 ms.
    let shown = svg_of(&here, "0.0194");
    assert!(shown.contains("t = 0.02 s"), "{shown}");
    let curve = ["export", "plate.nc", "plate#9.mises_top", "-o", "c.csv"];
    expect(&here, &curve, 0);
    let text = fs::read_to_string(here.join("c.csv")).unwrap();
    assert_eq!(text.lines().count(), 1 + 8, "{text}");
    let both = [
        "export",
        "plate.nc",
        "plate#9.mises_top",
        "total_energy",
        "-o",
        "b.csv",
    ];
    expect(&here, &both, 0);
    let text = fs::read_to_string(here.join("b.csv")).unwrap();
    assert_eq!(
        (text.lines().count(), text.matches("NaN").count()),
        (1 + 21, 13)
    );
    expect(
        &here,
        &[
            "plot",
            "plate.nc",
            "plate#9.mises_top",
            "total_energy",
            "-o",
            "e.svg",
        ],
        0,
    );
    expect(&here, &["report", "plate.nc"], 0);
    expect(
        &here,
        &["export", "plate.nc", "-o", "p.glb", "--scale", "50"],
        0,
    );
    expect(&here, &["export", "plate.nc", "-o", "p.pvd"], 0);
    assert!(
        expect(
            &here,
            &["export", "plate.nc", "-o", "q.pvd", "--scale", "50"],
            2
        )
        .1
        .contains("Warp")
    );
    // Without its companion the rest can still be seen, and a warning says what is missing.
    fs::remove_file(here.join("plate.fields.nc")).unwrap();
    let (_, err) = expect(
        &here,
        &["plot", "plate.nc", "total_energy", "-o", "e.svg"],
        0,
    );
    assert!(err.contains("plate.fields.nc"), "{err}");
}

fn svg_of(here: &Path, at: &str) -> String {
    expect(
        here,
        &["plot", "plate.nc", "--shape", "--at", at, "-o", "at.svg"],
        0,
    );
    svg(here, "at.svg")
}
