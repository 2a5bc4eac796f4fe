//! Functions that users write: of time, of the measure of a spring, of the state of a motor; and gravity.

use super::reader::{TableReader, ValueAt};
use super::scalars::{number, numbers, vector};
use crate::functions::{
    Expression, Extrapolation, Interpolation, Law, MotorLaw, NumberKind, PULSES, Pulse,
    StoredEnergy, Table, TimeFunction,
};
use crate::math::V3;
use crate::model::actions::Bushing;
use crate::model::describe::{
    CoordinateKind, FORCE_TABLE, GRAVITY, PULSE, Quantity, Range, TIME_TABLE, ValueShape,
};
use crate::model::tree::Data;
use crate::model::types::Gravity;
use std::collections::HashMap;

/// Gravity; none when it is absent.
pub fn gravity(file: &TableReader) -> Option<Gravity> {
    let node = file.node("gravity")?;
    if !matches!(node.value.data, Data::Table(_)) {
        if !matches!(node.value.data, Data::List(_)) {
            let help = "for example gravity = [0, 0, -9.81]";
            node.expected("three numbers", help);
            return None;
        }
        return Some(Gravity {
            acceleration: vector(&node, Quantity::Acceleration)?,
            ..Gravity::default()
        });
    }
    let t = TableReader::open(&node, &GRAVITY)?;
    let acceleration = t.vector("acceleration");
    let scale = t.scale();
    Some(Gravity {
        acceleration: acceleration?,
        scale: scale?,
    })
}

impl TableReader<'_> {
    /// The factor under `scale`; one when it is absent.
    pub fn scale(&self) -> Option<TimeFunction> {
        match self.has("scale") {
            true => self.time_function("scale"),
            false => Some(TimeFunction::constant(1.0)),
        }
    }

    /// The function of time under a key.
    pub fn time_function(&self, key: &str) -> Option<TimeFunction> {
        match self.field(key)?.shape {
            ValueShape::OfTime(quantity) => time_function(&self.node(key)?.holding(quantity)),
            _ => None,
        }
    }

    /// Three functions of time under a key.
    pub fn time_functions(&self, key: &str) -> Option<[TimeFunction; 3]> {
        let ValueShape::VectorOfTime(quantity) = self.field(key)?.shape else {
            return None;
        };
        let node = self.node(key)?;
        let Some(list) = node.list().filter(|list| list.len() == 3) else {
            let help = "one for each axis, for example [0, \"0.01*sin(3*t)\", 0]";
            node.expected("a list of three functions of time", help);
            return None;
        };
        let all: Vec<Option<TimeFunction>> = (list.into_iter())
            .map(|node| time_function(&node.holding(quantity)))
            .collect();
        let all: Option<Vec<TimeFunction>> = all.into_iter().collect();
        all?.try_into().ok()
    }

    /// The values of three functions of place under a key at points.
    pub fn vectors_of_place(&self, key: &str, points: &[V3]) -> Option<Vec<V3>> {
        let ValueShape::VectorOfPlace(quantity) = self.field(key)?.shape else {
            return None;
        };
        let node = self.node(key)?;
        let Some(list) = node.list().filter(|list| list.len() == 3) else {
            let help = "one for each axis, for example [0, \"2*x\", 0]";
            node.expected("a list of three functions of x, y, z", help);
            return None;
        };
        let component = |node: &ValueAt| -> Option<Vec<f64>> {
            let node = node.clone().holding(quantity);
            let Data::Text(text) = &node.value.data else {
                return number(&node, quantity, Range::Any).map(|v| vec![v; points.len()]);
            };
            let function = formula(&node, text, Function::constant, &PLACE, Function::new)?;
            let values: Vec<f64> = points.iter().map(|p| function.at(p)).collect();
            let wrong = points.iter().zip(&values).find(|(_, v)| !v.is_finite());
            if let Some((p, value)) = wrong {
                let message = format!("the formula gives {value} at [{}, {}, {}]", p.x, p.y, p.z);
                node.error(message, "it must be a number at all points of the mesh");
                return None;
            }
            Some(values)
        };
        // All three are read, so that each has its message.
        let all: Vec<Option<Vec<f64>>> = list.iter().map(component).collect();
        let all: Option<Vec<Vec<f64>>> = all.into_iter().collect();
        let [x, y, z] = <[Vec<f64>; 3]>::try_from(all?).ok()?;
        let points = 0..points.len();
        Some(points.map(|k| V3::new(x[k], y[k], z[k])).collect())
    }

    /// The values of a function of place under a key at points, each with its number; `other` where rows name others only.
    pub fn of_place(
        &self,
        key: &str,
        points: &[V3],
        numbers: &[u64],
        other: f64,
    ) -> Option<Vec<f64>> {
        let ValueShape::OfPlace(quantity) = self.field(key)?.shape else {
            return None;
        };
        let node = self.node(key)?.holding(quantity);
        match &node.value.data {
            Data::List(_) => rows_of_points(&node, quantity, numbers, other),
            Data::Text(text) => {
                let function = formula(&node, text, Function::constant, &PLACE, Function::new)?;
                let values: Vec<f64> = points.iter().map(|p| function.at(p)).collect();
                let wrong = |(_, v): &(&V3, &f64)| !(**v > 0.0 && v.is_finite());
                if let Some((p, value)) = points.iter().zip(&values).find(wrong) {
                    let message =
                        format!("the formula gives {value} at [{}, {}, {}]", p.x, p.y, p.z);
                    node.error(message, "it must be positive everywhere on the surface");
                    return None;
                }
                Some(values)
            }
            _ => number(&node, quantity, Range::Positive).map(|h| vec![h; points.len()]),
        }
    }
}

