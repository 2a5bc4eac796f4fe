//! Shapes in a form that does not depend on how they were found: sign, scale, and an order among repeated modes.

use super::complex::ComplexMode;
use super::linearise::{Linearisation, Matrix, dot};
use super::participation::{Directions, is_translation};
use super::real::RealMode;
use super::{Mode, ModeKind};
use crate::system::System;
use nalgebra::Complex;

/// Eigenvalues closer than this are one: their shapes may be mixed at will.
const REPEATED: f64 = 1e-9;
/// What is left of a direction in a group of repeated modes counts from this share on.
const COUNTS: f64 = 1e-3;

/// Modes from real eigenpairs.
pub(super) fn real(
    system: &System,
    linear: &Linearisation,
    directions: &Directions,
    mut raw: Vec<RealMode>,
) -> Vec<Mode> {
    let kind = |m: &RealMode| {
        if m.square.abs() <= m.noise {
            ModeKind::Rigid
        } else if m.square > 0.0 {
            ModeKind::Vibration
        } else {
            ModeKind::Divergence
        }
    };
    let kinds: Vec<ModeKind> = raw.iter().map(kind).collect();
    let mut first = 0;
    while first < raw.len() {
        let mut end = first + 1;
        let same = |k: usize| {
            let rigid = kinds[first] == ModeKind::Rigid && kinds[k] == ModeKind::Rigid;
            let distance = (raw[k].square - raw[first].square).abs();
            kinds[k] == kinds[first] && (rigid || distance <= REPEATED * raw[first].square.abs())
        };
        while end < raw.len() && same(end) {
            end += 1;
        }
        align(linear, directions, &mut raw[first..end]);
        first = end;
    }
    let modes = raw.into_iter().zip(kinds);
    let make = |(mut m, kind): (RealMode, ModeKind)| {
        let largest = largest_displacement(system, linear, |k| m.shape[k].abs());
        if m.shape[largest] < 0.0 {
            for x in &mut m.shape {
                *x = -*x;
            }
        }
        let eigenvalue = match kind {
            ModeKind::Rigid => Complex::new(0.0, 0.0),
            ModeKind::Divergence => Complex::new((-m.square).sqrt(), 0.0),
            _ => Complex::new(0.0, m.square.sqrt()),
        };
        Mode {
            participation: Some(directions.participation(&m.shape)),
            ..plain(eigenvalue, kind, &m.shape)
        }
    };
    modes.map(make).collect()
}

/// The two zeros of a rigid motion come apart by the root of the round-off: what is slower than the lowest elastic frequency by
/// this factor,
const SLOW: f64 = 1e-3;
/// and has a stiffness smaller by this one, is rigid. (A heavily damped motion is slow, but stiff.)
const SOFT: f64 = 1e-5;
/// Real or imaginary parts below this fraction of an eigenvalue are round-off of an eigenproblem that is not symmetric.
const ONE_PART: f64 = 1e-9;

/// Modes from complex eigenpairs.
pub(super) fn complex(
    system: &System,
    linear: &Linearisation,
    raw: Vec<ComplexMode>,
    scale: f64,
) -> Vec<Mode> {
    // A rigid motion has two zeros with one shape; shapes are complex multiples of real ones.
    let mut rigid: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    let mut modes = Vec::new();
    for m in raw {
        let [re, im] = parts(&m.shape);
        let mass = |x: &[f64]| linear.form(Matrix::Mass, x, x);
        let size = mass(&re) + mass(&im);
        let soft = |x: &[f64]| linear.form(Matrix::Stiffness, x, x);
        let stiffness = (soft(&re) + soft(&im)).abs();
        let zero = m.s.norm() <= SLOW * scale && stiffness <= SOFT * scale * scale * size;
        if zero {
            let mut x = if mass(&re) >= mass(&im) { re } else { im };
            let before = mass(&x);
            for _ in 0..2 {
                for (other, other_mass) in &rigid {
                    let along = dot(&x, other_mass);
                    for (a, b) in x.iter_mut().zip(other) {
                        *a -= along * b;
                    }
                }
            }
            let left = mass(&x);
            if left <= COUNTS * before || before == 0.0 {
                continue;
            }
            for a in &mut x {
                *a /= left.sqrt();
            }
            let x_mass = linear.times(Matrix::Mass, &x);
            modes.push(plain(Complex::new(0.0, 0.0), ModeKind::Rigid, &x));
            rigid.push((x, x_mass));
            continue;
        }
        let mut s = m.s;
        if s.im.abs() <= ONE_PART * s.norm() {
            s.im = 0.0;
        }
        if s.re.abs() <= ONE_PART * s.norm() {
            s.re = 0.0;
        }
        let kind = match (s.re > 0.0, s.im == 0.0) {
            (true, true) => ModeKind::Divergence,
            (true, false) => ModeKind::Flutter,
            (false, true) => ModeKind::Decay,
            (false, false) => ModeKind::Vibration,
        };
        modes.push(Mode {
            shape: m.shape.iter().map(|x| x / size.sqrt()).collect(),
            ..plain(s, kind, &[])
        });
    }
    for mode in &mut modes {
        let largest = largest_displacement(system, linear, |k| mode.shape[k].norm());
        let x = mode.shape[largest];
        if x.norm() > 0.0 {
            let turn = x.conj() / x.norm();
            for y in &mut mode.shape {
                *y *= turn;
            }
        }
    }
    modes
}

