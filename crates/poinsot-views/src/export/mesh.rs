//! Surfaces of triangles: solids of bodies, markers of joints, ends of beams.

use super::items::{Anchor, Body, Carrier, Items, Place};
use super::reading::numbers;
use poinsot::math::{Quaternion, V3, orientation};
use std::f64::consts::{PI, TAU};

/// Corners of circles.
const ROUND: usize = 24;
/// Reach of a solid from its centre, at most, as a part of the size of the scene.
const LARGEST: f64 = 0.22;

/// A surface. Corners of a triangle are counted against the clock, seen from outside.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    pub points: Vec<V3>,
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds another one, moved to a place and scaled before.
    pub fn add(&mut self, other: &Mesh, place: &Place, scale: f64) {
        let first = self.points.len() as u32;
        let moved = other.points.iter().map(|p| place.point(&(p * scale)));
        self.points.extend(moved);
        let shifted = other.triangles.iter().map(|t| t.map(|k| k + first));
        self.triangles.extend(shifted);
    }

    /// Rings of equally many points, each joined to the next; closed at both ends by fans around the middle of the ring.
    pub fn rings(rings: &[Vec<V3>]) -> Mesh {
        let mut mesh = Mesh::default();
        let n = rings.first().map_or(0, Vec::len) as u32;
        for (r, ring) in rings.iter().enumerate() {
            mesh.points.extend(ring);
            let last = r + 1 == rings.len();
            for k in (0..n).filter(|_| !last) {
                let (a, b) = (r as u32 * n + k, r as u32 * n + (k + 1) % n);
                mesh.triangles.extend([[a, b, b + n], [a, b + n, a + n]]);
            }
        }
        for (ring, first, forward) in [
            (rings.first(), 0, false),
            (rings.last(), mesh.points.len() as u32 - n, true),
        ] {
            let Some(ring) = ring else { continue };
            let middle = mesh.points.len() as u32;
            mesh.points.push(ring.iter().sum::<V3>() / f64::from(n));
            for k in 0..n {
                let (a, b) = (first + k, first + (k + 1) % n);
                mesh.triangles.push(match forward {
                    true => [middle, a, b],
                    false => [middle, b, a],
                });
            }
        }
        mesh
    }

    /// A box around the origin.
    pub fn cuboid(size: [f64; 3]) -> Mesh {
        let [x, y, z] = size.map(|side| 0.5 * side);
        let ring = |x: f64| [(y, z), (-y, z), (-y, -z), (y, -z)].map(|(y, z)| V3::new(x, y, z));
        Mesh::rings(&[ring(-x).to_vec(), ring(x).to_vec()])
    }

    /// A cylinder along x around the origin.
    pub fn cylinder(radius: f64, height: f64) -> Mesh {
        Mesh::rings(&[-0.5, 0.5].map(|f| circle(f * height, radius)))
    }

    /// A sphere around the origin.
    pub fn sphere(radius: f64) -> Mesh {
        let ring = |k: usize| {
            let angle = PI * k as f64 / (ROUND / 2) as f64;
            circle(-radius * angle.cos(), radius * angle.sin())
        };
        // The poles are small rings rather than points, which keeps all rings alike.
        let inner = (1..ROUND / 2).map(ring);
        let pole = |side: f64| circle(side * radius, 1e-3 * radius);
        let rings: Vec<_> = [pole(-1.0)]
            .into_iter()
            .chain(inner)
            .chain([pole(1.0)])
            .collect();
        Mesh::rings(&rings)
    }

    /// A ring of round wire around x.
    pub fn torus(radius: f64, wire: f64) -> Mesh {
        let mut mesh = Mesh::default();
        let (n, m) = (2 * ROUND as u32, 8);
        for k in 0..n {
            let (sin, cos) = (TAU * f64::from(k) / f64::from(n)).sin_cos();
            for l in 0..m {
                let (out, up) = (TAU * f64::from(l) / f64::from(m)).sin_cos();
                let r = radius + wire * out;
                mesh.points.push(V3::new(wire * up, r * cos, r * sin));
                let (a, b) = (k * m + l, k * m + (l + 1) % m);
                let next = |p: u32| (p + m) % (n * m);
                mesh.triangles
                    .extend([[a, b, next(b)], [a, next(b), next(a)]]);
            }
        }
        mesh
    }
}

fn circle(x: f64, radius: f64) -> Vec<V3> {
    let corner = |k: usize| {
        let (sin, cos) = (TAU * k as f64 / ROUND as f64).sin_cos();
        V3::new(x, radius * cos, radius * sin)
    };
    (0..ROUND).map(corner).collect()
}

/// The rotation that takes x to a direction.
pub fn along(direction: &V3) -> Quaternion {
    orientation::between(&V3::x(), direction).unwrap_or_else(Quaternion::identity)
}

/// The surface of a body in the body frame: its solid, and rods to what is attached. `size` is that of the whole scene [m]: things
/// that could not be seen are made larger, and bodies with more inertia than their surroundings have room for smaller.
pub fn body(items: &Items, index: usize, size: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let Some(body) = items.bodies.get(index) else {
        return mesh;
    };
    // A shape of the model says itself how far a body reaches.
    if body.solid["kind"] == "none" {
        return mesh;
    }
    let own = |a: &&Anchor| a.on == Carrier::Body(index);
    let arms: Vec<V3> = items.anchors().filter(own).map(|a| a.place.at).collect();
    let (solid, reach) = (solid(body, size), body.reach());
    let lengths = arms.iter().map(|at| (at - body.center.at).norm());
    let room = room(body, lengths.fold(0.0, f64::max), size);
    let scale = if reach > room { room / reach } else { 1.0 };
    mesh.add(&solid, &body.center, scale);
    let radius = 0.0045 * size;
    for at in arms {
        let arm = at - body.center.at;
        if arm.norm() < 3.0 * radius {
            continue;
        }
        let middle = Place {
            at: body.center.at + 0.5 * arm,
            turn: along(&arm),
        };
        mesh.add(&Mesh::cylinder(radius, arm.norm()), &middle, 1.0);
    }
    mesh
}

