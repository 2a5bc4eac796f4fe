//! Values set from outside: `rotor_mass=12kg`, `body.arm.mass=2`, `run.dt=1e-3`. They change the tree before it is decoded, and
//! carry their own place, so that all that is said about them names them.

use super::describe::{MODEL, ValueShape};
use super::parameters::{self, Values};
use super::problem::{Report, quoted, suggest};
use super::source::{Format, Source};
use super::tree::{self, Data, Entry, Value};
use crate::functions::{NumberKind, PLAIN};
use std::collections::HashMap;
use std::ops::Range;

/// Names of items that are searched for one like a wrong one.
const SUGGESTED: usize = 1000;

/// Characters of a path that messages show.
const SHOWN: usize = 200;

/// What the settings have done.
#[derive(Default)]
pub(super) struct Changes {
    /// What stood where something else stands now.
    replaced: Vec<Value>,
    /// Parameters that were set, with what they measure by the file alone.
    pub parameters: HashMap<String, NumberKind>,
}

/// One setting, taken apart.
struct Setting<'a> {
    report: &'a Report<'a>,
    path: &'a str,
    /// The path as messages show it.
    shown: String,
    /// Bytes of the path and of all.
    key: Range<usize>,
    whole: Range<usize>,
}

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

/// Carries out all settings of the source; the report has an error for each that makes no sense.
pub(super) fn apply(report: &Report, root: &mut Value) -> Changes {
    let source = report.source;
    let mut changes = Changes::default();
    if source.settings().is_empty() {
        return changes;
    }
    let kinds = Values::kinds(root);
    for (index, text) in source.settings().iter().enumerate() {
        let start = source.start_of_setting(index);
        let whole = start..start + text.len();
        let Some((path, value)) = text.split_once('=') else {
            let message = "a setting is a name and a value, with `=` between them".to_owned();
            let help = "such as rotor_mass=12kg, body.arm.mass=2 or run.dt=1e-3";
            report.error(&whole, "", message, help.into());
            continue;
        };
        let setting = Setting {
            report,
            path: path.trim(),
            shown: path.trim().chars().take(SHOWN).collect(),
            key: start..start + path.len(),
            whole: whole.clone(),
        };
        let at = start + path.len() + 1;
        if let Some(value) = read_value(report, value, at) {
            setting.apply(root, value, &mut changes);
        }
    }
    let set = &mut changes.parameters;
    set.retain(|name, kind| kinds.get(name).map(|known| *kind = *known).is_some());
    changes
}

/// The value of a setting: a number, true or false, a list or table or text as TOML writes it, or a text without quotes.
fn read_value(report: &Report, written: &str, at: usize) -> Option<Value> {
    let text = written.trim();
    let start = at + (written.len() - written.trim_start().len());
    let span = start..start + text.len();
    let data = match text {
        "" => {
            let help = "write the value behind `=`, such as rotor_mass=12kg";
            report.error(&(at..at), "", "the value is missing".into(), help.into());
            return None;
        }
        "true" => Data::Flag(true),
        "false" => Data::Flag(false),
        _ if text.starts_with(['[', '{', '"', '\'']) => {
            return read_toml(report, text, start);
        }
        _ => match text.parse::<f64>() {
            // Words such as `inf` are texts, refused where a number is read.
            Ok(x) if text.contains(|c: char| c.is_ascii_digit()) => Data::Number(x),
            _ => Data::Text(text.to_owned()),
        },
    };
    Some(Value { span, data })
}

/// A list, a table or a text in quotes.
fn read_toml(report: &Report, text: &str, start: usize) -> Option<Value> {
    const KEY: &str = "v=";
    let source = Source::new("setting.toml", format!("{KEY}{text}"));
    debug_assert_eq!(source.format(), Format::Toml);
    let inner = Report::new(&source);
    let value = tree::parse(&inner).and_then(|root| match root.data {
        Data::Table(entries) => entries.into_iter().next(),
        _ => None,
    });
    let Some(Entry { mut value, .. }) = value else {
        let message = inner.into_problems().into_iter().next().map(|p| p.message);
        let message = format!(
            "the value is no TOML: {}",
            message.unwrap_or_else(|| "it is empty".to_owned())
        );
        let help = "lists are written [0, 0, 1], texts in them [\"span\", 0, 0]; in a shell, put the whole setting in single quotes";
        report.error(&(start..start + text.len()), "", message, help.into());
        return None;
    };
    shift(&mut value, start, KEY.len());
    Some(value)
}

