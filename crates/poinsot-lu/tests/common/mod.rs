//! Test matrices and a dense reference.
#![allow(dead_code)] // each test file uses its own part

use std::collections::BTreeMap;

use faer::linalg::solvers::{DenseSolveCore, Solve};
use faer::{Col, Mat};
use poinsot_lu::Pattern;

/// Small deterministic generator (a linear congruence): same matrices on every machine.
pub struct Random(pub u64);

impl Random {
    /// Uniform in -1..1.
    pub fn number(&mut self) -> f64 {
        2.0 * self.fraction() - 1.0
    }

    /// Uniform in 0..1.
    pub fn fraction(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.fraction() * limit as f64) as usize
    }
}

/// A sparse matrix under construction, with the group of every unknown.
#[derive(Default, Clone)]
pub struct Assembly {
    pub groups: Vec<u32>,
    entries: BTreeMap<(u32, u32), f64>,
}

impl Assembly {
    pub fn n(&self) -> usize {
        self.groups.len()
    }

    /// Adds unknowns to a group and returns the first.
    pub fn unknowns(&mut self, group: u32, count: usize) -> usize {
        let first = self.n();
        self.groups.resize(first + count, group);
        first
    }

    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        *self
            .entries
            .entry((column as u32, row as u32))
            .or_insert(0.0) += value;
    }

    /// Diagonally heavy block of a node: stiffness-like, 10 % unsymmetric, two scales.
    pub fn node_block(&mut self, first: usize, count: usize, random: &mut Random) {
        for i in 0..count {
            for j in 0..count {
                let scale = |k: usize| if k % 6 < 3 { 1e3 } else { 30.0 };
                let size = if i == j { 8.0 } else { random.number() };
                self.add(first + i, first + j, size * scale(i) * scale(j));
            }
        }
    }

    /// Constraint rows between multipliers and a node: G and G^T (with slightly other values, as
    /// Lie-group tangents give).
    pub fn constraint(
        &mut self,
        multiplier: usize,
        rows: usize,
        node: usize,
        count: usize,
        random: &mut Random,
    ) {
        for i in 0..rows {
            for j in 0..count {
                let value = if i == j { 2.0 } else { 0.0 } + 0.6 * random.number();
                self.add(multiplier + i, node + j, value);
                self.add(
                    node + j,
                    multiplier + i,
                    value * (1.0 + 0.05 * random.number()),
                );
            }
        }
    }

    pub fn pattern(&self) -> Pattern {
        Pattern::from_entries(self.n(), self.entries.keys().map(|&(j, i)| (i, j)))
            .expect("valid pattern")
    }

    pub fn values(&self) -> Vec<f64> {
        self.entries.values().copied().collect()
    }

    pub fn dense(&self) -> Mat<f64> {
        let mut dense = Mat::zeros(self.n(), self.n());
        for (&(j, i), &value) in &self.entries {
            dense[(i as usize, j as usize)] = value;
        }
        dense
    }

    pub fn scale_row(&mut self, row: usize, factor: f64) {
        for (&(_, i), value) in &mut self.entries {
            if i as usize == row {
                *value *= factor;
            }
        }
    }

    pub fn scale_column(&mut self, column: usize, factor: f64) {
        for (&(j, _), value) in &mut self.entries {
            if j as usize == column {
                *value *= factor;
            }
        }
    }

    pub fn transposed(&self) -> Self {
        let flipped = self.entries.iter().map(|(&(j, i), &v)| ((i, j), v));
        Self {
            groups: self.groups.clone(),
            entries: flipped.collect(),
        }
    }
}

/// Chain of bodies on joints, the first joint to the ground: each body with `dofs` unknowns and
/// its joint's `rows` multipliers in one group, multipliers numbered after the bodies.
pub fn chain(bodies: usize, dofs: usize, rows: usize, seed: u64) -> Assembly {
    let mut random = Random(seed);
    let mut a = Assembly::default();
    for body in 0..bodies {
        let first = a.unknowns(body as u32, dofs);
        a.node_block(first, dofs, &mut random);
    }
    for body in 0..bodies {
        let multiplier = a.unknowns(body as u32, rows);
        a.constraint(multiplier, rows, body * dofs, dofs, &mut random);
        if body > 0 {
            a.constraint(multiplier, rows, (body - 1) * dofs, dofs, &mut random);
        }
    }
    a
}

/// Line of nodes with `size` unknowns each, neighbours coupled by full blocks: a discretised beam.
pub fn line(nodes: usize, size: usize, seed: u64) -> Assembly {
    let mut random = Random(seed);
    let mut a = Assembly::default();
    for node in 0..nodes {
        let first = a.unknowns(node as u32, size);
        a.node_block(first, size, &mut random);
    }
    for node in 1..nodes {
        let (before, here) = ((node - 1) * size, node * size);
        for i in 0..size {
            for j in 0..size {
                let scale = |k: usize| if k % 6 < 3 { 1e3 } else { 30.0 };
                for (row, column) in [(before + i, here + j), (here + i, before + j)] {
                    let near = if i == j { -2.0 } else { 0.0 } + 0.5 * random.number();
                    a.add(row, column, near * scale(i) * scale(j));
                }
            }
        }
    }
    a
}

/// Dense LU with full pivoting, refined twice: the unscaled matrix mixes sizes.
pub fn dense_solution(a: &Mat<f64>, b: &[f64]) -> Vec<f64> {
    let rhs = Col::from_fn(b.len(), |i| b[i]);
    let lu = a.full_piv_lu();
    let mut x = lu.solve(&rhs);
    for _ in 0..2 {
        let correction = lu.solve(&rhs - a * &x);
        x += correction;
    }
    (0..b.len()).map(|i| x[i]).collect()
}

/// |A^-1| (|A||x| + |b|): how far a relative change of the entries by one moves x.
pub fn sensitivity(a: &Mat<f64>, x: &[f64], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let inverse = a.full_piv_lu().inverse();
    let load: Vec<f64> = (0..n)
        .map(|i| b[i].abs() + (0..n).map(|j| (a[(i, j)] * x[j]).abs()).sum::<f64>())
        .collect();
    (0..n)
        .map(|i| (0..n).map(|j| inverse[(i, j)].abs() * load[j]).sum())
        .collect()
}

/// Condition number (largest over smallest singular value) after scaling rows, then columns, to a
/// largest entry of one; infinite for an empty row or column.
pub fn scaled_condition(a: &Mat<f64>) -> f64 {
    let n = a.nrows();
    let mut scaled = a.clone();
    for i in 0..n {
        let size = (0..n).fold(0.0_f64, |s, j| s.max(scaled[(i, j)].abs()));
        (0..n).for_each(|j| scaled[(i, j)] /= size);
    }
    for j in 0..n {
        let size = (0..n).fold(0.0_f64, |s, i| s.max(scaled[(i, j)].abs()));
        (0..n).for_each(|i| scaled[(i, j)] /= size);
    }
    if (0..n).any(|i| (0..n).any(|j| !scaled[(i, j)].is_finite())) {
        return f64::INFINITY;
    }
    match scaled.singular_values() {
        Ok(values) => values[0] / values[n - 1],
        Err(_) => f64::NAN,
    }
}

pub fn random_vector(n: usize, seed: u64) -> Vec<f64> {
    let mut random = Random(seed);
    (0..n).map(|_| random.number()).collect()
}
