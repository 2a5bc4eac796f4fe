//! One session of a run, from its start or from a checkpoint: writes frames and checkpoints, shows progress, stops on request or
//! at a limit, and reports.

use super::keeper::{KeepError, Keeper};
use super::stop::{self, Clock, OpenResults, Work};
use crate::advice;
use crate::args::Limits;
use crate::facade::{End, Outcome, Runnable};
use crate::output::{self, Failure};
use crate::progress::Progress;
use poinsot::results::{FileError, Reader, Status, Writer};
use poinsot::simulation::{Control, Observer, Simulation, StepInfo};
use poinsot_views::provenance;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Frames reach the disk at least this often, by clock or by size.
const FLUSH_EVERY: Duration = Duration::from_secs(1);
const FLUSH_BYTES: u64 = 8 << 20;

/// Cores of this machine.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// What a session works with.
pub struct Session {
    pub writer: Writer,
    pub progress: Progress,
    pub keeper: Option<Keeper>,
    pub limits: Limits,
    /// Running since the command began.
    pub clock: Clock,
    pub quiet: bool,
    pub json: bool,
}

impl Session {
    /// Runs to the end or to a stop, and reports.
    pub fn carry_out(self, simulation: &mut dyn Runnable) -> Result<(), Failure> {
        let (quiet, json) = (self.quiet, self.json);
        let path = self.writer.path().to_owned();
        let limits = self.limits.clone();
        let results = OpenResults::new(self.writer);
        let work = Work {
            part: "step",
            resumes: true,
            json,
        };
        self.clock.watch(&results, work);
        let stop = stop::listen(&results, work);
        let report = carry_out(
            simulation,
            results,
            self.progress,
            self.keeper,
            &limits,
            (stop, self.clock),
        );
        if json {
            output::print(&report.json(&path))?;
        } else if !quiet {
            output::print(&report.text(&path))?;
        }
        match (report.failure, report.status) {
            (Some(text), _) => Err(Failure::run(text)),
            // A script must not take half a run for a whole one.
            (None, Status::Interrupted) => Err(Failure::Stopped),
            (None, _) => Ok(()),
        }
    }
}

/// Why a session stopped before the end of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stopped {
    Signal,
    Wall,
    Steps,
}

impl Stopped {
    fn word(self) -> &'static str {
        match self {
            Stopped::Signal => "signal",
            Stopped::Wall => "max_wall",
            Stopped::Steps => "max_steps",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Stopped::Signal => "on request",
            Stopped::Wall => "by --max-wall",
            Stopped::Steps => "by --max-steps",
        }
    }
}

/// Writes frames and checkpoints, shows progress, listens for signals, watches limits.
struct Watch<'a> {
    results: OpenResults,
    progress: Progress,
    keeper: Option<Keeper>,
    /// When to stop: on request, by the clock, by steps.
    stop: &'a AtomicBool,
    clock: Clock,
    flushed: Instant,
    last_step: Option<u64>,
    stopped: Option<Stopped>,
    error: Option<KeepError>,
}

impl Observer for Watch<'_> {
    fn frame(&mut self, row: &[f64]) -> Control {
        let flushed = &mut self.flushed;
        let written = self.results.with(|writer| {
            writer.append(row)?;
            let due = writer.bytes_since_flush() >= FLUSH_BYTES || flushed.elapsed() >= FLUSH_EVERY;
            if due {
                *flushed = Instant::now();
                writer.flush()?;
            }
            Ok(())
        });
        match written {
            Some(Ok(())) => Control::Continue,
            None => Control::Stop,
            Some(Err(error)) => {
                // Without the file a checkpoint of this step is still worth having, so the step is finished.
                let gone = matches!(error, FileError::Vanished { .. }) && self.keeper.is_some();
                self.error = Some(error.into());
                match gone {
                    true => Control::Continue,
                    false => Control::Stop,
                }
            }
        }
    }

    fn step(&mut self, step: &StepInfo) -> Control {
        self.progress.step(step);
        let late = self.clock.step_made();
        self.stopped = if stop::heard(self.stop) {
            Some(Stopped::Signal)
        } else if self.last_step.is_some_and(|n| self.progress.steps >= n) {
            Some(Stopped::Steps)
        } else if late {
            Some(Stopped::Wall)
        } else {
            None
        };
        match self.error.is_some() || self.stopped.is_some() {
            true => Control::Stop,
            false => Control::Continue,
        }
    }

    fn settled(&mut self, run: &Simulation) -> Control {
        let Some(keeper) = &mut self.keeper else {
            return Control::Continue;
        };
        if let Some(KeepError::Results(FileError::Vanished { .. })) = &self.error {
            if let Err(error) = keeper.keep_without_results(run) {
                self.error = Some(error);
            }
            return Control::Stop;
        }
        if self.stopped.is_none() && !keeper.due(run) {
            return Control::Continue;
        }
        match self.results.with(|writer| keeper.keep(run, writer)) {
            Some(Ok(())) => Control::Continue,
            None => Control::Stop,
            Some(Err(error)) => {
                self.error = Some(error);
                Control::Stop
            }
        }
    }
}

