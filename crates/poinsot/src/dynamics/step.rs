//! The step that is to be made: what its equations are made of beside the unknowns.

use super::assemble::{Workspace, node_start};
use super::schemes::{Integrator, NodeStart};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::wrench::Intervals;
use crate::system::{State, System};

/// One step of a system.
pub(super) struct Step<'a, S: Integrator> {
    pub system: &'a System,
    /// Where it begins.
    pub state: &'a State,
    /// The scheme at this time, with this length.
    pub scheme: S,
    /// Length [s].
    pub dt: f64,
}

impl<'a, S: Integrator> Step<'a, S> {
    pub fn new(system: &'a System, state: &'a State, scheme: S, dt: f64) -> Self {
        Step {
            system,
            state,
            scheme,
            dt,
        }
    }

    /// A node as the scheme sees it at the start.
    pub fn node<'b>(&self, work: &'b Workspace, n: NodeIndex) -> NodeStart<'b>
    where
        'a: 'b,
    {
        node_start(self.system, &work.start, self.state, n)
    }

    /// From the start to the stages of the present iterate.
    pub fn intervals<'b>(&self, work: &'b Workspace) -> Intervals<'b>
    where
        'a: 'b,
    {
        let (start, ends, time) = (&work.start, &work.ends, self.state.time);
        Workspace::intervals(start, ends, self.system, &self.scheme, time, self.dt)
    }
}