/// Moves the places of a value that was read by itself.
fn shift(value: &mut Value, start: usize, before: usize) {
    let moved = |span: &Range<usize>| {
        start + span.start.saturating_sub(before)..start + span.end.saturating_sub(before)
    };
    value.span = moved(&value.span);
    match &mut value.data {
        Data::List(list) => list.iter_mut().for_each(|v| shift(v, start, before)),
        Data::Table(entries) => {
            for entry in entries {
                entry.key_span = moved(&entry.key_span);
                shift(&mut entry.value, start, before);
            }
        }
        _ => {}
    }
}

/// The steps of `body.arm.position[2]`; `None` if it is none.
fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (name, mut rest) = match part.find('[') {
            Some(at) => part.split_at(at),
            None => (part, ""),
        };
        steps.push(Step::Name((!name.is_empty()).then_some(name)?));
        while !rest.is_empty() {
            let (index, behind) = rest.strip_prefix('[')?.split_once(']')?;
            steps.push(Step::Index(index.trim().parse().ok()?));
            rest = behind;
        }
    }
    Some(steps)
}

impl<'a> Setting<'a> {
    fn error(&self, message: String, help: String) {
        self.report.error(&self.key, &self.shown, message, help);
    }

    fn apply(&self, root: &mut Value, value: Value, changes: &mut Changes) {
        let Some(steps) = steps(self.path) else {
            let message = format!("`{}` is not a path to a value", self.shown);
            let help = "such as rotor_mass, body.arm.mass, run.dt or body.arm.position[2]";
            return self.error(message, help.into());
        };
        let (first, rest) = match steps.as_slice() {
            [Step::Name(parameters::TABLE), Step::Name(name)] => {
                return self.parameter(root, name, value, changes);
            }
            [Step::Name(name)] if is_parameter(root, name) => {
                return self.parameter(root, name, value, changes);
            }
            [Step::Name(name), rest @ ..] => (*name, rest),
            _ => return,
        };
        let Some(field) = MODEL.fields.iter().find(|f| f.key == first) else {
            return match rest {
                [] => self.parameter(root, first, value, changes),
                _ => self.unknown_kind(root, first),
            };
        };
        let Data::Table(entries) = &mut root.data else {
            return;
        };
        if rest.is_empty() {
            return self.put(entries, first, value, changes);
        }
        let place = match entries.iter().position(|e| e.key == first) {
            Some(place) => place,
            // `[run]` and its like are there without being written.
            None if matches!(field.shape, ValueShape::Table(_)) => {
                entries.push(self.entry(first, Data::Table(Vec::new())));
                entries.len() - 1
            }
            None => {
                let message = format!("the model has no `{first}`, so nothing in it can be set");
                return self.error(message, format!("add a [[{first}]] to the model"));
            }
        };
        let inside = &mut entries[place].value;
        match (field.shape, rest) {
            (ValueShape::Tables(_), [Step::Name(name), rest @ ..]) => {
                let Some(item) = item(inside, name) else {
                    return self.unknown_item(first, name, inside);
                };
                match rest {
                    [] => {
                        let message =
                            format!("`{first}.{name}` is a whole {first}; a key of it is needed");
                        let help = format!("such as {first}.{name}.name");
                        let report = self.report;
                        report.error_about(field.key, &self.key, &self.shown, message, help);
                    }
                    _ => self.walk(item, rest, value, changes),
                }
            }
            _ => self.walk(inside, rest, value, changes),
        }
    }

    /// An entry whose place is the setting.
    fn entry(&self, key: &str, data: Data) -> Entry {
        Entry {
            key: key.to_owned(),
            key_span: self.key.clone(),
            value: Value {
                span: self.whole.clone(),
                data,
            },
        }
    }

