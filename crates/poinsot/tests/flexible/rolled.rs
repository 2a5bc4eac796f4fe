//! A cantilever rolled to an arc by a moment at its end: the exact solution has constant curvature.
//!
//! Quasi-static: `ed` with `rho_inf` = 0 and steps of 10^4 s. Inertia forces are `m u/dt^2`, 10^-8 of a newton against
//! elastic forces of tens, and change nothing while the load is held.

use crate::common::V3;
use crate::common::flexible::{PATIENT, RUN, line_end, read};
use crate::common::state::Trial;
use poinsot::dynamics::schemes::EnergyDecaying;
use poinsot::model::Collocation;
use poinsot::system::System;
use std::f64::consts::PI;

const LENGTH: f64 = 10.0;
const DT: f64 = 1e4;
/// No node turns by more than 340 degrees / 24 pi/2 = 0.4 rad in a step.
const GROWING: usize = 24;
const HELD: usize = 6;

/// End of the line and direction of its x axis when the beam is bent through `angle` [rad].
fn bent(order: usize, elements: usize, angle: f64) -> (V3, V3) {
    let (bending, moment) = (100.0, 100.0 * angle / LENGTH);
    let text = format!(
        r#"{RUN}
[[section]]
name = "strip"
EA = 1e4
GAy = 1e4
GJ = 200
EIy = {bending}
mass_per_length = 1e-3
inertia_per_length = [2e-5, 1e-5, 1e-5]

[[beam]]
name = "beam"
from = [0, 0, 0]
to = [{LENGTH}, 0, 0]
section = "strip"
elements = {elements}
order = {order}

[[joint]]
name = "clamp"
kind = "fixed"
between = ["ground", "beam.start"]

[[moment]]
name = "roll"
on = "beam.end"
value = [0, 0, {moment}]
# Slower and slower: the first guess of a step goes on with the last velocity and must not pass a half turn per element.
scale = {{ pulse = "half-cosine", end = {} }}
"#,
        GROWING as f64 * DT
    );
    let (system, state) = System::build(&read(&text)).expect("a sound model");
    let scheme = EnergyDecaying::new(0.0, Collocation::Radau, false);
    let mut trial = Trial::from_state(system, state, scheme, PATIENT);
    trial.run(DT, GROWING + HELD, |_| {});
    let (at, axes) = line_end(&trial.system, &trial.state, 0);
    (at, axes[0])
}

/// Distance of the end from the exact one over the length.
fn error(order: usize, elements: usize, angle: f64) -> f64 {
    let (at, x) = bent(order, elements, angle);
    let radius = LENGTH / angle;
    let exact = V3::new(radius * angle.sin(), radius * (1.0 - angle.cos()), 0.0);
    let turned = (x - V3::new(angle.cos(), angle.sin(), 0.0)).norm();
    ((at - exact).norm() / LENGTH).max(turned)
}

#[test]
fn order_in_space_is_twice_the_order_of_the_elements() {
    for (order, ladder) in [(2, [4, 8, 16]), (3, [2, 4, 8])] {
        let errors = ladder.map(|n| error(order, n, PI));
        let orders = [0, 1].map(|k: usize| (errors[k] / errors[k + 1]).log2());
        println!("order {order}: {errors:?} {orders:.2?}");
        // Gauss points as many as the order: exact at the ends of elements to twice the order.
        assert!(
            (orders[1] - 2.0 * order as f64).abs() < 0.3,
            "order {order}: {orders:?}"
        );
    }
}

#[test]
fn the_helicoidal_element_is_exact_up_to_a_half_turn() {
    let degree = PI / 180.0;
    for (elements, angle) in [(1, 170.0), (2, 340.0), (2, 180.0), (3, 300.0), (7, 180.0)] {
        let error = error(1, elements, angle * degree);
        println!("{elements} elements, {angle} degrees: {error:.1e}");
        // Newton's tolerance of 1e-13 of the forces, divided by the ratio of bending to axial stiffness, EI/(EA L^2) = 1e-4.
        assert!(error < 1e-9, "{elements} elements, {angle}: {error:e}");
    }
}
