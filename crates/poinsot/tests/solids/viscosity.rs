//! Viscosity: losses are never negative, closed forms of relaxation, creep and moduli over frequency.

use crate::materials;
use crate::mesh::{Kind, block, linear};
use crate::random::Random;
use crate::sink::DenseSink;
use crate::with_room;
use nalgebra::DVector;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, GeneralizedAlpha, Integrator};
use poinsot::mechanics::elements::solid::{Branch, Material};
use poinsot::mechanics::interaction::{ForceLaw, Memory, StartStrain};
use poinsot::mechanics::node::{NodeIncrement, NodeStage};
use poinsot::mechanics::wrench::{Intervals, STAGES, points_at};
use poinsot::model::{Collocation, RotationMap};
use poinsot::system::{ForceVisitor, Owner, System};

const DT: f64 = 0.1;
/// Much faster than a step, as long, much slower.
pub const BRANCHES: [Branch; 3] = [
    Branch {
        ratio: 0.4,
        time: 1e-3,
    },
    Branch {
        ratio: 0.7,
        time: 0.1,
    },
    Branch {
        ratio: 0.2,
        time: 20.0,
    },
];

pub fn ep() -> EnergyPreserving {
    EnergyPreserving::new(RotationMap::Cayley)
}
pub fn ed(rho: f64) -> EnergyDecaying {
    EnergyDecaying::new(rho, Collocation::Radau, false)
}

/// A stretched element at random places, and random increments of its nodes.
fn sample(kind: Kind, material: &Material) -> (System, Vec<NodeStage>, [Vec<NodeIncrement>; 2]) {
    let rng = &mut Random::new(3);
    let mesh = block(kind, [1, 1, 1], |p| p);
    let (system, mut state) = mesh.viscous_system(material, 1.0, (0.05, &BRANCHES));
    let count = state.poses.len();
    let mut steps: [Vec<NodeIncrement>; 2] =
        std::array::from_fn(|_| vec![NodeIncrement::default(); count]);
    for n in 1..count {
        state.poses[n].r += rng.vector(0.05);
        steps[0][n].u = rng.vector(0.04);
        steps[1][n].u = 0.3 * steps[0][n].u + rng.vector(0.01);
    }
    let start = system.stages(&state);
    (system, start, steps)
}

struct Books<'a, S: Integrator> {
    system: &'a System,
    start: &'a [NodeStage],
    steps: &'a [Vec<NodeIncrement>; 2],
    scheme: S,
    what: String,
}

impl<S: Integrator> Books<'_, S> {
    fn ends(&self, steps: &[Vec<NodeIncrement>; 2]) -> [Vec<NodeStage>; 2] {
        let kinds = &self.system.kinds;
        std::array::from_fn(|y| {
            let nodes = 0..self.start.len();
            nodes
                .map(|n| NodeStage::after(kinds[n], &self.start[n], &steps[y][n]))
                .collect()
        })
    }
}

