//! From modes to points: scalar functions, their mass and their stiffness (rb.2).

use super::held::{Held, check_free, twice_energy};
use super::interface::Interface;
use super::sparse::dot;
use super::vibration::lowest;
use super::{Part, Reduced, ReductionError};
use crate::math::V3;
use nalgebra::{DMatrix, DVector};
use poinsot_lu::dense;

/// A component of a mode of which no more than this is new, in the root of its energy, is left out: frequencies change by less
/// than its square.
const KNOWN: f64 = 1e-4;
/// What is left of a function, relative to its size, is more than round-off.
const NEW: f64 = 1e-9;
/// Smallest motion of an interface in the space, relative to the largest one.
const INDEPENDENT: f64 = 1e-8;

/// Reduces a part to interfaces, given by their nodes, which count alike, and modes.
pub fn reduce(
    part: &Part,
    interfaces: &[Vec<usize>],
    modes: usize,
) -> Result<Reduced, ReductionError> {
    let alike = |list: &Vec<usize>| list.iter().map(|n| (*n, 1.0)).collect();
    let weighted: Vec<Vec<(usize, f64)>> = interfaces.iter().map(alike).collect();
    reduce_weighted(part, &weighted, modes)
}

/// The same with nodes of interfaces that count by weights, such as areas.
pub fn reduce_weighted(
    part: &Part,
    interfaces: &[Vec<(usize, f64)>],
    modes: usize,
) -> Result<Reduced, ReductionError> {
    let nodes = part.points.len();
    for (what, size, wanted) in [
        ("mass matrix", 3 * part.mass.size(), 3 * nodes),
        ("stiffness matrix", part.stiffness.size(), 3 * nodes),
    ] {
        if size != wanted {
            let what_size = ReductionError::Size {
                what,
                size,
                nodes,
                wanted,
            };
            return Err(what_size);
        }
    }
    check_free(part)?;
    let mut all = Vec::new();
    for (k, list) in interfaces.iter().enumerate() {
        all.push(Interface::new(&part.points, list, k + 1)?);
    }
    let mut held = Held::new(part, &all)?;
    let rows = 6 * all.len();
    let mut fields = Vec::new();
    // The first interface stays where it is: six motions of all interfaces together are rigid.
    for k in 6..rows {
        let moved: Vec<f64> = (0..rows).map(|r| f64::from(u8::from(r == k))).collect();
        fields.push(held.solve(vec![0.0; 3 * nodes], &moved)?);
    }
    let (shapes, frequencies) = lowest(part, &mut held, &vec![0.0; rows], modes)?;
    fields.extend(shapes);
    let functions = functions(part, &fields)?;
    let basis = Basis::new(part, &functions, &all)?;
    let mut next = 0;
    for interface in &mut all {
        interface.points = (next..next + interface.count()).collect();
        next += interface.count();
    }
    Ok(Reduced {
        mass: basis.mass(part),
        stiffness: basis.stiffness(part),
        points: basis.rest,
        interfaces: all,
        functions: basis.functions,
        frequencies,
    })
}

/// Scalar functions, orthonormal in the mass: constant, linear, and what the components of the fields add.
fn functions(part: &Part, fields: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, ReductionError> {
    let mut space = Space {
        part,
        functions: Vec::new(),
        masses: Vec::new(),
    };
    let constant = vec![1.0; part.points.len()];
    let linear = (0..3).map(|i| part.points.iter().map(|p| p[i]).collect());
    for f in std::iter::once(constant).chain(linear) {
        let (rest, size) = space.new_part(f);
        if !space.add(rest, size) {
            return Err(ReductionError::NoMass);
        }
    }
    for field in fields {
        let energy = twice_energy(part, field);
        for i in 0..3 {
            let component: Vec<f64> = field.iter().skip(i).step_by(3).copied().collect();
            let (rest, size) = space.new_part(component);
            let mut along = vec![0.0; field.len()];
            for (n, value) in rest.iter().enumerate() {
                along[3 * n + i] = *value;
            }
            if twice_energy(part, &along) > KNOWN * KNOWN * energy {
                space.add(rest, size);
            }
        }
    }
    Ok(space.functions)
}

struct Space<'a> {
    part: &'a Part,
    functions: Vec<Vec<f64>>,
    masses: Vec<Vec<f64>>,
}

impl Space<'_> {
    /// What a function adds to the space, and its size.
    fn new_part(&self, mut f: Vec<f64>) -> (Vec<f64>, f64) {
        let size = dot(&f, &self.part.mass.times(&f)).max(0.0).sqrt();
        for _ in 0..2 {
            for (q, m) in self.functions.iter().zip(&self.masses) {
                let c = dot(&f, m);
                f.iter_mut().zip(q).for_each(|(f, q)| *f -= c * q);
            }
        }
        (f, size)
    }

    /// Adds a function, if there is more of it than round-off.
    fn add(&mut self, mut f: Vec<f64>, size: f64) -> bool {
        let mut mass = self.part.mass.times(&f);
        let norm = dot(&f, &mass).max(0.0).sqrt();
        let new = norm > NEW * size;
        if new {
            f.iter_mut().chain(&mut mass).for_each(|x| *x /= norm);
            self.functions.push(f);
            self.masses.push(mass);
        }
        new
    }
}

