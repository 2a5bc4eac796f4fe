//! A consistent start: positions on the constraints, redundant constraints found, velocities that respect the rest.

use super::projector::Projector;
use super::redundant::{Redundancy, remove_redundant};
use crate::math::{M6, V3, V6, cayley};
use crate::mechanics::index::{NodeIndex, RowIndex};
use crate::mechanics::node::NodeKind;
use crate::mechanics::shared_mass::SharedMass;
use crate::model::RedundancyPolicy;
use crate::system::{GROUND, Jacobian, State, System, coordinate_rate, coordinate_value};
use std::fmt;
use thiserror::Error;

/// What the preparation of the start changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartReport {
    /// Bodies that were moved onto the constraints: name, translation [m], rotation [rad].
    pub moved: Vec<(String, f64, f64)>,
    /// Bodies whose velocities were changed: name, velocity [m/s], angular velocity [rad/s].
    pub velocities: Vec<(String, f64, f64)>,
    /// Redundant constraints that were removed, in words.
    pub removed: Vec<Redundancy>,
    /// Constraints that repeat others in the position as drawn but not in neighbouring ones.
    pub special: Vec<Redundancy>,
    /// How far beside such a position the start was put, relative to the size of the model.
    pub beside: Option<f64>,
}

/// Lists longer than this are told in one line, unless all is asked for.
const LONG: usize = 5;

impl StartReport {
    /// What was moved onto the constraints.
    pub fn moved_lines(&self, verbose: bool) -> Vec<String> {
        let moved = self.moved.iter().map(|(name, moved, turned)| {
            format!(
                "  start: `{name}` moved by {moved:.3e} m and turned by {turned:.3e} rad onto the constraints"
            )
        });
        let (far, turn) = largest(&self.moved);
        let short = format!(
            "  start: {} items moved by up to {far:.3e} m and turned by up to {turn:.3e} rad onto the constraints",
            self.moved.len()
        );
        in_short(moved, short, verbose)
    }

    /// Velocities that were changed.
    pub fn velocity_lines(&self, verbose: bool) -> Vec<String> {
        let changed = self.velocities.iter().map(|(name, v, w)| {
            format!(
                "  start: `{name}` velocity changed by {v:.3e} m/s and {w:.3e} rad/s to respect the constraints"
            )
        });
        let (v, w) = largest(&self.velocities);
        let short = format!(
            "  start: velocities of {} items changed by up to {v:.3e} m/s and {w:.3e} rad/s to respect the constraints",
            self.velocities.len()
        );
        in_short(changed, short, verbose)
    }

    /// Redundant constraints that were removed, and special positions.
    pub fn removed_lines(&self, verbose: bool) -> Vec<String> {
        let removed = self.removed.iter().map(|r| format!("  removed: {r}"));
        let parts: usize = self.removed.iter().map(|r| r.parts.len()).sum();
        let short = format!(
            "  removed: {parts} conditions of {} joints or motions, which repeat others",
            self.removed.len()
        );
        let mut lines = in_short(removed, short, verbose);
        let special = self
            .special
            .iter()
            .map(|r| format!("  special position: {r}"));
        let short = format!(
            "  special position: {} joints or motions repeat others in the position as drawn, but not in neighbouring ones",
            self.special.len()
        );
        lines.extend(in_short(special, short, verbose));
        if !self.special.is_empty() {
            lines.push(match self.beside {
                Some(by) => format!(
                    "  start: offset from it by {by:.0e} (rad, or relative to the model's size), on the branch closest to the initial motion; from there the motion is unique"
                ),
                None => "  start: in this position, because prescribed motions or the geometry hold it there; which branch it follows may be arbitrary".into(),
            });
        }
        lines
    }
}

fn in_short(
    lines: impl ExactSizeIterator<Item = String>,
    short: String,
    verbose: bool,
) -> Vec<String> {
    match lines.len() > LONG && !verbose {
        true => vec![short],
        false => lines.collect(),
    }
}

fn largest(list: &[(String, f64, f64)]) -> (f64, f64) {
    let most = |(a, b): (f64, f64), x: &(String, f64, f64)| (a.max(x.1), b.max(x.2));
    list.iter().fold((0.0, 0.0), most)
}

