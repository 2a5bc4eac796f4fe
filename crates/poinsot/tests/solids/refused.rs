//! Models of solids that are refused or warned of.

use crate::models::MATERIALS;
use poinsot::model::{Severity, Source, read_model};
use poinsot::results::Memory;
use poinsot::simulation::{End, Failure, Options, Simulation};
use poinsot::statics::{Path, StaticsError};
use poinsot::system::System;

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
    let few = "[statics]\n[[solid]]\nname = \"a\"\nvolume = \"block\"\nsize = [4, 1, 1]\nelements = [1, 1, 1]\nelement = \"tet10\"\nmaterial = \"rubber\"\n";
    assert!(warning(few).contains("motions without strain"));
    let ogden = format!(
        "{BLOCK}material = \"m\"\n[[material]]\nname = \"m\"\ndensity = 1\nlaw = \"ogden\"\nmu = [2e5, -1e3]\nalpha = [2, 6]\nbulk = 1e8\n"
    );
    let text = warning(&ogden);
    assert!(
        text.contains("unstable") && text.contains("of its length"),
        "{text}"
    );
}

/// The first problem of a severity, and the line it is about.
fn at_line(text: &str, severity: Severity) -> (String, String) {
    let text = format!("{text}{MATERIALS}");
    let source = Source::new("model.toml", text.clone());
    let problems = match read_model(&source) {
        Ok((_, warnings)) => warnings,
        Err(problems) => problems,
    };
    let mut found = problems.iter().filter(|p| p.severity == severity);
    let problem = found.next().unwrap_or_else(|| panic!("no problem: {text}"));
    assert!(
        problem.place.line > 0 && !problem.help.is_empty(),
        "{problem:?}"
    );
    let line = text.lines().nth(problem.place.line - 1).unwrap_or_default();
    (problem.message.clone(), line.to_owned())
}

/// A solid of a material with given keys: what is wrong, and that it is said at a line that begins with a key.
fn wrong_material(keys: &str, severity: Severity, key: &str, words: &str) {
    let text = format!("{BLOCK}material = \"m\"\n[[material]]\nname = \"m\"\n{keys}\n");
    let (message, line) = at_line(&text, severity);
    assert!(message.contains(words), "{keys}: {message}");
    assert!(line.starts_with(key), "{keys}: {line}");
}

#[test]
fn bad_laws_are_refused_where_they_stand() {
    let error =
        |keys: &str, key: &str, words: &str| wrong_material(keys, Severity::Error, key, words);
    error(
        "law = \"yeoh\"\nc10 = -1e5\nbulk = 1e8",
        "c10",
        "not positive",
    );
    error(
        "law = \"yeoh\"\nc10 = 1e5\nbulk = -1e8",
        "bulk",
        "must be positive",
    );
    error(
        "law = \"yeoh\"\nc20 = 1e5\nbulk = 1e8",
        "[[material]]",
        "`c10` is missing",
    );
    error(
        "law = \"formula\"\nenergy = \"1e5*(I1_bar - 3\"\nbulk = 1e8",
        "energy",
        ")",
    );
    error(
        "law = \"formula\"\nenergy = \"1e5*(I9 - 3)\"",
        "energy",
        "I9",
    );
    error(
        "law = \"formula\"\nenergy = \"1e5*(I1 - 3)\"",
        "energy",
        "2.0000e5 Pa without strain",
    );
    error(
        "law = \"formula\"\nenergy = \"1e5*(I1_bar - 3)\"",
        "energy",
        "changes of volume",
    );
    error(
        "law = \"formula\"\nenergy = \"-1e5*(I1_bar - 3)\"\nbulk = 1e8",
        "energy",
        "not positive",
    );
    error(
        "law = \"formula\"\nenergy = \"1e5*sqrt(I1_bar - 3)\"\nbulk = 1e8",
        "energy",
        "not finite",
    );
    error(
        "law = \"formula\"\nenergy = 5\nbulk = 1e8",
        "energy",
        "expected an energy by volume",
    );
    error(
        "law = \"anisotropic\"\nmoduli = [1, 1, 1, 1, 1, -1]",
        "moduli",
        "must be zero or positive",
    );
    error(
        "law = \"anisotropic\"\nmoduli = [1, 1, 1, 1, 1, 0]",
        "moduli",
        "not positive definite",
    );
    error(
        "law = \"anisotropic\"\nmoduli = [1, 1, 1]",
        "moduli",
        "six numbers or six rows of six",
    );
    let wood = "youngs_1 = 11e9\nyoungs_2 = 0.8e9\npoisson_12 = 0.3\nshear_12 = 1e9";
    error(
        &format!("{wood}\npoisson_23 = 1.2"),
        "poisson_23",
        "not positive",
    );
    error(
        "youngs = 1e6\npoisson = 0.3\nfibres = { stiffness = -1 }",
        "fibres",
        "must be positive",
    );
    error(
        "youngs = 1e6\npoisson = 0.3\nfibres = { stiffness = 1, direction = [0, 0, 0] }",
        "fibres",
        "cannot be zero",
    );
    let rubber = "law = \"neo-hookean\"\nshear = 1e5\nbulk = 1e8\n";
    error(
        &format!("{rubber}damping_time = -1"),
        "damping_time",
        "zero or positive",
    );
    error(
        &format!("{rubber}relaxation_shares = [0.5]"),
        "[[material]]",
        "`relaxation_times` is missing",
    );
    error(
        &format!("{rubber}relaxation_shares = [0.5]\nrelaxation_times = [1, 2]"),
        "relaxation_times",
        "1 shares and 2 times",
    );
    error(
        &format!("{rubber}relaxation_shares = [0.5, 0.6]\nrelaxation_times = [1, 2]"),
        "relaxation_shares",
        "add up to 1.1",
    );
    error(
        &format!("{rubber}relaxation_shares = [0.5]\nrelaxation_times = [0]"),
        "relaxation_times",
        "must be positive",
    );
    // A ply of shells alone, an incompressible material: said where the solid names it.
    let named = |keys: &str, words: &str| {
        let text = format!("{BLOCK}material = \"m\"\n[[material]]\nname = \"m\"\n{keys}\n");
        let (message, line) = at_line(&text, Severity::Error);
        assert!(
            message.contains(words) && line.starts_with("material = "),
            "{message}: {line}"
        );
    };
    named(wood, "third axis");
    named("youngs = 1e6\npoisson = 0.5", "keeps its volume");
}