/// Variables of functions of place.
const PLACE: [&str; 3] = ["x", "y", "z"];

/// A function of place.
enum Function {
    Constant(f64),
    Formula(Expression),
}

impl Function {
    fn constant(value: f64) -> Self {
        Function::Constant(value)
    }
    fn new(formula: Expression) -> Self {
        Function::Formula(formula)
    }
    fn at(&self, p: &V3) -> f64 {
        match self {
            Function::Constant(value) => *value,
            Function::Formula(formula) => formula.value(&[p.x, p.y, p.z]),
        }
    }
}

/// Rows of the number of a point and its value.
fn rows_of_points(
    node: &ValueAt,
    quantity: Quantity,
    numbers: &[u64],
    other: f64,
) -> Option<Vec<f64>> {
    let index: HashMap<u64, usize> = numbers.iter().enumerate().map(|(k, n)| (*n, k)).collect();
    let mut values = vec![other; numbers.len()];
    let mut fine = true;
    for row in node.list().unwrap_or_default() {
        let parts = row.list().and_then(|l| <[ValueAt; 2]>::try_from(l).ok());
        let Some([point, value]) = parts else {
            let help = "for example [[12, \"2 mm\"], [13, \"2.5 mm\"]]";
            row.expected("the number of a point and a value", help);
            return None;
        };
        let named = number(&point, Quantity::One, Range::NotNegative);
        let value = number(&value, quantity, Range::Positive);
        let (Some(named), Some(value)) = (named, value) else {
            fine = false;
            continue;
        };
        match index.get(&(named as u64)).filter(|_| named.fract() == 0.0) {
            Some(&k) => values[k] = value,
            None => {
                fine = false;
                let help = "points are named by their numbers in the mesh";
                point.error(format!("there is no point {named}"), help);
            }
        }
    }
    fine.then_some(values)
}

/// Reports a function that has no finite value at the start of the run.
fn finite<T>(node: &ValueAt, function: T, start: f64) -> Option<T> {
    if !start.is_finite() {
        let message = "the function has no finite value at the start of the run";
        node.error(
            message,
            "t = 0 and the length or coordinate as drawn must be allowed",
        );
        return None;
    }
    Some(function)
}

/// A function of time with a finite value at the start.
fn time_function(node: &ValueAt) -> Option<TimeFunction> {
    let function = any_time_function(node)?;
    let start = function.value(0.0) + function.rate(0.0);
    finite(node, function, start)
}

