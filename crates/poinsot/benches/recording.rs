//! What a recorded frame costs, as a part of a step: a tapered, damped blade of 145 nodes under `ed`, default settings.
//!
//! The same run twice, with every step recorded into a file and with its ends alone. The difference of the processor times per
//! frame, over the time of a step; the least of several repetitions, because other loads on the machine only ever add time.

use poinsot::model::{Model, Source, read_model};
use poinsot::results::Writer;
use poinsot::simulation::{Control, Observer, Options, Simulation, StepInfo};
use std::fmt::Write as _;
use std::path::Path;
#[cfg(not(target_os = "linux"))]
use std::time::Instant;

const STEPS: usize = 200;
const DT: f64 = 0.01;
const STATIONS: usize = 20;
const REPETITIONS: usize = 8;

/// A blade of 40 m whose section changes at every station.
fn blade(every: f64) -> String {
    let mut text = format!(
        "gravity = [0, -9.81, 0]\n[run]\nduration = {}\ndt = {DT}\n[output]\nevery = {every}\n",
        STEPS as f64 * DT
    );
    let mut along = Vec::new();
    for k in 0..=STATIONS {
        let part = k as f64 / STATIONS as f64;
        let (wide, high) = (2.0 - 1.4 * part, 1.0 - 0.8 * part);
        let _ = write!(
            text,
            "[[section]]\nname = \"s{k}\"\nshape = \"rectangle\"\nwidth = {wide}\nheight = {high}\nmaterial = \"glass\"\ndamping_time = 0.001\n"
        );
        along.push(format!(
            "{{ at = \"{} %\", section = \"s{k}\" }}",
            100.0 * part
        ));
    }
    let _ = write!(
        text,
        "[[material]]\nname = \"glass\"\nyoungs = \"20 GPa\"\npoisson = 0.3\ndensity = 1800\n\
         [[beam]]\nname = \"blade\"\nfrom = [0, 0, 0]\nto = [40, 0, 0]\norder = 3\nelements = 48\nsections = [{}]\n\
         [[joint]]\nname = \"root\"\nkind = \"fixed\"\nbetween = [\"ground\", \"blade.start\"]\n",
        along.join(", ")
    );
    text
}

struct File(Writer);

impl Observer for File {
    fn frame(&mut self, row: &[f64]) -> Control {
        match self.0.append(row) {
            Ok(()) => Control::Continue,
            Err(_) => Control::Stop,
        }
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}

/// Seconds of the processor per step, and the frames recorded.
fn measure(model: &Model, path: &Path) -> Result<(f64, usize), String> {
    let mut run =
        Simulation::new(model.clone(), Options::default()).map_err(|p| format!("{p:?}"))?;
    let writer = Writer::replace(path, run.layout()).map_err(|e| e.to_string())?;
    let mut file = File(writer);
    let start = processor_seconds();
    let outcome = run.run(&mut file);
    file.0.flush().map_err(|e| e.to_string())?;
    let seconds = (processor_seconds() - start) / outcome.steps as f64;
    Ok((seconds, file.0.frames()))
}

/// Time that this thread has had a processor [s]; on the clock where the system does not tell.
fn processor_seconds() -> f64 {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
    }
    #[cfg(not(target_os = "linux"))]
    {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_secs_f64()
    }
}

fn main() -> Result<(), String> {
    let path = std::env::temp_dir().join(format!("poinsot-recording-{}.nc", std::process::id()));
    let model = |every: f64| {
        let source = Source::new("blade.toml", blade(every));
        let read = read_model(&source).map_err(|p| format!("{p:?}"));
        read.map(|(model, _)| model)
    };
    let models = [model(DT)?, model(STEPS as f64 * DT)?];
    // Turn by turn, so that a change of the machine's speed meets both.
    let (mut best, mut frames) = ([f64::INFINITY; 2], [0; 2]);
    for _ in 0..REPETITIONS {
        for (k, model) in models.iter().enumerate() {
            let (seconds, recorded) = measure(model, &path)?;
            best[k] = best[k].min(seconds);
            frames[k] = recorded;
        }
    }
    let _ = std::fs::remove_file(&path);
    let [all, ends] = best;
    let frame = (all - ends) * STEPS as f64 / (frames[0] - frames[1]) as f64;
    println!(
        "a step {:.3} ms, a recorded frame {:.3} ms: {:.3} of a step",
        1e3 * ends,
        1e3 * frame,
        frame / ends
    );
    Ok(())
}
