//! A solid ellipse.

use super::{Area, Outline, ShapeKind, Size, round};
use std::f64::consts::PI;

/// A solid ellipse with its axes along y and z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse {
    /// Whole axis along y [m].
    pub width: f64,
    /// Whole axis along z [m].
    pub height: f64,
}

impl ShapeKind<2> for Ellipse {
    const WORD: &'static str = "ellipse";
    const DOC: &'static str = "A full ellipse, centred, with its axes along y and z.";
    const SIZES: [Size; 2] = [
        Size {
            key: "width",
            name: "width",
            doc: "Size along y.",
        },
        Size {
            key: "height",
            name: "height",
            doc: "Size along z.",
        },
    ];
    const FULL: &'static str = "ellipse";
    const SMALL_MODEL: &'static str = include_str!("ellipse.toml");

    fn of([width, height]: [f64; 2]) -> Self {
        Ellipse { width, height }
    }
    fn sizes(&self) -> [f64; 2] {
        [self.width, self.height]
    }
    fn problem(&self) -> Option<String> {
        None
    }
    /// With the half axes a and b: `A = pi a b`, `I = pi a b^3/4`, `J = pi a^3 b^3/(a^2 + b^2)`, the last one exact [Timoshenko,
    /// Goodier, Theory of Elasticity, section 106].
    fn area(&self) -> Area {
        let (a, b) = (0.5 * self.width, 0.5 * self.height);
        Area {
            area: PI * a * b,
            i_y: 0.25 * PI * a * b.powi(3),
            i_z: 0.25 * PI * b * a.powi(3),
            j: PI * (a * b).powi(3) / (a * a + b * b),
        }
    }
    /// `n` is the axis along the force over the one across it.
    fn shear_factors(&self, nu: f64) -> [f64; 2] {
        let along = |n: f64| {
            let n2 = n * n;
            12.0 * (1.0 + nu) * n2 * (3.0 * n2 + 1.0)
                / ((40.0 + 37.0 * nu) * n2 * n2 + (16.0 + 10.0 * nu) * n2 + nu)
        };
        let n = self.width / self.height;
        [along(n), along(1.0 / n)]
    }
    fn outline(&self) -> Outline {
        Outline::full(round(self.width, self.height))
    }
}
