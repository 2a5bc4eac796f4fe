//! Reads a results file, also one that is still being written or was cut off.

use super::fields::{self, FRONT, SHARED, companion};
use super::file::{FileError, Status};
use super::file_header::{DecodeError, Decoded, decode};
use super::layout::{Layout, OutputId, UnknownOutput, resolve};
use crate::files::open_regular;
use std::fs::{File, TryLockError};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Bytes read at once.
const BLOCK: usize = 1 << 20;

/// An open results file.
#[derive(Debug)]
pub struct Reader {
    file: File,
    path: PathBuf,
    layout: Layout,
    status: Status,
    frames: usize,
    data_at: u64,
    record: u64,
    /// The file of fields that are not in every frame.
    fields: Option<Box<Fields>>,
    /// Why it cannot be used.
    fields_missing: Option<String>,
}

/// The open file of fields.
#[derive(Debug)]
struct Fields {
    reader: Reader,
    /// Frames of the results that have fields, rising; record by record.
    frames: Vec<usize>,
    /// Length of a row of the results without them.
    main_len: usize,
}

impl Reader {
    /// Opens a file, and with it that of fields which are not in every frame. Frames behind the last flush or beyond the end of a
    /// cut-off file do not count.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let mut reader = Self::open_one(path.as_ref())?;
        if fields::every(&reader.layout).is_some() {
            match Fields::beside(&reader) {
                Ok(found) => {
                    reader.layout = fields::joined(&reader.layout, &found.reader.layout);
                    reader.fields = Some(Box::new(found));
                }
                Err(why) => reader.fields_missing = Some(why),
            }
        }
        Ok(reader)
    }

    /// Opens one file of the two.
    pub(super) fn open_one(path: &Path) -> Result<Self, FileError> {
        let path = path.to_owned();
        let (file, length) = match open_regular(&path) {
            Ok(pair) => pair,
            Err(source) => return Err(FileError::Read { path, source }),
        };
        let header = match decode(BufReader::new(&file), length) {
            Ok(header) => header,
            Err(DecodeError::Io(source)) => return Err(FileError::Read { path, source }),
            Err(DecodeError::Damage(damage)) => return Err(FileError::Damaged { path, damage }),
        };
        let Decoded {
            layout,
            status,
            numrecs,
            data_at,
            record,
        } = header;
        let whole = length.saturating_sub(data_at) / record.max(1);
        Ok(Reader {
            file,
            path,
            layout,
            status,
            frames: whole.min(u64::from(numrecs)) as usize,
            data_at,
            record,
            fields: None,
            fields_missing: None,
        })
    }

    /// Frames that hold everything, fields of flexible bodies too; in the others those are NaN.
    pub fn full_frames(&self) -> Vec<usize> {
        match &self.fields {
            Some(fields) => fields.frames.clone(),
            None => (0..self.frames).collect(),
        }
    }

    /// Whether a column holds numbers in some frames only.
    pub fn is_sparse(&self, column: usize) -> bool {
        self.fields.as_ref().is_some_and(|f| column >= f.main_len)
    }

    /// Why there are no fields although they were recorded: their file is gone or of another run.
    pub fn fields_missing(&self) -> Option<&str> {
        self.fields_missing.as_deref()
    }

    /// What a frame holds, with the attributes of the run.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How far the run got.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// Whether a run is writing the file just now; nothing where that cannot be known.
    pub fn is_written(&self) -> Option<bool> {
        // Writers hold a lock, except on Windows, where it would keep readers out.
        if cfg!(windows) {
            return None;
        }
        match self.file.try_lock_shared() {
            Ok(()) => {
                // A lock that cannot be given back is given back with the file.
                let _ = self.file.unlock();
                Some(false)
            }
            Err(TryLockError::WouldBlock) => Some(true),
            Err(TryLockError::Error(_)) => None,
        }
    }

    /// The outputs a name stands for; see [`resolve`].
    pub fn resolve(&self, name: &str) -> Result<Vec<OutputId>, UnknownOutput> {
        resolve(&self.layout, name)
    }

    /// The time of every frame [s].
    pub fn times(&mut self) -> Result<Vec<f64>, FileError> {
        Ok(self.columns(&[0])?.swap_remove(0))
    }

    /// One output over all frames.
    pub fn series(&mut self, output: &OutputId) -> Result<Vec<f64>, FileError> {
        Ok(self.columns(&[output.column])?.swap_remove(0))
    }

    /// Several columns of the rows over all frames, in one pass through the file.
    pub fn columns(&mut self, columns: &[usize]) -> Result<Vec<Vec<f64>>, FileError> {
        let row_len = self.layout.row_len();
        if let Some(&column) = columns.iter().find(|&&c| c >= row_len) {
            return Err(FileError::RowLength {
                given: column + 1,
                expected: row_len,
            });
        }
        if let Some(fields) = &mut self.fields {
            let (main_len, frames) = (fields.main_len, self.frames);
            let (own, others): (Vec<usize>, Vec<usize>) =
                columns.iter().partition(|&&c| c < main_len);
            let there: Vec<usize> = others.iter().map(|c| c - main_len + FRONT).collect();
            let mut sparse = fields.spread(&there, frames)?.into_iter();
            let mut own = self.columns_of_one(&own)?.into_iter();
            let next = |&c: &usize| {
                if c < main_len {
                    own.next()
                } else {
                    sparse.next()
                }
            };
            return Ok(columns.iter().filter_map(next).collect());
        }
        self.columns_of_one(columns)
    }

    fn columns_of_one(&mut self, columns: &[usize]) -> Result<Vec<Vec<f64>>, FileError> {
        if columns.is_empty() {
            return Ok(Vec::new());
        }
        let mut series = vec![Vec::with_capacity(self.frames); columns.len()];
        let record = self.record as usize;
        let per_block = (BLOCK / record.max(1)).max(1);
        let mut block = Vec::new();
        let mut first = 0;
        while first < self.frames {
            let count = per_block.min(self.frames - first);
            block.resize(count * record, 0);
            self.read_at(first, &mut block)?;
            for row in block.chunks_exact(record) {
                for (values, &column) in series.iter_mut().zip(columns) {
                    values.push(number(&row[8 * column..]));
                }
            }
            first += count;
        }
        Ok(series)
    }

    /// All values of frame `frame`, counted from 0; fields are NaN in frames without them.
    pub fn frame(&mut self, frame: usize) -> Result<Vec<f64>, FileError> {
        if frame >= self.frames {
            return Err(FileError::NoFrame {
                frame,
                frames: self.frames,
            });
        }
        let mut bytes = vec![0; self.record as usize];
        self.read_at(frame, &mut bytes)?;
        let mut row: Vec<f64> = bytes.chunks_exact(8).map(number).collect();
        if let Some(fields) = &mut self.fields {
            match fields.frames.binary_search(&frame) {
                Ok(record) => row.extend_from_slice(&fields.reader.frame(record)?[FRONT..]),
                Err(_) => row.resize(self.layout.row_len(), f64::NAN),
            }
        }
        Ok(row)
    }

    fn read_at(&mut self, frame: usize, bytes: &mut [u8]) -> Result<(), FileError> {
        let position = self.data_at + frame as u64 * self.record;
        let read = self
            .file
            .seek(SeekFrom::Start(position))
            .and_then(|_| self.file.read_exact(bytes));
        read.map_err(|source| FileError::Read {
            path: self.path.clone(),
            source,
        })
    }
}

