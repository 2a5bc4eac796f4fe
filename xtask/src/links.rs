//! Relative links between pages: found in Markdown, resolved, written anew for a page in another folder.

/// Lines outside fenced code, with their numbers.
pub fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(k, line)| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return None;
        }
        (!fenced).then_some((k + 1, line))
    })
}

/// Targets of `[text](target)` in a line, code left out.
pub fn links(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (k, part) in line.split('`').enumerate() {
        // Link texts may hold code, so a link may begin in the part behind it.
        if k % 2 == 1 {
            continue;
        }
        for rest in part.split("](").skip(1) {
            if let Some(end) = rest.find(')') {
                found.push(&rest[..end]);
            }
        }
    }
    found
}

/// Whether a target is on another site.
pub fn is_external(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// `a/b/../c` as `a/c`; nothing if it leaves the root.
pub fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The way from one folder to a file, both seen from the root.
pub fn way(folder: &str, file: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    let to: Vec<&str> = file.split('/').collect();
    let same = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut parts = vec![".."; from.len() - same];
    parts.extend(&to[same..]);
    parts.join("/")
}

/// The folder of a file, both seen from the root.
pub fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A line with every link replaced by what `place` says; without an answer the text of the link stays and the link goes.
pub fn relink(line: &str, place: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(begin) = rest.find("](") {
        let Some(length) = rest[begin..].find(')') else {
            break;
        };
        let target = &rest[begin + 2..begin + length];
        // A bracket within code is no link.
        let code = (out.clone() + &rest[..begin]).matches('`').count() % 2 == 1;
        match (code, place(target)) {
            (true, _) => out.push_str(&rest[..=begin + length]),
            (false, Some(new)) => {
                out.push_str(&rest[..begin]);
                out.push_str(&format!("]({new})"));
            }
            (false, None) => {
                let before = out.clone() + &rest[..begin];
                let open = before.rfind('[').unwrap_or(0);
                out = before[..open].to_owned() + before[open..].trim_start_matches('[');
            }
        }
        rest = &rest[begin + length + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found() {
        let line = "See [theory](docs/theory.md#3-joints), `not/ours` and `[x](y)`.";
        assert_eq!(links(line), ["docs/theory.md#3-joints"]);
        assert_eq!(links("![a `b` c](picture.png)"), ["picture.png"]);
    }

    #[test]
    fn fenced_code_is_no_prose() {
        let text = "a\n```\n[x](nowhere)\n```\nb";
        let lines: Vec<_> = prose(text).collect();
        assert_eq!(lines, [(1, "a"), (5, "b")]);
    }

    #[test]
    fn paths_are_resolved() {
        assert_eq!(normal("a/./b/../c"), Some("a/c".into()));
        assert_eq!(normal("a/../../c"), None);
        assert_eq!(way("docs/examples", "docs/theory.md"), "../theory.md");
        assert_eq!(way("docs", "docs/a/b.md"), "a/b.md");
        assert_eq!(way("", "docs/a.md"), "docs/a.md");
        assert_eq!((folder_of("a/b/c.md"), folder_of("c.md")), ("a/b", ""));
    }

    #[test]
    fn links_are_written_anew_or_dropped() {
        let place = |target: &str| (target != "gone").then(|| format!("../{target}"));
        let line = "![a](p.png), [b](gone), `[c](d)`, [`e`](f#g).";
        let expected = "![a](../p.png), b, `[c](d)`, [`e`](../f#g).";
        assert_eq!(relink(line, place), expected);
    }
}
