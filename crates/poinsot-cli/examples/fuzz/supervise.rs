//! Starts the processes that do the rounds, watches their time, and keeps the books.

use crate::rounds::Kind;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Processor time that a command may take [s].
const PATIENCE: f64 = 20.0;
/// Wall-clock time that it may take: longer means that it waits for something that never comes.
const CLOCK: Duration = Duration::from_secs(300);
/// Memory that a process may have [kB]: the limit of 1 GB, and what a process takes without doing anything.
const ROOM: u64 = 1_000_000;
/// Rounds of one process.
const CHUNK: u64 = 250;
/// Those of meshes, which take less than a millisecond each.
const MESH_CHUNK: u64 = 10_000;

/// The books; kept in a file so that a later call goes on.
#[derive(Default)]
struct Books {
    next: u64,
    step: u64,
    commands: u64,
    codes: [u64; 4],
    panics: u64,
    aborts: u64,
    hangs: u64,
    memory: u64,
}

impl Books {
    fn numbers(&self) -> [u64; 11] {
        let c = self.codes;
        [
            self.next,
            self.step,
            self.commands,
            c[0],
            c[1],
            c[2],
            c[3],
            self.panics,
            self.aborts,
            self.hangs,
            self.memory,
        ]
    }

    fn load(path: &Path) -> Books {
        let text = fs::read_to_string(path).unwrap_or_default();
        let n: Vec<u64> = text
            .split_whitespace()
            .filter_map(|w| w.parse().ok())
            .collect();
        match n[..] {
            [
                next,
                step,
                commands,
                a,
                b,
                c,
                d,
                panics,
                aborts,
                hangs,
                memory,
            ] => Books {
                next,
                step,
                commands,
                codes: [a, b, c, d],
                panics,
                aborts,
                hangs,
                memory,
            },
            _ => Books::default(),
        }
    }

    fn save(&self, path: &Path) -> Result<(), String> {
        let words: Vec<String> = self.numbers().iter().map(u64::to_string).collect();
        fs::write(path, words.join(" ")).map_err(|e| e.to_string())
    }
}

/// Where the process stands, as its log says.
#[derive(Default)]
struct Stand {
    round: u64,
    step: u64,
    words: String,
    busy: bool,
    ended: bool,
    begun: Option<(Instant, f64)>,
}

/// Carries out rounds until there are `count`; says whether nothing was found.
pub fn supervise(kind: Kind, count: u64, folder: &Path) -> Result<bool, String> {
    fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    let folder = folder.canonicalize().map_err(|e| e.to_string())?;
    let place = folder.join("books");
    let mut books = Books::load(&place);
    kind.prepare(&folder)?;
    let begin = Instant::now();
    let first = books.next;
    while books.next < count {
        let chunk_size = match kind {
            Kind::Meshes => MESH_CHUNK,
            Kind::Results | Kind::Models => CHUNK,
        };
        let end = (books.next + chunk_size).min(count);
        chunk(kind, &mut books, end, &folder, &place)?;
        let done = (books.next - first) as f64 / begin.elapsed().as_secs_f64();
        println!("{}   {done:.1} rounds per second", summary(kind, &books));
    }
    println!("{}", summary(kind, &books));
    Ok(books.panics + books.aborts + books.hangs == 0 && books.memory <= ROOM)
}

fn summary(kind: Kind, b: &Books) -> String {
    format!(
        "{}: {} rounds, {} commands: {} done, {} refused, {} failed, {} stopped; {} panics, {} aborts, {} longer than {PATIENCE} s; at most {} MB",
        kind.word(),
        b.next,
        b.commands,
        b.codes[0],
        b.codes[2],
        b.codes[1],
        b.codes[3],
        b.panics,
        b.aborts,
        b.hangs,
        b.memory / 1000
    )
}