impl Fields {
    /// The fields of some results, or why there are none.
    fn beside(main: &Reader) -> Result<Self, String> {
        let path = companion(&main.path);
        let mut reader = Reader::open_one(&path).map_err(|e| e.to_string())?;
        let (own, other) = (&main.layout, &reader.layout);
        let named = |k: usize| other.variables.get(k).map(|v| v.name.as_str());
        let differs = |name: &&str| own.attribute(name) != other.attribute(name);
        if SHARED.iter().any(differs) || named(1) != Some("frame") {
            return Err(format!("{} is of another run", path.display()));
        }
        let numbers = reader.columns_of_one(&[1]).map_err(|e| e.to_string())?;
        let mut frames: Vec<usize> = Vec::new();
        for number in numbers.into_iter().flatten() {
            let frame = number as usize;
            // Fields reach the disk before the frames they belong to.
            if frame >= main.frames {
                break;
            }
            if frames.last().is_some_and(|&last| frame <= last) || number != frame as f64 {
                return Err(format!("{} is damaged", path.display()));
            }
            frames.push(frame);
        }
        Ok(Fields {
            main_len: own.row_len(),
            reader,
            frames,
        })
    }

    /// Columns over all frames of the results, NaN in those without fields.
    fn spread(&mut self, columns: &[usize], frames: usize) -> Result<Vec<Vec<f64>>, FileError> {
        let found = self.reader.columns_of_one(columns)?;
        let spread = |values: Vec<f64>| {
            let mut all = vec![f64::NAN; frames];
            for (&frame, value) in self.frames.iter().zip(values) {
                all[frame] = value;
            }
            all
        };
        Ok(found.into_iter().map(spread).collect())
    }
}

fn number(bytes: &[u8]) -> f64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[..8]);
    f64::from_be_bytes(eight)
}
