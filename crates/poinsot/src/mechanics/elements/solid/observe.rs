//! What results show of a solid element: stress, strain, change of volume and energy at its points, and how values at nodes follow from them.

use super::assembly::stress_matrix;
use super::element::{Solid, projects, six, swells};
use super::shapes::Shape;
use crate::math::M3;
use crate::mechanics::interaction::{ForceLaw, Now, Strain};
use nalgebra::DMatrix;

/// Numbers of one Gauss point: Cauchy stress `xx, yy, zz, xy, xz, yz` [Pa], second Piola-Kirchhoff stress [Pa], Green strain, `J`, energy by
/// volume as drawn [J/m^3], volume as drawn [m^3].
pub const OBSERVED_PER_POINT: usize = 21;

/// Entries of symmetric matrices as results list them.
const ENTRIES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// The numbers of a point, or a weighted sum of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointValues {
    /// Cauchy stress xx, yy, zz, xy, xz, yz [Pa].
    pub stress: [f64; 6],
    /// Second Piola-Kirchhoff stress, in the same order [Pa].
    pub second: [f64; 6],
    /// Green strain, in the same order.
    pub strain: [f64; 6],
    /// Volume over that as drawn.
    pub volume_ratio: f64,
    /// Energy by volume as drawn [J/m^3].
    pub energy: f64,
    /// Volume that it stands for, as drawn [m^3].
    pub volume: f64,
}

impl PointValues {
    /// Adds the numbers of a point.
    pub fn add(&mut self, weight: f64, point: &[f64]) {
        let tables = self.stress.iter_mut().chain(&mut self.second);
        for (sum, x) in tables.chain(&mut self.strain).zip(point) {
            *sum += weight * x;
        }
        self.volume_ratio += weight * point[18];
        self.energy += weight * point[19];
        self.volume += weight * point[20];
    }

    /// Von Mises stress [Pa].
    pub fn von_mises(&self) -> f64 {
        let [x, y, z, xy, xz, yz] = self.stress;
        let normal = (x - y).powi(2) + (y - z).powi(2) + (z - x).powi(2);
        (0.5 * normal + 3.0 * (xy * xy + xz * xz + yz * yz)).sqrt()
    }

    /// Principal stresses, the largest first [Pa].
    pub fn principal(&self) -> [f64; 3] {
        principal(&self.stress)
    }

    /// Principal values of the Green strain, the largest first.
    pub fn principal_strain(&self) -> [f64; 3] {
        principal(&self.strain)
    }

    /// Pressure, a third of the trace with the other sign [Pa].
    pub fn pressure(&self) -> f64 {
        -(self.stress[0] + self.stress[1] + self.stress[2]) / 3.0
    }
}

/// Eigenvalues of a symmetric matrix by its entries, the largest first.
fn principal(&[x, y, z, xy, xz, yz]: &[f64; 6]) -> [f64; 3] {
    let table = M3::new(x, xy, xz, xy, y, yz, xz, yz, z);
    if !table.iter().all(|x| x.is_finite()) {
        return [f64::NAN; 3];
    }
    let mut values: [f64; 3] = table.symmetric_eigenvalues().into();
    values.sort_by(|a, b| b.total_cmp(a));
    values
}

