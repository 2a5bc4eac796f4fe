//! Poinsot: flexible multibody dynamics with energy- and momentum-consistent time integration.
//!
//! Data flow: a model file becomes a [`model::Model`], that becomes a system of nodes and
//! interactions, a stepper advances its state, observers write results.

// Variables carry the frame they are expressed in as a capital: `omega_B`, `r_W`.
#![allow(non_snake_case)]
// Units in brackets, `[m]`, are not links.
#![allow(rustdoc::broken_intra_doc_links)]

pub mod checkpoint;
pub mod dynamics;
mod files;
pub mod functions;
pub mod geometry;
pub mod math;
pub mod mechanics;
pub mod meshes;
pub mod model;
pub mod modes;
pub mod results;
pub mod sections;
pub mod simulation;
pub mod statics;
pub mod storage;
pub mod system;
pub mod units;
