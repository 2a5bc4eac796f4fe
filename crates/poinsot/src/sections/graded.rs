//! Sections that vary along an element: integrals over it, and one law for all of its Gauss points.
//!
//! An element of order `p` knows the strains at its `p` Gauss points, no more. Between them the section may change, also by
//! steps; the section *forces* do not, for what lies on both sides of a cut is in balance. So the forces are taken as
//! the polynomial through their values at the Gauss points, and the strains of every section follow from them (tap.1). The work of
//! the forces on these strains gives the strains at the Gauss points, and its inverse is the law (tap.3).

use super::Section;
use super::interpolate;
use crate::geometry::reference::gauss;
use crate::math::{M6, V3, skew};
use nalgebra::{DMatrix, Matrix6};

/// Points on each piece between stations, and the change of stiffness over a piece beyond which it is halved: the integrand is a
/// polynomial over a linear function, and with these the rule has an error of about 1e-8 of it.
const POINTS: usize = 6;
const CHANGE: f64 = 1.5;
/// Halvings at most: beyond this a piece counts for nothing.
const HALVINGS: usize = 50;

/// The stations that the sections between two arc lengths depend on; `near` is the distance at which places count as one.
pub fn stations_between(
    sections: &[(f64, Section)],
    from: f64,
    to: f64,
    near: f64,
) -> &[(f64, Section)] {
    let first = sections.partition_point(|(at, _)| *at <= from + near);
    let last = sections.partition_point(|(at, _)| *at < to - near);
    let first = first.saturating_sub(1);
    &sections[first..(last + 1).min(sections.len())]
}

/// Visits arc lengths between two, with weights whose sum is their distance, and the sections there.
pub fn integrate(
    sections: &[(f64, Section)],
    from: f64,
    to: f64,
    visit: &mut impl FnMut(f64, f64, &Section),
) {
    let mut start = from;
    let inner = sections.iter().map(|(at, _)| *at);
    let inner = inner.filter(|at| *at > from && *at < to);
    for end in inner.chain([to]) {
        // At a step two stations have the same place.
        if end > start {
            piece(sections, start, end, HALVINGS, visit);
        }
        start = end;
    }
}

fn piece(
    sections: &[(f64, Section)],
    from: f64,
    to: f64,
    halvings: usize,
    visit: &mut impl FnMut(f64, f64, &Section),
) {
    // Inside of the piece: at its ends there may be steps.
    let inside = |part: f64| interpolate(sections, from + part * (to - from));
    let (a, b) = (inside(0.01), inside(0.99));
    let change = (0..6).any(|k| {
        let (a, b) = (a.stiffness[(k, k)], b.stiffness[(k, k)]);
        a > CHANGE * b || b > CHANGE * a
    });
    if change && halvings > 0 {
        let middle = 0.5 * (from + to);
        piece(sections, from, middle, halvings - 1, visit);
        piece(sections, middle, to, halvings - 1, visit);
        return;
    }
    for &(xi, weight) in gauss(POINTS) {
        let s = from + 0.5 * (xi + 1.0) * (to - from);
        visit(s, 0.5 * weight * (to - from), &interpolate(sections, s));
    }
}

/// Integrals over an element of flexibility and of what viscosity takes, weighted with products of functions `l_i`:
/// `F_ij = int l_i l_j C^-1 ds` and `V_ij = int l_i l_j C^-1 D C^-1 ds`.
#[derive(Clone, Debug)]
pub struct Flexibility {
    functions: usize,
    elastic: DMatrix<f64>,
    viscous: DMatrix<f64>,
    damped: bool,
}

/// Stiffness and viscosity of all Gauss points of an element together, `6 p` rows, multiplied with the lengths that they stand for.
#[derive(Clone, Debug)]
pub struct ElementLaw {
    /// Stiffness.
    pub stiffness: DMatrix<f64>,
    /// Viscosity, if there is any.
    pub damping: Option<DMatrix<f64>>,
}

impl Flexibility {
    /// Nothing yet.
    pub fn new(functions: usize) -> Self {
        let zero = DMatrix::zeros(6 * functions, 6 * functions);
        Flexibility {
            functions,
            elastic: zero.clone(),
            viscous: zero,
            damped: false,
        }
    }

