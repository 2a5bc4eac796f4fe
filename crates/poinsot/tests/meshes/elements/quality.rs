//! Figures of cells that are known.

use super::v;
use poinsot::math::V3;
use poinsot::meshes::elements::{CellKind, ElementMesh, Quality, check_quality};

/// One cell; numbers of points and of the cell begin with 1.
fn single(kind: CellKind, points: &[V3]) -> ElementMesh {
    let mut mesh = ElementMesh::default();
    for (k, p) in points.iter().enumerate() {
        mesh.add_point(*p, k as u64 + 1);
    }
    let all: Vec<u32> = (0..points.len() as u32).collect();
    mesh.add_cell(kind, 1, &all);
    mesh
}

fn of(kind: CellKind, points: &[V3]) -> Quality {
    check_quality(&single(kind, points))
}

fn degrees(worst: Option<poinsot::meshes::elements::Worst>) -> f64 {
    worst.unwrap().value.to_degrees()
}

#[test]
fn angles_warp_and_aspect_of_quadrilaterals() {
    let skew = [
        v(0.0, 0.0, 0.0),
        v(4.0, 0.0, 0.0),
        v(5.0, 1.0, 0.0),
        v(1.0, 1.0, 0.0),
    ];
    let quality = of(CellKind::Quad4, &skew);
    assert!((degrees(quality.smallest_angle) - 45.0).abs() < 1e-12);
    assert!((degrees(quality.largest_angle) - 135.0).abs() < 1e-12);
    assert_eq!(quality.warp.unwrap().value, 0.0);
    let aspect = quality.aspect.unwrap();
    assert!((aspect.value - 4.0 / 2.0_f64.sqrt()).abs() < 1e-14);
    assert_eq!(aspect.cell, 1);
    assert_eq!((quality.free_edges.count, quality.free_loops), (4, 1));
    assert_eq!(quality.cells, [(CellKind::Quad4, 1)]);
    let mut warped = [
        v(0.0, 0.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(1.0, 1.0, 0.0),
        v(0.0, 1.0, 0.3),
    ];
    let quality = of(CellKind::Quad4, &warped);
    let size = 0.5 * (2.0_f64.sqrt() + 2.09_f64.sqrt());
    assert!((quality.warp.unwrap().value - 0.3 / size).abs() < 1e-14);
    assert_eq!((quality.degenerate.count, quality.inverted.count), (0, 0));
    // Concave at the fourth corner, crossed, flat there, two corners at one place.
    warped[3] = v(0.9, 0.4, 0.0);
    let concave = of(CellKind::Quad4, &warped);
    assert_eq!(concave.inverted.first, Some(1));
    assert!(degrees(concave.largest_angle) > 180.0);
    let crossed = [skew[0], skew[2], v(4.0, 0.2, 0.0), skew[3]];
    assert_eq!(of(CellKind::Quad4, &crossed).inverted.count, 1);
    warped[3] = v(0.5, 0.5, 0.0);
    assert_eq!(of(CellKind::Quad4, &warped).degenerate.count, 1);
    warped[3] = warped[2];
    let twice = of(CellKind::Quad4, &warped);
    assert_eq!(
        (twice.degenerate.count, twice.duplicate_points.first),
        (1, Some(4))
    );
}

#[test]
fn shapes_of_triangles() {
    let height = 0.75_f64.sqrt();
    let equal = [v(0.0, 0.0, 1.0), v(1.0, 0.0, 1.0), v(0.5, height, 1.0)];
    let quality = of(CellKind::Tri3, &equal);
    assert!((degrees(quality.smallest_angle) - 60.0).abs() < 1e-12);
    assert!((quality.aspect.unwrap().value - 1.0).abs() < 1e-14);
    assert_eq!(quality.warp, None);
    let flat = [equal[0], equal[1], v(0.3, 0.0, 1.0)];
    assert_eq!(of(CellKind::Tri3, &flat).degenerate.count, 1);
    // A middle at a quarter bends the side so far that the triangle is flat there.
    let middle = |a: usize, b: usize| 0.5 * (equal[a] + equal[b]);
    let mut six = [
        equal.to_vec(),
        vec![middle(0, 1), middle(1, 2), middle(2, 0)],
    ]
    .concat();
    assert!((degrees(of(CellKind::Tri6, &six).largest_angle) - 60.0).abs() < 1e-12);
    six[3].y -= 0.25;
    assert!((degrees(of(CellKind::Tri6, &six).largest_angle) - 105.0).abs() < 1e-12);
}

#[test]
fn volume_cells_and_their_jacobians() {
    let brick: Vec<V3> = (0..8)
        .map(|k| {
            let [x, y] = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]][k % 4];
            v(x, y, 3.0 * (k / 4) as f64)
        })
        .collect();
    let good = of(CellKind::Hex8, &brick);
    assert!((good.smallest_jacobian.unwrap().value - 1.0).abs() < 1e-15);
    assert_eq!(good.free_edges.count, 0, "volumes have no free edges");
    let turned: Vec<V3> = [4, 5, 6, 7, 0, 1, 2, 3].map(|k| brick[k]).to_vec();
    let inside_out = of(CellKind::Hex8, &turned);
    assert!((inside_out.smallest_jacobian.unwrap().value + 1.0).abs() < 1e-15);
    assert_eq!(inside_out.inverted.first, Some(1));
    let mut sheared = brick.clone();
    sheared[4..].iter_mut().for_each(|p| p.x += 3.0);
    let value = of(CellKind::Hex8, &sheared)
        .smallest_jacobian
        .unwrap()
        .value;
    assert!((value - 0.5_f64.sqrt()).abs() < 1e-15);
    let regular = [
        v(1.0, 1.0, 1.0),
        v(1.0, -1.0, -1.0),
        v(-1.0, 1.0, -1.0),
        v(-1.0, -1.0, 1.0),
    ];
    let found = |points: &[V3]| of(CellKind::Tet4, points).smallest_jacobian.unwrap().value;
    let mirrored = [regular[0], regular[2], regular[1], regular[3]];
    let (one, other) = (found(&regular), found(&mirrored));
    assert!((one.abs() - 1.0).abs() < 1e-14 && (one + other).abs() < 1e-14);
    // A middle beyond the quarter of its edge turns the corner inside out.
    let ends = kind_edges(CellKind::Hex20);
    let mut twenty = brick.clone();
    twenty.extend(ends.iter().map(|[a, b]| 0.5 * (brick[*a] + brick[*b])));
    let straight = of(CellKind::Hex20, &twenty).smallest_jacobian.unwrap();
    assert!((straight.value - 1.0).abs() < 1e-15);
    twenty[8].x = 0.4;
    assert_eq!(of(CellKind::Hex20, &twenty).inverted.count, 1);
}

