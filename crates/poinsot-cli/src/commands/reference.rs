//! `poinsot schema` and `poinsot kinds`

use super::{reference_markdown, reference_python};
use crate::args::{KindsArgs, PythonPart};
use crate::output::{self, Failure};
use poinsot::model::{FieldReference, KindReference, reference};

/// Prints the JSON schema.
pub fn schema() -> Result<(), Failure> {
    output::print(&format!("{:#}\n", poinsot::model::schema()))
}

/// Prints all kinds, those of a table, or one in full.
pub fn kinds(args: &KindsArgs) -> Result<(), Failure> {
    let all = reference();
    if let Some(part) = args.python {
        return output::print(&match part {
            PythonPart::Methods => reference_python::methods(&all),
            PythonPart::Values => reference_python::values(&all),
        });
    }
    match (args.markdown, args.list) {
        (true, true) => return output::print(&reference_markdown::list(&all)),
        (true, false) => return output::print(&reference_markdown::pages(&all)),
        _ => {}
    }
    let Some(name) = &args.name else {
        let list: Vec<&KindReference> = all.iter().collect();
        return output::print(&(listing(&list) + "\n`poinsot kinds NAME` explains one of them.\n"));
    };
    let found: Vec<&KindReference> = all.iter().filter(|k| k.name == name).collect();
    if !found.is_empty() {
        let pages: Vec<String> = found.into_iter().map(page).collect();
        return output::print(&pages.join("\n"));
    }
    // `joint` is no kind but has kinds.
    let of_table = format!("[[{name}]]");
    let found: Vec<&KindReference> = all
        .iter()
        .filter(|k| k.written.contains(&of_table))
        .collect();
    if !found.is_empty() {
        return output::print(&listing(&found));
    }
    Err(Failure::input(unknown(&all, name)))
}

fn unknown(all: &[KindReference], name: &str) -> String {
    let nearest = all
        .iter()
        .map(|k| (strsim::normalized_damerau_levenshtein(k.name, name), k.name))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        // Below one half more letters differ than agree.
        Some((score, near)) if score >= 0.5 => {
            format!("no kind `{name}`; did you mean `{near}`?")
        }
        _ => format!("no kind `{name}`; `poinsot kinds` lists all"),
    }
}

fn listing(list: &[&KindReference]) -> String {
    let width = |text: fn(&KindReference) -> &str| {
        let widths = list.iter().map(|k| text(k).chars().count());
        widths.max().unwrap_or(0)
    };
    let (names, ways) = (width(|k| k.name), width(|k| &k.written));
    let mut text = String::new();
    for kind in list {
        let line = format!(
            "  {:names$}  {:ways$}  {}",
            kind.name, kind.written, kind.doc
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn page(kind: &KindReference) -> String {
    let mut text = format!("{}   {}\n{}\n", kind.name, kind.written, kind.doc);
    if !kind.fields.is_empty() {
        text.push('\n');
    }
    let width = kind.fields.iter().map(|f| f.key.len()).max().unwrap_or(0);
    for field in &kind.fields {
        text.push_str(&format!("  {:width$}  {}\n", field.key, facts(field)));
        text.push_str(&format!("  {:width$}  {}\n", "", field.doc));
        for (word, meaning) in &field.words {
            text.push_str(&format!("  {:width$}    \"{word}\": {meaning}\n", ""));
        }
    }
    if !kind.forms.is_empty() {
        text.push_str(&format!("\n{}\n", kind.forms));
    }
    if let Some(example) = kind.example {
        text.push_str(&format!("\nA complete model:\n\n{}\n", example.trim_end()));
    }
    text
}

/// What a key holds, its unit, range and default, in one line.
pub(super) fn facts(field: &FieldReference) -> String {
    let mut text = field.holds.to_owned();
    if !field.unit.is_empty() {
        text.push_str(&format!(" [{}]", field.unit));
    }
    if !field.range.is_empty() {
        text.push_str(&format!(", {}", field.range));
    }
    if field.required {
        text.push_str(", required");
    } else if !field.default.is_empty() {
        text.push_str(&format!(", default: {}", field.default));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_page() {
        for kind in reference() {
            let text = page(&kind);
            assert!(text.starts_with(kind.name) && text.contains(kind.doc));
        }
        assert!(unknown(&reference(), "revolut").contains("`revolute`"));
    }
}
