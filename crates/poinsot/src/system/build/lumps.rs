//! Lumps: what has mass and moves as one piece. Lumps that are tied rigidly become one node.

use super::Builder;
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::index::{GROUND, NodeIndex};
use crate::mechanics::node::{Node, NodeKind, NodePose, NodeVelocity};
use crate::model::joints::Sharing;
use crate::model::{Anchor, AnchorAxes, AnchorPoint, Joint, Model, Tie, TieKind};
use crate::system::SharedInfo;
use std::collections::HashMap;

/// A body, a point mass or a node of a mesh before nodes are made, in world axes at the start.
#[derive(Clone, Debug)]
pub(super) struct Lump {
    /// Name, for messages.
    pub name: String,
    /// Whether it has an orientation.
    pub frame: bool,
    /// Origin of its own frame [m].
    pub position: V3,
    /// Its own axes.
    pub orientation: Quaternion,
    /// Mass [kg].
    pub mass: f64,
    /// Mass times mass centre relative to `position` [kg m].
    pub moment: V3,
    /// Inertia about `position` [kg m^2].
    pub inertia: M3,
    /// Linear momentum [kg m/s].
    pub momentum: V3,
    /// Angular momentum about `position` [kg m^2/s].
    pub spin: V3,
    /// Angular velocity [rad/s].
    pub omega: V3,
    /// Whether a part of it has no inertia.
    pub lacks_inertia: bool,
    /// Its part of the model, where masses are left out: bodies and lengths of lines count alike.
    pub share: f64,
    /// Squared radii of gyration times that part [m^2].
    pub gyration: M3,
    /// Where a mass would be, from the origin [m].
    pub arm: V3,
    /// Velocity of a point without mass of its own [m/s].
    pub velocity: V3,
    /// Whether it shares the mass of elements with other points: such a point has a node without axes.
    pub shares: bool,
}

/// `m (|a|^2 I - a a^T)`: inertia of a mass at `a`.
fn steiner(mass: f64, a: &V3) -> M3 {
    mass * (a.norm_squared() * M3::identity() - a * a.transpose())
}

impl Lump {
    /// Nothing yet, at a place.
    pub fn empty(name: String, frame: bool, position: V3, orientation: Quaternion) -> Self {
        Lump {
            name,
            frame,
            position,
            orientation,
            mass: 0.0,
            moment: V3::zeros(),
            inertia: M3::zeros(),
            momentum: V3::zeros(),
            spin: V3::zeros(),
            omega: V3::zeros(),
            lacks_inertia: false,
            share: 0.0,
            gyration: M3::zeros(),
            arm: V3::zeros(),
            velocity: V3::zeros(),
            shares: false,
        }
    }

    /// Adds a part of the model and its squared radii of gyration, world axes [m^2].
    pub fn stands_for(&mut self, share: f64, square: &M3) {
        self.share += share;
        self.gyration += share * square;
    }

    /// Adds a mass with its centre at `arm` from the lump's origin and `inertia` about that centre, world axes, moving with
    /// `v` at its centre and turning with `omega`.
    pub fn add(&mut self, mass: f64, arm: &V3, inertia: &M3, v: &V3, omega: &V3) {
        self.mass += mass;
        self.moment += mass * arm;
        self.inertia += inertia + steiner(mass, arm);
        self.momentum += mass * v;
        self.spin += arm.cross(&(mass * v)) + inertia * omega;
        self.omega = *omega;
    }

    /// Takes over all mass and momentum of another lump.
    fn absorb(&mut self, other: &Lump) {
        let d = other.position - self.position;
        self.mass += other.mass;
        self.moment += other.moment + other.mass * d;
        // About the new origin: I + m |d|^2.. + cross terms with the first moment.
        let cross = 2.0 * d.dot(&other.moment) * M3::identity()
            - d * other.moment.transpose()
            - other.moment * d.transpose();
        self.inertia += other.inertia + cross + steiner(other.mass, &d);
        self.momentum += other.momentum;
        self.spin += other.spin + d.cross(&other.momentum);
    }
}

