//! The equations of motion linearised about a state at rest, in the world or in a steadily turning frame (md.1):
//!
//! ```text
//! M x.. + C x. + K x + G^T l = 0,   G x = 0
//! ```
//!
//! `x` are small motions of the nodes, translations and rotations in world axes (of the turning frame, if there is one), and
//! `l` changes of the multipliers.

use super::ModesError;
use super::bordered_mass::BorderedMass;
use super::mass_root::MassRoot;
use super::unbalance::Unbalance;
use crate::dynamics::Workspace;
use crate::dynamics::schemes::{Derivative, Instant, Turning};
use crate::math::{M3, skew};
use crate::mechanics::node::{NodeKind, NodeVelocity};
use crate::mechanics::wrench::STAGES;
use crate::system::{Scatter, State, System, Unknown};

/// Which multipliers stretch and turn the constraints while the system moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reactions {
    /// Those that leave the least acceleration: the reactions, if the state is an equilibrium.
    #[default]
    Balancing,
    /// Those of the state.
    OfState,
}

/// About what to linearise, beside the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct About {
    /// The frame in which the system rests, unless it is the world. The ground turns with it.
    pub turning: Option<Turning>,
    /// Factor of weights, loads and motors.
    pub load_factor: f64,
    /// Multipliers.
    pub reactions: Reactions,
}

impl Default for About {
    fn default() -> Self {
        About {
            turning: None,
            load_factor: 1.0,
            reactions: Reactions::Balancing,
        }
    }
}

/// Differences of the stiffness and its transpose up to this share of the largest entry nearby are sums of round-off.
const UNSYMMETRIC: f64 = 1e-12;
/// Damping below this share of the critical one does not show in twelve digits.
const UNDAMPED: f64 = 1e-14;

/// The linearised equations. All matrices share one pattern of compressed columns, that of the whole system with its
/// multipliers; entries that a matrix does not have are zero.
#[derive(Clone, Debug)]
pub struct Linearisation {
    /// Number of unknowns of the nodes.
    pub unknowns: usize,
    /// Number of constraint rows.
    pub rows: usize,
    /// Start of each column, and the end.
    pub column_starts: Vec<usize>,
    /// Row of each entry.
    pub entry_rows: Vec<u32>,
    /// Stiffness: elastic, geometric, of loads and multipliers, and centrifugal.
    pub stiffness: Vec<f64>,
    /// Damping and gyroscopic terms.
    pub damping: Vec<f64>,
    /// Mass.
    pub mass: Vec<f64>,
    /// Gradients of the gaps: `G` in the rows and `G^T` in the columns of the multipliers.
    pub border: Vec<f64>,
    /// A factor `L` of the mass, `M = L L^T`.
    pub mass_root: MassRoot,
    /// Groups of unknowns for the factorisation.
    pub groups: Vec<u32>,
    /// What each unknown is.
    pub places: Vec<Unknown>,
    /// Multipliers that were used.
    pub multipliers: Vec<f64>,
    /// How far the state is from rest.
    pub unbalance: Unbalance,
}

impl Linearisation {
    /// Linearises about a state; its velocities count as zero.
    pub fn new(system: &System, state: &State, about: &About) -> Result<Self, ModesError> {
        let scatter = Scatter::new(system, 1);
        let dofs = &scatter.dofs;
        let mut rest = state.clone();
        rest.velocities.fill(NodeVelocity::default());
        let mut assembler = Assembler {
            system,
            scatter: &scatter,
            work: Workspace::new(system, &scatter).at_rest(system),
            rest,
            about: *about,
        };
        let unknowns = dofs.multipliers();
        let none = vec![0.0; system.rows];
        let mass = assembler.tangent(Derivative::Acceleration, &none);
        let mut linear = Linearisation {
            unknowns,
            rows: system.rows,
            column_starts: scatter.column_starts.clone(),
            entry_rows: scatter.rows.clone(),
            stiffness: Vec::new(),
            damping: Vec::new(),
            border: mass.clone(),
            mass,
            mass_root: MassRoot::new(system, state, &scatter),
            groups: system.groups(dofs),
            places: (0..dofs.len()).map(|k| dofs.describe(k)).collect(),
            multipliers: none.clone(),
            unbalance: Unbalance::default(),
        };
        linear.separate_border();
        linear.damping = assembler.tangent(Derivative::Velocity, &none);
        linear.clear_border(Matrix::Damping);
        let (forces, _) = assembler.residual(&none);
        let (accelerations, balancing) = linear.accelerations(system, &forces)?;
        linear.multipliers = match about.reactions {
            Reactions::Balancing => balancing,
            Reactions::OfState => state.multipliers.iter().map(|m| m[0]).collect(),
        };
        linear.stiffness = assembler.tangent(Derivative::Position, &linear.multipliers);
        linear.clear_border(Matrix::Stiffness);
        let (forces, sizes) = assembler.residual(&linear.multipliers);
        linear.unbalance = Unbalance::new(system, state, &linear, &forces, &sizes, &accelerations);
        linear.take_out_unbalance(system, &scatter, &forces);
        Ok(linear)
    }

