//! What sensors and the system as a whole say: rotations over many turns, accelerations, mass centre and inertia.

use crate::common::V3;
use nalgebra::{Quaternion, UnitQuaternion};
use poinsot::model::{Source, read_model};
use poinsot::results::{Layout, resolve};
use poinsot::simulation::{Control, End, LedgerPolicy, Observer, Options, Simulation, StepInfo};

#[derive(Default)]
struct Frames(Vec<Vec<f64>>);

impl Observer for Frames {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.0.push(row.to_vec());
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}

struct Results {
    layout: Layout,
    frames: Vec<Vec<f64>>,
}

impl Results {
    fn of(text: &str) -> Results {
        let (model, _) = read_model(&Source::new("test.toml", text)).expect("the model reads");
        let options = Options {
            ledger: LedgerPolicy::Warn,
            threads: 1,
        };
        let mut run = Simulation::new(model, options).expect("the model is sound");
        let mut frames = Frames::default();
        assert_eq!(run.run(&mut frames).end, End::Complete);
        Results {
            layout: run.layout().clone(),
            frames: frames.0,
        }
    }

    fn at(&self, frame: usize, name: &str) -> f64 {
        let found = resolve(&self.layout, name).expect("is recorded");
        self.frames[frame][found[0].column]
    }

    fn vector(&self, frame: usize, name: &str) -> V3 {
        let found = resolve(&self.layout, name).expect("is recorded");
        V3::from_fn(|k, _| self.frames[frame][found[k].column])
    }

    fn orientation(&self, frame: usize, body: &str) -> UnitQuaternion<f64> {
        let [w, x, y, z] =
            ["w", "x", "y", "z"].map(|c| self.at(frame, &format!("{body}.orientation.{c}")));
        UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
    }
}

/// A wheel and a beam on it are driven by 1.6 rad per step, about an axis that is no axis of the world.
#[test]
fn rotations_go_on_over_many_turns() {
    let axis = V3::new(0.6, 0.0, 0.8);
    let run = Results::of(
        r#"
[run]
duration = 2
dt = 0.01
[output]
every = 0.1
[[body]]
name = "wheel"
mass = 1
inertia = [0.1, 0.1, 0.1]
[[section]]
name = "spoke"
shape = "circle"
diameter = "20 mm"
material = "steel"
[[material]]
name = "steel"
youngs = 2.1e11
poisson = 0.3
density = 7850
[[beam]]
name = "boom"
from = [0, 0, 0]
to = [0, 0.2, 0]
section = "spoke"
elements = 1
[[joint]]
name = "root"
kind = "fixed"
between = ["wheel", "boom.start"]
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "wheel"]
at = [0, 0, 0]
axis = [0.6, 0, 0.8]
[[motion]]
name = "drive"
on = "hinge.angle"
velocity = "-160 rad/s"
[[sensor]]
name = "rim"
on = "wheel"
at = [0, 0.5, 0]
[[sensor]]
name = "tip"
on = "boom@0.1 m"
"#,
    );
    let last = run.frames.len() - 1;
    for frame in 0..=last {
        let angle = -160.0 * run.at(frame, "time");
        let turned = run.vector(frame, "rim.point_rotation");
        assert!(
            (turned - angle * axis).norm() < 1e-9 * (1.0 + angle.abs()),
            "{turned} {angle}"
        );
        // The beam bends a little on its way.
        let turned = run.vector(frame, "tip.point_rotation");
        assert!((turned - angle * axis).norm() < 0.1, "{turned} {angle}");
    }
    let spin = run.vector(last, "rim.point_angular_velocity");
    assert!((spin - run.vector(last, "wheel.angular_velocity")).norm() < 1e-12 * spin.norm());
}

/// The vector is one of the rotation, however a body tumbles.
#[test]
fn the_rotation_vector_is_that_of_the_rotation() {
    let run = Results::of(
        r#"
[run]
duration = 6
dt = 0.02
[[body]]
name = "stone"
mass = 1
inertia = [0.1, 0.2, 0.25]
orientation = { axis = [1, 2, 3], angle = 2.5 }
angular_velocity = [0.3, 8, 0.4]
[[sensor]]
name = "spot"
on = "stone"
"#,
    );
    let first = run.orientation(0, "stone");
    for frame in 0..run.frames.len() {
        let turned = UnitQuaternion::from_scaled_axis(run.vector(frame, "spot.point_rotation"));
        let apart = (turned * first).angle_to(&run.orientation(frame, "stone"));
        assert!(apart < 1e-7, "frame {frame}: {apart}");
    }
}

