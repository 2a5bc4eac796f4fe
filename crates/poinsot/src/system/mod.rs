//! The system: nodes, interactions, unknowns. Built once from a model, constant afterwards.

mod broad_phase;
mod build;
mod contact_pairs;
mod contact_parts;
mod contacts;
mod coordinates;
mod dofs;
pub mod flexible;
pub mod index;
mod jacobian;
mod leaving;
mod location;
mod partition;
mod pools;
pub mod redundancy;
mod scatter;
pub mod sliding;
mod state;
mod touching;
mod watch;

pub use broad_phase::Grid;
pub use build::BuildError;
pub use contact_parts::{BallRole, ContactPart, PartKind, Places};
pub use contacts::{ContactRule, Contacts, NormalLaw, carry_over, keep_busy};
pub use coordinates::{coordinate_after, coordinate_followed, coordinate_rate, coordinate_value};
pub use dofs::{DofMap, Unknown};
pub use flexible::{
    Address, Continuation, Extent, FlexibleBody, FlexibleElement, FlexibleKind, FlexibleNode, Span,
};
pub use index::{BodyIndex, BodyNodeIndex, ElementIndex};
pub use jacobian::{Jacobian, JacobianEntry};
pub use leaving::{Leaving, Left};
pub use location::Location;
pub use partition::{Part, Partition};
pub use pools::{Add, ConstraintVisitor, Constraints, ForceVisitor, Forces};
pub use scatter::{Assembly, Scatter};
use sliding::SharedLine;
pub use state::State;
pub(crate) use watch::REMOVED_ADVICE;
pub use watch::{Opened, Watched};

pub use crate::mechanics::index::{GROUND, NodeIndex, NodeList, RowIndex, RowList};

use crate::math::{M3, Quaternion, V3};
use crate::mechanics::interaction::ForceLaw;
use crate::mechanics::joints::CoordinateGeometry;
use crate::mechanics::node::{Node, NodeKind};
use crate::mechanics::shared_mass::SharedMass;
use crate::model::joints::JointDefinition;
use crate::reduction::{Recovery, Reduced};
use std::fmt;
use std::sync::Arc;

/// What an interaction belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Gaps of a joint.
    Joint,
    /// Definition of a joint coordinate.
    Coordinate,
    /// A prescribed motion.
    Motion,
    /// Two coordinates in a fixed ratio.
    Gear,
    /// A rolling disc.
    Rolling,
    /// A Gauss point of a beam.
    Beam,
    /// A Gauss point of a cable.
    Cable,
    /// An element of a shell.
    Shell,
    /// An element of a solid.
    Solid,
    /// A point that cannot move in some directions.
    Support,
    /// Points that stay together and turn independently, or follow something in the mean.
    Tie,
    /// A piece of a reduced body.
    Reduced,
    /// An interface of a reduced body.
    Interface,
    /// Weight.
    Gravity,
    /// A spring, a damper or both.
    Spring,
    /// A bushing.
    Bushing,
    /// A motor.
    Motor,
    /// A stop, a ratchet or backlash.
    Stop,
    /// Friction.
    Friction,
    /// Two shapes that may touch.
    Contact,
    /// An applied force.
    Force,
    /// An applied moment.
    Moment,
    /// A change of temperature.
    Temperature,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Joint => "joint",
            Sort::Coordinate => "coordinate",
            Sort::Motion => "motion",
            Sort::Gear => "gear",
            Sort::Rolling => "rolling",
            Sort::Beam => "beam",
            Sort::Cable => "cable",
            Sort::Shell => "shell",
            Sort::Solid => "solid",
            Sort::Support => "support",
            Sort::Tie => "tie",
            Sort::Reduced => "reduced body",
            Sort::Interface => "interface",
            Sort::Gravity => "gravity",
            Sort::Spring => "spring",
            Sort::Bushing => "bushing",
            Sort::Motor => "motor",
            Sort::Stop => "stop",
            Sort::Friction => "friction",
            Sort::Contact => "contact",
            Sort::Force => "force",
            Sort::Moment => "moment",
            Sort::Temperature => "temperature",
        })
    }
}

/// Who owns an interaction, for messages and results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Position in the model: items in the order they were written, parts in their own order.
    pub order: usize,
    /// What it is.
    pub sort: Sort,
    /// Its name.
    pub name: String,
    /// Which part of it.
    pub part: &'static str,
}

/// Bookkeeping of one constraint.
#[derive(Clone, Debug)]
pub struct ConstraintInfo {
    /// Its first row among all constraint rows.
    pub first_row: RowIndex,
    /// Number of its rows.
    pub rows: usize,
    /// Who it belongs to.
    pub owner: Owner,
    /// Its nodes.
    pub nodes: Vec<NodeIndex>,
}

