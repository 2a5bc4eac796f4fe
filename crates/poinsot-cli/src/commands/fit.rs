//! `poinsot fit`

use super::files::{Inputs, put_bytes};
use super::plot::PNG_SCALE;
use crate::args::{FitArgs, FitLaw};
use crate::output::{self, Failure};
use poinsot::mechanics::elements::solid::{
    Cause, Fit, Instability, Loading, Material, Measured, Wanted, fit as fit_law, response,
};
use poinsot::units::{Dimension, parse_quantity};
use poinsot_views::plot::{Figure, Mark, Panel, Series, scene_of, to_png, to_svg};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Bulk modulus of rubber by its shear modulus, where none is given.
const RUBBER: f64 = 1000.0;
/// Points of a drawn curve.
const CURVE: usize = 200;

/// Fits a law to a table of stretches and stresses, prints it as a material and draws both.
pub fn fit(args: &FitArgs) -> Result<(), Failure> {
    let path = &args.data;
    let failed = |what: &dyn std::fmt::Display| {
        Failure::input(format_args!("cannot read {}: {what}", path.display()))
    };
    if path.is_dir() {
        return Err(failed(&"it is a folder"));
    }
    let text = fs::read_to_string(path).map_err(|e| failed(&e))?;
    let points = table(path, &text)?;
    let wanted = match args.law {
        FitLaw::NeoHookean => Wanted::NeoHooke,
        FitLaw::MooneyRivlin => Wanted::MooneyRivlin,
        FitLaw::Yeoh => Wanted::Yeoh,
        FitLaw::Ogden => Wanted::Ogden(usize::from(args.terms)),
    };
    let found = fit_law(&points, wanted)
        .map_err(|e| Failure::input(format_args!("{}: {e}", path.display())))?;
    if let Some(target) = &args.plot {
        Inputs::of(path).spare(target)?;
        draw(path, target, &points, &found)?;
    }
    output::print(&report(args, &points, &found))
}

/// Reads the table; all problems are reported together.
fn table(path: &Path, text: &str) -> Result<Vec<Measured>, Failure> {
    let mut lines = text.lines().enumerate();
    let mut lines = lines.by_ref().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let at = |line: usize| format!("{}:{}", path.display(), line + 1);
    let Some((first, header)) = lines.next() else {
        return Err(Failure::input(format_args!(
            "{}: the file is empty\nhelp: {HELP}",
            path.display()
        )));
    };
    let columns: Vec<(&str, Option<&str>)> = header.split(',').map(column).collect();
    let find = |name: &str| columns.iter().position(|(n, _)| *n == name);
    let (Some(stretch), Some(stress)) = (find("stretch").or(find("strain")), find("stress")) else {
        return Err(Failure::input(format_args!(
            "{}: no columns `stretch` and `stress` in the first line\nhelp: {HELP}",
            at(first)
        )));
    };
    let strain = columns[stretch].0 == "strain";
    let unit = match columns[stress].1 {
        Some(unit) => parse_quantity(&format!("1 {unit}"), Dimension::PRESSURE)
            .map_err(|e| Failure::input(format_args!("{}: {e}", at(first))))?,
        None => 1.0,
    };
    let test = find("test");
    let (mut points, mut problems) = (Vec::new(), String::new());
    for (number, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let cell = |k: usize| cells.get(k).copied().unwrap_or("");
        let value = |k: usize| {
            let text = cell(k);
            let found = text.parse::<f64>().ok().filter(|x| x.is_finite());
            found.ok_or_else(|| format!("`{text}` is no number"))
        };
        let loading = match test.map(cell) {
            None => Ok(Loading::Uniaxial),
            Some(word) => Loading::ALL
                .into_iter()
                .find(|l| l.word() == word)
                .ok_or_else(|| {
                    format!("`{word}` is no test: expected uniaxial, biaxial or planar")
                }),
        };
        match (loading, value(stretch), value(stress)) {
            (Ok(loading), Ok(x), Ok(stress)) => points.push(Measured {
                loading,
                stretch: if strain { 1.0 + x } else { x },
                stress: unit * stress,
            }),
            (a, b, c) => {
                for problem in [a.err(), b.err(), c.err()].into_iter().flatten() {
                    let _ = writeln!(problems, "error: {}: {problem}", at(number));
                }
            }
        }
    }
    match problems.is_empty() {
        true => Ok(points),
        false => Err(Failure::Input(problems)),
    }
}

