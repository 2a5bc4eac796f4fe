//! A hinged chain of N beam elements swinging in three dimensions under gravity.
//!
//! Without arguments: processor time per step and node and its ratio to 100 elements, and the ratio of `ed` to `ep`, all from one run,
//! because only ratios survive a noisy machine. With `json SCHEME NODES STEPS DT TOLERANCE [ORDER]`: one measurement as one
//! line of JSON, for the comparison with other programs (`cargo xtask bench --peers`, same model in `benches/peers`).

use nalgebra::{Matrix3, Matrix6, UnitQuaternion, Vector3, Vector6};
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::dynamics::{Stepper, Tolerances, prepare};
use poinsot::functions::TimeFunction;
use poinsot::geometry::Curve;
use poinsot::model::joints;
use poinsot::model::{
    Anchor, AnchorAxes, AnchorPoint, Beam, Collocation, Gravity, Joint, LinePoint, Model, Place,
    RedundancyPolicy, RigidMotion, RotationMap, Section, SectionAxes,
};
use poinsot::results::ledger::Ledger;
use poinsot::system::System;
use std::time::Instant;

type V3 = Vector3<f64>;

/// Length of an element of order 1 [m]. Equal elements for all N: with a fixed total length, round-off of the elastic forces
/// (EA eps L / h) would decide about convergence.
const ELEMENT_LENGTH: f64 = 0.1;
/// Speed of the free end at the start [m/s].
const TIP_SPEED: f64 = 1.0;

/// A chain with `nodes` nodes after the hinge, of elements of some order.
fn chain(nodes: usize, order: usize) -> Model {
    let length = nodes as f64 * ELEMENT_LENGTH;
    let section = Section {
        stiffness: Matrix6::from_diagonal(&Vector6::new(1e6, 4e5, 4e5, 50.0, 100.0, 100.0)),
        damping: Matrix6::zeros(),
        mass: 1.0,
        mass_center: V3::zeros(),
        inertia: Matrix3::from_diagonal(&V3::new(2e-3, 1e-3, 1e-3)),
        shape: None,
    };
    let hinge = ["ground", "chain.start"].map(|item| Anchor {
        item: item.into(),
        at: AnchorPoint::World(V3::zeros()),
        axes: AnchorAxes::World(UnitQuaternion::identity()),
    });
    Model {
        gravity: Gravity {
            acceleration: V3::new(0.0, 0.0, -9.81),
            scale: TimeFunction::constant(1.0),
        },
        beams: vec![Beam {
            name: "chain".into(),
            curve: Curve::Polyline(vec![V3::zeros(), V3::new(length, 0.0, 0.0)]),
            axes: SectionAxes::YNear(V3::y()),
            sections: vec![(0.0, section)],
            order,
            elements: nodes / order,
            points: vec![LinePoint {
                name: "chain.start".into(),
                s: 0.0,
            }],
            motion: RigidMotion {
                velocity: V3::zeros(),
                angular_velocity: V3::new(0.0, 0.0, TIP_SPEED / length),
                about: V3::zeros(),
            },
            place: Place::default(),
        }],
        joints: vec![Joint {
            name: "hinge".into(),
            kind: joints::spherical(),
            between: hinge,
            couples: None,
            slide: None,
            share: false,
            unknowns: Vec::new(),
            place: Place::default(),
        }],
        ..Model::default()
    }
}

/// What one measurement gives.
struct Measured {
    /// On the clock.
    seconds_per_step: f64,
    /// Of the processor, where the system tells: a step of a long chain takes so long that others come in between.
    busy_per_step: f64,
    iterations_per_step: f64,
    tip: V3,
}

