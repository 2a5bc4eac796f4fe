//! How far a rod is from an edge that it crosses, as seen along the edge (co.14).

use crate::math::{M3, M6, V3, V6};

/// A straight edge of a solid, or the flank of a cylinder: a rod of radius `rounding`, in the frame of its node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// One end of its line [m].
    pub start: V3,
    /// Outwards between both faces, across that, and along the edge, as columns.
    pub axes: M3,
    /// Length [m].
    pub length: f64,
    /// Radius about the line [m].
    pub rounding: f64,
    /// The faces that meet there; none: it is round on all sides.
    pub faces: Option<Faces>,
}

/// Two faces that meet in an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Faces {
    /// Cosine and sine of the angle from the first axis to the normal of either face.
    pub normal: [f64; 2],
    /// How far the middle of the solid is behind either face [m].
    pub inner: [f64; 2],
}

/// What a crossing is at one state, as a function of the coordinates of both ends of the rod in the axes of the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The gap: negative where they touch.
    pub gap: f64,
    /// Its gradient with respect to the coordinates, those of the first end first.
    pub slope: V6,
    /// Its second derivative.
    pub bend: M6,
    /// Unit normal, out of the edge.
    pub normal: V3,
    /// Part of the rod's length where they cross, between its ends.
    pub place: f64,
    /// Its gradient.
    pub by_place: V6,
    /// Derivative of the normal: `-tangent turn`.
    pub tangent: V3,
    /// See `tangent`.
    pub turn: V6,
    /// Whether the gap is the distance of both lines less both radii, and nothing fades.
    whole: bool,
    /// The rod as seen along the edge.
    seen: V3,
    /// Part of its length, beyond its ends too.
    part: f64,
    distance: f64,
}

/// Part of what the lines stick out by beyond each other that the penetration may be until it fades.
const FADE: f64 = 0.25;
/// Part of both radii that a crossing has to be inside to count: edges that end in one place do not cross for round-off.
const NEAR: f64 = 1e-6;
/// Lines that miss each other are apart by no more than this part of both radii: next to the end of a rod that is nearly parallel the
/// crossing moves fast, and further away that would say nothing but how fast.
const BESIDE: f64 = 0.1;
/// Rods whose angle to an edge is smaller do not cross it.
const PARALLEL: f64 = 1e-6;
/// Steps of this part of both radii are too short for the last term of the secant to count (co.14).
const SHORT: f64 = 1e-7;

/// A function of the coordinates with its derivatives.
#[derive(Clone, Copy)]
struct Function {
    value: f64,
    slope: V6,
    bend: M6,
}

impl Function {
    fn constant(value: f64) -> Function {
        Function {
            value,
            slope: V6::zeros(),
            bend: M6::zeros(),
        }
    }
    fn scaled(self, factor: f64) -> Function {
        Function {
            value: factor * self.value,
            slope: factor * self.slope,
            bend: factor * self.bend,
        }
    }
    fn moved(self, way: f64) -> Function {
        Function {
            value: self.value + way,
            ..self
        }
    }
    /// A number less this.
    fn taken_from(self, whole: f64) -> Function {
        let other = self.scaled(-1.0);
        Function {
            value: whole + other.value,
            ..other
        }
    }
}

/// What a vector at each end makes a linear function of both.
fn both(a: V3, b: V3) -> V6 {
    V6::new(a.x, a.y, a.z, b.x, b.y, b.z)
}

/// `2 a b` as a quadratic form.
fn twice(a: &V6, b: &V6) -> M6 {
    a * b.transpose() + b * a.transpose()
}

impl Edge {
    /// Both ends of its line [m].
    pub fn ends(&self) -> [V3; 2] {
        let along: V3 = self.axes.column(2).into();
        [self.start, self.start + self.length * along]
    }

