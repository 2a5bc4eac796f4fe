//! Beads and sleeves that leave their line at its end (sl.6).

use crate::ran::{model, run, simulation};
use poinsot::model::render_all;
use poinsot::simulation::{Options, Simulation};

const G: f64 = 10.0;
/// Slope of the rod, 3 to 4: along it gravity pulls with 6 m/s^2.
const ALONG: [f64; 2] = [0.8, -0.6];
const LONG: f64 = 0.75;
/// `6 t^2/2 = 0.75`.
const LEAVES: f64 = 0.5;
const END: f64 = 1.0;

/// A bead that starts at rest at the upper end of an inclined rod, which is fixed to the ground.
fn slope(run: &str, second: &str, joint: &str) -> String {
    let to = ALONG.map(|a| a * LONG);
    format!(
        r#"
        gravity = [0, 0, -{G}]
        [run]
        duration = {END}
        {run}
        {second}
        [[joint]]
        name = "hole"
        {joint}
        at_ends = "leave"
        between = ["ground", "bead"]
        path = {{ from = [0, 0, 0], to = [{}, 0, {}] }}
        "#,
        to[0], to[1]
    )
}

const POINT: &str = "[[point_mass]]\nname = \"bead\"\nmass = 0.2";
const BODY: &str = "[[body]]\nname = \"bead\"\nmass = 0.2\ninertia = [1e-4, 2e-4, 3e-4]";

