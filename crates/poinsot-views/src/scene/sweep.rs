//! Surfaces of flexible bodies: sections swept along nodes, and faces between nodes.

use super::items::{Curve, Facets, Flexible, Form};
use super::mesh::{Faces, Mesh, circle};
use super::outline::Outline;
use super::pose::{Anchor, Carrier, Pose};
use super::surface::{Between, Bound, NO_ELEMENT, Shows, Surface};
use poinsot::math::V3;
use std::collections::HashSet;

/// How many rings a curve gets.
#[derive(Clone, Copy, Debug)]
pub enum Along {
    /// About so many along every curve, between two nodes no more than `most`.
    Rings {
        /// Along a curve.
        about: usize,
        /// Between two nodes.
        most: usize,
    },
    /// So many that all curves together have about so many corners.
    Corners {
        /// Of all curves.
        about: usize,
        /// Between two nodes.
        most: usize,
    },
}

/// How flexible bodies are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// Rings along curves.
    pub along: Along,
    /// Corners around a wire.
    pub wire: usize,
    /// Whether hollow sections are open; otherwise their ends are closed and the holes marked on them.
    pub open: bool,
    /// Sections that reach less far are drawn larger, as a part of the radius of wires.
    pub least: f64,
    /// Whether sections lose holes and corners where all curves together would have too many.
    pub simplify: bool,
}

impl Sweep {
    /// Reports in browsers with a graphics card.
    pub const PAGE: Sweep = Sweep {
        along: Along::Corners {
            about: 30_000,
            most: 6,
        },
        wire: 6,
        open: true,
        least: 0.5,
        simplify: true,
    };

    /// Reports in browsers without one.
    pub const SLOW_PAGE: Sweep = Sweep {
        along: Along::Corners {
            about: 3000,
            most: 6,
        },
        ..Sweep::PAGE
    };
}

/// Number of corners that a curve may have: its share by its nodes.
fn share(about: usize, body: &Flexible, all: &[Flexible]) -> usize {
    let total: usize = all.iter().map(|b| b.nodes).sum();
    about * body.nodes / total.max(1)
}

/// The surface of one of several flexible bodies; `radius` is that of wires [m].
pub fn surface(all: &[Flexible], index: usize, radius: f64, sweep: &Sweep) -> Surface {
    let body = &all[index];
    match &body.form {
        Form::Curve(curve) => curved(all, index, curve, radius, sweep),
        Form::Facets(facets) => between_nodes(body, index, facets),
    }
}

fn curved(all: &[Flexible], index: usize, curve: &Curve, radius: f64, sweep: &Sweep) -> Surface {
    let n = curve.s.len();
    let outlines = sections(curve, radius, sweep, |corners| match sweep.along {
        Along::Corners { about, .. } => n * corners > share(about, &all[index], all),
        Along::Rings { .. } => false,
    });
    let (outer, inner) = (
        outlines[0].outer.len() as u32,
        outlines[0].inner.len() as u32,
    );
    let m = outer + inner;
    let pieces = match (curve.smooth, sweep.along) {
        (false, _) => 1,
        (true, Along::Rings { about, most }) => {
            about.div_ceil(n.saturating_sub(1).max(1)).clamp(1, most)
        }
        (true, Along::Corners { about, most }) => {
            let own = share(about, &all[index], all);
            (own / (n * m as usize).max(1)).clamp(1, most)
        }
    };
    let stations: Vec<f64> = outlines.iter().map(|o| o.s).collect();
    let mut surface = Surface {
        shows: Shows::Flexible(index),
        bounds: Vec::new(),
        bound_of: Vec::new(),
        mesh: Mesh::default(),
        holes: Vec::new(),
        elements: Vec::new(),
    };
    let mut ring = |segment: usize, part: f64| {
        let s = match curve.s.get(segment..segment + 2) {
            Some(&[a, b]) => a + part * (b - a),
            _ => curve.s.first().copied().unwrap_or(0.0),
        };
        let number = surface.bounds.len() as u32;
        surface.bounds.push(Bound::Section {
            body: index,
            s,
            node: Between {
                index: segment,
                part,
            },
            station: Between::find(&curve.stations, s),
        });
        let place = Between::find(&stations, s);
        let of = |k: usize| outlines[k.min(outlines.len() - 1)].corners();
        for (a, b) in of(place.index).zip(of(place.index + 1)) {
            let [y, z] = [0, 1].map(|k| a[k] + place.part * (b[k] - a[k]));
            surface.mesh.points.push(V3::new(0.0, y, z));
            surface.bound_of.push(number);
        }
    };
    for k in 0..n.saturating_sub(1) {
        for p in 0..pieces {
            ring(k, p as f64 / pieces as f64);
        }
    }
    match n {
        0 | 1 => ring(0, 0.0),
        _ => ring(n - 2, 1.0),
    }
    let rings = surface.bounds.len();
    if rings < 2 {
        return surface;
    }
    let faces = &mut surface.mesh.faces;
    let last = (rings as u32 - 1) * m;
    faces.sides(rings, m, 0..outer);
    if inner > 0 && sweep.open {
        let mut inside = Faces::default();
        inside.sides(rings, m, outer..m);
        inside
            .iter()
            .for_each(|f| faces.push(f.iter().rev().copied()));
        // A hollow section has as many corners inside as outside.
        for k in 0..outer.min(inner) {
            let next = (k + 1) % outer;
            let piece = [k, next, outer + next, outer + k];
            faces.push(piece.into_iter().rev());
            faces.push(piece.map(|c| c + last));
        }
    } else {
        faces.push((0..outer).rev());
        faces.push(last..last + outer);
        if inner > 0 {
            surface.holes = [0, last]
                .map(|first| (first + outer..first + m).collect())
                .into();
        }
    }
    surface
}

