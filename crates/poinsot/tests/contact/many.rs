//! Many shapes: pairs that come and go, threads, checkpoints.

use crate::ran::{Frames, run, run_with, simulation};
use poinsot::checkpoint::Checkpoint;
use poinsot::model::Source;
use poinsot::simulation::{Control, Observer, Simulation, StepInfo};

/// Balls on a grid above the floor of a box, slightly out of line, falling.
fn heap(side: usize, layers: usize, settings: &str) -> String {
    let mut text = format!("gravity = [0, 0, -10]\n[run]\n{settings}\n");
    text +=
        "[[contact]]\nname = \"surfaces\"\nstiffness = 2e4\nrestitution = 0.5\nfriction = 0.3\n";
    let width = 0.12 * side as f64;
    for (name, at, normal) in [
        ("floor", [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
        ("west", [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
        ("east", [width, 0.0, 0.0], [-1.0, 0.0, 0.0]),
        ("south", [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        ("north", [0.0, width, 0.0], [0.0, -1.0, 0.0]),
    ] {
        text += &format!(
            "[[contact_shape]]\nname = \"{name}\"\nkind = \"plane\"\non = \"ground\"\nat = {at:?}\nnormal = {normal:?}\n"
        );
    }
    let mut k = 0usize;
    for layer in 0..layers {
        for row in 0..side {
            for place in 0..side {
                // Numbers without a pattern, the same in every run.
                let wobble = |m: usize| 0.008 * (((k * m) % 17) as f64 / 8.5 - 1.0);
                let x = 0.06 + 0.12 * place as f64 + wobble(7);
                let y = 0.06 + 0.12 * row as f64 + wobble(11);
                let z = 0.07 + 0.12 * layer as f64;
                text += &format!(
                    "[[body]]\nname = \"b{k}\"\nmass = 0.5\ninertia = [5e-4, 5e-4, 5e-4]\nposition = [{x}, {y}, {z}]\n\
                     [[contact_shape]]\nname = \"s{k}\"\nkind = \"sphere\"\non = \"b{k}\"\nradius = 0.05\n"
                );
                k += 1;
            }
        }
    }
    text
}

/// Balls that fall into a box stay in it, the ledger closes, and pairs have come and gone.
#[test]
fn balls_in_a_box() {
    let text = heap(3, 3, "duration = 0.6\ndt = 5e-4\n[output]\nevery = 0.02");
    let ran = run(&text);
    assert!(ran.gap() < 1e-11, "{:e}", ran.gap());
    for k in 0..27 {
        for (axis, most) in [("x", 0.36), ("y", 0.36), ("z", 10.0)] {
            let x = ran.last(&format!("b{k}.position.{axis}"));
            // 27 balls of 5 N press a ball against a wall by no more than 135/2e4 = 7 mm, and much less in fact.
            assert!((0.045..most - 0.045).contains(&x), "b{k} {axis}: {x}");
        }
    }
    let weight: f64 = ran.last("floor.touch_force.z");
    let carried = ran.last("total_energy");
    println!(
        "floor {weight}, energy {carried}, impacts {}",
        ran.outcome.impacts
    );
    assert!(ran.outcome.impacts > 27);
    // Losses are never taken back.
    for name in ["contact_dissipation", "friction_dissipation"] {
        assert!(
            ran.column(name).windows(2).all(|w| w[1] >= w[0]),
            "{name} falls"
        );
    }
}

/// Results do not depend on the number of threads, to the last bit.
#[test]
fn threads_change_nothing() {
    let text = heap(6, 8, "duration = 0.02\ndt = 1e-3\n[output]\nevery = 0.02");
    let [one, two] = [1, 2].map(|threads| run_with(&text, threads));
    assert_eq!(one.frames, two.frames);
}

/// Keeps a checkpoint after some steps, and stops.
struct Until<'a>(usize, &'a str, Vec<u8>);

impl Observer for Until<'_> {
    fn frame(&mut self, _row: &[f64]) -> Control {
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
    fn settled(&mut self, run: &Simulation) -> Control {
        self.0 -= 1;
        match self.0 {
            0 => {
                self.2 = run.checkpoint(&Source::new("test.toml", self.1), 1);
                Control::Stop
            }
            _ => Control::Continue,
        }
    }
}

/// A run that goes on from a checkpoint is the run that was never interrupted, with whatever pairs are at hand.
#[test]
fn a_run_goes_on_bit_for_bit() {
    for more in ["dt = 1e-3", "accuracy = 1e-3"] {
        let settings = format!("duration = 0.25\n{more}\n[output]\nevery = 0.25");
        let text = heap(3, 2, &settings);
        let mut whole = simulation(&text, 1);
        whole.run(&mut Frames::default());
        for steps in [1, 60, 130] {
            let mut first = simulation(&text, 1);
            let mut until = Until(steps, &text, Vec::new());
            first.run(&mut until);
            let checkpoint = Checkpoint::from_bytes(&until.2).expect("a checkpoint");
            let mut second = Simulation::resume(&checkpoint, 1).expect("the same model");
            second.run(&mut Frames::default());
            assert_eq!(second.state(), whole.state(), "{more}, after {steps} steps");
            let ledgers = [&second, &whole].map(|run| *run.ledger().balance());
            assert_eq!(ledgers[0].gap, ledgers[1].gap, "{more}");
        }
    }
}

/// Rods and balls of all sizes anywhere in a cube, none of them tied to another one.
fn scattered(count: usize, side: f64) -> String {
    let mut text = String::from(
        "[run]\nduration = 1\ndt = 0.01\n[[contact]]\nname = \"c\"\nstiffness = 1e5\n",
    );
    let mut state = 11u64;
    let mut random = |most: f64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        most * (state >> 11) as f64 / (1u64 << 53) as f64
    };
    for k in 0..count {
        let [x, y, z] = [0, 1, 2].map(|_| random(side));
        let [u, v, w] = [0, 1, 2].map(|_| random(0.6) - 0.3);
        let radius = 0.01 + random(0.05);
        let shape = match k % 3 {
            0 => "kind = \"sphere\"".to_string(),
            _ => format!("kind = \"capsule\"\nalong = [{u}, {v}, {w}]"),
        };
        text += &format!(
            "[[body]]\nname = \"b{k}\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [{x}, {y}, {z}]\n\
             [[contact_shape]]\nname = \"s{k}\"\non = \"b{k}\"\n{shape}\nradius = {radius}\n"
        );
    }
    text
}

/// The pairs at hand are those that are near each other: no more and no less than one finds by comparing all with all.
#[test]
fn pairs_of_rods_are_those_nearby() {
    use poinsot::mechanics::forces::distance_of_lines;
    use poinsot::system::{BallRole, PartKind};
    let simulation = simulation(&scattered(300, 1.5), 1);
    let (system, state) = (simulation.system(), simulation.state());
    let parts = &system.contacts.parts;
    let mut places = Vec::new();
    system.contact_places(state, &mut places);
    let end = |k: usize| {
        matches!(
            parts[k].kind,
            PartKind::Ball {
                role: BallRole::End,
                ..
            }
        )
    };
    let mut wanted = Vec::new();
    for b in 0..parts.len() {
        for a in 0..b {
            if parts[a].shape == parts[b].shape || end(a) || end(b) {
                continue;
            }
            let radii = [a, b].map(|k| parts[k].radius().expect("a ball or a rod"));
            // What is looked for reaches a tenth of its radius further.
            let near = distance_of_lines(&places[a], &places[b]) <= 1.1 * (radii[0] + radii[1]);
            if near {
                wanted.push([a, b]);
            }
        }
    }
    let pairs = system.contacts.pairs().iter();
    let mut found: Vec<[usize; 2]> = pairs
        .map(|pair| {
            let [a, b] = pair.map(|k| k as usize);
            [a.min(b), a.max(b)]
        })
        .collect();
    found.sort_unstable();
    wanted.sort_unstable();
    assert!(wanted.len() > 100, "{}", wanted.len());
    assert_eq!(found, wanted);
}

/// A bullet through rows of balls that are no pairs at hand when it starts: none is passed unseen, with steps in which it flies
/// past several of them.
#[test]
fn a_bullet_hits_whatever_the_step() {
    for dt in [1e-4, 1e-3, 1e-2] {
        let mut text = format!(
            "[run]\nduration = 0.05\ndt = {dt}\nscheme = \"ep\"\n[[contact]]\nname = \"hard\"\nstiffness = 1e7\n\
             [[body]]\nname = \"bullet\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [-1, 0, 0]\nvelocity = [100, 0, 0]\n\
             [[contact_shape]]\nname = \"tip\"\nkind = \"sphere\"\non = \"bullet\"\nradius = 0.02\n"
        );
        for k in 0..14 {
            let x = 0.3 * f64::from(k);
            text += &format!(
                "[[body]]\nname = \"b{k}\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [{x}, 0, 0]\n\
                 [[contact_shape]]\nname = \"s{k}\"\nkind = \"sphere\"\non = \"b{k}\"\nradius = 0.02\n"
            );
        }
        let ran = run(&text);
        // Equal masses in a row: each takes over the speed of the one before, exactly.
        let bullet = ran.last("bullet.velocity.x");
        assert!(bullet.abs() < 1e-6, "{dt}: {bullet}");
        let last = ran.last("b13.velocity.x");
        let moving: f64 = (0..14).map(|k| ran.last(&format!("b{k}.velocity.x"))).sum();
        // Round-off of the stiffness 1e7 N/m on positions of a few metres, in some ten steps of contact each.
        assert!((moving - 100.0).abs() < 1e-6, "{dt}: {moving} {last}");
        assert!(ran.outcome.impacts >= 10, "{dt}: {}", ran.outcome.impacts);
        assert!(ran.gap() < 1e-11, "{dt}: {:e}", ran.gap());
    }
}
