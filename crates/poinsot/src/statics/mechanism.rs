//! Motions that nothing holds, found and named.
//!
//! They are the null vectors of the tangent with its constraints. Inverse iteration on a few vectors at once, with a little mass in
//! the tangent, finds them; what they move, joint coordinates first, names them (eq.7).

use super::equations::Equations;
use super::error::StaticsError;
use super::tangent::scattered;
use crate::math::V3;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::joints::CoordinateGeometry;
use crate::mechanics::node::{NodeKind, NodeVelocity};
use crate::system::{FlexibleBody, GROUND, System, coordinate_rate};
use nalgebra::{DMatrix, SymmetricEigen};

/// Motions that are sought at once.
const MOST: usize = 8;
/// Rounds of the iteration: what is not free falls by the ratio of the shift to its eigenvalue in each.
const ROUNDS: usize = 10;
/// Rounds of the eigenvalue iteration of a matrix of that size; a dozen are usual.
const EIGEN_ROUNDS: usize = 1000;
/// The shift as a part of the largest ratio of stiffness to mass.
const SHIFT: f64 = 1e-9;
/// A motion is free when its stiffness cancels to this part of its terms.
const CANCELS: f64 = 1e-12;
/// What moves less than this part of the rest does not count.
const MOVES: f64 = 1e-3;

/// The free motions of a system at one state.
#[derive(Clone, Debug, Default)]
pub(super) struct FreeMotions {
    /// In words.
    names: Vec<String>,
    pushed: bool,
    /// Whether there is one only, and that is the rotation of everything about the axis of the turning frame.
    turns: bool,
}

impl FreeMotions {
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
    pub fn only_turns(&self) -> bool {
        self.turns
    }
    /// Whether the loads do work along them.
    pub fn is_pushed(&self) -> bool {
        self.pushed
    }
    pub fn text(&self) -> String {
        self.names.join("; ")
    }
    /// With `driven` the loads have moved the system that way without end.
    pub fn error(self, driven: bool) -> StaticsError {
        StaticsError::FreeMotion {
            motions: self.names,
            pushed: driven,
        }
    }
}

/// The free motions at the base under the loads at `parameter`.
pub(super) fn free_motions(e: &mut Equations, parameter: f64) -> FreeMotions {
    e.begin();
    e.assemble(parameter, true, 0.0);
    let stiffness = e.work.values.clone();
    let residual = e.work.residual.clone();
    let magnitude = e.work.magnitude.clone();
    let motions = null_vectors(e, parameter, &stiffness).unwrap_or_default();
    let n = e.displacements();
    let pushed = motions.iter().any(|z| {
        let work: f64 = (0..n).map(|k| residual[k] * z[k]).sum();
        let size: f64 = (0..n).map(|k| magnitude[k] * z[k].abs()).sum();
        work.abs() > 1e-8 * size
    });
    FreeMotions {
        turns: motions.len() == 1 && turns_with_frame(e, &motions[0]),
        names: name(e, motions),
        pushed,
    }
}

