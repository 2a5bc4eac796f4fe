//! The balance of a run at one time.

use crate::math::V3;
use crate::storage::stored;

/// Energies, works and dissipations [J], and momenta [kg m/s, kg m^2/s] with their impulses, since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Balance {
    /// Kinetic energy.
    pub kinetic: f64,
    /// Elastic energy of springs and bushings.
    pub elastic: f64,
    /// Potential energy of weight.
    pub gravity: f64,
    /// Elastic energy of stops, and of friction that sticks.
    pub contact: f64,
    /// Work of forces and moments, and of changes of temperature.
    pub loads: f64,
    /// Work of motors.
    pub motors: f64,
    /// Work of prescribed motions.
    pub prescribed: f64,
    /// Energy taken by dampers.
    pub physical_dissipation: f64,
    /// Energy lost in stops.
    pub contact_dissipation: f64,
    /// Energy lost by friction.
    pub friction_dissipation: f64,
    /// Energy taken by the scheme.
    pub numerical_dissipation: f64,
    /// What is not accounted for.
    pub gap: f64,
    /// Linear momentum.
    pub linear_momentum: V3,
    /// Angular momentum about the world's origin.
    pub angular_momentum: V3,
    /// Impulse of loads, weight included.
    pub load_impulse: V3,
    /// Its moment about the world's origin.
    pub load_angular_impulse: V3,
    /// Impulse of everything tied to the ground.
    pub ground_impulse: V3,
    /// Its moment about the world's origin.
    pub ground_angular_impulse: V3,
    /// Linear momentum not accounted for by impulses.
    pub linear_momentum_gap: V3,
    /// Angular momentum not accounted for by impulses; `ed` leaves one of third order in the step.
    pub angular_momentum_gap: V3,
}

stored!(Balance {
    kinetic,
    elastic,
    gravity,
    contact,
    loads,
    motors,
    prescribed,
    physical_dissipation,
    contact_dissipation,
    friction_dissipation,
    numerical_dissipation,
    gap,
    linear_momentum,
    angular_momentum,
    load_impulse,
    load_angular_impulse,
    ground_impulse,
    ground_angular_impulse,
    linear_momentum_gap,
    angular_momentum_gap,
});

impl Balance {
    /// Kinetic and potential energy.
    pub fn total_energy(&self) -> f64 {
        self.kinetic + self.elastic + self.gravity + self.contact
    }

    /// Energy taken by dampers, in stops and by friction.
    pub fn lost(&self) -> f64 {
        self.physical_dissipation + self.contact_dissipation + self.friction_dissipation
    }
}
