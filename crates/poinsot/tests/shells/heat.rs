//! Temperatures, stresses as drawn, thickness by place and moving supports in models.

use crate::models::{column, last, model, problem};
use poinsot::modes::Study;
use poinsot::system::System;
use std::f64::consts::PI;

const BRASS: &str = r#"
[[material]]
name = "brass"
youngs = 1e11
poisson = 0.3
density = 8500
expansion = "19e-6/K"
[[shell_section]]
name = "foil"
material = "brass"
thickness = 0.002
"#;

fn square(section: &str, elements: usize, more: &str) -> String {
    format!(
        "{BRASS}[[shell]]\nname = \"plate\"\nsurface = \"patch\"\ncorners = [[0,0,0],[1,0,0],[1,1,0],[0,1,0]]\nelements = [{elements}, {elements}]\nsection = \"{section}\"\n{more}\n"
    )
}

/// The lowest frequency [Hz].
fn lowest(text: &str) -> f64 {
    let study = Study::new(model(text)).expect("the model builds");
    let (modes, _) = study.modes().expect("modes");
    let all = modes
        .list
        .iter()
        .map(|m| m.angular_frequency() / (2.0 * PI));
    all.fold(f64::INFINITY, f64::min)
}

/// Changes of temperature do work, stresses as drawn have energy, and in every scheme the books close.
#[test]
fn the_books_close_in_every_scheme() {
    for scheme in ["ep", "ed", "mp-ed"] {
        let more = "thickness = \"0.002 + 0.001*x*y\"\nprestress = [2e4, 1e4, 3e3]\nprestress_moment = [1, -2, 0.5]\nvelocity = [0, 0, 0.1]\nangular_velocity = [0, 3, 1]";
        let text = format!(
            "[run]\nduration = 0.01\ndt = 2e-4\nscheme = \"{scheme}\"\n{}[[temperature]]\nname = \"sun\"\non = \"plate\"\nchange = \"30*sin(300*t)\"\ngradient = \"2e4*(1 - cos(200*t))\"\n",
            square("foil", 4, more)
        );
        let (layout, row) = last(&text);
        let value = |name: &str| row[column(&layout, name)];
        let (gap, work) = (value("energy_gap"), value("load_work"));
        let elastic = value("elastic_energy");
        assert!(work.abs() > 1e-2, "{scheme}: {work}");
        // Round-off of the energies of some hundred Gauss points over fifty steps.
        assert!(
            gap.abs() < 1e-11 * elastic,
            "{scheme}: {gap:e} of {elastic}"
        );
        for axis in ["x", "y", "z"] {
            let gap = value(&format!("linear_momentum_gap.{axis}"));
            assert!(gap.abs() < 1e-9, "{scheme}, {axis}: {gap:e}");
        }
    }
}

/// Curved or flat, warmed slowly in statics, free: no stress in any layer, and every length grows by `alpha T`.
#[test]
fn a_free_shell_has_no_stress() {
    let text = format!(
        "[statics]\n{BRASS}
[[shell]]
name = \"pipe\"
surface = \"cylinder\"
radius = 0.2
height = 0.4
elements = [16, 4]
section = \"foil\"
axis = [0, 0, 1]
[[support]]
name = \"corner\"
on = \"pipe#1\"
[[temperature]]
name = \"sun\"
on = \"pipe\"
change = 200
"
    );
    let (layout, row) = last(&text);
    let value = |name: &str| row[column(&layout, name)];
    let stretch: f64 = 1.0 + 19e-6 * 200.0;
    // Held in full the stress would be E alpha T = 3.8e8 N/m^2.
    for name in [
        "stress_top.x",
        "stress_top.y",
        "stress_bottom.x",
        "stress_bottom.y",
    ] {
        let stress = value(&format!("pipe#40.{name}"));
        assert!(stress.abs() < 1e-2, "{name}: {stress:e}");
    }
    let force = value("pipe#40.shell_force.x");
    assert!(force.abs() < 1e-4, "{force:e}");
    let strain = value("pipe#40.shell_strain.x");
    let exact = 0.5 * (stretch * stretch - 1.0);
    assert!((strain / exact - 1.0).abs() < 1e-9, "{strain} {exact}");
    let energy = value("elastic_energy");
    assert!(energy.abs() < 1e-6, "{energy:e}");
}

