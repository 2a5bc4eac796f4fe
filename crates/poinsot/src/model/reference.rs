//! The reference of the file format, written from the descriptions.

use super::actions::BUSHING_LAWS;
use super::decode::forms_text;
use super::describe::{
    ARC, CURVE, FORCE_TABLE, FRAME, Field, Form, GRAVITY, INERTIA, INTERFACES, Literal, MODEL,
    Matrix, ORIENTATION, PARAMETERS, PLIES, PULSE, Presence, RUN, SECTIONS, TIME_TABLE, TWIST,
    Table, ValueShape, Variant, Word, Y_AXES,
};
use super::examples::mini_examples;
use std::fmt::Write;

/// One kind of thing that a model file can contain.
#[derive(Clone, Debug)]
pub struct KindReference {
    /// Name of the kind, for example `revolute`.
    pub name: &'static str,
    /// How it is begun in a file, for example `[[joint]] kind = "revolute"`.
    pub written: String,
    /// Where it stands in a file.
    pub place: KindPlace,
    /// The table or value that it is a kind of, for example `joint`; its own name if it is none.
    pub table: &'static str,
    /// The key that chooses it and the word under that key, for example `kind` and `revolute`.
    pub choice: Option<(&'static str, &'static str)>,
    /// One sentence.
    pub doc: &'static str,
    /// Its keys.
    pub fields: Vec<FieldReference>,
    /// Ways to write the keys that exclude one another; empty when there are none.
    pub forms: String,
    /// The same for the keys that all kinds of its table have.
    pub common_forms: String,
    /// A complete model that uses it.
    pub example: Option<&'static str>,
}

/// Where a kind stands in a model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindPlace {
    /// One of a list of items, `[[body]]`.
    Item,
    /// The only one of its sort, `[run]`.
    Setting,
    /// The value of keys of other kinds.
    Value,
}

/// One key of a kind.
#[derive(Clone, Debug)]
pub struct FieldReference {
    /// The key.
    pub key: &'static str,
    /// What it holds: `number`, `three numbers`, ...
    pub holds: &'static str,
    /// SI unit of bare numbers; empty when there is none.
    pub unit: &'static str,
    /// Allowed values in words; empty when all are.
    pub range: String,
    /// Whether it must be there.
    pub required: bool,
    /// What holds when it is absent; empty for required keys and members of forms.
    pub default: String,
    /// The words it may hold, with their meaning.
    pub words: Vec<Word>,
    /// One sentence.
    pub doc: &'static str,
}

/// All kinds: tables of the file, kinds of joints, schemes, functions and values.
pub fn reference() -> Vec<KindReference> {
    use KindPlace::{Item, Setting, Value};
    let mut kinds = Vec::new();
    for field in MODEL.fields {
        match field.shape {
            ValueShape::Table(t) if std::ptr::eq(t, &RUN) => {
                kinds.push(plain(t, Setting, "[run]".into()));
                let written = |word: &str| format!("[run] scheme = \"{word}\"");
                kinds.extend(variants(t, Setting, written));
            }
            ValueShape::Table(t) => kinds.push(plain(t, Setting, format!("[{}]", t.name))),
            ValueShape::Tables(t) => {
                kinds.push(plain(t, Item, format!("[[{}]]", t.name)));
                let key = t.variants.map_or("", |v| v.key);
                let written = |word: &str| format!("[[{}]] {key} = \"{word}\"", t.name);
                kinds.extend(variants(t, Item, written));
            }
            ValueShape::Parameters => {
                kinds.push(plain(&PARAMETERS, Setting, "[parameters]".into()))
            }
            ValueShape::Gravity => kinds.push(plain(&GRAVITY, Setting, "gravity = ...".into())),
            _ => {}
        }
    }
    kinds.push(plain(&ARC, Value, "arc = { ... }".into()));
    kinds.push(plain(&SECTIONS, Value, "sections = [{ ... }, ...]".into()));
    kinds.push(plain(&Y_AXES, Value, "y_axes = [{ ... }, ...]".into()));
    kinds.push(plain(&TWIST, Value, "twist = [{ ... }, ...]".into()));
    kinds.push(plain(&CURVE, Value, "curve = { ... }".into()));
    kinds.push(plain(&PLIES, Value, "plies = [{ ... }, ...]".into()));
    kinds.push(plain(
        &INTERFACES,
        Value,
        "interfaces = [{ ... }, ...]".into(),
    ));
    kinds.push(plain(&ORIENTATION, Value, "orientation = { ... }".into()));
    kinds.push(plain(
        &FRAME,
        Value,
        "frame_1 = { ... }, frame_2 = { ... }".into(),
    ));
    kinds.push(plain(&BUSHING_LAWS, Value, "laws = { ... }".into()));
    kinds.push(plain(&INERTIA, Value, "inertia = { ... }".into()));
    kinds.push(plain(
        &TIME_TABLE,
        Value,
        "{ table = [[time, value], ...] }".into(),
    ));
    kinds.push(plain(
        &FORCE_TABLE,
        Value,
        "force = { table = [[x, effort], ...] }".into(),
    ));
    kinds.push(plain(&PULSE, Value, "{ pulse = ... }".into()));
    kinds.extend(variants(&PULSE, Value, |word| {
        format!("{{ pulse = \"{word}\", ... }}")
    }));
    kinds
}

