//! Beam sections.

use super::masses::{Masses, needs};
use super::materials::AnyMaterial;
use super::matrices::matrix6;
use super::names::Names;
use super::reader::TableReader;
use super::scalars::text;
use crate::math::{M3, M6, V3};
use crate::model::describe::{Matrix, ValueShape as Described};
use crate::model::flexible::Section;
use crate::sections::{
    SHAPES, Shape, ShapeDefinition, from_beamdyn, from_beamdyn_mass, mass_from_matrix,
    section as of_shape, shape_problem,
};
use nalgebra::SymmetricEigen;
use std::collections::HashMap;

/// Principal moments below this part of the largest count as zero.
const DEFINITE: f64 = 1e-12;

/// `[[section]]` with its name.
pub fn section(
    t: &TableReader,
    names: &Names,
    materials: &HashMap<String, AnyMaterial>,
    masses: &Masses,
) -> Option<(String, Section)> {
    let word = t.variant.map(|v| v.word);
    let convention = convention(t);
    let section = match word {
        None => None,
        Some(word) => match SHAPES.iter().find(|s| s.word == word) {
            Some(kind) => shaped(t, kind, names, materials),
            None => given(t, convention.flatten(), masses),
        },
    };
    let (section, weighs) = section.unzip();
    let damping = damping(t, convention.flatten(), section.as_ref());
    let mut section = section?;
    convention?;
    section.damping = damping?;
    let entries = section.stiffness.iter().chain(&section.damping);
    let finite = entries.chain(&section.inertia).all(|x| x.is_finite());
    let stiff = section.stiffness.diagonal().min() > 0.0;
    let heavy = section.mass > 0.0 && section.inertia.diagonal().min() > 0.0;
    if !(finite && stiff && (heavy || weighs == Some(false))) {
        let message = "the section is so large or small that its stiffness or mass is not a number";
        t.whole().error(message, "check the sizes and their units");
        return None;
    }
    Some((t.name()?, section))
}

/// A section by its shape and material, and whether mass and inertia are known.
fn shaped(
    t: &TableReader,
    kind: &ShapeDefinition,
    names: &Names,
    materials: &HashMap<String, AnyMaterial>,
) -> Option<(Section, bool)> {
    let shape = shape(t, kind);
    let factors = match t.has("shear_factors") {
        true => t.pair("shear_factors").map(Some),
        false => Some(None),
    };
    let material = t.node("material").and_then(|node| {
        let name = names.check(&node, text(&node)?, &["material"], false)?;
        // A material with errors of its own has a message already.
        let found = materials.get(&name)?;
        if found.solid.is_none() {
            let message = format!("\"{name}\" has fibres or axes of its own; a beam needs a material that is the same in all directions");
            node.error(message, "give a material with `youngs`, or stiffness and mass of the section");
        }
        found.warn_of_viscosity(&node, &name, "beams");
        found.solid.as_ref()
    });
    let (shape, material, factors) = (shape?, material?, factors?);
    if let Some(problem) = shape_problem(&shape, material) {
        let help = format!("a section without a hole is shape = \"{}\"", kind.full);
        t.node("shape")?.error(problem, help);
        return None;
    }
    let weighs = material.density > 0.0;
    Some((of_shape(&shape, material, factors), weighs))
}

/// The order of matrices: must be said where there is one, is never guessed.
fn convention(t: &TableReader) -> Option<Option<&'static str>> {
    let is_matrix = |key: &&str| {
        let field = t.field(key).map(|f| f.shape);
        t.has(key) && matches!(field, Some(Described::Matrix6(_)))
    };
    let mut keys = ["stiffness", "mass_matrix", "damping"].into_iter();
    let matrix = keys.find(is_matrix);
    let Some(node) = t.node("convention") else {
        let Some(key) = matrix else {
            return Some(None);
        };
        let help = "write convention = \"x-axis\" (stretch x, shear y, shear z, twist x, bending y, bending z) or convention = \"beamdyn\" (shear x, shear y, stretch z, bending x, bending y, twist z)";
        t.missing(&format!("`{key}` needs `convention` too"), help);
        return None;
    };
    let word = t.word("convention")?;
    if matrix.is_none() {
        let message = "there is no matrix whose row order `convention` could define";
        let help = "leave it out; single values are always named with x along the beam";
        node.error(message, help);
        return None;
    }
    let single = [
        "GAy",
        "GAz",
        "EIy",
        "EIz",
        "inertia_per_length",
        "mass_center",
    ];
    let mut single = single.into_iter().filter(|_| word == "beamdyn");
    if let Some((key, node)) = single.find_map(|key| Some((key, t.node(key)?))) {
        let message =
            format!("`{key}` is named with x along the beam, unlike convention = \"beamdyn\"");
        let help =
            "give stiffness and mass as matrices, or all matrices in convention = \"x-axis\"";
        node.error(message, help);
        return None;
    }
    Some(Some(word))
}

/// A matrix in our order.
fn ordered(t: &TableReader, key: &str, convention: Option<&str>) -> Option<M6> {
    let matrix = matrix6(t, key)?;
    let mass = matches!(t.field(key)?.shape, Described::Matrix6(Matrix::SectionMass));
    Some(match (convention?, mass) {
        ("beamdyn", false) => from_beamdyn(&matrix),
        ("beamdyn", true) => from_beamdyn_mass(&matrix),
        _ => matrix,
    })
}

