//! What is wrong with a model is found, all of it, in its place, with the next step.

use poinsot::model::{Problem, Severity, Source, read_file, read_model, render_all};

/// A sound model whose parts the cases replace. Line numbers of the cases refer to it.
const BASE: &str = r#"gravity = [0, 0, -9.81]
[run]
duration = 1
dt = 0.01
scheme = "ed"
[[body]]
name = "arm"
mass = 2
inertia = [0.1, 0.2, 0.2]
[[point_mass]]
name = "bob"
mass = 1
position = [0, 0, -1]
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "arm"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[spring]]
name = "torsion"
on = "hinge.angle"
stiffness = 5
[[motor]]
name = "drive"
on = "hinge.angle"
effort = "2 - v"
[[force]]
name = "push"
on = "arm"
value = [1, 0, 0]
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
    assert!(shown.contains(&format!("model.toml:{}:{}", at.line, at.column)));
}

#[test]
fn the_base_is_sound() {
    assert_eq!(problems(BASE), vec![]);
}

#[test]
fn a_misspelt_key_is_unknown_and_the_right_one_is_missing() {
    let found = problems(&BASE.replace("mass = 2", "mas = 2"));
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].place.line, found[0].place.path.as_str()),
        (6, "body[0]")
    );
    assert!(
        found[0]
            .message
            .contains("`mass` is missing in body \"arm\"")
    );
    assert_eq!((found[1].place.line, found[1].place.column), (8, 1));
    assert_eq!(found[1].place.path, "body[0].mas");
    assert!(found[1].message.contains("unknown key `mas` in `body`"));
    assert_eq!(found[1].help, "did you mean `mass`?");
}

#[test]
#[rustfmt::skip]
fn likely_oversights() {
    case("inertia = [0.1, 0.2, 0.2]", "inertia = [0.1, 0.2, 0.2]\norientation = { axis = [0, 0, 1], angle = 30 }", (10, 43, "body[0].orientation.angle"), "30 rad is 4.77 turns", "\"30 deg\"");
    case("\"revolute\"", "\"slider\"", (16, 8, "joint[0].kind"), "unknown kind \"slider\"", "here it is called `prismatic`");
    let beam = "[[section]]\nname = \"rod\"\nshape = \"circle\"\ndiameter = 8\nmaterial = \"steel\"\n[[material]]\nname = \"steel\"\nyoungs = 2.1e11\npoisson = 0.3\ndensity = 7850\n\
                [[beam]]\nname = \"whip\"\nfrom = [0, 0, 0]\nto = [0.6, 0, 0]\nsection = \"rod\"\nelements = 1\n";
    let text = format!("{BASE}{beam}");
    let found = problems(&text);
    assert_eq!(found.len(), 1, "{}", render_all(&found, None, false));
    assert!(found[0].message.contains("beam \"whip\" is 0.600 m long") && found[0].message.contains("2.000 m"));
    assert!(found[0].help.contains("\"8 mm\"") && found[0].severity == Severity::Warning);
    let spring = problems(&BASE.replace("on = \"hinge.angle\"\nstiffness = 5", "on = \"hinge\"\nstiffness = \"8 kN\""));
    assert!(spring.iter().any(|p| p.message.contains("expected rotational stiffness")), "{}", render_all(&spring, None, false));
    let spring = problems(&BASE.replace("on = \"hinge.angle\"\nstiffness = 5", "on = \"gone.x\"\nstiffness = \"8 kN\""));
    assert!(spring.iter().any(|p| p.message.contains("expected stiffness")), "{}", render_all(&spring, None, false));
    let lone = problems(&text.replace("[[material]]\nname = \"steel\"\nyoungs = 2.1e11\npoisson = 0.3\ndensity = 7850\n", ""));
    assert!(lone.iter().any(|p| p.help.contains("add a [[material]] with this name")), "{}", render_all(&lone, None, false));
}

