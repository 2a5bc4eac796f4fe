//! Which constraints are assembled joint by joint (jt.4), and which one by one.

use crate::mechanics::constraints::{FrameRows, RowAt};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::Constraint;
use crate::mechanics::wrench::{self, Intervals, STAGES};
use crate::system::{Assembly, ConstraintVisitor, Owner, Scatter, System};
use std::collections::BTreeMap;

/// All constraints of a system, as steps assemble them.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameJoints {
    joints: Vec<FrameRows>,
    /// Numbers of the other constraints, sorted.
    others: Vec<u32>,
}

impl FrameJoints {
    /// Gathers rows between the same two frames.
    pub fn new(system: &System, scatter: &Scatter) -> Self {
        let mut gather = Gather {
            system,
            scatter,
            found: FrameJoints::default(),
            between: BTreeMap::new(),
        };
        system.constraints.visit(&mut gather);
        gather.found
    }

    /// All constraints one by one, for comparison.
    #[cfg(test)]
    pub fn none(system: &System) -> Self {
        FrameJoints {
            joints: Vec::new(),
            others: (0..system.constraint_info.len() as u32).collect(),
        }
    }

    /// Adds wrenches, gaps and their derivatives of all constraints.
    pub fn assemble(
        &self,
        system: &System,
        scatter: &Scatter,
        iv: &Intervals,
        multipliers: &[[f64; STAGES]],
        sink: &mut Assembly,
    ) {
        for joint in &self.joints {
            joint.assemble(iv, &|row| multipliers[row], sink);
        }
        let mut visitor = AssembleConstraints {
            iv: *iv,
            system,
            scatter,
            multipliers,
            sink,
        };
        system.constraints.visit_some(&self.others, &mut visitor);
    }
}

struct AssembleConstraints<'a, 'b> {
    iv: Intervals<'a>,
    system: &'a System,
    scatter: &'a Scatter,
    multipliers: &'a [[f64; STAGES]],
    sink: &'a mut Assembly<'b>,
}

impl ConstraintVisitor for AssembleConstraints<'_, '_> {
    #[inline]
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        c: &C,
    ) {
        let first_row = self.system.constraint_info[index].first_row;
        let lambda: [[f64; E]; STAGES] = std::array::from_fn(|y| {
            std::array::from_fn(|e| self.multipliers[first_row.plus(e)][y])
        });
        wrench::assemble_constraint(
            c,
            &self.iv,
            &lambda,
            first_row,
            self.scatter.constraint_pairs[index],
            self.scatter.constraint_entries[index],
            self.sink,
        );
    }
}

struct Gather<'a> {
    system: &'a System,
    scatter: &'a Scatter,
    found: FrameJoints,
    /// Joints between two nodes so far.
    between: BTreeMap<[NodeIndex; 2], Vec<usize>>,
}

impl ConstraintVisitor for Gather<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        c: &C,
    ) {
        let frame = |n: &NodeIndex| self.system.kinds[*n].has_frame();
        let nodes = c.nodes();
        let row = c.frame_row().filter(|_| nodes.iter().all(frame));
        let (Some(row), &[a, b]) = (row, &nodes[..]) else {
            self.found.others.push(index as u32);
            return;
        };
        let at = RowAt {
            row: self.system.constraint_info[index].first_row,
            entry: self.scatter.constraint_entries[index],
        };
        let joints = &mut self.found.joints;
        let known = self.between.entry([a, b]).or_default();
        if known.iter().any(|&k| joints[k].add(&row, at)) {
            return;
        }
        let mut joint = FrameRows::new([a, b], self.scatter.constraint_pairs[index]);
        joint.add(&row, at);
        known.push(joints.len());
        joints.push(joint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::assemble::Workspace;
    use crate::dynamics::begin::build_system;
    use crate::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
    use crate::math::V3;
    use crate::model::{Collocation, Model, RotationMap, Source, mini_examples, read_model};
    use crate::system::State;

    /// A number between -1 and 1, the next one of a fixed sequence.
    fn random(seed: &mut u64) -> f64 {
        *seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (*seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// Residuals, sizes of their terms and the tangent for random increments, joint by joint or row by row.
    fn assembled<S: Integrator>(
        system: &System,
        state: &State,
        scheme: S,
        whole: bool,
    ) -> [Vec<f64>; 2] {
        let dt = 0.01;
        let scheme = scheme.with_step(0.0, dt);
        let scatter = Scatter::new(system, scheme.stages());
        let mut work = Workspace::new(system, &scatter);
        if !whole {
            work.assemble_rows_apart(system);
        }
        work.begin(system, state, &scheme);
        let mut seed = 7;
        let mut vector = |size: f64| V3::from_fn(|_, _| size * random(&mut seed));
        for y in 0..scheme.stages() {
            for n in system.node_indices() {
                work.steps[y][n].u = vector(0.1);
                work.steps[y][n].theta = vector(0.4);
            }
        }
        for stages in &mut work.multipliers {
            *stages = [vector(3.0).x, vector(3.0).x];
        }
        work.move_nodes(system, scheme.stages());
        work.assemble(system, &scatter, state, &scheme, dt, true);
        [work.residual, work.values]
    }

    fn compare<S: Integrator>(kind: &str, model: &Model, scheme: S) {
        let Ok((system, state, ..)) = build_system(model) else {
            panic!("the model of {kind} is sound");
        };
        let whole = assembled(&system, &state, scheme, true);
        let apart = assembled(&system, &state, scheme, false);
        for (whole, apart) in whole.iter().zip(&apart) {
            let largest = apart.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            for (x, y) in whole.iter().zip(apart) {
                // Sums of some ten products, in another order.
                assert!((x - y).abs() <= 1e-14 * largest, "{kind}: {x} and {y}");
            }
        }
    }

    #[test]
    fn joints_as_wholes_have_the_equations_of_their_rows() {
        let mut gathered = 0;
        for (kind, text) in mini_examples() {
            let source = Source::new("model.toml", *text);
            let Ok((model, _)) = read_model(&source) else {
                continue;
            };
            if model.joints.is_empty() || !model.solids.is_empty() {
                continue;
            }
            compare(kind, &model, EnergyPreserving::new(RotationMap::Cayley));
            compare(
                kind,
                &model,
                EnergyDecaying::new(0.0, Collocation::Radau, false),
            );
            compare(
                kind,
                &model,
                EnergyDecaying::new(0.5, Collocation::Radau, true),
            );
            if let Ok((system, ..)) = build_system(&model) {
                gathered += FrameJoints::new(&system, &Scatter::new(&system, 1))
                    .joints
                    .len();
            }
        }
        assert!(gathered > 10, "{gathered}");
    }
}
