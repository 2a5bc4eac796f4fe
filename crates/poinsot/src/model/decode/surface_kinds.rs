//! Surfaces of shells: generated ones and those of mesh files.

use super::lines::{curve, points};
use super::mesh_files::{FileMesh, mesh_of_file};
use super::reader::TableReader;
use super::scalars::{number, vector};
use crate::geometry::Curve;
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::generate::{
    Coons, Division, Round, SurfaceCells, annulus, cone, cylinder, disc, extrusion, patch,
    revolution, ruled, sphere,
};
use crate::meshes::elements::{CellKind, ElementMesh, check_quality};
use crate::model::describe::{Quantity, Range};

/// Quadrilaterals whose corners leave their plane by more than this part of their size are worth a warning.
const WARPED: f64 = 0.3;
/// So are elements with angles below this [rad].
const SHARP: f64 = 0.2;
/// And elements longer than so many widths.
const SLENDER: f64 = 50.0;

/// A mesh and the cells of it that become elements.
pub struct Surface {
    pub mesh: ElementMesh,
    pub cells: Vec<usize>,
}

/// The surface of a `[[shell]]`.
pub fn surface(t: &TableReader) -> Option<Surface> {
    let word = t.variant?.word;
    let surface = match word {
        "mesh" if t.has("points") => written(t),
        "mesh" => from_file(t),
        _ => generated(t, word),
    }?;
    sound(t, &surface).then_some(surface)
}

/// How both directions are divided, and into what.
struct Divided {
    first: Division,
    second: Division,
    cells: SurfaceCells,
}

fn divided(t: &TableReader) -> Option<Divided> {
    let elements = t.two_counts("elements");
    let grading = match t.has("grading") {
        true => t.pair("grading"),
        false => Some([1.0; 2]),
    };
    let cells = t.word("element").map(|word| match word {
        "s9" => SurfaceCells::Quad9,
        "s3" => SurfaceCells::Tri3,
        _ => SurfaceCells::Quad4,
    });
    let ([n, m], [a, b]) = (elements?, grading?);
    let division = |cells: usize, ratio: f64| Division { cells, ratio };
    Some(Divided {
        first: division(n, a),
        second: division(m, b),
        cells: cells?,
    })
}

fn generated(t: &TableReader, word: &str) -> Option<Surface> {
    let by = divided(t);
    let mesh = match word {
        "patch" => patched(t, by),
        "revolution" => {
            let (center, axis, angle) = (t.vector("center"), axis(t), t.number("angle"));
            let line = side(t, "curve");
            let (by, line) = (by?, line?);
            let at = along(&line);
            revolution(
                &at,
                center?,
                axis?,
                angle?,
                by.first.cells,
                by.second,
                by.cells,
            )
        }
        "extrusion" => {
            let (line, way) = (side(t, "curve"), t.vector("along"));
            let (by, line) = (by?, line?);
            extrusion(&along(&line), way?, [by.first, by.second], by.cells)
        }
        "ruled" => {
            let (one, two) = (side(t, "curve"), side(t, "second_curve"));
            let (by, one, two) = (by?, one?, two?);
            ruled(&along(&one), &along(&two), [by.first, by.second], by.cells)
        }
        _ => round(t, word, by),
    };
    match mesh {
        Ok(mesh) => {
            let is_surface = |k: &usize| mesh.cells[*k].kind.dimension() == 2;
            let cells = (0..mesh.cells.len()).filter(is_surface).collect();
            Some(Surface { mesh, cells })
        }
        // What has no text has a message already.
        Err(error) if error.message.is_empty() => None,
        Err(error) => {
            t.whole().error(error.message, error.help);
            None
        }
    }
}

/// What stands for something that has a message already.
pub(super) fn told() -> MeshError {
    MeshError::new("", "")
}

