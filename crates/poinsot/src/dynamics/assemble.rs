//! Everything a step needs in memory, and the assembly of its equations.

use super::frame_joints::FrameJoints;
use super::memory::Kept;
use super::prediction::Prediction;
use super::round_off::RoundOff;
use super::schemes::{EquationsOfMotion, NodeStart};
use super::shared_inertia::{UnitTerms, unit_mass};
use crate::math::V3;
use crate::mechanics::index::{NodeIndex, NodeList};
use crate::mechanics::interaction::{ForceLaw, NodeNoise, StartStrain};
use crate::mechanics::node::{Node, NodeIncrement, NodeKind, NodeStage};
use crate::mechanics::wrench::{self, Intervals, LinearRule, STAGES};
use crate::system::{
    Assembly, DofMap, ForceVisitor, Owner, Part, Partition, Scatter, State, System,
};
use rayon::ThreadPool;
use std::sync::Arc;

/// Parts from which waking other threads pays: below, an assembly takes less than some ten microseconds per thread.
const WORTH_SHARING: usize = 4;

/// Scratch of the stepper: allocated once, reused in every iteration.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Nodes at the start.
    pub start: Vec<NodeStage>,
    /// Nodes at the stages.
    pub ends: [Vec<NodeStage>; STAGES],
    /// Increments of the stages: the unknowns of the nodes.
    pub steps: [Vec<NodeIncrement>; STAGES],
    /// Multipliers of the stages.
    pub multipliers: Vec<[f64; STAGES]>,
    /// Strains at the start, force by force.
    pub start_strains: Vec<f64>,
    /// Strain rates at the start, force by force.
    pub rates: Vec<f64>,
    /// First strain rate of each force.
    pub(super) rate_starts: Vec<usize>,
    /// What interactions remember at the start.
    pub(super) kept: Kept,
    /// Strains that the last correction predicted.
    pub(super) prediction: Prediction,
    partition: Partition,
    /// Constraints, joint by joint.
    joints: FrameJoints,
    /// Threads to share the parts, if more than one.
    pub(super) threads: Option<Arc<ThreadPool>>,
    /// Inertia terms of unit masses at all nodes, where mass is shared; and the node that has one.
    pub(super) units: Vec<UnitTerms>,
    pub(super) unit: Node,
    /// Left-hand sides of the equations.
    pub residual: Vec<f64>,
    /// Sizes of the terms in them.
    pub magnitude: Vec<f64>,
    /// Force and moment on each node that a last digit in the strains around it is worth.
    pub round_off: Vec<NodeNoise>,
    /// The same for the step at hand, with everything that enters the judgement of residuals.
    pub noise: NodeList<[f64; 2]>,
    /// Radius of gyration of each node [m].
    pub gyration: NodeList<f64>,
    /// Largest force and moment in the equations of each node.
    pub scales: NodeList<[f64; 2]>,
    /// What each equation was allowed at the start of an iteration with shortened corrections.
    pub allowed: Vec<f64>,
    /// Tangent, in the order of the pattern.
    pub values: Vec<f64>,
    /// Right-hand side and solution of the linear system.
    pub correction: Vec<f64>,
}

