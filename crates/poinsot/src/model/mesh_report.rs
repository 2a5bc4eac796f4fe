//! What the meshes of a model are like, for people and for programs.

use super::types::Model;
use crate::math::V3;
use crate::meshes::elements::{
    CellKind, ElementMesh, Found, Quality, Worst, check_quality, point_areas,
};
use serde_json::{Value, json};

/// The mesh of a flexible body.
#[derive(Clone, Debug)]
pub struct MeshReport {
    /// What the body is: its table.
    pub table: &'static str,
    /// Its name.
    pub name: String,
    /// Figures of its own elements and points.
    pub quality: Quality,
    /// Area of a surface [m^2].
    pub area: Option<f64>,
    /// Volume of a solid [m^3].
    pub volume: Option<f64>,
    /// Mass [kg].
    pub mass: f64,
    mesh: ElementMesh,
}

impl Model {
    /// The meshes of all flexible bodies that have one, in the order of the model.
    pub fn mesh_reports(&self) -> Vec<MeshReport> {
        let shells = self.shells.iter().map(|shell| {
            let mesh = shell.mesh.part(&shell.cells);
            let areas = point_areas(&shell.mesh, &shell.cells);
            let all = (0..areas.cells()).flat_map(|k| areas.of(k));
            let area: f64 = all.sum();
            MeshReport {
                table: "shell",
                name: shell.name.clone(),
                quality: check_quality(&mesh),
                area: Some(area),
                volume: None,
                mass: area * shell.section.mass.per_area,
                mesh,
            }
        });
        shells.collect()
    }
}

/// What elements of a kind are called in model files.
fn word(kind: CellKind) -> &'static str {
    match kind {
        CellKind::Point => "point",
        CellKind::Line2 | CellKind::Line3 => "line",
        CellKind::Tri3 => "s3",
        CellKind::Tri6 => "tri6",
        CellKind::Quad4 => "s4",
        CellKind::Quad8 => "quad8",
        CellKind::Quad9 => "s9",
        CellKind::Tet4 => "tet4",
        CellKind::Tet10 => "tet10",
        CellKind::Wedge15 => "wedge15",
        CellKind::Hex8 => "hex8",
        CellKind::Hex20 => "hex20",
        CellKind::Hex27 => "hex27",
    }
}

/// A worst value: what it is called, its value in words, the value and the element.
struct Line {
    what: &'static str,
    text: String,
    worst: Worst,
}

impl MeshReport {
    /// The worst elements, one per figure.
    fn worst(&self) -> Vec<Line> {
        let q = &self.quality;
        let degrees = |w: &Worst| format!("{:.1} deg", w.value.to_degrees());
        let plain = |w: &Worst| format!("{:.3}", w.value);
        let mut list = Vec::new();
        let mut add = |what, worst: Option<Worst>, text: &dyn Fn(&Worst) -> String| {
            let line = worst.map(|worst| Line {
                what,
                text: text(&worst),
                worst,
            });
            list.extend(line);
        };
        add("smallest angle", q.smallest_angle, &degrees);
        add("largest angle", q.largest_angle, &degrees);
        add("warp", q.warp, &plain);
        add("aspect", q.aspect, &|w| format!("{:.2}", w.value));
        add("Jacobian", q.smallest_jacobian, &plain);
        list
    }

