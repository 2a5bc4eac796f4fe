//! The surface of a shell element as drawn: tangents, local axes, derivatives along them.

use crate::math::{M3, V3};
use nalgebra::{Matrix2, Matrix3};

/// A node of a shell element as drawn: a point of the surface and the axes `d1`, `d2`, `d3` of the element there, `d3` its normal.
#[derive(Clone, Copy, Debug)]
pub struct ShellNode {
    /// Point.
    pub point: V3,
    /// Axes as columns.
    pub axes: M3,
}

/// A place on the surface as drawn.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Area per area of the parameters.
    pub area: f64,
    /// Local axes `e1`, `e2` and the normal, as columns.
    pub axes: M3,
    /// `e_i . g^a`: derivatives along the local axes from those along the parameters.
    pub inverse: Matrix2<f64>,
}

impl Place {
    /// From the tangents along both parameters; `e1` is the projection of `first` on the tangent plane.
    pub fn new(tangents: [V3; 2], first: &V3) -> Self {
        let cross = tangents[0].cross(&tangents[1]);
        let area = cross.norm();
        let normal = cross / area;
        let e1 = (first - normal * normal.dot(first)).normalize();
        let e2 = normal.cross(&e1);
        let axes = M3::from_columns(&[e1, e2, normal]);
        let forward = Matrix2::from_fn(|a, i| tangents[a].dot(&[e1, e2][i]));
        Place {
            area,
            axes,
            inverse: forward.try_inverse().unwrap_or_else(Matrix2::zeros),
        }
    }
}

/// `(e11, e22, 2 e12)` from `(E_rr, E_ss, 2 E_rs)` (sh.1).
pub fn strain_transform(l: &Matrix2<f64>) -> Matrix3<f64> {
    let [a, b, c, d] = [l[(0, 0)], l[(0, 1)], l[(1, 0)], l[(1, 1)]];
    Matrix3::new(
        a * a,
        b * b,
        a * b,
        c * c,
        d * d,
        c * d,
        2.0 * a * c,
        2.0 * b * d,
        a * d + b * c,
    )
}
