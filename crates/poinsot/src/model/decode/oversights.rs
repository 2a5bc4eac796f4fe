//! What a model may well contain, but hardly on purpose: warnings beside a model that is fine.

use super::reader::{TableReader, ValueAt};
use crate::model::parameters;
use crate::model::problem::Severity;
use crate::model::tree::Data;
use crate::model::types::Model;
use std::collections::HashSet;

/// A beam whose section is larger than the beam is long: most likely a length without its unit.
pub fn thickness(file: &TableReader, model: &Model) {
    for beam in &model.beams {
        let length = beam.curve.length();
        let radius = beam.sections.iter().map(|(_, section)| {
            let s = &section.stiffness;
            let bending = s[(4, 4)].max(s[(5, 5)]);
            (bending / s[(0, 0)]).sqrt()
        });
        let radius = radius.fold(0.0, f64::max);
        if radius <= length {
            continue;
        }
        let Some(node) = written(file, "beam", &beam.name) else {
            continue;
        };
        let name = &beam.name;
        let message = format!(
            "beam \"{name}\" is {length:.3} m long, its section has a radius of gyration of {radius:.3} m"
        );
        let help =
            "numbers are in metres; values with a unit are written in quotes, such as \"8 mm\"";
        node.warning(message, help);
    }
}

/// Parameters that no number of the model is made of.
pub fn unused_parameters(file: &TableReader) {
    let Some(table) = file.node(parameters::TABLE) else {
        return;
    };
    let Data::Table(entries) = &table.value.data else {
        return;
    };
    let unused: HashSet<&str> = table.parameters.unused().into_iter().collect();
    for entry in entries.iter().filter(|e| unused.contains(e.key.as_str())) {
        let (severity, name) = (Severity::Warning, &entry.key);
        let message = format!("the parameter `{name}` is not used");
        let help = format!("leave it out, or use it in a number, such as mass = \"{name}\"");
        let path = parameters::path(name);
        table
            .report
            .add(severity, &entry.key_span, &path, message, help);
    }
}

/// Where the item of this name is written.
pub fn written<'a>(file: &TableReader<'a>, table: &str, name: &str) -> Option<ValueAt<'a>> {
    let list = file.node(table)?.list()?;
    let named = |node: &ValueAt| {
        let found = node.value.get("name").and_then(|v| v.text());
        found == Some(name)
    };
    list.into_iter().find(named)
}
