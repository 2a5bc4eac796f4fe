//! Beams and shells that are reduced together: they stand, vibrate and fly as the whole model does, and what is refused.

use crate::motion::{ed, ep, watch};
use poinsot::model::{Model, Source, read_model};
use poinsot::modes::{About, Wanted, modes};
use poinsot::results::resolve;
use poinsot::simulation::{Control, Options, Simulation};
use poinsot::statics::Analysis;
use poinsot::system::System;

const MATERIALS: &str = "[[material]]\nname = \"steel\"\nyoungs = 2e11\npoisson = 0.3\ndensity = 7850\n\
    [[section]]\nname = \"bar\"\nshape = \"rectangle\"\nwidth = 0.02\nheight = 0.03\nmaterial = \"steel\"\n\
    [[shell_section]]\nname = \"sheet\"\nmaterial = \"steel\"\nthickness = 4e-3\n";

/// A knee of two beams with a plate at its end: x, then y, then a plate in the x-y plane, 1.0 by 0.6 m.
fn knee(motion: &str) -> String {
    format!(
        "{MATERIALS}\
        [[beam]]\nname = \"boom\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\ny_axis = [0, 1, 0]\nsection = \"bar\"\nelements = 4\norder = 2\n{motion}\
        [[beam]]\nname = \"arm\"\nfrom = [1, 0, 0]\nto = [1, 0.6, 0]\ny_axis = [0, 0, 1]\nsection = \"bar\"\nelements = 3\norder = 2\n{motion}\
        [[shell]]\nname = \"plate\"\nsurface = \"patch\"\ncorners = [[1, 0.6, 0], [1.4, 0.6, 0], [1.4, 0.9, 0], [1, 0.9, 0]]\nelements = [4, 3]\nsection = \"sheet\"\naxis = [1, 0, 0]\n{motion}\
        [[tie]]\nname = \"knee\"\nkind = \"joined\"\non = [\"boom.end\", \"arm.start\"]\n\
        [[tie]]\nname = \"corner\"\nkind = \"joined\"\non = [\"arm.end\", \"plate\"]\n"
    )
}

fn tip(motion: &str) -> String {
    format!(
        "[[body]]\nname = \"tip\"\nmass = 0.4\ninertia = [1e-3, 2e-3, 2.5e-3]\nposition = [1.4, 0.75, 0]\n{motion}"
    )
}

fn reduced(modes: usize, root: &str) -> String {
    format!(
        "[[reduced_body]]\nname = \"frame\"\nitems = [\"boom\", \"arm\", \"plate\"]\nmodes = {modes}\n\
         interfaces = [{{ name = \"root\", nodes = \"boom.start\", to = \"{root}\" }}, {{ name = \"end\", nodes = \"plate.edge2\", to = \"tip\" }}]\n"
    )
}

const TIED: &str = "[[joint]]\nname = \"root\"\nkind = \"fixed\"\nbetween = [\"ground\", \"boom.start\"]\n\
    [[tie]]\nname = \"end\"\nkind = \"rigid\"\non = \"plate.edge2\"\nto = \"tip\"\n";

fn model(text: &str) -> Model {
    let read = read_model(&Source::new("model.toml", text.to_owned()));
    read.unwrap_or_else(|p| panic!("{p:#?}")).0
}

/// Values in equilibrium.
fn rest(text: &str, names: &[&str]) -> Vec<f64> {
    let mut analysis = Analysis::new(model(text)).unwrap_or_else(|p| panic!("{p:#?}"));
    let layout = analysis.layout().clone();
    let mut row = Vec::new();
    analysis.run(&mut |_, values| {
        row = values.to_vec();
        Control::Continue
    });
    let value = |name: &&str| match &resolve(&layout, name).unwrap_or_else(|e| panic!("{e}"))[..] {
        [one] => row[one.column],
        _ => panic!("{name} is not one output"),
    };
    names.iter().map(value).collect()
}

fn frequencies(text: &str, count: usize) -> Vec<f64> {
    let model = model(text);
    let (system, state) = System::build(&model).unwrap_or_else(|e| panic!("{e:?}"));
    let wanted = Wanted {
        count,
        ..Wanted::default()
    };
    let found = modes(&system, &state, &About::default(), &wanted).expect("modes");
    let hertz = |m: &poinsot::modes::Mode| m.angular_frequency() / std::f64::consts::TAU;
    found.list.iter().map(hertz).collect()
}

