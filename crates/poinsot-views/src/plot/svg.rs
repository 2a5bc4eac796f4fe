//! A scene as SVG.

use super::font::FAMILY;
use super::scene::{Anchor, Area, Color, DOT_BORDER, FACE_BORDER, Item, Scene};
use std::fmt::Write;

/// The text of an SVG file.
pub fn to_svg(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing into a `String` cannot fail, so the results of `write!` carry nothing.
    let (w, h) = (scene.width, scene.height);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"{FAMILY}\" stroke-linejoin=\"round\">"
    );
    if !scene.description.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", escape(&scene.description));
    }
    let clips = clips(scene);
    if !clips.is_empty() {
        out.push_str("<defs>");
        for (k, a) in clips.iter().enumerate() {
            let _ = write!(
                out,
                "<clipPath id=\"c{k}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>",
                short(a.x),
                short(a.y),
                short(a.w),
                short(a.h)
            );
        }
        out.push_str("</defs>\n");
    }
    for item in &scene.items {
        write_item(&mut out, item, &clips);
    }
    out.push_str("</svg>\n");
    out
}

fn clips(scene: &Scene) -> Vec<Area> {
    let mut list: Vec<Area> = Vec::new();
    for item in &scene.items {
        if let Item::Line {
            clip: Some(area), ..
        } = item
            && !list.contains(area)
        {
            list.push(*area);
        }
    }
    list
}

fn write_item(out: &mut String, item: &Item, clips: &[Area]) {
    let _ = match item {
        Item::Fill { area, color } => writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            short(area.x),
            short(area.y),
            short(area.w),
            short(area.h),
            hex(*color)
        ),
        Item::Face {
            points,
            color,
            border,
        } => {
            let corners: Vec<String> = points
                .iter()
                .map(|&(x, y)| format!("{} {}", short(x), short(y)))
                .collect();
            writeln!(
                out,
                "<path d=\"M{}Z\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{FACE_BORDER}\"/>",
                corners.join("L"),
                hex(*color),
                hex(border.unwrap_or(*color))
            )
        }
        Item::Dot {
            x,
            y,
            radius,
            color,
            filled,
        } => {
            let fill = if *filled { *color } else { (255, 255, 255) };
            writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{DOT_BORDER}\"/>",
                short(*x),
                short(*y),
                hex(fill),
                hex(*color)
            )
        }
        Item::Line {
            points,
            color,
            width,
            dash,
            clip,
        } => {
            let mut path = String::with_capacity(14 * points.len());
            for (k, &(x, y)) in points.iter().enumerate() {
                let _ = write!(
                    path,
                    "{}{} {}",
                    if k == 0 { "M" } else { "L" },
                    short(x),
                    short(y)
                );
            }
            let dashes = if dash.is_empty() {
                String::new()
            } else {
                let list: Vec<String> = dash.iter().map(f32::to_string).collect();
                format!(" stroke-dasharray=\"{}\"", list.join(" "))
            };
            let clip = clip
                .and_then(|area| clips.iter().position(|c| *c == area))
                .map(|k| format!(" clip-path=\"url(#c{k})\""))
                .unwrap_or_default();
            writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"{dashes}{clip}/>",
                hex(*color)
            )
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
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let (x, y) = (short(*x), short(*y));
            let turn = if *upright {
                String::new()
            } else {
                format!(" transform=\"rotate(-90 {x} {y})\"")
            };
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{}\"{turn}>{}</text>",
                hex(*color),
                escape(text)
            )
        }
    };
}

/// A coordinate with a hundredth of a pixel.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".into()
    } else {
        text.into()
    }
}

fn hex((r, g, b): Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escape(text: &str) -> String {
    let clean = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    // Control characters are not allowed in XML, not even escaped.
    clean.chars().filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_numbers_short() {
        assert_eq!(escape("a<b & c\u{7}"), "a&lt;b &amp; c");
        assert_eq!(short(1.50), "1.5");
        assert_eq!(short(-0.001), "0");
        assert_eq!(short(100.0), "100");
    }
}
