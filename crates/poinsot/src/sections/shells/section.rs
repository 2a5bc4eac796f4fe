//! Sections of shells.

use super::laminate::{Layer, plane_stiffness, stack, transverse_shear};
use super::problem::{finite, not_negative, positive};
use super::{PlyMaterial, RESULTANTS, ShellProblem, Strengths, axes, rotated_matrix};
use crate::sections::check::{ROUND_OFF, WRITTEN, lowest_eigenvalue};
use nalgebra::{SMatrix, SVector};

/// A layer of a laminate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ply {
    /// What it is made of.
    pub material: PlyMaterial,
    /// Thickness [m].
    pub thickness: f64,
    /// From the first axis of the section to the first of the material, towards the second axis of the section [rad].
    pub angle: f64,
}

/// Mass per area.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShellMass {
    /// Mass [kg/m^2]; zero if it has none, which is for equilibria alone.
    pub per_area: f64,
    /// First moment about the reference surface, positive above it [kg/m].
    pub moment: f64,
    /// Rotary inertia: second moment about the reference surface [kg].
    pub inertia: f64,
}

/// A change of temperature through the thickness.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Temperature {
    /// At the middle of the thickness [K].
    pub mean: f64,
    /// Growth along the normal [K/m].
    pub gradient: f64,
}

/// Resultants that hold a section in shape when its temperature changes: `N11 N22 N12 M11 M22 M12` (sh.18).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThermalResultants {
    /// Per kelvin of the mean temperature [N/(m K), N/K].
    pub mean: [f64; 6],
    /// Per kelvin and metre of the gradient [N/K, N m/K].
    pub gradient: [f64; 6],
}

impl ThermalResultants {
    /// For a change of temperature: resultants are stiffness times strains less these.
    pub fn at(&self, change: Temperature) -> [f64; 6] {
        std::array::from_fn(|i| change.mean * self.mean[i] + change.gradient * self.gradient[i])
    }
}

/// A section of a shell, on local axes of a point of the reference surface.
#[derive(Clone, Debug, PartialEq)]
pub struct ShellSection {
    /// Stiffness for strains in the order `e11 e22 2e12, k11 k22 2k12, g1 g2`, symmetric [N/m, N, N m].
    pub stiffness: [[f64; RESULTANTS]; RESULTANTS],
    /// Viscosity in the same order, if there is any.
    pub damping: Option<Box<[[f64; RESULTANTS]; RESULTANTS]>>,
    /// Thickness [m].
    pub thickness: f64,
    /// Height of the middle of the thickness above the reference surface [m].
    pub middle: f64,
    /// Mass.
    pub mass: ShellMass,
    /// Resultants of a change of temperature; zero for given matrices.
    pub thermal: ThermalResultants,
    /// From bottom to top; none for given matrices.
    pub(super) layers: Vec<Layer>,
}

/// Signs of strains and resultants when the normal and the second axis are reversed.
const FLIPPED: [f64; RESULTANTS] = [1.0, 1.0, -1.0, -1.0, -1.0, 1.0, -1.0, 1.0];

impl ShellSection {
    /// One layer, the reference surface in its middle. The first axis of the material is that of the section.
    pub fn homogeneous(material: PlyMaterial, thickness: f64) -> Result<Self, ShellProblem> {
        positive("thickness", thickness)?;
        material.check()?;
        let angle = 0.0;
        Self::from_plies(&[Ply {
            material,
            thickness,
            angle,
        }])
    }

    /// A laminate from the bottom, the side that the normal points away from, to the top; the reference surface in the middle of the
    /// thickness.
    pub fn laminate(plies: &[Ply]) -> Result<Self, ShellProblem> {
        if plies.is_empty() {
            return Err(ShellProblem::NoPlies);
        }
        for (k, ply) in plies.iter().enumerate() {
            let fine = positive("thickness", ply.thickness)
                .and_then(|()| finite("angle", ply.angle))
                .and_then(|()| ply.material.check());
            fine.map_err(|problem| ShellProblem::Ply {
                number: k + 1,
                problem: Box::new(problem),
            })?;
        }
        Self::from_plies(plies)
    }

