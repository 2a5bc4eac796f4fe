//! Bodies that are made of their shapes: volume, mass centre and inertia.

use nalgebra::{Matrix3, Vector3};
use poinsot::model::{Body, Problem, Solid, Source, read_model};

type V3 = Vector3<f64>;

/// Volume, centre along z and principal moments per mass of a solid of revolution, summed over thin discs with a hole.
fn by_discs(length: f64, radii: impl Fn(f64) -> [f64; 2]) -> [f64; 4] {
    let (n, mut sums) = (200_000, [0.0; 4]);
    for k in 0..n {
        let z = length * ((f64::from(k) + 0.5) / f64::from(n) - 0.5);
        let [outer, inner] = radii(z).map(|r| r * r);
        let area = std::f64::consts::PI * (outer - inner) * length / f64::from(n);
        sums[0] += area;
        sums[1] += area * z;
        sums[2] += area * z * z;
        sums[3] += area * 0.5 * (outer + inner);
    }
    let [volume, first, second, about] = sums;
    let center = first / volume;
    let about = about / volume;
    [
        volume,
        center,
        0.5 * about + second / volume - center * center,
        about,
    ]
}

#[test]
fn round_solids_have_the_inertia_of_their_discs() {
    let (a, b, l, w) = (0.4, 0.15, 0.9, 0.1);
    let ball = |z: f64| {
        if z.abs() > 0.5 * l {
            ((a * a - (z.abs() - 0.5 * l).powi(2)).max(0.0)).sqrt()
        } else {
            a
        }
    };
    let cases = [
        (
            Solid::Cylinder {
                radius: a,
                length: l,
            },
            by_discs(l, |_| [a, 0.0]),
        ),
        (
            Solid::Tube {
                radius: a,
                thickness: w,
                length: l,
            },
            by_discs(l, |_| [a, a - w]),
        ),
        (
            Solid::Cone {
                radius: a,
                end_radius: b,
                length: l,
            },
            by_discs(l, |z| [a + (b - a) * (z / l + 0.5), 0.0]),
        ),
        (
            Solid::Cone {
                radius: a,
                end_radius: 0.0,
                length: l,
            },
            by_discs(l, |z| [a * (0.5 - z / l), 0.0]),
        ),
        (
            Solid::Sphere { radius: a },
            by_discs(2.0 * a, |z| [(a * a - z * z).sqrt(), 0.0]),
        ),
        (
            Solid::Capsule {
                radius: a,
                length: l,
            },
            by_discs(l + 2.0 * a, |z| [ball(z), 0.0]),
        ),
    ];
    for (solid, [volume, center, across, about]) in cases {
        let spread = solid.spread().expect("has one");
        let found = [
            solid.volume().expect("has one"),
            spread.center.z,
            spread.gyration.x,
            spread.gyration.z,
        ];
        for (found, known) in found.iter().zip([volume, center, across, about]) {
            // Discs of finite thickness: 1e-5 squared, and the root at the poles of a ball.
            assert!((found - known).abs() < 1e-7, "{solid:?}: {found} {known}");
        }
        assert_eq!(spread.gyration.x, spread.gyration.y);
    }
    let size = V3::new(0.3, 0.6, 0.1);
    let spread = Solid::Box { size }.spread().expect("has one");
    assert!((spread.gyration - V3::new(0.37, 0.1, 0.45) / 12.0).norm() < 1e-15);
}

fn model(body: &str, shapes: &str) -> String {
    format!("[run]\nduration = 0.1\ndt = 0.01\n[[body]]\nname = \"rod\"\n{body}\n{shapes}")
}

fn read(body: &str, shapes: &str) -> Result<Body, Vec<Problem>> {
    let text = model(body, shapes);
    let (model, warnings) = read_model(&Source::new("model.toml", text.as_str()))?;
    assert_eq!(warnings, vec![]);
    Ok(model.bodies[0].clone())
}

const ROD: &str = "[[shape]]\non = \"rod\"\nkind = \"cylinder\"\nfrom = [0, 0, 0]\nto = [2, 0, 0]\nradius = 0.1\n";

