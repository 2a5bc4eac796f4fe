//! Arrays for NumPy: single ones (.npy) and archives of named ones (.npz).

use poinsot::results::OutputId;
use std::collections::HashSet;
use std::io::{self, Write};

/// NumPy refuses to read a longer head, unless it is told to trust the file [bytes].
const LONGEST_HEAD: usize = 10_000;
/// What a ZIP archive without extensions can hold: entries, and bytes.
const MOST_ENTRIES: usize = 65_534;
const MOST_BYTES: u64 = u32::MAX as u64;

/// Head of an array of records of named numbers; the error says why NumPy would not read it.
pub fn records_head(list: &[OutputId], frames: usize) -> Result<String, String> {
    let fields: Vec<String> = list
        .iter()
        .map(|o| format!("('{}', '<f8')", python_text(&o.name)))
        .collect();
    let head = padded(format!(
        "{{'descr': [{}], 'fortran_order': False, 'shape': ({frames},), }}",
        fields.join(", ")
    ));
    match head.len() <= LONGEST_HEAD {
        true => Ok(head),
        false => Err(format!(
            "the names of {} columns take {} bytes in the head of a .npy file, and NumPy reads no more than {LONGEST_HEAD}\nhelp: \
             an .npz archive holds any number of them, and numpy.load reads it too; or name the outputs that you need",
            list.len(),
            head.len()
        )),
    }
}

/// One array of records: a head as [`records_head`] makes it, then the frames.
pub fn write_records(out: &mut impl Write, head: &str, values: &[Vec<f64>]) -> io::Result<()> {
    write_head(out, head)?;
    for frame in 0..values.first().map_or(0, Vec::len) {
        for series in values {
            out.write_all(&series[frame].to_le_bytes())?;
        }
    }
    Ok(())
}

/// A matrix, given row by row.
pub fn write_matrix(
    out: &mut impl Write,
    rows: usize,
    columns: usize,
    value: impl Fn(usize, usize) -> f64,
) -> io::Result<()> {
    let head =
        format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    write_head(out, &padded(head))?;
    for i in 0..rows {
        for j in 0..columns {
            out.write_all(&value(i, j).to_le_bytes())?;
        }
    }
    Ok(())
}

/// Names as they stand in an archive, which cannot hold one twice; the error says why there can be no archive.
pub fn entry_names(list: &[OutputId], frames: usize) -> Result<Vec<String>, String> {
    let names: Vec<String> = list.iter().map(|o| format!("{}.npy", o.name)).collect();
    let entry = |name: &String| 2 * name.len() as u64 + 300 + 8 * frames as u64;
    let bytes: u64 = names.iter().map(entry).sum();
    let long = names.iter().any(|name| name.len() > usize::from(u16::MAX));
    if names.len() > MOST_ENTRIES || bytes > MOST_BYTES || long {
        return Err(format!(
            "{} columns of {frames} frames are more than an .npz file can hold\nhelp: name the outputs that are wanted, or read \
             the results themselves with xarray or scipy",
            names.len()
        ));
    }
    let mut seen = HashSet::new();
    match names.iter().find(|name| !seen.insert(name.as_str())) {
        Some(twice) => Err(format!(
            "the results hold `{twice}` twice; they are damaged"
        )),
        None => Ok(names),
    }
}

