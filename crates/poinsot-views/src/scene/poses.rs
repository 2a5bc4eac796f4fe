//! Where everything is in one frame of the results.

use super::items::{Form, Items};
use super::pose::{Anchor, Carrier, Pose, quaternion, towards};
use super::surface::{Between, Bound};
use poinsot::math::{Quaternion, V3};
use poinsot::results::Layout;

/// Turns between section axis and chord beyond this cosine are corners: no smooth curve there.
pub const CORNER: f64 = 0.8;

/// Where the numbers of motion begin in a frame, as far as the results have them.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Of bodies.
    pub position: Option<usize>,
    /// Of bodies.
    pub orientation: Option<usize>,
    /// Of bodies.
    pub velocity: Option<usize>,
    /// Of bodies.
    pub angular_velocity: Option<usize>,
    /// Of all nodes.
    pub node_position: Option<usize>,
    /// Of all nodes.
    pub node_velocity: Option<usize>,
    /// Of nodes with axes.
    pub node_orientation: Option<usize>,
    /// Of nodes with axes.
    pub node_angular_velocity: Option<usize>,
    /// Of sensors.
    pub point: Option<usize>,
    /// Of sensors.
    pub point_velocity: Option<usize>,
    /// Of joints.
    pub reaction_force: Option<usize>,
    /// Of joints.
    pub reaction_moment: Option<usize>,
    /// Of contact shapes.
    pub touch_force: Option<usize>,
    /// Of contact shapes.
    pub touch_point: Option<usize>,
    /// Of contact shapes.
    pub touch_state: Option<usize>,
    /// For each node its number among those with axes.
    frame_of: Vec<Option<usize>>,
}

/// `N` numbers of a thing; NaN where the results have none.
pub fn numbers<const N: usize>(row: &[f64], first: Option<usize>, index: usize) -> [f64; N] {
    let found = first.and_then(|first| row.get(first + N * index..first + N * index + N));
    let found = found.and_then(|v| v.try_into().ok());
    found.unwrap_or([f64::NAN; N])
}

/// A vector of a thing.
pub fn vector(row: &[f64], first: Option<usize>, index: usize) -> V3 {
    V3::from(numbers::<3>(row, first, index))
}

fn turn(row: &[f64], first: Option<usize>, index: usize) -> Quaternion {
    quaternion(numbers(row, first, index))
}

impl Columns {
    /// Those of a results file with some items.
    pub fn new(layout: &Layout, items: &Items) -> Self {
        let of = |name: &str| {
            let found = layout.variables.iter().position(|v| v.name == name);
            found.map(|index| layout.offset(index))
        };
        let mut frame_of = Vec::new();
        for body in &items.flexible {
            frame_of.resize(frame_of.len().max(body.first_node + body.nodes), None);
            for k in 0..body.nodes {
                frame_of[body.first_node + k] = body.first_frame.map(|first| first + k);
            }
        }
        Columns {
            position: of("position"),
            orientation: of("orientation"),
            velocity: of("velocity"),
            angular_velocity: of("angular_velocity"),
            node_position: of("node_position"),
            node_velocity: of("node_velocity"),
            node_orientation: of("node_orientation"),
            node_angular_velocity: of("node_angular_velocity"),
            point: of("point"),
            point_velocity: of("point_velocity"),
            reaction_force: of("reaction_force"),
            reaction_moment: of("reaction_moment"),
            touch_force: of("touch_force"),
            touch_point: of("touch_point"),
            touch_state: of("touch_state"),
            frame_of,
        }
    }

    /// Number of a node among those with axes.
    pub fn frame_of(&self, node: usize) -> Option<usize> {
        self.frame_of.get(node).copied().flatten()
    }

    /// Where a body is.
    pub fn body(&self, row: &[f64], index: usize) -> Pose {
        Pose {
            at: vector(row, self.position, index),
            turn: turn(row, self.orientation, index),
        }
    }

    /// Where a node is; it does not turn if it has no axes.
    pub fn node(&self, row: &[f64], index: usize) -> Pose {
        let turn = |frame| turn(row, self.node_orientation, frame);
        Pose {
            at: vector(row, self.node_position, index),
            turn: self.frame_of(index).map_or_else(Quaternion::identity, turn),
        }
    }

    /// Whether a frame fixed there turns with its carrier.
    pub fn turns(&self, on: Carrier) -> bool {
        match on {
            Carrier::Node(k) => self.frame_of(k).is_some(),
            Carrier::Ground | Carrier::Body(_) => true,
        }
    }

    /// Where a frame fixed to a carrier is.
    pub fn anchor(&self, row: &[f64], anchor: &Anchor) -> Pose {
        let carrier = match anchor.on {
            Carrier::Ground => return anchor.place,
            Carrier::Body(k) => self.body(row, k),
            Carrier::Node(k) => self.node(row, k),
        };
        carrier.of(&anchor.place)
    }

    /// The mean of what several carriers say, by their shares.
    pub fn mean(&self, row: &[f64], fixed: &[(Anchor, f64)]) -> Pose {
        let mut place = Pose::world();
        let mut done = 0.0;
        for (anchor, weight) in fixed {
            let next = self.anchor(row, anchor);
            done += weight;
            let part = weight / done;
            place = match part < 1.0 {
                true => Pose {
                    at: place.at.lerp(&next.at, part),
                    turn: place.turn.nlerp(&next.turn, part),
                },
                false => next,
            };
        }
        place
    }

