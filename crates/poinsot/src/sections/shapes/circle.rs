//! A solid circle.

use super::{Area, Outline, ShapeKind, Size, hollow_circle, ring, round};

/// A solid circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Diameter [m].
    pub diameter: f64,
}

impl ShapeKind<1> for Circle {
    const WORD: &'static str = "circle";
    const DOC: &'static str = "A full circle, centred.";
    const SIZES: [Size; 1] = [Size {
        key: "diameter",
        name: "diameter",
        doc: "Diameter.",
    }];
    const FULL: &'static str = "rectangle";
    const SMALL_MODEL: &'static str = include_str!("circle.toml");

    fn of([diameter]: [f64; 1]) -> Self {
        Circle { diameter }
    }
    fn sizes(&self) -> [f64; 1] {
        [self.diameter]
    }
    fn problem(&self) -> Option<String> {
        None
    }
    fn area(&self) -> Area {
        ring(self.diameter, 0.0)
    }
    fn shear_factors(&self, nu: f64) -> [f64; 2] {
        [hollow_circle(0.0, nu); 2]
    }
    fn outline(&self) -> Outline {
        Outline::full(round(self.diameter, self.diameter))
    }
}
