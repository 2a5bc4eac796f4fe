//! The things of a model at one instant, drawn. What they look like is said by `crate::scene`.

use super::MeshLook;
use super::colours::{Quantity, Range};
use super::painter::Painter;
use super::refined::{Refined, refined};
use super::section::{self, Look};
use crate::plot::scene::Color;
use crate::scene::clip::clipped;
use crate::scene::cut::{Plane, cut};
use crate::scene::items::{Facets, FlexibleKind, Form, Link};
use crate::scene::mesh::Mesh;
use crate::scene::surface::{Shows, Surface};
use crate::scene::tessellate::{self, Detail};
use crate::scene::{Extent, Frame, Scene};
use poinsot::math::V3;

const BODY: Color = (91, 141, 239);
const ARM: Color = (143, 167, 201);
const JOINT: Color = (224, 160, 48);
const SENSOR: Color = (194, 24, 91);
const LINK: Color = (43, 138, 62);
const DISC: Color = (154, 123, 79);
const BEAM: Color = (125, 147, 173);
const CABLE: Color = (176, 137, 104);
const SHELL: Color = (134, 160, 150);
const SOLID: Color = (156, 146, 170);
/// Inside of hollow sections.
const HOLE: Color = (64, 70, 80);
/// Colour of what stands on the ground, unless the model says another one.
const GROUND: Color = (154, 163, 173);
/// What one looks through more than this is drawn by its edges only.
const CLEAR: f64 = 0.7;
/// What stands on the ground and is larger than so many times the model is a background that is left out.
const DWARFS: f64 = 2.0;

/// How far beside the plane that is asked for solids are cut, as a part of the size of everything.
const BESIDE: f64 = 1e-5;

/// Values that flexible bodies are coloured by.
pub type Coloring<'a> = Option<(&'a Quantity, Range)>;

/// What is drawn, and how large markers are.
pub struct Figures<'a> {
    scene: &'a Scene,
    surfaces: Vec<Surface>,
    size: f64,
    /// Whether lines between elements are drawn, and normals.
    lines: bool,
    normals: bool,
    /// What cuts solids and shells.
    cut: Option<Plane>,
}

/// Lines between elements are drawn unless the user says otherwise if there are at most so many: more would be a grey veil.
const MOST_LINED: usize = 3000;
const NORMAL: Color = (120, 40, 140);

