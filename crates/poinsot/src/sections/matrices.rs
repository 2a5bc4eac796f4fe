//! Sections as 6x6 matrices: other orders of axes, mass matrices, interpolation.

use super::Section;
use crate::math::{M3, V3, axial, blocks, skew};
use nalgebra::Matrix6;

/// Rounded digits of written matrices: entries that should agree may differ by this part.
const WRITTEN: f64 = 1e-6;

/// The row of a matrix for a beam along z that stands for each of our rows: x is the old z, y the old x, z the old y. The
/// turn of the axes is a proper rotation (cyclic), so no sign changes.
const FROM_Z: [usize; 6] = [2, 0, 1, 5, 3, 4];

/// The stiffness or damping matrix of a section written in the order of BeamDyn, with the beam along z: shear along x,
/// shear along y, extension, bending about x, bending about y, torsion [OpenFAST documentation, BeamDyn user's guide,
/// blade input file: `diag(K_ShrFlp, K_ShrEdg, EA, EI_Edg, EI_Flp, GJ)`]. Our y is BeamDyn's x, our z its y.
pub fn from_beamdyn(stiffness: &Matrix6<f64>) -> Matrix6<f64> {
    Matrix6::from_fn(|i, j| stiffness[(FROM_Z[i], FROM_Z[j])])
}

/// The mass matrix of a section written in the order of BeamDyn; the result is one for [`mass_from_matrix`]. Both have the
/// form of [`mass_matrix`], with inertia about the reference line, so the axes turn as for [`from_beamdyn`].
pub fn from_beamdyn_mass(mass: &Matrix6<f64>) -> Matrix6<f64> {
    from_beamdyn(mass)
}

/// The matrix of momentum and angular momentum per length about the reference line,
/// `[m 1, -m [c]; m [c], J + m (|c|^2 1 - c c^T)]` with `[c] = skew(c)`.
pub fn mass_matrix(section: &Section) -> Matrix6<f64> {
    let c = section.mass_center;
    let moment = section.mass * skew(&c);
    blocks(
        &(section.mass * M3::identity()),
        &-moment,
        &moment,
        &(section.inertia + about_line(section.mass, &c)),
    )
}

/// Mass per length [kg/m], mass centre [m] and inertia per length about it [kg m] of a mass matrix about the reference line.
/// An error says what keeps the matrix from being one.
pub fn mass_from_matrix(m: &Matrix6<f64>) -> Result<(f64, V3, M3), String> {
    if m.iter().any(|x| !x.is_finite()) {
        return Err("a mass matrix has finite entries".to_owned());
    }
    let mass = m.fixed_view::<3, 3>(0, 0).trace() / 3.0;
    if mass <= 0.0 {
        return Err(format!(
            "the mass per length must be positive, not {mass} kg/m"
        ));
    }
    let lower: M3 = m.fixed_view::<3, 3>(3, 0).into();
    let upper: M3 = m.fixed_view::<3, 3>(0, 3).into();
    let c = axial(&(lower - upper)) / (2.0 * mass);
    let about: M3 = m.fixed_view::<3, 3>(3, 3).into();
    let inertia = 0.5 * (about + about.transpose()) - about_line(mass, &c);
    let again = mass_matrix(&Section {
        stiffness: Matrix6::zeros(),
        damping: Matrix6::zeros(),
        mass,
        mass_center: c,
        inertia,
        shape: None,
    });
    // Scale of each block: mass, mass times a length, mass times its square.
    let size = (about.trace().abs() / mass).sqrt();
    let scale = |i: usize| mass.sqrt() * if i < 3 { 1.0 } else { size };
    for i in 0..6 {
        for j in 0..6 {
            let (given, form) = (m[(i, j)], again[(i, j)]);
            if (given - form).abs() > WRITTEN * scale(i) * scale(j) {
                return Err(format!(
                    "entry ({}, {}) is {given}, where a mass matrix with the mass centre at ({}, {}, {}) m has {form}",
                    i + 1,
                    j + 1,
                    c.x,
                    c.y,
                    c.z
                ));
            }
        }
    }
    if c.x.abs() > WRITTEN * size {
        return Err(format!(
            "the mass centre must lie in the section, not {} m along the beam",
            c.x
        ));
    }
    Ok((mass, V3::new(0.0, c.y, c.z), inertia))
}

/// The section at an arc length: linear between neighbouring stations (arc lengths increase), constant beyond them.
///
/// Linear are the entries of stiffness and damping, the mass, the mass moment `m c` and the inertia about the reference
/// line, so that the mass matrix is linear; the inertia about the mass centre follows from them and stays positive. At an
/// arc length with two stations, a step, the first of them counts. Without stations everything is zero.
pub fn interpolate(sections: &[(f64, Section)], s: f64) -> Section {
    let next = sections.partition_point(|(at, _)| *at < s);
    let (from, to) = match (
        next.checked_sub(1).map(|k| &sections[k]),
        sections.get(next),
    ) {
        (Some(from), Some(to)) => (from, to),
        (Some((_, only)), None) | (None, Some((_, only))) => return only.clone(),
        (None, None) => return zero(),
    };
    let b = (s - from.0) / (to.0 - from.0);
    let a = 1.0 - b;
    let (from, to) = (&from.1, &to.1);
    let mass = a * from.mass + b * to.mass;
    let moment = a * from.mass * from.mass_center + b * to.mass * to.mass_center;
    let about = a * (from.inertia + about_line(from.mass, &from.mass_center))
        + b * (to.inertia + about_line(to.mass, &to.mass_center));
    let mass_center = if mass > 0.0 {
        moment / mass
    } else {
        V3::zeros()
    };
    Section {
        stiffness: a * from.stiffness + b * to.stiffness,
        damping: a * from.damping + b * to.damping,
        mass,
        mass_center,
        inertia: about - about_line(mass, &mass_center),
        shape: from.shape.filter(|_| from.shape == to.shape),
    }
}

fn zero() -> Section {
    Section {
        stiffness: Matrix6::zeros(),
        damping: Matrix6::zeros(),
        mass: 0.0,
        mass_center: V3::zeros(),
        inertia: M3::zeros(),
        shape: None,
    }
}

/// What a mass at `c` adds to the inertia about the origin: `m (|c|^2 1 - c c^T)`.
fn about_line(mass: f64, c: &V3) -> M3 {
    mass * (c.norm_squared() * M3::identity() - c * c.transpose())
}
