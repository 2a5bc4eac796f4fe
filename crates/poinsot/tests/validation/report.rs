//! Runs a case and writes its tables.

use crate::case::{Analysis, Case, Quantity, Run, Survey, number};
use crate::history::{self, Simulated};
use crate::measures::evaluate;
use crate::meshes;
use poinsot::simulation::{End, LedgerPolicy};
use std::fmt::Write;
use std::time::Instant;
use toml::Value;

/// A case that was run.
pub struct Report {
    pub markdown: String,
    pub failures: Vec<String>,
}

/// A line of a table.
pub struct Line {
    pub cells: [String; 6],
    pub fails: bool,
}

pub const HEADER: &str =
    "| quantity | reference | computed | error | tolerance | ok |\n|---|---|---|---|---|---|\n";

pub fn line(
    name: &str,
    reference: String,
    computed: f64,
    error: f64,
    tolerance: f64,
    kind: &str,
) -> Line {
    let ok = error.abs() <= tolerance;
    Line {
        cells: [
            name.into(),
            reference,
            format!("{computed:.10}"),
            format!("{error:.1e}"),
            format!("{tolerance:.0e}{kind}"),
            if ok { "yes" } else { "NO" }.into(),
        ],
        fails: !ok,
    }
}

/// Runs a case.
pub fn run(case: &Case) -> Report {
    let mut report = Report {
        markdown: format!(
            "## {}\n\n{} (`{}`)\n",
            case.name, case.title, case.reference
        ),
        failures: vec![],
    };
    for r in &case.runs {
        match r.analysis {
            Analysis::Dynamics => one(case, r, &mut report),
            _ => meshes::run(case, r, &mut report),
        }
    }
    for s in &case.surveys {
        survey(case, s, &mut report);
    }
    report
}

fn one(case: &Case, run: &Run, report: &mut Report) {
    let path = case.directory.join(&run.model);
    let begun = Instant::now();
    let simulated = history::run(&path, &run.set, LedgerPolicy::Error);
    let history = &simulated.history;
    let seconds = begun.elapsed().as_secs_f64();
    let coarse = run.coarser.map(|factor| coarser(&path, run, factor));
    let mut lines = laws(run, &simulated);
    let mut orders = Vec::new();
    for q in &run.quantities {
        let fine = evaluate(history, &q.measure).unwrap_or(f64::NAN);
        lines.push(against(q, fine));
        if let (Some(factor), Some(coarse)) = (run.coarser, &coarse) {
            let rough = evaluate(&coarse.history, &q.measure).unwrap_or(f64::NAN);
            let (a, b) = ((rough - q.reference).abs(), (fine - q.reference).abs());
            // An order shows only while both errors stand clear of round-off.
            if b > 1e-11 * q.reference.abs().max(1.0) {
                orders.push((a / b).ln() / factor.ln());
            }
            if let Some(limit) = q.limit {
                // The error of a second-order scheme falls with the square of the step.
                let value = fine + (fine - rough) / (factor * factor - 1.0);
                lines.push(against(&extrapolated(q, limit), value));
            }
        }
    }
    let order = median(orders);
    lines.extend(run.least_order.map(|least| order_line(least, order)));
    let out = &mut report.markdown;
    let o = &simulated.outcome;
    let _ = writeln!(out, "\n### {}: {}\n", case.name, run.name);
    let order = order.map_or(String::new(), |p| format!("; observed order {p:.1}"));
    let _ = writeln!(
        out,
        "{} steps, {:.1} iterations each, {seconds:.1} s{order}\n",
        o.steps,
        o.iterations as f64 / o.steps.max(1) as f64
    );
    out.push_str(HEADER);
    for l in lines {
        let _ = writeln!(out, "| {} |", l.cells.join(" | "));
        if l.fails {
            report.failures.push(format!(
                "{} / {}: {}",
                case.name,
                run.name,
                l.cells.join(" | ")
            ));
        }
    }
    if o.end != End::Complete {
        let why = match &o.end {
            End::Failed(f) => f.to_string(),
            _ => "stopped".into(),
        };
        report.failures.push(format!(
            "{} / {}: {why}\n{}",
            case.name,
            run.name,
            simulated.start_lines.join("\n")
        ));
    }
}

/// The one in the middle.
pub fn median(mut orders: Vec<f64>) -> Option<f64> {
    orders.sort_by(f64::total_cmp);
    orders.get(orders.len() / 2).copied()
}

/// Whether the observed order is what it must be.
pub fn order_line(least: f64, order: Option<f64>) -> Line {
    let seen = order.unwrap_or(f64::NAN);
    let shortfall = (least - seen).max(0.0);
    line(
        "observed order (median)",
        format!("at least {least}"),
        seen,
        if seen.is_nan() { f64::NAN } else { shortfall },
        0.0,
        "",
    )
}

/// The same quantity in the limit of small steps.
fn extrapolated(q: &Quantity, limit: f64) -> Quantity {
    Quantity {
        name: format!("{}, extrapolated to dt = 0", q.name),
        measure: q.measure.clone(),
        reason: q.reason.clone(),
        tolerance: limit,
        ..*q
    }
}

