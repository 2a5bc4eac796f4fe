//! Reduction of a linear elastic part, given by the matrices of a finite element model, to a few points (section rb of the
//! theory).
//!
//! Static modes of the interfaces and modes with fixed interfaces are found as Craig and Bampton do. The components of these
//! displacements are scalar functions; every point of the reduced body has one, and each of its points may move in all
//! directions. The space of such motions is closed under rotations, so its mass matrix is constant.

mod basis;
mod framed;
mod held;
mod interface;
mod matrix_market;
mod node_table;
mod recovery;
mod sparse;
mod vibration;

pub use basis::{reduce, reduce_weighted};
pub use framed::{FramedNode, FramedPart};
pub use interface::Interface;
pub use matrix_market::{Market, matrix_market};
pub use node_table::{NodeTable, node_table};
pub use recovery::{Recovered, Recovery};
pub use sparse::Sparse;

use crate::math::V3;
use crate::meshes::MeshError;
use thiserror::Error;

/// A file that is not what it should be.
fn damaged(message: impl Into<String>) -> MeshError {
    MeshError::new(
        message,
        "write the file again from the finite element program",
    )
}

/// A part as a finite element program gives it: three displacements per node.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Places of its nodes [m].
    pub points: Vec<V3>,
    /// Masses between nodes [kg]: the same for all three directions.
    pub mass: Sparse,
    /// Stiffness between displacements [N/m]: x, y, z of the first node, then of the second.
    pub stiffness: Sparse,
}

/// A part reduced to points: the place of node `n` is `sum_a functions[n][a] x_a`.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduced {
    /// Places of the points at rest [m]. The first is that of the first interface.
    pub points: Vec<V3>,
    /// Masses between the points [kg], row by row.
    pub mass: Vec<f64>,
    /// Stiffness between displacements of all points but the first, relative to it [N/m], row by row.
    pub stiffness: Vec<f64>,
    /// Where it can be held.
    pub interfaces: Vec<Interface>,
    /// Functions of the points at the nodes, node by node.
    pub functions: Vec<f64>,
    /// Frequencies of the modes with fixed interfaces [Hz].
    pub frequencies: Vec<f64>,
}

/// Why a part cannot be reduced.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ReductionError {
    /// Sizes do not fit.
    #[error("the {what} has {size} rows, but {nodes} nodes have {wanted} displacements")]
    Size {
        /// Which matrix.
        what: &'static str,
        /// Its rows.
        size: usize,
        /// Nodes of the table.
        nodes: usize,
        /// Rows it should have.
        wanted: usize,
    },
    /// The mass matrix couples directions.
    #[error(
        "the mass matrix is not the same for all directions: its entry in row {row}, column {column} is {value:e}, expected {wanted:e}"
    )]
    Mass {
        /// Row, counted from one.
        row: usize,
        /// Column.
        column: usize,
        /// Its value.
        value: f64,
        /// What it should be.
        wanted: f64,
    },
    /// No mass at all.
    #[error(
        "the mass matrix is not positive: some motion of the part would have no kinetic energy"
    )]
    NoMass,
    /// A node that turns without the inertia of a body.
    #[error(
        "\"{node}\" has no mass, or moments of inertia that no body has: one is larger than the sum of the others"
    )]
    Inertia {
        /// Its name.
        node: String,
    },
    /// Rigid motion costs energy.
    #[error(
        "the stiffness matrix holds the part: rigid motion causes forces of {share:.1e} of the largest ones; give the matrix of the free part, without supports and springs to the ground, with ten digits or more"
    )]
    Held {
        /// Forces of rigid motion relative to the largest ones of the matrix.
        share: f64,
    },
    /// Parts that are not connected, or a matrix that is not positive.
    #[error(
        "the stiffness matrix leaves more than the six rigid motions free, first at {node}: parts of the body are not connected, or its elements have motions without strain"
    )]
    Loose {
        /// In words.
        node: String,
    },
    /// An interface on a line.
    #[error("the nodes of interface {interface} lie on a line: they do not tell how it turns")]
    Line {
        /// Number of the interface, from one.
        interface: usize,
    },
    /// Interfaces that overlap.
    #[error(
        "the motion of interface {interface} follows from those before it: it shares their nodes, or more modes are needed to tell them apart"
    )]
    SameInterface {
        /// Number of the interface, from one.
        interface: usize,
    },
    /// More modes than there are displacements.
    #[error("{wanted} modes are more than the part has: at most {most}")]
    TooMany {
        /// Modes.
        wanted: usize,
        /// Modes that there are.
        most: usize,
    },
    /// Eigenvalues that do not converge.
    #[error("the modes with fixed interfaces were not found to the digits needed")]
    NotConverged,
}
