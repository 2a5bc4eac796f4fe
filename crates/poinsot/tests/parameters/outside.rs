//! Values that are set from outside.

use super::{problems, read, stone};
use poinsot::model::{Scheme, Source, Topic, read_model};

const ARM: &str = r#"gravity = [0, 0, -9.81]
[parameters]
rotor_mass = "12 kg"
ratio = 2
pull = "rotor_mass*g_here"
g_here = "9.81 m/s^2"
[run]
duration = 1
dt = 0.01
[[body]]
name = "arm"
mass = "rotor_mass"
inertia = [1, 1, 1]
orientation = { axis = [0, 0, 1], angle = 0 }
[[force]]
name = "up"
on = "arm"
value = [0, 0, "ratio*pull"]
"#;

#[test]
fn parameters_and_keys_are_set() {
    let model = read(ARM, &["rotor_mass=6kg", "ratio = 3"]);
    assert_eq!(
        (model.bodies[0].mass, model.forces[0].value.z),
        (6.0, 3.0 * (6.0 * 9.81))
    );
    let model = read(ARM, &["rotor_mass=6000 g", "parameters.g_here=10"]);
    assert_eq!(model.forces[0].value.z, 2.0 * 6.0 * 10.0);
    assert_eq!(model.parameters[2].to_string(), "pull = 60 N");
    // The last one counts.
    assert_eq!(
        read(ARM, &["rotor_mass=6kg", "rotor_mass=5"]).bodies[0].mass,
        5.0
    );
    let model = read(
        ARM,
        &[
            "body.arm.mass=rotor_mass/4",
            "run.dt=1e-3",
            "run.scheme=ep",
            "statics.until=2",
            "output.every=\"20 ms\"",
            "body.arm.orientation.angle=0.5",
            "body.arm.orientation.axis=[1, 0, 0]",
            "body[0].inertia[2]=1.5",
            "force.up.value[0]=\"ratio*pull\"",
            "force.up.follower=true",
            "gravity=[0, \"-g_here\", 0]",
            "title=a variant",
        ],
    );
    assert_eq!(
        (model.bodies[0].mass, model.run.dt, model.statics.until),
        (3.0, 1e-3, 2.0)
    );
    assert!(matches!(model.run.scheme, Scheme::EnergyPreserving { .. }));
    assert_eq!(model.run.output_every, Some(0.02));
    assert_eq!(model.bodies[0].orientation.angle(), 0.5);
    assert_eq!(model.bodies[0].inertia[(2, 2)], 1.5);
    assert_eq!(model.forces[0].value.x, 2.0 * 12.0 * 9.81);
    assert!(model.forces[0].follower);
    assert_eq!(
        (model.gravity.acceleration.y, model.title.as_str()),
        (-9.81, "a variant")
    );
}

#[test]
fn json_is_set_too() {
    let text = r#"{"parameters": {"a": "2 kg"}, "run": {"duration": 1, "dt": 0.1},
        "point_mass": [{"name": "stone", "mass": "a"}]}"#;
    let source = Source::new("model.json", text)
        .with_settings(["a=3kg", "point_mass.stone.position=[1,0,0]"]);
    let (model, _) = read_model(&source).expect("a sound model");
    assert_eq!(
        (model.point_masses[0].mass, model.point_masses[0].position.x),
        (3.0, 1.0)
    );
    assert_eq!(source.text(), text);
    assert_eq!(source.settings().len(), 2);
}

/// One mistake: what is shown of it.
fn case(setting: &str, message: &str, at: &str, help: &str) {
    let (found, shown) = problems(ARM, &[setting]);
    assert_eq!(found.len(), 1, "{shown}");
    assert!(found[0].message.contains(message), "{shown}");
    assert!(shown.contains(&format!("--> setting {setting}")), "{shown}");
    assert!(
        shown.contains(at) && found[0].help.contains(help),
        "{shown}"
    );
}

