//! Laws of curves, section axes and meshes.

use poinsot::geometry::reference::lobatto;
use poinsot::geometry::{Curve, FramesAlong, Path, Side, axes_problem, mesh, section_frame};
use poinsot::math::V3;
use poinsot::model::{SectionAxes, SectionFrame};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

fn bent() -> Curve {
    Curve::Polyline(vec![
        V3::new(0.0, 0.0, 0.0),
        V3::new(1.0, 0.0, 0.0),
        V3::new(1.5, 0.0, 0.0),
        V3::new(1.5, 2.0, 0.0),
        V3::new(1.7, 2.1, 0.9),
    ])
}

fn arc() -> Curve {
    Curve::Arc {
        start: V3::new(3.0, 1.0, 0.0),
        center: V3::new(1.0, 1.0, 0.0),
        axis: V3::z(),
        angle: 1.2,
    }
}

fn spline() -> Curve {
    Curve::Spline(vec![
        V3::new(0.0, 0.0, 0.0),
        V3::new(1.0, 0.3, 0.1),
        V3::new(1.4, 1.0, 0.2),
        V3::new(4.0, 1.3, -0.5),
    ])
}

/// The tangent is the derivative of the position by arc length, and chords add up to arc length.
fn arc_length_laws(curve: &Curve) {
    let path = Path::new(curve);
    let length = path.length();
    let corners = path.corners();
    let e = 1e-5 * length;
    for k in 0..200 {
        let s = length * (f64::from(k) + 0.5) / 200.0;
        let t = path.tangent(s, Side::After);
        assert!((t.norm() - 1.0).abs() < 1e-14);
        if corners.iter().all(|c| (c - s).abs() > 2.0 * e) {
            let slope = (path.position(s + e) - path.position(s - e)) / (2.0 * e);
            // e^2/6 r''' with radii above a hundredth of the length, and round-off of coordinates over e.
            assert!((slope - t).norm() < 1e-6, "{curve:?} {s}");
        }
    }
    // A chord of length h misses its arc by h^3/(24 radius^2): with n chords the sum by 1/n^2.
    let chords = |n: u32| {
        let at = |k: u32| path.position(length * f64::from(k) / f64::from(n));
        (0..n).map(|k| (at(k + 1) - at(k)).norm()).sum::<f64>()
    };
    if corners.is_empty() {
        let (coarse, fine) = (length - chords(500), length - chords(1000));
        assert!(fine < 1e-3 * length && fine > -1e-13 * length);
        assert!((4.0 * fine - coarse).abs() < 0.05 * coarse + 1e-12 * length);
    }
}

#[test]
fn arc_length_is_the_parameter() {
    for curve in [bent(), arc(), spline()] {
        arc_length_laws(&curve);
        assert_eq!(curve.problem(), None);
    }
}

#[test]
fn known_lengths_and_places() {
    // Round-off of a handful of operations.
    let eps = 1e-14;
    assert!((bent().length() - 3.5 - (0.04_f64 + 0.01 + 0.81).sqrt()).abs() < eps);
    // The second point lies on a straight line and is no corner.
    assert_eq!(bent().corners(), vec![1.5, 3.5]);
    assert!((arc().length() - 2.4).abs() < eps);
    let end = V3::new(1.0 + 2.0 * 1.2_f64.cos(), 1.0 + 2.0 * 1.2_f64.sin(), 0.0);
    assert!((arc().position(2.4) - end).norm() < eps);
    // Points of a spline are on it, in order; two points make a straight line.
    let Curve::Spline(points) = spline() else {
        unreachable!()
    };
    let path = Path::new(&spline());
    assert!((path.position(0.0) - points[0]).norm() < eps);
    assert!((path.position(path.length()) - points[3]).norm() < eps);
    let straight = Curve::Spline(points[..2].to_vec());
    assert!((straight.length() - (points[1] - points[0]).norm()).abs() < eps);
}

/// A spline through points of a circle, with ends held by symmetry in the middle, converges with fourth order away from
/// the natural ends; its length converges too.
#[test]
fn spline_converges_to_a_circle() {
    let error = |n: u32| {
        let point = |k: u32| {
            let phi = PI * f64::from(k) / f64::from(n);
            V3::new(phi.cos(), phi.sin(), 0.0)
        };
        let path = Path::new(&Curve::Spline((0..=n).map(point).collect()));
        let middle = 0.5 * path.length();
        let step = path.length() / f64::from(n);
        (path.position(middle + 0.4 * step).norm() - 1.0).abs()
    };
    let (coarse, fine) = (error(32), error(64));
    let order = (coarse / fine).log2();
    assert!((order - 4.0).abs() < 0.3, "{order}");
}

