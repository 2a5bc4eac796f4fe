//! Why no equilibrium was found.

use crate::dynamics::{AnalysisError, Diagnosis};
use crate::model::Vary;
use crate::system::Opened;
use crate::system::REMOVED_ADVICE;
use thiserror::Error;

/// Why no equilibrium was found.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StaticsError {
    /// Something is held by nothing.
    #[error(
        "{}: {}\n  {}",
        if *.pushed { "there is no equilibrium" } else { "the equilibrium is not determined" },
        .motions.join("; "),
        if *.pushed {
            "a load drives it that way; hold it by a joint, a spring or a [[motion]]"
        } else {
            "hold it by a joint, a spring or a [[motion]], or let a load such as gravity determine its place"
        }
    )]
    FreeMotion {
        /// The free motions in words.
        motions: Vec<String>,
        /// Whether the loads do work along them.
        pushed: bool,
    },
    /// The iteration fails beyond a point.
    #[error(
        "no equilibrium was found beyond {} {reached:.6}: {reason}\n  the increment was cut down to {increment:.3e}\n  {diagnosis}",
        name(*.vary)
    )]
    Stuck {
        /// What varies.
        vary: Vary,
        /// The last point found.
        reached: f64,
        /// The last increment tried.
        increment: f64,
        /// What went wrong.
        reason: String,
        /// The likeliest cause.
        diagnosis: Box<Diagnosis>,
    },
    /// It did not come to rest; whether it could is not known.
    #[error("no equilibrium was found: {reason}\n  {advice}")]
    Restless {
        /// What happened instead.
        reason: String,
        /// The likeliest cause, and what to try.
        advice: String,
    },
    /// A constraint that was removed as redundant has opened.
    #[error("the model comes apart at {} {at:.6}: {opened}\n  {REMOVED_ADVICE}", name(*.vary))]
    Opened {
        /// What varies.
        vary: Vary,
        /// The point.
        at: f64,
        /// Which one.
        opened: Box<Opened>,
    },
    /// The equations could not be analysed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
}

/// The parameter of a path in words.
pub fn name(vary: Vary) -> &'static str {
    match vary {
        Vary::LoadFactor => "load factor",
        Vary::Time => "time",
    }
}
