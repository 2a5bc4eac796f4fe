//! `poinsot statics` as a user meets it: table, files, exit codes.

use poinsot::results::{Reader, Status};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("statics")
        .join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Runs and expects an exit code; returns standard output and standard error.
fn expect(here: &Path, args: &[&str], code: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poinsot"));
    let output = command
        .current_dir(here)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let (out, err) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

/// Two bars that are pressed through.
const ARCH: &str = include_str!("../../poinsot/src/model/examples/statics.toml");

#[test]
fn a_path_is_printed_and_written() {
    let here = folder("path");
    fs::write(here.join("arch.toml"), ARCH).unwrap();
    let (out, _) = expect(&here, &["statics", "arch.toml"], 0);
    assert!(
        out.contains("load factor") && out.contains("limit point"),
        "{out}"
    );
    assert!(
        out.contains("unstable in 1 direction") && out.contains("critical: limit point 0.7258"),
        "{out}"
    );
    let reader = Reader::open(here.join("arch.nc")).unwrap();
    assert_eq!(reader.status(), &Status::Complete);
    assert!(reader.frames() > 10);
    assert!(
        reader
            .layout()
            .attribute("critical_points")
            .unwrap()
            .contains("limit point -0.7258")
    );
    let plot = [
        "plot",
        "arch.nc",
        "load_factor",
        "--against",
        "post.position.z",
        "-o",
        "p.svg",
    ];
    expect(&here, &plot, 0);
    let (out, _) = expect(
        &here,
        &[
            "statics",
            "arch.toml",
            "--until",
            "0.5",
            "--json",
            "-o",
            "half.nc",
        ],
        0,
    );
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["status"], "complete");
    let points = object["points"].as_array().unwrap();
    assert_eq!(points.last().unwrap()["parameter"], 0.5);
    assert_eq!(points.last().unwrap()["unstable_directions"], 0);
    // What was asked for by name is not replaced unasked.
    let again = ["statics", "arch.toml", "-o", "half.nc"];
    let (_, err) = expect(&here, &again, 2);
    assert!(err.contains("--force"), "{err}");
}

#[test]
fn a_failed_path_keeps_its_points() {
    let here = folder("failed");
    let model = ARCH.replace("arc_length = true\n", "");
    fs::write(here.join("arch.toml"), model).unwrap();
    let (_, err) = expect(&here, &["statics", "arch.toml"], 1);
    assert!(
        err.contains("no equilibrium was found beyond load factor 0.72")
            && err.contains("arc_length"),
        "{err}"
    );
    let reader = Reader::open(here.join("arch.nc")).unwrap();
    assert!(matches!(reader.status(), Status::Failed(_)) && reader.frames() > 10);
}

#[test]
fn a_mechanism_is_named() {
    let here = folder("mechanism");
    let model = "[statics]\n[[body]]\nname = \"arm\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [1, 0, 0]\n\
                 [[joint]]\nname = \"A\"\nkind = \"revolute\"\nbetween = [\"ground\", \"arm\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n";
    fs::write(here.join("arm.toml"), model).unwrap();
    let (_, err) = expect(&here, &["statics", "arm.toml"], 1);
    assert!(
        err.contains("body `arm` can still rotate about joint `A`"),
        "{err}"
    );
    let run = format!("[run]\nduration = 1\ndt = 0.1\nstart = \"equilibrium\"\n{model}");
    fs::write(here.join("run.toml"), run).unwrap();
    let (_, err) = expect(&here, &["check", "run.toml"], 2);
    assert!(
        err.contains("body `arm` can still rotate about joint `A`"),
        "{err}"
    );
}

#[test]
fn a_run_says_what_its_start_took() {
    let here = folder("start");
    let model = include_str!("../../poinsot/src/model/examples/turning.toml");
    fs::write(here.join("blade.toml"), model).unwrap();
    for command in ["check", "run"] {
        let (out, _) = expect(&here, &[command, "blade.toml"], 0);
        assert!(out.contains("start: equilibrium found in"), "{out}");
    }
}

#[test]
fn load_factors_are_chosen_on_the_command_line() {
    let here = folder("at");
    let arch = ARCH.replace("arc_length = true", "");
    fs::write(here.join("arch.toml"), arch).unwrap();
    expect(&here, &["statics", "arch.toml", "--at", "0.1,0.35,0.5"], 0);
    let mut reader = Reader::open(here.join("arch.nc")).unwrap();
    assert_eq!(reader.columns(&[0]).unwrap()[0], [0.1, 0.35, 0.5]);
    let (_, err) = expect(&here, &["statics", "arch.toml", "--at", "0.5,0.1"], 2);
    assert!(err.contains("must increase"), "{err}");
    fs::write(here.join("arc.toml"), ARCH).unwrap();
    let (_, err) = expect(&here, &["statics", "arc.toml", "--at", "0.5"], 2);
    assert!(err.contains("arc_length"), "{err}");
}

