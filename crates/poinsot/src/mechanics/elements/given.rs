//! Stresses that are given in an element: those that hold thermal expansion back, and those that it has as drawn (sh.22), (sh.24).

use super::field::{CARRIED, FieldElement};
use super::shell::RESULTANTS;
use crate::functions::TimeFunction;
use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, Now, SecantStress, Strain,
};
use crate::mechanics::node::NodeStage;
use std::sync::Arc;

/// Terms of a given strain: the change of temperature, its square, and its gradient through the thickness.
pub const TERMS: usize = 3;
/// What results take from a Gauss point: resultants, strains that cause stress, change of temperature and gradient.
pub const OBSERVED_PER_POINT: usize = 2 * RESULTANTS + 2;

/// Strains that cost an element no stress, term by term.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenStrain<const E: usize> {
    /// Stiffness times the strains, conjugate to the strains of the element.
    pub stress: [[f64; E]; TERMS],
    /// Strains times stiffness times strains.
    pub energy: [[f64; TERMS]; TERMS],
    /// Resultants at the Gauss points, and strains beyond those that the layers of a free section take by themselves.
    pub points: Vec<[[f64; 2 * RESULTANTS]; TERMS]>,
}

/// How much there is of each term.
#[derive(Clone, Debug)]
pub enum GivenCourse {
    /// The strains under which the stress as drawn would vanish: always there.
    Drawn,
    /// A temperature.
    Temperature {
        /// Its change against the state as drawn [K].
        change: TimeFunction,
        /// Its gradient along the normal [K/m].
        gradient: TimeFunction,
    },
}

impl GivenCourse {
    fn amounts(&self, t: f64) -> [f64; TERMS] {
        match self {
            GivenCourse::Drawn => [-1.0, 0.0, 0.0],
            GivenCourse::Temperature { change, gradient } => {
                let warmer = change.value(t);
                [warmer, warmer * warmer, gradient.value(t)]
            }
        }
    }
}

/// The stress of given strains in an element (sh.22).
///
/// The energy of the element is `1/2 e.C e`; this one adds `-a.s + 1/2 a.W a` with `s = stress . e`, which makes it that of the strains
/// beyond the given ones. The strains of this interaction are the s.
#[derive(Clone, Debug)]
pub struct GivenStress<
    T,
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
> {
    element: T,
    strain: Arc<GivenStrain<E>>,
    course: Arc<GivenCourse>,
}

impl<T, const N: usize, const P: usize, const M: usize, const Q: usize, const E: usize>
    GivenStress<T, N, P, M, Q, E>
where
    T: FieldElement<N, P, M, Q, E>,
{
    /// In an element.
    pub fn new(element: T, strain: Arc<GivenStrain<E>>, course: Arc<GivenCourse>) -> Self {
        GivenStress {
            element,
            strain,
            course,
        }
    }

    fn times(&self, e: &[f64; E]) -> [f64; TERMS] {
        std::array::from_fn(|t| (0..E).map(|k| self.strain.stress[t][k] * e[k]).sum())
    }

    /// `sum_q g_q dJ_q/dp` at fields `z`.
    fn spread(&self, g: &[f64; Q], z: &[V3; M]) -> [V3; P] {
        let c = self.element.coefficients();
        let mut force = [V3::zeros(); M];
        for t in T::PRODUCTS {
            force[t.m] += t.c * g[t.q] * z[t.n];
            force[t.n] += t.c * g[t.q] * z[t.m];
        }
        let mut out = [V3::zeros(); P];
        for k in 0..N {
            for m in 0..M {
                out[CARRIED * k + T::CARRIES[m]] += c[m][k] * force[m];
            }
        }
        out
    }

    /// Energy beyond that of the element, with a factor of the amounts.
    fn added(&self, t: f64, factor: f64, s: &[f64; TERMS]) -> f64 {
        let a = self.course.amounts(t).map(|a| factor * a);
        let mut sum = 0.0;
        for i in 0..TERMS {
            sum -= a[i] * s[i];
            for j in 0..TERMS {
                sum += 0.5 * a[i] * self.strain.energy[i][j] * a[j];
            }
        }
        sum
    }

    fn is_drawn(&self) -> bool {
        matches!(*self.course, GivenCourse::Drawn)
    }
}

impl<T, const N: usize, const P: usize, const M: usize, const Q: usize, const E: usize>
    Strain<N, P, TERMS> for GivenStress<T, N, P, M, Q, E>
