//! What contact shapes are made of: balls, planes, segments, solids and their edges, each on its nodes.

use super::{GROUND, NodeIndex, State, System};
use crate::math::{M3, V3};
use crate::mechanics::forces::{Edge, Solid, distance_of_lines};
use crate::mechanics::node::NodeKind;
use std::sync::Arc;

/// What a ball is, which says what it meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallRole {
    /// A ball.
    Whole,
    /// A corner of a box: what it would meet of balls meets the box.
    Corner,
    /// Where edges of a mesh end: it meets rods alone.
    Vertex,
    /// An end of a rod, or a node of a line: what it would meet of balls and rods meets the rod.
    End,
}

/// What a part of a shape is, in the frame of its node.
#[derive(Clone, Debug, PartialEq)]
pub enum PartKind {
    /// A ball.
    Ball {
        /// Centre [m].
        center: V3,
        /// Radius [m].
        radius: f64,
        /// What it is.
        role: BallRole,
    },
    /// A plane, with everything below it.
    Plane {
        /// One of its points [m].
        point: V3,
        /// Unit normal, outwards.
        normal: V3,
    },
    /// A rod with round ends.
    Segment {
        /// Middles of its ends, the second in the frame of the second node [m].
        ends: [V3; 2],
        /// Radius [m].
        radius: f64,
    },
    /// A box, a cylinder.
    Solid {
        /// In its own axes.
        solid: Arc<Solid>,
        /// Its middle [m].
        origin: V3,
        /// Its axes as columns.
        axes: M3,
    },
    /// An edge of a solid, which rods and other edges cross: what meets it at an end meets the solid.
    Edge(Edge),
    /// A rim of a cylinder.
    Rim {
        /// Middle of its circle [m].
        center: V3,
        /// Unit axis of the cylinder.
        axis: V3,
        /// Radius of the circle, and what the rim is rounded by [m].
        radii: [f64; 2],
    },
}

/// A part of a shape.
#[derive(Clone, Debug)]
pub struct ContactPart {
    /// Number of its shape.
    pub shape: usize,
    /// Nodes that carry it: two for a segment between nodes, else one and the same.
    pub nodes: [NodeIndex; 2],
    /// Number of its group.
    pub group: usize,
    /// What it is.
    pub kind: PartKind,
}

/// Part of its radius that a ball may move, whatever its speed, before pairs are looked for again; of a solid, of its size.
const SLACK: f64 = 0.1;

impl ContactPart {
    /// Radius of a ball, a segment or an edge [m].
    pub fn radius(&self) -> Option<f64> {
        match self.kind {
            PartKind::Ball { radius, .. } | PartKind::Segment { radius, .. } => Some(radius),
            PartKind::Edge(edge) => Some(edge.rounding),
            PartKind::Plane { .. } | PartKind::Solid { .. } | PartKind::Rim { .. } => None,
        }
    }

    /// Which of two parts of a pair comes first: the lower one.
    pub(super) fn rank(&self) -> u8 {
        match self.kind {
            PartKind::Plane { .. } => 0,
            PartKind::Solid { .. } => 1,
            PartKind::Edge(Edge { faces: Some(_), .. }) => 2,
            PartKind::Edge(_) => 3,
            PartKind::Segment { .. } => 4,
            PartKind::Ball { .. } => 5,
            PartKind::Rim { .. } => 6,
        }
    }

    /// Whether there is a law of contact between what both are.
    pub(super) fn meets(&self, other: &ContactPart) -> bool {
        use PartKind::{Ball, Edge, Plane, Rim, Segment, Solid};
        let role = |part: &ContactPart| match part.kind {
            Ball { role, .. } => Some(role),
            _ => None,
        };
        match (&self.kind, &other.kind) {
            (Ball { role: a, .. }, Ball { role: b, .. }) => {
                [*a, *b] == [BallRole::Whole, BallRole::Whole]
            }
            (Plane { .. } | Solid { .. }, Ball { role, .. })
            | (Ball { role, .. }, Plane { .. } | Solid { .. }) => *role != BallRole::Vertex,
            (Plane { .. }, Rim { .. })
            | (Rim { .. }, Plane { .. })
            | (Segment { .. } | Edge(_), Segment { .. } | Edge(_)) => true,
            (Segment { .. }, Ball { .. }) => role(other) != Some(BallRole::End),
            (Ball { .. }, Segment { .. }) => role(self) != Some(BallRole::End),
            _ => false,
        }
    }

    /// How far it may move before pairs are looked for again, beside its speed [m].
    pub fn slack(&self) -> f64 {
        match &self.kind {
            PartKind::Ball { radius, .. } | PartKind::Segment { radius, .. } => SLACK * radius,
            PartKind::Edge(edge) => SLACK * edge.rounding,
            PartKind::Solid { solid, .. } => SLACK * solid.size(),
            PartKind::Rim { radii, .. } => SLACK * (radii[0] + radii[1]),
            PartKind::Plane { .. } => 0.0,
        }
    }

    /// Places that stand for it, in the frames of its nodes: middles of the ends of a segment or an edge, else one and the same.
    pub(super) fn locals(&self) -> [V3; 2] {
        match self.kind {
            PartKind::Ball { center, .. } => [center; 2],
            PartKind::Plane { point, .. } => [point; 2],
            PartKind::Segment { ends, .. } => ends,
            PartKind::Edge(edge) => edge.ends(),
            PartKind::Rim { center, .. } => [center; 2],
            PartKind::Solid { origin, .. } => [origin; 2],
        }
    }
}

