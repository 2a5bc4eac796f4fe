//! Solids that stand for bodies: with the same mass and inertia, of uniform density.

use poinsot::math::rotation::quaternion_from_matrix;
use poinsot::math::{M3, Quaternion, V3};
use poinsot::model::Body;
use serde_json::{Value, json};

/// Two principal moments closer than this part of the largest are taken for equal.
const EQUAL: f64 = 1e-6;

/// The solid of a body, and how it lies in the body frame.
pub fn solid(body: &Body) -> (Value, Quaternion) {
    let found = body.inertia.symmetric_eigen();
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| found.eigenvalues[a].total_cmp(&found.eigenvalues[b]));
    let moments = order.map(|k| found.eigenvalues[k]);
    let axes = order.map(|k| found.eigenvectors.column(k).into_owned());
    let per_mass = |moment: f64| moment.max(0.0) / body.mass;
    let same = |a: f64, b: f64| (a - b).abs() <= EQUAL * moments[2].abs();
    if body.mass <= 0.0 || moments[2] <= 0.0 || moments.iter().any(|m| !m.is_finite()) {
        return (sphere(0.0), Quaternion::identity());
    }
    if same(moments[0], moments[2]) {
        // I = 2/5 m r^2
        return (
            sphere((2.5 * per_mass(moments[1])).sqrt()),
            Quaternion::identity(),
        );
    }
    if same(moments[0], moments[1]) || same(moments[1], moments[2]) {
        // A cylinder: m r^2/2 about its axis, m (3 r^2 + h^2)/12 across it.
        let (along, across) = match same(moments[0], moments[1]) {
            true => (2, 0),
            false => (0, 2),
        };
        let square = 12.0 * per_mass(moments[across]) - 6.0 * per_mass(moments[along]);
        if square >= 0.0 {
            let shape = json!({
                "kind": "cylinder",
                "radius": (2.0 * per_mass(moments[along])).sqrt(),
                "height": square.sqrt(),
            });
            return (shape, turned(&axes[along], &axes[1]));
        }
    }
    // A box: I_x = m (b^2 + c^2)/12 and so on, so a^2 = 6 (I_y + I_z - I_x)/m.
    let sum: f64 = moments.iter().sum();
    let side = |k: usize| (6.0 * per_mass(sum - 2.0 * moments[k])).sqrt();
    let shape = json!({ "kind": "box", "size": [side(0), side(1), side(2)] });
    (shape, turned(&axes[0], &axes[1]))
}

/// A sphere; the page makes one that is too small to be seen larger.
pub fn sphere(radius: f64) -> Value {
    json!({ "kind": "sphere", "radius": radius })
}

/// The rotation whose x and y are these unit vectors, which are perpendicular.
fn turned(x: &V3, y: &V3) -> Quaternion {
    let axes = M3::from_columns(&[*x, *y, x.cross(y)]);
    quaternion_from_matrix(&axes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use poinsot::model::Place;

    fn body(mass: f64, inertia: V3) -> Body {
        Body {
            name: "body".into(),
            mass,
            mass_center: V3::zeros(),
            inertia: M3::from_diagonal(&inertia),
            position: V3::zeros(),
            orientation: Quaternion::identity(),
            velocity: V3::zeros(),
            angular_velocity: V3::zeros(),
            place: Place::default(),
        }
    }

    #[test]
    fn a_box_gets_its_sides_back() {
        let (m, a, b, c) = (3.0, 0.4, 1.0, 2.0);
        let inertia = V3::new(b * b + c * c, a * a + c * c, a * a + b * b) * (m / 12.0);
        let (shape, turn) = solid(&body(m, inertia));
        assert_eq!(shape["kind"], "box");
        let side = |k: usize| shape["size"][k].as_f64().unwrap();
        // Principal moments are sorted, so the longest side comes first; where it points is in the rotation.
        assert!((side(0) - c).abs() < 1e-12 && (side(1) - b).abs() < 1e-12);
        assert!((side(2) - a).abs() < 1e-12);
        assert!((turn * V3::x()).z.abs() > 1.0 - 1e-12);
    }

    #[test]
    fn round_bodies_become_cylinders_and_spheres() {
        let (m, r, h) = (2.0, 0.5, 3.0);
        let across = m * (3.0 * r * r + h * h) / 12.0;
        let (shape, turn) = solid(&body(m, V3::new(across, m * r * r / 2.0, across)));
        assert_eq!(shape["kind"], "cylinder");
        assert!((shape["radius"].as_f64().unwrap() - r).abs() < 1e-12);
        assert!((shape["height"].as_f64().unwrap() - h).abs() < 1e-12);
        assert!((turn * V3::x()).y.abs() > 1.0 - 1e-12);
        let (shape, _) = solid(&body(m, V3::new(0.2, 0.2, 0.2)));
        assert!((shape["radius"].as_f64().unwrap() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_body_without_extension_is_a_dot() {
        let (shape, _) = solid(&body(1.0, V3::zeros()));
        assert_eq!(shape["radius"], 0.0);
    }
}
