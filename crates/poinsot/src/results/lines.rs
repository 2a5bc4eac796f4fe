//! Beams and cables among the results: their nodes, section forces and sensors.

use super::columns::{Columns, QUATERNION, XYZ};
use crate::math::{M3, M6, Quaternion, V3, V6};
use crate::mechanics::elements::ElementNode;
use crate::mechanics::interaction::ForceLaw;
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench;
use crate::system::lines::trimmed;
use crate::system::{
    ForceVisitor, LineElement, LineInfo, LineKind, LineSensorInfo, Owner, State, System,
};
use std::collections::HashMap;

/// Strains and stresses of one Gauss point; cables have only the first of each.
#[derive(Clone, Copy, Debug, Default)]
struct Point {
    strain: [f64; 6],
    stress: [f64; 6],
    /// The stress without its viscous part.
    elastic: [f64; 6],
}

/// Writes the columns of beams and cables.
#[derive(Clone, Debug)]
pub struct LineRecorder {
    /// First point of each force in the order of visits.
    slots: Vec<Option<usize>>,
    points: Vec<Point>,
    /// Lengths that the points stand for.
    lengths: Vec<f64>,
    /// First point of each element, line by line.
    first_point: Vec<Vec<usize>>,
    /// Where section forces of beams are recorded, beam by beam.
    stations: Vec<Station>,
    /// Strains and stresses there.
    seen: Vec<Point>,
}

/// A place along a beam at which section forces are recorded: all that does not change during a run.
#[derive(Clone, Debug)]
struct Station {
    /// First Gauss point of its element.
    first: usize,
    /// Weights of the Gauss points of its element.
    weights: [f64; 3],
    /// How many they are.
    count: usize,
    /// Flexibility of the section that lies there, if the section varies along the element.
    flexibility: Option<M6>,
}

impl Station {
    fn new(element: &LineElement, first: usize, s: f64) -> Self {
        Station {
            first,
            weights: element.gauss_weights(s),
            count: element.lengths.len(),
            flexibility: element.flexibility_at(s).copied(),
        }
    }

    /// Strains and stresses, continued from the Gauss points of the element. Where the section varies, strains at nodes and Gauss
    /// points are those of the section that lies there.
    fn seen(&self, points: &[Point]) -> Point {
        let mut sum = Point::default();
        for (p, weight) in points[self.first..self.first + self.count]
            .iter()
            .zip(&self.weights)
        {
            for a in 0..6 {
                sum.strain[a] += weight * p.strain[a];
                sum.stress[a] += weight * p.stress[a];
                sum.elastic[a] += weight * p.elastic[a];
            }
        }
        // Forces go on smoothly where the section changes, strains do not.
        if let Some(flexibility) = &self.flexibility {
            sum.strain = (flexibility * V6::from(sum.elastic)).into();
        }
        sum
    }
}

impl LineRecorder {
    /// For a system.
    pub fn new(system: &System) -> Self {
        let mut of_order = HashMap::new();
        let mut lengths = Vec::new();
        let mut first_point = Vec::new();
        for line in &system.lines {
            let mut firsts = Vec::new();
            for element in &line.elements {
                firsts.push(lengths.len());
                // Each Gauss point by itself, or all of them in one interaction.
                for (k, order) in element.owners.iter().enumerate() {
                    of_order.insert(*order, lengths.len() + k);
                }
                lengths.extend(&element.lengths);
            }
            first_point.push(firsts);
        }
        let slots = system.force_info.iter();
        let beams = system.lines.iter().zip(&first_point);
        let mut places = Vec::new();
        for (line, firsts) in beams.filter(|(l, _)| l.kind == LineKind::Beam) {
            places.extend(stations(line).into_iter().map(|((element, s), _)| {
                Station::new(&line.elements[element], firsts[element], s)
            }));
        }
        LineRecorder {
            slots: slots
                .map(|i| of_order.get(&i.owner.order).copied())
                .collect(),
            points: vec![Point::default(); lengths.len()],
            lengths,
            first_point,
            seen: vec![Point::default(); places.len()],
            stations: places,
        }
    }

