//! Shell elements against exact and published linear solutions.

#![allow(non_snake_case)]

mod constant;
mod given;
mod heat;
mod large;
mod laws;
mod linear;
mod mesh;
mod models;
mod motion;
mod patch;
mod places;
mod shape;
mod sheet;
mod ties;
