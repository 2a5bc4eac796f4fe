//! A mode's frequency is the one that a run shows.

use crate::common::flexible::RUN;
use crate::common::state::{TIGHT, Trial};
use crate::linearisation::STRIP;
use crate::reference::study;
use poinsot::dynamics::schemes::EnergyPreserving;
use poinsot::math::cayley;
use poinsot::mechanics::node::NodeKind;
use poinsot::model::RotationMap;
use poinsot::system::{State, System, Unknown};
use std::f64::consts::TAU;

/// Fast Fourier transform of a power of two of numbers, in place.
fn transform(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    if n == 1 {
        return;
    }
    let half = |x: &[f64], first: usize| -> Vec<f64> {
        x.iter().skip(first).step_by(2).copied().collect()
    };
    let (mut er, mut ei) = (half(re, 0), half(im, 0));
    let (mut or, mut oi) = (half(re, 1), half(im, 1));
    transform(&mut er, &mut ei);
    transform(&mut or, &mut oi);
    for k in 0..n / 2 {
        let (c, s) = (
            (TAU * k as f64 / n as f64).cos(),
            -(TAU * k as f64 / n as f64).sin(),
        );
        let (a, b) = (c * or[k] - s * oi[k], c * oi[k] + s * or[k]);
        (re[k], im[k]) = (er[k] + a, ei[k] + b);
        (re[k + n / 2], im[k + n / 2]) = (er[k] - a, ei[k] - b);
    }
}

/// Frequency of the largest peak [rad/s], with a Hann window; between two lines `a` and `b` of the spectrum the true one lies
/// `(2 b - a)/(a + b)` behind the first.
fn peak(signal: &[f64], dt: f64) -> f64 {
    let n = signal.len();
    let window = |k: usize| 0.5 - 0.5 * (TAU * k as f64 / n as f64).cos();
    let mean = signal.iter().sum::<f64>() / n as f64;
    let mut re: Vec<f64> = (0..n).map(|k| window(k) * (signal[k] - mean)).collect();
    let mut im = vec![0.0; n];
    transform(&mut re, &mut im);
    let size = |k: usize| re[k].hypot(im[k]);
    let top = (3..n / 2 - 1)
        .max_by(|&a, &b| size(a).total_cmp(&size(b)))
        .expect("long enough");
    let first = if size(top - 1) > size(top + 1) {
        top - 1
    } else {
        top
    };
    let (a, b) = (size(first), size(first + 1));
    TAU * (first as f64 + (2.0 * b - a) / (a + b)) / (n as f64 * dt)
}

fn displaced(system: &System, state: &State, places: &[Unknown], x: &[f64]) -> State {
    let mut out = state.clone();
    for (place, x) in places.iter().zip(x) {
        let Unknown::Node { node, slot } = *place else {
            continue;
        };
        if system.kinds[node].is_coordinate() {
            out.poses[node].r.x += x;
        } else if slot < 3 {
            out.poses[node].r[slot] += x;
        } else {
            let mut turn = poinsot::math::V3::zeros();
            turn[slot - 3] = *x;
            out.poses[node].q = cayley::quaternion(&turn) * out.poses[node].q;
        }
    }
    out
}

/// Runs along the lowest modes of a model, one after the other, and compares.
fn compare(text: &str, count: usize) {
    let study = study(text);
    let (found, state) = study.modes().expect("modes");
    assert!(found.real && found.linear.unbalance.at_rest());
    let system = study.system();
    for mode in &found.list[..count] {
        let w = mode.angular_frequency();
        // The period error of `ep` is (w dt)^2/12 = 1.3e-5; 20 periods.
        let (dt, steps) = (0.0125 / w, 1 << 14);
        let shape: Vec<f64> = mode.shape.iter().map(|x| x.re).collect();
        let largest = shape.iter().fold(0.0f64, |a, b| a.max(b.abs()));
        // Frequencies change with the square of the amplitude.
        let x: Vec<f64> = shape.iter().map(|s| 1e-5 * s / largest).collect();
        let start = displaced(system, &state, &found.linear.places, &x);
        let scheme = EnergyPreserving::new(RotationMap::Cayley);
        let mut trial = Trial::from_state(system.clone(), start, scheme, TIGHT);
        // What is measured: the part of the motion along the mode, by translations alone.
        let mut signal = Vec::with_capacity(steps);
        for _ in 0..steps {
            let mut along = 0.0;
            for (place, s) in found.linear.places.iter().zip(&shape) {
                if let Unknown::Node { node, slot } = *place
                    && slot < 3
                    && matches!(system.kinds[node], NodeKind::Frame | NodeKind::Point)
                {
                    let moved = trial.state.poses[node].r[slot] - state.poses[node].r[slot];
                    along += s * system.nodes[node].mass * moved;
                }
            }
            signal.push(along);
            trial.step(dt);
        }
        let seen = peak(&signal, dt);
        let error = (seen - w).abs() / w;
        assert!(
            error < 1e-4,
            "{}: {w} in the mode, {seen} in the run, error {error:.1e}",
            mode.moves
        );
    }
}

#[test]
fn the_peak_of_a_sine_is_found() {
    let (w, dt) = (3.3, 0.01);
    let signal: Vec<f64> = (0..8192)
        .map(|k| (w * dt * k as f64 + 0.3).sin() + 2.0)
        .collect();
    assert!((peak(&signal, dt) - w).abs() < 1e-4 * w);
}

#[test]
fn a_sagging_beam_with_a_weight_vibrates_as_its_modes_say() {
    let text = format!(
        "gravity = [0, 1, -9.81]
        {RUN}
        [modes]
        about = \"equilibrium\"
        {STRIP}
        [[beam]]
        name = \"b\"
        from = [0, 0, 0]
        to = [2, 0, 0.3]
        section = \"strip\"
        elements = 2
        order = 3
        [[joint]]
        name = \"clamp\"
        kind = \"fixed\"
        between = [\"ground\", \"b.start\"]
        [[body]]
        name = \"weight\"
        mass = 2
        inertia = [0.01, 0.02, 0.01]
        position = [2.1, 0, 0.3]
        [[joint]]
        name = \"pin\"
        kind = \"revolute\"
        between = [\"b.end\", \"weight\"]
        axis = [0, 1, 0]
        "
    );
    compare(&text, 3);
}

#[test]
fn a_hanging_cable_with_a_mass_vibrates_as_its_modes_say() {
    let text = format!(
        "gravity = [0, 0, -9.81]
        {RUN}
        [modes]
        about = \"equilibrium\"
        [[cable]]
        name = \"c\"
        from = [0, 0, 0]
        to = [3, 0, 0]
        stiffness = 2e4
        free_length = 3.2
        mass_per_drawn_length = 0.3
        elements = 6
        order = 1
        [[joint]]
        name = \"l\"
        kind = \"spherical\"
        between = [\"ground\", \"c.start\"]
        [[joint]]
        name = \"r\"
        kind = \"spherical\"
        between = [\"ground\", \"c.end\"]
        "
    );
    compare(&text, 3);
}
