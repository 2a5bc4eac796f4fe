//! Samples of contacts: shapes that the step brings together, takes apart, or keeps apart.

use crate::common::random::Random;
use crate::samples::owner;
use crate::stand::{FRAMES, POINTS, Stand};
use poinsot::functions::Law;
use poinsot::math::V3;
use poinsot::mechanics::forces::{Contact, ContactLaw, SphereOnPlane, SphereOnSphere, SurfaceLaw};
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
