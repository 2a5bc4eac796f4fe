//! Constant strains on distorted meshes: patch tests.

use crate::laws::{coupled, law};
use crate::mesh::{Mesh, grid, isotropic, made_of};
use nalgebra::DVector;
use poinsot::math::V3;
use poinsot::mechanics::elements::FieldElement;
use poinsot::mechanics::interaction::Strain;
use poinsot::mechanics::wrench::{gradients, measure_at};
use std::f64::consts::PI;

/// A sheet of 0.24 by 0.12 whose inner points are shifted; the four cells of nine nodes have straight sides. (With curved sides tied strains
/// are not constant.)
fn sheets(h: f64) -> impl Iterator<Item = (String, Mesh)> {
    let corner = |i: f64, j: f64| {
        let (r, s) = (0.5 * i, 0.5 * j);
        let bump = 0.02 * (PI * r).sin() * (PI * s).sin();
        V3::new(0.24 * r + bump, 0.12 * s + 0.7 * bump, 0.0)
    };
    let at = move |r: f64, s: f64| {
        let [i, j] = [r, s].map(|x| (2.0 * x).floor().min(1.0));
        let [a, b] = [2.0 * r - i, 2.0 * s - j];
        let low = (1.0 - a) * corner(i, j) + a * corner(i + 1.0, j);
        let high = (1.0 - a) * corner(i, j + 1.0) + a * corner(i + 1.0, j + 1.0);
        (1.0 - b) * low + b * high
    };
    let laws = [
        ("isotropic", isotropic(1e6, 0.25, h)),
        ("laminate", law(&coupled(h))),
    ];
    laws.into_iter().flat_map(move |(kind, law)| {
        [3, 4, 9].map(|nodes| {
            let first = Some(V3::x());
            let mesh = made_of(nodes, grid(4, 4, law.clone(), at), 4);
            (format!("{kind}, {nodes} nodes"), Mesh { first, ..mesh })
        })
    })
}

/// Displacements and rotations of constant strains `e11 e22 2e12, k11 k22 2k12, g1 g2`.
fn field(e: &[f64; 8], x: &V3) -> [f64; 6] {
    let (x, y) = (x.x, x.y);
    let [w_x, w_y] = [-e[3] * x - 0.5 * e[5] * y, -e[4] * y - 0.5 * e[5] * x];
    [
        e[0] * x + 0.5 * e[2] * y,
        e[1] * y + 0.5 * e[2] * x,
        0.5 * (w_x * x + w_y * y) + e[6] * x + e[7] * y,
        w_y,
        -w_x,
        0.0,
    ]
}

fn points_of<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    T: FieldElement<N, P, M, Q, E> + Strain<N, P, E>,
>(
    mesh: &Mesh,
    elements: &[T],
    u: &DVector<f64>,
) -> Vec<[f64; 16]> {
    let (kinds, stages) = mesh.stages();
    let mut all = Vec::new();
    for element in elements {
        let (at, m) = measure_at(element, &kinds, &stages);
        let g = gradients(element, &at, &m);
        let nodes = element.nodes();
        let row = |e: usize| (0..6 * N).map(move |c| (e, c / 6, c % 6));
        let e: [f64; E] = std::array::from_fn(|e| {
            row(e)
                .map(|(e, n, dof)| g[e][n][dof] * u[6 * nodes[n].position() + dof])
                .sum()
        });
        let mut out = vec![0.0; T::OUTPUTS];
        element.outputs(&e, &[0.0; E], &[0.0; E], &mut out);
        all.extend(
            out.chunks(16)
                .map(|c| <[f64; 16]>::try_from(c).expect("sixteen")),
        );
    }
    all
}

/// Resultants and strains of all Gauss points under small displacements.
fn outputs(mesh: &Mesh, u: &DVector<f64>) -> Vec<[f64; 16]> {
    match mesh.cells[0].len() {
        3 => points_of(mesh, &mesh.triangles(), u),
        4 => points_of(mesh, &mesh.elements(), u),
        _ => points_of(mesh, &mesh.large_elements(), u),
    }
}

/// With the edge held at displacements of constant strains, the inner nodes have them too, all Gauss points have these strains and the
/// resultants of the section.
#[test]
fn constant_membrane_and_bending_strains() {
    let cases = [
        [1e-3, -4e-4, 7e-4, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.1, 0.05, -0.08, 0.0, 0.0],
        [1e-3, -4e-4, 7e-4, 0.1, 0.05, -0.08, 0.0, 0.0],
    ];
    for h in [1e-3, 2e-2] {
        for (name, mesh) in sheets(h) {
            for e in &cases {
                let exact = |n: usize| field(e, &mesh.points[n]);
                let edge = |n: usize| matches!(n % 5, 0 | 4) || !(5..20).contains(&n);
                let given = |n: usize, dof: usize| edge(n).then(|| exact(n)[dof]);
                let u = mesh.solve(&DVector::zeros(6 * mesh.points.len()), &given);
                let size = u.amax();
                for n in 0..mesh.points.len() {
                    for dof in 0..6 {
                        let error = (u[6 * n + dof] - exact(n)[dof]).abs() / size;
                        assert!(error < 1e-11, "{name}, node {n}, {dof}: {error:e}");
                    }
                }
                let c = &mesh.law.stiffness;
                for out in outputs(&mesh, &u) {
                    for i in 0..6 {
                        let scale = e[i - i % 3..][..3]
                            .iter()
                            .fold(1e-4, |a: f64, x| a.max(x.abs()));
                        let error = (out[8 + i] - e[i]).abs() / scale;
                        assert!(error < 1e-9, "{name}, strain {i}: {error:e}");
                        let wanted: f64 = (0..8).map(|j| c[i][j] * e[j]).sum();
                        let scale: f64 = (0..8).map(|j| (c[i][j] * e[j]).abs()).sum();
                        let error = (out[i] - wanted).abs();
                        assert!(
                            error < 1e-9 * scale + 1e-12 * c[i][i],
                            "{name}, resultant {i}: {error:e}"
                        );
                    }
                }
            }
        }
    }
}

/// A sheet whose normals keep their direction while it is tilted: the same transverse shear at all Gauss points, and nothing else. (Forces on
/// it need moments all over the sheet, so the nodes are given.)
#[test]
fn constant_transverse_shear() {
    let e = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1e-3, -6e-4];
    for (name, mesh) in sheets(1e-2) {
        let all = mesh.points.iter().flat_map(|x| field(&e, x));
        let u = DVector::from_iterator(6 * mesh.points.len(), all);
        for out in outputs(&mesh, &u) {
            for i in 0..8 {
                let error = (out[8 + i] - e[i]).abs();
                assert!(error < 1e-15, "{name}, strain {i}: {error:e}");
            }
        }
    }
}
