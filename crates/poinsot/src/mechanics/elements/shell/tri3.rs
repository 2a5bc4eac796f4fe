//! The three-node shell element (sh.11): a filler between quadrilaterals.

use super::geometry::{Drawn, ShellNode, Surface, section_transform};
use super::{DRILLING, Output, RESULTANTS, ShellLaw, attached};
use crate::math::V3;
use crate::mechanics::elements::LinearLaw;
use crate::mechanics::elements::field::{
    ElementNode, ElementNodes, FieldElement, Product, ShareWith,
};
use nalgebra::DMatrix;
use std::sync::Arc;

/// Gauss points.
pub const TRI3_POINTS: usize = 3;
const NODES: usize = 3;

/// Samples: E_rr, E_ss, 2 E_rs, k_rr, k_ss, 2 k_rs, the same everywhere, ...
const BENDING: usize = 3;
/// ... g_r at the middle of the first side, g_s at that of the third, both at that of the second.
const SHEAR: usize = 6;
/// Samples that the section law knows, and all strains.
const SAMPLES: usize = 10;
const STRAINS: usize = SAMPLES + NODES;

// Fields: tangents and derivatives of the director, the same everywhere, ...
const ALONG_R: usize = 0;
const ALONG_S: usize = 1;
const BENT_R: usize = 2;
const BENT_S: usize = 3;
/// ... directors at the middles of the sides s = 0, r = 0 and r + s = 1, ...
const DIRECTOR: usize = 4;
/// ... derivatives of the surface along both local axes, and the axes of the nodes.
const FIRST_SLOPE: usize = 7;
const SECOND_SLOPE: usize = 8;
const FIRST: usize = 9;
const SECOND: usize = 12;
const FIELDS: usize = 15;

/// How much of the square of the longest side counts beside the square of the thickness in the reduction of shear (sh.11).
const SOFTENING: f64 = 0.1;

/// Linear interpolation over a triangle.
pub struct Linear;

impl Surface<NODES, TRI3_POINTS> for Linear {
    // In the order of the corners.
    const POINTS: [(f64, f64, f64); TRI3_POINTS] = [
        (1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0),
        (2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0),
        (1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0),
    ];
    const CENTER: (f64, f64) = (1.0 / 3.0, 1.0 / 3.0);

    fn shapes(r: f64, s: f64) -> [f64; NODES] {
        [1.0 - r - s, r, s]
    }
    fn slopes(_r: f64, _s: f64) -> [[f64; 2]; NODES] {
        [[-1.0, -1.0], [1.0, 0.0], [0.0, 1.0]]
    }
}

type Matrix = [[f64; RESULTANTS]; RESULTANTS];

/// A three-node shell element.
#[derive(Clone, Debug)]
pub struct Tri3 {
    on: ElementNodes<NODES, 12, FIELDS, STRAINS>,
    pub(super) reference: [f64; STRAINS],
    pub(super) output: Arc<Output>,
}

impl Tri3 {
    /// As [`Quad4::new`](super::Quad4::new), with three nodes, counter-clockwise, and three Gauss points in their order.
    pub fn new(
        nodes: &[ElementNode; NODES],
        drawn: &[ShellNode; NODES],
        sections: &[ShellLaw; TRI3_POINTS],
        first: &V3,
    ) -> Self {
        let surface = Drawn::<NODES, TRI3_POINTS>::new::<Linear>(drawn, first);
        let strains = strains(&surface);
        let soft = sections
            .each_ref()
            .map(|s| reduction(&surface, s.thickness));
        let elastic = |g: usize| soft_law(&surface, &sections[g]);
        let none = [[0.0; RESULTANTS]; RESULTANTS];
        let viscous = |g: usize| {
            let damping = sections[g].damping.as_deref();
            damping.map_or(none, |d| softened(d, soft[g]))
        };
        let mut resultants = DMatrix::zeros(strains.nrows(), SAMPLES);
        for g in 0..TRI3_POINTS {
            let rows = dense(&elastic(g)) * strains.rows(RESULTANTS * g, RESULTANTS);
            resultants
                .rows_mut(RESULTANTS * g, RESULTANTS)
                .copy_from(&rows);
        }
        let damped = sections.iter().any(|s| s.damping.is_some());
        let law = LinearLaw {
            stiffness: whole(&surface, &strains, sections, &elastic),
            damping: damped.then(|| Box::new(whole(&surface, &strains, sections, &viscous))),
        };
        let mut element = Tri3 {
            on: ElementNodes::new(nodes, coefficients(&surface), law),
            reference: [0.0; STRAINS],
            output: Arc::new(Output {
                strains,
                resultants,
            }),
        };
        element.reference = element.strain_at(&attached(drawn));
        element
    }

