//! Steppers of all schemes behind one face.

use crate::dynamics::schemes::{
    EnergyDecaying, EnergyPreserving, GeneralizedAlpha, Integrator, Promises, ReactionRule,
};
use crate::dynamics::start_problems;
use crate::dynamics::{
    AnalysisError, Cost, Evidence, NewtonIteration, StepError, StepReport, Stepper, Tolerances,
    start_accelerations,
};
use crate::model::{Model, Order, Problem, Scheme};
use crate::results::ledger::Ledger;
use crate::storage::Stored;
use crate::system::{State, System};

/// A step-maker of any scheme, with what it has to remember from step to step.
pub(super) trait Engine: Stored + Send {
    fn attempt(
        &mut self,
        system: &System,
        state: &mut State,
        ledger: &Ledger,
        dt: f64,
    ) -> Result<StepReport, StepError>;
    fn cost(
        &mut self,
        system: &System,
        state: &State,
        ledger: &Ledger,
        dt: f64,
        least_energy: f64,
    ) -> Cost;
    fn accept(&mut self, state: &mut State, ledger: &mut Ledger);
    /// The state that the last attempt has led to.
    fn trial(&self) -> &State;
    /// The system has other interactions with laws than before.
    fn renew(&mut self, system: &System) -> Result<(), AnalysisError>;
    /// Constraints of the system have changed in place.
    fn forget(&mut self);
    fn restart(&mut self, state: &State, jumped: bool);
    fn history(&self, system: &System) -> Vec<(NewtonIteration, String)>;
    fn evidence(&self, system: &System, state: &State) -> Evidence;
    fn promises(&self) -> Promises;
    fn multiplier(&self, stages: [f64; 2]) -> f64;
    fn reaction_rule(&self) -> ReactionRule;
    fn has_accelerations(&self) -> bool;
    /// Whether steps are made of parts, so that multipliers are those of the last part and not of the step.
    fn is_composed(&self) -> bool;
    fn unknowns(&self) -> usize;
    fn set_threads(&mut self, threads: usize);
}

impl<S: Integrator> Engine for Stepper<S> {
    fn attempt(
        &mut self,
        system: &System,
        state: &mut State,
        ledger: &Ledger,
        dt: f64,
    ) -> Result<StepReport, StepError> {
        Stepper::attempt(self, system, state, ledger, dt)
    }
    fn cost(
        &mut self,
        system: &System,
        state: &State,
        ledger: &Ledger,
        dt: f64,
        least_energy: f64,
    ) -> Cost {
        Stepper::cost(self, system, state, ledger, dt, least_energy)
    }
    fn accept(&mut self, state: &mut State, ledger: &mut Ledger) {
        Stepper::accept(self, state, ledger)
    }
    fn trial(&self) -> &State {
        Stepper::trial(self)
    }
    fn renew(&mut self, system: &System) -> Result<(), AnalysisError> {
        Stepper::renew(self, system)
    }
    fn forget(&mut self) {
        Stepper::forget(self)
    }
    fn restart(&mut self, state: &State, jumped: bool) {
        Stepper::restart(self, state, jumped)
    }
    fn history(&self, system: &System) -> Vec<(NewtonIteration, String)> {
        Stepper::history(self, system)
    }
    fn evidence(&self, system: &System, state: &State) -> Evidence {
        Stepper::evidence(self, system, state)
    }
    fn promises(&self) -> Promises {
        self.scheme().promises()
    }
    fn multiplier(&self, stages: [f64; 2]) -> f64 {
        self.scheme().multiplier(stages)
    }
    fn reaction_rule(&self) -> ReactionRule {
        self.scheme().reaction_rule()
    }
    fn has_accelerations(&self) -> bool {
        self.scheme().needs_accelerations()
    }
    fn is_composed(&self) -> bool {
        Stepper::is_composed(self)
    }
    fn unknowns(&self) -> usize {
        self.statistics().unknowns
    }
    fn set_threads(&mut self, threads: usize) {
        Stepper::set_threads(self, threads);
    }
}

/// The stepper of a model. The accelerations and multipliers of the state are found first, unless it has them already; whether they
/// could be found comes with it.
pub(super) fn engine(
    model: &Model,
    system: &System,
    state: &mut State,
    ready: bool,
) -> Result<(Box<dyn Engine>, bool), Vec<Problem>> {
    let tolerances = Tolerances {
        relative: model.run.tolerance,
        max_iterations: model.run.max_iterations,
    };
    fn make<S: Integrator + 'static>(
        model: &Model,
        system: &System,
        state: &mut State,
        scheme: S,
        tolerances: Tolerances,
        ready: bool,
    ) -> Result<(Box<dyn Engine>, bool), Vec<Problem>> {
        let order = model.run.scheme.order();
        let remembers = system.memory() > 0 || !system.contacts.is_empty();
        if order != Order::Two && remembers {
            let message = format!(
                "order {} goes back in time within every step, and a material that relaxes cannot",
                order.number()
            );
            let help = "take the scheme \"ed\", or \"ep\" without `order`";
            return Err(vec![Problem::of_file(message, help)]);
        }
        // Also gives the reactions of the first frame; a system without mass somewhere has none to give.
        let accelerations = match ready {
            true => Ok(()),
            false => start_accelerations(system, state),
        };
        let known = accelerations.is_ok();
        if let (Err(e), true) = (accelerations, scheme.needs_accelerations()) {
            return Err(start_problems(&e, model));
        }
        let stepper = Stepper::new(system, state, scheme, tolerances);
        let mut stepper = stepper.map_err(|e: AnalysisError| {
            vec![Problem::of_file(
                format!("the equations could not be analysed: {e}"),
                "please report the model",
            )]
        })?;
        stepper.set_order(order.number());
        Ok((Box::new(stepper), known))
    }
    match model.run.scheme {
        Scheme::EnergyPreserving { rotation, .. } => make(
            model,
            system,
            state,
            EnergyPreserving::new(rotation),
            tolerances,
            ready,
        ),
        Scheme::EnergyDecaying {
            rho_inf,
            collocation,
        } => {
            let scheme = EnergyDecaying::new(rho_inf, collocation, false);
            make(model, system, state, scheme, tolerances, ready)
        }
        Scheme::MomentumPreservingDecaying {
            rho_inf,
            collocation,
        } => {
            let scheme = EnergyDecaying::new(rho_inf, collocation, true);
            make(model, system, state, scheme, tolerances, ready)
        }
        Scheme::GeneralizedAlpha { rho_inf, rotation } => {
            let scheme = GeneralizedAlpha::optimal(rho_inf, rotation);
            make(model, system, state, scheme, tolerances, ready)
        }
        Scheme::Hht { alpha, rotation } => make(
            model,
            system,
            state,
            GeneralizedAlpha::hht(alpha, rotation),
            tolerances,
            ready,
        ),
        Scheme::Newmark {
            gamma,
            beta,
            rotation,
        } => {
            let scheme = GeneralizedAlpha::newmark(gamma, beta, rotation);
            make(model, system, state, scheme, tolerances, ready)
        }
    }
}
