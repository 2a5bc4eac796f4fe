//! Line plots: a [`Figure`] is laid out into a [`scene::Scene`] of lines and texts, and a scene is written
//! as SVG or PNG. Both show the same picture; no font of the system is used.

mod decimate;
mod draw;
mod font;
mod png;
mod scale;
mod scene;
mod svg;

pub use draw::scene_of;
pub use png::to_png;
pub use svg::to_svg;

/// A picture of one or more panels, one below the other, over the same horizontal axis.
#[derive(Debug, Default)]
pub struct Figure {
    /// Line at the top; may be empty.
    pub title: String,
    /// Text of the horizontal axis.
    pub x_label: String,
    /// Same length of a unit on both axes, for paths in a plane.
    pub equal: bool,
    /// From top to bottom.
    pub panels: Vec<Panel>,
}

/// One set of axes.
#[derive(Debug, Default)]
pub struct Panel {
    /// Text of the vertical axis.
    pub y_label: String,
    /// Vertical axis in powers of ten; values that are not positive are left out.
    pub log: bool,
    /// Curves.
    pub series: Vec<Series>,
}

/// One curve. A value that is not finite interrupts it.
#[derive(Debug, Default)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Horizontal values.
    pub x: Vec<f64>,
    /// Vertical values, as many.
    pub y: Vec<f64>,
}
