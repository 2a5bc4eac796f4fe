//! Sound files to begin with: results and checkpoints of small models, and the models themselves.

use poinsot::model::mini_examples;
use poinsot::results::{Reader, output_names};
use std::fs;
use std::path::{Path, PathBuf};

/// A model with something of everything that results and pictures know.
const EVERYTHING: &str = r#"title = "everything"
gravity = [0, 0, -9.81]
[run]
duration = 0.04
dt = 0.01
[[material]]
name = "rubber"
youngs = "20 MPa"
poisson = 0.4
density = 1100
[[section]]
name = "rod"
shape = "tube"
diameter = 0.04
thickness = 0.01
material = "rubber"
[[beam]]
name = "arm"
from = [0, 0, 0]
to = [1, 0, 0]
section = "rod"
y_axis = [0, 1, 0]
elements = 2
[[body]]
name = "bob"
mass = 1
inertia = [0.01, 0.02, 0.02]
position = [1, 0, 0]
[[joint]]
name = "pin"
kind = "revolute"
between = ["ground", "arm.start"]
axis = [0, 1, 0]
[[joint]]
name = "tie"
kind = "spherical"
between = ["arm.end", "bob"]
share = false
[[cable]]
name = "rope"
from = [1, 0, 0]
to = [2, 0, 0]
stiffness = 100
mass_per_length = 0.1
elements = 2
[[joint]]
name = "knot"
kind = "spherical"
between = ["bob", "rope.start"]
[[spring]]
name = "s"
between = ["ground", "bob"]
stiffness = 10
damping = 0.1
free_length = 1
[[body]]
name = "disc"
mass = 1
inertia = [0.02, 0.02, 0.04]
position = [0, 2, 0.3]
orientation = { axis = [1, 0, 0], angle = "90 deg" }
[[rolling]]
name = "contact"
body = "disc"
axis = [0, 0, 1]
radius = 0.3
[[sensor]]
name = "tip"
on = "arm.end"
[[shape]]
on = "bob"
kind = "mesh"
file = "part.obj"
"#;

const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

/// A sound run.
pub struct Base {
    /// Results.
    pub results: PathBuf,
    /// The model, beside which meshes lie.
    pub model: PathBuf,
    /// Names of some outputs, and of something with a path.
    pub outputs: Vec<String>,
}

/// Texts of models to begin with: one for every kind of item, then the examples.
pub fn models() -> Vec<String> {
    let mut all: Vec<String> = mini_examples().iter().map(|m| m.1.to_owned()).collect();
    all.push(EVERYTHING.to_owned());
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let folders = fs::read_dir(examples).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = folders.map(|f| f.path().join("model.toml")).collect();
    paths.sort();
    all.extend(paths.iter().filter_map(|p| fs::read_to_string(p).ok()));
    all
}

/// Makes the files in a folder, which becomes the current one.
pub fn make(folder: &Path) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(failed)?;
    std::env::set_current_dir(folder).map_err(failed)?;
    fs::write("part.obj", MESH).map_err(failed)?;
    let small = mini_examples().len() + 1;
    for (k, text) in models().iter().take(small).enumerate() {
        let (model, results) = (format!("m{k}.toml"), format!("r{k}.nc"));
        fs::write(&model, text).map_err(failed)?;
        let run = [
            "run",
            &model,
            "-o",
            &results,
            "--max-steps",
            "4",
            "-q",
            "--keep-checkpoint",
        ];
        poinsot(&run);
    }
    let last = small - 1;
    let model = format!("m{last}.toml");
    poinsot(&["statics", &model, "-o", &format!("r{small}.nc"), "-q"]);
    fs::copy(&model, format!("m{small}.toml")).map_err(failed)?;
    let mode = format!("r{}.nc", small + 1);
    poinsot(&["modes", &model, "--animate", "1", "-o", &mode]);
    fs::copy(&model, format!("m{}.toml", small + 1)).map_err(failed)?;
    Ok(())
}

/// The runs of a folder that were made.
pub fn bases(folder: &Path) -> Vec<Base> {
    let mut all = Vec::new();
    for k in 0..mini_examples().len() + 3 {
        let results = folder.join(format!("r{k}.nc"));
        let Ok(reader) = Reader::open(&results) else {
            continue;
        };
        if reader.frames() == 0 {
            continue;
        }
        let outputs = output_names(reader.layout()).into_iter().map(|o| o.name);
        all.push(Base {
            outputs: outputs.collect(),
            model: folder.join(format!("m{k}.toml")),
            results,
        });
    }
    all
}

/// Carries out a command in this process.
pub fn poinsot(words: &[&str]) -> u8 {
    poinsot_cli::command(std::iter::once("poinsot").chain(words.iter().copied()))
}
