//! Arguments of `plot`.

use super::values::{force_scale, frequency, positive, times, view};
use clap::{Args as ClapArgs, ValueEnum};
use poinsot_views::plot::shape::View;
use std::path::PathBuf;

/// A list of times [s].
#[derive(Clone, Debug, PartialEq)]
pub struct Times(pub Vec<f64>);

/// How a signal is faded in and out before its frequencies are sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WindowName {
    /// Smoothly: a frequency hardly leaks into others.
    Hann,
    /// Not at all: sharper, for whole periods.
    None,
}

/// Arguments of `plot`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot plot top.nc                              initial and final configuration, energies
  poinsot plot top.nc --list                       the outputs and their units
  poinsot plot top.nc top.position.z               one output over time, top.svg
  poinsot plot top.nc top.position -o path.png     all components
  poinsot plot top.nc top.position.y --against top.position.x
  poinsot plot top.nc --energy --from 2 --to 3
  poinsot plot top.nc axis.point.x --spectrum --max-frequency \"5 Hz\"
  poinsot plot top.nc --phase axis.point.z         value against its rate
  poinsot plot top.nc --orbit axis                 path in space: three projections and a view
  poinsot plot top.nc --shape --at 0,0.5,1 --view 40,20 -o top.png
  poinsot plot arm.nc --shape --frames 8 --color moment --orbit tip
  poinsot plot panel.nc --shape --color mises_top --range \"0,200 MPa\" --scale 50
  poinsot plot study.nc                            the table of a study: outputs over parameters, histograms, envelopes")]
pub struct PlotArgs {
    /// Results file, or the table of a study
    pub results: PathBuf,
    /// Outputs to draw; the beginning of a name selects all that start with it
    #[arg(value_name = "OUTPUT")]
    pub outputs: Vec<String>,
    /// List the outputs and their units
    #[arg(long, conflicts_with_all = ["outputs", "energy", "ledger", "phase", "orbit", "shape"])]
    pub list: bool,
    /// Output for the horizontal axis instead of time
    #[arg(long, value_name = "OUTPUT")]
    pub against: Option<String>,
    /// Draw all energies
    #[arg(long)]
    pub energy: bool,
    /// Draw the energy ledger: work, losses and the gap
    #[arg(long)]
    pub ledger: bool,
    /// Picture, .svg or .png [default: name of the results with .svg, in this folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Start of the time shown [s]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub from: Option<f64>,
    /// End of the time shown [s]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub to: Option<f64>,
    /// Logarithmic vertical axis, of absolute values
    #[arg(long)]
    pub log: bool,
    /// Line at the top [default: title of the model]
    #[arg(long)]
    pub title: Option<String>,

