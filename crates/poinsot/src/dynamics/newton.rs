//! The Newton iteration of one step.
//!
//! An equation is converged when its residual is small against the terms that cancel in it, so that the test means the
//! same for a stiff and for a soft system and never asks for more than round-off allows.

use super::assemble::Workspace;
use super::error::{NewtonIteration, StepError};
use super::reuse::Reuse;
use super::schemes::Scheme;
use crate::math::V3;
use crate::mechanics::node::NodeKind;
use crate::mechanics::wrench::STAGES;
use crate::system::{DofMap, Scatter, State, System};
use poinsot_lu::{FactorError, Solver};

/// When an iteration may stop.
#[derive(Clone, Copy, Debug)]
pub struct Tolerances {
    /// Residual relative to the terms of its equation.
    pub relative: f64,
    /// Iterations before giving up.
    pub max_iterations: usize,
}

/// A rotation beyond this in one step is refused [as Cayley vector]: 2.2 rad, a third of a turn.
pub(crate) const LARGEST_TURN: f64 = 4.0;
/// Round-off of a stage's stress in units of the last digits of the strains: they are extrapolated to the jump and carried
/// through some ten operations.
const NOISE: f64 = 4.0;
/// A residual that no longer falls has reached the round-off of its own evaluation. This is measured, not guessed: the iteration
/// must have stood still for this many rounds, ...
const STANDSTILL: usize = 2;
/// ... with corrections that are negligible in themselves, ...
const NEGLIGIBLE: f64 = 1e-9;
/// ... at no more than this relative residual; with a larger one the step has failed.
const LARGEST_FLOOR: f64 = 1e-9;
/// (or this many times the tolerance, where that is larger).
const STANDING: f64 = 10.0;
/// The iteration has run away when the residual exceeds its first value by this factor.
const DIVERGED: f64 = 1e8;

/// Largest force and moment in the equations of a node. A force and a moment on a body are compared through its radius of
/// gyration, and all stages share one scale, so that a row in which everything happens to vanish is not held to its own noise.
fn node_scale(system: &System, dofs: &DofMap, w: &Workspace, n: usize) -> [f64; 2] {
    let (mut force, mut moment) = (0.0f64, 0.0f64);
    for y in 0..dofs.stages {
        let first = dofs.node_stage(n, y);
        for (k, slot) in system.kinds[n].slots().enumerate() {
            let size = w.magnitude[first + k];
            if slot < 3 {
                force = force.max(size);
            } else {
                moment = moment.max(size);
            }
        }
    }
    if system.kinds[n] == NodeKind::Frame {
        let arm = w.gyration[n];
        return [force.max(moment / arm), moment.max(force * arm)];
    }
    [force, moment]
}

/// Finds force and moment that round-off of the strains leaves in the equations of each node, for [`judge`]. They depend on the
/// start of the step and its length only.
pub(crate) fn find_noise(w: &mut Workspace, dt: f64) {
    let rate = 1.0 / dt;
    for ((noise, round_off), start) in w.noise.iter_mut().zip(&w.round_off).zip(&w.start) {
        let (size, viscous, reach) = (&round_off.size, &round_off.viscous, start.r.norm());
        *noise = std::array::from_fn(|k| {
            let [always, per_metre] = [0, 1].map(|place| size[place][k] + rate * viscous[place][k]);
            NOISE * (always + reach * per_metre)
        });
    }
}

/// Work that round-off may do in the step just made [J]: that of the forces left in the equations, that of all forces on the
/// last digits of positions and angles, and that of reactions on the gaps that are left.
pub(super) fn energy_noise(system: &System, dofs: &DofMap, w: &Workspace) -> f64 {
    let mut sum = 0.0;
    for n in 0..system.nodes.len() {
        let [force, moment] = w.noise[n];
        let step = &w.steps[0][n];
        sum += force * step.u.norm() + moment * step.theta.norm();
        let scale = node_scale(system, dofs, w, n);
        sum += f64::EPSILON * (scale[0] * w.start[n].r.norm() + scale[1]);
    }
    // A reaction works on what its gap was left open and on the last digits of the lengths that the gap is the difference of.
    // Gaps that only a loose tolerance explains do not count.
    for row in 0..system.rows {
        for y in 0..dofs.stages {
            let k = dofs.multiplier(row, y);
            let size = w.magnitude[k];
            let most = LARGEST_FLOOR * (size + system.row_scales[row]);
            let open = w.residual[k].abs().min(most) + f64::EPSILON * size;
            sum += w.multipliers[row][y].abs() * open;
        }
    }
    sum
}

