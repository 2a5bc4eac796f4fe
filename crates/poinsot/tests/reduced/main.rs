//! Reduced bodies: the reduction, the laws of their motion, and comparisons with models that are not reduced.

#[path = "../common/mod.rs"]
mod common;
#[path = "../solids/mesh.rs"]
#[allow(dead_code)]
mod mesh;

mod files;
mod items;
mod motion;
mod part;
mod pieces;
mod reduction;
