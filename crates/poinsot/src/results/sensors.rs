//! What sensors say beside position and velocity: how far they have turned since the start, and their accelerations.

use super::columns::{Columns, XYZ};
use super::end_values::EndValues;
use super::lines;
use crate::dynamics::schemes::ReactionRule;
use crate::math::{M3, Quaternion, V3, rotation};
use crate::mechanics::node::{NodeKind, NodeStage, NodeVelocity};
use crate::storage::{Bytes, Misfit, Stored, stored};
use crate::system::{LineKind, LineSensorInfo, SensorInfo, State, System};

/// Sensors that have an orientation: on bodies, then on beams.
fn turning(system: &System) -> (Vec<&SensorInfo>, Vec<&LineSensorInfo>) {
    let body = |s: &&SensorInfo| system.kinds[s.node] == NodeKind::Frame;
    let beam = |s: &&LineSensorInfo| system.lines[s.line].kind == LineKind::Beam;
    (
        system.sensors.iter().filter(body).collect(),
        system.line_sensors.iter().filter(beam).collect(),
    )
}

/// The columns of [`rows`].
pub fn columns(system: &System, list: &mut Columns) {
    let (bodies, beams) = turning(system);
    let bodies = bodies.iter().map(|s| s.name.clone());
    let names = bodies.chain(beams.iter().map(|s| s.name.clone())).collect();
    list.group(
        "turning_sensor",
        names,
        &[
            (
                "point_rotation",
                "rad",
                "rotation vector of a sensor since the start, world axes, unwrapped over full turns",
                Some(XYZ),
            ),
            (
                "point_angular_velocity",
                "rad/s",
                "angular velocity of a sensor, world axes",
                Some(XYZ),
            ),
            (
                "point_angular_acceleration",
                "rad/s^2",
                "angular acceleration of a sensor, world axes",
                Some(XYZ),
            ),
        ],
    );
}

/// Appends linear accelerations of all sensors.
pub fn accelerations(
    system: &System,
    state: &State,
    stages: &[NodeStage],
    acceleration: &dyn Fn(usize) -> NodeVelocity,
    row: &mut Vec<f64>,
) {
    let at = |node: usize, arm: &V3| {
        let (omega, a) = (&state.velocities[node].omega, acceleration(node));
        a.v + stages[node].rot * (a.omega.cross(arm) + omega.cross(&omega.cross(arm)))
    };
    for s in &system.sensors {
        row.extend(at(s.node, &s.at).iter());
    }
    for s in &system.line_sensors {
        let mut sum = V3::zeros();
        for (weight, on) in lines::carriers(system, s) {
            sum += weight * at(on.node, &(on.at + on.axes * s.at));
        }
        row.extend(sum.iter());
    }
}

/// Appends rotations, angular velocities and angular accelerations. Between the nodes of a beam the latter two are interpolated.
pub fn rows(
    system: &System,
    state: &State,
    stages: &[NodeStage],
    acceleration: &dyn Fn(usize) -> NodeVelocity,
    turns: &SensorTurns,
    row: &mut Vec<f64>,
) {
    for turn in &turns.list {
        row.extend(turn.vector.iter());
    }
    let (bodies, beams) = turning(system);
    let velocity = |node: usize| stages[node].rot * state.velocities[node].omega;
    // The derivative of R omega is R omega', because omega x omega vanishes.
    let change = |node: usize| stages[node].rot * acceleration(node).omega;
    let of: [&dyn Fn(usize) -> V3; 2] = [&velocity, &change];
    for value in of {
        for s in &bodies {
            row.extend(value(s.node).iter());
        }
        for s in &beams {
            let parts = lines::carriers(system, s);
            let sum = parts.map(|(weight, on)| weight * value(on.node));
            row.extend(sum.fold(V3::zeros(), |a, b| a + b).iter());
        }
    }
}

/// How far all sensors with an orientation have turned since the start, followed from step to step.
#[derive(Clone, Debug, Default)]
pub struct SensorTurns {
    list: Vec<Turn>,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    first: Quaternion,
    last: Quaternion,
    vector: V3,
}

stored!(Turn {
    first,
    last,
    vector
});

impl Stored for SensorTurns {
    fn store(&self, out: &mut Vec<u8>) {
        self.list.store(out);
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.list.load(from)
    }
}

