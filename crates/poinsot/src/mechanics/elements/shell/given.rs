//! Given strains of shell elements: thermal expansion (sh.22), (sh.23) and the stress as drawn (sh.24).

use super::geometry::{Drawn, ShellNode};
use super::quad4_law::{self, Bilinear};
use super::quad9::Biquadratic;
use super::tri3::{self, Linear};
use super::{
    Output, QUAD4_POINTS, QUAD9_POINTS, Quad4, Quad9, RESULTANTS, ShellLaw, TRI3_POINTS, Tri3,
};
use crate::math::V3;
use crate::mechanics::elements::FieldElement;
use crate::mechanics::elements::given::{GivenStrain, TERMS};
use nalgebra::{DMatrix, DVector, Matrix2, Vector2};

/// Strains of a free section per kelvin, and per gradient of one kelvin per metre, on the local axes of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expansion {
    /// Of the mean temperature [1/K, 1/(m K)].
    pub mean: [f64; RESULTANTS],
    /// Of the gradient [m/K, 1/K].
    pub gradient: [f64; RESULTANTS],
}

/// Laws of the Gauss points times their areas, block by block.
fn blocks(areas: &[f64], law: impl Fn(usize) -> [[f64; RESULTANTS]; RESULTANTS]) -> DMatrix<f64> {
    let size = RESULTANTS * areas.len();
    let mut all = DMatrix::zeros(size, size);
    for (g, area) in areas.iter().enumerate() {
        let law = law(g);
        for i in 0..RESULTANTS {
            for j in 0..RESULTANTS {
                all[(RESULTANTS * g + i, RESULTANTS * g + j)] = area * law[i][j];
            }
        }
    }
    all
}

/// A symmetric tensor from components 11, 22 and twice 12, and back.
fn tensor(v: &[f64]) -> Matrix2<f64> {
    Matrix2::new(v[0], 0.5 * v[2], 0.5 * v[2], v[1])
}

fn components(t: &Matrix2<f64>) -> [f64; 3] {
    [t[(0, 0)], t[(1, 1)], t[(0, 1)] + t[(1, 0)]]
}

/// What an element is, as far as given strains need it.
struct Parts<'a, const E: usize> {
    output: &'a Output,
    /// Strains as drawn, counted from nothing.
    reference: &'a [f64; E],
    stiffness: &'a [[f64; E]; E],
    /// Laws of the Gauss points times their areas, enhanced strains condensed.
    laws: DMatrix<f64>,
    areas: Vec<f64>,
}

impl<const E: usize> Parts<'_, E> {
    fn samples(&self) -> usize {
        self.output.strains.ncols()
    }

    /// From strains of the Gauss points, those of the drilling rows with the first term, and the part that layers know by themselves.
    fn given(
        &self,
        strains: &[DVector<f64>; TERMS],
        drilling: &[f64; E],
        known: &[DVector<f64>; TERMS],
    ) -> GivenStrain<E> {
        let samples = self.samples();
        let held = strains.each_ref().map(|p| &self.laws * p);
        let mut stress = [[0.0; E]; TERMS];
        for (stress, held) in stress.iter_mut().zip(&held) {
            let conjugate = self.output.strains.tr_mul(held);
            stress[..samples].copy_from_slice(conjugate.as_slice());
        }
        let mut energy: [[f64; TERMS]; TERMS] =
            std::array::from_fn(|a| std::array::from_fn(|b| strains[a].dot(&held[b])));
        for row in samples..E {
            stress[0][row] = self.stiffness[row][row] * drilling[row];
            energy[0][0] += stress[0][row] * drilling[row];
        }
        let point = |(g, area): (usize, &f64)| {
            std::array::from_fn(|t| {
                std::array::from_fn(|k| match k < RESULTANTS {
                    true => held[t][RESULTANTS * g + k] / area,
                    false => {
                        let at = RESULTANTS * g + k - RESULTANTS;
                        strains[t][at] - known[t][at]
                    }
                })
            })
        };
        GivenStrain {
            stress,
            energy,
            points: self.areas.iter().enumerate().map(point).collect(),
        }
    }

    /// Thermal expansion: the surface stretches, and lengths, curvatures and angles between tangents and directors with it (sh.23).
    fn heated(&self, expansion: &[Expansion]) -> GivenStrain<E> {
        let samples = self.samples();
        let drawn = DVector::from_column_slice(&self.reference[..samples]);
        let drawn = &self.output.strains * drawn;
        let size = drawn.len();
        let mut strains: [DVector<f64>; TERMS] = std::array::from_fn(|_| DVector::zeros(size));
        let mut known = strains.clone();
        let mut mean = 0.0;
        for (g, free) in expansion.iter().enumerate() {
            let first = RESULTANTS * g;
            let stretch = tensor(&free.mean[..3]);
            let shape = drawn.rows(first, RESULTANTS);
            let metric = tensor(&[shape[0], shape[1], shape[2]]);
            let curved = tensor(&[shape[3], shape[4], shape[5]]);
            let linear = components(&(stretch * metric + metric * stretch));
            let square = components(&(stretch * metric * stretch));
            let bent = components(&(0.5 * (stretch * curved + curved * stretch)));
            let sheared = stretch * Vector2::new(shape[6], shape[7]);
            for i in 0..3 {
                strains[0][first + i] = linear[i];
                strains[0][first + 3 + i] = free.mean[3 + i] + bent[i];
                strains[1][first + i] = square[i];
            }
            for i in 0..2 {
                strains[0][first + 6 + i] = sheared[i];
            }
            for i in 0..RESULTANTS {
                strains[2][first + i] = free.gradient[i];
                known[0][first + i] = free.mean[i];
                known[2][first + i] = free.gradient[i];
            }
            mean += 0.5 * stretch.trace() / expansion.len() as f64;
        }
        let drilling = std::array::from_fn(|row| match row < samples {
            true => 0.0,
            false => mean * self.reference[row],
        });
        self.given(&strains, &drilling, &known)
    }

    /// Strains that belong to resultants.
    fn stressed(
        &self,
        sections: &[ShellLaw],
        resultants: &[f64; RESULTANTS],
    ) -> Option<GivenStrain<E>> {
        let none = DVector::zeros(RESULTANTS * sections.len());
        let mut strains = [none.clone(), none.clone(), none.clone()];
        let known = strains.clone();
        for (g, section) in sections.iter().enumerate() {
            let law = DMatrix::from_fn(RESULTANTS, RESULTANTS, |i, j| section.stiffness[i][j]);
            let given = DVector::from_column_slice(resultants);
            let found = law.cholesky()?.solve(&given);
            strains[0]
                .rows_mut(RESULTANTS * g, RESULTANTS)
                .copy_from(&found);
        }
        Some(self.given(&strains, &[0.0; E], &known))
    }
}

