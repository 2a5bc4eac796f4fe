//! `--cut`: the plane that solids and shells are cut by.

use crate::args::PlotArgs;
use crate::output::Failure;
use poinsot::math::V3;
use poinsot::units::{Dimension, parse_quantity};
use poinsot_views::plot::shape::Section;
use poinsot_views::scene::Scene;
use poinsot_views::scene::cut::Plane;

const EXAMPLE: &str =
    "expected a place along x, y, z or a direction, for example x=0.05, \"z<12 mm\" or 1,1,0=0.2";

/// The section that the command line asks for, which must meet something; and its text for the caption.
pub fn section(
    args: &PlotArgs,
    seen: &Scene,
    rows: &[Vec<f64>],
) -> Result<Option<(Section, String)>, Failure> {
    let Some(text) = &args.cut else {
        return Ok(None);
    };
    let failure = |why: String| {
        let file = args.results.display();
        Failure::input(format_args!("{file}: --cut {text}: {why}"))
    };
    let section = parse(text).map_err(failure)?;
    let Some([low, high]) = section.reach(seen, rows) else {
        return Err(failure(
            "the results contain no solid or shell to cut; leave it out".to_owned(),
        ));
    };
    let place = section.plane.distance;
    if !(low..=high).contains(&place) {
        // What is kept may be the other side: places are told as they were given, to a nanometre.
        let sign = if text.contains('>') { -1.0 } else { 1.0 };
        let told = |place: f64| (1e9 * sign * place).round() / 1e9 + 0.0;
        let (low, high) = (told(low).min(told(high)), told(low).max(told(high)));
        return Err(failure(format!(
            "the plane meets no solid or shell; they reach from {low} m to {high} m in this direction"
        )));
    }
    Ok(Some((section, format!("cut at {}", text.trim()))))
}

/// A plane from text: `=` takes away what is nearer to the viewer, `<` and `>` say what is kept.
fn parse(text: &str) -> Result<Section, String> {
    let found = text.find(['=', '<', '>']).ok_or(EXAMPLE)?;
    let (direction, rest) = text.split_at(found);
    let (sign, place) = rest.split_at(1);
    let direction = match direction.trim() {
        "x" => V3::x(),
        "y" => V3::y(),
        "z" => V3::z(),
        other => {
            let parts = other.split(',').map(|part| part.trim().parse::<f64>());
            let parts: Result<Vec<f64>, _> = parts.collect();
            match parts.as_deref() {
                Ok(&[x, y, z]) => V3::new(x, y, z),
                _ => return Err(EXAMPLE.to_owned()),
            }
        }
    };
    let normal = direction.try_normalize(0.0);
    let normal = normal.filter(|n| n.iter().all(|c| c.is_finite()));
    let normal = normal.ok_or("the direction has no length; give one such as 1,1,0")?;
    let place = place.trim();
    let distance = match place.parse::<f64>() {
        Ok(value) => value,
        Err(_) => parse_quantity(place, Dimension::LENGTH).map_err(|e| e.to_string())?,
    };
    if !distance.is_finite() {
        return Err(EXAMPLE.to_owned());
    }
    let plane = match sign {
        ">" => Plane {
            normal: -normal,
            distance: -distance,
        },
        _ => Plane { normal, distance },
    };
    Ok(Section {
        plane,
        toward_viewer: sign == "=",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_read() {
        let plane = |text: &str| {
            let section = parse(text).unwrap();
            (section.plane.normal, section.plane.distance)
        };
        assert_eq!(plane("x=0.05"), (V3::x(), 0.05));
        assert_eq!(plane(" z < 12 mm"), (V3::z(), 0.012));
        assert_eq!(plane("y>-1"), (-V3::y(), 1.0));
        let (normal, distance) = plane("3,0,4=0.2 m");
        assert!((normal - V3::new(0.6, 0.0, 0.8)).norm() < 1e-15 && distance == 0.2);
        assert!(parse("x=0").unwrap().toward_viewer && !parse("x<0").unwrap().toward_viewer);
        for bad in [
            "x", "w=1", "0,0,0=1", "1,2=3", "x=", "x=1 kg", "x=inf", "x=nan",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
