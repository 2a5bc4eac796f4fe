//! The public solver: analyse once, factorise and solve many times.

mod memory;

pub use memory::Memory;

use crate::equilibrate::Scaling;
use crate::error::{AnalyseError, FactorError, SolveError};
use crate::inertia;
use crate::kernel::warm_up;
use crate::numeric::Factors;
use crate::pattern::Pattern;
use crate::residual::backward_error;
use crate::substitute::{Side, substitute};
use crate::symbolic::groups::Groups;
use crate::symbolic::plan::Plan;

/// Solutions with a larger backward error are refined.
const REFINE_ABOVE: f64 = 1e-10;
/// Refinement steps at most; one is nearly always enough, and each must lower the error.
const MOST_REFINEMENTS: usize = 12;
/// A singular matrix with multipliers larger than this may be an accident of bad pivots.
const TRUSTED_GROWTH: f64 = 100.0;
/// Growth up to which a solution need not be looked at.
const TRUSTED_UNSEEN: f64 = 1e4;
/// Pivots below this (times the growth, if larger than trusted) call for a test of singularity.
const SUSPICIOUS_PIVOT: f64 = 1e-8;
/// A solution that one refinement changes by this share has no correct digit.
const WRONG_SOLUTION: f64 = 0.1;
/// How often such bad pivots are improved before the matrix is called singular.
const SECOND_OPINIONS: usize = 3;

/// Growth that a factorisation may show at first: all short of pivots that are nothing but round-off. Long chains show it honestly,
/// for the inertia that a joint carries grows with the cube of the number of links behind it, 1e14 for some ten thousand; pivots
/// remain good, and solutions are right to the last digits. What counts is the error of the solution.
const PATIENT_GROWTH: f64 = 1e15;
/// Growth that is allowed once a solution was bad: each unit costs a digit, and refinement wins back only about eight.
const STRICT_GROWTH: f64 = 1e6;
/// A solution with a larger backward error is not accepted without a stricter factorisation.
const BAD_SOLUTION: f64 = 1e-9;
/// What a strict factorisation may cost, in times the one with the groups as given, and in operations that are always allowed: a
/// tenth of a second. Where growth is honest, as along chains, the strict limit would merge group after group into a dense block,
/// which is no cure. Four groups in one cost sixteen times as much.
const STRICT_WORK: f64 = 16.0;
const SMALL_WORK: f64 = 1e8;

/// Sparse direct solver for one sparsity pattern.
pub struct Solver {
    growth_limit: f64,
    /// The strict limit was tried and would have cost too much.
    strict_in_vain: bool,
    /// Operations of a factorisation with the groups as given.
    given_work: f64,
    /// The groups as they were given, for a fresh start with a stricter limit.
    given_groups: Groups,
    pattern: Pattern,
    groups: Groups,
    plan: Plan,
    scaling: Scaling,
    factors: Factors,
    factorised: bool,
    reanalyses: usize,
    work: Work,
}

/// Vectors for the solution phase.
struct Work {
    /// Right-hand side.
    b: Vec<f64>,
    residual: Vec<f64>,
    magnitude: Vec<f64>,
    /// Solution before a refinement.
    previous: Vec<f64>,
    /// Correction in the test of singularity.
    correction: Vec<f64>,
    /// Vector in elimination order.
    ordered: Vec<f64>,
    /// Later unknowns of one front.
    gathered: Vec<f64>,
}

/// How good a solution is.
#[derive(Debug, Clone, Copy, PartialEq)]
#[must_use]
pub struct SolveReport {
    /// Component-wise backward error of the returned solution. Near 1e-16 is normal; above 1e-8
    /// after refinement the solution should not be trusted. Infinite if the solution overflowed.
    pub backward_error: f64,
    /// Refinement steps that improved the solution.
    pub refinements: usize,
}

