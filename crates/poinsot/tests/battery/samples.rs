//! Samples of every kind of interaction, with random attachments.

use crate::common::random::Random;
use crate::contact_samples::{add_contacts, add_edges, add_rigid_shapes, add_rims, add_segments};
use crate::program_samples::add_programs;
use crate::reduced_samples::add_reduced;
use crate::shell_samples::add_shells;
use crate::sliding_samples::add_sliding;
use crate::solid_samples::add_solids;
use crate::stand::{ANGLE, DISPLACEMENT, FRAMES, POINTS, Stand};
use poinsot::functions::{Law, MotorLaw, StoredEnergy, TimeFunction};
use poinsot::math::V3;
use poinsot::mechanics::attachment::Attachment;
use poinsot::mechanics::constraints::{AngleDefinition, ContactHeight, Gap, NoSlip, PatchShare};
use poinsot::mechanics::elements::{
    CableElement, CableLaw, CubicBeam, CubicPoint, ElementNode, HelicoidalBeam, LinearLaw,
    QuadraticBeam, QuadraticPoint, ShapeAt,
};
use poinsot::mechanics::forces::{
    Backlash, Bushing, BushingLaws, ContactLaw, CoordinateSpring, CoordinateStop, DeadLoad,
    FollowerLoad, Friction, FrictionLaw, Limits, Motor, PointSpring,
};
use poinsot::mechanics::quadratic::QuadraticForm;
use poinsot::model::{Bushing as BushingModel, CableStrain};
use poinsot::system::{Add, GROUND, NodeIndex, Owner, RowIndex, Sort};

/// Pairs of frames, the ground on either side included.
const FRAME_PAIRS: [[NodeIndex; 2]; 3] = [
    [FRAMES[0], FRAMES[1]],
    [GROUND, FRAMES[2]],
    [FRAMES[1], GROUND],
];
/// Pairs with a point on either side or on both.
const POINT_PAIRS: [[NodeIndex; 2]; 3] = [
    [FRAMES[0], POINTS[0]],
    [POINTS[1], FRAMES[2]],
    [POINTS[0], POINTS[1]],
];

/// A stand with samples of every kind.
pub fn stand_with_samples(seed: u64) -> Stand {
    let mut rng = Random::new(seed);
    let mut stand = Stand::new(&mut rng);
    add_constraints(&mut stand, &mut rng);
    add_forces(&mut stand, &mut rng);
    add_limits(&mut stand, &mut rng);
    add_contacts(&mut stand, &mut rng);
    add_beams(&mut stand, &mut rng);
    add_cables(&mut stand, &mut rng);
    add_shells(&mut stand, &mut rng);
    // Large: one stand of every test has them.
    if seed.is_multiple_of(1000) {
        add_solids(&mut stand, &mut rng);
        add_reduced(&mut stand, &mut rng);
    }
    add_sliding(&mut stand, &mut rng);
    add_programs(&mut stand, &mut rng);
    add_segments(&mut stand, &mut rng);
    add_rigid_shapes(&mut stand, &mut rng);
    add_edges(&mut stand, &mut rng);
    add_rims(&mut stand, &mut rng);
    stand.system.number();
    stand
}

pub fn owner() -> Owner {
    Owner {
        order: 0,
        sort: Sort::Joint,
        name: String::new(),
        part: "",
    }
}

/// A point node carries only its own position.
fn arm(node: NodeIndex, rng: &mut Random) -> V3 {
    if POINTS.contains(&node) {
        V3::zeros()
    } else {
        rng.vector(0.8)
    }
}

fn time_function(rng: &mut Random) -> TimeFunction {
    let text = format!(
        "{} + sin({}*t)",
        rng.between(-1.0, 1.0),
        rng.between(1.0, 5.0)
    );
    TimeFunction::expression(&text).expect("a sound formula")
}

/// Smooth, stiffening and not symmetric.
fn law(rng: &mut Random) -> Law {
    let (a, b, c) = (
        rng.between(1.0, 5.0),
        rng.between(0.5, 2.0),
        rng.between(-1.0, 1.0),
    );
    let text = format!("{a}*(x - 0.4) + {b}*(x - 0.4)^3 + {c}*sin(x)");
    Law::expression(&text, 0.4).expect("a sound formula")
}