/// A number, an expression in t, a table or a pulse.
fn any_time_function(node: &ValueAt) -> Option<TimeFunction> {
    let quantity = node.context;
    match &node.value.data {
        Data::Number(_) => number(node, quantity, Range::Any).map(TimeFunction::constant),
        Data::Text(text) => formula(
            node,
            text,
            TimeFunction::constant,
            TimeFunction::VARIABLES,
            TimeFunction::formula,
        ),
        Data::Table(_) if node.value.get("table").is_some() => {
            let t = TableReader::open(node, &TIME_TABLE)?;
            let table = table(&t, Quantity::Time, Extrapolation::Constant);
            let factor = t.number("factor");
            Some(TimeFunction::table(table?).scaled(factor?))
        }
        Data::Table(_) if node.value.get("pulse").is_some() => {
            let t = TableReader::open(node, &PULSE)?;
            match TimeFunction::pulse(pulse(&t)?) {
                Ok(function) => Some(function),
                Err(error) => {
                    node.error(error.to_string(), "times are in seconds");
                    None
                }
            }
        }
        _ => {
            let help = "a number, an expression in t such as \"2*sin(3*t)\", { table = [[t, value], ...] } or { pulse = \"ramp\", ... }";
            node.expected("a function of time", help);
            None
        }
    }
}

fn pulse(t: &TableReader) -> Option<Pulse> {
    let word = t.variant?.word;
    let kind = PULSES.iter().find(|p| p.word == word)?;
    let values: Vec<Option<f64>> = kind.keys.iter().map(|k| t.number(k.key)).collect();
    let values: Option<Vec<f64>> = values.into_iter().collect();
    (kind.make)(&values?)
}

/// The elastic law under a key; its energy is zero at `reference`.
pub fn elastic_law(t: &TableReader, key: &str, reference: f64) -> Option<Law> {
    let node = t.node(key)?.holding(Quantity::Effort);
    match &node.value.data {
        Data::Number(_) => {
            let constant = number(&node, Quantity::Effort, Range::Any)?;
            Some(Law::linear(0.0, reference, constant))
        }
        Data::Text(text) => {
            let constant = |effort| Law::linear(0.0, reference, effort);
            let law = formula(&node, text, constant, Law::VARIABLES, |compiled| {
                Law::formula(compiled, reference)
            })?;
            let start = law.effort(reference);
            finite(&node, law, start)
        }
        Data::Table(_) => {
            let t = TableReader::open(&node, &FORCE_TABLE)?;
            let table = table(&t, Quantity::Coordinate, Extrapolation::Linear)?;
            Some(Law::table(table, reference))
        }
        _ => {
            let help =
                "an expression in x such as \"100*x + 5*x^3\" or { table = [[x, effort], ...] }";
            node.expected("a law", help);
            None
        }
    }
}

/// The energy of a bushing under `energy`. `at_rest` says whether its strains are zero as drawn.
pub fn stored_energy(t: &TableReader, at_rest: bool) -> Option<StoredEnergy<6>> {
    let node = t.node("energy")?;
    let help = format!(
        "an expression in {}, such as \"500*(x^2 + y^2) + 20*(x*ry - y*rx) + 3*rz^2\"",
        Bushing::COMPONENTS.join(", ")
    );
    let Data::Text(text) = &node.value.data else {
        node.expected("an energy", help);
        return None;
    };
    if node.parameters.broken_in(text) {
        return None;
    }
    let compiled = Expression::with_names(text, &Bushing::COMPONENTS, node.parameters);
    let energy = match compiled {
        Ok((compiled, kind)) => {
            fits(&node, Quantity::Energy, kind)?;
            StoredEnergy::formula(compiled)
        }
        Err(error) => {
            node.error_inside(text, &error.span, error.to_string(), help);
            return None;
        }
    };
    let state = energy.state(&[0.0; 6]);
    let slopes = state.stress.iter().chain(state.stiffness.iter().flatten());
    let finite = state.energy.is_finite() && slopes.copied().all(f64::is_finite);
    if at_rest && !finite {
        let message = "the energy or one of its first two derivatives is not finite at rest";
        let help = "x = y = z = rx = ry = rz = 0 must be allowed; sqrt(x^2 + y^2), for example, has a kink there";
        node.error(message, help);
        return None;
    }
    Some(energy)
}