    /// Plies that are checked.
    fn from_plies(plies: &[Ply]) -> Result<Self, ShellProblem> {
        let mut layers = stack(plies);
        let plane = plane_stiffness(&layers);
        let shear = transverse_shear(&mut layers, &plane);
        let shear = shear.ok_or(ShellProblem::NotPositiveDefinite)?;
        let whole = SMatrix::<f64, RESULTANTS, RESULTANTS>::from_fn(|i, j| match (i, j) {
            (0..6, 0..6) => plane[(i, j)],
            (6.., 6..) => shear[(i - 6, j - 6)],
            _ => 0.0,
        });
        let stiffness = axes::symmetric(|i, j| whole[(i, j)]);
        // Extreme values may overflow or vanish on the way.
        checked_stiffness(&stiffness)?;
        let mut mass = ShellMass::default();
        let mut thermal = ThermalResultants::default();
        for layer in &layers {
            let moments = layer.moments();
            let density = layer.material.density;
            mass.per_area += density * moments[0];
            mass.moment += density * moments[1];
            mass.inertia += density * moments[2];
            let stress = layer.stiffness * layer.expansion;
            for i in 0..3 {
                thermal.mean[i] += stress[i] * moments[0];
                thermal.mean[3 + i] += stress[i] * moments[1];
                thermal.gradient[i] += stress[i] * moments[1];
                thermal.gradient[3 + i] += stress[i] * moments[2];
            }
        }
        Ok(ShellSection {
            stiffness,
            damping: None,
            thickness: plies.iter().map(|p| p.thickness).sum(),
            middle: 0.0,
            mass,
            thermal,
            layers,
        })
    }

    /// A given stiffness for strains in the order `e11 e22 2e12, k11 k22 2k12, g1 g2`, about the reference surface. The thickness counts
    /// for drilling and pictures; stresses are unknown.
    pub fn given(
        stiffness: &[[f64; RESULTANTS]; RESULTANTS],
        thickness: f64,
        mass: ShellMass,
    ) -> Result<Self, ShellProblem> {
        positive("thickness", thickness)?;
        let stiffness = checked_stiffness(stiffness)?;
        not_negative("mass per area", mass.per_area)?;
        finite("first moment of the mass per area", mass.moment)?;
        not_negative("rotary inertia per area", mass.inertia)?;
        let limit = match mass.moment {
            0.0 => 0.0,
            moment => moment * moment / mass.per_area,
        };
        let enough = mass.inertia >= (1.0 - WRITTEN) * limit;
        if !enough {
            let value = mass.inertia;
            return Err(ShellProblem::RotaryInertia { value, limit });
        }
        Ok(ShellSection {
            stiffness,
            damping: None,
            thickness,
            middle: 0.0,
            mass,
            thermal: ThermalResultants::default(),
            layers: Vec::new(),
        })
    }

    /// What is wrong with it, if its fields were changed.
    pub fn problem(&self) -> Option<ShellProblem> {
        let same = Self::given(&self.stiffness, self.thickness, self.mass);
        let same = same.and_then(|same| match &self.damping {
            Some(damping) => same.with_damping(damping),
            None => Ok(same),
        });
        same.err()
    }

    /// The same with viscosity `time * stiffness`: Kelvin and Voigt's model with this retardation time [s].
    pub fn with_damping_time(self, time: f64) -> Result<Self, ShellProblem> {
        not_negative("damping time", time)?;
        let damping =
            (time > 0.0).then(|| Box::new(self.stiffness.map(|row| row.map(|k| time * k))));
        Ok(ShellSection { damping, ..self })
    }

    /// The same with a given viscosity.
    pub fn with_damping(
        self,
        damping: &[[f64; RESULTANTS]; RESULTANTS],
    ) -> Result<Self, ShellProblem> {
        let scales = self.scales();
        let scaled = scaled("damping", damping, &scales)?;
        let size = scaled.amax();
        if size > 0.0 {
            symmetric_enough("damping", damping, &(scaled / size))?;
            if lowest_eigenvalue(&(scaled / size)) < -WRITTEN {
                return Err(ShellProblem::NegativeDamping);
            }
        }
        let damping = axes::symmetric(|i, j| damping[i][j]);
        let damping = (size > 0.0).then(|| Box::new(damping));
        Ok(ShellSection { damping, ..self })
    }

    /// One over the roots of the diagonal of the stiffness.
    fn scales(&self) -> [f64; RESULTANTS] {
        std::array::from_fn(|i| 1.0 / self.stiffness[i][i].sqrt())
    }

