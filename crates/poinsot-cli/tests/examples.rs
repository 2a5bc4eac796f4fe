//! The examples of the repository: every model runs, every page says what is there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Steps of a shortened run: enough for the scheme, the results file and the ledger to have worked.
const STEPS: f64 = 20.0;

/// Models that are meant to be refused, with a part of the message.
const REFUSED: [(&str, &str); 1] = [("05-bennett-linkage/refused.toml", "joint `D` repeats what")];

/// The README promises pictures that a page loads at once.
const LARGEST_PICTURE: u64 = 250_000;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut list: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    list.sort();
    list
}

/// The folders of the examples.
fn folders() -> Vec<PathBuf> {
    let list: Vec<PathBuf> = entries(&repository().join("examples"))
        .into_iter()
        .filter(|path| path.is_dir())
        .collect();
    assert!(list.len() >= 10, "{list:?}");
    list
}

fn is_model(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "toml" || e == "json")
}

fn poinsot(here: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_poinsot"))
        .current_dir(here)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The number behind the first line that starts with `dt =`; a model for statics alone has none.
fn step_of(model: &str) -> Option<f64> {
    let line = model.lines().find_map(|line| line.strip_prefix("dt ="))?;
    let value = line.split('#').next().unwrap();
    Some(value.trim().parse().unwrap())
}

#[test]
fn every_model_is_checked_and_runs() {
    let here = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("examples");
    fs::create_dir_all(&here).unwrap();
    let mut refused = 0;
    for folder in folders() {
        for model in entries(&folder).into_iter().filter(|p| is_model(p)) {
            let path = model.to_str().unwrap();
            let step = step_of(&fs::read_to_string(&model).unwrap());
            let duration = step.map(|step| (STEPS * step).to_string());
            let run = match &duration {
                Some(duration) => vec!["run", path, "--duration", duration],
                None => vec!["statics", path],
            };
            let expected = REFUSED.iter().find(|(name, _)| model.ends_with(name));
            for args in [&["check", path][..], &run] {
                let output = poinsot(&here, args);
                let error = String::from_utf8_lossy(&output.stderr);
                match expected {
                    None => assert_eq!(output.status.code(), Some(0), "{args:?}\n{error}"),
                    Some((_, message)) => {
                        assert_eq!(output.status.code(), Some(2), "{args:?}\n{error}");
                        assert!(error.contains(message), "{args:?}\n{error}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert_eq!(refused, 2 * REFUSED.len());
}

/// A quarter of the period of the catch, on the mesh where the section axes shrink most: no step is cut.
#[test]
fn the_swing_is_caught_with_fixed_large_steps() {
    let here = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("swing");
    fs::create_dir_all(&here).unwrap();
    let model = repository().join("examples/13-swing/coarse.toml");
    let args = ["run", model.to_str().unwrap(), "--dt", "1e-3", "--force"];
    let output = poinsot(&here, &args);
    let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(
        text.contains("1000 steps") && !text.contains("cut"),
        "{text}"
    );
}

#[test]
fn the_first_example_is_short() {
    let path = repository().join("examples/01-heavy-top/model.toml");
    let lines = fs::read_to_string(path).unwrap().lines().count();
    assert!(lines <= 30, "{lines} lines");
}

#[test]
fn every_example_has_a_model_a_page_and_a_small_picture() {
    for folder in folders() {
        assert!(folder.join("model.toml").is_file(), "{}", folder.display());
        let page = fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(page.starts_with("# "), "{}", folder.display());
        // Every picture is shown, and made by a command of the same page: its name stands behind `-o`.
        let made: Vec<String> = page
            .lines()
            .filter_map(|line| line.strip_prefix("    poinsot "))
            .flat_map(|line| outputs(&line.split_whitespace().collect::<Vec<_>>()))
            .collect();
        let mut pictures = 0;
        for path in entries(&folder) {
            if path.extension().is_some_and(|e| e == "png" || e == "svg") {
                let size = fs::metadata(&path).unwrap().len();
                assert!(size < LARGEST_PICTURE, "{}: {size} bytes", path.display());
                let name = path.file_name().unwrap().to_str().unwrap();
                assert!(page.contains(&format!("({name})")), "{}", path.display());
                let command = made.iter().any(|m| m == name);
                assert!(command, "{}: no command makes it", path.display());
                pictures += usize::from(path.file_stem().is_some_and(|stem| stem == "picture"));
            }
        }
        assert_eq!(pictures, 1, "{}", folder.display());
    }
}

/// What a command line writes: the words behind `-o`.
fn outputs(words: &[&str]) -> Vec<String> {
    let pairs = words.windows(2).filter(|pair| pair[0] == "-o");
    pairs.map(|pair| pair[1].to_owned()).collect()
}

#[test]
fn commands_of_the_pages_refer_to_files_that_exist() {
    for folder in folders() {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let page = fs::read_to_string(folder.join("README.md")).unwrap();
        let (mut made, mut models) = (Vec::new(), Vec::new());
        for line in page.lines().filter_map(|line| line.strip_prefix("    ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let file = match words.as_slice() {
                [
                    "poinsot",
                    "run" | "check" | "statics" | "modes" | "linearize",
                    model,
                    ..,
                ] => {
                    models.push((*model).to_owned());
                    *model
                }
                ["poinsot", "plot" | "export" | "report", results, ..] => {
                    assert!(made.iter().any(|m| m == results), "{name}: `{line}`");
                    made.extend(outputs(&words));
                    continue;
                }
                ["python3", script, data] => {
                    assert!(made.iter().any(|m| m == data), "{name}: `{line}`");
                    *script
                }
                ["poinsot" | "python3", ..] => panic!("{name}: unknown command `{line}`"),
                _ => continue,
            };
            assert!(repository().join(file).is_file(), "{name}: `{line}`");
            made.extend(outputs(&words));
        }
        // Every model of the folder is used by its page.
        for model in entries(&folder).into_iter().filter(|p| is_model(p)) {
            assert!(
                models.iter().any(|m| model.ends_with(m)),
                "{}",
                model.display()
            );
        }
    }
}

#[test]
fn the_list_names_every_example() {
    let list = fs::read_to_string(repository().join("examples/README.md")).unwrap();
    for folder in folders() {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let page = fs::read_to_string(folder.join("README.md")).unwrap();
        let heading = page.lines().next().unwrap().trim_start_matches("# ");
        let line = format!("| [{name}]({name}/README.md) | {heading} |");
        assert!(list.contains(&line), "{line}");
    }
}
