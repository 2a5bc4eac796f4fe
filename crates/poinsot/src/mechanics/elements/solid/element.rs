//! A solid element: its strains at all Gauss points, and what the kernel asks of an interaction.

use super::assembly;
use super::drawn::{DrawnPoint, SolidError, assumed_strains, gauss_points, projected_bulk};
use super::material::{Material, SwellingSecant, swelling};
use super::point_laws::{PointLaw, VolumeLaw};
use super::shapes::Shape;
use super::viscosity::{Branch, Viscosity};
use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::elements::field::ShareWith;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Coupling, Measure, Memory, Strain};
use crate::mechanics::node::NodeStage;
use std::sync::Arc;

/// Which strains an element has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strains {
    /// Those of the interpolated positions.
    Compatible,
    /// Assumed ones, of bricks with eight nodes (so.1): for bending, not for large changes of volume.
    Assumed,
}

/// What equal elements have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Common<const N: usize, const G: usize> {
    pub(super) attachments: [Attachment; N],
    /// Derivatives of the shape functions by place at the points [1/m].
    pub(super) slopes: Vec<[V3; N]>,
    /// Volumes that the points stand for [m^3].
    pub(super) volumes: [f64; G],
    pub(super) material: Material,
    /// Strains of all points to assumed strains, row by row; empty if they are the same.
    pub(super) assumed: Vec<f64>,
    /// Stiffness for the changes of volume at the points, row by row; empty if the law of the points has it.
    pub(super) bulk: Vec<f64>,
    /// Beside the elastic law.
    pub(super) viscosity: Option<Viscosity>,
}

/// A solid element with `N` nodes and `G` Gauss points. Strains are `(E11, E22, E33, 2 E12, 2 E23, 2 E13)` at every point; where
/// the volume is projected, `J - 1` at every point follows: `E` is six or seven times `G`.
#[derive(Clone, Debug)]
pub struct Solid<const N: usize, const G: usize, const E: usize> {
    pub(super) nodes: [NodeIndex; N],
    pub(super) common: Arc<Common<N, G>>,
}

/// Derivatives of the place by the material axes: columns of the deformation gradient.
pub(super) type Gradient = [V3; 3];

/// Pairs of axes of the six strains.
pub(super) const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)];

/// Whether the element has the change of volume among its strains.
pub(super) const fn projects(points: usize, strains: usize) -> bool {
    strains == 7 * points
}

impl<const N: usize, const G: usize, const E: usize> Solid<N, G, E> {
    /// An element on nodes that are at `drawn` where it has no strain.
    pub fn new(
        shape: Shape,
        nodes: [NodeIndex; N],
        drawn: &[V3; N],
        material: Material,
        strains: Strains,
    ) -> Result<Self, SolidError> {
        const { assert!(E == 6 * G || E == 7 * G) };
        let points = gauss_points(shape, drawn)?;
        debug_assert_eq!(points.len(), G);
        let as_drawn = match strains == Strains::Assumed {
            true => material.stiffness(&[0.0; 6]),
            false => [[0.0; 6]; 6],
        };
        let (law, bulk) = match projects(G, E) {
            false => (material, Vec::new()),
            true => {
                let (law, bulk) = material.without_bulk().ok_or(SolidError::NoBulk)?;
                let linear = shape == Shape::Hex27;
                (law, projected_bulk(&points, bulk, linear))
            }
        };
        let assumed = match strains == Strains::Assumed && shape == Shape::Hex8 {
            true => assumed_strains(drawn, &points, &as_drawn),
            false => Vec::new(),
        };
        let slopes = |p: &DrawnPoint| std::array::from_fn(|k| p.slopes[k]);
        Ok(Solid {
            nodes,
            common: Arc::new(Common {
                attachments: std::array::from_fn(|k| Attachment::point(k, V3::zeros())),
                slopes: points.iter().map(slopes).collect(),
                volumes: std::array::from_fn(|g| points[g].volume),
                material: law,
                assumed,
                bulk,
                viscosity: None,
            }),
        })
    }

    /// The same element with a damping time [s] and branches of a Prony series (so.6), (so.7).
    pub fn with_viscosity(mut self, time: f64, branches: &[Branch]) -> Self {
        let common = Arc::make_mut(&mut self.common);
        common.viscosity = Viscosity::new(&common.material, time, branches);
        self
    }

    /// Volume as drawn [m^3].
    pub fn volume(&self) -> f64 {
        self.common.volumes.iter().sum()
    }

    /// Deformation gradient at a point, from places of the nodes.
    #[inline]
    pub(super) fn gradient(&self, g: usize, p: &[V3; N]) -> Gradient {
        let mut f = [V3::zeros(); 3];
        let slopes = &self.common.slopes[g];
        for k in 1..N {
            // Counted from the first node: small strains keep their digits far from the world's origin.
            let d = p[k] - p[0];
            for i in 0..3 {
                f[i] += slopes[k][i] * d;
            }
        }
        f
    }

