//! The reduction itself: what the points stand for, frequencies, and parts that are refused.

use crate::part::{DENSITY, HEIGHT, LENGTH, WIDTH, YOUNGS, rod};
use nalgebra::{DMatrix, SymmetricEigen};
use poinsot::math::V3;
use poinsot::reduction::{Part, Reduced, ReductionError, Sparse, reduce};

fn dense(m: &Sparse) -> DMatrix<f64> {
    let size = m.size();
    let mut out = DMatrix::zeros(size, size);
    for column in 0..size {
        for (row, value) in m.column(column) {
            out[(row, column)] = value;
        }
    }
    out
}

/// Frequencies above those of rigid motion [Hz].
fn frequencies(stiffness: &DMatrix<f64>, mass: &DMatrix<f64>) -> Vec<f64> {
    all_frequencies(stiffness, mass).split_off(6)
}

/// All frequencies, rising [Hz].
fn all_frequencies(stiffness: &DMatrix<f64>, mass: &DMatrix<f64>) -> Vec<f64> {
    let lower = mass.clone().cholesky().expect("positive").l();
    let half = lower.solve_lower_triangular(stiffness).expect("regular");
    let whole = lower
        .solve_lower_triangular(&half.transpose())
        .expect("regular");
    let eigen = SymmetricEigen::new(0.5 * (&whole + whole.transpose()));
    let mut list: Vec<f64> = eigen.eigenvalues.iter().copied().collect();
    list.sort_by(f64::total_cmp);
    let square = list.into_iter();
    square.map(|s| s.sqrt() / std::f64::consts::TAU).collect()
}

/// Every displacement of a mass between points.
fn three(mass: &DMatrix<f64>) -> DMatrix<f64> {
    mass.kronecker(&DMatrix::identity(3, 3))
}

/// Stiffness of all points, that of the first made from the condition that translations are free.
fn whole_stiffness(reduced: &Reduced) -> DMatrix<f64> {
    let size = 3 * reduced.points.len();
    let inner = DMatrix::from_row_slice(size - 3, size - 3, &reduced.stiffness);
    let mut relative = DMatrix::zeros(size - 3, size);
    for k in 0..size - 3 {
        relative[(k, k + 3)] = 1.0;
        relative[(k, k % 3)] = -1.0;
    }
    relative.transpose() * inner * relative
}

#[test]
fn points_carry_the_nodes() {
    let (part, ends) = rod(4, YOUNGS);
    let reduced = reduce(&part, &ends, 3).expect("a sound part");
    let count = reduced.points.len();
    for (n, place) in part.points.iter().enumerate() {
        let row = &reduced.functions[n * count..(n + 1) * count];
        let sum: f64 = row.iter().sum();
        let at: V3 = row.iter().zip(&reduced.points).map(|(f, x)| *f * x).sum();
        // Sums of some thirty numbers of size one.
        assert!((sum - 1.0).abs() < 1e-13 && (at - place).norm() < 1e-13);
    }
    for (interface, nodes) in reduced.interfaces.iter().zip(&ends) {
        let mean: V3 = nodes.iter().map(|&n| part.points[n]).sum::<V3>() / nodes.len() as f64;
        assert!((reduced.points[interface.points[0]] - mean).norm() < 1e-14);
        // Nodes in a plane: two further points, along its axes.
        assert_eq!(interface.points.len(), 3);
        for k in 0..2 {
            let arm = reduced.points[interface.points[1 + k]] - mean;
            let axis: V3 = interface.axes.column(k).into();
            assert!((arm - interface.radius * axis).norm() < 1e-13);
        }
    }
}

