//! A frame of results as the start of another run.

use super::file::FileError;
use super::file_reader::Reader;
use super::layout::Layout;
use super::outputs::{coordinates, groups, layout};
use crate::math::{Quaternion, V3};
use crate::mechanics::index::{NodeIndex, NodeList};
use crate::mechanics::node::NodeKind;
use crate::model::LARGEST;
use crate::system::{State, System};
use nalgebra::Rotation3;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why results cannot be a start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartFromResultsError {
    /// They cannot be opened.
    #[error(transparent)]
    File(#[from] FileError),
    /// The frame cannot be read.
    #[error("{}: {error}", path.display())]
    Frame {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: FileError,
    },
    /// They are of other bodies, meshes or joints.
    #[error(
        "{} does not fit this model: {what}\nhelp: a checkpoint or results of the same bodies, meshes and joints can serve as a start",
        path.display()
    )]
    Differs {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
    },
}

/// Output of `statics` that holds load factors; there they may stand in the place of the time, too.
const LOAD_FACTOR: &str = "load_factor";

/// Where a frame of results belongs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameAt {
    /// Its time [s]; `None` in a path of equilibria under growing loads, all of one time.
    pub time: Option<f64>,
    /// Load factor of an equilibrium.
    pub load_factor: Option<f64>,
}

impl std::fmt::Display for FrameAt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.time, self.load_factor) {
            (Some(time), _) => write!(f, "{time} s"),
            (None, Some(factor)) => write!(f, "a load factor of {factor}"),
            (None, None) => write!(f, "its end"),
        }
    }
}

/// Puts a system where it is in a frame of results (the last one if none is named): poses, velocities and joint coordinates with
/// their turns, to round-off. Time stays that of `state`; the time of the frame is returned [s]. Both models must have the same
/// bodies, meshes and joint coordinates; the error says what differs.
pub fn start_from_results(
    path: &Path,
    frame: Option<usize>,
    system: &System,
    state: &mut State,
) -> Result<FrameAt, StartFromResultsError> {
    let mut reader = Reader::open(path)?;
    // Only frames with fields say where all nodes are.
    let last = reader.full_frames().last().copied().unwrap_or(0);
    let row = reader.frame(frame.unwrap_or(last));
    let row = row.map_err(|error| StartFromResultsError::Frame {
        path: path.to_owned(),
        error,
    })?;
    let source = Columns {
        path,
        own: layout(&groups(system)),
        file: reader.layout(),
        row: &row,
    };
    let mut fresh = state.clone();
    let mut known: NodeList<bool> = system
        .kinds
        .iter()
        .map(|kind| !matches!(kind, NodeKind::Frame | NodeKind::Point))
        .collect();
    source.bodies(system, &mut fresh, &mut known)?;
    source.lines(system, &mut fresh, &mut known)?;
    source.coordinates(system, &mut fresh)?;
    if let Some(n) = system.node_indices().find(|&n| !known[n]) {
        return source.refuse(&format!("`{}` is not in it", system.nodes[n].name));
    }
    if let Some(n) = system.node_indices().find(|&n| !is_sound(&fresh, n)) {
        let name = &system.nodes[n].name;
        return source.refuse(&format!(
            "position, orientation or velocity of `{name}` is not a number or too large there; the file is damaged, or its run failed"
        ));
    }
    *state = fresh;
    let layout = reader.layout();
    let unit = layout.variables.first().map(|v| v.unit.as_str());
    let factor = layout.variables.iter().position(|v| v.name == LOAD_FACTOR);
    Ok(FrameAt {
        time: (unit != Some("1")).then_some(row[0]),
        load_factor: factor.and_then(|k| row.get(layout.offset(k)).copied()),
    })
}

/// Whether what a node does is made of numbers that a model may hold. An orientation that is none has become one of length zero
/// or without numbers when it was made a unit quaternion.
fn is_sound(state: &State, n: NodeIndex) -> bool {
    let (pose, velocity) = (&state.poses[n], &state.velocities[n]);
    let vectors = [pose.r, velocity.v, velocity.omega];
    let numbers = vectors.iter().flat_map(V3::iter);
    numbers
        .chain(pose.q.coords.iter())
        .all(|x| x.abs() <= LARGEST)
        && (pose.q.norm() - 1.0).abs() < 1e-6
}

struct Columns<'a> {
    path: &'a Path,
    own: Layout,
    file: &'a Layout,
    row: &'a [f64],
}

