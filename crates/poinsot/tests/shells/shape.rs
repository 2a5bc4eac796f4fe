//! Shape functions of triangles and quadrilaterals, written apart from the elements.

/// Corners, middles of sides and centre of a quadrilateral.
const PLACES: [[f64; 2]; 9] = [
    [-1.0, -1.0],
    [1.0, -1.0],
    [1.0, 1.0],
    [-1.0, 1.0],
    [0.0, -1.0],
    [1.0, 0.0],
    [0.0, 1.0],
    [-1.0, 0.0],
    [0.0, 0.0],
];

/// Nodes in the parameters.
pub fn places(nodes: usize) -> &'static [[f64; 2]] {
    match nodes {
        3 => &[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
        4 => &PLACES[..4],
        _ => &PLACES,
    }
}

/// Shape function of a node of a quadrilateral in one direction, and its derivative.
fn along(nodes: usize, node: f64, x: f64) -> [f64; 2] {
    match (nodes, node) {
        (4, _) => [0.5 * (1.0 + node * x), 0.5 * node],
        (_, 0.0) => [1.0 - x * x, -2.0 * x],
        _ => [0.5 * x * (x + node), x + 0.5 * node],
    }
}

/// Shape functions.
pub fn shapes(nodes: usize, r: f64, s: f64) -> Vec<f64> {
    let quad = |[a, b]: &[f64; 2]| along(nodes, *a, r)[0] * along(nodes, *b, s)[0];
    match nodes {
        3 => vec![1.0 - r - s, r, s],
        _ => places(nodes).iter().map(quad).collect(),
    }
}

/// Their derivatives with respect to both parameters.
pub fn slopes(nodes: usize, r: f64, s: f64) -> Vec<[f64; 2]> {
    let quad = |[a, b]: &[f64; 2]| {
        let ([f, df], [g, dg]) = (along(nodes, *a, r), along(nodes, *b, s));
        [df * g, f * dg]
    };
    match nodes {
        3 => vec![[-1.0, -1.0], [1.0, 0.0], [0.0, 1.0]],
        _ => places(nodes).iter().map(quad).collect(),
    }
}

/// Parameters and weights of a rule that is exact enough for areas.
pub fn rule(nodes: usize) -> Vec<(f64, f64, f64)> {
    if nodes == 3 {
        return vec![(1.0 / 3.0, 1.0 / 3.0, 0.5)];
    }
    let q = 0.6f64.sqrt();
    let line = [(-q, 5.0 / 9.0), (0.0, 8.0 / 9.0), (q, 5.0 / 9.0)];
    let all = line
        .into_iter()
        .flat_map(|(s, ws)| line.map(|(r, wr)| (r, s, wr * ws)));
    all.collect()
}
