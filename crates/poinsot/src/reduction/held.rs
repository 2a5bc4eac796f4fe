//! Displacements of a part whose interfaces are held: `K u + C^T l = f`, `C u = g` (rb.1).
//!
//! `K` is singular, since the part is free. Springs at three nodes make it positive; what they add is taken out again together
//! with the unknown forces `l`, which leaves a small dense problem.

use super::interface::Interface;
use super::sparse::dot;
use super::{Part, ReductionError};
use crate::math::V3;
use nalgebra::{DMatrix, DVector, Dyn, LU};
use poinsot_lu::{FactorError, Pattern, Solver};

/// Forces of a rigid motion, relative to the largest stiffness times its largest displacement, that count as none. Files hold
/// rounded numbers; with ten digits the lowest frequency of a rod ten times as long as thick changes by 1e-6, with seven by 1e-3.
const FREE: f64 = 1e-8;
/// Smallest forces of constraints relative to the largest ones.
const DEPENDENT: f64 = 1e-13;
/// A spring that gives way by less than this part of its own compliance when it is taken out carries a piece that nothing else
/// holds. A held part that is softer than the spring by the factor c leaves 1/c; rods a thousand times as long as thick have
/// c = 1e7.
const UNHELD: f64 = 1e-11;

/// Backward error of solutions: after refinement, round-off and no more.
const SOLVED: f64 = 1e-12;
/// Springs relative to the largest stiffness. Whole bodies are far softer than single displacements: stiffer springs would take
/// digits when they are taken out, softer ones while they are in.
const SPRING: f64 = 1e-3;

/// A part whose interfaces are held.
pub(super) struct Held {
    solver: Solver,
    values: Vec<f64>,
    /// Displacements under unit forces: of the rows of the interfaces, then of the springs, whose sign is reversed.
    answers: Vec<Vec<f64>>,
    /// Rows of the interfaces, then those of the springs.
    rows: Vec<Vec<(usize, f64)>>,
    small: LU<f64, Dyn, Dyn>,
    held: usize,
}

/// Stiffness of the matrix against rigid motion.
pub(super) fn check_free(part: &Part) -> Result<(), ReductionError> {
    let center = part.points.iter().sum::<V3>() / part.points.len().max(1) as f64;
    let largest = part.stiffness.largest();
    for k in 0..6 {
        let axis = V3::ith(k % 3, 1.0);
        let motion = |p: &V3| match k < 3 {
            true => axis,
            false => axis.cross(&(p - center)),
        };
        let u: Vec<f64> = part
            .points
            .iter()
            .flat_map(|p| motion(p).data.0[0])
            .collect();
        let size = u.iter().fold(0.0f64, |a, x| a.max(x.abs()));
        let force = part.stiffness.times(&u);
        let share = force.iter().fold(0.0f64, |a, x| a.max(x.abs())) / (largest * size);
        if !(share <= FREE) {
            return Err(ReductionError::Held { share });
        }
    }
    Ok(())
}

/// Three nodes far from each other and from one line.
fn three_nodes(points: &[V3]) -> [usize; 3] {
    let farthest = |size: &dyn Fn(&V3) -> f64| {
        let sizes = points.iter().map(size).enumerate();
        sizes
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map_or(0, |(k, _)| k)
    };
    let center = points.iter().sum::<V3>() / points.len().max(1) as f64;
    let a = farthest(&|p| (p - center).norm());
    let b = farthest(&|p| (p - points[a]).norm());
    let line = points[b] - points[a];
    let c = farthest(&|p| (p - points[a]).cross(&line).norm());
    [a, b, c]
}

