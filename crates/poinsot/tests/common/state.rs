//! Looking at states from outside: gaps of constraints, difference of two states.

use poinsot::dynamics::schemes::Integrator;
use poinsot::dynamics::{Stepper, Tolerances};
use poinsot::mechanics::interaction::Constraint;
use poinsot::mechanics::node::NodeStage;
use poinsot::model::Model;
use poinsot::results::ledger::Ledger;
use poinsot::system::{ConstraintVisitor, Owner, State, System};

/// Near round-off: laws are measured, not the iteration.
pub const TIGHT: Tolerances = Tolerances {
    relative: 1e-13,
    max_iterations: 30,
};

/// Gaps of all holonomic constraints at a state, in the order of the constraint rows; zero for the others.
pub fn gaps(system: &System, state: &State) -> Vec<f64> {
    struct Gaps<'a>(Vec<NodeStage>, &'a State, Vec<f64>, &'a System);
    impl ConstraintVisitor for Gaps<'_> {
        fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
            &mut self,
            index: usize,
            _owner: &Owner,
            c: &C,
        ) {
            let p = std::array::from_fn(|k| {
                let a = c.attachments()[k];
                a.at(&self.0[c.nodes()[a.node]])
            });
            let (e, target) = (c.measure(&p, &p, 0.5).e, c.target(self.1.time));
            let gap = |k: usize| if c.holonomic() { e[k] - target[k] } else { 0.0 };
            // Rows may have several parts.
            let first = self.3.constraint_info[index].first_row;
            for k in 0..E {
                self.2[first.plus(k).position()] += gap(k);
            }
        }
    }
    let none = vec![0.0; system.rows];
    let mut visitor = Gaps(system.stages(state), state, none, system);
    system.constraints.visit(&mut visitor);
    visitor.2
}

/// Largest gap relative to the scale of its row.
pub fn largest_gap(system: &System, state: &State) -> f64 {
    gaps(system, state)
        .iter()
        .zip(&system.row_scales)
        .map(|(gap, scale)| gap.abs() / scale)
        .fold(0.0, f64::max)
}

/// A run in progress.
pub struct Trial<S: Integrator> {
    pub system: System,
    pub state: State,
    pub ledger: Ledger,
    stepper: Stepper<S>,
}

impl<S: Integrator> Trial<S> {
    pub fn new(model: &Model, scheme: S) -> Self {
        let (system, state) = System::build(model).expect("the model is sound");
        Self::from_state(system, state, scheme, TIGHT)
    }

    pub fn from_state(system: System, state: State, scheme: S, tolerances: Tolerances) -> Self {
        let stepper =
            Stepper::new(&system, &state, scheme, tolerances).expect("the pattern is sound");
        Trial {
            ledger: Ledger::new(&system, &state),
            system,
            state,
            stepper,
        }
    }

    /// One step; returns the largest relative gap as the stepper reports it.
    pub fn step(&mut self, dt: f64) -> f64 {
        let report = self
            .stepper
            .step(&self.system, &mut self.state, &mut self.ledger, dt);
        match report {
            Ok(report) => report.largest_gap,
            Err(e) => panic!(
                "step at {} s: {e}\n{:#?}",
                self.state.time,
                self.stepper.history(&self.system)
            ),
        }
    }

    /// One attempt in vain, then a step of half the length; both are judged.
    pub fn judged_step(&mut self, dt: f64) {
        for dt in [dt, 0.5 * dt] {
            let (system, state, ledger) = (&self.system, &mut self.state, &self.ledger);
            let made = self.stepper.attempt(system, state, ledger, dt);
            made.expect("converges");
            self.stepper.cost(system, state, ledger, dt, 0.0);
        }
        self.stepper.accept(&mut self.state, &mut self.ledger);
    }

    /// Steps on; `look` sees every finished step.
    pub fn run(&mut self, dt: f64, steps: usize, mut look: impl FnMut(&Self)) {
        for _ in 0..steps {
            self.step(dt);
            look(self);
        }
    }
}
