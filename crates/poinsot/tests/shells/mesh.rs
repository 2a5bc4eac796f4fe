//! Meshes of shell elements, small displacements of them.

use crate::shape::{places, rule, shapes, slopes};
use nalgebra::{DMatrix, DVector};
use poinsot::math::{M3, Quaternion, V3};
use poinsot::mechanics::elements::{
    ElementNode, Expansion, GivenCourse, GivenStress, Quad4, Quad9, ShellLaw, ShellNode, Tri3,
};
use poinsot::mechanics::interaction::ForceLaw;
use poinsot::mechanics::node::{NodeKind, NodePose, NodeStage};
use poinsot::mechanics::wrench::{gradients, measure_at};
use poinsot::system::NodeIndex;
use std::sync::Arc;

/// How an element sits on its nodes, its nodes as drawn, its first axis.
type Sitting<const N: usize> = ([ElementNode; N], [ShellNode; N], V3);

/// Elements that meet at less than about forty degrees have one normal.
const SMOOTH: f64 = 0.75;

/// Points, elements of three, four or nine nodes between them, and their section.
#[derive(Clone)]
pub struct Mesh {
    pub points: Vec<V3>,
    pub cells: Vec<Vec<usize>>,
    pub law: ShellLaw,
    /// First axis of all sections; without it, that of the first parameter.
    pub first: Option<V3>,
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
    let mut cells = Vec::new();
    for j in 0..m {
        for i in 0..n {
            cells.push(vec![
                number(i, j),
                number(i + 1, j),
                number(i + 1, j + 1),
                number(i, j + 1),
            ]);
        }
    }
    Mesh {
        points,
        cells,
        law,
        first: None,
    }
}

/// The same points, with an element of nine nodes for every four elements.
pub fn with_nine_nodes(mesh: Mesh, n: usize) -> Mesh {
    let first: Vec<usize> = mesh.cells.iter().map(|q| q[0]).collect();
    let even = first
        .iter()
        .filter(|&&k| (k % (n + 1)).is_multiple_of(2) && (k / (n + 1)).is_multiple_of(2));
    let row = n + 1;
    let cells = even.map(|&k| {
        let corners = [k, k + 2, k + 2 * row + 2, k + 2 * row];
        let sides = [k + 1, k + row + 2, k + 2 * row + 1, k + row];
        corners
            .into_iter()
            .chain(sides)
            .chain([k + row + 1])
            .collect()
    });
    Mesh {
        cells: cells.collect(),
        ..mesh
    }
}

/// The same points of a grid, with two triangles for every quadrilateral; the diagonals alternate.
pub fn with_triangles(mesh: Mesh) -> Mesh {
    let halves = |q: &Vec<usize>| {
        let row = q[3] - q[0];
        match (q[0] / row + q[0] % row).is_multiple_of(2) {
            true => [vec![q[0], q[1], q[2]], vec![q[2], q[3], q[0]]],
            false => [vec![q[1], q[2], q[3]], vec![q[3], q[0], q[1]]],
        }
    };
    Mesh {
        cells: mesh.cells.iter().flat_map(halves).collect(),
        ..mesh
    }
}

/// The same points of a grid with elements of three, four or nine nodes.
pub fn made_of(nodes: usize, mesh: Mesh, n: usize) -> Mesh {
    match nodes {
        3 => with_triangles(mesh),
        4 => mesh,
        _ => with_nine_nodes(mesh, n),
    }
}

macro_rules! given {
    ($name:ident, $type:ident, $n:literal, $p:literal, $m:literal, $q:literal, $e:literal) => {
        /// Stresses of a temperature in all elements.
        pub fn $name(
            &self,
            free: &Expansion,
            course: &Arc<GivenCourse>,
        ) -> Vec<GivenStress<$type, $n, $p, $m, $q, $e>> {
            let sections = std::array::from_fn(|_| self.law.clone());
            let free = std::array::from_fn(|_| *free);
            self.all(|(on, drawn, first)| {
                let element = $type::new(&on, &drawn, &sections, &first);
                let strain = element.heated(&drawn, &sections, &first, &free);
                GivenStress::new(element, Arc::new(strain), Arc::clone(course))
            })
        }
    };
}

impl Mesh {
    fn tangents(&self, cell: &[usize], [r, s]: [f64; 2]) -> [V3; 2] {
        let mut out = [V3::zeros(); 2];
        for (&node, [dr, ds]) in cell.iter().zip(slopes(cell.len(), r, s)) {
            out[0] += dr * self.points[node];
            out[1] += ds * self.points[node];
        }
        out
    }

