//! What an element or joint says about itself: its attachments, its strains and its law.
//!
//! A *strain* is a scalar function of attached points and vectors. On an interval i -> y it comes with a
//! *secant* `S`, one vector per attachment, such that `sum_k S_k . (p_k,y - p_k,i) = e_y - e_i` exactly. For a
//! quadratic function the secant is its gradient at the averaged attachments (str.2); for a
//! smooth function of quadratic invariants it is the chain of secants (section 2b). A *quasi-strain* is not
//! integrable: it has a secant, and its value is defined as the displacement of the secant over the interval
//! (rolling, follower forces).
//!
//! Sizes: `N` nodes, `P` attachments, `E` strains.

pub use super::account::Account;
use super::attachment::Attachment;
use super::constraints::FrameRow;
use super::node::{NodeStage, NodeVelocity};
use super::wrench::{self, Intervals, LinearRule, STAGES, Sink, StressRule};
use crate::math::{M3, V3};
use crate::mechanics::index::{NodeIndex, PerNode, RowIndex};

/// Strains on an interval.
#[derive(Clone, Copy, Debug)]
pub struct Measure<const P: usize, const E: usize> {
    /// Values at the end of the interval; of quasi-strains the displacement over it.
    pub e: [f64; E],
    /// Secants over the interval: they carry the stress to the attachments.
    pub secant: [[V3; P]; E],
    /// Gradients of `e` with respect to the attachments at the end.
    pub gradient: [[V3; P]; E],
}

impl<const P: usize, const E: usize> Measure<P, E> {
    /// Nothing yet.
    pub fn zero() -> Self {
        Measure {
            e: [0.0; E],
            secant: [[V3::zeros(); P]; E],
            gradient: [[V3::zeros(); P]; E],
        }
    }
}

/// Derivative of a stress-weighted secant with respect to one attachment.
#[derive(Clone, Copy, Debug)]
pub enum Coupling {
    /// A multiple of the identity, as every dot product gives.
    Scalar(f64),
    /// Any 3x3 matrix.
    Matrix(M3),
}

/// The geometry of an interaction.
pub trait Strain<const N: usize, const P: usize, const E: usize> {
    /// Indices of its nodes in the system.
    fn nodes(&self) -> &[NodeIndex; N];

    /// Its attachments; their `node` counts within [`Strain::nodes`].
    fn attachments(&self) -> &[Attachment; P];

    /// Strains on the interval from `p_i` to `p_y`; `w` is the weight of the end in averages.
    fn measure(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, E>;

    /// Strains at one state alone.
    #[inline]
    fn value(&self, p: &[V3; P]) -> [f64; E] {
        self.measure(p, p, 1.0).e
    }

    /// Rates of the strains at one state, from the rates of the attached points and vectors.
    fn rates(&self, p: &[V3; P], p_dot: &[V3; P]) -> [f64; E] {
        let gradient = self.measure(p, p, 1.0).gradient;
        std::array::from_fn(|e| (0..P).map(|k| gradient[e][k].dot(&p_dot[k])).sum())
    }
    /// The same from all nodes of the system.
    #[inline]
    fn value_at(&self, stages: &[NodeStage]) -> [f64; E]
    where
        Self: Sized,
    {
        self.value(&wrench::points_at(self, stages))
    }

    /// Visits the non-zero blocks `(k, l)` of `d(sum_a sigma_a secant_a,k) / d p_l,y`.
    fn coupling(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        w: f64,
        sigma: &[f64; E],
        visit: &mut impl FnMut(usize, usize, Coupling),
    );
}

/// An interaction whose stress is a Lagrange multiplier.
pub trait Constraint<const N: usize, const P: usize, const E: usize>: Strain<N, P, E> {
    /// Value the strains must have at time `t`; their work is that of a prescribed motion.
    fn target(&self, _t: f64) -> [f64; E] {
        [0.0; E]
    }
    /// Time derivative of the target.
    fn target_rate(&self, _t: f64) -> [f64; E] {
        [0.0; E]
    }
    /// Its second derivative; where that jumps, the one of the later side.
    fn target_acceleration(&self, _t: f64) -> [f64; E] {
        [0.0; E]
    }
    /// Whether the gap is a number rather than a length: then 1 is its scale, not the size of the model.
    fn dimensionless(&self) -> bool {
        false
    }
    /// `false` for quasi-strains, whose gap has no meaning at a single state.
    fn holonomic(&self) -> bool {
        true
    }
    /// Whether those that have one owner are parts of the same rows, whose gaps are their sums.
    const SHARES_ROW: bool = false;
    /// The same gap as a row between two frames, if it is one that is constant in time (jt.4).
    fn frame_row(&self) -> Option<FrameRow> {
        None
    }
}

/// Stress and its derivatives with respect to the strains at the two ends of an interval.
#[derive(Clone, Copy, Debug)]
pub struct SecantStress<const E: usize> {
    /// Stress conjugate to the strains.
    pub sigma: [f64; E],
    /// Derivative with respect to the start strains, `[row][column]`.
    pub d_start: [[f64; E]; E],
    /// Derivative with respect to the end strains.
    pub d_end: [[f64; E]; E],
}

impl PerNode for NodeNoise {}

impl<const E: usize> SecantStress<E> {
    /// No stress.
    pub fn zero() -> Self {
        SecantStress {
            sigma: [0.0; E],
            d_start: [[0.0; E]; E],
            d_end: [[0.0; E]; E],
        }
    }

