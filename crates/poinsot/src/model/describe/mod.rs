//! What a model file may contain, said once: decoding, the search for unknown keys, the JSON schema and the
//! reference text all read these descriptions.

mod flexible;
mod items;
mod joints;
mod modes;
mod quantity;
mod reduced;
mod root;
mod sections;
mod shapes;
mod shells;
mod solids;
mod statics;
mod surfaces;
mod values;

pub(super) use flexible::*;
pub(super) use items::*;
pub(super) use joints::*;
pub(super) use modes::*;
pub use quantity::{CoordinateKind, Quantity};
pub(super) use reduced::*;
pub(super) use root::*;
pub(super) use sections::*;
pub(super) use shapes::*;
pub(super) use shells::*;
pub(super) use solids::*;
pub(super) use statics::*;
pub(super) use surfaces::*;
pub(super) use values::*;

/// No iteration may be looser than this. Measured: at 1e-4 runs of ten seconds lose track of 1e-5 to 4e-2 of their energy, one of a
/// double pendulum with short steps of all of it; nothing looser has a use, since it saves no iterations.
pub(super) const LOOSEST_TOLERANCE: f64 = 1e-4;

/// A table that a model file may contain.
#[derive(Debug)]
pub struct Table {
    /// Key under which it stands, for example `body`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Keys it may have.
    pub fields: &'static [Field],
    /// Groups of keys, each with the ways to write it; the ways exclude one another.
    pub forms: &'static [&'static [Form]],
    /// Kinds it comes in, chosen by one of its keys.
    pub variants: Option<&'static Variants>,
}

/// The kinds of a table, chosen by the word under one key.
#[derive(Debug)]
pub struct Variants {
    /// The key.
    pub key: &'static str,
    /// What the key chooses.
    pub doc: &'static str,
    /// The word that is taken when the key is absent; `None` makes the key required.
    pub default: Option<&'static str>,
    /// The kinds.
    pub list: &'static [Variant],
}

/// One kind of a table.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The word that chooses it.
    pub word: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Keys beside those of the table.
    pub fields: &'static [Field],
    /// Groups of keys, each with the ways to write it, beside those of the table.
    pub forms: &'static [&'static [Form]],
}

/// One way to write a set of keys.
#[derive(Debug)]
pub struct Form {
    /// Keys that must be there.
    pub required: &'static [&'static str],
    /// Keys that may be there.
    pub optional: &'static [&'static str],
}

/// One key of a table.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// What it holds.
    pub shape: ValueShape,
    /// Whether it must be there, and what is taken when it is not.
    pub presence: Presence,
    /// One sentence.
    pub doc: &'static str,
}

