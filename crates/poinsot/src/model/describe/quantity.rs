//! Physical quantities of fields: the SI unit a bare number has, and the dimension a text must have.

use crate::functions::NumberKind;
use crate::model::parameters::Values;
use crate::units::{Dimension, UnitError, UnitProblem, parse_with};

/// What a spring or motor acts on, which decides its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoordinateKind {
    /// A length or displacement.
    Length,
    /// An angle.
    Angle,
    /// Not known, because the reference is wrong; both are accepted then.
    Unknown,
}

/// A physical quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A plain number.
    One,
    /// m
    Length,
    /// rad
    Angle,
    /// kg
    Mass,
    /// s
    Time,
    /// kg m^2
    Inertia,
    /// Hz, cycles per second
    Frequency,
    /// m/s
    Velocity,
    /// rad/s
    AngularVelocity,
    /// m/s^2
    Acceleration,
    /// rad/s^2
    AngularAcceleration,
    /// N
    Force,
    /// N m
    Moment,
    /// N/m
    Stiffness,
    /// N m/rad
    AngularStiffness,
    /// N s/m
    Damping,
    /// N m s/rad
    AngularDamping,
    /// N s, N per velocity of rotation: the coupling block of a damping matrix
    Impulse,
    /// Pa
    Modulus,
    /// kg/m^3
    Density,
    /// kg/m
    MassPerLength,
    /// kg/m^2
    MassPerArea,
    /// Pa
    Pressure,
    /// kg m
    InertiaPerLength,
    /// N, stiffness against stretching and shear
    AxialStiffness,
    /// N m, the coupling block of a section stiffness
    CouplingStiffness,
    /// N m^2
    BendingStiffness,
    /// N s, viscosity against stretching and shear
    AxialDamping,
    /// N m s, the coupling block of a section damping
    CouplingDamping,
    /// N m^2 s
    BendingDamping,
    /// J
    Energy,
    /// N/m
    ForcePerLength,
    /// N/m^3
    ForcePerVolume,
    /// N m/m
    MomentPerLength,
    /// K
    Temperature,
    /// K/m
    TemperatureGradient,
    /// 1/K
    Expansion,
    /// The coordinate a spring or motion acts on.
    Coordinate,
    /// Rate of that coordinate.
    CoordinateRate,
    /// Second derivative of that coordinate.
    CoordinateAcceleration,
    /// Effort on that coordinate.
    Effort,
    /// Effort per coordinate.
    EffortPerCoordinate,
    /// Effort per rate of that coordinate.
    EffortPerRate,
    /// What the surrounding field holds.
    Context,
}

use Quantity as Q;

impl Quantity {
    /// The quantity once it is known what the item acts on; `None` when it is not.
    pub fn resolve(self, measure: CoordinateKind) -> Option<Quantity> {
        let (length, angle) = match self {
            Q::Coordinate => (Q::Length, Q::Angle),
            Q::CoordinateRate => (Q::Velocity, Q::AngularVelocity),
            Q::CoordinateAcceleration => (Q::Acceleration, Q::AngularAcceleration),
            Q::Effort => (Q::Force, Q::Moment),
            Q::EffortPerCoordinate => (Q::Stiffness, Q::AngularStiffness),
            Q::EffortPerRate => (Q::Damping, Q::AngularDamping),
            other => (other, other),
        };
        match measure {
            CoordinateKind::Length => Some(length),
            CoordinateKind::Angle => Some(angle),
            CoordinateKind::Unknown => (length == angle).then_some(length),
        }
    }

