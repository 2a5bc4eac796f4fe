//! Writes the fields of some frames into their own file.

use super::fields::{FRONT, Split, companion};
use super::file::{FileError, Status};
use super::file_writer::Writer;
use std::fs;
use std::path::Path;

/// The companion of a results file that is being written.
#[derive(Debug)]
pub(super) struct FieldWriter {
    writer: Writer,
    split: Split,
    /// The last row that was given, as a record: time, frame, fields.
    record: Vec<f64>,
    /// Whether it is in the file.
    written: bool,
}

impl FieldWriter {
    /// Begins the companion of results that have just been begun.
    pub fn begin(results: &Path, split: Split) -> Result<Self, FileError> {
        let writer = Writer::begin_one(&companion(results), &split.fields)?;
        Ok(Self::over(writer, split))
    }

    /// Goes on where the results have `frames` frames: only those that are due have fields. The last frame of an interrupted run,
    /// which has them too, is written again if it is the last one again.
    pub fn go_on(results: &Path, split: Split, frames: usize) -> Result<Self, FileError> {
        let due = frames.div_ceil(split.every);
        let writer = Writer::go_on_one(&companion(results), &split.fields, due)?;
        Ok(Self::over(writer, split))
    }

    fn over(writer: Writer, split: Split) -> Self {
        FieldWriter {
            record: Vec::with_capacity(split.fields.row_len()),
            writer,
            split,
            written: true,
        }
    }

    /// Length of a whole row.
    pub fn row_len(&self) -> usize {
        self.split.row_len
    }

    /// Takes what belongs here out of the row of a frame, and puts the rest into `main`.
    pub fn take(&mut self, frame: u32, row: &[f64], main: &mut Vec<f64>) -> Result<(), FileError> {
        main.clear();
        for columns in &self.split.in_main {
            main.extend_from_slice(&row[columns.clone()]);
        }
        self.record.clear();
        self.record.extend([row[0], f64::from(frame)]);
        for columns in &self.split.in_fields {
            self.record.extend_from_slice(&row[columns.clone()]);
        }
        debug_assert_eq!(
            self.record.len(),
            self.split.in_fields.iter().map(|c| c.len()).sum::<usize>() + FRONT
        );
        self.written = (frame as usize).is_multiple_of(self.split.every);
        match self.written {
            true => self.writer.append(&self.record),
            false => Ok(()),
        }
    }

    pub fn bytes_since_flush(&self) -> u64 {
        self.writer.bytes_since_flush()
    }

    pub fn flush(&mut self) -> Result<(), FileError> {
        self.writer.flush()
    }

    pub fn set_status(&mut self, status: &Status) -> Result<(), FileError> {
        self.writer.set_status(status)
    }

    /// The last frame has fields, however the run ended.
    pub fn finish(mut self, status: &Status) -> Result<(), FileError> {
        let last = match self.written {
            true => Ok(()),
            false => self.writer.append(&self.record),
        };
        self.writer.finish(status, &[]).and(last)
    }
}

/// Removes the companion of older results with this name, if that is what is there.
pub(super) fn remove_stale(results: &Path) {
    let path = companion(results);
    let ours = super::file_reader::Reader::open_one(&path)
        .is_ok_and(|reader| super::fields::every(reader.layout()).is_some());
    if ours {
        // A file that cannot be removed is not used by the new results either.
        let _ = fs::remove_file(path);
    }
}
