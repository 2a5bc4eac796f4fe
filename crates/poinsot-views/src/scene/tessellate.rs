//! The one place where items become surfaces. `size` is always that of everything together [m]: what could not be seen is made larger,
//! and bodies with more inertia than their surroundings have room for smaller.

use super::coarser::coarser;
use super::items::{Core, Form, Items, Joint, Link};
use super::mesh::Mesh;
use super::pose::{Anchor, Carrier, Pose, along};
use super::revolve::{self, sphere, torus};
use super::solid::StandIn;
use super::surface::{Bound, Shows, Surface};
use super::sweep::{self, Along, Sweep};
use poinsot::math::{Quaternion, V3, orientation};
use std::f64::consts::TAU;

/// Reach of a solid from its centre, at most, as a part of the size.
pub const LARGEST: f64 = 0.22;
/// Radius of cables, and of beams without a section, as a part of the size.
pub const WIRE: f64 = 0.0035;
/// Radius of the rods from mass centres to joints, as a part of the size.
const ARM: f64 = 0.0045;
/// Radius of sensors, as a part of the size.
const DOT: f64 = 0.008;
/// Turns of a spring, rings per turn, corners of the wire.
const COILS: [usize; 3] = [7, 14, 6];

/// How finely things are drawn. Of spheres: corners around and rows.
#[derive(Clone, Copy, Debug)]
pub struct Detail {
    /// Spheres that stand for bodies.
    pub ball: [usize; 2],
    /// Cylinders that stand for bodies.
    pub drum: usize,
    /// Balls of joints.
    pub knob: [usize; 2],
    /// Pins of joints.
    pub pin: usize,
    /// Sensors.
    pub dot: [usize; 2],
    /// Rods.
    pub rod: usize,
    /// Rims of discs: around the axis, around the rod.
    pub rim: [usize; 2],
    /// Flexible bodies.
    pub sweep: Sweep,
    /// Shapes of more faces are drawn coarser.
    pub most_faces: usize,
}

impl Detail {
    /// Pictures of a few hundred pixels that are made of flat faces.
    pub const PICTURE: Detail = Detail {
        ball: [20, 12],
        drum: 28,
        knob: [14, 8],
        pin: 18,
        dot: [10, 6],
        rod: 8,
        rim: [48, 6],
        sweep: Sweep {
            along: Along::Rings {
                about: 72,
                most: 12,
            },
            wire: 8,
            open: false,
            least: 0.0,
            simplify: false,
        },
        most_faces: 6000,
    };

    /// Reports: faces that meet at less than 35 degrees are drawn as parts of one round surface.
    pub const PAGE: Detail = Detail {
        ball: [20, 14],
        drum: 40,
        knob: [14, 10],
        pin: 18,
        dot: [12, 8],
        rod: 12,
        rim: [48, 12],
        // Of flexible bodies there are two levels, see `page`.
        sweep: Sweep::PAGE,
        most_faces: usize::MAX,
    };

    /// Exact shapes for other programs; all curves together with about so many corners.
    pub const fn exact(corners: usize) -> Detail {
        Detail {
            ball: [24, 12],
            drum: 24,
            knob: [24, 12],
            pin: 24,
            dot: [24, 12],
            rod: 24,
            rim: [48, 8],
            sweep: Sweep {
                along: Along::Corners {
                    about: corners,
                    most: 4,
                },
                wire: 6,
                open: true,
                least: 0.0,
                simplify: false,
            },
            most_faces: usize::MAX,
        }
    }
}

/// All surfaces: bodies with what they hold, shapes, discs, flexible bodies, joints, sensors.
pub fn surfaces(items: &Items, size: f64, detail: &Detail) -> Vec<Surface> {
    let mut list = bodies(items, size, detail);
    list.extend(shapes(items, detail));
    list.extend(discs(items, detail));
    list.extend(flexible(items, size, detail));
    list.extend(joints(items, size, detail));
    list.extend(sensors(items, size, detail));
    list
}

