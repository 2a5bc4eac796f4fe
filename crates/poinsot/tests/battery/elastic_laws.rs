//! Laws of energies, dampers and loads: stress is a discrete gradient, viscosity only takes.

use crate::STANDS;
use crate::common::random::Random;
use crate::interval_laws::kinds_by_index;
use crate::samples::stand_with_samples;
use crate::sink::H;
use crate::stand::{DT, Stand};
use nalgebra::SMatrix;
use poinsot::mechanics::attachment::IntervalRule;
use poinsot::mechanics::interaction::{Account, ForceLaw, SecantStress};
use poinsot::mechanics::wrench::{measure, points_at};
use poinsot::system::{ForceVisitor, Owner};

const MIDPOINT: IntervalRule = IntervalRule {
    end_weight: 0.5,
    fixed_pole: false,
};

struct Laws<'a> {
    stand: &'a Stand,
    kinds: Vec<&'static str>,
    rng: Random,
}

impl ForceVisitor for Laws<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let kind = self.kinds[index];
        let iv = self.stand.intervals(MIDPOINT);
        let x = f.value(&points_at(f, iv.start));
        let y = measure(f, &iv, 0).1.e;
        // Long intervals, short ones, and none.
        for shrink in [1.0, 1e-3, 1e-6, 1e-9, 1e-12, 0.0] {
            let y: [f64; E] = std::array::from_fn(|e| x[e] + shrink * (y[e] - x[e]));
            elastic_work(kind, f, &x, &y);
            viscous_work(kind, f, &x, &y);
        }
        // A quotient across the place where something touches is none of either side.
        let at_touch = |e: &[f64; E]| f.penetration(e) != 0.0 && f.penetration(e).abs() < 2.0 * H;
        if at_touch(&x) || at_touch(&y) {
            return;
        }
        derivatives(kind, "elastic", &x, &y, |x, y| f.elastic(x, y), true);
        derivatives(kind, "viscous", &x, &y, |x, y| f.viscous(x, y, DT), false);
        let rate: [f64; E] = std::array::from_fn(|_| self.rng.between(-1.0, 1.0));
        derivatives(
            kind,
            "viscous at",
            &rate,
            &y,
            |r, e| f.viscous_at(e, r),
            true,
        );
        derivatives(
            kind,
            "applied",
            &rate,
            &y,
            |r, e| f.applied(0.4, e, r),
            true,
        );
        limits(kind, f, &x, &rate);
        modulus(kind, f, &x);
    }
}

fn dot<const E: usize>(a: &[f64; E], b: &[f64; E]) -> f64 {
    (0..E).map(|e| a[e] * b[e]).sum()
}

fn elastic_work<const N: usize, const P: usize, const E: usize>(
    kind: &str,
    f: &impl ForceLaw<N, P, E>,
    x: &[f64; E],
    y: &[f64; E],
) {
    if f.account() == Account::Gravity {
        // Weight is a load with a potential: its stress does the work of its energy.
        let stress = f.applied(0.0, y, y).sigma;
        let change = f.energy(y) - f.energy(x);
        let d: [f64; E] = std::array::from_fn(|e| y[e] - x[e]);
        let size = f.energy(y).abs() + f.energy(x).abs();
        assert!((dot(&stress, &d) - change).abs() <= 1e-14 * size, "{kind}");
        return;
    }
    let d: [f64; E] = std::array::from_fn(|e| y[e] - x[e]);
    let sigma = f.elastic(x, y).sigma;
    let (work, change) = (dot(&sigma, &d), f.energy(y) - f.energy(x));
    // The energies are evaluated by quadrature or root: their round-off is that of their own size, or of the stress on the whole
    // strain where they happen to pass through zero.
    let size = f.energy(y).abs()
        + f.energy(x).abs()
        + (0..E)
            .map(|e| (sigma[e] * d[e]).abs() + (sigma[e] * x[e]).abs())
            .sum::<f64>();
    assert!(
        (work - change).abs() <= 1e-13 * size,
        "{kind}: work {work}, energy change {change} from {x:?} to {y:?}"
    );
}

fn viscous_work<const N: usize, const P: usize, const E: usize>(
    kind: &str,
    f: &impl ForceLaw<N, P, E>,
    x: &[f64; E],
    y: &[f64; E],
) {
    let d: [f64; E] = std::array::from_fn(|e| y[e] - x[e]);
    let work = dot(&f.viscous(x, y, DT).sigma, &d);
    assert!(work >= 0.0, "{kind}: a damper gives {work}");
}

