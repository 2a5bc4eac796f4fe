//! A scene as PNG.

use super::scene::{Anchor, Area, Color, DOT_BORDER, FACE_BORDER, Item, Scene};
use super::{font, png_file};
use thiserror::Error;
use tiny_skia::{
    FillRule, LineJoin, Mask, Paint, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

/// A picture that cannot be made.
#[derive(Debug, Error)]
#[error("the picture of {width} by {height} pixels is too large for PNG; SVG has no such limit")]
pub struct PngError {
    width: u32,
    height: u32,
}

/// The bytes of a PNG file with `scale` pixels per pixel of the scene.
pub fn to_png(scene: &Scene, scale: f64) -> Result<Vec<u8>, PngError> {
    let width = (scene.width * scale).round() as u32;
    let height = (scene.height * scale).round() as u32;
    let fail = || PngError { width, height };
    let mut image = Pixmap::new(width, height).ok_or_else(fail)?;
    image.fill(tiny_skia::Color::WHITE);
    let transform = Transform::from_scale(scale as f32, scale as f32);
    let mut mask: Option<(Area, Mask)> = None;
    for item in &scene.items {
        match item {
            Item::Fill { area, color } => {
                if let Some(rect) = rect(*area) {
                    image.fill_rect(rect, &paint(*color), transform, None);
                }
            }
            Item::Face {
                points,
                color,
                border,
            } => {
                let mut builder = through(points);
                builder.close();
                let stroke = Stroke {
                    width: FACE_BORDER as f32,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                if let Some(path) = builder.finish() {
                    let edge = paint(border.unwrap_or(*color));
                    image.fill_path(&path, &paint(*color), FillRule::Winding, transform, None);
                    image.stroke_path(&path, &edge, &stroke, transform, None);
                }
            }
            Item::Dot {
                x,
                y,
                radius,
                color,
                filled,
            } => {
                let fill = if *filled { *color } else { (255, 255, 255) };
                let stroke = Stroke {
                    width: DOT_BORDER as f32,
                    ..Stroke::default()
                };
                let circle = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32);
                if let Some(path) = circle {
                    image.fill_path(&path, &paint(fill), FillRule::Winding, transform, None);
                    image.stroke_path(&path, &paint(*color), &stroke, transform, None);
                }
            }
            Item::Line {
                points,
                color,
                width,
                dash,
                clip,
            } => {
                if let Some(area) = *clip
                    && mask.as_ref().is_none_or(|(known, _)| *known != area)
                {
                    mask = clip_mask(&image, area, transform).map(|m| (area, m));
                }
                let stroke = Stroke {
                    width: *width as f32,
                    line_join: LineJoin::Round,
                    dash: StrokeDash::new(dash.to_vec(), 0.0),
                    ..Stroke::default()
                };
                if let Some(path) = through(points).finish() {
                    let mask = clip.and(mask.as_ref()).map(|(_, m)| m);
                    image.stroke_path(&path, &paint(*color), &stroke, transform, mask);
                }
            }
            Item::Text {
                x,
                y,
                text,
                size,
                anchor,
                upright,
                color,
            } => {
                let shift = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => -0.5 * font::width(text, *size),
                    Anchor::End => -font::width(text, *size),
                };
                let turn = if *upright { 0.0 } else { -90.0 };
                let place = transform
                    .pre_translate(*x as f32, *y as f32)
                    .pre_concat(Transform::from_rotate(turn))
                    .pre_translate(shift as f32, 0.0);
                if let Some(path) = font::outline(text, *size) {
                    image.fill_path(&path, &paint(*color), FillRule::Winding, place, None);
                }
            }
        }
    }
    png_file::encode(width, height, image.data()).map_err(|_| fail())
}

/// The way through some points.
fn through(points: &[(f64, f64)]) -> PathBuilder {
    let mut builder = PathBuilder::new();
    for (k, &(x, y)) in points.iter().enumerate() {
        if k == 0 {
            builder.move_to(x as f32, y as f32);
        } else {
            builder.line_to(x as f32, y as f32);
        }
    }
    builder
}

fn rect(area: Area) -> Option<Rect> {
    Rect::from_xywh(area.x as f32, area.y as f32, area.w as f32, area.h as f32)
}

fn clip_mask(image: &Pixmap, area: Area, transform: Transform) -> Option<Mask> {
    let mut mask = Mask::new(image.width(), image.height())?;
    let path = PathBuilder::from_rect(rect(area)?);
    mask.fill_path(&path, FillRule::Winding, true, transform);
    Some(mask)
}

fn paint((r, g, b): Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, 255);
    paint
}
