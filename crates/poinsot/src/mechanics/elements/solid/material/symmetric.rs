//! Symmetric 3x3 matrices as six numbers, in the order 11, 22, 33, 12, 23, 13.

/// A symmetric matrix.
pub type Symmetric = [f64; 6];

/// The identity.
pub const ONE: Symmetric = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0];

/// `C = 1 + 2 E` from strains `(E11, E22, E33, 2 E12, 2 E23, 2 E13)`.
pub fn right_stretch(e: &[f64; 6]) -> Symmetric {
    let [a, b, c, d, f, g] = *e;
    [1.0 + 2.0 * a, 1.0 + 2.0 * b, 1.0 + 2.0 * c, d, f, g]
}

/// Cofactor matrix.
pub fn cofactor(c: &Symmetric) -> Symmetric {
    [
        c[1] * c[2] - c[4] * c[4],
        c[0] * c[2] - c[5] * c[5],
        c[0] * c[1] - c[3] * c[3],
        c[4] * c[5] - c[3] * c[2],
        c[3] * c[5] - c[4] * c[0],
        c[3] * c[4] - c[5] * c[1],
    ]
}

/// The symmetric product whose square is twice the cofactor matrix.
pub fn crossed(a: &Symmetric, b: &Symmetric) -> Symmetric {
    [
        a[1] * b[2] + a[2] * b[1] - 2.0 * a[4] * b[4],
        a[0] * b[2] + a[2] * b[0] - 2.0 * a[5] * b[5],
        a[0] * b[1] + a[1] * b[0] - 2.0 * a[3] * b[3],
        a[4] * b[5] + a[5] * b[4] - a[3] * b[2] - a[2] * b[3],
        a[3] * b[5] + a[5] * b[3] - a[4] * b[0] - a[0] * b[4],
        a[3] * b[4] + a[4] * b[3] - a[5] * b[1] - a[1] * b[5],
    ]
}

/// `a : b`.
pub fn inner(a: &Symmetric, b: &Symmetric) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + 2.0 * (a[3] * b[3] + a[4] * b[4] + a[5] * b[5])
}

/// `x a + y b`.
pub fn sum(x: f64, a: &Symmetric, y: f64, b: &Symmetric) -> Symmetric {
    std::array::from_fn(|k| x * a[k] + y * b[k])
}

/// How `C` changes with one of the strains.
pub fn unit_change(k: usize) -> Symmetric {
    let mut h = [0.0; 6];
    h[k] = if k < 3 { 2.0 } else { 1.0 };
    h
}

/// Secant of `det C` on an interval (so.2): `Z : (C_y - C_x) = det C_y - det C_x`.
pub fn determinant_secant(c_x: &Symmetric, c_y: &Symmetric) -> Symmetric {
    let middle = cofactor(&sum(0.5, c_x, 0.5, c_y));
    let change = cofactor(&sum(1.0, c_y, -1.0, c_x));
    sum(1.0, &middle, 1.0 / 12.0, &change)
}

/// Derivative of that secant when the end changes by `h`; with the ends exchanged it is the one for the start.
pub fn determinant_bend(c_x: &Symmetric, c_y: &Symmetric, h: &Symmetric) -> Symmetric {
    // C_m/2 + (C_y - C_x)/12.
    let at = sum(0.25 - 1.0 / 12.0, c_x, 0.25 + 1.0 / 12.0, c_y);
    crossed(&at, h)
}

/// What of the invariants of `C = 1 + 2 E` differs from its value without strain: `I1 - 3`, `I2 - 3`, `det C - 1`. Small strains
/// keep their digits.
pub fn invariants(e: &[f64; 6]) -> [f64; 3] {
    let tensor = [e[0], e[1], e[2], 0.5 * e[3], 0.5 * e[4], 0.5 * e[5]];
    let cof = cofactor(&tensor);
    let first = tensor[0] + tensor[1] + tensor[2];
    let second = cof[0] + cof[1] + cof[2];
    let third = inner(&cof, &tensor) / 3.0;
    [
        2.0 * first,
        4.0 * first + 4.0 * second,
        2.0 * first + 4.0 * second + 8.0 * third,
    ]
}

#[cfg(test)]
mod tests {
    use super::{cofactor, crossed};

    #[test]
    fn square_of_the_product_is_twice_the_cofactor() {
        let a = [1.2, 0.7, 1.9, 0.3, -0.4, 0.2];
        let (product, cof) = (crossed(&a, &a), cofactor(&a));
        for k in 0..6 {
            assert!((product[k] - 2.0 * cof[k]).abs() < 1e-15);
        }
    }
}
