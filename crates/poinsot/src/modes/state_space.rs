//! The linearised equations as `z' = A z + B u`, `y = C z + D u` in minimal coordinates (md.10).
//!
//! Inputs are changes of the factors of loads and of the efforts of motors, by name; outputs are changes of positions and joint
//! coordinates, by name.

use super::linearise::Linearisation;
use super::reduce::Reduced;
use super::study::displaced;
use super::{About, ModesError};
use crate::dynamics::ledger::Ledger;
use crate::mechanics::index::{NodeList, RowIndex};
use crate::mechanics::interaction::ForceLaw;
use crate::mechanics::wrench;
use crate::results::{FrameStatistics, Instant, Recorder, SensorTurns, Snapshot, output_names};
use crate::system::{ForceVisitor, Owner, Sort, State, System, Unknown};
use nalgebra::DMatrix;
use poinsot_lu::dense;

/// An input or an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
}

/// The equations in state-space form.
#[derive(Clone, Debug)]
pub struct StateSpace {
    /// Rates of the states per state.
    pub a: DMatrix<f64>,
    /// Rates of the states per input.
    pub b: DMatrix<f64>,
    /// Outputs per state.
    pub c: DMatrix<f64>,
    /// Outputs per input.
    pub d: DMatrix<f64>,
    /// Names of the states: minimal coordinates, then their rates, then coordinates without mass.
    pub states: Vec<String>,
    /// Inputs.
    pub inputs: Vec<Signal>,
    /// Outputs.
    pub outputs: Vec<Signal>,
    /// Motion of every unknown per minimal coordinate.
    pub basis: DMatrix<f64>,
}

/// Damping of motions without mass below this part of all damping is none.
const UNDAMPED: f64 = 1e-12;

