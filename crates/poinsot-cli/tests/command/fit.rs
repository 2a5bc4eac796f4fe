//! What `poinsot fit` prints is a material that models accept.

use super::{expect, folder};
use poinsot::mechanics::elements::solid::{Loading, response};
use poinsot::model::{Source, read_model};
use poinsot::results::Reader;
use std::fs;

/// Treloar's rubber, see the folder of the data for its source.
const DATA: &str = include_str!("../../../poinsot/tests/solids/data/treloar.csv");

/// A bar that is pulled along x, free across.
const BAR: &str = r#"
[statics]
increment = 0.25
[[solid]]
name = "bar"
volume = "block"
size = [1, 1, 1]
elements = [1, 1, 1]
element = "hex8"
material = "natural"
[[support]]
name = "x"
on = "bar.face1"
fixed = ["x"]
[[support]]
name = "y"
on = "bar.face3"
fixed = ["y"]
[[support]]
name = "z"
on = "bar.face5"
fixed = ["z"]
[[surface_load]]
name = "pull"
on = "bar.face2"
traction = ["1 MPa", 0, 0]
"#;

#[test]
fn fitted_materials_run() {
    let here = folder("fit");
    fs::write(here.join("treloar.csv"), DATA).unwrap();
    for law in ["neo-hookean", "mooney-rivlin", "yeoh", "ogden"] {
        let args = ["fit", "treloar.csv", "--law", law, "--name", "natural"];
        let (material, _) = expect(&here, &args, 0);
        let text = format!("{material}{BAR}");
        let file = format!("{law}.toml");
        fs::write(here.join(&file), &text).unwrap();
        expect(&here, &["check", &file], 0);
        expect(&here, &["statics", &file], 0);
        let mut reader = Reader::open(here.join(format!("{law}.nc"))).unwrap();
        let corner = reader.resolve("bar#2.node_position.x").unwrap();
        let stretch = *reader.series(&corner[0]).unwrap().last().unwrap();
        let (model, _) = read_model(&Source::new("m.toml", text)).unwrap();
        let along = response(&model.solids[0].law, Loading::Uniaxial, stretch);
        let stress = along.expect("a state").stress;
        // The law of a test keeps its volume; a bulk modulus of a thousand shear moduli gives way by about 1e-3.
        assert!(stretch > 2.0, "{law}: {stretch}");
        assert!(
            (stress / 1e6 - 1.0).abs() < 3e-3,
            "{law}: {stress} at {stretch}"
        );
    }
}
