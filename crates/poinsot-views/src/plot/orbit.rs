//! The path of a point in space: three projections and a view of it, all to one scale.

use super::decimate::decimate;
use super::draw::{GRID, INK, TEXT, TITLE, WIDTH, fit, line, style, text};
use super::font;
use super::scale::Scale;
use super::scene::{Anchor, Area, Item, Scene};
use super::shape::{Camera, View};
use poinsot::math::V3;

/// A path.
pub struct Path {
    /// Output whose components it is made of.
    pub name: String,
    /// One per frame.
    pub points: Vec<V3>,
}

/// Paths and what their coordinates are.
pub struct Orbit {
    /// Above the picture.
    pub title: String,
    /// Variable and unit, for the axes: `x [m]`.
    pub unit: String,
    /// The paths.
    pub paths: Vec<Path>,
    /// Direction that points up, against gravity.
    pub up: V3,
}

const LEFT: f64 = 74.0;
const GAP: f64 = 78.0;
const RIGHT: f64 = 30.0;
const HIGHEST: f64 = 760.0;
/// A path thinner than this part of its length lies in a plane.
const FLAT: f64 = 1e-6;

/// Least and largest coordinates of all paths, each span wide enough to be drawn.
fn spans(paths: &[Path]) -> ([(f64, f64); 3], f64) {
    let range = |c: usize| {
        let values = paths
            .iter()
            .flat_map(|p| p.points.iter().map(move |q| q[c]));
        let finite = values.filter(|v| v.is_finite());
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| {
            (a.min(v), b.max(v))
        })
    };
    let found = [0, 1, 2]
        .map(range)
        .map(|(a, b)| if a <= b { (a, b) } else { (0.0, 0.0) });
    let largest = found.iter().map(|(a, b)| b - a).fold(0.0, f64::max);
    let largest = if largest > 0.0 { largest } else { 1.0 };
    let wide = found.map(|(a, b)| {
        let extra = 0.05 * largest + (0.04 * largest - 0.5 * (b - a)).max(0.0);
        (a - extra, b + extra)
    });
    (wide, largest)
}

/// The two coordinates of a path that stays in a plane of the axes, the vertical one second.
pub fn plane_of(paths: &[Path], up: &V3) -> Option<(usize, usize)> {
    let range = |c: usize| {
        let values = paths
            .iter()
            .flat_map(|p| p.points.iter().map(move |q| q[c]));
        let (a, b) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| {
            (a.min(v), b.max(v))
        });
        b - a
    };
    let extents = [0, 1, 2].map(range);
    let largest = extents.into_iter().fold(0.0, f64::max);
    let thin = (0..3).find(|&c| extents[c] <= FLAT * largest)?;
    let (a, b) = ((thin + 1) % 3, (thin + 2) % 3);
    match (up[a].abs() > 0.5, a < b) {
        (true, _) => Some((b, a)),
        (false, true) => Some((a, b)),
        (false, false) if up[b].abs() > 0.5 => Some((a, b)),
        (false, false) => Some((b, a)),
    }
}

/// The picture: front and side view above, top view and view in space below.
pub fn scene_of(orbit: &Orbit) -> Scene {
    let (spans, _) = spans(&orbit.paths);
    let long = |c: usize| spans[c].1 - spans[c].0;
    let camera = Camera::new(View::Iso, &orbit.up);
    let corners = (0..8).map(|k: usize| {
        let side = |c: usize| {
            if k & (1 << c) == 0 {
                spans[c].0
            } else {
                spans[c].1
            }
        };
        V3::new(side(0), side(1), side(2))
    });
    let reach = corners.map(|c| camera.flat(&c)).fold(
        [
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ],
        |b, p| [b[0].min(p.0), b[1].max(p.0), b[2].min(p.1), b[3].max(p.1)],
    );
    let (view_w, view_h) = (reach[1] - reach[0], reach[3] - reach[2]);
    let (right, lower) = (long(1).max(view_w), long(1).max(view_h));
    let room = WIDTH - LEFT - GAP - RIGHT;
    let scale = (room / (long(0) + right)).min(HIGHEST / (long(2) + lower));

    let mut items = Vec::new();
    let mut top = 18.0;
    if !orbit.title.is_empty() {
        top = 40.0;
        let title = fit(&orbit.title, TITLE, WIDTH - 40.0);
        items.push(text((LEFT - 30.0, 26.0), title, TITLE, Anchor::Start));
    }
    top = names(&mut items, orbit, top);
    let axis = |c: usize| format!("{} [{}]", ["x", "y", "z"][c], orbit.unit);
    let second = LEFT + scale * long(0) + GAP;
    let below = top + scale * long(2) + 58.0;
    for (x, y, a, b) in [(LEFT, top, 0, 2), (second, top, 1, 2), (LEFT, below, 0, 1)] {
        let area = Area {
            x,
            y,
            w: scale * long(a),
            h: scale * long(b),
        };
        axes(&mut items, area, [spans[a], spans[b]], [axis(a), axis(b)]);
        let place = |p: &V3| {
            (
                area.x + scale * (p[a] - spans[a].0),
                area.y + scale * (spans[b].1 - p[b]),
            )
        };
        curves(&mut items, orbit, place);
    }
    // The view in space has the box of the paths instead of axes.
    let place = |p: &V3| {
        let (x, y) = camera.flat(p);
        (
            second + scale * (x - reach[0]),
            below + scale * (reach[3] - y),
        )
    };
    bounds(&mut items, &spans, place);
    curves(&mut items, orbit, place);
    let height = below + scale * lower + 60.0;
    let page = Item::Fill {
        area: Area {
            x: 0.0,
            y: 0.0,
            w: WIDTH,
            h: height,
        },
        color: (255, 255, 255),
    };
    items.insert(0, page);
    Scene {
        width: WIDTH,
        height,
        items,
        description: String::new(),
    }
}

