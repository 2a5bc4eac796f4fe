//! Volumes of solids: generated ones and those of mesh files.

use super::lines::{curve, points};
use super::mesh_files::{FileMesh, mesh_of_file};
use super::reader::TableReader;
use super::scalars::{number, vector};
use super::surface_kinds::{along, axis, side, told};
use crate::geometry::Curve;
use crate::math::V3;
use crate::mechanics::elements::solid::gauss_points;
use crate::meshes::MeshError;
use crate::meshes::elements::generate::{
    Coons, Division, Moved, Round, SurfaceCells, VolumeCells, annulus, disc, moved_surface, patch,
};
use crate::meshes::elements::{CellKind, ElementMesh, check_quality, with_middles};
use crate::model::describe::{Quantity, Range};
use crate::model::solids::SolidBody;
use nalgebra::Rotation3;
use std::f64::consts::TAU;

/// A mesh and the cells of it that become elements.
pub struct Volume {
    pub mesh: ElementMesh,
    pub cells: Vec<usize>,
}

/// The volume of a `[[solid]]`.
pub fn volume(t: &TableReader) -> Option<Volume> {
    let word = t.variant?.word;
    let volume = match word {
        "mesh" if t.has("points") => written(t),
        "mesh" => from_file(t),
        _ => generated(t, word),
    }?;
    sound(t, &volume).then_some(volume)
}

/// How the three directions are divided, and into what.
struct Divided {
    by: [Division; 3],
    cells: VolumeCells,
}

fn divided(t: &TableReader) -> Option<Divided> {
    let elements = t.three_counts("elements");
    let grading = match t.has("grading") {
        true => t.triple("grading"),
        false => Some(V3::repeat(1.0)),
    };
    let cells = t.word("element").map(|word| match word {
        "hex8" => VolumeCells::Hex8,
        "hex27" => VolumeCells::Hex27,
        "tet10" => VolumeCells::Tet10,
        "wedge15" => VolumeCells::Wedge15,
        _ => VolumeCells::Hex20,
    });
    let (elements, grading) = (elements?, grading?);
    Some(Divided {
        by: std::array::from_fn(|k| Division {
            cells: elements[k],
            ratio: grading[k],
        }),
        cells: cells?,
    })
}

fn generated(t: &TableReader, word: &str) -> Option<Volume> {
    let by = divided(t);
    let mesh = match word {
        "block" => block(t, by),
        "swept" => swept(t, by),
        "revolved" => revolved(t, by),
        _ => round(t, word, by),
    };
    match mesh {
        Ok(mesh) => {
            let is_volume = |k: &usize| mesh.cells[*k].kind.dimension() == 3;
            let cells = (0..mesh.cells.len()).filter(is_volume).collect();
            Some(Volume { mesh, cells })
        }
        // What has no text has a message already.
        Err(error) if error.message.is_empty() => None,
        Err(error) => {
            t.whole().error(error.message, error.help);
            None
        }
    }
}

/// Some points under a key.
fn some_points(t: &TableReader, key: &str, count: usize) -> Option<Vec<V3>> {
    let node = t.node(key)?;
    let Some(list) = node.list().filter(|list| list.len() == count) else {
        node.expected(
            &format!("a list of {count} points"),
            "each point is three numbers",
        );
        return None;
    };
    let points: Vec<_> = list.iter().map(|n| vector(n, Quantity::Length)).collect();
    points.into_iter().collect()
}

