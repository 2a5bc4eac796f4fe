//! What a case directory says: `expect.toml` beside the models.
//!
//! ```toml
//! title = "..."
//! reference = "RIG-01"
//! [[run]]
//! name = "ep"
//! model = "model.toml"                  # the default
//! set = { scheme = "ep", dt = 1e-4 }    # over [run] of the model; `every` goes to [output]
//! coarser = 2                           # also with the step times 2: gives the observed order
//! least_order = 1.9                     # of the median over all quantities
//! joint_gap = 1e-10                     # the default
//! energy_gap = 1e-10                    # the default, of the energy that was turned over
//! energy_rise = 1e-11                   # the default, of one step, likewise
//! angular_momentum_gap = 1e-10          # the default; relative, checked where the scheme promises it
//! [[run.at]]                            # values at times
//! signals = ["bob.position.x", "bob.position.y"]
//! rows = [[0.5, -0.39, -0.92]]
//! tolerance = 1e-6                      # absolute; `relative = true` for relative
//! limit = 1e-9                          # of the value extrapolated to dt = 0 with order 2 (needs `coarser`)
//! reason = "..."
//! [[run.measure]]                       # one number from a whole history, see measures.rs
//! name = "nutation period"
//! kind = "period"
//! signal = "tilt(tip)"
//! reference = 0.64
//! tolerance = 1e-7
//! reason = "..."
//! [[survey]]                            # what several schemes do, without a reference
//! ```
//!
//! Equilibria and modes are judged on several meshes:
//!
//! ```toml
//! [[run]]
//! name = "tip load"
//! analysis = "statics"                  # or "modes"; "dynamics" is the default
//! set = { statics = { until = 4 } }     # over tables of the model
//! refine = [1, 2, 4]                    # factors on the number of elements; the last mesh is judged
//! element_order = 2                     # over `order` of all beams and cables
//! shell_element = "s9"                  # over `element` of all shells; s9 has half the elements, so that there are as many nodes
//! solid_element = "hex27"               # over `element` of all solids
//! against = "differences"               # the order from successive differences instead of errors: for references that belong
//!                                       # to a slightly other model, or have few digits
//! round_off = 1e-10                     # relative error (difference) below which no order shows; the default
//! least_order = 5.5
//! [[run.at]]                            # rows begin with a load factor or a time
//! [[run.measure]]
//! kind = "limit"                        # the signal at limit point `number`; also "bifurcation", "maximum", "minimum"
//! signal = "load_factor"
//! [[run.frequencies]]                   # of modes with the numbers 1, 2, ... that are not rigid
//! along = "y"                           # only of modes that move mostly so: "x", "y", "z", "about x", "about y", "about z"
//! values = [22.4, 61.7]                 # rad/s; `unit = "Hz"`
//! rigid = 6                             # in [[run]]: how many rigid modes there must be, none by default
//! ```

use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// A case.
pub struct Case {
    pub name: String,
    pub directory: PathBuf,
    pub title: String,
    pub reference: String,
    pub runs: Vec<Run>,
    pub surveys: Vec<Survey>,
}

/// What is done with a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Analysis {
    Dynamics,
    Statics,
    Modes,
}

/// Several meshes and what their order is seen by.
pub struct Meshes {
    /// Factors on the number of elements, rising.
    pub refine: Vec<i64>,
    /// Whether the order is that of successive differences.
    pub differences: bool,
    /// Relative errors below this show no order.
    pub round_off: f64,
}

/// One run of a model and what is expected of it.
pub struct Run {
    pub name: String,
    pub analysis: Analysis,
    pub model: String,
    pub set: Table,
    pub meshes: Meshes,
    pub element_order: Option<i64>,
    pub shell_element: Option<String>,
    pub solid_element: Option<String>,
    /// Rigid modes that must be there.
    pub rigid: usize,
    pub coarser: Option<f64>,
    pub least_order: Option<f64>,
    pub joint_gap: f64,
    pub energy_gap: f64,
    /// Largest rise of energy in a step that nothing explains, of the energy that was turned over.
    pub energy_rise: f64,
    pub angular_momentum_gap: f64,
    pub quantities: Vec<Quantity>,
}

/// One expected number.
pub struct Quantity {
    pub name: String,
    pub measure: Measure,
    pub reference: f64,
    pub tolerance: f64,
    pub relative: bool,
    pub limit: Option<f64>,
    pub reason: String,
}

