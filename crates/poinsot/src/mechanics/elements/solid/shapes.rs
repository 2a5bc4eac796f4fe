//! Shape functions and Gauss points of solids, in the parameters of the element; nodes in the order of mesh files.

/// What an element looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A brick with its corners.
    Hex8,
    /// A brick with middles of its edges.
    Hex20,
    /// A brick with middles of edges and faces and its centre.
    Hex27,
    /// A tetrahedron with middles of its edges.
    Tet10,
    /// A wedge between two triangles with middles of its edges.
    Wedge15,
}

/// A place in the parameters and its weight.
pub type Point = ([f64; 3], f64);

const CORNERS: [[f64; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
];
/// Corners between which the other nodes of a brick lie: edges, then faces (by opposite corners), then the centre.
const BETWEEN: [[usize; 2]; 19] = [
    [0, 1],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 5],
    [2, 3],
    [2, 6],
    [3, 7],
    [4, 5],
    [4, 7],
    [5, 6],
    [6, 7],
    [0, 2],
    [0, 5],
    [0, 7],
    [1, 6],
    [2, 7],
    [4, 6],
    [0, 6],
];
/// Corners of the edges of a tetrahedron.
const EDGES: [[usize; 2]; 6] = [[0, 1], [1, 2], [0, 2], [0, 3], [2, 3], [1, 3]];

/// Corners of the edges of a wedge.
const WEDGE_EDGES: [[usize; 2]; 9] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 4],
    [2, 5],
    [3, 4],
    [3, 5],
    [4, 5],
];

const TWO: [(f64, f64); 2] = [
    (-0.577_350_269_189_625_8, 1.0),
    (0.577_350_269_189_625_8, 1.0),
];
const THREE: [(f64, f64); 3] = [
    (-0.774_596_669_241_483_4, 5.0 / 9.0),
    (0.0, 8.0 / 9.0),
    (0.774_596_669_241_483_4, 5.0 / 9.0),
];
const FOUR: [(f64, f64); 4] = [
    (-0.861_136_311_594_052_6, 0.347_854_845_137_453_9),
    (-0.339_981_043_584_856_3, 0.652_145_154_862_546_1),
    (0.339_981_043_584_856_3, 0.652_145_154_862_546_1),
    (0.861_136_311_594_052_6, 0.347_854_845_137_453_9),
];

impl Shape {
    /// Place of a node in the parameters.
    pub fn node(self, k: usize) -> [f64; 3] {
        match self {
            Shape::Tet10 => {
                let corner = |c: usize| -> [f64; 3] {
                    std::array::from_fn(|i| if c == i + 1 { 1.0 } else { 0.0 })
                };
                match k {
                    0..4 => corner(k),
                    _ => middle(&corner(EDGES[k - 4][0]), &corner(EDGES[k - 4][1])),
                }
            }
            Shape::Wedge15 => match k {
                0..6 => wedge_corner(k),
                _ => {
                    let [a, b] = WEDGE_EDGES[k - 6];
                    middle(&wedge_corner(a), &wedge_corner(b))
                }
            },
            _ => match k {
                0..8 => CORNERS[k],
                _ => middle(&CORNERS[BETWEEN[k - 8][0]], &CORNERS[BETWEEN[k - 8][1]]),
            },
        }
    }

    /// The point that stands for the element.
    pub fn center(self) -> [f64; 3] {
        match self {
            Shape::Tet10 => [0.25; 3],
            Shape::Wedge15 => [1.0 / 3.0, 1.0 / 3.0, 0.0],
            _ => [0.0; 3],
        }
    }

    /// Gauss points of the strains.
    pub fn points(self) -> Vec<Point> {
        match self {
            Shape::Hex8 | Shape::Hex20 => product(&TWO),
            Shape::Hex27 => product(&THREE),
            Shape::Tet10 => {
                let (near, far) = (0.585_410_196_624_968_5, 0.138_196_601_125_010_5);
                let at = |c: usize| -> [f64; 3] {
                    std::array::from_fn(|i| if c == i + 1 { near } else { far })
                };
                (0..4).map(|c| (at(c), 1.0 / 24.0)).collect()
            }
            Shape::Wedge15 => {
                let corners = [[1.0, 1.0], [4.0, 1.0], [1.0, 4.0]];
                let layers = THREE.iter();
                let layer = |(t, weight): &(f64, f64)| {
                    corners.map(|[r, s]| ([r / 6.0, s / 6.0, *t], weight / 6.0))
                };
                layers.flat_map(layer).collect()
            }
        }
    }

    /// Points that integrate products of two shape functions.
    pub fn mass_points(self) -> Vec<Point> {
        match self {
            Shape::Tet10 => {
                // A cube folded onto the tetrahedron.
                let folded = product(&FOUR).into_iter().map(|([a, b, c], w)| {
                    let [a, b, c] = [a, b, c].map(|x| 0.5 * (1.0 + x));
                    let place = [a, b * (1.0 - a), c * (1.0 - a) * (1.0 - b)];
                    (place, w / 8.0 * (1.0 - a) * (1.0 - a) * (1.0 - b))
                });
                folded.collect()
            }
            Shape::Wedge15 => {
                // A square folded onto the triangle.
                let folded = product(&FOUR).into_iter().map(|([a, b, t], w)| {
                    let [a, b] = [a, b].map(|x| 0.5 * (1.0 + x));
                    ([a, b * (1.0 - a), t], w / 4.0 * (1.0 - a))
                });
                folded.collect()
            }
            _ => product(&THREE),
        }
    }