/// What is in a group of lumps.
#[derive(Clone, Copy, Debug)]
struct Members {
    /// Something with axes.
    frame: bool,
    /// A point that shares mass with others.
    shares: bool,
}

impl Members {
    fn of(lump: &Lump) -> Self {
        Members {
            frame: lump.frame,
            shares: lump.shares,
        }
    }
    fn with(self, other: Self) -> Self {
        Members {
            frame: self.frame || other.frame,
            shares: self.shares || other.shares,
        }
    }
    /// Points that share mass have nodes without axes.
    fn mixed(self) -> bool {
        self.frame && self.shares
    }
}

/// Where a lump went: its node and its own frame there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    /// Node.
    pub node: NodeIndex,
    /// Origin of the lump in the node's frame [m].
    pub origin: V3,
    /// Axes of the lump in the node's frame.
    pub axes: Quaternion,
}

/// Anchors may miss each other by this part of the model's size and still count as one place: files hold rounded numbers.
const SAME: f64 = 1e-9;

impl Builder {
    /// Ties lumps that joints hold rigidly together and makes one node for each group.
    pub(super) fn place_lumps(&mut self, model: &Model, lumps: &[Lump]) -> Vec<Placed> {
        let mut group: Vec<usize> = (0..lumps.len()).collect();
        let mut sorts: Vec<Members> = lumps.iter().map(Members::of).collect();
        for joint in model.joints.iter().filter(|j| j.share) {
            if let Some([a, b]) = self.shareable(joint, lumps) {
                let (a, b) = (root(&group, a), root(&group, b));
                if a != b {
                    group[a.max(b)] = a.min(b);
                    sorts[a.min(b)] = sorts[a].with(sorts[b]);
                }
                self.system.shared.push(SharedInfo {
                    joint: joint.name.clone(),
                    items: [joint.between[0].item.clone(), joint.between[1].item.clone()],
                });
            }
        }
        // Points of solids come last: what can share a node with others without them does.
        let one_node = |t: &Tie| matches!(t.kind, TieKind::Joined | TieKind::Rigid);
        let numbered = || model.ties.iter().enumerate();
        for solid in [false, true] {
            for (number, tie) in numbered().filter(|(_, t)| one_node(t)) {
                for (pair, [first, second]) in tie.pairs.iter().enumerate() {
                    let found = [first, second].map(|name| self.lump_of.get(name).copied());
                    let [Some(a), Some(b)] = found else {
                        continue;
                    };
                    if (lumps[a].shares || lumps[b].shares) != solid {
                        continue;
                    }
                    let (a, b) = (root(&group, a), root(&group, b));
                    let both = sorts[a].with(sorts[b]);
                    // Points that move with a frame they are apart from need that frame.
                    let apart = tie.kind == TieKind::Rigid && solid;
                    if both.mixed() || apart {
                        self.held_pairs.push((number, pair));
                    } else {
                        group[a.max(b)] = a.min(b);
                        sorts[a.min(b)] = both;
                    }
                }
            }
        }
        let mut members: HashMap<usize, Vec<usize>> = HashMap::new();
        for k in 0..lumps.len() {
            members.entry(root(&group, k)).or_default().push(k);
        }
        let mut placed = vec![
            Placed {
                node: GROUND,
                origin: V3::zeros(),
                axes: Quaternion::identity(),
            };
            lumps.len()
        ];
        for k in 0..lumps.len() {
            if let Some(list) = members.get(&k) {
                self.make_node(lumps, list, &mut placed);
            }
        }
        placed
    }

