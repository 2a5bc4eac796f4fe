//! The reference element `-1 <= xi <= 1`: Gauss-Lobatto nodes, Gauss and Lobatto quadrature, Lagrange shape functions.
//!
//! Points and weights: Abramowitz and Stegun, Handbook of Mathematical Functions, tables 25.4 and 25.6.

/// `1/sqrt(5)`, the inner nodes of the element of order 3.
const INNER: f64 = 0.447_213_595_499_957_9;

const LOBATTO_2: [(f64, f64); 2] = [(-1.0, 1.0), (1.0, 1.0)];
const LOBATTO_3: [(f64, f64); 3] = [(-1.0, 1.0 / 3.0), (0.0, 4.0 / 3.0), (1.0, 1.0 / 3.0)];
const LOBATTO_4: [(f64, f64); 4] = [
    (-1.0, 1.0 / 6.0),
    (-INNER, 5.0 / 6.0),
    (INNER, 5.0 / 6.0),
    (1.0, 1.0 / 6.0),
];

const GAUSS_1: [(f64, f64); 1] = [(0.0, 2.0)];
const GAUSS_2: [(f64, f64); 2] = [
    (-0.577_350_269_189_625_8, 1.0),
    (0.577_350_269_189_625_8, 1.0),
];
const GAUSS_3: [(f64, f64); 3] = [
    (-0.774_596_669_241_483_4, 5.0 / 9.0),
    (0.0, 8.0 / 9.0),
    (0.774_596_669_241_483_4, 5.0 / 9.0),
];
const GAUSS_4: [(f64, f64); 4] = [
    (-0.861_136_311_594_052_6, 0.347_854_845_137_453_85),
    (-0.339_981_043_584_856_26, 0.652_145_154_862_546_2),
    (0.339_981_043_584_856_26, 0.652_145_154_862_546_2),
    (0.861_136_311_594_052_6, 0.347_854_845_137_453_85),
];
const GAUSS_5: [(f64, f64); 5] = [
    (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
    (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.906_179_845_938_664, 0.236_926_885_056_189_08),
];
const GAUSS_6: [(f64, f64); 6] = [
    (-0.932_469_514_203_152, 0.171_324_492_379_170_36),
    (-0.661_209_386_466_264_5, 0.360_761_573_048_138_6),
    (-0.238_619_186_083_196_9, 0.467_913_934_572_691_04),
    (0.238_619_186_083_196_9, 0.467_913_934_572_691_04),
    (0.661_209_386_466_264_5, 0.360_761_573_048_138_6),
    (0.932_469_514_203_152, 0.171_324_492_379_170_36),
];

/// Gauss-Lobatto points and weights of an element of this order, `order + 1` of them, exact to degree `2 order - 1`.
/// The points are the nodes of the element. Orders are 1, 2 and 3; below counts as 1, above as 3.
pub fn lobatto(order: usize) -> &'static [(f64, f64)] {
    match order {
        0 | 1 => &LOBATTO_2,
        2 => &LOBATTO_3,
        _ => &LOBATTO_4,
    }
}

/// Gauss points and weights, `points` of them, exact to degree `2 points - 1`. There are rules of 1 to 6 points; below
/// counts as 1, above as 6.
pub fn gauss(points: usize) -> &'static [(f64, f64)] {
    match points {
        0 | 1 => &GAUSS_1,
        2 => &GAUSS_2,
        3 => &GAUSS_3,
        4 => &GAUSS_4,
        5 => &GAUSS_5,
        _ => &GAUSS_6,
    }
}

/// Lagrange shape functions of an element with `N` = 2, 3 or 4 Gauss-Lobatto nodes.
#[inline]
pub fn shape<const N: usize>(xi: f64) -> [f64; N] {
    let nodes = nodes::<N>();
    std::array::from_fn(|k| {
        let mut value = 1.0;
        for j in 0..N {
            if j != k {
                value *= (xi - nodes[j]) / (nodes[k] - nodes[j]);
            }
        }
        value
    })
}

/// Their derivatives by `xi`.
#[inline]
pub fn shape_derivative<const N: usize>(xi: f64) -> [f64; N] {
    let nodes = nodes::<N>();
    std::array::from_fn(|k| {
        let mut sum = 0.0;
        for m in (0..N).filter(|&m| m != k) {
            let mut term = 1.0 / (nodes[k] - nodes[m]);
            for j in (0..N).filter(|&j| j != k && j != m) {
                term *= (xi - nodes[j]) / (nodes[k] - nodes[j]);
            }
            sum += term;
        }
        sum
    })
}

#[inline]
fn nodes<const N: usize>() -> [f64; N] {
    const { assert!(N >= 2 && N <= 4, "elements have 2, 3 or 4 nodes") };
    let rule = lobatto(N - 1);
    std::array::from_fn(|k| rule[k].0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both kinds of rules integrate every power up to their degree, and not the next even one.
    #[test]
    fn quadrature_is_exact_to_its_degree() {
        let exact = |p: u32| {
            if p % 2 == 1 {
                0.0
            } else {
                2.0 / f64::from(p + 1)
            }
        };
        let check = |rule: &[(f64, f64)], degree: u32| {
            let sum = |p: u32| rule.iter().map(|(x, w)| w * x.powi(p as i32)).sum::<f64>();
            for p in 0..=degree {
                // Round-off of up to six terms below one.
                assert!((sum(p) - exact(p)).abs() < 4e-16, "{p}");
            }
            assert!((sum(degree + 1) - exact(degree + 1)).abs() > 1e-4);
        };
        for order in 1..=3 {
            check(lobatto(order), 2 * order as u32 - 1);
        }
        for points in 1..=6 {
            check(gauss(points), 2 * points as u32 - 1);
        }
    }

    fn shape_laws<const N: usize>() {
        let nodes = nodes::<N>();
        for k in 0..N {
            let at_node = shape::<N>(nodes[k]);
            for j in 0..N {
                assert_eq!(at_node[j], f64::from(j == k));
            }
        }
        for i in 0..=20 {
            let xi = -1.0 + 0.1 * f64::from(i);
            let (h, dh) = (shape::<N>(xi), shape_derivative::<N>(xi));
            // Values and slopes of order ten: a few round-offs of that.
            assert!((h.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            assert!(dh.iter().sum::<f64>().abs() < 1e-14);
            for p in 1..N as i32 {
                let value: f64 = (0..N).map(|k| h[k] * nodes[k].powi(p)).sum();
                let slope: f64 = (0..N).map(|k| dh[k] * nodes[k].powi(p)).sum();
                assert!((value - xi.powi(p)).abs() < 1e-14);
                assert!((slope - f64::from(p) * xi.powi(p - 1)).abs() < 1e-14);
            }
            // Central difference: e^2 times the third derivative, and round-off over e.
            let e = 1e-5;
            let (up, down) = (shape::<N>(xi + e), shape::<N>(xi - e));
            for k in 0..N {
                assert!((dh[k] - (up[k] - down[k]) / (2.0 * e)).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn shape_functions_reproduce_polynomials() {
        shape_laws::<2>();
        shape_laws::<3>();
        shape_laws::<4>();
    }
}
