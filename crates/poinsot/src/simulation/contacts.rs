//! Which shapes may touch in the next steps: pairs that come and go during a run (co.7).
//!
//! Pairs are looked for with what every shape may move until they are looked for again. Before a step, where it is predicted to
//! lead must be within that; after it, where it has led. Else pairs are looked for anew, and a step that was made is made again
//! with them. So nothing passes through anything unseen, whatever the step.

use super::Simulation;
use crate::dynamics::{AnalysisError, StepError, StepReport};
use crate::math::V3;
use crate::storage::{Bytes, Misfit, Stored, load_free_list};
use crate::system::{Grid, Places, carry_over, keep_busy};

/// Steps that a shape is expected to go before pairs are looked for again.
const AHEAD: f64 = 4.0;
/// A way that leads this part of a radius deeper into a ball than both of its ends do is refused: part of an impact was missed.
const MISSED: f64 = 0.05;

/// Where shapes were when pairs were looked for, and how far they may move.
#[derive(Default)]
pub(super) struct Watch {
    made_at: Places,
    reach: Vec<f64>,
    // Room to work in.
    now: Places,
    there: Places,
    found: Vec<[u32; 2]>,
    grid: Grid,
}

impl Watch {
    /// Whether shapes at `there` are still where their pairs are known.
    fn covers(&self, there: &Places) -> bool {
        let all = self.made_at.iter().zip(there).zip(&self.reach);
        self.made_at.len() == there.len()
            && all
                .into_iter()
                .all(|((from, to), reach)| way(from, to) <= *reach)
    }
}

impl Simulation {
    /// Whether pairs of shapes come and go.
    fn watches(&self) -> bool {
        !(self.system.contacts.is_empty() || self.system.contacts.constant)
    }

    /// Makes a step on trial; `None` if it has to be made again, with more pairs of shapes.
    pub(super) fn attempt(&mut self, dt: f64) -> Result<Option<StepReport>, StepError> {
        let unsound = |e: AnalysisError| StepError::Singular {
            what: e.to_string(),
        };
        self.look_ahead(dt).map_err(unsound)?;
        let report = self
            .engine
            .attempt(&self.system, &mut self.state, &self.ledger, dt)?;
        if !self.met_the_known().map_err(unsound)? {
            return Ok(None);
        }
        match self.passed_through() {
            Some(pair) => Err(StepError::PassedThrough { pair }),
            None => Ok(Some(report)),
        }
    }

    /// Makes sure that all pairs are at hand that may touch within a step.
    fn look_ahead(&mut self, dt: f64) -> Result<(), AnalysisError> {
        if !self.watches() {
            return Ok(());
        }
        let Simulation {
            system,
            state,
            watch,
            ..
        } = self;
        system.contact_places(state, &mut watch.now);
        watch.there.clone_from(&watch.now);
        system.contact_places_ahead(state, dt, &mut watch.there);
        match watch.covers(&watch.there) {
            true => Ok(()),
            false => self.look_around(),
        }
    }

    /// Whether the step on trial met only pairs at hand; if not, those it met are at hand now.
    fn met_the_known(&mut self) -> Result<bool, AnalysisError> {
        if !self.watches() {
            return Ok(true);
        }
        let Simulation {
            system,
            state,
            engine,
            watch,
            ..
        } = self;
        system.contact_places(engine.trial(), &mut watch.there);
        if watch.covers(&watch.there) {
            return Ok(true);
        }
        system.contact_places(state, &mut watch.now);
        self.look_around()?;
        Ok(false)
    }

    /// Looks for pairs, from places `now` on the way `there`.
    fn look_around(&mut self) -> Result<(), AnalysisError> {
        let Simulation {
            system,
            state,
            watch,
            ..
        } = self;
        watch.reach.clear();
        let parts = system.contacts.parts.iter();
        for (part, (now, there)) in parts.zip(watch.now.iter().zip(&watch.there)) {
            watch.reach.push(part.slack() + AHEAD * way(now, there));
        }
        watch.made_at.clone_from(&watch.now);
        let contacts = &system.contacts;
        contacts.find(&watch.now, &watch.reach, &mut watch.grid, &mut watch.found);
        keep_busy(contacts, state, &mut watch.found);
        match watch.found == contacts.pairs() {
            true => Ok(()),
            false => {
                let found = watch.found.clone();
                self.set_pairs(found)
            }
        }
    }

    /// Makes other pairs those at hand, and everything that depends on them anew.
    fn set_pairs(&mut self, pairs: Vec<[u32; 2]>) -> Result<(), AnalysisError> {
        let before = self.system.contacts.pairs().to_vec();
        self.system.set_pairs(pairs);
        let gone = carry_over(&self.system.contacts, &before, &mut self.state);
        self.system.contacts.past_impacts += gone;
        self.engine.renew(&self.system)?;
        if let Some(shadow) = &mut self.shadow {
            shadow.renew(&self.system, &before)?;
        }
        Ok(())
    }

    /// The pair of parts that the step on trial has led through each other without a force, if there is one.
    fn passed_through(&mut self) -> Option<String> {
        if self.system.contacts.is_empty() {
            return None;
        }
        let Simulation {
            system,
            state,
            engine,
            watch,
            ..
        } = self;
        system.contact_places(state, &mut watch.now);
        system.contact_places(engine.trial(), &mut watch.there);
        let (states, places) = ([&*state, engine.trial()], [&watch.now, &watch.there]);
        let contacts = &system.contacts;
        let mut pairs = contacts.pairs().iter();
        let passed = pairs.find(|pair| {
            let pair = pair.map(|k| k as usize);
            system.misses(pair, states, places, MISSED)
        });
        passed.map(|&pair| contacts.name_of(pair))
    }

    /// What is at hand, for checkpoints.
    pub(super) fn store_pairs(&self, out: &mut Vec<u8>) {
        if !self.watches() {
            return;
        }
        let pairs = self.system.contacts.pairs().iter();
        let pairs: Vec<[usize; 2]> = pairs.map(|pair| pair.map(|k| k as usize)).collect();
        pairs.store(out);
        self.system.contacts.past_impacts.store(out);
        self.watch.made_at.store(out);
        self.watch.reach.store(out);
    }

    pub(super) fn load_pairs(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        if !self.watches() {
            return Ok(());
        }
        let pairs = load_free_list::<[usize; 2]>(from)?;
        if !self.system.contacts.could_hold(&pairs) {
            return Err(Misfit::new("pairs of shapes that may touch", "others"));
        }
        self.system.contacts.past_impacts.load(from)?;
        self.watch.made_at = load_free_list(from)?;
        self.watch.reach = load_free_list(from)?;
        let counts = [self.watch.made_at.len(), self.watch.reach.len()];
        let parts = self.system.contacts.parts.len();
        if counts != [0, 0] && counts != [parts, parts] {
            return Err(Misfit::new(
                format!("places of {parts} parts of shapes"),
                format!("{counts:?}"),
            ));
        }
        let pairs = pairs.into_iter().map(|pair| pair.map(|k| k as u32));
        self.system.set_pairs(pairs.collect());
        let shadow = self.shadow.as_mut().map(|s| s.renew(&self.system, &[]));
        let renewed = self
            .engine
            .renew(&self.system)
            .and(shadow.unwrap_or(Ok(())));
        renewed.map_err(|e| Misfit::new("pairs of shapes that can be analysed", e))
    }
}

/// How far the one of two places that goes further goes: nothing between them goes further than that.
fn way(from: &[V3; 2], to: &[V3; 2]) -> f64 {
    (to[0] - from[0]).norm().max((to[1] - from[1]).norm())
}
