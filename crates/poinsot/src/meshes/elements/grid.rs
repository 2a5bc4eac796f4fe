//! Points that coincide, found in a grid.

use super::ElementMesh;
use crate::math::V3;
use std::collections::HashMap;

/// Points closer than this part of the shortest edge coincide. Round-off is far below it, and cells are far above it.
pub const TOLERANCE: f64 = 1e-4;

/// Distance below which points of meshes coincide [m]: [`TOLERANCE`] of the shortest edge of all cells, and at least the round-off of
/// places in a region of this size. Edges without length do not count.
pub fn tolerance(meshes: &[&ElementMesh]) -> f64 {
    let mut shortest = f64::INFINITY;
    let (mut low, mut high) = (V3::repeat(f64::INFINITY), V3::repeat(f64::NEG_INFINITY));
    for mesh in meshes {
        for p in &mesh.points {
            low = low.inf(p);
            high = high.sup(p);
        }
    }
    let size = low.amax().max(high.amax());
    let round_off = if size.is_finite() { 1e-13 * size } else { 0.0 };
    for mesh in meshes {
        for (k, cell) in mesh.cells.iter().enumerate() {
            let points = mesh.cell_points(k);
            for edge in cell.kind.edges() {
                let [a, b] = edge.ends.map(|e| mesh.points[points[e] as usize]);
                let length = (b - a).norm();
                if length > round_off && length < shortest {
                    shortest = length;
                }
            }
        }
    }
    match shortest.is_finite() {
        true => (TOLERANCE * shortest).max(round_off),
        false => round_off,
    }
}

/// Points by the box of a grid they are in; boxes are as wide as the tolerance, so that what coincides is in neighbouring ones. Points in
/// the grid are farther apart than the tolerance: a box holds a few of them at most, and a search takes constant time.
pub struct Grid {
    width: f64,
    /// The last point that entered a box.
    last: HashMap<[i64; 3], u32>,
    entered: Vec<Entered>,
}

/// A point, the place given with it, and the one that entered its box before.
struct Entered {
    at: V3,
    place: u32,
    before: Option<u32>,
}

impl Grid {
    pub fn new(tolerance: f64) -> Grid {
        Grid {
            width: tolerance,
            last: HashMap::new(),
            entered: Vec::new(),
        }
    }

    fn cell(&self, at: &V3) -> [i64; 3] {
        // Without a tolerance only the same numbers coincide; minus zero is zero.
        [at.x, at.y, at.z].map(|x| match self.width > 0.0 {
            true => (x / self.width).floor() as i64,
            false => (x + 0.0).to_bits() as i64,
        })
    }

    /// The place of the point that coincides with this one; otherwise this one enters with the place given. Of several the nearest, of
    /// these the first.
    pub fn find_or_add(&mut self, at: V3, place: u32) -> Option<u32> {
        let own = self.cell(&at);
        let mut nearest: Option<(f64, u32)> = None;
        for step in 0..27 {
            let way = [step % 3 - 1, step / 3 % 3 - 1, step / 9 - 1];
            let near = [0, 1, 2].map(|c| own[c].wrapping_add(way[c]));
            let mut next = self.last.get(&near).copied();
            while let Some(k) = next {
                let there = &self.entered[k as usize];
                let found = ((there.at - at).norm(), there.place);
                if found.0 <= self.width && nearest.is_none_or(|best| found < best) {
                    nearest = Some(found);
                }
                next = there.before;
            }
        }
        if nearest.is_none() {
            let before = self.last.insert(own, self.entered.len() as u32);
            self.entered.push(Entered { at, place, before });
        }
        nearest.map(|(_, place)| place)
    }
}