/// Coupled energies: a polynomial that the quadrature integrates, one that needs the correction, one that is not convex, and one
/// that is a difference of larger terms.
fn energies(rng: &mut Random) -> [StoredEnergy<6>; 4] {
    let (a, b) = (rng.between(0.5, 2.0), rng.between(-0.5, 0.5));
    let texts = [
        format!("{a}*(x^2 + y^2)^2 + {b}*x*y*rz + z^2*(1 + ry^2) + rx^4/4"),
        format!("exp({a}*sin(x*y + z) + rx^2/4) + {b}*sinh(ry)*cos(rz + x)"),
        format!("{a}*cos(x + 2*y) - x*z + {b}*(rx - ry)^3 - rz^2"),
        format!("{a}*(x^2/16 + 2/(3 + x^2/16) - 2/3) + sqrt(1 + y^2 + z^2 + rz^2) - 1"),
    ];
    texts.map(|text| StoredEnergy::new(&text, &BushingModel::COMPONENTS).expect("a sound formula"))
}

fn add_constraints(stand: &mut Stand, rng: &mut Random) {
    for nodes in FRAME_PAIRS {
        let [a, b] = nodes;
        let pool = &mut stand.system.constraints;
        let form = QuadraticForm::along(nodes, rng.unit(), arm(a, rng), arm(b, rng));
        pool.add(owner(), Gap::from(form));
        let form = QuadraticForm::dot(nodes, rng.unit(), rng.unit(), 0.2);
        pool.add(owner(), Gap::from(form));
        for (node, ratio) in [(DISPLACEMENT, 1.0), (ANGLE, rng.between(-1.0, 1.0))] {
            let form = QuadraticForm::along_minus_coordinate(
                [a, b, node],
                rng.unit(),
                arm(a, rng),
                arm(b, rng),
                ratio,
            );
            pool.add(owner(), Gap::from(form));
        }
        let vectors = [rng.unit(), rng.unit(), rng.unit()];
        let item = AngleDefinition::new([a, b, ANGLE], vectors[0], vectors[1], vectors[2]);
        pool.add(owner(), item);
    }
    for nodes in FRAME_PAIRS.into_iter().chain(POINT_PAIRS) {
        let [a, b] = nodes;
        let form = QuadraticForm::distance_squared(nodes, arm(a, rng), arm(b, rng), 0.5, 0.3);
        stand.system.constraints.add(owner(), Gap::from(form));
    }
    // A point that stays in a plane of a frame.
    let form = QuadraticForm::along(
        [FRAMES[0], POINTS[0]],
        rng.unit(),
        rng.vector(0.8),
        V3::zeros(),
    );
    stand.system.constraints.add(owner(), Gap::from(form));
    for nodes in FRAME_PAIRS {
        let vectors = [rng.unit(), rng.unit(), rng.unit(), rng.unit()];
        let [a, b, c, d] = vectors;
        let form = QuadraticForm::crossed(nodes, [a, b], [c, d]);
        stand.system.constraints.add(owner(), Gap::from(form));
    }
    for nodes in [[ANGLE, DISPLACEMENT], [DISPLACEMENT, ANGLE]] {
        let form = QuadraticForm::coordinates(nodes, rng.between(-2.0, 2.0), 0.1);
        stand.system.constraints.add(owner(), Gap::from(form));
    }
    for node in [ANGLE, DISPLACEMENT] {
        let item = Gap::prescribed(node, time_function(rng));
        stand.system.constraints.add(owner(), item);
    }
    for node in FRAMES {
        let (axis, normal) = upright_disc(stand, node, rng);
        let (center, radius) = (rng.vector(0.3), rng.between(0.2, 0.6));
        let pool = &mut stand.system.constraints;
        pool.add(
            owner(),
            ContactHeight::new(node, center, axis, radius, normal, 0.1),
        );
        pool.add(owner(), NoSlip::new(node, center, axis, radius, normal));
    }
    // Levers, points and axes of a patch; nodes without axes have no rotation to count.
    for nodes in FRAME_PAIRS.into_iter().chain([[FRAMES[0], POINTS[0]]]) {
        let [a, b] = nodes;
        let (lever, drawn) = (rng.vector(0.8), rng.between(-1.0, 1.0));
        let mut share = PatchShare::along(nodes, lever, arm(a, rng), arm(b, rng), drawn);
        if !POINTS.contains(&b) {
            let vectors = [rng.unit(), rng.unit(), rng.unit(), rng.unit()];
            let [u, v, s, t] = vectors;
            share = share.turning(rng.between(0.2, 2.0), [u, v], [s, t]);
        }
        stand.system.constraints.add(owner(), share);
    }
}

