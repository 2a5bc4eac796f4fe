//! Solids in models: laws of whole runs and equilibria, results.

use crate::with_room;
use poinsot::math::V3;
use poinsot::model::{Model, Source, read_model};
use poinsot::results::{Layout, Memory, resolve};
use poinsot::simulation::{Control, Options, Simulation};
use poinsot::statics::Analysis;

pub const MATERIALS: &str = r#"
[[material]]
name = "steel"
youngs = 2e11
poisson = 0.3
density = 7850
[[material]]
name = "rubber"
law = "neo-hookean"
shear = 4e5
bulk = 2e7
density = 1000
[[material]]
name = "foam"
law = "neo-hookean-log"
youngs = 1e6
poisson = 0.3
density = 1000
"#;

pub fn model(text: &str) -> Model {
    let source = Source::new("model.toml", format!("{text}{MATERIALS}"));
    let read = read_model(&source);
    read.unwrap_or_else(|p| panic!("{p:#?}")).0
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
        assert!(!last.is_empty(), "no equilibrium: {text}");
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

/// The brick of SOL-07: 2 x 1 x 0.5 m around the origin.
fn brick(
    element: &str,
    elements: [usize; 3],
    material: &str,
    scheme: &str,
    steps: usize,
) -> String {
    format!(
        r#"
[run]
duration = {}
dt = 0.01
scheme = "{scheme}"
[output]
every = {}
[[solid]]
name = "brick"
volume = "block"
corner = [-1, -0.5, -0.25]
size = [2, 1, 0.5]
elements = {elements:?}
element = "{element}"
material = "{material}"
velocity = [0.5, 0, 1]
angular_velocity = [1, 5, 2]
"#,
        0.01 * steps as f64,
        0.01 * steps as f64,
    )
}

/// Energy and momenta of a run of many steps, relative to the exact values at the start.
fn keeps(element: &str, elements: [usize; 3], material: &str, steps: usize) {
    let (layout, row) = last(&brick(element, elements, material, "ep", steps));
    let value = |name: &str| row[column(&layout, name)];
    let energy = value("kinetic_energy") + value("elastic_energy");
    // Of the exact kinetic energy at the start: every step leaves the tolerance of its iteration, 1e-13.
    let gap = (energy - 5937.5).abs() / 5937.5;
    assert!(gap < 1e-11, "{element} {material}: energy {gap:e}");
    assert!(value("elastic_energy") > 1e-4 * energy);
    let exact = [
        104.166_666_666_666_67,
        1_770.833_333_333_333_3,
        833.333_333_333_333_4,
    ];
    for (axis, (p, l)) in ["x", "y", "z"]
        .into_iter()
        .zip([500.0, 0.0, 1000.0].into_iter().zip(exact))
    {
        let gap = (value(&format!("linear_momentum.{axis}")) - p).abs() / 1000.0;
        assert!(gap < 1e-11, "{element} {material}: momentum {axis} {gap:e}");
        // About the world's origin; the mass centre moves along its momentum, so that it adds none.
        let gap = (value(&format!("angular_momentum.{axis}")) - l).abs() / 1770.0;
        assert!(gap < 1e-11, "{element} {material}: spin {axis} {gap:e}");
    }
    assert!((value("brick.solid_volume") - 1.0).abs() < 0.2);
}

/// SOL-07: a tumbling brick keeps energy and momenta over a thousand steps.
#[test]
fn tumbling_brick_keeps_energy_and_momenta() {
    with_room(|| keeps("hex8", [4, 2, 1], "foam", 1000));
}

/// The same for all elements and a nearly incompressible law, over fewer steps.
#[test]
fn all_elements_keep_energy_and_momenta() {
    with_room(|| {
        keeps("hex20", [2, 2, 1], "foam", 40);
        keeps("tet10", [2, 1, 1], "rubber", 40);
        keeps("hex8", [4, 2, 1], "rubber", 40);
        keeps("hex27", [2, 1, 1], "rubber", 10);
    });
}

/// `ed` loses energy only.
#[test]
fn decaying_scheme_only_loses() {
    with_room(|| {
        let (layout, row) = last(&brick("hex8", [4, 2, 1], "foam", "ed", 60));
        let value = |name: &str| row[column(&layout, name)];
        let energy = value("kinetic_energy") + value("elastic_energy");
        assert!(energy < 5937.5 && energy > 0.999 * 5937.5, "{energy}");
        assert!(value("energy_gap").abs() < 1e-9 * 5937.5);
    });
}

/// The patch of MacNeal and Harder (SOL-03): seven distorted bricks in a cube under tension, which is one state of stress everywhere.
#[test]
fn patch_of_distorted_bricks_is_exact() {
    let inner = [
        [0.249, 0.342, 0.192],
        [0.826, 0.288, 0.288],
        [0.850, 0.649, 0.263],
        [0.273, 0.750, 0.230],
        [0.320, 0.186, 0.643],
        [0.677, 0.305, 0.683],
        [0.788, 0.693, 0.644],
        [0.165, 0.745, 0.702],
    ];
    let outer = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [1.0, 1.0, 1.0],
        [0.0, 1.0, 1.0],
    ];
    let points = outer.iter().chain(&inner);
    let points: Vec<String> = points.map(|p| format!("{p:?}")).collect();
    // The inner brick and one on each of its faces, outwards.
    let faces = [
        [1, 4, 3, 2],
        [1, 2, 6, 5],
        [1, 5, 8, 4],
        [2, 3, 7, 6],
        [3, 4, 8, 7],
        [5, 6, 7, 8],
    ];
    let mut cells = vec!["[9, 10, 11, 12, 13, 14, 15, 16]".to_owned()];
    for [a, b, c, d] in faces {
        let cell = [a + 8, b + 8, c + 8, d + 8, a, b, c, d];
        cells.push(format!("{cell:?}"));
    }
    let (points, cells) = (points.join(", "), cells.join(", "));
    let pull = 2e5;
    let mut forces = String::new();
    for corner in [2, 3, 6, 7] {
        forces.push_str(&format!(
            "[[force]]\nname = \"f{corner}\"\non = \"cube#{corner}\"\nvalue = [{}, 0, 0]\n",
            pull / 4.0
        ));
    }
    // Linear in the Green strain: nominal stress l S, S = E (l^2 - 1)/2, and sides that contract by nu of it.
    let mut stretch: f64 = 1.0;
    for _ in 0..50 {
        let force = stretch * 0.5e6 * (stretch * stretch - 1.0) - pull;
        stretch -= force / (0.5e6 * (3.0 * stretch * stretch - 1.0));
    }
    let side = (1.0 - 0.25 * (stretch * stretch - 1.0)).sqrt();
    let exact = pull / (side * side);
    for strains in ["plain", "assumed"] {
        let text = format!(
            r#"
[statics]
[[material]]
name = "soft"
youngs = 1e6
poisson = 0.25
[[solid]]
name = "cube"
volume = "mesh"
points = [{points}]
cells = [{cells}]
material = "soft"
strains = "{strains}"
[[support]]
name = "x"
on = ["cube#1", "cube#4", "cube#5", "cube#8"]
fixed = ["x"]
[[support]]
name = "y"
on = ["cube#1", "cube#2", "cube#5", "cube#6"]
fixed = ["y"]
[[support]]
name = "z"
on = ["cube#1", "cube#2", "cube#3", "cube#4"]
fixed = ["z"]
{forces}"#
        );
        let (layout, row) = last(&text);
        let value = |name: &str| row[column(&layout, name)];
        for (k, at) in outer.iter().chain(&inner).enumerate() {
            let node = format!("cube#{}", k + 1);
            for (axis, wanted) in [
                ("x", stretch * at[0]),
                ("y", side * at[1]),
                ("z", side * at[2]),
            ] {
                let found = value(&format!("{node}.node_position.{axis}"));
                // The tolerance of the case.
                assert!(
                    (found - wanted).abs() < 1e-10,
                    "{strains} {node}: {found} {wanted}"
                );
            }
            let stress = value(&format!("{node}.stress.xx"));
            assert!(
                (stress - exact).abs() < 1e-9 * exact,
                "{strains} {node}: {stress} {exact}"
            );
            let other = value(&format!("{node}.stress.yz"));
            assert!(other.abs() < 1e-9 * exact, "{strains} {node}: {other}");
            let mises = value(&format!("{node}.von_mises"));
            assert!((mises - exact).abs() < 1e-9 * exact);
        }
        let volume = stretch * side * side;
        assert!((value("cube.solid_volume") - volume).abs() < 1e-10);
        let reaction = value("x.support_force.x");
        assert!((reaction + pull).abs() < 1e-9 * pull, "{reaction}");
    }
}

