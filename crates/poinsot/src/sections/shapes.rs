//! Sections of plain shapes made of one isotropic material, about their centroid, axes along the axes of symmetry.

use super::Section;
use crate::math::{M3, M6, V3, V6};
use std::f64::consts::PI;

/// An isotropic elastic material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Young's modulus [N/m^2].
    pub youngs: f64,
    /// Shear modulus [N/m^2].
    pub shear: f64,
    /// Density [kg/m^3]; zero for none, which is for equilibria alone.
    pub density: f64,
}

/// The shape of a section; all sizes are outer ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A solid rectangle.
    Rectangle {
        /// Size along y [m].
        width: f64,
        /// Size along z [m].
        height: f64,
    },
    /// A solid circle.
    Circle {
        /// Diameter [m].
        diameter: f64,
    },
    /// A circular tube, of any thickness.
    Tube {
        /// Outer diameter [m].
        diameter: f64,
        /// Thickness of the wall [m].
        thickness: f64,
    },
    /// An I of two equal flanges along y and a web along z, without fillets.
    IBeam {
        /// Width of the flanges, along y [m].
        width: f64,
        /// Height over both flanges, along z [m].
        height: f64,
        /// Thickness of a flange [m].
        flange: f64,
        /// Thickness of the web [m].
        web: f64,
    },
    /// A rectangular tube with thin walls.
    Box {
        /// Size along y [m].
        width: f64,
        /// Size along z [m].
        height: f64,
        /// Thickness of the walls [m].
        thickness: f64,
    },
}

/// Geometry of a section.
struct Area {
    area: f64,
    /// `int z^2 dA`, bending about y.
    i_y: f64,
    /// `int y^2 dA`, bending about z.
    i_z: f64,
    /// Torsion constant of Saint-Venant.
    j: f64,
}

/// The section of a shape and a material. The reference line is the centroid; there is no damping.
///
/// Stiffness: `diag(EA, k_y GA, k_z GA, GJ, E int z^2, E int y^2)`; mass: `rho A`, inertia
/// `rho diag(I_y + I_z, I_y, I_z)`.
///
/// Torsion constant: rectangle, circle and tube exact; box by Bredt on the middle line of the walls, for thin walls (a
/// square box comes out 2 % low with walls of a twentieth of its width, 5 % low with a tenth); I by the sum of strips with
/// corrections for ends and junctions of El Darwish and Johnston, good to 1 %. Warping of the I held at its ends is not in
/// this theory.
///
/// Shear factors `[k_y, k_z]`: as given, or those of Cowper (see `cowper` in the source) with `nu = E/(2G) - 1`.
pub fn section(shape: &Shape, material: &Material, shear_factors: Option<[f64; 2]>) -> Section {
    let Material {
        youngs,
        shear,
        density,
    } = *material;
    let Area { area, i_y, i_z, j } = area(shape);
    let nu = 0.5 * youngs / shear - 1.0;
    let [k_y, k_z] = shear_factors.unwrap_or_else(|| cowper(shape, nu));
    Section {
        stiffness: M6::from_diagonal(&V6::new(
            youngs * area,
            k_y * shear * area,
            k_z * shear * area,
            shear * j,
            youngs * i_y,
            youngs * i_z,
        )),
        damping: M6::zeros(),
        mass: density * area,
        mass_center: V3::zeros(),
        inertia: M3::from_diagonal(&(density * V3::new(i_y + i_z, i_y, i_z))),
        shape: Some(*shape),
    }
}

/// What is wrong with a shape or its material, if something is.
pub fn shape_problem(shape: &Shape, material: &Material) -> Option<String> {
    let positive = |name: &str, value: f64| {
        (!(value > 0.0 && value.is_finite()))
            .then(|| format!("the {name} must be a positive number, not {value}"))
    };
    let below = |name: &str, value: f64, limit: f64| {
        (value >= limit).then(|| format!("the {name} {value} m must be below {limit} m"))
    };
    let of_shape = match *shape {
        Shape::Rectangle { width, height } => {
            positive("width", width).or_else(|| positive("height", height))
        }
        Shape::Circle { diameter } => positive("diameter", diameter),
        Shape::Tube {
            diameter,
            thickness,
        } => positive("diameter", diameter)
            .or_else(|| positive("thickness", thickness))
            .or_else(|| below("thickness", thickness, 0.5 * diameter)),
        Shape::IBeam {
            width,
            height,
            flange,
            web,
        } => positive("width", width)
            .or_else(|| positive("height", height))
            .or_else(|| positive("thickness of the flanges", flange))
            .or_else(|| positive("thickness of the web", web))
            .or_else(|| below("thickness of the flanges", flange, 0.5 * height))
            .or_else(|| below("thickness of the web", web, width)),
        Shape::Box {
            width,
            height,
            thickness,
        } => positive("width", width)
            .or_else(|| positive("height", height))
            .or_else(|| positive("thickness", thickness))
            .or_else(|| below("thickness", thickness, 0.5 * width.min(height))),
    };
    of_shape
        .or_else(|| positive("Young's modulus", material.youngs))
        .or_else(|| positive("shear modulus", material.shear))
        .or_else(|| {
            // None is fine for equilibria.
            let density = material.density;
            positive("density", density).filter(|_| density != 0.0)
        })
        .or_else(|| {
            // nu between -1 and 1/2, or the material gives energy away; nu = 1/2 itself is rubber.
            let nu = 0.5 * material.youngs / material.shear - 1.0;
            (nu > 0.5 + 1e-9)
                .then(|| format!("the moduli give Poisson's ratio {nu}, which cannot be above 0.5"))
        })
}

