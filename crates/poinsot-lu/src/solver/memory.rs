//! What a solver learns on its way, as data, so that another one can go on from there.

use super::{PATIENT_GROWTH, STRICT_GROWTH, Solver};
use crate::error::AnalyseError;

/// What a solver has learned from the matrices it has seen: with it, a new solver for the same pattern and groups gives the
/// same bits as this one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    /// Whether growth is limited strictly, since a solution was bad.
    pub strict: bool,
    /// Whether that was tried and cost too much, so that it is not tried again.
    pub strict_in_vain: bool,
    /// Group of every unknown; empty, as the next two lists, if the groups are those that were given.
    pub group_of: Vec<u32>,
    /// Group that each group was merged into, or itself.
    pub merged_into: Vec<u32>,
    /// Unknowns that were moved to another group.
    pub moved: Vec<bool>,
}

impl Solver {
    /// What was learned so far.
    pub fn memory(&self) -> Memory {
        let (group_of, merged_into, moved) = self.groups.choices().unwrap_or_default();
        Memory {
            strict: self.growth_limit <= STRICT_GROWTH,
            strict_in_vain: self.strict_in_vain,
            group_of,
            merged_into,
            moved,
        }
    }

    /// Takes over what another solver for the same pattern and groups has learned. The matrix must be factorised anew.
    pub fn recall(&mut self, memory: &Memory) -> Result<(), AnalyseError> {
        self.factorised = false;
        self.growth_limit = match memory.strict {
            true => STRICT_GROWTH,
            false => PATIENT_GROWTH,
        };
        self.strict_in_vain = memory.strict_in_vain;
        self.groups = self.given_groups.clone();
        let untouched = memory.group_of.is_empty() && memory.merged_into.is_empty();
        if !untouched
            && !self
                .groups
                .choose(&memory.group_of, &memory.merged_into, &memory.moved)
        {
            return Err(AnalyseError::Memory);
        }
        if !untouched || self.reanalyses > 0 {
            self.analyse_again()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pattern;

    #[test]
    fn what_does_not_fit_is_refused() {
        let pattern = Pattern::from_entries(2, [(0, 1), (1, 0)]).expect("valid pattern");
        let mut solver = Solver::analyse(&pattern, &[0, 1]).expect("sound");
        let memory = Memory {
            group_of: vec![0, 5],
            merged_into: vec![0, 1],
            moved: vec![false; 2],
            strict: false,
            strict_in_vain: false,
        };
        assert_eq!(solver.recall(&memory), Err(AnalyseError::Memory));
    }
}
