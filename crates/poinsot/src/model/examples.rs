//! One small complete model per kind: shown by the reference, decoded and run by tests.

use super::actions::ACTIONS;
use super::joints::JOINTS;
use super::schemes::SCHEMES;
use crate::functions::PULSES;
use crate::sections::SHAPES;
use std::sync::LazyLock;

/// Kind and model text, as far as kinds have them not in files of their own.
static EXAMPLES: &[(&str, &str)] = &[
    ("body", include_str!("examples/body.toml")),
    ("point_mass", include_str!("examples/point_mass.toml")),
    ("material", include_str!("examples/material.toml")),
    ("given", include_str!("examples/given.toml")),
    ("beam", include_str!("examples/beam.toml")),
    ("cable", include_str!("examples/cable.toml")),
    ("shell_section", include_str!("examples/shell.toml")),
    ("shell", include_str!("examples/shell.toml")),
    ("patch", include_str!("examples/shell.toml")),
    ("disc", include_str!("examples/surfaces.toml")),
    ("annulus", include_str!("examples/surfaces.toml")),
    ("shell cylinder", include_str!("examples/surfaces.toml")),
    ("shell cone", include_str!("examples/surfaces.toml")),
    ("shell sphere", include_str!("examples/surfaces.toml")),
    ("revolution", include_str!("examples/surfaces.toml")),
    ("extrusion", include_str!("examples/surfaces.toml")),
    ("ruled", include_str!("examples/surfaces.toml")),
    ("curve", include_str!("examples/surfaces.toml")),
    ("shell mesh", include_str!("examples/given_mesh.toml")),
    ("solid", include_str!("examples/solid.toml")),
    ("block", include_str!("examples/solid.toml")),
    ("solid cylinder", include_str!("examples/volumes.toml")),
    ("solid tube", include_str!("examples/volumes.toml")),
    ("swept", include_str!("examples/volumes.toml")),
    ("revolved", include_str!("examples/volumes.toml")),
    ("solid mesh", include_str!("examples/solid_mesh.toml")),
    ("material linear", include_str!("examples/material.toml")),
    ("neo-hookean", include_str!("examples/solid.toml")),
    ("neo-hookean-log", include_str!("examples/laws.toml")),
    ("neo-hookean-square", include_str!("examples/laws.toml")),
    ("mooney-rivlin", include_str!("examples/laws.toml")),
    ("ogden", include_str!("examples/laws.toml")),
    ("yeoh", include_str!("examples/solid_laws.toml")),
    ("formula", include_str!("examples/solid_laws.toml")),
    ("anisotropic", include_str!("examples/solid_laws.toml")),
    ("fibres", include_str!("examples/solid_laws.toml")),
    ("plies", include_str!("examples/plies.toml")),
    ("reduced_body", include_str!("examples/reduced_body.toml")),
    ("interfaces", include_str!("examples/reduced_body.toml")),
    ("tie", include_str!("examples/tie.toml")),
    ("joined", include_str!("examples/joined.toml")),
    ("rigid", include_str!("examples/tie.toml")),
    ("hinge", include_str!("examples/tie.toml")),
    ("distributed", include_str!("examples/distributed.toml")),
    ("embedded", include_str!("examples/embedded.toml")),
    ("support", include_str!("examples/support.toml")),
    ("sensor", include_str!("examples/sensor.toml")),
    ("shape", include_str!("examples/shape.toml")),
    ("shape box", include_str!("examples/shape.toml")),
    ("shape sphere", include_str!("examples/shape.toml")),
    ("shape cylinder", include_str!("examples/shape.toml")),
    ("shape cone", include_str!("examples/shape.toml")),
    ("shape capsule", include_str!("examples/shape.toml")),
    ("shape tube", include_str!("examples/shape.toml")),
    ("mesh", include_str!("examples/mesh.toml")),
    ("parameters", include_str!("examples/parameters.toml")),
    ("gravity", include_str!("examples/gravity.toml")),
    ("run", include_str!("examples/run.toml")),
    ("statics", include_str!("examples/statics.toml")),
    ("turning", include_str!("examples/turning.toml")),
    ("output", include_str!("examples/output.toml")),
    ("modes", include_str!("examples/modes.toml")),
    ("arc", include_str!("examples/arc.toml")),
    ("sections", include_str!("examples/sections.toml")),
    ("y_axes", include_str!("examples/y_axes.toml")),
    ("twist", include_str!("examples/twist.toml")),
    ("orientation", include_str!("examples/orientation.toml")),
    ("frame", include_str!("examples/frame.toml")),
    ("inertia", include_str!("examples/inertia.toml")),
    ("table", include_str!("examples/table.toml")),
];

static ALL: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let actions = ACTIONS.iter().flat_map(|a| a.small_models).copied();
    let sections = SHAPES.iter().map(|s| (s.word, s.small_model));
    let pulses = PULSES.iter().map(|p| (p.word, p.small_model));
    let schemes = SCHEMES.iter().map(|s| (s.word(), s.small_model));
    let joints = JOINTS.iter().map(|j| (j.word(), j.small_model));
    let others = EXAMPLES.iter().copied();
    others
        .chain(sections)
        .chain(pulses)
        .chain(schemes)
        .chain(actions)
        .chain(joints)
        .collect()
});

/// A complete, runnable model for every kind, as pairs of kind and TOML text.
pub fn mini_examples() -> &'static [(&'static str, &'static str)] {
    &ALL
}
