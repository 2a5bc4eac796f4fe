//! Pools of interactions, one vector per kind, and visits in a fixed order.
//!
//! To add a kind: write its file, add its line here.

use super::Owner;
use crate::mechanics::constraints::{
    AngleDefinition, ContactHeight, FreedRow, Gap, NoSlip, PatchShare, SlidingRow,
};
use crate::mechanics::elements::{
    CableElement, CubicBeam, CubicPoint, GivenStress, HelicoidalBeam, Hex8, Hex8Volume, Hex20,
    Hex27, Hex27Volume, Quad4, Quad9, QuadraticBeam, QuadraticPoint, ReducedPiece, Tet10,
    Tet10Volume, Tri3, Wedge15, Wedge15Volume,
};
use crate::mechanics::forces::{
    Backlash, Bushing, Contact, CoordinateSpring, CoordinateStop, DeadLoad, FollowerLoad, Friction,
    Motor, PointSpring, Pressure, ProgramLoad, RimOnPlane, RodOnEdge, SegmentOnSegment,
    SphereOnPlane, SphereOnSegment, SphereOnSolid, SphereOnSphere,
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

/// Interactions of one kind and who they belong to: two lists, because steps read the first one only.
#[derive(Clone, Debug)]
struct Pool<T> {
    items: Vec<T>,
    owners: Vec<Owner>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool {
            items: Vec::new(),
            owners: Vec::new(),
        }
    }
}

impl<T> Pool<T> {
    fn retain(&mut self, keep: impl Fn(&Owner) -> bool) {
        let mut owners = self.owners.iter();
        self.items.retain(|_| owners.next().is_some_and(&keep));
        self.owners.retain(keep);
    }
}

macro_rules! pools {
    ($(#[$doc:meta])* $pool:ident, $visitor:ident, $add:ident; $($field:ident: $type:ty),* $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default)]
        pub struct $pool {
            $($field: Pool<$type>,)*
        }

        impl $pool {
            /// Calls the visitor for every interaction, kind by kind.
            pub fn visit(&self, visitor: &mut impl $visitor) {
                let mut index = 0;
                $(for (item, owner) in self.$field.items.iter().zip(&self.$field.owners) {
                    visitor.visit(index, owner, item);
                    index += 1;
                })*
                let _ = index;
            }

            /// Calls the visitor for some interactions, given by the sorted numbers of their visits.
            pub fn visit_some(&self, mut list: &[u32], visitor: &mut impl $visitor) {
                let mut first = 0;
                $({
                    let pool = &self.$field;
                    let after = first + pool.items.len();
                    let here = list.partition_point(|&k| (k as usize) < after);
                    for &k in &list[..here] {
                        let at = k as usize - first;
                        visitor.visit(k as usize, &pool.owners[at], &pool.items[at]);
                    }
                    list = &list[here..];
                    first = after;
                })*
                let _ = (first, list);
            }

            /// Every kind and how many there are of it, in the order of visits.
            pub fn kinds(&self) -> impl Iterator<Item = (&'static str, usize)> {
                [$((stringify!($field), self.$field.items.len())),*].into_iter()
            }

            /// Keeps only what `keep` says.
            pub fn retain(&mut self, keep: impl Fn(&Owner) -> bool) {
                $(self.$field.retain(&keep);)*
            }
        }

        $(impl $add<$type> for $pool {
            fn add(&mut self, owner: Owner, item: $type) {
                self.$field.items.push(item);
                self.$field.owners.push(owner);
            }
            fn all(&self) -> &[$type] {
                &self.$field.items
            }
            fn owned<'a>(&'a mut self) -> impl Iterator<Item = (&'a Owner, &'a mut $type)>
            where
                $type: 'a,
            {
                self.$field.owners.iter().zip(&mut self.$field.items)
            }
        })*
    };
}

/// Puts an interaction into its pool.
pub trait Add<T> {
    /// Appends it.
    fn add(&mut self, owner: Owner, item: T);
    /// All of its kind so far.
    fn all(&self) -> &[T];
    /// All of its kind with who they belong to, to change values in them; nodes must stay as they are.
    fn owned<'a>(&'a mut self) -> impl Iterator<Item = (&'a Owner, &'a mut T)>
    where
        T: 'a;
}

pools! {
    /// All constraints, by kind.
    Constraints, ConstraintVisitor, Add;
    along: Gap<2, 3>,
    dot: Gap<2, 2>,
    coordinate_link: Gap<3, 4>,
    prescribed: Gap<1, 1>,
    crossed: Gap<2, 4>,
    angle: AngleDefinition,
    contact_height: ContactHeight,
    no_slip: NoSlip,
    patch_share: PatchShare,
    mean_turn: Gap<3, 5>,
    sliding_on_curve: SlidingRow<3, 7>,
    sliding_on_linear: SlidingRow<4, 5>,
    sliding_on_hermite: SlidingRow<4, 7>,
    sliding_on_quadratic: SlidingRow<5, 6>,
    sliding_on_cubic: SlidingRow<6, 7>,
    sliding_between_quadratic: SlidingRow<7, 8>,
    sliding_between_cubic: SlidingRow<9, 10>,
    freed: FreedRow,
}

pools! {
    /// All interactions with laws, by kind.
    Forces, ForceVisitor, Add;
    helicoidal_beam: HelicoidalBeam,
    quadratic_point: QuadraticPoint,
    cubic_point: CubicPoint,
    quadratic_beam: QuadraticBeam,
    cubic_beam: CubicBeam,
    tri3: Tri3,
    quad4: Quad4,
    quad9: Quad9,
    hex8: Hex8,
    hex8_volume: Hex8Volume,
    hex20: Hex20,
    hex27: Hex27,
    hex27_volume: Hex27Volume,
    tet10: Tet10,
    tet10_volume: Tet10Volume,
    reduced_piece: ReducedPiece,
    wedge15: Wedge15,
    wedge15_volume: Wedge15Volume,
    linear_cable: CableElement<2>,
    quadratic_cable: CableElement<3>,
    cubic_cable: CableElement<4>,
    point_spring: PointSpring,
    bushing: Bushing,
    coordinate_spring: CoordinateSpring,
    motor: Motor,
    coordinate_stop: CoordinateStop,
    backlash: Backlash,
    friction: Friction,
    dead_load: DeadLoad,
    follower_load: FollowerLoad,
    program_load: ProgramLoad,
    pressure_3: Pressure<3>,
    pressure_4: Pressure<4>,
    pressure_6: Pressure<6>,
    pressure_8: Pressure<8>,
    pressure_9: Pressure<9>,
    given_tri3: GivenStress<Tri3, 3, 12, 15, 13, 13>,
    given_quad4: GivenStress<Quad4, 4, 16, 38, 22, 21>,
    given_quad9: GivenStress<Quad9, 9, 36, 104, 79, 79>,
    // Contacts come last: what they remember changes in number during a run, and stands behind all else.
    sphere_on_plane: Contact<SphereOnPlane>,
    sphere_on_sphere: Contact<SphereOnSphere>,
    sphere_on_solid: Contact<SphereOnSolid>,
    sphere_on_segment: Contact<SphereOnSegment>,
    segment_on_segment: Contact<SegmentOnSegment>,
    rod_on_edge: Contact<RodOnEdge>,
    rim_on_plane: Contact<RimOnPlane>,
}