const HELP: &str = "the first line names the columns: `stretch` (or `strain`) and `stress [MPa]`, and `test` (uniaxial, biaxial, planar) \
if there is more than one test; stresses are forces by area as drawn";

/// Name and unit of a column such as `stress [MPa]`.
fn column(cell: &str) -> (&str, Option<&str>) {
    let cell = cell.trim();
    match cell.split_once('[') {
        Some((name, rest)) => (name.trim(), rest.trim_end().strip_suffix(']')),
        None => (cell, None),
    }
}

/// The material as text for a model file, and what is to be known about it as comments.
fn report(args: &FitArgs, points: &[Measured], found: &Fit) -> String {
    let slope = response(&found.law, Loading::Uniaxial, 1.0).map_or(0.0, |r| r.slope);
    let shear = slope / 3.0;
    let bulk = args.bulk.unwrap_or(RUBBER * shear);
    let number = |x: f64| format!("{x:.6e}");
    let list = |values: &[f64]| {
        let cells: Vec<String> = values.iter().map(|x| number(*x)).collect();
        format!("[{}]", cells.join(", "))
    };
    let (word, constants) = match &found.law {
        Material::NeoHooke { mu, .. } => ("neo-hookean", vec![("shear", number(*mu))]),
        Material::MooneyRivlin { c10, c01, .. } => (
            "mooney-rivlin",
            vec![("c10", number(*c10)), ("c01", number(*c01))],
        ),
        Material::Yeoh { c, .. } => {
            let keys = ["c10", "c20", "c30"].into_iter();
            ("yeoh", keys.zip(c.map(number)).collect())
        }
        Material::Ogden(law) => {
            let used = law.mu.iter().filter(|m| **m != 0.0).count();
            (
                "ogden",
                vec![
                    ("mu", list(&law.mu[..used])),
                    ("alpha", list(&law.alpha[..used])),
                ],
            )
        }
        _ => ("linear", Vec::new()),
    };
    let mut text = String::new();
    let _ = writeln!(
        text,
        "# fitted to {} points of {}: {} of the largest stress of each test (root of the mean square)",
        points.len(),
        args.data.display(),
        percent(found.error)
    );
    for loading in Loading::ALL {
        let of_test = || {
            points
                .iter()
                .zip(&found.residuals)
                .filter(move |(p, _)| p.loading == loading)
        };
        if of_test().next().is_none() {
            continue;
        }
        let largest = of_test().map(|(p, _)| p.stress.abs()).fold(0.0, f64::max);
        let worst = of_test().map(|(_, r)| r.abs()).fold(0.0, f64::max);
        let (low, high) = range(points, loading);
        let _ = writeln!(
            text,
            "#   {}: {} points, stretches {low:.3} to {high:.3}, at most {} off",
            loading.word(),
            of_test().count(),
            percent(worst / largest)
        );
    }
    let _ = match found.instabilities.is_empty() {
        true => writeln!(text, "# stable at stretches from 0.1 to 10 in all tests"),
        false => writeln!(text, "# not stable everywhere:"),
    };
    for lost in &found.instabilities {
        let _ = writeln!(text, "#   {}", words(lost));
    }
    let _ = writeln!(text, "[[material]]");
    let _ = writeln!(text, "name = {:?}", args.name);
    let _ = writeln!(text, "law = \"{word}\"");
    for (key, value) in constants {
        let _ = writeln!(text, "{key} = {value}");
    }
    let assumed = match args.bulk {
        Some(_) => "",
        None => "   # a thousand times the shear modulus: these tests do not tell it",
    };
    let _ = writeln!(text, "bulk = {}{assumed}", number(bulk));
    let _ = match args.density {
        Some(density) => writeln!(text, "density = {density}"),
        None => writeln!(text, "# density = \"1100 kg/m^3\"   # weigh it"),
    };
    text
}

fn percent(x: f64) -> String {
    format!("{:.2} %", 100.0 * x)
}