#[test]
fn mass_and_rigid_motion_are_those_of_the_part() {
    let (part, ends) = rod(4, YOUNGS);
    let reduced = reduce(&part, &ends, 3).expect("a sound part");
    let count = reduced.points.len();
    let mass = DMatrix::from_row_slice(count, count, &reduced.mass);
    let total = DENSITY * LENGTH * WIDTH * HEIGHT;
    assert!((mass.sum() - total).abs() < 1e-13 * total);
    // Moment of inertia of a box about the end, for rotation about z.
    let spin = V3::new(0.0, 0.0, 1.0);
    let v: Vec<V3> = reduced.points.iter().map(|x| spin.cross(x)).collect();
    let mut twice = 0.0;
    for a in 0..count {
        for b in 0..count {
            twice += mass[(a, b)] * v[a].dot(&v[b]);
        }
    }
    let inertia = total * (LENGTH * LENGTH / 3.0 + WIDTH * WIDTH / 12.0);
    assert!((twice - inertia).abs() < 1e-12 * inertia);
    // Small rotations cause no forces: round-off of stiffness times displacements.
    let stiffness = whole_stiffness(&reduced);
    for axis in [V3::x(), V3::y(), V3::z()] {
        let turn = reduced.points.iter().flat_map(|x| axis.cross(x).data.0[0]);
        let turn = nalgebra::DVector::from_iterator(3 * count, turn);
        let force = (&stiffness * &turn).amax();
        assert!(force < 1e-12 * stiffness.amax() * turn.amax(), "{force:e}");
    }
}

/// Frequencies of the free rod are those of its finite elements, more closely the more modes there are; never below them, since
/// motions are restricted.
#[test]
fn frequencies_of_the_free_part_converge_from_above() {
    let (part, ends) = rod(6, YOUNGS);
    let mass = three(&dense(&part.mass));
    let exact = frequencies(&dense(&part.stiffness), &mass);
    let mut last = f64::INFINITY;
    // Errors of the four lowest ones; bounds 1.5 times what was measured.
    for (modes, bound) in [(2, 0.61), (4, 3.9e-3), (8, 2.1e-3), (16, 2.7e-4)] {
        let reduced = reduce(&part, &ends, modes).expect("a sound part");
        let count = reduced.points.len();
        let mass = three(&DMatrix::from_row_slice(count, count, &reduced.mass));
        let found = frequencies(&whole_stiffness(&reduced), &mass);
        let errors = (0..4).map(|k| found[k] / exact[k] - 1.0);
        let largest = errors.clone().fold(0.0, f64::max);
        println!("{modes} modes, {count} points: {largest:.1e}");
        // Round-off of the stiff modes in the soft ones.
        assert!(errors.clone().all(|e| e > -1e-8));
        assert!(largest < bound && largest < last, "{largest:e}");
        last = largest;
    }
}

/// Coefficients of mean displacement and mean rotation of some nodes.
fn held_rows(part: &Part, nodes: &[usize]) -> DMatrix<f64> {
    let center = nodes.iter().map(|&n| part.points[n]).sum::<V3>() / nodes.len() as f64;
    let mut rows = DMatrix::zeros(6, 3 * part.points.len());
    for &n in nodes {
        let arm = (part.points[n] - center) / WIDTH;
        for i in 0..3 {
            let axis = V3::ith(i, 1.0);
            for j in 0..3 {
                rows[(i, 3 * n + j)] = axis[j];
                rows[(3 + i, 3 * n + j)] = axis.cross(&arm)[j];
            }
        }
    }
    rows
}

/// Modes with one end held are those of all finite elements with the end held, in a basis of all motions that leave it.
#[test]
fn modes_with_held_interfaces_are_those_of_the_elements() {
    let (part, ends) = rod(4, YOUNGS);
    let found = reduce(&part, &ends[..1], 5).expect("a sound part");
    let rows = held_rows(&part, &ends[0]);
    let square = rows.transpose() * &rows;
    let eigen = SymmetricEigen::new(square);
    let kept: Vec<usize> = (0..eigen.eigenvalues.len())
        .filter(|&k| eigen.eigenvalues[k] < 1e-9 * eigen.eigenvalues.amax())
        .collect();
    assert_eq!(kept.len() + 6, 3 * part.points.len());
    let basis = eigen.eigenvectors.select_columns(&kept);
    let project = |m: DMatrix<f64>| basis.transpose() * m * &basis;
    let stiffness = project(dense(&part.stiffness));
    let exact = all_frequencies(&stiffness, &project(three(&dense(&part.mass))));
    for (found, exact) in found.frequencies.iter().zip(exact) {
        // Squares have converged to 1e-10; the dense problem has the last digits of stiffnesses 1e8 times those of the first mode.
        assert!((found / exact - 1.0).abs() < 1e-7, "{found} {exact}");
    }
}

