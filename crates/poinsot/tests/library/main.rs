//! The library as a program uses it: models made in code, results in memory, steps by hand.

#[path = "../../examples/by_hand.rs"]
mod by_hand;
mod changes;
mod checks;
mod checks_shells;
#[path = "../../examples/in_code.rs"]
mod in_code;
mod memory;
mod programs;
mod steps;

use poinsot::model::Model;
use poinsot::results::Memory;
use poinsot::simulation::{End, Options, Simulation};

fn simulation(model: Model) -> Simulation {
    match Simulation::new(model, Options::default()) {
        Ok(simulation) => simulation,
        Err(problems) => panic!("{problems:#?}"),
    }
}

/// All frames of a whole run.
fn run(model: Model) -> Memory {
    let mut simulation = simulation(model);
    let mut memory = Memory::new(simulation.layout());
    assert_eq!(simulation.run(&mut memory).end, End::Complete);
    memory
}

fn bits(row: &[f64]) -> Vec<u64> {
    row.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn the_example_programs_run() {
    in_code::main().expect("in_code");
    by_hand::main().expect("by_hand");
}
