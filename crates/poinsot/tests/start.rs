//! A consistent start: projection, redundancy by rank, and their reports.

use poinsot::model::{Model, Problem, Source, read_model};
use poinsot::simulation::{Control, End, LedgerPolicy, Observer, Options, Simulation, StepInfo};

fn model(text: &str) -> Model {
    read_model(&Source::new("test.toml", text))
        .expect("the model reads")
        .0
}

fn start(text: &str) -> Result<Simulation, Vec<Problem>> {
    let options = Options {
        ledger: LedgerPolicy::Error,
        threads: 1,
    };
    Simulation::new(model(text), options)
}

fn bar(name: &str, position: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\nposition = {position}\n"
    )
}

fn revolute(name: &str, between: &str, at: &str, axis: &str) -> String {
    format!(
        "[[joint]]\nname = \"{name}\"\nkind = \"revolute\"\nbetween = {between}\nat = {at}\naxis = {axis}\n"
    )
}

const RUN: &str = "[run]\nduration = 0.1\ndt = 0.01\n";

/// A planar four-bar linkage of revolute joints: in space it has three constraints too many.
fn planar_four_bar(run: &str) -> String {
    [
        run.to_string(),
        bar("crank", "[0, 0.5, 0]"),
        bar("coupler", "[0.5, 1, 0]"),
        bar("rocker", "[1, 0.5, 0]"),
        revolute("A", "[\"ground\", \"crank\"]", "[0, 0, 0]", "[0, 0, 1]"),
        revolute("B", "[\"crank\", \"coupler\"]", "[0, 1, 0]", "[0, 0, 1]"),
        revolute("C", "[\"coupler\", \"rocker\"]", "[1, 1, 0]", "[0, 0, 1]"),
        revolute("D", "[\"ground\", \"rocker\"]", "[1, 0, 0]", "[0, 0, 1]"),
    ]
    .concat()
}

#[test]
fn a_planar_four_bar_names_what_repeats() {
    let problems = start(&planar_four_bar(RUN)).err().expect("it is redundant");
    assert_eq!(problems.len(), 1);
    let message = &problems[0].message;
    assert!(
        message.starts_with("joint `D` repeats what `A`, `B`, `C` already fix:"),
        "{message}"
    );
    for part in ["translation z", "rotation x", "rotation y"] {
        assert!(message.contains(part), "{message}");
    }
    assert!(problems[0].place.line > 0 && problems[0].help.contains("remove"));
}

#[test]
fn redundant_rows_are_removed_on_request_and_the_linkage_stays_closed() {
    let run = RUN.to_string() + "redundant = \"remove\"\n";
    let text = planar_four_bar(&run).replace(
        "position = [0, 0.5, 0]\n",
        "position = [0, 0.5, 0]\nangular_velocity = [0, 0, -1]\nvelocity = [0.5, 0, 0]\n",
    );
    let sim = start(&text).expect("the rest is sound");
    assert_eq!(sim.start_report().removed.len(), 1);
    assert_eq!(sim.system().rows, 20 - 3);
}

/// Bennett's linkage: four hinges, one freedom, although counting promises none. Opposite links are equal in length and
/// twist, and sin(twist)/length is the same for both pairs.
#[test]
fn the_bennett_linkage_moves() {
    let (a, alpha) = (1.0f64, 0.5f64);
    let b = 0.7f64;
    let beta = (b / a * alpha.sin()).asin();
    // Closed by the solver itself: three links drawn with Denavit-Hartenberg frames, the fourth hinge found by projection.
    let text = poinsot_bennett(a, alpha, b, beta);
    let problems = start(&text).err().expect("one row is redundant");
    let message = &problems[0].message;
    assert!(message.contains("repeats what"), "{message}");
    let removed = text.replace("dt = 0.01\n", "dt = 0.01\nredundant = \"remove\"\n");
    let sim = start(&removed).expect("the rest is sound");
    // 4 revolute joints: 20 rows on 3 bodies (18 unknowns) with one freedom leave 17 independent ones.
    assert_eq!(sim.system().rows, 17);
}

