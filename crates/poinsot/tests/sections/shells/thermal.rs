//! Changes of temperature.

use super::*;
use poinsot::sections::shells::Temperature;

const ONE_KELVIN: Temperature = Temperature {
    mean: 1.0,
    gradient: 0.0,
};

/// An isotropic layer expands, and bends under a gradient, without stress.
#[test]
fn free_layer_is_without_stress() {
    let h = 4e-3;
    let change = Temperature {
        mean: 25.0,
        gradient: 3e3,
    };
    for offset in [0.0, 1.5e-3] {
        let section = ShellSection::homogeneous(steel(), h)
            .expect("steel")
            .shifted(offset);
        let e = section.free_strains(change);
        near(e[3], 12e-6 * 3e3, 1e-12);
        near(e[0], 12e-6 * (25.0 - 3e3 * offset), 1e-11);
        assert!(e[2].abs() < 1e-15 && e[5].abs() < 1e-15);
        for s in section.stresses(&e, change) {
            assert!(s.von_mises() < 1e-10 * 2.1e11 * e[0], "{}", s.von_mises());
        }
        let held = section.thermal.at(ONE_KELVIN);
        near(held[0], 2.1e11 / 0.7 * 12e-6 * h, 1e-14);
    }
}

/// Curvature of a strip of two metals [Timoshenko, Analysis of bi-metal thermostats, J. Opt. Soc. Am. 11 (1925)]:
/// `6 (a2 - a1) dT (1 + m)^2/(h (3 (1 + m)^2 + (1 + m n)(m^2 + 1/(m n))))`, `m = t1/t2`, `n = E1/E2`. A plate of metals with one Poisson's ratio
/// bends in both directions with the same curvature.
#[test]
fn strip_of_two_metals() {
    for (t1, t2, e1, e2) in [
        (1e-3, 1e-3, 2e11, 2e11),
        (0.7e-3, 1.9e-3, 1.1e11, 2.1e11),
        (2e-3, 0.3e-3, 0.7e11, 3e11),
    ] {
        let (a1, a2, change) = (17e-6, 11e-6, 60.0);
        let metal =
            |youngs, expansion| PlyMaterial::isotropic(youngs, 0.3).with_expansion([expansion; 2]);
        let mut stack = plies(metal(e1, a1), t1, &[0.0, 0.0]);
        stack[1].material = metal(e2, a2);
        stack[1].thickness = t2;
        let section = ShellSection::laminate(&stack).expect("two metals");
        let (m, n, h) = (t1 / t2, e1 / e2, t1 + t2);
        let square = (1.0 + m) * (1.0 + m);
        let wanted = 6.0 * (a2 - a1) * change * square
            / (h * (3.0 * square + (1.0 + m * n) * (m * m + 1.0 / (m * n))));
        let free = section.free_strains(Temperature {
            mean: change,
            gradient: 0.0,
        });
        near(free[3], wanted, 1e-12);
        near(free[4], wanted, 1e-12);
    }
}

/// Free expansion of a laminate leaves no resultants, though plies have stresses; `[+t/-t]` twists.
#[test]
fn free_laminates() {
    let section = unsymmetric().shifted(0.2e-3);
    let free = section.free_strains(ONE_KELVIN);
    let held = section.thermal.at(ONE_KELVIN);
    for (i, r) in section
        .resultants(&free, ONE_KELVIN)
        .into_iter()
        .enumerate()
    {
        let size = if i < 3 {
            held[0]
        } else {
            held[0] * section.thickness
        };
        assert!(r.abs() < 1e-12 * size.abs(), "{i}: {r:e}");
    }
    let pair = laminate(graphite(), 1e-3, &[30.0, -30.0]);
    let free = pair.free_strains(ONE_KELVIN);
    assert!(free[5].abs() > 1e-6 / 2e-3, "{free:?}");
    assert!(free[3].abs() < 1e-9 && free[4].abs() < 1e-9, "{free:?}");
}