impl ConstraintInfo {
    /// Its rows.
    pub fn row_indices(&self) -> impl Iterator<Item = RowIndex> + use<> {
        let first = self.first_row;
        (0..self.rows).map(move |k| first.plus(k))
    }
}

/// Bookkeeping of one interaction with a law.
#[derive(Clone, Debug)]
pub struct ForceInfo {
    /// Who it belongs to.
    pub owner: Owner,
    /// Its nodes.
    pub nodes: Vec<NodeIndex>,
    /// Number of its strains.
    pub strains: usize,
    /// How many numbers results take from it.
    pub observed: usize,
}

/// A frame fixed to a node.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Node it is fixed to.
    pub node: NodeIndex,
    /// Origin relative to the node's origin, in the node's frame [m].
    pub at: V3,
    /// Axes as columns, in the node's frame.
    pub axes: M3,
}

/// A joint of the system.
#[derive(Clone, Debug)]
pub struct JointInfo {
    /// Name.
    pub name: String,
    /// What it is made of.
    pub definition: &'static JointDefinition,
    /// Its two frames.
    pub frames: [Frame; 2],
    /// Its coordinates.
    pub coordinates: Vec<CoordinateInfo>,
}

/// A coordinate of a joint.
#[derive(Clone, Debug)]
pub struct CoordinateInfo {
    /// `joint.coordinate`.
    pub name: String,
    /// What it measures.
    pub geometry: CoordinateGeometry,
    /// Node that carries it as an unknown, if any.
    pub node: Option<NodeIndex>,
    /// The line that it counts along, if it is a place along one.
    pub line: Option<SharedLine>,
}

/// A point whose motion is recorded.
#[derive(Clone, Debug)]
pub struct SensorInfo {
    /// Name.
    pub name: String,
    /// Where it is.
    pub on: Location,
    /// How results at the nodes of a flexible body give those at the sensor; `None` where it has no such results.
    pub nodal: Option<NodalMean>,
}

/// A weighted mean of the nodes of a flexible body.
#[derive(Clone, Debug, PartialEq)]
pub struct NodalMean {
    /// Number of the body.
    pub body: BodyIndex,
    /// Its nodes, with their weights.
    pub nodes: Vec<(BodyNodeIndex, f64)>,
}

/// A body as the user sees it: a frame on a node.
#[derive(Clone, Debug)]
pub struct BodyInfo {
    /// Name.
    pub name: String,
    /// Node at its mass centre.
    pub node: NodeIndex,
    /// Origin of the body frame relative to the node, in the node's frame [m].
    pub origin: V3,
    /// Axes of the body in the node's frame.
    pub axes: Quaternion,
}

/// A joint that was replaced by one node for what it ties together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedInfo {
    /// Name of the joint.
    pub joint: String,
    /// What it ties.
    pub items: [String; 2],
}

/// Points that cannot move in some directions.
#[derive(Clone, Debug, PartialEq)]
pub struct SupportInfo {
    /// Name.
    pub name: String,
    /// The nodes it holds.
    pub nodes: Vec<NodeIndex>,
    /// The middle of its points as drawn [m].
    pub center: V3,
}

/// A patch whose mean motion follows something.
#[derive(Clone, Debug)]
pub struct TieInfo {
    /// Name.
    pub name: String,
    /// What it follows: the middle of the points as drawn, with the axes of the world as drawn.
    pub to: Frame,
}

/// A reduced body.
#[derive(Clone, Debug)]
pub struct ReducedInfo {
    /// Name.
    pub name: String,
    /// Its points.
    pub nodes: Vec<NodeIndex>,
    /// Orders of the owners of its pieces.
    pub owners: Vec<usize>,
    /// Its interfaces.
    pub interfaces: Vec<InterfaceInfo>,
    /// The axes it is linear in: those of its mesh.
    pub frame: Frame,
    /// Points, masses and stiffness that it was reduced to.
    pub part: Arc<Reduced>,
    /// Places and stresses of the nodes of its mesh, if it has one.
    pub recovery: Option<Arc<Recovery>>,
}

/// An interface of a reduced body.
#[derive(Clone, Debug)]
pub struct InterfaceInfo {
    /// `body.interface`.
    pub name: String,
    /// Where it is on the node that it is tied to.
    pub frame: Frame,
}

