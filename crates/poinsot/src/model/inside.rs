//! Places inside of solids, and points that follow what is around them.

use super::solids::SolidBody;
use crate::math::V3;
use crate::mechanics::elements::solid::{Shape, at_point};
use crate::meshes::elements::{ElementMesh, nearest_on_surface};

/// A place inside of an element of a solid.
#[derive(Clone, Debug, PartialEq)]
pub struct WithinSolid {
    /// The solid.
    pub solid: String,
    /// The element, by its place among those of the solid.
    pub element: usize,
    /// Parameters in it: from -1 to 1 in bricks, from 0 to 1 in tetrahedra.
    pub parameters: [f64; 3],
}

/// A sensor anywhere inside of a solid: it does not change the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct VolumeSensor {
    /// Unique name.
    pub name: String,
    /// Where it is.
    pub within: WithinSolid,
    /// Where it was written.
    pub place: super::types::Place,
}

/// A point whose place is a weighted sum of the places of others (tie.3).
#[derive(Clone, Debug, PartialEq)]
pub struct Follower {
    /// The point that follows.
    pub point: FollowerPoint,
    /// What it follows.
    pub leaders: Leaders,
    /// Which rotations follow too.
    pub turns: FollowerTurns,
}

/// A point that follows others.
#[derive(Clone, Debug, PartialEq)]
pub enum FollowerPoint {
    /// A body, a point mass, or a named point of a flexible body.
    Item(String),
    /// A node of a beam or cable.
    OfLine {
        /// The beam or cable.
        line: String,
        /// Arc length of the node [m].
        s: f64,
    },
}

/// What a point follows.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaders {
    /// Points with their weights, which sum to one. Those with axes carry the follower where it was drawn.
    Points(Vec<(String, f64)>),
    /// The element of a solid that it lies in.
    Within(WithinSolid),
}

/// Which rotations of a follower with axes follow those of the solid (tie.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowerTurns {
    /// None.
    Not,
    /// That about its first axis, the tangent of a beam.
    AboutTangent,
    /// All.
    All,
}

/// Shape functions of an element at a place, and their derivatives by the place as drawn [1/m].
#[derive(Clone, Debug, PartialEq)]
pub struct ShapesAt {
    /// Values.
    pub values: Vec<f64>,
    /// Derivatives.
    pub slopes: Vec<V3>,
}

impl WithinSolid {
    /// Shape functions there.
    pub fn shapes(&self, solid: &SolidBody) -> Option<ShapesAt> {
        let cell = *solid.cells.get(self.element)?;
        let shape = SolidBody::shape_of(solid.mesh.cells[cell].kind)?;
        let drawn = solid.drawn(cell);
        let values = (0..drawn.len()).map(|k| shape.value(k, &self.parameters).0);
        Some(ShapesAt {
            values: values.collect(),
            slopes: at_point(shape, &drawn, &(self.parameters, 1.0)).slopes,
        })
    }
}

/// The place of a solid that is nearest to a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestInside {
    /// The cell of the mesh.
    pub cell: usize,
    /// Parameters in it.
    pub parameters: [f64; 3],
    /// The place [m].
    pub place: V3,
    /// How far it is from the position [m]: nothing for positions inside.
    pub distance: f64,
}

/// What is no farther from an element than this part of its size is inside: files hold rounded numbers.
const INSIDE: f64 = 1e-9;

/// The place of volume cells, whose outer faces are given, that is nearest to a position.
pub fn nearest_inside(
    mesh: &ElementMesh,
    cells: &[usize],
    faces: &[usize],
    position: V3,
) -> Option<NearestInside> {
    let (found, size) = in_cells(mesh, cells, position)?;
    if found.distance <= INSIDE * size {
        return Some(found);
    }
    // Outside: the nearest place of the surface, in the element that it belongs to.
    let surface = nearest_on_surface(mesh, faces, position);
    let Some(surface) = surface.filter(|s| s.distance < found.distance) else {
        return Some(found);
    };
    let (on_surface, _) = in_cells(mesh, cells, surface.place)?;
    Some(NearestInside {
        distance: (on_surface.place - position).norm(),
        ..on_surface
    })
}

/// The nearest of the places that the iteration finds in each of the cells that may hold a position, and the size of its cell.
fn in_cells(mesh: &ElementMesh, cells: &[usize], position: V3) -> Option<(NearestInside, f64)> {
    let mut order: Vec<(f64, f64, usize)> = Vec::new();
    for &cell in cells {
        let points = mesh.cell_points(cell).iter();
        let points: Vec<V3> = points.map(|p| mesh.points[*p as usize]).collect();
        let middle = points.iter().sum::<V3>() / points.len().max(1) as f64;
        let radius = points
            .iter()
            .fold(0.0, |r: f64, p| r.max((p - middle).norm()));
        // Curved cells reach beyond their points, hardly by half of the ball.
        order.push(((middle - position).norm() - 1.5 * radius, radius, cell));
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    let mut nearest: Option<(NearestInside, f64)> = None;
    for (bound, size, cell) in order {
        if nearest.is_some_and(|(n, _)| bound > n.distance) {
            break;
        }
        let Some(shape) = SolidBody::shape_of(mesh.cells[cell].kind) else {
            continue;
        };
        let points = mesh.cell_points(cell).iter();
        let points: Vec<V3> = points.map(|p| mesh.points[*p as usize]).collect();
        let (parameters, place) = in_cell(shape, &points, &position);
        let found = NearestInside {
            cell,
            parameters,
            place,
            distance: (place - position).norm(),
        };
        if nearest.is_none_or(|(n, _)| found.distance < n.distance) {
            nearest = Some((found, size));
        }
        if found.distance <= INSIDE * size {
            break;
        }
    }
    nearest
}

/// Parameters of a position by the iteration of Newton, moved into the element, and their place.
fn in_cell(shape: Shape, points: &[V3], position: &V3) -> ([f64; 3], V3) {
    let mut at = shape.center();
    for _ in 0..50 {
        let here = at_point(shape, points, &(at, 1.0));
        let Some(inverse) = here.jacobian.try_inverse() else {
            break;
        };
        let mut step = inverse * (position - here.at);
        let way = step.norm();
        if !way.is_finite() {
            break;
        }
        // Far from the element its functions mean nothing.
        if way > 1.0 {
            step /= way;
        }
        at = std::array::from_fn(|k| (at[k] + step[k]).clamp(-2.0, 2.0));
        if way < 1e-14 {
            break;
        }
    }
    let at = moved_inside(shape, at);
    (at, at_point(shape, points, &(at, 1.0)).at)
}

fn moved_inside(shape: Shape, at: [f64; 3]) -> [f64; 3] {
    let [r, s, t] = at;
    let share = |list: &[f64]| -> Vec<f64> {
        let positive: Vec<f64> = list.iter().map(|x| x.max(0.0)).collect();
        let sum: f64 = positive.iter().sum();
        positive.iter().map(|x| x / sum.max(1.0)).collect()
    };
    match shape {
        Shape::Tet10 => {
            let inside = share(&[r, s, t]);
            [inside[0], inside[1], inside[2]]
        }
        Shape::Wedge15 => {
            let inside = share(&[r, s]);
            [inside[0], inside[1], t.clamp(-1.0, 1.0)]
        }
        _ => at.map(|x| x.clamp(-1.0, 1.0)),
    }
}
