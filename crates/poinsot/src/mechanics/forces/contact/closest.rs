//! Where two segments are closest to each other, from the dot products of their directions and of what lies between them (co.8).
//!
//! The first segment is `u` long, the second `v`, and `w` leads from the first end of the one to that of the other. A ball is a
//! second segment without length.

use crate::math::V3;

/// The invariants: `w.w`, `u.u`, `v.v`, `u.w`, `v.w`, `u.v`.
pub type Invariants = [f64; 6];

/// Segments whose angle is far below the root of this touch in the middle of what they have in common, not at one of its ends,
/// which round-off would choose: with it, a place along them is known to 1e-8 of the length even where they are parallel.
const PARALLEL: f64 = 1e-8;

/// The directions `w`, `u` and `v` at one state or in the mean.
#[derive(Clone, Copy, Debug)]
pub struct Directions {
    pub w: V3,
    pub u: V3,
    pub v: V3,
}

impl Directions {
    pub fn invariants(&self) -> Invariants {
        let Directions { w, u, v } = self;
        [w.dot(w), u.dot(u), v.dot(v), u.dot(w), v.dot(w), u.dot(v)]
    }

    /// Between the places with given parts of both lengths, from the first to the second.
    pub fn between(&self, at: &Nearest) -> V3 {
        self.w + at.t * self.v - at.s * self.u
    }

    /// Derivatives of an invariant with respect to `w`, `u`, `v`.
    pub fn derivative(&self, invariant: usize) -> [V3; 3] {
        let (none, Directions { w, u, v }) = (V3::zeros(), *self);
        match invariant {
            0 => [2.0 * w, none, none],
            1 => [none, 2.0 * u, none],
            2 => [none, none, 2.0 * v],
            3 => [u, w, none],
            4 => [v, none, w],
            _ => [none, v, u],
        }
    }
}

/// The parts of both lengths at which they are closest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nearest {
    /// Along the first.
    pub s: f64,
    /// Along the second.
    pub t: f64,
    /// Whether each of them moves, or stays at an end.
    free: [bool; 2],
}

/// A quotient between 0 and 1, and whether it is one of an inner place.
fn along(part: f64, whole: f64) -> (f64, bool) {
    let x = if whole > 0.0 { part / whole } else { 0.0 };
    (x.clamp(0.0, 1.0), x > 0.0 && x < 1.0)
}

/// Where the middle of what two segments have in common lies on the first, and its derivatives with respect to the invariants.
fn middle([_, uu, _, uw, _, uv]: &Invariants) -> (f64, Invariants) {
    let ends = [uw / uu, (uw + uv) / uu];
    let second = usize::from(ends[1] > ends[0]);
    let (low, high) = (ends[1 - second], ends[second]);
    let middle = 0.5 * (low.max(0.0) + high.min(1.0));
    let mut by = [0.0; 6];
    if !(0.0..=1.0).contains(&middle) {
        return (middle.clamp(0.0, 1.0), by);
    }
    for (which, end, inner) in [(1 - second, low, low > 0.0), (second, high, high < 1.0)] {
        if inner {
            by[1] -= 0.5 * end / uu;
            by[3] += 0.5 / uu;
            by[5] += 0.5 * which as f64 / uu;
        }
    }
    (middle, by)
}

/// The place on the first of two segments where their lines without ends are closest, drawn to the middle where they are parallel:
/// a quotient, its parts and the middle.
fn inner_place(j: &Invariants) -> ([f64; 2], f64, Invariants) {
    let [_, uu, vv, uw, vw, uv] = *j;
    let (middle, by) = middle(j);
    let little = PARALLEL * uu * vv;
    let whole = (uu * vv - uv * uv).max(0.0) + little;
    ([uw * vv - uv * vw + little * middle, whole], middle, by)
}

impl Nearest {
    /// Where the squared distance `coefficients . invariants` is smallest.
    pub fn of(j: &Invariants) -> Self {
        let [_, uu, vv, uw, vw, uv] = *j;
        let inner = if vv > 0.0 && uu > 0.0 {
            let ([part, whole], ..) = inner_place(j);
            along(part, whole)
        } else {
            along(uw, uu)
        };
        let (t, moves) = along(inner.0 * uv - vw, vv);
        let (s, slides) = match moves {
            true => inner,
            false => along(uw + t * uv, uu),
        };
        Nearest {
            s,
            t,
            free: [slides, moves],
        }
    }

    /// Derivatives of the squared distance with respect to the invariants: the places may be held, since it is smallest there.
    pub fn coefficients(&self) -> Invariants {
        let (s, t) = (self.s, self.t);
        [1.0, s * s, t * t, -2.0 * s, 2.0 * t, -2.0 * s * t]
    }

    /// Derivatives of the coefficients with respect to `s` and `t`.
    pub fn turns(&self) -> [Invariants; 2] {
        let (s, t) = (self.s, self.t);
        [
            [0.0, 2.0 * s, 0.0, -2.0, 0.0, -2.0 * t],
            [0.0, 0.0, 2.0 * t, 0.0, 2.0, -2.0 * s],
        ]
    }

