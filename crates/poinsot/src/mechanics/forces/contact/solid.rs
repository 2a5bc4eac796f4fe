//! Signed distances from solid shapes, in their own axes (co.10).

use super::surface::Surface;
use crate::math::{M3, V3};
use std::sync::Arc;

/// A shape that balls meet from all sides: what is within `rounding` of its core.
#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    /// A box about the origin.
    Block {
        /// Half the lengths of the edges of its core [m].
        half: V3,
        /// How far the surface is from the core [m].
        rounding: f64,
    },
    /// A cylinder along the third axis, its middle in the origin.
    Cylinder {
        /// Radius of its core [m].
        radius: f64,
        /// Half the length of its core [m].
        half: f64,
        /// See the block.
        rounding: f64,
    },
    /// What is below a surface of triangles.
    Mesh(Arc<Surface>),
}

/// What is nearest to a place: `q - nearest = distance normal`.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// From the core, negative inside [m].
    pub distance: f64,
    /// Its gradient, a unit vector.
    pub normal: V3,
    /// Place on the core.
    pub nearest: V3,
    /// Derivative of the normal [1/m].
    pub bend: M3,
}

impl Solid {
    /// How far the surface is from the core [m].
    pub fn rounding(&self) -> f64 {
        match self {
            Solid::Block { rounding, .. } | Solid::Cylinder { rounding, .. } => *rounding,
            Solid::Mesh(_) => 0.0,
        }
    }

    /// Largest distance of its surface from the origin [m].
    pub fn size(&self) -> f64 {
        match self {
            Solid::Block { half, rounding } => half.norm() + rounding,
            Solid::Cylinder {
                radius,
                half,
                rounding,
            } => radius.hypot(*half) + rounding,
            Solid::Mesh(surface) => surface.size(),
        }
    }

    /// Distance of a place from the surface, negative inside [m].
    pub fn distance(&self, q: &V3) -> f64 {
        self.near(q).distance - self.rounding()
    }

    /// What of the core is nearest to a place.
    pub fn near(&self, q: &V3) -> Near {
        match self {
            Solid::Block { half, .. } => near_block(q, half),
            Solid::Cylinder { radius, half, .. } => near_cylinder(q, *radius, *half),
            Solid::Mesh(surface) => surface.near(q),
        }
    }
}

fn near_block(q: &V3, half: &V3) -> Near {
    let nearest = q.sup(&-half).inf(half);
    let beyond = q - nearest;
    let distance = beyond.norm();
    if distance > 0.0 {
        let normal = beyond / distance;
        let outside = V3::from_fn(|k, _| if beyond[k] == 0.0 { 0.0 } else { 1.0 });
        let bend = (M3::from_diagonal(&outside) - normal * normal.transpose()) / distance;
        return Near {
            distance,
            normal,
            nearest,
            bend,
        };
    }
    // Inside, the nearest face.
    let depth = |k: usize| q[k].abs() - half[k];
    let k = (1..3).fold(0, |k, j| if depth(j) > depth(k) { j } else { k });
    let sign = if q[k] < 0.0 { -1.0 } else { 1.0 };
    let mut nearest = *q;
    nearest[k] = sign * half[k];
    let mut normal = V3::zeros();
    normal[k] = sign;
    Near {
        distance: depth(k),
        normal,
        nearest,
        bend: M3::zeros(),
    }
}

fn near_cylinder(q: &V3, radius: f64, half: f64) -> Near {
    let from_axis = q.x.hypot(q.y);
    let radial = match from_axis > 0.0 {
        true => V3::new(q.x, q.y, 0.0) / from_axis,
        false => V3::x(),
    };
    let axial = if q.z < 0.0 { -V3::z() } else { V3::z() };
    let (out, up) = (from_axis - radius, q.z.abs() - half);
    let around = V3::z().cross(&radial);
    let around = around * around.transpose();
    let curve = |r: f64| if r > 0.0 { 1.0 / r } else { 0.0 };
    if out > 0.0 && up > 0.0 {
        let distance = out.hypot(up);
        let normal = (out * radial + up * axial) / distance;
        let across = radial * radial.transpose() + axial * axial.transpose();
        let bend = (across - normal * normal.transpose()) / distance
            + out * curve(from_axis) / distance * around;
        let nearest = radius * radial + half * axial;
        return Near {
            distance,
            normal,
            nearest,
            bend,
        };
    }
    if out >= up {
        return Near {
            distance: out,
            normal: radial,
            nearest: radius * radial + q.z * V3::z(),
            bend: curve(from_axis) * around,
        };
    }
    Near {
        distance: up,
        normal: axial,
        nearest: V3::new(q.x, q.y, 0.0) + half * axial,
        bend: M3::zeros(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Normals are gradients of distances, bends are derivatives of normals, and nearest places are where they say.
    #[test]
    fn distances_have_their_derivatives() {
        let shapes = [
            Solid::Block {
                half: V3::new(0.5, 0.3, 0.8),
                rounding: 0.1,
            },
            Solid::Cylinder {
                radius: 0.4,
                half: 0.6,
                rounding: 0.0,
            },
        ];
        let mut state = 5u64;
        let mut random = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            2.4 * ((state >> 11) as f64 / (1u64 << 53) as f64 - 0.5)
        };
        for shape in &shapes {
            for _ in 0..400 {
                let q = V3::new(random(), random(), random());
                let near = shape.near(&q);
                assert!((q - near.nearest - near.distance * near.normal).norm() < 1e-15);
                let h = 1e-6;
                for k in 0..3 {
                    let mut step = V3::zeros();
                    step[k] = h;
                    let (a, b) = (shape.near(&(q - step)), shape.near(&(q + step)));
                    if (b.normal - a.normal).norm() > 0.1 {
                        // Across a place from which two faces are equally far.
                        continue;
                    }
                    let slope = (b.distance - a.distance) / (2.0 * h);
                    // Third derivatives are below 1e3 but within 1e-3 of an edge; beside it the quotient of the normal has an error of
                    // the curvature there, up to 1/distance.
                    let close = 1e-6 + h / (1e-9 + near.distance.abs());
                    assert!((slope - near.normal[k]).abs() < close);
                    let turn = (b.normal - a.normal) / (2.0 * h);
                    let gap = (turn - near.bend.column(k)).norm();
                    let kinked = [a, b].iter().any(|x| (x.bend - near.bend).norm() > 0.1);
                    assert!(kinked || gap < 1e-3, "{shape:?} {q}: {gap:e}");
                }
            }
        }
    }
}
