//! Beams and cables of a system: their nodes and points along the arc length.

use crate::geometry::reference::{gauss, shape};
use crate::math::M6;
use crate::mechanics::elements::ElementNode;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Carries all section forces.
    Beam,
    /// Carries axial force only.
    Cable,
}

/// A beam or cable.
#[derive(Clone, Debug)]
pub struct LineInfo {
    /// Name.
    pub name: String,
    /// What it is.
    pub kind: LineKind,
    /// Order of its elements.
    pub order: usize,
    /// Its nodes from the start to the end.
    pub nodes: Vec<LineNode>,
    /// Its elements.
    pub elements: Vec<LineElement>,
}

/// A node of a line.
#[derive(Clone, Copy, Debug)]
pub struct LineNode {
    /// Arc length [m].
    pub s: f64,
    /// Node and the section on it; at a corner the section of the element that ends there.
    pub on: ElementNode,
}

/// An element of a line.
#[derive(Clone, Debug)]
pub struct LineElement {
    /// Number of its first node within the line.
    pub first: usize,
    /// Arc lengths of its ends [m].
    pub ends: [f64; 2],
    /// Its nodes with their sections.
    pub on: Vec<ElementNode>,
    /// Orders of the owners of its interactions: one for every Gauss point, or one for all of them.
    pub owners: Vec<usize>,
    /// Lengths that the Gauss points stand for, without stretch [m].
    pub lengths: Vec<f64>,
    /// Where the section varies along the element: arc lengths of nodes and Gauss points and the flexibility there, by which the
    /// strains of a place follow from its section forces. Else empty.
    pub flexibility: Vec<(f64, M6)>,
}

impl LineElement {
    /// Length [m].
    pub fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }
    /// Position of an arc length between -1 and 1.
    pub fn xi(&self, s: f64) -> f64 {
        2.0 * (s - self.ends[0]) / self.length() - 1.0
    }
    /// Arc length of Gauss point `k`.
    pub fn gauss_s(&self, k: usize) -> f64 {
        let (xi, _) = gauss(self.lengths.len())[k];
        self.ends[0] + 0.5 * (xi + 1.0) * self.length()
    }
    /// Flexibility of the section at a node or a Gauss point, if the section varies along the element.
    pub fn flexibility_at(&self, s: f64) -> Option<&M6> {
        let near = 1e-9 * self.length();
        let mut all = self.flexibility.iter();
        let found = all.find(|(at, _)| (at - s).abs() < near)?;
        Some(&found.1)
    }
    /// Shape functions at an arc length, one per node.
    pub fn shape(&self, s: f64) -> [f64; 4] {
        let xi = self.xi(s);
        let mut out = [0.0; 4];
        match self.on.len() {
            2 => out[..2].copy_from_slice(&shape::<2>(xi)),
            3 => out[..3].copy_from_slice(&shape::<3>(xi)),
            _ => out.copy_from_slice(&shape::<4>(xi)),
        }
        out
    }
    /// Weights of the Gauss points in the polynomial through them at an arc length: section forces are most accurate at Gauss
    /// points, so elsewhere they are continued from there.
    pub fn gauss_weights(&self, s: f64) -> [f64; 3] {
        let xi = self.xi(s);
        let points = gauss(self.lengths.len());
        let mut out = [0.0; 3];
        for (k, &(a, _)) in points.iter().enumerate() {
            out[k] = 1.0;
            for (l, &(b, _)) in points.iter().enumerate() {
                if l != k {
                    out[k] *= (xi - b) / (a - b);
                }
            }
        }
        out
    }
}

impl LineInfo {
    /// The element that holds an arc length; where two meet the earlier one.
    pub fn element_at(&self, s: f64) -> Option<usize> {
        let last = self.elements.len().checked_sub(1)?;
        Some(self.elements.partition_point(|e| e.ends[1] < s).min(last))
    }
}

/// An arc length as people write it.
pub fn trimmed(s: f64) -> f64 {
    (s * 1e9).round() / 1e9
}
