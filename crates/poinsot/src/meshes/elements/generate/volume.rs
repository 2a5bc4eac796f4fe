//! Volumes: a surface that moves along a line or about an axis, divided into bricks or tetrahedra.

use super::{Division, GENERATED_LIMIT, refused};
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::{CellKind, ElementMesh};
use std::collections::HashMap;

/// What a generated volume is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VolumeCells {
    /// Bricks with their corners.
    Hex8,
    /// Bricks with middles of their edges.
    #[default]
    Hex20,
    /// Bricks with middles of edges and faces and their centre.
    Hex27,
    /// Six tetrahedra with middles in the place of a brick.
    Tet10,
    /// Two wedges with middles in the place of a brick, along the way.
    Wedge15,
}

/// How a surface becomes a volume.
pub struct Moved<'a> {
    /// Where a point of the surface is at a part of the way, from 0 to 1.
    pub at: &'a dyn Fn(V3, f64) -> V3,
    /// How the way is divided.
    pub along: Division,
    /// Whether the end is the beginning.
    pub closed: bool,
    /// Names of the faces where the surface begins and ends.
    pub ends: [&'a str; 2],
}

/// Where the points of a brick with 27 points lie: the place in the quadrilateral with nine and the level.
const BRICK: [[usize; 2]; 27] = [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 2],
    [4, 0],
    [7, 0],
    [0, 1],
    [5, 0],
    [1, 1],
    [6, 0],
    [2, 1],
    [3, 1],
    [4, 2],
    [7, 2],
    [5, 2],
    [6, 2],
    [8, 0],
    [4, 1],
    [7, 1],
    [5, 1],
    [6, 1],
    [8, 2],
    [8, 1],
];

/// The volume that a surface of quadrilaterals with nine points makes when it moves. Its groups of lines become groups of faces with the
/// same names, beside those of the ends, and `all`.
pub fn moved_surface(
    surface: &ElementMesh,
    way: &Moved,
    cells: VolumeCells,
) -> Result<ElementMesh, MeshError> {
    let quads: Vec<usize> = (0..surface.cells.len())
        .filter(|k| surface.cells[*k].kind == CellKind::Quad9)
        .collect();
    let layers = way.along.cells;
    let count = quads.len().checked_mul(layers);
    if count.is_none_or(|n| n > GENERATED_LIMIT) {
        return Err(refused(
            "the mesh would have too many cells",
            format!("ask for at most {GENERATED_LIMIT}"),
        ));
    }
    if way.closed && layers < 3 {
        return Err(refused(
            format!("{layers} cells cannot go all around"),
            "ask for at least 3",
        ));
    }
    let ends = way.along.places()?;
    let levels = if way.closed {
        2 * layers
    } else {
        2 * layers + 1
    };
    let level_at = |l: usize| match l % 2 {
        0 => ends[l / 2],
        _ => 0.5 * (ends[l / 2] + ends[l / 2 + 1]),
    };
    let size = surface.points.len();
    let mut points = Vec::with_capacity(size * levels);
    for l in 0..levels {
        let part = level_at(l);
        points.extend(surface.points.iter().map(|p| (way.at)(*p, part)));
    }
    let place = |point: u32, level: usize| ((level % levels) * size) as u32 + point;
    let brick = |quad: usize, layer: usize| -> [u32; 27] {
        let own = surface.cell_points(quad);
        BRICK.map(|[k, l]| place(own[k], 2 * layer + l))
    };
    // A way against the normal of the surface would turn all bricks inside out: they begin at the other end then.
    let volume: f64 = quads
        .iter()
        .map(|quad| {
            let b = brick(*quad, 0).map(|p| points[p as usize]);
            (b[1] - b[0]).cross(&(b[3] - b[0])).dot(&(b[4] - b[0]))
        })
        .sum();
    let turned = volume < 0.0;
    let mut out = Writer::new(&points, cells);
    let mut all = Vec::new();
    for layer in 0..layers {
        for &quad in &quads {
            let mut b = brick(quad, layer);
            if turned {
                b = upside_down(&b);
            }
            all.extend(out.brick(&b));
        }
    }
    out.groups.push(("all".into(), all));
    for group in &surface.groups {
        let lines = group.cells.iter();
        let lines = lines.filter(|c| surface.cells[**c].kind == CellKind::Line3);
        let mut side = Vec::new();
        for &line in lines {
            let ends = surface.cell_points(line);
            for layer in 0..layers {
                let [l0, l1, l2] = [2 * layer, 2 * layer + 1, 2 * layer + 2];
                let at = |k: usize, l: usize| place(ends[k], l);
                let nine = [
                    at(0, l0),
                    at(1, l0),
                    at(1, l2),
                    at(0, l2),
                    at(2, l0),
                    at(1, l1),
                    at(2, l2),
                    at(0, l1),
                    at(2, l1),
                ];
                side.extend(out.face(&nine, false));
            }
        }
        if !side.is_empty() {
            out.groups.push((group.name.clone(), side));
        }
    }
    if !way.closed {
        for (name, level) in way.ends.iter().zip([0, 2 * layers]) {
            let mut side = Vec::new();
            for &quad in &quads {
                let own = surface.cell_points(quad);
                let nine = std::array::from_fn(|k| place(own[k], level));
                side.extend(out.face(&nine, true));
            }
            out.groups.push(((*name).into(), side));
        }
    }
    Ok(out.finish())
}

