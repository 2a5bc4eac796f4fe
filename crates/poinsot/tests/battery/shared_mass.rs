//! Mass that point nodes share: every scheme keeps the laws it keeps with masses at nodes.

use crate::common::random::Random;
use crate::schemes::{SchemeVisitor, for_every_scheme};
use nalgebra::{DMatrix, DVector};
use poinsot::dynamics::ledger::Ledger;
use poinsot::dynamics::schemes::{EnergyPreserving, Instant, Integrator, Turning};
use poinsot::dynamics::{Stepper, Tolerances, Workspace, start_accelerations};
use poinsot::functions::{Law, TimeFunction};
use poinsot::math::{M3, Quaternion, V3};
use poinsot::mechanics::forces::{DeadLoad, PointSpring};
use poinsot::mechanics::node::{Node, NodeKind, NodePose, NodeVelocity};
use poinsot::mechanics::shared_mass::{ElementMass, SharedMass};
use poinsot::model::RotationMap;
use poinsot::modes::{About, Matrix, Wanted, modes};
use poinsot::system::{Add, NodeIndex, Owner, Scatter, Sort, State, System};

const TOLERANCES: Tolerances = Tolerances {
    relative: 1e-13,
    max_iterations: 40,
};

fn owner() -> Owner {
    Owner {
        order: 0,
        sort: Sort::Spring,
        name: String::new(),
        part: "",
    }
}

/// Points at given places without mass, and the ground.
pub fn points_at(places: &[V3]) -> (System, State) {
    let node = |name: String, kind: NodeKind| Node {
        name,
        kind,
        mass: 0.0,
        inertia: M3::zeros(),
    };
    let mut nodes = vec![node("ground".into(), NodeKind::Ground)];
    nodes.extend((0..places.len()).map(|k| node(format!("p{k}"), NodeKind::Point)));
    let mut system = System {
        kinds: nodes.iter().map(|n| n.kind).collect(),
        nodes,
        length: 1.0,
        ..System::default()
    };
    system.number();
    let pose = |r: V3| NodePose {
        r,
        q: Quaternion::identity(),
    };
    let mut poses = vec![pose(V3::zeros())];
    poses.extend(places.iter().map(|r| pose(*r)));
    let velocities = vec![NodeVelocity::default(); poses.len()];
    let state = State::new(&system, poses, velocities);
    (system, state)
}

/// Masses of an element with given nodes, positive definite; sums of its rows have any sign.
fn random_mass<const N: usize>(nodes: [usize; N], rng: &mut Random) -> ElementMass {
    let size = nodes.len();
    let factor = DMatrix::from_fn(size, size, |i, j| {
        rng.between(-0.4, 0.4) + f64::from(u8::from(i == j))
    });
    let matrix = &factor * factor.transpose();
    ElementMass {
        nodes: nodes.map(NodeIndex::new).to_vec(),
        matrix: matrix.as_slice().to_vec(),
    }
}

/// Twelve points, stiffening springs between them, three elements with mass, one node with mass of its own as well.
fn cluster(seed: u64) -> (System, State) {
    let rng = &mut Random::new(seed);
    let places: Vec<V3> = (0..12).map(|_| rng.vector(1.0)).collect();
    let (mut system, mut state) = points_at(&places);
    for a in 1..=12 {
        for b in a + 1..=12 {
            if (a * b) % 3 == 0 {
                let far = (places[a - 1] - places[b - 1]).norm();
                let text = format!("20*(x - {far}) + 8*(x - {far})^3");
                let law = Law::expression(&text, far).expect("a sound formula");
                let none = V3::zeros();
                let spring =
                    PointSpring::new([a, b].map(NodeIndex::new), none, none, Some(law), 0.0, 1.0);
                system.forces.add(owner(), spring);
            }
        }
    }
    let elements = [
        random_mass([1, 2, 3, 4, 5], rng),
        random_mass([12, 5, 6, 7, 8], rng),
        random_mass([9, 3, 10, 11], rng),
    ];
    system.shared_mass = SharedMass::new(13, &elements);
    system.nodes[4].mass = 0.7;
    system.number();
    for n in 1..=12 {
        let r = state.poses[n].r;
        let turn = V3::new(0.3, 1.2, -0.7).cross(&r);
        state.velocities[n].v = turn + V3::new(0.4, -0.2, 0.1) + rng.vector(0.3);
    }
    (system, state)
}

struct Laws;

