//! Section axes along a curve.
//!
//! x is the tangent. `YNear` and `ZNear` project one direction across the tangent. `YStations` turns steadily between
//! stations: relative to a frame that follows the curve without turning about its tangent (rotation-minimising), the
//! angle of y is linear in arc length from one station to the next, by the shorter way; beyond the first and the last
//! station it is constant. Across a corner the following frame takes the shortest rotation from tangent to tangent.

use super::{Curve, Path, SAME_PLACE, Side};
use crate::math::orientation::{Axis, between, two_axes};
use crate::math::{Quaternion, V3};
use std::f64::consts::{PI, TAU};

/// Sine of the angle between direction and tangent below which they count as parallel: the axes would be made of the
/// direction's rounded digits.
const PARALLEL: f64 = 1e-6;

/// How section axes are laid along a curve.
#[derive(Clone, Debug, PartialEq)]
pub enum SectionAxes {
    /// The section's y axis lies as near as possible to this world direction, everywhere.
    YNear(V3),
    /// The section's z axis lies as near as possible to this world direction, everywhere.
    ZNear(V3),
    /// y axes as near as possible to world directions given at arc lengths, between them turned steadily.
    YStations(Vec<(f64, V3)>),
}

/// A section frame: where the reference line is and how the section lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionFrame {
    /// Point of the reference line [m].
    pub position: V3,
    /// Rotation from section to world axes; x along the line.
    pub orientation: Quaternion,
}

/// Section frames along a prepared curve.
#[derive(Clone, Debug)]
pub struct FramesAlong<'a> {
    path: &'a Path,
    axes: &'a SectionAxes,
    follower: Follower,
    /// Angles of y from the follower's y at the two ends of every piece: before the first station, between stations,
    /// after the last.
    turns: Vec<Turn>,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    s: [f64; 2],
    angle: [f64; 2],
}

impl<'a> FramesAlong<'a> {
    /// Prepares section axes along a path.
    pub fn new(path: &'a Path, axes: &'a SectionAxes) -> Self {
        let mut frames = FramesAlong {
            path,
            axes,
            follower: Follower::default(),
            turns: Vec::new(),
        };
        if let SectionAxes::YStations(stations) = axes {
            frames.follower = Follower::new(path);
            frames.turns = frames.turns_between(stations).unwrap_or_default();
        }
        frames
    }

    /// The section frame, or nothing if the direction given for an axis is parallel to the curve.
    pub fn at(&self, s: f64, side: Side) -> Option<SectionFrame> {
        let (position, tangent) = self.path.at(s, side);
        let (axis, direction) = match self.axes {
            SectionAxes::YNear(y) => (Axis::Y, *y),
            SectionAxes::ZNear(z) => (Axis::Z, *z),
            SectionAxes::YStations(_) => (Axis::Y, self.turned(s, side)?),
        };
        if sine(&tangent, &direction) < PARALLEL {
            return None;
        }
        Some(SectionFrame {
            position,
            orientation: two_axes(Axis::X, &tangent, axis, &direction)?,
        })
    }

    /// The section frame, or where the direction is parallel to the curve one with the same x and some y. Cables, which
    /// have no section axes, need no more.
    pub fn at_or_some(&self, s: f64, side: Side) -> SectionFrame {
        self.at(s, side).unwrap_or_else(|| {
            let (position, tangent) = self.path.at(s, side);
            SectionFrame {
                position,
                orientation: two_axes(Axis::X, &tangent, Axis::Y, &across(&tangent))
                    .unwrap_or_default(),
            }
        })
    }

