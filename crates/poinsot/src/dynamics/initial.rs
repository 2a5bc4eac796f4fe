//! A consistent start: positions on the constraints, redundant constraints found, velocities that respect the rest.

use super::projector::Projector;
use crate::math::{M6, V3, V6, cayley};
use crate::mechanics::node::NodeKind;
use crate::mechanics::wrench::STAGES;
use crate::model::RedundancyPolicy;
use crate::system::redundancy::{self, RedundantRow};
use crate::system::{GROUND, Jacobian, Owner, State, System, coordinate_rate, coordinate_value};
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
}

/// A joint that repeats what others already fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundancy {
    /// Which item, with its sort: "joint `D`".
    pub item: String,
    /// Its name.
    pub name: String,
    /// Which of its parts.
    pub parts: Vec<String>,
    /// Which items already fix them.
    pub fixed_by: Vec<String>,
}

impl fmt::Display for Redundancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (others, verb) = match self.fixed_by.as_slice() {
            [] => ("the geometry".to_string(), "fixes"),
            [one] => (one.clone(), "fixes"),
            many => (many.join(", "), "fix"),
        };
        let parts = self.parts.join(", ");
        write!(
            f,
            "{} repeats what {others} already {verb}: {parts}",
            self.item
        )
    }
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
    /// The equations of the start cannot be solved.
    #[error("the equations of the start cannot be solved: {0}")]
    Singular(String),
}

/// Gaps below this fraction of their scale are closed: ten times below what a step tolerates at most.
const CLOSED: f64 = 1e-13;
/// Relative weight of the regularisation that lets redundant rows through while positions are projected.
const REGULARISATION: f64 = 1e-10;
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
    consistent_velocities(system, state, &mut report)?;
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

/// Mass or inertia of every unknown, world axes; coordinates get a small fraction of the lightest body's.
pub(crate) fn weights(system: &System) -> Vec<[f64; 6]> {
    let lightest = system
        .nodes
        .iter()
        .filter(|n| n.mass > 0.0)
        .map(|n| n.mass)
        .fold(f64::INFINITY, f64::min);
    let light = if lightest.is_finite() {
        1e-3 * lightest
    } else {
        1.0
    };
    system
        .nodes
        .iter()
        .map(|n| {
            // A mean inertia keeps the metric diagonal and independent of the orientation.
            let turning = n.inertia.trace() / 3.0;
            match n.kind {
                NodeKind::Frame | NodeKind::Point => {
                    let j = if turning > 0.0 { turning } else { n.mass };
                    [n.mass, n.mass, n.mass, j, j, j]
                }
                _ => [light; 6],
            }
        })
        .collect()
}

/// The weights as a diagonal metric.
fn metric(weights: &[[f64; 6]]) -> Vec<M6> {
    weights
        .iter()
        .map(|w| M6::from_diagonal(&V6::from_row_slice(w)))
        .collect()
}

