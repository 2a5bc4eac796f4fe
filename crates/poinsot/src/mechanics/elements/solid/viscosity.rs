//! Viscosity of solids: of Kelvin and Voigt (so.6), and Prony series with strains that each point remembers (so.7).

use super::material::{Material, Moduli};
use crate::mechanics::interaction::SecantStress;

/// A spring and a dashpot in a row, beside the elastic law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// Stiffness of the spring by that of the elastic law.
    pub ratio: f64,
    /// Time in which its stress falls to a part of 1/e [s].
    pub time: f64,
}

impl Branch {
    /// Branches from shares of the stiffness at once: `G(t) = G_0 (1 - sum_k g_k (1 - exp(-t/t_k)))`, where what remains of `G_0` is
    /// the stiffness of the elastic law. The shares must add up to less than one.
    pub fn from_shares(shares: &[(f64, f64)]) -> Vec<Branch> {
        let left = 1.0 - shares.iter().map(|(share, _)| share).sum::<f64>();
        let branch = |&(share, time): &(f64, f64)| Branch {
            ratio: share / left,
            time,
        };
        shares.iter().map(branch).collect()
    }

    /// Part of the way to the mean strain of a step that the dashpot goes in it.
    fn part(&self, dt: f64) -> f64 {
        -(-dt / self.time).exp_m1()
    }
}

/// Viscosity beside an elastic law.
#[derive(Clone, Debug, PartialEq)]
pub struct Viscosity {
    /// Moduli as drawn; without those of a change of volume where the law has a bulk modulus of its own [Pa].
    moduli: Moduli,
    /// Viscosity by stiffness [s].
    time: f64,
    branches: Vec<Branch>,
}

/// Strains of a dashpot.
type Strain6 = [f64; 6];

impl Viscosity {
    /// Of a law, with a damping time and branches; `None` if there is neither.
    pub fn new(material: &Material, time: f64, branches: &[Branch]) -> Option<Self> {
        if time == 0.0 && branches.is_empty() {
            return None;
        }
        let moduli = match material.without_bulk() {
            Some((rest, _)) => rest.modulus(&[0.0; 6]),
            None => material.modulus(&[0.0; 6]),
        };
        Some(Viscosity {
            moduli,
            time,
            branches: branches.to_vec(),
        })
    }

    /// Viscosity by stiffness [s].
    pub fn time(&self) -> f64 {
        self.time
    }

    /// How many numbers a point remembers.
    pub fn memory(&self) -> usize {
        6 * self.branches.len()
    }

    fn times(&self, factor: f64, x: &Strain6) -> Strain6 {
        std::array::from_fn(|r| {
            let row = &self.moduli[r];
            factor * (0..6).map(|c| row[c] * x[c]).sum::<f64>()
        })
    }

    /// `x . D x`.
    fn form(&self, x: &Strain6) -> f64 {
        let s = self.times(1.0, x);
        (0..6).map(|k| s[k] * x[k]).sum()
    }