#[test]
#[rustfmt::skip]
fn keys_and_words() {
    case("name = \"bob\"\n", "", (10, 1, "point_mass[0]"), "`name` is missing", "Unique name");
    case("gravity = [", "gravitiy = [", (1, 1, "gravitiy"), "unknown key `gravitiy` at the top", "`gravity`");
    case("[[motor]]", "[[moter]]", (24, 3, "moter"), "unknown key `moter`", "`motor`");
    case("\"revolute\"", "\"revolut\"", (16, 8, "joint[0].kind"), "unknown kind \"revolut\"", "`revolute`");
    case("kind = \"revolute\"\n", "", (14, 1, "joint[0]"), "`kind` is missing", "`prismatic`");
    case("\"ed\"", "\"edd\"", (5, 10, "run.scheme"), "unknown scheme \"edd\"", "`ed`");
    case("\"ed\"", "\"ed\"\nalpha = 0.1", (6, 1, "run.alpha"), "`alpha` does not apply to scheme = \"ed\"", "`hht`");
    case("axis = [0, 1, 0]\n", "axis = [0, 1, 0]\nlead = 0.1\n", (20, 1, "joint[0].lead"), "does not apply to kind = \"revolute\"", "`screw`");
    case("axis = [0, 1, 0]\n", "", (14, 1, "joint[0]"), "`at` needs `axis` too in joint \"hinge\"", "`frame_1` and `frame_2`");
    case("at = [0, 0, 0]\n", "", (14, 1, "joint[0]"), "`at` is missing in joint \"hinge\"", "Origin of the joint");
    case("axis = [0, 1, 0]\n", "axis = [0, 1, 0]\nframe_1 = {}\n", (14, 1, "joint[0]"), "cannot be combined", "give `axis` (with `at` if needed)");
    case("\"ed\"", "\"ed\"\nredundant = \"drop\"", (6, 13, "run.redundant"), "unknown word \"drop\"", "`remove`");
    case("mass = 2", "mass = 2\nangular_velocity = [0,0,1]\nangular_velocity_body = [0,0,1]", (6, 1, "body[0]"), "cannot be combined", "");
}

#[test]
#[rustfmt::skip]
fn numbers_and_units() {
    case("mass = 2", "mass = 0", (8, 8, "body[0].mass"), "must be positive, found 0 kg", "a mass in kg");
    case("mass = 2", "mass = -1", (8, 8, "body[0].mass"), "must be positive", "");
    case("mass = 2", "mass = nan", (8, 8, "body[0].mass"), "`nan`", "a mass");
    case("mass = 2", "mass = inf", (8, 8, "body[0].mass"), "infinite", "a mass");
    case("mass = 2", "mass = 1e999", (8, 8, "body[0].mass"), "too large", "a mass");
    case("mass = 2", "mass = \"2 m\"", (8, 11, "body[0].mass"), "this is length [m], expected mass [kg]", "give a mass in kg");
    case("mass = 2", "mass = \"heavy\"", (8, 9, "body[0].mass"), "a number must come first", "give a mass in kg");
    case("mass = 2", "mass = \"2 kq\"", (8, 11, "body[0].mass"), "`kq` is not a known unit", "");
    case("mass = 2", "mass = [2]", (8, 8, "body[0].mass"), "expected a mass, found a list of one entry", "kg");
    case("mass = 2", "mass = true", (8, 8, "body[0].mass"), "expected a mass, found true or false", "kg");
    case("mass = 2", "mass = 1979-05-27", (8, 8, "body[0].mass"), "found a date", "kg");
    case("value = [1, 0, 0]", "value = [1, 0]", (31, 9, "force[0].value"), "expected a list of 3 numbers, found a list of 2", "a force in N");
    case("value = [1, 0, 0]", "value = [1, nan, 0]", (31, 13, "force[0].value[1]"), "`nan`", "N");
    case("value = [1, 0, 0]", "value = [1, \"3 kg\", 0]", (31, 16, "force[0].value[1]"), "expected force", "a force in N");
    case("value = [1, 0, 0]", "value = 3", (31, 9, "force[0].value"), "found a number", "");
    case("stiffness = 5", "stiffness = \"5 N/m\"", (23, 16, "spring[0].stiffness"), "expected rotational stiffness", "N m/rad");
    case("dt = 0.01", "dt = 2", (4, 6, "run.dt"), "longer than the run", "smaller");
    case("dt = 0.01", "dt = 0.01\ndt_min = 0.1", (5, 10, "run.dt_min"), "larger than `dt`", "");
    case("dt = 0.01\n", "", (2, 1, "run"), "keys are missing in `run`", "give `dt`, or `accuracy` (with `dt`, `dt_max` if needed)");
    case("dt = 0.01", "dt = 0.01\ndt_max = 0.1", (2, 1, "run"), "needs `accuracy` too", "give `dt`, or `accuracy`");
    case("dt = 0.01", "accuracy = 0", (4, 12, "run.accuracy"), "above 0, at most 0.1", "");
    case("dt = 0.01", "accuracy = 0.5", (4, 12, "run.accuracy"), "above 0, at most 0.1", "");
    case("dt = 0.01", "accuracy = 1e-3\ndt_max = 2", (5, 10, "run.dt_max"), "longer than the run", "make `dt_max` smaller");
    case("dt = 0.01", "accuracy = 1e-3\ndt = 0.1\ndt_max = 0.01", (6, 10, "run.dt_max"), "smaller than `dt`", "first step");
    case("dt = 0.01", "accuracy = 1e-3\ndt_min = 0.01", (5, 10, "run.dt_min"), "larger than the first step", "");
    case("dt = 0.01", "dt = 0.01\nmax_iterations = 2.5", (5, 18, "run.max_iterations"), "whole number", "");
    case("\"ed\"", "\"ed\"\nrho_inf = 1.5", (6, 11, "run.rho_inf"), "from 0 to 1", "");
    case("[[force]]", "[output]\ncheckpoint = \"-1 s\"\n[[force]]", (29, 14, "output.checkpoint"), "zero or positive", "a time");
    case("[[force]]", "[output]\ncheckpoint = \"5 m\"\n[[force]]", (29, 17, "output.checkpoint"), "expected time", "");
    case("gravity = [0, 0, -9.81]", "gravity = -9.81", (1, 11, "gravity"), "expected three numbers", "[0, 0, -9.81]");
    case("axis = [0, 1, 0]", "axis = [0, 0, 0]", (19, 8, "joint[0].axis"), "a direction cannot be zero", "");
}

