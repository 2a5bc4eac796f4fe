//! Descriptions of materials and of beam sections.

use super::items::NAME;
use super::{
    Field, Form, Literal, Matrix, Quantity as Q, Range, Table, ValueShape, Variant, Variants, Word,
    defaulted, form, maybe, optional, required,
};
use crate::model::solid_laws::{LAW_VARIANTS, LINEAR};
use crate::sections::SHAPES;

const fn modulus(key: &'static str, absent: &'static str, doc: &'static str) -> Field {
    optional(
        key,
        ValueShape::Number(Q::Modulus, Range::Positive),
        absent,
        doc,
    )
}

/// A linear elastic material, the default.
pub const LINEAR_MATERIAL: Variant = Variant {
    word: LINEAR,
    doc: "Linear elastic: the same in all directions, or a ply with fibres along its first axis, which solids take if it has `poisson_23`. In solids stresses are linear in the Green strain (St. Venant-Kirchhoff).",
    fields: &[
        modulus("youngs", "the material has fibres", "Young's modulus E."),
        optional(
            "poisson",
            // The shear modulus E / (2 (1 + nu)) is finite and positive in this range.
            ValueShape::Number(Q::One, Range::Above(-1.0, 0.5)),
            "`shear` is given",
            "Poisson's ratio; the shear modulus is E / (2 (1 + poisson)).",
        ),
        modulus("shear", "`poisson` is given", "Shear modulus G."),
        modulus(
            "strength",
            "no failure indices",
            "Von Mises stress at which it fails, for failure indices of shells.",
        ),
        modulus("youngs_1", "", "Young's modulus of a ply along the fibres."),
        modulus(
            "youngs_2",
            "",
            "Young's modulus of a ply across the fibres.",
        ),
        optional(
            "poisson_12",
            ValueShape::Number(Q::One, Range::Between(-10.0, 10.0)),
            "",
            "Poisson's ratio of a ply: contraction across the fibres under tension along them.",
        ),
        modulus("shear_12", "", "Shear modulus of a ply in its plane."),
        modulus(
            "youngs_3",
            "`youngs_2`",
            "Young's modulus of a ply along its third axis, for solids.",
        ),
        optional(
            "poisson_13",
            ValueShape::Number(Q::One, Range::Between(-10.0, 10.0)),
            "`poisson_12`",
            "Poisson's ratio of a ply along its third axis under tension along the first, for solids.",
        ),
        optional(
            "poisson_23",
            ValueShape::Number(Q::One, Range::Between(-10.0, 10.0)),
            "the material is for shells alone",
            "Poisson's ratio of a ply along its third axis under tension along the second, for solids.",
        ),
        modulus(
            "shear_13",
            "`shear_12`",
            "Shear modulus of a ply along the fibres and the normal.",
        ),
        modulus(
            "shear_23",
            "`shear_12`",
            "Shear modulus of a ply across the fibres and the normal.",
        ),
        optional(
            "tension_strength",
            ValueShape::Pair(Q::Modulus, Range::Positive),
            "no failure indices",
            "Tensile strengths of a ply along and across the fibres.",
        ),
        optional(
            "compression_strength",
            ValueShape::Pair(Q::Modulus, Range::Positive),
            "no failure indices",
            "Compressive strengths of a ply along and across the fibres, positive.",
        ),
        modulus(
            "shear_strength",
            "no failure indices",
            "Shear strength of a ply in its plane.",
        ),
        optional(
            "expansion",
            ValueShape::Number(Q::Expansion, Range::Any),
            "none",
            "Thermal expansion per kelvin, for [[temperature]].",
        ),
        optional(
            "ply_expansion",
            ValueShape::Pair(Q::Expansion, Range::Any),
            "none",
            "Thermal expansion of a ply per kelvin, along and across the fibres.",
        ),
    ],
    forms: &[&[
        Form {
            required: &["youngs", "poisson"],
            optional: &["strength", "expansion"],
        },
        Form {
            required: &["youngs", "shear"],
            optional: &["strength", "expansion"],
        },
        Form {
            required: &["youngs_1", "youngs_2", "poisson_12", "shear_12"],
            optional: &[
                "youngs_3",
                "poisson_13",
                "poisson_23",
                "shear_13",
                "shear_23",
                "tension_strength",
                "compression_strength",
                "shear_strength",
                "ply_expansion",
            ],
        },
    ]],
};

