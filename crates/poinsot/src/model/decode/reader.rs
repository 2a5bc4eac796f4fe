//! Walking through the tree: a value with its path, and a table held against its description.

use crate::meshes::MeshError;
use crate::model::describe::{
    CoordinateKind, Field, Form, Presence, Quantity, Table, ValueShape, Variant,
};
use crate::model::parameters::Values;
use crate::model::problem::{Report, Severity, quoted, suggest};
use crate::model::tree::{Data, Entry, Value};
use crate::model::types::Place;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A value, the path that leads to it, and where to report what is wrong with it.
#[derive(Clone)]
pub struct ValueAt<'a> {
    pub value: &'a Value,
    pub path: String,
    pub report: &'a Report<'a>,
    /// Named values that numbers and formulas may use.
    pub parameters: &'a Values,
    /// What the surrounding item acts on; decides units.
    pub measure: CoordinateKind,
    /// What the values of a function are.
    pub context: Quantity,
}

impl<'a> ValueAt<'a> {
    /// The whole file.
    pub fn root(report: &'a Report<'a>, value: &'a Value, parameters: &'a Values) -> Self {
        ValueAt {
            value,
            path: String::new(),
            report,
            parameters,
            measure: CoordinateKind::Unknown,
            context: Quantity::One,
        }
    }

    /// An entry of a list.
    pub fn entry(&self, index: usize, value: &'a Value) -> Self {
        ValueAt {
            value,
            path: format!("{}[{index}]", self.path),
            ..*self
        }
    }

    /// The value of a key of a table.
    pub fn child(&self, entry: &'a Entry) -> Self {
        ValueAt {
            value: &entry.value,
            path: join(&self.path, &entry.key),
            ..*self
        }
    }

    /// The same value, read as a function whose values are of this quantity.
    pub fn holding(self, context: Quantity) -> Self {
        ValueAt { context, ..self }
    }

    /// Where it stands.
    pub fn place(&self) -> Place {
        self.report.place(&self.value.span, &self.path)
    }

    /// Reports an error about this value.
    pub fn error(&self, message: impl Into<String>, help: impl Into<String>) {
        let span = &self.value.span;
        self.report
            .error(span, &self.path, message.into(), help.into());
    }

    /// The same, where the description of a kind helps.
    pub fn error_about(&self, kind: &'static str, message: String, help: String) {
        let span = &self.value.span;
        let report = self.report;
        report.error_about(kind, span, &self.path, message, help);
    }

    /// A path that is meant relative to the folder of the model file.
    pub fn beside_the_file(&self, path: &str) -> PathBuf {
        let folder = Path::new(self.report.source.name()).parent();
        folder.map_or_else(|| path.into(), |folder| folder.join(path))
    }

    /// The bytes of a file that the model cannot be built without: a run that goes on has it as it was, and for that it is kept.
    pub fn kept_file(
        &self,
        file: &str,
        load: impl FnOnce(&Path) -> Result<Vec<u8>, MeshError>,
    ) -> Result<Arc<Vec<u8>>, MeshError> {
        let kept = self.report.source.files();
        if let Some(bytes) = kept.get(file) {
            return Ok(bytes);
        }
        let bytes = Arc::new(load(&self.beside_the_file(file))?);
        kept.keep(file, Arc::clone(&bytes));
        Ok(bytes)
    }

    /// Reports a warning about this value.
    pub fn warning(&self, message: impl Into<String>, help: impl Into<String>) {
        let (severity, span) = (Severity::Warning, &self.value.span);
        self.report
            .add(severity, span, &self.path, message.into(), help.into());
    }

    /// Reports an error about a part of a text, as long as the text stands in the file as it is.
    pub fn error_inside(&self, text: &str, part: &Range<usize>, message: String, help: String) {
        let span = self.report.inside(&self.value.span, text, part);
        self.report.error(&span, &self.path, message, help);
    }

    /// Reports that something else was expected here.
    pub fn expected(&self, what: &str, help: impl Into<String>) {
        let found = self.value.type_name();
        self.error(format!("expected {what}, found {found}"), help);
    }

    /// The entries of a list.
    pub fn list(&self) -> Option<Vec<ValueAt<'a>>> {
        match &self.value.data {
            Data::List(list) => Some(
                list.iter()
                    .enumerate()
                    .map(|(i, v)| self.entry(i, v))
                    .collect(),
            ),
            _ => None,
        }
    }
}

fn join(path: &str, key: &str) -> String {
    match path.is_empty() {
        true => key.to_string(),
        false => format!("{path}.{key}"),
    }
}