    /// The SI unit of a bare number; empty for plain numbers.
    pub fn unit(self) -> &'static str {
        match self {
            Q::One | Q::Context => "",
            Q::Length => "m",
            Q::Angle => "rad",
            Q::Mass => "kg",
            Q::Time => "s",
            Q::Inertia => "kg m^2",
            Q::Frequency => "Hz",
            Q::Velocity => "m/s",
            Q::AngularVelocity => "rad/s",
            Q::Acceleration => "m/s^2",
            Q::AngularAcceleration => "rad/s^2",
            Q::Force => "N",
            Q::Moment => "N m",
            Q::Stiffness => "N/m",
            Q::AngularStiffness => "N m/rad",
            Q::Damping => "N s/m",
            Q::AngularDamping => "N m s/rad",
            Q::Impulse | Q::AxialDamping => "N s",
            Q::Modulus => "Pa",
            Q::Density => "kg/m^3",
            Q::MassPerLength => "kg/m",
            Q::MassPerArea => "kg/m^2",
            Q::Pressure => "Pa",
            Q::InertiaPerLength => "kg m",
            Q::AxialStiffness => "N",
            Q::CouplingStiffness => "N m",
            Q::BendingStiffness => "N m^2",
            Q::CouplingDamping => "N m s",
            Q::BendingDamping => "N m^2 s",
            Q::Energy => "J",
            Q::ForcePerLength => "N/m",
            Q::ForcePerVolume => "N/m^3",
            Q::MomentPerLength => "N m/m",
            Q::Temperature => "K",
            Q::TemperatureGradient => "K/m",
            Q::Expansion => "1/K",
            Q::Coordinate => "m or rad",
            Q::CoordinateRate => "m/s or rad/s",
            Q::CoordinateAcceleration => "m/s^2 or rad/s^2",
            Q::Effort => "N or N m",
            Q::EffortPerCoordinate => "N/m or N m/rad",
            Q::EffortPerRate => "N s/m or N m s/rad",
        }
    }

    /// The quantity in words, with an article.
    pub fn name(self) -> &'static str {
        match self {
            Q::One | Q::Context => "a plain number",
            Q::Length => "a length",
            Q::Angle => "an angle",
            Q::Mass => "a mass",
            Q::Time => "a time",
            Q::Inertia => "a moment of inertia",
            Q::Frequency => "a frequency",
            Q::Velocity => "a velocity",
            Q::AngularVelocity => "an angular velocity",
            Q::Acceleration => "an acceleration",
            Q::AngularAcceleration => "an angular acceleration",
            Q::Force => "a force",
            Q::Moment => "a moment",
            Q::Stiffness => "a stiffness",
            Q::AngularStiffness => "a rotational stiffness",
            Q::Damping => "a damping coefficient",
            Q::AngularDamping => "a rotational damping coefficient",
            Q::Impulse | Q::CouplingDamping => "a coupling damping coefficient",
            Q::Modulus => "a modulus",
            Q::Density => "a density",
            Q::MassPerLength => "a mass per length",
            Q::MassPerArea => "a mass per area",
            Q::Pressure => "a force per area",
            Q::InertiaPerLength => "a moment of inertia per length",
            Q::AxialStiffness => "an axial or shear stiffness",
            Q::CouplingStiffness => "a coupling stiffness",
            Q::BendingStiffness => "a bending or torsional stiffness",
            Q::AxialDamping => "an axial or shear viscosity",
            Q::BendingDamping => "a bending or torsional viscosity",
            Q::Energy => "an energy",
            Q::ForcePerLength => "a force per length",
            Q::ForcePerVolume => "a force per volume",
            Q::MomentPerLength => "a moment per length",
            Q::Temperature => "a temperature",
            Q::TemperatureGradient => "a temperature gradient",
            Q::Expansion => "a coefficient of thermal expansion",
            Q::Coordinate => "a length or an angle",
            Q::CoordinateRate => "a velocity",
            Q::CoordinateAcceleration => "an acceleration",
            Q::Effort => "a force or a moment",
            Q::EffortPerCoordinate => "a stiffness",
            Q::EffortPerRate => "a damping coefficient",
        }
    }

    /// The dimension a text must have; for a quantity that depends on what the item acts on, that of a length.
    fn dimension(self) -> Dimension {
        match self.resolve(CoordinateKind::Length).unwrap_or(self) {
            Q::Length => Dimension::LENGTH,
            Q::Angle => Dimension::ANGLE,
            Q::Mass => Dimension::MASS,
            Q::Time => Dimension::TIME,
            Q::Inertia => Dimension::INERTIA,
            Q::Frequency => Dimension::FREQUENCY,
            Q::Velocity => Dimension::VELOCITY,
            Q::AngularVelocity => Dimension::ANGULAR_VELOCITY,
            Q::Acceleration => Dimension::ACCELERATION,
            Q::AngularAcceleration => Dimension::ANGULAR_ACCELERATION,
            Q::Force => Dimension::FORCE,
            Q::Moment => Dimension::MOMENT,
            Q::Stiffness => Dimension::STIFFNESS,
            Q::AngularStiffness => Dimension::ROTATIONAL_STIFFNESS,
            Q::Damping => Dimension::DAMPING,
            Q::AngularDamping => Dimension::ROTATIONAL_DAMPING,
            Q::Impulse | Q::AxialDamping => Dimension::MOMENTUM,
            Q::Modulus | Q::Pressure => Dimension::PRESSURE,
            Q::Density => Dimension::DENSITY,
            Q::MassPerLength => Dimension::MASS_PER_LENGTH,
            Q::MassPerArea => Dimension::MASS_PER_AREA,
            Q::InertiaPerLength => Dimension::INERTIA_PER_LENGTH,
            Q::AxialStiffness => Dimension::FORCE,
            Q::CouplingStiffness => Dimension::MOMENT,
            Q::BendingStiffness => Dimension::BENDING_STIFFNESS,
            Q::CouplingDamping => Dimension::ANGULAR_MOMENTUM,
            Q::BendingDamping => Dimension::BENDING_VISCOSITY,
            Q::Energy => Dimension::ENERGY,
            Q::ForcePerLength => Dimension::FORCE_PER_LENGTH,
            Q::ForcePerVolume => Dimension::FORCE_PER_VOLUME,
            Q::MomentPerLength => Dimension::MOMENT_PER_LENGTH,
            Q::Temperature => Dimension::TEMPERATURE,
            Q::TemperatureGradient => Dimension::TEMPERATURE_GRADIENT,
            Q::Expansion => Dimension::THERMAL_EXPANSION,
            _ => Dimension::DIMENSIONLESS,
        }
    }

    /// A way to write it with a unit.
    pub fn sample(self) -> String {
        format!("\"{}\"", self.dimension().example())
    }

    /// The SI value of a text with a unit, or of a formula that may contain parameters.
    pub fn parse(self, text: &str, parameters: &Values) -> Result<f64, UnitError> {
        parse_with(text, self.dimension(), parameters)
    }

    /// Why the value of a formula cannot be this quantity.
    pub fn refuses(self, kind: NumberKind) -> Option<UnitProblem> {
        let given = Dimension::from_exponents(kind.exponents()?);
        let expected = self.dimension();
        let fits = expected.accepts(&given) || kind.is_loosely(expected.exponents());
        (!fits).then_some(UnitProblem::WrongDimension { given, expected })
    }
}
