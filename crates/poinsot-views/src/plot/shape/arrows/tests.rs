use super::*;
use crate::plot::shape::View;
use crate::scene::Items;
use poinsot::results::{Axis, Layout, Variable};

/// Two shapes: one that sticks and is pushed up by 10 N, one that slides and is pushed by 3 N to the right and 4 N towards the viewer.
fn seen() -> (Scene, Vec<f64>) {
    let layout = Layout {
        axes: vec![
            Axis::new("contact_shape", ["a", "b"]),
            Axis::new("xyz", ["x", "y", "z"]),
        ],
        variables: vec![
            Variable::new("touch_force", "N", "", [0, 1]),
            Variable::new("touch_state", "1", "", [0]),
            Variable::new("touch_point", "m", "", [0, 1]),
        ],
        attributes: vec![],
    };
    let row = [
        [0.0, 0.0, 10.0, 3.0, -4.0, 0.0].as_slice(),
        &[1.0, 2.0],
        &[1.0, 0.0, 0.0, 2.0, 0.0, 0.0],
    ];
    (
        Scene::new(&layout, Items::default(), Vec::new()),
        row.concat(),
    )
}

/// Where the arrows of a colour begin and end.
fn ends(drawn: &[Drawn], color: Color) -> [(f64, f64); 2] {
    let own: Vec<&Drawn> = drawn.iter().filter(|d| d.color == color).collect();
    assert_eq!(own.len(), 2, "a shaft and a head");
    [own[0].points[0], own[1].points[0]]
}

#[test]
fn arrows_are_as_long_as_their_forces() {
    let (scene, row) = seen();
    let rows = [row];
    let forces = |scale| Forces {
        shapes: vec![0, 1],
        scale,
    };
    let camera = Camera::new(View::Front, &V3::z());
    // A fifth of 10 m is 2 m for 10 N: 5 N/m.
    for (scale, by) in [(None, 5.0), (Some(4.0), 4.0)] {
        let forces = forces(scale);
        let arrows = Arrows::new(&forces, &scene, &rows, 10.0);
        let drawn = arrows.draw(&camera, &scene, &rows[0], 1.0);
        let near = |found: (f64, f64), wanted: (f64, f64)| {
            let far = (found.0 - wanted.0).hypot(found.1 - wanted.1);
            assert!(far < 1e-12, "{found:?} {wanted:?}");
        };
        let [tail, tip] = ends(&drawn, STICKS);
        near(tail, (1.0, 0.0));
        near(tip, (1.0, 10.0 / by));
        let [tail, tip] = ends(&drawn, SLIDES);
        near(tail, (2.0, 0.0));
        near(tip, (2.0 + 3.0 / by, 0.0));
        let mut items = Vec::new();
        arrows.legend(&mut items, 0.0, 0.0);
        let words = items.iter().filter_map(|item| match item {
            Item::Text { text, .. } => Some(text.as_str()),
            _ => None,
        });
        let wanted = format!("contact forces, 1 m = {by} N:");
        assert_eq!(words.collect::<Vec<_>>(), [&wanted, "sticks", "slides"]);
    }
}

#[test]
fn where_nothing_touches_the_legend_says_so() {
    let (scene, row) = seen();
    let rows = [vec![0.0; row.len()]];
    let forces = Forces {
        shapes: vec![0, 1],
        scale: None,
    };
    let arrows = Arrows::new(&forces, &scene, &rows, 10.0);
    let camera = Camera::new(View::Front, &V3::z());
    assert!(arrows.draw(&camera, &scene, &rows[0], 1.0).is_empty());
    let mut items = Vec::new();
    arrows.legend(&mut items, 0.0, 0.0);
    assert_eq!(items.len(), 1);
}

#[test]
fn arrows_towards_the_viewer_are_finite() {
    let (scene, row) = seen();
    let rows = [row];
    let forces = Forces {
        shapes: vec![0, 1],
        scale: None,
    };
    let arrows = Arrows::new(&forces, &scene, &rows, 10.0);
    let camera = Camera::new(View::Top, &V3::z());
    let drawn = arrows.draw(&camera, &scene, &rows[0], 1.0);
    let points = drawn.iter().flat_map(|d| &d.points);
    assert!(points.clone().all(|p| p.0.is_finite() && p.1.is_finite()));
}

#[test]
fn forces_have_short_units() {
    for (value, text) in [
        (0.05, "50 mN"),
        (5.0, "5 N"),
        (500.0, "500 N"),
        (2000.0, "2 kN"),
        (5e7, "50 MN"),
    ] {
        assert_eq!(newtons(value), text);
    }
}
