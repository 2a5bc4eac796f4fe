//! Models with solids and what is tied to them: faces and edges, embedded items, places inside, and solids that are reduced.

mod own_mesh;
mod places;
mod ties;

use poinsot::model::{Model, Source, read_model};
use poinsot::results::{Layout, Memory, resolve};
use poinsot::simulation::{Control, Options, Simulation};
use poinsot::statics::Analysis;

/// Laws of the materials that all models have.
pub const MATERIALS: &str = r#"
[[material]]
name = "steel"
youngs = 2e11
poisson = 0.3
density = 7850
[[material]]
name = "foam"
law = "neo-hookean-log"
youngs = 1e6
poisson = 0.3
density = 1000
"#;

/// Reads a model.
pub fn model(text: &str) -> Model {
    let source = Source::new("model.toml", format!("{text}{MATERIALS}"));
    let read = read_model(&source);
    read.unwrap_or_else(|p| panic!("{p:#?}")).0
}

/// The column of an output.
pub fn column(layout: &Layout, name: &str) -> usize {
    match &resolve(layout, name).unwrap_or_else(|e| panic!("{e}"))[..] {
        [one] => one.column,
        _ => panic!("{name} is not one output"),
    }
}

/// The last of the equilibria of a model.
pub fn last(text: &str) -> (Layout, Vec<f64>) {
    let mut analysis = Analysis::new(model(text)).unwrap_or_else(|p| panic!("{p:#?}"));
    let mut last = Vec::new();
    analysis.run(&mut |_, row| {
        last = row.to_vec();
        Control::Continue
    });
    assert!(!last.is_empty(), "no equilibrium: {text}");
    (analysis.layout().clone(), last)
}

/// All frames of a run.
pub fn frames(text: &str) -> (Layout, Memory) {
    let built = Simulation::new(model(text), Options::default());
    let mut simulation = built.unwrap_or_else(|p| panic!("{p:#?}"));
    let layout = simulation.layout().clone();
    let mut memory = Memory::new(&layout);
    simulation.run(&mut memory);
    (layout, memory)
}

/// Runs a test with room for the arrays of large elements in the general part of the kernel.
pub fn with_room(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    let done = thread.spawn(test).expect("a thread").join();
    if let Err(panic) = done {
        std::panic::resume_unwind(panic);
    }
}
