//! Complex modes of systems with damping, gyroscopic terms or follower loads,
//! `(s^2 M + s C + K) x + G^T l = 0`, `G x = 0` (md.7).
//!
//! Dense: with minimal coordinates `a` (with mass) and `b` (without), and time counted in units of `1/sigma`, the states
//! `z = (a, b, a')` obey `E z' = A z` with
//!
//! ```text
//! E = [1 0 0; 0 C_bb 0; 0 C_ab M]    A = [0 0 1; -K_ba -K_bb -C_ba; -K_aa -K_ab -C_aa]
//! ```
//!
//! (`C` divided by `sigma`, `K` by its square). The eigenvalues `mu` of `(A - E)^-1 E` give `s = sigma (1 + 1/mu)`.

use super::arnoldi;
use super::linearise::Linearisation;
use super::real;
use super::reduce::Reduced;
use super::{Method, ModesError, Wanted};
use crate::system::System;
use nalgebra::{Complex, DMatrix};
use poinsot_lu::dense;

/// An eigenvalue and its shape.
#[derive(Clone, Debug)]
pub(super) struct ComplexMode {
    pub s: Complex<f64>,
    pub shape: Vec<Complex<f64>>,
}

/// Unknowns up to which everything is computed at once.
const DENSE_UP_TO: usize = 180;
/// Eigenvalues of the inverse below this fraction of the largest are round-off of zeros.
const INFINITE: f64 = 1e-11;

/// Eigenvalues in the upper half plane, lowest first, or nearest to the wanted frequency first, and the frequency that the
/// search was scaled by.
pub(super) fn complex_modes(
    system: &System,
    linear: &Linearisation,
    wanted: &Wanted,
) -> Result<(Vec<ComplexMode>, f64), ModesError> {
    let sigma = scale(linear, wanted)?;
    let dense = match wanted.method {
        Method::Automatic => linear.unknowns <= DENSE_UP_TO,
        Method::Dense => true,
        Method::Sparse => false,
    };
    let mut modes = if dense {
        all_modes(system, linear, sigma)?
    } else {
        let shift = match wanted.near {
            Some(near) => Complex::new(0.0, near),
            None => Complex::new(sigma, 0.0),
        };
        arnoldi::modes(system, linear, shift, sigma, wanted.count)?
    };
    modes.retain(|m| m.s.im >= -1e-9 * m.s.norm().max(1e-6 * sigma));
    let target = Complex::new(0.0, wanted.near.unwrap_or(0.0));
    // Equal ones, such as a growing and a decaying one, keep an order that does not depend on round-off.
    let distance = |m: &ComplexMode| (m.s - target).norm();
    modes.sort_by(|a, b| {
        let (x, y) = (distance(a), distance(b));
        if (x - y).abs() <= 1e-9 * (x + y) {
            b.s.re.total_cmp(&a.s.re)
        } else {
            x.total_cmp(&y)
        }
    });
    Ok((modes, sigma))
}

/// About the lowest frequency that is not zero, of the system without damping.
fn scale(linear: &Linearisation, wanted: &Wanted) -> Result<f64, ModesError> {
    if let Some(near) = wanted.near.filter(|w| *w > 0.0) {
        return Ok(near);
    }
    let conservative = linear.conservative();
    let first = Wanted {
        count: 10,
        near: None,
        ..*wanted
    };
    let modes = real::real_modes(&conservative, &first)?;
    if let Some(lowest) = real::lowest_elastic(&modes) {
        return Ok(lowest.max(real::least_shift(linear)).sqrt());
    }
    let size = |v: &[f64]| v.iter().fold(0.0f64, |a, b| a.max(b.abs()));
    let rate = size(&linear.damping) / size(&linear.mass);
    Ok(if rate > 0.0 && rate.is_finite() {
        rate
    } else {
        1.0
    })
}

/// All modes with finite eigenvalue, by one dense eigenproblem.
fn all_modes(
    system: &System,
    linear: &Linearisation,
    sigma: f64,
) -> Result<Vec<ComplexMode>, ModesError> {
    let r = Reduced::new(system, linear)?;
    let (n, na) = (r.len(), r.massive);
    let states = n + na;
    let (mut e, mut a) = (
        DMatrix::<f64>::zeros(states, states),
        DMatrix::<f64>::zeros(states, states),
    );
    for i in 0..n {
        // Row of the balance of coordinate i.
        let row = if i < na { n + i } else { i };
        for j in 0..n {
            let (c, k) = (
                r.damping[(i, j)] / sigma,
                r.stiffness[(i, j)] / (sigma * sigma),
            );
            a[(row, j)] = -k;
            if j < na {
                a[(row, n + j)] = -c;
                e[(row, n + j)] = r.mass[(i, j)];
            } else {
                e[(row, j)] = c;
            }
        }
        if i < na {
            e[(i, i)] = 1.0;
            a[(i, n + i)] = 1.0;
        }
    }
    let shifted = &a - &e;
    let operator = dense::solve(states, shifted.as_slice(), e.as_slice());
    if !operator.iter().all(|x| x.is_finite()) {
        return Err(ModesError::Solver(
            "the matrix of the shifted eigenproblem is singular".into(),
        ));
    }
    let eigen = dense::eigen(states, &operator)?;
    let largest = eigen.values.iter().map(|v| v.norm()).fold(0.0, f64::max);
    let mut modes = Vec::new();
    for (k, mu) in eigen.values.iter().enumerate() {
        if mu.norm() <= INFINITE * largest {
            continue;
        }
        let z = eigen.vector(k);
        let shape = (0..linear.unknowns)
            .map(|i| (0..n).map(|j| z[j] * r.basis[(i, j)]).sum())
            .collect();
        modes.push(ComplexMode {
            s: sigma * (1.0 + mu.inv()),
            shape,
        });
    }
    Ok(modes)
}
