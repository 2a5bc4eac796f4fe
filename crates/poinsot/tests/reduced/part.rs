//! A steel rod of bricks along x, as a finite element program would give it.

use crate::mesh::{Kind, block, linear};
use nalgebra::DMatrix;
use poinsot::math::{Quaternion, V3};
use poinsot::mechanics::index::NodeIndex;
use poinsot::model::{Place, Reduced, ReducedBody, ReducedPart, RigidMotion, TiedInterface};
use poinsot::reduction::{Part, Sparse, reduce};
use std::sync::Arc;

pub const LENGTH: f64 = 0.4;
pub const WIDTH: f64 = 0.02;
pub const HEIGHT: f64 = 0.01;
pub const YOUNGS: f64 = 2.1e11;
pub const POISSON: f64 = 0.3;
pub const DENSITY: f64 = 7800.0;

fn sparse(m: &DMatrix<f64>) -> Sparse {
    let size = m.nrows();
    let all = (0..size * size).map(|k| (k % size, k / size));
    let entries = all.filter(|&(i, j)| m[(i, j)] != 0.0);
    let entries = entries.map(|(i, j)| (i as u32, j as u32, m[(i, j)]));
    Sparse::from_entries(size, entries.collect())
}

/// The rod, with `youngs` as its modulus, and the nodes of its two ends.
pub fn rod(cells: usize, youngs: f64) -> (Part, [Vec<usize>; 2]) {
    let mesh = block(Kind::Hex27, [cells, 1, 1], |p| {
        V3::new(LENGTH * p.x, WIDTH * (p.y - 0.5), HEIGHT * (p.z - 0.5))
    });
    let law = linear(youngs, POISSON);
    let (system, _) = mesh.system(&law, DENSITY);
    let count = mesh.points.len();
    let mut mass = DMatrix::zeros(count, count);
    for a in 0..count {
        for (b, m) in system.shared_mass.row(NodeIndex::new(a + 1)) {
            mass[(a, b.position() - 1)] = m;
        }
    }
    let end = |x: f64| {
        let nodes = mesh.points.iter().enumerate();
        let near = nodes.filter(|(_, p)| (p.x - x).abs() < 1e-9);
        near.map(|(k, _)| k).collect()
    };
    let ends = [end(0.0), end(LENGTH)];
    let part = Part {
        mass: sparse(&mass),
        stiffness: sparse(&mesh.stiffness(&law)),
        points: mesh.points,
    };
    (part, ends)
}

/// The rod of six cells reduced, its ends fixed to items.
pub fn reduced_rod(youngs: f64, modes: usize, to: &[&str]) -> ReducedBody {
    rod_of_cells(6, youngs, modes, to)
}

pub fn rod_of_cells(cells: usize, youngs: f64, modes: usize, to: &[&str]) -> ReducedBody {
    let (part, ends) = rod(cells, youngs);
    let reduced = reduce(&part, &ends[..to.len()], modes).expect("a sound part");
    let tie = |(k, to): (usize, &&str)| TiedInterface {
        name: format!("end{}", k + 1),
        to: (*to).into(),
    };
    ReducedBody {
        name: "rod".into(),
        part: ReducedPart::Points(Arc::new(reduced)),
        position: V3::zeros(),
        orientation: Quaternion::identity(),
        interfaces: to.iter().enumerate().map(tie).collect(),
        damping_time: 0.0,
        motion: RigidMotion::default(),
        mesh: None,
        place: Place::default(),
    }
}

/// The part of a body that was reduced when it was read.
pub fn points_of(body: &ReducedBody) -> &Reduced {
    match &body.part {
        ReducedPart::Points(reduced) => reduced,
        ReducedPart::Items(_) => panic!("beams and shells are reduced later"),
    }
}
