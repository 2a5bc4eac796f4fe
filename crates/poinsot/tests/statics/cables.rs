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
            "gravity = [0, 0, -{GRAVITY}]\n[statics]\n[[cable]]\nname = \"c\"\npoints = {:?}\nstiffness = {:e}\nmass_per_length = {mass}\n\
             free_length = {}\nelements = {}\norder = {}\ntension_only = {}\n\
             [[joint]]\nname = \"a\"\nkind = \"spherical\"\nbetween = [\"ground\", \"c.start\"]\n",
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
        let line = &analysis.system().lines[0];
        for node in &line.nodes {
            let s = node.s / self.drawing.drawn() * length;
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

#[test]
fn cables_hang_from_every_drawing_however_stiff_and_fine() {
    use Drawing::*;
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut failures = Vec::new();
    for drawing in [Down, Weighted, Aside, Up, Folded, Level, Slanted, Tight] {
        if !format!("{drawing:?}").contains(&only) {
            continue;
        }
        for order in 1..=3 {
            for elements in [1, 10, 60, 200] {
                for ratio in [1e2, 1e5, 1e8] {
                    for tension_only in [true, false] {
                        let case = Case {
                            drawing,
                            order,
                            elements,
                            ratio,
                            tension_only,
                        };
                        if drawing.held().is_some() && elements * order == 1 {
                            continue;
                        }
                        let begun = std::time::Instant::now();
                        match case.error() {
                            Ok((error, p)) => println!(
                                "{drawing:?} {order} {elements} {ratio:e} {tension_only}: {error:.2e} {} {:.2?}",
                                p.iterations,
                                begun.elapsed()
                            ),
                            Err(text) => {
                                println!("{text} {:.2?}", begun.elapsed());
                                failures.push(text);
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures", failures.len());
}
