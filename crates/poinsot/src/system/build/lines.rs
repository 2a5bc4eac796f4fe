//! Beams and cables: lumps of their meshes, then their elements and loads per length.

use super::lumps::{Lump, Placed};
use super::sections_along::SectionsAlong;
use super::stand_ins::radii_of_section;
use super::{BuildError, Builder};
use crate::functions::TimeFunction;
use crate::geometry::reference::{gauss, lobatto, shape, shape_derivative};
use crate::geometry::{Mesh, MeshElement, Path, mesh};
use crate::math::{M3, M6, Quaternion, V3};
use crate::mechanics::elements::{
    CableElement, CableLaw, DirectorBeam, ElementNode, HelicoidalBeam, LinearLaw, ShapeAt,
    ShareWith,
};
use crate::mechanics::forces::{DeadLoad, FollowerLoad};
use crate::mechanics::interaction::ForceLaw;
use crate::model::{Beam, Cable, LineLoad, LinePoint, Model, RigidMotion, Section, SectionAxes};
use crate::sections::interpolate;
use crate::system::flexible::trimmed;
use crate::system::{
    Add, Address, BodyNodeIndex, Extent, FlexibleBody, FlexibleElement, FlexibleKind, FlexibleNode,
    Forces, Sort, Span,
};
use nalgebra::Matrix6;
use std::sync::Arc;

/// Gauss points of an element of the highest order: as far back lies the point that the next one may equal.
const MOST_GAUSS_POINTS: usize = 3;

/// A mesh and the number of its first lump.
pub(super) struct MeshedLine {
    mesh: Mesh,
    first_lump: usize,
}

impl Builder {
    /// Lumps of all beams and cables, in the order of the model.
    pub(super) fn line_lumps(&mut self, model: &Model, lumps: &mut Vec<Lump>) -> Vec<MeshedLine> {
        let mut lines = Vec::new();
        for beam in &model.beams {
            let at: Vec<f64> = beam.points.iter().map(|p| p.s).collect();
            let mesh = mesh(&beam.curve, &beam.axes, beam.order, beam.elements, &at);
            let first_lump = lumps.len();
            empty_lumps(&beam.name, &mesh, true, lumps);
            let path = Path::new(&beam.curve);
            let along = SectionsAlong::new(beam, &path);
            for element in &mesh.elements {
                let lengths = nodal_lengths(element);
                for ((k, on), length) in along.masses(element).iter().enumerate().zip(lengths) {
                    let frame = &element.frames[k];
                    let axes = *frame.orientation.to_rotation_matrix().matrix();
                    let arm = axes * on.center;
                    let inertia = on.length * (axes * on.inertia * axes.transpose());
                    let v = speed(&beam.motion, &(frame.position + arm));
                    lumps[first_lump + element.first_node + k].add(
                        on.mass,
                        &arm,
                        &inertia,
                        &v,
                        &beam.motion.angular_velocity,
                    );
                    if self.stands_in() {
                        let section = interpolate(&beam.sections, element.s[k]);
                        let lump = &mut lumps[first_lump + element.first_node + k];
                        let square = axes * radii_of_section(&section) * axes.transpose();
                        lump.stands_for(length / self.system.length, &square);
                        lump.lacks_inertia |= section.inertia == M3::zeros();
                    }
                }
            }
            self.name_points(&beam.points, &mesh, first_lump);
            lines.push(MeshedLine { mesh, first_lump });
        }
        for cable in &model.cables {
            let at: Vec<f64> = cable.points.iter().map(|p| p.s).collect();
            let any = SectionAxes::YNear(V3::y());
            let mesh = mesh(&cable.curve, &any, cable.order, cable.elements, &at);
            let first_lump = lumps.len();
            empty_lumps(&cable.name, &mesh, false, lumps);
            for element in &mesh.elements {
                for (k, length) in nodal_lengths(element).enumerate() {
                    let v = speed(&cable.motion, &element.frames[k].position);
                    lumps[first_lump + element.first_node + k].add(
                        length * cable.mass,
                        &V3::zeros(),
                        &M3::zeros(),
                        &v,
                        &V3::zeros(),
                    );
                    let lump = &mut lumps[first_lump + element.first_node + k];
                    lump.stands_for(length / self.system.length, &M3::zeros());
                }
            }
            self.name_points(&cable.points, &mesh, first_lump);
            lines.push(MeshedLine { mesh, first_lump });
        }
        lines
    }

