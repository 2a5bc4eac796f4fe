//! Dry and viscous friction on a joint coordinate, with stick (lf.5) to (lf.8).

use super::in_step::{InStep, WithMemory, stresses_with_memory};
use super::strain_from_form;
use crate::functions::TimeFunction;
use crate::mechanics::index::{NodeIndex, RowIndex};
use crate::mechanics::interaction::{
    Account, ForceLaw, Memory, Now, SecantStress, StartStrain, StepStart, Strain,
};
use crate::mechanics::quadratic::QuadraticForm;
use crate::mechanics::wrench::{self, Intervals, LinearRule, STAGES, Sink, StressRule};

/// How much friction there is, and how it sticks.
#[derive(Clone, Debug)]
pub struct FrictionLaw {
    /// Effort while it slides, as far as it does not depend on reactions [N or N m].
    pub effort: TimeFunction,
    /// Effort by force of the joint: coefficient of friction, on angles times a radius [1 or m].
    pub per_force: f64,
    /// Effort at which it breaks loose by that of sliding, at least 1.
    pub breakaway: f64,
    /// Speed at which the difference of both has fallen to a part of 1/e [m/s or rad/s].
    pub stribeck: f64,
    /// Viscous coefficient [N s/m or N m s/rad].
    pub viscous: f64,
    /// Stiffness while it sticks [N/m or N m/rad].
    pub stiffness: f64,
    /// Viscous coefficient of what is elastic while it sticks [N s/m or N m s/rad].
    pub stick_damping: f64,
}

/// Friction on a joint coordinate.
#[derive(Clone, Debug)]
pub struct Friction {
    form: QuadraticForm<1, 1>,
    law: FrictionLaw,
    /// Its joint, and the rows of that whose multipliers are forces.
    joint: String,
    rows: Vec<RowIndex>,
}

/// Where the stick spring is at rest [m or rad].
const REST: usize = 0;
/// Time at the start of the step [s].
const TIME: usize = 1;
/// Force of the joint in the last step [N].
const LOAD: usize = 2;
/// Direction of sliding in the last step: -1, 1; 0 if it stuck.
const SLIDES: usize = 3;
const KEPT: usize = 4;

/// The limit is taken this part of the step before its end, so that a jump there belongs to the next one.
const INSIDE: f64 = 1e-9;

/// What friction does in a step.
struct Slip {
    /// Where the stick spring is at rest afterwards.
    rest: f64,
    /// Direction of sliding.
    direction: f64,
    /// Stress over the step, its derivative with respect to the end, and the loss.
    sigma: f64,
    slope: f64,
    loss: f64,
    /// Stress at the end and its derivative.
    end: f64,
    end_slope: f64,
    /// Its limit and the derivative of that.
    limit: f64,
    limit_slope: f64,
}

strain_from_form!(Friction, 1, 1);

impl Friction {
    /// On the coordinate node `node` of a joint.
    pub fn new(node: NodeIndex, joint: impl Into<String>, law: FrictionLaw) -> Self {
        Friction {
            form: QuadraticForm::coordinate(node),
            law,
            joint: joint.into(),
            rows: Vec::new(),
        }
    }
    /// The rows of its joint whose multipliers are forces.
    pub fn set_rows(&mut self, rows: Vec<RowIndex>) {
        self.rows = rows;
    }
    /// The joint on whose forces it depends, if it does.
    pub fn joint(&self) -> Option<&str> {
        (self.law.per_force > 0.0).then_some(&self.joint)
    }

    /// Largest stick force at a speed, and its derivative (lf.6).
    fn limit(&self, time: f64, load: f64, speed: f64) -> [f64; 2] {
        let law = &self.law;
        let sliding = law.effort.value(time).max(0.0) + law.per_force * load;
        if law.breakaway <= 1.0 {
            return [sliding, 0.0];
        }
        let s = speed / law.stribeck;
        let more = sliding * (law.breakaway - 1.0) * (-s * s).exp();
        [sliding + more, -2.0 * s / law.stribeck * more]
    }

    /// Return mapping at the end of a step (lf.5) with a given speed.
    fn slip(&self, memory: Memory, x: f64, y: f64, speed: f64, speed_slope: f64) -> Slip {
        let (k, way) = (self.law.stiffness, y - x);
        let [rest, start, load] = [REST, TIME, LOAD].map(|place| memory.kept[place]);
        let time = start + (1.0 - INSIDE) * memory.dt;
        let [limit, by_speed] = self.limit(time, load, speed);
        let (before, stuck) = (k * (x - rest), k * (y - rest));
        let (end, end_slope, direction) = if stuck.abs() <= limit {
            (stuck, k, 0.0)
        } else {
            let sign = stuck.signum();
            (sign * limit, sign * by_speed * speed_slope, sign)
        };
        let slid = if direction == 0.0 {
            0.0
        } else {
            (stuck - end) / k
        };
        let mean = 0.5 * (before + end);
        let (sigma, slope, loss) = if mean * slid >= 0.0 {
            (mean, 0.5 * end_slope, mean * slid)
        } else {
            // The limit has fallen while the motion turned round: all of the work goes into the spring.
            let sigma = mean * (end - before) / (k * way);
            (sigma, (end * end_slope / k - sigma) / way, 0.0)
        };
        Slip {
            rest: rest + slid,
            direction,
            sigma,
            slope,
            loss,
            end,
            end_slope,
            limit,
            limit_slope: by_speed * speed_slope,
        }
    }

    fn over_step(&self, memory: Memory, x: f64, y: f64, dt: f64) -> Slip {
        let rate = (y - x) / dt;
        self.slip(memory, x, y, rate.abs(), rate.signum() / dt)
    }

