//! Sliding along curves that are fixed to bodies and to the ground.

use crate::ran::run;

/// A rod that turns at 3 rad/s about one end, without weight; a bead on it, 0.1 m from the axis, at rest against the rod.
fn rod(second: &str, dt: f64, joint: &str) -> String {
    format!(
        r#"
        [run]
        duration = 0.5
        dt = {dt}
        scheme = "ep"
        [[body]]
        name = "rod"
        mass = 1
        inertia = [0.01, 0.1, 0.1]
        angular_velocity = [0, 0, 3]
        [[joint]]
        name = "axis"
        kind = "revolute"
        between = ["ground", "rod"]
        at = [0, 0, 0]
        axis = [0, 0, 1]
        [[motion]]
        name = "turn"
        on = "axis.angle"
        value = "3*t"
        {second}
        [[joint]]
        name = "hole"
        {joint}
        between = ["rod", "bead"]
        path = {{ from = [0, 0, 0], to = [1, 0, 0] }}
        "#
    )
}

const POINT: &str =
    "[[point_mass]]\nname = \"bead\"\nmass = 0.2\nposition = [0.1, 0, 0]\nvelocity = [0, 0.3, 0]";
const BODY: &str = "[[body]]\nname = \"bead\"\nmass = 0.2\ninertia = [1e-4, 2e-4, 3e-4]\nposition = [0.1, 0, 0]\nvelocity = [0, 0.3, 0]\nangular_velocity = [0, 0, 3]";

/// `r = r0 cosh(omega t)`, for a point and for a body that slides or is guided, with second order.
#[test]
fn a_bead_on_a_turning_rod_runs_outwards() {
    for (second, joint) in [
        (POINT, "kind = \"sliding\""),
        (BODY, "kind = \"sliding\""),
        (BODY, "kind = \"sleeve\""),
        (BODY, "kind = \"sleeve\"\nturns = true"),
    ] {
        let errors = [0.01, 0.005].map(|dt| {
            let ran = run(&rod(second, dt, joint));
            let error = |(t, s): (f64, f64)| (s - 0.1 * (3.0 * t).cosh()).abs();
            let times = ran.column("time");
            let course = times.into_iter().zip(ran.column("hole.s"));
            assert!(ran.gap() < 1e-11, "{joint}: {:e}", ran.gap());
            // The rate is that of the place: 0.1 * 3 sinh(3 t).
            let rate = ran.last("hole.s_rate");
            assert!((rate / (0.3 * 1.5_f64.sinh()) - 1.0).abs() < 2e-3, "{rate}");
            course.map(error).fold(0.0, f64::max)
        });
        // (omega dt)^2/12 of a motion of 0.24 m over a few time constants.
        assert!(errors[0] < 2e-4, "{joint}: {errors:?}");
        assert!(
            (errors[0] / errors[1] - 4.0).abs() < 0.15,
            "{joint}: {errors:?}"
        );
    }
}

/// A bead on the parabola `z = x^2 / 2`, 1 m from the middle, at rest.
fn parabola(dt: f64, scheme: &str) -> String {
    // The spline is natural: far from the ends, where its curvature is zero, it is the parabola to 1e-7 m.
    let point = |k: i32| {
        let x = 0.05 * f64::from(k);
        format!("[{x}, 0, {}]", 0.5 * x * x)
    };
    let points: Vec<_> = (-40..=40).map(point).collect();
    format!(
        r#"
        gravity = [0, 0, -10]
        [run]
        duration = 2
        dt = {dt}
        scheme = "{scheme}"
        [[point_mass]]
        name = "bead"
        mass = 0.2
        position = [1, 0, 0.5]
        [[joint]]
        name = "wire"
        kind = "sliding"
        between = ["ground", "bead"]
        path = {{ spline = [{}] }}
        "#,
        points.join(", ")
    )
}

/// `(1 + x^2) x'' + x x'^2 + g x = 0` by a fine Runge-Kutta method of its own.
fn reference(duration: f64) -> f64 {
    let steps = 20_000;
    let dt = duration / f64::from(steps);
    let f = |[x, v]: [f64; 2]| [v, -(x * v * v + 10.0 * x) / (1.0 + x * x)];
    let add = |a: [f64; 2], h: f64, b: [f64; 2]| [a[0] + h * b[0], a[1] + h * b[1]];
    let mut y = [1.0, 0.0];
    for _ in 0..steps {
        let a = f(y);
        let b = f(add(y, 0.5 * dt, a));
        let c = f(add(y, 0.5 * dt, b));
        let d = f(add(y, dt, c));
        for k in 0..2 {
            y[k] += dt / 6.0 * (a[k] + 2.0 * (b[k] + c[k]) + d[k]);
        }
    }
    y[0]
}

