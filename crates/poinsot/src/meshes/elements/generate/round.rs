//! What all surfaces around an axis have in common.

use super::cap::Cap;
use super::lattice::{EdgeLines, Lattice, name_edges};
use super::{Division, SurfaceCells, closed, refused};
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::{ElementMesh, join};
use std::f64::consts::TAU;

/// An axis and a part of the turn around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// A point of the axis [m]: the centre of a disc, a sphere or the bottom of a cylinder.
    pub centre: V3,
    /// Direction of the axis.
    pub axis: V3,
    /// Direction of the angle 0, made normal to the axis.
    pub from: V3,
    /// The angle of the surface [rad], up to the whole turn.
    pub angle: f64,
}

impl Round {
    /// Unit vectors: angle 0, a quarter of a turn, the axis.
    pub fn frame(&self) -> Result<[V3; 3], MeshError> {
        let axis = self.axis.normalize();
        let from = self.from - axis * axis.dot(&self.from);
        let usable = axis.norm() > 0.5 && from.norm() > 1e-9 * self.from.norm();
        if !usable {
            return Err(refused(
                "the axis and the direction of angle 0 do not span a plane",
                "give two directions that are not parallel",
            ));
        }
        if !(self.angle > 0.0 && self.angle <= TAU * (1.0 + 1e-9)) {
            return Err(refused(
                format!("an angle of {} rad is no part of a turn", self.angle),
                "give an angle above 0, up to 360 degrees",
            ));
        }
        let from = from.normalize();
        Ok([from, axis.cross(&from), axis])
    }

    /// The surface of a curve of radii and heights.
    pub fn turned(
        &self,
        profile: &dyn Fn(f64) -> [f64; 2],
        around: usize,
        along: Division,
        cells: SurfaceCells,
        names: [&str; 2],
    ) -> Result<ElementMesh, MeshError> {
        let [x, y, z] = self.frame()?;
        let turn = |s: f64, angle: f64| {
            let [radius, height] = profile(s);
            self.centre + (x * angle.cos() + y * angle.sin()) * radius + z * height
        };
        let size = [0.0, 0.25, 0.5, 0.75, 1.0].map(|s| profile(s)[0].abs());
        let size = size.into_iter().fold(0.0, f64::max);
        let poles = [0.0, 1.0].map(|s| profile(s)[0].abs() <= 1e-9 * size);
        let curve = |s: f64| turn(s, 0.0);
        let ring = closed(&curve);
        Turned {
            turn: &turn,
            angle: self.angle,
            poles,
            ring,
        }
        .mesh(around, along, cells, names)
    }
}

/// A positive length.
pub fn positive(what: &str, value: f64) -> Result<(), MeshError> {
    match value > 0.0 && value < 1e30 {
        true => Ok(()),
        false => Err(refused(
            format!("{what} cannot be {value} m"),
            "give a positive length",
        )),
    }
}

/// A surface of revolution `turn(s, angle)`.
pub struct Turned<'a> {
    pub turn: &'a dyn Fn(f64, f64) -> V3,
    pub angle: f64,
    /// Whether the curve begins, and ends, on the axis.
    pub poles: [bool; 2],
    /// Whether the curve is closed.
    pub ring: bool,
}

impl Turned<'_> {
    pub fn mesh(
        &self,
        around: usize,
        along: Division,
        cells: SurfaceCells,
        [bottom, top]: [&str; 2],
    ) -> Result<ElementMesh, MeshError> {
        match self.poles {
            [false, false] => self.band(around, along, cells, [bottom, top]),
            [true, false] => self.one_pole([0.0, 1.0], around, along, cells, top),
            [false, true] => self.one_pole([1.0, 0.0], around, along, cells, bottom),
            [true, true] => self.two_poles(around, along, cells),
        }
    }

    fn full(&self) -> bool {
        self.angle > TAU * (1.0 - 1e-9)
    }

    /// No pole: angle first, curve second, `e_phi x c'`.
    fn band(
        &self,
        around: usize,
        along: Division,
        cells: SurfaceCells,
        [bottom, top]: [&str; 2],
    ) -> Result<ElementMesh, MeshError> {
        let block = Lattice {
            u: Division::from(around).places()?,
            v: along.places()?,
            closed: [self.full(), self.ring],
            opposite: false,
            at: &|u, v| (self.turn)(v, u * self.angle),
        }
        .block(cells)?;
        let mut edges: Vec<(&str, EdgeLines)> = Vec::new();
        let [low, end, high, start] = block.edges;
        if !self.ring {
            edges.extend([(bottom, low), (top, high)]);
        }
        if !self.full() {
            edges.extend([("start", start), ("end", end)]);
        }
        let mut mesh = block.mesh;
        name_edges(&mut mesh, &edges);
        Ok(mesh)
    }

    /// The part of the curve from the pole to the rim, by its parameters.
    fn cap(&self, [pole, rim]: [f64; 2], around: usize, along: Division) -> Cap<'_> {
        // Along the curve, the ratio is that of its last cell to its first.
        let rings = match pole < rim {
            true => along,
            false => Division {
                ratio: 1.0 / along.ratio,
                ..along
            },
        };
        Cap {
            opposite: pole < rim,
            rings,
            around,
            angle: self.angle,
            at: Box::new(move |radius, angle| (self.turn)(pole + (rim - pole) * radius, angle)),
        }
    }

    fn one_pole(
        &self,
        ends: [f64; 2],
        around: usize,
        along: Division,
        cells: SurfaceCells,
        rim: &str,
    ) -> Result<ElementMesh, MeshError> {
        let made = self.cap(ends, around, along).mesh(cells)?;
        let mut edges = vec![(rim, made.rim)];
        if !self.full() {
            edges.extend([("start", made.start), ("end", made.end)]);
        }
        let mut mesh = made.mesh;
        name_edges(&mut mesh, &edges);
        Ok(mesh)
    }

    fn two_poles(
        &self,
        around: usize,
        along: Division,
        cells: SurfaceCells,
    ) -> Result<ElementMesh, MeshError> {
        let half = Division::from(along.cells.div_ceil(2));
        let caps = [
            self.cap([0.0, 0.5], around, half).mesh(cells)?,
            self.cap([1.0, 0.5], around, half).mesh(cells)?,
        ];
        let joined = join(&[&caps[0].mesh, &caps[1].mesh]);
        let edge = |cap: usize, lines: &EdgeLines| -> EdgeLines {
            let place = |p: &u32| joined.places[cap][*p as usize];
            let line = |l: &Vec<u32>| l.iter().map(place).collect();
            lines.iter().map(line).collect()
        };
        let both = |one: &EdgeLines, two: &EdgeLines| [edge(0, one), edge(1, two)].concat();
        let mut edges = Vec::new();
        if !self.full() {
            edges.extend([
                ("start", both(&caps[0].start, &caps[1].start)),
                ("end", both(&caps[0].end, &caps[1].end)),
            ]);
        }
        let mut mesh = joined.mesh;
        name_edges(&mut mesh, &edges);
        Ok(mesh)
    }
}