    /// Derivatives of `s` and `t` with respect to the invariants.
    pub fn slopes(&self, j: &Invariants) -> [Invariants; 2] {
        let [_, uu, vv, uw, vw, uv] = *j;
        let (s, t) = (self.s, self.t);
        let by_s = match self.free {
            [false, _] => [0.0; 6],
            // s uu = uw + t uv
            [true, false] => [0.0, -s, 0.0, 1.0, 0.0, t].map(|x| x / uu),
            [true, true] => {
                let ([_, whole], middle, by) = inner_place(j);
                let little = PARALLEL * uu * vv;
                let part = [
                    0.0,
                    PARALLEL * vv * middle,
                    uw + PARALLEL * uu * middle,
                    vv,
                    -uv,
                    -vw,
                ];
                let more = 1.0 + PARALLEL;
                let of_whole = [0.0, more * vv, more * uu, 0.0, 0.0, -2.0 * uv];
                std::array::from_fn(|a| (part[a] + little * by[a] - s * of_whole[a]) / whole)
            }
        };
        let by_t = match self.free[1] {
            // t vv = s uv - vw
            true => {
                let held = [0.0, 0.0, -t, 0.0, -1.0, s];
                std::array::from_fn(|a| (held[a] + uv * by_s[a]) / vv)
            }
            false => [0.0; 6],
        };
        [by_s, by_t]
    }

    /// Slope of the squared distance along the first segment: nothing but where segments are nearly parallel, since it is smallest.
    pub fn left(&self, [_, uu, _, uw, _, uv]: &Invariants) -> f64 {
        match self.free {
            [true, true] => 2.0 * (self.s * uu - uw - self.t * uv),
            _ => 0.0,
        }
    }
}

/// How the squared distance changes between two states: `secant . (J_y - J_i)` is the change, without a difference of nearly
/// equal numbers (co.8).
#[derive(Clone, Copy, Debug)]
pub struct SquareSecant {
    /// Stress on the invariants per stress on the squared distance.
    pub value: Invariants,
    /// Its derivative with respect to the invariants at the end, `[row][column]`; only if asked for.
    pub by_end: [Invariants; 6],
}

fn dot(a: &Invariants, b: &Invariants) -> f64 {
    (0..6).map(|k| a[k] * b[k]).sum()
}

impl SquareSecant {
    /// Between two states; `w` is the weight of the end in averages.
    pub fn new(
        [n_i, n_y]: [&Nearest; 2],
        [j_i, j_y]: [&Invariants; 2],
        w: f64,
        tangent: bool,
    ) -> Self {
        let (c_i, c_y) = (n_i.coefficients(), n_y.coefficients());
        let mut value: Invariants = std::array::from_fn(|a| (1.0 - w) * c_i[a] + w * c_y[a]);
        let change: Invariants = std::array::from_fn(|a| j_y[a] - j_i[a]);
        let mean: Invariants = std::array::from_fn(|a| 0.5 * (j_i[a] + j_y[a]));
        let size = dot(&change, &change);
        // At one state alone the gradient is all there is.
        let share = 4.0 * w * (1.0 - w);
        let (ds, dt) = (n_y.s - n_i.s, n_y.t - n_i.t);
        let (s, t) = (0.5 * (n_i.s + n_y.s), 0.5 * (n_i.t + n_y.t));
        let [_, uu, vv, uw, vw, uv] = mean;
        // Slopes of the squared distance along both segments in the mean: nothing where both states are inner ones, up to what is
        // of second order.
        let (slope_s, slope_t) = (2.0 * (s * uu - uw - t * uv), 2.0 * (t * vv + vw - s * uv));
        let rest = ds * slope_s + dt * slope_t;
        let part = if size > 0.0 { share * rest / size } else { 0.0 };
        for a in 0..6 {
            value[a] += part * change[a];
        }
        let mut by_end = [[0.0; 6]; 6];
        if !tangent {
            return SquareSecant { value, by_end };
        }
        let [turn_s, turn_t] = n_y.turns();
        let [by_s, by_t] = n_y.slopes(j_y);
        let mean_s = [0.0, s, 0.0, -1.0, 0.0, -t];
        let mean_t = [0.0, 0.0, t, 0.0, 1.0, -s];
        for b in 0..6 {
            let d_slope_s = uu * by_s[b] - uv * by_t[b] + mean_s[b];
            let d_slope_t = vv * by_t[b] - uv * by_s[b] + mean_t[b];
            let d_rest = by_s[b] * slope_s + by_t[b] * slope_t + ds * d_slope_s + dt * d_slope_t;
            let d_part = match size > 0.0 {
                true => (share * d_rest - 2.0 * part * change[b]) / size,
                false => 0.0,
            };
            for a in 0..6 {
                by_end[a][b] = w * (turn_s[a] * by_s[b] + turn_t[a] * by_t[b])
                    + change[a] * d_part
                    + if a == b { part } else { 0.0 };
            }
        }
        SquareSecant { value, by_end }
    }
}

/// Distance of the lines of two segments; a ball is a segment whose ends are one point.
pub fn distance_of_lines(a: &[V3; 2], b: &[V3; 2]) -> f64 {
    let d = Directions {
        w: b[0] - a[0],
        u: a[1] - a[0],
        v: b[1] - b[0],
    };
    d.between(&Nearest::of(&d.invariants())).norm()
}