#[test]
fn wires_slack_cables_and_chains_hang() {
    let here = folder("hang");
    let held = |cable: &str, ends: &[&str]| {
        let mut text =
            format!("gravity = [0, 0, -9.81]\n[statics]\n[[cable]]\nname = \"c\"\n{cable}\n");
        for end in ends {
            text += &format!(
                "[[joint]]\nname = \"{end}\"\nkind = \"spherical\"\nbetween = [\"ground\", \"c.{end}\"]\nshare = false\n"
            );
        }
        text
    };
    let wire = "from = [0, 0, 0]\nto = [0, 0, -2]\nstiffness = \"600 kN\"\nmass_per_length = \"25 g/m\"\nelements = 40";
    let slack = "from = [0, 0, 0]\nto = [4, 0, 1]\nstiffness = 5e4\nmass_per_free_length = 2.91\nfree_length = 6\nelements = 60";
    for (name, text) in [
        ("wire.toml", held(wire, &["start"])),
        ("slack.toml", held(slack, &["start", "end"])),
    ] {
        fs::write(here.join(name), text).unwrap();
        let (out, err) = expect(&here, &["statics", name], 0);
        assert!(out.contains("1.000000"), "{out}");
        assert!(err.is_empty(), "{err}");
    }
}

/// A column without density, on its own and beside a body without mass.
#[test]
fn a_model_without_masses_is_for_equilibria_alone() {
    let here = folder("massless");
    let text = "[statics]\n[[material]]\nname = \"steel\"\nyoungs = 2e11\npoisson = 0.3\n\
                [[section]]\nname = \"strip\"\nshape = \"rectangle\"\nwidth = 0.02\nheight = 0.002\nmaterial = \"steel\"\n\
                [[beam]]\nname = \"column\"\nfrom = [0, 0, 0]\nto = [0, 0, 0.5]\nsection = \"strip\"\ny_axis = [0, 1, 0]\nelements = 4\n\
                [[body]]\nname = \"head\"\nposition = [0, 0, 0.5]\n\
                [[joint]]\nname = \"foot\"\nkind = \"fixed\"\nbetween = [\"ground\", \"column.start\"]\n\
                [[joint]]\nname = \"neck\"\nkind = \"revolute\"\nbetween = [\"column.end\", \"head\"]\naxis = [0, 1, 0]\n\
                [[spring]]\nname = \"hold\"\non = \"neck.angle\"\nstiffness = 5\n\
                [[force]]\nname = \"push\"\non = \"head\"\nat = [0, 0, 0.1]\nvalue = [0.5, 0, -1]\n";
    fs::write(here.join("light.toml"), text).unwrap();
    let (out, _) = expect(&here, &["check", "light.toml"], 0);
    assert!(
        out.contains("masses are left out") && out.contains("light.toml is fine"),
        "{out}"
    );
    let (out, _) = expect(&here, &["statics", "light.toml"], 0);
    assert!(out.contains("stable"), "{out}");
    for args in [
        &["run", "light.toml", "-o", "run.nc"][..],
        &["modes", "light.toml"],
        &["modes", "light.toml", "--about", "light.nc"],
        &["linearize", "light.toml", "-o", "matrices"],
    ] {
        let (_, err) = expect(&here, args, 2);
        let has = |text: &str| assert!(err.contains(text), "{text} in\n{err}");
        has("body `head` has no mass and no inertia");
        has("--> light.toml:19:1 at body[0]");
        has("beam `column` has no mass and no inertia");
        has("--> light.toml:12:1 at beam[0]");
        has("`density` in the [[material]]");
        has("2 errors");
    }
    assert!(!here.join("run.nc").exists());
    for args in [
        &["report", "light.nc", "-o", "light.html"][..],
        &["plot", "light.nc", "--shape", "-o", "light.svg"],
        &["plot", "light.nc", "-o", "energies.svg"],
        &["export", "light.nc", "-o", "light.csv"],
        &["export", "light.nc", "-o", "light.glb"],
    ] {
        expect(&here, args, 0);
    }
    let table = fs::read_to_string(here.join("light.csv")).unwrap();
    assert!(!table.contains("total_mass") && !table.contains("NaN"));
}

#[test]
fn redundant_joints_may_be_removed_for_equilibria_alone() {
    let here = folder("redundant");
    let gate = |statics: &str| {
        let mut text = format!("[statics]\n{statics}[[body]]\nname = \"gate\"\n");
        for (name, y) in [("lower", 0), ("upper", 1)] {
            text += &format!(
                "[[joint]]\nname = \"{name}\"\nkind = \"revolute\"\nbetween = [\"ground\", \"gate\"]\nat = [0, {y}, 0]\naxis = [0, 1, 0]\n"
            );
        }
        text + "[[spring]]\nname = \"hold\"\non = \"lower.angle\"\nstiffness = 5\n\
                [[force]]\nname = \"push\"\non = \"gate\"\nat = [1, 0, 0]\nvalue = [0, 0, 1]\n"
    };
    fs::write(here.join("gate.toml"), gate("")).unwrap();
    let (_, err) = expect(&here, &["statics", "gate.toml"], 2);
    assert!(err.contains("for equilibria in [statics]"), "{err}");
    fs::write(here.join("gate.toml"), gate("redundant = \"remove\"\n")).unwrap();
    let (out, _) = expect(&here, &["statics", "gate.toml"], 0);
    assert!(out.contains("removed"), "{out}");
}
