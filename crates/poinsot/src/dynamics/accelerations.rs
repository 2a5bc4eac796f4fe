//! Accelerations and multipliers at one state: for the reactions of the first frame and for schemes that carry
//! accelerations along.
//!
//! `[M G^T; G 0] (a, lambda) = (f - gyroscopic terms, -d/dt(G) v + d^2 target/dt^2)`.

use super::initial::{StartError, world_velocities};
use super::projector::Projector;
use super::schemes::Instant;
use crate::math::{M6, V3, V6};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::index::{NodeIndex, RowIndex};
use crate::mechanics::interaction::{ForceLaw, Memory, StartStrain, part_of};
use crate::mechanics::node::{NodeIncrement, NodeKind, NodeStage, NodeVelocity};
use crate::mechanics::wrench::{self, AnySink, Intervals, LinkNode, STAGES, Sink, StressRule};
use crate::system::{ForceVisitor, Jacobian, Owner, State, System};

/// Fills accelerations and multipliers of a state.
pub fn start_accelerations(system: &System, state: &mut State) -> Result<(), StartError> {
    let stages = system.stages(state);
    let mut forces = forces_at(system, state, &stages);
    let mut metric = vec![M6::zeros(); system.nodes.len()];
    for n in system.node_indices() {
        let node = &system.nodes[n];
        if !matches!(node.kind, NodeKind::Frame | NodeKind::Point) {
            continue;
        }
        let rot = stages[n].rot;
        for k in 0..3 {
            metric[n][(k, k)] = system.diagonal_mass(n);
        }
        let inertia_W = rot * node.inertia * rot.transpose();
        metric[n].fixed_view_mut::<3, 3>(3, 3).copy_from(&inertia_W);
        let omega = state.velocities[n].omega;
        let gyro = rot * omega.cross(&(node.inertia * omega));
        for k in 0..3 {
            forces[n][3 + k] -= gyro[k];
        }
    }
    let jacobian = Jacobian::new(system, &stages, state.time);
    let bend = wanted_curvature(system, state, &stages, &jacobian);
    let mut projector = Projector::new(system, &jacobian, &metric, &system.shared_mass, 0.0)?;
    let (a, lambda) = projector.solve(system, &forces, &bend)?;
    for n in system.node_indices() {
        let [x, y, z, p, q, r] = a[n];
        let acceleration = NodeVelocity {
            v: V3::new(x, y, z),
            omega: stages[n].rot.tr_mul(&V3::new(p, q, r)),
        };
        state.accelerations[n] = [acceleration; 2];
    }
    for (m, l) in state.multipliers.iter_mut().zip(&lambda) {
        *m = [*l, 0.0];
    }
    Ok(())
}

/// What accelerations must add to every gap: the second derivatives of the targets less those of the gaps themselves.
pub(super) fn wanted_curvature(
    system: &System,
    state: &State,
    stages: &[NodeStage],
    jacobian: &Jacobian,
) -> Vec<f64> {
    let own = gap_curvature(system, state, stages);
    let targets = &jacobian.target_accelerations;
    own.iter().zip(targets).map(|(own, t)| own + t).collect()
}

/// `-(d/dt)(G v)` along the motion with constant velocities, by a central difference whose error is about 1e-10 of the term: the
/// start of a comparison scheme needs no more. Targets have no part in it: their rates may have a corner at this instant.
fn gap_curvature(system: &System, state: &State, stages: &[NodeStage]) -> Vec<f64> {
    let velocities = world_velocities(system, state);
    let fastest = velocities
        .iter()
        .map(|v| {
            let travel = V3::new(v[0], v[1], v[2]).norm() / system.length;
            travel + V3::new(v[3], v[4], v[5]).norm()
        })
        .fold(1.0, f64::max);
    let h = 1e-5 / fastest;
    let rate_at = |tau: f64| {
        let moved: Vec<NodeStage> = (0..stages.len())
            .map(|n| {
                let v = &velocities[n];
                let step = NodeIncrement {
                    u: tau * V3::new(v[0], v[1], v[2]),
                    theta: tau * V3::new(v[3], v[4], v[5]),
                };
                let mut stage = NodeStage::after(system.kinds[n], &stages[n], &step);
                // The moved state is a state of its own: variations start from it.
                stage.h = crate::math::M3::identity();
                stage.step = NodeIncrement::default();
                stage
            })
            .collect();
        Jacobian::new(system, &moved, state.time).times(&velocities)
    };
    let (ahead, behind) = (rate_at(h), rate_at(-h));
    ahead
        .iter()
        .zip(&behind)
        .map(|(a, b)| -(a - b) / (2.0 * h))
        .collect()
}

/// Forces of all laws at one state, six per node: force, and moment about the node.
pub(super) fn forces_at(system: &System, state: &State, stages: &[NodeStage]) -> Vec<[f64; 6]> {
    let mut sink = ForceSum(vec![[0.0; 6]; system.nodes.len()]);
    let iv = Intervals {
        kinds: &system.kinds,
        start: stages,
        ends: [stages, stages],
        stages: 1,
        rule: IntervalRule {
            end_weight: 1.0,
            fixed_pole: false,
        },
        weight: [[1.0, 0.0], [0.0, 0.0]],
        t_start: state.time,
        times: [state.time; STAGES],
    };
    system.forces.visit(&mut AllForces {
        iv,
        state,
        next_kept: 0,
        sink: &mut sink,
    });
    for f in &mut sink.0 {
        for x in f.iter_mut() {
            *x = -*x;
        }
    }
    sink.0
}

struct AllForces<'a> {
    iv: Intervals<'a>,
    state: &'a State,
    next_kept: usize,
    sink: &'a mut ForceSum,
}

impl ForceVisitor for AllForces<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let rate = wrench::strain_rates(f, self.iv.start, &self.state.velocities);
        let rule = Instant::at(self.state.time);
        let e = f.value_at(self.iv.start);
        let kept = part_of(&self.state.memory, &mut self.next_kept, f.memory());
        let start = StartStrain {
            e,
            rate,
            predicted: None,
            memory: Memory { kept, dt: 0.0 },
        };
        let mut sink = AnySink(self.sink);
        f.assemble(&self.iv, &rule, &rule.linear(), &start, 0, &mut sink);
    }
}

struct ForceSum(Vec<[f64; 6]>);

impl Sink for ForceSum {
    fn wants_tangent(&self) -> bool {
        false
    }
    fn wrench(&mut self, node: NodeIndex, _r: usize, w: &V6) {
        for k in 0..6 {
            self.0[node][k] += w[k];
        }
    }
    fn gap(&mut self, _row: RowIndex, _y: usize, _value: f64, _magnitude: f64) {}
    fn block(&mut self, _pair: usize, _r: usize, _y: usize, _m: &M6) {}
    fn multiplier(&mut self, _row: RowIndex, _y: usize, _node: LinkNode, _f: &V6, _g: &V6) {}
}
