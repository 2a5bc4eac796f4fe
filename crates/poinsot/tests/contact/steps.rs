//! Steps that the control chooses.

use crate::exact::{ball, reference};
use crate::ran::run;
use poinsot::mechanics::forces::loss_of_restitution;

/// With `accuracy`, steps of 14 ms in flight and of microseconds where the ball touches a hard floor are found without any hint,
/// and the height after an impact of a millisecond is as near to the exact one as was asked for.
#[test]
fn accuracy_finds_an_impact() {
    let (duration, e) = (0.7, 0.6);
    let [height, speed] = reference(|d| 1e7 * d, loss_of_restitution(e), duration);
    for scheme in ["ep", "ed"] {
        for (accuracy, most) in [(1e-3, 300), (1e-4, 500), (1e-5, 800)] {
            let settings =
                format!("duration = {duration}\naccuracy = {accuracy}\nscheme = \"{scheme}\"");
            let ran = run(&ball(
                &settings,
                &format!("stiffness = 1e7\nrestitution = {e}"),
            ));
            let what = format!("{scheme} {accuracy}");
            let off = ran.last("ball.position.z") - 0.1 - height;
            // Accuracy is meant for places, in units of the size of the model, here of a metre.
            assert!(off.abs() < accuracy, "{what}: {off:e}");
            // A shift of the impact by that over 4.5 m/s changes the speed by 10 m/s^2 times that, and the loss some more.
            let off = ran.last("ball.velocity.z") - speed;
            assert!(off.abs() < 5.0 * accuracy, "{what}: {off:e}");
            assert_eq!(ran.outcome.impacts, 1, "{what}");
            assert!(ran.gap() < 1e-11, "{what}: {:e}", ran.gap());
            // Steps that resolve the impact everywhere would be 70 000.
            let steps = ran.frames.len();
            assert!(steps < most, "{what}: {steps}");
        }
    }
}
