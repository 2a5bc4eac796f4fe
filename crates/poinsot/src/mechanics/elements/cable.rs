//! A Gauss point of a cable or truss (cb.1).

use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::forces::strain_from_form;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{
    Account, Axial, ForceLaw, NodeNoise, Now, SecantStress, Strain,
};
use crate::mechanics::quadratic::QuadraticForm;
use crate::mechanics::wrench;

/// Strain measure of a cable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CableStrain {
    /// `1/2 (lambda^2 - 1)`, the measure of the source papers.
    Green,
    /// `lambda - 1` in tension, joined smoothly to the Green strain in compression.
    #[default]
    Engineering,
}

/// Axial law as a function of the Green strain `e`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CableLaw {
    /// Length that the Gauss point stands for, without stretch [m].
    pub length: f64,
    /// EA times that length [N m].
    pub stiffness: f64,
    /// Viscosity times that length [N s m].
    pub damping: f64,
    /// Measure that EA is taken against.
    pub strain: CableStrain,
    /// No compression.
    pub tension_only: bool,
}

impl CableLaw {
    /// Stretch; the Green strain itself is used in compression, where it joins with equal value, slope and stiffness.
    fn stretch(&self, e: f64) -> f64 {
        (1.0 + 2.0 * e).sqrt()
    }
    fn slack(&self, e: f64) -> bool {
        self.tension_only && e <= 0.0
    }
    /// `W(e)`.
    pub fn energy(&self, e: f64) -> f64 {
        if self.slack(e) {
            0.0
        } else if e <= 0.0 || self.strain == CableStrain::Green {
            0.5 * self.stiffness * e * e
        } else {
            // lambda - 1 = 2 e / (lambda + 1) keeps the digits of small strains.
            let nominal = 2.0 * e / (self.stretch(e) + 1.0);
            0.5 * self.stiffness * nominal * nominal
        }
    }
    /// `W'(e)`: the force conjugate to the Green strain.
    pub fn force(&self, e: f64) -> f64 {
        if self.slack(e) {
            0.0
        } else if e <= 0.0 || self.strain == CableStrain::Green {
            self.stiffness * e
        } else {
            let l = self.stretch(e);
            self.stiffness * 2.0 * e / (l * (l + 1.0))
        }
    }
    /// `W''(e)`.
    pub fn modulus(&self, e: f64) -> f64 {
        if self.slack(e) {
            0.0
        } else if e <= 0.0 || self.strain == CableStrain::Green {
            self.stiffness
        } else {
            self.stiffness / self.stretch(e).powi(3)
        }
    }
    /// Divided difference of the energy and its derivatives with respect to both strains.
    fn mean_force(&self, x: f64, y: f64) -> [f64; 3] {
        if self.slack(x) && self.slack(y) {
            return [0.0; 3];
        }
        let green = self.strain == CableStrain::Green;
        let compressed = |e: f64| e <= 0.0 && !self.tension_only;
        if (green && !self.slack(x) && !self.slack(y)) || (compressed(x) && compressed(y)) {
            let half = 0.5 * self.stiffness;
            return [half * (x + y), half, half];
        }
        if x > 0.0 && y > 0.0 {
            // ((l_y - 1)^2 - (l_x - 1)^2)/(l_y^2 - l_x^2) = 1 - 2/(l_x + l_y)
            let (a, b) = (self.stretch(x), self.stretch(y));
            let sum = a + b;
            let slope = 2.0 * self.stiffness / (sum * sum);
            return [
                self.stiffness * (2.0 * x / (a + 1.0) + 2.0 * y / (b + 1.0)) / sum,
                slope / a,
                slope / b,
            ];
        }
        // The ends lie on two sides of the corner, so they differ.
        let d = y - x;
        let mean = (self.energy(y) - self.energy(x)) / d;
        [mean, (mean - self.force(x)) / d, (self.force(y) - mean) / d]
    }
}

/// One Gauss point of a cable element with `N` nodes: `e = 1/2 (r'.r' - 1)`, `r' = sum N'_k r_k` by unstretched length.
#[derive(Clone, Debug)]
pub struct CableElement<const N: usize> {
    form: QuadraticForm<N, N>,
    law: CableLaw,
}

