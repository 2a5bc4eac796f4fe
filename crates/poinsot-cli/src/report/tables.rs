//! The tables of a model: what it is made of, with masses and stiffness, in SI units.

use crate::scene::{joint_word, xyz};
use poinsot::geometry::Path;
use poinsot::math::V3;
use poinsot::model::{AnchorPoint, Beam, DrawnShape, Model, ShapePlace, Solid, SpringPlace};
use poinsot::sections::interpolate;
use serde_json::{Value, json};

/// Pieces that masses of tapered beams are summed over.
const PIECES: usize = 200;

/// All tables that have rows.
pub fn tables(model: &Model) -> Vec<Value> {
    let mut list = vec![masses(model)];
    let mut add = |title: &str, head: &[&str], rows: Vec<Value>| {
        if !rows.is_empty() {
            list.push(json!({ "title": title, "head": head, "rows": rows }));
        }
    };
    add(
        "Bodies",
        &[
            "name",
            "mass [kg]",
            "mass centre in the body frame [m]",
            "inertia about it: xx, yy, zz [kg m^2]",
            "xy, xz, yz [kg m^2]",
            "position at the start [m]",
        ],
        model
            .bodies
            .iter()
            .map(|b| {
                let i = &b.inertia;
                json!([
                    b.name,
                    b.mass,
                    xyz(&b.mass_center),
                    xyz(&i.diagonal()),
                    xyz(&V3::new(i[(0, 1)], i[(0, 2)], i[(1, 2)])),
                    xyz(&b.position)
                ])
            })
            .collect(),
    );
    add(
        "Point masses",
        &["name", "mass [kg]", "position at the start [m]"],
        model
            .point_masses
            .iter()
            .map(|m| json!([m.name, m.mass, xyz(&m.position)]))
            .collect(),
    );
    add(
        "Beams",
        &[
            "name",
            "length [m]",
            "mass [kg]",
            "elements",
            "order",
            "EA [N]",
            "GJ [N m^2]",
            "EIy [N m^2]",
            "EIz [N m^2]",
            "mass per length [kg/m]",
        ],
        model.beams.iter().map(beam).collect(),
    );
    add(
        "Cables",
        &[
            "name",
            "length [m]",
            "mass [kg]",
            "elements",
            "order",
            "EA [N]",
            "mass per length [kg/m]",
            "pre-stretch",
        ],
        model
            .cables
            .iter()
            .map(|c| {
                let length = c.curve.length();
                json!([
                    c.name,
                    length,
                    c.mass * length,
                    c.elements,
                    c.order,
                    c.stiffness,
                    c.mass,
                    c.pre_stretch
                ])
            })
            .collect(),
    );
    add(
        "Joints",
        &[
            "name",
            "kind",
            "first",
            "second",
            "at [m]",
            "in the frame of",
        ],
        model
            .joints
            .iter()
            .map(|j| {
                let [a, b] = &j.between;
                // Places in the frame of an item are told from places in the world by its name.
                let (at, frame) = match a.at {
                    AnchorPoint::World(p) => (xyz(&p), "world"),
                    AnchorPoint::Local(p) => (xyz(&p), a.item.as_str()),
                };
                json!([j.name, joint_word(&j.kind), a.item, b.item, at, frame])
            })
            .collect(),
    );
    add(
        "Springs, dampers and bushings",
        &["name", "on", "damping"],
        springs(model),
    );
    let drives = model.motors.iter().map(|m| ("motor", &m.name, &m.on));
    let drives = drives.chain(model.motions.iter().map(|m| ("motion", &m.name, &m.on)));
    add(
        "Motors and motions",
        &["name", "kind", "on"],
        drives
            .map(|(kind, name, on)| json!([name, kind, format!("{}.{}", on.joint, on.coordinate)]))
            .collect(),
    );
    let loads = model.forces.iter().map(|l| ("force [N]", l));
    let loads = loads.chain(model.moments.iter().map(|l| ("moment [N m]", l)));
    add(
        "Loads",
        &["name", "kind", "on", "components", "axes"],
        loads
            .map(|(kind, l)| {
                json!([
                    l.name,
                    kind,
                    l.on,
                    xyz(&l.value),
                    if l.follower { "body" } else { "world" }
                ])
            })
            .chain(model.line_loads.iter().map(|l| {
                json!([
                    l.name,
                    "force per length [N/m]",
                    l.on,
                    xyz(&l.force),
                    if l.follower { "section" } else { "world" }
                ])
            }))
            .collect(),
    );
    add(
        "Shapes, without influence on the mechanics",
        &["name", "on", "kind", "sizes or scale [m]", "mesh"],
        model.shapes.iter().map(shape).collect(),
    );
    list
}

