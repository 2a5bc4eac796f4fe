//! `poinsot run`

use super::{beside, not_onto_itself, overrides};
use crate::args::{self, RunArgs};
use crate::facade::{self, End, Outcome, Runnable};
use crate::output::{self, Failure};
use crate::progress::Progress;
use poinsot::results::{FileError, Layout, Reader, Status, Writer};
use poinsot::simulation::{Control, LedgerPolicy, Observer, Options, StepInfo};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Frames reach the disk at least this often, by clock or by size.
const FLUSH_EVERY: Duration = Duration::from_secs(1);
const FLUSH_BYTES: u64 = 8 << 20;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Cores of this machine.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Reads, builds, runs, reports.
pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let mut loaded = facade::load(&args.model).map_err(Failure::Input)?;
    if !args.quiet {
        output::note(&loaded.warnings);
    }
    overrides::apply(&mut loaded.model.run, &args.overrides).map_err(Failure::input)?;
    let options = Options {
        ledger: match args.ledger {
            args::LedgerPolicy::Error => LedgerPolicy::Error,
            args::LedgerPolicy::Warn => LedgerPolicy::Warn,
        },
        threads: args.threads.map_or_else(cores, usize::from),
    };
    let mut simulation = facade::prepare(&loaded, options).map_err(Failure::Input)?;

    let mut layout = simulation.layout().clone();
    describe(&mut layout, &loaded.model.title, &loaded.text);
    let (writer, path) = start_file(&args.model, args.output.as_deref(), args.force, &layout)?;
    // Without a handler Ctrl-C kills the run, which the results file survives.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        output::note("\nstopping after this step; Ctrl-C again stops at once\n");
    });
    let talk = !args.quiet && !args.json;
    if talk {
        output::print(&format!("{}\n", simulation.start_lines().join("\n")))?;
    }
    let progress = Progress::new(loaded.model.run.duration, talk);
    let report = carry_out(&mut simulation, writer, progress, &STOP);
    if args.json {
        output::print(&report.json(&path))?;
    } else if talk {
        output::print(&report.text(&path))?;
    }
    match (report.failure, report.status) {
        (Some(text), _) => Err(Failure::run(text)),
        // A script must not take half a run for a whole one.
        (None, Status::Interrupted) => Err(Failure::Run(String::new())),
        (None, _) => Ok(()),
    }
}

/// Adds what the library cannot know, or leaves what it already said.
pub(super) fn describe(layout: &mut Layout, title: &str, model: &str) {
    let facts = [
        ("title", title),
        ("program", "poinsot"),
        ("program_version", env!("CARGO_PKG_VERSION")),
        ("model", model),
    ];
    for (name, value) in facts {
        if layout.attribute(name).is_none() {
            layout.attributes.push((name.to_owned(), value.to_owned()));
        }
    }
}

/// Begins the results file: the one that is asked for, which is only replaced on demand, or one named like the model.
pub(super) fn start_file(
    model: &Path,
    output: Option<&Path>,
    force: bool,
    layout: &Layout,
) -> Result<(Writer, PathBuf), Failure> {
    let path = output.map_or_else(|| beside(model, ".nc"), Path::to_owned);
    not_onto_itself(model, &path)?;
    let made = if output.is_some() && !force {
        Writer::create(&path, layout)
    } else {
        Writer::replace(&path, layout)
    };
    let made = made.map(|writer| (writer, path));
    made.map_err(|error| match error {
        FileError::Exists { .. } => Failure::input(format_args!("{error}; --force replaces it")),
        _ => Failure::input(error),
    })
}

/// What a run came to.
struct Report {
    outcome: Outcome,
    status: Status,
    /// Why the command fails, if it does.
    failure: Option<String>,
    frames: usize,
    steps: u64,
    iterations: u64,
    mean_iterations: f64,
    time: f64,
    seconds: f64,
}

/// Writes frames, shows progress, listens for Ctrl-C.
struct Watch<'a> {
    writer: Writer,
    progress: Progress,
    stop: &'a AtomicBool,
    flushed: Instant,
    error: Option<FileError>,
}

