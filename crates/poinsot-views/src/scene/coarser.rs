//! Fine meshes with fewer triangles.

use super::mesh::{Faces, Mesh};
use poinsot::math::V3;
use std::collections::HashMap;

/// Cells along the longest side of a mesh that is drawn coarser.
const CELLS: f64 = 40.0;

/// A surface whose corners in one cell of a grid are one corner.
pub fn coarser(mesh: &Mesh) -> Mesh {
    let empty = (V3::repeat(f64::INFINITY), V3::repeat(f64::NEG_INFINITY));
    let points = mesh.points.iter();
    let (low, high) = points.fold(empty, |(low, high), p| (low.inf(p), high.sup(p)));
    let cell = ((high - low).max() / CELLS).max(f64::MIN_POSITIVE);
    let mut known: HashMap<[i64; 3], u32> = HashMap::new();
    let mut sums: Vec<(V3, f64)> = Vec::new();
    let mut number_of = Vec::with_capacity(mesh.points.len());
    for point in &mesh.points {
        let key = [0, 1, 2].map(|c| ((point[c] - low[c]) / cell) as i64);
        let next = sums.len() as u32;
        let number = *known.entry(key).or_insert_with(|| {
            sums.push((V3::zeros(), 0.0));
            next
        });
        let (sum, count) = &mut sums[number as usize];
        *sum += point;
        *count += 1.0;
        number_of.push(number);
    }
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for triangle in mesh.triangles() {
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
    let mut faces = Faces::default();
    triangles.into_iter().for_each(|t| faces.push(t));
    Mesh {
        points: sums.iter().map(|(sum, count)| sum / *count).collect(),
        faces,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fine_mesh_becomes_coarser_and_keeps_its_form() {
        // A bumpless sheet of 100 x 100 cells.
        let n = 101_u32;
        let mut sheet = Mesh {
            points: (0..n * n)
                .map(|k| V3::new(f64::from(k % n), f64::from(k / n), 0.5))
                .collect(),
            faces: Faces::default(),
        };
        for k in (0..n - 1).flat_map(|i| (0..n - 1).map(move |j| i * n + j)) {
            sheet.faces.push([k, k + 1, k + n + 1, k + n]);
        }
        let area = |mesh: &Mesh| mesh.faces.iter().map(|f| mesh.normal(f)).sum::<V3>().z;
        let less = coarser(&sheet);
        assert!(less.faces.len() < sheet.faces.len() / 2);
        // Corners at the rim move inwards by half a cell at most: 2 x 1.25 of 100 in both directions.
        let part = area(&less) / area(&sheet);
        assert!(part > 0.95 && part <= 1.0, "{part}");
        assert!(less.points.iter().all(|p| (p.z - 0.5).abs() < 1e-12));
    }
}
