//! Reduced bodies of our own solids: they move as the solid does, and have its stresses.

use crate::{MATERIALS, column, frames, last, with_room};
use poinsot::model::{Source, read_model};
use poinsot::results::Layout;

fn rod(element: &str, more: &str) -> String {
    format!(
        "[[solid]]\nname = \"rod\"\nvolume = \"block\"\ncorner = [0, -0.01, -0.01]\nsize = [0.4, 0.02, 0.02]\nelements = [10, 2, 2]\nelement = \"{element}\"\nmaterial = \"steel\"\n{more}"
    )
}

const REDUCED: &str = "[[reduced_body]]\nname = \"part\"\nsolid = \"rod\"\nmodes = 4\ninterfaces = [{ name = \"root\", nodes = \"face1\", to = \"ground\" }, { name = \"end\", nodes = \"face2\", to = \"tip\" }]\n";
const TIED: &str = "[[tie]]\nname = \"root\"\nkind = \"distributed\"\non = \"rod.face1\"\nto = \"ground\"\n[[tie]]\nname = \"end\"\nkind = \"distributed\"\non = \"rod.face2\"\nto = \"tip\"\n";
const TIP: &str =
    "[[body]]\nname = \"tip\"\nmass = 1e-3\ninertia = [1e-6, 1e-6, 1e-6]\nposition = [0.4, 0, 0]\n";

fn value(layout: &Layout, row: &[f64], name: &str) -> f64 {
    row[column(layout, name)]
}

/// The name of the node nearest to a place.
fn node_at(layout: &Layout, row: &[f64], at: [f64; 3]) -> String {
    let nodes = layout.axes.iter().find(|a| a.name == "solid_node");
    let far = |name: &String| -> f64 {
        let axes = ["x", "y", "z"].iter().zip(at);
        let squares = axes.map(|(axis, x)| {
            let name = format!("{name}.node_position.{axis}");
            (value(layout, row, &name) - x).powi(2)
        });
        squares.sum()
    };
    let nodes = nodes.expect("nodes of a solid").labels.iter();
    let nearest = nodes.min_by(|a, b| far(a).total_cmp(&far(b)));
    nearest.expect("a node").clone()
}

/// Under a load at its end: displacements, stresses and energy of the solid with the same ties, in all elements.
#[test]
fn a_bent_rod_has_the_stresses_of_the_solid() {
    with_room(|| {
        for element in ["hex8", "hex20", "tet10"] {
            let load = "[[force]]\nname = \"f\"\non = \"tip\"\nvalue = [0, 0, -10]\n";
            let text = |how: &str| format!("[statics]\n{TIP}{}{how}{load}", rod(element, ""));
            let (full, a) = last(&text(TIED));
            let (reduced, b) = last(&text(REDUCED));
            let sag = [(&full, &a), (&reduced, &b)].map(|(l, r)| value(l, r, "tip.position.z"));
            // Both weigh the points of a face by their areas. Rotations are 3e-4, and count in second order.
            assert!((sag[0] / sag[1] - 1.0).abs() < 1e-6, "{element} {sag:?}");
            let node = node_at(&full, &a, [0.2, 0.0, 0.01]);
            assert_eq!(node, node_at(&reduced, &b, [0.2, 0.0, 0.01]));
            for what in ["stress.xx", "von_mises"] {
                let name = format!("{node}.{what}");
                let [x, y] = [value(&full, &a, &name), value(&reduced, &b, &name)];
                assert!((x / y - 1.0).abs() < 1e-3, "{element} {what}: {x} {y}");
            }
            // M c/I; the mesh itself is worth some hundredths.
            let exact = 10.0 * 0.2 * 0.01 / (0.02_f64.powi(4) / 12.0);
            let found = value(&reduced, &b, &format!("{node}.stress.xx"));
            assert!(
                (found / exact - 1.0).abs() < 0.05,
                "{element}: {found} {exact}"
            );
            let density = value(&reduced, &b, &format!("{node}.energy_density"));
            let wanted = found * found / (2.0 * 2e11);
            assert!((density / wanted - 1.0).abs() < 0.02, "{density} {wanted}");
        }
    });
}