    /// y between stations.
    fn turned(&self, s: f64, side: Side) -> Option<V3> {
        let near = SAME_PLACE * self.path.length();
        let last = self.turns.len().checked_sub(1)?;
        let k = match side {
            Side::Before => self.turns.partition_point(|t| t.s[1] + near < s),
            Side::After => self.turns.partition_point(|t| t.s[1] - near <= s),
        };
        let turn = self.turns[k.min(last)];
        let long = turn.s[1] - turn.s[0];
        let part = if long > 0.0 {
            ((s - turn.s[0]) / long).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let angle = turn.angle[0] + part * (turn.angle[1] - turn.angle[0]);
        let (tangent, y) = self.follower.at(self.path, s, side);
        Some(angle.cos() * y + angle.sin() * tangent.cross(&y))
    }

    /// Nothing if there are no stations or a direction is parallel to the curve.
    fn turns_between(&self, stations: &[(f64, V3)]) -> Option<Vec<Turn>> {
        let angle = |station: &(f64, V3), side: Side| {
            let (tangent, y) = self.follower.at(self.path, station.0, side);
            (sine(&tangent, &station.1) >= PARALLEL)
                .then(|| station.1.dot(&tangent.cross(&y)).atan2(station.1.dot(&y)))
        };
        let (first, last) = (stations.first()?, stations.last()?);
        let start = angle(first, Side::Before)?;
        let mut turns = vec![Turn {
            s: [0.0, first.0],
            angle: [start, start],
        }];
        for pair in stations.windows(2) {
            let from = angle(&pair[0], Side::After)?;
            let to = angle(&pair[1], Side::Before)?;
            let way = (to - from) - TAU * ((to - from) / TAU).round();
            turns.push(Turn {
                s: [pair[0].0, pair[1].0],
                angle: [from, from + way],
            });
        }
        let end = angle(last, Side::After)?;
        turns.push(Turn {
            s: [last.0, self.path.length()],
            angle: [end, end],
        });
        Some(turns)
    }
}

/// A frame that follows a path without turning about its tangent, at samples.
#[derive(Clone, Debug, Default)]
struct Follower {
    s: Vec<f64>,
    /// y at each sample, as seen from the piece after it.
    y: Vec<V3>,
}

impl Follower {
    fn new(path: &Path) -> Self {
        let samples = path.samples();
        let mut follower = Follower {
            s: vec![samples[0]],
            y: vec![across(&path.tangent(samples[0], Side::After))],
        };
        for k in 1..samples.len() {
            let y = follower.at_end_of_last(path, samples[k], Side::After).1;
            follower.s.push(samples[k]);
            follower.y.push(y);
        }
        follower
    }

    /// Tangent and y.
    fn at(&self, path: &Path, s: f64, side: Side) -> (V3, V3) {
        let s = s.clamp(0.0, path.length().max(0.0));
        let near = SAME_PLACE * path.length();
        let next = match side {
            Side::Before => self.s.partition_point(|sample| sample + near < s),
            Side::After => self.s.partition_point(|sample| sample - near <= s),
        };
        let k = next.clamp(1, self.s.len()) - 1;
        carry(path, self.s[k], &self.y[k], s, side)
    }

