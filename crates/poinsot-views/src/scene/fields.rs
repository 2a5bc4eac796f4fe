//! Values that surfaces can be coloured by, and that go with them into other programs.

use super::items::{Flexible, FlexibleKind, Form};
use poinsot::results::Layout;

/// A quantity along flexible bodies.
#[derive(Debug, PartialEq, Eq)]
pub struct Quantity {
    /// What users call it.
    pub word: &'static str,
    /// Its variable in the results.
    pub variable: &'static str,
    /// Its name in other programs.
    pub name: &'static str,
    /// Its name in reports.
    pub label: &'static str,
    /// Names of its components; none for a number, or for a vector of which only the length is shown.
    pub parts: &'static [&'static str],
}

/// All quantities.
pub const QUANTITIES: [Quantity; 27] = [
    quantity("speed", "node_velocity", "velocity", "speed", &[]),
    quantity(
        "force",
        "section_force",
        "section_force",
        "force",
        &["axial", "shear y", "shear z"],
    ),
    quantity(
        "moment",
        "section_moment",
        "section_moment",
        "moment",
        &["torque", "bending y", "bending z"],
    ),
    quantity(
        "strain",
        "section_strain",
        "strain",
        "strain",
        &["extension", "shear y", "shear z"],
    ),
    quantity(
        "curvature",
        "section_curvature",
        "curvature",
        "curvature",
        &["twist", "about y", "about z"],
    ),
    quantity("tension", "tension", "tension", "cable tension", &[]),
    quantity(
        "cable_strain",
        "cable_strain",
        "cable_strain",
        "cable strain",
        &[],
    ),
    quantity(
        "shell_force",
        "shell_force",
        "shell_force",
        "membrane force",
        &["11", "22", "12"],
    ),
    quantity(
        "shell_moment",
        "shell_moment",
        "shell_moment",
        "shell moment",
        &["11", "22", "12"],
    ),
    quantity(
        "shell_shear",
        "shell_shear",
        "shell_shear",
        "transverse shear force",
        &["1", "2", "-"],
    ),
    quantity(
        "shell_strain",
        "shell_strain",
        "shell_strain",
        "membrane strain",
        &["11", "22", "12"],
    ),
    quantity(
        "shell_curvature",
        "shell_curvature",
        "shell_curvature",
        "shell curvature",
        &["11", "22", "12"],
    ),
    quantity(
        "stress_top",
        "stress_top",
        "stress_top",
        "stress at the top",
        &["11", "22", "12"],
    ),
    quantity(
        "stress_bottom",
        "stress_bottom",
        "stress_bottom",
        "stress at the bottom",
        &["11", "22", "12"],
    ),
    quantity(
        "mises_top",
        "mises_top",
        "mises_top",
        "von Mises stress at the top",
        &[],
    ),
    quantity(
        "mises_bottom",
        "mises_bottom",
        "mises_bottom",
        "von Mises stress at the bottom",
        &[],
    ),
    quantity(
        "tsai_hill",
        "tsai_hill",
        "tsai_hill",
        "Tsai-Hill index",
        &[],
    ),
    quantity(
        "stress",
        "stress",
        "stress",
        "stress",
        &["xx", "yy", "zz", "xy", "xz", "yz"],
    ),
    quantity(
        "von_mises",
        "von_mises",
        "von_mises",
        "von Mises stress",
        &[],
    ),
    quantity(
        "principal_stress",
        "principal_stress",
        "principal_stress",
        "principal stress",
        &["largest", "middle", "smallest"],
    ),
    quantity("pressure", "pressure", "pressure", "pressure", &[]),
    quantity(
        "green_strain",
        "green_strain",
        "green_strain",
        "Green strain",
        &["xx", "yy", "zz", "xy", "xz", "yz"],
    ),
    quantity(
        "principal_strain",
        "principal_strain",
        "principal_strain",
        "principal Green strain",
        &["largest", "middle", "smallest"],
    ),
    quantity(
        "piola_kirchhoff_stress",
        "piola_kirchhoff_stress",
        "piola_kirchhoff_stress",
        "second Piola-Kirchhoff stress",
        &["xx", "yy", "zz", "xy", "xz", "yz"],
    ),
    quantity(
        "energy_density",
        "energy_density",
        "energy_density",
        "strain energy density",
        &[],
    ),
    quantity(
        "volume_ratio",
        "volume_ratio",
        "volume_ratio",
        "volume ratio J",
        &[],
    ),
    // Its old name; results of version 0.1 have no other.
    quantity("stretch", "stretch", "cable_strain", "cable strain", &[]),
];

