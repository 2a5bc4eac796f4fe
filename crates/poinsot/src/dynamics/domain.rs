//! Laws that have no value for the strains of a step: solids turned inside out.

use super::assemble::Workspace;
use super::error::StepError;
use super::schemes::Integrator;
use super::step::Step;
use crate::mechanics::interaction::ForceLaw;
use crate::mechanics::wrench::STAGES;
use crate::system::{Extent, ForceVisitor, Owner};

/// The first item whose law has no value at the present iterate.
pub(super) fn out_of_domain<S: Integrator>(step: &Step<S>, work: &Workspace) -> Option<StepError> {
    let mut search = Search {
        step,
        work,
        next: 0,
        found: None,
    };
    step.system.forces.visit(&mut search);
    search.found.map(|item| StepError::InsideOut { item })
}

struct Search<'a, 'b, S: Integrator> {
    step: &'a Step<'b, S>,
    work: &'a Workspace,
    next: usize,
    found: Option<String>,
}

impl<S: Integrator> Search<'_, '_, S> {
    /// The name of an item, of an element of a solid with its number.
    fn name(&self, owner: &Owner) -> String {
        let elements = self.step.system.flexible.iter().flat_map(|b| &b.elements);
        let mut own = elements.filter(|e| e.owners.contains(&owner.order));
        match own.next().map(|e| &e.extent) {
            Some(Extent::Cell(number)) => format!("{}:{number}", owner.name),
            _ => owner.name.clone(),
        }
    }
}

impl<S: Integrator> ForceVisitor for Search<'_, '_, S> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        owner: &Owner,
        f: &F,
    ) {
        let first = self.next;
        self.next += E;
        if self.found.is_some() || !F::BOUNDED {
            return;
        }
        let start: [f64; E] = std::array::from_fn(|e| self.work.start_strains[first + e]);
        let last = self.step.scheme.stages() - 1;
        let ends: [[f64; E]; STAGES] =
            std::array::from_fn(|y| f.value_at(&self.work.ends[y.min(last)]));
        if !f.in_domain(&self.step.scheme, &start, &ends) {
            self.found = Some(self.name(owner));
        }
    }
}