#[test]
#[rustfmt::skip]
fn inertia() {
    let at = (9, 11, "body[0].inertia");
    case("inertia = [0.1, 0.2, 0.2]", "inertia = [0.1, 0.1, 0.5]", at, "triangle inequality", "the run continues");
    case("inertia = [0.1, 0.2, 0.2]", "inertia = [0, 0.2, 0.2]", at, "zero principal moment", "[[point_mass]]");
    case("inertia = [0.1, 0.2, 0.2]", "inertia = [0, 0, 0]", at, "zero", "[[point_mass]]");
    case("inertia = [0.1, 0.2, 0.2]", "inertia = [0.1, -0.2, 0.2]", (9, 17, "body[0].inertia[1]"), "zero or positive", "");
    case("inertia = [0.1, 0.2, 0.2]", "inertia = { xx = 1, yy = 1, zz = 1, xy = 2 }", at, "negative principal moment", "sign convention");
    case("inertia = [0.1, 0.2, 0.2]", "inertia = [[1, 0, 0], [0.5, 1, 0], [0, 0, 1]]", at, "not symmetric", "");
    case("inertia = [0.1, 0.2, 0.2]", "inertia = [0.1, 0.2, 0.2]\nmass_center = [9, 0, 0]\ninertia_about = \"origin\"", at, "after moving it", "inertia_about");
    case("inertia = [0.1, 0.2, 0.2]", "inertia = [0.1, 0.2, 0.2]\ninertia_about = \"center\"", (10, 17, "body[0].inertia_about"), "unknown point", "mass_center");
    case("inertia = [0.1, 0.2, 0.2]", "inertia = [0.1, 1e308, 0.2]", (9, 17, "body[0].inertia[1]"), "too large", "kg m^2");
    let found = problems(&BASE.replace("[0.1, 0.2, 0.2]", "[0.1, 0.1, 0.5]"));
    assert_eq!(found[0].severity, Severity::Warning);
}

