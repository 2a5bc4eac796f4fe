//! Lays a snapshot out: title, ground grid, model, directions, colour bar.

use super::Snapshot;
use super::arrows::Arrows;
use super::camera::Camera;
use super::colours::{Quantity, Range, STEPS};
use super::figures::Figures;
use super::painter::{Drawn, Painter};
use crate::plot::draw::{INK, TEXT, TITLE, WIDTH, fit, line, style, text};
use crate::plot::font;
use crate::plot::scale::Scale;
use crate::plot::scene::{Anchor, Area, Color, Item, Scene};
use crate::scene::items::FlexibleKind;
use crate::scene::room::Room;
use poinsot::math::V3;

/// The area for the model is at most so high, and at least so high.
const HIGHEST: f64 = 600.0;
const LOWEST: f64 = 240.0;
const MARGIN: f64 = 26.0;
/// Room for a colour bar.
const BAR: f64 = 110.0;
const GRID: Color = (222, 226, 231);
const WHITE: Color = (255, 255, 255);
/// Strength of the palest of several instants.
const PALEST: f64 = 0.22;
/// Parts of the size of the model that have one distance from the viewer.
const LIMIT: f64 = 0.018;

/// Lines of the grid in one direction: some ten are usual, more where a model is flat and seen from the side.
const MOST_LINES: i128 = 200;

/// The picture of a snapshot.
pub fn scene_of(snapshot: &Snapshot<'_>) -> Scene {
    let up = upward(snapshot);
    let camera = Camera::new(snapshot.view, &up);
    let cut = snapshot.cut.map(|section| section.plane(&camera.toward));
    let figures = Figures::new(snapshot.scene, &snapshot.rows, &snapshot.mesh, cut);
    let size = figures.size();
    let range = snapshot.color.as_ref().map(|quantity| {
        let bodies = &snapshot.scene.items.flexible;
        let each = |row: &Vec<f64>| {
            let values = bodies.iter().flat_map(|body| quantity.values(row, body));
            values.collect::<Vec<_>>()
        };
        let all = snapshot.rows.iter().flat_map(each);
        let found = Range::new(all, quantity.label.starts_with('|'));
        snapshot.range.map_or(found, |ends| found.between(ends))
    });
    let coloring = snapshot.color.as_ref().zip(range);
    let forces = snapshot.forces.as_ref();
    let arrows = forces.map(|f| Arrows::new(f, snapshot.scene, &snapshot.rows, size));
    let mut painter = Painter::new(camera, LIMIT * size);
    let mut drawn: Vec<Drawn> = Vec::new();
    let last = snapshot.rows.len().saturating_sub(1);
    for (k, row) in snapshot.rows.iter().enumerate() {
        painter.strength = match last {
            0 => 1.0,
            _ => PALEST + (1.0 - PALEST) * (k as f64 / last as f64).powi(2),
        };
        if k == last {
            paths(&mut painter, snapshot, size);
        }
        figures.draw(&mut painter, row, coloring);
        drawn.extend(painter.finished());
        if let Some(arrows) = &arrows {
            drawn.extend(arrows.draw(&camera, snapshot.scene, row, painter.strength));
        }
    }
    let (grid, step) = grid(&camera, &painter.room, &up);
    let items = layout(
        snapshot,
        &camera,
        grid,
        drawn,
        range.zip(snapshot.color.as_ref()),
        step,
        arrows.as_ref(),
    );
    Scene {
        description: description(snapshot),
        ..items
    }
}

/// Which way is up: against gravity; without it, y if everything stays in the plane of x and y.
fn upward(snapshot: &Snapshot<'_>) -> V3 {
    let (items, columns) = (&snapshot.scene.items, &snapshot.scene.columns);
    if let Some(up) = items.up.and_then(|up| up.try_normalize(0.0)) {
        return up;
    }
    let mut room = Room::empty();
    for row in &snapshot.rows {
        for k in 0..items.bodies.len() {
            room.add(&columns.body(row, k).at, 0.0);
        }
        for body in &items.flexible {
            for k in 0..body.nodes {
                room.add(&columns.node(row, body.first_node + k).at, 0.0);
            }
        }
    }
    let extent = room.high - room.low;
    match extent.z <= 1e-6 * extent.x.max(extent.y) {
        true => V3::y(),
        false => V3::z(),
    }
}