/// Real and imaginary parts.
fn parts(shape: &[Complex<f64>]) -> [Vec<f64>; 2] {
    [
        shape.iter().map(|x| x.re).collect(),
        shape.iter().map(|x| x.im).collect(),
    ]
}

fn plain(eigenvalue: Complex<f64>, kind: ModeKind, shape: &[f64]) -> Mode {
    Mode {
        eigenvalue,
        kind,
        shape: shape.iter().map(|&x| Complex::new(x, 0.0)).collect(),
        participation: None,
        kinetic: Vec::new(),
        strain: Vec::new(),
        moves: String::new(),
    }
}

/// Turns the shapes of a repeated mode towards the rigid directions, one after the other.
fn align(linear: &Linearisation, directions: &Directions, group: &mut [RealMode]) {
    if group.len() < 2 {
        return;
    }
    let old: Vec<Vec<f64>> = group.iter().map(|m| m.shape.clone()).collect();
    let masses: Vec<Vec<f64>> = old.iter().map(|x| linear.times(Matrix::Mass, x)).collect();
    let n = old.len();
    // Components of the new shapes on the old ones, which are orthonormal.
    let mut new: Vec<Vec<f64>> = Vec::new();
    let mut add = |mut c: Vec<f64>, least: f64| {
        for _ in 0..2 {
            for other in &new {
                let along = dot(&c, other);
                for (a, b) in c.iter_mut().zip(other) {
                    *a -= along * b;
                }
            }
        }
        let norm = dot(&c, &c).sqrt();
        if norm > least && new.len() < n {
            new.push(c.iter().map(|x| x / norm).collect());
        }
    };
    for d in 0..6 {
        let size = directions.total[d].max(f64::MIN_POSITIVE).sqrt();
        let c = masses
            .iter()
            .map(|m| dot(m, &directions.motions[d]) / size)
            .collect();
        add(c, COUNTS);
    }
    for k in 0..n {
        let mut c = vec![0.0; n];
        c[k] = 1.0;
        add(c, COUNTS);
    }
    if new.len() < n {
        return;
    }
    for (mode, c) in group.iter_mut().zip(&new) {
        mode.shape.fill(0.0);
        for (weight, x) in c.iter().zip(&old) {
            for (s, v) in mode.shape.iter_mut().zip(x) {
                *s += weight * v;
            }
        }
    }
}

/// The unknown that moves most: a displacement, or if nothing is displaced, any.
pub(super) fn largest_displacement(
    system: &System,
    linear: &Linearisation,
    size: impl Fn(usize) -> f64,
) -> usize {
    let places = &linear.places[..linear.unknowns];
    let weight = |k: usize| {
        let scale = if is_translation(system, &places[k]) {
            1.0
        } else {
            1e-3 * system.length
        };
        scale * size(k)
    };
    // The first of equal ones: symmetric shapes must not flip by round-off.
    let mut best = 0;
    for k in 1..places.len() {
        if weight(k) > 1.000_001 * weight(best) {
            best = k;
        }
    }
    best
}
