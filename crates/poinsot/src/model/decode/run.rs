//! `[run]` and `[output]`.

use super::reader::TableReader;
use crate::model::schemes;
use crate::model::statics::{Start, StartFile};
use crate::model::types::{FieldKind, RedundancyPolicy, Run, Scheme};

/// How to run the model.
pub fn run(file: &TableReader) -> Option<Run> {
    let output = file.table("output");
    let every = output.as_ref().and_then(|t| t.number("every"));
    let fields_every = output.as_ref().and_then(|t| t.count("fields_every"));
    let fields_every = fields_every.unwrap_or(Run::default().fields_every);
    let fields = output.as_ref().and_then(fields);
    let checkpoint = output.as_ref().and_then(|t| t.number("checkpoint"));
    let checkpoint_every = checkpoint.unwrap_or(Run::default().checkpoint_every);
    if !file.has("run") {
        let defaults = Run::default();
        let message = format!(
            "there is no [run] table: the run takes {} s in steps of {} s",
            defaults.duration, defaults.dt
        );
        // A model with [statics] or [modes] may be meant for that alone.
        if !file.has("statics") && !file.has("modes") {
            file.whole()
                .warning(message, "add [run] with `duration` and `dt`");
        }
        return Some(Run {
            output_every: every,
            fields_every,
            fields,
            checkpoint_every,
            ..defaults
        });
    }
    let t = file.table("run")?;
    let duration = t.number("duration");
    let step = Step::read(&t);
    let scheme = scheme(&t);
    let tolerance = tolerance(
        &t,
        "energies drift, and a run is stopped once the gap exceeds a hundredth of them",
    );
    let max_iterations = t.count("max_iterations");
    let redundant = redundant(&t);
    let start = t.word("start").map(|word| match word {
        "equilibrium" => Start::Equilibrium,
        _ => Start::AsDrawn,
    });
    let start_from = start_file(&t);
    let duration = duration?;
    let [dt, dt_min, dt_max] = step.check(&t, duration)?;
    Some(Run {
        duration,
        dt,
        accuracy: step.accuracy,
        dt_min,
        dt_max,
        scheme: scheme?,
        output_every: every,
        fields_every,
        fields,
        checkpoint_every,
        tolerance: tolerance?,
        max_iterations: max_iterations?,
        redundant: redundant?,
        start: start?,
        start_from: start_from?,
    })
}

/// The fields to record; `None` for the usual ones.
fn fields(t: &TableReader) -> Option<Vec<FieldKind>> {
    let words = t.words("fields")?;
    let chosen = |kind: &FieldKind| words.contains(&kind.word());
    Some(FieldKind::ALL.into_iter().filter(chosen).collect())
}

/// What to do with redundant constraints.
pub(super) fn redundant(t: &TableReader) -> Option<RedundancyPolicy> {
    t.word("redundant").map(|word| match word {
        "remove" => RedundancyPolicy::Remove,
        _ => RedundancyPolicy::Error,
    })
}

/// Tolerances above this are worth a warning. Measured on tops, pendulums, linkages and beams: up to it no run lost track of more
/// than 1.3e-3 of its energy, at ten times as much of up to 5e-2, and iterations are hardly saved.
const LOOSE_TOLERANCE: f64 = 1e-6;

/// The tolerance of the iteration, with a warning of what a loose one brings.
pub(super) fn tolerance(t: &TableReader, consequence: &str) -> Option<f64> {
    let tolerance = t.number("tolerance")?;
    if let Some(node) = t.node("tolerance").filter(|_| tolerance > LOOSE_TOLERANCE) {
        node.warning(
            format!("a tolerance of {tolerance:e} is loose: {consequence}"),
            format!("{LOOSE_TOLERANCE:e} costs hardly more iterations; the default is 1e-13"),
        );
    }
    Some(tolerance)
}

/// The file to start from, `Some(None)` without one.
fn start_file(t: &TableReader) -> Option<Option<StartFile>> {
    let Some(node) = t.node("start_from") else {
        return Some(None);
    };
    let path = t.text("start_from")?;
    if path.is_empty() {
        node.error(
            "`start_from` is empty",
            "give the path of results or of a checkpoint",
        );
        return None;
    }
    if t.has("start") {
        node.error(
            "`start` and `start_from` are mutually exclusive",
            "leave one of them out",
        );
        return None;
    }
    Some(Some(StartFile {
        path: node.beside_the_file(&path),
        place: node.place(),
    }))
}

/// What `[run]` says about steps, each `None` if it is absent or was refused.
struct Step {
    dt: Option<f64>,
    accuracy: Option<f64>,
    smallest: Option<f64>,
    largest: Option<f64>,
}

impl Step {
    fn read(t: &TableReader) -> Step {
        Step {
            dt: t.number("dt"),
            accuracy: t.number("accuracy"),
            smallest: t.number("dt_min"),
            largest: t.number("dt_max"),
        }
    }

    /// The first, the smallest and the largest step, if they make sense together.
    fn check(&self, t: &TableReader, duration: f64) -> Option<[f64; 3]> {
        let refuse = |key: &str, message: String, help: &str| {
            if let Some(node) = t.node(key) {
                node.error(message, help);
            }
            None
        };
        if t.has("accuracy") {
            self.accuracy?;
        }
        let largest = self.largest.unwrap_or(duration / Run::LEAST_STEPS);
        let dt = match (self.dt, self.accuracy) {
            (Some(dt), _) => dt,
            (None, Some(_)) if !t.has("dt") => largest * Run::FIRST_STEP,
            _ => return None,
        };
        let (key, longest) = match self.largest {
            Some(largest) if largest > dt => ("dt_max", largest),
            _ => ("dt", dt),
        };
        if longest > duration {
            let message =
                format!("the time step ({longest} s) is longer than the run ({duration} s)");
            let help = format!("make `{key}` smaller or `duration` longer");
            return refuse(key, message, &help);
        }
        if let Some(largest) = self.largest.filter(|largest| *largest < dt) {
            let message = format!("`dt_max` ({largest} s) is smaller than `dt` ({dt} s)");
            return refuse("dt_max", message, "`dt` is the first step tried");
        }
        if let Some(smallest) = self.smallest.filter(|s| *s > dt) {
            let message = match self.dt {
                Some(dt) => format!("`dt_min` ({smallest} s) is larger than `dt` ({dt} s)"),
                None => format!("`dt_min` ({smallest} s) is larger than the first step ({dt} s)"),
            };
            return refuse("dt_min", message, "steps are never cut below it");
        }
        let smallest = self.smallest.unwrap_or(Run::DT_MIN.min(dt));
        Some([dt, smallest, largest.max(dt)])
    }
}

/// The scheme and its parameters.
fn scheme(t: &TableReader) -> Option<Scheme> {
    let definition = schemes::by_word(t.variant?.word)?;
    let order = t.has("order").then(|| t.count("order")).flatten();
    if let (Some(order), Some(node)) = (order, t.node("order")) {
        if order % 2 == 1 {
            let message = format!("there is no scheme of order {order}");
            node.error(message, "orders are 2, 4, 6 and 8");
            return None;
        }
        if order > 2 && t.has("accuracy") {
            let message = format!("steps by `accuracy` are for order 2, not for order {order}");
            node.error(message, "give `dt`, or leave `order` out");
            return None;
        }
    }
    let number = |key: &str| match key {
        "order" => t.count(key).map(|n| n as f64),
        _ => t.number(key),
    };
    definition.read(number, |key| t.word(key))
}