fn plain(table: &'static Table, place: KindPlace, written: String) -> KindReference {
    KindReference {
        name: table.name,
        written,
        place,
        table: table.name,
        choice: None,
        doc: table.doc,
        fields: table
            .fields
            .iter()
            .map(field)
            .chain(choice(table))
            .collect(),
        forms: forms(table.forms),
        common_forms: String::new(),
        // A table without an example of its own shows that of its first kind.
        example: example(table.name)
            .or_else(|| example(table.variants.and_then(|v| v.list.first())?.word)),
    }
}

/// The key that chooses the kind of a table.
fn choice(table: &'static Table) -> Option<FieldReference> {
    let variants = table.variants?;
    Some(FieldReference {
        key: variants.key,
        holds: "word",
        unit: "",
        range: String::new(),
        required: variants.default.is_none(),
        default: variants
            .default
            .map_or(String::new(), |word| format!("\"{word}\"")),
        words: variants.list.iter().map(|v| (v.word, v.doc)).collect(),
        doc: variants.doc,
    })
}

fn variants(
    table: &'static Table,
    place: KindPlace,
    written: impl Fn(&str) -> String,
) -> impl Iterator<Item = KindReference> {
    let list = table.variants.map_or(&[][..], |v| v.list);
    list.iter().map(move |variant: &Variant| KindReference {
        name: variant.word,
        written: written(variant.word),
        place,
        table: table.name,
        choice: table.variants.map(|v| (v.key, variant.word)),
        doc: variant.doc,
        fields: table
            .fields
            .iter()
            .chain(variant.fields)
            .map(field)
            .collect(),
        forms: forms(variant.forms),
        common_forms: forms(table.forms),
        // A word may stand for kinds of two tables: those of the second have the table in front.
        example: example(&format!("{} {}", table.name, variant.word))
            .or_else(|| example(variant.word)),
    })
}

fn forms(groups: &[&[Form]]) -> String {
    let texts: Vec<String> = groups.iter().map(|g| forms_text(g)).collect();
    match texts.is_empty() {
        true => String::new(),
        false => format!("give {}", texts.join("; and ")),
    }
}

fn example(kind: &str) -> Option<&'static str> {
    let mut all = mini_examples().iter();
    all.find(|(name, _)| *name == kind).map(|(_, text)| *text)
}

fn field(field: &Field) -> FieldReference {
    FieldReference {
        key: field.key,
        holds: field.shape.holds(),
        unit: field.shape.unit(),
        range: field.shape.range(),
        required: matches!(field.presence, Presence::Required),
        default: match field.presence {
            Presence::Required => String::new(),
            Presence::Optional(absent) => absent.to_string(),
            Presence::Default(literal) => literal.text(),
        },
        words: match field.shape {
            ValueShape::Words(words) => words.to_vec(),
            _ => Vec::new(),
        },
        doc: field.doc,
    }
}

impl Literal {
    fn text(self) -> String {
        match self {
            // Small tolerances read better with an exponent.
            Literal::Number(x) if x != 0.0 && x.abs() < 1e-3 => format!("{x:e}"),
            Literal::Number(x) => x.to_string(),
            Literal::Count(n) => n.to_string(),
            Literal::Word(word) => format!("\"{word}\""),
            Literal::Flag(flag) => flag.to_string(),
            Literal::Vector([x, y, z]) => format!("[{x}, {y}, {z}]"),
        }
    }
}

