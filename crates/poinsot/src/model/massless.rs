//! Items without mass or inertia: enough for equilibria in which nothing weighs on them, too little for anything that moves.

use super::problem::Problem;
use super::types::{Model, Place};
use crate::math::{M3, V3};

/// Something that lacks a mass or an inertia.
pub(crate) struct Massless<'a> {
    /// What it is, such as `body`.
    pub what: &'static str,
    pub name: &'a str,
    pub place: &'a Place,
    /// Whether it lacks a mass.
    pub mass: bool,
    /// Whether it lacks an inertia.
    pub inertia: bool,
    /// Where to give them.
    remedy: &'static str,
}

impl Massless<'_> {
    /// The item in words.
    pub fn text(&self) -> String {
        format!("{} `{}`", self.what, self.name)
    }

    /// What it lacks in words.
    fn lacking(&self) -> &'static str {
        match (self.mass, self.inertia) {
            (true, true) => "no mass and no inertia",
            (true, false) => "no mass",
            (false, _) => "no inertia",
        }
    }
}

/// What pulls on masses in an equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PullsOnMass {
    /// Gravity: it needs masses.
    Gravity,
    /// A turning frame: it needs masses and inertias.
    Turning,
}

impl Model {
    /// Everything that lacks a mass or an inertia, in the order of the model.
    pub(crate) fn massless(&self) -> Vec<Massless<'_>> {
        let mut list = Vec::new();
        for b in &self.bodies {
            list.push(Massless {
                what: "body",
                name: &b.name,
                place: &b.place,
                mass: b.mass == 0.0,
                inertia: b.inertia == M3::zeros(),
                remedy: "give `mass` and `inertia`, or a [[shape]] on it with `mass` or `density`",
            });
        }
        for p in &self.point_masses {
            list.push(Massless {
                what: "point mass",
                name: &p.name,
                place: &p.place,
                mass: p.mass == 0.0,
                inertia: false,
                remedy: "give `mass`",
            });
        }
        for b in &self.beams {
            let sections = || b.sections.iter().map(|(_, section)| section);
            let shaped = sections().any(|s| s.mass == 0.0 && s.shape.is_some());
            list.push(Massless {
                what: "beam",
                name: &b.name,
                place: &b.place,
                mass: sections().any(|s| s.mass == 0.0),
                inertia: sections().any(|s| s.inertia == M3::zeros()),
                remedy: match shaped {
                    true => "give `density` in the [[material]] of its section",
                    false => {
                        "give `mass_per_length` and `inertia_per_length`, or `mass_matrix`, in its [[section]]"
                    }
                },
            });
        }
        for c in &self.cables {
            list.push(Massless {
                what: "cable",
                name: &c.name,
                place: &c.place,
                mass: c.mass == 0.0,
                inertia: false,
                remedy: "give `mass_per_length`, `mass_per_drawn_length` or `mass_per_free_length`",
            });
        }
        for s in &self.shells {
            list.push(Massless {
                what: "shell",
                name: &s.name,
                place: &s.place,
                mass: s.section.mass.per_area == 0.0,
                inertia: s.section.mass.inertia == 0.0,
                remedy: "give `density` in the [[material]] of its section",
            });
        }
        for s in &self.solids {
            list.push(Massless {
                what: "solid",
                name: &s.name,
                place: &s.place,
                mass: s.density == 0.0,
                inertia: false,
                remedy: "give `density` in its [[material]]",
            });
        }
        list.retain(|item| item.mass || item.inertia);
        list
    }

    /// What keeps the model from running and vibrating: items without mass or inertia. None of it matters in equilibria.
    pub fn missing_masses(&self) -> Vec<Problem> {
        let problem = |item: Massless| Problem {
            place: item.place.clone(),
            ..Problem::of_file(
                format!(
                    "{} has {}, which runs and modes need",
                    item.text(),
                    item.lacking()
                ),
                format!("{}; equilibria need none, unless gravity acts", item.remedy),
            )
        };
        self.massless().into_iter().map(problem).collect()
    }

    /// What pulls on masses at rest.
    pub(crate) fn pulls_on_masses(&self) -> Option<PullsOnMass> {
        if self.turning.is_some() {
            return Some(PullsOnMass::Turning);
        }
        (self.gravity.acceleration != V3::zeros()).then_some(PullsOnMass::Gravity)
    }
}
