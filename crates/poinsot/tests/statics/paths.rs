//! Paths against exact and published solutions, and what the iteration promises.

use super::{outputs, path};
use poinsot::statics::{CriticalKind, PathEnd, Point};
use std::f64::consts::PI;

/// A cantilever along x with the given section, elements and load.
fn cantilever(statics: &str, section: &str, length: f64, mesh: &str, rest: &str) -> String {
    format!(
        "[statics]\n{statics}\n[[section]]\nname = \"bar\"\n{section}\nmass_per_length = 1\ninertia_per_length = [2e-3, 1e-3, 1e-3]\n\
         [[beam]]\nname = \"beam\"\nfrom = [0, 0, 0]\nto = [{length}, 0, 0]\nsection = \"bar\"\nz_axis = [0, 0, 1]\n{mesh}\n\
         [[joint]]\nname = \"clamp\"\nkind = \"fixed\"\nbetween = [\"ground\", \"beam.start\"]\n\
         [[sensor]]\nname = \"tip\"\non = \"beam.end\"\n{rest}\n"
    )
}

#[test]
fn an_end_moment_rolls_a_beam_into_a_circle_exactly() {
    let section = "EA = 1e4\nGAy = 1e4\nGJ = 200\nEIy = 100";
    let load = "[[moment]]\nname = \"m\"\non = \"beam.end\"\nvalue = [0, 0, 62.83185307179586]";
    let text = cantilever(
        "every = 0.25",
        section,
        10.0,
        "elements = 8\norder = 1",
        load,
    );
    let rows = outputs(&text, &["load_factor", "tip.point.x", "tip.point.y"]);
    assert_eq!(rows.len(), 5);
    for row in rows {
        let angle = 2.0 * PI * row[0];
        let (x, y) = match angle == 0.0 {
            true => (10.0, 0.0),
            false => (
                10.0 * angle.sin() / angle,
                10.0 * (1.0 - angle.cos()) / angle,
            ),
        };
        // Constant curvature is in the shape functions of the helicoidal element: round-off is all that is left.
        let error = (row[1] - x).hypot(row[2] - y);
        assert!(error < 1e-10 * 10.0, "{row:?}: {error:.1e}");
    }
}

#[test]
fn the_elastica_converges_with_the_mesh() {
    // P L^2/EI = 10, inextensible: shortening and deflection by elliptic integrals.
    let exact = [0.554995597753751, 0.810609024880296];
    let section = "EA = 1e9\nGAy = 1e9\nGJ = 1\nEIy = 1";
    let load = "[[force]]\nname = \"p\"\non = \"beam.end\"\nvalue = [0, -10, 0]";
    let errors: Vec<f64> = [2, 4, 8]
        .iter()
        .map(|n| {
            let text = cantilever("", section, 1.0, &format!("elements = {n}"), load);
            let rows = outputs(&text, &["tip.point.x", "tip.point.y"]);
            let last = rows.last().expect("a point");
            (1.0 - last[0] - exact[0]).hypot(-last[1] - exact[1])
        })
        .collect();
    println!("elastica errors {errors:?}");
    // Elements of order 3 converge with h^6; stretch and shear leave 1e-8.
    assert!(
        errors[1] < errors[0] / 30.0 && errors[2] < errors[1] / 30.0,
        "{errors:?}"
    );
}

#[test]
fn a_follower_force_turns_the_tip_around() {
    let section = "EA = 4.2e8\nGAy = 1e13\nGJ = 1e7\nEIy = 3.5e7";
    let load = "[[force]]\nname = \"p\"\non = \"beam.end\"\nvalue = [0, 1e4, 0]\nfollower = true";
    let text = cantilever(
        "until = 13\nevery = 1",
        section,
        100.0,
        "elements = 20",
        load,
    );
    let rows = outputs(&text, &["load_factor", "tip.point.x", "tip.point.y"]);
    // Boundary-value problem solved to 1e-10: force in 1e4 N, displacements.
    for (factor, u, w) in [
        (1.0, -41.687865188804, 71.1063176811942),
        (6.0, -85.7710658370343, 40.0938603934388),
        (13.0, -75.8570544813081, -47.8453910822871),
    ] {
        let row = rows.iter().find(|r| r[0] == factor).expect("a point");
        let error = (row[1] - 100.0 - u).hypot(row[2] - w);
        println!("follower {factor}: {error:.1e}");
        assert!(error < 1e-3, "{row:?} {error:.1e}");
    }
}

