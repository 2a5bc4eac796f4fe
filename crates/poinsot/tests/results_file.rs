//! The results file: what is written is read back, and no damage to a file can do worse than an error.

use poinsot::results::{
    Axis, Damage, FileError, Layout, Reader, Status, Variable, Writer, output_names,
};
use proptest::prelude::*;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

/// A fresh place for the file of one test.
fn place(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("results_file");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}-{}.nc", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn layout() -> Layout {
    Layout {
        axes: vec![
            Axis::new("body", ["top", "größer"]),
            Axis::new("xyz", ["x", "y", "z"]),
        ],
        variables: vec![
            Variable::new("time", "s", "time", []),
            Variable::new("position", "m", "origin of the body frame", [0, 1]),
            Variable::new("energy", "J", "total energy", []),
        ],
        attributes: vec![
            ("title".into(), "spinning top".into()),
            ("model".into(), "title = \"ü\"\n[run]\n".into()),
            ("note".into(), String::new()),
        ],
    }
}

fn row(frame: usize) -> Vec<f64> {
    (0..8).map(|k| frame as f64 + 0.125 * k as f64).collect()
}

fn write(path: &PathBuf, frames: usize) {
    let mut writer = Writer::create(path, &layout()).unwrap();
    for frame in 0..frames {
        writer.append(&row(frame)).unwrap();
    }
    writer.finish(&Status::Complete, &[]).unwrap();
}

#[test]
fn a_file_reads_back_as_written() {
    let path = place("round-trip");
    let mut writer = Writer::create(&path, &layout()).unwrap();
    for frame in 0..1000 {
        writer.append(&row(frame)).unwrap();
    }
    assert_eq!(writer.bytes_since_flush(), 8 * 8 * 1000);
    writer.flush().unwrap();
    assert_eq!(writer.bytes_since_flush(), 0);
    let late = vec![("newton_iterations".to_owned(), "2345".to_owned())];
    writer.finish(&Status::Complete, &late).unwrap();

    let mut reader = Reader::open(&path).unwrap();
    assert_eq!(reader.frames(), 1000);
    assert_eq!(*reader.status(), Status::Complete);
    assert_eq!(reader.layout().attribute("newton_iterations"), Some("2345"));
    assert_eq!(reader.layout().axes, layout().axes);
    assert_eq!(reader.layout().variables, layout().variables);
    assert_eq!(reader.layout().attributes[1..], layout().attributes);
    for output in output_names(&layout()) {
        let series = reader.series(&output).unwrap();
        let want: Vec<f64> = (0..1000).map(|frame| row(frame)[output.column]).collect();
        assert_eq!(series, want, "{}", output.name);
    }
    assert_eq!(reader.frame(517).unwrap(), row(517));
    assert!(matches!(reader.frame(1000), Err(FileError::NoFrame { .. })));
}

#[test]
fn a_reader_sees_what_was_flushed_and_no_more() {
    let path = place("killed");
    let mut writer = Writer::create(&path, &layout()).unwrap();
    assert_eq!(Reader::open(&path).unwrap().frames(), 0);
    for frame in 0..10 {
        writer.append(&row(frame)).unwrap();
    }
    writer.flush().unwrap();
    // More than the buffer holds, so some of these frames reach the file without being declared.
    for frame in 10..30_000 {
        writer.append(&row(frame)).unwrap();
    }
    assert!(fs::metadata(&path).unwrap().len() > 1 << 20);
    let reader = Reader::open(&path).unwrap();
    assert_eq!((reader.frames(), reader.status()), (10, &Status::Running));
    // A writer that goes out of scope without an end still keeps its frames.
    drop(writer);
    let reader = Reader::open(&path).unwrap();
    assert_eq!(
        (reader.frames(), reader.status()),
        (30_000, &Status::Running)
    );
}

