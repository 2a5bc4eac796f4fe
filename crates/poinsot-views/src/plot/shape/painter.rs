//! Draws surfaces as flat faces, those behind first, with the edges that a draughtsman would draw.

use super::camera::Camera;
use crate::plot::scene::{Color, FACE_BORDER, Item};
use crate::scene::mesh::Mesh;
use crate::scene::room::Room;
use poinsot::math::V3;
use std::collections::BTreeMap;

/// Faces that meet at more than this angle (its cosine) have an edge.
const EDGE: f64 = 0.8;
/// How much darker edges are.
const DARK: f64 = 0.45;
/// Light that reaches every face.
const AMBIENT: f64 = 0.62;
const EDGE_WIDTH: f64 = 0.9;
/// How much darker lines between elements are, how much lighter on dark faces, and their width.
const LINE: f64 = 0.68;
const LIGHT: f64 = 0.7;
const LINE_WIDTH: f64 = 0.5;
/// Faces and lines are not divided further when an instant, or all of them, have so many pieces: a picture shows no more.
const MOST_PIECES: usize = 60_000;
const MOST_OF_ALL: usize = 300_000;
/// A face is halved so often at most. Far from the origin halves may be as large as the whole, by round-off.
const MOST_HALVINGS: usize = 30;

/// A thing in the picture, in metres.
struct Flat {
    nearness: f64,
    drawn: Drawn,
}

/// Collects what is seen from one direction.
pub struct Painter {
    camera: Camera,
    light: V3,
    /// Faces and edges longer than this are divided: what is small has one distance from the viewer.
    limit: f64,
    /// 1 for full colours, less for paler ones.
    pub strength: f64,
    /// What everything so far takes.
    pub room: Room,
    list: Vec<Flat>,
    /// Pieces of all instants so far.
    pieces: usize,
}

impl Painter {
    pub fn new(camera: Camera, limit: f64) -> Painter {
        let light = camera.toward + 0.9 * camera.upward - 0.45 * camera.across;
        Painter {
            camera,
            light: light.normalize(),
            limit,
            strength: 1.0,
            room: Room::empty(),
            list: Vec::new(),
            pieces: 0,
        }
    }

    /// A closed surface in one colour.
    pub fn solid(&mut self, mesh: &Mesh, color: Color) {
        self.surface(mesh, |_| color, true, &[]);
    }

    /// The edges of a closed surface that one looks through.
    pub fn edges(&mut self, mesh: &Mesh, color: Color) {
        let normal = |f: usize| {
            let normal = mesh.normal(mesh.faces.get(f)).try_normalize(0.0);
            normal.unwrap_or_default()
        };
        for ((a, b), faces) in meetings(mesh) {
            let drawn = match faces[..] {
                [f, g] => {
                    let (f, g) = (normal(f), normal(g));
                    let front = |n: &V3| self.camera.toward.dot(n) > 1e-9;
                    front(&f) != front(&g) || f.dot(&g) < EDGE
                }
                _ => true,
            };
            if drawn {
                self.line(
                    &mesh.points[a as usize],
                    &mesh.points[b as usize],
                    scaled(color, 0.8),
                    EDGE_WIDTH,
                );
            }
        }
    }

    /// A closed surface with a colour for each face; concave faces are not divided. Lines are drawn between faces of different elements.
    pub fn surface(
        &mut self,
        mesh: &Mesh,
        color: impl Fn(usize) -> Color,
        convex: bool,
        elements: &[u32],
    ) {
        let normals: Vec<V3> = mesh
            .faces
            .iter()
            .map(|f| mesh.normal(f).try_normalize(0.0).unwrap_or_default())
            .collect();
        let front: Vec<bool> = normals
            .iter()
            .map(|n| self.camera.toward.dot(n) > 1e-9)
            .collect();
        let meets = meetings(mesh);
        for (f, face) in mesh.faces.iter().enumerate().filter(|(f, _)| front[*f]) {
            let side = |k: usize| {
                let (a, b) = (face[k], face[(k + 1) % face.len()]);
                match meets.get(&(a.min(b), a.max(b))).map(Vec::as_slice) {
                    Some(&[f, g]) => {
                        let differ = elements.get(f) != elements.get(g);
                        match front[f] != front[g] || normals[f].dot(&normals[g]) < EDGE {
                            true => Side::Edge,
                            false if differ => Side::Line,
                            false => Side::Plain,
                        }
                    }
                    _ => Side::Edge,
                }
            };
            let shade = AMBIENT + (1.0 - AMBIENT) * self.light.dot(&normals[f]).max(0.0);
            let piece = Piece {
                points: face.iter().map(|&k| mesh.points[k as usize]).collect(),
                sides: (0..face.len()).map(side).collect(),
            };
            let own = color(f);
            let face_color = scaled(own, shade);
            let colors = [face_color, scaled(own, DARK), between_elements(face_color)];
            if convex || face.len() <= 4 {
                self.divided(piece, colors, MOST_HALVINGS);
            } else {
                self.face(piece, colors);
            }
        }
    }

