//! Reads damaged models for a while and counts: whatever the bytes, reading ends with a model or with messages.
//!
//! ```text
//! cargo run --release -p poinsot --example fuzz_model -- 600        # seconds
//! cargo run --release -p poinsot --example fuzz_model -- 600 42     # seconds, first seed
//! ```
//!
//! Each round takes one of the small models of the reference (as TOML, or as JSON), damages it with a generator that
//! depends on the round number only, reads it and renders the messages. A panic prints the round, so that
//! `fuzz_model -- 1 <round>` starts with the same text. A small mesh is damaged and read in every round too.

use poinsot::meshes::read_mesh;
use poinsot::model::{Source, mini_examples, read_model, render_all};
use std::time::{Duration, Instant};

#[path = "../tests/meshes/samples.rs"]
mod samples;

/// The generator "splitmix64": every seed, also 0, gives a good sequence.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Pieces that are likely to reach deep into the reader.
const PIECES: &[&str] = &[
    "nan",
    "-inf",
    "1e308",
    "-1e-320",
    "0",
    "\"\"",
    "\"1 kg\"",
    "\"x^t\"",
    "[]",
    "{}",
    "[[1,2],[3]]",
    "\n[[joint]]\n",
    "\n[[body]]\n",
    "name = \"arm\"\n",
    "\"ground\"",
    "\"hinge.angle\"",
    "\"boom.end\"",
    "\"boom@0.5 m\"",
    "\"rope@99 %\"",
    "\n[[beam]]\n",
    "\n[[section]]\n",
    "spline = [[0, 0, 0], [1e50, 1, 0], [1, 0, 1e-50]]\n",
    "twist = [{ at = 0, angle = 3 }, { at = \"100 %\", angle = -900 }]\n",
    "{ table = [[0,1],[1,2]] }",
    "\u{0}",
    "ü",
    "((((",
    "]",
    "}",
    "=",
    ",",
    "\"",
    "'''",
    "\\",
    "1979-05-27",
    "true",
    "kind = \"universal\"\n",
    "frame_1 = {}\n",
    "null",
];

/// Damage that keeps the syntax: whole lines are dropped or doubled, values are exchanged.
fn rearranged(text: &str, random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(lines.len());
        let (_, other) = mini_examples()[random.below(mini_examples().len())];
        let others: Vec<&str> = other.lines().collect();
        let borrowed = others[random.below(others.len())];
        match (
            random.below(4),
            lines[at].split_once(" = "),
            borrowed.split_once(" = "),
        ) {
            (0, Some((key, _)), Some((_, value))) => lines[at] = format!("{key} = {value}"),
            (1, Some((key, _)), _) => {
                let piece = PIECES[random.below(PIECES.len())];
                lines[at] = format!("{key} = {piece}");
            }
            (2, _, _) => lines.insert(at, borrowed.to_string()),
            _ if lines.len() > 1 => {
                lines.remove(at);
            }
            _ => {}
        }
    }
    lines.join("\n").into_bytes()
}

fn damaged(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 => bytes.truncate(at),
            3 => {
                let end = (at + random.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            4 => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
            _ => {
                let (_, other) = mini_examples()[random.below(mini_examples().len())];
                let from = random.below(other.len());
                let to = (from + random.below(80)).min(other.len());
                let end = (at + random.below(20)).min(bytes.len());
                bytes.splice(at..end, other.as_bytes()[from..to].iter().copied());
            }
        }
    }
    bytes
}

/// The JSON twin of a TOML text.
fn as_json(text: &str) -> String {
    fn convert(value: toml::Value) -> serde_json::Value {
        match value {
            toml::Value::String(s) => s.into(),
            toml::Value::Integer(i) => i.into(),
            toml::Value::Float(f) => f.into(),
            toml::Value::Boolean(b) => b.into(),
            toml::Value::Datetime(d) => d.to_string().into(),
            toml::Value::Array(a) => a.into_iter().map(convert).collect(),
            toml::Value::Table(t) => t.into_iter().map(|(k, v)| (k, convert(v))).collect(),
        }
    }
    let table: toml::Table = text.parse().unwrap_or_default();
    convert(toml::Value::Table(table)).to_string()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(10);
    let first: u64 = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(0);
    let twins: Vec<String> = mini_examples().iter().map(|(_, t)| as_json(t)).collect();
    let meshes = samples::all();
    let (begin, limit) = (Instant::now(), Duration::from_secs(seconds));
    let (mut good, mut refused, mut messages) = (0_u64, 0_u64, 0_u64);
    let mut slowest = (Duration::ZERO, first);
    let mut round = first;
    while begin.elapsed() < limit {
        let outcome = std::panic::catch_unwind(|| {
            let mut random = Random(round);
            let index = random.below(twins.len());
            let (name, text) = match random.below(3) {
                0 => ("fuzz.json", twins[index].as_str()),
                _ => ("fuzz.toml", mini_examples()[index].1),
            };
            let bytes = match random.below(2) {
                0 => rearranged(text, &mut random),
                _ => damaged(text.as_bytes(), &mut random),
            };
            let source = Source::new(name, String::from_utf8_lossy(&bytes));
            let start = Instant::now();
            let (ok, problems) = match read_model(&source) {
                Ok((model, warnings)) => {
                    for body in &model.bodies {
                        let numbers = body.inertia.iter().chain(body.angular_velocity.iter());
                        assert!(
                            numbers
                                .chain(body.orientation.coords.iter())
                                .all(|x| x.is_finite())
                        );
                    }
                    (true, warnings)
                }
                Err(problems) => (false, problems),
            };
            let rendered = render_all(&problems, Some(&source), round.is_multiple_of(2));
            assert!(ok || !rendered.is_empty(), "refused without a reason");
            let (mesh, bytes) = &meshes[random.below(meshes.len())];
            if let Ok(mesh) = read_mesh(mesh, &damaged(bytes, &mut random)) {
                let corners = mesh.triangles.iter().flatten();
                assert!(corners.max() < Some(&(mesh.vertices.len() as u32)));
            }
            (ok, problems.len() as u64, start.elapsed())
        });
        let Ok((ok, count, time)) = outcome else {
            eprintln!("round {round} panicked; again with: fuzz_model -- 1 {round}");
            std::process::exit(1);
        };
        match ok {
            true => good += 1,
            false => refused += 1,
        }
        messages += count;
        slowest = slowest.max((time, round));
        round += 1;
    }
    println!(
        "{} models read in {seconds} s: {good} accepted, {refused} refused, {messages} messages, slowest {} us in round {}",
        round - first,
        slowest.0.as_micros(),
        slowest.1
    );
}
