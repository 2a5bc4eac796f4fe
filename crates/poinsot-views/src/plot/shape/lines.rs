//! Beams and cables as surfaces swept along their nodes. The same curve between nodes as in reports.

use super::colours::{Quantity, Range};
use super::mesh::{Mesh, turn_to};
use super::painter::Painter;
use super::places::{Columns, list, number, whole};
use crate::plot::scene::Color;
use poinsot::math::{Quaternion, V3};
use serde_json::Value;
use std::f64::consts::TAU;

/// Turns between section axis and chord beyond this cosine are corners: no smooth curve there.
const CORNER: f64 = 0.8;
/// Rings along a line, about.
const RINGS: usize = 72;
const BEAM: Color = (125, 147, 173);
const CABLE: Color = (176, 137, 104);
/// Inside of hollow sections.
const HOLE: Color = (64, 70, 80);

/// A line at one instant.
struct Curve {
    nodes: Vec<V3>,
    turns: Vec<Quaternion>,
    /// Section axes give directions; otherwise neighbours do.
    framed: bool,
    smooth: bool,
}

impl Curve {
    fn new(columns: &Columns, row: &[f64], line: &Value) -> Curve {
        let (first, count) = (whole(&line["firstNode"]), list(&line["s"]).len());
        let nodes: Vec<V3> = (first..first + count)
            .map(|k| columns.node(row, k))
            .collect();
        let framed: Option<Vec<Quaternion>> = (first..first + count)
            .map(|k| columns.section(row, k))
            .collect();
        let along = |k: usize| nodes[(k + 1).min(count - 1)] - nodes[k.saturating_sub(1)];
        let turns = match &framed {
            Some(turns) => turns.clone(),
            None => {
                // Cables have no section axes: x along the line, the rest without sudden turns.
                let mut turns: Vec<Quaternion> = Vec::with_capacity(count);
                for k in 0..count {
                    let turn = match turns.last() {
                        None => turn_to(&along(k)),
                        Some(before) => {
                            let x = before * V3::x();
                            let bend = Quaternion::rotation_between(&x, &along(k));
                            bend.unwrap_or_default() * before
                        }
                    };
                    turns.push(turn);
                }
                turns
            }
        };
        Curve {
            framed: framed.is_some(),
            smooth: line["smooth"].as_bool().unwrap_or(false),
            nodes,
            turns,
        }
    }

    /// Place and section axes between node `k` and the next one.
    fn at(&self, k: usize, part: f64) -> (V3, Quaternion) {
        let next = (k + 1).min(self.nodes.len() - 1);
        let (p, q) = (self.nodes[k], self.nodes[next]);
        let turn = self.turns[k]
            .try_slerp(&self.turns[next], part, 1e-9)
            .unwrap_or(self.turns[k]);
        if !self.smooth || part == 0.0 || part == 1.0 {
            return (p + (q - p) * part, turn);
        }
        let (t0, t1) = (self.tangent(k, &(q - p)), self.tangent(next, &(q - p)));
        let (f2, f3) = (part * part, part * part * part);
        let place = p * (2.0 * f3 - 3.0 * f2 + 1.0)
            + t0 * (f3 - 2.0 * f2 + part)
            + q * (3.0 * f2 - 2.0 * f3)
            + t1 * (f3 - f2);
        (place, turn)
    }

    fn tangent(&self, k: usize, chord: &V3) -> V3 {
        let last = self.nodes.len() - 1;
        let direction = match self.framed {
            true => self.turns[k] * V3::x(),
            false => self.nodes[(k + 1).min(last)] - self.nodes[k.saturating_sub(1)],
        };
        let length = chord.norm();
        match direction.try_normalize(0.0) {
            Some(unit) if unit.dot(chord) >= CORNER * length => unit * length,
            _ => *chord,
        }
    }
}

/// Values that lines are coloured by.
pub type Coloring<'a> = Option<(&'a Quantity, Range)>;

/// Draws a line; cables get the radius `thin`.
pub fn draw(
    painter: &mut Painter,
    columns: &Columns,
    row: &[f64],
    line: &Value,
    thin: f64,
    coloring: Coloring<'_>,
) {
    let s: Vec<f64> = list(&line["s"]).iter().map(number).collect();
    if s.len() < 2 {
        return;
    }
    let beam = line["kind"] == "beam";
    let plain = if beam { BEAM } else { CABLE };
    let curve = Curve::new(columns, row, line);
    let outlines = outlines(line, thin);
    let pieces = match curve.smooth {
        true => RINGS.div_ceil(s.len() - 1).clamp(1, 12),
        false => 1,
    };
    let (mut rings, mut holes, mut along) = (Vec::new(), Vec::new(), Vec::new());
    for n in 0..=(s.len() - 1) * pieces {
        let (k, part) = match n / pieces {
            k if k + 1 < s.len() => (k, (n % pieces) as f64 / pieces as f64),
            _ => (s.len() - 2, 1.0),
        };
        let (place, turn) = curve.at(k, part);
        let at = s[k] + part * (s[k + 1] - s[k]);
        let [outer, inner] = outline_at(&outlines, at);
        let lifted = |p: &[f64; 2]| place + turn * V3::new(0.0, p[0], p[1]);
        rings.push(outer.iter().map(lifted).collect::<Vec<V3>>());
        holes.push(inner.iter().map(lifted).collect::<Vec<V3>>());
        along.push((k, part, at));
    }
    let mesh = Mesh::swept(&rings);
    let corners = rings[0].len();
    let value = |ring: usize, quantity: &Quantity| {
        let (k, part, at) = along[ring];
        let (first, here, part) = match quantity.at_nodes() {
            true => (whole(&line["firstNode"]), k, part),
            false => {
                let stations: Vec<f64> = list(&line["stations"]).iter().map(number).collect();
                let (here, part) = place_in(&stations, at);
                (whole(&line["firstStation"]), here, part)
            }
        };
        let a = quantity.value(row, first + here);
        match part == 0.0 {
            true => a,
            false => a + part * (quantity.value(row, first + here + 1) - a),
        }
    };
    let colors: Vec<Color> = match coloring {
        Some((quantity, range)) if quantity.applies(beam) => {
            let values: Vec<f64> = (0..rings.len()).map(|r| value(r, quantity)).collect();
            let between = values.windows(2).map(|w| range.color(0.5 * (w[0] + w[1])));
            let mut colors: Vec<Color> = between.collect();
            // The two ends.
            colors.push(range.color(values[0]));
            colors.push(range.color(values[values.len() - 1]));
            colors
        }
        _ => vec![plain; rings.len() + 1],
    };
    let sides = (rings.len() - 1) * corners;
    let of_face = |face: usize| match face < sides {
        true => colors[face / corners],
        false => colors[rings.len() - 1 + face - sides],
    };
    painter.surface(&mesh, of_face, false);
    for hole in [holes.first(), holes.last()].into_iter().flatten() {
        if hole.len() >= 3 {
            painter.plate(hole, HOLE);
        }
    }
}

