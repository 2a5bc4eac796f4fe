//! What is wrong with beams, cables, sections and loads per length is found, in its place, with the next step.

use poinsot::model::{Problem, Source, read_model, render_all};

/// A sound model whose parts the cases replace. Line numbers of the cases refer to it.
const BASE: &str = r#"[run]
duration = 1
dt = 0.01
[[material]]
name = "steel"
youngs = "210 GPa"
poisson = 0.3
density = 7850
[[section]]
name = "bar"
shape = "tube"
diameter = 0.04
thickness = 0.002
material = "steel"
[[section]]
name = "strip"
EA = 6e5
GAy = 5e5
GJ = 3
EIy = 2
mass_per_length = 7
inertia_per_length = [0.3, 0.1, 0.2]
[[beam]]
name = "boom"
from = [0, 0, 0]
to = [2, 0, 0]
section = "bar"
elements = 4
order = 2
[[beam]]
name = "blade"
points = [[0, 0, 0], [2, 0, 0]]
sections = [{ at = 0, section = "strip" }, { at = 1.5, section = "bar" }]
elements = 3
y_axis = [0, 2, 0]
twist = [{ at = 0, angle = 0.1 }, { at = 1, angle = 0.2 }]
[[cable]]
name = "rope"
points = [[2, 0, 0], [2, 0, 3]]
stiffness = 1e4
mass_per_drawn_length = 0.1
pre_stretch = 1.001
elements = 8
[[body]]
name = "block"
mass = 1
inertia = [1, 1, 1]
[[joint]]
name = "clamp"
kind = "fixed"
between = ["ground", "boom.start"]
[[joint]]
name = "hook"
kind = "spherical"
between = ["boom.end", "rope.start"]
[[force]]
name = "push"
on = "boom@0.5 m"
value = [1, 0, 0]
[[moment]]
name = "turn"
on = "blade.end"
value = [1, 0, 1]
[[line_load]]
name = "wind"
on = "boom"
force = [0, 1, 0]
range = [0.25, "75 %"]
[[sensor]]
name = "eye"
on = "rope@1"
"#;

fn problems(text: &str) -> Vec<Problem> {
    match read_model(&Source::new("model.toml", text)) {
        Ok((_, warnings)) => warnings,
        Err(problems) => problems,
    }
}

/// Replaces one piece of the base, expects one problem: its line, column, path, and words of message and help.
fn case(old: &str, new: &str, place: (usize, usize, &str), message: &str, help: &str) {
    assert_eq!(BASE.matches(old).count(), 1, "`{old}` must be unique");
    let text = BASE.replace(old, new);
    let source = Source::new("model.toml", text.as_str());
    let found = problems(&text);
    let shown = render_all(&found, Some(&source), false);
    assert_eq!(found.len(), 1, "{new}\n{shown}");
    let Problem { place: at, .. } = &found[0];
    assert_eq!(
        (at.line, at.column, at.path.as_str()),
        place,
        "{new}\n{shown}"
    );
    assert!(found[0].message.contains(message), "{new}\n{shown}");
    assert!(found[0].help.contains(help), "{new}\n{shown}");
    assert!(!found[0].help.is_empty(), "{new}\n{shown}");
}

#[test]
fn the_base_is_sound() {
    assert_eq!(problems(BASE), vec![]);
}

#[test]
#[rustfmt::skip]
fn materials() {
    case("poisson = 0.3\n", "", (4, 1, "material[0]"), "`youngs` needs `poisson` too in material \"steel\"", "`youngs` and `shear`");
    case("poisson = 0.3", "poisson = 0.3\nshear = 1e9", (4, 1, "material[0]"), "cannot be combined", "`shear`");
    case("poisson = 0.3", "poisson = 0.6", (7, 11, "material[0].poisson"), "above -1, at most 0.5", "");
    case("poisson = 0.3", "shear = \"60 GPa\"", (7, 9, "material[0].shear"), "Poisson's ratio 0.750", "a third");
    case("\"210 GPa\"", "\"210 kg\"", (6, 15, "material[0].youngs"), "expected pressure or modulus", "a modulus in Pa");
    case("density = 7850\n", "", (4, 1, "material[0]"), "`density` is missing", "volume");
}

