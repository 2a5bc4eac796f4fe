//! What sensors need to remember from step to step: how far they have turned since the start, and accelerations.

use super::end_values::EndValues;
use crate::dynamics::schemes::ReactionRule;
use crate::math::{Quaternion, V3, rotation};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::NodeVelocity;
use crate::storage::{Bytes, Misfit, Stored, stored};
use crate::system::{State, System};

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

    /// Rotation vector of one of them.
    pub(super) fn vector(&self, number: usize) -> V3 {
        self.list[number].vector
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
    let oriented = system.sensors.iter().filter(|s| s.on.is_oriented(system));
    for (k, s) in oriented.enumerate() {
        visit(k, s.on.orientation(state));
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
    nodes: Vec<NodeIndex>,
}

stored!(EndAccelerations { values, known } scratch { nodes });

impl EndAccelerations {
    /// At the start; `known` says whether the state has its accelerations.
    pub fn new(system: &System, state: &State, known: bool) -> Self {
        let mut nodes: Vec<NodeIndex> = system.sensors.iter().flat_map(|s| s.on.nodes()).collect();
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
    pub fn at_end(&self, rule: ReactionRule) -> impl Fn(NodeIndex) -> NodeVelocity {
        let value = self.values.at_end(rule);
        let unknown = if self.known { 0.0 } else { f64::NAN };
        move |node: NodeIndex| {
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
fn numbers(nodes: &[NodeIndex], state: &State, own: bool) -> impl Iterator<Item = f64> {
    nodes.iter().flat_map(move |&node| {
        let a = &state.accelerations[node][usize::from(own)];
        [a.v.x, a.v.y, a.v.z, a.omega.x, a.omega.y, a.omega.z]
    })
}
