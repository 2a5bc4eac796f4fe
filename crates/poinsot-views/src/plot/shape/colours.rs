//! Colours for values along beams and cables. The same maps as in reports.

use crate::plot::scene::Color;
use poinsot::results::Layout;

/// Dark blue over green to yellow, evenly: for sizes.
const EVEN: [[f64; 3]; 11] = [
    [0.267, 0.005, 0.329],
    [0.283, 0.141, 0.458],
    [0.254, 0.265, 0.53],
    [0.207, 0.372, 0.553],
    [0.164, 0.471, 0.558],
    [0.128, 0.567, 0.551],
    [0.135, 0.659, 0.518],
    [0.267, 0.749, 0.441],
    [0.478, 0.821, 0.3182],
    [0.741, 0.873, 0.15],
    [0.993, 0.906, 0.144],
];
/// Blue over grey to red: for values of both signs.
const SIGNED: [[f64; 3]; 7] = [
    [0.09, 0.25, 0.68],
    [0.28, 0.5, 0.88],
    [0.58, 0.75, 0.96],
    [0.84, 0.85, 0.87],
    [0.97, 0.68, 0.56],
    [0.87, 0.35, 0.27],
    [0.65, 0.03, 0.12],
];

/// Words for quantities, with their variables in the results.
pub const QUANTITIES: [(&str, &str); 8] = [
    ("speed", "node_velocity"),
    ("force", "section_force"),
    ("moment", "section_moment"),
    ("strain", "section_strain"),
    ("curvature", "section_curvature"),
    ("tension", "tension"),
    ("cable_strain", "cable_strain"),
    // Its old name, also in results of version 0.1.
    ("stretch", "stretch"),
];

/// What lines are coloured by.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Variable in the results.
    pub variable: &'static str,
    /// Its place in a frame, and how many numbers it has per place.
    first: usize,
    parts: usize,
    /// One component, or the length of the vector.
    component: Option<usize>,
    /// For the colour bar.
    pub label: String,
}

impl Quantity {
    /// From a word such as `moment` or `force.x`; the error says what there is.
    pub fn new(layout: &Layout, text: &str) -> Result<Quantity, String> {
        let (word, part) = match text.split_once('.') {
            Some((word, part)) => (word, Some(part)),
            None => (text, None),
        };
        let there = |variable: &str| layout.variables.iter().position(|v| v.name == variable);
        let possible: Vec<&str> = QUANTITIES
            .iter()
            .filter(|(_, variable)| there(variable).is_some())
            // Whoever has to choose is shown the new name only.
            .filter(|(word, _)| *word != "stretch" || there("cable_strain").is_none())
            .map(|(word, _)| *word)
            .collect();
        let choose = match possible.is_empty() {
            true => {
                "these results have no beam or cable to colour; leave the colour out".to_owned()
            }
            false => format!("choose {}", possible.join(", ")),
        };
        let known = QUANTITIES.iter().find(|(name, _)| *name == word);
        let Some((variable, index)) = known.and_then(|(_, v)| Some((*v, there(v)?))) else {
            return Err(format!("lines cannot be coloured by `{word}`: {choose}"));
        };
        let found = &layout.variables[index];
        let labels = match found.axes[..] {
            [_, axis] => layout.axes[axis].labels.as_slice(),
            _ => &[],
        };
        let component = match part {
            None => None,
            Some(part) => match labels.iter().position(|l| l == part) {
                Some(place) => Some(place),
                None if labels.is_empty() => {
                    return Err(format!("`{word}` has no components; use `{word}` alone"));
                }
                None => {
                    return Err(format!(
                        "`{word}` has no component `{part}`; it has {}, and `{word}` alone is the length of the vector",
                        labels.join(", ")
                    ));
                }
            },
        };
        let name = match (part, labels.is_empty()) {
            (Some(part), _) => format!("{} {part}", found.name.replace('_', " ")),
            (None, true) => found.name.replace('_', " "),
            (None, false) => format!("|{}|", found.name.replace('_', " ")),
        };
        let label = match found.unit.as_str() {
            "1" | "" => name,
            unit => format!("{name} [{unit}]"),
        };
        Ok(Quantity {
            variable,
            first: layout.offset(index),
            parts: labels.len().max(1),
            component: match labels.is_empty() {
                true => Some(0),
                false => component,
            },
            label,
        })
    }

