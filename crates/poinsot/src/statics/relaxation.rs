//! Dynamic relaxation: the system moves under loads that stand still, and its motion is taken away at every peak of the kinetic
//! energy, where the potential one is least along the way. The scheme is `ed` with the most damping, and steps grow.

use super::equations::Equations;
use super::newton::Hold;
use super::settle::Unrest;
use crate::dynamics::ledger::Ledger;
use crate::dynamics::schemes::{EnergyDecaying, StillLoads};
use crate::dynamics::{Stepper, Tolerances};
use crate::mechanics::node::NodeVelocity;
use crate::model::{Collocation, Vary};

/// Steps at most.
const MOST: usize = 5000;
/// Tolerance of the steps: the way does not matter.
const TOLERANCE: f64 = 1e-9;
/// Growth of steps from peak to peak, and cut after a failure.
const GROWTH: f64 = 1.3;
const CUT: f64 = 0.25;
/// Who has moved so many sizes of the model will not come to rest.
const LOST: f64 = 100.0;

impl Equations<'_> {
    /// Lets the system move from the base until Newton's iteration takes over, and makes the equilibrium the base.
    pub(super) fn relax(&mut self, parameter: f64) -> Result<(), Unrest> {
        // In a turning frame, and on the way to prescribed values, the scheme would see other forces than statics does.
        if self.turning().is_some() || !self.gaps_are_closed(parameter) {
            return Err(Unrest::Endless(0));
        }
        let (time, factor) = match self.settings.vary {
            Vary::LoadFactor => (self.settings.at, parameter),
            Vary::Time => (parameter, 1.0),
        };
        let loads = StillLoads { time, factor };
        let scheme = EnergyDecaying::new(0.0, Collocation::Radau, false).under(loads);
        let tolerances = Tolerances {
            relative: TOLERANCE,
            max_iterations: 20,
        };
        let mut state = self.base.clone();
        state.time = time;
        let drawn = state.clone();
        let stepper = Stepper::new(self.system, &state, scheme, tolerances);
        let mut stepper = stepper.map_err(|_| Unrest::Endless(0))?;
        let mut ledger = Ledger::new(self.system, &state);
        let mut dt = self.first_shift(parameter).sqrt().recip();
        let smallest = 1e-9 * dt;
        let mut peak = 0.0;
        for _ in 0..MOST {
            match stepper.step(self.system, &mut state, &mut ledger, dt) {
                Ok(report) => self.iterations += report.iterations,
                Err(_) => {
                    dt *= CUT;
                    if dt < smallest {
                        return Err(Unrest::Endless(0));
                    }
                    continue;
                }
            }
            state.time = time;
            let kinetic = ledger.balance().kinetic;
            if kinetic >= peak {
                peak = kinetic;
                continue;
            }
            let moved = state.poses.iter().zip(&drawn.poses);
            if moved.map(|(a, b)| (a.r - b.r).norm()).fold(0.0, f64::max)
                > LOST * self.system.length
            {
                return Err(Unrest::Lost);
            }
            // Past the peak: stand still here, and see whether the rest is near.
            state.velocities.fill(NodeVelocity::default());
            state.accelerations.fill([NodeVelocity::default(); 2]);
            for m in &mut state.multipliers {
                m[1] = 0.0;
            }
            ledger = Ledger::new(self.system, &state);
            peak = 0.0;
            dt *= GROWTH;
            self.set_base(&state, parameter);
            let mut at = parameter;
            if self.correct(&mut at, Hold::Parameter).is_ok() {
                let near = self.largest(&self.increments()) < 0.1;
                let stable = near && {
                    self.accept(parameter);
                    let tangent = self.tangent(None);
                    tangent.is_some_and(|t| t.unstable.is_none_or(|n| n == 0))
                };
                if stable {
                    return Ok(());
                }
            }
        }
        Err(Unrest::Endless(0))
    }
}