    /// Moves the constraint entries from the mass to the border.
    fn separate_border(&mut self) {
        for column in 0..self.unknowns + self.rows {
            for k in self.column_starts[column]..self.column_starts[column + 1] {
                let inner = column < self.unknowns && (self.entry_rows[k] as usize) < self.unknowns;
                let other = if inner {
                    &mut self.border
                } else {
                    &mut self.mass
                };
                other[k] = 0.0;
            }
        }
    }

    fn clear_border(&mut self, which: Matrix) {
        for column in 0..self.unknowns + self.rows {
            for k in self.column_starts[column]..self.column_starts[column + 1] {
                if column >= self.unknowns || self.entry_rows[k] as usize >= self.unknowns {
                    match which {
                        Matrix::Stiffness => self.stiffness[k] = 0.0,
                        Matrix::Damping => self.damping[k] = 0.0,
                        Matrix::Mass => self.mass[k] = 0.0,
                    }
                }
            }
        }
    }

    /// Accelerations and multipliers that given forces (with the sign of residuals) cause.
    fn accelerations(
        &self,
        system: &System,
        forces: &[f64],
    ) -> Result<(Vec<f64>, Vec<f64>), ModesError> {
        let mut x: Vec<f64> = forces.iter().map(|f| -f).collect();
        x.resize(self.unknowns + self.rows, 0.0);
        BorderedMass::new(system, self)?.solve_whole(&mut x)?;
        let multipliers = x.split_off(self.unknowns);
        Ok((x, multipliers))
    }

    /// Away from equilibrium the derivative of a moment depends on the order of two rotations, which adds half the matrix of
    /// the remaining moment (md.2). That belongs to the way rotations are written, not to the system, and is taken out.
    fn take_out_unbalance(&mut self, system: &System, scatter: &Scatter, forces: &[f64]) {
        for (n, kind) in system.node_indices().zip(&system.kinds) {
            if *kind != NodeKind::Frame {
                continue;
            }
            let first = scatter.dofs.node(n) + 3;
            let moment = nalgebra::Vector3::from_row_slice(&forces[first..first + 3]);
            let half: M3 = 0.5 * skew(&moment);
            for column in 0..3 {
                let range =
                    self.column_starts[first + column]..self.column_starts[first + column + 1];
                for k in range {
                    let row = self.entry_rows[k] as usize;
                    if (first..first + 3).contains(&row) {
                        self.stiffness[k] += half[(row - first, column)];
                    }
                }
            }
        }
    }

    /// Whether the stiffness is symmetric to round-off: then it has a potential.
    pub fn symmetric(&self, system: &System) -> bool {
        // Rotations are counted as displacements at the size of the model.
        let arm: Vec<f64> = (0..self.unknowns)
            .map(|k| match self.places[k] {
                Unknown::Node { slot, .. } if slot >= 3 => system.length,
                _ => 1.0,
            })
            .collect();
        let entries = self.entries(Matrix::Stiffness);
        let mut largest = vec![0.0f64; self.unknowns];
        for &(i, j, v) in &entries {
            let v = (v / (arm[i] * arm[j])).abs();
            largest[i] = largest[i].max(v);
            largest[j] = largest[j].max(v);
        }
        entries.iter().all(|&(i, j, v)| {
            let difference = (v - self.stiffness_at(j, i)).abs() / (arm[i] * arm[j]);
            difference <= UNSYMMETRIC * largest[i].max(largest[j])
        })
    }

    /// Whether velocities cause forces that count.
    pub fn damped(&self) -> bool {
        let size = |values: &[f64]| values.iter().fold(0.0f64, |a, b| a.max(b.abs()));
        let (m, c, k) = (size(&self.mass), size(&self.damping), size(&self.stiffness));
        c > UNDAMPED * (m * k).sqrt()
    }

    fn stiffness_at(&self, row: usize, column: usize) -> f64 {
        let range = self.column_starts[column]..self.column_starts[column + 1];
        let found = self.entry_rows[range.clone()].binary_search(&(row as u32));
        found.map_or(0.0, |k| self.stiffness[range.start + k])
    }

    /// The same without damping and with the symmetric part of the stiffness.
    pub(super) fn conservative(&self) -> Linearisation {
        let mut out = self.clone();
        for column in 0..self.unknowns {
            for k in self.column_starts[column]..self.column_starts[column + 1] {
                let row = self.entry_rows[k] as usize;
                if row < self.unknowns {
                    out.stiffness[k] = 0.5 * (self.stiffness[k] + self.stiffness_at(column, row));
                }
            }
        }
        out.damping.fill(0.0);
        out
    }

