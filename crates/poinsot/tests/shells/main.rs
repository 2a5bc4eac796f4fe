//! Shell elements against exact and published linear solutions.

#![allow(non_snake_case)]

mod constant;
mod large;
mod laws;
mod linear;
mod mesh;
mod models;
mod motion;
mod patch;
mod shape;
mod sheet;
