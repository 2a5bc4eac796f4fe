//! `[statics]` and `[turning]`.

use super::reader::TableReader;
use super::run::{redundant, tolerance};
use super::scalars::number;
use crate::model::describe::{Quantity, Range};
use crate::model::statics::{Branch, Statics, SteadyTurning, Vary};

/// How to compute equilibria.
pub fn statics(file: &TableReader) -> Option<Statics> {
    let t = file.table("statics")?;
    let vary = match t.variant?.word {
        "time" => Vary::Time,
        _ => Vary::LoadFactor,
    };
    // Until 0.1.0 `at` was the time of the loads.
    let old = t.node("at").filter(|node| node.list().is_none());
    let at = match (vary, &old) {
        (Vary::LoadFactor, None) => t.number("time"),
        (Vary::LoadFactor, Some(node)) => {
            let help = "write `time` for it; `at` is a list of load factors that are recorded, such as [0.5, 1]";
            node.warning("`at` with one number is the time of the loads", help);
            number(node, Quantity::Time, Range::NotNegative)
        }
        (Vary::Time, None) => Some(0.0),
        (Vary::Time, Some(node)) => {
            node.expected("a list of increasing times", "for example [0.5, 1, 1.5]");
            None
        }
    };
    let factors = match old.is_none() && t.has("at") {
        true => t.rising("at"),
        false => Some(Vec::new()),
    };
    for key in ["until", "every"] {
        if let (false, Some(node)) = (old.is_some() || !t.has("at"), t.node(key)) {
            let message = format!("`{key}` and `at` cannot be combined");
            node.error(
                message,
                "`at` lists what is recorded, and its last number ends the path",
            );
        }
    }
    let until = match &factors {
        Some(list) if !list.is_empty() => list.last().copied(),
        _ => t.number("until"),
    };
    let increment = t.number("increment");
    let every = t.number("every");
    let arc_length = t.flag("arc_length");
    let branch = t.word("branch").map(|word| match word {
        "switch" => Branch::Switch,
        _ => Branch::Follow,
    });
    let max_arc = t.number("max_arc");
    let max_points = t.count("max_points");
    let relaxation = t.flag("relaxation");
    let tolerance = tolerance(&t, "equilibria are found to a few digits only");
    let max_iterations = t.count("max_iterations");
    let until = until?;
    for (key, value) in [("increment", increment), ("every", every)] {
        if let (Some(value), Some(node)) = (value, t.node(key))
            && value > until
        {
            let message = format!("`{key}` ({value}) is larger than `until` ({until})");
            node.error(message, "it is a portion of the path, which starts at 0");
        }
    }
    if let (Some(node), Some(true)) = (t.node("every"), arc_length) {
        node.error(
            "`every` and `arc_length` cannot be combined",
            "along the arc the factor is an unknown: leave `every` out; all points are then recorded",
        );
    }
    if let (Some(node), None, Some(true)) = (t.node("at"), &old, arc_length) {
        node.error(
            "`at` and `arc_length` cannot be combined",
            "along the arc the factor is an unknown: leave `at` out; all points are then recorded",
        );
    }
    if let (Some(node), Some(true), Some(true)) = (t.node("relaxation"), relaxation, arc_length) {
        node.error(
            "`relaxation` and `arc_length` cannot be combined",
            "a system comes to rest under given loads only: leave one of them out",
        );
    }
    Some(Statics {
        vary,
        at: at?,
        until,
        increment,
        every,
        factors: factors?,
        arc_length: arc_length?,
        max_arc: max_arc?,
        max_points: max_points?,
        branch: branch?,
        relaxation: relaxation?,
        redundant: redundant(&t),
        tolerance: tolerance?,
        max_iterations: max_iterations?,
        place: t.place(),
    })
}

/// The turning frame.
pub fn turning(file: &TableReader) -> Option<SteadyTurning> {
    let t = file.table("turning")?;
    let angular_velocity = t.vector("angular_velocity");
    let through = t.vector("through");
    let angular_velocity = angular_velocity?;
    if angular_velocity.norm() == 0.0 {
        if let Some(node) = t.node("angular_velocity") {
            let help = "give an angular velocity, or leave [turning] out";
            node.error("the system does not turn", help);
        }
        return None;
    }
    Some(SteadyTurning {
        angular_velocity,
        through: through?,
        place: t.place(),
    })
}
