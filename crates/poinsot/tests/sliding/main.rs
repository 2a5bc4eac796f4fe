//! Joints that slide along lines: exact solutions, laws that hold for every scheme, bridges and booms, what is wrong with models.

#[path = "../contact/ran.rs"]
mod ran;

mod bridges;
mod curves;
mod laws;
mod leaving;
mod problems;
