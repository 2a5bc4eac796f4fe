//! Meshes of a model from the command line: checked, carried by the results, kept by a run that goes on.

use poinsot::results::Reader;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MODEL: &str = "title = \"tumbling tetrahedron\"\n[run]\nduration = 0.2\ndt = 0.01\n\n[[body]]\nname = \"stone\"\nmass = 1\n\
                     inertia = [1, 2, 2.5]\nangular_velocity = [0.1, 3, 0.1]\n";
const SHAPE: &str =
    "\n[[shape]]\non = \"stone\"\nkind = \"mesh\"\nfile = \"stone.obj\"\nscale = \"1 cm\"\n";
const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/// A folder of its own with model and mesh.
fn folder(name: &str, mesh: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("shapes")
        .join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("model.toml"), MODEL.to_owned() + SHAPE).unwrap();
    fs::write(path.join("plain.toml"), MODEL).unwrap();
    fs::write(path.join("stone.obj"), mesh).unwrap();
    path
}

/// Runs and expects an exit code; returns standard output and standard error.
fn expect(here: &Path, args: &[&str], code: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poinsot"));
    let output = command.current_dir(here).args(args).stdin(Stdio::null());
    let output = output.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
    (out, err)
}

#[test]
fn results_carry_meshes_so_that_a_report_needs_no_other_file() {
    let here = folder("carried", MESH);
    expect(&here, &["run", "model.toml", "-o", "run.nc", "--quiet"], 0);
    fs::remove_file(here.join("stone.obj")).unwrap();
    fs::remove_file(here.join("model.toml")).unwrap();
    let (_, err) = expect(&here, &["report", "run.nc"], 0);
    assert_eq!(err, "");
    let page = fs::read_to_string(here.join("run.html")).unwrap();
    assert!(page.contains("stone.obj, 4 triangles"));
    assert!(page.contains("\"triangles\":4,\"vertices\":4"));
    // Snapshots are drawn from the results alone, too.
    let picture = ["plot", "run.nc", "--shape", "--at", "0", "-o", "run.svg"];
    expect(&here, &picture, 0);
    let picture = fs::read_to_string(here.join("run.svg")).unwrap();
    assert!(picture.contains("1 body"), "{picture}");
}

#[test]
fn numbers_are_the_same_with_and_without_shapes() {
    let here = folder("numbers", MESH);
    let rows = |model: &str| {
        let name = format!("{model}.nc");
        expect(&here, &["run", model, "-o", &name, "--quiet"], 0);
        let mut reader = Reader::open(here.join(&name)).unwrap();
        let frames = reader.frames();
        let mut bits: Vec<Vec<u64>> = Vec::new();
        for k in 0..frames {
            let row = reader.frame(k).unwrap();
            bits.push(row.iter().map(|x| x.to_bits()).collect());
        }
        bits
    };
    let plain = rows("plain.toml");
    assert_eq!(plain.len(), 21);
    assert!(plain == rows("model.toml"));
}

#[test]
fn a_run_that_goes_on_keeps_its_meshes() {
    let here = folder("resumed", MESH);
    expect(
        &here,
        &["run", "model.toml", "-o", "whole.nc", "--quiet"],
        0,
    );
    let part = [
        "run",
        "model.toml",
        "-o",
        "part.nc",
        "--quiet",
        "--max-steps",
        "7",
    ];
    expect(&here, &part, 3);
    // The mesh is no longer needed.
    fs::remove_file(here.join("stone.obj")).unwrap();
    expect(&here, &["resume", "part.nc", "--quiet"], 0);
    let bytes = |name: &str| fs::read(here.join(name)).unwrap();
    assert!(bytes("whole.nc") == bytes("part.nc"));
}

#[test]
fn check_says_what_is_wrong_with_a_mesh() {
    let here = folder("wrong", &MESH.replace("f 2 3 4", "f 2 3 5"));
    let (_, err) = expect(&here, &["check", "model.toml"], 2);
    assert!(err.contains("stone.obj: line 8: `5` is not among the 4 corners before it"));
    assert!(err.contains("model.toml:15:8 at shape[0].file"), "{err}");
    fs::remove_file(here.join("stone.obj")).unwrap();
    let (_, err) = expect(&here, &["run", "model.toml"], 2);
    assert!(
        err.contains("cannot read the mesh `stone.obj`") && err.contains("folder of the model")
    );
}
