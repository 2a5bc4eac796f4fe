//! The embedded font: widths for the layout and outlines for PNG.
//!
//! DejaVu Sans (free licence, see `assets/LICENSE-DejaVu.txt`), cut down to Latin, Greek and the few signs
//! that units and exponents need.

use tiny_skia::{PathBuilder, Transform};
use ttf_parser::{Face, OutlineBuilder};

const DATA: &[u8] = include_bytes!("../../assets/DejaVuSans-subset.ttf");

/// Name for SVG viewers; the fallbacks have nearly the same widths.
pub const FAMILY: &str = "DejaVu Sans, Verdana, Geneva, sans-serif";

/// The font, ready for use; `None` never happens with the embedded data (tested).
fn face() -> Option<Face<'static>> {
    Face::parse(DATA, 0).ok()
}

/// Width of a text in pixels.
pub fn width(text: &str, size: f64) -> f64 {
    let Some(face) = face() else {
        return 0.6 * size * text.chars().count() as f64;
    };
    let units: f64 = text.chars().map(|c| f64::from(advance(&face, c))).sum();
    units * size / f64::from(face.units_per_em())
}

fn advance(face: &Face<'_>, c: char) -> u16 {
    let glyph = face.glyph_index(c).unwrap_or_default();
    face.glyph_hor_advance(glyph).unwrap_or(0)
}

/// Outline of a text that starts at the origin of its base line.
pub fn outline(text: &str, size: f64) -> Option<tiny_skia::Path> {
    let face = face()?;
    let mut pen = Pen {
        builder: PathBuilder::new(),
        x: 0.0,
    };
    for c in text.chars() {
        face.outline_glyph(face.glyph_index(c).unwrap_or_default(), &mut pen);
        pen.x += f32::from(advance(&face, c));
    }
    let scale = size as f32 / f32::from(face.units_per_em());
    // Glyphs have their vertical axis upwards.
    pen.builder
        .finish()?
        .transform(Transform::from_scale(scale, -scale))
}

struct Pen {
    builder: PathBuilder,
    x: f32,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.builder.move_to(self.x + x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.builder.line_to(self.x + x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.builder.quad_to(self.x + x1, y1, self.x + x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.builder
            .cubic_to(self.x + x1, y1, self.x + x2, y2, self.x + x, y);
    }
    fn close(&mut self) {
        self.builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_of_the_plots_is_in_the_font() {
        let face = face().unwrap();
        let signs = "abcxyzABCXYZ0123456789.,:;+-×−·/()[]%_°²³⁰¹⁴⁵⁶⁷⁸⁹⁻äöüßéωφθΔ…";
        for c in signs.chars() {
            assert!(face.glyph_index(c).is_some(), "{c}");
        }
        assert!(width("position", 12.0) > width("pos", 12.0));
        assert!(outline("position", 12.0).is_some());
        assert!(outline(" ", 12.0).is_none());
    }
}
