//! `[run]` and `[output]`.

use super::reader::TableReader;
use crate::model::types::{Collocation, RedundancyPolicy, RotationMap, Run, Scheme};

/// How to run the model.
pub fn run(file: &TableReader) -> Option<Run> {
    let every = file.table("output").and_then(|t| t.number("every"));
    if !file.has("run") {
        let defaults = Run::default();
        let message = format!(
            "there is no [run] table: the run takes {} s in steps of {} s",
            defaults.duration, defaults.dt
        );
        file.whole()
            .warning(message, "add [run] with `duration` and `dt`");
        return Some(Run {
            output_every: every,
            ..defaults
        });
    }
    let t = file.table("run")?;
    let duration = t.number("duration");
    let dt = t.number("dt");
    let smallest = t.number("dt_min");
    let scheme = scheme(&t);
    let tolerance = t.number("tolerance");
    let max_iterations = t.count("max_iterations");
    let redundant = t.word("redundant").map(|word| match word {
        "remove" => RedundancyPolicy::Remove,
        _ => RedundancyPolicy::Error,
    });
    let (duration, dt) = (duration?, dt?);
    if dt > duration {
        let message = format!("the time step ({dt} s) is longer than the run ({duration} s)");
        t.node("dt")?
            .error(message, "make `dt` smaller or `duration` longer");
        return None;
    }
    if let Some(smallest) = smallest.filter(|s| *s > dt) {
        let message = format!("`dt_min` ({smallest} s) is larger than `dt` ({dt} s)");
        t.node("dt_min")?
            .error(message, "it bounds the cutting of steps from below");
        return None;
    }
    let defaults = Run::default();
    Some(Run {
        duration,
        dt,
        dt_min: smallest.unwrap_or(defaults.dt_min.min(dt)),
        scheme: scheme?,
        output_every: every,
        tolerance: tolerance?,
        max_iterations: max_iterations?,
        redundant: redundant?,
    })
}

/// The scheme and its parameters.
fn scheme(t: &TableReader) -> Option<Scheme> {
    let rotation = || {
        t.word("rotation").map(|word| match word {
            "exponential" => RotationMap::Exponential,
            _ => RotationMap::Cayley,
        })
    };
    let collocation = || {
        t.word("collocation").map(|word| match word {
            "jump" => Collocation::Jump,
            _ => Collocation::Radau,
        })
    };
    let parameters = ["rho_inf", "alpha", "gamma", "beta"].map(|key| t.number(key));
    let [rho_inf, alpha, gamma, beta] = parameters;
    Some(match t.variant?.word {
        "ep" => Scheme::EnergyPreserving {
            rotation: rotation()?,
        },
        "ed" => Scheme::EnergyDecaying {
            collocation: collocation()?,
            rho_inf: rho_inf?,
        },
        "mp-ed" => Scheme::MomentumPreservingDecaying {
            collocation: collocation()?,
            rho_inf: rho_inf?,
        },
        "generalized-alpha" => Scheme::GeneralizedAlpha {
            rotation: rotation()?,
            rho_inf: rho_inf?,
        },
        "hht" => Scheme::Hht {
            rotation: rotation()?,
            alpha: alpha?,
        },
        _ => Scheme::Newmark {
            rotation: rotation()?,
            gamma: gamma?,
            beta: beta?,
        },
    })
}
