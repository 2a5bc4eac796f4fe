//! Colours for values along beams and cables. The same maps as in reports.

use crate::plot::scene::Color;
use crate::scene::fields::QUANTITIES;
use crate::scene::items::Flexible;
use crate::scene::{Field, Scene, Surface};
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

/// Steps of the colour bar.
pub const STEPS: usize = 64;

/// What flexible bodies are coloured by.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Where its values are.
    field: Field,
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
        // Whoever has to choose is shown the new names only.
        let possible: Vec<Field> = Field::all(layout);
        let possible: Vec<&str> = possible.iter().map(|f| f.quantity.word).collect();
        let choose = match possible.is_empty() {
            true => {
                "these results have no beam or cable to colour; leave the colour out".to_owned()
            }
            false => format!("choose {}", possible.join(", ")),
        };
        let known = QUANTITIES.iter().find(|q| q.word == word);
        let Some(field) = known.and_then(|q| Field::new(layout, q)) else {
            return Err(format!("lines cannot be coloured by `{word}`: {choose}"));
        };
        let labels = &field.components;
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
        let name = field.quantity.variable.replace('_', " ");
        let name = match (part, labels.is_empty()) {
            (Some(part), _) => format!("{name} {part}"),
            (None, true) => name,
            (None, false) => format!("|{name}|"),
        };
        let label = match field.unit.as_str() {
            "1" | "" => name,
            unit => format!("{name} [{unit}]"),
        };
        Ok(Quantity {
            component: match labels.is_empty() {
                true => Some(0),
                false => component,
            },
            field,
            label,
        })
    }

    /// Its variable in the results.
    pub fn variable(&self) -> &'static str {
        self.field.quantity.variable
    }

    /// Its unit.
    pub fn unit(&self) -> &str {
        &self.field.unit
    }

    /// Whether a flexible body has it.
    pub fn applies(&self, body: &Flexible) -> bool {
        self.field.applies(body)
    }

    /// Its values at all places of a flexible body.
    pub fn values(&self, row: &[f64], body: &Flexible) -> Vec<f64> {
        let places = self.field.places(body);
        places
            .map(|place| self.field.value(row, place, self.component))
            .collect()
    }

    /// Its values at the frames that a surface is bound to.
    pub fn on(&self, scene: &Scene, surface: &Surface, row: &[f64]) -> Vec<f64> {
        let bounds = surface.bounds.iter();
        let value = |bound| scene.value(&self.field, self.component, bound, row);
        bounds.map(value).collect()
    }
}

/// A range of values with colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub low: f64,
    pub high: f64,
    signed: bool,
    /// The least and the largest value there is; none if there is no value.
    pub found: Option<[f64; 2]>,
}

impl Range {
    /// Over these values; values of both signs get a middle at zero, and sizes start there.
    pub fn new(values: impl Iterator<Item = f64>, size: bool) -> Range {
        let (low, high) = values
            .filter(|v| v.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| {
                (a.min(v), b.max(v))
            });
        let found = (low <= high).then_some([low, high]);
        let [low, high] = found.unwrap_or([0.0, 1.0]);
        if low < 0.0 && high > 0.0 {
            let most = high.max(-low);
            return Range {
                low: -most,
                high: most,
                signed: true,
                found,
            };
        }
        let low = if size { 0.0 } else { low };
        let least = if low == 0.0 { 1.0 } else { low.abs() };
        Range {
            low,
            high: if high > low { high } else { low + least },
            signed: false,
            found,
        }
    }

    /// The same values with colours from one value to another; what lies outside has the colours of the ends.
    pub fn between(self, [low, high]: [f64; 2]) -> Range {
        Range {
            low,
            high,
            signed: low < 0.0 && high > 0.0,
            found: self.found,
        }
    }

    /// The colour of a value in steps as fine as those of the colour bar: neighbours of one colour make a small file.
    pub fn step(&self, value: f64) -> Color {
        let part = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let last = (STEPS - 1) as f64;
        let middle = ((STEPS as f64 * part).floor().min(last) + 0.5) / STEPS as f64;
        self.color(self.low + middle * (self.high - self.low))
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
    use crate::scene::items::{Curve, FlexibleKind, Form};
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
        let line = |kind: FlexibleKind| Flexible {
            name: "b".into(),
            kind,
            first_node: 0,
            nodes: 2,
            first_frame: Some(0),
            first_station: 0,
            form: Form::Curve(Curve {
                s: vec![0.0, 1.0],
                stations: vec![0.0, 1.0],
                outlines: Vec::new(),
                smooth: true,
            }),
        };
        let [beam, cable] = [FlexibleKind::Beam, FlexibleKind::Cable].map(line);
        let size = Quantity::new(&layout(), "force").unwrap();
        assert_eq!(size.values(&row, &beam), [3.0, 5.0]);
        assert_eq!(size.label, "|section force| [N]");
        let x = Quantity::new(&layout(), "force.x").unwrap();
        assert_eq!(x.values(&row, &beam), [1.0, -3.0]);
        assert!(x.applies(&beam) && !x.applies(&cable));
        assert!(x.values(&row, &cable).is_empty());
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
        // 64 steps of a sixteenth: the first is that of its middle.
        assert_eq!(range.step(-2.0), range.color(-2.0 + 1.0 / 32.0));
        assert_eq!(range.step(-1.95), range.step(-2.0));
        assert_eq!(range.step(9.0), range.color(2.0 - 1.0 / 32.0));
        let size = Range::new([2.0, 3.0].into_iter(), true);
        assert_eq!((size.low, size.high), (0.0, 3.0));
        assert_eq!(size.color(f64::NAN), size.color(0.0));
        assert_eq!(Range::new(std::iter::empty(), true).high, 1.0);
    }
}
