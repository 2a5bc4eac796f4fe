//! Constraints that were removed because others repeat them, watched from then on.
//!
//! Rank is known at the start only. A row that repeats others there may have a say of its own later: the position may have been a
//! special one, or a prescribed motion may leave the others behind. What was removed must stay closed by itself, otherwise the
//! model comes apart (st.6).

use super::{ConstraintVisitor, Constraints, Jacobian, Owner, State, System};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::Constraint;
use crate::mechanics::node::{NodeKind, NodeStage};
use std::fmt;

/// Gaps of removed rows that their removal explains, relative to their scale: rows count as dependent when less than 1e-8 of them
/// is left, so that motions of the size of the model may open them that far; ten times this for what geometry adds.
const EXPLAINED: f64 = 1e-7;
/// How much wider than the gaps that the iteration leaves in the others: the coefficients of a combination of rows.
const COEFFICIENTS: f64 = 1e3;

/// Removed constraints.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    constraints: Constraints,
    /// Names of the items that were said to repeat each of them, in the order of visits.
    repeated_by: Vec<Vec<String>>,
}

/// A removed constraint that has opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// Item and part in words.
    pub what: String,
    /// The items that were to keep it closed.
    pub repeated_by: Vec<String>,
    /// Its gap [m or 1].
    pub gap: f64,
    /// How wide it may be.
    pub limit: f64,
}

impl fmt::Display for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Opened {
            what, gap, limit, ..
        } = self;
        write!(
            f,
            "{what} was removed because it repeated {}, and has opened by {gap:.3e}, allowed {limit:.3e}",
            match self.repeated_by.as_slice() {
                [] => "the geometry".to_string(),
                names => names.join(", "),
            }
        )
    }
}

impl Watched {
    /// Removes constraints from a system and watches them. `repeated_by` says which ones, with the names of what repeats them.
    pub fn remove(system: &mut System, repeated_by: impl Fn(&Owner) -> Option<Vec<String>>) {
        let mut constraints = system.constraints.clone();
        constraints.retain(|owner| repeated_by(owner).is_some());
        let mut names = Names {
            repeated_by: &repeated_by,
            out: Vec::new(),
        };
        constraints.visit(&mut names);
        system.watched = Watched {
            repeated_by: names.out,
            constraints,
        };
        system
            .constraints
            .retain(|owner| repeated_by(owner).is_none());
        system.number();
    }

    /// The removed constraint that is open the widest beyond what is allowed, if any.
    pub fn opened(&self, system: &System, state: &State) -> Option<Opened> {
        if self.repeated_by.is_empty() {
            return None;
        }
        let stages = system.stages(state);
        self.widest(system, &stages, state.time, EXPLAINED)?;
        // Those that were kept may be open too, as far as the iteration was told to leave them so.
        let others = Jacobian::new(system, &stages, state.time).worst_gap(system);
        let allowed = EXPLAINED + COEFFICIENTS * others.0;
        self.widest(system, &stages, state.time, allowed)
    }

    fn widest(
        &self,
        system: &System,
        stages: &[NodeStage],
        time: f64,
        allowed: f64,
    ) -> Option<Opened> {
        let mut widest = Widest {
            system,
            stages,
            time,
            excess: 1.0,
            allowed,
            open: Vec::new(),
            found: None,
        };
        self.constraints.visit(&mut widest);
        widest.close();
        let (index, what, gap, limit) = widest.found?;
        Some(Opened {
            what,
            repeated_by: self.repeated_by[index].clone(),
            gap,
            limit,
        })
    }
}

struct Names<'a, F> {
    repeated_by: &'a F,
    out: Vec<Vec<String>>,
}

impl<F: Fn(&Owner) -> Option<Vec<String>>> ConstraintVisitor for Names<'_, F> {
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        _index: usize,
        owner: &Owner,
        _c: &C,
    ) {
        self.out.push((self.repeated_by)(owner).unwrap_or_default());
    }
}

struct Widest<'a> {
    system: &'a System,
    stages: &'a [NodeStage],
    time: f64,
    /// Gap over limit of the widest so far.
    excess: f64,
    allowed: f64,
    /// Rows of which there may be further parts: owner, index of the first, gap so far, limit.
    open: Vec<(Owner, usize, f64, f64)>,
    found: Option<(usize, String, f64, f64)>,
}

impl Widest<'_> {
    fn note(&mut self, index: usize, owner: &Owner, gap: f64, limit: f64) {
        let gap = gap.abs();
        if gap.is_nan() || gap > self.excess * limit {
            self.excess = gap / limit;
            let what = format!("{} `{}`, {}", owner.sort, owner.name, owner.part);
            self.found = Some((index, what, gap, limit));
        }
    }

    /// All parts of all rows are known.
    fn close(&mut self) {
        for (owner, index, gap, limit) in std::mem::take(&mut self.open) {
            self.note(index, &owner, gap, limit);
        }
    }
}

impl ConstraintVisitor for Widest<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        index: usize,
        owner: &Owner,
        c: &C,
    ) {
        let turns = |n: &NodeIndex| self.system.kinds[*n] == NodeKind::Angle;
        let number = c.dimensionless() || c.nodes().iter().any(turns);
        let limit = self.allowed * if number { 1.0 } else { self.system.length };
        let (e, target) = (c.value_at(self.stages), c.target(self.time));
        if C::SHARES_ROW {
            let gap: f64 = e.iter().sum();
            match self.open.iter_mut().rev().find(|row| row.0 == *owner) {
                Some(row) => row.2 += gap,
                None => self.open.push((owner.clone(), index, gap, limit)),
            }
            return;
        }
        for (e, target) in e.iter().zip(&target) {
            self.note(index, owner, e - target, limit);
        }
    }
}

/// What to do when a constraint that was removed as redundant opens.
pub(crate) const REMOVED_ADVICE: &str = "they agreed at the start but contradict each other here: let only one [[motion]] \
     drive a part of the mechanism; release a joint instead of redundant = \"remove\"; draw the mechanism in another position";
