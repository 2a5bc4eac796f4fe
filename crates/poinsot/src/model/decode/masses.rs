//! What must have a mass: all that runs or vibrates, and what gravity or a turning frame would pull on.

use super::reader::TableReader;
use crate::math::V3;
use crate::model::types::Gravity;

/// What a model asks of the masses in it.
#[derive(Clone, Copy, Debug)]
pub struct Masses {
    /// Whether it is for equilibria alone: [statics], and neither [run] nor [modes].
    statics_alone: bool,
    /// Whether it has [statics] at all.
    statics: bool,
    gravity: bool,
    turning: bool,
}

impl Masses {
    pub fn new(file: &TableReader, gravity: &Gravity) -> Self {
        let statics = file.has("statics");
        Masses {
            statics_alone: statics && !file.has("run") && !file.has("modes"),
            statics,
            gravity: gravity.acceleration != V3::zeros(),
            turning: file.has("turning"),
        }
    }

    /// Why a mass must be there, as the beginning of a message; `None` if none is needed.
    pub fn mass(&self) -> Option<&'static str> {
        match (self.statics_alone, self.turning, self.gravity) {
            (false, _, _) => Some(""),
            (_, true, _) => Some("the frame turns, but "),
            (_, _, true) => Some("gravity acts, but "),
            _ => None,
        }
    }

    /// The same for an inertia: gravity does not ask for it.
    pub fn inertia(&self) -> Option<&'static str> {
        self.mass().filter(|_| !self.statics_alone || self.turning)
    }

    /// Reports a key that is missing, if there is a reason why it must be there.
    pub fn missing(&self, t: &TableReader, why: Option<&str>, key: &str, or: &str) {
        self.report(t, why, key, or, "is missing");
    }

    /// The same for a key that another one, which is there, asks for.
    pub fn missing_beside(&self, t: &TableReader, why: Option<&str>, key: &str, other: &str) {
        let why = why.map(|why| format!("{why}`{other}` needs "));
        self.report(t, why.as_deref(), key, "", "too");
    }

    fn report(&self, t: &TableReader, why: Option<&str>, key: &str, or: &str, end: &str) {
        let Some(why) = why.filter(|_| !t.has(key)) else {
            return;
        };
        let doc = t.field(key).map_or("", |field| field.doc);
        let help = [doc, or, self.statics_needs_none()];
        let help: Vec<&str> = help.into_iter().filter(|text| !text.is_empty()).collect();
        t.missing(&format!("{why}`{key}` {end}"), &help.join(" "));
    }

    /// The way out for those who want equilibria alone.
    pub fn statics_needs_none(&self) -> &'static str {
        match self.statics && !self.statics_alone {
            true => {
                "Equilibria need no masses: leave out [run] and [modes] if only [statics] is wanted."
            }
            false => "",
        }
    }
}

/// Refuses keys that say nothing without another one.
pub fn needs(t: &TableReader, keys: &[&str], other: &str) {
    if t.has(other) {
        return;
    }
    for node in keys.iter().filter_map(|key| Some((key, t.node(key)?))) {
        let (key, node) = node;
        node.error(
            format!("`{key}` needs `{other}` too"),
            format!("give `{other}`, or leave out `{key}`"),
        );
    }
}
