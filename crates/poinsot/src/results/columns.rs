//! The columns of a results file.

use super::layout::{Axis, Layout, Variable};
use super::lines;
use super::sensors;
use super::whole;
use crate::system::{ConstraintInfo, Owner, Sort, System};

/// All joint coordinates of one name, such as `angle`, and the joints that have it.
#[derive(Clone, Debug)]
pub struct CoordinateColumn {
    /// Name of the coordinate.
    pub name: &'static str,
    /// Whether it is an angle.
    pub is_angle: bool,
    /// Joint, number of the coordinate within it, number among all coordinates.
    pub members: Vec<(usize, usize, usize)>,
}

/// Groups joint coordinates by name, so that each group has one unit.
pub fn coordinates(system: &System) -> Vec<CoordinateColumn> {
    let mut columns: Vec<CoordinateColumn> = Vec::new();
    let mut slot = 0;
    for (j, joint) in system.joints.iter().enumerate() {
        for (c, coordinate) in joint.definition.coordinates.iter().enumerate() {
            let member = (j, c, slot);
            slot += 1;
            match columns.iter_mut().find(|k| k.name == coordinate.name) {
                Some(column) => column.members.push(member),
                None => columns.push(CoordinateColumn {
                    name: coordinate.name,
                    is_angle: coordinate.geometry.is_angle(),
                    members: vec![member],
                }),
            }
        }
    }
    columns
}

/// Constraints with an effort along a coordinate: prescribed motions and gears.
pub fn motions(system: &System) -> impl Iterator<Item = &ConstraintInfo> {
    system
        .constraint_info
        .iter()
        .filter(|i| matches!(i.owner.sort, Sort::Motion | Sort::Gear))
}

/// Names of the motors and springs, in the order of visits.
pub fn actuators(system: &System) -> impl Iterator<Item = String> {
    let list = system.force_info.iter().map(|i| &i.owner);
    list.filter(|o| is_actuator(o)).map(|o| o.name.clone())
}

/// Whether a force has an effort of its own among the results.
pub fn is_actuator(owner: &Owner) -> bool {
    matches!(owner.sort, Sort::Motor | Sort::Spring)
}

/// Names of the rolling discs, in the order of their constraints.
pub fn rolling(system: &System) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for info in &system.constraint_info {
        if info.owner.sort == Sort::Rolling && !names.contains(&info.owner.name) {
            names.push(info.owner.name.clone());
        }
    }
    names
}

/// Axis of vector components, always the first.
pub(super) const XYZ: usize = 0;
/// Axis of quaternion components, always the second.
pub(super) const QUATERNION: usize = 1;

/// The layout of a system's results.
pub fn layout(system: &System) -> Layout {
    let mut list = Columns {
        axes: vec![
            Axis::new("xyz", ["x", "y", "z"]),
            Axis::new("quaternion", ["w", "x", "y", "z"]),
        ],
        variables: vec![Variable::new("time", "s", "time", [])],
    };
    let names = system.bodies.iter().map(|b| b.name.clone()).collect();
    list.group(
        "body",
        names,
        &[
            (
                "position",
                "m",
                "origin of the body frame, world axes",
                Some(XYZ),
            ),
            (
                "orientation",
                "1",
                "rotation from body to world axes, scalar first, continuous sign",
                Some(QUATERNION),
            ),
            (
                "velocity",
                "m/s",
                "velocity of the origin of the body frame, world axes",
                Some(XYZ),
            ),
            (
                "angular_velocity",
                "rad/s",
                "angular velocity, world axes",
                Some(XYZ),
            ),
            (
                "angular_velocity_body",
                "rad/s",
                "angular velocity, body axes",
                Some(XYZ),
            ),
        ],
    );
    lines::columns(system, &mut list);
    let line_sensors = system.line_sensors.iter().map(|s| s.name.clone());
    let sensors = system.sensors.iter().map(|s| s.name.clone());
    let names = sensors.chain(line_sensors).collect();
    list.group(
        "sensor",
        names,
        &[
            ("point", "m", "position of a sensor, world axes", Some(XYZ)),
            (
                "point_velocity",
                "m/s",
                "velocity of a sensor, world axes",
                Some(XYZ),
            ),
            (
                "point_acceleration",
                "m/s^2",
                "acceleration of a sensor, world axes",
                Some(XYZ),
            ),
        ],
    );
    lines::sensor_columns(system, &mut list);
    sensors::columns(system, &mut list);
    for column in coordinates(system) {
        let joint = |m: &(usize, usize, usize)| system.joints[m.0].name.clone();
        let names = column.members.iter().map(joint).collect();
        let (unit, rate_unit, about) = if column.is_angle {
            ("rad", "rad/s", "joint angle, unwrapped")
        } else {
            ("m", "m/s", "joint displacement")
        };
        let rate = format!("{}_rate", column.name);
        let axis = format!("joint_with_{}", column.name);
        list.group(
            &axis,
            names,
            &[
                (column.name, unit, about, None),
                (&rate, rate_unit, "rate of it", None),
            ],
        );
    }
    let names = system.joints.iter().map(|j| j.name.clone()).collect();
    list.group(
        "joint",
        names,
        &[
            (
                "reaction_force",
                "N",
                "force of the joint on its second item, world axes",
                Some(XYZ),
            ),
            (
                "reaction_moment",
                "N m",
                "moment of the joint on its second item about the joint's point there, world axes",
                Some(XYZ),
            ),
            (
                "reaction_force_local",
                "N",
                "the same force on the axes of the joint's first frame",
                Some(XYZ),
            ),
            (
                "reaction_moment_local",
                "N m",
                "the same moment on the axes of the joint's first frame",
                Some(XYZ),
            ),
        ],
    );
    let moved = motions(system).map(|i| i.owner.name.clone());
    let names = moved.chain(actuators(system)).collect();
    list.group(
        "actuator",
        names,
        &[(
            "effort",
            "N or N m",
            "effort of a motion or motor along its coordinate, of a gear along its second; pull of a spring with its damper",
            None,
        )],
    );
    let names = rolling(system);
    list.group(
        "rolling",
        names,
        &[(
            "contact_force",
            "N",
            "force of the plane on the disc, world axes",
            Some(XYZ),
        )],
    );
    whole::columns(&mut list, system);
    list.ledger();
    Layout {
        axes: list.axes,
        variables: list.variables,
        attributes: Vec::new(),
    }
}

