//! The text of a model and where its lines begin.

use super::kept_files::KeptFiles;
use super::problem::{Problem, Topic};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Larger files are refused before they are read [bytes].
pub const FILE_LIMIT: u64 = 64 * 1024 * 1024;

/// The way a model is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// TOML 1.0 or 1.1.
    Toml,
    /// JSON (RFC 8259) with the same structure.
    Json,
}

/// The text of a model with the name to show in messages.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    /// The text of the file and behind it the settings, a line each, so that every place has its byte.
    text: String,
    /// Bytes and lines of the file itself.
    length: usize,
    lines: usize,
    settings: Vec<String>,
    format: Format,
    line_starts: Vec<usize>,
    /// Folder that paths in the text count from; none for a text that is not from a file.
    folder: Option<PathBuf>,
    /// Files that the text names and the model is made from.
    files: KeptFiles,
    /// Characters before every `BLOCK`th byte, so that columns in very long lines are found quickly.
    characters: Vec<usize>,
}

/// Bytes between two counts of characters.
const BLOCK: usize = 1024;

/// Characters that begin in some bytes: continuation bytes of UTF-8 are not characters of their own.
fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| (**b & 0xC0) != 0x80).count()
}

impl Source {
    /// A text under a name. The format follows the extension of the name (`.toml`, `.json`), otherwise the first
    /// character that is not blank: a brace means JSON.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let (name, mut text) = (name.into(), text.into());
        // Some editors put a byte order mark in front; it carries no meaning.
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        let format = match name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase()) {
            Some(e) if e == "json" => Format::Json,
            Some(e) if e == "toml" => Format::Toml,
            _ if text.trim_start().starts_with('{') => Format::Json,
            _ => Format::Toml,
        };
        let mut source = Source {
            name,
            length: text.len(),
            text,
            lines: 0,
            settings: Vec::new(),
            format,
            folder: None,
            files: KeptFiles::default(),
            line_starts: Vec::new(),
            characters: Vec::new(),
        };
        source.index();
        source.lines = source.line_starts.len();
        source
    }

    /// The same text, with values set from outside: `rotor_mass=12kg` for a parameter, `body.arm.mass=2` for any key. They count
    /// when the model is read, in their order, before anything of it is looked at; problems with them name them as `--set ...`.
    ///
    /// ```
    /// use poinsot::model::{Source, read_model};
    ///
    /// let text = "[parameters]\nload = \"2 kg\"\n[run]\nduration = 1\ndt = 0.1\n[[point_mass]]\nname = \"stone\"\nmass = \"2*load\"\n";
    /// let source = Source::new("stone.toml", text).with_settings(["load=500g", "run.dt=0.2"]);
    /// let (model, _) = read_model(&source).expect("a sound model");
    /// assert_eq!((model.point_masses[0].mass, model.run.dt), (1.0, 0.2));
    /// ```
    pub fn with_settings(mut self, settings: impl IntoIterator<Item = impl Into<String>>) -> Self {
        // A line break would hide the rest of a setting, and none has a use for one.
        let one_line = |text: String| text.replace(['\n', '\r'], " ");
        self.settings = settings.into_iter().map(|s| one_line(s.into())).collect();
        self.text.truncate(self.length);
        for setting in &self.settings {
            self.text.push('\n');
            self.text.push_str(setting);
        }
        self.index();
        self
    }

    /// The same text, as if it stood in a file of this folder: files that it names are read from there.
    pub fn in_folder(self, folder: impl Into<PathBuf>) -> Self {
        let folder = Some(folder.into());
        Source { folder, ..self }
    }

    /// The same text with the files that it names, so that they need not be there.
    pub fn with_files(self, files: KeptFiles) -> Self {
        Source { files, ..self }
    }

    /// Files that the model is made from, known after it was read.
    pub fn files(&self) -> &KeptFiles {
        &self.files
    }

    /// Finds the lines of the text.
    fn index(&mut self) {
        let breaks = self.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        self.line_starts = std::iter::once(0)
            .chain(breaks.map(|(i, _)| i + 1))
            .collect();
        let blocks = self.text.as_bytes().chunks(BLOCK);
        let blocks = blocks.scan(0, |before, block| {
            let here = *before;
            *before += count(block);
            Some(here)
        });
        self.characters = blocks.collect();
    }

    /// What is set from outside, as it was given.
    pub fn settings(&self) -> &[String] {
        &self.settings
    }

    /// The setting that a line stands for: those behind the last line of the text.
    pub(super) fn setting(&self, line: usize) -> Option<&str> {
        let index = line.checked_sub(self.lines + 1)?;
        self.settings.get(index).map(String::as_str)
    }

    /// Text and settings as one, which spans count in.
    pub(super) fn whole(&self) -> &str {
        &self.text
    }

    /// Where a setting begins in that.
    pub(super) fn start_of_setting(&self, index: usize) -> usize {
        let line = self.lines + index;
        self.line_starts.get(line).copied().unwrap_or(self.length)
    }

    /// Name to show in messages, usually the path of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Folder of the file that the text was read from. Files that the text names are read from there; those of a text that
    /// is not from a file are left alone.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The whole text, without what is set from outside.
    pub fn text(&self) -> &str {
        &self.text[..self.length]
    }

    /// How the text is read.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Line and column of a byte, both counted from 1, the column in characters.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let byte = byte.min(self.text.len());
        let line = self.line_starts.partition_point(|start| *start <= byte);
        let start = self.line_starts[line - 1];
        (line, self.before(byte) - self.before(start) + 1)
    }

    /// Characters before a byte.
    fn before(&self, byte: usize) -> usize {
        let block = (byte / BLOCK).min(self.characters.len().saturating_sub(1));
        let counted = self.characters.get(block).copied().unwrap_or(0);
        counted + count(&self.text.as_bytes()[block * BLOCK..byte])
    }

    /// A line counted from 1, without its line break; empty where there is none.
    pub fn line(&self, line: usize) -> &str {
        let Some(start) = line.checked_sub(1).and_then(|l| self.line_starts.get(l)) else {
            return "";
        };
        let end = self.line_starts.get(line).copied();
        self.text[*start..end.unwrap_or(self.text.len())].trim_end_matches(['\n', '\r'])
    }
}

