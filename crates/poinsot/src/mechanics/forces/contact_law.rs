//! Force over penetration of whatever touches: stops, contacts (lf.1).

use crate::functions::{Law, LawShape, MeanEffort};

/// A force that pushes back as soon as something is penetrated, and never pulls.
#[derive(Clone, Debug)]
pub struct ContactLaw {
    shape: Shape,
}

#[derive(Clone, Debug)]
enum Shape {
    /// `stiffness d^exponent`.
    Power { stiffness: f64, exponent: f64 },
    /// Any law of the penetration.
    Curve(Law),
}

/// Intervals below this part of the penetration have the limit of the derivatives of the mean force: their quotients have lost
/// half of the digits.
const SHORT: f64 = 1e-6;

impl ContactLaw {
    /// `stiffness d^exponent`: linear with the exponent 1, Hertz' law with 3/2.
    pub fn power(stiffness: f64, exponent: f64) -> Self {
        let shape = Shape::Power {
            stiffness,
            exponent,
        };
        ContactLaw { shape }
    }
    /// A force as a function of the penetration, whose energy is zero where that is zero.
    pub fn curve(law: Law) -> Self {
        ContactLaw {
            shape: Shape::Curve(law),
        }
    }

    /// Force at a penetration [m or rad]; none where that is negative.
    pub fn force(&self, d: f64) -> f64 {
        match &self.shape {
            _ if d <= 0.0 => 0.0,
            Shape::Power {
                stiffness,
                exponent,
            } => stiffness * d.powf(*exponent),
            Shape::Curve(law) => law.effort(d),
        }
    }

    /// Derivative of the force.
    pub fn stiffness(&self, d: f64) -> f64 {
        match &self.shape {
            _ if d <= 0.0 => 0.0,
            Shape::Power {
                stiffness,
                exponent,
            } => stiffness * exponent * d.powf(exponent - 1.0),
            Shape::Curve(law) => law.stiffness(d),
        }
    }

    /// Stored energy [J].
    pub fn energy(&self, d: f64) -> f64 {
        match &self.shape {
            _ if d <= 0.0 => 0.0,
            Shape::Power { exponent, .. } => self.force(d) * d / (exponent + 1.0),
            Shape::Curve(law) => law.energy(d),
        }
    }

    /// Mean force between two penetrations: times their difference, the change of energy (lf.1).
    pub fn mean(&self, x: f64, y: f64) -> MeanEffort {
        let (low, high) = if x < y { (x, y) } else { (y, x) };
        if high <= 0.0 {
            return MeanEffort {
                effort: 0.0,
                d_start: 0.0,
                d_end: 0.0,
            };
        }
        let way = high - low;
        if way <= SHORT * high {
            let half = 0.5 * self.stiffness(0.5 * (low + high));
            return MeanEffort {
                effort: self.mean_inside(low, high),
                d_start: half,
                d_end: half,
            };
        }
        let inside = low.max(0.0);
        let effort = self.mean_inside(inside, high) * ((high - inside) / way);
        // Of the quotient of an integral and its length.
        let d_high = (self.force(high) - effort) / way;
        let d_low = (effort - self.force(low)) / way;
        let (d_start, d_end) = if x < y {
            (d_low, d_high)
        } else {
            (d_high, d_low)
        };
        MeanEffort {
            effort,
            d_start,
            d_end,
        }
    }

    /// The same between `0 <= low <= high`, `high > 0`, never as a difference of energies.
    fn mean_inside(&self, low: f64, high: f64) -> f64 {
        match &self.shape {
            Shape::Power {
                stiffness,
                exponent,
            } => {
                let change = (low - high) / high;
                if change == 0.0 {
                    return self.force(high);
                }
                // (high^m - low^m)/(m (high - low)), m = exponent + 1, by way of the logarithm of low/high.
                let m = exponent + 1.0;
                let part = (m * change.ln_1p()).exp_m1() / (m * change);
                stiffness * high.powf(*exponent) * part
            }
            Shape::Curve(law) => law.mean_effort(low, high).effort,
        }
    }
}

