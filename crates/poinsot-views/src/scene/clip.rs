//! Surfaces without what lies beyond a plane.

use super::cut::Plane;
use super::mesh::Mesh;
use poinsot::math::V3;
use std::collections::HashMap;

/// What is left of a surface.
#[derive(Clone, Debug, Default)]
pub struct Clipped {
    /// Its faces; those that were cut have new corners on the plane.
    pub mesh: Mesh,
    /// The value of every corner.
    pub values: Vec<f64>,
    /// The element of every face, if they were known.
    pub elements: Vec<u32>,
    /// Where faces were cut: from end to end.
    pub edges: Vec<[V3; 2]>,
}

/// Takes away what lies beyond a plane of a surface of convex faces, with a value for every corner.
pub fn clipped(mesh: &Mesh, values: &[f64], elements: &[u32], plane: &Plane) -> Clipped {
    let beyond: Vec<f64> = mesh.points.iter().map(|p| plane.beyond(p)).collect();
    let mut left = Clipped {
        mesh: Mesh {
            points: mesh.points.clone(),
            ..Mesh::default()
        },
        values: values.to_vec(),
        ..Clipped::default()
    };
    // Neighbours share the corner on the line between them.
    let mut known: HashMap<(u32, u32), u32> = HashMap::new();
    for (number, face) in mesh.faces.iter().enumerate() {
        let far = |k: u32| beyond[k as usize];
        if face.iter().all(|&k| far(k) > 0.0) {
            continue;
        }
        let mut corners = Vec::with_capacity(face.len() + 1);
        let mut ends = Vec::new();
        for (place, &a) in face.iter().enumerate() {
            let b = face[(place + 1) % face.len()];
            if far(a) <= 0.0 {
                corners.push(a);
            }
            if (far(a) > 0.0) == (far(b) > 0.0) {
                continue;
            }
            let (low, high) = (a.min(b), a.max(b));
            let new = *known.entry((low, high)).or_insert_with(|| {
                let part = far(low) / (far(low) - far(high));
                let [p, q] = [low, high].map(|k| left.mesh.points[k as usize]);
                left.mesh.points.push(p + part * (q - p));
                if let [Some(&u), Some(&v)] = [low, high].map(|k| values.get(k as usize)) {
                    left.values.push(u + part * (v - u));
                }
                (left.mesh.points.len() - 1) as u32
            });
            corners.push(new);
            ends.push(new);
        }
        if let [a, b] = ends[..] {
            left.edges
                .push([a, b].map(|k| left.mesh.points[k as usize]));
        }
        if corners.len() > 2 {
            left.mesh.faces.push(corners);
            left.elements.extend(elements.get(number));
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half a box has half the area of the sides that are cut, and the plane meets it along the outline of its section.
    #[test]
    fn a_box_is_cut() {
        let cuboid = Mesh::cuboid(&V3::new(1.0, 2.0, 3.0));
        let values: Vec<f64> = cuboid.points.iter().map(|p| p.z).collect();
        let plane = Plane {
            normal: V3::z(),
            distance: 0.75,
        };
        let left = clipped(&cuboid, &values, &[0, 1, 2, 3, 4, 5], &plane);
        let area: f64 = left
            .mesh
            .faces
            .iter()
            .map(|f| left.mesh.normal(f).norm())
            .sum();
        // The floor, and sides of 2.25 m instead of 3 m.
        assert!((area - (2.0 + 2.25 * 6.0)).abs() < 1e-14, "{area}");
        let around: f64 = left.edges.iter().map(|[a, b]| (b - a).norm()).sum();
        assert!((around - 6.0).abs() < 1e-14, "{around}");
        assert_eq!(left.elements, [0, 1, 2, 3, 4]);
        assert_eq!(left.mesh.points.len(), 8 + 4);
        for (p, value) in left.mesh.points.iter().zip(&left.values) {
            assert!((p.z - value).abs() < 1e-15);
        }
        let away = Plane {
            distance: -2.0,
            ..plane
        };
        assert!(clipped(&cuboid, &[], &[], &away).mesh.faces.is_empty());
    }
}
