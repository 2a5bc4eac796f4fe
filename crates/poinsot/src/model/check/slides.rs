//! Joints that slide along a line.

use super::Check;
use crate::model::types::{Joint, Model, SlideOn};

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
}
