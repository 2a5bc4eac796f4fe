//! Whether the factors at hand are good enough for the next iteration.
//!
//! An iteration with kept factors costs a residual and a substitution, one with its own factors also a tangent and a
//! factorisation. Factors age from step to step: the iteration contracts less and steps need more of them. This is the
//! question when to replace a machine that wears out, with its answer: replace it when the next step would cost more than the
//! mean of all steps since the last replacement, the price of the replacement included. Inside a step, factors are replaced as
//! soon as the measured contraction promises more iterations than that would cost; then the next steps begin with new ones, and
//! keeping is tried again after a pause that doubles with every failure.
//!
//! Costs are counted from the sizes of the system, never by a clock, so that the same model gives the same bits everywhere.

use super::choice::Choice;
use crate::mechanics::index::NodeIndex;
use crate::storage::stored;
use crate::system::System;
use poinsot_lu::Statistics;

/// Cost of a residual per unknown and per strain, of a tangent per strain and per entry of the blocks of interactions, of a
/// factorisation per entry and per operation, and of a substitution per entry of the factors (measured on chains of beams of order
/// 1 and 3 with one and two stages, and of bodies, in microseconds; only their ratios count). An element of order 3 adds up each
/// entry of the matrix from three Gauss points, so the entries of the matrix alone say too little about its tangent.
const RESIDUAL: f64 = 0.03;
const RESIDUAL_STRAIN: f64 = 0.09;
const TANGENT_STRAIN: f64 = 0.35;
const TANGENT_ENTRY: f64 = 0.005;
const FACTOR_ENTRY: f64 = 0.007;
const FACTOR_OPERATION: f64 = 1e-4;
const SUBSTITUTION: f64 = 0.001;

/// Kept factors must lower the residual at least by this in every iteration.
const SLOW: f64 = 0.2;
/// What slow factors must lower the residual by, and what they must be expected to leave of the tolerance, for one last iteration
/// with them.
const NEAR: f64 = 0.5;
/// Kept factors that lower the residual by more than this need no updates, whose passes over all unknowns would cost more than they
/// spare: measured on chains of 10 000 nodes, where a pass is limited by the memory.
const QUICK: f64 = 0.02;
/// The contraction that is assumed until one was measured.
const HOPED: f64 = 0.05;
/// A larger relative tolerance is taken at its word. A smaller one asks for invariants down to round-off over 10^5 steps: what
/// an iteration leaves is small but always has the same sign, so that more corrections follow the last one that is checked.
const LOOSE_ABOVE: f64 = 1e-11;
/// A first residual that has grown by this factor since the last step is the sign of a new situation.
const JUMP: f64 = 100.0;

/// What is this part of round-off is not seen in it; and how fast from step to step what was seen of it is forgotten.
const UNSEEN: f64 = 0.02;
const FADES: f64 = 0.8;

/// Longest pause between two trials to keep factors [steps].
const LONGEST_PAUSE: u32 = 64;

/// How much there is to do for a tangent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TangentSize {
    /// Strains of all interactions with a law, times the stages.
    strains: f64,
    /// Entries of all blocks, those of the rows of joints included.
    entries: f64,
}

impl TangentSize {
    /// Of a system with some number of stages.
    pub fn new(system: &System, stages: usize) -> Self {
        let mut size = TangentSize::default();
        let unknowns = |nodes: &[NodeIndex]| -> usize {
            nodes.iter().map(|&n| stages * system.kinds[n].dofs()).sum()
        };
        for info in &system.force_info {
            size.strains += info.strains as f64;
            size.entries += unknowns(&info.nodes).pow(2) as f64;
        }
        // The rows of a joint share their blocks between the nodes (jt.4).
        for info in &system.constraint_info {
            size.entries += (3 * info.rows * stages * unknowns(&info.nodes)) as f64;
        }
        size.entries += (9 * stages * stages * system.shared_mass.entries()) as f64;
        size
    }
}

/// What is known about the factors at hand.
#[derive(Clone, Debug)]
pub(super) struct Reuse {
    /// Price of new factors in iterations with kept ones.
    price: f64,
    /// Step for which the factors were made; `None`: there are none.
    made_for: Option<f64>,
    /// The factors are those of the present iterate.
    fresh: bool,
    /// The tolerance is taken at its word.
    loose: bool,
    /// This step has taken to new factors in every iteration.
    every: bool,
    /// Which way is cheaper where the tolerance is not loose.
    choice: Choice,
    /// Size of corrections that are round-off, as last seen.
    floor: f64,
    /// New factors are wanted for the next iteration.
    wanted: bool,
    /// Measured contraction of the residual per iteration.
    contraction: f64,
    /// Residuals of this step: the first one and the last one.
    first: Option<f64>,
    last: Option<f64>,
    /// First residual of the step before.
    first_before: f64,
    /// Iterations in this step, after which patience ends, what the step has cost so far, and how often it has made factors.
    iterations: usize,
    patience: usize,
    cost: f64,
    made: f64,
    /// Steps since the factors were made, and what they have cost.
    steps: f64,
    spent: f64,
    /// This step began with kept factors, and made new ones.
    began_kept: bool,
    renewed: bool,
    /// Steps until keeping is tried again, and the last pause.
    wait: u32,
    pause: u32,
}

