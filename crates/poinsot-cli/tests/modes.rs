//! `poinsot modes` and `poinsot linearize` as a user calls them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const OSCILLATOR: &str = r#"
[run]
duration = 1
dt = 0.01
[[body]]
name = "m"
mass = 2
inertia = [1, 1, 1]
[[joint]]
name = "guide"
kind = "prismatic"
between = ["ground", "m"]
at = [0, 0, 0]
axis = [1, 0, 0]
[[spring]]
name = "s"
on = "guide.displacement"
stiffness = 50
[[force]]
name = "push"
on = "m"
value = [4, 0, 0]
scale = 0
"#;

fn folder(name: &str) -> PathBuf {
    let here = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).unwrap();
    fs::write(here.join("model.toml"), OSCILLATOR).unwrap();
    here
}

fn poinsot(here: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_poinsot"))
        .current_dir(here)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn out(output: &Output) -> String {
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Bad usage: exit code 2, and the message.
fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn modes_come_as_table_json_csv_and_animation() {
    let here = folder("modes");
    let table = out(&poinsot(&here, &["modes", "model.toml"]));
    assert!(table.contains("real modes: conservative"), "{table}");
    assert!(
        table.contains("5.00000") && table.contains("m, x"),
        "{table}"
    );
    let text = out(&poinsot(&here, &["modes", "model.toml", "--json"]));
    let all: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mode = &all["modes"][0];
    assert!((mode["angular_frequency"].as_f64().unwrap() - 5.0).abs() < 1e-12);
    // Unit modal mass: 2 x^2 = 1, and all the mass that can move.
    let x = mode["shape"][0]["motion"][0].as_f64().unwrap();
    assert!((x - 0.5f64.sqrt()).abs() < 1e-12);
    assert!((mode["effective_mass"][0].as_f64().unwrap() - 2.0).abs() < 1e-12);
    out(&poinsot(&here, &["modes", "model.toml", "-o", "m.csv"]));
    let csv = fs::read_to_string(here.join("m.csv")).unwrap();
    assert_eq!(csv.lines().count(), 2, "{csv}");
    let args = ["modes", "model.toml", "--animate", "1", "-o", "m.nc"];
    out(&poinsot(&here, &args));
    let export = out(&poinsot(&here, &["export", "m.nc", "m.position.x"]));
    let values: Vec<f64> = export
        .lines()
        .skip(1)
        .map(|l| l.split(',').nth(1).unwrap().parse().unwrap())
        .collect();
    assert_eq!(values.len(), 61);
    assert!(values[0] > 0.0 && (values[0] + values[30]).abs() < 1e-12);
}

#[test]
fn modes_about_a_stored_time() {
    let here = folder("modes_stored");
    // A spring that stiffens as it is stretched.
    let model = OSCILLATOR
        .replace("stiffness = 50", "force = \"50*x + 1000*x^3\"")
        .replace(
            "mass = 2\n",
            "mass = 2\nposition = [0, 0, 0]\nvelocity = [1, 0, 0]\n",
        )
        .replace("dt = 0.01", "dt = 0.001\nscheme = \"ep\"");
    fs::write(here.join("model.toml"), model).unwrap();
    out(&poinsot(&here, &["run", "model.toml", "-o", "run.nc"]));
    let export = out(&poinsot(&here, &["export", "run.nc", "m.position.x"]));
    let row = export.lines().nth(1 + 100).unwrap();
    let x: f64 = row.split(',').nth(1).unwrap().parse().unwrap();
    assert!(x > 0.05, "{row}");
    let exact = ((50.0 + 3000.0 * x * x) / 2.0).sqrt();
    for state in ["run.nc@0.1 s", "0.1 s"] {
        let args = ["modes", "model.toml", "--json", "--about", state];
        let all: serde_json::Value = serde_json::from_str(&out(&poinsot(&here, &args))).unwrap();
        let found = all["modes"][0]["angular_frequency"].as_f64().unwrap();
        assert!(
            (found - exact).abs() < 1e-9 * exact,
            "{state}: {found} is not {exact}"
        );
    }
}

#[test]
fn bad_usage_is_refused_with_the_next_step() {
    let here = folder("modes_refused");
    let run = |more: &[&str]| {
        let args: Vec<&str> = ["modes", "model.toml"]
            .iter()
            .chain(more)
            .copied()
            .collect();
        refused(&poinsot(&here, &args))
    };
    assert!(run(&["-o", "m.txt"]).contains(".json or .csv"));
    assert!(run(&["--animate", "9", "-o", "m.nc"]).contains("there is no mode 9"));
    assert!(run(&["--near", "5 m"]).contains("5 Hz"));
    assert!(run(&["--about", "resting"]).contains("equilibrium"));
    assert!(run(&["--top-speed", "100 rpm"]).contains("[turning]"));
    assert!(run(&["--about", "missing.nc"]).contains("missing.nc"));
    let error = refused(&poinsot(&here, &["modes", "missing.toml"]));
    assert!(error.contains("missing.toml"), "{error}");
}

/// A matrix in NumPy's format, written row by row.
fn npy(path: &Path) -> (usize, usize, Vec<f64>) {
    let bytes = fs::read(path).unwrap();
    assert_eq!(&bytes[..8], b"\x93NUMPY\x02\x00");
    let head = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    let text = std::str::from_utf8(&bytes[12..12 + head]).unwrap();
    let shape = text
        .split("'shape': (")
        .nth(1)
        .unwrap()
        .split(')')
        .next()
        .unwrap();
    let sizes: Vec<usize> = shape
        .split(',')
        .map(|s| s.trim().parse().unwrap())
        .collect();
    let values = bytes[12 + head..].chunks_exact(8);
    let values: Vec<f64> = values
        .map(|b| f64::from_le_bytes(b.try_into().unwrap()))
        .collect();
    assert_eq!(values.len(), sizes[0] * sizes[1]);
    (sizes[0], sizes[1], values)
}

#[test]
fn matrices_read_back_as_the_same_numbers() {
    let here = folder("linearize");
    let text = out(&poinsot(&here, &["linearize", "model.toml", "-o", "lin"]));
    assert!(text.contains("2 states, 1 inputs"), "{text}");
    let lin = here.join("lin");
    for name in ["M", "C", "K", "G"] {
        let text = fs::read_to_string(lin.join(format!("{name}.mtx"))).unwrap();
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some("%%MatrixMarket matrix coordinate real general")
        );
        let sizes: Vec<usize> = lines
            .next()
            .unwrap()
            .split(' ')
            .map(|s| s.parse().unwrap())
            .collect();
        let (rows, columns, dense) = npy(&lin.join(format!("{name}.npy")));
        assert_eq!(sizes[..2], [rows, columns]);
        let mut sparse = vec![0.0; rows * columns];
        let mut count = 0;
        for line in lines {
            let parts: Vec<&str> = line.split(' ').collect();
            let place: [usize; 2] = [parts[0].parse().unwrap(), parts[1].parse().unwrap()];
            sparse[(place[0] - 1) * columns + place[1] - 1] = parts[2].parse().unwrap();
            count += 1;
        }
        assert_eq!(count, sizes[2]);
        assert_eq!(sparse, dense, "{name}");
    }
    let (_, _, a) = npy(&lin.join("A.npy"));
    assert!((a[2] + 25.0).abs() < 1e-12 && a[1] == 1.0, "{a:?}");
    let names: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(lin.join("names.json")).unwrap()).unwrap();
    assert_eq!(names["inputs"][0]["name"], "push");
    let outputs = names["outputs"].as_array().unwrap();
    assert!(outputs.iter().any(|o| o["name"] == "guide.displacement"));
}

