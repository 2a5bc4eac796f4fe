//! A run that is kept and goes on has the same bits as one that was never interrupted.

mod common;

use common::everything::everything;
use common::flexible::{mechanism, read};
use poinsot::checkpoint::{
    Bytes, Checkpoint, CheckpointFiles, Refused, Stored, start_from_checkpoint,
};
use poinsot::model::{Collocation, Model, Order, RotationMap, Run, Scheme, Source};
use poinsot::results::{Status, Writer, resolve, start_from_results};
use poinsot::simulation::{Control, End, LedgerPolicy, Observer, Options, Simulation, StepInfo};
use poinsot::system::System;

fn simulation(model: &Model, threads: usize) -> Simulation {
    let options = Options {
        ledger: LedgerPolicy::Warn,
        threads,
    };
    match Simulation::new(model.clone(), options) {
        Ok(simulation) => simulation,
        Err(problems) => panic!("{problems:#?}"),
    }
}

fn kept(run: &Simulation) -> Vec<u8> {
    let mut bytes = Vec::new();
    run.store(&mut bytes);
    bytes
}

/// A fresh run of the model, as it was when `bytes` were kept.
fn restored(model: &Model, bytes: &[u8], threads: usize) -> Simulation {
    let mut run = simulation(model, threads);
    let mut from = Bytes::new(bytes);
    run.load(&mut from).expect("the same model");
    from.end().expect("all of it belongs to the run");
    run
}

/// Frames as bits, and the whole run after every step.
#[derive(Default)]
struct Seen {
    frames: Vec<Vec<u64>>,
    /// What was kept after each step, and the frames before it.
    kept: Vec<(Vec<u8>, usize)>,
    stop_after: Option<usize>,
    steps: usize,
}

impl Observer for Seen {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.frames.push(row.iter().map(|x| x.to_bits()).collect());
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        self.steps += 1;
        Control::Continue
    }
    fn settled(&mut self, run: &Simulation) -> Control {
        self.kept.push((kept(run), self.frames.len()));
        match self.stop_after {
            Some(steps) if self.steps >= steps => Control::Stop,
            _ => Control::Continue,
        }
    }
}

/// Runs to the end, then goes on from every step (one step, compared with the whole history after it) and from some of them to
/// the end.
fn check(name: &str, model: &Model) {
    let mut first = simulation(model, 1);
    let mut whole = Seen::default();
    let outcome = first.run(&mut whole);
    assert_eq!(outcome.end, End::Complete, "{name}");
    let end = kept(&first);
    assert!(whole.kept.len() > 10, "{name}: {}", whole.kept.len());
    for (k, pair) in whole.kept.windows(2).enumerate() {
        let mut run = restored(model, &pair[0].0, 1);
        let mut seen = Seen {
            stop_after: Some(1),
            ..Seen::default()
        };
        run.run(&mut seen);
        assert!(
            seen.kept[0].0 == pair[1].0,
            "{name}: step {} differs",
            k + 2
        );
    }
    let far = whole.kept.len();
    for k in [0, 1, far / 3, far / 2, far - 2, far - 1] {
        let (bytes, frames) = &whole.kept[k];
        let mut run = restored(model, bytes, 1 + k % 2);
        let mut seen = Seen::default();
        let again = run.run(&mut seen);
        assert_eq!(again.end, End::Complete);
        assert!(
            seen.frames[..] == whole.frames[*frames..],
            "{name}: frames differ after step {}",
            k + 1
        );
        assert!(
            kept(&run) == end,
            "{name}: another end after step {}",
            k + 1
        );
        let facts = |o: &poinsot::simulation::Outcome| {
            (o.steps, o.iterations, o.cuts, o.rejected, o.steps_between)
        };
        assert_eq!(facts(&again), facts(&outcome), "{name}");
        assert_eq!(again.largest_energy_gap, outcome.largest_energy_gap);
        assert_eq!(again.ledger_line(), outcome.ledger_line());
    }
}

