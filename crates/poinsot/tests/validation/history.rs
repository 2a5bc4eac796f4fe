//! Runs a model and keeps its history; signals are columns of it or simple functions of them.

use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use poinsot::model::{Source, read_model};
use poinsot::results::{Layout, resolve};
use poinsot::simulation::{
    Control, LedgerPolicy, Observer, Options, Outcome, Simulation, StepInfo,
};
use std::path::Path;
use toml::{Table, Value};

/// Rows of results: the frames of a run, or the points of a path of equilibria.
pub struct History {
    pub layout: Layout,
    pub rows: Vec<Vec<f64>>,
}

/// A run in time.
pub struct Simulated {
    pub history: History,
    pub outcome: Outcome,
    pub start_lines: Vec<String>,
}

#[derive(Default)]
struct Frames(Vec<Vec<f64>>);

impl Observer for Frames {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.0.push(row.to_vec());
        Control::Continue
    }
    fn step(&mut self, _: &StepInfo) -> Control {
        Control::Continue
    }
}

/// The text of a model with other values in `[run]` and `[output]`.
pub fn with_settings(text: &str, set: &Table) -> String {
    let mut root: Table = text.parse().expect("a model is TOML");
    let mut run: Table = root
        .remove("run")
        .and_then(|v| v.try_into().ok())
        .unwrap_or_default();
    if set.contains_key("scheme") {
        for key in [
            "rotation",
            "rho_inf",
            "collocation",
            "alpha",
            "gamma",
            "beta",
        ] {
            run.remove(key);
        }
    }
    for (key, value) in set {
        if key == "every" {
            let output = Table::from_iter([("every".to_string(), value.clone())]);
            root.insert("output".into(), Value::Table(output));
        } else {
            run.insert(key.clone(), value.clone());
        }
    }
    root.insert("run".into(), Value::Table(run));
    root.to_string()
}

/// Runs a model file.
pub fn run(path: &Path, set: &Table, ledger: LedgerPolicy) -> Simulated {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let text = with_settings(&text, set);
    let (model, _) =
        read_model(&Source::new("model.toml", text)).unwrap_or_else(|p| panic!("{path:?}: {p:#?}"));
    let mut simulation = Simulation::new(model, Options { ledger, threads: 1 })
        .unwrap_or_else(|p| panic!("{path:?}: {p:#?}"));
    let mut frames = Frames::default();
    let outcome = simulation.run(&mut frames);
    Simulated {
        history: History {
            layout: simulation.layout().clone(),
            rows: frames.0,
        },
        outcome,
        start_lines: simulation.start_lines(true),
    }
}

/// A number over time.
pub struct Series {
    pub times: Vec<f64>,
    pub values: Vec<f64>,
}

impl History {
    fn column(&self, name: &str) -> Vec<f64> {
        let found = resolve(&self.layout, name).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(found.len(), 1, "`{name}` is not one number");
        self.rows.iter().map(|r| r[found[0].column]).collect()
    }

    /// Position (or velocity) of a body, a point mass or a sensor; `origin` stands still at zero.
    fn place(&self, name: &str, rate: bool) -> Vec<[f64; 3]> {
        if name == "origin" {
            return vec![[0.0; 3]; self.rows.len()];
        }
        let kinds = if rate {
            ["velocity", "point_velocity"]
        } else {
            ["position", "point"]
        };
        let found = kinds
            .iter()
            .find_map(|k| resolve(&self.layout, &format!("{name}.{k}")).ok())
            .unwrap_or_else(|| panic!("no body, mass or sensor `{name}`"));
        let pick = |r: &Vec<f64>| std::array::from_fn(|k| r[found[k].column]);
        self.rows.iter().map(pick).collect()
    }

    /// Vector from one place to another, and its rate.
    fn arm(&self, arguments: &[&str]) -> Vec<([f64; 3], [f64; 3])> {
        let (from, to) = match arguments {
            [to] => ("origin", *to),
            [from, to] => (*from, *to),
            _ => panic!("one or two places are needed, not {arguments:?}"),
        };
        let difference = |rate| -> Vec<[f64; 3]> {
            let (a, b) = (self.place(from, rate), self.place(to, rate));
            a.iter()
                .zip(&b)
                .map(|(a, b)| std::array::from_fn(|k| b[k] - a[k]))
                .collect()
        };
        difference(false)
            .into_iter()
            .zip(difference(true))
            .collect()
    }

    /// Functions of places in the x-y plane, see [`History::signal`].
    fn planar(&self, function: &str, arguments: &[&str]) -> Vec<f64> {
        if let ("bow", [from, to, place]) = (function, arguments) {
            let [a, b, p] = [from, to, place].map(|name| self.place(name, false));
            let bow = |k: usize| {
                let chord = [b[k][0] - a[k][0], b[k][1] - a[k][1]];
                let arm = [p[k][0] - a[k][0], p[k][1] - a[k][1]];
                (chord[0] * arm[1] - chord[1] * arm[0]) / chord[0].hypot(chord[1])
            };
            return (0..self.rows.len()).map(bow).collect();
        }
        let [place, angle] = arguments else {
            panic!("`{function}` of {arguments:?}");
        };
        let (places, angles) = (self.place(place, false), self.column(angle));
        let turned = |(p, angle): (&[f64; 3], &f64)| {
            let (sin, cos) = angle.sin_cos();
            if function == "turned_x" {
                cos * p[0] + sin * p[1]
            } else {
                cos * p[1] - sin * p[0]
            }
        };
        places.iter().zip(&angles).map(turned).collect()
    }

