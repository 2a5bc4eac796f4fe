//! From the model to the system and its state as drawn.

use super::{
    Add, BodyInfo, ConstraintInfo, ConstraintVisitor, CoordinateInfo, ForceInfo, ForceVisitor,
    Frame, GROUND, JointInfo, Owner, SensorInfo, State, System, coordinate_value,
};
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::constraints::{AngleDefinition, ContactHeight, Gap, NoSlip};
use crate::mechanics::forces::{
    Bushing, CoordinateSpring, DeadLoad, FollowerLoad, Motor, PointSpring,
};
use crate::mechanics::interaction::{Constraint, ForceLaw};
use crate::mechanics::joints::{Row, Z, definition};
use crate::mechanics::node::{Node, NodeKind, NodePose, NodeStage, NodeVelocity};
use crate::mechanics::quadratic::QuadraticForm;
use crate::model::{
    Anchor, AnchorAxes, AnchorPoint, CoordinateRef, Joint, JointKind, Load, Model, Place,
    SpringPlace,
};
use thiserror::Error;

/// Something in the model that cannot become a system.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BuildError {
    /// A name that belongs to nothing.
    #[error("`{user}` refers to `{name}`, which is neither `ground` nor a body or point mass")]
    UnknownItem {
        /// Who refers to it.
        user: String,
        /// The name.
        name: String,
        /// Where.
        place: Place,
    },
    /// A coordinate that a joint does not have.
    #[error("`{user}` acts on `{joint}.{coordinate}`, which does not exist")]
    UnknownCoordinate {
        /// Who refers to it.
        user: String,
        /// Joint.
        joint: String,
        /// Coordinate.
        coordinate: String,
        /// Where.
        place: Place,
    },
    /// Two points that coincide where a distance is needed.
    #[error("`{user}` joins two points that coincide; a distance of zero has no direction")]
    ZeroDistance {
        /// Who.
        user: String,
        /// Where.
        place: Place,
    },
}

impl BuildError {
    /// Where in the model the problem is.
    pub fn place(&self) -> &Place {
        match self {
            BuildError::UnknownItem { place, .. }
            | BuildError::UnknownCoordinate { place, .. }
            | BuildError::ZeroDistance { place, .. } => place,
        }
    }
}

impl System {
    /// Builds the system and the state as drawn.
    pub fn build(model: &Model) -> Result<(System, State), Vec<BuildError>> {
        let mut b = Builder::default();
        b.nodes(model);
        b.joints(model);
        b.forces(model);
        b.rolling(model);
        b.sensors(model);
        if !b.errors.is_empty() {
            return Err(b.errors);
        }
        b.system.number();
        let mut state = State::new(&b.system, b.poses, b.velocities);
        let mut slot = 0;
        let stages = b.system.stages(&state);
        for joint in &b.system.joints {
            for c in &joint.coordinates {
                state.coordinates[slot] = coordinate_value(c, &joint.frames, &stages, 0.0);
                slot += 1;
            }
        }
        Ok((b.system, state))
    }

    /// All nodes at a state.
    pub fn stages(&self, state: &State) -> Vec<NodeStage> {
        (0..self.nodes.len())
            .map(|n| NodeStage::start(self.kinds[n], &state.poses[n]))
            .collect()
    }

    /// Numbers the constraint rows after interactions were added or removed.
    pub fn number(&mut self) {
        struct Number<'a>(&'a mut Vec<ConstraintInfo>, usize);
        impl ConstraintVisitor for Number<'_> {
            fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
                &mut self,
                _index: usize,
                owner: &Owner,
                c: &C,
            ) {
                self.0.push(ConstraintInfo {
                    first_row: self.1,
                    rows: E,
                    owner: owner.clone(),
                    nodes: c.nodes().to_vec(),
                });
                self.1 += E;
            }
        }
        struct List<'a>(&'a mut Vec<ForceInfo>);
        impl ForceVisitor for List<'_> {
            fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
                &mut self,
                _index: usize,
                owner: &Owner,
                f: &F,
            ) {
                self.0.push(ForceInfo {
                    owner: owner.clone(),
                    nodes: f.nodes().to_vec(),
                });
            }
        }
        self.constraint_info.clear();
        self.force_info.clear();
        let mut number = Number(&mut self.constraint_info, 0);
        self.constraints.visit(&mut number);
        self.rows = number.1;
        let angular = |part: &str| part.starts_with("rotation") || part == "angle definition";
        self.row_scales = self
            .constraint_info
            .iter()
            .flat_map(|i| {
                let scale = if angular(i.owner.part) {
                    1.0
                } else {
                    self.length
                };
                std::iter::repeat_n(scale, i.rows)
            })
            .collect();
        self.forces.visit(&mut List(&mut self.force_info));
    }
}

