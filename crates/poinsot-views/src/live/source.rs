//! The results of a run that goes on.

use crate::report::{self, Shown};
use poinsot::results::{FileError, Reader, Status};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Budget of numbers while the run goes on, as a part of that of a report: they are sent again and again.
const PART: f64 = 0.35;
/// Making numbers anew may take this part of the time.
const BUSY: u32 = 4;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It goes on.
    Not,
    /// As the results say.
    So(String),
    /// Nobody is writing the results any more, and they do not say why.
    Killed,
}

/// How far a run is.
#[derive(Clone, Debug)]
pub struct State {
    /// Frames in the file.
    pub frames: usize,
    /// Time of the newest one [s].
    pub time: f64,
    /// Whether there will be more.
    pub ended: Ended,
}

impl State {
    /// For the page.
    pub fn json(&self) -> String {
        let (ended, status) = match &self.ended {
            Ended::Not => (false, "running"),
            Ended::So(status) => (true, status.as_str()),
            Ended::Killed => (true, "killed"),
        };
        let state =
            json!({ "frames": self.frames, "time": self.time, "ended": ended, "status": status });
        state.to_string()
    }
}

/// Numbers that were made for a state.
struct Made {
    frames: usize,
    ended: bool,
    text: Arc<String>,
    at: Instant,
    took: Duration,
}

/// Results that grow, and others to compare them with.
pub struct Source {
    path: PathBuf,
    other: Option<PathBuf>,
    made: Mutex<Option<Made>>,
}

impl Source {
    /// Results of a run, and of another one.
    pub fn new(path: PathBuf, other: Option<PathBuf>) -> Self {
        Source {
            path,
            other,
            made: Mutex::new(None),
        }
    }

    /// How far the run is.
    pub fn state(&self) -> Result<State, FileError> {
        let mut reader = Reader::open(&self.path)?;
        let frames = reader.frames();
        let time = match frames {
            0 => 0.0,
            _ => reader.frame(frames - 1)?.first().copied().unwrap_or(0.0),
        };
        let ended = match reader.status() {
            Status::Running if reader.is_written() == Some(false) => {
                // The run may have ended properly since the file was opened.
                match Reader::open(&self.path)?.status() {
                    Status::Running => Ended::Killed,
                    status => Ended::So(status.to_string()),
                }
            }
            Status::Running => Ended::Not,
            status => Ended::So(status.to_string()),
        };
        Ok(State {
            frames,
            time,
            ended,
        })
    }

    /// The whole page.
    pub fn page(&self) -> Result<String, FileError> {
        Ok(report::following(&self.elements()?))
    }

    /// All numbers, at most as old as it takes some times to make them; at the end with the budget of a report.
    pub fn elements(&self) -> Result<Arc<String>, FileError> {
        // A thread that panicked leaves the last good numbers.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let state = self.state()?;
        let ended = state.ended != Ended::Not;
        if let Some(last) = &*made {
            let same = last.frames == state.frames && last.ended == ended;
            if same || (!ended && last.at.elapsed() < BUSY * last.took) {
                return Ok(Arc::clone(&last.text));
            }
        }
        let begin = Instant::now();
        let mut runs = vec![shown(&self.path)?];
        if let Some(other) = &self.other {
            runs.push(shown(other)?);
        }
        let scale = if ended { 1.0 } else { PART } / runs.len() as f64;
        let text = Arc::new(report::elements(&mut runs, scale)?.0);
        *made = Some(Made {
            frames: state.frames,
            ended,
            text: Arc::clone(&text),
            at: Instant::now(),
            took: begin.elapsed(),
        });
        Ok(text)
    }
}

fn shown(path: &Path) -> Result<Shown, FileError> {
    let file = path.file_name().unwrap_or(path.as_os_str());
    Ok(Shown {
        file: file.to_string_lossy().into_owned(),
        reader: Reader::open(path)?,
    })
}
