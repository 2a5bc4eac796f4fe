//! Meshes made from a few numbers: patches, swept curves, discs, cylinders, cones, spheres.
//!
//! All of them have the group `all` of their surface cells, which come first and are numbered from 1, and a group of line cells for
//! each of their edges.

mod cap;
mod cone;
mod disc;
mod lattice;
mod patch;
mod revolution;
mod round;
mod sphere;
mod sweep;
mod volume;

pub use self::cone::{cone, cylinder};
pub use self::disc::{annulus, disc};
pub use self::patch::{Coons, patch};
pub use self::revolution::revolution;
pub use self::round::Round;
pub use self::sphere::sphere;
pub use self::sweep::{extrusion, ruled};
pub use self::volume::{Moved, VolumeCells, moved_surface};

use crate::math::V3;
use crate::meshes::MeshError;

/// A curve as a function of a parameter from 0 to 1.
pub type Curve<'a> = &'a dyn Fn(f64) -> V3;

/// Meshes of more surface cells are not generated.
pub const GENERATED_LIMIT: usize = 2_000_000;

/// What a generated surface is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SurfaceCells {
    /// Quadrilaterals with four points.
    #[default]
    Quad4,
    /// Quadrilaterals with nine points, all of them on the surface itself.
    Quad9,
    /// Triangles: each quadrilateral divided in two, with diagonals that alternate.
    Tri3,
}

/// How one direction is divided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Division {
    /// Number of cells.
    pub cells: usize,
    /// Length of the last cell over that of the first, in the parameter of the curve; those between them grow by a common factor.
    pub ratio: f64,
}

impl From<usize> for Division {
    fn from(cells: usize) -> Self {
        Division { cells, ratio: 1.0 }
    }
}

impl Division {
    /// Parameters of the ends of the cells, from 0 to 1.
    fn places(self) -> Result<Vec<f64>, MeshError> {
        if self.cells == 0 || self.cells > GENERATED_LIMIT {
            return Err(refused(
                format!("{} cells in one direction cannot be made", self.cells),
                format!("ask for 1 to {GENERATED_LIMIT}"),
            ));
        }
        if !(1e-6..=1e6).contains(&self.ratio) {
            return Err(refused(
                format!(
                    "the last cell cannot be {} times as long as the first",
                    self.ratio
                ),
                "ask for a ratio between 1e-6 and 1e6",
            ));
        }
        let steps = self.cells.max(2) - 1;
        let length = |k: usize| self.ratio.powf(k as f64 / steps as f64);
        let whole: f64 = (0..self.cells).map(length).sum();
        let mut places = vec![0.0];
        let mut sum = 0.0;
        for k in 0..self.cells - 1 {
            sum += length(k);
            places.push(sum / whole);
        }
        places.push(1.0);
        Ok(places)
    }
}

fn refused(message: impl Into<String>, help: impl Into<String>) -> MeshError {
    MeshError::new(message, help)
}

/// The size of a curve: how far it gets from its beginning.
fn extent(curve: Curve) -> f64 {
    let first = curve(0.0);
    let far = (1..=16).map(|k| (curve(f64::from(k) / 16.0) - first).norm());
    far.fold(0.0, f64::max)
}

/// Whether a curve ends where it begins.
fn closed(curve: Curve) -> bool {
    (curve(1.0) - curve(0.0)).norm() <= 1e-9 * extent(curve)
}
