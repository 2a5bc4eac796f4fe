use super::items::{Curve, Facets, Flexible, FlexibleKind, Form};
use super::mesh::tests::volume;
use super::pose::{Anchor, Pose};
use super::solid::{Solid, StandIn};
use super::surface::Shows;
use super::tessellate::Detail;
use super::*;
use poinsot::math::V3;
use poinsot::meshes::TriangleMesh;
use poinsot::results::attributes::DRAWING;
use poinsot::results::{Axis, Variable};
use serde_json::{Value, json};
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
        variables: vec![
            Variable::new("time", "s", "", []),
            Variable::new("node_position", "m", "", [2, 0]),
        ],
        ..Layout::default()
    }
}

fn model(text: &str) -> Model {
    read_model(&Source::new("boom.toml", text)).unwrap().0
}

fn curve(body: &Flexible) -> &Curve {
    match &body.form {
        Form::Curve(curve) => curve,
        Form::Facets(_) => panic!("a curve"),
    }
}

#[test]
fn items_know_their_columns_and_joints_their_place_on_items() {
    let scene = Scene::of_model(&layout(), Some(&model(MODEL)));
    assert_eq!(scene.notes, [""; 0]);
    let items = &scene.items;
    assert_eq!(items.up, Some(V3::y()));
    assert_eq!(items.bodies[0].name, "hub");
    let boom = &items.flexible[0];
    assert_eq!(
        (boom.kind, boom.first_frame, boom.nodes),
        (FlexibleKind::Beam, Some(0), 3)
    );
    assert_eq!(curve(boom).s, [0.0, 2.0, 4.0]);
    assert_eq!(curve(boom).stations, [0.0, 1.0, 3.0, 4.0]);
    assert_eq!(items.sensors[0].on, "boom@2 m");
    // The hub is turned by a right angle: 0.5 m up in the world is 0.5 m along its x axis, as it is along the boom.
    let carriers = [Carrier::Body(0), Carrier::Node(0)];
    for (end, carrier) in items.joints[0].between.iter().zip(carriers) {
        assert_eq!(end.on, carrier);
        assert!((end.place.at - V3::x() * 0.5).norm() < 1e-15);
    }
}

#[test]
fn without_a_model_the_results_are_shown_as_they_are() {
    let scene = Scene::of(&layout());
    assert_eq!(
        scene.items.bodies[0].solid,
        Some(StandIn::Sphere { radius: 0.0 })
    );
    assert!(curve(&scene.items.flexible[0]).outlines.is_empty());
    assert!(scene.items.joints.is_empty());
    assert!(scene.notes[0].starts_with("the results hold no model; items are drawn in default"));
}

/// What a model has and the results have not is left out with a note, instead of being drawn at the origin.
#[test]
fn what_the_results_do_not_have_is_said() {
    let mut layout = layout();
    layout.axes.remove(1);
    layout.variables[1].axes = vec![1, 0];
    let scene = Scene::of_model(&layout, Some(&model(MODEL)));
    assert!(scene.items.joints.is_empty());
    assert_eq!(
        scene.notes,
        ["revolute `pin` is not drawn: the results do not have `hub`, which it is attached to"]
    );
    layout.axes[1].labels[1] = "boom@half".into();
    let scene = Scene::of_model(&layout, None);
    assert!(scene.items.flexible.is_empty());
    assert!(scene.notes[0].contains("`boom@half`"), "{:?}", scene.notes);
}

const SHAPES: &str = r##"
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

/// The model with shapes, and a mesh of one triangle in the place of its file.
fn with_shapes() -> Model {
    let mut model = model(&(MODEL.to_owned() + SHAPES));
    let poinsot::model::Solid::Mesh(file) = &mut model.shapes[2].solid else {
        panic!("a mesh");
    };
    file.mesh = Some(Arc::new(TriangleMesh {
        vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        triangles: vec![[0, 1, 2]],
    }));
    model
}

