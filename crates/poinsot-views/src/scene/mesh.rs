//! Surfaces of flat faces, and the simple ones among them.

use super::cap::cap;
use super::pose::{Pose, along};
use poinsot::math::V3;
use poinsot::meshes::TriangleMesh;
use std::f64::consts::TAU;

/// Faces as lists of corners, one list after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faces {
    corners: Vec<u32>,
    /// Where the corners of each face end.
    ends: Vec<usize>,
}

impl Faces {
    /// Adds a face.
    pub fn push(&mut self, corners: impl IntoIterator<Item = u32>) {
        self.corners.extend(corners);
        self.ends.push(self.corners.len());
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The corners of a face.
    pub fn get(&self, face: usize) -> &[u32] {
        let start = match face {
            0 => 0,
            _ => self.ends[face - 1],
        };
        &self.corners[start..self.ends[face]]
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|face| self.get(face))
    }
}

/// A surface. Faces are counted against the clock when seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners [m].
    pub points: Vec<V3>,
    /// Faces between them.
    pub faces: Faces,
}

impl Mesh {
    /// A box about the origin.
    pub fn cuboid(size: &V3) -> Mesh {
        let half = 0.5 * size;
        let corner = |k: usize| {
            let side = |bit: usize, x: f64| if k & bit != 0 { x } else { -x };
            V3::new(side(1, half.x), side(2, half.y), side(4, half.z))
        };
        let mut mesh = Mesh {
            points: (0..8).map(corner).collect(),
            faces: Faces::default(),
        };
        // Corner k is at the positive side of x, y, z where its bits 0, 1, 2 are set.
        for face in [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ] {
            mesh.faces.push(face);
        }
        mesh
    }

    /// A cylinder about the origin, its axis along x.
    pub fn cylinder(radius: f64, height: f64, around: usize) -> Mesh {
        let ring = |x: f64| -> Vec<V3> {
            let corners = circle(radius, around).into_iter();
            corners.map(|[y, z]| V3::new(x, y, z)).collect()
        };
        Mesh::swept(&[ring(-0.5 * height), ring(0.5 * height)])
    }

    /// A rod between two points.
    pub fn rod(from: &V3, to: &V3, radius: f64, around: usize) -> Mesh {
        let place = Pose {
            at: 0.5 * (from + to),
            turn: along(&(to - from)),
        };
        Mesh::cylinder(radius, (to - from).norm(), around).placed(&place)
    }

    /// The surface through rings with equally many points, counted against the clock when looked at from the far end, closed at
    /// both ends. First come the faces between the first two rings, and so on; the two ends are last.
    pub fn swept(rings: &[Vec<V3>]) -> Mesh {
        let m = rings.first().map_or(0, Vec::len);
        let mut mesh = Mesh {
            points: rings.iter().flatten().copied().collect(),
            faces: Faces::default(),
        };
        if m >= 3 && rings.len() >= 2 {
            let m = m as u32;
            mesh.faces.sides(rings.len(), m, 0..m);
            let last = (rings.len() as u32 - 1) * m;
            mesh.faces.push((0..m).rev());
            mesh.faces.push(last..last + m);
        }
        mesh
    }

    /// The surface moved to a place.
    pub fn placed(mut self, place: &Pose) -> Mesh {
        for point in &mut self.points {
            *point = place.point(point);
        }
        self
    }

    /// The surface larger by a factor about the origin.
    pub fn scaled(mut self, factor: f64) -> Mesh {
        for point in &mut self.points {
            *point *= factor;
        }
        self
    }

    /// Adds another one.
    pub fn add(&mut self, other: &Mesh) {
        let first = self.points.len() as u32;
        self.points.extend(&other.points);
        for face in other.faces.iter() {
            self.faces.push(face.iter().map(|k| k + first));
        }
    }

    /// Area times unit normal of a face (Newell): right for concave faces too.
    pub fn normal(&self, face: &[u32]) -> V3 {
        let point = |k: &u32| self.points[*k as usize];
        let pairs = face.iter().zip(face.iter().cycle().skip(1));
        0.5 * pairs.fold(V3::zeros(), |sum, (a, b)| sum + point(a).cross(&point(b)))
    }

    /// All faces cut into triangles.
    pub fn triangles(&self) -> Vec<[u32; 3]> {
        let mut list = Vec::with_capacity(2 * self.faces.len());
        for face in self.faces.iter() {
            match *face {
                [a, b, c] => list.push([a, b, c]),
                [a, b, c, d] => list.extend([[a, b, c], [a, c, d]]),
                _ => list.extend(self.cut(face)),
            }
        }
        list
    }

