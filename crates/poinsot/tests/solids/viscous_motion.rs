//! Viscous solids that move: decay as their roots say, books that close.

use crate::mesh::{Kind, block, linear};
use crate::viscosity::{BRANCHES, ed, ep};
use crate::with_room;
use nalgebra::Complex;
use poinsot::dynamics::ledger::Ledger;
use poinsot::dynamics::schemes::Integrator;
use poinsot::dynamics::{Stepper, Tolerances};
use poinsot::math::V3;
use poinsot::mechanics::elements::solid::{Branch, Material};
use poinsot::mechanics::interaction::ForceLaw;
use poinsot::mechanics::node::NodeStage;
use poinsot::system::{ForceVisitor, Owner, State, System};

/// Amplitude of a free bar after some cycles, by the roots of `s^2 + w^2 (1 + t s + sum_k r_k t_k s/(1 + t_k s)) = 0`.
#[test]
fn free_bars_decay_as_their_roots_say() {
    with_room(|| {
        let branch = Branch {
            ratio: 0.5,
            time: 0.03,
        };
        for (time, branches) in [(2e-3, vec![]), (0.0, vec![branch]), (1e-3, vec![branch])] {
            let mesh = block(Kind::Hex8, [1, 1, 1], |p| p - V3::repeat(0.5));
            let (system, state) = mesh.viscous_system(&linear(12e3, 0.0), 100.0, (time, &branches));
            // Consistent mass: w^2 = 12 E/(rho l^2).
            let w2 = 12.0 * 12e3 / 100.0;
            let mut s = Complex::new(-0.5 * time * w2 - 1.0, f64::sqrt(w2));
            for _ in 0..50 {
                let f = |s: Complex<f64>| {
                    let each = branches
                        .iter()
                        .map(|b| b.ratio * b.time * s / (1.0 + b.time * s));
                    s * s + w2 * (1.0 + time * s + each.sum::<Complex<f64>>())
                };
                let h = 1e-4;
                let slope = (f(s + h) - f(s - h)) / (2.0 * h);
                s -= f(s) / slope;
            }
            let cycle = std::f64::consts::TAU / s.im;
            let run = |steps: usize| {
                let end = decay(&system, &state, s, cycle, 3, steps);
                (end - (3.0 * cycle * s.re).exp()).abs()
            };
            let errors = [32, 64, 128].map(run);
            let order = (errors[1] / errors[2]).log2();
            println!("decay {:.4}: errors {errors:?}", (3.0 * cycle * s.re).exp());
            // Second order; at a peak the error of the phase counts little.
            assert!(errors[2] < 2e-3 && order > 1.8, "{errors:?}, {order}");
        }
    });
}

/// Stretch at the end by that at the start, where a bar starts in its mode: the memory of branches follows from its root.
fn decay(
    system: &System,
    drawn: &State,
    s: Complex<f64>,
    cycle: f64,
    cycles: usize,
    steps: usize,
) -> f64 {
    let mut state = drawn.clone();
    let size = 1e-5;
    for n in 1..state.poses.len() {
        let x = state.poses[n].r.x;
        state.poses[n].r.x += size * x;
        state.velocities[n].v.x = size * s.re * x;
    }
    struct Start(Vec<f64>, Complex<f64>, f64, Vec<NodeStage>);
    impl ForceVisitor for Start {
        fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
            &mut self,
            _index: usize,
            _owner: &Owner,
            f: &F,
        ) {
            let mut kept = vec![0.0; f.memory()];
            f.rest(&f.value_at(&self.3), &mut kept);
            // Strains of dashpots are those of the bar by 1/(1 + t s), of which the real part is there at the start.
            let factor = (1.0 / (1.0 + self.2 * self.1)).re;
            self.0 = kept.iter().map(|a| factor * a).collect();
        }
    }
    let mut start = Start(Vec::new(), s, 0.03, system.stages(&state));
    system.forces.visit(&mut start);
    state.memory = start.0;
    let mut ledger = Ledger::new(system, &state);
    let tolerances = Tolerances {
        relative: 1e-13,
        max_iterations: 20,
    };
    let mut stepper = Stepper::new(system, &state, ep(), tolerances).expect("a pattern");
    let dt = cycle / steps as f64;
    for _ in 0..cycles * steps {
        stepper
            .step(system, &mut state, &mut ledger, dt)
            .expect("a step");
    }
    let balance = ledger.balance();
    let start = ledger.start().total_energy();
    // Strains of 1e-5 have eleven digits.
    assert!(
        balance.gap.abs() < 1e-8 * start,
        "{:e}",
        balance.gap / start
    );
    let length = |state: &State| {
        let xs = || state.poses[1..].iter().map(|p| p.r.x);
        xs().fold(f64::MIN, f64::max) - xs().fold(f64::MAX, f64::min) - 1.0
    };
    length(&state) / size
}

/// A tumbling brick with both kinds of viscosity: momenta and books exact, losses only.
#[test]
fn tumbling_viscous_bricks_keep_their_books() {
    fn tumble(scheme: impl Integrator, momentum: bool) {
        let mesh = block(Kind::Hex8Volume, [2, 1, 1], |p| {
            V3::new(2.0 * p.x - 1.0, p.y - 0.5, 0.5 * p.z - 0.25)
        });
        let law = Material::NeoHooke { mu: 4e5, bulk: 2e7 };
        let (system, mut state) = mesh.viscous_system(&law, 1000.0, (1e-3, &BRANCHES));
        let omega = V3::new(1.0, 5.0, 2.0);
        for n in 1..state.poses.len() {
            let r = state.poses[n].r;
            state.velocities[n].v = omega.cross(&r) + 4.0 * V3::new(r.x, -r.y, 0.0);
        }
        let mut ledger = Ledger::new(&system, &state);
        let start = *ledger.balance();
        let tolerances = Tolerances {
            relative: 1e-12,
            max_iterations: 30,
        };
        let mut stepper = Stepper::new(&system, &state, scheme, tolerances).expect("a pattern");
        let mut lost = 0.0;
        for _ in 0..60 {
            stepper
                .step(&system, &mut state, &mut ledger, 0.005)
                .expect("a step");
            let now = ledger.balance().physical_dissipation;
            assert!(now > lost);
            lost = now;
        }
        assert_eq!(state.memory.len(), 2 * 8 * 6 * 3);
        let now = ledger.balance();
        let energy = start.total_energy();
        println!(
            "lost {:.2e} of the energy, gap {:.1e}",
            lost / energy,
            now.gap / energy
        );
        assert!(lost > 0.01 * energy && now.gap.abs() < 1e-12 * energy);
        let turned = now.angular_momentum - start.angular_momentum;
        let relative = turned.norm() / start.angular_momentum.norm();
        assert!(
            relative < if momentum { 1e-12 } else { 1e-3 },
            "{relative:e}"
        );
    }
    with_room(|| {
        tumble(ep(), true);
        tumble(ed(0.0), false);
    });
}
