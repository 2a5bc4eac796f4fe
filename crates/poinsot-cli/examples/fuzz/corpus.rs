//! Sound files to begin with: results and checkpoints of small models, and the models themselves.

use poinsot::model::mini_examples;
use poinsot::results::{Reader, output_names};
use std::fs;
use std::path::{Path, PathBuf};

/// A model with something of everything that has an equilibrium. Its rope is taut, so that it is found at once.
const HANGING: &str = r#"title = "everything"
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
to = [0, 0, -1]
section = "rod"
y_axis = [0, 1, 0]
elements = 2
[[body]]
name = "bob"
mass = 1
inertia = [0.01, 0.02, 0.02]
position = [0, 0, -1]
[[joint]]
name = "pin"
kind = "revolute"
between = ["ground", "arm.start"]
axis = [0, 1, 0]
[[joint]]
name = "tie"
kind = "fixed"
between = ["arm.end", "bob"]
share = false
[[cable]]
name = "rope"
from = [0, 0, -1]
to = [0, 0, -2]
stiffness = 100
mass_per_length = 0.1
pre_stretch = 1.1
elements = 2
[[joint]]
name = "knot"
kind = "spherical"
between = ["bob", "rope.start"]
[[joint]]
name = "anchor"
kind = "spherical"
between = ["rope.end", "ground"]
[[spring]]
name = "s"
between = ["ground", "bob"]
points = [[1, 0, -1], [0, 0, -1]]
stiffness = 10
damping = 0.1
[[sensor]]
name = "tip"
on = "arm.end"
[[shape]]
on = "bob"
kind = "mesh"
file = "part.obj"
"#;

/// What rolls on: with it, the model has something of everything that results and pictures know.
const ROLLING: &str = r#"[[body]]
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
"#;

const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
/// For the small model of a mesh.
const STL: &str = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n";

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
    all.push(format!("{HANGING}{ROLLING}"));
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
    fs::write("asteroid.stl", STL).map_err(failed)?;
    let small = mini_examples().len() + 1;
    let run = |model: &str, results: &str| {
        let words = ["run", model, "-o", results, "-q", "--max-steps", "4"];
        sound(&[&words[..], &["--keep-checkpoint"]].concat())
    };
    for (k, text) in models().iter().take(small).enumerate() {
        let (model, results) = (format!("m{k}.toml"), format!("r{k}.nc"));
        fs::write(&model, text).map_err(failed)?;
        run(&model, &results)?;
    }
    for k in small..small + 2 {
        fs::write(format!("m{k}.toml"), HANGING).map_err(failed)?;
    }
    let (model, results) = (format!("m{small}.toml"), format!("r{small}.nc"));
    sound(&["statics", &model, "-o", &results, "-q"])?;
    let (model, results) = (format!("m{}.toml", small + 1), format!("r{}.nc", small + 1));
    sound(&["modes", &model, "--animate", "1", "-o", &results])
}

/// Carries out a command that must succeed, or stop where it was told to: trials with a model that is refused try nothing.
fn sound(words: &[&str]) -> Result<(), String> {
    match poinsot(words) {
        0 | 3 => Ok(()),
        code => Err(format!("poinsot {}: exit code {code}", words.join(" "))),
    }
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