    /// Appends everything about beams and cables except what sensors see.
    pub fn row(
        &mut self,
        system: &System,
        state: &State,
        stages: &[NodeStage],
        row: &mut Vec<f64>,
    ) {
        if system.lines.is_empty() {
            return;
        }
        system.forces.visit(&mut Gather {
            state,
            stages,
            slots: &self.slots,
            points: &mut self.points,
            lengths: &self.lengths,
        });
        let nodes = || system.lines.iter().flat_map(|l| &l.nodes);
        for n in nodes() {
            let stage = &stages[n.on.node];
            row.extend((stage.r + stage.rot * n.on.at).iter());
        }
        for n in nodes() {
            let (stage, w) = (&stages[n.on.node], &state.velocities[n.on.node]);
            let omega_W = stage.rot * w.omega;
            row.extend((w.v + omega_W.cross(&(stage.rot * n.on.at))).iter());
        }
        let beams = || system.lines.iter().filter(|l| l.kind == LineKind::Beam);
        for n in beams().flat_map(|l| &l.nodes) {
            extend_orientation(row, &(stages[n.on.node].rot * n.on.axes));
        }
        for n in beams().flat_map(|l| &l.nodes) {
            row.extend((stages[n.on.node].rot * state.velocities[n.on.node].omega).iter());
        }
        let parts: [fn(&Point) -> &[f64]; 4] = [
            |p| &p.stress[..3],
            |p| &p.stress[3..],
            |p| &p.strain[..3],
            |p| &p.strain[3..],
        ];
        for (seen, station) in self.seen.iter_mut().zip(&self.stations) {
            *seen = station.seen(&self.points);
        }
        for part in parts {
            for seen in &self.seen {
                row.extend(part(seen));
            }
        }
        // The strain stands under its old name as well.
        let strain = |p: &Point| p.strain[0];
        for part in [|p: &Point| p.stress[0], strain, strain] {
            for (line, firsts) in system.lines.iter().zip(&self.first_point) {
                if line.kind == LineKind::Cable {
                    for (element, first) in line.elements.iter().zip(firsts) {
                        let points = &self.points[*first..*first + element.lengths.len()];
                        row.extend(points.iter().map(part));
                    }
                }
            }
        }
    }

    /// Appends what sensors see beyond their position and velocity.
    pub fn sensors(&self, system: &System, stages: &[NodeStage], row: &mut Vec<f64>) {
        let of = |kind: LineKind| {
            let all = system.line_sensors.iter();
            all.filter(move |s| system.lines[s.line].kind == kind)
        };
        for sensor in of(LineKind::Beam) {
            extend_orientation(row, &axes(element(system, sensor), sensor.s, stages));
        }
        for part in [0, 3] {
            for sensor in of(LineKind::Beam) {
                row.extend(&self.seen(system, sensor).stress[part..part + 3]);
            }
        }
        for sensor in of(LineKind::Cable) {
            row.push(self.seen(system, sensor).stress[0]);
        }
    }

    fn seen(&self, system: &System, sensor: &LineSensorInfo) -> Point {
        let first = self.first_point[sensor.line][sensor.element];
        Station::new(element(system, sensor), first, sensor.s).seen(&self.points)
    }
}

fn element<'a>(system: &'a System, sensor: &LineSensorInfo) -> &'a LineElement {
    &system.lines[sensor.line].elements[sensor.element]
}

/// The nodes that carry a sensor on a line, with their weights.
pub fn carriers<'a>(
    system: &'a System,
    sensor: &LineSensorInfo,
) -> impl Iterator<Item = (f64, &'a ElementNode)> {
    let element = element(system, sensor);
    let shape = element.shape(sensor.s);
    shape.into_iter().zip(&element.on)
}

/// Section axes at a sensor on a beam, from the rotations of nodes.
pub fn sensor_axes(system: &System, sensor: &LineSensorInfo, rot: &dyn Fn(usize) -> M3) -> M3 {
    orthonormal(element(system, sensor), sensor.s, rot)
}

