//! Shell elements against exact and published linear solutions.

#![allow(non_snake_case)]

mod constant;
mod laws;
mod linear;
mod mesh;
mod patch;
mod shape;