impl<S: Integrator> ForceVisitor for Books<'_, S> {
    /// The work of the stresses is the change of energy and what is lost, physically and by the scheme; tangents are differences.
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let (scheme, what) = (&self.scheme, &self.what);
        let e = f.value(&points_at(f, self.start));
        let mut kept = vec![0.0; f.memory()];
        assert!(!kept.is_empty());
        f.rest(&e, &mut kept);
        let rng = &mut Random::new(4);
        kept.iter_mut().for_each(|a| *a += rng.between(-0.05, 0.05));
        let memory = Memory {
            kept: &kept,
            dt: DT,
        };
        let ends = self.ends(self.steps);
        let e_y: [[f64; E]; STAGES] = std::array::from_fn(|y| {
            let y = y.min(scheme.stages() - 1);
            f.value_at(&ends[y])
        });
        let stress = f.stage_stress(scheme, &e, &e_y, &[0.0; E], memory);
        let mut work = 0.0;
        for y in 0..scheme.stages() {
            work += (0..E)
                .map(|k| stress[y][k] * (e_y[y][k] - e[k]))
                .sum::<f64>();
        }
        let mut after = kept.clone();
        f.remember(&e, &e_y[0], DT, &mut after);
        let energy = [
            f.energy(&e) + f.kept_energy(&e, &kept),
            f.energy(&e_y[0]) + f.kept_energy(&e_y[0], &after),
        ];
        let losses = [
            f.viscous_work(&e, &e_y[0], DT),
            f.kept_loss(&e, &e_y[0], memory),
            scheme.elastic_dissipation(|jump| f.modulus_form(&e, jump), &e, &e_y),
        ];
        assert!(losses[0] > 0.0 && losses[1] > 0.0 && losses[2] >= 0.0);
        let missing = work - (energy[1] - energy[0]) - losses.iter().sum::<f64>();
        let size = energy[0] + energy[1] + losses.iter().sum::<f64>();
        if scheme.promises().energy {
            assert!(
                missing.abs() < 1e-13 * size,
                "{what}: {missing:e} of {size:e}"
            );
        }
        let start = StartStrain {
            e,
            rate: [0.0; E],
            predicted: None,
            memory,
        };
        let evaluate = |steps: &[Vec<NodeIncrement>; 2], tangent: bool| {
            let ends = self.ends(steps);
            let iv = Intervals {
                kinds: &self.system.kinds,
                start: self.start,
                ends: [&ends[0], &ends[1]],
                stages: scheme.stages(),
                rule: scheme.rule(),
                weight: scheme.weights(),
                t_start: 0.0,
                times: std::array::from_fn(|y| scheme.stage_fraction(y) * DT),
            };
            let mut sink = DenseSink::new(self.system, iv.stages, f.nodes(), iv.weight, tangent);
            f.assemble(&iv, scheme, &scheme.linear(), &start, 0, &mut sink);
            sink
        };
        let k = evaluate(self.steps, true).matrix.expect("a tangent");
        let (h, stages) = (1e-6, scheme.stages());
        for y in 0..stages {
            for n in 1..=N {
                for c in 0..3 {
                    let at = |d: f64| {
                        let mut steps = self.steps.clone();
                        steps[y][n].u[c] += d;
                        evaluate(&steps, false).residual
                    };
                    let quotient: DVector<f64> = (at(h) - at(-h)) / (2.0 * h);
                    let error = (k.column(3 * stages * (n - 1) + 3 * y + c) - quotient).amax();
                    assert!(
                        error < 3e-7 * k.amax(),
                        "{what}: {error:e} of {:e}",
                        k.amax()
                    );
                }
            }
        }
    }
}

fn check(kind: Kind, scheme: impl Integrator, name: &str) {
    for material in materials::all() {
        if kind.projects() && material.without_bulk().is_none() {
            continue;
        }
        let (system, start, steps) = sample(kind, &material);
        let mut books = Books {
            system: &system,
            start: &start,
            steps: &steps,
            scheme: scheme.with_step(0.0, DT),
            what: format!("{kind:?}, {name}, {material:?}"),
        };
        system.forces.visit(&mut books);
    }
}

#[test]
fn work_is_change_of_energy_and_loss() {
    with_room(|| {
        for kind in [Kind::Hex8, Kind::Hex8Assumed, Kind::Hex8Volume] {
            check(kind, ep(), "ep");
            check(kind, ed(0.0), "ed");
            check(kind, ed(0.6), "ed, 0.6");
        }
        let jump = EnergyDecaying::new(0.3, Collocation::Jump, true);
        check(Kind::Hex8, jump, "mp-ed");
        let other = GeneralizedAlpha::optimal(0.6, RotationMap::Cayley);
        check(Kind::Hex8, other, "generalized-alpha");
    });
}

