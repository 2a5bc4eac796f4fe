//! Models with beams and cables.

use super::V3;
use poinsot::dynamics::Tolerances;
use poinsot::mechanics::interaction::ForceLaw;
use poinsot::mechanics::wrench::points_at;
use poinsot::model::{Model, Source, read_model};
use poinsot::system::{ForceVisitor, Owner, State, System};

/// The model of a text.
pub fn read(text: &str) -> Model {
    match read_model(&Source::new("model.toml", text)) {
        Ok((model, _)) => model,
        Err(problems) => panic!("{problems:#?}\n{text}"),
    }
}

/// Values of a run that has no use for its settings.
pub const RUN: &str = "[run]\nduration = 1\ndt = 0.1\n";

/// Near round-off, with more iterations for large steps.
pub const PATIENT: Tolerances = Tolerances {
    relative: 1e-13,
    max_iterations: 60,
};

/// A free-flying mechanism: a hub with a curved boom of order 3 clamped to it, an arm of order 1 hinged to the boom, a
/// blade of order 2 on a cross joint at the end of the arm, a block on a ball joint at its tip, and a cable like a
/// bowstring along the boom. Everything turns about the hub, the arm and what follows faster about the hinge.
/// `stiffness` is EA of all beams, with the other stiffnesses in proportion to it.
pub fn mechanism(stiffness: f64) -> Model {
    let text = format!(
        r#"{RUN}
[[section]]
name = "strip"
EA = {ea}
GAy = {ga}
GJ = {gj}
EIy = {ei}
EIz = {ez}
mass_per_length = 0.5
inertia_per_length = [5e-4, 2e-4, 3e-4]
mass_center = [0.01, -0.02]

[[body]]
name = "hub"
mass = 2
inertia = [0.05, 0.06, 0.08]
position = [0, 0, 0]
angular_velocity = [0.4, -0.3, 1]

[[beam]]
name = "boom"
spline = [[0.1, 0, 0], [0.5, 0.1, 0.05], [1, 0, 0.1]]
section = "strip"
elements = 1
order = 3
angular_velocity = [0.4, -0.3, 1]

[[joint]]
name = "clamp"
kind = "fixed"
between = ["hub", "boom.start"]

[[beam]]
name = "arm"
from = [1, 0, 0.1]
to = [1.8, 0.3, 0]
section = "strip"
elements = {arm_elements}
order = 1
velocity = [-0.03, 0.96, 0.3]
angular_velocity = [0.4, -0.3, 3]
about = [1, 0, 0.1]

[[joint]]
name = "hinge"
kind = "revolute"
between = ["boom.end", "arm.start"]
axis = [0, 0, 1]
unknowns = ["angle"]

[[beam]]
name = "blade"
from = [1.8, 0.3, 0]
to = [2.3, 0.2, 0.3]
section = "strip"
elements = 1
order = 2
velocity = [-0.03, 0.96, 0.3]
angular_velocity = [0.4, -0.3, 3]
about = [1, 0, 0.1]

[[joint]]
name = "cross"
kind = "universal"
between = ["arm.end", "blade.start"]
orientation = {{ axis = [1, 0, 0], angle = "30 deg" }}

[[body]]
name = "block"
mass = 0.7
inertia = [0.01, 0.012, 0.014]
position = [2.4, 0.2, 0.3]
velocity = [-0.69, 5.08, 0.8]
angular_velocity = [0.4, -0.3, 3]

[[joint]]
name = "ball"
kind = "spherical"
between = ["blade.end", "block"]

[[cable]]
name = "rope"
from = [0, 0, 0.2]
to = [1, 0, 0.1]
stiffness = {rope}
mass_per_drawn_length = 0.1
pre_stretch = {stretch}
elements = 2
order = 2
angular_velocity = [0.4, -0.3, 1]

[[joint]]
name = "eye"
kind = "spherical"
between = ["hub", "rope.start"]

[[joint]]
name = "knot"
kind = "spherical"
between = ["boom.end", "rope.end"]
"#,
        ea = stiffness,
        ga = 0.4 * stiffness,
        gj = 1e-4 * stiffness,
        ei = 2e-4 * stiffness,
        ez = 3e-4 * stiffness,
        rope = 0.1 * stiffness,
        // A tension of 20 N as drawn.
        stretch = 1.0 + 20.0 / (0.1 * stiffness),
        arm_elements = ARM_ELEMENTS,
    );
    at_rest(read(&text))
}

/// Elements of the arm of [`mechanism`], and its length.
pub const ARM_ELEMENTS: usize = 2;

/// Highest axial frequency of the arm of [`mechanism`] [rad/s]: two lumps of half the mass m l on a spring EA/l.
pub fn axial_frequency(stiffness: f64) -> f64 {
    let length = V3::new(0.8, 0.3, -0.1).norm() / ARM_ELEMENTS as f64;
    2.0 / length * (stiffness / 0.5).sqrt()
}

/// The same model with its mass centre at rest at the start: else its path multiplies the round-off of the linear
/// momentum in the angular one.
fn at_rest(mut model: Model) -> Model {
    let (system, state) = System::build(&model).expect("a sound model");
    let mass: f64 = system.nodes.iter().map(|n| n.mass).sum();
    let momenta = system.nodes.iter().zip(&state.velocities);
    let momentum: V3 = momenta.map(|(n, w)| n.mass * w.v).sum();
    let v = momentum / mass;
    for b in &mut model.bodies {
        b.velocity -= v;
    }
    for b in &mut model.beams {
        b.motion.velocity -= v;
    }
    for c in &mut model.cables {
        c.motion.velocity -= v;
    }
    model
}

/// Strains of all elements at a state, in the order of visits.
pub fn strains(system: &System, state: &State) -> Vec<f64> {
    struct Strains(Vec<poinsot::mechanics::node::NodeStage>, Vec<f64>);
    impl ForceVisitor for Strains {
        fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
            &mut self,
            _index: usize,
            _owner: &Owner,
            f: &F,
        ) {
            self.1.extend(f.value(&points_at(f, &self.0)));
        }
    }
    let mut visitor = Strains(system.stages(state), Vec::new());
    system.forces.visit(&mut visitor);
    visitor.1
}

/// Point of the reference line and section axes at the last node of a line, world.
pub fn line_end(system: &System, state: &State, line: usize) -> (V3, [V3; 3]) {
    let on = system.flexible[line]
        .nodes
        .last()
        .expect("a line has nodes")
        .on;
    let stage = &system.stages(state)[on.node];
    let axes = stage.rot * on.axes;
    let at = stage.r + stage.rot * on.at;
    (at, std::array::from_fn(|k| axes.column(k).into()))
}
