use super::*;

const ED: ReactionRule = ReactionRule::Mean;
const EP: ReactionRule = ReactionRule::AlternatingMean;
const STEPS: [f64; 8] = [0.1, 0.1, 0.05, 0.2, 0.2, 0.1, 0.3, 0.1];

fn newmark(gamma: f64, beta: f64, alpha_f: f64) -> ReactionRule {
    ReactionRule::AlternatingEnd {
        beta,
        gamma,
        alpha_f,
    }
}

fn one(value: f64) -> std::iter::Once<f64> {
    std::iter::once(value)
}

#[test]
fn a_linear_course_is_exact_with_any_steps() {
    let lambda = |t: f64| 3.0 + 2.0 * t;
    let rules = [
        ED,
        EP,
        ReactionRule::End,
        newmark(0.5, 0.25, 0.0),
        newmark(0.6, 0.3025, 0.0),
        newmark(0.5 + 0.3, 0.25 * 1.69, 0.3),
    ];
    for rule in rules {
        let mut r = EndValues::new(vec![lambda(0.0)]);
        assert_eq!(r.at_end(rule)(0), lambda(0.0));
        let mut t = 0.0;
        for dt in STEPS {
            // Means over the steps are the values in their middles.
            let at = match rule {
                ED | EP => t + 0.5 * dt,
                _ => t + dt,
            };
            r.push(dt, one(lambda(at)));
            t += dt;
            let error = r.at_end(rule)(0) - lambda(t);
            assert!(error.abs() < 1e-13, "{rule:?} at {t}: {error}");
        }
    }
}

#[test]
fn a_parabola_is_exact_where_multipliers_alternate() {
    // lambda = t^2; the mean over a step is the difference of t^3/3 by its length.
    for rule in [EP, newmark(0.5, 0.25, 0.0), newmark(0.5, 0.25, 0.5)] {
        let mut r = EndValues::new(vec![0.0]);
        let mut t: f64 = 0.0;
        for (step, dt) in STEPS.iter().enumerate() {
            let end = t + dt;
            let value = match rule {
                EP => (end.powi(3) - t.powi(3)) / (3.0 * dt),
                _ => end * end,
            };
            r.push(*dt, one(value));
            t = end;
            let error = r.at_end(rule)(0) - t * t;
            assert!(step < 2 || error.abs() < 1e-12, "{rule:?} at {t}: {error}");
        }
    }
}

/// A mass that is held in place, with a velocity that the constraint does not allow, as a jump leaves it: (ep.1) and (ga.1)
/// along the constraint. What alternates in the multipliers for ever must not be seen, with any steps.
#[test]
fn what_alternates_in_the_velocities_is_not_seen() {
    let (mut v_ep, mut v, mut a) = (1e-3, 1e-3, 0.0);
    let mut ep = EndValues::new(vec![0.0]);
    let mut nm = EndValues::new(vec![0.0]);
    for (step, dt) in STEPS.iter().enumerate() {
        // x = dt/2 (v_i + v_f) = 0
        let v_end = -v_ep;
        ep.push(*dt, one((v_ep - v_end) / dt));
        v_ep = v_end;
        // dt v + dt^2/4 (a_i + a_f) = 0, v_f = v + dt/2 (a_i + a_f)
        let a_end = -a - 4.0 * v / dt;
        v += 0.5 * dt * (a + a_end);
        a = a_end;
        nm.push(*dt, one(-a));
        if step >= 2 {
            assert!(ep.at_end(EP)(0).abs() < 1e-14, "ep, step {step}");
            let seen = nm.at_end(newmark(0.5, 0.25, 0.0))(0);
            assert!(seen.abs() < 1e-13, "newmark, step {step}: {seen}");
        }
    }
    // The multipliers themselves have grown.
    assert!(a.abs() > 0.1);
}
