//! Reduced bodies in model files: matrices of a finite element program, units, and what is refused.

use crate::part::points_of;
use poinsot::model::{Model, Severity, Source, read_model};
use poinsot::modes::{About, Wanted, modes};
use poinsot::simulation::{Options, Simulation};
use poinsot::system::System;

const NODES: &str = include_str!("data/rod_nodes.txt");
const MASS: &str = include_str!("data/rod_mass.mtx");
const STIFFNESS: &str = include_str!("data/rod_stiffness.mtx");

/// A model with the rod; texts in the place of files.
fn text(nodes: &str, mass: &str, stiffness: &str, keys: &str) -> String {
    format!(
        "[run]\nduration = 1e-3\ndt = 1e-5\n[[body]]\nname = \"hub\"\nmass = 1\ninertia = [1e-3, 1e-3, 1e-3]\n\
         [[reduced_body]]\nname = \"rod\"\nunits = \"mm-t\"\n{keys}\nnodes = \"\"\"\n{nodes}\"\"\"\n\
         mass = \"\"\"\n{mass}\"\"\"\nstiffness = \"\"\"\n{stiffness}\"\"\"\n"
    )
}

fn model(keys: &str) -> Model {
    let source = Source::new("model.toml", text(NODES, MASS, STIFFNESS, keys));
    let read = read_model(&source);
    read.unwrap_or_else(|p| panic!("{p:#?}")).0
}

fn first_error(text: String) -> String {
    match read_model(&Source::new("model.toml", text)) {
        Ok(_) => panic!("nothing is wrong with it"),
        Err(problems) => {
            let mut wrong = problems.iter().filter(|p| p.severity == Severity::Error);
            wrong.next().expect("an error").message.clone()
        }
    }
}

fn frequencies(model: &Model, count: usize) -> Vec<f64> {
    let (system, state) = System::build(model).expect("a sound model");
    let wanted = Wanted {
        count,
        ..Wanted::default()
    };
    let found = modes(&system, &state, &About::default(), &wanted).expect("modes");
    let hertz = |m: &poinsot::modes::Mode| m.angular_frequency() / std::f64::consts::TAU;
    found.list.iter().map(hertz).collect()
}

const GROUND: &str = "interfaces = [{ name = \"end\", nodes = \"left\", to = \"ground\" }]";

/// Frequencies with one end held are those of the whole model (`data/SOURCE.md`): modes have converged to 1e-10.
#[test]
fn held_frequencies_are_those_of_the_finite_elements() {
    let mut model = model(&format!("modes = 6\n{GROUND}"));
    model.bodies.clear();
    let exact = [
        1119.77785699,
        1229.54962884,
        7038.43073099,
        7623.95168718,
        7844.61992557,
    ];
    for (found, exact) in frequencies(&model, 5).iter().zip(exact) {
        assert!((found / exact - 1.0).abs() < 1e-8, "{found} {exact}");
    }
}

/// A model with a rod runs, and the rod is where the model says.
#[test]
fn runs_from_a_file() {
    let keys = "interfaces = [{ name = \"end\", nodes = \"left\", to = \"hub\" }]\nmodes = 2\nposition = [0.1, 0, 0]\n\
                orientation = { axis = [0, 0, 1], angle = \"90 deg\" }\nvelocity = [1, 0, 0]\ndamping_time = 1e-7";
    let mut model = model(keys);
    model.bodies[0].velocity.x = 1.0;
    let (system, state) = System::build(&model).expect("a sound model");
    let mass = system.total_mass();
    assert!(
        (mass - 1.0 - 7850.0 * 0.1 * 0.01 * 0.008).abs() < 1e-9,
        "{mass}"
    );
    let first = system.reduced[0].nodes[0];
    let at = state.poses[first].r;
    assert!((at - poinsot::math::V3::new(0.1, 0.0, 0.0)).norm() < 1e-12);
    let built = Simulation::new(model, Options::default());
    let mut simulation = built.unwrap_or_else(|p| panic!("{p:#?}"));
    let mut memory = poinsot::results::Memory::new(simulation.layout());
    simulation.run(&mut memory);
    let x = memory.last("hub.position.x").expect("an output");
    assert!((x - 1e-3).abs() < 1e-12, "{x}");
}

#[test]
fn problems_are_named() {
    let error = |keys: &str| first_error(text(NODES, MASS, STIFFNESS, keys));
    let tie = |nodes: &str, to: &str| {
        format!("interfaces = [{{ name = \"end\", nodes = \"{nodes}\", to = \"{to}\" }}]")
    };
    assert!(error(&tie("lefft", "hub")).contains("no set \"lefft\""));
    assert!(error(&tie("left", "hob")).contains("hob"));
    assert!(error("interfaces = []").contains("needs an interface"));
    assert!(error(&format!("modes = 0\n{GROUND}")).contains("rigid"));
    let twice = "interfaces = [{ name = \"a\", nodes = \"left\", to = \"hub\" }, { name = \"a\", nodes = \"right\", to = \"hub\" }]";
    assert!(error(twice).contains("twice"));
    let same = "interfaces = [{ name = \"a\", nodes = \"left\", to = \"hub\" }, { name = \"b\", nodes = \"left\", to = \"ground\" }]";
    assert!(error(same).contains("interface 2"));
    let broken = MASS.replacen("symmetric", "skew-symmetric", 1);
    assert!(first_error(text(NODES, &broken, STIFFNESS, GROUND)).contains("line 1"));
    let short: String = NODES.lines().take(20).map(|l| format!("{l}\n")).collect();
    let message = first_error(text(&short, MASS, STIFFNESS, GROUND));
    assert!(message.contains("84 rows, but 19 nodes"), "{message}");
    let uneven = MASS.replacen("1 1 3.8765432098765456e-07", "1 1 4e-07", 1);
    let message = first_error(text(NODES, &uneven, STIFFNESS, GROUND));
    assert!(message.contains("same for all directions"), "{message}");
    let held = STIFFNESS.replacen("1 1 457393.16239316243", "1 1 557393", 1);
    let message = first_error(text(NODES, MASS, &held, GROUND));
    assert!(message.contains("holds the part"), "{message}");
    let missing = text("1 0 0 0\n", MASS, STIFFNESS, GROUND)
        .replace("nodes = \"\"\"\n1 0 0 0\n\"\"\"", "nodes = \"none.txt\"");
    let message = first_error(missing);
    assert!(message.contains("none.txt: cannot be read"), "{message}");
}

/// What a source has read once it needs no more: runs go on when the matrices are gone.
#[test]
fn matrices_are_kept() {
    let folder = std::env::temp_dir().join(format!("poinsot-matrices-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut named = text("N", "M", "K", GROUND);
    for (name, content) in [("N", NODES), ("M", MASS), ("K", STIFFNESS)] {
        std::fs::write(folder.join(name), content).expect("a file");
        named = named.replace(&format!("\"\"\"\n{name}\"\"\""), &format!("\"{name}\""));
    }
    let path = folder.join("model.toml");
    let source = || Source::new(path.to_str().expect("a path"), named.clone());
    let read = source();
    let (before, _) = read_model(&read).unwrap_or_else(|p| panic!("{p:#?}"));
    std::fs::remove_dir_all(&folder).expect("removed");
    let (after, _) = read_model(&read).unwrap_or_else(|p| panic!("{p:#?}"));
    let mass = |m: &Model| points_of(&m.reduced_bodies[0]).mass.clone();
    assert_eq!(mass(&before), mass(&after));
    assert!(read_model(&source()).is_err());
}
