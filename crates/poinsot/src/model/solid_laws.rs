//! Laws of materials: `law` of `[[material]]`. A law is one entry of [`LAWS`]: its word, its keys, and what solids make of them.

use super::decode::functions::fits;
use super::decode::matrices::matrix6;
use super::decode::reader::TableReader;
use super::describe::{
    Field, Form, Literal, Matrix, Quantity as Q, Range, ValueShape, Variant, defaulted, form,
    optional, required,
};
use super::tree::Data;
use crate::functions::Expression;
use crate::mechanics::elements::solid::{
    Cause, Formula, Instability, Loading, Material, Ogden, instabilities, material,
};
use std::sync::Arc;

/// The law of materials that give none.
pub const LINEAR: &str = "linear";

/// A law that a material may have.
pub struct LawDefinition {
    /// Its word and keys.
    pub variant: Variant,
    /// What it is made of the keys. `None` after a message, and for materials that solids cannot have.
    pub make: fn(&TableReader) -> Option<Material>,
}

const fn modulus(key: &'static str, doc: &'static str) -> Field {
    optional(
        key,
        ValueShape::Number(Q::Modulus, Range::Positive),
        "",
        doc,
    )
}

const YOUNGS: Field = modulus("youngs", "Young's modulus E at small strains.");
const POISSON: Field = optional(
    "poisson",
    ValueShape::Number(Q::One, Range::Above(-1.0, 0.5)),
    "",
    "Poisson's ratio at small strains.",
);
const SHEAR: Field = modulus("shear", "Shear modulus mu at small strains.");
const BULK: Field = modulus("bulk", "Bulk modulus K.");
const BULK_NEEDED: Field = required(
    "bulk",
    ValueShape::Number(Q::Modulus, Range::Positive),
    "Bulk modulus K; a thousand times the shear modulus for rubber.",
);

const BY_TWO_MODULI: &[&[Form]] = &[&[form(&["shear", "bulk"]), form(&["youngs", "poisson"])]];

const fn number(key: &'static str, doc: &'static str) -> Field {
    required(key, ValueShape::Number(Q::Modulus, Range::Any), doc)
}

const fn factor(key: &'static str, doc: &'static str) -> Field {
    let shape = ValueShape::Number(Q::Modulus, Range::Any);
    defaulted(key, shape, Literal::Number(0.0), doc)
}

const NEO_HOOKE: &[Field] = &[SHEAR, BULK, YOUNGS, POISSON];

/// All laws; the first is taken where none is given.
pub const LAWS: [LawDefinition; 9] = [
    LawDefinition {
        variant: super::describe::LINEAR_MATERIAL,
        make: linear,
    },
    LawDefinition {
        variant: Variant {
            word: "neo-hookean",
            doc: "Rubber, for solids: mu/2 (I1/J^(2/3) - 3) + K/2 (J - 1)^2. For beams and shells, linear with the same moduli at small strains.",
            fields: NEO_HOOKE,
            forms: BY_TWO_MODULI,
        },
        make: |t| {
            let [mu, bulk] = two_moduli(t)?;
            Some(Material::NeoHooke { mu, bulk })
        },
    },
    LawDefinition {
        variant: Variant {
            word: "neo-hookean-log",
            doc: "Compressible, for solids: mu/2 (I1 - 3) - mu ln J + lambda/2 (ln J)^2 with lambda = K - 2/3 mu.",
            fields: NEO_HOOKE,
            forms: BY_TWO_MODULI,
        },
        make: |t| {
            let [mu, bulk] = two_moduli(t)?;
            let lambda = bulk - 2.0 / 3.0 * mu;
            Some(Material::NeoHookeLogarithm { lambda, mu })
        },
    },
    LawDefinition {
        variant: Variant {
            word: "neo-hookean-square",
            doc: "Compressible, for solids: mu/2 (I1 - 3) - mu ln J + lambda/4 (J^2 - 1 - 2 ln J) with lambda = K - 2/3 mu.",
            fields: NEO_HOOKE,
            forms: BY_TWO_MODULI,
        },
        make: |t| {
            let [mu, bulk] = two_moduli(t)?;
            let lambda = bulk - 2.0 / 3.0 * mu;
            Some(Material::NeoHookeSquare { lambda, mu })
        },
    },
    LawDefinition {
        variant: Variant {
            word: "mooney-rivlin",
            doc: "Rubber, for solids: c10 (I1/J^(2/3) - 3) + c01 (I2/J^(4/3) - 3) + K/2 (J - 1)^2. The shear modulus at small strains is 2 (c10 + c01).",
            fields: &[
                number("c10", "Factor of the first invariant."),
                number("c01", "Factor of the second invariant."),
                BULK_NEEDED,
            ],
            forms: &[],
        },
        make: mooney_rivlin,
    },
    LawDefinition {
        variant: Variant {
            word: "ogden",
            doc: "Rubber, for solids: the sum of mu/alpha (l1^alpha + l2^alpha + l3^alpha - 3) over up to three terms, with the principal stretches l over J^(1/3), and K/2 (J - 1)^2. The shear modulus at small strains is half the sum of mu alpha.",
            fields: &[
                required(
                    "mu",
                    ValueShape::Some(Q::Modulus, Range::Any, 3),
                    "Factors of the terms.",
                ),
                required(
                    "alpha",
                    ValueShape::Some(Q::One, Range::Between(-100.0, 100.0), 3),
                    "Powers of the terms, none of them zero.",
                ),
                BULK_NEEDED,
            ],
            forms: &[],
        },
        make: ogden,
    },
    LawDefinition {
        variant: Variant {
            word: "yeoh",
            doc: "Rubber that stiffens at large stretches, for solids: c10 x + c20 x^2 + c30 x^3 + K/2 (J - 1)^2 with x = I1/J^(2/3) - 3. The shear modulus at small strains is 2 c10.",
            fields: &[
                number("c10", "Factor of x."),
                factor("c20", "Factor of x^2."),
                factor("c30", "Factor of x^3."),
                BULK_NEEDED,
            ],
            forms: &[],
        },
        make: yeoh,
    },
    LawDefinition {
        variant: Variant {
            word: "formula",
            doc: "Any energy of the invariants I1, I2 of C, of J, and of those of C/J^(2/3), I1_bar and I2_bar, for solids. Without strain I1 = I2 = I1_bar = I2_bar = 3 and J = 1, and the stress must be zero.",
            fields: &[
                required(
                    "energy",
                    ValueShape::OfInvariants,
                    "Energy by volume as drawn, which may contain parameters, for example \"mu/2*(I1_bar - 3) + 200*(exp((I1_bar - 3)^2) - 1)\".",
                ),
                optional(
                    "bulk",
                    ValueShape::Number(Q::Modulus, Range::Positive),
                    "the formula resists changes of volume",
                    "Bulk modulus K of K/2 (J - 1)^2 beside the formula; elements smooth changes of volume by it.",
                ),
            ],
            forms: &[],
        },
        make: formula,
    },
    LawDefinition {
        variant: Variant {
            word: "anisotropic",
            doc: "Linear in the Green strain with any moduli along the axes of the material, for solids: six rows of the strains 11, 22, 33, twice 12, 23, 13.",
            fields: &[required(
                "moduli",
                ValueShape::Matrix6(Matrix::Moduli),
                "Stresses 11, 22, 33, 12, 23, 13 by those strains, symmetric and positive definite.",
            )],
            forms: &[],
        },
        make: |t| {
            let m = matrix6(t, "moduli")?;
            let rows = std::array::from_fn(|r| std::array::from_fn(|c| m[(r, c)]));
            Some(Material::Linear(Arc::new(rows)))
        },
    },
];

