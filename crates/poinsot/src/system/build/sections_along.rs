//! The sections of a beam along its elements: as laws of Gauss points and as masses of nodes.

use crate::geometry::reference::{gauss, lobatto};
use crate::geometry::{FramesAlong, MeshElement, Path, SAME_PLACE, Side};
use crate::math::{M3, M6, V3, axial, blocks};
use crate::mechanics::elements::LinearLaw;
use crate::model::{Beam, Section};
use crate::sections::{
    ElementLaw, Flexibility, NodalMass, Stiffness, integrate, interpolate, mass_matrix,
    stations_between,
};
use nalgebra::DMatrix;

/// Turns smaller than this are round-off.
const NO_TURN: f64 = 1e-12;
/// A section fades out if it is softer at the end by this factor, in some direction.
const FADED: f64 = 10.0;

/// A beam's sections and how they are drawn.
pub(super) struct SectionsAlong<'a> {
    beam: &'a Beam,
    frames: FramesAlong<'a>,
    length: f64,
    near: f64,
}

/// Mass of a node in its section axes: mass [kg], mass centre [m], inertia about it, per length [kg m] for a `length` [m] that the
/// node stands for.
pub(super) struct MassOnNode {
    pub mass: f64,
    pub center: V3,
    pub inertia: M3,
    pub length: f64,
}

impl<'a> SectionsAlong<'a> {
    /// `path` is the beam's curve.
    pub fn new(beam: &'a Beam, path: &'a Path) -> Self {
        SectionsAlong {
            beam,
            frames: FramesAlong::new(path, &beam.axes),
            length: path.length(),
            near: SAME_PLACE * path.length(),
        }
    }

    /// The section of an element, if what `part` takes of it is the same all along.
    fn only<T: PartialEq>(
        &self,
        e: &MeshElement,
        part: impl Fn(&'a Section) -> T,
    ) -> Option<&'a Section> {
        let [from, to] = e.ends();
        let (first, others) =
            stations_between(&self.beam.sections, from, to, self.near).split_first()?;
        let same = |other: &'a (f64, Section)| part(&other.1) == part(&first.1);
        others.iter().all(same).then_some(&first.1)
    }

