//! What the command says beside its results: old names, and long lists in short.

use super::{expect, folder};
use poinsot::results::Reader;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const ROPE: &str = r#"
gravity = [0, 0, -9.81]
[run]
duration = 0.02
dt = 0.01
[[cable]]
name = "stretch"
from = [0, 0, 0]
to = [1, 0, 0]
stiffness = 1000
mass_per_length = 0.1
elements = 2
[[joint]]
name = "knot"
kind = "spherical"
between = ["ground", "stretch.start"]
"#;

/// Wherever an output is named, its old name is warned of with the new one, and means the same; other names are left alone, also
/// those of items and of groups that the old name belongs to.
#[test]
fn old_names_are_warned_of_everywhere() {
    let here = folder("old-names");
    fs::write(here.join("rope.toml"), ROPE).unwrap();
    expect(&here, &["run", "rope.toml"], 0);
    let reader = Reader::open(here.join("rope.nc")).unwrap();
    let full = reader.resolve("stretch").unwrap()[0].name.clone();
    let (item, _) = full.rsplit_once('.').unwrap();
    let new = format!("{item}.cable_strain");
    let old_and_new: [(&[&str], &str, &str); 6] = [
        (&["export", "rope.nc"], "stretch", "cable_strain"),
        (&["export", "rope.nc"], &full, &new),
        (
            &["plot", "rope.nc", "-o", "a.svg"],
            "stretch",
            "cable_strain",
        ),
        (
            &["plot", "rope.nc", "-o", "b.svg", "time", "--against"],
            &full,
            &new,
        ),
        (&["plot", "rope.nc", "-o", "c.svg", "--phase"], &full, &new),
        (
            &["plot", "rope.nc", "-o", "d.svg", "--shape", "--color"],
            "stretch",
            "cable_strain",
        ),
    ];
    for (command, old, new) in old_and_new {
        let with = |name| expect(&here, &[command, &[name]].concat(), 0);
        let (before, err) = with(old);
        let warning = format!(
            "warning: `{old}` is the old name of `{new}` and will be removed in version 0.3"
        );
        assert!(err.contains(&warning), "{command:?}: {err}");
        assert!(err.contains(&format!("help: write {new}\n")), "{err}");
        let (after, err) = with(new);
        assert_eq!(err, "", "{command:?}");
        if command[0] == "export" {
            let numbers = |text: &str| text.lines().skip(1).collect::<String>();
            assert_eq!(numbers(&before), numbers(&after));
        }
    }
    for name in [item, "tension"] {
        let (_, err) = expect(&here, &["export", "rope.nc", name], 0);
        assert_eq!(err, "", "{name}");
    }
    // Whoever has to choose is not offered the old one.
    let args = [
        "plot", "rope.nc", "-o", "e.svg", "--shape", "--color", "warmth",
    ];
    let (_, err) = expect(&here, &args, 2);
    assert!(
        err.contains("cable_strain") && !err.contains("stretch"),
        "{err}"
    );
}

/// Frames in a row on hinges that are all alike: each repeats three conditions.
fn frames(here: &Path, count: usize) {
    let mut model = String::from("[run]\nduration = 0.01\ndt = 0.01\nredundant = \"remove\"\n");
    let mut body = |name: String, place: [f64; 2]| {
        let [x, z] = place;
        writeln!(
            model,
            "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\nposition = [{x}, 0, {z}]"
        )
        .unwrap();
    };
    for k in 0..=count {
        body(format!("post{k}"), [k as f64, 0.5]);
    }
    for k in 0..count {
        body(format!("bar{k}"), [k as f64 + 0.5, 1.0]);
    }
    let mut hinge = |a: String, b: String, place: [f64; 2]| {
        let [x, z] = place;
        writeln!(
            model,
            "[[joint]]\nname = \"{a}-{b}\"\nkind = \"revolute\"\nbetween = [\"{a}\", \"{b}\"]\nat = [{x}, 0, {z}]\naxis = [0, 1, 0]"
        )
        .unwrap();
    };
    for k in 0..=count {
        hinge("ground".to_owned(), format!("post{k}"), [k as f64, 0.0]);
    }
    for k in 0..count {
        hinge(format!("post{k}"), format!("bar{k}"), [k as f64, 1.0]);
        let next = k + 1;
        hinge(format!("bar{k}"), format!("post{next}"), [next as f64, 1.0]);
    }
    model.push_str("[[spring]]\nname = \"hold\"\non = \"ground-post0.angle\"\nstiffness = 100\n");
    fs::write(here.join("frames.toml"), model).unwrap();
}