    fn name_points(&mut self, points: &[LinePoint], mesh: &Mesh, first_lump: usize) {
        for p in points {
            if let Some(node) = mesh.node_at(p.s) {
                self.lump_of.insert(p.name.clone(), first_lump + node);
            }
        }
    }

    /// Elements of all beams and cables.
    pub(super) fn line_elements(&mut self, model: &Model, lines: &[MeshedLine], placed: &[Placed]) {
        let (beams, cables) = lines.split_at(model.beams.len());
        for (beam, line) in model.beams.iter().zip(beams) {
            let mut info = FlexibleBody::new(&beam.name, FlexibleKind::Beam);
            let path = Path::new(&beam.curve);
            let along = SectionsAlong::new(beam, &path);
            for element in &line.mesh.elements {
                let on = self.sections_on_nodes(element, line.first_lump, placed);
                let owners = match (beam.order, along.uniform(element)) {
                    (1, section) => self.helicoidal(beam, section, &along, element, &on),
                    (2, Some(section)) => self.points::<3, 12>(beam, section, element, &on),
                    (2, None) => self.whole::<3, 12, 14, 12>(beam, &along, element, &on),
                    (_, Some(section)) => self.points::<4, 16>(beam, section, element, &on),
                    (_, None) => self.whole::<4, 16, 21, 18>(beam, &along, element, &on),
                };
                let whole = element.length;
                let part = |&(_, weight): &(f64, f64)| 0.5 * weight * whole;
                let lengths = gauss(beam.order).iter().map(part).collect();
                let flexibility = match along.uniform(element) {
                    Some(_) => Vec::new(),
                    None => along.flexibility(element),
                };
                info.push(element, on, owners, lengths, flexibility);
            }
            self.system.flexible.push(info);
        }
        for (cable, line) in model.cables.iter().zip(cables) {
            let mut info = FlexibleBody::new(&cable.name, FlexibleKind::Cable);
            for element in &line.mesh.elements {
                let on = self.sections_on_nodes(element, line.first_lump, placed);
                let (points, lengths) = match cable.order {
                    1 => self.cable::<2>(cable, element, &on),
                    2 => self.cable::<3>(cable, element, &on),
                    _ => self.cable::<4>(cable, element, &on),
                };
                info.push(element, on, points, lengths, Vec::new());
            }
            self.system.flexible.push(info);
        }
    }

    /// How the sections of an element sit on the nodes that were made.
    fn sections_on_nodes(
        &self,
        element: &MeshElement,
        first_lump: usize,
        placed: &[Placed],
    ) -> Vec<ElementNode> {
        let node = |k: usize| {
            let p = placed[first_lump + element.first_node + k];
            let pose = self.poses[p.node];
            let frame = &element.frames[k];
            let axes = *(pose.q.inverse() * frame.orientation)
                .to_rotation_matrix()
                .matrix();
            // Most sections lie on their node exactly; round-off must not hide it.
            let same = (axes - M3::identity()).amax() < 1e-14;
            ElementNode {
                node: p.node,
                at: p.origin,
                axes: if same { M3::identity() } else { axes },
            }
        };
        (0..element.s.len()).map(node).collect()
    }

    fn helicoidal(
        &mut self,
        beam: &Beam,
        section: Option<&Section>,
        along: &SectionsAlong,
        e: &MeshElement,
        on: &[ElementNode],
    ) -> Vec<usize> {
        let length = e.length;
        let law = match section {
            Some(section) => law(section, length),
            None => along.law(e),
        };
        let nodes = std::array::from_fn(|k| on[k]);
        let item = HelicoidalBeam::new(&nodes, length, &drawn(e), law);
        let item = self.shared(item);
        vec![self.add_point(Sort::Beam, &beam.name, item)]
    }

