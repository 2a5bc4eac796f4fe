//! Which modes: plain data of `[modes]`.

use super::types::Place;
use std::path::PathBuf;

/// About what the system vibrates.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ModesAbout {
    /// As drawn, made consistent with the constraints.
    #[default]
    AsDrawn,
    /// The equilibrium under the loads at the start, or in steady rotation.
    Equilibrium,
    /// Where a run is at a time [s]: it is run until then.
    Time(f64),
    /// A checkpoint, or a frame of results.
    Stored {
        /// The file.
        path: PathBuf,
        /// The frame nearest to this time [s]; the last one, if none is given.
        time: Option<f64>,
    },
}

/// Real or complex modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModesKind {
    /// Real if the system is conservative.
    #[default]
    Automatic,
    /// Of the undamped system.
    Real,
    /// With damping, gyroscopic terms and follower loads.
    Complex,
}

/// Which modes, and about what.
#[derive(Clone, Debug, PartialEq)]
pub struct ModesSettings {
    /// How many.
    pub count: usize,
    /// Nearest to this frequency [Hz]; the lowest, if none is given.
    pub near: Option<f64>,
    /// About what.
    pub about: ModesAbout,
    /// Real or complex.
    pub kind: ModesKind,
    /// Sweeps the speed of `[turning]` from zero up to this [rad/s].
    pub top_speed: Option<f64>,
    /// Speeds of the sweep, zero and the top among them.
    pub speeds: usize,
    /// Where it was written.
    pub place: Place,
}

impl Default for ModesSettings {
    fn default() -> Self {
        ModesSettings {
            count: 10,
            near: None,
            about: ModesAbout::AsDrawn,
            kind: ModesKind::Automatic,
            top_speed: None,
            speeds: 21,
            place: Place::default(),
        }
    }
}
