//! Faces of volume cells: which points they have, and which of them lie on the outside.

use super::{CellKind, ElementMesh};
use std::collections::HashMap;

/// Points of the faces of bricks in the order of surface cells, seen from outside against the clock: corners, middles, centre.
const BRICK: [[usize; 9]; 6] = [
    [0, 3, 2, 1, 9, 13, 11, 8, 20],
    [0, 1, 5, 4, 8, 12, 16, 10, 21],
    [0, 4, 7, 3, 10, 17, 15, 9, 22],
    [1, 2, 6, 5, 11, 14, 18, 12, 23],
    [2, 3, 7, 6, 13, 15, 19, 14, 24],
    [4, 5, 6, 7, 16, 18, 19, 17, 25],
];
/// Those of tetrahedra.
const TETRAHEDRON: [[usize; 6]; 4] = [
    [0, 2, 1, 6, 5, 4],
    [0, 1, 3, 4, 9, 7],
    [1, 2, 3, 5, 8, 9],
    [0, 3, 2, 7, 8, 6],
];

/// Triangles and quadrilaterals of wedges.
const WEDGE_ENDS: [[usize; 6]; 2] = [[0, 2, 1, 7, 9, 6], [3, 4, 5, 12, 14, 13]];
const WEDGE_SIDES: [[usize; 8]; 3] = [
    [0, 1, 4, 3, 6, 10, 12, 8],
    [1, 2, 5, 4, 9, 11, 14, 10],
    [2, 0, 3, 5, 7, 8, 13, 11],
];

impl CellKind {
    /// Its faces: their kind, and their points by places in the cell, each as a surface cell whose normal points outwards. None for what
    /// is no volume.
    pub fn faces(self) -> impl Iterator<Item = (CellKind, &'static [usize])> {
        type Lists = (
            &'static [[usize; 9]],
            &'static [[usize; 6]],
            &'static [[usize; 8]],
        );
        let (kind, (bricks, triangles, sides)): (CellKind, Lists) = match self {
            CellKind::Hex8 => (CellKind::Quad4, (&BRICK, &[], &[])),
            CellKind::Hex20 => (CellKind::Quad8, (&BRICK, &[], &[])),
            CellKind::Hex27 => (CellKind::Quad9, (&BRICK, &[], &[])),
            CellKind::Tet4 => (CellKind::Tri3, (&[], &TETRAHEDRON, &[])),
            CellKind::Tet10 => (CellKind::Tri6, (&[], &TETRAHEDRON, &[])),
            CellKind::Wedge15 => (CellKind::Tri6, (&[], &WEDGE_ENDS, &WEDGE_SIDES)),
            _ => (CellKind::Point, (&[], &[], &[])),
        };
        let points = kind.points();
        let bricks = bricks.iter().map(move |f| (kind, &f[..points]));
        let triangles = triangles.iter().map(move |f| (kind, &f[..points]));
        let sides = sides.iter().map(|f| (CellKind::Quad8, &f[..]));
        bricks.chain(triangles).chain(sides)
    }
}

/// The corners of a face in rising order; the fourth of a triangle is none.
type Corners = [u32; 4];

fn corners(points: &[u32], count: usize) -> Corners {
    let mut key = [u32::MAX; 4];
    key[..count].copy_from_slice(&points[..count]);
    key.sort_unstable();
    key
}

/// Gives volume cells their outer faces as surface cells with outward normals, in the group `surface`, and puts them in the place of
/// surface cells with the same corners in all groups. The faces by their places in the mesh.
pub fn add_outer_faces(mesh: &mut ElementMesh, cells: &[usize]) -> Vec<usize> {
    let mut outer: HashMap<Corners, (usize, CellKind, Vec<u32>)> = HashMap::new();
    let mut seen = 0;
    for &cell in cells {
        let kind = mesh.cells[cell].kind;
        let points = mesh.cell_points(cell);
        for (face_kind, face) in kind.faces() {
            let face: Vec<u32> = face.iter().map(|k| points[*k]).collect();
            let key = corners(&face, face_kind.corners());
            // A face of two cells lies inside.
            if outer.remove(&key).is_none() {
                outer.insert(key, (seen, face_kind, face));
                seen += 1;
            }
        }
    }
    let mut list: Vec<_> = outer.into_iter().collect();
    // In the order of the cells, so that every run numbers them alike.
    list.sort_unstable_by_key(|(_, (order, ..))| *order);
    let next = mesh.cells.iter().map(|c| c.number).max().unwrap_or(0) + 1;
    let mut place_of: HashMap<Corners, usize> = HashMap::new();
    let mut faces = Vec::with_capacity(list.len());
    for (number, (key, (_, kind, points))) in (next..).zip(list) {
        let place = mesh.add_cell(kind, number, &points);
        place_of.insert(key, place);
        faces.push(place);
    }
    let replaced = |cell: usize, mesh: &ElementMesh| {
        let kind = mesh.cells[cell].kind;
        let same = (kind.dimension() == 2)
            .then(|| place_of.get(&corners(mesh.cell_points(cell), kind.corners())));
        same.flatten().copied().unwrap_or(cell)
    };
    let groups = std::mem::take(&mut mesh.groups);
    for group in groups {
        let cells = group.cells.iter().map(|c| replaced(*c, mesh)).collect();
        mesh.add_group(&group.name, cells, &group.points);
    }
    if mesh.group("surface").is_none() {
        mesh.add_group("surface", faces.clone(), &[]);
    }
    faces
}