impl StateSpace {
    /// Linearises about a state.
    pub fn new(
        system: &System,
        state: &State,
        about: &About,
        linear: &Linearisation,
    ) -> Result<Self, ModesError> {
        let r = Reduced::new(system, linear)?;
        let (n, na) = (r.len(), r.massive);
        let nb = n - na;
        let (inputs, forces) = inputs(system, state, about, linear);
        let (outputs, rows) = outputs(system, state, linear);
        let b = r.basis.tr_mul(&forces);
        let c = &rows * &r.basis;
        let m = inputs.len();
        let part = |x: &DMatrix<f64>, i: usize, j: usize, p: usize, q: usize| {
            x.view((i, j), (p, q)).into_owned()
        };
        let block = |x: &DMatrix<f64>| {
            [
                part(x, 0, 0, na, na),
                part(x, 0, na, na, nb),
                part(x, na, 0, nb, na),
                part(x, na, na, nb, nb),
            ]
        };
        let [k_aa, k_ab, k_ba, k_bb] = block(&r.stiffness);
        let [c_aa, c_ab, c_ba, c_bb] = block(&r.damping);
        let mass = part(&r.mass, 0, 0, na, na);
        let (b_a, b_b) = (part(&b, 0, 0, na, m), part(&b, na, 0, nb, m));
        let damped = nb > 0 && c_bb.amax() > UNDAMPED * r.damping.amax();
        // Motions without mass: b = P (a, v, b) + Q u, or its rate.
        let mut given = DMatrix::zeros(nb, 2 * na + m);
        given.view_mut((0, 0), (nb, na)).copy_from(&-k_ba);
        given.view_mut((0, na), (nb, na)).copy_from(&-c_ba);
        given.view_mut((0, 2 * na), (nb, m)).copy_from(&b_b);
        let slow = if damped { &c_bb } else { &k_bb };
        let solved = solve(slow, &given)?;
        let states = 2 * na + if damped { nb } else { 0 };
        // Rate of b, or b itself, per state and input.
        let mut from_states = DMatrix::zeros(nb, states);
        from_states
            .view_mut((0, 0), (nb, 2 * na))
            .copy_from(&solved.columns(0, 2 * na));
        let from_inputs = part(&solved, 0, 2 * na, nb, m);
        if damped {
            let own = solve(&c_bb, &-&k_bb)?;
            from_states.view_mut((0, 2 * na), (nb, nb)).copy_from(&own);
        }
        let mut force = DMatrix::zeros(na, states);
        force.view_mut((0, 0), (na, na)).copy_from(&-k_aa);
        force.view_mut((0, na), (na, na)).copy_from(&-c_aa);
        let mut direct = b_a;
        let (mut c_z, mut d) = (
            DMatrix::zeros(outputs.len(), states),
            DMatrix::zeros(outputs.len(), m),
        );
        c_z.view_mut((0, 0), (outputs.len(), na))
            .copy_from(&c.columns(0, na));
        let c_b = part(&c, 0, na, outputs.len(), nb);
        if damped {
            force.view_mut((0, 2 * na), (na, nb)).copy_from(&-&k_ab);
            force -= &c_ab * &from_states;
            direct -= &c_ab * &from_inputs;
            c_z.view_mut((0, 2 * na), (outputs.len(), nb))
                .copy_from(&c_b);
        } else {
            force -= &k_ab * &from_states;
            direct -= &k_ab * &from_inputs;
            c_z += &c_b * &from_states;
            d += &c_b * &from_inputs;
        }
        let mut a_z = DMatrix::zeros(states, states);
        let mut b_z = DMatrix::zeros(states, m);
        for k in 0..na {
            a_z[(k, na + k)] = 1.0;
        }
        a_z.view_mut((na, 0), (na, states))
            .copy_from(&solve(&mass, &force)?);
        b_z.view_mut((na, 0), (na, m))
            .copy_from(&solve(&mass, &direct)?);
        if damped {
            a_z.view_mut((2 * na, 0), (nb, states))
                .copy_from(&from_states);
            b_z.view_mut((2 * na, 0), (nb, m)).copy_from(&from_inputs);
        }
        let mut names: Vec<String> = (1..=na).map(|k| format!("q{k}")).collect();
        names.extend((1..=na).map(|k| format!("q{k}.rate")));
        if damped {
            names.extend((na + 1..=n).map(|k| format!("q{k}")));
        }
        Ok(StateSpace {
            a: a_z,
            b: b_z,
            c: c_z,
            d,
            states: names,
            inputs,
            outputs,
            basis: r.basis,
        })
    }
}

fn solve(a: &DMatrix<f64>, b: &DMatrix<f64>) -> Result<DMatrix<f64>, ModesError> {
    if a.is_empty() || b.is_empty() {
        return Ok(DMatrix::zeros(a.nrows(), b.ncols()));
    }
    let x = dense::solve(a.nrows(), a.as_slice(), b.as_slice());
    if x.iter().all(|v| v.is_finite()) {
        return Ok(DMatrix::from_vec(a.nrows(), b.ncols(), x));
    }
    Err(ModesError::Solver(
        "motions without mass are held neither by stiffness nor by damping alone; give them a small mass".into(),
    ))
}

/// Forces on the unknowns per unit of each input.
fn inputs(
    system: &System,
    state: &State,
    about: &About,
    linear: &Linearisation,
) -> (Vec<Signal>, DMatrix<f64>) {
    let mut visitor = Inputs {
        system,
        stages: system.stages(state),
        load_factor: about.load_factor,
        signals: Vec::new(),
        columns: Vec::new(),
        first: {
            let dofs = crate::system::DofMap::new(system, 1);
            system.node_indices().map(|n| dofs.node(n)).collect()
        },
        unknowns: linear.unknowns,
    };
    system.forces.visit(&mut visitor);
    let columns = visitor.columns.concat();
    let count = visitor.signals.len();
    (
        visitor.signals,
        DMatrix::from_vec(linear.unknowns, count, columns),
    )
}

