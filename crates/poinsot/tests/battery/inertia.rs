//! Laws of the inertia terms of every scheme: tangents, and work against the change of kinetic energy.

use crate::common::random::Random;
use crate::schemes::{SchemeVisitor, for_every_scheme};
use crate::sink::{H, compare_columns};
use crate::stand::{DT, random_pose, random_step, slot_mut};
use poinsot::dynamics::schemes::{Integrator, NodeStart};
use poinsot::math::{V3, V6, cayley};
use poinsot::mechanics::node::{Node, NodeIncrement, NodeKind, NodeStage, NodeVelocity};

/// Random nodes per scheme.
const NODES: u64 = 100;

struct Sample {
    node: Node,
    stage: NodeStage,
    velocity: NodeVelocity,
    acceleration: [NodeVelocity; 2],
    steps: [NodeIncrement; 2],
}

impl Sample {
    fn new(kind: NodeKind, seed: u64) -> Self {
        let rng = &mut Random::new(seed);
        let frame = kind == NodeKind::Frame;
        let mut velocity = || NodeVelocity {
            v: rng.vector(2.0),
            omega: if frame { rng.vector(2.0) } else { V3::zeros() },
        };
        let (now, acceleration) = (velocity(), [velocity(), velocity()]);
        Sample {
            node: Node {
                name: "sample".into(),
                kind,
                mass: rng.between(0.5, 2.0),
                inertia: if frame {
                    rng.inertia()
                } else {
                    nalgebra::zero()
                },
            },
            stage: NodeStage::start(kind, &random_pose(kind, rng)),
            velocity: now,
            acceleration,
            steps: [random_step(kind, 0.6, rng), random_step(kind, 0.3, rng)],
        }
    }

    fn start(&self) -> NodeStart<'_> {
        NodeStart {
            node: &self.node,
            stage: &self.stage,
            velocity: &self.velocity,
            acceleration: &self.acceleration,
        }
    }
}

struct Tangents;