/// The mesh with middles on the straight edges of tetrahedra without them. Cells keep their places.
pub fn with_middles(mesh: &ElementMesh) -> ElementMesh {
    let mut out = ElementMesh {
        points: mesh.points.clone(),
        point_numbers: mesh.point_numbers.clone(),
        ..ElementMesh::default()
    };
    let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
    let mut next = mesh.point_numbers.iter().max().copied().unwrap_or(0) + 1;
    for (k, cell) in mesh.cells.iter().enumerate() {
        let points = mesh.cell_points(k);
        let kind = match cell.kind {
            CellKind::Tet4 => CellKind::Tet10,
            kind => kind,
        };
        let mut points = points.to_vec();
        if kind != cell.kind {
            for edge in kind.edges() {
                let mut ends = edge.ends.map(|e| points[e]);
                ends.sort_unstable();
                let [a, b] = ends.map(|e| out.points[e as usize]);
                let middle = *middles.entry(ends).or_insert_with(|| {
                    next += 1;
                    out.add_point(0.5 * (a + b), next - 1)
                });
                points.push(middle);
            }
        }
        out.add_cell(kind, cell.number, &points);
    }
    for group in &mesh.groups {
        out.add_group(&group.name, group.cells.clone(), &group.points);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::V3;

    /// Corners of a unit cell and the middles between them.
    fn unit(kind: CellKind) -> ElementMesh {
        let corners: &[[f64; 3]] = match kind.corners() {
            4 => &[
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
            ],
            6 => &[
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
                [1.0, 0.0, 1.0],
                [0.0, 1.0, 1.0],
            ],
            _ => &[
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [1.0, 1.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
                [1.0, 0.0, 1.0],
                [1.0, 1.0, 1.0],
                [0.0, 1.0, 1.0],
            ],
        };
        let mut places: Vec<V3> = corners.iter().map(|c| V3::from(*c)).collect();
        if kind.points() > places.len() {
            for edge in kind.edges() {
                let [a, b] = edge.ends;
                places.push(0.5 * (places[a] + places[b]));
            }
        }
        if kind == CellKind::Hex27 {
            for [a, b] in [[0, 2], [0, 5], [0, 7], [1, 6], [2, 7], [4, 6], [0, 6]] {
                places.push(0.5 * (places[a] + places[b]));
            }
        }
        let mut mesh = ElementMesh::default();
        for (k, p) in places.iter().enumerate() {
            mesh.add_point(*p, k as u64 + 1);
        }
        let all: Vec<u32> = (0..kind.points() as u32).collect();
        mesh.add_cell(kind, 1, &all);
        mesh
    }

    #[test]
    fn faces_enclose_the_volume_with_normals_outwards() {
        for kind in [
            CellKind::Hex8,
            CellKind::Hex20,
            CellKind::Hex27,
            CellKind::Tet4,
            CellKind::Tet10,
            CellKind::Wedge15,
        ] {
            let mut mesh = unit(kind);
            let faces = add_outer_faces(&mut mesh, &[0]);
            let (count, volume) = match kind.corners() {
                8 => (6, 1.0),
                6 => (5, 0.5),
                _ => (4, 1.0 / 6.0),
            };
            assert_eq!(faces.len(), count);
            let found = super::super::enclosed_volume(&mesh, &faces);
            assert!((found - volume).abs() < 1e-14, "{kind:?}: {found}");
        }
    }

    #[test]
    fn groups_take_the_faces_of_the_volume() {
        let mut mesh = unit(CellKind::Hex20);
        // A face of a file: other order, other normal.
        let side = mesh.add_cell(CellKind::Quad4, 7, &[0, 1, 2, 3]);
        mesh.add_group("below", vec![side], &[]);
        let faces = add_outer_faces(&mut mesh, &[0]);
        let below = mesh.group("below").expect("a group");
        assert_eq!(below.cells, [faces[0]]);
        assert_eq!(below.points.len(), 8);
        let normal = super::super::shape::surface_normal(&mesh, faces[0], [0.0; 2]);
        assert!(normal.z < 0.0);
    }

    #[test]
    fn middles_are_shared() {
        let mut mesh = unit(CellKind::Tet4);
        mesh.add_point(V3::new(1.0, 1.0, 1.0), 5);
        mesh.add_cell(CellKind::Tet4, 2, &[1, 2, 3, 4]);
        let with = with_middles(&mesh);
        assert_eq!(with.points.len(), 5 + 9);
        assert_eq!(with.cells[1].kind, CellKind::Tet10);
    }
}
