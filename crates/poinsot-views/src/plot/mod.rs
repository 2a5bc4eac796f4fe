//! Pictures without a browser: curves ([`Figure`]), paths in space ([`orbit`]) and the model itself ([`shape`]) are laid out into a
//! [`scene::Scene`] of lines, faces and texts, and a scene is written as SVG or PNG. Both show the same picture; no font of the system is used.

mod decimate;
mod draw;
mod font;
mod marks;
pub mod orbit;
mod png;
mod png_file;
mod scale;
mod scene;
pub mod shape;
pub mod spectrum;
mod svg;

pub use draw::scene_of;
pub use marks::Mark;
pub use png::to_png;
pub use scene::Scene;
pub use svg::to_svg;

/// A picture of one or more panels, one below the other, over the same horizontal axis.
#[derive(Debug, Default)]
pub struct Figure {
    /// Line at the top; may be empty.
    pub title: String,
    /// Text of the horizontal axis.
    pub x_label: String,
    /// Horizontal axis in powers of ten; values that are not positive are left out.
    pub x_log: bool,
    /// Small print below; may be empty.
    pub note: String,
    /// Same length of a unit on both axes, for paths in a plane.
    pub equal: bool,
    /// A single panel nearly as high as wide, for closed curves.
    pub tall: bool,
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
    /// Points of interest on them.
    pub marks: Vec<Mark>,
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
