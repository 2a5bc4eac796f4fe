//! Fields that are not recorded in every frame: their own file, what is chosen, what a kill leaves.

use poinsot::model::{Source, read_model};
use poinsot::results::attributes::{FIELDS, FIELDS_EVERY};
use poinsot::results::{FileError, Memory, Reader, Status, Writer, companion};
use poinsot::simulation::{Options, Simulation};
use std::fs;
use std::path::PathBuf;

/// A beam, a cable and a laminate, so that every kind of field is there.
const MODEL: &str = r#"
gravity = [0, 0, -9.81]
[run]
duration = 0.012
dt = 0.001
tolerance = 1e-9
[output]
OUTPUT
[[section]]
name = "bar"
EA = 1e5
GAy = 4e4
GJ = 50
EIy = 100
mass_per_length = 1
inertia_per_length = [2e-3, 1e-3, 1e-3]
[[beam]]
name = "rod"
from = [0, 0, 0]
to = [1, 0, 0]
section = "bar"
elements = 2
[[joint]]
name = "clamp"
kind = "fixed"
between = ["ground", "rod.start"]
[[cable]]
name = "rope"
from = [1, 0, 0]
to = [2, 0, 0]
stiffness = 1e3
mass_per_length = 0.1
elements = 2
[[joint]]
name = "knot"
kind = "spherical"
between = ["rod.end", "rope.start"]
[[material]]
name = "carbon"
youngs_1 = "140 GPa"
youngs_2 = "9 GPa"
poisson_12 = 0.3
shear_12 = "5 GPa"
shear_23 = "3.4 GPa"
density = "1600 kg/m^3"
tension_strength = ["2 GPa", "60 MPa"]
compression_strength = ["1.2 GPa", "200 MPa"]
shear_strength = "90 MPa"
[[shell_section]]
name = "skin"
plies = [{ material = "carbon", thickness = "1 mm", angle = 0 }, { material = "carbon", thickness = "1 mm", angle = "90 deg" }]
[[shell]]
name = "plate"
surface = "patch"
corners = [[0, 1, 0], [1, 1, 0], [1, 2, 0], [0, 2, 0]]
elements = [2, 2]
section = "skin"
[[support]]
name = "wall"
on = "plate.edge4"
"#;

fn simulation(output: &str) -> Simulation {
    let text = MODEL.replace("OUTPUT", output);
    let (model, _) = read_model(&Source::new("test.toml", text)).expect("the model reads");
    Simulation::new(model, Options::default()).expect("the model is sound")
}

/// All rows of a run.
fn rows(output: &str) -> Memory {
    let mut run = simulation(output);
    let mut memory = Memory::new(run.layout());
    run.run(&mut memory);
    memory
}

fn place(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fields");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}-{}.nc", std::process::id()));
    for file in [companion(&path), path.clone()] {
        let _ = fs::remove_file(file);
    }
    path
}

fn bits(row: &[f64]) -> Vec<u64> {
    row.iter().map(|x| x.to_bits()).collect()
}

/// A variable of nodes, sections or elements that forgot to say so would be written in every frame.
#[test]
fn everything_all_over_flexible_bodies_is_a_field() {
    let run = simulation("fields_every = 2");
    let layout = run.layout();
    let fields: Vec<&str> = layout.attribute(FIELDS).unwrap().split(' ').collect();
    let on = |axes: &[&str]| -> Vec<&str> {
        let of = |v: &&poinsot::results::Variable| {
            let first = v.axes.first().map(|&a| layout.axes[a].name.as_str());
            first.is_some_and(|axis| axes.contains(&axis))
        };
        let found = layout.variables.iter().filter(of);
        found.map(|v| v.name.as_str()).collect()
    };
    let axes = layout.axes.iter().map(|a| a.name.as_str());
    let all: Vec<&str> = axes
        .filter(|a| {
            ["_node", "_station", "_point", "_element"]
                .iter()
                .any(|end| a.ends_with(end))
        })
        .collect();
    assert!(all.len() >= 5, "{all:?}");
    let mut expected = on(&all);
    let mut found = fields.clone();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(layout.attribute(FIELDS_EVERY), Some("2"));
}

#[test]
fn what_is_not_chosen_is_not_recorded_and_the_rest_keeps_its_bits() {
    let all = rows("");
    let some = rows("fields = [\"stress\", \"velocity\"]");
    let names: Vec<&str> = some
        .layout()
        .variables
        .iter()
        .map(|v| v.name.as_str())
        .collect();
    for there in [
        "node_position",
        "node_orientation",
        "node_velocity",
        "mises_top",
        "kinetic_energy",
    ] {
        assert!(names.contains(&there), "{there}");
    }
    for gone in ["section_force", "tension", "shell_strain", "element_force"] {
        assert!(!names.contains(&gone), "{gone}");
    }
    assert!(some.layout().attribute(FIELDS).is_none());
    for name in [
        "plate#5.node_position.z",
        "plate#5.mises_top",
        "kinetic_energy",
    ] {
        assert_eq!(
            bits(&all.series(name).unwrap()),
            bits(&some.series(name).unwrap()),
            "{name}"
        );
    }
}

