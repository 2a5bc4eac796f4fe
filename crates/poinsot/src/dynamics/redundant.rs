//! Redundant constraints at the start: named, told apart from special positions, removed if wished.

use super::initial::{StartError, StartReport, refresh_coordinates};
use super::second_look::{Look, look_beside, step_aside};
use crate::mechanics::index::RowIndex;
use crate::mechanics::wrench::STAGES;
use crate::model::RedundancyPolicy;
use crate::system::redundancy::{RedundantRow, find};
use crate::system::{Jacobian, State, System, Watched};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How far a start in a special position is put aside, in turns [rad] and in parts of the model's size: a way on must be
/// clear to the iteration, whose gaps of 1e-13 then turn nothing by more than a thousandth of this.
const ASIDE: f64 = 1e-5;

/// A joint that repeats what others already fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundancy {
    /// Which item, with its sort: "joint `D`".
    pub item: String,
    /// Its name.
    pub name: String,
    /// Which of its parts.
    pub parts: Vec<String>,
    /// Which items already fix them.
    pub fixed_by: Vec<String>,
    /// Where this is so.
    pub place: RedundantAt,
}

/// Where a constraint repeats others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedundantAt {
    /// In the position as drawn, and beside it as far as is known.
    Everywhere,
    /// In the position as drawn, but not in neighbouring ones.
    DrawnPosition,
}

impl fmt::Display for Redundancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (others, verb) = match self.fixed_by.as_slice() {
            [] => ("the geometry".to_string(), "fixes"),
            [one] => (one.clone(), "fixes"),
            many => (many.join(", "), "fix"),
        };
        let parts = self.parts.join(", ");
        let item = &self.item;
        match self.place {
            RedundantAt::Everywhere => {
                write!(f, "{item} repeats what {others} already {verb}: {parts}")
            }
            RedundantAt::DrawnPosition => write!(
                f,
                "{item} repeats what {others} already {verb} in the position as drawn, but not in neighbouring ones: {parts}"
            ),
        }
    }
}

/// Finds redundant rows, and removes them or says what they are.
pub(super) fn remove_redundant(
    system: &mut System,
    state: &mut State,
    policy: RedundancyPolicy,
    report: &mut StartReport,
) -> Result<(), StartError> {
    let jacobian = Jacobian::new(system, &system.stages(state), state.time);
    let drawn = find(system, &jacobian, |_| true);
    if drawn.is_empty() {
        return Ok(());
    }
    for r in &drawn {
        let rate: f64 = r
            .repeats
            .iter()
            .map(|&(k, c)| c * jacobian.target_rates[k])
            .sum();
        if (rate - jacobian.target_rates[r.row]).abs() > 1e-9 * (1.0 + rate.abs()) {
            let one = name_redundant(system, std::slice::from_ref(r), RedundantAt::Everywhere);
            return Err(StartError::ContradictoryRates(one[0].clone()));
        }
    }
    let found = tell_apart(system, state, &jacobian, drawn)?;
    let everywhere = name_redundant(system, &found.everywhere, RedundantAt::Everywhere);
    let special = name_redundant(system, &found.special, RedundantAt::DrawnPosition);
    if policy == RedundancyPolicy::Error {
        return Err(StartError::Redundant([everywhere, special].concat()));
    }
    // A constraint of several rows cannot be removed in part.
    let whole = |r: &&RedundantRow| system.constraint_of_row(r.row).rows > 1;
    let whole: Vec<RedundantRow> = found.everywhere.iter().filter(whole).cloned().collect();
    if !whole.is_empty() {
        let named = name_redundant(system, &whole, RedundantAt::Everywhere);
        return Err(StartError::Whole(named));
    }
    remove(system, &found.everywhere);
    state.multipliers = vec![[0.0; STAGES]; system.rows];
    report.removed = everywhere;
    if !special.is_empty() {
        report.special = special;
        if step_aside(system, state, &found.way, ASIDE)? {
            refresh_coordinates(system, state);
            report.beside = Some(ASIDE);
        }
    }
    Ok(())
}

fn remove(system: &mut System, rows: &[RedundantRow]) {
    let mut repeated_by: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for r in rows {
        let names = fixed_by(system, r);
        repeated_by.insert(system.owner_of_row(r.row).order, names);
    }
    Watched::remove(system, |owner| repeated_by.get(&owner.order).cloned());
}

/// Redundant rows by where they are so.
struct Found {
    everywhere: Vec<RedundantRow>,
    /// Rows that repeat others in the position as drawn once those are removed.
    special: Vec<RedundantRow>,
    /// A way out of the special position.
    way: Vec<[f64; 6]>,
}

/// Looks beside the drawn position: rows that are independent there are not to be removed.
fn tell_apart(
    system: &System,
    state: &State,
    jacobian: &Jacobian,
    drawn: Vec<RedundantRow>,
) -> Result<Found, StartError> {
    let all_of = |drawn: Vec<RedundantRow>| Found {
        everywhere: drawn,
        special: Vec::new(),
        way: Vec::new(),
    };
    let Look::Beside(beside, way) = look_beside(system, state)? else {
        return Ok(all_of(drawn));
    };
    let there = Jacobian::new(system, &system.stages(&beside), state.time);
    let kept_here = without(&drawn);
    if find(system, &there, &kept_here).is_empty() {
        let more = find(system, &there, |_| true).len();
        // The rest is independent there and repeats nothing less: the choice made here holds.
        if more >= drawn.len() {
            return Ok(all_of(drawn));
        }
    }
    let everywhere = find(system, &there, |_| true);
    if everywhere.len() > drawn.len() {
        return Ok(all_of(drawn));
    }
    let special = find(system, jacobian, without(&everywhere));
    Ok(Found {
        everywhere,
        special,
        way,
    })
}

/// Rows that are left without some.
fn without(removed: &[RedundantRow]) -> impl Fn(RowIndex) -> bool + use<> {
    let removed: BTreeSet<RowIndex> = removed.iter().map(|r| r.row).collect();
    move |row| !removed.contains(&row)
}

/// Names of the other items that a row repeats, in the order of the model.
fn fixed_by(system: &System, r: &RedundantRow) -> Vec<String> {
    let own = &system.owner_of_row(r.row).name;
    let others: BTreeSet<(usize, String)> = r
        .repeats
        .iter()
        .map(|&(k, _)| system.owner_of_row(k))
        .filter(|o| o.name != *own)
        .map(|o| (o.order, format!("`{}`", o.name)))
        .collect();
    let mut names: Vec<String> = others.into_iter().map(|x| x.1).collect();
    names.dedup();
    names
}

fn name_redundant(
    system: &System,
    redundant: &[RedundantRow],
    place: RedundantAt,
) -> Vec<Redundancy> {
    let mut named: Vec<Redundancy> = Vec::new();
    let mut place_of: BTreeMap<String, usize> = BTreeMap::new();
    for r in redundant {
        let owner = system.owner_of_row(r.row);
        let item = format!("{} `{}`", owner.sort, owner.name);
        let at = *place_of.entry(item.clone()).or_insert(named.len());
        if at == named.len() {
            named.push(Redundancy {
                item,
                name: owner.name.clone(),
                parts: Vec::new(),
                fixed_by: Vec::new(),
                place,
            });
        }
        named[at].parts.push(owner.part.to_string());
        for name in fixed_by(system, r) {
            if !named[at].fixed_by.contains(&name) {
                named[at].fixed_by.push(name);
            }
        }
    }
    named
}
