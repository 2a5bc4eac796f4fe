//! Lays a figure out: sizes, axes, grid, legend, curves.

use super::decimate::decimate;
use super::font;
use super::marks::marks;
use super::scale::Scale;
use super::scene::{Anchor, Area, Color, Item, Scene};
use super::{Figure, Panel};

pub(super) const WIDTH: f64 = 900.0;
pub(super) const TEXT: f64 = 12.0;
pub(super) const TITLE: f64 = 15.0;
const X_TICKS: usize = 10;
const RIGHT: f64 = 24.0;
const LEGEND_ROW: f64 = 19.0;
const LEGEND_ROWS: usize = 4;
pub(super) const INK: Color = (40, 44, 52);
pub(super) const GRID: Color = (226, 229, 233);
const ZERO: Color = (176, 182, 190);

/// Okabe and Ito, "Color Universal Design" (2008), without the yellow that is too light for lines on white.
const PALETTE: [Color; 7] = [
    (0, 114, 178),
    (213, 94, 0),
    (0, 158, 115),
    (204, 121, 167),
    (86, 180, 233),
    (230, 159, 0),
    (0, 0, 0),
];
/// When the colours are used up they come again with another dash.
const DASHES: [&[f32]; 4] = [&[], &[7.0, 4.0], &[2.0, 3.0], &[9.0, 3.0, 2.0, 3.0]];

pub(super) fn style(series: usize) -> (Color, &'static [f32]) {
    let dash = DASHES[(series / PALETTE.len()) % DASHES.len()];
    (PALETTE[series % PALETTE.len()], dash)
}

/// The picture of a figure.
pub fn scene_of(figure: &Figure) -> Scene {
    let height = match figure.panels.len() {
        0 | 1 if figure.equal || figure.tall => 620.0,
        0 | 1 => 400.0,
        2 => 270.0,
        _ => 210.0,
    };
    let mut x_axis = x_axis(figure);
    let mut y_axes: Vec<Scale> = figure.panels.iter().map(|p| y_axis(p, height)).collect();
    // All panels start at the same left edge: room for the widest tick text.
    let widest = y_axes
        .iter()
        .flat_map(|a| &a.ticks)
        .map(|t| font::width(&t.label, TEXT))
        .fold(0.0, f64::max);
    let left = widest + 44.0;
    let width = WIDTH - left - RIGHT;
    if let ([y_axis], true) = (y_axes.as_mut_slice(), figure.equal) {
        equalise(&mut x_axis, y_axis, width / height);
    }

    let mut items = Vec::new();
    let mut y = 18.0;
    if !figure.title.is_empty() {
        y = 44.0;
        let title = fit(&figure.title, TITLE, WIDTH - 40.0);
        items.push(text((left, 26.0), title, TITLE, Anchor::Start));
    }
    let last = figure.panels.len().saturating_sub(1);
    for (index, (panel, y_axis)) in figure.panels.iter().zip(&y_axes).enumerate() {
        y = legend(&mut items, panel, left, y, width);
        if !y_axis.note.is_empty() {
            y += 12.0;
            items.push(text(
                (left, y - 5.0),
                y_axis.note.clone(),
                TEXT - 1.0,
                Anchor::Start,
            ));
        }
        let area = Area {
            x: left,
            y,
            w: width,
            h: height,
        };
        axes(&mut items, panel, area, &x_axis, y_axis, index == last);
        curves(&mut items, panel, area, &x_axis, y_axis);
        marks(&mut items, &panel.marks, area, &x_axis, y_axis);
        y += height + if index == last { 0.0 } else { 20.0 };
    }
    let mut label = figure.x_label.clone();
    if !x_axis.note.is_empty() {
        label = format!("{label}   ({})", x_axis.note);
    }
    items.push(text(
        (left + 0.5 * width, y + 40.0),
        label,
        TEXT,
        Anchor::Middle,
    ));
    let mut total = y + 56.0;
    if !figure.note.is_empty() {
        let note = fit(&figure.note, TEXT - 1.0, WIDTH - left - RIGHT);
        items.push(text((left, total + 4.0), note, TEXT - 1.0, Anchor::Start));
        total += 18.0;
    }
    let page = Area {
        x: 0.0,
        y: 0.0,
        w: WIDTH,
        h: total,
    };
    items.insert(
        0,
        Item::Fill {
            area: page,
            color: (255, 255, 255),
        },
    );
    Scene {
        width: WIDTH,
        height: total,
        items,
        description: String::new(),
    }
}

/// Widens one of the axes until a unit is as long on both, unless a curve would then be a mere line.
fn equalise(x_axis: &mut Scale, y_axis: &mut Scale, shape: f64) {
    let factor = shape * y_axis.span() / x_axis.span();
    if (1.0..10.0).contains(&factor) {
        *x_axis = x_axis.widened(factor, X_TICKS);
    } else if (0.1..1.0).contains(&factor) {
        *y_axis = y_axis.widened(1.0 / factor, X_TICKS);
    }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .filter(|v| v.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| {
            (lo.min(v), hi.max(v))
        })
}

fn x_axis(figure: &Figure) -> Scale {
    let all = figure.panels.iter().flat_map(|p| &p.series);
    if figure.x_log {
        let positive = all.flat_map(|s| s.x.iter().copied()).filter(|x| *x > 0.0);
        let (lo, hi) = range(positive);
        return Scale::log(lo, hi, X_TICKS);
    }
    let (lo, hi) = range(all.clone().flat_map(|s| s.x.iter().copied()));
    // Time runs from edge to edge; a path in a plane wants a little air.
    let forward = all.clone().all(|s| s.x.windows(2).all(|w| w[1] >= w[0]));
    Scale::linear(lo, hi, if forward { 0.0 } else { 0.04 }, X_TICKS)
}

