//! Laws of rubber from measured forces and stretches, by least squares (so.8).

use super::ogden::TERMS;
use super::{Instability, Loading, Material, Ogden, instabilities, response};
use nalgebra::{DMatrix, DVector};

/// A measured point: nominal stress [Pa] at a stretch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The test.
    pub loading: Loading,
    /// Stretch along the pulled axes.
    pub stretch: f64,
    /// Force by area as drawn [Pa].
    pub stress: f64,
}

/// Which law is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// `mu`.
    NeoHooke,
    /// `c10`, `c01`.
    MooneyRivlin,
    /// `c10`, `c20`, `c30`.
    Yeoh,
    /// As many terms at most, one to three.
    Ogden(usize),
}

/// A law and how well it meets what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The law, without resistance to a change of volume.
    pub law: Material,
    /// Stress of the law less the measured one, point by point [Pa].
    pub residuals: Vec<f64>,
    /// Root of the mean square of the residuals by the largest stress of their test.
    pub error: f64,
    /// Where the law is not stable.
    pub instabilities: Vec<Instability>,
    /// Whether it is stable as far as the points of each test reach.
    pub stable_in_data: bool,
}

/// Why no law was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// Fewer points than constants.
    #[error("{points} points with stress are fewer than the {constants} constants of the law")]
    TooFew {
        /// Points away from a stretch of one.
        points: usize,
        /// Constants of the law.
        constants: usize,
    },
    /// A stretch or stress is not a number, or a stretch not positive.
    #[error("point {0} has no positive stretch or no stress")]
    NotANumber(usize),
    /// Stresses have the wrong sign: pulled points must resist.
    #[error(
        "no stable law of this kind resists these stretches: are the signs of the stresses right?"
    )]
    NothingFits,
}

/// Fits a law. Each test counts equally, its points by their distance from the law relative to the largest stress of the test. The law
/// does not resist changes of volume: tests are taken as those of an incompressible body. It is stable where that can be had: where the
/// best constants are not stable as far as the points reach, the best ones of one sign are taken.
pub fn fit(points: &[Measured], wanted: Wanted) -> Result<Fit, FitError> {
    let sound = |p: &Measured| p.stretch.is_finite() && p.stretch > 0.0 && p.stress.is_finite();
    if let Some(k) = points.iter().position(|p| !sound(p)) {
        return Err(FitError::NotANumber(k + 1));
    }
    let constants = match wanted {
        Wanted::NeoHooke => 1,
        Wanted::MooneyRivlin => 2,
        Wanted::Yeoh => 3,
        Wanted::Ogden(terms) => 2 * terms.clamp(1, TERMS),
    };
    let used = points.iter().filter(|p| p.stretch != 1.0).count();
    if used < constants {
        return Err(FitError::TooFew {
            points: used,
            constants,
        });
    }
    let weights = weights(points);
    let law = match wanted {
        Wanted::Ogden(terms) => ogden(points, &weights, terms.clamp(1, TERMS)),
        Wanted::NeoHooke | Wanted::MooneyRivlin | Wanted::Yeoh => linear(points, &weights, wanted),
    };
    judge(points, &weights, law.ok_or(FitError::NothingFits)?).ok_or(FitError::NothingFits)
}

/// Factors of the residuals.
fn weights(points: &[Measured]) -> Vec<f64> {
    let of_test = |loading: Loading| points.iter().filter(move |p| p.loading == loading);
    let tests = Loading::ALL.into_iter();
    let tests = tests.filter(|&l| of_test(l).next().is_some()).count();
    let factor = |p: &Measured| {
        let largest = of_test(p.loading)
            .map(|p| p.stress.abs())
            .fold(0.0, f64::max);
        let count = of_test(p.loading).count() * tests;
        1.0 / (largest.max(f64::MIN_POSITIVE) * (count as f64).sqrt())
    };
    points.iter().map(factor).collect()
}

fn judge(points: &[Measured], weights: &[f64], law: Material) -> Option<Fit> {
    let at = |p: &Measured| response(&law, p.loading, p.stretch).map(|r| r.stress - p.stress);
    let residuals: Vec<f64> = points.iter().map(at).collect::<Option<_>>()?;
    let squares = residuals
        .iter()
        .zip(weights)
        .map(|(r, w)| (r * w) * (r * w));
    let error = squares.sum::<f64>().sqrt();
    let list = instabilities(&law);
    let stable_in_data = stable(points, &list);
    Some(Fit {
        error,
        residuals,
        instabilities: list,
        stable_in_data,
        law,
    })
}

