//! Convex edges of a surface of triangles, which rods cross (co.14).

use super::crossing::{Edge, Faces};
use super::surface::Surface;
use crate::math::{M3, V3};
use std::collections::HashMap;

/// Edges whose faces differ by less than a degree are those of one face.
const STRAIGHT: f64 = 0.999_85;

/// A place by its bits.
type Bits = [u64; 3];

fn bits(p: &V3) -> Bits {
    // Zero has two signs.
    [p.x, p.y, p.z].map(|x| (x + 0.0).to_bits())
}

/// Edges of a surface where it is convex, in its own axes, and the points where they end.
pub fn convex_edges(surface: &Surface) -> (Vec<Edge>, Vec<V3>) {
    let mut first: HashMap<[Bits; 2], Option<V3>> = HashMap::new();
    let mut ends: HashMap<Bits, ()> = HashMap::new();
    let (mut edges, mut points) = (Vec::new(), Vec::new());
    for (corners, normal) in surface.triangles() {
        for k in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|j| corners[(k + j) % 3]);
            let (from, to) = (bits(&a), bits(&b));
            let key = if from < to { [from, to] } else { [to, from] };
            let Some(other) = first.get_mut(&key) else {
                first.insert(key, Some(normal));
                continue;
            };
            // The third face at an edge has none to make one with.
            let Some(other) = other.take() else {
                continue;
            };
            // Convex: this face falls off from the other one.
            if (c - a).dot(&other) >= 0.0 || other.dot(&normal) > STRAIGHT {
                continue;
            }
            let Some(out) = (other + normal).try_normalize(1e-9) else {
                continue;
            };
            let (along, length) = ((b - a).normalize(), (b - a).norm());
            let cos = other.dot(&out);
            let inner = room(surface, &(0.5 * (a + b)), &out, cos, length);
            edges.push(Edge {
                start: a,
                axes: M3::from_columns(&[out, along.cross(&out), along]),
                length,
                rounding: 0.0,
                faces: Some(Faces {
                    normal: [cos, (1.0 - cos * cos).max(0.0).sqrt()],
                    inner: [inner; 2],
                }),
            });
            for end in [a, b] {
                if ends.insert(bits(&end), ()).is_none() {
                    points.push(end);
                }
            }
        }
    }
    (edges, points)
}

/// How far a place behind an edge, between its faces, can be from both of them until something else is nearer: to a factor of two.
fn room(surface: &Surface, middle: &V3, out: &V3, cos: f64, length: f64) -> f64 {
    let nearest = |way: f64| -surface.near(&(middle - way * out)).distance;
    let mut way = 1e-3 * length;
    while way < 2.0 * surface.size() && nearest(2.0 * way) > 2.0 * way * cos * (1.0 - 1e-6) {
        way *= 2.0;
    }
    way * cos
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A roof has a ridge; the sides of its rectangles are no edges, and the valley beside it is none.
    #[test]
    fn a_roof_has_a_ridge() {
        let points = [
            [0.0, -1.0, 0.0],
            [2.0, -1.0, 0.0],
            [0.0, 0.0, 1.0],
            [2.0, 0.0, 1.0],
            [0.0, 1.0, 0.0],
            [2.0, 1.0, 0.0],
            [0.0, 2.0, 1.0],
            [2.0, 2.0, 1.0],
        ]
        .map(V3::from);
        let triangles = [
            [0, 1, 3],
            [0, 3, 2],
            [2, 3, 5],
            [2, 5, 4],
            [4, 5, 7],
            [4, 7, 6],
        ];
        let surface = Surface::new(&points, &triangles).expect("a sound surface");
        let (edges, ends) = convex_edges(&surface);
        assert_eq!(edges.len(), 1);
        let edge = &edges[0];
        assert_eq!(edge.length, 2.0);
        assert!((edge.axes.column(0) - V3::z()).norm() < 1e-15);
        let faces = edge.faces.expect("two faces");
        assert!((faces.normal[0] - 0.5f64.sqrt()).abs() < 1e-15);
        assert_eq!(ends.len(), 2);
        assert!(ends.iter().all(|p| p.y == 0.0 && p.z == 1.0));
    }
}
