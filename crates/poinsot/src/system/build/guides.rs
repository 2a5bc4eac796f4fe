//! Lines that something slides along, put together of what nodes carry (sl.3).

use crate::geometry::reference::lobatto;
use crate::geometry::{FramesAlong, Path, SectionAxes, Side};
use crate::math::{M3, V3};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::constraints::{Piece, Pieces, THINGS};
use crate::mechanics::elements::ElementNode;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::{NodePose, NodeStage};
use crate::system::FlexibleElement;
use crate::system::sliding::{LinePart, SlidingLine};

/// Axes of a frame.
const AXES: usize = 3;
/// Corners are where elements meet if they are no further apart than this part of where they are.
const CORNER: f64 = 1e-6;

/// Terms of a row: parts of the line with the things that the row is a sum of.
#[derive(Default)]
pub(super) struct Terms {
    /// Parts that follow each other.
    pub parts: Vec<LinePart>,
    /// What rounds the corners between them.
    pub rounded: Vec<LinePart>,
}

impl Terms {
    /// The line itself, for a point.
    pub fn line(&self, point: (NodeIndex, V3)) -> SlidingLine {
        SlidingLine {
            parts: self.parts.clone(),
            rounded: self.rounded.clone(),
            point,
        }
    }
}

/// A line as a joint needs it.
pub(super) struct Guide {
    /// Its points.
    pub points: Terms,
    /// Its tangent, or the x axis of its sections, and the y axis; none of cables.
    pub directions: [Terms; 2],
    /// Node that its axes turn with, if it is a rigid one.
    pub rigid: Option<NodeIndex>,
    /// Whether its direction is the same everywhere.
    pub straight: bool,
}

/// Axes of a line at a place as drawn: x along it.
pub(super) fn axes_at(guide: &Guide, s: f64, stages: &[NodeStage]) -> M3 {
    let line = |terms: &Terms| terms.line((NodeIndex::new(0), V3::zeros()));
    let [x, y] = [0, 1].map(|k| line(&guide.directions[k]).at(s, stages)[0]);
    let x = match x == V3::zeros() {
        true => line(&guide.points).at(s, stages)[1],
        false => x,
    };
    let any = match x.x.abs() < 0.9 * x.norm() {
        true => V3::x(),
        false => V3::y(),
    };
    let y = if y == V3::zeros() { any } else { y };
    let z = x.cross(&y).normalize();
    let x = x.normalize();
    M3::from_columns(&[x, z.cross(&x), z])
}

/// Parts of a line of elements: its points, or one of the axes of its sections.
pub(super) fn terms(
    elements: &[FlexibleElement],
    beam: bool,
    carried: Option<usize>,
    corners: &[f64],
) -> Terms {
    let one = |e: &FlexibleElement| {
        let on = e.on.iter().enumerate();
        let nodes = e.on.iter().map(|n| n.node).collect();
        let axis =
            |k: usize, on: &ElementNode, j: usize| Attachment::vector(k, on.axes.column(j).into());
        let (ends, h) = (e.span().ends, e.span().length());
        let (things, cubic): (Vec<Attachment>, _) = match carried {
            Some(j) => (
                on.map(|(k, n)| axis(k, n, j)).collect(),
                lagrange(e.on.len()),
            ),
            // Two nodes say where the line is and, in a beam, where it leads: a smooth line through them (sl.3).
            None if beam && e.on.len() == 2 => {
                let both =
                    |(k, n): (usize, &ElementNode)| [Attachment::point(k, n.at), axis(k, n, 0)];
                (on.flat_map(both).collect(), filled(&hermite(h)))
            }
            None => {
                let points = on.map(|(k, n)| Attachment::point(k, n.at));
                (points.collect(), lagrange(e.on.len()))
            }
        };
        LinePart {
            nodes,
            things,
            weights: Pieces::new(vec![Piece { ends, cubic }], [true; 2]),
        }
    };
    let parts: Vec<LinePart> = elements.iter().map(one).collect();
    let pairs = parts.windows(2);
    let is_drawn = |s: f64| corners.iter().any(|c| (c - s).abs() <= CORNER * s.abs());
    let pairs = pairs.filter(|pair| !is_drawn(pair[0].ends()[1]));
    let rounded = pairs
        .filter_map(|pair| rounded(&pair[0], &pair[1]))
        .collect();
    Terms { parts, rounded }
}

/// What makes the direction of two neighbouring elements one where they meet, the mean of both: half the jump of the slopes times a
/// function that has the slope 1 on one side and -1 on the other, and vanishes at all ends (sl.3).
fn rounded(before: &LinePart, after: &LinePart) -> Option<LinePart> {
    let order = before.nodes.len() - 1;
    let smooth = before.things.len() != before.nodes.len();
    if smooth || after.nodes.len() != order + 1 || before.nodes[order] != after.nodes[0] {
        return None;
    }
    let [left, right] = [
        before.weights.list().first()?,
        after.weights.list().first()?,
    ];
    let [from, to] = [left.ends[1] - left.ends[0], right.ends[1] - right.ends[0]];
    let slopes = [
        before.weights.slope(left.ends[1]),
        after.weights.slope(right.ends[0]),
    ];
    let nodes: Vec<NodeIndex> = before
        .nodes
        .iter()
        .chain(&after.nodes[1..])
        .copied()
        .collect();
    let moved = after.things[1..].iter().map(|t| Attachment {
        node: t.node + order,
        ..*t
    });
    let things = before.things.iter().copied().chain(moved).collect();
    let mut pieces = [left.ends, right.ends].map(|ends| Piece {
        ends,
        cubic: [[0.0; 4]; THINGS],
    });
    for k in 0..nodes.len() {
        let of_left = if k <= order { slopes[0][k] } else { 0.0 };
        let of_right = if k >= order {
            slopes[1][k - order]
        } else {
            0.0
        };
        let half = 0.5 * (of_right - of_left);
        pieces[0].cubic[k] = [0.0, 0.0, -from, from].map(|c| half * c);
        pieces[1].cubic[k] = [0.0, to, -2.0 * to, to].map(|c| -half * c);
    }
    Some(LinePart {
        nodes,
        things,
        weights: Pieces::new(pieces.to_vec(), [false; 2]),
    })
}

