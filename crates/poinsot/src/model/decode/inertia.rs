//! Inertia of a body: the ways to write it, its move to the mass centre, and its physical sense.

use super::reader::{TableReader, ValueAt};
use super::scalars::{numbers, vector};
use crate::math::{M3, V3};
use crate::model::describe::{INERTIA, Quantity, Range};
use crate::model::tree::Data;
use nalgebra::SymmetricEigen;

/// Entries that should be equal may differ by this part of the largest: files hold rounded numbers.
const SYMMETRY: f64 = 1e-6;

/// Principal moments below this part of the largest count as zero.
const DEFINITE: f64 = 1e-12;

/// Rounded numbers of a flat body may break the triangle inequality by this part.
const TRIANGLE: f64 = 1e-6;

/// Inertia about the mass centre in body axes.
pub fn inertia(table: &TableReader, mass: Option<f64>, mass_center: Option<V3>) -> Option<M3> {
    let node = table.node("inertia");
    let written = node.as_ref().and_then(matrix);
    let axes = table.orientation("inertia_axes");
    let about = about(table, mass_center);
    let (node, mut inertia) = (node?, written?);
    if let Some(axes) = axes {
        let r = axes.to_rotation_matrix();
        inertia = r.matrix() * inertia * r.matrix().transpose();
    }
    // Parallel axes: I_P = I_C + m (|d|^2 1 - d d^T), d from the point P to the mass centre C.
    let d = mass_center? - about?;
    if d != V3::zeros() {
        inertia -= mass? * (d.norm_squared() * M3::identity() - d * d.transpose());
    }
    inertia = 0.5 * (inertia + inertia.transpose());
    let whence = match d == V3::zeros() {
        true => Whence::Given,
        false => Whence::Moved,
    };
    check(&node, &inertia, whence).then_some(inertia)
}

/// The point the inertia is about, in the body frame.
fn about(table: &TableReader, mass_center: Option<V3>) -> Option<V3> {
    let Some(node) = table.node("inertia_about") else {
        return mass_center;
    };
    match node.value.text() {
        Some("mass_center") => mass_center,
        Some("origin") => Some(V3::zeros()),
        Some(other) => {
            let help = crate::model::problem::suggest(other, ["mass_center", "origin"]);
            node.error(format!("unknown point \"{other}\" for the inertia"), help);
            None
        }
        None => vector(&node, Quantity::Length),
    }
}

/// The matrix as it is written.
fn matrix(node: &ValueAt) -> Option<M3> {
    match &node.value.data {
        Data::List(list) if list.iter().any(|e| matches!(e.data, Data::List(_))) => rows(node),
        Data::List(_) => {
            let diagonal = numbers::<3>(node, Quantity::Inertia, Range::NotNegative)?;
            Some(M3::from_diagonal(&V3::from(diagonal)))
        }
        Data::Table(_) => {
            let t = TableReader::open(node, &INERTIA)?;
            let [xx, yy, zz, xy, xz, yz] =
                ["xx", "yy", "zz", "xy", "xz", "yz"].map(|key| t.number(key));
            let (xx, yy, zz, xy, xz, yz) = (xx?, yy?, zz?, xy?, xz?, yz?);
            Some(M3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz))
        }
        _ => {
            let help = "[Ixx, Iyy, Izz], three rows of three, or { xx = .., yy = .., zz = .. }";
            node.expected("an inertia", help);
            None
        }
    }
}

fn rows(node: &ValueAt) -> Option<M3> {
    let Some(list) = node.list().filter(|l| l.len() == 3) else {
        node.expected("three rows of three numbers", "or just [Ixx, Iyy, Izz]");
        return None;
    };
    let rows: Vec<_> = list.iter().map(|n| vector(n, Quantity::Inertia)).collect();
    let rows: Option<Vec<V3>> = rows.into_iter().collect();
    let [x, y, z] = rows?[..] else {
        return None;
    };
    let matrix = M3::from_rows(&[x.transpose(), y.transpose(), z.transpose()]);
    let skew = (matrix - matrix.transpose()).amax();
    if skew > SYMMETRY * matrix.amax() {
        let message =
            format!("the inertia matrix is not symmetric: entries differ by {skew:.3e} kg m^2");
        node.error(message, "entry (i, j) must equal entry (j, i)");
        return None;
    }
    Some(matrix)
}

/// Where an inertia about the mass centre is from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Whence {
    /// Given as it is.
    Given,
    /// Given about another point.
    Moved,
    /// Of shapes.
    Shapes,
}

/// Checks that principal moments are positive, and warns where no mass distribution has them.
pub fn check(node: &ValueAt, inertia: &M3, from: Whence) -> bool {
    match judge(inertia, from) {
        Ok(None) => true,
        Ok(Some((message, help))) => {
            node.warning(message, help);
            true
        }
        Err((message, help)) => {
            node.error(message, help);
            false
        }
    }
}

/// A message and what to do next.
pub type Remark = (String, &'static str);

/// What is wrong with an inertia about the mass centre; `Ok` with a warning if it can be used all the same.
pub fn judge(inertia: &M3, from: Whence) -> Result<Option<Remark>, Remark> {
    let whence = match from {
        Whence::Given => "",
        Whence::Moved => " after moving it to the mass centre",
        Whence::Shapes => ", as given by its shapes",
    };
    let largest = inertia.amax();
    let principal = (largest > 0.0 && largest.is_finite())
        .then(|| SymmetricEigen::try_new(inertia / largest, f64::EPSILON, 1000))
        .flatten()
        .map(|e| e.eigenvalues * largest);
    let Some(principal) = principal else {
        let message = format!("the inertia is zero or too large{whence}");
        return Err((message, "a mass without inertia is a [[point_mass]]"));
    };
    let mut moments = [principal[0], principal[1], principal[2]];
    moments.sort_by(f64::total_cmp);
    let [a, b, c] = moments;
    if a < -DEFINITE * c.abs() {
        let message =
            format!("the inertia has a negative principal moment ({a:.4e} kg m^2){whence}");
        let help = match from == Whence::Moved {
            true => "check `inertia_about`: is the inertia already about the mass centre?",
            false => "products of inertia are too large, or their sign convention differs",
        };
        return Err((message, help));
    }
    if a <= DEFINITE * c {
        let message = format!("the inertia has a zero principal moment{whence}");
        let help = match from {
            Whence::Shapes => {
                "make it thicker: a rod needs a radius of at least a millionth of its length, so that its rotation about its own axis can be resolved"
            }
            _ => {
                "give every axis a small positive value, or leave `mass` and `inertia` to a [[shape]] with a true radius and its `mass`; a mass without inertia is a [[point_mass]]"
            }
        };
        return Err((message, help));
    }
    if a + b < c * (1.0 - TRIANGLE) {
        let message = format!(
            "no body has these principal moments: {a:.4e} + {b:.4e} is less than {c:.4e} (triangle inequality){whence}"
        );
        return Ok(Some((
            message,
            "check the values; the run continues with them",
        )));
    }
    Ok(None)
}
