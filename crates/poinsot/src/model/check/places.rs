//! Where items are, and what may be attached to them: point masses and points of cables have no axes and no point other than
//! themselves.

use super::Check;
use crate::math::{Quaternion, V3};
use crate::model::actions::SpringPlace;
use crate::model::decode::anchors::COINCIDE;
use crate::model::types::{Anchor, AnchorPoint, Model};
use std::collections::HashMap;

/// The frames of all items that something can be attached to, as drawn.
pub(super) struct Frames<'m> {
    of: HashMap<&'m str, Frame>,
    /// Extent of all of them [m].
    pub(super) extent: f64,
}

#[derive(Clone, Copy)]
struct Frame {
    at: V3,
    axes: Quaternion,
    /// What it is, if it has no axes.
    point: Option<&'static str>,
}

impl<'m> Frames<'m> {
    /// Of a model whose numbers are sound.
    pub(super) fn new(model: &'m Model) -> Self {
        let frame = |at: V3, axes: Quaternion, point| Frame { at, axes, point };
        let none = Quaternion::identity();
        let mut of = HashMap::new();
        for b in &model.bodies {
            of.insert(b.name.as_str(), frame(b.position, b.orientation, None));
        }
        for p in &model.point_masses {
            let point = frame(p.position, none, Some("point mass"));
            of.insert(p.name.as_str(), point);
        }
        for b in &model.beams {
            for p in &b.points {
                of.insert(p.name.as_str(), frame(b.curve.position(p.s), none, None));
            }
        }
        for c in &model.cables {
            for p in &c.points {
                let point = frame(c.curve.position(p.s), none, Some("point of a cable"));
                of.insert(p.name.as_str(), point);
            }
        }
        for s in &model.shells {
            for p in &s.points {
                if let Some(at) = s.mesh.points.get(p.point as usize) {
                    of.insert(p.name.as_str(), frame(*at, none, None));
                }
            }
        }
        for s in &model.solids {
            for p in &s.points {
                if let Some(at) = s.mesh.points.get(p.point as usize) {
                    let point = frame(*at, none, Some("point of a solid"));
                    of.insert(p.name.as_str(), point);
                }
            }
        }
        let places = || of.values().map(|f: &Frame| f.at);
        let first = places().next().unwrap_or_else(V3::zeros);
        let low = places().fold(first, |a, b| a.inf(&b));
        let high = places().fold(first, |a, b| a.sup(&b));
        Frames {
            extent: (high - low).norm(),
            of,
        }
    }

    /// Where an item is.
    pub(super) fn position(&self, item: &str) -> Option<V3> {
        self.of.get(item).map(|f| f.at)
    }

    /// What an item is, if it has no axes.
    pub(super) fn point(&self, item: &str) -> Option<&'static str> {
        self.of.get(item)?.point
    }

    /// The origin of an anchor in the world, where items do not have axes of their own along a curve.
    fn origin(&self, anchor: &Anchor) -> Option<V3> {
        match anchor.at {
            AnchorPoint::World(at) => Some(at),
            AnchorPoint::Local(at) if anchor.item == "ground" => Some(at),
            AnchorPoint::Local(at) => {
                let frame = self.of.get(anchor.item.as_str())?;
                Some(frame.at + frame.axes * at)
            }
        }
    }
}

impl Check {
    /// What joints, springs, bushings, loads, discs and sensors need of the items they are on.
    pub(super) fn attachments(&mut self, model: &Model, frames: &Frames) {
        for j in model.joints.iter().filter(|j| j.couples.is_none()) {
            self.item("joint", &j.name, &j.place);
            self.at_their_points(&j.between, frames);
            let definition = j.kind.definition;
            let what = format!("a {} joint", definition.word());
            self.with_axes(&j.between, definition.points, &what, frames);
        }
        let springs = model.springs.iter().map(|s| (&s.name, &s.place, &s.on));
        let gas = model.gas_springs.iter().map(|s| (&s.name, &s.place, &s.on));
        for (name, place, on) in springs.chain(gas) {
            let SpringPlace::Points(anchors) = on else {
                continue;
            };
            self.item("spring", name, place);
            self.at_their_points(anchors, frames);
            let [a, b] = [&anchors[0], &anchors[1]].map(|a| frames.origin(a));
            if a.is_some() && a == b {
                let help = "a spring between two points pulls along their line; a bushing has stiffness in all directions";
                self.error("the two ends coincide", help);
            }
        }
        for b in &model.bushings {
            self.item("bushing", &b.name, &b.place);
            self.at_their_points(&b.between, frames);
            self.with_axes(&b.between, [false; 2], "a bushing", frames);
        }
        for f in &model.forces {
            let Some(what) = frames.point(&f.on) else {
                continue;
            };
            self.item("force", &f.name, &f.place);
            self.no_arm(&f.at, what);
            if f.follower {
                let message =
                    format!("a force cannot turn with a {what}, which has no orientation");
                self.error(message, "set `follower` to false");
            }
        }
        let moments = model.moments.iter();
        let moments = moments.map(|m| ("moment", &m.name, &m.place, &m.on));
        let discs = model.rolling.iter();
        let discs = discs.map(|r| ("rolling disc", &r.name, &r.place, &r.body));
        for (sort, name, place, on) in moments.chain(discs) {
            if let Some(what) = frames.point(on) {
                self.item(sort, name, place);
                let message = format!("`{on}` is a {what} without axes");
                self.error(message, "name a body, or a point of a beam or shell");
            }
        }
        for s in &model.sensors {
            if let Some(what) = frames.point(&s.on) {
                self.item("sensor", &s.name, &s.place);
                self.no_arm(&s.at, what);
            }
        }
    }

    fn no_arm(&mut self, at: &V3, what: &str) {
        if *at != V3::zeros() {
            let message = format!("a {what} has no point other than itself");
            self.error(message, "`at` must be zero");
        }
    }

    /// Points are attached to where they are.
    fn at_their_points(&mut self, anchors: &[Anchor; 2], frames: &Frames) {
        for anchor in anchors {
            let item = &anchor.item;
            let (Some(what), Some(position)) = (frames.point(item), frames.position(item)) else {
                continue;
            };
            match anchor.at {
                AnchorPoint::World(at) => {
                    if (position - at).amax() > COINCIDE * (1.0 + at.amax()) {
                        let message = format!("the point is not where the {what} `{item}` is");
                        let [x, y, z] = [position.x, position.y, position.z];
                        self.error(message, format!("it is at [{x}, {y}, {z}]"));
                    }
                }
                AnchorPoint::Local(at) => self.no_arm(&at, what),
            }
        }
    }

    /// Items without axes only where they are allowed.
    fn with_axes(
        &mut self,
        anchors: &[Anchor; 2],
        allowed: [bool; 2],
        user: &str,
        frames: &Frames,
    ) {
        for (anchor, allowed) in anchors.iter().zip(allowed) {
            let item = &anchor.item;
            if let Some(what) = frames.point(item).filter(|_| !allowed) {
                let message = format!("`{item}` is a {what} without axes; {user} needs them there");
                let help = "spherical and distance joints and springs work with points";
                self.error(message, help);
            }
        }
    }
}
