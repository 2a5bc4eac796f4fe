//! A solid rectangle.

use super::{Area, Outline, ShapeKind, Size, cornered, strip};
use std::f64::consts::PI;

/// A solid rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Size along y [m].
    pub width: f64,
    /// Size along z [m].
    pub height: f64,
}

impl ShapeKind<2> for Rectangle {
    const WORD: &'static str = "rectangle";
    const DOC: &'static str = "A full rectangle, centred.";
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
    const FULL: &'static str = "rectangle";
    const SMALL_MODEL: &'static str = include_str!("rectangle.toml");

    fn of([width, height]: [f64; 2]) -> Self {
        Rectangle { width, height }
    }
    fn sizes(&self) -> [f64; 2] {
        [self.width, self.height]
    }
    fn problem(&self) -> Option<String> {
        None
    }
    /// Torsion of a rectangle `a >= b` [Timoshenko, Goodier, Theory of Elasticity, section 109]:
    /// `J = a b^3/3 (1 - 192/pi^5 b/a sum_(n odd) tanh(n pi a/(2b))/n^5)`.
    fn area(&self) -> Area {
        let Rectangle { width, height } = *self;
        let (a, b) = (width.max(height), width.min(height));
        // The sum of 1/n^5 over odd n is 31/32 zeta(5); what tanh lacks to 1 falls by e^-(2 pi) from term to term.
        const ZETA_5: f64 = 1.036_927_755_143_37;
        let mut sum = 31.0 / 32.0 * ZETA_5;
        for n in (1..16).step_by(2).map(f64::from) {
            sum -= 2.0 / ((n * PI * a / b).exp() + 1.0) / n.powi(5);
        }
        Area {
            area: width * height,
            i_y: width * height.powi(3) / 12.0,
            i_z: height * width.powi(3) / 12.0,
            j: a * b.powi(3) / 3.0 * (1.0 - 192.0 / PI.powi(5) * (b / a) * sum),
        }
    }
    fn shear_factors(&self, nu: f64) -> [f64; 2] {
        [strip(nu); 2]
    }
    fn outline(&self) -> Outline {
        Outline::full(cornered(self.width, self.height))
    }
}
