//! Shells, their sections, and supports.

use super::Context;
use super::lines::motion;
use super::masses::Masses;
use super::names::Names;
use super::reader::TableReader;
use super::references::HELD;
use super::scalars::{text, vector};
use super::surfaces::places;
use crate::math::{Quaternion, V3};
use crate::mechanics::elements::ShellLaw;
use crate::meshes::elements::{CellKind, ElementMesh};
use crate::model::describe::Quantity;
use crate::model::shells::{Shell, ShellSection, Support};
use crate::sections::Material;
use std::collections::HashMap;
use std::sync::Arc;

/// `[[shell_section]]` with its name.
pub fn section(
    t: &TableReader,
    names: &Names,
    materials: &HashMap<String, Material>,
) -> Option<(String, ShellSection)> {
    let material = t.node("material").and_then(|node| {
        let name = names.check(&node, text(&node)?, &["material"], false)?;
        // A material with errors of its own has a message already.
        materials.get(&name)
    });
    let thickness = t.number("thickness");
    let damping = match t.has("damping_time") {
        true => t.number("damping_time"),
        false => Some(0.0),
    };
    let (m, h, damping) = (material?, thickness?, damping?);
    let poisson = 0.5 * m.youngs / m.shear - 1.0;
    let plane = m.youngs / (1.0 - poisson * poisson);
    let p = [
        [plane, poisson * plane, 0.0],
        [poisson * plane, plane, 0.0],
        [0.0, 0.0, m.shear],
    ];
    let mut stiffness = [[0.0; 8]; 8];
    for i in 0..3 {
        for j in 0..3 {
            stiffness[i][j] = h * p[i][j];
            stiffness[3 + i][3 + j] = h * h * h / 12.0 * p[i][j];
        }
    }
    stiffness[6][6] = 5.0 / 6.0 * h * m.shear;
    stiffness[7][7] = stiffness[6][6];
    let law = ShellLaw {
        stiffness,
        damping: (damping > 0.0).then(|| Box::new(stiffness.map(|row| row.map(|x| damping * x)))),
        thickness: h,
    };
    let section = ShellSection {
        law,
        mass: m.density * h,
        rotary: m.density * h * h * h / 12.0,
    };
    Some((t.name()?, section))
}

/// `[[shell]]`.
pub fn shell(
    t: &TableReader,
    names: &Names,
    known: &HashMap<String, ShellSection>,
    _masses: &Masses,
) -> Option<Shell> {
    let section = t.node("section").and_then(|node| {
        let name = names.check(&node, text(&node)?, &["shell_section"], false)?;
        // A section with errors of its own has a message already.
        known.get(&name).cloned()
    });
    let mesh = patch(t);
    let axis = match t.has("axis") {
        true => t.direction("axis"),
        false => mesh.as_ref().map(axis),
    };
    let motion = motion(t);
    Some(Shell {
        name: t.name()?,
        mesh: Arc::new(mesh?),
        section: section?,
        axis: axis?,
        points: Vec::new(),
        motion: motion?,
        place: t.place(),
    })
}

/// The first of the world's axes that is nowhere nearly perpendicular to the surface.
fn axis(_mesh: &ElementMesh) -> V3 {
    V3::x()
}

/// A quadrilateral between four corners.
fn patch(t: &TableReader) -> Option<ElementMesh> {
    let corners = t.node("corners").and_then(|node| {
        let list = node.list().filter(|list| list.len() == 4);
        let Some(list) = list else {
            node.expected("a list of four points", "each point is three numbers");
            return None;
        };
        let points: Vec<_> = list.iter().map(|n| vector(n, Quantity::Length)).collect();
        points.into_iter().collect::<Option<Vec<V3>>>()
    });
    let elements = t.two_counts("elements");
    let kind = t.word("element").map(|word| match word {
        "s9" => CellKind::Quad9,
        _ => CellKind::Quad4,
    });
    let (corners, [n, m], kind) = (corners?, elements?, kind?);
    Some(quadrilateral(&corners, n, m, kind))
}

