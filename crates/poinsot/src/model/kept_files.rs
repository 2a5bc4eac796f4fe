//! Files that a model names and cannot be built without, kept beside its text: a run goes on when they have changed or are gone.

use crate::meshes::{decode_base64, encode_base64};
use crate::storage::{Bytes, Misfit, Stored};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How hard the files are compressed: the first level is fast, and text of meshes shrinks to a third already.
const LEVEL: u8 = 1;

/// Files by the paths that the text of the model gives. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct KeptFiles {
    list: Arc<Mutex<Vec<KeptFile>>>,
}

#[derive(Clone, Debug)]
struct KeptFile {
    path: String,
    bytes: Arc<Vec<u8>>,
    /// The same compressed, made when it is first asked for.
    packed: Arc<OnceLock<Vec<u8>>>,
}

impl KeptFiles {
    fn with<R>(&self, act: impl FnOnce(&mut Vec<KeptFile>) -> R) -> R {
        act(&mut self.list.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.with(|list| list.is_empty())
    }

    /// The bytes of a file.
    pub fn get(&self, path: &str) -> Option<Arc<Vec<u8>>> {
        self.with(|list| {
            let found = list.iter().find(|f| f.path == path);
            found.map(|f| Arc::clone(&f.bytes))
        })
    }

    /// Keeps the bytes of a file.
    pub fn keep(&self, path: &str, bytes: Arc<Vec<u8>>) {
        let file = KeptFile {
            path: path.to_owned(),
            bytes,
            packed: Arc::default(),
        };
        self.with(|list| match list.iter_mut().find(|f| f.path == path) {
            Some(known) => *known = file,
            None => list.push(file),
        });
    }

    /// All files as bytes, compressed.
    pub fn packed(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.with(|list| {
            list.len().store(&mut out);
            for file in list {
                let pack = || compress_to_vec_zlib(&file.bytes, LEVEL);
                let packed = file.packed.get_or_init(pack);
                file.path.store(&mut out);
                file.bytes.len().store(&mut out);
                packed.len().store(&mut out);
                out.extend_from_slice(packed);
            }
        });
        out
    }

    /// The files in such bytes.
    pub(crate) fn unpacked(from: &mut Bytes) -> Result<Self, Misfit> {
        let files = KeptFiles::default();
        let number = |from: &mut Bytes| -> Result<usize, Misfit> {
            let mut n = 0;
            n.load(from)?;
            Ok(n)
        };
        for _ in 0..number(from)? {
            let mut path = String::new();
            path.load(from)?;
            let length = number(from)?;
            let count = number(from)?;
            let packed = from.take(count)?;
            let bytes = decompress_to_vec_zlib_with_limit(packed, length);
            let bytes = bytes.map_err(|_| Misfit::new("a compressed file", "something else"))?;
            files.with(|list| {
                list.push(KeptFile {
                    path,
                    bytes: Arc::new(bytes),
                    packed: Arc::new(OnceLock::from(packed.to_vec())),
                });
            });
        }
        Ok(files)
    }

    /// All files as a text; empty if there are none.
    pub fn text(&self) -> String {
        match self.is_empty() {
            true => String::new(),
            false => encode_base64(&self.packed()),
        }
    }

    /// The files in such a text; `None` if it is damaged.
    pub fn from_text(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(KeptFiles::default());
        }
        let bytes = decode_base64(text)?;
        let mut from = Bytes::new(&bytes);
        let files = Self::unpacked(&mut from).ok()?;
        from.end().ok()?;
        Some(files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_back_as_they_were() {
        let files = KeptFiles::default();
        assert_eq!(files.text(), "");
        files.keep("a/b.msh", Arc::new(b"$MeshFormat and so on".repeat(50)));
        files.keep("c.inp", Arc::new(Vec::new()));
        let text = files.text();
        assert!(text.len() < 300, "{} characters", text.len());
        let again = KeptFiles::from_text(&text).expect("whole");
        for path in ["a/b.msh", "c.inp"] {
            assert_eq!(again.get(path), files.get(path));
        }
        assert_eq!(again.text(), text, "the same bits");
        assert!(again.get("b.msh").is_none());
        for end in [1, text.len() / 2, text.len() - 5] {
            assert!(KeptFiles::from_text(&text[..end]).is_none());
        }
    }
}
