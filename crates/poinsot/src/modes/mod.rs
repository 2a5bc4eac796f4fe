//! Modes: small vibrations about a state (section md of the theory), and the linearised equations themselves.
//!
//! [`Linearisation::new`] gives mass, damping, stiffness and constraints about a state at rest; [`modes`] finds natural
//! frequencies and shapes from them. Conservative systems have real modes; damping, gyroscopic terms of a turning frame and
//! follower loads lead to complex ones.

mod arnoldi;
mod bordered_mass;
mod campbell;
mod complex;
mod lanczos;
mod linearise;
mod mass_root;
mod participation;
mod real;
mod reduce;
mod shapes;
mod shares;
mod shifted;
mod state_space;
mod study;
mod unbalance;

pub use campbell::{Campbell, Track};
pub use linearise::{About, Linearisation, Matrix, Reactions};
pub use mass_root::MassRoot;
pub use participation::Directions;
pub use shares::Share;
pub use state_space::{Signal, StateSpace};
pub use study::Study;
pub use unbalance::Unbalance;

use crate::system::REMOVED_ADVICE;
use crate::system::{State, System};
use nalgebra::Complex;
use std::f64::consts::TAU;
use thiserror::Error;

/// Why there are no modes.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ModesError {
    /// A motion that nothing determines.
    #[error(
        "nothing determines the motion of unknown {unknown}: it has neither mass nor stiffness; give it one of them or hold it by a joint"
    )]
    Singular {
        /// Index of the unknown.
        unknown: usize,
    },
    /// The same, with the unknown in words.
    #[error(
        "nothing determines {0}: it has neither mass nor stiffness; give it one of them or hold it by a joint"
    )]
    Undetermined(String),
    /// The search did not converge.
    #[error(
        "{wanted} modes did not converge in a space of {vectors} vectors; ask for other modes (`near`) or for fewer"
    )]
    NotConverged {
        /// Vectors of the search space.
        vectors: usize,
        /// Modes that were wanted.
        wanted: usize,
    },
    /// There is no equilibrium to vibrate about.
    #[error("no equilibrium to vibrate about: {0}")]
    Statics(#[from] crate::statics::StaticsError),
    /// A constraint that was removed as redundant is open in the state.
    #[error("the model has come apart in this state: {0}\n  {REMOVED_ADVICE}")]
    Opened(Box<crate::system::Opened>),
    /// The run to the wanted time failed.
    #[error("the run to the wanted time failed: {0}")]
    Run(String),
    /// The stored state cannot be used.
    #[error("{0}")]
    Stored(String),
    /// A sweep of speeds without an axis.
    #[error("a sweep of speeds needs an axis; add [turning] with `angular_velocity` along it")]
    NoAxis,
    /// A failure within a sweep of speeds.
    #[error("at a speed of {0} rad/s: {1}")]
    AtSpeed(f64, Box<ModesError>),
    /// A dense eigenproblem failed.
    #[error(transparent)]
    Dense(#[from] poinsot_lu::dense::NotConverged),
    /// The factorisation failed.
    #[error("the equations could not be solved: {0}; look for parts without mass and stiffness")]
    Solver(String),
}

impl ModesError {
    /// The same, with the unknown in words.
    fn named(self, system: &System, linear: &Linearisation) -> Self {
        match self {
            ModesError::Singular { unknown } => {
                ModesError::Undetermined(linear.name(system, unknown))
            }
            other => other,
        }
    }
}

/// How the eigenproblem is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Small models dense, large ones sparse.
    #[default]
    Automatic,
    /// All modes at once.
    Dense,
    /// Only the wanted modes, by shift and inversion.
    Sparse,
}

/// Real or complex modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Family {
    /// Real if the system is conservative.
    #[default]
    Automatic,
    /// Of the undamped system, with the symmetric part of the stiffness.
    Real,
    /// With damping, gyroscopic terms and follower loads.
    Complex,
}

/// Which modes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// How many.
    pub count: usize,
    /// Nearest to this frequency [rad/s]; the lowest, if none is given.
    pub near: Option<f64>,
    /// How to find them.
    pub method: Method,
    /// Real or complex ones.
    pub family: Family,
}

impl Default for Wanted {
    fn default() -> Self {
        Wanted {
            count: 10,
            near: None,
            method: Method::Automatic,
            family: Family::Automatic,
        }
    }
}