fn paths(painter: &mut Painter, snapshot: &Snapshot<'_>, size: f64) {
    for (k, (_, points)) in snapshot.paths.iter().enumerate() {
        let (color, _) = style(k + 1);
        // Pieces too short to be seen are joined.
        let mut from: Option<V3> = None;
        for (n, point) in points.iter().enumerate() {
            match from {
                None => from = Some(*point),
                Some(start) if (point - start).norm() > 2e-3 * size || n + 1 == points.len() => {
                    painter.line(&start, point, color, 1.3);
                    from = Some(*point);
                }
                _ => {}
            }
        }
    }
}

/// In words, for those who cannot see it.
fn description(snapshot: &Snapshot<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut add = |count: usize, one: &str, many: &str| {
        if count > 0 {
            parts.push(format!("{count} {}", if count == 1 { one } else { many }));
        }
    };
    let items = &snapshot.scene.items;
    let of = |kind: FlexibleKind| items.flexible.iter().filter(|b| b.kind == kind).count();
    add(items.bodies.len(), "body", "bodies");
    add(of(FlexibleKind::Beam), "beam", "beams");
    add(of(FlexibleKind::Cable), "cable", "cables");
    add(of(FlexibleKind::Shell), "shell", "shells");
    add(of(FlexibleKind::Solid), "solid", "solids");
    add(items.joints.len(), "joint", "joints");
    add(
        items.links.len(),
        "spring, damper or rod",
        "springs, dampers or rods",
    );
    add(items.sensors.len(), "sensor", "sensors");
    format!("{}; {}", parts.join(", "), snapshot.caption)
}

/// A line of the ground grid, in metres.
type GridLine = [(f64, f64); 2];

/// Lines of the ground at round numbers below the model, and their distance.
fn grid(camera: &Camera, room: &Room, up: &V3) -> (Vec<GridLine>, f64) {
    let size = room.size();
    if size <= 0.0 {
        return (Vec::new(), 0.0);
    }
    let ticks = Scale::linear(0.0, size, 0.0, 8).ticks;
    let step = match ticks[..] {
        [ref a, ref b, ..] => b.value - a.value,
        _ => size,
    };
    let guess = if up.x.abs() < 0.9 { V3::x() } else { V3::y() };
    let e1 = (guess - up * up.dot(&guess)).normalize();
    let e2 = up.cross(&e1);
    let corners = (0..8).map(|k: usize| {
        let side = |bit: usize, c: usize| {
            if k & bit == 0 {
                room.low[c]
            } else {
                room.high[c]
            }
        };
        V3::new(side(1, 0), side(2, 1), side(4, 2))
    });
    let span = |axis: &V3| {
        let along = corners.clone().map(|c| c.dot(axis));
        let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| {
            (a.min(x), b.max(x))
        });
        // A flat mechanism still stands on something.
        let extra = (0.12 * size - 0.5 * (high - low)).max(0.0);
        ((low - extra) / step, (high + extra) / step)
    };
    let floor = corners
        .clone()
        .map(|c| c.dot(up))
        .fold(f64::INFINITY, f64::min);
    let whole = |(low, high): (f64, f64)| (low.floor() as i64, high.ceil() as i64);
    let ((a0, a1), (b0, b1)) = (whole(span(&e1)), whole(span(&e2)));
    // Far from the origin, or with places that are not finite, lines would have no sense and no end.
    let many = |from: i64, to: i64| i128::from(to) - i128::from(from) > MOST_LINES;
    if many(a0, a1) || many(b0, b1) {
        return (Vec::new(), 0.0);
    }
    let at = |a: i64, b: i64| {
        camera.flat(&(floor * up + e1 * (a as f64 * step) + e2 * (b as f64 * step)))
    };
    let mut lines: Vec<GridLine> = (a0..=a1).map(|a| [at(a, b0), at(a, b1)]).collect();
    lines.extend((b0..=b1).map(|b| [at(a0, b), at(a1, b)]));
    (lines, step)
}