stored!(Reuse {
    price,
    made_for,
    fresh,
    loose,
    every,
    choice,
    floor,
    wanted,
    contraction,
    first,
    last,
    first_before,
    iterations,
    patience,
    cost,
    made,
    steps,
    spent,
    began_kept,
    renewed,
    wait,
    pause,
});

impl Reuse {
    /// No factors yet.
    pub fn new(sizes: &Statistics, tangent: &TangentSize) -> Self {
        let kept = RESIDUAL * sizes.unknowns as f64
            + RESIDUAL_STRAIN * tangent.strains
            + SUBSTITUTION * sizes.factor_entries as f64;
        let made = TANGENT_STRAIN * tangent.strains
            + TANGENT_ENTRY * tangent.entries
            + FACTOR_ENTRY * sizes.matrix_entries as f64
            + FACTOR_OPERATION * sizes.flops;
        Reuse {
            price: made / kept.max(f64::MIN_POSITIVE),
            made_for: None,
            fresh: false,
            loose: false,
            every: false,
            choice: Choice::new(),
            floor: 0.0,
            wanted: true,
            contraction: HOPED,
            first: None,
            last: None,
            first_before: f64::INFINITY,
            iterations: 0,
            patience: 0,
            cost: 0.0,
            made: 0.0,
            steps: 0.0,
            spent: 0.0,
            began_kept: false,
            renewed: false,
            wait: 0,
            pause: 0,
        }
    }

    /// A new step: keeps the factors if they were made for this step size and have not become dear.
    pub fn begin_step(&mut self, dt: f64, relative: f64, max_iterations: usize) {
        let mean = self.spent / self.steps;
        let dear = self.steps == 0.0 || self.cost > mean;
        self.loose = relative >= LOOSE_ABOVE;
        self.every = !self.loose && self.choice.every();
        let same = self.made_for.is_some_and(|made| same_length(made, dt));
        self.wanted = self.every || !same || dear || self.wait > 0;
        self.began_kept = !self.wanted;
        self.renewed = false;
        self.fresh = false;
        self.first = None;
        self.last = None;
        self.iterations = 0;
        self.patience = max_iterations / 2;
        self.cost = 0.0;
        self.made = 0.0;
    }

    /// Whether the next correction may use the factors at hand.
    pub fn usable(&self) -> bool {
        self.made_for.is_some() && !self.wanted
    }

    /// Whether the next step may begin with the factors at hand.
    pub fn holds(&self) -> bool {
        self.made_for.is_some()
    }

    /// Whether the last correction of this step was made with factors of an earlier iterate.
    pub fn kept(&self) -> bool {
        self.iterations > 0 && !self.fresh
    }

    /// A new residual [tolerances]: measures the contraction and decides about new factors.
    pub fn observe(&mut self, residual: f64) {
        let Some(last) = self.last.replace(residual) else {
            self.first = Some(residual);
            self.wanted |= residual > JUMP * self.first_before;
            return;
        };
        self.contraction = residual / last;
        if residual <= 1.0 {
            return;
        }
        // With new factors the iteration converges about twice as fast for a while; inside a step the tangent needs another
        // pass through the system.
        let kept = (residual.ln() / -self.contraction.ln()).ceil().max(1.0);
        let renewed = self.price + 1.0 + (0.5 * kept).ceil();
        // Next to the tolerance even slow factors are cheaper than new ones, if they are sure to get there at once.
        let near = self.lowers_by(NEAR) && self.contraction * residual <= NEAR;
        let slow = !(near || self.lowers_by(SLOW)) || self.iterations >= self.patience;
        self.wanted = self.every || slow || kept > renewed;
    }

    /// Whether the tolerance is far above round-off.
    pub fn is_loose(&self) -> bool {
        self.loose
    }

    /// Whether this step has factors of its own for every iteration.
    pub fn makes_every(&self) -> bool {
        self.every
    }

    /// Size of corrections that are nothing beside the step, or beside round-off as last seen; that is looked at again soon.
    pub fn enough(&mut self, least: f64) -> f64 {
        self.floor *= FADES;
        least.max(UNSEEN * self.floor)
    }

    /// Corrections of a size were found to be round-off.
    pub fn found_floor(&mut self, size: f64) {
        self.floor = size;
    }

    /// One correction that nobody judges.
    pub fn count_more(&mut self) {
        self.cost += 1.0;
    }

    /// Whether the last correction with kept factors did harm.
    pub fn made_worse(&self) -> bool {
        self.kept() && !self.lowers_by(1.0)
    }

    /// Whether corrections are worth being improved by what those before have taught (nw.4).
    pub fn profit_from_updates(&self) -> bool {
        !self.every && !self.lowers_by(QUICK)
    }

