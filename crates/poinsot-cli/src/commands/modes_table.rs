//! Modes as tables, JSON and pictures.

use poinsot::modes::{Campbell, Directions, Mode, ModeKind, Modes, Share};
use poinsot::system::{NodeList, System, Unknown};
use poinsot_views::plot::{Figure, Panel, Series};
use std::f64::consts::TAU;

/// Masses below this part of the whole are none.
const ROUND_OFF: f64 = 1e-12;
/// Effective masses below this part of what can move are left blank.
const COUNTS: f64 = 5e-4;

/// The table for people.
pub fn table(found: &Modes) -> String {
    let mut text = String::from("   no       Hz        rad/s     damping  ");
    if found.real {
        text.push_str("    x      y      z     rx     ry     rz    moves\n");
    } else {
        text.push_str(" moves\n");
    }
    for (k, mode) in found.list.iter().enumerate() {
        let damping = match mode.kind {
            ModeKind::Rigid => "   rigid".to_owned(),
            ModeKind::Divergence => "diverges".to_owned(),
            ModeKind::Decay => "  decays".to_owned(),
            _ if mode.damping_ratio() == 0.0 => "       -".to_owned(),
            _ => format!("{:8.5}", mode.damping_ratio()),
        };
        let flutter = if mode.kind == ModeKind::Flutter {
            "  grows!"
        } else {
            ""
        };
        text.push_str(&format!(
            "  {:3}  {:>10}  {:>10}  {damping}  ",
            k + 1,
            short(mode.frequency()),
            short(mode.angular_frequency())
        ));
        if let Some(masses) = mode.effective_mass() {
            for d in 0..6 {
                let (movable, total) = (found.directions.movable[d], found.directions.total[d]);
                let part = masses[d] / movable;
                if movable > ROUND_OFF * total && part >= COUNTS {
                    text.push_str(&format!(" {:5.1}%", 100.0 * part));
                } else {
                    text.push_str("      -");
                }
            }
            text.push_str("  ");
        }
        text.push_str(&format!("{}{flutter}\n", mode.moves));
    }
    if found.real {
        let d = &found.directions;
        let movable = |k: usize| match d.movable[k] > ROUND_OFF * d.total[k] {
            true => short(d.movable[k]),
            false => "0".to_owned(),
        };
        text.push_str(&format!(
            "  effective masses relative to the movable mass: {} kg along x, {} along y, {} along z, of {} kg in all\n",
            movable(0),
            movable(1),
            movable(2),
            short(d.total[0])
        ));
    }
    let unstable = |m: &&Mode| matches!(m.kind, ModeKind::Divergence | ModeKind::Flutter);
    let unstable = found.list.iter().filter(unstable).count();
    if unstable > 0 {
        text.push_str(&format!(
            "  warning: the state is unstable, {unstable} mode{} grow{}\n",
            if unstable == 1 { "" } else { "s" },
            if unstable == 1 { "s" } else { "" }
        ));
    }
    text
}

/// Six digits.
fn short(x: f64) -> String {
    let size = x.abs();
    if x == 0.0 {
        "0".into()
    } else if (1e-3..1e6).contains(&size) {
        let digits = (5 - size.log10().floor() as i32).clamp(0, 8) as usize;
        format!("{x:.digits$}")
    } else {
        format!("{x:.4e}")
    }
}

/// One line per mode.
pub fn csv(found: &Modes) -> String {
    let mut text = String::from(
        "mode,frequency [Hz],angular frequency [rad/s],damping ratio,kind,growth rate [1/s],damped frequency [rad/s]",
    );
    for name in Directions::NAMES {
        text.push_str(&format!(",effective mass {name}"));
    }
    text.push_str(",moves\n");
    for (k, mode) in found.list.iter().enumerate() {
        text.push_str(&format!(
            "{},{},{},{},{},{},{}",
            k + 1,
            mode.frequency(),
            mode.angular_frequency(),
            mode.damping_ratio(),
            mode.kind.word(),
            mode.eigenvalue.re,
            mode.eigenvalue.im
        ));
        for d in 0..6 {
            text.push(',');
            if let Some(masses) = mode.effective_mass() {
                text.push_str(&masses[d].to_string());
            }
        }
        text.push_str(&format!(",\"{}\"\n", mode.moves.replace('"', "\"\"")));
    }
    text
}