impl Held {
    pub fn new(part: &Part, interfaces: &[Interface]) -> Result<Self, ReductionError> {
        let size = part.stiffness.size();
        let loose = |k: usize| {
            let node = format!("node {} of the table", k / 3 + 1);
            ReductionError::Loose { node }
        };
        let (mut values, starts) = (part.stiffness.values.clone(), &part.stiffness.starts);
        let mut rows: Vec<Vec<(usize, f64)>> = Vec::new();
        for interface in interfaces {
            for row in interface.rows(&part.points) {
                let entries = row
                    .iter()
                    .flat_map(|(n, v)| (0..3).map(move |i| (3 * n + i, v[i])));
                rows.push(entries.filter(|(_, v)| *v != 0.0).collect());
            }
        }
        let held = rows.len();
        let spring = SPRING * part.stiffness.largest();
        for n in three_nodes(&part.points) {
            for k in 3 * n..3 * n + 3 {
                let column = &part.stiffness.rows[starts[k]..starts[k + 1]];
                let place = column.binary_search(&(k as u32)).map_err(|_| loose(k))?;
                values[starts[k] + place] += spring;
                rows.push(vec![(k, 1.0)]);
            }
        }
        let pattern = Pattern::new(size, starts.clone(), part.stiffness.rows.clone());
        let pattern = pattern.map_err(|_| loose(0))?;
        let groups: Vec<u32> = (0..size).map(|k| k as u32 / 3).collect();
        let failed = |_| ReductionError::NotConverged;
        let mut solver = Solver::analyse(&pattern, &groups).map_err(failed)?;
        solver.factor(&values).map_err(|e| match e {
            FactorError::Singular { unknown, .. } => loose(unknown),
            _ => ReductionError::NotConverged,
        })?;
        let mut answers = Vec::new();
        for (k, row) in rows.iter().enumerate() {
            let sign = if k < held { 1.0 } else { -1.0 };
            let mut x = vec![0.0; size];
            row.iter().for_each(|(i, v)| x[*i] = sign * v);
            solve(&mut solver, &values, &mut x)?;
            answers.push(x);
        }
        // C u = g and, for what the springs carry, E u = t / spring.
        let mut small =
            DMatrix::from_fn(rows.len(), rows.len(), |i, j| -along(&rows[i], &answers[j]));
        for k in held..rows.len() {
            small[(k, k)] -= 1.0 / spring;
        }
        let scale: Vec<f64> = (0..held).map(|k| small[(k, k)].abs()).collect();
        let small = small.lu();
        let pivots = small.u();
        for k in 0..held {
            if !(pivots[(k, k)].abs() > DEPENDENT * scale[k]) {
                return Err(ReductionError::SameInterface {
                    interface: k / 6 + 1,
                });
            }
        }
        for k in held..rows.len() {
            if !(pivots[(k, k)].abs() * spring > UNHELD) {
                return Err(loose(rows[k][0].0));
            }
        }
        Ok(Held {
            solver,
            values,
            answers,
            rows,
            small,
            held,
        })
    }

    /// Displacements under forces `f`, with the interfaces moved by `g`, six numbers for each.
    pub fn solve(&mut self, mut f: Vec<f64>, g: &[f64]) -> Result<Vec<f64>, ReductionError> {
        solve(&mut self.solver, &self.values, &mut f)?;
        let right = DVector::from_fn(self.rows.len(), |k, _| {
            let wanted = if k < self.held { g[k] } else { 0.0 };
            wanted - along(&self.rows[k], &f)
        });
        let forces = self
            .small
            .solve(&right)
            .ok_or(ReductionError::NotConverged)?;
        for (force, answer) in forces.iter().zip(&self.answers) {
            f.iter_mut().zip(answer).for_each(|(f, a)| *f -= force * a);
        }
        Ok(f)
    }
}

/// Solves, and refuses a solution that does not satisfy its equations.
fn solve(solver: &mut Solver, values: &[f64], x: &mut [f64]) -> Result<(), ReductionError> {
    let report = solver.solve(values, x);
    match report.is_ok_and(|r| r.backward_error < SOLVED) {
        true => Ok(()),
        false => Err(ReductionError::NotConverged),
    }
}

fn along(row: &[(usize, f64)], x: &[f64]) -> f64 {
    row.iter().map(|(k, v)| v * x[*k]).sum()
}

/// `1/2 u K u` doubled.
pub(super) fn twice_energy(part: &Part, u: &[f64]) -> f64 {
    dot(u, &part.stiffness.times(u))
}