#[test]
fn a_bead_on_a_parabola_swings() {
    let exact = reference(2.0);
    let errors = [0.01, 0.005].map(|dt| {
        let ran = run(&parabola(dt, "ep"));
        for (x, z) in ran
            .column("bead.position.x")
            .iter()
            .zip(ran.column("bead.position.z"))
        {
            // The spline leaves the parabola by that much.
            assert!((z - 0.5 * x * x).abs() < 1e-6, "{x} {z}");
        }
        let [z, v] = ["bead.position.z", "bead.velocity.x"].map(|name| ran.column(name));
        for (k, z) in z.iter().enumerate() {
            let x = ran.column("bead.position.x")[k];
            // Energy: the velocity is along the wire to second order.
            let square = v[k] * v[k] * (1.0 + x * x);
            assert!((0.5 * square + 10.0 * (z - 0.5)).abs() < 200.0 * dt * dt);
        }
        assert!(ran.gap() < 1e-11, "{:e}", ran.gap());
        (ran.last("bead.position.x") - exact).abs()
    });
    assert!(errors[0] < 2e-3, "{errors:?}");
    assert!((errors[0] / errors[1] - 4.0).abs() < 0.3, "{errors:?}");
}

#[test]
fn every_scheme_swings_on_the_parabola() {
    let exact = reference(2.0);
    for scheme in ["ed", "mp-ed", "generalized-alpha"] {
        let ran = run(&parabola(0.005, scheme));
        let error = (ran.last("bead.position.x") - exact).abs();
        // Four times that of `ep`, which is 5e-4.
        assert!(error < 2e-3, "{scheme}: {error}");
    }
}

/// A block on a straight guide that falls by 3 in 5; with friction, a motor, a stop.
fn incline(more: &str, duration: f64) -> String {
    format!(
        r#"
        gravity = [0, 0, -10]
        [run]
        duration = {duration}
        dt = 0.001
        scheme = "ep"
        [[body]]
        name = "block"
        mass = 2
        inertia = [0.01, 0.01, 0.01]
        [[joint]]
        name = "guide"
        kind = "sleeve"
        between = ["ground", "block"]
        path = {{ from = [0, 0, 0], to = [4, 0, -3] }}
        {more}
        "#
    )
}

/// `a = g (3/5 - mu 4/5)`, and with an effort `F/m` more.
#[test]
fn friction_and_motors_act_along_the_line() {
    let ran = run(&incline("", 1.0));
    assert!((ran.last("guide.s") - 3.0).abs() < 1e-9);
    let friction =
        "[[friction]]\nname = \"bed\"\non = \"guide.s\"\ncoefficient = 0.25\nstiffness = 1e6";
    let ran = run(&incline(friction, 1.0));
    // Reactions are not known before the first step, so nothing holds it there: 2 m/s^2 over a millisecond, seen after a second.
    assert!(
        (ran.last("guide.s") - 2.0).abs() < 2.5e-3,
        "{}",
        ran.last("guide.s")
    );
    let motor = "[[motor]]\nname = \"drive\"\non = \"guide.s\"\neffort = -8";
    let ran = run(&incline(motor, 1.0));
    assert!((ran.last("guide.s") - 1.0).abs() < 1e-9);
}

/// A stop at the lower end: the block returns to the height it came from.
#[test]
fn a_stop_ends_the_way() {
    let stop = "[[stop]]\nname = \"end\"\non = \"guide.s\"\nupper = 3\nstiffness = 1e5";
    let ran = run(&incline(stop, 2.0));
    let s = ran.column("guide.s");
    let furthest = s.iter().copied().fold(0.0, f64::max);
    // v = 6 m/s on sqrt(k/m) = 224 rad/s.
    assert!((furthest - 3.0 - 6.0 / 223.6).abs() < 1e-3, "{furthest}");
    // An impact of pi/224 s = 14 ms later it would be back where it was.
    assert!(s.last().expect("a frame").abs() < 1e-2, "{:?}", s.last());
    assert!(ran.gap() < 1e-11);
}

/// Beyond its end a line goes on straight: without a stop a body leaves the hoop along its tangent, still guided.
#[test]
fn beyond_the_end_the_line_goes_on_straight() {
    let text = r#"
        [run]
        duration = 1
        dt = 0.002
        scheme = "ep"
        [[point_mass]]
        name = "bead"
        mass = 1
        position = [1, 0, 0]
        velocity = [0, 2, 0]
        [[joint]]
        name = "hoop"
        kind = "sliding"
        between = ["ground", "bead"]
        path = { arc = { start = [1, 0, 0], center = [0, 0, 0], axis = [0, 0, 1], angle = "57.29577951308232 deg" } }
        "#;
    let ran = run(text);
    let (x, y) = (ran.last("bead.position.x"), ran.last("bead.position.y"));
    let (sin, cos) = 1.0_f64.sin_cos();
    // The speed is kept; the pieces of the arc leave the circle by 1e-9 m, and their lengths by less; (dt)^2 for the curved part.
    assert!(
        (x - (cos - sin)).abs() < 1e-5 && (y - (sin + cos)).abs() < 1e-5,
        "{x} {y}"
    );
    assert!((ran.last("hoop.s") - 2.0).abs() < 1e-5);
}
