//! Strains, stresses and matrices on axes rotated about the normal (sh.14).

use super::RESULTANTS;
use nalgebra::{Matrix2, Matrix3, SMatrix};

/// `(e11, e22, 2 e12)` on axes at `angle` to the first axis, counter-clockwise seen from the top, from those on the axes themselves.
/// Its transpose takes stresses back.
pub(super) fn plane(angle: f64) -> Matrix3<f64> {
    let (s, c) = angle.sin_cos();
    Matrix3::new(
        c * c,
        s * s,
        c * s,
        s * s,
        c * c,
        -c * s,
        -2.0 * c * s,
        2.0 * c * s,
        c * c - s * s,
    )
}

/// The same for transverse shear, strains and stresses alike.
pub(super) fn shear(angle: f64) -> Matrix2<f64> {
    let (s, c) = angle.sin_cos();
    Matrix2::new(c, s, -s, c)
}

/// All strains of a section on axes at `angle`.
fn whole(angle: f64) -> SMatrix<f64, RESULTANTS, RESULTANTS> {
    let mut all = SMatrix::<f64, RESULTANTS, RESULTANTS>::zeros();
    let turn = plane(angle);
    all.fixed_view_mut::<3, 3>(0, 0).copy_from(&turn);
    all.fixed_view_mut::<3, 3>(3, 3).copy_from(&turn);
    all.fixed_view_mut::<2, 2>(6, 6).copy_from(&shear(angle));
    all
}

/// Stiffness or viscosity on the local axes, of a section given on axes at `angle` [rad] to the first local one: its material direction.
/// The angle counts from the first to the second local axis.
pub fn rotated_matrix(
    given: &[[f64; RESULTANTS]; RESULTANTS],
    angle: f64,
) -> [[f64; RESULTANTS]; RESULTANTS] {
    let turn = whole(angle);
    let given = SMatrix::<f64, RESULTANTS, RESULTANTS>::from_fn(|i, j| given[i][j]);
    let local = turn.transpose() * given * turn;
    symmetric(|i, j| local[(i, j)])
}

/// Strains on axes at `angle` [rad] to the first local one, from those on the local axes: what a section whose material has this direction
/// takes for its stresses.
pub fn rotated_strains(local: &[f64; RESULTANTS], angle: f64) -> [f64; RESULTANTS] {
    let turned = whole(angle) * nalgebra::SVector::<f64, RESULTANTS>::from(*local);
    turned.into()
}

/// A matrix that is symmetric but for round-off, without it.
pub(super) fn symmetric(entry: impl Fn(usize, usize) -> f64) -> [[f64; RESULTANTS]; RESULTANTS] {
    std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (entry(i, j) + entry(j, i))))
}