fn kind_edges(kind: CellKind) -> Vec<[usize; 2]> {
    kind.edges().map(|e| e.ends).collect()
}

#[test]
fn connections_between_cells() {
    // Three squares at one edge, one of them turned round, one twice; a point too many.
    let mut mesh = ElementMesh::default();
    for p in [
        v(0.0, 0.0, 0.0),
        v(0.0, 1.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(1.0, 1.0, 0.0),
        v(-1.0, 0.0, 0.0),
        v(-1.0, 1.0, 0.0),
        v(9.0, 9.0, 9.0),
    ] {
        let number = mesh.points.len() as u64 + 101;
        mesh.add_point(p, number);
    }
    mesh.add_cell(CellKind::Quad4, 11, &[0, 2, 3, 1]);
    mesh.add_cell(CellKind::Quad4, 12, &[0, 4, 5, 1]);
    let quality = check_quality(&mesh);
    assert_eq!((quality.flips.count, quality.flips.first), (1, Some(12)));
    assert_eq!((quality.free_edges.count, quality.free_loops), (6, 1));
    assert_eq!(quality.unused_points.first, Some(107));
    mesh.add_cell(CellKind::Quad4, 13, &[0, 1, 5, 4]);
    let quality = check_quality(&mesh);
    assert_eq!(quality.duplicate_cells.first, Some(13));
    assert_eq!(
        (quality.branches.count, quality.branches.first),
        (1, Some(11))
    );
    mesh.add_group("kept", vec![], &[6]);
    assert_eq!(check_quality(&mesh).unused_points.count, 0);
    let nothing = check_quality(&ElementMesh::default());
    assert_eq!(nothing, Quality::default());
}
