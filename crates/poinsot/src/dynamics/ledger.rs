//! The books: energy by kind, work, dissipation, momenta and impulses, step by step.
//!
//! `E_f - E_i = W_loads + W_motors + W_prescribed - D_dampers - D_contact - D_friction - D_numerical`, where every term on the right is computed
//! from stage values. What is left over is the *gap*: a run-time check of the theory, at round-off if all is well.

pub use super::balance::Balance;

use super::assemble::Workspace;
use super::kernels::BookKernel;
use super::memory::Kept;
use super::schemes::{EnergyPreserving, Integrator};
use super::state_energy::{book_energy, motion_terms, state_terms};
use super::step::Step;
use crate::math::V3;
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::interaction::{Account, Constraint, ForceLaw, Memory, Strain, part_of};
use crate::mechanics::node::NodeKind;
use crate::mechanics::wrench::{self, Intervals, STAGES};
use crate::model::RotationMap;
use crate::storage::stored;
use crate::system::{ConstraintVisitor, ForceVisitor, GROUND, Owner, Sort, State, System};

/// Keeps the balance of a run.
#[derive(Clone, Debug)]
pub struct Ledger {
    start: Balance,
    now: Balance,
    /// Largest kinetic energy, change of total energy or turnover of work so far [J].
    energy_scale: f64,
    /// Round-off of the energies themselves [J]: a system that starts at rest has potential energy but no scale yet.
    round_off: f64,
    /// Sum of the squares of the work that round-off may have done in each step [J^2].
    noise_squared: f64,
    /// Largest energy so far that could have turned into motion [J].
    supplied: f64,
    largest_energy_gap: f64,
    largest_rise: f64,
}

stored!(Ledger {
    start,
    now,
    energy_scale,
    round_off,
    noise_squared,
    supplied,
    largest_energy_gap,
    largest_rise,
});

impl Ledger {
    /// Opens the books.
    pub fn new(system: &System, state: &State) -> Self {
        Self::under(system, state, 1.0)
    }

    /// Opens the books of an equilibrium under a part of the loads.
    pub fn under(system: &System, state: &State, load_factor: f64) -> Self {
        let mut start = Balance::default();
        let size = state_terms(system, state, load_factor, &mut start);
        Ledger {
            start,
            now: start,
            energy_scale: start.kinetic,
            round_off: f64::EPSILON * size,
            noise_squared: 0.0,
            supplied: start.kinetic,
            largest_energy_gap: 0.0,
            largest_rise: f64::NEG_INFINITY,
        }
    }

    /// The balance now.
    pub fn balance(&self) -> &Balance {
        &self.now
    }
    /// The balance at the start.
    pub fn start(&self) -> &Balance {
        &self.start
    }
    /// Scale against which an energy gap is judged [J].
    pub fn energy_scale(&self) -> f64 {
        self.energy_scale
    }
    /// Round-off of the largest energies so far [J]: no gap below it means anything.
    pub fn round_off(&self) -> f64 {
        self.round_off
    }
    /// Work that round-off in forces and positions may have done so far [J], its sign being random in every step.
    pub fn noise(&self) -> f64 {
        self.noise_squared.sqrt()
    }
    /// Largest energy so far that was there at the start, came out of potentials or was supplied [J].
    pub fn supplied_energy(&self) -> f64 {
        self.supplied
    }
    /// Largest gap so far [J].
    pub fn largest_energy_gap(&self) -> f64 {
        self.largest_energy_gap
    }
    /// Largest rise of the total energy in one step that no work explains [J]; negative if it always fell.
    pub fn largest_unexplained_rise(&self) -> f64 {
        self.largest_rise
    }