/// Largest residual in units of its tolerance, and where; after [`find_noise`].
pub(crate) fn judge(
    system: &System,
    dofs: &DofMap,
    w: &mut Workspace,
    relative: f64,
) -> (f64, usize) {
    // Nothing is asked to be smaller than the round-off of the largest force in the system.
    let mut floor = [0.0f64; 2];
    for n in 0..system.nodes.len() {
        let scale = node_scale(system, dofs, w, n);
        w.scales[n] = scale;
        for k in 0..2 {
            floor[k] = floor[k].max(f64::EPSILON * scale[k]);
        }
    }
    let mut worst = (0.0, 0);
    let w = &*w;
    limits(system, dofs, w, relative, floor, &mut |k, allowed| {
        let r = w.residual[k].abs();
        let ratio = if r == 0.0 { 0.0 } else { r / allowed };
        // Not a number must never look converged.
        let ratio = if ratio.is_nan() { f64::INFINITY } else { ratio };
        if ratio > worst.0 {
            worst = (ratio, k);
        }
    });
    worst
}

/// Visits every equation with the residual it is allowed; scales of the nodes are in the workspace.
#[inline(always)]
fn limits(
    system: &System,
    dofs: &DofMap,
    w: &Workspace,
    relative: f64,
    floor: [f64; 2],
    visit: &mut impl FnMut(usize, f64),
) {
    for n in 0..system.nodes.len() {
        let scale = w.scales[n];
        let noise = w.noise[n];
        let allowed: [f64; 2] =
            std::array::from_fn(|k| (relative * scale[k]).max(floor[k]).max(noise[k]));
        for y in 0..dofs.stages {
            let first = dofs.node_stage(n, y);
            for (k, slot) in system.kinds[n].slots().enumerate() {
                visit(first + k, allowed[slot / 3]);
            }
        }
    }
    for row in 0..system.rows {
        for y in 0..dofs.stages {
            let k = dofs.multiplier(row, y);
            visit(k, relative * (w.magnitude[k] + system.row_scales[row]));
        }
    }
}

/// Keeps in the workspace what each equation is allowed, after [`judge`].
pub(super) fn allowed(system: &System, dofs: &DofMap, w: &mut Workspace, relative: f64) {
    let mut floor = [0.0f64; 2];
    for scale in &w.scales {
        for k in 0..2 {
            floor[k] = floor[k].max(f64::EPSILON * scale[k]);
        }
    }
    let mut list = std::mem::take(&mut w.allowed);
    // A node on which nothing acts is allowed nothing: any positive number will do.
    limits(system, dofs, w, relative, floor, &mut |k, allowed| {
        list[k] = allowed.max(f64::MIN_POSITIVE.sqrt());
    });
    w.allowed = list;
}

/// Solves the equations of one step from the increments in the workspace.
///
/// Factors are kept over iterations and steps as long as that is cheaper ([`Reuse`] decides). A correction with kept factors
/// that does not lower the residual is taken back, and from there every iteration has its own tangent.
pub(super) fn solve(
    system: &System,
    scatter: &Scatter,
    solver: &mut Solver,
    factors: &mut Reuse,
    w: &mut Workspace,
    state: &State,
    scheme: &impl Scheme,
    dt: f64,
    tolerances: &Tolerances,
    history: &mut Vec<NewtonIteration>,
) -> Result<usize, StepError> {
    let stages = scheme.stages();
    history.clear();
    find_noise(w, dt);
    factors.begin_step(dt, tolerances.relative, tolerances.max_iterations);
    let mut correction = f64::INFINITY;
    for iteration in 0..=tolerances.max_iterations {
        let turns = check_turns(system, w, stages);
        if turns.is_err() && factors.kept() {
            take_back(system, &scatter.dofs, w, factors, stages);
            continue;
        }
        turns?;
        w.move_nodes(system, stages);
        // The residual alone decides; the tangent is built only when it is needed, or surely will be.
        let tangent = iteration == 0 && !factors.usable();
        w.assemble(system, scatter, state, scheme, dt, tangent);
        let (residual, worst) = judge(system, &scatter.dofs, w, tolerances.relative);
        history.push(NewtonIteration {
            residual,
            correction,
            worst,
        });
        let small = LARGEST_FLOOR.max(STANDING * tolerances.relative);
        let floor = tolerances.relative * residual <= small && correction <= NEGLIGIBLE;
        // A prediction that happens to fit is still worth one correction, else its error adds up with one sign.
        let exact = tolerances.relative * residual <= f64::EPSILON;
        factors.observe(residual);
        let enough = factors.is_loose() || factors.polishes(residual);
        if residual <= 1.0 && (exact || iteration > 0 && enough) {
            // A tolerance far above round-off is taken at its word.
            if iteration > 0 && !factors.is_loose() {
                polish(system, &scatter.dofs, solver, factors, w, stages);
            }
            if tangent {
                // It has taken the place of the one that the factors at hand belong to.
                factors.forget();
            }
            factors.end_step();
            return Ok(iteration);
        }
        if floor && stands_still(history) {
            factors.end_step();
            return Ok(iteration);
        }
        if iteration == tolerances.max_iterations {
            break;
        }
        if factors.made_worse() {
            take_back(system, &scatter.dofs, w, factors, stages);
            continue;
        }
        if !residual.is_finite() || residual > DIVERGED * history[0].residual.max(1.0) {
            factors.forget();
            return Err(StepError::Diverged);
        }
        for (x, r) in w.correction.iter_mut().zip(&w.residual) {
            *x = -r;
        }
        let solved = if factors.usable() {
            factors.count_iteration();
            solver.solve_unchecked(&mut w.correction).is_ok()
        } else {
            if !tangent {
                w.assemble(system, scatter, state, scheme, dt, true);
            }
            factors.forget();
            solver
                .factor(&w.values)
                .map_err(|e| singular(system, &scatter.dofs, &e))?;
            factors.renew(dt);
            solver.solve(&w.values, &mut w.correction).is_ok()
        };
        if !solved {
            factors.forget();
            return Err(StepError::Diverged);
        }
        correction = apply(system, &scatter.dofs, w, stages);
    }
    factors.forget();
    Err(StepError::NotConverged {
        iterations: tolerances.max_iterations,
    })
}