/// What a session came to.
struct Report {
    outcome: Outcome,
    status: Status,
    /// Why the command fails, if it does.
    failure: Option<String>,
    stopped: Option<Stopped>,
    /// Time of the checkpoint to go on from [s].
    checkpoint: Option<f64>,
    frames: usize,
    steps: u64,
    iterations: u64,
    mean_iterations: f64,
    time: f64,
    seconds: f64,
}

fn carry_out(
    simulation: &mut dyn Runnable,
    results: OpenResults,
    progress: Progress,
    keeper: Option<Keeper>,
    limits: &Limits,
    (stop, clock): (&AtomicBool, Clock),
) -> Report {
    let path = results.with(|writer| writer.path().to_owned());
    let path = path.unwrap_or_default();
    let mut watch = Watch {
        stop,
        clock,
        flushed: Instant::now(),
        last_step: limits.max_steps.map(|n| progress.steps + n),
        stopped: None,
        error: None,
        results,
        progress,
        keeper,
    };
    let outcome = simulation.run(&mut watch);
    let Watch {
        results,
        progress,
        keeper,
        stopped,
        error,
        ..
    } = watch;
    progress.clear();
    let checkpoint = keeper.as_ref().and_then(Keeper::time);
    let mut failure = error.map(|e| format!("{e}\n{}", next_step(&path, checkpoint)));
    if let End::Failed(text) = &outcome.end {
        failure = Some(advice::with_picture(text, &path));
    }
    let status = match (&failure, &outcome.end) {
        (Some(text), _) => Status::Failed(provenance::in_short(text)),
        (None, End::Stopped) => Status::Interrupted,
        (None, _) => Status::Complete,
    };
    let (steps, iterations) = (progress.steps, progress.iterations);
    let late = provenance::end_of_run(steps, iterations, &outcome.facts);
    match results.finish(&status, &late) {
        // Checkpoints go when the results are safe without them.
        Ok(()) => {
            if let (Status::Complete, Some(keeper)) = (&status, &keeper) {
                keeper.complete();
            }
        }
        Err(error) => {
            failure.get_or_insert(format!("{error}\n{}", next_step(&path, checkpoint)));
        }
    }
    // What a reader finds, which is less than was written if the disk is full.
    let frames = Reader::open(&path).map_or(0, |reader| reader.frames());
    Report {
        outcome,
        stopped: stopped.filter(|_| status == Status::Interrupted),
        status,
        failure,
        checkpoint,
        frames,
        steps: progress.steps,
        iterations: progress.iterations,
        mean_iterations: progress.mean_iterations(),
        time: progress.time,
        seconds: progress.seconds(),
    }
}

/// What to do after a failure to write.
fn next_step(path: &Path, checkpoint: Option<f64>) -> String {
    let path = path.display();
    match checkpoint {
        Some(time) => format!(
            "help: once that is fixed, `poinsot resume {path}` continues from the checkpoint at t = {time} s"
        ),
        None => format!(
            "help: once that is fixed, `poinsot resume {path}` starts again, since there is no checkpoint yet"
        ),
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
        let path = path.display();
        if let Some(stopped) = self.stopped {
            let how = match self.checkpoint {
                Some(_) => "",
                None => " (from the start, since no checkpoint was kept)",
            };
            text.push_str(&format!(
                "  interrupted {}; to continue{how}: poinsot resume {path}\n",
                stopped.text()
            ));
        }
        text.push_str(&format!(
            "  results {path}   {} frame{}   next: poinsot report {path}\n",
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
            "stopped_by": self.stopped.map(Stopped::word),
            "error": self.failure,
            "likeliest_cause": self.failure.as_deref().and_then(provenance::cause_of),
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

pub fn clock(seconds: f64) -> String {
    if seconds < 0.1 {
        format!("{:.1} ms", 1e3 * seconds)
    } else if seconds < 600.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{:.1} min", seconds / 60.0)
    }
}

#[cfg(test)]
mod tests;