    /// The section of an element if its stiffness and damping do not vary.
    pub fn uniform(&self, e: &MeshElement) -> Option<&'a Section> {
        self.only(e, |s| (&s.stiffness, &s.damping))
    }

    /// Masses of the nodes of an element.
    pub fn masses(&self, e: &MeshElement) -> Vec<MassOnNode> {
        let order = e.s.len() - 1;
        if let Some(section) = self.only(e, |s| (s.mass, &s.mass_center, &s.inertia)) {
            // Lengths that the nodes stand for.
            let lengths = lobatto(order)
                .iter()
                .map(|&(_, weight)| 0.5 * e.length * weight);
            let on_node = |length: f64| MassOnNode {
                mass: length * section.mass,
                center: section.mass_center,
                inertia: section.inertia,
                length,
            };
            return lengths.map(on_node).collect();
        }
        let mut nodes = NodalMass::new(order);
        let [from, to] = e.ends();
        integrate(&self.beam.sections, from, to, &mut |s, length, section| {
            let turn = self.turn(e, s);
            let mass = turn * mass_matrix(section) * turn.transpose();
            nodes.add(xi(e, s), &(length * mass));
        });
        nodes.finish().iter().map(on_node).collect()
    }

    /// The law of all Gauss points of an element together, `6 p` strains for order `p`.
    pub fn law<const E: usize>(&self, e: &MeshElement) -> LinearLaw<E> {
        let order = e.s.len() - 1;
        let points = gauss(order);
        let through = |xi: f64| -> Vec<f64> {
            let all = 0..order;
            all.map(|k| through_points(points, k, xi)).collect()
        };
        if self.fades_out(e) {
            let mut stiffness = Stiffness::new(order);
            self.sections_of(e, &mut |xi, length, c, d| {
                stiffness.add(&through(xi), length, c, d);
            });
            return linear(&stiffness.law());
        }
        let lengths: Vec<f64> = points
            .iter()
            .map(|&(_, weight)| 0.5 * weight * e.length)
            .collect();
        let mut flexibility = Flexibility::new(order.max(2));
        self.sections_of(e, &mut |xi, length, c, d| {
            let l = match order {
                1 => vec![1.0, 0.5 * xi * e.length],
                _ => through(xi),
            };
            flexibility.add(&l, length, c, d);
        });
        let law = match order {
            1 => flexibility.law_of_middle(e.length),
            _ => flexibility.law(&lengths),
        };
        // Sections are positive definite, so there is one; else every Gauss point has the section that lies there.
        linear(&law.unwrap_or_else(|| self.sampled(e, &lengths)))
    }

    /// Visits the sections of an element: place between -1 and 1, length, stiffness and damping in the element's axes.
    fn sections_of(&self, e: &MeshElement, visit: &mut impl FnMut(f64, f64, &M6, &M6)) {
        let [from, to] = e.ends();
        integrate(&self.beam.sections, from, to, &mut |s, length, section| {
            let turn = self.turn(e, s);
            let [stiffness, damping] =
                [section.stiffness, section.damping].map(|m| turn * m * turn.transpose());
            visit(xi(e, s), length, &stiffness, &damping);
        });
    }

    /// Whether the section of an element fades out towards an end of the beam that nothing is attached to. There section forces
    /// vanish with the stiffness, and strains are what goes on smoothly (tap.7).
    fn fades_out(&self, e: &MeshElement) -> bool {
        let [from, to] = e.ends();
        let length = self.length;
        let free = |s: f64| {
            let mut points = self.beam.points.iter();
            points.all(|p| (p.s - s).abs() > self.near)
        };
        let at = |s: f64| interpolate(&self.beam.sections, s).stiffness;
        let (first, last) = (at(from + self.near), at(to - self.near));
        let softer = |end: &M6, other: &M6| (0..6).any(|k| other[(k, k)] > FADED * end[(k, k)]);
        (to > length - self.near && free(length) && softer(&last, &first))
            || (from < self.near && free(0.0) && softer(&first, &last))
    }

    fn sampled(&self, e: &MeshElement, lengths: &[f64]) -> ElementLaw {
        let size = 6 * lengths.len();
        let zero = || DMatrix::zeros(size, size);
        let (mut stiffness, mut damping) = (zero(), zero());
        for (k, &length) in lengths.iter().enumerate() {
            let (x, _) = gauss(lengths.len())[k];
            let section = interpolate(
                &self.beam.sections,
                e.ends()[0] + 0.5 * (x + 1.0) * e.length,
            );
            let at = 6 * k;
            stiffness
                .fixed_view_mut::<6, 6>(at, at)
                .copy_from(&(length * section.stiffness));
            damping
                .fixed_view_mut::<6, 6>(at, at)
                .copy_from(&(length * section.damping));
        }
        ElementLaw {
            stiffness,
            damping: Some(damping),
        }
    }

    /// Nodes and Gauss points of an element and the flexibility of the sections there, in the element's axes.
    /// None where strains themselves are the polynomial.
    pub fn flexibility(&self, e: &MeshElement) -> Vec<(f64, M6)> {
        if self.fades_out(e) {
            return Vec::new();
        }
        let [from, to] = e.ends();
        let rule = gauss(e.s.len() - 1).iter();
        let points = rule.map(|&(xi, _)| from + 0.5 * (xi + 1.0) * e.length);
        let at = |s: f64| {
            // Within the element: at its ends there may be steps.
            let inside = s.clamp(from + self.near, to - self.near);
            let turn = self.turn(e, inside);
            let section = interpolate(&self.beam.sections, inside);
            let flexibility = section.stiffness.try_inverse().unwrap_or_default();
            (s, turn * flexibility * turn.transpose())
        };
        e.s.iter().copied().chain(points).map(at).collect()
    }

    /// Turns a matrix from the section axes as drawn at an arc length to those that the element interpolates there: where a
    /// twist changes its rate within an element, the two differ.
    fn turn(&self, e: &MeshElement, s: f64) -> M6 {
        let drawn = self.frames.at_or_some(s, Side::Before).orientation;
        let mut sum = M3::zeros();
        let nodes: Vec<f64> = lobatto(e.s.len() - 1).iter().map(|&(xi, _)| xi).collect();
        for (k, frame) in e.frames.iter().enumerate() {
            let others = (0..nodes.len()).filter(|&j| j != k);
            let shape: f64 = others
                .map(|j| (xi(e, s) - nodes[j]) / (nodes[k] - nodes[j]))
                .product();
            sum += shape * frame.orientation.to_rotation_matrix().matrix();
        }
        let turn = orthonormal(&sum).transpose() * drawn.to_rotation_matrix().matrix();
        if (turn - M3::identity()).amax() < NO_TURN {
            return M6::identity();
        }
        blocks(&turn, &M3::zeros(), &M3::zeros(), &turn)
    }
}

/// Position of an arc length between -1 and 1.
fn xi(e: &MeshElement, s: f64) -> f64 {
    2.0 * (s - e.ends()[0]) / e.length - 1.0
}

/// The polynomial that is one at Gauss point `k` and zero at the others.
fn through_points(points: &[(f64, f64)], k: usize, xi: f64) -> f64 {
    let others = (0..points.len()).filter(|&j| j != k);
    others
        .map(|j| (xi - points[j].0) / (points[k].0 - points[j].0))
        .product()
}

/// The axes nearest to interpolated ones, by their x and y.
fn orthonormal(axes: &M3) -> M3 {
    let x: V3 = axes.column(0).normalize();
    let y: V3 = axes.column(1) - x * x.dot(&axes.column(1));
    let y = y.normalize();
    M3::from_columns(&[x, y, x.cross(&y)])
}

fn on_node(m: &M6) -> MassOnNode {
    let mass = m.fixed_view::<3, 3>(0, 0).trace() / 3.0;
    let lower: M3 = m.fixed_view::<3, 3>(3, 0).into();
    let center = if mass > 0.0 {
        axial(&lower) / mass
    } else {
        V3::zeros()
    };
    let about: M3 = m.fixed_view::<3, 3>(3, 3).into();
    let steiner = mass * (center.norm_squared() * M3::identity() - center * center.transpose());
    MassOnNode {
        mass,
        center,
        inertia: about - steiner,
        length: 1.0,
    }
}

fn linear<const E: usize>(law: &ElementLaw) -> LinearLaw<E> {
    let rows = |m: &DMatrix<f64>| -> [[f64; E]; E] {
        std::array::from_fn(|r| std::array::from_fn(|c| m[(r, c)]))
    };
    LinearLaw {
        stiffness: rows(&law.stiffness),
        damping: law.damping.as_ref().map(|d| Box::new(rows(d))),
    }
}