    /// Books a step that led to the state `after`. The scheme took `numerical_motion` out of the motion, and round-off may have
    /// done the work `noise` [J].
    pub(super) fn book<S: Integrator>(
        &mut self,
        step: &Step<S>,
        w: &Workspace,
        after: &State,
        numerical_motion: f64,
        noise: f64,
    ) {
        let Step {
            system,
            state: before,
            scheme,
            dt,
        } = step;
        let (iv, dt) = (step.intervals(w), *dt);
        let last = self.now;
        let exact = scheme.promises().energy;
        // A scheme that balances forces at the end of the step has no law for the work along it: forces and directions there are
        // of first order in the middle. Its books are kept by the midpoint rule, which is of its own order.
        let iv = &match exact {
            true => iv,
            false => Intervals {
                rule: MIDPOINT,
                ..iv
            },
        };
        self.now.elastic = 0.0;
        self.now.gravity = 0.0;
        self.now.contact = 0.0;
        let books = Books {
            system,
            iv,
            work: w,
            previous: &before.multipliers,
            dt,
            exact,
            balance: &mut self.now,
        };
        let potential_size = BookKernel::book(scheme, books, after);
        self.now.numerical_dissipation += numerical_motion;
        motion_terms(system, after, &mut self.now);
        let size = self.now.kinetic + potential_size;
        self.noise_squared += noise * noise;
        self.round_off = self.round_off.max(f64::EPSILON * size);
        let b = &mut self.now;
        let work = b.loads + b.motors + b.prescribed;
        let change = b.total_energy() - self.start.total_energy();
        let unexplained = change - work + b.lost();
        if exact {
            b.gap = unexplained + b.numerical_dissipation;
        } else {
            // No theory to check: what is left over is called numerical.
            b.numerical_dissipation = -unexplained;
            b.gap = 0.0;
        }
        b.linear_momentum_gap =
            b.linear_momentum - self.start.linear_momentum - b.load_impulse - b.ground_impulse;
        b.angular_momentum_gap = b.angular_momentum
            - self.start.angular_momentum
            - b.load_angular_impulse
            - b.ground_angular_impulse;
        self.energy_scale = self
            .energy_scale
            .max(b.kinetic)
            .max(b.elastic.abs())
            .max(change.abs())
            .max(b.loads.abs())
            .max(b.motors.abs())
            .max(b.prescribed.abs())
            .max(b.contact.abs())
            .max(b.lost().abs());
        let potential = |x: &Balance| x.elastic + x.gravity + x.contact;
        let fallen = (potential(&self.start) - potential(b)).abs();
        let work = b.loads.abs() + b.motors.abs() + b.prescribed.abs();
        self.supplied = self.supplied.max(self.start.kinetic + fallen + work);
        self.largest_energy_gap = self.largest_energy_gap.max(b.gap.abs());
        let explained = (b.loads + b.motors + b.prescribed - b.lost())
            - (last.loads + last.motors + last.prescribed - last.lost());
        let rise = b.total_energy() - last.total_energy() - explained;
        self.largest_rise = self.largest_rise.max(rise);
    }
}

/// A step whose interactions are to be booked.
pub struct Books<'a> {
    system: &'a System,
    iv: &'a Intervals<'a>,
    work: &'a Workspace,
    /// Multipliers of the step before.
    previous: &'a [[f64; STAGES]],
    dt: f64,
    /// Whether the scheme has a law for the work along a step.
    exact: bool,
    balance: &'a mut Balance,
}

/// Books what the interactions did in a step that led to `after`; returns the size of all potential energies.
pub(super) fn book_interactions(scheme: &impl Integrator, step: Books, after: &State) -> f64 {
    let system = step.system;
    let mut books = StepBooks {
        size: 0.0,
        start_strains: &step.work.start_strains,
        next_strain: 0,
        kept: &step.work.kept,
        memory: &after.memory,
        next_kept: 0,
        iv: step.iv,
        system,
        scheme,
        midpoint: EnergyPreserving::new(RotationMap::Cayley).with_step(step.iv.t_start, step.dt),
        exact: step.exact,
        multipliers: &step.work.multipliers,
        previous: step.previous,
        dt: step.dt,
        b: step.balance,
    };
    system.forces.visit(&mut books);
    system.constraints.visit(&mut books);
    books.size
}

/// Averages of both ends, moments about the averaged origins.
const MIDPOINT: IntervalRule = IntervalRule {
    end_weight: 0.5,
    fixed_pole: false,
};

struct StepBooks<'a, S: Integrator> {
    /// Sum of the sizes of all potential energies at the end.
    size: f64,
    /// Strains at the start, force by force, and the number of those seen.
    start_strains: &'a [f64],
    next_strain: usize,
    /// What interactions remember at the start, and at the end with the number of those seen.
    kept: &'a Kept,
    memory: &'a [f64],
    next_kept: usize,
    iv: &'a Intervals<'a>,
    system: &'a System,
    scheme: &'a S,
    /// For schemes without a law of their own, whose intervals then are those of the midpoint rule as well.
    midpoint: EnergyPreserving,
    exact: bool,
    multipliers: &'a [[f64; STAGES]],
    previous: &'a [[f64; STAGES]],
    dt: f64,
    b: &'a mut Balance,
}

