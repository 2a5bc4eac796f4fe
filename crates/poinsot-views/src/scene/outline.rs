//! Outlines of beam sections in their y-z plane.

use poinsot::model::{Beam, Section};
use poinsot::sections::Shape;
use serde::{Deserialize, Serialize};

/// The shape of a section: corners in its y-z plane [m], against the clock. A hollow one has as many inside as outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// Arc length [m].
    pub s: f64,
    /// Corners outside.
    pub outer: Points,
    /// Corners of the hole; empty without one.
    pub inner: Points,
}

impl Outline {
    /// How far its outside reaches along y or z [m].
    pub fn reach(&self) -> f64 {
        let all = self.outer.iter().flatten();
        all.map(|x| x.abs()).fold(0.0, f64::max)
    }

    /// All corners, those outside first.
    pub fn corners(&self) -> impl Iterator<Item = &[f64; 2]> {
        self.outer.iter().chain(&self.inner)
    }
}

/// Outlines at the stations of a beam, all with equally many corners: true shapes where the model gives them, otherwise rectangles with the radii
/// of gyration of the mass.
pub fn outlines(beam: &Beam) -> Vec<Outline> {
    let length = beam.curve.length();
    let of = |section: &Section| match &section.shape {
        Some(shape) => shape_outline(shape),
        None => (equivalent(section, length), Vec::new()),
    };
    let all: Vec<_> = beam.sections.iter().map(|(s, one)| (*s, of(one))).collect();
    let Some((_, first)) = all.first() else {
        return Vec::new();
    };
    let corners = [first.0.len(), first.1.len()];
    let alike = |o: &(Vec<_>, Vec<_>)| [o.0.len(), o.1.len()] == corners;
    let one_kind = all.iter().all(|(_, o)| alike(o));
    let made = all.iter().map(|(s, outline)| {
        // Between a circle and an I there is nothing to draw: everything becomes a rectangle of the same size.
        let (outer, inner) = match one_kind {
            true => outline.clone(),
            false => (around(&outline.0), Vec::new()),
        };
        Outline {
            s: *s,
            outer: against_the_clock(outer),
            inner: against_the_clock(inner),
        }
    });
    made.collect()
}

type Points = Vec<[f64; 2]>;

fn against_the_clock(mut points: Points) -> Points {
    let around = points.iter().zip(points.iter().cycle().skip(1));
    if around.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() < 0.0 {
        points.reverse();
    }
    points
}

fn shape_outline(shape: &Shape) -> (Points, Points) {
    let outline = shape.outline();
    (outline.outer, outline.inner)
}

fn rectangle(width: f64, height: f64) -> Points {
    let (y, z) = (0.5 * width, 0.5 * height);
    vec![[y, z], [-y, z], [-y, -z], [y, -z]]
}

/// The rectangle of uniform density with the same inertia: `rho I_y = m h^2/12`, `rho I_z = m b^2/12`. It is true for solid rectangles.
/// Sections of other kinds may come out as wide as they like, so it is kept slender, and is thick enough to be seen. Without inertia
/// the stiffness has to do, with `E I_y` and `E A` in its place.
fn equivalent(section: &Section, length: f64) -> Points {
    let (j, s) = (&section.inertia, &section.stiffness);
    let ([about_y, about_z], whole) = match j.amax() > 0.0 {
        true => ([j[(1, 1)], j[(2, 2)]], section.mass),
        false => ([s[(4, 4)], s[(5, 5)]], s[(0, 0)]),
    };
    let side = |moment: f64| {
        let side = (12.0 * moment.max(0.0) / whole).sqrt();
        match side.is_finite() {
            true => side.clamp(2e-3 * length, 0.2 * length),
            false => 0.01 * length,
        }
    };
    let [y, z] = [section.mass_center.y, section.mass_center.z];
    let corners = rectangle(side(about_z), side(about_y));
    corners.iter().map(|p| [p[0] + y, p[1] + z]).collect()
}

/// The smallest upright rectangle around some points.
fn around(points: &[[f64; 2]]) -> Points {
    let reach = |k: usize| points.iter().map(|p| p[k].abs()).fold(0.0, f64::max);
    rectangle(2.0 * reach(0), 2.0 * reach(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use poinsot::sections::{HollowBox, IBeam, Material, Rectangle, section};

    /// Area by the shoelace formula: positive if counted against the clock.
    fn area(points: &[[f64; 2]]) -> f64 {
        let next = points.iter().cycle().skip(1);
        let pairs = points.iter().zip(next);
        0.5 * pairs.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>()
    }

    #[test]
    fn outlines_have_the_area_of_their_shapes() {
        let i = Shape::from(IBeam {
            width: 0.1,
            height: 0.2,
            flange: 0.01,
            web: 0.006,
        });
        let expected = 2.0 * 0.1 * 0.01 + 0.18 * 0.006;
        let (outer, inner) = shape_outline(&i);
        assert!((area(&outer).abs() - expected).abs() < 1e-15 && inner.is_empty());
        let hollow = Shape::from(HollowBox {
            width: 0.1,
            height: 0.2,
            thickness: 0.01,
        });
        let (outer, inner) = shape_outline(&hollow);
        assert!((area(&outer) - area(&inner) - (0.02 - 0.08 * 0.18)).abs() < 1e-15);
    }

    #[test]
    fn a_solid_rectangle_is_found_from_its_inertia() {
        let shape = Shape::from(Rectangle {
            width: 0.03,
            height: 0.05,
        });
        let steel = Material {
            youngs: 2.1e11,
            shear: 8e10,
            density: 7850.0,
        };
        let section = section(&shape, &steel, None);
        let points = equivalent(&section, 1.0);
        assert!((points[0][0] - 0.015).abs() < 1e-12 && (points[0][1] - 0.025).abs() < 1e-12);
    }
}
