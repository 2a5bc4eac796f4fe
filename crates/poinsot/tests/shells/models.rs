//! Shells in models: laws of whole runs and equilibria, and what is refused.

use poinsot::model::{Model, Severity, Source, read_model};
use poinsot::results::{Layout, Memory, resolve};
use poinsot::simulation::{Control, Options, Simulation};
use poinsot::statics::Analysis;

pub const MATERIAL: &str = r#"
[[material]]
name = "steel"
youngs = 2e11
poisson = 0.3
density = 7850
[[shell_section]]
name = "sheet"
material = "steel"
thickness = 0.002
"#;

pub fn model(text: &str) -> Model {
    let source = Source::new("model.toml", format!("{text}{MATERIAL}"));
    let read = read_model(&source);
    read.unwrap_or_else(|p| panic!("{p:#?}")).0
}

/// The first error of a model.
pub fn problem(text: &str) -> String {
    match read_model(&Source::new("model.toml", format!("{MATERIAL}{text}"))) {
        Ok(_) => panic!("nothing is wrong with it"),
        Err(problems) => {
            let mut wrong = problems.iter().filter(|p| p.severity == Severity::Error);
            wrong.next().expect("an error").message.clone()
        }
    }
}

pub fn column(layout: &Layout, name: &str) -> usize {
    match &resolve(layout, name).unwrap_or_else(|e| panic!("{e}"))[..] {
        [one] => one.column,
        _ => panic!("{name} is not one output"),
    }
}

/// The last frame of a run, or the last point of a path of equilibria.
pub fn last(text: &str) -> (Layout, Vec<f64>) {
    let model = model(text);
    let mut last = Vec::new();
    if text.contains("[statics]") {
        let mut analysis = Analysis::new(model).unwrap_or_else(|p| panic!("{p:#?}"));
        analysis.run(&mut |_, row| {
            last = row.to_vec();
            Control::Continue
        });
        return (analysis.layout().clone(), last);
    }
    let built = Simulation::new(model, Options::default());
    let mut simulation = built.unwrap_or_else(|p| panic!("{p:#?}"));
    let layout = simulation.layout().clone();
    let mut memory = Memory::new(&layout);
    simulation.run(&mut memory);
    let last = memory.rows().last().expect("a frame").to_vec();
    (layout, last)
}

pub const PLATE: &str = r#"
[[shell]]
name = "plate"
surface = "patch"
corners = [[0, 0, 0], [1, 0, 0], [1, 0.5, 0], [0, 0.5, 0]]
elements = [6, 3]
section = "sheet"
"#;

