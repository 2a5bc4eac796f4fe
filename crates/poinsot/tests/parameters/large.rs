//! Many parameters, long chains and large circles are read in bounded time.

use super::{problems, stone};
use std::fmt::Write;
use std::time::{Duration, Instant};

const MANY: usize = 100_000;

/// Reads a model with many parameters and returns what is shown.
fn read(line: impl Fn(usize) -> String, mass: &str, settings: &[&str]) -> String {
    let mut lines = String::new();
    for k in 0..MANY {
        writeln!(lines, "p{k} = {}", line(k)).unwrap();
    }
    let begun = Instant::now();
    let (_, shown) = problems(&stone(&lines, mass), settings);
    // A second or so; what grows with the square would take an hour.
    assert!(
        begun.elapsed() < Duration::from_secs(60),
        "{:?}",
        begun.elapsed()
    );
    shown
}

#[test]
fn long_chains_have_values() {
    let last = MANY - 1;
    let chain = |k: usize| match k == last {
        true => "\"1 g\"".to_owned(),
        false => format!("\"p{} + 1e-9\"", k + 1),
    };
    assert_eq!(read(chain, "\"p0\"", &[]), "");
    assert_eq!(read(chain, "\"p0\"", &["p50000=3"]), "");
}

#[test]
fn large_circles_are_one_message() {
    let next = |k: usize| (k + 1) % MANY;
    let shown = read(|k| format!("\"p{}\"", next(k)), "\"p7\"", &[]);
    let message = "100000 parameters depend on each other in a cycle: p0 -> p1 -> p2 -> p3 -> p4 -> p5 -> ... -> p0";
    assert!(
        shown.contains(message) && shown.ends_with("\n1 error\n"),
        "{shown}"
    );
    // Every one of them leads back to the first as well.
    let shown = read(
        |k| format!("\"p0 + p{} + p{}\"", next(k), k / 2),
        "\"p7\"",
        &[],
    );
    assert!(
        shown.ends_with("\n1 error\n"),
        "{}",
        &shown[..1000.min(shown.len())]
    );
}

#[test]
fn many_mistakes_are_bounded() {
    let shown = read(|k| format!("\"q{k} + 1\""), "1", &[]);
    assert!(
        shown.contains("more than 500 problems"),
        "{}",
        &shown[..1000]
    );
    let shown = read(|k| format!("\"p{k}\""), "1", &[]);
    assert!(
        shown.contains("more than 500 problems"),
        "{}",
        &shown[..1000]
    );
}
