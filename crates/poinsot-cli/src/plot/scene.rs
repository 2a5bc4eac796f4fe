//! A picture as a list of things to draw, in pixels from the top left.

/// Red, green, blue.
pub type Color = (u8, u8, u8);

/// A rectangle: left, top, width, height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

/// Where a text hangs on its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A thing to draw.
#[derive(Debug)]
pub enum Item {
    /// A filled rectangle.
    Fill { area: Area, color: Color },
    /// Connected points, cut at the borders of `clip`.
    Line {
        points: Vec<(f64, f64)>,
        color: Color,
        width: f64,
        /// Lengths of dashes and gaps; empty for a full line.
        dash: &'static [f32],
        clip: Option<Area>,
    },
    /// A line of text on its base line, read upwards if `upright` is false.
    Text {
        x: f64,
        y: f64,
        text: String,
        size: f64,
        anchor: Anchor,
        upright: bool,
        color: Color,
    },
}

/// A whole picture.
#[derive(Debug)]
pub struct Scene {
    pub width: f64,
    pub height: f64,
    pub items: Vec<Item>,
}