    /// Goes down to the last step and sets what is there.
    fn walk(&self, at: &mut Value, steps: &[Step], value: Value, changes: &mut Changes) {
        let Some((step, rest)) = steps.split_first() else {
            changes.replaced.push(std::mem::replace(at, value));
            return;
        };
        let found = at.type_name();
        match (step, &mut at.data) {
            (Step::Index(index), Data::List(list)) => {
                let length = list.len();
                match list.get_mut(*index) {
                    Some(entry) => self.walk(entry, rest, value, changes),
                    None => self.error(
                        format!("there is no entry [{index}] in a list of {length}"),
                        "entries count from [0]".into(),
                    ),
                }
            }
            (Step::Name(key), Data::Table(entries)) if rest.is_empty() => {
                self.put(entries, key, value, changes);
            }
            (Step::Name(key), Data::Table(entries)) => {
                match entries.iter_mut().find(|e| e.key == *key) {
                    Some(entry) => self.walk(&mut entry.value, rest, value, changes),
                    None => {
                        let known: Vec<&str> = entries.iter().map(|e| e.key.as_str()).collect();
                        let message = format!(
                            "`{key}` is not written in the model, so no part of it can be set"
                        );
                        let help = format!(
                            "set it as a whole, such as {key}=[0, 0, 1]; there is {}",
                            quoted(&known)
                        );
                        self.error(message, help);
                    }
                }
            }
            (Step::Index(index), _) => {
                self.error(
                    format!("[{index}] asks for an entry of a list, found {found}"),
                    String::new(),
                );
            }
            (Step::Name(key), _) => {
                let help = "set it as a whole; entries of lists are written [0], [1], ...";
                self.error(
                    format!("`{key}` asks for a key of a table, found {found}"),
                    help.into(),
                );
            }
        }
    }

    /// Sets a key of a table, which decoding checks like all others.
    fn put(&self, entries: &mut Vec<Entry>, key: &str, value: Value, changes: &mut Changes) {
        let new = Entry {
            key: key.to_owned(),
            key_span: self.key.clone(),
            value,
        };
        match entries.iter_mut().find(|e| e.key == key) {
            Some(old) => changes.replaced.push(std::mem::replace(old, new).value),
            None => entries.push(new),
        }
    }

    /// Sets a parameter that the model has.
    fn parameter(&self, root: &mut Value, name: &str, value: Value, changes: &mut Changes) {
        let entries = match &mut root.data {
            Data::Table(entries) => entries.iter_mut().find(|e| e.key == parameters::TABLE),
            _ => None,
        };
        let Some(Data::Table(entries)) = entries.map(|e| &mut e.value.data) else {
            let message = format!("there is no parameter `{name}`: the model has no [parameters]");
            let help = "write [parameters] with this name into the model, or set a key, such as body.arm.mass=2";
            return self.error(message, help.into());
        };
        let Some(old) = entries.iter_mut().find(|e| e.key == name) else {
            let known = entries.iter().map(|e| e.key.as_str()).take(SUGGESTED);
            let help = suggest(name, known);
            return self.error(format!("there is no parameter `{name}`"), help);
        };
        changes.parameters.insert(name.to_owned(), PLAIN);
        old.key_span = self.key.clone();
        changes
            .replaced
            .push(std::mem::replace(&mut old.value, value));
    }

    fn unknown_kind(&self, root: &Value, first: &str) {
        let named = MODEL.fields.iter().find(|f| {
            let list = root.get(f.key);
            list.is_some_and(|list| items(list).any(|item| name_of(item) == Some(first)))
        });
        let help = match named {
            Some(field) => format!("\"{first}\" is a {0}: write {0}.{1}", field.key, self.shown),
            None => suggest(first, MODEL.fields.iter().map(|f| f.key)),
        };
        self.error(format!("a model has no `{first}`"), help);
    }

    fn unknown_item(&self, kind: &str, name: &str, list: &Value) {
        let known: Vec<&str> = items(list).filter_map(name_of).take(SUGGESTED).collect();
        let mut help = suggest(name, known);
        if help.is_empty() {
            help = format!("none has a name; the first one is {kind}[0]");
        }
        self.error(format!("there is no {kind} named \"{name}\""), help);
    }
}

fn is_parameter(root: &Value, name: &str) -> bool {
    let table = root.get(parameters::TABLE);
    table.is_some_and(|table| table.get(name).is_some())
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    let items = match &list.data {
        Data::List(items) => items.as_slice(),
        _ => &[],
    };
    items.iter()
}

fn name_of(item: &Value) -> Option<&str> {
    item.get("name").and_then(Value::text)
}

/// The item of this name.
fn item<'v>(list: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    match &mut list.data {
        Data::List(items) => items.iter_mut().find(|item| name_of(item) == Some(name)),
        _ => None,
    }
}

impl Changes {
    /// What was replaced counts as a use of the parameters in it.
    pub fn use_names(&self, values: &Values) {
        let mut open: Vec<&Value> = self.replaced.iter().collect();
        while let Some(value) = open.pop() {
            match &value.data {
                Data::Text(text) => values.use_names(text),
                Data::List(list) => open.extend(list),
                Data::Table(entries) => open.extend(entries.iter().map(|e| &e.value)),
                _ => {}
            }
        }
    }
}