#[test]
fn the_status_changes_in_place() {
    let path = place("status");
    let mut writer = Writer::create(&path, &layout()).unwrap();
    writer.append(&row(0)).unwrap();
    writer.flush().unwrap();
    let size = fs::metadata(&path).unwrap().len();
    for status in [
        Status::Interrupted,
        Status::Failed("no convergence at t = 1.2 s".into()),
        Status::Running,
    ] {
        writer.set_status(&status).unwrap();
        assert_eq!(*Reader::open(&path).unwrap().status(), status);
    }
    let long = Status::Failed("ä".repeat(10_000));
    writer.set_status(&long).unwrap();
    let mut reader = Reader::open(&path).unwrap();
    assert!(matches!(reader.status(), Status::Failed(text) if text.starts_with("ääää")));
    assert_eq!(reader.frame(0).unwrap(), row(0));
    assert_eq!(fs::metadata(&path).unwrap().len(), size);
    let taken = vec![("title".to_owned(), String::new())];
    assert!(matches!(
        writer.finish(&Status::Complete, &taken),
        Err(FileError::Layout(_))
    ));
    let mut writer = Writer::replace(&path, &layout()).unwrap();
    writer.append(&row(0)).unwrap();
    let large = vec![("log".to_owned(), "x".repeat(5000))];
    assert!(matches!(
        writer.finish(&Status::Complete, &large),
        Err(FileError::NoRoom { .. })
    ));
    assert_eq!(Reader::open(&path).unwrap().frames(), 1);
}

#[test]
fn a_cut_off_file_keeps_its_whole_frames() {
    let path = place("cut");
    write(&path, 20);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 3 * 64 - 5]).unwrap();
    let mut reader = Reader::open(&path).unwrap();
    assert_eq!(reader.frames(), 16);
    assert_eq!(reader.frame(15).unwrap(), row(15));
}

#[test]
fn errors_are_clear() {
    let path = place("errors");
    write(&path, 1);
    assert!(matches!(
        Writer::create(&path, &layout()),
        Err(FileError::Exists { .. })
    ));
    let mut writer = Writer::replace(&path, &layout()).unwrap();
    assert!(matches!(
        writer.append(&[1.0]),
        Err(FileError::RowLength {
            given: 1,
            expected: 8
        })
    ));
    fs::remove_file(&path).unwrap();
    assert!(matches!(writer.flush(), Err(FileError::Vanished { .. })));

    let nowhere = path.with_file_name("no-such-folder").join("a.nc");
    let error = Writer::create(&nowhere, &layout()).unwrap_err();
    assert!(error.to_string().contains("no such file or folder"));
    let folder = path.with_file_name("");
    assert!(matches!(
        Writer::replace(&folder, &layout()),
        Err(FileError::NotAFile { .. })
    ));
    assert!(matches!(Reader::open(&folder), Err(FileError::Read { .. })));

    fs::write(&path, "time,x\n0,1\n").unwrap();
    let error = Reader::open(&path).unwrap_err();
    assert!(matches!(
        error,
        FileError::Damaged {
            damage: Damage::OtherFormat,
            ..
        }
    ));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_devices_left_alone() {
    let path = place("target");
    let link = place("link");
    write(&path, 3);
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let writer = Writer::replace(&link, &layout()).unwrap();
    writer.finish(&Status::Complete, &[]).unwrap();
    assert_eq!(Reader::open(&path).unwrap().frames(), 0);
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert!(matches!(
        Writer::replace("/dev/null", &layout()),
        Err(FileError::NotAFile { .. })
    ));
}

/// The stored file was written by format version 1 and opened with scipy 1.17, netCDF4 1.7.5 and xarray;
/// today's writer must give the same bytes, and every later reader must open it.
#[test]
fn files_of_version_1_stay_readable() {
    let stored = include_bytes!("data/results_v1.cdf");
    let path = place("version-1");
    fs::write(&path, stored).unwrap();
    let mut reader = Reader::open(&path).unwrap();
    assert_eq!((reader.frames(), reader.status()), (3, &Status::Complete));
    assert_eq!(*reader.layout(), layout());
    for frame in 0..3 {
        assert_eq!(reader.frame(frame).unwrap(), row(frame));
    }
    fs::remove_file(&path).unwrap();
    write(&path, 3);
    assert!(
        fs::read(&path).unwrap() == stored,
        "the bytes of version 1 changed"
    );
}

/// Opens a file of the given bytes and uses all of it; the test is that nothing panics.
fn use_it(path: &PathBuf, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
    if let Ok(mut reader) = Reader::open(path) {
        let outputs = output_names(reader.layout());
        let columns: Vec<usize> = outputs.iter().map(|o| o.column).collect();
        let _ = reader.columns(&columns);
        let _ = reader.resolve("top.position");
        if reader.frames() > 0 {
            let _ = reader.frame(reader.frames() - 1);
        }
    }
}

#[test]
fn a_header_cut_anywhere_is_an_error() {
    let path = place("short");
    write(&path, 0);
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(
            matches!(Reader::open(&path), Err(FileError::Damaged { .. })),
            "{length} of {} bytes",
            whole.len()
        );
    }
}

