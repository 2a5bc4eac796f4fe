//! Shell elements: surfaces with a director, on nodes with six degrees of freedom.
//!
//! The strains of a shell are products of interpolated fields: tangents of the surface, the director and its derivatives. An element
//! samples such products where its kind wants them, and all of its strains are fixed linear combinations of the samples. Stiffness
//! and enhanced strains are therefore condensed into one matrix for the samples, once, when the element is made (sh.2).

mod geometry;
mod given;
mod output_points;
mod quad4;
mod quad4_law;
mod quad9;
mod tri3;

use crate::math::V3;
use nalgebra::DMatrix;

pub use geometry::ShellNode;
pub use given::Expansion;
pub use output_points::{shapes_at_points, weights_at_nodes};
pub use quad4::{QUAD4_POINTS, Quad4};
pub use quad9::{QUAD9_POINTS, Quad9};
pub use tri3::{TRI3_POINTS, Tri3};

/// Resultants of a shell section: N11 N22 N12, M11 M22 M12, Q1 Q2.
pub const RESULTANTS: usize = 8;

/// Part of the membrane stiffness in shear that resists drilling (sh.7).
const DRILLING: f64 = 0.1;

/// A section of a shell: resultants from strains, on the local axes of a point of the surface.
#[derive(Clone, Debug, PartialEq)]
pub struct ShellLaw {
    /// Stiffness, symmetric.
    pub stiffness: [[f64; RESULTANTS]; RESULTANTS],
    /// Viscosity, if there is any.
    pub damping: Option<Box<[[f64; RESULTANTS]; RESULTANTS]>>,
    /// Thickness [m].
    pub thickness: f64,
}

/// What results need: strains and resultants of the Gauss points, on their local axes, from the samples of an element.
#[derive(Clone, Debug, PartialEq)]
struct Output {
    strains: DMatrix<f64>,
    resultants: DMatrix<f64>,
}

impl Output {
    /// Resultants and strains of every Gauss point in turn; the samples are the first strains of the element.
    fn fill(&self, e: &[f64], out: &mut [f64]) {
        for (g, out) in out.chunks_exact_mut(2 * RESULTANTS).enumerate() {
            let (resultants, strains) = out.split_at_mut(RESULTANTS);
            for i in 0..RESULTANTS {
                resultants[i] = row_times(&self.resultants, RESULTANTS * g + i, e);
                strains[i] = row_times(&self.strains, RESULTANTS * g + i, e);
            }
        }
    }

    /// Resultants of all Gauss points.
    fn resultants<const G: usize>(&self, e: &[f64]) -> [[f64; RESULTANTS]; G] {
        std::array::from_fn(|g| {
            std::array::from_fn(|i| row_times(&self.resultants, RESULTANTS * g + i, e))
        })
    }
}

fn row_times(matrix: &DMatrix<f64>, row: usize, e: &[f64]) -> f64 {
    (0..matrix.ncols()).map(|q| matrix[(row, q)] * e[q]).sum()
}

/// Points and axes of the nodes as drawn, in the order of attachments.
fn attached<const N: usize, const P: usize>(drawn: &[ShellNode; N]) -> [V3; P] {
    std::array::from_fn(|a| match a % 4 {
        0 => drawn[a / 4].point,
        j => drawn[a / 4].axes.column(j - 1).into(),
    })
}
