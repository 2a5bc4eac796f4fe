//! A beam or cable as a surface swept along its nodes.

use super::items::{Items, Line, Outline, Place};
use super::mesh::cap;
use poinsot::math::{Quaternion, V3, orientation};

/// Turns between section axis and chord beyond this cosine are corners: no smooth curve there.
const CORNER: f64 = 0.8;
/// Rings per segment at most.
const PIECES: usize = 4;
/// Corners of a circle around a cable.
const CABLE: usize = 6;

/// A place among neighbours in a list: between number `index` and the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    pub index: usize,
    /// From 0 to 1.
    pub part: f64,
}

impl Between {
    /// Finds `at` in a sorted list; what is outside of it counts as its end.
    pub fn find(list: &[f64], at: f64) -> Self {
        let last = list.len().saturating_sub(2);
        let index = list
            .partition_point(|s| *s <= at)
            .saturating_sub(1)
            .min(last);
        let part = match list.get(index..index + 2) {
            Some(&[a, b]) if b > a => ((at - a) / (b - a)).clamp(0.0, 1.0),
            _ => 0.0,
        };
        Between { index, part }
    }

    /// Values of a list in between; exactly those of the list at its places.
    pub fn mix<const N: usize>(&self, value: impl Fn(usize) -> [f64; N]) -> [f64; N] {
        if self.part == 0.0 {
            return value(self.index);
        }
        let next = value(self.index + 1);
        if self.part == 1.0 {
            return next;
        }
        let here = value(self.index);
        std::array::from_fn(|k| here[k] + self.part * (next[k] - here[k]))
    }
}

/// A section of the surface.
#[derive(Clone, Debug)]
pub struct Ring {
    /// Arc length [m].
    pub s: f64,
    /// Among the nodes of the line.
    pub node: Between,
    /// Among its stations.
    pub station: Between,
    /// Corners in the y-z plane of the section, outer and then inner ones [m].
    pub corners: Vec<[f64; 2]>,
}

/// The surface of a line: corners ring by ring.
#[derive(Clone, Debug)]
pub struct Sweep {
    pub rings: Vec<Ring>,
    pub triangles: Vec<[u32; 3]>,
}

impl Sweep {
    /// With about `budget` corners, if that is possible; `radius` is that of cables [m].
    pub fn new(line: &Line, radius: f64, budget: usize) -> Self {
        let round = [circle(radius)];
        let outlines: &[Outline] = match line.outlines.is_empty() {
            true => &round,
            false => &line.outlines,
        };
        let around = outlines[0].outer.len() + outlines[0].inner.len();
        let n = line.s.len();
        let pieces = match line.smooth {
            true => (budget / (n * around).max(1)).clamp(1, PIECES),
            false => 1,
        };
        let mut rings = Vec::new();
        for k in 0..n.saturating_sub(1) {
            for p in 0..pieces {
                rings.push(ring(line, outlines, k, p as f64 / pieces as f64));
            }
        }
        rings.push(match n {
            0 | 1 => ring(line, outlines, 0, 0.0),
            _ => ring(line, outlines, n - 2, 1.0),
        });
        Sweep {
            triangles: triangles(&outlines[0], rings.len()),
            rings,
        }
    }
}

/// Nodes of a line with their axes; those of cables follow the line without sudden turns, from those that the first node had before.
pub fn path(items: &Items, line: &Line, row: &[f64], before: Option<Quaternion>) -> Vec<Place> {
    let count = line.s.len();
    let mut path: Vec<Place> = (0..count)
        .map(|k| items.node(row, line.first_node + k))
        .collect();
    if line.first_frame.is_some() || count < 2 {
        return path;
    }
    let mut turn = before.unwrap_or_else(Quaternion::identity);
    for k in 0..count {
        let chord = path[(k + 1).min(count - 1)].at - path[k.saturating_sub(1)].at;
        turn = towards(&turn, &chord);
        path[k].turn = turn;
    }
    path
}

