//! The tables of a model: what it is made of, with masses and stiffness, in SI units.

use crate::scene::xyz;
use poinsot::geometry::{Curve, Path};
use poinsot::math::{M3, V3};
use poinsot::model::actions::On;
use poinsot::model::{AnchorPoint, Beam, DrawnShape, Model, ShapePlace, Solid};
use poinsot::sections::integrate;
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
        "Parameters",
        &["name", "value", "unit"],
        model
            .parameters
            .iter()
            .map(|p| json!([p.name, p.value, p.unit]))
            .collect(),
    );
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
                let (i, heavy) = (&b.inertia, b.mass > 0.0);
                let turns = *i != M3::zeros();
                json!([
                    b.name,
                    known(b.mass),
                    heavy.then(|| xyz(&b.mass_center)),
                    turns.then(|| xyz(&i.diagonal())),
                    turns.then(|| xyz(&V3::new(i[(0, 1)], i[(0, 2)], i[(1, 2)]))),
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
            .map(|m| json!([m.name, known(m.mass), xyz(&m.position)]))
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
                    known(c.mass * length),
                    c.elements,
                    c.order,
                    c.stiffness,
                    known(c.mass),
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
                json!([j.name, j.kind.word(), a.item, b.item, at, frame])
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
        known(mass_of(beam)),
        beam.elements,
        beam.order,
        stiffness(0),
        stiffness(3),
        stiffness(4),
        stiffness(5),
        first.and_then(|(_, s)| known(s.mass)),
    ])
}

/// A mass, if the model gives it.
fn known(mass: f64) -> Option<f64> {
    (mass > 0.0).then_some(mass)
}

fn springs(model: &Model) -> Vec<Value> {
    let mut rows = Vec::new();
    for action in model.actions().filter(|a| a.acts.link.is_some()) {
        let on = match action.acts.on {
            On::Coordinate(c) => format!("{}.{}", c.joint, c.coordinate),
            On::TwoCoordinates([a, b]) => {
                format!(
                    "{}.{} and {}.{}",
                    a.joint, a.coordinate, b.joint, b.coordinate
                )
            }
            On::Points([a, b]) => format!("{} and {}", a.item, b.item),
            On::Item(name, _) => name.to_owned(),
        };
        rows.push(json!([action.name, on, action.acts.damping]));
    }
    rows
}

/// Sums over everything that has mass, as drawn, about the world's origin.
#[derive(Default)]
struct Masses {
    mass: f64,
    moment: V3,
    inertia: M3,
}

impl Masses {
    /// A mass at a place, with inertia of its own about it in world axes.
    fn add(&mut self, mass: f64, place: V3, own: M3) {
        self.mass += mass;
        self.moment += mass * place;
        self.inertia += own + mass * about(&place);
    }

    /// Mass per length along a curve.
    fn add_line(&mut self, curve: &Curve, mass: impl Fn(f64) -> f64) {
        let path = Path::new(curve);
        let step = path.length() / PIECES as f64;
        for k in 0..PIECES {
            let s = (k as f64 + 0.5) * step;
            self.add(mass(s) * step, path.position(s), M3::zeros());
        }
    }

    /// A beam, with all that lies between its stations.
    fn add_beam(&mut self, beam: &Beam) {
        let path = Path::new(&beam.curve);
        let at = |k: usize| path.length() * (k as f64 / PIECES as f64);
        for k in 0..PIECES {
            integrate(
                &beam.sections,
                at(k),
                at(k + 1),
                &mut |s, length, section| {
                    self.add(section.mass * length, path.position(s), M3::zeros());
                },
            );
        }
    }
}

/// Inertia of a unit mass at a place: `r^2 I - r r^T`.
fn about(place: &V3) -> M3 {
    M3::identity() * place.norm_squared() - place * place.transpose()
}

/// Mass of a beam.
fn mass_of(beam: &Beam) -> f64 {
    let mut sums = Masses::default();
    sums.add_beam(beam);
    sums.mass
}

/// The mass of everything, its centre and its inertia as drawn.
fn masses(model: &Model) -> Value {
    let mut sums = Masses::default();
    for b in &model.bodies {
        let turn = b.orientation.to_rotation_matrix();
        let own = turn.matrix() * b.inertia * turn.matrix().transpose();
        sums.add(b.mass, b.position + b.orientation * b.mass_center, own);
    }
    for m in &model.point_masses {
        sums.add(m.mass, m.position, M3::zeros());
    }
    for b in &model.beams {
        sums.add_beam(b);
    }
    for c in &model.cables {
        sums.add_line(&c.curve, |_| c.mass);
    }
    // Sums over parts only would not be those of the whole.
    let complete = model.missing_masses().is_empty();
    let center = (sums.mass > 0.0 && complete).then(|| sums.moment / sums.mass);
    let inertia = center.map(|c| sums.inertia - sums.mass * about(&c));
    let entry = |places: [(usize, usize); 3]| inertia.map(|i| places.map(|place| i[place]));
    json!({
        "title": "Mass properties",
        "head": ["", ""],
        "rows": [
            ["mass of all items [kg]", complete.then_some([sums.mass])],
            ["mass centre as drawn [m]", center.map(|c| xyz(&c))],
            ["inertia about it, beams and cables as lines: xx, yy, zz [kg m^2]", entry([(0, 0), (1, 1), (2, 2)])],
            ["xy, xz, yz [kg m^2]", entry([(0, 1), (0, 2), (1, 2)])],
            ["gravity [m/s^2]", xyz(&model.gravity.acceleration)],
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use poinsot::model::{Source, read_model};

    #[test]
    fn mass_properties_are_those_of_all_items_together() {
        let text = "[[point_mass]]\nname = \"a\"\nmass = 1\nposition = [1, 0, 0]\n[[body]]\nname = \"b\"\nmass = 3\n\
                    inertia = [1, 2, 2.5]\nposition = [-1, 0, 0]\norientation = { axis = [0, 0, 1], angle = \"90 deg\" }\n";
        let (model, _) = read_model(&Source::new("m.toml", text)).unwrap();
        let rows = &masses(&model)["rows"];
        assert_eq!(rows[0][1], json!([4.0]));
        let numbers = |row: usize| [0, 1, 2].map(|k| rows[row][1][k].as_f64().unwrap());
        assert_eq!(numbers(1), [-0.5, 0.0, 0.0]);
        // 1 kg at 1.5 m and 3 kg at 0.5 m from the common centre: 3 kg m^2 about y and z. The body lies with its y axis along -x.
        let wanted = [2.0, 1.0 + 3.0, 2.5 + 3.0];
        // Round-off of a rotation by a right angle.
        for (found, wanted) in numbers(2).iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-14);
        }
        assert!(numbers(3).iter().all(|x| x.abs() < 1e-14));
    }
}