impl<S: Integrator> StepBooks<'_, S> {
    /// Books what dampers and the scheme take out of an interaction.
    fn dissipation<const N: usize, const P: usize, const E: usize>(
        &mut self,
        f: &impl ForceLaw<N, P, E>,
        e_i: &[f64; E],
        e_y: &[[f64; E]; STAGES],
        memory: Memory,
    ) {
        let mut lost = f.viscous_work(e_i, &e_y[0], self.dt);
        if !memory.kept.is_empty() {
            lost += f.kept_loss(e_i, &e_y[0], memory);
        }
        match f.account() {
            Account::Contact => {
                let rubbed = match memory.kept.is_empty() {
                    true => 0.0,
                    false => f.friction_loss(e_i, &e_y[0], memory),
                };
                self.b.friction_dissipation += rubbed;
                self.b.contact_dissipation += lost - rubbed;
            }
            Account::Friction => self.b.friction_dissipation += lost,
            _ => self.b.physical_dissipation += lost,
        }
        if self.scheme.dissipates() {
            self.b.numerical_dissipation +=
                self.scheme
                    .elastic_dissipation(|jump| f.modulus_form(e_i, jump), e_i, e_y);
        }
    }

    /// Impulse of an interaction on the nodes that move: force and moment about the world's origin.
    fn impulse<const N: usize, const P: usize, const E: usize>(
        &self,
        s: &impl Strain<N, P, E>,
        sigma: &[[f64; E]; STAGES],
    ) -> (V3, V3) {
        let (mut force, mut moment) = (V3::zeros(), V3::zeros());
        let rule = self.iv.rule;
        for y in 0..self.iv.stages {
            let (at, m) = wrench::measure(s, self.iv, y);
            let per_stress = wrench::forces_per_stress(s, &at, &m);
            for e in 0..E {
                for a in 0..N {
                    let n = s.nodes()[a];
                    if !matches!(self.iv.kinds[n], NodeKind::Frame | NodeKind::Point) {
                        continue;
                    }
                    let weight = -self.dt * self.iv.weight[0][y] * sigma[y][e];
                    let f: V3 = weight * per_stress[e][a].fixed_rows::<3>(0);
                    let mut m: V3 = weight * per_stress[e][a].fixed_rows::<3>(3);
                    if self.iv.kinds[n] == NodeKind::Point {
                        m = V3::zeros();
                    }
                    let start = self.iv.start[n].r;
                    let pole = if rule.fixed_pole && self.iv.kinds[n] == NodeKind::Frame {
                        start
                    } else {
                        start + rule.end_weight * self.iv.ends[y][n].step.u
                    };
                    force += f;
                    moment += m + pole.cross(&f);
                }
            }
        }
        (force, moment)
    }
}

impl<S: Integrator> ForceVisitor for StepBooks<'_, S> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let memory = self.kept.of(index, self.dt);
        let first = self.next_strain;
        self.next_strain += E;
        let e_i: [f64; E] = std::array::from_fn(|e| self.start_strains[first + e]);
        let mut e_y = [[0.0; E]; STAGES];
        for y in 0..self.iv.stages {
            // Of quasi-strains the displacement over the interval is wanted.
            if f.account() == Account::Loads {
                e_y[y] = wrench::measure(f, self.iv, y).1.e;
                continue;
            }
            let stages = self.iv.ends[y];
            e_y[y] = match F::QUASI {
                true => wrench::measure(f, self.iv, y).1.e,
                false => f.value_at(stages),
            };
            if y == 0 {
                let kept = part_of(self.memory, &mut self.next_kept, f.memory());
                self.size += book_energy(self.b, f, stages, &e_y[y], kept);
            }
        }
        let account = f.account();
        let internal = account.is_internal() && !f.nodes().contains(&GROUND);
        if internal {
            self.dissipation(f, &e_i, &e_y, memory);
            return;
        }
        let none = [0.0; E];
        let stress = if self.exact {
            f.stage_stress(self.scheme, &e_i, &e_y, &none, memory)
        } else {
            f.stage_stress(&self.midpoint, &e_i, &e_y, &none, memory)
        };
        let mut work = 0.0;
        for y in 0..self.iv.stages {
            for e in 0..E {
                work -= stress[y][e] * (e_y[y][e] - e_i[e]);
            }
        }
        self.dissipation(f, &e_i, &e_y, memory);
        match account {
            Account::Loads => {
                // What a change of temperature adds to the energy of an element, and the work that it does (sh.22).
                let before = f.energy_of_time(self.iv.t_start, 1.0, &e_i);
                let after = f.energy_of_time(self.iv.t_start + self.dt, 1.0, &e_y[0]);
                self.b.elastic += after;
                self.b.loads += work + (after - before);
                self.size += after.abs();
            }
            Account::Motors => self.b.motors += work,
            _ => {}
        }
        let (force, moment) = self.impulse(f, &stress);
        match account {
            Account::Loads | Account::Gravity => {
                self.b.load_impulse += force;
                self.b.load_angular_impulse += moment;
            }
            _ => {
                if f.nodes().contains(&GROUND) {
                    self.b.ground_impulse += force;
                    self.b.ground_angular_impulse += moment;
                }
            }
        }
    }
}

impl<S: Integrator> ConstraintVisitor for StepBooks<'_, S> {
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        index: usize,
        owner: &Owner,
        c: &C,
    ) {
        let info = &self.system.constraint_info[index];
        let lambda: [[f64; E]; STAGES] = std::array::from_fn(|y| {
            std::array::from_fn(|e| {
                let row = info.first_row.plus(e);
                let (end, start) = (self.multipliers[row][y], self.previous[row][y]);
                if self.exact { end } else { 0.5 * (start + end) }
            })
        });
        let start = c.target(self.iv.t_start);
        for y in 0..self.iv.stages {
            let target = c.target(self.iv.times[y]);
            for e in 0..E {
                self.b.prescribed -= lambda[y][e] * (target[e] - start[e]);
            }
        }
        if c.nodes().contains(&GROUND) || owner.sort == Sort::Rolling {
            let (force, moment) = self.impulse(c, &lambda);
            self.b.ground_impulse += force;
            self.b.ground_angular_impulse += moment;
        }
    }
}