fn quadrilateral(corners: &[V3], n: usize, m: usize, kind: CellKind) -> ElementMesh {
    let each = if kind == CellKind::Quad9 { 2 } else { 1 };
    let (columns, rows) = (each * n, each * m);
    let mut mesh = ElementMesh::default();
    for j in 0..=rows {
        for i in 0..=columns {
            let (x, y) = (i as f64 / columns as f64, j as f64 / rows as f64);
            let below = (1.0 - x) * corners[0] + x * corners[1];
            let above = (1.0 - x) * corners[3] + x * corners[2];
            let number = (j * (columns + 1) + i + 1) as u64;
            mesh.add_point((1.0 - y) * below + y * above, number);
        }
    }
    let at = |i: usize, j: usize| (j * (columns + 1) + i) as u32;
    let mut all = Vec::new();
    for j in 0..m {
        for i in 0..n {
            let (a, b) = (each * i, each * j);
            let (c, d) = (a + each, b + each);
            let mut points = vec![at(a, b), at(c, b), at(c, d), at(a, d)];
            if kind == CellKind::Quad9 {
                let (p, q) = (a + 1, b + 1);
                points.extend([at(p, b), at(c, q), at(p, d), at(a, q), at(p, q)]);
            }
            let number = (j * n + i + 1) as u64;
            all.push(mesh.add_cell(kind, number, &points));
        }
    }
    mesh.add_group("all", all, &[]);
    let edges: [Vec<u32>; 4] = [
        (0..=columns).map(|i| at(i, 0)).collect(),
        (0..=rows).map(|j| at(columns, j)).collect(),
        (0..=columns).rev().map(|i| at(i, rows)).collect(),
        (0..=rows).rev().map(|j| at(0, j)).collect(),
    ];
    for (k, edge) in edges.iter().enumerate() {
        let mut cells = Vec::new();
        for piece in edge.windows(each + 1).step_by(each) {
            let number = mesh.cells.len() as u64 + 1;
            cells.push(match *piece {
                [a, b, c] => mesh.add_cell(CellKind::Line3, number, &[a, c, b]),
                _ => mesh.add_cell(CellKind::Line2, number, piece),
            });
        }
        mesh.add_group(&format!("edge{}", k + 1), cells, &[]);
        mesh.add_group(&format!("corner{}", k + 1), Vec::new(), &edge[..1]);
    }
    mesh
}

/// `[[support]]`.
pub fn support(t: &TableReader, c: &Context) -> Option<Support> {
    let on = t.node("on").and_then(|node| places(&node, c, HELD));
    let (held, axes) = match t.has("symmetry") {
        true => {
            // Points stay in the plane, its normal stays a normal: no rotation about axes in the plane.
            let normal = t.direction("symmetry");
            let axes = normal.map(|n| super::from_z(&n));
            (Some([[false, false, true], [true, true, false]]), axes)
        }
        false => {
            let axes = match t.has("axes") {
                true => t.orientation("axes"),
                false => Some(Quaternion::identity()),
            };
            let held = match t.has("fixed") {
                true => t.words("fixed").map(|words| {
                    let has = |word: &str| words.contains(&word);
                    [["x", "y", "z"].map(has), ["rx", "ry", "rz"].map(has)]
                }),
                false => Some([[true; 3]; 2]),
            };
            (held, axes)
        }
    };
    let (on, [displacements, mut rotations]) = (on?, held?);
    let no_axes = on
        .iter()
        .find_map(|item| Some((item, c.without_axes(item)?)));
    if let Some((item, what)) = no_axes {
        let asked = rotations.contains(&true) && t.has("fixed");
        if asked {
            let message = format!("\"{item}\" is a {what}: it has no rotations to hold");
            t.node("fixed")?.error(message, "hold x, y and z alone");
            return None;
        }
        if on.iter().all(|item| c.without_axes(item).is_some()) {
            rotations = [false; 3];
        }
    }
    Some(Support {
        name: t.name()?,
        on,
        displacements,
        rotations,
        axes: axes?,
        place: t.place(),
    })
}
