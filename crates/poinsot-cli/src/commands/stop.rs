//! Signals that ask for an end are heeded within a second, wherever the program is.
//!
//! Before anything is written they end the process at once, as always. From then on they ask for a stop, which is answered between
//! two steps. A step of a large model can take long; if there is no answer, the results are closed as they are and the process ends.

use crate::output;
use poinsot::results::{Status, Writer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_millis(700);
/// Exit code of what was stopped before its end.
const STOPPED: i32 = 3;
/// Exit code of what was stopped at once.
const AT_ONCE: i32 = 130;

/// Set by signals, and when they were heard.
static ASKED: AtomicBool = AtomicBool::new(false);
static HEARD: AtomicBool = AtomicBool::new(false);

/// The results file of a run, within reach of the handler of signals.
#[derive(Clone)]
pub struct OpenResults(Arc<Mutex<Option<Writer>>>);

impl OpenResults {
    pub fn new(writer: Writer) -> Self {
        OpenResults(Arc::new(Mutex::new(Some(writer))))
    }

    /// Does something with the file; `None` if it is closed.
    pub fn with<T>(&self, work: impl FnOnce(&mut Writer) -> T) -> Option<T> {
        self.lock().as_mut().map(work)
    }

    /// The file, for its end.
    pub fn take(&self) -> Option<Writer> {
        self.lock().take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Writer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Listens from now on; `part` is what is finished first, in a word. Without a handler Ctrl-C kills the run, which the results
/// file survives.
pub fn listen(results: &OpenResults, part: &'static str) -> &'static AtomicBool {
    let results = results.clone();
    let _ = ctrlc::set_handler(move || {
        if ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(AT_ONCE);
        }
        output::note(&format!(
            "\nstopping after this {part}; Ctrl-C again stops at once\n"
        ));
        let results = results.clone();
        // Beside the handler, which must be free for the next signal.
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            if !HEARD.load(Ordering::SeqCst) {
                close(&results, part);
            }
        });
    });
    &ASKED
}

/// Whether a stop was asked for; whoever asks this answers it.
pub fn heard(asked: &AtomicBool) -> bool {
    let asked = asked.load(Ordering::SeqCst);
    if asked {
        HEARD.store(true, Ordering::SeqCst);
    }
    asked
}

/// Closes the results in the middle of a step, and ends the process. What is being closed already is left alone.
fn close(results: &OpenResults, part: &str) {
    let Some(writer) = results.take() else {
        return;
    };
    let path = writer.path().display().to_string();
    let closed = writer.finish(&Status::Interrupted, &[]);
    output::note(&match closed {
        Ok(()) => {
            format!("stopped within a {part} that takes long; {path} holds what came before it\n")
        }
        Err(error) => format!("stopped within a {part} that takes long: {error}\n"),
    });
    std::process::exit(STOPPED);
}