pub(super) struct Columns {
    pub(super) axes: Vec<Axis>,
    pub(super) variables: Vec<Variable>,
}

impl Columns {
    /// Variables with one value (or vector) for each of the named things.
    pub(super) fn group(
        &mut self,
        axis: &str,
        names: Vec<String>,
        variables: &[(&str, &str, &str, Option<usize>)],
    ) {
        if names.is_empty() {
            return;
        }
        let first = self.axes.len();
        self.axes.push(Axis::new(axis, names));
        for &(name, unit, about, component) in variables {
            let axes: Vec<usize> = std::iter::once(first).chain(component).collect();
            self.variables.push(Variable::new(name, unit, about, axes));
        }
    }

    fn ledger(&mut self) {
        for (name, about) in [
            ("kinetic_energy", "kinetic energy"),
            (
                "elastic_energy",
                "energy of beams, cables, springs and bushings",
            ),
            ("gravity_energy", "potential energy of weight"),
            ("total_energy", "kinetic and potential energy"),
            ("load_work", "work of forces and moments since the start"),
            ("motor_work", "work of motors since the start"),
            ("motion_work", "work of prescribed motions since the start"),
            (
                "physical_dissipation",
                "energy taken by dampers since the start",
            ),
            (
                "numerical_dissipation",
                "energy taken by the scheme since the start, from stage values",
            ),
            ("energy_gap", "energy that no account explains"),
        ] {
            self.variables.push(Variable::new(name, "J", about, []));
        }
        for (name, unit, about) in [
            ("linear_momentum", "kg m/s", "linear momentum"),
            (
                "angular_momentum",
                "kg m^2/s",
                "angular momentum about the world's origin",
            ),
            (
                "load_impulse",
                "N s",
                "impulse of loads and weight since the start",
            ),
            (
                "load_angular_impulse",
                "N m s",
                "its moment about the world's origin",
            ),
            (
                "ground_impulse",
                "N s",
                "impulse of everything tied to the ground since the start",
            ),
            (
                "ground_angular_impulse",
                "N m s",
                "its moment about the world's origin",
            ),
            (
                "linear_momentum_gap",
                "kg m/s",
                "linear momentum that no impulse explains",
            ),
            (
                "angular_momentum_gap",
                "kg m^2/s",
                "angular momentum that no impulse explains",
            ),
        ] {
            self.variables.push(Variable::new(name, unit, about, [XYZ]));
        }
        for (name, unit, about) in [
            ("steps", "1", "steps since the last frame"),
            (
                "newton_iterations",
                "1",
                "Newton iterations since the last frame",
            ),
            (
                "cut_steps",
                "1",
                "attempts whose iteration failed, repeated with a smaller step, since the last frame",
            ),
            (
                "rejected_steps",
                "1",
                "steps that were not accurate enough, repeated with a smaller step, since the last frame",
            ),
            ("dt", "s", "last step"),
            (
                "joint_gap",
                "1",
                "largest gap of a joint since the last frame, relative to the size of the model",
            ),
        ] {
            self.variables.push(Variable::new(name, unit, about, []));
        }
    }
}
