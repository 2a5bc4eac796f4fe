//! An I of two equal flanges and a web.

use super::{Area, Outline, ShapeKind, Size, below, strip, webs};

/// An I of two equal flanges along y and a web along z, without fillets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IBeam {
    /// Width of the flanges, along y [m].
    pub width: f64,
    /// Height over both flanges, along z [m].
    pub height: f64,
    /// Thickness of a flange [m].
    pub flange: f64,
    /// Thickness of the web [m].
    pub web: f64,
}

impl ShapeKind<4> for IBeam {
    const WORD: &'static str = "i-beam";
    const DOC: &'static str = "Two flanges along y joined by a web along z, centred.";
    const SIZES: [Size; 4] = [
        Size {
            key: "width",
            name: "width",
            doc: "Width of the flanges, along y.",
        },
        Size {
            key: "height",
            name: "height",
            doc: "Whole height, along z.",
        },
        Size {
            key: "flange",
            name: "thickness of the flanges",
            doc: "Thickness of each flange.",
        },
        Size {
            key: "web",
            name: "thickness of the web",
            doc: "Thickness of the web.",
        },
    ];
    const FULL: &'static str = "rectangle";
    const SMALL_MODEL: &'static str = include_str!("i-beam.toml");

    fn of([width, height, flange, web]: [f64; 4]) -> Self {
        IBeam {
            width,
            height,
            flange,
            web,
        }
    }
    fn sizes(&self) -> [f64; 4] {
        [self.width, self.height, self.flange, self.web]
    }
    fn problem(&self) -> Option<String> {
        below("thickness of the flanges", self.flange, 0.5 * self.height)
            .or_else(|| below("thickness of the web", self.web, self.width))
    }
    fn area(&self) -> Area {
        let [b, h, t, w] = self.sizes();
        let clear = h - 2.0 * t;
        // Junctions of flange and web, without fillets [El Darwish, Johnston, Torsion of structural shapes,
        // J. Struct. Div. ASCE 91 (1965)]: D is the diameter of the largest inscribed circle; a flange loses
        // 0.105 t^4 at each of its two ends.
        let ratio = w / t;
        let junction = -0.042 + 0.2204 * ratio - 0.0725 * ratio * ratio;
        let d = t + w * w / (4.0 * t);
        Area {
            area: 2.0 * b * t + clear * w,
            i_y: (b * h.powi(3) - (b - w) * clear.powi(3)) / 12.0,
            i_z: (2.0 * t * b.powi(3) + clear * w.powi(3)) / 12.0,
            j: (2.0 * b * t.powi(3) + clear * w.powi(3)) / 3.0 + 2.0 * junction * d.powi(4)
                - 0.42 * t.powi(4),
        }
    }
    /// Loaded along its flanges, which is not among Cowper's shapes, the two flanges carry as rectangles and the web carries
    /// nothing.
    fn shear_factors(&self, nu: f64) -> [f64; 2] {
        let [width, height, flange, web] = self.sizes();
        // Cowper's sizes are those of the middle lines.
        let h = height - flange;
        let (m, n) = (2.0 * width * flange / (h * web), width / h);
        let n2 = n * n;
        let more = 30.0 * n2 * (m + m * m) + 5.0 * nu * n2 * (8.0 * m + 9.0 * m * m);
        let flanges = 2.0 * width * flange;
        let part = flanges / (flanges + (height - 2.0 * flange) * web);
        [strip(nu) * part, webs(m, nu, more)]
    }
    fn outline(&self) -> Outline {
        let [width, height, flange, web] = self.sizes();
        let (b, h, w, inside) = (0.5 * width, 0.5 * height, 0.5 * web, 0.5 * height - flange);
        // The right half from the top down, then the left half from the bottom up.
        let half = [(b, h), (b, inside), (w, inside)];
        let mut points: Vec<[f64; 2]> = half.iter().map(|&(y, z)| [y, z]).collect();
        points.extend(half.iter().rev().map(|&(y, z)| [y, -z]));
        points.extend(half.iter().map(|&(y, z)| [-y, -z]));
        points.extend(half.iter().rev().map(|&(y, z)| [-y, z]));
        Outline::full(points)
    }
}
