//! Time, energy and momentum with their accounts, and what the integrator did.

use super::super::ledger::Balance;
use super::super::recorder::FrameStatistics;
use super::{Column, Group, Value};
use crate::system::{Sort, System};

/// The time, the first column of all.
pub fn time() -> Group<(), f64> {
    const TIME: &[Column<f64>] = &[Column::new("time", "s", "time", Value::Number(|t| *t))];
    Group::new(
        "",
        [(String::new(), ())],
        |known, ()| known.state.time,
        TIME,
    )
}

/// The accounts at an instant, and what happened since the last frame.
#[derive(Clone)]
pub struct Seen {
    balance: Balance,
    statistics: FrameStatistics,
}

/// The accounts.
pub fn group() -> Group<(), Seen> {
    Group::new(
        "",
        [(String::new(), ())],
        |known, ()| Seen {
            balance: *known.balance,
            statistics: *known.statistics,
        },
        COLUMNS,
    )
}

/// The accounts of stops, contacts and friction, of systems that have any.
pub fn contacts(system: &System) -> Group<(), Balance> {
    let touches = |sort: Sort| matches!(sort, Sort::Stop | Sort::Friction);
    let stops = system.force_info.iter().any(|i| touches(i.owner.sort));
    let any = stops || !system.contacts.is_empty();
    let whole = any.then(|| (String::new(), ()));
    Group::new("", whole, |known, ()| *known.balance, CONTACTS)
}

const CONTACTS: &[Column<Balance>] = &[
    Column::new(
        "contact_energy",
        "J",
        "elastic energy of stops and contacts, and of friction that sticks",
        Value::Number(|b| b.contact),
    ),
    Column::new(
        "contact_dissipation",
        "J",
        "energy lost in stops and contacts since the start",
        Value::Number(|b| b.contact_dissipation),
    ),
    Column::new(
        "friction_dissipation",
        "J",
        "energy lost by friction since the start",
        Value::Number(|b| b.friction_dissipation),
    ),
];

const COLUMNS: &[Column<Seen>] = &[
    Column::new(
        "kinetic_energy",
        "J",
        "kinetic energy",
        Value::Number(|s| s.balance.kinetic),
    ),
    Column::new(
        "elastic_energy",
        "J",
        "energy of beams, cables, springs and bushings",
        Value::Number(|s| s.balance.elastic),
    ),
    Column::new(
        "gravity_energy",
        "J",
        "potential energy of weight",
        Value::Number(|s| s.balance.gravity),
    ),
    Column::new(
        "total_energy",
        "J",
        "kinetic and potential energy",
        Value::Number(|s| s.balance.total_energy()),
    ),
    Column::new(
        "load_work",
        "J",
        "work of forces, moments and changes of temperature since the start",
        Value::Number(|s| s.balance.loads),
    ),
    Column::new(
        "motor_work",
        "J",
        "work of motors since the start",
        Value::Number(|s| s.balance.motors),
    ),
    Column::new(
        "motion_work",
        "J",
        "work of prescribed motions since the start",
        Value::Number(|s| s.balance.prescribed),
    ),
    Column::new(
        "physical_dissipation",
        "J",
        "energy taken by dampers since the start",
        Value::Number(|s| s.balance.physical_dissipation),
    ),
    Column::new(
        "numerical_dissipation",
        "J",
        "energy taken by the scheme since the start, from stage values",
        Value::Number(|s| s.balance.numerical_dissipation),
    ),
    Column::new(
        "energy_gap",
        "J",
        "energy that no account explains",
        Value::Number(|s| s.balance.gap),
    ),
    Column::new(
        "linear_momentum",
        "kg m/s",
        "linear momentum",
        Value::Vector(|s| s.balance.linear_momentum),
    ),
    Column::new(
        "angular_momentum",
        "kg m^2/s",
        "angular momentum about the world's origin",
        Value::Vector(|s| s.balance.angular_momentum),
    ),
    Column::new(
        "load_impulse",
        "N s",
        "impulse of loads and weight since the start",
        Value::Vector(|s| s.balance.load_impulse),
    ),
    Column::new(
        "load_angular_impulse",
        "N m s",
        "its moment about the world's origin",
        Value::Vector(|s| s.balance.load_angular_impulse),
    ),
    Column::new(
        "ground_impulse",
        "N s",
        "impulse of everything tied to the ground since the start",
        Value::Vector(|s| s.balance.ground_impulse),
    ),
    Column::new(
        "ground_angular_impulse",
        "N m s",
        "its moment about the world's origin",
        Value::Vector(|s| s.balance.ground_angular_impulse),
    ),
    Column::new(
        "linear_momentum_gap",
        "kg m/s",
        "linear momentum that no impulse explains",
        Value::Vector(|s| s.balance.linear_momentum_gap),
    ),
    Column::new(
        "angular_momentum_gap",
        "kg m^2/s",
        "angular momentum that no impulse explains",
        Value::Vector(|s| s.balance.angular_momentum_gap),
    ),
    Column::new(
        "steps",
        "1",
        "steps since the last frame",
        Value::Number(|s| s.statistics.steps as f64),
    ),
    Column::new(
        "newton_iterations",
        "1",
        "Newton iterations since the last frame",
        Value::Number(|s| s.statistics.iterations as f64),
    ),
    Column::new(
        "cut_steps",
        "1",
        "attempts whose iteration failed, repeated with a smaller step, since the last frame",
        Value::Number(|s| s.statistics.cuts as f64),
    ),
    Column::new(
        "rejected_steps",
        "1",
        "steps that were not accurate enough, repeated with a smaller step, since the last frame",
        Value::Number(|s| s.statistics.rejected as f64),
    ),
    Column::new("dt", "s", "last step", Value::Number(|s| s.statistics.dt)),
    Column::new(
        "joint_gap",
        "1",
        "largest gap of a joint since the last frame, relative to the size of the model",
        Value::Number(|s| s.statistics.largest_gap),
    ),
];
