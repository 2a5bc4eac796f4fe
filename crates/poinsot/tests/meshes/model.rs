//! Shapes in models: read with their meshes, wrong ones reported together, without influence on the mechanics.

use super::samples;
use poinsot::model::{ShapePlace, Solid, Source, read_file, read_model, render_all};
use poinsot::simulation::{Control, Observer, Options, Simulation, StepInfo};
use std::path::PathBuf;

const BASE: &str = r##"gravity = [0, 0, -9.81]
[run]
duration = 0.2
dt = 0.01
[[body]]
name = "arm"
mass = 2
inertia = [0.1, 0.2, 0.2]
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
from = [0, 0, 0]
to = [1, 0, 0]
section = "bar"
z_axis = [0, 0, 1]
elements = 2
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "boom.start"]
axis = [0, 1, 0]
[[joint]]
name = "grip"
kind = "fixed"
between = ["boom.end", "arm"]
"##;

const SHAPES: &str = r##"[[shape]]
name = "plate"
on = "arm"
kind = "mesh"
file = "meshes/t.stl"
scale = "1 mm"
at = [0.1, 0, 0]
colour = "#1a2B3c"
[[shape]]
on = "boom@30 %"
kind = "tube"
from = [0, 0, 0]
to = [0, 0, 0.5]
radius = 0.1
thickness = "1 cm"
opacity = 0.25
[[shape]]
on = "ground"
kind = "mesh"
file = "meshes/t.stl"
"##;

/// A folder of its own with these files in it, and the name of its model.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("poinsot-shapes-{name}-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("meshes")).unwrap();
    for (file, bytes) in files {
        std::fs::write(folder.join(file), bytes).unwrap();
    }
    folder
}

/// Messages about a model, each in one line with its line in front.
fn messages(source: &Source) -> Vec<String> {
    let problems = read_model(source).expect_err("something is wrong");
    problems
        .iter()
        .map(|p| format!("{}: {}", p.place.line, p.message))
        .collect()
}

#[test]
fn shapes_are_read_with_their_meshes() {
    let text = BASE.to_owned() + SHAPES;
    let folder = folder(
        "read",
        &[
            ("model.toml", text.as_bytes()),
            ("meshes/t.stl", &samples::binary_stl()),
        ],
    );
    let source = read_file(&folder.join("model.toml")).unwrap();
    let (model, warnings) =
        read_model(&source).unwrap_or_else(|p| panic!("{}", render_all(&p, None, false)));
    std::fs::remove_dir_all(folder).unwrap();
    assert!(warnings.is_empty());
    let [plate, tube, ground] = &model.shapes[..] else {
        panic!("three shapes");
    };
    assert_eq!(
        (plate.name.as_str(), plate.colour),
        ("plate", Some([0x1a, 0x2b, 0x3c]))
    );
    assert_eq!(plate.on, ShapePlace::Item("arm".into()));
    let (Solid::Mesh(first), Solid::Mesh(second)) = (&plate.solid, &ground.solid) else {
        panic!("meshes");
    };
    assert_eq!(
        (first.file.as_str(), first.scale, second.scale),
        ("meshes/t.stl", 1e-3, 1.0)
    );
    let (first, second) = (first.mesh.as_ref().unwrap(), second.mesh.as_ref().unwrap());
    assert!(first.triangles.len() == 4 && std::sync::Arc::ptr_eq(first, second));
    assert!(
        matches!(&tube.on, ShapePlace::Line { name, s } if name == "boom" && (s - 0.3).abs() < 1e-12)
    );
    assert!(matches!(tube.solid, Solid::Tube { length, .. } if (length - 0.5).abs() < 1e-12));
    assert_eq!((tube.at.z, tube.opacity), (0.25, 0.25));
    // A text without a folder keeps the name only.
    let (model, _) = read_model(&Source::new("model.toml", text)).unwrap();
    assert!(matches!(&model.shapes[0].solid, Solid::Mesh(m) if m.mesh.is_none()));
}

#[test]
fn all_that_is_wrong_with_shapes_is_reported_with_its_line() {
    let shapes = r##"[[shape]]
on = "arm"
kind = "mesh"
file = "meshes/cut.stl"
[[shape]]
on = "arm"
kind = "mesh"
file = "meshes/missing.obj"
[[shape]]
on = "arm"
kind = "mesh"
file = "picture.png"
[[shape]]
on = "arn"
kind = "sphere"
radius = -1
[[shape]]
on = "boom"
kind = "cylinder"
radius = 1
[[shape]]
on = "ground"
kind = "cone"
radius = 1
from = [0, 0, 1]
to = [0, 0, 1]
colour = "red"
[[shape]]
on = "ground"
kind = "tube"
radius = 1
thickness = 2
length = 3
from = [0, 0, 0]
[[shape]]
on = "ground"
kind = "bax"
opacity = 2
"##;
    let text = BASE.to_owned() + shapes;
    let stl = samples::binary_stl();
    let folder = folder(
        "wrong",
        &[
            ("model.toml", text.as_bytes()),
            ("meshes/cut.stl", &stl[..90]),
        ],
    );
    let source = read_file(&folder.join("model.toml")).unwrap();
    let found = messages(&source);
    std::fs::remove_dir_all(folder).unwrap();
    let first = BASE.lines().count() + 1;
    let wanted = [
        (
            3,
            "cut.stl: the triangle count is 4, but the file ends after 0",
        ),
        (7, "cannot read the mesh"),
        (
            11,
            "\"picture.png\" does not have the extension of a mesh file",
        ),
        (
            13,
            "no body, point mass, beam, cable, shell or solid named \"arn\"",
        ),
        (15, "must be positive"),
        (16, "keys are missing in `shape`"),
        (17, "\"boom\" is a beam; a point of it is needed here"),
        (25, "`from` and `to` are the same point"),
        (26, "\"red\" is not a colour"),
        (27, "cannot be combined"),
        (31, "thicker than the radius"),
        (36, "unknown kind \"bax\""),
        (37, "must be from 0 to 1"),
    ];
    for (line, message) in wanted {
        let place = format!("{}: ", first + line);
        assert!(
            found
                .iter()
                .any(|f| f.starts_with(&place) && f.contains(message)),
            "line {} {message}\n{found:#?}",
            first + line
        );
    }
}

/// Keeps all rows.
#[derive(Default)]
struct Rows(Vec<Vec<u64>>);

impl Observer for Rows {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.0.push(row.iter().map(|x| x.to_bits()).collect());
        Control::Continue
    }
    fn step(&mut self, _: &StepInfo) -> Control {
        Control::Continue
    }
}

#[test]
fn shapes_do_not_change_a_single_bit_of_the_results() {
    let rows = |text: &str| {
        let (model, _) = read_model(&Source::new("model.toml", text)).unwrap();
        let mut simulation = Simulation::new(model, Options::default()).unwrap();
        let mut rows = Rows::default();
        simulation.run(&mut rows);
        (simulation.layout().clone(), rows.0)
    };
    let plain = rows(BASE);
    assert!(plain.1.len() > 10);
    assert!(plain == rows(&(BASE.to_owned() + SHAPES)));
}
