//! What is wrong with a model, where, and what to do about it.

use super::source::Source;
use super::types::Place;
use std::cell::RefCell;
use std::fmt::Write;
use std::ops::Range;

/// Problems beyond this number are not listed: nobody reads more of them.
const LISTED: usize = 500;

/// Characters of a source line that are shown; longer lines are cut around the place.
const SHOWN: usize = 100;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The model cannot be used.
    Error,
    /// The model can be used, but probably says something that was not meant.
    Warning,
}

/// What explains more than a message can. The library says what; the program around it says how to get there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Topic {
    /// The description of a kind, as [`reference`](super::reference) gives it.
    Kind(&'static str),
    /// The path of equilibria under growing loads.
    Equilibria,
    /// Complete models to start from.
    Examples,
}

/// One thing that is wrong with a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is; line 0 when it concerns the file as a whole.
    pub place: Place,
    /// Characters to underline from the place on.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// What to do next; may be empty.
    pub help: String,
    /// Where to read more.
    pub topic: Option<Topic>,
}

impl Problem {
    /// An error that concerns a file as a whole.
    pub fn of_file(message: impl Into<String>, help: impl Into<String>) -> Self {
        Problem {
            severity: Severity::Error,
            place: Place::default(),
            length: 0,
            message: message.into(),
            help: help.into(),
            topic: None,
        }
    }

    /// The same with a pointer to where more can be read.
    pub(crate) fn with_topic(self, topic: Topic) -> Self {
        Problem {
            topic: Some(topic),
            ..self
        }
    }

    /// The problem as text: message, file:line:column, path, the source line with an underline, help.
    pub fn render(&self, source: Option<&Source>, colour: bool) -> String {
        let paint = |code: &str, text: &str| match colour {
            true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            false => text.to_string(),
        };
        let (word, code) = match self.severity {
            Severity::Error => ("error", "1;31"),
            Severity::Warning => ("warning", "1;33"),
        };
        let mut text = format!("{}: {}\n", paint(code, word), paint("1", &self.message));
        let Place { path, line, column } = &self.place;
        let digits = line.to_string().len();
        if let Some(source) = source.filter(|_| *line > 0) {
            let (shown, skip) = window(source.line(*line), *column);
            let room = shown.chars().count().saturating_sub(skip).max(1);
            let marks = "^".repeat(self.length.clamp(1, room));
            let gap = " ".repeat(digits);
            let at = match path.is_empty() {
                true => String::new(),
                false => format!(" at {path}"),
            };
            // Writing to a String cannot fail.
            let (place, number) = match source.setting(*line) {
                Some(setting) => (format!("setting {}", window(setting, 1).0), gap.clone()),
                None => (
                    format!("{}:{line}:{column}", source.name()),
                    line.to_string(),
                ),
            };
            let _ = writeln!(text, "{gap}--> {place}{at}");
            let _ = writeln!(text, "{gap} |");
            let _ = writeln!(text, "{number} | {shown}");
            let _ = writeln!(text, "{gap} | {}{}", " ".repeat(skip), paint(code, &marks));
        }
        if !self.help.is_empty() {
            let gap = " ".repeat(digits);
            let _ = writeln!(text, "{gap} = {}: {}", paint("1;36", "help"), self.help);
        }
        text
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.render(None, false).trim_end())
    }
}

impl std::error::Error for Problem {}

/// All problems as one text, followed by a count.
pub fn render_all(problems: &[Problem], source: Option<&Source>, colour: bool) -> String {
    let mut text = String::new();
    for problem in problems {
        text.push_str(&problem.render(source, colour));
        text.push('\n');
    }
    let count = |severity| problems.iter().filter(|p| p.severity == severity).count();
    let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    match (count(Severity::Error), count(Severity::Warning)) {
        (0, 0) => {}
        (0, w) => text += &format!("{}\n", plural(w, "warning")),
        (e, 0) => text += &format!("{}\n", plural(e, "error")),
        (e, w) => text += &format!("{}, {}\n", plural(e, "error"), plural(w, "warning")),
    }
    text
}

/// The part of a line around a column (from 1) and the number of characters before that column in it.
fn window(line: &str, column: usize) -> (String, usize) {
    let target = column.saturating_sub(1);
    let from = match target > SHOWN * 3 / 4 {
        true => target - SHOWN / 2,
        false => 0,
    };
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let part: String = line.chars().skip(from).take(SHOWN).map(printable).collect();
    let skip = (target - from).min(part.chars().count());
    (part, skip)
}

/// Collects problems while a model is read.
pub(super) struct Report<'a> {
    pub source: &'a Source,
    problems: RefCell<Vec<(usize, Problem)>>,
}

impl<'a> Report<'a> {
    pub fn new(source: &'a Source) -> Self {
        Report {
            source,
            problems: RefCell::default(),
        }
    }

    /// Where a span of the text is.
    pub fn place(&self, span: &Range<usize>, path: &str) -> Place {
        let (line, column) = self.source.line_column(span.start);
        let path = path.to_string();
        Place { path, line, column }
    }

    /// The bytes of a part of a text, as long as the text stands in its span as it is; else the whole span.
    pub fn inside(&self, span: &Range<usize>, text: &str, part: &Range<usize>) -> Range<usize> {
        let written = self.source.whole().get(span.clone());
        let offset = written.and_then(|w| w.find(text));
        match offset.map(|o| o + span.start) {
            Some(start) => start + part.start..start + part.end,
            None => span.clone(),
        }
    }