    /// Places of the nodes.
    #[inline]
    pub(super) fn places(&self, stages: &[NodeStage]) -> [V3; N] {
        std::array::from_fn(|k| stages[self.nodes[k]].r)
    }

    /// Green strains of deformation gradients at all points, into the first entries.
    pub(super) fn green(&self, p: &[V3; N], out: &mut [f64; E]) {
        for g in 0..G {
            let f = self.gradient(g, p);
            for (q, (i, j)) in PAIRS.into_iter().enumerate() {
                let product = f[i].dot(&f[j]);
                out[6 * g + q] = if q < 3 {
                    0.5 * (product - 1.0)
                } else {
                    product
                };
            }
        }
    }

    /// Strains of Green strains: assumed ones, and changes of volume.
    pub(super) fn strains(&self, green: &[f64; E]) -> [f64; E] {
        let mut e = *green;
        let assumed = &self.common.assumed;
        if !assumed.is_empty() {
            for (row, out) in assumed.chunks_exact(6 * G).zip(&mut e) {
                *out = row.iter().zip(green).map(|(a, x)| a * x).sum();
            }
        }
        if projects(G, E) {
            for g in 0..G {
                e[6 * G + g] = swelling(&six(green, g));
            }
        }
        e
    }

    pub(super) fn point_law(&self, g: usize) -> PointLaw<'_> {
        self.law_in_step(g, &[0.0; 6], Memory::NONE)
    }

    /// The law of a point in a step that begins with given strains.
    #[inline]
    pub(super) fn law_in_step<'a>(
        &'a self,
        g: usize,
        start: &[f64; 6],
        memory: Memory<'a>,
    ) -> PointLaw<'a> {
        PointLaw {
            material: &self.common.material,
            volume: self.common.volumes[g],
            viscosity: self.common.viscosity.as_ref(),
            start: *start,
            memory: Memory {
                kept: self.kept_at(g, memory.kept),
                dt: memory.dt,
            },
        }
    }

    /// How many numbers a point remembers.
    #[inline]
    pub(super) fn kept_per_point(&self) -> usize {
        self.common.viscosity.as_ref().map_or(0, |v| v.memory())
    }

    /// What a point remembers, of what the element does.
    #[inline]
    pub(super) fn kept_at<'a>(&self, g: usize, kept: &'a [f64]) -> &'a [f64] {
        let size = self.kept_per_point();
        kept.get(g * size..(g + 1) * size).unwrap_or(&[])
    }

    pub(super) fn volume_law(&self) -> VolumeLaw<'_> {
        VolumeLaw {
            stiffness: &self.common.bulk,
        }
    }

    /// Stress conjugate to the Green strains of all points, from the one conjugate to the strains; `secants` are those of `J`.
    pub(super) fn pull(&self, sigma: &[f64; E], secants: &[SwellingSecant]) -> [f64; E] {
        let mut s = *sigma;
        let assumed = &self.common.assumed;
        if !assumed.is_empty() {
            s[..6 * G].fill(0.0);
            for (row, x) in assumed.chunks_exact(6 * G).zip(sigma) {
                for (out, a) in s.iter_mut().zip(row) {
                    *out += a * x;
                }
            }
        }
        for (g, j) in secants.iter().enumerate() {
            for q in 0..6 {
                s[6 * g + q] += sigma[6 * G + g] * j.secant[q];
            }
        }
        s
    }

    /// Secants of the changes of volume at all points, for the general part of the kernel.
    pub(super) fn swelling_secants(
        &self,
        start: &[f64; E],
        end: &[f64; E],
        w: f64,
    ) -> Vec<SwellingSecant> {
        match projects(G, E) {
            true => (0..G)
                .map(|g| SwellingSecant::weighted(&six(start, g), &six(end, g), w))
                .collect(),
            false => Vec::new(),
        }
    }

    /// Rows of the strains in attached points, from gradients of the Green strains there.
    pub(super) fn chain(
        &self,
        gradients: &[Gradient],
        swell: impl Fn(usize) -> [f64; 6],
    ) -> Vec<[V3; N]> {
        let mut green = vec![[V3::zeros(); N]; 6 * G];
        for g in 0..G {
            let (f, slopes) = (&gradients[g], &self.common.slopes[g]);
            for (q, (i, j)) in PAIRS.into_iter().enumerate() {
                for k in 0..N {
                    green[6 * g + q][k] = match q < 3 {
                        true => slopes[k][i] * f[i],
                        false => slopes[k][i] * f[j] + slopes[k][j] * f[i],
                    };
                }
            }
        }
        let combine = |row: &[f64], first: usize| -> [V3; N] {
            let rows = || row.iter().zip(&green[first..]);
            std::array::from_fn(|k| rows().map(|(a, x)| *a * x[k]).sum())
        };
        let mut out = match self.common.assumed.is_empty() {
            true => green.clone(),
            false => {
                let rows = self.common.assumed.chunks_exact(6 * G);
                rows.map(|row| combine(row, 0)).collect()
            }
        };
        if projects(G, E) {
            out.extend((0..G).map(|g| combine(&swell(g), 6 * g)));
        }
        out
    }

    pub(super) fn gradients(&self, p: &[V3; N]) -> Vec<Gradient> {
        (0..G).map(|g| self.gradient(g, p)).collect()
    }

    pub(super) fn mean_gradients(&self, p_i: &[V3; N], p_y: &[V3; N], w: f64) -> Vec<Gradient> {
        let mean = std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k]);
        self.gradients(&mean)
    }

    pub(super) fn green_of(&self, p: &[V3; N]) -> [f64; E] {
        let mut green = [0.0; E];
        self.green(p, &mut green);
        green
    }

    /// Largest derivative of a shape function [1/m].
    pub(super) fn steepest(&self) -> f64 {
        let all = self.common.slopes.iter().flatten();
        all.map(|s| s.amax()).fold(0.0, f64::max)
    }
}

