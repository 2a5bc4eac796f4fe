//! What one point of a patch adds to a row of a tie by distribution.

use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Constraint, Coupling, Measure, Strain};
use crate::mechanics::quadratic::QuadraticForm;

/// A term of (tie.1) or (tie.2). A row is the sum over all points of a patch, however many there are: the shares of its points
/// follow each other, have one owner and one multiplier. Each is an invariant of two nodes, so that it has an exact secant and its
/// wrenches sum to zero by itself.
#[derive(Clone, Copy, Debug)]
pub struct PatchShare {
    form: QuadraticForm<2, 7>,
}

/// Attachments: a lever, the middle of the patch and two vectors on what leads, the point and two vectors on its node.
const LEVER: usize = 0;
const MIDDLE: usize = 1;
const POINT: usize = 2;
const LEADING: [usize; 2] = [3, 4];
const TURNING: [usize; 2] = [5, 6];

impl PatchShare {
    fn blank(nodes: [NodeIndex; 2], lever: V3, middle: V3, point: V3) -> QuadraticForm<2, 7> {
        let none = V3::zeros();
        let attachments = [
            Attachment::vector(0, lever),
            Attachment::point(0, middle),
            Attachment::point(1, point),
            Attachment::vector(0, none),
            Attachment::vector(0, none),
            Attachment::vector(1, none),
            Attachment::vector(1, none),
        ];
        QuadraticForm::new(nodes, attachments).counted_from(MIDDLE)
    }

    /// `lever . (point - middle)` less its value as drawn, with lever and middle in the frame of the first node and the point in
    /// that of the second.
    pub fn along(nodes: [NodeIndex; 2], lever: V3, middle: V3, point: V3, drawn: f64) -> Self {
        let form = Self::blank(nodes, lever, middle, point);
        let form = form.product(LEVER, POINT, 1.0).product(LEVER, MIDDLE, -1.0);
        PatchShare {
            form: form.minus(drawn),
        }
    }

    /// The same with a lever in the world: for a first node without axes.
    pub fn in_world(nodes: [NodeIndex; 2], lever: V3, point: V3, drawn: f64) -> Self {
        let form = Self::blank(nodes, V3::zeros(), V3::zeros(), point);
        let form = form.linear(POINT, lever).linear(MIDDLE, -lever);
        PatchShare {
            form: form.minus(drawn),
        }
    }

    /// Adds `weight` times the sine of the angle by which the second node is turned against the first about `u x v`. The vectors
    /// are perpendicular to each other, in the frame of the first node, then the same two in that of the second.
    pub fn turning(mut self, weight: f64, [u, v]: [V3; 2], [s, t]: [V3; 2]) -> Self {
        let put = |form: &mut QuadraticForm<2, 7>, k: usize, vector: V3| {
            form.attachments[k].local = vector;
        };
        put(&mut self.form, LEADING[0], u);
        put(&mut self.form, LEADING[1], v);
        put(&mut self.form, TURNING[0], s);
        put(&mut self.form, TURNING[1], t);
        // s turns towards v, t away from u.
        let form = self.form.product(LEADING[1], TURNING[0], 0.5 * weight);
        self.form = form.product(LEADING[0], TURNING[1], -0.5 * weight);
        self
    }
}

impl Strain<2, 7, 1> for PatchShare {
    fn nodes(&self) -> &[NodeIndex; 2] {
        self.form.nodes()
    }
    fn attachments(&self) -> &[Attachment; 7] {
        self.form.attachments()
    }
    #[inline]
    fn measure(&self, p_i: &[V3; 7], p_y: &[V3; 7], w: f64) -> Measure<7, 1> {
        self.form.measure(p_i, p_y, w)
    }
    #[inline]
    fn coupling(
        &self,
        p_i: &[V3; 7],
        p_y: &[V3; 7],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        self.form.coupling(p_i, p_y, w, sigma, visit);
    }
}

impl Constraint<2, 7, 1> for PatchShare {
    const SHARES_ROW: bool = true;
}
