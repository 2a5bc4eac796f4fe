//! Beams, cables, sections and loads per length in model files: what is good decodes to the right numbers.

use nalgebra::{Matrix3, Matrix6};
use poinsot::geometry::Curve;
use poinsot::math::{M6, Quaternion, V3};
use poinsot::model::{
    AnchorAxes, AnchorPoint, CableStrain, LinePoint, Model, Section, SectionAxes, Source,
    SpringPlace, read_model, render_all,
};
use std::f64::consts::{FRAC_PI_2, PI};

const RUN: &str = "[run]\nduration = 1\ndt = 0.01\n";
const STRIP: &str = "[[section]]\nname = \"strip\"\nEA = 6\nGAy = 5\nGJ = 3\nEIy = 2\nmass_per_length = 7\ninertia_per_length = [0.3, 0.1, 0.2]\n";
const BOOM: &str = "[[beam]]\nname = \"boom\"\nfrom = [1, 0, 0]\nto = [3, 0, 0]\nsection = \"strip\"\nelements = 4\n";
const ROPE: &str = "[[cable]]\nname = \"rope\"\nfrom = [3, 0, 0]\nto = [3, 0, 4]\nstiffness = 100\nmass_per_length = 2\nelements = 5\n";

fn read(parts: &[&str]) -> Model {
    let text = format!("{RUN}{}", parts.concat());
    let source = Source::new("model.toml", text);
    match read_model(&source) {
        Ok((model, warnings)) => {
            assert_eq!(warnings, vec![]);
            model
        }
        Err(problems) => panic!("{}", render_all(&problems, Some(&source), false)),
    }
}

/// The section that a text describes under the name `s`.
fn section(text: &str) -> Section {
    let beam = BOOM.replace("strip", "s");
    let model = read(&[text, &beam]);
    model.beams[0].sections[0].1.clone()
}

fn near(a: f64, b: f64) -> bool {
    // A few operations on numbers of this size.
    (a - b).abs() <= 1e-12 * b.abs()
}

const STEEL: &str =
    "[[material]]\nname = \"steel\"\nyoungs = \"200 GPa\"\nshear = \"80 GPa\"\ndensity = 8000\n";

