//! Equilibria and modes with contacts: what sticks holds.

use crate::ran::{model, run, simulation};
use poinsot::modes::{About, Wanted, modes};
use poinsot::results::resolve;
use poinsot::simulation::{Control, LedgerPolicy, Options, Simulation};
use poinsot::statics::{Analysis, PathEnd};
use poinsot::system::System;

/// A block of 0.6 kg whose four lower corners stand on a plane, 9 cm from its middle along x and y, 12 cm below it; each is
/// pressed by 50 kN/m and held by as much.
fn block(head: &str, friction: f64, rest: &str) -> String {
    format!(
        r#"
        {head}
        [[body]]
        name = "block"
        mass = 0.6
        inertia = [0.0058, 0.0058, 0.0058]
        position = [0, 0, 0.12]
        [[contact_shape]]
        name = "skin"
        kind = "box"
        on = "block"
        size = [0.2, 0.2, 0.24]
        rounding = 0.01
        [[contact_shape]]
        name = "floor"
        kind = "plane"
        on = "ground"
        [[contact]]
        name = "wood"
        stiffness = 5e4
        stick_stiffness = 5e4
        restitution = 0.5
        friction = {friction}
        {rest}
        "#
    )
}

const SCHEMES: [&str; 4] = ["ep", "ed", "mp-ed", "generalized-alpha"];

/// On an incline of the slope 0.3 it stands for `mu > 0.3`, and a run from there stays where it is with every scheme.
#[test]
fn a_block_stands_on_an_incline_and_runs_from_there_stay() {
    for scheme in SCHEMES {
        let head = format!(
            "gravity = [3, 0, -10]\n[run]\nduration = 0.2\ndt = 0.002\nstart = \"equilibrium\"\nscheme = \"{scheme}\"\n"
        );
        let ran = run(&block(&head, 0.4, ""));
        let moved = |name: &str| {
            let column = ran.column(name);
            let spread = column.iter().map(|x| (x - column[0]).abs());
            spread.fold(0.0, f64::max)
        };
        for name in [
            "block.position.x",
            "block.position.z",
            "block.orientation.y",
        ] {
            // A thousandth of the stretch and penetration of some 1e-5 m would be seen; the equations are met to round-off.
            assert!(moved(name) < 1e-13, "{scheme} {name}: {:.1e}", moved(name));
        }
        // All of the weight, on the shape of the block.
        let force = [
            ran.last("skin.touch_force.x"),
            ran.last("skin.touch_force.z"),
        ];
        assert!((force[0] + 1.8).abs() < 1e-9, "{scheme}: {force:?}");
        assert!((force[1] - 6.0).abs() < 1e-9, "{scheme}: {force:?}");
        assert_eq!(ran.last("skin.touch_state"), 1.0, "{scheme} sticks");
        assert_eq!(ran.column("friction_dissipation")[0], 0.0, "{scheme}");
    }
}

/// With less friction than the slope there is nowhere to stand.
#[test]
fn a_block_below_the_angle_of_friction_has_no_equilibrium() {
    let head =
        "gravity = [3, 0, -10]\n[run]\nduration = 0.1\ndt = 0.001\nstart = \"equilibrium\"\n";
    let options = Options {
        ledger: LedgerPolicy::Error,
        threads: 1,
    };
    let refused = Simulation::new(model(&block(head, 0.29, "")), options);
    let problems = refused.err().expect("it slides");
    let text = format!("{problems:?}");
    assert!(text.contains("equilibrium"), "{text}");
}

