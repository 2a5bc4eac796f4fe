//! What the results say about forces: efforts, reactions of a screw, contact of a disc.

use poinsot::model::{Source, read_model};
use poinsot::results::resolve;
use poinsot::simulation::{Control, End, LedgerPolicy, Observer, Options, Simulation, StepInfo};

/// Keeps the last frame.
#[derive(Default)]
struct Last(Vec<f64>);

impl Observer for Last {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.0 = row.to_vec();
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}

/// Runs a model and gives the named outputs of its last frame.
fn run(text: &str, outputs: &[&str]) -> Vec<f64> {
    let (model, _) = read_model(&Source::new("test.toml", text)).expect("the model reads");
    let options = Options {
        ledger: LedgerPolicy::Error,
        threads: 1,
    };
    let mut sim = Simulation::new(model, options).expect("the model is sound");
    let layout = sim.layout().clone();
    let mut last = Last::default();
    assert_eq!(sim.run(&mut last).end, End::Complete);
    assert_eq!(last.0.len(), layout.row_len());
    let column = |name: &&str| resolve(&layout, name).expect("a known output")[0].column;
    outputs.iter().map(|o| last.0[column(o)]).collect()
}

#[test]
fn a_hanging_mass_pulls_its_spring_with_its_weight() {
    let text = r#"
        gravity = [0, 0, -10]
        [run]
        duration = 0.1
        dt = 0.01
        [[point_mass]]
        name = "mass"
        mass = 2
        position = [0, 0, -1]
        [[spring]]
        name = "spring"
        between = ["ground", "mass"]
        points = [[0, 0, 0], [0, 0, -1]]
        stiffness = 100
        free = 0.8
    "#;
    // 100 N/m * 0.2 m = 2 kg * 10 m/s^2: it stays where it hangs.
    let [pull, height] = run(text, &["spring.effort", "mass.position.z"])[..] else {
        panic!("two outputs")
    };
    assert!((pull - 20.0).abs() < 1e-10 && (height + 1.0).abs() < 1e-12);
}

/// Half of the gas column is left, so it pushes with twice the force (gas.1).
#[test]
fn a_mass_rests_on_a_gas_spring() {
    let text = r#"
        gravity = [0, 0, -10]
        [run]
        duration = 0.1
        dt = 0.01
        [[point_mass]]
        name = "mass"
        mass = 2
        position = [0, 0, 0.8]
        [[gas_spring]]
        name = "gas"
        between = ["ground", "mass"]
        points = [[0, 0, 0], [0, 0, 0.8]]
        extended = 1
        force = 10
        column = 0.4
    "#;
    let [pull, height] = run(text, &["gas.effort", "mass.position.z"])[..] else {
        panic!("two outputs")
    };
    assert!((pull + 20.0).abs() < 1e-10 && (height - 0.8).abs() < 1e-12);
}

/// On a coordinate: the energy is the work `F h/(n - 1) ((h/(h - s))^(n - 1) - 1)` of pushing it in, and none is lost.
#[test]
fn a_gas_spring_keeps_its_energy() {
    let text = r#"
        [run]
        duration = 0.06
        dt = 0.002
        scheme = "ep"
        [[body]]
        name = "piston"
        mass = 2
        inertia = [1, 1, 1]
        velocity = [-3, 0, 0]
        [[joint]]
        name = "slide"
        kind = "prismatic"
        between = ["ground", "piston"]
        at = [0, 0, 0]
        axis = [1, 0, 0]
        [[gas_spring]]
        name = "gas"
        on = "slide.displacement"
        force = 40
        column = 0.3
        exponent = 1.4
    "#;
    let names = ["slide.displacement", "elastic_energy", "total_energy"];
    let [x, elastic, total] = run(text, &names)[..] else {
        panic!("three outputs")
    };
    assert!(x < -0.1, "{x}");
    let work = 40.0 * 0.3 / 0.4 * ((0.3 / (0.3 + x)).powf(0.4) - 1.0);
    assert!(
        (elastic - work).abs() < 1e-12 * work,
        "{elastic} for {work}"
    );
    assert!((total - 9.0).abs() < 1e-11, "{total}");
}

#[test]
fn a_motor_reports_what_it_gives_and_a_damper_what_it_takes() {
    let text = r#"
        [run]
        duration = 0.5
        dt = 0.01
        [[body]]
        name = "rotor"
        mass = 1
        inertia = [1, 1, 1]
        [[joint]]
        name = "axle"
        kind = "revolute"
        between = ["ground", "rotor"]
        at = [0, 0, 0]
        axis = [0, 0, 1]
        [[motor]]
        name = "motor"
        on = "axle.angle"
        effort = "2 + t"
        [[spring]]
        name = "brake"
        on = "axle.angle"
        damping = 3
    "#;
    let outputs = ["motor.effort", "brake.effort", "axle.angle_rate"];
    let [motor, brake, rate] = run(text, &outputs)[..] else {
        panic!("three outputs")
    };
    assert!((motor - 2.5).abs() < 1e-12);
    assert!((brake - 3.0 * rate).abs() < 1e-12 && rate > 0.1);
}