/// Names of the paths and of the marks; returns where axes may begin.
fn names(items: &mut Vec<Item>, orbit: &Orbit, top: f64) -> f64 {
    let mut x = LEFT;
    let y = top + 6.0;
    for (k, path) in orbit.paths.iter().enumerate() {
        let name = fit(&path.name, TEXT, 300.0);
        if x + 60.0 + font::width(&name, TEXT) > WIDTH - 190.0 {
            break;
        }
        items.push(line(vec![(x, y), (x + 22.0, y)], style(k).0, 2.0));
        items.push(text((x + 28.0, y + 4.0), name.clone(), TEXT, Anchor::Start));
        x += 46.0 + font::width(&name, TEXT);
    }
    for (name, filled) in [("start", false), ("end", true)] {
        items.push(dot((x + 6.0, y), INK, filled));
        items.push(text(
            (x + 16.0, y + 4.0),
            name.to_owned(),
            TEXT,
            Anchor::Start,
        ));
        x += 36.0 + font::width(name, TEXT);
    }
    top + 24.0
}

fn dot((x, y): (f64, f64), color: super::scene::Color, filled: bool) -> Item {
    Item::Dot {
        x,
        y,
        radius: 4.0,
        color,
        filled,
    }
}

/// Paths with their starts and ends.
fn curves(items: &mut Vec<Item>, orbit: &Orbit, place: impl Fn(&V3) -> (f64, f64)) {
    for (k, path) in orbit.paths.iter().enumerate() {
        let (color, dash) = style(k);
        for points in decimate(path.points.iter().map(&place)) {
            items.push(Item::Line {
                points,
                color,
                width: 1.4,
                dash,
                clip: None,
            });
        }
    }
    for (k, path) in orbit.paths.iter().enumerate() {
        let known = |p: &&V3| p.iter().all(|x| x.is_finite());
        let ends = [
            path.points.iter().find(known),
            path.points.iter().rfind(known),
        ];
        for (end, filled) in ends.into_iter().zip([false, true]) {
            items.extend(end.map(|p| dot(place(p), style(k).0, filled)));
        }
    }
}

fn axes(items: &mut Vec<Item>, area: Area, spans: [(f64, f64); 2], labels: [String; 2]) {
    let bottom = area.y + area.h;
    let wanted = |pixels: f64, each: f64| ((pixels / each) as usize).clamp(3, 10);
    let across = Scale::linear(spans[0].0, spans[0].1, 0.0, wanted(area.w, 75.0));
    let upward = Scale::linear(spans[1].0, spans[1].1, 0.0, wanted(area.h, 45.0));
    for tick in &across.ticks {
        let x = area.x + area.w * across.at(tick.value);
        items.push(line(vec![(x, area.y), (x, bottom)], GRID, 1.0));
        items.push(text(
            (x, bottom + 16.0),
            tick.label.clone(),
            TEXT - 1.0,
            Anchor::Middle,
        ));
    }
    for tick in &upward.ticks {
        let y = bottom - area.h * upward.at(tick.value);
        items.push(line(vec![(area.x, y), (area.x + area.w, y)], GRID, 1.0));
        items.push(text(
            (area.x - 6.0, y + 4.0),
            tick.label.clone(),
            TEXT - 1.0,
            Anchor::End,
        ));
    }
    items.push(line(
        vec![
            (area.x, area.y),
            (area.x, bottom),
            (area.x + area.w, bottom),
        ],
        INK,
        1.0,
    ));
    let [mut a, mut b] = labels;
    for (label, scale) in [(&mut a, &across), (&mut b, &upward)] {
        if !scale.note.is_empty() {
            label.push_str(&format!(" ({})", scale.note));
        }
    }
    items.push(text(
        (area.x + 0.5 * area.w, bottom + 34.0),
        a,
        TEXT,
        Anchor::Middle,
    ));
    items.push(Item::Text {
        x: area.x - 48.0,
        y: area.y + 0.5 * area.h,
        text: b,
        size: TEXT,
        anchor: Anchor::Middle,
        upright: false,
        color: INK,
    });
}

