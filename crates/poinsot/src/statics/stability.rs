//! Whether a state stands firm, asked from outside of any path.

use super::equations::Equations;
use crate::model::{Statics, Vary};
use crate::system::{State, System};

/// How many independent motions lower the energy of a state, taken at rest under the loads of a time (eq.4); `None` where the tangent is
/// singular: something moves freely.
pub(crate) fn unstable_directions(system: &System, state: &State, time: f64) -> Option<usize> {
    let settings = Statics {
        vary: Vary::Time,
        ..Statics::default()
    };
    let mut equations = Equations::new(system, state, &settings, None).ok()?;
    equations.set_base(state, time);
    equations.assemble(time, true, 0.0);
    equations.factor().ok()?;
    equations.unstable_directions()
}
