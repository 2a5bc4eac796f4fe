//! Meshes as systems: nodes with masses, elements, supports and loads.

use crate::mesh::Mesh;
use poinsot::functions::TimeFunction;
use poinsot::math::{M3, Quaternion, V3};
use poinsot::mechanics::constraints::Gap;
use poinsot::mechanics::forces::DeadLoad;
use poinsot::mechanics::node::{Node, NodeKind, NodePose, NodeVelocity};
use poinsot::mechanics::quadratic::QuadraticForm;
use poinsot::system::{Add, GROUND, NodeIndex, Owner, Sort, State, System};

/// A mesh as a system; node `k` of the mesh is node `k + 1` of the system, after the ground.
pub struct Sheet {
    pub system: System,
    poses: Vec<NodePose>,
    pub velocities: Vec<NodeVelocity>,
}

fn owner(sort: Sort) -> Owner {
    Owner {
        order: 0,
        sort,
        name: "sheet".into(),
        part: "",
    }
}

impl Sheet {
    /// Elements of four or nine nodes, as the mesh has them, of a material with some density.
    pub fn new(mesh: &Mesh, density: f64, length: f64) -> Self {
        let h = mesh.law.thickness;
        let mut system = System {
            length,
            ..System::default()
        };
        let mut poses = Vec::new();
        let mut add = |kind: NodeKind, r: V3, area: f64| {
            system.kinds.push(kind);
            system.nodes.push(Node {
                name: format!("node {}", system.nodes.len()),
                kind,
                mass: density * h * area,
                inertia: density * h.powi(3) / 12.0 * area * M3::identity(),
            });
            poses.push(NodePose {
                r,
                q: Quaternion::identity(),
            });
        };
        add(NodeKind::Ground, V3::zeros(), 0.0);
        for (r, area) in mesh.points.iter().zip(mesh.areas()) {
            add(NodeKind::Frame, *r, area);
        }
        let on_system = Mesh {
            points: std::iter::once(V3::zeros())
                .chain(mesh.points.iter().copied())
                .collect(),
            cells: (mesh.cells.iter())
                .map(|quad| quad.iter().map(|n| n + 1).collect())
                .collect(),
            law: mesh.law.clone(),
            first: mesh.first,
        };
        match mesh.cells[0].len() {
            4 => (on_system.elements().into_iter())
                .for_each(|e| system.forces.add(owner(Sort::Beam), e)),
            _ => (on_system.large_elements().into_iter())
                .for_each(|e| system.forces.add(owner(Sort::Beam), e)),
        }
        let velocities = vec![NodeVelocity::default(); poses.len()];
        Sheet {
            system,
            poses,
            velocities,
        }
    }

    /// Holds some of the six displacements and rotations of a node: rotations about two axes or about all three.
    pub fn hold(&mut self, node: usize, dofs: &[usize]) {
        let unit = |k: usize| V3::ith(k, 1.0);
        let node = NodeIndex::new(node + 1);
        let nodes = [GROUND, node];
        let at = self.poses[node].r;
        let constraints = &mut self.system.constraints;
        for &dof in dofs.iter().filter(|&&dof| dof < 3) {
            let form = QuadraticForm::along(nodes, unit(dof), at, V3::zeros());
            constraints.add(owner(Sort::Joint), Gap::from(form));
        }
        let turns: Vec<usize> = dofs.iter().filter(|&&d| d >= 3).map(|d| d - 3).collect();
        let pairs: Vec<[usize; 2]> = match turns[..] {
            [] => vec![],
            // The axis about which it may turn stays where it is.
            [a, b] => vec![[a, 3 - a - b], [b, 3 - a - b]],
            _ => vec![[0, 1], [1, 2], [2, 0]],
        };
        for [fixed, carried] in pairs {
            let form = QuadraticForm::dot(nodes, unit(fixed), unit(carried), 0.0);
            constraints.add(owner(Sort::Joint), Gap::from(form));
        }
    }

    /// A force of fixed direction on a node.
    pub fn push(&mut self, node: usize, force: V3, scale: TimeFunction) {
        let load = DeadLoad::force(NodeIndex::new(node + 1), V3::zeros(), force, scale);
        self.system.forces.add(owner(Sort::Force), load);
    }

    /// A moment of fixed direction on a node.
    pub fn twist(&mut self, node: usize, moment: V3) {
        let load = DeadLoad::moment(
            NodeIndex::new(node + 1),
            moment,
            TimeFunction::constant(1.0),
        );
        self.system.forces.add(owner(Sort::Moment), load);
    }

    /// The finished system and its state as drawn.
    pub fn finish(mut self) -> (System, State) {
        self.system.number();
        let state = State::new(&self.system, self.poses, self.velocities);
        (self.system, state)
    }
}
