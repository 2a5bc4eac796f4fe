//! Poinsot: flexible multibody dynamics with energy- and momentum-consistent time integration.
//!
//! The way of the data: a model file becomes a [`model::Model`], that becomes a system of nodes and
//! interactions, a stepper advances its state, observers write results.

pub mod functions;
pub mod math;
pub mod model;
pub mod results;
