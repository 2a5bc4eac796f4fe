//! Normals, areas and nearest places.

use super::{area, surfaces, v};
use poinsot::math::V3;
use poinsot::meshes::elements::generate::{Coons, Round, SurfaceCells, cylinder, patch, sphere};
use poinsot::meshes::elements::{
    CellKind, ElementMesh, corner_normals, join, nearest_on_surface, nearest_point, point_areas,
    surface_shape,
};
use std::f64::consts::{FRAC_PI_2, TAU};

const FOLD: f64 = 30.0 / 180.0 * std::f64::consts::PI;

fn ball(n: usize, kind: SurfaceCells) -> ElementMesh {
    let place = Round {
        centre: V3::zeros(),
        axis: V3::z(),
        from: V3::x(),
        angle: TAU,
    };
    sphere(place, 1.0, [0.0, FRAC_PI_2], 16 * n, (4 * n).into(), kind).unwrap()
}

#[test]
fn normals_of_a_sphere_converge_to_the_position() {
    let kinds = [SurfaceCells::Quad4, SurfaceCells::Quad9, SurfaceCells::Tri3];
    // Means over triangles, not weighted, are of first order only.
    for (kind, gain) in kinds.into_iter().zip([3.0, 6.0, 1.8]) {
        let mut errors = Vec::new();
        for n in [1, 2, 4] {
            let mesh = ball(n, kind);
            let cells = surfaces(&mesh);
            let normals = corner_normals(&mesh, &cells, FOLD);
            let mut worst: f64 = 0.0;
            for (k, &cell) in cells.iter().enumerate() {
                let points = mesh.cell_points(cell);
                assert_eq!(normals.of(k).len(), points.len());
                for (normal, p) in normals.of(k).iter().zip(points) {
                    assert!((normal.norm() - 1.0).abs() < 1e-14);
                    let at = mesh.points[*p as usize];
                    // At the rim, cells on one side only are averaged.
                    if at.z > 0.2 {
                        worst = worst.max((normal - at).norm());
                    }
                }
            }
            errors.push(worst);
        }
        assert!(errors[2] < errors[0] / gain, "{kind:?} {errors:?}");
    }
}

#[test]
fn normals_at_one_point_are_the_same_for_all_neighbours() {
    let mesh = ball(1, SurfaceCells::Quad9);
    let cells = surfaces(&mesh);
    let normals = corner_normals(&mesh, &cells, FOLD);
    let mut first: Vec<Option<V3>> = vec![None; mesh.points.len()];
    for (k, &cell) in cells.iter().enumerate() {
        for (normal, p) in normals.of(k).iter().zip(mesh.cell_points(cell)) {
            let known = first[*p as usize].get_or_insert(*normal);
            assert_eq!(known, normal);
        }
    }
}

/// Two squares at the y axis that meet at an angle, and a third at their edge if asked for.
fn folded(angle: f64, third: bool) -> ElementMesh {
    let square = |way: V3, reversed: bool| {
        let y = V3::y();
        let corners = match reversed {
            false => [V3::zeros(), way, way + y, y],
            true => [way, V3::zeros(), y, way + y],
        };
        patch(
            Coons::Corners(corners),
            [2.into(), 2.into()],
            SurfaceCells::Quad9,
        )
        .unwrap()
    };
    let mut parts = vec![
        square(v(angle.cos(), 0.0, angle.sin()), false),
        square(v(-1.0, 0.0, 0.0), true),
    ];
    if third {
        parts.push(square(v(0.0, 0.0, -1.0), true));
    }
    join(&parts.iter().collect::<Vec<_>>()).mesh
}