/// Held in its plane, a plate has the stress -E alpha T/(1 - nu) in all directions, and an equal path of load factors leads there.
#[test]
fn a_held_plate_has_thermal_stress() {
    let text = format!(
        "[statics]\nincrement = 0.5\n{}[[support]]\nname = \"frame\"\non = \"plate\"\n[[temperature]]\nname = \"sun\"\non = \"plate\"\nchange = 10\ngradient = 500\n",
        square("foil", 2, "")
    );
    let (layout, row) = last(&text);
    let value = |name: &str| row[column(&layout, name)];
    let (alpha, e) = (19e-6, 1e11 / 0.7);
    // The square of the stretch.
    let held = e * (alpha * 10.0 + 0.5 * (alpha * 10.0_f64).powi(2));
    let top = e * alpha * 500.0 * 0.001;
    for axis in ["x", "y"] {
        let stress = value(&format!("plate#5.stress_top.{axis}"));
        assert!((stress / -(held + top) - 1.0).abs() < 1e-9, "{stress}");
        let stress = value(&format!("plate#5.stress_bottom.{axis}"));
        assert!((stress / -(held - top) - 1.0).abs() < 1e-9, "{stress}");
        let force = value(&format!("plate#5.shell_force.{axis}"));
        assert!((force / -(0.002 * held) - 1.0).abs() < 1e-9, "{force}");
    }
}

/// Timoshenko (1925), (4): with `m` the ratio of the thicknesses and `n` that of the moduli the curvature of a bimetal strip is
/// `6 (a2 - a1) T (1 + m)^2 / (h (3 (1 + m)^2 + (1 + m n) (m^2 + 1/(m n))))`.
#[test]
fn a_bimetal_strip_bends() {
    let (thickness, youngs) = ([4e-4, 6e-4], [1.4e11, 1e11]);
    let (cold, warm, change) = (1.2e-6, 19e-6, 80.0);
    let text = format!(
        "[statics]\n
[[material]]\nname = \"invar\"\nyoungs = {}\npoisson = 0\ndensity = 8100\nexpansion = {cold}
[[material]]\nname = \"brass\"\nyoungs = {}\npoisson = 0\ndensity = 8500\nexpansion = {warm}
[[shell_section]]\nname = \"bimetal\"\nplies = [{{ material = \"invar\", thickness = {} }}, {{ material = \"brass\", thickness = {} }}]
[[shell]]\nname = \"strip\"\nsurface = \"patch\"\ncorners = [[0,0,0],[0.1,0,0],[0.1,0.002,0],[0,0.002,0]]\nelements = [8, 1]\nsection = \"bimetal\"
[[support]]\nname = \"clamp\"\non = \"strip.edge4\"
[[temperature]]\nname = \"heat\"\non = \"strip\"\nchange = {change}\n",
        youngs[0], youngs[1], thickness[0], thickness[1]
    );
    let (layout, row) = last(&text);
    let value = |name: &str| row[column(&layout, name)];
    let (m, n) = (thickness[0] / thickness[1], youngs[0] / youngs[1]);
    let h = thickness[0] + thickness[1];
    let whole = (1.0 + m) * (1.0 + m);
    let curvature = 6.0 * (warm - cold) * change * whole
        / (h * (3.0 * whole + (1.0 + m * n) * (m * m + 1.0 / (m * n))));
    let found = value("strip#5.shell_curvature.x");
    // A narrow strip is free to bend across as well. Lengths are those of the warm strip: a part alpha T, 8e-4.
    assert!(
        (found / curvature - 1.0).abs() < 2e-3,
        "{found} {curvature}"
    );
    let tip = value("strip#9.node_position.z");
    let exact = -(1.0 - (0.1 * curvature).cos()) / curvature;
    assert!((tip / exact - 1.0).abs() < 3e-3, "{tip} {exact}");
}