/// An archive of one array per column: `numpy.load(file)[name]`.
pub fn write_archive(
    out: &mut impl Write,
    names: &[String],
    values: &[Vec<f64>],
) -> io::Result<()> {
    let mut directory = Vec::new();
    let mut at = 0_u32;
    for (name, series) in names.iter().zip(values) {
        let frames = series.len();
        let head = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({frames},), }}");
        let mut array = Vec::with_capacity(8 * frames + 192);
        write_head(&mut array, &padded(head))?;
        array.extend(series.iter().flat_map(|x| x.to_le_bytes()));
        let sum = crc32fast::hash(&array);
        let facts = entry_facts(sum, array.len() as u32, name.len() as u16);
        out.write_all(b"PK\x03\x04")?;
        out.write_all(&facts)?;
        out.write_all(name.as_bytes())?;
        out.write_all(&array)?;
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&facts);
        // No comment, first disk, no attributes, place of the entry.
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
        at += 4 + facts.len() as u32 + name.len() as u32 + array.len() as u32;
    }
    out.write_all(&directory)?;
    let count = (names.len() as u16).to_le_bytes();
    out.write_all(b"PK\x05\x06\x00\x00\x00\x00")?;
    out.write_all(&count)?;
    out.write_all(&count)?;
    out.write_all(&(directory.len() as u32).to_le_bytes())?;
    out.write_all(&at.to_le_bytes())?;
    out.write_all(&[0, 0])
}

/// What stands in front of an entry and again in the directory: version 2.0, names in UTF-8, stored as it is, the first day of
/// the calendar (the same results give the same bytes), check sum, sizes, length of the name, no extras.
fn entry_facts(sum: u32, length: u32, name: u16) -> Vec<u8> {
    let mut facts = vec![0x14, 0, 0, 0x08, 0, 0, 0, 0, 0x21, 0];
    facts.extend(sum.to_le_bytes());
    facts.extend(length.to_le_bytes());
    facts.extend(length.to_le_bytes());
    facts.extend(name.to_le_bytes());
    facts.extend([0, 0]);
    facts
}

/// A head with blanks behind it, so that the data begin at a multiple of 64.
fn padded(mut head: String) -> String {
    // Magic and length take 12 bytes, the line end one.
    let total = (12 + head.len() + 1).next_multiple_of(64);
    head.extend(std::iter::repeat_n(' ', total - 13 - head.len()));
    head.push('\n');
    head
}

/// NumPy's format, version 2: magic, length of the head, the head as a Python literal.
fn write_head(out: &mut impl Write, head: &str) -> io::Result<()> {
    out.write_all(b"\x93NUMPY\x02\x00")?;
    out.write_all(&(head.len() as u32).to_le_bytes())?;
    out.write_all(head.as_bytes())
}

/// ASCII inside a Python text in single quotes: the head of version 2 is Latin-1.
fn python_text(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            c if (c as u32) < 0x10000 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outputs(count: usize) -> Vec<OutputId> {
        let one = |k: usize| OutputId {
            variable: 0,
            column: k,
            name: format!("body{k}.position.x"),
            unit: "m".into(),
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn names_are_quoted_where_needed() {
        assert_eq!(python_text("o'ü"), "o\\'\\u00fc");
    }

    #[test]
    fn heads_that_numpy_would_refuse_are_not_written() {
        assert!(records_head(&outputs(200), 5).is_ok_and(|h| h.len() <= LONGEST_HEAD));
        let refused = records_head(&outputs(400), 5).unwrap_err();
        assert!(refused.contains("400 columns") && refused.contains("npz"));
    }

    #[test]
    fn archives_have_an_entry_per_column() {
        let list = outputs(400);
        let values = vec![vec![1.0, 2.0, 3.0]; 400];
        let names = entry_names(&list, 3).unwrap();
        let mut bytes = Vec::new();
        write_archive(&mut bytes, &names, &values).unwrap();
        let count = |mark: &[u8]| bytes.windows(4).filter(|w| *w == mark).count();
        assert_eq!(count(b"PK\x03\x04"), 400);
        assert_eq!(count(b"PK\x01\x02"), 400);
        let end = bytes.len() - 22;
        assert_eq!(&bytes[end..end + 4], b"PK\x05\x06");
        let place = u32::from_le_bytes(bytes[end + 16..end + 20].try_into().unwrap()) as usize;
        assert_eq!(&bytes[place..place + 4], b"PK\x01\x02");
        assert!(entry_names(&list, 1 << 30).is_err());
    }
}