/// Everything, with shapes by node.
pub fn json(system: &System, found: &Modes) -> String {
    let shares = |list: &[Share]| -> serde_json::Value {
        list.iter()
            .map(|s| serde_json::json!({ "item": s.item, "part": s.part }))
            .collect()
    };
    let d = &found.directions;
    let modes: Vec<serde_json::Value> = found
        .list
        .iter()
        .map(|mode| {
            serde_json::json!({
                "frequency": mode.frequency(),
                "angular_frequency": mode.angular_frequency(),
                "damping_ratio": mode.damping_ratio(),
                "eigenvalue": [mode.eigenvalue.re, mode.eigenvalue.im],
                "kind": mode.kind.word(),
                "moves": mode.moves,
                "participation": mode.participation,
                "effective_mass": mode.effective_mass(),
                "kinetic_energy": shares(&mode.kinetic),
                "stiffness": shares(&mode.strain),
                "shape": shape(system, found, mode),
            })
        })
        .collect();
    let all = serde_json::json!({
        "real": found.real,
        "unknowns": found.linear.unknowns,
        "constraints": found.linear.rows,
        "directions": Directions::NAMES,
        "mass_center": [d.center.x, d.center.y, d.center.z],
        "total_mass": d.total,
        "movable_mass": d.movable,
        "out_of_balance": found.linear.unbalance.relative,
        "modes": modes,
    });
    format!("{all:#}\n")
}

/// Motion of the nodes: name, six real parts (translation, rotation), and six imaginary parts of complex modes.
fn shape(system: &System, found: &Modes, mode: &Mode) -> serde_json::Value {
    let mut motions = NodeList::new([[0.0; 6]; 2], system.nodes.len());
    let mut moves = NodeList::new(false, system.nodes.len());
    for (place, x) in found.linear.places.iter().zip(&mode.shape) {
        if let Unknown::Node { node, slot } = *place {
            motions[node][0][slot] = x.re;
            motions[node][1][slot] = x.im;
            moves[node] = true;
        }
    }
    let nodes = system.node_indices().filter(|&n| moves[n]);
    nodes
        .map(|n| {
            let name = &system.nodes[n].name;
            if found.real {
                serde_json::json!({ "node": name, "motion": motions[n][0] })
            } else {
                serde_json::json!({ "node": name, "motion": motions[n][0], "imaginary": motions[n][1] })
            }
        })
        .collect()
}

/// Frequencies over the speed, one column per mode.
pub fn campbell_csv(campbell: &Campbell) -> String {
    let mut text = String::from("speed [rad/s],speed [rpm]");
    for (k, track) in campbell.tracks.iter().enumerate() {
        let name = track.moves.replace('"', "\"\"");
        text.push_str(&format!(
            ",\"{} {name} [Hz]\",\"{} damping ratio\"",
            k + 1,
            k + 1
        ));
    }
    text.push('\n');
    for (k, speed) in campbell.speeds.iter().enumerate() {
        text.push_str(&format!("{speed},{}", speed * 60.0 / TAU));
        for track in &campbell.tracks {
            let cell = |x: Option<f64>| x.map_or(String::new(), |x| x.to_string());
            let (f, d) = (cell(track.frequencies[k]), cell(track.damping[k]));
            text.push_str(&format!(",{f},{d}"));
        }
        text.push('\n');
    }
    text
}

/// The same as one object; a mode that was not found at a speed has `null` there.
pub fn campbell_json(campbell: &Campbell) -> String {
    let modes: Vec<serde_json::Value> = campbell
        .tracks
        .iter()
        .map(|track| {
            serde_json::json!({
                "moves": track.moves,
                "frequency": track.frequencies,
                "damping_ratio": track.damping,
            })
        })
        .collect();
    let all = serde_json::json!({ "speed": campbell.speeds, "modes": modes });
    format!("{all:#}\n")
}

/// The Campbell diagram: frequencies over the speed, with lines of once, twice and three times per turn.
pub fn campbell_figure(campbell: &Campbell, title: &str) -> Figure {
    let rpm: Vec<f64> = campbell.speeds.iter().map(|s| s * 60.0 / TAU).collect();
    let mut series: Vec<Series> = campbell
        .tracks
        .iter()
        .enumerate()
        .map(|(k, track)| Series {
            name: format!("{} {}", k + 1, track.moves),
            x: rpm.clone(),
            y: track
                .frequencies
                .iter()
                .map(|f| f.unwrap_or(f64::NAN))
                .collect(),
        })
        .collect();
    for n in 1..=3 {
        series.push(Series {
            name: format!("{n}P"),
            x: rpm.clone(),
            y: campbell
                .speeds
                .iter()
                .map(|s| f64::from(n) * s / TAU)
                .collect(),
        });
    }
    Figure {
        title: title.to_owned(),
        x_label: "speed [rpm]".into(),
        panels: vec![Panel {
            y_label: "frequency [Hz]".into(),
            series,
            ..Panel::default()
        }],
        ..Figure::default()
    }
}