fn words(lost: &Instability) -> String {
    let why = match lost.cause {
        Cause::Force => "the force falls",
        Cause::Strain => "strains grow at constant stress",
    };
    let way = if lost.stretch > 1.0 {
        "beyond"
    } else {
        "below"
    };
    format!(
        "{}: {why} {way} a stretch of {:.3}",
        lost.loading.word(),
        lost.stretch
    )
}

/// Smallest and largest stretch of a test.
fn range(points: &[Measured], loading: Loading) -> (f64, f64) {
    let of_test = || points.iter().filter(move |p| p.loading == loading);
    let low = of_test().map(|p| p.stretch).fold(f64::INFINITY, f64::min);
    let high = of_test().map(|p| p.stretch).fold(0.0, f64::max);
    (low, high)
}

/// Draws measured points and curves of the law.
fn draw(path: &Path, target: &Path, points: &[Measured], found: &Fit) -> Result<(), Failure> {
    let largest = points.iter().map(|p| p.stress.abs()).fold(0.0, f64::max);
    let (unit, scale) = match largest {
        x if x >= 1e6 => ("MPa", 1e-6),
        x if x >= 1e3 => ("kPa", 1e-3),
        _ => ("Pa", 1.0),
    };
    let mut panel = Panel {
        y_label: format!("stress as drawn [{unit}]"),
        ..Panel::default()
    };
    for loading in Loading::ALL {
        if !points.iter().any(|p| p.loading == loading) {
            continue;
        }
        let (low, high) = range(points, loading);
        let (low, high) = (low.min(1.0), high.max(1.0));
        let x: Vec<f64> = (0..=CURVE)
            .map(|k| low + (high - low) * k as f64 / CURVE as f64)
            .collect();
        let stress =
            |l: &f64| response(&found.law, loading, *l).map_or(f64::NAN, |r| scale * r.stress);
        let measured = points.iter().filter(|p| p.loading == loading);
        panel.marks.extend(measured.map(|p| Mark {
            x: p.stretch,
            y: scale * p.stress,
            series: Some(panel.series.len()),
            ..Mark::default()
        }));
        panel.series.push(Series {
            name: loading.word().to_owned(),
            y: x.iter().map(stress).collect(),
            x,
        });
    }
    let scene = scene_of(&Figure {
        title: path.display().to_string(),
        x_label: "stretch".to_owned(),
        panels: vec![panel],
        ..Figure::default()
    });
    let png = target.extension().is_some_and(|e| e == "png");
    let bytes = match png {
        true => to_png(&scene, PNG_SCALE).map_err(Failure::run)?,
        false => to_svg(&scene).into_bytes(),
    };
    put_bytes(target, bytes).map_err(|e| {
        Failure::run(format_args!(
            "cannot write the picture {}: {e}; choose another place with --plot",
            target.display()
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Measured>, String> {
        table(Path::new("data.csv"), text).map_err(|e| match e {
            Failure::Input(text) | Failure::Run(text) => text,
            _ => String::new(),
        })
    }

    #[test]
    fn tables_are_read() {
        let points = read("stretch, stress [MPa]\n# by hand\n1.5, 0.2\n\n2,0.3\n").unwrap();
        assert_eq!(points.len(), 2);
        assert_eq!(points[0].loading, Loading::Uniaxial);
        assert!((points[1].stress - 3e5).abs() < 1e-9);
        let points = read("test,strain,stress\nplanar,0.5,1e5\n").unwrap();
        assert_eq!(
            (points[0].loading, points[0].stretch),
            (Loading::Planar, 1.5)
        );
    }

    #[test]
    fn all_problems_are_reported_with_their_lines() {
        let text = read("test,stretch,stress\nshear,1.5,2\nuniaxial,x,y\n").unwrap_err();
        assert!(text.contains("data.csv:2") && text.contains("`shear` is no test"));
        assert!(text.contains("data.csv:3") && text.contains("`x`") && text.contains("`y`"));
        assert!(read("").unwrap_err().contains("empty"));
        assert!(read("a,b\n1,2\n").unwrap_err().contains("help:"));
        assert!(read("stretch,stress [mm]\n1,2\n").is_err());
    }
}