/// An orthonormal set of null vectors, in the metric of the masses.
fn null_vectors(e: &mut Equations, parameter: f64, stiffness: &[f64]) -> Option<Vec<Vec<f64>>> {
    let n = e.displacements();
    let mut shift = SHIFT * largest_ratio(e, stiffness);
    if shift == 0.0 {
        shift = 1.0;
    }
    for attempt in 0.. {
        e.assemble(parameter, true, shift);
        if e.factor().is_ok() {
            break;
        }
        shift *= 1e3;
        if attempt == 4 {
            return None;
        }
    }
    let total = e.scatter.dofs.len();
    let count = MOST.min(n);
    let mut vectors: Vec<Vec<f64>> = (0..count)
        .map(|v| {
            let entry = |k: usize| scattered((k * count + v) as u64);
            (0..total)
                .map(|k| if k < n { entry(k) } else { 0.0 })
                .collect()
        })
        .collect();
    for _ in 0..ROUNDS {
        let mut next: Vec<Vec<f64>> = Vec::new();
        for z in &vectors {
            let mut y = mass_times(e, z);
            if !e.solve(&mut y) {
                return None;
            }
            y[n..].fill(0.0);
            // Masses of very different sizes make the shift so large that squares of the solution would vanish.
            let largest = y.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
            y.iter_mut().for_each(|y| *y /= largest);
            let whole = dot(&mass_times(e, &y), &y).sqrt();
            // Twice is enough.
            for _ in 0..2 {
                for q in &next {
                    let c = dot(&mass_times(e, q), &y);
                    y.iter_mut().zip(q).for_each(|(y, q)| *y -= c * q);
                }
            }
            let size = dot(&mass_times(e, &y), &y).sqrt();
            // Fewer freedoms than vectors: the rest is round-off.
            if size > 1e-8 * whole && size.is_finite() {
                y.iter_mut().for_each(|y| *y /= size);
                next.push(y);
            }
        }
        vectors = next;
    }
    // The free ones among their combinations.
    let m = vectors.len();
    let products: Vec<Vec<f64>> = vectors
        .iter()
        .map(|z| product(e, stiffness, z, false))
        .collect();
    let small = DMatrix::from_fn(m, m, |i, j| {
        0.5 * (dot(&vectors[i][..n], &products[j][..n]) + dot(&vectors[j][..n], &products[i][..n]))
    });
    if m == 0 {
        return Some(Vec::new());
    }
    // Bounded, for with entries that are not finite it would not end.
    let turned = SymmetricEigen::try_new(small, f64::EPSILON, EIGEN_ROUNDS)?.eigenvectors;
    let combine = |c: usize| {
        let mut z = vec![0.0; total];
        for (v, vector) in vectors.iter().enumerate() {
            z.iter_mut()
                .zip(vector)
                .for_each(|(z, x)| *z += turned[(v, c)] * x);
        }
        z
    };
    let free = |z: &Vec<f64>| {
        let left = dot(&z[..n], &product(e, stiffness, z, false)[..n]).abs();
        let size: f64 = z[..n]
            .iter()
            .zip(&product(e, stiffness, z, true)[..n])
            .map(|(z, p)| z.abs() * p)
            .sum();
        left <= CANCELS * size
    };
    Some((0..m).map(combine).filter(free).collect())
}

/// The tangent times a vector; with `sizes`, sums of sizes.
pub(super) fn product(e: &Equations, values: &[f64], z: &[f64], sizes: bool) -> Vec<f64> {
    let (starts, rows) = (&e.scatter.column_starts, &e.scatter.rows);
    let mut out = vec![0.0; z.len()];
    for j in 0..z.len() {
        for t in starts[j]..starts[j + 1] {
            let term = values[t] * z[j];
            out[rows[t] as usize] += if sizes { term.abs() } else { term };
        }
    }
    out
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Motion of a node under a vector of increments: velocity, and spin in world axes.
fn motion(e: &Equations, z: &[f64], n: NodeIndex) -> (V3, V3) {
    let (mut v, mut spin) = (V3::zeros(), V3::zeros());
    let first = e.scatter.dofs.node(n);
    for (k, slot) in e.system.kinds[n].slots().enumerate() {
        if slot < 3 {
            v[slot] = z[first + k];
        } else {
            spin[slot - 3] = z[first + k];
        }
    }
    (v, spin)
}

pub(super) fn mass_times(e: &Equations, z: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; z.len()];
    for n in e.system.node_indices() {
        let node = &e.system.nodes[n];
        if e.system.diagonal_mass(n) == 0.0 {
            continue;
        }
        let (v, spin) = motion(e, z, n);
        let rot = e.work.start[n].rot;
        let shared = e.system.shared_mass.times(n, |l| motion(e, z, l).0);
        let force = node.mass * v + shared;
        let moment = rot * (node.inertia * rot.tr_mul(&spin));
        let first = e.scatter.dofs.node(n);
        for (k, slot) in e.system.kinds[n].slots().enumerate() {
            out[first + k] = if slot < 3 {
                force[slot]
            } else {
                moment[slot - 3]
            };
        }
    }
    out
}

