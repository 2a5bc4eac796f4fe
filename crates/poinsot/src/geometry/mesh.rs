//! Division of a curve into elements.

use super::Curve;
use crate::model::{SectionAxes, SectionFrame};

/// Elements along a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Elements from the start to the end.
    pub elements: Vec<MeshElement>,
    /// Number of nodes; neighbouring elements share one.
    pub nodes: usize,
}

/// One element. Its nodes sit at the Gauss-Lobatto points of its piece of arc length.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshElement {
    /// Number of its first node; the others follow.
    pub first_node: usize,
    /// Arc lengths of its nodes [m].
    pub s: Vec<f64>,
    /// Section frames at its nodes. At a corner of the curve the two elements that meet have different ones.
    pub frames: Vec<SectionFrame>,
}

/// Divides a curve into `elements` pieces of nearly equal length, more if corners and `boundaries` (arc lengths at which a
/// node between two elements is needed) ask for it.
pub fn mesh(
    curve: &Curve,
    axes: &SectionAxes,
    order: usize,
    elements: usize,
    boundaries: &[f64],
) -> Mesh {
    let _ = (curve, axes, order, elements, boundaries);
    Mesh {
        elements: Vec::new(),
        nodes: 0,
    }
}
