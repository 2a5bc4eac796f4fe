//! Shapes that the model gives to its items, as surfaces.

use super::mesh::Mesh;
use super::painter::Painter;
use super::places::Columns;
use super::room::Room;
use crate::plot::scene::Color;
use crate::scene::shapes::{Fixed, Shape};
use poinsot::math::{Quaternion, V3};
use poinsot::meshes::TriangleMesh;
use std::collections::HashMap;

/// Colour of what stands on the ground, unless the model says another one.
const GROUND: Color = (154, 163, 173);
/// What one looks through more than this is drawn by its edges only.
const CLEAR: f64 = 0.7;
/// What stands on the ground and is larger than so many times the model is a background that is left out.
const DWARFS: f64 = 2.0;
/// Meshes of more triangles are drawn coarser: a picture of a few hundred pixels shows no more.
const MANY: usize = 6000;
/// Cells along the longest side of a mesh that is drawn coarser.
const CELLS: f32 = 40.0;

/// A shape as it is drawn, in its own frame [m].
pub struct Given<'a> {
    shape: &'a Shape,
    mesh: Mesh,
    reach: f64,
}

impl<'a> Given<'a> {
    pub fn new(shape: &'a Shape) -> Given<'a> {
        let mesh = match shape.mesh.triangles.len() > MANY {
            true => coarser(&shape.mesh),
            false => (*shape.mesh).clone(),
        };
        let mesh = Mesh {
            points: mesh
                .vertices
                .iter()
                .map(|p| shape.scale * V3::from(p.map(f64::from)))
                .collect(),
            faces: mesh
                .triangles
                .iter()
                .map(|t| t.map(|k| k as usize).to_vec())
                .collect(),
        };
        let reach = mesh.points.iter().map(V3::norm).fold(0.0, f64::max);
        Given { shape, mesh, reach }
    }

    /// Adds the room that it takes at an instant, if it moves.
    pub fn measure(&self, columns: &Columns, row: &[f64], room: &mut Room) {
        if self.shape.of != "ground" {
            room.add(&place(columns, row, &self.shape.fixed).0, self.reach);
        }
    }

    /// Draws it in a model of some size; `plain` is the colour of bodies.
    pub fn draw(
        &self,
        painter: &mut Painter,
        columns: &Columns,
        row: &[f64],
        size: f64,
        plain: Color,
    ) {
        let on_ground = self.shape.of == "ground";
        if self.shape.opacity == 0.0 || on_ground && self.reach > DWARFS * size {
            return;
        }
        let color = match (self.shape.colour, on_ground) {
            (Some([r, g, b]), _) => (r, g, b),
            (None, true) => GROUND,
            (None, false) => plain,
        };
        let (position, turn) = place(columns, row, &self.shape.fixed);
        let mesh = self.mesh.clone().placed(&turn, &position);
        match self.shape.opacity < CLEAR {
            true => painter.edges(&mesh, color),
            false => painter.solid(&mesh, color),
        }
    }
}

/// Where a shape is: between two nodes of a line at the mean of what both say.
fn place(columns: &Columns, row: &[f64], fixed: &[Fixed]) -> (V3, Quaternion) {
    let mut done = 0.0;
    let mut mean = (V3::zeros(), Quaternion::identity());
    for end in fixed {
        let (origin, turn) = match end.kind {
            "body" => columns.body(row, end.index),
            "node" => (
                columns.node(row, end.index),
                columns.section(row, end.index).unwrap_or_default(),
            ),
            _ => (V3::zeros(), Quaternion::identity()),
        };
        let here = (origin + turn * end.at, turn * end.axes);
        done += end.weight;
        let part = end.weight / done;
        mean = match part < 1.0 {
            true => (mean.0.lerp(&here.0, part), mean.1.nlerp(&here.1, part)),
            false => here,
        };
    }
    mean
}

/// A mesh whose corners in one cell of a grid are one corner.
fn coarser(mesh: &TriangleMesh) -> TriangleMesh {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for vertex in &mesh.vertices {
        for c in 0..3 {
            low[c] = low[c].min(vertex[c]);
            high[c] = high[c].max(vertex[c]);
        }
    }
    let longest = (0..3).map(|c| high[c] - low[c]).fold(0.0, f32::max);
    let cell = (longest / CELLS).max(f32::MIN_POSITIVE);
    let mut known: HashMap<[i32; 3], u32> = HashMap::new();
    let mut sums: Vec<([f64; 3], f64)> = Vec::new();
    let mut number_of = Vec::with_capacity(mesh.vertices.len());
    for vertex in &mesh.vertices {
        let key = [0, 1, 2].map(|c| ((vertex[c] - low[c]) / cell) as i32);
        let next = sums.len() as u32;
        let number = *known.entry(key).or_insert_with(|| {
            sums.push(([0.0; 3], 0.0));
            next
        });
        let (sum, count) = &mut sums[number as usize];
        for c in 0..3 {
            sum[c] += f64::from(vertex[c]);
        }
        *count += 1.0;
        number_of.push(number);
    }
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|k| number_of[k as usize]);
        if a != b && b != c && c != a {
            // The same triangle begins with its least corner.
            let first = a.min(b).min(c);
            triangles.push(match first {
                x if x == a => [a, b, c],
                x if x == b => [b, c, a],
                _ => [c, a, b],
            });
        }
    }
    triangles.sort_unstable();
    triangles.dedup();
    TriangleMesh {
        vertices: sums
            .iter()
            .map(|(sum, count)| sum.map(|x| (x / count) as f32))
            .collect(),
        triangles,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fine_mesh_becomes_coarser_and_keeps_its_form() {
        // A bumpless sheet of 100 x 100 cells.
        let n = 101_u32;
        let sheet = TriangleMesh {
            vertices: (0..n * n)
                .map(|k| [(k % n) as f32, (k / n) as f32, 0.5])
                .collect(),
            triangles: (0..n - 1)
                .flat_map(|i| (0..n - 1).map(move |j| i * n + j))
                .flat_map(|k| [[k, k + 1, k + n + 1], [k, k + n + 1, k + n]])
                .collect(),
        };
        let area = |mesh: &TriangleMesh| {
            let corner = |k: u32| V3::from(mesh.vertices[k as usize].map(f64::from));
            let double =
                |t: &[u32; 3]| (corner(t[1]) - corner(t[0])).cross(&(corner(t[2]) - corner(t[0])));
            mesh.triangles.iter().map(double).sum::<V3>() * 0.5
        };
        let less = coarser(&sheet);
        assert!(less.triangles.len() < sheet.triangles.len() / 4);
        // Corners at the rim move inwards by half a cell at most: 2 x 1.25 of 100 in both directions.
        let part = area(&less).z / area(&sheet).z;
        assert!(part > 0.95 && part <= 1.0, "{part}");
        assert!(less.vertices.iter().all(|v| v[2] == 0.5));
    }
}
