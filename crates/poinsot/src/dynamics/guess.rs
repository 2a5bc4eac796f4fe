//! Where the iteration of a step begins.

use super::assemble::Workspace;
use super::schemes::Integrator;
use super::step::Step;
use crate::math::V3;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::{NodeIncrement, NodeKind};

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
    pub fn predict<S: Integrator>(self, step: &Step<S>, work: &mut Workspace) {
        work.begin(step.system, step.state, &step.scheme);
        for n in step.system.node_indices() {
            for y in 0..step.scheme.stages() {
                work.steps[y][n] = match self {
                    Guess::Prediction => predicted(step, work, n, y),
                    Guess::Start | Guess::StartInSmallBites => NodeIncrement::default(),
                };
            }
        }
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
