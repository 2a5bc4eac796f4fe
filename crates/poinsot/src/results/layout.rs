//! What one frame of the results holds, and how a user names a single number in it.
//!
//! A frame is a row of `f64`: all variables in order, each row-major over its axes. The name of one
//! number is `<label>.<variable>.<component>`, for example `top.position.z`.

use thiserror::Error;

/// Axes whose labels are components of a vector rather than names of things; such a label goes
/// behind the variable: `momentum.x`, not `x.momentum`.
const COMPONENT_AXES: [&str; 4] = ["xyz", "wxyz", "component", "part"];

/// A dimension of variables, with a name for each place along it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Name, for example `body` or `xyz`.
    pub name: String,
    /// Names along the axis, for example `x`, `y`, `z`.
    pub labels: Vec<String>,
}

/// A recorded quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Name, for example `position`.
    pub name: String,
    /// SI unit as text; `1` for numbers without unit.
    pub unit: String,
    /// One line for people.
    pub description: String,
    /// Indices into [`Layout::axes`]; empty for one number per frame.
    pub axes: Vec<usize>,
}

/// What one frame holds. Variable 0 is the time [s].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Axes that variables refer to.
    pub axes: Vec<Axis>,
    /// Variables in the order of the row.
    pub variables: Vec<Variable>,
    /// Facts about the whole run: title, program, its version, the model text.
    pub attributes: Vec<(String, String)>,
}

/// Why a layout cannot be written.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutProblem {
    /// The first variable must be the time.
    #[error("the first variable of the results must be a plain `time`")]
    NoTime,
    /// A variable refers to an axis that is not there.
    #[error("variable `{variable}` refers to axis {axis}, but there are only {axes}")]
    MissingAxis {
        /// Variable.
        variable: String,
        /// Index it gives.
        axis: usize,
        /// Number of axes.
        axes: usize,
    },
    /// An axis without labels.
    #[error("axis `{axis}` has no labels")]
    EmptyAxis {
        /// Axis.
        axis: String,
    },
    /// Two things with one name, or a name the format does not allow.
    #[error("name `{name}` is used twice or is not allowed in a results file")]
    Name {
        /// The name.
        name: String,
    },
    /// A variable too large for the format.
    #[error("variable `{variable}` needs more than 4 GB per frame")]
    TooLarge {
        /// Variable.
        variable: String,
    },
}

/// One number of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputId {
    /// Index of the variable in the layout.
    pub variable: usize,
    /// Place in the row.
    pub column: usize,
    /// Full name, for example `top.position.z`.
    pub name: String,
    /// Unit of the variable.
    pub unit: String,
}

/// A name that fits no output.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no output `{name}`{}", hint(.nearest))]
pub struct UnknownOutput {
    /// What was asked for.
    pub name: String,
    /// Up to three names that come close, nearest first.
    pub nearest: Vec<String>,
}

fn hint(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return String::new();
    }
    let names: Vec<String> = nearest.iter().map(|n| format!("`{n}`")).collect();
    format!("; did you mean {}?", names.join(" or "))
}

impl Axis {
    /// An axis from anything that gives texts.
    pub fn new<S: Into<String>>(
        name: impl Into<String>,
        labels: impl IntoIterator<Item = S>,
    ) -> Self {
        Axis {
            name: name.into(),
            labels: labels.into_iter().map(Into::into).collect(),
        }
    }
    fn is_component(&self) -> bool {
        COMPONENT_AXES.contains(&self.name.as_str())
    }
}

impl Variable {
    /// A variable; `axes` are indices into the axes of the layout.
    pub fn new(
        name: impl Into<String>,
        unit: impl Into<String>,
        description: impl Into<String>,
        axes: impl Into<Vec<usize>>,
    ) -> Self {
        Variable {
            name: name.into(),
            unit: unit.into(),
            description: description.into(),
            axes: axes.into(),
        }
    }
}

