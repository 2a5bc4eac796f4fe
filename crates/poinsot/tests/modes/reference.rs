//! Beams, cables and blades whose frequencies are known.

use crate::common::flexible::{RUN, read};
use poinsot::modes::{Mode, ModeKind, Modes, Study};

pub fn study(text: &str) -> Study {
    Study::new(read(text)).expect("the model builds")
}

pub fn found(text: &str) -> Modes {
    study(text).modes().expect("modes").0
}

/// Frequencies [rad/s] of the modes whose words contain `word`.
fn of(found: &Modes, word: &str) -> Vec<f64> {
    let fits = |m: &&Mode| m.moves.contains(word) && m.kind == ModeKind::Vibration;
    found
        .list
        .iter()
        .filter(fits)
        .map(|m| m.angular_frequency())
        .collect()
}

fn close(what: &str, a: f64, b: f64, tolerance: f64) {
    let error = (a - b).abs() / b.abs();
    assert!(
        error <= tolerance,
        "{what}: {a} is not {b}, error {error:.2e}"
    );
}

const CLAMP: &str =
    "[[joint]]\nname = \"clamp\"\nkind = \"fixed\"\nbetween = [\"ground\", \"b.start\"]\n";

/// Steel, 20 mm by 40 mm, 0.4 m long, along x; bending y about the section's z with I = b h^3/12, h along y.
fn stocky(elements: usize, order: usize, rest: &str) -> String {
    let (e, g, rho) = (210e9, 210e9 / 2.6, 7850.0);
    let (b, h) = (0.02, 0.04);
    let area = b * h;
    let (iz, iy) = (b * h * h * h / 12.0, h * b * b * b / 12.0);
    format!(
        "{RUN}
        [modes]
        count = 40
        [[section]]
        name = \"bar\"
        EA = {}
        GAy = {}
        GAz = {}
        GJ = {}
        EIy = {}
        EIz = {}
        mass_per_length = {}
        inertia_per_length = [{}, {}, {}]
        [[beam]]
        name = \"b\"
        from = [0, 0, 0]
        to = [0.4, 0, 0]
        section = \"bar\"
        elements = {elements}
        order = {order}
        {rest}",
        e * area,
        g * area * 5.0 / 6.0,
        g * area * 5.0 / 6.0,
        g * (iy + iz),
        e * iy,
        e * iz,
        rho * area,
        rho * (iy + iz),
        rho * iy,
        rho * iz
    )
}

/// Exact, from the determinant of the transfer matrix.
const CLAMPED: [f64; 3] = [207.23590673, 1242.036329, 3266.7451825];
const FREE: [f64; 3] = [1283.7151401, 3339.1898193, 6090.83159];

#[test]
fn a_timoshenko_beam_converges_with_the_order_of_its_mesh() {
    let tau = std::f64::consts::TAU;
    for (clamp, exact) in [(CLAMP, CLAMPED), ("", FREE)] {
        for order in 1..=3 {
            let mut errors = Vec::new();
            for elements in [6, 12] {
                let found = found(&stocky(elements, order, clamp));
                let list = of(&found, "bending y");
                errors.push((list[0] / tau - exact[0]).abs() / exact[0]);
            }
            let observed = (errors[0] / errors[1]).log2();
            // 2, 4 and 6, the last until round-off shows.
            let expected = 2.0 * order as f64;
            assert!(
                observed > expected - 0.4 || errors[1] < 1e-8,
                "order {order}: {errors:?}, observed order {observed:.2}"
            );
        }
        let found = found(&stocky(16, 3, clamp));
        for (k, f) in of(&found, "bending y").iter().take(3).enumerate() {
            // The third mode has three waves on sixteen elements of sixth order.
            close("Timoshenko", f / tau, exact[k], 2e-6);
        }
    }
}

#[test]
fn axial_and_torsional_frequencies_of_a_bar() {
    let found = found(&stocky(16, 3, CLAMP));
    // (2n - 1)/4L times the speed of sound.
    let axial = |n: f64| (2.0 * n - 1.0) * std::f64::consts::FRAC_PI_2 / 0.4;
    let sound = (210e9 / 7850.0f64).sqrt();
    close("axial", of(&found, "axial")[0], axial(1.0) * sound, 1e-7);
    let sound = (210e9 / 2.6 / 7850.0f64).sqrt();
    let torsion = of(&found, "torsion");
    close("torsion", torsion[0], axial(1.0) * sound, 1e-7);
    close("torsion", torsion[1], axial(2.0) * sound, 1e-5);
}

