//! Forces and moments of joints and of rolling discs.

use super::{Column, Group, Known, Value};
use crate::math::{M3, V3};
use crate::mechanics::index::RowIndex;
use crate::mechanics::interaction::Constraint;
use crate::mechanics::joints::Z;
use crate::mechanics::node::{NodeKind, NodeStage};
use crate::mechanics::wrench;
use crate::system::{ConstraintVisitor, Frame, InterfaceInfo, Owner, Sort, System};
use std::cell::Cell;
use std::collections::HashMap;

/// What a joint does to its second item at an instant.
#[derive(Clone, Copy)]
pub struct Seen {
    force_W: V3,
    moment_W: V3,
    force: V3,
    moment: V3,
}

const COLUMNS: &[Column<Seen>] = &[
    Column::new(
        "reaction_force",
        "N",
        "force of the joint on its second item, world axes",
        Value::Vector(|s| s.force_W),
    ),
    Column::new(
        "reaction_moment",
        "N m",
        "moment of the joint on its second item about the joint's point there, world axes",
        Value::Vector(|s| s.moment_W),
    ),
    Column::new(
        "reaction_force_local",
        "N",
        "the same force on the axes of the joint's first frame",
        Value::Vector(|s| s.force),
    ),
    Column::new(
        "reaction_moment_local",
        "N m",
        "the same moment on the axes of the joint's first frame",
        Value::Vector(|s| s.moment),
    ),
];

/// All joints.
pub fn group(system: &System) -> Group<usize, Seen> {
    let joints = system.joints.iter().enumerate();
    Group::new(
        "joint",
        joints.map(|(k, j)| (j.name.clone(), k)),
        see,
        COLUMNS,
    )
}

fn see(known: &Known, joint: &usize) -> Seen {
    let [force_W, moment_W] = known.reactions.of(*joint);
    let first = &known.system.joints[*joint].frames[0];
    let axes_W = known.stages[first.node].rot * first.axes;
    Seen {
        force_W,
        moment_W,
        force: axes_W.tr_mul(&force_W),
        moment: axes_W.tr_mul(&moment_W),
    }
}

const CONTACT: &[Column<V3>] = &[Column::new(
    "contact_force",
    "N",
    "force of the plane on the disc, world axes",
    Value::Vector(|s| *s),
)];

/// All rolling discs.
pub fn rolling(system: &System) -> Group<usize, V3> {
    let joints = system.joints.len();
    let discs = rolling_names(system).into_iter().enumerate();
    Group::new(
        "rolling",
        discs.map(|(k, name)| (name, joints + k)),
        |known, k| known.reactions.of(*k)[0],
        CONTACT,
    )
}

/// Names of the rolling discs, in the order of their constraints.
fn rolling_names(system: &System) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for info in &system.constraint_info {
        if info.owner.sort == Sort::Rolling && !names.contains(&info.owner.name) {
            names.push(info.owner.name.clone());
        }
    }
    names
}

/// How many numbers come before those of supports.
pub fn before_supports(system: &System) -> usize {
    system.joints.len() + rolling_names(system).len()
}

/// How many numbers come before those of ties by distribution.
pub fn before_ties(system: &System) -> usize {
    before_supports(system) + system.supports.len()
}

/// How many numbers come before those of interfaces.
pub fn before_interfaces(system: &System) -> usize {
    before_ties(system) + system.ties.len()
}

/// Interfaces of all reduced bodies.
fn interfaces(system: &System) -> impl Iterator<Item = &InterfaceInfo> {
    system.reduced.iter().flat_map(|b| &b.interfaces)
}

/// Force and moment of every joint on its second item, then of every rolling disc, of every support, of every tie by
/// distribution on its points, and of every interface of a reduced body.
#[derive(Clone, Debug)]
pub struct Reactions {
    of: Vec<[V3; 2]>,
    /// Number of the joint, disc, support or tie that a constraint belongs to, if any.
    number: Vec<Option<usize>>,
    /// Number of the first support.
    supports: usize,
    /// Frames of the interfaces of reduced bodies.
    interfaces: Vec<Frame>,
    /// Whether any was asked for.
    pub asked: Cell<bool>,
}

impl Reactions {
    /// Room for those of a system.
    pub fn new(system: &System) -> Self {
        let (joints, rolling) = (system.joints.len(), rolling_names(system));
        let supports: HashMap<&str, usize> = system
            .supports
            .iter()
            .enumerate()
            .map(|(k, s)| (s.name.as_str(), joints + rolling.len() + k))
            .collect();
        let ties: HashMap<&str, usize> = system
            .ties
            .iter()
            .enumerate()
            .map(|(k, t)| (t.name.as_str(), before_ties(system) + k))
            .collect();
        let number = |owner: &Owner| match owner.sort {
            Sort::Joint => system.joints.iter().position(|j| j.name == owner.name),
            Sort::Rolling => {
                let disc = rolling.iter().position(|name| *name == owner.name);
                disc.map(|k| joints + k)
            }
            Sort::Support => supports.get(owner.name.as_str()).copied(),
            Sort::Tie => ties.get(owner.name.as_str()).copied(),
            Sort::Interface => {
                let found = interfaces(system).position(|i| i.name == owner.name);
                found.map(|k| before_interfaces(system) + k)
            }
            _ => None,
        };
        let constraints = system.constraint_info.iter();
        Reactions {
            number: constraints.map(|i| number(&i.owner)).collect(),
            of: vec![[V3::zeros(); 2]; before_interfaces(system) + interfaces(system).count()],
            supports: joints + rolling.len(),
            interfaces: interfaces(system).map(|i| i.frame).collect(),
            asked: Cell::new(false),
        }
    }

