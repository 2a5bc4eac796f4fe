//! Stresses in a section from its strains.

use super::laminate::Layer;
use super::{RESULTANTS, ShellSection, Temperature, axes};
use nalgebra::{Vector2, Vector3};

/// Bottom, middle and top of a ply, as parts of its thickness.
pub const PLY_HEIGHTS: [f64; 3] = [0.0, 0.5, 1.0];

/// Stresses at a height of a section [N/m^2]; that along the normal is zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlyStress {
    /// The ply, from 0 at the bottom.
    pub ply: usize,
    /// Height above the reference surface [m].
    pub z: f64,
    /// Stresses 11, 22, 12 on the axes of the section.
    pub plane: [f64; 3],
    /// Stresses 13, 23 on the axes of the section.
    pub shear: [f64; 2],
    /// Stresses 11, 22, 12 on the axes of the material.
    pub ply_plane: [f64; 3],
    /// Stresses 13, 23 on the axes of the material.
    pub ply_shear: [f64; 2],
}

/// Principal stresses in the plane of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Principal {
    /// The larger and the smaller one [N/m^2].
    pub values: [f64; 2],
    /// From the first axis of the section to the direction of the larger one, between -pi/2 and pi/2 [rad].
    pub angle: f64,
}

impl PlyStress {
    /// Von Mises stress, transverse shear included.
    pub fn von_mises(&self) -> f64 {
        let [s11, s22, s12] = self.plane;
        let [s13, s23] = self.shear;
        let plane = s11 * s11 - s11 * s22 + s22 * s22;
        (plane + 3.0 * (s12 * s12 + s13 * s13 + s23 * s23)).sqrt()
    }

    /// Principal stresses in the plane, without transverse shear, which vanishes at both sides of a section.
    pub fn principal(&self) -> Principal {
        let [s11, s22, s12] = self.plane;
        let (mean, half) = (0.5 * (s11 + s22), 0.5 * (s11 - s22));
        let radius = half.hypot(s12);
        Principal {
            values: [mean + radius, mean - radius],
            angle: 0.5 * s12.atan2(half),
        }
    }
}

impl ShellSection {
    /// Stresses at the bottom, the middle and the top of all plies, from bottom to top; nothing for given matrices.
    pub fn stresses(
        &self,
        strains: &[f64; RESULTANTS],
        change: Temperature,
    ) -> impl Iterator<Item = PlyStress> {
        let (strains, forces) = (*strains, self.shear_forces(strains));
        let layers = self.layers.iter().enumerate();
        layers.flat_map(move |(ply, layer)| {
            PLY_HEIGHTS.map(|part| self.in_layer(ply, layer, part, &strains, &forces, change))
        })
    }

    /// Stresses in a ply, counted from 0 at the bottom, at a part of its thickness; `None` if there is no such ply.
    pub fn stress(
        &self,
        ply: usize,
        part: f64,
        strains: &[f64; RESULTANTS],
        change: Temperature,
    ) -> Option<PlyStress> {
        let layer = self.layers.get(ply)?;
        let forces = self.shear_forces(strains);
        Some(self.in_layer(ply, layer, part, strains, &forces, change))
    }

    /// Stresses at a height above the reference surface, where two plies meet those of the lower one; `None` outside of the section and
    /// for given matrices.
    pub fn stress_at(
        &self,
        z: f64,
        strains: &[f64; RESULTANTS],
        change: Temperature,
    ) -> Option<PlyStress> {
        let top = |layer: &Layer| layer.bottom + layer.thickness;
        // Heights are sums of thicknesses.
        let near = 1e-12 * self.thickness;
        let ply = self
            .layers
            .iter()
            .position(|layer| z <= top(layer) + near)?;
        let layer = &self.layers[ply];
        (z >= layer.bottom - near)
            .then(|| (z - layer.bottom) / layer.thickness)
            .and_then(|part| self.stress(ply, part.clamp(0.0, 1.0), strains, change))
    }

    /// Q1, Q2.
    fn shear_forces(&self, strains: &[f64; RESULTANTS]) -> Vector2<f64> {
        let row = |i: usize| (0..RESULTANTS).map(move |j| self.stiffness[i][j] * strains[j]);
        Vector2::new(row(6).sum(), row(7).sum())
    }

    fn in_layer(
        &self,
        ply: usize,
        layer: &Layer,
        part: f64,
        strains: &[f64; RESULTANTS],
        forces: &Vector2<f64>,
        change: Temperature,
    ) -> PlyStress {
        let x = part * layer.thickness;
        let z = layer.bottom + x;
        let warmer = change.mean + (z - self.middle) * change.gradient;
        let strain = Vector3::from_fn(|i, _| strains[i] + z * strains[3 + i]);
        let plane = layer.stiffness * (strain - warmer * layer.expansion);
        let shear = layer.shear_at(x) * forces;
        // (sh.14): stresses go with the transpose of the way back.
        let ply_plane = axes::plane(-layer.angle).transpose() * plane;
        let ply_shear = axes::shear(layer.angle) * shear;
        PlyStress {
            ply,
            z,
            plane: plane.into(),
            shear: shear.into(),
            ply_plane: ply_plane.into(),
            ply_shear: ply_shear.into(),
        }
    }
}
