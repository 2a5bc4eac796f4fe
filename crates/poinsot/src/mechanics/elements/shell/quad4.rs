//! The four-node shell element (sh.3) to (sh.8).
//!
//! Samples: membrane strains at mid-sides and centre, transverse shear at mid-sides, bending strains at Gauss points, and for every
//! node the difference between the rotation of the surface about its normal and that of the node. Bending strains of plain directors
//! give the law `EI sin(phi)/L`; a factor, a function of how far directors turn within the element, straightens it (sh.6).

use super::geometry::{Drawn, ShellNode, Surface};
use super::quad4_law::{Bilinear, CORNERS, GAUSS, Strains, condensed, stiffness, strains};
use super::{Output, RESULTANTS, ShellLaw, attached};
use crate::math::V3;
use crate::mechanics::elements::LinearLaw;
use crate::mechanics::elements::field::{
    ElementNode, ElementNodes, FieldElement, Product, ShareWith,
};
use crate::mechanics::interaction::Predicted;
use nalgebra::DMatrix;
use std::sync::Arc;

/// Gauss points.
pub const QUAD4_POINTS: usize = 4;
/// Samples of strains that the section law knows: membrane, shear, bending.
pub const SAMPLES: usize = 17;
/// The first of those that bend.
const BENDING: usize = 9;
/// Strains: the samples and the drilling rows.
pub const STRAINS: usize = SAMPLES + 4;
/// Invariants: the strains and how far directors turn.
const INVARIANTS: usize = STRAINS + 1;
const TURN: usize = STRAINS;

// Fields. The surface along r at the sides s = 1 and s = -1 and at the centre, along s at r = 1, r = -1 and at the centre.
const SIDE_R: usize = 0;
const SIDE_S: usize = 2;
const CENTER_R: usize = 4;
const CENTER_S: usize = 5;
/// The director at the four mid-sides: s = 1, s = -1, r = 1, r = -1.
const DIRECTOR: usize = 6;
/// Tangents along r at the two rows of Gauss points, along s at the two columns; derivatives of the director there.
const GAUSS_R: usize = 10;
const GAUSS_S: usize = 12;
const BENT_R: usize = 14;
const BENT_S: usize = 16;
/// Derivatives of the surface along the second and the first local axis at the nodes, and the axes of the nodes.
const ALONG: usize = 18;
const FIRST: usize = 26;
const SECOND: usize = 30;
/// Differences of directors along the sides.
const APART: usize = 34;
const FIELDS: usize = 38;

/// A four-node shell element.
#[derive(Clone, Debug)]
pub struct Quad4 {
    on: ElementNodes<4, 16, FIELDS, STRAINS>,
    /// Strains as drawn, bending ones with their factor.
    pub(super) reference: [f64; STRAINS],
    /// For results.
    pub(super) output: Arc<Output>,
}

impl Quad4 {
    /// `nodes` say how the element sits on the nodes of the system, `drawn` the same in the world, free of stress; sections of the
    /// Gauss points in the order of the corners. The first local axis is `first`, projected on the surface.
    pub fn new(
        nodes: &[ElementNode; 4],
        drawn: &[ShellNode; 4],
        sections: &[ShellLaw; QUAD4_POINTS],
        first: &V3,
    ) -> Self {
        let surface = Drawn::<4, QUAD4_POINTS>::new::<Bilinear>(drawn, first);
        let of_samples = strains(&surface);
        let laws = std::array::from_fn(|g| sections[g].stiffness);
        let whole = condensed(&surface, &laws);
        let mut resultants = whole * of_samples;
        for g in 0..QUAD4_POINTS {
            let mut rows = resultants.fixed_view_mut::<RESULTANTS, SAMPLES>(RESULTANTS * g, 0);
            rows /= surface.gauss[g].area;
        }
        let damped = sections.iter().any(|s| s.damping.is_some());
        let damping = damped.then(|| {
            let none = [[0.0; RESULTANTS]; RESULTANTS];
            let part = |s: &ShellLaw| s.damping.as_deref().copied().unwrap_or(none);
            let viscous: [_; QUAD4_POINTS] = std::array::from_fn(|g| part(&sections[g]));
            let of_points = condensed(&surface, &viscous);
            let laws = sections.each_ref().map(|s| ShellLaw {
                stiffness: part(s),
                damping: None,
                thickness: s.thickness,
            });
            Box::new(stiffness(&surface, &of_samples, &of_points, &laws))
        });
        let law = LinearLaw {
            stiffness: stiffness(&surface, &of_samples, &whole, sections),
            damping,
        };
        let mut element = Quad4 {
            on: ElementNodes::new(nodes, coefficients(&surface), law),
            reference: [0.0; STRAINS],
            output: Arc::new(Output {
                strains: dense(&of_samples),
                resultants: dense(&resultants),
            }),
        };
        element.reference = element.strain_at(&attached(drawn));
        element
    }

