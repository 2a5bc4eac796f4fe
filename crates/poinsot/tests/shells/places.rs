//! Sensors anywhere on a surface, single nodes under moments, reports on meshes, and runs whose mesh file is gone.

use crate::models::{MATERIAL, PLATE, column, last, model};
use crate::ties::resultant;
use poinsot::checkpoint::Checkpoint;
use poinsot::model::{Model, Severity, Source, SurfaceSensor, read_file, read_model};
use poinsot::results::{Layout, Memory};
use poinsot::simulation::{Control, Observer, Options, Simulation, StepInfo};

fn rows(model: Model) -> (Layout, Vec<Vec<f64>>) {
    let built = Simulation::new(model, Options::default());
    let mut simulation = built.unwrap_or_else(|p| panic!("{p:#?}"));
    let layout = simulation.layout().clone();
    let mut memory = Memory::new(&layout);
    simulation.run(&mut memory);
    let rows = memory.rows().map(<[f64]>::to_vec).collect();
    (layout, rows)
}

const SPINNING: &str = "[run]\nduration = 0.005\ndt = 1e-3\nscheme = \"ep\"\n";

fn sensor(name: &str, on: &str) -> String {
    format!("[[sensor]]\nname = \"{name}\"\non = \"{on}\"\nat = [0.01, 0.02, 0.03]\n")
}

/// Positions and velocities of a rigid motion are linear: they are exact between nodes, on all kinds of elements.
#[test]
fn linear_fields_are_exact_between_nodes() {
    for element in ["s4", "s9", "s3"] {
        let plate = PLATE.replace("section =", &format!("element = \"{element}\"\nsection ="));
        let text = format!(
            "{SPINNING}{plate}velocity = [1, 2, 3]\nangular_velocity = [0.3, -0.2, 0.5]\n{}",
            sensor("eye", "plate@[0.41, 0.23, 0]")
        );
        let (layout, rows) = rows(model(&text));
        let value =
            |name: &str, axis: &str| rows[0][column(&layout, &format!("eye.{name}.{axis}"))];
        let at = [0.42, 0.25, 0.03];
        let (w, v) = ([0.3, -0.2, 0.5], [1.0, 2.0, 3.0]);
        for (k, axis) in ["x", "y", "z"].iter().enumerate() {
            let (l, m) = ((k + 1) % 3, (k + 2) % 3);
            let speed = v[k] + w[l] * at[m] - w[m] * at[l];
            // Parameters of the place are found to 1e-12.
            assert!((value("point", axis) - at[k]).abs() < 1e-11);
            assert!((value("point_velocity", axis) - speed).abs() < 1e-11);
            assert!((value("point_angular_velocity", axis) - w[k]).abs() < 1e-13);
        }
    }
}

