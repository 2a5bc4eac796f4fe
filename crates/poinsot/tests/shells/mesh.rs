//! Meshes of quadrilaterals, small displacements of them.

use nalgebra::{DMatrix, DVector};
use poinsot::math::{M3, Quaternion, V3};
use poinsot::mechanics::elements::{ElementNode, Quad4, ShellLaw, ShellNode};
use poinsot::mechanics::interaction::ForceLaw;
use poinsot::mechanics::node::{NodeKind, NodePose, NodeStage};
use poinsot::mechanics::wrench::{gradients, measure_at};

/// Points, quadrilaterals between them, and their section.
pub struct Mesh {
    pub points: Vec<V3>,
    pub quads: Vec<[usize; 4]>,
    pub law: ShellLaw,
}

/// An isotropic section.
pub fn isotropic(youngs: f64, poisson: f64, h: f64) -> ShellLaw {
    let mut stiffness = [[0.0; 8]; 8];
    let plane = youngs / (1.0 - poisson * poisson);
    let p = [
        [plane, poisson * plane, 0.0],
        [poisson * plane, plane, 0.0],
        [0.0, 0.0, 0.5 * (1.0 - poisson) * plane],
    ];
    for i in 0..3 {
        for j in 0..3 {
            stiffness[i][j] = h * p[i][j];
            stiffness[3 + i][3 + j] = h * h * h / 12.0 * p[i][j];
        }
    }
    let shear = 5.0 / 6.0 * h * youngs / (2.0 * (1.0 + poisson));
    stiffness[6][6] = shear;
    stiffness[7][7] = shear;
    ShellLaw {
        stiffness,
        damping: None,
        thickness: h,
    }
}

/// A grid of `n` by `m` quadrilaterals over a unit square.
pub fn grid(n: usize, m: usize, law: ShellLaw, at: impl Fn(f64, f64) -> V3) -> Mesh {
    let number = |i: usize, j: usize| j * (n + 1) + i;
    let mut points = Vec::new();
    for j in 0..=m {
        for i in 0..=n {
            points.push(at(i as f64 / n as f64, j as f64 / m as f64));
        }
    }
    let mut quads = Vec::new();
    for j in 0..m {
        for i in 0..n {
            quads.push([
                number(i, j),
                number(i + 1, j),
                number(i + 1, j + 1),
                number(i, j + 1),
            ]);
        }
    }
    Mesh { points, quads, law }
}

impl Mesh {
    fn tangents(&self, quad: &[usize; 4], r: f64, s: f64) -> [V3; 2] {
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let mut out = [V3::zeros(); 2];
        for (k, [a, b]) in corners.into_iter().enumerate() {
            let x = self.points[quad[k]];
            out[0] += 0.25 * a * (1.0 + b * s) * x;
            out[1] += 0.25 * b * (1.0 + a * r) * x;
        }
        out
    }

    /// Mean of the unit normals of the elements at each node.
    fn normals(&self) -> Vec<V3> {
        let mut sum = vec![V3::zeros(); self.points.len()];
        for quad in &self.quads {
            let [a, b] = self.tangents(quad, 0.0, 0.0);
            for &n in quad {
                sum[n] += a.cross(&b).normalize();
            }
        }
        sum.iter().map(|n| n.normalize()).collect()
    }

    /// Areas that the nodes stand for.
    pub fn areas(&self) -> Vec<f64> {
        let mut sum = vec![0.0; self.points.len()];
        let g = 1.0 / 3f64.sqrt();
        for quad in &self.quads {
            for (r, s) in [(-g, -g), (g, -g), (g, g), (-g, g)] {
                let [a, b] = self.tangents(quad, r, s);
                let area = a.cross(&b).norm();
                let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
                for (k, [c, d]) in corners.into_iter().enumerate() {
                    sum[quad[k]] += 0.25 * (1.0 + c * r) * (1.0 + d * s) * area;
                }
            }
        }
        sum
    }

    /// All elements.
    pub fn elements(&self) -> Vec<Quad4> {
        let normals = self.normals();
        let element = |quad: &[usize; 4]| {
            let [first, _] = self.tangents(quad, 0.0, 0.0);
            let drawn: [ShellNode; 4] = std::array::from_fn(|k| {
                let d3 = normals[quad[k]];
                let d1 = (first - d3 * d3.dot(&first)).normalize();
                ShellNode {
                    point: self.points[quad[k]],
                    axes: M3::from_columns(&[d1, d3.cross(&d1), d3]),
                }
            });
            let on = std::array::from_fn(|k| ElementNode {
                node: quad[k],
                at: V3::zeros(),
                axes: drawn[k].axes,
            });
            let sections = std::array::from_fn(|_| self.law.clone());
            Quad4::new(&on, &drawn, &sections, &first)
        };
        self.quads.iter().map(element).collect()
    }

    /// Nodes as drawn.
    pub fn stages(&self) -> (Vec<NodeKind>, Vec<NodeStage>) {
        let pose = |r: &V3| NodePose {
            r: *r,
            q: Quaternion::identity(),
        };
        let points = self.points.iter();
        let stages = points.map(|r| NodeStage::start(NodeKind::Frame, &pose(r)));
        (vec![NodeKind::Frame; self.points.len()], stages.collect())
    }

    /// Stiffness as drawn, six rows for each node.
    pub fn stiffness(&self) -> DMatrix<f64> {
        let (kinds, stages) = self.stages();
        let size = 6 * self.points.len();
        let mut k = DMatrix::zeros(size, size);
        for (quad, element) in self.quads.iter().zip(self.elements()) {
            let (at, m) = measure_at(&element, &kinds, &stages);
            let g = gradients(&element, &at, &m);
            let d = element.modulus(&m.e);
            let rows = DMatrix::from_fn(d.len(), 24, |e, c| g[e][c / 6][c % 6]);
            let law = DMatrix::from_fn(d.len(), d.len(), |a, b| d[a][b]);
            let block = rows.transpose() * law * &rows;
            for a in 0..24 {
                for b in 0..24 {
                    let row = 6 * quad[a / 6] + a % 6;
                    let column = 6 * quad[b / 6] + b % 6;
                    k[(row, column)] += block[(a, b)];
                }
            }
        }
        k
    }

    /// Displacements and rotations under loads, where `given` prescribes some of them.
    pub fn solve(
        &self,
        loads: &DVector<f64>,
        given: &dyn Fn(usize, usize) -> Option<f64>,
    ) -> DVector<f64> {
        let k = self.stiffness();
        let size = k.nrows();
        let known: Vec<Option<f64>> = (0..size).map(|i| given(i / 6, i % 6)).collect();
        let free: Vec<usize> = (0..size).filter(|&i| known[i].is_none()).collect();
        let mut u = DVector::from_fn(size, |i, _| known[i].unwrap_or(0.0));
        let right = loads - &k * &u;
        let inner = DMatrix::from_fn(free.len(), free.len(), |a, b| k[(free[a], free[b])]);
        let right = DVector::from_fn(free.len(), |a, _| right[free[a]]);
        let found = inner.cholesky().expect("held").solve(&right);
        for (a, i) in free.into_iter().enumerate() {
            u[i] = found[a];
        }
        u
    }
}