    /// Of a rod with these ends, in the axes of the edge; `touching` is the sum of both radii.
    pub(super) fn crossing(&self, ends: &[V3; 2], touching: f64) -> Crossing {
        let Some(seen) = Seen::new(ends, self.faces.is_some()) else {
            return Crossing {
                gap: touching,
                slope: V6::zeros(),
                bend: M6::zeros(),
                normal: V3::x(),
                place: 0.5,
                by_place: V6::zeros(),
                tangent: V3::y(),
                turn: V6::zeros(),
                whole: false,
                seen: V3::zeros(),
                part: 0.5,
                distance: 0.0,
            };
        };
        let beside = BESIDE * touching;
        let inside = FADE * seen.least_inside(self.length) - NEAR * touching;
        if self.is_behind(&seen.normal, seen.far)
            || seen.far.max(touching) - touching - 2.0 * inside > beside && inside < 0.0
        {
            // Far from each other: most pairs, most of the time.
            return seen.at(&Function::constant(beside), false);
        }
        let distance = seen.distance();
        let gap = Function {
            value: distance.value - touching,
            ..distance
        };
        let margins = seen.inside(&distance, self.length);
        let leaning = self.faces.map(|faces| seen.leaning(&faces, touching));
        let least = margins.map(|f| f.scaled(FADE)).into_iter().chain(leaning);
        let least = least.reduce(|a, b| if b.value < a.value { b } else { a });
        let (gap, whole) = match least {
            Some(inside) => faded(&gap, &inside.moved(-NEAR * touching), beside),
            None => (gap, true),
        };
        seen.at(&gap, whole)
    }

    /// Whether the place on the rod is behind a face by more than the middle of the solid, nearer to its other side.
    fn is_behind(&self, n: &V3, distance: f64) -> bool {
        self.faces.is_some_and(|faces| {
            let [cos, sin] = faces.normal;
            let along = [cos * n.x + sin * n.y, cos * n.x - sin * n.y];
            (0..2).any(|k| -distance * along[k] > faces.inner[k])
        })
    }

    /// Distance of the surfaces of both where they are nearest, ends and all.
    pub(super) fn apart(&self, ends: &[V3; 2], touching: f64) -> f64 {
        let line = [V3::zeros(), self.length * V3::z()];
        super::distance_of_lines(&line, ends) - touching
    }
}

/// A rod as it is seen along the edge: a line in the plane of the first two axes.
struct Seen {
    first: V3,
    along: V3,
    width: f64,
    tangent: V3,
    normal: V3,
    /// Part of the rod's length at its place next to the edge, beyond its ends too; and its gradient.
    part: f64,
    moves: V6,
    /// Gradient of the angle by which the line turns, and of the logarithm of its width.
    turn: V6,
    longer: V6,
    /// Way of that place along the line.
    slides: V6,
    /// Distance from the edge.
    far: f64,
}

impl Seen {
    /// None where the rod is parallel to the edge. `sided`: the normal leads outwards, else away from the edge.
    fn new([p, q]: &[V3; 2], sided: bool) -> Option<Seen> {
        let along = q - p;
        let flat = V3::new(along.x, along.y, 0.0);
        let width = flat.norm();
        if width <= PARALLEL * along.norm() {
            return None;
        }
        let tangent = flat / width;
        let across = V3::new(-tangent.y, tangent.x, 0.0);
        let outwards = if sided { across.x } else { across.dot(p) };
        let normal = if outwards < 0.0 { -across } else { across };
        let (far, part) = (normal.dot(p), -p.dot(&tangent) / width);
        let turn = both(-normal, normal) / width;
        let slides = both((1.0 - part) * tangent, part * tangent);
        Some(Seen {
            first: *p,
            along,
            width,
            tangent,
            normal,
            part,
            moves: -(slides + far * turn) / width,
            turn,
            longer: both(-tangent, tangent) / width,
            slides,
            far,
        })
    }

