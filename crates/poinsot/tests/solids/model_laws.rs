//! Laws of materials as model files give them: bars under tension against closed forms, books of moving bodies.

use crate::models::{column, last};
use crate::with_room;
use nalgebra::{Matrix2, Vector2};

/// Materials of the models, beside those that all have.
pub const LAWS: &str = r#"
[parameters]
mu = "0.4 MPa"
[[material]]
name = "yeoh"
law = "yeoh"
c10 = 2e5
c20 = -4e3
c30 = 300
bulk = 2e7
density = 1000
[[material]]
name = "same"
law = "formula"
energy = "mu/2*(I1_bar - 3) - 4e3*(I1_bar - 3)^2 + 300*(I1_bar - 3)^3"
bulk = 2e7
density = 1000
[[material]]
name = "sponge"
law = "formula"
energy = "2e5*(I1 - 3 - 2*ln(J)) + 1.5e5*ln(J)^2"
density = 1000
[[material]]
name = "cord"
law = "neo-hookean-log"
shear = 4e5
bulk = 1e6
density = 1000
fibres = { stiffness = 8e5, direction = [0, 0, 1] }
[[material]]
name = "artery"
law = "neo-hookean"
shear = 4e5
bulk = 2e7
density = 1000
fibres = { stiffness = 5e5, stiffening = 2, tension_only = true }
[[material]]
name = "wood"
youngs_1 = 11e9
youngs_2 = 0.8e9
youngs_3 = 0.5e9
poisson_12 = 0.37
poisson_13 = 0.45
poisson_23 = 0.43
shear_12 = 0.7e9
shear_13 = 0.65e9
shear_23 = 35e6
density = 420
[[material]]
name = "felt"
law = "anisotropic"
moduli = [
  [2e6, 5e5, 4e5, 0, 1e5, 0], [5e5, 1e6, 3e5, 0, 0, 0], [4e5, 3e5, 8e5, 0, 0, 0],
  [0, 0, 0, 3e5, 0, 5e4], [1e5, 0, 0, 0, 2e5, 0], [0, 0, 0, 5e4, 0, 4e5],
]
density = 500
"#;

/// A bar along its first axis, turned in the world, pulled by a traction and free across: stretches along and across, and the stress along.
struct Pulled {
    along: f64,
    across: [f64; 2],
    /// Cauchy stress along the bar.
    stress: f64,
    piola: f64,
    strain: f64,
}

fn pulled(material: &str, element: &str, traction: f64, more: &str) -> Pulled {
    // Turned about z by 30 degrees.
    let (c, s) = (0.75_f64.sqrt(), 0.5);
    let force = [traction * c, traction * s, 0.0];
    let text = format!(
        r#"
[statics]
increment = 0.25
[output]
fields = ["stress", "strain", "piola_kirchhoff"]
[[solid]]
name = "bar"
volume = "block"
size = [2, 1, 1]
axes = {{ axis = [0, 0, 1], angle = "30 deg" }}
elements = [2, 2, 1]
element = "{element}"
material = "{material}"
{more}
[[support]]
name = "end"
on = "bar.face1"
symmetry = [{c}, {s}, 0]
[[support]]
name = "side"
on = "bar.face3"
symmetry = [{}, {c}, 0]
[[support]]
name = "floor"
on = "bar.face5"
fixed = ["z"]
[[surface_load]]
name = "pull"
on = "bar.face2"
traction = {force:?}
{LAWS}"#,
        -s
    );
    let (layout, row) = last(&text);
    let value = |name: &str| row[column(&layout, name)];
    let corner = crate::V3::new(2.0 * c - s, 2.0 * s + c, 1.0);
    let model = crate::models::model(&text);
    let points = &model.solids[0].mesh.points;
    let far = points.iter().position(|p| (p - corner).norm() < 1e-9);
    let number = far.expect("the far corner") + 1;
    let at = |axis: &str| value(&format!("bar#{number}.node_position.{axis}"));
    let (x, y) = (at("x"), at("y"));
    let tensor = |name: &str| {
        let entry = |e: &str| value(&format!("bar#{number}.{name}.{e}"));
        c * c * entry("xx") + s * s * entry("yy") + 2.0 * c * s * entry("xy")
    };
    Pulled {
        along: 0.5 * (c * x + s * y),
        across: [c * y - s * x, at("z")],
        stress: tensor("stress"),
        piola: tensor("piola_kirchhoff_stress"),
        strain: tensor("green_strain"),
    }
}

