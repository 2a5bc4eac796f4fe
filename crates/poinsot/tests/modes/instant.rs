//! The equations at one instant: their derivatives are difference quotients, and a turning frame is what it says.

use crate::common::everything::everything;
use crate::common::flexible::mechanism;
use crate::common::random::Random;
use nalgebra::{Matrix3, Vector3};
use poinsot::dynamics::Workspace;
use poinsot::dynamics::schemes::{Derivative, EquationsOfMotion, Instant, NodeStart, Turning};
use poinsot::math::{cayley, skew};
use poinsot::mechanics::node::{Node, NodeIncrement, NodeKind, NodeStage, NodeVelocity};
use poinsot::model::Model;
use poinsot::system::{Scatter, State, System, Unknown};

type V3 = Vector3<f64>;

/// Step of the difference quotients: errors of the second order are about 1e-10, round-off 1e-10 of the largest term.
const H: f64 = 1e-5;

struct Stand {
    system: System,
    state: State,
    scatter: Scatter,
    work: Workspace,
    instant: Instant,
    multipliers: Vec<f64>,
}

impl Stand {
    fn new(model: &Model, turning: Option<Turning>, seed: u64) -> Self {
        let (system, mut state) = System::build(model).expect("a sound model");
        state.time = 0.3;
        let rng = &mut Random::new(seed);
        // Somewhere off the constraints: the derivatives must hold there, too.
        for n in 1..system.nodes.len() {
            state.poses[n].r += rng.vector(0.02);
            if system.kinds[n] == NodeKind::Frame {
                state.poses[n].q = cayley::quaternion(&rng.vector(0.05)) * state.poses[n].q;
            }
        }
        let scatter = Scatter::new(&system, 1);
        let work = Workspace::new(&system, &scatter);
        let multipliers = (0..system.rows).map(|_| rng.between(-2.0, 2.0)).collect();
        let instant = Instant {
            turning,
            load_factor: 0.7,
            ..Instant::at(0.3)
        };
        Stand {
            system,
            state,
            scatter,
            work,
            instant,
            multipliers,
        }
    }

    fn assemble(&mut self, unknown: Option<(usize, f64)>, tangent: bool) {
        self.work.begin(&self.system, &self.state, &self.instant);
        self.work.steps[0].fill(NodeIncrement::default());
        for (to, from) in self.work.multipliers.iter_mut().zip(&self.multipliers) {
            *to = [*from; 2];
        }
        if let Some((k, h)) = unknown {
            match self.scatter.dofs.describe(k) {
                Unknown::Node { node, slot } => {
                    let step = &mut self.work.steps[0][node];
                    if slot < 3 {
                        step.u[slot] += h;
                    } else {
                        step.theta[slot - 3] += h;
                    }
                }
                Unknown::Row(row) => self.work.multipliers[row][0] += h,
            }
        }
        self.work.move_nodes(&self.system, 1);
        let work = &mut self.work;
        work.assemble(
            &self.system,
            &self.scatter,
            &self.state,
            &self.instant,
            0.0,
            tangent,
        );
    }

    fn column(&self, k: usize) -> Vec<f64> {
        let mut out = vec![0.0; self.scatter.dofs.len()];
        for e in self.scatter.column_starts[k]..self.scatter.column_starts[k + 1] {
            out[self.scatter.rows[e] as usize] += self.work.values[e];
        }
        out
    }

    fn residual(&mut self, unknown: Option<(usize, f64)>) -> Vec<f64> {
        self.assemble(unknown, false);
        self.work.residual.clone()
    }
}

fn compare(what: &str, exact: &[f64], plus: &[f64], minus: &[f64], size: f64, tolerance: f64) {
    for (row, x) in exact.iter().enumerate() {
        let quotient = (plus[row] - minus[row]) / (2.0 * H);
        let error = (quotient - x).abs();
        assert!(
            error <= tolerance * (size + x.abs()),
            "{what}, row {row}: {x} is not {quotient}"
        );
    }
}