fn schemes() -> [(&'static str, Scheme); 6] {
    let (rotation, collocation) = (RotationMap::Cayley, Collocation::Radau);
    let (rho_inf, order) = (0.5, Order::Two);
    [
        ("ep", Scheme::EnergyPreserving { rotation, order }),
        (
            "ed",
            Scheme::EnergyDecaying {
                rho_inf,
                collocation,
            },
        ),
        (
            "mp-ed",
            Scheme::MomentumPreservingDecaying {
                rho_inf,
                collocation,
            },
        ),
        (
            "generalized-alpha",
            Scheme::GeneralizedAlpha { rho_inf, rotation },
        ),
        (
            "hht",
            Scheme::Hht {
                alpha: 0.1,
                rotation,
            },
        ),
        (
            "newmark",
            Scheme::Newmark {
                gamma: 0.5,
                beta: 0.25,
                rotation,
            },
        ),
    ]
}

/// The model with all kinds of steps and tolerances: fixed, fixed with frames between, judged with every step shown, judged
/// with frames.
fn check_all(what: &str, model: &Model, dt: f64, steps: usize) {
    let duration = dt * steps as f64;
    let base = Run {
        duration,
        dt,
        dt_max: duration / 10.0,
        ..Run::default()
    };
    for (name, scheme) in schemes() {
        for tolerance in [1e-13, 1e-8] {
            for (how, accuracy, every) in [
                ("fixed", None, None),
                ("fixed, frames between steps", None, Some(2.5 * dt)),
                ("fixed, frames inside steps", None, Some(0.4 * dt)),
                ("judged", Some(1e-2), None),
                ("judged with frames", Some(1e-2), Some(3.3 * dt)),
            ] {
                // Accuracy means little to schemes that gain energy here.
                if accuracy.is_some() && matches!(name, "hht" | "newmark") {
                    continue;
                }
                let mut model = model.clone();
                model.run = Run {
                    scheme,
                    tolerance,
                    accuracy,
                    output_every: every,
                    ..base.clone()
                };
                check(&format!("{what}, {name}, {tolerance:e}, {how}"), &model);
            }
        }
    }
}

#[test]
fn rigid_bodies_with_everything() {
    check_all("everything", &everything(true), 2e-3, 14);
}

#[test]
fn beams_and_cables() {
    check_all("mechanism", &mechanism(1e5), 4e-3, 14);
}

/// Corners of loads and jumps of motions make fresh starts on the way; a sudden load makes steps fail and be cut.
#[test]
fn corners_jumps_and_cut_steps() {
    let text = |run: &str, motion: &str| {
        format!(
            r#"
gravity = [0, 0, -9.81]
[run]
duration = 0.6
{run}
[[body]]
name = "arm"
mass = 1
inertia = [0.01, 0.02, 0.03]
position = [0.5, 0, 0]
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "arm"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[joint]]
name = "slide"
kind = "prismatic"
between = ["arm", "block"]
at = [0.5, 0, 0]
axis = [1, 0, 0]
[[body]]
name = "block"
mass = 0.2
inertia = [0.001, 0.001, 0.001]
position = [0.5, 0, 0]
[[motion]]
name = "push"
on = "slide.displacement"
value = {motion}
[[force]]
name = "blow"
on = "arm"
value = [0, 0, 90]
scale = {{ table = [[0, 0], [0.3, 0], [0.31, 1], [0.32, 0], [1, 0]] }}
"#
        )
    };
    // `ep` answers a jump of a velocity with an oscillation that no step is short enough for.
    let jumping = "{ table = [[0, 0], [0.2, 0], [0.4, 0.1], [1, 0.1]] }";
    for (scheme, motion) in [("ep", "\"0.3*t^2\""), ("ed", jumping)] {
        let judged = format!("accuracy = 1e-2\nscheme = \"{scheme}\"");
        check(
            &format!("{scheme} with corners"),
            &read(&text(&judged, motion)),
        );
        let fixed = format!("dt = 0.02\nscheme = \"{scheme}\"\nmax_iterations = 2");
        let model = read(&text(&fixed, motion));
        let mut run = simulation(&model, 1);
        let outcome = run.run(&mut Seen::default());
        assert!(outcome.cuts > 0, "this model is to show cut steps");
        check(&format!("{scheme} with cuts"), &model);
    }
}

