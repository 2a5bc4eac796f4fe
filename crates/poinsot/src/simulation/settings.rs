//! The settings of a run that the command line may have changed, as a text: one `key = value` per line, numbers with all their
//! digits. It stands in the results and in checkpoints beside the text of the model.

use super::{Change, LedgerPolicy};
use crate::model::{Run, Scheme};
use std::fmt::Write;
use thiserror::Error;

/// Settings as a text.
pub fn settings_text(run: &Run, ledger: LedgerPolicy) -> String {
    let optional = |value: Option<f64>| value.map_or("none".to_owned(), |x| x.to_string());
    let mut text = String::new();
    for (key, value) in [
        ("duration", run.duration.to_string()),
        ("dt", run.dt.to_string()),
        ("accuracy", optional(run.accuracy)),
        ("dt_min", run.dt_min.to_string()),
        ("dt_max", run.dt_max.to_string()),
        ("every", optional(run.output_every)),
        ("tolerance", run.tolerance.to_string()),
        ("max_iterations", run.max_iterations.to_string()),
        ("scheme", run.scheme.words()),
        (
            "ledger",
            match ledger {
                LedgerPolicy::Error => "error".to_owned(),
                LedgerPolicy::Warn => "warn".to_owned(),
            },
        ),
    ] {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{key} = {value}");
    }
    text
}

/// Why settings cannot be put into a run.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingsError {
    /// A line that makes no sense.
    #[error("`{line}` is not a setting of a run")]
    Line {
        /// The line.
        line: String,
    },
    /// A program has changed the run on its way.
    #[error(
        "a program changed {what} during the run, and the text of the model does not contain that: only this program can \
         repeat the run"
    )]
    ChangedInCode {
        /// The items.
        what: String,
    },
}

/// Key of the line that names what a program has changed.
const CHANGED: &str = "changed_in_code";

/// The line of settings that names what a program has changed.
pub(super) fn changed_line(changes: &[Change]) -> String {
    let list: Vec<String> = changes.iter().map(Change::to_string).collect();
    format!("{CHANGED} = {}\n", list.join(", "))
}

/// Puts settings into `run`.
pub fn apply_settings(text: &str, run: &mut Run) -> Result<LedgerPolicy, SettingsError> {
    let mut ledger = LedgerPolicy::default();
    for line in text.lines() {
        let refuse = || SettingsError::Line {
            line: line.to_owned(),
        };
        let (key, value) = line.split_once(" = ").ok_or_else(refuse)?;
        let number = || value.parse::<f64>().map_err(|_| refuse());
        let optional = || match value {
            "none" => Ok(None),
            _ => number().map(Some),
        };
        match key {
            "duration" => run.duration = number()?,
            "dt" => run.dt = number()?,
            "accuracy" => run.accuracy = optional()?,
            "dt_min" => run.dt_min = number()?,
            "dt_max" => run.dt_max = number()?,
            "every" => run.output_every = optional()?,
            "tolerance" => run.tolerance = number()?,
            "max_iterations" => run.max_iterations = value.parse().map_err(|_| refuse())?,
            "scheme" => run.scheme = Scheme::from_words(value).ok_or_else(refuse)?,
            "ledger" => {
                ledger = match value {
                    "error" => LedgerPolicy::Error,
                    "warn" => LedgerPolicy::Warn,
                    _ => return Err(refuse()),
                }
            }
            CHANGED => {
                let what = value.to_owned();
                return Err(SettingsError::ChangedInCode { what });
            }
            _ => return Err(refuse()),
        }
    }
    Ok(ledger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Collocation, Order, RotationMap};

    #[test]
    fn settings_come_back_to_the_last_bit() {
        let rotation = RotationMap::Exponential;
        let collocation = Collocation::Jump;
        let rho_inf = 0.1 + 0.2;
        for scheme in [
            Scheme::EnergyPreserving {
                rotation,
                order: Order::Six,
            },
            Scheme::EnergyDecaying {
                rho_inf,
                collocation,
            },
            Scheme::MomentumPreservingDecaying {
                rho_inf: 0.0,
                collocation: Collocation::Radau,
            },
            Scheme::GeneralizedAlpha { rho_inf, rotation },
            Scheme::Hht {
                alpha: 1.0 / 3.0,
                rotation,
            },
            Scheme::Newmark {
                gamma: 0.6,
                beta: 0.3025,
                rotation: RotationMap::Cayley,
            },
        ] {
            let run = Run {
                duration: 1.0 / 3.0,
                dt: 1e-3 / 7.0,
                accuracy: Some(1e-5),
                dt_min: 1e-300,
                dt_max: 0.1,
                output_every: None,
                tolerance: 1e-9,
                max_iterations: 7,
                scheme,
                ..Run::default()
            };
            let text = settings_text(&run, LedgerPolicy::Warn);
            let mut again = Run {
                output_every: Some(3.0),
                ..Run::default()
            };
            assert_eq!(apply_settings(&text, &mut again), Ok(LedgerPolicy::Warn));
            assert_eq!(format!("{again:?}"), format!("{run:?}"));
        }
    }

    #[test]
    fn nonsense_is_named() {
        for line in [
            "dt",
            "dt = fast",
            "speed = 3",
            "scheme = ed 0",
            "ledger = maybe",
        ] {
            let error = apply_settings(line, &mut Run::default());
            assert!(error.is_err_and(|e| e.to_string().contains(line)));
        }
    }
}
