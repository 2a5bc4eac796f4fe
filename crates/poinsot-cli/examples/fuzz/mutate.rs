//! Changes to the tree of a model: keys that are missing or doubled, values of other kinds and sizes, references to other things.

use crate::random::{Random, WILD};
use poinsot::model::mini_examples;
use toml::{Table, Value};

/// Texts that a value may come to hold.
const TEXTS: [&str; 34] = [
    "",
    "nan",
    "inf",
    "-inf",
    "NaN m",
    "1e300",
    "1e300 m",
    "-1e300 N",
    "1e-300 s",
    "0 kg",
    "-5 deg",
    "1e9 deg",
    "5 parsec",
    "ground",
    "world",
    ".start",
    "boom.end",
    "boom@1e300 m",
    "rope@-5 %",
    "rope@200 %",
    "hinge.angle",
    "hinge.hinge.angle",
    "t",
    "sin(t)",
    "1/0",
    "t^t^t^t",
    "sqrt(-1)",
    "exp(exp(exp(t)))",
    "1/(t-0.001)",
    "((((((((((((((((((((((((t",
    "equilibrium",
    "error",
    "../../../etc/passwd",
    "x\u{0}y",
];
/// Counts that a value may come to hold.
const COUNTS: [i64; 12] = [
    0,
    1,
    -1,
    2,
    3,
    17,
    200,
    100_000,
    1_000_000_000,
    i64::MAX,
    i64::MIN,
    1 << 32,
];

/// A model with a few changes, as a text; what is not TOML is returned as it is.
pub fn model(text: &str, random: &mut Random) -> String {
    let Ok(mut table) = text.parse::<Table>() else {
        return text.to_owned();
    };
    changed(&mut table, random);
    toml::to_string(&table).unwrap_or_else(|_| text.to_owned())
}

/// Makes one to four changes.
pub fn changed(table: &mut Table, random: &mut Random) {
    let donors = mini_examples();
    for _ in 0..1 + random.below(4) {
        let mut root = Value::Table(std::mem::take(table));
        let places = places(&root);
        let strings = strings(&root);
        let path = random.of(&places).clone();
        match random.below(10) {
            0 => remove(&mut root, &path),
            1 => double(&mut root, &path, random),
            2 => {
                let other = random.of(&places).clone();
                let a = at(&mut root, &path).map(|v| v.clone());
                let b = at(&mut root, &other).map(|v| v.clone());
                if let (Some(a), Some(b)) = (a, b) {
                    put(&mut root, &path, b);
                    put(&mut root, &other, a);
                }
            }
            3 if !strings.is_empty() => {
                // A reference to something else in the model, or to itself.
                let value = Value::String(random.of(&strings).clone());
                if let Some(place) = leaf(&root, &places, random, Value::is_str) {
                    put(&mut root, &place, value);
                }
            }
            4 | 5 => {
                let number = |v: &Value| v.is_float() || v.is_integer();
                if let Some(place) = leaf(&root, &places, random, number) {
                    let wild = wild(at(&mut root, &place).as_deref(), random);
                    put(&mut root, &place, wild);
                }
            }
            6 => {
                let value = Value::String((*random.of(&TEXTS)).to_owned());
                put(&mut root, &path, value);
            }
            7 => {
                let value = other_kind(random);
                put(&mut root, &path, value);
            }
            8 => {
                // A whole table or value of another model.
                let donor: Table = random.of(donors).1.parse().unwrap_or_default();
                let donor = Value::Table(donor);
                let from = self::places(&donor);
                let chosen: &Path = random.of(&from);
                let value = at(&mut donor.clone(), chosen).map(|v| v.clone());
                if let Some(value) = value {
                    let key = chosen.last().cloned();
                    match (key, &mut root) {
                        (Some(Step::Key(key)), Value::Table(t)) if random.once_in(3) => {
                            t.insert(key, value);
                        }
                        _ => put(&mut root, &path, value),
                    }
                }
            }
            _ => {
                let key = match random.of(&places).last() {
                    Some(Step::Key(key)) => key.clone(),
                    _ => "name".to_owned(),
                };
                let value = wild(None, random);
                if let Some(Value::Table(t)) = at(&mut root, &path) {
                    t.insert(key, value);
                }
            }
        }
        if let Value::Table(t) = root {
            *table = t;
        }
    }
}

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    Index(usize),
}

type Path = Vec<Step>;