impl SchemeVisitor for Tangents {
    fn visit<S: Integrator>(&mut self, name: &str, scheme: S) {
        for seed in 0..NODES {
            for kind in [NodeKind::Frame, NodeKind::Point] {
                let sample = Sample::new(kind, seed);
                let tangent = scheme.inertia(&sample.start(), &sample.steps, true).tangent;
                let largest = tangent
                    .iter()
                    .flatten()
                    .map(|m| m.amax())
                    .fold(0.0, f64::max);
                for y in 0..scheme.stages() {
                    for slot in kind.slots() {
                        let at = |d: f64| {
                            let mut steps = sample.steps;
                            *slot_mut(&mut steps[y], slot) += d;
                            scheme.inertia(&sample.start(), &steps, false).residual
                        };
                        let (plus, minus) = (at(H), at(-H));
                        for r in 0..scheme.stages() {
                            let quotient = (plus[r] - minus[r]) / (2.0 * H);
                            let rows = kind.slots();
                            compare_columns(
                                &format!("inertia of a {kind:?} with {name}, row {r}, stage {y}"),
                                slot,
                                &tangent[r][y].column(slot).as_slice()[rows.clone()],
                                &quotient.as_slice()[rows],
                                1e-3 * largest,
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn tangents_are_difference_quotients() {
    for_every_scheme(&mut Tangents);
}

struct Work;

impl SchemeVisitor for Work {
    fn visit<S: Integrator>(&mut self, name: &str, scheme: S) {
        if !scheme.promises().energy {
            return;
        }
        // The inner row of a two-stage scheme is tested with three times the extrapolated start.
        let c = if scheme.stages() == 2 {
            scheme.stage_fraction(1)
        } else {
            0.0
        };
        let fixed_pole = scheme.rule().fixed_pole;
        for seed in 0..NODES {
            for kind in [NodeKind::Frame, NodeKind::Point] {
                let sample = Sample::new(kind, seed);
                let (start, steps) = (sample.start(), &sample.steps);
                let rows = scheme.inertia(&start, steps, false).residual;
                let end = scheme.finish(&start, steps);
                let x = steps.map(|step| conjugate(&step, fixed_pole));
                let mut work = rows[0].dot(&x[0]);
                let mut size = rows[0].norm() * x[0].norm();
                if scheme.stages() == 2 {
                    let x_j = (x[1] - c * x[0]) / (1.0 - c);
                    work += 3.0 * rows[1].dot(&x_j);
                    size += 3.0 * rows[1].norm() * x_j.norm();
                }
                let kinetic = |w: &NodeVelocity| {
                    let spin = sample.node.inertia * w.omega;
                    0.5 * (sample.node.mass * w.v.norm_squared() + spin.dot(&w.omega))
                };
                let change = kinetic(&end.velocity) - kinetic(&sample.velocity);
                let taken = end.numerical_dissipation;
                size += kinetic(&end.velocity) + kinetic(&sample.velocity) + taken.abs();
                // Round-off of the terms that cancel.
                assert!(
                    (work - change - taken).abs() < 1e-13 * size,
                    "{name}: work {work}, change of kinetic energy {change}, dissipation {taken}"
                );
                // With the exponential vector energy oscillates ([RS] report the same).
                let oscillates = name.ends_with("Exponential");
                assert!(taken >= 0.0 || oscillates, "{name} gives energy: {taken}");
            }
        }
    }
}

/// What the rows of a node are multiplied with to give work: `(u, theta)`, about a fixed pole `((I - theta~/2) u, theta)`.
fn conjugate(step: &NodeIncrement, fixed_pole: bool) -> V6 {
    let pole = if fixed_pole {
        step.theta.cross(&step.u)
    } else {
        V3::zeros()
    };
    let u = step.u - 0.5 * pole;
    V6::new(u.x, u.y, u.z, step.theta.x, step.theta.y, step.theta.z)
}

#[test]
fn work_of_inertia_is_change_of_kinetic_energy() {
    for_every_scheme(&mut Work);
}

struct Momentum;

impl SchemeVisitor for Momentum {
    fn visit<S: Integrator>(&mut self, name: &str, scheme: S) {
        if !scheme.promises().angular_momentum {
            return;
        }
        for seed in 0..NODES {
            let sample = Sample::new(NodeKind::Frame, seed);
            let (start, steps) = (sample.start(), &sample.steps);
            let row = DT * scheme.inertia(&start, steps, false).residual[0];
            let end = scheme.finish(&start, steps).velocity;
            let (r_i, u) = (sample.stage.r, steps[0].u);
            let l = [sample.velocity.v, end.v].map(|v| sample.node.mass * v);
            let rot = [
                sample.stage.rot,
                cayley::rotation(&steps[0].theta) * sample.stage.rot,
            ];
            let h = [
                r_i.cross(&l[0]) + rot[0] * (sample.node.inertia * sample.velocity.omega),
                (r_i + u).cross(&l[1]) + rot[1] * (sample.node.inertia * end.omega),
            ];
            let (force, mut moment): (V3, V3) =
                (row.fixed_rows::<3>(0).into(), row.fixed_rows::<3>(3).into());
            // Moments about a pole become moments about the world's origin.
            moment += if scheme.rule().fixed_pole {
                r_i.cross(&force)
            } else {
                (r_i + 0.5 * u).cross(&force)
            };
            assert!(
                (force - (l[1] - l[0])).norm() < 1e-13 * (1.0 + l[1].norm()),
                "{name}"
            );
            // Moments about the middle need a path along the mean momentum: u x (l_i + l_f)/2 = 0.
            let gap = moment - (h[1] - h[0]);
            assert!(gap.norm() < 1e-13 * (1.0 + h[1].norm()), "{name}: {gap}");
        }
    }
}

#[test]
fn balance_of_the_end_is_a_balance_of_momentum() {
    for_every_scheme(&mut Momentum);
}
