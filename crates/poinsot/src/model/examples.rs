//! One small complete model per kind: shown by the reference, decoded and run by tests.

/// Kind and model text, in the order of the reference.
static EXAMPLES: &[(&str, &str)] = &[
    ("body", include_str!("examples/body.toml")),
    ("point_mass", include_str!("examples/point_mass.toml")),
    ("revolute", include_str!("examples/revolute.toml")),
    ("prismatic", include_str!("examples/prismatic.toml")),
    ("screw", include_str!("examples/screw.toml")),
    ("cylindrical", include_str!("examples/cylindrical.toml")),
    ("planar", include_str!("examples/planar.toml")),
    ("spherical", include_str!("examples/spherical.toml")),
    ("universal", include_str!("examples/universal.toml")),
    ("fixed", include_str!("examples/fixed.toml")),
    (
        "orientation-lock",
        include_str!("examples/orientation-lock.toml"),
    ),
    ("distance", include_str!("examples/distance.toml")),
    ("spring", include_str!("examples/spring.toml")),
    ("bushing", include_str!("examples/bushing.toml")),
    ("motor", include_str!("examples/motor.toml")),
    ("motion", include_str!("examples/motion.toml")),
    ("rolling", include_str!("examples/rolling.toml")),
    ("force", include_str!("examples/force.toml")),
    ("moment", include_str!("examples/moment.toml")),
    ("sensor", include_str!("examples/sensor.toml")),
    ("gravity", include_str!("examples/gravity.toml")),
    ("run", include_str!("examples/run.toml")),
    ("output", include_str!("examples/output.toml")),
    ("orientation", include_str!("examples/orientation.toml")),
    ("frame", include_str!("examples/frame.toml")),
    ("inertia", include_str!("examples/inertia.toml")),
    ("table", include_str!("examples/table.toml")),
    ("step", include_str!("examples/step.toml")),
    ("ramp", include_str!("examples/ramp.toml")),
    ("half-cosine", include_str!("examples/half-cosine.toml")),
    ("triangle", include_str!("examples/triangle.toml")),
    ("sine", include_str!("examples/sine.toml")),
    ("ep", include_str!("examples/ep.toml")),
    ("ed", include_str!("examples/ed.toml")),
    ("mp-ed", include_str!("examples/mp-ed.toml")),
    (
        "generalized-alpha",
        include_str!("examples/generalized-alpha.toml"),
    ),
    ("hht", include_str!("examples/hht.toml")),
    ("newmark", include_str!("examples/newmark.toml")),
];

/// A complete, runnable model for every kind, as pairs of kind and TOML text.
pub fn mini_examples() -> &'static [(&'static str, &'static str)] {
    EXAMPLES
}
