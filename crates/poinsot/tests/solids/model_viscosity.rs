//! Viscosity as model files give it: relaxation against the series, books, checkpoints.

use crate::models::{column, last, model};
use crate::with_room;
use poinsot::checkpoint::Checkpoint;
use poinsot::model::{Source, read_model};
use poinsot::modes::Study;
use poinsot::results::Memory;
use poinsot::simulation::{Control, Observer, Options, Simulation, StepInfo};

/// A bar between a wall and a sledge that goes 1 % of its length in a tenth of a second and stays there, with strains that grow evenly.
fn relaxing(dt: f64, every: f64, scheme: &str) -> String {
    format!(
        r#"
[run]
duration = 2
dt = {dt}
scheme = "{scheme}"
[output]
every = {every}
[[material]]
name = "putty"
youngs = 1e6
poisson = 0
density = 1
relaxation_shares = [0.3, 0.2]
relaxation_times = [0.4, 1.5]
[[solid]]
name = "bar"
volume = "block"
size = [0.1, 0.02, 0.02]
elements = [2, 1, 1]
element = "hex8"
material = "putty"
[[body]]
name = "sledge"
mass = 0.001
inertia = [1e-6, 1e-6, 1e-6]
position = [0.1, 0, 0]
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "sledge"]
at = [0.1, 0, 0]
axis = [1, 0, 0]
[[motion]]
name = "pull"
on = "rail.displacement"
value = "0.1*(sqrt(1 + 0.02*min(t/0.1, 1)) - 1)"
[[support]]
name = "wall"
on = "bar.face1"
[[tie]]
name = "glue"
kind = "rigid"
on = "bar.face2"
to = "sledge"
"#
    )
}

/// Stresses fall as the Prony series says, in recorded stresses as in the force that holds the sledge.
#[test]
fn a_stretched_bar_relaxes() {
    with_room(|| {
        for scheme in ["ed", "ep"] {
            let source = Source::new("m.toml", relaxing(0.005, 0.1, scheme));
            let (model, _) = read_model(&source).unwrap_or_else(|p| panic!("{p:#?}"));
            let mut run = Simulation::new(model, Options::default()).expect("a system");
            let layout = run.layout().clone();
            let mut memory = Memory::new(&layout);
            run.run(&mut memory);
            let strain = 0.01;
            let stretch = f64::sqrt(1.0 + 2.0 * strain);
            let mut seen = 0;
            for row in memory.rows() {
                let value = |name: &str| row[column(&layout, name)];
                let t = value("time");
                if t < 0.15 {
                    continue;
                }
                seen += 1;
                // Strains that grow evenly over 0.1 s; shares of 0.3 and 0.2 leave half.
                let each = [(0.6, 0.4), (0.4, 1.5)].map(|(ratio, time): (f64, f64)| {
                    ratio * time / 0.1 * (0.1 / time).exp_m1() * (-t / time).exp()
                });
                let second = 1e6 * strain * (1.0 + each.iter().sum::<f64>());
                // Without contraction the area is that as drawn.
                let cauchy = stretch * second;
                let found = value("bar#1.stress.xx");
                // (dt/t)^2/12 of the ramp is 1e-5 of the shorter branch; the ramp leaves waves of the light bar.
                let slack = 2e-5 * cauchy + if scheme == "ep" { 2e-3 * cauchy } else { 0.0 };
                assert!(
                    (found - cauchy).abs() < slack,
                    "{scheme}, {t}: {found} for {cauchy}"
                );
                let energy = value("bar.solid_energy");
                assert!((energy - value("elastic_energy")).abs() < 1e-9 * energy);
            }
            assert!(seen >= 18);
        }
    });
}

/// A tumbling viscous brick: both kinds of viscosity, a law of rubber with fibres.
fn tumbling(scheme: &str, element: &str) -> String {
    format!(
        r#"
[run]
duration = 0.3
dt = 0.01
scheme = "{scheme}"
[[material]]
name = "tread"
law = "neo-hookean"
shear = 4e5
bulk = 2e7
density = 1000
damping_time = "1 ms"
relaxation_shares = [0.2, 0.3, 0.1]
relaxation_times = ["1 ms", "0.1 s", "20 s"]
fibres = {{ stiffness = 5e5, stiffening = 2, tension_only = true }}
[[solid]]
name = "brick"
volume = "block"
corner = [-1, -0.5, -0.25]
size = [2, 1, 0.5]
elements = [2, 1, 1]
element = "{element}"
material = "tread"
velocity = [0.5, 0, 1]
angular_velocity = [1, 9, 2]
[[point_mass]]
name = "weight"
mass = 100
position = [-1.5, -0.5, -0.25]
velocity = [40, 0, 0]
[[spring]]
name = "hook"
between = ["weight", "brick#1"]
points = [[-1.5, -0.5, -0.25], [-1, -0.5, -0.25]]
stiffness = 1e6
"#
    )
}

