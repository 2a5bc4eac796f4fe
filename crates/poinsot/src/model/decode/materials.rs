//! Materials: what beams, shells and solids make of them.

use super::masses::Masses;
use super::reader::{TableReader, ValueAt};
use crate::math::{M3, V3};
use crate::mechanics::elements::solid::{
    Branch, Fibre, FibreLaw, ModuliError, Orthotropic, Reinforced, turned,
};
use crate::model::solid_laws::{LAWS, LINEAR};
use crate::model::solids::{SolidLaw, SolidViscosity};
use crate::sections::Material;
use crate::sections::shells::{PlyMaterial, Strengths};
use std::sync::Arc;

/// A material as beams, shells and solids see it.
#[derive(Clone, Debug)]
pub struct AnyMaterial {
    /// For beams: the same in all directions.
    pub solid: Option<Material>,
    /// For layers of shells.
    pub layer: Option<PlyMaterial>,
    /// For solids: along the axes of the material, without fibres.
    law: Option<SolidLaw>,
    fibres: Option<Fibres>,
    /// For solids.
    pub viscosity: SolidViscosity,
    /// Mass by volume [kg/m^3].
    pub density: f64,
}

/// A family of fibres along a direction of the axes of the material.
#[derive(Clone, Copy, Debug)]
struct Fibres {
    direction: V3,
    law: FibreLaw,
    tension_only: bool,
}

impl AnyMaterial {
    fn new(solid: Option<Material>, layer: Option<PlyMaterial>) -> Self {
        AnyMaterial {
            solid,
            layer,
            law: None,
            fibres: None,
            viscosity: SolidViscosity::default(),
            density: 0.0,
        }
    }

    /// A law of large strains: beams and shells take its moduli at small strains, if it has no direction.
    fn of_law(law: SolidLaw) -> Self {
        let stiffness = law.stiffness(&[0.0; 6]);
        let (lambda, shear) = (stiffness[0][1], stiffness[3][3]);
        let poisson = 0.5 * lambda / (lambda + shear);
        let youngs = 2.0 * shear * (1.0 + poisson);
        let solid = Material {
            youngs,
            shear,
            density: 0.0,
        };
        let mut material = match law {
            SolidLaw::Linear(_) => Self::new(None, None),
            _ => Self::new(Some(solid), Some(PlyMaterial::isotropic(youngs, poisson))),
        };
        material.law = Some(law);
        material
    }

    /// Whether it has a direction.
    pub fn has_axes(&self) -> bool {
        self.fibres.is_some() || matches!(self.law, Some(SolidLaw::Linear(_)))
    }

    /// The law of a solid whose axes of the material are the columns of a matrix; `None` where solids cannot have it.
    pub fn law_along(&self, axes: &M3) -> Option<SolidLaw> {
        let matrix = match self.law.as_ref()? {
            SolidLaw::Linear(moduli) => SolidLaw::Linear(Arc::new(turned(moduli, axes))),
            law => law.clone(),
        };
        Some(match self.fibres {
            None => matrix,
            Some(f) => SolidLaw::Reinforced(Arc::new(Reinforced {
                matrix,
                fibre: Fibre::new(&(axes * f.direction), f.law, f.tension_only),
            })),
        })
    }

    /// Warns where something other than a solid has it: its viscosity is left out there.
    pub fn warn_of_viscosity(&self, node: &ValueAt, name: &str, what: &str) {
        if self.viscosity != SolidViscosity::default() {
            let message =
                format!("\"{name}\" is viscous, which solids alone are; {what} take it as elastic");
            node.warning(message, "give `damping_time` of the section");
        }
    }
}

