//! The model as it stands at chosen times, and what results without a model show.

use super::{expect, folder, signal, svg};
use poinsot::results::{Reader, Status, Writer};
use std::fs;
use std::path::Path;

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

/// A block that rests on the ground.
const BLOCK: &str = r#"
gravity = [0, 0, -10]
[run]
duration = 0.02
dt = 0.001
[[body]]
name = "block"
mass = 3
inertia = [1, 1, 1]
position = [0, 0, 0.0997]
[[contact_shape]]
name = "ball"
kind = "sphere"
on = "block"
radius = 0.1
[[contact_shape]]
name = "floor"
kind = "plane"
on = "ground"
[[contact]]
name = "stone"
stiffness = 1e5
friction = 0.5
"#;

#[test]
fn contact_forces_are_arrows() {
    let here = folder("forces");
    fs::write(here.join("block.toml"), BLOCK).unwrap();
    fs::write(here.join("arm.toml"), ARM).unwrap();
    expect(&here, &["run", "block.toml"], 0);
    let plot = |more: &[&str]| {
        let all = [
            "plot", "block.nc", "--shape", "--view", "front", "-o", "b.svg",
        ];
        expect(&here, &[&all, more].concat(), 0);
        svg(&here, "b.svg")
    };
    // 30 N: the floor feels as much, but stands on the ground.
    let heads = |svg: &str| svg.matches("#008ba0").count() - plot(&[]).matches("#008ba0").count();
    let plain = plot(&["--forces", "--at", "0.02"]);
    // A shaft, a head and its border, and those of the legend.
    assert_eq!(heads(&plain), 3 + 3);
    assert!(plain.contains("contact forces, 1 m =") && plain.contains("sticks"));
    let given = plot(&["--forces", "--at", "0.02", "--force-scale", "0.2 kN/m"]);
    assert!(given.contains("contact forces, 1 m = 200 N:"), "{given}");
    assert!(!plot(&[]).contains("contact forces"));
    expect(&here, &["run", "arm.toml"], 0);
    for (args, answer) in [
        (
            vec!["arm.nc", "--shape", "--forces"],
            "no [[contact_shape]]",
        ),
        (vec!["block.nc", "--forces"], "--shape"),
        (
            vec!["block.nc", "--shape", "--forces", "--scale", "2"],
            "cannot be used with",
        ),
        (
            vec!["block.nc", "--shape", "--forces", "--force-scale", "0"],
            "positive force per metre",
        ),
        (
            vec!["block.nc", "--shape", "--forces", "--force-scale", "3 m"],
            "2 kN/m",
        ),
    ] {
        let all: Vec<&str> = ["plot"].into_iter().chain(args).collect();
        let (_, err) = expect(&here, &all, 2);
        assert!(err.contains(answer), "{err}");
    }
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
    assert!(svg(&here, "bare.html").contains("\"shows\":\"joint\""));
}