/// Surfaces about an axis.
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
    let size = |key: &str| t.number(key);
    let radius = size("radius");
    let (Some(place), Some(by), Some(radius)) = (place, by, radius) else {
        return Err(told());
    };
    let (around, along, cells) = (by.first.cells, by.second, by.cells);
    match word {
        "disc" => disc(place, radius, around, along, cells),
        "annulus" => {
            let inner = size("inner_radius").ok_or_else(told)?;
            annulus(place, [inner, radius], around, along, cells)
        }
        "cylinder" => {
            let height = size("height").ok_or_else(told)?;
            cylinder(place, radius, height, around, along, cells)
        }
        "cone" => {
            let (top, height) = (size("top_radius"), size("height"));
            let (top, height) = top.zip(height).ok_or_else(told)?;
            cone(place, [radius, top], height, around, along, cells)
        }
        _ => {
            let angles = t.pair("from_axis").ok_or_else(told)?;
            sphere(place, radius, angles, around, along, cells)
        }
    }
}

pub(super) fn axis(t: &TableReader) -> Option<V3> {
    match t.has("turns_about") {
        true => t.direction("turns_about"),
        false => Some(V3::z()),
    }
}

/// The curve under a key.
pub(super) fn side(t: &TableReader, key: &str) -> Option<Curve> {
    curve(&t.table(key)?)
}

/// A curve over a parameter from 0 to 1.
pub(super) fn along(curve: &Curve) -> impl Fn(f64) -> V3 {
    let length = curve.length();
    move |part| curve.position(part * length)
}

/// A quadrilateral between corners or curves.
fn patched(t: &TableReader, by: Option<Divided>) -> Result<ElementMesh, MeshError> {
    let mut mesh = if t.has("edges") {
        let tables = t.tables("edges");
        if tables.len() != 4 {
            if let Some(node) = t.node("edges") {
                node.expected(
                    "a list of four curves",
                    "one after the other around the patch",
                );
            }
            return Err(told());
        }
        let curves: Vec<Option<Curve>> = tables.iter().map(curve).collect();
        let curves: Option<Vec<Curve>> = curves.into_iter().collect();
        let (curves, by) = curves.zip(by).ok_or_else(told)?;
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| along(&curves[k]));
        let between = Coons::Curves([&a, &b, &c, &d]);
        patch(between, [by.first, by.second], by.cells)?
    } else {
        let corners = t.node("corners").and_then(|node| {
            let Some(list) = node.list().filter(|list| list.len() == 4) else {
                node.expected("a list of four points", "each point is three numbers");
                return None;
            };
            let points: Vec<_> = list.iter().map(|n| vector(n, Quantity::Length)).collect();
            points.into_iter().collect::<Option<Vec<V3>>>()
        });
        let (corners, by) = corners.zip(by).ok_or_else(told)?;
        let between = Coons::Corners(std::array::from_fn(|k| corners[k]));
        patch(between, [by.first, by.second], by.cells)?
    };
    for k in 1..=4 {
        let edge = mesh.group(&format!("edge{k}"));
        let first = edge.and_then(|e| e.cells.first().copied());
        if let Some(point) = first.and_then(|cell| mesh.cell_points(cell).first().copied()) {
            mesh.add_group(&format!("corner{k}"), Vec::new(), &[point]);
        }
    }
    Ok(mesh)
}

/// Elements of a mesh file.
fn from_file(t: &TableReader) -> Option<Surface> {
    let FileMesh {
        node,
        file,
        mesh,
        cells,
    } = mesh_of_file(t, 2)?;
    if file.to_ascii_lowercase().ends_with("obj") || file.to_ascii_lowercase().ends_with("stl") {
        let message = "triangles of this file become elements with three nodes, which are stiff in bending within their plane";
        node.warning(message, "a mesh of quadrilaterals gives better results");
    }
    let usable =
        |kind: CellKind| matches!(kind, CellKind::Tri3 | CellKind::Quad4 | CellKind::Quad9);
    if let Some(&cell) = cells.iter().find(|k| !usable(mesh.cells[**k].kind)) {
        let cell = mesh.cells[cell];
        let message = format!(
            "element {} of \"{file}\" has {} nodes; elements of shells have 3, 4 or 9",
            cell.number,
            cell.kind.points()
        );
        let help = "mesh with first order, or with second order and complete elements (in Gmsh, Mesh.SecondOrderIncomplete = 0)";
        node.error(message, help);
        return None;
    }
    Some(Surface { mesh, cells })
}

