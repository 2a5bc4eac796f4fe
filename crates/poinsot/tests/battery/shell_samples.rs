//! Samples of shell elements.

use crate::common::random::Random;
use crate::samples::{element_law, owner};
use crate::stand::{FRAMES, POINTS, Stand};
use poinsot::functions::TimeFunction;
use poinsot::math::V3;
use poinsot::mechanics::elements::{
    ElementNode, Expansion, GivenCourse, GivenStress, LinearLaw, Quad4, Quad9, ShellLaw, ShellNode,
    Tri3,
};
use poinsot::mechanics::forces::{Pressure, PressurePoint};
use poinsot::meshes::elements::{CellKind, surface_quadrature, surface_shape};
use poinsot::system::{Add, Forces, GROUND};
use std::sync::Arc;

/// Stresses given in an element: as drawn, and by a temperature.
macro_rules! add_given {
    ($stand:ident, $rng:ident, $item:ident, $drawn:ident, $sections:ident, $first:ident) => {{
        let some = |rng: &mut Random| std::array::from_fn(|_| rng.between(-0.4, 0.4));
        let expansion = std::array::from_fn(|_| Expansion {
            mean: some($rng),
            gradient: some($rng),
        });
        let heated = $item.heated(&$drawn, &$sections, &$first, &expansion);
        let course = GivenCourse::Temperature {
            change: TimeFunction::constant(0.7),
            gradient: TimeFunction::constant(-0.4),
        };
        let warm = GivenStress::new($item.clone(), Arc::new(heated), Arc::new(course));
        $stand.system.forces.add(owner(), warm);
        let stressed = $item.stressed(&$drawn, &$sections, &$first, &some($rng));
        let stressed = Arc::new(stressed.expect("a stiff section"));
        let drawn = GivenStress::new($item.clone(), stressed, Arc::new(GivenCourse::Drawn));
        $stand.system.forces.add(owner(), drawn);
    }};
}

/// Warped quadrilaterals whose axes at the nodes are those of a shell, roughly, sitting anyhow on their nodes.
pub fn add_shells(stand: &mut Stand, rng: &mut Random) {
    let [a, b, c] = FRAMES;
    for damped in [true, false] {
        let nodes = [a, GROUND, b, c];
        let turned = rng.orientation();
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let drawn: [ShellNode; 4] = std::array::from_fn(|k| {
            let flat = V3::new(1.3 * corners[k][0], 0.8 * corners[k][1], 0.0);
            let near = turned * poinsot::math::Quaternion::from_scaled_axis(rng.vector(0.2));
            ShellNode {
                point: turned * (flat + rng.vector(0.15)),
                axes: *near.to_rotation_matrix().matrix(),
            }
        });
        let list = std::array::from_fn(|k| ElementNode {
            node: nodes[k],
            at: rng.vector(0.3),
            axes: stand.start[nodes[k]].rot.transpose() * drawn[k].axes,
        });
        let law = || -> LinearLaw<8> { element_law(damped, &mut Random::new(7)) };
        let sections = std::array::from_fn(|_| ShellLaw {
            stiffness: law().stiffness,
            damping: law().damping,
            thickness: 0.1,
        });
        let first = turned * V3::x();
        let item = Quad4::new(&list, &drawn, &sections, &first);
        add_given!(stand, rng, item, drawn, sections, first);
        stand.system.forces.add(owner(), item);
    }
    add_large_shells(stand, rng);
    add_triangles(stand, rng);
    add_pressure::<3>(stand, rng, CellKind::Tri3);
    add_pressure::<4>(stand, rng, CellKind::Quad4);
    add_pressure::<9>(stand, rng, CellKind::Quad9);
    add_pressure::<6>(stand, rng, CellKind::Tri6);
    add_pressure::<8>(stand, rng, CellKind::Quad8);
}

