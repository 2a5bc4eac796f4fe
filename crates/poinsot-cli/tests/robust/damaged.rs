//! Damaged files and odd models end with a message, in bounded time and memory.

use super::{expect, folder, mover, poinsot};
use poinsot::results::{Layout, Reader, Writer};
use std::fs;
use std::path::Path;

/// Results of a small model with something of every kind that is drawn.
fn run(here: &Path) {
    let model = "gravity = [0, 0, -9.81]\n[run]\nduration = 0.02\ndt = 0.01\n\
        [[body]]\nname = \"a\"\nmass = 1\ninertia = [0.01, 0.02, 0.02]\nposition = [1, 0, 0]\n\
        [[joint]]\nname = \"pin\"\nkind = \"revolute\"\nbetween = [\"ground\", \"a\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n\
        [[cable]]\nname = \"rope\"\nfrom = [1, 0, 0]\nto = [2, 0, 0]\nstiffness = 100\nmass_per_length = 0.1\nelements = 2\n\
        [[joint]]\nname = \"knot\"\nkind = \"spherical\"\nbetween = [\"a\", \"rope.start\"]\n";
    fs::write(here.join("m.toml"), model).unwrap();
    expect(here, &["run", "m.toml", "-o", "m.nc"], 0);
}

/// The same results with other numbers or attributes.
fn changed(from: &Path, to: &Path, change: impl Fn(&mut Layout, &mut [Vec<f64>])) {
    let mut reader = Reader::open(from).unwrap();
    let mut layout = reader.layout().clone();
    let mut rows: Vec<Vec<f64>> = (0..reader.frames())
        .map(|k| reader.frame(k).unwrap())
        .collect();
    change(&mut layout, &mut rows);
    let mut writer = Writer::replace(to, &layout).unwrap();
    for row in rows {
        writer.append(&row).unwrap();
    }
    writer
        .finish(&poinsot::results::Status::Complete, &[])
        .unwrap();
}

const LOOKS: [&[&str]; 9] = [
    &["plot", "x.nc"],
    &[
        "plot", "x.nc", "--shape", "--orbit", "a", "--color", "tension",
    ],
    &["plot", "x.nc", "--energy", "--log"],
    &["plot", "x.nc", "a.position", "--spectrum"],
    &["plot", "x.nc", "--orbit", "a"],
    &["report", "x.nc"],
    &["export", "x.nc", "--format", "vtk"],
    &["export", "x.nc", "--format", "gltf"],
    &["export", "x.nc", "--format", "npz"],
];

/// Places that are not finite, enormous or tiny among sound ones: drawing halves faces until they are small enough, which must end.
#[test]
fn wild_numbers_are_drawn_in_bounded_time_and_memory() {
    let here = folder("wild");
    run(&here);
    let names = ["position", "node_position", "orientation", "time"];
    // The square of 2e154 is too large for a number, but the area of a thin face of that length is not.
    for value in [f64::INFINITY, f64::NAN, 1e300, 2e154, -1e18, 1e-300] {
        for name in names {
            changed(&here.join("m.nc"), &here.join("x.nc"), |layout, rows| {
                let at = layout.variables.iter().position(|v| v.name == name);
                let first = layout.offset(at.unwrap());
                rows.last_mut().unwrap()[first] = value;
            });
            for args in LOOKS {
                let (code, said) = poinsot(&here, args);
                assert!(code <= 2, "{name} {value} {args:?}\n{said}");
            }
        }
    }
}

/// A state that is no state is no start; the search for the cause of its failing steps never ended.
#[test]
fn no_run_starts_from_wild_numbers() {
    let here = folder("wild-start");
    run(&here);
    let model = fs::read_to_string(here.join("m.toml")).unwrap();
    let model = model.replace("dt = 0.01\n", "dt = 0.01\nstart_from = \"x.nc\"\n");
    fs::write(here.join("start.toml"), model).unwrap();
    for value in [f64::NEG_INFINITY, f64::NAN, 1e300] {
        for name in ["position", "orientation", "velocity", "node_velocity"] {
            changed(&here.join("m.nc"), &here.join("x.nc"), |layout, rows| {
                let at = layout.variables.iter().position(|v| v.name == name);
                // The first node of the rope is that of the body.
                let last = layout.offset(at.unwrap()) + layout.variable_len(at.unwrap()) - 1;
                rows.last_mut().unwrap()[last] = value;
            });
            let (code, said) = poinsot(&here, &["run", "start.toml", "--force"]);
            // An orientation with one enormous component is a half turn, which the joint may put back.
            let turned = name == "orientation" && value == 1e300;
            assert!(code == 2 || turned && code < 2, "{name} {value}\n{said}");
            assert!(turned || said.contains("start.toml:5:14"), "{said}");
        }
    }
}

/// A disc whose radius is far from the size of everything else.
#[test]
fn large_discs_and_far_bodies_are_drawn() {
    let here = folder("large");
    for radius in [7.0, 5e3, 1e9, 1e150] {
        let model = format!(
            "gravity = [0, 0, -9.81]\n[run]\nduration = 0.01\ndt = 0.005\n[[body]]\nname = \"disc\"\nmass = 1\n\
             inertia = [0.0225, 0.0225, 0.045]\nposition = [0, 0, {radius:e}]\norientation = {{ axis = [1, 0, 0], angle = \"90 deg\" }}\n\
             [[rolling]]\nname = \"contact\"\nbody = \"disc\"\naxis = [0, 0, 1]\nradius = {radius:e}\n"
        );
        fs::write(here.join("disc.toml"), model).unwrap();
        let (code, said) = poinsot(&here, &["run", "disc.toml", "--ledger", "warn"]);
        assert!(code <= 2, "{said}");
        if code == 0 {
            let said = expect(&here, &["plot", "disc.nc", "--shape"], 0);
            let size = fs::metadata(here.join("disc.svg")).unwrap().len();
            assert!(size < 3_000_000, "{radius}: {size} bytes\n{said}");
        }
    }
}

