//! Turns a state into a row of the results file.

use super::columns::{self, CoordinateColumn};
use super::layout::Layout;
use super::ledger::Balance;
use super::lines::{self, LineRecorder};
use super::sensors::{self, SensorTurns};
use super::whole;
use crate::math::{M3, V3};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::interaction::{Constraint, ForceLaw};
use crate::mechanics::joints::Z;
use crate::mechanics::node::{NodeKind, NodeStage, NodeVelocity};
use crate::mechanics::wrench;
use crate::storage::stored;
use crate::system::{
    ConstraintVisitor, ForceVisitor, Frame, Owner, Sort, State, System, coordinate_rate,
};

/// Newton and step statistics since the last frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameStatistics {
    /// Steps taken.
    pub steps: usize,
    /// Newton iterations made.
    pub iterations: usize,
    /// Attempts that failed and were repeated with a smaller step.
    pub cuts: usize,
    /// Steps that were not accurate enough and were repeated with a smaller step.
    pub rejected: usize,
    /// Last step [s].
    pub dt: f64,
    /// Largest gap of a joint, relative to the size of the model.
    pub largest_gap: f64,
}

stored!(FrameStatistics {
    steps,
    iterations,
    cuts,
    rejected,
    dt,
    largest_gap
});

/// What a row needs beside the state.
pub struct Instant<'a> {
    /// Multipliers at this instant.
    pub multipliers: &'a dyn Fn(usize) -> f64,
    /// Accelerations of nodes at this instant.
    pub acceleration: &'a dyn Fn(usize) -> NodeVelocity,
    /// How far sensors have turned.
    pub turns: &'a SensorTurns,
}

impl<'a> Instant<'a> {
    /// A state at rest.
    pub fn at_rest(multipliers: &'a dyn Fn(usize) -> f64, turns: &'a SensorTurns) -> Self {
        Instant {
            multipliers,
            acceleration: &|_| NodeVelocity {
                v: V3::new(0.0, 0.0, 0.0),
                omega: V3::new(0.0, 0.0, 0.0),
            },
            turns,
        }
    }
}

/// Writes rows of a fixed layout.
#[derive(Clone, Debug)]
pub struct Recorder {
    layout: Layout,
    row: Vec<f64>,
    /// Joint of each constraint, or rolling disc behind all joints, if it is part of one.
    reaction_of: Vec<Option<usize>>,
    /// Joint coordinates in the order of the columns.
    coordinates: Vec<CoordinateColumn>,
    /// Constraint row of each motion.
    motions: Vec<usize>,
    stages: Vec<NodeStage>,
    reactions: Vec<[V3; 2]>,
    lines: LineRecorder,
}

impl Recorder {
    /// Prepares rows for a system.
    pub fn new(system: &System, state: &State) -> Self {
        let layout = columns::layout(system);
        let rolling = columns::rolling(system);
        Recorder {
            row: Vec::with_capacity(layout.row_len()),
            coordinates: columns::coordinates(system),
            motions: columns::motions(system).map(|i| i.first_row).collect(),
            reaction_of: system
                .constraint_info
                .iter()
                .map(|i| {
                    let name = &i.owner.name;
                    match i.owner.sort {
                        Sort::Joint => system.joints.iter().position(|j| j.name == *name),
                        // Behind the joints.
                        Sort::Rolling => rolling
                            .iter()
                            .position(|r| r == name)
                            .map(|k| system.joints.len() + k),
                        _ => None,
                    }
                })
                .collect(),
            stages: system.stages(state),
            reactions: vec![[V3::zeros(); 2]; system.joints.len() + rolling.len()],
            lines: LineRecorder::new(system),
            layout,
        }
    }

