//! The rounds themselves: what is damaged, and which commands get it.

use crate::corpus::{self, Base, bases, models, poinsot};
use crate::damage;
use crate::meshes;
use crate::mutate;
use crate::random::Random;
use poinsot::checkpoint::CheckpointFiles;
use std::cell::RefCell;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Damaged results and checkpoints.
    Results,
    /// Changed models.
    Models,
    /// Damaged mesh files.
    Meshes,
}

impl Kind {
    /// The kind of a word of the command line.
    pub fn named(word: &str) -> Option<Kind> {
        match word {
            "results" => Some(Kind::Results),
            "models" => Some(Kind::Models),
            "meshes" => Some(Kind::Meshes),
            _ => None,
        }
    }

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Results => "results",
            Kind::Models => "models",
            Kind::Meshes => "meshes",
        }
    }

    /// Makes what rounds begin with.
    pub fn prepare(self, folder: &Path) -> Result<(), String> {
        match self {
            Kind::Results | Kind::Models => corpus::make(&folder.join("corpus")),
            Kind::Meshes => fs::create_dir_all(folder).map_err(|e| e.to_string()),
        }
    }
}

/// Something to do in a round.
enum Step {
    /// Puts the damaged files there, anew.
    Fresh,
    /// A command.
    Do(Vec<String>),
}

fn step(line: &str) -> Step {
    Step::Do(line.split(' ').map(str::to_owned).collect())
}

/// The files of a round and what is done with them.
struct Round {
    files: Vec<(PathBuf, Vec<u8>)>,
    steps: Vec<Step>,
}

/// What all rounds of a process have in common.
struct Bench {
    kind: Kind,
    bases: Vec<Base>,
    models: Vec<String>,
    meshes: Vec<(String, Vec<u8>)>,
}

impl Bench {
    fn new(kind: Kind, folder: &Path) -> Result<Bench, String> {
        let folder = folder.canonicalize().map_err(|e| e.to_string())?;
        let scratch = folder.join("scratch");
        let _ = fs::remove_dir_all(&scratch);
        fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
        if kind == Kind::Meshes {
            std::env::set_current_dir(&scratch).map_err(|e| e.to_string())?;
            return Ok(Bench {
                kind,
                bases: Vec::new(),
                models: Vec::new(),
                meshes: meshes::sound()?,
            });
        }
        let bases = bases(&folder.join("corpus"));
        if bases.is_empty() {
            return Err("there are no results to damage".to_owned());
        }
        std::env::set_current_dir(&scratch).map_err(|e| e.to_string())?;
        let part = folder.join("corpus/part.obj");
        fs::copy(part, "part.obj").map_err(|e| e.to_string())?;
        Ok(Bench {
            kind,
            bases,
            models: models(),
            meshes: Vec::new(),
        })
    }

    fn round(&self, number: u64) -> Result<Round, String> {
        let mut random = Random(number.wrapping_mul(2).wrapping_add(match self.kind {
            Kind::Results => 0,
            Kind::Models => 1 << 40,
            Kind::Meshes => 1 << 41,
        }));
        match self.kind {
            Kind::Models => Ok(self.model(number, &mut random)),
            Kind::Meshes => {
                let (name, bytes) = meshes::damaged(&self.meshes, &mut random);
                let steps = vec![Step::Fresh, step(&format!("mesh {name}"))];
                let files = vec![(PathBuf::from(name), bytes)];
                Ok(Round { files, steps })
            }
            Kind::Results if random.below(10) < 3 => self.checkpoint(&mut random),
            Kind::Results => self.results(number, &mut random),
        }
    }