fn turning() -> Turning {
    Turning {
        omega: V3::new(0.8, -1.1, 2.3),
        through: V3::new(0.2, 0.1, -0.3),
    }
}

#[test]
fn stiffness_is_the_derivative_of_the_forces() {
    for (name, model) in [
        ("everything", everything(true)),
        ("mechanism", mechanism(1e3)),
    ] {
        for frame in [None, Some(turning())] {
            let mut stand = Stand::new(&model, frame, 5);
            stand.assemble(None, true);
            let columns: Vec<Vec<f64>> = (0..stand.scatter.dofs.len())
                .map(|k| stand.column(k))
                .collect();
            let size = columns.iter().flatten().fold(0.0f64, |a, b| a.max(b.abs()));
            for (k, column) in columns.iter().enumerate() {
                let (plus, minus) = (stand.residual(Some((k, H))), stand.residual(Some((k, -H))));
                let what = format!(
                    "{name}, column {}",
                    stand.system.describe(&stand.scatter.dofs, k)
                );
                // Third derivatives of stiff terms times H^2, and round-off of the largest term over H.
                compare(&what, column, &plus, &minus, 1e-2 * size, 2e-7);
            }
        }
    }
}

#[test]
fn damping_is_the_derivative_of_the_forces_with_respect_to_velocities() {
    for (name, model) in [
        ("everything", everything(true)),
        ("mechanism", mechanism(1e3)),
    ] {
        let mut stand = Stand::new(&model, None, 6);
        stand.multipliers.fill(0.0);
        stand.instant.derivative = Derivative::Velocity;
        stand.assemble(None, true);
        let unknowns = stand.scatter.dofs.multipliers();
        let columns: Vec<Vec<f64>> = (0..unknowns).map(|k| stand.column(k)).collect();
        let size = columns
            .iter()
            .flat_map(|c| &c[..unknowns])
            .fold(0.0f64, |a, b| a.max(b.abs()));
        stand.instant.derivative = Derivative::Position;
        for (k, column) in columns.iter().enumerate() {
            let mut at = |h: f64| {
                let Unknown::Node { node, slot } = stand.scatter.dofs.describe(k) else {
                    panic!("a node");
                };
                let before = stand.state.velocities[node];
                let q = stand.state.poses[node].q;
                let velocity = &mut stand.state.velocities[node];
                if slot < 3 {
                    velocity.v[slot] += h;
                } else if stand.system.kinds[node] == NodeKind::Angle {
                    velocity.v.x += h;
                } else {
                    velocity.omega += q.inverse() * V3::ith(slot - 3, h);
                }
                let out = stand.residual(None);
                stand.state.velocities[node] = before;
                out
            };
            let (plus, minus) = (at(H), at(-H));
            let what = format!("{name}, column {k}");
            let rows = ..unknowns;
            // Forces are linear in velocities but for motors; round-off of the largest force over H.
            compare(
                &what,
                &column[rows],
                &plus[rows],
                &minus[rows],
                1e-2 * size,
                1e-7,
            );
        }
    }
}