    /// Of two frames that belong together the one that turns with its carrier: nodes of cables have no axes.
    pub fn turning<'a>(&self, [first, second]: &'a [Anchor; 2]) -> &'a Anchor {
        match !self.turns(first.on) && self.turns(second.on) {
            true => second,
            false => first,
        }
    }
}

/// One frame, with the sections at all nodes of curves.
pub struct Frame<'a> {
    columns: &'a Columns,
    /// Its numbers.
    pub row: &'a [f64],
    /// For every flexible body its nodes with their axes; those of cables follow the line without sudden turns.
    pub paths: Vec<Vec<Pose>>,
    smooth: Vec<bool>,
}

impl<'a> Frame<'a> {
    /// A frame of some items. Axes of cables follow on those that their first nodes had in the frame before.
    pub fn new(
        items: &Items,
        columns: &'a Columns,
        row: &'a [f64],
        before: impl Fn(usize) -> Option<Quaternion>,
    ) -> Self {
        let path = |(index, body): (usize, &super::items::Flexible)| {
            let nodes = (0..body.nodes).map(|k| columns.node(row, body.first_node + k));
            let mut path: Vec<Pose> = nodes.collect();
            let is_curve = matches!(body.form, Form::Curve(_));
            if is_curve && body.first_frame.is_none() {
                along_neighbours(&mut path, before(index));
            }
            path
        };
        let smooth = |body: &super::items::Flexible| match &body.form {
            Form::Curve(curve) => curve.smooth,
            Form::Facets(_) => false,
        };
        Frame {
            columns,
            row,
            paths: items.flexible.iter().enumerate().map(path).collect(),
            smooth: items.flexible.iter().map(smooth).collect(),
        }
    }

    /// Where something is.
    pub fn place(&self, bound: &Bound) -> Pose {
        match bound {
            Bound::On(anchor) => self.columns.anchor(self.row, anchor),
            Bound::Mean(fixed) => self.columns.mean(self.row, fixed),
            Bound::Sensor(k) => Pose::at(vector(self.row, self.columns.point, *k)),
            Bound::Section { body, node, .. } => {
                between(&self.paths[*body], *node, self.smooth[*body])
            }
        }
    }
}

/// Gives nodes without axes some: x along their neighbours, the rest without sudden turns.
fn along_neighbours(path: &mut [Pose], before: Option<Quaternion>) {
    let last = path.len().saturating_sub(1);
    let mut turn = before.unwrap_or_else(Quaternion::identity);
    for k in 0..path.len() {
        let chord = path[(k + 1).min(last)].at - path[k.saturating_sub(1)].at;
        turn = towards(&turn, &chord);
        path[k].turn = turn;
    }
}

/// The section between two nodes: on a cubic with the directions of their axes, with axes in between.
pub fn between(path: &[Pose], node: Between, smooth: bool) -> Pose {
    let last = path.len() - 1;
    let (a, b) = (
        &path[node.index.min(last)],
        &path[(node.index + 1).min(last)],
    );
    let f = node.part;
    if f == 0.0 {
        return *a;
    }
    if f == 1.0 {
        return *b;
    }
    let chord = b.at - a.at;
    let tangent = |place: &Pose| {
        let x = place.turn * V3::x();
        match smooth && x.dot(&chord) >= CORNER * chord.norm() {
            true => x * chord.norm(),
            false => chord,
        }
    };
    let (f2, f3) = (f * f, f * f * f);
    let at = a.at * (2.0 * f3 - 3.0 * f2 + 1.0)
        + b.at * (3.0 * f2 - 2.0 * f3)
        + tangent(a) * (f3 - 2.0 * f2 + f)
        + tangent(b) * (f3 - f2);
    Pose {
        at,
        turn: a.turn.nlerp(&b.turn, f),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Between two nodes of an arc the cubic with the directions of the section axes is close to the arc.
    #[test]
    fn beams_follow_their_section_axes() {
        let on_arc = |angle: f64| Pose {
            at: V3::new(angle.sin(), 1.0 - angle.cos(), 0.0),
            turn: Quaternion::from_axis_angle(&V3::z_axis(), angle),
        };
        let half = Between {
            index: 0,
            part: 0.5,
        };
        let found = between(&[on_arc(0.0), on_arc(0.5)], half, true);
        // Of chord length instead of arc length, the cubic leaves the arc by a part of 1e-3 of its height.
        let wanted = on_arc(0.25);
        assert!((found.at - wanted.at).norm() < 1e-3, "{found:?}");
        assert!(found.turn.angle_to(&wanted.turn) < 1e-12);
    }

    #[test]
    fn anchors_follow_their_items() {
        let columns = Columns {
            position: Some(1),
            orientation: Some(4),
            ..Columns::default()
        };
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let row = [0.0, 1.0, 2.0, 3.0, half, 0.0, 0.0, half];
        let place = Pose::at(V3::x());
        let on = |on: Carrier| columns.anchor(&row, &Anchor { on, place });
        let found = on(Carrier::Body(0));
        assert!((found.at - V3::new(1.0, 3.0, 3.0)).norm() < 1e-15);
        assert!((found.turn * V3::x() - V3::y()).norm() < 1e-15);
        assert_eq!(on(Carrier::Ground), place);
    }
}