    /// The same as triangles in single precision.
    pub fn triangulated(&self) -> TriangleMesh {
        let single = |p: &V3| [p.x as f32, p.y as f32, p.z as f32];
        TriangleMesh {
            vertices: self.points.iter().map(single).collect(),
            triangles: self.triangles(),
        }
    }

    /// A face of many corners, seen along the axis that is nearest to its normal.
    fn cut(&self, face: &[u32]) -> Vec<[u32; 3]> {
        let normal = self.normal(face);
        let axis = normal.iamax();
        let (u, v) = match normal[axis] > 0.0 {
            true => ((axis + 1) % 3, (axis + 2) % 3),
            false => ((axis + 2) % 3, (axis + 1) % 3),
        };
        let flat = |k: &u32| {
            let p = &self.points[*k as usize];
            [p[u], p[v]]
        };
        let corners: Vec<[f64; 2]> = face.iter().map(flat).collect();
        let own = |t: [u32; 3]| t.map(|k| face[k as usize]);
        cap(&corners).into_iter().map(own).collect()
    }
}

impl Faces {
    /// The sides between rings of `m` corners each, of which some belong to this surface.
    pub fn sides(&mut self, rings: usize, m: u32, of: std::ops::Range<u32>) {
        let count = of.end - of.start;
        for r in 0..rings.saturating_sub(1) as u32 {
            for k in 0..count {
                let (a, b) = (r * m + of.start + k, r * m + of.start + (k + 1) % count);
                self.push([a, b, b + m, a + m]);
            }
        }
    }
}

impl From<&TriangleMesh> for Mesh {
    fn from(mesh: &TriangleMesh) -> Self {
        let mut faces = Faces::default();
        mesh.triangles.iter().for_each(|t| faces.push(*t));
        Mesh {
            points: mesh
                .vertices
                .iter()
                .map(|p| V3::from(p.map(f64::from)))
                .collect(),
            faces,
        }
    }
}

/// Corners of a circle, against the clock.
pub fn circle(radius: f64, corners: usize) -> Vec<[f64; 2]> {
    let corner = |k: usize| {
        let (sin, cos) = (TAU * k as f64 / corners as f64).sin_cos();
        [radius * cos, radius * sin]
    };
    (0..corners).map(corner).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use poinsot::math::Quaternion;
    use std::f64::consts::PI;

    /// The volume within a surface, by the divergence theorem: positive only if its faces look outwards. Every edge belongs to two
    /// faces that run along it in opposite directions, so nothing is open.
    pub fn volume(mesh: &Mesh) -> f64 {
        let triangles = mesh.triangles();
        let edges = triangles
            .iter()
            .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
        let edges: std::collections::HashSet<(u32, u32)> = edges.collect();
        assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))));
        let corner = |k: u32| mesh.points[k as usize];
        let six = |t: &[u32; 3]| corner(t[0]).dot(&corner(t[1]).cross(&corner(t[2])));
        triangles.iter().map(six).sum::<f64>() / 6.0
    }

    #[test]
    fn surfaces_enclose_their_volume() {
        let place = Pose {
            at: V3::new(3.0, -2.0, 1.0),
            turn: Quaternion::from_euler_angles(0.3, -1.0, 2.0),
        };
        let cuboid = Mesh::cuboid(&V3::new(1.0, 2.0, 3.0)).placed(&place);
        assert!((volume(&cuboid) - 6.0).abs() < 1e-12);
        // A circle of n corners has the area n/2 sin(2 pi/n) r^2.
        let area = 12.0 * (TAU / 24.0).sin();
        let cylinder = Mesh::cylinder(0.5, 2.0, 24).placed(&place);
        assert!((volume(&cylinder) - 0.5 * area).abs() < 1e-12);
        assert!((area - PI).abs() < 0.04);
    }

    #[test]
    fn rods_reach_from_end_to_end() {
        let (a, b) = (V3::new(1.0, 2.0, 3.0), V3::new(-1.0, 2.0, 3.0));
        let rod = Mesh::rod(&a, &b, 0.1, 8);
        let ends = rod
            .points
            .iter()
            .map(|p| (p - a).norm().min((p - b).norm()));
        assert!(ends.into_iter().all(|d| (d - 0.1).abs() < 1e-12));
    }
}