fn columns_without_counts(run: &Simulation) -> Vec<usize> {
    let layout = run.layout();
    let counts = [
        "steps",
        "newton_iterations",
        "cut_steps",
        "rejected_steps",
        "joint_gap",
    ];
    let counts: Vec<usize> = counts
        .iter()
        .map(|name| resolve(layout, name).expect("is recorded")[0].column)
        .collect();
    (0..layout.row_len())
        .filter(|c| !counts.contains(c))
        .collect()
}

/// Other frames leave the motion as it is: frames at common times and the end have the same bits, for fixed and for judged steps,
/// whether the frames change on the way or, with fixed steps, from the start.
#[test]
fn frames_do_not_change_the_motion() {
    for (accuracy, every) in [(None, 0.01), (None, 0.03), (Some(1e-2), 0.02)] {
        let mut model = mechanism(1e5);
        model.run = Run {
            duration: 0.1,
            dt: 0.002,
            dt_max: 0.01,
            accuracy,
            output_every: Some(every),
            ..Run::default()
        };
        let mut first = simulation(&model, 1);
        let mut whole = Seen::default();
        first.run(&mut whole);
        let columns = columns_without_counts(&first);
        let common = |frames: &[Vec<u64>], others: &[Vec<u64>]| {
            let mut found = 0;
            for other in others {
                let same = frames.iter().filter(|f| f[0] == other[0]);
                for frame in same {
                    assert!(columns.iter().all(|&c| frame[c] == other[c]));
                    found += 1;
                }
            }
            found
        };
        let (bytes, _) = &whole.kept[10];
        for other in [0.001, 0.004, 0.05] {
            let mut run = restored(&model, bytes, 1);
            run.record_every(other);
            let mut seen = Seen::default();
            assert_eq!(run.run(&mut seen).end, End::Complete);
            assert_eq!(run.state(), first.state(), "{every} to {other}");
            assert!(common(&whole.frames, &seen.frames) > 0);
            // What counts since the last frame apart, the histories are one.
            assert_eq!(run.ledger().balance(), first.ledger().balance());
        }
        if accuracy.is_none() {
            model.run.output_every = None;
            let mut every_step = simulation(&model, 1);
            let mut seen = Seen::default();
            every_step.run(&mut seen);
            let found = common(&seen.frames, &whole.frames);
            assert_eq!(found, whole.frames.len(), "all frames are among them");
        }
    }
}

const STONE: &str = "gravity = [0, 0, -9.81]\n[run]\nduration = 1\ndt = 0.1\n[[point_mass]]\nname = \"stone\"\nmass = 1\n";

fn checkpoint_of_stone(steps: usize) -> Vec<u8> {
    let mut run = simulation(&read(STONE), 1);
    let mut seen = Seen {
        stop_after: Some(steps),
        ..Seen::default()
    };
    run.run(&mut seen);
    run.checkpoint(&Source::new("stone.toml", STONE), steps + 1)
}

/// Every damaged byte and every cut shows.
#[test]
fn damage_is_found() {
    let bytes = checkpoint_of_stone(3);
    let whole = Checkpoint::from_bytes(&bytes).expect("whole");
    assert_eq!((whole.steps, whole.frames), (3, 4));
    assert_eq!(
        (whole.model.as_str(), whole.model_name.as_str()),
        (STONE, "stone.toml")
    );
    assert_eq!(
        Simulation::resume(&whole, 1)
            .expect("the same model")
            .steps_made(),
        3
    );
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(Checkpoint::from_bytes(&damaged).is_err(), "byte {at}");
        assert!(Checkpoint::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    let mut newer = bytes.clone();
    newer[8] = 99;
    assert!(matches!(
        Checkpoint::from_bytes(&newer),
        Err(Refused::Version(_))
    ));
}

/// A checkpoint replaces the last one only as a whole, and the one before stays.
#[test]
fn two_checkpoints_are_kept() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("two_checkpoints");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a place for tests");
    let files = CheckpointFiles::beside(&folder.join("stone.nc"));
    assert!(files.read().is_empty());
    for steps in [2, 4, 6] {
        files.write(&checkpoint_of_stone(steps)).expect("written");
    }
    let steps = |files: &CheckpointFiles| -> Vec<Option<usize>> {
        let all = files.read().into_iter();
        all.map(|(_, read)| read.ok().map(|c| c.steps)).collect()
    };
    assert_eq!(steps(&files), [Some(6), Some(4)]);
    std::fs::write(&files.current, b"POINSOTc, but torn").expect("written");
    assert_eq!(steps(&files), [None, Some(4)]);
    let error = Checkpoint::read(&files.current).expect_err("torn");
    assert!(
        error.to_string().contains("not a complete checkpoint"),
        "{error}"
    );
    files.remove();
    assert!(
        std::fs::read_dir(&folder)
            .expect("is there")
            .next()
            .is_none()
    );
}

