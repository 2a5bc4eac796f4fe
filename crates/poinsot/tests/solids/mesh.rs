//! Meshes of blocks, and systems made of them.

use nalgebra::{DMatrix, DVector};
use poinsot::dynamics::Workspace;
use poinsot::dynamics::schemes::Instant;
use poinsot::math::{M3, Quaternion, V3};
use poinsot::mechanics::elements::solid::{
    Branch, Material, Shape, Solid, SolidError, Strains, consistent_mass,
};
use poinsot::mechanics::node::{Node, NodeKind, NodePose, NodeVelocity};
use poinsot::mechanics::shared_mass::SharedMass;
use poinsot::system::{Add, Forces, NodeIndex, Owner, Scatter, Sort, State, System};
use std::collections::BTreeMap;

/// Kinds of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Hex8,
    Hex8Assumed,
    Hex8Volume,
    Hex20,
    Hex27,
    Hex27Volume,
    Tet10,
    Tet10Volume,
    Wedge15,
    Wedge15Volume,
}

pub const ALL: [Kind; 10] = [
    Kind::Hex8,
    Kind::Hex8Assumed,
    Kind::Hex8Volume,
    Kind::Hex20,
    Kind::Hex27,
    Kind::Hex27Volume,
    Kind::Tet10,
    Kind::Tet10Volume,
    Kind::Wedge15,
    Kind::Wedge15Volume,
];

impl Kind {
    pub fn shape(self) -> Shape {
        match self {
            Kind::Hex8 | Kind::Hex8Assumed | Kind::Hex8Volume => Shape::Hex8,
            Kind::Hex20 => Shape::Hex20,
            Kind::Hex27 | Kind::Hex27Volume => Shape::Hex27,
            Kind::Tet10 | Kind::Tet10Volume => Shape::Tet10,
            Kind::Wedge15 | Kind::Wedge15Volume => Shape::Wedge15,
        }
    }
    fn size(self) -> usize {
        match self.shape() {
            Shape::Hex8 => 8,
            Shape::Hex20 => 20,
            Shape::Hex27 => 27,
            Shape::Tet10 => 10,
            Shape::Wedge15 => 15,
        }
    }
    /// Whether the law must have a bulk modulus of its own.
    pub fn projects(self) -> bool {
        matches!(
            self,
            Kind::Hex8Volume | Kind::Hex27Volume | Kind::Tet10Volume | Kind::Wedge15Volume
        )
    }
}

pub struct Mesh {
    pub kind: Kind,
    pub points: Vec<V3>,
    pub cells: Vec<Vec<usize>>,
}

/// Corners of the tetrahedra in a brick, all along one diagonal.
const TETRAHEDRA: [&[usize]; 6] = [
    &[0, 1, 2, 6],
    &[0, 2, 3, 6],
    &[0, 3, 7, 6],
    &[0, 7, 4, 6],
    &[0, 4, 5, 6],
    &[0, 5, 1, 6],
];
/// Corners of the wedges in a brick.
const WEDGES: [&[usize]; 2] = [&[0, 1, 2, 4, 5, 6], &[0, 2, 3, 4, 6, 7]];

/// Shares of the corners of a straight element at a place in its parameters.
pub fn corner_shares(shape: Shape, at: &[f64; 3]) -> Vec<f64> {
    let [r, s, t] = *at;
    match shape {
        Shape::Tet10 => vec![1.0 - r - s - t, r, s, t],
        Shape::Wedge15 => {
            let triangle = [1.0 - r - s, r, s];
            let layers = [0.5 * (1.0 - t), 0.5 * (1.0 + t)];
            let pairs = layers.iter().flat_map(|h| triangle.map(|l| h * l));
            pairs.collect()
        }
        _ => (0..8).map(|c| Shape::Hex8.value(c, at).0).collect(),
    }
}