/// Size and quality of a factorisation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statistics {
    /// Number of unknowns.
    pub unknowns: usize,
    /// Stored entries of the matrix.
    pub matrix_entries: usize,
    /// Stored entries of both factors, explicit zeros included.
    pub factor_entries: usize,
    /// Additions and multiplications of one factorisation.
    pub flops: f64,
    /// Number of supernodes.
    pub supernodes: usize,
    /// Rows of the largest front.
    pub largest_front: usize,
    /// Unknowns that were moved to another group because their own block had no pivot for them.
    pub moved_unknowns: usize,
    /// Groups that were merged because moving unknowns was not enough.
    pub merged_groups: usize,
    /// How often the matrix was analysed again because of such changes.
    pub reanalyses: usize,
    /// Largest multiplier outside the pivot blocks in the last factorisation: digits lost.
    pub growth: f64,
    /// Smallest pivot of the last factorisation, relative to the scaled matrix (entries about
    /// one): a warning of near singularity.
    pub smallest_pivot: f64,
}

impl Solver {
    /// Orders the groups and plans the factorisation.
    ///
    /// `groups` gives for every unknown any number shared by the unknowns of its group: those of a
    /// node, and the multipliers glued to it.
    pub fn analyse(pattern: &Pattern, groups: &[u32]) -> Result<Self, AnalyseError> {
        if groups.len() != pattern.n() {
            return Err(AnalyseError::GroupCount {
                groups: groups.len(),
                unknowns: pattern.n(),
            });
        }
        let n = pattern.n();
        let mut groups = Groups::new(groups);
        warm_up();
        let plan = Plan::new(pattern, &groups.list())?;
        Ok(Self {
            growth_limit: PATIENT_GROWTH,
            strict_in_vain: false,
            given_work: plan.flops,
            given_groups: groups.clone(),
            pattern: pattern.clone(),
            scaling: Scaling::new(n),
            factors: Factors::new(&plan),
            factorised: false,
            reanalyses: 0,
            work: Work {
                b: vec![0.0; n],
                residual: vec![0.0; n],
                magnitude: vec![0.0; n],
                previous: vec![0.0; n],
                correction: vec![0.0; n],
                ordered: vec![0.0; n],
                gathered: vec![0.0; plan.largest_r],
            },
            groups,
            plan,
        })
    }

    /// Factorises a matrix given by its values in the order of the pattern.
    ///
    /// Allocates nothing, except when groups must change because a block has no good pivots.
    pub fn factor(&mut self, values: &[f64]) -> Result<(), FactorError> {
        self.factorised = false;
        if values.len() != self.pattern.entries() {
            return Err(FactorError::ValueCount {
                given: values.len(),
                expected: self.pattern.entries(),
            });
        }
        self.scaling.update(&self.pattern, values)?;
        let mut opinions = 0;
        let mut before_opinions = None;
        loop {
            self.factors
                .eliminate(&self.plan, &self.scaling, values, self.growth_limit);
            if !self.factors.weak.is_empty() {
                self.regroup_weak_columns();
            } else if let Some(singular) = self.find_singularity(values) {
                let groups = before_opinions.get_or_insert_with(|| self.groups.clone());
                if opinions == SECOND_OPINIONS || !self.merge_growing_groups() {
                    // Merges that did not help are taken back.
                    if opinions > 0 {
                        self.groups = groups.clone();
                        self.analyse_again()?;
                    }
                    return Err(singular);
                }
                opinions += 1;
            } else {
                self.factorised = true;
                return Ok(());
            }
            self.analyse_again()?;
            let most = (STRICT_WORK * self.given_work).max(SMALL_WORK);
            if self.growth_limit <= STRICT_GROWTH && self.plan.flops > most {
                self.give_up_strictness()?;
                (opinions, before_opinions) = (0, None);
            }
        }
    }

    /// Begins again with the groups as given and the patient limit, for good.
    fn give_up_strictness(&mut self) -> Result<(), AnalyseError> {
        self.growth_limit = PATIENT_GROWTH;
        self.strict_in_vain = true;
        self.groups = self.given_groups.clone();
        self.analyse_again()
    }