fn shape(shape: &DrawnShape) -> Value {
    let on = match &shape.on {
        ShapePlace::Ground => "ground".to_owned(),
        ShapePlace::Item(name) => name.clone(),
        ShapePlace::Line { name, s } => format!("{name}@{s} m"),
    };
    let (kind, sizes) = match shape.solid {
        Solid::Box { size } => ("box", xyz(&size).to_vec()),
        Solid::Sphere { radius } => ("sphere", vec![radius]),
        Solid::Cylinder { radius, length } => ("cylinder", vec![radius, length]),
        Solid::Cone {
            radius,
            end_radius,
            length,
        } => ("cone", vec![radius, end_radius, length]),
        Solid::Capsule { radius, length } => ("capsule", vec![radius, length]),
        Solid::Tube {
            radius,
            thickness,
            length,
        } => ("tube", vec![radius, thickness, length]),
        Solid::Mesh(ref file) => ("mesh", vec![file.scale]),
    };
    let mesh = match &shape.solid {
        Solid::Mesh(file) => {
            let count = file.mesh.as_ref().map(|m| m.triangles.len());
            let count = count.map_or_else(
                || "not in the results".to_owned(),
                |n| format!("{n} triangles"),
            );
            format!("{}, {count}", file.file)
        }
        _ => String::new(),
    };
    json!([shape.name, on, kind, sizes, mesh])
}

fn beam(beam: &Beam) -> Value {
    let first = beam.sections.first();
    let stiffness = |k: usize| first.map(|(_, s)| s.stiffness[(k, k)]);
    json!([
        beam.name,
        beam.curve.length(),
        mass_of(beam).0,
        beam.elements,
        beam.order,
        stiffness(0),
        stiffness(3),
        stiffness(4),
        stiffness(5),
        first.map(|(_, s)| s.mass),
    ])
}

fn springs(model: &Model) -> Vec<Value> {
    let mut rows = Vec::new();
    for s in &model.springs {
        let on = match &s.on {
            SpringPlace::Coordinate(c) => format!("{}.{}", c.joint, c.coordinate),
            SpringPlace::Points([a, b]) => format!("{} and {}", a.item, b.item),
        };
        rows.push(json!([s.name, on, s.damping]));
    }
    for b in &model.bushings {
        let on = format!("{} and {}", b.between[0].item, b.between[1].item);
        rows.push(json!([b.name, on, null]));
    }
    rows
}

/// Mass of a beam and its first moment about the world's origin, along the reference line as drawn.
fn mass_of(beam: &Beam) -> (f64, V3) {
    let path = Path::new(&beam.curve);
    let step = path.length() / PIECES as f64;
    let mut sums = (0.0, V3::zeros());
    for k in 0..PIECES {
        let s = (k as f64 + 0.5) * step;
        let mass = interpolate(&beam.sections, s).mass * step;
        sums.0 += mass;
        sums.1 += mass * path.position(s);
    }
    sums
}

/// The mass of everything, and its centre as drawn.
fn masses(model: &Model) -> Value {
    let mut sums = (0.0, V3::zeros());
    let mut add = |mass: f64, moment: V3| {
        sums.0 += mass;
        sums.1 += moment;
    };
    for b in &model.bodies {
        add(
            b.mass,
            b.mass * (b.position + b.orientation * b.mass_center),
        );
    }
    for m in &model.point_masses {
        add(m.mass, m.mass * m.position);
    }
    for b in &model.beams {
        let (mass, moment) = mass_of(b);
        add(mass, moment);
    }
    for c in &model.cables {
        let path = Path::new(&c.curve);
        let step = path.length() / PIECES as f64;
        for k in 0..PIECES {
            let mass = c.mass * step;
            add(mass, mass * path.position((k as f64 + 0.5) * step));
        }
    }
    let center = (sums.0 > 0.0).then(|| xyz(&(sums.1 / sums.0)));
    json!({
        "title": "Mass properties",
        "head": ["", ""],
        "rows": [
            ["mass of all items [kg]", sums.0],
            ["mass centre as drawn [m]", center],
            ["gravity [m/s^2]", xyz(&model.gravity.acceleration)],
        ],
    })
}
