//! Results in memory: the frames of a run with the layout that names their numbers.

use super::layout::{Layout, OutputId, UnknownOutput, resolve};
use thiserror::Error;

/// Frames kept in memory. As an observer of a run it keeps every frame; rows of steps made by hand are put in with
/// [`Memory::push`].
#[derive(Clone, Debug)]
pub struct Memory {
    layout: Layout,
    width: usize,
    /// Row by row.
    numbers: Vec<f64>,
}

/// Why there is no series of that name.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SeriesError {
    /// No output has that name.
    #[error(transparent)]
    Unknown(#[from] UnknownOutput),
    /// The name stands for several outputs.
    #[error("`{name}` is {} outputs, `{}` to `{}`; name one of them", members.len(), first(members), last(members))]
    Several {
        /// What was asked for.
        name: String,
        /// The outputs it stands for, at least two.
        members: Vec<String>,
    },
}

fn first(names: &[String]) -> &str {
    names.first().map_or("", String::as_str)
}

fn last(names: &[String]) -> &str {
    names.last().map_or("", String::as_str)
}

impl Memory {
    /// No frames yet, of a run whose results have this layout.
    pub fn new(layout: &Layout) -> Self {
        Memory {
            width: layout.row_len(),
            layout: layout.clone(),
            numbers: Vec::new(),
        }
    }

    /// Keeps a row. It must have the length that the layout says: numbers that are missing become NaN, more are left out.
    pub fn push(&mut self, row: &[f64]) {
        let kept = row.len().min(self.width);
        self.numbers.extend_from_slice(&row[..kept]);
        let missing = self.width - kept;
        self.numbers.extend(std::iter::repeat_n(f64::NAN, missing));
    }

    /// What the rows hold.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.numbers.len() / self.width.max(1)
    }

    /// The rows, frame by frame.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[f64]> + ExactSizeIterator {
        self.numbers.chunks_exact(self.width.max(1))
    }

    /// Times of the frames [s].
    pub fn times(&self) -> Vec<f64> {
        self.rows().map(|row| row[0]).collect()
    }

    /// The output that a name such as `arm.position.z` stands for, with its column and unit.
    pub fn output(&self, name: &str) -> Result<OutputId, SeriesError> {
        let mut found = resolve(&self.layout, name)?;
        if found.len() > 1 {
            return Err(SeriesError::Several {
                name: name.to_owned(),
                members: found.into_iter().map(|o| o.name).collect(),
            });
        }
        Ok(found.swap_remove(0))
    }

    /// One output over all frames, by its name.
    pub fn series(&self, name: &str) -> Result<Vec<f64>, SeriesError> {
        let column = self.output(name)?.column;
        Ok(self.rows().map(|row| row[column]).collect())
    }

    /// One output in the last frame; NaN where there is no frame.
    pub fn last(&self, name: &str) -> Result<f64, SeriesError> {
        let column = self.output(name)?.column;
        Ok(self.rows().next_back().map_or(f64::NAN, |row| row[column]))
    }
}
