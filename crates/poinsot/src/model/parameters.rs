//! `[parameters]`: named values that numbers and formulas of a model may use.

use super::actions::Bushing;
use super::problem::{Report, quoted};
use super::tree::{Data, Entry, Value};
use crate::functions::{
    Exponents, MotorLaw, Named, NumberKind, PLAIN, TimeFunction, names_in, taken_name,
};
use crate::units::{Dimension, is_unit, parse_any};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

/// Key of the table.
pub(super) const TABLE: &str = "parameters";

/// Names that messages and suggestions are made from; more would take too long where there are many mistakes.
const SUGGESTED: usize = 1000;

/// Members of a circle that a message names.
const SHOWN: usize = 6;

/// A named value of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value, in SI units.
    pub value: f64,
    /// Its SI unit; empty for a plain number.
    pub unit: String,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameter { name, value, unit } = self;
        // Few people count zeros.
        let value = match *value != 0.0 && !(1e-4..1e7).contains(&value.abs()) {
            true => format!("{value:e}"),
            false => value.to_string(),
        };
        let text = format!("{name} = {value} {unit}");
        f.write_str(text.trim_end())
    }
}

/// The value of a parameter; `None` where it has a mistake of its own.
type Known = Option<(f64, NumberKind)>;

/// All parameters of a model, for those who read its numbers.
#[derive(Default)]
pub(super) struct Values {
    names: Vec<String>,
    index: HashMap<String, usize>,
    known: Vec<Known>,
    all_sound: bool,
    /// Whether nobody reads the messages.
    quiet: bool,
    /// Parameters that each one is made of.
    made_of: Vec<Vec<usize>>,
    used: RefCell<Vec<bool>>,
}

impl Named for Values {
    fn find(&self, name: &str) -> Option<(f64, NumberKind)> {
        let index = *self.index.get(name)?;
        self.used.borrow_mut()[index] = true;
        // Nobody asks for the value of a parameter with a mistake, see `broken_in`.
        Some(self.known[index].unwrap_or((1.0, NumberKind::Open)))
    }

    fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    fn some(&self) -> Vec<&str> {
        let count = if self.quiet { 0 } else { SUGGESTED };
        self.names.iter().take(count).map(String::as_str).collect()
    }

    fn words(&self, exponents: Exponents) -> String {
        Dimension::from_exponents(exponents).to_string()
    }
}

impl Values {
    /// Reads `[parameters]` of a file; where something is wrong the report has an error. Parameters that were set from outside must
    /// measure what they do in the file (`set`), and a plain number counts in that unit.
    pub fn read(report: &Report, root: &Value, set: &HashMap<String, NumberKind>) -> Values {
        Self::evaluate(root, Some(report), set)
    }

    /// What the parameters of a file measure, whatever may be wrong with them.
    pub fn kinds(root: &Value) -> HashMap<String, NumberKind> {
        let values = Self::evaluate(root, None, &HashMap::new());
        let known = values.names.iter().zip(&values.known);
        let known = known.filter_map(|(name, known)| Some((name.clone(), (*known)?.1)));
        known.collect()
    }

    fn evaluate(
        root: &Value,
        report: Option<&Report>,
        set: &HashMap<String, NumberKind>,
    ) -> Values {
        let mut own = Values::default();
        let Some(table) = root.get(TABLE) else {
            return own;
        };
        let Data::Table(entries) = &table.data else {
            if let Some(report) = report {
                let message = format!("expected a table, found {}", table.type_name());
                let help =
                    "write [parameters] and below it name = value lines, such as span = \"3.2 m\"";
                report.error(&table.span, TABLE, message, help.into());
            }
            return own;
        };
        let well_named = |entry: &&Entry| match name_problem(&entry.key) {
            None => true,
            Some((message, help)) => {
                if let Some(report) = report {
                    report.error(&entry.key_span, &path(&entry.key), message, help);
                }
                false
            }
        };
        let entries: Vec<&Entry> = entries.iter().filter(well_named).collect();
        let named = entries.iter().enumerate();
        own.index = named.map(|(k, e)| (e.key.clone(), k)).collect();
        own.names = entries.iter().map(|e| e.key.clone()).collect();
        own.used = RefCell::new(vec![false; entries.len()]);
        own.known = vec![None; entries.len()];
        let parts = entries
            .iter()
            .map(|e| names_in(e.value.text().unwrap_or("")));
        let parts = parts.map(|names| names.into_iter().filter_map(|n| own.index.get(n).copied()));
        own.made_of = parts.map(Iterator::collect).collect();
        own.quiet = report.is_none();
        for step in own.order() {
            // The rest would not be listed; what is made of it is left out too.
            if report.is_some_and(Report::is_full) {
                break;
            }
            match step {
                Step::Value(k) => {
                    let before = set.get(&own.names[k]).copied();
                    own.known[k] = own.value(entries[k], before, report);
                }
                Step::Circle { members, count } => {
                    if let Some(report) = report {
                        own.report_circle(report, &entries, &members, count);
                    }
                }
            }
        }
        own.used.borrow_mut().fill(false);
        own.all_sound = own.known.iter().all(Option::is_some);
        own
    }