impl<const N: usize, const G: usize, const E: usize> ShareWith for Solid<N, G, E> {
    fn share_with(&mut self, other: &Self) {
        if self.common == other.common {
            self.common = Arc::clone(&other.common);
        }
    }
}

/// The strains of one point.
#[inline]
pub(super) fn six<const E: usize>(e: &[f64; E], g: usize) -> [f64; 6] {
    std::array::from_fn(|q| e[6 * g + q])
}

/// The changes of volume.
#[inline]
pub(super) fn swells<const G: usize, const E: usize>(e: &[f64; E]) -> [f64; G] {
    std::array::from_fn(|g| e[6 * G + g])
}

impl<const N: usize, const G: usize, const E: usize> Strain<N, N, E> for Solid<N, G, E> {
    fn nodes(&self) -> &[NodeIndex; N] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; N] {
        &self.common.attachments
    }
    fn measure(&self, p_i: &[V3; N], p_y: &[V3; N], w: f64) -> Measure<N, E> {
        let (green_i, green_y) = (self.green_of(p_i), self.green_of(p_y));
        let secants = self.swelling_secants(&green_i, &green_y, w);
        let rows = self.chain(&self.mean_gradients(p_i, p_y, w), |g| secants[g].secant);
        let ends = self.chain(&self.gradients(p_y), |g| secants[g].gradient);
        let mut m = Measure::zero();
        m.e = self.strains(&green_y);
        m.secant.copy_from_slice(&rows);
        m.gradient.copy_from_slice(&ends);
        m
    }
    fn value(&self, p: &[V3; N]) -> [f64; E] {
        self.strains(&self.green_of(p))
    }
    fn rates(&self, p: &[V3; N], p_dot: &[V3; N]) -> [f64; E] {
        let mut rates = [0.0; E];
        for g in 0..G {
            let (f, v) = (self.gradient(g, p), self.gradient(g, p_dot));
            for (q, (i, j)) in PAIRS.into_iter().enumerate() {
                let both = f[i].dot(&v[j]) + f[j].dot(&v[i]);
                rates[6 * g + q] = if q < 3 { 0.5 * both } else { both };
            }
        }
        let green = self.green_of(p);
        let mut out = rates;
        let assumed = &self.common.assumed;
        if !assumed.is_empty() {
            for (row, out) in assumed.chunks_exact(6 * G).zip(&mut out) {
                *out = row.iter().zip(&rates).map(|(a, x)| a * x).sum();
            }
        }
        for (g, j) in self
            .swelling_secants(&green, &green, 1.0)
            .iter()
            .enumerate()
        {
            out[6 * G + g] = (0..6).map(|q| j.gradient[q] * rates[6 * g + q]).sum();
        }
        out
    }
    fn value_at(&self, stages: &[NodeStage]) -> [f64; E] {
        self.value(&self.places(stages))
    }
    fn coupling(
        &self,
        p_i: &[V3; N],
        p_y: &[V3; N],
        w: f64,
        sigma: &[f64; E],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let (green_i, green_y) = (self.green_of(p_i), self.green_of(p_y));
        let secants = self.swelling_secants(&green_i, &green_y, w);
        let s = self.pull(sigma, &secants);
        let (mean, ends) = (self.mean_gradients(p_i, p_y, w), self.gradients(p_y));
        for g in 0..G {
            let slopes = &self.common.slopes[g];
            let table = assembly::stress_matrix(&six(&s, g));
            for a in 0..N {
                for b in 0..N {
                    let x = w * slopes[a].dot(&(table * slopes[b]));
                    visit(a, b, Coupling::Scalar(x));
                }
            }
            let Some(j) = secants.get(g) else {
                continue;
            };
            let left = assembly::rows_at(&mean[g], slopes);
            let right = assembly::rows_at(&ends[g], slopes);
            for a in 0..N {
                for b in 0..N {
                    let block = left[a].transpose() * assembly::table(&j.bend) * right[b];
                    visit(a, b, Coupling::Matrix(sigma[6 * G + g] * block));
                }
            }
        }
    }
}
