//! Surfaces around an axis.

use super::cap::Cap;
use super::lattice::{EdgeLines, Lattice, name_edges};
use super::{Curve, Division, SurfaceCells, closed, extent, refused};
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::{ElementMesh, join};
use std::f64::consts::{PI, TAU};

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
    fn frame(&self) -> Result<[V3; 3], MeshError> {
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
    fn turned(
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
fn positive(what: &str, value: f64) -> Result<(), MeshError> {
    match value > 0.0 && value < 1e30 {
        true => Ok(()),
        false => Err(refused(
            format!("{what} cannot be {value} m"),
            "give a positive length",
        )),
    }
}

/// A disc or a sector of one, of quadrilaterals around its centre. `around` counts the cells of the rim, a multiple of 8 for a whole disc
/// (2 per quarter of a turn); `rings` those between the core, which has as many cells as fit the rim, and the rim, from there inwards.
///
/// Groups: `all`, `rim`, and `start` and `end` of a sector. Normals point along the axis.
pub fn disc(
    place: Round,
    radius: f64,
    around: usize,
    rings: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    positive("the radius", radius)?;
    let profile = |s: f64| [radius * (1.0 - s), 0.0];
    place.turned(&profile, around, rings, cells, ["rim", ""])
}

/// An annulus, or a part of one. `across` divides it from the outer radius to the inner one.
///
/// Groups: `all`, `outer`, `inner`, and `start` and `end` of a part. Normals point along the axis.
pub fn annulus(
    place: Round,
    [inner, outer]: [f64; 2],
    around: usize,
    across: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    positive("the inner radius", inner)?;
    positive("the width of the annulus", outer - inner)?;
    let profile = |s: f64| [outer + (inner - outer) * s, 0.0];
    place.turned(&profile, around, across, cells, ["outer", "inner"])
}

/// A cylinder, or a part of one, from the centre along the axis.
///
/// Groups: `all`, `bottom`, `top`, and `start` and `end` of a part. Normals point outwards.
pub fn cylinder(
    place: Round,
    radius: f64,
    height: f64,
    around: usize,
    along: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    cone(place, [radius, radius], height, around, along, cells)
}

/// A cone with the radii of its bottom and its top, from the centre along the axis. One of them may be 0: cells around a tip are those
/// of a disc, see [`disc`].
///
/// Groups: `all`, `bottom`, `top` (none at a tip), and `start` and `end` of a part. Normals point outwards.
pub fn cone(
    place: Round,
    [bottom, top]: [f64; 2],
    height: f64,
    around: usize,
    along: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    positive("the height", height)?;
    positive("the larger radius", bottom.max(top))?;
    for radius in [bottom, top] {
        if radius.is_nan() || radius < 0.0 {
            return Err(refused(
                format!("a radius cannot be {radius} m"),
                "give a positive radius, or 0 for a tip",
            ));
        }
    }
    let profile = |s: f64| [bottom + (top - bottom) * s, height * s];
    place.turned(&profile, around, along, cells, ["bottom", "top"])
}

/// A part of a sphere between two angles from the axis [rad]: 0 is the pole on the axis, pi the other one. An angle that is not 0 leaves
/// a hole around the pole; cells around a pole are those of a disc, see [`disc`]. `along` divides it from the second angle to the first.
///
/// Groups: `all`, `bottom` (second angle), `top` (first angle), none at a pole, and `start` and `end` of a part. Normals point outwards.
pub fn sphere(
    place: Round,
    radius: f64,
    [first, second]: [f64; 2],
    around: usize,
    along: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    positive("the radius", radius)?;
    if !(0.0 <= first && first < second && second <= PI * (1.0 + 1e-9)) {
        return Err(refused(
            format!("a sphere has no part from {first} rad to {second} rad from its axis"),
            "give two rising angles between 0 and 180 degrees",
        ));
    }
    let profile = |s: f64| {
        let polar = second + (first - second) * s;
        [radius * polar.sin(), radius * polar.cos()]
    };
    place.turned(&profile, around, along, cells, ["bottom", "top"])
}

/// The surface that a curve makes when it is turned about an axis through `centre`, from where it is. `along` divides the curve. It may
/// begin or end on the axis: cells around such a pole are those of a disc, see [`disc`]; between two poles each half has half the rings.
///
/// Groups: `all`, `bottom` (what the beginning of the curve makes), `top` (its end), and `start` and `end` of a part of a turn.
/// Normals: the direction of growing angle times the tangent of the curve, which is outwards for a curve that runs along the axis.
pub fn revolution(
    curve: Curve,
    centre: V3,
    axis: V3,
    angle: f64,
    around: usize,
    along: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    let size = extent(curve);
    let unit = axis.normalize();
    let off_axis = |s: f64| {
        let arm = curve(s) - centre;
        arm - unit * unit.dot(&arm)
    };
    // The farthest point of the curve gives a direction that is surely no axis.
    let far = (0..=16).map(|k| off_axis(f64::from(k) / 16.0));
    let far = far.fold(
        V3::zeros(),
        |far, arm| {
            if arm.norm() > far.norm() { arm } else { far }
        },
    );
    let place = Round {
        centre,
        axis,
        from: far,
        angle,
    };
    let [_, _, axis] = place.frame()?;
    let turn = |s: f64, angle: f64| {
        let arm = curve(s) - centre;
        let along = axis * axis.dot(&arm);
        let out = arm - along;
        centre + along + out * angle.cos() + axis.cross(&out) * angle.sin()
    };
    let near = 1e-9 * size.max(far.norm());
    Turned {
        turn: &turn,
        angle,
        poles: [0.0, 1.0].map(|s| off_axis(s).norm() <= near),
        ring: closed(curve),
    }
    .mesh(around, along, cells, ["bottom", "top"])
}

/// A surface of revolution `turn(s, angle)`.
struct Turned<'a> {
    turn: &'a dyn Fn(f64, f64) -> V3,
    angle: f64,
    /// Whether the curve begins, and ends, on the axis.
    poles: [bool; 2],
    /// Whether the curve is closed.
    ring: bool,
}

impl Turned<'_> {
    fn mesh(
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
