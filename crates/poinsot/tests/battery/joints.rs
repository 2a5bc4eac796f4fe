//! Samples of every joint, and the laws of their gaps.

use crate::common::everything::joint_kind;
use crate::common::random::Random;
use crate::common::state::gaps;
use crate::common::{anchor, body};
use nalgebra::DMatrix;
use poinsot::math::V3;
use poinsot::mechanics::attachment::IntervalRule;
use poinsot::mechanics::interaction::Constraint;
use poinsot::mechanics::joints::Row;
use poinsot::mechanics::node::{NodeKind, NodeStage, NodeVelocity};
use poinsot::mechanics::wrench::{Intervals, gradients, measure};
use poinsot::model::joints::{JOINTS, JointDefinition};
use poinsot::model::{Joint, Model, Place};
use poinsot::system::{ConstraintVisitor, DofMap, Owner, State, System, coordinate_rate};

/// Between which items a joint is drawn.
pub const BETWEEN: [[&str; 2]; 3] = [["a", "b"], ["ground", "b"], ["a", "ground"]];

/// Two random bodies with a joint somewhere, its coordinates as unknowns if wanted.
pub fn jointed(
    definition: &JointDefinition,
    between: [&str; 2],
    unknowns: bool,
    rng: &mut Random,
) -> Model {
    let mut bodies = ["a", "b"].map(|name| {
        let mut b = body(name, rng.between(0.5, 2.0), rng.inertia(), rng.vector(1.0));
        b.mass_center = rng.vector(0.3);
        b.orientation = rng.orientation();
        b
    });
    for b in &mut bodies {
        b.velocity = rng.vector(1.0);
        b.angular_velocity = rng.vector(1.0);
    }
    let kind = joint_kind(definition.word());
    let (at, axes) = (rng.vector(1.0), rng.orientation());
    let away = match definition.rows.contains(&Row::Length) {
        true => 0.5 * rng.unit(),
        false => V3::zeros(),
    };
    let names = definition.coordinates.iter().map(|c| c.name.to_string());
    let joint = Joint {
        name: "joint".into(),
        kind,
        between: [
            anchor(between[0], at, axes),
            anchor(between[1], at + away, axes),
        ],
        couples: None,
        slide: None,
        share: false,
        unknowns: names.filter(|_| unknowns).collect(),
        place: Place::default(),
    };
    Model {
        bodies: bodies.to_vec(),
        joints: vec![joint],
        ..Model::default()
    }
}

/// Visits every joint between all items, without and with its coordinates as unknowns.
pub fn for_every_joint(
    samples: u64,
    mut check: impl FnMut(&'static JointDefinition, Model, &mut Random),
) {
    // A gear ties coordinates of other joints, see the tests of gears.
    for definition in JOINTS.iter().filter(|d| !d.couples() && !d.slides()) {
        for seed in 0..samples {
            for between in BETWEEN {
                for unknowns in [false, true] {
                    let rng = &mut Random::new(seed);
                    let model = jointed(definition, between, unknowns, rng);
                    check(definition, model, rng);
                }
            }
        }
    }
}

/// Derivatives of all gaps with respect to the increments of the nodes at a state.
pub fn gap_jacobian(system: &System, state: &State) -> DMatrix<f64> {
    struct Rows<'a> {
        iv: Intervals<'a>,
        dofs: DofMap,
        system: &'a System,
        matrix: DMatrix<f64>,
    }
    impl ConstraintVisitor for Rows<'_> {
        fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
            &mut self,
            index: usize,
            _owner: &Owner,
            c: &C,
        ) {
            let (at, m) = measure(c, &self.iv, 0);
            let g = gradients(c, &at, &m);
            let row = self.system.constraint_info[index].first_row;
            for e in 0..E {
                for a in 0..N {
                    let n = c.nodes()[a];
                    for (k, slot) in self.iv.kinds[n].slots().enumerate() {
                        self.matrix[(row.plus(e).position(), self.dofs.node(n) + k)] +=
                            g[e][a][slot];
                    }
                }
            }
        }
    }
    let stages = system.stages(state);
    let dofs = DofMap::new(system, 1);
    let mut rows = Rows {
        iv: Intervals {
            kinds: &system.kinds,
            start: &stages,
            ends: [&stages, &stages],
            stages: 1,
            rule: IntervalRule {
                end_weight: 0.5,
                fixed_pole: false,
            },
            weight: [[1.0, 0.0], [0.0, 0.0]],
            t_start: 0.0,
            times: [0.0; 2],
        },
        matrix: DMatrix::zeros(system.rows, dofs.multipliers()),
        dofs,
        system,
    };
    system.constraints.visit(&mut rows);
    rows.matrix
}

/// Rows of the coordinates: their rates for unit velocities of the bodies.
fn coordinate_jacobian(system: &System, stages: &[NodeStage]) -> DMatrix<f64> {
    let joint = &system.joints[0];
    let dofs = DofMap::new(system, 1);
    let mut matrix = DMatrix::zeros(joint.coordinates.len(), dofs.multipliers());
    for (row, c) in joint.coordinates.iter().enumerate() {
        for n in system
            .node_indices()
            .filter(|&n| system.kinds[n] == NodeKind::Frame)
        {
            for slot in 0..6 {
                let mut velocities = vec![NodeVelocity::default(); stages.len()];
                if slot < 3 {
                    velocities[n].v[slot] = 1.0;
                } else {
                    // Increments turn about world axes, velocities about body axes.
                    velocities[n].omega = stages[n].rot.transpose().column(slot - 3).into();
                }
                matrix[(row, dofs.node(n) + slot)] =
                    coordinate_rate(c, &joint.frames, stages, &velocities);
            }
        }
    }
    matrix
}

fn rank(m: &DMatrix<f64>) -> usize {
    if m.nrows() == 0 {
        return 0;
    }
    // Entries are of order one, so a singular value at round-off is far below.
    m.singular_values().iter().filter(|s| **s > 1e-9).count()
}

#[test]
fn gaps_vanish_where_drawn_and_are_independent() {
    for_every_joint(20, |definition, model, _| {
        let (system, state) = System::build(&model).expect("a sound model");
        // Round-off of numbers of order one.
        for (row, gap) in system.row_indices().zip(gaps(&system, &state)) {
            assert!(gap.abs() < 1e-13, "{}: {gap}", system.describe_row(row));
        }
        let jacobian = gap_jacobian(&system, &state);
        let kind = definition.word();
        assert_eq!(
            rank(&jacobian),
            system.rows,
            "{kind}: rows depend on each other"
        );

        // The rows of the joint proper, without definitions of coordinates, leave its freedoms.
        let freedoms = 6 - definition.rows.len();
        let coordinates = coordinate_jacobian(&system, &system.stages(&state));
        let mut both = DMatrix::zeros(system.rows + coordinates.nrows(), jacobian.ncols());
        both.rows_mut(0, system.rows).copy_from(&jacobian);
        both.rows_mut(system.rows, coordinates.nrows())
            .copy_from(&coordinates);
        // A coordinate that moves freely is independent of the gaps.
        let free = rank(&both) - system.rows;
        if definition.coordinates.is_empty() {
            assert_eq!(free, 0);
        } else if system.kinds.iter().any(|k| k.is_coordinate()) {
            // Unknown coordinates are tied to the motion by their definitions, which are rows already: their own
            // columns let them vary against it.
            assert!(free <= freedoms, "{kind}");
        } else {
            assert_eq!(free, freedoms, "{kind}: coordinates and freedoms differ");
        }
    });
}
