//! Parts whose nodes turn, beams and shells, as parts of points (rb.8).
//!
//! A node with axes becomes four points, the corners of a tetrahedron around it. They move as the node does, and may also
//! stretch and shear the tetrahedron, which a stiffness of its own opposes. All that is known of points then holds: one mass
//! for all directions, and motions that are closed under rotations.

use super::{Part, ReductionError, Sparse};
use crate::math::{M3, M6, V3, skew};
use nalgebra::SMatrix;

/// Corners of the tetrahedron, in units of its size: their sum is zero, that of `t t^T` is four times the identity.
const CORNERS: [[f64; 3]; 4] = [
    [1.0, 1.0, 1.0],
    [1.0, -1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
];

/// Moments of mass below zero by less than this part of their sum are round-off: rods have none along themselves.
const ROUND_OFF: f64 = 1e-9;

/// Least moment of mass of a node along any axis, in units of its mass and the square of the distance of nodes. A section has no
/// mass along its beam; a tetrahedron without mass in a direction would follow the other nodes there instead of its own, which
/// strains it: bars come out a fifth too stiff. What is added turns with the node and moves no frequency by more than this times
/// the square of the distance of nodes over the wave length.
const LEAST_MOMENT: f64 = 1e-4;

type Corner = SMatrix<f64, 6, 3>;

/// A node with mass and axes.
#[derive(Clone, Debug, PartialEq)]
pub struct FramedNode {
    /// Its place, which is that of its mass centre [m].
    pub place: V3,
    /// Mass [kg].
    pub mass: f64,
    /// Inertia about its place, on the axes of the part [kg m^2].
    pub inertia: M3,
    /// Name, for messages.
    pub name: String,
}

/// A part with nodes that move and turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FramedPart {
    /// Its nodes.
    pub nodes: Vec<FramedNode>,
    /// Stiffness between displacements and small rotations of pairs of nodes; several blocks of a pair add up.
    pub blocks: Vec<([usize; 2], M6)>,
}