/// Positions and axes of the four hinges of a Bennett linkage with base link `a`, `alpha` at input angle 1 rad.
fn poinsot_bennett(a: f64, alpha: f64, b: f64, beta: f64) -> String {
    use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
    let turn_z = |t: f64| {
        Isometry3::from_parts(
            Translation3::identity(),
            UnitQuaternion::from_axis_angle(&Vector3::z_axis(), t),
        )
    };
    let link = |length: f64, twist: f64| {
        Isometry3::from_parts(
            Translation3::new(length, 0.0, 0.0),
            UnitQuaternion::from_axis_angle(&Vector3::x_axis(), twist),
        )
    };
    // Loop closure: tan(t1/2) tan(t2/2) = sin((beta + alpha)/2) / sin((beta - alpha)/2), t3 = -t1, t4 = -t2 in this order.
    let t1 = 1.0f64;
    let k = ((beta + alpha) / 2.0).sin() / ((beta - alpha) / 2.0).sin();
    let t2 = 2.0 * (k / (t1 / 2.0).tan()).atan();
    let h1 = turn_z(t1) * link(a, alpha);
    let h2 = h1 * turn_z(t2) * link(b, beta);
    let h3 = h2 * turn_z(-t1) * link(a, alpha);
    let h4 = h3 * turn_z(-t2) * link(b, beta);
    assert!(
        h4.translation.vector.norm() < 1e-9,
        "the loop must close: {h4:?}"
    );
    let frames = [Isometry3::identity(), h1, h2, h3];
    let at = |k: usize| {
        let v = frames[k % 4].translation.vector;
        format!("[{:?}, {:?}, {:?}]", v.x, v.y, v.z)
    };
    let axis = |k: usize| {
        let v = frames[k % 4].rotation * Vector3::z();
        format!("[{:?}, {:?}, {:?}]", v.x, v.y, v.z)
    };
    let mut text = RUN.to_string();
    for (k, name) in ["one", "two", "three"].iter().enumerate() {
        let m = 0.5 * (frames[k].translation.vector + frames[k + 1].translation.vector);
        text += &bar(name, &format!("[{:?}, {:?}, {:?}]", m.x, m.y, m.z));
    }
    // Hinge 0 ties link one to the ground, hinge 3 link three.
    text += &revolute("h0", "[\"ground\", \"one\"]", &at(0), &axis(0));
    text += &revolute("h1", "[\"one\", \"two\"]", &at(1), &axis(1));
    text += &revolute("h2", "[\"two\", \"three\"]", &at(2), &axis(2));
    text += &revolute("h3", "[\"ground\", \"three\"]", &at(3), &axis(3));
    text
}

#[test]
fn a_gap_is_closed_and_reported() {
    let text = RUN.to_string()
        + &bar("arm", "[0.5, 0, 0]")
        + "[[joint]]\nname = \"hinge\"\nkind = \"spherical\"\nbetween = [\"ground\", \"arm\"]\n\
           frame_1 = { at = [0, 0, 0] }\nframe_2 = { at = [-0.5, 0, 0.001] }\n";
    let sim = start(&text).expect("it can be assembled");
    let report = sim.start_report();
    assert_eq!(report.moved.len(), 1);
    assert_eq!(report.moved[0].0, "arm");
    // The gap of 1 mm is shared by a shift and a turn of the free arm.
    assert!(report.moved[0].1 > 1e-6 && report.moved[0].1 < 2e-3);
}