/// A block between eight corners: over a unit square that moves upwards by one.
fn block(t: &TableReader, by: Option<Divided>) -> Result<ElementMesh, MeshError> {
    let corners: Option<Vec<V3>> = match t.has("corners") {
        true => some_points(t, "corners", 8),
        false => {
            let corner = match t.has("corner") {
                true => t.vector("corner"),
                false => Some(V3::zeros()),
            };
            let axes = match t.has("axes") {
                true => t.orientation("axes"),
                false => Some(Default::default()),
            };
            let size = t.triple("size");
            size.zip(corner).zip(axes).map(|((size, corner), axes)| {
                let unit = |k: usize| {
                    let [x, y] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]][k % 4];
                    V3::new(x, y, if k < 4 { 0.0 } else { 1.0 })
                };
                let place = |k: usize| corner + axes * unit(k).component_mul(&size);
                (0..8).map(place).collect()
            })
        }
    };
    let (c, by) = corners.zip(by).ok_or_else(told)?;
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let square = Coons::Corners(square.map(|[x, y]| V3::new(x, y, 0.0)));
    let mut base = patch(square, [by.by[0], by.by[1]], SurfaceCells::Quad9)?;
    rename(
        &mut base,
        &[
            ("edge4", "face1"),
            ("edge2", "face2"),
            ("edge1", "face3"),
            ("edge3", "face4"),
        ],
    );
    let at = |p: V3, w: f64| {
        let level = |first: usize| {
            let along = |a: usize, b: usize| c[first + a] * (1.0 - p.x) + c[first + b] * p.x;
            along(0, 1) * (1.0 - p.y) + along(3, 2) * p.y
        };
        level(0) * (1.0 - w) + level(4) * w
    };
    let way = Moved {
        at: &at,
        along: by.by[2],
        closed: false,
        ends: ["face5", "face6"],
    };
    moved_surface(&base, &way, by.cells)
}

fn rename(mesh: &mut ElementMesh, names: &[(&str, &str)]) {
    for group in &mut mesh.groups {
        if let Some((_, new)) = names.iter().find(|(old, _)| *old == group.name) {
            group.name = (*new).to_owned();
        }
    }
}

/// The surface between four corners or curves, with sides that are named for a volume.
fn base(t: &TableReader, by: Option<&Divided>) -> Result<ElementMesh, MeshError> {
    let mut mesh = if t.has("edges") {
        let tables = t.tables("edges");
        if tables.len() != 4 {
            if let Some(node) = t.node("edges") {
                let help = "one after the other around the surface";
                node.expected("a list of four curves", help);
            }
            return Err(told());
        }
        let curves: Vec<Option<Curve>> = tables.iter().map(curve).collect();
        let curves: Option<Vec<Curve>> = curves.into_iter().collect();
        let (curves, by) = curves.zip(by).ok_or_else(told)?;
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| along(&curves[k]));
        let between = Coons::Curves([&a, &b, &c, &d]);
        patch(between, [by.by[0], by.by[1]], SurfaceCells::Quad9)?
    } else {
        let corners = some_points(t, "corners", 4);
        let (corners, by) = corners.zip(by).ok_or_else(told)?;
        let between = Coons::Corners(std::array::from_fn(|k| corners[k]));
        patch(between, [by.by[0], by.by[1]], SurfaceCells::Quad9)?
    };
    rename(
        &mut mesh,
        &[
            ("edge1", "side1"),
            ("edge2", "side2"),
            ("edge3", "side3"),
            ("edge4", "side4"),
        ],
    );
    Ok(mesh)
}

fn swept(t: &TableReader, by: Option<Divided>) -> Result<ElementMesh, MeshError> {
    let surface = base(t, by.as_ref());
    let way: Option<Box<dyn Fn(f64) -> V3>> = match t.has("curve") {
        true => side(t, "curve").map(|curve| {
            let first = curve.position(0.0);
            let length = curve.length();
            Box::new(move |w: f64| curve.position(w * length) - first) as Box<dyn Fn(f64) -> V3>
        }),
        false => t
            .vector("along")
            .map(|along| Box::new(move |w: f64| along * w) as Box<dyn Fn(f64) -> V3>),
    };
    let surface = surface?;
    let (way, by) = way.zip(by).ok_or_else(told)?;
    let way = Moved {
        at: &|p, w| p + way(w),
        along: by.by[2],
        closed: false,
        ends: ["start", "end"],
    };
    moved_surface(&surface, &way, by.cells)
}

