//! `poinsot kinds --python`: the methods and functions of the Python package that make kinds, with types and help.

use super::reference::facts;
use poinsot::model::{FieldReference, KindPlace, KindReference};
use std::fmt::Write;

/// Columns of the help texts.
const WIDTH: usize = 100;

const METHODS: &str = r#"# Written by `cargo xtask docs` from `poinsot kinds --python methods`; do not edit.
"""One method for every kind of a model file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._items import Builder, Item, checked
from ._types import Function, Matrix, Names, Points, Scalar, Vector


class Kinds(Builder):
    """The kinds of a model file as methods."""
"#;

const VALUES: &str = r#"# Written by `cargo xtask docs` from `poinsot kinds --python values`; do not edit.
"""Values that keys of a model may hold: orientations, curves, tables and pulses over time.

Each function gives the table that a model file would hold; a plain ``dict`` with the same keys does as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._items import checked, value
from ._types import Function, Names, Points, Scalar, Vector
"#;

/// The module with the functions of values.
pub fn values(all: &[KindReference]) -> String {
    let mut text = VALUES.to_owned();
    for kind in all.iter().filter(|k| k.place == KindPlace::Value) {
        if kind.choice.is_some() || !has_kinds(all, kind.table) {
            text += &of_keys(kind);
        }
    }
    text
}

fn has_kinds(all: &[KindReference], table: &str) -> bool {
    all.iter().any(|k| k.table == table && k.choice.is_some())
}

/// The module with the methods of a model.
pub fn methods(all: &[KindReference]) -> String {
    let mut text = METHODS.to_owned();
    let of = |place: KindPlace| all.iter().filter(move |k| k.place == place);
    let default = |table: &str| {
        let plain = all.iter().find(|k| k.table == table && k.choice.is_none());
        let key = all
            .iter()
            .find_map(|k| k.choice.filter(|_| k.table == table))?
            .0;
        let field = plain?.fields.iter().find(|f| f.key == key)?;
        Some(field.default.trim_matches('"').to_owned())
    };
    for kind in of(KindPlace::Item) {
        match kind.choice {
            None if has_kinds(all, kind.table) => {}
            None => text += &item(kind, kind.table, None),
            Some((_, word)) if default(kind.table).as_deref() == Some(word) => {
                text += &item(kind, kind.table, None);
                text += &item(kind, &method_name(kind), kind.choice);
            }
            Some(_) => text += &item(kind, &method_name(kind), kind.choice),
        }
    }
    for kind in of(KindPlace::Setting).filter(|k| k.choice.is_none() && !k.fields.is_empty()) {
        text += &setting(kind, all);
    }
    text
}

/// Joints are called by their kind alone, the kinds of all other tables with the table in front: `shell_cylinder`, `solid_cylinder`.
fn method_name(kind: &KindReference) -> String {
    match kind.table {
        "joint" => identifier(kind.name),
        table => format!("{table}_{}", identifier(kind.name)),
    }
}

/// A word as a name of Python: `point-on-line` has dashes, `from` a meaning of its own.
fn identifier(word: &str) -> String {
    const KEYWORDS: [&str; 8] = ["from", "in", "is", "with", "as", "lambda", "global", "not"];
    let name = word.replace('-', "_");
    match KEYWORDS.contains(&word) {
        true => name + "_",
        false => name,
    }
}

fn item(kind: &KindReference, name: &str, choice: Option<(&str, &str)>) -> String {
    let fields: Vec<&FieldReference> = kind
        .fields
        .iter()
        .filter(|f| kind.choice.is_none_or(|(key, _)| key != f.key))
        .collect();
    let is_name = |f: &&FieldReference| f.key == "name";
    let (own, others): (Vec<&FieldReference>, Vec<&FieldReference>) =
        fields.iter().copied().partition(is_name);
    let mut text = format!("\n    @checked\n    def {name}(\n        self,\n");
    match own.first() {
        Some(field) if field.required => text += "        name: str,\n        /,\n",
        Some(_) => text += "        name: str | None = None,\n        /,\n",
        None => {}
    }
    text += &parameters(&others, "        ");
    let _ = writeln!(text, "    ) -> Item:");
    text += &doc(kind, &fields, "        ");
    let chosen = choice.map_or(String::new(), |(key, word)| {
        format!(", {key}=\"{word}\"", key = identifier(key))
    });
    let _ = writeln!(
        text,
        "        return self._item(\"{}\", locals(){chosen})",
        kind.table
    );
    text
}

/// A setting has the keys of all its kinds.
fn setting(kind: &KindReference, all: &[KindReference]) -> String {
    let mut fields: Vec<&FieldReference> = kind.fields.iter().collect();
    for other in all
        .iter()
        .filter(|k| k.table == kind.table && k.choice.is_some())
    {
        let more = other.fields.iter();
        let more: Vec<_> = more
            .filter(|f| fields.iter().all(|g| g.key != f.key))
            .collect();
        fields.extend(more);
    }
    let name = format!("set_{}", kind.table);
    let mut text = format!("\n    @checked\n    def {name}(\n        self,\n");
    text += &parameters(&fields, "        ");
    let _ = writeln!(text, "    ) -> None:");
    text += &doc(kind, &fields, "        ");
    let _ = writeln!(text, "        self._setting(\"{}\", locals())", kind.table);
    text
}