#[test]
fn corners_have_two_sides() {
    let curve = bent();
    assert_eq!(curve.tangent(1.5, Side::Before), V3::x());
    assert_eq!(curve.tangent(1.5, Side::After), V3::y());
    let axes = SectionAxes::YNear(V3::z());
    let x = |side| section_frame(&curve, &axes, 1.5, side).map(|f| f.orientation * V3::x());
    assert!((x(Side::Before).unwrap() - V3::x()).norm() < 1e-15);
    assert!((x(Side::After).unwrap() - V3::y()).norm() < 1e-15);
}

#[test]
fn problems_of_curves_are_found() {
    let o = V3::zeros();
    let bad = [
        Curve::Polyline(vec![o]),
        Curve::Polyline(vec![o, V3::x(), V3::x()]),
        Curve::Polyline(vec![o, V3::new(f64::NAN, 0.0, 0.0)]),
        Curve::Spline(vec![]),
        Curve::Spline(vec![o, o]),
        Curve::Spline(vec![o, V3::x(), o]),
        arc_of(V3::x(), V3::zeros(), 1.0),
        arc_of(V3::z(), V3::z(), 1.0),
        arc_of(V3::new(1.0, 0.0, 0.5), V3::z(), 1.0),
        arc_of(V3::x(), V3::z(), 0.0),
        arc_of(V3::x(), V3::z(), 6.3),
        arc_of(V3::x(), V3::z(), f64::NAN),
    ];
    for curve in bad {
        assert!(curve.problem().is_some(), "{curve:?}");
        // Nothing fails on them, whatever it answers.
        let axes = SectionAxes::YStations(vec![(0.0, V3::y())]);
        let _ = (
            curve.length(),
            curve.position(0.1),
            axes_problem(&curve, &axes),
        );
        let _ = mesh(&curve, &axes, 3, 2, &[0.1]);
    }
    assert_eq!(arc_of(V3::x(), 2.0 * V3::z(), TAU).problem(), None);
}

fn arc_of(start: V3, axis: V3, angle: f64) -> Curve {
    Curve::Arc {
        start,
        center: V3::zeros(),
        axis,
        angle,
    }
}

fn axes_of(frame: &SectionFrame) -> [V3; 3] {
    [V3::x(), V3::y(), V3::z()].map(|e| frame.orientation * e)
}

#[test]
fn axes_lie_as_near_as_possible() {
    let near = V3::new(0.1, -0.2, 3.0);
    for curve in [bent(), arc(), spline()] {
        let path = Path::new(&curve);
        let (by_y, by_z) = (SectionAxes::YNear(near), SectionAxes::ZNear(near));
        assert_eq!(axes_problem(&curve, &by_y), None);
        for k in 0..=40 {
            let s = path.length() * f64::from(k) / 40.0;
            let t = path.tangent(s, Side::After);
            let best = (near - t.dot(&near) * t).normalize();
            let [x, y, z] = axes_of(&FramesAlong::new(&path, &by_y).at(s, Side::After).unwrap());
            // Quaternion and back: round-off.
            assert!((x - t).norm() < 1e-14 && (y - best).norm() < 1e-14);
            assert!((x.cross(&y) - z).norm() < 1e-14);
            let [x, y, z] = axes_of(&FramesAlong::new(&path, &by_z).at(s, Side::After).unwrap());
            assert!((x - t).norm() < 1e-14 && (z - best).norm() < 1e-14);
            assert!((z.cross(&x) - y).norm() < 1e-14);
        }
    }
}

#[test]
fn parallel_axes_are_found() {
    let quarter = arc_of(V3::x(), V3::z(), FRAC_PI_2);
    let (s, _) = axes_problem(&quarter, &SectionAxes::YNear(V3::x())).unwrap();
    assert!((s - FRAC_PI_2).abs() < 1e-6);
    assert!(section_frame(&quarter, &SectionAxes::ZNear(V3::x()), s, Side::After).is_none());
    // Between the samples.
    let direction = V3::new(1.0, 1.234, 0.0);
    let (s, _) = axes_problem(&quarter, &SectionAxes::ZNear(direction)).unwrap_or_default();
    assert_eq!(s, 0.0, "the tangent points to -x and +y only");
    let direction = V3::new(-1.0, 1.234, 0.0);
    let (s, _) = axes_problem(&quarter, &SectionAxes::ZNear(direction)).unwrap();
    assert!((s - (1.0_f64 / 1.234).atan()).abs() < 1e-6);
    let (s, _) = axes_problem(&bent(), &SectionAxes::YNear(V3::y())).unwrap();
    assert!((1.5..3.5).contains(&s));
    assert!(axes_problem(&bent(), &SectionAxes::YNear(V3::zeros())).is_some());
    let line = Curve::line(V3::zeros(), V3::x());
    for stations in [
        vec![],
        vec![(0.0, V3::y()), (2.0, V3::y())],
        vec![(0.5, V3::y()), (0.5, V3::y())],
        vec![(0.5, V3::x())],
        vec![(0.0, V3::y()), (1.0, -V3::y())],
    ] {
        assert!(axes_problem(&line, &SectionAxes::YStations(stations)).is_some());
    }
}