/// The same brick counted from its top.
fn upside_down(b: &[u32; 27]) -> [u32; 27] {
    const ORDER: [usize; 27] = [
        4, 5, 6, 7, 0, 1, 2, 3, 16, 17, 10, 18, 12, 19, 14, 15, 8, 9, 11, 13, 25, 21, 22, 23, 24,
        20, 26,
    ];
    ORDER.map(|k| b[k])
}

/// Cells of the kind that was asked for, from bricks and faces with all their points.
struct Writer<'a> {
    points: &'a [V3],
    cells: VolumeCells,
    /// New places of the points that are used.
    places: HashMap<u32, u32>,
    mesh: ElementMesh,
    groups: Vec<(String, Vec<usize>)>,
}

impl<'a> Writer<'a> {
    fn new(points: &'a [V3], cells: VolumeCells) -> Self {
        Writer {
            points,
            cells,
            places: HashMap::new(),
            mesh: ElementMesh::default(),
            groups: Vec::new(),
        }
    }

    fn add(&mut self, kind: CellKind, points: &[u32]) -> usize {
        let mut own = Vec::with_capacity(points.len());
        for &p in points {
            let (mesh, all) = (&mut self.mesh, self.points);
            own.push(*self.places.entry(p).or_insert_with(|| {
                let number = mesh.points.len() as u64 + 1;
                mesh.add_point(all[p as usize], number)
            }));
        }
        let number = self.mesh.cells.len() as u64 + 1;
        self.mesh.add_cell(kind, number, &own)
    }

    fn brick(&mut self, b: &[u32; 27]) -> Vec<usize> {
        match self.cells {
            VolumeCells::Hex8 => vec![self.add(CellKind::Hex8, &b[..8])],
            VolumeCells::Hex20 => vec![self.add(CellKind::Hex20, &b[..20])],
            VolumeCells::Hex27 => vec![self.add(CellKind::Hex27, b)],
            VolumeCells::Tet10 => {
                let all = tetrahedra(b);
                all.iter().map(|t| self.add(CellKind::Tet10, t)).collect()
            }
            VolumeCells::Wedge15 => {
                let all = wedges(b);
                all.iter().map(|w| self.add(CellKind::Wedge15, w)).collect()
            }
        }
    }

    /// A face along the way, or across it.
    fn face(&mut self, nine: &[u32; 9], across: bool) -> Vec<usize> {
        match self.cells {
            VolumeCells::Wedge15 if !across => vec![self.add(CellKind::Quad8, &nine[..8])],
            VolumeCells::Hex8 => vec![self.add(CellKind::Quad4, &nine[..4])],
            VolumeCells::Hex20 => vec![self.add(CellKind::Quad8, &nine[..8])],
            VolumeCells::Hex27 => vec![self.add(CellKind::Quad9, nine)],
            VolumeCells::Tet10 | VolumeCells::Wedge15 => {
                let all = triangles(nine);
                all.iter().map(|t| self.add(CellKind::Tri6, t)).collect()
            }
        }
    }

    fn finish(self) -> ElementMesh {
        let mut mesh = self.mesh;
        for (name, cells) in self.groups {
            mesh.add_group(&name, cells, &[]);
        }
        mesh
    }
}

