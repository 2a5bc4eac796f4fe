//! What holds for every element on every mesh: rigid motions are free, and nothing else; where an element begins and to which side its normal
//! points does not matter.

use crate::mesh::{Mesh, grid, isotropic, made_of};
use nalgebra::DMatrix;
use poinsot::math::{Quaternion, V3};
use poinsot::mechanics::elements::ShellLaw;
use poinsot::mechanics::interaction::ForceLaw;
use poinsot::mechanics::node::{NodeKind, NodePose, NodeStage};
use poinsot::sections::shells::{Ply, PlyMaterial, ShellSection};
use std::f64::consts::PI;

/// Thickness.
const H: f64 = 0.05;

/// A laminate in which everything couples but transverse shear.
pub fn coupled(h: f64) -> ShellSection {
    let material = PlyMaterial::orthotropic([2e7, 1e6], 0.3, [6e5, 6e5, 4e5]);
    let ply = |(angle, part): (f64, f64)| Ply {
        material,
        thickness: part * h,
        angle,
    };
    let plies = [(0.2, 0.3), (1.0, 0.5), (-0.6, 0.2)].map(ply);
    ShellSection::laminate(&plies).expect("a laminate")
}

/// The same with transverse shear coupled to all of it, as a given matrix may have it.
fn given(h: f64) -> ShellSection {
    let mut c = coupled(h).stiffness;
    for i in 0..6 {
        for j in [6, 7] {
            let part = [0.1, -0.15][(i + j) % 2];
            c[i][j] = part * (c[i][i] * c[j][j]).sqrt();
            c[j][i] = c[i][j];
        }
    }
    ShellSection::given(&c, h, Default::default()).expect("a matrix")
}

/// As elements take it.
pub fn law(section: &ShellSection) -> ShellLaw {
    ShellLaw {
        stiffness: section.stiffness,
        damping: None,
        thickness: section.thickness,
    }
}

/// Flat and distorted, curved in one and in two directions, warped, folded along a line.
pub fn surfaces() -> [(&'static str, fn(f64, f64) -> V3); 5] {
    let flat = |r: f64, s: f64| {
        let bump = 0.08 * (PI * r).sin() * (PI * s).sin();
        V3::new(1.3 * r + bump, s - 0.6 * bump, 0.0)
    };
    let roof = |r: f64, s: f64| V3::new(1.3 * r + 0.1 * s, s.sin(), s.cos());
    let dome = |r: f64, s: f64| V3::new(r, s, 0.3 - 0.3 * r * r - 0.2 * s * s + 0.1 * r);
    let warped = |r: f64, s: f64| V3::new(1.3 * r, s + 0.1 * r, 0.5 * (r - 0.5) * (s - 0.5));
    let folded = |r: f64, s: f64| match r < 0.5 {
        true => V3::new(r, s, 0.0),
        false => V3::new(0.5, s + 0.1 * (r - 0.5), 1.2 * (r - 0.5)),
    };
    [
        ("flat", flat),
        ("curved", roof),
        ("curved twice", dome),
        ("warped", warped),
        ("folded", folded),
    ]
}

/// Every surface with every element and law.
fn meshes() -> impl Iterator<Item = (String, Mesh)> {
    let laws = [
        ("isotropic", isotropic(1e6, 0.3, H)),
        ("laminate", law(&coupled(H))),
        ("given", law(&given(H))),
    ];
    surfaces().into_iter().flat_map(move |(name, at)| {
        laws.clone().into_iter().flat_map(move |(kind, law)| {
            [3, 4, 9].map(|nodes| {
                let mesh = made_of(nodes, grid(4, 4, law.clone(), at), 4);
                let first = Some(V3::new(1.0, 0.3, 0.2));
                (
                    format!("{name}, {kind}, {nodes} nodes"),
                    Mesh { first, ..mesh },
                )
            })
        })
    })
}

fn sum<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
    elements: &[F],
    stages: &[NodeStage],
) -> [f64; 2] {
    let mut all = [0.0f64; 2];
    for element in elements {
        let e = element.value_at(stages);
        all[0] += element.energy(&e);
        all[1] = e.iter().fold(all[1], |a, x| a.max(x.abs()));
    }
    all
}

/// Energy and largest strain.
fn energy(mesh: &Mesh, stages: &[NodeStage]) -> [f64; 2] {
    match mesh.cells[0].len() {
        3 => sum(&mesh.triangles(), stages),
        4 => sum(&mesh.elements(), stages),
        _ => sum(&mesh.large_elements(), stages),
    }
}

/// Points and rotations of the nodes after a motion.
fn moved(mesh: &Mesh, motion: impl Fn(&V3) -> NodePose) -> Vec<NodeStage> {
    let stage = |x: &V3| NodeStage::start(NodeKind::Frame, &motion(x));
    mesh.points.iter().map(stage).collect()
}

