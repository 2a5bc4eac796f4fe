//! Points of interest on curves, with labels that do not cover each other.

use super::draw::{GRID, INK, TEXT, line, style, text};
use super::font;
use super::scale::Scale;
use super::scene::{Anchor, Area, Item};

/// A point of interest.
#[derive(Clone, Debug, Default)]
pub struct Mark {
    /// Value on the horizontal axis.
    pub x: f64,
    /// Value on the vertical axis.
    pub y: f64,
    /// Beside it; may be empty.
    pub label: String,
    /// A full dot, or an open one.
    pub filled: bool,
    /// The curve it belongs to, whose colour it has; without one it has that of the text.
    pub series: Option<usize>,
}

const RADIUS: f64 = 3.5;
const SIZE: f64 = TEXT - 1.0;

/// Draws marks and their labels; a label that would cover another one goes higher up, with a line down to its point.
pub fn marks(items: &mut Vec<Item>, marks: &[Mark], area: Area, x_axis: &Scale, y_axis: &Scale) {
    let mut taken: Vec<Area> = Vec::new();
    for mark in marks {
        let x = area.x + area.w * x_axis.at(mark.x);
        let y = area.y + area.h * (1.0 - y_axis.at(mark.y));
        if !(x.is_finite() && y.is_finite()) {
            continue;
        }
        if !mark.label.is_empty() {
            let place = place(&mark.label, (x, y), area, &taken);
            if place.y + SIZE < y - 14.0 {
                items.push(line(vec![(x, y), (x, place.y + SIZE + 2.0)], GRID, 1.0));
            }
            let at = (place.x + 0.5 * place.w, place.y + SIZE - 1.0);
            items.push(text(at, mark.label.clone(), SIZE, Anchor::Middle));
            taken.push(place);
        }
        items.push(Item::Dot {
            x,
            y,
            radius: RADIUS,
            color: mark.series.map_or(INK, |k| style(k).0),
            filled: mark.filled,
        });
    }
}

/// A free place for a label: above its point, as low as possible, within the width of the axes.
fn place(label: &str, (x, y): (f64, f64), area: Area, taken: &[Area]) -> Area {
    let w = font::width(label, SIZE);
    let left = (x - 0.5 * w).min(area.x + area.w - w).max(area.x);
    let at = |k: usize| Area {
        x: left,
        y: y - RADIUS - 4.0 - SIZE - (SIZE + 3.0) * k as f64,
        w,
        h: SIZE + 2.0,
    };
    let free =
        |place: &Area| place.y > area.y - 4.0 && !taken.iter().any(|other| overlap(place, other));
    let below = Area {
        y: y + RADIUS + 4.0,
        ..at(0)
    };
    let above = (0..12).map(at).chain([below]).find(free);
    above.unwrap_or(below)
}

fn overlap(a: &Area, b: &Area) -> bool {
    a.x < b.x + b.w + 6.0 && b.x < a.x + a.w + 6.0 && a.y < b.y + b.h && b.y < a.y + a.h
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_close_points_do_not_overlap() {
        let area = Area {
            x: 50.0,
            y: 20.0,
            w: 400.0,
            h: 300.0,
        };
        let axis = Scale::linear(0.0, 1.0, 0.0, 5);
        let list: Vec<Mark> = (0..6)
            .map(|k| Mark {
                x: 0.5 + 0.01 * f64::from(k),
                y: 0.5,
                label: format!("{k}.000 Hz, 0.1 m"),
                filled: true,
                series: None,
            })
            .collect();
        let mut items = Vec::new();
        marks(&mut items, &list, area, &axis, &axis);
        let mut heights: Vec<f64> = items
            .iter()
            .filter_map(|item| match item {
                Item::Text { y, .. } => Some(*y),
                _ => None,
            })
            .collect();
        heights.sort_by(f64::total_cmp);
        assert_eq!(heights.len(), 6);
        assert!(heights.windows(2).all(|w| w[1] - w[0] > SIZE));
    }
}