/// Largest ratio of an entry on the diagonal to the mass there.
pub(super) fn largest_ratio(e: &Equations, values: &[f64]) -> f64 {
    let (starts, rows) = (&e.scatter.column_starts, &e.scatter.rows);
    let mut largest: f64 = 0.0;
    for n in e.system.node_indices() {
        let node = &e.system.nodes[n];
        let first = e.scatter.dofs.node(n);
        for (k, slot) in e.system.kinds[n].slots().enumerate() {
            let mass = match slot < 3 {
                true => e.system.diagonal_mass(n),
                false => node.inertia.trace() / 3.0,
            };
            let j = first + k;
            let column = &rows[starts[j]..starts[j + 1]];
            if let (true, Ok(at)) = (mass > 0.0, column.binary_search(&(j as u32))) {
                largest = largest.max(values[starts[j] + at].abs() / mass);
            }
        }
    }
    largest
}

/// Whether a motion is the rotation of everything about the axis of the turning frame.
fn turns_with_frame(e: &Equations, z: &[f64]) -> bool {
    let Some(turning) = e.turning() else {
        return false;
    };
    let mut rigid = vec![0.0; z.len()];
    for n in e.system.node_indices() {
        if e.system.diagonal_mass(n) == 0.0 {
            continue;
        }
        let v = turning.omega.cross(&(e.work.start[n].r - turning.through));
        let first = e.scatter.dofs.node(n);
        for (k, slot) in e.system.kinds[n].slots().enumerate() {
            rigid[first + k] = if slot < 3 {
                v[slot]
            } else {
                turning.omega[slot - 3]
            };
        }
    }
    let product = mass_times(e, &rigid);
    let (along, own) = (dot(&product, z), dot(&mass_times(e, z), z));
    along * along >= (1.0 - 1e-6) * own * dot(&product, &rigid)
}

/// Something that a motion may move.
enum Mover {
    Coordinate { joint: usize, coordinate: usize },
    Node { node: NodeIndex, slot: usize },
}

/// Names for a set of motions: combinations are chosen so that each has a joint coordinate, or a node, of its own.
fn name(e: &Equations, mut motions: Vec<Vec<f64>>) -> Vec<String> {
    let system = e.system;
    let mut named: Vec<(Mover, Vec<f64>)> = Vec::new();
    for z in &mut motions {
        let largest = e.largest(z);
        z.iter_mut().for_each(|x| *x /= largest);
    }
    while !motions.is_empty() {
        let pivot =
            best(&coordinate_rates(e, &motions)).or_else(|| best(&node_motions(e, &motions)));
        let Some((mover, which, _)) = pivot else {
            break;
        };
        let chosen = motions.swap_remove(which);
        let own = measure(e, &mover, &chosen);
        let others = motions.iter_mut().chain(named.iter_mut().map(|(_, z)| z));
        for z in others {
            let factor = measure(e, &mover, z) / own;
            z.iter_mut()
                .zip(&chosen)
                .for_each(|(z, c)| *z -= factor * c);
        }
        motions.retain(|z| e.largest(z) > MOVES);
        named.push((mover, chosen));
    }
    let mut names = Vec::new();
    for (k, (mover, z)) in named.iter().enumerate() {
        match mover {
            Mover::Coordinate { joint, coordinate } => {
                names.push(in_joint(system, *joint, *coordinate));
            }
            Mover::Node { node, .. } => {
                let node = *node;
                let same =
                    |m: &Mover| matches!(m, Mover::Node { node: other, .. } if *other == node);
                let alike: Vec<usize> = (0..named.len()).filter(|&m| same(&named[m].0)).collect();
                if alike.len() < system.kinds[node].dofs() {
                    names.push(alone(e, z, node));
                } else if alike[0] == k {
                    names.push(format!("{} is not held by anything", item(system, node)));
                }
            }
        }
    }
    names
}

type Candidate = (Mover, usize, f64);

fn best(list: &[(Mover, usize, f64)]) -> Option<Candidate> {
    let largest = list.iter().max_by(|a, b| a.2.total_cmp(&b.2))?;
    let mover = match largest.0 {
        Mover::Coordinate { joint, coordinate } => Mover::Coordinate { joint, coordinate },
        Mover::Node { node, slot } => Mover::Node { node, slot },
    };
    (largest.2 > MOVES).then_some((mover, largest.1, largest.2))
}