/// Axis of a disc and normal of a plane such that the disc never lies nearly flat, where it has no contact point.
fn upright_disc(stand: &Stand, node: NodeIndex, rng: &mut Random) -> (V3, V3) {
    loop {
        let (axis, normal) = (rng.unit(), rng.unit());
        let attached = Attachment::vector(0, axis);
        let states = [
            &stand.start[node],
            &stand.ends[0][node],
            &stand.ends[1][node],
        ];
        if states
            .iter()
            .all(|s| attached.at(s).dot(&normal).abs() < 0.9)
        {
            return (axis, normal);
        }
    }
}

fn add_forces(stand: &mut Stand, rng: &mut Random) {
    let pool = &mut stand.system.forces;
    for nodes in FRAME_PAIRS.into_iter().chain(POINT_PAIRS) {
        let points = nodes.map(|n| arm(n, rng));
        let damping = rng.between(0.1, 2.0);
        let law = Some(law(rng));
        pool.add(
            owner(),
            PointSpring::new(nodes, points[0], points[1], law, damping, 1.0),
        );
    }
    for nodes in FRAME_PAIRS {
        let item = Bushing::new(
            nodes,
            [rng.vector(0.8), rng.vector(0.8)],
            [(); 2].map(|()| *rng.orientation().to_rotation_matrix().matrix()),
            &rng.stiffness(),
            &rng.stiffness(),
        );
        pool.add(owner(), item.clone());
        let single = [(); 6].map(|()| Some(law(rng)));
        pool.add(
            owner(),
            item.clone().with_laws(BushingLaws::new(single, None)),
        );
        for energy in energies(rng) {
            let laws = BushingLaws::new([const { None }; 6], Some(energy));
            pool.add(owner(), item.clone().with_laws(laws));
        }
    }
    for node in [ANGLE, DISPLACEMENT] {
        pool.add(owner(), CoordinateSpring::new(node, Some(law(rng)), 0.7));
        let effort = MotorLaw::expression("2*cos(3*t) - 0.8*v*(1 + x^2) + sin(x)");
        pool.add(owner(), Motor::new(node, effort.expect("a sound formula")));
    }
    for node in FRAMES {
        let (at, value) = (rng.vector(0.8), rng.vector(2.0));
        pool.add(
            owner(),
            DeadLoad::force(node, at, value, time_function(rng)),
        );
        pool.add(owner(), DeadLoad::moment(node, value, time_function(rng)));
        pool.add(
            owner(),
            DeadLoad::weight(node, value, TimeFunction::constant(1.5)),
        );
        pool.add(
            owner(),
            FollowerLoad::force(node, at, value, time_function(rng)),
        );
        pool.add(
            owner(),
            FollowerLoad::moment(node, value, time_function(rng)),
        );
    }
    for node in POINTS {
        let value = rng.vector(2.0);
        pool.add(
            owner(),
            DeadLoad::force(node, V3::zeros(), value, time_function(rng)),
        );
    }
}

