use super::*;
use crate::plot::shape::camera::View;
use crate::scene::pose::Pose;

fn count(list: Vec<Drawn>) -> (usize, usize) {
    let items: Vec<Item> = list.into_iter().flat_map(|d| d.items(|p| p)).collect();
    let lines = items.iter().filter(|i| matches!(i, Item::Line { .. }));
    (items.len() - lines.clone().count(), lines.count())
}

/// Halves of a face whose size overflows are never small enough, and none of them can be drawn.
#[test]
fn faces_beyond_all_measure_are_not_divided_for_ever() {
    let far = 1e308;
    let corner = |x: f64, y: f64| V3::new(x * far, y * far, far);
    let points = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0)];
    let mut painter = Painter::new(Camera::new(View::Iso, &V3::z()), 1.0);
    let sides = vec![Side::Edge; 3];
    painter.divided(Piece { points, sides }, [(0, 0, 0); 3], MOST_HALVINGS);
    // What waits when the limit is reached is drawn whole: at most one half for each halving.
    assert!(painter.pieces <= MOST_OF_ALL + MOST_HALVINGS);
}

#[test]
fn of_a_box_three_faces_and_nine_edges_are_seen() {
    let mut painter = Painter::new(Camera::new(View::Iso, &V3::z()), 100.0);
    painter.solid(&Mesh::cuboid(&V3::new(1.0, 2.0, 3.0)), (200, 100, 50));
    // Three of its nine edges belong to two faces that are seen.
    assert_eq!(count(painter.finished()), (3, 12));
    // From the front one face is seen, and the four edges around it.
    let mut painter = Painter::new(Camera::new(View::Front, &V3::z()), 100.0);
    painter.solid(&Mesh::cuboid(&V3::new(1.0, 2.0, 3.0)), (200, 100, 50));
    assert_eq!(count(painter.finished()), (1, 4));
}

#[test]
fn what_is_near_comes_last() {
    let mut painter = Painter::new(Camera::new(View::Top, &V3::z()), 0.3);
    let high = Pose::at(V3::new(0.0, 0.0, 5.0));
    let near = Mesh::cuboid(&V3::new(1.0, 1.0, 1.0)).placed(&high);
    painter.solid(&near, (255, 0, 0));
    painter.solid(&Mesh::cuboid(&V3::new(1.0, 1.0, 1.0)), (0, 0, 255));
    let list = painter.finished();
    let red = list.iter().position(|d| d.color.0 > 0).unwrap();
    assert!(red == list.len() / 2 && list[red..].iter().all(|d| d.color.2 == 0));
}

/// Halves that are not smaller than the whole, faces that are enormous, places that are not finite: dividing ends.
#[test]
fn dividing_ends_whatever_the_size() {
    for (size, at, limit) in [
        (1.0, 1e17, 0.02),
        (1e5, 0.0, 1e-3),
        (2e154, 0.0, 0.018),
        (1.0, f64::INFINITY, 0.02),
        (f64::INFINITY, 0.0, 0.02),
        (1.0, 0.0, 0.0),
    ] {
        let mut painter = Painter::new(Camera::new(View::Iso, &V3::z()), limit);
        let solid = Mesh::cuboid(&V3::repeat(size)).placed(&Pose::at(V3::repeat(at)));
        for _ in 0..3 {
            painter.solid(&solid, (9, 9, 9));
            let far = V3::repeat(size);
            painter.line(&-far, &far, (9, 9, 9), 1.0);
        }
        // The last line is divided into ten thousand at most.
        assert!(painter.finished().len() <= MOST_PIECES + 10_000);
    }
}

#[test]
fn large_faces_are_divided_and_keep_their_area() {
    let mut painter = Painter::new(Camera::new(View::Top, &V3::z()), 0.2);
    painter.solid(
        &Mesh::rod(&(V3::z() * -0.05), &(V3::z() * 0.05), 1.0, 24),
        (9, 9, 9),
    );
    let list = painter.finished();
    let area = |p: &[(f64, f64)]| {
        let next = p.iter().cycle().skip(1);
        0.5 * p
            .iter()
            .zip(next)
            .map(|(a, b)| a.0 * b.1 - a.1 * b.0)
            .sum::<f64>()
    };
    let faces = list.iter();
    let total: f64 = faces.clone().map(|d| area(&d.points)).sum();
    let exact = 12.0 * (std::f64::consts::TAU / 24.0).sin();
    assert!(
        faces.count() > 100 && (total - exact).abs() < 1e-12,
        "{total} {exact}"
    );
}
