//! Damage, a full disk, files that are gone, bad usage: clear words, and nothing is lost.

use super::{MODEL, checked, command, expect, folder, names, reference, wait_for};
use poinsot::results::{Reader, Status};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn damaged_checkpoints_are_named_and_not_used() {
    let here = folder("damaged");
    let whole = reference(&here, &[]);
    let (current, before) = (
        here.join("run.nc.checkpoint"),
        here.join("run.nc.checkpoint.before"),
    );
    let stop = [
        "run",
        "model.toml",
        "-o",
        "run.nc",
        "--force",
        "--max-steps",
        "100",
    ];
    let spoil = |path: &Path| {
        let mut bytes = fs::read(path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        fs::write(path, bytes).unwrap();
    };
    expect(&here, &stop, 3);
    spoil(&current);
    let (out, err) = expect(&here, &["resume", "run.nc"], 0);
    assert!(
        err.contains("checkpoint is not a complete checkpoint: its check sum is wrong"),
        "{err}"
    );
    assert!(out.contains("after 99 steps"), "{out}");
    assert!(fs::read(here.join("run.nc")).unwrap() == whole);
    expect(&here, &stop, 3);
    spoil(&current);
    spoil(&before);
    let (_, err) = expect(&here, &["resume", "run.nc"], 0);
    assert!(err.contains("the run starts again"), "{err}");
    assert!(fs::read(here.join("run.nc")).unwrap() == whole);
    // A checkpoint of other settings, and results that were cut.
    expect(&here, &stop, 3);
    let other = fs::read(&current).unwrap();
    let mut faster = stop.to_vec();
    faster.extend(["--dt", "2e-3"]);
    expect(&here, &faster, 3);
    fs::write(&current, &other).unwrap();
    let (out, err) = expect(&here, &["resume", "run.nc", "--max-steps", "1"], 3);
    assert!(
        err.contains("of another run, its list of settings differs"),
        "{err}"
    );
    assert!(out.contains("after 99 steps"), "{out}");
    expect(&here, &stop, 3);
    let file = fs::OpenOptions::new()
        .write(true)
        .open(here.join("run.nc"))
        .unwrap();
    let length = file.metadata().unwrap().len();
    file.set_len(length - 3000).unwrap();
    drop(file);
    let (_, err) = expect(&here, &["resume", "run.nc"], 0);
    assert!(err.contains("of the 51 frames that were written"), "{err}");
    assert!(fs::read(here.join("run.nc")).unwrap() == whole);
}

#[test]
fn without_a_checkpoint_the_run_begins_again() {
    let here = folder("without");
    let whole = reference(&here, &["--scheme", "ep", "--ledger", "warn"]);
    let mut args = vec!["run", "model.toml", "-o", "run.nc", "--max-steps", "7"];
    args.extend(["--scheme", "ep", "--ledger", "warn", "--no-checkpoint"]);
    let (out, _) = expect(&here, &args, 3);
    assert!(
        out.contains("from the start, since no checkpoint was kept"),
        "{out}"
    );
    assert_eq!(names(&here, "checkpoint"), [""; 0]);
    // Model and settings, those of the command line too, are in the results.
    fs::remove_file(here.join("model.toml")).unwrap();
    let (_, err) = expect(&here, &["resume", "run.nc"], 0);
    assert!(err.contains("starts again"), "{err}");
    assert!(fs::read(here.join("run.nc")).unwrap() == whole);
}

#[test]
fn a_checkpoint_alone_is_enough() {
    let here = folder("alone");
    reference(&here, &[]);
    let stop = ["run", "model.toml", "-o", "run.nc", "--max-steps", "100"];
    expect(&here, &stop, 3);
    fs::remove_file(here.join("run.nc")).unwrap();
    let (_, err) = expect(&here, &["resume", "run.nc", "--max-steps", "20"], 3);
    assert!(
        err.contains("run.nc is gone; a new file starts at t = 0.1 s"),
        "{err}"
    );
    expect(&here, &["resume", "run.nc"], 0);
    let mut whole = Reader::open(here.join("whole.nc")).unwrap();
    let mut late = Reader::open(here.join("run.nc")).unwrap();
    assert_eq!(late.frames(), 100);
    for k in 0..100 {
        assert_eq!(late.frame(k).unwrap(), whole.frame(51 + k).unwrap());
    }
}

/// A file that is removed under the run ends it, with a checkpoint of the last step.
#[test]
fn vanished_results_leave_a_checkpoint() {
    let here = folder("vanished");
    // Long, and with the first checkpoint far away.
    let mut args = vec!["run", "model.toml", "-o", "run.nc", "--duration", "1e4"];
    args.extend(["--checkpoint", "1h"]);
    let child = command(&here, &args)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let path = here.join("run.nc");
    wait_for(&path);
    fs::remove_file(&path).unwrap();
    let (_, err) = checked(child.wait_with_output().unwrap(), 1);
    assert!(err.contains("run.nc was removed or moved"), "{err}");
    assert!(
        err.contains("`poinsot resume run.nc` continues from the checkpoint"),
        "{err}"
    );
    let (out, _) = expect(&here, &["resume", "run.nc", "--max-steps", "5"], 3);
    assert!(out.contains("resuming at t ="), "{out}");
}

/// A file that may not grow stands for a full disk.
#[test]
fn a_full_disk_keeps_what_fits() {
    let here = folder("full");
    let whole = reference(&here, &[]);
    let limit = whole.len() / 512 * 2 / 3;
    let program = env!("CARGO_BIN_EXE_poinsot");
    // Without the signal a write beyond the limit fails as one on a full disk does.
    let script = format!(
        "trap '' XFSZ; ulimit -f {limit}; exec {program} run model.toml -o run.nc --checkpoint \"1 ms\""
    );
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", &script]).current_dir(&here).output();
    let (_, err) = checked(output.unwrap(), 1);
    assert!(err.contains("cannot write run.nc"), "{err}");
    assert!(err.contains("frames are safe"), "{err}");
    assert!(
        err.contains("continues from the checkpoint at t ="),
        "{err}"
    );
    let reader = Reader::open(here.join("run.nc")).unwrap();
    assert!(reader.frames() > 50 && matches!(reader.status(), Status::Failed(_)));
    let (out, _) = expect(&here, &["resume", "run.nc"], 0);
    assert!(out.contains("resuming at t ="), "{out}");
    assert!(fs::read(here.join("run.nc")).unwrap() == whole);
}

/// A checkpoint that cannot be written ends the run; the results are whole, and the checkpoint before stays.
#[test]
fn a_checkpoint_that_cannot_be_written_ends_the_run() {
    let here = folder("no-place");
    let whole = reference(&here, &[]);
    let stop = ["run", "model.toml", "-o", "run.nc", "--max-steps", "100"];
    expect(&here, &stop, 3);
    // Nobody can write a file where a folder is, whatever the permissions.
    fs::create_dir(here.join("run.nc.checkpoint.part")).unwrap();
    let (_, err) = expect(&here, &["resume", "run.nc"], 1);
    assert!(
        err.contains("cannot write") && err.contains("it is a folder"),
        "{err}"
    );
    assert!(
        err.contains("continues from the checkpoint at t = 0.1 s"),
        "{err}"
    );
    assert!(Reader::open(here.join("run.nc")).unwrap().frames() >= 51);
    fs::remove_dir(here.join("run.nc.checkpoint.part")).unwrap();
    expect(&here, &["resume", "run.nc"], 0);
    assert!(fs::read(here.join("run.nc")).unwrap() == whole);
}

#[test]
fn a_run_that_is_still_going_is_left_alone() {
    let here = folder("busy");
    let args = ["run", "model.toml", "-o", "run.nc", "--duration", "1e4"];
    let mut child = command(&here, &args).stdout(Stdio::null()).spawn().unwrap();
    wait_for(&here.join("run.nc.checkpoint"));
    let (_, err) = expect(&here, &["resume", "run.nc"], 2);
    assert!(err.contains("being written by another run"), "{err}");
    let (_, err) = expect(&here, &["run", "model.toml", "-o", "run.nc", "--force"], 2);
    assert!(err.contains("being written by another run"), "{err}");
    child.kill().unwrap();
    child.wait().unwrap();
    expect(&here, &["resume", "run.nc", "--max-steps", "1"], 3);
}

#[test]
fn the_last_checkpoint_is_kept_on_request() {
    let here = folder("keep");
    expect(
        &here,
        &["run", "model.toml", "-o", "run.nc", "--keep-checkpoint"],
        0,
    );
    assert!(names(&here, "checkpoint").contains(&"run.nc.checkpoint".to_owned()));
    let kept = poinsot::checkpoint::Checkpoint::read(&here.join("run.nc.checkpoint")).unwrap();
    assert_eq!((kept.time, kept.steps, kept.frames), (0.3, 300, 151));
    // Another run with the same name has nothing to do with it.
    expect(&here, &["run", "model.toml", "-o", "run.nc", "--force"], 0);
    assert_eq!(names(&here, "checkpoint"), [""; 0]);
}

#[test]
fn bad_usage_gives_two() {
    let here = folder("usage");
    let (_, err) = expect(&here, &["resume", "missing.nc"], 2);
    assert!(err.contains("no missing.nc and no checkpoint"), "{err}");
    fs::write(here.join("text.nc"), "not results").unwrap();
    let (_, err) = expect(&here, &["resume", "text.nc"], 2);
    assert!(err.contains("not a readable results file"), "{err}");
    let (_, err) = expect(&here, &["resume", "model.toml"], 2);
    assert!(err.contains("not a readable results file"), "{err}");
    for (flag, value) in [
        ("--max-wall", "0"),
        ("--max-wall", "soon"),
        ("--max-wall", "2 m"),
        ("--max-steps", "0"),
        ("--max-steps", "1.5"),
        ("--checkpoint", "-5"),
        ("--checkpoint", "nan"),
    ] {
        for command in [["run", "model.toml"], ["resume", "run.nc"]] {
            let flag = format!("{flag}={value}");
            let (_, err) = expect(&here, &[command[0], command[1], &flag], 2);
            assert!(err.contains(value), "{err}");
        }
    }
    expect(&here, &["resume", "run.nc", "--every", "0"], 2);
    let both = ["run", "model.toml", "--no-checkpoint", "--checkpoint", "1"];
    expect(&here, &both, 2);
    let bad = MODEL.replace("checkpoint = 0", "checkpoint = \"-1 s\"");
    fs::write(here.join("bad.toml"), bad).unwrap();
    let (_, err) = expect(&here, &["check", "bad.toml"], 2);
    assert!(
        err.contains("bad.toml:11:") && err.contains("output.checkpoint"),
        "{err}"
    );
}