    /// A flat face that is seen from both sides, just in front of what it lies on.
    pub fn plate(&mut self, points: &[V3], color: Color) {
        self.push(
            points,
            color,
            Style::Face(Vec::new(), [color; 2]),
            0.02 * self.limit,
        );
    }

    /// A convex piece of a plane that is seen from along its normal, with its sides as they are given.
    pub fn piece(&mut self, points: Vec<V3>, sides: Vec<Side>, normal: &V3, own: Color) {
        if self.camera.toward.dot(normal) > 1e-9 {
            let shade = AMBIENT + (1.0 - AMBIENT) * self.light.dot(normal).max(0.0);
            let color = scaled(own, shade);
            let colors = [color, scaled(own, DARK), between_elements(color)];
            self.divided(Piece { points, sides }, colors, MOST_HALVINGS);
        }
    }

    /// Lines of a section, just in front of its pieces: its outline, or lines between elements.
    pub fn on_section(&mut self, [from, to]: &[V3; 2], own: Color, side: Side) {
        let (color, width) = match side {
            Side::Plain => return,
            Side::Edge => (scaled(own, DARK), EDGE_WIDTH),
            Side::Line => (between_elements(own), LINE_WIDTH),
        };
        self.push(&[*from, *to], color, Style::Line(width), self.limit);
    }

    /// A line in space; the width is in pixels.
    pub fn line(&mut self, from: &V3, to: &V3, color: Color, width: f64) {
        let pieces = match self.room_for_more() {
            true => ((to - from).norm() / self.limit).ceil().clamp(1.0, 1e4) as usize,
            false => 1,
        };
        let at = |k: usize| from + (to - from) * (k as f64 / pieces as f64);
        for k in 0..pieces {
            self.push(&[at(k), at(k + 1)], color, Style::Line(width), 0.0);
        }
    }

    /// A face in pieces small enough, halved so often at most.
    fn divided(&mut self, piece: Piece, colors: [Color; 3], halvings: usize) {
        let Piece {
            points,
            sides: edges,
        } = &piece;
        let n = points.len();
        let center = points.iter().sum::<V3>() / n.max(1) as f64;
        let large = points.iter().any(|p| (p - center).norm() > self.limit);
        if !large || halvings == 0 || !self.room_for_more() {
            return self.face(piece, colors);
        }
        let less = halvings - 1;
        let side = |k: usize| (points[(k + 1) % n] - points[k]).norm();
        let middle = |k: usize| 0.5 * (points[(k + 1) % n] + points[k]);
        match n {
            // Across the longest side.
            3 => {
                let k = usize::from(side(1) > side(0));
                let k = if side(2) > side(k) { 2 } else { k };
                let (a, b, c) = (points[k], points[(k + 1) % 3], points[(k + 2) % 3]);
                let [ab, bc, ca] = [0, 1, 2].map(|j| edges[(k + j) % 3]);
                let m = middle(k);
                self.divided(Piece::new([a, m, c], [ab, Side::Plain, ca]), colors, less);
                self.divided(Piece::new([m, b, c], [ab, bc, Side::Plain]), colors, less);
            }
            4 => {
                let k = usize::from(side(1) + side(3) > side(0) + side(2));
                let (p, q) = (middle(k), middle(k + 2));
                let at = |j: usize| points[(k + j) % 4];
                let e = |j: usize| edges[(k + j) % 4];
                self.divided(
                    Piece::new([at(0), p, q, at(3)], [e(0), Side::Plain, e(2), e(3)]),
                    colors,
                    less,
                );
                self.divided(
                    Piece::new([p, at(1), at(2), q], [e(0), e(1), e(2), Side::Plain]),
                    colors,
                    less,
                );
            }
            _ => {
                for k in 0..n {
                    let triangle = [points[k], points[(k + 1) % n], center];
                    let sides = [edges[k], Side::Plain, Side::Plain];
                    self.divided(Piece::new(triangle, sides), colors, less);
                }
            }
        }
    }

    fn room_for_more(&self) -> bool {
        self.list.len() < MOST_PIECES && self.pieces < MOST_OF_ALL
    }

    fn face(&mut self, piece: Piece, [color, edge, line]: [Color; 3]) {
        let style = Style::Face(piece.sides, [edge, line]);
        self.push(&piece.points, color, style, 0.0);
    }

