//! The times at which a step must end: frames of the results, and corners of functions of time.

use crate::model::Model;

/// A time at which a step must end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stop {
    /// When [s].
    pub time: f64,
    /// A frame is due.
    pub frame: bool,
    /// A function of time has a corner.
    pub corner: bool,
    /// It belongs to a prescribed motion, whose velocity may jump.
    pub jump: bool,
}

/// Visits frames and corners in their order.
#[derive(Clone, Debug)]
pub(super) struct Stops {
    duration: f64,
    every: f64,
    frames: usize,
    next_frame: usize,
    /// Time and whether it is of a motion, sorted.
    corners: Vec<(f64, bool)>,
    next_corner: usize,
}

/// Times closer than this part of the run are one: frames are multiples of a number that need not be exact.
const SAME: f64 = 1e-11;

impl Stops {
    /// Frames every so often, and the given corners between start and end.
    pub fn new(duration: f64, every: f64, corners: Vec<(f64, bool)>) -> Self {
        let same = SAME * duration;
        let mut inner: Vec<(f64, bool)> = corners;
        inner.retain(|c| c.0 > same && c.0 < duration - same);
        inner.sort_by(|a, b| a.0.total_cmp(&b.0));
        inner.dedup_by(|later, first| {
            let one = later.0 - first.0 <= same;
            first.1 |= one && later.1;
            one
        });
        Stops {
            duration,
            every,
            frames: (duration / every - 1e-9).ceil().max(1.0) as usize,
            next_frame: 1,
            corners: inner,
            next_corner: 0,
        }
    }
}

impl Iterator for Stops {
    type Item = Stop;

    fn next(&mut self) -> Option<Stop> {
        if self.next_frame > self.frames {
            return None;
        }
        let mut stop = Stop {
            time: (self.next_frame as f64 * self.every).min(self.duration),
            frame: true,
            corner: false,
            jump: false,
        };
        if let Some(&(time, jump)) = self.corners.get(self.next_corner)
            && time <= stop.time + SAME * self.duration
        {
            let same = time >= stop.time - SAME * self.duration;
            stop = Stop {
                time: if same { stop.time } else { time },
                frame: same,
                corner: true,
                jump,
            };
            self.next_corner += 1;
        }
        if stop.frame {
            self.next_frame += 1;
        }
        Some(stop)
    }
}

/// Corners of everything in a model that depends on time, and whether they are of a prescribed motion.
pub(super) fn corners(model: &Model) -> Vec<(f64, bool)> {
    let loads = model.forces.iter().chain(&model.moments);
    let mut list: Vec<(f64, bool)> = Vec::new();
    let mut add = |times: Vec<f64>, jump: bool| list.extend(times.iter().map(|t| (*t, jump)));
    add(model.gravity.scale.corners(), false);
    loads.for_each(|load| add(load.scale.corners(), false));
    let lines = model.line_loads.iter();
    lines.for_each(|load| add(load.scale.corners(), false));
    let motors = model.motors.iter();
    motors.for_each(|motor| add(motor.effort.corners(), false));
    let motions = model.motions.iter();
    motions.for_each(|motion| add(motion.value.corners(), true));
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_and_corners_come_in_order_and_once() {
        let corners = vec![
            (0.25, false),
            (0.1 + 0.2, true),
            (0.0, false),
            (2.0, false),
            (0.25, true),
        ];
        let stops: Vec<Stop> = Stops::new(1.0, 0.3, corners).collect();
        let times: Vec<f64> = stops.iter().map(|s| s.time).collect();
        assert_eq!(times, [0.25, 0.3, 0.6, 3.0 * 0.3, 1.0]);
        let frames: Vec<bool> = stops.iter().map(|s| s.frame).collect();
        assert_eq!(frames, [false, true, true, true, true]);
        assert!(stops[0].corner && stops[0].jump && stops[1].corner && !stops[2].corner);
    }
}
