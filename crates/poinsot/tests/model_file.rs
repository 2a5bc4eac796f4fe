//! Reading of model files: what is good decodes to the right numbers, also from JSON.

use poinsot::math::{Quaternion, V3};
use poinsot::model::joints;
use poinsot::model::{
    AnchorAxes, AnchorPoint, Model, Order, RotationMap, Run, Scheme, Source, SpringPlace,
    mini_examples, read_model, reference, render_all, schema,
};
use std::f64::consts::{FRAC_PI_6, TAU};

const HEAVY_TOP: &str = r#"
title = "Heavy top"
gravity = [0, 0, -9.81]

[run]
duration = 2
dt = "2 ms"
scheme = "ep"

[[body]]
name = "top"
mass = 15
mass_center = [0, 1, 0]
inertia = [0.234375, 0.46875, 0.234375]
angular_velocity_body = [0, 150, -4.61538]

[[joint]]
name = "tip"
kind = "spherical"
between = ["ground", "top"]
at = [0, 0, 0]

[[sensor]]
name = "centre"
on = "top"
at = [0, 1, 0]
"#;

fn read(text: &str) -> Model {
    let source = Source::new("model.toml", text);
    match read_model(&source) {
        Ok((model, warnings)) => {
            assert!(
                warnings.is_empty(),
                "{}",
                render_all(&warnings, Some(&source), false)
            );
            model
        }
        Err(problems) => panic!("{}", render_all(&problems, Some(&source), false)),
    }
}

#[test]
fn heavy_top_in_thirty_lines() {
    assert!(HEAVY_TOP.trim().lines().count() <= 30);
    let model = read(HEAVY_TOP);
    assert_eq!(model.title, "Heavy top");
    assert_eq!(model.gravity.acceleration, V3::new(0.0, 0.0, -9.81));
    assert_eq!(model.gravity.scale.value(3.0), 1.0);
    assert_eq!(model.run.dt, 0.002);
    let rotation = RotationMap::Cayley;
    assert_eq!(
        model.run.scheme,
        Scheme::EnergyPreserving {
            rotation,
            order: Order::Two
        }
    );
    let top = &model.bodies[0];
    assert_eq!(top.mass_center, V3::y());
    assert_eq!(top.inertia[(1, 1)], 0.46875);
    assert_eq!(top.angular_velocity, V3::new(0.0, 150.0, -4.61538));
    assert_eq!((top.place.path.as_str(), top.place.line), ("body[0]", 10));
    assert_eq!(model.joints[0].kind, joints::spherical());
    assert_eq!(model.joints[0].between[0].item, "ground");
    assert_eq!(model.sensors[0].at, V3::y());
}

#[test]
fn every_kind_has_an_example_that_decodes() {
    for (kind, text) in mini_examples() {
        let source = Source::new(format!("{kind}.toml"), *text);
        match read_model(&source) {
            Ok((_, warnings)) => assert_eq!(warnings, vec![], "{kind}"),
            Err(problems) => panic!("{kind}:\n{}", render_all(&problems, Some(&source), false)),
        }
    }
    for kind in reference() {
        let named = kind.name == "force_table" || kind.example.is_some();
        assert!(named, "no example for {}", kind.name);
        assert!(!kind.doc.is_empty() && kind.to_string().contains(kind.doc));
    }
}

/// TOML text as JSON text, through the parser of the `toml` crate.
fn as_json(text: &str) -> String {
    fn convert(value: toml::Value) -> serde_json::Value {
        match value {
            toml::Value::String(s) => s.into(),
            toml::Value::Integer(i) => i.into(),
            toml::Value::Float(f) => f.into(),
            toml::Value::Boolean(b) => b.into(),
            toml::Value::Datetime(d) => d.to_string().into(),
            toml::Value::Array(a) => a.into_iter().map(convert).collect(),
            toml::Value::Table(t) => t.into_iter().map(|(k, v)| (k, convert(v))).collect(),
        }
    }
    let table: toml::Table = text.parse().expect("the examples are TOML");
    serde_json::to_string_pretty(&convert(toml::Value::Table(table))).expect("JSON")
}