#[test]
#[rustfmt::skip]
fn orientations() {
    let with = |o: &str| format!("mass = 2\norientation = {o}");
    let at = (9, 15, "body[0].orientation");
    case("mass = 2", &with("{ axis = [0, 0, 1] }"), at, "`axis` needs `angle` too", "`quaternion`");
    case("mass = 2", &with("{ quaternion = [1, 0, 0, 0], angle = 1 }"), at, "cannot be combined", "");
    case("mass = 2", &with("{}"), at, "keys are missing", "`quaternion`");
    case("mass = 2", &with("[1, 0, 0, 0]"), at, "expected a table (orientation)", "`quaternion`");
    case("mass = 2", &with("{ quaternion = [0, 0, 0, 0] }"), (9, 30, "body[0].orientation.quaternion"), "cannot be zero", "");
    case("mass = 2", &with("{ quaternion = [2, 0, 0, 0] }"), (9, 30, "body[0].orientation.quaternion"), "length 2", "scalar first");
    case("mass = 2", &with("{ x = [1, 0, 0], y = [2, 0, 0] }"), (9, 36, "body[0].orientation.y"), "`x` and `y` are parallel", "");
    case("mass = 2", &with("{ euler = [1, 2, 3], sequence = \"xxz\" }"), (9, 47, "body[0].orientation.sequence"), "not a sequence", "zxz");
}

#[test]
#[rustfmt::skip]
fn names_and_references() {
    case("name = \"bob\"", "name = \"arm\"", (11, 8, "point_mass[0].name"), "already taken in line 7", "share a name");
    case("name = \"bob\"", "name = \"ground\"", (11, 8, "point_mass[0].name"), "reserved", "");
    case("name = \"bob\"", "name = \"a b\"", (11, 8, "point_mass[0].name"), "cannot contain ` `", "letters");
    case("name = \"bob\"", "name = \"\"", (11, 8, "point_mass[0].name"), "empty", "");
    case("name = \"bob\"", "name = 3", (11, 8, "point_mass[0].name"), "expected a text", "quotes");
    case("[\"ground\", \"arm\"]", "[\"arm\", \"arm\"]", (17, 19, "joint[0].between[1]"), "\"arm\" cannot be connected with itself", "ground");
    case("[\"ground\", \"arm\"]", "[\"ground\", \"amr\"]", (17, 22, "joint[0].between[1]"), "no body, point mass, beam, cable, shell or solid named \"amr\"", "`arm`");
    case("[\"ground\", \"arm\"]", "[\"gruond\", \"arm\"]", (17, 12, "joint[0].between[0]"), "named \"gruond\"", "`ground`");
    case("[\"ground\", \"arm\"]", "[\"ground\", \"hinge\"]", (17, 22, "joint[0].between[1]"), "\"hinge\" is a joint", "`arm`");
    case("[\"ground\", \"arm\"]", "[\"ground\"]", (17, 11, "joint[0].between"), "expected a list of two names", "");
    case("[\"ground\", \"arm\"]", "[\"ground\", \"bob\"]", (17, 11, "joint[0].between"), "a revolute joint needs axes", "\"spherical\" and \"distance\"");
    case("on = \"arm\"", "on = \"amr\"", (30, 6, "force[0].on"), "no body, point mass, beam, cable, shell or solid", "`arm`");
    case("on = \"arm\"", "on = \"ground\"", (30, 6, "force[0].on"), "the ground does not move", "`arm`");
    case("on = \"arm\"", "on = \"bob\"\nat = [1, 0, 0]", (31, 6, "force[0].at"), "no point other than itself", "");
    case("on = \"arm\"", "on = \"bob\"\nfollower = true", (31, 12, "force[0].follower"), "no orientation", "");
    case("on = \"hinge.angle\"\nstiffness", "on = \"hinge\"\nstiffness", (22, 6, "spring[0].on"), "a coordinate of it is needed", "`hinge.angle`");
    case("on = \"hinge.angle\"\nstiffness", "on = \"hinge.angel\"\nstiffness", (22, 6, "spring[0].on"), "has no coordinate \"angel\"", "`hinge.angle`");
    case("on = \"hinge.angle\"\nstiffness", "on = \"hing.angle\"\nstiffness", (22, 6, "spring[0].on"), "no joint named \"hing\"", "`hinge`");
    case("axis = [0, 1, 0]\n", "axis = [0, 1, 0]\nunknowns = [\"x\"]\n", (20, 13, "joint[0].unknowns[0]"), "no coordinate \"x\"", "angle");
}

