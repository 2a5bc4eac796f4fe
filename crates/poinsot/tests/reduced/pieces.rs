//! A body of many points: its pieces together have the energy, the forces and the laws of the whole.

use crate::common::random::Random;
use nalgebra::{DMatrix, DVector};
use poinsot::math::V3;
use poinsot::mechanics::elements::{ReducedFrame, ReducedPiece, reduced_pieces};
use poinsot::mechanics::index::NodeIndex;
use poinsot::mechanics::interaction::{ForceLaw, Strain};
use poinsot::mechanics::node::{NodeKind, NodePose, NodeStage};

struct Body {
    pieces: Vec<ReducedPiece>,
    stiffness: DMatrix<f64>,
    rest: Vec<V3>,
    frame: ReducedFrame,
}

/// A body of `points` points with any positive stiffness, on a frame.
fn body(points: usize, rng: &mut Random) -> Body {
    let size = 3 * (points - 1);
    let a = DMatrix::from_fn(size, size, |_, _| rng.between(-1.0, 1.0));
    let stiffness = &a * a.transpose() / size as f64;
    let rest: Vec<V3> = (0..points).map(|_| rng.vector(1.0)).collect();
    let turned = rng.orientation();
    let frame = ReducedFrame {
        node: NodeIndex::new(1),
        axes: [V3::x(), V3::y(), V3::z()].map(|d| turned * d),
    };
    let nodes: Vec<NodeIndex> = NodeIndex::range(2..2 + points).collect();
    Body {
        pieces: reduced_pieces(&frame, &nodes, &rest, stiffness.as_slice(), 0.0),
        stiffness,
        rest,
        frame,
    }
}

fn stages(points: usize, rng: &mut Random) -> Vec<NodeStage> {
    let mut list = Vec::new();
    for k in 0..2 + points {
        let kind = match k {
            0 => NodeKind::Ground,
            1 => NodeKind::Frame,
            _ => NodeKind::Point,
        };
        let pose = NodePose {
            r: rng.vector(1.0),
            q: rng.orientation(),
        };
        list.push(NodeStage::start(kind, &pose));
    }
    list
}

#[test]
fn pieces_add_up_to_the_whole() {
    let rng = &mut Random::new(5);
    for points in [2, 9, 10, 17, 18, 26, 41] {
        let body = body(points, rng);
        let groups = (points - 1).div_ceil(8);
        assert_eq!(body.pieces.len(), (groups * (groups - 1) / 2).max(1));
        for _ in 0..5 {
            let stages = stages(points, rng);
            let first = stages[2].r - V3::zeros();
            let e = DVector::from_iterator(
                3 * (points - 1),
                (1..points).flat_map(|a| {
                    let arm = stages[2 + a].r - first;
                    let rest = body.rest[a] - body.rest[0];
                    let axes = body.frame.axes.map(|d| stages[1].rot * d);
                    let e: Vec<f64> = (0..3).map(|i| axes[i].dot(&arm) - rest[i]).collect();
                    e
                }),
            );
            let whole = 0.5 * e.dot(&(&body.stiffness * &e));
            let energy = |p: &ReducedPiece| p.energy(&p.value_at(&stages));
            let sum: f64 = body.pieces.iter().map(energy).sum();
            let size: f64 = body.pieces.iter().map(|p| energy(p).abs()).sum();
            assert!(
                (sum - whole).abs() < 1e-13 * size,
                "{points}: {sum} {whole}"
            );
            // What a scheme takes out is a form of the same matrix: never negative.
            let jump: f64 = body
                .pieces
                .iter()
                .map(|p| p.modulus_form(&p.value_at(&stages), &p.value_at(&stages)))
                .sum();
            assert!(jump >= 0.0 && (jump - 2.0 * whole).abs() < 1e-13 * size);
        }
    }
}
