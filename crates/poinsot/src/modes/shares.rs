//! Which items carry a mode: shares of the kinetic energy and of the stiffness, and what moves in words.

use super::linearise::{About, Linearisation};
use super::{Mode, ModeKind};
use crate::dynamics::schemes::{EquationsOfMotion, Instant};
use crate::math::{M3, M6, V3, V6};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::index::{NodeIndex, NodeList, RowIndex};
use crate::mechanics::interaction::{ForceLaw, Memory, StartStrain, part_of};
use crate::mechanics::node::{NodeKind, NodeStage};
use crate::mechanics::wrench::{self, AnySink, Intervals, LinkNode, STAGES, Sink, StressRule};
use crate::system::{FlexibleKind, ForceVisitor, Owner, State, System, Unknown};
use nalgebra::Complex;

/// An item and its share.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// Name of the item.
    pub item: String,
    /// Its part of the whole; parts of the stiffness may be negative.
    pub part: f64,
}

/// Motion of every node, six complex numbers each.
fn node_motions(
    system: &System,
    linear: &Linearisation,
    mode: &Mode,
) -> NodeList<[Complex<f64>; 6]> {
    let mut out = NodeList::new([Complex::new(0.0, 0.0); 6], system.nodes.len());
    for (place, x) in linear.places.iter().zip(&mode.shape) {
        if let Unknown::Node { node, slot } = *place {
            out[node][slot] = *x;
        }
    }
    out
}

/// Fills the shares of a mode and says what moves.
pub(super) fn fill(
    system: &System,
    state: &State,
    about: &About,
    linear: &Linearisation,
    mode: &mut Mode,
) {
    let motions = node_motions(system, linear, mode);
    let stages = system.stages(state);
    let energies = kinetic(system, &stages, &motions);
    let total: f64 = energies.iter().map(|e| e.whole()).sum();
    let items = items_of_nodes(system);
    let by_node = |n: NodeIndex, e: &Energies| (items[n].clone(), e.whole() / total);
    mode.kinetic = collect(
        system
            .node_indices()
            .zip(energies.iter())
            .map(|(n, e)| by_node(n, e)),
    );
    mode.strain = strain(system, state, about, &stages, &motions);
    mode.moves = in_words(system, mode, &energies, &items);
}

fn collect(parts: impl Iterator<Item = (String, f64)>) -> Vec<Share> {
    let mut list: Vec<Share> = Vec::new();
    for (item, part) in parts {
        match list.iter_mut().find(|s| s.item == item) {
            Some(s) => s.part += part,
            None => list.push(Share { item, part }),
        }
    }
    list.retain(|s| s.part.abs() > 1e-6 && s.part.is_finite());
    list.sort_by(|a, b| b.part.abs().total_cmp(&a.part.abs()));
    list
}

/// The item that each node belongs to: a body if there is one on it, else its beam or cable.
fn items_of_nodes(system: &System) -> NodeList<String> {
    let mut items: NodeList<String> = system.nodes.iter().map(|n| n.name.clone()).collect();
    for body in &system.flexible {
        for node in &body.nodes {
            items[node.on.node] = body.name.clone();
        }
    }
    for body in &system.bodies {
        items[body.node] = body.name.clone();
    }
    items
}

/// Kinetic energy of a node by the axes of its section, or of the world.
#[derive(Clone, Copy, Default)]
struct Energies {
    translation: [f64; 3],
    rotation: [f64; 3],
}

impl Energies {
    fn whole(&self) -> f64 {
        self.translation.iter().sum::<f64>() + self.rotation.iter().sum::<f64>()
    }
}

fn kinetic(
    system: &System,
    stages: &[NodeStage],
    motions: &NodeList<[Complex<f64>; 6]>,
) -> Vec<Energies> {
    let mut axes = NodeList::new(M3::identity(), system.nodes.len());
    for body in &system.flexible {
        for node in &body.nodes {
            if system.kinds[node.on.node] == NodeKind::Frame {
                axes[node.on.node] = stages[node.on.node].rot * node.on.axes;
            }
        }
    }
    let of_node = |n: NodeIndex| {
        let node = &system.nodes[n];
        let mut e = Energies::default();
        if !matches!(node.kind, NodeKind::Frame | NodeKind::Point) {
            return e;
        }
        let inertia_W = stages[n].rot * node.inertia * stages[n].rot.transpose();
        for part in 0..2 {
            let take = |k: usize| {
                if part == 0 {
                    motions[n][k].re
                } else {
                    motions[n][k].im
                }
            };
            let u = axes[n].tr_mul(&V3::new(take(0), take(1), take(2)));
            let others = |l: NodeIndex| match part {
                0 => V3::from_fn(|k, _| motions[l][k].re),
                _ => V3::from_fn(|k, _| motions[l][k].im),
            };
            let shared = axes[n].tr_mul(&system.shared_mass.times(n, others));
            let theta = V3::new(take(3), take(4), take(5));
            let spin = axes[n].tr_mul(&(inertia_W * theta));
            let theta = axes[n].tr_mul(&theta);
            for k in 0..3 {
                e.translation[k] += (node.mass * u[k] + shared[k]) * u[k];
                e.rotation[k] += spin[k] * theta[k];
            }
        }
        e
    };
    system.node_indices().map(of_node).collect()
}

