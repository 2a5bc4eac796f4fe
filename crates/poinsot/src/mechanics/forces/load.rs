//! Applied forces and moments.

use super::strain_from_form;
use crate::functions::TimeFunction;
use crate::math::{V3, V6};
use crate::mechanics::attachment::{Attachment, AttachmentKind};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, SecantStress, StartStrain, Strain,
};
use crate::mechanics::quadratic::QuadraticForm;
use crate::mechanics::wrench::{self, Intervals, LinearRule, STAGES, Sink, StressRule};
use std::sync::Arc;

/// A force on a point or a moment on a frame with a fixed direction in the world.
///
/// The strain is the displacement of the attachment along the load, so its work is exact. Weight is such a
/// load with a potential.
#[derive(Clone, Debug)]
pub struct DeadLoad {
    form: QuadraticForm<1, 1>,
    /// One for all weights of a model.
    scale: Arc<TimeFunction>,
    potential: bool,
    account: Account,
}

strain_from_form!(DeadLoad, 1, 1);

impl DeadLoad {
    /// A force `value` on a point of a node.
    pub fn force(node: NodeIndex, at: V3, value: V3, scale: impl Into<Arc<TimeFunction>>) -> Self {
        DeadLoad {
            form: QuadraticForm::new([node], [Attachment::point(0, at)]).linear(0, value),
            scale: scale.into(),
            potential: false,
            account: Account::Loads,
        }
    }
    /// A moment `value` on a frame.
    pub fn moment(node: NodeIndex, value: V3, scale: impl Into<Arc<TimeFunction>>) -> Self {
        DeadLoad {
            form: QuadraticForm::new([node], [Attachment::rotation(0)]).linear(0, value),
            scale: scale.into(),
            potential: false,
            account: Account::Loads,
        }
    }
    /// From now on another factor. Not for weights, whose factor may be part of a potential.
    pub(crate) fn set_scale(&mut self, scale: Arc<TimeFunction>) {
        self.scale = scale;
    }
    /// Weight of a mass at the origin of its node. A constant factor makes it a potential.
    pub fn weight(node: NodeIndex, value: V3, scale: impl Into<Arc<TimeFunction>>) -> Self {
        let scale = scale.into();
        let potential = scale.is_constant();
        DeadLoad {
            account: if potential {
                Account::Gravity
            } else {
                Account::Loads
            },
            potential,
            ..DeadLoad::force(node, V3::zeros(), value, scale)
        }
    }
}

impl ForceLaw<1, 1, 1> for DeadLoad {
    fn account(&self) -> Account {
        self.account
    }
    fn energy(&self, e: &[f64; 1]) -> f64 {
        if self.potential {
            -self.scale.value(0.0) * e[0]
        } else {
            0.0
        }
    }
    fn applied(&self, t: f64, _e: &[f64; 1], _rate: &[f64; 1]) -> SecantStress<1> {
        SecantStress {
            sigma: [-self.scale.value(t)],
            ..SecantStress::zero()
        }
    }
    fn assemble(
        &self,
        iv: &Intervals,
        rule: &impl StressRule,
        _linear: &LinearRule,
        start: &StartStrain<1>,
        pair: usize,
        sink: &mut impl Sink,
    ) {
        let [a] = *self.form.attachments();
        let centred = a.kind == AttachmentKind::Point && a.local == V3::zeros();
        if !centred || iv.rule.fixed_pole {
            return wrench::assemble_force(self, iv, rule, start, pair, sink);
        }
        // A force through the origin of its node, like every weight: no moment, no tangent, and the strain is not needed.
        let none = [[0.0]; STAGES];
        let stress = rule.stress(self, &[0.0], &none, &start.rate);
        let [node] = *self.form.nodes();
        let f = self.form.b[0];
        for y in 0..iv.stages {
            for r in 0..iv.stages {
                let x = iv.weight[r][y] * stress.sigma[y][0];
                if x != 0.0 {
                    sink.wrench(node, r, &V6::new(x * f.x, x * f.y, x * f.z, 0.0, 0.0, 0.0));
                }
            }
        }
    }
}

/// A force or moment that turns with the body: a quasi-strain, the displacement along the averaged direction.
#[derive(Clone, Debug)]
pub struct FollowerLoad {
    node: [NodeIndex; 1],
    attachments: [Attachment; 2],
    scale: Arc<TimeFunction>,
}

impl FollowerLoad {
    /// A force with components `value` in the node's frame on a point of it.
    pub fn force(node: NodeIndex, at: V3, value: V3, scale: impl Into<Arc<TimeFunction>>) -> Self {
        FollowerLoad {
            node: [node],
            attachments: [Attachment::point(0, at), Attachment::vector(0, value)],
            scale: scale.into(),
        }
    }
    /// From now on another factor.
    pub(crate) fn set_scale(&mut self, scale: Arc<TimeFunction>) {
        self.scale = scale;
    }
    /// A moment with components `value` in the node's frame.
    pub fn moment(node: NodeIndex, value: V3, scale: impl Into<Arc<TimeFunction>>) -> Self {
        FollowerLoad {
            node: [node],
            attachments: [Attachment::rotation(0), Attachment::vector(0, value)],
            scale: scale.into(),
        }
    }
}

impl Strain<1, 2, 1> for FollowerLoad {
    fn nodes(&self) -> &[NodeIndex; 1] {
        &self.node
    }
    fn attachments(&self) -> &[Attachment; 2] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 2], p_y: &[V3; 2], w: f64) -> Measure<2, 1> {
        let direction = (1.0 - w) * p_i[1] + w * p_y[1];
        let path = p_y[0] - p_i[0];
        Measure {
            e: [direction.dot(&path)],
            secant: [[direction, V3::zeros()]],
            gradient: [[direction, w * path]],
        }
    }
    fn coupling(
        &self,
        _p_i: &[V3; 2],
        _p_y: &[V3; 2],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        visit(0, 1, Coupling::Scalar(w * sigma[0]));
    }
}

impl ForceLaw<1, 2, 1> for FollowerLoad {
    fn account(&self) -> Account {
        Account::Loads
    }
    fn applied(&self, t: f64, _e: &[f64; 1], _rate: &[f64; 1]) -> SecantStress<1> {
        SecantStress {
            sigma: [-self.scale.value(t)],
            ..SecantStress::zero()
        }
    }
}
