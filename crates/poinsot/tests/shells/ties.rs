//! Ties by distribution: what they leave free, what they carry, what they conserve.

use crate::models::{PLATE, column, last, model, problem};
use poinsot::results::Memory;
use poinsot::simulation::{Options, Simulation};

/// A plate on rollers along edge 4, its other end tied to a body that is pulled.
fn pulled(element: &str, kind: &str, force: &str) -> String {
    let plate = PLATE.replace("section =", &format!("element = \"{element}\"\nsection ="));
    format!(
        "[statics]\n{plate}
[[body]]
name = \"grip\"
mass = 1
inertia = [1, 1, 1]
position = [1.3, 0.4, 0.1]
[[support]]
name = \"left\"
on = \"plate.edge4\"
fixed = [\"x\", \"z\", \"ry\"]
[[support]]
name = \"corner\"
on = \"plate.corner1\"
fixed = [\"y\"]
[[sensor]]
name = \"low\"
on = \"plate.corner2\"
[[sensor]]
name = \"high\"
on = \"plate.corner3\"
[[tie]]
name = \"pull\"
kind = \"{kind}\"
on = \"plate.edge2\"
to = \"grip\"
{force}"
    )
}

/// Resultants are per length as drawn and belong to strains `(l^2 - 1)/2` of the stretch l: a force per width p gives the one with
/// `N l = p`.
pub fn resultant(force: f64) -> f64 {
    let mut n = force;
    for _ in 0..20 {
        n = force / (1.0 + 2.0 * n / (2e11 * 0.002)).sqrt();
    }
    n
}

/// The weights of an edge are those of a uniform traction: its end contracts freely and the stress is uniform, whatever the element
/// and wherever the body is.
#[test]
fn a_pulled_end_contracts_freely() {
    let force =
        "[[force]]\nname = \"f\"\non = \"grip\"\nat = [-0.3, -0.15, -0.1]\nvalue = [1e5, 0, 0]\n";
    for element in ["s4", "s9", "s3"] {
        let (layout, row) = last(&pulled(element, "distributed", force));
        let value = |name: &str| row[column(&layout, name)];
        let nodes = layout.axes.iter().find(|a| a.name == "shell_node");
        let exact = resultant(2e5);
        let mut worst: f64 = 0.0;
        for node in &nodes.expect("nodes of a shell").labels {
            for (axis, exact) in [("x", exact), ("y", 0.0), ("z", 0.0)] {
                let n = value(&format!("{node}.shell_force.{axis}"));
                worst = worst.max((n - exact).abs() / 2e5);
            }
        }
        // Equilibria are solved to 1e-8 of the forces; a rigid end gives 0.2 here.
        assert!(worst < 1e-7, "{element}: {worst:e}");
        let carried = value("pull.tie_force.x");
        assert!((carried / 1e5 - 1.0).abs() < 1e-8, "{carried}");
        let strain = 1e5 / (0.5 * 0.002 * 2e11);
        let width = value("high.point.y") - value("low.point.y");
        // Strains are of second order in the displacements.
        let off = width / 0.5 - (1.0 - 0.3 * strain);
        assert!(off.abs() < strain * strain, "{off:e}");
    }
}

/// Rigid or by distribution, a tie carries the same force and moment.
#[test]
fn both_ties_carry_the_same() {
    let loads = "[[force]]\nname = \"f\"\non = \"grip\"\nvalue = [3e-3, 2e-4, -2e-5]\n[[moment]]\nname = \"m\"\non = \"grip\"\nvalue = [1e-6, -3e-6, 5e-5]\n";
    // Small, so that displacements hardly move the loads.
    let of = |kind: &str| {
        let text = pulled("s4", kind, loads).replace("\"ry\"]", "\"rx\", \"ry\", \"rz\"]");
        let (layout, row) = last(&text);
        let mut out = Vec::new();
        for name in ["left.support_force", "left.support_moment"] {
            out.extend(["x", "y", "z"].map(|axis| row[column(&layout, &format!("{name}.{axis}"))]));
        }
        let tie = (kind == "distributed").then(|| {
            let of =
                |what: &str, axis: &str| row[column(&layout, &format!("pull.tie_{what}.{axis}"))];
            [
                of("force", "x"),
                of("force", "y"),
                of("force", "z"),
                of("moment", "z"),
            ]
        });
        (out, tie)
    };
    let ((rigid, _), (distributed, tie)) = (of("rigid"), of("distributed"));
    for (a, b) in rigid.iter().zip(&distributed) {
        // Bending by 2e-6 m moves loads of 3e-3 N; it differs by some hundredths.
        assert!((a - b).abs() < 1e-9, "{rigid:?}\n{distributed:?}");
    }
    let [x, y, z, moment] = tie.expect("a reaction");
    for (found, exact) in [(x, 3e-3), (y, 2e-4), (z, -2e-5)] {
        assert!((found - exact).abs() < 1e-11, "{found} {exact}");
    }
    // About the middle of the edge: 5 N m and the force at its lever.
    let exact = 1e-5 * (5.0 + 0.3 * 20.0 - 0.15 * 300.0);
    assert!((moment - exact).abs() < 1e-9, "{moment} {exact}");
}

/// Energy and momenta of a free flight that deforms the patch, over a thousand steps.
fn drift(text: &str) -> [f64; 3] {
    let built = Simulation::new(model(text), Options::default());
    let mut simulation = built.unwrap_or_else(|p| panic!("{p:#?}"));
    let layout = simulation.layout().clone();
    let mut memory = Memory::new(&layout);
    simulation.run(&mut memory);
    let rows: Vec<&[f64]> = memory.rows().collect();
    let of = |row: &[f64], name: &str| row[column(&layout, name)];
    let vector =
        |row: &[f64], name: &str| ["x", "y", "z"].map(|axis| of(row, &format!("{name}.{axis}")));
    let first = rows[0];
    let norm = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let (energy, spin) = (
        of(first, "total_energy"),
        norm(vector(first, "angular_momentum")),
    );
    // Momenta are compared with that of the mass at the speed of the motion.
    let size = norm(vector(first, "linear_momentum")).max(spin);
    let mut worst = [0.0_f64; 3];
    assert_eq!(rows.len(), 1001);
    for row in &rows {
        let change = |name: &str| {
            let (a, b) = (vector(row, name), vector(first, name));
            norm([a[0] - b[0], a[1] - b[1], a[2] - b[2]])
        };
        worst[0] = worst[0].max((of(row, "total_energy") - energy).abs() / energy);
        worst[1] = worst[1].max(change("linear_momentum") / size);
        worst[2] = worst[2].max(change("angular_momentum") / spin);
    }
    let last = rows[rows.len() - 1];
    assert!(of(last, "elastic_energy") > 0.0, "nothing has moved");
    worst
}

const FLIGHT: &str = "
[run]
duration = 1
dt = 1e-3
scheme = \"ep\"
tolerance = 1e-13
[[body]]
name = \"hub\"
mass = 3
inertia = [0.1, 0.2, 0.15]
position = [1.2, 0.3, 0.1]
velocity = [0.4, 0, 0.3]
angular_velocity = [2, 1, 3]
";

/// The edge of a shell on a spinning body: rotations of its nodes count about the edge.
#[test]
fn a_shell_in_free_flight_keeps_its_momenta() {
    let plate = PLATE.replace("elements = [6, 3]", "elements = [3, 2]");
    let tie = "[[tie]]\nname = \"t\"\nkind = \"distributed\"\non = \"plate.edge2\"\nto = \"hub\"\n";
    let found = drift(&format!(
        "{FLIGHT}{plate}angular_velocity = [2, 1, 3]\n{tie}"
    ));
    // Round-off of 1e-13 relative to forces that are far larger than those of the motion, over 1000 steps.
    assert!(found.iter().all(|x| *x < 1e-10), "{found:?}");
}

/// Points without axes that springs hold together: no rotation of theirs counts.
#[test]
fn points_in_free_flight_keep_their_momenta() {
    let mut text = FLIGHT.to_owned();
    let places = [
        "[0, 0, 0]",
        "[1, 0.2, 0]",
        "[0.1, 0.9, 0.2]",
        "[0.4, 0.3, 0.8]",
    ];
    for (k, at) in places.iter().enumerate() {
        text += &format!(
            "[[point_mass]]\nname = \"p{k}\"\nmass = {}\nposition = {at}\nvelocity = [0, {k}, 0]\n",
            1 + k
        );
        for l in 0..k {
            text += &format!(
                "[[spring]]\nname = \"s{k}{l}\"\nbetween = [\"p{k}\", \"p{l}\"]\nlocal_points = [[0, 0, 0], [0, 0, 0]]\nstiffness = 500\n"
            );
        }
    }
    text += "[[tie]]\nname = \"t\"\nkind = \"distributed\"\non = [\"p0\", \"p1\", \"p2\", \"p3\"]\nto = \"hub\"\n";
    let found = drift(&text);
    assert!(found.iter().all(|x| *x < 1e-11), "{found:?}");
}

/// What cannot be tied is refused.
#[test]
fn wrong_ties_are_refused() {
    let tie = |on: &str, to: &str, more: &str| {
        format!(
            "[statics]\n{PLATE}{more}[[tie]]\nname = \"t\"\nkind = \"distributed\"\non = {on}\nto = \"{to}\"\n"
        )
    };
    let mass = "[[point_mass]]\nname = \"m\"\nmass = 1\nposition = [0, 0, 1]\n";
    for (text, expected) in [
        (tie("\"plate#3\"", "ground", ""), "are at one place"),
        (
            tie("\"plate.edge1\"", "m", mass),
            "from the mean place of the points",
        ),
        (
            tie("\"plate.edge9\"", "ground", ""),
            "no point, edge or group",
        ),
    ] {
        let found = problem(&text);
        assert!(found.contains(expected), "{expected}: {found}");
    }
}
