//! Equilibria of solids that are pressed flat: the message names the element.

use crate::models::MATERIALS;
use poinsot::model::{Source, read_model};
use poinsot::statics::Path;
use poinsot::system::System;

/// A single element whose points are all moved by supports cannot buckle: it is pressed flat, and the message names it.
#[test]
fn statics_names_the_element_that_would_be_inside_out() {
    let text = format!(
        r#"
[statics]
vary = "time"
increment = 0.1
[[solid]]
name = "pad"
volume = "block"
size = [0.1, 0.1, 0.1]
elements = [1, 1, 1]
element = "hex8"
material = "steel"
[[support]]
name = "wall"
on = "pad.face1"
[[support]]
name = "press"
on = "pad.face2"
displacement = ["-0.15*t", 0, 0]
{MATERIALS}"#
    );
    let (model, _) = read_model(&Source::new("m.toml", text)).expect("a model");
    let (system, state) = System::build(&model).expect("a system");
    let mut path = Path::new(&system, &state, &model.statics, None).expect("a path");
    let error = loop {
        match path.next_point().expect("an error before the end") {
            Ok(point) => assert!(point.parameter < 2.0 / 3.0, "{}", point.parameter),
            Err(error) => break error.to_string(),
        }
    };
    let wanted = "`pad:1` would be turned inside out";
    assert!(error.contains(wanted), "{error}");
}
