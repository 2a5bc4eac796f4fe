//! Numbers, vectors, words and texts, read as the description of their key says.

use super::reader::{TableReader, ValueAt};
use crate::functions::names_in;
use crate::math::V3;
use crate::model::describe::{CoordinateKind, Literal, Presence, Quantity, Range, ValueShape};
use crate::model::problem::suggest;
use crate::model::tree::Data;
use crate::units::UnitProblem;

/// Larger numbers are refused, so that squares and products of what a model holds are finite.
pub(crate) const LARGEST: f64 = 1e100;

/// The name of the world, which is not described.
pub const GROUND: &str = "ground";

impl<'a> TableReader<'a> {
    fn default(&self, key: &str) -> Option<Literal> {
        match self.field(key)?.presence {
            Presence::Default(literal) => Some(literal),
            _ => None,
        }
    }

    /// A number in SI units.
    pub fn number(&self, key: &str) -> Option<f64> {
        match (self.node(key), self.field(key)?.shape, self.default(key)) {
            (Some(node), ValueShape::Number(quantity, range), _) => number(&node, quantity, range),
            (None, _, Some(Literal::Number(x))) => Some(x),
            _ => None,
        }
    }

    /// A whole number.
    pub fn count(&self, key: &str) -> Option<usize> {
        match (self.node(key), self.field(key)?.shape, self.default(key)) {
            (Some(node), ValueShape::Count(low, high), _) => {
                let range = Range::Between(low as f64, high as f64);
                let x = number(&node, Quantity::One, range)?;
                if x.fract() != 0.0 {
                    node.error("expected a whole number", "leave out the decimals");
                    return None;
                }
                Some(x as usize)
            }
            (None, _, Some(Literal::Count(n))) => Some(n),
            _ => None,
        }
    }

    /// Two whole numbers.
    pub fn two_counts(&self, key: &str) -> Option<[usize; 2]> {
        match self.field(key)?.shape {
            ValueShape::TwoCounts(low, high) => self.counts(key, low, high, "two"),
            _ => None,
        }
    }

    /// Three whole numbers.
    pub fn three_counts(&self, key: &str) -> Option<[usize; 3]> {
        match self.field(key)?.shape {
            ValueShape::ThreeCounts(low, high) => self.counts(key, low, high, "three"),
            _ => None,
        }
    }

    fn counts<const N: usize>(
        &self,
        key: &str,
        low: usize,
        high: usize,
        many: &str,
    ) -> Option<[usize; N]> {
        let node = self.node(key)?;
        let range = Range::Between(low as f64, high as f64);
        let list: [f64; N] = numbers(&node, Quantity::One, range)?;
        if list.iter().any(|x| x.fract() != 0.0) {
            let message = format!("expected {many} whole numbers");
            node.error(message, "leave out the decimals");
            return None;
        }
        Some(list.map(|x| x as usize))
    }

    /// Some numbers in SI units, as many as there may be.
    pub fn some(&self, key: &str) -> Option<Vec<f64>> {
        let (node, ValueShape::Some(quantity, range, most)) =
            (self.node(key)?, self.field(key)?.shape)
        else {
            return None;
        };
        let Some(list) = node.list().filter(|l| (1..=most).contains(&l.len())) else {
            node.expected(&format!("a list of 1 to {most} numbers"), "in brackets");
            return None;
        };
        let all: Vec<_> = list.iter().map(|n| number(n, quantity, range)).collect();
        all.into_iter().collect()
    }

