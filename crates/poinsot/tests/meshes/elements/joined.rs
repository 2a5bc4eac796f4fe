//! Points that coincide become one.

use super::{edges_are_named, sound, v};
use poinsot::meshes::elements::generate::{Coons, SurfaceCells, patch};
use poinsot::meshes::elements::{CellKind, ElementMesh, check_quality, join};

fn square(x: f64, noise: f64) -> ElementMesh {
    let corners = [
        v(x, 0.0, 0.0),
        v(x + 1.0, 0.0, noise),
        v(x + 1.0, 1.0, 0.0),
        v(x, 1.0, 0.0),
    ];
    patch(
        Coons::Corners(corners),
        [4.into(), 4.into()],
        SurfaceCells::Quad9,
    )
    .unwrap()
}

#[test]
fn two_patches_share_an_edge_afterwards() {
    let (left, right) = (square(0.0, 1e-9), square(1.0, 0.0));
    let joined = join(&[&left, &right]);
    assert_eq!(joined.merged.len(), 9);
    assert_eq!(joined.mesh.points.len(), 2 * 81 - 9);
    assert!((joined.tolerance - 0.25e-4).abs() < 1e-10);
    for &(mesh, from, into) in &joined.merged {
        assert_eq!(mesh, 1, "points of the first are kept");
        assert_eq!(joined.places[1][from as usize], into);
        let moved = right.points[from as usize] - joined.mesh.points[into as usize];
        assert!(moved.norm() < 2e-9);
    }
    let quality = check_quality(&joined.mesh);
    assert_eq!((quality.free_loops, quality.free_edges.count), (1, 24));
    assert_eq!(sound(&joined.mesh), 1);
    // Groups of the same name are one; numbers are counted anew.
    assert_eq!(joined.mesh.group("all").unwrap().cells.len(), 32);
    assert_eq!(joined.mesh.group("edge1").unwrap().points.len(), 17);
    let numbers = joined.mesh.point_numbers.iter().copied();
    assert!(numbers.eq(1..=joined.mesh.points.len() as u64));
    let apart = join(&[&left, &square(1.1, 0.0)]);
    assert!(apart.merged.is_empty());
}

#[test]
fn a_mesh_with_a_crack_is_closed_and_keeps_its_numbers() {
    let mut mesh = ElementMesh::default();
    let places = [
        (0.0, 0.0),
        (1.0, 0.0),
        (1.0, 1.0),
        (0.0, 1.0),
        (1.0, 0.0),
        (2.0, 0.0),
        (2.0, 1.0),
        (1.0, 1.0),
    ];
    for (k, (x, y)) in places.into_iter().enumerate() {
        mesh.add_point(v(x, y, 0.0), 10 * k as u64 + 10);
    }
    mesh.add_cell(CellKind::Quad4, 7, &[0, 1, 2, 3]);
    let second = mesh.add_cell(CellKind::Quad4, 9, &[4, 5, 6, 7]);
    mesh.add_group("second", vec![second], &[0]);
    assert_eq!(check_quality(&mesh).duplicate_points.count, 2);
    let joined = join(&[&mesh]);
    assert_eq!(joined.merged, [(0, 4, 1), (0, 7, 2)]);
    assert_eq!(joined.mesh.point_numbers, [10, 20, 30, 40, 60, 70]);
    assert_eq!(joined.mesh.cells[1].number, 9);
    assert_eq!(joined.mesh.cell_points(1), [1, 4, 5, 2]);
    assert_eq!(joined.mesh.group("second").unwrap().points, [0, 1, 2, 4, 5]);
    assert_eq!(sound(&joined.mesh), 1);
}

#[test]
fn joining_again_changes_nothing() {
    let mesh = square(0.0, 0.0);
    edges_are_named(&mesh);
    let joined = join(&[&mesh]);
    assert_eq!(joined.mesh, mesh);
    let nothing = join(&[]);
    assert!(nothing.mesh.points.is_empty() && nothing.merged.is_empty());
}

#[test]
fn time_grows_with_the_number_of_points_alone() {
    // Far from the origin and of very different sizes, where a grid over all would have boxes with many points.
    let mut mesh = ElementMesh::default();
    for k in 0..200_000_u32 {
        let x = f64::from(k) * 1e-3;
        mesh.add_point(v(x, 0.0, 0.0), u64::from(k));
    }
    mesh.add_cell(CellKind::Line2, 1, &[0, 1]);
    let far = mesh.add_point(v(1e25, 0.0, 0.0), 0);
    mesh.add_cell(CellKind::Line2, 2, &[0, far]);
    let begin = std::time::Instant::now();
    join(&[&mesh]);
    // Comparing all pairs would take minutes.
    assert!(begin.elapsed().as_secs() < 20);
}
