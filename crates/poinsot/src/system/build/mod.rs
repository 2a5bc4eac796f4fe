//! From the model to the system and its state as drawn.

mod assemblies;
mod contacts;
mod followers;
mod forces;
mod guides;
mod joints;
mod lines;
mod lumps;
mod patches;
mod reduced;
mod sections_along;
mod sensors;
mod shells;
mod sliding;
mod solids;
mod stand_ins;
mod supports;
mod surface_loads;

use super::{
    Add, BodyInfo, ConstraintInfo, ConstraintVisitor, ForceInfo, ForceVisitor, Frame, GROUND,
    Owner, Sort, State, System, coordinate_value,
};
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::forces::DeadLoad;
use crate::mechanics::index::{NodeIndex, RowIndex, RowList};
use crate::mechanics::interaction::{Constraint, ForceLaw};
use crate::mechanics::node::{Node, NodeKind, NodePose, NodeStage, NodeVelocity};
use crate::mechanics::shared_mass::ElementMass;
use crate::model::{Anchor, AnchorAxes, AnchorPoint, Model, Place, PullsOnMass};
use lumps::{Lump, Placed};
use stand_ins::extents;
use std::collections::HashMap;
use std::sync::Arc;
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
    /// Both ends on the same item.
    #[error("`{user}` connects `{name}` with itself")]
    SameItem {
        /// Who.
        user: String,
        /// The item.
        name: String,
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
    /// A disc that lies on the plane it should roll on.
    #[error(
        "`{user}`: the disc of `{body}` lies flat on its plane, so its point of contact is not defined"
    )]
    FlatDisc {
        /// Who.
        user: String,
        /// The body.
        body: String,
        /// Where.
        place: Place,
    },
    /// A point that two supports hold in one direction, one of them moving.
    #[error(
        "`{user}` holds `{name}` in a direction in which another support holds it, and one of them moves"
    )]
    MovedTwice {
        /// The second support.
        user: String,
        /// The point.
        name: String,
        /// Where.
        place: Place,
    },
    /// Beams and shells that cannot be reduced.
    #[error("`{user}` cannot be reduced: {reason}")]
    NotReduced {
        /// The reduced body.
        user: String,
        /// Why.
        reason: String,
        /// Where.
        place: Place,
    },
    /// Something without mass or inertia that would have forces of inertia or a weight.
    #[error(
        "{} {lacking}",
        match .pull {
            PullsOnMass::Gravity => "gravity acts, but",
            PullsOnMass::Turning => "the frame turns, but",
        }
    )]
    Massless {
        /// What lacks what, in words.
        lacking: String,
        /// What would pull on it.
        pull: PullsOnMass,
        /// Where.
        place: Place,
    },
}

impl BuildError {
    /// What to do about it.
    pub fn next_step(&self) -> &'static str {
        match self {
            BuildError::UnknownItem { .. } => {
                "correct the name, or add a [[body]] or [[point_mass]] of that name"
            }
            BuildError::UnknownCoordinate { .. } => "name a coordinate that this kind of joint has",
            BuildError::SameItem { .. } => "give two different items in `between`",
            BuildError::ZeroDistance { .. } => {
                "move one of the points, or use a spherical joint, which holds them together"
            }
            BuildError::MovedTwice { .. } => {
                "hold the point once: put all of its places into one support, or leave the direction out of `fixed` of the other"
            }
            BuildError::NotReduced { .. } => {
                "check that its items are tied to each other, have mass, and that its interfaces are apart"
            }
            BuildError::Massless { .. } => {
                "give it a mass, and in a turning frame an inertia; a small one if its weight does not matter"
            }
            BuildError::FlatDisc { .. } => {
                "turn the body, or correct `axis` and `plane_normal`: the axis of a disc that stands upright is parallel to the plane"
            }
        }
    }

    /// Where in the model the problem is.
    pub fn place(&self) -> &Place {
        match self {
            BuildError::UnknownItem { place, .. }
            | BuildError::UnknownCoordinate { place, .. }
            | BuildError::SameItem { place, .. }
            | BuildError::ZeroDistance { place, .. }
            | BuildError::FlatDisc { place, .. }
            | BuildError::MovedTwice { place, .. }
            | BuildError::NotReduced { place, .. }
            | BuildError::Massless { place, .. } => place,
        }
    }
}

