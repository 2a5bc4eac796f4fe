//! Writes a results file: frames are appended, the header learns of them when they are on the disk.

use super::field_writer::{FieldWriter, remove_stale};
use super::fields::{self, Split, companion};
use super::file::{FileError, Status};
use super::file_header::{DecodeError, Encoded, NUMRECS_AT, decode, encode, region_pieces};
use super::layout::{Layout, LayoutProblem, allowed};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes gathered before they are handed to the system.
const BUFFER: usize = 1 << 20;

/// A results file that is being written.
#[derive(Debug)]
pub struct Writer {
    file: File,
    path: PathBuf,
    row_len: usize,
    buffer: Vec<u8>,
    /// Bytes in the file that are complete; the next write goes here, also after a failed one.
    end: u64,
    /// Frames taken by `append`.
    frames: u32,
    /// Frames the header tells of.
    flushed: u32,
    /// Position of the region with status and late attributes.
    region_at: u64,
    /// Attributes outside that region.
    attributes: Vec<String>,
    finished: bool,
    /// The file of fields that are not in every frame.
    fields: Option<Box<FieldWriter>>,
    /// Room for the rest of a row.
    rest: Vec<f64>,
}

impl Writer {
    /// Begins a new file; refuses when there is one with this name.
    pub fn create(path: impl AsRef<Path>, layout: &Layout) -> Result<Self, FileError> {
        let path = path.as_ref();
        let fields = fields::every(layout).map(|_| companion(path));
        for path in [Some(path.to_owned()), fields].into_iter().flatten() {
            if path.symlink_metadata().is_ok() {
                return Err(FileError::Exists { path });
            }
        }
        Self::begin(path, layout)
    }

    /// Begins a file and replaces one with the same name, but not before the new header is written.
    pub fn replace(path: impl AsRef<Path>, layout: &Layout) -> Result<Self, FileError> {
        Self::begin(path.as_ref(), layout)
    }

    fn begin(path: &Path, layout: &Layout) -> Result<Self, FileError> {
        let Some(split) = Split::of(layout) else {
            let writer = Self::begin_one(path, layout)?;
            remove_stale(path);
            return Ok(writer);
        };
        let mut writer = Self::begin_one(path, &split.main)?;
        writer.fields = Some(Box::new(FieldWriter::begin(path, split)?));
        Ok(writer)
    }