/// Position of a sensor on a line.
pub fn sensor_position(system: &System, sensor: &LineSensorInfo, stages: &[NodeStage]) -> V3 {
    let element = element(system, sensor);
    let shape = element.shape(sensor.s);
    let mut sum = V3::zeros();
    for (on, weight) in element.on.iter().zip(shape) {
        let stage = &stages[on.node];
        sum += weight * (stage.r + stage.rot * (on.at + on.axes * sensor.at));
    }
    sum
}

/// Its velocity.
pub fn sensor_velocity(
    system: &System,
    sensor: &LineSensorInfo,
    stages: &[NodeStage],
    state: &State,
) -> V3 {
    let element = element(system, sensor);
    let shape = element.shape(sensor.s);
    let mut sum = V3::zeros();
    for (on, weight) in element.on.iter().zip(shape) {
        let (stage, w) = (&stages[on.node], &state.velocities[on.node]);
        let arm = on.at + on.axes * sensor.at;
        sum += weight * (w.v + stage.rot * w.omega.cross(&arm));
    }
    sum
}

/// Section axes at an arc length: the interpolated ones, made orthonormal.
fn axes(element: &LineElement, s: f64, stages: &[NodeStage]) -> M3 {
    orthonormal(element, s, &|node| stages[node].rot)
}

fn orthonormal(element: &LineElement, s: f64, rot: &dyn Fn(usize) -> M3) -> M3 {
    let shape = element.shape(s);
    let mut sum = M3::zeros();
    for (on, weight) in element.on.iter().zip(shape) {
        sum += weight * (rot(on.node) * on.axes);
    }
    let x = sum.column(0).normalize();
    let y = sum.column(1) - x * x.dot(&sum.column(1));
    let y = y.normalize();
    M3::from_columns(&[x, y, x.cross(&y)])
}

fn extend_orientation(row: &mut Vec<f64>, axes: &M3) {
    let q = Quaternion::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(*axes));
    row.extend([q.w, q.i, q.j, q.k]);
}

/// Places along a beam at which section forces are recorded, nodes and Gauss points: element and arc length, and the label.
fn stations(line: &LineInfo) -> Vec<((usize, f64), String)> {
    let mut list = Vec::new();
    let mut push = |e: usize, s: f64| list.push(((e, s), format!("{}@{}", line.name, trimmed(s))));
    for (k, element) in line.elements.iter().enumerate() {
        let nodes = (0..element.on.len()).map(|n| line.nodes[element.first + n].s);
        // The last node belongs to the next element, which continues from its own Gauss points.
        let shared = usize::from(k + 1 < line.elements.len());
        let mut all: Vec<f64> = nodes.take(element.on.len() - shared).collect();
        all.extend((0..element.lengths.len()).map(|p| element.gauss_s(p)));
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < 1e-9 * element.length());
        for s in all {
            push(k, s);
        }
    }
    list
}

/// What `cable_strain` was called in version 0.1, though it is no stretch.
const OLD_CABLE_STRAIN: &str = "stretch";