    /// Unit normal of an element at one of its nodes; that of the middle for straight sides.
    fn own_normal(&self, cell: &[usize], k: usize) -> V3 {
        let at = match cell.len() {
            9 => places(9)[k],
            3 => [1.0 / 3.0, 1.0 / 3.0],
            _ => [0.0, 0.0],
        };
        let [a, b] = self.tangents(cell, at);
        a.cross(&b).normalize()
    }

    /// Normals of all elements at their nodes: means of the unit normals of all that meet there smoothly.
    fn normals(&self) -> Vec<Vec<V3>> {
        let own = |cell: &Vec<usize>| -> Vec<V3> {
            (0..cell.len()).map(|k| self.own_normal(cell, k)).collect()
        };
        let own: Vec<Vec<V3>> = self.cells.iter().map(own).collect();
        let mut around = vec![Vec::new(); self.points.len()];
        for (cell, normals) in self.cells.iter().zip(&own) {
            for (&node, normal) in cell.iter().zip(normals) {
                around[node].push(*normal);
            }
        }
        let mean = |node: usize, n: &V3| -> V3 {
            let smooth = around[node].iter().filter(|o| o.dot(n) > SMOOTH);
            smooth.sum::<V3>().normalize()
        };
        let all = self.cells.iter().zip(&own);
        all.map(|(cell, own)| {
            cell.iter()
                .zip(own)
                .map(|(&node, n)| mean(node, n))
                .collect()
        })
        .collect()
    }

    /// Areas that the nodes stand for.
    pub fn areas(&self) -> Vec<f64> {
        let mut sum = vec![0.0; self.points.len()];
        for cell in &self.cells {
            for (r, s, weight) in rule(cell.len()) {
                let [a, b] = self.tangents(cell, [r, s]);
                let area = weight * a.cross(&b).norm();
                for (&node, shape) in cell.iter().zip(shapes(cell.len(), r, s)) {
                    sum[node] += shape * area;
                }
            }
        }
        sum
    }

    /// How an element sits on its nodes, and its nodes as drawn.
    fn drawn<const N: usize>(&self, cell: &[usize], normals: &[V3]) -> Sitting<N> {
        let [along, _] = self.tangents(cell, [0.0, 0.0]);
        let first = self.first.unwrap_or(along);
        let drawn: [ShellNode; N] = std::array::from_fn(|k| {
            let d3 = normals[k];
            let d1 = (first - d3 * d3.dot(&first)).normalize();
            ShellNode {
                point: self.points[cell[k]],
                axes: M3::from_columns(&[d1, d3.cross(&d1), d3]),
            }
        });
        let on = std::array::from_fn(|k| ElementNode {
            node: NodeIndex::new(cell[k]),
            at: V3::zeros(),
            axes: drawn[k].axes,
        });
        (on, drawn, first)
    }

    /// All elements, each made from how it sits on its nodes.
    fn all<const N: usize, T>(&self, make: impl Fn(Sitting<N>) -> T) -> Vec<T> {
        let cells = self.cells.iter().zip(self.normals());
        cells
            .map(|(cell, normals)| make(self.drawn(cell, &normals)))
            .collect()
    }

    /// All elements of three nodes.
    pub fn triangles(&self) -> Vec<Tri3> {
        let sections = std::array::from_fn(|_| self.law.clone());
        self.all(|(on, drawn, first)| Tri3::new(&on, &drawn, &sections, &first))
    }

    /// All elements of four nodes.
    pub fn elements(&self) -> Vec<Quad4> {
        let sections = std::array::from_fn(|_| self.law.clone());
        self.all(|(on, drawn, first)| Quad4::new(&on, &drawn, &sections, &first))
    }

    /// All elements of nine nodes.
    pub fn large_elements(&self) -> Vec<Quad9> {
        let sections = std::array::from_fn(|_| self.law.clone());
        self.all(|(on, drawn, first)| Quad9::new(&on, &drawn, &sections, &first))
    }

    given!(heated_triangles, Tri3, 3, 12, 15, 13, 13);
    given!(heated_elements, Quad4, 4, 16, 38, 22, 21);
    given!(heated_large_elements, Quad9, 9, 36, 104, 79, 79);

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
        match self.cells[0].len() {
            3 => self.triangles().iter().for_each(|e| self.add(e, &mut k)),
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
        let number = |a: usize| 6 * element.nodes()[a / 6].position() + a % 6;
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