/// The places of all values below the root.
fn places(root: &Value) -> Vec<Path> {
    fn visit(value: &Value, path: &mut Path, all: &mut Vec<Path>) {
        if !path.is_empty() {
            all.push(path.clone());
        }
        let parts: Vec<(Step, &Value)> = match value {
            Value::Table(t) => t.iter().map(|(k, v)| (Step::Key(k.clone()), v)).collect(),
            Value::Array(a) => a
                .iter()
                .enumerate()
                .map(|(k, v)| (Step::Index(k), v))
                .collect(),
            _ => Vec::new(),
        };
        for (step, part) in parts {
            path.push(step);
            visit(part, path, all);
            path.pop();
        }
    }
    let mut all = Vec::new();
    visit(root, &mut Vec::new(), &mut all);
    // An empty model still has a place.
    if all.is_empty() {
        all.push(vec![Step::Key("run".to_owned())]);
    }
    all
}

fn strings(root: &Value) -> Vec<String> {
    match root {
        Value::String(s) => vec![s.clone()],
        Value::Array(a) => a.iter().flat_map(strings).collect(),
        Value::Table(t) => t.iter().flat_map(|(_, v)| strings(v)).collect(),
        _ => Vec::new(),
    }
}

fn leaf(
    root: &Value,
    places: &[Path],
    random: &mut Random,
    fits: impl Fn(&Value) -> bool,
) -> Option<Path> {
    let mut copy = root.clone();
    let fitting: Vec<&Path> = places
        .iter()
        .filter(|p| at(&mut copy, p).is_some_and(|v| fits(v)))
        .collect();
    match fitting.is_empty() {
        true => None,
        false => Some((*random.of(&fitting)).clone()),
    }
}

fn at<'a>(root: &'a mut Value, path: &[Step]) -> Option<&'a mut Value> {
    let mut value = root;
    for step in path {
        value = match (step, value) {
            (Step::Key(k), Value::Table(t)) => t.get_mut(k)?,
            (Step::Index(k), Value::Array(a)) => a.get_mut(*k)?,
            _ => return None,
        };
    }
    Some(value)
}

fn put(root: &mut Value, path: &[Step], new: Value) {
    if let Some(value) = at(root, path) {
        *value = new;
    }
}

fn remove(root: &mut Value, path: &[Step]) {
    let Some((last, parent)) = path.split_last() else {
        return;
    };
    match (last, at(root, parent)) {
        (Step::Key(k), Some(Value::Table(t))) => {
            t.remove(k);
        }
        (Step::Index(k), Some(Value::Array(a))) if *k < a.len() => {
            a.remove(*k);
        }
        _ => {}
    }
}

/// Repeats an item of the list that a place is in: a few times, or often.
fn double(root: &mut Value, path: &[Step], random: &mut Random) {
    let Some(list) = (0..path.len())
        .rev()
        .find(|&k| matches!(path[k], Step::Index(_)))
    else {
        return;
    };
    let (Some(Value::Array(a)), Step::Index(k)) = (at(root, &path[..list]), &path[list]) else {
        return;
    };
    let Some(item) = a.get(*k).cloned() else {
        return;
    };
    let many = *random.of(&[1, 1, 1, 2, 5, 40]);
    for n in 0..many {
        let mut copy = item.clone();
        if let (Value::Table(t), false) = (&mut copy, random.once_in(3))
            && let Some(Value::String(name)) = t.get_mut("name")
        {
            name.push_str(&format!("_{n}"));
        }
        a.push(copy);
    }
}

/// A number at which programs break: another one, or the same in another size.
fn wild(old: Option<&Value>, random: &mut Random) -> Value {
    let number = match old {
        Some(Value::Float(x)) => Some(*x),
        Some(Value::Integer(n)) => Some(*n as f64),
        _ => None,
    };
    match (random.below(4), number) {
        (0, _) => Value::Integer(*random.of(&COUNTS)),
        (1, Some(x)) => {
            Value::Float(x * random.of(&[-1.0, 0.0, 1e-3, 1e3, 1e-9, 1e9, 1e100, 1e-100, 1.000001]))
        }
        _ => Value::Float(*random.of(&WILD)),
    }
}

fn other_kind(random: &mut Random) -> Value {
    let numbers = |values: &[f64]| Value::Array(values.iter().map(|x| Value::Float(*x)).collect());
    match random.below(9) {
        0 => Value::Boolean(random.once_in(2)),
        1 => Value::Array(Vec::new()),
        2 => Value::Table(Table::new()),
        3 => numbers(&[0.0, 0.0, 0.0]),
        4 => numbers(&[*random.of(&WILD), 1.0, *random.of(&WILD)]),
        5 => {
            let mut deep = Value::Integer(1);
            for _ in 0..random.below(100) {
                deep = Value::Array(vec![deep]);
            }
            deep
        }
        6 => Value::Array(
            (0..200)
                .map(|k| numbers(&[f64::from(k), 1.0, 0.0]))
                .collect(),
        ),
        7 => Value::String("x".repeat(random.below(5000))),
        _ => Value::Integer(*random.of(&COUNTS)),
    }
}