#[test]
fn velocities_respect_the_joints() {
    let text = RUN.to_string()
        + &bar("arm", "[0.5, 0, 0]").replace("mass = 1", "mass = 1\nvelocity = [1, 2, 3]")
        + &revolute("hinge", "[\"ground\", \"arm\"]", "[0, 0, 0]", "[0, 0, 1]");
    let sim = start(&text).expect("it is sound");
    assert_eq!(sim.start_report().velocities.len(), 1);
    let w = sim.state().velocities[1];
    // On a hinge about z the arm can only have v = omega x r.
    let expected = w.omega.cross(&nalgebra::Vector3::new(0.5, 0.0, 0.0));
    assert!((w.v - expected).norm() < 1e-12);
    assert!(w.omega.x.abs() < 1e-12 && w.omega.y.abs() < 1e-12 && w.omega.z > 0.0);
}

#[test]
fn two_motions_against_each_other_are_refused() {
    let drive = |name: &str, joint: &str, value: &str| {
        format!("[[motion]]\nname = \"{name}\"\non = \"{joint}.angle\"\nvalue = \"{value}\"\n")
    };
    let run = RUN.to_string() + "redundant = \"remove\"\n";
    let both = |rate: &str| {
        planar_four_bar(&run) + &drive("left", "A", "2*t") + &drive("right", "D", rate)
    };
    // In the square position crank and rocker turn alike: the second drive repeats the first ...
    assert!(start(&both("2*t")).is_ok());
    // ... or contradicts it.
    let problems = start(&both("3*t")).err().expect("the drives disagree");
    assert!(
        problems[0].message.contains("contradict"),
        "{}",
        problems[0].message
    );
}

#[test]
fn a_long_tree_needs_no_dense_analysis() {
    let mut text = RUN.to_string();
    for k in 0..2000 {
        text += &bar(&format!("b{k}"), &format!("[{}.5, 0, 0]", k));
        let before = if k == 0 {
            "ground".into()
        } else {
            format!("b{}", k - 1)
        };
        text += &revolute(
            &format!("j{k}"),
            &format!("[\"{before}\", \"b{k}\"]"),
            &format!("[{k}, 0, 0]"),
            "[0, 0, 1]",
        );
    }
    let sim = start(&text).expect("a chain has no redundancy");
    assert_eq!(sim.system().rows, 5 * 2000);
}

struct Silent;

impl Observer for Silent {
    fn frame(&mut self, _: &[f64]) -> Control {
        Control::Continue
    }
    fn step(&mut self, _: &StepInfo) -> Control {
        Control::Continue
    }
}

/// Positions have last digits, and the stresses of a stiff bar work on them. While the bar hardly moves yet that is more
/// than any fixed part of its energy, and no sign of a wrong balance.
#[test]
fn a_stiff_bar_sets_off_from_rest() {
    for scheme in ["ep", "ed", "mp-ed"] {
        let text = format!(
            "[run]\nduration = 1e-4\ndt = 1e-5\nscheme = \"{scheme}\"\n\
             [[section]]\nname = \"stiff\"\nEA = 4e7\nGAy = 1.6e7\nGJ = 2.8e4\nEIy = 2.4e4\n\
             mass_per_length = 1.6\ninertia_per_length = [6.8e-5, 3.4e-5, 3.4e-5]\n\
             [[beam]]\nname = \"bar\"\nfrom = [1, 2, 3]\nto = [1, 2.12, 3]\nsection = \"stiff\"\nelements = 2\n{}\
             [[motion]]\nname = \"drive\"\non = \"hinge.angle\"\nvalue = \"100*t^2\"\n",
            revolute(
                "hinge",
                "[\"ground\", \"bar.start\"]",
                "[1, 2, 3]",
                "[0, 0, 1]"
            )
        );
        let mut s = start(&text).expect("the model");
        let outcome = s.run(&mut Silent);
        assert_eq!(outcome.end, End::Complete, "{scheme}");
        assert_eq!(outcome.steps, 10, "{scheme}");
    }
}

