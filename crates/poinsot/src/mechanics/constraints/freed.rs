//! What rows of a joint do once its point has left its line (sl.6).

use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Constraint, Coupling, Measure, Strain};

/// A part of a row that does nothing while the row keeps a point on its line, and holds a coordinate that nothing else moves once it
/// does not: the row is there for the whole run, and its multiplier vanishes.
#[derive(Clone, Debug)]
pub struct FreedRow {
    node: [NodeIndex; 1],
    attachments: [Attachment; 1],
    /// Where the coordinate is held.
    held: Option<f64>,
}

impl FreedRow {
    /// On a coordinate.
    pub fn new(node: NodeIndex) -> Self {
        FreedRow {
            node: [node],
            attachments: [Attachment::coordinate(0)],
            held: None,
        }
    }

    /// The coordinate.
    pub fn coordinate(&self) -> NodeIndex {
        self.node[0]
    }

    /// From now on the coordinate stays where it is.
    pub fn hold(&mut self, at: f64) {
        self.held = Some(at);
    }
}

impl Strain<1, 1, 1> for FreedRow {
    fn nodes(&self) -> &[NodeIndex; 1] {
        &self.node
    }
    fn attachments(&self) -> &[Attachment; 1] {
        &self.attachments
    }
    fn measure(&self, _p_i: &[V3; 1], p_y: &[V3; 1], _w: f64) -> Measure<1, 1> {
        let mut m = Measure::zero();
        if let Some(at) = self.held {
            m.e = [p_y[0].x - at];
            m.secant[0][0] = V3::x();
            m.gradient[0][0] = V3::x();
        }
        m
    }
    fn coupling(
        &self,
        _p_i: &[V3; 1],
        _p_y: &[V3; 1],
        _w: f64,
        _sigma: &[f64; 1],
        _visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
    }
}

impl Constraint<1, 1, 1> for FreedRow {
    const SHARES_ROW: bool = true;
}