fn revolved(t: &TableReader, by: Option<Divided>) -> Result<ElementMesh, MeshError> {
    let surface = base(t, by.as_ref());
    let (center, axis, angle) = (t.vector("center"), axis(t), t.number("angle"));
    let surface = surface?;
    let ((center, axis), (angle, by)) = center.zip(axis).zip(angle.zip(by)).ok_or_else(told)?;
    let unit = nalgebra::Unit::new_normalize(axis);
    let closed = angle > TAU * (1.0 - 1e-9);
    let way = Moved {
        at: &|p, w| center + Rotation3::from_axis_angle(&unit, w * angle) * (p - center),
        along: by.by[2],
        closed,
        ends: ["start", "end"],
    };
    moved_surface(&surface, &way, by.cells)
}

/// Cylinders and tubes: discs and rings that move along the axis.
fn round(t: &TableReader, word: &str, by: Option<Divided>) -> Result<ElementMesh, MeshError> {
    let place = (|| {
        let (centre, axis, angle) = (t.vector("center"), axis(t), t.number("angle"));
        let axis = axis?;
        let from = match t.has("towards") {
            true => t.direction("towards"),
            false => [V3::x(), V3::y()]
                .into_iter()
                .find(|d| d.cross(&axis).norm() > 0.1),
        };
        Some(Round {
            centre: centre?,
            axis,
            from: from?,
            angle: angle?,
        })
    })();
    let (radius, height) = (t.number("radius"), t.number("height"));
    let inner = match word {
        "tube" => t.number("inner_radius"),
        _ => Some(0.0),
    };
    let (Some(place), Some(by), Some(radius), Some(height), Some(inner)) =
        (place, by, radius, height, inner)
    else {
        return Err(told());
    };
    let (around, rings) = (by.by[0].cells, by.by[1]);
    let mut surface = match word {
        "tube" => annulus(place, [inner, radius], around, rings, SurfaceCells::Quad9)?,
        _ => disc(place, radius, around, rings, SurfaceCells::Quad9)?,
    };
    rename(&mut surface, &[("rim", "outer")]);
    let up = height * place.axis.normalize();
    let way = Moved {
        at: &|p, w| p + up * w,
        along: by.by[2],
        closed: false,
        ends: ["bottom", "top"],
    };
    moved_surface(&surface, &way, by.cells)
}

fn usable(kind: CellKind) -> bool {
    SolidBody::shape_of(kind).is_some()
}

/// Elements of a mesh file.
fn from_file(t: &TableReader) -> Option<Volume> {
    let FileMesh {
        node,
        file,
        mut mesh,
        cells,
    } = mesh_of_file(t, 3)?;
    let flat = cells
        .iter()
        .filter(|k| mesh.cells[**k].kind == CellKind::Tet4);
    let flat = flat.count();
    if flat > 0 {
        let message = format!(
            "{flat} tetrahedra of \"{file}\" have four nodes, which are far too stiff; they get nodes on the middles of their edges"
        );
        let help = "mesh with second order, so that curved faces stay curved";
        node.warning(message, help);
        mesh = with_middles(&mesh);
    }
    Some(Volume { mesh, cells })
}

/// A mesh that is written in the model.
fn written(t: &TableReader) -> Option<Volume> {
    let points = points(&t.node("points")?);
    let node = t.node("cells")?;
    let help = "each is a list of 8, 20, 27, 10 or 15 numbers of points";
    let Some(list) = node.list().filter(|list| !list.is_empty()) else {
        node.expected("a list of elements", help);
        return None;
    };
    let points = points?;
    let mut mesh = ElementMesh::default();
    for (k, point) in points.iter().enumerate() {
        mesh.add_point(*point, k as u64 + 1);
    }
    let range = Range::Between(1.0, points.len() as f64);
    for (k, cell) in list.iter().enumerate() {
        let own = cell.list().unwrap_or_default();
        let kinds = [
            CellKind::Hex8,
            CellKind::Hex20,
            CellKind::Hex27,
            CellKind::Tet10,
            CellKind::Wedge15,
        ];
        let Some(kind) = kinds.into_iter().find(|k| k.points() == own.len()) else {
            cell.expected("8, 20, 27, 10 or 15 numbers of points", help);
            return None;
        };
        let mut numbers = Vec::new();
        for point in &own {
            let x = number(point, Quantity::One, range)?;
            if x.fract() != 0.0 {
                point.error("expected a whole number", "points are counted from 1");
                return None;
            }
            numbers.push(x as u32 - 1);
        }
        mesh.add_cell(kind, k as u64 + 1, &numbers);
    }
    let cells: Vec<usize> = (0..mesh.cells.len()).collect();
    mesh.add_group("all", cells.clone(), &[]);
    Some(Volume { mesh, cells })
}