/// Lagrange polynomials through the nodes of an element, in the coordinate that runs from 0 to 1.
fn lagrange(count: usize) -> [[f64; 4]; THINGS] {
    let at: Vec<f64> = lobatto(count - 1)
        .iter()
        .map(|(xi, _)| 0.5 * (xi + 1.0))
        .collect();
    let mut out = [[0.0; 4]; THINGS];
    for (k, polynomial) in out.iter_mut().enumerate().take(at.len()) {
        polynomial[0] = 1.0;
        for x in at
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != k)
            .map(|(_, x)| x)
        {
            // Times (x - x_j) / (x_k - x_j).
            let scale = 1.0 / (at[k] - x);
            for degree in (0..4).rev() {
                let lower = if degree > 0 {
                    polynomial[degree - 1]
                } else {
                    0.0
                };
                polynomial[degree] = scale * (lower - x * polynomial[degree]);
            }
        }
    }
    out
}

fn filled(list: &[[f64; 4]]) -> [[f64; 4]; THINGS] {
    std::array::from_fn(|k| list.get(k).copied().unwrap_or_default())
}

/// Values and derivatives at both ends of a piece of length `h`.
fn hermite(h: f64) -> [[f64; 4]; 4] {
    [
        [1.0, 0.0, -3.0, 2.0],
        [0.0, h, -2.0 * h, h],
        [0.0, 0.0, 3.0, -2.0],
        [0.0, 0.0, -h, h],
    ]
}

/// A curve drawn in the world and fixed to a node: cubic pieces between samples, with its positions and directions.
pub(super) fn rigid_guide(node: NodeIndex, pose: &NodePose, path: &Path) -> Guide {
    let any = SectionAxes::YNear(V3::y());
    let frames = FramesAlong::new(path, &any);
    let into = pose.q.inverse();
    let samples = path.samples();
    let (mut points, mut tangents, mut normals) = (Vec::new(), Vec::new(), Vec::new());
    for ends in samples.windows(2) {
        let ends = [ends[0], ends[1]];
        let h = ends[1] - ends[0];
        let sides = [Side::After, Side::Before];
        let at = [0, 1].map(|k| into * (path.position(ends[k]) - pose.r));
        let t = [0, 1].map(|k| into * path.tangent(ends[k], sides[k]));
        let n = [0, 1].map(|k| into * (frames.at_or_some(ends[k], sides[k]).orientation * V3::y()));
        let basis = hermite(h);
        let mut cubic = [[0.0; 4]; THINGS];
        // The origin of the node counts once, whatever the place.
        cubic[0][0] = 1.0;
        for axis in 0..AXES {
            for c in 0..4 {
                cubic[1 + axis][c] = at[0][axis] * basis[0][c]
                    + t[0][axis] * basis[1][c]
                    + at[1][axis] * basis[2][c]
                    + t[1][axis] * basis[3][c];
            }
        }
        let [mut slope, mut normal] = [[[0.0; 4]; THINGS]; 2];
        for axis in 1..=AXES {
            let [_, b, c, d] = cubic[axis];
            slope[axis] = [b / h, 2.0 * c / h, 3.0 * d / h, 0.0];
            let [from, to] = [n[0][axis - 1], n[1][axis - 1]];
            normal[axis] = [from, to - from, 0.0, 0.0];
        }
        points.push(Piece { ends, cubic });
        tangents.push(Piece { ends, cubic: slope });
        normals.push(Piece {
            ends,
            cubic: normal,
        });
    }
    let axes = [V3::x(), V3::y(), V3::z()].map(|axis| Attachment::vector(0, axis));
    let part = |first: Attachment, list: Vec<Piece>, goes_on: bool| Terms {
        parts: vec![LinePart {
            nodes: vec![node],
            things: [first].into_iter().chain(axes).collect(),
            weights: Pieces::new(list, [goes_on; 2]),
        }],
        rounded: Vec::new(),
    };
    let (origin, none) = (
        Attachment::point(0, V3::zeros()),
        Attachment::vector(0, V3::zeros()),
    );
    let directions: Vec<V3> = samples
        .iter()
        .flat_map(|&s| [Side::Before, Side::After].map(|side| path.tangent(s, side)))
        .collect();
    // Less than this is round-off of points that are meant to be in line.
    let straight = directions.iter().all(|d| (d - directions[0]).norm() < 1e-9);
    Guide {
        points: part(origin, points, true),
        directions: [part(none, tangents, false), part(none, normals, false)],
        rigid: Some(node),
        straight,
    }
}