/// Stretches along and across from the derivatives of an energy by them: `traction` along, none across.
fn free_across(slopes: impl Fn([f64; 2]) -> [f64; 2], traction: f64) -> [f64; 2] {
    let mut l = Vector2::new(1.0, 1.0);
    for part in 1..=40 {
        let load = Vector2::new(traction * f64::from(part) / 40.0, 0.0);
        for _ in 0..20 {
            let at = |l: Vector2<f64>| Vector2::from(slopes(l.into())) - load;
            let h = 1e-6;
            let columns = [0, 1].map(|k| {
                let mut step = Vector2::zeros();
                step[k] = h;
                (at(l + step) - at(l - step)) / (2.0 * h)
            });
            let table = Matrix2::from_columns(&columns);
            l -= table.try_inverse().expect("a slope") * at(l);
        }
    }
    l.into()
}

fn check(material: &str, element: &str, traction: f64, exact: [f64; 2]) {
    let found = pulled(material, element, traction, "");
    let area = exact[1] * exact[1];
    let what = format!("{material}, {element}");
    // The iteration of equilibria stops at 1e-9 of the loads, strains then have as many digits.
    for (name, found, exact) in [
        ("stretch", found.along, exact[0]),
        ("width", found.across[0], exact[1]),
        ("height", found.across[1], exact[1]),
        ("Cauchy stress", found.stress / traction, 1.0 / area),
        ("second stress", found.piola / traction, 1.0 / exact[0]),
        ("strain", found.strain, 0.5 * (exact[0] * exact[0] - 1.0)),
    ] {
        let error = (found - exact).abs();
        assert!(error < 1e-7, "{what}: {name} {found} for {exact}");
    }
}

/// `J^(-2/3) I1` and its derivatives by both stretches.
fn isochoric([l, m]: [f64; 2]) -> [f64; 3] {
    let j: f64 = l * m * m;
    let shrink = j.powf(-2.0 / 3.0);
    let first = shrink * (l * l + 2.0 * m * m);
    [
        first,
        2.0 * shrink * l - 2.0 / 3.0 * first / l,
        4.0 * shrink * m - 4.0 / 3.0 * first / m,
    ]
}

/// Yeoh's law, by its word and as a formula with a parameter in it.
#[test]
fn yeoh_and_the_same_formula() {
    with_room(|| {
        let slopes = |[l, m]: [f64; 2]| {
            let [first, by_l, by_m] = isochoric([l, m]);
            let x = first - 3.0;
            let slope = 2e5 - 8e3 * x + 900.0 * x * x;
            let push = 2e7 * (l * m * m - 1.0);
            [
                slope * by_l + push * m * m,
                slope * by_m + push * 2.0 * l * m,
            ]
        };
        let exact = free_across(slopes, 9e5);
        assert!(exact[0] > 2.0, "{exact:?}");
        check("yeoh", "hex8", 9e5, exact);
        check("same", "hex8", 9e5, exact);
        check("yeoh", "hex20", 9e5, exact);
        check("same", "wedge15", 9e5, exact);
        check("yeoh", "tet10", 9e5, exact);
    });
}

/// A formula that resists changes of volume by itself.
#[test]
fn formula_without_bulk() {
    with_room(|| {
        let slopes = |[l, m]: [f64; 2]| {
            let ln = (l * m * m).ln();
            let of = |l: f64| 4e5 * (l - 1.0 / l) + 3e5 * ln / l;
            [of(l), 2.0 * of(m)]
        };
        let exact = free_across(slopes, 3e5);
        check("sponge", "hex8", 3e5, exact);
        check("sponge", "wedge15", 3e5, exact);
    });
}

/// Fibres along the bar: by their direction and the axes of the solid.
#[test]
fn fibres_along_a_bar() {
    with_room(|| {
        let lambda = 1e6 - 2.0 / 3.0 * 4e5;
        let slopes = |[l, m]: [f64; 2]| {
            let ln = (l * m * m).ln();
            let of = |l: f64| 4e5 * (l - 1.0 / l) + lambda * ln / l;
            [of(l) + 8e5 * 2.0 * l * (l * l - 1.0), 2.0 * of(m)]
        };
        let exact = free_across(slopes, 1e6);
        // The third axis of the material along the bar.
        let axes = "material_axes = { z = [0.8660254037844386, 0.5, 0], x = [0, 0, 1] }";
        for element in ["hex8", "wedge15"] {
            let found = pulled("cord", element, 1e6, axes);
            for (found, exact) in [
                (found.along, exact[0]),
                (found.across[0], exact[1]),
                (found.across[1], exact[1]),
            ] {
                assert!((found - exact).abs() < 1e-7, "{element}: {found} {exact}");
            }
        }
        // Across the bar they hold it back from contracting.
        let across = pulled("cord", "hex8", 1e6, "");
        assert!(across.across[1] > across.across[0] + 0.01 && across.along > exact[0] + 0.05);
        // Fibres that hold in tension alone do nothing across it.
        let slack = "material_axes = { x = [0, 0, 1], y = [1, 0, 0] }";
        let slack = pulled("artery", "hex8", 3e5, slack);
        assert!((slack.across[0] - slack.across[1]).abs() < 1e-7);
        let exponential = |[l, m]: [f64; 2]| {
            let [_, by_l, by_m] = isochoric([l, m]);
            let push = 2e7 * (l * m * m - 1.0);
            let s = l * l - 1.0;
            let fibre = 5e5 * s * (2.0 * s * s).exp() * 2.0 * l;
            [
                2e5 * by_l + push * m * m + fibre,
                2e5 * by_m + push * 2.0 * l * m,
            ]
        };
        let exact = free_across(exponential, 8e5);
        let axes = "material_axes = { x = [0.8660254037844386, 0.5, 0], y = [0, 0, 1] }";
        let found = pulled("artery", "hex8", 8e5, axes);
        assert!((found.along - exact[0]).abs() < 1e-7, "{}", found.along);
    });
}

