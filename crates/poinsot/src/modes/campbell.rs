//! Modes over the speed of rotation: which frequency belongs to which is told by the shapes (md.9).

use super::{About, Family, Matrix, Mode, Modes, ModesError, Wanted, modes};
use crate::system::{State, System};
use nalgebra::Complex;

/// Shapes with a smaller correlation are not the same mode.
const SAME: f64 = 0.3;
/// Modes beyond the wanted ones that are followed too, so that a mode may rise out of the list and come back.
const SPARE: usize = 4;

/// A mode that was followed over the speeds.
#[derive(Clone, Debug)]
pub struct Track {
    /// What moves at the first speed it was seen at.
    pub moves: String,
    /// Natural frequency at each speed [Hz]; `None` where it was not found.
    pub frequencies: Vec<Option<f64>>,
    /// Damping ratio at each speed.
    pub damping: Vec<Option<f64>>,
    shape: Vec<Complex<f64>>,
}

/// Modes over the speed.
#[derive(Clone, Debug)]
pub struct Campbell {
    /// Speeds [rad/s].
    pub speeds: Vec<f64>,
    /// Modes, lowest first.
    pub tracks: Vec<Track>,
}

/// Follows modes over speeds; `at` gives the state and the frame of each.
pub(super) fn sweep(
    system: &System,
    speeds: &[f64],
    wanted: &Wanted,
    at: impl Fn(f64) -> Result<(State, About), ModesError>,
) -> Result<Campbell, ModesError> {
    let more = Wanted {
        count: wanted.count + SPARE,
        family: match wanted.family {
            Family::Real => Family::Real,
            _ => Family::Complex,
        },
        ..*wanted
    };
    let mut tracks: Vec<Track> = Vec::new();
    for (k, &speed) in speeds.iter().enumerate() {
        let failed = |e: ModesError| ModesError::AtSpeed(speed, Box::new(e));
        let (state, about) = at(speed).map_err(failed)?;
        let found = modes(system, &state, &about, &more).map_err(failed)?;
        follow(&mut tracks, &found, k);
    }
    tracks.truncate(wanted.count);
    Ok(Campbell {
        speeds: speeds.to_vec(),
        tracks,
    })
}

/// Gives each mode to the track whose last shape it resembles most, best pairs first; the rest begin tracks of their own.
fn follow(tracks: &mut Vec<Track>, found: &Modes, k: usize) {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    let masses: Vec<Vec<Complex<f64>>> = found.list.iter().map(|m| mass_times(found, m)).collect();
    for (i, track) in tracks.iter().enumerate() {
        let own = form(&track.shape, &mass_of(found, &track.shape)).re;
        for (j, mass) in masses.iter().enumerate() {
            let other = form(&found.list[j].shape, mass).re;
            let same = form(&track.shape, mass).norm_sqr() / (own * other);
            if same > SAME {
                pairs.push((same, i, j));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut taken_track = vec![false; tracks.len()];
    let mut taken_mode = vec![false; found.list.len()];
    for track in tracks.iter_mut() {
        track.frequencies.push(None);
        track.damping.push(None);
    }
    for (_, i, j) in pairs {
        if taken_track[i] || taken_mode[j] {
            continue;
        }
        (taken_track[i], taken_mode[j]) = (true, true);
        let mode = &found.list[j];
        let track = &mut tracks[i];
        track.frequencies[k] = Some(mode.frequency());
        track.damping[k] = Some(mode.damping_ratio());
        track.shape.clone_from(&mode.shape);
    }
    for (mode, _) in found
        .list
        .iter()
        .zip(&taken_mode)
        .filter(|(_, taken)| !**taken)
    {
        let mut frequencies = vec![None; k + 1];
        let mut damping = vec![None; k + 1];
        frequencies[k] = Some(mode.frequency());
        damping[k] = Some(mode.damping_ratio());
        tracks.push(Track {
            moves: mode.moves.clone(),
            frequencies,
            damping,
            shape: mode.shape.clone(),
        });
    }
}

fn mass_times(found: &Modes, mode: &Mode) -> Vec<Complex<f64>> {
    mass_of(found, &mode.shape)
}

fn mass_of(found: &Modes, shape: &[Complex<f64>]) -> Vec<Complex<f64>> {
    let part = |take: fn(&Complex<f64>) -> f64| {
        let x: Vec<f64> = shape.iter().map(take).collect();
        found.linear.times(Matrix::Mass, &x)
    };
    let (re, im) = (part(|x| x.re), part(|x| x.im));
    re.into_iter()
        .zip(im)
        .map(|(a, b)| Complex::new(a, b))
        .collect()
}

/// `x^H y`.
fn form(x: &[Complex<f64>], y: &[Complex<f64>]) -> Complex<f64> {
    x.iter().zip(y).map(|(a, b)| a.conj() * b).sum()
}
