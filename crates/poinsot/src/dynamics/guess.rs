//! Where the iteration of a step begins.

use super::assemble::Workspace;
use super::extrapolation::Extrapolation;
use super::schemes::Integrator;
use super::step::Step;
use crate::math::V3;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::{NodeIncrement, NodeKind};
use crate::mechanics::wrench::STAGES;

/// Where an iteration begins, and how it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// At the predicted end of the step.
    Prediction,
    /// At the start of the step.
    Start,
    /// At the start of the step, with corrections that are shortened as needed.
    StartInSmallBites,
}

impl Guess {
    /// In this order they are tried. If the prediction leads nowhere: where high frequencies rule, as after an impact, standing
    /// still is the better guess. The last resort are shortened corrections.
    pub const IN_TURN: [Guess; 3] = [Guess::Prediction, Guess::Start, Guess::StartInSmallBites];

    /// Loads the start of the step, and the increments to begin with.
    pub fn predict<S: Integrator>(
        self,
        step: &Step<S>,
        past: &mut Extrapolation,
        work: &mut Workspace,
    ) {
        work.begin(step.system, step.state, &step.scheme);
        match self {
            Guess::Prediction => continue_motion(step, past, work),
            Guess::Start | Guess::StartInSmallBites => {
                for steps in &mut work.steps {
                    steps.fill(NodeIncrement::default());
                }
            }
        }
    }
}

/// Continues the motion of the last steps, or that of the scheme's own prediction where it is the better guide (nw.3).
fn continue_motion<S: Integrator>(step: &Step<S>, past: &mut Extrapolation, work: &mut Workspace) {
    let stages = step.scheme.stages();
    for n in past.watched() {
        let own = |y: usize| match y < stages {
            true => predicted(step, work, n, y),
            false => NodeIncrement::default(),
        };
        past.predict(n, std::array::from_fn::<_, STAGES, _>(own));
    }
    let rule = past.rule(step.dt);
    for n in step.system.node_indices() {
        for y in 0..stages {
            work.steps[y][n] = match &rule {
                Some(rule) => rule.increment(step.system.kinds[n], &work.start[n], n, y),
                None => predicted(step, work, n, y),
            };
        }
    }
    if let Some(rule) = rule {
        rule.multipliers(&mut work.multipliers);
    }
}

/// Predicted increment of a node at a stage.
fn predicted<S: Integrator>(
    step: &Step<S>,
    work: &Workspace,
    n: NodeIndex,
    y: usize,
) -> NodeIncrement {
    if step.system.kinds[n] != NodeKind::Angle {
        return step.scheme.predict(&step.node(work, n), y);
    }
    let rate = step.state.velocities[n].v.x;
    let dphi = step.dt * step.scheme.stage_fraction(y) * rate;
    NodeIncrement {
        u: V3::zeros(),
        theta: V3::new(0.0, 0.0, 2.0 * (0.5 * dphi.clamp(-2.0, 2.0)).tan()),
    }
}
