//! Real modes of conservative systems, `K x + G^T l = w^2 M x`, `G x = 0` (md.3).
//!
//! With a factor of the mass, `M = L L^T`, and the inverse `B` of `K - s M` on what the constraints leave free, the
//! symmetric matrix `L^T B L` has the eigenvalues `1/(w^2 - s)`. Constraints and motions without mass give zeros, that is
//! infinite frequencies, and need no treatment of their own; and the lowest frequencies are the most accurate.

use super::lanczos;
use super::linearise::{Linearisation, Matrix, dot};
use super::shifted::Shifted;
use super::{Method, ModesError, Wanted};
use poinsot_lu::dense;

/// An eigenvalue `w^2` with its shape of unit modal mass.
#[derive(Clone, Debug)]
pub(super) struct RealMode {
    pub square: f64,
    /// A smaller square cannot be told from zero.
    pub noise: f64,
    pub shape: Vec<f64>,
}

/// Unknowns up to which everything is computed at once.
pub(super) const DENSE_UP_TO: usize = 300;
/// Eigenvalues of the inverse below this fraction of the largest are round-off of zeros.
const INFINITE: f64 = 1e-13;
/// The shift is good if it lies within this factor of the lowest frequency squared that is not zero.
const SHIFT_WITHIN: f64 = 30.0;
/// The first shift in units of the least one.
const FIRST_SHIFT: f64 = 1e3;
/// A shift just at an eigenvalue, which may be negative, has no inverse.
const BESIDE: f64 = 1.37;
/// Attempts to find such a shift.
const SHIFTS: usize = 5;

/// The wanted modes, lowest first, or nearest to the shift first.
pub(super) fn real_modes(
    linear: &Linearisation,
    wanted: &Wanted,
) -> Result<Vec<RealMode>, ModesError> {
    let dense = match wanted.method {
        Method::Automatic => linear.unknowns <= DENSE_UP_TO,
        Method::Dense => true,
        Method::Sparse => false,
    };
    // All shifts have one pattern: it is analysed once, and one set of factors is in memory.
    let mut kept: Option<Shifted> = None;
    let mut solve = |shift: f64, count: usize| -> Result<Vec<RealMode>, ModesError> {
        let shifted = match &mut kept {
            Some(shifted) => {
                shifted.shift_to(linear, shift)?;
                shifted
            }
            None => kept.insert(Shifted::new(linear, shift)?),
        };
        if dense {
            all_modes(linear, shifted, shift)
        } else {
            lanczos::modes(linear, shifted, shift, count)
        }
    };
    if let Some(near) = wanted.near {
        let square = near * near;
        // A shift on an eigenvalue has no inverse; a little beside it is as good.
        let around = |count: usize| {
            let there = solve(square, count);
            there.or_else(|_| solve(square * (1.0 + 1e-6) + f64::MIN_POSITIVE, count))
        };
        return nearest(near, wanted.count, dense, around);
    }
    // A negative shift makes K - s M definite, with rigid motions too. It should be about as large as the lowest frequency.
    let least = least_shift(linear);
    let mut size = FIRST_SHIFT * least;
    let mut last: Option<(f64, Vec<RealMode>, usize)> = None;
    // A first look need not see all.
    let mut count = match dense {
        true => wanted.count,
        false => FIRST_LOOK.min(wanted.count),
    };
    for _ in 0..SHIFTS {
        let modes = match (solve(-size, count), last.take()) {
            (Ok(modes), _) => modes,
            (Err(ModesError::Singular { .. }), None) => {
                // By chance on an eigenvalue, or too small to tell the matrix from a singular one.
                size *= SHIFT_WITHIN * BESIDE;
                continue;
            }
            (Err(ModesError::Singular { .. }), Some((before, modes, seen))) => {
                let again = seen < wanted.count;
                last = Some((
                    before,
                    if again {
                        solve(-before, wanted.count)?
                    } else {
                        modes
                    },
                    wanted.count,
                ));
                break;
            }
            (Err(ModesError::NotConverged { .. }), None) if size > f64::MIN_POSITIVE => {
                // The lowest frequencies lie so far below that they look alike from here.
                size /= FIRST_SHIFT;
                continue;
            }
            (Err(other), _) => return Err(other),
        };
        let complete = count == wanted.count;
        let lowest = lowest_elastic(&modes);
        last = Some((size, modes, count));
        count = wanted.count;
        // Cables and slender beams have frequencies far below the least shift; there it is no help.
        let better = lowest.map_or(size, |lowest| {
            match SHIFT_WITHIN * BESIDE * lowest < least {
                true => BESIDE * lowest,
                false => (BESIDE * lowest).max(least),
            }
        });
        let good = (size / better).max(better / size) < SHIFT_WITHIN;
        if good && complete {
            break;
        }
        if !good {
            size = better;
        }
    }
    // Without a single success: the error of the last attempt.
    let mut modes = match last {
        Some((_, modes, _)) => modes,
        None => solve(-size, wanted.count)?,
    };
    modes.sort_by(|a, b| a.square.total_cmp(&b.square));
    modes.truncate(wanted.count);
    Ok(modes)
}