/// Lets one process work until it has done its rounds or dies.
fn chunk(
    kind: Kind,
    books: &mut Books,
    end: u64,
    folder: &Path,
    place: &Path,
) -> Result<(), String> {
    let log = folder.join("log");
    let _ = fs::remove_file(&log);
    let mut child = spawn(kind, books, end, folder).map_err(|e| e.to_string())?;
    let mut stand = Stand {
        round: books.next,
        step: books.step,
        ..Stand::default()
    };
    let mut read = 0;
    let mut hung = false;
    let status = loop {
        let over = child.try_wait().map_err(|e| e.to_string())?;
        follow(&log, &mut read, &mut stand, books, kind, folder, &child)?;
        if let Some(status) = over {
            break status;
        }
        if let (true, Some((at, used))) = (stand.busy, stand.begun)
            && (processor_time(&child) - used > PATIENCE || at.elapsed() > CLOCK)
        {
            hung = true;
            child.kill().map_err(|e| e.to_string())?;
        }
        sleep(Duration::from_millis(50));
    };
    if stand.ended && status.success() {
        (books.next, books.step) = (end, 0);
    } else if !stand.busy {
        return Err(format!(
            "the process ended at round {} without a command: {status}",
            stand.round
        ));
    } else {
        let what = match hung {
            true => {
                books.hangs += 1;
                "takes too long".to_owned()
            }
            false => {
                books.aborts += 1;
                format!("dies: {status}; {}", last_words(folder))
            }
        };
        found(kind, &stand, &what, folder)?;
        (books.next, books.step) = (stand.round, stand.step + 1);
    }
    books.save(place)
}

fn spawn(kind: Kind, books: &Books, end: u64, folder: &Path) -> std::io::Result<Child> {
    let own = std::env::current_exe()?;
    Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {ROOM}; exec \"$0\" \"$@\""))
        .arg(own)
        .args([kind.word(), "--worker"])
        .args([books.next, books.step, end].map(|n| n.to_string()))
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(folder.join("words"))?)
        .spawn()
}

/// Reads what is new in the log.
fn follow(
    log: &Path,
    read: &mut usize,
    stand: &mut Stand,
    books: &mut Books,
    kind: Kind,
    folder: &Path,
    child: &Child,
) -> Result<(), String> {
    let text = fs::read(log).unwrap_or_default();
    let new = String::from_utf8_lossy(&text[(*read).min(text.len())..]).into_owned();
    // A line that is not whole yet comes next time.
    let whole = new.rfind('\n').map_or(0, |k| k + 1);
    *read += new[..whole].len();
    for line in new[..whole].lines() {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match mark {
            "R" => {
                stand.round = rest.parse().unwrap_or(stand.round);
                stand.busy = false;
            }
            "C" => {
                let (number, words) = rest.split_once(' ').unwrap_or((rest, ""));
                stand.step = number.parse().unwrap_or(0);
                stand.words = words.to_owned();
                stand.busy = true;
                stand.begun = Some((Instant::now(), processor_time(child)));
                books.commands += 1;
            }
            "X" => {
                let code: usize = rest.parse().unwrap_or(1);
                books.codes[code.min(3)] += 1;
                stand.busy = false;
            }
            "P" => {
                books.panics += 1;
                stand.busy = false;
                found(kind, stand, rest, folder)?;
            }
            "M" => {
                let most = rest.parse().unwrap_or(0);
                if most > ROOM {
                    found(kind, stand, &format!("takes {most} kB"), folder)?;
                }
                books.memory = books.memory.max(most);
            }
            "E" => stand.ended = true,
            _ => {}
        }
    }
    Ok(())
}

fn found(kind: Kind, stand: &Stand, what: &str, folder: &Path) -> Result<(), String> {
    let line = format!("{} {} `{}` {what}\n", kind.word(), stand.round, stand.words);
    print!("FOUND {line}");
    OpenOptions::new()
        .append(true)
        .create(true)
        .open(folder.join("findings"))
        .and_then(|mut file| file.write_all(line.as_bytes()))
        .map_err(|e| e.to_string())
}

/// The end of what the process said.
fn last_words(folder: &Path) -> String {
    let text = fs::read(folder.join("words")).unwrap_or_default();
    let end = String::from_utf8_lossy(&text[text.len().saturating_sub(300)..]).into_owned();
    end.trim().replace('\n', " | ")
}

/// Processor time of a process so far [s]; where the system does not tell, none.
fn processor_time(child: &Child) -> f64 {
    let text = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let behind = text.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = behind.split_whitespace().collect();
    // Fields 14 and 15 of the line, in ticks of a hundredth of a second; the first two are in front of the bracket.
    let ticks = |k: usize| {
        fields
            .get(k)
            .and_then(|w| w.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    (ticks(11) + ticks(12)) / 100.0
}
