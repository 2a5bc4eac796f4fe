//! The user's model, in SI units, with every value checked.
//!
//! The file format is decoded into these types and nothing else; the rest of the library starts from here.
//!
//! The way of a file: [`read_file`] gives a [`Source`]; `tree` turns TOML or JSON into one tree of values with their
//! places; `set` puts in what is set from outside ([`Source::with_settings`]); `parameters` evaluates `[parameters]`; `decode` holds that tree against `describe`, where every table and key is described once, and builds the
//! [`Model`]. [`schema`] and [`reference`] are written from the same descriptions. A new key is one line in `describe`
//! and one in the `decode` function of its table.
//!
//! ```
//! use poinsot::model::{Source, read_model, render_all};
//!
//! let source = Source::new("stone.toml", r#"
//! gravity = [0, 0, -9.81]
//! [run]
//! duration = 1
//! dt = "10 ms"
//! [[point_mass]]
//! name = "stone"
//! mass = "200 g"
//! "#);
//! let (model, warnings) = read_model(&source).map_err(|p| render_all(&p, Some(&source), false))?;
//! assert_eq!(model.point_masses[0].mass, 0.2);
//! assert!(warnings.is_empty());
//! # Ok::<(), String>(())
//! ```

pub mod actions;
mod check;
mod decode;
mod describe;
mod examples;
mod flexible;
mod inside;
pub mod joints;
mod kept_files;
mod loose;
mod make;
mod massless;
mod mesh_report;
mod modes;
mod parameters;
mod problem;
mod reduced;
mod reduced_solid;
mod reference;
mod schema;
pub mod schemes;
mod set;
mod shapes;
mod shells;
mod solid_laws;
mod solids;
mod source;
mod statics;
mod tree;
mod types;

pub use actions::data::*;
pub(crate) use decode::LARGEST;
pub use examples::mini_examples;
pub use flexible::*;
pub use inside::*;
pub use kept_files::KeptFiles;
pub use massless::PullsOnMass;
pub use mesh_report::MeshReport;
pub use modes::{ModesAbout, ModesKind, ModesSettings};
pub use parameters::Parameter;
pub use problem::{Problem, Severity, Topic, render_all, suggest};
pub use reduced::*;
pub use reduced_solid::{ReducedSolid, SolidPart};
pub use reference::{FieldReference, KindPlace, KindReference, reference};
pub use schema::schema;
pub use shapes::{DrawnShape, MeshFile, ShapePlace, Solid, Spread};
pub use shells::*;
pub use solids::*;
pub use source::{FILE_LIMIT, Format, Source, read_file};
pub use statics::{Branch, Start, StartFile, Statics, SteadyTurning, Vary};
pub use types::*;

/// Reads a model. The problems are in the order of the text: warnings beside a usable model, or everything
/// that is wrong with one that is not.
pub fn read_model(source: &Source) -> Result<(Model, Vec<Problem>), Vec<Problem>> {
    let report = problem::Report::new(source);
    if source.text().trim().is_empty() {
        let help = "a model needs at least a [[body]], a [[point_mass]], a [[beam]] or a [[cable]]";
        report.error(&(0..0), "", "the model is empty".into(), help.into());
        return Err(report.into_problems());
    }
    let model = tree::parse(&report).map(|mut root| {
        let changes = set::apply(&report, &mut root);
        let parameters = parameters::Values::read(&report, &root, &changes.parameters);
        changes.use_names(&parameters);
        decode::model(&report, &root, &parameters)
    });
    let broken = report.has_errors();
    match model {
        Some(model) if !broken => Ok((model, report.into_problems())),
        _ => Err(report.into_problems()),
    }
}
