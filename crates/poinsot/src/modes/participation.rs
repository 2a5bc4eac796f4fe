//! Rigid motions of the whole system, and how much of its mass a mode moves with them (md.6).

use super::ModesError;
use super::bordered_mass::BorderedMass;
use super::linearise::{Linearisation, Matrix, dot};
use crate::math::V3;
use crate::mechanics::node::NodeKind;
use crate::system::{State, System, Unknown};

/// Unit translations along and unit rotations about the world axes through the mass centre.
#[derive(Clone, Debug)]
pub struct Directions {
    /// Mass centre [m].
    pub center: V3,
    /// Motion of every unknown.
    pub motions: [Vec<f64>; 6],
    /// Mass [kg] and moments of inertia [kg m^2] of the whole.
    pub total: [f64; 6],
    /// What of it can follow the motion although constraints hold the rest: effective masses of all modes add up to it.
    pub movable: [f64; 6],
    masses: [Vec<f64>; 6],
}

impl Directions {
    /// Names of the directions.
    pub const NAMES: [&'static str; 6] = ["x", "y", "z", "rx", "ry", "rz"];

    pub(super) fn new(
        system: &System,
        state: &State,
        linear: &Linearisation,
    ) -> Result<Self, ModesError> {
        let mass = system.total_mass();
        let poses = system.node_indices().zip(&state.poses);
        let weighted: V3 = poses.map(|(n, p)| system.uniform_mass(n) * p.r).sum();
        let center = if mass > 0.0 {
            weighted / mass
        } else {
            V3::zeros()
        };
        let motions: [Vec<f64>; 6] = std::array::from_fn(|direction| {
            let axis = V3::ith(direction % 3, 1.0);
            let entry = |place: &Unknown| match *place {
                Unknown::Node { node, slot } => {
                    if system.kinds[node].is_coordinate() || node == crate::system::GROUND {
                        return 0.0;
                    }
                    let (u, theta) = if direction < 3 {
                        (axis, V3::zeros())
                    } else {
                        (axis.cross(&(state.poses[node].r - center)), axis)
                    };
                    if slot < 3 { u[slot] } else { theta[slot - 3] }
                }
                Unknown::Row(_) => 0.0,
            };
            linear.places[..linear.unknowns].iter().map(entry).collect()
        });
        let masses = std::array::from_fn(|d| linear.times(Matrix::Mass, &motions[d]));
        let mut solver = BorderedMass::new(system, linear)?;
        let mut movable = [0.0; 6];
        for d in 0..6 {
            let mut x = masses[d].clone();
            solver.solve(&mut x, linear.rows)?;
            movable[d] = dot(&x, &masses[d]);
        }
        Ok(Directions {
            center,
            total: std::array::from_fn(|d| dot(&motions[d], &masses[d])),
            movable,
            motions,
            masses,
        })
    }

    /// Participation factors of a shape of unit modal mass.
    pub(super) fn participation(&self, shape: &[f64]) -> [f64; 6] {
        std::array::from_fn(|d| dot(shape, &self.masses[d]))
    }
}

/// Whether an unknown is a displacement of a node with mass.
pub(super) fn is_translation(system: &System, place: &Unknown) -> bool {
    matches!(*place, Unknown::Node { node, slot }
        if slot < 3 && matches!(system.kinds[node], NodeKind::Frame | NodeKind::Point))
}