impl Columns<'_> {
    fn refuse<T>(&self, what: &str) -> Result<T, StartFromResultsError> {
        Err(StartFromResultsError::Differs {
            path: self.path.to_owned(),
            what: what.to_owned(),
        })
    }

    /// The numbers of a variable, if the file has it for the same items.
    fn values(&self, name: &str) -> Result<&[f64], StartFromResultsError> {
        let place = |l: &Layout| l.variables.iter().position(|v| v.name == name);
        let labels = |l: &Layout, at: usize| -> Vec<Vec<String>> {
            let axes = l.variables[at].axes.iter();
            axes.map(|&a| l.axes[a].labels.clone()).collect()
        };
        match (place(&self.own), place(self.file)) {
            (Some(own), Some(there)) if labels(&self.own, own) == labels(self.file, there) => {
                let first = self.file.offset(there);
                Ok(&self.row[first..first + self.file.variable_len(there)])
            }
            (Some(_), Some(_)) => self.refuse(&format!("`{name}` belongs to other items there")),
            _ => self.refuse(&format!("it has no `{name}`")),
        }
    }

    fn bodies(
        &self,
        system: &System,
        state: &mut State,
        known: &mut NodeList<bool>,
    ) -> Result<(), StartFromResultsError> {
        if system.bodies.is_empty() {
            return Ok(());
        }
        let (position, velocity) = (self.values("position")?, self.values("velocity")?);
        let orientation = self.values("orientation")?;
        let spin = self.values("angular_velocity")?;
        for (k, b) in system.bodies.iter().enumerate() {
            let q = quaternion(&orientation[4 * k..]) * b.axes.inverse();
            let arm = q * b.origin;
            let omega_W = vector(&spin[3 * k..]);
            state.poses[b.node].r = vector(&position[3 * k..]) - arm;
            state.velocities[b.node].v = vector(&velocity[3 * k..]) - omega_W.cross(&arm);
            if system.kinds[b.node] == NodeKind::Frame {
                state.poses[b.node].q = q;
                state.velocities[b.node].omega = q.inverse() * omega_W;
            }
            known[b.node] = true;
        }
        Ok(())
    }

    fn lines(
        &self,
        system: &System,
        state: &mut State,
        known: &mut NodeList<bool>,
    ) -> Result<(), StartFromResultsError> {
        if system.flexible.is_empty() {
            return Ok(());
        }
        let (position, velocity) = (self.values("node_position")?, self.values("node_velocity")?);
        let beams = system.flexible.iter().any(|b| b.kind.is_oriented());
        let turned: [&[f64]; 2] = match beams {
            true => [
                self.values("node_orientation")?,
                self.values("node_angular_velocity")?,
            ],
            false => [&[], &[]],
        };
        let (mut k, mut beam) = (0, 0);
        for body in &system.flexible {
            for place in &body.nodes {
                let on = &place.on;
                let r = vector(&position[3 * k..]);
                let v = vector(&velocity[3 * k..]);
                k += 1;
                if body.kind.is_oriented() {
                    let section = quaternion(&turned[0][4 * beam..]);
                    let omega_W = vector(&turned[1][3 * beam..]);
                    beam += 1;
                    let axes = Rotation3::from_matrix_unchecked(on.axes);
                    let q = section * Quaternion::from_rotation_matrix(&axes).inverse();
                    let arm = q * on.at;
                    state.poses[on.node].r = r - arm;
                    state.poses[on.node].q = q;
                    state.velocities[on.node].v = v - omega_W.cross(&arm);
                    state.velocities[on.node].omega = q.inverse() * omega_W;
                    known[on.node] = true;
                } else if system.kinds[on.node] == NodeKind::Point {
                    state.poses[on.node].r = r - on.at;
                    state.velocities[on.node].v = v;
                    known[on.node] = true;
                }
            }
        }
        Ok(())
    }

    fn coordinates(&self, system: &System, state: &mut State) -> Result<(), StartFromResultsError> {
        for column in coordinates(system) {
            let values = self.values(column.name)?;
            let rates = self.values(&format!("{}_rate", column.name))?;
            for (k, &(joint, c, slot)) in column.members.iter().enumerate() {
                if !values[k].is_finite() {
                    let name = &system.joints[joint].coordinates[c].name;
                    return self.refuse(&format!("`{name}` is not a number there"));
                }
                state.coordinates[slot] = values[k];
                if let Some(n) = system.joints[joint].coordinates[c].node {
                    state.poses[n].r.x = values[k];
                    state.velocities[n].v.x = rates[k];
                }
            }
        }
        Ok(())
    }
}

fn vector(values: &[f64]) -> V3 {
    V3::new(values[0], values[1], values[2])
}

fn quaternion(values: &[f64]) -> Quaternion {
    let [w, x, y, z] = [values[0], values[1], values[2], values[3]];
    Quaternion::from_quaternion(nalgebra::Quaternion::new(w, x, y, z))
}