/// The rims of the discs that roll with a body, in the body frame.
pub fn discs(items: &Items, body: usize) -> Option<Mesh> {
    let mut mesh = Mesh::default();
    for disc in items.discs.iter().filter(|d| d.body == body) {
        let place = Place {
            at: disc.center,
            turn: along(&disc.axis),
        };
        mesh.add(&Mesh::torus(disc.radius, 0.03 * disc.radius), &place, 1.0);
    }
    (!mesh.points.is_empty()).then_some(mesh)
}

/// The solid around the mass centre.
fn solid(body: &Body, size: f64) -> Mesh {
    let least = 0.012 * size;
    let number = |key: &str| body.solid[key].as_f64().unwrap_or(0.0);
    match body.solid["kind"].as_str() {
        Some("box") => {
            let sides: [f64; 3] = numbers(&body.solid["size"]).try_into().unwrap_or_default();
            Mesh::cuboid(sides.map(|side| side.max(least)))
        }
        Some("cylinder") => Mesh::cylinder(
            number("radius").max(0.5 * least),
            number("height").max(least),
        ),
        _ => Mesh::sphere(number("radius").max(0.018 * size)),
    }
}

fn room(body: &Body, reach: f64, size: f64) -> f64 {
    // Equal moments about all axes are mostly a guess of the user, not the shape of a body.
    let (wide, part) = match body.solid["kind"] == "sphere" {
        true => (0.5, 0.08),
        false => (1.2, LARGEST),
    };
    let most = part * size;
    match reach > 0.1 * most {
        true => most.min(wide * reach),
        false => most,
    }
}

/// Triangles of a flat piece with these corners, by cutting off ears; any shape without holes that does not cross itself.
pub fn cap(corners: &[[f64; 2]]) -> Vec<[u32; 3]> {
    let cross = |a: u32, b: u32, c: u32| {
        let [a, b, c] = [a, b, c].map(|k| corners[k as usize]);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let mut left: Vec<u32> = (0..corners.len() as u32).collect();
    let around = left.iter().zip(left.iter().cycle().skip(1));
    let area: f64 = around.map(|(&a, &b)| cross(0, a, b)).sum();
    if area < 0.0 {
        left.reverse();
    }
    let mut triangles = Vec::new();
    while left.len() > 2 {
        let n = left.len();
        let at = |k: usize| left[k % n];
        let ear = |k: &usize| {
            let (a, b, c) = (at(k + n - 1), at(*k), at(k + 1));
            let inside = |p: &&u32| {
                ![a, b, c].contains(p)
                    && cross(a, b, **p) >= 0.0
                    && cross(b, c, **p) >= 0.0
                    && cross(c, a, **p) >= 0.0
            };
            cross(a, b, c) > 0.0 && !left.iter().any(|p| inside(&p))
        };
        // A shape that crosses itself has no ears at some point: whatever is left is cut as it comes.
        let k = (0..n).find(ear).unwrap_or(0);
        triangles.push([at(k + n - 1), at(k), at(k + 1)]);
        left.remove(k);
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the divergence theorem; positive only if all triangles look outwards.
    fn volume(mesh: &Mesh) -> f64 {
        let corner = |k: u32| mesh.points[k as usize];
        let parts = mesh.triangles.iter();
        let part = |t: &[u32; 3]| corner(t[0]).dot(&corner(t[1]).cross(&corner(t[2]))) / 6.0;
        parts.map(part).sum()
    }

    #[test]
    fn solids_have_their_volume() {
        assert!((volume(&Mesh::cuboid([1.0, 2.0, 3.0])) - 6.0).abs() < 1e-12);
        // A circle of n corners has the area n/2 sin(2 pi/n) r^2.
        let area = 0.5 * ROUND as f64 * (TAU / ROUND as f64).sin();
        assert!((volume(&Mesh::cylinder(2.0, 3.0)) - 12.0 * area).abs() < 1e-9);
        let ball = volume(&Mesh::sphere(1.0)) / (4.0 / 3.0 * PI);
        assert!(ball > 0.95 && ball < 1.0, "{ball}");
        let wire = volume(&Mesh::torus(1.0, 0.1)) / (TAU * PI * 0.01);
        assert!(wire > 0.85 && wire < 1.0, "{wire}");
    }

    #[test]
    fn ears_cover_shapes_with_corners_inwards() {
        let i = [
            [2.0, 3.0],
            [-2.0, 3.0],
            [-2.0, 2.0],
            [-0.5, 2.0],
            [-0.5, -2.0],
            [-2.0, -2.0],
            [-2.0, -3.0],
            [2.0, -3.0],
            [2.0, -2.0],
            [0.5, -2.0],
            [0.5, 2.0],
            [2.0, 2.0],
        ];
        let area = |corners: &[[f64; 2]]| -> f64 {
            let one = |t: [u32; 3]| {
                let [a, b, c] = t.map(|k| corners[k as usize]);
                0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
            };
            cap(corners).into_iter().map(one).sum()
        };
        assert!((area(&i) - 12.0).abs() < 1e-12);
        let mut turned = i;
        turned.reverse();
        assert!((area(&turned) - 12.0).abs() < 1e-12);
        assert_eq!(cap(&i).len(), 10);
    }
}