    /// Adds a section that stands for a length, with the values of the functions there. A section without stiffness in some
    /// direction, which checks of sections refuse, adds nothing.
    pub fn add(
        &mut self,
        l: &[f64],
        length: f64,
        stiffness: &Matrix6<f64>,
        damping: &Matrix6<f64>,
    ) {
        let Some(flexibility) = stiffness.cholesky().map(|c| c.inverse()) else {
            return;
        };
        let damped = *damping != Matrix6::zeros();
        self.damped |= damped;
        let viscous = flexibility * damping * flexibility;
        for i in 0..self.functions {
            for j in 0..self.functions {
                let weight = length * l[i] * l[j];
                let mut at = self.elastic.fixed_view_mut::<6, 6>(6 * i, 6 * j);
                at += weight * flexibility;
                if damped {
                    let mut at = self.viscous.fixed_view_mut::<6, 6>(6 * i, 6 * j);
                    at += weight * viscous;
                }
            }
        }
    }

    /// The law of an element whose section forces are `sum_i l_i sigma_i` with `l_i` the polynomials through its Gauss points,
    /// which stand for `lengths`: `K = W F^-1 W` and `W F^-1 V F^-1 W` (tap.3).
    pub fn law(&self, lengths: &[f64]) -> Option<ElementLaw> {
        let w = DMatrix::from_fn(6 * self.functions, 6 * self.functions, |i, j| {
            if i == j { lengths[i / 6] } else { 0.0 }
        });
        // Forces per strain of the Gauss points.
        let forces = self.elastic.clone().cholesky()?.solve(&w);
        Some(ElementLaw {
            stiffness: symmetric(&w * &forces),
            damping: self
                .damped
                .then(|| symmetric(forces.transpose() * &self.viscous * &forces)),
        })
    }

    /// The law of an element with one Gauss point in the middle of `length`, from the functions `1` and `x`, the distance from the
    /// middle. Forces are constant, so the moment changes by `-x e_1 x n`. To first order in `x` the strain is
    /// `F_00 + J^T F_10 + F_01 J` of the forces in the middle, with `J (n, m) = (0, -e_1 x n)`; the square of it,
    /// `A^T F_00 A` with `A = 1 + F_00^-1 F_01 J`, is positive, and for a uniform section it is `F_00` (tap.5).
    pub fn law_of_middle(&self, length: f64) -> Option<ElementLaw> {
        let block = |m: &DMatrix<f64>, j: usize| -> M6 { m.fixed_view::<6, 6>(0, 6 * j).into() };
        let inverse = block(&self.elastic, 0).cholesky()?.inverse();
        let mut shift = M6::zeros();
        let turn = -skew(&V3::x());
        shift.fixed_view_mut::<3, 3>(3, 0).copy_from(&turn);
        let forces = M6::identity() + inverse * block(&self.elastic, 1) * shift;
        // Strains of the middle to forces there, less the length.
        let forces = inverse * forces.try_inverse()?.transpose();
        let stiffness = forces.transpose() * block(&self.elastic, 0) * forces;
        let viscous = forces.transpose() * block(&self.viscous, 0) * forces;
        let whole = |m: M6| symmetric(DMatrix::from_fn(6, 6, |i, j| length * length * m[(i, j)]));
        Some(ElementLaw {
            stiffness: whole(stiffness),
            damping: self.damped.then(|| whole(viscous)),
        })
    }
}

/// Integrals of stiffness and viscosity, `K_ij = int l_i l_j C ds`: the law of an element whose *strains* are the polynomial through
/// its Gauss points (tap.7).
#[derive(Clone, Debug)]
pub struct Stiffness {
    functions: usize,
    elastic: DMatrix<f64>,
    viscous: DMatrix<f64>,
}

impl Stiffness {
    /// Nothing yet.
    pub fn new(functions: usize) -> Self {
        let zero = DMatrix::zeros(6 * functions, 6 * functions);
        Stiffness {
            functions,
            elastic: zero.clone(),
            viscous: zero,
        }
    }

    /// Adds a section that stands for a length, with the values of the functions there.
    pub fn add(
        &mut self,
        l: &[f64],
        length: f64,
        stiffness: &Matrix6<f64>,
        damping: &Matrix6<f64>,
    ) {
        for i in 0..self.functions {
            for j in 0..self.functions {
                let weight = length * l[i] * l[j];
                let mut at = self.elastic.fixed_view_mut::<6, 6>(6 * i, 6 * j);
                at += weight * stiffness;
                let mut at = self.viscous.fixed_view_mut::<6, 6>(6 * i, 6 * j);
                at += weight * damping;
            }
        }
    }

    /// The law.
    pub fn law(self) -> ElementLaw {
        let damped = self.viscous.amax() > 0.0;
        ElementLaw {
            stiffness: symmetric(self.elastic),
            damping: damped.then(|| symmetric(self.viscous)),
        }
    }
}

fn symmetric(m: DMatrix<f64>) -> DMatrix<f64> {
    0.5 * (&m + m.transpose())
}
