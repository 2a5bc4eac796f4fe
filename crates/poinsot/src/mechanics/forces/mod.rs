//! Interactions with a law: springs, dampers, motors, loads, stops, friction, contact.

mod bushing;
mod bushing_laws;
mod contact;
mod contact_law;
mod friction;
mod in_step;
mod length;
mod load;
mod motor;
mod pressure;
mod program;
mod spring;
mod stop;

pub use bushing::Bushing;
pub use bushing_laws::BushingLaws;
pub use contact::{
    CONTACT_MEMORY, CONTACT_SEEN, Contact, Edge, Faces, RimOnPlane, RodOnEdge, SegmentOnSegment,
    Solid, SphereOnPlane, SphereOnSegment, SphereOnSolid, SphereOnSphere, Surface, SurfaceLaw,
    Touching, convex_edges, distance_of_lines,
};
pub use contact_law::{ContactLaw, loss_of_restitution};
pub use friction::{Friction, FrictionLaw};
pub use load::{DeadLoad, FollowerLoad};
pub use motor::Motor;
pub use pressure::{Pressure, PressurePoint};
pub use program::ProgramLoad;
pub use spring::{CoordinateSpring, PointSpring, Spring};
pub use stop::{Backlash, CoordinateStop, Limits, Stop};

/// Passes the geometry of a force on to its quadratic form.
macro_rules! strain_from_form {
    ($type:ty, $n:literal, $p:literal) => {
        impl crate::mechanics::interaction::Strain<$n, $p, 1> for $type {
            fn nodes(&self) -> &[crate::mechanics::index::NodeIndex; $n] {
                self.form.nodes()
            }
            fn attachments(&self) -> &[crate::mechanics::attachment::Attachment; $p] {
                self.form.attachments()
            }
            fn measure(
                &self,
                p_i: &[crate::math::V3; $p],
                p_y: &[crate::math::V3; $p],
                w: f64,
            ) -> crate::mechanics::interaction::Measure<$p, 1> {
                self.form.measure(p_i, p_y, w)
            }
            fn coupling(
                &self,
                p_i: &[crate::math::V3; $p],
                p_y: &[crate::math::V3; $p],
                w: f64,
                sigma: &[f64; 1],
                visit: &mut impl FnMut(usize, usize, crate::mechanics::interaction::Coupling),
            ) {
                self.form.coupling(p_i, p_y, w, sigma, visit);
            }
        }
    };
}
pub(super) use strain_from_form;
