//! Results do not depend on the number of threads, to the last bit.

use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::dynamics::{Stepper, Tolerances, prepare};
use poinsot::model::{Collocation, Model, RedundancyPolicy, RotationMap, Source, read_model};
use poinsot::results::ledger::Ledger;
use poinsot::system::{State, System};

/// A chain of beams of all orders with cables and bodies between them, long enough to be shared among threads.
fn model() -> Model {
    let mut text = String::from(
        r#"
gravity = [0, 0, -9.81]
[run]
duration = 1
dt = 0.001
[[section]]
name = "rod"
EA = 1e6
GAy = 4e5
GJ = 50
EIy = 100
mass_per_length = 1
inertia_per_length = [2e-3, 1e-3, 1e-3]
damping_time = "0.1 ms"
"#,
    );
    for (k, order) in [1, 2, 3, 1].into_iter().enumerate() {
        let (x, elements) = (8 * k, 90 / order);
        text += &format!(
            "[[beam]]\nname = \"b{k}\"\nfrom = [{x}, 0, 0]\nto = [{}, 0, 0]\nsection = \"rod\"\norder = {order}\nelements = {elements}\nangular_velocity = [0, 0, 0.05]\n",
            x + 8
        );
        let before = match k {
            0 => "ground".to_string(),
            _ => format!("b{}.end", k - 1),
        };
        text += &format!(
            "[[joint]]\nname = \"j{k}\"\nkind = \"spherical\"\nbetween = [\"{before}\", \"b{k}.start\"]\n"
        );
    }
    text += "[[cable]]\nname = \"rope\"\nfrom = [8, 0, 0]\nto = [24, 0, 0]\nstiffness = 1e4\nmass_per_length = 0.1\nelements = 40\n";
    text +=
        "[[joint]]\nname = \"k0\"\nkind = \"spherical\"\nbetween = [\"b0.end\", \"rope.start\"]\n";
    text +=
        "[[joint]]\nname = \"k1\"\nkind = \"spherical\"\nbetween = [\"b2.end\", \"rope.end\"]\n";
    let source = Source::new("chain.toml", &text);
    match read_model(&source) {
        Ok((model, _)) => model,
        Err(problems) => panic!("{problems:#?}"),
    }
}

fn run<S: Integrator>(scheme: S, threads: usize, relative: f64) -> (State, f64) {
    let (mut system, mut state) = System::build(&model()).expect("a sound model");
    assert!(system.nodes.len() > 300, "enough for several parts");
    prepare(&mut system, &mut state, RedundancyPolicy::Error).expect("a sound start");
    let tolerances = Tolerances {
        relative,
        max_iterations: 20,
    };
    let mut stepper = Stepper::new(&system, &state, scheme, tolerances).expect("a sound pattern");
    stepper.set_threads(threads);
    let mut ledger = Ledger::new(&system, &state);
    for _ in 0..20 {
        stepper
            .step(&system, &mut state, &mut ledger, 1e-3)
            .expect("converges");
    }
    (state, ledger.balance().total_energy())
}

#[test]
fn threads_do_not_change_a_bit() {
    for relative in [1e-13, 1e-8] {
        let ep = EnergyPreserving::new(RotationMap::Cayley);
        let one = run(ep, 1, relative);
        for threads in [2, 3] {
            assert_eq!(run(ep, threads, relative), one, "ep, {threads} threads");
        }
        let ed = EnergyDecaying::new(0.0, Collocation::Radau, false);
        assert_eq!(run(ed, 2, relative), run(ed, 1, relative), "ed");
    }
}
