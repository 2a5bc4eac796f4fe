//! Ties of solids: faces that follow bodies, beams and edges of shells, and what is embedded in solids.

use crate::{MATERIALS, column, frames, last, with_room};
use poinsot::model::{Source, read_model};

/// Steel without lateral contraction: beam theory holds up to the clamped end.
const PLAIN: &str = "[[material]]\nname = \"plain\"\nyoungs = 2e11\npoisson = 0\ndensity = 7850\n";

fn block(name: &str, size: &str, elements: &str, element: &str, material: &str) -> String {
    format!(
        "[[solid]]\nname = \"{name}\"\nvolume = \"block\"\nsize = {size}\nelements = {elements}\nelement = \"{element}\"\nmaterial = \"{material}\"\n"
    )
}

/// The weights of a face are those of a uniform traction: its end contracts freely and the stress is uniform, in all elements.
#[test]
fn a_pulled_face_contracts_freely() {
    with_room(|| {
        for element in ["hex8", "hex20", "hex27", "tet10"] {
            let text = format!(
                "[statics]\n{}
[[body]]
name = \"grip\"
mass = 1
inertia = [1, 1, 1]
position = [1.3, 0.4, 0.1]
[[support]]
name = \"a\"
on = \"bar.face1\"
fixed = [\"x\"]
[[support]]
name = \"b\"
on = \"bar.face3\"
fixed = [\"y\"]
[[support]]
name = \"c\"
on = \"bar.face5\"
fixed = [\"z\"]
[[tie]]
name = \"pull\"
kind = \"distributed\"
on = \"bar.face2\"
to = \"grip\"
[[force]]
name = \"f\"
on = \"grip\"
at = [-0.3, -0.3, -0.05]
value = [2e5, 0, 0]
",
                block("bar", "[1, 0.2, 0.1]", "[4, 2, 2]", element, "steel")
            );
            let (layout, row) = last(&text);
            let nodes = layout.axes.iter().find(|a| a.name == "solid_node");
            let mut worst: f64 = 0.0;
            // 2e5 N on the deformed area: strains of 5e-5 and a third of that across.
            let exact = 2e5 / (0.02 * (1.0 - 0.3 * 5e-5_f64).powi(2));
            for node in &nodes.expect("nodes of a solid").labels {
                let stress = row[column(&layout, &format!("{node}.stress.xx"))];
                worst = worst.max((stress / exact - 1.0).abs());
            }
            // What the law adds in second order of strains of 5e-5. A rigid end gives some hundredths.
            assert!(worst < 1e-7, "{element}: {worst:e}");
            let carried = row[column(&layout, "pull.tie_force.x")];
            assert!((carried / 2e5 - 1.0).abs() < 1e-8, "{carried}");
        }
    });
}

/// A cantilever, half solid and half beam, tied both ways: bends as one beam.
#[test]
fn a_cantilever_half_solid_half_beam() {
    with_room(|| {
        for kind in ["distributed", "rigid"] {
            let text = format!(
                "[statics]\n{PLAIN}{}
[[section]]
name = \"square\"
shape = \"rectangle\"
width = 0.05
height = 0.05
material = \"plain\"
[[beam]]
name = \"boom\"
from = [0.5, 0.025, 0.025]
to = [1, 0.025, 0.025]
y_axis = [0, 1, 0]
section = \"square\"
elements = 4
[[support]]
name = \"wall\"
on = \"root.face1\"
[[tie]]
name = \"t\"
kind = \"{kind}\"
on = \"root.face2\"
to = \"boom.start\"
[[force]]
name = \"f\"
on = \"boom.end\"
value = [0, 0, -100]
[[sensor]]
name = \"tip\"
on = \"boom.end\"
",
                block("root", "[0.5, 0.05, 0.05]", "[8, 2, 2]", "hex20", "plain")
            );
            let (layout, row) = last(&text);
            let sag = 0.025 - row[column(&layout, "tip.point.z")];
            let (area, inertia) = (0.05 * 0.05, 0.05_f64.powi(4) / 12.0);
            let bent = 100.0 / (3.0 * 2e11 * inertia);
            let sheared = 100.0 / (5.0 / 6.0 * 1e11 * area);
            let off = sag / (bent + sheared) - 1.0;
            // Shear is 1.5e-3 of the whole. How faces that are clamped or tied warp changes a part of that.
            assert!(off.abs() < 1.5e-3, "{kind}: {off:e}");
        }
    });
}

fn plate(text: &str, face: &str) -> String {
    format!(
        "{text}
[[shell_section]]
name = \"sheet\"
material = \"{face}\"
thickness = 0.01
"
    )
}

/// A strip, half solid and half shell: the face follows the edge, with as many points as the edge and with more.
#[test]
fn a_cantilever_half_solid_half_shell() {
    with_room(|| {
        for (element, shell, across) in [
            ("hex20", "s4", 2),
            ("hex20", "s9", 2),
            ("hex8", "s4", 4),
            ("hex27", "s4", 3),
        ] {
            let divided = if element == "hex8" { 24 } else { 10 };
            let text = format!(
                "[statics]\n{}{}
[[shell]]
name = \"leaf\"
surface = \"patch\"
corners = [[0.25, 0, 0.005], [0.5, 0, 0.005], [0.5, 0.1, 0.005], [0.25, 0.1, 0.005]]
elements = [10, 2]
element = \"{shell}\"
section = \"sheet\"
[[support]]
name = \"wall\"
on = \"root.face1\"
[[tie]]
name = \"weld\"
kind = \"rigid\"
on = \"root.face2\"
to = \"leaf.edge4\"
[[line_load]]
name = \"f\"
on = \"leaf.edge2\"
force = [0, 0, -100]
[[sensor]]
name = \"tip\"
on = \"leaf.corner2\"
",
                plate(PLAIN, "plain"),
                block(
                    "root",
                    "[0.25, 0.1, 0.01]",
                    &format!("[{divided}, {across}, 2]"),
                    element,
                    "plain"
                )
            );
            let (layout, row) = last(&text);
            let sag = 0.005 - row[column(&layout, "tip.point.z")];
            let inertia = 0.1 * 0.01_f64.powi(3) / 12.0;
            let bent = 10.0 * 0.125 / (3.0 * 2e11 * inertia);
            let off = sag / bent - 1.0;
            // The solids' own error with such meshes is below 5e-3, shear adds 3e-4.
            assert!(off.abs() < 6e-3, "{element} {shell}: {off:e}");
        }
    });
}

/// Largest relative changes of energy, momentum and angular momentum, and the largest gap of the ledger by the energy.
fn drift(text: &str) -> [f64; 4] {
    let (layout, memory) = frames(text);
    let rows: Vec<&[f64]> = memory.rows().collect();
    let of = |row: &[f64], name: &str| row[column(&layout, name)];
    let vector =
        |row: &[f64], name: &str| ["x", "y", "z"].map(|axis| of(row, &format!("{name}.{axis}")));
    let norm = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let first = rows[0];
    let energy = of(first, "total_energy");
    let [linear, angular] =
        ["linear_momentum", "angular_momentum"].map(|name| norm(vector(first, name)));
    let mut worst = [0.0_f64; 4];
    assert!(rows.len() > 200, "the run was cut short");
    for row in &rows {
        let change = |name: &str| {
            let (a, b) = (vector(row, name), vector(first, name));
            norm([a[0] - b[0], a[1] - b[1], a[2] - b[2]])
        };
        let changes = [
            (of(row, "total_energy") - energy).abs() / energy,
            change("linear_momentum") / linear,
            change("angular_momentum") / angular,
            of(row, "energy_gap").abs() / energy,
        ];
        for (worst, change) in worst.iter_mut().zip(changes) {
            *worst = worst.max(change);
        }
    }
    let last = rows[rows.len() - 1];
    assert!(
        of(last, "elastic_energy") > 1e-6 * energy,
        "nothing has moved"
    );
    worst
}

const FLIGHT: &str = "[run]\nduration = 0.5\ndt = 2e-3\nscheme = \"ep\"\ntolerance = 1e-13\n";
const TURNING: &str = "velocity = [0.4, 0, 0.3]\nangular_velocity = [2, 1, 3]\n";

/// Solid, shell on one of its faces, body on another: a free flight keeps energy and momenta.
#[test]
fn tied_solids_in_free_flight_keep_their_momenta() {
    with_room(|| {
        let soft = "[[material]]\nname = \"soft\"\nyoungs = 2e6\npoisson = 0.3\ndensity = 1000\n";
        let text = format!(
            "{FLIGHT}{}{}{TURNING}
[[shell]]
name = \"leaf\"
surface = \"patch\"
corners = [[0.3, 0, 0.05], [0.5, 0, 0.05], [0.5, 0.1, 0.05], [0.3, 0.1, 0.05]]
elements = [2, 2]
section = \"sheet\"
{TURNING}
[[body]]
name = \"hub\"
mass = 2
inertia = [0.01, 0.02, 0.015]
position = [-0.1, 0.05, 0.05]
angular_velocity = [4, 1, 0]
[[tie]]
name = \"weld\"
kind = \"rigid\"
on = \"root.face2\"
to = \"leaf.edge4\"
[[tie]]
name = \"glue\"
kind = \"distributed\"
on = \"root.face1\"
to = \"hub\"
",
            plate(soft, "soft"),
            block("root", "[0.3, 0.1, 0.1]", "[3, 2, 2]", "hex8", "foam")
        );
        let found = drift(&text);
        // Each step leaves 1e-13 of its forces, which are some hundred times those of the motion.
        assert!(found.iter().all(|x| *x < 1e-10), "{found:?}");
    });
}

/// A cable, a beam, a point mass and a body inside of a solid: a free flight keeps energy and momenta.
#[test]
fn embedded_items_in_free_flight_keep_their_momenta() {
    with_room(|| {
        let text = format!(
            "{FLIGHT}{}{TURNING}
[[cable]]
name = \"wire\"
from = [0.02, 0.03, 0.04]
to = [0.28, 0.07, 0.06]
stiffness = 2e3
mass_per_length = 0.2
elements = 4
{TURNING}
[[section]]
name = \"bar\"
EA = 1e4
GAy = 4e3
GJ = 0.2
EIy = 0.3
EIz = 0.3
mass_per_length = 0.3
inertia_per_length = [2e-5, 1e-5, 1e-5]
[[beam]]
name = \"bar\"
from = [0.01, 0.08, 0.02]
to = [0.25, 0.08, 0.03]
y_axis = [0, 1, 0]
section = \"bar\"
elements = 3
{TURNING}
[[point_mass]]
name = \"bead\"
mass = 0.5
position = [0.11, 0.04, 0.07]
velocity = [0.4, 0, 0.3]
[[body]]
name = \"stone\"
mass = 0.5
inertia = [1e-4, 2e-4, 1.5e-4]
position = [0.21, 0.04, 0.07]
angular_velocity = [4, 1, 0]
[[tie]]
name = \"cast\"
kind = \"embedded\"
on = [\"wire\", \"bar\", \"bead\", \"stone\"]
to = \"root\"
",
            block("root", "[0.3, 0.1, 0.1]", "[3, 2, 2]", "hex20", "foam")
        );
        let found = drift(&text);
        assert!(found.iter().all(|x| *x < 1e-10), "{found:?}");
    });
}

/// A bar that is stretched between two faces, with a cable and a beam inside of it: the sum of the three stiffnesses.
#[test]
fn reinforcement_adds_its_stiffness() {
    with_room(|| {
        for element in ["hex8", "hex20", "hex27", "tet10"] {
            let text = format!(
                "[statics]\n{}
[[cable]]
name = \"wire\"
from = [0, 0.031, 0.04]
to = [1, 0.031, 0.04]
stiffness = 3e8
mass_per_length = 1
elements = 5
[[section]]
name = \"rod\"
EA = 2e8
GAy = 1e8
GJ = 1e4
EIy = 1e4
EIz = 1e4
mass_per_length = 1
inertia_per_length = [1e-3, 1e-3, 1e-3]
[[beam]]
name = \"rod\"
from = [0, 0.13, 0.063]
to = [1, 0.13, 0.063]
y_axis = [0, 1, 0]
section = \"rod\"
elements = 7
[[support]]
name = \"a\"
on = \"bar.face1\"
fixed = [\"x\"]
[[support]]
name = \"b\"
on = \"bar.face3\"
fixed = [\"y\"]
[[support]]
name = \"c\"
on = \"bar.face5\"
fixed = [\"z\"]
[[support]]
name = \"pull\"
on = \"bar.face2\"
fixed = [\"x\"]
displacement = [1e-6, 0, 0]
[[tie]]
name = \"cast\"
kind = \"embedded\"
on = [\"wire\", \"rod\"]
to = \"bar\"
",
                block("bar", "[1, 0.2, 0.1]", "[3, 2, 2]", element, "steel")
            );
            let (layout, row) = last(&text);
            let force = row[column(&layout, "pull.support_force.x")];
            let exact = (2e11 * 0.02 + 3e8 + 2e8) * 1e-6;
            // Strains of 1e-6, to the second order.
            let off = force / exact - 1.0;
            assert!(off.abs() < 3e-6, "{element}: {off:e}");
        }
    });
}

/// What is outside of the solid is refused with its distance.
#[test]
fn what_is_outside_cannot_be_embedded() {
    let refused = |more: &str, on: &str| {
        let text = format!(
            "{FLIGHT}{}{more}[[tie]]\nname = \"t\"\nkind = \"embedded\"\non = {on}\nto = \"root\"\n{MATERIALS}",
            block("root", "[0.3, 0.1, 0.1]", "[3, 2, 2]", "hex8", "foam")
        );
        let problems = read_model(&Source::new("model.toml", text)).expect_err("refused");
        format!("{problems:?}")
    };
    let bead = "[[point_mass]]\nname = \"bead\"\nmass = 1\nposition = [0.1, 0.12, 0.05]\n";
    let found = refused(bead, "\"bead\"");
    assert!(found.contains("is 2.000e-2 m outside of"), "{found}");
    let wire = "[[cable]]\nname = \"wire\"\nfrom = [0.1, 0.05, 0.05]\nto = [0.34, 0.05, 0.05]\nstiffness = 1\nmass_per_length = 1\nelements = 4\n";
    let found = refused(wire, "\"wire\"");
    assert!(found.contains("1 of the points of"), "{found}");
    assert!(found.contains("by up to 4.000e-2 m"), "{found}");
    let found = refused(wire, "\"wirr\"");
    assert!(found.contains("wire"), "{found}");
}