/// Whether no point of a test reaches as far as the stretch where stability is lost in it.
fn stable(points: &[Measured], list: &[Instability]) -> bool {
    points.iter().all(|p| {
        list.iter().all(|x| {
            let beyond = match x.stretch {
                s if s > 1.0 => p.stretch >= s,
                s if s < 1.0 => p.stretch <= s,
                _ => true,
            };
            x.loading != p.loading || !beyond
        })
    })
}

/// A law whose stress is linear in its constants.
fn with_constants(wanted: Wanted, c: &[f64]) -> Material {
    match wanted {
        Wanted::NeoHooke => Material::NeoHooke {
            mu: c[0],
            bulk: 0.0,
        },
        Wanted::MooneyRivlin => Material::MooneyRivlin {
            c10: c[0],
            c01: c[1],
            bulk: 0.0,
        },
        Wanted::Yeoh | Wanted::Ogden(_) => Material::Yeoh {
            c: [c[0], c[1], c[2]],
            bulk: 0.0,
        },
    }
}

fn linear(points: &[Measured], weights: &[f64], wanted: Wanted) -> Option<Material> {
    let size = match wanted {
        Wanted::NeoHooke => 1,
        Wanted::MooneyRivlin => 2,
        Wanted::Yeoh | Wanted::Ogden(_) => 3,
    };
    let mut columns = DMatrix::zeros(points.len(), size);
    for k in 0..size {
        let mut unit = [0.0; 3];
        unit[k] = 1.0;
        let law = with_constants(wanted, &unit);
        for (r, p) in points.iter().enumerate() {
            columns[(r, k)] = weights[r] * response(&law, p.loading, p.stretch)?.stress;
        }
    }
    let right = DVector::from_fn(points.len(), |r, _| weights[r] * points[r].stress);
    let free = least_squares(&columns, &right)?;
    let law = with_constants(wanted, free.as_slice());
    let stiff = response(&law, Loading::Uniaxial, 1.0).is_some_and(|r| r.slope > 0.0);
    if stiff && stable(points, &instabilities(&law)) {
        return Some(law);
    }
    let (positive, _) = without_negative(&columns, &right)?;
    Some(with_constants(wanted, positive.as_slice()))
}

fn least_squares(columns: &DMatrix<f64>, right: &DVector<f64>) -> Option<DVector<f64>> {
    // Columns of equal length: constants differ by powers of ten.
    let sizes: Vec<f64> = columns.column_iter().map(|c| c.norm()).collect();
    if sizes.iter().any(|s| !s.is_finite() || *s == 0.0) {
        return None;
    }
    let mut scaled = columns.clone();
    for (mut column, size) in scaled.column_iter_mut().zip(&sizes) {
        column /= *size;
    }
    let found = scaled.svd(true, true).solve(right, 1e-14).ok()?;
    Some(DVector::from_fn(found.len(), |k, _| found[k] / sizes[k]))
}

/// Least squares with factors that are not negative, and what is left: all choices of those that are not zero.
fn without_negative(columns: &DMatrix<f64>, right: &DVector<f64>) -> Option<(DVector<f64>, f64)> {
    let size = columns.ncols();
    let mut best: Option<(DVector<f64>, f64)> = None;
    for choice in 1..1usize << size {
        let chosen: Vec<usize> = (0..size).filter(|k| choice >> k & 1 == 1).collect();
        let part = columns.select_columns(&chosen);
        let Some(found) = least_squares(&part, right) else {
            continue;
        };
        if found.iter().any(|x| x.is_nan() || *x <= 0.0) {
            continue;
        }
        let left = (&part * &found - right).norm_squared();
        if best.as_ref().is_none_or(|(_, least)| left < *least) {
            let mut whole = DVector::zeros(size);
            for (k, x) in chosen.iter().zip(found.iter()) {
                whole[*k] = *x;
            }
            best = Some((whole, left));
        }
    }
    best
}

/// Powers to start from.
const STARTS: [f64; 12] = [
    -6.0, -4.0, -3.0, -2.0, -1.0, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0,
];
/// How many of the best starts are followed.
const FOLLOWED: usize = 8;

/// Stress of a term with factor one, and its derivative by the power.
fn term(p: &Measured, alpha: f64) -> [f64; 2] {
    let path = p.loading.path();
    let ln = p.stretch.ln();
    let area = p.loading.pulled() as f64 * p.stretch;
    let mut out = [0.0; 2];
    for d in path.iter() {
        let power = (alpha * d * ln).exp();
        out[0] += d * power / area;
        out[1] += d * d * ln * power / area;
    }
    out
}

