//! The helicoidal two-node beam (hel.1) to (hel.4): exact for constant strain at any angle below a half turn.

use super::LinearLaw;
use super::field::{CARRIED, ElementNode, ElementNodes, FieldElement, Product, ShareWith};
use super::helicoid::{Helicoid, INVARIANTS};
use super::section_law;
use crate::math::V3;

/// Fields: the chord `(r_B - r_A)/L`, the axes of A, the axes of B.
const FIELDS: usize = 7;
const CHORD: usize = 0;
const A: usize = 1;
const B: usize = 4;

/// A two-node beam element. Strains are the logarithm of the relative motion of its ends, per length.
#[derive(Clone, Debug)]
pub struct HelicoidalBeam {
    on: ElementNodes<2, 8, FIELDS, 6>,
    /// One over the length.
    slope: f64,
    reference: [f64; 6],
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
        let (of_a, of_b) = ([1.0, 0.0], [0.0, 1.0]);
        let coefficients = [[-slope, slope], of_a, of_a, of_a, of_b, of_b, of_b];
        let mut beam = HelicoidalBeam {
            on: ElementNodes::new(nodes, coefficients, law),
            slope,
            reference: [0.0; 6],
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

    /// Strains less their reference values.
    #[inline(always)]
    fn end(&self, h: &Helicoid) -> [f64; 6] {
        let (g, phi) = (h.g, self.slope * h.phi);
        let e = [g.x, g.y, g.z, phi.x, phi.y, phi.z];
        std::array::from_fn(|k| e[k] - self.reference[k])
    }

    /// Stress as the weights of `G` and `phi`.
    fn weights(&self, sigma: &[f64; 6]) -> (V3, V3) {
        (
            V3::new(sigma[0], sigma[1], sigma[2]),
            self.slope * V3::new(sigma[3], sigma[4], sigma[5]),
        )
    }
}

impl ShareWith for HelicoidalBeam {
    fn share_with(&mut self, other: &Self) {
        self.on.share_with(&other.on);
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
    // Relative rotation, its cosine, chord.
    const ENTERS: [usize; INVARIANTS] = [3, 4, 5, 5, 0, 1, 2];
    const DIRECT: bool = false;
    type Point = HelicoidInterval;
    const OUTPUTS: usize = section_law::OBSERVED;

    fn outputs(&self, e: &[f64; 6], elastic: &[f64; 6], viscous: &[f64; 6], out: &mut [f64]) {
        section_law::outputs(e, elastic, viscous, out);
    }

    #[inline(always)]
    fn on(&self) -> &ElementNodes<2, 8, FIELDS, 6> {
        &self.on
    }
    #[inline(always)]
    fn law(&self) -> &LinearLaw<6> {
        &self.on.common.law
    }
    // Every axis is a field of its own: nothing to interpolate but the chord.
    #[inline(always)]
    fn interpolate(&self, arms: &[[V3; CARRIED]; 2], points: &[V3; 2]) -> [V3; FIELDS] {
        let chord = self.slope * (points[1] - points[0]);
        let [a, b] = arms;
        [chord, a[1], a[2], a[3], b[1], b[2], b[3]]
    }
    #[inline(always)]
    fn spread(&self, force: &[V3; FIELDS], carried: &mut [[V3; CARRIED]; 2]) {
        let pull = self.slope * force[CHORD];
        carried[0] = [-pull, force[A], force[A + 1], force[A + 2]];
        carried[1] = [pull, force[B], force[B + 1], force[B + 2]];
    }
    #[inline]
    fn strain(&self, j: &[f64; INVARIANTS]) -> [f64; 6] {
        self.end(&Helicoid::new(&shifted(j)))
    }
    #[inline(always)]
    fn point(
        &self,
        j_i: &[f64; INVARIANTS],
        e_i: &[f64; 6],
        j_y: &[f64; INVARIANTS],
        w: f64,
    ) -> HelicoidInterval {
        let end = Helicoid::new(&shifted(j_y));
        let e_y = self.end(&end);
        let mut d = [0.0; INVARIANTS];
        let mut mean = [0.0; INVARIANTS];
        for k in 0..INVARIANTS {
            d[k] = j_y[k] - j_i[k];
            mean[k] = (1.0 - w) * j_i[k] + w * j_y[k];
        }
        let distance = dot(&d, &d);
        let [weight, weight_slope] = if w == 1.0 { [0.0; 2] } else { fade(distance) };
        let mut stretch = [0.0; 6];
        for a in 0..6 {
            stretch[a] = e_y[a] - e_i[a];
        }
        HelicoidInterval {
            middle: Helicoid::new(&shifted(&mean)),
            end,
            e_y,
            stretch,
            d,
            distance,
            weight,
            weight_slope,
            w,
        }
    }
    #[inline(always)]
    fn end_strain(&self, point: &HelicoidInterval) -> [f64; 6] {
        point.e_y
    }
    #[inline]
    fn pull(&self, point: &HelicoidInterval, sigma: &[f64; 6]) -> [f64; INVARIANTS] {
        let (n, m) = self.weights(sigma);
        let mut g = point.middle.pull(&n, &m);
        if point.weight > 0.0 {
            // (hel.3)
            let mu = point.mu(sigma, &g);
            for k in 0..INVARIANTS {
                g[k] += point.weight * mu * point.d[k];
            }
        }
        g
    }
    #[inline]
    fn gradient(&self, point: &HelicoidInterval) -> [[f64; INVARIANTS]; 6] {
        self.scaled(point.end.gradient())
    }
    #[inline]
    fn secant(&self, point: &HelicoidInterval) -> [[f64; INVARIANTS]; 6] {
        let mut secant = self.scaled(point.middle.gradient());
        if point.weight > 0.0 {
            for a in 0..6 {
                let missing = point.stretch[a] - dot(&secant[a], &point.d);
                let left = point.weight * missing / point.distance;
                for k in 0..INVARIANTS {
                    secant[a][k] += left * point.d[k];
                }
            }
        }
        secant
    }
    #[inline]
    fn curvature(
        &self,
        point: &HelicoidInterval,
        sigma: &[f64; 6],
    ) -> [[f64; INVARIANTS]; INVARIANTS] {
        let (n, m) = self.weights(sigma);
        let mut k = point.middle.hessian(&n, &m);
        for row in &mut k {
            for x in row {
                *x *= point.w;
            }
        }
        if point.weight == 0.0 {
            return k;
        }
        let (weight, d) = (point.weight, &point.d);
        let slope_m = point.middle.pull(&n, &m);
        let slope_y = point.end.pull(&n, &m);
        let mu = point.mu(sigma, &slope_m);
        let mut mu_slope = [0.0; INVARIANTS];
        for c in 0..INVARIANTS {
            let bend = dot(&k[c], d);
            mu_slope[c] = (slope_y[c] - slope_m[c] - bend - 2.0 * mu * d[c]) / point.distance;
        }
        for r in 0..INVARIANTS {
            k[r][r] += weight * mu;
            for c in 0..INVARIANTS {
                k[r][c] += d[r] * (weight * mu_slope[c] + 2.0 * point.weight_slope * mu * d[c]);
            }
        }
        k
    }
}

/// A helicoidal element on an interval.
pub struct HelicoidInterval {
    middle: Helicoid,
    end: Helicoid,
    e_y: [f64; 6],
    /// Change of the strains.
    stretch: [f64; 6],
    /// Change of the invariants.
    d: [f64; INVARIANTS],
    distance: f64,
    weight: f64,
    weight_slope: f64,
    w: f64,
}

impl HelicoidInterval {
    /// `(sigma . de - slope . dJ)/|dJ|^2`: what the slope at the mean misses, along `dJ`.
    #[inline(always)]
    fn mu(&self, sigma: &[f64; 6], slope: &[f64; INVARIANTS]) -> f64 {
        let mut work = 0.0;
        for a in 0..6 {
            work += sigma[a] * self.stretch[a];
        }
        (work - dot(slope, &self.d)) / self.distance
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
fn dot(a: &[f64; INVARIANTS], b: &[f64; INVARIANTS]) -> f64 {
    let mut sum = 0.0;
    for k in 0..INVARIANTS {
        sum += a[k] * b[k];
    }
    sum
}
