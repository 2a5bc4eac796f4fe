//! Settings of the command line that replace those of the model.

use crate::args::Overrides;
use poinsot::model::schemes::{Family, SCHEMES, SchemeDefinition, by_word};
use poinsot::model::{Run, Scheme};

/// Changes `run` as the user asks; the error says why that makes no sense.
pub fn apply(run: &mut Run, overrides: &Overrides) -> Result<(), String> {
    if let Some(duration) = overrides.duration {
        run.duration = duration;
    }
    if overrides.duration.is_some() || run.accuracy.is_none() {
        run.dt_max = run.duration / Run::LEAST_STEPS;
    }
    if overrides.accuracy.is_some() {
        run.accuracy = overrides.accuracy;
    } else if overrides.dt.is_some() {
        run.accuracy = None;
    }
    if let Some(dt) = overrides.dt {
        run.dt = dt;
        run.dt_max = run.dt_max.max(dt);
    }
    // Bounds keep their sense: the first step lies between them.
    run.dt = match run.accuracy {
        Some(_) => run.dt.min(run.dt_max),
        None => run.dt,
    };
    run.dt_min = run.dt_min.min(run.dt);
    if let Some(word) = &overrides.scheme
        && run.scheme.definition().word() != word
    {
        run.scheme = scheme(word, &run.scheme)?;
    }
    if let Some(value) = overrides.rho_inf {
        run.scheme = run.scheme.with("rho_inf", value).ok_or_else(no_radius)?;
    }
    Ok(())
}

/// Why `--rho-inf` makes no sense.
fn no_radius() -> String {
    let with = |s: &&SchemeDefinition| s.usual().and_then(|s| s.rho_inf()).is_some();
    let with = SCHEMES.iter().copied().filter(with).map(|s| s.word());
    let words: Vec<&str> = with.collect();
    let (last, others) = words.split_last().unwrap_or((&"", &[]));
    format!(
        "the scheme has no spectral radius; --rho-inf goes with {} and {last}",
        others.join(", ")
    )
}

/// The named scheme with its own usual parameters; only schemes of the decaying family hand on their spectral radius.
fn scheme(word: &str, old: &Scheme) -> Result<Scheme, String> {
    let new = by_word(word).and_then(SchemeDefinition::usual);
    let new = new.ok_or_else(|| format!("there is no scheme \"{word}\""))?;
    let families = [old, &new].map(|s| s.definition().family);
    let handed_on = match families == [Family::Decaying; 2] {
        true => old.rho_inf().and_then(|rho| new.with("rho_inf", rho)),
        false => None,
    };
    Ok(handed_on.unwrap_or(new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use poinsot::model::RotationMap;

    #[test]
    fn the_command_line_wins() {
        let mut run = Run::default();
        let overrides = Overrides {
            scheme: Some("generalized-alpha".into()),
            dt: Some(1e-12),
            accuracy: None,
            duration: Some(3.0),
            rho_inf: Some(0.6),
        };
        apply(&mut run, &overrides).unwrap();
        assert_eq!((run.dt, run.dt_min, run.duration), (1e-12, 1e-12, 3.0));
        let want = Scheme::GeneralizedAlpha {
            rho_inf: 0.6,
            rotation: RotationMap::Cayley,
        };
        assert_eq!(run.scheme, want);
    }

    #[test]
    fn a_step_makes_steps_fixed_and_an_accuracy_makes_them_free() {
        let mut run = Run {
            dt: 0.01,
            duration: 0.25,
            ..Run::default()
        };
        let accuracy = Overrides {
            accuracy: Some(1e-4),
            ..Overrides::default()
        };
        apply(&mut run, &accuracy).unwrap();
        assert_eq!(
            (run.accuracy, run.dt, run.dt_max),
            (Some(1e-4), 0.005, 0.005)
        );
        let step = Overrides {
            dt: Some(0.02),
            ..Overrides::default()
        };
        apply(&mut run, &step).unwrap();
        assert_eq!((run.accuracy, run.dt), (None, 0.02));
    }

    #[test]
    fn a_parameter_that_the_scheme_lacks_is_refused() {
        let overrides = Overrides {
            scheme: Some("ep".into()),
            rho_inf: Some(0.5),
            ..Overrides::default()
        };
        assert!(apply(&mut Run::default(), &overrides).is_err());
    }

    #[test]
    fn the_same_scheme_keeps_its_parameters() {
        let own = Scheme::Newmark {
            gamma: 0.6,
            beta: 0.3025,
            rotation: RotationMap::Exponential,
        };
        let mut run = Run {
            scheme: own,
            ..Run::default()
        };
        let overrides = Overrides {
            scheme: Some("newmark".into()),
            ..Overrides::default()
        };
        apply(&mut run, &overrides).unwrap();
        assert_eq!(run.scheme, own);
    }
}
