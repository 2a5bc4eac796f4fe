//! Bodies, point masses and sensors.

use super::Context;
use super::inertia::{Whence, check, inertia};
use super::masses::{Masses, needs};
use super::reader::TableReader;
use super::references::{self, ITEMS, Located};
use crate::math::{M3, Quaternion, V3};
use crate::model::flexible::LineSensor;
use crate::model::inside::VolumeSensor;
use crate::model::shapes::{DrawnShape, ShapePlace, Spread};
use crate::model::shells::SurfaceSensor;
use crate::model::tree::Value;
use crate::model::types::{Body, PointMass, Sensor};
use std::collections::HashSet;

/// `[[body]]`. Without mass and inertia of its own it has none yet, see [`make_of_shapes`].
pub fn body(t: &TableReader, made_of_shapes: &HashSet<String>, masses: &Masses) -> Option<Body> {
    let made = t
        .get_text("name")
        .is_some_and(|n| made_of_shapes.contains(n));
    let (mass, mass_center, inertia) = match made {
        false => {
            let or = "Or leave out both and give a [[shape]] on it with `mass` or `density`.";
            masses.missing(t, masses.mass(), "mass", or);
            masses.missing(t, masses.inertia(), "inertia", or);
            if masses.mass().is_none() {
                needs(t, &["mass_center", "inertia"], "mass");
            }
            if masses.inertia().is_none() {
                needs(t, &["inertia_about", "inertia_axes"], "inertia");
            }
            let center = t.vector("mass_center");
            let mass = match t.has("mass") {
                true => t.number("mass"),
                false => masses.mass().is_none().then_some(0.0),
            };
            let inertia = match t.has("inertia") {
                true => inertia(t, mass, center),
                false => masses.inertia().is_none().then(M3::zeros),
            };
            (mass, center, inertia)
        }
        true => {
            for key in ["mass_center", "inertia_about", "inertia_axes"] {
                if let Some(node) = t.node(key) {
                    let message = format!("`{key}` needs `mass` and `inertia` too");
                    node.error(
                        message,
                        "a body without them has the mass centre and the inertia of its shapes",
                    );
                }
            }
            (Some(0.0), Some(V3::zeros()), Some(M3::zeros()))
        }
    };
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

/// Names of bodies that have neither mass nor inertia of their own but shapes with a mass or density, as the file says.
pub fn names_made_of_shapes(file: &TableReader) -> HashSet<String> {
    let list = |key: &str| file.node(key).and_then(|n| n.list()).unwrap_or_default();
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::text).map(str::to_string);
    let has = |value: &Value, keys: [&str; 2]| keys.iter().any(|key| value.get(key).is_some());
    let shapes = list("shape");
    let heavy = shapes.iter().filter(|n| has(n.value, ["mass", "density"]));
    let carried: HashSet<String> = heavy.filter_map(|n| text(n.value, "on")).collect();
    let bodies = list("body");
    let bare = bodies.iter().filter(|n| !has(n.value, ["mass", "inertia"]));
    let names = bare.filter_map(|n| text(n.value, "name"));
    names.filter(|name| carried.contains(name)).collect()
}

/// Gives the named bodies mass, mass centre and inertia of their shapes.
pub fn make_of_shapes(
    file: &TableReader,
    names: &HashSet<String>,
    bodies: &mut [Body],
    shapes: &[DrawnShape],
) {
    let list = file.node("body").and_then(|n| n.list()).unwrap_or_default();
    for body in bodies.iter_mut().filter(|b| names.contains(&b.name)) {
        let on = ShapePlace::Item(body.name.clone());
        let own: Vec<&DrawnShape> = shapes.iter().filter(|s| s.on == on).collect();
        (body.mass, body.mass_center, body.inertia) = of_shapes(&own);
        if let Some(node) = list.iter().find(|n| n.path == body.place.path) {
            check(node, &body.inertia, Whence::Shapes);
        }
    }
}

/// Mass, mass centre and inertia about it in body axes of all shapes that have a mass.
fn of_shapes(shapes: &[&DrawnShape]) -> (f64, V3, M3) {
    let parts = || {
        shapes
            .iter()
            .filter_map(|s| Some((s, s.mass?, s.solid.spread()?)))
    };
    let center_of = |s: &DrawnShape, spread: &Spread| s.at + s.orientation * spread.center;
    let mass: f64 = parts().map(|(_, mass, _)| mass).sum();
    let mut moment = V3::zeros();
    for (s, m, spread) in parts() {
        moment += m * center_of(s, &spread);
    }
    let center = moment / mass;
    let mut inertia = M3::zeros();
    for (s, m, spread) in parts() {
        let d = center_of(s, &spread) - center;
        let axes = s.orientation.to_rotation_matrix();
        let own = axes.matrix() * M3::from_diagonal(&spread.gyration) * axes.matrix().transpose();
        inertia += m * (own + d.norm_squared() * M3::identity() - d * d.transpose());
    }
    (mass, center, inertia)
}

/// `[[point_mass]]`.
pub fn point_mass(t: &TableReader, masses: &Masses) -> Option<PointMass> {
    masses.missing(t, masses.mass(), "mass", "");
    let mass = match t.has("mass") {
        true => t.number("mass"),
        false => masses.mass().is_none().then_some(0.0),
    };
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
    /// On a shell, between its nodes.
    Surface(SurfaceSensor),
    /// In a solid, between its nodes.
    Volume(VolumeSensor),
}

/// `[[sensor]]`.
pub fn sensor(t: &TableReader, c: &Context) -> Option<AnySensor> {
    let node = t.node("on");
    if let Some(within) = node.as_ref().and_then(|node| c.within_shell(node)) {
        let (name, at) = (t.name()?, t.vector("at")?);
        return Some(AnySensor::Surface(SurfaceSensor {
            name,
            on: within.shell,
            element: within.element,
            parameters: within.parameters,
            at,
            place: t.place(),
        }));
    }
    if let Some(within) = node
        .as_ref()
        .and_then(|node| c.within_solid(node, "sensor"))
    {
        local_point(t, c, Some(&within.solid))?;
        return Some(AnySensor::Volume(VolumeSensor {
            name: t.name()?,
            within,
            place: t.place(),
        }));
    }
    let found = node.and_then(|node| references::locate(&node, c, ITEMS, false));
    let item = found.as_ref().map(|found| match found {
        Located::Item(name) | Located::OfShell(name) => name.as_str(),
        Located::Point { line, .. } => line.as_str(),
    });
    let at = local_point(t, c, item);
    let (name, at, place) = (t.name()?, at?, t.place());
    Some(match found? {
        Located::Item(on) | Located::OfShell(on) => AnySensor::Item(Sensor {
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
        let message = format!("a {what} has no point other than itself");
        t.node("at")?.error(message, "leave out `at`");
        return None;
    }
    Some(at)
}