impl Workspace {
    /// For a system and the pattern of its scheme.
    pub fn new(system: &System, scatter: &Scatter) -> Self {
        let ground = NodeStage {
            r: V3::zeros(),
            rot: crate::math::M3::identity(),
            h: crate::math::M3::identity(),
            step: NodeIncrement::default(),
            angle_ratio: [1.0, 0.0],
        };
        let n = system.nodes.len();
        let unknowns = scatter.dofs.len();
        struct Starts(Vec<usize>, usize);
        impl ForceVisitor for Starts {
            fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
                &mut self,
                _index: usize,
                _owner: &Owner,
                _force: &F,
            ) {
                self.0.push(self.1);
                self.1 += E;
            }
        }
        let mut strains = Starts(Vec::new(), 0);
        system.forces.visit(&mut strains);
        let mut noise = RoundOff::new(n);
        system.forces.visit(&mut noise);
        Workspace {
            start: vec![ground; n],
            ends: [vec![ground; n], vec![ground; n]],
            steps: [
                vec![NodeIncrement::default(); n],
                vec![NodeIncrement::default(); n],
            ],
            multipliers: vec![[0.0; STAGES]; system.rows],
            start_strains: vec![0.0; strains.1],
            rates: vec![0.0; strains.1],
            rate_starts: strains.0,
            kept: Kept::new(system),
            prediction: Prediction::new(system, scatter.dofs.stages, false),
            partition: Partition::new(system),
            joints: FrameJoints::new(system, scatter),
            threads: None,
            units: match system.shared_mass.is_empty() {
                true => Vec::new(),
                false => vec![UnitTerms::default(); n],
            },
            unit: unit_mass(),
            residual: vec![0.0; unknowns],
            magnitude: vec![0.0; unknowns],
            round_off: noise.0,
            noise: NodeList::new([0.0; 2], n),
            gyration: system
                .nodes
                .iter()
                .map(|node| (node.inertia.trace() / (3.0 * node.mass)).sqrt())
                .collect(),
            scales: NodeList::new([0.0; 2], n),
            allowed: vec![1.0; unknowns],
            values: vec![0.0; scatter.entries()],
            correction: vec![0.0; unknowns],
        }
    }

    /// Assembles every row of a joint by itself, for comparison.
    #[cfg(test)]
    pub(super) fn assemble_rows_apart(&mut self, system: &System) {
        self.joints = FrameJoints::none(system);
    }

    /// Shares the assembly among threads, where there is enough of it.
    pub fn set_threads(&mut self, pool: Option<Arc<ThreadPool>>) {
        self.threads = pool.filter(|_| self.partition.parts.len() >= WORTH_SHARING);
    }

    /// Makes room for what iterations of equilibria under given loads predict: strains of more kinds.
    pub fn for_equilibria(mut self, system: &System) -> Self {
        self.prediction = Prediction::new(system, 1, true);
        self.at_rest(system)
    }

    /// Whether the iteration to come is one of equilibria under given loads; after [`Self::for_equilibria`].
    pub fn set_at_given_loads(&mut self, yes: bool) {
        self.prediction.set_at_given_loads(yes);
    }

    /// Turns predicted strains in tangents on or off (nw.2).
    pub fn set_prediction(&mut self, wanted: bool) {
        self.prediction.set_wanted(wanted);
    }

    /// Loads the start of a step.
    pub fn begin(&mut self, system: &System, state: &State, scheme: &impl EquationsOfMotion) {
        self.load(system, state, scheme.needs_rates(), scheme.weights()[0]);
    }

    fn load(&mut self, system: &System, state: &State, with_rates: bool, weights: [f64; STAGES]) {
        self.prediction.forget();
        for n in system.node_indices() {
            self.start[n] = NodeStage::start(system.kinds[n], &state.poses[n]);
        }
        self.multipliers.copy_from_slice(&state.multipliers);
        system.forces.visit(&mut StartOfStep {
            start: &self.start,
            state,
            with_rates,
            strains: &mut self.start_strains,
            rates: &mut self.rates,
            next: 0,
        });
        self.kept.begin(system, state, &self.start, weights);
    }

    /// Moves the nodes to where the increments take them.
    pub fn move_nodes(&mut self, system: &System, stages: usize) {
        for y in 0..stages {
            for n in system.node_indices() {
                self.ends[y][n] =
                    NodeStage::after(system.kinds[n], &self.start[n], &self.steps[y][n]);
            }
        }
    }

    /// The intervals of the current iterate.
    pub fn intervals<'a>(
        start: &'a [NodeStage],
        ends: &'a [Vec<NodeStage>; STAGES],
        system: &'a System,
        scheme: &impl EquationsOfMotion,
        t_start: f64,
        dt: f64,
    ) -> Intervals<'a> {
        Intervals {
            kinds: &system.kinds,
            start,
            ends: [&ends[0], &ends[1]],
            stages: scheme.stages(),
            rule: scheme.rule(),
            weight: scheme.weights(),
            t_start,
            times: std::array::from_fn(|y| t_start + scheme.stage_fraction(y) * dt),
        }
    }

    /// Assembles residuals, and the tangent if wanted.
    pub fn assemble(
        &mut self,
        system: &System,
        scatter: &Scatter,
        state: &State,
        scheme: &impl EquationsOfMotion,
        dt: f64,
        tangent: bool,
    ) {
        let place = Place {
            system,
            scatter,
            state,
        };
        scheme.assemble(self, place, dt, tangent);
    }

    pub(super) fn assemble_with(
        &mut self,
        scheme: &impl EquationsOfMotion,
        place: Place,
        dt: f64,
        tangent: bool,
    ) {
        let Place {
            system,
            scatter,
            state,
        } = place;
        self.move_units(system, state, scheme);
        let iv = Self::intervals(&self.start, &self.ends, system, scheme, state.time, dt);
        let work = PartWork {
            iv,
            system,
            scatter,
            state,
            scheme,
            linear: scheme.linear(),
            start: &self.start,
            steps: [&self.steps[0], &self.steps[1]],
            units: &self.units,
            unit: &self.unit,
            rates: &self.rates,
            start_strains: &self.start_strains,
            rate_starts: &self.rate_starts,
            kept: &self.kept,
            dt,
            prediction: &self.prediction,
            tangent,
        };
        let mut sink = Assembly::new(
            scatter,
            iv.weight,
            &mut self.residual,
            &mut self.magnitude,
            tangent.then_some(&mut self.values[..]),
        );
        sink.clear();
        let parts = &self.partition.parts[..];
        match &self.threads {
            Some(pool) => pool.install(|| work.parts(parts, sink.whole(), true)),
            None => work.parts(parts, sink.whole(), false),
        }
        work.forces(&self.partition.between, &mut sink);
        self.joints
            .assemble(system, scatter, &iv, &self.multipliers, &mut sink);
    }

    /// Predicts strains from the correction at hand, which is yet to be added; nodes must be where the increments take them.
    pub fn predict_strains(&mut self, system: &System, dofs: &DofMap) {
        let correction = &self.correction;
        let change =
            |n: NodeIndex, y: usize| changes(system.kinds[n], correction, dofs.node_stage(n, y));
        let nodes = [&self.ends[0][..], &self.ends[1][..]];
        self.prediction.make(system, dofs.stages, nodes, change);
    }

    /// Whether strains of anything can be predicted.
    pub fn predicts(&self) -> bool {
        self.prediction.is_wanted()
    }

    /// Only a part of the correction, from which strains were predicted, was taken.
    pub fn shorten_prediction(&mut self, part: f64) {
        self.prediction.shorten(part);
    }

    /// The next tangent has the stress of the iterate.
    pub fn forget_prediction(&mut self) {
        self.prediction.forget();
    }

    /// Whether the next tangent has predicted stresses.
    pub fn is_predicted(&self) -> bool {
        self.prediction.is_made()
    }

    /// Adds the correction to the unknowns; returns its largest component relative to what it corrects.
    pub fn correct(&mut self, system: &System, dofs: &DofMap, stages: usize) -> f64 {
        let mut largest: f64 = 0.0;
        for n in system.node_indices() {
            let kind = system.kinds[n];
            for y in 0..stages {
                let [du, dtheta] = changes(kind, &self.correction, dofs.node_stage(n, y));
                let reach = system.length + self.start[n].r.norm();
                largest = largest.max(du.norm() / reach).max(dtheta.norm());
                self.steps[y][n].u += du;
                self.steps[y][n].theta += dtheta;
            }
        }
        for row in system.row_indices() {
            for y in 0..stages.min(STAGES) {
                self.multipliers[row][y] += self.correction[dofs.multiplier(row, y)];
            }
        }
        largest
    }
}