impl Layout {
    /// Numbers of variable `index` per frame.
    pub fn variable_len(&self, index: usize) -> usize {
        self.variables.get(index).map_or(0, |v| {
            v.axes
                .iter()
                .map(|&a| self.axes.get(a).map_or(0, |axis| axis.labels.len()))
                .product()
        })
    }
    /// Place in the row of the first number of variable `index`.
    pub fn offset(&self, index: usize) -> usize {
        (0..index).map(|k| self.variable_len(k)).sum()
    }
    /// Numbers per frame.
    pub fn row_len(&self) -> usize {
        self.offset(self.variables.len())
    }
    /// Value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }
    /// Whether the layout can be written to a file.
    pub fn check(&self) -> Result<(), LayoutProblem> {
        match self.variables.first() {
            Some(time) if time.name == "time" && time.axes.is_empty() => {}
            _ => return Err(LayoutProblem::NoTime),
        }
        for axis in &self.axes {
            if axis.labels.is_empty() {
                return Err(LayoutProblem::EmptyAxis {
                    axis: axis.name.clone(),
                });
            }
        }
        // The labels of an axis are stored as a variable with the name of the axis.
        let mut seen: Vec<&str> = Vec::new();
        let names = self.axes.iter().map(|a| &a.name);
        for name in names.chain(self.variables.iter().map(|v| &v.name)) {
            if !allowed(name) || seen.contains(&name.as_str()) {
                return Err(LayoutProblem::Name { name: name.clone() });
            }
            seen.push(name);
        }
        let mut keys = vec!["status"];
        for (key, _) in &self.attributes {
            if !allowed(key) || keys.contains(&key.as_str()) {
                return Err(LayoutProblem::Name { name: key.clone() });
            }
            keys.push(key);
        }
        for variable in &self.variables {
            let mut bytes: u64 = 8;
            for &axis in &variable.axes {
                let Some(found) = self.axes.get(axis) else {
                    return Err(LayoutProblem::MissingAxis {
                        variable: variable.name.clone(),
                        axis,
                        axes: self.axes.len(),
                    });
                };
                bytes = bytes.saturating_mul(found.labels.len() as u64);
            }
            if bytes > u64::from(u32::MAX) - 3 {
                return Err(LayoutProblem::TooLarge {
                    variable: variable.name.clone(),
                });
            }
        }
        Ok(())
    }
}

/// Names of NetCDF: a letter, digit or underscore first, then anything printable except a slash,
/// no blank at the end.
pub(super) fn allowed(name: &str) -> bool {
    name.chars()
        .next()
        .is_some_and(|c| c.is_alphanumeric() || c == '_')
        && !name.contains(|c: char| c == '/' || c.is_control())
        && !name.ends_with(' ')
}

/// All outputs of a layout, in the order of the row.
pub fn output_names(layout: &Layout) -> Vec<OutputId> {
    let mut list = Vec::with_capacity(layout.row_len());
    for (index, variable) in layout.variables.iter().enumerate() {
        let offset = layout.offset(index);
        for place in 0..layout.variable_len(index) {
            list.push(OutputId {
                variable: index,
                column: offset + place,
                name: output_name(layout, variable, place),
                unit: variable.unit.clone(),
            });
        }
    }
    list
}

/// Name of number `place` of a variable: things in front, components behind.
fn output_name(layout: &Layout, variable: &Variable, mut place: usize) -> String {
    let mut front: Vec<&str> = Vec::new();
    let mut back: Vec<&str> = Vec::new();
    for (position, &a) in variable.axes.iter().enumerate().rev() {
        let Some(axis) = layout.axes.get(a) else {
            continue;
        };
        let count = axis.labels.len().max(1);
        let label = axis.labels.get(place % count).map_or("", String::as_str);
        place /= count;
        if axis.is_component() || position > 0 {
            back.insert(0, label);
        } else {
            front.insert(0, label);
        }
    }
    front.push(&variable.name);
    front.extend(back);
    front.join(".")
}

/// The outputs that `name` stands for: one output by its full name, or all outputs whose name
/// continues it (`top.position` is `top.position.x`, `.y`, `.z`), or all numbers of a variable.
pub fn resolve(layout: &Layout, name: &str) -> Result<Vec<OutputId>, UnknownOutput> {
    let all = output_names(layout);
    if let Some(exact) = all.iter().find(|o| o.name == name) {
        return Ok(vec![exact.clone()]);
    }
    let continues = |o: &&OutputId| {
        o.name
            .strip_prefix(name)
            .is_some_and(|rest| !name.is_empty() && rest.starts_with('.'))
    };
    let mut found: Vec<OutputId> = all.iter().filter(continues).cloned().collect();
    if found.is_empty() {
        let of_variable = |o: &&OutputId| layout.variables[o.variable].name == name;
        found = all.iter().filter(of_variable).cloned().collect();
    }
    if !found.is_empty() {
        return Ok(found);
    }
    Err(UnknownOutput {
        name: name.to_owned(),
        nearest: nearest(&all, name),
    })
}

