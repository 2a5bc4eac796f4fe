//! Laws and closed forms of sections of beams and shells.

mod shells;
mod torsion;

use nalgebra::Matrix6;
use poinsot::math::{M3, V3, blocks};
use poinsot::model::Section;
use poinsot::sections::{
    Circle, Ellipse, HollowBox, IBeam, Material, Rectangle, Shape, Tube, from_beamdyn,
    from_beamdyn_mass, interpolate, mass_from_matrix, mass_matrix, problem, section, shape_problem,
};
use proptest::prelude::*;
use std::f64::consts::PI;

const STEEL: Material = Material {
    youngs: 2.1e11,
    shear: 8.1e10,
    density: 7850.0,
};

/// Moduli and density one: the entries of the section are those of the area. nu = -1/2.
const UNIT: Material = Material {
    youngs: 1.0,
    shear: 1.0,
    density: 1.0,
};

fn close(a: f64, b: f64, part: f64) {
    assert!((a - b).abs() <= part * b.abs(), "{a} is not {b}");
}

fn shapes() -> [Shape; 6] {
    [
        Shape::from(Rectangle {
            width: 0.3,
            height: 0.2,
        }),
        Shape::from(Circle { diameter: 0.1 }),
        Shape::from(Tube {
            diameter: 0.1,
            thickness: 0.01,
        }),
        Shape::from(IBeam {
            width: 0.1,
            height: 0.2,
            flange: 0.01,
            web: 0.006,
        }),
        Shape::from(HollowBox {
            width: 0.1,
            height: 0.2,
            thickness: 0.01,
        }),
        Shape::from(Ellipse {
            width: 0.1,
            height: 0.06,
        }),
    ]
}

#[test]
fn every_shape_gives_a_sound_section() {
    for shape in shapes() {
        assert_eq!(shape_problem(&shape, &STEEL), None);
        let s = section(&shape, &STEEL, None);
        assert_eq!(problem(&s), None);
        let (k, inertia) = (s.stiffness, s.inertia);
        // Perpendicular axes, and one area behind mass and stiffness: round-off.
        close(inertia[(0, 0)], inertia[(1, 1)] + inertia[(2, 2)], 1e-15);
        close(k[(0, 0)] / STEEL.youngs, s.mass / STEEL.density, 1e-15);
        close(
            k[(4, 4)] / STEEL.youngs,
            inertia[(1, 1)] / STEEL.density,
            1e-15,
        );
        close(
            k[(5, 5)] / STEEL.youngs,
            inertia[(2, 2)] / STEEL.density,
            1e-15,
        );
        // No section is stiffer in torsion than its polar moment, nor in shear than its area.
        assert!(k[(3, 3)] / STEEL.shear <= (k[(4, 4)] + k[(5, 5)]) / STEEL.youngs * (1.0 + 1e-14));
        assert!(k[(1, 1)] < STEEL.shear * s.mass / STEEL.density);
        assert!(k[(2, 2)] < STEEL.shear * s.mass / STEEL.density);
        let given = section(&shape, &STEEL, Some([0.5, 0.25])).stiffness;
        close(given[(1, 1)], 2.0 * given[(2, 2)], 1e-15);
    }
}

/// Areas and moments against sums over a fine grid of cells.
#[test]
fn moments_are_area_integrals() {
    let inside = |shape: &Shape, y: f64, z: f64| match *shape {
        Shape::Rectangle(Rectangle { width, height }) => {
            y.abs() < width / 2.0 && z.abs() < height / 2.0
        }
        Shape::Circle(Circle { diameter }) => y.hypot(z) < diameter / 2.0,
        Shape::Tube(Tube {
            diameter,
            thickness,
        }) => (diameter / 2.0 - thickness..diameter / 2.0).contains(&y.hypot(z)),
        Shape::IBeam(IBeam {
            width,
            height,
            flange,
            web,
        }) => {
            z.abs() < height / 2.0
                && y.abs() < width / 2.0
                && (z.abs() > height / 2.0 - flange || y.abs() < web / 2.0)
        }
        Shape::HollowBox(HollowBox {
            width,
            height,
            thickness: t,
        }) => {
            z.abs() < height / 2.0
                && y.abs() < width / 2.0
                && !(z.abs() < height / 2.0 - t && y.abs() < width / 2.0 - t)
        }
        Shape::Ellipse(Ellipse { width, height }) => {
            (2.0 * y / width).hypot(2.0 * z / height) < 1.0
        }
    };
    for shape in shapes() {
        let (n, size) = (1600, 0.32);
        let h = size / f64::from(n);
        let mut sums = [0.0; 3];
        for i in 0..n {
            for k in 0..n {
                let at = |i: i32| -0.5 * size + (f64::from(i) + 0.5) * h;
                let (y, z) = (at(i), at(k));
                if inside(&shape, y, z) {
                    sums[0] += h * h;
                    sums[1] += z * z * h * h;
                    sums[2] += y * y * h * h;
                }
            }
        }
        let k = section(&shape, &UNIT, None).stiffness;
        for (entry, sum) in [0, 4, 5].into_iter().zip(sums) {
            // Cells of 0.2 mm: exact on straight sides but for the second moments of the cells themselves, on circles
            // the cells cut by them count as a whole or not at all.
            close(k[(entry, entry)], sum, 2e-3);
        }
    }
}