/// Six supports that leave a part free to grow about its first point.
fn held(model: &Model) -> String {
    let points = &model.solids[0].mesh.points;
    let (first, second) = (points[0], points[1]);
    let along = second - first;
    let off = |k: &usize| along.cross(&(points[*k] - first)).norm();
    let third = (2..points.len())
        .max_by(|a, b| off(a).total_cmp(&off(b)))
        .expect("a third point");
    let normal = along.cross(&(points[third] - first));
    let other = along.cross(&normal);
    let one = |name: &str, point: usize, n: &poinsot::math::V3| {
        format!(
            "[[support]]\nname = \"{name}\"\non = \"part#{}\"\nsymmetry = [{:?}, {:?}, {:?}]\n",
            point + 1,
            n.x,
            n.y,
            n.z
        )
    };
    format!(
        "[[support]]\nname = \"a\"\non = \"part#1\"\n{}{}{}",
        one("b", 1, &normal),
        one("c", 1, &other),
        one("d", third, &normal)
    )
}

/// Pressure all around is one state of stress, whatever the elements, as long as their edges are straight, so that their points
/// integrate exactly: J = 1 - p/K for a law with K/2 (J - 1)^2.
#[test]
fn pressure_all_around_is_felt_everywhere() {
    with_room(|| {
        for (element, volume) in [
            (
                "hex8",
                "volume = \"block\"\nsize = [1, 2, 3]\nelements = [2, 2, 2]\ngrading = [2, 1, 0.5]",
            ),
            (
                "hex20",
                "volume = \"block\"\nelements = [2, 2, 2]\ncorners = [[0, 0, 0], [1, 0.1, 0], [1.2, 1, 0.1], [0, 0.9, 0], [0.1, 0, 1.1], [1, 0, 1], [1, 1, 1.3], [0, 1, 0.8]]",
            ),
            (
                "hex27",
                "volume = \"block\"\nsize = [1, 2, 3]\nelements = [1, 1, 2]",
            ),
            (
                // The six tetrahedra of a single block with mean volumes have a motion without strain; those of two have none.
                "tet10",
                "volume = \"block\"\nsize = [1, 2, 3]\nelements = [1, 1, 2]",
            ),
            (
                "wedge15",
                "volume = \"block\"\nsize = [1, 2, 3]\nelements = [2, 1, 2]",
            ),
            (
                "hex8",
                "volume = \"cylinder\"\nradius = 1\nheight = 1\nelements = [8, 1, 2]",
            ),
            (
                "hex8",
                "volume = \"tube\"\nradius = 1\ninner_radius = 0.5\nheight = 1\nelements = [6, 1, 1]",
            ),
        ] {
            let text = format!(
                r#"
[statics]
[[solid]]
name = "part"
{volume}
element = "{element}"
material = "rubber"
[[surface_load]]
name = "sea"
on = "part"
pressure = 1e6
"#
            );
            let text = format!("{text}{}", held(&model(&text)));
            let (layout, row) = last(&text);
            let value = |name: &str| row[column(&layout, name)];
            let volume = 1.0 - 1e6 / 2e7;
            for node in ["part#1", "part#3", "part#5"] {
                let found = value(&format!("{node}.volume_ratio"));
                assert!(
                    (found - volume).abs() < 1e-8,
                    "{element} {text} {node}: {found}"
                );
                let found = value(&format!("{node}.pressure"));
                assert!((found - 1e6).abs() < 1.0, "{element} {node}: {found}");
                let mises = value(&format!("{node}.von_mises"));
                assert!(mises < 1.0, "{element} {node}: {mises}");
            }
        }
    });
}

