//! What a user can say, in SI units, with every name resolved to text and every value checked.
//!
//! The file format is decoded into these types and nothing else; the rest of the library starts from here.

mod decode;
mod describe;
mod examples;
mod problem;
mod reference;
mod schema;
mod source;
mod tree;
mod types;

pub use examples::mini_examples;
pub use problem::{Problem, Severity, render_all};
pub use reference::{FieldReference, KindReference, reference};
pub use schema::schema;
pub use source::{FILE_LIMIT, Format, Source, read_file};
pub use types::*;

/// Reads a model. The problems are in the order of the text: warnings beside a usable model, or everything
/// that is wrong with one that is not.
pub fn read_model(source: &Source) -> Result<(Model, Vec<Problem>), Vec<Problem>> {
    let report = problem::Report::new(source);
    if source.text().trim().is_empty() {
        let help = "a model needs at least a [[body]] or a [[point_mass]]";
        report.error(&(0..0), "", "the model is empty".into(), help.into());
        return Err(report.into_problems());
    }
    let model = tree::parse(&report).map(|root| decode::model(&report, &root));
    let broken = report.has_errors();
    match model {
        Some(model) if !broken => Ok((model, report.into_problems())),
        _ => Err(report.into_problems()),
    }
}