    /// Branches with the strains of their dashpots.
    fn pairs<'a>(&'a self, kept: &'a [f64]) -> impl Iterator<Item = (&'a Branch, Strain6)> {
        let strains = kept.chunks_exact(6);
        let branches = self.branches.iter().zip(strains);
        branches.map(|(b, a)| (b, std::array::from_fn(|k| a[k])))
    }

    /// How far a dashpot moves in a step.
    fn move_of(branch: &Branch, a: &Strain6, x: &Strain6, y: &Strain6, dt: f64) -> Strain6 {
        let part = branch.part(dt);
        std::array::from_fn(|k| part * (0.5 * (x[k] + y[k]) - a[k]))
    }

    /// Adds the springs, as stiff as with dashpots that do not move.
    pub fn add_elastic(&self, kept: &[f64], x: &Strain6, y: &Strain6, to: &mut SecantStress<6>) {
        for (branch, a) in self.pairs(kept) {
            let stretch = std::array::from_fn(|k| 0.5 * (x[k] + y[k]) - a[k]);
            let stress = self.times(branch.ratio, &stretch);
            for r in 0..6 {
                to.sigma[r] += stress[r];
                for c in 0..6 {
                    let half = 0.5 * branch.ratio * self.moduli[r][c];
                    to.d_start[r][c] += half;
                    to.d_end[r][c] += half;
                }
            }
        }
    }

    /// Adds the moduli of the springs.
    pub fn add_modulus(&self, to: &mut Moduli) {
        let ratio: f64 = self.branches.iter().map(|b| b.ratio).sum();
        for r in 0..6 {
            for c in 0..6 {
                to[r][c] += ratio * self.moduli[r][c];
            }
        }
    }

    /// Viscous stress over a step, and what moving dashpots take from the springs: half of their move.
    pub fn over_step(&self, kept: &[f64], x: &Strain6, y: &Strain6, dt: f64) -> SecantStress<6> {
        let change: Strain6 = std::array::from_fn(|k| y[k] - x[k]);
        let mut out = SecantStress::zero();
        out.sigma = self.times(self.time / dt, &change);
        let mut slope = self.time / dt;
        for (branch, a) in self.pairs(kept) {
            let taken = self.times(-0.5 * branch.ratio, &Self::move_of(branch, &a, x, y, dt));
            slope -= 0.25 * branch.ratio * branch.part(dt);
            for r in 0..6 {
                out.sigma[r] += taken[r];
            }
        }
        out.d_end = self.moduli.map(|row| row.map(|m| slope * m));
        out
    }

    /// The same at the end of a step that began with strains `x`: `d_start` by the rates, `d_end` by the strains.
    pub fn at_end(
        &self,
        kept: &[f64],
        x: &Strain6,
        y: &Strain6,
        rate: &Strain6,
        dt: f64,
    ) -> SecantStress<6> {
        let mut out = SecantStress::zero();
        out.sigma = self.times(self.time, rate);
        let mut slope = 0.0;
        for (branch, a) in self.pairs(kept) {
            let taken = self.times(-branch.ratio, &Self::move_of(branch, &a, x, y, dt));
            slope -= 0.5 * branch.ratio * branch.part(dt);
            for r in 0..6 {
                out.sigma[r] += taken[r];
            }
        }
        out.d_start = self.moduli.map(|row| row.map(|m| self.time * m));
        out.d_end = self.moduli.map(|row| row.map(|m| slope * m));
        out
    }

    /// Stress beside the law at an instant: of the damping time, and of the springs of branches.
    pub fn stress_now(&self, kept: &[f64], e: &Strain6, rate: &Strain6) -> Strain6 {
        let mut sum = self.times(self.time, rate);
        for (branch, a) in self.pairs(kept) {
            let stretch = std::array::from_fn(|k| e[k] - a[k]);
            let spring = self.times(branch.ratio, &stretch);
            (0..6).for_each(|k| sum[k] += spring[k]);
        }
        sum
    }

    /// Work by volume that viscosity takes over a step, without that in dashpots.
    pub fn loss(&self, x: &Strain6, y: &Strain6, dt: f64) -> f64 {
        self.time / dt * self.form(&std::array::from_fn(|k| y[k] - x[k]))
    }

    /// Work by volume that dashpots take over a step.
    pub fn kept_loss(&self, kept: &[f64], x: &Strain6, y: &Strain6, dt: f64) -> f64 {
        let each = self.pairs(kept).map(|(branch, a)| {
            let part = branch.part(dt);
            // tau*/dt = 1/part - 1/2.
            let moved = Self::move_of(branch, &a, x, y, dt);
            branch.ratio * (1.0 / part - 0.5) * self.form(&moved)
        });
        each.sum()
    }

    /// Energy by volume of the springs.
    pub fn kept_energy(&self, kept: &[f64], e: &Strain6) -> f64 {
        let each = self.pairs(kept).map(|(branch, a)| {
            let stretch = std::array::from_fn(|k| e[k] - a[k]);
            0.5 * branch.ratio * self.form(&stretch)
        });
        each.sum()
    }

    /// Strains of dashpots after a long rest.
    pub fn rest(&self, e: &Strain6, kept: &mut [f64]) {
        for a in kept.chunks_exact_mut(6) {
            a.copy_from_slice(e);
        }
    }

    /// Strains of dashpots after a step.
    pub fn remember(&self, x: &Strain6, y: &Strain6, dt: f64, kept: &mut [f64]) {
        for (branch, a) in self.branches.iter().zip(kept.chunks_exact_mut(6)) {
            let before: Strain6 = std::array::from_fn(|k| a[k]);
            let moved = Self::move_of(branch, &before, x, y, dt);
            for k in 0..6 {
                a[k] += moved[k];
            }
        }
    }
}