/// A constraint that cannot be met together with the others.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenGap {
    /// Name of the item.
    pub name: String,
    /// Item and part in words.
    pub what: String,
    /// Its gap relative to its scale.
    pub gap: f64,
}

impl fmt::Display for OpenGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} stays open by {:.3e}", self.what, self.gap)
    }
}

/// Why no consistent start exists.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StartError {
    /// The constraints cannot all be met.
    #[error(
        "the constraints contradict each other: {} (gaps relative to the model's size)",
        .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    )]
    Contradictory(Vec<OpenGap>),
    /// Prescribed motions that contradict the rest.
    #[error("the prescribed rates contradict each other: {0}")]
    ContradictoryRates(Redundancy),
    /// Constraints that repeat others.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Redundant(Vec<Redundancy>),
    /// Constraints that repeat others in part and cannot be removed in part.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Whole(Vec<Redundancy>),
    /// The equations of the start cannot be solved.
    #[error("the equations of the start cannot be solved: {0}")]
    Singular(String),
}

/// Gaps below this fraction of their scale are closed: ten times below what a step tolerates at most.
const CLOSED: f64 = 1e-13;
/// Relative weight of the regularisation that lets redundant rows through while positions are projected.
const REGULARISATION: f64 = 1e-10;
/// What is left of the weight of a coordinate where bodies are moved.
const OF_COORDINATES: f64 = 1e-12;
/// Gaps above this are not closed at all.
pub(super) const NEARLY_CLOSED: f64 = 1e3 * CLOSED;
/// Changes below this are round-off and not reported.
const NOTICEABLE: f64 = 1e-12;

/// Makes the start consistent.
pub fn prepare(
    system: &mut System,
    state: &mut State,
    policy: RedundancyPolicy,
) -> Result<StartReport, StartError> {
    let mut report = StartReport::default();
    project_positions(system, state, &mut report)?;
    remove_redundant(system, state, policy, &mut report)?;
    // In a special position that cannot be left beforehand, rows still repeat each other.
    let regular = report.special.is_empty() || report.beside.is_some();
    velocities_on_constraints(system, state, &mut report, regular)?;
    Ok(report)
}

/// Least changes of positions and velocities so that they respect the constraints, none of which are redundant.
pub(crate) fn make_consistent(
    system: &System,
    state: &mut State,
    report: &mut StartReport,
) -> Result<(), StartError> {
    project_positions(system, state, report)?;
    consistent_velocities(system, state, report)
}

/// Mass [kg] and inertia [kg m^2] of every unknown, world axes; coordinates get a small fraction of the lightest body's.
pub(crate) fn weights(system: &System) -> Vec<[f64; 6]> {
    // A mean inertia keeps the metric diagonal and independent of the orientation. Where there is none, the size of the model
    // makes one of the mass.
    let of_body = |n: NodeIndex| {
        let (mass, turning) = (
            system.diagonal_mass(n),
            system.nodes[n].inertia.trace() / 3.0,
        );
        match turning > 0.0 {
            true => [mass, turning],
            false => [mass, mass * system.length.powi(2)],
        }
    };
    let nodes = system.node_indices();
    let lightest = |k: usize| {
        let all = nodes.clone().map(|n| of_body(n)[k]);
        let least = all.filter(|w| *w > 0.0).fold(f64::INFINITY, f64::min);
        match least.is_finite() {
            true => least,
            false => 1.0,
        }
    };
    let light = [0, 1].map(|k| 1e-3 * lightest(k));
    let bodies = |n: NodeIndex| match system.kinds[n] {
        NodeKind::Frame | NodeKind::Point => of_body(n),
        _ => light,
    };
    let weights = nodes.clone().map(bodies);
    weights.map(|[m, j]| [m, m, m, j, j, j]).collect()
}

/// The weights as a diagonal metric. Coordinates follow from where the bodies are and have no say in it: what they weigh is
/// round-off beside these. It is not nothing, so that a coordinate whose own row does not count stays where it is.
pub(super) fn metric(system: &System, weights: &[[f64; 6]]) -> Vec<M6> {
    let nodes = system.kinds.iter().zip(weights);
    let diagonal = |(kind, w): (&NodeKind, &[f64; 6])| {
        let share = match kind.is_coordinate() {
            true => OF_COORDINATES,
            false => 1.0,
        };
        M6::from_diagonal(&(share * V6::from_row_slice(w)))
    };
    nodes.map(diagonal).collect()
}

