//! Patches and swept curves.

use super::{area, edges_are_named, flux, order, sound, v};
use poinsot::math::V3;
use poinsot::meshes::elements::generate::{Coons, Division, SurfaceCells, extrusion, patch, ruled};
use poinsot::meshes::elements::{CellKind, ElementMesh};
use std::f64::consts::{PI, TAU};

const KINDS: [SurfaceCells; 3] = [SurfaceCells::Quad4, SurfaceCells::Quad9, SurfaceCells::Tri3];

fn corners() -> [V3; 4] {
    [
        v(0.0, 0.0, 0.0),
        v(3.0, 0.0, 0.0),
        v(3.0, 2.0, 0.0),
        v(0.0, 2.0, 0.0),
    ]
}

fn even(n: usize, m: usize) -> [Division; 2] {
    [n.into(), m.into()]
}

/// Points of a group by its lines, in their order.
fn run(mesh: &ElementMesh, name: &str) -> Vec<V3> {
    let group = mesh.group(name).expect("the group");
    let first = group.cells.iter().map(|c| mesh.cell_points(*c)[0]);
    let last = group.cells.last().map(|c| mesh.cell_points(*c)[1]);
    let places = first.chain(last);
    places.map(|p| mesh.points[p as usize]).collect()
}

#[test]
fn a_patch_of_corners_has_its_area_and_edges() {
    for kind in KINDS {
        let mesh = patch(Coons::Corners(corners()), even(4, 3), kind).unwrap();
        assert_eq!(sound(&mesh), 1);
        edges_are_named(&mesh);
        assert!((area(&mesh) - 6.0).abs() < 1e-14);
        assert!(
            (flux(&mesh, |_| V3::z()) - 6.0).abs() < 1e-14,
            "normals along z"
        );
        for k in 0..4 {
            let edge = run(&mesh, &format!("edge{}", k + 1));
            assert_eq!(edge.len(), [5, 4][k % 2]);
            assert_eq!(edge[0], corners()[k]);
            assert_eq!(*edge.last().unwrap(), corners()[(k + 1) % 4]);
        }
        let count = match kind {
            SurfaceCells::Tri3 => 24,
            _ => 12,
        };
        assert_eq!(mesh.group("all").unwrap().cells.len(), count);
    }
}

#[test]
fn grading_is_the_ratio_of_last_to_first() {
    let graded = |cells, ratio| Division { cells, ratio };
    let divisions = [graded(5, 8.0), graded(3, 0.25)];
    let mesh = patch(Coons::Corners(corners()), divisions, SurfaceCells::Quad9).unwrap();
    for (name, ratio) in [("edge1", 8.0), ("edge2", 0.25), ("edge3", 0.125)] {
        let lengths: Vec<f64> = run(&mesh, name)
            .windows(2)
            .map(|w| (w[1] - w[0]).norm())
            .collect();
        let found = lengths.last().unwrap() / lengths[0];
        assert!((found - ratio).abs() < 1e-12 * ratio, "{name}: {found}");
        let steps: Vec<f64> = lengths.windows(2).map(|w| w[1] / w[0]).collect();
        assert!(steps.windows(2).all(|w| (w[1] - w[0]).abs() < 1e-12));
    }
}

#[test]
fn diagonals_of_triangles_alternate() {
    let mesh = patch(Coons::Corners(corners()), even(4, 4), SurfaceCells::Tri3).unwrap();
    // An inner point has eight triangles or four.
    let mut uses = vec![0; mesh.points.len()];
    for &cell in &mesh.group("all").unwrap().cells {
        mesh.cell_points(cell)
            .iter()
            .for_each(|p| uses[*p as usize] += 1);
    }
    let inner = |p: &V3| p.x > 0.1 && p.x < 2.9 && p.y > 0.1 && p.y < 1.9;
    let inside = (0..uses.len()).filter(|k| inner(&mesh.points[*k]));
    let mut inside: Vec<i32> = inside.map(|k| uses[k]).collect();
    inside.sort_unstable();
    assert_eq!(inside, [4, 4, 4, 4, 8, 8, 8, 8, 8]);
}