impl Observer for Watch<'_> {
    fn frame(&mut self, row: &[f64]) -> Control {
        let mut written = self.writer.append(row);
        let due =
            self.writer.bytes_since_flush() >= FLUSH_BYTES || self.flushed.elapsed() >= FLUSH_EVERY;
        if written.is_ok() && due {
            self.flushed = Instant::now();
            written = self.writer.flush();
        }
        match written {
            Ok(()) => Control::Continue,
            Err(error) => {
                self.error = Some(error);
                Control::Stop
            }
        }
    }

    fn step(&mut self, step: &StepInfo) -> Control {
        self.progress.step(step);
        if self.error.is_some() || self.stop.load(Ordering::Relaxed) {
            Control::Stop
        } else {
            Control::Continue
        }
    }
}

fn carry_out(
    simulation: &mut dyn Runnable,
    writer: Writer,
    progress: Progress,
    stop: &AtomicBool,
) -> Report {
    let mut watch = Watch {
        writer,
        progress,
        stop,
        flushed: Instant::now(),
        error: None,
    };
    let outcome = simulation.run(&mut watch);
    let Watch {
        writer,
        progress,
        error,
        ..
    } = watch;
    progress.clear();
    let mut failure = error.map(|e| e.to_string());
    if let End::Failed(text) = &outcome.end {
        failure = Some(text.clone());
    }
    let status = match (&failure, &outcome.end) {
        (Some(text), _) => Status::Failed(text.lines().next().unwrap_or_default().to_owned()),
        (None, End::Stopped) => Status::Interrupted,
        (None, _) => Status::Complete,
    };
    let path = writer.path().to_owned();
    // No clock in the file: the same model gives the same bytes.
    let mut late = vec![
        ("steps".to_owned(), progress.steps.to_string()),
        (
            "newton_iterations".to_owned(),
            progress.iterations.to_string(),
        ),
    ];
    for (name, value) in &outcome.facts {
        late.push(((*name).to_owned(), format!("{value:e}")));
    }
    if let Err(error) = writer.finish(&status, &late) {
        failure.get_or_insert(error.to_string());
    }
    // What a reader finds, which is less than was written if the disk is full.
    let frames = Reader::open(&path).map_or(0, |reader| reader.frames());
    Report {
        outcome,
        status,
        failure,
        frames,
        steps: progress.steps,
        iterations: progress.iterations,
        mean_iterations: progress.mean_iterations(),
        time: progress.time,
        seconds: progress.seconds(),
    }
}

impl Report {
    fn text(&self, path: &Path) -> String {
        let mut text = format!(
            "  t {:.3} s   {} steps   {:.1} Newton/step   {}\n",
            self.time,
            self.steps,
            self.mean_iterations,
            clock(self.seconds)
        );
        for line in &self.outcome.lines {
            text.push_str(&format!("  {line}\n"));
        }
        if self.status == Status::Interrupted {
            text.push_str("  interrupted; the results up to here are kept\n");
        }
        let path = path.display();
        text.push_str(&format!(
            "  results {path}   {} frame{}   next: poinsot plot {path} --energy\n",
            self.frames,
            if self.frames == 1 { "" } else { "s" }
        ));
        text
    }

    fn json(&self, path: &Path) -> String {
        let word = match &self.status {
            Status::Failed(_) => "failed".to_owned(),
            other => other.to_string(),
        };
        let mut object = serde_json::json!({
            "status": word,
            "error": self.failure,
            "results": path.display().to_string(),
            "frames": self.frames,
            "time": self.time,
            "steps": self.steps,
            "newton_iterations": self.iterations,
            "wall_seconds": self.seconds,
            "summary": self.outcome.lines,
        });
        for (name, value) in &self.outcome.facts {
            object[*name] = (*value).into();
        }
        format!("{object:#}\n")
    }
}

pub(super) fn clock(seconds: f64) -> String {
    if seconds < 0.1 {
        format!("{:.1} ms", 1e3 * seconds)
    } else if seconds < 600.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{:.1} min", seconds / 60.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poinsot::results::Variable;

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
                if observer.frame(&[time]) == Control::Stop || observer.step(&step) == Control::Stop
                {
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
        let mut ten = Ten { end };
        let name = format!("poinsot-run-{name}-{}.nc", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut layout = Layout {
            variables: vec![Variable::new("time", "s", "time", [])],
            ..Layout::default()
        };
        describe(&mut layout, "ten", "[run]");
        let writer = Writer::replace(&path, &layout).unwrap();
        let progress = Progress::new(1.0, false);
        let report = carry_out(&mut ten, writer, progress, &AtomicBool::new(stop));
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
        assert_eq!(report.failure.as_deref(), Some("no convergence\nat t = 1"));
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
        assert!(report.text(&path).contains("interrupted"));
        std::fs::remove_file(path).unwrap();
    }
}
