//! What is wrong with `[modes]` is found in its place.

use crate::common::flexible::RUN;
use poinsot::model::{Problem, Source, read_model};
use poinsot::modes::{ModesError, Study};

const BODY: &str = "[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n";

fn problems(modes: &str) -> Vec<Problem> {
    let text = format!("{modes}\n{RUN}{BODY}");
    read_model(&Source::new("model.toml", text.as_str())).expect_err("the model is bad")
}

#[test]
fn bad_keys_of_modes_are_named_with_their_line() {
    let cases = [
        ("count = 0", "count"),
        ("count = 2.5", "count"),
        ("near = -1", "near"),
        ("near = \"5 m\"", "near"),
        ("about = \"resting\"", "about"),
        ("kind = \"imaginary\"", "kind"),
        ("speeds = 1", "speeds"),
        ("top_speed = 0", "top_speed"),
        ("top_speed = \"100 rpm\"", "top_speed"),
        ("number = 3", "number"),
    ];
    for (line, key) in cases {
        let found = problems(&format!("[modes]\n{line}"));
        assert_eq!(found.len(), 1, "{line}: {found:#?}");
        assert_eq!(found[0].place.line, 2, "{line}: {found:#?}");
        assert!(
            found[0].message.contains(key) || found[0].place.path.contains(key),
            "{found:#?}"
        );
    }
    // All at once.
    let found = problems("[modes]\ncount = 0\nnear = -1\nabout = 3");
    assert_eq!(found.len(), 3, "{found:#?}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let read = |text: &str| {
        read_model(&Source::new("model.toml", text))
            .expect("sound")
            .0
    };
    let free = format!("gravity = [0, 0, -1]\n{RUN}[modes]\nabout = \"equilibrium\"\n{BODY}");
    let error = Study::new(read(&free))
        .expect("builds")
        .modes()
        .expect_err("it falls");
    assert!(matches!(error, ModesError::Statics(_)), "{error}");
    let plain = format!("{RUN}{BODY}");
    let error = Study::new(read(&plain))
        .expect("builds")
        .campbell(1.0, 3)
        .expect_err("no axis");
    assert_eq!(error, ModesError::NoAxis);
}
