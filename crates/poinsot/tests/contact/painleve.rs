//! A rod that is pushed ahead on a rough floor, where rigid bodies have no motion at all (Painleve).

use crate::ran::run;

/// Half the length of the rod [m], its mass [kg], the radius of its ends [m].
const HALF: f64 = 0.5;
const MASS: f64 = 1.0;
const END: f64 = 1e-3;
/// Stiffness of the floor and of what sticks on it [N/m].
const STIFFNESS: f64 = 1e5;
const FRICTION: f64 = 2.0;
const DURATION: f64 = 0.03;
const SPEED: f64 = -1.0;

/// Place of the mass centre and angle above the floor, their rates, and the stretch of what sticks.
type Motion = [f64; 7];

/// Angle at the start, and height of the mass centre at which the lower end just touches.
fn start() -> (f64, f64) {
    // tan = 2: where the least friction is enough, 4/3.
    let angle = 2f64.atan();
    (angle, HALF * angle.sin() + END)
}

/// Normal force, force of friction, and the speed of slip.
fn forces(m: &Motion) -> (f64, f64, f64) {
    let [_, y, angle, v_x, _, omega, stretch] = *m;
    let depth = HALF * angle.sin() + END - y;
    let pressed = STIFFNESS * depth.max(0.0);
    let arm = -(HALF * angle.sin() + END);
    let slip = v_x - omega * arm;
    let limit = FRICTION * pressed;
    (pressed, -(STIFFNESS * stretch).clamp(-limit, limit), slip)
}

fn rates(m: &Motion) -> Motion {
    let (pressed, rubbed, slip) = forces(m);
    let [_, _, angle, v_x, v_y, omega, stretch] = *m;
    let arm = [-HALF * angle.cos(), -(HALF * angle.sin() + END)];
    let inertia = MASS * HALF * HALF / 3.0;
    let moment = arm[0] * pressed - arm[1] * rubbed;
    // What is stretched to the limit follows it.
    let held = STIFFNESS * stretch.abs() < FRICTION * pressed || stretch * slip < 0.0;
    let stretching = if held { slip } else { 0.0 };
    let (a_x, a_y) = (rubbed / MASS, pressed / MASS - 10.0);
    [v_x, v_y, omega, a_x, a_y, moment / inertia, stretching]
}

/// The same equations by a Runge-Kutta method of its own, with the stretch cut back to the limit after every step.
fn reference(steps: u32) -> Motion {
    let dt = DURATION / f64::from(steps);
    let (angle, height) = start();
    let mut m: Motion = [0.0, height, angle, SPEED, 0.0, 0.0, 0.0];
    let ahead = |m: &Motion, k: &Motion, h: f64| std::array::from_fn(|i| m[i] + h * k[i]);
    for _ in 0..steps {
        let k1 = rates(&m);
        let k2 = rates(&ahead(&m, &k1, 0.5 * dt));
        let k3 = rates(&ahead(&m, &k2, 0.5 * dt));
        let k4 = rates(&ahead(&m, &k3, dt));
        let k: Motion = std::array::from_fn(|i| (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0);
        m = ahead(&m, &k, dt);
        let limit = FRICTION * forces(&m).0 / STIFFNESS;
        m[6] = m[6].clamp(-limit, limit);
    }
    m
}

/// With friction of 2, `1 + 3 cos a (cos a - mu sin a) = -0.8`: a larger normal force drives the lower end deeper into the floor, so that
/// no force keeps a rigid rod above it. On a floor that gives way the force grows until the end sticks, and throws the rod up: an
/// impact without a speed of approach. It is resolved, its work is booked, and it converges to the same equations solved apart.
#[test]
fn a_rod_that_is_pushed_ahead_jams_and_is_thrown_up() {
    let fine = reference(600_000);
    let coarse = reference(300_000);
    // The reference knows itself to a hundredth of what is compared below.
    for k in 0..6 {
        assert!((fine[k] - coarse[k]).abs() < 1e-5, "{coarse:?} {fine:?}");
    }
    assert!(fine[4] > 0.1, "it is not thrown up: {fine:?}");
    let (angle, height) = start();
    let inertia = MASS * HALF * HALF / 3.0;
    for scheme in ["ep", "ed", "mp-ed"] {
        let errors = [4e-5, 2e-5, 1e-5].map(|dt| {
            let ran = run(&format!(
                r#"
                gravity = [0, 0, -10]
                [run]
                duration = {DURATION}
                dt = {dt}
                scheme = "{scheme}"
                [[body]]
                name = "rod"
                mass = {MASS}
                inertia = [1e-3, {inertia}, {inertia}]
                position = [0, 0, {height}]
                orientation = {{ axis = [0, 1, 0], angle = {} }}
                velocity = [{SPEED}, 0, 0]
                [[contact_shape]]
                name = "end"
                kind = "sphere"
                on = "rod"
                at = [{}, 0, 0]
                radius = {END}
                [[contact_shape]]
                name = "floor"
                kind = "plane"
                on = "ground"
                [[contact]]
                name = "rough"
                stiffness = {STIFFNESS}
                stick_stiffness = {STIFFNESS}
                friction = {FRICTION}
                "#,
                -angle, -HALF
            ));
            assert!(ran.gap() < 1e-11, "{scheme}: {:e}", ran.gap());
            // The largest force is that of the jam, many times the weight.
            let force = ran.column("end.touch_force.z");
            let most = force.iter().fold(0.0, |a: f64, b| a.max(*b));
            assert!(most > 100.0, "{scheme}: {most}");
            let lost = ran.column("friction_dissipation");
            assert!(lost.windows(2).all(|w| w[1] >= w[0]), "{scheme}");
            // Turning up is turning about -y.
            [
                ran.last("rod.velocity.x") - fine[3],
                ran.last("rod.velocity.z") - fine[4],
                -ran.last("rod.angular_velocity.y") - fine[5],
            ]
            .iter()
            .fold(0.0, |a: f64, b| a.max(b.abs()))
        });
        println!("{scheme}: {errors:?} of {fine:?}");
        // What sticks has a damping of the first order in the step (co.4); before it does, the force grows as exp(280 t/s).
        assert!(
            errors[2] < 0.6 * errors[1] && errors[1] < 0.6 * errors[0],
            "{scheme}: {errors:?}"
        );
        assert!(errors[2] < 0.02, "{scheme}: {errors:?}");
    }
}
