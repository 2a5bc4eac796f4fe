//! Safe opening of files, and errors of the operating system in plain words.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Opens a regular file. A pipe that nobody writes to would never open, and a device never end.
pub(crate) fn open_regular(path: &Path) -> io::Result<(File, u64)> {
    let regular = |facts: Metadata| match (facts.is_file(), facts.is_dir()) {
        (true, _) => Ok(facts.len()),
        (false, true) => Err(io::ErrorKind::IsADirectory.into()),
        (false, false) => Err(io::Error::other(
            "it is a pipe, a socket or a device, not a file",
        )),
    };
    regular(std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    let length = regular(file.metadata()?)?;
    Ok((file, length))
}

/// A system error in plain words.
pub(crate) fn io_reason(error: &io::Error) -> String {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::StorageFull | Kind::QuotaExceeded => "the disk is full".to_owned(),
        Kind::ReadOnlyFilesystem | Kind::PermissionDenied => {
            "no permission to write or read there".to_owned()
        }
        Kind::NotFound => "there is no such file or folder".to_owned(),
        Kind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}