/// The model as text without the lines and columns, which differ between the two ways of writing.
fn without_places(model: &Model) -> String {
    let text = format!("{model:#?}");
    let kept = text
        .lines()
        .filter(|l| !l.trim_start().starts_with("line:"));
    let kept = kept.filter(|l| !l.trim_start().starts_with("column:"));
    kept.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_json_twin_gives_the_same_model() {
    for (kind, text) in mini_examples().iter().chain(&[("top", HEAVY_TOP)]) {
        let json = as_json(text);
        // By extension and by the first character.
        for name in ["model.json", "<stdin>"] {
            let source = Source::new(name, json.as_str());
            let (model, _) = read_model(&source).unwrap_or_else(|p| panic!("{kind}: {p:?}"));
            assert_eq!(
                without_places(&model),
                without_places(&read(text)),
                "{kind}"
            );
        }
    }
}

#[test]
fn four_ways_to_write_one_orientation() {
    let (_, text) = mini_examples()
        .iter()
        .find(|(k, _)| *k == "orientation")
        .expect("it is there");
    let expected = Quaternion::from_axis_angle(&V3::z_axis(), FRAC_PI_6);
    for body in &read(text).bodies {
        // A few roundings of numbers of size one.
        assert!(
            body.orientation.angle_to(&expected) < 1e-15 * 8.0,
            "{}",
            body.name
        );
    }
}

#[test]
fn euler_sequences_turn_about_fixed_or_turned_axes() {
    let body = |orientation: &str| {
        let text = format!(
            "[run]\nduration = 1\ndt = 0.1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\norientation = {orientation}"
        );
        read(&text).bodies[0].orientation
    };
    let fixed = body(r#"{ euler = [0.3, -0.7, 1.1], sequence = "xyz" }"#);
    let turned = body(r#"{ euler = [1.1, -0.7, 0.3], sequence = "ZYX" }"#);
    assert!(fixed.angle_to(&turned) < 1e-15 * 8.0);
    // Extrinsic x-y-z is what is called roll, pitch, yaw.
    assert!(fixed.angle_to(&Quaternion::from_euler_angles(0.3, -0.7, 1.1)) < 1e-15 * 8.0);
    // The first of the given axes is exact, the second is made perpendicular to it.
    let axes = body("{ x = [0, 2, 0], y = [-3, 1, 0] }");
    assert!((axes * V3::x() - V3::y()).norm() < 1e-15);
    assert!((axes * V3::y() + V3::x()).norm() < 1e-15);
    let axes = body("{ x = [0, 1, 0], z = [1, 0, 0] }");
    assert!((axes * V3::z() - V3::x()).norm() < 1e-15);
}

#[test]
fn inertia_moves_to_the_mass_centre() {
    let text = mini_examples()
        .iter()
        .find(|(k, _)| *k == "inertia")
        .expect("it is there")
        .1;
    let inertia = read(text).bodies[0].inertia;
    // Parallel axes with m = 2 kg, d = 0.1 m along x: 0.02 less about y and z.
    assert!((inertia[(0, 0)] - 0.02).abs() < 1e-16);
    assert!((inertia[(1, 1)] - 0.03).abs() < 1e-16);
    assert!((inertia[(2, 2)] - 0.04).abs() < 1e-16);
    assert_eq!(inertia[(0, 1)], -0.004);
}

#[test]
fn joints_take_drawn_and_local_frames() {
    let (_, frame) = mini_examples()
        .iter()
        .find(|(k, _)| *k == "frame")
        .expect("it is there");
    let joint = &read(frame).joints[0];
    assert!(matches!(joint.between[1].at, AnchorPoint::Local(p) if p == V3::new(-0.5, 0.0, 0.0)));
    assert!(
        matches!(joint.between[1].axes, AnchorAxes::Local(q) if (q * V3::z() - V3::y()).norm() < 1e-15)
    );
    let (_, screw) = mini_examples()
        .iter()
        .find(|(k, _)| *k == "screw")
        .expect("it is there");
    let joint = &read(screw).joints[0];
    assert_eq!(joint.kind, joints::screw().with(0.05 / TAU));
    assert!(matches!(joint.between[0].at, AnchorPoint::World(p) if p == V3::zeros()));
    let (_, cardan) = mini_examples()
        .iter()
        .find(|(k, _)| *k == "universal")
        .expect("it is there");
    let AnchorAxes::World(axes) = read(cardan).joints[0].between[0].axes else {
        panic!("drawn in the world");
    };
    assert!((axes * V3::x() - V3::y()).norm() < 1e-15 && (axes * V3::y() - V3::z()).norm() < 1e-15);
}

#[test]
fn springs_rest_as_drawn_unless_told_otherwise() {
    let text = r#"
[run]
duration = 1
dt = 0.1
[[body]]
name = "b"
mass = 1
inertia = [1, 1, 1]
position = [3, 0, 0]
orientation = { axis = [0, 0, 1], angle = "90 deg" }
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "b"]
at = [3, 0, 0]
axis = [0, 0, 1]
[[spring]]
name = "drawn"
between = ["ground", "b"]
local_points = [[0, 0, 0], [4, 0, 0]]
stiffness = 10
[[spring]]
name = "given"
between = ["ground", "b"]
points = [[0, 0, 0], [3, 4, 0]]
stiffness = "10 N/m"
free = 4
preload = 1
[[spring]]
name = "torsion"
on = "hinge.angle"
stiffness = "2 N m/rad"
free = "180 deg"
damping = 0.5
[[spring]]
name = "damper"
on = "hinge.angle"
damping = 0.5
[[spring]]
name = "table"
on = "hinge.angle"
force = { table = [["-90 deg", "-3 N m"], [0, 0], ["90 deg", 3]] }
"#;
    let springs = read(text).springs;
    let effort = |i: usize, x: f64| springs[i].law.as_ref().map(|law| law.effort(x));
    // The body is turned by 90 degrees, so the local point (4, 0, 0) is at (3, 4, 0): length 5.
    assert!(effort(0, 5.0).is_some_and(|f| f.abs() < 1e-14));
    assert_eq!(effort(1, 5.0), Some(11.0));
    assert_eq!(effort(2, std::f64::consts::PI), Some(0.0));
    assert_eq!(effort(3, 1.0), None);
    assert!(effort(4, std::f64::consts::FRAC_PI_4).is_some_and(|f| (f - 1.5).abs() < 1e-15));
    assert!(matches!(&springs[2].on, SpringPlace::Coordinate(c) if c.coordinate == "angle"));
}

#[test]
fn bushings_take_laws_and_energies() {
    let text = mini_examples().iter().find(|(k, _)| *k == "laws");
    let model = read(text.expect("it is there").1);
    let [mount, pad] = &model.bushings[..] else {
        panic!("two bushings");
    };
    let effort = |k: usize, x: f64| mount.laws[k].as_ref().map(|law| law.effort(x));
    assert_eq!(effort(0, 0.001), None);
    // On the last piece of the table, 40 N at 2 mm and 2 kN at 4 mm.
    assert!(effort(2, 0.003).is_some_and(|f| (f - 1020.0).abs() < 1e-9));
    assert_eq!(effort(3, 0.1), Some(40.0 * 0.1 + 900.0 * 0.1_f64.powf(3.0)));
    assert!(mount.energy.is_none() && mount.stiffness[(0, 0)] == 20e3);
    assert_eq!(pad.stiffness.amax(), 0.0);
    let energy = pad
        .energy
        .as_ref()
        .map(|w| w.energy(&[0.0, 0.0, 0.1, 0.0, 0.0, 0.2]));
    // 4e3 * 0.01 + 5 * 0.04
    assert!(energy.is_some_and(|w| (w - 40.2).abs() < 1e-13));
}

#[test]
fn defaults_of_the_file_are_those_of_the_types() {
    let text = "[run]\nduration = 1\ndt = 0.001\n[[point_mass]]\nname = \"p\"\nmass = 1\n";
    assert_eq!(
        format!("{:?}", read(text).run),
        format!("{:?}", Run::default())
    );
}

/// No key is described and then ignored: a date, which no key takes, is refused under each of them.
#[test]
fn every_described_key_is_read() {
    let date = toml::Value::Datetime("1979-05-27".parse().expect("a date"));
    let mut tried = 0;
    for kind in reference().iter().filter(|k| k.written.starts_with('[')) {
        let text = kind.example.expect("every kind has an example");
        let table = kind.written.trim_start_matches('[');
        let table = table.split(']').next().expect("the name of the table");
        for field in &kind.fields {
            let mut model: toml::Table = text.parse().expect("the examples are TOML");
            // The first one, where the word is a default.
            let own = |item: &toml::Value| {
                let has = |(key, word)| item.get(key).and_then(toml::Value::as_str) == Some(word);
                kind.choice.is_none_or(has)
            };
            let item = match &mut model[table] {
                toml::Value::Array(items) => {
                    let place = items.iter().position(own).unwrap_or(0);
                    &mut items[place]
                }
                single => single,
            };
            let item = item.as_table_mut().expect("a table");
            item.insert(field.key.into(), date.clone());
            let source = Source::new("model.toml", model.to_string());
            let problems = read_model(&source).expect_err(field.key);
            let key = format!("`{}`", field.key);
            let found = problems.iter().any(|p| {
                p.place.path.ends_with(&format!(".{}", field.key)) || p.message.contains(&key)
            });
            assert!(found, "{} {}: {problems:?}", kind.name, field.key);
            tried += 1;
        }
    }
    assert!(tried > 150, "{tried}");
}

#[test]
fn the_schema_covers_every_key() {
    let schema = schema();
    assert_eq!(schema["additionalProperties"], false);
    let body = &schema["properties"]["body"]["items"];
    // Mass and inertia may come from shapes.
    assert_eq!(body["required"], serde_json::json!(["name"]));
    let mass = body["properties"]["mass"]["description"].as_str();
    let expected = "Mass. [kg] Must be positive. Default: that of its shapes; none, for equilibria without weights.";
    assert_eq!(mass, Some(expected));
    let kinds = schema["properties"]["joint"]["items"]["properties"]["kind"]["oneOf"].as_array();
    assert_eq!(kinds.map(Vec::len), Some(joints::JOINTS.len()));
    for (kind, text) in mini_examples() {
        let table: toml::Table = text.parse().expect("TOML");
        for (key, value) in &table {
            let known = &schema["properties"][key];
            assert!(known.is_object(), "{kind}: {key}");
            for item in value.as_array().into_iter().flatten() {
                for key in item.as_table().into_iter().flat_map(|t| t.keys()) {
                    assert!(
                        known["items"]["properties"][key].is_object(),
                        "{kind}: {key}"
                    );
                }
            }
        }
    }
}
