//! Equilibria and modes on several meshes: the finest is judged, all of them together show the order.

use crate::case::{Analysis, Case, Meshes, Quantity, Run};
use crate::report::{Line, Report, against, line, median, order_line};
use crate::{modal, path};
use std::fmt::Write;
use std::time::Instant;

const HEADER: &str = "| quantity | reference | computed | error | tolerance | order | ok |\n|---|---|---|---|---|---|---|\n";

/// What one mesh gave.
struct Solved {
    values: Vec<f64>,
    laws: Vec<Line>,
    /// In words.
    effort: String,
    failure: Option<String>,
}

/// Runs a case of equilibria or modes.
pub fn run(case: &Case, run: &Run, report: &mut Report) {
    let file = case.directory.join(&run.model);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file:?}: {e}"));
    let begun = Instant::now();
    let solve = |factor: &i64| match run.analysis {
        Analysis::Modes => vibrations(&text, run, *factor),
        _ => equilibria(&text, run, *factor),
    };
    let solved: Vec<Solved> = run.meshes.refine.iter().map(solve).collect();
    let seconds = begun.elapsed().as_secs_f64();
    let finest = solved.last().expect("a mesh");

    let mut orders = Vec::new();
    let mut lines: Vec<(&Line, Option<f64>)> = finest.laws.iter().map(|l| (l, None)).collect();
    let quantities: Vec<(Line, Option<f64>)> = (0..run.quantities.len())
        .map(|k| {
            let q = &run.quantities[k];
            let values: Vec<f64> = solved.iter().map(|s| s.values[k]).collect();
            let order = order(&values, q, &run.meshes);
            orders.extend(order);
            (against(q, values[values.len() - 1]), order)
        })
        .collect();
    lines.extend(quantities.iter().map(|(l, o)| (l, *o)));
    let order = median(orders);
    let asked = run.least_order.map(|least| order_line(least, order));
    lines.extend(asked.iter().map(|l| (l, None)));

    let out = &mut report.markdown;
    let _ = writeln!(out, "\n### {}: {}\n", case.name, run.name);
    let factors: Vec<String> = run.meshes.refine.iter().map(i64::to_string).collect();
    let by = match run.meshes.differences {
        true => "of successive differences",
        false => "of errors",
    };
    let order = order.map_or(String::new(), |p| format!("; observed order {by} {p:.1}"));
    let _ = writeln!(
        out,
        "Elements of the model times {}; {}, {seconds:.2} s{order}\n",
        factors.join(", "),
        finest.effort
    );
    out.push_str(HEADER);
    for (l, order) in lines {
        let (five, ok) = (&l.cells[..5], &l.cells[5]);
        let order = order.map_or("-".into(), |p| format!("{p:.1}"));
        let text = format!("{} | {order} | {ok}", five.join(" | "));
        let _ = writeln!(out, "| {text} |");
        if l.fails {
            report
                .failures
                .push(format!("{} / {}: {text}", case.name, run.name));
        }
    }
    for why in solved.iter().filter_map(|s| s.failure.as_ref()) {
        report
            .failures
            .push(format!("{} / {}: {why}", case.name, run.name));
    }
}

/// The order that the finest meshes show whose errors stand clear of round-off.
fn order(values: &[f64], q: &Quantity, meshes: &Meshes) -> Option<f64> {
    let least = meshes.round_off * q.reference.abs().max(q.tolerance);
    let factors = &meshes.refine;
    let (errors, shift): (Vec<f64>, usize) = match meshes.differences {
        true => (values.windows(2).map(|w| (w[1] - w[0]).abs()).collect(), 1),
        false => (values.iter().map(|v| (v - q.reference).abs()).collect(), 0),
    };
    let fine = (1..errors.len()).rev().find(|&k| errors[k] > least)?;
    // Successive differences fall with the ratio of their meshes if that is always the same.
    let ratio = factors[fine + shift] as f64 / factors[fine + shift - 1] as f64;
    Some((errors[fine - 1] / errors[fine]).ln() / ratio.ln())
}

fn equilibria(text: &str, run: &Run, factor: i64) -> Solved {
    let path = path::follow(path::refined(text, run, factor));
    let value = |q: &Quantity| path::evaluate(&path, &q.measure).unwrap_or(f64::NAN);
    Solved {
        values: run.quantities.iter().map(value).collect(),
        laws: vec![],
        effort: format!(
            "{} points, {} iterations",
            path.critical.len(),
            path.iterations
        ),
        failure: path.failure,
    }
}

fn vibrations(text: &str, run: &Run, factor: i64) -> Solved {
    let found = modal::find(path::refined(text, run, factor));
    let value = |q: &Quantity| modal::evaluate(&found, &q.measure).unwrap_or(f64::NAN);
    let excess = found.rigid.abs_diff(run.rigid) as f64;
    let rigid = line(
        "law: number of rigid modes",
        run.rigid.to_string(),
        found.rigid as f64,
        excess,
        0.0,
        "",
    );
    Solved {
        values: run.quantities.iter().map(value).collect(),
        laws: vec![rigid],
        effort: format!("{} unknowns", found.unknowns),
        failure: found.failure,
    }
}