/// Up to three names with a small edit distance; `top.position` counts as near to `top.positon`
/// as to `top.positon.x`, so groups are offered too.
fn nearest(all: &[OutputId], name: &str) -> Vec<String> {
    let mut scored: Vec<(f64, &str)> = Vec::new();
    for output in all {
        let mut candidate = output.name.as_str();
        loop {
            scored.push((
                strsim::normalized_damerau_levenshtein(candidate, name),
                candidate,
            ));
            match candidate.rsplit_once('.') {
                Some((group, _)) => candidate = group,
                None => break,
            }
        }
    }
    // Stable sort: among equals the order of the file decides.
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.dedup_by(|a, b| a.1 == b.1);
    let mut names: Vec<String> = Vec::new();
    for (score, candidate) in scored {
        // Below one half more letters differ than agree.
        if score < 0.5 || names.len() == 3 {
            break;
        }
        if !names.iter().any(|n| n == candidate) {
            names.push(candidate.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        Layout {
            axes: vec![
                Axis::new("body", ["top", "arm"]),
                Axis::new("xyz", ["x", "y", "z"]),
                Axis::new("coordinate", ["hinge.angle"]),
            ],
            variables: vec![
                Variable::new("time", "s", "time", []),
                Variable::new("position", "m", "origin", [0, 1]),
                Variable::new("momentum", "kg m/s", "total", [1]),
                Variable::new("value", "rad", "joint coordinate", [2]),
                Variable::new("energy", "J", "total energy", []),
            ],
            attributes: vec![],
        }
    }

    #[test]
    fn names_follow_the_row() {
        let names: Vec<String> = output_names(&layout())
            .into_iter()
            .map(|o| o.name)
            .collect();
        let want = "time top.position.x top.position.y top.position.z arm.position.x arm.position.y \
                    arm.position.z momentum.x momentum.y momentum.z hinge.angle.value energy";
        assert_eq!(names, want.split_whitespace().collect::<Vec<_>>());
        assert_eq!(layout().row_len(), 12);
        for (column, output) in output_names(&layout()).iter().enumerate() {
            assert_eq!(output.column, column);
        }
    }

    #[test]
    fn a_group_stands_for_its_members() {
        let columns = |name: &str| -> Vec<usize> {
            resolve(&layout(), name)
                .unwrap()
                .iter()
                .map(|o| o.column)
                .collect()
        };
        assert_eq!(columns("top.position.z"), [3]);
        assert_eq!(columns("arm.position"), [4, 5, 6]);
        assert_eq!(columns("position"), [1, 2, 3, 4, 5, 6]);
        assert_eq!(columns("momentum"), [7, 8, 9]);
        assert_eq!(columns("energy"), [11]);
    }

    #[test]
    fn an_unknown_name_brings_the_nearest() {
        let error = resolve(&layout(), "top.positon.z").unwrap_err();
        assert_eq!(error.nearest[0], "top.position.z");
        assert!(error.to_string().contains("did you mean"));
        assert!(resolve(&layout(), "").is_err());
    }

    #[test]
    fn layouts_that_cannot_be_written_are_refused() {
        assert!(layout().check().is_ok());
        let mut bad = layout();
        bad.axes[0].labels.clear();
        assert!(matches!(bad.check(), Err(LayoutProblem::EmptyAxis { .. })));
        let mut bad = layout();
        bad.variables[1].axes = vec![9];
        assert!(matches!(
            bad.check(),
            Err(LayoutProblem::MissingAxis { .. })
        ));
        let mut bad = layout();
        bad.variables[4].name = "body".into();
        assert!(matches!(bad.check(), Err(LayoutProblem::Name { .. })));
        let mut bad = layout();
        bad.variables.remove(0);
        assert_eq!(bad.check(), Err(LayoutProblem::NoTime));
    }
}
