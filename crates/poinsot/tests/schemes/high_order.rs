//! Order 4, 6 and 8 by composition (ho.1): observed orders, energy and momenta, reactions, what is refused.

use crate::runs::Run;
use poinsot::model::{Severity, Source, read_model};

/// Two weights on rods: constraints of index 3 with everything nonlinear.
const WEIGHTS: &str = r#"
    gravity = [0, 0, -9.81]
    [output]
    every = 0.5
    [[point_mass]]
    name = "upper"
    mass = 1
    position = [1, 0, 0]
    velocity = [0, 1, 0]
    [[point_mass]]
    name = "lower"
    mass = 0.7
    position = [1, 0, -1]
    velocity = [1, 2, 0]
    [[joint]]
    name = "rod"
    kind = "distance"
    between = ["ground", "upper"]
    points = [[0, 0, 0], [1, 0, 0]]
    [[joint]]
    name = "string"
    kind = "distance"
    between = ["upper", "lower"]
    points = [[1, 0, 0], [1, 0, -1]]
"#;

/// A top on its tip, spinning: rotation and a ball joint.
const TOP: &str = r#"
    gravity = [0, 0, -9.81]
    [output]
    every = 0.25
    [[body]]
    name = "top"
    mass = 1
    mass_center = [0, 0, 0.3]
    inertia = [0.05, 0.06, 0.03]
    orientation = { axis = [1, 0, 0], angle = 0.4 }
    angular_velocity_body = [0.3, 0.2, 25]
    [[joint]]
    name = "tip"
    kind = "spherical"
    between = ["ground", "top"]
    at = [0, 0, 0]
"#;

/// A soft beam that swings on a hinge, its frequencies resolved.
const BEAM: &str = r#"
    gravity = [0, 0, -9.81]
    [output]
    every = 0.2
    [[section]]
    name = "soft"
    EA = 200
    GAy = 100
    GJ = 0.2
    EIy = 0.2
    mass_per_length = 1
    inertia_per_length = [0.02, 0.01, 0.01]
    [[beam]]
    name = "arm"
    from = [0, 0, 0]
    to = [1, 0, 0]
    section = "soft"
    elements = 2
    order = 1
    angular_velocity = [0, 0.5, 1]
    [[joint]]
    name = "hinge"
    kind = "spherical"
    between = ["ground", "arm.start"]
    [[sensor]]
    name = "tip"
    on = "arm.end"
"#;

/// Largest difference of some outputs in all frames.
fn error(run: &Run, reference: &Run, outputs: &[&str]) -> f64 {
    let columns: Vec<usize> = outputs.iter().map(|o| column(run, o)).collect();
    let frames = run.frames.iter().zip(&reference.frames);
    let apart = frames.flat_map(|(a, b)| columns.iter().map(|&k| (a[k] - b[k]).abs()));
    apart.fold(0.0, f64::max)
}

fn run(model: &str, duration: f64, steps: usize, order: usize) -> Run {
    let dt = duration / steps as f64;
    Run::of(
        model,
        &format!("duration = {duration}\ndt = {dt}\nscheme = \"ep\"\norder = {order}"),
    )
}

/// Observed orders between a number of steps and a multiple of it, against a run of order 8 with more steps.
fn orders(
    name: &str,
    model: &str,
    duration: f64,
    outputs: &[&str],
    steps: [(usize, usize, usize); 4],
) {
    let reference = run(model, duration, 4 * steps[3].1 * steps[3].2, 8);
    for (order, coarse, times) in steps {
        let [a, b] = [coarse, times * coarse].map(|n| run(model, duration, n, order));
        let errors = [&a, &b].map(|r| error(r, &reference, outputs));
        let observed = (errors[0] / errors[1]).ln() / (times as f64).ln();
        let [one, two] = errors;
        println!("{name} order {order}: {one:.1e} {two:.1e}, observed {observed:.2}");
        assert!(
            (observed - order as f64).abs() < 0.2,
            "{name}, order {order}: {observed}"
        );
        // The scheme keeps energy exactly, whatever the order.
        for r in [&a, &b] {
            let drift = r.last("total_energy") - r.frames[0][column(r, "total_energy")];
            let scale = r.outcome.energy_scale;
            assert!(
                drift.abs() < 1e-11 * scale,
                "{name}, order {order}: {drift:e} of {scale}"
            );
        }
    }
}

