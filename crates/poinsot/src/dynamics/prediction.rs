//! Strains that a correction of Newton's iteration predicts (nw.2).
//!
//! The membrane strain of a thin shell is quadratic in its rotations: a correction that is right to first order stretches the shell by
//! its square, and the stress of that, times a membrane stiffness that exceeds the one in bending by orders of magnitude, would make
//! the next tangent far too stiff. The strains that the linearised equations meant to have are free of it. They serve the geometric
//! part of the next tangent alone; residuals have the true stress, so that solutions are what they were.

use crate::math::V3;
use crate::mechanics::interaction::ForceLaw;
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench::{STAGES, strain_changes};
use crate::system::{ForceVisitor, Owner, System};

/// Strains of those interactions that want it, at the stages, and their changes with the last correction. Allocated once.
#[derive(Clone, Debug)]
pub(super) struct Prediction {
    /// First strain of each force; those of its stages follow each other.
    starts: Vec<usize>,
    /// Strains before the correction.
    strains: Vec<f64>,
    /// What the whole correction adds to them.
    changes: Vec<f64>,
    /// Part of the correction that was taken; `None`: there is no correction yet.
    part: Option<f64>,
    /// Turned off, the geometric part always has the stress of the iterate.
    wanted: bool,
}

impl Prediction {
    pub fn new(system: &System, stages: usize) -> Self {
        struct Starts(Vec<usize>, usize, usize);
        impl ForceVisitor for Starts {
            fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
                &mut self,
                _index: usize,
                _owner: &Owner,
                _force: &F,
            ) {
                let mode: usize = std::env::var("H3").ok().and_then(|v| v.parse().ok()).unwrap_or(1);
                let on = match mode { 0 => false, 1 => E > 18, 2 => E >= 6, _ => true };
                if F::PREDICTED && on {
                    self.0.push(self.1);
                    self.1 += self.2 * E;
                } else {
                    self.0.push(usize::MAX);
                }
            }
        }
        let mut list = Starts(Vec::new(), 0, stages);
        system.forces.visit(&mut list);
        Prediction {
            starts: list.0,
            strains: vec![0.0; list.1],
            changes: vec![0.0; list.1],
            part: None,
            wanted: list.1 > 0,
        }
    }

    /// Turns it on or off.
    pub fn set_wanted(&mut self, wanted: bool) {
        self.wanted = wanted && !self.strains.is_empty();
        self.part = None;
    }

    /// Whether there is anything whose strains can be predicted.
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

    /// Strains that changes `(du, dtheta)` of the increments of a node at a stage lead to, from nodes that are still where they were.
    pub fn make(
        &mut self,
        system: &System,
        stages: usize,
        nodes: [&[NodeStage]; STAGES],
        change: impl Fn(usize, usize) -> [V3; 2],
    ) {
        if !self.wanted {
            return;
        }
        self.part = Some(1.0);
        system.forces.visit(&mut Predict {
            starts: &self.starts,
            strains: &mut self.strains,
            changes: &mut self.changes,
            stages,
            nodes,
            change,
        });
    }

    /// Predicted strains of a force at the stages.
    #[inline]
    pub fn of<const E: usize>(&self, index: usize, stages: usize) -> Option<[[f64; E]; STAGES]> {
        let part = self.part?;
        if self.starts[index] == usize::MAX {
            return None;
        }
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

struct Predict<'a, C> {
    starts: &'a [usize],
    strains: &'a mut [f64],
    changes: &'a mut [f64],
    stages: usize,
    nodes: [&'a [NodeStage]; STAGES],
    change: C,
}

impl<C: Fn(usize, usize) -> [V3; 2]> ForceVisitor for Predict<'_, C> {
    #[inline]
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        if !F::PREDICTED || self.starts[index] == usize::MAX {
            return;
        }
        for y in 0..self.stages {
            let place = self.starts[index] + y * E..self.starts[index] + (y + 1) * E;
            let change = |n: usize| (self.change)(n, y);
            self.strains[place.clone()].copy_from_slice(&f.value_at(self.nodes[y]));
            self.changes[place].copy_from_slice(&strain_changes(f, self.nodes[y], &change));
        }
    }
}