    /// The section moved along the normal by `offset` [m], while the reference surface stays (sh.19): exact, as the strains at a
    /// height change by `-offset k`. Positive offsets put the material above the reference surface.
    pub fn shifted(&self, offset: f64) -> Self {
        let mass = ShellMass {
            per_area: self.mass.per_area,
            moment: self.mass.moment + offset * self.mass.per_area,
            inertia: self.mass.inertia
                + offset * (2.0 * self.mass.moment + offset * self.mass.per_area),
        };
        let moved = |t: &[f64; 6]| {
            std::array::from_fn(|i| match i {
                0..3 => t[i],
                _ => t[i] + offset * t[i - 3],
            })
        };
        let mut layers = self.layers.clone();
        layers.iter_mut().for_each(|layer| layer.bottom += offset);
        ShellSection {
            stiffness: shifted_matrix(&self.stiffness, offset),
            damping: self
                .damping
                .as_ref()
                .map(|d| Box::new(shifted_matrix(d, offset))),
            thickness: self.thickness,
            middle: self.middle + offset,
            mass,
            thermal: ThermalResultants {
                mean: moved(&self.thermal.mean),
                gradient: moved(&self.thermal.gradient),
            },
            layers,
        }
    }

    /// On local axes, of a section whose first axis, its material direction, is at `angle` [rad] to the first local one, towards the
    /// second (sh.14).
    pub fn rotated(&self, angle: f64) -> Self {
        let turn = axes::plane(angle);
        let across = axes::shear(angle);
        let turned = |t: &[f64; 6]| -> [f64; 6] {
            let part =
                |k: usize| turn.transpose() * nalgebra::Vector3::new(t[k], t[k + 1], t[k + 2]);
            let (n, m) = (part(0), part(3));
            [n[0], n[1], n[2], m[0], m[1], m[2]]
        };
        let layers = self.layers.iter().map(|layer| Layer {
            angle: layer.angle + angle,
            stiffness: turn.transpose() * layer.stiffness * turn,
            expansion: axes::plane(-angle) * layer.expansion,
            shear: layer.shear.map(|f| across.transpose() * f * across),
            ..layer.clone()
        });
        ShellSection {
            stiffness: rotated_matrix(&self.stiffness, angle),
            damping: self
                .damping
                .as_ref()
                .map(|d| Box::new(rotated_matrix(d, angle))),
            thickness: self.thickness,
            middle: self.middle,
            mass: self.mass,
            thermal: ThermalResultants {
                mean: turned(&self.thermal.mean),
                gradient: turned(&self.thermal.gradient),
            },
            layers: layers.collect(),
        }
    }

    /// The same section seen with the normal reversed, the first axis being the same (sh.19): its top is the bottom of this one.
    pub fn flipped(&self) -> Self {
        let turned = |t: &[f64; 6], sign: f64| std::array::from_fn(|i| sign * FLIPPED[i] * t[i]);
        let matrix = |c: &[[f64; RESULTANTS]; RESULTANTS]| {
            std::array::from_fn(|i| std::array::from_fn(|j| FLIPPED[i] * c[i][j] * FLIPPED[j]))
        };
        ShellSection {
            stiffness: matrix(&self.stiffness),
            damping: self.damping.as_deref().map(|d| Box::new(matrix(d))),
            thickness: self.thickness,
            middle: -self.middle,
            mass: ShellMass {
                moment: -self.mass.moment,
                ..self.mass
            },
            thermal: ThermalResultants {
                mean: turned(&self.thermal.mean, 1.0),
                gradient: turned(&self.thermal.gradient, -1.0),
            },
            layers: self.layers.iter().rev().map(Layer::flipped).collect(),
        }
    }

    /// Strains and curvatures that a free section takes when its temperature changes; transverse shear is none.
    pub fn free_strains(&self, change: Temperature) -> [f64; RESULTANTS] {
        let resultants = SVector::<f64, 6>::from(self.thermal.at(change));
        // Scaled by the diagonal: entries of membrane and bending differ by the square of the thickness.
        let scales = self.scales();
        let scaled =
            SMatrix::<f64, 6, 6>::from_fn(|i, j| scales[i] * self.stiffness[i][j] * scales[j]);
        let right = SVector::<f64, 6>::from_fn(|i, _| scales[i] * resultants[i]);
        let free = scaled.cholesky().map(|c| c.solve(&right));
        std::array::from_fn(|i| match (&free, i) {
            (Some(free), 0..6) => scales[i] * free[i],
            _ => 0.0,
        })
    }

