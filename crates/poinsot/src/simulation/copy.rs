//! A second simulation that goes its own way from here: to look ahead, to try one thing and then another.
//!
//! ```
//! use poinsot::model::{Body, Joint, Model, Motor, Run};
//! use poinsot::simulation::{Options, Simulation};
//!
//! let mut model = Model { run: Run::fixed(1.0, 0.01), ..Model::default() };
//! model.bodies.push(Body::new("wheel", 5.0, [0.1, 0.1, 0.2]));
//! model.joints.push(Joint::revolute("bearing", ["ground", "wheel"], [0.0; 3], [0.0, 0.0, 1.0]));
//! model.motors.push(Motor::new("drive", "bearing.angle", 1.0));
//! let mut first = Simulation::new(model, Options::default()).expect("a sound model");
//! first.step().expect("a step");
//! let mut second = first.copy().expect("the same model");
//! second.set_motor("drive", -1.0).expect("it is there");
//! first.step().expect("a step");
//! second.step().expect("a step");
//! assert_ne!(first.state(), second.state());
//! ```

use super::Simulation;
use crate::model::{Problem, Start};
use crate::storage::{Bytes, Stored};

impl Simulation {
    /// A simulation that stands where this one stands, with what was changed on the way ([`Simulation::changes`]). Both go on
    /// bitwise alike until one of them is changed. It costs as much as building the model once more.
    pub fn copy(&self) -> Result<Self, Vec<Problem>> {
        let model = self.as_read.as_deref().unwrap_or(&self.model);
        let mut model = model.clone();
        // The state is taken over: no need to look for it again, nor for the file that it once came from.
        model.run.start = Start::AsDrawn;
        model.run.start_from = None;
        let mut copy = Simulation::new(model, self.options)?;
        let mut bytes = Vec::new();
        self.store(&mut bytes);
        let mut from = Bytes::new(&bytes);
        let loaded = copy.load(&mut from).and_then(|()| from.end());
        loaded.map_err(|misfit| vec![Problem::of_file(misfit.to_string(), "")])?;
        copy.change_like(self);
        copy.start.clone_from(&self.start);
        copy.rest.clone_from(&self.rest);
        copy.kept_start.clone_from(&self.kept_start);
        copy.model.run.start = self.model.run.start;
        copy.model
            .run
            .start_from
            .clone_from(&self.model.run.start_from);
        Ok(copy)
    }
}
