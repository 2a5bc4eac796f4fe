//! Closed surfaces of flat faces.

use poinsot::math::{Quaternion, V3};
use std::f64::consts::{PI, TAU};

/// A closed surface; faces are counted against the clock when seen from outside.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    pub points: Vec<V3>,
    pub faces: Vec<Vec<usize>>,
}

impl Mesh {
    /// A box about the origin.
    pub fn cuboid(size: V3) -> Mesh {
        let half = 0.5 * size;
        let corner = |k: usize| {
            let side = |bit: usize, x: f64| if k & bit != 0 { x } else { -x };
            V3::new(side(1, half.x), side(2, half.y), side(4, half.z))
        };
        let faces = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ];
        Mesh {
            points: (0..8).map(corner).collect(),
            faces: faces.iter().map(|f| f.to_vec()).collect(),
        }
    }

    /// A cylinder about the origin, its axis along x.
    pub fn cylinder(radius: f64, height: f64, sides: usize) -> Mesh {
        let ring: Vec<[f64; 2]> = (0..sides)
            .map(|k| (TAU * k as f64 / sides as f64).sin_cos())
            .map(|(s, c)| [radius * c, radius * s])
            .collect();
        let at = |x: f64| ring.iter().map(move |p| V3::new(x, p[0], p[1]));
        Mesh::swept(&[
            at(-0.5 * height).collect::<Vec<_>>(),
            at(0.5 * height).collect(),
        ])
    }

    /// A sphere about the origin.
    pub fn sphere(radius: f64, around: usize, rows: usize) -> Mesh {
        let mut points = vec![V3::new(0.0, 0.0, -radius)];
        for row in 1..rows {
            let (s, c) = (PI * row as f64 / rows as f64).sin_cos();
            for k in 0..around {
                let (sa, ca) = (TAU * k as f64 / around as f64).sin_cos();
                points.push(radius * V3::new(s * ca, s * sa, -c));
            }
        }
        points.push(V3::new(0.0, 0.0, radius));
        let at = |row: usize, k: usize| match row {
            0 => 0,
            r if r == rows => points.len() - 1,
            r => 1 + (r - 1) * around + k % around,
        };
        let mut faces = Vec::new();
        for row in 0..rows {
            for k in 0..around {
                let mut face = vec![
                    at(row, k),
                    at(row, k + 1),
                    at(row + 1, k + 1),
                    at(row + 1, k),
                ];
                face.dedup();
                if face.first() == face.last() {
                    face.pop();
                }
                faces.push(face);
            }
        }
        Mesh { points, faces }
    }

    /// A ring of a round rod about the origin, its axis along z.
    pub fn torus(radius: f64, thickness: f64, around: usize, sides: usize) -> Mesh {
        let mut points = Vec::with_capacity(around * sides);
        for k in 0..around {
            let (sa, ca) = (TAU * k as f64 / around as f64).sin_cos();
            for j in 0..sides {
                let (s, c) = (TAU * j as f64 / sides as f64).sin_cos();
                let r = radius + thickness * c;
                points.push(V3::new(r * ca, r * sa, thickness * s));
            }
        }
        let at = |k: usize, j: usize| (k % around) * sides + j % sides;
        let mut faces = Vec::with_capacity(points.len());
        for k in 0..around {
            for j in 0..sides {
                faces.push(vec![at(k, j), at(k + 1, j), at(k + 1, j + 1), at(k, j + 1)]);
            }
        }
        Mesh { points, faces }
    }

    /// The surface through rings with equally many points, counted against the clock when looked at from the far end, closed at both ends.
    /// First come the faces between the first two rings, and so on; the two ends are last.
    pub fn swept(rings: &[Vec<V3>]) -> Mesh {
        let m = rings.first().map_or(0, Vec::len);
        let mut mesh = Mesh {
            points: rings.iter().flatten().copied().collect(),
            faces: Vec::new(),
        };
        if m < 3 || rings.len() < 2 {
            return mesh;
        }
        for r in 0..rings.len() - 1 {
            for k in 0..m {
                let (a, b) = (r * m + k, r * m + (k + 1) % m);
                mesh.faces.push(vec![a, b, b + m, a + m]);
            }
        }
        mesh.faces.push((0..m).rev().collect());
        let last = (rings.len() - 1) * m;
        mesh.faces.push((last..last + m).collect());
        mesh
    }

    /// A rod between two points.
    pub fn rod(from: &V3, to: &V3, radius: f64, sides: usize) -> Mesh {
        let along = to - from;
        Mesh::cylinder(radius, along.norm(), sides).placed(&turn_to(&along), &(0.5 * (from + to)))
    }

    /// The surface turned, then moved.
    pub fn placed(mut self, turn: &Quaternion, position: &V3) -> Mesh {
        for point in &mut self.points {
            *point = turn * *point + position;
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

    /// Area times unit normal of a face (Newell): right for concave faces too.
    pub fn normal(&self, face: &[usize]) -> V3 {
        let next = face.iter().cycle().skip(1);
        let pairs = face.iter().zip(next);
        0.5 * pairs.fold(V3::zeros(), |sum, (&a, &b)| {
            sum + self.points[a].cross(&self.points[b])
        })
    }
}

/// The shortest rotation that turns x into a direction.
pub fn turn_to(direction: &V3) -> Quaternion {
    Quaternion::rotation_between(&V3::x(), direction)
        .unwrap_or_else(|| Quaternion::from_axis_angle(&V3::z_axis(), PI))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(mesh: &Mesh) -> f64 {
        let center =
            |face: &[usize]| face.iter().map(|&k| mesh.points[k]).sum::<V3>() / face.len() as f64;
        let parts = mesh.faces.iter().map(|f| center(f).dot(&mesh.normal(f)));
        parts.sum::<f64>() / 3.0
    }

    /// Faces that all look outwards enclose a positive volume, by the divergence theorem.
    #[test]
    fn surfaces_enclose_their_volume() {
        let shift = V3::new(3.0, -2.0, 1.0);
        let turn = Quaternion::from_euler_angles(0.3, -1.0, 2.0);
        let shapes = [
            (Mesh::cuboid(V3::new(1.0, 2.0, 3.0)), 6.0, 1e-12),
            (Mesh::cylinder(0.5, 2.0, 200), PI * 0.5, 1e-3),
            (Mesh::sphere(1.0, 100, 100), 4.0 / 3.0 * PI, 1e-2),
            (Mesh::torus(2.0, 0.3, 200, 100), TAU * 2.0 * PI * 0.09, 1e-2),
        ];
        for (mesh, expected, tolerance) in shapes {
            let found = volume(&mesh.placed(&turn, &shift));
            assert!((found - expected).abs() < tolerance, "{found} {expected}");
        }
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
