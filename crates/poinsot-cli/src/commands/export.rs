//! `poinsot export`

use super::files::{Inputs, put};
use super::{beside, export_motion, open, outputs};
use crate::args::{ExportArgs, Format};
use crate::output::{self, Failure};
use poinsot::results::{OutputId, output_names};
use poinsot_views::export::{Wanted, numpy};
use std::io::{self, BufWriter, Write};
use std::path::Path;

impl ExportArgs {
    /// The format asked for, or the one that the name of the file stands for.
    fn format(&self) -> Result<Format, Failure> {
        let ending = self.output.as_deref().and_then(Path::extension);
        let ending = ending.map(|e| e.to_string_lossy().to_ascii_lowercase());
        let named = match ending.as_deref() {
            Some("csv" | "txt") => Some(Format::Csv),
            Some("npy") => Some(Format::Npy),
            Some("npz") => Some(Format::Npz),
            Some("glb" | "gltf") => Some(Format::Gltf),
            Some("pvd" | "vtm" | "vtp" | "vtk" | "vtu") => Some(Format::Vtk),
            _ => None,
        };
        match (self.format, named, ending) {
            (None, None, Some(ending)) => Err(Failure::input(format_args!(
                ".{ending} is not a format that results can be written in\nhelp: give one with --format, or a file name that ends in .csv, .npy, .npz, .pvd or .glb"
            ))),
            (wanted, named, _) => Ok(wanted.or(named).unwrap_or(Format::Csv)),
        }
    }

    /// The frames asked for.
    pub fn wanted(&self, default: usize) -> Wanted {
        match (self.every, self.frames) {
            (Some(step), _) => Wanted::Every(step),
            (None, count) => Wanted::Count(count.unwrap_or(default)),
        }
    }
}

/// Writes results in another format.
pub fn export(args: &ExportArgs) -> Result<(), Failure> {
    let format = args.format()?;
    let moving = matches!(format, Format::Vtk | Format::Gltf);
    if moving && !args.outputs.is_empty() {
        return Err(Failure::input(
            "names of outputs choose columns of CSV and NumPy files; other formats hold everything\nhelp: leave them out",
        ));
    }
    if !moving && (args.every.is_some() || args.frames.is_some()) {
        return Err(Failure::input(
            "--every and --frames choose frames of moving systems; CSV and NumPy files hold all frames\nhelp: leave them out, or give --format vtk or gltf",
        ));
    }
    if args.speed.is_some() && format != Format::Gltf {
        return Err(Failure::input(
            "--speed is that of glTF animations; other formats hold the times of the run\nhelp: leave it out, or give --format gltf",
        ));
    }
    if args.scale.is_some() && format != Format::Gltf {
        return Err(Failure::input(
            "--scale is that of glTF animations; other formats hold true values\nhelp: leave it out; in ParaView, Warp By Vector scales displacements",
        ));
    }
    match format {
        Format::Vtk => export_motion::vtk(args),
        Format::Gltf => export_motion::gltf(args),
        Format::Csv | Format::Npy | Format::Npz => columns(args, format),
    }
}

/// Writes time and the wanted outputs.
fn columns(args: &ExportArgs, format: Format) -> Result<(), Failure> {
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
    let mut values = reader.columns(&columns).map_err(Failure::run)?;
    let sparse = |o: &OutputId| o.column == 0 || reader.is_sparse(o.column);
    if list.len() > 1 && list.iter().all(sparse) {
        let full = reader.full_frames();
        for series in &mut values {
            *series = full.iter().map(|&k| series[k]).collect();
        }
    }
    let frames = values.first().map_or(0, Vec::len);
    let default = match format {
        Format::Npz => beside(&args.results, ".npz"),
        _ => beside(&args.results, ".npy"),
    };
    let path = match (&args.output, format) {
        (Some(path), _) => path.as_path(),
        (None, Format::Npy | Format::Npz) => default.as_path(),
        (None, _) => {
            let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
            let written = write_csv(&mut out, &list, &values).and_then(|()| out.flush());
            return output::checked(written);
        }
    };
    Inputs::of_results(&args.results, reader.layout()).spare(path)?;
    let written = match format {
        Format::Npy => {
            let head = numpy::records_head(&list, frames).map_err(Failure::input)?;
            put(path, |out| numpy::write_records(out, &head, &values))
        }
        Format::Npz => {
            let names = numpy::entry_names(&list, frames).map_err(Failure::input)?;
            put(path, |out| numpy::write_archive(out, &names, &values))
        }
        _ => put(path, |out| write_csv(out, &list, &values)),
    };
    written.map_err(|e| failed(path, &e))?;
    output::print(&format!(
        "{}   {} frames   {} columns\n",
        path.display(),
        frames,
        list.len()
    ))
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::run(format_args!("cannot write {}: {error}", path.display()))
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
    }
}
