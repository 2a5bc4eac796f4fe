//! A Gauss point of a geometrically exact beam with interpolated section axes (bm.1).

use super::LinearLaw;
use super::field::{ElementNode, ElementNodes, FieldElement, Product, ShareWith};
use crate::math::V3;

/// Fields: the tangent `r'`, the axes `d_j`, their derivatives `d_j'`.
const FIELDS: usize = 7;
const TANGENT: usize = 0;
const AXIS: usize = 1;
const SLOPE: usize = 4;

/// One Gauss point of an element with `N` nodes. Strains `gamma_j = r'.d_j` and `kappa_1 = 1/2 (d3.d2' - d2.d3')` and cyclic, less
/// their values in the reference state ([BBT3] 3).
#[derive(Clone, Debug)]
pub struct DirectorBeam<const N: usize, const P: usize> {
    on: ElementNodes<N, P, FIELDS>,
    reference: [f64; 6],
}

impl<const N: usize, const P: usize> DirectorBeam<N, P> {
    /// `shape` and `slope` are the shape functions and their derivatives by arc length at this point; `reference` are the
    /// attached points and axes of the unstressed state, node by node.
    pub fn new(
        nodes: &[ElementNode; N],
        shape: &[f64; N],
        slope: &[f64; N],
        reference: &[V3; P],
        law: LinearLaw<6>,
    ) -> Self {
        let coefficients = [*slope, *shape, *shape, *shape, *slope, *slope, *slope];
        let mut beam = DirectorBeam {
            on: ElementNodes::new(nodes, coefficients, law),
            reference: [0.0; 6],
        };
        beam.reference = beam.strain_at(reference);
        beam
    }
}

impl<const N: usize, const P: usize> ShareWith for DirectorBeam<N, P> {
    fn share_with(&mut self, other: &Self) {
        self.on.share_with(&other.on);
    }
}

const fn product(q: usize, m: usize, n: usize, c: f64) -> Product {
    Product { q, m, n, c }
}

impl<const N: usize, const P: usize> FieldElement<N, P, FIELDS, 6, 6> for DirectorBeam<N, P> {
    const CARRIES: [usize; FIELDS] = [0, 1, 2, 3, 1, 2, 3];
    const PRODUCTS: &'static [Product] = &[
        product(0, TANGENT, AXIS, 1.0),
        product(1, TANGENT, AXIS + 1, 1.0),
        product(2, TANGENT, AXIS + 2, 1.0),
        product(3, AXIS + 2, SLOPE + 1, 0.5),
        product(3, AXIS + 1, SLOPE + 2, -0.5),
        product(4, AXIS, SLOPE + 2, 0.5),
        product(4, AXIS + 2, SLOPE, -0.5),
        product(5, AXIS + 1, SLOPE, 0.5),
        product(5, AXIS, SLOPE + 1, -0.5),
    ];
    const ENTERS: [usize; 6] = [0, 1, 2, 3, 4, 5];
    const DIRECT: bool = true;
    type Point = [f64; 6];

    #[inline(always)]
    fn on(&self) -> &ElementNodes<N, P, FIELDS> {
        &self.on
    }
    #[inline(always)]
    fn law(&self) -> &LinearLaw<6> {
        &self.on.common.law
    }
    #[inline(always)]
    fn strain(&self, j: &[f64; 6]) -> [f64; 6] {
        std::array::from_fn(|k| j[k] - self.reference[k])
    }
    #[inline(always)]
    fn point(&self, _j_i: &[f64; 6], _e_i: &[f64; 6], j_y: &[f64; 6], _w: f64) -> [f64; 6] {
        self.strain(j_y)
    }
    #[inline(always)]
    fn end_strain(&self, point: &[f64; 6]) -> [f64; 6] {
        *point
    }
    #[inline(always)]
    fn pull(&self, _point: &[f64; 6], sigma: &[f64; 6]) -> [f64; 6] {
        *sigma
    }
    #[inline(always)]
    fn gradient(&self, _point: &[f64; 6]) -> [[f64; 6]; 6] {
        IDENTITY
    }
    #[inline(always)]
    fn secant(&self, _point: &[f64; 6]) -> [[f64; 6]; 6] {
        IDENTITY
    }
    #[inline(always)]
    fn curvature(&self, _point: &[f64; 6], _sigma: &[f64; 6]) -> [[f64; 6]; 6] {
        [[0.0; 6]; 6]
    }
}

const IDENTITY: [[f64; 6]; 6] = {
    let mut m = [[0.0; 6]; 6];
    let mut k = 0;
    while k < 6 {
        m[k][k] = 1.0;
        k += 1;
    }
    m
};