    fn results(&self, number: u64, random: &mut Random) -> Result<Round, String> {
        let base = random.of(&self.bases);
        // What the writer refuses is damaged as bytes.
        let odd = random.once_in(2)
            && damage::content(&base.results, Path::new("made.nc"), random).is_ok();
        let from = if odd {
            Path::new("made.nc")
        } else {
            &base.results
        };
        let mut data = fs::read(from).map_err(|e| e.to_string())?;
        if !odd || random.once_in(8) {
            // Headers of these files are a few kilobytes long.
            damage::bytes(&mut data, 6000, random);
        }
        let model = fs::read_to_string(&base.model).map_err(|e| e.to_string())?;
        let files = vec![
            (PathBuf::from("x.nc"), data),
            ("start.toml".into(), starting(&model, "x.nc").into_bytes()),
            ("m.toml".into(), model.into_bytes()),
            (
                "good.nc".into(),
                fs::read(&base.results).unwrap_or_default(),
            ),
        ];
        let (a, b) = (random.of(&base.outputs), random.of(&base.outputs));
        let item = a.split('.').next().unwrap_or("bob");
        // A PNG takes as long as all the rest together.
        let ending = if number.is_multiple_of(16) {
            "png"
        } else {
            "svg"
        };
        let quantity = random.of(&["moment", "force", "tension", "speed", "strain.x"]);
        let lines = [
            "plot x.nc --list".to_owned(),
            format!("plot x.nc -o p.{ending}"),
            format!("plot x.nc {a} {b}"),
            format!("plot x.nc {a} --against {b} --log"),
            "plot x.nc --energy --from -1 --to 0.03".to_owned(),
            "plot x.nc --ledger --log".to_owned(),
            format!("plot x.nc {a} --spectrum --log-frequency"),
            format!("plot x.nc --phase {a}"),
            format!("plot x.nc --orbit {item}"),
            format!("plot x.nc --shape --frames 3 --color {quantity} --view top"),
            format!("plot x.nc --shape --at 0,0.02 --orbit {item}"),
            "report x.nc".to_owned(),
            "report good.nc --compare x.nc -o both.html".to_owned(),
            "view x.nc --no-open".to_owned(),
            "export x.nc -o x.csv".to_owned(),
            format!("export x.nc {a} --format npy"),
            "export x.nc --format npz".to_owned(),
            "export x.nc --format vtk".to_owned(),
            "export x.nc --format gltf --frames 5".to_owned(),
            "modes m.toml --about x.nc --count 2".to_owned(),
            "linearize m.toml --about x.nc -o linear".to_owned(),
            "check start.toml".to_owned(),
            "run start.toml -o s.nc --force --max-steps 2 -q".to_owned(),
            "resume x.nc --max-steps 2 -q".to_owned(),
        ];
        let steps = std::iter::once(Step::Fresh).chain(lines.iter().map(|l| step(l)));
        Ok(Round {
            files,
            steps: steps.collect(),
        })
    }

    fn checkpoint(&self, random: &mut Random) -> Result<Round, String> {
        let with: Vec<(&Base, PathBuf)> = self
            .bases
            .iter()
            .map(|b| (b, CheckpointFiles::beside(&b.results).current))
            .filter(|(_, path)| path.is_file())
            .collect();
        if with.is_empty() {
            return Err("there are no checkpoints to damage".to_owned());
        }
        let (base, path) = random.of(&with);
        let mut data = fs::read(path).map_err(|e| e.to_string())?;
        damage::bytes(&mut data, 400, random);
        // Damage alone is found by the check sum; with a new one it reaches what is behind.
        if !random.once_in(4) {
            damage::sealed(&mut data);
        }
        let model = fs::read_to_string(&base.model).map_err(|e| e.to_string())?;
        let files = vec![
            (PathBuf::from("x.nc.checkpoint"), data),
            ("x.nc".into(), fs::read(&base.results).unwrap_or_default()),
            (
                "start.toml".into(),
                starting(&model, "x.nc.checkpoint").into_bytes(),
            ),
            ("m.toml".into(), model.into_bytes()),
        ];
        let lines = [
            "check start.toml",
            "run start.toml -o s.nc --force --max-steps 2 -q",
            "modes m.toml --about x.nc.checkpoint --count 2",
            "linearize m.toml --about x.nc.checkpoint -o linear",
            "resume x.nc --max-steps 2 -q",
        ];
        let mut steps: Vec<Step> = std::iter::once(Step::Fresh)
            .chain(lines.iter().map(|l| step(l)))
            .collect();
        steps.push(Step::Fresh);
        steps.push(step(
            "resume x.nc.checkpoint --max-steps 2 --every 0.001 -q",
        ));
        Ok(Round { files, steps })
    }

    fn model(&self, number: u64, random: &mut Random) -> Round {
        let text = random.of(&self.models);
        let mut table: toml::Table = text.parse().unwrap_or_default();
        mutate::changed(&mut table, random);
        let toml = toml::to_string(&table).ok();
        let (name, text) = match (random.once_in(3), toml) {
            (false, Some(text)) => ("m.toml", text),
            _ => ("m.json", json(toml::Value::Table(table)).to_string()),
        };
        let mut steps = vec![
            Step::Fresh,
            step(&format!("check {name}")),
            step(&format!(
                "run {name} -o r.nc --force --max-steps 3 --max-wall 5 -q --ledger warn"
            )),
        ];
        match number % 4 {
            0 => steps.push(step(&format!("statics {name} -o st.nc --force -q"))),
            1 => steps.push(step(&format!("modes {name} --count 3"))),
            2 => steps.push(step("plot r.nc --shape")),
            _ => steps.push(step("report r.nc")),
        }
        Round {
            files: vec![(PathBuf::from(name), text.into_bytes())],
            steps,
        }
    }
}