impl System {
    /// Builds the system and the state as drawn.
    pub fn build(model: &Model) -> Result<(System, State), Vec<BuildError>> {
        let mut b = Builder::default();
        b.check_masses(model);
        b.nodes(model);
        b.joints(model);
        b.hinges(model);
        b.distributed_ties(model);
        b.followers(model);
        b.supports(model);
        b.actions(model);
        b.sensors(model);
        if !b.errors.is_empty() {
            return Err(b.errors);
        }
        b.share_mass();
        b.system.number();
        let mut state = State::new(&b.system, b.poses, b.velocities);
        b.system.begin_contacts(&state);
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
        self.node_indices()
            .map(|n| NodeStage::start(self.kinds[n], &state.poses[n]))
            .collect()
    }

    /// Numbers the constraint rows after interactions were added or removed.
    pub fn number(&mut self) {
        struct Number<'a> {
            info: &'a mut Vec<ConstraintInfo>,
            scales: &'a mut RowList<f64>,
            of: &'a mut RowList<usize>,
            length: f64,
            shared: HashMap<(usize, &'static str), RowIndex>,
        }
        impl ConstraintVisitor for Number<'_> {
            fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
                &mut self,
                _index: usize,
                owner: &Owner,
                c: &C,
            ) {
                let scale = if c.dimensionless() { 1.0 } else { self.length };
                let next = RowIndex::new(self.scales.len());
                let first_row = match C::SHARES_ROW {
                    true => *self.shared.entry((owner.order, owner.part)).or_insert(next),
                    false => next,
                };
                if first_row == next {
                    self.of.extend(std::iter::repeat_n(self.info.len(), E));
                }
                let missing = (first_row.position() + E).saturating_sub(self.scales.len());
                self.scales.extend(std::iter::repeat_n(scale, missing));
                self.info.push(ConstraintInfo {
                    first_row,
                    rows: E,
                    owner: owner.clone(),
                    nodes: c.nodes().to_vec(),
                });
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
                    strains: E,
                    observed: F::OBSERVED,
                });
            }
        }
        self.constraint_info.clear();
        self.force_info.clear();
        self.row_scales = RowList::default();
        self.constraint_of = RowList::default();
        self.constraints.visit(&mut Number {
            info: &mut self.constraint_info,
            scales: &mut self.row_scales,
            of: &mut self.constraint_of,
            length: self.length,
            shared: HashMap::new(),
        });
        self.rows = self.row_scales.len();
        self.forces.visit(&mut List(&mut self.force_info));
        self.find_friction_rows();
    }
}

#[derive(Default)]
struct Builder {
    system: System,
    poses: Vec<NodePose>,
    velocities: Vec<NodeVelocity>,
    errors: Vec<BuildError>,
    order: usize,
    /// Lump of every name that something can be attached to.
    lump_of: HashMap<String, usize>,
    /// Mass that points share.
    shared: Vec<ElementMass>,
    /// Ties of points that cannot share a node: number of the tie and of the pair.
    held_pairs: Vec<(usize, usize)>,
}

impl Builder {
    fn add_node(&mut self, node: Node, pose: NodePose, velocity: NodeVelocity) -> NodeIndex {
        self.system.kinds.push(node.kind);
        self.system.nodes.push(node);
        self.poses.push(pose);
        self.velocities.push(velocity);
        NodeIndex::new(self.poses.len() - 1)
    }

    fn owner(&mut self, sort: Sort, name: &str, part: &'static str) -> Owner {
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
        self.system.length = typical_length(model);
        let mut lumps = self.body_lumps(model);
        let bodies = lumps.len();
        let lines = self.line_lumps(model, &mut lumps);
        let shells = self.shell_lumps(model, &mut lumps);
        let solids = self.solid_lumps(model, &mut lumps);
        self.stand_in(&mut lumps);
        let placed = self.place_lumps(model, &lumps);
        let item = |name: &str, place: &Placed| BodyInfo {
            name: name.to_string(),
            node: place.node,
            origin: place.origin,
            axes: place.axes,
        };
        self.system.bodies = (0..bodies)
            .map(|k| item(&lumps[k].name, &placed[k]))
            .collect();
        let line_points = model.beams.iter().flat_map(|b| &b.points);
        for p in line_points.chain(model.cables.iter().flat_map(|c| &c.points)) {
            if let Some(&k) = self.lump_of.get(&p.name) {
                self.system.flexible_points.push(item(&p.name, &placed[k]));
            }
        }
        let surface_points = model.shells.iter().flat_map(|s| &s.points);
        for p in surface_points.chain(model.solids.iter().flat_map(|s| &s.points)) {
            if let Some(&k) = self.lump_of.get(&p.name) {
                self.system.flexible_points.push(item(&p.name, &placed[k]));
            }
        }
        self.line_elements(model, &lines, &placed);
        self.shell_elements(model, &shells, &placed);
        self.solid_elements(model, &solids, &placed);
        self.reduced_bodies(model);
        let scale = Arc::new(model.gravity.scale.clone());
        for n in self.system.node_indices() {
            if n != GROUND && model.gravity.acceleration != V3::zeros() {
                let weight = self.system.uniform_mass(n) * model.gravity.acceleration;
                let owner = self.owner(Sort::Gravity, "gravity", "");
                let load = DeadLoad::weight(n, weight, Arc::clone(&scale));
                self.system.forces.add(owner, load);
            }
        }
    }

