//! A quadratic form that must vanish, or follow a function of time.

use super::FrameRow;
use crate::functions::TimeFunction;
use crate::math::V3;
use crate::mechanics::attachment::{Attachment, AttachmentKind};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Constraint, Coupling, Measure, Strain};
use crate::mechanics::quadratic::QuadraticForm;

/// `form(q) = target(t)`.
#[derive(Clone, Debug)]
pub struct Gap<const N: usize, const P: usize> {
    /// Left-hand side.
    pub form: QuadraticForm<N, P>,
    /// Right-hand side; `None` is zero.
    pub target: Option<TimeFunction>,
}

impl<const N: usize, const P: usize> From<QuadraticForm<N, P>> for Gap<N, P> {
    fn from(form: QuadraticForm<N, P>) -> Self {
        Gap { form, target: None }
    }
}

impl Gap<1, 1> {
    /// A coordinate that follows a function of time.
    pub fn prescribed(node: NodeIndex, target: TimeFunction) -> Self {
        Gap {
            form: QuadraticForm::coordinate(node),
            target: Some(target),
        }
    }
}

impl<const N: usize, const P: usize> Strain<N, P, 1> for Gap<N, P> {
    fn nodes(&self) -> &[NodeIndex; N] {
        self.form.nodes()
    }
    fn attachments(&self) -> &[Attachment; P] {
        self.form.attachments()
    }
    #[inline]
    fn measure(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, 1> {
        self.form.measure(p_i, p_y, w)
    }
    #[inline]
    fn coupling(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        self.form.coupling(p_i, p_y, w, sigma, visit);
    }
}

impl<const N: usize, const P: usize> Constraint<N, P, 1> for Gap<N, P> {
    fn target(&self, t: f64) -> [f64; 1] {
        [self.target.as_ref().map_or(0.0, |f| f.value(t))]
    }
    fn dimensionless(&self) -> bool {
        // Products of vectors alone are cosines.
        let vector = |a: &Attachment| a.kind == AttachmentKind::Vector;
        self.form.attachments.iter().all(vector)
    }
    fn frame_row(&self) -> Option<FrameRow> {
        match self.target {
            None => self.form.frame_row(),
            Some(_) => None,
        }
    }
    fn target_rate(&self, t: f64) -> [f64; 1] {
        [self.target.as_ref().map_or(0.0, |f| f.rate(t))]
    }
    fn target_acceleration(&self, t: f64) -> [f64; 1] {
        [self.target.as_ref().map_or(0.0, |f| f.acceleration(t))]
    }
}
