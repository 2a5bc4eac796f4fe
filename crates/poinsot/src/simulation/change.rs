//! Motors, loads and motions that a program changes between two steps.
//!
//! What acts in a step is what was set before it, and the ledger books the work of just that. The steps before and the books about
//! them stay as they are. Where steps are judged, a change is a corner like those of functions of time.

use super::Simulation;
use super::stops::corners;
use crate::functions::{MotorLaw, TimeFunction};
use crate::mechanics::constraints::Gap;
use crate::mechanics::forces::{DeadLoad, FollowerLoad, Motor};
use crate::model::{LARGEST, Model, suggest};
use crate::system::{Add, Owner, Sort};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// A motion may be set to a value that differs from where its coordinate is by this part of it, or by this much [m or rad].
const SAME: f64 = 1e-9;

/// Something that a program has changed since the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is: `motor`, `load` or `motion`.
    pub sort: &'static str,
    /// Its name.
    pub name: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`", self.sort, self.name)
    }
}

/// Why something cannot be changed; nothing was.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ChangeError {
    /// There is nothing of that name.
    #[error("no {sort} `{name}`{}", after(help))]
    Unknown {
        /// What was looked for.
        sort: &'static str,
        /// The name.
        name: String,
        /// What could be meant.
        help: String,
    },
    /// It has no value now.
    #[error("{sort} `{name}` would be {value} at {time} s, which is not a number or too large")]
    Value {
        /// What it is.
        sort: &'static str,
        /// Its name.
        name: String,
        /// The value.
        value: f64,
        /// The time now [s].
        time: f64,
    },
    /// A coordinate cannot jump.
    #[error(
        "motion `{name}` would jump from {from} to {to} at {time} s; give a function that begins at {from} there"
    )]
    Jump {
        /// The motion.
        name: String,
        /// Where the coordinate is [m or rad].
        from: f64,
        /// Where the function has it [m or rad].
        to: f64,
        /// The time now [s].
        time: f64,
    },
    /// The motion does nothing.
    #[error("motion `{name}` was removed at the start because other constraints repeat it")]
    Removed {
        /// The motion.
        name: String,
    },
}

fn after(help: &str) -> String {
    match help.is_empty() {
        true => String::new(),
        false => format!("; {help}"),
    }
}

impl Simulation {
    /// What a program has changed since the start, in the order of the first changes. A checkpoint kept after a change refuses to
    /// be resumed, for the text of the model does not hold it.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// From now on a motor has this effort: a number [N or N m], a function of time, or a law.
    pub fn set_motor(
        &mut self,
        name: &str,
        effort: impl Into<MotorLaw>,
    ) -> Result<(), ChangeError> {
        let effort = effort.into();
        let time = self.state.time;
        let motors = self.model.motors.iter();
        let k = position("motor", name, motors.map(|m| m.name.as_str()))?;
        let on = &self.model.motors[k].on;
        let [x, v] = self.coordinate(&on.joint, &on.coordinate);
        is_sound("motor", name, effort.evaluate(time, x, v).effort, time)?;
        self.keep_as_read();
        self.put_motor(k, effort);
        self.changed("motor", name, false);
        Ok(())
    }

    fn put_motor(&mut self, k: usize, effort: MotorLaw) {
        let item = &mut self.model.motors[k];
        let motors = Add::<Motor>::owned(&mut self.system.forces);
        for (_, motor) in motors.filter(|(owner, _)| owner.name == item.name) {
            motor.set_effort(effort.clone());
        }
        item.effort = effort;
    }

    /// From now on a force, a moment or a load per length is multiplied by this factor: a number or a function of time. It takes
    /// the place of `scale`.
    pub fn set_load(
        &mut self,
        name: &str,
        scale: impl Into<TimeFunction>,
    ) -> Result<(), ChangeError> {
        let scale = scale.into();
        let names: Vec<&str> = scales(&mut self.model).map(|load| load.0).collect();
        position("load", name, names.into_iter())?;
        is_sound("load", name, scale.value(self.state.time), self.state.time)?;
        self.keep_as_read();
        self.put_load(name, scale);
        self.changed("load", name, false);
        Ok(())
    }

    fn put_load(&mut self, name: &str, scale: TimeFunction) {
        for (_, own) in scales(&mut self.model).filter(|load| load.0 == name) {
            *own = scale.clone();
        }
        let scale = Arc::new(scale);
        let forces = &mut self.system.forces;
        for (owner, load) in Add::<DeadLoad>::owned(forces) {
            if owner.name == name && matches!(owner.sort, Sort::Force | Sort::Moment) {
                load.set_scale(scale.clone());
            }
        }
        for (owner, load) in Add::<FollowerLoad>::owned(forces) {
            if owner.name == name {
                load.set_scale(scale.clone());
            }
        }
    }

    /// From now on a coordinate follows this function of the time of the run. The function must have the value at which the
    /// coordinate is now; its rate may be another one, and then the velocity jumps as at a corner of a table.
    pub fn set_motion(
        &mut self,
        name: &str,
        value: impl Into<TimeFunction>,
    ) -> Result<(), ChangeError> {
        let (value, time) = (value.into(), self.state.time);
        let motions = self.model.motions.iter();
        let k = position("motion", name, motions.map(|m| m.name.as_str()))?;
        let to = value.value(time);
        is_sound("motion", name, to, time)?;
        let from = self.model.motions[k].value.value(time);
        let name_owned = || name.to_owned();
        if (to - from).abs() > SAME * (1.0 + from.abs()) {
            return Err(ChangeError::Jump {
                name: name_owned(),
                from,
                to,
                time,
            });
        }
        let value = value.reaching(self.model.run.duration);
        self.keep_as_read();
        if !self.put_motion(k, value) {
            return Err(ChangeError::Removed { name: name_owned() });
        }
        self.changed("motion", name, true);
        Ok(())
    }

    /// Whether there is a constraint that moves.
    fn put_motion(&mut self, k: usize, value: TimeFunction) -> bool {
        let item = &mut self.model.motions[k];
        let gaps = Add::<Gap<1, 1>>::owned(&mut self.system.constraints);
        let own = |owner: &Owner| owner.sort == Sort::Motion && owner.name == item.name;
        let mut own = gaps.filter(|(owner, _)| own(owner));
        let Some((_, gap)) = own.next() else {
            return false;
        };
        gap.target = Some(value.clone());
        drop(own);
        item.value = value;
        true
    }

    /// Keeps the model as it was read, before the first change: what a copy is built from.
    fn keep_as_read(&mut self) {
        if self.as_read.is_none() {
            self.as_read = Some(Box::new(self.model.clone()));
        }
    }

    /// Takes over what another simulation of the same model has changed.
    pub(super) fn change_like(&mut self, other: &Simulation) {
        for change in other.changes() {
            let name = change.name.as_str();
            match change.sort {
                "motor" => {
                    let all = &other.model.motors;
                    if let Some(k) = all.iter().position(|m| m.name == name) {
                        self.put_motor(k, all[k].effort.clone());
                    }
                }
                "motion" => {
                    let all = &other.model.motions;
                    if let Some(k) = all.iter().position(|m| m.name == name) {
                        self.put_motion(k, all[k].value.clone());
                    }
                }
                _ => {
                    let mut model = other.model.clone();
                    let scale = scales(&mut model).find(|load| load.0 == name);
                    if let Some(scale) = scale.map(|load| load.1.clone()) {
                        self.put_load(name, scale);
                    }
                }
            }
        }
        self.as_read.clone_from(&other.as_read);
        self.changes = other.changes.clone();
    }

    /// Value and rate of a coordinate that something acts on.
    fn coordinate(&self, joint: &str, coordinate: &str) -> [f64; 2] {
        let all = self.system.joints.iter().flat_map(|j| &j.coordinates);
        let own = |name: &str| {
            let rest = name.strip_prefix(joint).and_then(|n| n.strip_prefix('.'));
            rest == Some(coordinate)
        };
        let node = all.filter(|c| own(&c.name)).find_map(|c| c.node);
        node.map_or([0.0; 2], |n| {
            [self.state.poses[n].r.x, self.state.velocities[n].v.x]
        })
    }

    /// What came before says nothing about the steps after it.
    fn changed(&mut self, sort: &'static str, name: &str, jump: bool) {
        let known = |c: &Change| c.sort == sort && c.name == name;
        if !self.changes.iter().any(known) {
            self.changes.push(Change {
                sort,
                name: name.to_owned(),
            });
        }
        if self.course.control.adaptive() {
            self.course
                .stops
                .set_corners(corners(&self.model), self.state.time);
            self.turn_corner(jump);
        }
    }
}

/// Loads that have a factor.
fn scales(model: &mut Model) -> impl Iterator<Item = (&str, &mut TimeFunction)> {
    let loads = model.forces.iter_mut().chain(&mut model.moments);
    let loads = loads.map(|load| (load.name.as_str(), &mut load.scale));
    let lines = model.line_loads.iter_mut();
    loads.chain(lines.map(|load| (load.name.as_str(), &mut load.scale)))
}

fn position<'n>(
    sort: &'static str,
    name: &str,
    known: impl Iterator<Item = &'n str> + Clone,
) -> Result<usize, ChangeError> {
    let found = known.clone().position(|k| k == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = known.collect();
        ChangeError::Unknown {
            sort,
            name: name.to_owned(),
            help: match known.is_empty() {
                true => format!("the model has no {sort}"),
                false => suggest(name, known),
            },
        }
    })
}

fn is_sound(sort: &'static str, name: &str, value: f64, time: f64) -> Result<(), ChangeError> {
    match value.abs() <= LARGEST {
        true => Ok(()),
        false => Err(ChangeError::Value {
            sort,
            name: name.to_owned(),
            value,
            time,
        }),
    }
}
