//! Arguments of `export`, `report` and `view`.

use super::values::{positive, positive_time};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

/// Formats of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text, one line per frame.
    Csv,
    /// NumPy array with named columns, as many as NumPy reads: some hundred.
    Npy,
    /// NumPy archive of one array per column, any number of them.
    Npz,
    /// The moving system with its values, for ParaView: a .pvd file and a folder.
    Vtk,
    /// The moving system as an animated scene, for viewers and Blender: one .glb file.
    Gltf,
}

/// Arguments of `export`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot export top.nc top.position > top.csv
  poinsot export top.nc -o top.npz                 numpy.load(\"top.npz\")[\"top.position.z\"]
  poinsot export gate.nc --format vtk              gate.pvd and the folder gate: open gate.pvd in ParaView
  poinsot export gate.nc -o view/gate.pvd --every \"5 ms\"
  poinsot export gate.nc -o gate.glb               an animation for any glTF viewer
  poinsot export impact.nc -o impact.glb --speed 0.01

VTK files hold centre lines, surfaces with true sections, bodies, joints and sensors, with displacements,
velocities, orientations, section forces, strains, tensions and reactions, to full precision. 201 frames are written
unless --frames or --every say otherwise; a glTF animation gets up to 1001.
The results file itself opens in Python with xarray.open_dataset(\"top.nc\").")]
pub struct ExportArgs {
    /// Results file
    pub results: PathBuf,
    /// Outputs to write in addition to time, for CSV and NumPy [default: all]
    #[arg(value_name = "OUTPUT")]
    pub outputs: Vec<String>,
    /// Format [default: by the extension of the file, otherwise CSV]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// File to write [default: standard output for CSV, otherwise the name of the results with .npy, .npz, .pvd or .glb in this folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Frames of a moving system: those nearest to multiples of this time
    #[arg(long, value_name = "TIME", value_parser = positive_time, conflicts_with = "frames")]
    pub every: Option<f64>,
    /// Frames of a moving system: at most this many, or all
    #[arg(long, value_name = "COUNT", value_parser = frame_count)]
    pub frames: Option<usize>,
    /// Seconds of the run per second of a glTF animation [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = positive)]
    pub speed: Option<f64>,
    /// Multiply displacements in a glTF animation by this, as `plot --scale` does; VTK files hold true places and displacements, which ParaView scales by Warp By Vector
    #[arg(long, value_name = "FACTOR", value_parser = positive)]
    pub scale: Option<f64>,
}

fn frame_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count >= 2 => Ok(count),
        _ if text == "all" => Ok(usize::MAX),
        _ => Err("expected a number of at least 2, or all".to_owned()),
    }
}

/// Arguments of `report`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot report top.nc                          writes top.html
  poinsot report fine.nc --compare coarse.nc -o both.html
  poinsot modes mast.toml --animate 3 -o third.nc && poinsot report third.nc

The page needs no network and no other file. It shows the moving system, plots of every output, the ledger of
energy and momentum, convergence, and the model. Long runs are shown with fewer frames; extremes and the tables
of exact values are those of all frames.")]
pub struct ReportArgs {
    /// Results file
    pub results: PathBuf,
    /// Page to write [default: name of the results with .html, in this folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Results of another run, drawn over the first
    #[arg(long, value_name = "FILE")]
    pub compare: Option<PathBuf>,
}

/// Arguments of `view`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot view top.nc                            writes top.html next to top.nc and opens it
  poinsot view fine.nc --compare coarse.nc
  poinsot view top.nc --no-open                  prints the path only
  poinsot run top.toml & poinsot view top.nc --live

With --live the page is served to this machine only (127.0.0.1), gets new frames while the run goes on, and
stays where it is when the run has ended. Ctrl-C ends the server.
Exit codes: 0 done, 1 no browser started or the page could not be written, 2 bad input or usage.")]
pub struct ViewArgs {
    /// Results file
    pub results: PathBuf,
    /// Results of another run, drawn over the first
    #[arg(long, value_name = "FILE")]
    pub compare: Option<PathBuf>,
    /// Follow a run while it is running
    #[arg(long)]
    pub live: bool,
    /// Port to serve the page of --live on [default: a free one]
    #[arg(long, value_name = "NUMBER", requires = "live", value_parser = clap::value_parser!(u16).range(1..))]
    pub port: Option<u16>,
    /// Do not start a browser
    #[arg(long)]
    pub no_open: bool,
}
