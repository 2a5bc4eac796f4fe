//! Patch tests, rigid motions, zero modes.

use crate::mesh::{Mesh, grid, isotropic, with_nine_nodes};
use nalgebra::DVector;
use poinsot::math::V3;
use poinsot::mechanics::interaction::Strain;
use poinsot::mechanics::wrench::{gradients, measure_at};
use std::f64::consts::PI;

/// The patch of MacNeal and Harder, 0.24 by 0.12, h = 0.001, E = 1e6, nu = 0.25.
fn patch() -> Mesh {
    let points = [
        [0.0, 0.0],
        [0.24, 0.0],
        [0.24, 0.12],
        [0.0, 0.12],
        [0.04, 0.02],
        [0.18, 0.03],
        [0.16, 0.08],
        [0.08, 0.08],
    ];
    Mesh {
        points: points.map(|[x, y]| V3::new(x, y, 0.0)).to_vec(),
        cells: [
            [0, 1, 5, 4],
            [1, 2, 6, 5],
            [2, 3, 7, 6],
            [3, 0, 4, 7],
            [4, 5, 6, 7],
        ]
        .map(Vec::from)
        .to_vec(),
        law: isotropic(1e6, 0.25, 0.001),
        first: None,
    }
}

/// Solves with the boundary held at a field; returns the largest error inside relative to the largest value, and the resultants of
/// all Gauss points.
fn with_boundary(field: &dyn Fn(&V3) -> [f64; 6]) -> (f64, Vec<[f64; 8]>) {
    let mesh = patch();
    let exact = |n: usize| field(&mesh.points[n]);
    let given = |n: usize, dof: usize| (n < 4).then(|| exact(n)[dof]);
    let u = mesh.solve(&DVector::zeros(6 * mesh.points.len()), &given);
    let (mut error, mut size) = (0.0f64, 0.0f64);
    for n in 0..mesh.points.len() {
        for dof in 0..6 {
            error = error.max((u[6 * n + dof] - exact(n)[dof]).abs());
            size = size.max(exact(n)[dof].abs());
        }
    }
    let (kinds, stages) = mesh.stages();
    let mut resultants = Vec::new();
    for (quad, element) in mesh.cells.iter().zip(mesh.elements()) {
        let (at, m) = measure_at(&element, &kinds, &stages);
        let g = gradients(&element, &at, &m);
        let e = std::array::from_fn(|e| {
            let parts = (0..24).map(|c| g[e][c / 6][c % 6] * u[6 * quad[c / 6] + c % 6]);
            parts.sum()
        });
        resultants.extend(element.resultants(&e));
    }
    (error / size, resultants)
}

/// Traces and determinants of the two in-plane tensors: they do not depend on axes.
fn invariants(r: &[f64; 8], first: usize) -> [f64; 2] {
    let [a, b, c] = [r[first], r[first + 1], r[first + 2]];
    [a + b, a * b - c * c]
}

#[test]
fn constant_membrane_strains_are_met() {
    let (error, resultants) = with_boundary(&|x| {
        let [u, v] = [1e-3 * (x.x + 0.5 * x.y), 1e-3 * (x.y + 0.5 * x.x)];
        // The rotation of the field about the normal vanishes.
        [u, v, 0.0, 0.0, 0.0, 0.0]
    });
    assert!(error < 1e-12, "{error:e}");
    // 1333.33 and 400 times the thickness.
    let (n, t) = (4.0 / 3.0, 0.4);
    for r in resultants {
        let [trace, determinant] = invariants(&r, 0);
        assert!((trace - 2.0 * n).abs() < 1e-9, "{trace}");
        assert!(
            (determinant - (n * n - t * t)).abs() < 1e-9,
            "{determinant}"
        );
        assert!(r[3..].iter().all(|x| x.abs() < 1e-12));
    }
}

#[test]
fn constant_curvatures_are_met() {
    let (error, resultants) = with_boundary(&|x| {
        let w = 0.5e-3 * (x.x * x.x + x.x * x.y + x.y * x.y);
        let [a, b] = [1e-3 * (x.x + 0.5 * x.y), 1e-3 * (x.y + 0.5 * x.x)];
        [0.0, 0.0, w, b, -a, 0.0]
    });
    assert!(error < 1e-10, "{error:e}");
    let (m, t) = (1.0 / 9.0 * 1e-6, 1.0 / 30.0 * 1e-6);
    for r in resultants {
        let [trace, determinant] = invariants(&r, 3);
        assert!((trace.abs() - 2.0 * m).abs() < 1e-8 * m, "{trace:e}");
        assert!((determinant - (m * m - t * t)).abs() < 1e-7 * m * m);
    }
}