    /// The layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The row of a state.
    pub fn row(
        &mut self,
        system: &System,
        state: &State,
        instant: &Instant,
        balance: &Balance,
        statistics: &FrameStatistics,
    ) -> &[f64] {
        for n in 0..system.nodes.len() {
            self.stages[n] = NodeStage::start(system.kinds[n], &state.poses[n]);
        }
        self.row.clear();
        self.row.push(state.time);
        self.bodies(system, state);
        self.lines.row(system, state, &self.stages, &mut self.row);
        for s in &system.sensors {
            self.row
                .extend(Attachment::point(0, s.at).at(&self.stages[s.node]).iter());
        }
        for s in &system.line_sensors {
            self.row
                .extend(lines::sensor_position(system, s, &self.stages).iter());
        }
        for s in &system.sensors {
            let w = &state.velocities[s.node];
            let omega_W = self.stages[s.node].rot * w.omega;
            let at = Attachment::point(0, s.at);
            self.row
                .extend(at.rate(&self.stages[s.node], &w.v, &omega_W).iter());
        }
        for s in &system.line_sensors {
            let velocity = lines::sensor_velocity(system, s, &self.stages, state);
            self.row.extend(velocity.iter());
        }
        let Instant {
            multipliers,
            acceleration,
            turns,
        } = instant;
        let (stages, row) = (&self.stages, &mut self.row);
        sensors::accelerations(system, state, stages, acceleration, row);
        self.lines.sensors(system, stages, row);
        sensors::rows(system, state, stages, acceleration, turns, row);
        for column in &self.coordinates {
            for &(_, _, slot) in &column.members {
                self.row.push(state.coordinates[slot]);
            }
            for &(joint, c, _) in &column.members {
                let joint = &system.joints[joint];
                let c = &joint.coordinates[c];
                self.row.push(coordinate_rate(
                    c,
                    &joint.frames,
                    &self.stages,
                    &state.velocities,
                ));
            }
        }
        self.joints(system, multipliers);
        for &row in &self.motions {
            // The multiplier is the resistance; the effort of the motion is against it.
            self.row.push(-multipliers(row));
        }
        system.forces.visit(&mut Efforts {
            state,
            stages: &self.stages,
            row: &mut self.row,
        });
        for contact in &self.reactions[system.joints.len()..] {
            self.row.extend(contact[0].iter());
        }
        whole::row(system, state, &self.stages, &mut self.row);
        ledger_row(&mut self.row, balance, statistics);
        &self.row
    }

    fn bodies(&mut self, system: &System, state: &State) {
        for b in &system.bodies {
            let stage = &self.stages[b.node];
            self.row.extend((stage.r + stage.rot * b.origin).iter());
        }
        for b in &system.bodies {
            let q = state.poses[b.node].q * b.axes;
            self.row.extend([q.w, q.i, q.j, q.k]);
        }
        for b in &system.bodies {
            let (stage, w) = (&self.stages[b.node], &state.velocities[b.node]);
            let omega_W = stage.rot * w.omega;
            let velocity = w.v + omega_W.cross(&(stage.rot * b.origin));
            self.row.extend(velocity.iter());
        }
        for b in &system.bodies {
            let omega_W = self.stages[b.node].rot * state.velocities[b.node].omega;
            self.row.extend(omega_W.iter());
        }
        for b in &system.bodies {
            let omega_B = b.axes.inverse() * state.velocities[b.node].omega;
            self.row.extend(omega_B.iter());
        }
    }

    fn joints(&mut self, system: &System, multipliers: &dyn Fn(usize) -> f64) {
        self.reactions.fill([V3::zeros(); 2]);
        system.constraints.visit(&mut Reactions {
            system,
            stages: &self.stages,
            reaction_of: &self.reaction_of,
            multipliers,
            reactions: &mut self.reactions,
        });
        let joints = system.joints.len();
        for k in 0..2 {
            for reaction in &self.reactions[..joints] {
                self.row.extend(reaction[k].iter());
            }
        }
        for k in 0..2 {
            for (joint, reaction) in system.joints.iter().zip(&self.reactions) {
                let a = &joint.frames[0];
                let axes_W = self.stages[a.node].rot * a.axes;
                self.row.extend(axes_W.tr_mul(&reaction[k]).iter());
            }
        }
    }
}

