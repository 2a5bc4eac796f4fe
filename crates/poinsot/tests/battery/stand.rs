//! A test stand: one system with nodes of every kind, at random states.

use crate::common::random::Random;
use poinsot::dynamics::schemes::Integrator;
use poinsot::math::{M3, Quaternion, V3};
use poinsot::mechanics::attachment::IntervalRule;
use poinsot::mechanics::node::{Node, NodeIncrement, NodeKind, NodePose, NodeStage};
use poinsot::mechanics::wrench::{Intervals, STAGES};

use poinsot::system::{NodeIndex, System};

pub const FRAMES: [NodeIndex; 3] = [NodeIndex::new(1), NodeIndex::new(2), NodeIndex::new(3)];
pub const POINTS: [NodeIndex; 2] = [NodeIndex::new(4), NodeIndex::new(5)];
pub const ANGLE: NodeIndex = NodeIndex::new(6);
pub const DISPLACEMENT: NodeIndex = NodeIndex::new(7);

/// Length and start of the step.
pub const DT: f64 = 0.13;
pub const T_START: f64 = 0.7;

/// Increments of all nodes at the stages.
pub type Steps = [Vec<NodeIncrement>; STAGES];

pub struct Stand {
    pub system: System,
    pub start: Vec<NodeStage>,
    pub steps: Steps,
    pub ends: [Vec<NodeStage>; STAGES],
}

impl Stand {
    /// Nodes of every kind at random states, without interactions.
    pub fn new(rng: &mut Random) -> Self {
        use NodeKind::{Angle, Displacement, Frame, Ground, Point};
        let kinds = vec![
            Ground,
            Frame,
            Frame,
            Frame,
            Point,
            Point,
            Angle,
            Displacement,
        ];
        let nodes = kinds.iter().map(|&kind| Node {
            name: format!("{kind:?}"),
            kind,
            mass: 0.0,
            inertia: M3::zeros(),
        });
        let system = System {
            nodes: nodes.collect(),
            kinds: kinds.clone(),
            length: 1.0,
            ..System::default()
        };
        let start: Vec<NodeStage> = kinds
            .iter()
            .map(|&kind| NodeStage::start(kind, &random_pose(kind, rng)))
            .collect();
        // The inner stage lies roughly between start and end, as in a step.
        let end: Vec<_> = kinds.iter().map(|&k| random_step(k, 0.5, rng)).collect();
        let inner = kinds.iter().zip(&end).map(|(&k, f)| {
            let d = random_step(k, 0.1, rng);
            NodeIncrement {
                u: 0.3 * f.u + d.u,
                theta: 0.3 * f.theta + d.theta,
            }
        });
        let steps = [end.clone(), inner.collect()];
        let ends = ends(&kinds, &start, &steps);
        Stand {
            system,
            start,
            steps,
            ends,
        }
    }

    /// Adds points at given places that move a little, as those of a solid do in a step; gives the first.
    pub fn add_points(&mut self, places: &[V3], rng: &mut Random) -> usize {
        let first = self.start.len();
        for (k, r) in places.iter().enumerate() {
            self.system.nodes.push(Node {
                name: format!("solid {k}"),
                kind: NodeKind::Point,
                mass: 0.0,
                inertia: M3::zeros(),
            });
            self.system.kinds.push(NodeKind::Point);
            let pose = NodePose {
                r: *r,
                q: Quaternion::identity(),
            };
            self.start.push(NodeStage::start(NodeKind::Point, &pose));
            let end = random_step(NodeKind::Point, 0.03, rng);
            let d = random_step(NodeKind::Point, 0.01, rng);
            self.steps[0].push(end);
            self.steps[1].push(NodeIncrement {
                u: 0.3 * end.u + d.u,
                theta: V3::zeros(),
            });
        }
        self.ends = self.moved(&self.steps);
        first
    }

    /// Both stages as intervals with the given rule.
    pub fn intervals(&self, rule: IntervalRule) -> Intervals<'_> {
        Intervals {
            kinds: &self.system.kinds,
            start: &self.start,
            ends: [&self.ends[0], &self.ends[1]],
            stages: STAGES,
            rule,
            weight: [[1.0, 0.0], [0.0, 1.0]],
            t_start: T_START,
            times: [T_START + DT, T_START + DT / 3.0],
        }
    }

    /// The intervals of a scheme for given ends.
    pub fn intervals_of<'a>(
        &'a self,
        scheme: &impl Integrator,
        ends: &'a [Vec<NodeStage>; STAGES],
    ) -> Intervals<'a> {
        Intervals {
            ends: [&ends[0], &ends[1]],
            stages: scheme.stages(),
            weight: scheme.weights(),
            times: std::array::from_fn(|y| T_START + scheme.stage_fraction(y) * DT),
            ..self.intervals(scheme.rule())
        }
    }

    /// Where the increments take the nodes.
    pub fn moved(&self, steps: &Steps) -> [Vec<NodeStage>; STAGES] {
        ends(&self.system.kinds, &self.start, steps)
    }
}

fn ends(kinds: &[NodeKind], start: &[NodeStage], steps: &Steps) -> [Vec<NodeStage>; STAGES] {
    std::array::from_fn(|y| {
        (0..kinds.len())
            .map(|n| NodeStage::after(kinds[n], &start[n], &steps[y][n]))
            .collect()
    })
}

pub fn random_pose(kind: NodeKind, rng: &mut Random) -> NodePose {
    match kind {
        NodeKind::Ground => NodePose {
            r: V3::zeros(),
            q: Quaternion::identity(),
        },
        NodeKind::Frame => NodePose {
            r: rng.vector(1.5),
            q: rng.orientation(),
        },
        NodeKind::Point => NodePose {
            r: rng.vector(1.5),
            q: Quaternion::identity(),
        },
        // Angles of several turns.
        NodeKind::Angle => NodePose {
            r: V3::new(rng.between(-10.0, 10.0), 0.0, 0.0),
            q: Quaternion::identity(),
        },
        NodeKind::Displacement => NodePose {
            r: V3::new(rng.between(-1.0, 1.0), 0.0, 0.0),
            q: Quaternion::identity(),
        },
    }
}

/// An increment in the slots that the node has.
pub fn random_step(kind: NodeKind, size: f64, rng: &mut Random) -> NodeIncrement {
    let mut step = NodeIncrement {
        u: rng.vector(size),
        theta: rng.vector(size),
    };
    for slot in (0..6).filter(|slot| !kind.slots().contains(slot)) {
        *slot_mut(&mut step, slot) = 0.0;
    }
    step
}

/// One component of an increment.
pub fn slot_mut(step: &mut NodeIncrement, slot: usize) -> &mut f64 {
    if slot < 3 {
        &mut step.u[slot]
    } else {
        &mut step.theta[slot - 3]
    }
}
