//! Pictures as a user asks for them: spectra, phase planes, paths, snapshots, and what is said when they cannot be drawn.

mod curves;
mod meshes;
mod snapshots;

use poinsot::results::{Axis, Layout, Status, Variable, Writer};
use std::f64::consts::TAU;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("pictures")
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
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

fn svg(here: &Path, name: &str) -> String {
    fs::read_to_string(here.join(name)).unwrap()
}

/// A body on a screw line: x = 0.25 cos(2 pi 3.3 t), and a number that is not recorded with its rate.
fn signal(here: &Path) {
    let layout = Layout {
        axes: vec![
            Axis::new("body", ["bead"]),
            Axis::new("xyz", ["x", "y", "z"]),
        ],
        variables: vec![
            Variable::new("time", "s", "time", []),
            Variable::new("position", "m", "origin of the body frame", [0, 1]),
            Variable::new("velocity", "m/s", "its rate", [0, 1]),
            Variable::new("load", "N", "a force", []),
        ],
        attributes: vec![("title".into(), "bead".into())],
    };
    let mut writer = Writer::create(here.join("bead.nc"), &layout).unwrap();
    for k in 0..1001 {
        let t = 0.01 * f64::from(k);
        let (s, c) = (TAU * 3.3 * t).sin_cos();
        let w = 0.25 * TAU * 3.3;
        let row = [
            t,
            0.25 * c,
            0.25 * s,
            0.1 * t,
            -w * s,
            w * c,
            0.1,
            5.0 + t * t,
        ];
        writer.append(&row).unwrap();
    }
    writer.finish(&Status::Complete, &[]).unwrap();
}
