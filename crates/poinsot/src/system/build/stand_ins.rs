//! Measures in the place of masses that a model for equilibria leaves out (eq.9).
//!
//! Equilibria do not depend on masses where nothing pulls on them. The search for them does: how far a node may go in a step, which
//! motions are free and how far moments count beside forces is measured by mass and inertia. A node without them gets what even
//! spreading would give it: bodies and lengths of beams and cables count alike, and the inertia follows from the extent of a body,
//! or from the stiffness of a section, which for one material has the same radii of gyration.

use super::lumps::Lump;
use super::{BuildError, Builder};
use crate::math::{M3, V3};
use crate::model::actions::On;
use crate::model::{AnchorPoint, Body, Model, PullsOnMass, Section};
use crate::system::StandIns;
use std::collections::HashMap;

/// Points of a body that are closer than this, in sizes of the model, are one place.
const LEAST: f64 = 0.01;
/// The radius of gyration of a body to which things are attached in one place alone, in sizes of the model.
const COMPACT: f64 = 0.1;

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
                let mass = unit * lump.share;
                let arm = lump.arm;
                lump.add(
                    mass,
                    &arm,
                    &(unit * lump.gyration),
                    &V3::zeros(),
                    &V3::zeros(),
                );
            } else if lump.lacks_inertia {
                lump.inertia += (lump.mass / lump.share) * lump.gyration;
            }
        }
    }
}

/// Where the mass of a body would be, and its squared radius of gyration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// In world axes, from the origin of the body frame [m].
    pub arm: V3,
    /// About there [m^2].
    pub square: f64,
}

/// Extents of bodies, by the points where something is attached to them.
pub(super) fn extents(model: &Model, length: f64) -> HashMap<&str, Extent> {
    let bodies: HashMap<&str, &Body> = model.bodies.iter().map(|b| (b.name.as_str(), b)).collect();
    let mut arms: HashMap<&str, Vec<V3>> = HashMap::new();
    let mut note = |name: &str, at: AnchorPoint| {
        if let Some((name, body)) = bodies.get_key_value(name) {
            let arm = match at {
                AnchorPoint::World(p) => p - body.position,
                AnchorPoint::Local(p) => body.orientation * p,
            };
            arms.entry(name).or_default().push(arm);
        }
    };
    for anchor in model.joints.iter().flat_map(|j| &j.between) {
        note(&anchor.item, anchor.at);
    }
    for action in model.actions() {
        match action.acts.on {
            On::Points(between) => between.iter().for_each(|a| note(&a.item, a.at)),
            On::Item(name, Some(at)) => note(name, AnchorPoint::Local(at)),
            On::Item(_, None) | On::Coordinate(_) | On::TwoCoordinates(_) => {}
        }
    }
    for sensor in &model.sensors {
        note(&sensor.on, AnchorPoint::Local(sensor.at));
    }
    let none = Vec::new();
    let extent = |name: &str| extent(arms.get(name).unwrap_or(&none), length);
    bodies.keys().map(|name| (*name, extent(name))).collect()
}

fn extent(arms: &[V3], length: f64) -> Extent {
    let least = LEAST * length;
    let spread = |arms: &[V3]| {
        let n = arms.len().max(1) as f64;
        let arm = arms.iter().sum::<V3>() / n;
        let square = arms.iter().map(|a| (a - arm).norm_squared()).sum::<f64>() / n;
        Extent { arm, square }
    };
    let found = spread(arms);
    if found.square >= least * least {
        return found;
    }
    // All in one place: the origin of the frame is another one, unless it is there, too.
    let mut arms = arms.to_vec();
    arms.push(V3::zeros());
    let found = spread(&arms);
    match found.square >= least * least {
        true => found,
        false => Extent {
            square: (COMPACT * length).powi(2),
            ..found
        },
    }
}

/// Squared radii of gyration of a section, in its axes: `EI = E rho^2 A` for one material.
pub(super) fn radii_of_section(section: &Section) -> M3 {
    let s = &section.stiffness;
    let [y, z] = [s[(4, 4)] / s[(0, 0)], s[(5, 5)] / s[(0, 0)]];
    M3::from_diagonal(&V3::new(y + z, y, z))
}
