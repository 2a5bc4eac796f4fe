//! Loads that cross beams, against series and modal equations.

use crate::ran::{Ran, run};
use std::f64::consts::PI;

/// 10 m, 100 kg/m, EI = 5e6 N m^2: the first frequency is 22 rad/s; slender, so that shear and turning of sections do not matter.
const LENGTH: f64 = 10.0;
const LINE_MASS: f64 = 100.0;
const BENDING: f64 = 5e6;
/// A third of the speed that would be critical.
const SPEED: f64 = 23.4;

fn bridge(scheme: &str, mass: f64, load: &str, order: usize, elements: usize, dt: f64) -> Ran {
    let duration = LENGTH / SPEED;
    run(&format!(
        r#"
        gravity = [0, 0, 0]
        [run]
        duration = {duration}
        dt = {dt}
        scheme = "{scheme}"
        [[section]]
        name = "girder"
        EA = 1e9
        GAy = 1e9
        GJ = 1e6
        EIy = {BENDING}
        EIz = 1e7
        mass_per_length = {LINE_MASS}
        inertia_per_length = [0.2, 0.1, 0.1]
        [[beam]]
        name = "bridge"
        from = [0, 0, 0]
        to = [{LENGTH}, 0, 0]
        section = "girder"
        y_axis = [0, 1, 0]
        elements = {elements}
        order = {order}
        [[joint]]
        name = "left"
        kind = "revolute"
        between = ["ground", "bridge.start"]
        axis = [0, 1, 0]
        [[support]]
        name = "right"
        on = "bridge.end"
        fixed = ["y", "z"]
        [[point_mass]]
        name = "load"
        mass = {mass}
        velocity = [{SPEED}, 0, 0]
        [[force]]
        name = "weight"
        on = "load"
        value = {load}
        [[joint]]
        name = "wheel"
        kind = "sliding"
        between = ["bridge", "load"]
        [[motion]]
        name = "drive"
        on = "wheel.s"
        value = "{SPEED}*t"
        "#
    ))
}

/// Largest difference of the displacement under the load from a course, of the largest displacement.
fn error(ran: &Ran, exact: impl Fn(f64) -> f64) -> f64 {
    let course = ran
        .column("time")
        .into_iter()
        .zip(ran.column("load.position.z"));
    let course: Vec<_> = course.map(|(t, z)| (z, exact(t))).collect();
    let largest = course.iter().map(|(_, e)| e.abs()).fold(0.0, f64::max);
    let apart = course
        .iter()
        .map(|(z, e)| (z - e).abs())
        .fold(0.0, f64::max);
    apart / largest
}

/// Displacement under a constant force that moves at constant speed (Fryba, Vibration of Solids and Structures under Moving Loads,
/// chapter 1): `sum 2 P / (m L) sin(n w t) [sin(n w t) - (n w / w_n) sin(w_n t)] / (w_n^2 - (n w)^2)`.
fn moving_force(force: f64, t: f64) -> f64 {
    let term = |n: f64| {
        let (drive, own) = (n * PI * SPEED / LENGTH, own_frequency(n));
        let amplitude = 2.0 * force / (LINE_MASS * LENGTH) / (own * own - drive * drive);
        let course = (drive * t).sin() - drive / own * (own * t).sin();
        amplitude * course * (drive * t).sin()
    };
    (1..200).map(|n| term(f64::from(n))).sum()
}

fn own_frequency(n: f64) -> f64 {
    (n * PI / LENGTH).powi(2) * (BENDING / LINE_MASS).sqrt()
}

#[test]
fn a_moving_force_bends_a_bridge_as_the_series_says() {
    for (order, elements, tolerance) in [(3, 6, 2e-3), (2, 10, 3e-3), (1, 20, 5e-3)] {
        // What carries the force weighs next to nothing: 1e-5 of the bridge.
        let ran = bridge("ep", 0.01, "[0, 0, -2000]", order, elements, 5e-4);
        let error = error(&ran, |t| moving_force(-2000.0, t));
        println!("order {order}, {elements} elements: {error:.2e}");
        // Asked for is 0.5 %.
        assert!(error < tolerance, "{order}: {error}");
        assert!(ran.gap() < 1e-9, "{:e}", ran.gap());
    }
}

