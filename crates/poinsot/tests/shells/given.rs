//! Given stresses: what is free expands without stress, and what is held has the stress of mechanics.

use crate::laws::{coupled, law, surfaces};
use crate::mesh::{Mesh, grid, isotropic, made_of};
use nalgebra::DVector;
use poinsot::functions::TimeFunction;
use poinsot::math::{Quaternion, V3};
use poinsot::mechanics::elements::{Expansion, GivenCourse, ShellLaw};
use poinsot::mechanics::interaction::{ForceLaw, Now};
use poinsot::mechanics::node::{NodeKind, NodePose, NodeStage, NodeVelocity};
use poinsot::mechanics::wrench::{forces_per_stress, measure_at, stress_now};
use poinsot::sections::shells::Temperature;
use std::sync::Arc;

const H: f64 = 0.05;
const ALPHA: f64 = 2e-3;
const WARMER: f64 = 50.0;

/// Adds forces and moments on the nodes, and the energy.
fn add<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
    f: &F,
    stages: &[NodeStage],
    sum: &mut (DVector<f64>, f64),
    size: &mut f64,
) {
    let kinds = vec![NodeKind::Frame; stages.len()];
    let velocities = vec![NodeVelocity::default(); stages.len()];
    let now = Now {
        kept: &[],
        time: 0.0,
        stages,
        velocities: &velocities,
        load_factor: 1.0,
    };
    let sigma = stress_now(f, &now);
    let (at, m) = measure_at(f, &kinds, stages);
    let forces = forces_per_stress(f, &at, &m);
    for e in 0..E {
        for (a, node) in f.nodes().iter().enumerate() {
            let part = sigma[e] * forces[e][a];
            *size = size.max(part.amax());
            for k in 0..6 {
                sum.0[6 * node.position() + k] += part[k];
            }
        }
    }
    sum.1 += f.energy(&m.e) + f.energy_of_time(0.0, 1.0, &m.e);
}

/// What is left of forces on the nodes, relative to the largest of them, and the energy.
fn left(mesh: &Mesh, expansion: Expansion, course: GivenCourse, stages: &[NodeStage]) -> [f64; 3] {
    let mut sum = (DVector::zeros(6 * stages.len()), 0.0);
    let mut size = 0.0;
    let course = Arc::new(course);
    macro_rules! all {
        ($elements:ident, $given:ident) => {{
            for f in mesh.$elements() {
                add(&f, stages, &mut sum, &mut size);
            }
            let stored = sum.1;
            for f in mesh.$given(&expansion, &course) {
                add(&f, stages, &mut sum, &mut size);
            }
            stored
        }};
    }
    let stored = match mesh.cells[0].len() {
        3 => all!(triangles, heated_triangles),
        4 => all!(elements, heated_elements),
        _ => all!(large_elements, heated_large_elements),
    };
    [sum.0.amax() / size, sum.1, stored]
}

fn expansion(mean: [f64; 8], gradient: [f64; 8]) -> Expansion {
    Expansion { mean, gradient }
}

/// A shell of any shape that may expand does so, by the factor `1 + alpha T`, without force or energy.
#[test]
fn free_expansion_has_no_stress() {
    let mut one = [0.0; 8];
    one[..2].fill(ALPHA);
    let laws: [(&str, ShellLaw); 2] = [
        ("isotropic", isotropic(1e6, 0.3, H)),
        ("laminate", law(&coupled(H))),
    ];
    let stretch = 1.0 + ALPHA * WARMER;
    let q = Quaternion::from_scaled_axis(V3::new(0.3, -0.8, 0.5));
    for (shape, at) in surfaces() {
        for (kind, law) in &laws {
            for nodes in [3, 4, 9] {
                let mesh = made_of(nodes, grid(4, 4, law.clone(), at), 4);
                let pose = |x: &V3| NodePose {
                    r: stretch * (q * x) + V3::new(0.2, -0.1, 0.4),
                    q,
                };
                let stage = |x: &V3| NodeStage::start(NodeKind::Frame, &pose(x));
                let stages: Vec<NodeStage> = mesh.points.iter().map(stage).collect();
                let course = GivenCourse::Temperature {
                    change: TimeFunction::constant(WARMER),
                    gradient: TimeFunction::constant(0.0),
                };
                let [force, energy, stored] =
                    left(&mesh, expansion(one, [0.0; 8]), course, &stages);
                // Round-off of sums of some hundred terms.
                let name = format!("{shape}, {kind}, {nodes} nodes");
                assert!(force < 1e-12, "{name}: {force:e}");
                assert!(
                    energy.abs() < 1e-12 * stored,
                    "{name}: {energy:e} of {stored:e}"
                );
            }
        }
    }
}

/// A flat plate with a gradient through its thickness takes the strains of a free section.
#[test]
fn small_gradients_bend_to_a_sphere() {
    let section = poinsot::sections::shells::ShellSection::homogeneous(
        poinsot::sections::shells::PlyMaterial::isotropic(1e6, 0.3).with_expansion([1e-5; 2]),
        H,
    )
    .expect("a section");
    let gradient = section.free_strains(Temperature {
        mean: 0.0,
        gradient: 1.0,
    });
    // 1/R = alpha dT/h, the upper side warmer: curvature 11 and 22 alike, no twist.
    assert!((gradient[3] - 1e-5).abs() < 1e-18 && (gradient[4] - 1e-5).abs() < 1e-18);
    for nodes in [3, 4, 9] {
        let flat = |r: f64, s: f64| V3::new(r, s, 0.0);
        let mesh = made_of(nodes, grid(4, 4, law(&section), flat), 4);
        let mut size = 0.0;
        let (_, stages) = mesh.stages();
        let mut sum = (DVector::zeros(6 * stages.len()), 0.0);
        let course = Arc::new(GivenCourse::Temperature {
            change: TimeFunction::constant(0.0),
            gradient: TimeFunction::constant(1.0),
        });
        let free = expansion([0.0; 8], gradient);
        match nodes {
            3 => (mesh.heated_triangles(&free, &course).iter())
                .for_each(|f| add(f, &stages, &mut sum, &mut size)),
            4 => (mesh.heated_elements(&free, &course).iter())
                .for_each(|f| add(f, &stages, &mut sum, &mut size)),
            _ => (mesh.heated_large_elements(&free, &course).iter())
                .for_each(|f| add(f, &stages, &mut sum, &mut size)),
        }
        // Linear: loads of the thermal moments, with the motion of one corner given.
        let held = |node: usize, _k: usize| (node == 0).then_some(0.0);
        let u = mesh.solve(&-sum.0, &held);
        let k = gradient[3];
        let mut worst = 0.0f64;
        for (node, x) in mesh.points.iter().enumerate() {
            let exact = -0.5 * k * (x.x * x.x + x.y * x.y);
            worst = worst.max((u[6 * node + 2] - exact).abs());
        }
        // The state has constant curvature: elements pass the patch test. Its deflection is k, and round-off of the solution about
        // 1e-10 of it, the stiffness being ill-conditioned by the drilling rows.
        assert!(worst < 1e-8 * k, "{nodes} nodes: {worst:e} of {k:e}");
    }
}
