//! The JSON schema of a model, written from the descriptions.

use super::describe::{
    ARC, FORCE_TABLE, FRAME, Field, Form, GRAVITY, INERTIA, Literal, MODEL, ORIENTATION, PULSE,
    Presence, Range, TIME_TABLE, Table, ValueShape, Variants,
};
use super::joints::JOINTS;
use serde_json::{Map, Value, json};

/// The JSON schema (draft 2020-12) of a model; TOML editors use it as well.
pub fn schema() -> Value {
    let mut root = table(&MODEL);
    let definitions: Map<String, Value> = [
        ("orientation", table(&ORIENTATION)),
        ("frame", table(&FRAME)),
        ("arc", table(&ARC)),
        ("inertia_entries", table(&INERTIA)),
        ("gravity_table", table(&GRAVITY)),
        ("time_table", table(&TIME_TABLE)),
        ("force_table", table(&FORCE_TABLE)),
        ("pulse", table(&PULSE)),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_string(), value))
    .collect();
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["title"] = json!("Poinsot model");
    root["$defs"] = Value::Object(definitions);
    root
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn table(table: &Table) -> Value {
    let mut properties = Map::new();
    let mut required: Vec<&str> = Vec::new();
    let mut rules: Vec<Value> = Vec::new();
    for f in table.fields {
        properties.insert(f.key.into(), field(f));
        if matches!(f.presence, Presence::Required) {
            required.push(f.key);
        }
    }
    if let Some(variants) = table.variants {
        let (words, own_rules) = kinds(variants, &mut properties);
        properties.insert(variants.key.into(), words);
        rules.extend(own_rules);
        if variants.default.is_none() {
            required.push(variants.key);
        }
    }
    rules.extend(table.forms.iter().map(|group| forms(group)));
    let mut schema = json!({
        "type": "object",
        "description": table.doc,
        "properties": properties,
        "additionalProperties": false,
    });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    if !rules.is_empty() {
        schema["allOf"] = json!(rules);
    }
    schema
}

/// The words of the key that chooses the kind, and one conditional rule per kind. Keys of kinds become properties.
fn kinds(variants: &Variants, properties: &mut Map<String, Value>) -> (Value, Vec<Value>) {
    let mut choices = Vec::new();
    for variant in variants.list {
        choices.push(json!({ "const": variant.word, "description": variant.doc }));
        for f in variant.fields {
            properties
                .entry(f.key.to_string())
                .or_insert_with(|| field(f));
        }
    }
    let all = variants.list.iter().flat_map(|v| v.fields).map(|f| f.key);
    let rule = |variant: &super::describe::Variant| {
        let own = |key: &str| variant.fields.iter().any(|f| f.key == key);
        let foreign = all.clone().filter(|key| !own(key));
        let foreign: Map<String, Value> = foreign.map(|key| (key.into(), json!(false))).collect();
        let needs = variant.fields.iter();
        let needs = needs.filter(|f| matches!(f.presence, Presence::Required));
        let needs: Vec<&str> = needs.map(|f| f.key).collect();
        let (key, word) = (variants.key, variant.word);
        let mut condition = json!({ "properties": { key: { "const": word } } });
        if variants.default != Some(word) {
            condition["required"] = json!([key]);
        }
        let mut then = json!({ "required": needs, "properties": foreign });
        if !variant.forms.is_empty() {
            then["allOf"] = variant.forms.iter().map(|group| forms(group)).collect();
        }
        json!({ "if": condition, "then": then })
    };
    let rules = variants.list.iter().map(rule).collect();
    let mut words = json!({ "oneOf": choices, "description": variants.doc });
    if let Some(default) = variants.default {
        words["default"] = json!(default);
    }
    (words, rules)
}

/// Exactly the keys of one form, out of all keys that belong to the group.
fn forms(forms: &[Form]) -> Value {
    let members = |f: &Form| {
        f.required
            .iter()
            .chain(f.optional)
            .copied()
            .collect::<Vec<_>>()
    };
    let all = forms.iter().flat_map(members);
    let one = |form: &Form| {
        let own = members(form);
        let mut foreign: Vec<&str> = all.clone().filter(|k| !own.contains(k)).collect();
        foreign.sort_unstable();
        foreign.dedup();
        let foreign: Map<String, Value> = foreign
            .into_iter()
            .map(|key| (key.into(), json!(false)))
            .collect();
        json!({ "required": form.required, "properties": foreign })
    };
    let list: Vec<Value> = forms.iter().map(one).collect();
    json!({ "anyOf": list })
}