    /// Solves A x = b: `rhs_and_solution` holds b on entry and x on return. `values` is the matrix
    /// that was factorised (or a neighbour of it: refinement then solves with the neighbour).
    pub fn solve(
        &mut self,
        values: &[f64],
        rhs_and_solution: &mut [f64],
    ) -> Result<SolveReport, SolveError> {
        self.solve_side(Side::Matrix, values, rhs_and_solution)
    }

    /// Solves A^T x = b, as [`Solver::solve`] does A x = b.
    pub fn solve_transpose(
        &mut self,
        values: &[f64],
        rhs_and_solution: &mut [f64],
    ) -> Result<SolveReport, SolveError> {
        self.solve_side(Side::Transpose, values, rhs_and_solution)
    }

    /// Solves A x = b as [`Solver::solve`] does, but with the factors alone: no test of the solution, no refinement, and no
    /// need for the matrix. For iterations that measure their own residual.
    pub fn solve_unchecked(&mut self, rhs_and_solution: &mut [f64]) -> Result<(), SolveError> {
        if !self.factorised {
            return Err(SolveError::NotFactorised);
        }
        check_length("right-hand side", rhs_and_solution.len(), self.pattern.n())?;
        self.apply_inverse(Side::Matrix, rhs_and_solution);
        Ok(())
    }

    /// Whether solutions with the factors are right to about eleven digits without a look at them: every unit of growth costs
    /// one, and no pivot is close to round-off.
    pub fn is_trusted(&self) -> bool {
        let Factors {
            growth,
            smallest_pivot,
            ..
        } = &self.factors;
        self.factorised && *growth <= TRUSTED_UNSEEN && *smallest_pivot >= SUSPICIOUS_PIVOT
    }

    /// Whether there are factors to solve with.
    pub fn is_factorised(&self) -> bool {
        self.factorised
    }