fn layout(
    snapshot: &Snapshot<'_>,
    camera: &Camera,
    grid: Vec<GridLine>,
    drawn: Vec<Drawn>,
    bar: Option<(Range, &Quantity)>,
    step: f64,
    arrows: Option<&Arrows<'_>>,
) -> Scene {
    let all = drawn
        .iter()
        .flat_map(|d| d.points.iter())
        .chain(grid.iter().flatten());
    let empty = [
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    let [x0, x1, y0, y1] = all.fold(empty, |b, p| {
        [b[0].min(p.0), b[1].max(p.0), b[2].min(p.1), b[3].max(p.1)]
    });
    let wide = WIDTH - 2.0 * MARGIN - if bar.is_some() { BAR } else { 0.0 };
    let (w, h) = ((x1 - x0).max(1e-12), (y1 - y0).max(1e-12));
    let scale = match x0 <= x1 {
        true => (wide / w).min(HIGHEST / h),
        false => 1.0,
    };
    let high = if x0 <= x1 {
        (scale * h).max(LOWEST)
    } else {
        LOWEST
    };
    let mut items = Vec::new();
    let mut top = 16.0;
    for (line, size) in [(&snapshot.title, TITLE), (&snapshot.caption, TEXT)] {
        if !line.is_empty() {
            top += 1.4 * size;
            let line = fit(line, size, WIDTH - 2.0 * MARGIN);
            items.push(text((MARGIN, top - 4.0), line, size, Anchor::Start));
        }
    }
    top += 12.0;
    let middle = (0.5 * (x0 + x1), 0.5 * (y0 + y1));
    let place = |(x, y): (f64, f64)| {
        (
            MARGIN + 0.5 * wide + scale * (x - middle.0),
            top + 0.5 * high - scale * (y - middle.1),
        )
    };
    for [a, b] in grid {
        items.push(Item::Line {
            points: vec![place(a), place(b)],
            color: GRID,
            width: 1.0,
            dash: &[],
            clip: None,
        });
    }
    items.extend(drawn.into_iter().flat_map(|d| d.items(place)));
    if let Some((range, quantity)) = bar {
        let area = Area {
            x: WIDTH - MARGIN - 70.0,
            y: top + 0.5 * (high - high.min(300.0)),
            w: 16.0,
            h: high.min(300.0),
        };
        colour_bar(&mut items, area, range, &quantity.label);
    }
    let bottom = top + high + 14.0;
    directions(&mut items, camera, bottom + 30.0);
    let mut x = MARGIN + 90.0;
    if step > 0.0 {
        let note = format!("grid {} m", short(step));
        items.push(text(
            (x, bottom + 44.0),
            note.clone(),
            TEXT - 1.0,
            Anchor::Start,
        ));
        x += font::width(&note, TEXT - 1.0) + 28.0;
    }
    for (k, (name, _)) in snapshot.paths.iter().enumerate() {
        let (color, _) = style(k + 1);
        items.push(line(
            vec![(x, bottom + 40.0), (x + 20.0, bottom + 40.0)],
            color,
            2.0,
        ));
        let note = format!("path of {name}");
        items.push(text(
            (x + 26.0, bottom + 44.0),
            note.clone(),
            TEXT - 1.0,
            Anchor::Start,
        ));
        x += 26.0 + font::width(&note, TEXT - 1.0) + 24.0;
    }
    if let Some(arrows) = arrows {
        arrows.legend(&mut items, x, bottom + 44.0);
    }
    // Room for an axis that points down.
    let down = [V3::x(), V3::y(), V3::z()].map(|axis| -camera.flat(&axis).1);
    let height = bottom + 64.0 + 18.0 * down.into_iter().fold(0.0, f64::max);
    let page = Item::Fill {
        area: Area {
            x: 0.0,
            y: 0.0,
            w: WIDTH,
            h: height,
        },
        color: WHITE,
    };
    items.insert(0, page);
    Scene {
        width: WIDTH,
        height,
        items,
        description: String::new(),
    }
}

/// The directions x, y, z of the world, those that point away from the viewer first.
fn directions(items: &mut Vec<Item>, camera: &Camera, y: f64) {
    let (origin, long) = ((MARGIN + 34.0, y), 26.0);
    let mut axes = [
        (V3::x(), "x", (200, 30, 30)),
        (V3::y(), "y", (20, 130, 40)),
        (V3::z(), "z", (30, 80, 220)),
    ];
    axes.sort_by(|a, b| camera.nearness(&a.0).total_cmp(&camera.nearness(&b.0)));
    for (axis, name, color) in axes {
        let (dx, dy) = camera.flat(&axis);
        // An axis that points at the viewer is a dot.
        if dx.hypot(dy) < 0.1 {
            items.push(Item::Dot {
                x: origin.0,
                y: origin.1,
                radius: 2.5,
                color,
                filled: camera.nearness(&axis) > 0.0,
            });
            continue;
        }
        let end = (origin.0 + long * dx, origin.1 - long * dy);
        items.push(Item::Line {
            points: vec![origin, end],
            color,
            width: 1.8,
            dash: &[],
            clip: None,
        });
        let beside = 9.0 / dx.hypot(dy);
        items.push(Item::Text {
            x: end.0 + beside * dx,
            y: end.1 - beside * dy + 4.0,
            text: name.to_owned(),
            size: TEXT - 1.0,
            anchor: Anchor::Middle,
            upright: true,
            color: INK,
        });
    }
}

fn colour_bar(items: &mut Vec<Item>, area: Area, range: Range, label: &str) {
    for k in 0..STEPS {
        let part = (k as f64 + 0.5) / STEPS as f64;
        let stripe = area.h / STEPS as f64;
        items.push(Item::Fill {
            area: Area {
                y: area.y + area.h - (k + 1) as f64 * stripe,
                // A little overlap, or seams show.
                h: stripe + 0.5,
                ..area
            },
            color: range.color(range.low + part * (range.high - range.low)),
        });
    }
    let axis = Scale::linear(range.low, range.high, 0.0, 6);
    for tick in &axis.ticks {
        let y = area.y + area.h * (1.0 - axis.at(tick.value));
        let x = area.x + area.w;
        items.push(line(vec![(x, y), (x + 4.0, y)], INK, 1.0));
        items.push(text(
            (x + 8.0, y + 4.0),
            tick.label.clone(),
            TEXT - 1.0,
            Anchor::Start,
        ));
    }
    if let Some([least, most]) = range.found {
        let ends = [
            (area.y - 10.0, "max", most),
            (area.y + area.h + 18.0, "min", least),
        ];
        for (y, name, value) in ends {
            let note = format!("{name} {}", digits(value, 4));
            items.push(text((area.x, y), note, TEXT - 1.0, Anchor::Start));
        }
    }
    let label = match axis.note.is_empty() {
        true => label.to_owned(),
        false => format!("{label}  {}", axis.note),
    };
    items.push(Item::Text {
        x: area.x - 8.0,
        y: area.y + 0.5 * area.h,
        text: label,
        size: TEXT - 1.0,
        anchor: Anchor::Middle,
        upright: false,
        color: INK,
    });
}

/// A number with so many digits, without needless zeros.
pub(super) fn digits(value: f64, count: usize) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e5).contains(&size) {
        let text = format!("{value:.*e}", count - 1);
        let (front, power) = text.split_once('e').unwrap_or((&text, "0"));
        let front = match front.contains('.') {
            true => front.trim_end_matches('0').trim_end_matches('.'),
            false => front,
        };
        return format!("{front}e{power}");
    }
    let power = if size > 0.0 {
        size.log10().floor() as i32
    } else {
        0
    };
    let decimals = (count as i32 - 1 - power).max(0) as usize;
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A round number without needless zeros.
fn short(value: f64) -> String {
    match (1e-4..1e5).contains(&value) {
        true => {
            let text = format!("{value:.6}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        false => format!("{value:.0e}"),
    }
}

#[cfg(test)]
mod tests;