/// What is lost is never negative, and nothing else is missing.
#[test]
fn viscous_bricks_in_models_keep_their_books() {
    with_room(|| {
        for (scheme, element) in [
            ("ep", "hex8"),
            ("ed", "hex8"),
            ("mp-ed", "hex8"),
            ("ep", "wedge15"),
            ("ed", "hex20"),
        ] {
            let source = Source::new("m.toml", tumbling(scheme, element));
            let (model, _) = read_model(&source).unwrap_or_else(|p| panic!("{p:#?}"));
            let mut run = Simulation::new(model, Options::default()).expect("a system");
            let layout = run.layout().clone();
            let mut memory = Memory::new(&layout);
            run.run(&mut memory);
            let mut before = 0.0;
            for row in memory.rows() {
                let value = |name: &str| row[column(&layout, name)];
                let lost = value("physical_dissipation");
                let energy = value("kinetic_energy") + value("elastic_energy");
                assert!(lost >= before, "{scheme}, {element}");
                before = lost;
                let gap = value("energy_gap").abs() / energy;
                // Thirty steps, each to the tolerance of its iteration.
                assert!(gap < 1e-11, "{scheme}, {element}: {gap:e}");
            }
            assert_eq!(memory.rows().count(), 31);
            assert!(before > 1.0, "{scheme}, {element}: {before}");
        }
    });
}

#[derive(Default)]
struct Bits {
    frames: Vec<Vec<u64>>,
    stop_after: usize,
    steps: usize,
}

impl Observer for Bits {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.frames.push(row.iter().map(|x| x.to_bits()).collect());
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        self.steps += 1;
        Control::Continue
    }
    fn settled(&mut self, _run: &Simulation) -> Control {
        match self.steps == self.stop_after {
            true => Control::Stop,
            false => Control::Continue,
        }
    }
}

/// A run that is resumed from a checkpoint has the same bits: what points remember is in it.
#[test]
fn memory_survives_a_checkpoint() {
    with_room(|| {
        for scheme in ["ep", "ed", "mp-ed"] {
            let source = Source::new("m.toml", tumbling(scheme, "hex8"));
            let start = || {
                let (model, _) = read_model(&source).unwrap_or_else(|p| panic!("{p:#?}"));
                Simulation::new(model, Options::default()).expect("a system")
            };
            let mut whole = Bits::default();
            start().run(&mut whole);
            let mut first = Bits {
                stop_after: 13,
                ..Bits::default()
            };
            let mut run = start();
            run.run(&mut first);
            let bytes = run.checkpoint(&source, first.frames.len());
            let kept = Checkpoint::from_bytes(&bytes).expect("a checkpoint");
            let mut second = Bits::default();
            Simulation::resume(&kept, 1)
                .expect("the same model")
                .run(&mut second);
            assert_eq!(first.frames.len() + second.frames.len(), whole.frames.len());
            let again = first.frames.iter().chain(&second.frames);
            assert!(again.eq(&whole.frames), "{scheme}");
        }
    });
}

/// A hanging bar, with viscosity or without.
fn hanging(viscosity: &str) -> String {
    format!(
        r#"
gravity = [0, 0, -9.81]
[statics]
[[material]]
name = "gum"
law = "neo-hookean"
shear = 4e5
bulk = 2e7
density = 1000
{viscosity}
[[solid]]
name = "bar"
volume = "block"
size = [0.1, 0.1, 0.5]
elements = [1, 1, 3]
element = "hex8"
material = "gum"
[[support]]
name = "ceiling"
on = "bar.face6"
"#
    )
}

/// Equilibria and modes have the law alone: that after a long time.
#[test]
fn equilibria_and_modes_are_relaxed() {
    with_room(|| {
        let series = "relaxation_shares = [0.5]\nrelaxation_times = [2]";
        let low = |viscosity: &str| {
            let (layout, row) = last(&hanging(viscosity));
            row[column(&layout, "bar#1.node_position.z")]
        };
        let viscous = format!("damping_time = 0.1\n{series}");
        assert_eq!(low("").to_bits(), low(&viscous).to_bits());
        let lowest = |viscosity: &str| {
            let text = hanging(viscosity);
            let study = Study::new(model(&text)).expect("a system");
            let (modes, _) = study.modes().expect("modes");
            let all = modes.list.iter().map(|m| m.angular_frequency());
            all.fold(f64::INFINITY, f64::min)
        };
        let (elastic, relaxed) = (lowest(""), lowest(series));
        assert!(
            (elastic / relaxed - 1.0).abs() < 1e-9,
            "{elastic} {relaxed}"
        );
    });
}
