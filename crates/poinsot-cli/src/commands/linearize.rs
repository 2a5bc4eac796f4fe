//! `poinsot linearize`

use super::files::{Inputs, put};
use super::modes::{about, failure};
use crate::args::LinearizeArgs;
use crate::facade;
use crate::output::{self, Failure};
use poinsot::modes::{Linearisation, Matrix, Signal, StateSpace};
use poinsot_views::export::numpy::write_matrix;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Unknowns up to which matrices are written as dense arrays and reduced to minimal coordinates.
const DENSE_UP_TO: usize = 2000;

/// What may be written.
const FILES: [&str; 14] = [
    "M.mtx",
    "C.mtx",
    "K.mtx",
    "G.mtx",
    "M.npy",
    "C.npy",
    "K.npy",
    "G.npy",
    "A.npy",
    "B.npy",
    "C_out.npy",
    "D.npy",
    "basis.npy",
    "names.json",
];

/// Writes the linearised equations into a folder.
pub fn linearize(args: &LinearizeArgs) -> Result<(), Failure> {
    let mut loaded = facade::load(&args.model, &args.outside.set).map_err(Failure::Input)?;
    output::note(&loaded.warnings);
    if let Some(state) = &args.about {
        loaded.model.modes.about = about(state);
    }
    let study = facade::study(&loaded).map_err(Failure::Input)?;
    let (state, about) = study.state().map_err(failure)?;
    let system = study.system();
    let linear = Linearisation::new(system, &state, &about).map_err(Failure::run)?;
    let folder = &args.output;
    fs::create_dir_all(folder).map_err(|e| failed(folder, &e))?;
    let inputs = Inputs::of_model(&args.model, &loaded.model);
    for name in FILES {
        inputs.spare(&folder.join(name))?;
    }
    let mut written = Vec::new();
    let n = linear.unknowns;
    let matrices = [
        ("M", n, linear.entries(Matrix::Mass)),
        ("C", n, linear.entries(Matrix::Damping)),
        ("K", n, linear.entries(Matrix::Stiffness)),
        ("G", linear.rows, linear.constraint_entries()),
    ];
    let dense = n <= DENSE_UP_TO;
    for (name, rows, entries) in &matrices {
        save(folder, &format!("{name}.mtx"), &mut written, |out| {
            matrix_market(out, *rows, n, entries)
        })?;
        if dense {
            let mut values = vec![0.0; rows * n];
            for &(i, j, v) in entries {
                values[i * n + j] = v;
            }
            save(folder, &format!("{name}.npy"), &mut written, |out| {
                write_matrix(out, *rows, n, |i, j| values[i * n + j])
            })?;
        }
    }
    let space = if dense {
        let space = StateSpace::new(system, &state, &about, &linear).map_err(Failure::run)?;
        for (name, m) in [
            ("A", &space.a),
            ("B", &space.b),
            ("C_out", &space.c),
            ("D", &space.d),
            ("basis", &space.basis),
        ] {
            save(folder, &format!("{name}.npy"), &mut written, |out| {
                write_matrix(out, m.nrows(), m.ncols(), |i, j| m[(i, j)])
            })?;
        }
        Some(space)
    } else {
        None
    };
    let names: Vec<String> = (0..n + linear.rows)
        .map(|k| linear.name(system, k))
        .collect();
    let signals = |list: &[Signal]| -> Vec<serde_json::Value> {
        let one = |s: &Signal| serde_json::json!({ "name": s.name, "unit": s.unit });
        list.iter().map(one).collect()
    };
    let all = serde_json::json!({
        "unknowns": names[..n],
        "constraint_rows": names[n..],
        "states": space.as_ref().map(|s| s.states.clone()),
        "inputs": space.as_ref().map(|s| signals(&s.inputs)),
        "outputs": space.as_ref().map(|s| signals(&s.outputs)),
    });
    save(folder, "names.json", &mut written, |out| {
        write!(out, "{all:#}")
    })?;
    let mut text = format!(
        "{}   {n} unknowns, {} constraint rows\n",
        folder.display(),
        linear.rows
    );
    if let Some(s) = &space {
        text.push_str(&format!(
            "  {} states, {} inputs, {} outputs\n",
            s.states.len(),
            s.inputs.len(),
            s.outputs.len()
        ));
    } else {
        text.push_str(&format!(
            "  more than {DENSE_UP_TO} unknowns: only Matrix Market files, no state-space form\n"
        ));
    }
    text.push_str(&unbalance_note(&linear));
    text.push_str(&format!("  {}\n", written.join(" ")));
    output::print(&text)
}

/// A warning if the state is no equilibrium.
pub(super) fn unbalance_note(linear: &Linearisation) -> String {
    if linear.unbalance.at_rest() {
        return String::new();
    }
    format!(
        "  note: the state is not an equilibrium: forces are out of balance by {:.1e} of the largest, most at {}; \
         `--about equilibrium` finds one\n",
        linear.unbalance.relative, linear.unbalance.worst
    )
}

fn save(
    folder: &Path,
    name: &str,
    written: &mut Vec<String>,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let path = folder.join(name);
    put(&path, write).map_err(|e| failed(&path, &e))?;
    written.push(name.to_owned());
    Ok(())
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::run(format_args!(
        "cannot write {}: {error}; choose another place with -o",
        path.display()
    ))
}

/// Matrix Market, coordinates counted from one.
fn matrix_market(
    out: &mut impl Write,
    rows: usize,
    columns: usize,
    entries: &[(usize, usize, f64)],
) -> io::Result<()> {
    writeln!(out, "%%MatrixMarket matrix coordinate real general")?;
    writeln!(out, "{rows} {columns} {}", entries.len())?;
    for (i, j, v) in entries {
        writeln!(out, "{} {} {v:e}", i + 1, j + 1)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_count_from_one_and_keep_their_digits() {
        let mut text = Vec::new();
        matrix_market(&mut text, 2, 3, &[(0, 2, 0.1), (1, 0, -2e-300)]).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "2 3 2");
        assert_eq!(lines[2], "1 3 1e-1");
        assert_eq!(lines[3], "2 1 -2e-300");
    }
}
