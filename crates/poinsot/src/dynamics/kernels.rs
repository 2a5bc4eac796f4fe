//! What visits all elements with a scheme, compiled here once for every scheme.
//!
//! A program or test that names a scheme would otherwise compile every element anew for it: the parts of a step that are
//! generic in elements *and* schemes are therefore behind methods of the schemes themselves, which are not generic.

use super::assemble::{Place, Workspace};
use super::domain;
use super::ledger::{self, Books};
use super::schemes::{EnergyDecaying, EnergyPreserving, GeneralizedAlpha, Instant};
use crate::system::{State, System};

/// Visits of all interactions that any equations need.
pub trait Kernels {
    /// Assembles residuals, and the tangent if wanted.
    fn assemble(&self, work: &mut Workspace, place: Place, dt: f64, tangent: bool);
    /// The first item whose law has no value at the present iterate.
    fn out_of_domain(&self, system: &System, work: &Workspace) -> Option<String>;
}

/// Visits of all interactions that a step in time needs beside them.
pub trait BookKernel {
    /// Books what the interactions did in a step that led to `after`; returns the size of all potential energies.
    fn book(&self, books: Books, after: &State) -> f64;
}

macro_rules! kernels {
    ($($scheme:ty),*) => {$(
        impl Kernels for $scheme {
            fn assemble(&self, work: &mut Workspace, place: Place, dt: f64, tangent: bool) {
                work.assemble_with(self, place, dt, tangent);
            }
            fn out_of_domain(&self, system: &System, work: &Workspace) -> Option<String> {
                domain::out_of_domain(system, self, work)
            }
        }
    )*};
}

macro_rules! books {
    ($($scheme:ty),*) => {$(
        impl BookKernel for $scheme {
            fn book(&self, books: Books, after: &State) -> f64 {
                ledger::book_interactions(self, books, after)
            }
        }
    )*};
}

kernels!(EnergyPreserving, EnergyDecaying, GeneralizedAlpha, Instant);
books!(EnergyPreserving, EnergyDecaying, GeneralizedAlpha);