#[test]
fn shapes_take_the_place_of_solids_and_follow_their_items() {
    let model = with_shapes();
    let scene = Scene::of_model(&layout(), Some(&model));
    let items = &scene.items;
    assert_eq!(items.bodies[0].solid, None);
    let [case, ball, floor] = &items.shapes[..] else {
        panic!("three shapes");
    };
    assert_eq!(
        (case.of.as_str(), case.colour),
        ("hub", Some([209, 84, 43]))
    );
    assert_eq!(case.fixed[0].0.place.at, V3::x() * 0.1);
    assert!(floor.on_ground());
    // Between the nodes at 0 m and 2 m, three quarters of the way: both say where it was drawn, along the beam and to its side.
    let told: Vec<(Carrier, f64)> = ball.fixed.iter().map(|(a, w)| (a.on, *w)).collect();
    assert_eq!(told, [(Carrier::Node(0), 0.25), (Carrier::Node(1), 0.75)]);
    for ((anchor, _), along) in ball.fixed.iter().zip([1.5, -0.5]) {
        // Round-off of lengths of the order of one.
        let wanted = V3::new(along, 0.2, 0.0);
        assert!((anchor.place.at - wanted).norm() < 1e-12, "{anchor:?}");
    }
    let page = page::json(items, &[], &look());
    // Nothing stands for the hub but its shape; then the joint and the sensor.
    let things = page["things"].as_array().unwrap();
    let shows: Vec<&str> = things
        .iter()
        .map(|t| t["shows"].as_str().unwrap())
        .collect();
    assert_eq!(shows, ["shape", "shape", "shape", "joint", "sensor"]);
    assert_eq!(things[0]["colour"], "#d1542b");
    assert_eq!(
        (&things[0]["item"], &things[3]["item"]),
        (&json!("hub"), &json!("pin"))
    );
    assert_eq!(
        (&things[2]["mesh"], &page["meshes"][2]["triangles"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(
        (&things[4]["sensor"], &things[4]["fixed"]),
        (&json!(0), &json!([]))
    );
}

/// A page that shows a room of one metre.
fn look() -> page::Look {
    let mut room = room::Room::empty();
    room.add(&V3::zeros(), 0.5 / 3.0_f64.sqrt());
    page::Look {
        room,
        lengths: Vec::new(),
        rigid: false,
    }
}

/// What stands for bodies, joints and sensors has one mesh for all that look the same.
#[test]
fn equal_meshes_are_stored_once() {
    let more = r#"
[[joint]]
name = "other"
kind = "revolute"
between = ["ground", "boom.end"]
at = [1, 4, 0]
axis = [0, 0, 1]
[[sensor]]
name = "start"
on = "boom@0 %"
"#;
    let mut layout = layout();
    layout.axes[5] = Axis::new("sensor", ["tip", "start"]);
    let scene = Scene::of_model(&layout, Some(&model(&(MODEL.to_owned() + more))));
    let page = page::json(&scene.items, &[], &look());
    assert!((page["size"].as_f64().unwrap() - 1.0).abs() < 1e-15);
    let mesh = |shows: &str| -> Vec<u64> {
        let all = page["things"].as_array().unwrap().iter();
        let own = all.filter(|t| t["shows"] == shows);
        own.map(|t| t["mesh"].as_u64().unwrap()).collect()
    };
    assert_eq!(mesh("joint")[0], mesh("joint")[1]);
    assert_eq!(mesh("sensor")[0], mesh("sensor")[1]);
    assert_eq!((mesh("body").len(), mesh("arm").len()), (1, 1));
    assert_eq!(page["meshes"].as_array().unwrap().len(), 4);
}

fn alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.keys().eq(b.keys()) && a.iter().all(|(key, value)| alike(value, &b[key]))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            (a - b).abs() <= 2.0 * f64::EPSILON * a.abs()
        }
        _ => a == b,
    }
}