#[test]
#[rustfmt::skip]
fn functions() {
    case("\"2 - v\"", "\"2 - w\"", (27, 15, "motor[0].effort"), "`w`", "");
    case("\"2 - v\"", "\"2 -\"", (27, 14, "motor[0].effort"), "", "");
    case("\"2 - v\"", "\"3 kg\"", (27, 13, "motor[0].effort"), "expected moment", "in N m");
    case("\"2 - v\"", "{ table = [[0, 1], [0, 2]] }", (27, 20, "motor[0].effort.table"), "increas", "rising");
    case("\"2 - v\"", "{ table = [[0, 1], [1]] }", (27, 29, "motor[0].effort.table[1]"), "list of 2 numbers", "");
    case("\"2 - v\"", "{ pulse = \"ramp\", end = -1 }", (27, 10, "motor[0].effort"), "`end`", "");
    case("\"2 - v\"", "{ pulse = \"rump\", end = 1 }", (27, 20, "motor[0].effort.pulse"), "unknown pulse \"rump\"", "`ramp`");
    case("\"2 - v\"", "{ pulse = \"step\", frequency = 1 }", (27, 28, "motor[0].effort.frequency"), "does not apply to pulse = \"step\"", "`sine`");
    case("\"2 - v\"", "\"1/t\"", (27, 10, "motor[0].effort"), "no finite value at the start", "t = 0");
    case("stiffness = 5", "force = \"log(x)\"", (23, 9, "spring[0].force"), "no finite value at the start", "as drawn");
    let motion = |name: &str| format!("[[motion]]\nname = \"{name}\"\non = \"hinge.angle\"\nvalue = 0\n");
    case("[[motor]]", &format!("{}{}[[motor]]", motion("a"), motion("b")), (30, 6, "motion[1].on"), "already driven by \"a\"", "");
    case("\"2 - v\"", "{ shape = 1 }", (27, 10, "motor[0].effort"), "expected a function of time", "");
}

