//! Beams and shells that are reduced: their nodes and the stiffness between them as drawn (rb.8).

use super::{BuildError, Builder};
use crate::math::{M3, M6, V6};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::index::{GROUND, NodeIndex, RowIndex};
use crate::mechanics::interaction::{ForceLaw, Memory, StartStrain};
use crate::mechanics::node::{NodeKind, NodeStage};
use crate::mechanics::wrench::{
    AnySink, Intervals, LinearRule, LinkNode, STAGES, Sink, StageStress, StressRule, points_at,
};
use crate::model::{Assembly, ReducedBody, ReducedPart};
use crate::reduction::{FramedNode, FramedPart, Reduced, ReductionError, reduce_weighted};
use crate::system::{ForceVisitor, Owner, State, System};
use std::collections::HashMap;
use std::sync::Arc;

impl Builder {
    /// The reduced part of a body; beams and shells are reduced here.
    pub(super) fn reduced_part(&mut self, body: &ReducedBody) -> Option<Arc<Reduced>> {
        let items = match &body.part {
            ReducedPart::Points(reduced) => return Some(Arc::clone(reduced)),
            ReducedPart::Items(items) => items,
        };
        match reduce(items) {
            Ok(reduced) => Some(Arc::new(reduced)),
            Err(reason) => {
                self.errors.push(BuildError::NotReduced {
                    user: body.name.clone(),
                    reason,
                    place: body.place.clone(),
                });
                None
            }
        }
    }
}

/// Reduces beams and shells, or says why not.
fn reduce(assembly: &Assembly) -> Result<Reduced, String> {
    let (system, state) = System::build(&assembly.model).map_err(|errors| {
        let first = errors.first().map(ToString::to_string);
        first.unwrap_or_default()
    })?;
    if let Some(info) = system.constraint_info.first() {
        return Err(format!(
            "\"{}\" ties its items by constraints; ties that join points, or tie them rigidly, are possible",
            info.owner.name
        ));
    }
    let part = framed_part(&system, &state)?;
    let node_of: HashMap<&str, NodeIndex> = system
        .flexible_points
        .iter()
        .map(|p| (p.name.as_str(), p.node))
        .collect();
    let mut interfaces = Vec::new();
    for interface in &assembly.interfaces {
        let number = |(name, weight): &(String, f64)| {
            let node = node_of.get(name.as_str());
            let node = node.ok_or_else(|| format!("it has no point \"{name}\""))?;
            Ok((node.position() - 1, *weight))
        };
        let nodes: Result<Vec<(usize, f64)>, String> =
            interface.points.iter().map(number).collect();
        interfaces.push(FramedPart::corners_of(&nodes?));
    }
    let points = part.part().map_err(|e| e.to_string())?;
    reduce_weighted(&points, &interfaces, assembly.modes).map_err(|error| match error {
        ReductionError::Loose { .. } => {
            "more than its six rigid motions are free: items are not connected".into()
        }
        ReductionError::Held { .. } => {
            "its items have stresses as drawn, which reduced bodies do not have".into()
        }
        other => other.to_string(),
    })
}

/// Nodes with their mass and the stiffness of all elements between them, as drawn. The ground, the first node, is left out.
fn framed_part(system: &System, state: &State) -> Result<FramedPart, String> {
    let mut part = FramedPart::default();
    for n in system.node_indices().filter(|n| *n != GROUND) {
        let (node, pose) = (&system.nodes[n], &state.poses[n]);
        if node.kind != NodeKind::Frame {
            return Err(format!("\"{}\" does not turn", node.name));
        }
        let rot: M3 = *pose.q.to_rotation_matrix().matrix();
        part.nodes.push(FramedNode {
            place: pose.r,
            mass: node.mass,
            inertia: rot * node.inertia * rot.transpose(),
            name: node.name.clone(),
        });
    }
    let stages = system.stages(state);
    let mut visitor = Stiffness {
        iv: Intervals {
            kinds: &system.kinds,
            start: &stages,
            ends: [&stages, &stages],
            stages: 1,
            rule: IntervalRule {
                end_weight: 1.0,
                fixed_pole: false,
            },
            weight: [[1.0, 0.0], [0.0, 0.0]],
            t_start: 0.0,
            times: [0.0; STAGES],
        },
        stages: &stages,
        blocks: Vec::new(),
    };
    system.forces.visit(&mut visitor);
    part.blocks = visitor.blocks;
    Ok(part)
}

struct Stiffness<'a> {
    iv: Intervals<'a>,
    stages: &'a [NodeStage],
    blocks: Vec<([usize; 2], M6)>,
}

impl ForceVisitor for Stiffness<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let start = StartStrain {
            e: f.value(&points_at(f, self.stages)),
            rate: [0.0; E],
            predicted: None,
            memory: Memory::NONE,
        };
        let mut sink = Blocks {
            nodes: f.nodes(),
            blocks: &mut self.blocks,
        };
        let mut any = AnySink(&mut sink);
        f.assemble(&self.iv, &AsDrawn, &AsDrawn.linear(), &start, 0, &mut any);
    }
}

/// Keeps tangent blocks with the numbers of their nodes, the ground left out.
struct Blocks<'a> {
    nodes: &'a [NodeIndex],
    blocks: &'a mut Vec<([usize; 2], M6)>,
}

impl Sink for Blocks<'_> {
    fn wants_tangent(&self) -> bool {
        true
    }
    fn wrench(&mut self, _node: NodeIndex, _r: usize, _w: &V6) {}
    fn gap(&mut self, _row: RowIndex, _y: usize, _value: f64, _magnitude: f64) {}
    fn block(&mut self, pair: usize, _r: usize, _y: usize, m: &M6) {
        let n = self.nodes.len();
        let pair = [self.nodes[pair / n], self.nodes[pair % n]];
        self.blocks.push((pair.map(|n| n.position() - 1), *m));
    }
    fn multiplier(&mut self, _row: RowIndex, _y: usize, _node: LinkNode, _f: &V6, _g: &V6) {}
}

/// Elastic stresses at one state: what a stiffness is the derivative of. Viscosity is the reduced body's own.
struct AsDrawn;

impl StressRule for AsDrawn {
    fn linear(&self) -> LinearRule {
        LinearRule {
            elastic_ends: [[1.0, 0.0], [0.0; STAGES]],
            ..LinearRule::default()
        }
    }
    fn stress<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
        _start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        _rate: &[f64; E],
    ) -> StageStress<E> {
        let elastic = law.elastic(&ends[0], &ends[0]);
        let mut s = StageStress::zero();
        s.sigma[0] = elastic.sigma;
        for a in 0..E {
            for b in 0..E {
                s.tangent[0][0][a][b] = elastic.d_start[a][b] + elastic.d_end[a][b];
            }
        }
        s
    }
}