impl From<&Law> for ContactLaw {
    fn from(law: &Law) -> Self {
        match law.shape() {
            &LawShape::Linear {
                stiffness,
                free: 0.0,
                preload: 0.0,
            } => ContactLaw::power(stiffness, 1.0),
            _ => ContactLaw::curve(law.clone()),
        }
    }
}

/// Speeds of approach below this one have a smaller loss [m/s or rad/s]: what touches at rest, up to round-off, has none. It also
/// bounds the damping `f a/SLOW` of what is set down at rest, and with it the round-off of that.
pub const SLOW: f64 = 1e-4;

/// Largest change of the viscous force with the speed of approach (lf.2) in a step that starts at a depth. It changes only up to the
/// speed `fastest`, so this is with the force where that leads to.
pub fn steepest(law: &ContactLaw, loss: f64, depth: f64, fastest: Option<f64>, dt: f64) -> f64 {
    fastest.map_or(0.0, |fastest| {
        loss * law.force(depth + fastest * dt.abs()) / fastest
    })
}

/// Factor `a` of the loss (lf.2) that gives a coefficient of restitution in (0, 1]: the root of
/// `a (1 + e) = ln((1 + a)/(1 - e a))` in `(0, 1/e)`.
pub fn loss_of_restitution(e: f64) -> f64 {
    if e >= 1.0 {
        return 0.0;
    }
    // The difference is negative from zero to the root, and beyond all bounds at 1/e.
    let difference = |a: f64| a.ln_1p() - (-e * a).ln_1p() - a * (1.0 + e);
    let (mut low, mut high) = (0.0, 1.0 / e);
    // Every round halves the interval; after as many as a number has digits nothing is left of it.
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if difference(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hunt and Crossley's equation of a mass of 1 kg, by its integral: `v/(1 + a v) dv = -f dd` gives the energy that is taken up
    /// between the speeds 1 and 0, and that given back between 0 and -e.
    #[test]
    fn the_loss_gives_the_restitution() {
        for e in [0.15, 0.3, 0.5, 0.8, 0.99, 0.999_999] {
            let a = loss_of_restitution(e);
            let n = 100_000;
            let integral = |to: f64, a: f64| -> f64 {
                let h = to / f64::from(n);
                (0..n)
                    .map(|k| (f64::from(k) + 0.5) * h)
                    .map(|v| h * v / (1.0 + a * v))
                    .sum()
            };
            let (taken, given) = (integral(1.0, a), integral(e, -a));
            // The midpoint rule near the pole of the second at 1/a, just above e.
            assert!((taken - given).abs() < 1e-4 * taken, "{e}: {taken} {given}");
        }
        assert_eq!(loss_of_restitution(1.0), 0.0);
    }

    #[test]
    fn the_mean_force_does_the_work() {
        for exponent in [1.0, 1.5, 2.2] {
            let law = ContactLaw::power(3.0, exponent);
            for (x, y) in [(-0.4, 0.3), (0.2, 0.7), (0.7, 0.2), (0.3, 0.3), (0.5, -1.0)] {
                let mean = law.mean(x, y);
                let gap = mean.effort * (y - x) - (law.energy(y) - law.energy(x));
                assert!(gap.abs() < 1e-15, "{exponent} {x} {y}: {gap:e}");
                let h = 1e-6;
                let by_end = (law.mean(x, y + h).effort - law.mean(x, y - h).effort) / (2.0 * h);
                assert!((mean.d_end - by_end).abs() < 1e-6, "{exponent} {x} {y}");
                let by_start = (law.mean(x + h, y).effort - law.mean(x - h, y).effort) / (2.0 * h);
                assert!((mean.d_start - by_start).abs() < 1e-6, "{exponent} {x} {y}");
            }
        }
    }
}
