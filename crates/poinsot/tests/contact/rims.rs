//! Cylinders on planes, and flanks of cylinders.

use crate::edges::is_closed;
use crate::ran::run;

const SCHEMES: [&str; 3] = ["ep", "ed", "mp-ed"];

/// A can of 2 kg, its axis along z, on a plane: as `gravity`, motion and settings say.
fn can(settings: &str, gravity: &str, motion: &str) -> String {
    format!(
        "gravity = {gravity}\n[run]\n{settings}\n\
         [[contact]]\nname = \"steel\"\nstiffness = 1e6\nrestitution = 0.3\nfriction = 0.5\n\
         [[contact_shape]]\nname = \"floor\"\nkind = \"plane\"\non = \"ground\"\n\
         [[body]]\nname = \"can\"\nmass = 2\ninertia = [0.004, 0.004, 0.0025]\n{motion}\n\
         [[contact_shape]]\nname = \"skin\"\nkind = \"cylinder\"\non = \"can\"\nalong = [0, 0, 0.2]\nradius = 0.05\nrounding = 0.002\n"
    )
}

/// A can that is set down askew comes to stand on its rim and stays; on a slope it stands as long as its weight passes inside the rim,
/// and tips over beyond that.
#[test]
fn a_can_stands_until_its_weight_passes_its_rim() {
    for scheme in SCHEMES {
        // It tips at atan(0.05/0.1) = 26.6 deg, but for a rounding of 2 mm: 25.6 deg; friction of 0.5 holds it to 26.6 deg.
        for (angle, stands) in [(0.0f64, true), (20.0, true), (26.3, false)] {
            let (sin, cos) = angle.to_radians().sin_cos();
            let gravity = format!("[{}, 0, {}]", 10.0 * sin, -10.0 * cos);
            let settings = format!("duration = 1.5\ndt = 1e-3\nscheme = \"{scheme}\"");
            let ran = run(&can(&settings, &gravity, "position = [0, 0, 0.1002]"));
            let what = format!("{scheme} {angle}");
            assert!(is_closed(&ran, 20.0), "{what}: {:e}", ran.gap());
            let z = ran.last("can.position.z");
            let x = ran.last("can.position.x");
            println!("{what}: {x} {z}");
            match stands {
                // The dome is 0.05 mm high, 20 N are 0.02 mm deep.
                true => {
                    assert!((z - 0.1).abs() < 2e-4 && x.abs() < 2e-3, "{what}: {x} {z}");
                    let force = ran.last("skin.touch_force.z");
                    assert!((force - 20.0 * cos).abs() < 2.0, "{what}: {force}");
                }
                false => assert!(z < 0.09, "{what}: {z}"),
            }
        }
    }
}

/// A cylinder on its side rolls down a slope with the acceleration g sin a/(1 + J/(m r^2)), on its two rims.
#[test]
fn a_cylinder_rolls_down_a_slope() {
    for scheme in SCHEMES {
        let error = |dt: f64| {
            let settings = format!("duration = 0.5\ndt = {dt}\nscheme = \"{scheme}\"");
            // 20 N on two rims of 1e6 N/m.
            let depth = 1e-5;
            let motion = format!(
                "position = [0, 0, {}]\norientation = {{ axis = [1, 0, 0], angle = \"90 deg\" }}",
                0.05 - depth
            );
            let ran = run(&can(&settings, "[1, 0, -10]", &motion));
            assert!(ran.gap() < 1e-11, "{scheme}: {:e}", ran.gap());
            let a = 1.0 / (1.0 + 0.0025 / (2.0 * 0.05 * 0.05));
            (ran.last("can.position.x") - 0.5 * a * 0.25).abs()
        };
        let errors = [4e-3, 1e-3].map(error);
        println!("{scheme}: {errors:?}");
        // What sticks is stretched by up to 0.33 N/1e6 N/m; the radius is short by the depth of 1e-5 m and the dome, 1e-6/2 of it.
        assert!(
            errors.iter().all(|e| *e < 2e-4 * 0.083),
            "{scheme}: {errors:?}"
        );
    }
}

