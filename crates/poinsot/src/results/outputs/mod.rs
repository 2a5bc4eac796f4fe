//! What is recorded: groups of columns, each declared and filled in one file.
//!
//! A [`Group`] is a list of things of one kind, what is seen of each at an instant, and the columns that are read from it. A
//! column is declared together with the function that gives its value, so that names and numbers cannot get out of step. To record
//! something new: write its file, add its line to [`groups`].

mod actuators;
mod beams;
mod bodies;
mod books;
mod cables;
mod contacts;
mod coordinates;
mod flexible;
mod joints;
mod observed;
mod reduced;
mod sensors;
mod shell_sensors;
mod shells;
mod solid_sensors;
mod solids;
mod stops;
mod supports;
mod whole;

pub use coordinates::coordinates;
pub use joints::Reactions;
pub use observed::Observed;

use super::attributes::{FIELDS, FIELDS_EVERY};
use super::layout::{Axis, Layout, Variable};
use super::ledger::Balance;
use super::recorder::{FrameStatistics, Instant};
use crate::math::{Quaternion, V3};
use crate::mechanics::node::NodeStage;
use crate::model::{FieldKind, Run};
use crate::system::{State, System};
use std::borrow::Cow;

/// Everything that columns may look at, at one instant.
pub struct Known<'a> {
    /// The system.
    pub system: &'a System,
    /// Its state.
    pub state: &'a State,
    /// All nodes.
    pub stages: &'a [NodeStage],
    /// What interactions say about themselves.
    pub observed: &'a Observed,
    /// Forces and moments of joints and rolling discs.
    pub reactions: &'a Reactions,
    /// Multipliers, accelerations, turns.
    pub instant: &'a Instant<'a>,
    /// Energy and momentum.
    pub balance: &'a Balance,
    /// Steps and iterations.
    pub statistics: &'a FrameStatistics,
}

/// A recorded quantity, and how its value is read from what is seen of a thing.
#[derive(Clone, Debug)]
pub struct Column<S> {
    /// Name of the variable.
    pub name: Cow<'static, str>,
    /// SI unit.
    pub unit: &'static str,
    /// One line for people: what it is, on which axes.
    pub about: &'static str,
    /// The value.
    pub value: Value<S>,
    /// Which field it is, if its group lists all nodes, sections or elements of flexible bodies.
    pub field: Option<FieldKind>,
}

/// The value of a column.
#[derive(Clone, Copy, Debug)]
pub enum Value<S> {
    /// A number.
    Number(fn(&S) -> f64),
    /// A vector.
    Vector(fn(&S) -> V3),
    /// A rotation.
    Rotation(fn(&S) -> Quaternion),
    /// The entries xx, yy, zz, xy, xz, yz of a symmetric matrix.
    Symmetric(fn(&S) -> [f64; 6]),
}

impl<S> Column<S> {
    /// A column.
    pub const fn new(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        value: Value<S>,
    ) -> Self {
        Column {
            name: Cow::Borrowed(name),
            unit,
            about,
            value,
            field: None,
        }
    }

    /// A column of a field.
    pub const fn field(
        field: FieldKind,
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        value: Value<S>,
    ) -> Self {
        Column {
            name: Cow::Borrowed(name),
            unit,
            about,
            value,
            field: Some(field),
        }
    }
}

/// Things of one kind and their columns.
#[derive(Clone)]
pub struct Group<T, S: Clone + 'static> {
    /// Name of the axis along which the things are listed; empty for columns of the whole system.
    axis: Cow<'static, str>,
    /// Names of the things.
    names: Vec<String>,
    /// The things.
    things: Vec<T>,
    /// What is seen of a thing, once per frame.
    see: fn(&Known, &T) -> S,
    /// The columns.
    columns: Cow<'static, [Column<S>]>,
    /// Room for what is seen.
    seen: Vec<S>,
}

impl<T, S: Clone> Group<T, S> {
    /// `things` with their names.
    pub fn new(
        axis: impl Into<Cow<'static, str>>,
        things: impl IntoIterator<Item = (String, T)>,
        see: fn(&Known, &T) -> S,
        columns: impl Into<Cow<'static, [Column<S>]>>,
    ) -> Self {
        let (names, things) = things.into_iter().unzip();
        Group {
            axis: axis.into(),
            names,
            things,
            see,
            columns: columns.into(),
            seen: Vec::new(),
        }
    }
}