/// One point of a bar with stress along one axis, moved by given strains or stresses; steps of `ep`.
struct Bar {
    system: System,
    start: Vec<NodeStage>,
}

/// What a bar does in a step: mean stress along it by area, from strains along and across at its ends, and memory.
struct Pull<'a> {
    strain: [[f64; 2]; 2],
    dt: f64,
    kept: &'a mut Vec<f64>,
    commit: bool,
    /// Stresses along and across [Pa].
    stress: [f64; 2],
}

impl ForceVisitor for Pull<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let full = |[a, b]: [f64; 2]| -> [f64; E] {
            std::array::from_fn(|k| match k % 6 {
                0 => a,
                1 | 2 => b,
                _ => 0.0,
            })
        };
        let [x, y] = self.strain.map(full);
        if self.kept.is_empty() {
            *self.kept = vec![0.0; f.memory()];
        }
        let memory = Memory {
            kept: self.kept,
            dt: self.dt,
        };
        let rule = ep().with_step(0.0, self.dt);
        let s = f.stage_stress(&rule, &x, &[y, y], &[0.0; E], memory)[0];
        // Eight points of a unit cube.
        self.stress = [8.0 * s[0], 8.0 * s[1]];
        if self.commit {
            f.remember(&x, &y, self.dt, self.kept);
        }
    }
}

impl Bar {
    fn new(material: &Material, time: f64, branches: &[Branch]) -> Self {
        let mesh = block(Kind::Hex8, [1, 1, 1], |p| p);
        let (system, state) = mesh.viscous_system(material, 1.0, (time, branches));
        let start = system.stages(&state);
        Bar { system, start }
    }
    /// Mean stress along the bar in a step, without stress across; moves on.
    fn pull(&self, from: [f64; 2], along: f64, dt: f64, kept: &mut Vec<f64>) -> ([f64; 2], f64) {
        assert_eq!(self.start.len(), 9);
        let mut at = |across: f64, commit: bool| {
            let mut pull = Pull {
                strain: [from, [along, across]],
                dt,
                kept: &mut *kept,
                commit,
                stress: [0.0; 2],
            };
            self.system.forces.visit(&mut pull);
            pull.stress
        };
        // Linear in the strain across.
        let (a, b) = (at(0.0, false)[1], at(1e-3, false)[1]);
        let across = -1e-3 * a / (b - a);
        let stress = at(across, true);
        ([along, across], stress[0])
    }
}

const YOUNGS: f64 = 2e6;

/// A strain that is applied at once and held: stresses fall as the series says, whatever the step.
#[test]
fn relaxation_is_exact() {
    with_room(|| {
        let bar = Bar::new(&linear(YOUNGS, 0.3), 0.0, &BRANCHES);
        for dt in [1e-4, 0.05, 3.0] {
            let mut kept = Vec::new();
            let e = 1e-3;
            // At once: a step that is too short for dashpots to move.
            let (mut now, _) = bar.pull([0.0; 2], e, 1e-14, &mut kept);
            let mut last = [e * YOUNGS * 2.3; 2];
            for k in 1..=40 {
                let (next, mean) = bar.pull(now, e, dt, &mut kept);
                now = next;
                let at = |t: f64| {
                    let each = BRANCHES.iter().map(|b| b.ratio * (-t / b.time).exp());
                    YOUNGS * e * (1.0 + each.sum::<f64>())
                };
                // The mean of both ends, which is what a step of `ep` has.
                let (start, end) = (at((k - 1) as f64 * dt), at(k as f64 * dt));
                let error = (mean - 0.5 * (start + end)).abs() / (YOUNGS * e);
                assert!(error < 1e-10, "{dt} {k}: {error:e}");
                last = [mean, end];
            }
            assert!(last[0] >= YOUNGS * e * (1.0 - 1e-12));
        }
    });
}