    /// The crossing with a gap.
    fn at(&self, gap: &Function, whole: bool) -> Crossing {
        let inner = self.part > 0.0 && self.part < 1.0;
        Crossing {
            gap: gap.value,
            slope: gap.slope,
            bend: gap.bend,
            normal: self.normal,
            place: self.part.clamp(0.0, 1.0),
            by_place: if inner { self.moves } else { V6::zeros() },
            tangent: self.tangent,
            turn: self.turn,
            whole,
            seen: self.width * self.tangent,
            part: self.part,
            distance: self.far,
        }
    }

    /// The least of [`Seen::inside`], without derivatives.
    fn least_inside(&self, length: f64) -> f64 {
        let low = self.first.z + self.part * self.along.z;
        let across = self.part.min(1.0 - self.part) * self.width;
        across.min(low).min(length - low)
    }

    fn distance(&self) -> Function {
        let (n, turn) = (self.normal, &self.turn);
        Function {
            value: self.far,
            slope: both((1.0 - self.part) * n, self.part * n),
            bend: -twice(&self.slides, turn) - self.far * turn * turn.transpose(),
        }
    }

    /// How far the crossing is from both ends of the rod, across the edge, and from both ends of the edge, along it.
    fn inside(&self, distance: &Function, length: f64) -> [Function; 4] {
        let Seen {
            first: p,
            along,
            width,
            part,
            far: g,
            ..
        } = *self;
        let (turn, longer, moves) = (&self.turn, &self.longer, &self.moves);
        let none = V3::zeros();
        let by_both = both(self.normal, none) + distance.slope;
        let first = Function {
            value: part * width,
            slope: -both(self.tangent, none) - g * turn,
            bend: g * twice(turn, longer) - 0.5 * twice(turn, &by_both),
        };
        let second = Function {
            value: width - first.value,
            slope: width * longer - first.slope,
            bend: width * turn * turn.transpose() - first.bend,
        };
        let up = V3::z();
        let moves_twice =
            (g * twice(turn, longer) - twice(turn, &distance.slope)) / width - twice(moves, longer);
        let low = Function {
            value: p.z + part * along.z,
            slope: both((1.0 - part) * up, part * up) + along.z * moves,
            bend: twice(moves, &both(-up, up)) + along.z * moves_twice,
        };
        [first, second, low, low.taken_from(length)]
    }

    /// How far the normal is from leaving the faces: beyond either of them it has some way to go, until the part of it that leads
    /// outwards is half of that of a face.
    fn leaning(&self, faces: &Faces, touching: f64) -> Function {
        let (turn, longer) = (&self.turn, &self.longer);
        let scale = 4.0 * touching / faces.normal[0];
        let (n, t) = (self.normal.x, self.tangent.x);
        Function {
            value: scale * (n - 0.5 * faces.normal[0]),
            slope: -scale * t * turn,
            bend: scale * (t * twice(turn, longer) - n * turn * turn.transpose()),
        }
    }
}

/// The gap where the lines cross inside by so much: the penetration is that of the lines as long as it is no more than that, and
/// falls to nothing with it, `2 m - m^2/p`; and whether it is that of the lines.
fn faded(gap: &Function, inside: &Function, beside: f64) -> (Function, bool) {
    let (g, m) = (gap.value, inside.value);
    if m < 0.0 {
        // Past each other: apart by what is missing.
        let missing = inside.scaled(-2.0);
        let above = Function {
            value: missing.value + g,
            slope: missing.slope + gap.slope,
            bend: missing.bend + gap.bend,
        };
        let apart = if g > 0.0 { above } else { missing };
        let far = apart.value > beside;
        return (
            if far {
                Function::constant(beside)
            } else {
                apart
            },
            false,
        );
    }
    if m >= -g {
        return (*gap, true);
    }
    let x = -m / g;
    let turned = inside.slope + x * gap.slope;
    let faded = Function {
        value: -m * (2.0 - x),
        slope: -2.0 * (1.0 - x) * inside.slope + x * x * gap.slope,
        bend: -2.0 * (1.0 - x) * inside.bend + x * x * gap.bend
            - 2.0 / g * turned * turned.transpose(),
    };
    (faded, false)
}