/// `[[material]]` with its name.
pub fn material(t: &TableReader, masses: &Masses) -> Option<(String, AnyMaterial)> {
    masses.missing(t, masses.mass(), "density", "");
    let density = match t.has("density") {
        true => t.number("density"),
        false => masses.mass().is_none().then_some(0.0),
    };
    let (viscosity, fibres) = (viscosity(t), fibres(t));
    let word = t.variant?.word;
    let definition = LAWS.iter().find(|l| l.variant.word == word)?;
    let material = match word {
        LINEAR if t.has("youngs_1") => ply(t),
        LINEAR => isotropic(t),
        _ => (definition.make)(t).map(AnyMaterial::of_law),
    };
    let (mut material, density) = (material?, density?);
    if word == LINEAR && !t.has("youngs_1") {
        material.law = (definition.make)(t);
    }
    material.viscosity = viscosity?;
    material.fibres = fibres?;
    if material.fibres.is_some() {
        (material.solid, material.layer) = (None, None);
    }
    material.density = density;
    if let Some(layer) = &mut material.layer {
        layer.density = density;
    }
    if let Some(solid) = &mut material.solid {
        solid.density = density;
    }
    Some((t.name()?, material))
}

/// `damping_time` and the Prony series.
fn viscosity(t: &TableReader) -> Option<SolidViscosity> {
    let damping_time = match t.has("damping_time") {
        true => t.number("damping_time"),
        false => Some(0.0),
    };
    let keys = ["relaxation_shares", "relaxation_times"];
    if !keys.iter().any(|key| t.has(key)) {
        return Some(SolidViscosity {
            damping_time: damping_time?,
            branches: Vec::new(),
        });
    }
    // What is given is read even if the other is missing, so that all problems are said at once.
    let [shares, times] = keys.map(|key| t.has(key).then(|| t.some(key)));
    if let Some(lacking) = keys.iter().find(|key| !t.has(key)) {
        let help = "every share of the stiffness has a time in which its stress fades";
        t.missing(&format!("`{lacking}` is missing"), help);
    }
    let (shares, times) = (shares??, times??);
    if shares.len() != times.len() {
        let message = format!("{} shares and {} times", shares.len(), times.len());
        t.node("relaxation_times")?
            .error(message, "give one time for each share");
        return None;
    }
    let sum: f64 = shares.iter().sum();
    // What remains is the stiffness of the law, by which those of the branches are divided.
    if sum > 0.9999 {
        let message =
            format!("the shares add up to {sum}, so that nothing is left of the stiffness");
        let help = "they are shares of the stiffness at once; what the law says is the rest, the stiffness after a long time";
        t.node("relaxation_shares")?.error(message, help);
        return None;
    }
    let pairs: Vec<(f64, f64)> = shares.into_iter().zip(times).collect();
    Some(SolidViscosity {
        damping_time: damping_time?,
        branches: Branch::from_shares(&pairs),
    })
}

/// `fibres`; the inner `None` without them.
fn fibres(t: &TableReader) -> Option<Option<Fibres>> {
    if !t.has("fibres") {
        return Some(None);
    }
    let t = t.table("fibres")?;
    let (k, direction, tension_only) = (
        t.number("stiffness"),
        t.direction("direction"),
        t.flag("tension_only"),
    );
    let law = match t.has("stiffening") {
        true => t
            .number("stiffening")
            .zip(k)
            .map(|(k2, k1)| FibreLaw::Exponential { k1, k2 }),
        false => k.map(|k| FibreLaw::Quadratic { k }),
    };
    Some(Some(Fibres {
        direction: direction?,
        law: law?,
        tension_only: tension_only?,
    }))
}