#[derive(Default)]
struct Builder {
    system: System,
    poses: Vec<NodePose>,
    velocities: Vec<NodeVelocity>,
    errors: Vec<BuildError>,
    order: usize,
}

impl Builder {
    fn add_node(&mut self, node: Node, pose: NodePose, velocity: NodeVelocity) -> usize {
        self.system.kinds.push(node.kind);
        self.system.nodes.push(node);
        self.poses.push(pose);
        self.velocities.push(velocity);
        self.poses.len() - 1
    }

    fn owner(&mut self, sort: &'static str, name: &str, part: &'static str) -> Owner {
        self.order += 1;
        Owner {
            order: self.order,
            sort,
            name: name.to_string(),
            part,
        }
    }

    fn nodes(&mut self, model: &Model) {
        let ground = Node {
            name: "ground".into(),
            kind: NodeKind::Ground,
            mass: 0.0,
            inertia: M3::zeros(),
        };
        let at_rest = NodePose {
            r: V3::zeros(),
            q: Quaternion::identity(),
        };
        self.add_node(ground, at_rest, NodeVelocity::default());
        for body in &model.bodies {
            let arm_W = body.orientation * body.mass_center;
            let node = Node {
                name: body.name.clone(),
                kind: NodeKind::Frame,
                mass: body.mass,
                inertia: body.inertia,
            };
            let pose = NodePose {
                r: body.position + arm_W,
                q: body.orientation,
            };
            let velocity = NodeVelocity {
                v: body.velocity + body.angular_velocity.cross(&arm_W),
                omega: body.orientation.inverse() * body.angular_velocity,
            };
            let node = self.add_node(node, pose, velocity);
            self.system.bodies.push(BodyInfo {
                name: body.name.clone(),
                node,
                origin: -body.mass_center,
            });
        }
        for mass in &model.point_masses {
            let node = Node {
                name: mass.name.clone(),
                kind: NodeKind::Point,
                mass: mass.mass,
                inertia: M3::zeros(),
            };
            let pose = NodePose {
                r: mass.position,
                q: Quaternion::identity(),
            };
            let velocity = NodeVelocity {
                v: mass.velocity,
                omega: V3::zeros(),
            };
            let node = self.add_node(node, pose, velocity);
            self.system.bodies.push(BodyInfo {
                name: mass.name.clone(),
                node,
                origin: V3::zeros(),
            });
        }
        self.system.length = typical_length(model);
        for n in 0..self.poses.len() {
            if n != GROUND && model.gravity.acceleration != V3::zeros() {
                let weight = self.system.nodes[n].mass * model.gravity.acceleration;
                let owner = self.owner("gravity", "gravity", "");
                let load = DeadLoad::weight(n, weight, model.gravity.scale.clone());
                self.system.forces.add(owner, load);
            }
        }
    }

    /// Node and origin of the body frame relative to it.
    fn item(&mut self, user: &str, name: &str, place: &Place) -> Option<(usize, V3)> {
        if name == "ground" {
            return Some((GROUND, V3::zeros()));
        }
        let found = self.system.bodies.iter().find(|b| b.name == name);
        if found.is_none() {
            self.errors.push(BuildError::UnknownItem {
                user: user.into(),
                name: name.into(),
                place: place.clone(),
            });
        }
        found.map(|b| (b.node, b.origin))
    }

