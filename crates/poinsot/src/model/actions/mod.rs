//! Kinds of what acts on a system: springs and other forces, and prescribed motions. A kind is one file with all there is to it in
//! a model (its data, keys, help, small model, decoding, check, what it acts on, how it is drawn) and one line in the list below.
//! What it becomes in the mechanics is one function of the same name in `system/build/forces.rs`, which the compiler asks for.

use super::check::Check;
use super::decode::{Context, items};
use super::describe::{Field, Literal, Table, ValueShape, optional};
use super::types::{Anchor, CoordinateRef, Model, Place};
use crate::functions::{MotorLaw, MotorShape, TimeFunction};
use crate::math::V3;
use crate::model::decode::reader::TableReader;

/// Hands the list of all kinds, in the order of the reference, to another macro: a field of [`Model`], the file, the type.
macro_rules! actions {
    ($then:ident) => {
        $then! {
            /// Springs, dampers and spring-dampers.
            springs: spring, Spring;
            /// Gas springs.
            gas_springs: gas_spring, GasSpring;
            /// Six-component elastic connections between two frames.
            bushings: bushing, Bushing;
            /// Efforts on joint coordinates.
            motors: motor, Motor;
            /// Ends of the ranges of joint coordinates.
            stops: stop, Stop;
            /// Joint coordinates that move one way only.
            ratchets: ratchet, Ratchet;
            /// Pairs of joint coordinates with play between them.
            backlashes: backlash, Backlash;
            /// Friction on joint coordinates.
            frictions: friction, Friction;
            /// Joint coordinates that follow a given function of time.
            motions: motion, Motion;
            /// Discs that roll without slipping on a plane.
            rolling: rolling, Rolling;
            /// Shapes that touch others.
            contact_shapes: contact_shape, ContactShape;
            /// What happens where shapes touch.
            contacts: contact, ContactPair;
            /// Forces.
            forces: force, Load;
            /// Moments.
            moments: moment, Load;
            /// Loads per length on beams and cables.
            line_loads: line_load, LineLoad;
            /// Loads per area on shells.
            surface_loads: surface_load, SurfaceLoad;
            /// Loads per volume on solids.
            volume_loads: volume_load, VolumeLoad;
            /// Changes of temperature.
            temperatures: temperature, Temperature;
        }
    };
}
pub(crate) use actions;

mod contact_mesh;
mod load;
pub(super) use bushing::BUSHING_LAWS;
pub use data::*;

macro_rules! kinds {
    ($($(#[$doc:meta])* $list:ident: $module:ident, $type:ident;)*) => {
        $(mod $module;)*

        /// The data of all kinds. Some have the same, and one name for it is enough.
        #[allow(unused_imports)]
        pub(super) mod data {
            $(
                mod $list {
                    pub use super::super::$module::$type;
                }
                pub use $list::*;
            )*
            pub use super::contact::ContactForce;
            pub use super::contact_shape::ContactShapeKind;
            pub use super::spring::SpringPlace;
        }

        /// All kinds, in the order of the reference.
        pub const ACTIONS: &[&ActionDefinition] = &[$(&$module::DEFINITION),*];

        impl Model {
            /// Everything that acts, kind by kind.
            pub fn actions(&self) -> impl Iterator<Item = Action<'_>> {
                let all = std::iter::empty();
                $(let all = all.chain(self.$list.iter().map(|item| Action {
                    definition: &$module::DEFINITION,
                    name: &item.name,
                    place: &item.place,
                    acts: $module::acts(item),
                }));)*
                all
            }

            /// Reads everything that acts.
            pub(super) fn read_actions(&mut self, file: &TableReader, c: &Context) {
                $(self.$list = items(file, $module::DEFINITION.table, |t| $module::decode(t, c));)*
            }

            /// What one item says by itself.
            pub(super) fn check_actions(&self, check: &mut Check) {
                $(for item in &self.$list {
                    check.item($module::DEFINITION.what, &item.name, &item.place);
                    $module::check(item, check);
                })*
            }
        }
    };
}
actions!(kinds);

/// Everything about a kind.
#[derive(Debug)]
pub struct ActionDefinition {
    /// Its keys in model files.
    pub(super) table: &'static Table,
    /// All of its kind, in a few words.
    pub summary: &'static str,
    /// One of them in messages.
    pub what: &'static str,
    /// Complete models that use it, by the kinds of the reference that they show.
    pub small_models: &'static [(&'static str, &'static str)],
}

impl ActionDefinition {
    /// The table that it is written as.
    pub const fn word(&self) -> &'static str {
        self.table.name
    }
}