impl<const N: usize> CableElement<N> {
    /// `nodes` with the points on them, `slope` the derivatives of the shape functions by unstretched length.
    pub fn new(nodes: [NodeIndex; N], at: [V3; N], slope: &[f64; N], law: CableLaw) -> Self {
        let attachments = std::array::from_fn(|k| Attachment::point(k, at[k]));
        let mut form = QuadraticForm::new(nodes, attachments)
            .minus(0.5)
            .counted_from(0);
        for k in 0..N {
            for l in 0..N {
                form.q[k][l] = slope[k] * slope[l];
            }
        }
        CableElement { form, law }
    }

    /// Largest slope of a shape function [1/m].
    fn steepest(&self) -> f64 {
        (0..N).fold(0.0f64, |a, k| a.max(self.form.q[k][k].abs().sqrt()))
    }

    /// Law of this Gauss point.
    pub fn law(&self) -> &CableLaw {
        &self.law
    }
}

strain_from_form!(CableElement<2>, 2, 2);
strain_from_form!(CableElement<3>, 3, 3);
strain_from_form!(CableElement<4>, 4, 4);

impl<const N: usize> ForceLaw<N, N, 1> for CableElement<N>
where
    CableElement<N>: Strain<N, N, 1>,
{
    fn account(&self) -> Account {
        Account::Elastic
    }
    fn energy(&self, e: &[f64; 1]) -> f64 {
        self.law.energy(e[0])
    }
    fn elastic(&self, x: &[f64; 1], y: &[f64; 1]) -> SecantStress<1> {
        let [sigma, d_start, d_end] = self.law.mean_force(x[0], y[0]);
        SecantStress {
            sigma: [sigma],
            d_start: [[d_start]],
            d_end: [[d_end]],
        }
    }
    fn modulus(&self, e: &[f64; 1]) -> [[f64; 1]; 1] {
        [[self.law.modulus(e[0])]]
    }
    fn viscous(&self, x: &[f64; 1], y: &[f64; 1], dt: f64) -> SecantStress<1> {
        // A slack cable has no viscosity either: the change of the part of the strain that carries.
        let carried = |e: f64| if self.law.slack(e) { 0.0 } else { e };
        let viscosity = self.law.damping / dt;
        SecantStress {
            sigma: [viscosity * (carried(y[0]) - carried(x[0]))],
            d_start: [[0.0]],
            d_end: [[if self.law.slack(y[0]) { 0.0 } else { viscosity }]],
        }
    }
    fn viscous_at(&self, e: &[f64; 1], rate: &[f64; 1]) -> SecantStress<1> {
        let viscosity = if self.law.slack(e[0]) {
            0.0
        } else {
            self.law.damping
        };
        SecantStress {
            sigma: [viscosity * rate[0]],
            d_start: [[viscosity]],
            d_end: [[0.0]],
        }
    }
    /// Strain `lambda - 1` and axial force.
    const OBSERVED: usize = 2;
    fn observe(&self, at: &Now, out: &mut [f64]) {
        let e = self.value_at(at.stages);
        let rates = wrench::strain_rates(self, at.stages, at.velocities);
        let [sigma] = self.stress_at(at.time, &e, &rates);
        // The law is conjugate to the Green strain: force and stretch follow from lambda^2 = 1 + 2 e.
        let stretch = (1.0 + 2.0 * e[0]).max(0.0).sqrt();
        out.copy_from_slice(&[stretch - 1.0, sigma * stretch / self.law.length]);
    }
    fn axial(&self) -> Option<Axial> {
        Some(Axial {
            stiffness: self.law.stiffness / self.law.length,
            length: self.law.length,
            steepest: self.steepest(),
        })
    }
    fn round_off(&self) -> [NodeNoise; N] {
        // The form holds the squares of the slopes on its diagonal. The tangent r' is of size one and has a last digit for every
        // metre from the world's origin and every slope.
        let slope: [f64; N] = std::array::from_fn(|k| self.form.q[k][k].abs().sqrt());
        let steepest = self.steepest();
        let sigma = f64::EPSILON * self.law.stiffness;
        std::array::from_fn(|k| NodeNoise {
            size: [[sigma * slope[k], 0.0], [sigma * steepest * slope[k], 0.0]],
            ..NodeNoise::default()
        })
    }
}
