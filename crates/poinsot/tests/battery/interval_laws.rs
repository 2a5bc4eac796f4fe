//! Laws of strains on intervals, for every kind: work is energy change, wrenches balance, rigid motion costs nothing.

use crate::STANDS;
use crate::common::random::Random;
use crate::samples::stand_with_samples;
use crate::stand::Stand;
use poinsot::math::{V3, V6};
use poinsot::mechanics::attachment::{AttachmentKind, IntervalRule};
use poinsot::mechanics::interaction::{Constraint, ForceLaw, Strain};
use poinsot::mechanics::node::{NodeKind, NodeStage};
use poinsot::mechanics::wrench::{forces_per_stress, measure, points_at};
use poinsot::system::{ConstraintVisitor, ForceVisitor, Owner};

/// Round-off of a few dozen operations, relative to the terms that cancel.
const ROUND_OFF: f64 = 1e-12;

/// Kinds that a rigid motion of all attachments changes, and why.
const BOUND_TO_THE_WORLD: [(&str, &str); 10] = [
    ("contact_height", "the plane is part of the world"),
    ("no_slip", "the plane is part of the world"),
    ("dead_load", "it comes from outside"),
    ("follower_load", "it comes from outside"),
    ("program_load", "it comes from outside"),
    ("pressure_3", "it comes from outside"),
    ("pressure_4", "it comes from outside"),
    ("pressure_6", "it comes from outside"),
    ("pressure_8", "it comes from outside"),
    ("pressure_9", "it comes from outside"),
];

/// Kinds whose first strain alone is asked for under a rigid motion, and why.
const FIRST_ALONE: [(&str, &str); 7] = [
    ("sphere_on_plane", WORLD_AXES),
    ("sphere_on_sphere", WORLD_AXES),
    ("sphere_on_solid", WORLD_AXES),
    ("sphere_on_segment", WORLD_AXES),
    ("segment_on_segment", WORLD_AXES),
    ("rod_on_edge", WORLD_AXES),
    ("rim_on_plane", WORLD_AXES),
];
const WORLD_AXES: &str = "slip is a vector in the axes of the world";

/// Visits everything, telling the kind.
struct Visit<'a, L: StrainLaw> {
    stand: &'a Stand,
    kinds: Vec<&'static str>,
    law: L,
}

trait StrainLaw {
    fn check<const N: usize, const P: usize, const E: usize>(
        &mut self,
        kind: &str,
        stand: &Stand,
        strain: &impl Strain<N, P, E>,
    );
}

impl<L: StrainLaw> ConstraintVisitor for Visit<'_, L> {
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        c: &C,
    ) {
        self.law.check(self.kinds[index], self.stand, c);
    }
}

impl<L: StrainLaw> ForceVisitor for Visit<'_, L> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        self.law.check(self.kinds[index], self.stand, f);
    }
}

