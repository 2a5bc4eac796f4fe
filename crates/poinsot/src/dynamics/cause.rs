//! Why a step or an equilibrium was not found: what kinds of causes there are, and how one is told.

use std::fmt;

/// What makes steps fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Something turns too far in one step.
    FastRotation,
    /// A load, motor or motion changes too much in one step.
    FastChange,
    /// Joints or motions ask for what cannot be.
    Contradiction,
    /// A cable becomes taut or slack.
    Cable,
    /// Shapes meet.
    Contact,
    /// Numbers of too different sizes.
    Scaling,
    /// A solid would be turned inside out.
    InsideOut,
    /// Stiffness is lost: buckling, a limit point.
    Buckling,
    /// Something has neither mass nor anything that holds it.
    Loose,
    /// Nothing of the kind shows.
    Unknown,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::FastRotation => "the step is too long for the rotation",
            Cause::FastChange => "the step is too long for the fastest load or motion",
            Cause::Contradiction => "joints or motions that contradict each other",
            Cause::Cable => "a cable that becomes taut or slack within the step",
            Cause::Contact => "the step is too long for shapes that meet",
            Cause::Scaling => "values of widely different magnitudes",
            Cause::InsideOut => "a solid that would be turned inside out",
            Cause::Buckling => "buckling or a limit point",
            Cause::Loose => "a massless item that nothing holds",
            Cause::Unknown => "not found",
        })
    }
}

/// The likeliest cause of a failure.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// Which.
    pub cause: Cause,
    /// What speaks for it, with figures.
    pub evidence: String,
    /// What to do.
    pub next: String,
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "likeliest cause: {} ({})\n  next: {}",
            self.cause, self.evidence, self.next
        )
    }
}
