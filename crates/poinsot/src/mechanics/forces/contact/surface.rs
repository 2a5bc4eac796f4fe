//! Signed distance from a surface of triangles (co.11): the nearest one is found in a tree of boxes.

use super::solid::Near;
use crate::math::{M3, V3};
use std::collections::HashMap;

/// A surface of triangles, in its own axes. Above is where the normals point to, against the clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    facets: Vec<Facet>,
    boxes: Vec<Bounds>,
    size: f64,
}

/// A triangle and the directions that say what is above each part of it.
#[derive(Clone, Debug, PartialEq)]
struct Facet {
    corners: [V3; 3],
    /// Unit normal.
    face: V3,
    /// Sums of the normals on both sides of the edges from corner k to the next.
    edges: [V3; 3],
    /// Sums of the normals about the corners by their angles there.
    points: [V3; 3],
}

/// A box about some facets, or about two boxes: this one's next one and `right`.
#[derive(Clone, Debug, PartialEq)]
struct Bounds {
    low: V3,
    high: V3,
    first: u32,
    count: u32,
    right: u32,
}

/// Facets in a box that is not divided.
const LEAF: usize = 4;
/// Boxes that wait for their turn: two for every halving, of which 300 000 triangles need less than twenty.
const WAITING: usize = 64;

/// Normals that differ by less are those of one face: round-off of directions, and far less than any edge.
const STRAIGHT: f64 = 1e-9;

/// The part of a triangle that is nearest.
#[derive(Clone, Copy)]
enum Part {
    Corner(usize),
    Edge(usize),
    Face,
}

impl Surface {
    /// From corners and the numbers of three of them for each triangle. Triangles without area are left out.
    pub fn new(points: &[V3], triangles: &[[u32; 3]]) -> Result<Surface, String> {
        let mut sound = Vec::new();
        for triangle in triangles {
            let mut corners = [V3::zeros(); 3];
            for (corner, k) in corners.iter_mut().zip(triangle) {
                let Some(point) = points.get(*k as usize) else {
                    return Err(format!("there is no point {k}"));
                };
                *corner = *point;
            }
            let [a, b, c] = corners;
            let normal = (b - a).cross(&(c - a));
            let longest = [b - a, c - b, a - c].map(|e| e.norm_squared());
            if normal.norm() > 1e-12 * longest.iter().sum::<f64>() {
                sound.push((*triangle, corners, normal.normalize()));
            }
        }
        if sound.is_empty() {
            return Err("it has no triangle with an area".into());
        }
        let mut about_edge: HashMap<[u32; 2], V3> = HashMap::new();
        let mut about_point: HashMap<u32, V3> = HashMap::new();
        let edge = |t: &[u32; 3], k: usize| {
            let (a, b) = (t[k], t[(k + 1) % 3]);
            if a < b { [a, b] } else { [b, a] }
        };
        for (t, corners, normal) in &sound {
            for k in 0..3 {
                *about_edge.entry(edge(t, k)).or_default() += normal;
                let [to, from] = [1, 2].map(|j| corners[(k + j) % 3] - corners[k]);
                *about_point.entry(t[k]).or_default() += to.angle(&from) * normal;
            }
        }
        let of = |sum: Option<&V3>| sum.copied().unwrap_or_default();
        let mut facets: Vec<Facet> = sound
            .iter()
            .map(|(t, corners, face)| Facet {
                corners: *corners,
                face: *face,
                edges: [0, 1, 2].map(|k| of(about_edge.get(&edge(t, k)))),
                points: [0, 1, 2].map(|k| of(about_point.get(&t[k]))),
            })
            .collect();
        let corners = facets.iter().flat_map(|f| &f.corners);
        let size = corners.map(|p| p.norm()).fold(0.0, f64::max);
        let mut boxes = Vec::new();
        divide(&mut facets, 0, &mut boxes);
        Ok(Surface {
            facets,
            boxes,
            size,
        })
    }

    /// Largest distance from the origin [m].
    pub fn size(&self) -> f64 {
        self.size
    }

    /// All triangles: corners and unit normal.
    pub(super) fn triangles(&self) -> impl Iterator<Item = ([V3; 3], V3)> {
        self.facets.iter().map(|f| (f.corners, f.face))
    }

    /// What of it is nearest to a place.
    pub fn near(&self, q: &V3) -> Near {
        let mut best = (f64::INFINITY, 0, V3::zeros(), Part::Face);
        let mut waiting = [0u32; WAITING];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let at = waiting[count] as usize;
            let node = &self.boxes[at];
            if node.far(q) >= best.0 {
                continue;
            }
            if node.count > 0 {
                for k in node.first..node.first + node.count {
                    let (point, part) = self.facets[k as usize].nearest(q);
                    let far = (q - point).norm_squared();
                    if far < best.0 {
                        best = (far, k as usize, point, part);
                    }
                }
            } else if count + 2 <= WAITING {
                let (left, right) = (at as u32 + 1, node.right);
                let far = [left, right].map(|k| self.boxes[k as usize].far(q));
                // The nearer one is looked into first.
                let order = if far[0] < far[1] {
                    [right, left]
                } else {
                    [left, right]
                };
                waiting[count..count + 2].copy_from_slice(&order);
                count += 2;
            }
        }
        let (_, facet, nearest, part) = best;
        self.facets[facet].near(q, nearest, part)
    }
}

