//! When the equations of a step are solved.
//!
//! An equation is converged when its residual is small against the terms that cancel in it, so that the test means the
//! same for a stiff and for a soft system and never asks for more than round-off allows.

use super::assemble::Workspace;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::NodeKind;
use crate::system::{DofMap, System};

/// Round-off of a stage's stress in units of the last digits of the strains: they are extrapolated to the jump and carried
/// through some ten operations.
const NOISE: f64 = 4.0;
/// A residual that no longer falls is taken for round-off at no more than this part of the terms of its equation.
pub(super) const LARGEST_FLOOR: f64 = 1e-9;

/// Largest residual in units of its tolerance, and where; after [`find_noise`].
pub(crate) fn judge(
    system: &System,
    dofs: &DofMap,
    w: &mut Workspace,
    relative: f64,
) -> (f64, usize) {
    // Nothing is asked to be smaller than the round-off of the largest force in the system.
    let mut floor = [0.0f64; 2];
    for n in system.node_indices() {
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
    for n in system.node_indices() {
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
    for row in system.row_indices() {
        for y in 0..dofs.stages {
            let k = dofs.multiplier(row, y);
            visit(k, relative * (w.magnitude[k] + system.row_scales[row]));
        }
    }
}

/// Largest force and moment in the equations of a node. A force and a moment on a body are compared through its radius of
/// gyration, and all stages share one scale, so that a row in which everything happens to vanish is not held to its own noise.
fn node_scale(system: &System, dofs: &DofMap, w: &Workspace, n: NodeIndex) -> [f64; 2] {
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
pub(crate) fn find_noise(system: &System, w: &mut Workspace, dt: f64) {
    // Parts of a step may go back (ho.1).
    let rate = 1.0 / dt.abs();
    for ((noise, round_off), start) in w.noise.iter_mut().zip(&w.round_off).zip(&w.start) {
        let (size, viscous, reach) = (&round_off.size, &round_off.viscous, start.r.norm());
        *noise = std::array::from_fn(|k| {
            let [always, per_metre] = [0, 1].map(|place| size[place][k] + rate * viscous[place][k]);
            NOISE * (always + reach * per_metre)
        });
    }
    w.add_noise_of_rates(system, NOISE, dt);
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

/// Work that round-off may do in the step just made [J]: that of the forces left in the equations, that of all forces on the
/// last digits of positions and angles, and that of reactions on the gaps that are left.
pub(super) fn energy_noise(system: &System, dofs: &DofMap, w: &Workspace) -> f64 {
    let mut sum = 0.0;
    for n in system.node_indices() {
        let [force, moment] = w.noise[n];
        let step = &w.steps[0][n];
        sum += force * step.u.norm() + moment * step.theta.norm();
        let scale = node_scale(system, dofs, w, n);
        sum += f64::EPSILON * (scale[0] * w.start[n].r.norm() + scale[1]);
    }
    // A reaction works on what its gap was left open and on the last digits of the lengths that the gap is the difference of.
    // Gaps that only a loose tolerance explains do not count.
    for row in system.row_indices() {
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
