//! One tree of values with their places in the text, whatever the text was written in.

mod json;
mod toml;

use super::problem::Report;
use super::source::Format;
use std::ops::Range;

/// Deepest nesting of lists and tables; a model needs six.
const DEPTH_LIMIT: usize = 64;

/// A value and the bytes it was written in.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub span: Range<usize>,
    pub data: Data,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(super) enum Data {
    Text(String),
    Number(f64),
    Flag(bool),
    List(Vec<Value>),
    Table(Vec<Entry>),
    /// Something that no field takes (a date, null), by its name.
    Other(&'static str),
}

/// One key of a table and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: String,
    pub key_span: Range<usize>,
    pub value: Value,
}

impl Value {
    /// What it is, with an article, for messages.
    pub fn type_name(&self) -> String {
        match &self.data {
            Data::Text(_) => "a text".into(),
            Data::Number(_) => "a number".into(),
            Data::Flag(_) => "true or false".into(),
            Data::List(l) if l.is_empty() => "an empty list".into(),
            Data::List(l) if l.len() == 1 => "a list of one entry".into(),
            Data::List(l) => format!("a list of {} entries", l.len()),
            Data::Table(_) => "a table".into(),
            Data::Other(name) => (*name).into(),
        }
    }

    /// The value of a key, if this is a table that has it.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match &self.data {
            Data::Table(entries) => entries.iter().find(|e| e.key == key).map(|e| &e.value),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.data {
            Data::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The text as a tree; `None` after syntax errors, which are in the report.
pub(super) fn parse(report: &Report) -> Option<Value> {
    match report.source.format() {
        Format::Toml => toml::parse(report),
        Format::Json => json::parse(report),
    }
}