/// Undoes the last correction, which kept factors have made useless, and asks for a tangent of its own for every iteration
/// that follows in this step.
fn take_back(
    system: &System,
    dofs: &DofMap,
    w: &mut Workspace,
    factors: &mut Reuse,
    stages: usize,
) {
    for x in &mut w.correction {
        *x = -*x;
    }
    apply(system, dofs, w, stages);
    factors.distrust();
}

/// One more correction with the last factorisation. The step has converged; this costs one substitution and takes the rest of
/// the residual down to round-off, which keeps invariants over 10^5 steps (the remainders of Newton iterations have a sign).
fn polish(
    system: &System,
    dofs: &DofMap,
    solver: &mut Solver,
    factors: &Reuse,
    w: &mut Workspace,
    stages: usize,
) {
    for (x, r) in w.correction.iter_mut().zip(&w.residual) {
        *x = -r;
    }
    // Own factors belong to the tangent at hand, so the solution can be checked and refined: near singular positions it must be.
    let solved = if factors.kept() {
        solver.solve_unchecked(&mut w.correction).is_ok()
    } else {
        solver.solve(&w.values, &mut w.correction).is_ok()
    };
    if solved {
        apply(system, dofs, w, stages);
        w.move_nodes(system, stages);
    }
}

/// Whether the last iterations brought nothing any more.
fn stands_still(history: &[NewtonIteration]) -> bool {
    let Some(before) = history.len().checked_sub(STANDSTILL + 1) else {
        return false;
    };
    let best = history[before].residual;
    history[before + 1..]
        .iter()
        .all(|h| h.residual > 0.5 * best)
}

pub(super) fn singular(system: &System, dofs: &DofMap, error: &FactorError) -> StepError {
    let what = match error {
        FactorError::Singular { unknown, .. } => system.describe(dofs, *unknown),
        _ => "an equation that is not a number".to_string(),
    };
    StepError::Singular { what }
}

pub(super) fn check_turns(system: &System, w: &Workspace, stages: usize) -> Result<(), StepError> {
    for n in 0..system.nodes.len() {
        for y in 0..stages {
            let theta = w.steps[y][n].theta;
            if theta.norm() > LARGEST_TURN {
                return Err(StepError::TurnTooLarge {
                    node: system.nodes[n].name.clone(),
                });
            }
        }
    }
    Ok(())
}

/// Adds the correction to the unknowns; returns its largest component relative to what it corrects.
pub(crate) fn apply(system: &System, dofs: &DofMap, w: &mut Workspace, stages: usize) -> f64 {
    let mut largest: f64 = 0.0;
    for n in 0..system.nodes.len() {
        let kind = system.kinds[n];
        for y in 0..stages {
            let first = dofs.node_stage(n, y);
            let (mut du, mut dtheta) = (V3::zeros(), V3::zeros());
            for (k, slot) in kind.slots().enumerate() {
                if slot < 3 {
                    du[slot] = w.correction[first + k];
                } else {
                    dtheta[slot - 3] = w.correction[first + k];
                }
            }
            let reach = system.length + w.start[n].r.norm();
            largest = largest.max(du.norm() / reach).max(dtheta.norm());
            w.steps[y][n].u += du;
            w.steps[y][n].theta += dtheta;
        }
    }
    for row in 0..system.rows {
        for y in 0..stages.min(STAGES) {
            w.multipliers[row][y] += w.correction[dofs.multiplier(row, y)];
        }
    }
    largest
}