#[test]
fn long_lists_are_told_in_short() {
    let here = folder("in-short");
    frames(&here, 8);
    let lines = |args: &[&str]| -> Vec<String> {
        let (out, _) = expect(&here, args, 0);
        let removed = out.lines().filter(|line| line.starts_with("  removed: "));
        removed.map(str::to_owned).collect()
    };
    let short = "  removed: 24 conditions of 8 joints or motions, which repeat others";
    let full = lines(&["check", "frames.toml", "--verbose"]);
    assert_eq!(full.len(), 8);
    let option = "\n  --verbose lists them one by one\n";
    let (out, _) = expect(&here, &["check", "frames.toml"], 0);
    assert!(out.contains(option), "{out}");
    let (out, _) = expect(&here, &["check", "frames.toml", "-v"], 0);
    assert!(!out.contains(option), "{out}");
    for command in ["check", "run", "statics"] {
        assert_eq!(lines(&[command, "frames.toml"]), [short], "{command}");
        assert_eq!(lines(&[command, "frames.toml", "-v"]), full, "{command}");
    }
    let reader = Reader::open(here.join("frames.nc")).unwrap();
    let kept = reader.layout().attribute("removed").unwrap();
    let all: Vec<String> = kept
        .lines()
        .map(|line| format!("  removed: {line}"))
        .collect();
    assert_eq!(all, full);
    // The library points to the description of a body, the command says how to read it.
    let (_, err) = expect(&here, &["check", "frames.toml", "--set", "body.bar0=2"], 2);
    assert!(
        err.contains("`poinsot kinds body` explains its keys"),
        "{err}"
    );
    // A short list is told as it is.
    frames(&here, 5);
    assert_eq!(lines(&["check", "frames.toml"]).len(), 5);
}

/// A library is used by other programs too: its messages name keys of the model and values, the command adds its own options.
#[test]
fn messages_of_libraries_name_no_commands() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for library in ["poinsot", "poinsot-lu", "poinsot-views"] {
        let mut folders = vec![crates.join(library).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "rs") {
                    let text = fs::read_to_string(&path).unwrap();
                    let named = text.lines().filter(|line| names_a_command(line));
                    found.extend(named.map(|line| format!("{}: {}", path.display(), line.trim())));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(names_a_command("    \"look at it with `poinsot plot`\""));
    assert!(names_a_command("    \"go on with --ledger warn\""));
}

/// Whether a line of code, comments aside, holds a command or an option of the command line.
fn names_a_command(line: &str) -> bool {
    const COMMANDS: [&str; 13] = [
        "run",
        "resume",
        "statics",
        "modes",
        "linearize",
        "check",
        "schema",
        "kinds",
        "plot",
        "report",
        "view",
        "export",
        "examples",
    ];
    let line = line.trim_start();
    if line.starts_with("//") {
        return false;
    }
    let command = |word: &&str| line.contains(&format!("poinsot {word}"));
    let option = |(at, _): (usize, &str)| {
        let before = line[..at].chars().next_back();
        let after = line[at + 2..].chars().next();
        before.is_some_and(|c| " `\"(".contains(c)) && after.is_some_and(|c| c.is_ascii_lowercase())
    };
    COMMANDS.iter().any(command) || line.match_indices("--").any(option)
}