#[test]
fn doubtful_laws_are_warned_of_with_a_stretch() {
    let warning =
        |keys: &str, key: &str, words: &str| wrong_material(keys, Severity::Warning, key, words);
    warning(
        "law = \"yeoh\"\nc10 = 2e5\nc20 = -3e4\nbulk = 1e8",
        "c10",
        "unstable when stretched",
    );
    warning(
        "law = \"formula\"\nenergy = \"2e5*(I1_bar - 3) - 3e4*(I1_bar - 3)^2\"\nbulk = 1e8",
        "energy",
        "unstable when stretched",
    );
    // Force grows with the power of the stretch less one.
    warning(
        "law = \"ogden\"\nmu = [1e6]\nalpha = [0.5]\nbulk = 1e8",
        "mu",
        "unstable when stretched",
    );
    let text = format!(
        "{BLOCK}element = \"hex27\"\nmaterial = \"m\"\n[[material]]\nname = \"m\"\nyoungs = 1e6\npoisson = 0.4999\n"
    );
    let (message, line) = at_line(&text, Severity::Warning);
    assert!(
        message.contains("0.49990") && line.starts_with("material = "),
        "{message}: {line}"
    );
    let text =
        format!("{BLOCK}material = \"steel\"\nmaterial_axes = {{ axis = [0, 0, 1], angle = 1 }}\n");
    let (message, line) = at_line(&text, Severity::Warning);
    assert!(message.contains("same in all directions") && line.starts_with("material_axes"));
}

/// Beams and shells say what they leave out, and what they cannot have.
#[test]
fn laws_of_solids_in_sections() {
    let section = |keys: &str| {
        format!(
            "[statics]\n[[beam]]\nname = \"b\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nelements = 1\nsection = \"s\"\n\
             [[joint]]\nname = \"w\"\nkind = \"fixed\"\nbetween = [\"ground\", \"b.start\"]\n\
             [[section]]\nname = \"s\"\nshape = \"circle\"\ndiameter = 0.01\nmaterial = \"m\"\n[[material]]\nname = \"m\"\n{keys}\n"
        )
    };
    let keys = "youngs = 1e6\npoisson = 0.3\ndamping_time = 0.1";
    let (message, line) = at_line(&section(keys), Severity::Warning);
    assert!(
        message.contains("beams take it as elastic") && line.starts_with("material = "),
        "{message}"
    );
    let keys = "law = \"anisotropic\"\nmoduli = [1e6, 1e6, 1e6, 1e5, 1e5, 1e5]";
    let (message, line) = at_line(&section(keys), Severity::Error);
    assert!(
        message.contains("same in all directions") && line.starts_with("material = "),
        "{message}"
    );
}

const UNIT: [[i32; 3]; 8] = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 1],
    [1, 1, 1],
    [0, 1, 1],
];