/// A thin coin that rolls in a circle keeps its lean b from upright: with the radius R of the circle of its middle, J across it and 2 J
/// along its axis, the rate p of going round follows from the moment about its middle,
/// `p^2 (m r R cos b + 2 J (R/r) cos b + J sin b cos b) = m g r sin b`.
#[test]
fn a_coin_rolls_in_a_circle() {
    let (m, r, circle, g) = (0.1f64, 0.05, 0.4, 10.0);
    let lean = 15f64.to_radians();
    let (sin, cos) = lean.sin_cos();
    let across = m * r * r / 4.0;
    let by_square = across * sin * cos + 2.0 * across * circle / r * cos + m * r * circle * cos;
    let p = (m * g * r * sin / by_square).sqrt();
    // At x = R, leaning inwards, on its way along y without slip: its axis shows outwards and up, and it turns about it at w.
    let w = -p * circle / r;
    let turn = 90.0 - 15.0;
    let (axis_x, axis_z) = (cos, sin);
    // Turning: w along the axis, and p across it.
    let along_p = p * axis_z;
    let omega_x = w * axis_x - along_p * axis_x;
    let omega_z = w * axis_z + p - along_p * axis_z;
    let mut ends = Vec::new();
    for dt in [2e-3, 1e-3, 5e-4] {
        let height = r * cos - m * g / 1e5;
        let ran = run(&format!(
            "gravity = [0, 0, -{g}]\n[run]\nduration = 1\ndt = {dt}\nscheme = \"ep\"\n\
             [[contact]]\nname = \"steel\"\nstiffness = 1e5\nrestitution = 0.9\nfriction = 0.8\n\
             [[contact_shape]]\nname = \"floor\"\nkind = \"plane\"\non = \"ground\"\n\
             [[body]]\nname = \"coin\"\nmass = {m}\ninertia = [{across}, {across}, {}]\nposition = [{circle}, 0, {height}]\n\
             orientation = {{ axis = [0, 1, 0], angle = \"{turn} deg\" }}\n\
             velocity = [0, {}, 0]\nangular_velocity = [{omega_x}, 0, {omega_z}]\n\
             [[contact_shape]]\nname = \"skin\"\nkind = \"cylinder\"\non = \"coin\"\nalong = [0, 0, 1e-5]\nradius = {r}\n",
            2.0 * across,
            circle * p,
        ));
        assert!(ran.gap() < 1e-10, "{:e}", ran.gap());
        let place = ["x", "y", "z"].map(|k| ran.column(&format!("coin.position.{k}")));
        let off = (0..place[0].len()).map(|k| (place[0][k].hypot(place[1][k]) - circle).abs());
        let off = off.fold(0.0, f64::max);
        let sank = place[2]
            .iter()
            .fold(0.0, |a: f64, z| a.max((z - height).abs()));
        println!("{dt}: off the circle by {off:e}, height by {sank:e}, rate {p}");
        ends.push([off, sank]);
    }
    // It swings about the steady motion by what the dome, the depth and the stretch leave: 1e-5 m of 0.05 m.
    for [off, sank] in ends {
        assert!(off < 2e-3 && sank < 2e-4, "{off} {sank}");
    }
}

/// A log across a log, a rod and a plank across a log: they hit with their flanks and hand the speed on, with any step.
#[test]
fn flanks_of_cylinders_are_hit() {
    let body = |name: &str, z: f64, speed: f64, shape: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\nposition = [0, 0, {z}]\nvelocity = [0, 0, {speed}]\n\
             [[contact_shape]]\nname = \"s_{name}\"\non = \"{name}\"\n{shape}\n"
        )
    };
    let log = "kind = \"cylinder\"\nalong = [0.8, 0, 0]\nradius = 0.05";
    for shape in [
        "kind = \"cylinder\"\nalong = [0, 0.6, 0]\nradius = 0.03",
        "kind = \"capsule\"\nalong = [0.1, 0.6, 0]\nradius = 0.03",
        "kind = \"box\"\nsize = [0.1, 0.6, 0.04]\nrounding = 0.002",
    ] {
        for dt in [1e-3, 0.02, 0.1] {
            let ran = run(&format!(
                "[run]\nduration = 2\ndt = {dt}\nscheme = \"ep\"\n[[contact]]\nname = \"hard\"\nstiffness = 1e5\nfriction = 0.3\n{}{}",
                body("a", 1.0, -1.0, shape),
                body("b", 0.0, 0.0, log),
            ));
            let [a, b] = ["a", "b"].map(|k| ran.last(&format!("{k}.velocity.z")));
            assert!(
                a.abs() < 1e-9 && (b + 1.0).abs() < 1e-9,
                "{shape} {dt}: {a} {b}"
            );
            assert!(ran.gap() < 1e-11, "{shape} {dt}: {:e}", ran.gap());
        }
    }
}
