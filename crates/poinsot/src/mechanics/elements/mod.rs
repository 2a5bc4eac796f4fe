//! Flexible elements: what is interpolated between nodes, and the strains made of it.

mod cable;
mod director_beam;
mod field;
mod field_assembly;
mod field_tangent;
mod given;
mod helicoid;
mod helicoidal_beam;
mod reduced;
mod section_law;
mod shell;
pub mod solid;

/// What the kernel asks of every interaction, answered through the fields of an element.
macro_rules! interaction_from_fields {
    ($type:ty, $n:literal, $p:literal, $m:literal, $q:literal, $e:literal) => {
        impl crate::mechanics::interaction::Strain<$n, $p, $e> for $type {
            fn nodes(&self) -> &[crate::mechanics::index::NodeIndex; $n] {
                &self.on().nodes
            }
            fn attachments(&self) -> &[crate::mechanics::attachment::Attachment; $p] {
                &self.on().common.attachments
            }
            fn measure(&self, p_i: &[V3; $p], p_y: &[V3; $p], w: f64) -> Measure<$p, $e> {
                self.measure_fields(p_i, p_y, w)
            }
            fn value(&self, p: &[V3; $p]) -> [f64; $e] {
                self.strain_at(p)
            }
            fn rates(&self, p: &[V3; $p], p_dot: &[V3; $p]) -> [f64; $e] {
                self.strain_rates(p, p_dot)
            }
            fn value_at(&self, stages: &[NodeStage]) -> [f64; $e] {
                field_assembly::strain_at(self, stages)
            }
            fn coupling(
                &self,
                p_i: &[V3; $p],
                p_y: &[V3; $p],
                w: f64,
                sigma: &[f64; $e],
                visit: &mut impl FnMut(usize, usize, Coupling),
            ) {
                self.couple_fields(p_i, p_y, w, sigma, visit);
            }
        }

        impl ForceLaw<$n, $p, $e> for $type {
            fn account(&self) -> Account {
                Account::Elastic
            }
            fn energy(&self, e: &[f64; $e]) -> f64 {
                self.law().energy(e)
            }
            fn elastic(&self, x: &[f64; $e], y: &[f64; $e]) -> SecantStress<$e> {
                self.law().elastic(x, y)
            }
            fn modulus(&self, _e: &[f64; $e]) -> [[f64; $e]; $e] {
                self.law().stiffness
            }
            fn viscous(&self, x: &[f64; $e], y: &[f64; $e], dt: f64) -> SecantStress<$e> {
                self.law().viscous(x, y, dt)
            }
            fn viscous_work(&self, x: &[f64; $e], y: &[f64; $e], dt: f64) -> f64 {
                self.law().viscous_work(x, y, dt)
            }
            fn viscous_at(&self, _e: &[f64; $e], rate: &[f64; $e]) -> SecantStress<$e> {
                self.law().viscous_at(rate)
            }
            fn energy_per_digit(&self, stages: &[NodeStage], e: &[f64; $e]) -> f64 {
                let stress = LinearLaw::multiply(&self.law().stiffness, e);
                let sum: f64 = stress.iter().map(|s| s.abs()).sum();
                let slope = self.largest_slope();
                let reach = stages[self.on().nodes[0]].r.norm();
                sum * (1.0 + slope * reach)
            }
            const PREDICTED: Predicted =
                <Self as FieldElement<$n, $p, $m, $q, $e>>::PREDICTED;
            const OBSERVED: usize = <Self as FieldElement<$n, $p, $m, $q, $e>>::OUTPUTS;
            fn observe(&self, at: &Now, out: &mut [f64]) {
                let e = self.value_at(at.stages);
                let elastic = LinearLaw::multiply(&self.law().stiffness, &e);
                let viscous = match &self.law().damping {
                    Some(damping) => {
                        let rates = wrench::strain_rates(self, at.stages, at.velocities);
                        LinearLaw::multiply(damping, &rates)
                    }
                    None => [0.0; $e],
                };
                self.outputs(&e, &elastic, &viscous, out);
            }
            fn round_off(&self) -> [NodeNoise; $n] {
                field::round_off(self)
            }
            fn assemble(
                &self,
                iv: &Intervals,
                _rule: &impl StressRule,
                linear: &LinearRule,
                start: &StartStrain<$e>,
                pair: usize,
                sink: &mut impl Sink,
            ) {
                field_assembly::assemble(self, iv, linear, start, pair, sink);
            }
        }
    };
}

interaction_from_fields!(HelicoidalBeam, 2, 8, 7, 7, 6);
interaction_from_fields!(QuadraticPoint, 3, 12, 7, 6, 6);
interaction_from_fields!(CubicPoint, 4, 16, 7, 6, 6);
interaction_from_fields!(QuadraticBeam, 3, 12, 14, 12, 12);
interaction_from_fields!(CubicBeam, 4, 16, 21, 18, 18);
interaction_from_fields!(Tri3, 3, 12, 15, 13, 13);
interaction_from_fields!(Quad4, 4, 16, 38, 22, 21);
interaction_from_fields!(Quad9, 9, 36, 104, 79, 79);

pub use cable::{CableElement, CableLaw, CableStrain};
pub use director_beam::{
    CubicBeam, CubicPoint, DirectorBeam, QuadraticBeam, QuadraticPoint, ShapeAt,
};
pub use field::{Common, ElementNode, ElementNodes, FieldElement, Product, ShareWith};
pub use given::{GivenCourse, GivenStrain, GivenStress, OBSERVED_PER_POINT};
pub use helicoidal_beam::HelicoidalBeam;
pub use reduced::{ReducedFrame, ReducedPiece, pieces as reduced_pieces};
pub use section_law::{LinearLaw, OBSERVED as OBSERVED_PER_SECTION};

pub use shell::{
    Expansion, QUAD4_POINTS, QUAD9_POINTS, Quad4, Quad9, RESULTANTS, ShellLaw, ShellNode,
    TRI3_POINTS, Tri3, shapes_at_points, weights_at_nodes,
};
pub use solid::{
    Hex8, Hex8Volume, Hex20, Hex27, Hex27Volume, Tet10, Tet10Volume, Wedge15, Wedge15Volume,
};

use crate::math::V3;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, NodeNoise, Now, Predicted, SecantStress, StartStrain,
    Strain,
};
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench::{self, Intervals, LinearRule, Sink, StressRule};
