//! Reads a results file, also one that is still being written or was cut off.

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
}

impl Reader {
    /// Opens a file. Frames behind the last flush or beyond the end of a cut-off file do not count.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref().to_owned();
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
        })
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

    /// All values of frame `frame`, counted from 0.
    pub fn frame(&mut self, frame: usize) -> Result<Vec<f64>, FileError> {
        if frame >= self.frames {
            return Err(FileError::NoFrame {
                frame,
                frames: self.frames,
            });
        }
        let mut bytes = vec![0; self.record as usize];
        self.read_at(frame, &mut bytes)?;
        Ok(bytes.chunks_exact(8).map(number).collect())
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

fn number(bytes: &[u8]) -> f64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[..8]);
    f64::from_be_bytes(eight)
}
