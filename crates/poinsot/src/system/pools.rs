//! Pools of interactions, one vector per kind, and visits in a fixed order.
//!
//! To add a kind: write its file, add its line here.

use super::Owner;
use crate::mechanics::constraints::{AngleDefinition, ContactHeight, Gap, NoSlip};
use crate::mechanics::elements::{CableElement, DirectorBeam, HelicoidalBeam};
use crate::mechanics::forces::{
    Bushing, CoordinateSpring, DeadLoad, FollowerLoad, Motor, PointSpring,
};
use crate::mechanics::interaction::{Constraint, ForceLaw};

/// Sees every constraint, statically typed.
pub trait ConstraintVisitor {
    /// One constraint; `index` counts visits.
    fn visit<const N: usize, const P: usize, const E: usize, C: Constraint<N, P, E>>(
        &mut self,
        index: usize,
        owner: &Owner,
        constraint: &C,
    );
}

/// Sees every interaction with a law, statically typed.
pub trait ForceVisitor {
    /// One interaction; `index` counts visits.
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        owner: &Owner,
        force: &F,
    );
}

/// An interaction and who it belongs to.
#[derive(Clone, Debug)]
struct Owned<T> {
    owner: Owner,
    item: T,
}

macro_rules! pools {
    ($(#[$doc:meta])* $pool:ident, $visitor:ident, $add:ident; $($field:ident: $type:ty),* $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default)]
        pub struct $pool {
            $($field: Vec<Owned<$type>>,)*
        }

        impl $pool {
            /// Calls the visitor for every interaction, kind by kind.
            pub fn visit(&self, visitor: &mut impl $visitor) {
                let mut index = 0;
                $(for owned in &self.$field {
                    visitor.visit(index, &owned.owner, &owned.item);
                    index += 1;
                })*
                let _ = index;
            }

            /// Calls the visitor for some interactions, given by the sorted numbers of their visits.
            pub fn visit_some(&self, mut list: &[u32], visitor: &mut impl $visitor) {
                let mut first = 0;
                $({
                    let after = first + self.$field.len();
                    let here = list.partition_point(|&k| (k as usize) < after);
                    for &k in &list[..here] {
                        let owned = &self.$field[k as usize - first];
                        visitor.visit(k as usize, &owned.owner, &owned.item);
                    }
                    list = &list[here..];
                    first = after;
                })*
                let _ = (first, list);
            }

            /// Every kind and how many there are of it, in the order of visits.
            pub fn kinds(&self) -> impl Iterator<Item = (&'static str, usize)> {
                [$((stringify!($field), self.$field.len())),*].into_iter()
            }

            /// Keeps only what `keep` says.
            pub fn retain(&mut self, keep: impl Fn(&Owner) -> bool) {
                $(self.$field.retain(|owned| keep(&owned.owner));)*
            }
        }

        $(impl $add<$type> for $pool {
            fn add(&mut self, owner: Owner, item: $type) {
                self.$field.push(Owned { owner, item });
            }
        })*
    };
}

/// Puts an interaction into its pool.
pub trait Add<T> {
    /// Appends it.
    fn add(&mut self, owner: Owner, item: T);
}

pools! {
    /// All constraints, by kind.
    Constraints, ConstraintVisitor, Add;
    along: Gap<2, 3>,
    dot: Gap<2, 2>,
    coordinate_link: Gap<3, 4>,
    prescribed: Gap<1, 1>,
    angle: AngleDefinition,
    contact_height: ContactHeight,
    no_slip: NoSlip,
}

pools! {
    /// All interactions with laws, by kind.
    Forces, ForceVisitor, Add;
    helicoidal_beam: HelicoidalBeam,
    quadratic_beam: DirectorBeam<3, 12>,
    cubic_beam: DirectorBeam<4, 16>,
    linear_cable: CableElement<2>,
    quadratic_cable: CableElement<3>,
    cubic_cable: CableElement<4>,
    point_spring: PointSpring,
    bushing: Bushing,
    coordinate_spring: CoordinateSpring,
    motor: Motor,
    dead_load: DeadLoad,
    follower_load: FollowerLoad,
}