/// Two triangles in the place of a quadrilateral; the diagonal begins at the smallest corner, so that neighbours agree on it.
fn triangles(q: &[u32; 9]) -> [[u32; 6]; 2] {
    split(q, (0..4).min_by_key(|k| q[*k]).unwrap_or(0))
}

/// Two triangles in the place of a quadrilateral, with the diagonal from one of its corners.
fn split(q: &[u32; 9], first: usize) -> [[u32; 6]; 2] {
    let corner = |k: usize| q[(first + k) % 4];
    let middle = |k: usize| q[4 + (first + k) % 4];
    [
        [corner(0), corner(1), corner(2), middle(0), middle(1), q[8]],
        [corner(0), corner(2), corner(3), q[8], middle(2), middle(3)],
    ]
}

/// Two wedges in the place of a brick, over the triangles of its bottom.
fn wedges(b: &[u32; 27]) -> [[u32; 15]; 2] {
    let level = |l: usize| -> [u32; 9] {
        std::array::from_fn(|k| {
            let at = BRICK.iter().position(|place| *place == [k, l]);
            b[at.unwrap_or(0)]
        })
    };
    let [low, middle, high] = [0, 1, 2].map(level);
    // The same diagonal on all levels.
    let first = (0..4).min_by_key(|k| low[*k]).unwrap_or(0);
    let [low, middle, high] = [low, middle, high].map(|l| split(&l, first));
    [0, 1].map(|k| {
        let (l, m, h) = (low[k], middle[k], high[k]);
        [
            l[0], l[1], l[2], h[0], h[1], h[2], l[3], l[5], m[0], l[4], m[1], m[2], h[3], h[5],
            h[4],
        ]
    })
}

