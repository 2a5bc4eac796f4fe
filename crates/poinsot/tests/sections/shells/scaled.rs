//! Sections of another thickness, and with a given mass.

use super::*;
use poinsot::sections::shells::{ShellProblem, Temperature};

const WARM: Temperature = Temperature {
    mean: 20.0,
    gradient: -4e3,
};

/// A section that is made thicker is the one made of thicker plies, turned and off the surface too.
#[test]
fn thicker_layers_make_a_thicker_section() {
    let stack = |part: f64| {
        let mut stack = plies(graphite(), 0.4e-3, &[0.0, 30.0, -45.0, 70.0]);
        stack[1].thickness = 0.7e-3;
        stack[2].material = steel();
        stack.iter_mut().for_each(|ply| ply.thickness *= part);
        let section = ShellSection::laminate(&stack).expect("a laminate");
        section.with_damping_time(0.01).expect("damped")
    };
    for part in [0.3, 2.5] {
        for offset in [0.0, -0.4e-3] {
            let (thin, wanted) = (stack(1.0), stack(part));
            let made = thin.rotated(0.4).shifted(offset);
            let made = made.of_thickness(part * thin.thickness);
            let wanted = wanted.rotated(0.4).shifted(offset);
            // Round-off of sums over plies, about the middle and back.
            assert!(difference(&made.stiffness, &wanted.stiffness) < 1e-13);
            let [a, b] = [&made, &wanted].map(|s| s.damping.as_deref().expect("damped"));
            assert!(difference(a, b) < 1e-13);
            near(made.thickness, wanted.thickness, 1e-15);
            near(made.middle, wanted.middle, 1e-15);
            near(made.mass.per_area, wanted.mass.per_area, 1e-14);
            near(made.mass.inertia, wanted.mass.inertia, 1e-12);
            let moment = (made.mass.moment - wanted.mass.moment).abs();
            assert!(moment < 1e-13 * wanted.mass.per_area * wanted.thickness);
            for (a, b) in made
                .thermal
                .at(WARM)
                .into_iter()
                .zip(wanted.thermal.at(WARM))
            {
                assert!(
                    (a - b).abs() < 1e-12 * wanted.thermal.at(WARM)[0].abs(),
                    "{a} {b}"
                );
            }
            let both = made
                .stresses(&STRAINS, WARM)
                .zip(wanted.stresses(&STRAINS, WARM));
            for (a, b) in both {
                let size = 1e-12 * b.von_mises();
                for k in 0..3 {
                    assert!((a.plane[k] - b.plane[k]).abs() < size);
                }
                for k in 0..2 {
                    assert!((a.shear[k] - b.shear[k]).abs() < size);
                }
            }
        }
    }
}

/// A given mass lies in the middle of the thickness.
#[test]
fn given_mass_replaces_that_of_the_layers() {
    let section = unsymmetric().with_mass(12.0, 3e-6).expect("a mass");
    assert_eq!(section.mass.per_area, 12.0);
    assert_eq!(section.mass.moment, 0.0);
    assert_eq!(section.mass.inertia, 3e-6);
    let shifted = section.shifted(1e-3);
    near(shifted.mass.moment, 12e-3, 1e-15);
    near(shifted.mass.inertia, 3e-6 + 12e-6, 1e-14);
    for wrong in [0.0, -1.0, f64::NAN] {
        let found: Result<ShellSection, ShellProblem> = unsymmetric().with_mass(wrong, 0.0);
        assert!(found.is_err());
    }
}
