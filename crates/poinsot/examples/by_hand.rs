//! Steps made by hand, with a motor that a program controls between them: a flywheel brought to 10 rad/s and held there.

use poinsot::model::{Body, Joint, Model, Motor, Run};
use poinsot::results::Memory;
use poinsot::simulation::{Options, Simulation};
use std::error::Error;

pub(crate) fn flywheel() -> Model {
    let mut model = Model {
        run: Run::fixed(3.0, 0.02),
        ..Model::default()
    };
    model.bodies.push(Body::new("wheel", 5.0, [0.1, 0.1, 0.2]));
    let bearing = Joint::revolute("bearing", ["ground", "wheel"], [0.0; 3], [0.0, 0.0, 1.0]);
    model.joints.push(bearing);
    model.motors.push(Motor::new("drive", "bearing.angle", 0.0));
    model
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let built = Simulation::new(flywheel(), Options::default());
    let mut simulation = built.map_err(|mut problems| problems.remove(0))?;
    let mut memory = Memory::new(simulation.layout());
    memory.push(simulation.row());
    while !simulation.is_over() {
        let speed = memory.last("wheel.angular_velocity.z")?;
        let effort = (2.0 * (10.0 - speed)).clamp(-1.5, 1.5);
        simulation.set_motor("drive", effort)?;
        simulation.step()?;
        memory.push(simulation.row());
    }
    let speeds = memory.series("wheel.angular_velocity.z")?;
    for (time, speed) in memory.times().iter().zip(speeds).step_by(25) {
        println!("{time:4.1} s  {speed:7.4} rad/s");
    }
    println!("work of the motor: {:.4} J", memory.last("motor_work")?);
    Ok(())
}
