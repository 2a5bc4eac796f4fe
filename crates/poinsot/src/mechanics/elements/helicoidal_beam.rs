//! The helicoidal two-node beam (hel.1) to (hel.4): exact for constant strain at any angle below a half turn.

use super::LinearLaw;
use super::field::{ElementNode, ElementNodes, FieldElement, Product};
use super::helicoid::{Helicoid, INVARIANTS};
use crate::math::V3;

/// Fields: the chord `(r_B - r_A)/L`, the axes of A, the axes of B.
const FIELDS: usize = 7;
const CHORD: usize = 0;
const A: usize = 1;
const B: usize = 4;

/// A two-node beam element. Strains are the logarithm of the relative motion of its ends, per length.
#[derive(Clone, Debug)]
pub struct HelicoidalBeam {
    on: ElementNodes<2, 8>,
    coefficients: [[f64; 2]; FIELDS],
    /// One over the length.
    slope: f64,
    reference: [f64; 6],
    law: LinearLaw<6>,
}

impl HelicoidalBeam {
    /// `length` along the line; `reference` are the attached points and axes of the unstressed state, node by node.
    pub fn new(
        nodes: &[ElementNode; 2],
        length: f64,
        reference: &[V3; 8],
        law: LinearLaw<6>,
    ) -> Self {
        let slope = 1.0 / length;
        let mut beam = HelicoidalBeam {
            on: ElementNodes::new(nodes),
            coefficients: [
                [-slope, slope],
                [1.0, 0.0],
                [1.0, 0.0],
                [1.0, 0.0],
                [0.0, 1.0],
                [0.0, 1.0],
                [0.0, 1.0],
            ],
            slope,
            reference: [0.0; 6],
            law,
        };
        beam.reference = beam.strain_at(reference);
        beam
    }

    fn scaled(&self, mut gradient: [[f64; INVARIANTS]; 6]) -> [[f64; INVARIANTS]; 6] {
        for row in &mut gradient[3..] {
            for x in row {
                *x *= self.slope;
            }
        }
        gradient
    }

    /// Stress as the weights of `G` and `phi`.
    fn weights(&self, sigma: &[f64; 6]) -> (V3, V3) {
        (
            V3::new(sigma[0], sigma[1], sigma[2]),
            self.slope * V3::new(sigma[3], sigma[4], sigma[5]),
        )
    }
}

/// Distance of the invariants below which the correction of the secant is left out. It is `|dJ|^2/24` of the secant itself and
/// costs a round-off of `1e-16/|dJ|`; below 1e-5 the cure would be worse than the error, whose work, `|dJ|^3/24`, is
/// under 1e-16. Between the two limits it is faded in, so that Newton's iteration sees no jump.
const FADE: [f64; 2] = [1e-5, 2e-5];

/// Weight of the correction and its derivative with respect to `|dJ|^2`.
fn fade(distance_squared: f64) -> [f64; 2] {
    let [low, high] = FADE.map(|x| x * x);
    let x = (distance_squared - low) / (high - low);
    if x <= 0.0 {
        [0.0, 0.0]
    } else if x >= 1.0 {
        [1.0, 0.0]
    } else {
        [x * x * (3.0 - 2.0 * x), 6.0 * x * (1.0 - x) / (high - low)]
    }
}

const fn product(q: usize, m: usize, n: usize, c: f64) -> Product {
    Product { q, m, n, c }
}

