//! Runs with stops, ratchets, backlash and friction: what holds for every scheme and step.

use poinsot::model::{Source, mini_examples, read_model, render_all};
use poinsot::results::{Layout, resolve};
use poinsot::simulation::{
    Control, LedgerPolicy, Observer, Options, Outcome, Simulation, StepInfo,
};

/// Keeps all frames.
#[derive(Default)]
struct Frames(Vec<Vec<f64>>);

impl Observer for Frames {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.0.push(row.to_vec());
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}

struct Ran {
    layout: Layout,
    frames: Vec<Vec<f64>>,
    outcome: Outcome,
}

impl Ran {
    fn column(&self, name: &str) -> Vec<f64> {
        let at = resolve(&self.layout, name).expect("a known output")[0].column;
        self.frames.iter().map(|row| row[at]).collect()
    }
    fn last(&self, name: &str) -> f64 {
        *self.column(name).last().expect("a frame")
    }
}

fn run(text: &str) -> Ran {
    let (model, _) = read_model(&Source::new("test.toml", text)).expect("the model reads");
    let options = Options {
        ledger: LedgerPolicy::Error,
        threads: 1,
    };
    let mut simulation = Simulation::new(model, options).expect("the model is sound");
    let layout = simulation.layout().clone();
    let mut frames = Frames::default();
    let outcome = simulation.run(&mut frames);
    assert!(
        matches!(outcome.end, poinsot::simulation::End::Complete),
        "{:?}",
        outcome.end
    );
    Ran {
        layout,
        frames: frames.0,
        outcome,
    }
}

/// A block on a rail, with what acts on it.
fn block(run: &str, more: &str) -> String {
    format!(
        r#"
        gravity = [0, 0, -10]
        [run]
        {run}
        [[body]]
        name = "block"
        mass = 2
        inertia = [0.01, 0.01, 0.01]
        velocity = [1, 0, 0]
        [[joint]]
        name = "slide"
        kind = "prismatic"
        between = ["ground", "block"]
        at = [0, 0, 0]
        axis = [1, 0, 0]
        {more}
        "#
    )
}

const SCHEMES: [&str; 3] = ["ep", "ed", "mp-ed"];

/// The small models of the reference, with every scheme that keeps an energy balance, at three steps: the ledger closes, nothing
/// is won, losses never fall.
#[test]
fn the_books_close_and_losses_only_grow() {
    for kind in ["stop", "ratchet", "backlash", "friction"] {
        let (_, text) = mini_examples()
            .iter()
            .find(|(name, _)| *name == kind)
            .expect("a small model");
        for scheme in SCHEMES {
            for factor in [1.0, 7.0, 40.0] {
                let mut table: toml::Table = text.parse().expect("TOML");
                let run_table = table["run"].as_table_mut().expect("a table");
                let dt = run_table["dt"].as_float().expect("a number");
                run_table.insert("dt".into(), (factor * dt).into());
                run_table.insert("scheme".into(), scheme.into());
                let ran = run(&table.to_string());
                let (gap, scale) = (ran.outcome.largest_energy_gap, ran.outcome.energy_scale);
                assert!(
                    gap <= 1e-11 * scale,
                    "{kind} {scheme} {factor}: gap {gap:e} of {scale:e}"
                );
                for name in ["contact_dissipation", "friction_dissipation"] {
                    let lost = ran.column(name);
                    assert!(
                        lost.windows(2).all(|w| w[1] >= w[0]),
                        "{kind} {scheme} {factor}: {name} falls"
                    );
                }
                let energy = ran.column("contact_energy");
                assert!(energy.iter().all(|e| *e >= 0.0), "{kind} {scheme}");
            }
        }
    }
}

/// Between two elastic stops at 1 m/s the speed is what it was, with steps far longer than an impact; nothing passes.
#[test]
fn nothing_passes_a_stop_with_any_step() {
    let stop = r#"
        [[stop]]
        name = "ends"
        on = "slide.displacement"
        lower = -0.1
        upper = 0.3
        stiffness = 1e8
    "#;
    for scheme in SCHEMES {
        for dt in [1e-4, 1e-2, 0.1] {
            let settings = format!("duration = 5\ndt = {dt}\nscheme = \"{scheme}\"");
            let ran = run(&block(&settings, stop));
            let deep = (1.0f64 * 2.0 / 1e8).sqrt();
            for x in ran.column("slide.displacement") {
                assert!(
                    (-0.1 - 1.001 * deep..=0.3 + 1.001 * deep).contains(&x),
                    "{scheme} {dt}: at {x}"
                );
            }
            // The decaying schemes take what they do not resolve.
            if scheme == "ep" {
                let energy = ran.column("total_energy");
                assert!(energy.iter().all(|e| (e - 1.0).abs() < 1e-10), "{dt}");
                assert!(ran.last("ends.impacts") >= 8.0, "{dt}");
            }
            assert_eq!(ran.outcome.impacts as f64, ran.last("ends.impacts"));
        }
    }
}