/// A regularisation that lets redundant rows through and changes the others by less than their round-off, for gaps in units of
/// their scales [1/(kg m^2)].
pub(super) fn regularisation(system: &System, weights: &[[f64; 6]]) -> f64 {
    let size = system.length.powi(2);
    let inertias = weights.iter().map(|w| (w[0] * size).max(w[3]));
    REGULARISATION / inertias.fold(f64::MIN_POSITIVE, f64::max)
}

fn project_positions(
    system: &System,
    state: &mut State,
    report: &mut StartReport,
) -> Result<(), StartError> {
    let before = state.clone();
    let weights = weights(system);
    let regularisation = regularisation(system, &weights);
    let worst = close_gaps(system, state, &weights, regularisation, |_| true)?;
    // What could not be closed to the last digits is closed well enough for the first step to finish the work.
    if worst > NEARLY_CLOSED {
        return Err(StartError::Contradictory(open_gaps(system, state, worst)));
    }
    for n in system.node_indices() {
        let moved = (state.poses[n].r - before.poses[n].r).norm();
        let turned = before.poses[n].q.angle_to(&state.poses[n].q);
        let real = matches!(system.kinds[n], NodeKind::Frame | NodeKind::Point);
        if real && (moved > NOTICEABLE * system.length || turned > 1e-7) {
            report
                .moved
                .push((system.nodes[n].name.clone(), moved, turned));
        }
    }
    refresh_coordinates(system, state);
    Ok(())
}

/// Least changes of positions until the gaps of the rows that count are closed. Returns the widest that is left.
pub(super) fn close_gaps(
    system: &System,
    state: &mut State,
    weights: &[[f64; 6]],
    regularisation: f64,
    counts: impl Fn(RowIndex) -> bool,
) -> Result<f64, StartError> {
    let metric = metric(system, weights);
    let none = vec![[0.0; 6]; system.nodes.len()];
    let mut worst = 0.0;
    for _ in 0..50 {
        let mut jacobian = Jacobian::new(system, &system.stages(state), state.time);
        // Rolling without slip says nothing about where things are.
        let holonomic = std::mem::take(&mut jacobian.holonomic);
        jacobian.restrict(|row| holonomic[row] && counts(row));
        worst = jacobian.worst_gap(system).0;
        if worst <= CLOSED {
            break;
        }
        let mut projector = Projector::new(
            system,
            &jacobian,
            &metric,
            &SharedMass::default(),
            regularisation,
        )?;
        let gaps: Vec<f64> = jacobian.gaps.iter().map(|g| -g).collect();
        let (change, _) = projector.solve(system, &none, &gaps)?;
        let largest = change
            .iter()
            .flat_map(|c| c[3..].iter())
            .fold(0.0f64, |m, x| m.max(x.abs()));
        // A Newton step that turns a body by more than half a radian is shortened.
        displace(system, state, &change, (0.5 / largest).min(1.0));
    }
    Ok(worst)
}

/// Moves all nodes by `factor` times a change, six numbers per node in world axes.
pub(super) fn displace(system: &System, state: &mut State, change: &[[f64; 6]], factor: f64) {
    for n in system.node_indices() {
        let [x, y, z, a, b, c] = change[n].map(|v| factor * v);
        match system.kinds[n] {
            NodeKind::Ground => {}
            NodeKind::Frame => {
                state.poses[n].r += V3::new(x, y, z);
                let turn = cayley::quaternion(&V3::new(a, b, c));
                state.poses[n].q = turn * state.poses[n].q;
                state.poses[n].q.renormalize();
            }
            NodeKind::Point => state.poses[n].r += V3::new(x, y, z),
            NodeKind::Displacement => state.poses[n].r.x += x,
            NodeKind::Angle => state.poses[n].r.x += c,
        }
    }
}

