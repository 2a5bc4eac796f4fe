//! Modes about equilibria: the same search, and what the results of a path say.

use super::{model, path};
use poinsot::model::{Source, read_model};
use poinsot::modes::{Method, ModesError, Study, Wanted, modes};
use poinsot::statics::PathEnd;
use std::f64::consts::TAU;

/// Two bars that are pressed through.
const ARCH: &str = include_str!("../../src/model/examples/statics.toml");

fn study(text: &str) -> Study {
    Study::new(model(text)).expect("a sound model")
}

#[test]
fn a_hanging_chain_swings_as_bessels_function_says() {
    let text = "gravity = [0, 0, -9.81]\n[modes]\ncount = 4\nabout = \"equilibrium\"\n\
        [[cable]]\nname = \"c\"\nfrom = [0, 0, 0]\nto = [0, 0, -2]\nstiffness = 1e7\nmass_per_length = 0.5\nelements = 100\norder = 3\n\
        [[joint]]\nname = \"a\"\nkind = \"spherical\"\nbetween = [\"ground\", \"c.start\"]\n";
    let (found, _) = study(text).modes().expect("it hangs");
    // Zeros of J0, in both directions.
    for (mode, zero) in found.list.iter().zip([
        2.404825557695773,
        2.404825557695773,
        5.520078110286311,
        5.520078110286311,
    ]) {
        let exact = 0.5 * zero * (9.81f64 / 2.0).sqrt() / TAU;
        let off = mode.frequency() / exact - 1.0;
        // The mass of a cubic element stands at its nodes.
        assert!(off.abs() < 1e-5, "{off:.2e}");
    }
}

#[test]
fn modes_find_the_equilibrium_that_statics_finds() {
    let about = |text: &str| {
        let text = text.replace("[statics]", "[modes]\nabout = \"equilibrium\"\n[statics]");
        study(&text).state().map(|(state, _)| state)
    };
    // Without the arc both stop at the limit point; one step to the full load would fall through to the other side.
    let steps = ARCH.replace("arc_length = true", "arc_length = false");
    assert!(matches!(path(&steps).1, PathEnd::Failed(_)));
    assert!(matches!(about(&steps), Err(ModesError::Statics(_))));
    // Along the arc both come to the same one.
    let (points, end, _) = path(ARCH);
    assert_eq!(end, PathEnd::Complete);
    let last = points.last().expect("a point");
    assert_eq!(last.parameter, 1.0);
    let state = about(ARCH).expect("the same");
    for (a, b) in last.state.poses.iter().zip(&state.poses) {
        assert!((a.r - b.r).norm() < 1e-12);
    }
}

#[test]
fn loads_of_a_later_time_count_in_modes_too() {
    // A pendulum under a weight that grows with time: four times at 3 s.
    let text = "gravity = { acceleration = [0, 0, -9.81], scale = \"1 + t\" }\n[statics]\ntime = 3\n[modes]\nabout = \"equilibrium\"\n\
        [[point_mass]]\nname = \"bob\"\nmass = 1\nposition = [0.1, 0, -1]\n\
        [[joint]]\nname = \"rod\"\nkind = \"distance\"\nbetween = [\"ground\", \"bob\"]\npoints = [[0, 0, 0], [0.1, 0, -1]]\n";
    let (found, _) = study(text).modes().expect("it hangs");
    let exact = (4.0 * 9.81 / 1.01f64.sqrt()).sqrt();
    let w = found.list[0].angular_frequency();
    assert!((w / exact - 1.0).abs() < 1e-9, "{w} {exact}");
}

#[test]
fn nearest_means_by_frequency() {
    // Three masses on springs: 8, 11.8 and 30 rad/s. Of 10 rad/s the second is nearer, but not by squares.
    let mut text = String::from("[run]\nduration = 1\ndt = 0.1\n");
    for (k, w) in [8.0f64, 11.8, 30.0].iter().enumerate() {
        text += &format!(
            "[[body]]\nname = \"b{k}\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, {k}, 0]\n\
             [[joint]]\nname = \"g{k}\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"b{k}\"]\nat = [0, {k}, 0]\naxis = [1, 0, 0]\n\
             [[spring]]\nname = \"s{k}\"\non = \"g{k}.displacement\"\nstiffness = {}\n",
            w * w
        );
    }
    let study = study(&text);
    let (state, about) = study.state().expect("as drawn");
    for method in [Method::Dense, Method::Sparse] {
        for count in 1..=3 {
            let wanted = Wanted {
                count,
                near: Some(10.0),
                method,
                ..Wanted::default()
            };
            let found = modes(study.system(), &state, &about, &wanted).expect("three modes");
            let list: Vec<f64> = found.list.iter().map(|m| m.angular_frequency()).collect();
            assert_eq!(list.len(), count);
            for (a, b) in list.iter().zip([11.8, 8.0, 30.0]) {
                assert!((a - b).abs() < 1e-9, "{method:?} {count}: {list:?}");
            }
        }
    }
}

