//! Springs, bushings, motors, motions, rolling discs, forces and moments.

use super::Context;
use super::anchors::{between, distance, drawn, drawn_points, frames, local, refuse_points};
use super::bodies::local_point;
use super::functions::{elastic_law, motor_effort, stored_energy};
use super::matrices::matrix6;
use super::reader::TableReader;
use super::references::{self, ITEMS, WITH_AXES};
use super::scalars::text;
use crate::functions::{Given, Law, TimeFunction};
use crate::math::{M6, Quaternion, V3};
use crate::model::describe::Measure;
use crate::model::types::{Anchor, Bushing, Load, Motion, Motor, Rolling, Spring, SpringPlace};

/// `[[spring]]`.
pub fn spring(t: &mut TableReader, c: &Context) -> Option<Spring> {
    let (on, drawn) = if t.has("on") {
        let (coordinate, measure) = c.names.coordinate(t);
        t.set_measure(measure);
        (coordinate.map(SpringPlace::Coordinate), Some(0.0))
    } else {
        t.set_measure(Measure::Length);
        let anchors = between(t, c).and_then(|items| spring_ends(t, c, &items));
        let drawn = anchors.as_ref().and_then(|a| distance(c, a));
        if drawn == Some(0.0) {
            let help = "a spring between two points pulls along their line; a [[bushing]] has stiffness in all directions";
            t.whole().error("the two ends of the spring coincide", help);
        }
        (anchors.map(SpringPlace::Points), drawn)
    };
    let law = spring_law(t, drawn);
    let damping = t.number("damping");
    let (law, damping) = (law?, damping?);
    if law.is_none() && damping == 0.0 && !t.has("damping") {
        let help = "give `stiffness`, `force`, `preload` or `damping`";
        t.whole()
            .error("the spring has neither stiffness nor damping", help);
    }
    Some(Spring {
        name: t.name()?,
        on: on?,
        law,
        damping,
        place: t.place(),
    })
}

fn spring_ends(t: &TableReader, c: &Context, items: &[String; 2]) -> Option<[Anchor; 2]> {
    if t.has("points") {
        return drawn_points(t, c, items);
    }
    let points = t.points("local_points")?;
    for (item, point) in items.iter().zip(&points) {
        if let Some(what) = c.without_axes(item).filter(|_| *point != V3::zeros()) {
            let message = format!("\"{item}\" is a {what} and has no point other than itself");
            t.node("local_points")?
                .error(message, "its local point is [0, 0, 0]");
            return None;
        }
    }
    let anchor = |i: usize| local(&items[i], points[i], Quaternion::identity());
    Some([anchor(0), anchor(1)])
}

/// The elastic law, `Some(None)` for a pure damper. `drawn` is the free value where none is given.
fn spring_law(t: &TableReader, drawn: Option<f64>) -> Option<Option<Law>> {
    let [stiffness, free, preload] = ["stiffness", "free", "preload"].map(|key| t.number(key));
    let reference = drawn.unwrap_or(0.0);
    if t.has("force") {
        for key in ["stiffness", "free", "preload"] {
            if let Some(node) = t.node(key) {
                let message = format!("`{key}` cannot be combined with `force`");
                node.error(
                    message,
                    "`force` is the whole law; write everything into it",
                );
            }
        }
        return elastic_law(t, "force", reference).map(Some);
    }
    if !t.has("stiffness") && !t.has("preload") {
        if let Some(node) = t.node("free") {
            node.error(
                "`free` needs `stiffness` too",
                "give the stiffness of the spring",
            );
        }
        return Some(None);
    }
    let stiffness = match t.has("stiffness") {
        true => stiffness?,
        false => 0.0,
    };
    let free = match t.has("free") {
        true => free?,
        false => reference,
    };
    if free < 0.0 && t.has("between") {
        let message = "a free length cannot be negative";
        t.node("free")?.error(message, "give a length in m");
    }
    Some(Some(Law::linear(stiffness, free, preload?)))
}

/// `[[bushing]]`.
pub fn bushing(t: &mut TableReader, c: &Context) -> Option<Bushing> {
    let items = between(t, c);
    let matrix = |key: &str| match t.has(key) {
        true => matrix6(t, key),
        false => Some(M6::zeros()),
    };
    let (stiffness, damping) = (matrix("stiffness"), matrix("damping"));
    let laws = bushing_laws(t);
    let energy = match t.has("energy") {
        true => stored_energy(t, !t.has("frame_1")).map(Some),
        false => Some(None),
    };
    let acts = ["stiffness", "damping", "laws", "energy"];
    if !acts.iter().any(|key| t.has(key)) {
        let help = "give `stiffness`, `laws`, `energy` or `damping`";
        t.missing("nothing acts", help);
    }
    let items = items.filter(|items| refuse_points(t, c, items, "bushing"))?;
    let anchors = match t.has("frame_1") {
        true => frames(t, c, &items),
        false => {
            let axes = match t.has("orientation") {
                true => t.orientation("orientation"),
                false => Some(Quaternion::identity()),
            };
            drawn(t, c, &items, axes)
        }
    };
    Some(Bushing {
        name: t.name()?,
        between: anchors?,
        stiffness: stiffness?,
        damping: damping?,
        laws: laws?,
        energy: energy?,
        place: t.place(),
    })
}

