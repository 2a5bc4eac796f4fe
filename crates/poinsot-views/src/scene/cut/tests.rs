use super::*;

/// A brick of some kind with its middles moved to where straight edges have them.
fn element(nodes: usize, size: &V3) -> (VolumeCell, Vec<V3>) {
    let at = |p: &[i8; 3]| V3::new(f64::from(p[0]), f64::from(p[1]), f64::from(p[2]));
    let places: Vec<V3> = match nodes {
        10 => {
            let corners = [V3::zeros(), V3::x(), V3::y(), V3::z()].map(|p| p.component_mul(size));
            let middle = |[a, b]: &[usize; 2]| 0.5 * (corners[*a] + corners[*b]);
            ENDS.iter().map(middle).collect()
        }
        15 => {
            let ends = [V3::zeros(), V3::x(), V3::y()].map(|p| p.component_mul(size));
            let corners = [0.0, 1.0]
                .map(|z| ends.map(|p| p + V3::z() * z * size.z))
                .concat();
            let middle = |[a, b]: [usize; 2]| 0.5 * (corners[a] + corners[b]);
            let between = [
                [0, 1],
                [1, 2],
                [2, 0],
                [3, 4],
                [4, 5],
                [5, 3],
                [0, 3],
                [1, 4],
                [2, 5],
            ];
            corners.iter().copied().chain(between.map(middle)).collect()
        }
        _ => {
            let place = |p: &[i8; 3]| at(p).component_mul(size) * 0.5;
            BRICK[..nodes].iter().map(place).collect()
        }
    };
    let cell = VolumeCell {
        vtk: 0,
        nodes: (0..nodes as u32).collect(),
    };
    (cell, places)
}

fn area(piece: &Piece) -> V3 {
    let c = &piece.corners;
    let way = (0..c.len()).map(|k| c[k].at.cross(&c[(k + 1) % c.len()].at));
    0.5 * way.sum::<V3>()
}

/// The pieces fill the element: the divided volume is that of the element, with one orientation.
#[test]
fn divisions_fill_their_elements() {
    let size = V3::new(1.0, 2.0, 3.0);
    for (nodes, volume) in [(8, 6.0), (20, 6.0), (27, 6.0), (10, 1.0), (15, 3.0)] {
        let (_, mut places) = element(nodes, &size);
        let division = Division::of(nodes).unwrap();
        for mean in &division.extra {
            let sum: f64 = mean.iter().map(|(_, w)| w).sum();
            assert!((sum - 1.0).abs() < 1e-15);
            places.push(mean.iter().map(|&(k, w)| places[k] * w).sum());
        }
        let six = |t: &Tetrahedron| {
            let [a, b, c, d] = t.points.map(|k| places[k]);
            (b - a).cross(&(c - a)).dot(&(d - a)).abs()
        };
        let sum: f64 = division.tetrahedra.iter().map(six).sum::<f64>() / 6.0;
        assert!((sum - volume).abs() < 1e-14 * volume, "{nodes} {sum}");
    }
    assert!(Division::of(13).is_none());
}

/// Of a brick a plane cuts its cross section; a linear field is met exactly, and the outline is that of the section.
#[test]
fn sections_have_their_area_outline_and_values() {
    let size = V3::new(1.0, 2.0, 3.0);
    let field = |p: &V3| 2.0 + p.x - 3.0 * p.y + 0.5 * p.z;
    for nodes in [8, 20, 27] {
        let (cell, places) = element(nodes, &size);
        let values: Vec<f64> = places.iter().map(field).collect();
        // Across an axis; then a plane whose section is a parallelogram: height 2, width 3 along z over the cosine to z.
        let tilted = V3::new(0.0, 0.6, 0.8);
        let cases = [(V3::x(), 0.2, 6.0, 10.0), (tilted, 0.1, 2.5, 2.0 + 5.0)];
        for (normal, distance, wanted, around) in cases {
            let plane = Plane { normal, distance };
            let pieces = cut(std::slice::from_ref(&cell), &places, &values, &plane);
            let sum: V3 = pieces.iter().map(area).sum();
            assert!((sum - wanted * normal).norm() < 1e-13, "{nodes} {sum}");
            let mut outline = 0.0;
            for piece in &pieces {
                let c = &piece.corners;
                for k in 0..c.len() {
                    assert!(plane.beyond(&c[k].at).abs() < 1e-15);
                    assert!((c[k].value - field(&c[k].at)).abs() < 1e-14);
                    if piece.outer[k] {
                        outline += (c[(k + 1) % c.len()].at - c[k].at).norm();
                    }
                }
            }
            assert!((outline - around).abs() < 1e-13, "{nodes} {outline}");
        }
    }
    // A tetrahedron across x: a triangle whose legs have shrunk with the distance from the opposite corner.
    let (cell, places) = element(10, &size);
    let plane = Plane {
        normal: V3::x(),
        distance: 0.25,
    };
    let pieces = cut(&[cell], &places, &[0.0; 10], &plane);
    let sum: f64 = pieces.iter().map(|p| area(p).x).sum();
    assert!((sum - 0.75 * 0.75 * 3.0).abs() < 1e-14, "{sum}");
}

/// A plane through nodes, along a face, or beside the element cuts nothing twice.
#[test]
fn planes_through_nodes_cut_once() {
    let (cell, places) = element(27, &V3::repeat(2.0));
    for (distance, wanted) in [(0.0, 4.0), (1.0, 0.0), (1.5, 0.0), (-1.0, 4.0), (-1.5, 0.0)] {
        let plane = Plane {
            normal: V3::z(),
            distance,
        };
        let pieces = cut(std::slice::from_ref(&cell), &places, &[], &plane);
        let sum: f64 = pieces.iter().map(|p| area(p).z).sum();
        assert!((sum - wanted).abs() < 1e-14, "{distance} {sum}");
    }
}

/// A wedge cut across its triangles and along them: areas, and outlines without the lines between its pieces.
#[test]
fn sections_of_a_wedge() {
    let size = V3::new(1.0, 2.0, 3.0);
    let (cell, places) = element(15, &size);
    let long = 5.0_f64.sqrt();
    // Across z a triangle with legs 1 and 2; across x at a fourth of it a rectangle of 1.5 by 3.
    let cases = [(V3::z(), 0.7, 1.0, 3.0 + long), (V3::x(), 0.25, 4.5, 9.0)];
    for (normal, distance, wanted, around) in cases {
        let plane = Plane { normal, distance };
        let pieces = cut(std::slice::from_ref(&cell), &places, &[], &plane);
        let sum: V3 = pieces.iter().map(area).sum();
        assert!((sum - wanted * normal).norm() < 1e-13, "{sum}");
        let mut outline = 0.0;
        for piece in &pieces {
            let c = &piece.corners;
            let sides = (0..c.len()).filter(|k| piece.outer[*k]);
            outline += sides
                .map(|k| (c[(k + 1) % c.len()].at - c[k].at).norm())
                .sum::<f64>();
        }
        assert!((outline - around).abs() < 1e-13, "{outline}");
    }
}
