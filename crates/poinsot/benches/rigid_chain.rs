//! A chain of N bodies with revolute joints whose axes alternate, swinging in three dimensions under gravity.
//!
//! Prints the time per step and body and its ratio to the chain of 100 bodies, all from one run, because only ratios survive
//! a noisy machine. `cargo bench -p poinsot --bench rigid_chain`, and with `-- 100` only chains of 100 bodies, once.

use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::dynamics::{Stepper, Tolerances, prepare};
use poinsot::functions::TimeFunction;
use poinsot::model::joints;
use poinsot::model::{
    Anchor, AnchorAxes, AnchorPoint, Body, Collocation, Gravity, Joint, Model, Place,
    RedundancyPolicy, RotationMap,
};
use poinsot::results::ledger::Ledger;
use poinsot::system::System;
use std::time::Instant;

type V3 = Vector3<f64>;

fn chain(n: usize) -> Model {
    let length = 0.1;
    let mut model = Model {
        gravity: Gravity {
            acceleration: V3::new(0.0, 0.0, -9.81),
            scale: TimeFunction::constant(1.0),
        },
        ..Model::default()
    };
    for k in 0..n {
        let name = format!("link-{k}");
        let start = V3::new(k as f64 * length, 0.0, 0.0);
        model.bodies.push(Body {
            name: name.clone(),
            mass: 0.1,
            mass_center: V3::zeros(),
            inertia: Matrix3::from_diagonal(&V3::new(2e-5, 9e-5, 1e-4)),
            position: start + V3::new(0.5 * length, 0.0, 0.0),
            orientation: UnitQuaternion::identity(),
            velocity: V3::zeros(),
            angular_velocity: V3::zeros(),
            place: Place::default(),
        });
        let axis = if k % 2 == 0 {
            V3::y()
        } else {
            V3::new(0.0, 0.6, 0.8)
        };
        let axes = UnitQuaternion::rotation_between(&V3::z(), &axis).unwrap_or_default();
        let before = if k == 0 {
            "ground".into()
        } else {
            format!("link-{}", k - 1)
        };
        model.joints.push(Joint {
            name: format!("hinge-{k}"),
            kind: joints::revolute(),
            between: [before, name].map(|item| Anchor {
                item,
                at: AnchorPoint::World(start),
                axes: AnchorAxes::World(axes),
            }),
            couples: None,
            slide: None,
            share: false,
            unknowns: Vec::new(),
            place: Place::default(),
        });
    }
    model
}

/// Seconds per step and body over the same stretch of motion for every N, and Newton iterations per step.
fn measure<S: Integrator>(n: usize, scheme: S, repetitions: usize) -> (f64, f64) {
    let model = chain(n);
    let (mut system, mut state) = System::build(&model).expect("the chain is sound");
    prepare(&mut system, &mut state, RedundancyPolicy::Error).expect("the chain is consistent");
    let tolerances = Tolerances {
        relative: 1e-13,
        max_iterations: 20,
    };
    let (dt, warm_up, steps) = (1e-3, 5, 20);
    let (mut best, mut iterations) = (f64::INFINITY, 0);
    // The fastest of several repetitions: other loads on the machine only ever add time.
    for _ in 0..repetitions {
        let mut state = state.clone();
        let mut stepper = Stepper::new(&system, &state, scheme, tolerances).expect("analysable");
        let mut ledger = Ledger::new(&system, &state);
        let mut start = Instant::now();
        iterations = 0;
        for step in 0..warm_up + steps {
            if step == warm_up {
                start = Instant::now();
                iterations = 0;
            }
            match stepper.step(&system, &mut state, &mut ledger, dt) {
                Ok(report) => iterations += report.iterations,
                Err(e) => panic!("N = {n}: {e}: {:?}", stepper.history(&system)),
            }
        }
        best = best.min(start.elapsed().as_secs_f64() / steps as f64);
    }
    (best / n as f64, iterations as f64 / steps as f64)
}

fn table<S: Integrator>(name: &str, scheme: S, only: Option<usize>) {
    println!("{name}");
    println!("        N   us/step/body   Newton   ratio to N = 100");
    let sizes = only.map_or(vec![10, 100, 1000, 10_000], |n| vec![n]);
    let repetitions = |n: usize| only.map_or((20_000 / n).clamp(3, 100), |_| 1);
    let measured = sizes.iter().map(|&n| measure(n, scheme, repetitions(n)));
    let rows: Vec<(f64, f64)> = measured.collect();
    let reference = rows[rows.len().min(2) - 1].0;
    for (n, (time, iterations)) in sizes.iter().zip(&rows) {
        println!(
            "{n:9} {:14.3} {iterations:8.2} {:18.2}",
            1e6 * time,
            time / reference
        );
    }
}

fn main() {
    let only = std::env::args().skip(1).find_map(|word| word.parse().ok());
    table("ep", EnergyPreserving::new(RotationMap::Cayley), only);
    table(
        "ed, rho_inf 0",
        EnergyDecaying::new(0.0, Collocation::Radau, false),
        only,
    );
}