#[test]
fn each_damaged_byte_is_survived() {
    let path = place("each-byte");
    write(&path, 3);
    let whole = fs::read(&path).unwrap();
    for at in 0..whole.len() {
        // Most of the page is zero bytes behind the status.
        if (600..3900).contains(&at) {
            continue;
        }
        for value in [0x00, 0x01, 0x7f, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] = value;
            use_it(&path, &bytes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn any_damage_is_survived(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        static WHOLE: OnceLock<Vec<u8>> = OnceLock::new();
        let path = place("damage");
        let whole = WHOLE.get_or_init(|| {
            write(&path, 5);
            fs::read(&path).unwrap()
        });
        let mut bytes = whole.clone();
        // Beside the zero bytes of the status: the parts that mean something.
        let meaning: Vec<usize> = (0..600).chain(3900..bytes.len()).collect();
        for (at, value) in edits {
            bytes[*at.get(&meaning)] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        use_it(&path, &bytes);
    }
}

/// A run that goes on cuts off what is behind its last checkpoint and ends with the bytes of one that was never interrupted.
#[test]
fn going_on_gives_the_same_bytes() {
    let (whole, path) = (place("whole"), place("gone-on"));
    write(&whole, 700);
    for cut in [0, 3, 500, 600] {
        let _ = fs::remove_file(&path);
        let mut writer = Writer::create(&path, &layout()).unwrap();
        for frame in 0..600 {
            writer.append(&row(frame)).unwrap();
        }
        let late = [("steps".to_owned(), "600".to_owned())];
        writer.finish(&Status::Interrupted, &late).unwrap();
        // A torn frame behind the last whole one.
        let mut torn = fs::OpenOptions::new().append(true).open(&path).unwrap();
        std::io::Write::write_all(&mut torn, &[7; 13]).unwrap();
        let mut writer = Writer::go_on(&path, &layout(), cut).unwrap();
        let reader = Reader::open(&path).unwrap();
        assert_eq!((reader.frames(), reader.status()), (cut, &Status::Running));
        assert_eq!(reader.layout().attribute("steps"), None);
        for frame in cut..700 {
            writer.append(&row(frame)).unwrap();
        }
        writer.finish(&Status::Complete, &[]).unwrap();
        assert!(
            fs::read(&path).unwrap() == fs::read(&whole).unwrap(),
            "{cut}"
        );
    }
}

#[test]
fn what_is_not_the_same_run_is_refused() {
    let path = place("other-run");
    write(&path, 5);
    let too_short = Writer::go_on(&path, &layout(), 6);
    assert!(matches!(
        too_short,
        Err(FileError::TooShort {
            found: 5,
            expected: 6,
            ..
        })
    ));
    let mut other = layout();
    other.attributes[1].1 = "another model".into();
    let error = Writer::go_on(&path, &other, 5).unwrap_err();
    assert!(error.to_string().contains("attribute `model`"), "{error}");
    let mut other = layout();
    other.variables[1].name = "place".into();
    let error = Writer::go_on(&path, &other, 5).unwrap_err();
    assert!(error.to_string().contains("columns"), "{error}");
    // Refusals leave the file as it was.
    let mut reader = Reader::open(&path).unwrap();
    assert_eq!((reader.frames(), reader.frame(4).unwrap()), (5, row(4)));
}

#[cfg(unix)]
#[test]
fn a_file_that_is_being_written_is_left_alone() {
    let path = place("busy");
    let mut writer = Writer::create(&path, &layout()).unwrap();
    writer.append(&row(0)).unwrap();
    writer.flush().unwrap();
    let second = Writer::go_on(&path, &layout(), 0);
    assert!(matches!(second, Err(FileError::Busy { .. })));
    let third = Writer::replace(&path, &layout());
    assert!(matches!(third, Err(FileError::Busy { .. })));
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.is_written(), Some(true));
    writer.finish(&Status::Complete, &[]).unwrap();
    assert_eq!(reader.is_written(), Some(false));
    // A reader that has asked holds nobody up.
    Writer::go_on(&path, &layout(), 1).unwrap();
}