    /// Size of the plan and quality of the last factorisation.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            unknowns: self.pattern.n(),
            matrix_entries: self.pattern.entries(),
            factor_entries: self.plan.lower_len + self.plan.upper_len,
            flops: self.plan.flops,
            supernodes: self.plan.fronts.len(),
            largest_front: self.plan.largest_front,
            moved_unknowns: self.groups.moves(),
            merged_groups: self.groups.merges(),
            reanalyses: self.reanalyses,
            growth: self.factors.growth,
            smallest_pivot: self.factors.smallest_pivot,
        }
    }

    /// Number of negative eigenvalues of the factorised matrix, if it is symmetric; for one that is nearly so, those of the
    /// symmetric parts of its pivot blocks. Allocates.
    pub fn negative_eigenvalues(&self) -> Result<usize, SolveError> {
        if !self.factorised {
            return Err(SolveError::NotFactorised);
        }
        Ok(inertia::negative_eigenvalues(
            &self.plan,
            &self.factors,
            &self.scaling,
        ))
    }

    /// Sign of the determinant of the factorised matrix, symmetric or not.
    pub fn determinant_sign(&self) -> Result<f64, SolveError> {
        if !self.factorised {
            return Err(SolveError::NotFactorised);
        }
        Ok(inertia::determinant_sign(&self.plan, &self.factors))
    }

    fn solve_side(
        &mut self,
        side: Side,
        values: &[f64],
        x: &mut [f64],
    ) -> Result<SolveReport, SolveError> {
        if !self.factorised {
            return Err(SolveError::NotFactorised);
        }
        check_length("list of values", values.len(), self.pattern.entries())?;
        check_length("right-hand side", x.len(), self.pattern.n())?;
        self.work.b.copy_from_slice(x);
        let report = self.refine(side, values, x);
        let bad = report.backward_error > BAD_SOLUTION || !report.backward_error.is_finite();
        if !bad || self.growth_limit <= STRICT_GROWTH || self.strict_in_vain {
            return Ok(report);
        }
        // Better pivots may cure it, from now on. If not, the report tells the caller.
        self.growth_limit = STRICT_GROWTH;
        let b = self.work.b.clone();
        self.groups = self.given_groups.clone();
        if self.analyse_again().is_err() || self.factor(values).is_err() {
            return Ok(report);
        }
        x.copy_from_slice(&b);
        self.work.b.copy_from_slice(&b);
        Ok(self.refine(side, values, x))
    }

    /// Solves for the right-hand side in `work.b`, refining as long as it helps.
    fn refine(&mut self, side: Side, values: &[f64], x: &mut [f64]) -> SolveReport {
        self.apply_inverse(side, x);
        let mut error = self.residual(side, values, x);
        let mut refinements = 0;
        while error > REFINE_ABOVE && error.is_finite() && refinements < MOST_REFINEMENTS {
            self.work.previous.copy_from_slice(x);
            x.copy_from_slice(&self.work.residual);
            self.apply_inverse(side, x);
            for (x, previous) in x.iter_mut().zip(&self.work.previous) {
                *x += previous;
            }
            let refined = self.residual(side, values, x);
            if refined >= error {
                x.copy_from_slice(&self.work.previous);
                break;
            }
            error = refined;
            refinements += 1;
        }
        SolveReport {
            backward_error: error,
            refinements,
        }
    }

    fn residual(&mut self, side: Side, values: &[f64], x: &[f64]) -> f64 {
        let work = &mut self.work;
        let (residual, magnitude) = (&mut work.residual, &mut work.magnitude);
        let (pattern, scaling) = (&self.pattern, &self.scaling);
        backward_error(
            pattern, scaling, values, side, &work.b, x, residual, magnitude,
        )
    }

    /// x <- A^-1 x with the factors alone. The factors are those of R A C (R, C the scalings), so
    /// A^-1 = C (R A C)^-1 R, and the transpose exchanges R and C.
    fn apply_inverse(&mut self, side: Side, x: &mut [f64]) {
        let (before, after) = match side {
            Side::Matrix => (&self.scaling.rows, &self.scaling.columns),
            Side::Transpose => (&self.scaling.columns, &self.scaling.rows),
        };
        let ordered = &mut self.work.ordered;
        for (to, &unknown) in ordered.iter_mut().zip(&self.plan.order) {
            *to = x[unknown as usize] * before[unknown as usize];
        }
        substitute(
            &self.plan,
            &self.factors,
            side,
            ordered,
            &mut self.work.gathered,
        );
        for (from, &unknown) in ordered.iter().zip(&self.plan.order) {
            x[unknown as usize] = from * after[unknown as usize];
        }
    }

    /// The evidence that a matrix is singular, if there is any: a column that vanished, or small
    /// pivots and factors without a single correct digit.
    ///
    /// Rounding turns the zero pivot of a singular matrix into a small one, and a merely
    /// ill-conditioned matrix has small pivots too. One step of refinement tells them apart: with
    /// factors of A + E, the correction of z is (A + E)^-1 E z. It is small against z when E is
    /// small against A, but repeats z when A is singular. Then z is close to the null vector, and
    /// its largest component (scaled) names the culprit.
    fn find_singularity(&mut self, values: &[f64]) -> Option<FactorError> {
        if let Some(null) = self.factors.null.first() {
            return Some(FactorError::Singular {
                unknown: null.unknown,
                pivot: null.left,
            });
        }
        let pivot = self.factors.smallest_pivot;
        let growth = (self.factors.growth / TRUSTED_GROWTH).max(1.0);
        if pivot > SUSPICIOUS_PIVOT * growth {
            return None;
        }
        // A right-hand side without pattern, of size one in the scaled system.
        for (i, (b, scale)) in self.work.b.iter_mut().zip(&self.scaling.rows).enumerate() {
            let hash = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            *b = (hash as f64 / 2_f64.powi(32) - 0.5) / scale;
        }
        let mut z = std::mem::take(&mut self.work.previous);
        let mut correction = std::mem::take(&mut self.work.correction);
        z.copy_from_slice(&self.work.b);
        self.apply_inverse(Side::Matrix, &mut z);
        self.residual(Side::Matrix, values, &z);
        correction.copy_from_slice(&self.work.residual);
        self.apply_inverse(Side::Matrix, &mut correction);
        let (unknown, size) = self.largest_scaled(&z);
        let (_, change) = self.largest_scaled(&correction);
        self.work.previous = z;
        self.work.correction = correction;
        // Negated so that overflow to infinity or NaN counts as singular.
        let sound = change <= WRONG_SOLUTION * size && size.is_finite();
        (!sound).then_some(FactorError::Singular { unknown, pivot })
    }

    /// Index and size of the largest component of a solution, in the scaled system.
    fn largest_scaled(&self, x: &[f64]) -> (usize, f64) {
        let (mut at, mut size) = (0, 0.0);
        for (i, (x, scale)) in x.iter().zip(&self.scaling.columns).enumerate() {
            let own = x.abs() / scale;
            if own.is_nan() {
                return (i, f64::INFINITY);
            }
            if own > size {
                (at, size) = (i, own);
            }
        }
        (at, size)
    }

    /// Moves every weak unknown to the group that holds a good pivot for it; if it has been moved
    /// before, merges the two groups. A block that has just been joined by another one waits for
    /// the next round: it may be cured already, and without waiting a chain of weak blocks would
    /// collapse into one.
    fn regroup_weak_columns(&mut self) {
        let weak = std::mem::take(&mut self.factors.weak);
        let mut joined = vec![false; self.plan.fronts.len()];
        let front_of = self.front_of_unknown();
        for column in weak {
            if self.groups.move_once(column.unknown, column.partner) || joined[column.front] {
                continue;
            }
            self.merge_front_with(column.front, column.partner);
            joined[front_of[column.partner] as usize] = true;
        }
    }

    /// Merges blocks with large multipliers with their parents; returns whether there were any.
    fn merge_growing_groups(&mut self) -> bool {
        let growing = self.factors.growing_fronts(&self.plan, TRUSTED_GROWTH);
        let mut joined = vec![false; self.plan.fronts.len()];
        let front_of = self.front_of_unknown();
        for &s in &growing {
            if !joined[s] {
                let first_row = self.plan.rows[self.plan.fronts[s].rows];
                let partner = self.plan.order[first_row as usize] as usize;
                self.merge_front_with(s, partner);
                joined[front_of[partner] as usize] = true;
            }
        }
        !growing.is_empty()
    }

    /// Makes one group of all pivots of a front and the group of another unknown.
    fn merge_front_with(&mut self, front: usize, partner: usize) {
        let front = self.plan.fronts[front];
        for &unknown in &self.plan.order[front.first..front.first + front.p] {
            self.groups.merge(unknown as usize, partner);
        }
    }

    fn front_of_unknown(&self) -> Vec<u32> {
        let mut front_of = vec![0; self.pattern.n()];
        for (s, front) in self.plan.fronts.iter().enumerate() {
            for &unknown in &self.plan.order[front.first..front.first + front.p] {
                front_of[unknown as usize] = s as u32;
            }
        }
        front_of
    }

    fn analyse_again(&mut self) -> Result<(), AnalyseError> {
        self.plan = Plan::new(&self.pattern, &self.groups.list())?;
        self.factors = Factors::new(&self.plan);
        self.work.gathered = vec![0.0; self.plan.largest_r];
        self.reanalyses += 1;
        Ok(())
    }
}

fn check_length(what: &'static str, given: usize, expected: usize) -> Result<(), SolveError> {
    if given == expected {
        Ok(())
    } else {
        Err(SolveError::Length {
            what,
            given,
            expected,
        })
    }
}