/// The columns, in the order of [`LineRecorder::row`].
pub fn columns(system: &System, list: &mut Columns) {
    let label = |l: &LineInfo, s: f64| format!("{}@{}", l.name, trimmed(s));
    let labels = |lines: &mut dyn Iterator<Item = &LineInfo>| -> Vec<String> {
        let mut all = Vec::new();
        for l in lines {
            all.extend(l.nodes.iter().map(|n| label(l, n.s)));
        }
        all
    };
    let beams = || system.lines.iter().filter(|l| l.kind == LineKind::Beam);
    let cables = || system.lines.iter().filter(|l| l.kind == LineKind::Cable);
    list.group(
        "line_node",
        labels(&mut system.lines.iter()),
        &[
            (
                "node_position",
                "m",
                "point of the reference line at a node, world axes",
                Some(XYZ),
            ),
            (
                "node_velocity",
                "m/s",
                "its velocity, world axes",
                Some(XYZ),
            ),
        ],
    );
    list.group(
        "beam_node",
        labels(&mut beams()),
        &[
            (
                "node_orientation",
                "1",
                "rotation from section to world axes at a node, scalar first",
                Some(QUATERNION),
            ),
            (
                "node_angular_velocity",
                "rad/s",
                "angular velocity of a node, world axes",
                Some(XYZ),
            ),
        ],
    );
    let names = beams().flat_map(|l| stations(l).into_iter().map(|(_, name)| name));
    list.group(
        "beam_station",
        names.collect(),
        &[
            (
                "section_force",
                "N",
                "axial force and shear forces on section axes",
                Some(XYZ),
            ),
            (
                "section_moment",
                "N m",
                "torque and bending moments on section axes",
                Some(XYZ),
            ),
            (
                "section_strain",
                "1",
                "extension and shear on section axes",
                Some(XYZ),
            ),
            (
                "section_curvature",
                "1/m",
                "twist rate and curvatures on section axes",
                Some(XYZ),
            ),
        ],
    );
    let mut names = Vec::new();
    for l in cables() {
        for e in &l.elements {
            names.extend((0..e.lengths.len()).map(|k| label(l, e.gauss_s(k))));
        }
    }
    list.group(
        "cable_point",
        names,
        &[
            ("tension", "N", "axial force of a cable", None),
            (
                "cable_strain",
                "1",
                "length over free length, less one",
                None,
            ),
            (
                OLD_CABLE_STRAIN,
                "1",
                "old name of cable_strain, which goes with version 0.3",
                None,
            ),
        ],
    );
}

/// The further columns of sensors, in the order of [`LineRecorder::sensors`].
pub fn sensor_columns(system: &System, list: &mut Columns) {
    let of = |kind: LineKind| -> Vec<String> {
        let all = system.line_sensors.iter();
        let of_kind = all.filter(|s| system.lines[s.line].kind == kind);
        of_kind.map(|s| s.name.clone()).collect()
    };
    list.group(
        "beam_sensor",
        of(LineKind::Beam),
        &[
            (
                "point_orientation",
                "1",
                "rotation from section to world axes at a sensor",
                Some(QUATERNION),
            ),
            (
                "point_force",
                "N",
                "section forces at a sensor, section axes",
                Some(XYZ),
            ),
            (
                "point_moment",
                "N m",
                "section moments at a sensor, section axes",
                Some(XYZ),
            ),
        ],
    );
    list.group(
        "cable_sensor",
        of(LineKind::Cable),
        &[(
            "point_tension",
            "N",
            "axial force of a cable at a sensor",
            None,
        )],
    );
}

/// Collects strains and stresses of all Gauss points.
struct Gather<'a> {
    state: &'a State,
    stages: &'a [NodeStage],
    slots: &'a [Option<usize>],
    points: &'a mut [Point],
    lengths: &'a [f64],
}

impl ForceVisitor for Gather<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let Some(slot) = self.slots[index] else {
            return;
        };
        let e = f.value_at(self.stages);
        let rates = wrench::strain_rates(f, self.stages, &self.state.velocities);
        let stress = f.stress_at(self.state.time, &e, &rates);
        if E == 1 {
            // The law is conjugate to the Green strain: force and stretch follow from lambda^2 = 1 + 2 e.
            let stretch = (1.0 + 2.0 * e[0]).max(0.0).sqrt();
            self.points[slot].strain[0] = stretch - 1.0;
            self.points[slot].stress[0] = stress[0] * stretch / self.lengths[slot];
            return;
        }
        let elastic = f.elastic(&e, &e).sigma;
        for k in 0..E {
            let at = slot + k / 6;
            self.points[at].elastic[k % 6] = elastic[k] / self.lengths[at];
            self.points[at].strain[k % 6] = e[k];
            self.points[at].stress[k % 6] = stress[k] / self.lengths[at];
        }
    }
}