/// `d_start` and `d_end` against central quotients.
fn derivatives<const E: usize>(
    kind: &str,
    what: &str,
    x: &[f64; E],
    y: &[f64; E],
    stress: impl Fn(&[f64; E], &[f64; E]) -> SecantStress<E>,
    start_too: bool,
) {
    let exact = stress(x, y);
    let size = exact
        .d_start
        .iter()
        .chain(&exact.d_end)
        .flatten()
        .fold(1.0f64, |a, b| a.max(b.abs()));
    for b in 0..E {
        let moved = |z: &[f64; E], d: f64| {
            let mut z = *z;
            z[b] += d;
            z
        };
        let at_start = |d: f64| stress(&moved(x, d), y).sigma;
        let at_end = |d: f64| stress(x, &moved(y, d)).sigma;
        for a in 0..E {
            let near = |what_of: &str, exact: f64, at: &dyn Fn(f64) -> [f64; E]| {
                let central = |h: f64| (at(h)[a] - at(-h)[a]) / (2.0 * h);
                let wide = central(H);
                // Third derivatives of order one times H^2. A mean over a short way into a contact has those of one over the square
                // of the way; extrapolated from two steps (Richardson), the share of H^2 is gone and fifth derivatives times H^4 remain.
                let quotient = match (exact - wide).abs() <= 1e-6 * size {
                    true => wide,
                    false => (4.0 * central(0.5 * H) - wide) / 3.0,
                };
                assert!(
                    (exact - quotient).abs() <= 1e-6 * size,
                    "{kind} {what}: {what_of} {exact} {quotient}"
                );
            };
            near("d_end", exact.d_end[a][b], &at_end);
            if start_too {
                near("d_start", exact.d_start[a][b], &at_start);
            }
        }
    }
}

/// A vanishing interval gives the gradient of the energy, and the viscous stress of the rate.
fn limits<const N: usize, const P: usize, const E: usize>(
    kind: &str,
    f: &impl ForceLaw<N, P, E>,
    x: &[f64; E],
    rate: &[f64; E],
) {
    let sigma = f.elastic(x, x).sigma;
    for e in (0..E).filter(|_| f.account() == Account::Elastic) {
        let at = |d: f64| {
            let mut y = *x;
            y[e] += d;
            f.energy(&y)
        };
        let quotient = (at(H) - at(-H)) / (2.0 * H);
        assert!(
            (sigma[e] - quotient).abs() < 1e-6 * (1.0 + sigma[e].abs()),
            "{kind} limit"
        );
    }
    let dt = 1e-7;
    let y: [f64; E] = std::array::from_fn(|e| x[e] + dt * rate[e]);
    let (over, at) = (f.viscous(x, &y, dt).sigma, f.viscous_at(x, rate).sigma);
    for e in 0..E {
        // First order in the length of the interval, plus round-off of the difference over it.
        assert!(
            (over[e] - at[e]).abs() < 1e-5 * (1.0 + at[e].abs()),
            "{kind} viscous limit"
        );
    }
}

/// Symmetric and positive, so that numerical dissipation never gives.
fn modulus<const N: usize, const P: usize, const E: usize>(
    kind: &str,
    f: &impl ForceLaw<N, P, E>,
    x: &[f64; E],
) {
    let m = f.modulus(x);
    let m = SMatrix::<f64, E, E>::from_fn(|r, c| m[r][c]);
    assert!(
        (m - m.transpose()).amax() <= 1e-14 * m.amax(),
        "{kind}: modulus not symmetric"
    );
    let mut rng = Random::new(1);
    for _ in 0..20 {
        let v: [f64; E] = std::array::from_fn(|_| rng.between(-1.0, 1.0));
        let mv: [f64; E] = std::array::from_fn(|r| (0..E).map(|c| m[(r, c)] * v[c]).sum());
        assert!(
            dot(&v, &mv) >= -1e-14 * m.amax(),
            "{kind}: modulus not positive"
        );
    }
}

#[test]
fn stress_is_a_discrete_gradient_and_viscosity_only_takes() {
    crate::with_room(|| {
        for seed in 0..STANDS {
            let stand = stand_with_samples(2000 + seed);
            let kinds = kinds_by_index(stand.system.forces.kinds());
            let rng = Random::new(seed);
            stand.system.forces.visit(&mut Laws {
                stand: &stand,
                kinds,
                rng,
            });
        }
    });
}