    /// Resultants of the Gauss points, on their local axes, from the strains of the element.
    pub fn resultants(&self, e: &[f64; STRAINS]) -> [[f64; RESULTANTS]; QUAD4_POINTS] {
        self.output.resultants(e)
    }
}

fn dense(m: &Strains) -> DMatrix<f64> {
    DMatrix::from_column_slice(m.nrows(), m.ncols(), m.as_slice())
}

/// Factors of the nodes in the fields.
fn coefficients(surface: &Drawn<4, QUAD4_POINTS>) -> [[f64; 4]; FIELDS] {
    let along = |r: f64, s: f64, a: usize| Bilinear::slopes(r, s).map(|d| d[a]);
    let mut c = [[0.0; 4]; FIELDS];
    for (k, side) in [1.0, -1.0].into_iter().enumerate() {
        c[SIDE_R + k] = along(0.0, side, 0);
        c[SIDE_S + k] = along(side, 0.0, 1);
        c[DIRECTOR + k] = Bilinear::shapes(0.0, side);
        c[DIRECTOR + 2 + k] = Bilinear::shapes(side, 0.0);
        let at = -side * GAUSS;
        c[GAUSS_R + k] = along(0.0, at, 0);
        c[GAUSS_S + k] = along(at, 0.0, 1);
        c[BENT_R + k] = c[GAUSS_R + k];
        c[BENT_S + k] = c[GAUSS_S + k];
    }
    c[CENTER_R] = along(0.0, 0.0, 0);
    c[CENTER_S] = along(0.0, 0.0, 1);
    // Twice the slope at the node less the one at the centre: the row then vanishes in in-plane bending (sh.7).
    let center = surface.local_slopes::<Bilinear>(0.0, 0.0);
    for (k, [r, s]) in CORNERS.into_iter().enumerate() {
        let node = surface.local_slopes::<Bilinear>(r, s);
        for l in 0..4 {
            c[ALONG + 2 * k][l] = 2.0 * node[1][l] - center[1][l];
            c[ALONG + 2 * k + 1][l] = 2.0 * node[0][l] - center[0][l];
        }
        c[FIRST + k][k] = 1.0;
        c[SECOND + k][k] = 1.0;
    }
    for (k, [a, b]) in [[0, 1], [3, 2], [0, 3], [1, 2]].into_iter().enumerate() {
        c[APART + k][a] = 1.0;
        c[APART + k][b] = -1.0;
    }
    c
}