    /// Resultants of the Gauss points, on their local axes, from the strains of the element.
    pub fn resultants(&self, e: &[f64; STRAINS]) -> [[f64; RESULTANTS]; TRI3_POINTS] {
        self.output.resultants(e)
    }
}

/// The part of the shear stiffness that counts: without it the element locks when it is thin (sh.11).
fn reduction(drawn: &Drawn<NODES, TRI3_POINTS>, thickness: f64) -> f64 {
    let side = |k: usize| (drawn.points[(k + 1) % NODES] - drawn.points[k]).norm_squared();
    let longest = (0..NODES).map(side).fold(0.0, f64::max);
    let square = thickness * thickness;
    square / (square + SOFTENING * longest)
}

/// Stiffness of a section as the element has it.
pub fn soft_law(drawn: &Drawn<NODES, TRI3_POINTS>, section: &ShellLaw) -> Matrix {
    softened(&section.stiffness, reduction(drawn, section.thickness))
}

/// A law with part of its transverse shear. Where that is coupled with other strains, the coupling goes with the root of it, and the law stays
/// positive.
fn softened(law: &Matrix, part: f64) -> Matrix {
    let root = |i: usize| if i < 6 { 1.0 } else { part.sqrt() };
    std::array::from_fn(|i| std::array::from_fn(|j| root(i) * law[i][j] * root(j)))
}

fn dense(law: &Matrix) -> DMatrix<f64> {
    DMatrix::from_fn(RESULTANTS, RESULTANTS, |i, j| law[i][j])
}

/// Strains of the Gauss points from the samples; transverse shear is tied (sh.11).
fn strains(drawn: &Drawn<NODES, TRI3_POINTS>) -> DMatrix<f64> {
    let mut all = DMatrix::zeros(RESULTANTS * TRI3_POINTS, SAMPLES);
    for (g, (r, s, _)) in Linear::POINTS.into_iter().enumerate() {
        let mut covariant = DMatrix::<f64>::zeros(RESULTANTS, SAMPLES);
        for c in 0..SHEAR {
            covariant[(c, c)] = 1.0;
        }
        // g_s(2) - g_r(1) - g_s(3) + g_r(3), in the order of the samples.
        let difference = [-1.0, 1.0, 1.0, -1.0];
        for (q, c) in difference.into_iter().enumerate() {
            covariant[(6, SHEAR + q)] = c * s;
            covariant[(7, SHEAR + q)] = -c * r;
        }
        covariant[(6, SHEAR)] += 1.0;
        covariant[(7, SHEAR + 1)] += 1.0;
        let local = section_transform(&drawn.gauss[g].inverse) * covariant;
        all.rows_mut(RESULTANTS * g, RESULTANTS).copy_from(&local);
    }
    all
}

/// Stiffness or viscosity of the samples and the drilling rows.
fn whole(
    drawn: &Drawn<NODES, TRI3_POINTS>,
    strains: &DMatrix<f64>,
    sections: &[ShellLaw; TRI3_POINTS],
    law: &dyn Fn(usize) -> Matrix,
) -> [[f64; STRAINS]; STRAINS] {
    let mut sum = DMatrix::<f64>::zeros(SAMPLES, SAMPLES);
    for g in 0..TRI3_POINTS {
        let rows = strains.rows(RESULTANTS * g, RESULTANTS);
        sum += rows.transpose() * (drawn.areas[g] * dense(&law(g))) * rows;
    }
    let mut k = [[0.0; STRAINS]; STRAINS];
    for i in 0..SAMPLES {
        for j in 0..SAMPLES {
            k[i][j] = 0.5 * (sum[(i, j)] + sum[(j, i)]);
        }
    }
    let area = drawn.area();
    for (node, nodal) in drawn.nodal_areas.into_iter().enumerate() {
        let h = sections[node].thickness;
        let thin = (h * h / area).min(1.0);
        k[SAMPLES + node][SAMPLES + node] = DRILLING * law(node)[2][2] * thin * nodal;
    }
    k
}

/// Factors of the nodes in the fields.
fn coefficients(surface: &Drawn<NODES, TRI3_POINTS>) -> [[f64; NODES]; FIELDS] {
    let (r, s) = Linear::CENTER;
    let mut c = [[0.0; NODES]; FIELDS];
    for (a, (tangent, bent)) in [(ALONG_R, BENT_R), (ALONG_S, BENT_S)]
        .into_iter()
        .enumerate()
    {
        c[tangent] = Linear::slopes(r, s).map(|d| d[a]);
        c[bent] = c[tangent];
    }
    for (k, [r, s]) in [[0.5, 0.0], [0.0, 0.5], [0.5, 0.5]].into_iter().enumerate() {
        c[DIRECTOR + k] = Linear::shapes(r, s);
    }
    let [first, second] = surface.local_slopes::<Linear>(r, s);
    c[FIRST_SLOPE] = first;
    c[SECOND_SLOPE] = second;
    for k in 0..NODES {
        c[FIRST + k][k] = 1.0;
        c[SECOND + k][k] = 1.0;
    }
    c
}

