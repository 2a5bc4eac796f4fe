//! Strains see the shape only: not where it is, not how it came there.

use crate::common::V3;
use crate::common::flexible::{RUN, mechanism, read, strains};
use crate::common::random::Random;
use crate::common::state::Trial;
use nalgebra::UnitQuaternion;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::math::cayley;
use poinsot::model::{Collocation, Model, RotationMap};
use poinsot::system::{State, System};

/// Coordinates stay near 10 m and elements are 0.2 m long: 1e-16 * 10 / 0.2 for a strain, ten times that for sums.
const EXACT: f64 = 1e-12;

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Curved and twisted beams of all orders and cables of all orders, not joined to each other.
fn curves() -> Model {
    let mut text = format!(
        r#"{RUN}
[[section]]
name = "strip"
EA = 1e5
GAy = 4e4
GJ = 20
EIy = 30
EIz = 50
mass_per_length = 0.5
inertia_per_length = [5e-4, 2e-4, 3e-4]
mass_center = [0.02, -0.01]
"#
    );
    for order in 1..=3 {
        text += &format!(
            r#"
[[beam]]
name = "beam_{order}"
spline = [[0, {order}, 0], [0.4, {order}.3, 0.1], [0.9, {order}, 0.4], [1.2, {order}, 0.9]]
section = "strip"
elements = 4
order = {order}
y_axis = [0, 1, 0]
twist = [{{ at = 0, angle = 0 }}, {{ at = "100 %", angle = "80 deg" }}]

[[cable]]
name = "rope_{order}"
spline = [[0, -{order}, 0], [0.4, -{order}.3, 0.1], [0.9, -{order}, 0.4]]
stiffness = 1e4
mass_per_length = 0.1
elements = 3
order = {order}
"#
        );
    }
    read(&text)
}

/// Turns everything by a quaternion about the origin and shifts it.
fn moved(state: &State, q: &UnitQuaternion<f64>, shift: &V3) -> State {
    let mut state = state.clone();
    for pose in state.poses.iter_mut().skip(1) {
        pose.r = q * pose.r + shift;
        pose.q = UnitQuaternion::new_normalize((q * pose.q).into_inner());
    }
    state
}

#[test]
fn rigid_motions_in_many_steps_change_no_strain() {
    for model in [curves(), mechanism(1e5)] {
        let (system, start) = System::build(&model).expect("a sound model");
        let before = strains(&system, &start);
        let rng = &mut Random::new(5);
        let mut state = start;
        for _ in 0..500 {
            // Turns of any size; the first node goes to a place near the origin.
            let turn = rng.orientation();
            let shift = rng.vector(5.0) - turn * state.poses[1].r;
            state = moved(&state, &turn, &shift);
        }
        let change = largest_difference(&strains(&system, &state), &before);
        println!("{change:.1e}");
        assert!(change < EXACT, "{change:e}");
    }
}

#[test]
fn beams_are_free_of_strain_as_drawn() {
    let mut model = curves();
    // A cable on a curve has the stretch of its chords, so only beams are drawn without any.
    model.cables.clear();
    let (system, state) = System::build(&model).expect("a sound model");
    let zero = strains(&system, &state);
    assert!(largest_difference(&zero, &vec![0.0; zero.len()]) < EXACT);
}

#[test]
fn closed_paths_of_the_nodes_leave_no_strain() {
    let (system, start) = System::build(&curves()).expect("a sound model");
    let before = strains(&system, &start);
    let rng = &mut Random::new(9);
    let mut state = start.clone();
    for _ in 0..100 {
        for pose in state.poses.iter_mut().skip(1) {
            pose.r += rng.vector(0.3);
            // As the schemes turn nodes: increments as Cayley vectors.
            pose.q = cayley::quaternion(&rng.vector(1.0)) * pose.q;
        }
    }
    assert!(largest_difference(&strains(&system, &state), &before) > 0.1);
    // The way home in two steps, each turn being the one that is left, halved.
    for part in [0.5, 1.0] {
        for (pose, home) in state.poses.iter_mut().zip(&start.poses).skip(1) {
            pose.r += part * (home.r - pose.r);
            let left = home.q * pose.q.inverse();
            let turn = UnitQuaternion::from_scaled_axis(part * left.scaled_axis());
            pose.q = UnitQuaternion::new_normalize((turn * pose.q).into_inner());
        }
    }
    let change = largest_difference(&strains(&system, &state), &before);
    println!("{change:.1e}");
    assert!(change < EXACT, "{change:e}");
}

/// A stress-free curved beam in free flight without rotation stays free of strain.
///
/// Positions are rounded at every step, by `EPSILON` times the distance from the origin, which strains the elements between
/// neighbouring nodes. `ed` forgets that; `ep` keeps energy, so the strains of all steps stay and add up like a random walk
/// (seen: 3.5e-13 after 50 steps, 1e-12 after 200, 6e-12 after 800). The largest of some hundred strains is within four standard
/// deviations.
#[test]
fn drifting_curves_stay_free_of_strain() {
    const STEPS: usize = 200;
    const DT: f64 = 0.02;
    fn drift<S: Integrator>(scheme: S) -> f64 {
        let mut model = curves();
        model.cables.clear();
        for b in &mut model.beams {
            b.motion.velocity = V3::new(1.0, -2.0, 0.5);
        }
        let mut trial = Trial::new(&model, scheme);
        trial.run(DT, STEPS, |_| {});
        let now = strains(&trial.system, &trial.state);
        largest_difference(&now, &vec![0.0; now.len()])
    }
    // Where the farthest beam arrives, and a quarter of an element: the least distance of nodes of order 3.
    let distance = 3.0 + V3::new(1.0, -2.0, 0.5).norm() * DT * STEPS as f64;
    let spacing = 0.1;
    let walked = 4.0 * (STEPS as f64).sqrt() * f64::EPSILON * distance / spacing;
    for (strain, limit) in [
        (drift(EnergyPreserving::new(RotationMap::Cayley)), walked),
        (
            drift(EnergyDecaying::new(0.0, Collocation::Radau, false)),
            EXACT,
        ),
        (
            drift(EnergyDecaying::new(0.0, Collocation::Radau, true)),
            EXACT,
        ),
    ] {
        println!("{strain:.1e} of {limit:.1e}");
        assert!(strain < limit, "{strain:e}");
    }
}

#[test]
fn a_spinning_curve_comes_back_to_its_strains() {
    let mut model = curves();
    for b in &mut model.beams {
        b.motion.angular_velocity = V3::new(2.0, 1.0, -3.0);
    }
    // A free cable goes slack, which is a corner in its law and forgets.
    model.cables.clear();
    let mut trial = Trial::new(&model, EnergyPreserving::new(RotationMap::Cayley));
    let before = strains(&trial.system, &trial.state);
    trial.run(0.01, 100, |_| {});
    let far = largest_difference(&strains(&trial.system, &trial.state), &before);
    for w in &mut trial.state.velocities {
        w.v = -w.v;
        w.omega = -w.omega;
    }
    trial.run(0.01, 100, |_| {});
    let back = largest_difference(&strains(&trial.system, &trial.state), &before);
    println!("strained by {far:.1e}, back to {back:.1e}");
    // `ep` is symmetric in time. Two hundred steps with the round-off of 1e-13 of Newton's iteration, not amplified: 1e-10.
    assert!(far > 1e-4 && back < 1e-10, "{far:e} {back:e}");
}