/// Functions of the points, with sum one everywhere.
struct Basis {
    /// Node by node.
    functions: Vec<f64>,
    count: usize,
    rest: Vec<V3>,
}

impl Basis {
    fn new(
        part: &Part,
        functions: &[Vec<f64>],
        interfaces: &[Interface],
    ) -> Result<Self, ReductionError> {
        let (nodes, count) = (part.points.len(), functions.len());
        // Places of the points of interfaces, per function.
        let (mut places, mut owners) = (Vec::new(), Vec::new());
        for (k, interface) in interfaces.iter().enumerate() {
            for point in 0..interface.count() {
                let weights = interface.weights(&part.points, point);
                let value = |f: &Vec<f64>| weights.iter().map(|(n, w)| w * f[*n]).sum::<f64>();
                places.push(functions.iter().map(value).collect::<Vec<f64>>());
                owners.push((k, weights));
            }
        }
        check_independent(&places, &owners.iter().map(|o| o.0).collect::<Vec<_>>())?;
        let rows = DMatrix::from_fn(places.len(), count, |i, j| places[i][j]);
        let square = &rows * rows.transpose();
        let inverse = square.try_inverse().ok_or(ReductionError::NotConverged)?;
        let dual = rows.transpose() * inverse;
        let free = dense::complement(count, rows.transpose().as_slice(), 0.0);
        let free = DMatrix::from_vec(count, free.len() / count, free);
        let all = DMatrix::from_fn(nodes, count, |n, j| functions[j][n]);
        let (held, mut others) = (&all * dual, &all * &free);
        let sizes: Vec<f64> = others.column_iter().map(|c| c.amax()).collect();
        for (k, size) in sizes.iter().enumerate() {
            others.column_mut(k).unscale_mut(*size);
        }
        let fixed = places.len();
        let mut out = vec![0.0; nodes * count];
        for n in 0..nodes {
            let row = &mut out[n * count..(n + 1) * count];
            for k in 1..count {
                row[k] = match k < fixed {
                    true => held[(n, k)],
                    false => others[(n, k - fixed)],
                };
            }
            row[0] = 1.0 - row[1..].iter().sum::<f64>();
        }
        let mut rest: Vec<V3> = owners
            .iter()
            .map(|(_, weights)| weights.iter().map(|(n, w)| *w * part.points[*n]).sum())
            .collect();
        // What the free functions add to the places of the nodes at rest.
        let first = rest.first().copied().unwrap_or_default();
        let arms: Vec<DVector<f64>> = (0..3)
            .map(|i| {
                let arm: Vec<f64> = part.points.iter().map(|p| p[i] - first[i]).collect();
                let mass = part.mass.times(&arm);
                let components = functions.iter().map(|f| dot(f, &mass));
                free.transpose() * DVector::from_iterator(count, components)
            })
            .collect();
        for (k, size) in sizes.iter().enumerate() {
            rest.push(first + *size * V3::from_fn(|i, _| arms[i][k]));
        }
        Ok(Basis {
            functions: out,
            count,
            rest,
        })
    }

    fn function(&self, k: usize) -> Vec<f64> {
        let values = self.functions.iter().skip(k).step_by(self.count);
        values.copied().collect()
    }

    fn mass(&self, part: &Part) -> Vec<f64> {
        let all: Vec<Vec<f64>> = (0..self.count).map(|k| self.function(k)).collect();
        let products: Vec<Vec<f64>> = all.iter().map(|f| part.mass.times(f)).collect();
        let pairs = (0..self.count * self.count).map(|k| (k / self.count, k % self.count));
        pairs.map(|(a, b)| dot(&all[a], &products[b])).collect()
    }

    fn stiffness(&self, part: &Part) -> Vec<f64> {
        let size = 3 * (self.count - 1);
        let all: Vec<Vec<f64>> = (1..self.count).map(|k| self.function(k)).collect();
        let mut out = vec![0.0; size * size];
        for (b, f) in all.iter().enumerate() {
            for j in 0..3 {
                let mut u = vec![0.0; 3 * f.len()];
                for (n, value) in f.iter().enumerate() {
                    u[3 * n + j] = *value;
                }
                let force = part.stiffness.times(&u);
                for (a, g) in all.iter().enumerate() {
                    for i in 0..3 {
                        let along = force.iter().skip(i).step_by(3);
                        let product: f64 = along.zip(g).map(|(x, y)| x * y).sum();
                        out[(3 * a + i) * size + 3 * b + j] = product;
                    }
                }
            }
        }
        out
    }
}

/// Refuses places of points that follow from those before them.
fn check_independent(places: &[Vec<f64>], owners: &[usize]) -> Result<(), ReductionError> {
    let mut known: Vec<Vec<f64>> = Vec::new();
    for (row, owner) in places.iter().zip(owners) {
        let size = dot(row, row).sqrt();
        let mut x = row.clone();
        for _ in 0..2 {
            for k in &known {
                let c = dot(&x, k);
                x.iter_mut().zip(k).for_each(|(x, k)| *x -= c * k);
            }
        }
        let norm = dot(&x, &x).sqrt();
        if !(norm > INDEPENDENT * size) {
            let interface = owner + 1;
            return Err(ReductionError::SameInterface { interface });
        }
        x.iter_mut().for_each(|x| *x /= norm);
        known.push(x);
    }
    Ok(())
}