/// The axes that are nearest to given ones and have x in a direction.
pub fn towards(before: &Quaternion, direction: &V3) -> Quaternion {
    let more = orientation::between(&(before * V3::x()), direction);
    more.map_or(*before, |more| more * before)
}

/// The section between two nodes: on a cubic with the directions of their axes, with axes in between.
pub fn between(path: &[Place], node: Between, smooth: bool) -> Place {
    let last = path.len() - 1;
    let (a, b) = (
        &path[node.index.min(last)],
        &path[(node.index + 1).min(last)],
    );
    let f = node.part;
    if f == 0.0 {
        return *a;
    }
    if f == 1.0 {
        return *b;
    }
    let chord = b.at - a.at;
    let tangent = |place: &Place| {
        let x = place.turn * V3::x();
        match smooth && x.dot(&chord) >= CORNER * chord.norm() {
            true => x * chord.norm(),
            false => chord,
        }
    };
    let (f2, f3) = (f * f, f * f * f);
    let at = a.at * (2.0 * f3 - 3.0 * f2 + 1.0)
        + b.at * (3.0 * f2 - 2.0 * f3)
        + tangent(a) * (f3 - 2.0 * f2 + f)
        + tangent(b) * (f3 - f2);
    Place {
        at,
        turn: a.turn.nlerp(&b.turn, f),
    }
}

fn ring(line: &Line, outlines: &[Outline], segment: usize, part: f64) -> Ring {
    let s = match line.s.get(segment..segment + 2) {
        Some(&[a, b]) => a + part * (b - a),
        _ => line.s.first().copied().unwrap_or(0.0),
    };
    let along: Vec<f64> = outlines.iter().map(|o| o.s).collect();
    let place = Between::find(&along, s);
    let of = |k: usize| {
        let outline = &outlines[k.min(outlines.len() - 1)];
        outline.outer.iter().chain(&outline.inner)
    };
    let corners = of(place.index).zip(of(place.index + 1));
    Ring {
        s,
        node: Between {
            index: segment,
            part,
        },
        station: Between::find(&line.stations, s),
        corners: corners
            .map(|(a, b)| [0, 1].map(|k| a[k] + place.part * (b[k] - a[k])))
            .collect(),
    }
}

/// Sides, and the two ends.
fn triangles(outline: &Outline, rings: usize) -> Vec<[u32; 3]> {
    let (outer, inner) = (outline.outer.len() as u32, outline.inner.len() as u32);
    let m = outer + inner;
    let mut list = Vec::new();
    for r in 0..rings.saturating_sub(1) as u32 {
        for (first, count, outwards) in [(0, outer, true), (outer, inner, false)] {
            for k in 0..count {
                let (a, b) = (r * m + first + k, r * m + first + (k + 1) % count);
                list.extend(match outwards {
                    true => [[a, b, b + m], [a, b + m, a + m]],
                    false => [[b, a, a + m], [b, a + m, b + m]],
                });
            }
        }
    }
    let ends = match inner {
        0 => cap(&outline.outer),
        // Outlines of hollow sections have as many corners inside as outside.
        _ => (0..outer.min(inner))
            .flat_map(|k| {
                let next = (k + 1) % outer;
                [[k, next, outer + next], [k, outer + next, outer + k]]
            })
            .collect(),
    };
    let last = (rings.saturating_sub(1)) as u32 * m;
    for [a, b, c] in ends {
        list.extend([[a, c, b], [a, b, c].map(|k| k + last)]);
    }
    list
}

fn circle(radius: f64) -> Outline {
    let corner = |k: usize| {
        let (sin, cos) = (std::f64::consts::TAU * k as f64 / CABLE as f64).sin_cos();
        [radius * cos, radius * sin]
    };
    Outline {
        s: 0.0,
        outer: (0..CABLE).map(corner).collect(),
        inner: Vec::new(),
    }
}