    fn push(&mut self, points: &[V3], color: Color, style: Style, lift: f64) {
        let middle = points.iter().sum::<V3>() / points.len().max(1) as f64;
        let nearness = self.camera.nearness(&middle) + lift;
        let flat: Vec<(f64, f64)> = points.iter().map(|p| self.camera.flat(p)).collect();
        // What is too far away to be drawn counts as well, or it would be divided for ever.
        self.pieces += 1;
        if nearness.is_finite() && flat.iter().all(|p| p.0.is_finite() && p.1.is_finite()) {
            points.iter().for_each(|p| self.room.add(p, 0.0));
            let style = match style {
                Style::Face(sides, colors) => {
                    Style::Face(sides, colors.map(|c| pale(c, self.strength)))
                }
                line => line,
            };
            self.list.push(Flat {
                nearness,
                drawn: Drawn {
                    points: flat,
                    color: pale(color, self.strength),
                    style,
                },
            });
        }
    }

    /// Everything so far, from behind; the next things come on top of it.
    pub fn finished(&mut self) -> Vec<Drawn> {
        // Stable: among equals the order of the model decides.
        self.list.sort_by(|a, b| a.nearness.total_cmp(&b.nearness));
        self.list.drain(..).map(|flat| flat.drawn).collect()
    }
}

/// The faces that meet along every line between two corners.
fn meetings(mesh: &Mesh) -> BTreeMap<(u32, u32), Vec<usize>> {
    let mut meets: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    for (f, face) in mesh.faces.iter().enumerate() {
        for (k, &a) in face.iter().enumerate() {
            let b = face[(k + 1) % face.len()];
            meets.entry((a.min(b), a.max(b))).or_default().push(f);
        }
    }
    meets
}

/// How a side of a face is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Not at all.
    Plain,
    /// As a line between elements.
    Line,
    /// As an edge.
    Edge,
}

/// A face and its sides: side `k` leads from point `k` to the next.
struct Piece {
    points: Vec<V3>,
    sides: Vec<Side>,
}

impl Piece {
    fn new<const N: usize>(points: [V3; N], sides: [Side; N]) -> Piece {
        Piece {
            points: points.to_vec(),
            sides: sides.to_vec(),
        }
    }
}

/// How something is drawn.
pub enum Style {
    /// Filled, then those sides that are drawn, in the colours of edges and lines. A side that is drawn with its face is hidden by
    /// what hides the face.
    Face(Vec<Side>, [Color; 2]),
    /// With a width in pixels.
    Line(f64),
}

/// A face or line in its final order, in metres to the right and upwards.
pub struct Drawn {
    pub points: Vec<(f64, f64)>,
    pub color: Color,
    pub style: Style,
}

impl Drawn {
    /// In pixels.
    pub fn items(self, place: impl Fn((f64, f64)) -> (f64, f64)) -> Vec<Item> {
        let points: Vec<(f64, f64)> = self.points.into_iter().map(place).collect();
        let line = |points: Vec<(f64, f64)>, color: Color, width: f64| Item::Line {
            points,
            color,
            width,
            dash: &[],
            clip: None,
        };
        match self.style {
            Style::Line(width) => vec![line(points, self.color, width)],
            Style::Face(sides, [edge, thin]) => {
                let drawn = |(k, side): (usize, &Side)| {
                    let (color, width) = match side {
                        Side::Plain => return None,
                        Side::Line => (thin, LINE_WIDTH),
                        Side::Edge => (edge, EDGE_WIDTH),
                    };
                    let ends = longer(points[k], points[(k + 1) % points.len()]);
                    Some(line(ends, color, width))
                };
                let lines: Vec<Item> = sides.iter().enumerate().filter_map(drawn).collect();
                let face = Item::Face {
                    points,
                    color: self.color,
                    border: None,
                };
                std::iter::once(face).chain(lines).collect()
            }
        }
    }
}

/// An edge a little longer at both ends: the border of its face has covered the end of the neighbour's edge.
fn longer(a: (f64, f64), b: (f64, f64)) -> Vec<(f64, f64)> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let part = FACE_BORDER / dx.hypot(dy).max(FACE_BORDER);
    vec![
        (a.0 - part * dx, a.1 - part * dy),
        (b.0 + part * dx, b.1 + part * dy),
    ]
}

fn scaled(color: Color, factor: f64) -> Color {
    let one = |c: u8| (f64::from(c) * factor).round().clamp(0.0, 255.0) as u8;
    (one(color.0), one(color.1), one(color.2))
}

/// The colour of a line between elements, which must be seen on bright faces and on dark ones.
fn between_elements((r, g, b): Color) -> Color {
    let bright = 0.3 * f64::from(r) + 0.6 * f64::from(g) + 0.1 * f64::from(b);
    match bright < 80.0 {
        true => pale((r, g, b), LIGHT),
        false => scaled((r, g, b), LINE),
    }
}

/// A colour mixed with white.
pub fn pale(color: Color, strength: f64) -> Color {
    let one = |c: u8| (255.0 + strength * (f64::from(c) - 255.0)).round() as u8;
    (one(color.0), one(color.1), one(color.2))
}

#[cfg(test)]
mod tests;