/// A group of whatever kind.
pub trait Output: Send {
    /// Adds its axis and variables to a layout.
    fn declare(&self, columns: &mut Columns);
    /// Appends its values, in the order of its variables.
    fn fill(&mut self, known: &Known, row: &mut Vec<f64>);
    /// One of its values, counted as they are filled.
    fn one(&self, known: &Known, number: usize) -> f64;
    /// Leaves out fields that are not wanted.
    fn keep(&mut self, wanted: &dyn Fn(FieldKind) -> bool);
}

impl<T: Send, S: Clone + Send> Output for Group<T, S> {
    fn declare(&self, columns: &mut Columns) {
        if self.things.is_empty() || self.columns.is_empty() {
            return;
        }
        let along = match self.axis.is_empty() {
            true => None,
            false => Some(columns.axis(Axis::new(self.axis.clone(), self.names.clone()))),
        };
        for column in self.columns.iter() {
            let component = match column.value {
                Value::Number(_) => None,
                Value::Vector(_) => Some(XYZ),
                Value::Rotation(_) => Some(QUATERNION),
                Value::Symmetric(_) => Some(columns.axis(Axis::new("component", ENTRIES))),
            };
            let axes: Vec<usize> = along.into_iter().chain(component).collect();
            if column.field.is_some() {
                columns.fields.push(column.name.to_string());
            }
            columns.variables.push(Variable::new(
                column.name.clone(),
                column.unit,
                column.about,
                axes,
            ));
        }
    }

    fn keep(&mut self, wanted: &dyn Fn(FieldKind) -> bool) {
        let keeps = |c: &Column<S>| {
            c.field
                .is_none_or(|f| f == FieldKind::Position || wanted(f))
        };
        if !self.columns.iter().all(keeps) {
            self.columns.to_mut().retain(keeps);
        }
    }

    fn fill(&mut self, known: &Known, row: &mut Vec<f64>) {
        if self.columns.is_empty() {
            return;
        }
        self.seen.clear();
        let see = self.see;
        self.seen.extend(self.things.iter().map(|t| see(known, t)));
        for column in self.columns.iter() {
            match column.value {
                Value::Number(of) => row.extend(self.seen.iter().map(of)),
                Value::Vector(of) => {
                    for s in &self.seen {
                        row.extend_from_slice(of(s).as_slice());
                    }
                }
                Value::Rotation(of) => {
                    for s in &self.seen {
                        let q = of(s);
                        row.extend([q.w, q.i, q.j, q.k]);
                    }
                }
                Value::Symmetric(of) => {
                    for s in &self.seen {
                        row.extend(of(s));
                    }
                }
            }
        }
    }

    fn one(&self, known: &Known, mut number: usize) -> f64 {
        for column in self.columns.iter() {
            let len = column.value.len();
            match self.things.get(number / len) {
                Some(thing) => return column.value.part(&(self.see)(known, thing), number % len),
                None => number -= self.things.len() * len,
            }
        }
        f64::NAN
    }
}

impl<S> Value<S> {
    /// How many numbers it has.
    fn len(&self) -> usize {
        match self {
            Value::Number(_) => 1,
            Value::Vector(_) => 3,
            Value::Rotation(_) => 4,
            Value::Symmetric(_) => 6,
        }
    }

    /// One of its numbers.
    fn part(&self, seen: &S, part: usize) -> f64 {
        match self {
            Value::Number(of) => of(seen),
            Value::Vector(of) => of(seen)[part],
            Value::Rotation(of) => {
                let q = of(seen);
                [q.w, q.i, q.j, q.k][part]
            }
            Value::Symmetric(of) => of(seen)[part],
        }
    }
}

/// Axis of vector components, always the first.
const XYZ: usize = 0;
/// Axis of quaternion components, always the second.
const QUATERNION: usize = 1;
const ENTRIES: [&str; 6] = ["xx", "yy", "zz", "xy", "xz", "yz"];