/// Reads a model file. Directories, missing, over-long and non-UTF-8 files are refused with a reason.
#[allow(
    clippy::result_large_err,
    reason = "files are read once, and a problem is shown, not passed on"
)]
pub fn read_file(path: &Path) -> Result<Source, Problem> {
    let name = path.display().to_string();
    let unreadable = |error: std::io::Error| {
        let missing = error.kind() == std::io::ErrorKind::NotFound;
        let help = match error.kind() {
            std::io::ErrorKind::NotFound => "check the spelling and the current folder",
            std::io::ErrorKind::PermissionDenied => "check the permissions of the file",
            _ => "check that the file can be opened by other programs",
        };
        let reason = crate::files::io_reason(&error);
        let problem = Problem::of_file(format!("cannot read `{name}`: {reason}"), help);
        match missing {
            true => problem.with_topic(Topic::Examples),
            false => problem,
        }
    };
    let details = std::fs::metadata(path).map_err(unreadable)?;
    if details.is_dir() {
        return Err(Problem::of_file(
            format!("`{name}` is a directory, not a model file"),
            "name a .toml or .json file inside it",
        ));
    }
    // Names of what is open already may stand for pipes, as in `check <(make-model)`; any other pipe might never open.
    let opened = ["/dev/stdin", "/dev/fd", "/proc/self/fd"];
    if !details.is_file() && !opened.iter().any(|o| path.starts_with(o)) {
        return Err(Problem::of_file(
            format!("`{name}` is a pipe, a socket or a device, not a model file"),
            "name a .toml or .json file, or /dev/stdin to read what another program writes",
        ));
    }
    let too_long = || {
        Problem::of_file(
            format!(
                "`{name}` is larger than {} MB, too large for a model file",
                FILE_LIMIT >> 20
            ),
            "check that this is a model and not a result file",
        )
    };
    if details.len() > FILE_LIMIT {
        return Err(too_long());
    }
    // The length of a pipe or a device is not known beforehand, so the reading is bounded too.
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(FILE_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > FILE_LIMIT {
        return Err(too_long());
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source {
            folder: Some(path.parent().unwrap_or(Path::new("")).to_owned()),
            ..Source::new(name, text)
        }),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            Err(Problem::of_file(
                format!("`{name}` is not UTF-8 text: invalid byte at offset {offset}"),
                "save it as UTF-8; a result file or an archive is not a model",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let source = Source::new("a.toml", "ab\näöü = 1\r\n");
        assert_eq!(source.line_column(0), (1, 1));
        assert_eq!(source.line_column(3), (2, 1));
        assert_eq!(source.line_column(9), (2, 4));
        assert_eq!(source.line(2), "äöü = 1");
        assert_eq!(source.line_column(999), (3, 1));
        assert_eq!(source.line(9), "");
    }

    #[test]
    fn columns_in_long_lines_count_characters() {
        let source = Source::new("a.toml", format!("x\n{}!", "ä".repeat(5000)));
        for n in [0, 1, 511, 512, 513, 4999, 5000] {
            assert_eq!(source.line_column(2 + 2 * n), (2, n + 1));
        }
        assert_eq!(Source::new("a", "").line_column(0), (1, 1));
    }

    #[test]
    fn format_follows_extension_then_first_character() {
        assert_eq!(Source::new("m.JSON", "").format(), Format::Json);
        assert_eq!(Source::new("m.toml", "{").format(), Format::Toml);
        assert_eq!(Source::new("<stdin>", " \n{").format(), Format::Json);
        assert_eq!(Source::new("<stdin>", "a = 1").format(), Format::Toml);
    }
}