/// Weight, pressure and traction come back in the reaction.
#[test]
fn supports_carry_weight_and_loads() {
    let text = r#"
gravity = [0, 0, -10]
[statics]
[[solid]]
name = "block"
volume = "block"
size = [1, 0.5, 0.25]
elements = [2, 2, 2]
material = "steel"
[[support]]
name = "floor"
on = "block.face5"
[[surface_load]]
name = "top"
on = "block.face6"
traction = [100, 0, 0]
pressure = 40
"#;
    let (layout, row) = last(text);
    let value = |name: &str| row[column(&layout, name)];
    let weight = 7850.0 * 0.125 * 10.0;
    let up = value("floor.support_force.z");
    assert!((up - weight - 20.0).abs() < 1e-6 * weight, "{up}");
    let side = value("floor.support_force.x");
    assert!((side + 50.0).abs() < 1e-6, "{side}");
}

/// A face tied to a body moves with it; the whole keeps its momenta.
#[test]
fn a_face_moves_with_a_body() {
    let text = r#"
[run]
duration = 0.2
dt = 0.005
scheme = "ep"
[[solid]]
name = "pad"
volume = "block"
size = [0.2, 0.1, 0.1]
elements = [2, 2, 2]
element = "hex8"
material = "foam"
angular_velocity = [1, 5, 2]
[[body]]
name = "plate"
mass = 3
inertia = [0.01, 0.01, 0.02]
position = [0.3, 0, 0]
velocity = [0, 0, 1]
[[tie]]
name = "glue"
kind = "rigid"
on = "pad.face2"
to = "plate"
"#;
    let (layout, row) = last(text);
    let value = |name: &str| row[column(&layout, name)];
    let gap = value("energy_gap").abs() / value("kinetic_energy");
    assert!(gap < 1e-10, "{gap:e}");
    for axis in ["x", "y", "z"] {
        for what in ["linear_momentum_gap", "angular_momentum_gap"] {
            let gap = value(&format!("{what}.{axis}"));
            assert!(gap.abs() < 1e-9, "{what} {axis}: {gap:e}");
        }
    }
    assert!(value("elastic_energy") > 1e-6);
}

