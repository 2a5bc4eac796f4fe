//! The times at which a step must end: frames of the results, and corners of functions of time.

use crate::model::Model;
use crate::model::actions::TimeCourse;
use crate::storage::{Bytes, Misfit, Stored, stored};

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
    /// Length of the step to it from the stop before, where all have one [s].
    pub step: Option<f64>,
}

/// Visits ends of steps, frames and corners in their order.
///
/// Steps of a fixed length end at multiples of it, whatever is recorded: as long as frames lie a whole number of steps apart
/// they are picked among these ends, and the motion has the same bits for every choice of frames.
#[derive(Clone, Debug)]
pub(super) struct Stops {
    duration: f64,
    /// Time between two stops, corners aside [s].
    spacing: f64,
    /// Length of all steps, where every one of them ends at a stop [s].
    step: Option<f64>,
    /// Stops from one frame to the next.
    per_frame: usize,
    /// Stops, corners aside, and the number of the next one, from 1.
    count: usize,
    next: usize,
    /// Time and whether it is of a motion, sorted.
    corners: Vec<(f64, bool)>,
    next_corner: usize,
}

/// Times closer than this part of the run are one: frames are multiples of a number that need not be exact.
const SAME: f64 = 1e-11;
/// A number this close to a whole one, relatively, is meant to be one.
const WHOLE: f64 = 1e-9;

/// No step is made to a stop that is closer than this part of the usual step.
const SLIVER: f64 = 1e-6;

/// Whether frames so far apart lie at ends of steps of one length.
pub(super) fn lie_on_steps(every: f64, dt: f64) -> bool {
    let steps = (every / dt).round();
    steps >= 1.0 && (every / dt - steps).abs() <= WHOLE * steps
}

impl Stops {
    /// Steps of a fixed length: every one of them ends at a stop. Where frames are not a whole number of steps apart, they fall
    /// between stops, and only the last stop is a frame.
    pub fn of_steps(duration: f64, dt: f64, every: f64) -> Self {
        let per_frame = match lie_on_steps(every, dt) {
            true => (every / dt).round() as usize,
            false => usize::MAX,
        };
        Stops {
            step: Some(dt),
            ..Stops::spaced(duration, dt, per_frame)
        }
    }

    /// Frames every so often, and the given corners between start and end.
    pub fn of_frames(duration: f64, every: f64, corners: Vec<(f64, bool)>) -> Self {
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
            corners: inner,
            ..Stops::spaced(duration, every, 1)
        }
    }

    fn spaced(duration: f64, spacing: f64, per_frame: usize) -> Self {
        Stops {
            duration,
            spacing,
            step: None,
            per_frame,
            count: (duration / spacing - WHOLE).ceil().max(1.0) as usize,
            next: 1,
            corners: Vec::new(),
            next_corner: 0,
        }
    }

    /// Time of a stop that is no corner [s].
    fn time(&self, number: usize) -> f64 {
        if number >= self.count {
            return self.duration;
        }
        (number as f64 * self.spacing).min(self.duration)
    }

    /// The stop ahead; `None` at the end.
    pub fn ahead(&self) -> Option<Stop> {
        if self.next > self.count {
            return None;
        }
        let time = self.time(self.next);
        let stop = Stop {
            time,
            frame: self.next.is_multiple_of(self.per_frame) || self.next == self.count,
            corner: false,
            jump: false,
            // The last one may be shorter.
            step: self.step.filter(|_| self.next < self.count),
        };
        let Some(&(corner, jump)) = self.corners.get(self.next_corner) else {
            return Some(stop);
        };
        if corner > time + SAME * self.duration {
            return Some(stop);
        }
        let same = corner >= time - SAME * self.duration;
        Some(Stop {
            time: if same { time } else { corner },
            frame: same && stop.frame,
            corner: true,
            jump,
            step: None,
        })
    }

    /// The stop ahead was reached.
    pub fn pass(&mut self) {
        let Some(stop) = self.ahead() else { return };
        if stop.corner {
            self.next_corner += 1;
        }
        if !stop.corner || stop.frame {
            self.next += 1;
        }
    }

    /// The first corner ahead.
    pub fn corner_ahead(&self) -> Option<Stop> {
        let &(time, jump) = self.corners.get(self.next_corner)?;
        Some(Stop {
            time,
            frame: false,
            corner: true,
            jump,
            step: None,
        })
    }

    /// Other corners from a time on.
    pub fn set_corners(&mut self, corners: Vec<(f64, bool)>, from: f64) {
        let later = corners.into_iter().filter(|c| c.0 > from);
        let fresh = Stops::of_frames(self.duration, self.spacing, later.collect());
        self.corners = fresh.corners;
        self.next_corner = 0;
    }

    /// Whether a time is that of a stop, or behind it: a step to it would be all round-off.
    pub fn is_behind(&self, stop: &Stop, time: f64) -> bool {
        let same = SAME * self.duration + self.step.map_or(0.0, |step| SLIVER * step);
        stop.time <= time + same
    }

    /// Whether the run has come to its end.
    pub fn is_over(&self) -> bool {
        self.next > self.count
    }
}