    /// Some of the words of the description.
    pub fn words(&self, key: &str) -> Option<Vec<&'static str>> {
        let ValueShape::SomeWords(known) = self.field(key)?.shape else {
            return None;
        };
        let node = self.node(key)?;
        let Some(list) = node.list().filter(|list| !list.is_empty()) else {
            let all: Vec<&str> = known.iter().map(|(w, _)| *w).collect();
            let help = format!("some of {}", all.join(", "));
            node.expected("a list of words", help);
            return None;
        };
        let word = |entry: &ValueAt| {
            let found = text(entry)?;
            let word = known.iter().map(|(w, _)| *w).find(|w| *w == found);
            if word.is_none() {
                let help = suggest(found, known.iter().map(|(w, _)| *w));
                entry.error(format!("unknown word \"{found}\" for `{key}`"), help);
            }
            word
        };
        let words: Vec<_> = list.iter().map(word).collect();
        words.into_iter().collect()
    }

    /// Three numbers in SI units.
    pub fn vector(&self, key: &str) -> Option<V3> {
        match (self.node(key), self.field(key)?.shape, self.default(key)) {
            (Some(node), ValueShape::Vector(quantity), _) => vector(&node, quantity),
            (None, _, Some(Literal::Vector(v))) => Some(V3::from(v)),
            _ => None,
        }
    }

    /// Two numbers in SI units.
    pub fn pair(&self, key: &str) -> Option<[f64; 2]> {
        match self.field(key)?.shape {
            ValueShape::Pair(quantity, range) => numbers(&self.node(key)?, quantity, range),
            _ => None,
        }
    }

    /// Three numbers within a range, in SI units.
    pub fn triple(&self, key: &str) -> Option<V3> {
        match self.field(key)?.shape {
            ValueShape::Triple(quantity, range) => {
                numbers::<3>(&self.node(key)?, quantity, range).map(V3::from)
            }
            _ => None,
        }
    }

    /// Numbers that rise, in SI units.
    pub fn rising(&self, key: &str) -> Option<Vec<f64>> {
        let (node, ValueShape::Rising(quantity, range)) = (self.node(key)?, self.field(key)?.shape)
        else {
            return None;
        };
        let Some(list) = node.list().filter(|l| !l.is_empty()) else {
            node.expected("a list of increasing numbers", "for example [0.5, 1, 1.5]");
            return None;
        };
        let mut values: Vec<f64> = Vec::new();
        for entry in &list {
            let x = number(entry, quantity, range)?;
            if let Some(last) = values.last().filter(|last| **last >= x) {
                let message = format!("{x} follows {last}: the numbers must increase");
                entry.error(message, "sort them and list each once");
                return None;
            }
            values.push(x);
        }
        Some(values)
    }

    /// A unit vector.
    pub fn direction(&self, key: &str) -> Option<V3> {
        match (self.node(key), self.field(key)?.shape, self.default(key)) {
            (Some(node), ValueShape::Direction, _) => direction(&node),
            (None, _, Some(Literal::Vector(v))) => Some(V3::from(v)),
            _ => None,
        }
    }

    /// Two points.
    pub fn points(&self, key: &str) -> Option<[V3; 2]> {
        pair(&self.node(key)?, "two points", |n| {
            vector(n, Quantity::Length)
        })
    }

    /// Two unit vectors.
    pub fn directions(&self, key: &str) -> Option<[V3; 2]> {
        pair(&self.node(key)?, "two directions", direction)
    }

    /// Two names.
    pub fn two_texts(&self, key: &str) -> Option<[(ValueAt<'a>, &'a str); 2]> {
        let named = |n: &ValueAt<'a>| text(n).map(|t| (n.clone(), t));
        pair(&self.node(key)?, "two names", named)
    }

    /// Any text.
    pub fn text(&self, key: &str) -> Option<String> {
        text(&self.node(key)?).map(str::to_string)
    }

    /// True or false.
    pub fn flag(&self, key: &str) -> Option<bool> {
        match (self.node(key), self.default(key)) {
            (Some(node), _) => {
                let Data::Flag(flag) = node.value.data else {
                    node.expected("true or false", "without quotes");
                    return None;
                };
                Some(flag)
            }
            (None, Some(Literal::Flag(flag))) => Some(flag),
            _ => None,
        }
    }

    /// One of the words of the description.
    pub fn word(&self, key: &str) -> Option<&'static str> {
        match (self.node(key), self.field(key)?.shape, self.default(key)) {
            (Some(node), ValueShape::Words(words), _) => {
                let found = text(&node)?;
                let word = words.iter().map(|(w, _)| *w).find(|w| *w == found);
                if word.is_none() {
                    let help = suggest(found, words.iter().map(|(w, _)| *w));
                    node.error(format!("unknown word \"{found}\" for `{key}`"), help);
                }
                word
            }
            (None, _, Some(Literal::Word(word))) => Some(word),
            _ => None,
        }
    }

    /// The name of the item that is being read. Names are checked together, beforehand.
    pub fn name(&self) -> Option<String> {
        self.get_text("name").map(str::to_string)
    }
}

/// A text.
pub fn text<'a>(node: &ValueAt<'a>) -> Option<&'a str> {
    let found = node.value.text();
    if found.is_none() {
        node.expected("a text", "texts are written in double quotes");
    }
    found
}