    /// Multiplies everything.
    pub fn scale(&mut self, factor: f64) {
        self.sigma.iter_mut().for_each(|s| *s *= factor);
        for d in [&mut self.d_start, &mut self.d_end] {
            d.iter_mut().flatten().for_each(|x| *x *= factor);
        }
    }
}

/// What an interaction remembers of the steps before (so.7).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory<'a> {
    /// Its numbers at the start of the step; none: it has been at rest for long, or has no memory.
    pub kept: &'a [f64],
    /// Length of the step [s].
    pub dt: f64,
}

impl Memory<'static> {
    /// Nothing.
    pub const NONE: Memory<'static> = Memory { kept: &[], dt: 0.0 };
    /// The step of what rests: equilibria, and small motions about them.
    pub const REST: f64 = f64::INFINITY;
}

/// The next `size` numbers of a list that interactions share; none if the list is empty.
pub fn part_of<'a>(numbers: &'a [f64], next: &mut usize, size: usize) -> &'a [f64] {
    let first = *next;
    *next += size;
    numbers.get(first..first + size).unwrap_or(&[])
}

/// What is known of the strains of an interaction before its assembly: those at the start of a step and, for schemes that need
/// them, their rates, computed once per step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartStrain<'a, const E: usize> {
    /// Strains.
    pub e: [f64; E],
    /// Rates [1/s].
    pub rate: [f64; E],
    /// Strains at the stages as the last correction predicted them (nw.2), for the geometric part of the tangent; `None`: it has
    /// those of the iterate.
    pub predicted: Option<[[f64; E]; STAGES]>,
    /// What the interaction remembers.
    pub memory: Memory<'a>,
}

/// In which iterations the geometric part of a tangent has predicted stresses (nw.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicted {
    /// In none.
    Never,
    /// In those of equilibria under given loads.
    AtGivenLoads,
    /// In all.
    Always,
}

impl Predicted {
    /// Whether an iteration, of equilibria under given loads or another one, has them.
    #[inline]
    pub const fn applies(self, at_given_loads: bool) -> bool {
        match self {
            Predicted::Never => false,
            Predicted::AtGivenLoads => at_given_loads,
            Predicted::Always => true,
        }
    }
}

/// The system at one instant.
#[derive(Clone, Copy, Debug)]
pub struct Now<'a> {
    /// Time [s].
    pub time: f64,
    /// All nodes.
    pub stages: &'a [NodeStage],
    /// Their velocities.
    pub velocities: &'a [NodeVelocity],
    /// Factor of the loads; 1 but along paths of equilibria.
    pub load_factor: f64,
    /// What the interaction remembers (so.7); none after a long rest. Of all of them together it is one list after the other.
    pub kept: &'a [f64],
}

/// What is known at the start of a step to a law that remembers.
pub struct StepStart<'a, const E: usize> {
    /// Time [s].
    pub time: f64,
    /// Rates of its strains [1/s].
    pub rate: [f64; E],
    /// Multipliers of the last step, their mean over it.
    pub multiplier: &'a dyn Fn(RowIndex) -> f64,
}

/// Work of a stress on changes of the attachments by their own size.
pub fn stress_on_digits(sigma: &[f64], p: &[V3]) -> f64 {
    let stress: f64 = sigma.iter().map(|s| s.abs()).sum();
    stress * p.iter().map(|p| p.norm()).fold(1.0, f64::max)
}

/// What holds by tension alone: a Gauss point of a cable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axial {
    /// EA [N].
    pub stiffness: f64,
    /// Length that it stands for [m].
    pub length: f64,
    /// Largest derivative of the strain with respect to a place of a node [1/m].
    pub steepest: f64,
}

/// Round-off in the equations of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeNoise {
    /// Force and moment, `[0]` always, `[1]` for every metre between the node and the world's origin.
    pub size: [[f64; 2]; 2],
    /// The same of viscous stresses, times the time step.
    pub viscous: [[f64; 2]; 2],
}

