//! What a results file says about itself: title, program, model, settings, what the run came to. Whoever writes results, the
//! command or a program, says the same in the same order, so that the same model gives the same bytes.

use crate::scene;
use poinsot::dynamics::StartReport;
use poinsot::meshes::encode_base64;
use poinsot::model::{Model, Parameter, Source};
use poinsot::results::Layout;
use poinsot::results::attributes::{FILES, PARAMETERS, SET};
use poinsot::simulation::Simulation;
use poinsot::statics::CriticalKind;

/// Attribute with the state that a run started from, if that came from a file: so it can begin again without that file.
pub const START: &str = "start";

/// Attribute with the constraints that were removed as redundant.
pub const REMOVED: &str = "removed";

/// The layout of a run that is about to begin, with all that its results say about it.
pub fn layout_of_run(simulation: &Simulation, model: &Model, source: &Source) -> Layout {
    let mut layout = simulation.layout().clone();
    let settings = simulation.settings_text();
    let (title, parameters) = (&model.title, &model.parameters);
    describe(&mut layout, title, source, parameters, Some(&settings));
    scene::store(&mut layout, model);
    describe_removed(&mut layout, simulation.start_report());
    if let Some(start) = simulation.start_bytes() {
        let attribute = (START.to_owned(), encode_base64(start));
        layout.attributes.push(attribute);
    }
    layout
}

/// Adds what the library cannot know, or leaves what it already said.
pub fn describe(
    layout: &mut Layout,
    title: &str,
    source: &Source,
    parameters: &[Parameter],
    settings: Option<&str>,
) {
    let set = source.settings().join("\n");
    let parameters: Vec<String> = parameters.iter().map(Parameter::to_string).collect();
    let parameters = parameters.join("\n");
    let facts = [
        ("title", title),
        ("program", "poinsot"),
        ("program_version", env!("CARGO_PKG_VERSION")),
        ("model", source.text()),
    ];
    let files = source.files().text();
    let outside = [(SET, &set), (PARAMETERS, &parameters), (FILES, &files)].into_iter();
    let outside = outside.filter(|(_, text)| !text.is_empty());
    let outside = outside.map(|(name, text)| (name, text.as_str()));
    let facts = facts.into_iter().chain(outside);
    for (name, value) in facts.chain(settings.map(|s| ("settings", s))) {
        if layout.attribute(name).is_none() {
            layout.attributes.push((name.to_owned(), value.to_owned()));
        }
    }
}

/// Adds the full list of constraints that were removed as redundant, one line each.
pub fn describe_removed(layout: &mut Layout, start: &StartReport) {
    let list: Vec<String> = start.removed.iter().map(ToString::to_string).collect();
    if !list.is_empty() {
        let attribute = (REMOVED.to_owned(), list.join("\n"));
        layout.attributes.push(attribute);
    }
}

/// What a run came to, as attributes that are added at its end. No clock among them: the same model gives the same bytes.
pub fn end_of_run(
    steps: u64,
    iterations: u64,
    facts: &[(&'static str, f64)],
) -> Vec<(String, String)> {
    let mut late = vec![
        ("steps".to_owned(), steps.to_string()),
        ("newton_iterations".to_owned(), iterations.to_string()),
    ];
    for (name, value) in facts {
        late.push(((*name).to_owned(), format!("{value:e}")));
    }
    late
}

/// Critical points that results list: the head of a file has room for some two kilobytes.
const MOST_CRITICAL: usize = 40;

/// What a path of equilibria came to, likewise, with its critical points.
pub fn end_of_path(
    points: usize,
    iterations: usize,
    critical: &[(CriticalKind, f64)],
) -> Vec<(String, String)> {
    let shown = &critical[..critical.len().min(MOST_CRITICAL)];
    let mut list = critical_text(shown);
    let more = critical.len() - shown.len();
    if more > 0 {
        list.push_str(&format!(", and {more} more"));
    }
    vec![
        ("points".to_owned(), points.to_string()),
        ("newton_iterations".to_owned(), iterations.to_string()),
        ("critical_points".to_owned(), list),
    ]
}

/// Critical points in one line.
pub fn critical_text(critical: &[(CriticalKind, f64)]) -> String {
    let one = |(kind, at): &(CriticalKind, f64)| format!("{} {at:.8}", critical_word(*kind));
    let list: Vec<String> = critical.iter().map(one).collect();
    match list.is_empty() {
        true => "none".to_owned(),
        false => list.join(", "),
    }
}

/// What a critical point is.
pub fn critical_word(kind: CriticalKind) -> &'static str {
    match kind {
        CriticalKind::Limit => "limit point",
        CriticalKind::Bifurcation => "bifurcation",
    }
}

/// Words in front of the cause of a failure.
const CAUSE: &str = "likeliest cause: ";

/// The likeliest cause in the text of a failure, with its evidence.
pub fn cause_of(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim);
    lines.find_map(|line| line.strip_prefix(CAUSE))
}

/// A failure in one line, for the results file: what happened, and the likeliest cause.
pub fn in_short(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    match cause_of(text) {
        Some(cause) => format!("{first}; {CAUSE}{cause}"),
        None => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_shortened_to_what_and_why() {
        let long =
            "step 3 failed\n  a table\n  likeliest cause: buckling (1 of 2)\n  next: less load";
        assert_eq!(
            in_short(long),
            "step 3 failed; likeliest cause: buckling (1 of 2)"
        );
        assert_eq!(in_short("disk full\nmore"), "disk full");
        assert_eq!(cause_of(long), Some("buckling (1 of 2)"));
    }

    /// A path may go through hundreds.
    #[test]
    fn results_list_a_limited_number_of_critical_points() {
        let mut critical = vec![(CriticalKind::Bifurcation, 1.25); MOST_CRITICAL];
        let text = |c: &[(CriticalKind, f64)]| end_of_path(1, 1, c)[2].1.clone();
        assert_eq!(text(&critical), critical_text(&critical));
        critical.extend([(CriticalKind::Limit, -1234.5678); 1000]);
        let text = text(&critical);
        assert!(text.ends_with("bifurcation 1.25000000, and 1000 more"));
        assert!(text.len() < 2000, "{}", text.len());
    }

    #[test]
    fn what_the_library_said_stays() {
        let mut layout = Layout::default();
        layout.attributes.push(("title".into(), "own".into()));
        let source = Source::new("a.toml", "x = 1");
        describe(&mut layout, "other", &source, &[], None);
        assert_eq!(layout.attribute("title"), Some("own"));
        assert_eq!(layout.attribute("model"), Some("x = 1"));
    }
}