fn lee(elements: [usize; 3]) -> String {
    let [column, short, long] = elements;
    format!(
        "[statics]\nuntil = 2\nincrement = 0.1\narc_length = true\n\
         [[section]]\nname = \"bar\"\nEA = 4320\nGAy = 1800\nGJ = 1e6\nEIy = 1e6\nEIz = 1440\nmass_per_length = 1\ninertia_per_length = [0.1, 0.05, 0.05]\n\
         [[beam]]\nname = \"column\"\nfrom = [0, 0, 0]\nto = [0, 120, 0]\nsection = \"bar\"\nz_axis = [0, 0, 1]\nelements = {column}\n\
         [[beam]]\nname = \"near\"\nfrom = [0, 120, 0]\nto = [24, 120, 0]\nsection = \"bar\"\nz_axis = [0, 0, 1]\nelements = {short}\n\
         [[beam]]\nname = \"far\"\nfrom = [24, 120, 0]\nto = [120, 120, 0]\nsection = \"bar\"\nz_axis = [0, 0, 1]\nelements = {long}\n\
         [[joint]]\nname = \"corner\"\nkind = \"fixed\"\nbetween = [\"column.end\", \"near.start\"]\n\
         [[joint]]\nname = \"middle\"\nkind = \"fixed\"\nbetween = [\"near.end\", \"far.start\"]\n\
         [[joint]]\nname = \"foot\"\nkind = \"revolute\"\nbetween = [\"ground\", \"column.start\"]\naxis = [0, 0, 1]\n\
         [[joint]]\nname = \"end\"\nkind = \"revolute\"\nbetween = [\"ground\", \"far.end\"]\naxis = [0, 0, 1]\n\
         [[force]]\nname = \"load\"\non = \"near.end\"\nvalue = [0, -1, 0]\n"
    )
}

#[test]
fn lees_frame_goes_through_both_limit_points() {
    let mut errors = Vec::new();
    for mesh in [[4, 1, 4], [8, 2, 8]] {
        let (points, end, _) = path(&lee(mesh));
        assert_eq!(end, PathEnd::Complete);
        let critical: Vec<&Point> = points.iter().filter(|p| p.critical.is_some()).collect();
        assert_eq!(
            critical.len(),
            2,
            "{:?}",
            critical.iter().map(|p| p.parameter).collect::<Vec<_>>()
        );
        assert!(
            critical
                .iter()
                .all(|p| p.critical == Some(CriticalKind::Limit))
        );
        // Boundary-value problem, variant with shear.
        let first = (critical[0].parameter / 1.85473403296183 - 1.0).abs();
        let second = (critical[1].parameter / -0.939754770266867 - 1.0).abs();
        errors.push([first, second]);
        let last = points.last().expect("a point");
        assert_eq!((last.parameter, last.unstable), (2.0, Some(0)));
    }
    println!("Lee's frame {errors:?}");
    assert!(errors[1][0] < 2e-6 && errors[1][1] < 2e-5, "{errors:?}");
    assert!(errors[1][1] < errors[0][1] / 20.0, "{errors:?}");
}

/// Complete elliptic integral of the first kind by the arithmetic-geometric mean.
fn elliptic(k: f64) -> f64 {
    let (mut a, mut b) = (1.0f64, (1.0 - k * k).sqrt());
    for _ in 0..40 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    PI / (2.0 * a)
}

fn column(statics: &str) -> String {
    let section = "EA = 1e7\nGAy = 1e7\nGJ = 100\nEIy = 200\nEIz = 100";
    let load = "[[force]]\nname = \"p\"\non = \"beam.end\"\nvalue = [-1, 0, 0]";
    cantilever(statics, section, 1.0, "elements = 6", load)
}

