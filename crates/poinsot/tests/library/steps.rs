//! Steps by hand are those of a run.

use super::in_code::pendulum;
use super::{bits, run, simulation};
use poinsot::model::{Model, Run, Source, mini_examples, read_model};
use poinsot::results::Memory;
use poinsot::simulation::{End, NoStep};

fn adaptive() -> Model {
    Model {
        run: Run::adaptive(2.0, 1e-4),
        ..pendulum()
    }
}

#[test]
fn steps_by_hand_have_the_bits_of_a_run() {
    for model in [pendulum(), adaptive()] {
        let whole = run(model.clone());
        let mut by_hand = simulation(model.clone());
        let mut mixed = simulation(model);
        let mut rows = vec![bits(by_hand.row())];
        while !by_hand.is_over() {
            let info = by_hand.step().expect("a step");
            assert_eq!(info.time, by_hand.time());
            rows.push(bits(by_hand.row()));
        }
        assert!(whole.rows().map(bits).eq(rows), "{}", whole.frames());
        assert!(matches!(by_hand.step(), Err(NoStep::Over { time: 2.0 })));
        // A run goes on from where steps by hand have led.
        for _ in 0..10 {
            mixed.step().expect("a step");
        }
        let mut rest = Memory::new(mixed.layout());
        assert_eq!(mixed.run(&mut rest).end, End::Complete);
        let tail = whole.rows().skip(10).map(bits);
        assert!(tail.eq(rest.rows().map(bits)));
    }
}

/// One output at a time has the bits of the frame, for every output of items of all kinds.
#[test]
fn single_outputs_have_the_bits_of_a_frame() {
    let mut seen = 0;
    for (word, text) in mini_examples() {
        let source = Source::new(format!("{word}.toml"), (*text).to_owned());
        // Those that refer to other files cannot be read here.
        let Ok((model, _)) = read_model(&source) else {
            continue;
        };
        seen += 1;
        let mut simulation = simulation(model);
        // The first time a group is asked, what it needs is found out; the second time it is known.
        for _ in 0..2 {
            simulation.step().expect("a step");
            // Before the frame, so that nothing is there that a frame has gathered at this place.
            let len = simulation.layout().row_len();
            let some = (0..len).step_by(1 + len / 500);
            let single: Vec<f64> = some.clone().map(|k| simulation.value(k)).collect();
            let row = simulation.row();
            let same: Vec<f64> = some.map(|k| row[k]).collect();
            assert_eq!(bits(&single), bits(&same), "{word}");
        }
    }
    assert!(10 * seen > 9 * mini_examples().len(), "{seen}");
}

#[test]
fn steps_of_a_given_length_end_where_they_should() {
    for model in [pendulum(), adaptive()] {
        let fixed = model.run.accuracy.is_none();
        let mut simulation = simulation(model);
        simulation.step_by(0.004).expect("a short one");
        assert_eq!(simulation.time(), 0.004);
        assert!(!fixed || simulation.steps_made() == 1);
        // Longer than `dt`: several steps.
        simulation.step_by(0.1).expect("a long one");
        assert!((simulation.time() - 0.104).abs() < 1e-15);
        if fixed {
            assert_eq!(simulation.steps_made(), 11);
            // The next step of the run leads to its next regular end.
            assert_eq!(simulation.step().expect("a step").time, 0.11);
        }
        for dt in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-12] {
            let made = simulation.steps_made();
            let refused = simulation.step_by(dt).expect_err("no length");
            assert!(matches!(refused, NoStep::Length { .. }), "{refused}");
            assert_eq!(simulation.steps_made(), made);
        }
        let mut memory = Memory::new(simulation.layout());
        assert_eq!(simulation.run(&mut memory).end, End::Complete);
        assert_eq!(simulation.time(), 2.0);
        // Beyond the end only on demand.
        assert!(simulation.is_over() && simulation.step().is_err());
        simulation.step_by(0.5).expect("beyond the end");
        assert_eq!(simulation.time(), 2.5);
        let ledger = simulation.ledger();
        assert!(ledger.largest_energy_gap() < 1e-10 * ledger.energy_scale());
    }
}

#[test]
fn frames_between_steps_begin_after_steps_by_hand() {
    let mut model = pendulum();
    model.run.output_every = Some(0.015);
    let whole = run(model.clone());
    let mut simulation = simulation(model);
    for _ in 0..5 {
        simulation.step().expect("a step");
    }
    let mut rest = Memory::new(simulation.layout());
    simulation.run(&mut rest);
    let times = rest.times();
    assert_eq!(times[0], 0.05);
    let tail: Vec<f64> = whole.times().into_iter().filter(|t| *t > 0.05).collect();
    assert_eq!(times[1..], tail);
}
