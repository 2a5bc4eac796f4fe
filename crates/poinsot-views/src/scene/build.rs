//! From a model and the layout of its results to what can be seen. This is the only place that knows how items of a model look.

use super::items::{
    Body, Core, Curve, Disc, Flexible, FlexibleKind, Form, GivenShape, Items, Joint, Link, Sensor,
};
use super::meshed::{shell, solid};
use super::outline::outlines;
use super::pose::{Anchor, Carrier, Pose};
use super::solid::{Solid, StandIn};
use poinsot::geometry::{FramesAlong, Path, Side};
use poinsot::math::{Quaternion, V3};
use poinsot::model::actions::On;
use poinsot::model::{
    self, AnchorAxes, AnchorPoint, Beam, DrawnShape, LinePoint, Model, ShapePlace,
};
use poinsot::results::Layout;

/// What can be seen of a model, and what is left out, in words. Without a model it is what the results name.
pub fn items(layout: &Layout, model: Option<&Model>) -> (Items, Vec<String>) {
    let mut notes = Vec::new();
    let flexible = keep(&mut notes, flexible(layout, model)).unwrap_or_default();
    let nothing = Model::default();
    let model = model.unwrap_or(&nothing);
    let places = Places {
        bodies: labels(layout, "body"),
        nodes: labels(layout, "line_node"),
        flexible: &flexible,
        model,
    };
    let reactions = labels(layout, "joint");
    let joints = model.joints.iter().map(|j| places.joint(j, reactions));
    let joints: Vec<Joint> = joints.filter_map(|j| keep(&mut notes, j)).collect();
    let links = places.links().into_iter();
    let links = links.filter_map(|l| keep(&mut notes, l)).collect();
    let shapes = model.shapes.iter().map(|s| places.shape(s));
    let shapes: Vec<GivenShape> = shapes.filter_map(|s| keep(&mut notes, s)).collect();
    let items = Items {
        up: model.gravity.acceleration.try_normalize(0.0).map(|g| -g),
        bodies: places.seen_bodies(&shapes),
        joints,
        links,
        sensors: sensors(layout, model),
        discs: places.discs(),
        grounded: grounded(model),
        shapes,
        flexible,
    };
    (items, notes)
}

/// What was made, or a note about why it was not.
fn keep<T>(notes: &mut Vec<String>, made: Result<T, String>) -> Option<T> {
    made.map_err(|why| notes.push(why)).ok()
}

pub(super) fn labels<'a>(layout: &'a Layout, axis: &str) -> &'a [String] {
    let found = layout.axes.iter().find(|a| a.name == axis);
    found.map_or(&[], |a| &a.labels)
}

/// `boom@0.36` as name and arc length [m]; names may contain the sign too.
fn split(label: &str) -> Result<(&str, f64), String> {
    let parts = label.rsplit_once('@');
    parts
        .and_then(|(name, s)| Some((name, s.parse().ok()?)))
        .ok_or_else(|| {
            format!("beams and cables are not drawn: the node `{label}` of the results does not say where it is along its line")
        })
}

/// Number of the first label of a line and the arc lengths of all of its labels, which stand together.
fn run_of(labels: &[String], name: &str) -> Result<Option<(usize, Vec<f64>)>, String> {
    let lines = labels.iter().take_while(|l| !l.contains('#'));
    let split: Vec<(&str, f64)> = lines.map(|l| split(l)).collect::<Result<_, _>>()?;
    let Some(first) = split.iter().position(|(n, _)| *n == name) else {
        return Ok(None);
    };
    let same = split[first..].iter().take_while(|(n, _)| *n == name);
    Ok(Some((first, same.map(|(_, s)| *s).collect())))
}

