//! Flanks of rods, beams and cables across edges, and edges across edges.

use crate::ran::{Ran, run};

const SCHEMES: [&str; 3] = ["ep", "ed", "mp-ed"];

/// A body of 1 kg with a shape.
fn body(name: &str, position: &str, velocity: &str, inertia: &str, shape: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = {inertia}\nposition = {position}\nvelocity = {velocity}\n\
         [[contact_shape]]\nname = \"s_{name}\"\non = \"{name}\"\n{shape}\n"
    )
}

const ROUND: &str = "[0.1, 0.1, 0.1]";

/// What hits centrally with equal masses and no loss hands its whole velocity over, with steps in which it goes further than it is
/// thick: flanks on edges, edges on edges, flanks on flanks of drums.
#[test]
fn central_hits_across_edges_exchange_velocities() {
    let rod = |along: &str| format!("kind = \"capsule\"\nalong = {along}\nradius = 0.02");
    let plank = |size: &str| format!("kind = \"box\"\nsize = {size}\nrounding = 0.01");
    // The twelve triangles of a block, and a pyramid.
    let cube = "kind = \"mesh\"\npoints = [[-0.2, -0.15, -0.1], [0.2, -0.15, -0.1], [0.2, 0.15, -0.1], [-0.2, 0.15, -0.1], \
                [-0.2, -0.15, 0.1], [0.2, -0.15, 0.1], [0.2, 0.15, 0.1], [-0.2, 0.15, 0.1]]\n\
                triangles = [[1, 3, 2], [1, 4, 3], [5, 6, 7], [5, 7, 8], [1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 4, 8], \
                [3, 8, 7], [4, 1, 5], [4, 5, 8]]"
        .to_string();
    let pyramid = "kind = \"mesh\"\npoints = [[-0.2, -0.2, 0], [0.2, -0.2, 0], [0.2, 0.2, 0], [-0.2, 0.2, 0], [0, 0, 0.1]]\n\
                   triangles = [[1, 2, 5], [2, 3, 5], [3, 4, 5], [4, 1, 5], [1, 3, 2], [1, 4, 3]]"
        .to_string();
    // Longer than the block below is wide: it hits two edges at once.
    let cases = [
        (
            "rod over a block",
            rod("[1, 0, 0]"),
            plank("[0.4, 0.3, 0.2]"),
        ),
        (
            "block on a rod",
            plank("[0.4, 0.3, 0.2]"),
            rod("[0, 0.6, 0]"),
        ),
        ("rod over a mesh", rod("[1, 0.1, 0]"), cube.clone()),
        ("mesh on a rod", cube.clone(), rod("[0, 0.6, 0]")),
        ("plank over a mesh", plank("[0.9, 0.1, 0.1]"), cube),
        ("rod on a point", rod("[1, 0.3, 0]"), pyramid),
        (
            "plank across plank",
            plank("[0.1, 0.8, 0.1]"),
            plank("[0.8, 0.1, 0.1]"),
        ),
        (
            "turned plank",
            plank("[0.02, 0.8, 0.1]"),
            plank("[0.8, 0.1, 0.02]"),
        ),
    ];
    for (what, first, second) in cases {
        for dt in [1e-3, 0.02, 0.1] {
            let ran = run(&format!(
                "[run]\nduration = 2\ndt = {dt}\nscheme = \"ep\"\n[[contact]]\nname = \"hard\"\nstiffness = 1e5\nfriction = 0.3\n{}{}",
                body("a", "[0, 0, 1]", "[0, 0, -1]", ROUND, &first),
                body("b", "[0, 0, 0]", "[0, 0, 0]", ROUND, &second),
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

/// Whether the books are closed but for round-off: of the energies, and of a weight [N] at places of a tenth of a metre, which is all
/// there is where nearly nothing moves, in up to two thousand steps.
pub fn is_closed(ran: &Ran, weight: f64) -> bool {
    let rest = 0.1 * weight * 2000.0 * f64::EPSILON;
    ran.outcome.largest_energy_gap < 1e-11 * ran.outcome.energy_scale + rest
}

/// Losses never fall, and the books are closed.
fn sound(ran: &Ran, what: &str) {
    assert!(is_closed(ran, 10.0), "{what}: {:e}", ran.gap());
    for name in ["contact_dissipation", "friction_dissipation"] {
        let lost = ran.column(name);
        assert!(
            lost.windows(2).all(|w| w[1] >= w[0]),
            "{what}: {name} falls"
        );
    }
}

const TABLE: &str = "[[contact_shape]]\nname = \"table\"\non = \"ground\"\nkind = \"box\"\nat = [-0.5, 0, -0.05]\nsize = [1, 1, 0.1]\nrounding = 0.005\n";

/// A rod that lies over the edge of a table with its middle on it stays, one whose middle is beyond tips over and falls off.
#[test]
fn a_rod_over_the_edge_of_a_table() {
    for scheme in SCHEMES {
        for (middle, stays) in [(-0.05, true), (0.05, false)] {
            let ran = run(&format!(
                "gravity = [0, 0, -10]\n[run]\nduration = 0.8\ndt = 1e-3\nscheme = \"{scheme}\"\n\
                 [[contact]]\nname = \"wood\"\nstiffness = 1e5\nrestitution = 0.3\nfriction = 0.4\n{TABLE}{}",
                body(
                    "rod",
                    &format!("[{middle}, 0, 0.01]"),
                    "[0, 0, 0]",
                    "[0.0001, 0.03, 0.03]",
                    "kind = \"capsule\"\nalong = [0.6, 0, 0]\nradius = 0.01"
                )
            ));
            let what = format!("{scheme} {middle}");
            sound(&ran, &what);
            let z = ran.last("rod.position.z");
            match stays {
                // The end inside carries a sixth, the edge five sixths of 10 N.
                true => {
                    let off = ran.column("rod.position.z");
                    let most = off.iter().fold(0.0, |a: f64, z| a.max((z - 0.01).abs()));
                    println!("{what}: {most:e}");
                    assert!(most < 4e-4, "{what}: {most}");
                    let force = ran.last("s_rod.touch_force.z");
                    assert!((force - 10.0).abs() < 0.5, "{what}: {force}");
                }
                false => assert!(z < -0.3, "{what}: {z}"),
            }
        }
    }
}

/// A rod thrown flat across the edge of a table at a step in which it flies further than it is thick does not pass.
#[test]
fn nothing_passes_an_edge() {
    for scheme in SCHEMES {
        for dt in [1e-3, 1e-2, 0.05] {
            for stiffness in [1e5, 1e7] {
                let ran = run(&format!(
                    "[run]\nduration = 0.5\ndt = {dt}\nscheme = \"{scheme}\"\n\
                     [[contact]]\nname = \"wood\"\nstiffness = {stiffness}\n{TABLE}{}",
                    body(
                        "rod",
                        "[0, 0, 0.5]",
                        "[0, 0, -5]",
                        "[0.0001, 0.03, 0.03]",
                        "kind = \"capsule\"\nalong = [0.6, 0, 0]\nradius = 0.01"
                    )
                ));
                let what = format!("{scheme} {dt} {stiffness}");
                assert!(ran.gap() < 1e-11, "{what}: {:e}", ran.gap());
                assert!(ran.outcome.impacts > 0, "{what}");
                let z = ran.last("rod.position.z");
                let v = ran.last("rod.velocity.z");
                println!("{what}: {z} {v}");
                // The softest lets it 1.6 cm deep, its line behind that of the edge; it comes up again, but for what swings.
                assert!(z > -0.06, "{what}: {z}");
            }
        }
    }
}

/// A box lies across another one, turned by any angle, and stays.
#[test]
fn crossed_boxes_rest() {
    for scheme in SCHEMES {
        for (turn, shift) in [(0.0, 0.0), (20.0, 0.01), (45.0, 0.0)] {
            let ran = run(&format!(
                "gravity = [0, 0, -10]\n[run]\nduration = 0.6\ndt = 1e-3\nscheme = \"{scheme}\"\n\
                 [[contact]]\nname = \"wood\"\nstiffness = 1e5\nrestitution = 0.3\nfriction = 0.4\n\
                 [[contact_shape]]\nname = \"low\"\non = \"ground\"\nkind = \"box\"\nsize = [0.1, 1, 0.1]\nrounding = 0.004\n\
                 [[body]]\nname = \"high\"\nmass = 1\ninertia = [0.002, 0.02, 0.02]\nposition = [{shift}, 0, 0.11]\n\
                 orientation = {{ axis = [0, 0, 1], angle = \"{turn} deg\" }}\n\
                 [[contact_shape]]\nname = \"skin\"\non = \"high\"\nkind = \"box\"\nsize = [0.6, 0.12, 0.1]\nrounding = 0.004\n"
            ));
            let what = format!("{scheme} {turn}");
            sound(&ran, &what);
            let [x, y, z] = ["x", "y", "z"].map(|k| ran.last(&format!("high.position.{k}")));
            let moved = (x - shift).hypot(y).hypot(z - 0.1);
            println!("{what}: {moved:e} {x} {y} {z}");
            // 10 N on four crossings of 1e5 N/m: 25 um deep.
            assert!(moved < 2e-3, "{what}: {x} {y} {z}");
            assert!(
                ran.last("skin.touch_count") == 4.0,
                "{what}: {}",
                ran.last("skin.touch_count")
            );
            let force = ran.last("skin.touch_force.z");
            assert!((force - 10.0).abs() < 0.5, "{what}: {force}");
        }
    }
}

/// A cable that falls over the edge of a box hangs on it as long as friction holds it.
#[test]
fn a_cable_over_a_box() {
    for scheme in SCHEMES {
        let ran = run(&format!(
            "gravity = [0, 0, -10]\n[run]\nduration = 0.5\ndt = 1e-3\nscheme = \"{scheme}\"\n\
             [[contact]]\nname = \"rough\"\nstiffness = 2e4\nrestitution = 0.4\nfriction = 0.5\n\
             [[cable]]\nname = \"rope\"\nfrom = [-0.45, 0, 0.06]\nto = [0.55, 0.05, 0.06]\nstiffness = 2e3\ndamping_time = 2e-4\n\
             mass_per_drawn_length = 0.2\nelements = 12\nvelocity = [0, 0, -1]\n\
             [[contact_shape]]\nname = \"skin\"\nkind = \"line\"\non = \"rope\"\nradius = 0.005\n\
             [[contact_shape]]\nname = \"beam\"\nkind = \"box\"\non = \"ground\"\nsize = [0.06, 0.6, 0.06]\nrounding = 0.005\n"
        ));
        sound(&ran, scheme);
        // Its elements are longer than the box is wide: between the nodes only its edges hold it. Else it would have fallen by 1.75 m.
        let force = ran.column("skin.touch_force.z");
        let late = &force[force.len() - 40..];
        let mean = late.iter().sum::<f64>() / 40.0;
        println!("{scheme}: {mean} N at the end");
        assert!(mean > 0.3, "{scheme}: {mean}");
        let top = ran.column("skin.touch_point.z");
        assert!(top.iter().all(|z| *z > -0.05), "{scheme}");
    }
}

/// With loss and friction and without, beams that are thrown across an edge keep momenta and the books, and without loss their error
/// falls with the square of the step.
#[test]
fn a_beam_across_a_free_box() {
    let thrown = |settings: &str, contact: &str| {
        run(&format!(
            "[run]\nduration = 0.05\n{settings}\n[[contact]]\nname = \"hard\"\n{contact}\n\
             [[section]]\nname = \"strip\"\nEA = 1e5\nGAy = 4e4\nGAz = 4e4\nGJ = 10\nEIy = 20\nEIz = 20\nmass_per_length = 0.5\n\
             inertia_per_length = [1e-4, 5e-5, 5e-5]\n\
             [[beam]]\nname = \"high\"\nfrom = [0.07, -0.4, 0.1]\nto = [0.13, 0.6, 0.12]\nsection = \"strip\"\ny_axis = [1, 0, 0]\n\
             elements = 4\norder = 2\nvelocity = [0.3, 0.5, -3]\nangular_velocity = [1, 2, -1]\n\
             [[contact_shape]]\nname = \"s_high\"\nkind = \"line\"\non = \"high\"\nradius = 0.015\n\
             [[sensor]]\nname = \"tip\"\non = \"high.end\"\n{}",
            body(
                "block",
                "[0, 0, 0]",
                "[0, 0, 0]",
                "[0.01, 0.012, 0.015]",
                "kind = \"box\"\nsize = [0.9, 0.08, 0.09]\nrounding = 0.004"
            )
        ))
    };
    for scheme in SCHEMES {
        for friction in [0.0, 0.4] {
            for restitution in [1.0, 0.5] {
                let contact =
                    format!("stiffness = 2e4\nfriction = {friction}\nrestitution = {restitution}");
                for dt in [2e-4, 2e-3] {
                    let ran = thrown(&format!("dt = {dt}\nscheme = \"{scheme}\""), &contact);
                    let what = format!("{scheme} {friction} {restitution} {dt}");
                    assert!(ran.outcome.impacts >= 1, "{what}");
                    sound(&ran, &what);
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
                    if scheme == "ep" && friction == 0.0 && restitution == 1.0 {
                        assert!(lost.abs() < 1e-11 * energy[0], "{what}: {lost:e}");
                    }
                }
            }
        }
        let place = |dt: f64| {
            // A smooth force: with a kinked one the ratio scatters with where in a step the first touch lies.
            let ran = thrown(
                &format!("dt = {dt}\nscheme = \"{scheme}\""),
                "force = \"4e6*x^3\"",
            );
            ["x", "y", "z"].map(|axis| ran.last(&format!("tip.point.{axis}")))
        };
        let ends = [2e-4, 1e-4, 5e-5, 2.5e-5].map(place);
        let apart = |a: &[f64; 3], b: &[f64; 3]| -> f64 {
            (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt()
        };
        let changes: Vec<f64> = ends.windows(2).map(|w| apart(&w[0], &w[1])).collect();
        let order = (changes[0] / changes[2]).log2() / 2.0;
        println!("{scheme}: {changes:?}, order {order}");
        assert!(order > 1.7, "{scheme}: {order} {changes:?}");
    }
}