    /// An element with the same section all along: every Gauss point for itself.
    fn points<const N: usize, const P: usize>(
        &mut self,
        beam: &Beam,
        section: &Section,
        e: &MeshElement,
        on: &[ElementNode],
    ) -> Vec<usize>
    where
        DirectorBeam<N, P, 7, 6>: ForceLaw<N, P, 6>,
        Forces: Add<DirectorBeam<N, P, 7, 6>>,
    {
        let (nodes, reference) = (std::array::from_fn(|k| on[k]), drawn(e));
        let mut points = Vec::new();
        for &(xi, weight) in gauss(beam.order) {
            let law = law(section, 0.5 * weight * e.length);
            let at = shape_at(xi, e.length);
            let item = DirectorBeam::new(&nodes, &[at], &reference, law);
            let item = self.shared(item);
            points.push(self.add_point(Sort::Beam, &beam.name, item));
        }
        points
    }

    /// An element along which the section varies: all Gauss points together.
    fn whole<const N: usize, const P: usize, const M: usize, const E: usize>(
        &mut self,
        beam: &Beam,
        along: &SectionsAlong,
        e: &MeshElement,
        on: &[ElementNode],
    ) -> Vec<usize>
    where
        DirectorBeam<N, P, M, E>: ForceLaw<N, P, E>,
        Forces: Add<DirectorBeam<N, P, M, E>>,
    {
        let rule = gauss(beam.order).iter();
        let at: Vec<_> = rule.map(|&(xi, _)| shape_at(xi, e.length)).collect();
        let nodes = std::array::from_fn(|k| on[k]);
        let item = DirectorBeam::<N, P, M, E>::new(&nodes, &at, &drawn(e), along.law(e));
        vec![self.add_point(Sort::Beam, &beam.name, item)]
    }

    fn cable<const N: usize>(
        &mut self,
        cable: &Cable,
        e: &MeshElement,
        on: &[ElementNode],
    ) -> (Vec<usize>, Vec<f64>)
    where
        CableElement<N>: ForceLaw<N, N, 1>,
        Forces: Add<CableElement<N>>,
    {
        let (mut points, mut lengths) = (Vec::new(), Vec::new());
        for &(xi, weight) in gauss(cable.order) {
            // Lengths are counted without stretch, along the element and not along the curve it interpolates: else a curved
            // cable, whose stiffness is large and whose loads are small, would be drawn under stress.
            let slope = shape_derivative::<N>(xi);
            let drawn: V3 = (0..N).map(|k| slope[k] * e.frames[k].position).sum();
            let metric = drawn.norm() / cable.pre_stretch;
            let slope = slope.map(|d| d / metric);
            let part = weight * metric;
            let law = CableLaw {
                length: part,
                stiffness: cable.stiffness * part,
                damping: cable.damping * part,
                strain: cable.strain,
                tension_only: cable.tension_only,
            };
            let nodes = std::array::from_fn(|k| on[k].node);
            let at = std::array::from_fn(|k| on[k].at);
            let item = CableElement::<N>::new(nodes, at, &slope, law);
            points.push(self.add_point(Sort::Cable, &cable.name, item));
            lengths.push(part);
        }
        (points, lengths)
    }

    /// Lets an element share its data with an equal one: the same Gauss point of the element before.
    pub(super) fn shared<T: ShareWith>(&self, mut item: T) -> T
    where
        Forces: Add<T>,
    {
        for other in self
            .system
            .forces
            .all()
            .iter()
            .rev()
            .take(MOST_GAUSS_POINTS)
        {
            item.share_with(other);
        }
        item
    }

    pub(super) fn add_point<T>(&mut self, sort: Sort, name: &str, item: T) -> usize
    where
        Forces: Add<T>,
    {
        let owner = self.owner(sort, name, "");
        let order = owner.order;
        self.system.forces.add(owner, item);
        order
    }

    /// Loads per length, as forces and moments on the nodes.
    pub(super) fn line_loads(&mut self, model: &Model) {
        for load in &model.line_loads {
            if self.edge_load(model, load) {
                continue;
            }
            let Some(line) = self.system.flexible.iter().find(|l| l.name == load.on) else {
                self.errors.push(BuildError::UnknownItem {
                    user: load.name.clone(),
                    name: load.on.clone(),
                    place: load.place.clone(),
                });
                continue;
            };
            let line = line.clone();
            let scale = Arc::new(load.scale.clone());
            for element in &line.elements {
                self.line_load(load, &scale, element);
            }
        }
    }

