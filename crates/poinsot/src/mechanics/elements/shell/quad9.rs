//! The nine-node shell element (sh.9), (sh.10): all strains are samples, no factor.

use super::geometry::{Drawn, ShellNode, Surface, section_transform};
use super::{DRILLING, Output, RESULTANTS, ShellLaw, attached};
use crate::math::V3;
use crate::mechanics::elements::LinearLaw;
use crate::mechanics::elements::field::{
    ElementNode, ElementNodes, FieldElement, Product, ShareWith,
};
use crate::mechanics::interaction::Predicted;
use nalgebra::DMatrix;
use std::sync::Arc;

/// Gauss points.
pub const QUAD9_POINTS: usize = 9;
const NODES: usize = 9;

// Samples: E_rr, E_ss, 2 E_rs, k_rr, k_ss, 2 k_rs at the Gauss points, ...
const AT_GAUSS: usize = 0;
/// ... 2 E_rs at the four points of a 2x2 rule, ...
const TIED_RS: usize = 54;
/// ... g_r at two places along r times three along s, g_s at three times two.
const TIED_R: usize = 58;
const TIED_S: usize = 64;
/// Samples that the section law knows, and all strains.
const SAMPLES: usize = 70;
const STRAINS: usize = SAMPLES + NODES;

// Fields: tangents and derivatives of the director at the Gauss points, ...
const ALONG_R: usize = 0;
const ALONG_S: usize = 9;
const BENT_R: usize = 18;
const BENT_S: usize = 27;
/// ... tangents at the four points, ...
const FOUR_R: usize = 36;
const FOUR_S: usize = 40;
/// ... tangents and directors where transverse shear is sampled, ...
const SHEAR_R: usize = 44;
const DIRECTOR_R: usize = 50;
const SHEAR_S: usize = 56;
const DIRECTOR_S: usize = 62;
/// ... derivatives of the surface along both local axes at the nodes, and the axes of the nodes.
const SECOND_SLOPE: usize = 68;
const FIRST_SLOPE: usize = 77;
const FIRST: usize = 86;
const SECOND: usize = 95;
const FIELDS: usize = 104;

/// Places of a two-point rule, and of a three-point rule with its weights.
const TWO: [f64; 2] = [-0.577_350_269_189_625_8, 0.577_350_269_189_625_8];
const THREE: [f64; 3] = [-0.774_596_669_241_483_4, 0.0, 0.774_596_669_241_483_4];
const WEIGHTS: [f64; 3] = [5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0];

