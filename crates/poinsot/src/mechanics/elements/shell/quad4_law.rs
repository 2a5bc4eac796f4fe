//! What the samples of a quadrilateral mean: strains of its Gauss points, and the stiffness of the whole element.

use super::geometry::{Drawn, Surface, section_transform, strain_transform};
use super::quad4::{SAMPLES, STRAINS};
use super::{DRILLING, RESULTANTS, ShellLaw};
use crate::math::V3;
use nalgebra::{Matrix4, SMatrix};

/// Corners in the parameters, counter-clockwise.
pub const CORNERS: [[f64; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
/// Parameter of Gauss points.
pub const GAUSS: f64 = 0.577_350_269_189_625_8;
const POINTS: usize = 4;
/// Resultants of all Gauss points.
const ALL: usize = POINTS * RESULTANTS;

type All = SMatrix<f64, ALL, ALL>;
/// Strains of all Gauss points from the samples.
pub type Strains = SMatrix<f64, ALL, SAMPLES>;

/// Bilinear interpolation.
pub struct Bilinear;

impl Surface<4, POINTS> for Bilinear {
    // In the order of the corners.
    const POINTS: [(f64, f64, f64); POINTS] = [
        (-GAUSS, -GAUSS, 1.0),
        (GAUSS, -GAUSS, 1.0),
        (GAUSS, GAUSS, 1.0),
        (-GAUSS, GAUSS, 1.0),
    ];
    const CENTER: (f64, f64) = (0.0, 0.0);

    fn shapes(r: f64, s: f64) -> [f64; 4] {
        CORNERS.map(|[a, b]| 0.25 * (1.0 + a * r) * (1.0 + b * s))
    }
    fn slopes(r: f64, s: f64) -> [[f64; 2]; 4] {
        CORNERS.map(|[a, b]| [0.25 * a * (1.0 + b * s), 0.25 * b * (1.0 + a * r)])
    }
}

/// Strains of the Gauss points from the samples: shear (sh.3) and membrane strains (sh.4) tied, bending strains as they are.
pub fn strains(drawn: &Drawn<4, POINTS>) -> Strains {
    // How the element differs from a parallelogram.
    let sum = |weight: fn([f64; 2]) -> f64| -> V3 {
        let parts = CORNERS.iter().zip(&drawn.points);
        parts.map(|(c, x)| 0.25 * weight(*c) * x).sum()
    };
    let (x_r, x_s, x_d) = (sum(|c| c[0]), sum(|c| c[1]), sum(|c| c[0] * c[1]));
    let n = x_r.cross(&x_s);
    let c_r = x_s.cross(&n).dot(&x_d) / n.norm_squared();
    let c_s = n.cross(&x_r).dot(&x_d) / n.norm_squared();
    let scale = 0.5 / (c_r * c_r + c_s * c_s - 1.0);
    let bubble = [
        scale * c_r * (c_r - 1.0),
        scale * c_r * (c_r + 1.0),
        scale * c_s * (c_s - 1.0),
        scale * c_s * (c_s + 1.0),
        scale * 4.0 * c_r * c_s,
    ];
    let mut all = Strains::zeros();
    for (g, [a, b]) in CORNERS.into_iter().enumerate() {
        let (r, s) = (a * GAUSS, b * GAUSS);
        // Covariant strains: rows E_rr, E_ss, 2 E_rs, then the same of bending, then g_r, g_s.
        let mut covariant = SMatrix::<f64, RESULTANTS, SAMPLES>::zeros();
        covariant[(0, 0)] += 0.5 * (1.0 + s);
        covariant[(0, 1)] += 0.5 * (1.0 - s);
        covariant[(1, 2)] += 0.5 * (1.0 + r);
        covariant[(1, 3)] += 0.5 * (1.0 - r);
        covariant[(2, 4)] += 2.0;
        covariant[(2, 0)] += 0.5 * r;
        covariant[(2, 1)] -= 0.5 * r;
        covariant[(2, 2)] += 0.5 * s;
        covariant[(2, 3)] -= 0.5 * s;
        for (q, part) in bubble.into_iter().enumerate() {
            covariant[(0, q)] += (s * s - 1.0) * part;
            covariant[(1, q)] += (r * r - 1.0) * part;
            covariant[(2, q)] += 2.0 * r * s * part;
        }
        covariant[(3, 9 + usize::from(b > 0.0))] = 1.0;
        covariant[(4, 11 + usize::from(a > 0.0))] = 1.0;
        covariant[(5, 13 + g)] = 1.0;
        covariant[(6, 5)] = 0.5 * (1.0 + s);
        covariant[(6, 6)] = 0.5 * (1.0 - s);
        covariant[(7, 7)] = 0.5 * (1.0 + r);
        covariant[(7, 8)] = 0.5 * (1.0 - r);
        let rows = section_transform(&drawn.gauss[g].inverse) * covariant;
        all.fixed_view_mut::<RESULTANTS, SAMPLES>(RESULTANTS * g, 0)
            .copy_from(&rows);
    }
    all
}

/// Section laws of all Gauss points, with enhanced in-plane strains condensed (sh.5): `D - D M (M' D M)^-1 M' D`.
pub fn condensed(
    drawn: &Drawn<4, POINTS>,
    sections: &[[[f64; RESULTANTS]; RESULTANTS]; POINTS],
) -> All {
    let mut d = All::zeros();
    let mut m = SMatrix::<f64, ALL, 4>::zeros();
    for (g, [a, b]) in CORNERS.into_iter().enumerate() {
        let (r, s) = (a * GAUSS, b * GAUSS);
        let place = &drawn.gauss[g];
        for i in 0..RESULTANTS {
            for j in 0..RESULTANTS {
                d[(RESULTANTS * g + i, RESULTANTS * g + j)] = place.area * sections[g][i][j];
            }
        }
        let turned = (place.axes.transpose() * drawn.center.axes)
            .fixed_view::<2, 2>(0, 0)
            .clone_owned();
        let transform = strain_transform(&(turned * drawn.center.inverse));
        let modes = nalgebra::Matrix3x4::new(
            r, 0.0, 0.0, 0.0, //
            0.0, s, 0.0, 0.0, //
            0.0, 0.0, r, s,
        );
        let rows = (drawn.center.area / place.area) * transform * modes;
        m.fixed_view_mut::<3, 4>(RESULTANTS * g, 0).copy_from(&rows);
    }
    let dm = d * m;
    let inner: Matrix4<f64> = m.transpose() * dm;
    match inner.try_inverse() {
        Some(inverse) => d - dm * inverse * dm.transpose(),
        None => d,
    }
}

/// Stiffness for the samples and the drilling rows.
pub fn stiffness(
    drawn: &Drawn<4, POINTS>,
    strains: &Strains,
    condensed: &All,
    sections: &[ShellLaw; POINTS],
) -> [[f64; STRAINS]; STRAINS] {
    let of_samples = strains.transpose() * condensed * strains;
    let mut k = [[0.0; STRAINS]; STRAINS];
    for i in 0..SAMPLES {
        for j in 0..SAMPLES {
            k[i][j] = 0.5 * (of_samples[(i, j)] + of_samples[(j, i)]);
        }
    }
    let area = drawn.area();
    for (node, nodal) in drawn.nodal_areas.into_iter().enumerate() {
        let section = &sections[node];
        let thin = (section.thickness * section.thickness / area).min(1.0);
        k[SAMPLES + node][SAMPLES + node] = DRILLING * section.stiffness[2][2] * thin * nodal;
    }
    k
}