/// Nodes, interactions and unknowns of a model.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Nodes; the ground is the first.
    pub nodes: Vec<Node>,
    /// Kinds of the nodes.
    pub kinds: Vec<NodeKind>,
    /// Mass that point nodes share, beside what each has of its own.
    pub shared_mass: SharedMass,
    /// Interactions with multipliers.
    pub constraints: Constraints,
    /// Bookkeeping of the constraints, in the order of visits.
    pub constraint_info: Vec<ConstraintInfo>,
    /// Number of the constraint, or of the first part, that each row belongs to.
    pub constraint_of: RowList<usize>,
    /// Number of constraint rows.
    pub rows: usize,
    /// Constraints that were removed because others repeat them.
    pub watched: Watched,
    /// Scale of the gap of each row: the length of the model, or 1 for angles.
    pub row_scales: RowList<f64>,
    /// Interactions with laws.
    pub forces: Forces,
    /// Bookkeeping of the forces, in the order of visits.
    pub force_info: Vec<ForceInfo>,
    /// Bodies and point masses in the order of the model.
    pub bodies: Vec<BodyInfo>,
    /// Named points of flexible bodies that something is attached to.
    pub flexible_points: Vec<BodyInfo>,
    /// Flexible bodies, kind by kind in the order of the model.
    pub flexible: Vec<FlexibleBody>,
    /// Reduced bodies in the order of the model.
    pub reduced: Vec<ReducedInfo>,
    /// Joints that became shared nodes.
    pub shared: Vec<SharedInfo>,
    /// Joints in the order of the model.
    pub joints: Vec<JointInfo>,
    /// Joints that let go of their line at its ends.
    pub leaving: Vec<Leaving>,
    /// Supports in the order of the model.
    pub supports: Vec<SupportInfo>,
    /// Ties by distribution in the order of the model.
    pub ties: Vec<TieInfo>,
    /// Recorded points: those in the frame of a node, then those between nodes.
    pub sensors: Vec<SensorInfo>,
    /// Typical length of the model [m].
    pub length: f64,
    /// What the nodes have no true values of.
    pub stand_ins: StandIns,
    /// Shapes that may touch, and the pairs at hand.
    pub contacts: Contacts,
}

/// What a model for equilibria leaves out. Nodes then have values in their place that are measures of motion alone: no force
/// follows from them, and no result shows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandIns {
    /// Some nodes have no true mass.
    pub mass: bool,
    /// Some nodes have no true inertia.
    pub inertia: bool,
}

/// Counts what interactions remember.
struct CountMemory(usize);

impl ForceVisitor for CountMemory {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        self.0 += f.memory();
    }
}

impl System {
    /// How many numbers its interactions remember from step to step (so.7).
    pub fn memory(&self) -> usize {
        let mut count = CountMemory(0);
        self.forces.visit(&mut count);
        count.0
    }

    /// All nodes, the ground first.
    pub fn node_indices(
        &self,
    ) -> impl ExactSizeIterator<Item = NodeIndex> + DoubleEndedIterator + Clone + use<> {
        NodeIndex::first(self.nodes.len())
    }

    /// Mass on which a uniform acceleration such as gravity acts at a node [kg]; where mass is shared, it may be negative.
    pub fn uniform_mass(&self, node: NodeIndex) -> f64 {
        self.nodes[node].mass + self.shared_mass.uniform(node)
    }

    /// Mass that resists the motion of a node alone [kg].
    pub fn diagonal_mass(&self, node: NodeIndex) -> f64 {
        self.nodes[node].mass + self.shared_mass.diagonal(node)
    }

    /// Mass of everything [kg].
    pub fn total_mass(&self) -> f64 {
        self.node_indices().map(|n| self.uniform_mass(n)).sum()
    }

    /// All constraint rows.
    pub fn row_indices(&self) -> impl ExactSizeIterator<Item = RowIndex> + Clone + use<> {
        RowIndex::first(self.rows)
    }

    /// An unknown or an equation in words.
    pub fn describe(&self, dofs: &DofMap, unknown: usize) -> String {
        match dofs.describe(unknown) {
            Unknown::Node { node, slot } => {
                format!(
                    "`{}`, {}",
                    self.nodes[node].name,
                    self.kinds[node].slot_name(slot)
                )
            }
            Unknown::Row(row) => self.describe_row(row),
        }
    }

    /// The constraint that a row belongs to.
    pub fn constraint_of_row(&self, row: RowIndex) -> &ConstraintInfo {
        &self.constraint_info[self.constraint_of[row]]
    }

    /// Who a constraint row belongs to.
    pub fn owner_of_row(&self, row: RowIndex) -> &Owner {
        &self.constraint_of_row(row).owner
    }

    /// A constraint row in words.
    pub fn describe_row(&self, row: RowIndex) -> String {
        let owner = self.owner_of_row(row);
        format!("{} `{}`, {}", owner.sort, owner.name, owner.part)
    }
}
