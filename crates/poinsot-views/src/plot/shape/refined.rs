//! Coarse meshes, divided so that colours change smoothly over their faces.

use crate::scene::mesh::Mesh;
use poinsot::math::V3;
use std::collections::HashMap;

/// Faces that a mesh may have when it is divided, and pieces along a side.
const MOST_FACES: usize = 4500;
const MOST_PIECES: usize = 4;

/// A mesh with a value at every corner and an element for every face.
pub struct Refined {
    pub mesh: Mesh,
    pub values: Vec<f64>,
    pub elements: Vec<u32>,
}

impl Refined {
    /// A mesh as it is, without values.
    pub fn plain(mesh: &Mesh, elements: &[u32]) -> Refined {
        Refined {
            mesh: mesh.clone(),
            values: vec![f64::NAN; mesh.points.len()],
            elements: elements.to_vec(),
        }
    }
}

/// Divides triangles and quadrilaterals into equal pieces along their sides; values in between are interpolated.
pub fn refined(mesh: &Mesh, value: impl Fn(usize) -> f64, elements: &[u32]) -> Refined {
    let faces = mesh.faces.len().max(1);
    let pieces = ((MOST_FACES / faces) as f64).sqrt() as usize;
    let mut grid = Grid {
        m: pieces.clamp(1, MOST_PIECES),
        points: mesh.points.clone(),
        values: (0..mesh.points.len()).map(value).collect(),
        known: HashMap::new(),
    };
    let mut out = Mesh::default();
    let mut owners = Vec::new();
    for (k, face) in mesh.faces.iter().enumerate() {
        let before = out.faces.len();
        match *face {
            [a, b, c, d] if grid.m > 1 => grid.quadrilateral([a, b, c, d], &mut out),
            [a, b, c] if grid.m > 1 => grid.triangle([a, b, c], &mut out),
            _ => out.faces.push(face.iter().copied()),
        }
        let made = out.faces.len() - before;
        owners.extend(
            elements
                .get(k)
                .map(|&e| std::iter::repeat_n(e, made))
                .into_iter()
                .flatten(),
        );
    }
    out.points = grid.points;
    Refined {
        mesh: out,
        values: grid.values,
        elements: owners,
    }
}

struct Grid {
    /// Pieces along a side.
    m: usize,
    points: Vec<V3>,
    values: Vec<f64>,
    /// Corners on sides, which neighbours share: ends of the side and steps from the first.
    known: HashMap<(u32, u32, usize), u32>,
}

impl Grid {
    /// The corner that mixes others by weights.
    fn mixed(&mut self, of: &[(u32, f64)]) -> u32 {
        let point = of.iter().map(|&(k, w)| self.points[k as usize] * w).sum();
        let value = of.iter().map(|&(k, w)| self.values[k as usize] * w).sum();
        self.points.push(point);
        self.values.push(value);
        (self.points.len() - 1) as u32
    }

    /// The corner so many steps along a side.
    fn on_side(&mut self, a: u32, b: u32, step: usize) -> u32 {
        match step {
            0 => return a,
            _ if step == self.m => return b,
            _ => {}
        }
        let key = match a < b {
            true => (a, b, step),
            false => (b, a, self.m - step),
        };
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let part = key.2 as f64 / self.m as f64;
        let made = self.mixed(&[(key.0, 1.0 - part), (key.1, part)]);
        self.known.insert(key, made);
        made
    }

    fn quadrilateral(&mut self, [a, b, c, d]: [u32; 4], out: &mut Mesh) {
        let m = self.m;
        let mut corners = vec![0; (m + 1) * (m + 1)];
        for j in 0..=m {
            for i in 0..=m {
                corners[j * (m + 1) + i] = match (i, j) {
                    (_, 0) => self.on_side(a, b, i),
                    (_, j) if j == m => self.on_side(d, c, i),
                    (0, _) => self.on_side(a, d, j),
                    (i, _) if i == m => self.on_side(b, c, j),
                    _ => {
                        let (x, y) = (i as f64 / m as f64, j as f64 / m as f64);
                        let weights = [(1.0 - x) * (1.0 - y), x * (1.0 - y), x * y, (1.0 - x) * y];
                        let of: Vec<(u32, f64)> = [a, b, c, d].into_iter().zip(weights).collect();
                        self.mixed(&of)
                    }
                };
            }
        }
        for j in 0..m {
            for i in 0..m {
                let k = j * (m + 1) + i;
                let piece = [k, k + 1, k + m + 2, k + m + 1];
                out.faces.push(piece.map(|k| corners[k]));
            }
        }
    }

    fn triangle(&mut self, [a, b, c]: [u32; 3], out: &mut Mesh) {
        let m = self.m;
        let mut rows: Vec<Vec<u32>> = Vec::with_capacity(m + 1);
        for j in 0..=m {
            let row = (0..=m - j).map(|i| match (i, j) {
                (_, 0) => self.on_side(a, b, i),
                (0, _) => self.on_side(a, c, j),
                _ if i + j == m => self.on_side(b, c, j),
                _ => {
                    let (x, y) = (i as f64 / m as f64, j as f64 / m as f64);
                    self.mixed(&[(a, 1.0 - x - y), (b, x), (c, y)])
                }
            });
            rows.push(row.collect());
        }
        for j in 0..m {
            for i in 0..m - j {
                out.faces.push([rows[j][i], rows[j][i + 1], rows[j + 1][i]]);
                if i + j + 1 < m {
                    out.faces
                        .push([rows[j][i + 1], rows[j + 1][i + 1], rows[j + 1][i]]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neighbours share their corners, areas stay, values of a linear field are exact.
    #[test]
    fn pieces_fit_together() {
        let mut mesh = Mesh::default();
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (2.0, 0.5)] {
            mesh.points.push(V3::new(x, y, 0.0));
        }
        mesh.faces.push([0, 1, 2, 3]);
        mesh.faces.push([1, 4, 2]);
        let field = |p: &V3| 2.0 * p.x - 3.0 * p.y;
        let points = mesh.points.clone();
        let fine = refined(&mesh, |k| field(&points[k]), &[7, 8]);
        let m = MOST_PIECES;
        assert_eq!(fine.elements.iter().filter(|&&e| e == 7).count(), m * m);
        assert_eq!(fine.elements.iter().filter(|&&e| e == 8).count(), m * m);
        let corners = (m + 1) * (m + 1) + (m + 1) * (m + 2) / 2 - (m + 1);
        assert_eq!(fine.mesh.points.len(), corners);
        let area: f64 = fine.mesh.faces.iter().map(|f| fine.mesh.normal(f).z).sum();
        assert!((area - 1.5).abs() < 1e-12, "{area}");
        for (p, v) in fine.mesh.points.iter().zip(&fine.values) {
            assert!((field(p) - v).abs() < 1e-12);
        }
    }
}