/// Edges held in the plane and simply supported: the frequency falls as `f^2 = f0^2 (1 - T/Tc)` with
/// `Tc = pi^2 h^2/(6 (1 + nu) alpha a^2)`.
#[test]
fn a_plate_buckles_by_heat() {
    let critical = PI * PI * 0.002f64.powi(2) / (6.0 * 1.3 * 19e-6);
    let plate = |change: f64| {
        let temperature = match change {
            0.0 => String::new(),
            _ => format!("[[temperature]]\nname = \"sun\"\non = \"plate\"\nchange = {change}\n"),
        };
        let sides = "[\"plate.edge1\", \"plate.edge2\", \"plate.edge3\", \"plate.edge4\"]";
        format!(
            "[modes]\nabout = \"equilibrium\"\ncount = 1\n{}[[support]]\nname = \"rim\"\non = {sides}\nfixed = [\"x\", \"y\", \"z\"]\n{temperature}",
            square("foil", 12, "")
        )
    };
    let free = lowest(&plate(0.0));
    let warm = lowest(&plate(0.75 * critical));
    let found = 0.75 * critical / (1.0 - (warm / free).powi(2));
    // The mesh stiffens the plate by its part of second order, 0.5 %.
    assert!((found / critical - 1.0).abs() < 8e-3, "{found} {critical}");
}

/// With tension N, `f^2 = (D k^4 + N k^2)/(4 pi^2 rho h)`, `k^2 = 2 pi^2/a^2`.
#[test]
fn tension_raises_frequencies() {
    let tension = 5e4;
    let sides = "[\"plate.edge1\", \"plate.edge2\", \"plate.edge3\", \"plate.edge4\"]";
    let text = format!(
        "[modes]\nabout = \"as-drawn\"\ncount = 1\n{}[[support]]\nname = \"rim\"\non = {sides}\nfixed = [\"x\", \"y\", \"z\"]\n",
        square(
            "foil",
            16,
            &format!("prestress = [{tension}, {tension}, 0]")
        )
    );
    let d = 1e11 * 0.002f64.powi(3) / (12.0 * (1.0 - 0.09));
    let k = 2.0 * PI * PI;
    let exact = ((d * k * k + tension * k) / (8500.0 * 0.002)).sqrt() / (2.0 * PI);
    let found = lowest(&text);
    // Linear elements: (pi/16)^2/12 = 0.3 % and less.
    assert!((found / exact - 1.0).abs() < 5e-3, "{found} {exact}");
    assert!(exact > 5.0 * (d * k * k / 17.0).sqrt() / (2.0 * PI));
}

/// A cantilever whose thickness falls from h to h/2: `w = P int (L - x)^2/(E I(x)) dx`.
#[test]
fn a_tapered_cantilever_bends() {
    let material = "[[material]]\nname = \"m\"\nyoungs = 1e11\npoisson = 0\ndensity = 1000\n[[shell_section]]\nname = \"s\"\nmaterial = \"m\"\nthickness = 0.02\n";
    let text = |thickness: &str| {
        format!(
            "[statics]\n{material}[[shell]]\nname = \"plate\"\nsurface = \"patch\"\ncorners = [[0,0,0],[2,0,0],[2,0.2,0],[0,0.2,0]]\nelements = [24, 1]\nsection = \"s\"\n{thickness}
[[support]]\nname = \"clamp\"\non = \"plate.edge4\"\n[[line_load]]\nname = \"p\"\non = \"plate.edge2\"\nforce = [0, 0, 5]\n"
        )
    };
    let (layout, row) = last(&text("thickness = \"0.02 - 0.005*x\""));
    let value = |name: &str| row[column(&layout, name)];
    let tip = value("plate#25.node_position.z");
    let steps = 100_000;
    let mut exact = 0.0;
    for k in 0..steps {
        let x = 2.0 * (k as f64 + 0.5) / steps as f64;
        let h = 0.02 - 0.005 * x;
        exact += 2.0 / steps as f64 * (2.0 - x).powi(2) * 12.0 / (1e11 * 0.2 * h.powi(3));
    }
    // One newton: 5 N/m along 0.2 m. Elements of constant curvature, second order, and a thickness between the nodes.
    assert!((tip / exact - 1.0).abs() < 2e-3, "{tip} {exact}");
    // Where the bending moment is 1 N m the stress is 6 M/(b h^2) with the thickness there.
    let stress = value("plate#13.stress_top.x");
    let local: f64 = 0.02 - 0.005;
    assert!(
        (stress / (-6.0 * 1.0 / (0.2 * local * local)) - 1.0).abs() < 5e-3,
        "{stress}"
    );
    // A table of the same values gives the same bits.
    let rows: Vec<String> = (0..50)
        .map(|k| {
            format!(
                "[{}, {:?}]",
                k + 1,
                0.02 - 0.005 * (2.0 * f64::from(k % 25) / 24.0)
            )
        })
        .collect();
    let (_, table) = last(&text(&format!("thickness = [{}]", rows.join(", "))));
    let other = table[column(&layout, "plate#25.node_position.z")];
    assert!((tip / other - 1.0).abs() < 1e-12, "{tip} {other}");
}

