//! Dimensions of physical quantities.

use std::fmt;

/// The exponents of the base quantities, with the names people use.
///
/// Equality compares exponents only: a moment equals an energy, though their units are written differently.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// Exponents of metre, kilogram, second, kelvin, radian and cycle.
    exponents: [i8; 6],
    words: &'static Words,
}

/// How a dimension is called and written; all empty for an unusual one.
#[derive(Debug)]
struct Words {
    name: &'static str,
    si_unit: &'static str,
    example: &'static str,
}

/// Symbols of the base units, in the order of the exponents.
const BASE: [&str; 6] = ["m", "kg", "s", "K", "rad", "cycle"];

/// The constants of this page and the list of all of them.
macro_rules! dimensions {
    ($($constant:ident $exponents:expr, $name:literal, $si:literal, $example:literal;)*) => {
        impl Dimension {
            $(
                #[doc = concat!("The dimension ", $name, ", SI unit `", $si, "`.")]
                pub const $constant: Dimension = Dimension {
                    exponents: $exponents,
                    words: &Words { name: $name, si_unit: $si, example: $example },
                };
            )*
            const NAMED: &'static [Dimension] = &[$(Dimension::$constant),*];
        }
    };
}

// The first of equal dimensions gives its name to what users write.
dimensions! {
    DIMENSIONLESS [0, 0, 0, 0, 0, 0], "plain number", "1", "0.5";
    LENGTH [1, 0, 0, 0, 0, 0], "length", "m", "5 mm";
    AREA [2, 0, 0, 0, 0, 0], "area", "m^2", "20 mm^2";
    VOLUME [3, 0, 0, 0, 0, 0], "volume", "m^3", "20 mm^3";
    SECOND_MOMENT_OF_AREA [4, 0, 0, 0, 0, 0], "second moment of area", "m^4", "20 mm^4";
    CURVATURE [-1, 0, 0, 0, 1, 0], "curvature", "rad/m", "0.1 rad/m";
    MASS [0, 1, 0, 0, 0, 0], "mass", "kg", "2 kg";
    TIME [0, 0, 1, 0, 0, 0], "time", "s", "10 ms";
    TEMPERATURE [0, 0, 0, 1, 0, 0], "temperature", "K", "293 K";
    ANGLE [0, 0, 0, 0, 1, 0], "angle", "rad", "30 deg";
    FREQUENCY [0, 0, -1, 0, 0, 1], "frequency", "Hz", "50 Hz";
    VELOCITY [1, 0, -1, 0, 0, 0], "velocity", "m/s", "3 m/s";
    ANGULAR_VELOCITY [0, 0, -1, 0, 1, 0], "angular velocity", "rad/s", "20 rpm";
    ACCELERATION [1, 0, -2, 0, 0, 0], "acceleration", "m/s^2", "9.81 m/s^2";
    ANGULAR_ACCELERATION [0, 0, -2, 0, 1, 0], "angular acceleration", "rad/s^2", "5 rad/s^2";
    FORCE [1, 1, -2, 0, 0, 0], "force", "N", "2 kN";
    MOMENT [2, 1, -2, 0, 0, 0], "moment", "N m", "10 N m";
    ENERGY [2, 1, -2, 0, 0, 0], "energy", "J", "3 J";
    POWER [2, 1, -3, 0, 0, 0], "power", "W", "3 kW";
    INERTIA [2, 1, 0, 0, 0, 0], "moment of inertia", "kg m^2", "1.2e-3 kg*m^2";
    STIFFNESS [0, 1, -2, 0, 0, 0], "stiffness", "N/m", "10 N/mm";
    ROTATIONAL_STIFFNESS [2, 1, -2, 0, -1, 0], "rotational stiffness", "N m/rad", "10 N m/rad";
    DAMPING [0, 1, -1, 0, 0, 0], "damping", "N s/m", "0.5 kN*s/m";
    ROTATIONAL_DAMPING [2, 1, -1, 0, -1, 0], "rotational damping", "N m s/rad", "0.1 N m s/rad";
    MOMENTUM [1, 1, -1, 0, 0, 0], "momentum", "N s", "3 N s";
    ANGULAR_MOMENTUM [2, 1, -1, 0, 0, 0], "angular momentum", "N m s", "3 N m s";
    PRESSURE [-1, 1, -2, 0, 0, 0], "pressure or modulus", "Pa", "73 GPa";
    DENSITY [-3, 1, 0, 0, 0, 0], "density", "kg/m^3", "2700 kg/m^3";
    MASS_PER_LENGTH [-1, 1, 0, 0, 0, 0], "mass per length", "kg/m", "0.2 kg/m";
    MASS_PER_AREA [-2, 1, 0, 0, 0, 0], "mass per area", "kg/m^2", "5 kg/m^2";
    INERTIA_PER_LENGTH [1, 1, 0, 0, 0, 0], "inertia per length", "kg m", "1e-5 kg*m^2/m";
    BENDING_STIFFNESS [3, 1, -2, 0, 0, 0], "bending stiffness", "N m^2", "50 N m^2";
    BENDING_VISCOSITY [3, 1, -1, 0, 0, 0], "bending viscosity", "N m^2 s", "0.05 N m^2 s";
    FORCE_PER_LENGTH [0, 1, -2, 0, 0, 0], "force per length", "N/m", "3 kN/m";
    FORCE_PER_VOLUME [-2, 1, -2, 0, 0, 0], "force per volume", "N/m^3", "20 kN/m^3";
    TEMPERATURE_GRADIENT [-1, 0, 0, 1, 0, 0], "temperature gradient", "K/m", "50 K/m";
    THERMAL_EXPANSION [0, 0, 0, -1, 0, 0], "thermal expansion", "1/K", "12e-6/K";
    MOMENT_PER_LENGTH [1, 1, -2, 0, 0, 0], "moment per length", "N m/m", "2 N m/m";
}