/// Axes and variables of a layout in the making.
pub struct Columns {
    axes: Vec<Axis>,
    variables: Vec<Variable>,
    /// Names of the variables that are fields.
    fields: Vec<String>,
}

impl Columns {
    fn axis(&mut self, axis: Axis) -> usize {
        if let Some(k) = self.axes.iter().position(|a| a.name == axis.name) {
            return k;
        }
        self.axes.push(axis);
        self.axes.len() - 1
    }
}

/// Everything that is recorded of a system, in the order of the results file.
pub fn groups(system: &System) -> Vec<Box<dyn Output>> {
    let mut list: Vec<Box<dyn Output>> = vec![
        Box::new(books::time()),
        Box::new(bodies::group(system)),
        Box::new(flexible::nodes(system)),
        Box::new(flexible::oriented_nodes(system)),
        Box::new(beams::stations(system)),
        Box::new(cables::points(system)),
        Box::new(shells::nodes(system)),
        Box::new(shells::stresses(system)),
        Box::new(shells::failure(system)),
        Box::new(shells::elements(system)),
        Box::new(solids::nodes(system)),
        Box::new(solids::elements(system)),
        Box::new(solids::bodies(system)),
        Box::new(sensors::points(system)),
        Box::new(beams::sensors(system)),
        Box::new(cables::sensors(system)),
        Box::new(shell_sensors::forces(system)),
        Box::new(shell_sensors::stresses(system)),
        Box::new(shell_sensors::failure(system)),
        Box::new(solid_sensors::stresses(system)),
        Box::new(sensors::turning(system)),
    ];
    for column in coordinates(system) {
        list.push(Box::new(coordinates::group(system, column)));
    }
    list.push(Box::new(joints::group(system)));
    list.push(Box::new(supports::group(system)));
    list.push(Box::new(supports::ties(system)));
    list.push(Box::new(reduced::interfaces(system)));
    list.push(Box::new(reduced::bodies(system)));
    list.push(Box::new(actuators::group(system)));
    list.push(Box::new(coordinates::leaving(system)));
    list.push(Box::new(stops::stops(system)));
    list.push(Box::new(stops::frictions(system)));
    list.push(Box::new(contacts::shapes(system)));
    list.push(Box::new(joints::rolling(system)));
    list.push(Box::new(whole::masses(system)));
    list.push(Box::new(whole::inertia(system)));
    list.push(Box::new(books::group()));
    list.push(Box::new(books::contacts(system)));
    list
}

/// What a run records: all groups, with the fields it asks for.
pub fn groups_of_run(system: &System, run: &Run) -> Vec<Box<dyn Output>> {
    let mut list = groups(system);
    let wanted = |kind: FieldKind| match &run.fields {
        Some(kinds) => kinds.contains(&kind),
        None => kind.is_usual(),
    };
    for group in &mut list {
        group.keep(&wanted);
    }
    list
}

/// The layout of a run's results: where fields are not in every frame, attributes say so.
pub fn layout_of_run(groups: &[Box<dyn Output>], run: &Run) -> Layout {
    let (mut layout, fields) = declared(groups);
    if run.fields_every > 1 && !fields.is_empty() {
        layout.attributes = vec![
            (FIELDS_EVERY.to_owned(), run.fields_every.to_string()),
            (FIELDS.to_owned(), fields.join(" ")),
        ];
    }
    layout
}

/// The layout of a system's results.
pub fn layout(groups: &[Box<dyn Output>]) -> Layout {
    declared(groups).0
}

/// The layout, and the names of its fields.
fn declared(groups: &[Box<dyn Output>]) -> (Layout, Vec<String>) {
    let mut columns = Columns {
        axes: vec![
            Axis::new("xyz", ["x", "y", "z"]),
            Axis::new("quaternion", ["w", "x", "y", "z"]),
        ],
        variables: Vec::new(),
        fields: Vec::new(),
    };
    for group in groups {
        group.declare(&mut columns);
    }
    let layout = Layout {
        axes: columns.axes,
        variables: columns.variables,
        attributes: Vec::new(),
    };
    (layout, columns.fields)
}