#[test]
fn a_taut_string_and_a_hanging_chain() {
    let text = format!(
        "{RUN}
        [modes]
        count = 8
        [[cable]]
        name = \"c\"
        from = [0, 0, 0]
        to = [3, 0, 0]
        stiffness = 1e6
        strain = \"engineering\"
        mass_per_drawn_length = 0.2
        pre_stretch = {}
        elements = 12
        order = 3
        [[joint]]
        name = \"l\"
        kind = \"spherical\"
        between = [\"ground\", \"c.start\"]
        [[joint]]
        name = \"r\"
        kind = \"spherical\"
        between = [\"ground\", \"c.end\"]
        ",
        1.0 + 500.0 / 1e6
    );
    let string = found(&text);
    assert!(string.linear.unbalance.at_rest());
    let list: Vec<f64> = string.list.iter().map(|m| m.frequency()).collect();
    for n in 0..3 {
        // Both directions across.
        for k in [2 * n, 2 * n + 1] {
            close("string", list[k], 25.0 / 3.0 * (n + 1) as f64, 1e-6);
        }
    }
    let text = format!(
        "gravity = [0, 0, -9.81]
        {RUN}
        [modes]
        count = 8
        about = \"equilibrium\"
        [[cable]]
        name = \"c\"
        from = [0, 0, 0]
        to = [0, 0, -2]
        stiffness = 1e6
        mass_per_length = 0.3
        elements = 20
        order = 2
        [[joint]]
        name = \"top\"
        kind = \"spherical\"
        between = [\"ground\", \"c.start\"]
        "
    );
    let chain = found(&text);
    let zeros = [2.4048255577, 5.52007811029, 8.65372791291];
    for (n, zero) in zeros.iter().enumerate() {
        let exact = 0.5 * zero * (9.81f64 / 2.0).sqrt();
        for k in [2 * n, 2 * n + 1] {
            close("chain", chain.list[k].angular_frequency(), exact, 2e-4);
        }
    }
}

/// A blade along x with unit EI, mass and length, that turns about z.
fn blade(eta: f64, hub: f64) -> String {
    let turning = match eta > 0.0 {
        true => format!(
            "[turning]\nangular_velocity = [0, 0, {eta}]\nthrough = [{}, 0, 0]\n",
            -hub
        ),
        false => String::new(),
    };
    format!(
        "{RUN}{turning}
        [modes]
        count = 6
        about = \"equilibrium\"
        [[section]]
        name = \"s\"
        EA = 1e7
        GAy = 1e7
        GAz = 1e7
        GJ = 1e3
        EIy = 1
        EIz = 1
        mass_per_length = 1
        inertia_per_length = [2e-7, 1e-7, 1e-7]
        [[beam]]
        name = \"b\"
        from = [0, 0, 0]
        to = [1, 0, 0]
        section = \"s\"
        elements = 8
        order = 3
        {CLAMP}"
    )
}

#[test]
fn rotating_blades_flap_and_lag() {
    // eta, hub radius, two flapping frequencies; lagging: mu^2 - eta^2.
    let table = [
        (0.0, 0.0, [3.516015269, 22.03449156]),
        (2.0, 0.0, [4.137319573, 22.61492196]),
        (12.0, 0.0, [13.17015049, 37.60311233]),
        (6.0, 1.0, [10.44386587, 32.02724398]),
    ];
    for (eta, hub, flap) in table {
        let found = found(&blade(eta, hub));
        assert!(found.linear.unbalance.at_rest());
        let list: Vec<f64> = found.list.iter().map(|m| m.angular_frequency()).collect();
        let nearest = |w: f64| {
            let error = |x: &f64| (x - w).abs();
            list.iter()
                .copied()
                .min_by(|a, b| error(a).total_cmp(&error(b)))
                .unwrap_or(0.0)
        };
        for mu in flap {
            // Shear and stretch of 1e-7 and 1e-5 are in the model, not in the reference.
            close("flap", nearest(mu), mu, 1e-4);
            let lag = (mu * mu - eta * eta).sqrt();
            close("lag", nearest(lag), lag, 1e-4);
        }
    }
}

#[test]
fn a_sweep_follows_each_mode() {
    let text = blade(12.0, 0.0);
    let study = study(&text);
    let campbell = study.campbell(12.0, 5).expect("a sweep");
    assert_eq!(campbell.speeds, [0.0, 3.0, 6.0, 9.0, 12.0]);
    let complete = |t: &&poinsot::modes::Track| t.frequencies.iter().all(Option::is_some);
    let ends: Vec<f64> = campbell
        .tracks
        .iter()
        .filter(complete)
        .filter_map(|t| t.frequencies[4])
        .map(|f| f * std::f64::consts::TAU)
        .collect();
    for mu in [
        13.17015049,
        (13.17015049f64.powi(2) - 144.0).sqrt(),
        37.60311233,
    ] {
        let error = ends
            .iter()
            .map(|x| (x - mu).abs() / mu)
            .fold(f64::INFINITY, f64::min);
        assert!(error < 1e-4, "{mu} is not in {ends:?}");
    }
}