/// A stress that is applied at once and held: strain grows from the stiffness of all springs to that of the law alone. Second order.
#[test]
fn creep_of_one_branch() {
    with_room(|| {
        let branch = Branch {
            ratio: 1.5,
            time: 0.2,
        };
        let bar = Bar::new(&linear(YOUNGS, 0.3), 0.0, &[branch]);
        let stress = 1e3;
        let run = |steps: usize| -> f64 {
            let dt = 0.4 / steps as f64;
            let mut kept = Vec::new();
            let first = stress / (YOUNGS * (1.0 + branch.ratio));
            let (mut now, _) = bar.pull([0.0; 2], first, 1e-14, &mut kept);
            for _ in 0..steps {
                // Linear in the strain along.
                let trial = |e: f64| bar.pull(now, e, dt, &mut kept.clone()).1;
                let (a, b) = (trial(0.0), trial(1e-3));
                let e = 1e-3 * (stress - a) / (b - a);
                now = bar.pull(now, e, dt, &mut kept).0;
            }
            now[0]
        };
        let slow = (1.0 + branch.ratio) * branch.time;
        let wanted =
            stress / YOUNGS * (1.0 - branch.ratio / (1.0 + branch.ratio) * (-0.4 / slow).exp());
        let errors = [8, 16, 32].map(|n| (run(n) / wanted - 1.0).abs());
        let orders = [0, 1].map(|k| (errors[k] / errors[k + 1]).log2());
        println!("creep: errors {errors:?}, orders {orders:?}");
        assert!(errors[2] < 1e-4 && orders.iter().all(|p| (p - 2.0).abs() < 0.05));
    });
}

/// Storage and loss moduli over frequency, from forced oscillations whose steps resolve both cycle and branches.
#[test]
fn moduli_over_frequency() {
    with_room(|| {
        let series = Branch::from_shares(&[(0.3, 0.02), (0.4, 1.0)]);
        assert!((series[0].ratio - 1.0).abs() < 1e-15);
        let bar = Bar::new(&linear(YOUNGS, 0.3), 0.0, &series);
        for frequency in [0.1, 0.5, 2.0, 10.0_f64] {
            // At least 200 in a cycle and ten in the shorter time.
            let steps = (500.0 / frequency).ceil().max(200.0) as usize;
            let omega = std::f64::consts::TAU * frequency;
            let dt = 1.0 / (frequency * steps as f64);
            // Cycles until the start is forgotten, where it is not within a few of them.
            let cycles = 4 + (12.0 * frequency) as usize;
            let (mut kept, mut now) = (Vec::new(), [0.0; 2]);
            let (mut storage, mut loss) = (0.0, 0.0);
            for k in 0..cycles * steps {
                let at = |t: f64| 1e-4 * (omega * t).sin();
                let t = k as f64 * dt;
                let (next, mean) = bar.pull(now, at(t + dt), dt, &mut kept);
                now = next;
                if k >= (cycles - 1) * steps {
                    let phase = omega * (t + 0.5 * dt);
                    // Mean stresses against what a step makes of a sine.
                    let shrink = (0.5 * omega * dt).cos();
                    storage += 2.0 * mean * phase.sin() / (1e-4 * shrink * steps as f64);
                    loss += 2.0 * mean * phase.cos() / (1e-4 * shrink * steps as f64);
                }
            }
            let (mut wanted, mut lost) = (1.0, 0.0);
            for b in &series {
                let x = omega * b.time;
                wanted += b.ratio * x * x / (1.0 + x * x);
                lost += b.ratio * x / (1.0 + x * x);
            }
            let errors = [storage / YOUNGS - wanted, loss / YOUNGS - lost];
            println!("{frequency} Hz: {wanted:.4} {lost:.4}, errors {errors:?}");
            // (omega dt)^2/12 = 8e-5 of the moduli, (dt/t)^2/12 = 8e-4 of what the shorter branch loses.
            assert!(errors.iter().all(|e| e.abs() < 2e-4 * wanted), "{errors:?}");
        }
    });
}