/// A state of the places of all parts.
pub type Places = Vec<[V3; 2]>;

impl System {
    /// Where all parts are at a state.
    pub fn contact_places(&self, state: &State, places: &mut Places) {
        let parts = self.contacts.parts.iter();
        places.clear();
        places.extend(parts.map(|part| {
            let locals = part.locals();
            [0, 1].map(|k| {
                let pose = &state.poses[part.nodes[k]];
                match self.kinds[part.nodes[k]] {
                    NodeKind::Frame => pose.r + pose.q * locals[k],
                    _ => pose.r + locals[k],
                }
            })
        }));
    }

    /// Where all parts would be after a while with the velocities of a state.
    pub fn contact_places_ahead(&self, state: &State, dt: f64, places: &mut Places) {
        for (part, ends) in self.contacts.parts.iter().zip(places) {
            for (k, place) in ends.iter_mut().enumerate() {
                let node = part.nodes[k];
                let (pose, w) = (&state.poses[node], &state.velocities[node]);
                let turning = match self.kinds[node] {
                    NodeKind::Frame => (pose.q * w.omega).cross(&(*place - pose.r)),
                    _ => V3::zeros(),
                };
                *place += dt * (w.v + turning);
            }
        }
    }

    /// A place in the axes of the first part of a pair at a state, if that is a solid.
    fn in_solid(&self, state: &State, part: &ContactPart, place: &V3) -> Option<V3> {
        let PartKind::Solid { origin, axes, .. } = &part.kind else {
            return None;
        };
        let pose = &state.poses[part.nodes[0]];
        let at = match part.nodes[0] == GROUND {
            true => *place,
            false => pose.q.inverse() * (place - pose.r),
        };
        Some(axes.transpose() * (at - origin))
    }

    /// How much deeper a pair was on the way between two states than at both of them, if that is more than a given part of its
    /// smaller radius: ends go straight, and past a solid they go straight as seen from it.
    pub fn misses(
        &self,
        [a, b]: [usize; 2],
        states: [&State; 2],
        places: [&Places; 2],
        part: f64,
    ) -> bool {
        let parts = &self.contacts.parts;
        let (first, second) = (&parts[a], &parts[b]);
        let Some(r_b) = second.radius() else {
            return false;
        };
        let between = |from: &V3, to: &V3, x: f64| from + x * (to - from);
        let r_a = first.radius();
        match (&first.kind, r_a) {
            (PartKind::Solid { solid, .. }, _) => {
                let at = |k: usize| self.in_solid(states[k], first, &places[k][b][0]);
                let (Some(from), Some(to)) = (at(0), at(1)) else {
                    return false;
                };
                let distance = |x: f64| solid.distance(&between(&from, &to, x));
                dips(&distance, (to - from).norm(), r_b, part * r_b)
            }
            (_, Some(r_a)) => {
                let ends = |x: f64, part: usize| {
                    [0, 1].map(|k| between(&places[0][part][k], &places[1][part][k], x))
                };
                let distance = |x: f64| distance_of_lines(&ends(x, a), &ends(x, b));
                let moved = |k: usize, l: usize| {
                    let way = |part: usize, k: usize| places[1][part][k] - places[0][part][k];
                    (way(b, l) - way(a, k)).norm()
                };
                let fastest = moved(0, 0)
                    .max(moved(0, 1))
                    .max(moved(1, 0))
                    .max(moved(1, 1));
                // Edges and corners of meshes have no radius to compare with.
                let least = r_a.min(r_b);
                let smaller = if least > 0.0 { least } else { r_a.max(r_b) };
                dips(&distance, fastest, r_a + r_b, part * smaller)
            }
            _ => false,
        }
    }
}

/// Whether a distance falls further below what it is at both ends of [0, 1], or below `touching`, than `depth`. It changes by
/// `slope` at most.
fn dips(distance: &impl Fn(f64) -> f64, slope: f64, touching: f64, depth: f64) -> bool {
    let (first, last) = (distance(0.0), distance(1.0));
    let level = touching.min(first).min(last) - depth;
    // In between it is above (a + b - slope)/2: halves are looked into only where that does not settle it.
    let mut stack = [(0.0, first, 1.0, last); STACK];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let (x, a, y, b) = stack[count];
        let way = slope * (y - x);
        if 0.5 * (a + b - way) >= level || way <= 0.5 * depth {
            continue;
        }
        let middle = 0.5 * (x + y);
        let m = distance(middle);
        if m < level {
            return true;
        }
        if count + 2 > STACK {
            // Ways of some million radii: as good as missed.
            return true;
        }
        stack[count] = (middle, m, y, b);
        stack[count + 1] = (x, a, middle, m);
        count += 2;
    }
    false
}

/// Halvings of a way.
const STACK: usize = 40;

#[cfg(test)]
mod tests {
    use super::dips;

    #[test]
    fn a_dip_is_found_whatever_the_way() {
        for way in [0.1, 1.0, 10.0, 1e4] {
            for aside in [0.0, 0.9, 0.99, 1.2] {
                // Past a point at a distance, from one side to the other.
                let distance = |x: f64| (way * (x - 0.37)).hypot(aside);
                let lowest = 1.0f64.min(distance(0.0)).min(distance(1.0));
                let dips = dips(&distance, way, 1.0, 0.05);
                assert_eq!(dips, aside < lowest - 0.05, "{way} {aside}");
            }
        }
    }
}
