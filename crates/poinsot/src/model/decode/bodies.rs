//! Bodies, point masses and sensors.

use super::Context;
use super::inertia::inertia;
use super::reader::TableReader;
use super::references::{self, ITEMS, Located};
use crate::math::{Quaternion, V3};
use crate::model::flexible::LineSensor;
use crate::model::types::{Body, PointMass, Sensor};

/// `[[body]]`.
pub fn body(t: &TableReader) -> Option<Body> {
    let mass = t.number("mass");
    let mass_center = t.vector("mass_center");
    let inertia = inertia(t, mass, mass_center);
    let position = t.vector("position");
    let orientation = match t.has("orientation") {
        true => t.orientation("orientation"),
        false => Some(Quaternion::identity()),
    };
    let velocity = t.vector("velocity");
    let angular_velocity = match t.has("angular_velocity_body") {
        true => t
            .vector("angular_velocity_body")
            .and_then(|omega| orientation.map(|q| q * omega)),
        false => t.vector("angular_velocity"),
    };
    Some(Body {
        name: t.name()?,
        mass: mass?,
        mass_center: mass_center?,
        inertia: inertia?,
        position: position?,
        orientation: orientation?,
        velocity: velocity?,
        angular_velocity: angular_velocity?,
        place: t.place(),
    })
}

/// `[[point_mass]]`.
pub fn point_mass(t: &TableReader) -> Option<PointMass> {
    let mass = t.number("mass");
    let position = t.vector("position");
    let velocity = t.vector("velocity");
    Some(PointMass {
        name: t.name()?,
        mass: mass?,
        position: position?,
        velocity: velocity?,
        place: t.place(),
    })
}

/// A sensor on a body or point mass, or on a beam or cable.
pub enum AnySensor {
    /// On a body or point mass.
    Item(Sensor),
    /// On a beam or cable.
    Line(LineSensor),
}

/// `[[sensor]]`.
pub fn sensor(t: &TableReader, c: &Context) -> Option<AnySensor> {
    let node = t.node("on");
    let found = node.and_then(|node| references::locate(&node, c, ITEMS, false));
    let item = found.as_ref().map(|found| match found {
        Located::Item(name) => name.as_str(),
        Located::Point { line, .. } => line.as_str(),
    });
    let at = local_point(t, c, item);
    let (name, at, place) = (t.name()?, at?, t.place());
    Some(match found? {
        Located::Item(on) => AnySensor::Item(Sensor {
            name,
            on,
            at,
            place,
        }),
        Located::Point { line: on, s } => AnySensor::Line(LineSensor {
            name,
            on,
            s,
            at,
            place,
        }),
    })
}

/// The point under `at` in the frame of an item; an item without axes has only one point.
pub fn local_point(t: &TableReader, c: &Context, item: Option<&str>) -> Option<V3> {
    let at = t.vector("at")?;
    let what = item.and_then(|name| c.without_axes(name));
    if let Some(what) = what.filter(|_| at != V3::zeros()) {
        let message = format!("a {what} has no other point than itself");
        t.node("at")?.error(message, "leave out `at`");
        return None;
    }
    Some(at)
}
