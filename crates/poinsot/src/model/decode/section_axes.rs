//! How the axes of sections are laid along a beam.

use super::lines::stations;
use super::reader::TableReader;
use crate::geometry::{Curve, FramesAlong, Path, Side, axes_problem};
use crate::math::{Quaternion, V3};
use crate::model::flexible::SectionAxes;
use nalgebra::Unit;

/// Without being told, y follows a world axis whose angle to the curve is everywhere larger than this (its sine; 6 deg).
const NEARLY_PARALLEL: f64 = 0.1;

/// Places at which the angle between a curve and a direction is looked at.
const SAMPLES: usize = 200;

/// Largest turn between two directions that a twist is written as [rad].
const TWIST_STEP: f64 = 0.5;

/// Least number of directions between two entries of a twist along a curved line.
const TWIST_PIECES: usize = 16;

/// The section axes of a beam.
pub fn section_axes(t: &TableReader, curve: Option<&Curve>) -> Option<SectionAxes> {
    let length = curve.map(Curve::length);
    let (key, axes) = if t.has("y_axes") {
        let list = stations(t, "y_axes", length, |entry| entry.direction("direction"));
        ("y_axes", list.map(SectionAxes::YStations))
    } else if t.has("z_axis") {
        ("z_axis", t.direction("z_axis").map(SectionAxes::ZNear))
    } else if t.has("y_axis") {
        ("y_axis", t.direction("y_axis").map(SectionAxes::YNear))
    } else {
        let found = curve.map(default_axes);
        if let Some(None) = found {
            let message =
                "the curve comes close to all three world axes; the section axes must be given";
            t.missing(message, "give `y_axis`, `z_axis` or `y_axes`");
        }
        ("", found.flatten())
    };
    let twist = match t.has("twist") {
        true => stations(t, "twist", length, |entry| entry.number("angle")).map(Some),
        false => Some(None),
    };
    let (curve, axes, twist) = (curve?, axes?, twist?);
    if let Some((s, problem)) = axes_problem(curve, &axes) {
        let help = "x of the section runs along the beam; give a direction across it everywhere";
        t.node(key)?
            .error(format!("{problem} ({s} m from the start)"), help);
        return None;
    }
    match twist {
        Some(twist) => twisted(t, curve, &axes, &twist),
        None => Some(axes),
    }
}

/// y near the first of world y, z and x that the curve is nowhere nearly parallel to.
fn default_axes(curve: &Curve) -> Option<SectionAxes> {
    let path = Path::new(curve);
    let mut places: Vec<f64> = path.corners();
    places.extend((0..=SAMPLES).map(|i| path.length() * i as f64 / SAMPLES as f64));
    let sides = [Side::Before, Side::After];
    let tangents = places
        .iter()
        .flat_map(|s| sides.map(|side| path.tangent(*s, side)));
    let tangents: Vec<V3> = tangents.collect();
    let clear = |d: &V3| tangents.iter().all(|x| x.cross(d).norm() > NEARLY_PARALLEL);
    let found = [V3::y(), V3::z(), V3::x()].into_iter().find(clear);
    found.map(SectionAxes::YNear)
}

/// Axes turned about the line by angles at arc lengths, as directions of y close to one another.
fn twisted(
    t: &TableReader,
    curve: &Curve,
    axes: &SectionAxes,
    twist: &[(f64, f64)],
) -> Option<SectionAxes> {
    let pieces = match curve {
        Curve::Polyline(points) if points.len() == 2 => 1,
        Curve::Polyline(_) => {
            let message = "`twist` needs a line without corners";
            t.node("twist")?
                .error(message, "give `y_axes` for a polyline");
            return None;
        }
        _ => TWIST_PIECES,
    };
    let (first, last) = (twist.first()?, twist.last()?);
    let ends = [(0.0, first.1), (curve.length(), last.1)];
    let mut all: Vec<(f64, f64)> = twist.to_vec();
    all.extend(ends.iter().filter(|e| !(first.0..=last.0).contains(&e.0)));
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let path = Path::new(curve);
    let frames = FramesAlong::new(&path, axes);
    let y = |(s, angle): (f64, f64)| {
        let frame = frames.at(s, Side::Before)?;
        let x = Unit::new_normalize(frame.orientation * V3::x());
        let turn = Quaternion::from_axis_angle(&x, angle);
        Some((s, turn * (frame.orientation * V3::y())))
    };
    let mut list = vec![y(all[0])?];
    for pair in all.windows(2) {
        let ((s, a), (s_next, a_next)) = (pair[0], pair[1]);
        let steps = ((a_next - a).abs() / TWIST_STEP).ceil() as usize;
        let steps = steps.max(pieces);
        for i in 1..=steps {
            let part = i as f64 / steps as f64;
            list.push(y((s + part * (s_next - s), a + part * (a_next - a)))?);
        }
    }
    Some(SectionAxes::YStations(list))
}
