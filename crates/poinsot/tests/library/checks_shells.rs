//! Shells, supports, ties and loads on them that a program has made or changed.

use nalgebra::{Quaternion, UnitQuaternion};
use poinsot::math::V3;
use poinsot::meshes::elements::CellKind;
use poinsot::model::{LineLoad, Model, Place, Source, TieKind, read_model};
use poinsot::simulation::{Options, Simulation};
use std::sync::Arc;

const PANELS: &str = r#"
[run]
duration = 0.01
dt = 0.001
[[material]]
name = "steel"
youngs = 2e11
poisson = 0.3
density = 7850
[[shell_section]]
name = "sheet"
material = "steel"
thickness = 0.002
[[shell]]
name = "plate"
surface = "patch"
corners = [[0, 0, 0], [1, 0, 0], [1, 0.5, 0], [0, 0.5, 0]]
elements = [4, 2]
section = "sheet"
[[shell]]
name = "flap"
surface = "patch"
corners = [[1, 0, 0], [1.4, 0, 0], [1.4, 0.5, 0], [1, 0.5, 0]]
elements = [2, 2]
section = "sheet"
[[cable]]
name = "rope"
points = [[1.4, 0, 0], [1.4, 0, 1]]
elements = 2
stiffness = 1e5
mass_per_length = 0.1
[[support]]
name = "root"
on = "plate.edge4"
[[tie]]
name = "line"
kind = "hinge"
on = ["plate.edge2", "flap.edge4"]
[[tie]]
name = "hook"
on = ["flap@[1.4, 0, 0]", "rope.start"]
[[surface_load]]
name = "wind"
on = "plate"
pressure = 10
"#;

fn panels() -> Model {
    let read = read_model(&Source::new("panels.toml", PANELS));
    read.unwrap_or_else(|p| panic!("{p:#?}")).0
}

/// What was a panic or a silent nonsense is a message.
#[test]
fn shells_and_what_holds_them_are_checked() {
    type Change = fn(&mut Model);
    let cases: [(&str, Change); 18] = [
        ("shell `plate`: it has no elements", |m| {
            m.shells[0].cells.clear()
        }),
        ("element 1000 is not among", |m| {
            m.shells[0].cells.push(1000)
        }),
        ("element 99 has 2 points", |m| {
            let mesh = Arc::make_mut(&mut m.shells[0].mesh);
            let cell = mesh.add_cell(CellKind::Line2, 99, &[0, 1]);
            m.shells[0].cells.push(cell);
        }),
        ("cell 99 has point 5000", |m| {
            let mesh = Arc::make_mut(&mut m.shells[0].mesh);
            mesh.add_cell(CellKind::Line2, 99, &[0, 5000]);
        }),
        ("is degenerate: it has no area", |m| {
            let mesh = Arc::make_mut(&mut m.shells[0].mesh);
            mesh.points.iter_mut().for_each(|p| p.y = 0.0);
        }),
        ("points and 0 numbers of points", |m| {
            Arc::make_mut(&mut m.shells[0].mesh).point_numbers.clear()
        }),
        ("a point of the mesh` holds NaN", |m| {
            Arc::make_mut(&mut m.shells[0].mesh).points[0].x = f64::NAN
        }),
        ("shell `plate`: section: ", |m| {
            Arc::make_mut(&mut m.shells[0].section).stiffness[3][3] = -1.0
        }),
        ("`axis` is not a direction", |m| {
            m.shells[0].axis = V3::zeros()
        }),
        ("support `root`: it holds no points", |m| {
            m.supports[0].on.clear()
        }),
        ("support `root`: it holds nothing", |m| {
            (m.supports[0].displacements, m.supports[0].rotations) = ([false; 3], [false; 3])
        }),
        ("support `root`: `axes` is not a rotation", |m| {
            let none = Quaternion::new(0.0, 0.0, 0.0, 0.0);
            m.supports[0].axes = UnitQuaternion::new_unchecked(none)
        }),
        ("tie `line`: it ties nothing", |m| m.ties[0].pairs.clear()),
        ("it refers to `nobody`, which cannot be tied", |m| {
            m.ties[1].pairs[0][1] = "nobody".into()
        }),
        ("are drawn 0.5 m apart", |m| {
            let far = m.ties[0].pairs.len() - 1;
            m.ties[0].pairs[0][0] = m.ties[0].pairs[far][0].clone();
        }),
        ("is a point of a cable: nothing can turn with it", |m| {
            m.ties[1].kind = TieKind::Rigid;
            m.ties[1].pairs[0].reverse();
        }),
        ("cell 1000 is not an element of shell `plate`", |m| {
            m.surface_loads[0].cells.push(1000)
        }),
        ("line load `rim`: moments and followers need a beam", |m| {
            m.line_loads.push(LineLoad {
                name: "rim".into(),
                on: "plate.edge1".into(),
                force: V3::z(),
                moment: V3::x(),
                follower: false,
                range: None,
                scale: 1.0.into(),
                place: Place::default(),
            })
        }),
    ];
    assert!(panels().check().is_ok());
    for (message, change) in cases {
        let mut model = panels();
        change(&mut model);
        let Err(found) = Simulation::new(model, Options::default()) else {
            panic!("{message}: taken");
        };
        let hit = found.iter().any(|p| p.message.contains(message));
        assert!(hit, "{message}: {found:#?}");
    }
}