/// One thing that acts, whatever its kind.
#[derive(Clone, Debug)]
pub struct Action<'m> {
    /// Its kind.
    pub definition: &'static ActionDefinition,
    /// Its name.
    pub name: &'m str,
    /// Where it was written.
    pub place: &'m Place,
    /// What it does.
    pub acts: Acts<'m>,
}

/// What something does, as far as others need to know.
#[derive(Clone, Debug)]
pub struct Acts<'m> {
    /// What it acts on.
    pub on: On<'m>,
    /// How it depends on time.
    pub course: TimeCourse<'m>,
    /// Forces and moments whose direction in the world is fixed [N, N m, or per length].
    pub fixed: [V3; 2],
    /// What a spring, damper or elastic connection is drawn as between its two points: `spring` is a zigzag, all else a straight
    /// line.
    pub link: Option<&'static str>,
    /// Viscous coefficient, if it is one number [N s/m or N m s/rad].
    pub damping: Option<f64>,
}

/// What something acts on.
#[derive(Clone, Debug)]
pub enum On<'m> {
    /// A joint coordinate, which becomes an unknown by it.
    Coordinate(&'m CoordinateRef),
    /// Two of them.
    TwoCoordinates(&'m [CoordinateRef; 2]),
    /// Two frames.
    Points(&'m [Anchor; 2]),
    /// A body, point mass, beam or cable, or a point of these, and where in its frame [m] if it is one point.
    Item(&'m str, Option<V3>),
}

impl<'m> On<'m> {
    /// The joint coordinates among what it acts on.
    pub fn coordinates(&self) -> &'m [CoordinateRef] {
        match self {
            On::Coordinate(on) => std::slice::from_ref(*on),
            On::TwoCoordinates(both) => *both,
            On::Points(_) | On::Item(..) => &[],
        }
    }
}

/// How something depends on time.
#[derive(Clone, Debug)]
pub enum TimeCourse<'m> {
    /// Not at all.
    Constant,
    /// By a factor.
    Factor {
        /// What the factor acts on [N or N m; 1 for loads per length].
        size: f64,
        /// The factor.
        over: &'m TimeFunction,
    },
    /// As a change of temperature.
    Temperature {
        /// The change [K].
        change: &'m TimeFunction,
        /// Its gradient through the thickness [K/m].
        gradient: &'m TimeFunction,
    },
    /// As the effort of a motor.
    Effort(&'m MotorLaw),
    /// As a prescribed coordinate.
    Motion(&'m TimeFunction),
}

impl TimeCourse<'_> {
    /// Times at which it can jump or have a kink, and whether velocities can jump there.
    pub fn corners(&self) -> Vec<(f64, bool)> {
        let still = |times: Vec<f64>| times.into_iter().map(|t| (t, false)).collect();
        match self {
            TimeCourse::Constant => Vec::new(),
            TimeCourse::Factor { over, .. } => still(over.corners()),
            TimeCourse::Temperature { change, gradient } => {
                let mut times = change.corners();
                times.extend(gradient.corners());
                still(times)
            }
            TimeCourse::Effort(law) => still(law.corners()),
            TimeCourse::Motion(value) => {
                let corners = value.corners().into_iter();
                corners.map(|t| (t, value.rate_jumps(t))).collect()
            }
        }
    }

    /// Its size at a time; `None` where time alone does not tell.
    pub fn value(&self, t: f64) -> Option<f64> {
        match self {
            TimeCourse::Constant => None,
            TimeCourse::Factor { size, over } => Some(size * over.value(t)),
            TimeCourse::Temperature { change, .. } => Some(change.value(t)),
            TimeCourse::Effort(law) => match law.shape() {
                MotorShape::Time(effort) => Some(effort.value(t)),
                MotorShape::Expression(_) | MotorShape::Program(_) => None,
            },
            TimeCourse::Motion(value) => Some(value.value(t)),
        }
    }
}

const ZERO: Literal = Literal::Vector([0.0; 3]);

/// The keys of a model file that hold them.
pub(super) const FIELDS: [Field; ACTIONS.len()] = {
    let mut list = [key(ACTIONS[0]); ACTIONS.len()];
    let mut k = 0;
    while k < list.len() {
        list[k] = key(ACTIONS[k]);
        k += 1;
    }
    list
};

const fn key(of: &ActionDefinition) -> Field {
    optional(
        of.table.name,
        ValueShape::Tables(of.table),
        "none",
        of.summary,
    )
}
