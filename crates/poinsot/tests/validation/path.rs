//! Follows a path of equilibria of a model and takes numbers from it.

use crate::case::{Measure, Run, number};
use crate::history::History;
use crate::measures;
use poinsot::model::{Source, read_model};
use poinsot::simulation::Control;
use poinsot::statics::{Analysis, CriticalKind, PathEnd};
use toml::{Table, Value};

/// A path of equilibria.
pub struct Followed {
    pub history: History,
    /// What each row is, if it is a critical point.
    pub critical: Vec<Option<CriticalKind>>,
    pub iterations: usize,
    /// Why it ended too early.
    pub failure: Option<String>,
}

/// A model with other values in its tables, its elements multiplied, and another order of them.
pub fn refined(text: &str, run: &Run, factor: i64) -> String {
    let mut root: Table = text.parse().expect("a model is TOML");
    for (table, values) in &run.set {
        let values = values.as_table().expect("`set` holds tables of the model");
        let mut settings: Table = root
            .remove(table)
            .and_then(|v| v.try_into().ok())
            .unwrap_or_default();
        settings.extend(values.clone());
        root.insert(table.clone(), Value::Table(settings));
    }
    for kind in ["beam", "cable"] {
        let Some(lines) = root.get_mut(kind).and_then(Value::as_array_mut) else {
            continue;
        };
        for line in lines.iter_mut().filter_map(Value::as_table_mut) {
            let elements = line["elements"].as_integer().expect("a number of elements");
            line.insert("elements".into(), Value::Integer(factor * elements));
            if let Some(order) = run.element_order {
                line.insert("order".into(), Value::Integer(order));
            }
        }
    }
    let shells = root.get_mut("shell").and_then(Value::as_array_mut);
    for shell in shells.into_iter().flatten().filter_map(Value::as_table_mut) {
        // Elements of a mesh file are not multiplied.
        let Some(elements) = shell.get_mut("elements").and_then(Value::as_array_mut) else {
            continue;
        };
        let nine = run.shell_element.as_deref() == Some("s9");
        for count in elements {
            let own = count.as_integer().expect("a number of elements");
            // One element across stays one.
            let by = if own == 1 { 1 } else { factor };
            let half = if nine && own > 1 { 2 } else { 1 };
            *count = Value::Integer(by * own / half);
        }
        if let Some(element) = &run.shell_element {
            shell.insert("element".into(), Value::String(element.clone()));
        }
    }
    let solids = root.get_mut("solid").and_then(Value::as_array_mut);
    for solid in solids.into_iter().flatten().filter_map(Value::as_table_mut) {
        if let Some(elements) = solid.get_mut("elements").and_then(Value::as_array_mut) {
            for count in elements {
                let own = count.as_integer().expect("a number of elements");
                // One element across stays one.
                let by = if own == 1 { 1 } else { factor };
                *count = Value::Integer(by * own);
            }
        }
        if let Some(element) = &run.solid_element {
            solid.insert("element".into(), Value::String(element.clone()));
        }
    }
    root.to_string()
}

/// Follows the path of a model.
pub fn follow(text: String) -> Followed {
    let (model, _) =
        read_model(&Source::new("model.toml", text)).unwrap_or_else(|p| panic!("{p:#?}"));
    let mut analysis = Analysis::new(model).unwrap_or_else(|p| panic!("{p:#?}"));
    let layout = analysis.layout().clone();
    let (mut rows, mut critical, mut iterations) = (Vec::new(), Vec::new(), 0);
    let end = analysis.run(&mut |point, row| {
        rows.push(row.to_vec());
        critical.push(point.critical);
        iterations += point.iterations;
        Control::Continue
    });
    Followed {
        history: History { layout, rows },
        critical,
        iterations,
        failure: match end {
            PathEnd::Failed(error) => Some(error.to_string()),
            _ => None,
        },
    }
}

/// Evaluates a measure; `None` if the path does not hold what it needs.
pub fn evaluate(path: &Followed, measure: &Measure) -> Option<f64> {
    let values = || path.history.signal(&measure.signal).values;
    let nth = |kind: CriticalKind| {
        let number = number(&measure.options, "number").unwrap_or(1.0) as usize;
        let mut rows = (0..path.critical.len()).filter(|&k| path.critical[k] == Some(kind));
        Some(values()[rows.nth(number - 1)?])
    };
    match measure.kind.as_str() {
        "limit" => nth(CriticalKind::Limit),
        "bifurcation" => nth(CriticalKind::Bifurcation),
        "minimum" => values().into_iter().reduce(f64::min),
        "maximum" => values().into_iter().reduce(f64::max),
        _ => measures::evaluate(&path.history, measure),
    }
}
