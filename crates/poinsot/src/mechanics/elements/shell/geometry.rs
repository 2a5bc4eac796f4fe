//! The surface of a shell element as drawn: tangents, local axes, derivatives along them.

use super::RESULTANTS;
use crate::math::{M3, V3};
use nalgebra::{Matrix2, Matrix3, SMatrix};

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
pub struct SurfacePoint {
    /// Area per area of the parameters.
    pub area: f64,
    /// Local axes `e1`, `e2` and the normal, as columns.
    pub axes: M3,
    /// `e_i . g^a`: derivatives along the local axes from those along the parameters.
    pub inverse: Matrix2<f64>,
}

impl SurfacePoint {
    /// From the tangents along both parameters; `e1` is the projection of `first` on the tangent plane.
    pub fn new(tangents: [V3; 2], first: &V3) -> Self {
        let cross = tangents[0].cross(&tangents[1]);
        let area = cross.norm();
        let normal = cross / area;
        let e1 = (first - normal * normal.dot(first)).normalize();
        let e2 = normal.cross(&e1);
        let axes = M3::from_columns(&[e1, e2, normal]);
        let forward = Matrix2::from_fn(|a, i| tangents[a].dot(&[e1, e2][i]));
        SurfacePoint {
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

/// `(strains of the section)` on local axes from `(E_rr, E_ss, 2 E_rs, k_rr, k_ss, 2 k_rs, g_r, g_s)`.
pub fn section_transform(inverse: &Matrix2<f64>) -> SMatrix<f64, RESULTANTS, RESULTANTS> {
    let mut local = SMatrix::<f64, RESULTANTS, RESULTANTS>::zeros();
    let turn = strain_transform(inverse);
    local.fixed_view_mut::<3, 3>(0, 0).copy_from(&turn);
    local.fixed_view_mut::<3, 3>(3, 3).copy_from(&turn);
    local.fixed_view_mut::<2, 2>(6, 6).copy_from(inverse);
    local
}

/// Shape functions of an element over its parameters, and its Gauss points.
pub trait Surface<const N: usize, const G: usize> {
    /// Parameters and weights of the Gauss points.
    const POINTS: [(f64, f64, f64); G];
    /// A point in the middle.
    const CENTER: (f64, f64);
    /// Values.
    fn shapes(r: f64, s: f64) -> [f64; N];
    /// Derivatives with respect to both parameters.
    fn slopes(r: f64, s: f64) -> [[f64; 2]; N];
}

/// An element as drawn.
pub struct Drawn<const N: usize, const G: usize> {
    /// Points of the nodes.
    pub points: [V3; N],
    /// Its middle.
    pub center: SurfacePoint,
    /// Its Gauss points.
    pub gauss: [SurfacePoint; G],
    /// Areas that they stand for [m^2].
    pub areas: [f64; G],
    /// Areas that the nodes stand for [m^2].
    pub nodal_areas: [f64; N],
}

impl<const N: usize, const G: usize> Drawn<N, G> {
    /// `first` is the direction of the first local axis, roughly.
    pub fn new<S: Surface<N, G>>(nodes: &[ShellNode; N], first: &V3) -> Self {
        let points = nodes.map(|n| n.point);
        let (r, s) = S::CENTER;
        let center = SurfacePoint::new(tangents::<N, G, S>(&points, r, s), first);
        let e1: V3 = center.axes.column(0).into();
        let gauss =
            S::POINTS.map(|(r, s, _)| SurfacePoint::new(tangents::<N, G, S>(&points, r, s), &e1));
        let areas: [f64; G] = std::array::from_fn(|g| S::POINTS[g].2 * gauss[g].area);
        let mut nodal_areas = [0.0; N];
        for (area, (r, s, _)) in areas.iter().zip(S::POINTS) {
            for (nodal, shape) in nodal_areas.iter_mut().zip(S::shapes(r, s)) {
                *nodal += shape * area;
            }
        }
        Drawn {
            points,
            center,
            gauss,
            areas,
            nodal_areas,
        }
    }

    /// Area [m^2].
    pub fn area(&self) -> f64 {
        self.areas.iter().sum()
    }

    /// Derivatives of the shape functions along both local axes, near those of the middle.
    pub fn local_slopes<S: Surface<N, G>>(&self, r: f64, s: f64) -> [[f64; N]; 2] {
        let e1: V3 = self.center.axes.column(0).into();
        let inverse = SurfacePoint::new(tangents::<N, G, S>(&self.points, r, s), &e1).inverse;
        let slopes = S::slopes(r, s);
        [0, 1].map(|i| slopes.map(|d| inverse[(i, 0)] * d[0] + inverse[(i, 1)] * d[1]))
    }
}

fn tangents<const N: usize, const G: usize, S: Surface<N, G>>(
    points: &[V3; N],
    r: f64,
    s: f64,
) -> [V3; 2] {
    let slopes = S::slopes(r, s);
    [0, 1].map(|a| (0..N).map(|k| slopes[k][a] * points[k]).sum())
}