/// Turned about its root, it has the stress of the pull everywhere, on the axes of the world.
#[test]
fn a_turning_rod_has_the_stress_of_its_pull() {
    let text = format!(
        "[statics]\n[turning]\nangular_velocity = [0, 0, 100]\n{}{REDUCED}{}",
        rod("hex20", ""),
        TIP.replace("1e-3", "1e-9").replace("1e-6", "1e-15")
    );
    let (layout, row) = last(&text);
    let mass = value(&layout, &row, "total_mass");
    assert!((mass / (7850.0 * 0.4 * 4e-4) - 1.0).abs() < 1e-8, "{mass}");
    for x in [0.12, 0.2, 0.28] {
        let node = node_at(&layout, &row, [x, 0.0, 0.01]);
        let stress = value(&layout, &row, &format!("{node}.stress.xx"));
        let exact = 0.5 * 7850.0 * 1e4 * (0.16 - x * x);
        assert!((stress / exact - 1.0).abs() < 0.01, "{x}: {stress} {exact}");
    }
}

/// A free flight keeps energy and momenta, and nodes keep their distances but for strains.
#[test]
fn a_tumbling_part_keeps_its_momenta() {
    let turning = "velocity = [0.4, 0, 0.3]\nangular_velocity = [20, 10, 30]\n";
    let text = format!(
        "[[material]]\nname = \"soft\"\nyoungs = 2e10\npoisson = 0.3\ndensity = 7850\n[run]\nduration = 0.2\ndt = 1e-3\nscheme = \"ep\"\ntolerance = 1e-13\n{TIP}{turning}[[body]]\nname = \"hub\"\nmass = 0.5\ninertia = [1e-4, 2e-4, 1e-4]\n{turning}{}{}",
        rod("hex20", turning).replace("\"steel\"", "\"soft\""),
        REDUCED.replace("ground", "hub")
    );
    // All of it moves as one body about the origin.
    let text = text.replace(
        "position = [0.4, 0, 0]\nvelocity = [0.4, 0, 0.3]",
        "position = [0.4, 0, 0]\nvelocity = [0.4, 12, -3.7]",
    );
    let (layout, memory) = frames(&text);
    let rows: Vec<&[f64]> = memory.rows().collect();
    assert_eq!(rows.len(), 201);
    let energy = value(&layout, rows[0], "total_energy");
    let node = node_at(&layout, rows[0], [0.2, 0.0, 0.01]);
    let other = node_at(&layout, rows[0], [0.4, 0.01, 0.01]);
    for row in &rows {
        let gap = value(&layout, row, "energy_gap") / energy;
        assert!(gap.abs() < 1e-11, "{gap:e}");
        let changed = value(&layout, row, "total_energy") / energy - 1.0;
        assert!(changed.abs() < 1e-11, "{changed:e}");
        for axis in ["x", "y", "z"] {
            for what in ["linear_momentum_gap", "angular_momentum_gap"] {
                let gap = value(&layout, row, &format!("{what}.{axis}"));
                assert!(gap.abs() < 1e-11, "{what}: {gap:e}");
            }
        }
        let apart: f64 = ["x", "y", "z"]
            .iter()
            .map(|axis| {
                let at = |n: &str| value(&layout, row, &format!("{n}.node_position.{axis}"));
                (at(&node) - at(&other)).powi(2)
            })
            .sum();
        let drawn = (0.04_f64 + 1e-4).sqrt();
        assert!((apart.sqrt() / drawn - 1.0).abs() < 1e-3, "{apart}");
    }
}

#[test]
fn what_cannot_be_reduced_is_refused() {
    let problem = |text: String| {
        let problems = read_model(&Source::new("model.toml", text)).expect_err("refused");
        format!("{problems:?}")
    };
    let text = |how: &str| format!("[statics]\n{TIP}{}{how}{MATERIALS}", rod("hex8", ""));
    let found = problem(text(&REDUCED.replace("face2", "face9")));
    assert!(found.contains("no face or group \\\"face9\\\""), "{found}");
    let found = problem(text(&REDUCED.replace("\"rod\"", "\"rood\"")));
    assert!(found.contains("rood"), "{found}");
    let wall = "[[support]]\nname = \"wall\"\non = \"rod.face1\"\n";
    let found = problem(text(&format!("{REDUCED}{wall}")));
    assert!(
        found.contains("is reduced by a [[reduced_body]]"),
        "{found}"
    );
    let both = REDUCED.replace("modes", "position = [0, 0, 1]\nmodes");
    let found = problem(text(&both));
    assert!(found.contains("cannot be combined"), "{found}");
}
