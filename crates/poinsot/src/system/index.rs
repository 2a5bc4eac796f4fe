//! Numbers of flexible bodies, their elements and their nodes as types.
//!
//! A node of a system has two numbers more where a flexible body holds it: that in the body and, for bodies from mesh files,
//! that in the file ([`super::Address::Number`]). [`crate::mechanics::index::NodeIndex`] is none of them.
//!
//! ```
//! use poinsot::system::{ElementIndex, FlexibleBody, NodeIndex, State};
//!
//! fn height_of_corner(body: &FlexibleBody, element: ElementIndex, state: &State) -> f64 {
//!     let corner = body.elements[element].nodes[0];
//!     let node: NodeIndex = body.nodes[corner].on.node;
//!     state.poses[node].r.z
//! }
//! ```
//!
//! The number of a node within its body is not accepted in its place:
//!
//! ```compile_fail,E0277
//! # use poinsot::system::{ElementIndex, FlexibleBody, State};
//! fn height_of_corner(body: &FlexibleBody, element: ElementIndex, state: &State) -> f64 {
//!     let corner = body.elements[element].nodes[0];
//!     state.poses[corner].r.z
//! }
//! ```

use super::flexible::{FlexibleBody, FlexibleElement, FlexibleNode};
use std::ops::Index;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident of $item:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(usize);

        impl $name {
            /// From its position in the list.
            pub const fn new(position: usize) -> Self {
                $name(position)
            }

            /// Its position in the list.
            pub const fn position(self) -> usize {
                self.0
            }
        }

        impl Index<$name> for Vec<$item> {
            type Output = $item;
            fn index(&self, index: $name) -> &$item {
                &self.as_slice()[index.0]
            }
        }
    };
}

index! {
    /// A flexible body of the system, in [`super::System::flexible`].
    BodyIndex of FlexibleBody
}
index! {
    /// An element within its flexible body, in [`FlexibleBody::elements`].
    ElementIndex of FlexibleElement
}
index! {
    /// A node within its flexible body, in [`FlexibleBody::nodes`].
    BodyNodeIndex of FlexibleNode
}