impl Volume {
    /// Whether no element is turned inside out where it is integrated.
    fn has_volume_at_all_points(&self) -> bool {
        self.cells.iter().all(|&cell| {
            let points = self.mesh.cell_points(cell).iter();
            let drawn: Vec<V3> = points.map(|p| self.mesh.points[*p as usize]).collect();
            let shape = SolidBody::shape_of(self.mesh.cells[cell].kind);
            shape.is_some_and(|shape| gauss_points(shape, &drawn).is_ok())
        })
    }
}

/// Elements whose edges at a corner span less than this part of a brick are worth a warning.
const FLAT: f64 = 0.05;

/// Refuses what cannot be computed with and warns of what will not be accurate.
fn sound(t: &TableReader, volume: &Volume) -> bool {
    let node = t.node("file").or_else(|| t.node("cells"));
    let Some(node) = node.or_else(|| t.node("volume")) else {
        return false;
    };
    let mesh = &volume.mesh;
    let unusable = |k: &&usize| !usable(mesh.cells[**k].kind);
    if let Some(&cell) = volume.cells.iter().find(unusable) {
        let cell = mesh.cells[cell];
        let message = format!(
            "element {} has {} nodes; elements of solids have 8, 10, 15, 20 or 27",
            cell.number,
            cell.kind.points()
        );
        node.error(
            message,
            "mesh with hexahedra, or with tetrahedra of second order",
        );
        return false;
    }
    let quality = check_quality(mesh);
    for (found, what, help) in [
        (
            &quality.degenerate,
            "degenerate: it is flat at a corner, or has a point twice",
            "move its corners apart, or mesh again",
        ),
        (
            &quality.inverted,
            "turned inside out at a corner",
            "list its points in the order of Gmsh, or mesh again",
        ),
    ] {
        if let Some(cell) = found.first {
            let more = match found.count {
                1 => String::new(),
                n => format!(", as are {} others", n - 1),
            };
            let message = format!("element {cell} is {what}{more}");
            // Edges may fold over at a corner of an element that has volume at all of its points, as in the patch of MacNeal and Harder.
            if std::ptr::eq(found, &quality.inverted) && volume.has_volume_at_all_points() {
                node.warning(message, "results there are poor: move its corners");
                continue;
            }
            node.error(message, help);
            return false;
        }
    }
    if quality.duplicate_cells.count > 0 {
        let first = quality.duplicate_cells.first.unwrap_or(0);
        let message = format!(
            "{} elements repeat others, the first is {first}",
            quality.duplicate_cells.count
        );
        node.warning(message, "each of them counts: remove them from the mesh");
    }
    if quality.duplicate_points.count > 0 {
        let message = format!(
            "{} points coincide with others: the solid is cut there",
            quality.duplicate_points.count
        );
        node.warning(
            message,
            "merge the points in the mesher, or join them by a [[tie]]",
        );
    }
    if let Some(w) = quality.smallest_jacobian.filter(|w| w.value < FLAT) {
        let message = format!(
            "element {} is almost flat at a corner: its edges there span {:.3} of a brick",
            w.cell, w.value
        );
        node.warning(message, "distorted elements are inaccurate");
    }
    true
}
