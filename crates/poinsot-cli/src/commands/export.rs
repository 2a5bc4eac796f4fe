//! `poinsot export`

use super::{beside, not_onto_itself, open, outputs};
use crate::args::{ExportArgs, Format};
use crate::output::{self, Failure};
use poinsot::results::{OutputId, output_names};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes time and the wanted outputs.
pub fn export(args: &ExportArgs) -> Result<(), Failure> {
    let mut reader = open(&args.results)?;
    let mut list = if args.outputs.is_empty() {
        output_names(reader.layout())
    } else {
        outputs(&reader, &args.results, &args.outputs)?
    };
    if !list.iter().any(|o| o.column == 0) {
        let time = reader.resolve("time").map_err(Failure::input)?;
        list.splice(0..0, time);
    }
    let columns: Vec<usize> = list.iter().map(|o| o.column).collect();
    let values = reader.columns(&columns).map_err(Failure::run)?;
    let default = beside(&args.results, ".npy");
    let target = match (&args.output, args.format) {
        (Some(path), _) => Some(path.as_path()),
        (None, Format::Npy) => Some(default.as_path()),
        (None, Format::Csv) => None,
    };
    let Some(path) = target else {
        let out = io::stdout().lock();
        return output::checked(write(out, args.format, &list, &values));
    };
    not_onto_itself(&args.results, path)?;
    let written = File::create(path).and_then(|file| write(file, args.format, &list, &values));
    written.map_err(|e| failed(path, &e))?;
    output::print(&format!(
        "{}   {} frames   {} columns\n",
        path.display(),
        reader.frames(),
        list.len()
    ))
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::run(format_args!("cannot write {}: {error}", path.display()))
}

fn write(
    file: impl Write,
    format: Format,
    list: &[OutputId],
    values: &[Vec<f64>],
) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    match format {
        Format::Csv => write_csv(&mut out, list, values)?,
        Format::Npy => write_npy(&mut out, list, values)?,
    }
    out.flush()
}

fn write_csv(out: &mut impl Write, list: &[OutputId], values: &[Vec<f64>]) -> io::Result<()> {
    let head: Vec<String> = list
        .iter()
        .map(|o| quoted(&format!("{} [{}]", o.name, o.unit)))
        .collect();
    writeln!(out, "{}", head.join(","))?;
    let frames = values.first().map_or(0, Vec::len);
    for frame in 0..frames {
        for (k, series) in values.iter().enumerate() {
            if k > 0 {
                out.write_all(b",")?;
            }
            write_number(out, series[frame])?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// The shortest text that reads back as the same number.
fn write_number(out: &mut impl Write, value: f64) -> io::Result<()> {
    let size = value.abs();
    if size == 0.0 || (1e-5..1e16).contains(&size) || !size.is_finite() {
        write!(out, "{value}")
    } else {
        write!(out, "{value:e}")
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// NumPy's format, version 2: magic, length of the head, head as a Python literal padded to 64 bytes, data.
/// Each frame is a record of named numbers.
fn write_npy(out: &mut impl Write, list: &[OutputId], values: &[Vec<f64>]) -> io::Result<()> {
    let fields: Vec<String> = list
        .iter()
        .map(|o| format!("('{}', '<f8')", python_text(&o.name)))
        .collect();
    let frames = values.first().map_or(0, Vec::len);
    let mut head = format!(
        "{{'descr': [{}], 'fortran_order': False, 'shape': ({frames},), }}",
        fields.join(", ")
    );
    npy_head(out, &mut head)?;
    for frame in 0..frames {
        for series in values {
            out.write_all(&series[frame].to_le_bytes())?;
        }
    }
    Ok(())
}

/// A matrix, given row by row.
pub(super) fn write_npy_matrix(
    out: &mut impl Write,
    rows: usize,
    columns: usize,
    value: impl Fn(usize, usize) -> f64,
) -> io::Result<()> {
    let mut head =
        format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    npy_head(out, &mut head)?;
    for i in 0..rows {
        for j in 0..columns {
            out.write_all(&value(i, j).to_le_bytes())?;
        }
    }
    Ok(())
}

/// Magic, version, length and the head itself, padded.
fn npy_head(out: &mut impl Write, head: &mut String) -> io::Result<()> {
    // Magic and length take 12 bytes, the line end one.
    let total = (12 + head.len() + 1).next_multiple_of(64);
    head.extend(std::iter::repeat_n(' ', total - 13 - head.len()));
    head.push('\n');
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

    #[test]
    fn numbers_read_back() {
        for value in [
            0.0,
            -0.0,
            1.0,
            0.1,
            1e-300,
            -2.5e20,
            f64::MAX,
            1e-5,
            123456.789,
        ] {
            let mut text = Vec::new();
            write_number(&mut text, value).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert!(text.len() < 26, "{text}");
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits());
        }
    }

    #[test]
    fn names_are_quoted_where_needed() {
        assert_eq!(quoted("a [m]"), "a [m]");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(python_text("o'ü"), "o\\'\\u00fc");
    }
}