fn coordinate_rates(e: &Equations, motions: &[Vec<f64>]) -> Vec<Candidate> {
    let mut list = Vec::new();
    for (joint, info) in e.system.joints.iter().enumerate() {
        for coordinate in 0..info.coordinates.len() {
            for (which, z) in motions.iter().enumerate() {
                let mover = Mover::Coordinate { joint, coordinate };
                let rate = measure(e, &mover, z).abs();
                list.push((mover, which, rate));
            }
        }
    }
    list
}

fn node_motions(e: &Equations, motions: &[Vec<f64>]) -> Vec<Candidate> {
    let mut list = Vec::new();
    for n in e.system.node_indices().filter(|&n| n != GROUND) {
        if e.system.kinds[n].is_coordinate() {
            continue;
        }
        for slot in e.system.kinds[n].slots() {
            for (which, z) in motions.iter().enumerate() {
                let mover = Mover::Node { node: n, slot };
                let size = measure(e, &mover, z).abs();
                list.push((mover, which, size));
            }
        }
    }
    list
}

/// Rate of what a motion may move: lengths in sizes of the model.
fn measure(e: &Equations, mover: &Mover, z: &[f64]) -> f64 {
    let system = e.system;
    match mover {
        Mover::Node { node, slot } => {
            let (v, spin) = motion(e, z, *node);
            match *slot {
                slot @ 0..3 => v[slot] / system.length,
                slot => spin[slot - 3],
            }
        }
        Mover::Coordinate { joint, coordinate } => {
            let info = &system.joints[*joint];
            let c = &info.coordinates[*coordinate];
            let mut velocities = vec![NodeVelocity::default(); system.nodes.len()];
            for frame in &info.frames {
                let (v, spin) = motion(e, z, frame.node);
                let omega = e.work.start[frame.node].rot.tr_mul(&spin);
                velocities[frame.node] = NodeVelocity { v, omega };
            }
            for n in c.line.iter().flat_map(|line| line.nodes()) {
                let (v, spin) = motion(e, z, n);
                let omega = e.work.start[n].rot.tr_mul(&spin);
                velocities[n] = NodeVelocity { v, omega };
            }
            let rate = coordinate_rate(c, &info.frames, &e.work.start, &velocities);
            match c.geometry.is_angle() {
                true => rate,
                false => rate / system.length,
            }
        }
    }
}

/// A node as the user knows it.
fn item(system: &System, node: NodeIndex) -> String {
    if let Some(body) = system.bodies.iter().find(|b| b.node == node) {
        return format!("body `{}`", body.name);
    }
    let holds = |body: &&FlexibleBody| body.nodes.iter().any(|n| n.on.node == node);
    match system.flexible.iter().find(holds) {
        Some(body) => format!("{} `{}`", body.kind, body.name),
        None => format!("`{}`", system.nodes[node].name),
    }
}

fn in_joint(system: &System, joint: usize, coordinate: usize) -> String {
    let info = &system.joints[joint];
    let side = if info.frames[1].node == GROUND { 0 } else { 1 };
    let who = item(system, info.frames[side].node);
    let name = &info.name;
    let c = &info.coordinates[coordinate];
    match c.geometry {
        CoordinateGeometry::Displacement(_) | CoordinateGeometry::Along => {
            format!("{who} can still slide along joint `{name}` ({})", c.name)
        }
        CoordinateGeometry::AngleAboutZ => format!("{who} can still rotate about joint `{name}`"),
        _ => format!("{who} can still rotate about joint `{name}` ({})", c.name),
    }
}

/// A motion of a node that no joint coordinate describes.
fn alone(e: &Equations, z: &[f64], node: NodeIndex) -> String {
    let who = item(e.system, node);
    let (v, spin) = motion(e, z, node);
    let text = |a: &V3| {
        let a = a.map(|x| if x.abs() < 5e-4 * a.amax() { 0.0 } else { x });
        format!("({:.3}, {:.3}, {:.3})", a.x, a.y, a.z)
    };
    let turns = spin.norm() > MOVES * v.norm() / e.system.length;
    if e.system.kinds[node] == NodeKind::Point || !turns {
        return format!("{who} can still move along {}", text(&v.normalize()));
    }
    let axis = spin.normalize();
    let through = e.work.start[node].r + spin.cross(&v) / spin.norm_squared();
    format!(
        "{who} can still turn about the axis {} through {} m",
        text(&axis),
        text(&through)
    )
}