/// Terms of Ogden's law as pairs of `ln |mu|` and `alpha`; `mu` has the sign of `alpha`, so that every term is stable by itself.
type Terms = Vec<[f64; 2]>;

fn ogden(points: &[Measured], weights: &[f64], size: usize) -> Option<Material> {
    let right = DVector::from_fn(points.len(), |r, _| weights[r] * points[r].stress);
    let mut starts: Vec<(f64, Terms)> = Vec::new();
    for choice in 1..1usize << STARTS.len() {
        if choice.count_ones() as usize > size {
            continue;
        }
        let alphas: Vec<f64> = (0..STARTS.len())
            .filter(|k| choice >> k & 1 == 1)
            .map(|k| STARTS[k])
            .collect();
        let columns = DMatrix::from_fn(points.len(), alphas.len(), |r, k| {
            weights[r] * alphas[k].signum() * term(&points[r], alphas[k])[0]
        });
        let Some((factors, left)) = without_negative(&columns, &right) else {
            continue;
        };
        let terms = factors.iter().zip(&alphas).filter(|(f, _)| **f > 0.0);
        let terms: Terms = terms.map(|(f, a)| [f.ln(), *a]).collect();
        // Only those in which every power counts: others are among the smaller choices.
        if terms.len() == alphas.len() {
            starts.push((left, terms));
        }
    }
    // The best of every size: a start with fewer terms may still lead to the best law with as many.
    starts.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.0.total_cmp(&b.0)));
    let most = starts.first()?.1.len();
    let with = |n: usize| starts.iter().filter(move |s| s.1.len() == n).take(FOLLOWED);
    let ends = (1..=most).flat_map(with);
    let ends = ends.map(|(_, terms)| follow(points, weights, terms.clone()));
    let (_, best) = ends.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let mut law = Ogden {
        mu: [0.0; TERMS],
        alpha: [0.0; TERMS],
        bulk: 0.0,
    };
    let mut best = best;
    best.sort_by(|a, b| a[1].abs().total_cmp(&b[1].abs()));
    for (k, [ln, alpha]) in best.iter().enumerate() {
        law.mu[k] = alpha.signum() * ln.exp();
        law.alpha[k] = *alpha;
    }
    Some(Material::Ogden(law))
}

/// Levenberg's and Marquardt's iteration from given terms; what is left, and the terms.
fn follow(points: &[Measured], weights: &[f64], mut terms: Terms) -> (f64, Terms) {
    let left = |terms: &Terms| {
        DVector::from_fn(points.len(), |r, _| {
            let each = terms
                .iter()
                .map(|[ln, alpha]| alpha.signum() * ln.exp() * term(&points[r], *alpha)[0]);
            weights[r] * (each.sum::<f64>() - points[r].stress)
        })
    };
    let mut now = left(&terms);
    let mut damping = 1e-3;
    for _ in 0..500 {
        let jacobian = DMatrix::from_fn(points.len(), 2 * terms.len(), |r, c| {
            let [ln, alpha] = terms[c / 2];
            let mu = alpha.signum() * ln.exp();
            weights[r] * mu * term(&points[r], alpha)[c % 2]
        });
        let normal = jacobian.transpose() * &jacobian;
        let push = jacobian.transpose() * &now;
        let mut improved = false;
        while damping < 1e12 {
            let mut table = normal.clone();
            for k in 0..table.nrows() {
                table[(k, k)] += damping * normal[(k, k)].max(f64::MIN_POSITIVE);
            }
            let Some(step) = table.cholesky().map(|c| c.solve(&push)) else {
                damping *= 4.0;
                continue;
            };
            let next: Terms = terms
                .iter()
                .enumerate()
                .map(|(k, [ln, alpha])| [ln - step[2 * k], alpha - step[2 * k + 1]])
                .collect();
            // A power keeps its sign and a size that a test can tell from others.
            let sound = next.iter().zip(&terms).all(|(new, old)| {
                new[1] * old[1] > 0.0 && (0.05..60.0).contains(&new[1].abs()) && new[0].is_finite()
            });
            let there = left(&next);
            if sound && there.norm() < now.norm() {
                let gained = 1.0 - there.norm() / now.norm();
                (terms, now) = (next, there);
                damping = (0.2 * damping).max(1e-15);
                improved = gained > 1e-12;
                break;
            }
            damping *= 4.0;
        }
        if !improved {
            break;
        }
    }
    (now.norm(), terms)
}