/// On a straight line the angle of y is linear between stations and constant beyond.
#[test]
fn stations_turn_steadily() {
    let line = Curve::line(V3::zeros(), 4.0 * V3::x());
    let y = |angle: f64| V3::new(0.0, angle.cos(), angle.sin());
    // By more than half a turn in all, each step by less; the given directions lean along the line.
    let lean = 0.3 * V3::x();
    let axes = SectionAxes::YStations(vec![
        (1.0, y(0.2) + lean),
        (2.0, y(2.5)),
        (3.0, y(5.0) - lean),
    ]);
    assert_eq!(axes_problem(&line, &axes), None);
    for (s, angle) in [
        (0.0, 0.2),
        (1.0, 0.2),
        (1.25, 0.775),
        (2.5, 3.75),
        (3.5, 5.0),
    ] {
        let frame = section_frame(&line, &axes, s, Side::Before).unwrap();
        // Round-off of sines of angles of a few turns.
        assert!((frame.orientation * V3::y() - y(angle)).norm() < 1e-14);
    }
}

/// On a curve without twist given at both ends, the section turns about its tangent by the same rate everywhere:
/// y' . z is constant.
#[test]
fn stations_turn_steadily_on_curves() {
    for curve in [arc(), spline()] {
        let path = Path::new(&curve);
        let length = path.length();
        let axes = SectionAxes::YStations(vec![
            (0.0, V3::new(0.0, 0.1, 1.0)),
            (length, V3::new(0.2, -1.0, 0.3)),
        ]);
        assert_eq!(axes_problem(&curve, &axes), None);
        let frames = FramesAlong::new(&path, &axes);
        let e = 1e-4 * length;
        let rates: Vec<f64> = (1..100)
            .map(|k| {
                let s = length * f64::from(k) / 100.0;
                let at = |s| axes_of(&frames.at(s, Side::After).unwrap());
                ((at(s + e)[1] - at(s - e)[1]) / (2.0 * e)).dot(&at(s)[2])
            })
            .collect();
        let spread = rates
            .iter()
            .fold(0.0_f64, |a, r| a.max((r - rates[0]).abs()));
        // Error of the two reflections with 32 steps per span, and of the difference quotient.
        assert!(spread < 1e-4, "{spread}");
        for (s, direction) in [
            (0.0, V3::new(0.0, 0.1, 1.0)),
            (length, V3::new(0.2, -1.0, 0.3)),
        ] {
            let t = path.tangent(s, Side::Before);
            let best = (direction - t.dot(&direction) * t).normalize();
            assert!((axes_of(&frames.at(s, Side::Before).unwrap())[1] - best).norm() < 1e-12);
        }
    }
}

/// Without twist a planar corner keeps the axis across its plane.
#[test]
fn stations_pass_corners() {
    let curve = Curve::Polyline(vec![V3::zeros(), V3::x(), V3::new(1.0, 1.0, 0.0)]);
    let axes = SectionAxes::YStations(vec![(0.0, V3::z())]);
    for s in [0.0, 0.7, 1.0, 1.4, 2.0] {
        for side in [Side::Before, Side::After] {
            let frame = section_frame(&curve, &axes, s, side).unwrap();
            assert!((frame.orientation * V3::y() - V3::z()).norm() < 1e-15);
        }
    }
}

