//! Sections through volumes: elements divided into tetrahedra, and what a plane cuts out of them.
//!
//! Places and values are linear within each tetrahedron. Bricks are six tetrahedra; those with nodes on their edges first become eight smaller
//! bricks through the middles of edges and faces, and wedges likewise. Tetrahedra with middle nodes become eight. The page of reports gets the same division (`page_cells`).

mod wedge;

use super::items::VolumeCell;
use poinsot::math::V3;
use std::sync::OnceLock;
use wedge::wedge;

/// A plane; what lies beyond it, along the normal, is taken away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit vector.
    pub normal: V3,
    /// From the origin, along the normal [m].
    pub distance: f64,
}

impl Plane {
    /// How far a point lies beyond it [m].
    pub fn beyond(&self, point: &V3) -> f64 {
        self.normal.dot(point) - self.distance
    }
}

/// A tetrahedron of an element: numbers of its points, and for each point whether the side opposite to it lies on the surface of the element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tetrahedron {
    /// Nodes of the element come first, then further points.
    pub points: [usize; 4],
    /// A bit for each point.
    pub outer: u8,
}

/// How elements of a kind are divided.
#[derive(Debug)]
pub struct Division {
    /// Number of nodes.
    pub nodes: usize,
    /// Further points: nodes they are means of, with weights.
    pub extra: Vec<Vec<(usize, f64)>>,
    /// The pieces.
    pub tetrahedra: Vec<Tetrahedron>,
}

/// Reference coordinates of the 27 points of a brick, in the order of VTK.
const BRICK: [[i8; 3]; 27] = [
    [-1, -1, -1],
    [1, -1, -1],
    [1, 1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
    [1, -1, 1],
    [1, 1, 1],
    [-1, 1, 1],
    [0, -1, -1],
    [1, 0, -1],
    [0, 1, -1],
    [-1, 0, -1],
    [0, -1, 1],
    [1, 0, 1],
    [0, 1, 1],
    [-1, 0, 1],
    [-1, -1, 0],
    [1, -1, 0],
    [1, 1, 0],
    [-1, 1, 0],
    [-1, 0, 0],
    [1, 0, 0],
    [0, -1, 0],
    [0, 1, 0],
    [0, 0, -1],
    [0, 0, 1],
    [0, 0, 0],
];

/// Six tetrahedra around the diagonal of a brick.
const AROUND: [[usize; 4]; 6] = [
    [0, 1, 2, 6],
    [0, 2, 3, 6],
    [0, 3, 7, 6],
    [0, 7, 4, 6],
    [0, 4, 5, 6],
    [0, 5, 1, 6],
];

/// Nodes at the corners and middles of a tetrahedron: the two corners each is between, in the order of VTK.
const ENDS: [[usize; 2]; 10] = [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [0, 1],
    [1, 2],
    [0, 2],
    [0, 3],
    [1, 3],
    [2, 3],
];

/// Its pieces: at the corners, then around the line between two middles.
const PIECES: [[usize; 4]; 8] = [
    [0, 4, 6, 7],
    [4, 1, 5, 8],
    [6, 5, 2, 9],
    [7, 8, 9, 3],
    [4, 9, 5, 6],
    [4, 9, 6, 7],
    [4, 9, 7, 8],
    [4, 9, 8, 5],
];

impl Division {
    /// That of elements with so many nodes; none for kinds that are not divided.
    pub fn of(nodes: usize) -> Option<&'static Division> {
        static KNOWN: OnceLock<[Division; 5]> = OnceLock::new();
        let known = KNOWN.get_or_init(|| [brick(8), brick(20), brick(27), tetrahedron(), wedge()]);
        known.iter().find(|d| d.nodes == nodes)
    }
}

fn brick(nodes: usize) -> Division {
    let weights = |place: &[i8; 3]| -> Vec<(usize, f64)> {
        let one = |k: usize| (k, shape(&BRICK[k], place));
        let all = (0..nodes).map(one);
        all.filter(|(_, weight)| *weight != 0.0).collect()
    };
    let number = |place: [i8; 3]| BRICK.iter().position(|p| *p == place).unwrap_or(0);
    let around = |point: &dyn Fn(usize) -> usize| {
        AROUND.map(|piece| {
            outlined(piece.map(point), |side| {
                let on = |c: usize, end: i8| side.iter().all(|&k| BRICK[k][c] == end);
                (0..3).any(|c| on(c, -1) || on(c, 1))
            })
        })
    };
    if nodes == 8 {
        return Division {
            nodes,
            extra: Vec::new(),
            tetrahedra: around(&|k| k).to_vec(),
        };
    }
    let mut tetrahedra = Vec::new();
    for corner in &BRICK[..8] {
        // The smaller brick at this corner: from -1 to 0 or from 0 to 1 along each axis.
        let low: [i8; 3] = corner.map(|c| c.min(0));
        tetrahedra.extend(around(&|k| {
            let step = BRICK[k].map(|c| (c + 1) / 2);
            number([0, 1, 2].map(|c| low[c] + step[c]))
        }));
    }
    Division {
        nodes,
        extra: BRICK[nodes..].iter().map(weights).collect(),
        tetrahedra,
    }
}

