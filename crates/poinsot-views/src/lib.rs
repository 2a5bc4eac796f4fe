//! What people look at: curves and pictures, reports for a browser, and files for other programs. All of it is made from a results
//! file, and from the model stored in it.
//!
//! - [`plot`]: curves, spectra, paths and models as PNG or SVG.
//! - [`report`]: one page for a browser with the animated model and all curves.
//! - [`export`]: VTK, glTF, CSV and NumPy for other programs.
//! - [`live`]: a page that follows a run.
//! - [`provenance`]: what a results file says about itself.
//!
//! A curve as SVG and PNG:
//!
//! ```
//! use poinsot_views::plot::{Figure, Panel, Series, scene_of, to_png, to_svg};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let times: Vec<f64> = (0..200).map(|k| 0.01 * f64::from(k)).collect();
//!     let angles = times.iter().map(|t| 0.3 * (5.0 * t).cos()).collect();
//!     let curve = Series {
//!         name: "hinge.angle".into(),
//!         x: times,
//!         y: angles,
//!     };
//!     let figure = Figure {
//!         title: "Pendulum".into(),
//!         x_label: "time [s]".into(),
//!         panels: vec![Panel {
//!             y_label: "angle [rad]".into(),
//!             series: vec![curve],
//!             ..Panel::default()
//!         }],
//!         ..Figure::default()
//!     };
//!     let scene = scene_of(&figure);
//!     let folder = std::env::temp_dir();
//!     std::fs::write(folder.join("pendulum.svg"), to_svg(&scene))?;
//!     std::fs::write(folder.join("pendulum.png"), to_png(&scene, 2.0)?)?;
//!     Ok(())
//! }
//! ```

// Units in brackets, `[s]`, are not links.
#![allow(rustdoc::broken_intra_doc_links)]

pub mod export;
pub mod live;
pub mod plot;
pub mod provenance;
pub mod report;
pub mod scene;