    /// Every parameter behind those it is made of; those that are made of themselves are left out, and each knot of them is said once.
    ///
    /// A walk in depth without recursion, for chains may be long. Circles that hang together cover one stretch of the way.
    fn order(&self) -> Vec<Step> {
        const NEW: usize = usize::MAX;
        const DONE: usize = usize::MAX - 1;
        // Where on the way a parameter is.
        let mut place = vec![NEW; self.names.len()];
        let mut steps = Vec::new();
        for first in 0..self.names.len() {
            if place[first] != NEW {
                continue;
            }
            place[first] = 0;
            // Parameters, and how many parts of each were looked at; stretches of it that are circles.
            let mut way = vec![(first, 0)];
            let mut circles: Vec<(usize, usize)> = Vec::new();
            while let Some((k, seen)) = way.last_mut() {
                let k = *k;
                if let Some(part) = self.made_of[k].get(*seen).copied() {
                    *seen += 1;
                    match place[part] {
                        DONE => {}
                        NEW => {
                            place[part] = way.len();
                            way.push((part, 0));
                        }
                        from => {
                            let (mut start, mut known) = (from, false);
                            while let Some(circle) = circles.pop_if(|c| c.1 >= from) {
                                (start, known) = (start.min(circle.0), true);
                            }
                            circles.push((start, way.len() - 1));
                            if !known {
                                let members = way[from..].iter().take(SHOWN).map(|(k, _)| *k);
                                steps.push(Step::Circle {
                                    members: members.collect(),
                                    count: way.len() - from,
                                });
                            }
                        }
                    }
                    continue;
                }
                way.pop();
                place[k] = DONE;
                let at = way.len();
                if circles.last().is_none_or(|c| !(c.0..=c.1).contains(&at)) {
                    steps.push(Step::Value(k));
                }
                match circles.last_mut() {
                    Some(circle) if circle.0 < at => circle.1 = circle.1.min(at - 1),
                    _ => drop(circles.pop()),
                }
            }
        }
        steps
    }

    fn report_circle(&self, report: &Report, entries: &[&Entry], members: &[usize], count: usize) {
        let names: Vec<&str> = members.iter().map(|k| self.names[*k].as_str()).collect();
        let Some((first, k)) = names.first().copied().zip(members.first()) else {
            return;
        };
        let message = match count {
            1 => format!("the parameter `{first}` is defined in terms of itself"),
            n if n > SHOWN => format!(
                "{n} parameters depend on each other in a cycle: {} -> ... -> {first}",
                names.join(" -> ")
            ),
            _ => format!(
                "parameters depend on each other in a cycle: {} -> {first}",
                names.join(" -> ")
            ),
        };
        let help = "give one of them a value of its own".into();
        report.error(&entries[*k].value.span, &path(first), message, help);
    }

