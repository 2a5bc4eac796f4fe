//! What a failed run leaves behind: the likeliest cause in the message, in the results and for programs.

use poinsot::results::{Reader, Status};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Four radians per step, and no shorter step allowed.
const SPIN: &str = "[run]\nduration = 1\ndt = 0.01\ndt_min = 0.01\n\n[[body]]\nname = \"rotor\"\nmass = 1\n\
                    inertia = [1, 2, 3]\nangular_velocity = [10, 0, 400]\n";

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("failures")
        .join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Runs and expects an exit code; returns standard output and standard error.
fn expect(here: &Path, args: &[&str], code: i32) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_poinsot"))
        .current_dir(here)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
    (out, err)
}

#[test]
fn the_cause_is_said_kept_and_given_to_programs() {
    let here = folder("cause");
    fs::write(here.join("spin.toml"), SPIN).unwrap();
    let (_, err) = expect(&here, &["run", "spin.toml"], 1);
    let cause =
        "likeliest cause: the step is too long for the rotation (`rotor` turns at 400.1250 rad/s";
    assert!(
        err.contains(cause) && err.contains("\n  next: make `dt`"),
        "{err}"
    );
    let reader = Reader::open(here.join("spin.nc")).unwrap();
    let Status::Failed(reason) = reader.status() else {
        panic!("{:?}", reader.status());
    };
    assert!(
        reason.starts_with("step 1 at t = 0.000000 s") && reason.contains(cause),
        "{reason}"
    );
    let (out, _) = expect(&here, &["run", "spin.toml", "--json", "--force"], 1);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let word = json["likeliest_cause"].as_str().unwrap();
    assert!(
        word.starts_with("the step is too long for the rotation"),
        "{word}"
    );
    // Following the advice helps.
    expect(&here, &["run", "spin.toml", "--dt", "7e-4", "--force"], 0);
}

/// Messages about files say what to do next.
#[test]
fn files_that_are_not_there_or_not_right() {
    let here = folder("files");
    fs::write(here.join("text.nc"), "not results").unwrap();
    for (args, answer) in [
        (
            vec!["plot", "missing.nc"],
            "`poinsot run MODEL -o FILE.nc` writes results",
        ),
        (
            vec!["plot", "text.nc"],
            "`poinsot run`, `poinsot statics` and `poinsot modes --animate` write results",
        ),
        (vec!["run", "missing.toml"], "check the spelling"),
        (
            vec!["run", "missing.toml", "--dt", "soon"],
            "for example 0.001",
        ),
        (vec!["resume", "missing.nc"], "start with `poinsot run`"),
    ] {
        let (_, err) = expect(&here, &args, 2);
        assert!(err.contains(answer), "{args:?}: {err}");
    }
}

/// Two point masses on massless bars: with short steps the remainders of a loose iteration add up to energy from nowhere.
const DOUBLE_PENDULUM: &str = "gravity = [0, -9.81, 0]\n[run]\nduration = 5\ndt = 1e-4\nscheme = \"ep\"\ntolerance = TOL\n\
    [output]\nevery = 0.1\n\
    [[point_mass]]\nname = \"upper\"\nmass = 1\nposition = [1, 0, 0]\n\
    [[point_mass]]\nname = \"lower\"\nmass = 1\nposition = [1, -1, 0]\n\
    [[joint]]\nname = \"first\"\nkind = \"distance\"\nbetween = [\"ground\", \"upper\"]\npoints = [[0, 0, 0], [1, 0, 0]]\n\
    [[joint]]\nname = \"second\"\nkind = \"distance\"\nbetween = [\"upper\", \"lower\"]\npoints = [[1, 0, 0], [1, -1, 0]]\n";

/// The allowance of the ledger follows the tolerance only so far (led.3): a run that loses track of a hundredth of its energy
/// says so, whatever tolerance was asked for.
#[test]
fn a_loose_tolerance_does_not_switch_the_ledger_off() {
    let here = folder("tolerance");
    for (tolerance, code, said) in [
        ("0.01", 2, "loose.toml:6:13 at run.tolerance"),
        ("1e-4", 1, "the energy ledger does not close"),
        ("1e-6", 0, "ledger gap"),
    ] {
        let text = DOUBLE_PENDULUM.replace("TOL", tolerance);
        fs::write(here.join("loose.toml"), text).unwrap();
        let (out, err) = expect(&here, &["run", "loose.toml", "--force"], code);
        println!("{tolerance}: {out}{err}");
        assert!((out.clone() + &err).contains(said), "{out}{err}");
        // In between there is a warning with its place.
        let warned = err.contains("a tolerance of 1e-4 is loose");
        assert_eq!(warned, tolerance == "1e-4", "{err}");
        let advised = err.contains("the remainders of all steps add up: try 1e-9");
        assert_eq!(advised, tolerance == "1e-4", "{err}");
    }
}