/// A pendulum on a tilted hinge: the acceleration of its tip follows from angle and rate, `I phi'' = -m g l sin(phi)`.
#[test]
fn accelerations_converge_with_second_order() {
    let (mass, length, inertia, g) = (2.0, 0.5, 0.16 + 2.0 * 0.25, 9.81);
    for scheme in ["ep", "ed", "mp-ed", "generalized-alpha", "hht"] {
        let errors = [0.02, 0.01, 0.005].map(|dt| {
            let run = Results::of(&format!(
                r#"
gravity = [0, 0, -{g}]
[run]
duration = 1
dt = {dt}
scheme = "{scheme}"
[output]
every = 0.1
[[body]]
name = "arm"
mass = {mass}
inertia = [0.02, 0.16, 0.16]
position = [0.5, 0, 0]
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "arm"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[sensor]]
name = "tip"
on = "arm"
at = [0.5, 0, 0]
"#
            ));
            let mut worst = [0.0_f64; 2];
            for frame in 0..run.frames.len() {
                let [angle, rate] = ["hinge.angle", "hinge.angle_rate"].map(|n| run.at(frame, n));
                let change = mass * g * length * angle.cos() / inertia;
                // Positive angles turn x towards -z.
                let along = V3::new(angle.cos(), 0.0, -angle.sin());
                let across = V3::new(-angle.sin(), 0.0, -angle.cos());
                let known = change * across - rate * rate * along;
                worst[0] =
                    worst[0].max((run.vector(frame, "tip.point_acceleration") - known).norm());
                let spin = run.vector(frame, "tip.point_angular_acceleration");
                worst[1] = worst[1].max((spin - V3::new(0.0, change, 0.0)).norm());
            }
            worst
        });
        println!("{scheme}: {errors:?}");
        for k in 0..2 {
            let orders = [0, 1].map(|i: usize| (errors[i][k] / errors[i + 1][k]).log2());
            assert!(
                orders.iter().all(|o| *o > 1.8),
                "{scheme}: {errors:?} {orders:?}"
            );
        }
    }
}

/// Mass centre, its velocity and the inertia about it, of bodies with mass centres of their own, a point mass and a cable.
#[test]
fn the_whole_system_has_mass_centre_and_inertia() {
    let run = Results::of(
        r#"
[run]
duration = 1
dt = 0.01
[[body]]
name = "block"
mass = 2
mass_center = [0.1, 0, 0]
inertia = [0.1, 0.2, 0.25]
position = [0.9, 0, 0]
velocity = [0, 1, 0]
[[point_mass]]
name = "bob"
mass = 1
position = [-2, 0, 0]
velocity = [0, 0, 3]
[[spring]]
name = "tie"
between = ["block", "bob"]
local_points = [[0, 0.3, 0], [0, 0, 0]]
stiffness = 20
"#,
    );
    // 2 kg at x = 1, 1 kg at x = -2.
    assert!((run.at(0, "total_mass") - 3.0).abs() < 1e-15);
    assert!(run.vector(0, "mass_center").norm() < 1e-15);
    let entries =
        ["xx", "yy", "zz", "xy", "xz", "yz"].map(|e| run.at(0, &format!("total_inertia.{e}")));
    let known = [0.1, 0.2 + 6.0, 0.25 + 6.0, 0.0, 0.0, 0.0];
    for (found, known) in entries.iter().zip(known) {
        assert!((found - known).abs() < 1e-14, "{entries:?}");
    }
    let velocity = V3::new(0.0, 2.0 / 3.0, 1.0);
    for frame in 0..run.frames.len() {
        let time = run.at(frame, "time");
        assert!((run.vector(frame, "mass_center_velocity") - velocity).norm() < 1e-12);
        assert!((run.vector(frame, "mass_center") - time * velocity).norm() < 1e-12);
        let momentum = run.vector(frame, "linear_momentum");
        assert!((momentum - 3.0 * velocity).norm() < 1e-12);
    }
}
