//! Sections of another thickness, and with another mass.

use super::laminate::Layer;
use super::problem::{not_negative, positive};
use super::section::{ShellMass, ShellSection, ThermalResultants};
use super::{RESULTANTS, ShellProblem};

/// Power of the thickness that a resultant or a strain brings to the stiffness: membrane and transverse shear none, bending one.
const fn power(k: usize) -> i32 {
    if k >= 3 && k < 6 { 1 } else { 0 }
}

impl ShellSection {
    /// The same section with all of its layers thinner or thicker by one factor, so that the whole has this thickness [m]; the middle of
    /// the thickness stays where it is. Exact for layers (sh.25), without meaning for given matrices.
    pub fn of_thickness(&self, thickness: f64) -> Self {
        let f = thickness / self.thickness;
        if f == 1.0 {
            return self.clone();
        }
        if self.middle != 0.0 {
            let about_middle = self.shifted(-self.middle);
            let about_middle = ShellSection {
                middle: 0.0,
                ..about_middle
            };
            return about_middle.of_thickness(thickness).shifted(self.middle);
        }
        let matrix = |c: &[[f64; RESULTANTS]; RESULTANTS]| {
            std::array::from_fn(|i| {
                std::array::from_fn(|j| c[i][j] * f.powi(1 + power(i) + power(j)))
            })
        };
        let thermal =
            |t: &[f64; 6], first: i32| std::array::from_fn(|i| t[i] * f.powi(first + power(i)));
        let layer = |layer: &Layer| {
            let [f0, f1, f2] = layer.shear;
            Layer {
                bottom: f * layer.bottom,
                thickness: f * layer.thickness,
                shear: [f0 / f, f1 / (f * f), f2 / (f * f * f)],
                ..layer.clone()
            }
        };
        ShellSection {
            stiffness: matrix(&self.stiffness),
            damping: self.damping.as_deref().map(|d| Box::new(matrix(d))),
            thickness,
            middle: 0.0,
            mass: ShellMass {
                per_area: f * self.mass.per_area,
                moment: f * f * self.mass.moment,
                inertia: f * f * f * self.mass.inertia,
            },
            thermal: ThermalResultants {
                mean: thermal(&self.thermal.mean, 1),
                gradient: thermal(&self.thermal.gradient, 2),
            },
            layers: self.layers.iter().map(layer).collect(),
        }
    }

    /// The same with a given mass per area and rotary inertia per area about the middle of the thickness, instead of those of the
    /// materials.
    pub fn with_mass(self, per_area: f64, inertia: f64) -> Result<Self, ShellProblem> {
        positive("mass per area", per_area)?;
        not_negative("rotary inertia per area", inertia)?;
        let mass = ShellMass {
            per_area,
            moment: self.middle * per_area,
            inertia: inertia + self.middle * self.middle * per_area,
        };
        Ok(ShellSection { mass, ..self })
    }

    /// Whether its shape depends on temperature.
    pub fn expands(&self) -> bool {
        let thermal = self.thermal.mean.iter().chain(&self.thermal.gradient);
        thermal.into_iter().any(|t| *t != 0.0)
    }
}
