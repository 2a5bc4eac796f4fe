//! Forces of contacts: which arrow stands where in one row of the results, and how long it is.

use super::Scene;
use super::poses::{numbers, vector};
use poinsot::math::V3;

/// The longest arrow is at most this part of the size of the model.
pub const LONGEST: f64 = 0.2;

/// What the axis of contact shapes is called in results.
const AXIS: &str = "contact_shape";

/// How what touches moves past the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Friction holds it.
    Sticks,
    /// It slides, or there is no friction.
    Slides,
}

/// The force of all contacts on a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Number of the shape.
    pub shape: usize,
    /// Where its largest force acts [m].
    pub at: V3,
    /// The sum of the forces on it [N].
    pub force: V3,
    /// The state there.
    pub state: State,
}

impl Scene {
    /// Which contact shapes have arrows: all but those on the ground, which feel the opposite of what others have.
    pub fn arrowed(&self, layout: &poinsot::results::Layout) -> Vec<usize> {
        let axis = layout.axes.iter().find(|a| a.name == AXIS);
        let names = axis.map_or(&[][..], |a| &a.labels[..]);
        let moves = |(_, name): &(usize, &String)| !self.items.grounded.contains(name);
        let moving = names.iter().enumerate().filter(moves);
        moving.map(|(k, _)| k).collect()
    }

    /// The arrows of some shapes; none where a shape touches nothing.
    pub fn arrows<'a>(
        &'a self,
        shapes: &'a [usize],
        row: &'a [f64],
    ) -> impl Iterator<Item = Arrow> + 'a {
        let columns = &self.columns;
        shapes.iter().filter_map(move |&shape| {
            let [state] = numbers(row, columns.touch_state, shape);
            let force = vector(row, columns.touch_force, shape);
            let at = vector(row, columns.touch_point, shape);
            let touches = state > 0.5 && force.norm() > 0.0;
            let known = force.iter().chain(at.iter()).all(|x| x.is_finite());
            (touches && known).then_some(Arrow {
                shape,
                at,
                force,
                state: match state > 1.5 {
                    true => State::Slides,
                    false => State::Sticks,
                },
            })
        })
    }
}

/// Newtons that an arrow of one metre stands for: 1, 2 or 5 times a power of ten, with which the largest force is not longer than
/// [`LONGEST`] of the size of the model.
pub fn newtons_per_metre(largest: f64, size: f64) -> f64 {
    let least = largest / (LONGEST * size);
    if !(least.is_normal() && least.is_finite()) {
        return 1.0;
    }
    let power = 10f64.powi(least.log10().floor() as i32);
    // Round-off must not make 1000 out of 100.
    let round = [1.0, 2.0, 5.0].map(|n| n * power);
    let found = round.into_iter().find(|n| *n >= least * (1.0 - 1e-9));
    found.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Items;
    use poinsot::results::{Axis, Layout, Variable};

    #[test]
    fn scales_are_round_and_arrows_not_too_long() {
        for (largest, size, wanted) in [
            (3.0, 1.0, 20.0),
            (20.0, 1.0, 100.0),
            (21.0, 1.0, 200.0),
            (1e-6, 2.0, 5e-6),
            (7e5, 0.1, 5e7),
        ] {
            let found = newtons_per_metre(largest, size);
            assert!((found - wanted).abs() < 1e-9 * wanted, "{found} {wanted}");
            let long = largest / found / size;
            assert!(long <= LONGEST * (1.0 + 1e-8) && long > LONGEST / 2.5 * (1.0 - 1e-8));
        }
        for nothing in [0.0, f64::NAN, f64::INFINITY] {
            assert_eq!(newtons_per_metre(nothing, 1.0), 1.0);
        }
    }

    /// What stands on the ground, touches nothing or is not known has no arrow.
    #[test]
    fn arrows_are_those_of_what_touches() {
        let layout = Layout {
            axes: vec![
                Axis::new("contact_shape", ["floor", "a", "b", "c"]),
                Axis::new("xyz", ["x", "y", "z"]),
            ],
            variables: vec![
                Variable::new("touch_force", "N", "", [0, 1]),
                Variable::new("touch_state", "1", "", [0]),
                Variable::new("touch_point", "m", "", [0, 1]),
            ],
            attributes: vec![],
        };
        let items = Items {
            grounded: vec!["floor".into()],
            ..Items::default()
        };
        let scene = Scene::new(&layout, items, Vec::new());
        let shapes = scene.arrowed(&layout);
        assert_eq!(shapes, [1, 2, 3]);
        let mut row = vec![0.0, 0.0, -3.0, 0.0, 0.0, 3.0, 1.0, 0.0, 0.0];
        row.extend([f64::NAN, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0]);
        row.extend([9.0, 9.0, 9.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
        let found: Vec<Arrow> = scene.arrows(&shapes, &row).collect();
        let arrow = |shape, at, force, state| Arrow {
            shape,
            at,
            force,
            state,
        };
        let sticks = arrow(1, V3::new(0.1, 0.2, 0.3), 3.0 * V3::z(), State::Sticks);
        let slides = arrow(2, V3::new(0.4, 0.5, 0.6), V3::x(), State::Slides);
        assert_eq!(found, [sticks, slides]);
        // Another version may hold none of it.
        assert_eq!(scene.arrows(&shapes, &[]).count(), 0);
    }
}