/// The displacement under a mass that moves at constant speed, from the equations of so many modes:
/// `m L/2 (q_n'' + w_n^2 q_n) = phi_n(v t) (P - M z'')`, with `z'' = sum phi q'' + 2 v phi' q' + v^2 phi'' q`.
struct MovingMass {
    mass: f64,
    force: f64,
}

const MODES: usize = 40;

impl MovingMass {
    fn rates(&self, t: f64, y: &[f64; 2 * MODES]) -> [f64; 2 * MODES] {
        let half = 0.5 * LINE_MASS * LENGTH;
        let (mut right, mut phi) = ([0.0; MODES], [0.0; MODES]);
        let mut convected = 0.0;
        for n in 0..MODES {
            let k = (n + 1) as f64 * PI / LENGTH;
            let (sin, cos) = (k * SPEED * t).sin_cos();
            phi[n] = sin;
            convected += 2.0 * SPEED * k * cos * y[MODES + n] - (SPEED * k).powi(2) * sin * y[n];
        }
        for n in 0..MODES {
            let own = own_frequency((n + 1) as f64);
            right[n] = phi[n] * (self.force - self.mass * convected) - half * own * own * y[n];
        }
        // (m L/2 + M phi phi^T) q'' = right, by the formula of Sherman and Morrison.
        let along: f64 = (0..MODES).map(|n| phi[n] * right[n]).sum();
        let square: f64 = phi.iter().map(|p| p * p).sum();
        let taken = self.mass * along / (half + self.mass * square);
        std::array::from_fn(|k| match k < MODES {
            true => y[MODES + k],
            false => (right[k - MODES] - phi[k - MODES] * taken) / half,
        })
    }

    /// Displacements under the load, 20 steps of Runge and Kutta to each step of the run.
    fn course(&self, dt: f64, count: usize) -> Vec<f64> {
        let fine = 20;
        let h = dt / fine as f64;
        let mut y = [0.0; 2 * MODES];
        let mut out = Vec::new();
        let add = |a: &[f64; 2 * MODES], h: f64, b: &[f64; 2 * MODES]| {
            std::array::from_fn(|k| a[k] + h * b[k])
        };
        for step in 0..count {
            let t = step as f64 * dt;
            let under = |n: usize| ((n + 1) as f64 * PI / LENGTH * SPEED * t).sin() * y[n];
            out.push((0..MODES).map(under).sum());
            for k in 0..fine {
                let t = t + k as f64 * h;
                let a = self.rates(t, &y);
                let b = self.rates(t + 0.5 * h, &add(&y, 0.5 * h, &a));
                let c = self.rates(t + 0.5 * h, &add(&y, 0.5 * h, &b));
                let d = self.rates(t + h, &add(&y, h, &c));
                for i in 0..2 * MODES {
                    y[i] += h / 6.0 * (a[i] + 2.0 * (b[i] + c[i]) + d[i]);
                }
            }
        }
        out
    }
}

#[test]
fn a_moving_mass_bends_a_bridge_as_its_modes_say() {
    // 300 kg on a bridge of a ton.
    let (mass, force, dt) = (300.0, -3000.0, 5e-4);
    let ran = bridge("ep", mass, "[0, 0, -3000]", 3, 8, dt);
    let frames = ran.frames.len();
    let exact = MovingMass { mass, force }.course(dt, frames);
    // The last frame ends at the support, the one before it too near to it to tell.
    let error = error(&ran, |t| exact[((t / dt).round() as usize).min(frames - 1)]);
    println!("moving mass: {error:.2e}");
    // Asked for is 0.5 % of the displacement.
    assert!(error < 5e-3, "{error}");
    assert!(ran.gap() < 1e-9, "{:e}", ran.gap());
}

/// The force of the wheel changes from step to step by no more where elements meet than elsewhere: vibrations die out with `ed`.
#[test]
fn no_force_jumps_where_elements_meet() {
    let dt = 5e-4;
    let ran = bridge("ed", 300.0, "[0, 0, -3000]", 3, 6, dt);
    let force = ran.column("wheel.reaction_force.z");
    let s = ran.column("wheel.s");
    let (mut at, mut elsewhere) = (0.0f64, 0.0f64);
    let element = LENGTH / 6.0;
    // The way onto the bridge and off it aside.
    for k in 100..force.len() - 100 {
        let jump = (force[k + 1] - force[k]).abs();
        let meets = (s[k + 1] / element).floor() > (s[k - 1] / element).floor();
        match meets {
            true => at = at.max(jump),
            false => elsewhere = elsewhere.max(jump),
        }
    }
    println!("jumps: {at:.3} N where elements meet, {elsewhere:.3} N elsewhere, of 3000 N");
    assert!(at < 1.5 * elsewhere && at < 100.0, "{at} {elsewhere}");
}

