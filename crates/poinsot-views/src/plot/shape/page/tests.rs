use super::*;
use crate::plot::shape::{MeshLook, View};
use crate::plot::{to_png, to_svg};
use crate::scene::Scene as Seen;
use poinsot::model::{Source, read_model};
use poinsot::results::{Axis, Layout, Variable};

/// Two boxes: one to stand still, one with a hinge to the ground; and a bar.
const MODEL: &str = r#"
gravity = [0, 0, -9.81]
[run]
duration = 1
dt = 0.01
[[body]]
name = "first"
mass = 12
inertia = [5, 10, 13]
[[body]]
name = "second"
mass = 12
inertia = [5, 10, 13]
position = [4, 0, 0]
[[joint]]
name = "pin"
kind = "revolute"
between = ["ground", "second"]
at = [6, 0, 0]
axis = [0, 1, 0]
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
from = [0, 3, 0]
to = [4, 3, 0]
section = "bar"
z_axis = [0, 0, 1]
elements = 2
"#;

fn seen() -> Seen {
    let (model, _) = read_model(&Source::new("boxes.toml", MODEL)).unwrap();
    Seen::of_model(&layout(), Some(&model))
}

fn layout() -> Layout {
    let nodes = ["boom@0", "boom@2", "boom@4"];
    Layout {
        axes: vec![
            Axis::new("xyz", ["x", "y", "z"]),
            Axis::new("body", ["first", "second"]),
            Axis::new("line_node", nodes),
            Axis::new("beam_node", nodes),
            Axis::new("quaternion", ["w", "x", "y", "z"]),
        ],
        variables: vec![
            Variable::new("time", "s", "", []),
            Variable::new("position", "m", "", [1, 0]),
            Variable::new("node_position", "m", "", [2, 0]),
            Variable::new("node_velocity", "m/s", "", [2, 0]),
            Variable::new("node_orientation", "1", "", [3, 4]),
        ],
        attributes: vec![],
    }
}

fn row(t: f64) -> Vec<f64> {
    let mut row = vec![t, 0.0, 0.0, 0.0, 4.0, 0.0, t];
    row.extend([0.0, 3.0, 0.0, 2.0, 3.0, 0.0, 4.0, 3.0, t]);
    row.extend([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0]);
    row.extend([1.0, 0.0, 0.0, 0.0].repeat(3));
    row
}

fn snapshot<'a>(scene: &'a Seen, times: &[f64]) -> Snapshot<'a> {
    Snapshot {
        title: "boxes".into(),
        caption: "t = 0 s".into(),
        scene,
        rows: times.iter().map(|t| row(*t)).collect(),
        view: View::Iso,
        color: None,
        range: None,
        mesh: MeshLook::default(),
        cut: None,
        forces: None,
        paths: Vec::new(),
    }
}

#[test]
fn a_picture_names_what_it_shows_and_repeats_to_the_byte() {
    let items = seen();
    let svg = to_svg(&scene_of(&snapshot(&items, &[0.0, 1.0])));
    assert!(
        svg.contains("<desc>2 bodies, 1 beam, 1 joint; t = 0 s</desc>"),
        "{}",
        &svg[..300]
    );
    let again = to_svg(&scene_of(&snapshot(&items, &[0.0, 1.0])));
    assert_eq!(svg, again);
    let png = to_png(&scene_of(&snapshot(&items, &[0.0])), 1.0).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
}

/// Faces of a colour family: the full colour of the last instant, paler for those before.
#[test]
fn earlier_instants_are_paler_and_drawn_first() {
    let items = seen();
    let faces = |times: &[f64]| -> Vec<Color> {
        let scene = scene_of(&snapshot(&items, times));
        let color = |item: Item| match item {
            Item::Face { color, .. } => Some(color),
            _ => None,
        };
        scene.items.into_iter().filter_map(color).collect()
    };
    let (one, two) = (faces(&[1.0]), faces(&[0.0, 1.0]));
    assert!(one.len() > 20 && two.len() > one.len());
    let darkest = |list: &[Color]| list.iter().map(|c| c.0).min().unwrap();
    let (before, last) = two.split_at(two.len() - one.len());
    assert!(darkest(before) > 190 && darkest(last) < 120);
    assert_eq!(last.len(), one.len());
}

/// What the values of the picture's own frames are, the bar shows; and without values it is not there.
#[test]
fn colours_have_a_bar() {
    let items = seen();
    let mut with = snapshot(&items, &[1.0]);
    with.color = Some(Quantity::new(&layout(), "speed").unwrap());
    let scene = scene_of(&with);
    // The end of the boom is the fastest: yellow, in whatever light.
    let yellow = |item: &&Item| match item {
        Item::Face { color, .. } => color.0 > 2 * color.2 && color.1 > 2 * color.2 && color.0 > 120,
        _ => false,
    };
    assert!(scene.items.iter().filter(yellow).count() > 2);
    let svg = to_svg(&scene);
    assert!(svg.contains("|node velocity| [m/s]") && svg.contains(">2.0</text>"));
    assert!(!to_svg(&scene_of(&snapshot(&items, &[1.0]))).contains("velocity"));
}

#[test]
fn results_without_a_model_and_odd_numbers_give_a_picture_all_the_same() {
    let layout = layout();
    let items = Seen::of_model(&layout, None);
    for value in [0.0, f64::NAN, 1e300] {
        let mut odd = snapshot(&items, &[0.0]);
        odd.rows = vec![vec![value; layout.row_len()]];
        odd.paths = vec![("p".into(), vec![V3::zeros(), V3::repeat(value)])];
        let svg = to_svg(&scene_of(&odd));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}

#[test]
fn grid_distances_are_short_numbers() {
    assert_eq!(short(0.05), "0.05");
    assert_eq!(short(20.0), "20");
    assert_eq!(short(1e-7), "1e-7");
}

#[test]
fn extremes_have_four_digits() {
    for (value, text) in [
        (0.0233196, "0.02332"),
        (41640.2, "41640"),
        (-19.3512, "-19.35"),
        (1.127e7, "1.127e7"),
        (0.0, "0"),
        (2.0, "2"),
        (1e-5, "1e-5"),
    ] {
        assert_eq!(digits(value, 4), text);
    }
}
