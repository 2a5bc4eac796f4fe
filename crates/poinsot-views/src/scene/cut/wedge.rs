//! Wedges with nodes on their edges: eight smaller wedges through the middles of edges and faces, each of three tetrahedra.

use super::{Division, outlined};

/// Three layers from one triangle to the other, each with its corners and the middles of its sides, in the order of VTK. The
/// last three points are the middles of the faces between.
const LAYERS: [[usize; 6]; 3] = [
    [0, 1, 2, 6, 7, 8],
    [12, 13, 14, 15, 16, 17],
    [3, 4, 5, 9, 10, 11],
];

/// Points of a layer at the corners of its four triangles, rising: so neighbours divide the faces between them alike.
const TRIANGLES: [[usize; 3]; 4] = [[0, 3, 5], [1, 3, 4], [2, 4, 5], [3, 4, 5]];

/// Corners of the triangle that the points of a layer have to do with.
const NEAR: [&[usize]; 6] = [&[0], &[1], &[2], &[0, 1], &[1, 2], &[2, 0]];

pub(super) fn wedge() -> Division {
    // The middle of a face with eight nodes: half of the middles of its sides, less a fourth of its corners.
    let middle = |corners: [usize; 4], middles: [usize; 4]| {
        let part = |nodes: [usize; 4], weight: f64| nodes.map(|k| (k, weight));
        [part(corners, -0.25), part(middles, 0.5)].concat()
    };
    let place = |point: usize| {
        let layer = LAYERS.iter().position(|l| l.contains(&point)).unwrap_or(0);
        let within = LAYERS[layer].iter().position(|k| *k == point).unwrap_or(0);
        (layer, NEAR[within])
    };
    let on_surface = |side: &[usize]| {
        let places: Vec<_> = side.iter().map(|k| place(*k)).collect();
        let end = |layer: usize| places.iter().all(|(l, _)| *l == layer);
        let away = |corner: usize| places.iter().all(|(_, near)| !near.contains(&corner));
        end(0) || end(2) || (0..3).any(away)
    };
    let mut tetrahedra = Vec::new();
    for pair in LAYERS.windows(2) {
        for triangle in TRIANGLES {
            let ([a, b, c], [d, e, f]) =
                (triangle.map(|k| pair[0][k]), triangle.map(|k| pair[1][k]));
            for piece in [[a, d, e, f], [a, b, e, f], [a, b, c, f]] {
                tetrahedra.push(outlined(piece, on_surface));
            }
        }
    }
    Division {
        nodes: 15,
        extra: vec![
            middle([0, 1, 4, 3], [6, 13, 9, 12]),
            middle([1, 2, 5, 4], [7, 14, 10, 13]),
            middle([2, 0, 3, 5], [8, 12, 11, 14]),
        ],
        tetrahedra,
    }
}
