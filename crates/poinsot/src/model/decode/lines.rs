//! Beams, cables and loads per length.

use super::masses::Masses;
use super::names::Names;
use super::reader::{TableReader, ValueAt};
use super::references::arc_length;
use super::scalars::{text, vector};
use super::section_axes::section_axes;
use crate::geometry::Curve;
use crate::math::V3;
use crate::model::describe::Quantity;
use crate::model::flexible::{Beam, Cable, CableStrain, RigidMotion, Section};
use std::collections::HashMap;

/// `[[beam]]`.
pub fn beam(t: &TableReader, names: &Names, known: &HashMap<String, Section>) -> Option<Beam> {
    let curve = curve(t);
    let length = curve.as_ref().map(Curve::length);
    let axes = section_axes(t, curve.as_ref());
    let sections = sections(t, names, known, length);
    let elements = t.count("elements");
    let order = t.count("order");
    let motion = motion(t);
    Some(Beam {
        name: t.name()?,
        curve: curve?,
        axes: axes?,
        sections: sections?,
        order: order?,
        elements: elements?,
        points: Vec::new(),
        motion: motion?,
        place: t.place(),
    })
}

/// `[[cable]]`.
pub fn cable(t: &TableReader, masses: &Masses) -> Option<Cable> {
    let curve = curve(t);
    let stiffness = t.number("stiffness");
    let strain = t.word("strain").map(|word| match word {
        "green" => CableStrain::Green,
        _ => CableStrain::Engineering,
    });
    let tension_only = t.flag("tension_only");
    let damping = match (t.has("damping"), t.has("damping_time")) {
        (true, _) => t.number("damping"),
        (_, true) => t.number("damping_time").zip(stiffness).map(|(a, b)| a * b),
        _ => Some(0.0),
    };
    let pre_stretch = match (t.has("pre_stretch"), t.has("free_length")) {
        (true, _) => t.number("pre_stretch"),
        (_, true) => {
            let free = t.number("free_length");
            free.zip(curve.as_ref()).map(|(free, c)| c.length() / free)
        }
        _ => Some(1.0),
    };
    let mass = cable_mass(t, pre_stretch, masses);
    let elements = t.count("elements");
    let order = t.count("order");
    let motion = motion(t);
    Some(Cable {
        name: t.name()?,
        curve: curve?,
        stiffness: stiffness?,
        strain: strain?,
        tension_only: tension_only?,
        damping: damping?,
        mass: mass?,
        pre_stretch: pre_stretch?,
        order: order?,
        elements: elements?,
        points: Vec::new(),
        motion: motion?,
        place: t.place(),
    })
}

/// Mass per length as drawn.
fn cable_mass(t: &TableReader, pre_stretch: Option<f64>, masses: &Masses) -> Option<f64> {
    let keys = [
        "mass_per_drawn_length",
        "mass_per_free_length",
        "mass_per_length",
    ];
    if !keys.iter().any(|key| t.has(key)) {
        let Some(why) = masses.mass() else {
            return Some(0.0);
        };
        let help = format!(
            "Give `mass_per_length`, or `mass_per_drawn_length`, or `mass_per_free_length`. {}",
            masses.statics_needs_none()
        );
        let message = match why.is_empty() {
            true => "keys are missing".to_owned(),
            false => format!("{why}the mass is missing"),
        };
        t.missing_keys(&message, help.trim_end());
        return None;
    }
    let [drawn, free, plain] = keys.map(|key| t.number(key));
    if let Some(node) = t.node("mass_per_free_length") {
        let mass = free? / pre_stretch?;
        if !mass.is_finite() || mass <= 0.0 {
            node.error(
                "the mass per length as drawn is not finite",
                "check `pre_stretch` or `free_length`",
            );
            return None;
        }
        return Some(mass);
    }
    let differs = t.has("pre_stretch") || t.has("free_length");
    if let Some(node) = t.node("mass_per_length").filter(|_| differs) {
        let message = "`mass_per_length` is taken per length as drawn, not per free length";
        let help = "say which is meant: `mass_per_drawn_length` (as it is taken now) or `mass_per_free_length`; from version 0.3 on, the plain name is for cables drawn at their free length only";
        node.warning(message, help);
    }
    drawn.or(plain)
}