impl SensorTurns {
    /// Nothing has turned yet.
    pub fn new(system: &System, state: &State) -> Self {
        let mut list = Vec::new();
        each(system, state, |_, q| {
            list.push(Turn {
                first: q,
                last: q,
                vector: V3::zeros(),
            });
        });
        SensorTurns { list }
    }

    /// A step has led to this state. Within it nothing turns by half a turn or more, so the shortest rotation between its ends is
    /// what a sensor has turned.
    pub fn follow(&mut self, system: &System, state: &State) {
        each(system, state, |k, q| {
            let turn = &mut self.list[k];
            let turned = rotation::log(&(q * turn.last.inverse()));
            let before = turn.last * turn.first.inverse();
            turn.vector = rotation::continued(&turn.vector, &before, &turned);
            turn.last = q;
        });
    }
}

/// Visits the orientation of every sensor that has one.
fn each(system: &System, state: &State, mut visit: impl FnMut(usize, Quaternion)) {
    let mut k = 0;
    for s in &system.sensors {
        if system.kinds[s.node] == NodeKind::Frame {
            visit(k, state.poses[s.node].q);
            k += 1;
        }
    }
    for s in &system.line_sensors {
        if system.lines[s.line].kind == LineKind::Beam {
            let rot = |node: usize| -> M3 { rotation::matrix(&state.poses[node].q) };
            let axes = lines::sensor_axes(system, s, &rot);
            visit(k, rotation::quaternion_from_matrix(&axes));
            k += 1;
        }
    }
}

/// Accelerations of the nodes that carry sensors, at the end of a step: continued as reactions are (sen.1).
#[derive(Clone, Debug)]
pub struct EndAccelerations {
    /// Six numbers of every node that is followed: linear in world axes, angular in those of the node.
    values: EndValues,
    /// Whether there are any: parts without mass have none to give at the start.
    known: bool,
    /// The nodes, in rising order.
    nodes: Vec<usize>,
}

stored!(EndAccelerations { values, known } scratch { nodes });

impl EndAccelerations {
    /// At the start; `known` says whether the state has its accelerations.
    pub fn new(system: &System, state: &State, known: bool) -> Self {
        let bodies = system.sensors.iter().map(|s| s.node);
        let lines = system.line_sensors.iter();
        let carriers = lines.flat_map(|s| lines::carriers(system, s).map(|(_, on)| on.node));
        let mut nodes: Vec<usize> = bodies.chain(carriers).collect();
        nodes.sort_unstable();
        nodes.dedup();
        EndAccelerations {
            values: EndValues::new(numbers(&nodes, state, true).collect()),
            known,
            nodes,
        }
    }

    /// A step was made; `own` says whether the scheme has accelerations of its own instead of means over steps.
    pub fn push(&mut self, state: &State, dt: f64, own: bool) {
        let values = numbers(&self.nodes, state, own);
        match std::mem::replace(&mut self.known, true) {
            true => self.values.push(dt, values),
            // Nothing is behind the first step: its mean has to serve for its end.
            false => self.values.restart(values),
        }
    }

    /// The state holds accelerations of this very instant.
    pub fn renew(&mut self, state: &State) {
        self.known = true;
        self.values.restart(numbers(&self.nodes, state, true));
    }

    /// Acceleration of a node that carries a sensor, now.
    pub fn at_end(&self, rule: ReactionRule) -> impl Fn(usize) -> NodeVelocity {
        let value = self.values.at_end(rule);
        let unknown = if self.known { 0.0 } else { f64::NAN };
        move |node| {
            let Ok(at) = self.nodes.binary_search(&node) else {
                return NodeVelocity::default();
            };
            let vector = |first: usize| V3::from_fn(|k, _| value(6 * at + first + k) + unknown);
            NodeVelocity {
                v: vector(0),
                omega: vector(3),
            }
        }
    }
}

/// Accelerations of nodes in a state: the true ones of a scheme that has them, or the means over the last step.
fn numbers(nodes: &[usize], state: &State, own: bool) -> impl Iterator<Item = f64> {
    nodes.iter().flat_map(move |&node| {
        let a = &state.accelerations[node][usize::from(own)];
        [a.v.x, a.v.y, a.v.z, a.omega.x, a.omega.y, a.omega.z]
    })
}