/// Puts facets from `first` on into a tree of boxes.
fn divide(facets: &mut [Facet], first: usize, boxes: &mut Vec<Bounds>) {
    let corners = || facets.iter().flat_map(|f| f.corners);
    let low = corners().fold(V3::repeat(f64::INFINITY), |a, b| a.inf(&b));
    let high = corners().fold(V3::repeat(f64::NEG_INFINITY), |a, b| a.sup(&b));
    let at = boxes.len();
    let leaf = facets.len() <= LEAF;
    boxes.push(Bounds {
        low,
        high,
        first: first as u32,
        count: if leaf { facets.len() as u32 } else { 0 },
        right: 0,
    });
    if leaf {
        return;
    }
    let axis = (high - low).imax();
    let middle = facets.len() / 2;
    let place = |f: &Facet| f.corners.iter().map(|p| p[axis]).sum::<f64>();
    facets.select_nth_unstable_by(middle, |a, b| place(a).total_cmp(&place(b)));
    let (left, right) = facets.split_at_mut(middle);
    divide(left, first, boxes);
    boxes[at].right = boxes.len() as u32;
    divide(right, first + middle, boxes);
}

impl Bounds {
    /// Squared distance of a place.
    fn far(&self, q: &V3) -> f64 {
        (q - q.sup(&self.low).inf(&self.high)).norm_squared()
    }
}

impl Facet {
    /// The place that is nearest to another one, and what it lies on.
    fn nearest(&self, q: &V3) -> (V3, Part) {
        let [a, b, c] = self.corners;
        let (ab, ac) = (b - a, c - a);
        let from = |p: &V3| (ab.dot(&(q - p)), ac.dot(&(q - p)));
        let (d1, d2) = from(&a);
        if d1 <= 0.0 && d2 <= 0.0 {
            return (a, Part::Corner(0));
        }
        let (d3, d4) = from(&b);
        if d3 >= 0.0 && d4 <= d3 {
            return (b, Part::Corner(1));
        }
        let vc = d1 * d4 - d3 * d2;
        if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
            return (a + d1 / (d1 - d3) * ab, Part::Edge(0));
        }
        let (d5, d6) = from(&c);
        if d6 >= 0.0 && d5 <= d6 {
            return (c, Part::Corner(2));
        }
        let vb = d5 * d2 - d1 * d6;
        if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
            return (a + d2 / (d2 - d6) * ac, Part::Edge(2));
        }
        let va = d3 * d6 - d5 * d4;
        if va <= 0.0 && d4 >= d3 && d5 >= d6 {
            let part = (d4 - d3) / ((d4 - d3) + (d5 - d6));
            return (b + part * (c - b), Part::Edge(1));
        }
        let whole = va + vb + vc;
        (a + vb / whole * ab + vc / whole * ac, Part::Face)
    }

    fn near(&self, q: &V3, nearest: V3, part: Part) -> Near {
        let beyond = q - nearest;
        let above = match part {
            Part::Corner(k) => self.points[k],
            Part::Edge(k) => self.edges[k],
            Part::Face => self.face,
        };
        if let Part::Face = part {
            let distance = beyond.dot(&above);
            return Near {
                distance,
                normal: above,
                nearest: q - distance * above,
                bend: M3::zeros(),
            };
        }
        let sign = if beyond.dot(&above) < 0.0 { -1.0 } else { 1.0 };
        let distance = sign * beyond.norm();
        let normal = match distance == 0.0 {
            true => above.try_normalize(0.0).unwrap_or(self.face),
            false => beyond / distance,
        };
        let along = match part {
            Part::Edge(k) => (self.corners[(k + 1) % 3] - self.corners[k]).normalize(),
            _ => V3::zeros(),
        };
        // Straight above an edge of a flat part nothing turns.
        let straight = (normal - self.face).norm() < STRAIGHT;
        let bend = match distance == 0.0 || straight {
            true => M3::zeros(),
            false => {
                let flat = M3::identity() - along * along.transpose();
                (flat - normal * normal.transpose()) / distance
            }
        };
        Near {
            distance,
            normal,
            nearest,
            bend,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::forces::Solid;

    /// The twelve triangles of a cube have the distances of the cube.
    #[test]
    fn a_cube_of_triangles_is_a_cube() {
        let points: Vec<V3> = (0..8)
            .map(|k| {
                let side = |bit: usize| if k & bit > 0 { 1.0 } else { -1.0 };
                V3::new(0.5 * side(1), 0.3 * side(2), 0.8 * side(4))
            })
            .collect();
        let mut triangles = Vec::new();
        for quad in [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ] {
            let [a, b, c, d] = quad;
            triangles.extend([[a, b, c], [a, c, d]]);
        }
        let surface = Surface::new(&points, &triangles).expect("a sound surface");
        let block = Solid::Block {
            half: V3::new(0.5, 0.3, 0.8),
            rounding: 0.0,
        };
        let mut state = 3u64;
        let mut random = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            2.4 * ((state >> 11) as f64 / (1u64 << 53) as f64 - 0.5)
        };
        for _ in 0..1000 {
            let q = V3::new(random(), random(), random());
            let (a, b) = (surface.near(&q), block.near(&q));
            // Some ten operations on numbers of order one, divided by the distance for directions.
            let small = 1e-14 / (1e-3 + b.distance.abs());
            assert!((a.distance - b.distance).abs() < 1e-14);
            assert!((a.normal - b.normal).norm() < small, "{q}");
            assert!(
                (a.bend - b.bend).norm() < small / (1e-3 + b.distance.abs()),
                "{q}"
            );
        }
        assert_eq!(surface.size(), points[7].norm());
        assert!(Surface::new(&points, &[[0, 1, 9]]).is_err());
        assert!(Surface::new(&points, &[[0, 1, 1]]).is_err());
    }
}