/// The kinds of the table.
pub static LAW_VARIANTS: [Variant; LAWS.len()] = {
    let mut list = [LAWS[0].variant; LAWS.len()];
    let mut k = 0;
    while k < LAWS.len() {
        list[k] = LAWS[k].variant;
        k += 1;
    }
    list
};

/// Shear and bulk modulus, given as they are or by Young's modulus and Poisson's ratio.
fn two_moduli(t: &TableReader) -> Option<[f64; 2]> {
    if t.has("youngs") {
        let (youngs, poisson) = (t.number("youngs"), t.number("poisson"));
        return moduli(t, youngs?, poisson?);
    }
    let (mu, bulk) = (t.number("shear"), t.number("bulk"));
    Some([mu?, bulk?])
}

/// Shear and bulk modulus of Young's modulus and Poisson's ratio, which must leave the material compressible.
fn moduli(t: &TableReader, youngs: f64, poisson: f64) -> Option<[f64; 2]> {
    // The bulk modulus E / (3 (1 - 2 nu)) loses its digits beyond this.
    if poisson > 0.4999999 {
        let message = format!("Poisson's ratio {poisson} makes the bulk modulus infinite");
        let help = "give at most 0.499999, or `shear` and `bulk`; 0.4995 is a thousand times the shear modulus, as rubber has it";
        t.node("poisson")?.error(message, help);
        return None;
    }
    let mu = youngs / (2.0 * (1.0 + poisson));
    Some([mu, youngs / (3.0 * (1.0 - 2.0 * poisson))])
}

/// Linear in the Green strain. Without a message where solids cannot have it: sections may.
fn linear(t: &TableReader) -> Option<Material> {
    let (youngs, poisson) = (t.number("youngs")?, t.number("poisson"));
    let poisson = match t.has("poisson") {
        true => poisson?,
        false => 0.5 * youngs / t.number("shear")? - 1.0,
    };
    let mu = youngs / (2.0 * (1.0 + poisson));
    let lambda = 2.0 * mu * poisson / (1.0 - 2.0 * poisson);
    // Nothing but a solid asks for it: an incompressible material is fine elsewhere.
    (poisson < 0.4999999).then_some(Material::SaintVenant { lambda, mu })
}

fn mooney_rivlin(t: &TableReader) -> Option<Material> {
    let [c10, c01, bulk] = ["c10", "c01", "bulk"].map(|key| t.number(key));
    let (c10, c01, bulk) = (c10?, c01?, bulk?);
    stable(t, "c10", Material::MooneyRivlin { c10, c01, bulk })
}