/// What stands for bodies, each followed by rods to what is attached. A shape of the model says itself how far a body reaches.
pub fn bodies(items: &Items, size: f64, detail: &Detail) -> Vec<Surface> {
    let mut list = Vec::new();
    for (k, body) in items.bodies.iter().enumerate() {
        let Some(solid) = &body.solid else {
            continue;
        };
        let carried = Bound::On(Anchor {
            on: Carrier::Body(k),
            place: Pose::world(),
        });
        let center = &body.center.at;
        let arms: Vec<V3> = arms(items, k).collect();
        let far = arms.iter().map(|at| (at - center).norm());
        let room = room(solid, far.fold(0.0, f64::max), size);
        let scale = (room / solid.reach().max(1e-300)).min(1.0);
        let mesh = stand_in(solid, size, detail)
            .scaled(scale)
            .placed(&body.center);
        list.push(Surface::rigid(Shows::Body(k), carried.clone(), mesh));
        for at in arms {
            if (at - center).norm() >= 3.0 * ARM * size {
                let rod = Mesh::rod(center, &at, ARM * size, detail.rod);
                list.push(Surface::rigid(Shows::Arm(k), carried.clone(), rod));
            }
        }
    }
    list
}

/// Points of a body that something is attached to.
pub fn arms(items: &Items, body: usize) -> impl Iterator<Item = V3> {
    let own = items.anchors().filter(move |a| a.on == Carrier::Body(body));
    own.map(|a| a.place.at)
}

fn stand_in(solid: &StandIn, size: f64, detail: &Detail) -> Mesh {
    let least = 0.012 * size;
    match solid {
        StandIn::Box { size } => Mesh::cuboid(&size.sup(&V3::repeat(least))),
        StandIn::Cylinder { radius, height } => {
            Mesh::cylinder(radius.max(0.5 * least), height.max(least), detail.drum)
        }
        StandIn::Sphere { radius } => {
            let [around, rows] = detail.ball;
            sphere(radius.max(0.018 * size), around, rows)
        }
    }
}

/// Some bodies have more inertia than their surroundings have room: they are drawn not much larger than the reach of their joints.
fn room(solid: &StandIn, reach: f64, size: f64) -> f64 {
    // Equal moments about all axes are mostly a guess of the user, not the shape of a body.
    let (wide, part) = match solid {
        StandIn::Sphere { .. } => (0.5, 0.08),
        StandIn::Box { .. } | StandIn::Cylinder { .. } => (1.2, LARGEST),
    };
    let most = part * size;
    match reach > 0.1 * most {
        true => most.min(wide * reach),
        false => most,
    }
}

/// Shapes of the model that can be seen.
pub fn shapes(items: &Items, detail: &Detail) -> Vec<Surface> {
    let mut list = Vec::new();
    for (k, shape) in items.shapes.iter().enumerate() {
        let Some(mesh) = revolve::surface(&shape.solid) else {
            continue;
        };
        if shape.opacity <= 0.0 || mesh.faces.is_empty() {
            continue;
        }
        let bound = match shape.fixed[..] {
            [(anchor, _)] => Bound::On(anchor),
            _ => Bound::Mean(shape.fixed.clone()),
        };
        let mesh = match mesh.faces.len() > detail.most_faces {
            true => coarser(&mesh),
            false => mesh,
        };
        list.push(Surface::rigid(Shows::Shape(k), bound, mesh));
    }
    list
}

/// Rims of rolling discs.
pub fn discs(items: &Items, detail: &Detail) -> Vec<Surface> {
    let [around, sides] = detail.rim;
    let one = |(k, disc): (usize, &super::items::Disc)| {
        let turn = orientation::between(&V3::z(), &disc.axis);
        let anchor = Anchor {
            on: Carrier::Body(disc.body),
            place: Pose {
                at: disc.center,
                turn: turn.unwrap_or_else(Quaternion::identity),
            },
        };
        let rim = torus(disc.radius, 0.03 * disc.radius, around, sides);
        Surface::rigid(Shows::Disc(k), Bound::On(anchor), rim)
    };
    items.discs.iter().enumerate().map(one).collect()
}

/// Flexible bodies.
pub fn flexible(items: &Items, size: f64, detail: &Detail) -> Vec<Surface> {
    let one = |k| sweep::surface(&items.flexible, k, WIRE * size, &detail.sweep);
    (0..items.flexible.len()).map(one).collect()
}

