//! Gaps of all constraints at one state and their derivatives.

use super::{ConstraintVisitor, GROUND, Owner, System};
use crate::mechanics::index::{NodeIndex, RowIndex, RowList};
use crate::mechanics::interaction::Constraint;
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench;

/// One derivative: constraint row, node, slot of the node, value.
#[derive(Clone, Copy, Debug)]
pub struct JacobianEntry {
    /// Constraint row.
    pub row: RowIndex,
    /// Node.
    pub node: NodeIndex,
    /// Slot of the node: translations, then rotations in world axes.
    pub slot: usize,
    /// Derivative of the gap.
    pub value: f64,
}

/// Gaps and their derivatives with respect to the motion of the nodes at one state.
#[derive(Clone, Debug, Default)]
pub struct Jacobian {
    /// Non-zero derivatives, row by row.
    pub entries: Vec<JacobianEntry>,
    /// Gap of each row; zero for non-holonomic rows, which have none.
    pub gaps: RowList<f64>,
    /// Rate at which prescribed motions move each row's target.
    pub target_rates: RowList<f64>,
    /// Rate of that rate, just behind this instant.
    pub target_accelerations: RowList<f64>,
    /// Whether a row restricts positions.
    pub holonomic: RowList<bool>,
}

impl Jacobian {
    /// Evaluates all constraints at a state.
    pub fn new(system: &System, stages: &[NodeStage], t: f64) -> Self {
        let mut collect = Collect {
            system,
            stages,
            t,
            out: Jacobian::default(),
            shared: false,
        };
        system.constraints.visit(&mut collect);
        let mut out = collect.out;
        if collect.shared {
            out.merge();
        }
        out
    }

    /// One derivative for all parts of a row that depend on the same unknown.
    fn merge(&mut self) {
        let key = |e: &JacobianEntry| (e.row, e.node, e.slot);
        self.entries.sort_by_key(key);
        self.entries.dedup_by(|next, kept| {
            let same = key(next) == key(kept);
            if same {
                kept.value += next.value;
            }
            same
        });
    }

    /// Leaves only the rows that count: the others have no gap and depend on nothing.
    pub fn restrict(&mut self, counts: impl Fn(RowIndex) -> bool) {
        self.entries.retain(|e| counts(e.row));
        for (row, gap) in RowIndex::first(self.gaps.len()).zip(self.gaps.iter_mut()) {
            if !counts(row) {
                *gap = 0.0;
            }
        }
    }

    /// Largest gap in units of its scale, and its row.
    pub fn worst_gap(&self, system: &System) -> (f64, RowIndex) {
        let mut worst = (0.0, RowIndex::new(0));
        for (row, gap) in system.row_indices().zip(&self.gaps) {
            let size = gap.abs() / system.row_scales[row];
            let size = if size.is_nan() { f64::INFINITY } else { size };
            if size > worst.0 {
                worst = (size, row);
            }
        }
        worst
    }

    /// Rates of the gaps for given velocities, six per node in world axes, without the targets.
    pub fn times(&self, velocities: &[[f64; 6]]) -> RowList<f64> {
        let mut rates = RowList::new(0.0, self.gaps.len());
        for e in &self.entries {
            rates[e.row] += e.value * velocities[e.node][e.slot];
        }
        rates
    }
}

struct Collect<'a> {
    system: &'a System,
    stages: &'a [NodeStage],
    t: f64,
    out: Jacobian,
    /// Whether some rows have several parts.
    shared: bool,
}

impl ConstraintVisitor for Collect<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        c: &C,
    ) {
        let nodes = c.nodes();
        let (at, m) = wrench::measure_at(c, &self.system.kinds, self.stages);
        let gradients = wrench::gradients(c, &at, &m);
        let target = c.target(self.t);
        let (rates, accelerations) = (c.target_rate(self.t), c.target_acceleration(self.t));
        let first_row = self.system.constraint_info[index].first_row;
        for e in 0..E {
            let holonomic = c.holonomic();
            let gap = if holonomic { m.e[e] - target[e] } else { 0.0 };
            match self.out.gaps.get_mut(first_row.plus(e).position()) {
                // Another part of a row.
                Some(sum) => {
                    *sum += gap;
                    self.shared = true;
                }
                None => {
                    self.out.gaps.push(gap);
                    self.out.holonomic.push(holonomic);
                    self.out.target_rates.push(rates[e]);
                    self.out.target_accelerations.push(accelerations[e]);
                }
            }
            for a in 0..N {
                if nodes[a] == GROUND {
                    continue;
                }
                for slot in self.system.kinds[nodes[a]].slots() {
                    let value = gradients[e][a][slot];
                    if value != 0.0 {
                        self.out.entries.push(JacobianEntry {
                            row: first_row.plus(e),
                            node: nodes[a],
                            slot,
                            value,
                        });
                    }
                }
            }
        }
    }
}