/// The widest gap of every item, as far as it is comparable to the widest of all.
fn open_gaps(system: &System, state: &State, widest: f64) -> Vec<OpenGap> {
    let jacobian = Jacobian::new(system, &system.stages(state), state.time);
    let mut open: Vec<OpenGap> = Vec::new();
    for (row, gap) in system.row_indices().zip(&jacobian.gaps) {
        let gap = gap.abs() / system.row_scales[row];
        if gap < 0.1 * widest {
            continue;
        }
        let name = system.owner_of_row(row).name.clone();
        let what = system.describe_row(row);
        match open.iter_mut().find(|o| o.name == name) {
            Some(o) if o.gap < gap => *o = OpenGap { name, what, gap },
            Some(_) => {}
            None => open.push(OpenGap { name, what, gap }),
        }
    }
    open
}

/// Coordinates from geometry after bodies have moved.
pub(super) fn refresh_coordinates(system: &System, state: &mut State) {
    let stages = system.stages(state);
    let mut slot = 0;
    for joint in &system.joints {
        for c in &joint.coordinates {
            state.coordinates[slot] = match c.node {
                Some(n) => state.poses[n].r.x,
                None => coordinate_value(c, &joint.frames, &stages, state.coordinates[slot]),
            };
            slot += 1;
        }
    }
}

/// Velocities of all nodes, six per node in world axes.
pub(crate) fn world_velocities(system: &System, state: &State) -> Vec<[f64; 6]> {
    system
        .node_indices()
        .map(|n| {
            let v = state.velocities[n].v;
            match system.kinds[n] {
                NodeKind::Angle => [0.0, 0.0, 0.0, 0.0, 0.0, v.x],
                _ => {
                    let w = state.poses[n].q * state.velocities[n].omega;
                    [v.x, v.y, v.z, w.x, w.y, w.z]
                }
            }
        })
        .collect()
}

/// Least changes of the velocities so that they respect the constraints.
pub(crate) fn consistent_velocities(
    system: &System,
    state: &mut State,
    report: &mut StartReport,
) -> Result<(), StartError> {
    velocities_on_constraints(system, state, report, true)
}

fn velocities_on_constraints(
    system: &System,
    state: &mut State,
    report: &mut StartReport,
    regular: bool,
) -> Result<(), StartError> {
    let stages = system.stages(state);
    for joint in &system.joints {
        for c in &joint.coordinates {
            if let Some(n) = c.node {
                let rate = coordinate_rate(c, &joint.frames, &stages, &state.velocities);
                state.velocities[n].v = V3::new(rate, 0.0, 0.0);
            }
        }
    }
    if system.rows == 0 {
        return Ok(());
    }
    let jacobian = Jacobian::new(system, &stages, state.time);
    let weights = weights(system);
    let slack = match regular {
        true => 0.0,
        false => regularisation(system, &weights),
    };
    let mut projector = Projector::new(
        system,
        &jacobian,
        &metric(system, &weights),
        &system.shared_mass,
        slack,
    )?;
    let before = state.velocities.clone();
    let rates = jacobian.times(&world_velocities(system, state));
    let wanted: Vec<f64> = system
        .row_indices()
        .map(|r| jacobian.target_rates[r] - rates[r])
        .collect();
    let none = vec![[0.0; 6]; system.nodes.len()];
    let (change, _) = projector.solve(system, &none, &wanted)?;
    for n in system.node_indices() {
        let c = change[n];
        match system.kinds[n] {
            NodeKind::Ground => {}
            NodeKind::Angle => state.velocities[n].v.x += c[5],
            NodeKind::Displacement => state.velocities[n].v.x += c[0],
            NodeKind::Frame | NodeKind::Point => {
                state.velocities[n].v += V3::new(c[0], c[1], c[2]);
                let turn_B = state.poses[n].q.inverse() * V3::new(c[3], c[4], c[5]);
                state.velocities[n].omega += turn_B;
            }
        }
    }
    let fastest = before
        .iter()
        .chain(&state.velocities)
        .map(|w| w.v.norm() + system.length * w.omega.norm())
        .fold(0.0, f64::max);
    for n in system.node_indices() {
        let dv = (state.velocities[n].v - before[n].v).norm();
        let dw = (state.velocities[n].omega - before[n].omega).norm();
        let real = matches!(system.kinds[n], NodeKind::Frame | NodeKind::Point);
        if n != GROUND && real && dv + system.length * dw > NOTICEABLE * fastest {
            report
                .velocities
                .push((system.nodes[n].name.clone(), dv, dw));
        }
    }
    Ok(())
}