/// What is assembled, where its numbers go, and the state that the step starts from.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// What is assembled.
    pub system: &'a System,
    /// Where numbers go.
    pub scatter: &'a Scatter,
    /// Where the step starts.
    pub state: &'a State,
}

/// Changes of displacement and rotation of a node whose first unknown is `first`.
#[inline]
pub(super) fn changes(kind: NodeKind, correction: &[f64], first: usize) -> [V3; 2] {
    let mut change = [V3::zeros(); 2];
    for (k, slot) in kind.slots().enumerate() {
        change[slot / 3][slot % 3] = correction[first + k];
    }
    change
}

/// Everything that the assembly of one part reads.
pub(super) struct PartWork<'a, S: EquationsOfMotion> {
    pub iv: Intervals<'a>,
    pub system: &'a System,
    scatter: &'a Scatter,
    pub state: &'a State,
    pub scheme: &'a S,
    linear: LinearRule,
    pub start: &'a [NodeStage],
    pub steps: [&'a [NodeIncrement]; STAGES],
    pub units: &'a [UnitTerms],
    pub unit: &'a Node,
    rates: &'a [f64],
    start_strains: &'a [f64],
    rate_starts: &'a [usize],
    kept: &'a Kept,
    dt: f64,
    prediction: &'a Prediction,
    pub tangent: bool,
}