impl ShareWith for Quad4 {
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

/// `asin(sqrt x)/sqrt x`, its beginning (sh.6), with its derivative.
fn factor(x: f64) -> [f64; 2] {
    let [a, b, c] = FACTOR;
    [
        1.0 + x * (a + x * (b + x * c)),
        a + x * (2.0 * b + 3.0 * c * x),
    ]
}

const FACTOR: [f64; 3] = [1.0 / 6.0, 3.0 / 40.0, 5.0 / 112.0];

/// `(f(y) - f(x))/(y - x)` and its derivative with respect to `y`.
fn divided_factor(x: f64, y: f64) -> [f64; 2] {
    let [a, b, c] = FACTOR;
    [
        a + b * (x + y) + c * (x * x + x * y + y * y),
        b + c * (x + 2.0 * y),
    ]
}

/// The element on an interval.
pub struct Quad4Interval {
    end: [f64; STRAINS],
    /// Bending samples without factor, averaged, and at the end.
    bending: [f64; BENT],
    bending_end: [f64; BENT],
    /// The factor averaged; the factor and its derivative at the end.
    mean: f64,
    at_end: [f64; 2],
    /// Divided difference of the factor and its derivative with respect to the end.
    divided: [f64; 2],
    /// Weight of the end in averages.
    w: f64,
}

const BENT: usize = SAMPLES - BENDING;

fn bent(j: &[f64; INVARIANTS]) -> [f64; BENT] {
    std::array::from_fn(|k| j[BENDING + k])
}

impl Quad4 {
    /// Identity, with the factor `f` and slopes `slope` in the columns of bending.
    fn matrix(f: f64, slope: &[f64; BENT]) -> [[f64; INVARIANTS]; STRAINS] {
        let mut m = [[0.0; INVARIANTS]; STRAINS];
        for (e, row) in m.iter_mut().enumerate() {
            row[e] = 1.0;
        }
        for k in 0..BENT {
            m[BENDING + k][BENDING + k] = f;
            m[BENDING + k][TURN] = slope[k];
        }
        m
    }
}

impl FieldElement<4, 16, FIELDS, INVARIANTS, STRAINS> for Quad4 {
    const CARRIES: [usize; FIELDS] = {
        let mut c = [0; FIELDS];
        let mut k = 0;
        while k < 4 {
            c[DIRECTOR + k] = 3;
            c[BENT_R + k] = 3;
            c[FIRST + k] = 1;
            c[SECOND + k] = 2;
            c[APART + k] = 3;
            k += 1;
        }
        c
    };
    const PRODUCTS: &'static [Product] = &[
        product(0, SIDE_R, SIDE_R, 0.5),
        product(1, SIDE_R + 1, SIDE_R + 1, 0.5),
        product(2, SIDE_S, SIDE_S, 0.5),
        product(3, SIDE_S + 1, SIDE_S + 1, 0.5),
        product(4, CENTER_R, CENTER_S, 0.5),
        product(5, SIDE_R, DIRECTOR, 1.0),
        product(6, SIDE_R + 1, DIRECTOR + 1, 1.0),
        product(7, SIDE_S, DIRECTOR + 2, 1.0),
        product(8, SIDE_S + 1, DIRECTOR + 3, 1.0),
        product(9, GAUSS_R, BENT_R, 1.0),
        product(10, GAUSS_R + 1, BENT_R + 1, 1.0),
        product(11, GAUSS_S, BENT_S, 1.0),
        product(12, GAUSS_S + 1, BENT_S + 1, 1.0),
        product(13, GAUSS_R, BENT_S, 1.0),
        product(13, GAUSS_S, BENT_R, 1.0),
        product(14, GAUSS_R, BENT_S + 1, 1.0),
        product(14, GAUSS_S + 1, BENT_R, 1.0),
        product(15, GAUSS_R + 1, BENT_S + 1, 1.0),
        product(15, GAUSS_S + 1, BENT_R + 1, 1.0),
        product(16, GAUSS_R + 1, BENT_S, 1.0),
        product(16, GAUSS_S, BENT_R + 1, 1.0),
        product(17, ALONG, FIRST, 1.0),
        product(17, ALONG + 1, SECOND, -1.0),
        product(18, ALONG + 2, FIRST + 1, 1.0),
        product(18, ALONG + 3, SECOND + 1, -1.0),
        product(19, ALONG + 4, FIRST + 2, 1.0),
        product(19, ALONG + 5, SECOND + 2, -1.0),
        product(20, ALONG + 6, FIRST + 3, 1.0),
        product(20, ALONG + 7, SECOND + 3, -1.0),
        product(TURN, APART, APART, 0.125),
        product(TURN, APART + 1, APART + 1, 0.125),
        product(TURN, APART + 2, APART + 2, 0.125),
        product(TURN, APART + 3, APART + 3, 0.125),
    ];
    const ENTERS: [usize; INVARIANTS] = {
        let mut all = [BENDING; INVARIANTS];
        let mut q = 0;
        while q < STRAINS {
            all[q] = q;
            q += 1;
        }
        all
    };
    const PREDICTED: Predicted = Predicted::Always;
    const DIRECT: bool = false;
    type Point = Quad4Interval;
    /// Resultants and strains of every Gauss point.
    const OUTPUTS: usize = 2 * RESULTANTS * QUAD4_POINTS;

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
    fn on(&self) -> &ElementNodes<4, 16, FIELDS, STRAINS> {
        &self.on
    }
    #[inline(always)]
    fn law(&self) -> &LinearLaw<STRAINS> {
        &self.on.common.law
    }
    fn strain(&self, j: &[f64; INVARIANTS]) -> [f64; STRAINS] {
        let [f, _] = factor(j[TURN]);
        std::array::from_fn(|k| {
            let value = match (BENDING..SAMPLES).contains(&k) {
                true => f * j[k],
                false => j[k],
            };
            value - self.reference[k]
        })
    }
    fn point(
        &self,
        j_i: &[f64; INVARIANTS],
        _e_i: &[f64; STRAINS],
        j_y: &[f64; INVARIANTS],
        w: f64,
    ) -> Quad4Interval {
        // With all weight on the end the interval is the end alone.
        let j_i = if w == 1.0 { j_y } else { j_i };
        let (b_i, b_y) = (bent(j_i), bent(j_y));
        let ([f_i, _], at_end) = (factor(j_i[TURN]), factor(j_y[TURN]));
        Quad4Interval {
            end: self.strain(j_y),
            bending: std::array::from_fn(|k| 0.5 * (b_i[k] + b_y[k])),
            bending_end: b_y,
            mean: 0.5 * (f_i + at_end[0]),
            at_end,
            divided: divided_factor(j_i[TURN], j_y[TURN]),
            w,
        }
    }
    fn end_strain(&self, point: &Quad4Interval) -> [f64; STRAINS] {
        point.end
    }
    fn pull(&self, point: &Quad4Interval, sigma: &[f64; STRAINS]) -> [f64; INVARIANTS] {
        let mut g = [0.0; INVARIANTS];
        g[..STRAINS].copy_from_slice(sigma);
        for k in 0..BENT {
            g[BENDING + k] *= point.mean;
            g[TURN] += point.divided[0] * point.bending[k] * sigma[BENDING + k];
        }
        g
    }
    fn gradient(&self, point: &Quad4Interval) -> [[f64; INVARIANTS]; STRAINS] {
        let [f, slope] = point.at_end;
        Self::matrix(f, &point.bending_end.map(|b| slope * b))
    }
    fn secant(&self, point: &Quad4Interval) -> [[f64; INVARIANTS]; STRAINS] {
        Self::matrix(point.mean, &point.bending.map(|b| point.divided[0] * b))
    }
    fn curvature(
        &self,
        point: &Quad4Interval,
        sigma: &[f64; STRAINS],
    ) -> [[f64; INVARIANTS]; INVARIANTS] {
        let mut k = [[0.0; INVARIANTS]; INVARIANTS];
        // With all weight on the end both arguments of averages and divided differences are that end.
        let (half, both) = if point.w == 1.0 {
            (1.0, 2.0)
        } else {
            (0.5, 1.0)
        };
        for a in 0..BENT {
            let s = sigma[BENDING + a];
            k[BENDING + a][TURN] = half * point.at_end[1] * s;
            k[TURN][BENDING + a] = half * point.divided[0] * s;
            k[TURN][TURN] += both * point.divided[1] * point.bending[a] * s;
        }
        k
    }
}
