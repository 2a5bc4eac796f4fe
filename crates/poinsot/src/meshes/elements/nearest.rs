//! The nearest point and the nearest place of a surface.

use super::CellKind;
use super::ElementMesh;
use super::normals::centre;
use super::shape::{surface_places, surface_point};
use crate::math::V3;

/// A place of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// The cell, by its place in the mesh.
    pub cell: usize,
    /// Parameters in the cell: from -1 to 1 in quadrilaterals, from 0 to 1 in triangles.
    pub parameters: [f64; 2],
    /// The place itself [m].
    pub place: V3,
    /// How far it is from the position asked for [m].
    pub distance: f64,
}

/// The point of a mesh nearest to a position, among those listed, and its distance [m]. Of equally near ones the first.
pub fn nearest_point(
    mesh: &ElementMesh,
    among: impl IntoIterator<Item = u32>,
    position: V3,
) -> Option<(u32, f64)> {
    let mut nearest: Option<(u32, f64)> = None;
    for place in among {
        let distance = (mesh.points[place as usize] - position).norm();
        if nearest.is_none_or(|(_, least)| distance < least) {
            nearest = Some((place, distance));
        }
    }
    nearest
}

/// The place on surface cells of a list that is nearest to a position. Of equally near ones the first.
pub fn nearest_on_surface(
    mesh: &ElementMesh,
    cells: &[usize],
    position: V3,
) -> Option<SurfacePoint> {
    // The bound of a cell is a ball about its centre. Curved cells reach beyond their points, hardly by half of the ball.
    let bound = |cell: usize| {
        let points = mesh.cell_points(cell).iter();
        let points = points.map(|p| mesh.points[*p as usize]);
        let kind = mesh.cells[cell].kind;
        let (middle, _) = surface_point(mesh, cell, centre(kind));
        let radius = points.fold(0.0, |r: f64, p| r.max((p - middle).norm()));
        (middle - position).norm() - 1.5 * radius
    };
    let surfaces = cells.iter().copied();
    let surfaces = surfaces.filter(|c| mesh.cells[*c].kind.dimension() == 2);
    let mut order: Vec<(f64, usize)> = surfaces.map(|c| (bound(c), c)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut nearest: Option<SurfacePoint> = None;
    for (bound, cell) in order {
        if nearest.is_some_and(|n| bound > n.distance) {
            break;
        }
        let found = nearest_in_cell(mesh, cell, position);
        let closer = |n: SurfacePoint| {
            found.distance < n.distance || found.distance == n.distance && cell < n.cell
        };
        if nearest.is_none_or(closer) {
            nearest = Some(found);
        }
    }
    nearest
}

/// Starts from the best of a few places with steps of Gauss and Newton; where these do not settle, searches around it in smaller and
/// smaller circles.
fn nearest_in_cell(mesh: &ElementMesh, cell: usize, position: V3) -> SurfacePoint {
    let kind = mesh.cells[cell].kind;
    let at = |parameters: [f64; 2]| {
        let (place, _) = surface_point(mesh, cell, parameters);
        SurfacePoint {
            cell,
            parameters,
            place,
            distance: (place - position).norm(),
        }
    };
    let mut best = at(centre(kind));
    let better = |next: SurfacePoint, best: &mut SurfacePoint| {
        let closer = next.distance < best.distance;
        if closer {
            *best = next;
        }
        closer
    };
    for k in 0..25 {
        let grid = [k % 5, k / 5].map(|k| f64::from(k) / 2.0 - 1.0);
        better(at(inside(kind, from_square(kind, grid))), &mut best);
    }
    // Distances are flat at their minimum: steps that get shorter tell more than they do.
    let mut last = f64::INFINITY;
    for _ in 0..50 {
        let next = at(step(mesh, &best, position));
        let [r, s] = best.parameters;
        let way = (next.parameters[0] - r).hypot(next.parameters[1] - s);
        if way < 1e-12 {
            return best;
        }
        if !(way < last && next.distance <= best.distance * (1.0 + 1e-12)) {
            break;
        }
        (best, last) = (next, way);
    }
    const WAYS: [[f64; 2]; 8] = [
        [1.0, 0.0],
        [0.0, 1.0],
        [-1.0, 0.0],
        [0.0, -1.0],
        [1.0, 1.0],
        [-1.0, 1.0],
        [-1.0, -1.0],
        [1.0, -1.0],
    ];
    let mut radius = 0.25;
    // Moves without a halving are bounded too, in case distances are round-off.
    for _ in 0..400 {
        if radius < 1e-9 {
            break;
        }
        let [r, s] = best.parameters;
        let moved = WAYS.iter().any(|[a, b]| {
            let next = inside(kind, [r + a * radius, s + b * radius]);
            better(at(next), &mut best)
        });
        if !moved {
            radius *= 0.5;
        }
    }
    best
}

/// The parameters of the nearest place of the tangent plane within the cell: inside of it or on one of its edges.
fn step(mesh: &ElementMesh, from: &SurfacePoint, position: V3) -> [f64; 2] {
    let kind = mesh.cells[from.cell].kind;
    let (place, [a, b]) = surface_point(mesh, from.cell, from.parameters);
    let gap = position - place;
    let [r, s] = from.parameters;
    let (aa, ab, bb) = (a.dot(&a), a.dot(&b), b.dot(&b));
    let (fa, fb) = (a.dot(&gap), b.dot(&gap));
    let determinant = aa * bb - ab * ab;
    let free = [
        r + (bb * fa - ab * fb) / determinant,
        s + (aa * fb - ab * fa) / determinant,
    ];
    if determinant > 0.0 && inside(kind, free) == free {
        return free;
    }
    let corners = &surface_places(kind)[..kind.corners()];
    let mut nearest = (f64::INFINITY, from.parameters);
    for (k, &[r0, s0]) in corners.iter().enumerate() {
        let [r1, s1] = corners[(k + 1) % corners.len()];
        let left = gap - a * (r0 - r) - b * (s0 - s);
        let along = a * (r1 - r0) + b * (s1 - s0);
        let t = (left.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
        let distance = (left - along * t).norm();
        if distance < nearest.0 {
            nearest = (distance, [r0 + t * (r1 - r0), s0 + t * (s1 - s0)]);
        }
    }
    nearest.1
}

/// A place of the square from -1 to 1 in the parameters of a cell.
fn from_square(kind: CellKind, [r, s]: [f64; 2]) -> [f64; 2] {
    match kind {
        CellKind::Tri3 | CellKind::Tri6 => {
            let (r, s) = (0.5 * (r + 1.0), 0.5 * (s + 1.0));
            [r * (1.0 - s), s]
        }
        _ => [r, s],
    }
}

/// The nearest parameters that belong to the cell.
fn inside(kind: CellKind, [r, s]: [f64; 2]) -> [f64; 2] {
    match kind {
        CellKind::Tri3 | CellKind::Tri6 => {
            let over = (r.max(0.0) + s.max(0.0) - 1.0).max(0.0);
            match over > 0.0 {
                true => {
                    let along = (0.5 * (1.0 + r - s)).clamp(0.0, 1.0);
                    [along, 1.0 - along]
                }
                false => [r.max(0.0), s.max(0.0)],
            }
        }
        _ => [r.clamp(-1.0, 1.0), s.clamp(-1.0, 1.0)],
    }
}
