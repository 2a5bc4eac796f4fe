//! Sections: solids and shells cut by a plane, and the inside of solids where it meets them.

use super::colours::Range;
use super::painter::{Painter, Side};
use crate::plot::scene::Color;
use crate::scene::Scene;
use crate::scene::clip::Clipped;
use crate::scene::cut::{Corner, Piece, Plane};
use crate::scene::items::Form;
use poinsot::math::V3;

/// A section that is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// What lies beyond it is taken away.
    pub plane: Plane,
    /// Whether it is turned so that what is taken away is between it and the viewer.
    pub toward_viewer: bool,
}

impl Section {
    /// The plane as it is for a viewer in some direction.
    pub fn plane(&self, toward: &V3) -> Plane {
        match self.toward_viewer && self.plane.normal.dot(toward) < 0.0 {
            true => Plane {
                normal: -self.plane.normal,
                distance: -self.plane.distance,
            },
            false => self.plane,
        }
    }

    /// From where to where solids and shells reach along the normal in some frames [m]; none if there are none.
    pub fn reach(&self, scene: &Scene, rows: &[Vec<f64>]) -> Option<[f64; 2]> {
        let mut ends: Option<[f64; 2]> = None;
        for body in &scene.items.flexible {
            if !matches!(body.form, Form::Facets(_)) {
                continue;
            }
            for row in rows {
                for k in body.first_node..body.first_node + body.nodes {
                    let along = self.plane.normal.dot(&scene.columns.node(row, k).at);
                    let [low, high] = ends.unwrap_or([along; 2]);
                    ends = Some([low.min(along), high.max(along)]);
                }
            }
        }
        ends
    }
}

/// Pieces in which values differ by more than this part of the range of colours are divided, so often at most.
const STEP: f64 = 0.04;
const MOST_HALVINGS: usize = 6;
/// How much brighter the inside of a solid without values is.
const BRIGHT: f64 = 0.3;

/// How a section is drawn.
pub struct Look {
    /// The colours of values; none for the plain colour.
    pub range: Option<Range>,
    /// The colour of the surface.
    pub plain: Color,
    /// Whether lines are drawn between elements.
    pub lines: bool,
}

/// Draws the inside of a solid.
pub fn inside(painter: &mut Painter, pieces: Vec<Piece>, plane: &Plane, look: &Look) {
    for piece in pieces {
        let corners = &piece.corners;
        for k in 1..corners.len().saturating_sub(1) {
            let three = [0, k, k + 1].map(|j| corners[j]);
            divided(painter, three, plane, look, MOST_HALVINGS);
        }
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next).zip(&piece.outer);
        for ((a, b), _) in sides.filter(|(_, outer)| **outer && look.lines) {
            let color = color(0.5 * (a.value + b.value), look);
            painter.on_section(&[a.at, b.at], color, Side::Line);
        }
    }
}

/// The colour of a value.
fn color(value: f64, look: &Look) -> Color {
    match look.range {
        None => brighter(look.plain),
        Some(range) => range.step(value),
    }
}

/// A triangle in pieces of nearly one value.
fn divided(
    painter: &mut Painter,
    corners: [Corner; 3],
    plane: &Plane,
    look: &Look,
    halvings: usize,
) {
    let values = corners.map(|c| c.value);
    let [low, high] = [f64::min, f64::max].map(|f| values.into_iter().fold(values[0], f));
    let most = look.range.map(|range| STEP * (range.high - range.low));
    if most.is_some_and(|most| high - low > most) && halvings > 0 {
        // Across the longest side.
        let long = |k: usize| (corners[(k + 1) % 3].at - corners[k].at).norm();
        let k = (0..3).fold(0, |best, k| if long(k) > long(best) { k } else { best });
        let [a, b, c] = [0, 1, 2].map(|j| corners[(k + j) % 3]);
        let m = Corner {
            at: 0.5 * (a.at + b.at),
            value: 0.5 * (a.value + b.value),
        };
        divided(painter, [a, m, c], plane, look, halvings - 1);
        divided(painter, [m, b, c], plane, look, halvings - 1);
        return;
    }
    let color = color(values.iter().sum::<f64>() / 3.0, look);
    let points = corners.map(|c| c.at).to_vec();
    painter.piece(points, vec![Side::Plain; 3], &plane.normal, color);
}

/// Draws where the plane meets the surface.
pub fn outline(painter: &mut Painter, left: &Clipped, plain: Color) {
    for edge in &left.edges {
        painter.on_section(edge, plain, Side::Edge);
    }
}

fn brighter((r, g, b): Color) -> Color {
    let one = |c: u8| (f64::from(c) + BRIGHT * (255.0 - f64::from(c))).round() as u8;
    (one(r), one(g), one(b))
}