/// Numbers of all points. The Cauchy stress is `F S F^T / J` with the deformation gradient of the positions and S of the law and of
/// viscosity; where the volume is projected (so.3), its pressure is in it. Strains are those of the law: assumed ones where it has them.
pub(super) fn observe<const N: usize, const G: usize, const E: usize>(
    f: &Solid<N, G, E>,
    now: &Now,
    out: &mut [f64],
) {
    let places = f.places(now.stages);
    let e = f.value(&places);
    let sigma = f.stress_at(0.0, &e, &[0.0; E]);
    let green = f.green_of(&places);
    let secants = f.swelling_secants(&green, &green, 1.0);
    let swell = match projects(G, E) {
        true => swells::<G, E>(&e),
        false => [0.0; G],
    };
    let viscosity = f.common.viscosity.as_ref();
    let rate = match viscosity.is_some_and(|v| v.time() > 0.0) {
        true => f.rates(
            &places,
            &std::array::from_fn(|k| now.velocities[f.nodes[k]].v),
        ),
        false => [0.0; E],
    };
    for (g, out) in out.chunks_exact_mut(OBSERVED_PER_POINT).enumerate() {
        let volume = f.common.volumes[g];
        let mut s = six(&sigma, g);
        let mut energy = f.point_law(g).energy(&six(&e, g));
        if let Some(j) = secants.get(g) {
            let push = sigma[6 * G + g];
            (0..6).for_each(|q| s[q] += push * j.gradient[q]);
            energy += 0.5 * push * swell[g];
        }
        if let Some(viscosity) = viscosity {
            let kept = f.kept_at(g, now.kept);
            let more = viscosity.stress_now(kept, &six(&e, g), &six(&rate, g));
            (0..6).for_each(|q| s[q] += volume * more[q]);
            energy += volume * viscosity.kept_energy(kept, &six(&e, g));
        }
        let gradient = f.gradient(g, &places);
        let turn = M3::from_columns(&gradient);
        let j = turn.determinant();
        let second = stress_matrix(&s) / volume;
        let [a, b, c, ab, bc, ac] = six(&e, g);
        let strain = stress_matrix(&[a, b, c, 0.5 * ab, 0.5 * bc, 0.5 * ac]);
        let cauchy = turn * second * turn.transpose() / j;
        let tables = [cauchy, second, strain].map(|m| ENTRIES.map(|entry| m[entry]));
        for (out, x) in out.iter_mut().zip(tables.iter().flatten()) {
            *out = *x;
        }
        out[18] = j;
        out[19] = energy / volume;
        out[20] = volume;
    }
}

impl Shape {
    /// The shape with so many nodes.
    pub fn of(nodes: usize) -> Option<Shape> {
        match nodes {
            8 => Some(Shape::Hex8),
            10 => Some(Shape::Tet10),
            15 => Some(Shape::Wedge15),
            20 => Some(Shape::Hex20),
            27 => Some(Shape::Hex27),
            _ => None,
        }
    }
}

/// Weights of the Gauss points of an element in the values at its nodes: polynomials through the points, continued to the nodes.
pub fn weights_at_nodes(shape: Shape, nodes: usize) -> Vec<Vec<f64>> {
    let points = shape.points();
    let terms = |at: &[f64; 3]| -> Vec<f64> {
        let [r, s, t] = *at;
        let quadratic = |x: f64| vec![1.0, x, x * x];
        let linear = |x: f64| vec![1.0, x];
        let product = |a: Vec<f64>, b: Vec<f64>, c: Vec<f64>| -> Vec<f64> {
            let mut all = Vec::new();
            for z in &c {
                for y in &b {
                    all.extend(a.iter().map(|x| x * y * z));
                }
            }
            all
        };
        match points.len() {
            4 => vec![1.0, r, s, t],
            // Three points in each of three layers.
            9 => product(vec![1.0, r, s], vec![1.0], quadratic(t)),
            27 => product(quadratic(r), quadratic(s), quadratic(t)),
            _ => product(linear(r), linear(s), linear(t)),
        }
    };
    let count = points.len();
    let rows: Vec<Vec<f64>> = points.iter().map(|(at, _)| terms(at)).collect();
    let table = DMatrix::from_fn(count, count, |g, k| rows[g][k]);
    let even = vec![1.0 / count as f64; count];
    let Some(inverse) = table.try_inverse() else {
        return vec![even; nodes];
    };
    let of_node = |k: usize| -> Vec<f64> {
        let at = terms(&shape.node(k));
        let weight = |g: usize| (0..count).map(|k| at[k] * inverse[(k, g)]).sum();
        (0..count).map(weight).collect()
    };
    (0..nodes).map(of_node).collect()
}