/// Steps a chain; the fastest of several repetitions, because other loads on the machine only ever add time.
fn measure<S: Integrator>(
    model: &Model,
    scheme: S,
    steps: usize,
    dt: f64,
    relative: f64,
    repetitions: usize,
) -> Result<Measured, String> {
    let (mut system, mut state) = System::build(model).map_err(|e| format!("{e:?}"))?;
    prepare(&mut system, &mut state, RedundancyPolicy::Error).map_err(|e| format!("{e:?}"))?;
    let tolerances = Tolerances {
        relative,
        max_iterations: 20,
    };
    let mut best = Measured {
        seconds_per_step: f64::INFINITY,
        busy_per_step: f64::INFINITY,
        iterations_per_step: 0.0,
        tip: V3::zeros(),
    };
    for _ in 0..repetitions {
        let mut state = state.clone();
        let mut stepper =
            Stepper::new(&system, &state, scheme, tolerances).map_err(|e| e.to_string())?;
        let mut ledger = Ledger::new(&system, &state);
        let mut iterations = 0;
        let (start, busy) = (Instant::now(), processor_seconds());
        for _ in 0..steps {
            let report = stepper
                .step(&system, &mut state, &mut ledger, dt)
                .map_err(|e| format!("{e}: {:?}", stepper.history(&system)))?;
            iterations += report.iterations;
        }
        let seconds = start.elapsed().as_secs_f64() / steps as f64;
        best.seconds_per_step = best.seconds_per_step.min(seconds);
        let busy = processor_seconds().zip(busy).map(|(now, then)| now - then);
        let busy = busy.map_or(seconds, |busy| busy / steps as f64);
        best.busy_per_step = best.busy_per_step.min(busy);
        best.iterations_per_step = iterations as f64 / steps as f64;
        best.tip = state.poses.last().map_or(V3::zeros(), |pose| pose.r);
    }
    Ok(best)
}

/// Time that this thread has had a processor [s], where the system tells.
fn processor_seconds() -> Option<f64> {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

fn ep() -> EnergyPreserving {
    EnergyPreserving::new(RotationMap::Cayley)
}

fn ed() -> EnergyDecaying {
    EnergyDecaying::new(0.0, Collocation::Radau, false)
}

fn tables() -> Result<(), String> {
    for order in [1, 3] {
        println!("elements of order {order}");
        println!(
            "        N   ep us/step/node  Newton  to N = 100   ed us/step/node  Newton  to N = 100   ed/ep"
        );
        let sizes = [10, 100, 1000, 10_000];
        let mut rows = Vec::new();
        for n in sizes {
            let model = chain(n, order);
            let repetitions = (10_000 / n).clamp(3, 30);
            let a = measure(&model, ep(), 20, 1e-3, 1e-8, repetitions)?;
            let b = measure(&model, ed(), 20, 1e-3, 1e-8, repetitions)?;
            rows.push([a, b]);
        }
        let per_node =
            |row: usize, scheme: usize| 1e6 * rows[row][scheme].busy_per_step / sizes[row] as f64;
        for (k, n) in sizes.iter().enumerate() {
            print!("{n:9}");
            for s in 0..2 {
                let time = per_node(k, s);
                let newton = rows[k][s].iterations_per_step;
                print!(" {time:17.3} {newton:7.2} {:11.2}", time / per_node(1, s));
            }
            println!(" {:7.2}", per_node(k, 1) / per_node(k, 0));
        }
    }
    Ok(())
}

fn single(words: &[&str]) -> Result<(), String> {
    let usage = "json (ep | ed) NODES STEPS DT TOLERANCE [ORDER]";
    let ([scheme, nodes, steps, dt, tolerance], order) = (match words {
        [first @ .., order] if words.len() == 6 => (first, *order),
        _ => (words, "1"),
    }) else {
        return Err(usage.into());
    };
    let parse = |word: &str| word.parse::<f64>().map_err(|_| usage.to_string());
    let model = chain(parse(nodes)? as usize, parse(order)? as usize);
    let (steps, dt, tolerance) = (parse(steps)? as usize, parse(dt)?, parse(tolerance)?);
    let m = match *scheme {
        "ep" => measure(&model, ep(), steps, dt, tolerance, 1)?,
        "ed" => measure(&model, ed(), steps, dt, tolerance, 1)?,
        _ => return Err(usage.into()),
    };
    println!(
        "{{\"seconds_per_step\": {:e}, \"iterations_per_step\": {}, \"tip\": [{}, {}, {}]}}",
        m.seconds_per_step, m.iterations_per_step, m.tip.x, m.tip.y, m.tip.z
    );
    Ok(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    words.retain(|word| *word != "--bench");
    let done = match words.split_first() {
        Some((&"json", rest)) => single(rest),
        _ => tables(),
    };
    if let Err(problem) = done {
        eprintln!("{problem}");
        std::process::exit(1);
    }
}
