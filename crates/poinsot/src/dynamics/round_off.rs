//! What round-off does to the equations: the floor below which no residual can be brought.

use super::assemble::Workspace;
use super::memory::Kept;
use crate::mechanics::index::NodeList;
use crate::mechanics::interaction::{ForceLaw, NodeNoise};
use crate::mechanics::node::{NodeKind, NodeStage};
use crate::mechanics::wrench;
use crate::system::{ForceVisitor, Owner, System};

/// Sums up what round-off of the strains does to the equations of the nodes.
pub(super) struct RoundOff(pub Vec<NodeNoise>);

impl RoundOff {
    /// Nothing yet, for so many nodes.
    pub fn new(nodes: usize) -> Self {
        RoundOff(vec![NodeNoise::default(); nodes])
    }
}

impl ForceVisitor for RoundOff {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let time = f.damping_time();
        for (n, noise) in f.nodes().iter().zip(f.round_off()) {
            for place in 0..2 {
                for part in 0..2 {
                    let size = noise.size[place][part];
                    self.0[*n].size[place][part] += size;
                    self.0[*n].viscous[place][part] += time * size;
                }
            }
        }
    }
}

impl Workspace {
    /// Adds `times` the round-off of stresses whose viscosity is known at the start of a step only, such as that of a contact: a ball
    /// that is set down is damped as strongly as its force is large and its speed small.
    pub(super) fn add_noise_of_rates(&mut self, system: &System, times: f64, dt: f64) {
        if self.kept.is_empty() || !dt.is_finite() {
            return;
        }
        system.forces.visit(&mut NoiseOfRates {
            kept: &self.kept,
            kinds: &system.kinds,
            start: &self.start,
            strains: &self.start_strains,
            first_strains: &self.rate_starts,
            digit: times * f64::EPSILON / dt.abs(),
            dt,
            noise: &mut self.noise,
        });
    }
}

struct NoiseOfRates<'a> {
    kept: &'a Kept,
    kinds: &'a [NodeKind],
    start: &'a [NodeStage],
    strains: &'a [f64],
    first_strains: &'a [usize],
    /// Rate that the last digit of one metre is worth [1/s].
    digit: f64,
    dt: f64,
    noise: &'a mut NodeList<[f64; 2]>,
}

impl ForceVisitor for NoiseOfRates<'_> {
    #[inline]
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        if !F::PREPARES {
            return;
        }
        let first = self.first_strains[index];
        let e: [f64; E] = std::array::from_fn(|k| self.strains[first + k]);
        let viscosity = f.viscosity_in(&e, self.kept.of(index, self.dt));
        if viscosity.iter().all(|c| *c == 0.0) {
            return;
        }
        let (at, m) = wrench::measure_at(f, self.kinds, self.start);
        let reach = at.iter().map(|a| a.p_y.norm()).fold(0.0, f64::max);
        let forces = wrench::forces_per_stress(f, &at, &m);
        for (c, forces) in viscosity.iter().zip(&forces) {
            for (n, force) in f.nodes().iter().zip(forces) {
                for part in 0..2 {
                    let size = force.fixed_rows::<3>(3 * part).norm();
                    self.noise[*n][part] += c * self.digit * reach * size;
                }
            }
        }
    }
}
