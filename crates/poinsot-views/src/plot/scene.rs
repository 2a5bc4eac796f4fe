//! A picture as a list of things to draw, in pixels from the top left.

/// Red, green, blue.
pub type Color = (u8, u8, u8);

/// Width of the borders of faces, which close the seams between them.
pub const FACE_BORDER: f64 = 0.6;
/// Width of the borders of dots.
pub const DOT_BORDER: f64 = 1.5;

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
    /// A filled polygon. Its border has the same colour unless another one is given, so that no seam shows between neighbours.
    Face {
        points: Vec<(f64, f64)>,
        color: Color,
        border: Option<Color>,
    },
    /// A small circle: filled with its colour, or with white.
    Dot {
        x: f64,
        y: f64,
        radius: f64,
        color: Color,
        filled: bool,
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
#[derive(Debug, Default)]
pub struct Scene {
    /// [pixels]
    pub width: f64,
    /// [pixels]
    pub height: f64,
    /// What is drawn, later items over earlier ones.
    pub items: Vec<Item>,
    /// In words, for those who cannot see it; may be empty.
    pub description: String,
}

impl Item {
    /// The same thing so much further down.
    fn lowered(self, by: f64) -> Item {
        let move_area = |area: Area| Area {
            y: area.y + by,
            ..area
        };
        let move_points = |points: Vec<(f64, f64)>| {
            let moved = points.into_iter().map(|(x, y)| (x, y + by));
            moved.collect::<Vec<_>>()
        };
        match self {
            Item::Fill { area, color } => Item::Fill {
                area: move_area(area),
                color,
            },
            Item::Line {
                points,
                color,
                width,
                dash,
                clip,
            } => Item::Line {
                points: move_points(points),
                color,
                width,
                dash,
                clip: clip.map(move_area),
            },
            Item::Face {
                points,
                color,
                border,
            } => Item::Face {
                points: move_points(points),
                color,
                border,
            },
            Item::Dot {
                x,
                y,
                radius,
                color,
                filled,
            } => Item::Dot {
                x,
                y: y + by,
                radius,
                color,
                filled,
            },
            Item::Text {
                x,
                y,
                text,
                size,
                anchor,
                upright,
                color,
            } => Item::Text {
                x,
                y: y + by,
                text,
                size,
                anchor,
                upright,
                color,
            },
        }
    }
}

impl Scene {
    /// This picture with another one below it.
    pub fn above(mut self, below: Scene) -> Scene {
        let by = self.height;
        self.items
            .extend(below.items.into_iter().map(|item| item.lowered(by)));
        Scene {
            width: self.width.max(below.width),
            height: by + below.height,
            items: self.items,
            description: format!("{} {}", self.description, below.description)
                .trim()
                .to_owned(),
        }
    }
}
