//! Euler angles, two axes, axis and angle.

use super::*;
use poinsot::math::orientation::{AxesOf, Axis, EulerSequence, EulerSequenceError};
use poinsot::math::orientation::{axis_angle, between, two_axes};
use poinsot::math::rotation::{exp, matrix};

proptest! {
    #[test]
    fn euler_angles_are_products_of_turns(angles in prop::array::uniform3(-7.0..7.0f64)) {
        for a in Axis::ALL {
            for b in Axis::ALL {
                for c in Axis::ALL {
                    let Some(body) = EulerSequence::new([a, b, c], AxesOf::Body) else {
                        prop_assert!(a == b || b == c);
                        continue;
                    };
                    let [r1, r2, r3] = [(a, 0), (b, 1), (c, 2)].map(|(x, k)| exp(&(angles[k] * x.unit())));
                    close!(matrix(&body.quaternion(angles)), r1 * r2 * r3, ROUND);
                    // Turns about world axes are the same turns about body axes in reverse order.
                    let world = EulerSequence::new([c, b, a], AxesOf::World).expect("reverse of a sequence");
                    let reversed = [angles[2], angles[1], angles[0]];
                    prop_assert!(same_rotation(&world.quaternion(reversed), &body.quaternion(angles)) < ROUND);
                }
            }
        }
    }

    #[test]
    fn two_axes_give_the_frame(a in vector(), b in vector(), k in 0usize..3, step in 1usize..3) {
        let (main, other) = (Axis::ALL[k], Axis::ALL[(k + step) % 3]);
        prop_assume!(a.norm() > 0.1 && b.norm() > 0.1 && a.cross(&b).norm() > 1e-3);
        let r = matrix(&two_axes(main, &a, other, &b).expect("independent axes"));
        prop_assert!(not_rotation(&r) < ROUND);
        // Conditioning of the plane: |a||b|/|a x b| up to 1e4.
        close!(r * main.unit(), a.normalize(), ROUND);
        let e = r * other.unit();
        prop_assert!(e.dot(&b) > 0.0 && (e.dot(&a.cross(&b))).abs() < 1e-11);
        prop_assert_eq!(two_axes(main, &a, other, &(-2.0 * a)), None);
        prop_assert_eq!(two_axes(main, &a, main, &b), None);
    }

    #[test]
    fn axis_and_angle(n in unit(), scale in -150.0..150.0f64, angle in -7.0..7.0f64) {
        let q = axis_angle(&(10f64.powf(scale) * n), angle).expect("an axis");
        close!(matrix(&q), exp(&(angle * n)), ROUND);
    }

    #[test]
    fn between_directions(a in unit(), b in unit(), near in -17.0..-1.0f64) {
        for to in [b, (-a + 10f64.powf(near) * b).normalize(), -a, a] {
            let r = matrix(&between(&a, &to).expect("two directions"));
            prop_assert!(not_rotation(&r) < ROUND);
            // Near opposite directions a x b carries the round-off of the inputs over its length.
            close!(r * a, to, 1e-8);
        }
    }
}

#[test]
fn there_are_24_sequences() {
    assert_eq!(EulerSequence::all().count(), 24);
}

#[test]
fn sequences_are_read_from_text() {
    assert_eq!(
        "ZYX".parse(),
        Ok(EulerSequence::new([Axis::Z, Axis::Y, Axis::X], AxesOf::Body).unwrap())
    );
    assert_eq!(
        "zxz".parse(),
        Ok(EulerSequence::new([Axis::Z, Axis::X, Axis::Z], AxesOf::World).unwrap())
    );
    for text in ["", "xy", "xyzx", "Xyz", "abc", "xaz", "x y", "xyzé", "XÄYZ"] {
        assert!(
            matches!(
                text.parse::<EulerSequence>(),
                Err(EulerSequenceError::Letters { .. })
            ),
            "{text}"
        );
    }
    for text in ["xxy", "ZYY"] {
        assert!(matches!(
            text.parse::<EulerSequence>(),
            Err(EulerSequenceError::Repeated { .. })
        ));
    }
}

#[test]
fn no_axis_no_rotation() {
    assert_eq!(axis_angle(&V3::zeros(), 1.0), None);
    assert_eq!(axis_angle(&V3::new(f64::NAN, 0.0, 1.0), 1.0), None);
    assert_eq!(between(&V3::zeros(), &V3::x()), None);
    assert_eq!(two_axes(Axis::X, &V3::zeros(), Axis::Y, &V3::y()), None);
}