#[test]
fn modes_about_results_of_statics_take_their_load_factor() {
    let here = folder("about-statics");
    // A pendulum whose weight grows with time: a load factor read as a time would show.
    let text = "gravity = { acceleration = [0, 0, -9.81], scale = \"1 + 3*t\" }\n[statics]\nat = [0.25, 1]\n[modes]\ncount = 1\n\
        [[point_mass]]\nname = \"bob\"\nmass = 1\nposition = [0, 0, -1]\n\
        [[joint]]\nname = \"rod\"\nkind = \"distance\"\nbetween = [\"ground\", \"bob\"]\npoints = [[0, 0, 0], [0, 0, -1]]\n";
    fs::write(here.join("bob.toml"), text).unwrap();
    let path = poinsot(&here, &["statics", "bob.toml", "-o", "path.nc"]);
    assert!(!String::from_utf8_lossy(&path.stderr).contains("[run]"));
    out(&path);
    let frequency = |about: &str| {
        let text = out(&poinsot(
            &here,
            &["modes", "bob.toml", "--about", about, "--json"],
        ));
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        json["modes"][0]["frequency"].as_f64().unwrap()
    };
    let full = 9.81f64.sqrt() / std::f64::consts::TAU;
    assert!((frequency("path.nc") / full - 1.0).abs() < 1e-9);
    assert!((frequency("path.nc@0.25") / full - 0.5).abs() < 1e-9);
    assert!((frequency("equilibrium") / full - 1.0).abs() < 1e-9);
}