    fn at_end_of_last(&self, path: &Path, s: f64, side: Side) -> (V3, V3) {
        let k = self.s.len() - 1;
        carry(path, self.s[k], &self.y[k], s, side)
    }
}

/// Carries y from `from` to `to` along a smooth piece by two reflections [Wang, Juttler, Zheng, Liu, Computation of
/// rotation minimizing frames, ACM Trans. Graphics 27 (2008)], error of fourth order in the distance; then across a
/// corner at `to` if the side after it is meant.
fn carry(path: &Path, from: f64, y: &V3, to: f64, side: Side) -> (V3, V3) {
    let (r0, t0) = path.at(from, Side::After);
    let (r1, t1) = path.at(to, Side::Before);
    let mut y = *y;
    let chord = r1 - r0;
    if chord.norm_squared() > 0.0 && to > from {
        let mirror = |v: V3, normal: &V3| {
            let square = normal.norm_squared();
            if square > 0.0 {
                v - (2.0 * normal.dot(&v) / square) * normal
            } else {
                v
            }
        };
        let (y_l, t_l) = (mirror(y, &chord), mirror(t0, &chord));
        y = mirror(y_l, &(t1 - t_l));
    } else if let Some(turn) = between(&t0, &t1) {
        y = turn * y;
    }
    let tangent = path.tangent(to, side);
    if let Some(turn) = between(&t1, &tangent) {
        y = turn * y;
    }
    (tangent, (y - tangent.dot(&y) * tangent).normalize())
}

/// A unit vector across a direction.
fn across(tangent: &V3) -> V3 {
    let axis = Axis::ALL[tangent.iamin()].unit();
    (axis - tangent.dot(&axis) * tangent).normalize()
}

/// Sine of the angle between a unit vector and a direction; zero if the direction is no direction.
fn sine(unit: &V3, direction: &V3) -> f64 {
    let size = direction.amax();
    if !(size > 0.0 && size.is_finite()) {
        return 0.0;
    }
    unit.cross(&(direction / size).normalize()).norm()
}

/// The section frame at an arc length: x along the tangent, at a corner that of the given side. Nothing if the direction
/// given for y or z is parallel to the curve there. For many of them prepare [`FramesAlong`].
pub fn section_frame(
    curve: &Curve,
    axes: &SectionAxes,
    s: f64,
    side: Side,
) -> Option<SectionFrame> {
    let path = Path::new(curve);
    FramesAlong::new(&path, axes).at(s, side)
}

/// An arc length at which the section axes cannot be laid along the curve, and why, if there is one. The curve itself
/// must have no [`Curve::problem`].
pub fn axes_problem(curve: &Curve, axes: &SectionAxes) -> Option<(f64, String)> {
    let path = Path::new(curve);
    match axes {
        SectionAxes::YNear(direction) => parallel_problem(&path, direction, "y"),
        SectionAxes::ZNear(direction) => parallel_problem(&path, direction, "z"),
        SectionAxes::YStations(stations) => stations_problem(&path, axes, stations),
    }
}

fn parallel(axis: &str) -> String {
    format!("the direction given for the {axis} axis is parallel to the curve")
}

fn no_direction(direction: &V3) -> bool {
    let size = direction.amax();
    !(size > 0.0 && direction.iter().all(|x| x.is_finite()))
}

/// The smallest angle between tangent and direction, looked for at samples and between them.
fn parallel_problem(path: &Path, direction: &V3, axis: &str) -> Option<(f64, String)> {
    if no_direction(direction) {
        return Some((0.0, format!("the {axis} axis is given no direction")));
    }
    let samples = path.samples();
    let angle = |s: f64, side: Side| sine(&path.tangent(s, side), direction);
    samples.windows(2).find_map(|ends| {
        // Not so near to a corner that the next piece is meant.
        let inner = 2.0 * SAME_PLACE * path.length();
        let s = lowest(|s| angle(s, Side::After), ends[0] + inner, ends[1] - inner);
        [
            (ends[0], Side::After),
            (s, Side::After),
            (ends[1], Side::Before),
        ]
        .into_iter()
        .find(|&(s, side)| angle(s, side) < PARALLEL)
        .map(|(s, _)| (s, parallel(axis)))
    })
}

/// Golden-section search for the lowest point of a function that falls and then rises.
fn lowest(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_8;
    // 0.618^60 = 3e-13 of a sample's distance.
    for _ in 0..60 {
        let (a, b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if f(a) < f(b) {
            high = b;
        } else {
            low = a;
        }
    }
    0.5 * (low + high)
}

fn stations_problem(
    path: &Path,
    axes: &SectionAxes,
    stations: &[(f64, V3)],
) -> Option<(f64, String)> {
    if stations.is_empty() {
        return Some((0.0, "no directions are given".to_owned()));
    }
    let length = path.length();
    let near = SAME_PLACE * length;
    for (s, direction) in stations {
        if !(*s >= -near && *s <= length + near) {
            let text = format!("there is no arc length {s} m on a curve {length} m long");
            return Some((*s, text));
        }
        if no_direction(direction) {
            return Some((*s, "the y axis is given no direction".to_owned()));
        }
        for side in [Side::Before, Side::After] {
            if sine(&path.tangent(*s, side), direction) < PARALLEL {
                return Some((*s, parallel("y")));
            }
        }
    }
    if let Some(pair) = stations.windows(2).find(|p| p[1].0 - p[0].0 <= near) {
        let text = "arc lengths of directions must increase".to_owned();
        return Some((pair[1].0, text));
    }
    let frames = FramesAlong::new(path, axes);
    // Half a turn may go either way; closer than this the way is decided by rounded digits.
    let half = |turn: &&Turn| (turn.angle[1] - turn.angle[0]).abs() > PI - 1e-6;
    frames.turns.iter().find(half).map(|turn| {
        let text = "the y axis turns by half a turn to the next direction, so its sense is ambiguous: \
                    give a direction in between";
        (turn.s[0], text.to_owned())
    })
}
