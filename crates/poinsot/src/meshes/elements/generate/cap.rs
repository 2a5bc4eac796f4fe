//! The part of a surface of revolution around a point on its axis, of quadrilaterals none of which is degenerate.
//!
//! In polar coordinates around the pole it is a disc. A square core, a bit rounded, and a ring around it are made of sectors of about a
//! quarter of a turn: each has a block with a corner at the pole and two blocks outside of it.

use super::lattice::{EdgeLines, Lattice, within_limit};
use super::{Division, SurfaceCells, refused};
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::{ElementMesh, join};
use std::f64::consts::{FRAC_PI_2, TAU};

/// The core's corners are so much farther out than the middles of its sides: 1 is a circle, 1.41 a square. With 1.2, inner angles at
/// the corners are 110 and twice 125 degrees.
const CORNER: f64 = 1.2;

/// A cap: `at(radius, angle)` for radii from 0, at the pole, to 1, at its rim.
pub struct Cap<'a> {
    pub angle: f64,
    pub around: usize,
    /// Cells between the core and the rim, the first of them at the core.
    pub rings: Division,
    /// Normals are those of growing radius times growing angle, or the opposite ones.
    pub opposite: bool,
    pub at: Box<dyn Fn(f64, f64) -> V3 + 'a>,
}

/// A cap without groups, and its edges.
pub struct CapMesh {
    pub mesh: ElementMesh,
    pub rim: EdgeLines,
    pub start: EdgeLines,
    pub end: EdgeLines,
}

impl Cap<'_> {
    pub fn mesh(&self, cells: SurfaceCells) -> Result<CapMesh, MeshError> {
        let sectors = (self.angle / FRAC_PI_2).round().max(1.0) as usize;
        let half = self.around / (2 * sectors);
        if half == 0 || half * 2 * sectors != self.around {
            return Err(refused(
                format!(
                    "{} cells around cannot be divided among {sectors} sectors around a pole",
                    self.around
                ),
                format!("ask for a multiple of {}", 2 * sectors),
            ));
        }
        // A core of half x half cells and two blocks of half x rings for each sector.
        let across = self.rings.cells.checked_mul(2);
        let across = across.and_then(|r| r.checked_add(half));
        let sector = across.and_then(|a| a.checked_mul(half));
        within_limit(sector.and_then(|c| c.checked_mul(sectors)))?;
        let full = self.angle > TAU * (1.0 - 1e-9);
        // Cells of about the same size in the core and in the ring.
        let corner = half as f64 / (half + self.rings.cells) as f64;
        let ray =
            |radius: f64, angle: f64| V3::new(radius * angle.cos(), radius * angle.sin(), 0.0);
        let core: Vec<f64> = Division::from(half).places()?;
        let rings = self.rings.places()?;
        let mut blocks = Vec::new();
        for sector in 0..sectors {
            let part = self.angle / sectors as f64;
            let from = sector as f64 * part;
            // On the first ray, at the corner of the core, on the last ray.
            let turns = [from, from + 0.5 * part, from + part];
            let [a, b, c] = [corner / CORNER, corner, corner / CORNER];
            let inner = [ray(a, turns[0]), ray(b, turns[1]), ray(c, turns[2])];
            let there = |p: V3| {
                let radius = p.norm();
                // The angle within the part, whatever the branch of the inverse tangent.
                let back = (p.y * from.cos() - p.x * from.sin())
                    .atan2(p.x * from.cos() + p.y * from.sin());
                (self.at)(radius, from + back)
            };
            let square = |u: f64, v: f64| {
                there(inner[0] * (u * (1.0 - v)) + inner[1] * (u * v) + inner[2] * ((1.0 - u) * v))
            };
            let lattice = |u: &[f64], v: &[f64], at: &dyn Fn(f64, f64) -> V3| {
                Lattice {
                    u: u.to_vec(),
                    v: v.to_vec(),
                    closed: [false; 2],
                    opposite: self.opposite,
                    at,
                }
                .block(cells)
            };
            blocks.push(lattice(&core, &core, &square)?);
            for side in 0..2 {
                let outside = |w: f64, t: f64| {
                    let turn = turns[side] * (1.0 - t) + turns[side + 1] * t;
                    if w == 1.0 {
                        return (self.at)(1.0, turn);
                    }
                    let inside = inner[side] * (1.0 - t) + inner[side + 1] * t;
                    there(inside * (1.0 - w) + ray(1.0, turn) * w)
                };
                blocks.push(lattice(&rings, &core, &outside)?);
            }
        }
        let last = 3 * sectors - 3;
        let meshes: Vec<&ElementMesh> = blocks.iter().map(|b| &b.mesh).collect();
        let joined = join(&meshes);
        let edge = |block: usize, edge: usize| -> EdgeLines {
            let place = |p: &u32| joined.places[block][*p as usize];
            let lines = blocks[block].edges[edge].iter();
            lines.map(|l| l.iter().map(place).collect()).collect()
        };
        let rim = (0..3 * sectors).filter(|b| b % 3 != 0);
        let rim = rim.flat_map(|b| edge(b, 1)).collect();
        let (start, end) = match full {
            true => (Vec::new(), Vec::new()),
            false => (
                [edge(0, 0), edge(1, 0)].concat(),
                [edge(last + 2, 2), edge(last, 3)].concat(),
            ),
        };
        Ok(CapMesh {
            mesh: joined.mesh,
            rim,
            start,
            end,
        })
    }
}