/// Beams, cables, shells and solids. A new kind of flexible body is added here, with its `Form`.
fn flexible(layout: &Layout, model: Option<&Model>) -> Result<Vec<Flexible>, String> {
    let nodes = labels(layout, "line_node");
    let mut list: Vec<Flexible> = Vec::new();
    let mut done = 0;
    while let Some(label) = nodes.get(done) {
        if let Some((name, _)) = label.split_once('#') {
            let found =
                solid(layout, model, name, done).or_else(|| shell(layout, model, name, done));
            let Some(body) = found else {
                break;
            };
            done += body.nodes.max(1);
            list.push(body);
            continue;
        }
        let name = split(label)?.0;
        let (_, s) = run_of(&nodes[done..], name)?.unwrap_or_default();
        let frames = run_of(labels(layout, "beam_node"), name)?;
        let kind = match frames.is_some() {
            true => FlexibleKind::Beam,
            false => FlexibleKind::Cable,
        };
        let stations = run_of(labels(layout, kind.station_axis()), name)?;
        let (first_station, stations) = stations.unwrap_or_default();
        let beam = model.and_then(|m| m.beams.iter().find(|b| b.name == name));
        let cable = model.and_then(|m| m.cables.iter().find(|c| c.name == name));
        list.push(Flexible {
            name: name.to_owned(),
            kind,
            first_node: done,
            nodes: s.len(),
            first_frame: frames.map(|f| f.0),
            first_station,
            form: Form::Curve(Curve {
                stations,
                outlines: beam.map_or_else(Vec::new, outlines),
                // Cables of first order are straight between nodes; a beam has section axes that say how it leaves a node.
                smooth: kind == FlexibleKind::Beam || cable.is_some_and(|c| c.order > 1),
                s: s.clone(),
            }),
        });
        done += s.len().max(1);
    }
    Ok(list)
}

/// Contact shapes that stand still.
fn grounded(model: &Model) -> Vec<String> {
    let shapes = model.contact_shapes.iter();
    let still = shapes.filter(|s| s.on == "ground");
    still.map(|s| s.name.clone()).collect()
}

fn sensors(layout: &Layout, model: &Model) -> Vec<Sensor> {
    let on = |name: &str| {
        let item = model.sensors.iter().find(|s| s.name == name);
        let line = model.line_sensors.iter().find(|s| s.name == name);
        let surface = model.surface_sensors.iter().find(|s| s.name == name);
        let volume = model.volume_sensors.iter().find(|s| s.name == name);
        item.map(|s| s.on.clone())
            .or_else(|| line.map(|s| format!("{}@{} m", s.on, s.s)))
            .or_else(|| surface.map(|s| s.on.clone()))
            .or_else(|| volume.map(|s| s.within.solid.clone()))
            .unwrap_or_default()
    };
    let sensor = |name: &String| Sensor {
        name: name.clone(),
        on: on(name),
    };
    labels(layout, "sensor").iter().map(sensor).collect()
}

/// Where the items of a model are among the results, and where they were drawn.
struct Places<'a> {
    bodies: &'a [String],
    nodes: &'a [String],
    flexible: &'a [Flexible],
    model: &'a Model,
}

