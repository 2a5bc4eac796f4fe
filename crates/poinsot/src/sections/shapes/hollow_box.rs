//! A rectangular tube.

use super::{Area, Outline, Rectangle, ShapeKind, Size, below, cornered, webs};

/// A rectangular tube with thin walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HollowBox {
    /// Size along y [m].
    pub width: f64,
    /// Size along z [m].
    pub height: f64,
    /// Thickness of the walls [m].
    pub thickness: f64,
}

impl ShapeKind<3> for HollowBox {
    const WORD: &'static str = "box";
    const DOC: &'static str = "A hollow rectangle with one wall thickness, centred.";
    const SIZES: [Size; 3] = [
        Size {
            key: "width",
            name: "width",
            doc: "Outer size along y.",
        },
        Size {
            key: "height",
            name: "height",
            doc: "Outer size along z.",
        },
        Size {
            key: "thickness",
            name: "thickness",
            doc: "Thickness of the walls.",
        },
    ];
    const FULL: &'static str = "rectangle";
    const SMALL_MODEL: &'static str = include_str!("box.toml");

    fn of([width, height, thickness]: [f64; 3]) -> Self {
        HollowBox {
            width,
            height,
            thickness,
        }
    }
    fn sizes(&self) -> [f64; 3] {
        [self.width, self.height, self.thickness]
    }
    fn problem(&self) -> Option<String> {
        let limit = 0.5 * self.width.min(self.height);
        below("thickness", self.thickness, limit)
    }
    fn area(&self) -> Area {
        let [width, height, t] = self.sizes();
        let outer = Rectangle { width, height }.area();
        let (inner_b, inner_h) = (width - 2.0 * t, height - 2.0 * t);
        // Bredt: 4 A_m^2 / (circumference/t).
        let (b, h) = (width - t, height - t);
        Area {
            area: outer.area - inner_b * inner_h,
            i_y: outer.i_y - inner_b * inner_h.powi(3) / 12.0,
            i_z: outer.i_z - inner_h * inner_b.powi(3) / 12.0,
            j: 2.0 * t * (b * h).powi(2) / (b + h),
        }
    }
    fn shear_factors(&self, nu: f64) -> [f64; 2] {
        let (b, h) = (self.width - self.thickness, self.height - self.thickness);
        // Along h: m is flange area over web area, all walls being equally thick.
        let along = |h: f64, b: f64| {
            let (m, n2) = (b / h, (b / h).powi(2));
            webs(m, nu, 10.0 * n2 * ((3.0 + nu) * m + 3.0 * m * m))
        };
        [along(b, h), along(h, b)]
    }
    fn outline(&self) -> Outline {
        let [width, height, t] = self.sizes();
        Outline {
            outer: cornered(width, height),
            inner: cornered(width - 2.0 * t, height - 2.0 * t),
        }
    }
}
