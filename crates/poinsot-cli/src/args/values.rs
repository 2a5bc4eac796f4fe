//! How single values of the command line are read.

use super::{About, Times};
use poinsot::units::{Dimension, parse_quantity};
use poinsot_views::plot::shape::View;

fn number(text: &str) -> Result<f64, String> {
    text.parse()
        .map_err(|_| "expected a number, for example 0.001 or 1e-3".to_owned())
}

/// A time in seconds, or with a unit.
pub fn time(text: &str) -> Result<f64, String> {
    let seconds = match text.trim().parse::<f64>() {
        Ok(seconds) => seconds,
        Err(_) => parse_quantity(text, Dimension::TIME).map_err(|e| e.to_string())?,
    };
    match seconds >= 0.0 && seconds.is_finite() {
        true => Ok(seconds),
        false => Err("expected a time, for example 600, \"10 min\" or 2h".to_owned()),
    }
}

pub fn positive_time(text: &str) -> Result<f64, String> {
    match time(text)? {
        seconds if seconds > 0.0 => Ok(seconds),
        _ => Err("expected a time above 0, for example 600, \"10 min\" or 2h".to_owned()),
    }
}

/// A number with or without a unit.
fn quantity(text: &str, dimension: Dimension, example: &str) -> Result<f64, String> {
    let value = match text.trim().parse() {
        Ok(value) => value,
        Err(_) => parse_quantity(text, dimension)
            .map_err(|_| format!("expected a number or a text such as \"{example}\""))?,
    };
    if value >= 0.0 && f64::is_finite(value) {
        Ok(value)
    } else {
        Err("expected a number that is not negative".to_owned())
    }
}

pub fn frequency(text: &str) -> Result<f64, String> {
    quantity(text, Dimension::FREQUENCY, "5 Hz")
}

pub fn speed(text: &str) -> Result<f64, String> {
    match quantity(text, Dimension::ANGULAR_VELOCITY, "600 rpm")? {
        value if value > 0.0 => Ok(value),
        _ => Err("expected a positive speed".to_owned()),
    }
}

/// A force per length of an arrow, above zero.
pub fn force_scale(text: &str) -> Result<f64, String> {
    match quantity(text, Dimension::STIFFNESS, "2 kN/m")? {
        value if value > 0.0 => Ok(value),
        _ => Err("expected a positive force per metre".to_owned()),
    }
}

/// A modulus above zero.
pub fn modulus(text: &str) -> Result<f64, String> {
    match quantity(text, Dimension::PRESSURE, "1.5 GPa")? {
        value if value > 0.0 => Ok(value),
        _ => Err("expected a positive modulus".to_owned()),
    }
}

/// A density above zero.
pub fn density(text: &str) -> Result<f64, String> {
    match quantity(text, Dimension::DENSITY, "1100 kg/m^3")? {
        value if value > 0.0 => Ok(value),
        _ => Err("expected a positive density".to_owned()),
    }
}

pub fn about(text: &str) -> Result<About, String> {
    match text {
        "as-drawn" => Ok(About::Drawn),
        "equilibrium" => Ok(About::Equilibrium),
        other if other.ends_with(".checkpoint") || other.ends_with(".checkpoint.before") => {
            Ok(About::Stored(other.into(), None))
        }
        other if other.ends_with(".nc") => Ok(About::Stored(other.into(), None)),
        other if other.contains(".nc@") => {
            let (path, time) = other.rsplit_once('@').unwrap_or((other, ""));
            let time = quantity(time, Dimension::TIME, "3 s")?;
            Ok(About::Stored(path.into(), Some(time)))
        }
        other => quantity(other, Dimension::TIME, "3 s")
            .map(About::Time)
            .map_err(|_| {
                "expected as-drawn, equilibrium, a time such as \"3 s\", or a stored run".to_owned()
            }),
    }
}

pub fn positive(text: &str) -> Result<f64, String> {
    match number(text)? {
        value if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("expected a positive number".to_owned()),
    }
}

pub fn accuracy(text: &str) -> Result<f64, String> {
    match number(text)? {
        value if value > 0.0 && value <= 0.1 => Ok(value),
        _ => Err("expected a number above 0, at most 0.1".to_owned()),
    }
}

pub fn unit_interval(text: &str) -> Result<f64, String> {
    match number(text)? {
        value if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

/// Times with commas between them.
pub fn times(text: &str) -> Result<Times, String> {
    let one = |part: &str| {
        quantity(part, Dimension::TIME, "0.5 s").map_err(|e| format!("`{}`: {e}", part.trim()))
    };
    text.split(',')
        .map(one)
        .collect::<Result<_, _>>()
        .map(Times)
}

/// A direction of view.
pub fn view(text: &str) -> Result<View, String> {
    let wrong = || {
        "expected iso, front, side, top, or two angles in degrees such as 30,20: to the right from the front, and up (-90 to 90)"
            .to_owned()
    };
    match text {
        "iso" => Ok(View::Iso),
        "front" => Ok(View::Front),
        "side" => Ok(View::Side),
        "top" => Ok(View::Top),
        other => {
            let (around, up) = other.split_once(',').ok_or_else(wrong)?;
            let angle = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
            let (around, up) = (angle(around)?, angle(up)?);
            match around.is_finite() && (-90.0..=90.0).contains(&up) {
                true => Ok(View::Angles(around.to_radians(), up.to_radians())),
                false => Err(wrong()),
            }
        }
    }
}
