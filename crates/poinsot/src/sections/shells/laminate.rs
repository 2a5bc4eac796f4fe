//! Layers of a section: their stiffness on the axes of the section, and transverse shear from equilibrium.

use super::section::Ply;
use super::{PlyMaterial, axes};
use crate::geometry::reference::gauss;
use nalgebra::{Matrix2, Matrix3, SMatrix, Vector3};

/// Membrane and bending together.
pub type Matrix6 = SMatrix<f64, 6, 6>;

/// A ply in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    pub material: PlyMaterial,
    /// Height of its lower side above the reference surface [m].
    pub bottom: f64,
    pub thickness: f64,
    /// From the first axis of the section to that of the material [rad].
    pub angle: f64,
    /// Stresses from strains on the axes of the section.
    pub stiffness: Matrix3<f64>,
    /// Thermal expansion on the axes of the section.
    pub expansion: Vector3<f64>,
    /// Transverse shear stresses per shear force: `f0 + f1 x + f2 x^2` at the height x above its lower side (sh.16).
    pub shear: [Matrix2<f64>; 3],
}

impl Layer {
    fn new(ply: &Ply, bottom: f64) -> Self {
        let turn = axes::plane(ply.angle);
        let [a1, a2] = ply.material.expansion;
        Layer {
            material: ply.material,
            bottom,
            thickness: ply.thickness,
            angle: ply.angle,
            stiffness: turn.transpose() * ply.material.plane_stiffness() * turn,
            expansion: axes::plane(-ply.angle) * Vector3::new(a1, a2, 0.0),
            shear: [Matrix2::zeros(); 3],
        }
    }

    /// Seen with the normal and the second axis reversed.
    pub fn flipped(&self) -> Self {
        let plane = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, -1.0));
        let across = Matrix2::new(-1.0, 0.0, 0.0, 1.0);
        let (t, [f0, f1, f2]) = (self.thickness, self.shear);
        // Heights now count from what was the upper side.
        let shear = [f0 + (f1 + f2 * t) * t, -f1 - 2.0 * t * f2, f2];
        Layer {
            material: self.material,
            bottom: -self.bottom - t,
            thickness: t,
            angle: -self.angle,
            stiffness: plane * self.stiffness * plane,
            expansion: plane * self.expansion,
            shear: shear.map(|f| across * f * across),
        }
    }

    /// Zeroth, first and second moment of its thickness about the reference surface.
    pub fn moments(&self) -> [f64; 3] {
        let (t, z) = (self.thickness, self.bottom + 0.5 * self.thickness);
        [t, t * z, t * (z * z + t * t / 12.0)]
    }

    /// Transverse shear stresses per shear force at a height above its lower side.
    pub fn shear_at(&self, x: f64) -> Matrix2<f64> {
        let [f0, f1, f2] = self.shear;
        f0 + (f1 + f2 * x) * x
    }

    /// Transverse shear strains from stresses, on the axes of the section.
    fn shear_compliance(&self) -> Matrix2<f64> {
        let turn = axes::shear(self.angle);
        turn.transpose() * self.material.shear_compliance() * turn
    }
}

/// Plies from the bottom to the top, about the middle of the thickness; without transverse shear.
pub fn stack(plies: &[Ply]) -> Vec<Layer> {
    let whole: f64 = plies.iter().map(|p| p.thickness).sum();
    let mut bottom = -0.5 * whole;
    let layer = |ply: &Ply| {
        let layer = Layer::new(ply, bottom);
        bottom += ply.thickness;
        layer
    };
    plies.iter().map(layer).collect()
}

/// Stiffness of membrane and bending, `[A B; B D]` (sh.15).
pub fn plane_stiffness(layers: &[Layer]) -> Matrix6 {
    let mut all = Matrix6::zeros();
    for layer in layers {
        let moments = layer.moments();
        for (i, j) in [(0, 0), (0, 3), (3, 0), (3, 3)] {
            let mut block = all.fixed_view_mut::<3, 3>(i, j);
            block += moments[(i + j) / 3] * layer.stiffness;
        }
    }
    all
}

/// Sets the distribution of transverse shear over the layers, and returns the stiffness against it (sh.16), (sh.17); `None` if
/// the stiffness of membrane and bending has no inverse.
pub fn transverse_shear(layers: &mut [Layer], plane: &Matrix6) -> Option<Matrix2<f64>> {
    let block = |i: usize, j: usize| plane.fixed_view::<3, 3>(i, j).clone_owned();
    // Strains and curvatures per moment where the membrane carries nothing.
    let membrane = block(0, 0).try_inverse()?;
    let curved = (block(3, 3) - block(3, 0) * membrane * block(0, 3)).try_inverse()?;
    let stretched = -membrane * block(0, 3) * curved;
    // Stress 11 under M11 and 12 under M22 balance the stress 13; 12 and 22 balance 23.
    let slope = |per_moment: &Matrix3<f64>| {
        let s = per_moment;
        -Matrix2::new(s[(0, 0)], s[(2, 1)], s[(2, 0)], s[(1, 1)])
    };
    let mut compliance = Matrix2::zeros();
    let mut below = Matrix2::zeros();
    for layer in layers.iter_mut() {
        let at_bottom = layer.stiffness * (stretched + layer.bottom * curved);
        let growth = layer.stiffness * curved;
        layer.shear = [below, slope(&at_bottom), 0.5 * slope(&growth)];
        let half = 0.5 * layer.thickness;
        let s = layer.shear_compliance();
        // A polynomial of degree four: exact.
        for &(xi, weight) in gauss(3) {
            let f = layer.shear_at(half * (1.0 + xi));
            compliance += half * weight * f.transpose() * s * f;
        }
        below = layer.shear_at(layer.thickness);
    }
    compliance.try_inverse()
}
