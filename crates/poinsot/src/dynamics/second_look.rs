//! A position beside the one as drawn: the same mechanism, moved a little along its free motions.
//!
//! Rank at one position does not tell what repeats others everywhere from what does so only here: a parallelogram drawn flat, a
//! crank at its dead point. Beside the drawn position the second kind has a say of its own (st.5).

use super::accelerations::{forces_at, wanted_curvature};
use super::initial::{
    NEARLY_CLOSED, StartError, close_gaps, displace, metric, regularisation, weights,
    world_velocities,
};
use super::projector::Projector;
use crate::mechanics::index::RowIndex;
use crate::mechanics::shared_mass::SharedMass;
use crate::system::{Jacobian, Sort, State, System};

/// How far to go, in turns [rad] and in parts of the model's size: far enough that a row which is independent there shows it, near
/// enough to be led back onto the constraints.
const SIZES: [f64; 2] = [0.05, 0.01];
/// A free motion of which less is left on the constraints is none.
const NO_MOTION: f64 = 1e-6;
/// Who moves by less than this part of what was asked has been led back.
const LED_BACK: f64 = 0.2;
/// Share of a motion without pattern beside the first motion of the run, so that nothing stays special by symmetry.
const WITHOUT_PATTERN: f64 = 0.1;

/// What a look beside the drawn position found.
pub(super) enum Look {
    /// Nothing can move: the drawn position is the only one.
    Immobile,
    /// Parts could move at first sight, but no position beside the drawn one was found.
    NotFound,
    /// A position beside it, and the free motion that led there.
    Beside(Box<State>, Vec<[f64; 6]>),
}

/// Looks for a position beside the drawn one. Prescribed motions let go for it: time moves them too.
pub(super) fn look_beside(system: &System, state: &State) -> Result<Look, StartError> {
    let weights = weights(system);
    let free = |row: RowIndex| system.owner_of_row(row).sort != Sort::Motion;
    let mut jacobian = Jacobian::new(system, &system.stages(state), state.time);
    jacobian.restrict(free);
    let slack = regularisation(system, &weights);
    let metric = metric(system, &weights);
    let mut onto = Projector::new(system, &jacobian, &metric, &SharedMass::default(), slack)?;
    let none = vec![0.0; jacobian.gaps.len()];
    // The part of a motion that the constraints let through, of size one.
    let mut allowed = |motion: &[[f64; 6]]| -> Result<Option<Vec<[f64; 6]>>, StartError> {
        let pushes: Vec<[f64; 6]> = motion
            .iter()
            .zip(&metric)
            .map(|(m, w)| std::array::from_fn(|k| m[k] * w[(k, k)]))
            .collect();
        let (mut left, _) = onto.solve(system, &pushes, &none)?;
        let (before, after) = (size(system, motion), size(system, &left));
        if after.is_nan() || after <= NO_MOTION * before {
            return Ok(None);
        }
        left.iter_mut().flatten().for_each(|x| *x /= after);
        Ok(Some(left))
    };
    let Some(any) = allowed(&without_pattern(system))? else {
        return Ok(Look::Immobile);
    };
    let mut ways = Vec::new();
    if let Some(first) = first_motion(system, state, &weights)?
        && let Some(mut way) = allowed(&first)?
    {
        for (to, from) in way.iter_mut().flatten().zip(any.iter().flatten()) {
            *to += WITHOUT_PATTERN * from;
        }
        ways.push(way);
    }
    ways.push(any);
    for size_asked in SIZES {
        for way in &ways {
            let mut beside = state.clone();
            displace(system, &mut beside, way, size_asked);
            let open = close_gaps(system, &mut beside, &weights, slack, free);
            let led_back = distance(system, state, &beside) < LED_BACK * size_asked;
            if open.is_ok_and(|gap| gap <= NEARLY_CLOSED) && !led_back {
                return Ok(Look::Beside(Box::new(beside), way.clone()));
            }
        }
    }
    Ok(Look::NotFound)
}

/// Puts a state a little along a way, with all its constraints closed; `false` if there is no such place.
pub(super) fn step_aside(
    system: &System,
    state: &mut State,
    way: &[[f64; 6]],
    by: f64,
) -> Result<bool, StartError> {
    let mut aside = state.clone();
    displace(system, &mut aside, way, by);
    let open = close_gaps(system, &mut aside, &weights(system), 0.0, |_| true);
    let moved = distance(system, state, &aside);
    let found = open.is_ok_and(|gap| gap <= NEARLY_CLOSED) && moved > LED_BACK * by;
    if found {
        *state = aside;
    }
    Ok(found)
}

/// Where the run goes first: its velocities, or from rest its accelerations. `None` if it stays where it is.
fn first_motion(
    system: &System,
    state: &State,
    weights: &[[f64; 6]],
) -> Result<Option<Vec<[f64; 6]>>, StartError> {
    let stages = system.stages(state);
    let jacobian = Jacobian::new(system, &stages, state.time);
    let slack = regularisation(system, weights);
    let mut projector = Projector::new(
        system,
        &jacobian,
        &metric(system, weights),
        &system.shared_mass,
        slack,
    )?;
    let mut velocities = world_velocities(system, state);
    let rates = jacobian.times(&velocities);
    let wanted: Vec<f64> = system
        .row_indices()
        .map(|r| jacobian.target_rates[r] - rates[r])
        .collect();
    let none = vec![[0.0; 6]; system.nodes.len()];
    let (change, _) = projector.solve(system, &none, &wanted)?;
    for (v, c) in velocities.iter_mut().flatten().zip(change.iter().flatten()) {
        *v += c;
    }
    if size(system, &velocities) > 0.0 {
        return Ok(Some(velocities));
    }
    let forces = forces_at(system, state, &stages);
    let bend = wanted_curvature(system, state, &stages, &jacobian);
    let (accelerations, _) = projector.solve(system, &forces, &bend)?;
    Ok((size(system, &accelerations) > 0.0).then_some(accelerations))
}

/// Numbers between -1 and 1 without pattern, the same in every run, lengths in units of the model's size.
fn without_pattern(system: &System) -> Vec<[f64; 6]> {
    let number = |k: usize| {
        let hash = (k as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        2.0 * (hash as f64 / 2_f64.powi(32)) - 1.0
    };
    (0..system.nodes.len())
        .map(|n| {
            std::array::from_fn(|k| match k < 3 {
                true => system.length * number(6 * n + k),
                false => number(6 * n + k),
            })
        })
        .collect()
}

/// Largest displacement in units of the model's size or largest turn [rad].
fn size(system: &System, motion: &[[f64; 6]]) -> f64 {
    let parts = motion.iter().flat_map(|m| {
        let travel = m[..3].iter().map(|x| x.abs() / system.length);
        travel.chain(m[3..].iter().map(|x| x.abs()))
    });
    parts.fold(0.0, f64::max)
}

/// The same between two states.
fn distance(system: &System, a: &State, b: &State) -> f64 {
    let pairs = a.poses.iter().zip(&b.poses);
    pairs
        .map(|(a, b)| ((a.r - b.r).norm() / system.length).max(a.q.angle_to(&b.q)))
        .fold(0.0, f64::max)
}
