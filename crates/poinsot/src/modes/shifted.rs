//! Factorised combinations of the matrices of a linearisation, bordered by the constraints.

use super::{Linearisation, ModesError};
use nalgebra::Complex;
use poinsot_lu::{FactorError, Pattern, Solver};

/// `[P G^T; G 0]`, factorised.
pub(super) struct Shifted {
    solver: Solver,
    values: Vec<f64>,
    unknowns: usize,
    work: Vec<f64>,
}

impl Shifted {
    /// `P = K - sigma M`.
    pub(super) fn new(linear: &Linearisation, sigma: f64) -> Result<Self, ModesError> {
        let (m, k) = (&linear.mass, &linear.stiffness);
        let values = (0..k.len())
            .map(|e| k[e] - sigma * m[e] + linear.border[e])
            .collect();
        Self::from_values(linear, values)
    }

    /// `P = K + s C + s^2 M` for a real `s`.
    fn quadratic(linear: &Linearisation, s: f64) -> Result<Self, ModesError> {
        let (m, c, k) = (&linear.mass, &linear.damping, &linear.stiffness);
        let values = (0..k.len())
            .map(|e| k[e] + s * (c[e] + s * m[e]) + linear.border[e])
            .collect();
        Self::from_values(linear, values)
    }

    /// Factorises any values in the pattern of the linearisation.
    pub(super) fn from_values(
        linear: &Linearisation,
        values: Vec<f64>,
    ) -> Result<Self, ModesError> {
        let n = linear.unknowns + linear.rows;
        let (starts, rows) = (linear.column_starts.clone(), linear.entry_rows.clone());
        let solver = factor(n, starts, rows, &linear.groups, &values)?;
        Ok(Shifted {
            solver,
            values,
            unknowns: linear.unknowns,
            work: vec![0.0; n],
        })
    }

    /// Another shift in the same memory: `P = K - sigma M`. After an error there are no factors until the next success.
    pub(super) fn shift_to(
        &mut self,
        linear: &Linearisation,
        sigma: f64,
    ) -> Result<(), ModesError> {
        let (m, k) = (&linear.mass, &linear.stiffness);
        for (e, value) in self.values.iter_mut().enumerate() {
            *value = k[e] - sigma * m[e] + linear.border[e];
        }
        self.solver.factor(&self.values).map_err(refused)
    }

    /// Number of modes below the shift, if the matrix is symmetric: each constraint adds a negative eigenvalue of its own.
    pub(super) fn modes_below(&self) -> Option<usize> {
        let negative = self.solver.negative_eigenvalues().ok()?;
        negative.checked_sub(self.work.len() - self.unknowns)
    }

    /// Solves for nodes and multipliers.
    pub(super) fn solve_whole(&mut self, x: &mut [f64]) -> Result<(), ModesError> {
        solve(&mut self.solver, &self.values, x)
    }

    /// Solves with forces on the nodes alone, closed gaps, and only the motion of the nodes as the answer.
    pub(super) fn solve(&mut self, x: &mut [f64]) -> Result<(), ModesError> {
        self.work[..self.unknowns].copy_from_slice(x);
        self.work[self.unknowns..].fill(0.0);
        solve(&mut self.solver, &self.values, &mut self.work)?;
        x.copy_from_slice(&self.work[..self.unknowns]);
        Ok(())
    }
}

/// `P = K + s C + s^2 M` for any `s`, bordered and factorised.
pub(super) enum ShiftedQuadratic {
    /// Real and imaginary parts are solved one after the other.
    Real(Box<Shifted>),
    /// `[Re P, -Im P; Im P, Re P]`, each unknown followed by its imaginary part.
    Complex {
        /// Factors.
        solver: Box<Solver>,
        /// Values.
        values: Vec<f64>,
        /// Number of unknowns of the nodes.
        unknowns: usize,
        /// Right-hand side and solution.
        work: Vec<f64>,
    },
}

impl ShiftedQuadratic {
    /// Factorises.
    pub(super) fn new(linear: &Linearisation, s: Complex<f64>) -> Result<Self, ModesError> {
        if s.im == 0.0 {
            return Ok(Self::Real(Box::new(Shifted::quadratic(linear, s.re)?)));
        }
        let n = linear.unknowns + linear.rows;
        let (mut starts, mut rows, mut values) = (vec![0], Vec::new(), Vec::new());
        for column in 0..n {
            for part in 0..2 {
                for e in linear.column_starts[column]..linear.column_starts[column + 1] {
                    let p = linear.stiffness[e]
                        + s * (linear.damping[e] + s * linear.mass[e])
                        + linear.border[e];
                    let pair = if part == 0 {
                        [p.re, p.im]
                    } else {
                        [-p.im, p.re]
                    };
                    rows.extend([2 * linear.entry_rows[e], 2 * linear.entry_rows[e] + 1]);
                    values.extend(pair);
                }
                starts.push(rows.len());
            }
        }
        let groups: Vec<u32> = linear.groups.iter().flat_map(|&g| [g, g]).collect();
        let solver = factor(2 * n, starts, rows, &groups, &values).map_err(|e| match e {
            ModesError::Singular { unknown } => ModesError::Singular {
                unknown: unknown / 2,
            },
            other => other,
        })?;
        Ok(Self::Complex {
            solver: Box::new(solver),
            values,
            unknowns: linear.unknowns,
            work: vec![0.0; 2 * n],
        })
    }

    /// Solves with forces on the nodes alone.
    pub(super) fn solve(&mut self, x: &mut [Complex<f64>]) -> Result<(), ModesError> {
        match self {
            Self::Real(shifted) => {
                let mut part: Vec<f64> = x.iter().map(|z| z.re).collect();
                shifted.solve(&mut part)?;
                let mut other: Vec<f64> = x.iter().map(|z| z.im).collect();
                if other.iter().any(|v| *v != 0.0) {
                    shifted.solve(&mut other)?;
                }
                for (z, (re, im)) in x.iter_mut().zip(part.into_iter().zip(other)) {
                    *z = Complex::new(re, im);
                }
                Ok(())
            }
            Self::Complex {
                solver,
                values,
                unknowns,
                work,
            } => {
                work.fill(0.0);
                for (k, z) in x.iter().enumerate() {
                    work[2 * k] = z.re;
                    work[2 * k + 1] = z.im;
                }
                solve(solver, values, work)?;
                for k in 0..*unknowns {
                    x[k] = Complex::new(work[2 * k], work[2 * k + 1]);
                }
                Ok(())
            }
        }
    }
}

fn factor(
    n: usize,
    starts: Vec<usize>,
    rows: Vec<u32>,
    groups: &[u32],
    values: &[f64],
) -> Result<Solver, ModesError> {
    let internal = |e: &dyn std::fmt::Display| ModesError::Solver(e.to_string());
    let pattern = Pattern::new(n, starts, rows).map_err(|e| internal(&e))?;
    let mut solver = Solver::analyse(&pattern, groups).map_err(|e| internal(&e))?;
    solver.factor(values).map_err(refused)?;
    Ok(solver)
}

fn refused(error: FactorError) -> ModesError {
    match error {
        FactorError::Singular { unknown, .. } => ModesError::Singular { unknown },
        other => ModesError::Solver(other.to_string()),
    }
}

fn solve(solver: &mut Solver, values: &[f64], x: &mut [f64]) -> Result<(), ModesError> {
    let report = solver
        .solve(values, x)
        .map_err(|e| ModesError::Solver(e.to_string()))?;
    if report.backward_error.is_finite() {
        Ok(())
    } else {
        Err(ModesError::Solver("the solution is not finite".into()))
    }
}