impl FieldElement<2, 8, FIELDS, INVARIANTS, 6> for HelicoidalBeam {
    const CARRIES: [usize; FIELDS] = [0, 1, 2, 3, 1, 2, 3];
    const PRODUCTS: &'static [Product] = &[
        // Axial part of D: (D_32 - D_23)/2 and cyclic, D_kl = a_k . b_l.
        product(0, A + 2, B + 1, 0.5),
        product(0, A + 1, B + 2, -0.5),
        product(1, A, B + 2, 0.5),
        product(1, A + 2, B, -0.5),
        product(2, A + 1, B, 0.5),
        product(2, A, B + 1, -0.5),
        // tr D / 2; `strain` takes off the 1/2.
        product(3, A, B, 0.5),
        product(3, A + 1, B + 1, 0.5),
        product(3, A + 2, B + 2, 0.5),
        product(4, CHORD, A, 1.0),
        product(5, CHORD, A + 1, 1.0),
        product(6, CHORD, A + 2, 1.0),
    ];
    const DIRECT: bool = false;

    #[inline(always)]
    fn on(&self) -> &ElementNodes<2, 8> {
        &self.on
    }
    #[inline(always)]
    fn coefficients(&self) -> &[[f64; 2]; FIELDS] {
        &self.coefficients
    }
    #[inline(always)]
    fn law(&self) -> &LinearLaw<6> {
        &self.law
    }
    #[inline]
    fn strain(&self, j: &[f64; INVARIANTS]) -> [f64; 6] {
        let h = Helicoid::new(&shifted(j));
        let (g, phi) = (h.g, self.slope * h.phi);
        let e = [g.x, g.y, g.z, phi.x, phi.y, phi.z];
        std::array::from_fn(|k| e[k] - self.reference[k])
    }
    #[inline]
    fn gradient(&self, j: &[f64; INVARIANTS]) -> [[f64; INVARIANTS]; 6] {
        self.scaled(Helicoid::new(&shifted(j)).gradient())
    }
    #[inline]
    fn secant(
        &self,
        j_i: &[f64; INVARIANTS],
        j_y: &[f64; INVARIANTS],
        w: f64,
    ) -> [[f64; INVARIANTS]; 6] {
        if w == 1.0 {
            return self.gradient(j_y);
        }
        let mut secant = self.gradient(&mean(j_i, j_y, w));
        let d: [f64; INVARIANTS] = std::array::from_fn(|k| j_y[k] - j_i[k]);
        let distance = dot(&d, &d);
        let [weight, _] = fade(distance);
        if weight > 0.0 {
            // (hel.3)
            let (e_i, e_y) = (self.strain(j_i), self.strain(j_y));
            for a in 0..6 {
                let left = weight * (e_y[a] - e_i[a] - dot(&secant[a], &d)) / distance;
                for k in 0..INVARIANTS {
                    secant[a][k] += left * d[k];
                }
            }
        }
        secant
    }
    #[inline]
    fn curvature(
        &self,
        j_i: &[f64; INVARIANTS],
        j_y: &[f64; INVARIANTS],
        w: f64,
        sigma: &[f64; 6],
    ) -> [[f64; INVARIANTS]; INVARIANTS] {
        let (n, m) = self.weights(sigma);
        let middle = Helicoid::new(&shifted(&mean(j_i, j_y, w)));
        let mut k = middle.hessian(&n, &m).map(|row| row.map(|x| w * x));
        let d: [f64; INVARIANTS] = std::array::from_fn(|k| j_y[k] - j_i[k]);
        let distance = dot(&d, &d);
        let [weight, weight_slope] = fade(distance);
        if w == 1.0 || weight == 0.0 {
            return k;
        }
        let slope_m = weighted(&self.scaled(middle.gradient()), sigma);
        let slope_y = weighted(&self.gradient(j_y), sigma);
        let (e_i, e_y) = (self.strain(j_i), self.strain(j_y));
        let work: f64 = (0..6).map(|a| sigma[a] * (e_y[a] - e_i[a])).sum();
        // mu = (work - slope_m . d)/|d|^2 and its derivative.
        let mu = (work - dot(&slope_m, &d)) / distance;
        let bend: [f64; INVARIANTS] = std::array::from_fn(|r| dot(&k[r], &d));
        for r in 0..INVARIANTS {
            k[r][r] += weight * mu;
            for c in 0..INVARIANTS {
                let mu_c = (slope_y[c] - slope_m[c] - bend[c] - 2.0 * mu * d[c]) / distance;
                k[r][c] += d[r] * (weight * mu_c + 2.0 * weight_slope * mu * d[c]);
            }
        }
        k
    }
}

/// `c = tr D / 2 - 1/2` from the plain product.
#[inline(always)]
fn shifted(j: &[f64; INVARIANTS]) -> [f64; INVARIANTS] {
    let mut j = *j;
    j[3] -= 0.5;
    j
}

#[inline(always)]
fn mean(a: &[f64; INVARIANTS], b: &[f64; INVARIANTS], w: f64) -> [f64; INVARIANTS] {
    std::array::from_fn(|k| (1.0 - w) * a[k] + w * b[k])
}

#[inline(always)]
fn dot(a: &[f64; INVARIANTS], b: &[f64; INVARIANTS]) -> f64 {
    (0..INVARIANTS).map(|k| a[k] * b[k]).sum()
}

/// `gradient^T sigma`.
fn weighted(gradient: &[[f64; INVARIANTS]; 6], sigma: &[f64; 6]) -> [f64; INVARIANTS] {
    std::array::from_fn(|k| (0..6).map(|a| gradient[a][k] * sigma[a]).sum())
}