/// A mass of 1e-300 kg beside one of 1 kg.
#[test]
fn a_vanishing_mass_gets_an_answer() {
    let here = folder("vanishing");
    let model = "[run]\nduration = 1\naccuracy = 1e-4\nstart = \"equilibrium\"\n\
        [[body]]\nname = \"b1\"\nmass = 1\ninertia = [1, 1, 1]\n\
        [[body]]\nname = \"b2\"\nmass = 1e-300\ninertia = [1, 1, 1]\n\
        [[bushing]]\nname = \"bush\"\nbetween = [\"b2\", \"ground\"]\nat = [0, 0, 0]\nstiffness = [24, 22, 16, 10, 25, 35]\n";
    fs::write(here.join("m.toml"), model).unwrap();
    // The first body is free and nothing pushes it, the second is held: whether that is an equilibrium is not what is asked here.
    let (code, said) = poinsot(&here, &["check", "m.toml"]);
    assert!(code == 0 || said.contains("equilibrium"), "{said}");
}

/// Pipes that nobody writes to, sockets and devices, wherever a file is read.
#[test]
fn special_files_are_refused_at_once() {
    let here = folder("special");
    let made = std::process::Command::new("mkfifo")
        .args([
            "pipe",
            "pipe.nc",
            "pipe.nc.checkpoint",
            "pipe.toml",
            "pipe.stl",
        ])
        .current_dir(&here)
        .status()
        .unwrap();
    assert!(made.success());
    let _socket = std::os::unix::net::UnixListener::bind(here.join("socket")).unwrap();
    let named = |file: &str| {
        let model = mover(1.0, &format!("start_from = \"{file}\""));
        fs::write(here.join("m.toml"), model).unwrap();
    };
    for file in [
        "pipe",
        "pipe.nc.checkpoint",
        "socket",
        "/dev/zero",
        "/dev/full",
        ".",
    ] {
        named(file);
        let said = expect(&here, &["check", "m.toml"], 2);
        assert!(said.contains("m.toml:4:"), "{said}");
    }
    let mesh = mover(1.0, "") + "[[shape]]\non = \"a\"\nkind = \"mesh\"\nfile = \"pipe.stl\"\n";
    fs::write(here.join("mesh.toml"), mesh).unwrap();
    expect(&here, &["check", "mesh.toml"], 2);
    for (args, what) in [
        (&["check", "pipe.toml"][..], "a pipe"),
        (&["check", "socket"], "a pipe"),
        (&["check", "/dev/zero"], "a device"),
        (&["plot", "pipe.nc"], "a pipe"),
        (&["report", "pipe.nc"], "a pipe"),
        (&["resume", "pipe.nc"], "a pipe"),
    ] {
        let said = expect(&here, args, 2);
        assert!(said.contains(what), "{args:?} {said}");
    }
    // What another program writes is still read.
    let said = std::process::Command::new("sh")
        .arg("-c")
        .arg("cat mesh.toml | sed '/shape/,$d' | \"$0\" check /dev/stdin")
        .arg(env!("CARGO_BIN_EXE_poinsot"))
        .current_dir(&here)
        .output()
        .unwrap();
    assert!(said.status.success(), "{said:?}");
}

/// A disc that lies on its plane has no contact point.
#[test]
fn a_flat_disc_is_refused_with_its_place() {
    let here = folder("flat");
    let model = "[run]\nduration = 1\ndt = 0.01\n[[body]]\nname = \"disc\"\nmass = 1\ninertia = [1, 1, 2]\n\
        [[rolling]]\nname = \"contact\"\nbody = \"disc\"\naxis = [0, 0, 1]\nradius = 0.3\n";
    fs::write(here.join("m.toml"), model).unwrap();
    let said = expect(&here, &["check", "m.toml"], 2);
    assert!(
        said.contains("lies flat") && said.contains("m.toml:8:"),
        "{said}"
    );
}

#[test]
fn sweeps_are_printed_as_they_are_asked_for() {
    let here = folder("sweep");
    let model = "[turning]\nangular_velocity = [0, 0, 1]\n[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\n\
        position = [1, 0, 0]\n[[bushing]]\nname = \"b\"\nbetween = [\"ground\", \"a\"]\nat = [1, 0, 0]\n\
        stiffness = [100, 100, 100, 10, 10, 10]\n";
    fs::write(here.join("m.toml"), model).unwrap();
    let sweep = ["modes", "m.toml", "--top-speed", "2", "--speeds", "3"];
    let said = expect(&here, &[&sweep[..], &["--json"]].concat(), 0);
    let start = said.find('{').expect("an object");
    let all: serde_json::Value = serde_json::from_str(&said[start..]).unwrap();
    assert_eq!(all["speed"].as_array().unwrap().len(), 3);
    let frequencies = all["modes"][0]["frequency"].as_array().unwrap();
    assert!(frequencies.len() == 3 && frequencies[0].is_f64());
    expect(&here, &[&sweep[..], &["-o", "m.json"]].concat(), 0);
    let written = fs::read_to_string(here.join("m.json")).unwrap();
    assert_eq!(written, said[start..]);
}