    /// Component of the rotation vector of a sensor or body since the first row. Of all vectors of the same rotation the one next
    /// to that of the row before counts.
    fn turn(&self, arguments: &[&str]) -> Vec<f64> {
        let [place, axis] = arguments else {
            panic!("a place and an axis are needed, not {arguments:?}");
        };
        let axis = ["x", "y", "z"].iter().position(|a| a == axis);
        let axis = axis.unwrap_or_else(|| panic!("no axis {arguments:?}"));
        let found = ["point_orientation", "orientation"]
            .iter()
            .find_map(|k| resolve(&self.layout, &format!("{place}.{k}")).ok())
            .unwrap_or_else(|| panic!("`{place}` has no orientation"));
        let rotation = |r: &Vec<f64>| {
            let [w, x, y, z] = std::array::from_fn(|k| r[found[k].column]);
            UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z))
        };
        let start = rotation(&self.rows[0]);
        let mut last = Vector3::zeros();
        let mut values = Vec::new();
        for row in &self.rows {
            let vector = (rotation(row) * start.inverse()).scaled_axis();
            if let Some(direction) = vector.try_normalize(0.0) {
                let turns = ((last - vector).dot(&direction) / std::f64::consts::TAU).round();
                last = vector + std::f64::consts::TAU * turns * direction;
            } else {
                last = vector;
            }
            values.push(last[axis]);
        }
        values
    }

    /// A signal: the name of an output, or a function of places (`tilt(tip)`, `swing(upper, lower)`):
    /// - `tilt`: angle from the world's z axis;
    /// - `azimuth`, `azimuth_rate`: angle about z from x, unwrapped, and its rate;
    /// - `swing`, `swing_rate`: angle in the x-y plane from -y towards x, unwrapped, and its rate;
    /// - `radius`: distance from the z axis; `length`: distance;
    /// - `size(vector)`: length of a vector output, as `size(bar.reaction_force)`;
    /// - `wrapped(output)`: an angle brought between -pi and pi;
    /// - `change(output)`: difference from the start relative to the value there;
    /// - `turned_x(place, angle)`, `turned_y`: components of a place on axes turned about z by an output;
    /// - `moved(output)`: difference from the start;
    /// - `turn(place, axis)`: component of the rotation vector from the start, world axes, continued over many turns;
    ///   `cos_turn`, `sin_turn` of it;
    /// - `bow(from, to, place)`: distance in the x-y plane of a place from the chord, positive to the left of it.
    pub fn signal(&self, name: &str) -> Series {
        let times = self.rows.iter().map(|r| r[0]).collect();
        let Some((function, rest)) = name.split_once('(') else {
            return Series {
                times,
                values: self.column(name),
            };
        };
        let arguments: Vec<&str> = rest
            .trim_end_matches(')')
            .split(',')
            .map(str::trim)
            .collect();
        if function == "change" {
            let values = self.column(arguments[0]);
            let start = values[0];
            return Series {
                times,
                values: values.iter().map(|v| (v - start) / start.abs()).collect(),
            };
        }
        if function == "moved" {
            let mut values = self.column(arguments[0]);
            let start = values[0];
            values.iter_mut().for_each(|v| *v -= start);
            return Series { times, values };
        }
        if let "turn" | "cos_turn" | "sin_turn" = function {
            let mut values = self.turn(&arguments);
            match function {
                "cos_turn" => values.iter_mut().for_each(|v| *v = v.cos()),
                "sin_turn" => values.iter_mut().for_each(|v| *v = v.sin()),
                _ => {}
            }
            return Series { times, values };
        }
        if function == "wrapped" {
            let turn = std::f64::consts::TAU;
            let wrap = |v: &f64| v - turn * (v / turn).round();
            let values = self.column(arguments[0]).iter().map(wrap).collect();
            return Series { times, values };
        }
        if function == "size" {
            let parts: Vec<Vec<f64>> = ["x", "y", "z"]
                .iter()
                .map(|c| self.column(&format!("{}.{c}", arguments[0])))
                .collect();
            let size = |k: usize| parts.iter().map(|p| p[k] * p[k]).sum::<f64>().sqrt();
            return Series {
                values: (0..self.rows.len()).map(size).collect(),
                times,
            };
        }
        if let "turned_x" | "turned_y" | "bow" = function {
            let values = self.planar(function, &arguments);
            return Series { times, values };
        }
        let arms = self.arm(&arguments);
        let f = |p: &[f64; 3], v: &[f64; 3]| match function {
            "tilt" => p[0].hypot(p[1]).atan2(p[2]),
            "azimuth" => p[1].atan2(p[0]),
            "azimuth_rate" => (p[0] * v[1] - p[1] * v[0]) / (p[0] * p[0] + p[1] * p[1]),
            "swing" => p[0].atan2(-p[1]),
            "swing_rate" => (p[0] * v[1] - p[1] * v[0]) / (p[0] * p[0] + p[1] * p[1]),
            "radius" => p[0].hypot(p[1]),
            "length" => p[0].hypot(p[1]).hypot(p[2]),
            other => panic!("no signal function `{other}`"),
        };
        let mut values: Vec<f64> = arms.iter().map(|(p, v)| f(p, v)).collect();
        if matches!(function, "azimuth" | "swing") {
            let turn = std::f64::consts::TAU;
            for k in 1..values.len() {
                values[k] += turn * ((values[k - 1] - values[k]) / turn).round();
            }
        }
        Series { times, values }
    }
}