/// Mass that is given replaces that of the material.
#[test]
fn given_mass_replaces_that_of_the_material() {
    let section = "[[shell_section]]\nname = \"heavy\"\nmaterial = \"brass\"\nthickness = 0.002\nmass_per_area = 40\n";
    let text = format!(
        "[run]\nduration = 1e-3\ndt = 1e-3\n{section}{}",
        square("heavy", 2, "velocity = [2, 0, 0]")
    );
    let (layout, row) = last(&text);
    let momentum = row[column(&layout, "linear_momentum.x")];
    assert!((momentum - 80.0).abs() < 1e-10, "{momentum}");
}

const EDGE: &str = "[[support]]\nname = \"shaker\"\non = \"plate.edge4\"\n";

/// A support that moves by nothing is a support, to the last bit.
#[test]
fn no_motion_is_a_support() {
    let run = "[run]\nduration = 0.01\ndt = 5e-4\nscheme = \"ep\"\n";
    let force = "[[force]]\nname = \"kick\"\non = \"plate.corner2\"\nvalue = [0, 0, 20]\n";
    let plain = format!("{run}{}{EDGE}{force}", square("foil", 4, ""));
    let zero = format!(
        "{run}{}{EDGE}displacement = [0, \"0*t\", 0]\n{force}",
        square("foil", 4, "")
    );
    let ((layout, a), (_, b)) = (last(&plain), last(&zero));
    let at = column(&layout, "plate#5.node_position.z");
    assert!(a[at] != 0.0);
    assert_eq!(a[at].to_bits(), b[at].to_bits());
    let at = column(&layout, "energy_gap");
    assert!(b[at].abs() < 1e-12, "{:e}", b[at]);
}

/// Work of moving supports is booked, along straight lines and about an axis by more than a turn; zero motion elsewhere.
#[test]
fn moving_supports_do_work() {
    for scheme in ["ep", "ed", "mp-ed"] {
        let text = format!(
            "[run]\nduration = 0.04\ndt = 5e-4\nscheme = \"{scheme}\"\n{}{EDGE}displacement = [0, 0, \"0.01*(1 - cos(150*t))\"]\n",
            square("foil", 4, "")
        );
        let (layout, row) = last(&text);
        let value = |name: &str| row[column(&layout, name)];
        let (gap, work) = (value("energy_gap"), value("motion_work"));
        assert!(work.abs() > 0.1, "{scheme}: {work}");
        assert!(
            gap.abs() < 1e-10 * work.abs(),
            "{scheme}: {gap:e} of {work}"
        );
        let z = value("plate#1.node_position.z");
        assert!(
            (z - 0.01 * (1.0 - (150.0f64 * 0.04).cos())).abs() < 1e-10,
            "{z}"
        );
    }
    let text = "[run]\nduration = 0.5\ndt = 1e-3\nscheme = \"ep\"\n
[[material]]\nname = \"alloy\"\nyoungs = 2e11\npoisson = 0.3\ndensity = 7850
[[section]]\nname = \"rod\"\nshape = \"circle\"\nmaterial = \"alloy\"\ndiameter = 0.1
[[beam]]\nname = \"blade\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nsection = \"rod\"\nelements = 16
[[support]]\nname = \"drive\"\non = \"blade.start\"\nrotation = [0, 0, \"160*t^4\"]\n";
    let (layout, row) = last(text);
    let value = |name: &str| row[column(&layout, name)];
    let (gap, work) = (value("energy_gap"), value("motion_work"));
    // 160 t^4 turns it by 10 rad, at last by 80 rad/s and 480 rad/s^2. It hardly bends, mass at 17 nodes has a moment of inertia that is
    // 1/512 too large, and steps of 0.08 rad have a part 0.0005 in the angular velocity.
    let mass = 7850.0 * PI * 0.0025;
    let inertia = mass / 3.0 + mass * 0.0025 / 4.0;
    assert!(
        (work / (0.5 * inertia * 6400.0) - 1.0).abs() < 0.01,
        "{work}"
    );
    assert!(gap.abs() < 1e-10 * work, "{gap:e} of {work}");
    let moment = value("drive.support_moment.z");
    assert!((moment / (inertia * 480.0) - 1.0).abs() < 0.02, "{moment}");
}

