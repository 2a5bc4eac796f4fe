//! Tangents of every kind with every scheme against difference quotients.

use crate::common::random::Random;
use crate::interval_laws::kinds_by_index;
use crate::remembering::note;
use crate::samples::stand_with_samples;
use crate::schemes::{SchemeVisitor, for_every_scheme};
use crate::sink::{DenseSink, H, columns_agree, compare_columns};
use crate::stand::{DT, Stand, slot_mut};
use nalgebra::{DMatrix, DVector};
use poinsot::dynamics::schemes::Integrator;
use poinsot::mechanics::interaction::{Constraint, ForceLaw, Memory, StartStrain};
use poinsot::mechanics::wrench::{STAGES, assemble_constraint, assemble_force, points_at};
use poinsot::system::{ConstraintVisitor, DofMap, ForceVisitor, NodeIndex, Owner, RowIndex};

/// Each stand has about fifty samples, each is assembled some forty times with twenty schemes.
const TANGENT_STANDS: u64 = 8;

/// Residual and tangent for perturbed increments and multipliers.
type Evaluate<'a, const E: usize> = dyn Fn(
        &[Vec<poinsot::mechanics::node::NodeIncrement>; STAGES],
        &[[f64; E]; STAGES],
        bool,
    ) -> (DVector<f64>, Option<DMatrix<f64>>)
    + 'a;

/// Central quotient. Where it does not fit, Richardson's extrapolation from two steps: a stop that is hardly touched has a small
/// tangent and large third derivatives, whose share falls from `h^2` to `h^4` with it; a cylinder that stands nearly upright has
/// larger ones still, and steps a tenth as long are needed. Where all of a tangent is small beside the
/// places it comes from, a thousandth and less, their round-off over `h` is what is left, and a step ten times as long has a tenth
/// of it.
fn quotient(at: &dyn Fn(f64) -> DVector<f64>, exact: &[f64], floor: f64) -> DVector<f64> {
    let central = |h: f64| (at(h) - at(-h)) / (2.0 * h);
    let extrapolated = |h: f64| (4.0 * central(0.5 * h) - central(h)) / 3.0;
    let tries: [&dyn Fn() -> DVector<f64>; 3] = [&|| central(H), &|| extrapolated(H), &|| {
        extrapolated(0.1 * H)
    }];
    let fits = |q: &DVector<f64>| columns_agree(exact, q.as_slice(), floor);
    let found = tries.iter().map(|quotient| quotient()).find(fits);
    found.unwrap_or_else(|| extrapolated(10.0 * H))
}

struct Tangents<'a, S: Integrator> {
    stand: &'a Stand,
    kinds: Vec<&'static str>,
    name: &'a str,
    scheme: S,
    rng: Random,
}

impl<S: Integrator> Tangents<'_, S> {
    fn compare<const E: usize>(
        &self,
        kind: &str,
        nodes: &[NodeIndex],
        lambda: &[[f64; E]; STAGES],
        multipliers: bool,
        evaluate: &Evaluate<E>,
    ) {
        let what = format!("{kind} with {}", self.name);
        let dofs = DofMap::new(&self.stand.system, self.scheme.stages());
        let Some(exact) = evaluate(&self.stand.steps, lambda, true).1 else {
            return;
        };
        // Terms far below the largest are drowned in the round-off of the largest, and tangents below 1e-4, as of a contact that has
        // faded to next to nothing, in that of places of order one: 1e-16 over the step of the quotient is 1e-11.
        let floor = (1e-3 * exact.amax()).max(1e-4);
        let compare = |column: usize, at: &dyn Fn(f64) -> DVector<f64>| {
            let exact = exact.column(column).into_owned();
            let quotient = quotient(at, exact.as_slice(), floor);
            compare_columns(&what, column, exact.as_slice(), quotient.as_slice(), floor);
        };
        for y in 0..self.scheme.stages() {
            for &n in nodes {
                for (k, slot) in self.stand.system.kinds[n].slots().enumerate() {
                    let at = |d: f64| {
                        let mut steps = self.stand.steps.clone();
                        *slot_mut(&mut steps[y][n], slot) += d;
                        evaluate(&steps, lambda, false).0
                    };
                    compare(dofs.node_stage(n, y) + k, &at);
                }
            }
            for e in (0..E).filter(|_| multipliers) {
                let at = |d: f64| {
                    let mut lambda = *lambda;
                    lambda[y][e] += d;
                    evaluate(&self.stand.steps, &lambda, false).0
                };
                compare(dofs.multiplier(RowIndex::new(e), y), &at);
            }
        }
    }
}

