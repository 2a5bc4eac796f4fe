//! Gauss points of a geometrically exact beam with interpolated section axes (bm.1): one alone, or all of an element together.

use super::LinearLaw;
use super::field::{ElementNode, ElementNodes, FieldElement, Product, ShareWith};
use super::section_law;
use crate::math::V3;

/// Fields of a Gauss point: the tangent `r'`, the axes `d_j`, their derivatives `d_j'`.
const FIELDS: usize = 7;
const TANGENT: usize = 0;
const AXIS: usize = 1;
const SLOPE: usize = 4;
/// Strains of a Gauss point, and the products of fields they are made of.
const STRAINS: usize = 6;
const TERMS: usize = 9;
/// Gauss points of an element of the highest order.
const MOST_POINTS: usize = 3;

/// Gauss points of an element with `N` nodes. Strains of each are `gamma_j = r'.d_j` and `kappa_1 = 1/2 (d3.d2' - d2.d3')` and
/// cyclic, less their values in the reference state ([BBT3] 3).
///
/// Where the section is the same all along an element, the law of each Gauss point concerns its own strains only, and every
/// point is an interaction of its own. Where the section varies, the law connects the strains of all points of the element
/// (tap.3), and they are one interaction, with `M` and `E` as many times larger.
#[derive(Clone, Debug)]
pub struct DirectorBeam<const N: usize, const P: usize, const M: usize, const E: usize> {
    on: ElementNodes<N, P, M, E>,
    reference: [f64; E],
}

/// One of the two Gauss points of an element of order 2.
pub type QuadraticPoint = DirectorBeam<3, 12, 7, 6>;
/// One of the three Gauss points of an element of order 3.
pub type CubicPoint = DirectorBeam<4, 16, 7, 6>;
/// All Gauss points of an element of order 2.
pub type QuadraticBeam = DirectorBeam<3, 12, 14, 12>;
/// All Gauss points of an element of order 3.
pub type CubicBeam = DirectorBeam<4, 16, 21, 18>;

/// Shape functions of an element and their derivatives by arc length at one Gauss point.
#[derive(Clone, Copy, Debug)]
pub struct ShapeAt<const N: usize> {
    /// Values.
    pub shape: [f64; N],
    /// Derivatives [1/m].
    pub slope: [f64; N],
}

impl<const N: usize, const P: usize, const M: usize, const E: usize> DirectorBeam<N, P, M, E> {
    /// `points` are the Gauss points in turn, as many as there are strains for; `reference` are the attached points and axes of
    /// the unstressed state, node by node.
    pub fn new(
        nodes: &[ElementNode; N],
        points: &[ShapeAt<N>],
        reference: &[V3; P],
        law: LinearLaw<E>,
    ) -> Self {
        const { assert!(M / FIELDS == E / STRAINS && E / STRAINS <= MOST_POINTS) };
        let mut coefficients = [[0.0; N]; M];
        for (fields, at) in coefficients.chunks_exact_mut(FIELDS).zip(points) {
            let of = [
                at.slope, at.shape, at.shape, at.shape, at.slope, at.slope, at.slope,
            ];
            fields.copy_from_slice(&of);
        }
        let mut beam = DirectorBeam {
            on: ElementNodes::new(nodes, coefficients, law),
            reference: [0.0; E],
        };
        beam.reference = beam.strain_at(reference);
        beam
    }
}

impl<const N: usize, const P: usize, const M: usize, const E: usize> ShareWith
    for DirectorBeam<N, P, M, E>
{
    fn share_with(&mut self, other: &Self) {
        self.on.share_with(&other.on);
    }
}

const fn product(q: usize, m: usize, n: usize, c: f64) -> Product {
    Product { q, m, n, c }
}

/// The invariants of one Gauss point.
const ONE_POINT: [Product; TERMS] = [
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

/// The invariants of as many Gauss points as an element may have, point by point.
const ALL_POINTS: [Product; MOST_POINTS * TERMS] = {
    let mut all = [ONE_POINT[0]; MOST_POINTS * TERMS];
    let mut k = 0;
    while k < MOST_POINTS * TERMS {
        let (point, t) = (k / TERMS, ONE_POINT[k % TERMS]);
        let first = point * FIELDS;
        all[k] = product(point * STRAINS + t.q, first + t.m, first + t.n, t.c);
        k += 1;
    }
    all
};

/// What each field of a Gauss point interpolates.
const ONE_CARRIES: [usize; FIELDS] = [0, 1, 2, 3, 1, 2, 3];

const fn carries<const M: usize>() -> [usize; M] {
    let mut all = [0; M];
    let mut m = 0;
    while m < M {
        all[m] = ONE_CARRIES[m % FIELDS];
        m += 1;
    }
    all
}

const fn numbers<const E: usize>() -> [usize; E] {
    let mut all = [0; E];
    let mut e = 0;
    while e < E {
        all[e] = e;
        e += 1;
    }
    all
}

const fn identity<const E: usize>() -> [[f64; E]; E] {
    let mut m = [[0.0; E]; E];
    let mut k = 0;
    while k < E {
        m[k][k] = 1.0;
        k += 1;
    }
    m
}

impl<const N: usize, const P: usize, const M: usize, const E: usize> FieldElement<N, P, M, E, E>
    for DirectorBeam<N, P, M, E>
{
    const CARRIES: [usize; M] = carries();
    const PRODUCTS: &'static [Product] = ALL_POINTS.split_at(E / STRAINS * TERMS).0;
    const ENTERS: [usize; E] = numbers();
    const DIRECT: bool = true;
    type Point = [f64; E];
    const OUTPUTS: usize = section_law::OBSERVED * E / STRAINS;

    fn outputs(&self, e: &[f64; E], elastic: &[f64; E], viscous: &[f64; E], out: &mut [f64]) {
        section_law::outputs(e, elastic, viscous, out);
    }

    #[inline(always)]
    fn on(&self) -> &ElementNodes<N, P, M, E> {
        &self.on
    }
    #[inline(always)]
    fn law(&self) -> &LinearLaw<E> {
        &self.on.common.law
    }
    #[inline(always)]
    fn strain(&self, j: &[f64; E]) -> [f64; E] {
        std::array::from_fn(|k| j[k] - self.reference[k])
    }
    #[inline(always)]
    fn point(&self, _j_i: &[f64; E], _e_i: &[f64; E], j_y: &[f64; E], _w: f64) -> [f64; E] {
        self.strain(j_y)
    }
    #[inline(always)]
    fn end_strain(&self, point: &[f64; E]) -> [f64; E] {
        *point
    }
    #[inline(always)]
    fn pull(&self, _point: &[f64; E], sigma: &[f64; E]) -> [f64; E] {
        *sigma
    }
    #[inline(always)]
    fn gradient(&self, _point: &[f64; E]) -> [[f64; E]; E] {
        identity()
    }
    #[inline(always)]
    fn secant(&self, _point: &[f64; E]) -> [[f64; E]; E] {
        identity()
    }
    #[inline(always)]
    fn curvature(&self, _point: &[f64; E], _sigma: &[f64; E]) -> [[f64; E]; E] {
        [[0.0; E]; E]
    }
}
