//! Discs, cylinders, cones, spheres, surfaces of revolution.

use super::{area, edges_are_named, flux, order, sound, v};
use poinsot::math::V3;
use poinsot::meshes::elements::generate::{
    Division, Round, SurfaceCells, annulus, cone, cylinder, disc, revolution, sphere,
};
use poinsot::meshes::elements::{ElementMesh, check_quality};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

const KINDS: [SurfaceCells; 3] = [SurfaceCells::Quad4, SurfaceCells::Quad9, SurfaceCells::Tri3];

fn place(angle: f64) -> Round {
    Round {
        centre: V3::zeros(),
        axis: v(0.0, 0.0, 2.0),
        from: v(1.0, 0.0, 0.5),
        angle,
    }
}

/// Errors of the area fall with the order of the cells; cells face along the field; as many rims as told.
fn converges(
    what: &str,
    make: impl Fn(usize, SurfaceCells) -> ElementMesh,
    exact: f64,
    rims: usize,
    outwards: impl Fn(V3) -> V3 + Copy,
) {
    for (kind, wanted) in KINDS.into_iter().zip([2.0, 4.0, 2.0]) {
        let mut errors = Vec::new();
        for n in [1, 2, 4] {
            let mesh = make(n, kind);
            assert_eq!(sound(&mesh), rims, "{what}");
            edges_are_named(&mesh);
            assert!(flux(&mesh, outwards) > 0.0, "{what}: normals");
            errors.push((area(&mesh) - exact).abs() / exact);
        }
        let found = order(&errors);
        let exact_already = errors[2] < 1e-13;
        assert!(
            exact_already || found > wanted - 0.25,
            "{what} {kind:?} {errors:?}"
        );
    }
}

#[test]
fn discs_and_annuli() {
    let up = |_: V3| V3::z();
    for (angle, per) in [(TAU, 8), (FRAC_PI_2, 2), (PI, 4), (1.2, 2), (TAU - 0.4, 8)] {
        let rims = 1;
        let exact = 0.5 * angle * 4.0;
        let make = |n: usize, kind| disc(place(angle), 2.0, per * 2 * n, n.into(), kind).unwrap();
        converges("disc", make, exact, rims, up);
    }
    for (angle, rims) in [(TAU, 2), (FRAC_PI_2, 1)] {
        let exact = 0.5 * angle * (9.0 - 1.0);
        let make = |n: usize, kind| {
            annulus(place(angle), [1.0, 3.0], 12 * n, (3 * n).into(), kind).unwrap()
        };
        converges("annulus", make, exact, rims, up);
    }
}

#[test]
fn the_rim_of_a_disc_is_on_its_circle() {
    let mesh = disc(place(TAU), 2.0, 16, 3.into(), SurfaceCells::Quad9).unwrap();
    let rim = mesh.group("rim").unwrap();
    assert_eq!((rim.cells.len(), rim.points.len()), (16, 32));
    for &p in &rim.points {
        assert!((mesh.points[p as usize].norm() - 2.0).abs() < 1e-15);
    }
    // A core of 4 x 4 cells and three rings of 16.
    assert_eq!(mesh.group("all").unwrap().cells.len(), 16 + 48);
    assert_eq!(mesh.groups.len(), 2);
    let quarter = disc(place(FRAC_PI_2), 2.0, 4, 3.into(), SurfaceCells::Quad4).unwrap();
    let names: Vec<&str> = quarter.groups.iter().map(|g| g.name.as_str()).collect();
    assert_eq!(names, ["all", "rim", "start", "end"]);
    for (name, zero) in [("start", 1), ("end", 0)] {
        let group = quarter.group(name).unwrap();
        assert_eq!(group.cells.len(), 5);
        assert!((group.points.iter()).all(|p| quarter.points[*p as usize][zero].abs() < 1e-15));
    }
}

#[test]
fn cylinders_and_cones() {
    let out = |p: V3| v(p.x, p.y, 0.0);
    for (angle, rims) in [(TAU, 2), (1.0, 1), (FRAC_PI_2, 1)] {
        let make = |n: usize, kind| {
            cylinder(place(angle), 2.0, 3.0, 12 * n, (3 * n).into(), kind).unwrap()
        };
        converges("cylinder", make, angle * 6.0, rims, out);
        let slant = (4.0_f64 + 1.0).sqrt();
        let exact = 0.5 * angle * (2.0 + 1.0) * slant;
        let make = |n: usize, kind| {
            cone(place(angle), [2.0, 1.0], 2.0, 12 * n, (3 * n).into(), kind).unwrap()
        };
        converges("cone", make, exact, rims, out);
    }
    let exact = PI * 2.0 * 8.0_f64.sqrt();
    for radii in [[2.0, 0.0], [0.0, 2.0]] {
        for kind in KINDS {
            let mesh = cone(place(TAU), radii, 2.0, 64, 8.into(), kind).unwrap();
            assert_eq!(sound(&mesh), 1);
            edges_are_named(&mesh);
            assert!(flux(&mesh, out) > 0.0);
            // Cells across the tip cut it off.
            assert!((area(&mesh) / exact - 1.0).abs() < 3e-3);
            let rim = if radii[1] == 0.0 { "bottom" } else { "top" };
            assert!(mesh.group(rim).is_some() && mesh.groups.len() == 2);
        }
    }
}