    /// The value of one parameter, once those that it is made of are known.
    fn value(&self, entry: &Entry, before: Option<NumberKind>, report: Option<&Report>) -> Known {
        let path = path(&entry.key);
        let error = |part: Option<(&str, std::ops::Range<usize>)>, message: String, help: &str| {
            let Some(report) = report else { return };
            let span = part.map_or(entry.value.span.clone(), |(text, part)| {
                report.inside(&entry.value.span, text, &part)
            });
            report.error(&span, &path, message, help.into());
        };
        let help = "a number, a quantity such as \"12 kg\", or a formula of other parameters such as \"0.5*span\"";
        let found = match &entry.value.data {
            Data::Number(x) => (*x, PLAIN),
            Data::Text(text) if self.broken_in(text) => return None,
            Data::Text(text) => match parse_any(text, self) {
                Ok(found) => found,
                Err(wrong) => {
                    error(Some((text, wrong.span.clone())), wrong.to_string(), help);
                    return None;
                }
            },
            _ => {
                let message = format!("expected one number, found {}", entry.value.type_name());
                error(None, message, help);
                return None;
            }
        };
        if !found.0.is_finite() || found.0.abs() > super::LARGEST {
            error(None, "an infinite or too large number".into(), help);
            return None;
        }
        let (value, kind) = found;
        match (before.and_then(NumberKind::exponents), kind.exponents()) {
            (Some(old), Some(new)) if old != new && !kind.is_loosely(old) => {
                let [old, new] = [old, new].map(Dimension::from_exponents);
                let name = &entry.key;
                let message =
                    format!("this is {new}; the parameter `{name}` is {old} in the model");
                let help = format!("give it as {old}, for example `{}`", old.example());
                error(None, message, &help);
                None
            }
            (Some(old), _) => Some((value, NumberKind::of(old))),
            (None, _) => Some(found),
        }
    }

    /// Whether there is one of this name that has no unit.
    pub fn is_plain(&self, name: &str) -> bool {
        let known = self.index.get(name).and_then(|k| self.known[*k]);
        known.is_some_and(|(_, kind)| kind.exponents().is_none())
    }

    /// Whether a text contains a parameter that has a mistake, which was reported where it is: what is made of it is left out.
    pub fn broken_in(&self, text: &str) -> bool {
        let broken = |name: &&str| {
            self.index
                .get(*name)
                .is_some_and(|k| self.known[*k].is_none())
        };
        !self.all_sound && names_in(text).iter().any(broken)
    }

    /// Counts the names in a text as used.
    pub fn use_names(&self, text: &str) {
        for name in names_in(text) {
            self.find(name);
        }
    }

    /// Names that nothing was made of, neither directly nor through others.
    pub fn unused(&self) -> Vec<&str> {
        let mut used = self.used.borrow().clone();
        let mut open: Vec<usize> = (0..used.len()).filter(|k| used[*k]).collect();
        while let Some(k) = open.pop() {
            for part in &self.made_of[k] {
                if !std::mem::replace(&mut used[*part], true) {
                    open.push(*part);
                }
            }
        }
        let names = self.names.iter().zip(used);
        names
            .filter(|(_, used)| !used)
            .map(|(n, _)| n.as_str())
            .collect()
    }

    /// All of them as plain data.
    pub fn list(&self) -> Vec<Parameter> {
        let known = self.names.iter().zip(&self.known);
        let one = |(name, known): (&String, &Known)| {
            let (value, kind) = (*known)?;
            let unit = match kind.exponents() {
                None | Some([0, 0, 0, 0, 0, 0]) => String::new(),
                Some(exponents) => Dimension::from_exponents(exponents).si_unit(),
            };
            let name = name.clone();
            Some(Parameter { name, value, unit })
        };
        known.filter_map(one).collect()
    }
}

/// What to do next with the parameters.
enum Step {
    /// This one can be evaluated.
    Value(usize),
    /// These, or the first of these, are made of each other.
    Circle { members: Vec<usize>, count: usize },
}

/// The path of a parameter in messages.
pub(super) fn path(name: &str) -> String {
    format!("{TABLE}.{name}")
}

/// What is wrong with the name of a parameter, and what to do.
fn name_problem(name: &str) -> Option<(String, String)> {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !starts || !name.chars().all(letters) {
        let message = format!(
            "`{}` cannot be the name of a parameter",
            name.escape_debug()
        );
        let help = "letters A-Z and a-z, digits and `_` are allowed, with no digit in front";
        return Some((message, help.into()));
    }
    let mut variables: Vec<&str> = [TimeFunction::VARIABLES, MotorLaw::VARIABLES].concat();
    variables.extend(Bushing::COMPONENTS);
    let meaning = match taken_name(name) {
        Some(meaning) => meaning,
        None if variables.contains(&name) => "a variable of formulas",
        None if is_unit(name) => "a unit",
        None => return None,
    };
    let longer = quoted(&[&format!("{name}_0")]);
    let message = format!("`{name}` is {meaning} and cannot be the name of a parameter");
    Some((message, format!("choose another name, such as {longer}")))
}
