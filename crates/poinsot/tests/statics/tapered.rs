//! Cantilevers whose section varies: deflections by integrals of moment times flexibility.

use super::outputs;

/// Force at the end: small, so that the linear solution holds to its square.
const FORCE: f64 = 1e-4;
const SHEAR: f64 = 1e7;
/// Length of a step.
const STEP: f64 = 1e-6;

/// A cantilever of length 1 along x with bending stiffness given at places.
fn cantilever(stations: &[(f64, f64)], order: usize, elements: usize) -> String {
    let mut text = String::from("[statics]\nevery = 1\n");
    let mut list = Vec::new();
    for (k, (at, stiffness)) in stations.iter().enumerate() {
        text += &format!(
            "[[section]]\nname = \"s{k}\"\nEA = {SHEAR}\nGAy = {SHEAR}\nGJ = 1\nEIy = {stiffness}\nEIz = {stiffness}\n\
             mass_per_length = 1\ninertia_per_length = [2e-3, 1e-3, 1e-3]\n"
        );
        list.push(format!("{{ at = {at}, section = \"s{k}\" }}"));
    }
    text + &format!(
        "[[beam]]\nname = \"beam\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nsections = [{}]\nelements = {elements}\norder = {order}\n\
         [[joint]]\nname = \"clamp\"\nkind = \"fixed\"\nbetween = [\"ground\", \"beam.start\"]\n\
         [[sensor]]\nname = \"tip\"\non = \"beam.end\"\n\
         [[force]]\nname = \"p\"\non = \"beam.end\"\nvalue = [0, {FORCE}, 0]\n",
        list.join(", ")
    )
}

fn deflection(text: &str) -> f64 {
    let rows = outputs(text, &["tip.point.y"]);
    rows.last().expect("a point")[0] / FORCE
}

/// `1/GA + int (1 - x)^2 / EI dx` with EI linear from `(a, p)` to `(b, q)`.
fn linear_part(a: f64, p: f64, b: f64, q: f64) -> f64 {
    let g = (q - p) / (b - a);
    // EI = p + g (x - a); with v = EI, 1 - x = (top - v)/g.
    if g == 0.0 {
        return ((1.0 - a).powi(3) - (1.0 - b).powi(3)) / (3.0 * p);
    }
    let top = p + g * (1.0 - a);
    (top * top * (q / p).ln() - 2.0 * top * (q - p) + 0.5 * (q * q - p * p)) / g.powi(3)
}

fn exact(stations: &[(f64, f64)]) -> f64 {
    let parts = stations.windows(2).filter(|w| w[1].0 > w[0].0);
    1.0 / SHEAR
        + parts
            .map(|w| linear_part(w[0].0, w[0].1, w[1].0, w[1].1))
            .sum::<f64>()
}

/// A step within an element, a taper, and both many times.
fn cases() -> Vec<Vec<(f64, f64)>> {
    let mut rough = vec![(0.0, 3.0)];
    for k in 1..=20 {
        let at = f64::from(k) / 20.0;
        let before = 1.0 + 0.9 * (f64::from(k) * 2.3).sin();
        rough.push((at, before));
        if k % 3 == 0 && k < 20 {
            rough.push((at + STEP, 0.4 * before));
        }
    }
    vec![
        vec![(0.0, 4.0), (0.37, 4.0), (0.37 + STEP, 1.0), (1.0, 1.0)],
        vec![(0.0, 5.0), (1.0, 0.05)],
        rough,
    ]
}

#[test]
fn elements_of_order_2_and_3_are_exact_for_end_loads_whatever_the_section_does() {
    for stations in cases() {
        let exact = exact(&stations);
        for order in [2, 3] {
            for elements in [1, 3] {
                let error = deflection(&cantilever(&stations, order, elements)) / exact - 1.0;
                println!("order {order}, {elements} elements: {error:.1e}");
                // The moment is linear, so it is among the assumed ones. Left are the square of the slope, 1e-8, and the
                // quadrature of one over a linear function.
                assert!(error.abs() < 1e-6, "order {order}, {elements}: {error:.2e}");
            }
        }
    }
}

#[test]
fn elements_of_order_1_converge_steadily_for_steps_too() {
    for stations in cases() {
        let exact = exact(&stations);
        let error = |n| deflection(&cantilever(&stations, 1, n)) / exact - 1.0;
        let errors = [7, 14, 28, 56].map(error);
        println!("{errors:?}");
        // Second order, whatever falls where: fourfold less for half the length, with room for where the steps fall.
        for pair in errors.windows(2) {
            assert!(pair[1].abs() < 0.5 * pair[0].abs(), "{errors:?}");
        }
        assert!(errors[3].abs() < 1e-3, "{errors:?}");
    }
}

#[test]
fn section_forces_are_those_of_the_load_and_strains_follow_from_the_section() {
    let stations = [(0.0, 4.0), (0.37, 4.0), (0.37 + STEP, 1.0), (1.0, 1.0)];
    let text = cantilever(&stations, 3, 1);
    let places = ["beam@0", "beam@0.112701665", "beam@0.5", "beam@0.887298335"];
    for (name, at) in places.iter().zip([0.0, 0.112701665, 0.5, 0.887298335]) {
        let names = [
            format!("{name}.section_moment.z"),
            format!("{name}.section_curvature.z"),
        ];
        let rows = outputs(&text, &[&names[0], &names[1]]);
        let last = rows.last().expect("a point");
        let moment = FORCE * (1.0 - at);
        let stiffness = if at < 0.37 { 4.0 } else { 1.0 };
        assert!((last[0] / moment - 1.0).abs() < 1e-6, "{name}: {last:?}");
        assert!(
            (last[1] * stiffness / moment - 1.0).abs() < 1e-6,
            "{name}: {last:?}"
        );
    }
}
