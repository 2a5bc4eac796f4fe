//! From one rotation vector to another. Three describe the turn by `phi` about the unit vector `n`: the exponential vector
//! `phi n`, the Cayley vector `2 tan(phi/2) n` and the conformal vector `4 tan(phi/4) n`. They agree to second order at zero.

use super::conformal;
use poinsot::math::V3;
use poinsot::math::rotation::rescale;

/// `tan(x)/x`, even in x.
fn tangent_ratio(x: f64) -> f64 {
    // Below 1e-4 the next term, 2x^4/15, is under round-off.
    if x.abs() < 1e-4 {
        1.0 + x * x / 3.0
    } else {
        x.tan() / x
    }
}

/// `atan(x)/x`, even in x.
fn arc_ratio(x: f64) -> f64 {
    // Below 1e-4 the next term, x^4/5, is under round-off.
    if x.abs() < 1e-4 {
        1.0 - x * x / 3.0
    } else {
        x.atan() / x
    }
}

/// `phi n -> 2 tan(phi/2) n`. Infinite at half a turn.
pub fn exponential_to_cayley(phi: &V3) -> V3 {
    tangent_ratio(0.5 * phi.norm()) * phi
}

/// `2 tan(phi/2) n -> phi n`, shorter than half a turn.
pub fn cayley_to_exponential(theta: &V3) -> V3 {
    arc_ratio(0.5 * theta.norm()) * theta
}

/// `phi n -> 4 tan(phi/4) n`, at most 4 long: beyond half a turn the opposite, shorter turn is taken.
pub fn exponential_to_conformal(phi: &V3) -> V3 {
    let short = rescale(phi);
    tangent_ratio(0.25 * short.norm()) * short
}

/// `4 tan(phi/4) n -> phi n`, shorter than a full turn.
pub fn conformal_to_exponential(c: &V3) -> V3 {
    arc_ratio(0.25 * c.norm()) * c
}

/// `2 tan(phi/2) n -> 4 tan(phi/4) n`: `c = 2 theta / (1 + sqrt(1 + |theta|^2/4))`.
pub fn cayley_to_conformal(theta: &V3) -> V3 {
    2.0 / (1.0 + (1.0 + 0.25 * theta.norm_squared()).sqrt()) * theta
}

/// `4 tan(phi/4) n -> 2 tan(phi/2) n`: `theta = 2 c / c_0`. Infinite at half a turn.
pub fn conformal_to_cayley(c: &V3) -> V3 {
    2.0 / conformal::scalar(c) * c
}
