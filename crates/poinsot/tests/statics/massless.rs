//! Equilibria of models that leave masses out: the same as with them; what needs masses says so.

use super::{model, outputs, path, problems, simulation};
use poinsot::model::Severity;
use poinsot::modes::Study;
use poinsot::statics::{Analysis, PathEnd, relax};
use poinsot::system::System;

/// A text with its lines of masses, and without them.
fn both(text: &str) -> [String; 2] {
    let heavy = ["mass", "inertia", "density"];
    let light = text
        .lines()
        .filter(|line| !heavy.iter().any(|key| line.starts_with(key)));
    [text.to_owned(), light.collect::<Vec<_>>().join("\n")]
}

/// Largest difference of an output between the text with and without its masses, over all points of the path.
fn difference(text: &str, names: &[&str]) -> f64 {
    let [heavy, light] = both(text).map(|text| outputs(&text, names));
    assert_eq!(heavy.len(), light.len(), "points of the path");
    let pairs = heavy.iter().flatten().zip(light.iter().flatten());
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

const ROLL_UP: &str = "\
[statics]
every = 0.25

[[material]]
name = \"steel\"
youngs = 2e11
poisson = 0.3
density = 7850

[[section]]
name = \"strip\"
shape = \"rectangle\"
width = 0.02
height = 0.001
material = \"steel\"

[[beam]]
name = \"beam\"
from = [0, 0, 0]
to = [1, 0, 0]
section = \"strip\"
y_axis = [0, 1, 0]
elements = 8
order = 2

[[joint]]
name = \"clamp\"
kind = \"fixed\"
between = [\"ground\", \"beam.start\"]

[[moment]]
name = \"end\"
on = \"beam.end\"
value = [0, -1.0471975511965976, 0]

[[sensor]]
name = \"tip\"
on = \"beam.end\"
";

/// EI = 1/3 N m^2: a moment of pi/3 N m bends it into half a circle.
#[test]
fn a_cantilever_rolls_up_the_same_without_density() {
    let names = ["tip.point.x", "tip.point.z", "clamp.reaction_moment.y"];
    let apart = difference(ROLL_UP, &names);
    println!("roll-up with and without density: {apart:e} m");
    assert!(apart <= 1e-12, "{apart:e}");
    let [_, light] = both(ROLL_UP);
    let tip = outputs(&light, &["tip.point.z"]);
    let last = tip.last().map_or(0.0, |row| row[0]);
    let circle = 2.0 / std::f64::consts::PI;
    assert!((last.abs() - circle).abs() < 2e-3, "{last}");
}

#[test]
fn single_values_and_matrices_need_no_mass() {
    let given = "EA = 1e4\nGAy = 1e4\nGJ = 200\nEIy = 100\nmass_per_length = 1\ninertia_per_length = [1, 1, 1]\n";
    let matrix = "convention = \"x-axis\"\nstiffness = [1e4, 1e4, 1e4, 200, 100, 100]\nmass_matrix = [1, 1, 1, 1, 1, 1]\n";
    let shaped = "shape = \"rectangle\"\nwidth = 0.02\nheight = 0.001\nmaterial = \"steel\"\n";
    for section in [given, matrix] {
        let apart = difference(&ROLL_UP.replace(shaped, section), &["tip.point.z"]);
        assert!(apart <= 1e-12, "{apart:e}");
    }
}

#[test]
fn a_body_on_springs_needs_no_mass() {
    let mut text = "[statics]\n[[body]]\nname = \"plate\"\nmass = 5\ninertia = [0.1, 0.2, 0.3]\nposition = [0, 0, 1]\n\
                    [[bushing]]\nname = \"guide\"\nbetween = [\"ground\", \"plate\"]\nat = [0.1, 0.2, 1]\n\
                    stiffness = [100, 100, 50, 20, 20, 20]\n\
                    [[force]]\nname = \"load\"\non = \"plate\"\nat = [0.2, 0, 0]\nvalue = [3, 0, -20]\n\
                    [[sensor]]\nname = \"corner\"\non = \"plate\"\nat = [0.5, 0.5, 0]\n"
        .to_owned();
    for (k, at) in ["0.5, 0", "-0.5, 0.5", "-0.5, -0.5"].iter().enumerate() {
        text += &format!(
            "[[spring]]\nname = \"s{k}\"\nbetween = [\"ground\", \"plate\"]\npoints = [[{at}, 0], [{at}, 1]]\nstiffness = 1000\n"
        );
    }
    let names = [
        "corner.point.x",
        "corner.point.y",
        "corner.point.z",
        "s1.effort",
    ];
    let apart = difference(&text, &names);
    println!("plate with and without mass: {apart:e}");
    assert!(apart <= 1e-12, "{apart:e}");
}

const ROPE: &str = "\
[statics]
increment = 1
[[cable]]
name = \"rope\"
from = [0, 0, 0]
to = [10, 0, 0]
stiffness = 1e5
free_length = 10.5
mass_per_drawn_length = 2
elements = 40
[[line_load]]
name = \"snow\"
on = \"rope\"
force = [0, 0, -5]
[[joint]]
name = \"left\"
kind = \"spherical\"
between = [\"ground\", \"rope.start\"]
at = [0, 0, 0]
[[joint]]
name = \"right\"
kind = \"spherical\"
between = [\"ground\", \"rope.end\"]
at = [10, 0, 0]
[[sensor]]
name = \"middle\"
on = \"rope@50 %\"
";

#[test]
fn a_slack_cable_finds_its_sag_without_mass() {
    let names = ["middle.point.x", "middle.point.z"];
    let apart = difference(ROPE, &names);
    println!("rope with and without mass: {apart:e} m");
    assert!(apart <= 1e-9, "{apart:e}");
    let [_, light] = both(ROPE);
    let sag = -outputs(&light, &["middle.point.z"])[0][0];
    // The arc is 5 % longer than the span: a parabola has 8 f^2 / (3 l^2) = 0.05 nearly.
    assert!((sag - 1.4).abs() < 0.02, "{sag}");
}

/// Links on hinges, drawn level, pulled down at the end.
fn chain(links: usize) -> String {
    let mut text = "[statics]\n".to_owned();
    let mut last = "ground".to_owned();
    for k in 0..links {
        text += &format!(
            "[[body]]\nname = \"b{k}\"\nposition = [{k}, 0, 0]\nmass = 1\ninertia = [0.01, 0.1, 0.1]\nmass_center = [0.5, 0, 0]\n\
             [[joint]]\nname = \"j{k}\"\nkind = \"revolute\"\nbetween = [\"{last}\", \"b{k}\"]\nat = [{k}, 0, 0]\naxis = [0, 1, 0]\n"
        );
        last = format!("b{k}");
    }
    text + &format!(
        "[[force]]\nname = \"pull\"\non = \"{last}\"\nat = [1, 0, 0]\nvalue = [0, 0, -10]\n\
         [[sensor]]\nname = \"tip\"\non = \"{last}\"\nat = [1, 0, 0]\n"
    )
}

/// Before, the joints that long steps had opened kept the search from ending, with and without masses.
#[test]
fn links_hang_straight_under_a_pull() {
    for links in [1, 2, 5, 20] {
        for text in both(&chain(links)) {
            let rows = outputs(&text, &["tip.point.x", "tip.point.z", "j0.angle"]);
            for row in &rows {
                let apart = row[0].abs().max((row[1] + links as f64).abs());
                assert!(apart < 1e-9, "{links} links: {row:?}");
                // A quarter of a turn, the way it fell.
                assert!(
                    (row[2] - std::f64::consts::FRAC_PI_2).abs() < 1e-9,
                    "{row:?}"
                );
            }
        }
    }
}

#[test]
fn links_without_mass_come_to_rest_by_moving() {
    let [_, light] = both(&chain(3));
    let model = model(&light);
    let (system, state) = System::build(&model).expect("it builds");
    let found = relax(&system, &state, &model.statics).expect("it comes to rest");
    let lowest = found.poses.iter().map(|p| p.r.z).fold(0.0, f64::min);
    let deepest_link = lowest + 3.0;
    assert!((0.0..1.0).contains(&deepest_link), "{lowest}");
}

#[test]
fn free_motions_are_named_without_masses() {
    let [_, light] = both(&chain(2));
    let still = light.replace("value = [0, 0, -10]", "value = [0, 0, 0]");
    let PathEnd::Failed(error) = path(&still).1 else {
        panic!("it is a mechanism");
    };
    let text = error.to_string();
    for link in 0..2 {
        let named = format!("body `b{link}` can still rotate about joint `j{link}`");
        assert!(text.contains(&named), "{text}");
    }
    assert_eq!(text.matches("can still").count(), 2, "{text}");
}

#[test]
fn runs_and_modes_name_all_that_has_no_mass() {
    let [_, rope] = both(ROPE);
    let text = rope + "\n[[body]]\nname = \"block\"\nmass = 2\n[[point_mass]]\nname = \"knot\"\n";
    let run = simulation(&text).err().expect("a run needs masses");
    let modes = Study::new(model(&text)).err().expect("modes need masses");
    assert_eq!(run, modes);
    let found: Vec<(usize, &str)> = run
        .iter()
        .map(|p| (p.place.line, p.message.as_str()))
        .collect();
    let wanted = [
        (27, "body `block` has no inertia"),
        (30, "point mass `knot` has no mass"),
        (3, "cable `rope` has no mass"),
    ];
    assert_eq!(found.len(), wanted.len(), "{found:?}");
    for ((line, message), (at, begin)) in found.iter().zip(wanted) {
        assert_eq!(*line, at, "{message}");
        assert!(message.starts_with(begin), "{message}");
    }
    assert!(run.iter().all(|p| p.severity == Severity::Error));
}

/// What is recorded of the whole.
fn whole(text: &str) -> Vec<String> {
    let analysis = Analysis::new(model(text)).expect("it builds");
    let names = [
        "total_mass",
        "mass_center",
        "mass_center_velocity",
        "total_inertia",
    ];
    let variables = analysis.layout().variables.iter().map(|v| v.name.clone());
    variables
        .filter(|name| names.contains(&name.as_str()))
        .collect()
}

#[test]
fn what_masses_would_say_is_left_out_of_results() {
    let [heavy, light] = both(ROPE);
    assert_eq!(whole(&heavy).len(), 4);
    assert!(whole(&light).is_empty());
    // Rows are as long as the layout says, and finite.
    assert_eq!(path(&light).1, PathEnd::Complete);
    let weight = "gravity = [0, 0, -9.81]\n[statics]\n[[body]]\nname = \"arm\"\nmass = 2\nmass_center = [0.5, 0, 0]\n\
                  [[joint]]\nname = \"A\"\nkind = \"revolute\"\nbetween = [\"ground\", \"arm\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n";
    assert_eq!(
        whole(weight),
        ["total_mass", "mass_center", "mass_center_velocity"]
    );
    let angle = outputs(weight, &["A.angle"]);
    let last = angle.last().map_or(0.0, |row| row[0]);
    assert!((last - std::f64::consts::FRAC_PI_2).abs() < 1e-9, "{last}");
}

#[test]
fn what_gravity_or_a_turning_frame_would_pull_on_needs_a_mass() {
    let [_, light] = both(ROPE);
    let item = "[[body]]\nname = \"arm\"\n[[point_mass]]\nname = \"knot\"\n[[material]]\nname = \"steel\"\nyoungs = 2e11\npoisson = 0.3\n\
                [[section]]\nname = \"strip\"\nEA = 1\nGAy = 1\nGJ = 1\nEIy = 1\n";
    let text = format!("{item}{light}\n[gravity]\nacceleration = [0, 0, -9.81]\n");
    let found: Vec<String> = problems(&text).into_iter().map(|p| p.message).collect();
    assert_eq!(
        found,
        [
            "gravity acts, but `mass` is missing in body \"arm\"",
            "gravity acts, but `mass` is missing in point_mass \"knot\"",
            "gravity acts, but `density` is missing in material \"steel\"",
            "gravity acts, but `mass_per_length` is missing in section \"strip\"",
            "gravity acts, but the mass is missing in cable \"rope\"",
        ]
    );
    let turning =
        "[statics]\n[turning]\nangular_velocity = [0, 0, 1]\n[[body]]\nname = \"arm\"\nmass = 1\n";
    let found = problems(turning);
    assert_eq!(
        found[0].message,
        "the frame turns, but `inertia` is missing in body \"arm\""
    );
    assert_eq!(found[0].place.line, 4);
    // A model that was not read from a file is held to the same.
    let mut model = model(&light);
    model.gravity.acceleration.z = -9.81;
    let refused = Analysis::new(model).err().expect("no weight");
    assert_eq!(
        refused[0].message,
        "gravity acts, but cable `rope` has no mass"
    );
}

#[test]
fn a_model_that_runs_needs_masses_when_it_is_read() {
    let [_, light] = both(ROPE);
    for table in ["[run]\nduration = 1\ndt = 0.1\n", "[modes]\n"] {
        let found = problems(&format!("{table}{light}"));
        assert_eq!(found[0].message, "keys are missing in cable \"rope\"");
        assert!(
            found[0].help.contains("leave out [run] and [modes]"),
            "{}",
            found[0].help
        );
    }
    let found = problems(&light.replace("[statics]\nincrement = 1\n", ""));
    let errors = found.iter().filter(|p| p.severity == Severity::Error);
    assert_eq!(errors.count(), 1);
}

#[test]
fn an_inertia_without_a_mass_is_refused() {
    let found = problems(
        "[statics]\n[[body]]\nname = \"arm\"\ninertia = [1, 1, 1]\nmass_center = [1, 0, 0]\n",
    );
    let found: Vec<&str> = found.iter().map(|p| p.message.as_str()).collect();
    assert_eq!(
        found,
        [
            "`inertia` needs `mass` too",
            "`mass_center` needs `mass` too"
        ]
    );
}
