//! Energies and momenta of a state, for the books.

use super::ledger::Balance;
use crate::math::V3;
use crate::mechanics::interaction::{Account, ForceLaw, part_of};
use crate::mechanics::node::{NodeKind, NodeStage};
use crate::system::{ForceVisitor, Owner, State, System};

/// Kinetic energy and momenta of a state.
pub(super) fn motion_terms(system: &System, state: &State, b: &mut Balance) {
    b.kinetic = 0.0;
    b.linear_momentum = V3::zeros();
    b.angular_momentum = V3::zeros();
    for n in system.node_indices() {
        if !matches!(system.kinds[n], NodeKind::Frame | NodeKind::Point) {
            continue;
        }
        let (node, pose, w) = (&system.nodes[n], &state.poses[n], &state.velocities[n]);
        let spin_B = node.inertia * w.omega;
        let shared = system.shared_mass.times(n, |l| state.velocities[l].v);
        let l = node.mass * w.v + shared;
        b.kinetic += 0.5 * (l.dot(&w.v) + spin_B.dot(&w.omega));
        b.linear_momentum += l;
        b.angular_momentum += pose.r.cross(&l) + pose.q * spin_B;
    }
}

/// Energies and momenta of a state. Returns the sum of the sizes of all energies, against which round-off is measured.
pub(super) fn state_terms(
    system: &System,
    state: &State,
    load_factor: f64,
    b: &mut Balance,
) -> f64 {
    motion_terms(system, state, b);
    b.elastic = 0.0;
    b.gravity = 0.0;
    b.contact = 0.0;
    let stages = system.stages(state);
    let mut potentials = Potentials {
        stages: &stages,
        memory: &state.memory,
        next_kept: 0,
        time: state.time,
        load_factor,
        size: b.kinetic,
        b,
    };
    system.forces.visit(&mut potentials);
    potentials.size
}

struct Potentials<'a> {
    stages: &'a [NodeStage],
    memory: &'a [f64],
    next_kept: usize,
    time: f64,
    load_factor: f64,
    size: f64,
    b: &'a mut Balance,
}

impl ForceVisitor for Potentials<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let e = f.value_at(self.stages);
        let kept = part_of(self.memory, &mut self.next_kept, f.memory());
        self.size += book_energy(self.b, f, self.stages, &e, kept);
        let given = f.energy_of_time(self.time, self.load_factor, &e);
        self.b.elastic += given;
        self.size += given.abs();
    }
}

/// Adds the energy of an interaction to its account; returns the size of what its last digits are made of.
pub(super) fn book_energy<const N: usize, const P: usize, const E: usize>(
    b: &mut Balance,
    f: &impl ForceLaw<N, P, E>,
    stages: &[NodeStage],
    e: &[f64; E],
    kept: &[f64],
) -> f64 {
    let energy = match kept.is_empty() {
        true => f.energy(e),
        false => f.energy(e) + f.kept_energy(e, kept),
    };
    match f.account() {
        Account::Elastic => b.elastic += energy,
        Account::Gravity => b.gravity += energy,
        Account::Contact | Account::Friction => b.contact += energy,
        Account::Loads | Account::Motors => return 0.0,
    }
    energy.abs() + f.energy_per_digit(stages, e)
}
