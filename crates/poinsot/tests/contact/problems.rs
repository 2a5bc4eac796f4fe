//! What is wrong with a model is said with its line and what to do.

use crate::ran::simulation;
use poinsot::model::{Problem, Source, read_model};

fn text(shape: &str, contact: &str) -> String {
    let cable = "[[cable]]\nname = \"rope\"\nfrom = [0, 1, 0]\nto = [1, 1, 0]\nstiffness = 1e3\nmass_per_length = 1\nelements = 2\n";
    format!(
        "[run]\nduration = 1\ndt = 0.01\n[[body]]\nname = \"ball\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0.08]\n\
         [[contact_shape]]\nname = \"floor\"\nkind = \"plane\"\non = \"ground\"\n\
         [[contact_shape]]\nname = \"skin\"\n{shape}\n[[contact]]\nname = \"c\"\n{contact}\n{cable}"
    )
}

const SPHERE: &str = "kind = \"sphere\"\non = \"ball\"\nradius = 0.1";

#[test]
fn bad_inputs_are_named_with_their_line() {
    let hard = "stiffness = 1e5";
    for (shape, contact, line, words) in [
        (SPHERE, "stiffness = 1e5\nfriction = -0.1", 21, "friction"),
        (
            SPHERE,
            "stiffness = 1e5\nrestitution = 1.2",
            21,
            "restitution",
        ),
        (
            SPHERE,
            "stiffness = 1e5\nrestitution = 0",
            21,
            "restitution",
        ),
        (SPHERE, "stiffness = -5", 20, "stiffness"),
        (SPHERE, "force = \"1 + x\"", 20, "without penetration"),
        (
            SPHERE,
            "stiffness = 1e5\ngroups = [\"balls\"]",
            21,
            "no contact shape has the group",
        ),
        (
            SPHERE,
            "stiffness = 1e5\ngroups = \"all\"",
            21,
            "one or two groups",
        ),
        (
            SPHERE,
            "stiffness = 1e5\ngroups = [\"all\", \"all\", \"all\"]",
            21,
            "one or two groups",
        ),
        (
            "kind = \"sphere\"\non = \"bal\"\nradius = 0.1",
            hard,
            16,
            "bal",
        ),
        ("kind = \"sphere\"\nradius = 0.1", hard, 13, "on"),
        (
            "kind = \"sphere\"\non = \"ball\"\nradius = -1",
            hard,
            17,
            "radius",
        ),
        ("kind = \"cone\"\non = \"ball\"", hard, 15, "cone"),
        (
            "kind = \"box\"\non = \"ball\"\nsize = [1, 1, 0.1]\nrounding = 0.1",
            hard,
            13,
            "shorter",
        ),
        (
            "kind = \"capsule\"\non = \"ball\"\nalong = [0, 0, 0]\nradius = 0.1",
            hard,
            13,
            "no length",
        ),
        (
            "kind = \"cylinder\"\non = \"ball\"\nalong = [0, 0, 0]\nradius = 0.1",
            hard,
            13,
            "no length",
        ),
        (
            "kind = \"cylinder\"\non = \"ball\"\nalong = [0, 0, 1]\nradius = 0.1\nrounding = 0.2",
            hard,
            13,
            "rounded by",
        ),
        (
            "kind = \"line\"\non = \"ball\"\nradius = 0.1",
            hard,
            16,
            "ball",
        ),
        (
            "kind = \"line\"\non = \"rope.end\"\nradius = 0.1",
            hard,
            16,
            "not a point",
        ),
        (
            "kind = \"line\"\non = \"rope\"\nradius = 0.1\nat = [0, 0, 1]",
            hard,
            18,
            "no place of its own",
        ),
        (
            "kind = \"sphere\"\non = \"rope.end\"\nradius = 0.1\nat = [0, 0, 1]",
            hard,
            18,
            "no orientation",
        ),
        (
            "kind = \"capsule\"\non = \"rope.end\"\nradius = 0.1\nalong = [0, 0, 1]",
            hard,
            16,
            "no orientation",
        ),
        (
            "kind = \"mesh\"\non = \"ball\"\npoints = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]\ntriangles = [[1, 2, 4]]",
            hard,
            18,
            "triangles",
        ),
        (
            "kind = \"mesh\"\non = \"ball\"\npoints = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]\ntriangles = [[1, 2, 2]]",
            hard,
            18,
            "no triangle with an area",
        ),
        (
            "kind = \"mesh\"\non = \"ball\"",
            hard,
            13,
            "keys are missing",
        ),
    ] {
        let text = text(shape, contact);
        let problems = read_model(&Source::new("bad.toml", &text)).expect_err("it is wrong");
        let all = format!("{problems:#?}");
        let says = |p: &Problem| format!("{} {}", p.place.path, p.message).contains(words);
        let found = problems.iter().any(says);
        assert!(found, "{contact} / {shape}: {all}");
        let lines: Vec<_> = problems.iter().map(|p| p.place.line).collect();
        assert!(
            lines.contains(&line),
            "{contact} / {shape}: {lines:?} instead of {line}"
        );
        assert!(problems.iter().all(|p| !p.help.is_empty()), "{all}");
    }
}

#[test]
fn penetration_at_the_start_is_told() {
    let simulation = simulation(&text(SPHERE, "stiffness = 1e5"), 1);
    let lines = simulation.start_lines(false).join("\n");
    let told = "warning: contact `floor - skin` is penetrated by 2.000e-2 m";
    assert!(lines.contains(told), "{lines}");
}

/// Of a rope that lies on something, all parts are told in one line.
#[test]
fn parts_that_are_penetrated_at_the_start_share_a_line() {
    let simulation = simulation(
        "[run]\nduration = 1\ndt = 0.01\n[[contact]]\nname = \"c\"\nstiffness = 1e5\n\
         [[cable]]\nname = \"rope\"\nfrom = [0, 0, 0.008]\nto = [1, 0, 0.009]\nstiffness = 1e3\nmass_per_length = 1\nelements = 4\n\
         [[contact_shape]]\nname = \"skin\"\nkind = \"line\"\non = \"rope\"\nradius = 0.01\n\
         [[contact_shape]]\nname = \"floor\"\nkind = \"plane\"\non = \"ground\"\n",
        1,
    );
    let lines = simulation.start_lines(false);
    let told: Vec<_> = lines.iter().filter(|l| l.contains("penetrated")).collect();
    let wanted = "  warning: contact `floor - skin` is penetrated in 5 places, by 2.000e-3 m at most at the start";
    assert_eq!(told, [wanted], "{lines:?}");
}

/// Shapes on one body, and on bodies that a joint connects, do not touch.
#[test]
fn neighbours_do_not_touch() {
    let mut text = String::from(
        "[run]\nduration = 1\ndt = 0.01\n[[contact]]\nname = \"c\"\nstiffness = 1e5\n",
    );
    for (name, x) in [("a", 0.0), ("b", 0.1), ("c1", 0.2)] {
        text += &format!(
            "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [{x}, 0, 0]\n\
             [[contact_shape]]\nname = \"s_{name}\"\nkind = \"sphere\"\non = \"{name}\"\nradius = 0.15\n"
        );
    }
    text += "[[joint]]\nname = \"j\"\nkind = \"spherical\"\nbetween = [\"a\", \"b\"]\nat = [0.05, 0, 0]\n";
    let simulation = simulation(&text, 1);
    let pairs = simulation.system().contacts.pairs();
    let names: Vec<_> = pairs
        .iter()
        .map(|p| simulation.system().contacts.name_of(*p))
        .collect();
    assert_eq!(names, ["s_a - s_c1", "s_b - s_c1"]);
}
