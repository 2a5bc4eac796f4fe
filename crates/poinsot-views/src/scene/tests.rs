use super::*;
use poinsot::meshes::TriangleMesh;
use poinsot::model::{Solid, Source, read_model};
use poinsot::results::Axis;
use std::sync::Arc;

const MODEL: &str = r#"
gravity = [0, -9.81, 0]
[run]
duration = 1
dt = 0.01
[[body]]
name = "hub"
mass = 2
inertia = [1, 1, 1]
position = [1, 0, 0]
orientation = { axis = [0, 0, 1], angle = "90 deg" }
[[section]]
name = "bar"
EA = 1e6
GAy = 1e6
GJ = 1e3
EIy = 1e3
mass_per_length = 1
inertia_per_length = [2e-3, 1e-3, 1e-3]
[[beam]]
name = "boom"
from = [1, 0, 0]
to = [1, 4, 0]
section = "bar"
z_axis = [0, 0, 1]
elements = 2
[[joint]]
name = "pin"
kind = "revolute"
between = ["hub", "boom.start"]
at = [1, 0.5, 0]
axis = [0, 0, 1]
[[sensor]]
name = "tip"
on = "boom@50 %"
"#;

fn layout() -> Layout {
    let nodes = ["boom@0", "boom@2", "boom@4"];
    Layout {
        axes: vec![
            Axis::new("xyz", ["x", "y", "z"]),
            Axis::new("body", ["hub"]),
            Axis::new("line_node", nodes),
            Axis::new("beam_node", nodes),
            Axis::new("beam_station", ["boom@0", "boom@1", "boom@3", "boom@4"]),
            Axis::new("sensor", ["tip"]),
        ],
        ..Layout::default()
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().unwrap();
    list.iter().map(|v| v.as_f64().unwrap()).collect()
}

#[test]
fn items_know_their_columns_and_joints_their_place_on_items() {
    let (model, _) = read_model(&Source::new("boom.toml", MODEL)).unwrap();
    let scene = scene(&layout(), Some(&model));
    assert_eq!(numbers(&scene["up"]), [0.0, 1.0, 0.0]);
    assert_eq!(scene["bodies"][0]["name"], "hub");
    let line = &scene["lines"][0];
    assert_eq!(
        (&line["kind"], &line["firstFrame"]),
        (&json!("beam"), &json!(0))
    );
    assert_eq!(numbers(&line["s"]), [0.0, 2.0, 4.0]);
    assert_eq!(numbers(&line["stations"]), [0.0, 1.0, 3.0, 4.0]);
    assert_eq!(scene["sensors"][0]["on"], "boom@2 m");
    let [first, second] = [0, 1].map(|k| &scene["joints"][0]["between"][k]);
    // The hub is turned by a right angle: 0.5 m up in the world is 0.5 m along its x axis, as it is along the boom.
    for (end, kind) in [(first, "body"), (second, "node")] {
        assert_eq!((&end["kind"], &end["index"]), (&json!(kind), &json!(0)));
        let at = numbers(&end["at"]);
        assert!((at[0] - 0.5).abs() < 1e-15 && at[1].abs() < 1e-15 && at[2].abs() < 1e-15);
    }
}

#[test]
fn without_a_model_the_results_are_shown_as_they_are() {
    let scene = scene(&layout(), None);
    assert_eq!(scene["bodies"][0]["solid"]["kind"], "sphere");
    assert_eq!(scene["lines"][0]["outlines"], json!([]));
    assert_eq!(scene["joints"], json!([]));
}

#[test]
fn labels_are_split_at_the_last_sign() {
    assert_eq!(split("a@b@1.5"), ("a@b", 1.5));
    assert_eq!(split("plain"), ("plain", 0.0));
}

#[test]
fn shapes_take_the_place_of_solids_and_follow_their_items() {
    let shapes = r##"
[[shape]]
name = "case"
on = "hub"
kind = "box"
size = [1, 2, 3]
at = [0.1, 0, 0]
colour = "#d1542b"
[[shape]]
on = "boom@1.5 m"
kind = "sphere"
radius = 0.1
at = [0, 0.2, 0]
opacity = 0.5
[[shape]]
on = "ground"
kind = "mesh"
file = "floor.stl"
"##;
    let text = MODEL.to_owned() + shapes;
    let (mut model, _) = read_model(&Source::new("boom.toml", text)).unwrap();
    // Results hold a mesh, and give it back.
    let mesh = TriangleMesh {
        vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        triangles: vec![[0, 1, 2]],
    };
    assert!(meshes::missing(&model).contains("`floor.stl`"));
    let Solid::Mesh(file) = &mut model.shapes[2].solid else {
        panic!("a mesh");
    };
    file.mesh = Some(Arc::new(mesh.clone()));
    let mut layout = layout();
    meshes::store(&mut layout, &model);
    let Solid::Mesh(file) = &mut model.shapes[2].solid else {
        panic!("a mesh");
    };
    file.mesh = None;
    meshes::restore(&mut model, &layout);
    assert_eq!(meshes::missing(&model), "");
    assert_eq!(*shapes_of(&layout, &model)[2].mesh, mesh);

    let scene = scene(&layout, Some(&model));
    assert_eq!(scene["bodies"][0]["solid"]["kind"], "none");
    let [case, ball, floor] = [0, 1, 2].map(|k| &scene["shapes"][k]);
    assert_eq!(
        (&case["of"], &case["colour"]),
        (&json!("hub"), &json!("#d1542b"))
    );
    assert_eq!(numbers(&case["fixed"][0]["at"]), [0.1, 0.0, 0.0]);
    assert_eq!(
        (&floor["of"], &floor["mesh"]),
        (&json!("ground"), &json!(2))
    );
    assert_eq!(scene["meshes"][2]["triangles"], 1);
    // Between the nodes at 0 m and 2 m, three quarters of the way: both say where it was drawn, along the beam and to its side.
    let fixed = ball["fixed"].as_array().unwrap();
    let told: Vec<(u64, f64)> = fixed
        .iter()
        .map(|f| (f["index"].as_u64().unwrap(), f["weight"].as_f64().unwrap()))
        .collect();
    assert_eq!(told, [(0, 0.25), (1, 0.75)]);
    for (one, along) in fixed.iter().zip([1.5, -0.5]) {
        let at = numbers(&one["at"]);
        // Round-off of lengths of the order of one.
        assert!(
            (at[0] - along).abs() < 1e-12 && (at[1] - 0.2).abs() < 1e-12,
            "{at:?}"
        );
    }
}
