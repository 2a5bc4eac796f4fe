//! Frames of a run that are kept in memory.

use super::{Control, Observer, StepInfo};
use crate::results::Memory;

impl Observer for Memory {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.push(row);
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}
