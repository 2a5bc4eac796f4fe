//! Published and exact solutions against the solver: one directory of `validation/` per case.
//!
//! Each case is a test of its own and prints its table: `cargo test --release --test validation -- --nocapture heavy_top`.
//! `POINSOT_WRITE_VALIDATION=1 cargo test --release --test validation table` runs all cases and rewrites
//! `docs/validation.md`; without it the same test checks that the committed file lists exactly the cases and quantities
//! that are there.

mod case;
mod history;
mod measures;
mod meshes;
mod modal;
mod path;
mod report;

use case::Case;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check(name: &str) {
    let report = report::run(&Case::read(&root().join("validation").join(name)));
    println!("{}", report.markdown);
    assert!(
        report.failures.is_empty(),
        "outside:\n{}",
        report.failures.join("\n")
    );
}

/// One test per case.
macro_rules! cases {
    ($($test:ident $directory:literal)*) => {
        const CASES: &[&str] = &[$($directory),*];
        $(
            #[test]
            #[cfg_attr(debug_assertions, ignore = "runs for minutes without --release")]
            fn $test() {
                check($directory);
            }
        )*
    };
}

cases! {
    pendulum "pendulum"
    free_body "free-body"
    flip "flip"
    top_nutation "top-nutation"
    fast_top "fast-top"
    double_pendulum "double-pendulum"
    four_bars "four-bars"
    andrews "andrews"
    flyball_governor "flyball-governor"
    spatial_slider_crank "spatial-slider-crank"
    bicycle "bicycle"
    rolling_disc "rolling-disc"
    universal_joint "universal-joint"
    slider_crank "slider-crank"
    tilted_pendulum "tilted-pendulum"
    heavy_top "heavy-top"
    intermediate_axis "intermediate-axis"
    pendulum_multiplier "pendulum-multiplier"
    cart_pole "cart-pole"
    beam_spin_up "beam-spin-up"
    flying_spaghetti "flying-spaghetti"
    composite_cantilever "composite-cantilever"
    flexible_slider_crank "flexible-slider-crank"
    princeton_beam "princeton-beam"
    catenary "catenary"
    hanging_chain "hanging-chain"
    taut_string "taut-string"
    sagging_cable "sagging-cable"
    vertical_cable "vertical-cable"
    four_bar_skewed "four-bar-skewed"
    three_bar_flight "three-bar-flight"
    lateral_buckling "lateral-buckling"
    swing "swing"
    roll_up "roll-up"
    elastica "elastica"
    cantilever_strip "cantilever-strip"
    distributed_load "distributed-load"
    heavy_tip_load "heavy-tip-load"
    follower_force "follower-force"
    circular_bend "circular-bend"
    twisted_cantilever "twisted-cantilever"
    euler_column "euler-column"
    lateral_torsional_buckling "lateral-torsional-buckling"
    right_angle_frame "right-angle-frame"
    lee_frame "lee-frame"
    deep_arch "deep-arch"
    stocky_cantilever "stocky-cantilever"
    beam_modes "beam-modes"
    stocky_beam_modes "stocky-beam-modes"
    bar_modes "bar-modes"
    rotating_beam "rotating-beam"
    fast_rotating_beam "fast-rotating-beam"
}

fn directories() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("validation")).expect("the cases");
    let mut names: Vec<String> = entries
        .filter_map(|e| e.ok())
        .filter(|e| e.path().is_dir())
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_directory_is_a_case_with_its_source() {
    let mut listed: Vec<&str> = CASES.to_vec();
    listed.sort_unstable();
    assert_eq!(directories(), listed);
    for name in CASES {
        assert!(
            root()
                .join("validation")
                .join(name)
                .join("SOURCE.md")
                .exists(),
            "{name}: no SOURCE.md"
        );
    }
}

const INTRODUCTION: &str = "# Validation\n\n\
Written by the test `validation` (`POINSOT_WRITE_VALIDATION=1 cargo test --release --test validation table`); do not edit.\n\
Every case is a directory of `validation/` with its models, its expected numbers (`expect.toml`, with the reason of each \
tolerance) and where they come from (`SOURCE.md`). Lines that begin with `law:` are checked before any number.\n\n\
Equilibria and modes are computed on several meshes. The finest is judged; `order` is the exponent with which the error falls from \
mesh to mesh, or the difference of successive meshes where the reference belongs to a slightly other model. `-` stands where errors \
are too close to round-off, or to that difference, to show one.\n\n";

/// What cannot go stale: headings, names, references and tolerances.
fn structure(markdown: &str) -> Vec<String> {
    let mut survey = false;
    let mut found = Vec::new();
    for l in markdown.lines() {
        if l.starts_with('#') {
            found.push(l.to_string());
        }
        survey = (survey && !l.starts_with('#')) || l.starts_with("| scheme");
        let cells: Vec<&str> = l.split('|').map(str::trim).collect();
        if survey && l.starts_with('|') {
            found.push(format!("{} {}", cells[1], cells[2]));
        } else if matches!(cells.len(), 8 | 9) && !cells[1].starts_with("law:") {
            found.push(format!("{} | {} | {}", cells[1], cells[2], cells[5]));
        }
    }
    found
}

#[test]
fn the_committed_table_lists_every_case_and_quantity() {
    let path = root().join("docs/validation.md");
    if std::env::var_os("POINSOT_WRITE_VALIDATION").is_some() {
        let mut text = INTRODUCTION.to_string();
        for name in CASES {
            text += &report::run(&Case::read(&root().join("validation").join(name))).markdown;
            text += "\n";
        }
        std::fs::create_dir_all(root().join("docs")).expect("docs");
        std::fs::write(&path, text.trim_end().to_string() + "\n").expect("docs/validation.md");
        return;
    }
    let committed = std::fs::read_to_string(&path).expect("docs/validation.md");
    let mut expected = vec!["# Validation".to_string()];
    for name in CASES {
        expected.extend(report::skeleton(&Case::read(
            &root().join("validation").join(name),
        )));
    }
    let found: Vec<String> = structure(&committed);
    for (a, b) in found.iter().zip(&expected) {
        assert_eq!(a, b, "docs/validation.md is stale; write it again");
    }
    assert_eq!(
        found.len(),
        expected.len(),
        "docs/validation.md is stale; write it again"
    );
}
