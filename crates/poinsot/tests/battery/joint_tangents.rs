//! The assembled sparse Jacobian of jointed systems against difference quotients: joints, coordinates, scatter map.

use crate::common::coordinate;
use crate::common::random::Random;
use crate::joints::for_every_joint;
use crate::schemes::{SchemeVisitor, for_every_scheme};
use crate::sink::{H, compare_columns};
use crate::stand::{DT, T_START, random_step, slot_mut};
use poinsot::dynamics::Workspace;
use poinsot::dynamics::schemes::Integrator;
use poinsot::functions::{Law, MotorLaw, TimeFunction};
use poinsot::mechanics::joints::Coordinate;
use poinsot::model::joints::JointDefinition;
use poinsot::model::{Model, Motion, Motor, Place, Spring, SpringPlace};
use poinsot::system::{Scatter, State, System};

struct Jacobian<'a> {
    kind: &'a str,
    system: &'a System,
    state: &'a State,
    seed: u64,
}

impl SchemeVisitor for Jacobian<'_> {
    fn visit<S: Integrator>(&mut self, name: &str, scheme: S) {
        let what = format!("{} with {name}", self.kind);
        let (system, state) = (self.system, self.state);
        let rng = &mut Random::new(self.seed);
        let scatter = Scatter::new(system, scheme.stages());
        let dofs = scatter.dofs.clone();
        let mut w = Workspace::new(system, &scatter);
        w.begin(system, state, &scheme);
        for n in system.node_indices() {
            let kind = system.kinds[n];
            w.steps[0][n] = random_step(kind, 0.3, rng);
            w.steps[1][n] = random_step(kind, 0.1, rng);
        }
        for m in w.multipliers.iter_mut().flatten() {
            *m = rng.between(-20.0, 20.0);
        }
        w.move_nodes(system, scheme.stages());
        w.assemble(system, &scatter, state, &scheme, DT, true);
        let column = |k: usize| {
            let mut dense = vec![0.0; dofs.len()];
            for at in scatter.column_starts[k]..scatter.column_starts[k + 1] {
                dense[scatter.rows[at] as usize] += w.values[at];
            }
            dense
        };
        let floor = 1e-3 * w.values.iter().fold(0.0f64, |a, b| a.max(b.abs()));
        let evaluate = |change: &dyn Fn(&mut Workspace, f64), d: f64| {
            let mut w = w.clone();
            change(&mut w, d);
            w.move_nodes(system, scheme.stages());
            w.assemble(system, &scatter, state, &scheme, DT, false);
            w.residual
        };
        let compare = |k: usize, change: &dyn Fn(&mut Workspace, f64)| {
            let (plus, minus) = (evaluate(change, H), evaluate(change, -H));
            let quotient: Vec<f64> = plus
                .iter()
                .zip(&minus)
                .map(|(p, m)| (p - m) / (2.0 * H))
                .collect();
            compare_columns(&what, k, &column(k), &quotient, floor);
        };
        for y in 0..scheme.stages() {
            for n in system.node_indices() {
                for (k, slot) in system.kinds[n].slots().enumerate() {
                    compare(dofs.node_stage(n, y) + k, &|w, d| {
                        *slot_mut(&mut w.steps[y][n], slot) += d;
                    });
                }
            }
            for row in system.row_indices() {
                compare(dofs.multiplier(row, y), &|w, d| w.multipliers[row][y] += d);
            }
        }
    }
}

/// Springs, motors and motions on every coordinate of the joint.
fn act_on_coordinates(definition: &JointDefinition, model: &mut Model) {
    let usable = |c: &&Coordinate| c.geometry.can_be_unknown();
    for c in definition.coordinates.iter().filter(usable) {
        let on = coordinate(&format!("joint.{}", c.name));
        model.springs.push(Spring {
            name: format!("spring {}", c.name),
            on: SpringPlace::Coordinate(on.clone()),
            law: Some(Law::expression("4*x + x^3", 0.0).expect("a sound formula")),
            damping: 0.6,
            place: Place::default(),
        });
        model.motors.push(Motor {
            name: format!("motor {}", c.name),
            on: on.clone(),
            effort: MotorLaw::expression("2*sin(t) - v*x").expect("a sound formula"),
            place: Place::default(),
        });
        model.motions.push(Motion {
            name: format!("motion {}", c.name),
            on,
            value: TimeFunction::expression("0.2*t^2").expect("a sound formula"),
            place: Place::default(),
        });
    }
}

#[test]
fn assembled_jacobians_are_difference_quotients() {
    let mut sample = 0;
    for_every_joint(1, |definition, mut model, rng| {
        sample += 1;
        // Every second sample has forces on the coordinates as well.
        if !model.joints[0].unknowns.is_empty() {
            act_on_coordinates(definition, &mut model);
        }
        let (system, mut state) = System::build(&model).expect("a sound model");
        state.time = T_START;
        // Any configuration will do: gaps need not vanish.
        for pose in &mut state.poses[1..] {
            pose.r += rng.vector(0.3);
            pose.q *= nalgebra::UnitQuaternion::from_scaled_axis(rng.vector(0.5));
        }
        for w in state.accelerations.iter_mut().flatten() {
            (w.v, w.omega) = (rng.vector(1.0), rng.vector(1.0));
        }
        for_every_scheme(&mut Jacobian {
            kind: definition.word(),
            system: &system,
            state: &state,
            seed: sample,
        });
    });
}