impl<'a> Figures<'a> {
    /// Sizes markers after the places in these frames.
    pub fn new(
        scene: &'a Scene,
        rows: &[Vec<f64>],
        mesh: &MeshLook,
        cut: Option<Plane>,
    ) -> Figures<'a> {
        let size = Extent::of(scene, rows).size();
        let surfaces = tessellate::surfaces(&scene.items, size, &Detail::PICTURE);
        let elements: usize = surfaces.iter().map(|s| s.elements.len()).sum();
        Figures {
            scene,
            surfaces,
            size,
            // Every element of a sheet has two faces.
            lines: mesh.lines.unwrap_or(elements <= 2 * MOST_LINED),
            normals: mesh.normals,
            // Planes along which elements meet would cut both or none of them, by round-off: they are moved a little into what is left.
            cut: cut.map(|plane| Plane {
                distance: plane.distance - BESIDE * size,
                ..plane
            }),
        }
    }

    /// Diagonal of the room of the model [m].
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Everything at one instant.
    pub fn draw(&self, painter: &mut Painter, row: &[f64], coloring: Coloring<'_>) {
        let frame = self.scene.frame(row);
        for surface in &self.surfaces {
            let mesh = surface.at(&frame);
            match surface.shows {
                Shows::Body(_) => painter.solid(&mesh, BODY),
                Shows::Arm(_) => painter.solid(&mesh, ARM),
                Shows::Disc(_) => painter.solid(&mesh, DISC),
                Shows::Joint(_) => painter.solid(&mesh, JOINT),
                Shows::Sensor(_) => painter.solid(&mesh, SENSOR),
                Shows::Shape(k) => self.shape(painter, k, surface, &mesh),
                Shows::Flexible(k) => self.flexible(painter, k, surface, &mesh, row, coloring),
            }
        }
        for link in &self.scene.items.links {
            self.link(painter, &frame, link);
        }
    }

    fn shape(&self, painter: &mut Painter, index: usize, surface: &Surface, mesh: &Mesh) {
        let shape = &self.scene.items.shapes[index];
        if shape.on_ground() && surface.reach() > DWARFS * self.size {
            return;
        }
        let color = match (shape.colour, shape.on_ground()) {
            (Some([r, g, b]), _) => (r, g, b),
            (None, true) => GROUND,
            (None, false) => BODY,
        };
        match shape.opacity < CLEAR {
            true => painter.edges(mesh, color),
            false => painter.solid(mesh, color),
        }
    }

    fn flexible(
        &self,
        painter: &mut Painter,
        index: usize,
        surface: &Surface,
        mesh: &Mesh,
        row: &[f64],
        coloring: Coloring<'_>,
    ) {
        let body = &self.scene.items.flexible[index];
        let plain = match body.kind {
            FlexibleKind::Beam => BEAM,
            FlexibleKind::Cable => CABLE,
            FlexibleKind::Shell => SHELL,
            FlexibleKind::Solid => SOLID,
        };
        let elements = match self.lines {
            true => &surface.elements[..],
            false => &[],
        };
        let coloring = coloring.filter(|(quantity, _)| quantity.applies(body));
        let values = coloring.map(|(quantity, _)| quantity.on(self.scene, surface, row));
        let value = |corner: usize| match &values {
            Some(values) => values[surface.bound_of(corner)],
            None => f64::NAN,
        };
        let color = |mesh: &Mesh, face: usize, value: &dyn Fn(usize) -> f64| match coloring {
            None => plain,
            Some((_, range)) => {
                let corners = mesh.faces.get(face);
                let sum: f64 = corners.iter().map(|&k| value(k as usize)).sum();
                let mean = sum / corners.len() as f64;
                match body.form {
                    Form::Curve(_) => range.color(mean),
                    Form::Facets(_) => range.step(mean),
                }
            }
        };
        match &body.form {
            Form::Curve(_) => {
                painter.surface(mesh, |f| color(mesh, f, &value), false, elements);
            }
            Form::Facets(facets) => {
                let skin = match coloring.is_some() {
                    true => refined(mesh, value, elements),
                    false => Refined::plain(mesh, elements),
                };
                let look = Look {
                    range: coloring.map(|(_, range)| range),
                    plain,
                    lines: self.lines,
                };
                let skin = self.cut(painter, facets, mesh, &value, skin, &look);
                let value = |corner: usize| skin.values[corner];
                let color = |f| color(&skin.mesh, f, &value);
                painter.surface(&skin.mesh, color, false, &skin.elements);
            }
        }
        if let (true, Form::Facets(facets)) = (self.normals, &body.form) {
            // Of a sheet only the upper faces, which are the first.
            for corners in mesh.faces.iter().take(facets.faces.len()) {
                self.normal(painter, mesh, corners);
            }
        }
        for hole in &surface.holes {
            let points: Vec<V3> = hole.iter().map(|&k| mesh.points[k as usize]).collect();
            painter.plate(&points, HOLE);
        }
    }

    /// What the plane leaves of a surface, if there is a plane; draws the inside of a solid.
    fn cut(
        &self,
        painter: &mut Painter,
        facets: &Facets,
        mesh: &Mesh,
        value: &dyn Fn(usize) -> f64,
        skin: Refined,
        look: &Look,
    ) -> Refined {
        let Some(plane) = &self.cut else {
            return skin;
        };
        // Of a volume the corners are its nodes.
        let values: Vec<f64> = (0..mesh.points.len()).map(value).collect();
        let pieces = cut(&facets.volumes, &mesh.points, &values, plane);
        section::inside(painter, pieces, plane, look);
        let left = clipped(&skin.mesh, &skin.values, &skin.elements, plane);
        section::outline(painter, &left, look.plain);
        Refined {
            mesh: left.mesh,
            values: left.values,
            elements: left.elements,
        }
    }

    /// The normal of a face, as long as the face is wide.
    fn normal(&self, painter: &mut Painter, mesh: &Mesh, corners: &[u32]) {
        let normal = mesh.normal(corners);
        let area = 0.5 * normal.norm();
        let points = corners.iter().map(|&k| mesh.points[k as usize]);
        let middle = points.sum::<V3>() / corners.len().max(1) as f64;
        if let Some(normal) = normal.try_normalize(0.0) {
            let long = (0.8 * area.sqrt()).min(0.05 * self.size);
            painter.line(&middle, &(middle + long * normal), NORMAL, 0.8);
        }
    }

    /// Springs as zigzags, dampers, bushings and rods of constant length as lines.
    fn link(&self, painter: &mut Painter, frame: &Frame<'_>, link: &Link) {
        let end = |k: usize| self.scene.columns.anchor(frame.row, &link.between[k]).at;
        let (a, b) = (end(0), end(1));
        let along = b - a;
        let other = match along.z.abs() > 0.9 * along.norm() {
            true => V3::x(),
            false => V3::z(),
        };
        let side = along.cross(&other).try_normalize(0.0).unwrap_or_default();
        let turns = if link.coil { 16 } else { 0 };
        let at = |k: usize| {
            let sign = if k % 2 == 1 { 1.0 } else { -1.0 };
            let out = if k < 2 || k >= turns {
                0.0
            } else {
                0.02 * self.size * sign
            };
            a + along * (k as f64 / (turns + 1) as f64) + side * out
        };
        for k in 0..=turns {
            painter.line(&at(k), &at(k + 1), LINK, 1.6);
        }
    }
}
