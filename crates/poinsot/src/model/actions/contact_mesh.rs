//! Surfaces of triangles as contact shapes: from a mesh file, or written in the model.

use crate::math::V3;
use crate::mechanics::forces::Surface;
use crate::meshes::{load_mesh_file, read_mesh};
use crate::model::decode::lines::points;
use crate::model::decode::reader::TableReader;
use crate::model::decode::scalars::{number, text};
use crate::model::describe::{
    Field, Form, Quantity as Q, Range, ValueShape, Variant, form, optional,
};
use std::sync::Arc;

const FIELDS: &[Field] = &[
    optional(
        "file",
        ValueShape::Text,
        "`points` and `triangles` are given",
        "Mesh file, from the folder of the model: STL, OBJ, glTF in one file.",
    ),
    optional(
        "scale",
        ValueShape::Number(Q::Length, Range::Positive),
        "1 m",
        "Length that 1 in the file stands for, such as \"1 mm\".",
    ),
    optional(
        "points",
        ValueShape::Points,
        "`file` is given",
        "Points of a mesh that is written here, in the frame of the item.",
    ),
    optional(
        "triangles",
        ValueShape::Cells,
        "`file` is given",
        "Its triangles: lists of three numbers of points, counted from 1, against the clock seen from outside.",
    ),
];

/// The kind `mesh` of a shape.
pub(super) const MESH: Variant = Variant {
    word: "mesh",
    doc: "A surface of triangles: terrain, or a solid of any form. What is behind it is inside. It meets balls, ends of capsules, nodes of lines and corners of boxes; its convex edges meet flanks of capsules, lines and cylinders and edges of boxes where they cross.",
    fields: FIELDS,
    forms: FORMS,
};

const FORMS: &[&[Form]] = &[&[
    Form {
        required: &["file"],
        optional: &["scale"],
    },
    form(&["points", "triangles"]),
]];

/// The surface.
pub(super) fn surface(t: &TableReader) -> Option<Arc<Surface>> {
    let key = if t.has("file") { "file" } else { "triangles" };
    let node = t.node(key)?;
    let (points, triangles) = match key {
        "file" => of_file(t)?,
        _ => written(t)?,
    };
    match Surface::new(&points, &triangles) {
        Ok(surface) => Some(Arc::new(surface)),
        Err(problem) => {
            let message = format!("this is no surface: {problem}");
            node.error(message, "give triangles whose corners are apart");
            None
        }
    }
}

type Triangles = (Vec<V3>, Vec<[u32; 3]>);

fn of_file(t: &TableReader) -> Option<Triangles> {
    let node = t.node("file")?;
    let file = text(&node)?;
    let scale = match t.has("scale") {
        true => t.number("scale")?,
        false => 1.0,
    };
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let bytes = node.kept_file(file, load_mesh_file);
    match bytes.and_then(|bytes| read_mesh(name, &bytes)) {
        Ok(mesh) => {
            let point = |p: &[f32; 3]| scale * V3::from(p.map(f64::from));
            Some((mesh.vertices.iter().map(point).collect(), mesh.triangles))
        }
        Err(error) => {
            node.error(error.message, error.help);
            None
        }
    }
}

fn written(t: &TableReader) -> Option<Triangles> {
    let points = points(&t.node("points")?)?;
    let node = t.node("triangles")?;
    let Some(list) = node.list().filter(|list| !list.is_empty()) else {
        node.expected("a list of triangles", "each is three numbers of points");
        return None;
    };
    let range = Range::Between(1.0, points.len() as f64);
    let mut triangles = Vec::new();
    for triangle in &list {
        let corners = triangle.list().unwrap_or_default();
        if corners.len() != 3 {
            triangle.expected("three numbers of points", "for example [1, 2, 5]");
            return None;
        }
        let mut numbers = [0; 3];
        for (place, corner) in numbers.iter_mut().zip(&corners) {
            let x = number(corner, Q::One, range)?;
            if x.fract() != 0.0 {
                corner.error("expected a whole number", "points are counted from 1");
                return None;
            }
            *place = x as u32 - 1;
        }
        triangles.push(numbers);
    }
    Some((points, triangles))
}