/// A spring of 100 N/m holds a block that is pushed by a force that grows to 6 N and falls again: it moves when the force is
/// above `mu W`, and on its way back by twice that. The spring then has the force less what friction takes, less the stretch of
/// what sticks.
#[test]
fn friction_at_rest_has_a_history() {
    let rest = r#"
        [[force]]
        name = "push"
        on = "block"
        value = [1, 0, 0]
        scale = { table = [[0, 0], [1, 6], [2, 0]] }
        [[spring]]
        name = "coil"
        between = ["ground", "block"]
        points = [[-1, 0, 0.12], [0, 0, 0.12]]
        stiffness = 100
        free = 1
        "#;
    let head = "gravity = [0, 0, -10]\n[statics]\nvary = \"time\"\nuntil = 2\nincrement = 0.125\n";
    let mut analysis = Analysis::new(model(&block(head, 0.25, rest))).expect("a sound model");
    let layout = analysis.layout().clone();
    let column = |name: &str| resolve(&layout, name).expect("an output")[0].column;
    let (time, x) = (column("time"), column("block.position.x"));
    let mut rows = Vec::new();
    let end = analysis.run(&mut |_, row| {
        rows.push([row[time], row[x]]);
        Control::Continue
    });
    assert_eq!(end, PathEnd::Complete);
    // mu W = 1.5 N. What sticks gives way by 1/2e5 m/N, and the moment of the push at the height of the middle tilts the block by
    // h/(2e5 a^2) rad/N, while friction changes by no more than 2 mu W.
    let (limit, stiffness) = (1.5, 100.0);
    let slack = 2.0 * limit * (1.0 + (0.12f64 / 0.09).powi(2)) / 2e5;
    let mut spring = 0.0f64;
    for [t, x] in rows {
        let push = if t <= 1.0 { 6.0 * t } else { 12.0 - 6.0 * t };
        spring = spring.clamp(push - limit, push + limit);
        let exact = spring / stiffness;
        assert!((x - exact).abs() < slack, "at {t}: {x} is not {exact}");
    }
    assert!(
        (spring - 1.5).abs() < 1e-12,
        "it is left where friction holds it"
    );
}

/// Frequencies of the block on a level floor: up and down `4 k`, about the vertical `4 k_t (a^2 + a^2)`, and two of rocking in each
/// of two planes, of the matrices `[[4 k_t, 4 k_t h], [4 k_t h, 4 k_t h^2 + 4 k a^2]]` and `[m, J]`.
#[test]
fn modes_are_those_of_what_sticks() {
    let text = block(
        "gravity = [0, 0, -0.01]\n[run]\nduration = 1\ndt = 0.1\nstart = \"equilibrium\"\n",
        0.4,
        "",
    );
    let (m, inertia, k, a, h) = (0.6, 0.0058, 2e5, 0.09f64, 0.12);
    let simulation = simulation(&text, 1);
    let found = modes(
        simulation.system(),
        simulation.state(),
        &About::default(),
        &Wanted {
            count: 6,
            ..Wanted::default()
        },
    )
    .expect("modes");
    let (x, turn, across) = (k / m, k * (h * h + a * a) / inertia, k * h);
    let mean = 0.5 * (x + turn);
    let root = (0.25 * (x - turn).powi(2) + across * across / (m * inertia)).sqrt();
    let mut exact = [
        mean - root,
        mean - root,
        k / m,
        k * 2.0 * a * a / inertia,
        mean + root,
        mean + root,
    ];
    exact.sort_by(f64::total_cmp);
    for (mode, exact) in found.list.iter().zip(exact) {
        let (found, exact) = (mode.angular_frequency(), exact.sqrt());
        // The weight of 6 mN moves the points where the corners touch by 3e-8 m of 9 cm, and adds its moment to the stiffness:
        // 6e-3 * 0.12 of 4500 N m.
        assert!(
            (found - exact).abs() < 1e-6 * exact,
            "{found} is not {exact}"
        );
    }
    // All stiffness is that of the contacts.
    let shares = &found.list[0].strain;
    assert!(shares.iter().all(|s| s.part > 0.0), "{shares:?}");
    // Without friction the block is free along the floor and about the vertical.
    let smooth = text.replace("friction = 0.4", "friction = 0");
    let (system, state) = System::build(&model(&smooth.replace("start = \"equilibrium\"", "")))
        .expect("a sound model");
    let mut sunk = state.clone();
    sunk.poses[1].r.z -= 3e-8;
    let found = modes(&system, &sunk, &About::default(), &Wanted::default()).expect("modes");
    let free = found.list.iter().filter(|m| m.angular_frequency() < 1.0);
    assert_eq!(free.count(), 3, "{:?}", found.list.len());
}