/// Files of Gmsh and Abaqus: with the nodes of an element in a wrong order its volume would be wrong.
#[test]
fn mesh_files_have_their_volume() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/meshes/files");
    for file in [
        "solid_22_text.msh",
        "solid_41_binary.msh",
        "solid_full_22_binary.msh",
        "solid_full_41_text.msh",
        "solid.inp",
    ] {
        let text = format!(
            "[statics]\n[[solid]]\nname = \"part\"\nvolume = \"mesh\"\nfile = \"{folder}/{file}\"\nmaterial = \"rubber\"\nstrains = \"plain\"\n\
             [[surface_load]]\nname = \"left\"\non = \"part.left\"\npressure = 1\n"
        );
        let model = model(&text);
        let solid = &model.solids[0];
        let volumes = solid.cells.iter().map(|c| solid.volume_of(*c));
        let volume: f64 = volumes.map(|v| v.expect("a volume")).sum();
        // A brick of 2 m^3 and a cube of tetrahedra of 1 m^3.
        assert!((volume - 3.0).abs() < 1e-12, "{file}: {volume}");
        let inside = poinsot::meshes::elements::enclosed_volume(&solid.mesh, &solid.faces);
        assert!((inside - 3.0).abs() < 1e-12, "{file}: {inside}");
        let load = &model.surface_loads[0];
        assert!(!load.cells.is_empty() && load.cells.iter().all(|c| solid.faces.contains(c)));
    }
}

/// A mesh of a file stands where `position` and `orientation` say, and a source that has read it once needs the file no more.
#[test]
fn mesh_files_are_placed_and_kept() {
    let folder = std::env::temp_dir().join(format!("poinsot-solid-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let original = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/meshes/files/solid_22_text.msh"
    );
    std::fs::copy(original, folder.join("part.msh")).expect("a copy");
    let text = |keys: &str| {
        format!(
            "[statics]\n[[solid]]\nname = \"part\"\nvolume = \"mesh\"\nfile = \"part.msh\"\nmaterial = \"rubber\"\n{keys}{MATERIALS}"
        )
    };
    let path = folder.join("model.toml");
    let source = |keys: &str| Source::new(path.to_str().expect("a path"), text(keys));
    let read = |source: &Source| {
        let (model, _) = read_model(source).unwrap_or_else(|p| panic!("{p:#?}"));
        model.solids[0].mesh.points.clone()
    };
    let drawn = read(&source(""));
    let placed = source(
        "scale = 2\nposition = [1, 2, 3]\norientation = { axis = [0, 0, 1], angle = \"90 deg\" }\n",
    );
    let points = read(&placed);
    for (p, q) in points.iter().zip(&drawn) {
        let expected = V3::new(1.0 - 2.0 * q.y, 2.0 + 2.0 * q.x, 3.0 + 2.0 * q.z);
        assert!((p - expected).norm() < 1e-14, "{p} {expected}");
    }
    std::fs::remove_dir_all(&folder).expect("removed");
    assert_eq!(read(&placed), points);
    assert!(read_model(&source("")).is_err());
}
