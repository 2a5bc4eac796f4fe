//! Nodes, attachments, interactions: how elements and joints describe themselves.
//!
//! Nothing in here knows a time integration scheme. An interaction states its attachments, its strains as
//! functions of them, and its law; [`wrench`] is the one place that turns a stress on an interval between
//! two states into wrenches and tangent blocks.

mod account;
pub mod attachment;
pub mod constraints;
pub mod elements;
pub mod forces;
pub mod index;
pub mod interaction;
pub mod joints;
mod linear_rule;
pub mod node;
pub mod quadratic;
pub mod shared_mass;
pub mod wrench;
