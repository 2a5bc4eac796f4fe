//! What a failed attempt leaves behind, for the search of its cause. Nothing of this is computed while steps succeed.

use super::newton::Newton;
use crate::math::rotation::quaternion_from_matrix;
use crate::mechanics::index::RowIndex;
use crate::mechanics::node::NodeKind;
use crate::system::{State, System, Unknown};

/// Where the last attempt got to, and how its equations looked.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The state with the positions of the last iteration.
    pub trial: State,
    /// Largest entry of the matrix in its largest row, divided by the largest one in its smallest row.
    pub spread: f64,
    /// The constraint row with the largest residual of all equations, if it is one.
    pub worst_row: Option<RowIndex>,
    /// Corrections of the last iterations, of positions relative to the length of the model and of rotations [rad].
    pub corrections: Vec<f64>,
    /// Residuals in units of their tolerance, as many.
    pub residuals: Vec<f64>,
}

impl Evidence {
    /// What an iteration that failed says about why.
    pub(super) fn of(newton: &Newton, system: &System, state: &State) -> Self {
        let mut trial = state.clone();
        for (n, end) in system.node_indices().zip(&newton.work.ends[0]) {
            trial.poses[n].r = end.r;
            if system.kinds[n] == NodeKind::Frame {
                // Not by an iteration: after an attempt that failed, there may be no numbers in it.
                trial.poses[n].q = quaternion_from_matrix(&end.rot);
            }
        }
        let mut largest = vec![0.0f64; newton.scatter.dofs.len()];
        for (&row, value) in newton.scatter.rows.iter().zip(&newton.work.values) {
            let row = row as usize;
            largest[row] = largest[row].max(value.abs());
        }
        let used = || largest.iter().copied().filter(|x| *x > 0.0);
        let last = newton.history.last();
        let worst = last.map(|h| newton.scatter.dofs.describe(h.worst));
        Evidence {
            trial,
            spread: used().fold(0.0, f64::max) / used().fold(f64::INFINITY, f64::min),
            worst_row: match worst {
                Some(Unknown::Row(row)) => Some(row),
                _ => None,
            },
            corrections: newton.history.iter().map(|h| h.correction).collect(),
            residuals: newton.history.iter().map(|h| h.residual).collect(),
        }
    }
}
