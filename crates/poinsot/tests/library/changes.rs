//! Motors, loads and motions that change between steps, and the laws that hold all the same.

use super::by_hand::flywheel;
use super::simulation;
use poinsot::checkpoint::Checkpoint;
use poinsot::functions::{MotorLaw, TimeFunction};
use poinsot::model::{Load, Model, Motion, Order, RotationMap, Run, Scheme, Source, read_model};
use poinsot::results::Memory;
use poinsot::simulation::{ChangeError, Options, Simulation};

/// Moment of inertia of the wheel about its axis [kg m^2].
const INERTIA: f64 = 0.2;

fn last(simulation: &mut Simulation, name: &str) -> f64 {
    let mut memory = Memory::new(simulation.layout());
    memory.push(simulation.row());
    memory.last(name).expect("an output")
}

/// The wheel has its speed from the efforts that acted, but for what steps of this length leave out, and the books close.
fn check(simulation: &mut Simulation, impulse: f64) {
    let speed = impulse / INERTIA;
    let now = last(simulation, "wheel.angular_velocity.z");
    assert!((now - speed).abs() < 1e-3 * speed.abs(), "{now} {speed}");
    let ledger = simulation.ledger();
    assert!(ledger.largest_energy_gap() <= 1e-12 * ledger.energy_scale());
}

#[test]
fn a_motor_drives_with_what_was_set_before_the_step() {
    let rotation = RotationMap::Cayley;
    for scheme in [
        Scheme::default(),
        Scheme::EnergyPreserving {
            rotation,
            order: Order::Two,
        },
    ] {
        for run in [Run::fixed(1.0, 0.02), Run::adaptive(1.0, 1e-4)] {
            let mut model = flywheel();
            model.run = Run { scheme, ..run };
            let mut simulation = simulation(model);
            let mut impulse = 0.0;
            let mut work = 0.0;
            let mut before = [0.0; 2];
            for effort in [1.5, -0.25, 0.75, 3.0] {
                simulation.set_motor("drive", effort).expect("a motor");
                for _ in 0..5 {
                    simulation.step().expect("a step");
                }
                let now = [simulation.time(), last(&mut simulation, "bearing.angle")];
                impulse += effort * (now[0] - before[0]);
                work += effort * (now[1] - before[1]);
                before = now;
                assert_eq!(last(&mut simulation, "drive.effort"), effort);
            }
            check(&mut simulation, impulse);
            let booked = last(&mut simulation, "motor_work");
            assert!((booked - work).abs() < 1e-11 * work, "{booked} {work}");
        }
    }
}

#[test]
fn laws_of_motors_and_factors_of_loads_can_be_set() {
    let mut model = flywheel();
    model
        .moments
        .push(Load::new("push", "wheel", [0.0, 0.0, 2.0]));
    model
        .forces
        .push(Load::new("drop", "wheel", [0.0, 0.0, -5.0]));
    let mut simulation = simulation(model);
    simulation.step_by(0.2).expect("steps");
    simulation.set_load("push", 0.5).expect("a load");
    simulation.step_by(0.2).expect("steps");
    check(&mut simulation, 2.0 * 0.2 + 1.0 * 0.2);
    simulation.set_load("push", 0.0).expect("a load");
    let brake = MotorLaw::expression("-1*v").expect("a law");
    simulation.set_motor("drive", brake).expect("a motor");
    simulation.step_by(0.2).expect("steps");
    // A damper of 1 N m s takes the speed down by exp(-t / J).
    let speed = last(&mut simulation, "wheel.angular_velocity.z");
    let expected = 3.0 * (-1.0_f64).exp();
    assert!((speed / expected - 1.0).abs() < 0.005, "{speed}");
    let names: Vec<String> = simulation.changes().iter().map(|c| c.to_string()).collect();
    assert_eq!(names, ["load `push`", "motor `drive`"]);
}

#[test]
fn a_motion_goes_on_from_where_it_is() {
    let mut model = flywheel();
    model.motors.clear();
    let turn = TimeFunction::expression("2*t").expect("a formula");
    model
        .motions
        .push(Motion::new("turn", "bearing.angle", turn));
    for run in [Run::fixed(1.0, 0.02), Run::adaptive(1.0, 1e-4)] {
        let mut simulation = simulation(Model {
            run,
            ..model.clone()
        });
        simulation.step_by(0.2).expect("steps");
        let error = simulation.set_motion("turn", 0.0).expect_err("a jump");
        assert!(
            matches!(error, ChangeError::Jump { to: 0.0, .. }),
            "{error}"
        );
        let on = TimeFunction::expression("0.4 + 5*(t - 0.2)").expect("a formula");
        simulation.set_motion("turn", on).expect("continuous");
        simulation.step_by(0.3).expect("steps");
        let angle = last(&mut simulation, "bearing.angle");
        assert!((angle - 1.9).abs() < 1e-11, "{angle}");
    }
}

#[test]
fn what_cannot_be_set_is_named() {
    let mut simulation = simulation(flywheel());
    let error = simulation.set_motor("drvie", 1.0).expect_err("misspelt");
    assert_eq!(error.to_string(), "no motor `drvie`; did you mean `drive`?");
    let error = simulation.set_load("push", 1.0).expect_err("none");
    assert_eq!(error.to_string(), "no load `push`; the model has no load");
    for effort in [f64::NAN, f64::INFINITY, 1e200] {
        let error = simulation
            .set_motor("drive", effort)
            .expect_err("no number");
        assert!(matches!(error, ChangeError::Value { .. }), "{error}");
    }
    assert!(simulation.changes().is_empty());
}

#[test]
fn a_checkpoint_says_that_a_program_has_changed_the_run() {
    let text = "[run]\nduration = 1\ndt = 0.1\n[[body]]\nname = \"wheel\"\nmass = 1\ninertia = [1, 1, 1]\n\
                [[joint]]\nname = \"bearing\"\nkind = \"revolute\"\nbetween = [\"ground\", \"wheel\"]\nat = [0, 0, 0]\n\
                axis = [0, 0, 1]\n[[motor]]\nname = \"drive\"\non = \"bearing.angle\"\neffort = 1\n";
    let source = Source::new("wheel.toml", text);
    let (model, _) = read_model(&source).expect("sound");
    let mut run = Simulation::new(model, Options::default()).expect("sound");
    run.step().expect("a step");
    let resumed = |run: &Simulation| {
        let checkpoint = Checkpoint::from_bytes(&run.checkpoint(&source, 0)).expect("whole");
        Simulation::resume(&checkpoint, 1).map_err(|error| error.to_string())
    };
    assert_eq!(resumed(&run).ok().map(|r| r.time()), Some(0.1));
    run.set_motor("drive", 2.0).expect("a motor");
    run.step().expect("a step");
    let error = resumed(&run).err().expect("refused");
    assert!(error.contains("a program changed motor `drive`"), "{error}");
}