/// Elements that are no volumes: each with its number, at the line of the cells.
#[test]
fn bad_elements_are_named() {
    let mesh = |cells: &str| {
        format!(
            "[statics]\n[[solid]]\nname = \"a\"\nvolume = \"mesh\"\nmaterial = \"steel\"\npoints = {UNIT:?}\ncells = {cells}\n"
        )
    };
    for (cells, words) in [
        (
            "[[1, 2, 3, 4, 5, 6, 7, 8], [5, 6, 7, 8, 1, 2, 3, 4]]",
            "element 2 is turned inside out",
        ),
        ("[[1, 2, 3, 4, 5, 6, 7, 7]]", "element 1 is degenerate"),
        ("[[1, 2, 3, 4, 1, 2, 3, 4]]", "element 1 is degenerate"),
        ("[[1, 2, 3, 4]]", "expected 8, 20, 27, 10 or 15 numbers"),
        ("[[1, 2, 3, 4, 5, 6, 7, 9]]", "must be from 1 to 8"),
    ] {
        let (message, line) = at_line(&mesh(cells), Severity::Error);
        assert!(message.contains(words), "{cells}: {message}");
        assert!(line.starts_with("cells"), "{cells}: {line}");
    }
}

/// Files without what is asked of them.
#[test]
fn bad_files_are_named() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/meshes/files");
    let solid = |file: &str, more: &str| {
        format!(
            "[statics]\n[[solid]]\nname = \"a\"\nvolume = \"mesh\"\nmaterial = \"steel\"\nfile = \"{folder}/{file}\"\n{more}\n"
        )
    };
    for (file, more, key, words) in [
        ("sheet_22_text.msh", "", "file", "no volume elements"),
        (
            "mixed_22_text.msh",
            "groups = [\"nuts\"]",
            "groups",
            "no group \"nuts\"",
        ),
        (
            "mixed_22_text.msh",
            "groups = [\"left\"]",
            "file",
            "no volume elements",
        ),
        (
            "mixed_22_text.msh",
            "[[support]]\nname = \"s\"\non = \"a.top\"",
            "on",
            "no point, face or group",
        ),
        ("nowhere.msh", "", "file", "nowhere.msh"),
    ] {
        let (message, line) = at_line(&solid(file, more), Severity::Error);
        assert!(message.contains(words), "{file}: {message}");
        assert!(line.starts_with(key), "{file}: {line}");
    }
}

/// A step that would turn elements inside out is refused with the solid and the element, also where it cannot be made shorter.
#[test]
fn steps_inside_out_name_solid_and_element() {
    crate::with_room(|| {
        let text = format!(
            r#"
[run]
duration = 0.1
dt = 0.05
dt_min = 0.05
scheme = "ed"
[[solid]]
name = "pad"
volume = "block"
size = [0.2, 0.1, 0.1]
elements = [2, 1, 1]
element = "hex8"
material = "foam"
[[support]]
name = "wall"
on = "pad.face1"
[[body]]
name = "ram"
mass = 1e4
inertia = [1e3, 1e3, 1e3]
position = [0.2, 0, 0]
velocity = [-20, 0, 0]
[[tie]]
name = "glue"
kind = "rigid"
on = "pad.face2"
to = "ram"
{MATERIALS}"#
        );
        let (model, _) = read_model(&Source::new("m.toml", text)).expect("a model");
        let mut run = Simulation::new(model, Options::default()).expect("a system");
        let mut memory = Memory::new(run.layout());
        let outcome = run.run(&mut memory);
        let End::Failed(Failure::Step {
            error, diagnosis, ..
        }) = &outcome.end
        else {
            panic!("{:?}", outcome.end);
        };
        let said = error.to_string();
        assert!(
            said.contains("`pad:") && said.contains("inside out"),
            "{said}"
        );
        assert!(diagnosis.evidence.contains("`pad:"), "{diagnosis:?}");
    });
}

/// A pad pressed to nothing and beyond has no equilibrium there: its mirror image, which has the same strains, is none.
#[test]
fn equilibria_do_not_go_on_inside_out() {
    crate::with_room(|| {
        let text = format!(
            r#"
[statics]
vary = "time"
increment = 0.1
[[solid]]
name = "pad"
volume = "block"
size = [0.2, 0.1, 0.1]
elements = [2, 1, 1]
element = "hex8"
material = "foam"
[[support]]
name = "wall"
on = "pad.face1"
[[support]]
name = "press"
on = "pad.face2"
displacement = ["-0.3*t", 0, 0]
{MATERIALS}"#
        );
        let (model, _) = read_model(&Source::new("m.toml", text)).expect("a model");
        let (system, state) = System::build(&model).expect("a system");
        let mut path = Path::new(&system, &state, &model.statics, None).expect("a path");
        let mut last = 0.0;
        let error = loop {
            match path.next_point().expect("an error before the end") {
                Ok(point) => last = point.parameter,
                Err(error) => break error,
            }
        };
        // The pad is gone at two thirds of the way.
        assert!((0.3..2.0 / 3.0).contains(&last), "{last}");
        assert!(matches!(error, StaticsError::Stuck { .. }), "{error}");
    });
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
