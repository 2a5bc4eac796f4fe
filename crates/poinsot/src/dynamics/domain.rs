//! Laws that have no value for the strains of a step or of an equilibrium: solids turned inside out.

use super::assemble::Workspace;
use super::schemes::EquationsOfMotion;
use crate::mechanics::interaction::ForceLaw;
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench::STAGES;
use crate::system::{Extent, ForceVisitor, Owner, System};

/// The first item whose law has no value at the present iterate.
pub(super) fn out_of_domain<S: EquationsOfMotion>(
    system: &System,
    scheme: &S,
    work: &Workspace,
) -> Option<String> {
    let mut search = Search {
        system,
        scheme,
        work,
        next: 0,
        found: None,
    };
    system.forces.visit(&mut search);
    search.found
}

/// The first solid that stands inside out where its nodes are. Strains do not tell: they are those of its mirror image, too.
pub(crate) fn turned_over(system: &System, stages: &[NodeStage]) -> Option<String> {
    let mut search = Upright {
        system,
        stages,
        found: None,
    };
    system.forces.visit(&mut search);
    search.found
}

struct Upright<'a> {
    system: &'a System,
    stages: &'a [NodeStage],
    found: Option<String>,
}

impl ForceVisitor for Upright<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        owner: &Owner,
        f: &F,
    ) {
        if F::BOUNDED && self.found.is_none() && !f.is_upright(self.stages) {
            self.found = Some(name(self.system, owner));
        }
    }
}

/// The name of an item, of an element of a solid with its number.
fn name(system: &System, owner: &Owner) -> String {
    let elements = system.flexible.iter().flat_map(|b| &b.elements);
    let mut own = elements.filter(|e| e.owners.contains(&owner.order));
    match own.next().map(|e| &e.extent) {
        Some(Extent::Cell(number)) => format!("{}:{number}", owner.name),
        _ => owner.name.clone(),
    }
}

struct Search<'a, S: EquationsOfMotion> {
    system: &'a System,
    scheme: &'a S,
    work: &'a Workspace,
    next: usize,
    found: Option<String>,
}

impl<S: EquationsOfMotion> ForceVisitor for Search<'_, S> {
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
        let last = self.scheme.stages() - 1;
        let ends: [[f64; E]; STAGES] =
            std::array::from_fn(|y| f.value_at(&self.work.ends[y.min(last)]));
        if !f.in_domain(self.scheme, &start, &ends) {
            self.found = Some(name(self.system, owner));
        }
    }
}
