//! Models of solids that are refused or warned of.

use crate::models::MATERIALS;
use poinsot::model::{Severity, Source, read_model};

/// The first problem of a model, of a severity.
fn problem(text: &str, severity: Severity) -> String {
    let source = Source::new("model.toml", format!("{MATERIALS}{text}"));
    let problems = match read_model(&source) {
        Ok((_, warnings)) => warnings,
        Err(problems) => problems,
    };
    let mut found = problems.iter().filter(|p| p.severity == severity);
    found.next().expect("a problem").message.clone()
}

const BLOCK: &str = "[statics]\n[[solid]]\nname = \"a\"\nvolume = \"block\"\nsize = [1, 1, 1]\nelements = [2, 2, 2]\n";

#[test]
fn bad_input_is_named() {
    let error = |text: &str| problem(text, Severity::Error);
    let material = |keys: &str| {
        format!("{BLOCK}material = \"m\"\n[[material]]\nname = \"m\"\ndensity = 1\n{keys}")
    };
    let wrong = error(&material("youngs = 1e6\npoisson = 0.5"));
    assert!(wrong.contains("keeps its volume"), "{wrong}");
    let wrong = error(&material(
        "law = \"neo-hookean\"\nyoungs = 1e6\npoisson = 0.5",
    ));
    assert!(wrong.contains("infinite"), "{wrong}");
    let wrong = error(&material("law = \"neo-hookean\"\nshear = -1\nbulk = 1e6"));
    assert!(wrong.contains("must be positive, found -1 Pa"), "{wrong}");
    let wrong = error(&material(
        "law = \"ogden\"\nmu = [1e5, 2e5]\nalpha = [2]\nbulk = 1e8",
    ));
    assert!(wrong.contains("2 factors and 1 powers"), "{wrong}");
    let wrong = error(&material(
        "law = \"ogden\"\nmu = [1e5]\nalpha = [-2]\nbulk = 1e8",
    ));
    assert!(wrong.contains("not positive"), "{wrong}");
    let wrong = error(&format!(
        "{BLOCK}material = \"steel\"\nstrains = \"assumed\""
    ));
    assert!(wrong.contains("20 nodes"), "{wrong}");
    let wrong = error(&format!(
        "{BLOCK}material = \"steel\"\nelement = \"hex27\"\nstrains = \"mean-volume\""
    ));
    assert!(wrong.contains("bulk modulus"), "{wrong}");
    let wrong = error(&format!(
        "{BLOCK}material = \"steel\"\n[[support]]\nname = \"s\"\non = \"a.face7\""
    ));
    assert!(wrong.contains("no point, face or group"), "{wrong}");
    let wrong = error(&format!(
        "{BLOCK}material = \"steel\"\n[[support]]\nname = \"s\"\non = \"a.face1\"\nfixed = [\"rx\"]"
    ));
    assert!(wrong.contains("no rotations"), "{wrong}");
    let inside = "[statics]\n[[solid]]\nname = \"a\"\nvolume = \"block\"\nmaterial = \"steel\"\nelements = [2, 2, 2]\ncorners = [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1], [1, 0, 1]]\n";
    // A mirror image of a block is turned around by the generator; crossed corners cannot be.
    let mirrored = read_model(&Source::new("m.toml", format!("{MATERIALS}{inside}")));
    assert!(mirrored.is_ok());
    let crossed = inside.replace("[1, 1, 0], [1, 0, 0]", "[1, 0, 0], [1, 1, 0]");
    let wrong = error(&crossed);
    assert!(wrong.contains("element"), "{wrong}");
}

#[test]
fn doubtful_input_is_warned_of() {
    let warning = |text: &str| problem(text, Severity::Warning);
    let row = "[statics]\n[[solid]]\nname = \"a\"\nvolume = \"block\"\nsize = [4, 1, 1]\nelements = [4, 1, 1]\nmaterial = \"steel\"\n";
    assert!(warning(row).contains("motions without strain"));
    let ogden = format!(
        "{BLOCK}material = \"m\"\n[[material]]\nname = \"m\"\ndensity = 1\nlaw = \"ogden\"\nmu = [2e5, -1e3]\nalpha = [2, 6]\nbulk = 1e8\n"
    );
    let text = warning(&ogden);
    assert!(
        text.contains("unstable") && text.contains("of its length"),
        "{text}"
    );
}

#[test]
fn velocities_by_place_are_read_and_refused() {
    let with = |key: &str| {
        format!("{BLOCK}material = \"steel\"\n{key}")
            .replace("[statics]", "[run]\nduration = 1\ndt = 0.1\n")
    };
    let error = |key: &str| problem(&with(key), Severity::Error);
    let wrong = error("velocity_by_place = [\"2*y\", 0]");
    assert!(wrong.contains("three functions of x, y, z"), "{wrong}");
    let wrong = error("velocity_by_place = [\"2*q\", 0, 0]");
    assert!(wrong.contains('q'), "{wrong}");
    let wrong = error("velocity_by_place = [0, \"1/x\", 0]");
    assert!(wrong.contains("inf at [0, 0, 0]"), "{wrong}");
    let source = with("velocity = [1, 0, 0]\nvelocity_by_place = [\"2*y\", \"3 m/s\", \"x*z\"]");
    let source = Source::new("model.toml", format!("{MATERIALS}{source}"));
    let (model, _) = read_model(&source).unwrap_or_else(|p| panic!("{p:#?}"));
    let solid = &model.solids[0];
    assert_eq!(solid.velocities.len(), solid.mesh.points.len());
    for (p, v) in solid.mesh.points.iter().zip(&solid.velocities) {
        assert_eq!([v.x, v.y, v.z], [2.0 * p.y, 3.0, p.x * p.z]);
    }
}