/// The laws of the components; their energies are zero where the component is.
fn bushing_laws(t: &TableReader) -> Option<[Option<Law>; 6]> {
    let mut laws = [const { None }; 6];
    if !t.has("laws") {
        return Some(laws);
    }
    let mut table = t.table("laws")?;
    let mut whole = true;
    for (k, key) in Bushing::COMPONENTS.iter().enumerate() {
        if !table.has(key) {
            continue;
        }
        table.set_measure(match k {
            0..3 => Measure::Length,
            _ => Measure::Angle,
        });
        laws[k] = elastic_law(&table, key, 0.0);
        whole &= laws[k].is_some();
    }
    whole.then_some(laws)
}

/// `[[motor]]`.
pub fn motor(t: &mut TableReader, c: &Context) -> Option<Motor> {
    let (on, measure) = c.names.coordinate(t);
    t.set_measure(measure);
    let effort = motor_effort(t);
    Some(Motor {
        name: t.name()?,
        on: on?,
        effort: effort?,
        place: t.place(),
    })
}

/// `[[motion]]`.
pub fn motion(t: &mut TableReader, c: &Context) -> Option<Motion> {
    let (on, measure) = c.names.coordinate(t);
    t.set_measure(measure);
    let value = motion_value(t, c);
    let name = t.name()?;
    if let Some(node) = t.node("on") {
        let mut driven = c.driven.borrow_mut();
        let key = node.value.text().unwrap_or_default().to_string();
        if let Some(other) = driven.insert(key, name.clone()) {
            let message = format!("the coordinate is already driven by \"{other}\"");
            node.error(message, "one motion per coordinate");
        }
    }
    Some(Motion {
        name,
        on: on?,
        value: value?,
        place: t.place(),
    })
}

/// The value of a motion over time, from whatever is given of it.
fn motion_value(t: &TableReader, c: &Context) -> Option<TimeFunction> {
    let [value, velocity] = ["initial_value", "initial_velocity"].map(|key| t.number(key));
    match [t.has("value"), t.has("velocity")] {
        [true, _] => t.time_function("value"),
        [_, true] => integrated(t, "velocity", c, Given::Rate, [value?, 0.0]),
        _ => integrated(
            t,
            "acceleration",
            c,
            Given::Acceleration,
            [value?, velocity?],
        ),
    }
}

fn integrated(
    t: &TableReader,
    key: &str,
    c: &Context,
    given: Given,
    initial: [f64; 2],
) -> Option<TimeFunction> {
    let of = t.time_function(key)?;
    match TimeFunction::integral(of, given, initial, c.until, c.step) {
        Ok(function) => Some(function),
        Err(error) => {
            let help = format!(
                "`{key}` is integrated from t = 0 on; where it is known, give `value` instead"
            );
            t.node(key)?.error(error.to_string(), help);
            None
        }
    }
}

/// `[[rolling]]`.
pub fn rolling(t: &mut TableReader, c: &Context) -> Option<Rolling> {
    let body = body(t, c, "body");
    let center = t.vector("center");
    let axis = t.direction("axis");
    let radius = t.number("radius");
    let plane_point = t.vector("plane_point");
    let plane_normal = t.direction("plane_normal");
    Some(Rolling {
        name: t.name()?,
        body: body?,
        center: center?,
        axis: axis?,
        radius: radius?,
        plane_point: plane_point?,
        plane_normal: plane_normal?,
        place: t.place(),
    })
}

fn body(t: &TableReader, c: &Context, key: &str) -> Option<String> {
    let node = t.node(key)?;
    let name = text(&node)?;
    c.names.check(&node, name, &["body"], false)
}

/// `[[force]]`.
pub fn force(t: &mut TableReader, c: &Context) -> Option<Load> {
    let on = references::item(t, c, "on", ITEMS);
    let at = local_point(t, c, on.as_deref());
    let load = load(t, on, at);
    let follower = load.as_ref().filter(|l| l.follower);
    let what = follower.and_then(|l| c.without_axes(&l.on));
    if let Some((node, what)) = t.node("follower").zip(what) {
        let message = format!("a force cannot turn with a {what}, which has no orientation");
        node.error(message, "leave out `follower`");
    }
    load
}

/// `[[moment]]`.
pub fn moment(t: &mut TableReader, c: &Context) -> Option<Load> {
    let on = references::item(t, c, "on", WITH_AXES);
    load(t, on, Some(V3::zeros()))
}

fn load(t: &TableReader, on: Option<String>, at: Option<V3>) -> Option<Load> {
    let value = t.vector("value");
    let follower = t.flag("follower");
    let scale = t.scale();
    Some(Load {
        name: t.name()?,
        on: on?,
        at: at?,
        value: value?,
        follower: follower?,
        scale: scale?,
        place: t.place(),
    })
}
