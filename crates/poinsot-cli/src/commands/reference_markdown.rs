//! `poinsot kinds --markdown`: the reference as pages of a book.

use super::reference::facts;
use poinsot::model::{FieldReference, KindReference};
use std::fmt::Write;

/// One page per table of the file, each with its kinds, and one of the values that keys may hold.
pub fn pages(all: &[KindReference]) -> String {
    let mut text = String::new();
    let mut table = None;
    for kind in all {
        let page = page_of(kind);
        if table != Some(page) {
            let _ = writeln!(text, "# {page}\n");
            table = Some(page);
            if page == VALUES {
                text.push_str("What keys of several tables may hold.\n\n");
            }
        }
        if page == VALUES || !is_table(kind) {
            let _ = writeln!(text, "## {}\n\n`{}`\n", kind.name, kind.written);
        }
        let common = all.iter().find(|k| k.name == page && is_table(k));
        let common = common.filter(|k| k.name != kind.name);
        text.push_str(&body(kind, common));
    }
    text
}

/// A line of a table for every kind, with a link to its page.
pub fn list(all: &[KindReference]) -> String {
    let mut text = String::new();
    for kind in all {
        let page = page_of(kind);
        let anchor = match page == VALUES || !is_table(kind) {
            true => format!("#{}", kind.name),
            false => String::new(),
        };
        let _ = writeln!(
            text,
            "| [{}](keys/{page}.md{anchor}) | {} | {} |",
            kind.name,
            code(&kind.written),
            cell(kind.doc)
        );
    }
    text
}

/// Kinds that no table begins.
const VALUES: &str = "values";

/// The page of a kind: the table it is written in.
fn page_of(kind: &KindReference) -> &str {
    let inner = kind.written.strip_prefix('[').map(|rest| {
        let rest = rest.trim_start_matches('[');
        rest.split(']').next().unwrap_or(rest)
    });
    inner.unwrap_or(if kind.name == "gravity" {
        "gravity"
    } else {
        VALUES
    })
}

fn is_table(kind: &KindReference) -> bool {
    kind.name == page_of(kind)
}

/// Documentation and keys of a kind. Keys that it shares with its table are told there.
fn body(kind: &KindReference, table: Option<&KindReference>) -> String {
    let mut text = format!("{}\n\n", prose(kind.doc));
    if is_table(kind) && kind.name != "gravity" {
        text = format!("`{}`\n\n{text}", kind.written);
    }
    let shared = |field: &&FieldReference| {
        let same = |f: &FieldReference| f.key == field.key && facts(f) == facts(field);
        table.is_some_and(|t| t.fields.iter().any(same))
    };
    let own: Vec<&FieldReference> = kind.fields.iter().filter(|f| !shared(f)).collect();
    if let Some(table) = table {
        let besides = if own.is_empty() {
            "No keys besides"
        } else {
            "Keys besides"
        };
        let _ = writeln!(text, "{besides} those of [{0}](#{0}).\n", table.name);
    }
    if !own.is_empty() {
        text.push_str("| key | holds | |\n|---|---|---|\n");
        for field in own {
            let _ = writeln!(
                text,
                "| `{}` | {} | {} |",
                field.key,
                cell(&facts(field)),
                cell(field.doc) + &words(field)
            );
        }
        text.push('\n');
    }
    if !kind.forms.is_empty() {
        let mut letters = kind.forms.chars();
        let first = letters.next().map(|c| c.to_uppercase().to_string());
        let forms = first.unwrap_or_default() + letters.as_str();
        let _ = writeln!(text, "{}.\n", prose(&forms));
    }
    if let Some(example) = kind.example {
        let _ = writeln!(
            text,
            "A complete model:\n\n```toml\n{}\n```\n",
            example.trim_end()
        );
    }
    text
}

fn words(field: &FieldReference) -> String {
    let mut text = String::new();
    for (word, meaning) in &field.words {
        let _ = write!(text, "<br>`\"{word}\"`: {}", cell(meaning));
    }
    text
}

/// Text outside code: angle brackets would be tags.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for (k, part) in text.split('`').enumerate() {
        if k > 0 {
            out.push('`');
        }
        match k % 2 {
            0 => out.push_str(
                &part
                    .replace('<', "&lt;")
                    .replace('*', "\\*")
                    .replace('_', "\\_"),
            ),
            _ => out.push_str(part),
        }
    }
    out
}

/// The same within a table.
fn cell(text: &str) -> String {
    prose(text).replace('|', "\\|")
}

fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use poinsot::model::reference;

    #[test]
    fn every_kind_has_a_place_and_a_link_to_it() {
        let all = reference();
        let (pages, list) = (pages(&all), list(&all));
        for kind in &all {
            let page = page_of(kind);
            let heading = match page == VALUES || !is_table(kind) {
                true => format!("\n## {}\n", kind.name),
                false => format!("# {page}\n"),
            };
            assert!(pages.contains(&heading), "{heading}");
            assert!(list.contains(&format!("| [{}](keys/{page}.md", kind.name)));
            for field in &kind.fields {
                assert!(pages.contains(&format!("| `{}` |", field.key)));
            }
        }
        assert_eq!(list.lines().count(), all.len());
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(prose("a <b> `<c>` x*y"), "a &lt;b> `<c>` x\\*y");
        assert_eq!(cell("a | b"), "a \\| b");
    }
}
