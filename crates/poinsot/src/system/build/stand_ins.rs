//! Measures in the place of masses that a model for equilibria leaves out (eq.9).
//!
//! Equilibria do not depend on masses where nothing pulls on them. The search for them does: how far a node may go in a step, which
//! motions are free and how far moments count beside forces is measured by mass and inertia. A node without them gets what even
//! spreading would give it: bodies and lengths of beams and cables count alike, and the inertia follows from the extent of a body,
//! or from the stiffness of a section, which for one material has the same radii of gyration.

use super::lumps::Lump;
use super::{BuildError, Builder};
use crate::math::{M3, V3};
use crate::model::{Anchor, AnchorPoint, Body, Model, PullsOnMass, Section, SpringPlace};
use crate::system::StandIns;
use std::collections::HashMap;

/// The radius of gyration of a body to which things are attached in its origin alone, in sizes of the model, and the least one.
const COMPACT: f64 = 0.1;
const LEAST: f64 = 0.01;

impl Builder {
    /// Notes what the model leaves out, and refuses it where that would leave forces out.
    pub(super) fn check_masses(&mut self, model: &Model) {
        let pull = model.pulls_on_masses();
        let massless = model.massless();
        self.system.stand_ins = StandIns {
            mass: massless.iter().any(|item| item.mass),
            inertia: massless.iter().any(|item| item.inertia),
        };
        for item in massless {
            let felt = match pull {
                Some(PullsOnMass::Gravity) => item.mass,
                Some(PullsOnMass::Turning) => true,
                None => false,
            };
            if let Some(pull) = pull.filter(|_| felt) {
                let what = if item.mass { "mass" } else { "inertia" };
                self.errors.push(BuildError::Massless {
                    lacking: format!("{} has no {what}", item.text()),
                    pull,
                    place: item.place.clone(),
                });
            }
        }
    }

    /// Whether something needs a stand-in.
    pub(super) fn stands_in(&self) -> bool {
        self.system.stand_ins != StandIns::default()
    }

    /// Gives lumps without mass or inertia something in their place.
    pub(super) fn stand_in(&self, lumps: &mut [Lump]) {
        if !self.stands_in() {
            return;
        }
        let heavy = || lumps.iter().filter(|l| l.mass > 0.0);
        let share: f64 = heavy().map(|l| l.share).sum();
        let mass: f64 = heavy().map(|l| l.mass).sum();
        let unit = if share > 0.0 { mass / share } else { 1.0 };
        for lump in lumps.iter_mut().filter(|l| l.share > 0.0) {
            if lump.mass == 0.0 {
                lump.mass = unit * lump.share;
                lump.inertia = unit * lump.gyration;
            } else if lump.lacks_inertia {
                lump.inertia += (lump.mass / lump.share) * lump.gyration;
            }
        }
    }
}

/// Squared radii of gyration of bodies, by the points where something is attached to them: those of a rod from the origin to the
/// farthest one.
pub(super) fn radii_of_bodies(model: &Model, length: f64) -> HashMap<&str, f64> {
    let bodies: HashMap<&str, &Body> = model.bodies.iter().map(|b| (b.name.as_str(), b)).collect();
    let mut reach: HashMap<&str, f64> = bodies.keys().map(|name| (*name, 0.0)).collect();
    let mut note = |name: &str, apart: &dyn Fn(&Body) -> f64| {
        if let (Some(body), Some(reach)) = (bodies.get(name), reach.get_mut(name)) {
            *reach = reach.max(apart(body));
        }
    };
    let anchored = |anchor: &Anchor, body: &Body| match anchor.at {
        AnchorPoint::World(p) => (p - body.position).norm(),
        AnchorPoint::Local(p) => p.norm(),
    };
    let springs = model.springs.iter().filter_map(|s| match &s.on {
        SpringPlace::Points(between) => Some(between),
        SpringPlace::Coordinate(_) => None,
    });
    let pairs = model.joints.iter().map(|j| &j.between);
    let pairs = pairs.chain(model.bushings.iter().map(|b| &b.between));
    for anchor in pairs.chain(springs).flatten() {
        note(&anchor.item, &|body| anchored(anchor, body));
    }
    for force in &model.forces {
        note(&force.on, &|_| force.at.norm());
    }
    let square = |reach: f64| match reach > 0.0 {
        true => (reach * reach / 3.0).max((LEAST * length).powi(2)),
        false => (COMPACT * length).powi(2),
    };
    let all = reach.into_iter();
    all.map(|(name, reach)| (name, square(reach))).collect()
}

/// Squared radii of gyration of a section, in its axes: `EI = E rho^2 A` for one material.
pub(super) fn radii_of_section(section: &Section) -> M3 {
    let s = &section.stiffness;
    let [y, z] = [s[(4, 4)] / s[(0, 0)], s[(5, 5)] / s[(0, 0)]];
    M3::from_diagonal(&V3::new(y + z, y, z))
}
