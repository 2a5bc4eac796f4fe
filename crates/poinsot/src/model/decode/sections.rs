//! Materials and beam sections.

use super::matrices::matrix6;
use super::names::Names;
use super::reader::TableReader;
use super::scalars::text;
use crate::math::{M3, M6, V3, axial, skew};
use crate::model::describe::{Matrix, Shape as Described};
use crate::model::flexible::Section;
use crate::sections::{Material, Shape, from_beamdyn, from_beamdyn_mass, section as of_shape};
use nalgebra::SymmetricEigen;
use std::collections::HashMap;

/// Entries of a mass matrix that should be equal or zero may differ by this part: files hold rounded numbers.
const ROUNDED: f64 = 1e-6;

/// Principal moments below this part of the largest count as zero.
const DEFINITE: f64 = 1e-12;

/// `[[material]]` with its name.
pub fn material(t: &TableReader) -> Option<(String, Material)> {
    let [youngs, poisson, shear, density] =
        ["youngs", "poisson", "shear", "density"].map(|key| t.number(key));
    let shear = match t.has("poisson") {
        true => youngs.zip(poisson).map(|(e, nu)| e / (2.0 * (1.0 + nu))),
        false => shear,
    };
    let material = Material {
        youngs: youngs?,
        shear: shear?,
        density: density?,
    };
    Some((t.name()?, material))
}

/// `[[section]]` with its name.
pub fn section(
    t: &TableReader,
    names: &Names,
    materials: &HashMap<String, Material>,
) -> Option<(String, Section)> {
    let word = t.variant.map(|v| v.word);
    let convention = convention(t);
    let section = match word {
        None => None,
        Some("given") => given(t, convention.flatten()),
        Some(word) => {
            let shape = shape(t, word);
            let factors = match t.node("shear_factors") {
                Some(_) => t.pair("shear_factors").map(Some),
                None => Some(None),
            };
            let material = t.node("material").and_then(|node| {
                let name = names.check(&node, text(&node)?, &["material"], false)?;
                // A material with errors of its own has a message already.
                materials.get(&name)
            });
            let parts = shape.zip(material).zip(factors);
            parts.map(|((shape, material), factors)| of_shape(&shape, material, factors))
        }
    };
    let damping = damping(t, convention.flatten(), section.as_ref());
    let mut section = section?;
    convention?;
    section.damping = damping?;
    Some((t.name()?, section))
}

/// The order of matrices: must be said where there is one, is never guessed.
fn convention(t: &TableReader) -> Option<Option<&'static str>> {
    if t.has("convention") {
        return t.word("convention").map(Some);
    }
    let is_matrix = |key: &&str| {
        let field = t.field(key).map(|f| f.shape);
        t.has(key) && matches!(field, Some(Described::Matrix6(_)))
    };
    let matrix = ["stiffness", "mass_matrix", "damping"];
    let Some(key) = matrix.iter().find(|key| is_matrix(key)) else {
        return Some(None);
    };
    let help = "write convention = \"x-axis\" (stretch x, shear y, shear z, twist x, bending y, bending z) or convention = \"beamdyn\" (shear x, shear y, stretch z, bending x, bending y, twist z)";
    t.missing(&format!("`{key}` needs `convention` too"), help);
    None
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

