//! Meshes of quadrilaterals, small displacements of them.

use nalgebra::{DMatrix, DVector};
use poinsot::math::{M3, Quaternion, V3};
use poinsot::mechanics::elements::{ElementNode, Quad4, Quad9, ShellLaw, ShellNode};
use poinsot::mechanics::interaction::ForceLaw;
use poinsot::mechanics::node::{NodeKind, NodePose, NodeStage};
use poinsot::mechanics::wrench::{gradients, measure_at};

/// How an element sits on its nodes, its nodes as drawn, its first axis.
type Sitting<const N: usize> = ([ElementNode; N], [ShellNode; N], V3);

/// Points, quadrilaterals of four or nine nodes between them, and their section.
pub struct Mesh {
    pub points: Vec<V3>,
    pub quads: Vec<Vec<usize>>,
    pub law: ShellLaw,
}

/// Nodes of an element in its parameters: corners, middles of sides, centre.
const PLACES: [[f64; 2]; 9] = [
    [-1.0, -1.0],
    [1.0, -1.0],
    [1.0, 1.0],
    [-1.0, 1.0],
    [0.0, -1.0],
    [1.0, 0.0],
    [0.0, 1.0],
    [-1.0, 0.0],
    [0.0, 0.0],
];

/// Shape function of a node in one direction, and its derivative.
fn along(nodes: usize, node: f64, x: f64) -> [f64; 2] {
    match (nodes, node) {
        (4, _) => [0.5 * (1.0 + node * x), 0.5 * node],
        (_, 0.0) => [1.0 - x * x, -2.0 * x],
        _ => [0.5 * x * (x + node), x + 0.5 * node],
    }
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
            quads.push(vec![
                number(i, j),
                number(i + 1, j),
                number(i + 1, j + 1),
                number(i, j + 1),
            ]);
        }
    }
    Mesh { points, quads, law }
}

/// The same points, with an element of nine nodes for every four elements.
pub fn with_nine_nodes(mesh: Mesh, n: usize) -> Mesh {
    let first: Vec<usize> = mesh.quads.iter().map(|q| q[0]).collect();
    let even = first
        .iter()
        .filter(|&&k| (k % (n + 1)).is_multiple_of(2) && (k / (n + 1)).is_multiple_of(2));
    let row = n + 1;
    let quads = even.map(|&k| {
        let corners = [k, k + 2, k + 2 * row + 2, k + 2 * row];
        let sides = [k + 1, k + row + 2, k + 2 * row + 1, k + row];
        corners
            .into_iter()
            .chain(sides)
            .chain([k + row + 1])
            .collect()
    });
    Mesh {
        quads: quads.collect(),
        ..mesh
    }
}

impl Mesh {
    fn tangents(&self, quad: &[usize], r: f64, s: f64) -> [V3; 2] {
        let mut out = [V3::zeros(); 2];
        for (&node, [a, b]) in quad.iter().zip(PLACES) {
            let ([f, df], [g, dg]) = (along(quad.len(), a, r), along(quad.len(), b, s));
            out[0] += df * g * self.points[node];
            out[1] += f * dg * self.points[node];
        }
        out
    }

    /// Mean of the unit normals of the elements at each node.
    fn normals(&self) -> Vec<V3> {
        let mut sum = vec![V3::zeros(); self.points.len()];
        for quad in &self.quads {
            for (&node, [r, s]) in quad.iter().zip(PLACES) {
                let at = if quad.len() == 4 { [0.0, 0.0] } else { [r, s] };
                let [a, b] = self.tangents(quad, at[0], at[1]);
                sum[node] += a.cross(&b).normalize();
            }
        }
        sum.iter().map(|n| n.normalize()).collect()
    }

    /// Areas that the nodes stand for.
    pub fn areas(&self) -> Vec<f64> {
        let mut sum = vec![0.0; self.points.len()];
        let q = 0.6f64.sqrt();
        let rule = [(-q, 5.0 / 9.0), (0.0, 8.0 / 9.0), (q, 5.0 / 9.0)];
        for quad in &self.quads {
            for (r, wr) in rule {
                for (s, ws) in rule {
                    let [a, b] = self.tangents(quad, r, s);
                    let area = wr * ws * a.cross(&b).norm();
                    for (&node, [c, d]) in quad.iter().zip(PLACES) {
                        let shape = along(quad.len(), c, r)[0] * along(quad.len(), d, s)[0];
                        sum[node] += shape * area;
                    }
                }
            }
        }
        sum
    }

    /// How an element sits on its nodes, and its nodes as drawn.
    fn drawn<const N: usize>(&self, quad: &[usize], normals: &[V3]) -> Sitting<N> {
        let [first, _] = self.tangents(quad, 0.0, 0.0);
        let drawn: [ShellNode; N] = std::array::from_fn(|k| {
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
        (on, drawn, first)
    }

    /// All elements of four nodes.
    pub fn elements(&self) -> Vec<Quad4> {
        let normals = self.normals();
        let element = |quad: &Vec<usize>| {
            let (on, drawn, first) = self.drawn(quad, &normals);
            let sections = std::array::from_fn(|_| self.law.clone());
            Quad4::new(&on, &drawn, &sections, &first)
        };
        self.quads.iter().map(element).collect()
    }

    /// All elements of nine nodes.
    pub fn large_elements(&self) -> Vec<Quad9> {
        let normals = self.normals();
        let element = |quad: &Vec<usize>| {
            let (on, drawn, first) = self.drawn(quad, &normals);
            let sections = std::array::from_fn(|_| self.law.clone());
            Quad9::new(&on, &drawn, &sections, &first)
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
        let size = 6 * self.points.len();
        let mut k = DMatrix::zeros(size, size);
        match self.quads[0].len() {
            4 => self.elements().iter().for_each(|e| self.add(e, &mut k)),
            _ => self
                .large_elements()
                .iter()
                .for_each(|e| self.add(e, &mut k)),
        }
        k
    }

    fn add<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        element: &F,
        k: &mut DMatrix<f64>,
    ) {
        let (kinds, stages) = self.stages();
        let (at, m) = measure_at(element, &kinds, &stages);
        let g = gradients(element, &at, &m);
        let d = element.modulus(&m.e);
        let rows = DMatrix::from_fn(E, 6 * N, |e, c| g[e][c / 6][c % 6]);
        let law = DMatrix::from_fn(E, E, |a, b| d[a][b]);
        let block = rows.transpose() * law * &rows;
        let number = |a: usize| 6 * element.nodes()[a / 6] + a % 6;
        for a in 0..6 * N {
            for b in 0..6 * N {
                k[(number(a), number(b))] += block[(a, b)];
            }
        }
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