    /// Whether values belong to nodes, not to stations.
    pub fn at_nodes(&self) -> bool {
        self.variable == "node_velocity"
    }

    /// Whether lines of this kind have it.
    pub fn applies(&self, beam: bool) -> bool {
        let of_cables = matches!(self.variable, "tension" | "cable_strain" | "stretch");
        self.at_nodes() || of_cables != beam
    }

    /// Its value at a place.
    pub fn value(&self, row: &[f64], place: usize) -> f64 {
        let first = self.first + self.parts * place;
        let Some(numbers) = row.get(first..first + self.parts) else {
            return 0.0;
        };
        match self.component {
            Some(k) => numbers[k],
            None => numbers.iter().map(|v| v * v).sum::<f64>().sqrt(),
        }
    }
}

/// A range of values with colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub low: f64,
    pub high: f64,
    signed: bool,
}

impl Range {
    /// Over these values; values of both signs get a middle at zero, and sizes start there.
    pub fn new(values: impl Iterator<Item = f64>, size: bool) -> Range {
        let (low, high) = values
            .filter(|v| v.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| {
                (a.min(v), b.max(v))
            });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        if low < 0.0 && high > 0.0 {
            let most = high.max(-low);
            return Range {
                low: -most,
                high: most,
                signed: true,
            };
        }
        let low = if size { 0.0 } else { low };
        let least = if low == 0.0 { 1.0 } else { low.abs() };
        Range {
            low,
            high: if high > low { high } else { low + least },
            signed: false,
        }
    }

    pub fn color(&self, value: f64) -> Color {
        let map: &[[f64; 3]] = match self.signed {
            true => &SIGNED,
            false => &EVEN,
        };
        let part = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let place = if part.is_nan() { 0.0 } else { part } * (map.len() - 1) as f64;
        let k = (place.floor() as usize).min(map.len() - 2);
        let f = place - k as f64;
        let mix = |c: usize| (255.0 * (map[k][c] + f * (map[k + 1][c] - map[k][c]))).round() as u8;
        (mix(0), mix(1), mix(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poinsot::results::{Axis, Variable};

    fn layout() -> Layout {
        Layout {
            axes: vec![
                Axis::new("beam_station", ["b@0", "b@1"]),
                Axis::new("xyz", ["x", "y", "z"]),
            ],
            variables: vec![
                Variable::new("time", "s", "time", []),
                Variable::new("section_force", "N", "force", [0, 1]),
            ],
            attributes: vec![],
        }
    }

    #[test]
    fn quantities_are_found_by_their_words() {
        let row = [0.0, 1.0, 2.0, 2.0, -3.0, 0.0, 4.0];
        let size = Quantity::new(&layout(), "force").unwrap();
        assert_eq!((size.value(&row, 0), size.value(&row, 1)), (3.0, 5.0));
        assert_eq!(size.label, "|section force| [N]");
        let x = Quantity::new(&layout(), "force.x").unwrap();
        assert_eq!(x.value(&row, 1), -3.0);
        assert!(x.applies(true) && !x.applies(false));
        for (word, answer) in [
            ("moment", "choose force"),
            ("weight", "choose force"),
            ("force.q", "it has x, y, z"),
        ] {
            let error = Quantity::new(&layout(), word).unwrap_err();
            assert!(error.contains(answer), "{error}");
        }
        let error = Quantity::new(&Layout::default(), "force").unwrap_err();
        assert!(error.contains("leave the colour out"), "{error}");
    }

    #[test]
    fn ends_and_middle_have_their_colours() {
        let range = Range::new([-2.0, 1.0].into_iter(), false);
        assert_eq!((range.low, range.high), (-2.0, 2.0));
        assert_eq!(range.color(0.0), (214, 217, 222));
        let size = Range::new([2.0, 3.0].into_iter(), true);
        assert_eq!((size.low, size.high), (0.0, 3.0));
        assert_eq!(size.color(f64::NAN), size.color(0.0));
        assert_eq!(Range::new(std::iter::empty(), true).high, 1.0);
    }
}