#[test]
fn single_values_fill_the_diagonal() {
    let s = section(&STRIP.replace("strip", "s"));
    let diagonal = [6.0, 5.0, 5.0, 3.0, 2.0, 2.0];
    assert_eq!(s.stiffness, M6::from_diagonal(&diagonal.into()));
    assert_eq!(s.damping, M6::zeros());
    assert_eq!((s.mass, s.mass_center), (7.0, V3::zeros()));
    assert_eq!(s.inertia, Matrix3::from_diagonal(&V3::new(0.3, 0.1, 0.2)));
    let more = "GAz = \"4 N\"\nEIz = \"1 N m^2\"\nmass_center = [\"1 cm\", 0.02]\ndamping_time = \"10 ms\"\n";
    let s = section(&format!("{}{more}", STRIP.replace("strip", "s")));
    let diagonal = [6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
    let stiffness = M6::from_diagonal(&diagonal.into());
    assert_eq!(s.stiffness, stiffness);
    assert_eq!(s.damping, 0.01 * stiffness);
    assert_eq!(s.mass_center, V3::new(0.0, 0.01, 0.02));
}

#[test]
fn shapes_and_materials() {
    let of = |text: &str| {
        section(&format!(
            "{STEEL}[[section]]\nname = \"s\"\nmaterial = \"steel\"\n{text}\n"
        ))
    };
    let (e, g, rho) = (200e9, 80e9, 8000.0);
    // Width along y, height along z: bending about y is the stiff one for a high section.
    let s =
        of("shape = \"rectangle\"\nwidth = \"20 mm\"\nheight = 0.03\nshear_factors = [0.8, 0.9]");
    let k = s.stiffness;
    assert!(near(k[(0, 0)], e * 0.02 * 0.03));
    assert!(near(k[(1, 1)], 0.8 * g * 0.02 * 0.03));
    assert!(near(k[(2, 2)], 0.9 * g * 0.02 * 0.03));
    assert!(near(k[(4, 4)], e * 0.02 * 0.03_f64.powi(3) / 12.0));
    assert!(near(k[(5, 5)], e * 0.03 * 0.02_f64.powi(3) / 12.0));
    assert!(near(s.mass, rho * 0.02 * 0.03));
    let s = of("shape = \"circle\"\ndiameter = 0.02");
    assert!(near(s.stiffness[(3, 3)], g * PI * 0.02_f64.powi(4) / 32.0));
    let s = of("shape = \"tube\"\ndiameter = 0.02\nthickness = 0.002");
    let area = 0.25 * PI * (0.02_f64.powi(2) - 0.016_f64.powi(2));
    assert!(near(s.stiffness[(0, 0)], e * area));
    let s = of("shape = \"i-beam\"\nwidth = 0.05\nheight = 0.08\nflange = 0.006\nweb = 0.004");
    assert!(near(s.mass, rho * (2.0 * 0.05 * 0.006 + 0.068 * 0.004)));
    let s =
        of("shape = \"box\"\nwidth = 0.04\nheight = 0.06\nthickness = 0.003\ndamping_time = 1e-4");
    assert!(near(s.mass, rho * (0.04 * 0.06 - 0.034 * 0.054)));
    assert!((s.damping - 1e-4 * s.stiffness).amax() <= 1e-12 * s.stiffness.amax());
}

#[test]
fn poisson_gives_the_shear_modulus() {
    let steel = STEEL.replace("shear = \"80 GPa\"", "poisson = 0.25");
    let text = "[[section]]\nname = \"s\"\nmaterial = \"steel\"\nshape = \"circle\"\ndiameter = 2\nshear_factors = [1, 0.5]\n";
    let k = section(&format!("{steel}{text}")).stiffness;
    assert!(near(k[(1, 1)], 80e9 * PI) && near(k[(2, 2)], 40e9 * PI));
}

fn written(matrix: &Matrix6<f64>) -> String {
    let row = |i: usize| {
        let entries: Vec<String> = (0..6).map(|j| format!("{:e}", matrix[(i, j)])).collect();
        format!("[{}]", entries.join(", "))
    };
    let rows: Vec<String> = (0..6).map(row).collect();
    format!("[{}]", rows.join(", "))
}

/// A full stiffness, the mass of a section with its centre at y = 0.1, z = -0.2, and a full damping.
fn full() -> [Matrix6<f64>; 3] {
    let mut stiffness = Matrix6::from_fn(|i, j| 0.1 * (i + j) as f64);
    let mut mass = Matrix6::zeros();
    for i in 0..6 {
        stiffness[(i, i)] = 100.0 + i as f64;
        mass[(i, i)] = [2.0, 2.0, 2.0, 0.5, 0.4, 0.3][i];
    }
    // m c~ below the diagonal, with m = 2.
    for (i, j, x) in [
        (3, 1, 0.4),
        (3, 2, 0.2),
        (4, 0, -0.4),
        (5, 0, -0.2),
        (5, 4, 0.04),
    ] {
        mass[(i, j)] = x;
        mass[(j, i)] = x;
    }
    [stiffness, mass, 0.01 * stiffness]
}

#[test]
fn full_matrices_in_both_conventions() {
    let [stiffness, mass, damping] = full();
    let text = |convention: &str, [k, m, d]: [Matrix6<f64>; 3]| {
        let (k, m, d) = (written(&k), written(&m), written(&d));
        format!(
            "[[section]]\nname = \"s\"\nconvention = \"{convention}\"\nstiffness = {k}\nmass_matrix = {m}\ndamping = {d}\n"
        )
    };
    let s = section(&text("x-axis", [stiffness, mass, damping]));
    assert_eq!(s.stiffness, stiffness);
    assert_eq!(s.damping, damping);
    assert!(near(s.mass, 2.0));
    assert!((s.mass_center - V3::new(0.0, 0.1, -0.2)).amax() < 1e-15);
    // J_C = J - m (|c|^2 1 - c c^T).
    let inertia = Matrix3::new(0.4, 0.0, 0.0, 0.0, 0.32, 0.0, 0.0, 0.0, 0.28);
    assert!((s.inertia - inertia).amax() < 1e-15, "{}", s.inertia);
    // Along z: shear x, shear y, stretch, bending x, bending y, twist. Our y, z, x are its x, y, z.
    let order = [1, 2, 0, 4, 5, 3];
    let along_z = |m: &Matrix6<f64>| Matrix6::from_fn(|i, j| m[(order[i], order[j])]);
    let other = section(&text(
        "beamdyn",
        [along_z(&stiffness), along_z(&mass), along_z(&damping)],
    ));
    assert_eq!(other, s);
}

#[test]
fn matrices_may_be_diagonals_and_stand_beside_single_masses() {
    let text = "[[section]]\nname = \"s\"\nconvention = \"x-axis\"\nstiffness = [\"6 N\", 5, 4, \"3 N m^2\", 2, 1]\nmass_per_length = 1\ninertia_per_length = [2, 1, 1]\ndamping = [\"1 N s\", 1, 1, 1, \"1 N m^2 s\", 0]\n";
    let s = section(text);
    let diagonal = [6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
    assert_eq!(s.stiffness, M6::from_diagonal(&diagonal.into()));
    assert_eq!(s.damping[(4, 4)], 1.0);
}

#[test]
fn curves() {
    let along = |curve: &str| {
        let beam = BOOM.replace("from = [1, 0, 0]\nto = [3, 0, 0]\n", curve);
        read(&[STRIP, &beam]).beams[0].curve.clone()
    };
    let points = vec![V3::zeros(), V3::x(), V3::new(1.0, 1.0, 0.0)];
    let text = "[[0, 0, 0], [1, 0, 0], [1, \"1 m\", 0]]\n";
    assert_eq!(
        along(&format!("points = {text}")),
        Curve::Polyline(points.clone())
    );
    assert_eq!(along(&format!("spline = {text}")), Curve::Spline(points));
    let arc = along(
        "arc = { start = [1, 0, 0], center = [0, 0, 0], axis = [0, 0, 2], angle = \"90 deg\" }\n",
    );
    let expected = Curve::Arc {
        start: V3::x(),
        center: V3::zeros(),
        axis: V3::z(),
        angle: FRAC_PI_2,
    };
    assert_eq!(arc, expected);
}

#[test]
fn beams_and_their_defaults() {
    let model = read(&[STRIP, BOOM]);
    let beam = &model.beams[0];
    assert_eq!(beam.curve, Curve::line(V3::x(), V3::new(3.0, 0.0, 0.0)));
    assert_eq!((beam.order, beam.elements), (3, 4));
    assert_eq!(beam.axes, SectionAxes::YNear(V3::y()));
    assert_eq!(beam.points, vec![]);
    assert_eq!(beam.motion.velocity, V3::zeros());
    assert_eq!(beam.place.line, 12);
    let more = "order = 1\nvelocity = [1, 2, 3]\nangular_velocity = [0, 0, \"60 rpm\"]\nabout = [1, 0, 0]\nz_axis = [0, 0, 3]\n";
    let model = read(&[STRIP, BOOM, more]);
    let beam = &model.beams[0];
    assert_eq!(beam.order, 1);
    assert_eq!(beam.axes, SectionAxes::ZNear(V3::z()));
    assert_eq!(beam.motion.velocity, V3::new(1.0, 2.0, 3.0));
    assert!(near(beam.motion.angular_velocity.z, 2.0 * PI));
    assert_eq!(beam.motion.about, V3::x());
}

/// Without being told y follows world y, and z or x where the curve runs along what comes before.
#[test]
fn default_axes() {
    let axes = |curve: &str| {
        let beam = BOOM.replace("from = [1, 0, 0]\nto = [3, 0, 0]\n", curve);
        read(&[STRIP, &beam]).beams[0].axes.clone()
    };
    let straight = |to: &str| axes(&format!("from = [0, 0, 0]\nto = {to}\n"));
    assert_eq!(straight("[1, 1, 0]"), SectionAxes::YNear(V3::y()));
    assert_eq!(straight("[0, 1, 0]"), SectionAxes::YNear(V3::z()));
    assert_eq!(straight("[0.01, 1, 0]"), SectionAxes::YNear(V3::z()));
    let arc = |axis: &str| {
        axes(&format!(
            "arc = {{ start = [1, 1, 1], center = [0, 0, 0], axis = {axis}, angle = \"1 rev\" }}\n"
        ))
    };
    assert_eq!(arc("[-1, 0, 1]"), SectionAxes::YNear(V3::z()));
    let polyline = "points = [[0, 0, 0], [0, 1, 0], [0, 1, 1]]\n";
    assert_eq!(axes(polyline), SectionAxes::YNear(V3::x()));
}

#[test]
fn tapered_and_twisted() {
    let thin = STRIP.replace("strip", "thin").replace("EA = 6", "EA = 3");
    let tapered = BOOM.replace(
        "section = \"strip\"",
        "sections = [{ at = \"0 %\", section = \"strip\" }, { at = \"1500 mm\", section = \"thin\" }]\ny_axes = [{ at = 0, direction = [0, 2, 0] }, { at = \"100 %\", direction = [0, 0, 1] }]",
    );
    let model = read(&[STRIP, &thin, &tapered]);
    let beam = &model.beams[0];
    let stations: Vec<(f64, f64)> = beam
        .sections
        .iter()
        .map(|(s, k)| (*s, k.stiffness[(0, 0)]))
        .collect();
    assert_eq!(stations, [(0.0, 6.0), (1.5, 3.0)]);
    assert_eq!(
        beam.axes,
        SectionAxes::YStations(vec![(0.0, V3::y()), (2.0, V3::z())])
    );
    // A straight beam turned by pi/2 over its last metre, about x: y goes to z.
    let text = "twist = [{ at = 1, angle = 0 }, { at = 2, angle = \"90 deg\" }]\n";
    let model = read(&[STRIP, BOOM, text]);
    let SectionAxes::YStations(list) = &model.beams[0].axes else {
        panic!("{:?}", model.beams[0].axes);
    };
    for (s, y) in list {
        let angle = FRAC_PI_2 * (s - 1.0).max(0.0);
        let expected = V3::new(0.0, angle.cos(), angle.sin());
        assert!((y - expected).amax() < 1e-14, "{s}: {y}");
    }
    assert_eq!(list.first().map(|e| e.0), Some(0.0));
    assert_eq!(list.last().map(|e| e.0), Some(2.0));
}

#[test]
fn cables() {
    let model = read(&[ROPE]);
    let rope = &model.cables[0];
    assert_eq!((rope.stiffness, rope.mass), (100.0, 2.0));
    assert_eq!(rope.strain, CableStrain::Engineering);
    assert!(rope.tension_only);
    assert_eq!((rope.damping, rope.pre_stretch), (0.0, 1.0));
    assert_eq!((rope.order, rope.elements), (1, 5));
    let more = "strain = \"green\"\ntension_only = false\ndamping = \"3 N s\"\nfree_length = \"3.2 m\"\norder = 2\nvelocity = [1, 0, 0]\n";
    let drawn = ROPE.replace("mass_per_length", "mass_per_drawn_length");
    let model = read(&[&drawn, more]);
    let truss = &model.cables[0];
    assert_eq!(truss.strain, CableStrain::Green);
    assert!(!truss.tension_only);
    assert_eq!((truss.damping, truss.order), (3.0, 2));
    assert!(near(truss.pre_stretch, 1.25));
    assert_eq!(truss.motion.velocity, V3::x());
    let more = "pre_stretch = 1.01\ndamping_time = 0.02\n";
    let rope = &read(&[&drawn, more]).cables[0];
    assert_eq!(
        (rope.pre_stretch, rope.damping, rope.mass),
        (1.01, 2.0, 2.0)
    );
    // As much mass on less length.
    let free = ROPE.replace("mass_per_length", "mass_per_free_length");
    let rope = &read(&[&free, more]).cables[0];
    assert!(near(rope.mass, 2.0 / 1.01));
}

#[test]
fn loads_per_length() {
    let load = |text: &str| {
        let text = format!("[[line_load]]\nname = \"q\"\n{text}\n");
        read(&[STRIP, BOOM, ROPE, &text]).line_loads[0].clone()
    };
    let q = load("on = \"rope\"\nforce = [0, 0, \"-3 N/m\"]");
    assert_eq!((q.on.as_str(), q.force), ("rope", V3::new(0.0, 0.0, -3.0)));
    assert_eq!((q.moment, q.follower, q.range), (V3::zeros(), false, None));
    assert_eq!(q.scale.value(2.0), 1.0);
    let q = load(
        "on = \"boom\"\nmoment = [\"2 N m/m\", 0, 0]\nfollower = true\nrange = [\"50 cm\", \"75 %\"]\nscale = \"t\"",
    );
    assert_eq!((q.moment, q.follower), (V3::new(2.0, 0.0, 0.0), true));
    assert_eq!(q.range, Some([0.5, 1.5]));
    assert_eq!(q.scale.value(2.0), 2.0);
}

fn point(name: &str, s: f64) -> LinePoint {
    LinePoint {
        name: name.into(),
        s,
    }
}

/// However a point is written it has one name, and all points that something is attached to are noted, sensors not.
#[test]
fn points_of_beams_and_cables() {
    let force = |name: &str, on: &str| {
        format!("[[force]]\nname = \"{name}\"\non = \"{on}\"\nvalue = [0, 0, 1]\n")
    };
    let names = [
        "boom.end",
        "boom@0",
        "boom@0.36",
        "boom@360 mm",
        "boom@ 2 m",
        "boom@50 %",
        "rope@1",
        "boom@0.3600000001",
    ];
    let loads: String = (names.iter().enumerate())
        .map(|(i, on)| force(&format!("f{i}"), on))
        .collect();
    let sensors = "[[sensor]]\nname = \"a\"\non = \"boom@0.7\"\nat = [0, 0.1, 0]\n[[sensor]]\nname = \"b\"\non = \"rope.end\"\n";
    let moment =
        "[[moment]]\nname = \"m\"\non = \"boom@1.5\"\nvalue = [1, 0, 0]\nfollower = true\n";
    let model = read(&[STRIP, BOOM, ROPE, &loads, sensors, moment]);
    let on: Vec<&str> = model.forces.iter().map(|f| f.on.as_str()).collect();
    let expected = [
        "boom.end",
        "boom.start",
        "boom@0.36",
        "boom@0.36",
        "boom.end",
        "boom@1",
        "rope@1",
        "boom@0.36",
    ];
    assert_eq!(on, expected);
    let all = [
        point("boom.start", 0.0),
        point("boom@0.36", 0.36),
        point("boom@1", 1.0),
        point("boom@1.5", 1.5),
        point("boom.end", 2.0),
    ];
    assert_eq!(model.beams[0].points, all);
    assert_eq!(model.cables[0].points, [point("rope@1", 1.0)]);
    assert_eq!(model.moments[0].on, "boom@1.5");
    assert!(model.sensors.is_empty());
    let sensors: Vec<_> = (model.line_sensors.iter())
        .map(|s| (s.on.as_str(), s.s, s.at))
        .collect();
    assert_eq!(
        sensors,
        [
            ("boom", 0.7, V3::new(0.0, 0.1, 0.0)),
            ("rope", 4.0, V3::zeros())
        ]
    );
}

const BLOCK: &str =
    "[[body]]\nname = \"block\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [3, 0, 0]\n";
const BOB: &str = "[[point_mass]]\nname = \"bob\"\nmass = 1\nposition = [3, 0, 4]\n";

fn joint(text: &str) -> String {
    format!("[[joint]]\nname = \"j\"\n{text}\n")
}

/// Joints at points of beams and cables need no place; what is given as one may be off the line.
#[test]
fn joints_know_where_points_are() {
    let read = |text: &str| read(&[STRIP, BOOM, ROPE, BLOCK, BOB, &joint(text)]).joints[0].clone();
    let at = |text: &str| match read(text).between[1].at {
        AnchorPoint::World(point) | AnchorPoint::Local(point) => point,
    };
    let end = V3::new(3.0, 0.0, 0.0);
    assert_eq!(
        at("kind = \"fixed\"\nbetween = [\"block\", \"boom.end\"]"),
        end
    );
    assert_eq!(
        at("kind = \"spherical\"\nbetween = [\"bob\", \"ground\"]"),
        V3::new(3.0, 0.0, 4.0)
    );
    let hinge = "kind = \"revolute\"\nbetween = [\"ground\", \"boom@0.5\"]\naxis = [0, 1, 0]";
    assert_eq!(at(hinge), V3::new(1.5, 0.0, 0.0));
    let off = format!("{hinge}\nat = [1.5, 0, 0.1]");
    assert_eq!(at(&off), V3::new(1.5, 0.0, 0.1));
    // A cable point carries no axes and no offset.
    let hook = read("kind = \"spherical\"\nbetween = [\"rope.start\", \"boom.end\"]");
    assert!(matches!(hook.between[0].at, AnchorPoint::Local(p) if p == V3::zeros()));
    assert!(matches!(hook.between[0].axes, AnchorAxes::World(q) if q == Quaternion::identity()));
    assert!(matches!(hook.between[1].at, AnchorPoint::World(p) if p == end));
}

/// Local points of beams are in section axes: here x along world z, y along world y, z along minus world x.
#[test]
fn springs_at_section_axes() {
    let mast = BOOM.replace("to = [3, 0, 0]", "to = [1, 0, 2]");
    let spring = "[[spring]]\nname = \"k\"\nbetween = [\"boom@1\", \"ground\"]\nlocal_points = [[0, 0, 0.5], [0.5, 0, 5]]\nstiffness = 2\n";
    let model = read(&[STRIP, &mast, spring]);
    let SpringPlace::Points([first, _]) = &model.springs[0].on else {
        panic!("{:?}", model.springs[0].on);
    };
    assert_eq!(first.item, "boom@1");
    // The free length is as drawn: from [1, 0, 1] + 0.5 (-x) to [0.5, 0, 5].
    let law = model.springs[0].law.as_ref().map(|law| law.effort(5.0));
    assert!(law.is_some_and(|f| (f - 2.0).abs() < 1e-12), "{law:?}");
}

#[test]
fn nodes_are_shared_where_nothing_is_lost() {
    let share = |text: &str| read(&[STRIP, BOOM, ROPE, BLOCK, BOB, &joint(text)]).joints[0].share;
    let between = |kind: &str, a: &str, b: &str| {
        share(&format!(
            "kind = \"{kind}\"\nbetween = [\"{a}\", \"{b}\"]\nat = [3, 0, 0]"
        ))
    };
    assert!(between("fixed", "ground", "boom.end"));
    assert!(between("fixed", "block", "boom.end"));
    assert!(!between("fixed", "ground", "block"));
    assert!(!between("spherical", "boom.end", "block"));
    assert!(!between("spherical", "boom.end", "ground"));
    assert!(between("spherical", "rope.start", "ground"));
    assert!(between("spherical", "boom.end", "rope.start"));
    assert!(between("spherical", "block", "rope.start"));
    assert!(share(
        "kind = \"spherical\"\nbetween = [\"rope.end\", \"bob\"]"
    ));
    assert!(!share(
        "kind = \"spherical\"\nbetween = [\"ground\", \"bob\"]"
    ));
    assert!(share(
        "kind = \"spherical\"\nbetween = [\"ground\", \"bob\"]\nshare = true"
    ));
    assert!(!share(
        "kind = \"fixed\"\nbetween = [\"ground\", \"boom.end\"]\nshare = false"
    ));
    assert!(!share(
        "kind = \"revolute\"\nbetween = [\"ground\", \"boom.end\"]\naxis = [0, 1, 0]"
    ));
}