#[test]
#[rustfmt::skip]
fn sections_by_shape() {
    case("\"tube\"", "\"tub\"", (11, 9, "section[0].shape"), "unknown shape \"tub\"", "`tube`");
    case("thickness = 0.002", "thickness = 0.02", (11, 9, "section[0].shape"), "must be below 0.02 m", "\"circle\"");
    case("thickness = 0.002\n", "", (9, 1, "section[0]"), "`thickness` is missing", "wall");
    case("thickness = 0.002", "thickness = 0.002\nwidth = 1", (14, 1, "section[0].width"), "does not apply to shape = \"tube\"", "`rectangle`");
    case("thickness = 0.002", "thickness = 0.002\nEA = 1", (14, 1, "section[0].EA"), "does not apply to shape = \"tube\"", "`given`");
    case("thickness = 0.002", "thickness = 0.002\nshear_factors = [0.5, 1.2]", (14, 23, "section[0].shear_factors[1]"), "above 0, at most 1", "");
    case("thickness = 0.002", "thickness = 0.002\nshear_factors = 0.5", (14, 17, "section[0].shear_factors"), "a list of 2 numbers", "");
    case("material = \"steel\"", "material = \"stel\"", (14, 12, "section[0].material"), "no material named \"stel\"", "`steel`");
    case("material = \"steel\"", "material = \"boom\"", (14, 12, "section[0].material"), "\"boom\" is a beam; a material is needed", "`steel`");
    case("diameter = 0.04\n", "diameter = 1e99\n", (9, 1, "section[0]"), "not a number", "units");
}

#[test]
#[rustfmt::skip]
fn sections_by_values() {
    case("GAy = 5e5\n", "", (15, 1, "section[1]"), "needs `GAy` too in section \"strip\"", "`stiffness` and `mass_matrix`");
    case("inertia_per_length = [0.3, 0.1, 0.2]\n", "", (15, 1, "section[1]"), "needs `inertia_per_length` too", "");
    case("[0.3, 0.1, 0.2]", "[0.3, 0, 0.2]", (22, 28, "section[1].inertia_per_length[1]"), "must be positive", "a moment of inertia per length in kg m");
    case("EIy = 2", "EIy = 0", (20, 7, "section[1].EIy"), "must be positive", "bending");
    case("EIy = 2", "EIy = \"2 N\"", (20, 10, "section[1].EIy"), "expected bending stiffness [N m^2]", "");
    case("EIy = 2", "EIy = 2\ndamping_time = -1", (21, 16, "section[1].damping_time"), "zero or positive", "");
    case("EIy = 2", "EIy = 2\ndamping_time = 1\ndamping = [1, 1, 1, 1, 1, 1]\nconvention = \"x-axis\"", (15, 1, "section[1]"), "cannot be combined", "`damping_time`");
    case("EIy = 2", "EIy = 2\ndamping = [1, 1, 1, 1, 1, 1]", (15, 1, "section[1]"), "`damping` needs `convention` too in section \"strip\"", "\"beamdyn\"");
    case("EIy = 2", "EIy = 2\ndamping = [1, 1, 1, 1, 1, 1]\nconvention = \"beamdyn\"", (18, 7, "section[1].GAy"), "`GAy` is named with x along the beam", "\"x-axis\"");
    case("EIy = 2", "EIy = 2\nconvention = \"x-axis\"", (21, 14, "section[1].convention"), "no matrix whose row order", "leave it out");
    case("EIy = 2", "EIy = 2\nmass_center = [1, 2, 3]", (21, 15, "section[1].mass_center"), "a list of 2 numbers", "m");
    case("EIy = 2", "EIy = 2\nstiffness = [1, 1, 1, 1, 1, 1]\nconvention = \"x-axis\"", (15, 1, "section[1]"), "cannot be combined", "");
}

