//! Round solids: profiles turned about an axis.

use super::mesh::{Faces, Mesh};
use super::solid::Solid;
use poinsot::math::V3;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Corners of a circle of a shape that the model gives.
const ROUND: usize = 40;

/// Places of radius and height.
type Profile = Vec<(f64, f64)>;

/// The surface of a shape [m]; none for a mesh that is not there.
pub fn surface(solid: &Solid) -> Option<Mesh> {
    Some(match *solid {
        Solid::Box { size } => Mesh::cuboid(&size),
        Solid::Sphere { radius } => sphere(radius, ROUND, ROUND / 2),
        Solid::Cone {
            radius,
            end_radius,
            length,
        } => {
            let h = 0.5 * length;
            let profile = [(0.0, -h), (radius, -h), (end_radius, h), (0.0, h)];
            revolved(&profile, false, ROUND)
        }
        Solid::Capsule { radius, length } => {
            let mut profile = arc(radius, -0.5 * length, -FRAC_PI_2, 0.0, ROUND / 4);
            profile.extend(arc(radius, 0.5 * length, 0.0, FRAC_PI_2, ROUND / 4));
            revolved(&profile, false, ROUND)
        }
        Solid::Tube {
            radius,
            thickness,
            length,
        } => {
            let (inside, h) = (radius - thickness, 0.5 * length);
            let profile = [(radius, -h), (radius, h), (inside, h), (inside, -h)];
            revolved(&profile, true, ROUND)
        }
        Solid::Mesh {
            ref mesh, scale, ..
        } => Mesh::from(&**mesh.as_ref()?).scaled(scale),
    })
}

/// A sphere about the origin with its poles on z.
pub fn sphere(radius: f64, around: usize, rows: usize) -> Mesh {
    revolved(
        &arc(radius, 0.0, -FRAC_PI_2, FRAC_PI_2, rows),
        false,
        around,
    )
}

/// A ring of a round rod about the origin, its axis along z.
pub fn torus(radius: f64, thickness: f64, around: usize, sides: usize) -> Mesh {
    let place = |k: usize| {
        let (sin, cos) = (TAU * k as f64 / sides as f64).sin_cos();
        (radius + thickness * cos, thickness * sin)
    };
    let profile: Profile = (0..sides).map(place).collect();
    revolved(&profile, true, around)
}

/// Part of a circle about a point of the axis; angles count from the equator.
fn arc(radius: f64, height: f64, from: f64, to: f64, steps: usize) -> Profile {
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
fn revolved(profile: &[(f64, f64)], closed: bool, around: usize) -> Mesh {
    let mut mesh = Mesh {
        points: Vec::new(),
        faces: Faces::default(),
    };
    let rings: Vec<Vec<u32>> = profile
        .iter()
        .map(|&(r, z)| {
            let first = mesh.points.len() as u32;
            // On the axis there is one corner instead of a ring.
            let count = if r > 0.0 { around } else { 1 };
            for k in 0..count {
                let (sin, cos) = (TAU * k as f64 / around as f64).sin_cos();
                mesh.points.push(V3::new(r * cos, r * sin, z));
            }
            (0..around).map(|k| first + (k % count) as u32).collect()
        })
        .collect();
    let pairs = rings.len() - usize::from(!closed);
    for i in 0..pairs {
        let (low, high) = (&rings[i], &rings[(i + 1) % rings.len()]);
        for j in 0..around {
            let next = (j + 1) % around;
            let mut face = vec![low[j], low[next], high[next], high[j]];
            face.dedup();
            if face.first() == face.last() {
                face.pop();
            }
            // Two corners of the axis and nothing else.
            if face.len() > 2 {
                mesh.faces.push(face);
            }
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::super::mesh::tests::volume;
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn solids_are_closed_and_have_their_volume() {
        let (radius, length) = (0.3, 2.0);
        let disc = PI * radius * radius;
        let ball = 4.0 / 3.0 * disc * radius;
        let size = V3::new(1.0, 2.0, 3.0);
        let rod = |end_radius: f64| Solid::Cone {
            radius,
            end_radius,
            length,
        };
        let tube = Solid::Tube {
            radius,
            thickness: 0.1,
            length,
        };
        let cases = [
            (Solid::Box { size }, 6.0),
            (Solid::Sphere { radius }, ball),
            (rod(radius), disc * length),
            (rod(0.0), disc * length / 3.0),
            (Solid::Capsule { radius, length }, disc * length + ball),
            (tube, disc * length * (1.0 - 4.0 / 9.0)),
        ];
        for (solid, expected) in cases {
            // A circle of 40 corners loses (2 pi/40)^2/6 = 0.4 % of its area, a ball (2 pi/40)^2/4 = 0.6 % more by its flat meridians.
            let part = volume(&surface(&solid).unwrap()) / expected;
            assert!(part > 0.989 && part < 1.0 + 1e-6, "{solid:?} {part}");
        }
        let ring = volume(&torus(2.0, 0.3, 200, 100)) / (TAU * 2.0 * PI * 0.09);
        assert!((ring - 1.0).abs() < 1e-2, "{ring}");
    }
}
