//! Samples of forces that a program computes.

use crate::common::random::Random;
use crate::samples::owner;
use crate::stand::{FRAMES, POINTS, Stand};
use poinsot::functions::{PointForce, PointLaw, PointProgram};
use poinsot::math::V3;
use poinsot::mechanics::forces::ProgramLoad;
use poinsot::system::Add;
use std::sync::Arc;

/// A field that depends on all its arguments and is not the gradient of anything: `F = a (r_2 r_3, sin r_1, cos t) - b |v|^2 v`.
struct Field {
    a: f64,
    b: f64,
}

impl PointProgram for Field {
    fn evaluate(&self, t: f64, r: [f64; 3], v: [f64; 3]) -> PointForce {
        let Field { a, b } = *self;
        let field = [a * r[1] * r[2], a * r[0].sin(), a * t.cos()];
        let square: f64 = v.iter().map(|x| x * x).sum();
        let drag = |k: usize, l: usize| {
            let own = if k == l { square } else { 0.0 };
            -b * (own + 2.0 * v[k] * v[l])
        };
        PointForce {
            force: std::array::from_fn(|k| field[k] - b * square * v[k]),
            d_place: [
                [0.0, a * r[2], a * r[1]],
                [a * r[0].cos(), 0.0, 0.0],
                [0.0; 3],
            ],
            d_velocity: std::array::from_fn(|k| std::array::from_fn(|l| drag(k, l))),
        }
    }
}

/// On frames and on points.
pub fn add_programs(stand: &mut Stand, rng: &mut Random) {
    for node in FRAMES.into_iter().chain(POINTS) {
        let at = match POINTS.contains(&node) {
            true => V3::zeros(),
            false => rng.vector(0.8),
        };
        let law = PointLaw::program(Arc::new(Field {
            a: rng.between(0.5, 2.0),
            b: rng.between(0.1, 0.5),
        }));
        let item = ProgramLoad::new(node, at, law);
        stand.system.forces.add(owner(), item);
    }
}