#[test]
fn closed_forms() {
    let d: f64 = 0.08;
    let s = section(&Shape::from(Circle { diameter: d }), &STEEL, None);
    close(
        s.stiffness[(3, 3)],
        STEEL.shear * PI * d.powi(4) / 32.0,
        1e-14,
    );
    close(
        s.stiffness[(4, 4)],
        STEEL.youngs * PI * d.powi(4) / 64.0,
        1e-14,
    );
    // Thin tube: J = 2 pi r^3 t, area 2 pi r t with the middle radius, k = 2 (1 + nu)/(4 + 3 nu) [Cowper 1966].
    let (r, t) = (0.5, 1e-5);
    let tube = section(
        &Shape::from(Tube {
            diameter: 2.0 * r + t,
            thickness: t,
        }),
        &STEEL,
        None,
    );
    let nu = STEEL.youngs / (2.0 * STEEL.shear) - 1.0;
    // Relative errors of order (t/r)^2, and round-off of a difference of squares over t/r.
    close(
        tube.stiffness[(3, 3)] / STEEL.shear,
        2.0 * PI * r.powi(3) * t,
        1e-9,
    );
    let k = tube.stiffness[(1, 1)] / STEEL.shear * STEEL.density / tube.mass;
    close(k, 2.0 * (1.0 + nu) / (4.0 + 3.0 * nu), 1e-9);
    // Box of equal sides: 20 (1 + nu)/(48 + 39 nu) [Cowper 1966].
    let square = Shape::from(HollowBox {
        width: 0.1,
        height: 0.1,
        thickness: 0.001,
    });
    let s = section(&square, &STEEL, None);
    let k = s.stiffness[(1, 1)] / STEEL.shear * STEEL.density / s.mass;
    close(k, 20.0 * (1.0 + nu) / (48.0 + 39.0 * nu), 1e-14);
    assert_eq!(s.stiffness[(1, 1)], s.stiffness[(2, 2)]);
    // nu = 0: 5/6 and 6/7.
    let plain = Material {
        youngs: 2.0,
        ..UNIT
    };
    let [rectangle, circle] = [shapes()[0], shapes()[1]].map(|s| section(&s, &plain, None));
    close(
        rectangle.stiffness[(2, 2)],
        5.0 / 6.0 * rectangle.mass,
        1e-14,
    );
    close(circle.stiffness[(2, 2)], 6.0 / 7.0 * circle.mass, 1e-14);
}

/// An ellipse of equal axes is the circle; a slender one loaded along its long axis has 9/10 without Poisson's ratio, from the
/// parabola `tau = 4/3 V/A (1 - z^2/b^2)` of its shear stress: `int (1 - u^2)^(5/2) du / int (1 - u^2)^(1/2) du = 5/8`.
#[test]
fn ellipses() {
    let ellipse = |width, height| Shape::from(Ellipse { width, height });
    let circle = section(&Shape::from(Circle { diameter: 0.08 }), &STEEL, None);
    let same = section(&ellipse(0.08, 0.08), &STEEL, None);
    for k in 0..6 {
        close(same.stiffness[(k, k)], circle.stiffness[(k, k)], 1e-14);
    }
    let plain = Material {
        youngs: 2.0,
        ..UNIT
    };
    let slender = section(&ellipse(1e-4, 1.0), &plain, None);
    // The next term is of the order of the square of the ratio.
    close(slender.stiffness[(2, 2)], 0.9 * slender.mass, 1e-7);
    // Turned by a right angle it is the same section.
    let [flat, tall] = [[0.3, 0.1], [0.1, 0.3]].map(|[w, h]| section(&ellipse(w, h), &STEEL, None));
    for (k, l) in [(0, 0), (1, 2), (3, 3), (4, 5)] {
        close(flat.stiffness[(k, k)], tall.stiffness[(l, l)], 1e-14);
    }
}