/// The same in all directions.
fn isotropic(t: &TableReader) -> Option<AnyMaterial> {
    let [youngs, poisson, shear] = ["youngs", "poisson", "shear"].map(|key| t.number(key));
    let shear = match t.has("poisson") {
        true => youngs.zip(poisson).map(|(e, nu)| e / (2.0 * (1.0 + nu))),
        false => shear,
    };
    let strength = match t.has("strength") {
        true => t.number("strength").map(Some),
        false => Some(None),
    };
    let expansion = match t.has("expansion") {
        true => t.number("expansion"),
        false => Some(0.0),
    };
    let (youngs, shear, strength, expansion) = (youngs?, shear?, strength?, expansion?);
    let poisson = 0.5 * youngs / shear - 1.0;
    // Round-off of a material that keeps its volume passes.
    if poisson > 0.5 + 1e-9 {
        let message =
            format!("the moduli give Poisson's ratio {poisson:.3}, which cannot be above 0.5");
        let help = "the shear modulus is at least a third of Young's modulus";
        t.node("shear")?.error(message, help);
        return None;
    }
    let layer = PlyMaterial::isotropic(youngs, poisson).with_expansion([expansion; 2]);
    let solid = Material {
        youngs,
        shear,
        density: 0.0,
    };
    let layer = match strength {
        Some(limit) => layer.with_strengths(Strengths::isotropic(limit)),
        None => layer,
    };
    Some(AnyMaterial::new(Some(solid), Some(layer)))
}

/// A ply.
fn ply(t: &TableReader) -> Option<AnyMaterial> {
    let shear_12 = t.number("shear_12");
    let shear = |key: &str| match t.has(key) {
        true => t.number(key),
        false => shear_12,
    };
    let youngs = ["youngs_1", "youngs_2"].map(|key| t.number(key));
    let (poisson, shear) = (
        t.number("poisson_12"),
        [shear("shear_13"), shear("shear_23")],
    );
    let (youngs, poisson) = ([youngs[0]?, youngs[1]?], poisson?);
    let shear = [shear_12?, shear[0]?, shear[1]?];
    let mut layer = PlyMaterial::orthotropic(youngs, poisson, shear);
    let strengths = ["tension_strength", "compression_strength", "shear_strength"];
    if strengths.iter().any(|key| t.has(key)) {
        if let Some(lacking) = strengths.iter().find(|key| !t.has(key)) {
            let help = "failure indices need strengths in tension, compression and shear";
            t.missing(&format!("`{lacking}` is missing"), help);
            return None;
        }
        let [tension, compression] =
            ["tension_strength", "compression_strength"].map(|key| t.pair(key));
        layer.strengths = Some(Strengths {
            tension: tension?,
            compression: compression?,
            shear: t.number("shear_strength")?,
        });
    }
    if t.has("ply_expansion") {
        layer.expansion = t.pair("ply_expansion")?;
    }
    if let Err(problem) = layer.check() {
        t.whole()
            .error(problem.to_string(), "check the moduli and Poisson's ratio");
        return None;
    }
    let mut material = AnyMaterial::new(None, Some(layer));
    material.law = match t.has("poisson_23") {
        true => Some(orthotropic(t, youngs, poisson, shear)?),
        false => None,
    };
    Some(material)
}

/// The law of a solid with three planes of symmetry, from the constants of a ply and those along its third axis.
fn orthotropic(
    t: &TableReader,
    youngs: [f64; 2],
    poisson_12: f64,
    [shear_12, shear_13, shear_23]: [f64; 3],
) -> Option<SolidLaw> {
    let or = |key: &str, other: f64| match t.has(key) {
        true => t.number(key),
        false => Some(other),
    };
    let (third, poisson_13) = (or("youngs_3", youngs[1]), or("poisson_13", poisson_12));
    let constants = Orthotropic {
        youngs: [youngs[0], youngs[1], third?],
        poisson: [poisson_12, t.number("poisson_23")?, poisson_13?],
        shear: [shear_12, shear_23, shear_13],
    };
    match constants.moduli() {
        Ok(moduli) => Some(SolidLaw::Linear(Arc::new(moduli))),
        Err(problem) => {
            let help = match problem {
                ModuliError::NotPositive { .. } => {
                    "Poisson's ratios are too large for Young's moduli: nu_ij^2 must be below E_i/E_j, and all three together must leave the volume some resistance"
                }
                _ => "check the moduli and Poisson's ratios",
            };
            t.node("poisson_23")?.error(problem.to_string(), help);
            None
        }
    }
}