    /// Whether the residual falls at least by a factor; infinite residuals give a contraction that is not a number.
    fn lowers_by(&self, factor: f64) -> bool {
        self.contraction < factor
    }

    /// The last correction was taken back.
    pub fn distrust(&mut self) {
        self.every = true;
        self.wanted = true;
        self.fresh = true;
        self.last = None;
    }

    /// One iteration with kept factors.
    pub fn count_iteration(&mut self) {
        self.fresh = false;
        self.iterations += 1;
        self.cost += 1.0;
    }

    /// New factors, and one iteration with them.
    pub fn renew(&mut self, dt: f64) {
        self.made_for = Some(dt);
        self.fresh = true;
        self.renewed = true;
        self.wanted = self.every;
        self.iterations += 1;
        self.cost += 1.0;
        self.made += 1.0;
        self.steps = 0.0;
        self.spent = self.price;
    }

    /// The step has converged.
    pub fn end_step(&mut self) {
        self.choice.book(self.cost + self.price * self.made);
        self.steps += 1.0;
        self.spent += self.cost;
        self.first_before = self.first.unwrap_or(f64::INFINITY);
        match (self.began_kept, self.renewed) {
            (true, true) => {
                self.pause = (2 * self.pause).clamp(1, LONGEST_PAUSE);
                self.wait = self.pause;
            }
            (true, false) => self.pause = 0,
            (false, _) => self.wait = self.wait.saturating_sub(1),
        }
    }

    /// There are no factors, or none to trust.
    pub fn forget(&mut self) {
        self.made_for = None;
        self.first_before = f64::INFINITY;
    }
}

/// Whether two steps are equally long, but for round-off of the times between which they lie.
pub(super) fn same_length(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TANGENT: TangentSize = TangentSize {
        strains: 60.0,
        entries: 1440.0,
    };

    fn sizes() -> Statistics {
        Statistics {
            unknowns: 100,
            matrix_entries: 1800,
            factor_entries: 1800,
            flops: 1e4,
            supernodes: 10,
            largest_front: 12,
            moved_unknowns: 0,
            merged_groups: 0,
            reanalyses: 0,
            growth: 1.0,
            smallest_pivot: 1.0,
        }
    }

    /// A step whose residuals fall by `kept` with kept factors and by 1e-6 with new ones; returns how often factors were made.
    fn step(factors: &mut Reuse, dt: f64, kept: f64) -> usize {
        let (mut residual, mut made) = (1e4, 0);
        factors.begin_step(dt, 1e-8, 20);
        for _ in 0..20 {
            factors.observe(residual);
            if residual <= 1.0 {
                factors.end_step();
                return made;
            }
            if factors.usable() {
                factors.count_iteration();
                residual *= kept;
            } else {
                factors.renew(dt);
                made += 1;
                residual *= 1e-6;
            }
        }
        unreachable!("20 iterations are plenty");
    }

    #[test]
    fn good_factors_are_kept_until_the_step_size_changes() {
        let mut factors = Reuse::new(&sizes(), &TANGENT);
        assert_eq!(step(&mut factors, 0.1, 1e-3), 1);
        for _ in 0..5 {
            assert_eq!(step(&mut factors, 0.1, 1e-5), 0);
        }
        assert_eq!(step(&mut factors, 0.05, 1e-5), 1);
        factors.forget();
        assert_eq!(step(&mut factors, 0.05, 1e-5), 1);
    }

    #[test]
    fn slow_factors_are_replaced_and_seldom_tried_again() {
        let mut factors = Reuse::new(&sizes(), &TANGENT);
        let mut made = 0;
        for _ in 0..200 {
            made += step(&mut factors, 0.1, 0.5);
        }
        // One factorisation per step, as without keeping; trials cost an iteration, not a factorisation.
        assert_eq!(made, 200);
        assert!(factors.pause == LONGEST_PAUSE);
    }

    /// A residual of 1.4 that falls by 0.21 needs one more iteration, not new factors.
    #[test]
    fn slow_factors_are_kept_for_the_last_iteration() {
        let mut factors = Reuse::new(&sizes(), &TANGENT);
        step(&mut factors, 0.1, 1e-3);
        for (residual, kept) in [(1.4, true), (3.0, false)] {
            factors.begin_step(0.1, 1e-8, 20);
            assert!(factors.usable());
            factors.observe(residual / 0.21);
            factors.count_iteration();
            factors.observe(residual);
            assert_eq!(factors.usable(), kept, "{residual}");
        }
    }

    #[test]
    fn factors_that_age_are_replaced_before_they_fail() {
        let mut factors = Reuse::new(&sizes(), &TANGENT);
        let mut made = 0;
        for k in 0..100 {
            made += step(&mut factors, 0.1, 1e-3 * (1.0 + (k % 50) as f64));
        }
        assert!((2..60).contains(&made), "{made}");
    }
}
