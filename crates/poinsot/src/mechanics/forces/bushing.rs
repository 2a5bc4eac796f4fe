//! A six-component elastic connection between two frames.

use super::BushingLaws;
use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, SecantStress, Strain, stress_on_digits,
};
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench;
use nalgebra::{Matrix6, SMatrix};

/// Strains: components of `P_B - P_A` on the axes of A, and the axial vector of the relative rotation,
/// `1/2 (y_A.z_B - z_A.y_B)` and cyclic, which is `n sin(phi)`: the rotation vector to third order.
#[derive(Clone, Debug)]
pub struct Bushing {
    nodes: [NodeIndex; 2],
    attachments: [Attachment; 8],
    stiffness: [[f64; 6]; 6],
    damping: [[f64; 6]; 6],
    laws: Option<Box<BushingLaws>>,
}

const P_A: usize = 0;
const P_B: usize = 1;
/// First of the three axes of A and of B among the attachments.
const AXES_A: usize = 2;
const AXES_B: usize = 5;

impl Bushing {
    /// Points and axes (columns) in the frames of the nodes.
    pub fn new(
        nodes: [NodeIndex; 2],
        points: [V3; 2],
        axes: [SMatrix<f64, 3, 3>; 2],
        stiffness: &Matrix6<f64>,
        damping: &Matrix6<f64>,
    ) -> Self {
        let axis = |side: usize, k: usize| Attachment::vector(side, axes[side].column(k).into());
        let rows = |m: &Matrix6<f64>| std::array::from_fn(|r| std::array::from_fn(|c| m[(r, c)]));
        Bushing {
            nodes,
            attachments: [
                Attachment::point(0, points[0]),
                Attachment::point(1, points[1]),
                axis(0, 0),
                axis(0, 1),
                axis(0, 2),
                axis(1, 0),
                axis(1, 1),
                axis(1, 2),
            ],
            stiffness: rows(stiffness),
            damping: rows(damping),
            laws: None,
        }
    }

    /// The same with nonlinear laws, whose stress is added to that of the stiffness.
    pub fn with_laws(mut self, laws: Option<BushingLaws>) -> Self {
        self.laws = laws.map(Box::new);
        self
    }

    /// Terms `c p_k . p_l` of strain `a`.
    fn products(a: usize) -> [(usize, usize, f64); 2] {
        if a < 3 {
            [(AXES_A + a, P_B, 1.0), (AXES_A + a, P_A, -1.0)]
        } else {
            // Axial vector of A^T B: component 1 is (D_32 - D_23)/2 with D_kl = a_k . b_l, and cyclic.
            let (k, l) = [(1, 2), (2, 0), (0, 1)][a - 3];
            [
                (AXES_A + l, AXES_B + k, 0.5),
                (AXES_A + k, AXES_B + l, -0.5),
            ]
        }
    }

    fn gradient(p: &[V3; 8], a: usize) -> [V3; 8] {
        let mut g = [V3::zeros(); 8];
        for (k, l, c) in Self::products(a) {
            g[k] += c * p[l];
            g[l] += c * p[k];
        }
        g
    }
}

fn multiply(m: &[[f64; 6]; 6], x: &[f64; 6]) -> [f64; 6] {
    std::array::from_fn(|r| (0..6).map(|c| m[r][c] * x[c]).sum())
}

fn scaled(m: &[[f64; 6]; 6], factor: f64) -> [[f64; 6]; 6] {
    m.map(|row| row.map(|x| factor * x))
}

impl Strain<2, 8, 6> for Bushing {
    fn nodes(&self) -> &[NodeIndex; 2] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; 8] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 8], p_y: &[V3; 8], w: f64) -> Measure<8, 6> {
        let p_m: [V3; 8] = std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k]);
        let mut m = Measure::zero();
        for a in 0..6 {
            m.e[a] = Self::products(a)
                .iter()
                .map(|&(k, l, c)| c * p_y[k].dot(&p_y[l]))
                .sum();
            m.secant[a] = Self::gradient(&p_m, a);
            m.gradient[a] = Self::gradient(p_y, a);
        }
        m
    }
    fn coupling(
        &self,
        _p_i: &[V3; 8],
        _p_y: &[V3; 8],
        w: f64,
        sigma: &[f64; 6],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        for a in 0..6 {
            for (k, l, c) in Self::products(a) {
                visit(k, l, Coupling::Scalar(w * sigma[a] * c));
                visit(l, k, Coupling::Scalar(w * sigma[a] * c));
            }
        }
    }
}

impl ForceLaw<2, 8, 6> for Bushing {
    fn account(&self) -> Account {
        Account::Elastic
    }
    fn energy(&self, e: &[f64; 6]) -> f64 {
        let s = multiply(&self.stiffness, e);
        let linear = 0.5 * (0..6).map(|k| s[k] * e[k]).sum::<f64>();
        linear + self.laws.as_ref().map_or(0.0, |laws| laws.energy(e))
    }
    fn elastic(&self, x: &[f64; 6], y: &[f64; 6]) -> SecantStress<6> {
        let mean: [f64; 6] = std::array::from_fn(|k| 0.5 * (x[k] + y[k]));
        let mut stress = SecantStress {
            sigma: multiply(&self.stiffness, &mean),
            d_start: scaled(&self.stiffness, 0.5),
            d_end: scaled(&self.stiffness, 0.5),
        };
        if let Some(laws) = &self.laws {
            laws.add_elastic(x, y, &mut stress);
        }
        stress
    }
    fn modulus(&self, e: &[f64; 6]) -> [[f64; 6]; 6] {
        let mut modulus = self.stiffness;
        if let Some(laws) = &self.laws {
            laws.add_modulus(e, &mut modulus);
        }
        modulus
    }
    fn energy_per_digit(&self, stages: &[NodeStage], e: &[f64; 6]) -> f64 {
        // A formula such as (1 + x)^2 - 2 x - 1 has larger roundings than its value.
        let laws = self.laws.as_ref();
        let formula = laws.map_or(0.0, |laws| laws.energy_round_off(e) / f64::EPSILON);
        let p = wrench::points_at(self, stages);
        stress_on_digits(&self.elastic(e, e).sigma, &p) + formula
    }
    fn viscous(&self, x: &[f64; 6], y: &[f64; 6], dt: f64) -> SecantStress<6> {
        let rate: [f64; 6] = std::array::from_fn(|k| (y[k] - x[k]) / dt);
        SecantStress {
            sigma: multiply(&self.damping, &rate),
            d_start: [[0.0; 6]; 6],
            d_end: scaled(&self.damping, 1.0 / dt),
        }
    }
    fn viscous_at(&self, _e: &[f64; 6], rate: &[f64; 6]) -> SecantStress<6> {
        SecantStress {
            sigma: multiply(&self.damping, rate),
            d_start: self.damping,
            d_end: [[0.0; 6]; 6],
        }
    }
}