    fn line_load(&mut self, load: &LineLoad, scale: &Arc<TimeFunction>, element: &FlexibleElement) {
        let [low, high] = load.range.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let (from, to) = (
            element.span().ends[0].max(low),
            element.span().ends[1].min(high),
        );
        if from >= to {
            return;
        }
        // Integrals of the shape functions over the loaded part; three points are exact for cubics.
        let mut lengths = [0.0; 4];
        for &(xi, weight) in gauss(3) {
            let s = from + 0.5 * (xi + 1.0) * (to - from);
            let shape = element.shape(s);
            for k in 0..4 {
                lengths[k] += 0.5 * weight * (to - from) * shape[k];
            }
        }
        for (on, length) in element.on.iter().zip(lengths) {
            let (force, moment) = (length * load.force, length * load.moment);
            let scale = || Arc::clone(scale);
            for (sort, value) in [(Sort::Force, force), (Sort::Moment, moment)] {
                if value == V3::zeros() {
                    continue;
                }
                let owner = self.owner(sort, &load.name, "");
                if load.follower {
                    let value = on.axes * value;
                    let item = match sort {
                        Sort::Force => FollowerLoad::force(on.node, on.at, value, scale()),
                        _ => FollowerLoad::moment(on.node, value, scale()),
                    };
                    self.system.forces.add(owner, item);
                } else {
                    let item = match sort {
                        Sort::Force => DeadLoad::force(on.node, on.at, value, scale()),
                        _ => DeadLoad::moment(on.node, value, scale()),
                    };
                    self.system.forces.add(owner, item);
                }
            }
        }
    }
}

impl FlexibleBody {
    fn push(
        &mut self,
        e: &MeshElement,
        on: Vec<ElementNode>,
        owners: Vec<usize>,
        measures: Vec<f64>,
        flexibility: Vec<(f64, M6)>,
    ) {
        for (k, on) in on.iter().enumerate() {
            if e.first_node + k >= self.nodes.len() {
                self.nodes.push(FlexibleNode {
                    at: Address::ArcLength(e.s[k]),
                    on: *on,
                });
            }
        }
        self.elements.push(FlexibleElement {
            nodes: (e.first_node..e.first_node + on.len())
                .map(BodyNodeIndex::new)
                .collect(),
            on,
            owners,
            measures,
            extent: Extent::Span(Span {
                ends: e.ends(),
                flexibility,
            }),
        });
    }
}

fn empty_lumps(name: &str, mesh: &Mesh, frame: bool, lumps: &mut Vec<Lump>) {
    let first = lumps.len();
    for element in &mesh.elements {
        for k in 0..element.s.len() {
            if first + element.first_node + k < lumps.len() {
                continue;
            }
            let f = &element.frames[k];
            let q = if frame {
                f.orientation
            } else {
                Quaternion::identity()
            };
            let name = format!("{name}@{}", trimmed(element.s[k]));
            lumps.push(Lump::empty(name, frame, f.position, q));
        }
    }
}

/// Lengths that the nodes of an element stand for.
fn nodal_lengths(element: &MeshElement) -> impl Iterator<Item = f64> {
    let half = 0.5 * element.length;
    lobatto(element.s.len() - 1)
        .iter()
        .map(move |&(_, weight)| half * weight)
}

fn speed(motion: &RigidMotion, x: &V3) -> V3 {
    motion.velocity + motion.angular_velocity.cross(&(x - motion.about))
}

/// Points and axes of an element as drawn.
fn drawn<const P: usize>(e: &MeshElement) -> [V3; P] {
    std::array::from_fn(|a| {
        let f = &e.frames[a / 4];
        match a % 4 {
            0 => f.position,
            j => f
                .orientation
                .to_rotation_matrix()
                .matrix()
                .column(j - 1)
                .into(),
        }
    })
}

/// Shape functions at a place of an element.
fn shape_at<const N: usize>(xi: f64, length: f64) -> ShapeAt<N> {
    ShapeAt {
        shape: shape(xi),
        slope: shape_derivative(xi).map(|d| 2.0 * d / length),
    }
}

/// Law of a section over a length.
fn law(section: &Section, length: f64) -> LinearLaw<6> {
    let rows = |m: &Matrix6<f64>| -> [[f64; 6]; 6] {
        std::array::from_fn(|r| std::array::from_fn(|c| length * m[(r, c)]))
    };
    let damped = section.damping != Matrix6::zeros();
    LinearLaw {
        stiffness: rows(&section.stiffness),
        damping: damped.then(|| Box::new(rows(&section.damping))),
    }
}
