//! Models made in code: items with the defaults that a file has.
//!
//! Everything is plain data, so that what a constructor does not ask for is set by its field. Nothing is checked here:
//! [`Model::check`] looks at the whole, and a [`Simulation`](crate::simulation::Simulation) refuses what it finds.
//!
//! ```
//! use poinsot::model::{Body, Gravity, Joint, Model, Run};
//! use poinsot::results::Memory;
//! use poinsot::simulation::{Options, Simulation};
//!
//! let mut model = Model { run: Run::fixed(1.0, 0.01), gravity: Gravity::new([0.0, 0.0, -9.81]), ..Model::default() };
//! model.bodies.push(Body::new("arm", 1.0, [1e-3, 0.02, 0.02]).at([0.25, 0.0, 0.0]));
//! model.joints.push(Joint::revolute("hinge", ["ground", "arm"], [0.0; 3], [0.0, 1.0, 0.0]));
//! let mut simulation = Simulation::new(model, Options::default()).expect("a sound model");
//! let mut memory = Memory::new(simulation.layout());
//! simulation.run(&mut memory);
//! assert!(memory.last("arm.position.z").expect("an output") < 0.0);
//! ```

use super::decode::{from_z, unit_vector};
use super::flexible::{Beam, LinePoint, RigidMotion};
use super::joints::{self, JointKind};
use super::types::*;
use crate::geometry::{Curve, SectionAxes};
use crate::math::{M3, Quaternion, V3};
use crate::sections::Section;

impl Run {
    /// Steps of one length, up to a time [s]; every step is a frame.
    pub fn fixed(duration: f64, dt: f64) -> Self {
        Run {
            duration,
            dt,
            dt_min: Run::DT_MIN.min(dt),
            ..Run::default()
        }
    }

    /// Steps as long as an accuracy allows, up to a time [s].
    pub fn adaptive(duration: f64, accuracy: f64) -> Self {
        let dt_max = duration / Run::LEAST_STEPS;
        let dt = Run::FIRST_STEP * dt_max;
        Run {
            duration,
            accuracy: Some(accuracy),
            dt,
            dt_min: Run::DT_MIN.min(dt),
            dt_max,
            ..Run::default()
        }
    }
}

impl Gravity {
    /// Constant, in world axes [m/s^2].
    pub fn new(acceleration: [f64; 3]) -> Self {
        Gravity {
            acceleration: acceleration.into(),
            ..Gravity::default()
        }
    }
}

impl Body {
    /// A body at rest at the origin, with its mass [kg] and its moments of inertia about the axes of its frame [kg m^2]. The mass
    /// centre is the origin of that frame.
    pub fn new(name: impl Into<String>, mass: f64, inertia: [f64; 3]) -> Self {
        Body {
            name: name.into(),
            mass,
            mass_center: V3::zeros(),
            inertia: M3::from_diagonal(&inertia.into()),
            position: V3::zeros(),
            orientation: Quaternion::identity(),
            velocity: V3::zeros(),
            angular_velocity: V3::zeros(),
            place: Place::default(),
        }
    }

    /// The same at a world point [m].
    pub fn at(mut self, position: [f64; 3]) -> Self {
        self.position = position.into();
        self
    }

    /// The same with velocity [m/s] and angular velocity [rad/s], both in world axes.
    pub fn moving(mut self, velocity: [f64; 3], angular_velocity: [f64; 3]) -> Self {
        self.velocity = velocity.into();
        self.angular_velocity = angular_velocity.into();
        self
    }
}

impl PointMass {
    /// A mass [kg] at rest at a world point [m].
    pub fn new(name: impl Into<String>, mass: f64, position: [f64; 3]) -> Self {
        PointMass {
            name: name.into(),
            mass,
            position: position.into(),
            velocity: V3::zeros(),
            place: Place::default(),
        }
    }
}

impl Anchor {
    /// A frame fixed to an item where it is drawn, in world axes.
    pub fn drawn(item: impl Into<String>, at: [f64; 3], axes: Quaternion) -> Self {
        Anchor {
            item: item.into(),
            at: AnchorPoint::World(at.into()),
            axes: AnchorAxes::World(axes),
        }
    }
}

impl Joint {
    /// A joint of any kind (see [`joints`]) between two items, drawn at a world point [m] with its z axis along a world direction.
    pub fn new(
        name: impl Into<String>,
        kind: JointKind,
        between: [&str; 2],
        at: [f64; 3],
        axis: [f64; 3],
    ) -> Self {
        // No direction gives no axes; the check of the model says so.
        let axes = match unit_vector(&axis.into()) {
            Some(z) => from_z(&z),
            None => Quaternion::new_unchecked(nalgebra::Quaternion::new(f64::NAN, 0.0, 0.0, 0.0)),
        };
        Joint {
            name: name.into(),
            kind,
            between: between.map(|item| Anchor::drawn(item, at, axes)),
            couples: None,
            slide: None,
            share: false,
            unknowns: Vec::new(),
            place: Place::default(),
        }
    }

    /// A hinge.
    pub fn revolute(
        name: impl Into<String>,
        between: [&str; 2],
        at: [f64; 3],
        axis: [f64; 3],
    ) -> Self {
        Joint::new(name, joints::revolute(), between, at, axis)
    }

    /// A slider.
    pub fn prismatic(
        name: impl Into<String>,
        between: [&str; 2],
        at: [f64; 3],
        axis: [f64; 3],
    ) -> Self {
        Joint::new(name, joints::prismatic(), between, at, axis)
    }

    /// A ball joint.
    pub fn spherical(name: impl Into<String>, between: [&str; 2], at: [f64; 3]) -> Self {
        Joint::new(name, joints::spherical(), between, at, [0.0, 0.0, 1.0])
    }

    /// A weld.
    pub fn fixed(name: impl Into<String>, between: [&str; 2], at: [f64; 3]) -> Self {
        Joint::new(name, joints::fixed(), between, at, [0.0, 0.0, 1.0])
    }
}

impl From<&str> for CoordinateRef {
    /// From `joint.coordinate`.
    fn from(text: &str) -> Self {
        let (joint, coordinate) = text.split_once('.').unwrap_or((text, ""));
        CoordinateRef {
            joint: joint.into(),
            coordinate: coordinate.into(),
        }
    }
}

impl Sensor {
    /// A recorded point of a body, in its frame [m].
    pub fn new(name: impl Into<String>, on: impl Into<String>, at: [f64; 3]) -> Self {
        Sensor {
            name: name.into(),
            on: on.into(),
            at: at.into(),
            place: Place::default(),
        }
    }
}

impl Beam {
    /// A straight beam at rest between two world points [m], of one section whose y axis lies as near as possible to a world
    /// direction, with elements of order 3. Its ends can be attached to, as `name.start` and `name.end`.
    pub fn straight(
        name: impl Into<String>,
        [from, to]: [[f64; 3]; 2],
        y_axis: [f64; 3],
        section: Section,
        elements: usize,
    ) -> Self {
        let name = name.into();
        let curve = Curve::line(from.into(), to.into());
        let point = |end: &str, s: f64| LinePoint {
            name: format!("{name}.{end}"),
            s,
        };
        Beam {
            points: vec![point("start", 0.0), point("end", curve.length())],
            curve,
            axes: SectionAxes::YNear(y_axis.into()),
            sections: vec![(0.0, section)],
            order: 3,
            elements,
            motion: RigidMotion::default(),
            place: Place::default(),
            name,
        }
    }
}
