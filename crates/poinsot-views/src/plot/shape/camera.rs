//! From where a model is looked at. Projection is parallel, so lengths can be compared.

use poinsot::math::V3;
use std::f64::consts::FRAC_PI_2;

/// A direction of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum View {
    /// From the right, in front and above.
    Iso,
    /// From the front: against y where z points up, against z where y does.
    Front,
    /// From the right.
    Side,
    /// From above.
    Top,
    /// So far around to the right from the front, and so far up [rad].
    Angles(f64, f64),
}

/// A camera far away.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// To the right in the picture.
    pub across: V3,
    /// Upwards in the picture.
    pub upward: V3,
    /// Out of the picture.
    pub toward: V3,
}

impl Camera {
    /// Looks so that `up`, a unit vector, points up in the picture (or away from the viewer in views from above).
    pub fn new(view: View, up: &V3) -> Camera {
        let (azimuth, elevation) = match view {
            View::Iso => (33f64.to_radians(), 23f64.to_radians()),
            View::Front => (0.0, 0.0),
            View::Side => (FRAC_PI_2, 0.0),
            View::Top => (0.0, FRAC_PI_2),
            View::Angles(azimuth, elevation) => (azimuth, elevation),
        };
        let guess = match up.y.abs() > 0.5 {
            true => V3::z(),
            false => -V3::y(),
        };
        let front = (guess - up * up.dot(&guess)).normalize();
        let right = up.cross(&front);
        let (sa, ca) = azimuth.sin_cos();
        let (se, ce) = elevation.sin_cos();
        let outward = front * ca + right * sa;
        Camera {
            across: right * ca - front * sa,
            upward: up * ce - outward * se,
            toward: outward * ce + up * se,
        }
    }

    /// Pose in the picture: to the right and upwards [m].
    pub fn flat(&self, p: &V3) -> (f64, f64) {
        (self.across.dot(p), self.upward.dot(p))
    }

    /// Nearness to the viewer [m].
    pub fn nearness(&self, p: &V3) -> f64 {
        self.toward.dot(p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_views_look_along_axes() {
        for (up, front, side) in [
            (V3::z(), -V3::y(), V3::x()),
            (V3::y(), V3::z(), V3::x()),
            (-V3::z(), -V3::y(), -V3::x()),
        ] {
            let along = |view: View| Camera::new(view, &up).toward;
            assert!((along(View::Front) - front).norm() < 1e-15);
            assert!((along(View::Side) - side).norm() < 1e-15);
            assert!((along(View::Top) - up).norm() < 1e-15);
            assert!((Camera::new(View::Front, &up).upward - up).norm() < 1e-15);
        }
    }

    #[test]
    fn a_view_is_a_rotation() {
        for view in [View::Iso, View::Top, View::Angles(2.0, -0.7)] {
            let c = Camera::new(view, &V3::new(0.6, 0.0, 0.8));
            assert!((c.across.cross(&c.upward) - c.toward).norm() < 1e-14);
            assert!((c.across.norm() - 1.0).abs() < 1e-14 && c.across.dot(&c.upward).abs() < 1e-14);
        }
    }
}