const fn quantity(
    word: &'static str,
    variable: &'static str,
    name: &'static str,
    label: &'static str,
    parts: &'static [&'static str],
) -> Quantity {
    Quantity {
        word,
        variable,
        name,
        label,
        parts,
    }
}

/// Which places of flexible bodies have values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Nodes of all of them.
    Nodes,
    /// Stations of those of one kind.
    Stations(FlexibleKind),
}

impl At {
    fn axis(name: &str) -> Option<At> {
        let kinds = [
            FlexibleKind::Beam,
            FlexibleKind::Cable,
            FlexibleKind::Shell,
            FlexibleKind::Solid,
        ];
        match name {
            "line_node" => Some(At::Nodes),
            _ => {
                let kind = kinds.into_iter().find(|k| k.station_axis() == name)?;
                Some(At::Stations(kind))
            }
        }
    }
}

/// A quantity in results.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// What it is.
    pub quantity: &'static Quantity,
    /// Where it is known.
    pub at: At,
    /// Its place in a frame.
    first: usize,
    /// Numbers per place.
    pub width: usize,
    /// Names of the components in the results; empty for a number.
    pub components: Vec<String>,
    /// Its unit.
    pub unit: String,
}

impl Field {
    /// Those of a results file. A quantity with two names is found once.
    pub fn all(layout: &Layout) -> Vec<Field> {
        let mut list: Vec<Field> = Vec::new();
        for quantity in &QUANTITIES {
            let known = list.iter().any(|f| f.quantity.name == quantity.name);
            list.extend(Field::new(layout, quantity).filter(|_| !known));
        }
        list
    }

    /// A quantity, if the results have it.
    pub fn new(layout: &Layout, quantity: &'static Quantity) -> Option<Field> {
        let index = layout
            .variables
            .iter()
            .position(|v| v.name == quantity.variable)?;
        let variable = &layout.variables[index];
        let (places, components) = match variable.axes[..] {
            [places] => (places, Vec::new()),
            [places, parts] => (places, layout.axes.get(parts)?.labels.clone()),
            _ => return None,
        };
        let at = At::axis(&layout.axes.get(places)?.name)?;
        let parts = quantity.parts.len();
        // Of velocities only the size is shown; what else has other components is something else with this name.
        if at != At::Nodes && parts != components.len() {
            return None;
        }
        Some(Field {
            quantity,
            at,
            first: layout.offset(index),
            width: components.len().max(1),
            components,
            unit: variable.unit.clone(),
        })
    }

    /// Whether a flexible body has it.
    pub fn applies(&self, body: &Flexible) -> bool {
        match self.at {
            At::Nodes => true,
            At::Stations(kind) => kind == body.kind,
        }
    }

    /// The places of a flexible body that have it.
    pub fn places(&self, body: &Flexible) -> std::ops::Range<usize> {
        match (self.at, &body.form) {
            (At::Nodes, _) => body.first_node..body.first_node + body.nodes,
            (At::Stations(kind), Form::Curve(curve)) if kind == body.kind => {
                body.first_station..body.first_station + curve.stations.len()
            }
            (At::Stations(kind), Form::Facets(_)) if kind == body.kind => {
                body.first_station..body.first_station + body.nodes
            }
            (At::Stations(_), _) => 0..0,
        }
    }

    /// The numbers at a place; none where the frame ends before.
    pub fn numbers<'a>(&self, row: &'a [f64], place: usize) -> Option<&'a [f64]> {
        let first = self.first + self.width * place;
        row.get(first..first + self.width)
    }

    /// One component at a place, or the length of the vector.
    pub fn value(&self, row: &[f64], place: usize, component: Option<usize>) -> f64 {
        match (self.numbers(row, place), component) {
            (Some(numbers), Some(k)) => numbers.get(k).copied().unwrap_or(f64::NAN),
            (Some(numbers), None) => numbers.iter().map(|v| v * v).sum::<f64>().sqrt(),
            (None, _) => f64::NAN,
        }
    }
}