/// The curve in one of its forms.
pub fn curve(t: &TableReader) -> Option<Curve> {
    // More than one has its message already.
    let forms = ["from", "points", "arc", "spline"];
    if forms.iter().filter(|key| t.has(key)).count() > 1 {
        return None;
    }
    let (node, curve) = if let Some(node) = t.node("points") {
        let points = points(&node);
        (node, points.map(Curve::Polyline))
    } else if let Some(node) = t.node("spline") {
        let points = points(&node);
        (node, points.map(Curve::Spline))
    } else if let Some(node) = t.node("arc") {
        let arc = t.table("arc").and_then(|arc| {
            let [start, center] = ["start", "center"].map(|key| arc.vector(key));
            let (axis, angle) = (arc.direction("axis"), arc.number("angle"));
            Some(Curve::Arc {
                start: start?,
                center: center?,
                axis: axis?,
                angle: angle?,
            })
        });
        (node, arc)
    } else {
        let (from, to) = (t.vector("from"), t.vector("to"));
        let line = from.zip(to).map(|(from, to)| Curve::line(from, to));
        (t.node("to")?, line)
    };
    let curve = curve?;
    if let Some(problem) = curve.problem() {
        let help = match curve {
            Curve::Arc { .. } => {
                "the axis is perpendicular to the line from the centre to the start, both apart"
            }
            _ => "consecutive points must be apart",
        };
        node.error(problem, help);
        return None;
    }
    Some(curve)
}

/// Points, at least two.
pub fn points(node: &ValueAt) -> Option<Vec<V3>> {
    let Some(list) = node.list().filter(|list| list.len() >= 2) else {
        let help = "each point is three numbers: [[0, 0, 0], [1, 0, 0]]";
        node.expected("a list of at least two points", help);
        return None;
    };
    let points: Vec<_> = list.iter().map(|n| vector(n, Quantity::Length)).collect();
    points.into_iter().collect()
}

pub fn motion(t: &TableReader) -> Option<RigidMotion> {
    let [velocity, angular_velocity, about] =
        ["velocity", "angular_velocity", "about"].map(|key| t.vector(key));
    Some(RigidMotion {
        velocity: velocity?,
        angular_velocity: angular_velocity?,
        about: about?,
    })
}

/// `section` or `sections`.
fn sections(
    t: &TableReader,
    names: &Names,
    known: &HashMap<String, Section>,
    length: Option<f64>,
) -> Option<Vec<(f64, Section)>> {
    let find = |t: &TableReader| {
        let node = t.node("section")?;
        let name = names.check(&node, text(&node)?, &["section"], false)?;
        // A section with errors of its own has a message already.
        known.get(&name).cloned()
    };
    match t.has("sections") {
        true => stations(t, "sections", length, find),
        false => Some(vec![(0.0, find(t)?)]),
    }
}

/// Entries at arc lengths, which must rise.
pub fn stations<T>(
    t: &TableReader,
    key: &str,
    length: Option<f64>,
    read: impl Fn(&TableReader) -> Option<T>,
) -> Option<Vec<(f64, T)>> {
    let name = t.name().unwrap_or_default();
    let node = t.node(key)?;
    let tables = t.tables(key);
    if tables.is_empty() {
        if node.list().is_some_and(|list| list.is_empty()) {
            node.error(format!("`{key}` is empty"), "give at least one entry");
        }
        return None;
    }
    let written = node.list().map_or(0, |list| list.len());
    let mut list: Vec<(f64, T)> = Vec::new();
    for entry in &tables {
        let value = read(entry);
        let at = entry.node("at");
        let s = at.as_ref().zip(length);
        let s = s.and_then(|(at, length)| arc_length(at, &name, length));
        let (Some(at), Some(s)) = (at, s) else {
            continue;
        };
        if let Some((last, _)) = list.last().filter(|(last, _)| s <= *last) {
            let message = format!("{s} m does not lie beyond the previous entry, at {last} m");
            at.error(
                message,
                "entries follow one another from the start to the end",
            );
            return None;
        }
        list.extend(value.map(|value| (s, value)));
    }
    Some(list).filter(|list| list.len() == written)
}
