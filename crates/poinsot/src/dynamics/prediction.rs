//! Strains that a correction of Newton's iteration predicts (nw.2).
//!
//! The membrane strain of a thin shell, like the stretch of a slender beam, is quadratic in its rotations: a correction that is right
//! to first order stretches it by its square, and the stress of that, from a stiffness that exceeds the one in bending by orders of
//! magnitude, makes the next tangent far too stiff. The strains that the linearised equations asked for are free of it. They serve
//! the geometric part of the next tangent alone; residuals have the true stress, so that solutions are what they were.

use crate::math::V3;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{ForceLaw, Predicted};
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench::{STAGES, strain_changes};
use crate::system::{ForceVisitor, Owner, System};

/// Strains of those interactions that want it, at the stages, and their changes with the last correction. Allocated once.
#[derive(Clone, Debug)]
pub(super) struct Prediction {
    /// The iteration is one of equilibria under given loads.
    at_given_loads: bool,
    /// First strain of each force; those of its stages follow each other.
    starts: Vec<usize>,
    /// Strains before the correction.
    strains: Vec<f64>,
    /// What the whole correction adds to them.
    changes: Vec<f64>,
    /// Part of the correction that was taken; `None`: there is no correction, or none to trust.
    part: Option<f64>,
    /// Turned off, the geometric part always has the stress of the iterate.
    wanted: bool,
}

impl Prediction {
    pub fn new(system: &System, stages: usize, at_given_loads: bool) -> Self {
        let mut list = Starts {
            at_given_loads,
            stages,
            starts: Vec::new(),
            next: 0,
        };
        system.forces.visit(&mut list);
        Prediction {
            at_given_loads,
            starts: list.starts,
            strains: vec![0.0; list.next],
            changes: vec![0.0; list.next],
            part: None,
            wanted: list.next > 0,
        }
    }

    /// Turns it on or off.
    pub fn set_wanted(&mut self, wanted: bool) {
        self.wanted = wanted && !self.strains.is_empty();
        self.part = None;
    }

    /// Whether the iteration to come is one of equilibria under given loads; only if it was made for them.
    pub fn set_at_given_loads(&mut self, yes: bool) {
        if self.at_given_loads != yes {
            self.at_given_loads = yes;
            self.part = None;
        }
    }

    /// Whether strains of anything are predicted.
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Whether strains were predicted.
    pub fn is_made(&self) -> bool {
        self.part.is_some()
    }

    /// Forgets the last correction: the next tangent has the stress of the iterate.
    pub fn forget(&mut self) {
        self.part = None;
    }

    /// Only this part of the correction was taken.
    pub fn shorten(&mut self, part: f64) {
        self.part = self.part.and(Some(part));
    }

    /// Strains that changes `(du, dtheta)` of the increments of a node at a stage lead to, from nodes that are still where they
    /// were.
    pub fn make(
        &mut self,
        system: &System,
        stages: usize,
        nodes: [&[NodeStage]; STAGES],
        change: impl Fn(NodeIndex, usize) -> [V3; 2],
    ) {
        if !self.wanted {
            return;
        }
        self.part = Some(1.0);
        system.forces.visit(&mut Predict {
            at_given_loads: self.at_given_loads,
            starts: &self.starts,
            strains: &mut self.strains,
            changes: &mut self.changes,
            stages,
            nodes,
            change,
        });
    }

    /// Predicted strains of a force at the stages; `kind` says when it wants them.
    #[inline]
    pub fn of<const E: usize>(
        &self,
        index: usize,
        kind: Predicted,
        stages: usize,
    ) -> Option<[[f64; E]; STAGES]> {
        let part = self.part.filter(|_| kind.applies(self.at_given_loads))?;
        let mut e = [[0.0; E]; STAGES];
        for (y, e) in e.iter_mut().enumerate().take(stages) {
            let first = self.starts[index] + y * E;
            let (strains, changes) = (&self.strains[first..], &self.changes[first..]);
            for k in 0..E {
                e[k] = strains[k] + part * changes[k];
            }
        }
        Some(e)
    }
}

/// Finds a place for everything.
struct Starts {
    at_given_loads: bool,
    stages: usize,
    starts: Vec<usize>,
    next: usize,
}

impl ForceVisitor for Starts {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        _force: &F,
    ) {
        self.starts.push(self.next);
        if F::PREDICTED.applies(self.at_given_loads) {
            self.next += self.stages * E;
        }
    }
}

struct Predict<'a, C> {
    at_given_loads: bool,
    starts: &'a [usize],
    strains: &'a mut [f64],
    changes: &'a mut [f64],
    stages: usize,
    nodes: [&'a [NodeStage]; STAGES],
    change: C,
}

impl<C: Fn(NodeIndex, usize) -> [V3; 2]> ForceVisitor for Predict<'_, C> {
    #[inline]
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        if !F::PREDICTED.applies(self.at_given_loads) {
            return;
        }
        for y in 0..self.stages {
            let first = self.starts[index] + y * E;
            let change = |n: NodeIndex| (self.change)(n, y);
            let changes = strain_changes(f, self.nodes[y], &change);
            self.strains[first..first + E].copy_from_slice(&f.value_at(self.nodes[y]));
            self.changes[first..first + E].copy_from_slice(&changes);
        }
    }
}