/// An interaction whose stress follows from a law. All parts default to nothing.
///
/// Signs: the stress is internal, so an applied load enters with a minus sign.
pub trait ForceLaw<const N: usize, const P: usize, const E: usize>: Strain<N, P, E> {
    /// Where its work is booked.
    fn account(&self) -> Account;

    /// Stored energy at one state.
    fn energy(&self, _e: &[f64; E]) -> f64 {
        0.0
    }
    /// Energy that depends on time beside the strains, as a change of temperature makes it, with a factor of what acts. It counts as
    /// elastic, and its change beside the work of the applied stress is work of what acts (sh.22).
    fn energy_of_time(&self, _t: f64, _factor: f64, _e: &[f64; E]) -> f64 {
        0.0
    }
    /// Discrete gradient of the energy: `sigma . (y - x) = energy(y) - energy(x)`.
    fn elastic(&self, _x: &[f64; E], _y: &[f64; E]) -> SecantStress<E> {
        SecantStress::zero()
    }
    /// The same without derivatives.
    fn elastic_stress(&self, x: &[f64; E], y: &[f64; E]) -> [f64; E] {
        self.elastic(x, y).sigma
    }
    /// Symmetric positive semi-definite modulus about a state: weight of the numerical dissipation.
    fn modulus(&self, _e: &[f64; E]) -> [[f64; E]; E] {
        [[0.0; E]; E]
    }
    /// `modulus(e) x`.
    fn modulus_times(&self, e: &[f64; E], x: &[f64; E]) -> [f64; E] {
        let modulus = self.modulus(e);
        std::array::from_fn(|a| (0..E).map(|b| modulus[a][b] * x[b]).sum())
    }
    /// `x . modulus(e) x`.
    fn modulus_form(&self, e: &[f64; E], x: &[f64; E]) -> f64 {
        let modulus = self.modulus(e);
        let mut sum = 0.0;
        for a in 0..E {
            for b in 0..E {
                sum += x[a] * modulus[a][b] * x[b];
            }
        }
        sum
    }
    /// Viscous stress over an interval of length `dt`; `sigma . (y - x) >= 0`. `d_start` is not used.
    fn viscous(&self, _x: &[f64; E], _y: &[f64; E], _dt: f64) -> SecantStress<E> {
        SecantStress::zero()
    }
    /// Work that viscosity takes over an interval.
    fn viscous_work(&self, x: &[f64; E], y: &[f64; E], dt: f64) -> f64 {
        let viscous = self.viscous(x, y, dt);
        (0..E).map(|e| viscous.sigma[e] * (y[e] - x[e])).sum()
    }
    /// Viscous stress at one state with strain rates: `d_start` with respect to the rates, `d_end` to the strains.
    fn viscous_at(&self, _e: &[f64; E], _rate: &[f64; E]) -> SecantStress<E> {
        SecantStress::zero()
    }
    /// Applied stress (minus the load) at one instant; `d_start` with respect to the rates, `d_end` to the strains.
    fn applied(&self, _t: f64, _e: &[f64; E], _rate: &[f64; E]) -> SecantStress<E> {
        SecantStress::zero()
    }

    /// Stresses that a scheme makes of strains. Elements with many strains whose law couples few of them override this.
    fn stage_stress(
        &self,
        rule: &impl StressRule,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        rate: &[f64; E],
        _memory: Memory,
    ) -> [[f64; E]; STAGES]
    where
        Self: Sized,
    {
        rule.stress(self, start, ends, rate).sigma
    }

