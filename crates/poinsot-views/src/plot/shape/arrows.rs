//! Arrows of contact forces, over what they act on: most act on the far side or inside of what is drawn.

use super::camera::Camera;
use super::painter::{Drawn, Side, Style, pale};
use crate::plot::draw::{TEXT, text};
use crate::plot::font;
use crate::plot::scene::{Anchor, Color, Item};
use crate::scene::Scene;
use crate::scene::forces::{LONGEST, State, newtons_per_metre};
use poinsot::math::V3;

/// Colours as in reports.
const STICKS: Color = (0, 139, 160);
const SLIDES: Color = (222, 84, 0);
const WHITE: Color = (255, 255, 255);
/// Width of the shaft and of the white line below it [pixels].
const SHAFT: f64 = 2.0;
const HALO: f64 = 4.0;
/// Length of a head as a part of the longest arrow, as a part of a short arrow at most, and half of its width by its length.
const HEAD: f64 = 0.16;
const MOST_HEAD: f64 = 0.5;
const SLIM: f64 = 0.36;

/// Which forces are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forces {
    /// Numbers of the contact shapes.
    pub shapes: Vec<usize>,
    /// Newtons per metre; none for a round number with which the largest is a fifth of the size of the model at most.
    pub scale: Option<f64>,
}

/// How they are drawn.
pub struct Arrows<'a> {
    shapes: &'a [usize],
    /// Newtons per metre.
    scale: f64,
    /// Length of heads [m].
    head: f64,
    /// Whether there is any.
    some: bool,
}

impl<'a> Arrows<'a> {
    /// One scale for all of these frames, in a model of a size.
    pub fn new(forces: &'a Forces, scene: &Scene, rows: &[Vec<f64>], size: f64) -> Self {
        let all = rows
            .iter()
            .flat_map(|row| scene.arrows(&forces.shapes, row));
        let largest = all.map(|a| a.force.norm()).fold(0.0, f64::max);
        Arrows {
            shapes: &forces.shapes,
            scale: forces
                .scale
                .unwrap_or_else(|| newtons_per_metre(largest, size)),
            head: HEAD * LONGEST * size,
            some: largest > 0.0,
        }
    }

    /// Those of a frame; less than full `strength` makes them pale.
    pub fn draw(&self, camera: &Camera, scene: &Scene, row: &[f64], strength: f64) -> Vec<Drawn> {
        let mut list = Vec::new();
        for arrow in scene.arrows(self.shapes, row) {
            let color = pale(color(arrow.state), strength);
            let along = arrow.force / self.scale;
            list.extend(self.one(camera, &arrow.at, &along, color));
        }
        list
    }

    /// An arrow: a white line, the shaft on it, the head.
    fn one(&self, camera: &Camera, at: &V3, along: &V3, color: Color) -> Vec<Drawn> {
        let ends = [camera.flat(at), camera.flat(&(at + along))];
        let (dx, dy) = (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
        let long = dx.hypot(dy);
        let line = |points: Vec<(f64, f64)>, color, width| Drawn {
            points,
            color,
            style: Style::Line(width),
        };
        // Heads of short arrows, and of those that point at the viewer, are smaller.
        let head = self.head.min(MOST_HEAD * along.norm()) * long / along.norm();
        let mut list = vec![
            line(ends.to_vec(), WHITE, HALO),
            line(ends.to_vec(), color, SHAFT),
        ];
        if long > 0.0 && head.is_finite() {
            let (x, y) = (dx / long, dy / long);
            let neck = (ends[1].0 - head * x, ends[1].1 - head * y);
            let wide = SLIM * self.head.min(MOST_HEAD * along.norm());
            let corner = |sign: f64| (neck.0 - sign * wide * y, neck.1 + sign * wide * x);
            // The shaft ends in the head, not in its tip.
            list.iter_mut().for_each(|line| line.points[1] = neck);
            list.push(Drawn {
                points: vec![ends[1], corner(1.0), corner(-1.0)],
                color,
                style: Style::Face(vec![Side::Plain; 3], [color; 2]),
            });
        }
        list
    }

    /// What colours and lengths mean, from `x` on; returns where it ends.
    pub fn legend(&self, items: &mut Vec<Item>, mut x: f64, y: f64) -> f64 {
        let size = TEXT - 1.0;
        let note = |items: &mut Vec<Item>, x: f64, note: String| {
            let wide = font::width(&note, size);
            items.push(text((x, y), note, size, Anchor::Start));
            x + wide
        };
        if !self.some {
            return note(items, x, "nothing touches at these times".to_owned()) + 28.0;
        }
        x = note(
            items,
            x,
            format!("contact forces, 1 m = {}:", newtons(self.scale)),
        ) + 12.0;
        for (state, word) in [(State::Sticks, "sticks"), (State::Slides, "slides")] {
            let color = color(state);
            items.push(Item::Line {
                points: vec![(x, y - 4.0), (x + 15.0, y - 4.0)],
                color,
                width: SHAFT,
                dash: &[],
                clip: None,
            });
            items.push(Item::Face {
                points: vec![
                    (x + 22.0, y - 4.0),
                    (x + 14.0, y - 7.0),
                    (x + 14.0, y - 1.0),
                ],
                color,
                border: None,
            });
            x = note(items, x + 28.0, word.to_owned()) + 16.0;
        }
        x + 12.0
    }
}

fn color(state: State) -> Color {
    match state {
        State::Sticks => STICKS,
        State::Slides => SLIDES,
    }
}

/// A round force.
fn newtons(value: f64) -> String {
    let (value, unit) = match value.abs() {
        size if size >= 1e6 => (value * 1e-6, "MN"),
        size if size >= 1e3 => (value * 1e-3, "kN"),
        size if size < 1.0 => (value * 1e3, "mN"),
        _ => (value, "N"),
    };
    format!("{} {unit}", super::page::digits(value, 4))
}

#[cfg(test)]
mod tests;