    /// Resultants of strains, elastic: stiffness times strains less thermal resultants.
    pub fn resultants(
        &self,
        strains: &[f64; RESULTANTS],
        change: Temperature,
    ) -> [f64; RESULTANTS] {
        let thermal = self.thermal.at(change);
        std::array::from_fn(|i| {
            let sum: f64 = (0..RESULTANTS)
                .map(|j| self.stiffness[i][j] * strains[j])
                .sum();
            sum - thermal.get(i).copied().unwrap_or(0.0)
        })
    }

    /// Plies; none for given matrices.
    pub fn plies(&self) -> usize {
        self.layers.len()
    }

    /// Heights of the lower and the upper side of a ply above the reference surface [m], from 0 at the bottom.
    pub fn heights(&self, ply: usize) -> Option<[f64; 2]> {
        let layer = self.layers.get(ply)?;
        Some([layer.bottom, layer.bottom + layer.thickness])
    }

    /// Strengths of a ply, if known.
    pub fn strengths(&self, ply: usize) -> Option<&Strengths> {
        self.layers.get(ply)?.material.strengths.as_ref()
    }
}

/// `(e, k, g)` at the section's own surface are `(e + offset k, k, g)`.
fn shifted_matrix(
    given: &[[f64; RESULTANTS]; RESULTANTS],
    offset: f64,
) -> [[f64; RESULTANTS]; RESULTANTS] {
    let mut moved = SMatrix::<f64, RESULTANTS, RESULTANTS>::identity();
    for i in 0..3 {
        moved[(i, 3 + i)] = offset;
    }
    let given = SMatrix::<f64, RESULTANTS, RESULTANTS>::from_fn(|i, j| given[i][j]);
    let about = moved.transpose() * given * moved;
    axes::symmetric(|i, j| about[(i, j)])
}

/// Finite, symmetric, positive definite; entries of different units are compared after scaling with the diagonal. Returned without
/// what rounded digits leave between both sides of the diagonal.
fn checked_stiffness(
    given: &[[f64; RESULTANTS]; RESULTANTS],
) -> Result<[[f64; RESULTANTS]; RESULTANTS], ShellProblem> {
    scaled("stiffness", given, &[1.0; RESULTANTS])?;
    for i in 0..RESULTANTS {
        let value = given[i][i];
        if value <= 0.0 {
            return Err(ShellProblem::NotPositiveEntry { row: i + 1, value });
        }
    }
    let scales = std::array::from_fn(|i| 1.0 / given[i][i].sqrt());
    let scaled = scaled("stiffness", given, &scales)?;
    symmetric_enough("stiffness", given, &scaled)?;
    match lowest_eigenvalue(&scaled) > ROUND_OFF {
        true => Ok(axes::symmetric(|i, j| given[i][j])),
        false => Err(ShellProblem::NotPositiveDefinite),
    }
}

fn scaled(
    matrix: &'static str,
    given: &[[f64; RESULTANTS]; RESULTANTS],
    scales: &[f64; RESULTANTS],
) -> Result<SMatrix<f64, RESULTANTS, RESULTANTS>, ShellProblem> {
    let all = (0..RESULTANTS).flat_map(|i| (0..RESULTANTS).map(move |j| (i, j)));
    for (i, j) in all {
        let value = given[i][j];
        if !value.is_finite() {
            let (row, column) = (i + 1, j + 1);
            return Err(ShellProblem::NotFiniteEntry {
                matrix,
                row,
                column,
                value,
            });
        }
    }
    Ok(SMatrix::from_fn(|i, j| scales[i] * given[i][j] * scales[j]))
}

fn symmetric_enough(
    matrix: &'static str,
    given: &[[f64; RESULTANTS]; RESULTANTS],
    scaled: &SMatrix<f64, RESULTANTS, RESULTANTS>,
) -> Result<(), ShellProblem> {
    for i in 0..RESULTANTS {
        for j in i + 1..RESULTANTS {
            if (scaled[(i, j)] - scaled[(j, i)]).abs() > WRITTEN {
                return Err(ShellProblem::NotSymmetric {
                    matrix,
                    row: i + 1,
                    column: j + 1,
                    upper: given[i][j],
                    lower: given[j][i],
                });
            }
        }
    }
    Ok(())
}