/// Wood pulled along each of its axes: stress by strain are Young's moduli, contractions are Poisson's ratios.
#[test]
fn wood_has_its_constants() {
    with_room(|| {
        let (c, s) = (0.75_f64.sqrt(), 0.5);
        let bar = format!("[{c}, {s}, 0]");
        let side = format!("[{}, {c}, 0]", -s);
        for (axes, youngs, [width, height]) in [
            (format!("x = {bar}, y = {side}"), 11e9, [0.37, 0.45]),
            (
                format!("x = [0, 0, 1], y = {bar}"),
                0.8e9,
                [0.43, 0.37 * 0.8 / 11.0],
            ),
            (
                format!("y = {side}, z = {bar}"),
                0.5e9,
                [0.43 * 0.5 / 0.8, 0.45 * 0.5 / 11.0],
            ),
        ] {
            let traction = 1e-3 * youngs;
            let found = pulled(
                "wood",
                "hex8",
                traction,
                &format!("material_axes = {{ {axes} }}"),
            );
            let green = |l: f64| 0.5 * (l * l - 1.0);
            let along = green(found.along);
            // Second stresses are the traction by the stretch.
            let modulus = traction / found.along / along;
            assert!((modulus / youngs - 1.0).abs() < 1e-7, "{axes}: {modulus}");
            for (found, wanted) in found.across.into_iter().zip([width, height]) {
                let ratio = -green(found) / along;
                assert!((ratio - wanted).abs() < 1e-6, "{axes}: {ratio} {wanted}");
            }
        }
    });
}

/// Energy is kept or lost, never made, by all laws in all schemes with an energy law.
#[test]
fn books_of_all_laws_close() {
    with_room(|| {
        for (element, elements, materials) in [
            (
                "hex8",
                [2, 1, 1],
                &["yeoh", "same", "sponge", "cord", "artery", "felt"][..],
            ),
            ("wedge15", [1, 1, 1], &["artery", "felt"][..]),
        ] {
            for material in materials {
                for scheme in ["ep", "ed", "mp-ed"] {
                    let text = format!(
                        r#"
[run]
duration = 0.3
dt = 0.01
scheme = "{scheme}"
[[solid]]
name = "brick"
volume = "block"
corner = [-1, -0.5, -0.25]
size = [2, 1, 0.5]
elements = {elements:?}
element = "{element}"
material = "{material}"
velocity = [0.5, 0, 1]
angular_velocity = [1, 5, 2]
{LAWS}"#
                    );
                    let (layout, row) = last(&text);
                    let value = |name: &str| row[column(&layout, name)];
                    let energy = value("kinetic_energy") + value("elastic_energy");
                    let lost = value("numerical_dissipation");
                    let what = format!("{element}, {material}, {scheme}: {lost:e} of {energy:e}");
                    match scheme {
                        "ep" => assert!(lost.abs() < 1e-11 * energy, "{what}"),
                        _ => assert!(lost > 1e-8 * energy && lost < 0.1 * energy, "{what}"),
                    }
                    // Thirty steps, each to the tolerance of its iteration, 1e-13 of its forces.
                    let gap = value("energy_gap").abs() / energy;
                    assert!(gap < 1e-11, "{what}: gap {gap:e}");
                    assert!(
                        (value("brick.solid_energy") / value("elastic_energy") - 1.0).abs() < 1e-9
                    );
                    let mass = value("brick.solid_mass");
                    let exact = if *material == "felt" { 500.0 } else { 1000.0 };
                    assert!((mass - exact).abs() < 1e-9, "{what}: {mass}");
                    for axis in ["x", "y", "z"] {
                        let gap = value(&format!("linear_momentum_gap.{axis}"));
                        assert!(gap.abs() < 1e-9, "{what}: momentum {gap:e}");
                        let center = value(&format!("brick.solid_center.{axis}"));
                        let whole = value(&format!("mass_center.{axis}"));
                        assert!(
                            (center - whole).abs() < 1e-12,
                            "{what}: centre {center} {whole}"
                        );
                    }
                }
            }
        }
    });
}
