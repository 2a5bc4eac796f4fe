//! What is wrong with a section.

use super::Section;
use nalgebra::{Matrix6, SMatrix};

/// Rounded digits of written matrices, relative to the diagonal.
pub(super) const WRITTEN: f64 = 1e-6;
/// Round-off of eigenvalues of matrices scaled to size one, with room.
pub(super) const ROUND_OFF: f64 = 1e-10;

/// What is wrong with a section, if something is: entries that are no numbers, matrices not symmetric, stiffness not
/// positive definite, damping or inertia negative in some direction, no mass, a mass centre off the section's plane.
///
/// Entries of different units are compared after scaling with the diagonal: `k_ij` against `sqrt(k_ii k_jj)`.
pub fn problem(section: &Section) -> Option<String> {
    let Section {
        stiffness,
        damping,
        mass,
        mass_center,
        inertia,
        shape: _,
    } = section;
    let finite = stiffness
        .iter()
        .chain(damping)
        .chain(mass_center)
        .chain(inertia);
    if finite.chain([mass]).any(|x| !x.is_finite()) {
        return Some("all entries must be finite numbers".to_owned());
    }
    if let Some(i) = (0..6).find(|&i| stiffness[(i, i)] <= 0.0) {
        let value = stiffness[(i, i)];
        return Some(format!(
            "stiffness: entry ({0}, {0}) must be positive, not {value}",
            i + 1
        ));
    }
    let scale = Matrix6::from_diagonal(&stiffness.diagonal().map(|k| 1.0 / k.sqrt()));
    let scaled = scale * stiffness * scale;
    if let Some(text) = unsymmetric("stiffness", stiffness, &scaled) {
        return Some(text);
    }
    if lowest_eigenvalue(&scaled) <= ROUND_OFF {
        return Some(
            "stiffness: the matrix is not positive definite, some strain would cost no energy or give some away"
                .to_owned(),
        );
    }
    let scaled = scale * damping * scale;
    let size = scaled.amax();
    if size > 0.0 {
        let scaled = scaled / size;
        if let Some(text) = unsymmetric("damping", damping, &scaled) {
            return Some(text);
        }
        if lowest_eigenvalue(&scaled) < -WRITTEN {
            return Some(
                "damping: the matrix is negative for some strain rate and would give energy"
                    .to_owned(),
            );
        }
    }
    if *mass <= 0.0 {
        return Some(format!(
            "the mass per length must be positive, not {mass} kg/m"
        ));
    }
    if mass_center.x != 0.0 {
        return Some(format!(
            "the mass centre must lie in the section: its x must be 0, not {} m",
            mass_center.x
        ));
    }
    let size = inertia.amax();
    if size > 0.0 {
        let scaled = inertia / size;
        if let Some(text) = unsymmetric("inertia", inertia, &scaled) {
            return Some(text);
        }
        if lowest_eigenvalue(&scaled) < -WRITTEN {
            return Some(
                "inertia about the mass centre: it is negative about some axis".to_owned(),
            );
        }
    }
    None
}

fn unsymmetric<const N: usize>(
    name: &str,
    given: &SMatrix<f64, N, N>,
    scaled: &SMatrix<f64, N, N>,
) -> Option<String> {
    (0..N)
        .flat_map(|i| (0..i).map(move |j| (i, j)))
        .find(|&(i, j)| (scaled[(i, j)] - scaled[(j, i)]).abs() > WRITTEN)
        .map(|(i, j)| {
            format!(
                "{name}: the matrix must be symmetric, but entries ({0}, {1}) and ({1}, {0}) are {2} and {3}",
                i + 1,
                j + 1,
                given[(i, j)],
                given[(j, i)]
            )
        })
}

/// Lowest eigenvalue of the symmetric part.
pub(super) fn lowest_eigenvalue<const N: usize>(m: &SMatrix<f64, N, N>) -> f64 {
    let symmetric = 0.5 * (m + m.transpose());
    let dynamic = nalgebra::DMatrix::from_fn(N, N, |i, j| symmetric[(i, j)]);
    // Bounded, for with entries that are not finite it would not end; such a matrix is not positive.
    let eigen = nalgebra::SymmetricEigen::try_new(dynamic, f64::EPSILON, 1000);
    eigen.map_or(f64::NEG_INFINITY, |e| e.eigenvalues.min())
}