/// The item with the largest share of the kinetic energy, and its main direction.
fn in_words(system: &System, mode: &Mode, energies: &[Energies], items: &[String]) -> String {
    let Some(main) = mode.kinetic.first() else {
        return "nothing with mass".into();
    };
    let mut sum = Energies::default();
    for (e, item) in energies.iter().zip(items) {
        if *item == main.item {
            for k in 0..3 {
                sum.translation[k] += e.translation[k];
                sum.rotation[k] += e.rotation[k];
            }
        }
    }
    let mut flexible = system.flexible.iter();
    let kind = flexible.find(|b| b.name == main.item).map(|b| b.kind);
    let is_line = kind.is_some();
    let is_beam = kind == Some(FlexibleKind::Beam);
    let directions = [
        (sum.translation[0], if is_beam { "along it" } else { "x" }),
        (sum.translation[1], "y"),
        (sum.translation[2], "z"),
        (sum.rotation[0], if is_beam { "torsion" } else { "about x" }),
        (sum.rotation[1], "about y"),
        (sum.rotation[2], "about z"),
    ];
    let whole = sum.whole();
    let (largest, direction) = directions
        .into_iter()
        .fold((0.0, ""), |a, b| if b.0 > a.0 { b } else { a });
    let others: Vec<&Share> = mode.kinetic[1..].iter().filter(|s| s.part > 0.1).collect();
    let mut words = main.item.clone();
    if whole > 0.0 && largest > 0.6 * whole {
        let bends = is_beam && mode.kind != ModeKind::Rigid && matches!(direction, "y" | "z");
        words.push_str(match (bends, direction) {
            (true, "y") => ", bending y",
            (true, _) => ", bending z",
            (false, "along it") => ", axial",
            (false, "torsion") => ", torsion",
            (false, "x") => ", x",
            (false, "y") => ", y",
            (false, "z") => ", z",
            (false, "about x") => ", about x",
            (false, "about y") => ", about y",
            (false, _) => ", about z",
        });
    } else if !is_line || mode.kind == ModeKind::Rigid {
        words.push_str(", several directions");
    }
    for other in others.iter().take(2) {
        words.push_str(&format!(" + {}", other.item));
    }
    words
}

/// Shares of the stiffness by item: `Re(x^H K_item x)` over the sum.
fn strain(
    system: &System,
    state: &State,
    about: &About,
    stages: &[NodeStage],
    motions: &NodeList<[Complex<f64>; 6]>,
) -> Vec<Share> {
    let instant = Instant {
        load_factor: about.load_factor,
        ..Instant::at(state.time)
    };
    let mut visitor = Stiffness {
        iv: Intervals {
            kinds: &system.kinds,
            start: stages,
            ends: [stages, stages],
            stages: 1,
            rule: IntervalRule {
                end_weight: 1.0,
                fixed_pole: false,
            },
            weight: instant.weights(),
            t_start: state.time,
            times: [state.time; STAGES],
        },
        instant,
        motions,
        memory: &state.memory,
        next: 0,
        parts: Vec::new(),
    };
    system.forces.visit(&mut visitor);
    let total: f64 = visitor.parts.iter().map(|p| p.1.abs()).sum();
    if total == 0.0 {
        return Vec::new();
    }
    collect(
        visitor
            .parts
            .into_iter()
            .map(|(item, part)| (item, part / total)),
    )
}

struct Stiffness<'a> {
    iv: Intervals<'a>,
    instant: Instant,
    motions: &'a NodeList<[Complex<f64>; 6]>,
    /// What all interactions remember, and where the next one begins.
    memory: &'a [f64],
    next: usize,
    parts: Vec<(String, f64)>,
}

impl ForceVisitor for Stiffness<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        owner: &Owner,
        f: &F,
    ) {
        let e = f.value(&wrench::points_at(f, self.iv.start));
        let mut kept = part_of(self.memory, &mut self.next, f.memory()).to_vec();
        if kept.is_empty() && F::HOLDS {
            kept.resize(f.memory(), 0.0);
            f.rest(&e, &mut kept);
        }
        let start = StartStrain {
            e,
            rate: [0.0; E],
            predicted: None,
            memory: match F::HOLDS {
                true => Memory {
                    kept: &kept,
                    dt: Memory::REST,
                },
                false => Memory::NONE,
            },
        };
        let mut sink = Form {
            nodes: f.nodes(),
            motions: self.motions,
            sum: 0.0,
        };
        let rule = &self.instant;
        let mut any = AnySink(&mut sink);
        f.assemble(&self.iv, rule, &rule.linear(), &start, 0, &mut any);
        match self.parts.last_mut() {
            Some(last) if last.0 == owner.name => last.1 += sink.sum,
            _ => self.parts.push((owner.name.clone(), sink.sum)),
        }
    }
}

/// Adds up `Re(x^H K x)` instead of storing blocks.
struct Form<'a> {
    nodes: &'a [NodeIndex],
    motions: &'a NodeList<[Complex<f64>; 6]>,
    sum: f64,
}

impl Sink for Form<'_> {
    fn wants_tangent(&self) -> bool {
        true
    }
    fn wrench(&mut self, _node: NodeIndex, _r: usize, _w: &V6) {}
    fn gap(&mut self, _row: RowIndex, _y: usize, _value: f64, _magnitude: f64) {}
    fn block(&mut self, pair: usize, _r: usize, _y: usize, m: &M6) {
        let n = self.nodes.len();
        let (a, b) = (self.nodes[pair / n], self.nodes[pair % n]);
        for part in 0..2 {
            let take = |node: NodeIndex| {
                let x = &self.motions[node];
                V6::from_fn(|k, _| if part == 0 { x[k].re } else { x[k].im })
            };
            self.sum += take(a).dot(&(m * take(b)));
        }
    }
    fn multiplier(&mut self, _row: RowIndex, _y: usize, _node: LinkNode, _f: &V6, _g: &V6) {}
}