macro_rules! given_strains {
    ($type:ident, $nodes:literal, $points:ident, $strains:literal, $surface:ident, $laws:expr) => {
        impl $type {
            fn parts(
                &self,
                drawn: &[ShellNode; $nodes],
                sections: &[ShellLaw; $points],
                first: &V3,
            ) -> Parts<'_, $strains> {
                let surface = Drawn::<$nodes, $points>::new::<$surface>(drawn, first);
                Parts {
                    output: &self.output,
                    reference: &self.reference,
                    stiffness: &self.law().stiffness,
                    laws: $laws(&surface, sections),
                    areas: surface.areas.to_vec(),
                }
            }

            /// Strains of thermal expansion; `drawn`, `sections` and `first` as the element was made with.
            pub fn heated(
                &self,
                drawn: &[ShellNode; $nodes],
                sections: &[ShellLaw; $points],
                first: &V3,
                expansion: &[Expansion; $points],
            ) -> GivenStrain<$strains> {
                self.parts(drawn, sections, first).heated(expansion)
            }

            /// Strains that belong to resultants as drawn; `None` if a section has no stiffness.
            pub fn stressed(
                &self,
                drawn: &[ShellNode; $nodes],
                sections: &[ShellLaw; $points],
                first: &V3,
                resultants: &[f64; RESULTANTS],
            ) -> Option<GivenStrain<$strains>> {
                self.parts(drawn, sections, first)
                    .stressed(sections, resultants)
            }
        }
    };
}

given_strains!(
    Tri3,
    3,
    TRI3_POINTS,
    13,
    Linear,
    |surface: &Drawn<3, TRI3_POINTS>, sections: &[ShellLaw; TRI3_POINTS]| {
        blocks(&surface.areas, |g| tri3::soft_law(surface, &sections[g]))
    }
);
given_strains!(
    Quad4,
    4,
    QUAD4_POINTS,
    21,
    Bilinear,
    |surface: &Drawn<4, QUAD4_POINTS>, sections: &[ShellLaw; QUAD4_POINTS]| {
        let laws = std::array::from_fn(|g| sections[g].stiffness);
        let whole = quad4_law::condensed(surface, &laws);
        DMatrix::from_column_slice(whole.nrows(), whole.ncols(), whole.as_slice())
    }
);
given_strains!(
    Quad9,
    9,
    QUAD9_POINTS,
    79,
    Biquadratic,
    |surface: &Drawn<9, QUAD9_POINTS>, sections: &[ShellLaw; QUAD9_POINTS]| {
        blocks(&surface.areas, |g| sections[g].stiffness)
    }
);