fn project_positions(
    system: &System,
    state: &mut State,
    report: &mut StartReport,
) -> Result<(), StartError> {
    let before = state.clone();
    let weights = weights(system);
    let heaviest = weights.iter().flatten().copied().fold(0.0, f64::max);
    let regularisation = REGULARISATION / heaviest.max(f64::MIN_POSITIVE);
    let metric = metric(&weights);
    let none = vec![[0.0; 6]; system.nodes.len()];
    let mut worst = (0.0, 0);
    for _ in 0..50 {
        let mut jacobian = Jacobian::new(system, &system.stages(state), state.time);
        worst = jacobian.worst_gap(system);
        if worst.0 <= CLOSED {
            break;
        }
        // Rolling without slip says nothing about where things are.
        let holonomic = std::mem::take(&mut jacobian.holonomic);
        jacobian.entries.retain(|e| holonomic[e.row]);
        let mut projector = Projector::new(system, &jacobian, &metric, regularisation)?;
        let gaps: Vec<f64> = jacobian.gaps.iter().map(|g| -g).collect();
        let (change, _) = projector.solve(system, &none, &gaps)?;
        let largest = change
            .iter()
            .flat_map(|c| c[3..].iter())
            .fold(0.0f64, |m, x| m.max(x.abs()));
        // A Newton step that turns a body by more than half a radian is shortened.
        let factor = (0.5 / largest).min(1.0);
        for n in 0..system.nodes.len() {
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
    // What could not be closed to the last digits is closed well enough for the first step to finish the work.
    if worst.0 > 1e3 * CLOSED {
        return Err(StartError::Contradictory(open_gaps(system, state, worst.0)));
    }
    for n in 0..system.nodes.len() {
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

/// The widest gap of every item, as far as it is comparable to the widest of all.
fn open_gaps(system: &System, state: &State, widest: f64) -> Vec<OpenGap> {
    let jacobian = Jacobian::new(system, &system.stages(state), state.time);
    let mut open: Vec<OpenGap> = Vec::new();
    for (row, gap) in jacobian.gaps.iter().enumerate() {
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
fn refresh_coordinates(system: &System, state: &mut State) {
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

fn remove_redundant(
    system: &mut System,
    state: &mut State,
    policy: RedundancyPolicy,
    report: &mut StartReport,
) -> Result<(), StartError> {
    let jacobian = Jacobian::new(system, &system.stages(state), state.time);
    let redundant = redundancy::find(system, &jacobian, &weights(system));
    if redundant.is_empty() {
        return Ok(());
    }
    let named = name_redundant(system, &redundant);
    for r in &redundant {
        let rate: f64 = r
            .repeats
            .iter()
            .map(|&(k, c)| c * jacobian.target_rates[k])
            .sum();
        if (rate - jacobian.target_rates[r.row]).abs() > 1e-9 * (1.0 + rate.abs()) {
            let one = name_redundant(system, std::slice::from_ref(r));
            return Err(StartError::ContradictoryRates(one[0].clone()));
        }
    }
    if policy == RedundancyPolicy::Error {
        return Err(StartError::Redundant(named));
    }
    let owners: Vec<Owner> = redundant
        .iter()
        .map(|r| system.owner_of_row(r.row).clone())
        .collect();
    system.constraints.retain(|o| !owners.contains(o));
    system.number();
    state.multipliers = vec![[0.0; STAGES]; system.rows];
    report.removed = named;
    Ok(())
}

fn name_redundant(system: &System, redundant: &[RedundantRow]) -> Vec<Redundancy> {
    let mut named: Vec<Redundancy> = Vec::new();
    for r in redundant {
        let owner = system.owner_of_row(r.row);
        let item = format!("{} `{}`", owner.sort, owner.name);
        let mut fixed_by: Vec<(usize, String)> = r
            .repeats
            .iter()
            .map(|&(k, _)| system.owner_of_row(k))
            .filter(|o| o.name != owner.name)
            .map(|o| (o.order, format!("`{}`", o.name)))
            .collect();
        fixed_by.sort();
        let fixed_by: Vec<String> = fixed_by.into_iter().map(|x| x.1).collect();
        match named.iter_mut().find(|n| n.item == item) {
            Some(n) => {
                n.parts.push(owner.part.to_string());
                n.fixed_by.extend(fixed_by);
            }
            None => named.push(Redundancy {
                item,
                name: owner.name.clone(),
                parts: vec![owner.part.to_string()],
                fixed_by,
            }),
        }
    }
    for n in &mut named {
        let mut seen = Vec::new();
        n.fixed_by.retain(|x| {
            let new = !seen.contains(x);
            if new {
                seen.push(x.clone());
            }
            new
        });
    }
    named
}

/// Velocities of all nodes, six per node in world axes.
pub(crate) fn world_velocities(system: &System, state: &State) -> Vec<[f64; 6]> {
    (0..system.nodes.len())
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
    let mut projector = Projector::new(system, &jacobian, &metric(&weights), 0.0)?;
    let before = state.velocities.clone();
    let rates = jacobian.times(&world_velocities(system, state));
    let wanted: Vec<f64> = (0..system.rows)
        .map(|r| jacobian.target_rates[r] - rates[r])
        .collect();
    let none = vec![[0.0; 6]; system.nodes.len()];
    let (change, _) = projector.solve(system, &none, &wanted)?;
    for n in 0..system.nodes.len() {
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
    for n in 0..system.nodes.len() {
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