/// A uniform state of stress is uniform at a sensor, and stresses follow.
#[test]
fn uniform_stresses_are_exact_between_nodes() {
    let text = format!(
        "[statics]\n{PLATE}{}
[[support]]
name = \"left\"
on = \"plate.edge4\"
fixed = [\"x\", \"z\", \"ry\"]
[[support]]
name = \"corner\"
on = \"plate.corner1\"
fixed = [\"y\"]
[[line_load]]
name = \"pull\"
on = \"plate.edge2\"
force = [2e5, 0, 0]
",
        sensor("eye", "plate@[0.77, 0.31, 0]")
    );
    let (layout, row) = last(&text);
    let value = |name: &str| row[column(&layout, &format!("eye.{name}"))];
    // Equilibria are solved to some 1e-9 of the forces.
    let n = resultant(2e5);
    for (name, exact, size) in [
        ("point_shell_force.x", n, 2e5),
        ("point_shell_force.y", 0.0, 2e5),
        ("point_shell_moment.x", 0.0, 2e2),
        ("point_shell_strain.x", n / 4e8, 5e-4),
        ("point_stress_top.x", n / 0.002, 1e8),
        ("point_mises_bottom", n / 0.002, 1e8),
    ] {
        let found = value(name);
        assert!((found - exact).abs() < 1e-7 * size, "{name}: {found}");
    }
}

/// At a node a sensor of the surface shows what one of the node shows.
#[test]
fn a_sensor_at_a_node_is_one_of_the_node() {
    let text = format!(
        "{SPINNING}{PLATE}angular_velocity = [0.3, -0.2, 0.5]\n{}[[force]]\nname = \"kick\"\non = \"plate.corner3\"\nvalue = [3, 4, 50]\n",
        sensor("node", "plate#10")
    );
    let mut model = model(&text);
    let shell = &model.shells[0];
    let mesh = &shell.mesh;
    let of_cell = |cell: usize| {
        mesh.cell_points(cell)
            .iter()
            .map(|p| mesh.point_numbers[*p as usize])
    };
    let element = shell
        .cells
        .iter()
        .position(|&c| of_cell(c).any(|n| n == 10))
        .expect("an element");
    let corner = of_cell(shell.cells[element])
        .position(|n| n == 10)
        .expect("a corner");
    let parameters = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]][corner];
    model.surface_sensors.push(SurfaceSensor {
        name: "place".into(),
        on: "plate".into(),
        element,
        parameters,
        at: model.sensors[0].at,
        place: model.sensors[0].place.clone(),
    });
    let (layout, rows) = rows(model);
    let mut compared = 0;
    for variable in &layout.variables {
        if !variable.name.starts_with("point") {
            continue;
        }
        let parts: &[&str] = match variable.axes.len() {
            1 => &[""],
            _ => &[".x", ".y", ".z"],
        };
        for part in parts {
            let [a, b] =
                ["node", "place"].map(|s| column(&layout, &format!("{s}.{}{part}", variable.name)));
            for row in &rows {
                let (a, b) = (row[a], row[b]);
                // The same numbers but for round-off of orientations.
                assert!(
                    (a - b).abs() <= 1e-12 * a.abs().max(1.0),
                    "{}: {a} {b}",
                    variable.name
                );
            }
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared}");
}

/// Warnings of a model.
fn warnings(text: &str) -> Vec<String> {
    let source = Source::new("model.toml", format!("{text}{MATERIAL}"));
    let (_, problems) = read_model(&source).unwrap_or_else(|p| panic!("{p:#?}"));
    let warned = problems
        .into_iter()
        .filter(|p| p.severity == Severity::Warning);
    warned.map(|p| p.message).collect()
}

#[test]
fn single_nodes_under_moments_about_the_normal_are_named() {
    let body =
        "[[body]]\nname = \"arm\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0.5, 0.3, 0.5]\n";
    let joint = |kind: &str| {
        format!("[[joint]]\nname = \"j\"\nbetween = [\"plate#10\", \"arm\"]\nkind = {kind}\n")
    };
    let motor = "[[motor]]\nname = \"m\"\non = \"j.angle\"\neffort = 1\n";
    let moment =
        |value: &str| format!("[[moment]]\nname = \"m\"\non = \"plate#10\"\nvalue = {value}\n");
    let tie = |kind: &str, on: &str| {
        format!("[[tie]]\nname = \"t\"\nkind = \"{kind}\"\non = {on}\nto = \"arm\"\n")
    };
    let along = "\"revolute\"\naxis = [0, 0, 1]";
    for (text, count) in [
        (joint("\"fixed\""), 1),
        (joint("\"spherical\""), 0),
        (joint("\"revolute\"\naxis = [1, 0, 0]"), 1),
        (joint(along), 0),
        (joint(along) + motor, 1),
        (moment("[0, 0, 1]"), 1),
        (moment("[1, 0, 0]"), 0),
        (tie("rigid", "\"plate#10\""), 1),
        (tie("rigid", "\"plate.edge1\""), 0),
        (tie("distributed", "\"plate.edge1\""), 0),
        // The patch holds the node of the joint.
        (
            tie("rigid", "[\"plate#10\", \"plate#11\", \"plate#17\"]") + &moment("[0, 0, 1]"),
            0,
        ),
        // Two joints with the same item carry it as a couple.
        (
            joint("\"fixed\"")
                + &joint("\"fixed\"")
                    .replace("\"j\"", "\"k\"")
                    .replace("#10", "#12"),
            0,
        ),
    ] {
        let all = warnings(&format!("{SPINNING}{PLATE}{body}{text}"));
        let found = all
            .iter()
            .filter(|w| w.contains("about the normal"))
            .count();
        assert_eq!(found, count, "{text}\n{all:#?}");
    }
}

#[test]
fn a_report_on_a_mesh_has_its_figures() {
    let report = &model(&format!("{SPINNING}{PLATE}")).mesh_reports()[0];
    assert_eq!(report.quality.points, 28);
    let area = report.area.expect("a surface");
    assert!((area - 0.5).abs() < 1e-14);
    assert!((report.mass - 0.5 * 0.002 * 7850.0).abs() < 1e-12);
    let short = report.lines(false);
    assert_eq!(
        short[0],
        "  shell `plate`: 28 points, 18 s4, area 0.5 m^2, mass 7.85 kg"
    );
    assert_eq!(short.len(), 2);
    assert!(short[1].contains("18 free edges"), "{}", short[1]);
    let all = report.lines(true).join("\n");
    for part in [
        "smallest angle 90.0 deg: element",
        "warp 0.000",
        "branched edges: 0",
        "rims and holes: 1",
    ] {
        assert!(all.contains(part), "{all}");
    }
    let json = report.json();
    assert_eq!(json["elements"][0]["count"], 18);
    assert_eq!(json["free_edges"]["count"], 18);
}

/// Keeps a checkpoint after some steps and stops.
struct After(usize, Vec<u8>, Source);

impl Observer for After {
    fn frame(&mut self, _row: &[f64]) -> Control {
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
    fn settled(&mut self, run: &Simulation) -> Control {
        self.0 -= 1;
        if self.0 > 0 {
            return Control::Continue;
        }
        self.1 = run.checkpoint(&self.2, 1);
        Control::Stop
    }
}

/// A run goes on from its checkpoint when the mesh file has changed or is gone.
#[test]
fn a_run_goes_on_without_its_mesh_file() {
    let folder = std::env::temp_dir().join(format!("poinsot-mesh-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mesh = folder.join("sheet.msh");
    let original = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/meshes/files/sheet_linear_41_text.msh"
    );
    std::fs::copy(original, &mesh).expect("a copy");
    let path = folder.join("model.toml");
    let text = format!(
        "{SPINNING}[[shell]]\nname = \"s\"\nsection = \"sheet\"\nsurface = \"mesh\"\nfile = \"sheet.msh\"\nangular_velocity = [1, 2, 3]\n{MATERIAL}"
    );
    std::fs::write(&path, text).expect("a model");
    let source = read_file(&path).expect("a file");
    let (model, _) = read_model(&source).unwrap_or_else(|p| panic!("{p:#?}"));
    let mut first = Simulation::new(model, Options::default()).expect("a start");
    let mut three = After(3, Vec::new(), source.clone());
    first.run(&mut three);
    let whole = Checkpoint::from_bytes(&three.1).expect("whole");
    for change in ["other", "gone"] {
        match change {
            "other" => std::fs::write(&mesh, "something else").expect("written"),
            _ => std::fs::remove_file(&mesh).expect("removed"),
        }
        let again = Simulation::resume(&whole, 1).unwrap_or_else(|e| panic!("{change}: {e}"));
        assert_eq!(again.state(), first.state(), "{change}");
    }
    // A new reading has nothing to go by.
    assert!(read_model(&read_file(&path).expect("a file")).is_err());
    let _ = std::fs::remove_dir_all(&folder);
}