/// Whether a key must be there.
#[derive(Clone, Copy, Debug)]
pub enum Presence {
    /// It must.
    Required,
    /// It need not; the text says what then holds.
    Optional(&'static str),
    /// It need not; then this value holds.
    Default(Literal),
}

/// A default value.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// A number in SI units.
    Number(f64),
    /// A whole number.
    Count(usize),
    /// One of the words of the field.
    Word(&'static str),
    /// True or false.
    Flag(bool),
    /// Three numbers in SI units.
    Vector([f64; 3]),
}

/// A word a field may hold, and what it means.
pub type Word = (&'static str, &'static str);

/// What a key holds.
#[derive(Clone, Copy, Debug)]
pub enum ValueShape {
    /// Any text.
    Text,
    /// The name of the item that is being described.
    Name,
    /// True or false.
    Flag,
    /// A number.
    Number(Quantity, Range),
    /// A whole number within bounds.
    Count(usize, usize),
    /// One of several words.
    Words(&'static [Word]),
    /// A list of some of several words.
    SomeWords(&'static [Word]),
    /// Two whole numbers within bounds.
    TwoCounts(usize, usize),
    /// Three whole numbers within bounds.
    ThreeCounts(usize, usize),
    /// A point, edge or group, or a list of them.
    Places,
    /// The name of a section of shells.
    ShellSection,
    /// Three numbers.
    Vector(Quantity),
    /// Three numbers of which only the direction counts.
    Direction,
    /// A colour, written `#rrggbb`.
    Colour,
    /// Four numbers, not all zero.
    Quaternion,
    /// Three letters out of x, y and z.
    AxisSequence,
    /// The name of a body or a point mass, or a point of a beam or cable.
    Item,
    /// The name of a body, or a point of a beam.
    ItemWithAxes,
    /// The name of a body.
    Body,
    /// Two items; `ground` is the world.
    TwoItems,
    /// A joint coordinate, written `joint.coordinate`.
    Coordinate,
    /// Names of coordinates of this joint.
    Coordinates,
    /// Two points.
    TwoPoints,
    /// Two directions.
    TwoDirections,
    /// Rows of two numbers, the first column rising.
    Columns,
    /// Three numbers, three rows of three, or a table of entries.
    Inertia,
    /// A word or a point.
    InertiaAbout,
    /// Six numbers (the diagonal) or six rows of six.
    Matrix6(Matrix),
    /// Points, at least two.
    Points,
    /// Lists of numbers of points.
    Cells,
    /// Eight rows of eight.
    Matrix8,
    /// A list of texts.
    Texts,
    /// Two arc lengths, the first smaller.
    LengthRange,
    /// An arc length along a beam or cable: a length or a percentage.
    ArcLength,
    /// Two numbers.
    Pair(Quantity, Range),
    /// Three numbers within a range.
    Triple(Quantity, Range),
    /// Numbers, up to so many.
    Some(Quantity, Range, usize),
    /// Any number of numbers, rising.
    Rising(Quantity, Range),
    /// The name of a material.
    Material,
    /// The name of a section.
    Section,
    /// The name of a beam or cable.
    Line,
    /// Three numbers or a table with a factor over time.
    Gravity,
    /// A function of time: number, expression in t, table or pulse.
    OfTime(Quantity),
    /// A positive function of place: number, expression in x, y, z, or rows of a point's number and its value.
    OfPlace(Quantity),
    /// Three functions of time.
    VectorOfTime(Quantity),
    /// Three functions of place: numbers or expressions in x, y, z.
    VectorOfPlace(Quantity),
    /// A function of the measure of a spring: expression in x or table.
    OfLength,
    /// An energy: expression in the components of a bushing.
    OfStrains,
    /// An energy by volume: expression in the invariants of the strain of a solid.
    OfInvariants,
    /// A function of time, coordinate and rate: number, expression in t, x, v, or a function of time.
    OfState,
    /// A table of named numbers.
    Parameters,
    /// One table.
    Table(&'static Table),
    /// A list of tables.
    Tables(&'static Table),
}

/// What a matrix of six rows says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// Stiffness of a bushing.
    BushingStiffness,
    /// Viscosity of a bushing.
    BushingDamping,
    /// Stiffness of a beam section.
    SectionStiffness,
    /// Viscosity of a beam section.
    SectionDamping,
    /// Mass of a beam section per length.
    SectionMass,
    /// Moduli of a solid.
    Moduli,
}

/// Values a number may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Any finite number.
    Any,
    /// Above zero.
    Positive,
    /// Zero or above.
    NotNegative,
    /// Between two bounds, both allowed.
    Between(f64, f64),
    /// Above the first bound up to the second.
    Above(f64, f64),
}

impl Range {
    /// Whether a number is inside.
    pub fn contains(self, x: f64) -> bool {
        match self {
            Range::Any => true,
            Range::Positive => x > 0.0,
            Range::NotNegative => x >= 0.0,
            Range::Between(low, high) => (low..=high).contains(&x),
            Range::Above(low, high) => x > low && x <= high,
        }
    }

    /// The range in words; empty for any number.
    pub fn text(self) -> String {
        match self {
            Range::Any => String::new(),
            Range::Positive => "positive".into(),
            Range::NotNegative => "zero or positive".into(),
            Range::Between(low, high) => format!("from {low} to {high}"),
            Range::Above(low, high) => format!("above {low}, at most {high}"),
        }
    }
}

/// A field that must be there.
pub const fn required(key: &'static str, shape: ValueShape, doc: &'static str) -> Field {
    Field {
        key,
        shape,
        presence: Presence::Required,
        doc,
    }
}

/// A field that need not be there; `absent` says what then holds.
pub const fn optional(
    key: &'static str,
    shape: ValueShape,
    absent: &'static str,
    doc: &'static str,
) -> Field {
    Field {
        key,
        shape,
        presence: Presence::Optional(absent),
        doc,
    }
}

/// A field with a default value.
pub const fn defaulted(
    key: &'static str,
    shape: ValueShape,
    default: Literal,
    doc: &'static str,
) -> Field {
    Field {
        key,
        shape,
        presence: Presence::Default(default),
        doc,
    }
}

/// A form all of whose keys must be there.
pub const fn form(required: &'static [&'static str]) -> Form {
    Form {
        required,
        optional: &[],
    }
}

/// A form none of whose keys must be there.
pub const fn maybe(optional: &'static [&'static str]) -> Form {
    Form {
        required: &[],
        optional,
    }
}

impl Table {
    /// The kind with this word.
    pub fn variant(&self, word: &str) -> Option<&'static Variant> {
        let list = self.variants?.list;
        list.iter().find(|v| v.word == word)
    }
}
