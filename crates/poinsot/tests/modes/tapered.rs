//! Frequencies of beams whose section varies, with many stations within an element.

use crate::common::flexible::read;
use crate::common::random::Random;
use poinsot::modes::{About, Family, Wanted, modes};
use poinsot::system::System;

const BLADE: &str = include_str!("../../../../validation/nrel-5mw-blade/model.toml");

/// The four lowest frequencies [Hz].
fn lowest(text: &str) -> [f64; 4] {
    let (system, state) = System::build(&read(text)).expect("a sound model");
    let wanted = Wanted {
        count: 4,
        family: Family::Real,
        ..Wanted::default()
    };
    let found = modes(&system, &state, &About::default(), &wanted).expect("modes");
    std::array::from_fn(|k| found.list[k].frequency())
}

fn worst(found: &[f64; 4], exact: &[f64; 4]) -> f64 {
    let errors = found.iter().zip(exact).map(|(a, b)| (a / b - 1.0).abs());
    errors.fold(0.0, f64::max)
}

#[test]
fn a_blade_with_many_stations_converges_steadily() {
    // From the boundary value problem, see the source of the validation case.
    let exact = [0.68581859, 1.08057118, 1.94679518, 3.73929585];
    let error = |order: usize, elements: usize| {
        let mesh = format!("elements = {elements}\norder = {order}\n");
        worst(&lowest(&BLADE.replace("elements = 1\n", &mesh)), &exact)
    };
    let errors = [5, 10, 20, 48].map(|n| error(3, n));
    println!("order 3: {errors:?}");
    for (error, allowed) in errors.iter().zip([2e-3, 1e-4, 1e-5, 1e-6]) {
        assert!(*error < allowed, "{errors:?}");
    }
    let errors = [10, 20, 40].map(|n| error(2, n));
    println!("order 2: {errors:?}");
    assert!(errors[1] < 3e-4 && errors[2] < 3e-5, "{errors:?}");
    // Second order: fourfold less for half the length.
    let errors = [10, 20, 40].map(|n| error(1, n));
    println!("order 1: {errors:?}");
    for pair in errors.windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((3.0..6.0).contains(&ratio), "{errors:?}");
    }
}

/// A twisted blade of 60 m with stations anywhere, smooth or rough by a factor `exp(rough)` from one to the next, the elastic axis
/// and the mass centre off the line.
fn blade(seed: u64, rough: f64) -> String {
    let mut rng = Random::new(seed);
    let count = 10 + (rng.between(0.0, 45.0) as usize);
    let mut at: Vec<f64> = (0..count).map(|_| rng.between(0.5, 59.5)).collect();
    at[0] = 0.0;
    at[1] = 60.0;
    at.sort_by(f64::total_cmp);
    // Root, a fifth, six tenths, tip: values between, on a logarithmic scale.
    let mut curve = |tip: f64| {
        let values = [
            0.0,
            rng.between(-1.5, 0.3),
            rng.between(-3.5, -0.7),
            tip.ln() + rng.between(-1.0, 1.0),
        ];
        let places = [0.0, 12.0, 36.0, 60.0];
        let at = at.clone();
        let all: Vec<f64> = at
            .iter()
            .map(|s| {
                let k = places[1..3].iter().filter(|p| *p < s).count();
                let part = (s - places[k]) / (places[k + 1] - places[k]);
                let smooth = values[k] + part * (values[k + 1] - values[k]);
                (smooth + rough * rng.between(-1.7, 1.7)).exp()
            })
            .collect();
        all
    };
    let [mass, stretch, flap, edge, torsion] = [0.03, 5e-3, 1e-4, 1e-3, 1e-3].map(&mut curve);
    let mut text = String::new();
    let (mut sections, mut twist) = (String::new(), String::new());
    for (k, s) in at.iter().enumerate() {
        let (ea, m) = (1e10 * stretch[k], 700.0 * mass[k]);
        let chord = 3.0 - 0.03 * s;
        let mut off = || chord * 0.05 * rough * rng.between(-1.7, 1.7);
        let (y, z) = (off(), off());
        let center = [off(), off()];
        // Stretch stiffness at (y, z): it couples with bending.
        let mut c = [[0.0; 6]; 6];
        for (j, value) in [
            ea,
            0.1 * ea,
            0.1 * ea,
            5e9 * torsion[k],
            2e10 * flap[k],
            2e10 * edge[k],
        ]
        .into_iter()
        .enumerate()
        {
            c[j][j] = value;
        }
        for (a, b, value) in [(0, 4, ea * z), (0, 5, -ea * y), (4, 5, -ea * y * z)] {
            c[a][b] = value;
            c[b][a] = value;
        }
        c[4][4] += ea * z * z;
        c[5][5] += ea * y * y;
        text += &format!(
            "[[section]]\nname = \"s{k}\"\nconvention = \"x-axis\"\nstiffness = {c:?}\nmass_per_length = {m}\nmass_center = {center:?}\n\
             inertia_per_length = [{}, {}, {}]\n",
            0.05 * m * chord * chord,
            0.01 * m * chord * chord,
            0.04 * m * chord * chord
        );
        sections += &format!("{{ at = {s}, section = \"s{k}\" }}, ");
        let angle = 13.0 * (1.0 - s / 60.0) + 3.0 * rough * rng.between(-1.7, 1.7);
        twist += &format!("{{ at = {s}, angle = \"{angle} deg\" }}, ");
    }
    text + &format!(
        "[[beam]]\nname = \"blade\"\nfrom = [0, 0, 0]\nto = [60, 0, 0]\nsections = [{sections}]\ntwist = [{twist}]\n\
         y_axis = [0, 1, 0]\nelements = ELEMENTS\n\
         [[joint]]\nname = \"root\"\nkind = \"fixed\"\nbetween = [\"ground\", \"blade.start\"]\n"
    )
}