fn y_axis(panel: &Panel, height: f64) -> Scale {
    let wanted = (height / 45.0) as usize;
    let values = panel.series.iter().flat_map(|s| s.y.iter().copied());
    if panel.log {
        let (lo, hi) = range(values.filter(|v| *v > 0.0));
        Scale::log(lo, hi, wanted)
    } else {
        let (lo, hi) = range(values);
        Scale::linear(lo, hi, 0.05, wanted)
    }
}

/// Ticks, grid, frame and the text of the vertical axis.
fn axes(
    items: &mut Vec<Item>,
    panel: &Panel,
    area: Area,
    x_axis: &Scale,
    y_axis: &Scale,
    last: bool,
) {
    let bottom = area.y + area.h;
    for tick in &x_axis.ticks {
        let x = area.x + area.w * x_axis.at(tick.value);
        items.push(line(vec![(x, area.y), (x, bottom)], GRID, 1.0));
        if last {
            items.push(line(vec![(x, bottom), (x, bottom + 4.0)], INK, 1.0));
            items.push(text(
                (x, bottom + 18.0),
                tick.label.clone(),
                TEXT,
                Anchor::Middle,
            ));
        }
    }
    for tick in &y_axis.ticks {
        let y = bottom - area.h * y_axis.at(tick.value);
        let color = if tick.value == 0.0 && !panel.log {
            ZERO
        } else {
            GRID
        };
        items.push(line(vec![(area.x, y), (area.x + area.w, y)], color, 1.0));
        items.push(text(
            (area.x - 7.0, y + 4.0),
            tick.label.clone(),
            TEXT,
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
    items.push(Item::Text {
        x: 20.0,
        y: area.y + 0.5 * area.h,
        text: fit(&panel.y_label, TEXT, area.h + 30.0),
        size: TEXT,
        anchor: Anchor::Middle,
        upright: false,
        color: INK,
    });
}

fn curves(items: &mut Vec<Item>, panel: &Panel, area: Area, x_axis: &Scale, y_axis: &Scale) {
    let bottom = area.y + area.h;
    // A little wider than the axes, so that a line along the border keeps its full width.
    let clip = Area {
        x: area.x - 1.0,
        y: area.y - 1.0,
        w: area.w + 2.0,
        h: area.h + 2.0,
    };
    for (index, series) in panel.series.iter().enumerate() {
        let (color, dash) = style(index);
        let place = |(&x, &y): (&f64, &f64)| {
            // On a logarithmic axis the place of a value that is not positive is not finite: a gap.
            (
                area.x + area.w * x_axis.at(x),
                bottom - area.h * y_axis.at(y),
            )
        };
        for mut points in decimate(series.x.iter().zip(&series.y).map(place)) {
            if let [(x, y)] = points[..] {
                points = vec![(x - 1.0, y), (x + 1.0, y)];
            }
            items.push(Item::Line {
                points,
                color,
                width: 1.5,
                dash,
                clip: Some(clip),
            });
        }
    }
}

/// Rows of names above the axes; returns where the axes may begin.
fn legend(items: &mut Vec<Item>, panel: &Panel, left: f64, top: f64, width: f64) -> f64 {
    if panel.series.len() < 2 {
        return top;
    }
    let (mut x, mut row) = (0.0, 0);
    for (index, series) in panel.series.iter().enumerate() {
        let name = fit(&series.name, TEXT, width - 40.0);
        let needed = 30.0 + font::width(&name, TEXT);
        if x + needed > width && x > 0.0 {
            x = 0.0;
            row += 1;
        }
        let y = top + 6.0 + LEGEND_ROW * row as f64;
        if row + 1 == LEGEND_ROWS && x + needed > 0.75 * width && index + 1 < panel.series.len() {
            let more = format!("… and {} more", panel.series.len() - index);
            items.push(text((left + x, y + 4.0), more, TEXT, Anchor::Start));
            break;
        }
        let (color, dash) = style(index);
        items.push(Item::Line {
            points: vec![(left + x, y), (left + x + 22.0, y)],
            color,
            width: 2.0,
            dash,
            clip: None,
        });
        items.push(text((left + x + 28.0, y + 4.0), name, TEXT, Anchor::Start));
        x += needed + 18.0;
    }
    top + LEGEND_ROW * (row + 1) as f64 + 3.0
}

pub(super) fn line(points: Vec<(f64, f64)>, color: Color, width: f64) -> Item {
    // Thin lines on half pixels are sharp.
    let points = points
        .into_iter()
        .map(|(x, y)| (x.floor() + 0.5, y.floor() + 0.5))
        .collect();
    Item::Line {
        points,
        color,
        width,
        dash: &[],
        clip: None,
    }
}

pub(super) fn text((x, y): (f64, f64), text: String, size: f64, anchor: Anchor) -> Item {
    Item::Text {
        x,
        y,
        text,
        size,
        anchor,
        upright: true,
        color: INK,
    }
}

/// A text cut to a width, with an ellipsis if something is missing.
pub(super) fn fit(text: &str, size: f64, width: f64) -> String {
    let mut short = text.to_owned();
    if font::width(&short, size) <= width {
        return short;
    }
    while short.pop().is_some() && font::width(&short, size) > width - size {}
    short + "…"
}

#[cfg(test)]
mod tests;
