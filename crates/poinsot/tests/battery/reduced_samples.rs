//! Samples of reduced bodies: small ones, which are a single piece, and the ties of their points to frames.

use crate::common::random::Random;
use crate::samples::owner;
use crate::stand::{FRAMES, Stand};
use nalgebra::DMatrix;
use poinsot::math::V3;
use poinsot::mechanics::constraints::Gap;
use poinsot::mechanics::elements::{ReducedFrame, reduced_pieces};
use poinsot::mechanics::quadratic::QuadraticForm;
use poinsot::system::{Add, GROUND, NodeIndex};

/// One body on the ground, one on a frame, with damping.
pub fn add_reduced(stand: &mut Stand, rng: &mut Random) {
    for (node, points, damping) in [(GROUND, 3, 0.0), (FRAMES[0], 17, 0.0), (FRAMES[1], 6, 0.3)] {
        let places: Vec<V3> = (0..points).map(|_| rng.vector(0.5)).collect();
        let first = stand.add_points(&places, rng);
        let turned = rng.orientation();
        let frame = ReducedFrame {
            node,
            axes: [V3::x(), V3::y(), V3::z()].map(|d| turned * d),
        };
        let size = 3 * (points - 1);
        let a = DMatrix::from_fn(size, size, |_, _| rng.between(-1.0, 1.0));
        let stiffness = &a * a.transpose() / size as f64 + DMatrix::identity(size, size);
        let rest: Vec<V3> = places.iter().map(|p| p + rng.vector(0.1)).collect();
        let list: Vec<NodeIndex> = NodeIndex::range(first..first + points).collect();
        let pieces = reduced_pieces(&frame, &list, &rest, stiffness.as_slice(), damping);
        assert_eq!(pieces.len(), 1, "more than two groups");
        for piece in pieces {
            stand.system.forces.add(owner(), piece);
        }
        let weights = [rng.between(0.5, 1.0), rng.between(0.5, 1.0)];
        let nodes = [node, list[1], list[2]];
        let form =
            QuadraticForm::mean_turn(nodes, rng.unit(), rng.unit(), rng.vector(0.5), weights);
        stand.system.constraints.add(owner(), Gap::from(form));
    }
}