/// A nut that falls freely on a thread: force and moment of the thread do no work together, and both follow from
/// m a = m g - F, J a / p = F p (p the pitch).
#[test]
fn the_thread_of_a_screw_passes_force_and_moment() {
    let text = r#"
        gravity = [0, 0, -10]
        [run]
        duration = 0.1
        dt = 0.001
        [[body]]
        name = "nut"
        mass = 2
        inertia = [0.1, 0.1, 0.01]
        [[joint]]
        name = "thread"
        kind = "screw"
        between = ["ground", "nut"]
        at = [0, 0, 0]
        axis = [0, 0, 1]
        lead = 0.5
    "#;
    let pitch = 0.5 / std::f64::consts::TAU;
    let outputs = ["thread.reaction_force.z", "thread.reaction_moment.z"];
    let [force, moment] = run(text, &outputs)[..] else {
        panic!("two outputs")
    };
    let acceleration = 10.0 * 2.0 / (2.0 + 0.01 / (pitch * pitch));
    // Second order in the step; 2e-4 is the round figure above what 1 ms leaves.
    assert!(
        (force - 2.0 * (10.0 - acceleration)).abs() < 2e-4 * force,
        "{force}"
    );
    assert!((moment + pitch * force).abs() < 1e-9 * force, "{moment}");
}

#[test]
fn a_disc_that_stands_still_carries_its_weight() {
    let text = r#"
        gravity = [0, 0, -10]
        [run]
        duration = 0.1
        dt = 0.01
        [[body]]
        name = "wheel"
        mass = 3
        inertia = [0.1, 0.2, 0.1]
        position = [0, 0, 0.5]
        velocity = [1, 0, 0]
        angular_velocity = [0, 2, 0]
        [[rolling]]
        name = "road"
        body = "wheel"
        axis = [0, 1, 0]
        radius = 0.5
    "#;
    let outputs = [
        "road.contact_force.x",
        "road.contact_force.z",
        "wheel.velocity.x",
    ];
    let [along, up, speed] = run(text, &outputs)[..] else {
        panic!("three outputs")
    };
    assert!(along.abs() < 1e-9 && (up - 30.0).abs() < 1e-9 && (speed - 1.0).abs() < 1e-9);
}

/// A cable along an arc of 1 rad and radius 2 m, held at both ends.
fn arc_cable(order: usize, head: &str) -> String {
    format!(
        r#"
        {head}
        [[cable]]
        name = "cable"
        arc = {{ start = [0, 0, 0], center = [2, 0, 0], axis = [0, 1, 0], angle = 1 }}
        stiffness = 1e6
        mass_per_length = 0.03
        tension_only = false
        elements = 6
        order = {order}
        [[joint]]
        name = "A"
        kind = "spherical"
        between = ["ground", "cable.start"]
        [[joint]]
        name = "B"
        kind = "spherical"
        between = ["ground", "cable.end"]
        [[sensor]]
        name = "middle"
        on = "cable@50 %"
        "#
    )
}

#[test]
fn a_curved_cable_is_free_of_stress_as_drawn() {
    // A stone flies past, so that the energy ledger has something to measure.
    let head = "[run]\nduration = 0.02\ndt = 0.001\n[[point_mass]]\nname = \"stone\"\nmass = 1\nvelocity = [1, 0, 0]";
    for order in 1..=3 {
        let found = run(
            &arc_cable(order, head),
            &["middle.point_tension", "elastic_energy"],
        );
        // Lengths have some ten last digits of error, the stiffness is 1e6 N.
        assert!(found[0].abs() < 1e6 * 1e-14, "{order}: {found:?}");
        assert!(found[1].abs() < 1e-16, "{order}: {found:?}");
    }
}

#[test]
fn a_light_and_stiff_cable_falls_with_small_steps() {
    // Weights of 1e-2 N against a stiffness of 1e6 N: the last digits of the strains are 1e-8 of the forces, and no step
    // may be refused for that.
    let head = "gravity = [0, 0, -10]\n[run]\nduration = 0.005\ndt = 0.0001\ndt_min = 0.0001";
    let found = run(&arc_cable(3, head), &["kinetic_energy"]);
    // It has begun to fall, at most as fast as a free body: 1/2 (0.06 kg) (0.05 m/s)^2.
    assert!(found[0] > 0.0 && found[0] < 7.5e-5, "{found:?}");
}
