//! Settings of the command line that replace those of the model.

use crate::args::{Overrides, SchemeName};
use poinsot::model::{Collocation, RotationMap, Run, Scheme};

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
    if let Some(name) = overrides.scheme
        && name_of(&run.scheme) != name
    {
        run.scheme = scheme(name, &run.scheme);
    }
    if let Some(value) = overrides.rho_inf {
        match rho_inf(&mut run.scheme) {
            Some(rho) => *rho = value,
            None => {
                return Err(
                    "the scheme has no spectral radius; --rho-inf goes with ed, mp-ed and generalized-alpha"
                        .to_owned(),
                );
            }
        }
    }
    Ok(())
}

fn name_of(scheme: &Scheme) -> SchemeName {
    match scheme {
        Scheme::EnergyPreserving { .. } => SchemeName::Ep,
        Scheme::EnergyDecaying { .. } => SchemeName::Ed,
        Scheme::MomentumPreservingDecaying { .. } => SchemeName::MpEd,
        Scheme::GeneralizedAlpha { .. } => SchemeName::GeneralizedAlpha,
        Scheme::Hht { .. } => SchemeName::Hht,
        Scheme::Newmark { .. } => SchemeName::Newmark,
    }
}

/// The named scheme with its own usual parameters; only `ed` and `mp-ed`, which are one family, hand on their
/// spectral radius.
fn scheme(name: SchemeName, old: &Scheme) -> Scheme {
    let rho = match old {
        Scheme::EnergyDecaying { rho_inf, .. }
        | Scheme::MomentumPreservingDecaying { rho_inf, .. } => Some(*rho_inf),
        _ => None,
    };
    let rotation = RotationMap::default();
    let collocation = Collocation::default();
    match name {
        SchemeName::Ep => Scheme::EnergyPreserving { rotation },
        SchemeName::Ed => Scheme::EnergyDecaying {
            rho_inf: rho.unwrap_or(0.0),
            collocation,
        },
        SchemeName::MpEd => Scheme::MomentumPreservingDecaying {
            rho_inf: rho.unwrap_or(0.0),
            collocation,
        },
        SchemeName::GeneralizedAlpha => Scheme::GeneralizedAlpha {
            rho_inf: 0.8,
            rotation,
        },
        SchemeName::Hht => Scheme::Hht {
            alpha: 0.05,
            rotation,
        },
        // Average acceleration: second order, no damping.
        SchemeName::Newmark => Scheme::Newmark {
            gamma: 0.5,
            beta: 0.25,
            rotation,
        },
    }
}

fn rho_inf(scheme: &mut Scheme) -> Option<&mut f64> {
    match scheme {
        Scheme::EnergyDecaying { rho_inf, .. }
        | Scheme::MomentumPreservingDecaying { rho_inf, .. }
        | Scheme::GeneralizedAlpha { rho_inf, .. } => Some(rho_inf),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_wins() {
        let mut run = Run::default();
        let overrides = Overrides {
            scheme: Some(SchemeName::GeneralizedAlpha),
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
            scheme: Some(SchemeName::Ep),
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
            scheme: Some(SchemeName::Newmark),
            ..Overrides::default()
        };
        apply(&mut run, &overrides).unwrap();
        assert_eq!(run.scheme, own);
    }
}