#[test]
fn random_blades_smooth_and_rough_are_met_by_few_elements() {
    for (seed, rough) in [(1, 0.0), (2, 0.1), (3, 0.3), (4, 0.0), (5, 0.1), (6, 0.3)] {
        let text = blade(seed, rough);
        let on = |n: usize| lowest(&text.replace("ELEMENTS", &n.to_string()));
        let fine = on(200);
        let errors = [10, 20].map(|n| worst(&on(n), &fine));
        println!("blade {seed}, roughness {rough}: {errors:?}");
        assert!(errors[0] < 1e-3 && errors[1] < 3e-4, "{seed}: {errors:?}");
    }
}

#[test]
fn a_wedge_vibrates_as_kirchhoff_found() {
    // Depth proportional to the distance x from the edge, width constant: A ~ x, I ~ x^3, clamped at x = 1. With E I = m = 1 there
    // w = z^2/4, J_1(z) I_2(z) + I_1(z) J_2(z) = 0 [G. Kirchhoff, Monatsber. Akad. Wiss. Berlin, 1879, 815].
    let exact = [5.315099, 15.20717, 30.01981];
    let mut text = String::new();
    let mut stations = String::new();
    let mut x = 1.0f64;
    let mut k = 0;
    while x > 0.002 {
        let (area, bending) = (x, x * x * x);
        text += &format!(
            "[[section]]\nname = \"s{k}\"\nEA = {}\nGAy = {}\nGAz = {}\nGJ = {}\nEIy = {bending}\nEIz = {}\nmass_per_length = {area}\n\
             inertia_per_length = [{}, {}, {}]\n",
            1e6 * area,
            1e6 * area,
            1e6 * area,
            1e3 * bending,
            1e3 * bending,
            1e-3 * area,
            1e-9 * area,
            1e-3 * area
        );
        stations += &format!("{{ at = {}, section = \"s{k}\" }}, ", 1.0 - x);
        x *= 0.985;
        k += 1;
    }
    text += &format!(
        "[[beam]]\nname = \"wedge\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nsections = [{stations}]\ny_axis = [0, 1, 0]\nelements = 12\n\
         [[joint]]\nname = \"root\"\nkind = \"fixed\"\nbetween = [\"ground\", \"wedge.start\"]\n"
    );
    let found = lowest(&text);
    for (f, w) in found.iter().zip(exact) {
        let error = f * std::f64::consts::TAU / w - 1.0;
        println!("{f}: {error:.1e}");
        // Between stations the stiffness is linear instead of cubic: 1e-4 more at most. The sharp edge is met by one element.
        assert!(error.abs() < 5e-3, "{w}: {error:.2e}");
    }
}