fn field(field: &Field) -> Value {
    let mut schema = shape(&field.shape);
    let mut text = field.doc.to_string();
    let (unit, range) = (field.shape.unit(), field.shape.range());
    if !unit.is_empty() {
        text += &format!(" [{unit}]");
    }
    if !range.is_empty() {
        text += &format!(" Must be {range}.");
    }
    match field.presence {
        Presence::Required => {}
        Presence::Optional("") => {}
        Presence::Optional(absent) => text += &format!(" Default: {absent}."),
        Presence::Default(literal) => schema["default"] = literal.json(),
    }
    schema["description"] = json!(text);
    schema
}

impl Literal {
    fn json(self) -> Value {
        match self {
            Literal::Number(x) => json!(x),
            Literal::Count(n) => json!(n),
            Literal::Word(word) => json!(word),
            Literal::Flag(flag) => json!(flag),
            Literal::Vector(v) => json!(v),
        }
    }
}

fn shape(shape: &ValueShape) -> Value {
    let text = || json!({ "type": "string" });
    let name = || json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]+$" });
    let item = || json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+|@.+|#[0-9]+)?$" });
    let length = || number(Range::NotNegative);
    let list = |item: Value, n: usize| json!({ "type": "array", "items": item, "minItems": n, "maxItems": n });
    let vector = || list(number(Range::Any), 3);
    let plain = || number(Range::Any);
    match *shape {
        ValueShape::Text
        | ValueShape::AxisSequence
        | ValueShape::OfStrains
        | ValueShape::OfInvariants => text(),
        ValueShape::Colour => {
            json!({ "type": "string", "pattern": "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$" })
        }
        ValueShape::Name
        | ValueShape::Body
        | ValueShape::Material
        | ValueShape::Section
        | ValueShape::ShellSection => name(),
        ValueShape::Line => {
            json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)?$" })
        }
        ValueShape::Item | ValueShape::ItemWithAxes => item(),
        ValueShape::Flag => json!({ "type": "boolean" }),
        ValueShape::Number(_, range) => number(range),
        ValueShape::Count(low, high) => {
            let bare = json!({ "type": "integer", "minimum": low, "maximum": high });
            json!({ "anyOf": [bare, text()] })
        }
        ValueShape::Parameters => {
            let names = json!({ "pattern": "^[A-Za-z_][A-Za-z0-9_]*$" });
            json!({ "type": "object", "propertyNames": names, "additionalProperties": plain() })
        }
        ValueShape::Words(words) => {
            let one = |(word, doc): &(&str, &str)| json!({ "const": word, "description": doc });
            json!({ "oneOf": words.iter().map(one).collect::<Vec<_>>() })
        }
        ValueShape::SomeWords(words) => {
            let one = |(word, doc): &(&str, &str)| json!({ "const": word, "description": doc });
            let one = json!({ "oneOf": words.iter().map(one).collect::<Vec<_>>() });
            json!({ "type": "array", "items": one, "minItems": 1, "uniqueItems": true })
        }
        ValueShape::TwoCounts(low, high) => {
            let bare = json!({ "type": "integer", "minimum": low, "maximum": high });
            list(json!({ "anyOf": [bare, text()] }), 2)
        }
        ValueShape::ThreeCounts(low, high) => {
            let bare = json!({ "type": "integer", "minimum": low, "maximum": high });
            list(json!({ "anyOf": [bare, text()] }), 3)
        }
        ValueShape::Places => {
            let some = json!({ "type": "array", "items": text(), "minItems": 1 });
            json!({ "anyOf": [text(), some] })
        }
        ValueShape::Vector(_) => list(number(Range::Any), 3),
        ValueShape::Direction => list(plain(), 3),
        ValueShape::Quaternion => list(plain(), 4),
        ValueShape::TwoItems => {
            // A gear names coordinates.
            let pattern = "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+|@.+|#[0-9]+)?$";
            list(json!({ "type": "string", "pattern": pattern }), 2)
        }
        ValueShape::Coordinate => {
            json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]+\\.[a-z_0-9]+$" })
        }
        ValueShape::Coordinates => {
            let all = JOINTS.iter().flat_map(|j| j.coordinates);
            let usable = all.filter(|c| c.geometry.can_be_unknown());
            let mut words: Vec<&str> = usable.map(|c| c.name).collect();
            words.sort_unstable();
            words.dedup();
            json!({ "type": "array", "items": { "enum": words } })
        }
        ValueShape::Pair(_, range) => list(number(range), 2),
        ValueShape::Triple(_, range) => list(number(range), 3),
        ValueShape::Some(_, range, most) => {
            json!({ "type": "array", "items": number(range), "minItems": 1, "maxItems": most })
        }
        ValueShape::Rising(_, range) => {
            json!({ "type": "array", "items": number(range), "minItems": 1 })
        }
        ValueShape::ArcLength => length(),
        ValueShape::LengthRange => list(length(), 2),
        ValueShape::Points => json!({ "type": "array", "items": vector(), "minItems": 2 }),
        ValueShape::TwoPoints => list(vector(), 2),
        ValueShape::Texts => json!({ "type": "array", "items": text(), "minItems": 1 }),
        ValueShape::Cells => {
            let cell = json!({ "type": "array", "items": { "type": "integer", "minimum": 1 }, "minItems": 3, "maxItems": 27 });
            json!({ "type": "array", "items": cell, "minItems": 1 })
        }
        ValueShape::Matrix8 => {
            let entry = json!({ "type": ["number", "string"] });
            list(list(entry, 8), 8)
        }
        ValueShape::TwoDirections => list(list(plain(), 3), 2),
        ValueShape::Columns => {
            let row = list(json!({ "type": ["number", "string"] }), 2);
            json!({ "type": "array", "items": row, "minItems": 2 })
        }
        ValueShape::Inertia => {
            let entry = number(Range::Any);
            let rows = list(list(entry.clone(), 3), 3);
            json!({ "anyOf": [list(entry, 3), rows, reference("inertia_entries")] })
        }
        ValueShape::InertiaAbout => {
            json!({ "anyOf": [{ "enum": ["mass_center", "origin"] }, vector()] })
        }
        ValueShape::Matrix6(_) => {
            let entry = json!({ "type": ["number", "string"] });
            json!({ "anyOf": [list(entry.clone(), 6), list(list(entry, 6), 6)] })
        }
        ValueShape::Gravity => {
            let vector = list(number(Range::Any), 3);
            json!({ "anyOf": [vector, reference("gravity_table")] })
        }
        ValueShape::OfTime(_) | ValueShape::OfState => of_time(),
        ValueShape::VectorOfTime(_) => list(of_time(), 3),
        ValueShape::VectorOfPlace(_) => list(json!({ "type": ["number", "string"] }), 3),
        ValueShape::OfPlace(_) => {
            let row = list(json!({ "type": ["number", "string"] }), 2);
            let rows = json!({ "type": "array", "items": row, "minItems": 1 });
            json!({ "anyOf": [number(Range::Positive), rows] })
        }
        ValueShape::OfLength => {
            json!({ "anyOf": [{ "type": "number" }, text(), reference("force_table")] })
        }
        ValueShape::Table(t) if std::ptr::eq(t, &ORIENTATION) => reference("orientation"),
        ValueShape::Table(t) if std::ptr::eq(t, &FRAME) => reference("frame"),
        ValueShape::Table(t) if std::ptr::eq(t, &ARC) => reference("arc"),
        ValueShape::Table(t) => table(t),
        ValueShape::Tables(t) => json!({ "type": "array", "items": table(t) }),
    }
}

/// A function of time.
fn of_time() -> Value {
    let (table, pulse) = (reference("time_table"), reference("pulse"));
    json!({ "anyOf": [{ "type": "number" }, { "type": "string" }, table, pulse] })
}

/// A number within its range, or a text with a unit or with parameters.
fn number(range: Range) -> Value {
    let mut bare = json!({ "type": "number" });
    match range {
        Range::Any => {}
        Range::Positive => bare["exclusiveMinimum"] = json!(0),
        Range::NotNegative => bare["minimum"] = json!(0),
        Range::Between(low, high) => {
            bare["minimum"] = json!(low);
            bare["maximum"] = json!(high);
        }
        Range::Above(low, high) => {
            bare["exclusiveMinimum"] = json!(low);
            bare["maximum"] = json!(high);
        }
    }
    json!({ "anyOf": [bare, { "type": "string" }] })
}
