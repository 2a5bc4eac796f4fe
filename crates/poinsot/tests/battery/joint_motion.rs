//! Joints in motion: freedoms are free, coordinates measure them, angles count turns.

use crate::common::everything::PITCH;
use crate::common::random::Random;
use crate::common::state::{TIGHT, Trial, gaps};
use crate::joints::{BETWEEN, for_every_joint, jointed};
use poinsot::dynamics::schemes::EnergyPreserving;
use poinsot::math::{Quaternion, V3};
use poinsot::mechanics::joints::{CoordinateGeometry, Row};
use poinsot::mechanics::node::{NodeIncrement, NodeStage, NodeVelocity};
use poinsot::model::RotationMap;
use poinsot::model::joints::{JOINTS, JointDefinition};
use poinsot::system::{GROUND, State, System, coordinate_rate, coordinate_value};

fn about(axis: V3, angle: f64) -> Quaternion {
    Quaternion::from_scaled_axis(axis * angle)
}

/// A finite motion that the joint allows: displacement and rotation of B in the axes of A, and the coordinates.
fn free_motion(definition: &JointDefinition, rng: &mut Random) -> (V3, Quaternion, Vec<f64>) {
    let (mut d, mut q) = (V3::zeros(), Quaternion::identity());
    let mut values = Vec::new();
    for c in definition.coordinates {
        let value = match c.geometry {
            // Measured below, from the rotation as a whole; of what slides in tests of its own.
            CoordinateGeometry::RotationVector(_) | CoordinateGeometry::Along => continue,
            CoordinateGeometry::Displacement(k) => {
                let coupled = definition.rows.contains(&Row::Advance);
                d[k] = if coupled {
                    PITCH * values[0]
                } else {
                    rng.between(-1.0, 1.0)
                };
                d[k]
            }
            // Several turns either way.
            CoordinateGeometry::AngleAboutZ => rng.between(-20.0, 20.0),
            CoordinateGeometry::UniversalFirst | CoordinateGeometry::UniversalSecond => {
                rng.between(-20.0, 20.0)
            }
        };
        q *= match c.geometry {
            CoordinateGeometry::Displacement(_)
            | CoordinateGeometry::RotationVector(_)
            | CoordinateGeometry::Along => Quaternion::identity(),
            CoordinateGeometry::AngleAboutZ => about(V3::z(), value),
            CoordinateGeometry::UniversalFirst => about(V3::x(), value),
            CoordinateGeometry::UniversalSecond => about(V3::y(), value),
        };
        values.push(value);
    }
    match definition.word() {
        "spherical" | "point-on-plane" | "point-on-line" => {
            q = rng.orientation();
            values.extend(q.scaled_axis().iter());
        }
        // Any bend, no twist.
        "constant-velocity" => {
            let bend = V3::new(rng.between(-1.5, 1.5), rng.between(-1.5, 1.5), 0.0);
            q = Quaternion::from_scaled_axis(bend);
            values.extend([bend.x, bend.y]);
        }
        // The drawn length of the samples.
        "distance" => (d, q) = (0.5 * rng.unit(), rng.orientation()),
        "fixed" => {}
        kind => assert!(!values.is_empty(), "say how `{kind}` may move"),
    }
    (d, q, values)
}

/// Puts the second frame where the motion takes it, or the first if the second is on the ground.
fn place(system: &System, state: &mut State, d: V3, q: Quaternion, values: &[f64]) {
    let joint = &system.joints[0];
    let axes = joint.frames.map(|f| {
        Quaternion::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(f.axes))
    });
    let [a, b] = joint.frames;
    let world = |state: &State, side: usize| {
        let (pose, f) = (state.poses[joint.frames[side].node], joint.frames[side]);
        (pose.r + pose.q * f.at, pose.q * axes[side])
    };
    if b.node != GROUND {
        let (origin, q_A) = world(state, 0);
        let pose = &mut state.poses[b.node];
        pose.q = q_A * q * axes[1].inverse();
        pose.r = origin + q_A * d - pose.q * b.at;
    } else {
        let (origin, q_B) = world(state, 1);
        let q_A = q_B * q.inverse();
        let pose = &mut state.poses[a.node];
        pose.q = q_A * axes[0].inverse();
        pose.r = origin - q_A * d - pose.q * a.at;
    }
    for (c, value) in joint.coordinates.iter().zip(values) {
        if let Some(n) = c.node {
            state.poses[n].r.x = *value;
        }
    }
}

#[test]
fn freedoms_are_free_and_coordinates_measure_them() {
    for_every_joint(20, |definition, model, rng| {
        let kind = definition.word();
        let (system, mut state) = System::build(&model).expect("a sound model");
        let (d, q, values) = free_motion(definition, rng);
        place(&system, &mut state, d, q, &values);
        for (row, gap) in system.row_indices().zip(gaps(&system, &state)) {
            // Round-off of numbers of order one; of twenty for angles of several turns.
            assert!(
                gap.abs() < 1e-13,
                "{kind}, {}: {gap}",
                system.describe_row(row)
            );
        }
        let joint = &system.joints[0];
        let stages = system.stages(&state);
        for (c, value) in joint.coordinates.iter().zip(&values) {
            // Nearest to a guess within half a turn.
            let measured = coordinate_value(c, &joint.frames, &stages, value + 2.5);
            assert!(
                (measured - value).abs() < 1e-13,
                "{}: {measured} {value}",
                c.name
            );
        }
    });
}