impl PartialEq for Dimension {
    fn eq(&self, other: &Self) -> bool {
        self.exponents == other.exponents
    }
}

impl Eq for Dimension {}

impl Dimension {
    /// All dimensions that have a name.
    pub fn named() -> &'static [Dimension] {
        Self::NAMED
    }

    /// The dimension with the given exponents, under its usual name if it has one.
    pub(crate) fn from_exponents(exponents: [i8; 6]) -> Self {
        (Self::NAMED.iter().copied())
            .find(|known| known.exponents == exponents)
            .unwrap_or(Dimension {
                exponents,
                words: &Words {
                    name: "",
                    si_unit: "",
                    example: "",
                },
            })
    }

    /// Exponents of metre, kilogram, second, kelvin, radian and cycle.
    pub(crate) fn exponents(&self) -> [i8; 6] {
        self.exponents
    }

    /// What people call it, such as `force`; empty for unusual combinations.
    pub fn name(&self) -> &'static str {
        self.words.name
    }

    /// The SI unit as text, such as `N m/rad`; for a plain number `1`.
    pub fn si_unit(&self) -> String {
        if !self.words.si_unit.is_empty() {
            return self.words.si_unit.to_owned();
        }
        let factors: Vec<String> = BASE
            .iter()
            .zip(self.exponents)
            .filter(|(_, exponent)| *exponent != 0)
            .map(|(unit, exponent)| match exponent {
                1 => (*unit).to_owned(),
                _ => format!("{unit}^{exponent}"),
            })
            .collect();
        factors.join(" ")
    }

    /// A quantity of this dimension as a user would write it.
    pub fn example(&self) -> String {
        if self.words.example.is_empty() {
            format!("1 {}", self.si_unit())
        } else {
            self.words.example.to_owned()
        }
    }

    /// True where a quantity with the dimension `given` can stand for `self`: all SI exponents agree, and angles
    /// and cycles agree unless the text has none (as a group: `1/s` fits, `Hz` for `rad/s` does not).
    pub(crate) fn accepts(&self, given: &Dimension) -> bool {
        let (si, counted) = given.exponents.split_at(4);
        let (si_self, counted_self) = self.exponents.split_at(4);
        si == si_self && (counted == counted_self || counted == [0, 0])
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.words.name, self.exponents) {
            ("", _) => write!(f, "[{}]", self.si_unit()),
            (name, [0, 0, 0, 0, 0, 0]) => write!(f, "a {name}"),
            (name, _) => write!(f, "{name} [{}]", self.si_unit()),
        }
    }
}