fn mesh_laws(curve: &Curve, order: usize, elements: usize, boundaries: &[f64]) {
    let axes = SectionAxes::YNear(V3::new(0.1, -0.2, 3.0));
    let path = Path::new(curve);
    let length = path.length();
    let made = mesh(curve, &axes, order, elements, boundaries);
    assert!(made.elements.len() >= elements);
    assert_eq!(made.nodes, made.elements.len() * order + 1);
    assert_eq!(made.elements[0].s[0], 0.0);
    assert_eq!(made.elements[made.elements.len() - 1].s[order], length);
    for pair in made.elements.windows(2) {
        assert_eq!(pair[0].s[order], pair[1].s[0]);
        assert_eq!(pair[0].first_node + order, pair[1].first_node);
        assert_eq!(pair[0].frames[order].position, pair[1].frames[0].position);
    }
    for element in &made.elements {
        let [from, to] = element.ends();
        for (k, (xi, _)) in lobatto(order).iter().enumerate() {
            let s = 0.5 * (from + to) + 0.5 * (to - from) * xi;
            assert!((element.s[k] - s).abs() < 1e-14 * length);
            let frame = &element.frames[k];
            assert!((frame.position - path.position(s)).norm() < 1e-13 * length);
            assert!((frame.orientation.norm() - 1.0).abs() < 1e-14);
        }
        // No corner and no boundary inside.
        for s in path.corners().iter().chain(boundaries) {
            assert!(*s < from + 1.1e-9 * length || *s > to - 1.1e-9 * length);
        }
    }
    for s in boundaries
        .iter()
        .chain(&path.corners())
        .filter(|s| (0.0..=length).contains(*s))
    {
        let node = made.node_at(*s).expect("boundaries are nodes");
        assert_eq!(node % order, 0, "an end of elements");
    }
}

#[test]
fn meshes_share_out_elements() {
    let lengths = |elements, boundaries: &[f64]| -> Vec<f64> {
        let line = Curve::line(V3::zeros(), 4.0 * V3::x());
        let made = mesh(&line, &SectionAxes::YNear(V3::y()), 1, elements, boundaries);
        made.elements.iter().map(|e| e.length).collect()
    };
    assert_eq!(lengths(4, &[]), vec![1.0; 4]);
    assert_eq!(lengths(4, &[1.0]), vec![1.0; 4]);
    assert_eq!(lengths(1, &[1.0, 2.0]), vec![1.0, 1.0, 2.0]);
    assert_eq!(lengths(0, &[]), vec![4.0]);
    assert_eq!(
        lengths(2, &[2.0, 2.0 + 1e-10, 0.0, 4.0, 7.0, -1.0]),
        vec![2.0; 2]
    );
    assert_eq!(lengths(3, &[2.0]), vec![1.0, 1.0, 2.0]);
    for curve in [bent(), arc(), spline()] {
        for order in 1..=3 {
            mesh_laws(&curve, order, 7, &[0.3, 1.1]);
        }
    }
}

fn point() -> impl Strategy<Value = V3> {
    [-5.0..5.0, -5.0..5.0, -5.0..5.0_f64].prop_map(|[x, y, z]| V3::new(x, y, z))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_polylines_mesh(
        points in prop::collection::vec(point(), 2..6),
        order in 1..4_usize,
        elements in 1..20_usize,
        parts in prop::collection::vec(0.0..1.0_f64, 0..4),
    ) {
        let curve = Curve::Polyline(points);
        let boundaries: Vec<f64> = parts.iter().map(|p| p * curve.length()).collect();
        mesh_laws(&curve, order, elements, &boundaries);
    }

    #[test]
    fn random_splines_keep_arc_length(points in prop::collection::vec(point(), 2..6), part in 0.0..1.0_f64) {
        let curve = Curve::Spline(points);
        prop_assume!(curve.problem().is_none());
        let path = Path::new(&curve);
        let s = part * path.length();
        // Chords are shorter than the arc, and more of them are never shorter.
        let chords = |n: u32| -> Vec<V3> {
            let at = |k: u32| path.position(s * f64::from(k) / f64::from(n));
            (0..n).map(|k| at(k + 1) - at(k)).collect()
        };
        let missing = |list: &[V3]| s - list.iter().map(V3::norm).sum::<f64>();
        let (few, many) = (chords(1000), chords(2000));
        let (coarse, fine) = (missing(&few), missing(&many));
        let round_off = 1e-12 * path.length();
        prop_assert!(fine > -round_off && fine < 1e-2 * path.length());
        prop_assert!(fine < coarse + round_off);
        // Twice as many miss a quarter where every bend is resolved; a sharp one beside a chord's end is missed as before.
        let sharpest = few.windows(2).map(|c| c[0].angle(&c[1])).fold(0.0, f64::max);
        if sharpest < 0.2 {
            prop_assert!(fine < 0.3 * coarse + round_off);
        }
    }
}
