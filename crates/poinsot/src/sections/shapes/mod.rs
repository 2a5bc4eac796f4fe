//! Sections of plain shapes made of one isotropic material, about their centroid, axes along the axes of symmetry.

use super::Section;
use crate::math::{M3, M6, V3, V6};
use std::f64::consts::{PI, TAU};

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

macro_rules! shapes {
    ($($module:ident: $type:ident),* $(,)?) => {
        $(mod $module; pub use $module::$type;)*

        /// The shape of a section; all sizes are outer ones.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Shape {
            $(#[doc = concat!("See [`", stringify!($type), "`].")] $type($type),)*
        }

        $(impl From<$type> for Shape {
            fn from(shape: $type) -> Shape {
                Shape::$type(shape)
            }
        })*

        /// All kinds of shapes, in the order of the reference.
        pub const SHAPES: &[ShapeDefinition] = &[$(ShapeDefinition {
            word: $type::WORD,
            doc: $type::DOC,
            sizes: &$type::SIZES,
            full: $type::FULL,
            small_model: $type::SMALL_MODEL,
            make: |sizes| Some($type::of(sizes.try_into().ok()?).into()),
        }),*];

        impl Shape {
            fn problem(&self) -> Option<String> {
                match self {
                    $(Shape::$type(shape) => not_positive(&shape.sizes(), &$type::SIZES)
                        .or_else(|| shape.problem()),)*
                }
            }
            fn area(&self) -> Area {
                match self {
                    $(Shape::$type(shape) => shape.area(),)*
                }
            }
            fn shear_factors(&self, nu: f64) -> [f64; 2] {
                match self {
                    $(Shape::$type(shape) => shape.shear_factors(nu),)*
                }
            }
            /// Its outline, for pictures.
            pub fn outline(&self) -> Outline {
                match self {
                    $(Shape::$type(shape) => shape.outline(),)*
                }
            }
        }
    };
}

shapes! {
    rectangle: Rectangle,
    circle: Circle,
    tube: Tube,
    i_beam: IBeam,
    hollow_box: HollowBox,
    ellipse: Ellipse,
}

/// Everything about a kind of shape: one file with an implementation of this, and one word in the list above.
trait ShapeKind<const N: usize>: Copy {
    /// Its word in model files.
    const WORD: &'static str;
    /// One sentence.
    const DOC: &'static str;
    /// What it is given by.
    const SIZES: [Size; N];
    /// The word of the kind that it becomes when its hole closes; its own if it has none.
    const FULL: &'static str;
    /// A complete model that uses it.
    const SMALL_MODEL: &'static str;

    /// The shape with these sizes [m].
    fn of(sizes: [f64; N]) -> Self;
    /// Its sizes [m].
    fn sizes(&self) -> [f64; N];
    /// What is wrong with positive sizes, if something is.
    fn problem(&self) -> Option<String>;
    /// Area, moments and torsion constant.
    fn area(&self) -> Area;
    /// Shear factors `[k_y, k_z]` of Cowper.
    fn shear_factors(&self, nu: f64) -> [f64; 2];
    /// Its outline, for pictures.
    fn outline(&self) -> Outline;
}

/// A length that a shape is given by.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Its key in model files.
    pub key: &'static str,
    /// Its name in messages.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
}

/// A kind of shape, for those that read and describe models.
#[derive(Clone, Copy, Debug)]
pub struct ShapeDefinition {
    /// Its word in model files.
    pub word: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// What it is given by.
    pub sizes: &'static [Size],
    /// The word of the kind that it becomes when its hole closes; its own if it has none.
    pub full: &'static str,
    /// A complete model that uses it.
    pub small_model: &'static str,
    /// The shape with these sizes [m], if there are as many as it has.
    pub make: fn(&[f64]) -> Option<Shape>,
}

/// Corners of a section in its y-z plane [m], against the clock; a full section has no inner ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Of the outer boundary.
    pub outer: Vec<[f64; 2]>,
    /// Of the hole.
    pub inner: Vec<[f64; 2]>,
}

impl Outline {
    fn full(outer: Vec<[f64; 2]>) -> Self {
        let inner = Vec::new();
        Outline { outer, inner }
    }
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
/// Torsion constant: exact but for two shapes; box by Bredt on the middle line of the walls, for thin walls (a
/// square box comes out 2 % low with walls of a twentieth of its width, 5 % low with a tenth); I by the sum of strips with
/// corrections for ends and junctions of El Darwish and Johnston, good to 1 %. Warping of the I held at its ends is not in
/// this theory.
///
/// Shear factors `[k_y, k_z]`: as given, or those of Cowper [The shear coefficient in Timoshenko's beam theory, J. Appl. Mech. 33
/// (1966)] with `nu = E/(2G) - 1`.
pub fn section(shape: &Shape, material: &Material, shear_factors: Option<[f64; 2]>) -> Section {
    let Material {
        youngs,
        shear,
        density,
    } = *material;
    let Area { area, i_y, i_z, j } = shape.area();
    let nu = 0.5 * youngs / shear - 1.0;
    let [k_y, k_z] = shear_factors.unwrap_or_else(|| shape.shear_factors(nu));
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
    shape
        .problem()
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

fn not_positive(values: &[f64], sizes: &[Size]) -> Option<String> {
    let mut all = values.iter().zip(sizes);
    all.find_map(|(value, size)| positive(size.name, *value))
}

fn positive(name: &str, value: f64) -> Option<String> {
    (!(value > 0.0 && value.is_finite()))
        .then(|| format!("the {name} must be a positive number, not {value}"))
}

fn below(name: &str, value: f64, limit: f64) -> Option<String> {
    (value >= limit).then(|| format!("the {name} {value} m must be below {limit} m"))
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

/// Shear factor of a rectangle.
fn strip(nu: f64) -> f64 {
    10.0 * (1.0 + nu) / (12.0 + 11.0 * nu)
}

/// The part that the shear factors of the I and the box have in common.
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

/// Shear factor of a ring; `m` is the inner over the outer diameter.
fn hollow_circle(m: f64, nu: f64) -> f64 {
    let square = (1.0 + m * m).powi(2);
    6.0 * (1.0 + nu) * square / ((7.0 + 6.0 * nu) * square + (20.0 + 12.0 * nu) * m * m)
}

/// Corners of a circle in pictures.
const ROUND: usize = 20;

/// Corners of a rectangle.
fn cornered(width: f64, height: f64) -> Vec<[f64; 2]> {
    let (y, z) = (0.5 * width, 0.5 * height);
    vec![[y, z], [-y, z], [-y, -z], [y, -z]]
}

/// Corners of an ellipse.
fn round(width: f64, height: f64) -> Vec<[f64; 2]> {
    let corner = |k: usize| {
        let angle = TAU * k as f64 / ROUND as f64;
        [0.5 * width * angle.cos(), 0.5 * height * angle.sin()]
    };
    (0..ROUND).map(corner).collect()
}