/// The modes nearest to a frequency, nearest first. Those that a search around its square finds first are the nearest by squares,
/// which favours lower ones: the search goes on until no mode that is nearer by frequency can be missing.
fn nearest(
    near: f64,
    wanted: usize,
    all: bool,
    mut around: impl FnMut(usize) -> Result<Vec<RealMode>, ModesError>,
) -> Result<Vec<RealMode>, ModesError> {
    // Distance of the eigenvalue from i near, as for complex modes; negative squares are real eigenvalues.
    let distance = |m: &RealMode| match m.square >= 0.0 {
        true => (m.square.sqrt() - near).abs(),
        false => (near * near - m.square).sqrt(),
    };
    let mut count = wanted.max(1);
    let mut modes = around(count)?;
    loop {
        let found = modes.len();
        modes.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let squares = modes.iter().map(|m| (m.square - near * near).abs());
        let seen = squares.fold(0.0, f64::max);
        let last = modes.get(wanted.max(1) - 1).map_or(0.0, &distance);
        // Above `near` a distance is worth most in squares.
        let complete = last * (2.0 * near + last) <= seen * (1.0 + 1e-9);
        if all || complete || found < count {
            modes.truncate(wanted);
            return Ok(modes);
        }
        count *= 2;
        modes = around(count)?;
    }
}

/// Modes that are enough to see how low the lowest frequencies are: more than six rigid ones.
const FIRST_LOOK: usize = 8;

/// The smallest shift: a ratio of stiffness and mass so far below the typical one that no frequency of a sound mesh is lower,
/// but large enough to tell the matrix from a singular one.
pub(super) fn least_shift(linear: &Linearisation) -> f64 {
    let (mut stiffness, mut mass) = (0.0, 0.0);
    for column in 0..linear.unknowns {
        for k in linear.column_starts[column]..linear.column_starts[column + 1] {
            if linear.entry_rows[k] as usize == column {
                stiffness += linear.stiffness[k].abs();
                mass += linear.mass[k];
            }
        }
    }
    if stiffness > 0.0 && mass > 0.0 {
        1e-9 * stiffness / mass
    } else {
        1.0
    }
}

/// The lowest eigenvalue by size that is not zero.
pub(super) fn lowest_elastic(modes: &[RealMode]) -> Option<f64> {
    let elastic = modes.iter().filter(|m| m.square.abs() > m.noise);
    elastic.map(|m| m.square.abs()).min_by(f64::total_cmp)
}

/// A square far below the shift is the difference of two numbers of the shift's size, and solutions are refined only from a
/// backward error of 1e-10 on.
const SHIFT_NOISE: f64 = 1e-9;

/// Round-off of `w^2 = x^T K x`: a smaller value cannot be told from zero.
fn square_noise(linear: &Linearisation, shape: &[f64]) -> f64 {
    // A hundred roundings per entry of the stiffness and of the solution.
    100.0 * f64::EPSILON * linear.form_size(Matrix::Stiffness, shape)
}

/// All modes with finite frequency, by one dense eigenproblem.
fn all_modes(
    linear: &Linearisation,
    shifted: &mut Shifted,
    shift: f64,
) -> Result<Vec<RealMode>, ModesError> {
    let root = linear.mass_root.columns();
    let columns = root.len();
    let mut solved = Vec::with_capacity(columns);
    for column in root.iter() {
        let mut x = vec![0.0; linear.unknowns];
        for &(k, v) in column {
            x[k] = v;
        }
        shifted.solve(&mut x)?;
        solved.push(x);
    }
    let entry =
        |i: usize, j: usize| -> f64 { root[i].iter().map(|&(k, v)| v * solved[j][k]).sum() };
    let mut inverse = Vec::with_capacity(columns * columns);
    for j in 0..columns {
        inverse.extend((0..columns).map(|i| 0.5 * (entry(i, j) + entry(j, i))));
    }
    let eigen = dense::symmetric_eigen(columns, &inverse)?;
    let largest = eigen.values.iter().fold(0.0f64, |a, b| a.max(b.abs()));
    let mut modes = Vec::new();
    for (k, &value) in eigen.values.iter().enumerate() {
        if value.abs() <= INFINITE * largest {
            continue;
        }
        let mut shape = vec![0.0; linear.unknowns];
        for (weight, x) in eigen.vector(k).iter().zip(&solved) {
            for (s, v) in shape.iter_mut().zip(x) {
                *s += weight * v;
            }
        }
        let mode = finish(linear, shape, shift, value);
        if is_sound(linear, &mode) {
            modes.push(mode);
        }
    }
    Ok(modes)
}

/// Largest part by which the square of a frequency may differ from the stiffness of its shape.
const UNSOUND: f64 = 0.1;

/// Whether the stiffness of a shape is what its frequency says. Solutions carry a backward error of up to 1e-10, so that zeros of
/// the inverse may come out larger than round-off; their shapes give them away.
fn is_sound(linear: &Linearisation, mode: &RealMode) -> bool {
    let stiffness = linear.form(Matrix::Stiffness, &mode.shape, &mode.shape);
    let size = stiffness.abs() + mode.square.abs();
    (stiffness - mode.square).abs() <= mode.noise + UNSOUND * size
}

/// A mode of unit modal mass from an eigenvalue of the inverse.
pub(super) fn finish(
    linear: &Linearisation,
    mut shape: Vec<f64>,
    shift: f64,
    value: f64,
) -> RealMode {
    let mass = dot(&shape, &linear.times(Matrix::Mass, &shape));
    let factor = 1.0 / mass.sqrt();
    for x in &mut shape {
        *x *= factor;
    }
    let square = shift + 1.0 / value;
    let noise = square_noise(linear, &shape);
    // The form itself is the better judge of a motion without stiffness: errors of its shape count by their squares only.
    let rigid = linear.form(Matrix::Stiffness, &shape, &shape).abs() <= noise;
    let least = if rigid { square.abs() } else { 0.0 };
    RealMode {
        square,
        noise: (noise + SHIFT_NOISE * shift.abs()).max(least),
        shape,
    }
}
