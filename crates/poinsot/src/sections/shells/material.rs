//! Materials of layers.

use super::ShellProblem;
use super::problem::{finite, not_negative, positive};
use nalgebra::{Matrix2, Matrix3};

/// A material of a layer in plane stress, with axes 1 (along the fibres, if there are any) and 2 in the layer and 3 normal to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlyMaterial {
    /// Young's moduli along 1 and 2 [N/m^2].
    pub youngs: [f64; 2],
    /// Poisson's ratio nu12: contraction along 2 under tension along 1.
    pub poisson: f64,
    /// Shear moduli G12, G13, G23 [N/m^2].
    pub shear: [f64; 3],
    /// Density [kg/m^3]; zero for none, which is for equilibria alone.
    pub density: f64,
    /// Thermal expansion along 1 and 2 [1/K].
    pub expansion: [f64; 2],
    /// Stresses at which it fails, if known.
    pub strengths: Option<Strengths>,
    /// Whether it was given as isotropic: its Poisson's ratio then has the limits of such materials.
    isotropic: bool,
}

/// Stresses at which a material fails, all positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strengths {
    /// Tension along 1 and 2, Xt and Yt [N/m^2].
    pub tension: [f64; 2],
    /// Compression along 1 and 2, Xc and Yc [N/m^2].
    pub compression: [f64; 2],
    /// Shear in the plane of the layer, S [N/m^2].
    pub shear: f64,
}

impl Strengths {
    /// A material that fails at this von Mises stress: the index of Tsai and Hill is then the square of the stress over it.
    pub fn isotropic(limit: f64) -> Self {
        Strengths {
            tension: [limit; 2],
            compression: [limit; 2],
            shear: limit / 3f64.sqrt(),
        }
    }

    /// What is wrong with them, if something is.
    pub fn check(&self) -> Result<(), ShellProblem> {
        positive("tensile strength Xt", self.tension[0])?;
        positive("tensile strength Yt", self.tension[1])?;
        positive("compressive strength Xc", self.compression[0])?;
        positive("compressive strength Yc", self.compression[1])?;
        positive("shear strength S", self.shear)
    }
}

impl PlyMaterial {
    /// The same in all directions; without mass, expansion and strengths.
    pub fn isotropic(youngs: f64, poisson: f64) -> Self {
        let shear = 0.5 * youngs / (1.0 + poisson);
        PlyMaterial {
            isotropic: true,
            ..Self::orthotropic([youngs; 2], poisson, [shear; 3])
        }
    }

    /// With Young's moduli E1, E2, Poisson's ratio nu12 and shear moduli G12, G13, G23; without mass, expansion and strengths.
    pub fn orthotropic(youngs: [f64; 2], poisson: f64, shear: [f64; 3]) -> Self {
        PlyMaterial {
            youngs,
            poisson,
            shear,
            density: 0.0,
            expansion: [0.0; 2],
            strengths: None,
            isotropic: false,
        }
    }

    /// The same with a density [kg/m^3].
    pub fn with_density(self, density: f64) -> Self {
        PlyMaterial { density, ..self }
    }

    /// The same with thermal expansion along 1 and 2 [1/K].
    pub fn with_expansion(self, expansion: [f64; 2]) -> Self {
        PlyMaterial { expansion, ..self }
    }

    /// The same with strengths.
    pub fn with_strengths(self, strengths: Strengths) -> Self {
        PlyMaterial {
            strengths: Some(strengths),
            ..self
        }
    }

    /// What is wrong with it, if something is: its energy must be positive for every strain.
    pub fn check(&self) -> Result<(), ShellProblem> {
        let [e1, e2] = self.youngs;
        let nu = self.poisson;
        match self.isotropic {
            true => {
                positive("Young's modulus", e1)?;
                if !(nu > -1.0 && nu <= 0.5) {
                    return Err(ShellProblem::IsotropicPoisson(nu));
                }
            }
            false => {
                positive("Young's modulus E1", e1)?;
                positive("Young's modulus E2", e2)?;
                let limit = (e1 / e2).sqrt();
                let fine = nu.abs() < limit;
                if !fine {
                    return Err(ShellProblem::OrthotropicPoisson { value: nu, limit });
                }
            }
        }
        let names = [
            "shear modulus G12",
            "shear modulus G13",
            "shear modulus G23",
        ];
        for (what, value) in names.into_iter().zip(self.shear) {
            positive(what, value)?;
        }
        not_negative("density", self.density)?;
        for value in self.expansion {
            finite("thermal expansion", value)?;
        }
        self.strengths.map_or(Ok(()), |s| s.check())
    }

    /// Stresses 11, 22, 12 from strains, in plane stress (sh.13).
    pub(super) fn plane_stiffness(&self) -> Matrix3<f64> {
        let [e1, e2] = self.youngs;
        let nu21 = self.poisson * e2 / e1;
        let whole = 1.0 / (1.0 - self.poisson * nu21);
        let coupled = nu21 * e1 * whole;
        Matrix3::new(
            e1 * whole,
            coupled,
            0.0,
            coupled,
            e2 * whole,
            0.0,
            0.0,
            0.0,
            self.shear[0],
        )
    }

    /// Transverse shear strains 1, 2 from stresses.
    pub(super) fn shear_compliance(&self) -> Matrix2<f64> {
        let [_, g13, g23] = self.shear;
        Matrix2::new(1.0 / g13, 0.0, 0.0, 1.0 / g23)
    }
}
