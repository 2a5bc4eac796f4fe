//! Least changes of positions or velocities that close gaps.

use super::StartError;
use crate::math::M6;
use crate::mechanics::index::{NodeList, RowIndex, RowList};
use crate::mechanics::shared_mass::SharedMass;
use crate::system::{Jacobian, System};
use poinsot_lu::{Pattern, Solver};
use std::fmt;

/// `[M G^T; G -eps]`: least change in the metric `M` that changes the gaps as asked. `M` is given by the blocks of the nodes and
/// the masses between them. The regularisation `eps` counts gaps in units of their scales, so that it is the same for lengths and
/// angles, but of a row it is at least [`LEAST_SLACK`] of what its own bodies give way, `G M^-1 G^T`: the scale of a length is that
/// of the whole model, and in a model a thousand times as large as its parts nothing would be left of it beside round-off, so that
/// redundant rows would be pivots that vanish.
pub(super) struct Projector {
    solver: Solver,
    values: Vec<f64>,
    first: NodeList<usize>,
    rows: usize,
    unknowns: usize,
}

/// Least regularisation of a row as a part of its own compliance: well above round-off and far below what a body that is a
/// million times heavier than its neighbour gives way.
const LEAST_SLACK: f64 = 1e-13;

impl Projector {
    pub(super) fn new(
        system: &System,
        jacobian: &Jacobian,
        metric: &[M6],
        shared: &SharedMass,
        regularisation: f64,
    ) -> Result<Self, StartError> {
        let singular = |e: &dyn fmt::Display| StartError::Singular(e.to_string());
        let dofs = crate::system::DofMap::new(system, 1);
        let first: NodeList<usize> = system.node_indices().map(|n| dofs.node(n)).collect();
        let unknowns = dofs.multipliers();
        let rows = jacobian.gaps.len();
        let n = unknowns + rows;
        let mut entries: Vec<(u32, u32, f64)> = Vec::new();
        for (k, kind) in system.node_indices().zip(&system.kinds) {
            for (i, row) in kind.slots().enumerate() {
                for (j, column) in kind.slots().enumerate() {
                    let at = ((first[k] + i) as u32, (first[k] + j) as u32);
                    entries.push((at.0, at.1, metric[k][(row, column)]));
                }
            }
        }
        for n in system.node_indices() {
            for (l, mass) in shared.row(n).filter(|(l, _)| *l != n) {
                entries
                    .extend((0..3).map(|k| ((first[l] + k) as u32, (first[n] + k) as u32, mass)));
            }
        }
        // A coordinate that is in no row does not move (sl.6).
        let mut free = NodeList::new(true, system.nodes.len());
        jacobian.entries.iter().for_each(|e| free[e.node] = false);
        for (k, kind) in system.node_indices().zip(&system.kinds) {
            if free[k] && kind.is_coordinate() {
                let at = first[k] as u32;
                entries.push((at, at, 1.0));
            }
        }
        for e in &jacobian.entries {
            let column = (first[e.node] + e.slot - system.kinds[e.node].slots().start) as u32;
            let row = (unknowns + e.row.position()) as u32;
            entries.push((row, column, e.value));
            entries.push((column, row, e.value));
        }
        let mut counts = RowList::new(false, rows);
        // Coordinates have next to no weight in the metric; what they give way says nothing about bodies.
        let mut compliance = RowList::new(0.0, rows);
        for e in &jacobian.entries {
            counts[e.row] = true;
            if !system.kinds[e.node].is_coordinate() {
                compliance[e.row] += e.value * e.value / metric[e.node][(e.slot, e.slot)];
            }
        }
        for row in RowIndex::first(rows) {
            let at = (unknowns + row.position()) as u32;
            let scale = system.row_scales[row];
            // A row that does not count has the multiplier zero.
            let slack = match (counts[row], regularisation > 0.0) {
                (true, true) => (regularisation * scale * scale).max(LEAST_SLACK * compliance[row]),
                (true, false) => 0.0,
                (false, _) => 1.0,
            };
            entries.push((at, at, -slack));
        }
        entries.sort_by_key(|e| (e.1, e.0));
        let mut summed: Vec<(u32, u32, f64)> = Vec::with_capacity(entries.len());
        for e in entries {
            match summed.last_mut() {
                Some(last) if (last.0, last.1) == (e.0, e.1) => last.2 += e.2,
                _ => summed.push(e),
            }
        }
        let mut starts = vec![0; n + 1];
        for e in &summed {
            starts[e.1 as usize + 1] += 1;
        }
        for k in 0..n {
            starts[k + 1] += starts[k];
        }
        let pattern = Pattern::new(n, starts, summed.iter().map(|e| e.0).collect())
            .map_err(|e| singular(&e))?;
        let groups = system.groups(&dofs);
        let mut solver = Solver::analyse(&pattern, &groups).map_err(|e| singular(&e))?;
        let values: Vec<f64> = summed.iter().map(|e| e.2).collect();
        solver.factor(&values).map_err(|e| singular(&e))?;
        Ok(Projector {
            solver,
            values,
            first,
            rows,
            unknowns,
        })
    }

    /// Least change (six per node) for right-hand sides `forces` and `gaps`, and the multipliers.
    pub(super) fn solve(
        &mut self,
        system: &System,
        forces: &[[f64; 6]],
        gaps: &[f64],
    ) -> Result<(Vec<[f64; 6]>, Vec<f64>), StartError> {
        let mut x = vec![0.0; self.unknowns + self.rows];
        for (n, kind) in system.node_indices().zip(&system.kinds) {
            for (i, slot) in kind.slots().enumerate() {
                x[self.first[n] + i] = forces[n][slot];
            }
        }
        x[self.unknowns..].copy_from_slice(gaps);
        let report = self
            .solver
            .solve(&self.values, &mut x)
            .map_err(|e| StartError::Singular(e.to_string()))?;
        if !report.backward_error.is_finite() {
            return Err(StartError::Singular("the solution is not finite".into()));
        }
        let mut change = vec![[0.0; 6]; system.nodes.len()];
        for (n, kind) in system.node_indices().zip(&system.kinds) {
            for (i, slot) in kind.slots().enumerate() {
                change[n][slot] = x[self.first[n] + i];
            }
        }
        Ok((change, x.split_off(self.unknowns)))
    }
}