    fn frame(&mut self, user: &str, anchor: &Anchor, place: &Place) -> Option<Frame> {
        let (node, origin) = self.item(user, &anchor.item, place)?;
        let pose = self.poses[node];
        let at = match anchor.at {
            AnchorPoint::World(p) => pose.q.inverse() * (p - pose.r),
            AnchorPoint::Local(p) => p + origin,
        };
        let q = match anchor.axes {
            AnchorAxes::World(q) => pose.q.inverse() * q,
            AnchorAxes::Local(q) => q,
        };
        Some(Frame {
            node,
            at,
            axes: *q.to_rotation_matrix().matrix(),
        })
    }

    fn frames(&mut self, user: &str, anchors: &[Anchor; 2], place: &Place) -> Option<[Frame; 2]> {
        let a = self.frame(user, &anchors[0], place);
        let b = self.frame(user, &anchors[1], place);
        Some([a?, b?])
    }

    fn joints(&mut self, model: &Model) {
        let wanted = wanted_coordinates(model);
        for joint in &model.joints {
            self.joint(joint, &wanted);
        }
        for motion in &model.motions {
            if let Some(node) = self.coordinate(&motion.name, &motion.on, &motion.place) {
                let owner = self.owner("motion", &motion.name, "value");
                let gap = Gap::prescribed(node, motion.value.clone());
                self.system.constraints.add(owner, gap);
            }
        }
    }

    fn joint(&mut self, joint: &Joint, wanted: &[CoordinateRef]) {
        let Some(frames) = self.frames(&joint.name, &joint.between, &joint.place) else {
            return;
        };
        let definition = definition(&joint.kind);
        let stages: Vec<NodeStage> = (0..self.poses.len())
            .map(|n| NodeStage::start(self.system.kinds[n], &self.poses[n]))
            .collect();
        let mut coordinates = Vec::new();
        for c in definition.coordinates {
            let mut info = CoordinateInfo {
                name: format!("{}.{}", joint.name, c.name),
                geometry: c.geometry,
                node: None,
            };
            let is_wanted = joint.unknowns.iter().any(|u| u == c.name)
                || wanted
                    .iter()
                    .any(|w| w.joint == joint.name && w.coordinate == c.name)
                || (c.geometry.is_angle() && definition.rows.contains(&Row::Advance));
            if is_wanted {
                let value = coordinate_value(&info, &frames, &stages, 0.0);
                info.node = Some(self.coordinate_node(&joint.name, &info, &frames, value));
            }
            coordinates.push(info);
        }
        self.joint_rows(joint, definition.rows, &frames, &coordinates);
        self.system.joints.push(JointInfo {
            name: joint.name.clone(),
            definition,
            frames,
            coordinates,
        });
    }

    /// Adds the node of a coordinate and the constraint that defines it.
    fn coordinate_node(
        &mut self,
        joint: &str,
        info: &CoordinateInfo,
        frames: &[Frame; 2],
        value: f64,
    ) -> usize {
        let node = Node {
            name: info.name.clone(),
            kind: if info.geometry.is_angle() {
                NodeKind::Angle
            } else {
                NodeKind::Displacement
            },
            mass: 0.0,
            inertia: M3::zeros(),
        };
        let pose = NodePose {
            r: V3::new(value, 0.0, 0.0),
            q: Quaternion::identity(),
        };
        let node = self.add_node(node, pose, NodeVelocity::default());
        let part = if info.geometry.is_angle() {
            "angle definition"
        } else {
            "displacement definition"
        };
        let owner = self.owner("coordinate", joint, part);
        match info.geometry.angle_vectors() {
            Some([a, b, c]) => {
                let vector = |(side, k): (usize, usize)| frames[side].axis(k);
                let nodes = [frames[a.0].node, frames[c.0].node, node];
                let item = AngleDefinition::new(nodes, vector(a), vector(b), vector(c));
                self.system.constraints.add(owner, item);
            }
            None => {
                let crate::mechanics::joints::CoordinateGeometry::Displacement(k) = info.geometry
                else {
                    return node;
                };
                let [a, b] = frames;
                let nodes = [a.node, b.node, node];
                let form = QuadraticForm::along_minus_coordinate(nodes, a.axis(k), a.at, b.at, 1.0);
                self.system.constraints.add(owner, Gap::from(form));
            }
        }
        node
    }