#[test]
fn a_column_buckles_at_eulers_load_and_no_other() {
    // Both planes: P (1 - P/EA + P/GA) = pi^2 EI/(4 L^2), with EA = GA the load itself.
    let (points, end, _) = path(&column("until = 600\nincrement = 100"));
    assert_eq!(end, PathEnd::Complete);
    let critical: Vec<f64> = points
        .iter()
        .filter(|p| p.critical == Some(CriticalKind::Bifurcation))
        .map(|p| p.parameter)
        .collect();
    assert_eq!(critical.len(), 2, "{critical:?}");
    for (found, ei) in critical.iter().zip([100.0, 200.0]) {
        let exact = PI * PI * ei / 4.0;
        println!("Euler {found} {exact}");
        assert!((found / exact - 1.0).abs() < 1e-6, "{found} {exact}");
    }
    let unstable: Vec<usize> = points
        .iter()
        .filter(|p| p.critical.is_none())
        .filter_map(|p| p.unstable)
        .collect();
    assert_eq!((unstable[0], unstable[unstable.len() - 1]), (0, 2));
}

#[test]
fn a_branch_is_followed_along_the_elastica() {
    let (points, end, analysis) =
        path(&column("until = 600\nincrement = 100\nbranch = \"switch\""));
    assert_eq!(end, PathEnd::Complete);
    let after: Vec<&Point> = points
        .iter()
        .skip_while(|p| p.critical.is_none())
        .skip(1)
        .collect();
    assert!(after.len() > 5);
    let tip = analysis.system().nodes.len() - 1;
    let load = PI * PI * 100.0 / 4.0;
    let mut bent = 0;
    for point in after.iter().filter(|p| p.critical.is_none()) {
        let q = point.state.poses[tip].q;
        let angle = (q * nalgebra::Vector3::x()).x.acos();
        let exact = load * (2.0 * elliptic((0.5 * angle).sin()) / PI).powi(2);
        // Stretch and shear of 1e-5, and the mesh.
        assert!(
            (point.parameter / exact - 1.0).abs() < 1e-4,
            "{} {exact}",
            point.parameter
        );
        bent += usize::from(angle > 1.0);
        assert_eq!(point.unstable, Some(0));
    }
    assert!(bent > 2);
}

#[test]
fn the_iteration_is_quadratic() {
    let section = "EA = 1e6\nGAy = 1e6\nGJ = 100\nEIy = 100";
    let load = "[[force]]\nname = \"p\"\non = \"beam.end\"\nvalue = [3, -40, 25]\nfollower = true";
    let text = cantilever("increment = 0.25", section, 1.0, "elements = 4", load);
    let (points, ..) = path(&text);
    let mut seen = 0;
    for point in &points {
        for pair in point.corrections.windows(2) {
            // Where both are small, but not yet round-off; the constant is that of a beam of slenderness 100.
            if pair[0] < 1e-3 && pair[1] > 1e-11 {
                seen += 1;
                assert!(pair[1] < 1e3 * pair[0] * pair[0], "{:?}", point.corrections);
            }
        }
    }
    assert!(
        seen >= 3,
        "{:?}",
        points.iter().map(|p| &p.corrections).collect::<Vec<_>>()
    );
}

#[test]
fn increments_are_cut_and_the_end_does_not_depend_on_them() {
    let section = "EA = 1e7\nGAy = 1e7\nGJ = 1\nEIy = 1";
    let load = "[[force]]\nname = \"p\"\non = \"beam.end\"\nvalue = [0, -40, 1]";
    let end_of = |increment: f64| {
        let text = cantilever(
            &format!("increment = {increment}"),
            section,
            1.0,
            "elements = 6",
            load,
        );
        let (points, end, _) = path(&text);
        assert_eq!(end, PathEnd::Complete);
        let cuts: usize = points.iter().map(|p| p.cuts).sum();
        (points.last().expect("a point").state.clone(), cuts)
    };
    let (fine, _) = end_of(0.02);
    let (coarse, cuts) = end_of(1.0);
    println!("cuts {cuts}");
    for (a, b) in fine.poses.iter().zip(&coarse.poses) {
        assert!((a.r - b.r).norm() < 1e-9);
    }
}

