//! Rods, beams and cables that touch.

use crate::ran::{Ran, run};

const SCHEMES: [&str; 3] = ["ep", "ed", "mp-ed"];

/// A body with a shape.
fn body(name: &str, position: &str, velocity: &str, shape: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\nposition = {position}\nvelocity = {velocity}\n\
         [[contact_shape]]\nname = \"s_{name}\"\non = \"{name}\"\n{shape}\n"
    )
}

/// What hits centrally with equal masses and no loss hands its whole velocity over, whatever it hits, and with steps in which it
/// goes further than it is thick.
#[test]
fn central_hits_exchange_velocities() {
    let ball = "kind = \"sphere\"\nradius = 0.03";
    let rod = |along: &str| format!("kind = \"capsule\"\nalong = {along}\nradius = 0.02");
    let block = "kind = \"box\"\nsize = [0.4, 0.3, 0.2]\nrounding = 0.01".to_string();
    let drum = "kind = \"cylinder\"\nalong = [0.5, 0, 0]\nradius = 0.1".to_string();
    let cases = [
        ("ball on rod", ball.to_string(), rod("[1, 0, 0]")),
        ("rod across rod", rod("[1, 0, 0]"), rod("[0, 0.6, 0]")),
        ("rod along rod", rod("[1, 0, 0]"), rod("[0.6, 0, 0]")),
        ("end on rod", rod("[0, 0, 0.5]"), rod("[0, 0.6, 0]")),
        ("ball on box", ball.to_string(), block.clone()),
        ("end on box", rod("[0, 0, 0.5]"), block),
        ("ball on drum", ball.to_string(), drum),
    ];
    for (what, first, second) in cases {
        for dt in [1e-3, 0.02, 0.1] {
            let ran = run(&format!(
                "[run]\nduration = 2\ndt = {dt}\nscheme = \"ep\"\n[[contact]]\nname = \"hard\"\nstiffness = 1e5\nfriction = 0.3\n{}{}",
                body("a", "[0, 0, 1]", "[0, 0, -1]", &first),
                body("b", "[0, 0, 0]", "[0, 0, 0]", &second),
            ));
            let [a, b] = ["a", "b"].map(|k| ran.last(&format!("{k}.velocity.z")));
            // Round-off of a stiffness of 1e5 N/m on places of a metre, over some ten steps of contact.
            assert!(
                a.abs() < 1e-9 && (b + 1.0).abs() < 1e-9,
                "{what} {dt}: {a} {b}"
            );
            assert!(ran.outcome.impacts > 0, "{what} {dt}");
            assert!(ran.gap() < 1e-11, "{what} {dt}: {:e}", ran.gap());
        }
    }
}

/// Two beams across each other, one thrown at the other, both free.
fn crossing(settings: &str, contact: &str) -> Ran {
    let mut text = format!(
        "[run]\nduration = 0.06\n{settings}\n[[contact]]\nname = \"hard\"\n{contact}\n\
         [[section]]\nname = \"strip\"\nEA = 1e5\nGAy = 4e4\nGAz = 4e4\nGJ = 10\nEIy = 20\nEIz = 20\nmass_per_length = 0.5\n\
         inertia_per_length = [1e-4, 5e-5, 5e-5]\n"
    );
    for (name, from, to, y, velocity) in [
        (
            "low",
            "[-0.5, 0, 0]",
            "[0.5, 0, 0]",
            "[0, 1, 0]",
            "[0, 0, 0]",
        ),
        (
            "high",
            "[0.07, -0.4, 0.06]",
            "[0.13, 0.6, 0.08]",
            "[1, 0, 0]",
            "[0.3, 0.5, -3]",
        ),
    ] {
        text += &format!(
            "[[beam]]\nname = \"{name}\"\nfrom = {from}\nto = {to}\nsection = \"strip\"\ny_axis = {y}\nelements = 4\norder = 2\n\
             velocity = {velocity}\nangular_velocity = [1, 2, -1]\n\
             [[contact_shape]]\nname = \"s_{name}\"\nkind = \"line\"\non = \"{name}\"\nradius = 0.015\n"
        );
    }
    text += "[[sensor]]\nname = \"tip\"\non = \"low.end\"\n";
    run(&text)
}

