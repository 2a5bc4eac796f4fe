//! Springs, bushings, motors, motions, rolling discs, forces and moments.

use super::Context;
use super::anchors::{between, distance, drawn, drawn_points, frames, local, refuse_point_masses};
use super::bodies::{item, local_point};
use super::functions::{motor_effort, spring_force};
use super::reader::{Node, TableReader};
use super::scalars::{number, text};
use crate::functions::Law;
use crate::math::{M6, Quaternion, V3};
use crate::model::describe::{Measure, Quantity, Range};
use crate::model::tree::Data;
use crate::model::types::{Anchor, Bushing, Load, Motion, Motor, Rolling, Spring, SpringPlace};

/// Matrices may differ from their transpose by this part of the largest entry: files hold rounded numbers.
const SYMMETRY: f64 = 1e-6;

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
        if c.names.is_point_mass(item) && *point != V3::zeros() {
            let message = format!("\"{item}\" is a point mass and has no other point than itself");
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
                let message = format!("`{key}` cannot stand beside `force`");
                node.error(
                    message,
                    "`force` is the whole law; write everything into it",
                );
            }
        }
        return spring_force(t, reference).map(Some);
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
    let stiffness = matrix6(t, "stiffness", false);
    let damping = match t.has("damping") {
        true => matrix6(t, "damping", true),
        false => Some(M6::zeros()),
    };
    let items = items.filter(|items| refuse_point_masses(t, c, items, "bushing"))?;
    let anchors = match t.node("at") {
        None => frames(t, c, &items),
        Some(at) => {
            let axes = match t.has("orientation") {
                true => t.orientation("orientation"),
                false => Some(Quaternion::identity()),
            };
            let point = t.vector("at");
            drawn(c, &items, &at, point?, axes?)
        }
    };
    Some(Bushing {
        name: t.name()?,
        between: anchors?,
        stiffness: stiffness?,
        damping: damping?,
        place: t.place(),
    })
}

/// Six numbers or six rows of six, positive semidefinite.
fn matrix6(t: &TableReader, key: &str, damping: bool) -> Option<M6> {
    use Quantity::{AngularDamping, AngularStiffness, Damping, Force, Impulse, Stiffness};
    let quantity = |i: usize, j: usize| match (damping, i < 3, j < 3) {
        (false, true, true) => Stiffness,
        (false, false, false) => AngularStiffness,
        (false, _, _) => Force,
        (true, true, true) => Damping,
        (true, false, false) => AngularDamping,
        (true, _, _) => Impulse,
    };
    let node = t.node(key)?;
    let Some(list) = node.list().filter(|l| l.len() == 6) else {
        let help = "three for translations, then three for rotations";
        node.expected("six numbers or six rows of six", help);
        return None;
    };
    let mut matrix = M6::zeros();
    let mut whole = true;
    let mut set =
        |i: usize, j: usize, entry: &Node, range| match number(entry, quantity(i, j), range) {
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
    let matrix = Some(matrix).filter(|_| whole)?;
    if (matrix - matrix.transpose()).amax() > SYMMETRY * matrix.amax() {
        let help = "entry (i, j) must equal entry (j, i)";
        node.error(format!("the {key} matrix is not symmetric"), help);
        return None;
    }
    if rows && !positive_semidefinite(&matrix) {
        let message = format!("the {key} matrix has a negative eigenvalue");
        node.error(
            message,
            "it would produce energy; check the coupling entries",
        );
        return None;
    }
    Some(0.5 * (matrix + matrix.transpose()))
}

/// Tested on the matrix scaled to unit diagonal, because its blocks have different units.
fn positive_semidefinite(matrix: &M6) -> bool {
    let size = matrix.diagonal().map(|d| d.max(0.0).sqrt());
    if (0..6).any(|i| size[i] == 0.0 && matrix.row(i).amax() > 0.0) {
        return false;
    }
    let scale = size.map(|s| if s > 0.0 { 1.0 / s } else { 0.0 });
    let scaled = M6::from_fn(|i, j| matrix[(i, j)] * scale[i] * scale[j]);
    let finite = scaled.iter().all(|x| x.is_finite());
    let eigen = finite.then(|| nalgebra::SymmetricEigen::try_new(scaled, f64::EPSILON, 1000));
    // Round-off of a unit-diagonal 6x6 eigenvalue problem is far below this.
    eigen.flatten().is_some_and(|e| e.eigenvalues.min() > -1e-9)
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
    let value = t.time_function("value");
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
    let on = item(t, c);
    let at = local_point(t, c, on.as_deref());
    let load = load(t, on, at);
    let follows = load
        .as_ref()
        .is_some_and(|l| l.follower && c.names.is_point_mass(&l.on));
    if let Some(node) = t.node("follower").filter(|_| follows) {
        let message = "a force cannot turn with a point mass, which has no orientation";
        node.error(message, "leave out `follower`");
    }
    load
}

/// `[[moment]]`.
pub fn moment(t: &mut TableReader, c: &Context) -> Option<Load> {
    let on = body(t, c, "on");
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
