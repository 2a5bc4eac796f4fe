//! Modes of a model, told apart by what moves.

use crate::case::{Measure, number, text};
use nalgebra::Complex;
use poinsot::model::{Source, read_model};
use poinsot::modes::{Matrix, Mode, ModeKind, Modes, Study};
use poinsot::system::Unknown;

/// What can move, in the order of the unknowns of a node.
const MOTIONS: [&str; 6] = ["x", "y", "z", "about x", "about y", "about z"];

/// The modes of a model without the rigid ones.
pub struct Found {
    /// Angular frequency [rad/s] and what moves most, lowest first.
    pub list: Vec<(f64, &'static str)>,
    pub rigid: usize,
    pub unknowns: usize,
    pub failure: Option<String>,
}

/// Finds the modes of a model.
pub fn find(text: String) -> Found {
    let (model, _) =
        read_model(&Source::new("model.toml", text)).unwrap_or_else(|p| panic!("{p:#?}"));
    let study = Study::new(model).unwrap_or_else(|p| panic!("{p:#?}"));
    let modes = match study.modes() {
        Ok((modes, _)) => modes,
        Err(error) => {
            return Found {
                list: vec![],
                rigid: 0,
                unknowns: 0,
                failure: Some(error.to_string()),
            };
        }
    };
    let is_rigid = |m: &&Mode| m.kind == ModeKind::Rigid;
    let elastic = modes.list.iter().filter(|m| !is_rigid(m));
    Found {
        list: elastic
            .map(|m| (m.angular_frequency(), moves(&modes, m)))
            .collect(),
        rigid: modes.list.iter().filter(is_rigid).count(),
        unknowns: modes.linear.unknowns,
        failure: None,
    }
}

/// The motion that holds the largest part of the kinetic energy.
fn moves(modes: &Modes, mode: &Mode) -> &'static str {
    let mut parts = [0.0; 6];
    for take in [|x: &Complex<f64>| x.re, |x: &Complex<f64>| x.im] {
        let shape: Vec<f64> = mode.shape.iter().map(take).collect();
        let momenta = modes.linear.times(Matrix::Mass, &shape);
        for ((place, x), p) in modes.linear.places.iter().zip(&shape).zip(&momenta) {
            if let Unknown::Node { slot, .. } = place {
                parts[*slot] += x * p;
            }
        }
    }
    let most = (0..6).max_by(|&a, &b| parts[a].total_cmp(&parts[b]));
    MOTIONS[most.unwrap_or(0)]
}

/// The natural frequency that a measure asks for.
pub fn evaluate(found: &Found, measure: &Measure) -> Option<f64> {
    assert_eq!(
        measure.kind, "natural_frequency",
        "modes have no other measure"
    );
    let along = measure.signal.as_str();
    assert!(
        along.is_empty() || MOTIONS.contains(&along),
        "no motion `{along}`"
    );
    let mut fitting = (found.list.iter()).filter(|(_, moves)| along.is_empty() || *moves == along);
    let number = number(&measure.options, "number")? as usize;
    let (omega, _) = fitting.nth(number - 1)?;
    match text(&measure.options, "unit")?.as_str() {
        "Hz" => Some(omega / std::f64::consts::TAU),
        "rad/s" => Some(*omega),
        other => panic!("no unit `{other}`"),
    }
}
