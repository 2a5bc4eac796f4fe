//! Solids: those that shapes of a model are, and those that stand for bodies.

use super::pose::vector;
use poinsot::math::rotation::quaternion_from_matrix;
use poinsot::math::{M3, Quaternion, V3};
use poinsot::meshes::TriangleMesh;
use poinsot::model;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Two principal moments closer than this part of the largest are taken for equal.
const EQUAL: f64 = 1e-6;

/// A solid around its origin, along its z axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Solid {
    /// A box.
    Box {
        /// Its sides [m].
        #[serde(with = "vector")]
        size: V3,
    },
    /// A sphere.
    Sphere {
        /// [m].
        radius: f64,
    },
    /// A cylinder, a cone or a part of one.
    Cone {
        /// At the low end [m].
        radius: f64,
        /// At the high end [m].
        end_radius: f64,
        /// [m].
        length: f64,
    },
    /// A cylinder between two half spheres.
    Capsule {
        /// [m].
        radius: f64,
        /// Between the centres of the half spheres [m].
        length: f64,
    },
    /// A tube.
    Tube {
        /// Outside [m].
        radius: f64,
        /// Of its wall [m].
        thickness: f64,
        /// [m].
        length: f64,
    },
    /// Triangles of a file.
    Mesh {
        /// Its path in the model.
        file: String,
        /// Length that 1 in the file stands for [m].
        scale: f64,
        /// Its triangles, which are stored once for all shapes; none if they are not there.
        #[serde(skip)]
        mesh: Option<Arc<TriangleMesh>>,
    },
}

impl From<&model::Solid> for Solid {
    fn from(solid: &model::Solid) -> Self {
        match *solid {
            model::Solid::Box { size } => Solid::Box { size },
            model::Solid::Sphere { radius } => Solid::Sphere { radius },
            model::Solid::Cylinder { radius, length } => Solid::Cone {
                radius,
                end_radius: radius,
                length,
            },
            model::Solid::Cone {
                radius,
                end_radius,
                length,
            } => Solid::Cone {
                radius,
                end_radius,
                length,
            },
            model::Solid::Capsule { radius, length } => Solid::Capsule { radius, length },
            model::Solid::Tube {
                radius,
                thickness,
                length,
            } => Solid::Tube {
                radius,
                thickness,
                length,
            },
            model::Solid::Mesh(ref file) => Solid::Mesh {
                file: file.file.clone(),
                scale: file.scale,
                mesh: file.mesh.clone(),
            },
        }
    }
}

/// A solid that stands for a body: of the same mass and inertia, and uniform density.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StandIn {
    /// A box.
    Box {
        /// Its sides [m].
        #[serde(with = "vector")]
        size: V3,
    },
    /// A cylinder along x.
    Cylinder {
        /// [m].
        radius: f64,
        /// [m].
        height: f64,
    },
    /// A sphere; one that is too small to be seen is drawn larger.
    Sphere {
        /// [m].
        radius: f64,
    },
}

impl StandIn {
    /// How far it reaches from its centre [m].
    pub fn reach(&self) -> f64 {
        match self {
            StandIn::Box { size } => 0.5 * size.norm(),
            StandIn::Cylinder { radius, height } => radius.hypot(0.5 * height),
            StandIn::Sphere { radius } => *radius,
        }
    }

    /// That of a body, and how it lies in the body frame.
    pub fn of(body: &model::Body) -> (StandIn, Quaternion) {
        let found = body.inertia.symmetric_eigen();
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| found.eigenvalues[a].total_cmp(&found.eigenvalues[b]));
        let moments = order.map(|k| found.eigenvalues[k]);
        let axes = order.map(|k| found.eigenvectors.column(k).into_owned());
        let per_mass = |moment: f64| moment.max(0.0) / body.mass;
        let same = |a: f64, b: f64| (a - b).abs() <= EQUAL * moments[2].abs();
        let sphere = |radius: f64| (StandIn::Sphere { radius }, Quaternion::identity());
        if body.mass <= 0.0 || moments[2] <= 0.0 || moments.iter().any(|m| !m.is_finite()) {
            return sphere(0.0);
        }
        if same(moments[0], moments[2]) {
            // I = 2/5 m r^2
            return sphere((2.5 * per_mass(moments[1])).sqrt());
        }
        if same(moments[0], moments[1]) || same(moments[1], moments[2]) {
            // A cylinder: m r^2/2 about its axis, m (3 r^2 + h^2)/12 across it.
            let (along, across) = match same(moments[0], moments[1]) {
                true => (2, 0),
                false => (0, 2),
            };
            let square = 12.0 * per_mass(moments[across]) - 6.0 * per_mass(moments[along]);
            if square >= 0.0 {
                let solid = StandIn::Cylinder {
                    radius: (2.0 * per_mass(moments[along])).sqrt(),
                    height: square.sqrt(),
                };
                return (solid, turned(&axes[along], &axes[1]));
            }
        }
        // A box: I_x = m (b^2 + c^2)/12 and so on, so a^2 = 6 (I_y + I_z - I_x)/m.
        let sum: f64 = moments.iter().sum();
        let side = |k: usize| (6.0 * per_mass(sum - 2.0 * moments[k])).sqrt();
        let size = V3::new(side(0), side(1), side(2));
        (StandIn::Box { size }, turned(&axes[0], &axes[1]))
    }
}

/// The rotation whose x and y are these unit vectors, which are perpendicular.
fn turned(x: &V3, y: &V3) -> Quaternion {
    let axes = M3::from_columns(&[*x, *y, x.cross(y)]);
    quaternion_from_matrix(&axes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use poinsot::model::{Body, Place};

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
        let (solid, turn) = StandIn::of(&body(m, inertia));
        let StandIn::Box { size } = solid else {
            panic!("{solid:?}");
        };
        // Principal moments are sorted, so the longest side comes first; where it points is in the rotation.
        assert!((size - V3::new(c, b, a)).norm() < 1e-12);
        assert!((turn * V3::x()).z.abs() > 1.0 - 1e-12);
    }

    #[test]
    fn round_bodies_become_cylinders_and_spheres() {
        let (m, r, h) = (2.0, 0.5, 3.0);
        let across = m * (3.0 * r * r + h * h) / 12.0;
        let (solid, turn) = StandIn::of(&body(m, V3::new(across, m * r * r / 2.0, across)));
        let StandIn::Cylinder { radius, height } = solid else {
            panic!("{solid:?}");
        };
        assert!((radius - r).abs() < 1e-12 && (height - h).abs() < 1e-12);
        assert!((turn * V3::x()).y.abs() > 1.0 - 1e-12);
        let (solid, _) = StandIn::of(&body(m, V3::new(0.2, 0.2, 0.2)));
        assert!(matches!(solid, StandIn::Sphere { radius } if (radius - 0.5).abs() < 1e-12));
    }

    #[test]
    fn a_body_without_extension_is_a_dot() {
        let (solid, _) = StandIn::of(&body(1.0, V3::zeros()));
        assert_eq!(solid, StandIn::Sphere { radius: 0.0 });
    }
}
