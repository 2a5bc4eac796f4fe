//! Linearisation and modes: laws first, then frequencies that are known exactly.

#[path = "../common/mod.rs"]
mod common;

mod effective_mass;
mod frequencies;
mod instant;
mod linearisation;
mod problems;
mod reference;
mod spectrum;
mod state_space;
mod tapered;
