//! What sensors say beside position and velocity: how far they have turned since the start, and their accelerations.

use super::columns::{Columns, XYZ};
use super::lines;
use crate::checkpoint::{Bytes, Misfit, Stored, stored};
use crate::math::{M3, Quaternion, V3, rotation};
use crate::mechanics::node::{NodeKind, NodeStage, NodeVelocity};
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

/// Accelerations at the end of a step.
///
/// A scheme with accelerations of its own has them in its state. The others know the means over the last two steps, to second order
/// the values in their middles: the line through both is continued to the end of the second (sen.1).
#[derive(Clone, Debug)]
pub struct EndAccelerations {
    /// Lengths of the steps that the means are of; zero for an instant [s].
    dt_before: f64,
    dt_last: f64,
    /// Whether the older mean and the last one are there at all.
    known: [bool; 2],
}

stored!(EndAccelerations {
    dt_before,
    dt_last,
    known
});

impl EndAccelerations {
    /// At the start, whose accelerations may not be known: parts without mass have none to give.
    pub fn new(known: bool) -> Self {
        EndAccelerations {
            dt_before: 0.0,
            dt_last: 0.0,
            known: [known; 2],
        }
    }

    /// A step was made.
    pub fn push(&mut self, dt: f64) {
        self.dt_before = std::mem::replace(&mut self.dt_last, dt);
        self.known = [self.known[1], true];
    }

    /// The state holds accelerations of this very instant.
    pub fn renew(&mut self) {
        *self = EndAccelerations::new(true);
    }

    /// Acceleration of a node now; `own` says whether the scheme has accelerations of its own.
    pub fn at_end(&self, state: &State, node: usize, own: bool) -> NodeVelocity {
        let [last, before] = state.accelerations[node];
        if own {
            return before;
        }
        let span = self.dt_before + self.dt_last;
        let on = match self.known {
            [_, false] => f64::NAN,
            [false, true] => 0.0,
            _ if span == 0.0 => 0.0,
            _ => self.dt_last / span,
        };
        NodeVelocity {
            v: last.v + on * (last.v - before.v),
            omega: last.omega + on * (last.omega - before.omega),
        }
    }
}