/// Where a bead is at a time after it has left the rod, or one that goes on straight, at another time: then parabola.
fn parabola(left: f64, t: f64) -> [f64; 2] {
    let (s, v, tau) = (3.0 * left * left, 6.0 * left, t - left);
    [
        ALONG[0] * (s + v * tau),
        ALONG[1] * (s + v * tau) - 0.5 * G * tau * tau,
    ]
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// With fixed steps it lets go at the end of the step in which it passes the end: the course is exactly that of a rod that is longer
/// by what the step goes on. So the error of where it flies falls with the step.
#[test]
fn a_bead_leaves_an_inclined_rod_on_a_parabola() {
    for scheme in ["ep", "ed", "mp-ed"] {
        let mut bounds = Vec::new();
        for dt in [0.04, 0.02, 0.01, 0.005] {
            // Steps of 3/7 of round ones end nowhere near the moment.
            let dt = dt * 3.0 / 7.0;
            let text = slope(
                &format!("dt = {dt}\nscheme = \"{scheme}\""),
                POINT,
                "kind = \"sliding\"",
            );
            let ran = run(&text);
            let left = (LEAVES / dt).ceil() * dt;
            let on = ran.column("hole.on_line");
            let times = ran.column("time");
            let first = on.iter().position(|on| *on == 0.0).expect("it leaves");
            assert!((times[first] - left).abs() < 1e-12, "{}", times[first]);
            let found = ["x", "z"].map(|c| ran.last(&format!("bead.position.{c}")));
            // Both motions have constant accelerations, which these schemes integrate without error: round-off of the solution.
            if scheme == "ep" {
                let wanted = parabola(left, END);
                assert!(distance(found, wanted) < 1e-10, "{found:?} {wanted:?}");
                assert!(ran.gap() < 1e-12, "{:e}", ran.gap());
            }
            assert!(ran.gap() < 1e-11, "{scheme}: {:e}", ran.gap());
            let error = distance(found, parabola(LEAVES, END));
            bounds.push((dt, error));
            // Afterwards nothing holds it, and its place on the line is no more.
            for k in first..times.len() {
                for c in ["x", "y", "z"] {
                    assert_eq!(ran.column(&format!("hole.reaction_force.{c}"))[k], 0.0);
                }
                assert_eq!(ran.column("hole.s_rate")[k], 0.0);
                assert_eq!(ran.column("hole.s")[k], ran.column("hole.s")[first]);
            }
            assert_eq!(ran.outcome.left.len(), 1, "{:?}", ran.outcome.left);
            assert!(ran.outcome.left[0].contains("joint `hole` left its line at the end"));
        }
        // Late by up to a step: the acceleration across the rod, 8 m/s^2, has not acted in that time, which moves the bead by
        // 8 (T - t) for every second that it is late, and a little along it.
        for (dt, error) in &bounds {
            let late = (LEAVES / dt).ceil() * dt - LEAVES;
            let wanted = 8.0 * (END - LEAVES) * late;
            assert!(
                error - wanted < 0.1 * wanted + 5.0 * dt * dt,
                "{scheme}: {bounds:?}"
            );
        }
        assert!(bounds[3].1 < 8.0 * bounds[3].0, "{scheme}: {bounds:?}");
    }
}

/// Steps that are judged end where it leaves, so that nothing is late.
#[test]
fn judged_steps_end_where_it_leaves() {
    let text = slope(
        "accuracy = 1e-4\nscheme = \"ep\"",
        POINT,
        "kind = \"sliding\"",
    );
    let ran = run(&text);
    let found = ["x", "z"].map(|c| ran.last(&format!("bead.position.{c}")));
    // The end is found to 1e-9 of the length of the rod: late by 1e-9 0.75/3 s at most.
    assert!(distance(found, parabola(LEAVES, END)) < 1e-8, "{found:?}");
    assert!(ran.gap() < 1e-12, "{:e}", ran.gap());
    let on = ran.column("hole.on_line");
    let first = on.iter().position(|on| *on == 0.0).expect("it leaves");
    assert!((ran.column("time")[first] - LEAVES).abs() < 1e-9);
}

/// A sleeve keeps its body from turning until it leaves; then nothing turns it, and a second sleeve does not mind.
#[test]
fn a_sleeve_lets_go_of_its_body() {
    let more = "[[body]]\nname = \"other\"\nmass = 0.1\ninertia = [1e-4, 1e-4, 1e-4]\nposition = [0.4, 0, -0.3]\n\
                [[joint]]\nname = \"second\"\nkind = \"sleeve\"\nbetween = [\"ground\", \"other\"]\n\
                path = { from = [0.4, 0, -0.3], to = [0.8, 0, -0.6] }\n";
    for turns in ["", "\nturns = true"] {
        let joint = format!("kind = \"sleeve\"{turns}");
        let text = slope(
            "dt = 0.01\nscheme = \"ep\"",
            &format!("{BODY}\n{more}"),
            &joint,
        );
        let ran = run(&text);
        assert!(ran.gap() < 1e-11, "{:e}", ran.gap());
        let found = ["x", "z"].map(|c| ran.last(&format!("bead.position.{c}")));
        // 0.5 s are 50 steps: it leaves in time, or a step later where round-off has it just before the end.
        let near = [0.5, 0.51].map(|left| distance(found, parabola(left, END)));
        assert!(near[0].min(near[1]) < 1e-9, "{found:?}");
        // The other one stays on its line, which goes on straight: it has come as far as gravity pulls along it.
        assert!(
            (ran.last("second.s") - 3.0).abs() < 1e-9,
            "{}",
            ran.last("second.s")
        );
        for c in ["w", "x", "y", "z"] {
            let course = ran.column(&format!("bead.orientation.{c}"));
            let far = course.iter().map(|q| (q - course[0]).abs());
            assert!(far.fold(0.0, f64::max) < 1e-12);
        }
    }
}

/// A bead that runs off an elastic beam, which is free: energy and all momenta of both are what they were, across the event.
const OFF_A_BEAM: &str = r#"
[run]
duration = 0.3
dt = 1e-3
scheme = "ep"
[[section]]
name = "strip"
EA = 1e5
GAy = 4e4
GJ = 10
EIy = 8
EIz = 30
mass_per_length = 0.5
inertia_per_length = [4e-4, 1e-4, 3e-4]
[[beam]]
name = "beam"
from = [0, 0, 0]
to = [1, 0, 0]
section = "strip"
y_axis = [0, 1, 0]
elements = 3
[[body]]
name = "bead"
mass = 0.3
inertia = [2e-4, 1e-4, 1.5e-4]
position = [0.6, 0, 0]
velocity = [3, 0, 0]
angular_velocity = [5, 2, -3]
[[joint]]
name = "hole"
kind = "sliding"
between = ["beam", "bead"]
at_ends = "leave"
[[force]]
name = "push"
on = "beam.start"
value = [0, 3, 8]
scale = { table = [[0, 1], [0.05, 1], [0.051, 0], [1, 0]] }
"#;

#[test]
fn nothing_is_lost_when_a_bead_runs_off_a_beam() {
    for scheme in ["ep", "ed", "mp-ed", "generalized-alpha"] {
        let ran = run(&OFF_A_BEAM.replace("\"ep\"", &format!("\"{scheme}\"")));
        let on = ran.column("hole.on_line");
        let first = on.iter().position(|on| *on == 0.0).expect("it leaves");
        let times = ran.column("time");
        assert!(times[first] > 0.1 && times[first] < 0.2, "{}", times[first]);
        let exact = scheme != "generalized-alpha";
        if exact {
            assert!(ran.gap() < 1e-11, "{scheme}: {:e}", ran.gap());
        }
        // Of all after the push, the leaving among it; what its end has left in generalized-alpha has faded by then.
        let after = times.iter().position(|t| *t > 0.1).expect("a frame");
        let mut sums = vec!["linear_momentum"];
        if ran.outcome.promises.angular_momentum {
            sums.push("angular_momentum");
        }
        for sum in sums {
            for c in ["x", "y", "z"] {
                let course = ran.column(&format!("{sum}.{c}"));
                let drift = course[after..].iter().map(|x| (x - course[after]).abs());
                let drift = drift.fold(0.0, f64::max);
                // Of momenta of about 1 N s and 0.3 N m s; generalized-alpha leaves what its iteration does.
                let limit = if exact { 1e-12 } else { 1e-9 };
                assert!(drift < limit, "{scheme} {sum}.{c}: {drift:e}");
            }
        }
        // What flies alone has a constant velocity.
        for c in ["x", "y", "z"] {
            let course = ran.column(&format!("bead.velocity.{c}"));
            let drift = course[first..].iter().map(|x| (x - course[first]).abs());
            assert!(drift.fold(0.0, f64::max) < 1e-10, "{scheme} {c}");
        }
    }
}

/// A run that is stopped after the bead has left, or before, goes on bit by bit.
#[test]
fn copies_know_what_has_left() {
    let text = slope("dt = 0.03\nscheme = \"ep\"", BODY, "kind = \"sliding\"");
    for steps in [5, 16, 17, 18, 25] {
        let mut first = simulation(&text, 1);
        for _ in 0..steps {
            first.step().expect("a step");
        }
        let mut second = first.copy().expect("the same model");
        let both = |s: &mut Simulation| {
            for _ in steps..33 {
                s.step().expect("a step");
            }
            s.row().to_vec()
        };
        assert_eq!(both(&mut first), both(&mut second), "after {steps} steps");
    }
}

/// What has left its line has no place on it that a motion could prescribe.
#[test]
fn nothing_else_may_prescribe_the_place() {
    let text = slope("dt = 0.01", POINT, "kind = \"sliding\"");
    let text = format!("{text}\n[[motion]]\nname = \"drive\"\non = \"hole.s\"\nvalue = \"t\"\n");
    let Err(problems) = Simulation::new(model(&text), Options::default()) else {
        panic!("a motion and a line that is left contradict each other");
    };
    let said = render_all(&problems, None, false);
    assert!(said.contains("`drive` prescribes the place"), "{said}");
}