#[test]
fn shapes_that_cannot_be() {
    let bad = [
        Shape::from(Rectangle {
            width: 0.0,
            height: 1.0,
        }),
        Shape::from(Circle { diameter: f64::NAN }),
        Shape::from(Tube {
            diameter: 1.0,
            thickness: 0.6,
        }),
        Shape::from(IBeam {
            width: 1.0,
            height: 1.0,
            flange: 0.5,
            web: 0.1,
        }),
        Shape::from(HollowBox {
            width: 1.0,
            height: 0.1,
            thickness: 0.05,
        }),
    ];
    for shape in bad {
        assert!(shape_problem(&shape, &STEEL).is_some());
    }
    let soft = Material {
        shear: 1e9,
        ..STEEL
    };
    assert!(shape_problem(&shapes()[0], &soft).is_some());
}

fn matrix() -> impl Strategy<Value = Matrix6<f64>> {
    prop::collection::vec(-1.0..1.0_f64, 36).prop_map(|entries| {
        let a = Matrix6::from_row_slice(&entries);
        a * a.transpose() + 0.1 * Matrix6::identity()
    })
}

fn sections() -> impl Strategy<Value = Section> {
    (matrix(), matrix(), 0.1..3.0_f64, [-1.0..1.0_f64, -1.0..1.0]).prop_map(
        |(stiffness, other, mass, [y, z])| Section {
            stiffness,
            damping: 0.1 * other,
            mass,
            mass_center: V3::new(0.0, y, z),
            inertia: other.fixed_view::<3, 3>(0, 0).into(),
            shape: None,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The reordered matrix is the tensor seen from turned axes: energy of the same strain is the same.
    #[test]
    fn beamdyn_axes_are_turned(k in matrix()) {
        // Rows are our axes in BeamDyn's: x is its z, y its x, z its y. A rotation, not a reflection.
        let turn = M3::from_rows(&[V3::z().transpose(), V3::x().transpose(), V3::y().transpose()]);
        assert_eq!(turn.determinant(), 1.0);
        let turn = blocks(&turn, &M3::zeros(), &M3::zeros(), &turn);
        prop_assert!((from_beamdyn(&k) - turn * k * turn.transpose()).amax() < 1e-15);
    }

    #[test]
    fn mass_matrix_and_back(s in sections(), v in [-1.0..1.0_f64, -1.0..1.0, -1.0..1.0]) {
        let m = mass_matrix(&s);
        let (mass, center, inertia) = mass_from_matrix(&m).unwrap();
        prop_assert!((mass - s.mass).abs() < 1e-14);
        prop_assert!((center - s.mass_center).norm() < 1e-14);
        prop_assert!((inertia - s.inertia).amax() < 1e-13);
        // Kinetic energy is that of the mass centre and that of turning about it.
        let (v, w) = (V3::new(v[0], v[1], v[2]), V3::new(v[2], 0.3, v[0]));
        let twist = poinsot::math::pair(&v, &w);
        let at_center = v + w.cross(&s.mass_center);
        let energy = s.mass * at_center.norm_squared() + w.dot(&(s.inertia * w));
        prop_assert!((twist.dot(&(m * twist)) - energy).abs() < 1e-12);
    }

    /// The mass matrix is linear between stations, and every section between sound ones is sound.
    #[test]
    fn interpolation_is_linear(a in sections(), b in sections(), part in 0.0..1.0_f64) {
        let stations = [(1.0, a.clone()), (3.0, b.clone())];
        let between = interpolate(&stations, 1.0 + 2.0 * part);
        let mean = (1.0 - part) * mass_matrix(&a) + part * mass_matrix(&b);
        prop_assert!((mass_matrix(&between) - mean).amax() < 1e-13);
        prop_assert!((between.stiffness - (1.0 - part) * a.stiffness - part * b.stiffness).amax() < 1e-14);
        prop_assert_eq!(problem(&between), None);
        prop_assert_eq!(interpolate(&stations, 0.2), a.clone());
        prop_assert_eq!(interpolate(&stations, 1.0), a.clone());
        prop_assert_eq!(interpolate(&stations, 5.0), b);
        prop_assert_eq!(interpolate(&stations[..1], 5.0), a);
    }
}

/// The mass matrix printed in the user's guide of BeamDyn, with m = 2, mass centre (0.3, 0.4) and
/// i_Edg, i_Flp, i_cp, i_plr about the reference line: our mass centre is (0, 0.3, 0.4).
#[test]
fn mass_matrix_of_beamdyn() {
    let (m, x, y) = (2.0, 0.3, 0.4);
    let (edge, flap, cross) = (1.0 + m * y * y, 0.5 + m * x * x, 0.1 + m * x * y);
    #[rustfmt::skip]
    let given = Matrix6::new(
        m, 0.0, 0.0, 0.0, 0.0, -m * y,
        0.0, m, 0.0, 0.0, 0.0, m * x,
        0.0, 0.0, m, m * y, -m * x, 0.0,
        0.0, 0.0, m * y, edge, -cross, 0.0,
        0.0, 0.0, -m * x, -cross, flap, 0.0,
        -m * y, m * x, 0.0, 0.0, 0.0, edge + flap,
    );
    let (mass, center, inertia) = mass_from_matrix(&from_beamdyn_mass(&given)).unwrap();
    assert!((mass - m).abs() < 1e-15 && (center - V3::new(0.0, x, y)).norm() < 1e-15);
    let expected = M3::new(1.5, 0.0, 0.0, 0.0, 1.0, -0.1, 0.0, -0.1, 0.5);
    assert!((inertia - expected).amax() < 1e-15);
}

#[test]
fn matrices_that_are_no_mass() {
    let s = section(&shapes()[0], &STEEL, None);
    let good = mass_matrix(&s);
    assert!(mass_from_matrix(&good).is_ok());
    for (i, j, value) in [
        (0, 0, 2.0 * good[(0, 0)]),
        (0, 1, 1.0),
        (0, 5, 1.0),
        (4, 5, 1.0),
        (2, 2, f64::NAN),
    ] {
        let mut bad = good;
        bad[(i, j)] = value;
        assert!(mass_from_matrix(&bad).is_err(), "({i}, {j})");
    }
    assert!(mass_from_matrix(&Matrix6::zeros()).is_err());
    let ahead = Section {
        mass_center: V3::new(0.1, 0.0, 0.0),
        ..s
    };
    assert!(mass_from_matrix(&mass_matrix(&ahead)).is_err());
}

#[test]
fn problems_of_sections_are_found() {
    let good = section(&shapes()[0], &STEEL, None);
    let change = |f: fn(&mut Section)| {
        let mut s = good.clone();
        f(&mut s);
        problem(&s).unwrap_or_default()
    };
    assert!(change(|s| s.stiffness[(0, 4)] = 1e6).contains("symmetric"));
    assert!(change(|s| s.stiffness[(3, 3)] = 0.0).contains("positive"));
    assert!(
        change(|s| {
            let k = 1.1 * (s.stiffness[(0, 0)] * s.stiffness[(4, 4)]).sqrt();
            (s.stiffness[(0, 4)], s.stiffness[(4, 0)]) = (k, k);
        })
        .contains("positive definite")
    );
    assert!(change(|s| s.damping[(1, 1)] = -1.0).contains("damping"));
    assert!(change(|s| s.damping[(1, 2)] = 1.0).contains("damping"));
    assert!(change(|s| s.mass = 0.0).contains("mass"));
    assert!(change(|s| s.mass_center.x = 0.1).contains("mass centre"));
    assert!(change(|s| s.inertia[(0, 1)] = 1e3).contains("inertia"));
    assert!(change(|s| s.inertia[(2, 2)] = -1.0).contains("inertia"));
    assert!(change(|s| s.mass = f64::NAN).contains("finite"));
}
