//! What to type next: the library says what is wrong and which key or value helps, the command adds its own words and options.

use poinsot::model::{Problem, Source, Topic, render_all};
use poinsot::results::{Damage, FileError};
use poinsot::simulation::Failure;
use std::path::Path;

/// Problems of a model, ready to print.
pub fn render(mut problems: Vec<Problem>, source: Option<&Source>) -> String {
    for problem in &mut problems {
        let Some(more) = problem.topic.and_then(command_for) else {
            continue;
        };
        if !problem.help.is_empty() {
            problem.help.push_str("; ");
        }
        problem.help.push_str(&more);
    }
    render_all(&problems, source, true)
}

fn command_for(topic: Topic) -> Option<String> {
    Some(match topic {
        Topic::Kind(kind) => format!("`poinsot kinds {kind}` explains its keys"),
        Topic::Equilibria => "`poinsot statics` does that".to_owned(),
        Topic::Examples => {
            "`poinsot examples NAME --copy .` provides a model to start from".to_owned()
        }
        _ => return None,
    })
}

/// An error of a results file, with the option or command that helps.
pub fn of_file(error: &FileError) -> String {
    let more = match error {
        FileError::Exists { .. } => "; --force replaces it",
        FileError::NotAFile { .. } | FileError::Create { .. } => " with -o",
        FileError::OtherRun { .. } | FileError::TooShort { .. } => " with `poinsot run`",
        FileError::Damaged {
            damage: Damage::OtherFormat,
            ..
        } => "\nhelp: `poinsot run`, `poinsot statics` and `poinsot modes --animate` write results",
        _ => "",
    };
    format!("{error}{more}")
}

/// Why a run failed, with the option that helps.
pub fn of_run(failure: &Failure) -> String {
    let more = match failure {
        Failure::Ledger { .. } => "; `--ledger warn` continues in spite of it",
        _ => "",
    };
    format!("{failure}{more}")
}

/// Why a run or a path failed, with the command that shows the model there.
pub fn with_picture(failure: &str, results: &Path) -> String {
    format!(
        "{failure}\n  see it: poinsot plot {} --shape",
        results.display()
    )
}

/// Lines about the start of a run, with the option that lists what they sum up.
pub fn start_lines(verbose: bool, lines: impl Fn(bool) -> Vec<String>) -> Vec<String> {
    let mut shown = lines(verbose);
    if !verbose && lines(true).len() > shown.len() {
        shown.push("  --verbose lists them one by one".to_owned());
    }
    shown
}
