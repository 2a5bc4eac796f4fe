//! Runs with contact between bodies: exact solutions, laws that hold for every scheme and step, pairs that come and go.

mod at_rest;
mod edges;
mod exact;
mod many;
mod painleve;
mod problems;
mod ran;
mod rims;
mod segments;
mod steps;