/// Speed after an impact, by resolved steps, for several speeds, masses and laws: (lf.2) knows neither.
#[test]
fn restitution_depends_on_nothing_else() {
    for (law, dt) in [("stiffness = 1e5", 2e-5), ("force = \"3e7*x^1.5\"", 1e-5)] {
        for e in [0.3, 0.8] {
            let stop = format!(
                "[[stop]]\nname = \"end\"\non = \"slide.displacement\"\nupper = 0.02\nrestitution = {e}\n{law}"
            );
            let settings = format!("duration = 0.1\ndt = {dt}\nscheme = \"ep\"");
            let ran = run(&block(&settings, &stop));
            let after = -ran.last("slide.displacement_rate");
            // An impact takes some 14 ms: steps of (w dt)^2 = 2e-5, first order where the force ends.
            assert!((after - e).abs() < 2e-3 * e, "{law} {e}: {after}");
        }
    }
}

/// A block that slides with mu = 0.3 rests after v^2/(2 mu g), all of its energy lost by friction.
#[test]
fn a_block_comes_to_rest_and_stays() {
    let friction = r#"
        [[friction]]
        name = "bed"
        on = "slide.displacement"
        coefficient = 0.3
        stiffness = 1e6
        stick_damping = 2800
    "#;
    for scheme in ["ep", "ed", "mp-ed", "generalized-alpha"] {
        let settings = format!("duration = 0.6\ndt = 1e-4\nscheme = \"{scheme}\"");
        let ran = run(&block(&settings, friction));
        let x = ran.last("slide.displacement");
        // The elastic way 6 N/1e6 N/m before it slides, and back after.
        // The generalized-alpha family has the friction at the end of a step, which lags by half a step of 1e-4 m, and so does
        // the loss of 6 N along it: halved with the step, 9.4e-5, 4.4e-5, 1.9e-5 m and 6e-4, 3e-4, 1.5e-4 J from 2e-4 s on.
        let lag = if scheme == "generalized-alpha" {
            5e-5
        } else {
            0.0
        };
        assert!((x - 1.0 / 6.0).abs() < 2e-5 + lag, "{scheme}: {x}");
        assert!(ran.last("slide.displacement_rate").abs() < 1e-9, "{scheme}");
        assert!(
            (ran.last("friction_dissipation") - 1.0).abs() < 1e-4 + 6.0 * lag,
            "{scheme}"
        );
        assert_eq!(ran.last("bed.slides"), 0.0);
    }
}

/// A block of 2 kg that hangs against a stop of 1e6 N/m: set down where it just touches, where it would rest, and deeper, with
/// losses from small to nearly complete and steps from far shorter to far longer than its vibration. It never moves further than
/// what is lossless would, and where there is time to, it comes to rest.
#[test]
fn a_block_rests_on_a_stop() {
    let resting: f64 = 2.0 * 10.0 / 1e6;
    for scheme in SCHEMES {
        for e in [0.05, 0.5, 0.9] {
            for dt in [1e-4, 1e-3, 1e-2] {
                for depth in [0.0, resting, 2.0 * resting] {
                    let ran = run(&format!(
                        r#"
                        gravity = [0, 0, -10]
                        [run]
                        duration = {}
                        dt = {dt}
                        scheme = "{scheme}"
                        [[body]]
                        name = "block"
                        mass = 2
                        inertia = [0.01, 0.01, 0.01]
                        [[joint]]
                        name = "slide"
                        kind = "prismatic"
                        between = ["ground", "block"]
                        at = [0, 0, 0]
                        axis = [0, 0, 1]
                        [[stop]]
                        name = "floor"
                        on = "slide.displacement"
                        lower = {depth}
                        stiffness = 1e6
                        restitution = {e}
                        "#,
                        200.0 * dt
                    ));
                    let what = format!("{scheme} {e} {dt} {depth}");
                    let z = ran.column("block.position.z");
                    let far = (resting - depth).abs() + 1e-9;
                    let off = z.iter().map(|z| (z - depth + resting).abs());
                    let most = off.fold(0.0, f64::max);
                    assert!(most <= far, "{what}: {most:e} {far:e}");
                    let gap = ran.outcome.largest_energy_gap / ran.outcome.energy_scale;
                    assert!(gap < 1e-11, "{what}: {gap:e}");
                }
            }
        }
    }
}