impl<S: EquationsOfMotion> PartWork<'_, S> {
    /// Assembles some parts, each into its own piece of the arrays; halves go to two threads if there are any.
    fn parts(&self, parts: &[Part], sink: Assembly, parallel: bool) {
        match parts {
            [] => {}
            [part] => self.part(part, sink),
            _ => {
                let (left, right) = parts.split_at(parts.len() / 2);
                let (sink_left, sink_right) = sink.split(right[0].first());
                if parallel {
                    rayon::join(
                        || self.parts(left, sink_left, true),
                        || self.parts(right, sink_right, true),
                    );
                } else {
                    self.parts(left, sink_left, false);
                    self.parts(right, sink_right, false);
                }
            }
        }
    }

    fn part(&self, part: &Part, mut sink: Assembly) {
        for n in part.nodes() {
            if self.system.nodes[n].mass == 0.0 {
                continue;
            }
            let start = node_start(self.system, self.start, self.state, n);
            let steps = [self.steps[0][n], self.steps[1][n]];
            let end = &self.iv.ends[0][n].rot;
            let forces = self.scheme.inertia_alone(&start, &steps, end);
            for r in 0..self.iv.stages {
                sink.inertia(n, r, &forces.residual[r], &forces.size[r]);
            }
            if self.tangent {
                let balance = self.scheme.inertia(&start, &steps, true);
                for r in 0..self.iv.stages {
                    for y in 0..self.iv.stages {
                        sink.inertia_block(n, r, y, &balance.tangent[r][y]);
                    }
                }
            }
        }
        self.shared_inertia(part.nodes(), &mut sink);
        self.forces(&part.forces, &mut sink);
    }

    fn forces(&self, list: &[u32], sink: &mut Assembly) {
        let mut visitor = AssembleForces { work: self, sink };
        self.system.forces.visit_some(list, &mut visitor);
    }
}

/// A node as schemes see it at the start of a step.
pub(super) fn node_start<'a>(
    system: &'a System,
    start: &'a [NodeStage],
    state: &'a State,
    n: NodeIndex,
) -> NodeStart<'a> {
    NodeStart {
        node: &system.nodes[n],
        stage: &start[n],
        velocity: &state.velocities[n],
        acceleration: &state.accelerations[n],
    }
}

struct AssembleForces<'a, 'b, 'c, S: EquationsOfMotion> {
    work: &'a PartWork<'a, S>,
    sink: &'b mut Assembly<'c>,
}

impl<S: EquationsOfMotion> ForceVisitor for AssembleForces<'_, '_, '_, S> {
    #[inline]
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let w = self.work;
        let first = w.rate_starts[index];
        let start = StartStrain {
            e: std::array::from_fn(|e| w.start_strains[first + e]),
            rate: std::array::from_fn(|e| w.rates[first + e]),
            predicted: match w.tangent {
                true => w.prediction.of(index, F::PREDICTED, w.iv.stages),
                false => None,
            },
            memory: w.kept.of(index, w.dt),
        };
        let pair = w.scatter.force_pairs[index];
        f.assemble(&w.iv, w.scheme, &w.linear, &start, pair, self.sink);
    }
}

/// Strains at the start of the step, and their rates from the velocities there.
struct StartOfStep<'a> {
    start: &'a [NodeStage],
    state: &'a State,
    with_rates: bool,
    strains: &'a mut [f64],
    rates: &'a mut [f64],
    next: usize,
}

impl ForceVisitor for StartOfStep<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let place = self.next..self.next + E;
        let strains = f.value_at(self.start);
        self.strains[place.clone()].copy_from_slice(&strains);
        if self.with_rates {
            let rates = wrench::strain_rates(f, self.start, &self.state.velocities);
            self.rates[place].copy_from_slice(&rates);
        }
        self.next += E;
    }
}
