//! Poinsot: flexible multibody dynamics with energy- and momentum-consistent time integration.
//!
//! Data flow: a text ([`model::Source`]) becomes a [`model::Model`], and that a [`system::System`] of nodes and interactions; a
//! [`simulation::Simulation`] advances its state step by step and hands frames of results to a [`simulation::Observer`].
//! Equilibria are in [`statics`], frequencies and matrices in [`modes`], results files in [`results`].
//!
//! A pendulum falls for a second, and its angle is printed:
//!
//! ```
//! use poinsot::model::{Source, read_model, render_all};
//! use poinsot::results::resolve;
//! use poinsot::simulation::{Control, Observer, Options, Simulation, StepInfo};
//!
//! const MODEL: &str = r#"
//! gravity = [0, 0, -9.81]
//!
//! [run]
//! duration = 1
//! dt = 0.005
//!
//! [[body]]
//! name = "arm"
//! mass = 2
//! inertia = [0.02, 0.16, 0.16]
//! position = [0.5, 0, 0]
//!
//! [[joint]]
//! name = "hinge"
//! kind = "revolute"
//! between = ["ground", "arm"]
//! at = [0, 0, 0]
//! axis = [0, 1, 0]
//! unknowns = ["angle"]
//! "#;
//!
//! /// Keeps every recorded frame.
//! #[derive(Default)]
//! struct Frames(Vec<Vec<f64>>);
//!
//! impl Observer for Frames {
//!     fn frame(&mut self, row: &[f64]) -> Control {
//!         self.0.push(row.to_vec());
//!         Control::Continue
//!     }
//!     fn step(&mut self, _step: &StepInfo) -> Control {
//!         Control::Continue
//!     }
//! }
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let source = Source::new("pendulum.toml", MODEL);
//!     let (model, _warnings) = read_model(&source).map_err(|p| render_all(&p, Some(&source), false))?;
//!     let mut run =
//!         Simulation::new(model, Options::default()).map_err(|p| render_all(&p, Some(&source), false))?;
//!     let mut frames = Frames::default();
//!     let outcome = run.run(&mut frames);
//!     let angle = resolve(run.layout(), "hinge.angle")?[0].column;
//!     for row in frames.0.iter().step_by(40) {
//!         println!("t {:.2} s   angle {:+.4} rad", row[0], row[angle]);
//!     }
//!     println!("{}", outcome.ledger_line());
//!     assert!(outcome.largest_energy_gap < 1e-9 * outcome.energy_scale);
//!     Ok(())
//! }
//! ```

// Variables carry the frame they are expressed in as a capital: `omega_B`, `r_W`.
#![allow(non_snake_case)]
// Units in brackets, `[m]`, are not links.
#![allow(rustdoc::broken_intra_doc_links)]

pub mod checkpoint;
pub mod dynamics;
mod files;
pub mod functions;
pub mod geometry;
pub mod math;
pub mod mechanics;
pub mod meshes;
pub mod model;
pub mod modes;
pub mod reduction;
pub mod results;
pub mod sections;
pub mod simulation;
pub mod statics;
pub mod storage;
pub mod system;
pub mod units;
