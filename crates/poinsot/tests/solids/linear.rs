//! Small displacements: patch tests, a beam, Cook's membrane.

use crate::mesh::{ALL, Kind, Mesh, block, corner_shares, linear};
use crate::with_room;
use nalgebra::DVector;
use poinsot::math::V3;
use poinsot::mechanics::elements::solid::{Material, Shape};

/// Constant strains on distorted meshes are exact.
#[test]
fn patch_tests() {
    with_room(|| {
        for kind in ALL {
            let inside = |x: f64| x * (1.0 - x);
            let bend = |p: V3| {
                let bump = 64.0 * inside(p.x) * inside(p.y) * inside(p.z);
                p + bump * V3::new(0.06, -0.05, 0.04)
            };
            let size = if kind.shape() == Shape::Tet10 { 1 } else { 2 };
            // Edges of quadratic elements stay straight: their nodes are moved with the corners.
            let mesh = straight(block(kind, [2, size, size], bend));
            let field = |p: V3| {
                1e-3 * V3::new(
                    p.x + 0.5 * p.y + 0.2 * p.z,
                    0.3 * p.x - 0.4 * p.y,
                    0.1 * p.x + 0.6 * p.z,
                )
            };
            let outside = |n: usize| {
                let p = &mesh.points[n];
                p.iter().any(|x| x.abs() < 1e-9 || (x - 1.0).abs() < 1e-9)
            };
            let given = |n: usize, c: usize| outside(n).then(|| field(mesh.points[n])[c]);
            let law = Material::NeoHooke { mu: 4e5, bulk: 8e5 };
            let loads = DVector::zeros(3 * mesh.points.len());
            let u = mesh.solve(&law, &loads, &given);
            let mut inner = 0;
            for (n, p) in mesh.points.iter().enumerate() {
                inner += usize::from(!outside(n));
                for c in 0..3 {
                    let error = (u[3 * n + c] - field(*p)[c]).abs();
                    assert!(error < 1e-14, "{kind:?}: {error:e}");
                }
            }
            assert!(inner > 0, "{kind:?}");
        }
    });
}

/// The same mesh with nodes between corners in the middle of them.
fn straight(mut mesh: Mesh) -> Mesh {
    let shape = mesh.kind.shape();
    if shape == Shape::Hex8 {
        return mesh;
    }
    for cell in &mesh.cells.clone() {
        let corners = corner_shares(shape, &shape.center()).len();
        for k in corners..cell.len() {
            let shares = corner_shares(shape, &shape.node(k));
            let places = shares.iter().zip(cell).map(|(x, n)| *x * mesh.points[*n]);
            mesh.points[cell[k]] = places.sum();
        }
    }
    mesh
}

/// Forces of a uniform traction of size one along y on the face at the largest x.
fn end_loads(mesh: &Mesh, far: f64) -> DVector<f64> {
    let mut loads = DVector::zeros(3 * mesh.points.len());
    let on_face = |n: &usize| (mesh.points[*n].x - far).abs() < 1e-9;
    let mut total = 0.0;
    for cell in &mesh.cells {
        let face: Vec<usize> = cell.iter().copied().filter(on_face).collect();
        // Corners, edges, centre.
        let shares: Vec<f64> = match (mesh.kind.shape(), face.len()) {
            (Shape::Hex8, 4) => vec![0.25; 4],
            (Shape::Hex20 | Shape::Wedge15, 8) => {
                vec![-1.0 / 12.0, -1.0 / 12.0, -1.0 / 12.0, -1.0 / 12.0]
                    .into_iter()
                    .chain([1.0 / 3.0; 4])
                    .collect()
            }
            (Shape::Hex27, 9) => [1.0; 4]
                .into_iter()
                .chain([4.0; 4])
                .chain([16.0])
                .map(|x: f64| x / 36.0)
                .collect(),
            (Shape::Tet10, 6) => [0.0; 3].into_iter().chain([1.0 / 3.0; 3]).collect(),
            _ => continue,
        };
        for (n, share) in face.iter().zip(&shares) {
            loads[3 * n + 1] += share;
            total += share;
        }
    }
    loads / total
}

/// Which displacements are given: node and direction.
type Given<'a> = &'a dyn Fn(usize, usize) -> Option<f64>;

fn deflection(mesh: &Mesh, law: &Material, given: Given, far: f64, at: V3) -> f64 {
    let u = mesh.solve(law, &end_loads(mesh, far), given);
    let nearest = (0..mesh.points.len()).min_by(|&a, &b| {
        let far = |n: usize| (mesh.points[n] - at).norm();
        far(a).total_cmp(&far(b))
    });
    u[3 * nearest.expect("a point") + 1]
}

/// A slender beam with one layer of elements, bent across: parts of the deflection by beam theory (0.1081).
#[test]
fn straight_beam() {
    with_room(|| {
        let cases = [
            (Kind::Hex8, 0.093),
            (Kind::Hex8Assumed, 0.978),
            (Kind::Hex20, 0.984),
            (Kind::Hex27, 0.978),
            (Kind::Tet10, 0.962),
        ];
        for (kind, wanted) in cases {
            let mesh = block(kind, [6, 1, 1], |p| {
                V3::new(6.0 * p.x, 0.2 * p.y, 0.1 * p.z)
            });
            let clamped = |n: usize, _: usize| (mesh.points[n].x < 1e-9).then_some(0.0);
            let (law, tip) = (linear(1e7, 0.3), V3::new(6.0, 0.1, 0.05));
            let tip = deflection(&mesh, &law, &clamped, 6.0, tip);
            let part = tip / 0.1081;
            println!("{kind:?}: {part:.4}");
            assert!((part - wanted).abs() < 0.01, "{kind:?}: {part}");
        }
    });
}

/// Cook's membrane as a slice of thickness one: deflection at the middle of the loaded edge (23.968 in plane stress).
#[test]
fn cooks_membrane() {
    with_room(|| {
        let cases = [
            (Kind::Hex8, 4, 17.78),
            (Kind::Hex8Assumed, 4, 22.97),
            (Kind::Hex8Assumed, 8, 23.67),
            (Kind::Hex20, 2, 23.18),
            (Kind::Hex20, 4, 23.72),
            (Kind::Hex27, 2, 23.27),
            (Kind::Tet10, 4, 23.44),
        ];
        for (kind, n, wanted) in cases {
            let mesh = block(kind, [n, n, 1], |p| {
                let (low, high) = (44.0 * p.x, 44.0 + 16.0 * p.x);
                V3::new(48.0 * p.x, low + (high - low) * p.y, p.z)
            });
            // Free to become thinner, also where it is clamped.
            let held = |n: usize, c: usize| {
                let p = &mesh.points[n];
                let side = if c < 2 { p.x } else { p.z };
                (side < 1e-9).then_some(0.0)
            };
            let law = linear(1.0, 1.0 / 3.0);
            let tip = deflection(&mesh, &law, &held, 48.0, V3::new(48.0, 52.0, 0.5));
            println!("{kind:?} {n}: {tip:.3}");
            assert!((tip / wanted - 1.0).abs() < 0.01, "{kind:?} {n}: {tip}");
        }
    });
}