#[test]
#[rustfmt::skip]
fn springs_and_others() {
    case("stiffness = 5", "force = \"x\"\nstiffness = 5", (24, 13, "spring[0].stiffness"), "cannot be combined with `force`", "");
    case("stiffness = 5\n", "", (20, 1, "spring[0]"), "neither stiffness nor damping", "`stiffness`");
    let ends = "between = [\"ground\", \"bob\"]\nstiffness";
    case("on = \"hinge.angle\"\nstiffness", &format!("points = [[0, 0, 0], [0, 0, 1]]\n{ends}"), (22, 22, "spring[0].points[1]"), "not where the point mass \"bob\" is", "[0, 0, -1]");
    case("on = \"hinge.angle\"\nstiffness", &format!("points = [[0, 0, -1], [0, 0, -1]]\n{ends}"), (20, 1, "spring[0]"), "coincide", "bushing");
    case("on = \"hinge.angle\"\nstiffness", &format!("points = [[0, 0, 0], [0, 0, -1]]\nfree = -1\n{ends}"), (23, 8, "spring[0].free"), "cannot be negative", "m");
    let rod = "[[joint]]\nname = \"rod\"\nkind = \"distance\"\nbetween = [\"ground\", \"bob\"]\npoints = [[0, 0, 0], [0, 0, -1]]\nlength = 2\n[[motor]]";
    case("[[motor]]", rod, (29, 10, "joint[1].length"), "drawn 1 m apart, but the length is 2 m", "leave out");
    case("[[motor]]", &rod.replace("[0, 0, 0]", "[0, 0, -1]"), (28, 10, "joint[1].points"), "coincide", "spherical");
    case("value = [1, 0, 0]", "value = [1e101, 0, 0]", (31, 10, "force[0].value[0]"), "too large", "N");
    let bushing = "[[bushing]]\nname = \"mount\"\nbetween = [\"ground\", \"arm\"]\nat = [0, 0, 0]\nstiffness =";
    case("[[motor]]", &format!("{bushing} [1, 2, 3]\n[[motor]]"), (28, 13, "bushing[0].stiffness"), "six numbers", "");
    let rows =
        "[[1,2,0,0,0,0],[2,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,1,0,0],[0,0,0,0,1,0],[0,0,0,0,0,1]]";
    case("[[motor]]", &format!("{bushing} {rows}\n[[motor]]"), (28, 13, "bushing[0].stiffness"), "negative eigenvalue", "");
    let mount = bushing.trim_end_matches("stiffness =");
    let acting = |keys: &str| format!("{mount}{keys}\n[[motor]]");
    case("[[motor]]", &acting(""), (24, 1, "bushing[0]"), "nothing acts in bushing \"mount\"", "`energy`");
    case("[[motor]]", &acting("energy = \"x^2 + w^2\""), (28, 17, "bushing[0].energy"), "`w`", "rx, ry, rz");
    case("[[motor]]", &acting("energy = \"x^2 +\""), (28, 16, "bushing[0].energy"), "", "rx, ry, rz");
    case("[[motor]]", &acting("energy = 3"), (28, 10, "bushing[0].energy"), "expected an energy", "rx, ry, rz");
    case("[[motor]]", &acting("energy = \"log(x)\""), (28, 10, "bushing[0].energy"), "not finite at rest", "= 0");
    case("[[motor]]", &acting("energy = \"sqrt(x^2 + y^2)\""), (28, 10, "bushing[0].energy"), "derivatives", "kink");
    case("[[motor]]", &acting("laws = { x = \"2*y\" }"), (28, 17, "bushing[0].laws.x"), "`y`", "");
    case("[[motor]]", &acting("laws = { r = \"2*x\" }"), (28, 10, "bushing[0].laws.r"), "unknown key `r`", "");
    case("[[motor]]", &acting("laws = { rx = { table = [[\"1 m\", 0], [2, 1]] } }"), (28, 30, "bushing[0].laws.rx.table[0][0]"), "", "rad");
    case("[[motor]]", &acting("laws = { z = \"1/x\" }"), (28, 14, "bushing[0].laws.z"), "no finite value", "");
    case("[[motor]]", &acting("laws = \"x\""), (28, 8, "bushing[0].laws"), "", "");
    let cardan = "kind = \"universal\"\naxes = [[1, 0, 0], [1, 1, 0]]";
    let text = BASE
        .replace("kind = \"revolute\"", cardan)
        .replace("axis = [0, 1, 0]\n", "");
    let found = problems(&text.replace("hinge.angle", "hinge.angle_1"));
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("not perpendicular: 45.00 deg"));
}

#[test]
fn all_problems_come_together_in_the_order_of_the_text() {
    let text = BASE
        .replace("mass = 2", "mass = -2")
        .replace("\"arm\"]", "\"amr\"]");
    let text = text
        .replace("effort = \"2 - v\"", "effort = \"2 - w\"")
        .replace("dt = 0.01", "dt = 0");
    let found = problems(&text);
    let lines: Vec<usize> = found.iter().map(|p| p.place.line).collect();
    assert_eq!(lines, [4, 8, 17, 27]);
}

#[test]
fn syntax_of_toml_and_json() {
    let find = |name: &str, text: &str| {
        let source = Source::new(name, text);
        let found = read_model(&source).expect_err("it is broken");
        assert!(!render_all(&found, Some(&source), true).is_empty());
        found
    };
    let empty = find("m.toml", " \n\t");
    assert!(empty[0].message.contains("empty"), "{empty:?}");
    let found = find("m.toml", "[run]\nduration = \ndt = 1\nmass = 3 kg\n");
    assert_eq!(found[0].place.line, 2);
    assert_eq!(found.last().map(|p| p.place.line), Some(4));
    let found = find("m.toml", "[run]\ndt = 1\ndt = 2\n");
    assert!(found[0].message.contains("duplicate"), "{found:?}");
    assert!(
        find("m.toml", "\u{0}\u{1}garbage ]]][[ = = \"")[0]
            .place
            .line
            == 1
    );
    let found = find("m.json", "{\"body\": [], \"body\": []}");
    assert_eq!(
        (found[0].place.column, found[0].place.path.as_str()),
        (14, "body")
    );
    let found = find("m.json", "{\n \"title\": \"a\n\"}");
    assert_eq!((found[0].place.line, found[0].place.column), (2, 13));
    for bad in [
        "{",
        "[1,]",
        "{\"a\" 1}",
        "{\"a\": NaN}",
        "{\"a\": 01}",
        "{\"a\": 1.}",
        "{} x",
        "{\"a\": \"\\q\"}",
        "{\"a\": \"\\ud800\"}",
        "nul",
    ] {
        let found = find("m.json", bad);
        assert_eq!(found.len(), 1, "{bad}: {found:?}");
    }
    assert!(find("m.json", "[]")[0].message.contains("expected a table"));
    let json = BASE_JSON.replace("\"mass\": 2", "\"mass\": \"2 m\"");
    let found = find("m.json", &json);
    assert_eq!((found[0].place.line, found[0].place.column), (2, 35));
}

