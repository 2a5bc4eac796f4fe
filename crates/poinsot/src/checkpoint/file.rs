//! Checkpoint files: written beside the results so that at every moment a whole one is there.
//!
//! Layout, little endian: `"POINSOTc"`, format version (u32), length of the rest (u64), its check sum (u64); then the version of
//! the program, name and text of the model, what was set from outside, the files it names, settings, time, steps and frames, and the history of the run (see [`Stored`]).

use super::Checkpoint;
use crate::files::{io_reason, open_regular};
use crate::storage::{Bytes, Misfit, Stored};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// How the names of checkpoint files end.
pub const CHECKPOINT_ENDING: &str = ".checkpoint";
/// Version of the layout of checkpoint files.
pub const CHECKPOINT_VERSION: u32 = 4;
/// Version of the program: another one may round differently, so it does not go on with our checkpoints.
pub(super) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

const MAGIC: [u8; 8] = *b"POINSOTc";
const HEAD: usize = 28;

/// Why there is no checkpoint, or none to go on from.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Reading failed.
    #[error("cannot read {}: {}", path.display(), io_reason(source))]
    Read {
        /// File.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Writing failed; the checkpoint before is still there.
    #[error("cannot write {}: {}", path.display(), io_reason(source))]
    Write {
        /// File.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Not a checkpoint, or not a whole one.
    #[error("{} is not a complete checkpoint: {what}", path.display())]
    Damaged {
        /// File.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// From another version of the program.
    #[error(
        "{} was written by poinsot {found}, this is {PROGRAM}: it could not continue with the same bits; use that version, or start \
         the run again from the beginning",
        path.display()
    )]
    Version {
        /// File.
        path: PathBuf,
        /// Version that wrote it.
        found: String,
    },
}

/// Why bytes are no checkpoint to go on from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// They are not those of a whole one; what is wrong with them.
    Damaged(String),
    /// Another version wrote them.
    Version(String),
}

/// The names of the checkpoints of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointFiles {
    /// The last one.
    pub current: PathBuf,
    /// The one before it.
    pub before: PathBuf,
    /// The one being written.
    part: PathBuf,
}

impl CheckpointFiles {
    /// Of the run that writes these results: `run.nc.checkpoint` and `run.nc.checkpoint.before`.
    pub fn beside(results: &Path) -> Self {
        // A link is followed, so that checkpoints lie beside the file itself.
        let results = fs::canonicalize(results).unwrap_or_else(|_| results.to_owned());
        let named = |ending: &str| {
            let mut name = results.file_name().map_or(OsString::new(), OsString::from);
            name.push(ending);
            results.with_file_name(name)
        };
        CheckpointFiles {
            current: named(CHECKPOINT_ENDING),
            before: named(".checkpoint.before"),
            part: named(".checkpoint.part"),
        }
    }

    /// Keeps a checkpoint. The last one becomes the one before only when this one is whole and on the disk.
    pub fn write(&self, checkpoint: &[u8]) -> Result<(), CheckpointError> {
        let put = || {
            let mut file = File::create(&self.part)?;
            file.write_all(checkpoint)?;
            file.sync_all()?;
            match fs::rename(&self.current, &self.before) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                other => other?,
            }
            fs::rename(&self.part, &self.current)
        };
        put().map_err(|source| {
            // The first error is the one to report.
            let _ = fs::remove_file(&self.part);
            CheckpointError::Write {
                path: self.current.clone(),
                source,
            }
        })?;
        sync_folder(&self.current);
        Ok(())
    }

    /// All checkpoints there are, the last one first, each with its name.
    pub fn read(&self) -> Vec<(PathBuf, Result<Checkpoint, CheckpointError>)> {
        [&self.current, &self.before]
            .into_iter()
            .filter(|path| path.symlink_metadata().is_ok())
            .map(|path| (path.clone(), Checkpoint::read(path)))
            .collect()
    }

    /// Removes them all, as after a finished run.
    pub fn remove(&self) {
        for path in [&self.part, &self.before, &self.current] {
            // What cannot be removed does no harm: it is checked before it is used.
            let _ = fs::remove_file(path);
        }
    }
}

/// Makes renamings in the folder of a file last. Where folders cannot be synced the system takes care of it in its own time.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

/// A whole file from its content.
pub(super) fn seal(content: &mut [u8]) {
    let rest = &content[HEAD..];
    let (length, sum) = (rest.len() as u64, check_sum(rest));
    content[..8].copy_from_slice(&MAGIC);
    content[8..12].copy_from_slice(&CHECKPOINT_VERSION.to_le_bytes());
    content[12..20].copy_from_slice(&length.to_le_bytes());
    content[20..28].copy_from_slice(&sum.to_le_bytes());
}

/// Room for the head, to begin a content with.
pub(super) fn head() -> Vec<u8> {
    vec![0; HEAD]
}

impl Checkpoint {
    /// Reads a file, and refuses it if a bit of it has changed or another version wrote it.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        let mut bytes = Vec::new();
        let read = open_regular(path).and_then(|(mut file, _)| file.read_to_end(&mut bytes));
        let path = path.to_owned();
        if let Err(source) = read {
            return Err(CheckpointError::Read { path, source });
        }
        Checkpoint::from_bytes(&bytes).map_err(|refused| match refused {
            Refused::Damaged(what) => CheckpointError::Damaged { path, what },
            Refused::Version(found) => CheckpointError::Version { path, found },
        })
    }

    /// From the bytes of a whole file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Refused> {
        let damaged = |what: &str| Refused::Damaged(what.to_owned());
        let Some((head, rest)) = bytes.split_at_checked(HEAD) else {
            return Err(damaged("it is cut off"));
        };
        let mut head = Bytes::new(head);
        let (mut magic, mut format, mut length, mut sum) = ([0u8; 8], 0u32, 0usize, 0u64);
        let mut numbers = || {
            magic.load(&mut head)?;
            format.load(&mut head)?;
            length.load(&mut head)?;
            sum.load(&mut head)
        };
        numbers().map_err(|e: Misfit| damaged(&e.to_string()))?;
        if magic != MAGIC {
            return Err(damaged("it does not start like one"));
        }
        if format != CHECKPOINT_VERSION {
            return Err(Refused::Version(format!(
                "with checkpoints of version {format}"
            )));
        }
        if rest.len() != length {
            return Err(damaged("it is cut off"));
        }
        if check_sum(rest) != sum {
            return Err(damaged("its check sum is wrong"));
        }
        let checkpoint = Checkpoint::decode(rest).map_err(|e| damaged(&e.to_string()))?;
        match checkpoint.program == PROGRAM {
            true => Ok(checkpoint),
            false => Err(Refused::Version(checkpoint.program)),
        }
    }
}

/// A sum that every changed bit changes.
pub(crate) fn check_sum(bytes: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut mix = |word: u64| {
        // Each line is one to one, so a single changed word always shows.
        sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum = sum.rotate_left(29);
    };
    let words = bytes.chunks_exact(8);
    let rest = words.remainder();
    for word in words {
        let mut eight = [0; 8];
        eight.copy_from_slice(word);
        mix(u64::from_le_bytes(eight));
    }
    rest.iter().for_each(|byte| mix(u64::from(*byte)));
    sum
}