/// Stops that the step touches, leaves or misses, ratchets, backlash, and friction of every kind.
fn add_limits(stand: &mut Stand, rng: &mut Random) {
    for node in [ANGLE, DISPLACEMENT] {
        let start = stand.start[node].r.x;
        let pool = &mut stand.system.forces;
        for law in [
            ContactLaw::power(rng.between(1.0, 5.0), 1.0),
            // Smooth enough for difference quotients near zero, unlike Hertz' power.
            ContactLaw::power(rng.between(1.0, 5.0), 2.2),
            ContactLaw::curve(Law::expression("3*x + 2*x^2", 0.0).expect("a sound formula")),
        ] {
            let restitution = rng.between(0.1, 1.0);
            let upper = start + rng.between(-0.3, 0.3);
            let lower = upper - rng.between(0.05, 0.5);
            for (lower, upper) in [
                (None, Some(upper)),
                (Some(lower), None),
                (Some(lower), Some(upper)),
            ] {
                let limits = Limits::Fixed { lower, upper };
                let item = CoordinateStop::new(node, limits, law.clone(), restitution);
                pool.add(owner(), item);
            }
            for (up, pitch) in [(true, 0.0), (false, 0.3)] {
                let tooth = rng.between(-1.0, 1.0);
                let limits = Limits::Ratchet { up, pitch, tooth };
                let item = CoordinateStop::new(node, limits, law.clone(), restitution);
                pool.add(owner(), item);
            }
        }
        for (per_force, breakaway) in [(0.0, 1.0), (0.3, 1.0), (0.2, 1.6)] {
            let law = FrictionLaw {
                effort: time_function(rng),
                per_force,
                breakaway,
                stribeck: rng.between(0.5, 3.0),
                viscous: rng.between(0.0, 0.5),
                stiffness: rng.between(3.0, 30.0),
                stick_damping: rng.between(0.0, 1.0),
            };
            let mut item = Friction::new(node, "", law);
            item.set_rows(vec![RowIndex::new(0), RowIndex::new(1)]);
            pool.add(owner(), item);
        }
    }
    for nodes in [[ANGLE, DISPLACEMENT], [DISPLACEMENT, ANGLE]] {
        let ratio = rng.between(-2.0, 2.0);
        let [first, second] = nodes.map(|n| stand.start[n].r.x);
        let offset = second - ratio * first + rng.between(-0.2, 0.2);
        let law = ContactLaw::power(4.0, 1.0);
        let item = Backlash::new(nodes, [ratio, offset, 0.3], law, 0.6);
        stand.system.forces.add(owner(), item);
    }
}

/// A full stiffness and, for every second sample, a full viscosity.
/// A law of all Gauss points of an element: any positive matrices.
pub fn element_law<const E: usize>(damped: bool, rng: &mut Random) -> LinearLaw<E> {
    let mut matrix = || -> [[f64; E]; E] {
        let a = nalgebra::DMatrix::from_fn(E, E, |_, _| rng.between(-1.0, 1.0));
        let m = &a * a.transpose() / E as f64 + nalgebra::DMatrix::identity(E, E);
        std::array::from_fn(|r| std::array::from_fn(|c| m[(r, c)]))
    };
    LinearLaw {
        stiffness: matrix(),
        damping: damped.then(|| Box::new(matrix())),
    }
}

fn section_law(damped: bool, rng: &mut Random) -> LinearLaw<6> {
    let rows = |m: nalgebra::Matrix6<f64>| -> [[f64; 6]; 6] {
        std::array::from_fn(|r| std::array::from_fn(|c| m[(r, c)]))
    };
    LinearLaw {
        stiffness: rows(rng.stiffness()),
        damping: damped.then(|| Box::new(rows(rng.stiffness()))),
    }
}

/// Sections on nodes such that neighbours are turned by less than a right angle, as in a mesh, and the attached points and axes
/// of a reference state near the start.
fn sections<const N: usize, const P: usize>(
    stand: &Stand,
    nodes: [NodeIndex; N],
    rng: &mut Random,
) -> ([ElementNode; N], [V3; P]) {
    let common = rng.orientation();
    let mut reference = [V3::zeros(); P];
    let list = std::array::from_fn(|k| {
        let stage = &stand.start[nodes[k]];
        let near = common * poinsot::math::Quaternion::from_scaled_axis(rng.vector(0.4));
        let axes_W = *near.to_rotation_matrix().matrix();
        let at = rng.vector(0.3);
        reference[4 * k] = stage.r + stage.rot * at + rng.vector(0.1);
        for j in 0..3 {
            reference[4 * k + 1 + j] = axes_W.column(j).into();
        }
        ElementNode {
            node: nodes[k],
            at,
            axes: stage.rot.transpose() * axes_W,
        }
    });
    (list, reference)
}