/// Force and moment on a rigid body whose motion in a turning frame is given, from its momenta in the world by differences in
/// time, in components of the frame at time zero.
fn dynamic(node: &Node, start: &NodeStage, turning: &Turning, motion: &[[V3; 3]; 2]) -> [V3; 2] {
    let placed = |t: f64| {
        let at = |m: &[V3; 3]| m[0] + t * m[1] + 0.5 * t * t * m[2];
        let turn = nalgebra::Rotation3::new(turning.omega * t);
        let r = turning.through + turn * (start.r - turning.through + at(&motion[0]));
        let rot: Matrix3<f64> =
            turn.matrix() * nalgebra::Rotation3::new(at(&motion[1])).matrix() * start.rot;
        (r, rot)
    };
    let h = 1e-3;
    // Fourth order in time.
    let first = |f: &dyn Fn(f64) -> V3, t: f64| {
        (8.0 * (f(t + h) - f(t - h)) - (f(t + 2.0 * h) - f(t - 2.0 * h))) / (12.0 * h)
    };
    let momentum = |t: f64| node.mass * first(&|s| placed(s).0, t);
    let spin = |t: f64| {
        let columns: Vec<V3> = (0..3)
            .map(|k| first(&|s| placed(s).1.column(k).into(), t))
            .collect();
        let rate = Matrix3::from_columns(&columns) * placed(t).1.transpose();
        let omega = V3::new(rate[(2, 1)], rate[(0, 2)], rate[(1, 0)]);
        let rot = placed(t).1;
        rot * node.inertia * rot.transpose() * omega
    };
    [first(&momentum, 0.0), first(&spin, 0.0)]
}

#[test]
fn a_turning_frame_adds_the_terms_of_relative_motion() {
    let rng = &mut Random::new(3);
    let node = Node {
        name: "b".into(),
        kind: NodeKind::Frame,
        mass: 1.7,
        inertia: rng.inertia(),
    };
    let pose = poinsot::mechanics::node::NodePose {
        r: V3::new(0.5, -0.4, 0.9),
        q: rng.orientation(),
    };
    let start = NodeStage::start(NodeKind::Frame, &pose);
    let turning = turning();
    let tangent = |derivative: Derivative| {
        let instant = Instant {
            turning: Some(turning),
            derivative,
            ..Instant::at(0.0)
        };
        let velocity = NodeVelocity::default();
        let node_start = NodeStart {
            node: &node,
            stage: &start,
            velocity: &velocity,
            acceleration: &[velocity; 2],
        };
        let balance = instant.inertia(&node_start, &[NodeIncrement::default(); 2], true);
        (balance.tangent[0][0], balance.residual[0])
    };
    let (k, rest) = tangent(Derivative::Position);
    let (c, _) = tangent(Derivative::Velocity);
    let (m, _) = tangent(Derivative::Acceleration);
    let zero = [[V3::zeros(); 3]; 2];
    let at_rest = dynamic(&node, &start, &turning, &zero);
    for row in 0..6 {
        // Differences in time: h^4 of motions at some rad/s.
        assert!((at_rest[row / 3][row % 3] - rest[row]).abs() < 1e-8);
    }
    for column in 0..18 {
        let (order, slot) = (column / 6, column % 6);
        let amplitude = 1e-3;
        let mut plus = zero;
        plus[slot / 3][order][slot % 3] = amplitude;
        let mut minus = zero;
        minus[slot / 3][order][slot % 3] = -amplitude;
        let (a, b) = (
            dynamic(&node, &start, &turning, &plus),
            dynamic(&node, &start, &turning, &minus),
        );
        let exact = [&k, &c, &m][order].column(slot).into_owned();
        for row in 0..6 {
            let quotient = (a[row / 3][row % 3] - b[row / 3][row % 3]) / (2.0 * amplitude);
            // The square of the amplitude, and round-off in time over it.
            assert!(
                (quotient - exact[row]).abs() < 2e-5 * (1.0 + exact.amax()),
                "derivative {order}, slot {slot}, row {row}: {} is not {quotient}",
                exact[row]
            );
        }
    }
    // The Coriolis part does no work: it is skew for the translation, and for the rotation
    // A~O - (A O)~ + O~A is skew as well, since A O~ + O~ A = ((tr A) O - A O)~.
    assert!((c + c.transpose()).amax() < 1e-14 * c.amax());
    let spin = start.rot * node.inertia * start.rot.transpose();
    let other = skew(&(spin.trace() * turning.omega - 2.0 * (spin * turning.omega)));
    assert!((c.fixed_view::<3, 3>(3, 3) - other).amax() < 1e-14);
}