/// Rows with some entries changed, both (i, j) and (j, i), or just the first with a star.
fn rows(diagonal: [f64; 6], changes: &[(usize, usize, f64)], both: bool) -> String {
    let mut m = [[0.0; 6]; 6];
    for (i, d) in diagonal.into_iter().enumerate() {
        m[i][i] = d;
    }
    for &(i, j, x) in changes {
        m[i][j] = x;
        if both {
            m[j][i] = x;
        }
    }
    format!("{m:?}")
}

#[test]
#[rustfmt::skip]
fn sections_by_matrices() {
    let old = "EA = 6e5\nGAy = 5e5\nGJ = 3\nEIy = 2\nmass_per_length = 7\ninertia_per_length = [0.3, 0.1, 0.2]\n";
    let ones = [1.0; 6];
    let good = rows(ones, &[], true);
    let text = |stiffness: &str, mass: &str, convention: &str| format!("stiffness = {stiffness}\nmass_matrix = {mass}\n{convention}");
    let (stiffness, mass) = ((17, 13, "section[1].stiffness"), (18, 15, "section[1].mass_matrix"));
    let x = "convention = \"x-axis\"\n";
    case(old, &text(&good, &good, ""), (15, 1, "section[1]"), "`stiffness` needs `convention` too", "\"x-axis\"");
    case(old, &text(&good, &good, "convention = \"z-axis\"\n"), (19, 14, "section[1].convention"), "unknown word \"z-axis\"", "`x-axis`");
    case(old, &text("[1, 2, 3]", &good, x), stiffness, "six numbers or six rows of six", "rotations");
    case(old, &text("[[1], [2], 3, 4, 5, 6]", &good, x), (17, 14, "section[1].stiffness[0]"), "a row of six numbers", "six");
    case(old, &text(&rows(ones, &[(0, 4, 0.1)], false), &good, x), stiffness, "the stiffness matrix is not symmetric", "entry (1, 5) is 0.1, entry (5, 1) is 0");
    case(old, &text(&rows(ones, &[(0, 4, 1.1)], true), &good, x), stiffness, "negative eigenvalue", "coupling");
    case(old, &text(&rows(ones, &[(0, 4, 1.0)], true), &good, x), stiffness, "not positive definite", "every strain");
    case(old, &text("[1, 1, 1, 0, 1, 1]", &good, x), stiffness, "not positive definite", "every strain");
    case(old, &text("[1, 1, 1, -1, 1, 1]", &good, x), (17, 23, "section[1].stiffness[3]"), "zero or positive", "torsional stiffness in N m^2");
    case(old, &text("[1, 1, 1, 1, 1, \"1 N\"]", &good, x), (17, 32, "section[1].stiffness[5]"), "expected bending stiffness", "");
    case(old, &text(&good, "[1, 1, 2, 1, 1, 1]", x), mass, "not the mass matrix of a section", "[m 1, -m [c]; m [c], J]");
    case(old, &text(&good, &rows(ones, &[(3, 0, 0.1)], true), x), mass, "not the mass matrix of a section", "m [c]");
    case(old, &text(&good, "[1, 1, 1, 0, 1, 1]", x), mass, "the inertia about the mass centre is not positive", "reference line");
    // The mass centre lies 0.8 along x.
    let along = rows(ones, &[(4, 2, -0.8), (5, 1, 0.8)], true);
    case(old, &text(&good, &along, x), mass, "the mass centre must lie in the section", "");
    // The right coupling of the wrong convention.
    case(old, &text(&good, &rows(ones, &[(3, 1, 0.1), (4, 0, -0.1)], true), "convention = \"beamdyn\"\n"), mass, "not the mass matrix of a section", "x along the beam");
    let single = format!("stiffness = {good}\nmass_per_length = 1\ninertia_per_length = [1, 1, 1]\nconvention = \"beamdyn\"\n");
    case(old, &single, (19, 22, "section[1].inertia_per_length"), "unlike convention = \"beamdyn\"", "\"x-axis\"");
    let damped = format!("{}damping = {}\n", text(&good, &good, x), rows(ones, &[(1, 2, 2.0)], true));
    case(old, &damped, (20, 11, "section[1].damping"), "the damping matrix has a negative eigenvalue", "energy");
}