/// A beam with one end held stretches, sags and turns as the whole beam does; its mass is the same. Stretch and bending are
/// compared under loads of their own: what a linear part leaves out, squares of the rotations of 1e-5, is a tenth of the stretch
/// and nothing beside the bending.
#[test]
fn a_beam_sags_as_the_whole_one_does() {
    let beam = "[[beam]]\nname = \"boom\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\ny_axis = [0, 1, 0]\nsection = \"bar\"\nelements = 4\norder = 2\n";
    let end = "[[body]]\nname = \"tip\"\nmass = 0.1\ninertia = [1e-4, 1e-4, 1e-4]\nposition = [1, 0, 0]\n";
    let whole = "[[joint]]\nname = \"a\"\nkind = \"fixed\"\nbetween = [\"ground\", \"boom.start\"]\n\
                 [[joint]]\nname = \"b\"\nkind = \"fixed\"\nbetween = [\"boom.end\", \"tip\"]\n";
    let part = "[[reduced_body]]\nname = \"part\"\nitems = [\"boom\"]\nmodes = 2\n\
                interfaces = [{ name = \"a\", nodes = \"boom.start\", to = \"ground\" }, { name = \"b\", nodes = \"boom.end\", to = \"tip\" }]\n";
    let compare = |load: &str, names: &[&str], drawn: f64, bound: f64| {
        let force = format!("[[force]]\nname = \"f\"\non = \"tip\"\n{load}\n");
        let [a, b] = [whole, part].map(|how| {
            let text = format!("[statics]\n{MATERIALS}{beam}{end}{force}{how}");
            rest(&text, names)
        });
        for k in 0..names.len() {
            let (a, b) = (a[k] - drawn, b[k] - drawn);
            assert!((a - b).abs() < bound * a.abs(), "{}: {a:e} {b:e}", names[k]);
        }
    };
    // Places of 1 m are known to 1e-16, the stretch of 2.5e-9 m to 1e-7 of itself.
    compare("value = [0.3, 0, 0]", &["tip.position.x"], 1.0, 1e-6);
    let across = ["tip.position.y", "tip.position.z", "total_mass"];
    // Functions that carry less than 1e-8 of the energy of a mode are left out (rb.2): 2e-7 for three components of six modes, and
    // a tenth of all energy is that of bending along z.
    compare(
        "value = [0, 0.2, -0.1]\nat = [0, 0.1, 0]",
        &across,
        0.0,
        1e-5,
    );
}

/// Displacements of the frame under a force at its end, against the whole model with its last edge tied rigidly, which is
/// stiffer than the mean of the edge: the plate is 4 mm thick, and its edge hardly bends.
#[test]
fn beams_and_a_shell_sag_as_the_whole_does() {
    let load = "[[force]]\nname = \"f\"\non = \"tip\"\nvalue = [0.02, -0.03, 0.01]\n";
    let names = ["tip.position.x", "tip.position.y", "tip.position.z"];
    let [a, b] = [TIED.to_owned(), reduced(4, "ground")].map(|how| {
        let text = format!("[statics]\n{}{}{how}{load}", knee(""), tip(""));
        rest(&text, &names)
    });
    let drawn = [1.4, 0.75, 0.0];
    let size = (0..3).map(|k| (a[k] - drawn[k]).abs()).fold(0.0, f64::max);
    for k in 0..3 {
        assert!((a[k] - b[k]).abs() < 2e-3 * size, "{a:?} {b:?}");
    }
}

/// The lowest frequencies of the frame with its end free.
#[test]
fn frequencies_are_those_of_the_whole() {
    let held =
        "[[joint]]\nname = \"root\"\nkind = \"fixed\"\nbetween = [\"ground\", \"boom.start\"]\n";
    let whole = frequencies(&format!("{}{held}", knee("")), 6);
    let part = |modes: usize| {
        let text = format!(
            "{}[[reduced_body]]\nname = \"frame\"\nitems = [\"boom\", \"arm\", \"plate\"]\nmodes = {modes}\n\
             interfaces = [{{ name = \"root\", nodes = \"boom.start\", to = \"ground\" }}]\n",
            knee("")
        );
        frequencies(&text, 6)
    };
    let found = part(8);
    println!("{whole:?}\n{found:?}");
    for (a, b) in whole.iter().zip(&found) {
        assert!((a / b - 1.0).abs() < 1e-4, "{whole:?} {found:?}");
    }
    // Between items: static modes and four of the frame with both ends held.
    let between = |how: String| frequencies(&format!("{}{}{how}", knee(""), tip("")), 4);
    let (whole, found) = (between(TIED.to_owned()), between(reduced(8, "ground")));
    println!("{whole:?}\n{found:?}");
    for (a, b) in whole.iter().zip(&found) {
        assert!((a / b - 1.0).abs() < 5e-3, "{whole:?} {found:?}");
    }
}

/// A frame that tumbles between two bodies, a hundred times softer than steel.
fn tumbling(modes: usize) -> Model {
    let turning = "velocity = [0.3, -0.2, 0.5]\nangular_velocity = [0.6, 0.8, -1]\n";
    let text = format!(
        "{}{}{}[[body]]\nname = \"hub\"\nmass = 2\ninertia = [2e-2, 3e-2, 2.5e-2]\n{turning}",
        knee(turning),
        tip(turning),
        reduced(modes, "hub")
    );
    let mut model = model(&text.replace("youngs = 2e11", "youngs = 2e9"));
    let body = &mut model.bodies[0];
    body.velocity += body.angular_velocity.cross(&body.position);
    model
}