#[test]
fn spheres_with_holes_and_without() {
    let out = |p: V3| p;
    let parts = [
        (TAU, [0.3, FRAC_PI_2], 2),
        (FRAC_PI_2, [0.3, FRAC_PI_2], 1),
        (TAU, [0.0, FRAC_PI_2], 1),
        (FRAC_PI_2, [0.0, FRAC_PI_2], 1),
        (TAU, [FRAC_PI_2, PI], 1),
        (TAU, [0.0, PI], 0),
        (FRAC_PI_2, [0.0, PI], 1),
    ];
    for (angle, polar, rims) in parts {
        let exact = angle * 4.0 * (polar[0].cos() - polar[1].cos());
        let per = if angle == TAU { 16 } else { 4 };
        let make = |n: usize, kind| {
            sphere(place(angle), 2.0, polar, per * n, (4 * n).into(), kind).unwrap()
        };
        converges("sphere", make, exact, rims, out);
        let mesh = make(2, SurfaceCells::Quad9);
        assert!(mesh.points.iter().all(|p| (p.norm() - 2.0).abs() < 1e-14));
    }
    // The closed sphere: the flux of the position is three times the volume.
    let exact = 4.0 * PI;
    let closed = |n: usize| {
        let place = place(TAU);
        sphere(
            place,
            1.0,
            [0.0, PI],
            16 * n,
            (4 * n).into(),
            SurfaceCells::Tri3,
        )
        .unwrap()
    };
    let errors = [1, 2, 4].map(|n| exact - flux(&closed(n), |p| p));
    assert!(errors[2] > 0.0 && order(&errors) > 1.9, "{errors:?}");
    let mesh = closed(1);
    assert_eq!(check_quality(&mesh).free_edges.count, 0);
}

#[test]
fn curves_turned_about_an_axis() {
    // A torus: closed both ways.
    let ring = |t: f64| v(3.0 + (TAU * t).cos(), 0.0, (TAU * t).sin());
    // Counter-clockwise in x and z: upwards outside, so that normals point out of the tube.
    let out = |p: V3| {
        let middle = v(p.x, p.y, 0.0).normalize() * 3.0;
        p - middle
    };
    let make = |n: usize, kind| {
        let (around, along) = (24 * n, (12 * n).into());
        revolution(&ring, V3::zeros(), V3::z(), TAU, around, along, kind).unwrap()
    };
    converges("torus", make, TAU * 3.0 * TAU, 0, out);
    // A curve that leaves its meridian plane makes the same cone as a straight one.
    let spiral = |t: f64| v((t + 1.0) * t.cos(), (t + 1.0) * t.sin(), -t);
    let make = |n: usize, kind| {
        revolution(
            &spiral,
            V3::zeros(),
            V3::z(),
            1.0,
            8 * n,
            (4 * n).into(),
            kind,
        )
        .unwrap()
    };
    let exact = 0.5 * (1.0 + 2.0) * 2.0_f64.sqrt();
    converges("cone", make, exact, 1, |p| -v(p.x, p.y, 0.0));
    // A paraboloid with its vertex on the axis, off the origin.
    let bowl = |t: f64| v(1.0 + t, 2.0, t * t);
    let make = |n: usize, kind| {
        let centre = v(1.0, 2.0, -5.0);
        revolution(&bowl, centre, V3::z(), TAU, 16 * n, (4 * n).into(), kind).unwrap()
    };
    let exact = PI / 6.0 * (5.0_f64.powf(1.5) - 1.0);
    converges("bowl", make, exact, 1, |_| -V3::z());
    assert!(make(1, SurfaceCells::Quad4).group("top").is_some());
}

#[test]
fn rings_are_graded_from_the_rim() {
    let rings = Division {
        cells: 4,
        ratio: 8.0,
    };
    let mesh = disc(place(FRAC_PI_2), 1.0, 4, rings, SurfaceCells::Quad4).unwrap();
    let start = mesh.group("start").unwrap();
    let mut radii: Vec<f64> = start
        .points
        .iter()
        .map(|p| mesh.points[*p as usize].x)
        .collect();
    radii.sort_by(f64::total_cmp);
    let lengths: Vec<f64> = radii.windows(2).map(|w| w[1] - w[0]).collect();
    let ratio = lengths[2] / lengths[5];
    assert!((ratio - 8.0).abs() < 1e-12, "{lengths:?}");
}

#[test]
fn what_cannot_be_made_around_an_axis_is_said() {
    let quad = SurfaceCells::Quad4;
    let said = |result: Result<ElementMesh, poinsot::meshes::MeshError>| {
        let error = result.unwrap_err();
        format!("{}; {}", error.message, error.help)
    };
    let odd = said(disc(place(TAU), 1.0, 12, 2.into(), quad));
    assert!(odd.contains("12 cells around") && odd.contains("multiple of 8"));
    let mut parallel = place(TAU);
    parallel.from = parallel.axis;
    assert!(said(disc(parallel, 1.0, 8, 2.into(), quad)).contains("parallel"));
    assert!(said(disc(place(7.0), 1.0, 8, 2.into(), quad)).contains("7 rad"));
    assert!(said(disc(place(TAU), -1.0, 8, 2.into(), quad)).contains("-1 m"));
    assert!(said(annulus(place(TAU), [2.0, 1.0], 8, 2.into(), quad)).contains("width"));
    assert!(said(cylinder(place(TAU), 1.0, 1.0, 2, 2.into(), quad)).contains("all around"));
    assert!(said(sphere(place(TAU), 1.0, [1.0, 0.5], 8, 2.into(), quad)).contains("0.5 rad"));
    assert!(said(cone(place(TAU), [1.0, f64::NAN], 1.0, 8, 2.into(), quad)).contains("NaN"));
    let huge = said(disc(place(TAU), 1.0, usize::MAX / 8 * 8, 2.into(), quad));
    assert!(huge.contains("not generated"), "{huge}");
}