impl SchemeVisitor for Laws {
    fn visit<S: Integrator>(&mut self, name: &str, scheme: S) {
        for seed in 0..3 {
            let (system, mut state) = cluster(seed);
            if scheme.needs_accelerations() {
                start_accelerations(&system, &mut state).expect("a start");
            }
            let mut ledger = Ledger::new(&system, &state);
            let start = *ledger.balance();
            let mut stepper = Stepper::new(&system, &state, scheme, TOLERANCES).expect("a pattern");
            for _ in 0..60 {
                stepper
                    .step(&system, &mut state, &mut ledger, 0.02)
                    .unwrap_or_else(|e| panic!("{name}: {e}"));
            }
            let now = ledger.balance();
            let (energy, momentum) = (start.total_energy(), start.linear_momentum.norm());
            let moved = (now.elastic - start.elastic).abs();
            assert!(moved > 1e-3 * energy, "{name}: nothing happens");
            if scheme.promises().energy {
                assert!(now.gap.abs() < 1e-12 * energy, "{name}: {:e}", now.gap);
                let rise = ledger.largest_unexplained_rise();
                assert!(rise < 1e-12 * energy, "{name}: {rise:e}");
                let lost = now.numerical_dissipation;
                // The exponential vector gives round-off of kinetic energies.
                assert!(lost > -1e-13 * energy, "{name}: {lost:e}");
                assert_eq!(lost > 1e-6 * energy, takes(name), "{name}: {lost:e}");
            }
            // Accelerations of the generalized-alpha family begin with round-off of 1e-10 or so.
            let allowed = if scheme.promises().energy {
                1e-12
            } else {
                1e-9
            };
            let gap = now.linear_momentum_gap.norm();
            assert!(gap < allowed * momentum, "{name}: {gap:e}");
            // `mp-ed` keeps it for masses at nodes only: it convects the momentum of a node with the node's own motion.
            if scheme.promises().angular_momentum && !name.starts_with("mp-ed") {
                let size = start.angular_momentum.norm();
                let gap = now.angular_momentum_gap.norm();
                assert!(gap < 1e-12 * size, "{name}: {gap:e}");
            }
        }
    }
}

/// Schemes that take energy out of the motion: all that decay, but those with `rho_inf = 1`.
fn takes(name: &str) -> bool {
    name.contains("ed ") && !name.ends_with(" 1")
}

#[test]
fn every_scheme_keeps_its_laws() {
    for_every_scheme(&mut Laws);
}

struct Lumps;

impl SchemeVisitor for Lumps {
    fn visit<S: Integrator>(&mut self, name: &str, scheme: S) {
        let (mut shared, mut a) = cluster(7);
        let (mut lumped, mut b) = (shared.clone(), a.clone());
        let single = |n: usize| ElementMass {
            nodes: vec![NodeIndex::new(n)],
            matrix: vec![0.3 + 0.1 * n as f64],
        };
        let masses: Vec<ElementMass> = (1..13).map(single).collect();
        shared.shared_mass = SharedMass::new(13, &masses);
        shared.nodes[4].mass = 0.0;
        lumped.shared_mass = SharedMass::default();
        for mass in &masses {
            lumped.nodes[mass.nodes[0]].mass = mass.matrix[0];
        }
        for (system, state) in [(&shared, &mut a), (&lumped, &mut b)] {
            start_accelerations(system, state).expect("a start");
            let mut ledger = Ledger::new(system, state);
            let mut stepper = Stepper::new(system, state, scheme, TOLERANCES).expect("a pattern");
            for _ in 0..20 {
                stepper
                    .step(system, state, &mut ledger, 0.02)
                    .unwrap_or_else(|e| panic!("{name}: {e}"));
            }
        }
        for n in 0..13 {
            let apart = (a.poses[n].r - b.poses[n].r).norm();
            assert!(apart < 1e-12, "{name}: {apart:e}");
        }
    }
}

/// Shared mass on the diagonal alone is mass at the nodes.
#[test]
fn diagonal_shared_mass_is_mass_of_nodes() {
    for_every_scheme(&mut Lumps);
}

struct Tangents;

