//! Results in memory, and where they come from.

use super::in_code::pendulum;
use super::run;
use poinsot::results::{Memory, SeriesError};
use poinsot::simulation::Simulation;

#[test]
fn simulations_and_results_can_go_to_other_threads() {
    fn sent<T: Send + 'static>() {}
    sent::<Simulation>();
    sent::<Memory>();
    let here = run(pendulum());
    let there = std::thread::spawn(|| run(pendulum()));
    let there = there.join().expect("no panic");
    assert!(here.rows().eq(there.rows()));
}

#[test]
fn outputs_are_read_by_name() {
    let memory = run(pendulum());
    assert_eq!(memory.frames(), 201);
    assert_eq!(memory.times()[200], 2.0);
    let heights = memory.series("rod.position.z").expect("an output");
    let lowest = heights.iter().fold(0.0, |a: f64, b| a.min(*b));
    // The rod swings through the bottom, half a metre below the hinge.
    assert!((lowest + 0.5).abs() < 1e-3, "{lowest}");
    assert_eq!(memory.last("rod.position.z"), Ok(heights[200]));
    assert_eq!(memory.output("rod.position.z").expect("one").unit, "m");

    let error = memory.series("rod.positon.z").expect_err("misspelt");
    assert!(
        error.to_string().contains("did you mean `rod.position.z`"),
        "{error}"
    );
    let error = memory.series("rod.position").expect_err("three");
    assert!(matches!(&error, SeriesError::Several { members, .. } if members.len() == 3));
    let text =
        "`rod.position` is 3 outputs, `rod.position.x` to `rod.position.z`; name one of them";
    assert_eq!(error.to_string(), text);

    let mut empty = Memory::new(memory.layout());
    assert!(empty.last("time").expect("an output").is_nan());
    empty.push(&[1.0]);
    assert_eq!((empty.frames(), empty.times()), (1, vec![1.0]));
    assert!(empty.last("rod.position.z").expect("an output").is_nan());
}
