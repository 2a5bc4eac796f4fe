//! Torsion constants against tables and against a numerical solution of the torsion problem.

use super::{UNIT, close};
use poinsot::sections::{Ellipse, HollowBox, IBeam, Rectangle, Shape, section};
use std::f64::consts::PI;

fn torsion(shape: &Shape) -> f64 {
    section(shape, &UNIT, None).stiffness[(3, 3)]
}

/// Torsion constants of solid rectangles [Timoshenko, Goodier, Theory of Elasticity, table in section 109]: J/(a b^3).
#[test]
fn torsion_of_rectangles() {
    let j = |a: f64| {
        torsion(&Shape::from(Rectangle {
            width: a,
            height: 1.0,
        })) / a
    };
    for (a, coefficient) in [
        (1.0, 0.1406),
        (1.5, 0.196),
        (2.0, 0.229),
        (3.0, 0.263),
        (5.0, 0.291),
        (10.0, 0.312),
    ] {
        // Half of the last digit printed.
        assert!((j(a) - coefficient).abs() < if a == 1.0 { 5e-5 } else { 6e-4 });
    }
    // The square to ten digits, from the same series summed term by term to n = 2001 (rest below 1e-14).
    let mut sum = 0.0;
    for n in (1..=2001).rev().step_by(2).map(f64::from) {
        sum += (n * PI / 2.0).tanh() / n.powi(5);
    }
    close(j(1.0), (1.0 - 192.0 / PI.powi(5) * sum) / 3.0, 1e-13);
    // It does not matter which side is called width; a strip has a b^3/3 (1 - 0.63 b/a).
    let tall = Shape::from(Rectangle {
        width: 1.0,
        height: 3.0,
    });
    close(torsion(&tall), 3.0 * j(3.0), 1e-15);
    close(j(1000.0), (1.0 - 0.630_25e-3) / 3.0, 1e-7);
}

/// Saint-Venant's torsion by finite differences on Prandtl's function: `lap phi = -2`, zero outside, one value in a hole,
/// `J = 2 int phi`. Nodes are spaced by `h`; `kind` says 0 outside or on the boundary, 1 in the material, 2 in a hole.
fn prandtl(n: [usize; 2], h: f64, kind: impl Fn(usize, usize) -> u8) -> f64 {
    let stride = n[1] + 1;
    let at = |i: usize, k: usize| i * stride + k;
    let mut phi = vec![0.0_f64; (n[0] + 1) * stride];
    let kinds: Vec<u8> = (0..phi.len())
        .map(|m| kind(m / stride, m % stride))
        .collect();
    let hole: Vec<usize> = (0..phi.len()).filter(|&m| kinds[m] == 2).collect();
    // Steps over-relaxed; enough of them to converge on walls of some twenty nodes.
    for _ in 0..1500 {
        for i in 1..n[0] {
            for k in 1..n[1] {
                let m = at(i, k);
                if kinds[m] == 1 {
                    let around = phi[m - 1] + phi[m + 1] + phi[m - stride] + phi[m + stride];
                    phi[m] += 1.8 * (0.25 * (around + 2.0 * h * h) - phi[m]);
                }
            }
        }
        let (mut sum, mut links) = (0.0, 0.0);
        for &m in &hole {
            for next in [m - 1, m + 1, m - stride, m + stride] {
                if kinds[next] != 2 {
                    sum += phi[next];
                    links += 1.0;
                }
            }
        }
        if links > 0.0 {
            let value = (sum + 2.0 * h * h * hole.len() as f64) / links;
            let value = phi[hole[0]] + 1.8 * (value - phi[hole[0]]);
            for &m in &hole {
                phi[m] = value;
            }
        }
    }
    2.0 * h * h * phi.iter().sum::<f64>()
}

#[test]
fn torsion_of_an_i_beam() {
    // In steps of h = 1/20 of the flange's thickness: flange 10 x 1, height 10, web of 12 or 20 steps.
    for web in [12, 20] {
        let h = 0.05;
        let j = prandtl([200, 200], h, |y, z| {
            let in_flange = (z > 0 && z < 20) || (z > 180 && z < 200);
            let in_web = y > 100 - web / 2 && y < 100 + web / 2;
            u8::from((in_flange && y > 0 && y < 200) || (in_web && z > 0 && z < 200))
        });
        let formula = torsion(&Shape::from(IBeam {
            width: 10.0,
            height: 10.0,
            flange: 1.0,
            web: h * web as f64,
        }));
        // The formula of El Darwish and Johnston is a fit; the grid is good to half a percent at its inner corners.
        close(formula, j, 0.01);
    }
}

#[test]
fn torsion_of_a_box_by_bredt() {
    // Corners of the walls carry more than their middle line says: how far Bredt is too low, as section's text states.
    for (wall, low) in [(10, 0.024), (20, 0.054)] {
        // 10 x 10 with walls of 0.5 and 1.
        let h = 0.05;
        let j = prandtl([200, 200], h, |y, z| {
            let depth = y.min(200 - y).min(z).min(200 - z);
            match depth {
                0 => 0,
                d if d >= wall => 2,
                _ => 1,
            }
        });
        let formula = torsion(&Shape::from(HollowBox {
            width: 10.0,
            height: 10.0,
            thickness: h * wall as f64,
        }));
        assert!((1.0 - formula / j - low).abs() < 0.003, "{formula} for {j}");
    }
}

/// `phi = (1 - y^2/a^2 - z^2/b^2) a^2 b^2/(a^2 + b^2)` solves the torsion problem; its volume is the constant.
#[test]
fn torsion_of_an_ellipse() {
    let (a, b): (f64, f64) = (5.0, 3.0);
    let formula = torsion(&Shape::from(Ellipse {
        width: 2.0 * a,
        height: 2.0 * b,
    }));
    let h = 0.05;
    let j = prandtl([200, 120], h, |y, z| {
        let (y, z) = (h * y as f64 - a, h * z as f64 - b);
        u8::from((y / a).hypot(z / b) < 1.0)
    });
    // The boundary of the grid is a staircase of a hundredth of the axes.
    close(formula, j, 0.03);
}