/// A brake that closes at 0.1 s stops a block that moves freely until then.
#[test]
fn a_brake_closes_in_time() {
    let friction = r#"
        [[friction]]
        name = "brake"
        on = "slide.displacement"
        effort = { table = [[0, 0], [0.1, 0], [0.1001, 20]] }
        stiffness = 1e6
        stick_damping = 2800
    "#;
    let ran = run(&block("duration = 0.4\ndt = 1e-4", friction));
    // 1 m/s for 0.1 s, then 10 m/s^2 against it.
    let x = ran.last("slide.displacement");
    assert!((x - 0.15).abs() < 2e-4, "{x}");
}

/// A free-wheel lets a block go and holds it against a force back.
#[test]
fn a_free_wheel_holds() {
    let ratchet = r#"
        [[ratchet]]
        name = "pawl"
        on = "slide.displacement"
        stiffness = 1e6
        restitution = 0.3
        [[motor]]
        name = "pull"
        on = "slide.displacement"
        effort = -10
    "#;
    let ran = run(&block("duration = 1\ndt = 1e-4", ratchet));
    // v^2/(2 a) = 0.1 m, less the way 10 N/1e6 N/m.
    let x = ran.last("slide.displacement");
    assert!((x - 0.1).abs() < 1e-4, "{x}");
    assert!((ran.last("pawl.stop_effort") - 10.0).abs() < 1e-3);
}

#[test]
fn bad_values_are_named_with_their_line() {
    let bad = |more: &str| -> String {
        let text = block("duration = 1\ndt = 1e-3", more);
        let source = Source::new("test.toml", text);
        let problems = read_model(&source).expect_err("it is wrong");
        render_all(&problems, Some(&source), false)
    };
    let stop = "[[stop]]\nname = \"s\"\non = \"slide.displacement\"\n";
    let friction = "[[friction]]\nname = \"f\"\non = \"slide.displacement\"\nstiffness = 1e6\n";
    for (text, said) in [
        (
            format!("{stop}upper = 1\nstiffness = 1e5\nrestitution = 1.2"),
            "restitution",
        ),
        (
            format!("{stop}upper = 1\nstiffness = 1e5\nrestitution = 0"),
            "restitution",
        ),
        (format!("{stop}upper = 1\nstiffness = -1e5"), "stiffness"),
        (format!("{stop}stiffness = 1e5"), "the stop has no end"),
        (
            format!("{stop}upper = 1\nlower = 2\nstiffness = 1e5"),
            "is not below the upper end",
        ),
        (
            format!("{stop}upper = 1\nforce = \"5 + x\""),
            "without penetration is 5",
        ),
        (format!("{stop}upper = 1\nforce = \"-x\""), "must not pull"),
        (format!("{friction}coefficient = -0.2"), "coefficient"),
        (format!("{friction}effort = -2"), "the effort is -2"),
        (
            format!("{friction}effort = 2\nbreakaway = 1.5"),
            "needs `stribeck` too",
        ),
        (
            format!("{friction}effort = 2\nbreakaway = 0.5"),
            "breakaway",
        ),
        (
            format!("{friction}coefficient = 0.2\nradius = 0.1"),
            "does not fit a displacement",
        ),
    ] {
        let message = bad(&text);
        assert!(message.contains(said), "{text}: {message}");
        assert!(message.contains("test.toml:"), "{message}");
    }
}

/// Steps of higher order go back in time in between, where friction would win.
#[test]
fn losses_do_not_go_with_higher_orders() {
    let friction =
        "[[friction]]\nname = \"f\"\non = \"slide.displacement\"\neffort = 1\nstiffness = 1e6";
    let text = block(
        "duration = 1\ndt = 1e-3\nscheme = \"ep\"\norder = 4",
        friction,
    );
    let (model, _) = read_model(&Source::new("test.toml", text)).expect("it reads");
    let problems = model.check().expect_err("it is refused");
    assert!(
        problems[0]
            .to_string()
            .contains("does not go with friction")
    );
}