#[test]
#[rustfmt::skip]
fn beams_and_their_curves() {
    case("to = [2, 0, 0]\n", "", (23, 1, "beam[0]"), "`from` needs `to` too in beam \"boom\"", "`points`, or `arc`, or `spline`");
    case("from = [0, 0, 0]\nto = [2, 0, 0]\n", "", (23, 1, "beam[0]"), "keys are missing in beam \"boom\"", "`from` and `to`");
    case("to = [2, 0, 0]\n", "to = [2, 0, 0]\npoints = [[0, 0, 0], [1, 0, 0]]\n", (23, 1, "beam[0]"), "cannot be combined", "`points`");
    case("to = [2, 0, 0]", "to = [0, 0, 0]", (26, 6, "beam[0].to"), "same place", "apart");
    case("points = [[2, 0, 0], [2, 0, 3]]", "points = [[2, 0, 0]]", (39, 10, "cable[0].points"), "at least two points", "three numbers");
    case("points = [[2, 0, 0], [2, 0, 3]]", "points = [[2, 0, 0], [2, 0]]", (39, 22, "cable[0].points[1]"), "3 numbers", "length");
    case("points = [[2, 0, 0], [2, 0, 3]]", "points = [[2, 0, 0], [2, 0, 0], [2, 0, 3]]", (39, 10, "cable[0].points"), "points 1 and 2", "apart");
    let arc = |text: &str| format!("arc = {{ {text} }}");
    let curve = "points = [[2, 0, 0], [2, 0, 3]]";
    let at = (39, 7, "cable[0].arc");
    case(curve, &arc("start = [2, 0, 0], center = [2, 0, 0], axis = [0, 1, 0], angle = 1"), at, "axis", "perpendicular");
    case(curve, &arc("start = [2, 0, 0], center = [0, 1, 0], axis = [0, 1, 0], angle = 1"), at, "plane of the arc", "perpendicular");
    case(curve, &arc("start = [2, 0, 0], center = [0, 0, 0], axis = [0, 0, 0], angle = 1"), (39, 55, "cable[0].arc.axis"), "cannot be zero", "");
    case(curve, &arc("start = [2, 0, 0], center = [0, 0, 0], axis = [0, 1, 0], angle = 0"), (39, 74, "cable[0].arc.angle"), "must be positive", "an angle");
    case(curve, &arc("start = [2, 0, 0], center = [0, 0, 0], axis = [0, 1, 0], angle = \"401 deg\""), at, "full turn", "");
    case(curve, &arc("start = [2, 0, 0], center = [0, 0, 0], angle = 1"), at, "`axis` is missing", "right-hand");
    case("elements = 4", "elements = -4", (28, 12, "beam[0].elements"), "from 1 to", "");
    case("elements = 4", "elements = 2.5", (28, 12, "beam[0].elements"), "whole number", "");
    case("elements = 4\n", "", (23, 1, "beam[0]"), "`elements` is missing", "Number of elements");
    case("order = 2", "order = 4", (29, 9, "beam[0].order"), "from 1 to 3", "");
    case("order = 2", "order = 0", (29, 9, "beam[0].order"), "from 1 to 3", "");
}