/// Two beams, one in the other: the inner one is moved out slowly and bends both under its weight.
#[test]
fn a_telescopic_boom_bends_as_two_beams_do() {
    // Outer 4 m, inner 4 m, overlap from 3 m to 1 m.
    let text = r#"
        gravity = [0, 0, -10]
        [run]
        duration = 6
        dt = 0.01
        scheme = "ed"
        [output]
        every = 0.1
        [[section]]
        name = "wide"
        EA = 1e9
        GAy = 1e9
        GJ = 1e6
        EIy = 4e6
        EIz = 4e6
        mass_per_length = 20
        inertia_per_length = [0.2, 0.1, 0.1]
        damping_time = "50 ms"
        [[section]]
        name = "narrow"
        EA = 1e9
        GAy = 1e9
        GJ = 1e6
        EIy = 1e6
        EIz = 1e6
        mass_per_length = 10
        inertia_per_length = [0.1, 0.05, 0.05]
        damping_time = "50 ms"
        [[beam]]
        name = "outer"
        from = [0, 0, 0]
        to = [4, 0, 0]
        section = "wide"
        y_axis = [0, 1, 0]
        elements = 4
        [[beam]]
        name = "inner"
        from = [1, 0, 0]
        to = [5, 0, 0]
        section = "narrow"
        y_axis = [0, 1, 0]
        elements = 4
        [[joint]]
        name = "wall"
        kind = "fixed"
        between = ["ground", "outer.start"]
        [[joint]]
        name = "foot"
        kind = "sleeve"
        between = ["outer", "shoe"]
        at = [1, 0, 0]
        [[joint]]
        name = "pin"
        kind = "revolute"
        between = ["shoe", "inner.start"]
        axis = [0, 1, 0]
        [[body]]
        name = "shoe"
        mass = 0.1
        inertia = [1e-3, 1e-3, 1e-3]
        position = [1, 0, 0]
        [[joint]]
        name = "mouth"
        kind = "sliding"
        between = ["inner", "outer.end"]
        [[motion]]
        name = "extend"
        on = "foot.s"
        value = "1 + 2*sin(min(t, 4)*pi/8)^2"
        [[sensor]]
        name = "tip"
        on = "inner.end"
        "#;
    let ran = run(text);
    // Forces on the inner beam: up at the mouth, down at its foot; both act on the outer one with the other sign.
    let (outer, inner, foot) = (4.0, 4.0, 3.0);
    let (q1, q2, shoe) = (200.0, 100.0, 1.0);
    let (b1, b2) = (4e6, 1e6);
    let mouth = q2 * inner * inner / 2.0 / (outer - foot);
    let at_foot = mouth - q2 * inner - shoe;
    // A cantilever under a force at `a`, seen at `x`, and under its weight.
    let under = |p: f64, a: f64, x: f64| {
        let (near, far) = if x < a { (x, a) } else { (a, x) };
        p * near * near * (3.0 * far - near) / (6.0 * b1)
    };
    let weight =
        |x: f64| q1 * x * x * (6.0 * outer * outer - 4.0 * outer * x + x * x) / (24.0 * b1);
    let down = |x: f64| under(mouth, outer, x) - under(at_foot, foot, x) + weight(x);
    // The inner beam: a straight line through both, and its own bending: pinned at its foot, held 1 m from it, 3 m free.
    let (span, free) = (outer - foot, inner - (outer - foot));
    let line = down(foot) + (down(outer) - down(foot)) / span * inner;
    // Slope at the mouth of a span with a weight and the moment q c^2/2 of the overhang, then the overhang itself.
    let slope = (q2 * free * free / 2.0 * span / 3.0 - q2 * span.powi(3) / 24.0) / b2;
    let own = slope * free + q2 * free.powi(4) / (8.0 * b2);
    let tip = -ran.last("tip.point.z");
    let expected = line + own;
    println!("tip: {tip:.5} m, beams: {expected:.5} m");
    // Deflections of 2 % of the length: second order in slopes, and the mass on the way to rest.
    assert!((tip / expected - 1.0).abs() < 5e-3, "{tip} {expected}");
    assert!(ran.gap() < 1e-8, "{:e}", ran.gap());
}
