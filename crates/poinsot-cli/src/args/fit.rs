//! Arguments of `fit`.

use super::values::{density, modulus};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

/// Laws by their names in model files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FitLaw {
    /// One constant; for stretches up to 1.5
    NeoHookean,
    /// Two constants; for stretches up to 2
    MooneyRivlin,
    /// Three constants; with the upturn at large stretches
    Yeoh,
    /// Up to six constants; for several tests at once
    Ogden,
}

/// Arguments of `fit`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  poinsot fit tension.csv --law yeoh                     prints a [[material]]
  poinsot fit tests.csv --law ogden --plot tests.svg     draws points and curves too
  poinsot fit tests.csv --law ogden --terms 2 --bulk \"1.5 GPa\" >> model.toml

The first line of the table names its columns: `stretch` or `strain`, `stress [MPa]`, and `test`
with uniaxial, biaxial or planar in each row if there is more than one test. Stresses are forces
by area as drawn. Each test counts equally; the material counts as incompressible.")]
pub struct FitArgs {
    /// Table of stretches and stresses (CSV)
    pub data: PathBuf,
    /// Law to fit
    #[arg(long, value_enum, default_value = "ogden")]
    pub law: FitLaw,
    /// Terms of Ogden's law, at most
    #[arg(long, value_name = "NUMBER", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=3))]
    pub terms: u8,
    /// Bulk modulus of the material [default: a thousand times its shear modulus]
    #[arg(long, value_name = "MODULUS", value_parser = modulus)]
    pub bulk: Option<f64>,
    /// Density of the material
    #[arg(long, value_name = "DENSITY", value_parser = density)]
    pub density: Option<f64>,
    /// Name of the material
    #[arg(long, default_value = "rubber")]
    pub name: String,
    /// Picture of points and curves, .svg or .png
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}