#[test]
fn folds_and_branches_keep_their_own_normals() {
    let at_fold = |mesh: &ElementMesh| -> Vec<V3> {
        let cells = surfaces(mesh);
        let normals = corner_normals(mesh, &cells, FOLD);
        let mut found = Vec::new();
        for (k, &cell) in cells.iter().enumerate() {
            for (normal, p) in normals.of(k).iter().zip(mesh.cell_points(cell)) {
                let at = mesh.points[*p as usize];
                if at.x.abs() < 1e-12 && at.z.abs() < 1e-12 {
                    found.push(*normal);
                }
            }
        }
        found
    };
    let gentle = 20.0_f64.to_radians();
    let half = v(-(0.5 * gentle).sin(), 0.0, (0.5 * gentle).cos());
    let normals = at_fold(&folded(gentle, false));
    // Two cells with three points on each side.
    assert_eq!(normals.len(), 12);
    assert!(normals.iter().all(|n| (n - half).norm() < 1e-12));
    let sharp = 40.0_f64.to_radians();
    let own = [v(-sharp.sin(), 0.0, sharp.cos()), V3::z()];
    for (mesh, sides) in [
        (folded(sharp, false), &own[..]),
        (folded(gentle, true), &[]),
    ] {
        for normal in at_fold(&mesh) {
            let mine = sides.iter().any(|s| (s - normal).norm() < 1e-12);
            let mean = (normal - half).norm() < 1e-12;
            assert!(!mean && (mine || sides.is_empty()), "{normal}");
        }
    }
}

#[test]
fn areas_of_points_sum_up() {
    let flat = [
        v(0.0, 0.0, 0.0),
        v(2.0, 0.0, 0.0),
        v(2.0, 3.0, 0.0),
        v(0.0, 3.0, 0.0),
    ];
    let one = |kind| patch(Coons::Corners(flat), [1.into(), 1.into()], kind).unwrap();
    let four = point_areas(&one(SurfaceCells::Quad4), &[0]);
    assert!(four.of(0).iter().all(|a| (a - 1.5).abs() < 1e-14));
    let nine = point_areas(&one(SurfaceCells::Quad9), &[0]);
    let wanted = [1.0, 1.0, 1.0, 1.0, 4.0, 4.0, 4.0, 4.0, 16.0].map(|w| 6.0 * w / 36.0);
    for (found, wanted) in nine.of(0).iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-14);
    }
    let triangles = point_areas(&one(SurfaceCells::Tri3), &[0, 1]);
    assert_eq!(triangles.cells(), 2);
    assert!((0..2).all(|k| triangles.of(k).iter().all(|a| (a - 1.0).abs() < 1e-14)));
    // A triangle with middles: its corners have no share.
    let mut mesh = ElementMesh::default();
    for (x, y) in [
        (0.0, 0.0),
        (1.0, 0.0),
        (0.0, 1.0),
        (0.5, 0.0),
        (0.5, 0.5),
        (0.0, 0.5),
    ] {
        mesh.add_point(v(x, y, 0.0), 1);
    }
    mesh.add_cell(CellKind::Tri6, 1, &[0, 1, 2, 3, 4, 5]);
    let six = point_areas(&mesh, &[0]);
    for (k, found) in six.of(0).iter().enumerate() {
        let wanted = if k < 3 { 0.0 } else { 1.0 / 6.0 };
        assert!((found - wanted).abs() < 1e-15, "{k}: {found}");
    }
    assert!((area(&mesh) - 0.5).abs() < 1e-15);
}