/// Only the place on the way: the way itself follows from the model.
impl Stored for Stops {
    fn store(&self, out: &mut Vec<u8>) {
        self.next.store(out);
        self.next_corner.store(out);
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.next.load(from)?;
        self.next_corner.load(from)
    }
}

/// Which ends of steps are recorded once a run goes on with other frames than it began with. Steps stay as they are, so a frame
/// is the first end of a step that is not before a multiple of the wanted time.
#[derive(Clone, Debug, Default)]
pub(super) struct Thinning {
    /// Time between two frames [s]; `None` as the model says.
    every: Option<f64>,
    /// Multiple that is due next.
    next: usize,
}

stored!(Thinning { every, next });

impl Thinning {
    /// Whether it is decided here which frames there are.
    pub fn decides(&self) -> bool {
        self.every.is_some()
    }

    /// From a time on.
    pub fn new(every: f64, time: f64) -> Self {
        let mut thinning = Thinning {
            every: Some(every),
            next: 1,
        };
        thinning.go_on(time);
        thinning
    }

    /// Whether a step that ends at this time is recorded, if this is decided here.
    pub fn due(&mut self, time: f64) -> Option<bool> {
        let every = self.every?;
        let due = time >= self.next as f64 * every * (1.0 - WHOLE);
        if due {
            self.go_on(time);
        }
        Some(due)
    }

    fn go_on(&mut self, time: f64) {
        let every = self.every.unwrap_or(f64::INFINITY);
        self.next = (time / every * (1.0 + WHOLE)).floor() as usize + 1;
    }
}

/// Corners of everything in a model that depends on time, and whether they are of a prescribed motion.
pub(super) fn corners(model: &Model) -> Vec<(f64, bool)> {
    let gravity = model.gravity.scale.corners();
    let mut list: Vec<(f64, bool)> = gravity.iter().map(|t| (*t, false)).collect();
    list.extend(model.actions().flat_map(|a| a.acts.course.corners()));
    for motion in model.supports.iter().flat_map(|s| s.motions()) {
        list.extend(TimeCourse::Motion(motion).corners());
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut stops: Stops) -> Vec<Stop> {
        let mut list = Vec::new();
        while let Some(stop) = stops.ahead() {
            list.push(stop);
            stops.pass();
        }
        assert!(stops.is_over());
        list
    }

    /// Times and those of frames.
    fn steps(duration: f64, dt: f64, every: f64) -> (Vec<f64>, Vec<f64>) {
        let stops = all(Stops::of_steps(duration, dt, every));
        let frames = stops.iter().filter(|s| s.frame).map(|s| s.time);
        (stops.iter().map(|s| s.time).collect(), frames.collect())
    }

    #[test]
    fn frames_do_not_move_the_ends_of_steps() {
        let (times, frames) = steps(1.0, 0.01, 0.01);
        assert_eq!(times, frames);
        for k in 1..100 {
            assert_eq!(times[k - 1], k as f64 * 0.01);
        }
        for every in [0.02, 0.1, 0.3, 0.7, 5.0] {
            let (other, frames) = steps(1.0, 0.01, every);
            assert_eq!(other, times, "{every}");
            assert!(frames.iter().all(|t| times.contains(t)));
            assert_eq!(frames.len(), (1.0 / every - 1e-9).ceil() as usize);
        }
        // Frames between the ends of steps do not touch the steps; only the end is a frame by itself.
        for every in [0.1, 0.02, 0.03] {
            let (times, frames) = steps(1.0, 0.04, every);
            assert_eq!((times.len(), frames), (25, vec![1.0]));
            assert!((1..25).all(|k| times[k - 1] == k as f64 * 0.04));
        }
        let (times, _) = steps(1.0, 0.3, 0.3);
        assert_eq!(times, [0.3, 0.6, 3.0 * 0.3, 1.0]);
    }

    #[test]
    fn other_frames_are_the_first_ends_of_steps_not_before_them() {
        let mut thinning = Thinning::new(0.3, 0.3);
        let times = [0.45, 0.6 - 1e-12, 0.7, 0.95, 1.6, 1.7, 1.8];
        let due = times.map(|t| thinning.due(t));
        let want = [false, true, false, true, true, false, true];
        assert_eq!(due, want.map(Some));
        assert_eq!(Thinning::default().due(1.0), None);
    }

    #[test]
    fn frames_and_corners_come_in_order_and_once() {
        let corners = vec![
            (0.25, false),
            (0.1 + 0.2, true),
            (0.0, false),
            (2.0, false),
            (0.25, true),
        ];
        let stops = all(Stops::of_frames(1.0, 0.3, corners));
        let times: Vec<f64> = stops.iter().map(|s| s.time).collect();
        assert_eq!(times, [0.25, 0.3, 0.6, 3.0 * 0.3, 1.0]);
        let frames: Vec<bool> = stops.iter().map(|s| s.frame).collect();
        assert_eq!(frames, [false, true, true, true, true]);
        assert!(stops[0].corner && stops[0].jump && stops[1].corner && !stops[2].corner);
    }
}
