//! Published and exact solutions against the solver: one directory of `validation/` per case.
//!
//! Each case is a test of its own and prints its table: `cargo test --release --test validation -- --nocapture heavy_top`.
//! `POINSOT_WRITE_VALIDATION=1 cargo test --release --test validation table` runs all cases and rewrites
//! `docs/validation.md` and the pages below it; without it the same test checks that the committed pages list exactly the
//! cases and quantities that are there. With the value `new` only pages that are missing are written; with the value `overview` only `docs/validation.md` is written, from the pages.

mod case;
mod history;
mod measures;
mod meshes;
mod modal;
mod pages;
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

/// Cases that run for minutes: `cargo test --release --test validation -- --ignored`, and `cargo xtask validate` with all others.
macro_rules! long_cases {
    ($($test:ident $directory:literal)*) => {
        const LONG_CASES: &[&str] = &[$($directory),*];
        $(
            #[test]
            #[ignore = "runs for minutes; `cargo xtask validate` runs it too"]
            fn $test() {
                check($directory);
            }
        )*
    };
}

/// All of them.
fn all_cases() -> impl Iterator<Item = &'static str> {
    CASES.iter().chain(LONG_CASES).copied()
}

long_cases! {
    large_cylinders "large-cylinders"
    l_block_long "l-block-long"
}

cases! {
    bouncing "bouncing"
    stop_pendulum "stop-pendulum"
    rocking_block "rocking-block"
    slider_crank_clearance "slider-crank-clearance"
    row_of_balls "row-of-balls"
    friction_incline "friction-incline"
    stick_slip "stick-slip"
    rubber_states "rubber-states"
    compressible_states "compressible-states"
    brick_patch "brick-patch"
    cooks_membrane "cooks-membrane"
    block_modes "block-modes"
    tumbling_brick "tumbling-brick"
    columns "columns"
    l_block "l-block"
    scordelis_lo "scordelis-lo"
    pinched_cylinder "pinched-cylinder"
    pinched_hemisphere "pinched-hemisphere"
    plate_strip "plate-strip"
    snapping_roof "snapping-roof"
    plate_modes "plate-modes"
    cylinder_modes "cylinder-modes"
    slender_shells "slender-shells"
    raasch_hook "raasch-hook"
    cylinder_impulse "cylinder-impulse"
    hanging_sheet "hanging-sheet"
    four_bar_panel "four-bar-panel"
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
    sliding_ball "sliding-ball"
    bead_on_rod "bead-on-rod"
    bead_on_parabola "bead-on-parabola"
    moving_mass "moving-mass"
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
    stepped_cantilevers "stepped-cantilevers"
    nrel_blade "nrel-5mw-blade"
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
    let mut listed: Vec<&str> = all_cases().collect();
    listed.sort_unstable();
    assert_eq!(directories(), listed);
    for name in all_cases() {
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

/// Where the page of a case is.
fn page_path(name: &str) -> PathBuf {
    root().join("docs/validation").join(format!("{name}.md"))
}

#[test]
fn the_committed_table_lists_every_case_and_quantity() {
    let overview = root().join("docs/validation.md");
    let case = |name: &str| Case::read(&root().join("validation").join(name));
    let write = std::env::var("POINSOT_WRITE_VALIDATION").unwrap_or_default();
    if write == "new" {
        for name in all_cases().filter(|name| !page_path(name).exists()) {
            let page = pages::case_page(&report::run(&case(name)).markdown);
            std::fs::write(page_path(name), &page).expect("a page of docs/validation");
        }
    } else if !write.is_empty() && write != "overview" {
        std::fs::create_dir_all(root().join("docs/validation")).expect("docs/validation");
        let mut written = Vec::new();
        for name in all_cases() {
            let page = pages::case_page(&report::run(&case(name)).markdown);
            std::fs::write(page_path(name), &page).expect("a page of docs/validation");
            written.push((name, page));
        }
        std::fs::write(&overview, pages::overview(&written)).expect("docs/validation.md");
        return;
    }
    let mut committed = Vec::new();
    for name in all_cases() {
        let page = std::fs::read_to_string(page_path(name)).unwrap_or_default();
        let page = page.replace('\r', "");
        let title = page.lines().next().unwrap_or_default().to_owned();
        let mut expected = vec![title];
        expected.extend(report::skeleton(&case(name)).into_iter().skip(1));
        assert_eq!(
            structure(&page),
            expected,
            "docs/validation/{name}.md is stale; run `cargo xtask validate`"
        );
        committed.push((name, page));
    }
    if write == "overview" || write == "new" {
        std::fs::write(&overview, pages::overview(&committed)).expect("docs/validation.md");
    }
    let found = std::fs::read_to_string(&overview).expect("docs/validation.md");
    assert!(
        found.replace('\r', "") == pages::overview(&committed),
        "docs/validation.md is not what its pages say; run `cargo xtask validate`"
    );
    let pages = std::fs::read_dir(root().join("docs/validation")).expect("docs/validation");
    assert_eq!(pages.count(), all_cases().count(), "pages without a case");
}