/// With the drawing in the results the model is not needed; damaged or of another version it is not used.
#[test]
fn results_can_be_drawn_without_the_model() {
    let mut stored = layout();
    store(&mut stored, &with_shapes());
    assert!(stored.attribute("model").is_none());
    let (read, made) = (
        Scene::of(&stored),
        Scene::of_model(&layout(), Some(&with_shapes())),
    );
    // Numbers in JSON come back to the last digit but one.
    let [read_items, made_items] = [&read, &made].map(|s| serde_json::to_value(&s.items).unwrap());
    assert!(
        alike(&read_items, &made_items),
        "{read_items}\n{made_items}"
    );
    assert_eq!(read.notes, [""; 0]);
    let missing = |layout: &Layout| {
        let attributes = layout.attributes.iter();
        let without = attributes.filter(|(name, _)| name != meshes::MESHES);
        Scene::of(&Layout {
            attributes: without.cloned().collect(),
            ..layout.clone()
        })
    };
    assert!(missing(&stored).notes[0].contains("`floor.stl`"));

    let text = stored.attribute(DRAWING).unwrap().to_owned();
    let whole: Value = serde_json::from_str(&text).unwrap();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut value = whole.clone();
        change(&mut value);
        let mut layout = layout();
        layout.attributes = vec![(DRAWING.to_owned(), value.to_string())];
        Scene::of(&layout)
    };
    let damages: [(&dyn Fn(&mut Value), &str); 7] = [
        (&|v| v["version"] = json!(2), "version 2"),
        (&|v| v["items"]["bodies"] = json!([]), "bodies do not fit"),
        (
            &|v| v["items"]["bodies"][0]["name"] = json!(7),
            "expected a string",
        ),
        (
            &|v| v["items"]["joints"][0]["between"][1]["on"] = json!({ "node": 3 }),
            "joints and links do not fit",
        ),
        (
            &|v| v["items"]["flexible"][0]["nodes"] = json!(4),
            "beams and cables do not fit",
        ),
        (
            &|v| v["items"]["flexible"][0]["form"]["curve"]["outlines"][0]["outer"] = json!([]),
            "beams and cables do not fit",
        ),
        (
            &|v| v["items"]["shapes"][1]["fixed"] = json!([]),
            "shapes do not fit",
        ),
    ];
    for (change, why) in damages {
        let scene = changed(change);
        assert!(scene.items.joints.is_empty(), "{why}");
        assert!(scene.notes.concat().contains(why), "{:?}", scene.notes);
    }
}

/// A sheet of two squares with a fold between them, and a volume: corners follow their nodes, and turn with those that have axes.
#[test]
fn sheets_and_volumes_hang_on_their_nodes() {
    let axis = |name: &str, count: usize| Axis::new(name, (0..count).map(|k| format!("n@{k}")));
    let layout = Layout {
        axes: vec![
            Axis::new("xyz", ["x", "y", "z"]),
            Axis::new("wxyz", ["w", "x", "y", "z"]),
            axis("line_node", 10),
            axis("beam_node", 6),
        ],
        variables: vec![
            Variable::new("time", "s", "", []),
            Variable::new("node_position", "m", "", [2, 0]),
            Variable::new("node_velocity", "m/s", "", [2, 0]),
            Variable::new("node_orientation", "1", "", [3, 1]),
        ],
        attributes: Vec::new(),
    };
    let flexible = |name: &str, first_node, nodes, first_frame, form| Flexible {
        name: name.into(),
        kind: FlexibleKind::Beam,
        first_node,
        nodes,
        first_frame,
        first_station: 0,
        form: Form::Facets(form),
    };
    let sheet = Facets {
        faces: vec![vec![0, 1, 4, 3], vec![1, 2, 5, 4]],
        thickness: vec![0.1; 6],
        elements: Vec::new(),
        volumes: Vec::new(),
    };
    let volume_of = Facets {
        faces: vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3], vec![2, 0, 3]],
        thickness: Vec::new(),
        elements: vec![0; 4],
        volumes: Vec::new(),
    };
    let items = Items {
        flexible: vec![
            flexible("sheet", 0, 6, Some(0), sheet),
            flexible("wedge", 6, 4, None, volume_of),
        ],
        ..Items::default()
    };
    let scene = Scene::new(&layout, items, Vec::new());
    // Nodes of the sheet at x = 0, 1, 2 and y = 0, 1; then a corner of a cube. All moved up by one metre.
    let mut row = vec![0.0];
    for (x, y) in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)] {
        row.extend([f64::from(x), f64::from(y), 1.0]);
    }
    for at in [V3::zeros(), V3::x(), V3::y(), V3::z()] {
        row.extend(xyz(&(at + V3::z())));
    }
    row.extend((0..10).flat_map(|k| [0.0, f64::from(k), 0.0]));
    // The last column of the sheet is turned about y by a right angle: its thickness lies along x there.
    let half = std::f64::consts::FRAC_1_SQRT_2;
    for k in 0..6 {
        row.extend(match k % 3 {
            2 => [half, 0.0, half, 0.0],
            _ => [1.0, 0.0, 0.0, 0.0],
        });
    }
    let frame = scene.frame(&row);
    let [sheet, wedge] = &tessellate::flexible(&scene.items, 1.0, &Detail::PICTURE)[..] else {
        panic!("two surfaces");
    };
    assert_eq!(sheet.shows, Shows::Flexible(0));
    let made = sheet.at(&frame);
    assert!((made.points[2] - V3::new(2.05, 0.0, 1.0)).norm() < 1e-15);
    // Flat as far as x = 1; then a wedge whose end is along the sheet: between x = 1 and 2 half of the volume is left.
    let whole = volume(&made);
    assert!((whole - 0.15).abs() < 1e-12, "{whole}");
    let made = wedge.at(&frame);
    assert!((volume(&made) - 1.0 / 6.0).abs() < 1e-15);
    assert_eq!(made.points[3], V3::z() * 2.0);
    // Values of nodes are those of the corners bound to them.
    let speed = &scene.fields[0];
    let value = |k: usize| scene.value(speed, None, &wedge.bounds[wedge.bound_of(k)], &row);
    assert_eq!((speed.quantity.word, value(3)), ("speed", 9.0));
}

