//! Elements whose strains are functions of interpolated fields.
//!
//! A *field* is a linear combination `z_m = sum_k c_mk a_k` of one attached thing per node: the point of the reference line or
//! one of the three section axes. *Invariants* are sums of dot products of fields, `J_q = sum c z_m . z_n`, so they are
//! quadratic in attached vectors and obey the midpoint identity (str.2). *Strains* are either the invariants less their
//! reference values, or a smooth function of them with a secant of its own (hel.3).

use super::LinearLaw;
use crate::math::{M3, V3};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Coupling, Measure, NodeNoise, Predicted};
use std::sync::Arc;

/// Things attached to each node: the point of the reference line, then the axes of the section.
pub const CARRIED: usize = 4;

/// A term `c z_m . z_n` of invariant `q`; `m` and `n` may be the same.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// Invariant.
    pub q: usize,
    /// First field.
    pub m: usize,
    /// Second field.
    pub n: usize,
    /// Factor.
    pub c: f64,
}

/// A node of an element: which one, and how the section sits on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElementNode {
    /// Index in the system.
    pub node: NodeIndex,
    /// Point of the reference line in the node's frame [m].
    pub at: V3,
    /// Section axes as columns, in the node's frame.
    pub axes: M3,
}

/// What equal elements have in common. It is kept once for all of them: a long chain of elements is limited by how much of
/// each must be read from memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Common<const N: usize, const P: usize, const M: usize, const E: usize> {
    /// Point and axes of every node in turn.
    pub attachments: [Attachment; P],
    /// Factors of the nodes in the fields.
    pub coefficients: [[f64; N]; M],
    /// Law.
    pub law: LinearLaw<E>,
}

/// The nodes of an element and what it is.
#[derive(Clone, Debug)]
pub struct ElementNodes<const N: usize, const P: usize, const M: usize, const E: usize> {
    /// Indices in the system.
    pub nodes: [NodeIndex; N],
    /// Whether every section sits on its node without offset and turn, as most do.
    pub plain: bool,
    /// What it shares with others.
    pub common: Arc<Common<N, P, M, E>>,
}

impl<const N: usize, const P: usize, const M: usize, const E: usize> ElementNodes<N, P, M, E> {
    /// `P` is four times `N`.
    pub fn new(list: &[ElementNode; N], coefficients: [[f64; N]; M], law: LinearLaw<E>) -> Self {
        const { assert!(P == CARRIED * N) };
        let attachments = std::array::from_fn(|a| {
            let (k, j) = (a / CARRIED, a % CARRIED);
            match j {
                0 => Attachment::point(k, list[k].at),
                _ => Attachment::vector(k, list[k].axes.column(j - 1).into()),
            }
        });
        ElementNodes {
            nodes: std::array::from_fn(|k| list[k].node),
            plain: list
                .iter()
                .all(|n| n.at == V3::zeros() && n.axes == M3::identity()),
            common: Arc::new(Common {
                attachments,
                coefficients,
                law,
            }),
        }
    }

    /// Takes over what another element has, if it is the same.
    pub fn share_with(&mut self, other: &Self) {
        if self.common == other.common {
            self.common = Arc::clone(&other.common);
        }
    }
}

/// An element that can share with others what they have in common.
pub trait ShareWith {
    /// Takes over what another one has, if it is the same.
    fn share_with(&mut self, other: &Self);
}