/// A finite number within its range, in SI units.
pub fn number(node: &ValueAt, quantity: Quantity, range: Range) -> Option<f64> {
    let quantity = match quantity {
        Quantity::Context => node.context,
        other => other,
    };
    let x = match &node.value.data {
        Data::Number(x) => {
            if quantity == Quantity::Angle && x.abs() > std::f64::consts::TAU {
                let message = format!("{x} rad is {:.2} turns", x / std::f64::consts::TAU);
                let help = format!("plain numbers are radians; write degrees as \"{x} deg\"");
                node.warning(message, help);
            }
            *x
        }
        Data::Text(text) if node.parameters.broken_in(text) => return None,
        Data::Text(text) => quantity_text(node, text, quantity)?,
        _ => {
            let help = format!(
                "a number{} or a text with a unit, such as {}",
                unit(quantity),
                quantity.sample()
            );
            node.expected(quantity.name(), help);
            return None;
        }
    };
    if !x.is_finite() || x.abs() > LARGEST {
        let message = match x.is_nan() {
            true => "`nan` is not a number a model can hold",
            false => "an infinite or too large number",
        };
        node.error(
            message,
            format!("give {}{}", quantity.name(), unit(quantity)),
        );
        return None;
    }
    if !range.contains(x) {
        let found = format!("{x} {}", quantity.unit());
        let message = format!("must be {}, found {}", range.text(), found.trim_end());
        node.error(
            message,
            format!("give {}{}", quantity.name(), unit(quantity)),
        );
        return None;
    }
    Some(x)
}

fn unit(quantity: Quantity) -> String {
    match quantity.unit() {
        "" => String::new(),
        unit => format!(" in {unit}"),
    }
}

/// A text with a unit. Where it is not known whether the item acts on a length or an angle, either will do.
fn quantity_text(node: &ValueAt, text: &str, quantity: Quantity) -> Option<f64> {
    let parse = |measure| {
        let resolved = quantity.resolve(measure).unwrap_or(quantity);
        let parsed = resolved.parse(text, node.parameters);
        parsed.map_err(|e| (resolved, e))
    };
    let parsed = match quantity.resolve(node.measure) {
        Some(_) => parse(node.measure),
        // If neither does, the length is the likelier.
        None => {
            parse(CoordinateKind::Length).or_else(|e| parse(CoordinateKind::Angle).map_err(|_| e))
        }
    };
    match parsed {
        Ok(x) => Some(x),
        Err((resolved, error)) => {
            let mut help = format!("give {}{}", resolved.name(), unit(resolved));
            let wrong = matches!(error.problem, UnitProblem::WrongDimension { .. });
            if wrong
                && names_in(text)
                    .iter()
                    .any(|name| node.parameters.is_plain(name))
            {
                help += "; parameters without a unit are plain numbers in a product, so give them theirs";
            }
            node.error_inside(text, &error.span, error.to_string(), help);
            None
        }
    }
}

/// Three numbers.
pub fn vector(node: &ValueAt, quantity: Quantity) -> Option<V3> {
    numbers::<3>(node, quantity, Range::Any).map(V3::from)
}

/// A list of exactly `N` numbers of one quantity.
pub fn numbers<const N: usize>(
    node: &ValueAt,
    quantity: Quantity,
    range: Range,
) -> Option<[f64; N]> {
    let Some(list) = node.list().filter(|l| l.len() == N) else {
        let help = format!("{}{} each", quantity.name(), unit(quantity));
        node.expected(&format!("a list of {N} numbers"), help);
        return None;
    };
    let mut values = [0.0; N];
    let mut whole = true;
    for (slot, entry) in values.iter_mut().zip(&list) {
        match number(entry, quantity, range) {
            Some(x) => *slot = x,
            None => whole = false,
        }
    }
    whole.then_some(values)
}

/// A unit vector from three numbers that are not all zero.
pub fn direction(node: &ValueAt) -> Option<V3> {
    let direction = unit_vector(&vector(node, Quantity::One)?);
    if direction.is_none() {
        node.error("a direction cannot be zero", "for example [0, 0, 1]");
    }
    direction
}

/// The direction of a vector, safe against overflow; `None` for zero.
pub fn unit_vector(v: &V3) -> Option<V3> {
    let largest = v.amax();
    // Below this the division itself would overflow.
    (largest > 1e-200).then(|| (v / largest).normalize())
}

fn pair<'a, T>(
    node: &ValueAt<'a>,
    what: &str,
    read: impl Fn(&ValueAt<'a>) -> Option<T>,
) -> Option<[T; 2]> {
    match node.list().as_deref() {
        Some([first, second]) => {
            let (first, second) = (read(first), read(second));
            Some([first?, second?])
        }
        _ => {
            node.expected(&format!("a list of {what}"), "first, second");
            None
        }
    }
}