/// A hollow beam that is open, and one whose holes are marked on its ends, are closed surfaces with the volume of their walls.
#[test]
fn swept_sections_are_closed() {
    let mut scene = Scene::of_model(&layout(), Some(&model(MODEL)));
    let square = |r: f64| vec![[r, r], [-r, r], [-r, -r], [r, -r]];
    let Form::Curve(curve) = &mut scene.items.flexible[0].form else {
        panic!("a curve");
    };
    curve.outlines = [0.0, 4.0]
        .map(|s| outline::Outline {
            s,
            outer: square(0.5),
            inner: square(0.25),
        })
        .to_vec();
    let row = [0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 4.0, 0.0, 0.0];
    let frame = scene.frame(&row);
    for (detail, wanted) in [(Detail::exact(100), 3.0), (Detail::PICTURE, 4.0)] {
        let surface = &tessellate::flexible(&scene.items, 1.0, &detail)[0];
        assert!((volume(&surface.at(&frame)) - wanted).abs() < 1e-12);
        assert_eq!(surface.holes.len(), if wanted == 4.0 { 2 } else { 0 });
        let Bound::Section { s, node, .. } = &surface.bounds[1] else {
            panic!("a section");
        };
        assert!((s - 2.0 * node.part).abs() < 1e-15 && node.index == 0);
    }
    let place = Pose::at(V3::x());
    let on = Carrier::Node(2);
    let tip = frame.place(&Bound::On(Anchor { on, place }));
    assert_eq!(tip.at, V3::x() * 5.0);
    let solid = Solid::Sphere { radius: 1.0 };
    assert_eq!(
        serde_json::to_value(solid).unwrap(),
        json!({ "sphere": { "radius": 1.0 } })
    );
}

/// What the page unpacks: four words per frame, four per corner, three per triangle, and whole numbers as differences.
#[test]
fn the_page_gets_surfaces_with_their_frames() {
    let scene = Scene::of_model(&layout(), Some(&model(MODEL)));
    let line = &page::json(&scene.items, &scene.fields, &look())["lines"][0];
    assert_eq!((&line["nodes"], &line["cells"]), (&json!(3), &json!([])));
    // Few enough corners for every browser, so there is one level: six rings between two nodes, four corners around.
    let [surface] = &line["surfaces"].as_array().unwrap()[..] else {
        panic!("one level");
    };
    let count = |key: &str| surface[key].as_u64().unwrap() as usize;
    let (frames, corners, triangles) = (count("frames"), count("corners"), count("triangles"));
    assert_eq!((frames, corners, triangles), (13, 52, 12 * 8 + 4));
    let text = surface["data"].as_str().unwrap();
    let bytes = poinsot::meshes::decode_base64(text).unwrap();
    let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).unwrap();
    assert_eq!(bytes.len(), 4 * (4 * frames + 4 * corners + 3 * triangles));
    let word = |k: usize| u32::from_le_bytes(bytes[4 * k..4 * k + 4].try_into().unwrap());
    // The last ring is at the end of the last segment.
    let last = 4 * (frames - 1);
    assert_eq!((word(last), f32::from_bits(word(last + 1))), (1, 1.0));
    let first = 4 * frames + 3 * corners;
    let steps: u32 = (first..first + corners).map(word).sum();
    assert_eq!(steps as usize, frames - 1);
}