fn scheme_name(settings: &toml::Table) -> String {
    let scheme = settings
        .get("scheme")
        .and_then(Value::as_str)
        .unwrap_or("as in the model");
    let mut words = vec![scheme.to_string()];
    for (key, value) in settings.iter().filter(|(k, _)| *k != "scheme") {
        words.push(format!("{key} {}", value.to_string().replace('"', "")));
    }
    words.join(", ")
}

/// The lines of the table of a case that do not depend on the run.
pub fn skeleton(case: &Case) -> Vec<String> {
    let mut list = vec![format!("## {}", case.name)];
    for run in &case.runs {
        list.push(format!("## {}: {}", case.name, run.name));
        list.push("quantity | reference | tolerance".into());
        list.push("--- | --- | ---".into());
        for q in &run.quantities {
            let limit = run.coarser.and(q.limit).map(|limit| extrapolated(q, limit));
            for q in std::iter::once(q).chain(limit.as_ref()) {
                let l = against(q, f64::NAN);
                list.push(format!("{} | {} | {}", l.cells[0], l.cells[1], l.cells[4]));
            }
        }
        if let Some(least) = run.least_order {
            list.push(format!("observed order (median) | at least {least} | 0e0"));
        }
    }
    for survey in &case.surveys {
        list.push(format!("## {}: {}", case.name, survey.name));
        list.push("scheme dt".into());
        list.push("--- ---".into());
        for settings in &survey.settings {
            let rows = survey.steps.iter();
            list.extend(rows.map(|dt| format!("{} {dt}", scheme_name(settings))));
        }
    }
    list
}

fn coarser(path: &std::path::Path, run: &Run, factor: f64) -> Simulated {
    let mut set = run.set.clone();
    let dt = number(&set, "dt").expect("a run with `coarser` sets `dt`");
    set.insert("dt".into(), Value::Float(dt * factor));
    history::run(path, &set, LedgerPolicy::Error)
}

pub fn against(q: &Quantity, computed: f64) -> Line {
    let error = computed - q.reference;
    let error = if q.relative {
        error / q.reference.abs()
    } else {
        error
    };
    line(
        &q.name,
        format!("{}", q.reference),
        computed,
        error,
        q.tolerance,
        if q.relative { " rel" } else { "" },
    )
}

/// What every run must satisfy before its numbers count.
fn laws(run: &Run, simulated: &Simulated) -> Vec<Line> {
    let o = &simulated.outcome;
    let mut lines = Vec::new();
    if o.promises.energy {
        let gap = o.largest_energy_gap / o.energy_scale;
        lines.push(line(
            "law: energy ledger gap / scale",
            "0".into(),
            gap,
            gap,
            run.energy_gap,
            "",
        ));
        // A rise per step that no work explains must stay at round-off of the energies. With the exponential vector the
        // energy of `ep` oscillates; there the ledger books the oscillation and only its gap is a law.
        if run.set.get("rotation").and_then(Value::as_str) != Some("exponential") {
            let rise = (o.largest_rise / o.energy_scale).max(0.0);
            lines.push(line(
                "law: unexplained rise of energy / scale",
                "0".into(),
                rise,
                rise,
                run.energy_rise,
                "",
            ));
        }
    }
    if o.promises.angular_momentum {
        let scale = o
            .finish
            .angular_momentum
            .norm()
            .max(o.start.angular_momentum.norm())
            + o.finish.ground_angular_impulse.norm()
            + o.finish.load_angular_impulse.norm();
        let gap = o.finish.angular_momentum_gap.norm() / scale.max(f64::MIN_POSITIVE);
        lines.push(line(
            "law: angular momentum gap / scale",
            "0".into(),
            gap,
            gap,
            run.angular_momentum_gap,
            "",
        ));
    }
    lines.push(line(
        "law: largest joint gap / size",
        "0".into(),
        o.largest_joint_gap,
        o.largest_joint_gap,
        run.joint_gap,
        "",
    ));
    lines
}

fn survey(case: &Case, survey: &Survey, report: &mut Report) {
    let out = &mut report.markdown;
    let _ = writeln!(out, "\n### {}: {}\n", case.name, survey.name);
    let names: Vec<&str> = survey.measures.iter().map(|m| m.0.as_str()).collect();
    let _ = writeln!(
        out,
        "| scheme | dt | {} | end |\n|---|---|{}---|",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    for settings in &survey.settings {
        for dt in &survey.steps {
            let mut set = settings.clone();
            set.insert("dt".into(), Value::Float(*dt));
            // No smaller steps: a scheme that cannot make this one has failed.
            set.insert("dt_min".into(), Value::Float(*dt));
            let h = history::run(
                &case.directory.join(&survey.model),
                &set,
                LedgerPolicy::Warn,
            );
            let end = match &h.outcome.end {
                End::Complete => "complete".to_string(),
                _ => format!("fails at {:.4} s", h.outcome.time),
            };
            let cells: Vec<String> = survey
                .measures
                .iter()
                .map(|m| {
                    evaluate(&h.history, &m.1).map_or("-".into(), |v| {
                        if v.abs() < 1e-3 {
                            format!("{v:.2e}")
                        } else {
                            format!("{v:.6}")
                        }
                    })
                })
                .collect();
            let scheme = scheme_name(settings);
            let _ = writeln!(out, "| {scheme} | {dt} | {} | {end} |", cells.join(" | "));
        }
    }
}
