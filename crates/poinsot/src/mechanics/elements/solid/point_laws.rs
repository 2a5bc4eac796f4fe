//! Laws of single points, and of the volume of all points, as schemes see them: without nodes.

use super::material::Material;
use super::viscosity::Viscosity;
use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, Memory, SecantStress, Strain,
};

/// A law times the volume that a point stands for.
pub struct PointLaw<'a> {
    pub material: &'a Material,
    pub volume: f64,
    pub viscosity: Option<&'a Viscosity>,
    /// Strains at the start of the step, and what the point remembers there.
    pub start: [f64; 6],
    pub memory: Memory<'a>,
}

/// Resistance to changes of volume: a constant matrix.
pub struct VolumeLaw<'a> {
    pub stiffness: &'a [f64],
}

macro_rules! without_nodes {
    ($type:ty, [$($generics:tt)*], $e:expr) => {
        impl<$($generics)*> Strain<0, 0, { $e }> for $type {
            fn nodes(&self) -> &[NodeIndex; 0] {
                &[]
            }
            fn attachments(&self) -> &[Attachment; 0] {
                &[]
            }
            fn measure(&self, _i: &[V3; 0], _y: &[V3; 0], _w: f64) -> Measure<0, { $e }> {
                Measure::zero()
            }
            fn coupling(
                &self,
                _i: &[V3; 0],
                _y: &[V3; 0],
                _w: f64,
                _sigma: &[f64; $e],
                _visit: &mut impl FnMut(usize, usize, Coupling),
            ) {
            }
        }
    };
}

without_nodes!(PointLaw<'_>, [], 6);
without_nodes!(VolumeLaw<'_>, [const G: usize], G);

fn scaled<const E: usize>(factor: f64, mut s: SecantStress<E>) -> SecantStress<E> {
    s.sigma.iter_mut().for_each(|x| *x *= factor);
    let tables = s.d_start.iter_mut().chain(&mut s.d_end);
    tables.flatten().for_each(|x| *x *= factor);
    s
}

impl ForceLaw<0, 0, 6> for PointLaw<'_> {
    fn account(&self) -> Account {
        Account::Elastic
    }
    fn energy(&self, e: &[f64; 6]) -> f64 {
        self.volume * self.material.energy(e)
    }
    fn elastic(&self, x: &[f64; 6], y: &[f64; 6]) -> SecantStress<6> {
        let mut stress = self.material.elastic(x, y);
        if let Some(viscosity) = self.viscosity {
            viscosity.add_elastic(self.memory.kept, x, y, &mut stress);
        }
        scaled(self.volume, stress)
    }
    fn elastic_stress(&self, x: &[f64; 6], y: &[f64; 6]) -> [f64; 6] {
        match self.viscosity {
            Some(_) => self.elastic(x, y).sigma,
            None => self.material.stress(x, y).map(|s| self.volume * s),
        }
    }
    fn modulus(&self, e: &[f64; 6]) -> [[f64; 6]; 6] {
        let mut modulus = self.material.modulus(e);
        if let Some(viscosity) = self.viscosity {
            viscosity.add_modulus(&mut modulus);
        }
        modulus.map(|row| row.map(|x| self.volume * x))
    }
    fn viscous(&self, x: &[f64; 6], y: &[f64; 6], dt: f64) -> SecantStress<6> {
        match self.viscosity {
            Some(v) => scaled(self.volume, v.over_step(self.memory.kept, x, y, dt)),
            None => SecantStress::zero(),
        }
    }
    fn viscous_at(&self, e: &[f64; 6], rate: &[f64; 6]) -> SecantStress<6> {
        let Memory { kept, dt } = self.memory;
        match self.viscosity {
            Some(v) => scaled(self.volume, v.at_end(kept, &self.start, e, rate, dt)),
            None => SecantStress::zero(),
        }
    }
}

impl<const G: usize> ForceLaw<0, 0, G> for VolumeLaw<'_> {
    fn account(&self) -> Account {
        Account::Elastic
    }
    fn energy(&self, e: &[f64; G]) -> f64 {
        let rows = self.stiffness.chunks_exact(G);
        let stress = rows.map(|row| (0..G).map(|k| row[k] * e[k]).sum::<f64>());
        0.5 * stress.zip(e).map(|(s, e)| s * e).sum::<f64>()
    }
    fn elastic(&self, x: &[f64; G], y: &[f64; G]) -> SecantStress<G> {
        let mut out = SecantStress::zero();
        for (r, row) in self.stiffness.chunks_exact(G).enumerate() {
            for c in 0..G {
                out.sigma[r] += 0.5 * row[c] * (x[c] + y[c]);
                out.d_start[r][c] = 0.5 * row[c];
                out.d_end[r][c] = 0.5 * row[c];
            }
        }
        out
    }
    fn modulus(&self, _e: &[f64; G]) -> [[f64; G]; G] {
        std::array::from_fn(|r| std::array::from_fn(|c| self.stiffness[r * G + c]))
    }
}