/// The sections of a curve as they are drawn. `many` says whether so many corners around would be too many.
fn sections(
    curve: &Curve,
    radius: f64,
    sweep: &Sweep,
    many: impl Fn(usize) -> bool,
) -> Vec<Outline> {
    if curve.outlines.is_empty() {
        return vec![Outline {
            s: 0.0,
            outer: circle(radius, sweep.wire),
            inner: Vec::new(),
        }];
    }
    let mut outlines = curve.outlines.clone();
    let reach = outlines.iter().map(Outline::reach).fold(0.0, f64::max);
    if reach > 0.0 && reach < sweep.least * radius {
        let factor = sweep.least * radius / reach;
        for outline in &mut outlines {
            let both = outline.outer.iter_mut().chain(&mut outline.inner);
            both.flatten().for_each(|x| *x *= factor);
        }
    }
    if sweep.simplify {
        // Of long lines one sees no holes, and circles with few corners will do.
        let corners = |o: &[Outline]| o[0].outer.len() + o[0].inner.len();
        if many(corners(&outlines)) {
            outlines.iter_mut().for_each(|o| o.inner.clear());
        }
        while many(corners(&outlines)) && corners(&outlines) >= 16 {
            for outline in &mut outlines {
                outline.outer = outline.outer.iter().step_by(2).copied().collect();
            }
        }
    }
    outlines
}

/// Faces between nodes: every corner is bound to its node, and turns with it if the node has axes.
fn between_nodes(body: &Flexible, index: usize, facets: &Facets) -> Surface {
    let n = body.nodes as u32;
    let node = |k: usize| {
        Bound::On(Anchor {
            on: Carrier::Node(body.first_node + k),
            place: Pose::world(),
        })
    };
    let mut mesh = Mesh::default();
    let sheet = !facets.thickness.is_empty();
    let mut elements: Vec<u32> = (0..facets.faces.len())
        .map(|face| facets.element_of(face))
        .collect();
    for face in &facets.faces {
        mesh.faces.push(face.iter().copied());
    }
    let mut bound_of: Vec<u32> = (0..n).collect();
    if sheet {
        // Above, below, and along the rim: where no other face runs along an edge the other way.
        let half = |k: u32| 0.5 * facets.thickness[k as usize];
        mesh.points.extend((0..n).map(|k| V3::z() * half(k)));
        mesh.points.extend((0..n).map(|k| V3::z() * -half(k)));
        bound_of.extend(0..n);
        elements.extend(elements.clone());
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for face in &facets.faces {
            mesh.faces.push(face.iter().rev().map(|k| k + n));
            let next = face.iter().cycle().skip(1);
            edges.extend(face.iter().copied().zip(next.copied()));
        }
        let known: HashSet<(u32, u32)> = edges.iter().copied().collect();
        for (a, b) in edges.into_iter().filter(|&(a, b)| !known.contains(&(b, a))) {
            mesh.faces.push([a + n, b + n, b, a]);
            elements.push(NO_ELEMENT);
        }
    } else {
        mesh.points = vec![V3::zeros(); body.nodes];
    }
    Surface {
        shows: Shows::Flexible(index),
        bounds: (0..body.nodes).map(node).collect(),
        bound_of,
        mesh,
        holes: Vec::new(),
        elements,
    }
}