/// Six tetrahedra in the place of a brick: its smallest corner with the triangles of the three faces that do not have it.
fn tetrahedra(b: &[u32; 27]) -> Vec<[u32; 10]> {
    let first = (0..8).min_by_key(|k| b[*k]).unwrap_or(0);
    let apex = b[first];
    // Points between two corners, whether of an edge, a face or the brick.
    let mut between: HashMap<[u32; 2], u32> = HashMap::new();
    let pair = |a: u32, b: u32| [a.min(b), a.max(b)];
    for edge in CellKind::Hex27.edges() {
        if let Some(middle) = edge.middle {
            between.insert(pair(b[edge.ends[0]], b[edge.ends[1]]), b[middle]);
        }
    }
    for (_, face) in CellKind::Hex27.faces() {
        for [i, j] in [[0, 2], [1, 3]] {
            between.insert(pair(b[face[i]], b[face[j]]), b[face[8]]);
        }
    }
    for [i, j] in [[0, 6], [1, 7], [2, 4], [3, 5]] {
        between.insert(pair(b[i], b[j]), b[26]);
    }
    let mut all = Vec::with_capacity(6);
    for (_, face) in CellKind::Hex27
        .faces()
        .filter(|(_, f)| !f[..4].contains(&first))
    {
        let nine = std::array::from_fn(|k| b[face[k]]);
        for t in triangles(&nine) {
            // Seen from outside the triangle runs against the clock, and so it does seen against the way from the apex.
            let c = [apex, t[0], t[1], t[2]];
            let mut ten = [0; 10];
            ten[..4].copy_from_slice(&c);
            for edge in CellKind::Tet10.edges() {
                let ends = edge.ends.map(|e| c[e]);
                if let (Some(k), Some(m)) = (edge.middle, between.get(&pair(ends[0], ends[1]))) {
                    ten[k] = *m;
                }
            }
            all.push(ten);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::{Coons, Round, SurfaceCells, annulus, disc, patch};
    use super::*;
    use crate::meshes::elements::{add_outer_faces, check_quality, enclosed_volume};
    use std::f64::consts::{PI, TAU};

    const KINDS: [VolumeCells; 5] = [
        VolumeCells::Wedge15,
        VolumeCells::Hex8,
        VolumeCells::Hex20,
        VolumeCells::Hex27,
        VolumeCells::Tet10,
    ];

    /// The volume, after checks that hold for all: cells the right way round, groups of faces that enclose it.
    fn checked(mut mesh: ElementMesh, kind: VolumeCells, groups: &[&str]) -> f64 {
        let quality = check_quality(&mesh);
        assert_eq!(quality.inverted.count, 0, "{kind:?}");
        assert_eq!(quality.degenerate.count, 0, "{kind:?}");
        assert_eq!(quality.duplicate_points.count, 0, "{kind:?}");
        let cells = (0..mesh.cells.len()).filter(|k| mesh.cells[*k].kind.dimension() == 3);
        let cells: Vec<usize> = cells.collect();
        let faces = add_outer_faces(&mut mesh, &cells);
        let mut named: Vec<usize> = Vec::new();
        for name in groups {
            let group = mesh.group(name).unwrap_or_else(|| panic!("{name}"));
            named.extend(&group.cells);
        }
        named.sort_unstable();
        assert_eq!(named, faces, "{kind:?}: the named faces are all outer ones");
        enclosed_volume(&mesh, &faces)
    }

    fn square() -> Coons<'static> {
        Coons::Corners(
            [[1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0]].map(|[x, z]| V3::new(x, 0.0, z)),
        )
    }

    #[test]
    fn swept_squares_are_boxes_whichever_way_they_go() {
        for kind in KINDS {
            for way in [3.0, -3.0] {
                let base =
                    patch(square(), [2.into(), 3.into()], SurfaceCells::Quad9).expect("a patch");
                let moved = Moved {
                    at: &|p, w| p + V3::y() * (way * w),
                    along: Division {
                        cells: 2,
                        ratio: 2.0,
                    },
                    closed: false,
                    ends: ["start", "end"],
                };
                let mesh = moved_surface(&base, &moved, kind).expect("a volume");
                let groups = ["edge1", "edge2", "edge3", "edge4", "start", "end"];
                let volume = checked(mesh, kind, &groups);
                assert!((volume - 3.0).abs() < 1e-13, "{kind:?}: {volume}");
            }
        }
    }

    #[test]
    fn a_turn_closes() {
        for kind in KINDS {
            let base = patch(square(), [1.into(), 1.into()], SurfaceCells::Quad9).expect("a patch");
            let turned = |p: V3, w: f64| {
                let (s, c) = (TAU * w).sin_cos();
                V3::new(c * p.x - s * p.y, s * p.x + c * p.y, p.z)
            };
            let moved = Moved {
                at: &turned,
                along: 12.into(),
                closed: true,
                ends: ["start", "end"],
            };
            let mesh = moved_surface(&base, &moved, kind).expect("a volume");
            let volume = checked(mesh, kind, &["edge1", "edge2", "edge3", "edge4"]);
            // Chords of first or second order between points on the circle.
            let slack = if kind == VolumeCells::Hex8 {
                0.06
            } else {
                2e-4
            };
            assert!(
                (volume / (3.0 * PI) - 1.0).abs() < slack,
                "{kind:?}: {volume}"
            );
        }
    }

    #[test]
    fn discs_and_rings_become_cylinders_and_tubes() {
        let place = Round {
            centre: V3::new(0.3, 0.2, 0.1),
            axis: V3::new(1.0, 2.0, -1.0),
            from: V3::x(),
            angle: TAU,
        };
        let up = place.axis.normalize() * 2.0;
        for kind in KINDS {
            let way = Moved {
                at: &|p, w| p + up * w,
                along: 2.into(),
                closed: false,
                ends: ["bottom", "top"],
            };
            let slack = if kind == VolumeCells::Hex8 {
                0.05
            } else {
                2e-4
            };
            let base = disc(place, 1.0, 16, 2.into(), SurfaceCells::Quad9).expect("a disc");
            let mesh = moved_surface(&base, &way, kind).expect("a volume");
            let volume = checked(mesh, kind, &["rim", "bottom", "top"]);
            assert!((volume / TAU - 1.0).abs() < slack, "{kind:?}: {volume}");
            let base = annulus(place, [0.5, 1.0], 16, 1.into(), SurfaceCells::Quad9);
            let mesh = moved_surface(&base.expect("a ring"), &way, kind).expect("a volume");
            let volume = checked(mesh, kind, &["outer", "inner", "bottom", "top"]);
            assert!(
                (volume / (0.75 * TAU) - 1.0).abs() < slack,
                "{kind:?}: {volume}"
            );
        }
    }
}
