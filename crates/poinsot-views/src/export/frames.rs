//! Which frames of a run are exported.

use poinsot::results::{FileError, Reader};

/// What the user asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// At most so many, evenly.
    Count(usize),
    /// Those nearest to multiples of a time, counted from the first frame [s].
    Every(f64),
}

/// Chosen frames.
#[derive(Clone, Debug)]
pub struct Frames {
    /// Numbers in the results file.
    pub numbers: Vec<usize>,
    /// Their times [s]; numbers of frames where time turns back, as it may on paths of equilibria.
    pub times: Vec<f64>,
    /// Whether these are times.
    pub timely: bool,
    /// Frames to choose from: those with values of flexible bodies.
    pub of: usize,
}

impl Frames {
    /// Chooses from a file. The first and the last frame are always among them. The text is a mistake of the user.
    pub fn choose(reader: &mut Reader, wanted: Wanted) -> Result<Result<Self, String>, FileError> {
        let all = reader.times()?;
        // Frames without values of flexible bodies do not say where those are.
        let full = reader.full_frames();
        let times: Vec<f64> = full.iter().map(|&k| all[k]).collect();
        Ok(Self::among(&times, wanted).map(|mut chosen| {
            for number in &mut chosen.numbers {
                *number = full[*number];
            }
            chosen
        }))
    }

    fn among(all: &[f64], wanted: Wanted) -> Result<Self, String> {
        // NaN is not above anything, so a time that is no number counts as turning back.
        let timely = all.windows(2).all(|pair| pair[1] > pair[0]);
        let numbers = match wanted {
            Wanted::Count(count) => evenly(all.len(), count),
            Wanted::Every(_) if !timely => {
                return Err(
                    "times turn back in these results, so frames cannot be chosen by time\nhelp: choose a number of frames instead"
                        .to_owned(),
                );
            }
            Wanted::Every(step) => near_multiples(all, step),
        };
        let time = |&n: &usize| if timely { all[n] } else { n as f64 };
        Ok(Frames {
            times: numbers.iter().map(time).collect(),
            numbers,
            timely,
            of: all.len(),
        })
    }

    /// For people: how many of how many.
    pub fn text(&self) -> String {
        let (some, all) = (self.numbers.len(), self.of);
        match some == all {
            true if all == 1 => "the only frame".to_owned(),
            true => format!("all {all} frames"),
            false => format!("{some} of {all} frames"),
        }
    }
}

/// `count` of the frames, the first and the last among them.
fn evenly(frames: usize, count: usize) -> Vec<usize> {
    let count = count.clamp(2, frames.max(2));
    if frames <= count {
        return (0..frames).collect();
    }
    let place = |k: usize| (k * (frames - 1) + (count - 1) / 2) / (count - 1);
    (0..count).map(place).collect()
}

fn near_multiples(times: &[f64], step: f64) -> Vec<usize> {
    let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
        return Vec::new();
    };
    // More multiples than frames would only name the same frames again and again.
    if (last - first) / step >= times.len() as f64 * 4.0 {
        return (0..times.len()).collect();
    }
    let mut chosen = vec![0];
    let mut k = 0;
    let mut number = 1.0;
    while first + number * step < last {
        let wanted = first + number * step;
        while k + 1 < times.len() && (times[k + 1] - wanted).abs() <= (times[k] - wanted).abs() {
            k += 1;
        }
        chosen.push(k);
        number += 1.0;
    }
    chosen.push(times.len() - 1);
    chosen.dedup();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_kept_and_nothing_twice() {
        for (frames, count) in [(1, 10), (2, 1), (11, 3), (1000, 7), (10, 10), (10, 11)] {
            let chosen = evenly(frames, count);
            assert_eq!((chosen[0], *chosen.last().unwrap()), (0, frames - 1));
            assert!(chosen.windows(2).all(|p| p[1] > p[0]), "{chosen:?}");
            assert!(chosen.len() <= count.max(2));
        }
    }

    #[test]
    fn frames_nearest_to_multiples_of_a_time() {
        let times: Vec<f64> = (0..=100).map(|k| 2.0 + 0.01 * f64::from(k)).collect();
        let chosen = Frames::among(&times, Wanted::Every(0.25)).unwrap();
        assert_eq!(chosen.numbers, [0, 25, 50, 75, 100]);
        let all = Frames::among(&times, Wanted::Every(1e-9)).unwrap();
        assert_eq!(all.numbers.len(), 101);
        assert_eq!(all.text(), "all 101 frames");
        let ends = Frames::among(&times, Wanted::Every(1e9)).unwrap();
        assert_eq!(ends.numbers, [0, 100]);
    }

    #[test]
    fn where_time_turns_back_frames_are_counted() {
        let times = [0.0, 1.0, 0.5];
        assert!(Frames::among(&times, Wanted::Every(0.1)).is_err());
        let chosen = Frames::among(&times, Wanted::Count(9)).unwrap();
        assert!(!chosen.timely);
        assert_eq!(chosen.times, [0.0, 1.0, 2.0]);
    }
}