/// Three edges of the box that meet in its lower corner, with the names of the axes.
fn bounds(items: &mut Vec<Item>, spans: &[(f64, f64); 3], place: impl Fn(&V3) -> (f64, f64)) {
    let corner = V3::new(spans[0].0, spans[1].0, spans[2].0);
    for c in 0..3 {
        let mut end = corner;
        end[c] = spans[c].1;
        items.push(Item::Line {
            points: vec![place(&corner), place(&end)],
            color: INK,
            width: 1.0,
            dash: &[],
            clip: None,
        });
        let (from, to) = (place(&corner), place(&end));
        let long = (to.0 - from.0).hypot(to.1 - from.1).max(1e-9);
        let beside = (
            to.0 + 10.0 * (to.0 - from.0) / long,
            to.1 + 10.0 * (to.1 - from.1) / long + 4.0,
        );
        items.push(text(
            beside,
            ["x", "y", "z"][c].to_owned(),
            TEXT,
            Anchor::Middle,
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helix() -> Orbit {
        let at = |k: usize| {
            let t = 0.01 * k as f64;
            V3::new(t.cos(), 2.0 * t.sin(), 0.1 * t)
        };
        Orbit {
            title: "helix".into(),
            unit: "m".into(),
            paths: vec![Path {
                name: "point".into(),
                points: (0..1000).map(at).collect(),
            }],
            up: V3::z(),
        }
    }

    /// Width and height in pixels of the curves, in order.
    fn extents(scene: &Scene) -> Vec<(f64, f64)> {
        let range = |values: &mut dyn Iterator<Item = f64>| {
            let (a, b) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| {
                (a.min(v), b.max(v))
            });
            b - a
        };
        let one = |item: &Item| match item {
            Item::Line { points, width, .. } if *width == 1.4 => Some((
                range(&mut points.iter().map(|p| p.0)),
                range(&mut points.iter().map(|p| p.1)),
            )),
            _ => None,
        };
        scene.items.iter().filter_map(one).collect()
    }

    #[test]
    fn all_views_have_one_scale() {
        let found = extents(&scene_of(&helix()));
        assert_eq!(found.len(), 4);
        let scale = found[0].0 / 2.0;
        // Points nearer than a fifth of a pixel are left out of the curves.
        let near = |a: f64, b: f64| (a - b).abs() < 0.5;
        assert!(
            near(found[0].1, 0.999 * scale) && near(found[1].0, 4.0 * scale),
            "{found:?}"
        );
        assert!(
            near(found[2].0, 2.0 * scale) && near(found[2].1, 4.0 * scale),
            "{found:?}"
        );
        let starts = scene_of(&helix()).items;
        let dots = starts
            .iter()
            .filter(|i| matches!(i, Item::Dot { .. }))
            .count();
        assert_eq!(dots, 2 + 4 * 2);
    }

    #[test]
    fn flat_paths_are_recognised() {
        let flat = |p: fn(f64) -> V3| {
            vec![Path {
                name: String::new(),
                points: (0..10).map(|k| p(f64::from(k))).collect(),
            }]
        };
        assert_eq!(plane_of(&helix().paths, &V3::z()), None);
        assert_eq!(
            plane_of(&flat(|t| V3::new(t, 0.0, t * t)), &V3::z()),
            Some((0, 2))
        );
        assert_eq!(
            plane_of(&flat(|t| V3::new(t, t * t, 1.0)), &V3::y()),
            Some((0, 1))
        );
        assert_eq!(
            plane_of(&flat(|t| V3::new(7.0, t, t * t)), &V3::y()),
            Some((2, 1))
        );
    }

    #[test]
    fn odd_paths_do_no_harm() {
        for points in [
            vec![],
            vec![V3::zeros()],
            vec![V3::repeat(f64::NAN); 3],
            vec![V3::x(); 5],
        ] {
            let orbit = Orbit {
                paths: vec![Path {
                    name: "odd".into(),
                    points,
                }],
                ..helix()
            };
            let svg = super::super::to_svg(&scene_of(&orbit));
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
        }
    }
}