/// Bricks over a unit cube, which `at` takes to places.
pub fn block(kind: Kind, [nx, ny, nz]: [usize; 3], at: impl Fn(V3) -> V3) -> Mesh {
    let mut numbers: BTreeMap<[usize; 3], usize> = BTreeMap::new();
    let mut points = Vec::new();
    let mut number = |lattice: [usize; 3]| -> usize {
        *numbers.entry(lattice).or_insert_with(|| {
            let [x, y, z] = lattice.map(|x| x as f64);
            let unit = V3::new(
                x / (2 * nx) as f64,
                y / (2 * ny) as f64,
                z / (2 * nz) as f64,
            );
            points.push(at(unit));
            points.len() - 1
        })
    };
    let mut cells = Vec::new();
    for i in 0..nx {
        for j in 0..ny {
            for k in 0..nz {
                let place = |shape: Shape, n: usize| -> [usize; 3] {
                    let p = shape.node(n);
                    let first = [2 * i, 2 * j, 2 * k];
                    std::array::from_fn(|a| first[a] + (1.0 + p[a]) as usize)
                };
                let parts: &[&[usize]] = match kind.shape() {
                    Shape::Tet10 => &TETRAHEDRA,
                    Shape::Wedge15 => &WEDGES,
                    _ => {
                        let nodes = (0..kind.size()).map(|n| number(place(kind.shape(), n)));
                        cells.push(nodes.collect());
                        continue;
                    }
                };
                for corners in parts {
                    let nodes = (0..kind.size()).map(|n| {
                        let share = corner_shares(kind.shape(), &kind.shape().node(n));
                        number(std::array::from_fn(|a| {
                            let all = share.iter().zip(corners.iter());
                            let sum: f64 =
                                all.map(|(x, &c)| x * place(Shape::Hex8, c)[a] as f64).sum();
                            sum as usize
                        }))
                    });
                    cells.push(nodes.collect());
                }
            }
        }
    }
    Mesh {
        kind,
        points,
        cells,
    }
}

pub fn owner(name: &str) -> Owner {
    Owner {
        order: 0,
        sort: Sort::Beam,
        name: name.into(),
        part: "",
    }
}

fn add<const N: usize, const G: usize, const E: usize>(
    system: &mut System,
    mesh: &Mesh,
    cell: &[usize],
    material: &Material,
    (time, branches): (f64, &[Branch]),
    strains: Strains,
) -> Result<(), SolidError>
where
    Forces: Add<Solid<N, G, E>>,
{
    let nodes = std::array::from_fn(|k| NodeIndex::new(cell[k] + 1));
    let drawn = std::array::from_fn(|k| mesh.points[cell[k]]);
    let element =
        Solid::<N, G, E>::new(mesh.kind.shape(), nodes, &drawn, material.clone(), strains)?;
    let element = element.with_viscosity(time, branches);
    system.forces.add(owner("block"), element);
    Ok(())
}

impl Mesh {
    /// A system of points with the elements and their mass.
    pub fn system(&self, material: &Material, density: f64) -> (System, State) {
        self.viscous_system(material, density, (0.0, &[]))
    }

