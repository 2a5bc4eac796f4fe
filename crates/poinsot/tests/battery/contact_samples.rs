//! Samples of contacts: shapes that the step brings together, takes apart, or keeps apart.

use crate::common::random::Random;
use crate::samples::owner;
use crate::stand::{FRAMES, POINTS, Stand};
use poinsot::functions::Law;
use poinsot::math::{M3, V3};
use poinsot::mechanics::forces::{
    Contact, ContactLaw, Edge, Faces, RimOnPlane, RodOnEdge, SegmentOnSegment, Solid,
    SphereOnPlane, SphereOnSegment, SphereOnSolid, SphereOnSphere, SurfaceLaw,
};
use poinsot::system::{Add, GROUND, NodeIndex};
use std::sync::Arc;

/// Frames, points and the ground, in either order.
const PAIRS: [[NodeIndex; 2]; 5] = [
    [FRAMES[0], FRAMES[1]],
    [GROUND, FRAMES[2]],
    [FRAMES[1], GROUND],
    [FRAMES[2], POINTS[0]],
    [POINTS[1], FRAMES[0]],
];

/// A law of every kind, with and without friction.
fn laws(rng: &mut Random) -> Vec<Arc<SurfaceLaw>> {
    let normals = [
        ContactLaw::power(rng.between(1.0, 5.0), 1.0),
        // Smooth enough for difference quotients near zero, unlike Hertz' power.
        ContactLaw::power(rng.between(1.0, 5.0), 2.2),
        ContactLaw::curve(Law::expression("3*x + 2*x^2", 0.0).expect("a sound formula")),
    ];
    let mut list = Vec::new();
    for normal in normals {
        for friction in [0.0, rng.between(0.1, 1.5)] {
            let restitution = rng.between(0.1, 1.0);
            let stick = rng.between(0.5, 20.0);
            let law = SurfaceLaw::new(normal.clone(), restitution, friction, stick);
            // Half of them with a loss that depends on how deep a step begins (co.12).
            let law = match friction > 0.0 {
                true => law.with_mass(2.0),
                false => law,
            };
            list.push(Arc::new(law));
        }
    }
    list
}

/// An arm on a node, none on a point.
fn arm(node: NodeIndex, rng: &mut Random) -> V3 {
    match POINTS.contains(&node) {
        true => V3::zeros(),
        false => rng.vector(0.8),
    }
}

pub fn add_contacts(stand: &mut Stand, rng: &mut Random) {
    for nodes in PAIRS {
        let turns = nodes.map(|n| !POINTS.contains(&n));
        for law in laws(rng) {
            let centers = nodes.map(|n| arm(n, rng));
            let [a, b] = [0, 1].map(|k| {
                let stage = &stand.start[nodes[k]];
                stage.r + stage.rot * centers[k]
            });
            let sum = ((b - a).norm() + rng.between(-0.3, 0.3)).max(0.05);
            let part = rng.between(0.1, 0.9);
            let radii = [part * sum, (1.0 - part) * sum];
            let shapes = SphereOnSphere::new(nodes, centers, radii, turns);
            let pool = &mut stand.system.forces;
            pool.add(owner(), Contact::new(shapes, Arc::clone(&law)));

            // Planes are on what has axes.
            if !turns[0] {
                continue;
            }
            let normal = rng.vector(1.0).normalize();
            let height = (stand.start[nodes[0]].rot * normal).dot(&(b - a));
            let radius = height + rng.between(-0.3, 0.3);
            let shapes =
                SphereOnPlane::new(nodes, centers[0], normal, centers[1], radius, turns[1]);
            pool.add(owner(), Contact::new(shapes, law));
        }
    }
}

/// Ends of segments on two nodes each or on one: beams, cables, rods on bodies and on the ground.
const SEGMENTS: [[NodeIndex; 4]; 5] = [
    [FRAMES[0], FRAMES[1], FRAMES[2], FRAMES[2]],
    [FRAMES[2], FRAMES[0], POINTS[0], POINTS[1]],
    [POINTS[1], POINTS[0], FRAMES[1], FRAMES[0]],
    [GROUND, GROUND, FRAMES[0], FRAMES[2]],
    [FRAMES[1], FRAMES[1], FRAMES[2], FRAMES[2]],
];

/// How deep or far apart two shapes are that stand so far from each other at the start: the sum of their radii.
fn sum_of_radii(distance: f64, rng: &mut Random) -> f64 {
    (distance + rng.between(-0.3, 0.3)).max(0.05)
}

pub fn add_segments(stand: &mut Stand, rng: &mut Random) {
    for nodes in SEGMENTS {
        let turns = [nodes[0], nodes[2]].map(|n| !POINTS.contains(&n));
        for law in laws(rng) {
            let points = nodes.map(|n| arm(n, rng));
            let place = |k: usize| {
                let stage = &stand.start[nodes[k]];
                stage.r + stage.rot * points[k]
            };
            let all = [0, 1, 2, 3].map(place);
            // Somewhere near each other, deep or apart.
            let part = rng.between(0.1, 0.9);
            let middle = 0.5 * (all[2] + all[3] - all[0] - all[1]);
            let sum = sum_of_radii(0.5 * middle.norm(), rng);
            let radii = [part * sum, (1.0 - part) * sum];
            let shapes = SegmentOnSegment::new(nodes, points, radii, turns);
            let pool = &mut stand.system.forces;
            pool.add(owner(), Contact::new(shapes, Arc::clone(&law)));

            let nodes = [nodes[0], nodes[1], nodes[2]];
            let points = [points[0], points[1], points[2]];
            let shapes = SphereOnSegment::new(nodes, points, radii, turns);
            pool.add(owner(), Contact::new(shapes, law));
        }
    }
}

