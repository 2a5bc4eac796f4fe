//! Sensors and forces anywhere inside of solids.

use crate::{MATERIALS, column, last, with_room};
use poinsot::model::{Severity, Source, read_model};

/// A bar under uniform tension, with distorted elements: a wedge-like block whose inner points lie off the lattice.
fn bar(element: &str, more: &str) -> String {
    format!(
        r#"[statics]
[[solid]]
name = "bar"
volume = "block"
size = [1, 0.2, 0.1]
elements = [3, 2, 2]
grading = [1.7, 0.6, 1.3]
element = "{element}"
material = "steel"
[[support]]
name = "a"
on = "bar.face1"
fixed = ["x"]
[[support]]
name = "b"
on = "bar.face3"
fixed = ["y"]
[[support]]
name = "c"
on = "bar.face5"
fixed = ["z"]
[[surface_load]]
name = "pull"
on = "bar.face2"
traction = [1e7, 0, 0]
{more}"#
    )
}

const PLACES: [[f64; 3]; 4] = [
    [0.123, 0.071, 0.033],
    [0.77, 0.199, 0.052],
    [0.5, 0.0, 0.0999],
    [0.999, 0.013, 0.087],
];

/// Displacements that are linear in the place are met exactly, stresses are those of the elements.
#[test]
fn linear_fields_are_exact_at_sensors() {
    with_room(|| {
        for element in ["hex8", "hex20", "hex27", "tet10"] {
            let mut more = String::new();
            for (k, at) in PLACES.iter().enumerate() {
                more += &format!("[[sensor]]\nname = \"s{k}\"\non = \"bar@{at:?}\"\n");
            }
            more += "[[sensor]]\nname = \"far\"\non = \"bar@[1, 0.2, 0.1]\"\n";
            let (layout, row) = last(&bar(element, &more));
            let value = |name: &str| row[column(&layout, name)];
            let size = [1.0, 0.2, 0.1];
            let stretch: Vec<f64> = ["x", "y", "z"]
                .iter()
                .zip(size)
                .map(|(axis, size)| value(&format!("far.point.{axis}")) / size)
                .collect();
            assert!(stretch[0] > 1.0 + 4e-5 && stretch[1] < 1.0 - 1e-5);
            for (k, at) in PLACES.iter().enumerate() {
                for (i, axis) in ["x", "y", "z"].iter().enumerate() {
                    let off = value(&format!("s{k}.point.{axis}")) - stretch[i] * at[i];
                    assert!(off.abs() < 1e-11, "{element} {k} {axis}: {off:e}");
                }
                let stress = value(&format!("s{k}.point_stress.xx"));
                assert!((stress / 1e7 - 1.0).abs() < 1e-4, "{element}: {stress}");
                let same = value("far.point_stress.xx");
                assert!((stress / same - 1.0).abs() < 1e-8, "{stress} {same}");
                let mises = value(&format!("s{k}.point_von_mises"));
                assert!((mises / stress - 1.0).abs() < 1e-7, "{mises}");
            }
        }
    });
}

/// A force between nodes has the resultant and the moment that it would have at its place.
#[test]
fn forces_between_nodes_have_their_moment() {
    with_room(|| {
        for element in ["hex8", "hex20", "tet10"] {
            let text = format!(
                r#"[statics]
[[solid]]
name = "block"
volume = "block"
size = [0.4, 0.3, 0.2]
elements = [3, 2, 2]
element = "{element}"
material = "steel"
[[support]]
name = "wall"
on = "block.face1"
[[force]]
name = "f"
on = "block@[0.31, 0.07, 0.113]"
value = [3, -5, 2]
"#
            );
            let (layout, row) = last(&text);
            let vector = |name: &str| {
                ["x", "y", "z"].map(|axis| row[column(&layout, &format!("{name}.{axis}"))])
            };
            let force = vector("wall.support_force");
            let moment = vector("wall.support_moment");
            // About the middle of the points of the wall.
            let [x, y, z] = [0.31, 0.07 - 0.15, 0.113 - 0.1];
            let [a, b, c] = [3.0, -5.0, 2.0];
            let exact = [y * c - z * b, z * a - x * c, x * b - y * a];
            for k in 0..3 {
                assert!(
                    (force[k] + [a, b, c][k]).abs() < 1e-6,
                    "{element} {force:?}"
                );
                // Displacements of 1e-9 m move the force.
                assert!(
                    (moment[k] + exact[k]).abs() < 1e-6,
                    "{element} {moment:?} {exact:?}"
                );
            }
        }
    });
}

/// Places outside are met at the nearest place, with a warning that names the distance.
#[test]
fn places_outside_are_reported() {
    let sensor = "[[sensor]]\nname = \"s\"\non = \"bar@[0.4, 0.25, 0.05]\"\n";
    let text = format!("{}{MATERIALS}", bar("hex8", sensor));
    let (_, problems) = read_model(&Source::new("model.toml", text)).expect("a sound model");
    let found = problems.iter().find(|p| p.severity == Severity::Warning);
    let message = &found.expect("a warning").message;
    assert!(
        message.contains("[0.400000, 0.200000, 0.050000], 5.000e-2 m away"),
        "{message}"
    );
}

/// A load per volume has its resultant and its moment, in all elements.
#[test]
fn loads_per_volume_have_their_moment() {
    with_room(|| {
        for element in ["hex8", "hex20", "hex27", "tet10"] {
            let text = format!(
                r#"[statics]
[[solid]]
name = "block"
volume = "block"
size = [0.4, 0.3, 0.2]
elements = [3, 2, 2]
grading = [1.7, 0.6, 1.3]
element = "{element}"
material = "steel"
[[support]]
name = "wall"
on = "block.face1"
[[volume_load]]
name = "field"
on = "block"
force = [300, 0, -500]
"#
            );
            let (layout, row) = last(&text);
            let value = |name: &str| row[column(&layout, name)];
            let volume = 0.4 * 0.3 * 0.2;
            let [x, z] = ["x", "z"].map(|axis| value(&format!("wall.support_force.{axis}")));
            assert!((x + 300.0 * volume).abs() < 1e-6, "{element} {x}");
            assert!((z - 500.0 * volume).abs() < 1e-6, "{element} {z}");
            // About the middle of the points of the wall, which a graded mesh has off the middle of the face.
            let labels = &layout
                .axes
                .iter()
                .find(|a| a.name == "solid_node")
                .expect("nodes")
                .labels;
            let at = |n: &String, axis: &str| value(&format!("{n}.node_position.{axis}"));
            let wall: Vec<_> = labels.iter().filter(|n| at(n, "x").abs() < 1e-12).collect();
            let height = wall.iter().map(|n| at(n, "z")).sum::<f64>() / wall.len() as f64;
            let exact = (0.1 - height) * 300.0 * volume + 0.2 * 500.0 * volume;
            let moment = value("wall.support_moment.y");
            assert!((moment + exact).abs() < 1e-6, "{element} {moment} {exact}");
        }
    });
}