#[test]
fn coordinate_rates_are_difference_quotients() {
    for_every_joint(20, |definition, model, rng| {
        let (system, mut state) = System::build(&model).expect("a sound model");
        let (d, q, values) = free_motion(definition, rng);
        place(&system, &mut state, d, q, &values);
        let joint = &system.joints[0];
        let stages = system.stages(&state);
        let h = 1e-5;
        let at = |t: f64, c: usize| {
            let moved: Vec<_> = (0..stages.len())
                .map(|n| {
                    let w = &state.velocities[n];
                    let step = NodeIncrement {
                        u: t * w.v,
                        theta: t * (stages[n].rot * w.omega),
                    };
                    NodeStage::after(system.kinds[n], &stages[n], &step)
                })
                .collect();
            coordinate_value(&joint.coordinates[c], &joint.frames, &moved, values[c])
        };
        for (k, c) in joint.coordinates.iter().enumerate() {
            let rate = coordinate_rate(c, &joint.frames, &stages, &state.velocities);
            let quotient = (at(h, k) - at(-h, k)) / (2.0 * h);
            // h^2 times a third derivative, and round-off of an angle of twenty over h.
            assert!(
                (rate - quotient).abs() < 1e-8,
                "{}: {rate} {quotient}",
                c.name
            );
        }
    });
}

/// Spins the free side about the first angle of the joint.
fn spin(system: &System, state: &mut State, speed: f64) {
    let joint = &system.joints[0];
    let side = if joint.frames[1].node == GROUND { 0 } else { 1 };
    let sign = if side == 0 { -1.0 } else { 1.0 };
    let stages = system.stages(state);
    let universal = joint.definition.word() == "universal";
    let axis = joint.frames[0].axis_at(if universal { 0 } else { 2 }, &stages);
    let f = joint.frames[side];
    let arm = state.poses[f.node].r - f.origin_at(&stages);
    let coupled = joint.definition.rows.contains(&Row::Advance);
    let advance = if coupled { PITCH } else { 0.0 };
    for w in &mut state.velocities {
        *w = NodeVelocity::default();
    }
    let omega_W = sign * speed * axis;
    state.velocities[f.node] = NodeVelocity {
        v: omega_W.cross(&arm) + sign * speed * advance * axis,
        omega: state.poses[f.node].q.inverse() * omega_W,
    };
}

#[test]
fn angles_count_turns() {
    let (dt, steps, speed) = (0.02, 600, 9.0);
    // A rotation vector is an output of at most half a turn.
    let counts = |g: CoordinateGeometry| g.is_angle() && g.can_be_unknown();
    let has_angle = |d: &&&JointDefinition| d.coordinates.iter().any(|c| counts(c.geometry));
    for definition in JOINTS.iter().filter(has_angle) {
        for between in &BETWEEN[1..] {
            let runs = [false, true].map(|unknowns| {
                let rng = &mut Random::new(5);
                let model = jointed(definition, *between, unknowns, rng);
                let (system, mut state) = System::build(&model).expect("a sound model");
                spin(&system, &mut state, speed);
                let scheme = EnergyPreserving::new(RotationMap::Cayley);
                let mut trial = Trial::from_state(system, state, scheme, TIGHT);
                trial.run(dt, steps, |_| {});
                trial.state.coordinates
            });
            for (k, c) in definition.coordinates.iter().enumerate() {
                let (measured, unknown) = (runs[0][k], runs[1][k]);
                // Two runs with different unknowns differ by the growth of round-off.
                assert!(
                    (measured - unknown).abs() < 1e-7,
                    "{}.{}: {measured} measured, {unknown} unknown",
                    definition.word(),
                    c.name
                );
                // A steady spin turns by 2 atan(speed dt / 2) in every step of `ep`. On a screw it is not steady: the
                // advance follows the angle, the speed along the axis its Cayley vector, so both ring at O(dt^2).
                let steady = !definition.rows.contains(&Row::Advance);
                if steady && c.geometry == CoordinateGeometry::AngleAboutZ {
                    let turned = steps as f64 * 2.0 * (0.5 * dt * speed).atan();
                    assert!(
                        (measured - turned).abs() < 1e-8,
                        "{}: {measured}",
                        definition.word()
                    );
                }
            }
            let angle = definition
                .coordinates
                .iter()
                .position(|c| counts(c.geometry));
            let turns = runs[0][angle.expect("filtered")].abs() / std::f64::consts::TAU;
            assert!(turns > 10.0, "{}: only {turns} turns", definition.word());
        }
    }
}