#[test]
fn mistakes_name_the_setting() {
    case(
        "rotor_mas=12kg",
        "there is no parameter `rotor_mas`",
        "",
        "did you mean `rotor_mass`?",
    );
    case(
        "qqq=1",
        "there is no parameter `qqq`",
        "",
        "known are `rotor_mass`, `ratio`, `pull`, `g_here`",
    );
    let both = "this is force [N]; the parameter `rotor_mass` is mass [kg] in the model";
    case(
        "rotor_mass=12kN",
        both,
        "at parameters.rotor_mass",
        "for example `2 kg`",
    );
    case(
        "rotor_mass=12 kgg",
        "`kgg` is not a known unit",
        "at parameters.rotor_mass",
        "",
    );
    case("rotor_mass=pull", "depend on each other in a cycle", "", "");
    case("rotor_mass=", "the value is missing", "", "");
    case(
        "rotor_mass",
        "a setting is a name and a value",
        "",
        "rotor_mass=12kg",
    );
    case(
        "body.arn.mass=2",
        "there is no body named \"arn\"",
        "",
        "did you mean `arm`?",
    );
    case(
        "arm.mass=2",
        "a model has no `arm`",
        "",
        "\"arm\" is a body: write body.arm.mass",
    );
    case(
        "bodi.arm.mass=2",
        "a model has no `bodi`",
        "",
        "did you mean `body`?",
    );
    case(
        "beam.boom.elements=2",
        "the model has no `beam`",
        "",
        "add a [[beam]]",
    );
    case(
        "body.arm=2",
        "`body.arm` is a whole body; a key of it is needed",
        "",
        "such as body.arm.name",
    );
    let (found, shown) = problems(ARM, &["body.arm=2"]);
    assert_eq!(found[0].topic, Some(Topic::Kind("body")), "{shown}");
    case(
        "body.arm.masss=2",
        "unknown key `masss` in `body`",
        "at body[0].masss",
        "did you mean `mass`?",
    );
    case(
        "body.arm.mass=2m",
        "this is length [m], expected mass [kg]",
        "at body[0].mass",
        "",
    );
    case(
        "body.arm.mass=-2",
        "must be positive",
        "at body[0].mass",
        "",
    );
    case(
        "body.arm.position[0]=1",
        "`position` is not written in the model",
        "",
        "set it as a whole",
    );
    case(
        "body.arm.inertia[3]=1",
        "there is no entry [3] in a list of 3",
        "",
        "count from [0]",
    );
    case(
        "body.arm.mass[0]=1",
        "[0] asks for an entry of a list, found a text",
        "",
        "",
    );
    case(
        "body.arm.mass.x=1",
        "`x` asks for a key of a table, found a text",
        "",
        "",
    );
    case(
        "body[0]mass=1",
        "`body[0]mass` is not a path to a value",
        "",
        "",
    );
    case(
        "body..mass=1",
        "`body..mass` is not a path to a value",
        "",
        "",
    );
    case(
        "run.dt=true",
        "expected a time, found true or false",
        "at run.dt",
        "",
    );
    case(
        "run.schem=ep",
        "unknown key `schem` in `run`",
        "at run.schem",
        "did you mean `scheme`?",
    );
    case(
        "gravity=[0, 0",
        "the value is no TOML",
        "",
        "in single quotes",
    );
    case(
        "gravity=[0, 0, \"1 kg\"]",
        "this is mass [kg], expected acceleration",
        "at gravity[2]",
        "",
    );
    let (found, shown) = problems(&stone("", "1"), &["a=1"]);
    assert_eq!(found.len(), 1, "{shown}");
    let (found, shown) = problems(
        "[run]\nduration = 1\ndt = 0.1\n[[point_mass]]\nname = \"s\"\nmass = 1\n",
        &["a=1"],
    );
    assert!(
        found[0].message.contains("the model has no [parameters]"),
        "{shown}"
    );
    // The place is underlined in what was given.
    let (_, shown) = problems(ARM, &["ratio=3", "rotor_mass=12kN"]);
    let marks = "   | rotor_mass=12kN\n   |            ^^^^\n";
    assert!(shown.contains(marks), "{shown}");
}

#[test]
fn nonsense_is_refused_and_not_fatal() {
    let long = format!("body.arm.mass={}", "(".repeat(100_000));
    let deep = format!("gravity={}{}", "[".repeat(10_000), "]".repeat(10_000));
    let path = format!("{}=1", "run.".repeat(50_000));
    for setting in [
        "=",
        "==",
        ".=1",
        "[=1",
        "[0]=1",
        "body[=1",
        "body[]=1",
        "body[-1].mass=1",
        "body[99999999999999999999].mass=1",
        "\u{0}=\u{0}",
        "ä=ö",
        "body.arm.ä=1",
        "parameters=3",
        "parameters.x.y=1",
        "parameters[0]=1",
        "body=3",
        "body.arm.name=ground",
        "run={}",
        "run=[]",
        "body.arm.mass={a={b=1}}",
        "body.arm.mass=\"\"\"",
        "body.arm.mass='",
        "a\nb=3",
        "title=\"\\u0000\"",
        &long,
        &deep,
        &path,
    ] {
        let (_, shown) = problems(ARM, &[setting]);
        assert!(shown.len() < 10_000, "{} bytes", shown.len());
    }
}
