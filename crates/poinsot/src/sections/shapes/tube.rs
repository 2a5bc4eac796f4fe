//! A circular tube.

use super::{Area, Outline, ShapeKind, Size, below, hollow_circle, ring, round};

/// A circular tube, of any thickness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tube {
    /// Outer diameter [m].
    pub diameter: f64,
    /// Thickness of the wall [m].
    pub thickness: f64,
}

impl ShapeKind<2> for Tube {
    const WORD: &'static str = "tube";
    const DOC: &'static str = "A circular tube, centred.";
    const SIZES: [Size; 2] = [
        Size {
            key: "diameter",
            name: "diameter",
            doc: "Outer diameter.",
        },
        Size {
            key: "thickness",
            name: "thickness",
            doc: "Thickness of the wall.",
        },
    ];
    const FULL: &'static str = "circle";
    const SMALL_MODEL: &'static str = include_str!("tube.toml");

    fn of([diameter, thickness]: [f64; 2]) -> Self {
        Tube {
            diameter,
            thickness,
        }
    }
    fn sizes(&self) -> [f64; 2] {
        [self.diameter, self.thickness]
    }
    fn problem(&self) -> Option<String> {
        below("thickness", self.thickness, 0.5 * self.diameter)
    }
    fn area(&self) -> Area {
        ring(self.diameter, self.inner())
    }
    fn shear_factors(&self, nu: f64) -> [f64; 2] {
        [hollow_circle(1.0 - 2.0 * self.thickness / self.diameter, nu); 2]
    }
    fn outline(&self) -> Outline {
        Outline {
            outer: round(self.diameter, self.diameter),
            inner: round(self.inner(), self.inner()),
        }
    }
}

impl Tube {
    /// Inner diameter [m].
    fn inner(&self) -> f64 {
        self.diameter - 2.0 * self.thickness
    }
}
