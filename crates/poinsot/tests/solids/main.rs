//! Solid elements: laws of materials and elements, patch tests, linear solutions, motion.

mod elements;
mod fit;
mod inside_out;
mod linear;
mod materials;
mod mesh;
mod mixed;
mod model_laws;
mod model_viscosity;
mod models;
mod motion;
#[path = "../common/random.rs"]
#[allow(dead_code)]
mod random;
mod reductions;
mod refused;
#[path = "../battery/sink.rs"]
#[allow(dead_code)]
mod sink;
mod stability;
mod viscosity;
mod viscous_motion;

use poinsot::math::V3;

/// Runs a test with room for the arrays of large elements in the general part of the kernel.
pub fn with_room(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    let done = thread.spawn(test).expect("a thread").join();
    if let Err(panic) = done {
        std::panic::resume_unwind(panic);
    }
}
