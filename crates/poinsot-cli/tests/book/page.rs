//! Reads a page: its files, its commands with the output shown, its Python.
//!
//! - A block of the language `console` holds commands: a line that begins with `$ ` is one, the lines up to the next are
//!   its output. A block without output lines is only run.
//! - `<!-- file: NAME -->` on the line before a block puts that block into the file NAME.
//! - `<!-- exit: CODE -->` on the line before a block of commands is the exit code of its last command; otherwise it is 0.
//! - A block of the language `python` is a script; what `# ` lines at its end say is not checked.
//! - Indented lines that begin with a program are commands as well, without output; the mark of the exit code may stand
//!   before one of them.

/// Programs whose lines are commands wherever they stand.
pub const PROGRAMS: [&str; 5] = ["poinsot", "python3", "cargo", "git", "rustup"];

/// A command and what it prints.
#[derive(Debug, PartialEq)]
pub struct Step {
    /// Line of the page, from 1.
    pub line: usize,
    pub command: String,
    /// Lines of output; empty when none are shown.
    pub output: Vec<String>,
    pub exit: i32,
}

/// A part of a page that does something.
#[derive(Debug, PartialEq)]
pub enum Part {
    File { name: String, text: String },
    Step(Step),
    Python { line: usize, text: String },
}

/// All parts of a page in their order, and what does not follow the convention.
pub fn read(text: &str) -> (Vec<Part>, Vec<String>) {
    let (mut parts, mut wrong) = (Vec::new(), Vec::new());
    let lines: Vec<&str> = text.lines().collect();
    let mut marks: Vec<&str> = Vec::new();
    let mut k = 0;
    while k < lines.len() {
        let line = lines[k];
        if let Some(language) = line.strip_prefix("```") {
            let end = (k + 1..lines.len()).find(|&e| lines[e].starts_with("```"));
            let end = end.unwrap_or(lines.len());
            let body = &lines[k + 1..end];
            block(language, &marks, k + 2, body, &mut parts, &mut wrong);
            k = end + 1;
            marks.clear();
            continue;
        }
        if let Some(command) = line.strip_prefix("    ").filter(|l| is_command(l)) {
            let mut step = step(k + 1, command);
            step.exit = exit_code(&marks).unwrap_or(0);
            parts.push(Part::Step(step));
        }
        match line
            .strip_prefix("<!-- ")
            .and_then(|l| l.strip_suffix(" -->"))
        {
            Some(mark) => marks.push(mark),
            None => marks.clear(),
        }
        k += 1;
    }
    (parts, wrong)
}

/// Whether a line begins with a program.
fn is_command(line: &str) -> bool {
    PROGRAMS.contains(&line.split(' ').next().unwrap_or_default())
}

/// The value of a mark.
fn value<'a>(marks: &[&'a str], key: &str) -> Option<&'a str> {
    let mut values = marks
        .iter()
        .filter_map(|m| m.strip_prefix(key)?.strip_prefix(": "));
    values.next()
}

fn exit_code(marks: &[&str]) -> Option<i32> {
    value(marks, "exit").map_or(Some(0), |code| code.parse().ok())
}

fn step(line: usize, command: &str) -> Step {
    Step {
        line,
        command: command.to_owned(),
        output: vec![],
        exit: 0,
    }
}

fn block(
    language: &str,
    marks: &[&str],
    first: usize,
    body: &[&str],
    parts: &mut Vec<Part>,
    wrong: &mut Vec<String>,
) {
    if let Some(name) = value(marks, "file") {
        let text = body.join("\n") + "\n";
        let name = name.to_owned();
        return parts.push(Part::File { name, text });
    }
    match language {
        "console" => {
            let begin = parts.len();
            for (k, line) in body.iter().enumerate() {
                match (line.strip_prefix("$ "), parts[begin..].last_mut()) {
                    (Some(command), _) => parts.push(Part::Step(step(first + k, command))),
                    (None, Some(Part::Step(last))) => last.output.push((*line).to_owned()),
                    _ => wrong.push(format!("line {}: output before any command", first + k)),
                }
            }
            match (exit_code(marks), parts[begin..].last_mut()) {
                (Some(code), Some(Part::Step(last))) => last.exit = code,
                _ => wrong.push(format!("line {first}: no command, or a bad exit code")),
            }
        }
        "python" => parts.push(Part::Python {
            line: first,
            text: body.join("\n") + "\n",
        }),
        _ => {
            for (k, line) in body.iter().enumerate() {
                if line.starts_with("$ ") || is_command(line) {
                    let at = first + k;
                    wrong.push(format!(
                        "line {at}: `{line}` is a command outside a block ```console, so nothing runs it"
                    ));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_in_their_order() {
        let text = "# A\n\n<!-- file: a.toml -->\n```toml\nx = 1\n```\n\n<!-- exit: 2 -->\n```console\n$ poinsot check a.toml\nerror: no\n  y\n$ poinsot run a.toml\n```\n\n<!-- exit: 1 -->\n    poinsot plot a.nc\n    T = 2\n\n```python\nprint(1)\n```\n";
        let (parts, wrong) = read(text);
        assert_eq!(wrong, Vec::<String>::new());
        let mut check = step(10, "poinsot check a.toml");
        check.output = vec!["error: no".into(), "  y".into()];
        let mut run = step(13, "poinsot run a.toml");
        run.exit = 2;
        let file = Part::File {
            name: "a.toml".into(),
            text: "x = 1\n".into(),
        };
        let python = Part::Python {
            line: 21,
            text: "print(1)\n".into(),
        };
        let mut plot = step(17, "poinsot plot a.nc");
        plot.exit = 1;
        assert_eq!(
            parts,
            [
                file,
                Part::Step(check),
                Part::Step(run),
                Part::Step(plot),
                python
            ]
        );
    }

    #[test]
    fn commands_cannot_hide() {
        for text in [
            "```\n$ ls\n```\n",
            "```sh\npoinsot run x\n```\n",
            "```console\nfoo\n```\n",
        ] {
            assert!(!read(text).1.is_empty(), "{text}");
        }
        assert!(read("```text\nThe poinsot command\n```\n").1.is_empty());
    }
}