/// A section whose stiffness and mass are given.
fn given(t: &TableReader, convention: Option<&'static str>) -> Option<Section> {
    let stiffness = match t.has("stiffness") {
        true => ordered(t, "stiffness", convention),
        false => diagonal(t),
    };
    let mass = match t.has("mass_matrix") {
        true => mass_of_matrix(t, convention),
        false => mass_of_values(t, convention),
    };
    let (stiffness, (mass, mass_center, inertia)) = (stiffness?, mass?);
    Some(Section {
        stiffness,
        damping: M6::zeros(),
        mass,
        mass_center,
        inertia,
    })
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
fn mass_of_values(t: &TableReader, convention: Option<&str>) -> Option<(f64, V3, M3)> {
    if let Some(node) = t
        .node("inertia_per_length")
        .filter(|_| convention == Some("beamdyn"))
    {
        let message = "`inertia_per_length` is about x, y, z with x along the beam, unlike convention = \"beamdyn\"";
        node.error(message, "give `mass_matrix` in the same convention instead");
        return None;
    }
    let mass = t.number("mass_per_length");
    let inertia = t.triple("inertia_per_length");
    let center = match t.has("mass_center") {
        true => t.pair("mass_center"),
        false => Some([0.0; 2]),
    };
    let [y, z] = center?;
    Some((mass?, V3::new(0.0, y, z), M3::from_diagonal(&inertia?)))
}

/// Mass, mass centre c and inertia about it out of `[m 1, -m c~; m c~, J_c - m c~ c~]`.
fn mass_of_matrix(t: &TableReader, convention: Option<&str>) -> Option<(f64, V3, M3)> {
    let node = t.node("mass_matrix")?;
    let matrix = ordered(t, "mass_matrix", convention)?;
    let block = |i: usize, j: usize| matrix.fixed_view::<3, 3>(i, j).into_owned();
    let (first, coupling, inertia) = (block(0, 0), block(3, 0), block(3, 3));
    let mass = first.trace() / 3.0;
    let refuse = |message: &str, help: &str| {
        node.error(
            format!("this is not the mass matrix of a section: {message}"),
            help,
        );
        None
    };
    if mass <= 0.0 || (first - mass * M3::identity()).amax() > ROUNDED * mass {
        let help = "the first three entries of the diagonal are the mass per length, all equal and positive; beside them zeros";
        return refuse("its first block is not the mass per length", help);
    }
    let center = axial(&coupling) / mass;
    let slack = ROUNDED * (mass * inertia.amax()).sqrt();
    if (coupling - mass * skew(&center)).amax() > slack || (mass * center.x).abs() > slack {
        let help = "with x along the beam and the mass centre at [0, y, z] the last three rows begin with m [[0, -z, y], [z, 0, 0], [-y, 0, 0]]";
        return refuse(
            "its coupling block is not m times the offset of a mass centre",
            help,
        );
    }
    let center = V3::new(0.0, center.y, center.z);
    // Parallel axes: J_C = J + m c~ c~.
    let about_center = inertia + mass * skew(&center) * skew(&center);
    if !positive(&about_center) {
        let help = "the last block is the inertia about the reference line, at least m y^2 and m z^2 larger than about the mass centre; all moments must be positive";
        return refuse("the inertia about the mass centre is not positive", help);
    }
    Some((mass, center, about_center))
}

fn positive(inertia: &M3) -> bool {
    let largest = inertia.amax();
    let eigen = (largest > 0.0 && largest.is_finite())
        .then(|| SymmetricEigen::try_new(inertia / largest, f64::EPSILON, 1000));
    eigen
        .flatten()
        .is_some_and(|e| e.eigenvalues.min() > DEFINITE)
}

/// The outline, with parts that fit into one another.
fn shape(t: &TableReader, word: &str) -> Option<Shape> {
    let [width, height, diameter, thickness, flange, web] =
        ["width", "height", "diameter", "thickness", "flange", "web"].map(|key| t.number(key));
    // A wall on both sides must leave room between.
    let fits = |key: &str, wall: f64, twice: bool, whole: f64, of: &str| {
        let needed = if twice { 2.0 * wall } else { wall };
        if needed < whole {
            return Some(());
        }
        let what = if twice { "twice `" } else { "`" };
        let message = format!("{what}{key}` is not less than `{of}`");
        let help = match word {
            "i-beam" => "a full section is shape = \"rectangle\"",
            "box" => "a full section is shape = \"rectangle\"",
            _ => "a full section is shape = \"circle\"",
        };
        t.node(key)?.error(message, help);
        None
    };
    Some(match word {
        "rectangle" => Shape::Rectangle {
            width: width?,
            height: height?,
        },
        "circle" => Shape::Circle {
            diameter: diameter?,
        },
        "tube" => {
            let (diameter, thickness) = (diameter?, thickness?);
            fits("thickness", thickness, true, diameter, "diameter")?;
            Shape::Tube {
                diameter,
                thickness,
            }
        }
        "i-beam" => {
            let (width, height, flange, web) = (width?, height?, flange?, web?);
            let one = fits("flange", flange, true, height, "height");
            let two = fits("web", web, false, width, "width");
            one.and(two)?;
            Shape::IBeam {
                width,
                height,
                flange,
                web,
            }
        }
        _ => {
            let (width, height, thickness) = (width?, height?, thickness?);
            let of = if width < height { "width" } else { "height" };
            fits("thickness", thickness, true, width.min(height), of)?;
            Shape::Box {
                width,
                height,
                thickness,
            }
        }
    })
}