/// An element made of fields: `N` nodes, `P = 4 N` attachments, `M` fields, `Q` invariants, `E` strains.
pub trait FieldElement<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
>
{
    /// What each field interpolates: 0 the reference line, 1 to 3 an axis of the section.
    const CARRIES: [usize; M];
    /// The invariants.
    const PRODUCTS: &'static [Product];
    /// The strain that each invariant enters first.
    const ENTERS: [usize; Q];
    /// Whether the strains are the invariants less constants; then gradient and secant are the identity.
    const DIRECT: bool;
    /// Where the geometric part of its tangent has the stress that the last correction predicted (nw.2).
    const PREDICTED: Predicted = Predicted::Never;
    /// The strains on an interval.
    type Point;

    /// How many numbers results take from it.
    const OUTPUTS: usize;
    /// Those numbers, from strains, elastic and viscous stresses.
    fn outputs(&self, e: &[f64; E], elastic: &[f64; E], viscous: &[f64; E], out: &mut [f64]);

    /// Its nodes.
    fn on(&self) -> &ElementNodes<N, P, M, E>;
    /// Factors of the nodes in the fields.
    #[inline(always)]
    fn coefficients(&self) -> &[[f64; N]; M] {
        &self.on().common.coefficients
    }
    /// Largest factor of a node in the fields that interpolate the reference line.
    fn largest_slope(&self) -> f64 {
        let fields = self.coefficients().iter().zip(Self::CARRIES);
        let of_line = fields.filter(|(_, carries)| *carries == 0);
        of_line
            .flat_map(|(c, _)| c)
            .fold(0.0, |a, c| a.max(c.abs()))
    }
    /// Its law.
    fn law(&self) -> &LinearLaw<E>;
    /// Strains of invariants.
    fn strain(&self, j: &[f64; Q]) -> [f64; E];
    /// What the strains on an interval need, evaluated once: invariants `j_i` with strains `e_i` at the start, `j_y` at the
    /// end, weight `w` of the end in averages.
    fn point(&self, j_i: &[f64; Q], e_i: &[f64; E], j_y: &[f64; Q], w: f64) -> Self::Point;
    /// Strains at the end.
    fn end_strain(&self, point: &Self::Point) -> [f64; E];
    /// `secant^T sigma`.
    fn pull(&self, point: &Self::Point, sigma: &[f64; E]) -> [f64; Q];
    /// Derivatives of the strains at the end.
    fn gradient(&self, point: &Self::Point) -> [[f64; Q]; E];
    /// Secant of the strains: `secant (j_y - j_i) = strain(j_y) - strain(j_i)`.
    fn secant(&self, point: &Self::Point) -> [[f64; Q]; E];
    /// Derivative of `secant^T sigma` with respect to `j_y`.
    fn curvature(&self, point: &Self::Point, sigma: &[f64; E]) -> [[f64; Q]; Q];

    /// Carries the forces on fields to what the nodes carry; `carried` is zero.
    #[inline(always)]
    fn spread(&self, force: &[V3; M], carried: &mut [[V3; CARRIED]; N]) {
        let c = self.coefficients();
        for k in 0..N {
            for m in 0..M {
                carried[k][Self::CARRIES[m]] += c[m][k] * force[m];
            }
        }
    }

    /// Fields of what the nodes carry, with `points` of the reference line counted from the first node.
    #[inline(always)]
    fn interpolate(&self, arms: &[[V3; CARRIED]; N], points: &[V3; N]) -> [V3; M] {
        let c = self.coefficients();
        let mut z = [V3::zeros(); M];
        for k in 0..N {
            for m in 0..M {
                let j = Self::CARRIES[m];
                z[m] += c[m][k] * if j == 0 { points[k] } else { arms[k][j] };
            }
        }
        z
    }

    /// Fields of attached vectors. Positions are counted from the first node, so that a small strain keeps its digits far
    /// from the world's origin.
    #[inline(always)]
    fn fields(&self, p: &[V3; P]) -> [V3; M] {
        let coefficients = self.coefficients();
        std::array::from_fn(|m| {
            let j = Self::CARRIES[m];
            let mut z = V3::zeros();
            for k in 0..N {
                if j == 0 {
                    z += coefficients[m][k] * (p[CARRIED * k] - p[0]);
                } else {
                    z += coefficients[m][k] * p[CARRIED * k + j];
                }
            }
            z
        })
    }

    /// Invariants of fields.
    #[inline(always)]
    fn invariants(&self, z: &[V3; M]) -> [f64; Q] {
        let mut j = [0.0; Q];
        for t in Self::PRODUCTS {
            j[t.q] += t.c * z[t.m].dot(&z[t.n]);
        }
        j
    }

    /// Gradients of the invariants with respect to the attached vectors, at given fields.
    fn invariant_gradients(&self, z: &[V3; M]) -> [[V3; P]; Q] {
        let coefficients = self.coefficients();
        let mut g = [[V3::zeros(); P]; Q];
        for t in Self::PRODUCTS {
            for k in 0..N {
                let (m, n) = (
                    CARRIED * k + Self::CARRIES[t.m],
                    CARRIED * k + Self::CARRIES[t.n],
                );
                g[t.q][m] += t.c * coefficients[t.m][k] * z[t.n];
                g[t.q][n] += t.c * coefficients[t.n][k] * z[t.m];
            }
        }
        g
    }

    /// Strains of attached vectors at one state.
    #[inline]
    fn strain_at(&self, p: &[V3; P]) -> [f64; E] {
        self.strain(&self.invariants(&self.fields(p)))
    }

    /// Rates of the strains: fields are linear in the attached vectors, invariants are products of fields, so no gradient with
    /// respect to single attachments is needed.
    fn strain_rates(&self, p: &[V3; P], p_dot: &[V3; P]) -> [f64; E] {
        let (z, z_dot) = (self.fields(p), self.fields(p_dot));
        let mut j_dot = [0.0; Q];
        for t in Self::PRODUCTS {
            j_dot[t.q] += t.c * (z_dot[t.m].dot(&z[t.n]) + z[t.m].dot(&z_dot[t.n]));
        }
        if Self::DIRECT {
            return std::array::from_fn(|e| j_dot[e]);
        }
        let j = self.invariants(&z);
        let gradient = self.gradient(&self.point(&j, &self.strain(&j), &j, 1.0));
        std::array::from_fn(|e| (0..Q).map(|q| gradient[e][q] * j_dot[q]).sum())
    }

    /// Strains with secants and gradients in attached vectors, for the general part of the kernel.
    fn measure_fields(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, E> {
        let (z_i, z_y) = (self.fields(p_i), self.fields(p_y));
        let z_m = std::array::from_fn(|m| (1.0 - w) * z_i[m] + w * z_y[m]);
        let (j_i, j_y) = (self.invariants(&z_i), self.invariants(&z_y));
        let (g_m, g_y) = (
            self.invariant_gradients(&z_m),
            self.invariant_gradients(&z_y),
        );
        let point = self.point(&j_i, &self.strain(&j_i), &j_y, w);
        Measure {
            e: self.end_strain(&point),
            secant: chain(&self.secant(&point), &g_m),
            gradient: chain(&self.gradient(&point), &g_y),
        }
    }

    /// Derivatives of the stress-weighted secant in attached vectors, for the general part of the kernel.
    fn couple_fields(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        w: f64,
        sigma: &[f64; E],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let (z_i, z_y) = (self.fields(p_i), self.fields(p_y));
        let z_m = std::array::from_fn(|m| (1.0 - w) * z_i[m] + w * z_y[m]);
        let (j_i, j_y) = (self.invariants(&z_i), self.invariants(&z_y));
        let point = self.point(&j_i, &self.strain(&j_i), &j_y, w);
        let secant = self.secant(&point);
        let coefficients = self.coefficients();
        for t in Self::PRODUCTS {
            let g: f64 = (0..E).map(|e| sigma[e] * secant[e][t.q]).sum();
            for a in 0..N {
                for b in 0..N {
                    for (m, n) in [(t.m, t.n), (t.n, t.m)] {
                        let x = w * g * t.c * coefficients[m][a] * coefficients[n][b];
                        let (k, l) = (
                            CARRIED * a + Self::CARRIES[m],
                            CARRIED * b + Self::CARRIES[n],
                        );
                        if x != 0.0 {
                            visit(k, l, Coupling::Scalar(x));
                        }
                    }
                }
            }
        }
        if Self::DIRECT {
            return;
        }
        let curvature = self.curvature(&point, sigma);
        let (g_m, g_y) = (
            self.invariant_gradients(&z_m),
            self.invariant_gradients(&z_y),
        );
        for k in 0..P {
            for l in 0..P {
                let mut block = M3::zeros();
                for q in 0..Q {
                    for r in 0..Q {
                        block += curvature[q][r] * g_m[q][k] * g_y[r][l].transpose();
                    }
                }
                visit(k, l, Coupling::Matrix(block));
            }
        }
    }
}

fn chain<const P: usize, const Q: usize, const E: usize>(
    outer: &[[f64; Q]; E],
    inner: &[[V3; P]; Q],
) -> [[V3; P]; E] {
    std::array::from_fn(|e| {
        std::array::from_fn(|k| (0..Q).map(|q| outer[e][q] * inner[q][k]).sum())
    })
}

/// Round-off of the stresses, carried to the nodes: a last digit of the fields times the stiffness. What interpolates positions
/// has that digit for every metre from the world's origin, axes are of size one.
pub fn round_off<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
) -> [NodeNoise; N] {
    let (c, law) = (f.coefficients(), f.law());
    let largest = |row: &[f64]| row.iter().fold(0.0f64, |a, x| a.max(x.abs()));
    let mut out = [NodeNoise::default(); N];
    for t in F::PRODUCTS {
        let stiffness = largest(&law.stiffness[F::ENTERS[t.q]]);
        for (m, other) in [(t.m, t.n), (t.n, t.m)] {
            let noise = f64::EPSILON * stiffness * t.c.abs() * largest(&c[m]);
            let place = usize::from(F::CARRIES[m] == 0);
            for k in 0..N {
                for z in [m, other] {
                    let part = usize::from(F::CARRIES[z] != 0);
                    out[k].size[place][part] += noise * c[z][k].abs();
                }
            }
        }
    }
    out
}