#[test]
#[rustfmt::skip]
fn sections_and_axes_along_beams() {
    case("section = \"bar\"\n", "section = \"baar\"\n", (27, 11, "beam[0].section"), "no section named \"baar\"", "`bar`");
    case("section = \"bar\"\n", "section = \"steel\"\n", (27, 11, "beam[0].section"), "\"steel\" is a material; a section is needed", "`bar`");
    case("section = \"bar\"\n", "", (23, 1, "beam[0]"), "keys are missing", "`section`, or `sections`");
    case("{ at = 1.5, section = \"bar\" }", "{ at = 0, section = \"bar\" }", (33, 51, "beam[1].sections[1].at"), "does not lie beyond the previous entry", "from the start");
    case("{ at = 1.5, section = \"bar\" }", "{ at = 3, section = \"bar\" }", (33, 51, "beam[1].sections[1].at"), "3 m is beyond the end of \"blade\"", "run from 0 to 2 m");
    case("{ at = 1.5, section = \"bar\" }", "{ at = \"120 %\", section = \"bar\" }", (33, 51, "beam[1].sections[1].at"), "beyond the end", "");
    case("{ at = 1.5, section = \"bar\" }", "{ at = \"1 kg\", section = \"bar\" }", (33, 54, "beam[1].sections[1].at"), "expected length", "50 %");
    case("{ at = 1.5, section = \"bar\" }", "{ at = 1.5 }", (33, 44, "beam[1].sections[1]"), "`section` is missing", "");
    case("{ at = 1.5, section = \"bar\" }", "{ at = -1, section = \"bar\" }", (33, 51, "beam[1].sections[1].at"), "before the start", "");
    case("y_axis = [0, 2, 0]\ntwist", "twist_angle = 1\ny_axis = [0, 2, 0]\ntwist", (35, 1, "beam[1].twist_angle"), "unknown key", "`twist`");
    case("order = 2", "order = 2\ny_axis = [3, 0, 0]", (30, 10, "beam[0].y_axis"), "parallel to the curve", "across");
    case("order = 2", "order = 2\nz_axis = [0, 0, 0]", (30, 10, "beam[0].z_axis"), "cannot be zero", "");
    case("order = 2", "order = 2\nz_axis = [0, 0, 1]\ny_axis = [0, 1, 0]", (23, 1, "beam[0]"), "cannot be combined", "`y_axis`");
    case("order = 2", "order = 2\ny_axes = [{ at = 0, direction = [0, 1, 0] }, { at = 2, direction = [0, -1, 0] }]", (30, 10, "beam[0].y_axes"), "half a turn", "");
    case("order = 2", "order = 2\ny_axes = []", (30, 10, "beam[0].y_axes"), "empty", "at least one");
    case("order = 2", "order = 2\ny_axes = 3", (30, 10, "beam[0].y_axes"), "expected a list of tables", "");
    let bent = "points = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]\ntwist = [{ at = 0, angle = 1 }]";
    case("from = [0, 0, 0]\nto = [2, 0, 0]", bent, (26, 9, "beam[0].twist"), "without corners", "`y_axes`");
    let all = "points = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [2, 2, 2]]";
    let found = problems(&BASE.replace("from = [0, 0, 0]\nto = [2, 0, 0]", all));
    assert!(found[0].message.contains("the section axes must be given"), "{found:?}");
}

#[test]
#[rustfmt::skip]
fn cables() {
    case("stiffness = 1e4", "stiffness = 0", (40, 13, "cable[0].stiffness"), "must be positive", "stiffness in N");
    case("stiffness = 1e4", "stiffness = \"1 N/m\"", (40, 16, "cable[0].stiffness"), "expected force [N]", "");
    case("mass_per_drawn_length = 0.1\n", "", (37, 1, "cable[0]"), "keys are missing", "`mass_per_length`, or `mass_per_drawn_length`, or `mass_per_free_length`");
    case("mass_per_drawn_length = 0.1\n", "mass_per_drawn_length = 0.1\nmass_per_free_length = 0.1\n", (37, 1, "cable[0]"), "cannot be combined", "`mass_per_free_length`");
    case("mass_per_drawn_length = 0.1\n", "mass_per_length = 0.1\n", (41, 19, "cable[0].mass_per_length"), "per length as drawn", "`mass_per_free_length`");
    case("pre_stretch = 1.001", "pre_stretch = 0", (42, 15, "cable[0].pre_stretch"), "above 0", "");
    case("pre_stretch = 1.001", "pre_stretch = 1.001\nfree_length = 3", (37, 1, "cable[0]"), "cannot be combined", "`free_length`");
    case("pre_stretch = 1.001", "free_length = -3", (42, 15, "cable[0].free_length"), "must be positive", "m");
    case("pre_stretch = 1.001", "strain = \"log\"", (42, 10, "cable[0].strain"), "unknown word \"log\"", "`green`");
    case("pre_stretch = 1.001", "tension_only = 1", (42, 16, "cable[0].tension_only"), "true or false", "");
    case("pre_stretch = 1.001", "section = \"bar\"", (42, 1, "cable[0].section"), "unknown key `section` in `cable`", "");
    case("pre_stretch = 1.001", "damping = 1\ndamping_time = 1", (37, 1, "cable[0]"), "cannot be combined", "");
}