    fn body_lumps(&mut self, model: &Model) -> Vec<Lump> {
        let mut lumps = Vec::new();
        let extents = match self.stands_in() {
            true => extents(model, self.system.length),
            false => HashMap::new(),
        };
        for body in &model.bodies {
            let axes = *body.orientation.to_rotation_matrix().matrix();
            let arm = axes * body.mass_center;
            let inertia = axes * body.inertia * axes.transpose();
            let omega = body.angular_velocity;
            let v = body.velocity + omega.cross(&arm);
            let mut lump = Lump::empty(body.name.clone(), true, body.position, body.orientation);
            lump.add(body.mass, &arm, &inertia, &v, &omega);
            lump.lacks_inertia = body.inertia == M3::zeros();
            if let Some(extent) = extents.get(body.name.as_str()) {
                lump.stands_for(1.0, &(extent.square * M3::identity()));
                lump.arm = extent.arm;
            }
            self.lump_of.insert(body.name.clone(), lumps.len());
            lumps.push(lump);
        }
        for mass in &model.point_masses {
            let q = Quaternion::identity();
            let mut lump = Lump::empty(mass.name.clone(), false, mass.position, q);
            let none = V3::zeros();
            lump.add(mass.mass, &none, &M3::zeros(), &mass.velocity, &none);
            lump.stands_for(1.0, &M3::zeros());
            self.lump_of.insert(mass.name.clone(), lumps.len());
            lumps.push(lump);
        }
        lumps
    }

    /// Node and the item's frame on it.
    fn item(&mut self, user: &str, name: &str, place: &Place) -> Option<BodyInfo> {
        if name == "ground" {
            return Some(BodyInfo {
                name: name.to_string(),
                node: GROUND,
                origin: V3::zeros(),
                axes: Quaternion::identity(),
            });
        }
        let points = &self.system.flexible_points;
        let mut all = self.system.bodies.iter().chain(points);
        let found = all.find(|b| b.name == name).cloned();
        if found.is_none() {
            self.errors.push(BuildError::UnknownItem {
                user: user.into(),
                name: name.into(),
                place: place.clone(),
            });
        }
        found
    }

    fn frame(&mut self, user: &str, anchor: &Anchor, place: &Place) -> Option<Frame> {
        let item = self.item(user, &anchor.item, place)?;
        let pose = self.poses[item.node];
        let at = match anchor.at {
            AnchorPoint::World(p) => pose.q.inverse() * (p - pose.r),
            AnchorPoint::Local(p) => item.origin + item.axes * p,
        };
        let q = match anchor.axes {
            AnchorAxes::World(q) => pose.q.inverse() * q,
            AnchorAxes::Local(q) => item.axes * q,
        };
        Some(Frame {
            node: item.node,
            at,
            axes: *q.to_rotation_matrix().matrix(),
        })
    }

    fn frames(&mut self, user: &str, anchors: &[Anchor; 2], place: &Place) -> Option<[Frame; 2]> {
        let a = self.frame(user, &anchors[0], place);
        let b = self.frame(user, &anchors[1], place);
        let (a, b) = (a?, b?);
        if a.node == b.node {
            self.errors.push(BuildError::SameItem {
                user: user.into(),
                name: anchors[0].item.clone(),
                place: place.clone(),
            });
            return None;
        }
        Some([a, b])
    }
}

/// Extent of the drawn model, or 1 m if it has none: the scale of positions and gaps.
fn typical_length(model: &Model) -> f64 {
    let mut points: Vec<V3> = model
        .bodies
        .iter()
        .flat_map(|b| [b.position, b.position + b.orientation * b.mass_center])
        .collect();
    points.extend(model.point_masses.iter().map(|p| p.position));
    let curves = model.beams.iter().map(|b| &b.curve);
    for curve in curves.chain(model.cables.iter().map(|c| &c.curve)) {
        let length = curve.length();
        points.extend([0.0, 0.5, 1.0].map(|part| curve.position(part * length)));
    }
    points.extend(model.shells.iter().flat_map(|s| &s.mesh.points));
    points.extend(model.solids.iter().flat_map(|s| &s.mesh.points));
    for b in &model.reduced_bodies {
        let centers = b.centers().into_iter();
        points.extend(centers.map(|c| b.position + b.orientation * c));
    }
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