    /// Shape function of node `k` and its derivatives at a place.
    pub fn value(self, k: usize, at: &[f64; 3]) -> (f64, [f64; 3]) {
        let node = self.node(k);
        match self {
            Shape::Hex8 => multiply(&linear(&node, at)),
            Shape::Hex27 => multiply(&std::array::from_fn::<_, 3, _>(|i| {
                quadratic(node[i], at[i])
            })),
            Shape::Hex20 => serendipity(&node, at),
            Shape::Tet10 => tetrahedron(k, at),
            Shape::Wedge15 => wedge(k, at),
        }
    }
}

fn middle(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| 0.5 * (a[i] + b[i]))
}

fn product(rule: &[(f64, f64)]) -> Vec<Point> {
    let mut all = Vec::new();
    for &(t, c) in rule {
        for &(s, b) in rule {
            for &(r, a) in rule {
                all.push(([r, s, t], a * b * c));
            }
        }
    }
    all
}

/// One function and its derivative in each direction.
type Factors = [[f64; 2]; 3];

fn linear(node: &[f64; 3], at: &[f64; 3]) -> Factors {
    std::array::from_fn(|i| [0.5 * (1.0 + node[i] * at[i]), 0.5 * node[i]])
}

fn quadratic(node: f64, x: f64) -> [f64; 2] {
    match node {
        0.0 => [1.0 - x * x, -2.0 * x],
        _ => [0.5 * x * (x + node), x + 0.5 * node],
    }
}

fn multiply(f: &Factors) -> (f64, [f64; 3]) {
    (
        f[0][0] * f[1][0] * f[2][0],
        [
            f[0][1] * f[1][0] * f[2][0],
            f[0][0] * f[1][1] * f[2][0],
            f[0][0] * f[1][0] * f[2][1],
        ],
    )
}

/// A corner, or the middle of an edge, of a brick without nodes on its faces.
fn serendipity(node: &[f64; 3], at: &[f64; 3]) -> (f64, [f64; 3]) {
    let lines = linear(node, at);
    if let Some(edge) = node.iter().position(|x| *x == 0.0) {
        let mut factors = lines;
        factors[edge] = quadratic(0.0, at[edge]);
        return multiply(&factors);
    }
    let (value, slopes) = multiply(&lines);
    let bent: f64 = (0..3).map(|i| node[i] * at[i]).sum::<f64>() - 2.0;
    (
        value * bent,
        std::array::from_fn(|i| slopes[i] * bent + value * node[i]),
    )
}

fn tetrahedron(k: usize, at: &[f64; 3]) -> (f64, [f64; 3]) {
    let share = |c: usize| match c {
        0 => 1.0 - at[0] - at[1] - at[2],
        _ => at[c - 1],
    };
    let slope = |c: usize, i: usize| match c {
        0 => -1.0,
        _ if c == i + 1 => 1.0,
        _ => 0.0,
    };
    match k {
        0..4 => {
            let x = share(k);
            let steep = 4.0 * x - 1.0;
            (
                x * (2.0 * x - 1.0),
                std::array::from_fn(|i| steep * slope(k, i)),
            )
        }
        _ => {
            let [a, b] = EDGES[k - 4];
            let (x, y) = (share(a), share(b));
            (
                4.0 * x * y,
                std::array::from_fn(|i| 4.0 * (x * slope(b, i) + y * slope(a, i))),
            )
        }
    }
}

/// A corner of a wedge: a triangle below, the same above.
fn wedge_corner(c: usize) -> [f64; 3] {
    let unit = |k: usize| if c % 3 == k { 1.0 } else { 0.0 };
    [unit(1), unit(2), if c < 3 { -1.0 } else { 1.0 }]
}

fn wedge(k: usize, at: &[f64; 3]) -> (f64, [f64; 3]) {
    let [r, s, t] = *at;
    // Shares of the corners of the triangle and their slopes.
    let share = [1.0 - r - s, r, s];
    let slope = [[-1.0, -1.0], [1.0, 0.0], [0.0, 1.0]];
    let side = |c: usize| if c < 3 { -1.0 } else { 1.0 };
    let bubble = 1.0 - t * t;
    if k < 6 {
        // l/2 ((2 l - 1)(1 + side t) - (1 - t^2)).
        let (c, l, rise) = (k % 3, share[k % 3], 1.0 + side(k) * t);
        let by_share = 0.5 * ((4.0 * l - 1.0) * rise - bubble);
        let by_t = 0.5 * l * ((2.0 * l - 1.0) * side(k) + 2.0 * t);
        return (
            0.5 * l * ((2.0 * l - 1.0) * rise - bubble),
            [by_share * slope[c][0], by_share * slope[c][1], by_t],
        );
    }
    let [a, b] = WEDGE_EDGES[k - 6];
    let (i, j) = (a % 3, b % 3);
    if i == j {
        let l = share[i];
        return (
            l * bubble,
            [bubble * slope[i][0], bubble * slope[i][1], -2.0 * t * l],
        );
    }
    let (l, m, rise) = (share[i], share[j], 1.0 + side(a) * t);
    let along = |d: usize| 2.0 * (l * slope[j][d] + m * slope[i][d]) * rise;
    (
        2.0 * l * m * rise,
        [along(0), along(1), 2.0 * l * m * side(a)],
    )
}
