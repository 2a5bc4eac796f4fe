//! Inertia terms of mass that nodes share (in.2): those of unit masses at all nodes, times the masses between them.

use super::assemble::{PartWork, Workspace};
use super::schemes::{EquationsOfMotion, NodeStart, join};
use crate::math::{M3, V3};
use crate::mechanics::index::{NodeIndex, PerNode};
use crate::mechanics::node::{Node, NodeIncrement, NodeKind, NodeStage};
use crate::mechanics::wrench::STAGES;
use crate::system::{Assembly, State, System};

/// What a unit mass at a node would contribute to its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct UnitTerms {
    residual: [V3; STAGES],
    /// Size of what cancels in them.
    size: [V3; STAGES],
    /// The velocity whose energy the scheme takes out of the motion, at the end of a step.
    pub taken: V3,
}

impl PerNode for UnitTerms {}

/// A point with the mass of one kilogram.
pub(super) fn unit_mass() -> Node {
    Node {
        name: String::new(),
        kind: NodeKind::Point,
        mass: 1.0,
        inertia: M3::zeros(),
    }
}

/// A unit mass in place of a node, as schemes see it.
fn unit_start<'a>(
    unit: &'a Node,
    start: &'a [NodeStage],
    state: &'a State,
    n: NodeIndex,
) -> NodeStart<'a> {
    NodeStart {
        node: unit,
        stage: &start[n],
        velocity: &state.velocities[n],
        acceleration: &state.accelerations[n],
    }
}

impl Workspace {
    /// Finds the inertia terms of unit masses at the present increments, where mass is shared.
    pub(super) fn move_units(
        &mut self,
        system: &System,
        state: &State,
        scheme: &impl EquationsOfMotion,
    ) {
        for (n, terms) in system.node_indices().zip(&mut self.units) {
            if system.shared_mass.places(n).is_empty() {
                continue;
            }
            let start = unit_start(&self.unit, &self.start, state, n);
            let steps: [NodeIncrement; STAGES] = std::array::from_fn(|y| self.steps[y][n]);
            let forces = scheme.inertia_alone(&start, &steps, &self.ends[0][n].rot);
            for r in 0..scheme.stages() {
                terms.residual[r] = forces.residual[r].fixed_rows::<3>(0).into();
                terms.size[r] = forces.size[r].fixed_rows::<3>(0).into();
            }
        }
    }

    /// Energy that the scheme takes out of the motion of shared mass [J].
    pub(super) fn taken_from_shared_mass(&self, system: &System) -> f64 {
        let nodes = system.node_indices().zip(&self.units);
        let taken = nodes.map(|(n, unit)| {
            let momentum = system.shared_mass.times(n, |l| self.units[l].taken);
            0.5 * unit.taken.dot(&momentum)
        });
        taken.sum()
    }
}

impl<S: EquationsOfMotion> PartWork<'_, S> {
    /// Adds the terms of shared mass to the rows of some nodes, and to their columns of the tangent.
    pub(super) fn shared_inertia(
        &self,
        nodes: impl Iterator<Item = NodeIndex>,
        sink: &mut Assembly,
    ) {
        let shared = &self.system.shared_mass;
        if shared.is_empty() {
            return;
        }
        let none = V3::zeros();
        for n in nodes {
            let places = shared.places(n);
            if places.is_empty() {
                continue;
            }
            for r in 0..self.iv.stages {
                let force = shared.times(n, |l| self.units[l].residual[r]);
                let sizes = shared.row(n).map(|(l, m)| m.abs() * self.units[l].size[r]);
                sink.inertia(n, r, &join(&force, &none), &join(&sizes.sum(), &none));
            }
            if !self.tangent {
                continue;
            }
            let start = unit_start(self.unit, self.start, self.state, n);
            let steps = [self.steps[0][n], self.steps[1][n]];
            let tangent = self.scheme.inertia(&start, &steps, true).tangent;
            for (entry, (l, mass)) in places.zip(shared.row(n)) {
                for r in 0..self.iv.stages {
                    for y in 0..self.iv.stages {
                        sink.shared_block(entry, l, n, r, y, &(mass * tangent[r][y]));
                    }
                }
            }
        }
    }
}