/// Pressure on a cell that sits anyhow on its nodes, frames, points and the ground.
fn add_pressure<const N: usize>(stand: &mut Stand, rng: &mut Random, kind: CellKind)
where
    Forces: Add<Pressure<N>>,
{
    let [a, b, c] = FRAMES;
    let all = [a, POINTS[0], b, c, GROUND, POINTS[1], a, b, c];
    let rule = surface_quadrature(kind).into_iter().map(|(at, weight)| {
        let shape = surface_shape(kind, at);
        PressurePoint {
            weight,
            shapes: std::array::from_fn(|k| shape.values[k]),
            slopes: std::array::from_fn(|k| shape.slopes[k]),
        }
    });
    let at = std::array::from_fn(|k| match POINTS.contains(&all[k]) {
        true => V3::zeros(),
        false => rng.vector(0.4),
    });
    let item = Pressure::new(
        std::array::from_fn(|k| all[k]),
        at,
        Arc::new(rule.collect()),
        1.7,
        Arc::new(TimeFunction::constant(0.8)),
    );
    stand.system.forces.add(owner(), item);
}

/// The same with nine nodes: several of them sit on one node of the stand.
fn add_large_shells(stand: &mut Stand, rng: &mut Random) {
    let [a, b, c] = FRAMES;
    let nodes = [a, b, c, GROUND, a, b, c, a, b];
    let places = [
        [0.0, 0.0],
        [1.0, 0.0],
        [1.0, 1.0],
        [0.0, 1.0],
        [0.5, 0.0],
        [1.0, 0.5],
        [0.5, 1.0],
        [0.0, 0.5],
        [0.5, 0.5],
    ];
    let turned = rng.orientation();
    let drawn: [ShellNode; 9] = std::array::from_fn(|k| {
        let flat = V3::new(1.3 * places[k][0], 0.8 * places[k][1], 0.0);
        let near = turned * poinsot::math::Quaternion::from_scaled_axis(rng.vector(0.2));
        ShellNode {
            point: turned * (flat + rng.vector(0.05)),
            axes: *near.to_rotation_matrix().matrix(),
        }
    });
    let list = std::array::from_fn(|k| ElementNode {
        node: nodes[k],
        at: rng.vector(0.3),
        axes: stand.start[nodes[k]].rot.transpose() * drawn[k].axes,
    });
    let law = |seed: u64| -> LinearLaw<8> { element_law(true, &mut Random::new(seed)) };
    let sections = std::array::from_fn(|g| ShellLaw {
        stiffness: law(g as u64).stiffness,
        damping: law(g as u64).damping,
        thickness: 0.1,
    });
    let first = turned * V3::x();
    let item = Quad9::new(&list, &drawn, &sections, &first);
    add_given!(stand, rng, item, drawn, sections, first);
    stand.system.forces.add(owner(), item);
}

/// Triangles, one of them on the ground.
fn add_triangles(stand: &mut Stand, rng: &mut Random) {
    let [a, b, c] = FRAMES;
    for (damped, nodes) in [(true, [c, a, b]), (false, [b, GROUND, c])] {
        let corners = [[0.0, 0.0], [1.0, 0.1], [0.3, 0.9]];
        let turned = rng.orientation();
        let drawn: [ShellNode; 3] = std::array::from_fn(|k| {
            let flat = V3::new(corners[k][0], corners[k][1], 0.0);
            let near = turned * poinsot::math::Quaternion::from_scaled_axis(rng.vector(0.2));
            ShellNode {
                point: turned * (flat + rng.vector(0.15)),
                axes: *near.to_rotation_matrix().matrix(),
            }
        });
        let list = std::array::from_fn(|k| ElementNode {
            node: nodes[k],
            at: rng.vector(0.3),
            axes: stand.start[nodes[k]].rot.transpose() * drawn[k].axes,
        });
        let law = |seed: u64| -> LinearLaw<8> { element_law(damped, &mut Random::new(seed)) };
        let sections = std::array::from_fn(|g| ShellLaw {
            stiffness: law(g as u64).stiffness,
            damping: law(g as u64).damping,
            thickness: 0.1,
        });
        let first = turned * V3::x();
        let item = Tri3::new(&list, &drawn, &sections, &first);
        add_given!(stand, rng, item, drawn, sections, first);
        stand.system.forces.add(owner(), item);
    }
}