    fn make_node(&mut self, lumps: &[Lump], list: &[usize], placed: &mut [Placed]) {
        // The first with axes lends them to all.
        let main = list.iter().copied().find(|&k| lumps[k].frame);
        let kind = if main.is_some() {
            NodeKind::Frame
        } else {
            NodeKind::Point
        };
        let main = main.unwrap_or(list[0]);
        let mut sum = lumps[main].clone();
        for &k in list.iter().filter(|&&k| k != main) {
            sum.absorb(&lumps[k]);
        }
        let arm = if sum.mass > 0.0 {
            sum.moment / sum.mass
        } else {
            V3::zeros()
        };
        let q = sum.orientation;
        let axes = *q.to_rotation_matrix().matrix();
        let about_center = sum.inertia - steiner(sum.mass, &arm);
        let v = if sum.mass > 0.0 {
            sum.momentum / sum.mass
        } else {
            sum.velocity
        };
        let spin = sum.spin - arm.cross(&sum.momentum);
        let omega = match kind {
            NodeKind::Frame if list.len() == 1 => sum.omega,
            // Lumps that were given different motions go on with their common momentum.
            NodeKind::Frame => about_center.try_inverse().map_or(V3::zeros(), |i| i * spin),
            _ => V3::zeros(),
        };
        let inertia_B = axes.transpose() * about_center * axes;
        let node = Node {
            name: lumps[main].name.clone(),
            kind,
            mass: sum.mass,
            inertia: if kind == NodeKind::Frame {
                0.5 * (inertia_B + inertia_B.transpose())
            } else {
                M3::zeros()
            },
        };
        let pose = NodePose {
            r: sum.position + arm,
            q: if kind == NodeKind::Frame {
                q
            } else {
                Quaternion::identity()
            },
        };
        let velocity = NodeVelocity {
            v,
            omega: pose.q.inverse() * omega,
        };
        let node = self.add_node(node, pose, velocity);
        for &k in list {
            let origin = if kind == NodeKind::Point {
                V3::zeros()
            } else if k == main {
                -(pose.q.inverse() * arm)
            } else {
                pose.q.inverse() * (lumps[k].position - pose.r)
            };
            placed[k] = Placed {
                node,
                origin,
                axes: if k == main || kind == NodeKind::Point {
                    Quaternion::identity()
                } else {
                    pose.q.inverse() * lumps[k].orientation
                },
            };
        }
    }

    /// The two lumps of a joint that leaves nothing to move between them: fixed frames, or a point held at a place. As drawn
    /// they must fit, else the joint stays a constraint and the start is corrected as usual.
    fn shareable(&self, joint: &Joint, lumps: &[Lump]) -> Option<[usize; 2]> {
        let [a, b] = [&joint.between[0], &joint.between[1]]
            .map(|anchor| self.lump_of.get(&anchor.item).copied());
        let (a, b) = (a?, b?);
        let frames = [lumps[a].frame, lumps[b].frame];
        // A point that shares mass with others has no axes to share.
        if (lumps[a].shares || lumps[b].shares) && frames != [false, false] {
            return None;
        }
        let sharing = joint.kind.definition.sharing;
        let rigid = match sharing {
            Sharing::Frame => frames == [true, true],
            Sharing::Point => frames != [true, true],
            Sharing::Never => false,
        };
        let places = [(a, &joint.between[0]), (b, &joint.between[1])]
            .map(|(k, anchor)| drawn(&lumps[k], anchor));
        let near = SAME * self.system.length;
        let fits = (places[0].0 - places[1].0).norm() <= near
            && (sharing != Sharing::Frame || places[0].1.angle_to(&places[1].1) <= SAME);
        (rigid && fits && a != b).then_some([a, b])
    }
}

/// Place and axes of an anchor in the world as drawn.
fn drawn(lump: &Lump, anchor: &Anchor) -> (V3, Quaternion) {
    let at = match anchor.at {
        AnchorPoint::World(p) => p,
        AnchorPoint::Local(p) => lump.position + lump.orientation * p,
    };
    let axes = match anchor.axes {
        AnchorAxes::World(q) => q,
        AnchorAxes::Local(q) => lump.orientation * q,
    };
    (at, axes)
}

fn root(group: &[usize], mut k: usize) -> usize {
    while group[k] != k {
        k = group[k];
    }
    k
}
