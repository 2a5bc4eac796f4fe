//! Sessions of a run that is only ten frames.

use super::*;
use poinsot::results::{Layout, Variable};
use poinsot_views::provenance::describe;
use std::path::PathBuf;

/// A run of ten steps with one frame each.
struct Ten {
    end: End,
}

impl Runnable for Ten {
    fn run(&mut self, observer: &mut dyn Observer) -> Outcome {
        for k in 0..10 {
            let time = 0.1 * f64::from(k);
            let step = StepInfo {
                time,
                iterations: 2,
            };
            if observer.frame(&[time]) == Control::Stop || observer.step(&step) == Control::Stop {
                self.end = End::Stopped;
                break;
            }
        }
        Outcome {
            lines: vec!["energy  start 1 J".into()],
            facts: vec![("end_energy", 0.5)],
            end: self.end.clone(),
        }
    }
}

fn report(name: &str, end: End, stop: bool) -> (Report, PathBuf) {
    limited(name, end, stop, Limits::default())
}

fn limited(name: &str, end: End, stop: bool, limits: Limits) -> (Report, PathBuf) {
    let mut ten = Ten { end };
    let name = format!("poinsot-run-{name}-{}.nc", std::process::id());
    let path = std::env::temp_dir().join(name);
    let mut layout = Layout {
        variables: vec![Variable::new("time", "s", "time", [])],
        ..Layout::default()
    };
    let source = poinsot::model::Source::new("ten.toml", "[run]");
    describe(&mut layout, "ten", &source, &[], Some("dt = 1"));
    let writer = Writer::replace(&path, &layout).unwrap();
    let clock = Clock::start(limits.max_wall);
    let report = carry_out(
        &mut ten,
        OpenResults::new(writer),
        Progress::new(1.0, false),
        None,
        &limits,
        (&AtomicBool::new(stop), clock),
    );
    (report, path)
}

#[test]
fn a_run_leaves_a_complete_file_and_a_summary() {
    let (report, path) = report("complete", End::Complete, false);
    assert_eq!(
        (report.frames, report.steps, report.iterations),
        (10, 10, 20)
    );
    let text = report.text(&path);
    assert!(text.contains("10 steps   2.0 Newton/step") && text.contains("  energy  start"));
    let object: serde_json::Value = serde_json::from_str(&report.json(&path)).unwrap();
    assert_eq!(
        (&object["status"], &object["end_energy"]),
        (&"complete".into(), &0.5.into())
    );
    let reader = Reader::open(&path).unwrap();
    assert_eq!((reader.frames(), reader.status()), (10, &Status::Complete));
    assert_eq!(reader.layout().attribute("newton_iterations"), Some("20"));
    assert_eq!(reader.layout().attribute("model"), Some("[run]"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_failed_run_keeps_its_frames_and_says_why() {
    let (report, path) = report(
        "failed",
        End::Failed("no convergence\nat t = 1".into()),
        false,
    );
    let why = report.failure.unwrap_or_default();
    let shown = format!("\n  see it: poinsot plot {} --shape", path.display());
    assert_eq!(why.strip_suffix(&shown), Some("no convergence\nat t = 1"));
    let reader = Reader::open(&path).unwrap();
    let want = Status::Failed("no convergence".into());
    assert_eq!((reader.frames(), reader.status()), (10, &want));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn ctrl_c_stops_after_the_step() {
    let (report, path) = report("stopped", End::Complete, true);
    assert_eq!((report.frames, report.steps), (1, 1));
    assert_eq!(report.status, Status::Interrupted);
    assert!(report.failure.is_none());
    assert!(report.text(&path).contains("interrupted on request"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn limits_stop_the_run_and_say_so() {
    for (limits, steps, word) in [
        (
            Limits {
                max_steps: Some(4),
                ..Limits::default()
            },
            4,
            "max_steps",
        ),
        (
            Limits {
                max_wall: Some(1e-9),
                ..Limits::default()
            },
            1,
            "max_wall",
        ),
    ] {
        let (report, path) = limited(word, End::Complete, false, limits);
        assert_eq!(
            (report.steps, &report.status),
            (steps, &Status::Interrupted)
        );
        let object: serde_json::Value = serde_json::from_str(&report.json(&path)).unwrap();
        assert_eq!(object["stopped_by"], word);
        assert!(report.text(&path).contains("poinsot resume"));
        std::fs::remove_file(path).unwrap();
    }
}

/// Whoever waits for a step that takes long closes the results; what comes after that is not written any more.
#[test]
fn results_that_were_closed_from_outside_stop_the_run() {
    let path = std::env::temp_dir().join(format!("poinsot-run-closed-{}.nc", std::process::id()));
    let layout = Layout {
        variables: vec![Variable::new("time", "s", "time", [])],
        ..Layout::default()
    };
    let results = OpenResults::new(Writer::replace(&path, &layout).unwrap());
    let within_reach = results.clone();
    let written = within_reach.with(|writer| writer.append(&[0.0]));
    assert!(written.is_some_and(|w| w.is_ok()));
    within_reach.finish(&Status::Interrupted, &[]).unwrap();
    let mut ten = Ten { end: End::Complete };
    let report = carry_out(
        &mut ten,
        results,
        Progress::new(1.0, false),
        None,
        &Limits::default(),
        (&AtomicBool::new(false), Clock::default()),
    );
    assert_eq!((report.status, report.steps), (Status::Interrupted, 0));
    let reader = Reader::open(&path).unwrap();
    assert_eq!(
        (reader.frames(), reader.status()),
        (1, &Status::Interrupted)
    );
    std::fs::remove_file(path).unwrap();
}