    /// Draw amplitudes over frequency instead of values over time
    #[arg(long, conflicts_with_all = ["against", "phase", "orbit", "shape"], help_heading = "Spectra")]
    pub spectrum: bool,
    /// Window of the signal
    #[arg(
        long,
        value_enum,
        default_value = "hann",
        requires = "spectrum",
        help_heading = "Spectra"
    )]
    pub window: WindowName,
    /// Highest frequency shown, for example "20 Hz" [default: half the rate of the frames]
    #[arg(long, value_name = "HZ", value_parser = frequency, requires = "spectrum", help_heading = "Spectra")]
    pub max_frequency: Option<f64>,
    /// Logarithmic frequency axis
    #[arg(long, requires = "spectrum", help_heading = "Spectra")]
    pub log_frequency: bool,
    /// Number of highest peaks to label
    #[arg(
        long,
        value_name = "N",
        default_value = "5",
        requires = "spectrum",
        help_heading = "Spectra"
    )]
    pub peaks: usize,

    /// Draw an output against its rate: the recorded one, or else differences
    #[arg(long, value_name = "OUTPUT", conflicts_with_all = ["outputs", "against", "energy", "ledger", "orbit", "shape", "log"], help_heading = "Paths")]
    pub phase: Vec<String>,
    /// Draw the path of a body, a sensor, a node or any vector in space; with --shape, in the picture of the model
    #[arg(long, value_name = "NAME", conflicts_with_all = ["outputs", "against", "energy", "ledger", "log"], help_heading = "Paths")]
    pub orbit: Vec<String>,

    /// Draw the model itself at the start (pale) and the end, or at the times of --at or --frames
    #[arg(long, conflicts_with_all = ["outputs", "against", "energy", "ledger", "log"], help_heading = "The model itself")]
    pub shape: bool,
    /// Times to show, palest first: 0.5 or 0,0.1,0.2; the nearest frames are taken
    #[arg(long, value_name = "TIMES", value_parser = times, requires = "shape", conflicts_with = "frames", help_heading = "The model itself")]
    pub at: Option<Times>,
    /// Show this many times, evenly spaced from --from to --to
    #[arg(long, value_name = "N", requires = "shape", value_parser = clap::value_parser!(u16).range(1..=500), help_heading = "The model itself")]
    pub frames: Option<u16>,
    /// Direction of view: iso, front, side, top, or AZ,EL in degrees, to the right from the front and up
    #[arg(long, value_name = "VIEW", value_parser = view, allow_hyphen_values = true, help_heading = "The model itself")]
    pub view: Option<View>,
    /// Colour flexible bodies by speed, force, moment, strain, curvature (beams), tension, cable_strain (cables), mises_top, stress_top, shell_force, shell_moment, tsai_hill and others (shells); `moment.x` is one component
    #[arg(
        long,
        visible_alias = "colour",
        value_name = "QUANTITY",
        requires = "shape",
        help_heading = "The model itself"
    )]
    pub color: Option<String>,
    /// Values at the ends of the colour bar: 0,2e8 or "0,200 MPa" [default: the least and the largest value shown]
    #[arg(
        long,
        value_name = "LOW,HIGH",
        requires = "color",
        allow_hyphen_values = true,
        help_heading = "The model itself"
    )]
    pub range: Option<String>,
    /// Cut solids and shells by a plane and show the inside of solids: x=0.05, "z=12 mm", or with a direction 1,1,0=0.2; x<0.05 keeps that side instead of the far one
    #[arg(
        long,
        value_name = "PLANE",
        requires = "shape",
        allow_hyphen_values = true,
        help_heading = "The model itself"
    )]
    pub cut: Option<String>,
    /// Multiply displacements from the first frame by this; where something turns by more than 0.2 rad or travels by more than a fifth of the size of the model, those of each flexible body beside its rigid motion
    #[arg(long, value_name = "FACTOR", value_parser = positive, requires = "shape", help_heading = "The model itself")]
    pub scale: Option<f64>,
    /// Draw lines between the elements of shells and solids [default: on up to 3000 elements]
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        requires = "shape",
        help_heading = "The model itself"
    )]
    pub lines: Option<OnOff>,
    /// Draw the normals of shell elements
    #[arg(long, requires = "shape", help_heading = "The model itself")]
    pub normals: bool,
    /// Draw the contact force on every shape that moves as an arrow, where its largest force acts; shapes on the ground feel the opposite
    #[arg(
        long,
        requires = "shape",
        conflicts_with = "scale",
        help_heading = "The model itself"
    )]
    pub forces: bool,
    /// Force that an arrow of one metre stands for, for example "2 kN/m" [default: a round number, with which the largest one shown is at most a fifth of the size of the model]
    #[arg(long, value_name = "NEWTONS", value_parser = force_scale, requires = "forces", help_heading = "The model itself")]
    pub force_scale: Option<f64>,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnOff {
    /// Always.
    On,
    /// Never.
    Off,
}

impl PlotArgs {
    /// Whether a time is shown.
    pub fn shows(&self, t: f64) -> bool {
        let (from, to) = (
            self.from.unwrap_or(f64::NEG_INFINITY),
            self.to.unwrap_or(f64::INFINITY),
        );
        (from..=to).contains(&t)
    }
}