    /// An unknown or a constraint row in words.
    pub fn name(&self, system: &System, unknown: usize) -> String {
        match self.places[unknown] {
            Unknown::Node { node, slot } => format!(
                "`{}`, {}",
                system.nodes[node].name,
                system.kinds[node].slot_name(slot)
            ),
            Unknown::Row(row) => system.describe_row(row),
        }
    }

    /// Values of a matrix.
    pub fn values(&self, which: Matrix) -> &[f64] {
        match which {
            Matrix::Stiffness => &self.stiffness,
            Matrix::Damping => &self.damping,
            Matrix::Mass => &self.mass,
        }
    }

    /// A matrix times a vector of the nodes' unknowns.
    pub fn times(&self, which: Matrix, x: &[f64]) -> Vec<f64> {
        let values = self.values(which);
        let mut out = vec![0.0; self.unknowns];
        for column in 0..self.unknowns {
            if x[column] == 0.0 {
                continue;
            }
            for k in self.column_starts[column]..self.column_starts[column + 1] {
                let row = self.entry_rows[k] as usize;
                if row < self.unknowns {
                    out[row] += values[k] * x[column];
                }
            }
        }
        out
    }

    /// `x^T A y`.
    pub fn form(&self, which: Matrix, x: &[f64], y: &[f64]) -> f64 {
        dot(x, &self.times(which, y))
    }

    /// `|x|^T |A| |x|`: what cancels in a quadratic form.
    pub fn form_size(&self, which: Matrix, x: &[f64]) -> f64 {
        let values = self.values(which);
        let mut sum = 0.0;
        for column in 0..self.unknowns {
            for k in self.column_starts[column]..self.column_starts[column + 1] {
                let row = self.entry_rows[k] as usize;
                if row < self.unknowns {
                    sum += (x[row] * values[k] * x[column]).abs();
                }
            }
        }
        sum
    }

    /// Entries of a matrix: row, column, value; the zeros of the pattern are left out.
    pub fn entries(&self, which: Matrix) -> Vec<(usize, usize, f64)> {
        self.nonzero(self.values(which), |row| row < self.unknowns, 0)
    }

    /// Entries of the constraint matrix `G`.
    pub fn constraint_entries(&self) -> Vec<(usize, usize, f64)> {
        self.nonzero(&self.border, |row| row >= self.unknowns, self.unknowns)
    }

    fn nonzero(
        &self,
        values: &[f64],
        wanted: impl Fn(usize) -> bool,
        shift: usize,
    ) -> Vec<(usize, usize, f64)> {
        let mut list = Vec::new();
        for column in 0..self.unknowns {
            for k in self.column_starts[column]..self.column_starts[column + 1] {
                let row = self.entry_rows[k] as usize;
                if wanted(row) && values[k] != 0.0 {
                    list.push((row - shift, column, values[k]));
                }
            }
        }
        list
    }
}

/// One of the matrices of a linearisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// `K`
    Stiffness,
    /// `C`
    Damping,
    /// `M`
    Mass,
}

/// Sum of products.
pub(super) fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(a, b)| a * b).sum()
}

/// What the equations at an instant are assembled with.
struct Assembler<'a> {
    system: &'a System,
    scatter: &'a Scatter,
    work: Workspace,
    rest: State,
    about: About,
}

impl Assembler<'_> {
    fn assemble(&mut self, derivative: Derivative, multipliers: &[f64], tangent: bool) {
        let instant = Instant {
            load_factor: self.about.load_factor,
            turning: self.about.turning,
            derivative,
            ..Instant::at(self.rest.time)
        };
        self.work.begin(self.system, &self.rest, &instant);
        for (to, from) in self.work.multipliers.iter_mut().zip(multipliers) {
            *to = [*from; STAGES];
        }
        self.work.move_nodes(self.system, 1);
        let work = &mut self.work;
        work.assemble(
            self.system,
            self.scatter,
            &self.rest,
            &instant,
            0.0,
            tangent,
        );
    }

    fn tangent(&mut self, derivative: Derivative, multipliers: &[f64]) -> Vec<f64> {
        self.assemble(derivative, multipliers, true);
        self.work.values.clone()
    }

    /// Forces on the nodes and the sizes of what cancels in them.
    fn residual(&mut self, multipliers: &[f64]) -> (Vec<f64>, Vec<f64>) {
        self.assemble(Derivative::Position, multipliers, false);
        let n = self.scatter.dofs.multipliers();
        (
            self.work.residual[..n].to_vec(),
            self.work.magnitude[..n].to_vec(),
        )
    }
}
