//! Flexible bodies of an animated scene as skinned surfaces.
//!
//! Faces between nodes simply follow them. A section between two nodes a and b, at the part f of the length L between them, is to lie on the cubic with their directions,
//!
//! `p = (1 - 3 f^2 + 2 f^3) r_a + (f - 2 f^2 + f^3) L t_a + (3 f^2 - 2 f^3) r_b - (f^2 - f^3) L t_b`.
//!
//! That is a sum of four frames with weights that are positive and add up to one: the frame of a with the section at its distance f L, weight
//! `(1 - f)^2`, and with the section at its origin, weight `2 f (1 - f)^2`, and the same of b with f and 1 - f exchanged. So every node of a curve
//! has two joints, and skinning, which every viewer knows, gives smooth lines.

use super::glb::{Glb, Influence};
use crate::scene::Surface;
use crate::scene::items::{Curve, Flexible, Form};
use crate::scene::mesh::Mesh;
use crate::scene::pose::Pose;
use crate::scene::poses::CORNER;
use crate::scene::surface::Bound;
use poinsot::math::V3;

/// A surface with its weights.
pub struct Skin {
    mesh: Mesh,
    influences: Vec<Influence>,
    /// For each node the matrices that take corners into the frames of its joints: one, or two for curves.
    matrices: Vec<Vec<[f32; 16]>>,
}

impl Skin {
    /// For nodes that are somewhere in the first frame, in a scene that is turned upright.
    pub fn new(body: &Flexible, surface: &Surface, path: &[Pose], upright: &Pose) -> Self {
        match &body.form {
            Form::Curve(curve) => Skin::curve(curve, surface, path, upright),
            Form::Facets(_) => Skin::facets(surface, path, upright),
        }
    }

    /// A curve lies straight along x, where its first node is.
    fn curve(curve: &Curve, surface: &Surface, path: &[Pose], upright: &Pose) -> Self {
        let begin = curve.s.first().copied().unwrap_or(0.0);
        let straight = path
            .first()
            .map_or(Pose::world(), |first| upright.of(first));
        let mut mesh = Mesh {
            points: Vec::new(),
            faces: surface.mesh.faces.clone(),
        };
        let mut influences = Vec::new();
        for (k, point) in surface.mesh.points.iter().enumerate() {
            let Bound::Section { node, s, .. } = &surface.bounds[surface.bound_of(k)] else {
                continue;
            };
            mesh.points
                .push(straight.point(&(point + V3::x() * (s - begin))));
            influences.push(weights(curve.smooth, path, node.index, node.part));
        }
        let into = |s: f64, keep: f64| into(&straight, s - begin, keep);
        let matrices = curve.s.iter().map(|&s| vec![into(s, 1.0), into(s, 0.0)]);
        Skin {
            mesh,
            influences,
            matrices: matrices.collect(),
        }
    }

    /// Faces between nodes are where the nodes are.
    fn facets(surface: &Surface, path: &[Pose], upright: &Pose) -> Self {
        let places: Vec<Pose> = path.iter().map(|p| upright.of(p)).collect();
        let points = surface.mesh.points.iter().enumerate();
        let node = |k: usize| surface.bound_of(k);
        Skin {
            mesh: Mesh {
                points: points.map(|(k, p)| places[node(k)].point(p)).collect(),
                faces: surface.mesh.faces.clone(),
            },
            influences: (0..surface.mesh.points.len())
                .map(|k| [(node(k) as u16, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)])
                .collect(),
            matrices: places.iter().map(|p| vec![into(p, 0.0, 1.0)]).collect(),
        }
    }

    /// Puts it into a file; `nodes` are those of the body.
    pub fn add(&self, glb: &mut Glb, name: &str, nodes: &[usize], material: usize) {
        let mut joints = Vec::new();
        for (&node, matrices) in nodes.iter().zip(&self.matrices) {
            for (k, matrix) in matrices.iter().enumerate() {
                // The joints of a skin must be different nodes.
                let node = match k {
                    0 => node,
                    _ => glb.node(Some(node), "section", &Pose::world(), 1.0),
                };
                joints.push((node, *matrix));
            }
        }
        glb.skinned(name, &self.mesh, material, &self.influences, &joints);
    }
}

/// The matrix that takes corners into a frame: that of `place`, moved along x. The first row takes the distance from there, or nothing.
fn into(place: &Pose, along: f64, keep: f64) -> [f32; 16] {
    let back = place.turn.inverse();
    let columns = [V3::x(), V3::y(), V3::z()].map(|axis| back * axis);
    let moved = back * -place.at - V3::x() * along;
    let mut matrix = [0.0; 16];
    for (k, column) in columns.iter().chain([&moved]).enumerate() {
        let entry = [keep * column.x, column.y, column.z];
        matrix[4 * k..4 * k + 3].copy_from_slice(&entry.map(|x| x as f32));
    }
    matrix[15] = 1.0;
    matrix
}

/// Weights of the four joints of a segment at a part of it.
fn weights(smooth: bool, path: &[Pose], segment: usize, f: f64) -> Influence {
    let g = 1.0 - f;
    let (a, b) = (2 * segment as u16, 2 * segment as u16 + 2);
    let smooth = smooth && {
        let chord = path.get(segment + 1).map(|b| b.at - path[segment].at);
        let straight = |k: usize, chord: &V3| {
            let along = path[k].turn * V3::x();
            along.dot(chord) >= CORNER * chord.norm()
        };
        chord.is_some_and(|c| straight(segment, &c) && straight(segment + 1, &c))
    };
    match smooth {
        true => [
            (a, g * g),
            (a + 1, 2.0 * f * g * g),
            (b, f * f),
            (b + 1, 2.0 * f * f * g),
        ],
        false => [(a, 0.0), (a + 1, g), (b, 0.0), (b + 1, f)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::poses::between;
    use crate::scene::surface::Between;
    use poinsot::math::orientation;

    #[test]
    fn weights_lead_along_the_cubic() {
        let turned = |angle: f64| orientation::axis_angle(&V3::z(), angle).unwrap();
        let path = [
            Pose {
                at: V3::zeros(),
                turn: turned(-0.4),
            },
            Pose {
                at: V3::x() * 2.0,
                turn: turned(0.3),
            },
        ];
        let nodes = [0.0, 2.0];
        for part in [0.0, 0.1, 0.5, 0.75, 1.0] {
            let all = weights(true, &path, 0, part);
            let sum: f64 = all.iter().map(|w| w.1).sum();
            assert!((sum - 1.0).abs() < 1e-15 && all.iter().all(|w| w.1 >= 0.0));
            let mut point = V3::zeros();
            for (joint, weight) in all {
                let node = joint as usize / 2;
                let far = match joint % 2 {
                    0 => 2.0 * part - nodes[node],
                    _ => 0.0,
                };
                point += weight * path[node].point(&(V3::x() * far));
            }
            let expected = between(&path, Between { index: 0, part }, true);
            assert!((point - expected.at).norm() < 1e-14, "{point} at {part}");
        }
    }
}