    /// Force and moment with a number.
    pub fn of(&self, number: usize) -> [V3; 2] {
        self.asked.set(true);
        self.of[number]
    }

    /// Those of given multipliers.
    pub fn gather(
        &mut self,
        system: &System,
        stages: &[NodeStage],
        multipliers: &dyn Fn(RowIndex) -> f64,
    ) {
        self.of.fill([V3::zeros(); 2]);
        system.constraints.visit(&mut Sum {
            system,
            stages,
            number: &self.number,
            supports: self.supports,
            interfaces: &self.interfaces,
            multipliers,
            reactions: &mut self.of,
        });
    }
}

/// Sums the wrench of each joint's constraints on its second item.
struct Sum<'a> {
    system: &'a System,
    stages: &'a [NodeStage],
    number: &'a [Option<usize>],
    supports: usize,
    interfaces: &'a [Frame],
    multipliers: &'a dyn Fn(RowIndex) -> f64,
    reactions: &'a mut [[V3; 2]],
}

impl Sum<'_> {
    /// The middle of the points of a support, as drawn, or of a tie, which moves with what it follows.
    fn middle(&self, held: usize) -> Option<V3> {
        let supports = &self.system.supports;
        if let Some(support) = supports.get(held) {
            return Some(support.center);
        }
        let to = self.system.ties.get(held - supports.len())?.to;
        let stage = &self.stages[to.node];
        Some(stage.r + stage.rot * to.at)
    }
}

impl ConstraintVisitor for Sum<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        c: &C,
    ) {
        let Some(j) = self.number[index] else {
            return;
        };
        let nodes = c.nodes();
        let first_interface = self.supports + self.system.supports.len() + self.system.ties.len();
        let interface = j.checked_sub(first_interface);
        // Discs, supports and ties have no frame of their own: the force on the body is what is wanted.
        let second = match (self.system.joints.get(j), interface) {
            (Some(joint), _) => joint.frames[1],
            (None, Some(k)) => self.interfaces[k],
            (None, None) => Frame {
                // A support lies between the ground and what it holds.
                node: nodes[if j < self.supports || N == 1 { 0 } else { 1 }],
                at: V3::zeros(),
                axes: M3::identity(),
            },
        };
        // Moments of supports and ties are about the middle of their points.
        let held = j.checked_sub(self.supports);
        let middle = held.and_then(|k| self.middle(k));
        let about = middle.map(|middle| self.stages[second.node].r - middle);
        if let (Some(row), None, &[a, b]) = (c.frame_row(), middle, &nodes[..])
            && b == second.node
            && [a, b].iter().all(|&n| self.system.kinds[n].has_frame())
        {
            let lambda = (self.multipliers)(self.system.constraint_info[index].first_row);
            let [a, b] = [a, b].map(|n| &self.stages[n]);
            let [force, moment] = row.reaction([&a.rot, &b.rot], &second.at);
            self.reactions[j][0] -= lambda * force;
            self.reactions[j][1] -= lambda * moment;
            return;
        }
        let (at, m) = wrench::measure_at(c, &self.system.kinds, self.stages);
        let forces = wrench::forces_per_stress(c, &at, &m);
        let first_row = self.system.constraint_info[index].first_row;
        for e in 0..E {
            let lambda = (self.multipliers)(first_row.plus(e));
            // The thread of a screw: what goes through the angle is a moment about the joint axis. In a support it is not: there the
            // angle is only what the moment is the reaction of.
            let angle = |a: &usize| self.system.kinds[nodes[*a]] == NodeKind::Angle;
            for a in (0..N).filter(|a| middle.is_none() && angle(a)) {
                let axis = self.stages[second.node].rot * second.axis(Z);
                self.reactions[j][1] -= lambda * forces[e][a][5] * axis;
            }
            for a in (0..N).filter(|&a| nodes[a] == second.node) {
                let force: V3 = -lambda * forces[e][a].fixed_rows::<3>(0);
                let moment: V3 = -lambda * forces[e][a].fixed_rows::<3>(3);
                let arm = self.stages[second.node].rot * second.at;
                self.reactions[j][0] += force;
                self.reactions[j][1] += moment - arm.cross(&force);
                if let Some(arm) = about {
                    self.reactions[j][1] += arm.cross(&force);
                }
            }
        }
    }
}