/// The end of a run is the start of another one with other loads, not of one with other bodies.
#[test]
fn a_checkpoint_is_a_start() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("start_from");
    std::fs::create_dir_all(&folder).expect("a place for tests");
    let path = folder.join("stone.nc.checkpoint");
    std::fs::write(&path, checkpoint_of_stone(4)).expect("written");
    let start = |text: &str| {
        let (system, mut state) = System::build(&read(text)).expect("sound");
        let time = start_from_checkpoint(&path, &system, &mut state).map_err(|e| e.to_string());
        time.map(|time| (time, state))
    };
    let (time, state) = start(&STONE.replace("-9.81", "0")).expect("the same stone");
    assert_eq!((time, state.time), (0.4, 0.0));
    let node = state.poses.len() - 1;
    // Free fall, which all schemes have exactly.
    assert!((state.poses[node].r.z + 0.5 * 9.81 * 0.16).abs() < 1e-14);
    assert!((state.velocities[node].v.z + 9.81 * 0.4).abs() < 1e-14);
    let more =
        format!("{STONE}[[point_mass]]\nname = \"pebble\"\nmass = 1\nposition = [1, 0, 0]\n");
    let error = start(&more).expect_err("another model");
    assert!(error.contains("`pebble` is not in it"), "{error}");
    let error = start(&STONE.replace("stone", "rock")).expect_err("another name");
    assert!(error.contains("`rock` is `stone` there"), "{error}");
}

/// So are the results, to round-off.
#[test]
fn results_are_a_start() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("start_from");
    std::fs::create_dir_all(&folder).expect("a place for tests");
    for (name, model) in [("flexible", mechanism(1e5)), ("rigid", everything(true))] {
        let mut model = model;
        model.run = Run {
            duration: 0.05,
            dt: 0.005,
            ..Run::default()
        };
        let mut run = simulation(&model, 1);
        let mut seen = Seen::default();
        run.run(&mut seen);
        let path = folder.join(format!("{name}.nc"));
        let mut writer = Writer::replace(&path, run.layout()).expect("writable");
        for frame in &seen.frames {
            let row: Vec<f64> = frame.iter().map(|x| f64::from_bits(*x)).collect();
            writer.append(&row).expect("writable");
        }
        writer.finish(&Status::Complete, &[]).expect("writable");
        let (system, mut state) = System::build(&model).expect("sound");
        let at = start_from_results(&path, None, &system, &mut state).expect("the same model");
        assert_eq!((at.time, at.load_factor), (Some(0.05), None));
        for (n, (own, there)) in state.poses.iter().zip(&run.state().poses).enumerate() {
            let (v, w) = (&state.velocities[n], &run.state().velocities[n]);
            // Sums of numbers of size one, and products with velocities of some metres per second.
            let far = (own.r - there.r).norm() + own.q.angle_to(&there.q);
            assert!(far < 1e-7, "{name}, node {n}: {far}");
            assert!((own.r - there.r).norm() < 1e-13, "{name}, node {n}");
            assert!((v.v - w.v).norm() + (v.omega - w.omega).norm() < 1e-12);
        }
        assert_eq!(state.coordinates, run.state().coordinates);
        let (other, mut state) = System::build(&read(STONE)).expect("sound");
        let error = start_from_results(&path, None, &other, &mut state).expect_err("another model");
        let error = error.to_string();
        assert!(
            error.contains("belongs to other items there") || error.contains("has no"),
            "{error}"
        );
    }
}