/// What a mode does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeKind {
    /// Moves without any stiffness.
    Rigid,
    /// Vibrates, and does not grow.
    Vibration,
    /// Returns without vibrating.
    Decay,
    /// Grows without vibrating: the state is unstable.
    Divergence,
    /// Vibrates and grows: the state is unstable.
    Flutter,
}

impl ModeKind {
    /// One word.
    pub fn word(self) -> &'static str {
        match self {
            ModeKind::Rigid => "rigid",
            ModeKind::Vibration => "vibration",
            ModeKind::Decay => "decay",
            ModeKind::Divergence => "divergence",
            ModeKind::Flutter => "flutter",
        }
    }
}

/// A mode: `x(t) = Re(shape exp(eigenvalue t))`.
#[derive(Clone, Debug)]
pub struct Mode {
    /// Growth rate and circular frequency [1/s, rad/s].
    pub eigenvalue: Complex<f64>,
    /// What it does.
    pub kind: ModeKind,
    /// Motion of every unknown, `x^H M x = 1`; the largest displacement is real and positive.
    pub shape: Vec<Complex<f64>>,
    /// Participation factors of translations x, y, z and rotations x, y, z about the mass centre, of real modes.
    pub participation: Option<[f64; 6]>,
    /// Shares of the kinetic energy by item, largest first.
    pub kinetic: Vec<Share>,
    /// Shares of the stiffness by item, largest first.
    pub strain: Vec<Share>,
    /// What moves, in a few words.
    pub moves: String,
}

impl Mode {
    /// Natural frequency, `|s|` [rad/s].
    pub fn angular_frequency(&self) -> f64 {
        if self.kind == ModeKind::Rigid {
            0.0
        } else {
            self.eigenvalue.norm()
        }
    }
    /// Natural frequency [Hz].
    pub fn frequency(&self) -> f64 {
        self.angular_frequency() / TAU
    }
    /// Damping relative to the critical one; negative for growing modes.
    pub fn damping_ratio(&self) -> f64 {
        match self.kind {
            ModeKind::Rigid => 0.0,
            _ => 0.0 - self.eigenvalue.re / self.eigenvalue.norm(),
        }
    }
    /// Effective masses [kg] and moments of inertia [kg m^2] in the six directions, of real modes.
    pub fn effective_mass(&self) -> Option<[f64; 6]> {
        self.participation.map(|p| p.map(|x| x * x))
    }
}

/// Modes about a state.
#[derive(Clone, Debug)]
pub struct Modes {
    /// The modes: lowest first, or nearest to the wanted frequency first.
    pub list: Vec<Mode>,
    /// Whether they are real.
    pub real: bool,
    /// Whether velocities cause forces.
    pub damped: bool,
    /// Whether the stiffness is symmetric.
    pub symmetric: bool,
    /// Rigid motions of the whole, their masses, and how much of them the constraints leave free.
    pub directions: Directions,
    /// The equations.
    pub linear: Linearisation,
}

/// Modes about a state at rest, in the world or in a turning frame.
pub fn modes(
    system: &System,
    state: &State,
    about: &About,
    wanted: &Wanted,
) -> Result<Modes, ModesError> {
    let linear = Linearisation::new(system, state, about)?;
    modes_of(system, state, about, wanted, linear)
}

fn modes_of(
    system: &System,
    state: &State,
    about: &About,
    wanted: &Wanted,
    linear: Linearisation,
) -> Result<Modes, ModesError> {
    let (damped, symmetric) = (linear.damped(), linear.symmetric(system));
    let real = match wanted.family {
        Family::Automatic => !damped && symmetric,
        Family::Real => true,
        Family::Complex => false,
    };
    let named = |e: ModesError| e.named(system, &linear);
    let directions = Directions::new(system, state, &linear).map_err(named)?;
    let mut list = if real {
        let conservative = linear.conservative();
        let raw = real::real_modes(&conservative, wanted).map_err(named)?;
        shapes::real(system, &conservative, &directions, raw)
    } else {
        let (raw, scale) = complex::complex_modes(system, &linear, wanted).map_err(named)?;
        shapes::complex(system, &linear, raw, scale)
    };
    list.truncate(wanted.count);
    for mode in &mut list {
        shares::fill(system, state, about, &linear, mode);
    }
    Ok(Modes {
        list,
        real,
        damped,
        symmetric,
        directions,
        linear,
    })
}