#[test]
#[rustfmt::skip]
fn references_to_points() {
    let at = (58, 6, "force[0].on");
    case("boom@0.5 m", "boom@5 m", at, "5 m is beyond the end of \"boom\", which is 2 m long", "from 0 to 2 m");
    case("boom@0.5 m", "boom@-1", at, "before the start", "");
    case("boom@0.5 m", "boom@inf", (58, 12, "force[0].on"), "not a finite number", "");
    case("boom@0.5 m", "boom@nan", (58, 12, "force[0].on"), "a finite number", "50 %");
    case("boom@0.5 m", "boom@0.5 kg", (58, 16, "force[0].on"), "expected length", "50 %");
    case("boom@0.5 m", "boom@", (58, 12, "force[0].on"), "", "50 %");
    case("boom@0.5 m", "boom@middle", (58, 12, "force[0].on"), "a number must come first", "50 %");
    case("boom@0.5 m", "boom.middle", at, "a beam has no point \"middle\"", "\"boom.start\", \"boom.end\"");
    case("boom@0.5 m", "boom", at, "\"boom\" is a beam; a point of it is needed", "\"boom@0.36 m\"");
    case("boom@0.5 m", "bom@1", at, "no beam or cable named \"bom\"", "`boom`");
    case("boom@0.5 m", "block@1", at, "\"block\" is a body; a beam or cable is needed", "`boom`");
    case("boom@0.5 m", "bar.end", at, "\"bar\" is a section", "");
    case("\"blade.end\"", "\"rope.end\"", (62, 6, "moment[0].on"), "\"rope\" is a cable; a beam is needed", "`boom`");
    case("\"blade.end\"", "\"bob\"", (62, 6, "moment[0].on"), "no body, beam or shell named", "");
    case("\"rope@1\"", "\"rope@4\"", (71, 6, "sensor[0].on"), "beyond the end of \"rope\"", "3 m");
    case("\"rope@1\"", "\"rope@1\"\nat = [0, 0, 1]", (72, 6, "sensor[0].at"), "a point of a cable has no point other than itself", "leave out");
    case("boom@0.5 m\"", "rope.end\"\nfollower = true", (59, 12, "force[0].follower"), "cannot turn with a point of a cable", "leave out");
    case("name = \"push\"", "name = \"push@1\"", (57, 8, "force[0].name"), "cannot contain `@`", "letters");
}

#[test]
#[rustfmt::skip]
fn joints_at_points() {
    case("\"ground\", \"boom.start\"", "\"ground\", \"block\"", (48, 1, "joint[0]"), "`at` is missing in joint \"clamp\"", "Origin");
    case("\"ground\", \"boom.start\"", "\"boom@2\", \"boom.end\"", (51, 22, "joint[0].between[1]"), "\"boom.end\" cannot be connected with itself", "");
    case("\"ground\", \"boom.start\"", "\"rope.end\", \"boom.start\"", (51, 11, "joint[0].between"), "\"rope.end\" is a point of a cable without axes; a fixed joint needs axes", "spherical");
    case("\"boom.end\", \"rope.start\"", "\"boom.start\", \"rope.start\"", (52, 1, "joint[1]"), "\"boom.start\" and \"rope.start\" are drawn 2 m apart", "`at`");
    case("\"boom.end\", \"rope.start\"", "\"boom.end\", \"rope.start\"]\nat = [0, 0, 0", (56, 6, "joint[1].at"), "not where the point of a cable \"rope.start\" is", "[2, 0, 0]");
    let ball = BASE.replace("\"boom.end\", \"rope.start\"]", "\"boom.end\", \"block\"]\nshare = true");
    let found = problems(&ball);
    assert_eq!((found.len(), found[0].place.line), (1, 56), "{found:?}");
    assert!(found[0].message.contains("cannot share a node") && found[0].help.contains("point mass"));
    let hinge = "kind = \"revolute\"\naxis = [0, 1, 0]\nshare = true";
    case("kind = \"fixed\"", hinge, (52, 1, "joint[0].share"), "does not apply to kind = \"revolute\"", "`fixed`");
}

