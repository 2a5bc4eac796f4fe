//! Samples of solids: they share the nodes of one brick.

use crate::common::random::Random;
use crate::samples::owner;
use crate::stand::Stand;
use poinsot::math::V3;
use poinsot::mechanics::elements::solid::{Material, Shape, Solid, Strains};
use poinsot::system::{Add, Forces, NodeIndex};

/// Nodes of a brick that make a tetrahedron of ten.
const TETRAHEDRON: [usize; 10] = [0, 1, 3, 4, 8, 20, 9, 10, 22, 21];

/// Nodes of a brick that make a wedge of fifteen.
const WEDGE: [usize; 15] = [0, 1, 3, 4, 5, 7, 8, 9, 10, 20, 12, 15, 16, 17, 25];

/// One of every kind on the nodes of a brick.
pub fn add_solids(stand: &mut Stand, rng: &mut Random) {
    let drawn: Vec<V3> = (0..27)
        .map(|k| V3::from(Shape::Hex27.node(k)) + rng.vector(0.05))
        .collect();
    let turned = rng.orientation();
    let places: Vec<V3> = drawn
        .iter()
        .map(|r| turned * (r + rng.vector(0.03)))
        .collect();
    let first = stand.add_points(&places, rng);
    let compressible = Material::NeoHookeLogarithm {
        lambda: rng.between(1.0, 2.0),
        mu: rng.between(0.5, 1.0),
    };
    let rubber = Material::MooneyRivlin {
        c10: rng.between(0.3, 0.5),
        c01: rng.between(0.1, 0.3),
        bulk: rng.between(2.0, 4.0),
    };
    let brick: Vec<usize> = (0..27).collect();
    let pool = &mut stand.system.forces;
    let assumed = Strains::Assumed;
    let plain = Strains::Compatible;
    let on = (first, &drawn[..]);
    add_solid::<8, 8, 48>(pool, Shape::Hex8, &brick, on, compressible.clone(), plain);
    add_solid::<8, 8, 48>(pool, Shape::Hex8, &brick, on, rubber.clone(), assumed);
    add_solid::<8, 8, 56>(pool, Shape::Hex8, &brick, on, rubber.clone(), plain);
    add_solid::<20, 8, 48>(pool, Shape::Hex20, &brick, on, compressible.clone(), plain);
    add_solid::<27, 27, 162>(pool, Shape::Hex27, &brick, on, compressible.clone(), plain);
    add_solid::<27, 27, 189>(pool, Shape::Hex27, &brick, on, rubber.clone(), plain);
    add_solid::<10, 4, 24>(pool, Shape::Tet10, &TETRAHEDRON, on, rubber.clone(), plain);
    add_solid::<10, 4, 28>(pool, Shape::Tet10, &TETRAHEDRON, on, rubber.clone(), plain);
    add_solid::<15, 9, 54>(pool, Shape::Wedge15, &WEDGE, on, compressible, plain);
    add_solid::<15, 9, 63>(pool, Shape::Wedge15, &WEDGE, on, rubber, plain);
}

fn add_solid<const N: usize, const G: usize, const E: usize>(
    pool: &mut Forces,
    shape: Shape,
    list: &[usize],
    (first, drawn): (usize, &[V3]),
    material: Material,
    strains: Strains,
) where
    Forces: Add<Solid<N, G, E>>,
{
    let nodes = std::array::from_fn(|k| NodeIndex::new(first + list[k]));
    let places = std::array::from_fn(|k| drawn[list[k]]);
    let item = Solid::<N, G, E>::new(shape, nodes, &places, material, strains);
    pool.add(owner(), item.expect("an element with volume"));
}