impl ShareWith for Tri3 {
    fn share_with(&mut self, other: &Self) {
        self.on.share_with(&other.on);
        if self.output == other.output {
            self.output = Arc::clone(&other.output);
        }
    }
}

const fn product(q: usize, m: usize, n: usize, c: f64) -> Product {
    Product { q, m, n, c }
}

impl FieldElement<NODES, 12, FIELDS, STRAINS, STRAINS> for Tri3 {
    const CARRIES: [usize; FIELDS] = [0, 0, 3, 3, 3, 3, 3, 0, 0, 1, 1, 1, 2, 2, 2];
    const PRODUCTS: &'static [Product] = &[
        product(0, ALONG_R, ALONG_R, 0.5),
        product(1, ALONG_S, ALONG_S, 0.5),
        product(2, ALONG_R, ALONG_S, 1.0),
        product(BENDING, ALONG_R, BENT_R, 1.0),
        product(BENDING + 1, ALONG_S, BENT_S, 1.0),
        product(BENDING + 2, ALONG_R, BENT_S, 1.0),
        product(BENDING + 2, ALONG_S, BENT_R, 1.0),
        product(SHEAR, ALONG_R, DIRECTOR, 1.0),
        product(SHEAR + 1, ALONG_S, DIRECTOR + 1, 1.0),
        product(SHEAR + 2, ALONG_R, DIRECTOR + 2, 1.0),
        product(SHEAR + 3, ALONG_S, DIRECTOR + 2, 1.0),
        product(SAMPLES, SECOND_SLOPE, FIRST, 1.0),
        product(SAMPLES, FIRST_SLOPE, SECOND, -1.0),
        product(SAMPLES + 1, SECOND_SLOPE, FIRST + 1, 1.0),
        product(SAMPLES + 1, FIRST_SLOPE, SECOND + 1, -1.0),
        product(SAMPLES + 2, SECOND_SLOPE, FIRST + 2, 1.0),
        product(SAMPLES + 2, FIRST_SLOPE, SECOND + 2, -1.0),
    ];
    const ENTERS: [usize; STRAINS] = {
        let mut all = [0; STRAINS];
        let mut q = 0;
        while q < STRAINS {
            all[q] = q;
            q += 1;
        }
        all
    };
    const DIRECT: bool = true;
    type Point = [f64; STRAINS];
    /// Resultants and strains of every Gauss point.
    const OUTPUTS: usize = 2 * RESULTANTS * TRI3_POINTS;

    fn outputs(
        &self,
        e: &[f64; STRAINS],
        _elastic: &[f64; STRAINS],
        _viscous: &[f64; STRAINS],
        out: &mut [f64],
    ) {
        self.output.fill(e, out);
    }
    #[inline(always)]
    fn on(&self) -> &ElementNodes<NODES, 12, FIELDS, STRAINS> {
        &self.on
    }
    #[inline(always)]
    fn law(&self) -> &LinearLaw<STRAINS> {
        &self.on.common.law
    }
    fn strain(&self, j: &[f64; STRAINS]) -> [f64; STRAINS] {
        std::array::from_fn(|k| j[k] - self.reference[k])
    }
    fn point(
        &self,
        _j_i: &[f64; STRAINS],
        _e_i: &[f64; STRAINS],
        j_y: &[f64; STRAINS],
        _w: f64,
    ) -> [f64; STRAINS] {
        self.strain(j_y)
    }
    fn end_strain(&self, point: &[f64; STRAINS]) -> [f64; STRAINS] {
        *point
    }
    fn pull(&self, _point: &[f64; STRAINS], sigma: &[f64; STRAINS]) -> [f64; STRAINS] {
        *sigma
    }
    fn gradient(&self, _point: &[f64; STRAINS]) -> [[f64; STRAINS]; STRAINS] {
        identity()
    }
    fn secant(&self, _point: &[f64; STRAINS]) -> [[f64; STRAINS]; STRAINS] {
        identity()
    }
    fn curvature(
        &self,
        _point: &[f64; STRAINS],
        _sigma: &[f64; STRAINS],
    ) -> [[f64; STRAINS]; STRAINS] {
        [[0.0; STRAINS]; STRAINS]
    }
}

fn identity() -> [[f64; STRAINS]; STRAINS] {
    std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))))
}