/// Nodes in the parameters: corners counter-clockwise, middles of the sides, centre.
const PLACES: [[f64; 2]; NODES] = [
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

/// Quadratic polynomial that is one at `node` and zero at the other two of -1, 0, 1; and its derivative.
fn quadratic(node: f64, x: f64) -> [f64; 2] {
    match node {
        0.0 => [1.0 - x * x, -2.0 * x],
        _ => [0.5 * x * (x + node), x + 0.5 * node],
    }
}

/// Lagrange polynomials through some places.
fn lagrange<const K: usize>(places: &[f64; K], x: f64) -> [f64; K] {
    std::array::from_fn(|k| {
        let others = (0..K).filter(|&l| l != k);
        others
            .map(|l| (x - places[l]) / (places[k] - places[l]))
            .product()
    })
}

/// Biquadratic interpolation.
pub struct Biquadratic;

impl Surface<NODES, QUAD9_POINTS> for Biquadratic {
    const POINTS: [(f64, f64, f64); QUAD9_POINTS] = {
        let mut all = [(0.0, 0.0, 0.0); QUAD9_POINTS];
        let mut g = 0;
        while g < QUAD9_POINTS {
            let (i, j) = (g % 3, g / 3);
            all[g] = (THREE[i], THREE[j], WEIGHTS[i] * WEIGHTS[j]);
            g += 1;
        }
        all
    };
    const CENTER: (f64, f64) = (0.0, 0.0);

    fn shapes(r: f64, s: f64) -> [f64; NODES] {
        PLACES.map(|[a, b]| quadratic(a, r)[0] * quadratic(b, s)[0])
    }
    fn slopes(r: f64, s: f64) -> [[f64; 2]; NODES] {
        PLACES.map(|[a, b]| {
            let ([f, df], [g, dg]) = (quadratic(a, r), quadratic(b, s));
            [df * g, f * dg]
        })
    }
}

/// A nine-node shell element.
#[derive(Clone, Debug)]
pub struct Quad9 {
    on: ElementNodes<NODES, 36, FIELDS, STRAINS>,
    pub(super) reference: [f64; STRAINS],
    pub(super) output: Arc<Output>,
}

impl Quad9 {
    /// As [`Quad4::new`](super::Quad4::new), with nine nodes and nine Gauss points, those along r first.
    pub fn new(
        nodes: &[ElementNode; NODES],
        drawn: &[ShellNode; NODES],
        sections: &[ShellLaw; QUAD9_POINTS],
        first: &V3,
    ) -> Self {
        let surface = Drawn::<NODES, QUAD9_POINTS>::new::<Biquadratic>(drawn, first);
        let strains = strains(&surface);
        let mut resultants = DMatrix::zeros(strains.nrows(), SAMPLES);
        for (g, section) in sections.iter().enumerate() {
            let law = DMatrix::from_fn(RESULTANTS, RESULTANTS, |i, j| section.stiffness[i][j]);
            let rows = law * strains.rows(RESULTANTS * g, RESULTANTS);
            resultants
                .rows_mut(RESULTANTS * g, RESULTANTS)
                .copy_from(&rows);
        }
        let stiffness = |law: &dyn Fn(usize) -> [[f64; RESULTANTS]; RESULTANTS]| {
            whole(&surface, &strains, sections, law)
        };
        let damped = sections.iter().any(|s| s.damping.is_some());
        let none = [[0.0; RESULTANTS]; RESULTANTS];
        let viscous = |g: usize| sections[g].damping.as_deref().copied().unwrap_or(none);
        let law = LinearLaw {
            stiffness: stiffness(&|g| sections[g].stiffness),
            damping: damped.then(|| Box::new(stiffness(&viscous))),
        };
        let mut element = Quad9 {
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
    pub fn resultants(&self, e: &[f64; STRAINS]) -> [[f64; RESULTANTS]; QUAD9_POINTS] {
        self.output.resultants(e)
    }
}

/// Strains of the Gauss points from the samples (sh.9), with the mean of the membrane strains as it is (sh.10).
fn strains(drawn: &Drawn<NODES, QUAD9_POINTS>) -> DMatrix<f64> {
    let rows = RESULTANTS * QUAD9_POINTS;
    let (mut tied, mut plain) = (DMatrix::zeros(rows, SAMPLES), DMatrix::zeros(rows, SAMPLES));
    for (g, (r, s, _)) in Biquadratic::POINTS.into_iter().enumerate() {
        let mut covariant = DMatrix::<f64>::zeros(RESULTANTS, SAMPLES);
        // Along r, E_rr is a quadratic polynomial, so its values at two places follow from those at three; and so on.
        let (along_r, along_s) = (lagrange(&TWO, r), lagrange(&TWO, s));
        for (two, place) in TWO.into_iter().enumerate() {
            let three = lagrange(&THREE, place);
            for k in 0..3 {
                covariant[(0, AT_GAUSS + 6 * (3 * (g / 3) + k))] += along_r[two] * three[k];
                covariant[(1, AT_GAUSS + 6 * (3 * k + g % 3) + 1)] += along_s[two] * three[k];
            }
            for other in 0..2 {
                covariant[(2, TIED_RS + 2 * other + two)] = along_r[two] * along_s[other];
            }
            let (at_r, at_s) = (lagrange(&THREE, r), lagrange(&THREE, s));
            for k in 0..3 {
                covariant[(6, TIED_R + 2 * k + two)] = along_r[two] * at_s[k];
                covariant[(7, TIED_S + 2 * k + two)] = along_s[two] * at_r[k];
            }
        }
        let mut bent = DMatrix::<f64>::zeros(RESULTANTS, SAMPLES);
        let mut compatible = DMatrix::<f64>::zeros(RESULTANTS, SAMPLES);
        for c in 0..3 {
            bent[(3 + c, AT_GAUSS + 6 * g + 3 + c)] = 1.0;
            compatible[(c, AT_GAUSS + 6 * g + c)] = 1.0;
        }
        let local = section_transform(&drawn.gauss[g].inverse);
        let first = RESULTANTS * g;
        tied.rows_mut(first, RESULTANTS)
            .copy_from(&(local * (covariant + bent)));
        plain
            .rows_mut(first, RESULTANTS)
            .copy_from(&(local * compatible));
    }
    // What tying took from the mean is given back, the same everywhere.
    let area = drawn.area();
    let mut lost = DMatrix::<f64>::zeros(3, SAMPLES);
    for g in 0..QUAD9_POINTS {
        let difference = plain.rows(RESULTANTS * g, 3) - tied.rows(RESULTANTS * g, 3);
        lost += drawn.areas[g] / area * difference;
    }
    for g in 0..QUAD9_POINTS {
        let mut rows = tied.rows_mut(RESULTANTS * g, 3);
        rows += &lost;
    }
    tied
}

/// Stiffness or viscosity of the samples and the drilling rows.
fn whole(
    drawn: &Drawn<NODES, QUAD9_POINTS>,
    strains: &DMatrix<f64>,
    sections: &[ShellLaw; QUAD9_POINTS],
    law: &dyn Fn(usize) -> [[f64; RESULTANTS]; RESULTANTS],
) -> [[f64; STRAINS]; STRAINS] {
    let mut sum = DMatrix::<f64>::zeros(SAMPLES, SAMPLES);
    for g in 0..QUAD9_POINTS {
        let c = law(g);
        let c = DMatrix::from_fn(RESULTANTS, RESULTANTS, |i, j| drawn.areas[g] * c[i][j]);
        let rows = strains.rows(RESULTANTS * g, RESULTANTS);
        sum += rows.transpose() * c * rows;
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
fn coefficients(surface: &Drawn<NODES, QUAD9_POINTS>) -> [[f64; NODES]; FIELDS] {
    let along = |r: f64, s: f64, a: usize| Biquadratic::slopes(r, s).map(|d| d[a]);
    let mut c = [[0.0; NODES]; FIELDS];
    for (g, (r, s, _)) in Biquadratic::POINTS.into_iter().enumerate() {
        c[ALONG_R + g] = along(r, s, 0);
        c[ALONG_S + g] = along(r, s, 1);
        c[BENT_R + g] = c[ALONG_R + g];
        c[BENT_S + g] = c[ALONG_S + g];
    }
    for (i, r) in TWO.into_iter().enumerate() {
        for (j, s) in TWO.into_iter().enumerate() {
            c[FOUR_R + 2 * j + i] = along(r, s, 0);
            c[FOUR_S + 2 * j + i] = along(r, s, 1);
        }
        for (j, s) in THREE.into_iter().enumerate() {
            c[SHEAR_R + 2 * j + i] = along(r, s, 0);
            c[DIRECTOR_R + 2 * j + i] = Biquadratic::shapes(r, s);
            c[SHEAR_S + 2 * j + i] = along(s, r, 1);
            c[DIRECTOR_S + 2 * j + i] = Biquadratic::shapes(s, r);
        }
    }
    for (k, [r, s]) in PLACES.into_iter().enumerate() {
        let [first, second] = surface.local_slopes::<Biquadratic>(r, s);
        c[FIRST_SLOPE + k] = first;
        c[SECOND_SLOPE + k] = second;
        c[FIRST + k][k] = 1.0;
        c[SECOND + k][k] = 1.0;
    }
    c
}

impl ShareWith for Quad9 {
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

/// Seven products at each Gauss point, one at each tied place, two at each node.
const PRODUCTS: usize = 7 * QUAD9_POINTS + 4 + 12 + 2 * NODES;

const ALL_PRODUCTS: [Product; PRODUCTS] = {
    let mut all = [product(0, 0, 0, 0.0); PRODUCTS];
    let (mut k, mut g) = (0, 0);
    while g < QUAD9_POINTS {
        let q = AT_GAUSS + 6 * g;
        let [r, s, br, bs] = [ALONG_R + g, ALONG_S + g, BENT_R + g, BENT_S + g];
        all[k] = product(q, r, r, 0.5);
        all[k + 1] = product(q + 1, s, s, 0.5);
        all[k + 2] = product(q + 2, r, s, 1.0);
        all[k + 3] = product(q + 3, r, br, 1.0);
        all[k + 4] = product(q + 4, s, bs, 1.0);
        all[k + 5] = product(q + 5, r, bs, 1.0);
        all[k + 6] = product(q + 5, s, br, 1.0);
        k += 7;
        g += 1;
    }
    let mut t = 0;
    while t < 4 {
        all[k] = product(TIED_RS + t, FOUR_R + t, FOUR_S + t, 1.0);
        k += 1;
        t += 1;
    }
    t = 0;
    while t < 6 {
        all[k] = product(TIED_R + t, SHEAR_R + t, DIRECTOR_R + t, 1.0);
        all[k + 1] = product(TIED_S + t, SHEAR_S + t, DIRECTOR_S + t, 1.0);
        k += 2;
        t += 1;
    }
    let mut n = 0;
    while n < NODES {
        all[k] = product(SAMPLES + n, SECOND_SLOPE + n, FIRST + n, 1.0);
        all[k + 1] = product(SAMPLES + n, FIRST_SLOPE + n, SECOND + n, -1.0);
        k += 2;
        n += 1;
    }
    all
};

const CARRIES: [usize; FIELDS] = {
    let mut c = [0; FIELDS];
    let mut k = 0;
    while k < 9 {
        c[BENT_R + k] = 3;
        c[BENT_S + k] = 3;
        c[FIRST + k] = 1;
        c[SECOND + k] = 2;
        k += 1;
    }
    k = 0;
    while k < 6 {
        c[DIRECTOR_R + k] = 3;
        c[DIRECTOR_S + k] = 3;
        k += 1;
    }
    c
};

impl FieldElement<NODES, 36, FIELDS, STRAINS, STRAINS> for Quad9 {
    const CARRIES: [usize; FIELDS] = CARRIES;
    const PRODUCTS: &'static [Product] = &ALL_PRODUCTS;
    const ENTERS: [usize; STRAINS] = {
        let mut all = [0; STRAINS];
        let mut q = 0;
        while q < STRAINS {
            all[q] = q;
            q += 1;
        }
        all
    };
    const PREDICTED: Predicted = Predicted::Always;
    const DIRECT: bool = true;
    type Point = [f64; STRAINS];
    /// Resultants and strains of every Gauss point.
    const OUTPUTS: usize = 2 * RESULTANTS * QUAD9_POINTS;

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
    fn on(&self) -> &ElementNodes<NODES, 36, FIELDS, STRAINS> {
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