/// A motion that bends, stretches and twists by large amounts.
fn bent(x: &V3) -> NodePose {
    let turn = V3::new(0.4 * x.y, -0.5 * x.x + 0.2 * x.z, 0.3 * x.x * x.y);
    let r = 1.1 * x
        + V3::new(
            0.1 * x.y * x.y,
            0.05 * x.x * x.z,
            0.3 * x.x * x.x + 0.2 * x.y,
        );
    let q = Quaternion::from_scaled_axis(turn);
    NodePose { r, q }
}

#[test]
fn rigid_motion_costs_nothing() {
    let q = Quaternion::from_scaled_axis(V3::new(1.0, -2.0, 0.7));
    for (name, mesh) in meshes() {
        let stages = moved(&mesh, |x| NodePose {
            r: q * x + V3::new(3.0, -1.0, 2.0),
            q,
        });
        let [_, strain] = energy(&mesh, &stages);
        assert!(strain < 1e-14, "{name}: {strain:e}");
    }
}

#[test]
fn exactly_six_motions_are_free() {
    for (name, mesh) in meshes() {
        let values = mesh.stiffness().symmetric_eigenvalues();
        let mut values: Vec<f64> = values.iter().copied().collect();
        values.sort_by(f64::total_cmp);
        let largest = values[values.len() - 1];
        let [sixth, seventh] = [5, 6].map(|k| values[k].abs() / largest);
        assert!(sixth < 1e-14, "{name}: {sixth:e}");
        assert!(seventh > 1e-8, "{name}: {seventh:e}");
    }
}

/// The same of a single triangle, whatever its shape.
#[test]
fn six_motions_of_a_triangle_are_free() {
    for tip in [
        V3::new(0.0, 1.0, 0.0),
        V3::new(1.7, 0.3, 0.4),
        V3::new(-0.4, 0.2, -0.1),
    ] {
        let mesh = Mesh {
            points: vec![V3::zeros(), V3::new(1.0, 0.1, 0.0), tip],
            cells: vec![vec![0, 1, 2]],
            law: isotropic(1e6, 0.3, H),
            first: None,
        };
        let values = mesh.stiffness().symmetric_eigenvalues();
        let mut values: Vec<f64> = values.iter().copied().collect();
        values.sort_by(f64::total_cmp);
        assert!(values[5].abs() < 1e-14 * values[17], "{values:?}");
        assert!(values[6] > 1e-6 * values[17], "{values:?}");
    }
}

/// The same cell, beginning at another corner.
fn begun_at(cell: &[usize], start: usize) -> Vec<usize> {
    let corners = cell.len().min(4);
    let at = |k: usize| match k / corners {
        2 => 8,
        side => side * corners + (k + start) % corners,
    };
    (0..cell.len()).map(|k| cell[at(k)]).collect()
}

/// The same cell the other way round.
fn reversed(cell: &[usize]) -> Vec<usize> {
    let order: &[usize] = match cell.len() {
        3 => &[0, 2, 1],
        4 => &[0, 3, 2, 1],
        _ => &[0, 3, 2, 1, 7, 6, 5, 4, 8],
    };
    order.iter().map(|&k| cell[k]).collect()
}

/// Both meshes have the same stiffness as drawn and the same energy in a large deformation.
fn same(name: &str, one: &Mesh, other: &Mesh) {
    let (a, b): (DMatrix<f64>, DMatrix<f64>) = (one.stiffness(), other.stiffness());
    let mut largest = 0.0f64;
    for i in 0..a.nrows() {
        for j in 0..a.nrows() {
            let size = (a[(i, i)] * a[(j, j)]).sqrt();
            largest = largest.max((a[(i, j)] - b[(i, j)]).abs() / size);
        }
    }
    let stages = moved(one, bent);
    let [[x, _], [y, _]] = [energy(one, &stages), energy(other, &stages)];
    assert!(largest < 1e-13, "{name}: {largest:e}");
    assert!((x - y).abs() < 1e-13 * x, "{name}: {x:e} {y:e}");
}

#[test]
fn the_first_corner_does_not_matter() {
    for (name, mesh) in meshes() {
        let cells = mesh.cells.iter().enumerate();
        let other = Mesh {
            cells: cells.map(|(k, cell)| begun_at(cell, k + 1)).collect(),
            ..mesh.clone()
        };
        same(&name, &mesh, &other);
    }
}

/// With the normals reversed, a section is seen from the other side.
#[test]
fn the_side_of_the_normal_does_not_matter() {
    for (name, mesh) in meshes() {
        let law = match &name {
            name if name.contains("laminate") => law(&coupled(H).flipped()),
            name if name.contains("given") => law(&given(H).flipped()),
            _ => mesh.law.clone(),
        };
        let cells = mesh.cells.iter().map(|cell| reversed(cell)).collect();
        let other = Mesh {
            cells,
            law,
            ..mesh.clone()
        };
        same(&name, &mesh, &other);
    }
}