#[test]
fn fields_of_some_frames_are_read_with_the_frames() {
    let memory = rows("fields_every = 5");
    let plain = rows("");
    let path = place("read");
    let mut writer = Writer::create(&path, memory.layout()).unwrap();
    for row in memory.rows() {
        writer.append(row).unwrap();
    }
    writer.finish(&Status::Complete, &[]).unwrap();
    let mut reader = Reader::open(&path).unwrap();
    // Thirteen frames: the last one has fields too.
    assert_eq!(
        (reader.frames(), reader.full_frames()),
        (13, vec![0, 5, 10, 12])
    );
    assert_eq!(reader.layout().row_len(), memory.layout().row_len());
    for name in [
        "plate#5.mises_top",
        "rod@0.5.section_moment.y",
        "time",
        "total_energy",
    ] {
        let column = reader.resolve(name).unwrap()[0].column;
        let read = reader.columns(&[column]).unwrap().remove(0);
        let true_values = plain.series(name).unwrap();
        for (frame, (read, value)) in read.iter().zip(&true_values).enumerate() {
            let there = !reader.is_sparse(column) || [0, 5, 10, 12].contains(&frame);
            assert_eq!(read.is_nan(), !there, "{name} in frame {frame}");
            assert!(!there || read.to_bits() == value.to_bits());
            assert_eq!(
                reader.frame(frame).unwrap()[column].to_bits(),
                read.to_bits()
            );
        }
    }
    // Alone it is a results file too.
    let mut alone = Reader::open(companion(&path)).unwrap();
    assert_eq!(alone.frames(), 4);
    assert_eq!(alone.columns(&[1]).unwrap()[0], [0.0, 5.0, 10.0, 12.0]);
    // Without it the rest is still there, and the reason is said.
    fs::remove_file(companion(&path)).unwrap();
    let reader = Reader::open(&path).unwrap();
    assert!(reader.fields_missing().is_some() && reader.resolve("mises_top").is_err());
    assert!(reader.resolve("total_energy").is_ok());
}

/// A companion of another run is not mixed in, and new results without one take the old one away.
#[test]
fn companions_of_other_runs_are_not_used() {
    let memory = rows("fields_every = 5");
    let path = place("other");
    for title in ["first", "second"] {
        let mut layout = memory.layout().clone();
        layout.attributes.push(("title".into(), title.into()));
        let kept = fs::read(companion(&path)).ok();
        let mut writer = Writer::replace(&path, &layout).unwrap();
        memory.rows().for_each(|row| writer.append(row).unwrap());
        writer.finish(&Status::Complete, &[]).unwrap();
        if let Some(bytes) = kept {
            fs::write(companion(&path), bytes).unwrap();
        }
    }
    let reader = Reader::open(&path).unwrap();
    assert!(
        reader
            .fields_missing()
            .is_some_and(|why| why.contains("another run"))
    );
    assert!(matches!(
        Writer::create(&path, memory.layout()),
        Err(FileError::Exists { .. })
    ));
    let plain = rows("");
    drop(Writer::replace(&path, plain.layout()).unwrap());
    assert!(!companion(&path).exists());
}

/// Whatever frame a run was stopped at, both files end with the bytes of one that was left alone.
#[test]
fn going_on_gives_the_same_bytes() {
    let memory = rows("fields_every = 4");
    let written = |name: &str, stop: Option<usize>| {
        let path = place(name);
        let layout = memory.layout();
        let all: Vec<&[f64]> = memory.rows().collect();
        let mut writer = Writer::create(&path, layout).unwrap();
        if let Some(stop) = stop {
            // The checkpoint is of frame `stop`; two more frames were written after it.
            for row in &all[..(stop + 2).min(all.len())] {
                writer.append(row).unwrap();
            }
            writer.finish(&Status::Interrupted, &[]).unwrap();
            writer = Writer::go_on(&path, layout, stop).unwrap();
        }
        for row in &all[stop.unwrap_or(0)..] {
            writer.append(row).unwrap();
        }
        writer.finish(&Status::Complete, &[]).unwrap();
        [
            fs::read(&path).unwrap(),
            fs::read(companion(&path)).unwrap(),
        ]
    };
    let whole = written("whole", None);
    for stop in 0..memory.frames() {
        assert!(written("again", Some(stop)) == whole, "stopped at {stop}");
    }
}
