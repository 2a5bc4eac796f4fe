//! Joint angles where items turn far in a step: two wheels against each other, each by 1.6 rad and so together by more than half
//! a turn.

use crate::runs::{Run, SCHEMES};

const WHEELS: &str = r#"
    [output]
    every = 0.1
    [[body]]
    name = "a"
    mass = 1
    inertia = [0.1, 0.1, 0.1]
    angular_velocity = [0, 0, -205]
    [[body]]
    name = "b"
    mass = 1
    inertia = [0.1, 0.1, 0.1]
    angular_velocity = [0, 0, 205]
    [[joint]]
    name = "g"
    kind = "revolute"
    between = ["ground", "a"]
    at = [0, 0, 0]
    axis = [0, 0, 1]
"#;

fn run(scheme: &str, dt: f64, rest: &str) -> Run {
    let lines = format!("duration = 0.5\ndt = {dt}\nscheme = \"{scheme}\"");
    Run::of(&format!("{WHEELS}{rest}"), &lines)
}

fn joint(kind: &str) -> String {
    format!(
        "[[joint]]\nname = \"h\"\nkind = \"{kind}\"\nbetween = [\"a\", \"b\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n"
    )
}

#[test]
fn reported_angles_of_wheels_that_turn_against_each_other_are_right() {
    for kind in ["revolute", "cylindrical", "planar"] {
        for scheme in SCHEMES {
            let run = run(scheme, 0.01, &joint(kind));
            let (one, both) = (run.last("g.angle"), run.last("h.angle"));
            // The wheels are alike: together they turn twice as far as each. With this step a Cayley vector stands for 1.6 rad.
            assert!(one < -70.0, "{kind}, {scheme}: {one}");
            assert!(
                (both + 2.0 * one).abs() < 1e-9,
                "{kind}, {scheme}: {both} and {one}"
            );
            assert_eq!(run.outcome.cuts, 0);
        }
    }
}

/// Steps are cut where an angle that something acts on would turn too far; what acts sees the right angle.
#[test]
fn what_acts_on_a_fast_angle_sees_the_right_one() {
    let spring = "[[spring]]\nname = \"s\"\non = \"h.angle\"\nstiffness = 1e-3\n";
    let motor = "[[motor]]\nname = \"s\"\non = \"h.angle\"\neffort = \"-1e-3*x\"\n";
    for scheme in SCHEMES {
        for action in [spring, motor] {
            let run = run(scheme, 0.01, &format!("{}{action}", joint("revolute")));
            let (one, both) = (run.last("g.angle"), run.last("h.angle"));
            assert!(
                (both + 2.0 * one).abs() < 1e-6,
                "{scheme}: {both} and {one}"
            );
            let effort = run.last("s.effort");
            assert!(
                (effort.abs() - 1e-3 * both).abs() < 1e-9,
                "{scheme}: {effort}"
            );
            // The wheels lose what the spring takes, with the schemes that have a law of energy.
            let taken = 0.5e-3 * both * both;
            let lost = 0.1 * 205.0 * 205.0 - run.last("kinetic_energy");
            let law = ["ep", "ed", "mp-ed"].contains(&scheme);
            assert!(
                !law || (lost - taken).abs() < 1e-4 * taken,
                "{scheme}: {lost} and {taken}"
            );
            assert!(run.outcome.cuts > 0);
        }
    }
}

#[test]
fn a_motion_and_a_thread_follow_a_fast_angle() {
    let motion = "[[motion]]\nname = \"m\"\non = \"h.angle\"\nvalue = \"410*t\"\n";
    for scheme in SCHEMES {
        let driven = run(scheme, 0.01, &format!("{}{motion}", joint("revolute")));
        let angle = driven.last("h.angle");
        assert!((angle - 205.0).abs() < 1e-9, "{scheme}: {angle}");
        // The bodies are where the motion wants them, not half a turn from there.
        let turned = -2.0 * driven.last("g.angle") - angle;
        assert!(turned.abs() < 1e-6, "{scheme}: {turned}");
        // A nut and a bolt: the thread advances by the lead in each turn; the way is free along the axis of the cylinder.
        let screw = format!("{}lead = 0.01\n", joint("screw"));
        let screwed = run(scheme, 0.01, &screw);
        let (angle, way) = (screwed.last("h.angle"), screwed.last("h.displacement"));
        let full = angle / std::f64::consts::TAU;
        assert!(
            angle > 140.0 && (way - 0.01 * full).abs() < 1e-9,
            "{scheme}: {angle}, {way}"
        );
    }
}

/// A shaft through a universal joint in line: both halves turn together, and one of them shakes the cross fast.
#[test]
fn universal_angles_are_followed_or_the_step_is_cut() {
    let model = r#"
        [output]
        every = 0.1
        [[body]]
        name = "a"
        mass = 1
        inertia = [0.1, 0.1, 0.1]
        angular_velocity = [-205, 0, 0]
        [[body]]
        name = "b"
        mass = 1
        inertia = [0.1, 0.1, 0.1]
        angular_velocity = [205, 0, 0]
        [[joint]]
        name = "g"
        kind = "revolute"
        between = ["ground", "a"]
        at = [0, 0, 0]
        axis = [1, 0, 0]
        [[joint]]
        name = "u"
        kind = "universal"
        between = ["a", "b"]
        at = [0, 0, 0]
        axes = [[1, 0, 0], [0, 1, 0]]
    "#;
    for scheme in SCHEMES {
        let lines = format!("duration = 0.5\ndt = 0.01\nscheme = \"{scheme}\"");
        let run = Run::of(model, &lines);
        let (one, both) = (run.last("g.angle"), run.last("u.angle_1"));
        assert!(
            (both + 2.0 * one).abs() < 1e-6,
            "{scheme}: {both} and {one}"
        );
        assert!(run.last("u.angle_2").abs() < 1e-6);
    }
}