impl FramedPart {
    /// Size of the tetrahedra: the mean distance of nodes that are connected.
    fn size(&self) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for ([a, b], _) in self.blocks.iter().filter(|(pair, _)| pair[0] != pair[1]) {
            sum += (self.nodes[*a].place - self.nodes[*b].place).norm();
            count += 1;
        }
        if sum > 0.0 { sum / count as f64 } else { 1.0 }
    }

    /// The part as one of points, four for each node.
    pub fn part(&self) -> Result<Part, ReductionError> {
        let size = self.size();
        let count = 4 * self.nodes.len();
        let corners = CORNERS.map(V3::from);
        let (mut mass, mut stiffness) = (Vec::new(), Vec::new());
        let mut points = Vec::new();
        for (n, node) in self.nodes.iter().enumerate() {
            // Moments of mass along axes, from those about axes.
            let moments = 0.5 * node.inertia.trace() * M3::identity() - node.inertia;
            let own = moments.symmetric_eigen();
            let least = own.eigenvalues.min();
            if !(least >= -ROUND_OFF * node.inertia.trace()) || !(node.mass > 0.0) {
                let node = node.name.clone();
                return Err(ReductionError::Inertia { node });
            }
            let floor = LEAST_MOMENT * node.mass * size * size;
            let lifted = M3::from_diagonal(&own.eigenvalues.map(|m| m.max(floor)));
            let moments = own.eigenvectors * lifted * own.eigenvectors.transpose();
            for (i, t) in corners.iter().enumerate() {
                points.push(node.place + size * t);
                for (j, s) in corners.iter().enumerate() {
                    let turning = t.dot(&(moments * s)) / (size * size);
                    let entry = (node.mass + turning) / 16.0;
                    mass.push(((4 * n + i) as u32, (4 * n + j) as u32, entry));
                }
            }
        }
        let mut add = |[a, b]: [usize; 2], block: &SMatrix<f64, 3, 3>| {
            for r in 0..3 {
                for c in 0..3 {
                    stiffness.push(((3 * a + r) as u32, (3 * b + c) as u32, block[(r, c)]));
                }
            }
        };
        // Displacement and rotation of a node by those of a corner.
        let motion = corners.map(|t| {
            let mut m = Corner::zeros();
            m.fixed_view_mut::<3, 3>(0, 0).fill_with_identity();
            m.fixed_view_mut::<3, 3>(0, 0).scale_mut(0.25);
            m.fixed_view_mut::<3, 3>(3, 0)
                .copy_from(&(skew(&t) / (8.0 * size)));
            m
        });
        let mut against = vec![0.0f64; self.nodes.len()];
        for ([a, b], block) in &self.blocks {
            if a == b {
                let turns = (3..6).map(|k| block[(k, k)]);
                against[*a] += turns.fold(0.0, f64::max);
            }
            // The linearisation of elements is symmetric but for last digits.
            for (i, left) in motion.iter().enumerate() {
                for (j, right) in motion.iter().enumerate() {
                    let entry = 0.5 * left.tr_mul(&(block * right));
                    add([4 * a + i, 4 * b + j], &entry);
                    add([4 * b + j, 4 * a + i], &entry.transpose());
                }
            }
        }
        for (n, against) in against.iter().enumerate() {
            for (i, t) in corners.iter().enumerate() {
                for (j, s) in corners.iter().enumerate() {
                    // 1/2 |sym F|^2 with F = sum u t^T / (4 size): (t.s + s t^T)/2 between u_t and u_s.
                    let strain = 0.5 * (t.dot(s) * M3::identity() + s * t.transpose());
                    let entry = *against / (16.0 * size * size) * strain;
                    add([4 * n + i, 4 * n + j], &entry);
                }
            }
        }
        Ok(Part {
            points,
            mass: Sparse::from_entries(count, mass),
            stiffness: Sparse::from_entries(3 * count, stiffness),
        })
    }

    /// Points of some nodes that count by their weights: those of an interface.
    pub fn corners_of(nodes: &[(usize, f64)]) -> Vec<(usize, f64)> {
        let corners = |(n, weight): &(usize, f64)| {
            let (n, weight) = (*n, *weight);
            (0..4).map(move |k| (4 * n + k, 0.25 * weight))
        };
        nodes.iter().flat_map(corners).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Energies of a node alone: rigid motion has its kinetic energy, and only strain of the tetrahedron costs any.
    #[test]
    fn four_points_have_the_mass_of_their_node() {
        let node = FramedNode {
            place: V3::new(0.3, -0.2, 0.7),
            mass: 2.0,
            inertia: M3::from_diagonal(&V3::new(0.05, 0.03, 0.04)),
            name: "node".into(),
        };
        let turning = M6::from_diagonal(&[1.0, 1.0, 1.0, 5.0, 6.0, 7.0].into());
        let part = FramedPart {
            nodes: vec![node.clone()],
            blocks: vec![([0, 0], turning)],
        };
        let points = part.part().expect("a sound part");
        let (v, omega) = (V3::new(0.4, -1.0, 2.0), V3::new(3.0, 1.0, -2.0));
        let motion: Vec<f64> = points
            .points
            .iter()
            .flat_map(|p| (v + omega.cross(&(p - node.place))).data.0[0])
            .collect();
        let twice =
            |matrix: Vec<f64>| -> f64 { matrix.iter().zip(&motion).map(|(a, b)| a * b).sum() };
        let kinetic = twice(points.mass.times_each(&motion));
        let wanted = 2.0 * v.norm_squared() + omega.dot(&(node.inertia * omega));
        assert!((kinetic / wanted - 1.0).abs() < 1e-14, "{kinetic} {wanted}");
        let elastic = twice(points.stiffness.times(&motion));
        let wanted = v.norm_squared() + omega.dot(&V3::new(5.0, 6.0, 7.0).component_mul(&omega));
        assert!((elastic / wanted - 1.0).abs() < 1e-14, "{elastic} {wanted}");
        // Stretched by a hundredth, all in x: strain 0.01, against the largest stiffness.
        let stretch: Vec<f64> = points
            .points
            .iter()
            .flat_map(|p| [0.01 * (p.x - node.place.x), 0.0, 0.0])
            .collect();
        let force = points.stiffness.times(&stretch);
        let energy: f64 = force.iter().zip(&stretch).map(|(a, b)| a * b).sum();
        assert!((energy / (7.0 * 1e-4) - 1.0).abs() < 1e-12, "{energy}");
    }
}
