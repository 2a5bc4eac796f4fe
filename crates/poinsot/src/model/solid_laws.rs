//! Laws of materials: `law` of `[[material]]`. A law is one entry of [`LAWS`]: its word, its keys, and what solids make of them.

use super::decode::reader::TableReader;
use super::describe::{
    Field, Form, Quantity as Q, Range, ValueShape, Variant, form, optional, required,
};
use crate::mechanics::elements::solid::{Material, Ogden};

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

const NEO_HOOKE: &[Field] = &[SHEAR, BULK, YOUNGS, POISSON];

/// All laws; the first is taken where none is given.
pub const LAWS: [LawDefinition; 6] = [
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
    let terms = [(2.0 * c10, 2.0), (-2.0 * c01, -2.0)];
    stable(t, "c10", &terms).then_some(Material::MooneyRivlin { c10, c01, bulk })
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
    let terms: Vec<(f64, f64)> = mu.iter().copied().zip(alpha.iter().copied()).collect();
    let mut law = Ogden {
        mu: [0.0; 3],
        alpha: [1.0; 3],
        bulk,
    };
    law.mu[..mu.len()].copy_from_slice(&mu);
    law.alpha[..alpha.len()].copy_from_slice(&alpha);
    stable(t, "mu", &terms).then_some(Material::Ogden(law))
}

/// Ways of stretching an incompressible material, and the stretches they cause.
const WAYS: [(&str, fn(f64) -> [f64; 3]); 3] = [
    ("in one direction", |l| [l, l.powf(-0.5), l.powf(-0.5)]),
    ("in two directions", |l| [l, l, l.powi(-2)]),
    ("in one direction at constant width", |l| [l, 1.0, 1.0 / l]),
];

/// Whether stress grows with strain in a sum of powers of the stretches: refuses what yields at once, warns of what yields within
/// stretches from 1/5 to 5.
///
/// With logarithmic strains `h`, `d^2 W/dh_i^2 = k_i = sum mu alpha l_i^alpha`, and the work of a further isochoric strain is positive if
/// the quadratic form of the `k_i` on the plane `sum dh = 0` is.
fn stable(t: &TableReader, key: &str, terms: &[(f64, f64)]) -> bool {
    let holds = |stretches: [f64; 3]| {
        let [a, b, c] = stretches.map(|l| -> f64 {
            let term = |(mu, alpha): &(f64, f64)| mu * alpha * l.powf(*alpha);
            terms.iter().map(term).sum()
        });
        a + b + c > 0.0 && a * b + b * c + c * a > 0.0
    };
    let Some(node) = t.node(key) else {
        return true;
    };
    if !holds([1.0; 3]) {
        let message = "the shear modulus at small strains is not positive";
        node.error(message, "check the signs of the factors");
        return false;
    }
    const STEPS: i32 = 400;
    for (way, at) in WAYS {
        // Outwards from the state as drawn, in tension and in compression.
        for sign in [1.0, -1.0] {
            let stretch = |k: i32| (sign * 5.0_f64.ln() * f64::from(k) / f64::from(STEPS)).exp();
            if let Some(k) = (1..=STEPS).find(|k| !holds(at(stretch(*k)))) {
                let message = format!(
                    "the material is unstable when stretched {way} to {:.3} of its length",
                    stretch(k)
                );
                let help = "beyond that stretch stress falls as strain grows, and equilibria may not be found; fit the data over the whole range of stretches";
                node.warning(message, help);
                return true;
            }
        }
    }
    true
}
