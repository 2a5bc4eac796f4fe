//! Orientations: quaternion, axis and angle, two axes, or three angles.

use super::reader::{TableReader, ValueAt};
use super::scalars::{numbers, text, unit_vector};
use crate::math::{M3, Quaternion, V3};
use crate::model::describe::{Quantity, Range};
use nalgebra::{Rotation3, Unit};

/// Quaternions that are further from unit length than this are suspicious.
const NORM_SLACK: f64 = 1e-3;

/// Two directions whose unit vectors span a smaller area are called parallel.
const PARALLEL: f64 = 1e-9;

impl TableReader<'_> {
    /// The orientation under a key; `None` when it is absent or wrong.
    pub fn orientation(&self, key: &str) -> Option<Quaternion> {
        orientation(&self.table(key)?)
    }
}

/// An orientation; the description has made sure that exactly one form is given.
fn orientation(table: &TableReader) -> Option<Quaternion> {
    if let Some(node) = table.node("quaternion") {
        return quaternion(&node);
    }
    if table.has("euler") || table.has("sequence") {
        return euler(table);
    }
    if table.has("angle") || table.has("axis") {
        let (axis, angle) = (table.direction("axis"), table.number("angle"));
        return Some(Quaternion::from_axis_angle(
            &Unit::new_unchecked(axis?),
            angle?,
        ));
    }
    two_axes(table)
}

fn quaternion(node: &ValueAt) -> Option<Quaternion> {
    let q = numbers::<4>(node, Quantity::One, Range::Any)?;
    let largest = q.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    if largest < 1e-200 {
        node.error("a quaternion cannot be zero", "no rotation is [1, 0, 0, 0]");
        return None;
    }
    let [w, x, y, z] = q.map(|e| e / largest);
    let scaled = nalgebra::Quaternion::new(w, x, y, z);
    let norm = scaled.norm() * largest;
    if (norm - 1.0).abs() > NORM_SLACK {
        let message = format!("the quaternion has length {norm:.4}; it is normalised");
        node.warning(message, "the order is [w, x, y, z], scalar first");
    }
    Some(Quaternion::new_normalize(scaled))
}

/// The first of x, y, z that is given is exact, the second is made perpendicular, the third follows.
fn two_axes(table: &TableReader) -> Option<Quaternion> {
    let keys = ["x", "y", "z"];
    let given: Vec<usize> = (0..3).filter(|i| table.has(keys[*i])).collect();
    let [a, b] = given[..] else {
        return None;
    };
    let (first, second) = (table.direction(keys[a]), table.direction(keys[b]));
    let (first, second) = (first?, second?);
    let Some(second) = perpendicular(&first, &second) else {
        let node = table.node(keys[b])?;
        let message = format!("`{}` and `{}` are parallel", keys[a], keys[b]);
        node.error(message, "give two different directions");
        return None;
    };
    let c = 3 - a - b;
    let third = match (b + 3 - a) % 3 {
        1 => first.cross(&second),
        _ => second.cross(&first),
    };
    let mut columns = [V3::zeros(); 3];
    (columns[a], columns[b], columns[c]) = (first, second, third);
    Some(from_columns(&columns))
}

/// The part of a direction perpendicular to another, unit length; `None` when they are parallel.
fn perpendicular(fixed: &V3, other: &V3) -> Option<V3> {
    let rest = other - fixed * fixed.dot(other);
    (rest.norm() > PARALLEL).then(|| rest.normalize())
}

fn from_columns(columns: &[V3; 3]) -> Quaternion {
    let rotation = Rotation3::from_matrix_unchecked(M3::from_columns(columns));
    Quaternion::from_rotation_matrix(&rotation)
}

/// Axes with a given z; x is the part of world x (of world y, if z is near x) perpendicular to it.
pub fn from_z(z: &V3) -> Quaternion {
    let helper = if z.x.abs() < 0.9 { V3::x() } else { V3::y() };
    let x = (helper - z * z.dot(&helper)).normalize();
    from_columns(&[x, z.cross(&x), *z])
}

/// Axes of a universal joint: x along the first axis, y along the second; `None` unless they are perpendicular.
pub fn from_xy(x: &V3, y: &V3) -> Option<Quaternion> {
    // One part in a thousand: axes typed with four digits still pass.
    if x.dot(y).abs() > 1e-3 {
        return None;
    }
    let y = unit_vector(&(y - x * x.dot(y)))?;
    Some(from_columns(&[*x, y, x.cross(&y)]))
}

/// Three rotations about coordinate axes. Lower case: about the fixed outer axes, so later ones stand to the left.
/// Upper case: about the axes already turned, so later ones stand to the right.
fn euler(table: &TableReader) -> Option<Quaternion> {
    let angles = table.vector("euler");
    let node = table.node("sequence")?;
    let letters = text(&node)?;
    let axis = |c: char| match c.to_ascii_lowercase() {
        'x' => Some(V3::x_axis()),
        'y' => Some(V3::y_axis()),
        'z' => Some(V3::z_axis()),
        _ => None,
    };
    let axes: Option<Vec<_>> = letters.chars().map(axis).collect();
    let lower = letters.chars().all(|c| c.is_ascii_lowercase());
    let upper = letters.chars().all(|c| c.is_ascii_uppercase());
    let axes = axes.filter(|a| a.len() == 3 && (lower || upper) && a[0] != a[1] && a[1] != a[2]);
    let Some(axes) = axes else {
        let message = format!("\"{letters}\" is not a sequence of axes");
        let help = "three letters, no two neighbours equal: \"zxz\" about fixed axes, \"ZXZ\" about turned axes";
        node.error(message, help);
        return None;
    };
    let angles = angles?;
    let turns = (0..3).map(|i| Quaternion::from_axis_angle(&axes[i], angles[i]));
    Some(turns.fold(Quaternion::identity(), |q, turn| match lower {
        true => turn * q,
        false => q * turn,
    }))
}
