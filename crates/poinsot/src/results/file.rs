//! The results file: NetCDF classic with 64-bit offsets (CDF-2), written by hand.
//!
//! Why this format: it is a published standard that Python opens in one line
//! (`xarray.open_dataset`, `scipy.io.netcdf_file`, `netCDF4.Dataset`), it is a header followed by
//! records of equal length, so writing is appending, and the number of records stands in four bytes of
//! the header. These are changed only after the records are on the disk; a run that is killed at any
//! moment therefore leaves a valid file with all frames of the last flush.

use super::layout::LayoutProblem;
use crate::files::io_reason;
use std::fmt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Version of the layout of results files, stored in the attribute `format_version`.
pub const FORMAT_VERSION: u32 = 1;

/// How far a run got, stored in the attribute `status`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Still running, or killed.
    Running,
    /// Ran to its end.
    Complete,
    /// Stopped on request.
    Interrupted,
    /// Failed for the given reason.
    Failed(String),
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Running => f.write_str("running"),
            Status::Complete => f.write_str("complete"),
            Status::Interrupted => f.write_str("interrupted"),
            Status::Failed(reason) => write!(f, "failed: {reason}"),
        }
    }
}

impl Status {
    /// The status a text stands for; a text that is none of ours counts as a failure.
    pub(super) fn from_text(text: &str) -> Self {
        match text {
            "running" => Status::Running,
            "complete" => Status::Complete,
            "interrupted" => Status::Interrupted,
            other => Status::Failed(other.strip_prefix("failed: ").unwrap_or(other).to_owned()),
        }
    }
}

/// What can go wrong with a results file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// A file is there already.
    #[error("{} exists already", path.display())]
    Exists {
        /// File.
        path: PathBuf,
    },
    /// The name belongs to a folder, a device or a pipe.
    #[error("{} is not a regular file, so results cannot be written there; choose another name", path.display())]
    NotAFile {
        /// What is there.
        path: PathBuf,
    },
    /// The file cannot be created.
    #[error("cannot create {}: {}; choose another place", path.display(), io_reason(source))]
    Create {
        /// File.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Writing failed; frames of earlier flushes are safe.
    #[error("cannot write {}: {}; {frames} frames are safe in the file", path.display(), io_reason(source))]
    Write {
        /// File.
        path: PathBuf,
        /// Frames that a reader will see.
        frames: u32,
        /// What the system says.
        source: io::Error,
    },
    /// The file was removed or moved during the run.
    #[error("{} was removed or moved while it was being written", path.display())]
    Vanished {
        /// File.
        path: PathBuf,
    },
    /// Another run is writing the file.
    #[error("{} is being written by another run; wait for it, or stop it first", path.display())]
    Busy {
        /// File.
        path: PathBuf,
    },
    /// The file is of another model, or of the same with other settings.
    #[error("{} is not of this run: its {what} differs; start the run again from the beginning", path.display())]
    OtherRun {
        /// File.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// Frames that were written are gone.
    #[error("{} has only {found} of the {expected} frames that were written: it was cut off; start the run again from the beginning", path.display())]
    TooShort {
        /// File.
        path: PathBuf,
        /// Whole frames in the file.
        found: u64,
        /// Frames there should be.
        expected: u64,
    },
    /// Reading failed.
    #[error("cannot read {}: {}", path.display(), io_reason(source))]
    Read {
        /// File.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is no results file, or its header is damaged.
    #[error("{} is not a readable results file: {damage}", path.display())]
    Damaged {
        /// File.
        path: PathBuf,
        /// What is wrong with it.
        damage: Damage,
    },
    /// The layout cannot be written.
    #[error(transparent)]
    Layout(#[from] LayoutProblem),
    /// A frame of the wrong length.
    #[error("a frame has {given} values, the layout of the results has {expected}")]
    RowLength {
        /// Values given.
        given: usize,
        /// Values per frame.
        expected: usize,
    },
    /// The format counts frames with 32 bits.
    #[error("{} holds the largest possible number of frames; record fewer with `every` in [output]", path.display())]
    TooManyFrames {
        /// File.
        path: PathBuf,
    },
    /// Attributes that are added at the end have a fixed room in the header.
    #[error(
        "the attributes added at the end of the run need {needed} bytes, there is room for {room}"
    )]
    NoRoom {
        /// Bytes needed.
        needed: usize,
        /// Bytes there are.
        room: usize,
    },
    /// A frame that is not in the file.
    #[error("there is no frame {frame}; the file has {frames}")]
    NoFrame {
        /// Frame asked for, from 0.
        frame: usize,
        /// Frames in the file.
        frames: usize,
    },
}

/// What is wrong with a header.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// Other first bytes.
    #[error("it does not begin like a NetCDF classic file, the format of results")]
    OtherFormat,
    /// The file ends inside the header.
    #[error(
        "it ends inside its header: only part of it was copied or written; run the model again"
    )]
    Short,
    /// A field of the header makes no sense.
    #[error("bad {what} near byte {offset}; it was damaged: run the model again")]
    Field {
        /// Field.
        what: &'static str,
        /// Position in the file.
        offset: u64,
    },
    /// A NetCDF file from another program.
    #[error(
        "it has no attribute `format_version`, so another program wrote it; only files of poinsot are read here"
    )]
    Foreign,
    /// Written by a newer version.
    #[error(
        "its format version {found} is newer than {FORMAT_VERSION}, which this program knows; read it with a newer poinsot"
    )]
    Newer {
        /// Version of the file.
        found: u32,
    },
}
