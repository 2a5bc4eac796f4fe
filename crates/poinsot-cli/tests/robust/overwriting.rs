//! No file that is read is written over, and none is half written.

use super::{expect, folder, mover};
use poinsot::results::Reader;
use std::fs;
use std::path::Path;

fn last_x(path: &Path) -> f64 {
    let mut reader = Reader::open(path).unwrap();
    let column = reader.resolve("a.position.x").unwrap()[0].clone();
    *reader.series(&column).unwrap().last().unwrap()
}

/// A run that is killed before its first checkpoint begins again from where it began, whatever lies beside its results by then.
#[test]
fn a_run_that_begins_again_starts_from_the_same_state() {
    let here = folder("begin-again");
    let out = here.join("out");
    fs::create_dir(&out).unwrap();
    fs::write(here.join("a.toml"), mover(1.0, "")).unwrap();
    fs::write(here.join("other.toml"), mover(7.0, "")).unwrap();
    fs::write(here.join("b.toml"), mover(1.0, "start_from = \"first.nc\"")).unwrap();
    expect(&here, &["run", "a.toml", "-o", "first.nc"], 0);
    expect(&out, &["run", "../b.toml", "-o", "whole.nc"], 0);
    let stopped = [
        "run",
        "../b.toml",
        "-o",
        "part.nc",
        "--no-checkpoint",
        "--max-steps",
        "4",
    ];
    expect(&out, &stopped, 3);
    // Another file of that name where the results are, and the one it started from is gone.
    expect(&out, &["run", "../other.toml", "-o", "first.nc"], 0);
    fs::remove_file(here.join("first.nc")).unwrap();
    let said = expect(&out, &["resume", "part.nc"], 0);
    assert!(said.contains("start: as"), "{said}");
    assert!((last_x(&out.join("whole.nc")) - 0.2).abs() < 1e-12);
    assert_eq!(
        fs::read(out.join("part.nc")).unwrap(),
        fs::read(out.join("whole.nc")).unwrap()
    );
    // The same after a checkpoint that was lost.
    let stopped = ["run", "../b.toml", "-o", "x.nc", "--max-steps", "4"];
    fs::copy(out.join("whole.nc"), here.join("first.nc")).unwrap();
    expect(&out, &stopped, 3);
    fs::remove_file(out.join("x.nc.checkpoint")).unwrap();
    fs::remove_file(here.join("first.nc")).unwrap();
    expect(&out, &["resume", "x.nc"], 0);
    assert!((last_x(&out.join("x.nc")) - 0.3).abs() < 1e-12);
}

#[test]
fn the_file_a_run_starts_from_is_not_written_over() {
    let here = folder("start-from");
    fs::write(here.join("first.toml"), mover(1.0, "")).unwrap();
    let model = mover(1.0, "start_from = \"chain.nc\"");
    fs::write(here.join("chain.toml"), &model).unwrap();
    let keep = ["run", "first.toml", "-o", "chain.nc", "--keep-checkpoint"];
    expect(&here, &keep, 0);
    let before = fs::read(here.join("chain.nc")).unwrap();
    let said = expect(&here, &["run", "chain.toml"], 2);
    assert!(
        said.contains("chain.nc is the file that the model starts from") && said.contains("-o"),
        "{said}"
    );
    let forced = ["run", "chain.toml", "-o", "chain.nc", "--force"];
    expect(&here, &forced, 2);
    std::os::unix::fs::symlink("chain.nc", here.join("link.nc")).unwrap();
    let linked = ["run", "chain.toml", "-o", "link.nc", "--force"];
    expect(&here, &linked, 2);
    fs::hard_link(here.join("chain.nc"), here.join("hard.nc")).unwrap();
    let linked = ["run", "chain.toml", "-o", "hard.nc", "--force"];
    expect(&here, &linked, 2);
    expect(&here, &["statics", "chain.toml"], 2);
    // A checkpoint would be removed by the run that writes the results it belongs to.
    let model = mover(1.0, "start_from = \"chain.nc.checkpoint\"");
    fs::write(here.join("chain.toml"), model).unwrap();
    let said = expect(&here, &["run", "chain.toml"], 2);
    assert!(said.contains("checkpoints of chain.nc"), "{said}");
    assert!(here.join("chain.nc.checkpoint").is_file());
    assert_eq!(fs::read(here.join("chain.nc")).unwrap(), before);
    expect(&here, &["run", "chain.toml", "-o", "second.nc"], 0);
}

