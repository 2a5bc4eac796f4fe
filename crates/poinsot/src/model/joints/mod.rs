//! Kinds of joints. A kind is one file with all there is to it (its word, keys, help, small model, rows, coordinates, how it is
//! drawn) and one word in the list below.

use super::describe::{
    ARC_FIELD, CURVES, FRAME, FROM, Field, Form, Literal, ORIENTATION, POINTS, Quantity as Q,
    SPLINE, TO, Table, ValueShape, Variant, defaulted, form, maybe, optional,
};
use crate::mechanics::joints::{Coordinate, CoordinateGeometry, Row};

macro_rules! joints {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*

        /// All kinds, in the order of the reference.
        pub const JOINTS: &[&JointDefinition] = &[$(&$name::DEFINITION),*];

        $(
            #[doc = concat!("The kind `", stringify!($name), "`.")]
            pub const fn $name() -> JointKind {
                JointKind { definition: &$name::DEFINITION, value: None }
            }
        )*
    };
}

joints! {
    revolute,
    prismatic,
    screw,
    cylindrical,
    planar,
    spherical,
    universal,
    constant_velocity,
    fixed,
    orientation_lock,
    distance,
    point_on_plane,
    point_on_line,
    sliding,
    sleeve,
    gear,
}

/// Everything about a kind of joint.
#[derive(Debug)]
pub struct JointDefinition {
    /// Its word and keys in model files.
    pub(super) variant: Variant,
    /// What it allows, in a few words.
    pub allows: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Its gaps.
    pub rows: &'static [Row],
    /// Its free relative coordinates.
    pub coordinates: &'static [Coordinate],
    /// The number that it needs beside its frames.
    pub(super) value: Option<Value>,
    /// Whether the first and the second item may be a point without axes.
    pub(super) points: [bool; 2],
    /// Whether it needs a point at all.
    pub(super) needs_point: bool,
    /// Whether the z axis alone does not say how it lies.
    pub(super) full_axes: bool,
    /// When what it ties can share one node.
    pub sharing: Sharing,
    /// How it is drawn.
    pub marker: Marker,
    /// A complete model that uses it.
    pub small_model: &'static str,
}

/// What most kinds have in common.
const PLAIN: JointDefinition = JointDefinition {
    variant: Variant {
        word: "",
        doc: "",
        fields: &[],
        forms: &[],
    },
    allows: "",
    summary: "",
    rows: &[],
    coordinates: &[],
    value: None,
    points: [false, false],
    needs_point: true,
    full_axes: false,
    sharing: Sharing::Never,
    marker: Marker {
        core: Core::Pin,
        axes: &[],
        link: false,
    },
    small_model: "",
};

/// A number under a key of the joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// The key.
    pub key: &'static str,
    /// What the number written there is multiplied by.
    pub factor: f64,
}

/// When what a joint ties can share one node, so that no constraint is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Never: something can move.
    Never,
    /// Where one side is a point without axes.
    Point,
    /// Where both sides have axes.
    Frame,
}

/// How a joint is drawn: a core, and rods along some axes of its first frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker {
    /// What stands at its origin.
    pub core: Core,
    /// Axes with a rod.
    pub axes: &'static [usize],
    /// Whether a line leads from the first to the second frame.
    pub link: bool,
}

/// What stands at the origin of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// A cylinder along z.
    Pin,
    /// A sphere.
    Ball,
    /// A cube.
    Block,
    /// A box that is long along z.
    Slider,
    /// A thin plate across z.
    Plate,
}

impl Core {
    /// Its word in descriptions of pictures.
    pub fn word(self) -> &'static str {
        match self {
            Core::Pin => "pin",
            Core::Ball => "ball",
            Core::Block => "block",
            Core::Slider => "slider",
            Core::Plate => "plate",
        }
    }
}

impl JointDefinition {
    /// Its word in model files.
    pub const fn word(&self) -> &'static str {
        self.variant.word
    }
    /// The kind itself, without a number.
    pub const fn kind(&'static self) -> JointKind {
        JointKind {
            definition: self,
            value: None,
        }
    }
    /// Whether its second item slides along a line.
    pub fn slides(&self) -> bool {
        let along = |c: &Coordinate| c.geometry == CoordinateGeometry::Along;
        self.coordinates.iter().any(along)
    }
    /// Whether what slides keeps its direction against the line.
    pub fn keeps_direction(&self) -> bool {
        self.slides() && !self.points[1]
    }
    /// Whether it ties coordinates of two other joints instead of two items.
    pub fn couples(&self) -> bool {
        self.rows.contains(&Row::Ratio)
    }
}

