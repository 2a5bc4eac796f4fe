//! Every place where a number may stand takes a parameter, and gives what the number itself would.

use super::{read, stone};
use poinsot::model::Model;

/// A model of everything; `value` writes a number, or a parameter of the same value.
fn everything(value: impl Fn(&str, f64) -> String, head: &str) -> String {
    let v = value;
    format!(
        r##"gravity = {{ acceleration = [0, {zero}, {g}], scale = {one} }}
{head}
[run]
duration = {long}
dt = {dt}
scheme = "ed"
rho_inf = {half}
tolerance = {tolerance}
max_iterations = {n}
[output]
every = {dt}
checkpoint = {long}
[statics]
until = {two}
increment = {half}
[modes]
count = {n}
near = {hz}
[turning]
angular_velocity = [0, 0, {rate}]
through = [{length}, 0, 0]
[[material]]
name = "steel"
youngs = {modulus}
poisson = {third}
density = {density}
[[section]]
name = "bar"
shape = "rectangle"
width = {thin}
height = {thin}
material = "steel"
damping_time = {dt}
[[section]]
name = "given"
EA = {modulus}
GAy = {modulus}
GJ = {two}
EIy = {two}
mass_per_length = {one}
inertia_per_length = [{two}, {one}, {one}]
[[section]]
name = "full"
convention = "x-axis"
stiffness = [{modulus}, {modulus}, {modulus}, {two}, {two}, {two}]
mass_matrix = [{one}, {one}, {one}, {two}, {one}, {one}]
[[beam]]
name = "boom"
from = [0, 0, 0]
to = [{two_lengths}, 0, 0]
elements = {n}
sections = [{{ at = 0, section = "bar" }}, {{ at = {length}, section = "given" }}]
twist = [{{ at = 0, angle = 0 }}, {{ at = {length}, angle = {angle} }}]
[[beam]]
name = "bow"
arc = {{ start = [0, 0, 0], center = [0, {length}, 0], axis = [0, 0, {one}], angle = {angle} }}
section = "full"
elements = {n}
[[cable]]
name = "rope"
from = [0, 0, 0]
to = [0, {length}, 0]
stiffness = {modulus}
mass_per_length = {one}
elements = {n}
[[body]]
name = "arm"
mass = {mass}
mass_center = [{length}, 0, 0]
inertia = [[{inertia}, {zero}, 0], [0, {inertia}, 0], [0, 0, {inertia}]]
position = [0, {length}, 0]
orientation = {{ axis = [0, {one}, 0], angle = {angle} }}
velocity = [{speed}, 0, 0]
angular_velocity = [0, 0, {rate}]
[[body]]
name = "leg"
mass = {mass}
inertia = {{ xx = {inertia}, yy = {inertia}, zz = {inertia} }}
orientation = {{ euler = [{angle}, 0, 0], sequence = "zxz" }}
[[point_mass]]
name = "bob"
mass = {mass}
position = [{length}, {length}, 0]
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "arm"]
at = [0, {length}, 0]
axis = [0, {one}, 0]
[[joint]]
name = "thread"
kind = "screw"
between = ["ground", "leg"]
at = [0, 0, 0]
axis = [0, 0, 1]
lead = {length}
[[joint]]
name = "tie"
kind = "spherical"
between = ["ground", "boom@{length_place}"]
[[spring]]
name = "coil"
on = "hinge.angle"
stiffness = {two}
free = {angle}
damping = {one}
[[spring]]
name = "law"
between = ["ground", "bob"]
points = [[{length}, 0, 0], [{length}, {length}, 0]]
force = "{one_inside}*x + {half_inside}*x^3"
[[spring]]
name = "rows"
between = ["arm", "bob"]
local_points = [[{length}, 0, 0], [0, 0, 0]]
force = {{ table = [[0, 0], [{length}, {force}]] }}
[[bushing]]
name = "pad"
between = ["ground", "arm"]
at = [0, {length}, 0]
stiffness = [{two}, {two}, {two}, {one}, {one}, {one}]
[[bushing]]
name = "soft"
between = ["ground", "leg"]
at = [0, 0, 0]
energy = "{half_inside}*(x^2 + y^2)"
[[motor]]
name = "drive"
on = "hinge.angle"
effort = "{two_inside}*sin({rate_inside}*t) - v"
[[force]]
name = "pull"
on = "boom.end"
value = [0, {force}, 0]
scale = {{ pulse = "ramp", start = {zero}, end = {long}, to = {two} }}
[[moment]]
name = "twist"
on = "arm"
value = [0, 0, {moment}]
scale = {{ table = [[0, 0], [{long}, {one}]], factor = {half} }}
[[line_load]]
name = "wind"
on = "boom"
range = [{zero}, {length}]
force = [0, {per_length}, 0]
[[sensor]]
name = "mid"
on = "boom@{length_place}"
at = [0, {thin}, 0]
[[shape]]
on = "arm"
kind = "box"
size = [{length}, {thin}, {thin}]
opacity = {half}
"##,
        zero = v("zero", 0.0),
        g = v("g_here", -9.81),
        one = v("one", 1.0),
        two = v("two", 2.0),
        half = v("half", 0.5),
        third = v("third", 0.3),
        long = v("long", 0.5),
        dt = v("dt_", 0.001),
        tolerance = v("tolerance", 1e-9),
        n = v("n", 4.0),
        hz = v("hz", 5.0),
        length = v("length", 0.75),
        two_lengths = v("two_lengths", 1.5),
        thin = v("thin", 0.02),
        rate = v("rate", 3.0),
        modulus = v("modulus", 2e9),
        density = v("density", 7800.0),
        angle = v("angle", 0.25),
        mass = v("mass", 3.0),
        inertia = v("inertia", 0.125),
        speed = v("speed", 0.5),
        force = v("force", 7.0),
        moment = v("moment", 1.5),
        per_length = v("per_length", 0.1),
        length_place = v("length", 0.75).trim_matches('"'),
        one_inside = v("one", 1.0).trim_matches('"'),
        half_inside = v("half", 0.5).trim_matches('"'),
        two_inside = v("two", 2.0).trim_matches('"'),
        rate_inside = v("rate", 3.0).trim_matches('"'),
    )
}

