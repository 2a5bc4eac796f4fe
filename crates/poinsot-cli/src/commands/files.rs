//! Which files a command may write, and how: never one that it reads, and whole or not at all.

use super::stop;
use crate::output::Failure;
use poinsot::checkpoint::CheckpointFiles;
use poinsot::model::{Model, ModesAbout, Solid};
use poinsot::results::{Layout, companion};
use poinsot_views::scene::model_of;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Files that are being written: the hidden name, and the one they will have.
static UNFINISHED: Mutex<Vec<(PathBuf, PathBuf)>> = Mutex::new(Vec::new());

/// Files that are read, each with what it is; none of them may be written over.
#[derive(Debug, Default)]
pub struct Inputs {
    list: Vec<(PathBuf, &'static str)>,
}

impl Inputs {
    /// A file and nothing else.
    pub fn of(path: &Path) -> Self {
        Inputs {
            list: vec![(path.to_owned(), "the input")],
        }
    }

    /// A model file and the files that it names.
    pub fn of_model(path: &Path, model: &Model) -> Self {
        let mut own = Self::of(path);
        // Paths of states have their folder already.
        own.named(model, path.parent().unwrap_or(Path::new("")), Path::new(""));
        own
    }

    /// A results file and the files that the model in it names. The folder of that model is not known, so they are looked
    /// for where the results are and in the current folder.
    pub fn of_results(path: &Path, layout: &Layout) -> Self {
        let mut own = Self::of(path);
        if let Ok(model) = model_of(layout) {
            for folder in [path.parent().unwrap_or(Path::new("")), Path::new("")] {
                own.named(&model, folder, folder);
            }
        }
        own
    }

    fn named(&mut self, model: &Model, meshes: &Path, states: &Path) {
        for shape in &model.shapes {
            if let Solid::Mesh(file) = &shape.solid {
                self.list
                    .push((meshes.join(&file.file), "a mesh of the model"));
            }
        }
        for file in model.shells.iter().filter_map(|s| s.file.as_ref()) {
            self.list.push((meshes.join(file), "a mesh of the model"));
        }
        if let Some(file) = &model.run.start_from {
            let what = "the file that the model starts from";
            self.list.push((states.join(&file.path), what));
        }
        if let ModesAbout::Stored { path, .. } = &model.modes.about {
            let what = "the state that the model is linearised about";
            self.list.push((states.join(path), what));
        }
    }

    /// Refuses a file that is read as the one to write.
    pub fn spare(&self, output: &Path) -> Result<(), Failure> {
        match self.list.iter().find(|(input, _)| same(input, output)) {
            Some((_, what)) => Err(Failure::input(format_args!(
                "{} is {what} and cannot be the output too; choose another name with -o",
                output.display()
            ))),
            None => Ok(()),
        }
    }

    /// Refuses results that would be written over a file that is read, or whose checkpoints would.
    pub fn spare_run(&self, results: &Path) -> Result<(), Failure> {
        self.spare(results)?;
        let files = CheckpointFiles::beside(results);
        let fields = companion(results);
        for (beside, of) in [
            (&files.current, "checkpoints"),
            (&files.before, "checkpoints"),
            (&fields, "fields"),
        ] {
            if let Some((_, what)) = self.list.iter().find(|(input, _)| same(input, beside)) {
                return Err(Failure::input(format_args!(
                    "{} is {what}, and {of} of {} would overwrite it; choose another name with -o",
                    beside.display(),
                    results.display()
                )));
            }
        }
        Ok(())
    }
}

/// Whether two names are of one file, also through links.
fn same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| path.canonicalize();
    match (real(a), real(b)) {
        (Ok(a), Ok(b)) => a == b || same_node(&a, &b),
        _ => false,
    }
}

#[cfg(unix)]
fn same_node(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let node = |path: &Path| fs::metadata(path).map(|m| (m.dev(), m.ino()));
    matches!((node(a), node(b)), (Ok(a), Ok(b)) if a == b)
}

#[cfg(not(unix))]
fn same_node(_a: &Path, _b: &Path) -> bool {
    false
}

/// Writes a file beside its name and renames it, so that under its name it is whole or the one before. What is no regular
/// file, such as `/dev/stdout`, is written to directly.
pub fn put(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    // A link is followed, so that its target is replaced and not the link.
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let older = fs::metadata(&real).ok();
    if older.as_ref().is_some_and(|facts| !facts.is_file()) {
        return filled(OpenOptions::new().write(true).open(path)?, write).map(drop);
    }
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let part = real.with_file_name(format!(".poinsot-{}-{number}.part", std::process::id()));
    stop::handle_signals();
    let made = {
        let mut unfinished = unfinished();
        unfinished.push((part.clone(), path.to_owned()));
        File::create(&part)
    };
    let filled = made.and_then(|file| filled(file, write));
    let mut unfinished = unfinished();
    unfinished.retain(|(name, _)| *name != part);
    let placed = filled.and_then(|file| {
        if let Some(facts) = older {
            // The file keeps its permissions where that is possible.
            let _ = file.set_permissions(facts.permissions());
        }
        fs::rename(&part, &real)
    });
    if placed.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&part);
    }
    placed
}

fn unfinished() -> MutexGuard<'static, Vec<(PathBuf, PathBuf)>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes away what there is of files that are being written, and says so. The process ends after this: nothing more is begun.
pub fn discard_unfinished() -> String {
    let list = unfinished();
    let mut text = String::new();
    for (part, path) in list.iter() {
        let _ = fs::remove_file(part);
        text.push_str(&format!(
            "\nstopped before {} was written\n",
            path.display()
        ));
    }
    std::mem::forget(list);
    text
}

/// The same for bytes that are there.
pub fn put_bytes(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    put(path, |out| out.write_all(bytes.as_ref()))
}

fn filled(
    file: File,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<File> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_the_one_before() {
        let folder = std::env::temp_dir().join(format!("poinsot-put-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("numbers.csv");
        put_bytes(&path, "old").unwrap();
        let failed = put(&path, |out| {
            out.write_all(&[b'x'; 1 << 20])?;
            // What a reader finds while it is written.
            assert_eq!(fs::read(&path).unwrap(), b"old");
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        put_bytes(&path, "new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_written_to() {
        let folder = std::env::temp_dir().join(format!("poinsot-link-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (real, link) = (folder.join("real.csv"), folder.join("link.csv"));
        put_bytes(&real, "one").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        put_bytes(&link, "two").unwrap();
        assert_eq!(fs::read(&real).unwrap(), b"two");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        put_bytes(Path::new("/dev/null"), "gone").unwrap();
        let hard = folder.join("hard.csv");
        fs::hard_link(&real, &hard).unwrap();
        assert!(Inputs::of(&real).spare(&hard).is_err());
        assert!(Inputs::of(&real).spare(&link).is_err());
        assert!(Inputs::of(&real).spare(&folder.join("other")).is_ok());
        fs::remove_dir_all(&folder).unwrap();
    }
}