fn column(run: &Run, name: &str) -> usize {
    poinsot::results::resolve(&run.layout, name).expect("a known output")[0].column
}

#[test]
fn constrained_points_have_their_order() {
    let outputs = [
        "upper.position.x",
        "lower.position.x",
        "lower.position.y",
        "lower.position.z",
    ];
    // Errors of order 8 do not fall evenly yet with so few steps: the mean over two halvings is meant.
    let steps = [(2, 320, 2), (4, 80, 2), (6, 40, 2), (8, 24, 4)];
    orders("weights", WEIGHTS, 2.0, &outputs, steps);
}

#[test]
fn a_spinning_top_has_its_order() {
    let outputs = [
        "top.orientation.x",
        "top.orientation.y",
        "top.orientation.z",
        "top.orientation.w",
    ];
    // With more steps of order 8, errors come close to round-off: 2e-13 with 40.
    let steps = [(2, 200, 2), (4, 40, 2), (6, 26, 2), (8, 16, 2)];
    orders("top", TOP, 0.5, &outputs, steps);
}

#[test]
fn a_beam_has_its_order() {
    let outputs = ["tip.point.x", "tip.point.y", "tip.point.z"];
    let steps = [(2, 160, 2), (4, 40, 2), (6, 24, 2), (8, 20, 2)];
    orders("beam", BEAM, 0.4, &outputs, steps);
}

/// Reactions are those of the state, and as accurate.
#[test]
fn reactions_have_the_order_of_the_motion() {
    let outputs = [
        "rod.reaction_force.x",
        "rod.reaction_force.y",
        "rod.reaction_force.z",
    ];
    let reference = run(WEIGHTS, 1.0, 64, 8);
    for (order, steps) in [(4, 40), (6, 20)] {
        let [a, b] = [steps, 2 * steps].map(|n| run(WEIGHTS, 1.0, n, order));
        let errors = [&a, &b].map(|r| error(r, &reference, &outputs));
        let observed = (errors[0] / errors[1]).log2();
        let [one, two] = errors;
        println!("reactions, order {order}: {one:.1e} {two:.1e}, observed {observed:.2}");
        assert!(observed > order as f64 - 0.5, "order {order}: {observed}");
    }
}

/// A free body and a free beam over many steps: energy and both momenta.
#[test]
fn energy_and_momenta_stay_over_many_steps() {
    let free = BEAM
        .split("    [[joint]]")
        .next()
        .unwrap()
        .replace("-9.81", "0");
    let free = free.replace("every = 0.2", "every = 10");
    for order in [4, 6, 8] {
        let run = run(&free, 10.0, 1000, order);
        let change = |name: &str| {
            let k = column(&run, name);
            run.frames.last().unwrap()[k] - run.frames[0][k]
        };
        let scale = run.outcome.energy_scale;
        println!(
            "order {order}: energy {:e} of {scale}",
            change("total_energy")
        );
        assert!(change("total_energy").abs() < 1e-11 * scale);
        for axis in ["x", "y", "z"] {
            for what in ["linear_momentum", "angular_momentum"] {
                let c = change(&format!("{what}.{axis}"));
                // Momenta here are about 0.5 kg m/s and 0.3 kg m^2/s.
                assert!(c.abs() < 1e-11, "order {order}, {what}.{axis}: {c:e}");
            }
        }
    }
}

#[test]
fn wrong_orders_are_refused() {
    let problem = |keys: &str| {
        let text = format!("{TOP}\n[run]\nduration = 1\n{keys}\n");
        let problems = read_model(&Source::new("m.toml", text)).expect_err("refused");
        let found = problems.iter().find(|p| p.severity == Severity::Error);
        found.expect("an error").message.clone()
    };
    assert!(problem("dt = 0.1\nscheme = \"ep\"\norder = 3").contains("order 3"));
    assert!(problem("dt = 0.1\nscheme = \"ep\"\norder = 10").contains("10"));
    assert!(problem("accuracy = 1e-4\nscheme = \"ep\"\norder = 4").contains("accuracy"));
    assert!(problem("dt = 0.1\nscheme = \"ed\"\norder = 4").contains("order"));
}
