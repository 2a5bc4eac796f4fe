//! Values set from outside are kept with a run: it goes on, begins again and is shown with them.

use super::{checked, command, expect, kill_after, names, text};
use poinsot::results::Reader;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

const MODEL: &str = r#"title = "pendulum"
gravity = [0, 0, "-g_here"]

[parameters]
rotor_mass = "12 kg"
span = "0.8 m"
g_here = "9.81 m/s^2"
inertia = "rotor_mass*span^2/12"

[run]
duration = 2
dt = 0.001

[output]
every = 0.01
checkpoint = 0

[[body]]
name = "rotor"
mass = "rotor_mass"
inertia = [0.01, "inertia", "inertia"]
position = ["span/2", 0, 0]

[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "rotor"]
at = [0, 0, 0]
axis = [0, 1, 0]

[[sensor]]
name = "tip"
on = "rotor"
at = ["span/2", 0, 0]
"#;

const SET: [&str; 6] = [
    "--set",
    "rotor_mass=3000 g",
    "--set",
    "body.rotor.position[1]=\"0.1*span\"",
    "--set",
    "run.tolerance=1e-9",
];

fn folder(name: &str) -> PathBuf {
    let here = super::folder(name);
    fs::write(here.join("model.toml"), MODEL).unwrap();
    here
}

fn with<'a>(first: &[&'a str], set: &[&'a str]) -> Vec<&'a str> {
    [first, set].concat()
}

fn whole(here: &Path) -> Vec<u8> {
    let run = [
        "run",
        "model.toml",
        "-o",
        "whole.nc",
        "--quiet",
        "--no-checkpoint",
    ];
    expect(here, &with(&run, &SET), 0);
    fs::read(here.join("whole.nc")).unwrap()
}

#[test]
fn a_run_with_values_from_outside_goes_on_with_the_same_bits() {
    let here = folder("outside-killed");
    let whole = whole(&here);
    let path = here.join("run.nc");
    let run = with(&["run", "model.toml", "-o", "run.nc", "--quiet"], &SET);
    let child = command(&here, &run).spawn().unwrap();
    let killed = kill_after(child, &path, Duration::from_millis(100));
    assert!(killed, "the run was over before it was killed");
    // Not even the file is needed any more.
    fs::write(here.join("model.toml"), "nonsense").unwrap();
    let resume = ["resume", "run.nc", "--checkpoint", "60"];
    let output = command(&here, &resume)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    checked(output, 0);
    assert!(fs::read(&path).unwrap() == whole, "the results differ");
}

#[test]
fn a_run_without_a_checkpoint_begins_again_with_its_values() {
    let here = folder("outside-again");
    let whole = whole(&here);
    let run = [
        "run",
        "model.toml",
        "-o",
        "run.nc",
        "--max-steps",
        "5",
        "--no-checkpoint",
    ];
    expect(&here, &with(&run, &SET), 3);
    let (_, err) = expect(&here, &["resume", "run.nc"], 0);
    assert!(err.contains("the run starts again"), "{err}");
    assert!(fs::read(here.join("run.nc")).unwrap() == whole);
}

#[test]
fn a_checkpoint_of_other_values_is_not_used() {
    let here = folder("outside-other");
    let whole = whole(&here);
    let stopped = |output: &str, set: &[&str]| {
        let run = ["run", "model.toml", "-o", output, "--max-steps", "5"];
        expect(&here, &with(&run, set), 3);
    };
    stopped("run.nc", &SET);
    stopped("other.nc", &["--set", "rotor_mass=4kg"]);
    fs::copy(
        here.join("other.nc.checkpoint"),
        here.join("run.nc.checkpoint"),
    )
    .unwrap();
    let _ = fs::remove_file(here.join("run.nc.checkpoint.before"));
    let (_, err) = expect(&here, &["resume", "run.nc"], 0);
    assert!(
        err.contains("is of another run, its list of settings from outside differs"),
        "{err}"
    );
    assert!(fs::read(here.join("run.nc")).unwrap() == whole);
    assert_eq!(names(&here, "run.nc.checkpoint"), [""; 0]);
}

#[test]
fn results_reports_and_analyses_have_the_values() {
    let here = folder("outside-shown");
    whole(&here);
    let reader = Reader::open(here.join("whole.nc")).unwrap();
    let attribute = |name: &str| {
        reader
            .layout()
            .attribute(name)
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(attribute("model"), MODEL);
    assert_eq!(
        attribute("set"),
        "rotor_mass=3000 g\nbody.rotor.position[1]=\"0.1*span\"\nrun.tolerance=1e-9"
    );
    let inertia = 3.0_f64 * 0.8_f64.powf(2.0) / 12.0;
    assert_eq!(
        attribute("parameters"),
        format!("rotor_mass = 3 kg\nspan = 0.8 m\ng_here = 9.81 m/s^2\ninertia = {inertia} kg m^2")
    );
    expect(&here, &["report", "whole.nc", "-o", "page.html"], 0);
    let page = text(&fs::read(here.join("page.html")).unwrap());
    for part in [
        "# Set from outside:",
        "# rotor_mass=3000 g",
        "[\"rotor_mass\",3.0,\"kg\"]",
    ] {
        let escaped = part.replace('"', "\\\"");
        assert!(page.contains(part) || page.contains(&escaped), "{part}");
    }
    let (out, _) = expect(&here, &["check", "model.toml", "--set", "span=1"], 0);
    for line in [
        "  parameter rotor_mass = 12 kg",
        "  parameter span = 1 m",
        "  parameter inertia = 1 kg m^2",
    ] {
        assert!(out.contains(line), "{out}");
    }
    // The first natural frequency of a hanging rod of this length: 3/2 g/span.
    let down = [
        "--set",
        "body.rotor.position=[0, 0, \"-span/2\"]",
        "--set",
        "body.rotor.inertia=[\"inertia\",\"inertia\",0.01]",
    ];
    let (out, _) = expect(
        &here,
        &with(
            &["modes", "model.toml", "--json", "--set", "span=1.5"],
            &down,
        ),
        0,
    );
    let modes: serde_json::Value = serde_json::from_str(&out).unwrap();
    let frequency = (1.5_f64 * 9.81 / 1.5).sqrt() / (2.0 * std::f64::consts::PI);
    let found = modes["modes"][0]["frequency"].as_f64().unwrap_or_default();
    assert!(
        (found / frequency - 1.0).abs() < 1e-6,
        "{found} instead of {frequency}\n{out}"
    );
    expect(
        &here,
        &with(
            &[
                "statics",
                "model.toml",
                "-o",
                "rest.nc",
                "--set",
                "statics.until=0.5",
            ],
            &down,
        ),
        0,
    );
    let set = Reader::open(here.join("rest.nc")).unwrap();
    assert!(
        set.layout()
            .attribute("set")
            .is_some_and(|s| s.starts_with("statics.until=0.5"))
    );
    expect(
        &here,
        &with(&["linearize", "model.toml", "-o", "linear"], &down),
        0,
    );
    // Mistakes are said with what was given.
    for command in [
        &["run"][..],
        &["check"],
        &["statics"],
        &["modes"],
        &["linearize", "-o", "l"],
    ] {
        let args = [command, &["model.toml", "--set", "rotor_mass=12kN"]].concat();
        let (_, err) = expect(&here, &args, 2);
        assert!(
            err.contains("--> setting rotor_mass=12kN at parameters.rotor_mass"),
            "{err}"
        );
    }
}