/// Energy, momentum and angular momentum stay in `ep`, energy never rises in `ed`, as far as its own last digits tell: functions that
/// strain single nodes are stiff, and their energies cancel where the frame turns against the axes of its hub (rb.6). Half of all
/// terms in one direction are `digits`. The moments of the same last digits, of forces, are what angular momentum is left with.
#[test]
fn a_tumbling_frame_keeps_energy_and_momenta() {
    let x = watch(&tumbling(3), ep(), 1e-3, 1000);
    assert!(x.elastic > 1e-5 && x.digits < 2e-10, "{x:?}");
    let round_off = 2.0 * x.digits;
    assert!(x.energy < round_off && x.ledger < round_off, "{x:?}");
    assert!(x.linear < 1e-11 && x.gap < 1e-11, "{x:?}");
    assert!(x.angular < 1e-10, "{x:?}");
    let x = watch(&tumbling(3), ed(), 2e-3, 300);
    let round_off = 2.0 * x.digits;
    assert!(x.rise < round_off && x.ledger < round_off, "{x:?}");
    assert!(x.linear < 1e-11 && x.left < 1.0, "{x:?}");
}

/// In a run from a file: interfaces have forces, and the body moves with what it is fixed to.
#[test]
fn a_frame_runs_from_a_file() {
    let text = format!(
        "gravity = [0, 0, -9.81]\n[run]\nduration = 0.02\ndt = 1e-3\n{}{}{}",
        knee(""),
        tip(""),
        reduced(4, "ground")
    );
    let built = Simulation::new(model(&text), Options::default());
    let mut simulation = built.unwrap_or_else(|p| panic!("{p:#?}"));
    let mut memory = poinsot::results::Memory::new(simulation.layout());
    simulation.run(&mut memory);
    let value = |name: &str| memory.last(name).expect("an output");
    assert!(value("tip.position.z") < -1e-4);
    assert!(value("frame.reduced_energy") > 0.0);
    assert!(value("frame.root.interface_force.z") < 0.0);
}

#[test]
fn problems_are_named() {
    let problems = |text: String| match read_model(&Source::new("model.toml", text)) {
        Ok(_) => panic!("nothing is wrong with it"),
        Err(problems) => format!("{problems:#?}"),
    };
    let text = |how: &str| {
        format!(
            "[run]\nduration = 1\ndt = 0.1\n{}{}{how}",
            knee(""),
            tip("")
        )
    };
    let sound = reduced(2, "ground");
    let found = problems(text(&sound.replace("\"arm\"", "\"armm\"")));
    assert!(found.contains("armm"), "{found}");
    let found = problems(text(&sound.replace("\"arm\", ", "")));
    assert!(found.contains("is no part of the reduced body"), "{found}");
    let found = problems(text(&sound.replace("\"boom.start\"", "\"boom.begin\"")));
    assert!(found.contains("has no point"), "{found}");
    let found = problems(text(&sound.replace("to = \"tip\"", "to = \"boom.end\"")));
    assert!(
        found.contains("is reduced by a [[reduced_body]]"),
        "{found}"
    );
    for act in [
        "[[force]]\nname = \"f\"\non = \"arm.end\"\nvalue = [0, 0, 1]\n",
        "[[line_load]]\nname = \"f\"\non = \"boom\"\nforce = [0, 0, 1]\n",
        "[[surface_load]]\nname = \"f\"\non = \"plate\"\npressure = 1\n",
        "[[support]]\nname = \"f\"\non = \"plate.edge1\"\nfixed = \"all\"\n",
        "[[sensor]]\nname = \"s\"\non = \"boom@0.3\"\n",
    ] {
        let found = problems(text(&format!("{sound}{act}")));
        assert!(
            found.contains("is reduced by a [[reduced_body]]"),
            "{found}"
        );
    }
    let hinge = "[[tie]]\nname = \"h\"\nkind = \"hinge\"\non = [\"arm.end\", \"plate\"]\n";
    let found = problems(text(&format!("{sound}{hinge}")));
    assert!(found.contains("cannot be tied in this way"), "{found}");
    let twice = "[[reduced_body]]\nname = \"other\"\nitems = [\"boom\"]\ninterfaces = [{ name = \"a\", nodes = \"boom.start\", to = \"tip\" }]\n";
    let found = problems(text(&format!("{sound}{twice}")));
    assert!(found.contains("belongs to another reduced body"), "{found}");
    // Found when elements are made: items that nothing connects.
    let apart = text(&sound).replace(
        "name = \"corner\"\nkind = \"joined\"\non = [\"arm.end\", \"plate\"]",
        "name = \"corner\"\nkind = \"joined\"\non = [\"arm.start\", \"boom.end\"]",
    );
    let errors = System::build(&model(&apart)).err().unwrap_or_default();
    let found = format!("{errors:?}");
    assert!(found.contains("items are not connected"), "{found}");
}