/// A kind of joint, with its number if it has one.
#[derive(Clone, Copy, Debug)]
pub struct JointKind {
    /// What it is.
    pub definition: &'static JointDefinition,
    /// Advance per radian of a screw [m/rad], length of a rod [m] (absent: as drawn), ratio of a gear.
    pub value: Option<f64>,
}

impl JointKind {
    /// The same with a number.
    pub const fn with(self, value: f64) -> Self {
        JointKind {
            definition: self.definition,
            value: Some(value),
        }
    }
    /// Its word in model files.
    pub const fn word(&self) -> &'static str {
        self.definition.word()
    }
}

impl PartialEq for JointKind {
    fn eq(&self, other: &Self) -> bool {
        (self.word(), self.value) == (other.word(), other.value)
    }
}

/// The definition with this word.
pub fn by_name(word: &str) -> Option<&'static JointDefinition> {
    JOINTS.iter().copied().find(|d| d.word() == word)
}

/// What model files may say, of all kinds.
pub(super) const VARIANTS: &[Variant] = &{
    let mut list = [JOINTS[0].variant; JOINTS.len()];
    let mut k = 0;
    while k < list.len() {
        list[k] = JOINTS[k].variant;
        k += 1;
    }
    list
};

const AT: Field = optional(
    "at",
    ValueShape::Vector(Q::Length),
    "where a point of a beam or cable or a point mass is, unless frames are given",
    "Origin of the joint in the world, as drawn at the start.",
);
const AXIS: Field = optional(
    "axis",
    ValueShape::Direction,
    "`orientation` or frames are given",
    "Direction of the joint axis (z) in the world, as drawn at the start; x is chosen perpendicular to it.",
);
const FULL: Field = optional(
    "orientation",
    ValueShape::Table(&ORIENTATION),
    "the world axes, `axis` or frames",
    "Axes of the joint in the world, as drawn at the start.",
);
const FRAME_1: Field = optional(
    "frame_1",
    ValueShape::Table(&FRAME),
    "drawn in the world",
    "Frame on the first item, in its own axes; for models that are not drawn assembled.",
);
const FRAME_2: Field = optional(
    "frame_2",
    ValueShape::Table(&FRAME),
    "drawn in the world",
    "Frame on the second item, in its own axes.",
);
const UNKNOWNS: Field = optional(
    "unknowns",
    ValueShape::Coordinates,
    "those that something acts on",
    "Coordinates to compute and record even if nothing acts on them.",
);
const SHARE: Field = optional(
    "share",
    ValueShape::Flag,
    "true at a point of a beam or cable that is tied completely, else false",
    "Whether both items may share one node; the joint then has no reaction in the results.",
);
const FRAMES: Form = form(&["frame_1", "frame_2"]);

/// A curve that something slides along.
static PATH: Table = Table {
    name: "path",
    doc: "A curve as drawn in the world, fixed to an item.",
    fields: &[FROM, TO, POINTS, ARC_FIELD, SPLINE],
    forms: &[CURVES],
    variants: None,
};
const ALONG: Field = optional(
    "path",
    ValueShape::Table(&PATH),
    "the first item is a beam or cable",
    "Curve to slide along, fixed to the first item: a body, a point with axes or \"ground\".",
);
const START: Field = optional(
    "s",
    ValueShape::ArcLength,
    "the place nearest to the point as drawn",
    "Arc length at the start, also in percent of the whole.",
);
const ENDS: Field = defaulted(
    "at_ends",
    ValueShape::Words(&[
        ("go-on", "the line goes on straight"),
        (
            "leave",
            "what slides lets go of the line and moves on without it",
        ),
    ]),
    Literal::Word("go-on"),
    "What happens at the ends of the line.",
);
const SLIDES_AT: Field = optional(
    "at",
    ValueShape::Vector(Q::Length),
    "the origin of the second item",
    "Point of the second item that stays on the line, in the world as drawn at the start.",
);

/// Placement of the kinds that have an axis.
const WITH_AXIS: &[&[Form]] = &[&[placed(&["axis"]), placed(&["orientation"]), FRAMES]];
/// Placement of the kinds without an axis.
const WITH_POINT: &[&[Form]] = &[&[maybe(&["at", "orientation"]), FRAMES]];

/// Keys and, unless it is known from the items, the place.
const fn placed(required: &'static [&'static str]) -> Form {
    Form {
        required,
        optional: &["at"],
    }
}
