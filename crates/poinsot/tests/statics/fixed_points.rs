//! An equilibrium is a fixed point of every scheme.

use super::{run, simulation};

/// A bent beam with a follower force, a body on a hinge with a spring, a cable between them, a bushing and a sliding mass:
/// everything under gravity.
const FRAME: &str = r#"
[[section]]
name = "bar"
EA = 1e6
GAy = 4e5
GJ = 40
EIy = 60
mass_per_length = 0.8
inertia_per_length = [4e-4, 2e-4, 2e-4]

[[beam]]
name = "beam"
from = [0, 0, 0]
to = [1, 0, 0.2]
section = "bar"
elements = 3

[[joint]]
name = "clamp"
kind = "fixed"
between = ["ground", "beam.start"]

[[force]]
name = "pull"
on = "beam.end"
value = [0, 12, 0]
follower = true

[[body]]
name = "arm"
mass = 2
inertia = [0.02, 0.03, 0.04]
position = [2.2, 0, 0.1]

[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "arm"]
at = [2.5, 0, 0]
axis = [0, 1, 0.2]

[[spring]]
name = "coil"
on = "hinge.angle"
stiffness = 30

[[cable]]
name = "rope"
from = [1, 0, 0.2]
to = [2, 0, 0.1]
stiffness = 1e5
mass_per_drawn_length = 0.3
elements = 6
free_length = 1.02

[[joint]]
name = "eye"
kind = "spherical"
between = ["beam.end", "rope.start"]

[[joint]]
name = "hook"
kind = "spherical"
between = ["arm", "rope.end"]
at = [2, 0, 0.1]

[[body]]
name = "box"
mass = 1
inertia = [0.01, 0.01, 0.01]
position = [2.2, 0.5, 0.3]

[[bushing]]
name = "mount"
between = ["arm", "box"]
at = [2.2, 0.3, 0.3]
stiffness = [3000, 3000, 2000, 50, 50, 40]

[[point_mass]]
name = "bob"
mass = 0.5
position = [2.2, 0.5, 0]

[[spring]]
name = "link"
between = ["box", "bob"]
points = [[2.2, 0.5, 0.3], [2.2, 0.5, 0]]
stiffness = 200
free = 0.25
"#;

#[test]
fn nothing_moves_in_a_thousand_steps_of_any_scheme() {
    let schemes = [
        "scheme = \"ep\"",
        "scheme = \"ed\"",
        "scheme = \"ed\"\nrho_inf = 1",
        "scheme = \"ed\"\ncollocation = \"jump\"",
        "scheme = \"mp-ed\"",
        "scheme = \"mp-ed\"\ncollocation = \"jump\"",
        "scheme = \"generalized-alpha\"",
        "scheme = \"generalized-alpha\"\nrho_inf = 1",
        "scheme = \"hht\"",
        "scheme = \"newmark\"",
    ];
    for scheme in schemes {
        let text = format!(
            "gravity = [0, 0, -9.81]\n[run]\nduration = 1\ndt = 0.001\nstart = \"equilibrium\"\n{scheme}\n{FRAME}"
        );
        let mut sim = simulation(&text).expect("there is an equilibrium");
        let start = sim.state().clone();
        run(&mut sim);
        let (mut moved, mut turned): (f64, f64) = (0.0, 0.0);
        for (a, b) in start.poses.iter().zip(&sim.state().poses) {
            moved = moved.max((a.r - b.r).norm() / sim.system().length);
            turned = turned.max((a.q.inverse() * b.q).imag().norm() * 2.0);
        }
        println!("{scheme:?}: {moved:.1e} of the size, {turned:.1e} rad");
        // The issue's own limit; round-off leaves 1e-12 and less.
        assert!(
            moved <= 1e-10 && turned <= 1e-10,
            "{scheme}: {moved:.1e} {turned:.1e}"
        );
    }
}

#[test]
fn a_ramp_of_gravity_starts_from_its_first_value() {
    let text = "gravity = { acceleration = [0, 0, -10], scale = \"0.5 + t\" }\n\
        [run]\nduration = 0.1\ndt = 0.01\nstart = \"equilibrium\"\n\
        [[point_mass]]\nname = \"bob\"\nmass = 2\nposition = [0.3, 0, -1]\n\
        [[spring]]\nname = \"coil\"\nbetween = [\"ground\", \"bob\"]\npoints = [[0, 0, 0], [0.3, 0, -1]]\nstiffness = 100\nfree = 1\n";
    let sim = simulation(text).expect("there is an equilibrium");
    let r = sim.state().poses[1].r;
    // 2 kg under half of 10 m/s^2 on 100 N/m.
    assert!((r.z + 1.1).abs() < 1e-12 && r.x.abs() < 1e-12, "{r}");
    assert!(
        sim.start_lines(true)
            .iter()
            .any(|l| l.contains("equilibrium found"))
    );
}