/// The shape function of a node of a brick with 20 nodes at a place.
fn shape(node: &[i8; 3], place: &[i8; 3]) -> f64 {
    let [n, p] = [node, place].map(|c| c.map(f64::from));
    let sides: f64 = (0..3)
        .map(|c| match node[c] {
            0 => 1.0 - p[c] * p[c],
            _ => 1.0 + n[c] * p[c],
        })
        .product();
    let along: f64 = (0..3).map(|c| n[c] * p[c]).sum();
    match node.contains(&0) {
        true => sides / 4.0,
        false => sides * (along - 2.0) / 8.0,
    }
}

fn tetrahedron() -> Division {
    let piece = |points: [usize; 4]| {
        // A side lies on the surface if none of its points has to do with one of the corners.
        outlined(points, |side| {
            (0..4).any(|corner| side.iter().all(|&k| !ENDS[k].contains(&corner)))
        })
    };
    Division {
        nodes: 10,
        extra: Vec::new(),
        tetrahedra: PIECES.map(piece).to_vec(),
    }
}

fn outlined(points: [usize; 4], on_surface: impl Fn(&[usize]) -> bool) -> Tetrahedron {
    let outer = (0..4).filter(|&k| {
        let side: Vec<usize> = (0..4).filter(|&j| j != k).map(|j| points[j]).collect();
        on_surface(&side)
    });
    Tetrahedron {
        points,
        outer: outer.fold(0, |bits, k| bits | 1 << k),
    }
}

/// A corner of a cut.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// Where it is [m].
    pub at: V3,
    /// The value there.
    pub value: f64,
}

/// A piece of a cut, a triangle or a quadrilateral.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Number of the element among all of the volume.
    pub element: u32,
    /// Its corners, against the clock when seen from beyond the plane.
    pub corners: Vec<Corner>,
    /// Whether the way from each corner to the next lies on the surface of the element.
    pub outer: Vec<bool>,
}

/// What a plane cuts out of a volume. Places and values are those of its nodes.
pub fn cut(cells: &[VolumeCell], places: &[V3], values: &[f64], plane: &Plane) -> Vec<Piece> {
    let beyond: Vec<f64> = places.iter().map(|p| plane.beyond(p)).collect();
    let mut pieces = Vec::new();
    for (element, cell) in cells.iter().enumerate() {
        let far = |k: &u32| beyond.get(*k as usize).copied().unwrap_or(f64::NAN);
        let above = cell.nodes.iter().filter(|k| far(k) > 0.0).count();
        let Some(division) = Division::of(cell.nodes.len()) else {
            continue;
        };
        if above == 0 || cell.nodes.iter().all(|k| far(k) > 0.0) {
            continue;
        }
        let node = |k: &u32| Corner {
            at: places[*k as usize],
            value: values.get(*k as usize).copied().unwrap_or(f64::NAN),
        };
        let mut points: Vec<Corner> = cell.nodes.iter().map(node).collect();
        for mean in &division.extra {
            let at = mean.iter().map(|&(k, w)| points[k].at * w).sum();
            let value = mean.iter().map(|&(k, w)| points[k].value * w).sum();
            points.push(Corner { at, value });
        }
        let far: Vec<f64> = points.iter().map(|p| plane.beyond(&p.at)).collect();
        for one in &division.tetrahedra {
            if let Some((corners, outer)) = through(one, &points, &far, plane) {
                pieces.push(Piece {
                    element: element as u32,
                    corners,
                    outer,
                });
            }
        }
    }
    pieces
}

/// What a plane cuts out of a tetrahedron.
fn through(
    one: &Tetrahedron,
    points: &[Corner],
    far: &[f64],
    plane: &Plane,
) -> Option<(Vec<Corner>, Vec<bool>)> {
    let (above, below): (Vec<usize>, Vec<usize>) = (0..4).partition(|&k| far[one.points[k]] > 0.0);
    // Between which points the corners lie, and opposite to which point the way to the next one runs.
    let way: Vec<[usize; 3]> = match (above.as_slice(), below.as_slice()) {
        (&[i, j], &[k, l]) => vec![[i, k, j], [i, l, k], [j, l, i], [j, k, l]],
        (&[i], &[j, k, l]) | (&[j, k, l], &[i]) => vec![[i, j, l], [i, k, j], [i, l, k]],
        _ => return None,
    };
    let corner = |&[a, b, _]: &[usize; 3]| {
        let (a, b) = (one.points[a], one.points[b]);
        let part = far[a] / (far[a] - far[b]);
        Corner {
            at: points[a].at + part * (points[b].at - points[a].at),
            value: points[a].value + part * (points[b].value - points[a].value),
        }
    };
    let mut corners: Vec<Corner> = way.iter().map(corner).collect();
    let mut outer: Vec<bool> = way.iter().map(|w| one.outer & 1 << w[2] != 0).collect();
    let next = |k: usize| corners[(k + 1) % corners.len()].at;
    let normal: V3 = (0..corners.len())
        .map(|k| corners[k].at.cross(&next(k)))
        .sum();
    if normal.dot(&plane.normal) < 0.0 {
        corners.reverse();
        outer.reverse();
        // The way to the next corner was the way from it.
        outer.rotate_left(1);
    }
    Some((corners, outer))
}

#[cfg(test)]
mod tests;