/// Carries out a command, or reads a mesh, which has no command of its own.
fn perform(words: &[&str]) -> u8 {
    match words {
        ["mesh", name] => meshes::read(name),
        _ => poinsot(words),
    }
}

/// A model that starts from a file.
fn starting(model: &str, file: &str) -> String {
    let mut table: toml::Table = model.parse().unwrap_or_default();
    let run = table
        .entry("run")
        .or_insert_with(|| toml::Value::Table(toml::Table::new()));
    if let toml::Value::Table(run) = run {
        run.remove("start");
        run.insert("start_from".to_owned(), file.into());
    }
    toml::to_string(&table).unwrap_or_default()
}

/// The JSON twin of a tree; numbers that JSON has no words for become texts.
fn json(value: toml::Value) -> serde_json::Value {
    match value {
        toml::Value::String(s) => s.into(),
        toml::Value::Integer(i) => i.into(),
        toml::Value::Float(f) if f.is_finite() => f.into(),
        toml::Value::Float(f) => f.to_string().into(),
        toml::Value::Boolean(b) => b.into(),
        toml::Value::Datetime(d) => d.to_string().into(),
        toml::Value::Array(a) => a.into_iter().map(json).collect(),
        toml::Value::Table(t) => t.into_iter().map(|(k, v)| (k, json(v))).collect(),
    }
}

thread_local! {
    /// What the last panic said.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// One round with all that is said.
pub fn again(kind: Kind, number: u64, folder: &Path) -> Result<bool, String> {
    let here = std::env::current_dir().map_err(|e| e.to_string())?;
    kind.prepare(folder)?;
    std::env::set_current_dir(here).map_err(|e| e.to_string())?;
    let bench = Bench::new(kind, folder)?;
    let round = bench.round(number)?;
    for step in &round.steps {
        match step {
            Step::Fresh => fresh(&round)?,
            Step::Do(words) => {
                eprintln!("\n== {}", words.join(" "));
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let begin = Instant::now();
                let code = perform(&words);
                eprintln!(
                    "== exit code {code}, {:.2} s",
                    begin.elapsed().as_secs_f64()
                );
            }
        }
    }
    Ok(true)
}

fn fresh(round: &Round) -> Result<(), String> {
    for (name, data) in &round.files {
        fs::write(name, data).map_err(|e| format!("{}: {e}", name.display()))?;
    }
    Ok(())
}

/// Rounds from `first` on, beginning with the step `begin` of the first one, before `end`. The file `log` says how far it is:
/// lines `R round`, `C step words`, `X code`, `P words of a panic`, `M kilobytes at most`.
pub fn work(kind: Kind, [first, begin, end]: [u64; 3], folder: &Path) -> Result<bool, String> {
    let log = folder.join("log");
    let mut log = OpenOptions::new()
        .append(true)
        .create(true)
        .open(log)
        .map_err(|e| e.to_string())?;
    let bench = Bench::new(kind, folder)?;
    let mut say = move |line: String| {
        // Without the log the supervisor sees a process that does nothing and ends it.
        let _ = log.write_all(format!("{}\n", line.replace('\n', " ")).as_bytes());
    };
    std::panic::set_hook(Box::new(|info| {
        PANIC.with(|p| *p.borrow_mut() = info.to_string());
    }));
    for number in first..end {
        say(format!("R {number}"));
        let round = bench.round(number)?;
        for (k, step) in round.steps.iter().enumerate() {
            match step {
                Step::Fresh => fresh(&round)?,
                Step::Do(_) if number == first && (k as u64) < begin => {}
                Step::Do(words) => {
                    say(format!("C {k} {}", words.join(" ")));
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    let done = catch_unwind(AssertUnwindSafe(|| perform(&words)));
                    match done {
                        Ok(code) => say(format!("X {code}")),
                        Err(_) => say(format!("P {}", PANIC.with(|p| p.borrow().clone()))),
                    }
                }
            }
        }
        if let Some(most) = peak() {
            say(format!("M {most}"));
        }
    }
    say("E".to_owned());
    Ok(true)
}

/// Largest memory since the last call [kB], where the system tells.
fn peak() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|l| l.starts_with("VmHWM:"))?;
    let number = line.split_whitespace().nth(1)?.parse().ok();
    // Begins to count anew.
    let _ = fs::write("/proc/self/clear_refs", "5");
    number
}