fn damping(t: &TableReader, convention: Option<&str>, section: Option<&Section>) -> Option<M6> {
    if t.has("damping") {
        return ordered(t, "damping", convention);
    }
    match t.has("damping_time") {
        true => t
            .number("damping_time")
            .zip(section)
            .map(|(time, s)| time * s.stiffness),
        false => Some(M6::zeros()),
    }
}

/// A section whose stiffness and mass are given, and whether mass and inertia are known.
fn given(
    t: &TableReader,
    convention: Option<&'static str>,
    masses: &Masses,
) -> Option<(Section, bool)> {
    let stiffness = match t.has("stiffness") {
        true => ordered(t, "stiffness", convention),
        false => diagonal(t),
    };
    let mass = match t.has("mass_matrix") {
        true => mass_of_matrix(t, convention),
        false => mass_of_values(t, masses),
    };
    let weighs = t.has("mass_matrix") || t.has("inertia_per_length");
    let (stiffness, (mass, mass_center, inertia)) = (stiffness?, mass?);
    let section = Section {
        stiffness,
        damping: M6::zeros(),
        mass,
        mass_center,
        inertia,
        shape: None,
    };
    Some((section, weighs))
}

/// `EA`, `GAy`, `GAz`, `GJ`, `EIy`, `EIz`.
fn diagonal(t: &TableReader) -> Option<M6> {
    let [ea, ga_y, ga_z, gj, ei_y, ei_z] =
        ["EA", "GAy", "GAz", "GJ", "EIy", "EIz"].map(|key| t.number(key));
    let or = |key: &str, own: Option<f64>, other: Option<f64>| match t.has(key) {
        true => own,
        false => other,
    };
    let (ga_z, ei_z) = (or("GAz", ga_z, ga_y), or("EIz", ei_z, ei_y));
    let diagonal = [ea?, ga_y?, ga_z?, gj?, ei_y?, ei_z?];
    Some(M6::from_diagonal(&diagonal.into()))
}

/// Mass, mass centre and inertia about it by single values.
fn mass_of_values(t: &TableReader, masses: &Masses) -> Option<(f64, V3, M3)> {
    // Without any stiffness there is a message already.
    if t.has("stiffness") || t.has("EA") {
        let or = "Or give `mass_matrix`.";
        masses.missing(t, masses.mass(), "mass_per_length", or);
        let (why, inertia) = (masses.inertia(), "inertia_per_length");
        match t.has("mass_per_length") {
            true => masses.missing_beside(t, why, inertia, "mass_per_length"),
            false => masses.missing(t, why, inertia, or),
        }
    }
    if masses.mass().is_none() {
        needs(t, &["mass_center", "inertia_per_length"], "mass_per_length");
    }
    let mass = match t.has("mass_per_length") {
        true => t.number("mass_per_length"),
        false => masses.mass().is_none().then_some(0.0),
    };
    let inertia = match t.has("inertia_per_length") {
        true => t.triple("inertia_per_length"),
        false => masses.inertia().is_none().then(V3::zeros),
    };
    let center = match t.has("mass_center") {
        true => t.pair("mass_center"),
        false => Some([0.0; 2]),
    };
    let [y, z] = center?;
    Some((mass?, V3::new(0.0, y, z), M3::from_diagonal(&inertia?)))
}

/// Mass, mass centre and inertia about it out of a matrix about the reference line.
fn mass_of_matrix(t: &TableReader, convention: Option<&str>) -> Option<(f64, V3, M3)> {
    let node = t.node("mass_matrix")?;
    let matrix = ordered(t, "mass_matrix", convention)?;
    let refuse = |message: &str, help: &str| {
        let message = format!("this is not the mass matrix of a section: {message}");
        node.error(message, help);
    };
    match mass_from_matrix(&matrix) {
        Err(message) => {
            let help = "with x along the beam it is [m 1, -m [c]; m [c], J], where [c] = [[0, -z, y], [z, 0, 0], [-y, 0, 0]] for a mass centre at [0, y, z]";
            refuse(&message, help);
            None
        }
        Ok((_, _, inertia)) if !positive(&inertia) => {
            let help = "the last block is the inertia about the reference line, larger by m y^2 and m z^2 than that about the mass centre; all moments must be positive";
            refuse("the inertia about the mass centre is not positive", help);
            None
        }
        Ok(parts) => Some(parts),
    }
}

fn positive(inertia: &M3) -> bool {
    let largest = inertia.amax();
    let eigen = (largest > 0.0 && largest.is_finite())
        .then(|| SymmetricEigen::try_new(inertia / largest, f64::EPSILON, 1000));
    eigen
        .flatten()
        .is_some_and(|e| e.eigenvalues.min() > DEFINITE)
}

/// The outline.
fn shape(t: &TableReader, kind: &ShapeDefinition) -> Option<Shape> {
    let sizes: Vec<Option<f64>> = kind.sizes.iter().map(|s| t.number(s.key)).collect();
    let sizes: Option<Vec<f64>> = sizes.into_iter().collect();
    (kind.make)(&sizes?)
}