    /// Damping of what is elastic over a step: stress and derivative. It works against the motion or not at all, and does not raise
    /// the stress beyond the limit (lf.7).
    fn stick_damping(&self, memory: Memory, slip: &Slip, way: f64, dt: f64) -> [f64; 2] {
        let slid = slip.rest - memory.kept[REST];
        let slid_slope = match slip.direction == 0.0 {
            true => 0.0,
            false => 1.0 - slip.end_slope / self.law.stiffness,
        };
        let (stretch, c) = (way - slid, self.law.stick_damping / dt);
        if stretch * way <= 0.0 {
            return [0.0, 0.0];
        }
        let damping = [c * stretch, c * (1.0 - slid_slope)];
        within(damping, [slip.sigma, slip.slope], slip)
    }
}

/// A damping stress and its derivative, cut off where it would raise another one beyond the limit.
fn within([damping, slope]: [f64; 2], [sigma, sigma_slope]: [f64; 2], slip: &Slip) -> [f64; 2] {
    let sign = damping.signum();
    let room = slip.limit - sign * sigma;
    if damping.abs() <= room {
        [damping, slope]
    } else if room > 0.0 {
        [sign * room, sign * slip.limit_slope - sigma_slope]
    } else {
        [0.0, 0.0]
    }
}

impl WithMemory<1> for Friction {
    fn viscous_in(
        &self,
        memory: Memory,
        &[x]: &[f64; 1],
        &[y]: &[f64; 1],
        dt: f64,
    ) -> SecantStress<1> {
        let way = y - x;
        let mut out = SecantStress::zero();
        out.sigma[0] = self.law.viscous * way / dt;
        out.d_end[0][0] = self.law.viscous / dt;
        if memory.kept.is_empty() {
            return out;
        }
        let slip = self.over_step(memory, x, y, dt);
        let [damping, slope] = self.stick_damping(memory, &slip, way, dt);
        out.sigma[0] += slip.sigma + damping;
        out.d_end[0][0] += slip.slope + slope;
        out
    }
    /// At the end of a step (lf.8): the force there, and the damping of what is elastic if it sticks.
    fn viscous_at_in(
        &self,
        memory: Memory,
        &[e]: &[f64; 1],
        &[rate]: &[f64; 1],
    ) -> SecantStress<1> {
        let mut out = SecantStress::zero();
        out.sigma[0] = self.law.viscous * rate;
        out.d_start[0][0] = self.law.viscous;
        if memory.kept.is_empty() {
            return out;
        }
        let slip = self.slip(memory, e, e, rate.abs(), rate.signum());
        out.sigma[0] += slip.end;
        if slip.direction == 0.0 {
            let c = self.law.stick_damping;
            let damping = c * rate;
            let [cut, _] = within([damping, c], [slip.end, slip.end_slope], &slip);
            out.sigma[0] += cut;
            if cut == damping {
                out.d_start[0][0] += c;
                out.d_end[0][0] += slip.end_slope;
            } else {
                // Together they are at the limit, or the spring is alone.
                let at_limit = cut != 0.0;
                out.d_start[0][0] += if at_limit {
                    damping.signum() * slip.limit_slope
                } else {
                    0.0
                };
                out.d_end[0][0] += if at_limit { 0.0 } else { slip.end_slope };
            }
        } else {
            out.d_start[0][0] += slip.end_slope;
        }
        out
    }
}

impl ForceLaw<1, 1, 1> for Friction {
    fn account(&self) -> Account {
        Account::Friction
    }
    fn memory(&self) -> usize {
        KEPT
    }
    fn rest(&self, &[e]: &[f64; 1], kept: &mut [f64]) {
        kept.fill(0.0);
        kept[REST] = e;
    }
    const PREPARES: bool = true;
    fn prepare(&self, start: &StepStart<1>, kept: &mut [f64]) {
        kept[TIME] = start.time;
        let squares = self.rows.iter().map(|row| (start.multiplier)(*row).powi(2));
        kept[LOAD] = squares.sum::<f64>().sqrt();
    }
    fn remember(&self, &[x]: &[f64; 1], &[y]: &[f64; 1], dt: f64, kept: &mut [f64]) {
        let slip = self.over_step(Memory { kept, dt }, x, y, dt);
        kept[REST] = slip.rest;
        kept[SLIDES] = slip.direction;
    }
    fn kept_energy(&self, &[e]: &[f64; 1], kept: &[f64]) -> f64 {
        0.5 * self.law.stiffness * (e - kept[REST]).powi(2)
    }
    fn kept_loss(&self, &[x]: &[f64; 1], &[y]: &[f64; 1], memory: Memory) -> f64 {
        let (slip, way) = (self.over_step(memory, x, y, memory.dt), y - x);
        let [damping, _] = self.stick_damping(memory, &slip, way, memory.dt);
        slip.loss + damping * way
    }
    stresses_with_memory!(1);

    /// Effort on the coordinate, how far it has slid, whether and where to it slides.
    const OBSERVED: usize = 3;
    fn observe(&self, at: &Now, out: &mut [f64]) {
        let e = self.value_at(at.stages)[0];
        let rate = wrench::strain_rates(self, at.stages, at.velocities)[0];
        let memory = Memory {
            kept: at.kept,
            dt: 0.0,
        };
        out[0] = -self.viscous_at_in(memory, &[e], &[rate]).sigma[0];
        out[1] = at.kept.get(REST).copied().unwrap_or(0.0);
        out[2] = at.kept.get(SLIDES).copied().unwrap_or(0.0);
    }
}