#[test]
fn meshes_and_models_are_not_written_over() {
    let here = folder("meshes");
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for name in ["part.obj", "part.glb"] {
        fs::write(here.join(name), mesh).unwrap();
    }
    let model = mover(1.0, "") + "[[shape]]\non = \"a\"\nkind = \"mesh\"\nfile = \"part.obj\"\n";
    fs::write(here.join("m.toml"), &model).unwrap();
    for (args, what) in [
        (
            &["run", "m.toml", "-o", "part.obj", "--force"][..],
            "a mesh of the model",
        ),
        (
            &["statics", "m.toml", "-o", "part.obj", "--force"],
            "a mesh of the model",
        ),
        (&["run", "m.toml", "-o", "m.toml", "--force"], "the input"),
    ] {
        let said = expect(&here, args, 2);
        assert!(said.contains(what), "{said}");
    }
    expect(&here, &["run", "m.toml"], 0);
    let said = expect(
        &here,
        &["export", "m.nc", "--format", "csv", "-o", "part.obj"],
        2,
    );
    assert!(said.contains("a mesh of the model"), "{said}");
    for format in ["csv", "npy", "npz"] {
        let args = ["export", "m.nc", "--format", format, "-o", "m.nc"];
        expect(&here, &args, 2);
    }
    // A model in JSON is a file that modes could be written to.
    let json = "{\"body\": [{\"name\": \"a\", \"mass\": 1, \"inertia\": [1, 1, 1]}]}";
    fs::write(here.join("m.json"), json).unwrap();
    expect(&here, &["modes", "m.json", "-o", "m.json"], 2);
    fs::copy(here.join("m.json"), here.join("names.json")).unwrap();
    expect(&here, &["linearize", "names.json", "-o", "."], 2);
    assert_eq!(fs::read_to_string(here.join("names.json")).unwrap(), json);
    assert_eq!(fs::read_to_string(here.join("m.json")).unwrap(), json);
    assert_eq!(fs::read_to_string(here.join("part.obj")).unwrap(), mesh);
    // Results with the name of a page.
    fs::copy(here.join("m.nc"), here.join("page.html")).unwrap();
    expect(&here, &["view", "page.html", "--no-open"], 2);
    expect(&here, &["report", "page.html"], 2);
    expect(&here, &["plot", "page.html"], 0);
}

/// Whoever looks while an export is written finds the file before or the whole one, also after a kill.
#[test]
fn exports_appear_as_a_whole() {
    let here = folder("whole");
    let model = mover(1.0, "").replace("duration = 0.1", "duration = 100");
    fs::write(here.join("m.toml"), model).unwrap();
    expect(&here, &["run", "m.toml"], 0);
    expect(&here, &["export", "m.nc", "-o", "m.csv"], 0);
    let whole = fs::read(here.join("m.csv")).unwrap();
    let target = here.join("again.csv");
    fs::write(&target, "before").unwrap();
    let mut seen = 0;
    for round in 0..12 {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_poinsot"))
            .args(["export", "m.nc", "-o", "again.csv"])
            .current_dir(&here)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(10 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = fs::read(&target).unwrap();
        assert!(
            found == b"before" || found == whole,
            "{} bytes",
            found.len()
        );
        seen += usize::from(found == whole);
    }
    assert!(seen < 12, "every kill came too late to show anything");
}