impl ValueShape {
    /// The SI unit of bare numbers.
    pub fn unit(&self) -> &'static str {
        match self {
            ValueShape::Number(quantity, _)
            | ValueShape::Vector(quantity)
            | ValueShape::Pair(quantity, _)
            | ValueShape::Triple(quantity, _)
            | ValueShape::Rising(quantity, _)
            | ValueShape::OfPlace(quantity)
            | ValueShape::VectorOfTime(quantity)
            | ValueShape::VectorOfPlace(quantity)
            | ValueShape::OfTime(quantity) => quantity.unit(),
            ValueShape::TwoPoints | ValueShape::Points => "m",
            ValueShape::ArcLength | ValueShape::LengthRange => "m",
            ValueShape::Inertia => "kg m^2",
            ValueShape::Matrix8 => "N/m, N, N m",
            ValueShape::Matrix6(matrix) => match matrix {
                Matrix::BushingStiffness => "N/m, N m/rad",
                Matrix::BushingDamping => "N s/m, N m s/rad",
                Matrix::SectionStiffness => "N, N m, N m^2",
                Matrix::SectionDamping => "N s, N m s, N m^2 s",
                Matrix::SectionMass => "kg/m, kg, kg m",
                Matrix::Moduli => "Pa",
            },
            ValueShape::Gravity => "m/s^2",
            ValueShape::OfLength | ValueShape::OfState => "N or N m",
            ValueShape::OfStrains => "J",
            ValueShape::OfInvariants => "J/m^3",
            _ => "",
        }
    }

    /// Allowed values in words.
    pub fn range(&self) -> String {
        match self {
            ValueShape::Number(_, range)
            | ValueShape::Pair(_, range)
            | ValueShape::Triple(_, range)
            | ValueShape::Some(_, range, _)
            | ValueShape::Rising(_, range) => range.text(),
            ValueShape::Count(low, high)
            | ValueShape::TwoCounts(low, high)
            | ValueShape::ThreeCounts(low, high) => {
                format!("from {low} to {high}")
            }
            _ => String::new(),
        }
    }

    /// What it holds, in words.
    pub fn holds(&self) -> &'static str {
        match self {
            ValueShape::Text => "text",
            ValueShape::Colour => "colour",
            ValueShape::Name => "new name",
            ValueShape::Flag => "true or false",
            ValueShape::Number(..) => "number",
            ValueShape::Count(..) => "whole number",
            ValueShape::Words(_) => "word",
            ValueShape::SomeWords(_) => "words",
            ValueShape::TwoCounts(..) => "two whole numbers",
            ValueShape::ThreeCounts(..) => "three whole numbers",
            ValueShape::Places => "point, edge or group, or a list",
            ValueShape::ShellSection => "shell section",
            ValueShape::Vector(_) | ValueShape::Triple(..) => "three numbers",
            ValueShape::Pair(..) => "two numbers",
            ValueShape::Some(..) => "numbers",
            ValueShape::Rising(..) => "numbers, rising",
            ValueShape::Points => "points",
            ValueShape::Matrix8 => "8x8",
            ValueShape::Cells => "lists of whole numbers",
            ValueShape::Texts => "texts",
            ValueShape::ArcLength => "length or percentage",
            ValueShape::LengthRange => "two lengths or percentages",
            ValueShape::Material => "material",
            ValueShape::Section => "section",
            ValueShape::Line => "beam or cable",
            ValueShape::Direction => "direction",
            ValueShape::Quaternion => "four numbers",
            ValueShape::AxisSequence => "three letters",
            ValueShape::Item => "item",
            ValueShape::ItemWithAxes => "item with axes",
            ValueShape::Body => "body",
            ValueShape::TwoItems => "two items",
            ValueShape::Coordinate => "joint.coordinate",
            ValueShape::Coordinates => "coordinates",
            ValueShape::TwoPoints => "two points",
            ValueShape::TwoDirections => "two directions",
            ValueShape::Columns => "rows of two numbers",
            ValueShape::Inertia => "inertia",
            ValueShape::InertiaAbout => "word or point",
            ValueShape::Matrix6(_) => "six numbers or 6x6",
            ValueShape::Gravity => "gravity",
            ValueShape::OfTime(_) => "function of time",
            ValueShape::OfPlace(_) => "function of x, y, z, or rows of point and value",
            ValueShape::VectorOfTime(_) => "three functions of time",
            ValueShape::VectorOfPlace(_) => "three functions of x, y, z",
            ValueShape::OfLength => "function of x",
            ValueShape::OfStrains => "function of x, y, z, rx, ry, rz",
            ValueShape::OfInvariants => "function of I1, I2, J, I1_bar, I2_bar",
            ValueShape::OfState => "function of t, x, v",
            ValueShape::Parameters => "named numbers",
            ValueShape::Table(table) => table.name,
            ValueShape::Tables(_) => "tables",
        }
    }
}

impl std::fmt::Display for KindReference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}\n{}\n", self.written, self.doc)?;
        let width = self.fields.iter().map(|k| k.key.len()).max().unwrap_or(0);
        for field in &self.fields {
            let mut facts = field.holds.to_string();
            if !field.unit.is_empty() {
                write!(facts, " [{}]", field.unit)?;
            }
            if !field.range.is_empty() {
                write!(facts, ", {}", field.range)?;
            }
            match (field.required, field.default.as_str()) {
                (true, _) => facts.push_str(", required"),
                (false, "") => {}
                (false, default) => write!(facts, ", default {default}")?,
            }
            writeln!(f, "  {:width$}  {facts}", field.key)?;
            writeln!(f, "  {:width$}  {}", "", field.doc)?;
            for (word, meaning) in &field.words {
                writeln!(f, "  {:width$}    \"{word}\": {meaning}", "")?;
            }
        }
        if !self.forms.is_empty() {
            writeln!(f, "\n  {}", self.forms)?;
        }
        if let Some(example) = self.example {
            writeln!(f, "\nExample:\n\n{}", example.trim_end())?;
        }
        Ok(())
    }
}