/// A mesh that is written in the model.
fn written(t: &TableReader) -> Option<Surface> {
    let points = points(&t.node("points")?);
    let node = t.node("cells")?;
    let Some(list) = node.list().filter(|list| !list.is_empty()) else {
        node.expected(
            "a list of elements",
            "each is a list of 3, 4 or 9 numbers of points",
        );
        return None;
    };
    let points = points?;
    let mut mesh = ElementMesh::default();
    for (k, point) in points.iter().enumerate() {
        mesh.add_point(*point, k as u64 + 1);
    }
    let range = Range::Between(1.0, points.len() as f64);
    for (k, cell) in list.iter().enumerate() {
        let corners = cell.list().unwrap_or_default();
        let kind = match corners.len() {
            3 => CellKind::Tri3,
            4 => CellKind::Quad4,
            9 => CellKind::Quad9,
            _ => {
                cell.expected("3, 4 or 9 numbers of points", "for example [1, 2, 5, 4]");
                return None;
            }
        };
        let mut numbers = Vec::new();
        for corner in &corners {
            let x = number(corner, Quantity::One, range)?;
            if x.fract() != 0.0 {
                corner.error("expected a whole number", "points are counted from 1");
                return None;
            }
            numbers.push(x as u32 - 1);
        }
        mesh.add_cell(kind, k as u64 + 1, &numbers);
    }
    let cells: Vec<usize> = (0..mesh.cells.len()).collect();
    mesh.add_group("all", cells.clone(), &[]);
    Some(Surface { mesh, cells })
}

/// Refuses what cannot be computed with and warns of what will not be accurate.
fn sound(t: &TableReader, surface: &Surface) -> bool {
    let quality = check_quality(&surface.mesh);
    let node = t.node("file").or_else(|| t.node("cells"));
    let node = node.or_else(|| t.node("surface"));
    let Some(node) = node else {
        return false;
    };
    for (found, what, help) in [
        (
            &quality.degenerate,
            "degenerate: it has no area",
            "move its corners apart, or mesh again",
        ),
        (
            &quality.inverted,
            "inverted: its corners cross",
            "list its corners one after the other around it, or mesh again",
        ),
    ] {
        if let Some(cell) = found.first {
            let more = match found.count {
                1 => String::new(),
                n => format!(", as are {} others", n - 1),
            };
            node.error(format!("element {cell} is {what}{more}"), help);
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
    if quality.flips.count > 0 {
        let message = format!(
            "the normal flips between neighbours along {} edges",
            quality.flips.count
        );
        let help = "pressure, offsets and the top and bottom side follow the normal; orient the surfaces alike";
        node.warning(message, help);
    }
    let angle = quality.smallest_angle.filter(|w| w.value < SHARP);
    let warp = quality.warp.filter(|w| w.value > WARPED);
    let aspect = quality.aspect.filter(|w| w.value > SLENDER);
    if let Some(w) = angle {
        let degrees = w.value.to_degrees();
        let message = format!("element {} has an angle of {degrees:.1} degrees", w.cell);
        node.warning(message, "distorted elements are inaccurate");
    }
    if let Some(w) = warp {
        let message = format!(
            "element {} leaves its plane by {:.2} of its size",
            w.cell, w.value
        );
        node.warning(message, "a finer mesh follows the surface better");
    }
    if let Some(w) = aspect {
        let message = format!("element {} is {:.0} times as long as wide", w.cell, w.value);
        node.warning(message, "divide it more evenly");
    }
    true
}