struct Inputs<'a> {
    system: &'a System,
    stages: Vec<crate::mechanics::node::NodeStage>,
    load_factor: f64,
    signals: Vec<Signal>,
    columns: Vec<Vec<f64>>,
    first: NodeList<usize>,
    unknowns: usize,
}

impl ForceVisitor for Inputs<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        owner: &Owner,
        f: &F,
    ) {
        let name = match (f.account(), owner.sort) {
            (account, _) if account.is_internal() => return,
            (_, Sort::Gravity) => "gravity".to_string(),
            _ => owner.name.clone(),
        };
        let unit = match owner.sort {
            Sort::Motor => match self.system.kinds[f.nodes()[0]] {
                crate::mechanics::node::NodeKind::Angle => "N m",
                _ => "N",
            },
            // A factor of the load as it is written.
            _ => "1",
        };
        let column = match self.signals.iter().position(|s| s.name == name) {
            Some(k) => k,
            None => {
                self.signals.push(Signal {
                    name,
                    unit: unit.into(),
                });
                self.columns.push(vec![0.0; self.unknowns]);
                self.signals.len() - 1
            }
        };
        let (at, m) = wrench::measure_at(f, &self.system.kinds, &self.stages);
        let forces = wrench::forces_per_stress(f, &at, &m);
        for e in 0..E {
            for (a, &node) in f.nodes().iter().enumerate() {
                for (k, slot) in self.system.kinds[node].slots().enumerate() {
                    self.columns[column][self.first[node] + k] +=
                        self.load_factor * forces[e][a][slot];
                }
            }
        }
    }
}

/// Step of the differences, relative to the size of the model.
const STEP: f64 = 1e-3;

/// Derivatives of the recorded positions and joint coordinates with respect to the unknowns, by differences of the fourth
/// order: errors are about 1e-12.
fn outputs(system: &System, state: &State, linear: &Linearisation) -> (Vec<Signal>, DMatrix<f64>) {
    let mut recorder = Recorder::new(system, state);
    let turns = SensorTurns::new(system, state);
    let wanted: Vec<_> = {
        let layout = recorder.layout();
        let coordinates: Vec<&str> = system
            .joints
            .iter()
            .flat_map(|j| j.definition.coordinates.iter().map(|c| c.name))
            .collect();
        output_names(layout)
            .into_iter()
            .filter(|o| {
                let name = layout.variables[o.variable].name.as_str();
                matches!(name, "position" | "point" | "node_position")
                    || coordinates.contains(&name)
            })
            .collect()
    };
    let mut row = |x: &[f64]| -> Vec<f64> {
        let moved = displaced(system, state, &linear.places, x);
        let ledger = Ledger::new(system, &moved);
        let none = |_: RowIndex| 0.0;
        let statistics = FrameStatistics::default();
        let instant = Instant::at_rest(&none, &turns);
        let values = recorder.row(&Snapshot {
            system,
            state: &moved,
            instant: &instant,
            balance: ledger.balance(),
            statistics: &statistics,
        });
        wanted.iter().map(|o| values[o.column]).collect()
    };
    let mut rows = DMatrix::zeros(wanted.len(), linear.unknowns);
    let mut x = vec![0.0; linear.unknowns];
    for k in 0..linear.unknowns {
        let h = match linear.places[k] {
            Unknown::Node { slot, .. } if slot < 3 => STEP * system.length,
            _ => STEP,
        };
        let mut at = |step: f64| {
            x[k] = step;
            let values = row(&x);
            x[k] = 0.0;
            values
        };
        let (p1, m1, p2, m2) = (at(h), at(-h), at(2.0 * h), at(-2.0 * h));
        for o in 0..wanted.len() {
            rows[(o, k)] = (8.0 * (p1[o] - m1[o]) - (p2[o] - m2[o])) / (12.0 * h);
        }
    }
    let signals = wanted.into_iter().map(|o| Signal {
        name: o.name,
        unit: o.unit,
    });
    (signals.collect(), rows)
}