/// A held rod vibrates like a cantilever. Quadratic displacements have a constant curvature in every element, which makes it stiffer:
/// 4 elements by `(h^2/12) int k'^2 / (2 int k^2) = 0.8 %` of the frequency for a curvature k that falls linearly. An end that is held
/// in the mean may warp within half a thickness t, as if the rod were longer by no more than that: slower by less than t/L.
#[test]
fn a_held_rod_vibrates_like_a_cantilever() {
    let bending = |h: f64| {
        let square: f64 = YOUNGS * h * h / (12.0 * DENSITY);
        1.8751f64.powi(2) * square.sqrt() / (LENGTH * LENGTH * std::f64::consts::TAU)
    };
    let errors = [4, 8].map(|cells| {
        let (part, ends) = rod(cells, YOUNGS);
        let reduced = reduce(&part, &ends[..1], 2).expect("a sound part");
        let wanted = [bending(HEIGHT), bending(WIDTH)];
        let pairs = reduced.frequencies.iter().zip(wanted);
        pairs.map(|(f, w)| f / w - 1.0).collect::<Vec<_>>()
    });
    println!("{errors:?}");
    for (plane, thickness) in [HEIGHT, WIDTH].into_iter().enumerate() {
        for (error, mesh) in [(errors[0][plane], 8e-3), (errors[1][plane], 2e-3)] {
            assert!(error < mesh && error > -thickness / LENGTH, "{errors:?}");
        }
    }
}

#[test]
fn parts_that_cannot_be_reduced_are_refused() {
    let (part, ends) = rod(2, YOUNGS);
    let refusal = |part: &Part, sets: &[Vec<usize>], modes: usize| match reduce(part, sets, modes) {
        Ok(_) => panic!("nothing is wrong"),
        Err(error) => error,
    };
    let line: Vec<usize> = ends[0]
        .iter()
        .copied()
        .filter(|&n| part.points[n].y == part.points[ends[0][0]].y)
        .collect();
    let error = refusal(&part, &[line], 1);
    assert_eq!(error, ReductionError::Line { interface: 1 });
    let twice = [ends[0].clone(), ends[0].clone()];
    let error = refusal(&part, &twice, 1);
    assert_eq!(error, ReductionError::SameInterface { interface: 2 });
    let mut held = part.clone();
    let place = held.stiffness.starts[0];
    assert_eq!(held.stiffness.rows[place], 0);
    held.stiffness.values[place] *= 1.5;
    assert!(matches!(
        refusal(&held, &ends, 1),
        ReductionError::Held { .. }
    ));
    let mut longer = part.clone();
    longer.points.push(V3::new(1.0, 0.0, 0.0));
    let size = refusal(&longer, &ends, 1);
    assert!(matches!(size, ReductionError::Size { .. }));
    // A further node with mass, which nothing holds.
    let last = part.points.len();
    let with = |m: &Sparse, size: usize, own: &[(u32, u32, f64)]| {
        let columns = (0..m.size()).flat_map(|c| m.column(c).map(move |(r, v)| (r, c, v)));
        let entries = columns.map(|(r, c, v)| (r as u32, c as u32, v));
        Sparse::from_entries(size, entries.chain(own.iter().copied()).collect())
    };
    let nothing = [0u32, 1, 2].map(|i| (3 * last as u32 + i, 3 * last as u32 + i, 0.0));
    let loose = Part {
        mass: with(&part.mass, last + 1, &[(last as u32, last as u32, 0.1)]),
        stiffness: with(&part.stiffness, 3 * last + 3, &nothing),
        points: longer.points,
    };
    let error = refusal(&loose, &ends, 1);
    assert!(matches!(error, ReductionError::Loose { .. }), "{error}");
    let many = refusal(&part, &ends, 10_000);
    assert!(matches!(many, ReductionError::TooMany { .. }));
}