    fn joint_rows(
        &mut self,
        joint: &Joint,
        rows: &[Row],
        frames: &[Frame; 2],
        coordinates: &[CoordinateInfo],
    ) {
        let [a, b] = frames;
        let nodes = [a.node, b.node];
        for row in rows {
            let owner = self.owner("joint", &joint.name, row.label());
            match *row {
                Row::Along(k) => {
                    let form = QuadraticForm::along(nodes, a.axis(k), a.at, b.at);
                    self.system.constraints.add(owner, Gap::from(form));
                }
                Row::Perpendicular(k, l) => {
                    let form = QuadraticForm::dot(nodes, a.axis(k), b.axis(l), 0.0);
                    self.system.constraints.add(owner, Gap::from(form));
                }
                Row::Length => {
                    let drawn = self.drawn_distance(frames);
                    let length = match joint.kind {
                        JointKind::Distance { length: Some(l) } => l,
                        _ => drawn,
                    };
                    if length <= 0.0 || drawn <= 0.0 {
                        self.errors.push(BuildError::ZeroDistance {
                            user: joint.name.clone(),
                            place: joint.place.clone(),
                        });
                        return;
                    }
                    let (factor, offset) = (0.5 / length, 0.5 * length);
                    let form = QuadraticForm::distance_squared(nodes, a.at, b.at, factor, offset);
                    self.system.constraints.add(owner, Gap::from(form));
                }
                Row::Advance => {
                    let pitch = match joint.kind {
                        JointKind::Screw { pitch } => pitch,
                        _ => 0.0,
                    };
                    let angle = coordinates
                        .iter()
                        .find_map(|c| c.geometry.is_angle().then_some(c.node).flatten());
                    if let Some(angle) = angle {
                        let nodes = [a.node, b.node, angle];
                        // As drawn the advance and the angle belong together, whatever they are.
                        let start = self.drawn_advance(frames) - pitch * self.poses[angle].r.x;
                        let form = QuadraticForm::along_minus_coordinate(
                            nodes,
                            a.axis(Z),
                            a.at,
                            b.at,
                            pitch,
                        )
                        .minus(start);
                        self.system.constraints.add(owner, Gap::from(form));
                    }
                }
            }
        }
    }

    fn drawn_offset(&self, frames: &[Frame; 2]) -> V3 {
        let origin = |f: &Frame| self.poses[f.node].r + self.poses[f.node].q * f.at;
        origin(&frames[1]) - origin(&frames[0])
    }

    fn drawn_distance(&self, frames: &[Frame; 2]) -> f64 {
        self.drawn_offset(frames).norm()
    }

    fn drawn_advance(&self, frames: &[Frame; 2]) -> f64 {
        let axis = self.poses[frames[0].node].q * frames[0].axis(Z);
        axis.dot(&self.drawn_offset(frames))
    }

    fn coordinate(&mut self, user: &str, on: &CoordinateRef, place: &Place) -> Option<usize> {
        let name = format!("{}.{}", on.joint, on.coordinate);
        let node = self
            .system
            .joints
            .iter()
            .flat_map(|j| &j.coordinates)
            .find(|c| c.name == name)
            .and_then(|c| c.node);
        if node.is_none() {
            self.errors.push(BuildError::UnknownCoordinate {
                user: user.into(),
                joint: on.joint.clone(),
                coordinate: on.coordinate.clone(),
                place: place.clone(),
            });
        }
        node
    }

