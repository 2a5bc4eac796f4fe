//! TOML to tree. The `toml` crate parses with places and bounds the nesting itself.

use super::{Data, Entry, Report, Value};
use ::toml::de::{DeTable, DeValue};
use std::ops::Range;

/// Parses the whole text; all syntax errors are reported together.
pub fn parse(report: &Report) -> Option<Value> {
    let text = report.source.text();
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let span = error.span().unwrap_or(text.len()..text.len());
        let message = error.message().to_string();
        report.error(&span, "", message, syntax_help(text, &span));
    }
    let entries = table(root.into_inner());
    errors.is_empty().then_some(Value {
        span: 0..text.len(),
        data: Data::Table(entries),
    })
}

/// The next step for the slips that are made most.
fn syntax_help(text: &str, span: &Range<usize>) -> String {
    let rest = text.get(span.start..).unwrap_or("");
    let line = rest.lines().next().unwrap_or("").trim_start();
    let help = if text.trim_start().starts_with('{') {
        "this looks like JSON: name the file .json, or write TOML"
    } else if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
        "texts are written in double quotes: name = \"arm\", mass = \"3 kg\""
    } else {
        "a model is TOML: key = value lines under [run], [[body]], [[joint]], ..."
    };
    help.into()
}

fn table(table: DeTable<'_>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = table
        .into_iter()
        .map(|(key, item)| Entry {
            key_span: key.span(),
            key: key.into_inner().into_owned(),
            value: value(item.span(), item.into_inner()),
        })
        .collect();
    // The parser sorts by key; messages and items follow the text.
    entries.sort_by_key(|e| e.key_span.start);
    entries
}

fn value(span: Range<usize>, item: DeValue<'_>) -> Value {
    let data = match item {
        DeValue::String(text) => Data::Text(text.into_owned()),
        DeValue::Integer(i) => Data::Number(integer(i.as_str(), i.radix())),
        // Words such as `inf` and `nan` parse too; the reader of numbers refuses them with a reason.
        DeValue::Float(f) => Data::Number(f.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Data::Flag(flag),
        DeValue::Datetime(_) => Data::Other("a date or time"),
        DeValue::Array(list) => {
            let entries = list.into_iter();
            Data::List(entries.map(|e| value(e.span(), e.into_inner())).collect())
        }
        DeValue::Table(entries) => Data::Table(table(entries)),
    };
    Value { span, data }
}

/// Integers beyond 64 bits are numbers like all others here.
fn integer(digits: &str, radix: u32) -> f64 {
    if radix == 10 {
        return digits.parse().unwrap_or(f64::NAN);
    }
    i128::from_str_radix(digits, radix).map_or(f64::INFINITY, |i| i as f64)
}
