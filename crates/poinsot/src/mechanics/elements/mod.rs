//! Flexible elements: what is interpolated between nodes, and the strains made of it.

mod cable;
mod director_beam;
mod field;
mod field_assembly;
mod field_tangent;
mod helicoid;
mod helicoidal_beam;
mod section_law;

/// What the kernel asks of every interaction, answered through the fields of an element.
macro_rules! interaction_from_fields {
    ($type:ty, $n:literal, $p:literal) => {
        impl crate::mechanics::interaction::Strain<$n, $p, 6> for $type {
            fn nodes(&self) -> &[usize; $n] {
                &self.on().nodes
            }
            fn attachments(&self) -> &[crate::mechanics::attachment::Attachment; $p] {
                &self.on().common.attachments
            }
            fn measure(&self, p_i: &[V3; $p], p_y: &[V3; $p], w: f64) -> Measure<$p, 6> {
                self.measure_fields(p_i, p_y, w)
            }
            fn value(&self, p: &[V3; $p]) -> [f64; 6] {
                self.strain_at(p)
            }
            fn value_at(&self, stages: &[NodeStage]) -> [f64; 6] {
                field_assembly::strain_at(self, stages)
            }
            fn coupling(
                &self,
                p_i: &[V3; $p],
                p_y: &[V3; $p],
                w: f64,
                sigma: &[f64; 6],
                visit: &mut impl FnMut(usize, usize, Coupling),
            ) {
                self.couple_fields(p_i, p_y, w, sigma, visit);
            }
        }

        impl ForceLaw<$n, $p, 6> for $type {
            fn account(&self) -> Account {
                Account::Elastic
            }
            fn energy(&self, e: &[f64; 6]) -> f64 {
                self.law().energy(e)
            }
            fn elastic(&self, x: &[f64; 6], y: &[f64; 6]) -> SecantStress<6> {
                self.law().elastic(x, y)
            }
            fn modulus(&self, _e: &[f64; 6]) -> [[f64; 6]; 6] {
                self.law().stiffness
            }
            fn viscous(&self, x: &[f64; 6], y: &[f64; 6], dt: f64) -> SecantStress<6> {
                self.law().viscous(x, y, dt)
            }
            fn viscous_work(&self, x: &[f64; 6], y: &[f64; 6], dt: f64) -> f64 {
                self.law().viscous_work(x, y, dt)
            }
            fn viscous_at(&self, _e: &[f64; 6], rate: &[f64; 6]) -> SecantStress<6> {
                self.law().viscous_at(rate)
            }
            fn energy_per_digit(&self, stages: &[NodeStage], e: &[f64; 6]) -> f64 {
                let stress = LinearLaw::multiply(&self.law().stiffness, e);
                let sum: f64 = stress.iter().map(|s| s.abs()).sum();
                // Field 0 interpolates positions.
                let slope = self.coefficients()[0]
                    .iter()
                    .map(|c| c.abs())
                    .fold(0.0, f64::max);
                let reach = stages[self.on().nodes[0]].r.norm();
                sum * (1.0 + slope * reach)
            }
            fn round_off(&self) -> [NodeNoise; $n] {
                field::round_off(self)
            }
            fn assemble(
                &self,
                iv: &Intervals,
                _rule: &impl StressRule,
                linear: &LinearRule,
                start: &StartStrain<6>,
                pair: usize,
                sink: &mut impl Sink,
            ) {
                field_assembly::assemble(self, iv, linear, start, pair, sink);
            }
        }
    };
}

interaction_from_fields!(HelicoidalBeam, 2, 8);
interaction_from_fields!(DirectorBeam<3, 12>, 3, 12);
interaction_from_fields!(DirectorBeam<4, 16>, 4, 16);

pub use cable::{CableElement, CableLaw};
pub use director_beam::DirectorBeam;
pub use field::{Common, ElementNode, ElementNodes, FieldElement, Product, ShareWith};
pub use helicoidal_beam::HelicoidalBeam;
pub use section_law::LinearLaw;

use crate::math::V3;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, NodeNoise, SecantStress, StartStrain,
};
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench::{Intervals, LinearRule, Sink, StressRule};
