//! Effective masses of systems with joints: joint coordinates have no mass, and none may show.

use crate::common::flexible::{RUN, read};
use crate::common::random::Random;
use poinsot::modes::{About, Modes, Wanted, modes};
use poinsot::system::System;

fn all_modes(text: &str) -> Modes {
    let (system, state) = System::build(&read(text)).expect("a sound model");
    let wanted = Wanted {
        count: 1000,
        ..Wanted::default()
    };
    modes(&system, &state, &About::default(), &wanted).expect("modes")
}

fn sums(found: &Modes) -> [f64; 6] {
    let mut sum = [0.0; 6];
    for mode in &found.list {
        let mass = mode.effective_mass().expect("real");
        for d in 0..6 {
            sum[d] += mass[d];
        }
    }
    sum
}

/// Differences relative to the whole mass or inertia of the direction.
fn close(what: &str, found: &Modes, a: &[f64; 6], b: &[f64; 6]) {
    for d in 0..6 {
        let error = (a[d] - b[d]).abs() / found.directions.total[d];
        // Sums of squares of shapes that are known to 1e-10 or so.
        assert!(error < 1e-8, "{what}, direction {d}: {} and {}", a[d], b[d]);
    }
}

#[test]
fn a_light_torsional_oscillator_moves_all_of_its_inertia() {
    for inertia in [1.0, 1e-4, 1e-9] {
        let text = format!(
            "{RUN}[[body]]\nname = \"a\"\nmass = 1\ninertia = [{inertia}, {inertia}, {inertia}]\n\
             [[joint]]\nname = \"h\"\nkind = \"revolute\"\nbetween = [\"ground\", \"a\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n\
             [[spring]]\nname = \"s\"\non = \"h.angle\"\nstiffness = 0.25\n"
        );
        let found = all_modes(&text);
        assert_eq!(found.list.len(), 1);
        let moved = found.list[0].effective_mass().expect("real")[5];
        let movable = found.directions.movable[5];
        println!("inertia {inertia:e}: moved {moved:e}, movable {movable:e}");
        assert!((moved / inertia - 1.0).abs() < 1e-9, "{moved}");
        assert!((movable / inertia - 1.0).abs() < 1e-9, "{movable}");
    }
}

/// A chain of bodies of very different masses on joints of several kinds, held by point springs, with springs on some joint
/// coordinates. `unknowns` says for how many of the other joints coordinates are asked for.
fn chain(seed: u64, unknowns: bool) -> String {
    let mut rng = Random::new(seed);
    let mut text = RUN.to_owned();
    let mut before = "ground".to_owned();
    let count = 2 + seed as usize % 4;
    for k in 0..count {
        let mass = 10f64.powf(rng.between(-3.0, 1.0));
        let size = 10f64.powf(rng.between(-3.0, -0.5));
        let r = rng.vector(1.0);
        let i = [0; 3].map(|_| mass * size * size * rng.between(0.8, 1.2));
        text += &format!(
            "[[body]]\nname = \"b{k}\"\nmass = {mass}\ninertia = [{}, {}, {}]\nposition = [{}, {}, {}]\n",
            i[0], i[1], i[2], r.x, r.y, r.z
        );
        let (kind, coordinate) = [
            ("revolute", "angle"),
            ("prismatic", "displacement"),
            ("cylindrical", "angle"),
            ("spherical", ""),
            ("universal", ""),
        ][(rng.between(0.0, 5.0) as usize).min(4)];
        let (at, axis) = (rng.vector(1.0), rng.unit());
        let sprung = rng.between(0.0, 1.0) < 0.5;
        let wanted = match (coordinate, unknowns) {
            ("", _) | (_, false) => String::new(),
            (name, true) => format!("unknowns = [\"{name}\"]\n"),
        };
        let axes = match kind {
            "spherical" => String::new(),
            "universal" => {
                let other = axis.cross(&rng.unit()).normalize();
                format!(
                    "axes = [[{}, {}, {}], [{}, {}, {}]]\n",
                    axis.x, axis.y, axis.z, other.x, other.y, other.z
                )
            }
            _ => format!("axis = [{}, {}, {}]\n", axis.x, axis.y, axis.z),
        };
        text += &format!(
            "[[joint]]\nname = \"j{k}\"\nkind = \"{kind}\"\nbetween = [\"{before}\", \"b{k}\"]\nat = [{}, {}, {}]\n{axes}{wanted}",
            at.x, at.y, at.z
        );
        if sprung && !coordinate.is_empty() {
            text += &format!(
                "[[spring]]\nname = \"s{k}\"\non = \"j{k}.{coordinate}\"\nstiffness = {}\n",
                rng.between(1.0, 10.0)
            );
        }
        text += &format!(
            "[[bushing]]\nname = \"h{k}\"\nbetween = [\"ground\", \"b{k}\"]\nat = [{}, {}, {}]\nstiffness = [1, 2, 3, 0.1, 0.2, 0.3]\n",
            r.x, r.y, r.z
        );
        before = format!("b{k}");
    }
    text
}

#[test]
fn effective_masses_add_up_with_joints_of_all_kinds_and_with_coordinates_or_without() {
    for seed in 0..60 {
        let found = all_modes(&chain(seed, false));
        close("sum", &found, &sums(&found), &found.directions.movable);
        let other = all_modes(&chain(seed, true));
        close(
            "sum with coordinates",
            &found,
            &sums(&other),
            &other.directions.movable,
        );
        close(
            "movable",
            &found,
            &found.directions.movable,
            &other.directions.movable,
        );
        assert_eq!(found.list.len(), other.list.len(), "seed {seed}");
        for (a, b) in found.list.iter().zip(&other.list) {
            let (a, b) = (
                a.effective_mass().expect("real"),
                b.effective_mass().expect("real"),
            );
            close("a mode", &found, &a, &b);
        }
    }
}
