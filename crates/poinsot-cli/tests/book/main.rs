//! Every command on a page of the book, of the README and of the examples runs and prints what the page shows.
//!
//! The convention is in `page.rs`, what counts as the same output in `compare.rs`. Every page has a folder of its own,
//! with the examples of the repository in it. Environment:
//!
//! - `POINSOT_BOOK_SLOW=1`: commands of slow pages run to their end,
//! - `POINSOT_BOOK_PYTHON`: a Python with numpy, scipy and xarray, for Python blocks; without it they are left out,
//! - `POINSOT_BOOK_PAGE`: only pages with this in their name,
//! - `POINSOT_WRITE_BOOK=1`: true outputs are written into the pages, pictures beside them.

mod compare;
mod page;
mod run;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Pages of the root that hold commands.
const ROOT_PAGES: [&str; 2] = ["README.md", "CONTRIBUTING.md"];

/// Written from other pages or by the command itself, and compared with them by `cargo xtask book`.
const WRITTEN: [&str; 4] = [
    "docs/examples",
    "docs/project",
    "docs/reference",
    "docs/validation",
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Pages as paths from the root of the repository.
fn pages() -> Vec<String> {
    let mut list: Vec<String> = ROOT_PAGES.map(str::to_owned).into();
    collect("examples", &mut list);
    collect("docs", &mut list);
    list.retain(|page| !WRITTEN.iter().any(|folder| page.starts_with(folder)));
    list
}

fn collect(folder: &str, list: &mut Vec<String>) {
    let entries = fs::read_dir(repository().join(folder)).unwrap();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for entry in entries {
        names.insert(entry.unwrap().file_name().into_string().unwrap());
    }
    for name in names {
        let path = format!("{folder}/{name}");
        let there = repository().join(&path);
        if there.is_dir() && !there.is_symlink() {
            collect(&path, list);
        } else if path.ends_with(".md") {
            list.push(path);
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "the pages are written for a Unix shell")]
fn every_command_of_every_page_runs_and_prints_what_is_shown() {
    let only = std::env::var("POINSOT_BOOK_PAGE").unwrap_or_default();
    let pages: Vec<String> = pages().into_iter().filter(|p| p.contains(&only)).collect();
    assert!(only.len() > 1 || pages.len() > 30, "{pages:?}");
    let next = Mutex::new(pages.iter());
    let problems = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some(page) = next.lock().unwrap().next() else {
                return;
            };
            let found = run::page(&repository(), page);
            problems.lock().unwrap().extend(found);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let mut problems = problems.into_inner().unwrap();
    problems.sort();
    assert!(
        problems.is_empty(),
        "{}\n\n`cargo xtask book --write` puts true outputs into the pages.",
        problems.join("\n\n")
    );
}
