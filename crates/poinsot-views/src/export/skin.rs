//! Lines of an animated scene as skinned surfaces.
//!
//! A section between two nodes a and b, at the part f of the length L between them, is to lie on the cubic with their directions,
//!
//! `p = (1 - 3 f^2 + 2 f^3) r_a + (f - 2 f^2 + f^3) L t_a + (3 f^2 - 2 f^3) r_b - (f^2 - f^3) L t_b`.
//!
//! That is a sum of four frames with weights that are positive and add up to one: the frame of a with the section at its distance f L, weight
//! `(1 - f)^2`, and with the section at its origin, weight `2 f (1 - f)^2`, and the same of b with f and 1 - f exchanged. So every node of a line
//! has two joints, and skinning, which every viewer knows, gives smooth lines.

use super::glb::{Glb, Influence};
use super::items::{Line, Place};
use super::mesh::Mesh;
use super::sweep::Sweep;
use poinsot::math::V3;

/// The surface of a line with its weights. It lies straight along x, where its first node is.
pub struct Skin {
    mesh: Mesh,
    influences: Vec<Influence>,
    /// For each joint the matrix that takes corners into its frame.
    matrices: Vec<[f32; 16]>,
}

impl Skin {
    /// For nodes that are somewhere in the first frame, in a scene that is turned upright; `size` is that of the scene [m].
    pub fn new(line: &Line, path: &[Place], upright: &Place, size: f64, budget: usize) -> Self {
        let sweep = Sweep::new(line, 0.0035 * size, budget);
        let begin = line.s.first().copied().unwrap_or(0.0);
        let straight = path
            .first()
            .map_or(Place::world(), |first| upright.of(first));
        let mut mesh = Mesh {
            points: Vec::new(),
            triangles: sweep.triangles,
        };
        let mut influences = Vec::new();
        for ring in &sweep.rings {
            let weights = weights(line, path, ring.node.index, ring.node.part);
            for &[y, z] in &ring.corners {
                mesh.points
                    .push(straight.point(&V3::new(ring.s - begin, y, z)));
                influences.push(weights);
            }
        }
        let into = |s: f64, keep: f64| {
            // Rows of the rotation back; the first one takes the arc length from the node, or nothing.
            let back = straight.turn.inverse();
            let columns = [V3::x(), V3::y(), V3::z()].map(|axis| back * axis);
            let moved = back * -straight.at - V3::x() * (s - begin);
            let mut matrix = [0.0; 16];
            for (k, column) in columns.iter().chain([&moved]).enumerate() {
                let entry = [keep * column.x, column.y, column.z];
                matrix[4 * k..4 * k + 3].copy_from_slice(&entry.map(|x| x as f32));
            }
            matrix[15] = 1.0;
            matrix
        };
        let matrices = line.s.iter().flat_map(|&s| [into(s, 1.0), into(s, 0.0)]);
        Skin {
            mesh,
            influences,
            matrices: matrices.collect(),
        }
    }

    /// Puts it into a file; `nodes` are those of the line.
    pub fn add(&self, glb: &mut Glb, line: &Line, nodes: &[usize], material: usize) {
        let mut joints = Vec::new();
        for (&node, pair) in nodes.iter().zip(self.matrices.chunks(2)) {
            // The joints of a skin must be different nodes.
            let inner = glb.node(Some(node), "section", &Place::world(), 1.0);
            joints.extend([(node, pair[0]), (inner, pair[1])]);
        }
        glb.skinned(&line.name, &self.mesh, material, &self.influences, &joints);
    }
}

/// Weights of the four joints of a segment at a part of it.
fn weights(line: &Line, path: &[Place], segment: usize, f: f64) -> Influence {
    let g = 1.0 - f;
    let (a, b) = (2 * segment as u16, 2 * segment as u16 + 2);
    let smooth = line.smooth && {
        let chord = path.get(segment + 1).map(|b| b.at - path[segment].at);
        let straight = |k: usize, chord: &V3| {
            let along = path[k].turn * V3::x();
            along.dot(chord) >= 0.8 * chord.norm()
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
    use super::super::sweep::{Between, between};
    use super::*;
    use poinsot::math::orientation;

    #[test]
    fn weights_lead_along_the_cubic() {
        let turned = |angle: f64| orientation::axis_angle(&V3::z(), angle).unwrap();
        let path = [
            Place {
                at: V3::zeros(),
                turn: turned(-0.4),
            },
            Place {
                at: V3::x() * 2.0,
                turn: turned(0.3),
            },
        ];
        let line = Line {
            name: "bow".into(),
            first_node: 0,
            s: vec![0.0, 2.0],
            first_frame: Some(0),
            first_station: 0,
            stations: Vec::new(),
            outlines: Vec::new(),
            smooth: true,
        };
        for part in [0.0, 0.1, 0.5, 0.75, 1.0] {
            let all = weights(&line, &path, 0, part);
            let sum: f64 = all.iter().map(|w| w.1).sum();
            assert!((sum - 1.0).abs() < 1e-15 && all.iter().all(|w| w.1 >= 0.0));
            let mut point = V3::zeros();
            for (joint, weight) in all {
                let node = joint as usize / 2;
                let far = match joint % 2 {
                    0 => 2.0 * part - line.s[node],
                    _ => 0.0,
                };
                point += weight * path[node].point(&(V3::x() * far));
            }
            let expected = between(&path, Between { index: 0, part }, true);
            assert!((point - expected.at).norm() < 1e-14, "{point} at {part}");
        }
    }
}