/// The law under `effort`.
pub fn motor_effort(t: &TableReader) -> Option<MotorLaw> {
    let node = t.node("effort")?.holding(Quantity::Effort);
    match &node.value.data {
        Data::Text(text) => {
            let law = formula(
                &node,
                text,
                MotorLaw::constant,
                MotorLaw::VARIABLES,
                MotorLaw::formula,
            )?;
            let start = law.evaluate(0.0, 0.0, 0.0).effort;
            finite(&node, law, start)
        }
        _ => time_function(&node).map(MotorLaw::over_time),
    }
}

/// A text: a quantity with a unit, or else an expression.
fn formula<T>(
    node: &ValueAt,
    text: &str,
    constant: impl Fn(f64) -> T,
    variables: &[&str],
    of: impl Fn(Expression) -> T,
) -> Option<T> {
    if node.parameters.broken_in(text) {
        return None;
    }
    let resolve = |measure| node.context.resolve(measure);
    let known = resolve(node.measure);
    let quantity = known.or_else(|| resolve(CoordinateKind::Length));
    let parsed = quantity.and_then(|q| q.parse(text, node.parameters).ok());
    if let Some(value) = parsed.filter(|v| v.is_finite()) {
        return Some(constant(value));
    }
    match Expression::with_names(text, variables, node.parameters) {
        Ok((compiled, kind)) => {
            if let Some(quantity) = known {
                fits(node, quantity, kind)?;
            }
            Some(of(compiled))
        }
        // A number followed by a letter was meant as a quantity, so that message helps more.
        Err(_) if looks_like_quantity(text) => {
            number(node, node.context, Range::Any);
            None
        }
        Err(error) => {
            let help = "an expression such as \"2*sin(3*t)\", or a quantity with its unit";
            node.error_inside(text, &error.span, error.to_string(), help.into());
            None
        }
    }
}

/// Checks that the value of a formula can be a quantity, as far as its parameters have units.
pub fn fits(node: &ValueAt, quantity: Quantity, kind: NumberKind) -> Option<()> {
    let Some(problem) = quantity.refuses(kind) else {
        return Some(());
    };
    let help = format!(
        "the formula gives {} in {}",
        quantity.name(),
        quantity.unit()
    );
    node.error(problem.to_string(), help);
    None
}

/// A number followed directly by a letter, such as `3 kg`.
fn looks_like_quantity(text: &str) -> bool {
    let unsigned = text.trim().trim_start_matches(['+', '-']);
    let rest = unsigned.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let letter = |c: char| c.is_alphabetic() || c == '°';
    rest.len() < unsigned.len() && rest.trim_start().starts_with(letter)
}

/// Rows of two numbers and the way between them.
fn table(t: &TableReader, first: Quantity, extrapolation: Extrapolation) -> Option<Table> {
    let interpolation = t.word("interpolation").map(|word| match word {
        "smooth" => Interpolation::Smooth,
        _ => Interpolation::Linear,
    });
    let node = t.node("table")?;
    let Some(rows) = node.list() else {
        node.expected("rows of two numbers", "for example [[0, 0], [1, 5]]");
        return None;
    };
    let mut columns = (Vec::new(), Vec::new());
    let mut whole = true;
    for row in &rows {
        let entries = row.list();
        let pair = match entries.as_deref() {
            Some([a, b]) => {
                number(a, first, Range::Any).zip(number(b, Quantity::Context, Range::Any))
            }
            _ => numbers::<2>(row, Quantity::One, Range::Any).map(|[a, b]| (a, b)),
        };
        match pair {
            Some((x, y)) => {
                columns.0.push(x);
                columns.1.push(y);
            }
            None => whole = false,
        }
    }
    let interpolation = interpolation.filter(|_| whole)?;
    match Table::new(&columns.0, &columns.1, interpolation, extrapolation) {
        Ok(table) => Some(table),
        Err(error) => {
            node.error(
                error.to_string(),
                "rows are [first column, value], first column rising",
            );
            None
        }
    }
}