    /// How many numbers it remembers from step to step (so.7).
    #[inline]
    fn memory(&self) -> usize {
        0
    }
    /// What it remembers after a long rest with given strains.
    fn rest(&self, _e: &[f64; E], _kept: &mut [f64]) {}
    /// Whether it takes notes at the start of every step.
    const PREPARES: bool = false;
    /// Whether what it remembers acts at rest, too: friction that sticks holds in equilibria.
    const HOLDS: bool = false;
    /// What it remembers after a way that it has gone so slowly that nothing but the way counts. Asked of laws that hold.
    fn settle_between(&self, _start: &[f64; E], _p_i: &[V3; P], _p_y: &[V3; P], _kept: &mut [f64]) {
    }
    /// Takes those notes, into what it remembers.
    fn prepare(&self, _start: &StepStart<E>, _kept: &mut [f64]) {}
    /// Largest change of each stress with the rate of the strains in the step to come, for what those notes say: a rate is a
    /// difference of positions over the step, and their last digits are in it. Asked of laws that prepare.
    fn viscosity_in(&self, _start: &[f64; E], _memory: Memory) -> [f64; E] {
        [0.0; E]
    }
    /// What it remembers after a step.
    fn remember(&self, _start: &[f64; E], _end: &[f64; E], _dt: f64, _kept: &mut [f64]) {}
    /// Whether some of its strains are quasi-strains: displacements over an interval, zero at its start.
    const QUASI: bool = false;
    /// The same as [`ForceLaw::remember`] from the attachments, for what depends on more than strains.
    fn remember_between(
        &self,
        start: &[f64; E],
        p_i: &[V3; P],
        p_y: &[V3; P],
        dt: f64,
        kept: &mut [f64],
    ) {
        self.remember(start, &self.measure(p_i, p_y, 0.5).e, dt, kept);
    }
    /// Stored energy beside [`ForceLaw::energy`].
    fn kept_energy(&self, _e: &[f64; E], _kept: &[f64]) -> f64 {
        0.0
    }
    /// Work lost over a step beside [`ForceLaw::viscous_work`], never negative.
    fn kept_loss(&self, _start: &[f64; E], _end: &[f64; E], _memory: Memory) -> f64 {
        0.0
    }
    /// The part of [`ForceLaw::kept_loss`] that friction takes.
    fn friction_loss(&self, _start: &[f64; E], _end: &[f64; E], _memory: Memory) -> f64 {
        0.0
    }
    /// How often what it remembers says that something was hit.
    fn impacts(&self, _kept: &[f64]) -> f64 {
        0.0
    }
    /// How deep something is penetrated with given strains [m or rad]; none, or less than none, for all but stops.
    fn penetration(&self, _e: &[f64; E]) -> f64 {
        0.0
    }
    /// Whether the law has no value for some strains.
    const BOUNDED: bool = false;
    /// Whether the law has a value for what a scheme asks of it in a step; if not, the step is refused.
    fn in_domain(
        &self,
        _rule: &impl StressRule,
        _start: &[f64; E],
        _ends: &[[f64; E]; STAGES],
    ) -> bool
    where
        Self: Sized,
    {
        true
    }
    /// Whether it does not stand inside out with its nodes there. Asked of laws that are [`ForceLaw::BOUNDED`].
    fn is_upright(&self, _stages: &[NodeStage]) -> bool {
        true
    }
    /// Largest ratio of viscosity to stiffness [s]: divided by the step, it is how much more a viscous stress suffers from
    /// round-off of the strains than an elastic one.
    fn damping_time(&self) -> f64 {
        // A cable has its law only in tension.
        let (e, rate) = ([1e-6; E], [0.0; E]);
        let (stiffness, viscosity) = (self.modulus(&e), self.viscous_at(&e, &rate).d_start);
        let ratio = |k: usize| viscosity[k][k] / stiffness[k][k];
        let stiff = (0..E).filter(|&k| stiffness[k][k] > 0.0);
        stiff.map(ratio).fold(0.0, f64::max)
    }

    /// Work of the stress on changes of the attachments by their own size: a stiff element under a small load stores little energy,
    /// but positions are known to their last digits only, and the stress works on those.
    fn energy_per_digit(&self, stages: &[NodeStage], e: &[f64; E]) -> f64
    where
        Self: Sized,
    {
        stress_on_digits(&self.elastic(e, e).sigma, &wrench::points_at(self, stages))
    }
    /// What a search for equilibria must know of a cable; `None` for all else.
    fn axial(&self) -> Option<Axial> {
        None
    }
    /// Force and moment on each node that a round-off of one in the last digit of the strains is worth: a residual cannot
    /// become smaller.
    fn round_off(&self) -> [NodeNoise; N] {
        [NodeNoise::default(); N]
    }

    /// Where the geometric part of its tangent has the stress that the last correction predicted (nw.2).
    const PREDICTED: Predicted = Predicted::Never;

    /// Adds its wrenches and tangent blocks. Elements with a shorter way to the same result override this.
    fn assemble(
        &self,
        iv: &Intervals,
        rule: &impl StressRule,
        _linear: &LinearRule,
        start: &StartStrain<E>,
        pair: usize,
        sink: &mut impl Sink,
    ) where
        Self: Sized,
    {
        wrench::assemble_force(self, iv, rule, start, pair, sink);
    }

    /// How many numbers results take from it.
    const OBSERVED: usize = 0;
    /// Fills in those numbers; what they mean is known where the results of its kind are declared.
    fn observe(&self, _at: &Now, _out: &mut [f64])
    where
        Self: Sized,
    {
    }

    /// Whole stress at one instant with given strain rates.
    fn stress_at(&self, t: f64, e: &[f64; E], rate: &[f64; E]) -> [f64; E] {
        let elastic = self.elastic(e, e).sigma;
        let viscous = self.viscous_at(e, rate).sigma;
        let applied = self.applied(t, e, rate).sigma;
        std::array::from_fn(|k| elastic[k] + viscous[k] + applied[k])
    }
}
