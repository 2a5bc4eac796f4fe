//! Laws: energy and momenta of free systems, whatever slides along whatever, with every scheme.

use crate::ran::run;

const SECTION: &str = r#"
[[section]]
name = "strip"
EA = 2e5
GAy = 1e5
GJ = 15
EIy = 18
EIz = 40
mass_per_length = 0.8
inertia_per_length = [2e-3, 1e-3, 1e-3]
"#;

/// A beam that flies and turns freely, with a body that slides along it over several elements.
fn flight(scheme: &str, kind: &str, order: usize, dt: f64) -> String {
    format!(
        r#"
        [run]
        duration = 0.5
        dt = {dt}
        scheme = "{scheme}"
        {SECTION}
        [[beam]]
        name = "beam"
        from = [0, 0, 0]
        to = [2, 0, 0]
        section = "strip"
        y_axis = [0, 1, 0]
        elements = 6
        order = {order}
        angular_velocity = [0.5, 1, 2]
        [[body]]
        name = "bead"
        mass = 1
        inertia = [0.01, 0.02, 0.03]
        position = [0.5, 0, 0.1]
        velocity = [2, 0.95, -0.5]
        angular_velocity = [0.5, 1, 2]
        [[joint]]
        name = "ring"
        kind = "{kind}"
        between = ["beam", "bead"]
        at = [0.5, 0, 0]
        "#
    )
}

/// Energy with `ep`, angular momentum with `ep` and `mp-ed`, linear momentum with all of them; with `ed` and `mp-ed` energy falls.
#[test]
fn free_flight_keeps_what_schemes_promise() {
    for kind in ["sliding", "sleeve"] {
        for order in 1..=3 {
            for scheme in ["ep", "ed", "mp-ed"] {
                let ran = run(&flight(scheme, kind, order, 0.005));
                let what = format!("{kind} {order} {scheme}");
                let s = ran.column("ring.s");
                let (first, last) = (s[0], s[s.len() - 1]);
                // Over at least one boundary of elements, which are a third of a metre apart.
                assert!((last - first).abs() > 0.34, "{what}: {first} {last}");
                // Round-off of a hundred steps.
                assert!(ran.gap() < 1e-11, "{what}: {:e}", ran.gap());
                let total = ran.column("total_energy");
                let rises = total.windows(2).map(|w| w[1] - w[0]).fold(0.0, f64::max);
                assert!(rises < 1e-10 * total[0], "{what}: {rises:e}");
                if scheme == "ep" {
                    let apart = (total[total.len() - 1] / total[0] - 1.0).abs();
                    assert!(apart < 1e-11, "{what}: {apart:e}");
                }
                for axis in ["x", "y", "z"] {
                    let kept = |name: &str| {
                        let all = ran.column(&format!("{name}.{axis}"));
                        all.iter().map(|v| (v - all[0]).abs()).fold(0.0, f64::max)
                    };
                    let linear = kept("linear_momentum");
                    assert!(linear < 1e-11, "{what}: {linear:e}");
                    if scheme != "ed" {
                        let angular = kept("angular_momentum");
                        assert!(angular < 1e-11, "{what}: {angular:e}");
                    }
                }
            }
        }
    }
}

/// Finer steps change the way by a few millionths, with the boundaries of elements on it. The order is seen where nothing vibrates:
/// on curves.
#[test]
fn free_flight_converges() {
    let at = |dt: f64| run(&flight("ep", "sliding", 3, dt)).last("ring.s");
    let [a, b, c] = [0.002, 0.001, 0.0005].map(at);
    println!(
        "differences {:.1e} m, {:.1e} m",
        (a - b).abs(),
        (b - c).abs()
    );
    // Vibrations of the beam, which the largest step does not follow, are of this size.
    assert!((a - b).abs() < 1e-5 && (b - c).abs() < 1e-5, "{a} {b} {c}");
}

/// A cable with a mass at its end runs through a ring on a moving body: energy is kept, and the cable passes elements.
#[test]
fn a_cable_runs_through_a_ring() {
    for scheme in ["ep", "ed"] {
        let ran = run(&format!(
            r#"
            gravity = [0, 0, -10]
            [run]
            duration = 0.6
            dt = 0.002
            scheme = "{scheme}"
            [[cable]]
            name = "rope"
            from = [0, 0, 0]
            to = [0, 0, -2]
            stiffness = 2e4
            mass_per_length = 0.1
            damping_time = "1 ms"
            elements = 8
            order = 1
            [[point_mass]]
            name = "weight"
            mass = 2
            position = [0, 0, -2]
            [[joint]]
            name = "knot"
            kind = "spherical"
            between = ["rope.end", "weight"]
            [[body]]
            name = "cart"
            mass = 5
            inertia = [0.1, 0.1, 0.1]
            position = [0, 0, -1]
            [[joint]]
            name = "rail"
            kind = "prismatic"
            between = ["ground", "cart"]
            at = [0, 0, -1]
            axis = [1, 0, 0]
            unknowns = ["displacement"]
            [[force]]
            name = "push"
            on = "cart"
            value = [4, 0, 0]
            [[joint]]
            name = "eyelet"
            kind = "sliding"
            between = ["rope", "cart"]
            "#
        ));
        let s = ran.column("eyelet.s");
        // Freed at its upper end, the rope falls through the ring by g t^2 / 2 = 1.8 m, less as the mass swings.
        let least = s.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(least < 0.1, "{scheme}: {least}");
        assert!(ran.gap() < 1e-10, "{scheme}: {:e}", ran.gap());
    }
}