#[test]
fn a_coons_patch_meets_its_curves_and_converges() {
    // A quarter of a ring between the radii 1 and 2: Coons' blend of its edges is the ring itself.
    let turn = |angle: f64| v(angle.cos(), angle.sin(), 0.0);
    let c1 = |t: f64| v(1.0 + t, 0.0, 0.0);
    let c2 = |t: f64| turn(t * PI / 2.0) * 2.0;
    let c3 = |t: f64| v(0.0, 2.0 - t, 0.0);
    let c4 = |t: f64| turn((1.0 - t) * PI / 2.0);
    let exact = 3.0 * PI / 4.0;
    for (kind, wanted) in [(SurfaceCells::Quad4, 2.0), (SurfaceCells::Quad9, 4.0)] {
        let mut errors = Vec::new();
        for n in [2, 4, 8] {
            let between = Coons::Curves([&c1, &c2, &c3, &c4]);
            let mesh = patch(between, even(n, 2 * n), kind).unwrap();
            assert_eq!(sound(&mesh), 1);
            edges_are_named(&mesh);
            errors.push((area(&mesh) - exact).abs());
        }
        assert!(order(&errors) > wanted - 0.1, "{kind:?} {errors:?}");
    }
    let gap = patch(
        Coons::Curves([&c1, &c2, &c3, &c2]),
        even(2, 2),
        SurfaceCells::Quad4,
    );
    let gap = gap.unwrap_err();
    assert!(gap.message.contains("from the end of edge 3"), "{gap}");
}

#[test]
fn an_extruded_circle_is_a_tube_and_an_arc_a_part_of_one() {
    let circle = |t: f64| v((TAU * t).cos(), (TAU * t).sin(), 0.0);
    let along = v(0.0, 0.0, 3.0);
    for kind in KINDS {
        let mesh = extrusion(&circle, along, even(24, 4), kind).unwrap();
        assert_eq!(sound(&mesh), 2);
        edges_are_named(&mesh);
        assert!(mesh.group("edge2").is_none());
        // The tangent of the circle times the vector points outwards.
        assert!(flux(&mesh, |p| v(p.x, p.y, 0.0)) > 0.0);
        let arc = |t: f64| circle(t / 4.0);
        let part = extrusion(&arc, along, even(6, 4), kind).unwrap();
        assert_eq!(sound(&part), 1);
        edges_are_named(&part);
        assert_eq!(part.groups.len(), 5);
        assert!((area(&part) * 4.0 - area(&mesh)).abs() < 1e-12);
    }
}

#[test]
fn a_ruled_surface_between_skew_lines() {
    // x = u, z = v (1 - 2u): a hyperbolic paraboloid.
    let first = |u: f64| v(u, 0.0, u);
    let second = |u: f64| v(u, 1.0, 1.0 - u);
    let mesh = ruled(&first, &second, even(8, 8), SurfaceCells::Quad9).unwrap();
    assert_eq!(sound(&mesh), 1);
    edges_are_named(&mesh);
    for p in &mesh.points {
        let z = p.x * (1.0 - p.y) + (1.0 - p.x) * p.y;
        assert!((p.z - z).abs() < 1e-15);
    }
    assert!(mesh.cells[0].kind == CellKind::Quad9);
}

#[test]
fn senseless_requests_are_refused() {
    let flat = Coons::Corners(corners());
    let quad = SurfaceCells::Quad4;
    let said = |result: Result<ElementMesh, poinsot::meshes::MeshError>| {
        let error = result.unwrap_err();
        assert!(!error.help.is_empty());
        error.message
    };
    assert!(said(patch(flat, even(0, 3), quad)).contains("0 cells"));
    assert!(said(patch(flat, even(3000, 3000), quad)).contains("2000000 cells"));
    let wild = Division {
        cells: 3,
        ratio: f64::NAN,
    };
    assert!(said(patch(flat, [wild, 3.into()], quad)).contains("NaN"));
    let mut triangle = corners();
    triangle[3] = triangle[2];
    let collapsed = patch(Coons::Corners(triangle), even(3, 3), quad);
    assert!(said(collapsed).contains("coincide"));
    triangle[3].x = f64::INFINITY;
    let infinite = patch(Coons::Corners(triangle), even(3, 3), quad);
    assert!(!said(infinite).is_empty());
    let line = |t: f64| v(t, 0.0, 0.0);
    assert!(said(extrusion(&line, V3::zeros(), even(2, 2), quad)).contains("length"));
}
