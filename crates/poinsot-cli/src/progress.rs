//! The progress bar: simulated time, rate, Newton iterations. Only on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use poinsot::simulation::StepInfo;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Places along the bar.
const LENGTH: u64 = 1000;

/// Counts steps and shows them.
pub struct Progress {
    bar: ProgressBar,
    duration: f64,
    started: Instant,
    shown: Instant,
    /// Steps made before the clock started.
    before: u64,
    /// Steps so far.
    pub steps: u64,
    /// Newton iterations so far.
    pub iterations: u64,
    /// Time reached [s].
    pub time: f64,
}

impl Progress {
    /// Starts the clock. `visible` is only a wish: without a terminal nothing is shown.
    pub fn new(duration: f64, visible: bool) -> Self {
        Self::after(duration, visible, 0, 0, 0.0)
    }

    /// The same for a run that has made steps and iterations before and goes on at a time [s].
    pub fn after(duration: f64, visible: bool, steps: u64, iterations: u64, time: f64) -> Self {
        let target = if visible && std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(LENGTH), target);
        if let Ok(style) = ProgressStyle::with_template("  {bar:30} {msg}   {elapsed} left {eta}") {
            bar.set_style(style.progress_chars("=> "));
        }
        let now = Instant::now();
        Progress {
            bar,
            duration,
            started: now,
            shown: now,
            before: steps,
            steps,
            iterations,
            time,
        }
    }

    /// Counts a step; draws now and then.
    pub fn step(&mut self, step: &StepInfo) {
        self.steps += 1;
        self.iterations += step.iterations as u64;
        self.time = step.time;
        if self.bar.is_hidden() || self.shown.elapsed() < Duration::from_millis(100) {
            return;
        }
        self.shown = Instant::now();
        let part = (step.time / self.duration).clamp(0.0, 1.0);
        self.bar.set_position((part * LENGTH as f64) as u64);
        let rate = (self.steps - self.before) as f64 / self.seconds().max(1e-9);
        self.bar.set_message(format!(
            "t {:.3} s   {rate:.0} steps/s   {:.1} Newton/step",
            step.time,
            self.mean_iterations()
        ));
    }

    /// Newton iterations per step.
    pub fn mean_iterations(&self) -> f64 {
        self.iterations as f64 / self.steps.max(1) as f64
    }

    /// Wall-clock seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