#[test]
fn motions_control_displacements_through_a_limit_point() {
    // A shallow arch of two bars, its top pressed down through the flat position.
    let text = "[statics]\nvary = \"time\"\nuntil = 0.4\nevery = 0.05\n\
         [[body]]\nname = \"post\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0.2]\n\
         [[cable]]\nname = \"left\"\nfrom = [-1, 0, 0]\nto = [0, 0, 0.2]\nstiffness = 1000\nmass_per_length = 0.1\nelements = 1\ntension_only = false\n\
         [[cable]]\nname = \"right\"\nfrom = [1, 0, 0]\nto = [0, 0, 0.2]\nstiffness = 1000\nmass_per_length = 0.1\nelements = 1\ntension_only = false\n\
         [[joint]]\nname = \"a\"\nkind = \"spherical\"\nbetween = [\"ground\", \"left.start\"]\n\
         [[joint]]\nname = \"b\"\nkind = \"spherical\"\nbetween = [\"ground\", \"right.start\"]\n\
         [[joint]]\nname = \"c\"\nkind = \"spherical\"\nbetween = [\"post\", \"left.end\"]\n\
         [[joint]]\nname = \"d\"\nkind = \"spherical\"\nbetween = [\"post\", \"right.end\"]\n\
         [[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"post\"]\nat = [0, 0, 0.2]\naxis = [0, 0, 1]\n\
         [[motion]]\nname = \"press\"\non = \"rail.displacement\"\nvalue = \"-t\"\n";
    let rows = outputs(text, &["time", "post.position.z", "press.effort"]);
    assert_eq!(rows.len(), 9);
    for row in rows {
        let z = 0.2 - row[0];
        // In compression the force follows the Green strain.
        let force = -1000.0 * (0.04 - z * z) / 1.04 * z / 1.04f64.sqrt();
        assert!(
            (row[1] - z).abs() < 1e-12 && (row[2] - force).abs() < 1e-9,
            "{row:?} {force}"
        );
    }
}

#[test]
fn motions_control_rotations() {
    // The tip is turned through two full circles; moment EI phi/L, and the place of the tip on the circle.
    // A rod of equal bending stiffnesses is indifferent at the full circle, whose plane may turn about the ends; this one, ten
    // times stiffer out of its plane, is not.
    let section = "EA = 1e4\nGAy = 1e4\nGJ = 2000\nEIy = 1000\nEIz = 100";
    let guide = "[[joint]]\nname = \"guide\"\nkind = \"planar\"\nbetween = [\"ground\", \"beam.end\"]\naxis = [0, 0, 1]\n\
                 [[motion]]\nname = \"turn\"\non = \"guide.angle\"\nvalue = \"2*pi*t\"\n";
    let statics = "vary = \"time\"\nuntil = 2\nevery = 0.25";
    let text = cantilever(statics, section, 10.0, "elements = 16\norder = 1", guide);
    let rows = outputs(
        &text,
        &["time", "tip.point.x", "tip.point.y", "turn.effort"],
    );
    assert_eq!(rows.len(), 9);
    for row in &rows[1..] {
        let angle = 2.0 * PI * row[0];
        let (x, y) = (
            10.0 * angle.sin() / angle,
            10.0 * (1.0 - angle.cos()) / angle,
        );
        // Round-off: the moment is that of 100 N m^2 over 10 m.
        assert!((row[1] - x).hypot(row[2] - y) < 1e-9, "{row:?}");
        assert!((row[3] - 10.0 * angle).abs() < 1e-8, "{row:?}");
    }
}

#[test]
fn a_critical_point_may_be_asked_for() {
    // The full circle of a rod of equal bending stiffnesses, just where a point is wanted.
    let section = "EA = 1e4\nGAy = 1e4\nGJ = 200\nEIy = 100";
    let guide = "[[joint]]\nname = \"guide\"\nkind = \"planar\"\nbetween = [\"ground\", \"beam.end\"]\naxis = [0, 0, 1]\n\
                 [[motion]]\nname = \"turn\"\non = \"guide.angle\"\nvalue = \"2*pi*t\"\n";
    let statics = "vary = \"time\"\nuntil = 1.5\nevery = 0.5";
    let (points, end, _) = path(&cantilever(
        statics,
        section,
        10.0,
        "elements = 16\norder = 1",
        guide,
    ));
    assert_eq!(end, PathEnd::Complete);
    let at: Vec<f64> = points
        .iter()
        .filter(|p| p.critical.is_none())
        .map(|p| p.parameter)
        .collect();
    assert_eq!(at, [0.0, 0.5, 1.0, 1.5]);
    assert!(points.last().expect("a point").unstable > Some(0));
}

#[test]
fn a_path_may_be_cut_short() {
    let (points, end, _) = path(&column("until = 600\nincrement = 10\nmax_points = 5"));
    assert_eq!((points.len(), end), (5, PathEnd::Points));
}