fn area(shape: &Shape) -> Area {
    match *shape {
        Shape::Rectangle { width, height } => rectangle(width, height),
        Shape::Circle { diameter } => ring(diameter, 0.0),
        Shape::Tube {
            diameter,
            thickness,
        } => ring(diameter, diameter - 2.0 * thickness),
        Shape::IBeam {
            width: b,
            height: h,
            flange: t,
            web: w,
        } => {
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
        Shape::Box {
            width,
            height,
            thickness: t,
        } => {
            let outer = rectangle(width, height);
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
    }
}

fn ring(outer: f64, inner: f64) -> Area {
    let i = PI / 64.0 * (outer.powi(4) - inner.powi(4));
    Area {
        area: PI / 4.0 * (outer * outer - inner * inner),
        i_y: i,
        i_z: i,
        j: 2.0 * i,
    }
}

/// Torsion of a rectangle `a >= b` [Timoshenko, Goodier, Theory of Elasticity, section 109]:
/// `J = a b^3/3 (1 - 192/pi^5 b/a sum_(n odd) tanh(n pi a/(2b))/n^5)`.
fn rectangle(width: f64, height: f64) -> Area {
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

/// Shear factors `[k_y, k_z]` [Cowper, The shear coefficient in Timoshenko's beam theory, J. Appl. Mech. 33 (1966)].
/// For the I loaded along its flanges, which is not among his shapes, the two flanges carry as rectangles and the web
/// carries nothing.
fn cowper(shape: &Shape, nu: f64) -> [f64; 2] {
    let strip = 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu);
    match *shape {
        Shape::Rectangle { .. } => [strip; 2],
        Shape::Circle { .. } => [hollow_circle(0.0, nu); 2],
        Shape::Tube {
            diameter,
            thickness,
        } => [hollow_circle(1.0 - 2.0 * thickness / diameter, nu); 2],
        Shape::IBeam {
            width,
            height,
            flange,
            web,
        } => {
            // Cowper's sizes are those of the middle lines.
            let h = height - flange;
            let (m, n) = (2.0 * width * flange / (h * web), width / h);
            let n2 = n * n;
            let more = 30.0 * n2 * (m + m * m) + 5.0 * nu * n2 * (8.0 * m + 9.0 * m * m);
            let flanges = 2.0 * width * flange;
            let part = flanges / (flanges + (height - 2.0 * flange) * web);
            [strip * part, webs(m, nu, more)]
        }
        Shape::Box {
            width,
            height,
            thickness,
        } => {
            let (b, h) = (width - thickness, height - thickness);
            // Along h: m is flange area over web area, all walls being equally thick.
            let along = |h: f64, b: f64| {
                let (m, n2) = (b / h, (b / h).powi(2));
                webs(m, nu, 10.0 * n2 * ((3.0 + nu) * m + 3.0 * m * m))
            };
            [along(b, h), along(h, b)]
        }
    }
}

/// The part that the I and the box have in common.
fn webs(m: f64, nu: f64, more: f64) -> f64 {
    let (m2, m3) = (m * m, m * m * m);
    10.0 * (1.0 + nu) * (1.0 + 3.0 * m).powi(2)
        / (12.0
            + 72.0 * m
            + 150.0 * m2
            + 90.0 * m3
            + nu * (11.0 + 66.0 * m + 135.0 * m2 + 90.0 * m3)
            + more)
}

/// `m` is the inner over the outer diameter.
fn hollow_circle(m: f64, nu: f64) -> f64 {
    let square = (1.0 + m * m).powi(2);
    6.0 * (1.0 + nu) * square / ((7.0 + 6.0 * nu) * square + (20.0 + 12.0 * nu) * m * m)
}
