//! The linearised equations of whole systems.

use crate::common::everything::everything;
use crate::common::flexible::{RUN, mechanism, read};
use crate::common::random::Random;
use poinsot::math::cayley;
use poinsot::mechanics::node::NodeKind;
use poinsot::modes::{About, Linearisation, Matrix};
use poinsot::system::System;

fn linearised(model: &poinsot::model::Model) -> (System, Linearisation) {
    let (system, state) = System::build(model).expect("a sound model");
    let linear = Linearisation::new(&system, &state, &About::default()).expect("linearised");
    (system, linear)
}

#[test]
fn multipliers_act_along_the_gradients_of_their_gaps() {
    let (_, linear) = linearised(&everything(true));
    let n = linear.unknowns;
    let mut gaps = linear.constraint_entries();
    let mut forces = Vec::new();
    for column in n..n + linear.rows {
        for k in linear.column_starts[column]..linear.column_starts[column + 1] {
            if linear.border[k] != 0.0 {
                forces.push((column - n, linear.entry_rows[k] as usize, linear.border[k]));
            }
        }
    }
    gaps.sort_by_key(|e| (e.0, e.1));
    forces.sort_by_key(|e| (e.0, e.1));
    assert_eq!(gaps.len(), forces.len());
    for (g, f) in gaps.iter().zip(&forces) {
        assert_eq!((g.0, g.1), (f.0, f.1));
        // The same products in another order.
        assert!((g.2 - f.2).abs() <= 1e-14 * (1.0 + g.2.abs()));
    }
}

#[test]
fn stiffness_of_a_conservative_system_is_symmetric_also_away_from_equilibrium() {
    let mut model = mechanism(1e5);
    model.gravity.acceleration.z = -9.81;
    let (system, mut state) = System::build(&model).expect("a sound model");
    let rng = &mut Random::new(8);
    for n in 1..system.nodes.len() {
        if system.kinds[n] == NodeKind::Frame {
            state.poses[n].q = cayley::quaternion(&rng.vector(0.1)) * state.poses[n].q;
        }
    }
    let linear = Linearisation::new(&system, &state, &About::default()).expect("linearised");
    assert!(!linear.unbalance.at_rest(), "nothing holds the mechanism");
    assert!(linear.symmetric(&system));
}

#[test]
fn a_moment_with_a_fixed_direction_has_no_potential() {
    let text = format!(
        "{RUN}{STRIP}
        [[beam]]
        name = \"b\"
        from = [0, 0, 0]
        to = [1, 0, 0]
        section = \"strip\"
        elements = 2
        order = 2
        [[moment]]
        name = \"m\"
        on = \"b.end\"
        value = [3, 4, 5]
        "
    );
    let (system, linear) = linearised(&read(&text));
    assert!(!linear.symmetric(&system));
}

#[test]
fn follower_loads_and_dampers_are_seen() {
    let text = |load: &str| {
        format!(
            "{RUN}{STRIP}
            [[beam]]
            name = \"b\"
            from = [0, 0, 0]
            to = [1, 0, 0]
            section = \"strip\"
            elements = 2
            order = 2
            [[joint]]
            name = \"clamp\"
            kind = \"fixed\"
            between = [\"ground\", \"b.start\"]
            {load}
            "
        )
    };
    let (system, linear) = linearised(&read(&text("")));
    assert!(linear.symmetric(&system) && !linear.damped() && linear.unbalance.at_rest());
    let push = "[[force]]\nname = \"push\"\non = \"b.end\"\nvalue = [-1, 0, 0]\n";
    let (system, linear) = linearised(&read(&text(push)));
    assert!(linear.symmetric(&system), "a dead load has a potential");
    let (system, linear) = linearised(&read(&text(&format!("{push}follower = true\n"))));
    assert!(!linear.symmetric(&system));
    let (_, linear) = linearised(&everything(false));
    assert!(linear.damped());
    assert!(!linear.entries(Matrix::Damping).is_empty());
}

pub const STRIP: &str = r#"
[[section]]
name = "strip"
EA = 1e6
GAy = 4e5
GAz = 4e5
GJ = 80
EIy = 100
EIz = 300
mass_per_length = 0.5
inertia_per_length = [5e-4, 2e-4, 3e-4]
"#;
