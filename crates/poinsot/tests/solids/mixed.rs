//! Bricks, wedges and tetrahedra in one solid, from files of Gmsh.

use crate::models::{column, last, model};
use crate::with_room;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/meshes/files");
const FILES: [&str; 5] = [
    "mixed_22_text.msh",
    "mixed_22_binary.msh",
    "mixed_41_text.msh",
    "mixed_41_binary.msh",
    "mixed.inp",
];

fn stair(file: &str, material: &str, more: &str) -> String {
    format!(
        r#"
[statics]
[[material]]
name = "soft"
youngs = 1e6
poisson = 0.25
[[solid]]
name = "stair"
volume = "mesh"
file = "{FOLDER}/{file}"
material = "{material}"
[[support]]
name = "x"
on = "stair.left"
fixed = ["x"]
[[support]]
name = "y"
on = "stair.front"
fixed = ["y"]
[[support]]
name = "z"
on = "stair.floor"
fixed = ["z"]
{more}"#
    )
}

/// With nodes of an element in a wrong order, or faces that are not found to be the same, volumes would be wrong.
#[test]
fn mixed_meshes_have_their_volume() {
    for file in FILES {
        let model = model(&stair(file, "soft", ""));
        let solid = &model.solids[0];
        let mut counts = [0; 3];
        let mut volume = 0.0;
        for &cell in &solid.cells {
            volume += solid.volume_of(cell).expect("a volume");
            counts[match solid.mesh.cells[cell].kind.points() {
                20 => 0,
                15 => 1,
                10 => 2,
                other => panic!("{other} nodes"),
            }] += 1;
        }
        assert!(counts.iter().all(|n| *n >= 8), "{file}: {counts:?}");
        // Coordinates have nine digits.
        assert!((volume - 2.7).abs() < 1e-7, "{file}: {volume}");
        let inside = poinsot::meshes::elements::enclosed_volume(&solid.mesh, &solid.faces);
        assert!((inside - volume).abs() < 1e-12, "{file}: {inside}");
    }
}

/// Patch test: one state of stress across bricks, wedges and tetrahedra.
#[test]
fn mixed_meshes_pass_the_patch_test() {
    with_room(|| {
        let pull = 2e5;
        // Linear in the Green strain: nominal stress l S, S = E (l^2 - 1)/2, and sides that contract by nu of it.
        let mut stretch: f64 = 1.0;
        for _ in 0..50 {
            let force = stretch * 0.5e6 * (stretch * stretch - 1.0) - pull;
            stretch -= force / (0.5e6 * (3.0 * stretch * stretch - 1.0));
        }
        let side = (1.0 - 0.25 * (stretch * stretch - 1.0)).sqrt();
        let exact = pull / (side * side);
        let loads = format!(
            "[[surface_load]]\nname = \"right\"\non = \"stair.right\"\ntraction = [{pull}, 0, 0]\n\
             [[surface_load]]\nname = \"step\"\non = \"stair.step\"\ntraction = [-{pull}, 0, 0]\n"
        );
        for file in ["mixed_41_binary.msh", "mixed.inp"] {
            let text = stair(file, "soft", &loads);
            let solid = &model(&text).solids[0];
            let (layout, row) = last(&text);
            let value = |name: &str| row[column(&layout, name)];
            let mut seen = 0;
            let points = solid.mesh.points.iter().zip(&solid.mesh.point_numbers);
            for (at, number) in points.step_by(7) {
                let node = format!("stair#{number}");
                for (axis, wanted) in [
                    ("x", stretch * at.x),
                    ("y", side * at.y),
                    ("z", side * at.z),
                ] {
                    let found = value(&format!("{node}.node_position.{axis}"));
                    // Coordinates of the file have nine digits, so that faces are plane to 1e-9.
                    assert!((found - wanted).abs() < 1e-8, "{node}: {found} {wanted}");
                }
                let stress = value(&format!("{node}.stress.xx"));
                assert!((stress / exact - 1.0).abs() < 1e-6, "{node}: {stress}");
                let strain = value(&format!("{node}.principal_strain.x"));
                assert!((strain - 0.5 * (stretch * stretch - 1.0)).abs() < 1e-7);
                seen += 1;
            }
            assert!(seen > 50);
        }
    });
}

/// Rubber all around which water presses: wedges and tetrahedra smooth changes of volume, bricks with 20 nodes do without.
#[test]
fn mixed_rubber_feels_pressure() {
    with_room(|| {
        let sea = "[[surface_load]]\nname = \"sea\"\non = \"stair\"\npressure = 1e6\n";
        let (layout, row) = last(&stair("mixed_22_text.msh", "rubber", sea));
        let value = |name: &str| row[column(&layout, name)];
        let ratio = value("stair.solid_volume") / 2.7;
        assert!((ratio - (1.0 - 1e6 / 2e7)).abs() < 1e-7, "{ratio}");
        for node in ["stair#1", "stair#3", "stair#100", "stair#300"] {
            let found = value(&format!("{node}.pressure"));
            assert!((found - 1e6).abs() < 1.0, "{node}: {found}");
        }
    });
}