    /// The same with a damping time and branches.
    pub fn viscous_system(
        &self,
        material: &Material,
        density: f64,
        viscosity: (f64, &[Branch]),
    ) -> (System, State) {
        let node = |name: String, kind: NodeKind| Node {
            name,
            kind,
            mass: 0.0,
            inertia: M3::zeros(),
        };
        let mut nodes = vec![node("ground".into(), NodeKind::Ground)];
        nodes.extend((0..self.points.len()).map(|k| node(format!("p{k}"), NodeKind::Point)));
        let mut system = System {
            kinds: nodes.iter().map(|n| n.kind).collect(),
            nodes,
            length: 1.0,
            ..System::default()
        };
        let mut masses = Vec::new();
        for cell in &self.cells {
            let s = &mut system;
            let plain = Strains::Compatible;
            match self.kind {
                Kind::Hex8 => add::<8, 8, 48>(s, self, cell, material, viscosity, plain),
                Kind::Hex8Assumed => {
                    add::<8, 8, 48>(s, self, cell, material, viscosity, Strains::Assumed)
                }
                Kind::Hex8Volume => add::<8, 8, 56>(s, self, cell, material, viscosity, plain),
                Kind::Hex20 => add::<20, 8, 48>(s, self, cell, material, viscosity, plain),
                Kind::Hex27 => add::<27, 27, 162>(s, self, cell, material, viscosity, plain),
                Kind::Hex27Volume => add::<27, 27, 189>(s, self, cell, material, viscosity, plain),
                Kind::Tet10 => add::<10, 4, 24>(s, self, cell, material, viscosity, plain),
                Kind::Tet10Volume => add::<10, 4, 28>(s, self, cell, material, viscosity, plain),
                Kind::Wedge15 => add::<15, 9, 54>(s, self, cell, material, viscosity, plain),
                Kind::Wedge15Volume => add::<15, 9, 63>(s, self, cell, material, viscosity, plain),
            }
            .expect("an element with volume");
            let numbers: Vec<NodeIndex> = cell.iter().map(|k| NodeIndex::new(k + 1)).collect();
            let drawn: Vec<V3> = cell.iter().map(|k| self.points[*k]).collect();
            masses.push(consistent_mass(
                self.kind.shape(),
                &numbers,
                &drawn,
                density,
            ));
        }
        system.shared_mass = SharedMass::new(self.points.len() + 1, &masses);
        system.number();
        let pose = |r: V3| NodePose {
            r,
            q: Quaternion::identity(),
        };
        let mut poses = vec![pose(V3::zeros())];
        poses.extend(self.points.iter().map(|r| pose(*r)));
        let velocities = vec![NodeVelocity::default(); poses.len()];
        let state = State::new(&system, poses, velocities);
        (system, state)
    }

    /// Stiffness as drawn.
    pub fn stiffness(&self, material: &Material) -> DMatrix<f64> {
        let (system, state) = self.system(material, 1.0);
        let scatter = Scatter::new(&system, 1);
        let mut work = Workspace::new(&system, &scatter);
        let scheme = Instant::at(0.0);
        work.begin(&system, &state, &scheme);
        work.move_nodes(&system, 1);
        work.assemble(&system, &scatter, &state, &scheme, 1.0, true);
        let size = 3 * self.points.len();
        let mut k = DMatrix::zeros(size, size);
        for column in 0..size {
            for e in scatter.column_starts[column]..scatter.column_starts[column + 1] {
                k[(scatter.rows[e] as usize, column)] += work.values[e];
            }
        }
        k
    }

    /// Displacements under loads, where `given` prescribes some of them.
    pub fn solve(
        &self,
        material: &Material,
        loads: &DVector<f64>,
        given: &dyn Fn(usize, usize) -> Option<f64>,
    ) -> DVector<f64> {
        let k = self.stiffness(material);
        let size = k.nrows();
        let known: Vec<Option<f64>> = (0..size).map(|i| given(i / 3, i % 3)).collect();
        let free: Vec<usize> = (0..size).filter(|&i| known[i].is_none()).collect();
        let mut u = DVector::from_fn(size, |i, _| known[i].unwrap_or(0.0));
        let right = loads - &k * &u;
        let inner = DMatrix::from_fn(free.len(), free.len(), |a, b| k[(free[a], free[b])]);
        let right = DVector::from_fn(free.len(), |a, _| right[free[a]]);
        // Loads do no work on motions that have no strain at the points (rows of bricks with twenty nodes): a trace of stiffness
        // holds them.
        let held = inner.clone().cholesky().or_else(|| {
            let trace = 1e-11 * k.amax();
            (inner + trace * DMatrix::identity(free.len(), free.len())).cholesky()
        });
        let found = held.expect("held").solve(&right);
        for (a, i) in free.into_iter().enumerate() {
            u[i] = found[a];
        }
        u
    }
}

/// Lame constants, as a law that is linear in the Green strain.
pub fn linear(youngs: f64, poisson: f64) -> Material {
    let mu = 0.5 * youngs / (1.0 + poisson);
    Material::SaintVenant {
        lambda: 2.0 * mu * poisson / (1.0 - 2.0 * poisson),
        mu,
    }
}
