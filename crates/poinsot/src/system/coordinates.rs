//! Joint coordinates from geometry.

use super::{CoordinateInfo, Frame};
use crate::math::{V3, rotation};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::joints::{CoordinateGeometry, Z};
use crate::mechanics::node::{NodeStage, NodeVelocity};

impl Frame {
    /// One of its axes in the node's frame.
    pub fn axis(&self, k: usize) -> V3 {
        self.axes.column(k).into()
    }
    /// Origin in world axes.
    pub fn origin_at(&self, stages: &[NodeStage]) -> V3 {
        Attachment::point(0, self.at).at(&stages[self.node])
    }
    /// Axis in world components.
    pub fn axis_at(&self, k: usize, stages: &[NodeStage]) -> V3 {
        stages[self.node].rot * self.axis(k)
    }
}

/// Value of a joint coordinate at a state; angles are taken nearest to `near`, so they unwrap by continuity.
pub fn coordinate_value(
    info: &CoordinateInfo,
    frames: &[Frame; 2],
    stages: &[NodeStage],
    near: f64,
) -> f64 {
    match info.geometry.angle_vectors() {
        Some(vectors) => {
            let [a, b, c] = vectors.map(|(side, k)| frames[side].axis_at(k, stages));
            let principal = b.dot(&c).atan2(a.dot(&c));
            let turn = std::f64::consts::TAU;
            principal + turn * ((near - principal) / turn).round()
        }
        None => match info.geometry {
            CoordinateGeometry::RotationVector(k) => relative_rotation(frames, stages)[k],
            CoordinateGeometry::Displacement(k) => {
                let d = frames[1].origin_at(stages) - frames[0].origin_at(stages);
                frames[0].axis_at(k, stages).dot(&d)
            }
            CoordinateGeometry::Along => info.node.map_or(0.0, |n| stages[n].r.x),
            _ => 0.0,
        },
    }
}

/// Beyond this turn of its two items against each other [rad] the angles of a universal joint cannot be followed: a rotation by
/// half a turn leads to the same place either way.
const FARTHEST: f64 = 3.0;

/// Value of a joint coordinate at the end of an interval that began with the value `before`, from what both items turned on
/// it (ang.3). Two bodies that each turn by 2.2 rad turn by up to 4.4 rad against each other, so the nearest angle need not be
/// the right one. Nothing if the items turned too far to tell.
pub fn coordinate_after(
    info: &CoordinateInfo,
    frames: &[Frame; 2],
    ends: &[NodeStage],
    before: f64,
) -> Option<f64> {
    // C(theta_B) C(-theta_A) as a quaternion of any length.
    let [a, b] = [0, 1].map(|side: usize| 0.5 * ends[frames[side].node].step.theta);
    let scalar = 1.0 + a.dot(&b);
    let vector = b - a + a.cross(&b);
    let turned = match info.geometry {
        // Both items keep the axis, so this is a rotation about it.
        CoordinateGeometry::AngleAboutZ => {
            2.0 * vector.dot(&frames[0].axis_at(Z, ends)).atan2(scalar)
        }
        CoordinateGeometry::UniversalFirst | CoordinateGeometry::UniversalSecond => {
            // Axes of one item, seen from the other, turn by no more than the whole.
            if 2.0 * vector.norm().atan2(scalar) > FARTHEST {
                return None;
            }
            0.0
        }
        CoordinateGeometry::Displacement(_)
        | CoordinateGeometry::RotationVector(_)
        | CoordinateGeometry::Along => 0.0,
    };
    Some(coordinate_value(info, frames, ends, before + turned))
}

/// An angle that differs by this from the one that the items turned [rad] is off by half a turn or more.
const MISTAKEN: f64 = 1.0;

/// Value of a joint coordinate at the end of an interval that began with the value `before`: that of its unknown, if it has one. An
/// angle among the unknowns is defined by its sine and cosine up to half turns (ang.2), and its increment by one number up to whole
/// ones. Nothing if it went to another place than the items, or if these turned too far to tell.
pub fn coordinate_followed(
    info: &CoordinateInfo,
    frames: &[Frame; 2],
    ends: &[NodeStage],
    before: f64,
) -> Option<f64> {
    let value = coordinate_after(info, frames, ends, before)?;
    let Some(known) = info.node.map(|n| ends[n].r.x) else {
        return Some(value);
    };
    let right = !info.geometry.is_angle() || (known - value).abs() < MISTAKEN;
    right.then_some(known)
}

/// Rotation vector of the second frame relative to the first, at most half a turn.
fn relative_rotation(frames: &[Frame; 2], stages: &[NodeStage]) -> V3 {
    let [a, b] = [0, 1].map(|side| stages[frames[side].node].rot * frames[side].axes);
    rotation::log_matrix(&a.tr_mul(&b))
}

/// Rate of a joint coordinate at a state.
pub fn coordinate_rate(
    info: &CoordinateInfo,
    frames: &[Frame; 2],
    stages: &[NodeStage],
    velocities: &[NodeVelocity],
) -> f64 {
    if let (Some(line), Some(n)) = (&info.line, info.node) {
        return line.rate(stages[n].r.x, stages, velocities);
    }
    let spin = |side: usize| {
        let n = frames[side].node;
        stages[n].rot * velocities[n].omega
    };
    match info.geometry.angle_vectors() {
        Some(vectors) => {
            // tan(phi) = (b.c)/(a.c)
            let [a, b, c] = vectors.map(|(side, k)| frames[side].axis_at(k, stages));
            let [da, db, dc] =
                vectors.map(|(side, k)| spin(side).cross(&frames[side].axis_at(k, stages)));
            let (cos, sin) = (a.dot(&c), b.dot(&c));
            let d_cos = da.dot(&c) + a.dot(&dc);
            let d_sin = db.dot(&c) + b.dot(&dc);
            (cos * d_sin - sin * d_cos) / (cos * cos + sin * sin)
        }
        None => {
            let k = match info.geometry {
                CoordinateGeometry::Displacement(k) => k,
                CoordinateGeometry::RotationVector(k) => {
                    // Components of the relative spin on the first frame, carried to the rate of the vector.
                    let axes_A = stages[frames[0].node].rot * frames[0].axes;
                    let spin_A = axes_A.tr_mul(&(spin(1) - spin(0)));
                    let phi = relative_rotation(frames, stages);
                    return (rotation::inverse_tangent(&phi) * spin_A)[k];
                }
                _ => return 0.0,
            };
            let velocity = |side: usize| {
                let f = &frames[side];
                let arm = stages[f.node].rot * f.at;
                velocities[f.node].v + spin(side).cross(&arm)
            };
            let d = frames[1].origin_at(stages) - frames[0].origin_at(stages);
            let axis = frames[0].axis_at(k, stages);
            axis.dot(&(velocity(1) - velocity(0))) + spin(0).cross(&axis).dot(&d)
        }
    }
}