    pub fn add(
        &self,
        severity: Severity,
        span: &Range<usize>,
        path: &str,
        message: String,
        help: String,
    ) {
        if self.is_full() {
            return;
        }
        let covered = self.source.whole().get(span.clone()).unwrap_or("");
        // Only the first line of a span that covers several is underlined.
        let length = covered.lines().next().unwrap_or("").chars().count();
        let problem = Problem {
            severity,
            place: self.place(span, path),
            length,
            message,
            help,
            topic: None,
        };
        self.problems.borrow_mut().push((span.start, problem));
    }

    pub fn error(&self, span: &Range<usize>, path: &str, message: String, help: String) {
        self.add(Severity::Error, span, path, message, help);
    }

    /// An error that the description of a kind helps with.
    pub fn error_about(
        &self,
        kind: &'static str,
        span: &Range<usize>,
        path: &str,
        message: String,
        help: String,
    ) {
        if self.is_full() {
            return;
        }
        self.error(span, path, message, help);
        if let Some((_, problem)) = self.problems.borrow_mut().last_mut() {
            problem.topic = Some(Topic::Kind(kind));
        }
    }

    /// Whether further problems are not listed any more; looking for them is wasted time.
    pub fn is_full(&self) -> bool {
        self.problems.borrow().len() >= LISTED
    }

    /// Whether something was found that makes the model unusable.
    pub fn has_errors(&self) -> bool {
        let problems = self.problems.borrow();
        problems.iter().any(|(_, p)| p.severity == Severity::Error)
    }

    /// All problems in the order of the text.
    pub fn into_problems(self) -> Vec<Problem> {
        let full = self.is_full();
        let mut problems = self.problems.into_inner();
        problems.sort_by_key(|(start, _)| *start);
        let mut problems: Vec<_> = problems.into_iter().map(|(_, p)| p).collect();
        if full {
            problems.push(Problem::of_file(
                format!("more than {LISTED} problems; the rest is not listed"),
                "correct these first and read the model again",
            ));
        }
        problems
    }
}

/// The known word most like a wrong one, if there is one like it.
pub(super) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    // The distance costs length times length, and nobody misspells a key of a hundred letters.
    if word.len() > 64 {
        return None;
    }
    let plain = |w: &str| w.to_lowercase().replace('-', "_");
    let word = plain(word);
    let score = |k: &str| strsim::normalized_damerau_levenshtein(&word, &plain(k));
    let scored = known.into_iter().map(|k| (score(k), k));
    scored
        .filter(|(s, _)| *s >= 0.5)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, k)| k)
}

/// What others call it, and what it is called here.
const SYNONYMS: [(&str, &str); 21] = [
    ("hinge", "revolute"),
    ("pin", "revolute"),
    ("slider", "prismatic"),
    ("sliding", "prismatic"),
    ("translational", "prismatic"),
    ("ball", "spherical"),
    ("cardan", "universal"),
    ("hooke", "universal"),
    ("rigid", "fixed"),
    ("weld", "fixed"),
    ("clamp", "fixed"),
    ("rod", "distance"),
    ("link", "distance"),
    ("pipe", "tube"),
    ("round", "circle"),
    ("hollow", "box"),
    ("rod", "cylinder"),
    ("disc", "cylinder"),
    ("ball", "sphere"),
    ("block", "box"),
    ("cuboid", "box"),
];

/// Help for a word that is not among the known ones: its name here, the nearest, or all of them.
pub fn suggest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let here = SYNONYMS
        .iter()
        .find(|(other, name)| other.eq_ignore_ascii_case(word) && known.contains(name));
    if let Some((_, name)) = here {
        return format!("here it is called `{name}`");
    }
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => String::new(),
        None if known.len() > 24 => format!("known are {}, ...", quoted(&known[..24])),
        None => format!("known are {}", quoted(&known)),
    }
}

/// Words in back quotes, separated by commas.
pub(super) fn quoted(words: &[&str]) -> String {
    let list: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    list.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_shows_line_underline_path_and_help() {
        let source = Source::new("top.toml", "[[body]]\nmas = 3\n");
        let report = Report::new(&source);
        report.error(&(9..12), "body[0].mas", "unknown key".into(), "mass".into());
        let text = render_all(&report.into_problems(), Some(&source), false);
        let expected = "error: unknown key\n --> top.toml:2:1 at body[0].mas\n  |\n2 | mas = 3\n  | ^^^\n  = help: mass\n\n1 error\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let source = Source::new("x", format!("{}!{}", "a".repeat(5000), "b".repeat(5000)));
        let report = Report::new(&source);
        report.error(&(5000..9000), "", "here".into(), String::new());
        let text = report.into_problems()[0].render(Some(&source), false);
        assert!(
            text.lines().all(|l| l.chars().count() <= SHOWN + 10),
            "{text}"
        );
        assert!(text.contains('!'));
    }

    #[test]
    fn nearest_word_ignores_case_and_dashes() {
        let known = ["point_mass", "body", "orientation-lock"];
        assert_eq!(nearest("Point-Mas", known), Some("point_mass"));
        assert_eq!(nearest("orientation_lock", known), Some("orientation-lock"));
        assert_eq!(nearest("xyzzy", known), None);
    }

    #[test]
    fn what_others_call_it_is_known() {
        let known = ["revolute", "prismatic"];
        assert_eq!(suggest("Slider", known), "here it is called `prismatic`");
        assert_eq!(suggest("ball", known), "known are `revolute`, `prismatic`");
    }
}
