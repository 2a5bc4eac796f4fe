//! Sections of beams from shapes and materials.

use crate::math::{M3, M6, V3};
use crate::model::Section;
use std::f64::consts::PI;

/// A linear elastic, isotropic material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Young's modulus [Pa].
    pub youngs: f64,
    /// Shear modulus [Pa].
    pub shear: f64,
    /// Density [kg/m^3].
    pub density: f64,
}

/// Outline of a section, centred on the reference line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A full rectangle.
    Rectangle {
        /// Size along y [m].
        width: f64,
        /// Size along z [m].
        height: f64,
    },
    /// A full circle.
    Circle {
        /// Diameter [m].
        diameter: f64,
    },
    /// A circular tube.
    Tube {
        /// Outer diameter [m].
        diameter: f64,
        /// Wall [m].
        thickness: f64,
    },
    /// Two flanges along y and a web along z.
    IBeam {
        /// Width of the flanges, along y [m].
        width: f64,
        /// Whole height, along z [m].
        height: f64,
        /// Thickness of a flange [m].
        flange: f64,
        /// Thickness of the web [m].
        web: f64,
    },
    /// A hollow rectangle.
    Box {
        /// Outer size along y [m].
        width: f64,
        /// Outer size along z [m].
        height: f64,
        /// Wall [m].
        thickness: f64,
    },
}

/// The section of a shape; no damping.
pub fn section(shape: &Shape, material: &Material, shear_factors: Option<[f64; 2]>) -> Section {
    let rectangle = |b: f64, h: f64| [b * h, b * h.powi(3) / 12.0, h * b.powi(3) / 12.0];
    let circle = |d: f64| {
        let bending = PI * d.powi(4) / 64.0;
        [0.25 * PI * d * d, bending, bending]
    };
    let minus = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let [area, i_y, i_z] = match *shape {
        Shape::Rectangle { width, height } => rectangle(width, height),
        Shape::Circle { diameter } => circle(diameter),
        Shape::Tube {
            diameter,
            thickness,
        } => minus(circle(diameter), circle(diameter - 2.0 * thickness)),
        Shape::IBeam {
            width,
            height,
            flange,
            web,
        } => {
            let inner = height - 2.0 * flange;
            let side = rectangle(0.5 * (width - web), inner);
            let whole = rectangle(width, height);
            let i_z = (2.0 * flange * width.powi(3) + inner * web.powi(3)) / 12.0;
            [whole[0] - 2.0 * side[0], whole[1] - 2.0 * side[1], i_z]
        }
        Shape::Box {
            width,
            height,
            thickness,
        } => {
            let inner = rectangle(width - 2.0 * thickness, height - 2.0 * thickness);
            minus(rectangle(width, height), inner)
        }
    };
    let [k_y, k_z] = shear_factors.unwrap_or([5.0 / 6.0; 2]);
    let (e, g) = (material.youngs, material.shear);
    let diagonal = [
        e * area,
        k_y * g * area,
        k_z * g * area,
        g * (i_y + i_z),
        e * i_y,
        e * i_z,
    ];
    let density = material.density;
    Section {
        stiffness: M6::from_diagonal(&diagonal.into()),
        damping: M6::zeros(),
        mass: density * area,
        mass_center: V3::zeros(),
        inertia: M3::from_diagonal(&(density * V3::new(i_y + i_z, i_y, i_z))),
    }
}

/// A stiffness in the order of BeamDyn (axis z: shear x, shear y, stretch z, bending x, bending y, twist z) in ours.
pub fn from_beamdyn(stiffness: &M6) -> M6 {
    const ROW: [usize; 6] = [2, 0, 1, 5, 3, 4];
    M6::from_fn(|i, j| stiffness[(ROW[i], ROW[j])])
}

/// A mass matrix in the axes of BeamDyn in ours.
pub fn from_beamdyn_mass(mass: &M6) -> M6 {
    from_beamdyn(mass)
}