#[test]
fn an_unloaded_model_is_at_rest() {
    // A beam between odd places and a spring on it: nothing but round-off acts.
    let text = "[run]\nduration = 1\ndt = 0.1\n\
        [[section]]\nname = \"bar\"\nEA = 1e6\nGAy = 4e5\nGJ = 40\nEIy = 60\nmass_per_length = 0.8\ninertia_per_length = [4e-4, 2e-4, 2e-4]\n\
        [[beam]]\nname = \"beam\"\nfrom = [0.1, 0.7, 0.3]\nto = [1.3, 0.2, 0.9]\nsection = \"bar\"\nelements = 7\n\
        [[joint]]\nname = \"clamp\"\nkind = \"fixed\"\nbetween = [\"ground\", \"beam.start\"]\n\
        [[spring]]\nname = \"stay\"\nbetween = [\"ground\", \"beam.end\"]\npoints = [[3.1, 0.3, 0.7], [1.3, 0.2, 0.9]]\nstiffness = 1e5\n";
    let (found, _) = study(text).modes().expect("modes");
    let unbalance = &found.linear.unbalance;
    assert!(unbalance.at_rest(), "{unbalance:?}");
    // With a load that nothing balances it is said as before.
    let loaded =
        format!("{text}[[force]]\nname = \"f\"\non = \"beam.end\"\nvalue = [0, 0, 1e-3]\n");
    let (found, _) = study(&loaded).modes().expect("modes");
    assert!(!found.linear.unbalance.at_rest());
}

/// Bodies on springs alone: the only forces are the last digits of the springs' lengths, and nothing larger to compare them with.
#[test]
fn round_off_of_unloaded_springs_is_no_unbalance() {
    for (body, anchor, bushing) in [
        (
            "[-0.756, 0.775, -0.762]",
            "[-0.521, -0.452, 0.779]",
            "[-0.743, 0.842, -0.025]",
        ),
        (
            "[-0.993, 0.446, 0.591]",
            "[0.133, -0.914, -0.078]",
            "[0.301, 0.083, 0.273]",
        ),
        (
            "[0.118, 0.741, -0.757]",
            "[0.381, 0.878, 0.463]",
            "[0.7, 0.06, -0.247]",
        ),
    ] {
        let text = format!(
            "[run]\nduration = 1\ndt = 0.1\n\
             [[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\nposition = {body}\n\
             [[spring]]\nname = \"s\"\nbetween = [\"ground\", \"a\"]\npoints = [{anchor}, {body}]\nstiffness = 1e4\n\
             [[bushing]]\nname = \"q\"\nbetween = [\"ground\", \"a\"]\nat = {bushing}\nstiffness = [100, 100, 100, 10, 10, 10]\n"
        );
        let (found, _) = study(&text).modes().expect("modes");
        let unbalance = &found.linear.unbalance;
        assert!(unbalance.at_rest(), "{unbalance:?}");
        // A small load is one.
        let loaded = format!("{text}[[force]]\nname = \"f\"\non = \"a\"\nvalue = [0, 0, 1e-3]\n");
        let (found, _) = study(&loaded).modes().expect("modes");
        assert!(!found.linear.unbalance.at_rest());
    }
}

#[test]
fn chosen_load_factors_are_recorded() {
    let beam = "[[section]]\nname = \"bar\"\nEA = 1e6\nGAy = 4e5\nGJ = 40\nEIy = 60\nmass_per_length = 0.8\ninertia_per_length = [4e-4, 2e-4, 2e-4]\n\
        [[beam]]\nname = \"beam\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nsection = \"bar\"\nelements = 3\n\
        [[joint]]\nname = \"clamp\"\nkind = \"fixed\"\nbetween = [\"ground\", \"beam.start\"]\n\
        [[force]]\nname = \"f\"\non = \"beam.end\"\nvalue = [0, 0, 60]\n";
    for (statics, expected) in [
        ("at = [0.5, 1, 1.5]", vec![0.5, 1.0, 1.5]),
        ("at = [0.37]\nincrement = 0.1", vec![0.37]),
        ("vary = \"time\"\nat = [0.25, 2]", vec![0.25, 2.0]),
    ] {
        let (points, end, _) = path(&format!("[statics]\n{statics}\n{beam}"));
        assert_eq!(end, PathEnd::Complete);
        let list: Vec<f64> = points.iter().map(|p| p.parameter).collect();
        assert_eq!(list, expected);
    }
    // The same for what comes to rest first.
    let pendulum = "gravity = [0, 0, -9.81]\n[statics]\nat = [0.02, 1]\n\
        [[point_mass]]\nname = \"bob\"\nmass = 1\nposition = [1, 0, 0]\n\
        [[cable]]\nname = \"c\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nstiffness = 1e6\nmass_per_length = 0.1\nelements = 5\n\
        [[joint]]\nname = \"a\"\nkind = \"spherical\"\nbetween = [\"ground\", \"c.start\"]\n\
        [[joint]]\nname = \"b\"\nkind = \"spherical\"\nbetween = [\"bob\", \"c.end\"]\n";
    let (points, end, _) = path(pendulum);
    assert_eq!(end, PathEnd::Complete);
    let list: Vec<f64> = points.iter().map(|p| p.parameter).collect();
    assert_eq!(list, [0.02, 1.0]);
}

/// A model for equilibria or modes alone is no run that lacks its table.
#[test]
fn analyses_need_no_run_table() {
    let body = "[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\n";
    let warned = |table: &str| {
        let text = format!("{table}{body}");
        let (_, warnings) = read_model(&Source::new("test.toml", text)).expect("a sound model");
        warnings.iter().any(|w| w.message.contains("[run]"))
    };
    assert!(warned(""));
    for table in ["[statics]\n", "[modes]\n", "[statics]\n[modes]\n"] {
        assert!(!warned(table), "{table}");
    }
}