/// The kind of every visit.
pub fn kinds_by_index(kinds: impl Iterator<Item = (&'static str, usize)>) -> Vec<&'static str> {
    kinds
        .flat_map(|(kind, count)| std::iter::repeat_n(kind, count))
        .collect()
}

/// Checks a law on every kind on many stands.
fn check_all<L: StrainLaw + Copy>(law: impl Fn(u64) -> L) {
    for seed in 0..STANDS {
        let (stand, law) = (&stand_with_samples(seed), law(seed));
        let kinds = kinds_by_index(stand.system.constraints.kinds());
        stand
            .system
            .constraints
            .visit(&mut Visit { stand, kinds, law });
        let kinds = kinds_by_index(stand.system.forces.kinds());
        stand.system.forces.visit(&mut Visit { stand, kinds, law });
    }
}

/// Both poles.
const RULES: [IntervalRule; 2] = [
    IntervalRule {
        end_weight: 0.5,
        fixed_pole: false,
    },
    IntervalRule {
        end_weight: 0.5,
        fixed_pole: true,
    },
];

#[derive(Clone, Copy)]
struct WorkIsEnergyChange;

impl StrainLaw for WorkIsEnergyChange {
    fn check<const N: usize, const P: usize, const E: usize>(
        &mut self,
        kind: &str,
        stand: &Stand,
        strain: &impl Strain<N, P, E>,
    ) {
        for rule in RULES {
            let iv = stand.intervals(rule);
            let e_i = strain.value(&points_at(strain, iv.start));
            for y in 0..iv.stages {
                let (at, m) = measure(strain, &iv, y);
                let per_stress = forces_per_stress(strain, &at, &m);
                for e in 0..E {
                    // A quasi-strain is zero at the start by definition: its value is the displacement.
                    let change = m.e[e] - e_i[e];
                    let (mut secant, mut size) = (0.0, m.e[e].abs() + e_i[e].abs());
                    for k in 0..P {
                        secant += m.secant[e][k].dot(&(at[k].p_y - at[k].p_i));
                        size += m.secant[e][k].norm() * (at[k].p_y.norm() + at[k].p_i.norm());
                    }
                    // A stress that is given as drawn has but one of its three strains; the others are zero, and so is their size.
                    let gap = (secant - change).abs();
                    assert!(
                        gap <= ROUND_OFF * size,
                        "{kind}: secant {secant}, change {change}"
                    );
                    let mut work = 0.0;
                    for a in 0..N {
                        let n = strain.nodes()[a];
                        let kind = stand.system.kinds[n];
                        work += work_of(&per_stress[e][a], kind, &iv.ends[y][n], rule);
                    }
                    let gap = (work - change).abs();
                    assert!(
                        gap <= ROUND_OFF * size,
                        "{kind} {rule:?}: work {work}, change {change}"
                    );
                }
            }
        }
    }
}

/// Work of a generalized force over the interval that ends in `end`. With moments about the origin at the
/// start, the conjugate of the force is `(I - theta~/2) u`: then `n.u' + theta.m' = n.u + theta.m`.
fn work_of(w: &V6, kind: NodeKind, end: &NodeStage, rule: IntervalRule) -> f64 {
    let (n, m): (V3, V3) = (w.fixed_rows::<3>(0).into(), w.fixed_rows::<3>(3).into());
    let (u, theta) = (end.step.u, end.step.theta);
    match kind {
        NodeKind::Ground => 0.0,
        NodeKind::Frame if rule.fixed_pole => n.dot(&(u - 0.5 * theta.cross(&u))) + m.dot(&theta),
        NodeKind::Frame => n.dot(&u) + m.dot(&theta),
        NodeKind::Point => n.dot(&u),
        NodeKind::Angle => m.z * theta.z,
        NodeKind::Displacement => n.x * u.x,
    }
}

#[test]
fn work_over_an_interval_is_the_change_of_strain() {
    crate::with_room(|| {
        check_all(|_| WorkIsEnergyChange);
    });
}

#[derive(Clone, Copy)]
struct WrenchesBalance;

impl StrainLaw for WrenchesBalance {
    fn check<const N: usize, const P: usize, const E: usize>(
        &mut self,
        kind: &str,
        stand: &Stand,
        strain: &impl Strain<N, P, E>,
    ) {
        if BOUND_TO_THE_WORLD.iter().any(|(name, _)| *name == kind) {
            return;
        }
        for rule in RULES {
            let iv = stand.intervals(rule);
            for y in 0..iv.stages {
                let (at, m) = measure(strain, &iv, y);
                let per_stress = forces_per_stress(strain, &at, &m);
                for e in 0..E {
                    let (mut force, mut moment, mut size) = (V3::zeros(), V3::zeros(), 0.0);
                    for a in 0..N {
                        let node = strain.nodes()[a];
                        let w = &per_stress[e][a];
                        let (n, mut m): (V3, V3) =
                            (w.fixed_rows::<3>(0).into(), w.fixed_rows::<3>(3).into());
                        let end = &iv.ends[y][node];
                        let middle = stand.start[node].r + 0.5 * end.step.u;
                        let pole = match stand.system.kinds[node] {
                            // Efforts on coordinates are no wrenches in space.
                            NodeKind::Angle | NodeKind::Displacement => continue,
                            NodeKind::Point => {
                                m = V3::zeros();
                                middle
                            }
                            NodeKind::Frame if rule.fixed_pole => stand.start[node].r,
                            NodeKind::Frame | NodeKind::Ground => middle,
                        };
                        force += n;
                        moment += m + pole.cross(&n);
                        size += n.norm() * (1.0 + pole.norm()) + m.norm();
                    }
                    let gap = (force.norm() + moment.norm()) / size.max(1.0);
                    assert!(gap < ROUND_OFF, "{kind}: force {force}, moment {moment}");
                }
            }
        }
    }
}

#[test]
fn wrenches_of_all_nodes_sum_to_zero() {
    crate::with_room(|| {
        check_all(|_| WrenchesBalance);
    });
}

#[derive(Clone, Copy)]
struct RigidMotionCostsNothing {
    seed: u64,
}

impl StrainLaw for RigidMotionCostsNothing {
    fn check<const N: usize, const P: usize, const E: usize>(
        &mut self,
        kind: &str,
        stand: &Stand,
        strain: &impl Strain<N, P, E>,
    ) {
        if BOUND_TO_THE_WORLD.iter().any(|(name, _)| *name == kind) {
            return;
        }
        let mut rng = Random::new(self.seed);
        let (rot, shift) = (rng.orientation(), rng.vector(2.0));
        let at = |stages: &[NodeStage], moved: bool| -> [V3; P] {
            std::array::from_fn(|k| {
                let a = strain.attachments()[k];
                let n = strain.nodes()[a.node];
                let p = a.at(&stages[n]);
                let in_space = !stand.system.kinds[n].is_coordinate();
                match a.kind {
                    AttachmentKind::Point if moved && in_space => rot * p + shift,
                    AttachmentKind::Vector if moved && in_space => rot * p,
                    _ => p,
                }
            })
        };
        let (p_i, q_i) = (at(&stand.start, false), at(&stand.start, true));
        for y in 0..2 {
            let (p, q) = (at(&stand.ends[y], false), at(&stand.ends[y], true));
            let before = strain.measure(&p_i, &p, 0.5);
            let after = strain.measure(&q_i, &q, 0.5);
            let first_alone = FIRST_ALONE.iter().any(|(name, _)| *name == kind);
            for e in 0..if first_alone { 1 } else { E } {
                let size: f64 = (0..P)
                    .map(|k| after.gradient[e][k].norm() * q[k].norm())
                    .sum();
                let gap = (before.e[e] - after.e[e]).abs();
                assert!(
                    gap < ROUND_OFF * (1.0 + size),
                    "{kind}: strain changed by {gap}"
                );
            }
        }
    }
}

#[test]
fn rigid_motion_changes_no_strain() {
    crate::with_room(|| {
        check_all(|seed| RigidMotionCostsNothing { seed: seed + 7 });
    });
}