impl SchemeVisitor for Tangents {
    fn visit<S: Integrator>(&mut self, name: &str, scheme: S) {
        let (system, state) = cluster(3);
        let scatter = Scatter::new(&system, scheme.stages());
        let mut work = Workspace::new(&system, &scatter);
        let dt = 0.05;
        let scheme = scheme.with_step(state.time, dt);
        work.begin(&system, &state, &scheme);
        let rng = &mut Random::new(11);
        for y in 0..scheme.stages() {
            for n in NodeIndex::range(1..13) {
                work.steps[y][n].u = rng.vector(0.1);
            }
        }
        work.move_nodes(&system, scheme.stages());
        work.assemble(&system, &scatter, &state, &scheme, dt, true);
        let (values, h) = (work.values.clone(), 1e-6);
        let largest = values.iter().fold(0.0f64, |a, b| a.max(b.abs()));
        for n in NodeIndex::range(1..13) {
            for y in 0..scheme.stages() {
                for k in 0..3 {
                    let mut at = |d: f64| {
                        work.steps[y][n].u[k] += d;
                        work.move_nodes(&system, scheme.stages());
                        work.assemble(&system, &scatter, &state, &scheme, dt, false);
                        work.steps[y][n].u[k] -= d;
                        work.residual.clone()
                    };
                    let (plus, minus) = (at(h), at(-h));
                    let column = scatter.dofs.node_stage(n, y) + k;
                    let mut full = vec![0.0; plus.len()];
                    for e in scatter.column_starts[column]..scatter.column_starts[column + 1] {
                        full[scatter.rows[e] as usize] = values[e];
                    }
                    for row in 0..full.len() {
                        let quotient = (plus[row] - minus[row]) / (2.0 * h);
                        let error = (full[row] - quotient).abs();
                        assert!(error < 1e-7 * largest, "{name}: {error:e} of {largest:e}");
                    }
                }
            }
        }
    }
}

#[test]
fn tangents_with_shared_mass_are_difference_quotients() {
    for_every_scheme(&mut Tangents);
}

/// Corners of a brick 4 x 2 x 1, and its consistent mass at a density of one.
fn brick() -> ([V3; 8], ElementMass) {
    let sides = [4.0, 2.0, 1.0];
    let corner = |k: usize| [k & 1, (k >> 1) & 1, k >> 2];
    let places = std::array::from_fn(|k| {
        let c = corner(k);
        V3::from_fn(|i, _| sides[i] * (c[i] as f64 - 0.5))
    });
    // Integrals of products of linear functions: a third or a sixth of the length.
    let entry = |a: usize, b: usize| -> f64 {
        let (a, b) = (corner(a), corner(b));
        (0..3)
            .map(|i| sides[i] / if a[i] == b[i] { 3.0 } else { 6.0 })
            .product()
    };
    let mass = ElementMass {
        nodes: NodeIndex::range(1..9).collect(),
        matrix: (0..64).map(|k| entry(k / 8, k % 8)).collect(),
    };
    (places, mass)
}

/// Momentum, angular momentum and energy of a turning brick are those of a rigid one.
#[test]
fn consistent_mass_of_a_brick_is_that_of_a_rigid_body() {
    let (places, mass) = brick();
    let (mut system, mut state) = points_at(&places);
    system.shared_mass = SharedMass::new(9, &[mass]);
    let (v, omega) = (V3::new(0.3, -1.0, 0.2), V3::new(0.4, 1.1, -0.8));
    for n in 1..9 {
        state.velocities[n].v = v + omega.cross(&state.poses[n].r);
    }
    let inertia = M3::from_diagonal(&V3::new(5.0, 17.0, 20.0)) * (8.0 / 12.0);
    let balance = *Ledger::new(&system, &state).balance();
    assert!((system.total_mass() - 8.0).abs() < 1e-14);
    assert!((balance.linear_momentum - 8.0 * v).norm() < 1e-14);
    assert!((balance.angular_momentum - inertia * omega).norm() < 1e-13);
    let kinetic = 0.5 * (8.0 * v.norm_squared() + omega.dot(&(inertia * omega)));
    assert!((balance.kinetic - kinetic).abs() < 1e-13);
}

