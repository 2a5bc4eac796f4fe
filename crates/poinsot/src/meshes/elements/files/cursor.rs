//! Reading a Gmsh file from front to back, text and binary alike.

use crate::meshes::{MeshError, damaged};

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As words.
    Text,
    /// As bytes; the most significant one first, and sizes of eight bytes instead of four.
    Binary { big: bool, wide: bool },
}

/// A place in a file.
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    pub form: Form,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor {
            bytes,
            at: 0,
            form: Form::Text,
        }
    }

    /// An error here.
    pub fn wrong(&self, what: impl std::fmt::Display) -> MeshError {
        self.wrong_at(self.at, what)
    }

    fn wrong_at(&self, at: usize, what: impl std::fmt::Display) -> MeshError {
        damaged(format!("{}: {what}", self.place(at)))
    }

    /// The line in text; the byte, counted from 0, in binary files, whose lines nobody sees.
    fn place(&self, at: usize) -> String {
        match self.form {
            Form::Text => {
                let before = &self.bytes[..at.min(self.bytes.len())];
                let lines = before.iter().filter(|b| **b == b'\n').count();
                format!("line {}", lines + 1)
            }
            Form::Binary { .. } => format!("byte {at}"),
        }
    }

    fn skip_blanks(&mut self) {
        let rest = &self.bytes[self.at..];
        let blanks = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        self.at += blanks;
    }

    /// The rest of this line without blanks around it.
    pub fn line(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|b| *b == b'\n');
        self.at += length.map_or(rest.len(), |n| n + 1);
        rest[..length.unwrap_or(rest.len())].trim_ascii()
    }

    /// The next word of text.
    fn word(&mut self, what: &str) -> Result<&'a str, MeshError> {
        self.skip_blanks();
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(u8::is_ascii_whitespace);
        let word = &rest[..length.unwrap_or(rest.len())];
        if word.is_empty() {
            return Err(self.wrong(format!("the file ends where {what} is expected")));
        }
        let word = std::str::from_utf8(word)
            .map_err(|_| self.wrong(format!("{what} is expected, found bytes that are no text")))?;
        self.at += word.len();
        Ok(word)
    }

    fn parsed<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, MeshError> {
        let word = self.word(what)?;
        word.parse().map_err(|_| {
            let shown: String = word.chars().take(40).collect();
            self.wrong_at(
                self.at - word.len(),
                format!("{what} is expected, found `{shown}`"),
            )
        })
    }

    fn array<const N: usize>(&mut self, what: &str, big: bool) -> Result<[u8; N], MeshError> {
        let found = crate::meshes::array::<N>(self.bytes, self.at);
        let mut bytes =
            found.ok_or_else(|| self.wrong(format!("the file ends where {what} is expected")))?;
        self.at += N;
        if big {
            bytes.reverse();
        }
        Ok(bytes)
    }

    /// A whole number of four bytes.
    pub fn int(&mut self, what: &str) -> Result<i64, MeshError> {
        match self.form {
            Form::Text => self.parsed(what),
            Form::Binary { big, .. } => self
                .array(what, big)
                .map(|b| i64::from(i32::from_le_bytes(b))),
        }
    }

    /// A count or a number of version 4.1.
    pub fn size(&mut self, what: &str) -> Result<u64, MeshError> {
        match self.form {
            Form::Text => self.parsed(what),
            Form::Binary { big, wide: true } => self.array(what, big).map(u64::from_le_bytes),
            Form::Binary { big, wide: false } => self
                .array(what, big)
                .map(|b| u64::from(u32::from_le_bytes(b))),
        }
    }

    /// A count or a number of version 2.2, which is not negative.
    pub fn count(&mut self, what: &str) -> Result<u64, MeshError> {
        let before = self.at;
        let found = self.int(what)?;
        u64::try_from(found).map_err(|_| self.wrong_at(before, format!("{what} cannot be {found}")))
    }

    /// A coordinate.
    pub fn real(&mut self, what: &str) -> Result<f64, MeshError> {
        match self.form {
            Form::Text => self.parsed(what),
            Form::Binary { big, .. } => self.array(what, big).map(f64::from_le_bytes),
        }
    }

    /// A word in text, whatever the form: heads of files are text in any case.
    pub fn text_word(&mut self, what: &str) -> Result<&'a str, MeshError> {
        self.word(what)
    }

    /// Bytes of the number 1, behind the head of a binary file.
    pub fn one(&mut self) -> Result<[u8; 4], MeshError> {
        self.array("the number 1", false)
    }

    /// The name of the next section; none at the end of the file.
    pub fn section(&mut self) -> Result<Option<&'a str>, MeshError> {
        self.skip_blanks();
        let begin = self.at;
        if begin == self.bytes.len() {
            return Ok(None);
        }
        let name = self.line();
        let name = name
            .strip_prefix(b"$")
            .and_then(|n| std::str::from_utf8(n).ok());
        match name.filter(|n| !n.is_empty() && n.len() < 100) {
            Some(name) => Ok(Some(name)),
            None => Err(self.wrong_at(
                begin,
                "the beginning of a section is expected, such as `$Nodes`",
            )),
        }
    }

    /// The end of a section.
    pub fn end(&mut self, name: &str) -> Result<(), MeshError> {
        self.skip_blanks();
        let begin = self.at;
        if self.line().strip_prefix(b"$End") == Some(name.as_bytes()) {
            return Ok(());
        }
        Err(self.wrong_at(
            begin,
            format!("`$End{name}` is expected: there is more than the counts of the section say, or less"),
        ))
    }

    /// Passes over a section.
    pub fn pass(&mut self, name: &str) -> Result<(), MeshError> {
        let begin = self.at;
        let end = format!("$End{name}").into_bytes();
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            let next = rest.iter().position(|b| *b == b'$');
            self.at += next.unwrap_or(rest.len());
            if self.bytes[self.at..].starts_with(&end) {
                self.line();
                return Ok(());
            }
            self.at = (self.at + 1).min(self.bytes.len());
        }
        Err(self.wrong_at(begin, format!("the section `${name}` has no end")))
    }
}
