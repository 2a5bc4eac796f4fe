//! What the mechanics knows of a beam section.

use super::Shape;
use crate::math::{M3, V3};
use nalgebra::Matrix6;

/// A beam section. Axis x runs along the beam, y and z are the section axes; everything is about the reference line.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Stiffness against `(gamma_x, gamma_y, gamma_z, kappa_x, kappa_y, kappa_z)` [N, N m, N m^2], symmetric.
    pub stiffness: Matrix6<f64>,
    /// Viscous matrix in the same order [N s, N m s, N m^2 s].
    pub damping: Matrix6<f64>,
    /// Mass per length [kg/m]; zero if it has none, which is for equilibria alone.
    pub mass: f64,
    /// Mass centre in section axes [m]; its x is zero.
    pub mass_center: V3,
    /// Inertia per length about the mass centre, in section axes [kg m]; zero if it has none, which is for equilibria alone.
    pub inertia: M3,
    /// The shape it was made from, for pictures; stiffness and mass alone count in the mechanics.
    pub shape: Option<Shape>,
}