/// Fibres of a material.
pub static FIBRES: Table = Table {
    name: "fibres",
    doc: "Fibres along one direction of a solid: the energy k/2 s^2, or k/(2 c) (exp(c s^2) - 1) with `stiffening` c, of s = the square of their stretch less 1. Young's modulus of the fibres alone at small strains is 4 k.",
    fields: &[
        required(
            "stiffness",
            ValueShape::Number(Q::Modulus, Range::Positive),
            "Stiffness k of the fibres.",
        ),
        optional(
            "stiffening",
            ValueShape::Number(Q::One, Range::Above(0.0, 1e4)),
            "none",
            "How fast the fibres stiffen, c (law of Holzapfel, Gasser and Ogden with one family).",
        ),
        defaulted(
            "direction",
            ValueShape::Direction,
            Literal::Vector([1.0, 0.0, 0.0]),
            "Direction of the fibres in the axes of the material, `material_axes` of the solid; those of the world as drawn unless it has any.",
        ),
        defaulted(
            "tension_only",
            ValueShape::Flag,
            Literal::Flag(false),
            "Whether shortened fibres carry nothing.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// `[[material]]`.
pub static MATERIAL: Table = Table {
    name: "material",
    doc: "A material of beams, shells and solids. Its other keys follow from its law; beams and shells take laws of rubber as linear.",
    fields: &[
        NAME,
        optional(
            "density",
            ValueShape::Number(Q::Density, Range::Positive),
            "none, for equilibria without weights",
            "Mass per volume.",
        ),
        optional(
            "damping_time",
            ValueShape::Number(Q::Time, Range::NotNegative),
            "none",
            "Viscosity of solids by their stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of shape alone.",
        ),
        optional(
            "relaxation_shares",
            ValueShape::Some(Q::One, Range::Above(0.0, 1.0), 20),
            "no relaxation",
            "Prony series of solids: shares g of the stiffness at once that fade, together below 1. The law is what remains after a long time: after a sudden strain its stiffness at small strains is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of rubber that against changes of shape.",
        ),
        optional(
            "relaxation_times",
            ValueShape::Some(Q::Time, Range::Positive, 20),
            "no relaxation",
            "Times in which the stresses of `relaxation_shares` fall to a part of 1/e.",
        ),
        optional(
            "fibres",
            ValueShape::Table(&FIBRES),
            "none",
            "Fibres in a solid, beside its law.",
        ),
    ],
    forms: &[],
    variants: Some(&Variants {
        key: "law",
        doc: "Its law.",
        default: Some(LINEAR),
        list: &LAW_VARIANTS,
    }),
};

/// Orders of rows and columns.
static CONVENTIONS: &[Word] = &[
    (
        "x-axis",
        "x along the beam; stretch x, shear y, shear z, twist x, bending about y, bending about z; mass: velocity x, y, z, angular velocity x, y, z",
    ),
    (
        "beamdyn",
        "z along the beam; shear x, shear y, stretch z, bending about x, bending about y, twist z; its z, x, y are our x, y, z",
    ),
];

const MATERIAL_NAME: Field = required("material", ValueShape::Material, "Name of a [[material]].");
const SHEAR_FACTORS: Field = optional(
    "shear_factors",
    ValueShape::Pair(Q::One, Range::Above(0.0, 1.0)),
    "those of the shape",
    "Factors on the shear stiffness G A along y and along z.",
);

const fn size(key: &'static str, doc: &'static str) -> Field {
    required(key, ValueShape::Number(Q::Length, Range::Positive), doc)
}

const fn bending(key: &'static str, absent: &'static str, doc: &'static str) -> Field {
    optional(
        key,
        ValueShape::Number(Q::BendingStiffness, Range::Positive),
        absent,
        doc,
    )
}

const fn axial(key: &'static str, absent: &'static str, doc: &'static str) -> Field {
    optional(
        key,
        ValueShape::Number(Q::AxialStiffness, Range::Positive),
        absent,
        doc,
    )
}

/// Most keys that a shape has: its sizes, material and shear factors.
const MOST: usize = {
    let (mut most, mut k) = (0, 0);
    while k < SHAPES.len() {
        if SHAPES[k].sizes.len() > most {
            most = SHAPES[k].sizes.len();
        }
        k += 1;
    }
    most + 2
};

/// Keys of all shapes; those with fewer end with repetitions of the last one.
static FIELDS: [[Field; MOST]; SHAPES.len()] = {
    let mut all = [[SHEAR_FACTORS; MOST]; SHAPES.len()];
    let mut k = 0;
    while k < SHAPES.len() {
        let sizes = SHAPES[k].sizes;
        let mut i = 0;
        while i < sizes.len() {
            all[k][i] = size(sizes[i].key, sizes[i].doc);
            i += 1;
        }
        all[k][i] = MATERIAL_NAME;
        k += 1;
    }
    all
};

/// Sections that are given, then those with a shape.
static KINDS: [Variant; 1 + SHAPES.len()] = {
    let given = Variant {
        word: "given",
        doc: "Stiffness and mass are given, as single values or as 6x6 matrices.",
        fields: GIVEN,
        forms: GIVEN_FORMS,
    };
    let mut list = [given; 1 + SHAPES.len()];
    let mut k = 0;
    while k < SHAPES.len() {
        list[k + 1] = Variant {
            word: SHAPES[k].word,
            doc: SHAPES[k].doc,
            fields: FIELDS[k].split_at(SHAPES[k].sizes.len() + 2).0,
            forms: &[],
        };
        k += 1;
    }
    list
};

/// `[[section]]`.
pub static SECTION: Table = Table {
    name: "section",
    doc: "A beam section: x along the beam, y and z across, the origin on the reference line. By the stiffnesses, by matrices, or by a shape and a material.",
    fields: &[
        NAME,
        optional(
            "convention",
            ValueShape::Words(CONVENTIONS),
            "needed with matrices",
            "Order of the rows and columns of `stiffness`, `mass_matrix` and `damping`.",
        ),
        optional(
            "damping_time",
            ValueShape::Number(Q::Time, Range::NotNegative),
            "no damping",
            "Viscous matrix (Kelvin-Voigt) as this time times the stiffness.",
        ),
        optional(
            "damping",
            ValueShape::Matrix6(Matrix::SectionDamping),
            "no damping",
            "Viscous matrix (Kelvin-Voigt), six numbers for the diagonal or six rows of six.",
        ),
    ],
    forms: &[&[maybe(&["damping_time"]), maybe(&["damping"])]],
    variants: Some(&Variants {
        key: "shape",
        doc: "Outline of the section, or that stiffness and mass are given.",
        default: Some("given"),
        list: &KINDS,
    }),
};

static GIVEN: &[Field] = &[
    axial("EA", "", "Stiffness against stretching."),
    axial("GAy", "", "Stiffness against shear along y."),
    axial("GAz", "`GAy`", "Stiffness against shear along z."),
    bending("GJ", "", "Stiffness against twisting."),
    bending("EIy", "", "Stiffness against bending about y."),
    bending("EIz", "`EIy`", "Stiffness against bending about z."),
    optional(
        "stiffness",
        ValueShape::Matrix6(Matrix::SectionStiffness),
        "",
        "Stiffness matrix, six numbers for the diagonal or six rows of six (symmetric, positive definite).",
    ),
    optional(
        "mass_per_length",
        ValueShape::Number(Q::MassPerLength, Range::Positive),
        "`mass_matrix` is given, or none for equilibria without weights",
        "Mass per length.",
    ),
    optional(
        "inertia_per_length",
        ValueShape::Triple(Q::InertiaPerLength, Range::Positive),
        "`mass_matrix` is given, or none for equilibria",
        "Inertia per length about the mass centre: [Jx, Jy, Jz] about the axes x, y, z of the section. For a homogeneous section Jy = density Iy, Jz = density Iz, Jx = Jy + Jz.",
    ),
    optional(
        "mass_center",
        ValueShape::Pair(Q::Length, Range::Any),
        "on the reference line",
        "Mass centre [y, z] in section axes.",
    ),
    optional(
        "mass_matrix",
        ValueShape::Matrix6(Matrix::SectionMass),
        "",
        "Mass matrix per length about the reference line, six numbers for the diagonal or six rows of six: m, m times the offset of the mass centre, inertia.",
    ),
];

static GIVEN_FORMS: &[&[Form]] = &[&[
    Form {
        required: &["EA", "GAy", "GJ", "EIy"],
        optional: &[
            "GAz",
            "EIz",
            "mass_per_length",
            "inertia_per_length",
            "mass_center",
        ],
    },
    form(&["stiffness", "mass_matrix"]),
    Form {
        required: &["stiffness"],
        optional: &["mass_per_length", "inertia_per_length", "mass_center"],
    },
]];
