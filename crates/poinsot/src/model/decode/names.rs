//! Names of items: collected before anything refers to them, checked for form and uniqueness.

use super::reader::{TableReader, ValueAt};
use super::scalars::{GROUND, text};
use crate::model::describe::{CoordinateKind, JOINT, MODEL, ValueShape, Variant};
use crate::model::joints;
use crate::model::problem::suggest;
use crate::model::tree::Value;
use crate::model::types::CoordinateRef;
use std::cell::Cell;
use std::collections::HashMap;

/// What a name stands for.
#[derive(Clone, Copy)]
struct Named {
    /// Key of its table, for example `body`.
    table: &'static str,
    /// Kind of a joint, where the word for it is right.
    joint: Option<&'static Variant>,
}

/// Names that are searched for one like a wrong one.
const SUGGESTED: usize = 2000;

/// All names of a model.
///
/// Materials and sections are only ever named where one of them is wanted, and name no output: each of them may have a name that
/// something else has too. All else shares one list of names.
pub struct Names {
    all: HashMap<(&'static str, String), Named>,
    order: Vec<(&'static str, String)>,
    /// Beams and shells that are reduced, with the first body that names them.
    reduced: HashMap<String, String>,
    /// Whether they may be named just now.
    open: Cell<bool>,
}

/// Tables whose names are a list of their own.
const APART: [&str; 3] = ["material", "section", "shell_section"];

/// The list that names of a table belong to.
fn list_of(table: &str) -> &'static str {
    APART.into_iter().find(|t| *t == table).unwrap_or("")
}

/// Coordinates of a kind of joint that something can act on, and what they measure.
pub fn coordinates(kind: &str) -> Vec<(&'static str, CoordinateKind)> {
    let all = joints::by_name(kind).map_or(&[][..], |d| d.coordinates);
    let usable = all.iter().filter(|c| c.geometry.can_be_unknown());
    usable
        .map(|c| match c.geometry.is_angle() {
            true => (c.name, CoordinateKind::Angle),
            false => (c.name, CoordinateKind::Length),
        })
        .collect()
}

/// Beams and shells that reduced bodies are made of.
fn reduced_items(file: &TableReader) -> HashMap<String, String> {
    let bodies = file.node("reduced_body").and_then(|n| n.list());
    let mut all = HashMap::new();
    for body in bodies.unwrap_or_default() {
        let name = body.value.get("name").and_then(Value::text);
        let items = body
            .value
            .get("items")
            .map(|value| ValueAt { value, ..body });
        let items = items.and_then(|i| i.list()).unwrap_or_default();
        for (item, name) in items
            .iter()
            .filter_map(|i| i.value.text())
            .zip(std::iter::repeat(name))
        {
            let name = name.unwrap_or_default().to_string();
            all.entry(item.to_string()).or_insert(name);
        }
    }
    all
}

impl Names {
    /// Collects the names of all items and reports wrong and repeated ones.
    pub fn collect(file: &TableReader) -> Names {
        let mut names = Names {
            all: HashMap::new(),
            order: Vec::new(),
            reduced: reduced_items(file),
            open: Cell::new(false),
        };
        let mut lines = HashMap::new();
        for field in MODEL.fields {
            let ValueShape::Tables(table) = field.shape else {
                continue;
            };
            let list = file.node(field.key).and_then(|n| n.list());
            for item in list.unwrap_or_default() {
                let Some(name) = item.value.get("name") else {
                    continue;
                };
                let node = ValueAt {
                    value: name,
                    path: format!("{}.name", item.path),
                    ..item
                };
                let Some(name) = text(&node).filter(|n| well_formed(&node, n)) else {
                    continue;
                };
                let key = (list_of(table.name), name.to_string());
                if let Some(line) = lines.get(&key) {
                    let taken = match node.report.source.setting(*line) {
                        Some(setting) => format!("by the setting {setting}"),
                        None => format!("in line {line}"),
                    };
                    let message = format!("the name \"{name}\" is already taken {taken}");
                    let rule = match key.0 {
                        "" => "no two items of a model share a name, whatever they are, except materials and sections".into(),
                        table => format!("no two {table}s share a name"),
                    };
                    node.error(
                        message,
                        format!("{rule}; call this one \"{name}_2\", for example"),
                    );
                    continue;
                }
                lines.insert(key.clone(), node.place().line);
                let kind = item.value.get("kind").and_then(Value::text);
                let joint = kind.filter(|_| table.name == JOINT.name);
                let named = Named {
                    table: table.name,
                    joint: joint.and_then(|k| JOINT.variant(k)),
                };
                names.order.push(key.clone());
                names.all.insert(key, named);
            }
        }
        names
    }

    /// The reduced body that a beam or shell is part of.
    pub fn reduced_by(&self, item: &str) -> Option<&str> {
        self.reduced.get(item).map(String::as_str)
    }

    /// Reads something that may name items of reduced bodies.
    pub fn opened<T>(&self, read: impl FnOnce() -> T) -> T {
        let before = self.open.replace(true);
        let found = read();
        self.open.set(before);
        found
    }

    /// Refuses what names an item of a reduced body where that is not possible.
    pub fn is_free(&self, node: &ValueAt, name: &str) -> bool {
        let free = self.open.get() || !self.reduced.contains_key(name);
        if !free {
            let message =
                format!("\"{name}\" is reduced by a [[reduced_body]]: nothing can act on it");
            node.error(message, "act on what its interfaces are tied to");
        }
        free
    }

