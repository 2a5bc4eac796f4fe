//! Signals that ask for an end, and the end of the wall-clock time, are heeded within a second, wherever the program is.
//!
//! While results are open they ask for a stop, which is answered between two steps. A step of a large model can take long; if there
//! is no answer, a thread beside the work closes the results as they are and ends the process. So no loop of the library has to
//! look at a flag: what is in the file then is whole frames of finished steps, and checkpoints are older than that.
//! At all other times a signal ends the process at once, and takes away what was written of unfinished files.

use super::files;
use crate::output;
use poinsot::results::{FileError, Status, Writer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_millis(700);
/// What it may take from there to the end: a frame and a checkpoint.
const TO_THE_END: Duration = Duration::from_millis(200);
/// How long the last words may take if nobody reads them.
const LAST_WORDS: Duration = Duration::from_millis(50);
/// Exit code of what failed.
const FAILED: i32 = 1;
/// Exit code of what was stopped before its end.
const STOPPED: i32 = 3;
/// Exit code of what was stopped at once.
const AT_ONCE: i32 = 130;

/// Set by signals, and when they were heard.
static ASKED: AtomicBool = AtomicBool::new(false);
static HEARD: AtomicBool = AtomicBool::new(false);

/// What signals find: results that are open, and what is done with them.
static OPEN: Mutex<Option<(OpenResults, Work)>> = Mutex::new(None);

/// What results are written by.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// What is finished first, in a word.
    pub part: &'static str,
    /// Whether `poinsot resume` goes on with it.
    pub resumes: bool,
    /// Whether the summary is one JSON object.
    pub json: bool,
}

/// Why results are closed from outside.
#[derive(Clone, Copy, Debug)]
enum Why {
    Signal,
    /// The wall-clock time [s], and whether a step was finished in it.
    Wall {
        seconds: f64,
        stepped: bool,
    },
}

/// The results file of a run, within reach of the handler of signals.
#[derive(Clone)]
pub struct OpenResults(Arc<Mutex<Option<Writer>>>);

impl OpenResults {
    pub fn new(writer: Writer) -> Self {
        OpenResults(Arc::new(Mutex::new(Some(writer))))
    }

    /// Does something with the file; `None` if it is closed.
    pub fn with<T>(&self, work: impl FnOnce(&mut Writer) -> T) -> Option<T> {
        locked(&self.0).as_mut().map(work)
    }

    /// Closes the file; nobody ends the process meanwhile. Nothing happens if it is closed.
    pub fn finish(&self, status: &Status, late: &[(String, String)]) -> Result<(), FileError> {
        let mut file = locked(&self.0);
        let writer = file.take();
        writer.map_or(Ok(()), |writer| writer.finish(status, late))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on signals ask for a stop instead of ending the process. Without a handler Ctrl-C kills the run, which the results
/// file survives.
pub fn listen(results: &OpenResults, work: Work) -> &'static AtomicBool {
    *locked(&OPEN) = Some((results.clone(), work));
    handle_signals();
    &ASKED
}

/// From now on signals are handled. That they end the process at once is what happens without a handler too, but for unfinished
/// files. Not within a program around the command, whose signals are its own.
pub fn handle_signals() {
    if output::is_quiet() {
        return;
    }
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = ctrlc::set_handler(on_signal);
    });
}

fn on_signal() {
    let open = locked(&OPEN).clone();
    let Some((results, work)) = open.filter(|_| !ASKED.swap(true, Ordering::SeqCst)) else {
        let files = files::discard_unfinished();
        end(AT_ONCE, &files);
    };
    // Beside the handler, which must be free for the next signal.
    thread::spawn(move || {
        thread::sleep(PATIENCE);
        if HEARD.load(Ordering::SeqCst) {
            thread::sleep(TO_THE_END);
        }
        close(&results, work, Why::Signal);
        // Closed already, and yet the process has not ended: it waits for something.
        end(AT_ONCE, "");
    });
    output::note(&format!(
        "\nstopping after this {}; Ctrl-C again stops at once\n",
        work.part
    ));
}

/// Whether a stop was asked for; whoever asks this answers it.
pub fn heard(asked: &AtomicBool) -> bool {
    let asked = asked.load(Ordering::SeqCst);
    if asked {
        HEARD.store(true, Ordering::SeqCst);
    }
    asked
}

/// The wall-clock time that a command may take, from its beginning. When this is dropped the command is at its end.
#[derive(Default)]
pub struct Clock {
    deadline: Option<Instant>,
    shared: Arc<Shared>,
    /// Tells the thread that waits when it is dropped.
    _alive: Option<Sender<()>>,
}

