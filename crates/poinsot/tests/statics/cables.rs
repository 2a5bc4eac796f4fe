//! Cables hang: equilibria are found from the drawing, however stiff, long, fine and slack they are.

use super::path;
use poinsot::statics::{PathEnd, Point};
use std::fmt::Write;

/// Weight of every cable here [N]; mass per length follows from it.
const WEIGHT: f64 = 20.0;
const GRAVITY: f64 = 9.81;

/// How a cable is drawn and held.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Drawing {
    /// Where it will hang.
    Down,
    /// The same, with its own weight once more at the end.
    Weighted,
    /// From the support to the side.
    Aside,
    /// Standing on the support.
    Up,
    /// To the side and back.
    Folded,
    /// Between two supports at the same height, and at different ones.
    Level,
    Slanted,
    /// As long as the span.
    Tight,
}

impl Drawing {
    fn points(self) -> Vec<[f64; 3]> {
        let start = [0.0, 0.0, 0.0];
        match self {
            Drawing::Down | Drawing::Weighted => vec![start, [0.0, 0.0, -2.0]],
            Drawing::Aside => vec![start, [2.0, 0.0, 0.0]],
            Drawing::Up => vec![start, [0.0, 0.0, 2.0]],
            Drawing::Folded => vec![start, [1.0, 0.0, 0.0], start],
            Drawing::Level | Drawing::Tight => vec![start, [10.0, 0.0, 0.0]],
            Drawing::Slanted => vec![start, [4.0, 0.0, 1.0]],
        }
    }
    /// Length without force [m].
    fn length(self) -> f64 {
        match self {
            Drawing::Level => 11.0,
            Drawing::Slanted => 6.0,
            Drawing::Tight => 10.0,
            _ => 2.0,
        }
    }
    fn drawn(self) -> f64 {
        let points = self.points();
        let pairs = points.windows(2);
        pairs
            .map(|p| (0..3).map(|k| (p[1][k] - p[0][k]).powi(2)).sum::<f64>())
            .map(f64::sqrt)
            .sum()
    }
    /// Where the second end is held.
    fn held(self) -> Option<[f64; 3]> {
        let held = matches!(self, Drawing::Level | Drawing::Slanted | Drawing::Tight);
        held.then(|| self.points()[1])
    }
    fn tip(self) -> f64 {
        if self == Drawing::Weighted {
            WEIGHT
        } else {
            0.0
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Case {
    drawing: Drawing,
    order: usize,
    elements: usize,
    /// EA through weight.
    ratio: f64,
    tension_only: bool,
}

impl Case {
    fn text(&self) -> String {
        let d = self.drawing;
        let mass = WEIGHT / GRAVITY / d.drawn();
        let mut text = format!(
            "gravity = [0, 0, -{GRAVITY}]\n[statics]\nincrement = {}\n[[cable]]\nname = \"c\"\npoints = {:?}\nstiffness = {:e}\nmass_per_length = {mass}\n\
             free_length = {}\nelements = {}\norder = {}\ntension_only = {}\n\
             [[joint]]\nname = \"a\"\nkind = \"spherical\"\nbetween = [\"ground\", \"c.start\"]\n",
            if self.elements > 10 { 1.0 } else { 0.1 },
            d.points(),
            WEIGHT * self.ratio,
            d.length(),
            self.elements,
            self.order,
            self.tension_only,
        );
        if d.held().is_some() {
            text += "[[joint]]\nname = \"b\"\nkind = \"spherical\"\nbetween = [\"ground\", \"c.end\"]\n";
        }
        if d.tip() > 0.0 {
            let _ = write!(
                text,
                "[[force]]\nname = \"tip\"\non = \"c.end\"\nvalue = [0, 0, -{}]\n",
                d.tip()
            );
        }
        text
    }

    /// Largest distance of a node from the exact place of its point, as a part of the length; and the last equilibrium.
    fn error(&self) -> Result<(f64, Point), String> {
        let (points, end, analysis) = path(&self.text());
        let (PathEnd::Complete, Some(last)) = (&end, points.last()) else {
            return Err(format!("{self:?}: {end:?}"));
        };
        let length = self.drawing.length();
        let exact = Hanging::new(self);
        let mut worst: f64 = 0.0;
        let line = &analysis.system().flexible[0];
        for node in &line.nodes {
            let s = node.at.arc_length() / self.drawing.drawn() * length;
            let [x, z] = exact.place(s);
            let r = last.state.poses[node.on.node].r;
            worst = worst.max((r.x - x).hypot(r.z - z).hypot(r.y));
        }
        if last.unstable != Some(0) {
            return Err(format!("{self:?}: unstable {:?}", last.unstable));
        }
        Ok((worst / length, last.clone()))
    }
}

/// The elastic catenary: horizontal and vertical force at the start, weight per length, EA.
struct Hanging {
    h: f64,
    v: f64,
    w: f64,
    ea: f64,
}

impl Hanging {
    fn new(case: &Case) -> Self {
        let length = case.drawing.length();
        let mut c = Hanging {
            h: 0.0,
            v: WEIGHT + case.drawing.tip(),
            w: WEIGHT / length,
            ea: WEIGHT * case.ratio,
        };
        let Some([x, _, z]) = case.drawing.held() else {
            return c;
        };
        (c.h, c.v) = (0.3 * WEIGHT, 0.5 * WEIGHT);
        if case.drawing == Drawing::Tight {
            // A flat arch of N^3 = EA W^2/24.
            c.h = WEIGHT * (case.ratio / 24.0).cbrt();
        }
        // Newton with difference quotients, held back while it is far.
        for _ in 0..200 {
            let off = |c: &Hanging| {
                let [a, b] = c.place(length);
                [a - x, b - z]
            };
            let [a, b] = off(&c);
            let step = 1e-7 * WEIGHT.max(c.h);
            let [ah, bh] = off(&Hanging { h: c.h + step, ..c });
            let [av, bv] = off(&Hanging { v: c.v + step, ..c });
            let (m11, m21, m12, m22) = (
                (ah - a) / step,
                (bh - b) / step,
                (av - a) / step,
                (bv - b) / step,
            );
            let det = m11 * m22 - m12 * m21;
            let (dh, dv) = ((a * m22 - b * m12) / det, (m11 * b - m21 * a) / det);
            let held = (0.5 * c.h / dh.abs()).min(1.0);
            c.h -= held * dh;
            c.v -= held * dv;
        }
        c
    }
    /// Place of the point at unstretched length s.
    fn place(&self, s: f64) -> [f64; 2] {
        let Hanging { h, v, w, ea } = *self;
        let below = v - w * s;
        if h == 0.0 {
            return [0.0, -s - s * (v - 0.5 * w * s) / ea];
        }
        let x = h * s / ea + h / w * ((v / h).asinh() - (below / h).asinh());
        let z = -s / ea * (v - 0.5 * w * s) + (h.hypot(below) - h.hypot(v)) / w;
        [x, z]
    }
}

/// What the mesh may leave between nodes and the exact curve, as a part of the length: nothing where a cable hangs straight; else
/// of order 2, 4 and, since masses of cubic elements stand at their nodes, 5. Round-off of a strain of 1e-8 is below 1e-11.
fn allowed(case: &Case) -> f64 {
    let n = case.elements as f64;
    let mesh = match (case.drawing.held(), case.order) {
        (None, _) => 0.0,
        (_, 1) => 0.25 / n.powi(2),
        (_, 2) => 0.25 / n.powi(4),
        _ => 0.1 / n.powi(5),
    };
    mesh + 1e-11
}

#[test]
fn cables_hang_from_every_drawing_however_stiff_and_fine() {
    use Drawing::*;
    let mut failures = Vec::new();
    let mut count = 0;
    for drawing in [Down, Weighted, Aside, Up, Folded, Level, Slanted, Tight] {
        for order in 1..=3 {
            for elements in [1, 10, 60, 200] {
                for (k, ratio) in [1e2, 1e5, 1e8].into_iter().enumerate() {
                    // One element of order one between two supports has nothing to find; a fold needs two; the finest mesh is
                    // tried where it is hardest.
                    let single = elements * order == 1;
                    if drawing.held().is_some() && single || elements == 200 && k < 2 {
                        continue;
                    }
                    let case = Case {
                        drawing,
                        order,
                        elements,
                        ratio,
                        tension_only: (count + order) % 2 == 0,
                    };
                    count += 1;
                    match case.error() {
                        Ok((error, _)) if error <= allowed(&case) => {}
                        Ok((error, _)) => failures.push(format!("{case:?}: {error:.2e}")),
                        Err(text) => failures.push(text),
                    }
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn heavy_and_light_cables_of_one_model_are_found_together() {
    // A light thread beside a rope that carries ten thousand times as much, and a mass between two stays.
    let text = "gravity = [0, 0, -9.81]\n[statics]\n\
        [[cable]]\nname = \"thread\"\nfrom = [0, 1, 0]\nto = [2, 1, 0]\nstiffness = 1e3\nmass_per_length = 1e-4\nfree_length = 2.5\nelements = 40\n\
        [[joint]]\nname = \"t1\"\nkind = \"spherical\"\nbetween = [\"ground\", \"thread.start\"]\n\
        [[joint]]\nname = \"t2\"\nkind = \"spherical\"\nbetween = [\"ground\", \"thread.end\"]\n\
        [[cable]]\nname = \"rope\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nstiffness = 1e6\nmass_per_length = 0.4\nelements = 20\n\
        [[joint]]\nname = \"r1\"\nkind = \"spherical\"\nbetween = [\"ground\", \"rope.start\"]\n\
        [[body]]\nname = \"box\"\nmass = 10\ninertia = [0.1, 0.1, 0.1]\nposition = [1, 0, -0.2]\n\
        [[joint]]\nname = \"r2\"\nkind = \"spherical\"\nbetween = [\"rope.end\", \"box\"]\nat = [1, 0, 0]\n";
    // The whole is free to turn about the vertical through the hook: the box and its rope; only a small spring holds it.
    let text = format!(
        "{text}[[bushing]]\nname = \"twist\"\nbetween = [\"ground\", \"box\"]\nat = [1, 0, 0]\nstiffness = [0, 0, 0, 1e-3, 1e-3, 1e-3]\n"
    );
    let (points, end, analysis) = path(&text);
    assert_eq!(end, PathEnd::Complete);
    let last = points.last().expect("a point");
    assert_eq!(last.unstable, Some(0));
    let body = analysis.system().bodies.iter().find(|b| b.name == "box");
    let r = last.state.poses[body.expect("the box").node].r;
    // Rope and box hang down: 1 m that is stretched by (10 + 0.2) g / EA, and the mass centre of the box with the end of the rope.
    let exact = -1.0 - 10.2 * 9.81 / 1e6 - 0.2 * 10.0 / 10.01;
    assert!((r.z - exact).abs() < 1e-9, "{} {exact}", r.z);
}

#[test]
fn a_run_starts_from_a_hanging_wire() {
    let text = "gravity = [0, 0, -9.81]\n[run]\nduration = 0.01\ndt = 0.001\nstart = \"equilibrium\"\n\
        [[cable]]\nname = \"wire\"\nfrom = [0, 0, 0]\nto = [0, 0, -2]\nstiffness = \"600 kN\"\nmass_per_length = \"25 g/m\"\nelements = 40\n\
        [[joint]]\nname = \"top\"\nkind = \"spherical\"\nbetween = [\"ground\", \"wire.start\"]\n";
    let mut sim = super::simulation(text).expect("it hangs");
    let low = |s: &poinsot::system::State| s.poses.iter().map(|p| p.r.z).fold(0.0, f64::min);
    // Elongation of a wire under its own weight, w L^2 / (2 EA).
    let exact = -2.0 - 0.025 * 9.81 * 4.0 / (2.0 * 6e5);
    assert!((low(sim.state()) - exact).abs() < 1e-14);
    super::run(&mut sim);
    assert!((low(sim.state()) - exact).abs() < 1e-12);
}

#[test]
fn what_nothing_holds_is_still_named() {
    let text = "gravity = [0, 0, -9.81]\n[statics]\n\
        [[cable]]\nname = \"wire\"\nfrom = [0, 0, 0]\nto = [0, 0, -2]\nstiffness = 1e5\nmass_per_length = 0.1\nelements = 5\n";
    let PathEnd::Failed(error) = path(text).1 else {
        panic!("it falls");
    };
    let text = error.to_string();
    assert!(
        text.contains("there is no equilibrium: cable `wire`"),
        "{text}"
    );
}