#[test]
fn shape_functions_are_one_at_their_point_and_their_slopes_exact() {
    let kinds = [
        CellKind::Tri3,
        CellKind::Tri6,
        CellKind::Quad4,
        CellKind::Quad8,
        CellKind::Quad9,
    ];
    for kind in kinds {
        for at in [[0.1, 0.2], [0.3, 0.55], [0.0, 0.0]] {
            let shape = surface_shape(kind, at);
            assert!((shape.values.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            for c in 0..2 {
                // Central differences are exact to round-off for these polynomials but for the cubic terms.
                let h = 1e-5;
                let (mut more, mut less) = (at, at);
                more[c] += h;
                less[c] -= h;
                let (more, less) = (surface_shape(kind, more), surface_shape(kind, less));
                for k in 0..kind.points() {
                    let slope = (more.values[k] - less.values[k]) / (2.0 * h);
                    assert!((slope - shape.slopes[k][c]).abs() < 1e-9, "{kind:?} {k}");
                }
            }
        }
    }
}

#[test]
fn nearest_places() {
    let place = Round {
        centre: V3::zeros(),
        axis: V3::z(),
        from: V3::x(),
        angle: TAU,
    };
    for kind in [SurfaceCells::Quad4, SurfaceCells::Quad9, SurfaceCells::Tri3] {
        let mesh = cylinder(place, 1.0, 2.0, 32, 6.into(), kind).unwrap();
        let cells = surfaces(&mesh);
        for (k, &cell) in cells.iter().enumerate().step_by(17) {
            // A place inside of a cell, moved along its normal, finds itself.
            let at = [0.3, 0.2];
            let shape = surface_shape(mesh.cells[cell].kind, at);
            let (mut there, mut a, mut b) = (V3::zeros(), V3::zeros(), V3::zeros());
            for (l, p) in mesh.cell_points(cell).iter().enumerate() {
                let p = mesh.points[*p as usize];
                there += p * shape.values[l];
                a += p * shape.slopes[l][0];
                b += p * shape.slopes[l][1];
            }
            let normal = a.cross(&b).normalize();
            for height in [0.0, 0.05, -0.05] {
                let found = nearest_on_surface(&mesh, &cells, there + normal * height).unwrap();
                assert_eq!(found.cell, cell, "{k}");
                assert!((found.place - there).norm() < 1e-9, "{found:?}");
                assert!((found.distance - height.abs()).abs() < 1e-12);
                let off = [found.parameters[0] - at[0], found.parameters[1] - at[1]];
                assert!(off.iter().all(|d| d.abs() < 1e-6), "{off:?}");
            }
        }
        // Beyond the rim: the nearest place is on the edge.
        let found = nearest_on_surface(&mesh, &cells, v(1.0, 0.0, 3.0)).unwrap();
        assert!((found.distance - 1.0).abs() < 1e-9 && (found.place.z - 2.0).abs() < 1e-12);
        let (point, distance) =
            nearest_point(&mesh, 0..mesh.points.len() as u32, v(1.2, 0.0, 0.0)).unwrap();
        assert_eq!(mesh.points[point as usize], v(1.0, 0.0, 0.0));
        assert!((distance - 0.2).abs() < 1e-15);
    }
    assert!(nearest_on_surface(&ElementMesh::default(), &[], V3::zeros()).is_none());
    assert!(nearest_point(&ElementMesh::default(), [], V3::zeros()).is_none());
}

/// A skew, warped quadrilateral and a bent triangle, and positions all around: nothing that is sampled is nearer.
#[test]
fn nothing_is_nearer_than_the_nearest_place() {
    let mut mesh = ElementMesh::default();
    let places = [
        v(0.0, 0.0, 0.0),
        v(2.0, 0.3, 0.1),
        v(2.6, 1.4, 0.8),
        v(0.4, 0.9, -0.3),
        v(4.0, 0.0, 0.0),
        v(5.0, 0.0, 0.0),
        v(4.2, 1.0, 0.0),
        v(4.5, -0.2, 0.3),
        v(4.7, 0.6, 0.3),
        v(4.0, 0.5, 0.3),
    ];
    for p in places {
        mesh.add_point(p, 1);
    }
    mesh.add_cell(CellKind::Quad4, 1, &[0, 1, 2, 3]);
    mesh.add_cell(CellKind::Tri6, 2, &[4, 5, 6, 7, 8, 9]);
    let place = |cell: usize, at: [f64; 2]| -> V3 {
        let shape = surface_shape(mesh.cells[cell].kind, at);
        let points = mesh.cell_points(cell).iter().zip(shape.values);
        points.map(|(p, n)| mesh.points[*p as usize] * n).sum()
    };
    let mut sampled = Vec::new();
    for k in 0..=60 {
        for l in 0..=60 {
            let [r, s] = [k, l].map(|k| f64::from(k) / 60.0);
            sampled.push(place(0, [2.0 * r - 1.0, 2.0 * s - 1.0]));
            sampled.push(place(1, [r * (1.0 - s), s]));
        }
    }
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as f64 / f64::from(1_u32 << 31)
    };
    for _ in 0..300 {
        let position = v(
            8.0 * random() - 1.0,
            4.0 * random() - 1.5,
            4.0 * random() - 2.0,
        );
        let found = nearest_on_surface(&mesh, &[0, 1], position).unwrap();
        let nearest = sampled.iter().map(|p| (p - position).norm());
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        assert!(found.distance <= nearest + 1e-9, "{found:?} {nearest}");
        // Samples are a few hundredths apart.
        assert!(found.distance > nearest - 0.03, "{found:?} {nearest}");
        let there = place(found.cell, found.parameters);
        assert!((there - found.place).norm() < 1e-12);
    }
}
