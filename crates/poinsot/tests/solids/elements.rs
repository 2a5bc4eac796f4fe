//! Laws of elements: exact work, balance of forces and moments, tangents, the general way to the same forces, free motions.

use crate::materials;
use crate::mesh::{ALL, Kind, Mesh, block};
use crate::random::Random;
use crate::sink::DenseSink;
use crate::with_room;
use nalgebra::DVector;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, GeneralizedAlpha, Integrator};
use poinsot::math::{Quaternion, V3};
use poinsot::mechanics::elements::solid::{Material, Shape};
use poinsot::mechanics::interaction::{ForceLaw, Memory, StartStrain};
use poinsot::mechanics::node::{NodeIncrement, NodeStage};
use poinsot::mechanics::wrench::{Intervals, STAGES, assemble_force, points_at, strain_rates};
use poinsot::model::{Collocation, RotationMap};
use poinsot::system::{ForceVisitor, NodeIndex, Owner, State, System};

const DT: f64 = 0.1;

/// One distorted element.
fn single(kind: Kind, rng: &mut Random) -> Mesh {
    let shift = V3::new(0.3, -0.2, 0.7);
    let mut mesh = block(kind, [1, 1, 1], |p| {
        V3::new(1.3 * p.x, 0.8 * p.y, p.z) + shift
    });
    if mesh.cells.len() > 1 {
        let cell = mesh.cells[0].clone();
        mesh.points = cell.iter().map(|k| mesh.points[*k]).collect();
        mesh.cells = vec![(0..cell.len()).collect()];
    }
    for p in &mut mesh.points {
        *p += rng.vector(0.04);
    }
    mesh
}

/// Laws that an element can have.
fn laws(kind: Kind) -> Vec<Material> {
    let mut list = materials::all();
    list.retain(|m| !kind.projects() || m.without_bulk().is_some());
    list
}

/// A system at a random state with random increments, of the size that steps have.
struct Sample {
    system: System,
    state: State,
    start: Vec<NodeStage>,
    steps: [Vec<NodeIncrement>; STAGES],
}

impl Sample {
    fn new(kind: Kind, material: Material, seed: u64) -> Self {
        let rng = &mut Random::new(seed);
        let (system, mut state) = single(kind, rng).system(&material, 1.0);
        let turn = rng.orientation();
        let count = state.poses.len();
        for pose in &mut state.poses[1..] {
            pose.r = turn * (pose.r + rng.vector(0.05)) + V3::new(1.0, 2.0, 3.0);
        }
        let further = Quaternion::from_scaled_axis(rng.vector(0.5));
        let mut steps: [Vec<NodeIncrement>; STAGES] =
            std::array::from_fn(|_| vec![NodeIncrement::default(); count]);
        for n in 1..count {
            let r = state.poses[n].r;
            let d = further * r - r + rng.vector(0.04);
            steps[0][n].u = d;
            steps[1][n].u = 0.3 * d + rng.vector(0.01);
            state.velocities[n].v = rng.vector(1.0);
        }
        let start = system.stages(&state);
        Sample {
            system,
            state,
            start,
            steps,
        }
    }

    fn ends(&self, steps: &[Vec<NodeIncrement>; STAGES]) -> [Vec<NodeStage>; STAGES] {
        std::array::from_fn(|y| {
            let nodes = 0..self.start.len();
            let kinds = &self.system.kinds;
            nodes
                .map(|n| NodeStage::after(kinds[n], &self.start[n], &steps[y][n]))
                .collect()
        })
    }

    fn intervals<'a>(
        &'a self,
        scheme: &impl Integrator,
        ends: &'a [Vec<NodeStage>; STAGES],
    ) -> Intervals<'a> {
        Intervals {
            kinds: &self.system.kinds,
            start: &self.start,
            ends: [&ends[0], &ends[1]],
            stages: scheme.stages(),
            rule: scheme.rule(),
            weight: scheme.weights(),
            t_start: 0.0,
            times: std::array::from_fn(|y| scheme.stage_fraction(y) * DT),
        }
    }
}

struct Laws<'a, S: Integrator> {
    sample: &'a Sample,
    scheme: S,
    what: String,
    tangents: bool,
}