fn add_beams(stand: &mut Stand, rng: &mut Random) {
    for (nodes, damped) in FRAME_PAIRS.into_iter().zip([true, false, true]) {
        let (list, reference) = sections(stand, nodes, rng);
        let item = HelicoidalBeam::new(&list, 1.3, &reference, section_law(damped, rng));
        stand.system.forces.add(owner(), item);
    }
    let [a, b, c] = FRAMES;
    let (list, reference) = sections(stand, [a, b, c], rng);
    let law = section_law(false, rng);
    let quadratic = ShapeAt {
        shape: [0.4, 0.7, -0.1],
        slope: [-0.9, 0.2, 0.7],
    };
    let item = QuadraticPoint::new(&list, &[quadratic], &reference, law);
    stand.system.forces.add(owner(), item);
    for damped in [true, false] {
        let (list, reference) = sections(stand, [a, GROUND, b, c], rng);
        let law = section_law(damped, rng);
        let cubic = ShapeAt {
            shape: [0.3, 0.7, 0.1, -0.1],
            slope: [-1.1, 0.6, 0.7, -0.2],
        };
        let item = CubicPoint::new(&list, &[cubic], &reference, law);
        stand.system.forces.add(owner(), item);
    }
    // Without offsets, where the elements take a shorter way.
    let plain = |node: NodeIndex| ElementNode {
        node,
        at: V3::zeros(),
        axes: poinsot::math::M3::identity(),
    };
    let reference = std::array::from_fn(|_| rng.unit());
    let law = section_law(false, rng);
    let list = [a, b, c].map(plain);
    let item = QuadraticPoint::new(&list, &[quadratic], &reference, law);
    stand.system.forces.add(owner(), item);
    add_whole_beams(stand, rng);
}

/// Elements whose Gauss points have a law in common, as where the section varies.
fn add_whole_beams(stand: &mut Stand, rng: &mut Random) {
    fn anywhere<const N: usize>(rng: &mut Random) -> ShapeAt<N> {
        let mut at = ShapeAt {
            shape: [1.0 / N as f64; N],
            slope: [0.0; N],
        };
        // Values add up to one and slopes to zero, as those of shape functions do.
        for k in 1..N {
            let (value, slope) = (rng.between(-0.3, 0.3), rng.between(-1.0, 1.0));
            at.shape[k] += value;
            at.shape[0] -= value;
            at.slope[k] += slope;
            at.slope[0] -= slope;
        }
        at
    }
    let [a, b, c] = FRAMES;
    for damped in [true, false] {
        let (list, reference) = sections(stand, [a, b, c], rng);
        let points = [anywhere(rng), anywhere(rng)];
        let item = QuadraticBeam::new(&list, &points, &reference, element_law(damped, rng));
        stand.system.forces.add(owner(), item);
        let (list, reference) = sections(stand, [a, GROUND, b, c], rng);
        let points = [anywhere(rng), anywhere(rng), anywhere(rng)];
        let item = CubicBeam::new(&list, &points, &reference, element_law(damped, rng));
        stand.system.forces.add(owner(), item);
    }
}

fn add_cables(stand: &mut Stand, rng: &mut Random) {
    let laws = [
        (CableStrain::Green, false),
        (CableStrain::Engineering, false),
        (CableStrain::Green, true),
        (CableStrain::Engineering, true),
    ];
    for (strain, tension_only) in laws {
        let law = CableLaw {
            length: 1.0,
            stiffness: rng.between(1.0, 3.0),
            damping: rng.between(0.1, 1.0),
            strain,
            tension_only,
        };
        // Some samples are stretched, some are compressed, some pass through zero.
        let free = rng.between(0.2, 1.5);
        let slopes = |raw: &[f64]| raw.iter().map(|x| x * free).collect::<Vec<_>>();
        let [a, b, _] = FRAMES;
        let [c, d] = POINTS;
        let two = slopes(&[-1.0, 1.0]);
        let item = CableElement::<2>::new(
            [a, c],
            [rng.vector(0.8), V3::zeros()],
            &[two[0], two[1]],
            law,
        );
        stand.system.forces.add(owner(), item);
        let three = slopes(&[-0.9, 0.3, 0.6]);
        let item = CableElement::<3>::new(
            [c, d, b],
            [V3::zeros(), V3::zeros(), rng.vector(0.8)],
            &[three[0], three[1], three[2]],
            law,
        );
        stand.system.forces.add(owner(), item);
        let four = slopes(&[-0.9, 0.3, 0.4, 0.2]);
        let item = CableElement::<4>::new(
            [GROUND, d, b, c],
            [rng.vector(0.8), V3::zeros(), rng.vector(0.8), V3::zeros()],
            &[four[0], four[1], four[2], four[3]],
            law,
        );
        stand.system.forces.add(owner(), item);
    }
}