/// What the thread that waits must know.
#[derive(Default)]
struct Shared {
    /// The end of the time was noticed.
    heard: AtomicBool,
    /// A step was finished.
    stepped: AtomicBool,
    /// Results to close; none while the model is prepared.
    open: Mutex<Option<(OpenResults, Work)>>,
}

impl Clock {
    /// Starts now. A limit beyond what the clock can count is none.
    pub fn start(seconds: Option<f64>) -> Self {
        let limit = seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        let (Some(seconds), Some(limit), Some(_)) = (seconds, limit, deadline) else {
            return Clock::default();
        };
        let (alive, ended) = channel::<()>();
        let clock = Clock {
            deadline,
            _alive: Some(alive),
            ..Clock::default()
        };
        let shared = Arc::clone(&clock.shared);
        thread::spawn(move || {
            let waited = |time| ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            let patience = limit.saturating_add(PATIENCE);
            if waited(patience) && (!shared.heard.load(Ordering::SeqCst) || waited(TO_THE_END)) {
                shared.run_out(seconds);
            }
        });
        clock
    }

    /// From now on there are results to close.
    pub fn watch(&self, results: &OpenResults, work: Work) {
        *locked(&self.shared.open) = Some((results.clone(), work));
    }

    /// A step was finished. Whether the time has run out; whoever asks this answers it.
    pub fn step_made(&self) -> bool {
        let over = self.deadline.is_some_and(|end| Instant::now() >= end);
        self.shared.stepped.store(true, Ordering::Relaxed);
        if over {
            self.shared.heard.store(true, Ordering::SeqCst);
        }
        over
    }
}

impl Shared {
    /// The time has run out, and nobody has answered.
    fn run_out(&self, seconds: f64) {
        match &*locked(&self.open) {
            Some((results, work)) => {
                let stepped = self.stepped.load(Ordering::SeqCst);
                close(results, *work, Why::Wall { seconds, stepped });
            }
            None => end(
                FAILED,
                &format!(
                    "error: --max-wall {seconds} s elapsed while the model was being prepared, before the first step; nothing was \
                     written\nhelp: give it more time\n"
                ),
            ),
        }
    }
}

/// Closes results in the middle of a step, and ends the process. Returns if they are closed already: then all is said.
fn close(results: &OpenResults, work: Work, why: Why) {
    // Kept to the end of the process, so that whoever would go on with the file waits.
    let mut file = locked(&results.0);
    let Some(writer) = file.take() else {
        return;
    };
    let path = writer.path().display().to_string();
    let frames = writer.frames();
    let (closed, part) = (writer.finish(&Status::Interrupted, &[]), work.part);
    let (how, word) = match why {
        Why::Signal => ("on request", "signal"),
        Why::Wall { .. } => ("by --max-wall", "max_wall"),
    };
    let mut text =
        format!("interrupted {how} within a long {part}; {path} holds everything before it\n");
    if work.resumes {
        text.push_str(&format!("to continue: poinsot resume {path}\n"));
    }
    let mut code = STOPPED;
    let mut failure = closed.err().map(|error| error.to_string());
    if let Why::Wall {
        seconds,
        stepped: false,
    } = why
    {
        // Whoever goes on in a loop as long as there is more to do must learn that this leads nowhere.
        failure.get_or_insert(format!(
            "not a single {part} finished within --max-wall {seconds} s\nhelp: give it more time"
        ));
    }
    if let Some(failure) = &failure {
        text.push_str(&format!("error: {failure}\n"));
        code = FAILED;
    }
    if work.json {
        let object = serde_json::json!({
            "status": Status::Interrupted.to_string(),
            "stopped_by": word,
            "error": failure,
            "results": path,
            "frames": frames,
        });
        within(LAST_WORDS, move || {
            let _ = output::print(&format!("{object:#}\n"));
        });
    }
    end(code, &text);
}

/// Ends the process with last words.
fn end(code: i32, text: &str) -> ! {
    let text = text.to_owned();
    within(LAST_WORDS, move || output::note(&text));
    std::process::exit(code);
}

/// Does something, but does not wait for it longer than this: a pipe may be full, and nobody there to read it.
fn within(time: Duration, work: impl FnOnce() + Send + 'static) {
    let (done, wait) = channel::<()>();
    thread::spawn(move || {
        work();
        drop(done);
    });
    let _ = wait.recv_timeout(time);
}