const BASE_JSON: &str = r#"{ "run": { "duration": 1, "dt": 0.1 },
"body": [{"name": "a", "mass": 2, "inertia": [1, 1, 1]}] }"#;

#[test]
fn deep_nesting_ends_in_a_message() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("{a=", "}")] {
        let bomb = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        for (name, text) in [("m.json", bomb.clone()), ("m.toml", format!("a = {bomb}"))] {
            assert!(read_model(&Source::new(name, text)).is_err());
        }
    }
    let keys = "a.".repeat(100_000) + "a = 1";
    assert!(read_model(&Source::new("m.toml", keys.as_str())).is_err());
    assert!(
        read_model(&Source::new(
            "m.toml",
            format!("[{}a]", "a.".repeat(100_000))
        ))
        .is_err()
    );
    let problems = problems(&BASE.replace(
        "\"2 - v\"",
        &format!("\"{}1{}\"", "(".repeat(50_000), ")".repeat(50_000)),
    ));
    assert_eq!(problems.len(), 1);
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
            "\"\\u0000\"",
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

#[test]
fn files_that_cannot_be_read() {
    let folder = std::env::temp_dir().join(format!("poinsot-model-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let message = |name: &str| match read_file(&folder.join(name)) {
        Ok(_) => String::new(),
        Err(problem) => problem.to_string(),
    };
    assert!(message("").contains("is a directory"));
    assert!(message("none.toml").contains("cannot read"));
    std::fs::write(folder.join("binary.toml"), b"a = 1\n\xff\xfe").expect("write");
    assert!(message("binary.toml").contains("invalid byte at offset 6"));
    let large = std::fs::File::create(folder.join("large.toml")).expect("create");
    large.set_len(65 * 1024 * 1024).expect("a sparse file");
    assert!(message("large.toml").contains("larger than 64 MB"));
    std::fs::write(folder.join("good.toml"), BASE).expect("write");
    assert_eq!(message("good.toml"), "");
    std::fs::remove_dir_all(&folder).expect("clean up");
}

/// A section may have the name of its beam, and a material that of both; two beams may not share one.
#[test]
fn names_are_unique_where_they_could_be_confused() {
    let beam = "[[section]]\nname = \"whip\"\nshape = \"circle\"\ndiameter = \"sqrt(2)*4 mm\"\nmaterial = \"whip\"\n[[material]]\nname = \"whip\"\nyoungs = 2.1e11\npoisson = \"3/10\"\ndensity = 7850\n\
                [[beam]]\nname = \"whip\"\nfrom = [0, 0, 0]\nto = [\"6/10 m\", 0, 0]\nsection = \"whip\"\nelements = 1\n";
    let text = format!("{BASE}{beam}");
    assert_eq!(problems(&text), vec![]);
    let twice = problems(&format!(
        "{text}[[section]]\nname = \"whip\"\nshape = \"circle\"\ndiameter = 1\nmaterial = \"whip\"\n"
    ));
    assert_eq!(twice.len(), 1);
    assert!(
        twice[0].message.contains("already taken")
            && twice[0].help.contains("no two sections share a name")
    );
    let twice = problems(&format!(
        "{text}[[body]]\nname = \"whip\"\nmass = 1\ninertia = [1, 1, 1]\n"
    ));
    assert_eq!(twice.len(), 1);
    assert!(twice[0].message.contains("already taken") && twice[0].help.contains("share a name"));
    let other = problems(&text.replace("section = \"whip\"", "section = \"arm\""));
    assert_eq!(other.len(), 1);
    assert!(
        other[0]
            .message
            .contains("\"arm\" is a body; a section is needed")
    );
}
