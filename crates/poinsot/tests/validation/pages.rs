//! The pages of the book: a table with a line per case, and a page per case with everything that was compared.

use std::fmt::Write;

/// The page with a line per case.
const INTRODUCTION: &str = "# Validation\n\n\
Written by `cargo xtask validate`; do not edit.\n\
Every case is a directory of `validation/` with its models, its expected values (`expect.toml`, with the reason for each \
tolerance) and their origin (`SOURCE.md`). The tests run all of them.\n\n\
For each case, the table shows the quantity closest to its tolerance among all those on its page: its reference, error and \
tolerance (`rel`: relative to the reference), and, where measured, the order at which errors fall in that run: with \
the step for motions, with the element length for equilibria and modes.\n\n";

const HEADER: &str = "| case | compared | closest to its tolerance | reference | error | tolerance | order |\n|---|---|---|---|---|---|---|\n";

/// What stands on the page of a case before its tables.
const EXPLANATION: &str = "Written by `cargo xtask validate`; do not edit. Lines that begin with `law:` are checked before any number.";

/// Added where there is a column `order`.
const MESHES: &str = "Computed on several meshes. The finest is judged; `order` is the exponent at which the error falls from mesh to mesh, or \
the difference of successive meshes where the reference belongs to a slightly different model. `-` means that errors are too close \
to round-off, or to that difference, to show one.";

/// The page of a case from its report, which begins with `## name`, an empty line and the title.
pub fn case_page(markdown: &str) -> String {
    let mut lines = markdown.lines();
    let name = lines.next().unwrap_or_default().trim_start_matches("## ");
    let title = lines.find(|l| !l.is_empty()).unwrap_or_default();
    let mut text = format!("# {name}: {title}\n\n{EXPLANATION}");
    if markdown.contains("| tolerance | order |") {
        let _ = write!(text, " {MESHES}");
    }
    text.push('\n');
    for line in lines {
        // Headings of runs rise by one.
        text.push_str(
            line.strip_prefix('#')
                .filter(|l| l.starts_with("##"))
                .unwrap_or(line),
        );
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

/// The page with a line per case, from the pages of the cases.
pub fn overview(pages: &[(&str, String)]) -> String {
    let mut text = INTRODUCTION.to_string() + HEADER;
    let mut compared = 0;
    for (name, page) in pages {
        let title = page.lines().next().and_then(|l| l.split_once(": "));
        let title = title.map_or("", |(_, title)| title);
        let (count, nearest) = nearest(page);
        compared += count;
        let _ = writeln!(
            text,
            "| [{name}](validation/{name}.md): {title} | {count} | {} |",
            nearest.unwrap_or_else(|| "- | - | - | - | -".into())
        );
    }
    let _ = writeln!(text, "\n{compared} quantities in {} cases.", pages.len());
    text
}

/// How many quantities a page compares, and the cells of the one nearest to its tolerance.
fn nearest(page: &str) -> (usize, Option<String>) {
    let (mut count, mut order) = (0, "-");
    let mut best: Option<(f64, String)> = None;
    for line in page.lines() {
        if line.starts_with("## ") {
            order = "-";
        }
        if let Some((_, seen)) = line
            .rsplit_once("observed order ")
            .filter(|_| !line.starts_with('|'))
        {
            order = seen.rsplit(' ').next().unwrap_or("-");
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        // Quantity, reference, computed, error, tolerance, perhaps order, ok; a survey ends otherwise.
        if !matches!(cells.len(), 8 | 9) || !matches!(cells[cells.len() - 2], "yes" | "NO") {
            continue;
        }
        let number = |cell: &str| cell.split(' ').next().and_then(|w| w.parse::<f64>().ok());
        let (Some(error), Some(tolerance)) = (number(cells[4]), number(cells[5])) else {
            continue;
        };
        if cells[1].starts_with("law:") || cells[1].starts_with("observed order") {
            continue;
        }
        count += 1;
        let part = (error / tolerance).abs();
        if best.as_ref().is_none_or(|(p, _)| part > *p) {
            let [quantity, reference, error, tolerance] = [1, 2, 4, 5].map(|k| cells[k]);
            // All digits are on the page of the case.
            let reference = reference.parse().map_or(reference.into(), short);
            let text = format!("{quantity} | {reference} | {error} | {tolerance} | {order}");
            best = Some((part, text));
        }
    }
    (count, best.map(|(_, text)| text))
}

/// A number with seven digits.
fn short(x: f64) -> String {
    let whole = x.abs().max(1.0).log10().floor() as usize;
    let text = format!("{x:.*}", 6usize.saturating_sub(whole));
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[test]
fn the_overview_shows_what_is_nearest_to_its_tolerance() {
    let report = "## bar\n\nA bar (`X-1`)\n\n### bar: ed\n\n9 steps; observed order 2.0\n\n| a | b | c | d | e | f |\n\
        | law: energy | 0 | 0.1 | 9.9e-2 | 1e-1 | yes |\n| tip | 1 | 1.1 | 1.0e-3 | 1e-2 | yes |\n\
        | root | 1 | 1.1 | -5.0e-3 | 1e-2 rel | yes |\n";
    let page = case_page(report);
    assert!(
        page.starts_with("# bar: A bar (`X-1`)\n\nWritten"),
        "{page}"
    );
    assert!(page.contains("\n## bar: ed\n"), "{page}");
    let text = overview(&[("bar", page)]);
    let line =
        "| [bar](validation/bar.md): A bar (`X-1`) | 2 | root | 1 | -5.0e-3 | 1e-2 rel | 2.0 |";
    assert!(
        text.contains(line) && text.contains("2 quantities in 1 cases"),
        "{text}"
    );
}
