//! From a model to its system and a consistent start, with every problem at the place of the item it is about.

use super::{RedundantAt, StartError, StartReport, prepare};
use crate::mechanics::constraints::FreedRow;
use crate::mechanics::node::NodeKind;
use crate::model::{Model, Place, Problem};
use crate::system::{Add, FlexibleKind, State, System};

/// What a model is made of, counted.
pub(crate) fn parts_text(model: &Model, system: &System) -> String {
    let count = |kind: NodeKind| system.kinds.iter().filter(|k| **k == kind).count();
    let flexible = FlexibleKind::ALL.map(|kind| {
        let number = system.flexible.iter().filter(|b| b.kind == kind).count();
        let [one, many] = kind.words();
        (number, one, many)
    });
    let nodes: usize = system.flexible.iter().map(|b| b.nodes.len()).sum();
    // Coordinates that only keep rows busy are none of the model's (sl.6).
    let spare = Add::<FreedRow>::all(&system.constraints).len() - system.leaving.len();
    let coordinates = count(NodeKind::Angle) + count(NodeKind::Displacement) - spare;
    let mut parts = Vec::new();
    let rigid = [
        (model.bodies.len(), "body", "bodies"),
        (model.point_masses.len(), "point mass", "point masses"),
    ];
    let others = [
        (nodes, "node", "nodes"),
        (system.joints.len(), "joint", "joints"),
        (coordinates, "coordinate", "coordinates"),
        (system.rows, "constraint", "constraints"),
    ];
    for (n, one, many) in rigid.into_iter().chain(flexible).chain(others) {
        if n > 0 {
            parts.push(format!("{n} {}", if n == 1 { one } else { many }));
        }
    }
    parts.join(", ")
}

/// What joints tie together, and what nothing holds.
pub(crate) fn connection_lines(model: &Model, system: &System) -> Vec<String> {
    let shared = system.shared.iter().map(|shared| {
        let [a, b] = &shared.items;
        format!(
            "  `{}`: `{a}` and `{b}` share one node, no constraint needed",
            shared.joint
        )
    });
    let loose = model.loose_items().into_iter().map(|item| {
        format!(
            "  note: {item} is connected to nothing and moves on its own; a [[joint]] would hold it"
        )
    });
    shared.chain(loose).collect()
}

/// The system of a model that is to move, which needs masses, and its consistent start.
pub(crate) fn build_to_move(model: &Model) -> Result<(System, State, StartReport), Vec<Problem>> {
    let missing = model.missing_masses();
    match missing.is_empty() {
        true => build_system(model),
        false => Err(missing),
    }
}

/// The system of a model and its consistent start.
pub(crate) fn build_system(model: &Model) -> Result<(System, State, StartReport), Vec<Problem>> {
    model.check()?;
    let (mut system, mut state) = System::build(model).map_err(|errors| {
        errors
            .into_iter()
            .map(|e| Problem {
                place: e.place().clone(),
                ..Problem::of_file(e.to_string(), e.next_step())
            })
            .collect::<Vec<_>>()
    })?;
    let start = prepare(&mut system, &mut state, model.run.redundant)
        .map_err(|e| start_problems(&e, model))?;
    Ok((system, state, start))
}

/// Problems of the start, each at the place of the item it names.
pub(crate) fn start_problems(error: &StartError, model: &Model) -> Vec<Problem> {
    let at = |name: &str, message: String, help: &str| Problem {
        place: place_of(model, name),
        ..Problem::of_file(message, help)
    };
    match error {
        StartError::Redundant(list) => list
            .iter()
            .map(|r| {
                let help = match r.place {
                    RedundantAt::Everywhere => {
                        "release one of these joints (a spherical or universal joint instead of a revolute one), or set \
                         redundant = \"remove\" in [run], for equilibria in [statics], to drop the redundant conditions"
                    }
                    RedundantAt::DrawnPosition => {
                        "draw the mechanism a little out of this position, from which it can continue in more than one way; with \
                         redundant = \"remove\" in [run], for equilibria in [statics], it starts next to it automatically"
                    }
                };
                at(&r.name, r.to_string(), help)
            })
            .collect(),
        StartError::Whole(list) => list
            .iter()
            .map(|r| {
                let help = "it cannot be removed in part, whatever `redundant` says: release one of the others, or leave this one out";
                at(&r.name, r.to_string(), help)
            })
            .collect(),
        StartError::Contradictory(open) => {
            let help = "check the positions and frames of these items: as drawn they cannot be assembled";
            let name = open.last().map_or("", |o| &o.name);
            vec![at(name, error.to_string(), help)]
        }
        StartError::ContradictoryRates(r) => {
            let help = "let only one motion drive this part of the mechanism, and see that its joints leave it free to move";
            vec![at(&r.name, error.to_string(), help)]
        }
        StartError::Singular(_) => {
            let help = "check for items without mass and for joints that fix nothing";
            vec![Problem::of_file(error.to_string(), help)]
        }
    }
}

/// Where an item was written.
pub(crate) fn place_of(model: &Model, name: &str) -> Place {
    let joints = model.joints.iter().map(|j| (j.name.as_str(), &j.place));
    let actions = model.actions().map(|a| (a.name, a.place));
    joints
        .chain(actions)
        .find(|(n, _)| *n == name)
        .map_or(Place::default(), |(_, place)| place.clone())
}