/// A table of the file together with its description.
pub struct TableReader<'a> {
    node: ValueAt<'a>,
    entries: &'a [Entry],
    table: &'static Table,
    /// The kind, where the table comes in kinds and the word is right.
    pub variant: Option<&'static Variant>,
}

impl<'a> TableReader<'a> {
    /// Holds a value against a description: reports unknown and missing keys and keys that exclude one another.
    pub fn open(node: &ValueAt<'a>, table: &'static Table) -> Option<Self> {
        let Data::Table(entries) = &node.value.data else {
            let help = format!("its keys are {}", quoted(&keys(table.fields)));
            node.expected(&format!("a table ({})", table.name), help);
            return None;
        };
        let mut reader = TableReader {
            node: node.clone(),
            entries,
            table,
            variant: None,
        };
        let known_kind = reader.find_variant();
        reader.check_keys(known_kind);
        reader.check_required();
        if known_kind {
            let own = reader.variant.map_or(&[][..], |v| v.forms);
            for group in table.forms.iter().chain(own) {
                reader.check_forms(group);
            }
        }
        Some(reader)
    }

    /// Finds the kind; false when the word for it is missing or wrong.
    fn find_variant(&mut self) -> bool {
        let Some(variants) = self.table.variants else {
            return true;
        };
        let words = || variants.list.iter().map(|v| v.word);
        let word = match self.node(variants.key) {
            None => match variants.default {
                Some(word) => word.to_string(),
                None => {
                    let known = quoted(&words().collect::<Vec<_>>());
                    let help = format!("{} One of {known}", variants.doc);
                    self.missing(&format!("`{}` is missing", variants.key), &help);
                    return false;
                }
            },
            Some(node) => match node.value.text() {
                Some(word) => {
                    if self.table.variant(word).is_none() {
                        let message = format!("unknown {} \"{word}\"", variants.key);
                        node.error(message, suggest(word, words()));
                    }
                    word.to_string()
                }
                None => {
                    node.expected("a text", suggest("", words()));
                    return false;
                }
            },
        };
        self.variant = self.table.variant(&word);
        self.variant.is_some()
    }

    fn check_keys(&self, known_kind: bool) {
        let variants = self.table.variants;
        for entry in self.entries {
            let key = entry.key.as_str();
            if self.node.report.is_full() {
                return;
            }
            if self.field(key).is_some() || variants.is_some_and(|v| v.key == key) {
                continue;
            }
            let path = join(&self.node.path, key);
            let report = |message: String, help: String| {
                self.node
                    .report
                    .error(&entry.key_span, &path, message, help)
            };
            // A key of another kind deserves an explanation of its own.
            let owners: Vec<&str> = variants
                .map_or(&[][..], |v| v.list)
                .iter()
                .filter(|v| v.fields.iter().any(|f| f.key == key))
                .map(|v| v.word)
                .collect();
            match (owners.is_empty(), self.variant, variants) {
                (false, Some(own), Some(v)) => report(
                    format!("`{key}` does not apply to {} = \"{}\"", v.key, own.word),
                    format!("it belongs to {}", quoted(&owners)),
                ),
                (false, _, _) if !known_kind => {}
                _ => {
                    let fields = self.variant.map_or(&[][..], |v| v.fields);
                    let mut known = keys(self.table.fields);
                    known.extend(keys(fields));
                    known.extend(variants.map(|v| v.key));
                    let of = match self.table.name {
                        "model" => "at the top of the file".to_string(),
                        name => format!("in `{name}`"),
                    };
                    report(format!("unknown key `{key}` {of}"), suggest(key, known));
                }
            }
        }
    }

    fn check_required(&self) {
        let variant = self.variant.map_or(&[][..], |v| v.fields);
        for field in self.table.fields.iter().chain(variant) {
            if matches!(field.presence, Presence::Required) && !self.has(field.key) {
                self.missing(&format!("`{}` is missing", field.key), field.doc);
            }
        }
    }