/// Values at all places of a line that are shown, for the range of colours.
pub fn values(row: &[f64], line: &Value, quantity: &Quantity) -> Vec<f64> {
    if !quantity.applies(line["kind"] == "beam") {
        return Vec::new();
    }
    let (first, count) = match quantity.at_nodes() {
        true => (whole(&line["firstNode"]), list(&line["s"]).len()),
        false => (whole(&line["firstStation"]), list(&line["stations"]).len()),
    };
    (first..first + count)
        .map(|k| quantity.value(row, k))
        .collect()
}

type Points = Vec<[f64; 2]>;

/// Outlines along a line, counted against the clock: arc length, outside, inside.
fn outlines(line: &Value, thin: f64) -> Vec<(f64, Points, Points)> {
    let points = |value: &Value| {
        let corners = list(value).iter();
        let mut points: Points = corners.map(|p| [number(&p[0]), number(&p[1])]).collect();
        let next = points.iter().cycle().skip(1);
        let twice_area: f64 = points
            .iter()
            .zip(next)
            .map(|(a, b)| a[0] * b[1] - a[1] * b[0])
            .sum();
        if twice_area < 0.0 {
            points.reverse();
        }
        points
    };
    let all: Vec<_> = list(&line["outlines"])
        .iter()
        .map(|o| (number(&o["s"]), points(&o["outer"]), points(&o["inner"])))
        .collect();
    match all.is_empty() {
        true => {
            let corner = |k: usize| (TAU * k as f64 / 8.0).sin_cos();
            let circle = (0..8).map(corner).map(|(s, c)| [thin * c, thin * s]);
            vec![(0.0, circle.collect(), Vec::new())]
        }
        false => all,
    }
}

fn outline_at(outlines: &[(f64, Points, Points)], at: f64) -> [Points; 2] {
    let places: Vec<f64> = outlines.iter().map(|o| o.0).collect();
    let (k, part) = place_in(&places, at);
    let (a, b) = (&outlines[k], &outlines[(k + 1).min(outlines.len() - 1)]);
    let mix = |a: &Points, b: &Points| {
        let pairs = a.iter().zip(b);
        pairs
            .map(|(p, q)| [0, 1].map(|c| p[c] + part * (q[c] - p[c])))
            .collect()
    };
    [mix(&a.1, &b.1), mix(&a.2, &b.2)]
}

/// Place of `at` in a sorted list: a number and the part of the way to the next one.
fn place_in(list: &[f64], at: f64) -> (usize, f64) {
    if list.len() < 2 {
        return (0, 0.0);
    }
    let k = list
        .partition_point(|x| *x <= at)
        .saturating_sub(1)
        .min(list.len() - 2);
    let step = list[k + 1] - list[k];
    let part = if step > 0.0 {
        (at - list[k]) / step
    } else {
        0.0
    };
    (k, part.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_between_are_found() {
        let list = [0.0, 1.0, 3.0];
        assert_eq!(place_in(&list, 2.0), (1, 0.5));
        assert_eq!(place_in(&list, -1.0), (0, 0.0));
        assert_eq!(place_in(&list, 9.0), (1, 1.0));
        assert_eq!(place_in(&[], 1.0), (0, 0.0));
    }

    /// Between two nodes of an arc the cubic with the directions of the section axes is close to the arc.
    #[test]
    fn beams_follow_their_section_axes() {
        let turn = |angle: f64| Quaternion::from_axis_angle(&V3::z_axis(), angle);
        let on_arc = |angle: f64| V3::new(angle.sin(), 1.0 - angle.cos(), 0.0);
        let curve = Curve {
            nodes: vec![on_arc(0.0), on_arc(0.5)],
            turns: vec![turn(0.0), turn(0.5)],
            framed: true,
            smooth: true,
        };
        let (place, axes) = curve.at(0, 0.5);
        // Of chord length instead of arc length, the cubic leaves the arc by a part of 1e-3 of its height.
        assert!((place - on_arc(0.25)).norm() < 1e-3, "{place}");
        assert!(axes.angle_to(&turn(0.25)) < 1e-12);
    }
}
