//! Studies, which the command hands over to the Python package.

use super::{command, folder, text};
use std::fs;

/// What the command says and leaves with when the interpreter is this script.
fn handed_to(name: &str, script: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let here = folder(name);
    let python = here.join("python");
    fs::write(&python, script).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    }
    // The table of a study, as far as its head goes.
    let head = b"CDF\x02\0\0\0\0\0\0\0\x0a\0\0\0\x01\0\0\0\x03run\0\0\0\0\0";
    fs::write(here.join("study.nc"), head).unwrap();
    let output = command(&here, args)
        .env("POINSOT_PYTHON", &python)
        .output()
        .unwrap();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn without_the_package_it_says_where_it_is() {
    for args in [
        &["study", "study.toml"][..],
        &["plot", "study.nc", "swing"][..],
    ] {
        let (code, _, err) = handed_to("no-package", "#!/bin/sh\nexit 1\n", args);
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains("pip install ./python"), "{err}");
        assert!(err.contains("POINSOT_PYTHON"), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn words_and_exit_codes_go_through() {
    // The first call asks whether the package is there.
    let script = "#!/bin/sh\n[ \"$1\" = -c ] && exit 0\necho \"$@\"\nexit 3\n";
    let (code, out, _) = handed_to(
        "handed-over",
        script,
        &["study", "a.toml", "--workers", "2", "--store", "b.nc", "-q"],
    );
    assert_eq!(code, Some(3));
    assert_eq!(
        out,
        "-m poinsot study a.toml --workers 2 --store b.nc --quiet\n"
    );
    let (_, out, _) = handed_to(
        "drawn",
        script,
        &[
            "plot",
            "study.nc",
            "swing",
            "--against",
            "mass",
            "-o",
            "a.png",
        ],
    );
    assert_eq!(
        out,
        "-m poinsot plot study.nc swing --against mass --output a.png\n"
    );
}
