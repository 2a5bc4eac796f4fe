//! Meshes of shells and solids: lines, colours, scaled displacements, sections.

use super::{expect, folder, svg};
use std::fs;
use std::path::Path;

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

/// A block that is bent by its weight.
const BLOCK: &str = r#"
title = "block"
gravity = [0, 0, -9.81]
[statics]
increment = 1
[[material]]
name = "steel"
youngs = 2.1e11
poisson = 0.3
density = 7850
[[solid]]
name = "block"
volume = "block"
size = [1, 0.2, 0.2]
elements = [6, 2, 2]
material = "steel"
[[support]]
name = "wall"
on = "block.face1"
"#;

/// A section shows the inside with its values, on the side that is asked for; planes beside the block are refused.
#[test]
fn solids_are_cut() {
    let here = folder("block");
    fs::write(here.join("block.toml"), BLOCK).unwrap();
    expect(&here, &["statics", "block.toml", "--quiet"], 0);
    let plot = |more: &[&str]| {
        let front = ["plot", "block.nc", "--shape", "--at", "1", "-o", "p.svg"];
        expect(&here, &[&front[..], more].concat(), 0);
        svg(&here, "p.svg")
    };
    let colour = ["--color", "stress.xx"];
    let (whole, cut) = (
        plot(&colour),
        plot(&["--color", "stress.xx", "--cut", "y=0.1"]),
    );
    assert!(cut.contains("cut at y=0.1") && cut != whole);
    // The viewer is in front, at smaller y: what is kept is the far half.
    let kept = plot(&["--color", "stress.xx", "--cut", "y>100 mm"]);
    let picture = |svg: &str| {
        svg.replace("y=0.1", "")
            .replace("y&gt;100 mm", "")
            .replace("y>100 mm", "")
    };
    assert_eq!(picture(&cut), picture(&kept));
    assert_ne!(
        picture(&cut),
        picture(&plot(&["--color", "stress.xx", "--cut", "y<0.1"]))
    );
    plot(&["--cut", "1,1,0=0.3"]);
    for (plane, answer) in [
        ("y=3", "m to 0.2"),
        ("y>3", "m to 0.2"),
        ("0,0,0=1", "has no length"),
        ("y", "for example x=0.05"),
    ] {
        let args = ["plot", "block.nc", "--shape", "--cut", plane];
        let (_, err) = expect(&here, &args, 2);
        assert!(err.contains(answer), "{plane}: {err}");
    }
    let (_, err) = expect(&here, &["plot", "block.nc", "--cut", "y=0.1"], 2);
    assert!(err.contains("--shape"), "{err}");
    expect(&here, &["report", "block.nc"], 0);
    assert!(svg(&here, "block.html").contains("\"tetrahedra\":"));
}