#[test]
#[rustfmt::skip]
fn loads_per_length() {
    case("force = [0, 1, 0]\n", "", (64, 1, "line_load[0]"), "keys are missing in line_load \"wind\"", "`force`, `moment`");
    case("force = [0, 1, 0]", "force = [0, \"1 N\", 0]", (67, 16, "line_load[0].force[1]"), "expected force per length [N/m]", "in N/m");
    case("on = \"boom\"", "on = \"block\"", (66, 6, "line_load[0].on"), "\"block\" is a body; a beam or cable is needed", "`boom`");
    case("on = \"boom\"", "on = \"boom.end\"", (66, 6, "line_load[0].on"), "not on a point", "[[force]]");
    case("on = \"boom\"", "on = \"rope\"\nfollower = true", (67, 12, "line_load[0].follower"), "needs a beam", "leave out");
    case("on = \"boom\"", "on = \"rope\"\nmoment = [1, 0, 0]", (67, 10, "line_load[0].moment"), "needs a beam", "leave out");
    case("[0.25, \"75 %\"]", "[1, 0.25]", (68, 9, "line_load[0].range"), "has no length", "less than");
    case("[0.25, \"75 %\"]", "[1, 4]", (68, 13, "line_load[0].range[1]"), "beyond the end", "2 m");
    case("[0.25, \"75 %\"]", "[1]", (68, 9, "line_load[0].range"), "two arc lengths", "50 %");
}

/// A wrong section, beam or material makes one message, not one for everything that uses it.
#[test]
fn one_mistake_one_message() {
    let text = BASE.replace("youngs = \"210 GPa\"", "youngs = -1");
    assert_eq!(problems(&text).len(), 1);
    let text = BASE.replace("to = [2, 0, 0]", "to = [2, 0]");
    assert_eq!(problems(&text).len(), 1, "{:?}", problems(&text));
}

#[test]
fn all_problems_come_together() {
    let text = BASE
        .replace("youngs = \"210 GPa\"", "youngs = -1")
        .replace("order = 2", "order = 4")
        .replace("at = 1.5", "at = 9")
        .replace("stiffness = 1e4", "stiffness = \"soft\"")
        .replace("blade.end", "blade.tip")
        .replace("\"75 %\"", "\"175 %\"");
    let lines: Vec<usize> = problems(&text).iter().map(|p| p.place.line).collect();
    assert_eq!(lines, [6, 29, 33, 40]);
}

/// Every value of the base in turn becomes something of another type; nothing panics, everything is refused.
#[test]
fn wrong_types_everywhere() {
    for (i, line) in BASE.lines().enumerate() {
        let Some((key, _)) = line.split_once(" = ") else {
            continue;
        };
        for value in [
            "true",
            "{}",
            "{ a = 1 }",
            "[]",
            "[[]]",
            "[[], {}, \"\"]",
            "\"\"",
            "1979-05-27",
            "-inf",
            "[{}]",
            "[{ at = 0 }]",
            "\"@\"",
            "\"boom@\\u0000\"",
        ] {
            let mut lines: Vec<String> = BASE.lines().map(str::to_string).collect();
            lines[i] = format!("{key} = {value}");
            let result = read_model(&Source::new("m.toml", lines.join("\n")));
            let problems = result.err().unwrap_or_default();
            let here = problems.iter().any(|p| p.place.line == i + 1);
            assert!(here, "{}: {problems:?}", lines[i]);
        }
    }
}