impl<S: Integrator> ConstraintVisitor for Tangents<'_, S> {
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        c: &C,
    ) {
        let mut random = || std::array::from_fn(|_| self.rng.between(-2.0, 2.0));
        let lambda: [[f64; E]; STAGES] = [random(), random()];
        let (stand, scheme) = (self.stand, self.scheme);
        let evaluate = |steps: &_, lambda: &_, tangent| {
            let ends = stand.moved(steps);
            let iv = stand.intervals_of(&scheme, &ends);
            let mut sink = DenseSink::new(&stand.system, iv.stages, c.nodes(), iv.weight, tangent);
            assemble_constraint(c, &iv, lambda, RowIndex::new(0), 0, 0, &mut sink);
            (sink.residual, sink.matrix)
        };
        self.compare(self.kinds[index], c.nodes(), &lambda, true, &evaluate);
    }
}

impl<S: Integrator> ForceVisitor for Tangents<'_, S> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let rate: [f64; E] = std::array::from_fn(|_| self.rng.between(-2.0, 2.0));
        let (stand, scheme) = (self.stand, self.scheme);
        let start = StartStrain {
            e: f.value(&points_at(f, &stand.start)),
            rate,
            predicted: None,
            memory: Memory::NONE,
        };
        let evaluate = |steps: &_, _: &[[f64; E]; STAGES], tangent| {
            let ends = stand.moved(steps);
            let iv = stand.intervals_of(&scheme, &ends);
            let mut sink = DenseSink::new(&stand.system, iv.stages, f.nodes(), iv.weight, tangent);
            f.assemble(&iv, &scheme, &scheme.linear(), &start, 0, &mut sink);
            (sink.residual, sink.matrix)
        };
        // An element's own way must lead to the same result as the general one.
        let iv = stand.intervals_of(&scheme, &stand.ends);
        let mut sink = DenseSink::new(&stand.system, iv.stages, f.nodes(), iv.weight, true);
        assemble_force(f, &iv, &scheme, &start, 0, &mut sink);
        let (residual, matrix) = evaluate(&stand.steps, &[[0.0; E]; STAGES], true);
        let kind = self.kinds[index];
        let close = |what, error: f64, size: f64| {
            // Round-off of some hundred operations on terms of one size.
            assert!(
                error <= 1e-12 * (1.0 + size),
                "{kind} with {}: {what} {error:e}",
                self.name
            );
        };
        close(
            "residual",
            (&residual - &sink.residual).amax(),
            residual.amax(),
        );
        if let (Some(own), Some(general)) = (matrix, sink.matrix) {
            close("tangent", (&own - &general).amax(), own.amax());
        }
        let none = [[0.0; E]; STAGES];
        self.compare(self.kinds[index], f.nodes(), &none, false, &evaluate);
        if !F::PREPARES {
            return;
        }
        let mut kept = vec![0.0; f.memory()];
        f.rest(&start.e, &mut kept);
        note(f, 0, &mut self.rng, &mut kept);
        let memory = Memory {
            kept: &kept,
            dt: DT,
        };
        let start = StartStrain { memory, ..start };
        let evaluate = |steps: &_, _: &[[f64; E]; STAGES], tangent| {
            let ends = stand.moved(steps);
            let iv = stand.intervals_of(&scheme, &ends);
            let mut sink = DenseSink::new(&stand.system, iv.stages, f.nodes(), iv.weight, tangent);
            f.assemble(&iv, &scheme, &scheme.linear(), &start, 0, &mut sink);
            (sink.residual, sink.matrix)
        };
        self.compare(self.kinds[index], f.nodes(), &none, false, &evaluate);
    }
}

struct AllTangents<'a>(&'a Stand, u64);

impl SchemeVisitor for AllTangents<'_> {
    fn visit<S: Integrator>(&mut self, name: &str, scheme: S) {
        let pools = &self.0.system;
        let tangents = |kinds| Tangents {
            stand: self.0,
            kinds,
            name,
            scheme,
            rng: Random::new(self.1),
        };
        let kinds = kinds_by_index(pools.constraints.kinds());
        pools.constraints.visit(&mut tangents(kinds));
        let kinds = kinds_by_index(pools.forces.kinds());
        pools.forces.visit(&mut tangents(kinds));
    }
}

#[test]
fn tangents_are_difference_quotients() {
    crate::with_room(|| {
        for seed in 0..TANGENT_STANDS {
            let stand = stand_with_samples(1000 + seed);
            for_every_scheme(&mut AllTangents(&stand, seed));
        }
    });
}
