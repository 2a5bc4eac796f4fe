//! What stands for joints, springs and sensors.

use super::items::{Anchor, Carrier, Items, Link, Place};
use super::mesh::{Mesh, along};
use poinsot::math::V3;
use std::f64::consts::TAU;

/// Turns of a spring, and rings per turn.
const COILS: usize = 7;
const PER_TURN: usize = 14;

/// Half the size of the marker of a joint: it must not hide in the line that it sits on.
pub fn joint_size(items: &Items, joint: &Link, size: f64) -> f64 {
    let thick = joint
        .between
        .iter()
        .map(|end| 1.1 * thickness(items, end, size));
    thick.fold(0.011 * size, f64::max)
}

fn thickness(items: &Items, end: &Anchor, size: f64) -> f64 {
    let Carrier::Node(node) = end.on else {
        return 0.0;
    };
    let on = |l: &&super::items::Line| (l.first_node..l.first_node + l.s.len()).contains(&node);
    let outline = items.lines.iter().find(on).and_then(|l| l.outlines.first());
    let corners = outline.map_or(&[][..], |o| &o.outer);
    let half = corners
        .iter()
        .flatten()
        .map(|x| x.abs())
        .fold(0.0, f64::max);
    half.min(0.018 * size)
}

/// The marker of a joint in its own frame.
pub fn joint(joint: &Link, r: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let upright = |direction: V3| Place {
        at: V3::zeros(),
        turn: along(&direction),
    };
    let core = match joint.core.as_str() {
        "ball" => Mesh::sphere(r),
        "block" => Mesh::cuboid([1.4 * r; 3]),
        "slider" => Mesh::cuboid([3.2 * r, 1.6 * r, 1.6 * r]),
        "plate" => Mesh::cuboid([0.4 * r, 4.0 * r, 4.0 * r]),
        _ => Mesh::cylinder(0.9 * r, 2.2 * r),
    };
    mesh.add(&core, &upright(V3::z()), 1.0);
    for &k in &joint.rods {
        let axis = V3::ith(k, 1.0);
        let long = if k == 2 { 7.0 * r } else { 6.0 * r };
        mesh.add(&Mesh::cylinder(0.25 * r, long), &upright(axis), 1.0);
    }
    mesh
}

/// A spring, or a rod, from the origin along x.
pub fn link(kind: &str, length: f64, size: f64) -> Mesh {
    if kind != "spring" {
        let mut mesh = Mesh::default();
        let middle = Place {
            at: V3::x() * (0.5 * length),
            ..Place::world()
        };
        mesh.add(&Mesh::cylinder(0.003 * size, length), &middle, 1.0);
        return mesh;
    }
    let (radius, wire) = (0.015 * size, 0.003 * size);
    let count = COILS * PER_TURN;
    let ring = |k: usize| {
        let part = k as f64 / count as f64;
        let (sin, cos) = (TAU * COILS as f64 * part).sin_cos();
        let out = V3::new(0.0, cos, sin);
        let middle = V3::x() * (part * length) + out * radius;
        let corner = |l: usize| {
            let (sin, cos) = (TAU * l as f64 / 6.0).sin_cos();
            middle + wire * (cos * out - sin * V3::x())
        };
        (0..6).map(corner).collect()
    };
    let rings: Vec<Vec<V3>> = (0..=count).map(ring).collect();
    Mesh::rings(&rings)
}