/// A model without what tells where and with which words it was written.
fn plain(model: &Model) -> String {
    let mut model = model.clone();
    model.parameters.clear();
    let text = format!("{model:#?}");
    let lines = text.lines().filter(|line| {
        let words = ["line: ", "column: ", "text: ", "reference: "];
        !words.iter().any(|word| line.trim_start().starts_with(word))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Names of the parameters in the model of everything, with units where the key has one.
const UNITS: [(&str, &str); 24] = [
    ("zero", ""),
    ("g_here", "m/s^2"),
    ("one", ""),
    ("two", ""),
    ("half", ""),
    ("third", ""),
    ("long", "s"),
    ("dt_", "s"),
    ("tolerance", ""),
    ("n", ""),
    ("hz", "Hz"),
    ("length", "m"),
    ("two_lengths", "m"),
    ("thin", "m"),
    ("rate", "rad/s"),
    ("modulus", ""),
    ("density", "kg/m^3"),
    ("angle", "rad"),
    ("mass", "kg"),
    ("inertia", "kg*m^2"),
    ("speed", "m/s"),
    ("force", "N"),
    ("moment", "N*m"),
    ("per_length", "N/m"),
];

#[test]
fn every_number_may_be_a_parameter() {
    let numbers = read(&everything(|_, x| format!("{x:?}"), ""), &[]);
    for with_units in [false, true] {
        let values = std::cell::RefCell::new(Vec::new());
        let name = |name: &str, x: f64| {
            let mut values = values.borrow_mut();
            let unit = UNITS.iter().find(|(known, _)| *known == name).unwrap().1;
            let line = match with_units && !unit.is_empty() {
                true => format!("{name} = \"{x:?} {unit}\"\n"),
                false => format!("{name} = {x:?}\n"),
            };
            if !values.contains(&line) {
                values.push(line);
            }
            format!("\"{name}\"")
        };
        everything(name, "");
        let head = format!("[parameters]\n{}", values.borrow().concat());
        // What stands behind a table header belongs to it, so gravity comes first in the text.
        let text = everything(|name, _| format!("\"{name}\""), &head);
        assert_eq!(
            plain(&read(&text, &[])),
            plain(&numbers),
            "units: {with_units}"
        );
    }
}

#[test]
fn formulas_of_parameters_have_dimensions() {
    let mass = |parameters: &str, mass: &str| {
        let model = read(&stone(parameters, mass), &[]);
        model.point_masses[0].mass
    };
    let sized = "rho = \"2 kg/m^3\"\nside = \"50 cm\"\nshare = \"20 %\"\nturn_ = \"30 deg\"\nk = 3";
    let used = |formula: &str| {
        // Every parameter is used, so that none is warned of.
        mass(
            sized,
            &format!("\"{formula} + 0*(rho*side^3*share*sin(turn_)*k)\""),
        )
    };
    assert_eq!(used("rho*side^3"), 0.25);
    assert_eq!(used("k*rho*side^3"), 0.75);
    assert_eq!(used("rho*side^3 + 1"), 1.25);
    assert_eq!(used("rho*side^3*share"), 0.05);
    assert_eq!(used("rho*side*sqrt(side^4)"), 0.25);
    assert_eq!(
        used("rho*side^3*sin(turn_)"),
        0.25 * (std::f64::consts::PI / 6.0).sin()
    );
    assert_eq!(used("max(rho*side^3, 0.5)"), 0.5);
    assert_eq!(used("if(side > 0.1, 2, 3)*rho*side^3"), 0.5);
    assert_eq!(mass("a = \"2*b\"\nb = \"c + 1\"\nc = 3", "\"a\""), 8.0);
    // Cycles become radians by pi, and radians drop out of products.
    let run = |duration: &str| {
        let head = "omega = \"2*pi*f0\"\nf0 = \"2 Hz\"\nradius = \"3 m\"\nspeed = \"omega*radius\"";
        let text = stone(head, "1")
            .replace("duration = 1", &format!("duration = \"{duration}\""))
            .replace("dt = 0.1", "dt = 0.01");
        read(&text, &[]).run.duration
    };
    assert_eq!(
        run("radius/speed + 0/f0"),
        3.0 / (2.0 * std::f64::consts::PI * 2.0 * 3.0)
    );
}

#[test]
fn a_model_shows_its_parameters() {
    let text = stone(
        "a = \"2 t\"\nb = \"3*a\"\nc = 1e-9\nd = \"5 %\"",
        "\"b + c*d*a\"",
    );
    let shown: Vec<String> = read(&text, &[])
        .parameters
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        shown,
        ["a = 2000 kg", "b = 6000 kg", "c = 1e-9", "d = 0.05"]
    );
}

#[test]
fn references_carry_formulas() {
    let text = r#"[parameters]
span = "2 m"
share = 0.25
[run]
duration = 1
dt = 0.1
[[cable]]
name = "rope"
from = [0, 0, 0]
to = ["span", 0, 0]
stiffness = 1e3
mass_per_length = 1
elements = 8
[[joint]]
name = "left"
kind = "spherical"
between = ["ground", "rope@0.25*span"]
[[joint]]
name = "right"
kind = "spherical"
between = ["ground", "rope@100*share %"]
[[sensor]]
name = "mid"
on = "rope@span/2"
"#;
    let model = read(text, &[]);
    let points: Vec<f64> = model.cables[0].points.iter().map(|p| p.s).collect();
    assert_eq!(points, [0.5]);
    assert_eq!(model.line_sensors[0].s, 1.0);
    assert_eq!(model.joints[0].between[1].item, "rope@0.5");
    let model = read(text, &["span=4", "share=0.5"]);
    assert_eq!(model.joints[0].between[1].item, "rope@1");
    assert_eq!(model.joints[1].between[1].item, "rope@2");
}
