//! Steady rotation is an equilibrium in a turning frame, and a run that starts there turns on.

use super::{outputs, run, simulation};

/// A bar on a hub that turns about z.
fn blade(head: &str, hub: &str) -> String {
    format!(
        "{head}\n[turning]\nangular_velocity = [0, 0, 50]\n\
         [[section]]\nname = \"bar\"\nEA = 2e4\nGAy = 1e4\nGJ = 20\nEIy = 30\nEIz = 40\nmass_per_length = 1.5\ninertia_per_length = [2e-3, 1e-3, 1e-3]\n\
         [[body]]\nname = \"hub\"\nmass = 5\ninertia = [0.1, 0.1, 0.2]\nposition = [0, 0, 0]\n\
         [[beam]]\nname = \"blade\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nsection = \"bar\"\nz_axis = [0, 0, 1]\nelements = 6\n\
         [[joint]]\nname = \"root\"\nkind = \"fixed\"\nbetween = [\"hub\", \"blade.start\"]\n\
         [[sensor]]\nname = \"tip\"\non = \"blade.end\"\n\
         [[joint]]\nname = \"shaft\"\nkind = \"revolute\"\nbetween = [\"ground\", \"hub\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n{hub}"
    )
}

const DRIVE: &str = "[[motion]]\nname = \"drive\"\non = \"shaft.angle\"\nvalue = \"50*t\"\n";

#[test]
fn a_bar_is_stretched_as_the_exact_solution_says() {
    // EA u'' + m W^2 (x + u) = 0: the tip is at tan(k L)/k, k = W sqrt(m/EA).
    let k = 50.0 * (1.5f64 / 2e4).sqrt();
    let exact = k.tan() / k;
    let mut errors = Vec::new();
    for hub in [DRIVE, ""] {
        let rows = outputs(&blade("[statics]", hub), &["tip.point.x", "tip.point.y"]);
        let last = rows.last().expect("a point");
        errors.push((last[0].hypot(last[1]) - exact).abs());
    }
    println!("stretched {exact}: {errors:?}");
    // Masses are lumped with Gauss-Lobatto weights: h^6 of a smooth solution.
    assert!(errors.iter().all(|e| *e < 1e-6), "{errors:?}");
}

fn radius_error(scheme: &str, dt: f64, hub: &str) -> f64 {
    let head = format!(
        "gravity = [0, 0, -9.81]\n[run]\nduration = 0.2\ndt = {dt}\nstart = \"equilibrium\"\nscheme = \"{scheme}\"\n"
    );
    let mut sim = simulation(&blade(&head, hub)).expect("there is a steady rotation");
    let start = sim.state().clone();
    run(&mut sim);
    // Heights and distances from the axis stay.
    let pairs = start.poses.iter().zip(&sim.state().poses);
    let kinds = sim.system().kinds.iter();
    pairs
        .zip(kinds)
        .filter(|(_, kind)| !kind.is_coordinate())
        .map(|((a, b), _)| {
            let radius = |r: &nalgebra::Vector3<f64>| r.x.hypot(r.y);
            (radius(&a.r) - radius(&b.r)).hypot(a.r.z - b.r.z)
        })
        .fold(0.0, f64::max)
}

#[test]
fn a_spinning_blade_keeps_its_shape() {
    for scheme in ["ep", "ed", "generalized-alpha"] {
        for hub in [DRIVE, ""] {
            let errors = [2e-3, 1e-3].map(|dt| radius_error(scheme, dt, hub));
            println!("{scheme} {errors:?}");
            // Second order of the schemes: the chord of a step of 0.1 rad is short of the arc. With `ep` and nothing that drives it,
            // the steady rotation is exact.
            assert!(
                errors[0] < 2e-3 && errors[1] < (errors[0] / 3.0).max(1e-13),
                "{scheme} {errors:?}"
            );
        }
    }
}

#[test]
fn what_does_not_turn_is_refused() {
    let head = "[run]\nduration = 0.2\ndt = 0.001\nstart = \"equilibrium\"\n";
    let force = "[[force]]\nname = \"wind\"\non = \"hub\"\nvalue = [1, 0, 0]\n";
    let problems = simulation(&blade(head, force)).err().expect("not steady");
    assert!(problems[0].message.contains("force `wind`") && problems[0].place.line > 0);
    let slow = DRIVE.replace("50*t", "40*t");
    let problems = simulation(&blade(head, &slow)).err().expect("not steady");
    assert!(problems[0].message.contains("`drive`"), "{problems:?}");
    assert!(problems[0].place.line > 0);
    let tilted = blade(
        "gravity = [0, -9.81, 0]\n[run]\nduration = 0.2\ndt = 0.001\nstart = \"equilibrium\"\n",
        DRIVE,
    );
    let sim = simulation(&tilted).expect("only a warning");
    assert!(
        sim.start_lines(true)
            .iter()
            .any(|l| l.contains("across the axis"))
    );
}