/// Appends the efforts of motors and springs.
struct Efforts<'a> {
    state: &'a State,
    stages: &'a [NodeStage],
    row: &'a mut Vec<f64>,
}

impl ForceVisitor for Efforts<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        owner: &Owner,
        f: &F,
    ) {
        if !columns::is_actuator(owner) {
            return;
        }
        let (nodes, attachments) = (f.nodes(), f.attachments());
        let p: [V3; P] =
            std::array::from_fn(|k| attachments[k].at(&self.stages[nodes[attachments[k].node]]));
        let rates = wrench::strain_rates(f, self.stages, &self.state.velocities);
        let stress = f.stress_at(self.state.time, &f.measure(&p, &p, 1.0).e, &rates);
        // The stress is internal: a spring pulls with it, a motor drives against it.
        let sign = if owner.sort == Sort::Motor { -1.0 } else { 1.0 };
        self.row.extend(stress.first().map(|sigma| sign * sigma));
    }
}

/// Sums the wrench of each joint's constraints on its second item.
struct Reactions<'a> {
    system: &'a System,
    stages: &'a [NodeStage],
    reaction_of: &'a [Option<usize>],
    multipliers: &'a dyn Fn(usize) -> f64,
    reactions: &'a mut [[V3; 2]],
}

impl ConstraintVisitor for Reactions<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        c: &C,
    ) {
        let Some(j) = self.reaction_of[index] else {
            return;
        };
        // A disc has no frame of its own: the force on its body is what is wanted.
        let second = match self.system.joints.get(j) {
            Some(joint) => joint.frames[1],
            None => Frame {
                node: c.nodes()[0],
                at: V3::zeros(),
                axes: M3::identity(),
            },
        };
        let nodes = c.nodes();
        let (at, m) = wrench::measure_at(c, &self.system.kinds, self.stages);
        let forces = wrench::forces_per_stress(c, &at, &m);
        let first_row = self.system.constraint_info[index].first_row;
        for e in 0..E {
            let lambda = (self.multipliers)(first_row + e);
            // The thread of a screw: what goes through the angle is a moment about the joint axis.
            for a in (0..N).filter(|&a| self.system.kinds[nodes[a]] == NodeKind::Angle) {
                let axis = self.stages[second.node].rot * second.axis(Z);
                self.reactions[j][1] -= lambda * forces[e][a][5] * axis;
            }
            for a in (0..N).filter(|&a| nodes[a] == second.node) {
                let force: V3 = -lambda * forces[e][a].fixed_rows::<3>(0);
                let moment: V3 = -lambda * forces[e][a].fixed_rows::<3>(3);
                let arm = self.stages[second.node].rot * second.at;
                self.reactions[j][0] += force;
                self.reactions[j][1] += moment - arm.cross(&force);
            }
        }
    }
}

fn ledger_row(row: &mut Vec<f64>, b: &Balance, s: &FrameStatistics) {
    row.extend([
        b.kinetic,
        b.elastic,
        b.gravity,
        b.total_energy(),
        b.loads,
        b.motors,
        b.prescribed,
        b.physical_dissipation,
        b.numerical_dissipation,
        b.gap,
    ]);
    for v in [
        b.linear_momentum,
        b.angular_momentum,
        b.load_impulse,
        b.load_angular_impulse,
        b.ground_impulse,
        b.ground_angular_impulse,
        b.linear_momentum_gap,
        b.angular_momentum_gap,
    ] {
        row.extend(v.iter());
    }
    row.extend([
        s.steps as f64,
        s.iterations as f64,
        s.cuts as f64,
        s.rejected as f64,
        s.dt,
        s.largest_gap,
    ]);
}