/// Markers of joints, in the frames of the joints.
pub fn joints(items: &Items, size: f64, detail: &Detail) -> Vec<Surface> {
    let turns = |anchor: &Anchor| match anchor.on {
        Carrier::Node(node) => items.flexible.iter().any(|body| {
            body.first_frame.is_some()
                && (body.first_node..body.first_node + body.nodes).contains(&node)
        }),
        Carrier::Ground | Carrier::Body(_) => true,
    };
    let one = |(k, joint): (usize, &Joint)| {
        // A cable has no axes of its own: those of the other side are shown.
        let [first, second] = joint.between;
        let end = match !turns(&first) && turns(&second) {
            true => second,
            false => first,
        };
        let marker = marker(joint, joint_size(items, joint, size), detail);
        Surface::rigid(Shows::Joint(k), Bound::On(end), marker)
    };
    items.joints.iter().enumerate().map(one).collect()
}

/// Half the size of the marker of a joint: it must not hide in what it sits on.
pub fn joint_size(items: &Items, joint: &Joint, size: f64) -> f64 {
    let thick = joint.between.iter().map(|end| thickness(items, end, size));
    thick.fold(0.011 * size, |most, thick| most.max(1.1 * thick))
}

/// Half the thickness of the flexible body that something is attached to.
fn thickness(items: &Items, end: &Anchor, size: f64) -> f64 {
    let Carrier::Node(node) = end.on else {
        return 0.0;
    };
    let body = items
        .flexible
        .iter()
        .find(|b| (b.first_node..b.first_node + b.nodes).contains(&node));
    let half = body.map_or(0.0, |body| match &body.form {
        Form::Curve(curve) => curve.outlines.first().map_or(0.0, |o| o.reach()),
        Form::Facets(facets) => 0.5 * facets.thickness.iter().copied().fold(0.0, f64::max),
    });
    half.min(0.018 * size)
}

/// The marker of a joint in its own frame: rods along its axes, and what stands at its origin.
fn marker(joint: &Joint, r: f64, detail: &Detail) -> Mesh {
    let mut mesh = Mesh::default();
    for &k in &joint.rods {
        let half = V3::ith(k, if k == 2 { 3.5 * r } else { 3.0 * r });
        mesh.add(&Mesh::rod(&-half, &half, 0.25 * r, detail.rod));
    }
    mesh.add(&match joint.core {
        Core::Ball => sphere(r, detail.knob[0], detail.knob[1]),
        Core::Block => Mesh::cuboid(&V3::repeat(1.5 * r)),
        Core::Slider => Mesh::cuboid(&V3::new(1.6 * r, 1.6 * r, 3.2 * r)),
        Core::Plate => Mesh::cuboid(&V3::new(4.0 * r, 4.0 * r, 0.4 * r)),
        Core::Pin => Mesh::cylinder(0.9 * r, 2.2 * r, detail.pin).placed(&Pose {
            at: V3::zeros(),
            turn: along(&V3::z()),
        }),
    });
    mesh
}

/// Dots where sensors are.
pub fn sensors(items: &Items, size: f64, detail: &Detail) -> Vec<Surface> {
    let [around, rows] = detail.dot;
    let dot = sphere(DOT * size, around, rows);
    let one = |k| Surface::rigid(Shows::Sensor(k), Bound::Sensor(k), dot.clone());
    (0..items.sensors.len()).map(one).collect()
}

/// A spring, damper or rod of some length, from the origin along x.
pub fn link(link: &Link, length: f64, size: f64, detail: &Detail) -> Mesh {
    let wire = 0.003 * size;
    if !link.coil {
        return Mesh::rod(&V3::zeros(), &(V3::x() * length), wire, detail.rod);
    }
    let radius = 0.015 * size;
    let [coils, per_turn, corners] = COILS;
    let count = coils * per_turn;
    let ring = |k: usize| {
        let part = k as f64 / count as f64;
        let (sin, cos) = (TAU * coils as f64 * part).sin_cos();
        let out = V3::new(0.0, cos, sin);
        let middle = V3::x() * (part * length) + out * radius;
        let corner = |l: usize| {
            let (sin, cos) = (TAU * l as f64 / corners as f64).sin_cos();
            middle + wire * (cos * out - sin * V3::x())
        };
        (0..corners).map(corner).collect()
    };
    let rings: Vec<Vec<V3>> = (0..=count).map(ring).collect();
    Mesh::swept(&rings)
}