    fn forces(&mut self, model: &Model) {
        for spring in &model.springs {
            match &spring.on {
                SpringPlace::Coordinate(on) => {
                    if let Some(node) = self.coordinate(&spring.name, on, &spring.place) {
                        let owner = self.owner("spring", &spring.name, "");
                        let item = CoordinateSpring::new(node, spring.law.clone(), spring.damping);
                        self.system.forces.add(owner, item);
                    }
                }
                SpringPlace::Points(anchors) => {
                    if let Some([a, b]) = self.frames(&spring.name, anchors, &spring.place) {
                        let owner = self.owner("spring", &spring.name, "");
                        let item = PointSpring::new(
                            [a.node, b.node],
                            a.at,
                            b.at,
                            spring.law.clone(),
                            spring.damping,
                            self.system.length,
                        );
                        self.system.forces.add(owner, item);
                    }
                }
            }
        }
        for bushing in &model.bushings {
            if let Some([a, b]) = self.frames(&bushing.name, &bushing.between, &bushing.place) {
                let owner = self.owner("bushing", &bushing.name, "");
                let item = Bushing::new(
                    [a.node, b.node],
                    [a.at, b.at],
                    [a.axes, b.axes],
                    &bushing.stiffness,
                    &bushing.damping,
                );
                self.system.forces.add(owner, item);
            }
        }
        for motor in &model.motors {
            if let Some(node) = self.coordinate(&motor.name, &motor.on, &motor.place) {
                let owner = self.owner("motor", &motor.name, "");
                let item = Motor::new(node, motor.effort.clone());
                self.system.forces.add(owner, item);
            }
        }
        for load in &model.forces {
            self.load("force", load, |n, l, at| {
                (
                    DeadLoad::force(n, at, l.value, l.scale.clone()),
                    FollowerLoad::force(n, at, l.value, l.scale.clone()),
                )
            });
        }
        for load in &model.moments {
            self.load("moment", load, |n, l, _| {
                (
                    DeadLoad::moment(n, l.value, l.scale.clone()),
                    FollowerLoad::moment(n, l.value, l.scale.clone()),
                )
            });
        }
    }

    fn load(
        &mut self,
        sort: &'static str,
        load: &Load,
        make: impl Fn(usize, &Load, V3) -> (DeadLoad, FollowerLoad),
    ) {
        if let Some((node, origin)) = self.item(&load.name, &load.on, &load.place) {
            let (dead, follower) = make(node, load, load.at + origin);
            let owner = self.owner(sort, &load.name, "");
            if load.follower {
                self.system.forces.add(owner, follower);
            } else {
                self.system.forces.add(owner, dead);
            }
        }
    }

    fn rolling(&mut self, model: &Model) {
        for r in &model.rolling {
            if let Some((node, origin)) = self.item(&r.name, &r.body, &r.place) {
                let center = r.center + origin;
                let height = r.plane_normal.dot(&r.plane_point);
                let owner = self.owner("rolling", &r.name, "contact height");
                let item =
                    ContactHeight::new(node, center, r.axis, r.radius, r.plane_normal, height);
                self.system.constraints.add(owner, item);
                let owner = self.owner("rolling", &r.name, "no slip");
                let item = NoSlip::new(node, center, r.axis, r.radius, r.plane_normal);
                self.system.constraints.add(owner, item);
            }
        }
    }

    fn sensors(&mut self, model: &Model) {
        for s in &model.sensors {
            if let Some((node, origin)) = self.item(&s.name, &s.on, &s.place) {
                self.system.sensors.push(SensorInfo {
                    name: s.name.clone(),
                    node,
                    at: s.at + origin,
                });
            }
        }
    }
}

/// Coordinates that springs, motors and motions act on.
fn wanted_coordinates(model: &Model) -> Vec<CoordinateRef> {
    let springs = model.springs.iter().filter_map(|s| match &s.on {
        SpringPlace::Coordinate(c) => Some(c.clone()),
        SpringPlace::Points(_) => None,
    });
    let motors = model.motors.iter().map(|m| m.on.clone());
    let motions = model.motions.iter().map(|m| m.on.clone());
    springs.chain(motors).chain(motions).collect()
}

/// Extent of the drawn model, or 1 m if it has none: the scale of positions and gaps.
fn typical_length(model: &Model) -> f64 {
    let mut points: Vec<V3> = model
        .bodies
        .iter()
        .flat_map(|b| [b.position, b.position + b.orientation * b.mass_center])
        .collect();
    points.extend(model.point_masses.iter().map(|p| p.position));
    for joint in &model.joints {
        for anchor in &joint.between {
            match anchor.at {
                AnchorPoint::World(p) => points.push(p),
                AnchorPoint::Local(p) => points.push(p),
            }
        }
    }
    let Some(first) = points.first() else {
        return 1.0;
    };
    let (mut low, mut high) = (*first, *first);
    for p in &points {
        low = low.inf(p);
        high = high.sup(p);
    }
    let extent = (high - low).norm();
    if extent > 0.0 { extent } else { 1.0 }
}