impl<S: Integrator> ForceVisitor for Laws<'_, S> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let (sample, scheme, what) = (self.sample, &self.scheme, &self.what);
        let start = StartStrain {
            e: f.value(&points_at(f, &sample.start)),
            rate: strain_rates(f, &sample.start, &sample.state.velocities),
            predicted: None,
            memory: Memory::NONE,
        };
        let evaluate = |steps: &[Vec<NodeIncrement>; STAGES], tangent: bool, general: bool| {
            let ends = sample.ends(steps);
            let iv = sample.intervals(scheme, &ends);
            let mut sink = DenseSink::new(&sample.system, iv.stages, f.nodes(), iv.weight, tangent);
            match general {
                true => assemble_force(f, &iv, scheme, &start, 0, &mut sink),
                false => f.assemble(&iv, scheme, &scheme.linear(), &start, 0, &mut sink),
            }
            sink
        };
        let exact = evaluate(&sample.steps, true, false);
        let general = evaluate(&sample.steps, true, true);
        let size = exact.residual.amax();
        let error = (&exact.residual - &general.residual).amax();
        assert!(
            error < 1e-11 * size,
            "{what}: forces differ by {error:e} of {size:e}"
        );
        let (Some(k), Some(k_general)) = (&exact.matrix, &general.matrix) else {
            panic!("a tangent was wanted");
        };
        let error = (k - k_general).amax();
        assert!(
            error < 1e-11 * k.amax(),
            "{what}: tangents differ by {error:e}"
        );
        self.balance(f, &exact.residual, &start.e);
        if !self.tangents {
            return;
        }
        let h = 1e-6;
        let stages = scheme.stages();
        for y in 0..stages {
            for n in 1..=N {
                for c in 0..3 {
                    let at = |d: f64| {
                        let mut steps = sample.steps.clone();
                        steps[y][n].u[c] += d;
                        evaluate(&steps, false, false).residual
                    };
                    let quotient: DVector<f64> = (at(h) - at(-h)) / (2.0 * h);
                    let column = 3 * stages * (n - 1) + 3 * y + c;
                    let error = (k.column(column) - quotient).amax();
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

impl<S: Integrator> Laws<'_, S> {
    /// Forces and moments of each stage vanish; with one stage the work is the change of energy.
    fn balance<const N: usize, const P: usize, const E: usize>(
        &self,
        f: &impl ForceLaw<N, P, E>,
        residual: &DVector<f64>,
        e_i: &[f64; E],
    ) {
        let (sample, stages) = (self.sample, self.scheme.stages());
        let size = residual.amax();
        if stages != 1 || self.scheme.rule().end_weight != 0.5 {
            return;
        }
        let force = |n: usize| V3::from_fn(|c, _| residual[3 * (n - 1) + c]);
        let (mut sum, mut moment, mut work) = (V3::zeros(), V3::zeros(), 0.0);
        for n in 1..=N {
            let u = sample.steps[0][n].u;
            sum += force(n);
            moment += (sample.start[n].r + 0.5 * u).cross(&force(n));
            work += force(n).dot(&u);
        }
        let what = &self.what;
        assert!(sum.norm() < 1e-13 * size, "{what}: force {sum}");
        assert!(moment.norm() < 1e-12 * size, "{what}: moment {moment}");
        let ends = sample.ends(&sample.steps);
        let (start, end) = (f.energy(e_i), f.energy(&f.value_at(&ends[0])));
        let missing = (work - (end - start)).abs();
        assert!(
            missing < 1e-13 * (start + end) + 3e-15 * size,
            "{what}: {missing:e} of {start:e}"
        );
    }
}

fn check<S: Integrator>(kind: Kind, name: &str, scheme: S) {
    let scheme = scheme.with_step(0.0, DT);
    for (k, material) in laws(kind).into_iter().enumerate() {
        for seed in 0..2 {
            let sample = Sample::new(kind, material.clone(), seed);
            let what = format!("{kind:?} with {name}, {material:?}");
            // Differences of large elements take long.
            let large = matches!(kind.shape(), Shape::Hex27 | Shape::Wedge15);
            let tangents = seed == 0 && (!large || k == 1);
            sample.system.forces.visit(&mut Laws {
                sample: &sample,
                scheme,
                what,
                tangents,
            });
        }
    }
}

#[test]
fn elements_obey_their_laws() {
    with_room(|| {
        for kind in ALL {
            check(kind, "ep", EnergyPreserving::new(RotationMap::Cayley));
        }
    });
}

#[test]
fn elements_obey_their_laws_in_two_stages() {
    with_room(|| {
        for kind in ALL {
            if matches!(kind, Kind::Hex27 | Kind::Hex20 | Kind::Wedge15) {
                continue;
            }
            check(
                kind,
                "ed",
                EnergyDecaying::new(0.3, Collocation::Radau, false),
            );
        }
        let kind = Kind::Hex8Assumed;
        check(
            kind,
            "mp-ed",
            EnergyDecaying::new(0.0, Collocation::Jump, true),
        );
        let scheme = GeneralizedAlpha::optimal(0.6, RotationMap::Cayley);
        check(kind, "generalized-alpha", scheme);
    });
}

/// Rigid motions have no strain, stretched or not.
#[test]
fn rigid_motion_costs_nothing() {
    struct Strains<'a>(&'a [NodeStage], &'a [NodeStage], Kind);
    impl ForceVisitor for Strains<'_> {
        fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
            &mut self,
            _index: usize,
            _owner: &Owner,
            f: &F,
        ) {
            let (a, b) = (f.value_at(self.0), f.value_at(self.1));
            let apart = (0..E).map(|e| (a[e] - b[e]).abs()).fold(0.0, f64::max);
            assert!(apart < 1e-13, "{:?}: {apart:e}", self.2);
        }
    }
    with_room(|| {
        for kind in ALL {
            let sample = Sample::new(kind, laws(kind)[0].clone(), 5);
            let turn = Quaternion::from_scaled_axis(V3::new(1.0, -2.0, 0.5));
            let mut moved = sample.start.clone();
            for stage in &mut moved {
                stage.r = turn * stage.r + V3::new(-1.0, 0.3, 2.0);
            }
            let mut strains = Strains(&sample.start, &moved, kind);
            sample.system.forces.visit(&mut strains);
        }
    });
}

