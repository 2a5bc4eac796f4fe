//! `[modes]`.

use super::reader::TableReader;
use crate::model::modes::{ModesAbout, ModesKind, ModesSettings};

/// Which modes, and about what.
pub fn modes(file: &TableReader) -> Option<ModesSettings> {
    let t = file.table("modes")?;
    let count = t.count("count");
    let near = t.number("near");
    let about = t.word("about").map(|word| match word {
        "equilibrium" => ModesAbout::Equilibrium,
        _ => ModesAbout::AsDrawn,
    });
    let kind = t.word("kind").map(|word| match word {
        "real" => ModesKind::Real,
        "complex" => ModesKind::Complex,
        _ => ModesKind::Automatic,
    });
    let top_speed = t.number("top_speed");
    let speeds = t.count("speeds");
    if let (Some(_), Some(node)) = (top_speed, t.node("top_speed"))
        && !file.has("turning")
    {
        node.error(
            "`top_speed` needs an axis to turn about",
            "add [turning] with `angular_velocity` along the axis, and `through`",
        );
    }
    Some(ModesSettings {
        count: count?,
        near,
        about: about?,
        kind: kind?,
        top_speed,
        speeds: speeds?,
        place: t.place(),
    })
}