/// What is left of the change of the gap beyond the mean gradient along the change of the coordinates (co.14), and its derivative
/// with respect to the coordinates at the end.
pub(super) fn rest(from: &Crossing, to: &Crossing, change: &V6, touching: f64) -> (f64, V6) {
    let mean = 0.5 * (from.slope + to.slope);
    let rest = if from.whole && to.whole {
        // Without a difference of nearly equal numbers.
        let turn = to.normal - from.normal;
        let slid = (to.part - from.part) * turn.dot(&(to.seen - from.seen));
        0.25 * turn.norm_squared() * (to.distance - from.distance) - 0.5 * slid
    } else if change.norm() > SHORT * touching {
        to.gap - from.gap - mean.dot(change)
    } else {
        return (0.0, V6::zeros());
    };
    (rest, to.slope - mean - 0.5 * to.bend * change)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gradients and second derivatives are difference quotients, where the gap is whole, fades and is open.
    #[test]
    fn crossings_have_their_derivatives() {
        let mut state = 5u64;
        let mut random = |size: f64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            2.0 * size * ((state >> 11) as f64 / (1u64 << 53) as f64 - 0.5)
        };
        let faces = Faces {
            normal: [0.8, 0.6],
            inner: [0.5, 0.4],
        };
        let mut kinds = [0; 3];
        for faces in [Some(faces), None] {
            let edge = Edge {
                start: V3::zeros(),
                axes: M3::identity(),
                length: 1.0,
                rounding: 0.1,
                faces,
            };
            for _ in 0..2000 {
                let p = V3::new(random(0.8), random(0.8), 0.5 + random(0.8));
                let q = V3::new(random(0.8), random(0.8), 0.5 + random(0.8));
                let at = |x: &V6| {
                    let ends = [V3::new(x[0], x[1], x[2]), V3::new(x[3], x[4], x[5])];
                    edge.crossing(&ends, 0.3)
                };
                let x = both(p, q);
                let here = at(&x);
                kinds[if here.gap > 0.0 {
                    0
                } else {
                    1 + usize::from(here.whole)
                }] += 1;
                let h = 1e-6;
                for k in 0..6 {
                    let mut step = V6::zeros();
                    step[k] = h;
                    let (a, b) = (at(&(x - step)), at(&(x + step)));
                    // Across the place where another end is nearer, or the rod is seen from its end.
                    let far = (b.slope - a.slope).norm() > 1e-2 || (b.gap - a.gap).abs() > 1e-2;
                    if far || (b.bend - here.bend).norm() > 1e-2 * here.bend.norm() {
                        continue;
                    }
                    let close = |found: f64, wanted: f64| {
                        // Third derivatives grow with the square of the second ones, those of the place, which also has one where
                        // the gap is a constant, with the third power of its gradient.
                        let narrow = here.by_place.norm() + here.turn.norm();
                        let bent = here.slope.norm() + here.bend.norm().powi(2);
                        let size = 1.0 + bent + narrow.powi(3);
                        assert!(
                            (found - wanted).abs() < 1e-6 * size,
                            "{p} {q} {k}: {found} {wanted}"
                        );
                    };
                    close((b.gap - a.gap) / (2.0 * h), here.slope[k]);
                    for j in 0..6 {
                        close((b.slope[j] - a.slope[j]) / (2.0 * h), here.bend[(j, k)]);
                    }
                    for j in 0..3 {
                        let turned = (b.normal[j] - a.normal[j]) / (2.0 * h);
                        close(turned, -here.tangent[j] * here.turn[k]);
                    }
                    close((b.place - a.place) / (2.0 * h), here.by_place[k]);
                }
            }
        }
        assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
    }
}