    /// Keys that belong to a group of forms must make up exactly one of them.
    fn check_forms(&self, forms: &'static [Form]) {
        if forms.is_empty() {
            return;
        }
        let members = |f: &'static Form| f.required.iter().chain(f.optional).copied();
        let present: Vec<&str> = keys_of(self.entries)
            .filter(|k| forms.iter().any(|f| members(f).any(|m| m == *k)))
            .collect();
        let fits = |f: &'static Form| present.iter().all(|k| members(f).any(|m| m == *k));
        let lacks = |f: &'static Form| f.required.iter().filter(|k| !self.has(k)).copied();
        let possible: Vec<&'static Form> = forms.iter().filter(|f| fits(f)).collect();
        if possible.iter().any(|f| lacks(f).next().is_none()) {
            return;
        }
        let help = format!("give {}", forms_text(forms));
        match possible.iter().min_by_key(|f| lacks(f).count()) {
            Some(form) if !present.is_empty() => {
                let lacking = quoted(&lacks(form).collect::<Vec<_>>());
                let message = format!("{} needs {lacking} too", quoted(&present));
                self.missing(&message, &help);
            }
            Some(_) => {
                self.missing_keys("keys are missing", &help);
            }
            None => {
                let message = format!("{} cannot be combined", quoted(&present));
                self.missing(&message, &help);
            }
        }
    }

    /// Reports something about the table as a whole, at its first line.
    pub fn missing(&self, message: &str, help: &str) {
        let (span, path) = (&self.node.value.span, &self.node.path);
        let message = self.about_this(message);
        self.node.report.error(span, path, message, help.into());
    }

    /// The same, where the description of all keys of the table helps.
    pub fn missing_keys(&self, message: &str, help: &str) {
        let (message, help) = (self.about_this(message), help.to_owned());
        self.node.error_about(self.table.name, message, help);
    }

    /// A message with the table it is about.
    fn about_this(&self, message: &str) -> String {
        let name = self.get_text("name");
        let who = match (name, self.table.name) {
            (Some(name), table) => format!(" in {table} \"{name}\""),
            (None, table) => format!(" in `{table}`"),
        };
        format!("{message}{who}")
    }

    /// The description of a key.
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        let variant = self.variant.map_or(&[][..], |v| v.fields);
        let mut all = self.table.fields.iter().chain(variant);
        all.find(|f| f.key == key)
    }

    /// Whether a key is there.
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|e| e.key == key)
    }

    /// The value of a key.
    pub fn node(&self, key: &str) -> Option<ValueAt<'a>> {
        let entry = self.entries.iter().find(|e| e.key == key)?;
        Some(self.node.child(entry))
    }

    /// The table itself.
    pub fn whole(&self) -> &ValueAt<'a> {
        &self.node
    }

    /// Where the table stands.
    pub fn place(&self) -> Place {
        self.node.place()
    }

    /// The text under a key, without any message.
    pub fn get_text(&self, key: &str) -> Option<&'a str> {
        let entry = self.entries.iter().find(|e| e.key == key)?;
        entry.value.text()
    }

    /// Sets what the item acts on, which decides the units of the keys read after.
    pub fn set_measure(&mut self, measure: CoordinateKind) {
        self.node.measure = measure;
    }

    /// The table under a key, opened.
    pub fn table(&self, key: &str) -> Option<TableReader<'a>> {
        let node = self.node(key)?;
        match self.field(key)?.shape {
            ValueShape::Table(table) => TableReader::open(&node, table),
            _ => None,
        }
    }

    /// The list of tables under a key, each opened.
    pub fn tables(&self, key: &str) -> Vec<TableReader<'a>> {
        let (Some(node), Some(field)) = (self.node(key), self.field(key)) else {
            return Vec::new();
        };
        let ValueShape::Tables(table) = field.shape else {
            return Vec::new();
        };
        let Some(list) = node.list() else {
            let help = format!("write each one under [[{key}]] (double brackets)");
            node.expected("a list of tables", help);
            return Vec::new();
        };
        let opened = list.iter().take_while(|n| !n.report.is_full());
        let opened = opened.map(|n| TableReader::open(n, table));
        opened.flatten().collect()
    }
}

fn keys(fields: &'static [Field]) -> Vec<&'static str> {
    fields.iter().map(|f| f.key).collect()
}

fn keys_of(entries: &[Entry]) -> impl Iterator<Item = &str> {
    entries.iter().map(|e| e.key.as_str())
}

/// The forms in words: `a` and `b`, or `c`.
pub fn forms_text(forms: &[Form]) -> String {
    let text = |f: &Form| {
        let words: Vec<String> = f.required.iter().map(|k| format!("`{k}`")).collect();
        let may: Vec<String> = f.optional.iter().map(|k| format!("`{k}`")).collect();
        match (words.is_empty(), may.is_empty()) {
            (false, true) => words.join(" and "),
            (false, false) => format!(
                "{} (with {} if needed)",
                words.join(" and "),
                may.join(", ")
            ),
            (true, _) => format!("{} if needed", may.join(" and ")),
        }
    };
    let list: Vec<String> = forms.iter().map(text).collect();
    list.join(", or ")
}