/// Six free motions. The strains of four points that keep the volume, and its mean, leave nine to a single tetrahedron. A
/// brick with twenty nodes and eight points has six more: two for each plane, in which `y (z^2 - 1/3), -z (y^2 - 1/3)` has no strain
/// at the points. In a row of single bricks those of its section remain, one for every face; side by side none does.
#[test]
fn free_motions() {
    with_room(|| {
        let count = |mesh: &Mesh| {
            let k = mesh.stiffness(&laws(mesh.kind)[0]);
            let values = k.symmetric_eigenvalues();
            let largest = values.amax();
            values.iter().filter(|v| v.abs() < 1e-10 * largest).count()
        };
        for kind in ALL {
            let mesh = single(kind, &mut Random::new(9));
            let wanted = match kind {
                Kind::Hex20 => 12,
                Kind::Tet10Volume => 9,
                _ => 6,
            };
            assert_eq!(count(&mesh), wanted, "{kind:?}");
        }
        assert_eq!(count(&block(Kind::Hex20, [2, 1, 1], |p| p)), 9);
        assert_eq!(count(&block(Kind::Hex20, [2, 2, 1], |p| p)), 6);
    });
}

/// An element that is drawn inside out is refused, and so is a projected volume without a bulk modulus.
#[test]
fn bad_elements_are_refused() {
    use poinsot::mechanics::elements::solid::{Hex8, Hex8Volume, Shape, SolidError, Strains};
    let mesh = block(Kind::Hex8, [1, 1, 1], |p| V3::new(p.x, p.y, -p.z));
    let at = |k: usize| mesh.points[mesh.cells[0][k]];
    let nodes = std::array::from_fn(|k| NodeIndex::new(k + 1));
    let plain = Strains::Compatible;
    let law = materials::all()[0].clone();
    let turned = Hex8::new(
        Shape::Hex8,
        nodes,
        &std::array::from_fn(at),
        law.clone(),
        plain,
    );
    assert!(matches!(turned, Err(SolidError::NoVolume { point: 1, .. })));
    let sound = std::array::from_fn(|k| V3::new(at(k).x, at(k).y, -at(k).z));
    let soft = Hex8Volume::new(Shape::Hex8, nodes, &sound, law, plain);
    assert_eq!(soft.err(), Some(SolidError::NoBulk));
}