/// Energy and momenta of beams that hit each other are kept to round-off, with friction what is lost is in the books; without
/// loss the error falls with the square of the step.
#[test]
fn beams_that_hit_each_other() {
    for scheme in SCHEMES {
        for friction in [0.0, 0.4] {
            let contact = format!("stiffness = 2e4\nfriction = {friction}");
            for dt in [2e-4, 2e-3] {
                let ran = crossing(&format!("dt = {dt}\nscheme = \"{scheme}\""), &contact);
                let what = format!("{scheme} {friction} {dt}");
                assert!(ran.outcome.impacts >= 1, "{what}");
                assert!(ran.gap() < 1e-11, "{what}: {:e}", ran.gap());
                for axis in ["x", "y", "z"] {
                    let open = |name: &str| {
                        let all = ran.column(&format!("{name}.{axis}"));
                        all.iter().fold(0.0, |a: f64, b| a.max(b.abs()))
                    };
                    // Momenta of some kg m/s; round-off of a few hundred steps with forces of some 1e5 N in the axes of beams.
                    assert!(open("linear_momentum_gap") < 1e-10, "{what}");
                    if scheme != "ed" {
                        let gap = open("angular_momentum_gap");
                        assert!(gap < 1e-10, "{what}: {gap:e}");
                    }
                }
                let energy = ran.column("total_energy");
                let lost = energy[0] - energy[energy.len() - 1];
                if scheme == "ep" && friction == 0.0 {
                    assert!(lost.abs() < 1e-11 * energy[0], "{what}: {lost:e}");
                }
            }
        }
    }
    // A smooth force: with a kinked one the ratio scatters with where in a step the first touch lies.
    let contact = "force = \"4e6*x^3\"";
    for scheme in SCHEMES {
        let place = |dt: f64| {
            let ran = crossing(&format!("dt = {dt}\nscheme = \"{scheme}\""), contact);
            ["x", "y", "z"].map(|axis| ran.last(&format!("tip.point.{axis}")))
        };
        let steps = [2e-4, 1e-4, 5e-5, 2.5e-5];
        let ends = steps.map(place);
        let apart = |a: &[f64; 3], b: &[f64; 3]| -> f64 {
            (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt()
        };
        let changes: Vec<f64> = ends.windows(2).map(|w| apart(&w[0], &w[1])).collect();
        let order = (changes[0] / changes[2]).log2() / 2.0;
        println!("{scheme}: {changes:?}, order {order}");
        // Round-off of nearly parallel places and the curvature of the force leave some scatter about two.
        assert!(order > 1.7, "{scheme}: {order} {changes:?}");
    }
}

/// The force of a ball on a beam goes to both nodes beside it by the law of the lever: on a stiff beam on two supports, reactions
/// are those of a weight where the ball lies, wherever that is in an element.
#[test]
fn a_ball_on_a_beam_weighs_where_it_lies() {
    // Further from a node than sqrt(2 r d) = 5 mm one rod carries; at a node, the last one, both beside it, so that the ball lies half
    // as deep.
    for (part, deep) in [(0.21, 2e-4), (0.3, 2e-4), (0.76, 2e-4), (0.5, 1e-4)] {
        let z = 0.07 - deep;
        let ran = run(&format!(
            "gravity = [0, 0, -10]\n[run]\nduration = 1\ndt = 1e-3\n\
             [[contact]]\nname = \"hard\"\nstiffness = 1e5\nrestitution = 0.2\n\
             [[section]]\nname = \"strip\"\nEA = 1e7\nGAy = 4e6\nGAz = 4e6\nGJ = 1e5\nEIy = 1e5\nEIz = 1e5\nmass_per_length = 0.5\n\
             inertia_per_length = [1e-4, 5e-5, 5e-5]\ndamping_time = 1e-4\n\
             [[beam]]\nname = \"deck\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nsection = \"strip\"\ny_axis = [0, 1, 0]\nelements = 4\n\
             [[support]]\nname = \"left\"\non = \"deck.start\"\nfixed = [\"x\", \"y\", \"z\", \"rx\"]\n\
             [[support]]\nname = \"right\"\non = \"deck.end\"\nfixed = [\"y\", \"z\"]\n\
             [[body]]\nname = \"ball\"\nmass = 2\ninertia = [0.01, 0.01, 0.01]\nposition = [{part}, 0, {z}]\n\
             [[joint]]\nname = \"guide\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"ball\"]\nat = [{part}, 0, {z}]\naxis = [0, 0, 1]\n\
             [[contact_shape]]\nname = \"skin\"\nkind = \"sphere\"\non = \"ball\"\nradius = 0.05\n\
             [[contact_shape]]\nname = \"top\"\nkind = \"line\"\non = \"deck\"\nradius = 0.02\n"
        ));
        // What it still swings goes out of the mean of a third of a second.
        let mean = |name: &str| {
            let all = ran.column(name);
            let late = &all[all.len() * 2 / 3..];
            late.iter().sum::<f64>() / late.len() as f64
        };
        let sides = ["left", "right"].map(|side| mean(&format!("{side}.support_force.z")));
        // 5 N of the beam itself, 20 N of the ball; the beam bends by 1e-5 m.
        let wanted = [2.5 + 20.0 * (1.0 - part), 2.5 + 20.0 * part];
        for k in 0..2 {
            let gap = (sides[k] - wanted[k]).abs();
            assert!(gap < 0.05, "{part}: {sides:?} {wanted:?}");
        }
        let force = mean("skin.touch_force.z");
        assert!((force - 20.0).abs() < 0.05, "{part}: {force}");
    }
}

/// A cable thrown over a rod stays on it, with every scheme, and nothing is won.
#[test]
fn a_cable_over_a_rod() {
    for scheme in SCHEMES {
        for rod in ["capsule", "cylinder"] {
            let ran = run(&format!(
                "gravity = [0, 0, -10]\n[run]\nduration = 0.5\ndt = 1e-3\nscheme = \"{scheme}\"\n\
                 [[contact]]\nname = \"rough\"\nstiffness = 2e4\nrestitution = 0.4\nfriction = 0.5\n\
                 [[cable]]\nname = \"rope\"\nfrom = [-0.45, 0, 0.06]\nto = [0.55, 0.05, 0.06]\nstiffness = 2e3\ndamping_time = 2e-4\n\
                 mass_per_drawn_length = 0.2\nelements = 20\nvelocity = [0, 0, -1]\n\
                 [[contact_shape]]\nname = \"skin\"\nkind = \"line\"\non = \"rope\"\nradius = 0.01\n\
                 [[contact_shape]]\nname = \"rod\"\nkind = \"{rod}\"\non = \"ground\"\nalong = [0, 0.6, 0]\nradius = 0.03\n"
            ));
            let what = format!("{scheme} {rod}");
            assert!(ran.gap() < 1e-11, "{what}: {:e}", ran.gap());
            for name in ["contact_dissipation", "friction_dissipation"] {
                let lost = ran.column(name);
                assert!(
                    lost.windows(2).all(|w| w[1] >= w[0]),
                    "{what}: {name} falls"
                );
            }
            // Its middle is held up: without the rod all of it would have fallen by 1.75 m.
            let top = ran.column("skin.touch_point.z");
            assert!(top.iter().all(|z| *z > -0.05), "{what}");
            let force = ran.column("skin.touch_force.z");
            let late = &force[force.len() - 40..];
            let mean = late.iter().sum::<f64>() / 40.0;
            println!("{what}: {mean} N at the end");
            assert!(mean > 0.3, "{what}: {mean}");
        }
    }
}

/// A belt around half a drum that turns under it: the pull at the end that is held is that at the other one by e^(mu phi).
#[test]
fn a_belt_brake_has_the_capstan_ratio() {
    // Drawn so that its straight pieces touch the drum in their middles.
    let nodes = 48;
    let radius = 0.102 / (std::f64::consts::PI / f64::from(2 * nodes)).cos();
    let mut points = vec![format!("[{radius}, 0, -0.08]")];
    for k in 0..=nodes {
        let (sin, cos) = (std::f64::consts::PI * f64::from(k) / f64::from(nodes)).sin_cos();
        points.push(format!("[{}, 0, {}]", radius * cos, radius * sin));
    }
    points.push(format!("[{}, 0, -0.08]", -radius));
    let points = points.join(", ");
    for mu in [0.2f64, 0.4] {
        let ran = run(&format!(
            "[run]\nduration = 0.5\ndt = 1e-3\n\
             [[contact]]\nname = \"lining\"\nstiffness = 2e5\nrestitution = 0.3\nfriction = {mu}\n\
             [[cable]]\nname = \"belt\"\npoints = [{points}]\nstiffness = 2e4\ndamping_time = 1e-3\nmass_per_drawn_length = 0.05\nelements = 2\n\
             [[body]]\nname = \"drum\"\nmass = 3\ninertia = [0.02, 0.015, 0.02]\n\
             [[joint]]\nname = \"axle\"\nkind = \"revolute\"\nbetween = [\"ground\", \"drum\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n\
             [[motion]]\nname = \"turn\"\non = \"axle.angle\"\nvalue = \"-3*t\"\n\
             [[support]]\nname = \"hold\"\non = \"belt.start\"\n\
             [[force]]\nname = \"pull\"\non = \"belt.end\"\nvalue = [0, 0, -10]\nscale = {{ pulse = \"ramp\", end = 0.1 }}\n\
             [[contact_shape]]\nname = \"skin\"\nkind = \"line\"\non = \"belt\"\nradius = 0.002\n\
             [[contact_shape]]\nname = \"face\"\nkind = \"cylinder\"\non = \"drum\"\nalong = [0, 0.2, 0]\nradius = 0.1\n"
        ));
        let held = ran.column("hold.support_force.z");
        let late = &held[held.len() - 100..];
        let mean = -late.iter().sum::<f64>() / 100.0;
        let wanted = 10.0 * (mu * std::f64::consts::PI).exp();
        println!("{mu}: {mean} {wanted}");
        assert!(
            (mean - wanted).abs() < 0.01 * wanted,
            "{mu}: {mean} {wanted}"
        );
        assert!(ran.gap() < 1e-11, "{mu}: {:e}", ran.gap());
    }
}

/// A drum at full speed under a belt that lies on it without speed, sticks and slides with a loss in the normal direction: no step
/// of Newton's iteration needs to be cut often, and the books close. Without (co.12) the loss of what lies on the drum turned round
/// within 1e-7 m of motion per step, and steps were cut by a thousand.
#[test]
fn a_belt_slides_without_cut_steps() {
    // As far out as the straight pieces between the nodes need to lie on the drum.
    let nodes = 24;
    let radius = 0.102 / (std::f64::consts::PI / f64::from(2 * nodes)).cos();
    let mut points = vec![format!("[{radius}, 0, -0.08]")];
    for k in 0..=nodes {
        let (sin, cos) = (std::f64::consts::PI * f64::from(k) / f64::from(nodes)).sin_cos();
        points.push(format!("[{}, 0, {}]", radius * cos, radius * sin));
    }
    points.push(format!("[{}, 0, -0.08]", -radius));
    let points = points.join(", ");
    for shape in ["capsule", "cylinder"] {
        let ran = run(&format!(
            "[run]\nduration = 0.2\ndt = 1e-3\n\
             [[contact]]\nname = \"lining\"\nstiffness = 2e5\nrestitution = 0.3\nfriction = 0.4\n\
             [[cable]]\nname = \"belt\"\npoints = [{points}]\nstiffness = 2e4\ndamping_time = 1e-3\nmass_per_drawn_length = 0.05\nelements = 2\n\
             [[body]]\nname = \"drum\"\nmass = 3\ninertia = [0.02, 0.015, 0.02]\nangular_velocity = [0, -30, 0]\n\
             [[joint]]\nname = \"axle\"\nkind = \"revolute\"\nbetween = [\"ground\", \"drum\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n\
             [[support]]\nname = \"hold\"\non = \"belt.start\"\n\
             [[force]]\nname = \"pull\"\non = \"belt.end\"\nvalue = [0, 0, -10]\nscale = {{ pulse = \"ramp\", end = 0.1 }}\n\
             [[contact_shape]]\nname = \"skin\"\nkind = \"line\"\non = \"belt\"\nradius = 0.002\n\
             [[contact_shape]]\nname = \"face\"\nkind = \"{shape}\"\non = \"drum\"\nalong = [0, 0.1, 0]\nradius = 0.1\n"
        ));
        println!(
            "{shape}: {} steps, {} cuts",
            ran.outcome.steps, ran.outcome.cuts
        );
        assert!(ran.outcome.cuts <= 20, "{shape}: {}", ran.outcome.cuts);
        assert!(ran.gap() < 1e-11, "{shape}: {:e}", ran.gap());
        let lost = ran.column("friction_dissipation");
        assert!(lost.windows(2).all(|w| w[1] >= w[0]), "{shape}");
    }
}

/// A ball through a row of crossed rods that are no pairs at hand when it starts: none is passed unseen, with steps in which it
/// flies past several of them.
#[test]
fn a_bullet_hits_rods_whatever_the_step() {
    for dt in [1e-4, 1e-3, 1e-2] {
        let mut text = format!(
            "[run]\nduration = 0.05\ndt = {dt}\nscheme = \"ep\"\n[[contact]]\nname = \"hard\"\nstiffness = 1e7\n{}",
            body(
                "bullet",
                "[-1, 0, 0]",
                "[100, 0, 0]",
                "kind = \"sphere\"\nradius = 0.02"
            )
        );
        for k in 0..14 {
            let along = ["[0, 0.4, 0]", "[0, 0, 0.4]"][k % 2];
            text += &body(
                &format!("b{k}"),
                &format!("[{}, 0, 0]", 0.3 * k as f64),
                "[0, 0, 0]",
                &format!("kind = \"capsule\"\nalong = {along}\nradius = 0.02"),
            );
        }
        let ran = run(&text);
        let bullet = ran.last("bullet.velocity.x");
        // Equal masses in a row: each takes over the speed of the one before, up to round-off of the stiffness 1e7 N/m on places of
        // a few metres, in some ten steps of contact each.
        assert!(bullet.abs() < 1e-6, "{dt}: {bullet}");
        let moving: f64 = (0..14).map(|k| ran.last(&format!("b{k}.velocity.x"))).sum();
        assert!((moving - 100.0).abs() < 1e-6, "{dt}: {moving}");
        assert!(ran.outcome.impacts >= 10, "{dt}: {}", ran.outcome.impacts);
        assert!(ran.gap() < 1e-11, "{dt}: {:e}", ran.gap());
    }
}

/// A ball that bounces, slides and rolls on the flat side of a solid moves as it does on a plane.
#[test]
fn flat_sides_are_planes() {
    let corners = "[[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0], [0.1, 0.05, 0]]";
    let triangles = "[[1, 2, 5], [2, 3, 5], [3, 4, 5], [4, 1, 5]]";
    let floors = [
        "kind = \"plane\"".to_string(),
        "kind = \"box\"\nat = [0, 0, -0.1]\nsize = [2, 2, 0.2]\nrounding = 0.01".to_string(),
        "kind = \"cylinder\"\nat = [0, 0, -0.2]\nalong = [0, 0, 0.4]\nradius = 1.3".to_string(),
        format!("kind = \"mesh\"\npoints = {corners}\ntriangles = {triangles}"),
    ];
    for scheme in SCHEMES {
        let ends = floors.clone().map(|floor| {
            let ran = run(&format!(
                "gravity = [0, 0, -10]\n[run]\nduration = 0.5\ndt = 1e-3\nscheme = \"{scheme}\"\n\
                 [[contact]]\nname = \"felt\"\nstiffness = 1e4\nrestitution = 0.5\nfriction = 0.3\n\
                 [[contact_shape]]\nname = \"floor\"\non = \"ground\"\n{floor}\n{}",
                body(
                    "ball",
                    "[-0.3, -0.02, 0.12]",
                    "[1.5, 0.2, -1]",
                    "kind = \"sphere\"\nradius = 0.1"
                )
            ));
            assert!(ran.gap() < 1e-11, "{scheme} {floor}: {:e}", ran.gap());
            [
                "position.x",
                "position.y",
                "position.z",
                "angular_velocity.y",
            ]
            .map(|name| ran.last(&format!("ball.{name}")))
        });
        for (floor, end) in floors.iter().zip(&ends).skip(1) {
            for (a, b) in end.iter().zip(&ends[0]) {
                // The tolerance of the iteration in some hundred steps.
                assert!(
                    (a - b).abs() < 1e-8,
                    "{scheme} {floor}: {end:?} {:?}",
                    ends[0]
                );
            }
        }
    }
}

/// A ball that rolls around a drum without slipping lifts off where its weight no longer presses it on: at cos a = 10/17 cos a_0, as every
/// ball does whatever its size.
#[test]
fn a_ball_lifts_off_a_drum() {
    let z = (0.54999f64.powi(2) - 0.05 * 0.05).sqrt();
    for shape in ["cylinder", "capsule"] {
        let ran = run(&format!(
            "gravity = [0, 0, -10]\n[run]\nduration = 1.3\ndt = 2e-4\nscheme = \"ep\"\n\
             [[contact]]\nname = \"rough\"\nstiffness = 1e6\nfriction = 20\n\
             [[body]]\nname = \"ball\"\nmass = 1\ninertia = [0.001, 0.001, 0.001]\nposition = [0.05, 0, {z}]\n\
             [[contact_shape]]\nname = \"skin\"\nkind = \"sphere\"\non = \"ball\"\nradius = 0.05\n\
             [[contact_shape]]\nname = \"drum\"\nkind = \"{shape}\"\non = \"ground\"\nalong = [0, 2, 0]\nradius = 0.5\n"
        ));
        let gap = ran.column("skin.touch_gap");
        let off = (0..gap.len() - 40).find(|k| gap[*k..k + 40].iter().all(|g| *g > 0.0));
        let off = off.expect("it lifts off");
        let height = ran.column("ball.position.z")[off] / 0.55;
        let wanted = 10.0 / 17.0 * z / 0.55;
        println!("{shape}: {height} {wanted}");
        // It swings on the stiffness with a force of up to the 10 N that it starts with, 1e-5 m deep, and on that of friction; in the
        // last 0.05 s before it the height falls by 0.1, the force by as much of the weight.
        assert!((height - wanted).abs() < 0.03, "{shape}: {height} {wanted}");
        assert!(ran.gap() < 1e-11, "{shape}: {:e}", ran.gap());
    }
}
