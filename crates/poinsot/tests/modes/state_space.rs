//! The linearised equations as inputs and outputs.

use crate::common::flexible::{RUN, read};
use crate::linearisation::STRIP;
use crate::reference::study;
use nalgebra::{Complex, DMatrix};
use poinsot::modes::{About, Linearisation, StateSpace};
use poinsot::system::System;

fn space(text: &str) -> StateSpace {
    let study = study(text);
    let (state, about) = study.state().expect("a state");
    let linear = Linearisation::new(study.system(), &state, &about).expect("linearised");
    StateSpace::new(study.system(), &state, &about, &linear).expect("a state space")
}

/// `C (s - A)^-1 B + D` at `s = i w`.
fn transfer(space: &StateSpace, w: f64, output: usize, input: usize) -> Complex<f64> {
    let n = space.a.nrows();
    let s = Complex::new(0.0, w);
    let matrix = DMatrix::from_fn(n, n, |i, j| {
        let one = if i == j { s } else { Complex::new(0.0, 0.0) };
        one - space.a[(i, j)]
    });
    let b = space.b.column(input).map(|x| Complex::new(x, 0.0));
    let z = matrix.lu().solve(&b).expect("regular");
    let y: Complex<f64> = (0..n).map(|k| z[k] * space.c[(output, k)]).sum();
    y + space.d[(output, input)]
}

fn place(list: &[poinsot::modes::Signal], name: &str) -> usize {
    list.iter()
        .position(|s| s.name == name)
        .unwrap_or_else(|| panic!("{name} is not among {list:?}"))
}

#[test]
fn the_transfer_function_of_an_oscillator_is_exact() {
    let text = format!(
        "{RUN}
        [[body]]
        name = \"m\"
        mass = 2
        inertia = [1, 1, 1]
        [[joint]]
        name = \"guide\"
        kind = \"prismatic\"
        between = [\"ground\", \"m\"]
        at = [0, 0, 0]
        axis = [1, 0, 0]
        [[spring]]
        name = \"s\"
        on = \"guide.displacement\"
        stiffness = 50
        damping = 3
        [[force]]
        name = \"push\"
        on = \"m\"
        value = [4, 0, 0]
        scale = 0
        [[motor]]
        name = \"drive\"
        on = \"guide.displacement\"
        effort = 0
        "
    );
    let space = space(&text);
    assert_eq!(space.states.len(), 2);
    let (push, drive) = (place(&space.inputs, "push"), place(&space.inputs, "drive"));
    let (x, q) = (
        place(&space.outputs, "m.position.x"),
        place(&space.outputs, "guide.displacement"),
    );
    for w in [0.0, 1.0, 5.0, 20.0] {
        let exact = 1.0 / Complex::new(50.0 - 2.0 * w * w, 3.0 * w);
        for output in [x, q] {
            // Outputs by differences: 1e-12 and the round-off of positions.
            assert!((transfer(&space, w, output, drive) - exact).norm() < 1e-10 * exact.norm());
            assert!((transfer(&space, w, output, push) - 4.0 * exact).norm() < 1e-9 * exact.norm());
        }
    }
    assert_eq!(space.inputs[drive].unit, "N");
}

#[test]
fn the_static_gain_of_a_beam_is_its_flexibility() {
    // L^3/3EI + L/GA at the tip under a unit force there, order 3 is exact.
    let text = format!(
        "{RUN}{STRIP}
        [[beam]]
        name = \"b\"
        from = [0, 0, 0]
        to = [2, 0, 0]
        section = \"strip\"
        elements = 1
        order = 3
        [[joint]]
        name = \"clamp\"
        kind = \"fixed\"
        between = [\"ground\", \"b.start\"]
        [[force]]
        name = \"tip\"
        on = \"b.end\"
        value = [0, 0, 1]
        scale = 0
        [[sensor]]
        name = \"end\"
        on = \"b.end\"
        "
    );
    for massless in [false, true] {
        let model = read(&text);
        let (mut system, state) = System::build(&model).expect("a sound model");
        if massless {
            // Rotations without inertia follow the displacements.
            for node in &mut system.nodes {
                node.inertia.fill(0.0);
            }
        }
        let about = About::default();
        let linear = Linearisation::new(&system, &state, &about).expect("linearised");
        let space = StateSpace::new(&system, &state, &about, &linear).expect("a state space");
        let (output, input) = (
            place(&space.outputs, "end.point.z"),
            place(&space.inputs, "tip"),
        );
        // Three of the four nodes move.
        assert_eq!(space.states.len(), if massless { 18 } else { 36 });
        let gain = transfer(&space, 0.0, output, input);
        let exact = 8.0 / 300.0 + 2.0 / 4e5;
        assert!(
            (gain.re - exact).abs() < 1e-8 * exact,
            "{} is not {exact}",
            gain.re
        );
    }
}

#[test]
fn a_small_step_of_a_load_moves_a_run_as_the_state_space_says() {
    let text = |scale: &str| {
        format!(
            "gravity = [0, 0, -9.81]
            [run]
            duration = 0.2
            dt = 1e-4
            scheme = \"ep\"
            start = \"equilibrium\"
            [modes]
            about = \"equilibrium\"
            {STRIP}
            [[beam]]
            name = \"b\"
            from = [0, 0, 0]
            to = [2, 0, 0]
            section = \"strip\"
            elements = 1
            order = 3
            [[joint]]
            name = \"clamp\"
            kind = \"fixed\"
            between = [\"ground\", \"b.start\"]
            [[force]]
            name = \"tip\"
            on = \"b.end\"
            value = [0, 0, 2]
            scale = {scale}
            [[sensor]]
            name = \"end\"
            on = \"b.end\"
            "
        )
    };
    let space = space(&text("0"));
    let (output, input) = (
        place(&space.outputs, "end.point.z"),
        place(&space.inputs, "tip"),
    );
    // Response to a step of one: z = (exp(A t) - 1) A^-1 B.
    let n = space.a.nrows();
    let t = 0.2;
    let rest = space
        .a
        .clone()
        .lu()
        .solve(&space.b.column(input))
        .expect("regular");
    let z = ((&space.a * t).exp() - DMatrix::identity(n, n)) * rest;
    let predicted = (space.c.row(output) * z)[(0, 0)];
    let end = |step: f64| {
        // The jump lies within the first step, after the search for the start.
        let table = format!("{{ pulse = \"step\", time = 1e-9, to = {step} }}");
        last(&text(&table), "end.point.z")
    };
    let small = 1e-4;
    let seen = (end(small) - end(-small)) / (2.0 * small);
    // `ep` with (w dt)^2/12 of the fastest bending that counts, and the square of the step.
    assert!(
        (seen - predicted).abs() < 1e-3 * predicted.abs(),
        "{seen} is not {predicted}"
    );
}

/// The last value of an output in a run.
fn last(text: &str, output: &str) -> f64 {
    use poinsot::simulation::{Control, LedgerPolicy, Observer, Options, Simulation, StepInfo};
    struct Last(usize, f64);
    impl Observer for Last {
        fn frame(&mut self, row: &[f64]) -> Control {
            self.1 = row[self.0];
            Control::Continue
        }
        fn step(&mut self, _step: &StepInfo) -> Control {
            Control::Continue
        }
    }
    let options = Options {
        ledger: LedgerPolicy::Error,
        threads: 1,
    };
    let mut run = Simulation::new(read(text), options).expect("the model builds");
    let found = poinsot::results::resolve(run.layout(), output).expect("an output");
    let mut seen = Last(found[0].column, 0.0);
    run.run(&mut seen);
    seen.1
}