/// A parallelogram of revolute joints drawn flat: cranks of 1 m on the ground at 0 and 2 m, a coupler of 2 m.
fn flat_parallelogram(run: &str) -> String {
    let link = |name: &str, x: f64| bar(name, &format!("[{x}, 0, 0]"));
    let pin = |name: &str, between: &str, x: f64| {
        revolute(name, between, &format!("[{x}, 0, 0]"), "[0, 1, 0]")
    };
    [
        "gravity = [0, 0, -9.81]\n".to_string() + run,
        link("A", 0.5),
        link("B", 2.0),
        link("C", 2.5),
        pin("j1", "[\"ground\", \"A\"]", 0.0),
        pin("j2", "[\"A\", \"B\"]", 1.0),
        pin("j3", "[\"B\", \"C\"]", 3.0),
        pin("j4", "[\"ground\", \"C\"]", 2.0),
    ]
    .concat()
}

/// Nothing to look at.
struct Quiet;

impl Observer for Quiet {
    fn frame(&mut self, _row: &[f64]) -> Control {
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}

#[test]
fn a_special_position_is_told_from_redundancy() {
    let problems = start(&flat_parallelogram(RUN)).err().expect("it is flat");
    let [everywhere, special] = &problems[..] else {
        panic!("{problems:?}");
    };
    assert!(
        everywhere.message.contains("already fix:"),
        "{everywhere:?}"
    );
    assert!(
        everywhere.message.matches(',').count() >= 4,
        "{everywhere:?}"
    );
    assert!(
        special.message.contains("but not in neighbouring ones"),
        "{special:?}"
    );
    assert!(special.help.contains("draw the mechanism"), "{special:?}");
}

/// From rest the flat parallelogram falls open: cranks of inertia 0.1 + 0.25, a coupler of 1 kg on their tips, weights at 0.5, 0.5
/// and 1 m, so that 1.7 a'' = 2 g cos a. The pin on the ground must stay where it is.
#[test]
fn a_parallelogram_drawn_flat_falls_open() {
    let run = "[run]\nduration = 0.5\ndt = 0.001\nscheme = \"ep\"\nredundant = \"remove\"\n";
    let mut sim = start(&flat_parallelogram(run)).expect("it can go on");
    let report = sim.start_report();
    assert_eq!(sim.system().rows, 20 - 3);
    assert_eq!((report.special.len(), report.beside), (1, Some(1e-5)));
    let outcome = sim.run(&mut Quiet);
    assert!(outcome.end == End::Complete, "{:?}", outcome.end);
    let (mut angle, mut rate, h) = (0.0_f64, 0.0_f64, 1e-5);
    for _ in 0..50_000 {
        // Leapfrog, exact to 1e-9 with this step.
        rate += 0.5 * h * 2.0 * 9.81 / 1.7 * angle.cos();
        angle += h * rate;
        rate += 0.5 * h * 2.0 * 9.81 / 1.7 * angle.cos();
    }
    for (body, pivot) in [(1, 0.0), (3, 2.0)] {
        let r = sim.state().poses[body].r;
        let ends = [r.x - pivot - 0.5 * angle.cos(), r.z + 0.5 * angle.sin()];
        // The start beside the special position costs its 1e-5, the scheme 1e-6.
        assert!(
            ends.iter().all(|e| e.abs() < 1e-4),
            "{body}: {ends:?} {angle}"
        );
    }
}

#[test]
fn motions_that_agree_only_at_the_start_stop_the_run() {
    let text = "[run]\nduration = 1\ndt = 0.01\nredundant = \"remove\"\n".to_string()
        + &bar("a", "[0, 0, 0]")
        + &revolute("h1", "[\"ground\", \"a\"]", "[0, 0, 0]", "[0, 1, 0]")
        + &revolute("h2", "[\"ground\", \"a\"]", "[0, 0, 0]", "[0, 1, 0]")
        + "[[motion]]\nname = \"m1\"\non = \"h1.angle\"\nvalue = \"0.2*t^2\"\n"
        + "[[motion]]\nname = \"m2\"\non = \"h2.angle\"\nvalue = \"0.2*t^2 + 1e3*max(t-0.5,0)^3\"\n";
    let mut sim = start(&text).expect("they agree at the start");
    let outcome = sim.run(&mut Quiet);
    let End::Failed(failure) = outcome.end else {
        panic!("{:?}", outcome.end);
    };
    let text = failure.to_string();
    assert!(
        text.contains("comes apart") && text.contains("motion `m2`") && text.contains("`m1`"),
        "{text}"
    );
    // 1e3 tau^3 exceeds 1e-7 within the first step behind 0.5 s.
    assert!((outcome.time - 0.51).abs() < 1e-9, "{}", outcome.time);
}

/// Truly redundant rows stay closed all the way round.
#[test]
fn a_linkage_without_its_repeated_rows_stays_closed() {
    let run = "[run]\nduration = 2\ndt = 0.01\nredundant = \"remove\"\n";
    let text = planar_four_bar(run).replace(
        "position = [0, 0.5, 0]\n",
        "position = [0, 0.5, 0]\nangular_velocity = [0, 0, -1]\nvelocity = [0.5, 0, 0]\n",
    );
    let mut sim = start(&text).expect("the rest is sound");
    assert!(sim.start_report().special.is_empty());
    let outcome = sim.run(&mut Quiet);
    assert!(outcome.end == End::Complete, "{:?}", outcome.end);
}

/// Two discs on one axle: along the axle both say the same. The condition against slip cannot be taken apart.
#[test]
fn what_cannot_be_removed_in_part_is_refused() {
    let disc = |name: &str, y: f64| {
        format!(
            "[[rolling]]\nname = \"{name}\"\nbody = \"axle\"\naxis = [0, 1, 0]\nradius = 0.5\ncenter = [0, {y}, 0]\n"
        )
    };
    let run = RUN.to_string() + "redundant = \"remove\"\n";
    let text = run + &bar("axle", "[0, 0, 0.5]") + &disc("left", 1.0) + &disc("right", -1.0);
    let problems = start(&text).err().expect("one row is too many");
    assert!(
        problems[0].message.contains("rolling `right`"),
        "{problems:?}"
    );
    assert!(problems[0].help.contains("in part"), "{problems:?}");
}

/// Links between neighbours make one system of all loops; its analysis must not grow with the cube of their number.
#[test]
fn many_loops_are_analysed_quickly() {
    let mut text = RUN.to_string() + "redundant = \"remove\"\n";
    let loops = 500;
    for i in 0..loops {
        let x = 3.0 * f64::from(i);
        let pin = |name: &str, a: String, b: String, x: f64, y: f64| {
            revolute(
                &format!("{name}{i}"),
                &format!("[\"{a}\", \"{b}\"]"),
                &format!("[{x}, {y}, 0]"),
                "[0, 0, 1]",
            )
        };
        text += &bar(&format!("a{i}"), &format!("[{x}, 0.5, 0]"));
        text += &bar(&format!("b{i}"), &format!("[{}, 1, 0]", x + 0.5));
        text += &bar(&format!("c{i}"), &format!("[{}, 0.5, 0]", x + 1.0));
        text += &pin("p", "ground".into(), format!("a{i}"), x, 0.0);
        text += &pin("q", format!("a{i}"), format!("b{i}"), x, 1.0);
        text += &pin("r", format!("b{i}"), format!("c{i}"), x + 1.0, 1.0);
        text += &pin("s", "ground".into(), format!("c{i}"), x + 1.0, 0.0);
        if i > 0 {
            text += &bar(&format!("d{i}"), &format!("[{}, 1, 0]", x - 1.0));
            text += &pin("t", format!("c{}", i - 1), format!("d{i}"), x - 2.0, 1.0);
            text += &pin("u", format!("d{i}"), format!("a{i}"), x, 1.0);
        }
    }
    let begun = std::time::Instant::now();
    let sim = start(&text).expect("the rest is sound");
    // Every loop repeats three conditions.
    let loops = 2 * loops as usize - 1;
    let removed: usize = sim
        .start_report()
        .removed
        .iter()
        .map(|r| r.parts.len())
        .sum();
    assert_eq!(removed, 3 * loops);
    let seconds = begun.elapsed().as_secs_f64();
    assert!(seconds < 20.0, "{seconds} s");
}

/// Two links of a size, drawn a little apart and set in motion without regard to their hinges; a spring on a hinge gives that a
/// coordinate of its own.
fn links(size: f64, spring: bool) -> String {
    let at = |x: f64, y: f64| format!("[{}, {}, 0]", x * size, y * size);
    let body = |name: &str, x: f64, velocity: f64, spin: f64| {
        let [inertia, v] = [0.02 * size * size, velocity * size];
        format!(
            "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = [{inertia}, {inertia}, {inertia}]\nposition = {}\nvelocity = [0, {v}, 0]\nangular_velocity = [0, 0, {spin}]\n",
            at(x, 0.0)
        )
    };
    let mut text = [
        RUN.to_string(),
        body("a", 0.5, 1.0, 0.0),
        body("b", 1.5, -0.5, 3.0),
        revolute("A", "[\"ground\", \"a\"]", &at(0.0, 0.0), "[0, 0, 1]"),
        format!(
            "[[joint]]\nname = \"B\"\nkind = \"revolute\"\nbetween = [\"a\", \"b\"]\nframe_1 = {{ at = {} }}\nframe_2 = {{ at = {} }}\n",
            at(0.5, 0.01),
            at(-0.5, 0.0)
        ),
    ]
    .concat();
    if spring {
        for hinge in ["A", "B"] {
            text.push_str(&format!(
                "[[spring]]\nname = \"s{hinge}\"\non = \"{hinge}.angle\"\nstiffness = 1\n"
            ));
        }
    }
    text
}

/// The least change of what was drawn does not depend on the unit of length, nor on what acts on a hinge.
#[test]
fn the_start_is_the_same_for_all_sizes() {
    let found = |size: f64, spring: bool| -> Vec<f64> {
        let sim = start(&links(size, spring)).expect("it can be put together");
        let state = sim.state();
        let mut all = Vec::new();
        for n in 1..3 {
            let (pose, velocity) = (&state.poses[n], &state.velocities[n]);
            all.extend([pose.r.x / size, pose.r.y / size, pose.q.k]);
            all.extend([velocity.v.x / size, velocity.v.y / size, velocity.omega.z]);
        }
        all
    };
    let expected = found(1.0, false);
    for size in [1e-3, 0.03, 1.0, 50.0, 1e4] {
        for spring in [false, true] {
            let other = found(size, spring);
            let pairs = expected.iter().zip(&other);
            let worst = pairs.fold(0.0f64, |w, (a, b)| w.max((a - b).abs()));
            println!("size {size} spring {spring}: {worst:.1e}");
            assert!(
                worst < 1e-9,
                "size {size}, spring {spring}: {expected:?} {other:?}"
            );
        }
    }
}

/// What rolls elsewhere says nothing about positions and must not keep a flat linkage from its start beside them.
#[test]
fn a_wheel_does_not_hold_a_flat_linkage() {
    let run = RUN.to_string() + "redundant = \"remove\"\n";
    let wheel = bar("wheel", "[0, 3, 0.3]")
        + "[[rolling]]\nname = \"contact\"\nbody = \"wheel\"\naxis = [0, 1, 0]\nradius = 0.3\n";
    let sim = start(&(flat_parallelogram(&run) + &wheel)).expect("the rest is sound");
    let report = sim.start_report();
    assert!(report.beside.is_some(), "{report:?}");
}
