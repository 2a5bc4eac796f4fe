//! `[parameters]` of a model, and values that are set from outside.

mod large;
mod outside;
mod places;
mod problems;

use poinsot::model::{Model, Problem, Source, read_model, render_all};

/// A model with settings; what is wrong with it ends the test.
fn read(text: &str, settings: &[&str]) -> Model {
    let source = Source::new("model.toml", text).with_settings(settings.iter().copied());
    match read_model(&source) {
        Ok((model, warnings)) => {
            assert!(warnings.is_empty(), "{warnings:?}");
            model
        }
        Err(problems) => panic!("{}", render_all(&problems, Some(&source), false)),
    }
}

/// All problems of a model with settings, and the same as they are shown.
fn problems(text: &str, settings: &[&str]) -> (Vec<Problem>, String) {
    let source = Source::new("model.toml", text).with_settings(settings.iter().copied());
    let problems = match read_model(&source) {
        Ok((_, warnings)) => warnings,
        Err(problems) => problems,
    };
    let shown = render_all(&problems, Some(&source), false);
    (problems, shown)
}

/// A model of a stone with these parameters and this mass.
fn stone(parameters: &str, mass: &str) -> String {
    format!(
        "[parameters]\n{parameters}\n[run]\nduration = 1\ndt = 0.1\n[[point_mass]]\nname = \"stone\"\nmass = {mass}\n"
    )
}