/// How a number comes out of a run.
#[derive(Clone)]
pub struct Measure {
    pub kind: String,
    pub signal: String,
    pub options: Table,
}

/// Numbers of several schemes side by side.
pub struct Survey {
    pub name: String,
    pub model: String,
    pub settings: Vec<Table>,
    pub steps: Vec<f64>,
    pub measures: Vec<(String, Measure)>,
}

/// Number under a key.
pub fn number(t: &Table, key: &str) -> Option<f64> {
    t.get(key)
        .map(|v| value(v).unwrap_or_else(|| panic!("`{key}` must be a number")))
}

fn value(v: &Value) -> Option<f64> {
    v.as_float().or_else(|| v.as_integer().map(|i| i as f64))
}

/// Text under a key.
pub fn text(t: &Table, key: &str) -> Option<String> {
    t.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn required(t: &Table, key: &str, place: &str) -> String {
    text(t, key).unwrap_or_else(|| panic!("{place}: `{key}` is missing"))
}

fn tables<'a>(t: &'a Table, key: &str) -> Vec<&'a Table> {
    let list = t.get(key).and_then(Value::as_array);
    list.map_or(vec![], |l| l.iter().filter_map(Value::as_table).collect())
}

fn list<'a>(t: &'a Table, key: &str) -> &'a [Value] {
    t.get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn only(t: &Table, keys: &[&str], place: &str) {
    for key in t.keys() {
        assert!(keys.contains(&key.as_str()), "{place}: unknown key `{key}`");
    }
}

impl Case {
    /// Reads `expect.toml` of a directory.
    pub fn read(directory: &Path) -> Case {
        let name = directory
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        let path = directory.join("expect.toml");
        let source = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let root: Table = source.parse().unwrap_or_else(|e| panic!("{path:?}: {e}"));
        only(&root, &["title", "reference", "run", "survey"], &name);
        Case {
            title: required(&root, "title", &name),
            reference: required(&root, "reference", &name),
            runs: tables(&root, "run")
                .into_iter()
                .map(|t| run(t, &name))
                .collect(),
            surveys: tables(&root, "survey")
                .into_iter()
                .map(|t| survey(t, &name))
                .collect(),
            directory: directory.to_owned(),
            name,
        }
    }
}

fn run(t: &Table, case: &str) -> Run {
    only(
        t,
        &[
            "name",
            "analysis",
            "model",
            "set",
            "refine",
            "element_order",
            "shell_element",
            "solid_element",
            "against",
            "round_off",
            "rigid",
            "frequencies",
            "coarser",
            "least_order",
            "joint_gap",
            "energy_gap",
            "energy_rise",
            "angular_momentum_gap",
            "at",
            "measure",
        ],
        case,
    );
    let analysis = match text(t, "analysis").as_deref() {
        None | Some("dynamics") => Analysis::Dynamics,
        Some("statics") => Analysis::Statics,
        Some("modes") => Analysis::Modes,
        Some(other) => panic!("{case}: no analysis `{other}`"),
    };
    let mut quantities = Vec::new();
    for block in tables(t, "at") {
        at(block, analysis, case, &mut quantities);
    }
    for block in tables(t, "frequencies") {
        frequencies(block, case, &mut quantities);
    }
    for m in tables(t, "measure") {
        let name = required(m, "name", case);
        let reference = number(m, "reference");
        quantities.push(Quantity {
            measure: measure(m, case),
            reference: reference.unwrap_or_else(|| panic!("{case}: {name}: no reference")),
            ..quantity(m, name)
        });
    }
    Run {
        name: required(t, "name", case),
        analysis,
        model: text(t, "model").unwrap_or("model.toml".into()),
        meshes: meshes(t, case),
        element_order: t.get("element_order").and_then(Value::as_integer),
        shell_element: t
            .get("shell_element")
            .and_then(Value::as_str)
            .map(str::to_owned),
        solid_element: text(t, "solid_element"),
        rigid: number(t, "rigid").unwrap_or(0.0) as usize,
        set: t
            .get("set")
            .and_then(Value::as_table)
            .cloned()
            .unwrap_or_default(),
        coarser: number(t, "coarser"),
        least_order: number(t, "least_order"),
        // Gaps are relative to the size of the model; the Newton tolerance is 1e-13 of a step, and what is left of a gap
        // in one step is corrected in the next, so that nothing accumulates.
        joint_gap: number(t, "joint_gap").unwrap_or(1e-10),
        // Sharper than what the run itself enforces when it takes many steps.
        energy_gap: number(t, "energy_gap").unwrap_or(1e-10),
        energy_rise: number(t, "energy_rise").unwrap_or(1e-11),
        // Round-off of the impulses of thousands of steps; `mp-ed` shows more while loads act on a free system (mp.3).
        angular_momentum_gap: number(t, "angular_momentum_gap").unwrap_or(1e-10),
        quantities,
    }
}

