use super::*;
use poinsot::model::{Source, read_model};
use poinsot::results::Axis;

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