    /// Counts of what may be wrong: name, count, whether the first is an element.
    fn counts(&self) -> [(&'static str, Found, bool); 6] {
        let q = &self.quality;
        [
            ("free edges", q.free_edges, true),
            ("branched edges", q.branches, true),
            ("flips of the normal", q.flips, true),
            ("duplicate points", q.duplicate_points, false),
            ("duplicate elements", q.duplicate_cells, true),
            ("unused points", q.unused_points, false),
        ]
    }

    /// The middle of an element, by its number [m].
    fn middle(&self, number: u64) -> Option<V3> {
        let mut cells = self.mesh.cells.iter();
        let cell = cells.position(|c| c.number == number)?;
        let points = self.mesh.cell_points(cell);
        let sum: V3 = points.iter().map(|p| self.mesh.points[*p as usize]).sum();
        Some(sum / points.len() as f64)
    }

    /// A line or two; with everything, a line for every figure.
    pub fn lines(&self, verbose: bool) -> Vec<String> {
        let q = &self.quality;
        let cells: Vec<String> = (q.cells.iter())
            .map(|(kind, count)| format!("{count} {}", word(*kind)))
            .collect();
        let area = self.area.map(|a| format!(", area {} m^2", shown(a)));
        let volume = self.volume.map(|v| format!(", volume {} m^3", shown(v)));
        let mut lines = vec![format!(
            "  {} `{}`: {} points, {}{}{}, mass {} kg",
            self.table,
            self.name,
            q.points,
            cells.join(" + "),
            area.unwrap_or_default(),
            volume.unwrap_or_default(),
            shown(self.mass)
        )];
        let found = |found: &Found| match found.count {
            0 => None,
            n => Some(n),
        };
        if !verbose {
            let worst = self.worst().into_iter();
            let worst = worst.filter(|l| l.what != "largest angle" || l.worst.value > 2.0);
            let mut parts: Vec<String> = worst
                .map(|l| format!("{} {} (element {})", l.what, l.text, l.worst.cell))
                .collect();
            let counts = self.counts();
            parts.extend(
                counts
                    .iter()
                    .filter_map(|(what, f, _)| Some(format!("{} {what}", found(f)?))),
            );
            if !parts.is_empty() {
                lines.push(format!("    {}", parts.join(", ")));
            }
            return lines;
        }
        for line in self.worst() {
            let at = self.middle(line.worst.cell).map_or_else(String::new, |at| {
                format!(" at [{:.4}, {:.4}, {:.4}] m", at.x, at.y, at.z)
            });
            lines.push(format!(
                "    {} {}: element {}{at}",
                line.what, line.text, line.worst.cell
            ));
        }
        for (what, f, is_cell) in self.counts() {
            let first = f.first.map_or_else(String::new, |n| {
                let sort = if is_cell { "element" } else { "point" };
                format!(", the first at {sort} {n}")
            });
            lines.push(format!("    {what}: {}{first}", f.count));
        }
        lines.push(format!("    rims and holes: {}", q.free_loops));
        lines
    }

    /// Everything for programs.
    pub fn json(&self) -> Value {
        let q = &self.quality;
        let worst = |w: &Option<Worst>| {
            w.map(|w| {
                let at = self.middle(w.cell).map(|at| [at.x, at.y, at.z]);
                json!({ "value": w.value, "element": w.cell, "at": at })
            })
        };
        let found = |f: &Found| json!({ "count": f.count, "first": f.first });
        let cells: Vec<Value> = (q.cells.iter())
            .map(|(kind, count)| json!({ "kind": word(*kind), "count": count }))
            .collect();
        json!({
            "table": self.table,
            "name": self.name,
            "points": q.points,
            "elements": cells,
            "area": self.area,
            "volume": self.volume,
            "mass": self.mass,
            "smallest_angle": worst(&q.smallest_angle),
            "largest_angle": worst(&q.largest_angle),
            "warp": worst(&q.warp),
            "aspect": worst(&q.aspect),
            "smallest_jacobian": worst(&q.smallest_jacobian),
            "free_edges": found(&q.free_edges),
            "free_loops": q.free_loops,
            "branched_edges": found(&q.branches),
            "flips": found(&q.flips),
            "duplicate_points": found(&q.duplicate_points),
            "duplicate_elements": found(&q.duplicate_cells),
            "unused_points": found(&q.unused_points),
        })
    }
}

/// A number with four digits.
fn shown(x: f64) -> String {
    match x.abs() {
        a if a == 0.0 || (1e-3..1e6).contains(&a) => {
            let digits = (3.0 - a.max(1e-3).log10().floor()).clamp(0.0, 6.0) as usize;
            let text = format!("{x:.digits$}");
            match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
                false => text,
            }
        }
        _ => format!("{x:.3e}"),
    }
}
