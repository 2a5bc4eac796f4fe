//! Samples of parts of lines that something slides along: with one and with two pieces, that hold the point and that follow.

use crate::common::random::Random;
use crate::samples::owner;
use crate::stand::{DISPLACEMENT, FRAMES, POINTS, Stand};
use poinsot::math::V3;
use poinsot::mechanics::attachment::{Attachment, AttachmentKind};
use poinsot::mechanics::constraints::{FreedRow, Piece, Pieces, SlidingRow, THINGS};
use poinsot::system::{Add, Constraints, GROUND, NodeIndex};
use std::sync::Arc;

pub fn add_sliding(stand: &mut Stand, rng: &mut Random) {
    let [a, b, c] = FRAMES;
    let [p, q] = POINTS;
    // Curves fixed to the ground and to a body, with the axis on either side; points and directions.
    for nodes in [
        [a, GROUND, DISPLACEMENT],
        [GROUND, b, DISPLACEMENT],
        [p, c, DISPLACEMENT],
    ] {
        let carrier = usize::from(nodes[0] == p);
        let point = |k| Attachment::point(k, V3::zeros());
        let axes = || [V3::x(), V3::y(), V3::z()].map(|axis| Attachment::vector(1, axis));
        let [x, y, z] = axes();
        add::<3, 7>(stand, nodes, carrier, &[point(1), x, y, z], rng);
        // Directions against an axis of the same node would not change with anything but the place.
        if carrier == 0 {
            let none = Attachment::vector(1, V3::zeros());
            add::<3, 7>(stand, nodes, carrier, &[none, x, y, z], rng);
        }
    }
    // Elements of beams and cables.
    let at = |k: usize, rng: &mut Random| Attachment::point(k, rng.vector(0.3));
    let bare = |k| Attachment::point(k, V3::zeros());
    let axis = |k: usize, rng: &mut Random| Attachment::vector(k, rng.unit());
    let cable = [bare(1), bare(2)];
    add::<4, 5>(stand, [a, p, q, DISPLACEMENT], 0, &cable, rng);
    let sections = [axis(1, rng), axis(2, rng)];
    add::<4, 5>(stand, [a, b, c, DISPLACEMENT], 0, &sections, rng);
    let smooth = [at(1, rng), axis(1, rng), at(2, rng), axis(2, rng)];
    add::<4, 7>(stand, [GROUND, b, c, DISPLACEMENT], 0, &smooth, rng);
    let three = [at(1, rng), bare(2), bare(3)];
    add::<5, 6>(stand, [a, b, p, q, DISPLACEMENT], 0, &three, rng);
    let four = [at(1, rng), at(2, rng), bare(3), bare(4)];
    add::<6, 7>(stand, [a, b, c, p, q, DISPLACEMENT], 0, &four, rng);
    // Corners between elements: nodes of both.
    let places: Vec<V3> = (0..7).map(|_| rng.vector(0.5)).collect();
    let first = stand.add_points(&places, rng);
    let node = |k: usize| NodeIndex::new(first + k);
    let points: [Attachment; 7] = std::array::from_fn(|k| bare(k + 1));
    let five = [a, node(0), node(1), node(2), node(3), node(4), DISPLACEMENT];
    add::<7, 8>(stand, five, 0, &points[..5], rng);
    let seven = std::array::from_fn(|k| match k {
        0 => b,
        8 => DISPLACEMENT,
        k => node(k - 1),
    });
    add::<9, 10>(stand, seven, 0, &points, rng);
    // What a row does that has let go.
    let mut freed = FreedRow::new(DISPLACEMENT);
    freed.hold(rng.between(-1.0, 1.0));
    stand.system.constraints.add(owner(), freed);
}

fn add<const N: usize, const P: usize>(
    stand: &mut Stand,
    nodes: [NodeIndex; N],
    carrier: usize,
    things: &[Attachment],
    rng: &mut Random,
) where
    Constraints: Add<SlidingRow<N, P>>,
{
    let list: [Attachment; P] = std::array::from_fn(|k| {
        things
            .get(k)
            .copied()
            .unwrap_or(Attachment::vector(0, V3::zeros()))
    });
    let of_points = things.iter().any(|t| t.kind == AttachmentKind::Point);
    for holds in [true, false] {
        // A curve holds its point always.
        if N == 3 && of_points && !holds {
            continue;
        }
        for pieces in [1, 2] {
            let cuts = cuts(stand, holds);
            let weights = Arc::new(weights(things, pieces, cuts, holds, rng));
            let at = match POINTS.contains(&nodes[0]) {
                true => V3::zeros(),
                false => rng.vector(0.4),
            };
            let axis = Attachment::vector(carrier, rng.unit());
            let point = Attachment::point(0, at);
            let row = SlidingRow::<N, P>::new(nodes, axis, point, list, weights, holds);
            stand.system.constraints.add(owner(), row);
        }
    }
}

/// Random weights; those of points sum to one where the point is held, and to zero elsewhere.
fn weights(
    things: &[Attachment],
    pieces: usize,
    cuts: [f64; 3],
    holds: bool,
    rng: &mut Random,
) -> Pieces {
    let is_point = |k: usize| things[k].kind == AttachmentKind::Point;
    let leading = (0..things.len()).find(|&k| is_point(k));
    let mut at_end = [0.0; THINGS];
    let mut list = Vec::new();
    for p in 0..pieces {
        let mut cubic = [[0.0; 4]; THINGS];
        for (k, c) in cubic.iter_mut().enumerate().take(things.len()) {
            *c = std::array::from_fn(|_| rng.between(-1.0, 1.0));
            if p > 0 || !holds {
                c[0] = at_end[k];
            }
        }
        if let Some(leading) = leading {
            for degree in 0..4 {
                let others = (0..things.len()).filter(|&k| is_point(k) && k != leading);
                let sum: f64 = others.map(|k| cubic[k][degree]).sum();
                let whole = f64::from(u8::from(holds && degree == 0));
                cubic[leading][degree] = whole - sum;
            }
        }
        at_end = cubic.map(|c| c.iter().sum());
        list.push(Piece {
            ends: [cuts[p], cuts[p + 1]],
            cubic,
        });
    }
    Pieces::new(
        list,
        [rng.between(0.0, 1.0) < 0.5, rng.between(0.0, 1.0) < 0.5],
    )
}

/// Where pieces begin and end: between the places at the start and at the stages, so that these are before, within and beyond. A part
/// that does not hold the point and is not reached yet is nothing, to which no difference quotient compares.
fn cuts(stand: &Stand, holds: bool) -> [f64; 3] {
    let [a, b] = [0, 1].map(|y: usize| stand.ends[y][DISPLACEMENT].r.x);
    let start = stand.start[DISPLACEMENT].r.x;
    let (low, high) = (start.min(a).min(b), start.max(a).max(b));
    let width = high - low + 0.1;
    match holds {
        true => [low + 0.3 * width, low + 0.5 * width, low + 0.7 * width],
        false => [low - 0.2 * width, low + 0.3 * width, low + 0.7 * width],
    }
}
