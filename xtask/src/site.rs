//! Links of a built site: every file and every anchor that a page refers to must be there.

use crate::docs::files;
use crate::links::{folder_of, is_external, normal};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Everything that leads nowhere, in words.
pub fn problems(site: &Path) -> Vec<String> {
    let mut pages = BTreeMap::new();
    for file in files(site, "html") {
        let name = file.strip_prefix(site).unwrap_or(&file).to_string_lossy();
        let name = name.replace('\\', "/");
        let text = fs::read_to_string(&file).unwrap_or_default();
        pages.insert(name, text);
    }
    if pages.is_empty() {
        return vec![format!("{}: no pages", site.display())];
    }
    let anchors: BTreeMap<&str, BTreeSet<&str>> = pages
        .iter()
        .map(|(name, text)| (name.as_str(), attributes(text, " id=\"").collect()))
        .collect();
    let mut found = Vec::new();
    for (name, text) in &pages {
        // This page stands for any address, and its links begin at the root.
        if name == "404.html" {
            continue;
        }
        let targets: BTreeSet<&str> = attributes(text, " href=\"")
            .chain(attributes(text, " src=\""))
            .collect();
        for target in targets {
            if let Some(why) = problem(site, name, target, &anchors) {
                found.push(format!("{name}: the link to {target} leads nowhere: {why}"));
            }
        }
    }
    found
}

fn problem(
    site: &Path,
    page: &str,
    target: &str,
    anchors: &BTreeMap<&str, BTreeSet<&str>>,
) -> Option<String> {
    let target = target.replace("&amp;", "&");
    if is_external(&target) {
        // Other sites are not asked, only whether the address can be one.
        let host = target.split("://").nth(1).unwrap_or("mail");
        let sound = !host.is_empty() && !target.contains([' ', '<', '>', '"']);
        return (!sound).then(|| "no address".into());
    }
    let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
    let file = match file {
        "" => page.to_owned(),
        _ => match normal(&format!("{}/{file}", folder_of(page))) {
            Some(file) => file,
            None => return Some("outside the book".into()),
        },
    };
    if !site.join(&file).is_file() {
        return Some(format!("there is no {file}"));
    }
    let known = anchors.get(file.as_str());
    let missing = !anchor.is_empty() && known.is_some_and(|ids| !ids.contains(anchor));
    missing.then(|| format!("{file} has no #{anchor}"))
}

/// Values of an attribute, in the order of the text; code in pages has its brackets and quotes written out, so that
/// nothing there looks like one.
fn attributes<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let parts = text.split(name).skip(1);
    parts.filter_map(|part| part.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_anchors_must_be_there() {
        let site = std::env::temp_dir().join(format!("poinsot-site-{}", std::process::id()));
        fs::create_dir_all(site.join("a")).expect("a folder");
        let write = |name: &str, text: &str| fs::write(site.join(name), text).expect("a file");
        write(
            "index.html",
            r##"<a href="a/b.html#x"><a href="#top"><h1 id="top"><a href="https://x.org/">"##,
        );
        write(
            "a/b.html",
            r##"<h1 id="x"><a href="../index.html"><img src="p.png"><a href="../index.html#y"><a href="../../z.html">"##,
        );
        let found = problems(&site);
        let _ = fs::remove_dir_all(&site);
        assert_eq!(
            found,
            [
                "a/b.html: the link to ../../z.html leads nowhere: outside the book",
                "a/b.html: the link to ../index.html#y leads nowhere: index.html has no #y",
                "a/b.html: the link to p.png leads nowhere: there is no a/p.png",
            ]
        );
    }
}
