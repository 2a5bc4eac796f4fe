//! Matrices of six rows.

use super::reader::{TableReader, ValueAt};
use super::scalars::{number, numbers};
use crate::math::M6;
use crate::model::describe::{Matrix, Quantity, Range, ValueShape};
use crate::model::tree::Data;

/// Matrices may differ from their transpose by this part of the largest entry: files hold rounded numbers.
const SYMMETRY: f64 = 1e-6;

/// Smallest eigenvalue of a matrix with unit diagonal. Round-off of it is far below.
const DEFINITE: f64 = 1e-9;

/// Quantities of the first block, the coupling blocks and the last block.
fn quantities(matrix: Matrix) -> [Quantity; 3] {
    use Quantity as Q;
    match matrix {
        Matrix::BushingStiffness => [Q::Stiffness, Q::Force, Q::AngularStiffness],
        Matrix::BushingDamping => [Q::Damping, Q::Impulse, Q::AngularDamping],
        Matrix::SectionStiffness => [Q::AxialStiffness, Q::CouplingStiffness, Q::BendingStiffness],
        Matrix::SectionDamping => [Q::AxialDamping, Q::CouplingDamping, Q::BendingDamping],
        Matrix::SectionMass => [Q::MassPerLength, Q::Mass, Q::InertiaPerLength],
        Matrix::Moduli => [Q::Modulus; 3],
    }
}

/// Six numbers or six rows of six: symmetric, positive semidefinite, the stiffness of a section and the moduli of a solid definite.
pub fn matrix6(t: &TableReader, key: &str) -> Option<M6> {
    let ValueShape::Matrix6(kind) = t.field(key)?.shape else {
        return None;
    };
    let node = t.node(key)?;
    let matrix = entries(&node, quantities(kind))?;
    let what = key.trim_end_matches("_matrix");
    let strict = matches!(kind, Matrix::SectionStiffness | Matrix::Moduli);
    if let Err((message, help)) = judge_matrix(&matrix, what, strict) {
        node.error(message, help);
        return None;
    }
    Some(0.5 * (matrix + matrix.transpose()))
}

/// Whether a matrix is symmetric and has no negative eigenvalue, or none below round-off where `strict`; else what is wrong and what to
/// do about it.
pub fn judge_matrix(matrix: &M6, what: &str, strict: bool) -> Result<(), (String, String)> {
    // Blocks have different units: each entry is held against the diagonal of its row and column.
    let size = matrix.diagonal().map(|d| d.abs().sqrt());
    let largest = matrix.amax();
    let skew = matrix - matrix.transpose();
    let differs = |i: usize, j: usize| {
        let scale = match size[i] * size[j] > 0.0 {
            true => size[i] * size[j],
            false => largest,
        };
        skew[(i, j)].abs() > SYMMETRY * scale
    };
    if let Some((i, j)) = pairs().find(|(i, j)| differs(*i, *j)) {
        let [a, b] = [matrix[(i, j)], matrix[(j, i)]];
        let message = format!("the {what} matrix is not symmetric");
        let (i, j) = (i + 1, j + 1);
        let help = format!("entry ({i}, {j}) is {a}, entry ({j}, {i}) is {b}; they must be equal");
        return Err((message, help));
    }
    let least = least_eigenvalue(matrix);
    if least.is_none_or(|least| least < -DEFINITE) {
        let message = format!("the {what} matrix has a negative eigenvalue");
        let help = "it would produce energy; check the coupling entries";
        return Err((message, help.to_owned()));
    }
    if strict && least.is_none_or(|least| least < DEFINITE) {
        let message = format!("the {what} matrix is not positive definite");
        let help = "every strain must cost energy: all entries of the diagonal positive, coupling entries not too large";
        return Err((message, help.to_owned()));
    }
    Ok(())
}

/// Eight rows of eight plain numbers. Symmetry and definiteness are checked where a section is made of it.
pub fn matrix8(t: &TableReader, key: &str) -> Option<[[f64; 8]; 8]> {
    let node = t.node(key)?;
    let Some(rows) = node.list().filter(|rows| rows.len() == 8) else {
        node.expected("eight rows of eight numbers", "in SI units: N/m, N, N m");
        return None;
    };
    let mut matrix = [[0.0; 8]; 8];
    let mut sound = true;
    for (row, entry) in matrix.iter_mut().zip(&rows) {
        match numbers::<8>(entry, Quantity::One, Range::Any) {
            Some(values) => *row = values,
            None => sound = false,
        }
    }
    sound.then_some(matrix)
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..6).flat_map(|i| (i + 1..6).map(move |j| (i, j)))
}

/// The entries as written.
fn entries(node: &ValueAt, quantities: [Quantity; 3]) -> Option<M6> {
    let [first, coupling, last] = quantities;
    let quantity = |i: usize, j: usize| match (i < 3, j < 3) {
        (true, true) => first,
        (false, false) => last,
        _ => coupling,
    };
    let Some(list) = node.list().filter(|l| l.len() == 6) else {
        let help = match first == last {
            true => "rows of the strains 11, 22, 33, 12, 23, 13",
            false => "three for translations, then three for rotations",
        };
        node.expected("six numbers or six rows of six", help);
        return None;
    };
    let mut matrix = M6::zeros();
    let mut whole = true;
    let mut set =
        |i: usize, j: usize, entry: &ValueAt, range| match number(entry, quantity(i, j), range) {
            Some(x) => matrix[(i, j)] = x,
            None => whole = false,
        };
    let rows = list.iter().any(|e| matches!(e.value.data, Data::List(_)));
    for (i, entry) in list.iter().enumerate() {
        if !rows {
            set(i, i, entry, Range::NotNegative);
            continue;
        }
        let Some(row) = entry.list().filter(|r| r.len() == 6) else {
            entry.expected("a row of six numbers", "all six rows have six entries");
            return None;
        };
        for (j, value) in row.iter().enumerate() {
            set(i, j, value, Range::Any);
        }
    }
    Some(matrix).filter(|_| whole)
}

/// Smallest eigenvalue of the matrix scaled to unit diagonal, because its blocks have different units; zero rows count as
/// the eigenvalue zero.
fn least_eigenvalue(matrix: &M6) -> Option<f64> {
    let size = matrix.diagonal().map(|d| d.max(0.0).sqrt());
    if (0..6).any(|i| size[i] == 0.0 && matrix.row(i).amax() > 0.0) {
        return None;
    }
    let scale = size.map(|s| if s > 0.0 { 1.0 / s } else { 0.0 });
    let scaled = M6::from_fn(|i, j| matrix[(i, j)] * scale[i] * scale[j]);
    let finite = scaled.iter().all(|x| x.is_finite());
    let eigen = finite.then(|| nalgebra::SymmetricEigen::try_new(scaled, f64::EPSILON, 1000));
    eigen.flatten().map(|e| e.eigenvalues.min())
}