fn meshes(t: &Table, case: &str) -> Meshes {
    let refine: Vec<i64> = list(t, "refine")
        .iter()
        .filter_map(Value::as_integer)
        .collect();
    Meshes {
        refine: if refine.is_empty() { vec![1] } else { refine },
        differences: match text(t, "against").as_deref() {
            None => false,
            Some("differences") => true,
            Some(other) => panic!("{case}: orders against `{other}`"),
        },
        round_off: number(t, "round_off").unwrap_or(1e-10),
    }
}

fn frequencies(block: &Table, case: &str, quantities: &mut Vec<Quantity>) {
    let known = [
        "along",
        "values",
        "unit",
        "tolerance",
        "relative",
        "reason",
        "name",
    ];
    only(block, &known, case);
    let unit = text(block, "unit").unwrap_or("rad/s".into());
    let along = text(block, "along").unwrap_or_default();
    let name = required(block, "name", case);
    for (k, reference) in list(block, "values").iter().filter_map(value).enumerate() {
        let mut options = Table::new();
        options.insert("number".into(), Value::Integer(k as i64 + 1));
        options.insert("unit".into(), Value::String(unit.clone()));
        quantities.push(Quantity {
            measure: Measure {
                kind: "natural_frequency".into(),
                signal: along.clone(),
                options,
            },
            reference,
            ..quantity(block, format!("{name} {} [{unit}]", k + 1))
        });
    }
}

fn at(block: &Table, analysis: Analysis, case: &str, quantities: &mut Vec<Quantity>) {
    let known = [
        "signals",
        "rows",
        "tolerance",
        "relative",
        "limit",
        "reason",
    ];
    only(block, &known, case);
    let signals: Vec<&str> = list(block, "signals")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    for row in list(block, "rows") {
        let row: Vec<f64> = row.as_array().unwrap().iter().filter_map(value).collect();
        assert_eq!(
            row.len(),
            signals.len() + 1,
            "{case}: a row of another length"
        );
        let name_at = |signal: &str| match analysis {
            Analysis::Dynamics => format!("{signal} at {} s", row[0]),
            _ => format!("{signal} at {}", row[0]),
        };
        for (signal, reference) in signals.iter().zip(&row[1..]) {
            let mut options = Table::new();
            options.insert("time".into(), Value::Float(row[0]));
            quantities.push(Quantity {
                measure: Measure {
                    kind: "at".into(),
                    signal: (*signal).into(),
                    options,
                },
                reference: *reference,
                ..quantity(block, name_at(signal))
            });
        }
    }
}

fn quantity(t: &Table, name: String) -> Quantity {
    Quantity {
        reason: required(t, "reason", &name),
        measure: Measure {
            kind: String::new(),
            signal: String::new(),
            options: Table::new(),
        },
        reference: f64::NAN,
        tolerance: number(t, "tolerance").unwrap_or_else(|| panic!("{name}: no tolerance")),
        relative: t.get("relative").and_then(Value::as_bool).unwrap_or(false),
        limit: number(t, "limit"),
        name,
    }
}

fn measure(t: &Table, place: &str) -> Measure {
    Measure {
        kind: required(t, "kind", place),
        signal: required(t, "signal", place),
        options: t.clone(),
    }
}

fn survey(t: &Table, case: &str) -> Survey {
    only(t, &["name", "model", "settings", "steps", "measure"], case);
    Survey {
        name: required(t, "name", case),
        model: text(t, "model").unwrap_or("model.toml".into()),
        settings: tables(t, "settings").into_iter().cloned().collect(),
        steps: list(t, "steps").iter().filter_map(value).collect(),
        measures: tables(t, "measure")
            .into_iter()
            .map(|m| (required(m, "name", case), measure(m, case)))
            .collect(),
    }
}