    /// Names of items from some tables, in the order of the file, for suggestions.
    fn of<'n>(&'n self, tables: &'n [&str]) -> impl Iterator<Item = &'n str> {
        let wanted = |key: &&'n (&'static str, String)| {
            let item = self.all.get(*key);
            item.is_some_and(|item| tables.contains(&item.table))
        };
        let wanted = self.order.iter().filter(wanted);
        wanted.map(|key| key.1.as_str()).take(SUGGESTED)
    }

    fn find(&self, list: &'static str, name: &str) -> Option<&Named> {
        self.all.get(&(list, name.to_string()))
    }

    /// The table an item is described in, materials and sections aside; `None` when there is no such item.
    pub fn table_of(&self, name: &str) -> Option<&'static str> {
        self.find("", name).map(|item| item.table)
    }

    /// Checks that a name stands for an item of one of some tables. `ground` only where `ground` says so.
    pub fn check(
        &self,
        node: &ValueAt,
        name: &str,
        tables: &[&'static str],
        ground: bool,
    ) -> Option<String> {
        let wanted = || {
            let words = match tables {
                [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                _ => tables.concat(),
            };
            words.replace('_', " ")
        };
        if name == GROUND {
            if !ground {
                let message = format!("the ground does not move; a {} is needed here", wanted());
                node.error(message, suggest("", self.of(tables)));
            }
            return ground.then(|| name.to_string());
        }
        let own = tables.first().map_or("", |table| list_of(table));
        let others = [""].into_iter().chain(APART);
        let found = self.find(own, name);
        let found = found.or_else(|| others.filter_map(|list| self.find(list, name)).next());
        match found {
            Some(item) if tables.contains(&item.table) => {
                let free = !matches!(item.table, "beam" | "shell") || self.is_free(node, name);
                return free.then(|| name.to_string());
            }
            Some(item) => {
                let message = format!(
                    "\"{name}\" is a {}; a {} is needed here",
                    item.table.replace('_', " "),
                    wanted()
                );
                node.error(message, suggest("", self.of(tables)));
            }
            None if node.report.is_full() => {}
            None => {
                let known = self.of(tables).chain(ground.then_some(GROUND));
                let message = format!("there is no {} named \"{name}\"", wanted());
                match (suggest(name, known), tables.first()) {
                    (help, Some(table)) if help.is_empty() => {
                        let help = format!("add a [[{table}]] with this name");
                        node.error_about(table, message, help);
                    }
                    (help, _) => node.error(message, help),
                }
            }
        }
        None
    }

    /// The joint coordinate named under `on`, and what it measures; unknown where the name is wrong.
    pub fn coordinate(&self, table: &TableReader) -> (Option<CoordinateRef>, CoordinateKind) {
        match table.node("on") {
            Some(node) => self.coordinate_at(&node),
            None => (None, CoordinateKind::Unknown),
        }
    }

    /// The joint coordinate named here, and what it measures.
    pub fn coordinate_at(&self, node: &ValueAt) -> (Option<CoordinateRef>, CoordinateKind) {
        let wrong = (None, CoordinateKind::Unknown);
        let Some(written) = text(node) else {
            return wrong;
        };
        let (joint, coordinate) = match written.split_once('.') {
            Some((joint, coordinate)) => (joint, Some(coordinate)),
            None => (written, None),
        };
        if self.check(node, joint, &["joint"], false).is_none() {
            return wrong;
        }
        // A joint of an unknown kind has its own message already.
        let Some(kind) = self.find("", joint).and_then(|n| n.joint) else {
            return wrong;
        };
        let known = coordinates(kind.word);
        let written_out = |c: &str| format!("{joint}.{c}");
        let all: Vec<String> = known.iter().map(|(c, _)| written_out(c)).collect();
        let all = || all.iter().map(String::as_str);
        let Some(coordinate) = coordinate else {
            let message = format!("\"{joint}\" is a joint; a coordinate of it is needed");
            node.error(message, suggest("", all()));
            // Where there is only one coordinate, it is known what is meant.
            return match known.as_slice() {
                [(_, measure)] => (None, *measure),
                _ => wrong,
            };
        };
        match known.iter().find(|(c, _)| *c == coordinate) {
            Some((_, measure)) => {
                let (joint, coordinate) = (joint.to_string(), coordinate.to_string());
                (Some(CoordinateRef { joint, coordinate }), *measure)
            }
            None => {
                let message = format!("a {} joint has no coordinate \"{coordinate}\"", kind.word);
                let help = match known.is_empty() {
                    true => format!("a {} joint has no coordinates at all", kind.word),
                    false => suggest(written, all()),
                };
                node.error(message, help);
                wrong
            }
        }
    }
}

/// Checks the form of a new name.
fn well_formed(node: &ValueAt, name: &str) -> bool {
    let problem = name_problem(name);
    if let Some((message, help)) = &problem {
        node.error(message.as_str(), *help);
    }
    problem.is_none()
}

/// What is wrong with the form of a name, and what to do about it.
pub fn name_problem(name: &str) -> Option<(String, &'static str)> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name == GROUND {
        let message = "the name \"ground\" is reserved for the world".to_owned();
        let help = "choose another one; joints may name the ground without it being described";
        return Some((message, help));
    }
    if name.is_empty() {
        return Some(("a name cannot be empty".to_owned(), "for example \"arm\""));
    }
    let bad = name.chars().find(|c| !allowed(*c))?;
    let message = format!("a name cannot contain `{}`", bad.escape_debug());
    let help = "letters A-Z and a-z, digits, `_` and `-` are allowed";
    Some((message, help))
}