/// A value is a function that gives the table.
fn of_keys(kind: &KindReference) -> String {
    let chooses = |f: &&FieldReference| kind.choice.is_none_or(|(key, _)| key != f.key);
    let fields: Vec<&FieldReference> = kind.fields.iter().filter(chooses).collect();
    let name = identifier(kind.name);
    let mut text = format!("\n\n@checked\ndef {name}(\n");
    text += &parameters(&fields, "    ");
    let _ = writeln!(text, ") -> dict[str, Any]:");
    text += &doc(kind, &fields, "    ");
    let chosen = kind.choice.map_or(String::new(), |(key, word)| {
        format!(", {key}=\"{word}\"", key = identifier(key))
    });
    let _ = writeln!(text, "    return value(\"{name}\", locals(){chosen})");
    text
}

/// The keys as keyword arguments, those that must be there first.
fn parameters(fields: &[&FieldReference], indent: &str) -> String {
    if fields.is_empty() {
        return String::new();
    }
    let mut text = format!("{indent}*,\n");
    let (must, may): (Vec<&FieldReference>, Vec<&FieldReference>) =
        fields.iter().copied().partition(|f| f.required);
    for field in must {
        let _ = writeln!(
            text,
            "{indent}{}: {},",
            identifier(field.key),
            type_of(field)
        );
    }
    for field in may {
        let (name, of) = (identifier(field.key), type_of(field));
        let _ = writeln!(text, "{indent}{name}: {of} | None = None,");
    }
    text
}

/// The type of a key, by what it holds.
fn type_of(field: &FieldReference) -> String {
    let words = || {
        let words: Vec<String> = field.words.iter().map(|w| format!("\"{}\"", w.0)).collect();
        format!("Literal[{}]", words.join(", "))
    };
    let of = match field.holds {
        "text" | "colour" | "new name" | "three letters" | "joint.coordinate" | "material"
        | "section" | "shell section" | "beam or cable" | "item" | "item with axes" | "body" => {
            "str"
        }
        "true or false" => "bool",
        "number" | "length or percentage" => "Scalar",
        "whole number" => "int",
        "word" if !field.words.is_empty() => return words(),
        "word" => "str",
        "two whole numbers" | "three whole numbers" => "Sequence[int]",
        "point, edge or group, or a list" => "str | Names",
        "words" | "texts" | "coordinates" | "two items" => "Names",
        "three numbers"
        | "two numbers"
        | "four numbers"
        | "numbers"
        | "numbers, rising"
        | "direction"
        | "two lengths or percentages" => "Vector",
        "word or point" => "str | Vector",
        "points" | "two points" | "two directions" | "rows of two numbers" => "Points",
        "8x8" => "Matrix",
        "six numbers or 6x6" => "Vector | Matrix",
        "inertia" => "Vector | Matrix | Mapping[str, Scalar]",
        "lists of whole numbers" => "Sequence[Sequence[int]]",
        "gravity" => "Vector | Mapping[str, Any]",
        "three functions of time" | "three functions of x, y, z" => "Sequence[Function] | Vector",
        "tables" => "Sequence[Mapping[str, Any]]",
        holds if holds.starts_with("function of") => "Function",
        _ => "Mapping[str, Any]",
    };
    of.to_owned()
}

fn doc(kind: &KindReference, fields: &[&FieldReference], indent: &str) -> String {
    let mut text = wrapped(&format!("\"\"\"{}", kind.doc), indent, indent);
    let _ = writeln!(text, "\n{indent}In a model file: ``{}``.", kind.written);
    for forms in [&kind.common_forms, &kind.forms] {
        if !forms.is_empty() {
            let mut first = forms.chars();
            let capital = first.next().map(|c| c.to_uppercase().collect::<String>());
            let sentence = format!("{}{}.", capital.unwrap_or_default(), first.as_str());
            let _ = write!(text, "\n{}", wrapped(&sentence, indent, indent));
        }
    }
    if !fields.is_empty() {
        let _ = writeln!(text, "\n{indent}Keys:");
    }
    let (key, more) = (format!("{indent}    "), format!("{indent}        "));
    for field in fields {
        let line = format!("{}: {}. {}", identifier(field.key), facts(field), field.doc);
        text += &wrapped(&line, &key, &more);
        for (word, meaning) in &field.words {
            text += &wrapped(&format!("\"{word}\": {meaning}"), &more, &more);
        }
    }
    let _ = writeln!(text, "{indent}\"\"\"");
    text
}

/// A paragraph in lines of limited width, without a backslash that Python would read.
fn wrapped(paragraph: &str, first: &str, others: &str) -> String {
    let paragraph = paragraph.replace('\\', "\\\\");
    let mut text = String::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in paragraph.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{line}");
            line = others.to_owned();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    let _ = writeln!(text, "{line}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use poinsot::model::reference;

    /// A kind without a method could not be used from Python.
    #[test]
    fn every_kind_has_a_method_or_a_function() {
        let all = reference();
        let text = methods(&all) + &values(&all);
        for kind in &all {
            let name = match (kind.place, kind.choice) {
                (KindPlace::Item, Some(_)) => method_name(kind),
                (KindPlace::Item, None) => continue,
                (KindPlace::Setting, _) => format!("set_{}", kind.table),
                (KindPlace::Value, None) if kind.name == "pulse" => continue,
                (KindPlace::Value, _) => identifier(kind.name),
            };
            if name == "set_parameters" {
                continue;
            }
            assert!(text.contains(&format!("def {name}(")), "{name}");
        }
    }
}
