//! Forces that a program computes.

use crate::functions::PointLaw;
use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Account, Coupling, ForceLaw, Measure, SecantStress, Strain};

/// A force on a point as a function of time, place and velocity of the point.
///
/// Its strains are the three coordinates of the point, whose secants are the axes of the world: the work that the ledger books is
/// that of the force of a stage on the displacement of the point, exactly.
#[derive(Clone, Debug)]
pub struct ProgramLoad {
    node: [NodeIndex; 1],
    attachments: [Attachment; 1],
    law: PointLaw,
}

impl ProgramLoad {
    /// On a point of a node.
    pub fn new(node: NodeIndex, at: V3, law: PointLaw) -> Self {
        ProgramLoad {
            node: [node],
            attachments: [Attachment::point(0, at)],
            law,
        }
    }
}

impl Strain<1, 1, 3> for ProgramLoad {
    fn nodes(&self) -> &[NodeIndex; 1] {
        &self.node
    }
    fn attachments(&self) -> &[Attachment; 1] {
        &self.attachments
    }
    fn measure(&self, _p_i: &[V3; 1], p_y: &[V3; 1], _w: f64) -> Measure<1, 3> {
        let axes = [[V3::x()], [V3::y()], [V3::z()]];
        Measure {
            e: p_y[0].into(),
            secant: axes,
            gradient: axes,
        }
    }
    /// The secants are constant.
    fn coupling(
        &self,
        _p_i: &[V3; 1],
        _p_y: &[V3; 1],
        _w: f64,
        _sigma: &[f64; 3],
        _visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
    }
}

impl ForceLaw<1, 1, 3> for ProgramLoad {
    fn account(&self) -> Account {
        Account::Loads
    }
    fn applied(&self, t: f64, e: &[f64; 3], rate: &[f64; 3]) -> SecantStress<3> {
        let found = self.law.evaluate(t, *e, *rate);
        let mut stress = SecantStress {
            sigma: found.force,
            d_start: found.d_velocity,
            d_end: found.d_place,
        };
        // The stress is internal, a load acts against it.
        stress.scale(-1.0);
        stress
    }
}