/// A point cannot follow two supports; where they hold different directions, or one of them stands still with the other, they may meet.
#[test]
fn supports_do_not_contradict_each_other() {
    let plate = |first: &str, second: &str| {
        format!(
            "[statics]\n{}[[support]]\nname = \"a\"\non = \"plate.edge4\"\n{first}\n[[support]]\nname = \"b\"\non = \"plate.edge1\"\n{second}\n",
            square("foil", 2, "")
        )
    };
    let up = "displacement = [0, 0, \"0.01*t\"]";
    let wrong = [
        plate(up, ""),
        plate("", up),
        plate(up, up),
        plate("rotation = [0, \"t\", 0]", ""),
    ];
    for text in wrong {
        let error = System::build(&model(&text)).expect_err("a contradiction");
        let words = error[0].to_string();
        assert!(words.contains("one of them moves"), "{words}");
    }
    for text in [
        plate("", ""),
        plate(up, "fixed = [\"y\"]"),
        plate(up, "symmetry = [0, 1, 0]"),
    ] {
        assert!(System::build(&model(&text)).is_ok());
    }
}

/// What cannot be is refused in words that name it.
#[test]
fn wrong_keys_are_refused() {
    let plate = |more: &str, rest: &str| format!("[statics]\n{}{rest}", square("foil", 2, more));
    let warm = "[[temperature]]\nname = \"a\"\non = \"plate\"\nchange = 10\n";
    let sheet = "[statics]\n[[shell]]\nname = \"cold\"\nsurface = \"patch\"\ncorners = [[0,0,0],[1,0,0],[1,1,0],[0,1,0]]\nelements = [2, 2]\nsection = \"sheet\"\n[[temperature]]\nname = \"a\"\non = \"cold\"\nchange = 3\n";
    let matrix = {
        let row = |k: usize| {
            format!(
                "[{}]",
                (0..8)
                    .map(|j| if j == k { "1" } else { "0" })
                    .collect::<Vec<_>>()
                    .join(",")
            )
        };
        format!(
            "[[shell_section]]\nname = \"raw\"\nthickness = 0.01\nmass_per_area = 1\nstiffness = [{}]\n",
            (0..8).map(row).collect::<Vec<_>>().join(",")
        )
    };
    for (text, expected) in [
        (
            plate("", &warm.replace("change = 10\n", "")),
            "keys are missing",
        ),
        (
            plate("", &format!("{warm}{}", warm.replace("\"a\"", "\"b\""))),
            "have their temperature from \"a\"",
        ),
        (sheet.into(), "nothing in the section of \"cold\" expands"),
        (plate("", &warm.replace("10", "\"3 m\"")), "temperature"),
        (
            plate("thickness = \"0.01 - 0.02*x\"", ""),
            "the formula gives",
        ),
        (plate("thickness = \"0.01*q\"", ""), "q"),
        (
            plate("thickness = [[99, 0.01]]", ""),
            "there is no point 99",
        ),
        (plate("thickness = [[1, 0]]", ""), "must be positive"),
        (
            plate("thickness = [[1]]", ""),
            "the number of a point and a value",
        ),
        (
            format!(
                "{matrix}{}",
                plate("thickness = 0.02", "").replace("section = \"foil\"", "section = \"raw\"")
            ),
            "needs layers",
        ),
        (
            plate(
                "",
                "[[shell_section]]\nname = \"x\"\nmaterial = \"brass\"\nthickness = 0.1\ninertia_per_area = 2\n",
            ),
            "`mass_per_area` is missing",
        ),
        (
            plate(
                "",
                "[[support]]\nname = \"s\"\non = \"plate.edge1\"\nfixed = [\"x\"]\ndisplacement = [0, 0.1, 0]\n",
            ),
            "y moves but is not among",
        ),
        (
            plate(
                "",
                "[[support]]\nname = \"s\"\non = \"plate.edge1\"\nrotation = [\"t\", \"t\", 0]\n",
            ),
            "only one of the three",
        ),
        (
            plate(
                "",
                "[[support]]\nname = \"s\"\non = \"plate.edge1\"\ndisplacement = [0, 0.1]\n",
            ),
            "a list of three functions of time",
        ),
    ] {
        let found = problem(&text);
        assert!(found.contains(expected), "{expected}: {found}");
    }
}