#[test]
fn a_body_has_the_inertia_of_its_shapes() {
    let rod = read("position = [1, 0, 0]", &format!("{ROD}mass = 3\n")).expect("is sound");
    assert_eq!((rod.mass, rod.mass_center), (3.0, V3::x()));
    let across = 3.0 * (0.01 / 4.0 + 4.0 / 12.0);
    let known = Matrix3::from_diagonal(&V3::new(3.0 * 0.01 / 2.0, across, across));
    assert!((rod.inertia - known).norm() < 1e-14, "{}", rod.inertia);
    let volume = std::f64::consts::PI * 0.01 * 2.0;
    let dense = read("", &format!("{ROD}density = 100\n")).expect("is sound");
    assert!((dense.mass - 100.0 * volume).abs() < 1e-13);
    // A ball at its end, and a look that weighs nothing.
    let ball =
        "[[shape]]\non = \"rod\"\nkind = \"sphere\"\nat = [2, 0, 0]\nradius = 0.2\nmass = 3\n";
    let look = "[[shape]]\non = \"rod\"\nkind = \"box\"\nsize = [9, 9, 9]\n";
    let two = read("", &format!("{ROD}mass = 3\n{ball}{look}")).expect("is sound");
    assert_eq!((two.mass, two.mass_center), (6.0, V3::new(1.5, 0.0, 0.0)));
    let about = 0.015 + 3.0 * 0.4 * 0.04;
    let across = across + 3.0 * 0.25 + 3.0 * 0.4 * 0.04 + 3.0 * 0.25;
    let known = Matrix3::from_diagonal(&V3::new(about, across, across));
    assert!((two.inertia - known).norm() < 1e-13, "{}", two.inertia);
}

#[test]
fn what_cannot_be_made_of_shapes_is_refused_in_its_place() {
    let thin = ROD.replace("radius = 0.1", "radius = 1e-8");
    let mesh = "[[shape]]\non = \"rod\"\nkind = \"mesh\"\nfile = \"a.stl\"\nmass = 1\n";
    let cases = [
        (
            "",
            ROD.to_string(),
            (4, "body[0]"),
            "`mass` is missing",
            "[[shape]]",
        ),
        (
            "mass = 1",
            ROD.to_string(),
            (4, "body[0]"),
            "`inertia` is missing",
            "[[shape]]",
        ),
        (
            "mass = 1\ninertia = [1, 1, 1]",
            format!("{ROD}mass = 3\n"),
            (14, "shape[0].mass"),
            "gets its mass elsewhere",
            "leave these out",
        ),
        (
            "mass_center = [1, 0, 0]",
            format!("{ROD}mass = 3\n"),
            (6, "body[0].mass_center"),
            "needs `mass` and `inertia`",
            "shapes",
        ),
        (
            "",
            format!("{ROD}mass = 3\ndensity = 1\n"),
            (7, "shape[0]"),
            "cannot be combined",
            "`density`",
        ),
        (
            "",
            format!("{ROD}density = \"2 kg\"\n"),
            (13, "shape[0].density"),
            "expected density",
            "kg/m^3",
        ),
        (
            "",
            format!("{thin}mass = 3\n"),
            (4, "body[0]"),
            "zero principal moment, as given by its shapes",
            "thicker",
        ),
        (
            "",
            format!("{ROD}mass = 3\n{mesh}"),
            (18, "shape[1].mass"),
            "does not apply to kind = \"mesh\"",
            "`cylinder`",
        ),
    ];
    for (body, shapes, place, message, help) in cases {
        let problems = read(body, &shapes).expect_err(message);
        let found = problems.iter().find(|p| p.message.contains(message));
        let problem = found.unwrap_or_else(|| panic!("{message}: {problems:#?}"));
        assert_eq!(
            (problem.place.line, problem.place.path.as_str()),
            place,
            "{problem:#?}"
        );
        assert!(problem.help.contains(help), "{problem:#?}");
    }
}
