//! What is wrong with a model is said with its line and what to do.

use crate::ran::simulation;
use poinsot::model::{Source, read_model};

fn text(joint: &str) -> String {
    format!(
        "[run]\nduration = 1\ndt = 0.01\n[[body]]\nname = \"car\"\nmass = 1\ninertia = [1, 1, 1]\n\
         [[point_mass]]\nname = \"bead\"\nmass = 1\n[[cable]]\nname = \"rope\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\n\
         stiffness = 1e3\nmass_per_length = 1\nelements = 2\n[[joint]]\nname = \"j\"\n{joint}\n"
    )
}

#[test]
fn bad_inputs_are_named_with_their_line() {
    for (joint, line, words) in [
        (
            "kind = \"sliding\"\nbetween = [\"ground\", \"bead\"]",
            21,
            "no line on \"ground\"",
        ),
        (
            "kind = \"sliding\"\nbetween = [\"car\", \"bead\"]",
            21,
            "path",
        ),
        (
            "kind = \"sliding\"\nbetween = [\"rop\", \"bead\"]",
            21,
            "rop",
        ),
        (
            "kind = \"sleeve\"\nbetween = [\"rope\", \"car\"]",
            21,
            "cable",
        ),
        (
            "kind = \"sleeve\"\nbetween = [\"car\", \"bead\"]\npath = { from = [0, 0, 0], to = [1, 0, 0] }",
            21,
            "without axes",
        ),
        (
            "kind = \"sliding\"\nbetween = [\"car\", \"car\"]\npath = { from = [0, 0, 0], to = [1, 0, 0] }",
            21,
            "itself",
        ),
        (
            "kind = \"sliding\"\nbetween = [\"rope\", \"bead\"]\ns = 1.5",
            22,
            "beyond the end",
        ),
        (
            "kind = \"sliding\"\nbetween = [\"rope\", \"ground\"]",
            18,
            "`at` is missing",
        ),
        (
            "kind = \"sliding\"\nbetween = [\"car\", \"bead\"]\npath = { from = [0, 0, 0] }",
            22,
            "to",
        ),
        (
            "kind = \"sliding\"\nbetween = [\"rope\", \"bead\"]\nat = [0, 0, 1]",
            22,
            "not where the point mass",
        ),
        (
            "kind = \"sliding\"\nbetween = [\"rope\", \"bead\"]\nturns = true",
            22,
            "turns",
        ),
    ] {
        let text = text(joint);
        let problems = read_model(&Source::new("m.toml", text)).expect_err(joint);
        let found = problems.iter().find(|p| {
            let said = format!("{} {}", p.message, p.help);
            said.contains(words) && p.place.line == line
        });
        assert!(found.is_some(), "{joint}: {problems:#?}");
    }
}

/// A line that slides through a point of itself.
#[test]
fn a_line_does_not_slide_through_itself() {
    let joint = "kind = \"sliding\"\nbetween = [\"rope\", \"rope.end\"]";
    let source = Source::new("m.toml", text(joint));
    let (model, _) = read_model(&source).expect("sound by itself");
    let refused = poinsot::system::System::build(&model).expect_err("refused");
    assert!(refused[0].to_string().contains("itself"), "{}", refused[0]);
}

/// Without a start the nearest place is taken; what is drawn beside the line is moved onto it.
#[test]
fn the_nearest_place_is_found() {
    let joint = "kind = \"sliding\"\nbetween = [\"rope\", \"car\"]\nat = [0.3, 0, 0]";
    let simulation = simulation(&text(joint), 1);
    let system = simulation.system();
    let node = system.joints[0].coordinates[0].node.expect("an unknown");
    let s = simulation.state().poses[node].r.x;
    assert!((s - 0.3).abs() < 1e-12, "{s}");
}