where
    T: FieldElement<N, P, M, Q, E>,
{
    fn nodes(&self) -> &[NodeIndex; N] {
        &self.element.on().nodes
    }
    fn attachments(&self) -> &[Attachment; P] {
        &self.element.on().common.attachments
    }
    fn measure(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, TERMS> {
        let element = &self.element;
        let (z_i, z_y) = (element.fields(p_i), element.fields(p_y));
        let z_m = std::array::from_fn(|m| (1.0 - w) * z_i[m] + w * z_y[m]);
        let (j_i, j_y) = (element.invariants(&z_i), element.invariants(&z_y));
        let point = element.point(&j_i, &element.strain(&j_i), &j_y, w);
        // At the end alone the secant is the gradient.
        let end = element.point(&j_y, &element.strain(&j_y), &j_y, 1.0);
        Measure {
            e: self.times(&element.end_strain(&point)),
            secant: self
                .strain
                .stress
                .map(|n| self.spread(&element.pull(&point, &n), &z_m)),
            gradient: self
                .strain
                .stress
                .map(|n| self.spread(&element.pull(&end, &n), &z_y)),
        }
    }
    fn value(&self, p: &[V3; P]) -> [f64; TERMS] {
        self.times(&self.element.strain_at(p))
    }
    fn rates(&self, p: &[V3; P], p_dot: &[V3; P]) -> [f64; TERMS] {
        self.times(&self.element.strain_rates(p, p_dot))
    }
    fn coupling(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        w: f64,
        sigma: &[f64; TERMS],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let stress = &self.strain.stress;
        let whole = std::array::from_fn(|k| (0..TERMS).map(|t| sigma[t] * stress[t][k]).sum());
        self.element.couple_fields(p_i, p_y, w, &whole, visit);
    }
}

impl<T, const N: usize, const P: usize, const M: usize, const Q: usize, const E: usize>
    ForceLaw<N, P, TERMS> for GivenStress<T, N, P, M, Q, E>
where
    T: FieldElement<N, P, M, Q, E>,
{
    fn account(&self) -> Account {
        match self.is_drawn() {
            true => Account::Elastic,
            false => Account::Loads,
        }
    }
    fn energy(&self, s: &[f64; TERMS]) -> f64 {
        match self.is_drawn() {
            true => self.added(0.0, 1.0, s),
            false => 0.0,
        }
    }
    fn elastic(&self, _x: &[f64; TERMS], _y: &[f64; TERMS]) -> SecantStress<TERMS> {
        let mut stress = SecantStress::zero();
        if self.is_drawn() {
            stress.sigma = self.course.amounts(0.0).map(|a| -a);
        }
        stress
    }
    fn applied(&self, t: f64, _e: &[f64; TERMS], _rate: &[f64; TERMS]) -> SecantStress<TERMS> {
        let mut stress = SecantStress::zero();
        if !self.is_drawn() {
            stress.sigma = self.course.amounts(t).map(|a| -a);
        }
        stress
    }
    fn energy_of_time(&self, t: f64, factor: f64, s: &[f64; TERMS]) -> f64 {
        match self.is_drawn() {
            true => 0.0,
            false => self.added(t, factor, s),
        }
    }
    fn energy_per_digit(&self, stages: &[NodeStage], _e: &[f64; TERMS]) -> f64 {
        // The time is not known here; of temperatures the work counts, not the energy.
        let amounts = match self.is_drawn() {
            true => self.course.amounts(0.0),
            false => return 0.0,
        };
        let terms = self.strain.stress.iter().zip(amounts);
        let sum: f64 = terms.map(|(n, a)| a.abs() * sum_of(n)).sum();
        sum * (1.0 + self.element.largest_slope() * stages[self.nodes()[0]].r.norm())
    }

    const OBSERVED: usize = T::OUTPUTS / (2 * RESULTANTS) * OBSERVED_PER_POINT;
    fn observe(&self, at: &Now, out: &mut [f64]) {
        let factor = match self.is_drawn() {
            true => 1.0,
            false => at.load_factor,
        };
        let amounts = self.course.amounts(at.time).map(|a| factor * a);
        for (point, out) in
            (self.strain.points.iter()).zip(out.chunks_exact_mut(OBSERVED_PER_POINT))
        {
            for (k, value) in out[..2 * RESULTANTS].iter_mut().enumerate() {
                *value = -(0..TERMS).map(|t| amounts[t] * point[t][k]).sum::<f64>();
            }
            let [warmer, _, gradient] = match self.is_drawn() {
                true => [0.0; TERMS],
                false => amounts,
            };
            out[2 * RESULTANTS] = warmer;
            out[2 * RESULTANTS + 1] = gradient;
        }
    }
}

fn sum_of(n: &[f64]) -> f64 {
    n.iter().map(|x| x.abs()).sum()
}