fn yeoh(t: &TableReader) -> Option<Material> {
    let [c10, c20, c30, bulk] = ["c10", "c20", "c30", "bulk"].map(|key| t.number(key));
    let (c, bulk) = ([c10?, c20?, c30?], bulk?);
    stable(t, "c10", Material::Yeoh { c, bulk })
}

fn ogden(t: &TableReader) -> Option<Material> {
    let (mu, alpha, bulk) = (t.some("mu"), t.some("alpha"), t.number("bulk"));
    let (mu, alpha, bulk) = (mu?, alpha?, bulk?);
    if mu.len() != alpha.len() {
        let message = format!("{} factors and {} powers", mu.len(), alpha.len());
        t.node("alpha")?
            .error(message, "give one power for each factor");
        return None;
    }
    if alpha.contains(&0.0) {
        let node = t.node("alpha")?;
        node.error("a power of zero has no energy", "leave the term out");
        return None;
    }
    let mut law = Ogden {
        mu: [0.0; 3],
        alpha: [1.0; 3],
        bulk,
    };
    law.mu[..mu.len()].copy_from_slice(&mu);
    law.alpha[..alpha.len()].copy_from_slice(&alpha);
    stable(t, "mu", Material::Ogden(law))
}

/// An energy that the user writes.
fn formula(t: &TableReader) -> Option<Material> {
    let bulk = match t.has("bulk") {
        true => t.number("bulk"),
        false => Some(0.0),
    };
    let node = t.node("energy")?;
    let help = format!(
        "an expression in {}, such as \"2e5*(I1_bar - 3) + 1e3*(I1_bar - 3)^2\"",
        material::VARIABLES.join(", ")
    );
    let Data::Text(text) = &node.value.data else {
        node.expected("an energy by volume", help);
        return None;
    };
    if node.parameters.broken_in(text) {
        return None;
    }
    let compiled = match Expression::with_names(text, &material::VARIABLES, node.parameters) {
        Ok((compiled, kind)) => {
            fits(&node, Q::Modulus, kind)?;
            compiled
        }
        Err(error) => {
            node.error_inside(text, &error.span, error.to_string(), help);
            return None;
        }
    };
    let formula = Formula::of(compiled, bulk?);
    let at_rest = formula.stress_as_drawn();
    let law = Material::Formula(Arc::new(formula));
    let d = law.stiffness(&[0.0; 6]);
    let (shear, bulk) = (d[3][3], (d[0][0] + 2.0 * d[0][1]) / 3.0);
    if ![law.energy(&[0.0; 6]), at_rest, shear, bulk]
        .iter()
        .all(|x| x.is_finite())
    {
        let message = "the energy or one of its first two derivatives is not finite without strain";
        node.error(message, "it must have a value at I1 = I2 = 3, J = 1");
        return None;
    }
    // More than round-off of the formula, of the size of its terms.
    if at_rest.abs() > 1e-6 * (shear.abs() + bulk.abs()) {
        let message = format!("the formula has a stress of {at_rest:.4e} Pa without strain");
        let help = "a solid is free of stress as drawn: take I1_bar - 3 in the place of I1 - 3, or subtract 2*ln(J) from it";
        node.error(message, help);
        return None;
    }
    if bulk <= 1e-9 * shear.abs() {
        let message = "the formula does not resist changes of volume";
        node.error(message, "give `bulk`, or terms of J");
        return None;
    }
    stable(t, "energy", law)
}

/// Stretches within which a law is looked at.
const LOOKED_AT: [f64; 2] = [0.2, 5.0];

/// Tries a law in simple tests (so.5): refuses what yields at once, warns of what yields within stretches from 1/5 to 5.
fn stable(t: &TableReader, key: &str, law: Material) -> Option<Material> {
    let node = t.node(key)?;
    let lost = instabilities(&law);
    if lost.iter().any(|x| x.stretch == 1.0) {
        let message = "the shear modulus at small strains is not positive";
        node.error(message, "check the signs of the factors");
        return None;
    }
    let far = |x: &Instability| x.stretch.ln().abs();
    let within = lost
        .iter()
        .filter(|x| (LOOKED_AT[0]..=LOOKED_AT[1]).contains(&x.stretch));
    if let Some(first) = within.min_by(|a, b| far(a).total_cmp(&far(b))) {
        let way = match first.loading {
            Loading::Uniaxial => "in one direction",
            Loading::Biaxial => "in two directions",
            Loading::Planar => "in one direction at constant width",
        };
        let message = format!(
            "the material is unstable when stretched {way} to {:.3} of its length",
            first.stretch
        );
        let help = match first.cause {
            Cause::Strain => {
                "beyond that stretch stress falls as strain grows, and equilibria may not be found; fit the data over the whole range of stretches"
            }
            Cause::Force => {
                "beyond that stretch the force falls as it is pulled or pressed further, and equilibria under given loads may not be found; fit the data over the whole range of stretches"
            }
        };
        node.warning(message, help);
    }
    Some(law)
}
