//! Guessing what a misspelt name was meant to be.

/// The candidate most like `name`, if one is near enough to be worth showing.
///
/// Another capitalisation is always near; else one slip for short names and two for longer ones.
/// The first candidate wins a tie.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let allowed = match name.chars().count() {
        0 | 1 => 0,
        2 | 3 => 1,
        _ => 2,
    };
    candidates
        .map(|candidate| {
            let distance = if candidate.eq_ignore_ascii_case(name) {
                0
            } else {
                strsim::osa_distance(candidate, name)
            };
            (distance, candidate)
        })
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