pub fn add_rigid_shapes(stand: &mut Stand, rng: &mut Random) {
    for nodes in PAIRS.into_iter().filter(|n| !POINTS.contains(&n[0])) {
        for (k, law) in laws(rng).into_iter().enumerate() {
            let size = |rng: &mut Random| rng.between(0.2, 1.0);
            let rounding = 0.1 * size(rng);
            let solid = match k % 2 {
                0 => Solid::Block {
                    half: V3::new(size(rng), size(rng), size(rng)),
                    rounding,
                },
                _ => Solid::Cylinder {
                    radius: size(rng),
                    half: size(rng),
                    rounding,
                },
            };
            let (origin, center) = (arm(nodes[0], rng), arm(nodes[1], rng));
            let axes: M3 = *rng.orientation().to_rotation_matrix().matrix();
            let [p, c] = [(0, origin), (1, center)].map(|(k, at)| {
                let stage = &stand.start[nodes[k]];
                stage.r + stage.rot * at
            });
            let q = (stand.start[nodes[0]].rot * axes).transpose() * (c - p);
            let radius = sum_of_radii(solid.distance(&q), rng);
            let turns = !POINTS.contains(&nodes[1]);
            let shapes =
                SphereOnSolid::new(nodes, Arc::new(solid), origin, axes, center, radius, turns);
            stand.system.forces.add(owner(), Contact::new(shapes, law));
        }
    }
}

/// Edges of bodies and of the ground, and rods across them: between two nodes, on one, without orientation.
const CROSSINGS: [[NodeIndex; 3]; 4] = [
    [FRAMES[0], FRAMES[1], FRAMES[2]],
    [GROUND, FRAMES[2], FRAMES[2]],
    [FRAMES[1], POINTS[0], POINTS[1]],
    [FRAMES[2], GROUND, FRAMES[0]],
];

pub fn add_edges(stand: &mut Stand, rng: &mut Random) {
    for nodes in CROSSINGS {
        for (k, law) in laws(rng).into_iter().enumerate() {
            // Both lines pass each other somewhere between their ends at the start, in most cases.
            let [from, to] = [1, 2].map(|k| {
                let stage = &stand.start[nodes[k]];
                let local = arm(nodes[k], rng);
                (local, stage.r + stage.rot * local)
            });
            let place = rng.between(-0.1, 1.1);
            let crossed = (1.0 - place) * from.1 + place * to.1;
            let normal = rng.unit();
            let length = rng.between(0.5, 3.0);
            let along = normal.cross(&rng.unit()).normalize();
            let apart = rng.between(-0.2, 0.5);
            let start = crossed - apart * normal - rng.between(-0.1, 1.1) * length * along;
            let lean = rng.between(-0.8, 0.8);
            let out = lean.cos() * normal + lean.sin() * along.cross(&normal);
            let axes = M3::from_columns(&[out, along.cross(&out), along]);
            let (sin, cos) = rng.between(0.2, 1.3).sin_cos();
            let faces = Faces {
                normal: [cos, sin],
                inner: [rng.between(0.3, 1.0), rng.between(0.3, 1.0)],
            };
            let on = &stand.start[nodes[0]];
            let (rounding, radius) = (rng.between(0.0, 0.1), rng.between(0.1, 0.4));
            let edge = Edge {
                start: on.rot.transpose() * (start - on.r),
                axes: on.rot.transpose() * axes,
                length,
                rounding,
                faces: (k % 3 > 0).then_some(faces),
            };
            let turns = !POINTS.contains(&nodes[1]);
            let shapes = RodOnEdge::new(nodes, edge, [from.0, to.0], radius, turns);
            stand.system.forces.add(owner(), Contact::new(shapes, law));
        }
    }
}

pub fn add_rims(stand: &mut Stand, rng: &mut Random) {
    let with_axes = |nodes: &[NodeIndex; 2]| nodes.iter().all(|n| !POINTS.contains(n));
    for nodes in PAIRS.into_iter().filter(with_axes) {
        for law in laws(rng) {
            let locals = nodes.map(|n| arm(n, rng));
            let [p, c] = [0, 1].map(|k| {
                let stage = &stand.start[nodes[k]];
                stage.r + stage.rot * locals[k]
            });
            let (normal, axis) = (rng.unit(), rng.unit());
            let world = |k: usize, v: V3| stand.start[nodes[k]].rot * v;
            let x = world(0, normal).dot(&world(1, axis));
            // Both radii together reach as far as the middle is high, more or less.
            let height = world(0, normal).dot(&(c - p));
            let circle = rng.between(0.1, 1.0);
            let tube = height - circle * (1.0 - x * x).sqrt() + rng.between(-0.3, 0.3);
            let planes = [locals[0], normal];
            let shapes = RimOnPlane::new(nodes, planes, [locals[1], axis], [circle, tube]);
            stand.system.forces.add(owner(), Contact::new(shapes, law));
        }
    }
}
