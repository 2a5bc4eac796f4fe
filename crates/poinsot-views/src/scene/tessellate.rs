//! Triangles of simple solids.

use poinsot::math::V3;
use poinsot::meshes::TriangleMesh;
use poinsot::model::Solid;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

/// Corners of a circle.
const ROUND: usize = 40;

/// The triangles of a solid, and the length that 1 of them stands for [m]; none for a mesh that is not there.
pub fn triangles(solid: &Solid) -> Option<(Arc<TriangleMesh>, f64)> {
    let mesh = match *solid {
        Solid::Box { size } => block(&size),
        Solid::Sphere { radius } => revolved(&arc(radius, 0.0, -FRAC_PI_2, FRAC_PI_2), false),
        Solid::Cylinder { radius, length } => revolved(&rod(radius, radius, length), false),
        Solid::Cone {
            radius,
            end_radius,
            length,
        } => revolved(&rod(radius, end_radius, length), false),
        Solid::Capsule { radius, length } => {
            let mut profile = arc(radius, -0.5 * length, -FRAC_PI_2, 0.0);
            profile.extend(arc(radius, 0.5 * length, 0.0, FRAC_PI_2));
            revolved(&profile, false)
        }
        Solid::Tube {
            radius,
            thickness,
            length,
        } => {
            let (inside, h) = (radius - thickness, 0.5 * length);
            revolved(
                &[(radius, -h), (radius, h), (inside, h), (inside, -h)],
                true,
            )
        }
        Solid::Mesh(ref file) => return Some((file.mesh.clone()?, file.scale)),
    };
    Some((Arc::new(mesh), 1.0))
}

/// Places of radius and height.
type Profile = Vec<(f64, f64)>;

fn rod(radius: f64, end: f64, length: f64) -> Profile {
    let h = 0.5 * length;
    vec![(0.0, -h), (radius, -h), (end, h), (0.0, h)]
}

/// Part of a circle about a point of the axis; angles count from the equator.
fn arc(radius: f64, height: f64, from: f64, to: f64) -> Profile {
    let steps = ((to - from) / TAU * ROUND as f64).round().max(1.0) as usize;
    let place = |k: usize| {
        let angle = from + (to - from) * k as f64 / steps as f64;
        // At the poles the radius is zero without round-off.
        let r = if angle.abs() == FRAC_PI_2 {
            0.0
        } else {
            radius * angle.cos()
        };
        (r, height + radius * angle.sin())
    };
    (0..=steps).map(place).collect()
}

/// A profile turned about z. It runs so that the outside is at its right hand: up on the outside.
fn revolved(profile: &[(f64, f64)], closed: bool) -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    let rings: Vec<Vec<u32>> = profile
        .iter()
        .map(|&(r, z)| {
            let first = mesh.vertices.len() as u32;
            // On the axis there is one corner instead of a ring.
            let count = if r > 0.0 { ROUND } else { 1 };
            for k in 0..count {
                let (sin, cos) = (TAU * k as f64 / ROUND as f64).sin_cos();
                mesh.vertices
                    .push([(r * cos) as f32, (r * sin) as f32, z as f32]);
            }
            (0..ROUND).map(|k| first + (k % count) as u32).collect()
        })
        .collect();
    let pairs = rings.len() - usize::from(!closed);
    for i in 0..pairs {
        let (low, high) = (&rings[i], &rings[(i + 1) % rings.len()]);
        for j in 0..ROUND {
            let next = (j + 1) % ROUND;
            let (a, b, c, d) = (low[j], low[next], high[next], high[j]);
            let both = [[a, b, c], [a, c, d]];
            mesh.triangles
                .extend(both.iter().filter(|[a, b, c]| a != b && b != c && c != a));
        }
    }
    mesh
}

fn block(size: &V3) -> TriangleMesh {
    let corner = |k: u32| {
        let side = |axis: u32| match k >> axis & 1 {
            1 => 0.5 * size[axis as usize] as f32,
            _ => -0.5 * size[axis as usize] as f32,
        };
        [side(0), side(1), side(2)]
    };
    // Corner k is at the positive side of x, y, z where its bits 0, 1, 2 are set.
    let faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    TriangleMesh {
        vertices: (0..8).map(corner).collect(),
        triangles: faces
            .iter()
            .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// Volume within the triangles: positive if all of them show their outside.
    fn volume(solid: &Solid) -> f64 {
        let (mesh, _) = triangles(solid).unwrap();
        let corner = |k: u32| V3::from(mesh.vertices[k as usize].map(f64::from));
        let six = |t: &[u32; 3]| corner(t[0]).dot(&corner(t[1]).cross(&corner(t[2])));
        // Every edge belongs to two triangles that run along it in opposite directions, so nothing is open.
        let edges: Vec<(u32, u32)> = mesh
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
            .collect();
        assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))));
        mesh.triangles.iter().map(six).sum::<f64>() / 6.0
    }

    #[test]
    fn solids_are_closed_and_have_their_volume() {
        let (radius, length) = (0.3, 2.0);
        let disc = PI * radius * radius;
        let ball = 4.0 / 3.0 * disc * radius;
        let cases = [
            (
                Solid::Box {
                    size: V3::new(1.0, 2.0, 3.0),
                },
                6.0,
            ),
            (Solid::Sphere { radius }, ball),
            (Solid::Cylinder { radius, length }, disc * length),
            (
                Solid::Cone {
                    radius,
                    end_radius: 0.0,
                    length,
                },
                disc * length / 3.0,
            ),
            (Solid::Capsule { radius, length }, disc * length + ball),
            (
                Solid::Tube {
                    radius,
                    thickness: 0.1,
                    length,
                },
                disc * length * (1.0 - 4.0 / 9.0),
            ),
        ];
        for (solid, expected) in cases {
            // A circle of 40 corners loses (2 pi/40)^2/6 = 0.4 % of its area, a ball (2 pi/40)^2/4 = 0.6 % more by its flat meridians.
            let part = volume(&solid) / expected;
            assert!(part > 0.989 && part < 1.0 + 1e-6, "{solid:?} {part}");
        }
    }
}
