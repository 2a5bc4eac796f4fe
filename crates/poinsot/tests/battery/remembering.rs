//! Laws of what remembers, for every kind and every scheme: over a history of random steps, work is the change of energy and the
//! loss, and nothing is ever won.

use crate::common::random::Random;
use crate::interval_laws::kinds_by_index;
use crate::samples::stand_with_samples;
use crate::schemes::{SchemeVisitor, for_every_scheme};
use crate::stand::{DT, Stand, T_START};
use poinsot::dynamics::schemes::Integrator;
use poinsot::mechanics::interaction::{ForceLaw, Memory, StepStart};
use poinsot::mechanics::wrench::{STAGES, points_at};
use poinsot::system::{ForceVisitor, Owner, RowIndex};

/// Steps of a history.
const STEPS: usize = 12;
/// Stands; each has some thirty laws with a memory, and every scheme makes a history with each.
const HISTORIES: u64 = 40;

struct History<'a, S: Integrator> {
    stand: &'a Stand,
    kinds: Vec<&'static str>,
    name: &'a str,
    scheme: S,
    rng: Random,
}

/// What a law remembers at the start of a step, with random notes.
pub fn note<const N: usize, const P: usize, const E: usize>(
    f: &impl ForceLaw<N, P, E>,
    step: usize,
    rng: &mut Random,
    kept: &mut [f64],
) {
    let force = rng.between(-3.0, 3.0);
    f.prepare(
        &StepStart {
            time: T_START + step as f64 * DT,
            rate: std::array::from_fn(|_| rng.between(-2.0, 2.0)),
            multiplier: &|row: RowIndex| force * (1.0 + row.position() as f64),
        },
        kept,
    );
}

impl<S: Integrator> ForceVisitor for History<'_, S> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        // Elements of solids have a test of their own: strains alone are no state of them.
        if f.memory() == 0 || !F::PREPARES {
            return;
        }
        let what = format!("{} with {}", self.kinds[index], self.name);
        let rng = &mut self.rng;
        let mut e_i = f.value(&points_at(f, &self.stand.start));
        let mut kept = vec![0.0; f.memory()];
        f.rest(&e_i, &mut kept);
        for step in 0..STEPS {
            note(f, step, rng, &mut kept);
            let memory = Memory {
                kept: &kept,
                dt: DT,
            };
            // Long steps and short ones, some of them back and forth.
            let size = 10f64.powf(rng.between(-3.0, -0.3));
            let e_f: [f64; E] = std::array::from_fn(|k| e_i[k] + rng.between(-size, size));
            let e_s: [f64; E] = std::array::from_fn(|k| {
                e_i[k] + 0.3 * (e_f[k] - e_i[k]) + rng.between(-0.1, 0.1) * size
            });
            let ends = [e_f, e_s];
            let stress = f.stage_stress(&self.scheme, &e_i, &ends, &[0.0; E], memory);
            let mut work = 0.0;
            for y in 0..self.scheme.stages().min(STAGES) {
                for k in 0..E {
                    work += stress[y][k] * (ends[y][k] - e_i[k]);
                }
            }
            let lost = f.viscous_work(&e_i, &e_f, DT) + f.kept_loss(&e_i, &e_f, memory);
            assert!(lost >= 0.0, "{what}: wins {lost:e}");
            let before = f.energy(&e_i) + f.kept_energy(&e_i, &kept);
            let numerical = match self.scheme.dissipates() {
                true => {
                    let form = |jump: &[f64; E]| f.modulus_form(&e_i, jump);
                    self.scheme.elastic_dissipation(form, &e_i, &ends)
                }
                false => 0.0,
            };
            f.remember(&e_i, &e_f, DT, &mut kept);
            let after = f.energy(&e_f) + f.kept_energy(&e_f, &kept);
            assert!(before >= 0.0 && after >= 0.0, "{what}: energy below zero");
            let gap = work - (after - before) - lost - numerical;
            // Round-off of strains of up to some ten, of which the work is a small difference.
            let scale = before + after + lost + numerical + 10.0 * stress[0][0].abs();
            assert!(
                gap.abs() <= 1e-13 * (1.0 + scale),
                "{what}, step {step}: gap {gap:e} of {scale}"
            );
            e_i = e_f;
        }
    }
}

struct AllSchemes<'a>(&'a Stand, u64);

impl SchemeVisitor for AllSchemes<'_> {
    fn visit<S: Integrator>(&mut self, name: &str, scheme: S) {
        if !scheme.promises().energy {
            return;
        }
        let forces = &self.0.system.forces;
        forces.visit(&mut History {
            stand: self.0,
            kinds: kinds_by_index(forces.kinds()),
            name,
            scheme,
            rng: Random::new(self.1),
        });
    }
}

#[test]
fn work_is_the_change_of_energy_and_the_loss() {
    crate::with_room(|| {
        for seed in 0..HISTORIES {
            let stand = stand_with_samples(3001 + seed);
            for_every_scheme(&mut AllSchemes(&stand, seed));
        }
    });
}
