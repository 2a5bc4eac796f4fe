//! Forces that a program computes.

use super::simulation;
use poinsot::functions::{PointForce, PointLaw, PointProgram};
use poinsot::model::{Load, Model, PointMass, Run};
use poinsot::results::Memory;
use poinsot::simulation::Simulation;
use std::sync::Arc;

const MASS: f64 = 2.0;

/// A spring to the origin and a damper, the same in all directions: `F = -k r - c v`.
struct Bed {
    k: f64,
    c: f64,
}

impl PointProgram for Bed {
    fn evaluate(&self, _t: f64, r: [f64; 3], v: [f64; 3]) -> PointForce {
        let times =
            |x: f64| std::array::from_fn(|k| std::array::from_fn(|l| if k == l { x } else { 0.0 }));
        PointForce {
            force: std::array::from_fn(|k| -self.k * r[k] - self.c * v[k]),
            d_place: times(-self.k),
            d_velocity: times(-self.c),
        }
    }
}

fn model(dt: f64, k: f64, c: f64) -> Model {
    let mut model = Model::default();
    model
        .point_masses
        .push(PointMass::new("bob", MASS, [0.3, 0.0, -0.2]));
    model.forces.push(Load {
        law: Some(PointLaw::program(Arc::new(Bed { k, c }))),
        ..Load::new("bed", "bob", [0.0; 3])
    });
    model.run = Run::fixed(1.0, dt);
    model
}

fn place(simulation: &mut Simulation) -> [f64; 2] {
    let mut memory = Memory::new(simulation.layout());
    memory.push(simulation.row());
    ["bob.position.x", "bob.position.z"].map(|name| memory.last(name).expect("an output"))
}

#[test]
fn the_work_of_a_program_is_booked_and_its_motion_converges() {
    let (k, c) = (50.0, 3.0);
    let (decay, omega) = (
        c / (2.0 * MASS),
        (k / MASS - (c / (2.0 * MASS)).powi(2)).sqrt(),
    );
    // From rest: exp(-d t) (cos w t + d/w sin w t).
    let exact = (-decay).exp() * (omega.cos() + decay / omega * omega.sin());
    let errors = [0.01, 0.005].map(|dt| {
        let mut simulation = simulation(model(dt, k, c));
        while !simulation.is_over() {
            simulation.step().expect("a step");
        }
        let ledger = simulation.ledger();
        // Work and kinetic energy are the same number but for round-off.
        assert!(ledger.largest_energy_gap() <= 1e-12 * ledger.energy_scale());
        let [x, z] = place(&mut simulation);
        // The force is central: the ratio of the coordinates stays, to the tolerance of the iteration.
        assert!((z / x + 2.0 / 3.0).abs() < 1e-9, "{x} {z}");
        (x - 0.3 * exact).abs()
    });
    // Second order: half the step, a quarter of the error, to a tenth of the exponent.
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 2.0).abs() < 0.1, "{errors:?}, order {order}");
}

#[test]
fn what_a_program_cannot_compute_is_refused() {
    let mut wrong = model(0.01, 1.0, 0.0);
    wrong.forces[0].follower = true;
    let problems = wrong.check().expect_err("a follower");
    assert!(
        problems[0].message.contains("in world axes"),
        "{problems:?}"
    );
    let mut wrong = model(0.01, 1.0, 0.0);
    wrong.moments = std::mem::take(&mut wrong.forces);
    let problems = wrong.check().expect_err("a moment");
    assert!(problems[0].message.contains("no moments"), "{problems:?}");
}