    /// Begins one file of the two.
    pub(super) fn begin_one(path: &Path, layout: &Layout) -> Result<Self, FileError> {
        layout.check()?;
        let header = encode(layout, &Status::Running);
        let fail = |source: io::Error| FileError::Create {
            path: path.to_owned(),
            source,
        };
        // A link is followed, so that its target is replaced and not the link; a device never is.
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let regular = fs::metadata(&real).map_or(true, |facts| facts.is_file());
        let Some(name) = real.file_name().filter(|_| regular) else {
            return Err(FileError::NotAFile {
                path: path.to_owned(),
            });
        };
        // Two runs must not write one file, nor the checkpoints beside it.
        if let Ok(older) = File::open(&real) {
            lock(&older, path)?;
        }
        // A file appears under its name with a whole header or not at all.
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.part", std::process::id()));
        let part = real.with_file_name(hidden);
        let made = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&part);
        let mut file = made.map_err(fail)?;
        lock(&file, path)?;
        let placed = file
            .write_all(&header.bytes)
            .and_then(|()| file.sync_data())
            .and_then(|()| fs::rename(&part, &real));
        if let Err(source) = placed {
            // The first error is the one to report; a left-over part file is harmless.
            let _ = fs::remove_file(&part);
            return Err(fail(source));
        }
        Ok(Self::over(file, path, layout, header, 0))
    }

    fn over(file: File, path: &Path, layout: &Layout, header: Encoded, frames: u32) -> Self {
        let row_len = layout.row_len();
        Writer {
            file,
            path: path.to_owned(),
            row_len,
            buffer: Vec::with_capacity(BUFFER + 8 * row_len),
            end: header.bytes.len() as u64 + 8 * row_len as u64 * u64::from(frames),
            frames,
            flushed: frames,
            region_at: header.region_at,
            attributes: header.attributes,
            finished: false,
            fields: None,
            rest: Vec::new(),
        }
    }

    /// Goes on with a file after its first `frames` frames; what is behind them is cut off. Refuses a file of another run, one
    /// that is being written, and one with fewer frames. Frames count as far as they are in the file, whatever its header says.
    pub fn go_on(
        path: impl AsRef<Path>,
        layout: &Layout,
        frames: usize,
    ) -> Result<Self, FileError> {
        let path = path.as_ref();
        let Some(split) = Split::of(layout) else {
            return Self::go_on_one(path, layout, frames);
        };
        let mut writer = Self::go_on_one(path, &split.main, frames)?;
        writer.fields = Some(Box::new(FieldWriter::go_on(path, split, frames)?));
        Ok(writer)
    }

    /// Goes on with one file of the two.
    pub(super) fn go_on_one(
        path: &Path,
        layout: &Layout,
        frames: usize,
    ) -> Result<Self, FileError> {
        let fail = |source: io::Error| FileError::Read {
            path: path.to_owned(),
            source,
        };
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let file = opened.map_err(fail)?;
        lock(&file, path)?;
        let length = file.metadata().map_err(fail)?.len();
        let decoded = decode(BufReader::new(&file), length).map_err(|error| match error {
            DecodeError::Io(source) => fail(source),
            DecodeError::Damage(damage) => FileError::Damaged {
                path: path.to_owned(),
                damage,
            },
        })?;
        let header = encode(layout, &Status::Running);
        let other = |what: &str| FileError::OtherRun {
            path: path.to_owned(),
            what: what.to_owned(),
        };
        for (name, value) in &layout.attributes {
            if decoded.layout.attribute(name) != Some(value.as_str()) {
                return Err(other(&format!("attribute `{name}`")));
            }
        }
        let same =
            decoded.layout.axes == layout.axes && decoded.layout.variables == layout.variables;
        if !same || decoded.data_at != header.bytes.len() as u64 {
            return Err(other("list of columns"));
        }
        let found = length.saturating_sub(decoded.data_at) / decoded.record.max(1);
        let number = u32::try_from(frames).unwrap_or(u32::MAX);
        if found < u64::from(number) || number == u32::MAX {
            return Err(FileError::TooShort {
                path: path.to_owned(),
                found,
                expected: frames as u64,
            });
        }
        let mut writer = Self::over(file, path, layout, header, number);
        writer.write_at(NUMRECS_AT, &number.to_be_bytes())?;
        writer.set_status(&Status::Running)?;
        let cut = writer.file.set_len(writer.end);
        cut.map_err(|source| writer.write_error(source))?;
        Ok(writer)
    }

    /// Takes one frame. Does not allocate; writes when a megabyte has gathered.
    pub fn append(&mut self, row: &[f64]) -> Result<(), FileError> {
        let Some(mut fields) = self.fields.take() else {
            return self.append_one(row);
        };
        let mut rest = std::mem::take(&mut self.rest);
        let taken = match row.len() == fields.row_len() {
            true => fields
                .take(self.frames, row, &mut rest)
                .and_then(|()| self.append_one(&rest)),
            false => Err(FileError::RowLength {
                given: row.len(),
                expected: fields.row_len(),
            }),
        };
        (self.fields, self.rest) = (Some(fields), rest);
        taken
    }

    fn append_one(&mut self, row: &[f64]) -> Result<(), FileError> {
        if row.len() != self.row_len {
            return Err(FileError::RowLength {
                given: row.len(),
                expected: self.row_len,
            });
        }
        // The largest number means "unknown" in the format.
        if self.frames >= u32::MAX - 1 {
            return Err(FileError::TooManyFrames {
                path: self.path.clone(),
            });
        }
        let start = self.buffer.len();
        self.buffer.resize(start + 8 * row.len(), 0);
        for (bytes, value) in self.buffer[start..].chunks_exact_mut(8).zip(row) {
            bytes.copy_from_slice(&value.to_be_bytes());
        }
        self.frames += 1;
        if self.buffer.len() >= BUFFER {
            self.write_buffer()?;
        }
        Ok(())
    }

    /// Bytes of frames that would be lost if the program were killed now.
    pub fn bytes_since_flush(&self) -> u64 {
        let fields = self.fields.as_ref().map_or(0, |f| f.bytes_since_flush());
        fields + 8 * self.row_len as u64 * u64::from(self.frames - self.flushed)
    }

    /// Frames taken so far.
    pub fn frames(&self) -> usize {
        self.frames as usize
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Brings all frames to the disk, then tells the header of them.
    pub fn flush(&mut self) -> Result<(), FileError> {
        // Fields first: a frame that the results tell of has those that are due.
        if let Some(fields) = &mut self.fields {
            fields.flush()?;
        }
        self.write_buffer()?;
        self.declare()?;
        if self.path.symlink_metadata().is_err() {
            return Err(FileError::Vanished {
                path: self.path.clone(),
            });
        }
        Ok(())
    }

    /// Tells the header of all frames that are complete in the file, once they are on the disk.
    fn declare(&mut self) -> Result<(), FileError> {
        let waiting = self.buffer.len() / (8 * self.row_len);
        let complete = self.frames - waiting as u32;
        if self.flushed != complete {
            let synced = self.file.sync_data();
            synced.map_err(|source| self.write_error(source))?;
            self.write_at(NUMRECS_AT, &complete.to_be_bytes())?;
            self.flushed = complete;
        }
        Ok(())
    }

    /// Changes the attribute `status` in place. A very long reason is cut.
    pub fn set_status(&mut self, status: &Status) -> Result<(), FileError> {
        if let Some(fields) = &mut self.fields {
            fields.set_status(status)?;
        }
        self.write_region(status, &[])
    }

    /// Flushes, sets the status, adds attributes (a few kilobytes at most) and closes the file. The status is
    /// set even if the flush fails, for that needs no room on the disk.
    pub fn finish(
        mut self,
        status: &Status,
        attributes: &[(String, String)],
    ) -> Result<(), FileError> {
        let fields = self.fields.take();
        let fields = fields.map_or(Ok(()), |fields| fields.finish(status));
        let flushed = self.flush();
        self.finished = true;
        self.write_region(status, attributes)?;
        let synced = self.file.sync_all();
        synced.map_err(|source| self.write_error(source))?;
        flushed.and(fields)
    }

    fn write_region(
        &mut self,
        status: &Status,
        late: &[(String, String)],
    ) -> Result<(), FileError> {
        for (at, (name, _)) in late.iter().enumerate() {
            let taken = name == "status"
                || self.attributes.contains(name)
                || late[..at].iter().any(|(earlier, _)| earlier == name);
            if taken || !allowed(name) {
                return Err(LayoutProblem::Name { name: name.clone() }.into());
            }
        }
        match region_pieces(self.attributes.len(), status, late) {
            Ok(pieces) => {
                for (at, bytes) in pieces {
                    self.write_at(self.region_at + at, &bytes)?;
                }
                Ok(())
            }
            Err(excess) => {
                let needed: usize = late.iter().map(|(n, v)| n.len() + v.len() + 16).sum();
                Err(FileError::NoRoom {
                    needed,
                    room: needed.saturating_sub(excess),
                })
            }
        }
    }

    fn write_buffer(&mut self) -> Result<(), FileError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let placed = self
            .file
            .seek(SeekFrom::Start(self.end))
            .and_then(|_| self.file.write_all(&self.buffer));
        if let Err(source) = placed {
            // On a full disk the frames of earlier writes are still worth having.
            let _ = self.declare();
            return Err(self.write_error(source));
        }
        self.end += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    fn write_at(&mut self, position: u64, bytes: &[u8]) -> Result<(), FileError> {
        let placed = self
            .file
            .seek(SeekFrom::Start(position))
            .and_then(|_| self.file.write_all(bytes));
        placed.map_err(|source| self.write_error(source))
    }

    fn write_error(&self, source: io::Error) -> FileError {
        FileError::Write {
            path: self.path.clone(),
            frames: self.flushed,
            source,
        }
    }
}

/// Takes a file for this run. Where locks are unknown nobody else will ask for one, and where they would keep readers out too
/// there is none.
fn lock(file: &File, path: &Path) -> Result<(), FileError> {
    if cfg!(windows) {
        return Ok(());
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(FileError::Busy {
            path: path.to_owned(),
        }),
        _ => Ok(()),
    }
}

impl Drop for Writer {
    /// A writer that is dropped on the way out of an error still keeps its frames if it can.
    fn drop(&mut self) {
        if !self.finished {
            let _ = self.flush();
        }
    }
}