/// Reactions of supports balance the loads, force and moment.
#[test]
fn supports_carry_the_loads() {
    let text = format!(
        "[statics]\n{PLATE}
[[support]]
name = \"left\"
on = \"plate.edge4\"
fixed = [\"x\", \"y\", \"z\"]
[[support]]
name = \"right\"
on = \"plate.edge2\"
fixed = [\"z\"]
[[surface_load]]
name = \"snow\"
on = \"plate\"
traction = [0, 0, -40]
[[line_load]]
name = \"rim\"
on = \"plate.edge2\"
force = [3, 0, -10]
"
    );
    let (layout, row) = last(&text);
    let value = |name: &str| row[column(&layout, name)];
    // 40 N/m^2 on half a square metre, 10 N/m along half a metre over the right support.
    let left = value("left.support_force.z");
    let right = value("right.support_force.z");
    assert!((left + right - 25.0).abs() < 1e-9, "{left} {right}");
    assert!((left - 10.0).abs() < 0.05, "{left}");
    let pull = value("left.support_force.x");
    assert!((pull + 1.5).abs() < 1e-9, "{pull}");
}

/// A closed surface under pressure inside moves nowhere: forces and moments of the pressure sum to zero.
#[test]
fn pressure_in_a_ball_gives_no_momentum() {
    let text = r#"
[run]
duration = 0.002
dt = 1e-4
scheme = "ep"
[[shell]]
name = "ball"
surface = "sphere"
radius = 0.1
from_axis = [0, "180 deg"]
elements = [16, 4]
section = "sheet"
angular_velocity = [3, 2, 1]
[[surface_load]]
name = "gas"
on = "ball"
pressure = 1e6
"#;
    let (layout, row) = last(text);
    let value = |name: &str| row[column(&layout, name)];
    for axis in ["x", "y", "z"] {
        let momentum = value(&format!("linear_momentum.{axis}"));
        assert!(momentum.abs() < 1e-9, "{axis}: {momentum:e}");
        let gap = value(&format!("angular_momentum_gap.{axis}"));
        assert!(gap.abs() < 1e-9, "{axis}: {gap:e}");
    }
    let grown = value("ball#1.node_position.z").abs() - 0.1;
    assert!(grown > 1e-6, "{grown:e}");
}

/// Membrane theory: a cylinder with free ends under pressure p has the hoop force p R and grows by p R^2/(E h).
#[test]
fn a_cylinder_under_pressure_has_its_hoop_force() {
    let text = r#"
[statics]
until = 1e-3
increment = 1e-3
[[shell]]
name = "pipe"
surface = "cylinder"
radius = 0.5
height = 0.4
elements = [48, 4]
section = "sheet"
axis = [0, 0, 1]
[[support]]
name = "below"
on = "pipe.bottom"
fixed = ["z"]
[[support]]
name = "middle"
on = ["pipe@[0.5, 0, 0]", "pipe@[-0.5, 0, 0]"]
fixed = ["y"]
[[support]]
name = "other"
on = ["pipe@[0, 0.5, 0]", "pipe@[0, -0.5, 0]"]
fixed = ["x"]
[[surface_load]]
name = "water"
on = "pipe"
pressure = 1e6
"#;
    let (layout, row) = last(text);
    let value = |name: &str| row[column(&layout, name)];
    let node = "pipe#100";
    let hoop = value(&format!("{node}.shell_force.y"));
    assert!((hoop / 500.0 - 1.0).abs() < 5e-3, "{hoop}");
    let stress = value(&format!("{node}.stress_top.y"));
    assert!((stress / 2.5e5 - 1.0).abs() < 2e-2, "{stress}");
}

/// Points that are joined, fixed to a body or hinged move together as they should.
#[test]
fn ties_hold() {
    let text = format!(
        "[run]\nduration = 0.02\ndt = 1e-3\nscheme = \"ep\"\n{PLATE}
[[shell]]
name = \"flap\"
surface = \"patch\"
corners = [[1, 0, 0], [1.4, 0, 0], [1.4, 0.5, 0], [1, 0.5, 0]]
elements = [3, 3]
section = \"sheet\"
[[body]]
name = \"hub\"
mass = 5
inertia = [0.2, 0.2, 0.2]
position = [-0.2, 0.25, 0]
[[tie]]
name = \"root\"
kind = \"rigid\"
on = \"plate.edge4\"
to = \"hub\"
[[tie]]
name = \"line\"
kind = \"hinge\"
on = [\"plate.edge2\", \"flap.edge4\"]
[[force]]
name = \"kick\"
on = \"flap.corner2\"
value = [0, 0, 20]
"
    );
    let (layout, row) = last(&text);
    let value = |name: &str| row[column(&layout, name)];
    let gap = value("energy_gap");
    assert!(gap.abs() < 1e-10, "{gap:e}");
    // Corner 2 of the plate and corner 1 of the flap.
    let apart = value("plate#7.node_position.z") - value("flap#1.node_position.z");
    assert!(apart.abs() < 1e-12, "{apart:e}");
    let turned = value("plate#7.node_angular_velocity.y") - value("flap#1.node_angular_velocity.y");
    assert!(turned.abs() > 1e-3, "{turned:e}");
}

/// What cannot be is refused in words that name it.
#[test]
fn wrong_shells_are_refused() {
    let shell =
        |rest: &str| format!("[statics]\n[[shell]]\nname = \"s\"\nsection = \"sheet\"\n{rest}");
    let square =
        "surface = \"patch\"\ncorners = [[0,0,0],[1,0,0],[1,1,0],[0,1,0]]\nelements = [2, 2]\n";
    for (text, expected) in [
        (
            shell("surface = \"mesh\"\npoints = [[0,0,0],[1,0,0],[2,0,0],[3,0,0]]\ncells = [[1,2,3,4]]\n"),
            "element 1 is degenerate",
        ),
        (
            shell("surface = \"mesh\"\npoints = [[0,0,0],[1,0,0],[0.2,0.2,0],[0,1,0]]\ncells = [[1,2,3,4]]\n"),
            "element 1 is inverted",
        ),
        (
            shell("surface = \"mesh\"\npoints = [[0,0,0],[1,0,0],[0,1,0]]\ncells = [[1,2,4]]\n"),
            "from 1 to 3",
        ),
        (
            shell("surface = \"mesh\"\nfile = \"none.msh\"\n"),
            "none.msh",
        ),
        (
            shell("surface = \"patch\"\ncorners = [[0,0,0],[1,0,0],[1,1,0]]\nelements = [2, 2]\n"),
            "a list of four points",
        ),
        (
            format!("{}[[support]]\nname = \"a\"\non = \"s.edge5\"\n", shell(square)),
            "no point, edge or group \"edge5\"",
        ),
        (
            format!("{}[[force]]\nname = \"f\"\non = \"s.edge1\"\nvalue = [0,0,1]\n", shell(square)),
            "a single point of the shell",
        ),
        (
            format!("{}[[tie]]\nname = \"t\"\non = [\"s.edge1\", \"s.edge3\"]\n", shell(square)),
            "no two of these points are at one place",
        ),
        (
            format!(
                "{}[[shell]]\nname = \"u\"\nsection = \"sheet\"\nsurface = \"patch\"\ncorners = [[1,0,0],[2,0,0],[2,1,0],[1,1,0]]\nelements = [2, 3]\n[[tie]]\nname = \"t\"\non = [\"s.edge2\", \"u.edge4\"]\n",
                shell(square)
            ),
            "the surfaces would come apart there",
        ),
        (
            shell("surface = \"mesh\"\nfile = \"tests/meshes/files/sheet_41_text.msh\"\ngroups = [\"nose\"]\n"),
            "the mesh has no group \"nose\"",
        ),
        (
            shell("surface = \"mesh\"\nfile = \"tests/shells/models.rs\"\n"),
            "meshes of elements end in",
        ),
        (
            format!("{}[[surface_load]]\nname = \"p\"\non = \"s.edge1\"\npressure = 1\n", shell(square)),
            "has no elements",
        ),
        (
            "[[shell_section]]\nname = \"l\"\nplies = [{ material = \"wood\", thickness = 1e-3 }]\n".into(),
            "no material named \"wood\"",
        ),
        (
            "[[shell_section]]\nname = \"l\"\nplies = [{ thickness = 1e-3 }]\n".into(),
            "`material` is missing",
        ),
        (
            "[[shell_section]]\nname = \"l\"\nmaterial = \"steel\"\nthickness = 0\n".into(),
            "must be positive",
        ),
    ] {
        let found = problem(&text);
        assert!(found.contains(expected), "{expected}: {found}");
    }
}
