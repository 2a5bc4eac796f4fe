//! Joints that slide along a line.

use super::Check;
use crate::model::types::{CoordinateRef, Joint, Model, SlideOn};

impl Check {
    /// What a joint that slides needs to know of its line.
    pub(super) fn slides(&mut self, model: &Model, j: &Joint) {
        let definition = j.kind.definition;
        if definition.slides() != j.slide.is_some() {
            let message = format!("a {} joint", definition.word());
            let help = "joints of kind sliding and sleeve, and they alone, have a line";
            self.error(message, help);
        }
        let Some(slide) = &j.slide else {
            return;
        };
        if let Some(s) = &slide.start {
            self.numbers("s", [s]);
        }
        if slide.leaves {
            self.lets_go(model, &j.name);
        }
        match &slide.on {
            SlideOn::Curve(_, curve) => {
                if let Some(problem) = curve.problem() {
                    self.error(problem, "");
                }
            }
            SlideOn::Line(name) => {
                let cable = model.cables.iter().any(|c| c.name == *name);
                if cable && definition.keeps_direction() {
                    let help = "a sleeve needs a beam, which has axes";
                    self.error("a cable has no axes to follow", help);
                }
            }
        }
    }

    /// What has left its line has no place on it that something else could prescribe.
    fn lets_go(&mut self, model: &Model, joint: &str) {
        let of = |on: &CoordinateRef| on.joint == joint;
        let motions = model.motions.iter().filter(|m| of(&m.on));
        let couples = |j: &&Joint| j.couples.iter().flatten().any(of);
        let gears = model.joints.iter().filter(couples);
        let names = motions.map(|m| &m.name).chain(gears.map(|g| &g.name));
        for name in names {
            let message = format!("`{name}` prescribes the place of a joint that leaves its line");
            let help = "leave out at_ends = \"leave\", or drive the place by a motor or a spring";
            self.error(message, help);
        }
    }
}