/// Weights of the sums of rows let everything fall alike, however the mass is shared.
#[test]
fn all_points_fall_alike() {
    let (mut system, mut state) = cluster(5);
    state
        .velocities
        .iter_mut()
        .for_each(|w| *w = NodeVelocity::default());
    let g = V3::new(0.0, 0.0, -9.81);
    for n in NodeIndex::range(1..13) {
        let weight = system.uniform_mass(n) * g;
        let load = DeadLoad::weight(n, weight, TimeFunction::constant(1.0));
        system.forces.add(owner(), load);
    }
    system.number();
    start_accelerations(&system, &mut state).expect("a start");
    for a in &state.accelerations[1..] {
        assert!((a[0].v - g).norm() < 1e-12, "{}", a[0].v);
    }
    let scheme = EnergyPreserving::new(RotationMap::Cayley);
    let (mut ledger, before) = (Ledger::new(&system, &state), state.clone());
    let mut stepper = Stepper::new(&system, &state, scheme, TOLERANCES).expect("a pattern");
    for _ in 0..10 {
        stepper
            .step(&system, &mut state, &mut ledger, 0.05)
            .expect("a step");
    }
    for n in NodeIndex::range(1..13) {
        let fallen = state.poses[n].r - before.poses[n].r;
        assert!((fallen - 0.5 * 0.25 * g).norm() < 1e-11, "{fallen}");
    }
    assert!(ledger.balance().gap.abs() < 1e-11);
}

/// Forces of inertia in a turning frame are `M omega x (omega x r)`.
#[test]
fn shared_mass_is_pulled_outwards_in_a_turning_frame() {
    let (mut system, state) = cluster(2);
    system.forces.retain(|_| false);
    system.number();
    let scatter = Scatter::new(&system, 1);
    let mut work = Workspace::new(&system, &scatter);
    let turning = Turning {
        omega: V3::new(0.2, -0.4, 1.5),
        through: V3::new(0.1, 0.0, 0.3),
    };
    let scheme = Instant {
        turning: Some(turning),
        ..Instant::at(0.0)
    };
    work.begin(&system, &state, &scheme);
    work.move_nodes(&system, 1);
    work.assemble(&system, &scatter, &state, &scheme, 1.0, false);
    let pull = |n: NodeIndex| {
        let arm = state.poses[n].r - turning.through;
        turning.omega.cross(&turning.omega.cross(&arm))
    };
    for n in NodeIndex::range(1..13) {
        let wanted = system.nodes[n].mass * pull(n) + system.shared_mass.times(n, pull);
        let first = scatter.dofs.node(n);
        for k in 0..3 {
            assert!((work.residual[first + k] - wanted[k]).abs() < 1e-13);
        }
    }
}

/// Frequencies are those of the dense problem with the whole mass matrix; the factor of the mass gives it back.
#[test]
fn modes_see_the_whole_mass_matrix() {
    let (system, state) = cluster(4);
    let wanted = Wanted {
        count: 40,
        ..Wanted::default()
    };
    let found = modes(&system, &state, &About::default(), &wanted).expect("modes");
    let linear = &found.linear;
    let dense = |which: Matrix| {
        let mut m = DMatrix::zeros(36, 36);
        for (i, j, v) in linear.entries(which) {
            m[(i, j)] += v;
        }
        m
    };
    let (mass, stiffness) = (dense(Matrix::Mass), dense(Matrix::Stiffness));
    for a in NodeIndex::range(1..13) {
        for (b, m) in system.shared_mass.row(a) {
            let own = if a == b { system.nodes[a].mass } else { 0.0 };
            assert_eq!(mass[(3 * a.position() - 3, 3 * b.position() - 3)], m + own);
        }
    }
    let columns = linear.mass_root.columns();
    assert_eq!(columns.len(), linear.mass_root.len());
    let mut product = DMatrix::zeros(36, 36);
    for column in columns.iter() {
        let mut full = DVector::zeros(36);
        column.iter().for_each(|&(k, v)| full[k] = v);
        product += &full * full.transpose();
    }
    assert!((&product - &mass).amax() < 1e-14 * mass.amax());
    let lower = mass.cholesky().expect("positive").l();
    let inverse = lower.try_inverse().expect("regular");
    let mut squares: Vec<f64> = (&inverse * stiffness * inverse.transpose())
        .symmetric_eigenvalues()
        .iter()
        .copied()
        .collect();
    squares.sort_by(f64::total_cmp);
    assert_eq!(found.list.len(), 36);
    for (mode, square) in found.list.iter().zip(&squares) {
        let frequency = mode.angular_frequency();
        assert!((frequency * frequency - square).abs() < 1e-8 * squares[35]);
    }
    let total = system.total_mass();
    let effective: f64 = found
        .list
        .iter()
        .filter_map(|m| m.effective_mass().map(|e| e[0]))
        .sum();
    assert!((effective - total).abs() < 1e-9 * total);
}
