//! Bodies, point masses and sensors.

use super::inertia::inertia;
use super::reader::TableReader;
use super::{Context, scalars};
use crate::math::{Quaternion, V3};
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

/// `[[sensor]]`.
pub fn sensor(t: &TableReader, c: &Context) -> Option<Sensor> {
    let on = item(t, c);
    let at = local_point(t, c, on.as_deref());
    Some(Sensor {
        name: t.name()?,
        on: on?,
        at: at?,
        place: t.place(),
    })
}

/// The body or point mass under `on`.
pub fn item(t: &TableReader, c: &Context) -> Option<String> {
    let node = t.node("on")?;
    let name = scalars::text(&node)?;
    c.names.check(&node, name, &["body", "point_mass"], false)
}

/// The point under `at` in the frame of an item; a point mass has only one point.
pub fn local_point(t: &TableReader, c: &Context, item: Option<&str>) -> Option<V3> {
    let at = t.vector("at")?;
    if at != V3::zeros() && item.is_some_and(|name| c.names.is_point_mass(name)) {
        let message = "a point mass has no other point than itself";
        t.node("at")?.error(message, "leave out `at`");
        return None;
    }
    Some(at)
}