/// Exactly six motions cost nothing, flat, distorted or warped.
#[test]
fn six_motions_are_free() {
    for warp in [0.0, 0.05, 0.3] {
        for skew in [0.0, 0.4] {
            let at = |r: f64, s: f64| V3::new(r + skew * r * s, 0.7 * s + 0.2 * r, warp * r * s);
            let mesh = grid(1, 1, isotropic(1e6, 0.3, 0.05), at);
            let values = mesh.stiffness().symmetric_eigenvalues();
            let mut values: Vec<f64> = values.iter().copied().collect();
            values.sort_by(f64::total_cmp);
            let largest = values[23];
            assert!(values[5] < 1e-12 * largest, "{values:?}");
            assert!(values[6] > 1e-8 * largest, "{values:?}");
        }
    }
}

/// The same for nine nodes, none of them where it should be.
#[test]
fn six_motions_of_nine_nodes_are_free() {
    for warp in [0.0, 0.2] {
        let at = |r: f64, s: f64| {
            let (dx, dy) = (0.05 * (7.0 * r + 3.0 * s).sin(), 0.04 * (5.0 * s - r).cos());
            V3::new(r + dx, 0.7 * s + dy, warp * (r * s + r * r))
        };
        let mesh = with_nine_nodes(grid(2, 2, isotropic(1e6, 0.3, 0.05), at), 2);
        let values = mesh.stiffness().symmetric_eigenvalues();
        let mut values: Vec<f64> = values.iter().copied().collect();
        values.sort_by(f64::total_cmp);
        assert!(values[5] < 1e-12 * values[53], "{values:?}");
        assert!(values[6] > 1e-8 * values[53], "{values:?}");
    }
}

/// Constant strains on distorted elements of nine nodes with straight sides. (With curved sides tied strains are not constant.)
#[test]
fn nine_nodes_pass_patch_tests() {
    let corner = |i: f64, j: f64| {
        let (r, s) = (0.5 * i, 0.5 * j);
        let bump = 0.02 * (PI * r).sin() * (PI * s).sin();
        V3::new(0.24 * r + bump, 0.12 * s + 0.7 * bump, 0.0)
    };
    let at = |r: f64, s: f64| {
        let [i, j] = [r, s].map(|x| (2.0 * x).floor().min(1.0));
        let [a, b] = [2.0 * r - i, 2.0 * s - j];
        let low = (1.0 - a) * corner(i, j) + a * corner(i + 1.0, j);
        let high = (1.0 - a) * corner(i, j + 1.0) + a * corner(i + 1.0, j + 1.0);
        (1.0 - b) * low + b * high
    };
    let mesh = with_nine_nodes(grid(4, 4, isotropic(1e6, 0.25, 0.001), at), 4);
    let membrane = |x: &V3| {
        let [u, v] = [1e-3 * (x.x + 0.5 * x.y), 1e-3 * (x.y + 0.5 * x.x)];
        [u, v, 0.0, 0.0, 0.0, 0.0]
    };
    let bending = |x: &V3| {
        let w = 0.5e-3 * (x.x * x.x + x.x * x.y + x.y * x.y);
        let [a, b] = [1e-3 * (x.x + 0.5 * x.y), 1e-3 * (x.y + 0.5 * x.x)];
        [0.0, 0.0, w, b, -a, 0.0]
    };
    let fields: [&dyn Fn(&V3) -> [f64; 6]; 2] = [&membrane, &bending];
    for field in fields {
        let edge = |n: usize| matches!(n % 5, 0 | 4) || !(5..20).contains(&n);
        let given = |n: usize, dof: usize| edge(n).then(|| field(&mesh.points[n])[dof]);
        let u = mesh.solve(&DVector::zeros(6 * mesh.points.len()), &given);
        for n in 0..mesh.points.len() {
            for dof in 0..6 {
                let error = u[6 * n + dof] - field(&mesh.points[n])[dof];
                assert!(error.abs() < 1e-12, "{n} {dof}: {error:e}");
            }
        }
    }
}

/// A rigid motion of any size changes no strain.
#[test]
fn rigid_motion_costs_nothing() {
    use poinsot::math::Quaternion;
    use poinsot::mechanics::node::{NodeKind, NodePose, NodeStage};
    let at = |r: f64, s: f64| V3::new(r, 0.7 * s, 0.3 * r * s);
    let mesh = grid(2, 2, isotropic(1e6, 0.3, 0.05), at);
    let q = Quaternion::from_scaled_axis(V3::new(1.0, -2.0, 0.7));
    let moved: Vec<NodeStage> = (mesh.points.iter())
        .map(|x| {
            let r = q * x + V3::new(3.0, -1.0, 2.0);
            NodeStage::start(NodeKind::Frame, &NodePose { r, q })
        })
        .collect();
    for element in mesh.elements() {
        for e in element.value_at(&moved) {
            assert!(e.abs() < 1e-14, "{e:e}");
        }
    }
}