impl Places<'_> {
    fn body(&self, name: &str) -> Option<usize> {
        self.bodies.iter().position(|l| l == name)
    }

    /// A body with a shape of its own needs no solid that stands for it.
    fn seen_bodies(&self, shapes: &[GivenShape]) -> Vec<Body> {
        let one = |name: &String| {
            let body = self.model.bodies.iter().find(|b| b.name == *name);
            let dot = (StandIn::Sphere { radius: 0.0 }, Quaternion::identity());
            let (solid, turn) = body.map_or(dot, StandIn::of);
            let drawn = shapes.iter().any(|s| s.of == *name);
            Body {
                name: name.clone(),
                point_mass: body.is_none(),
                solid: (!drawn).then_some(solid),
                center: Pose {
                    at: body.map_or(V3::zeros(), |b| b.mass_center),
                    turn,
                },
            }
        };
        self.bodies.iter().map(one).collect()
    }

    fn joint(&self, joint: &model::Joint, reactions: &[String]) -> Result<Joint, String> {
        let marker = joint.kind.definition.marker;
        let kind = joint.kind.word();
        Ok(Joint {
            name: joint.name.clone(),
            kind: kind.to_owned(),
            core: match marker.core {
                model::joints::Core::Pin => Core::Pin,
                model::joints::Core::Ball => Core::Ball,
                model::joints::Core::Block => Core::Block,
                model::joints::Core::Slider => Core::Slider,
                model::joints::Core::Plate => Core::Plate,
            },
            rods: marker.axes.to_vec(),
            between: self.anchors(kind, &joint.name, &joint.between)?,
            items: [0, 1].map(|k| joint.between[k].item.clone()),
            row: reactions.iter().position(|l| *l == joint.name),
        })
    }

    /// Springs and dampers between points, bushings, and joints that keep a distance.
    fn links(&self) -> Vec<Result<Link, String>> {
        let link = |name: &str, kind: &str, coil: bool, ends: &[model::Anchor; 2]| {
            Ok(Link {
                name: name.to_owned(),
                kind: kind.to_owned(),
                coil,
                between: self.anchors(kind, name, ends)?,
                items: [0, 1].map(|k| ends[k].item.clone()),
            })
        };
        let mut list = Vec::new();
        for action in self.model.actions() {
            if let (Some(kind), On::Points(ends)) = (action.acts.link, action.acts.on) {
                list.push(link(action.name, kind, kind == "spring", ends));
            }
        }
        for joint in &self.model.joints {
            if joint.kind.definition.marker.link {
                list.push(link(&joint.name, joint.kind.word(), false, &joint.between));
            }
        }
        // A reduced body without a mesh is a rod from its first interface to each of the others.
        let bodies = self.model.reduced_bodies.iter();
        for body in bodies.filter(|b| b.mesh.is_none()) {
            let ends = body.centers().into_iter().zip(&body.interfaces);
            let mut ends = ends.map(|(center, tied)| {
                let at = AnchorPoint::World(body.position + body.orientation * center);
                let axes = AnchorAxes::World(body.orientation);
                let item = tied.to.clone();
                (&tied.name, model::Anchor { item, at, axes })
            });
            let Some((_, first)) = ends.next() else {
                continue;
            };
            for (interface, end) in ends {
                let name = match body.interfaces.len() {
                    2 => body.name.clone(),
                    _ => format!("{}.{interface}", body.name),
                };
                list.push(link(&name, "reduced body", false, &[first.clone(), end]));
            }
        }
        list
    }

    fn discs(&self) -> Vec<Disc> {
        let rolling = self.model.rolling.iter();
        let one = |disc: &model::Rolling| {
            Some(Disc {
                name: disc.name.clone(),
                body: self.body(&disc.body)?,
                center: disc.center,
                axis: disc.axis,
                radius: disc.radius,
            })
        };
        rolling.filter_map(one).collect()
    }

    fn anchors(
        &self,
        kind: &str,
        name: &str,
        ends: &[model::Anchor; 2],
    ) -> Result<[Anchor; 2], String> {
        let one = |end: &model::Anchor| {
            self.anchor(end).ok_or_else(|| {
                format!(
                    "{kind} `{name}` is not drawn: the results do not have `{}`, which it is attached to",
                    end.item
                )
            })
        };
        Ok([one(&ends[0])?, one(&ends[1])?])
    }

    /// A frame of a joint or spring, in the frame of its item.
    fn anchor(&self, anchor: &model::Anchor) -> Option<Anchor> {
        let (on, drawn) = self.drawn(&anchor.item)?;
        let at = match anchor.at {
            AnchorPoint::World(p) => drawn.turn.inverse() * (p - drawn.at),
            AnchorPoint::Local(p) => p,
        };
        let turn = match anchor.axes {
            AnchorAxes::World(q) => drawn.turn.inverse() * q,
            AnchorAxes::Local(q) => q,
        };
        Some(Anchor {
            on,
            place: Pose { at, turn },
        })
    }

    /// What carries an item, and where it was drawn.
    fn drawn(&self, item: &str) -> Option<(Carrier, Pose)> {
        if item == "ground" {
            return Some((Carrier::Ground, Pose::world()));
        }
        let model = self.model;
        if let Some(index) = self.body(item) {
            let body = model.bodies.iter().find(|b| b.name == item);
            let mass = model.point_masses.iter().find(|m| m.name == item);
            let of_body = body.map(|b| Pose {
                at: b.position,
                turn: b.orientation,
            });
            let place = of_body.or_else(|| mass.map(|m| Pose::at(m.position)));
            if let Some(place) = place {
                return Some((Carrier::Body(index), place));
            }
        }
        if let Some((shell, number)) = item.split_once('#') {
            let shells = model.shells.iter().map(|s| (&s.name, &s.mesh));
            let solids = model.solids.iter().map(|s| (&s.name, &s.mesh));
            let (_, mesh) = shells.chain(solids).find(|(name, _)| *name == shell)?;
            let number: u64 = number.parse().ok()?;
            let point = mesh.point_numbers.iter().position(|n| *n == number)?;
            let node = self.nodes.iter().position(|label| label == item)?;
            return Some((Carrier::Node(node), Pose::at(mesh.points[point])));
        }
        let beams = model.beams.iter().map(|b| (&b.name, &b.points));
        let cables = model.cables.iter().map(|c| (&c.name, &c.points));
        beams.chain(cables).find_map(|(line, points)| {
            let s = points.iter().find(|p: &&LinePoint| p.name == item)?.s;
            let node = self.node(line, s)?;
            Some((Carrier::Node(node), self.on_curve(line, s)?))
        })
    }

    fn curve(&self, line: &str) -> Option<(&Flexible, &Curve)> {
        let body = self.flexible.iter().find(|l| l.name == line)?;
        match &body.form {
            Form::Curve(curve) => Some((body, curve)),
            Form::Facets(_) => None,
        }
    }

    /// The node at a named point of a line: points that something is attached to are boundaries of elements.
    fn node(&self, line: &str, s: f64) -> Option<usize> {
        let (body, curve) = self.curve(line)?;
        let far = |k: &usize| (curve.s[*k] - s).abs();
        let nearest = (0..curve.s.len()).min_by(|a, b| far(a).total_cmp(&far(b)))?;
        Some(body.first_node + nearest)
    }

    /// Where a section was drawn; that of a cable has no axes.
    fn on_curve(&self, line: &str, s: f64) -> Option<Pose> {
        if let Some(beam) = self.model.beams.iter().find(|b| b.name == line) {
            return Some(section(beam, s));
        }
        let cable = self.model.cables.iter().find(|c| c.name == line)?;
        Some(Pose::at(cable.curve.position(s)))
    }

    fn shape(&self, shape: &DrawnShape) -> Result<GivenShape, String> {
        let own = Pose {
            at: shape.at,
            turn: shape.orientation,
        };
        let one = |on| vec![(Anchor { on, place: own }, 1.0)];
        let (of, fixed) = match &shape.on {
            ShapePlace::Ground => ("ground", Some(one(Carrier::Ground))),
            ShapePlace::Item(name) => (
                name.as_str(),
                self.body(name).map(|k| one(Carrier::Body(k))),
            ),
            ShapePlace::Line { name, s } => (name.as_str(), self.on_line(&own, name, *s)),
        };
        let fixed = fixed.ok_or_else(|| {
            format!(
                "shape `{}` is not drawn: the results do not have `{of}`, which it is fixed to",
                shape.name
            )
        })?;
        Ok(GivenShape {
            name: shape.name.clone(),
            of: of.to_owned(),
            fixed,
            solid: Solid::from(&shape.solid),
            colour: shape.colour,
            opacity: shape.opacity,
        })
    }

    /// Frames at the nodes on both sides of a place of a line, as drawn.
    fn on_line(&self, own: &Pose, name: &str, s: f64) -> Option<Vec<(Anchor, f64)>> {
        let (body, curve) = self.curve(name)?;
        let shape = self.on_curve(name, s)?.of(own);
        let fixed = |(k, weight): (usize, f64)| {
            let node = self.on_curve(name, curve.s[k])?;
            let back = node.turn.inverse();
            let place = Pose {
                at: back * (shape.at - node.at),
                turn: back * shape.turn,
            };
            let on = Carrier::Node(body.first_node + k);
            Some((Anchor { on, place }, weight))
        };
        around(&curve.s, s).into_iter().map(fixed).collect()
    }
}

/// The nodes of a line around a place, with their shares.
fn around(nodes: &[f64], s: f64) -> Vec<(usize, f64)> {
    let after = nodes.partition_point(|node| *node < s);
    let before = after.saturating_sub(1);
    let after = after.min(nodes.len().saturating_sub(1));
    let gap = nodes[after] - nodes[before];
    let part = match gap > 0.0 {
        true => (s - nodes[before]) / gap,
        false => 1.0,
    };
    // A node that is met needs no other.
    [(before, 1.0 - part), (after, part)]
        .into_iter()
        .filter(|(_, weight)| *weight > 1e-6)
        .collect()
}

/// Where a section of a beam was drawn.
fn section(beam: &Beam, s: f64) -> Pose {
    let path = Path::new(&beam.curve);
    let side = match s > 0.0 {
        true => Side::Before,
        false => Side::After,
    };
    let frame = FramesAlong::new(&path, &beam.axes).at_or_some(s, side);
    Pose {
        at: frame.position,
        turn: frame.orientation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_split_at_the_last_sign() {
        assert_eq!(split("a@b@1.5"), Ok(("a@b", 1.5)));
        for label in ["plain", "a@b"] {
            assert!(split(label).unwrap_err().contains(label));
        }
    }
}
