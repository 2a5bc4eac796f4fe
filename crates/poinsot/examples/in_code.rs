//! A model built in code, run on another thread, its results read from memory: a swinging rod.

use poinsot::model::{Body, Gravity, Joint, Model, Run};
use poinsot::results::Memory;
use poinsot::simulation::{Options, Simulation};
use std::error::Error;
use std::thread;

/// A uniform rod of 1 m on a hinge, let go from the horizontal.
pub(crate) fn pendulum() -> Model {
    let mut model = Model {
        run: Run::fixed(2.0, 0.01),
        gravity: Gravity::new([0.0, 0.0, -9.81]),
        ..Model::default()
    };
    let rod = Body::new("rod", 3.0, [1e-3, 0.25, 0.25]).at([0.5, 0.0, 0.0]);
    model.bodies.push(rod);
    let hinge = Joint::revolute("hinge", ["ground", "rod"], [0.0; 3], [0.0, 1.0, 0.0]);
    model.joints.push(hinge);
    model
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let built = Simulation::new(pendulum(), Options::default());
    let mut simulation = built.map_err(|mut problems| problems.remove(0))?;
    let running = thread::spawn(move || {
        let mut memory = Memory::new(simulation.layout());
        let outcome = simulation.run(&mut memory);
        (outcome, memory)
    });
    let (outcome, memory) = running.join().map_err(|_| "the run has panicked")?;
    println!("{} steps, {:?}", outcome.steps, outcome.end);
    let heights = memory.series("rod.position.z")?;
    for (time, height) in memory.times().iter().zip(heights).step_by(20) {
        println!("{time:4.1} s  {height:7.4} m");
    }
    Ok(())
}
