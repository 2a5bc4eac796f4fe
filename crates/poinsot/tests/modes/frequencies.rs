//! Frequencies that are known exactly.

use crate::common::flexible::{RUN, mechanism, read};
use crate::linearisation::STRIP;
use poinsot::dynamics::schemes::Turning;
use poinsot::math::V3;
use poinsot::modes::{About, Family, Method, ModeKind, Modes, Wanted, modes};
use poinsot::system::System;

fn solve(text: &str, about: &About, wanted: &Wanted) -> Modes {
    let (system, state) = System::build(&read(text)).expect("a sound model");
    modes(&system, &state, about, wanted).expect("modes")
}

fn lowest(count: usize) -> Wanted {
    Wanted {
        count,
        ..Wanted::default()
    }
}

fn close(what: &str, a: f64, b: f64, tolerance: f64) {
    assert!(
        (a - b).abs() <= tolerance * b.abs(),
        "{what}: {a} is not {b}, error {:.2e}",
        (a - b).abs() / b.abs()
    );
}

#[test]
fn a_rigid_pendulum_swings_with_the_stiffness_of_its_reaction() {
    let text = format!(
        "{RUN}
        gravity = [0, 0, -9.81]
        [[body]]
        name = \"rod\"
        mass = 2
        inertia = [0.3, 0.2, 0.1]
        position = [0, 0, -0.7]
        [[joint]]
        name = \"pivot\"
        kind = \"revolute\"
        between = [\"ground\", \"rod\"]
        at = [0, 0, 0]
        axis = [0, 1, 0]
        "
    )
    .replacen(RUN, "", 1)
        + RUN;
    let found = solve(&text, &About::default(), &lowest(5));
    assert_eq!(found.list.len(), 1, "one freedom");
    let exact = (2.0 * 9.81 * 0.7 / (0.2 + 2.0 * 0.7 * 0.7f64)).sqrt();
    close("pendulum", found.list[0].angular_frequency(), exact, 1e-12);
    assert_eq!(found.list[0].kind, ModeKind::Vibration);
    assert!(found.linear.unbalance.at_rest());
    // Standing upright it falls as fast as it swung.
    let upright = text.replace("-9.81", "9.81");
    let found = solve(&upright, &About::default(), &lowest(5));
    assert_eq!(found.list[0].kind, ModeKind::Divergence);
    close("falls", found.list[0].eigenvalue.re, exact, 1e-12);
}

#[test]
fn a_damped_oscillator_has_its_damping_ratio() {
    let text = |k: f64, c: f64| {
        format!(
            "{RUN}
            [[body]]
            name = \"m\"
            mass = 2
            inertia = [1, 1, 1]
            [[joint]]
            name = \"guide\"
            kind = \"prismatic\"
            between = [\"ground\", \"m\"]
            at = [0, 0, 0]
            axis = [1, 0, 0]
            unknowns = [\"displacement\"]
            [[spring]]
            name = \"s\"
            on = \"guide.displacement\"
            stiffness = {k}
            damping = {c}
            "
        )
    };
    for method in [Method::Dense, Method::Sparse] {
        let wanted = Wanted {
            method,
            ..lowest(4)
        };
        let found = solve(&text(50.0, 2.0), &About::default(), &wanted);
        assert!(!found.real && found.damped);
        assert_eq!(found.list.len(), 1);
        let mode = &found.list[0];
        close("frequency", mode.angular_frequency(), 5.0, 1e-12);
        close(
            "damping",
            mode.damping_ratio(),
            2.0 / (2.0 * 2.0 * 5.0),
            1e-11,
        );
        assert_eq!(mode.kind, ModeKind::Vibration);
        // Overdamped: two real ones. s^2 + 15 s + 25 = 0
        let found = solve(&text(50.0, 30.0), &About::default(), &wanted);
        assert_eq!(found.list.len(), 2);
        let root = 125f64.sqrt();
        close(
            "slow",
            found.list[0].eigenvalue.re,
            0.5 * (root - 15.0),
            1e-11,
        );
        close(
            "fast",
            found.list[1].eigenvalue.re,
            0.5 * (-root - 15.0),
            1e-11,
        );
        assert!(found.list.iter().all(|m| m.kind == ModeKind::Decay));
    }
}

#[test]
fn a_mass_on_springs_seen_from_a_turning_frame() {
    // In the world it swings with w = sqrt(k/m) in all directions; seen from a frame that turns with O about z with
    // w - O and w + O across, and still w along the axis. The springs turn with the frame, and are equal.
    let text = format!(
        "{RUN}
        [[body]]
        name = \"m\"
        mass = 2
        inertia = [0.5, 0.5, 0.8]
        [[bushing]]
        name = \"b\"
        between = [\"ground\", \"m\"]
        at = [0, 0, 0]
        stiffness = [50, 50, 50, 8, 8, 8]
        damping = [0, 0, 0, 0, 0, 0]
        "
    );
    let omega = 1.25;
    let about = About {
        turning: Some(Turning {
            omega: V3::new(0.0, 0.0, omega),
            through: V3::zeros(),
        }),
        ..About::default()
    };
    let mut all = Vec::new();
    for method in [Method::Dense, Method::Sparse] {
        let wanted = Wanted {
            method,
            ..lowest(10)
        };
        let found = solve(&text, &about, &wanted);
        assert!(!found.real && found.damped && found.symmetric);
        let list: Vec<f64> = found.list.iter().map(|m| m.angular_frequency()).collect();
        assert_eq!(list.len(), 6, "{list:?}");
        for w in [5.0 - omega, 5.0, 5.0 + omega] {
            let error = list
                .iter()
                .map(|x| (x - w).abs())
                .fold(f64::INFINITY, f64::min);
            assert!(error < 1e-10, "{w} is not in {list:?}");
        }
        // A disc that spins with the frame, on springs in the frame: J_z about its axis, w^2 = k/J_z.
        let torsion = 10f64.sqrt();
        let error = list
            .iter()
            .map(|x| (x - torsion).abs())
            .fold(f64::INFINITY, f64::min);
        assert!(error < 1e-10, "{torsion} is not in {list:?}");
        for mode in &found.list {
            assert!(mode.damping_ratio().abs() < 1e-9);
        }
        all.push(list);
    }
    for (a, b) in all[0].iter().zip(&all[1]) {
        close("dense and sparse", *a, *b, 1e-9);
    }
}

fn beam(elements: usize, order: usize, clamped: bool) -> String {
    let clamp =
        "[[joint]]\nname = \"clamp\"\nkind = \"fixed\"\nbetween = [\"ground\", \"b.start\"]\n";
    format!(
        "{RUN}{STRIP}
        [[beam]]
        name = \"b\"
        from = [0, 0, 0]
        to = [2, 0, 0]
        section = \"strip\"
        elements = {elements}
        order = {order}
        {}",
        if clamped { clamp } else { "" }
    )
}

#[test]
fn a_free_beam_has_six_rigid_modes_and_both_ways_agree() {
    for (elements, order) in [(6, 3), (8, 2), (20, 1)] {
        let text = beam(elements, order, false);
        let mut lists = Vec::new();
        for method in [Method::Dense, Method::Sparse] {
            let wanted = Wanted {
                method,
                ..lowest(16)
            };
            let found = solve(&text, &About::default(), &wanted);
            assert!(found.real);
            let rigid = found
                .list
                .iter()
                .filter(|m| m.kind == ModeKind::Rigid)
                .count();
            assert_eq!(rigid, 6, "{elements} elements of order {order}, {method:?}");
            // Rigid motions along the axes carry the whole mass, each its own.
            for (k, mode) in found.list[..6].iter().enumerate() {
                let mass = mode.effective_mass().expect("real");
                close("effective mass", mass[k], found.directions.total[k], 1e-9);
            }
            lists.push(found.list);
        }
        for (a, b) in lists[0].iter().zip(&lists[1]).skip(6) {
            close("frequency", a.frequency(), b.frequency(), 1e-9);
            let same: f64 = a
                .shape
                .iter()
                .zip(&b.shape)
                .map(|(x, y)| (x - y).norm())
                .fold(0.0, f64::max);
            let size: f64 = a.shape.iter().map(|x| x.norm()).fold(0.0, f64::max);
            assert!(same < 1e-6 * size, "shapes differ by {same:e}");
        }
    }
}

#[test]
fn repeated_modes_of_a_square_beam_come_in_pairs() {
    let square = STRIP
        .replace("EIz = 300", "EIz = 100")
        .replace("3e-4]", "2e-4]");
    let text = beam(60, 1, false).replace(STRIP, &square);
    let wanted = Wanted {
        method: Method::Sparse,
        ..lowest(14)
    };
    let found = solve(&text, &About::default(), &wanted);
    let list: Vec<f64> = found.list.iter().map(|m| m.frequency()).collect();
    let dense = Wanted {
        method: Method::Dense,
        ..wanted
    };
    let all = solve(&text, &About::default(), &dense);
    for (a, b) in list.iter().zip(&all.list).skip(6) {
        close("frequency", *a, b.frequency(), 1e-9);
    }
    close("pair", list[6], list[7], 1e-8);
    close("pair", list[8], list[9], 1e-8);
}

#[test]
fn modes_near_a_frequency_are_the_nearest() {
    let text = beam(8, 2, true);
    let all = solve(&text, &About::default(), &lowest(40));
    let near = 2000.0;
    for method in [Method::Dense, Method::Sparse] {
        for family in [Family::Real, Family::Complex] {
            let wanted = Wanted {
                near: Some(near),
                method,
                family,
                ..lowest(4)
            };
            let found = solve(&text, &About::default(), &wanted);
            let mut expected: Vec<f64> = all.list.iter().map(|m| m.angular_frequency()).collect();
            // Real modes are compared by squares, which orders neighbours a little differently.
            expected.sort_by(|a, b| (a - near).abs().total_cmp(&(b - near).abs()));
            let mut list: Vec<f64> = found.list.iter().map(|m| m.angular_frequency()).collect();
            assert_eq!(list.len(), 4);
            let mut expected = expected[..4].to_vec();
            list.sort_by(f64::total_cmp);
            expected.sort_by(f64::total_cmp);
            for (a, b) in list.iter().zip(&expected) {
                close("near", *a, *b, 1e-8);
            }
        }
    }
}

#[test]
fn effective_masses_add_up_to_what_can_move() {
    for text in [beam(3, 3, true), beam(3, 3, false)] {
        let wanted = Wanted {
            method: Method::Dense,
            ..lowest(1000)
        };
        let found = solve(&text, &About::default(), &wanted);
        let mut sum = [0.0; 6];
        for mode in &found.list {
            let mass = mode.effective_mass().expect("real");
            for d in 0..6 {
                sum[d] += mass[d];
            }
        }
        for d in 0..6 {
            close("movable mass", sum[d], found.directions.movable[d], 1e-9);
        }
        close("mass", found.directions.total[0], 1.0, 1e-12);
    }
}

#[test]
fn a_whole_mechanism_with_joints_gives_the_same_both_ways() {
    let mut model = mechanism(1e6);
    // Without the stretched rope it rests as drawn.
    model.cables.clear();
    model.joints.retain(|j| j.name != "eye" && j.name != "knot");
    let (system, state) = System::build(&model).expect("a sound model");
    for family in [Family::Real, Family::Complex] {
        let run = |method| {
            let wanted = Wanted {
                count: 20,
                method,
                family,
                ..Wanted::default()
            };
            modes(&system, &state, &About::default(), &wanted).expect("modes")
        };
        let (a, b) = (run(Method::Dense), run(Method::Sparse));
        assert_eq!(a.list.len(), b.list.len());
        for (x, y) in a.list.iter().zip(&b.list) {
            assert_eq!(x.kind, y.kind, "{} and {}", x.frequency(), y.frequency());
            assert!((x.frequency() - y.frequency()).abs() <= 1e-8 * x.frequency());
        }
    }
}
