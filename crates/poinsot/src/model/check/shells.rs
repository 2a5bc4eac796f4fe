//! Shells, what holds them, and what acts on them.

use super::Check;
use super::places::Frames;
use crate::meshes::elements::{CellKind, check_cells};
use crate::model::shells::{Shell, TieKind};
use crate::model::types::Model;
use std::collections::HashSet;

/// Points that are tied at one place may miss each other by this part of the extent of the model. The reader compares with the extent
/// of the points of the tie, which is no larger.
const TOGETHER: f64 = 1e-6;

impl Check {
    /// A shell by itself.
    pub(super) fn shell(&mut self, s: &Shell) {
        self.vector("velocity", &s.motion.velocity);
        self.vector("angular_velocity", &s.motion.angular_velocity);
        self.vector("about", &s.motion.about);
        self.vector("axis", &s.axis);
        if s.axis.norm() == 0.0 {
            self.error("`axis` is not a direction", "it must not be zero");
        }
        if let Some(problem) = s.section.problem() {
            self.error(format!("section: {problem}"), "");
        }
        self.numbers("prestress", &s.prestress);
        if !s.thickness.is_empty() && s.thickness.len() != s.mesh.points.len() {
            let (given, points) = (s.thickness.len(), s.mesh.points.len());
            let message = format!("{given} thicknesses for {points} points of the mesh");
            self.error(message, "one for every point, or none");
        }
        for thickness in &s.thickness {
            self.positive("thickness", *thickness);
        }
        for point in &s.mesh.points {
            self.vector("a point of the mesh", point);
        }
        let count = s.mesh.points.len();
        for p in s.points.iter().filter(|p| p.point as usize >= count) {
            let message = format!("`{}` is not among the {count} points of the mesh", p.name);
            self.error(message, "points are counted from 0");
        }
        if let Some(problem) = s.mesh.problem() {
            return self.error(problem, "points and cells are counted from 0");
        }
        let cells = s.mesh.cells.len();
        if s.cells.is_empty() {
            self.error("it has no elements", "list the cells of its mesh");
        }
        if let Some(cell) = s.cells.iter().find(|c| **c >= cells) {
            let message = format!("element {cell} is not among the {cells} cells of the mesh");
            return self.error(message, "cells are counted from 0");
        }
        let kinds = [CellKind::Tri3, CellKind::Quad4, CellKind::Quad9];
        let mut listed = s.cells.iter().map(|c| &s.mesh.cells[*c]);
        if let Some(cell) = listed.find(|cell| !kinds.contains(&cell.kind)) {
            let message = format!("element {} has {} points", cell.number, cell.kind.points());
            let help =
                "elements are triangles with three points and quadrilaterals with four or nine";
            return self.error(message, help);
        }
        let quality = check_cells(&s.mesh, &s.cells);
        let bad = [
            (&quality.degenerate, "degenerate: it has no area"),
            (&quality.inverted, "inverted: its corners cross"),
        ];
        for (found, what) in bad {
            if let Some(cell) = found.first {
                let message = format!("element {cell} is {what}");
                self.error(message, "move its corners, or mesh again");
            }
        }
    }

    /// Supports and ties.
    pub(super) fn held(&mut self, model: &Model, frames: &Frames) {
        for s in &model.supports {
            self.item("support", &s.name, &s.place);
            self.rotation("axes", &s.axes);
            if s.on.is_empty() {
                self.error("it holds no points", "name items or points in `on`");
            }
            if !s.displacements.contains(&true) && !s.rotations.contains(&true) {
                self.error("it holds nothing", "set a displacement or a rotation");
            }
        }
        for t in &model.ties {
            self.item("tie", &t.name, &t.place);
            if t.pairs.is_empty() && t.followers.is_empty() {
                self.error("it ties nothing", "give pairs of points");
            }
            for [first, second] in &t.pairs {
                if first == second {
                    let message = format!("`{first}` cannot be tied to itself");
                    self.error(message, "name two different points");
                    continue;
                }
                let places = [first, second].map(|name| frames.position(name));
                for (name, place) in [first, second].into_iter().zip(places) {
                    let leads = t.kind == TieKind::Distributed && name == "ground";
                    if place.is_none() && !leads {
                        let message = format!("it refers to `{name}`, which cannot be tied");
                        let help = "name a body, a point mass, or a point of a flexible body";
                        self.error(message, help);
                    }
                }
                let [Some(a), Some(b)] = places else {
                    continue;
                };
                let apart = (a - b).norm();
                let at_one_place = matches!(t.kind, TieKind::Joined | TieKind::Hinge);
                if at_one_place && apart > TOGETHER * frames.extent {
                    let message = format!("`{first}` and `{second}` are drawn {apart} m apart");
                    let help = "tie points at one place; rigid and distributed ties are for points that are apart";
                    self.error(message, help);
                }
                if let (TieKind::Rigid, Some(what)) = (t.kind, frames.point(first)) {
                    let message = format!("`{first}` is a {what}: nothing can turn with it");
                    self.error(message, "tie to a body, or to a point of a beam or shell");
                }
            }
        }
    }

    /// Loads per length and per area.
    pub(super) fn distributed(&mut self, model: &Model) {
        for load in &model.surface_loads {
            let Some(shell) = model.shells.iter().find(|s| s.name == load.on) else {
                continue;
            };
            self.item("surface load", &load.name, &load.place);
            let elements: HashSet<usize> = shell.cells.iter().copied().collect();
            if load.cells.is_empty() {
                let help = "list the cells of the mesh that it acts on";
                self.error("it acts on no elements", help);
            }
            if let Some(cell) = load.cells.iter().find(|c| !elements.contains(c)) {
                let message = format!("cell {cell} is not an element of shell `{}`", shell.name);
                self.error(message, "cells are counted from 0");
            }
        }
        for load in &model.line_loads {
            self.item("line load", &load.name, &load.place);
            let beam = model.beams.iter().find(|b| b.name == load.on);
            let cable = model.cables.iter().find(|c| c.name == load.on);
            let turns = load.follower || load.moment.norm() > 0.0;
            if beam.is_none() && (turns || cable.is_none() && load.range.is_some()) {
                let message = "moments and followers need a beam, a range needs a beam or a cable";
                self.error(message, "leave them out");
            }
            let curve = beam.map(|b| &b.curve).or(cable.map(|c| &c.curve));
            if let (Some([from, to]), Some(curve)) = (load.range, curve) {
                let length = curve.length();
                let inside = from >= -TOGETHER * length && to <= (1.0 + TOGETHER) * length;
                if !(inside && from < to) {
                    let message = format!("the part from {from} m to {to} m of {length} m");
                    self.error(message, "two rising arc lengths within the line");
                }
            }
        }
    }
}
