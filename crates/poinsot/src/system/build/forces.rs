//! Springs, bushings, motors, loads and rolling discs.

use super::{BuildError, Builder};
use crate::math::V3;
use crate::mechanics::constraints::{ContactHeight, NoSlip};
use crate::mechanics::forces::{
    Bushing, BushingLaws, CoordinateSpring, DeadLoad, FollowerLoad, Motor, PointSpring,
};
use crate::model::{Body, Load, Model, SpringPlace};
use crate::system::{Add, Sort};

/// Sine of the angle between a disc and its plane below which it lies flat: from there on the direction of its contact point
/// follows from round-off.
const FLAT: f64 = 1e-6;

impl Builder {
    pub(super) fn forces(&mut self, model: &Model) {
        for spring in &model.springs {
            match &spring.on {
                SpringPlace::Coordinate(on) => {
                    if let Some(node) = self.coordinate(&spring.name, on, &spring.place) {
                        let owner = self.owner(Sort::Spring, &spring.name, "");
                        let item = CoordinateSpring::new(node, spring.law.clone(), spring.damping);
                        self.system.forces.add(owner, item);
                    }
                }
                SpringPlace::Points(anchors) => {
                    if let Some([a, b]) = self.frames(&spring.name, anchors, &spring.place) {
                        let owner = self.owner(Sort::Spring, &spring.name, "");
                        let item = PointSpring::new(
                            [a.node, b.node],
                            a.at,
                            b.at,
                            spring.law.clone(),
                            spring.damping,
                            self.system.length,
                        );
                        self.system.forces.add(owner, item);
                    }
                }
            }
        }
        for bushing in &model.bushings {
            if let Some([a, b]) = self.frames(&bushing.name, &bushing.between, &bushing.place) {
                let owner = self.owner(Sort::Bushing, &bushing.name, "");
                let item = Bushing::new(
                    [a.node, b.node],
                    [a.at, b.at],
                    [a.axes, b.axes],
                    &bushing.stiffness,
                    &bushing.damping,
                );
                let laws = BushingLaws::new(bushing.laws.clone(), bushing.energy.clone());
                self.system.forces.add(owner, item.with_laws(laws));
            }
        }
        for motor in &model.motors {
            if let Some(node) = self.coordinate(&motor.name, &motor.on, &motor.place) {
                let owner = self.owner(Sort::Motor, &motor.name, "");
                let item = Motor::new(node, motor.effort.clone());
                self.system.forces.add(owner, item);
            }
        }
        for load in &model.forces {
            self.load(Sort::Force, load, |n, l, at| {
                (
                    DeadLoad::force(n, at, l.value, l.scale.clone()),
                    FollowerLoad::force(n, at, l.value, l.scale.clone()),
                )
            });
        }
        for load in &model.moments {
            self.load(Sort::Moment, load, |n, l, _| {
                (
                    DeadLoad::moment(n, l.value, l.scale.clone()),
                    FollowerLoad::moment(n, l.value, l.scale.clone()),
                )
            });
        }
    }

    fn load(
        &mut self,
        sort: Sort,
        load: &Load,
        make: impl Fn(usize, &Load, V3) -> (DeadLoad, FollowerLoad),
    ) {
        if let Some(item) = self.item(&load.name, &load.on, &load.place) {
            let at = item.origin + item.axes * load.at;
            // A follower is given in the axes of its item, which need not be those of the node.
            let turned = Load {
                value: item.axes * load.value,
                ..load.clone()
            };
            let value = if load.follower { &turned } else { load };
            let (dead, follower) = make(item.node, value, at);
            let owner = self.owner(sort, &load.name, "");
            if load.follower {
                self.system.forces.add(owner, follower);
            } else {
                self.system.forces.add(owner, dead);
            }
        }
    }

    pub(super) fn rolling(&mut self, model: &Model) {
        for r in &model.rolling {
            let body = model.bodies.iter().find(|b| b.name == r.body);
            // The direction to the contact point is the quotient of two numbers that vanish together when the disc lies flat.
            let upright = |b: &Body| r.plane_normal.cross(&(b.orientation * r.axis)).norm();
            if body.is_some_and(|b| upright(b) < FLAT) {
                self.errors.push(BuildError::FlatDisc {
                    user: r.name.clone(),
                    body: r.body.clone(),
                    place: r.place.clone(),
                });
                continue;
            }
            if let Some(item) = self.item(&r.name, &r.body, &r.place) {
                let node = item.node;
                let center = item.origin + item.axes * r.center;
                let axis = item.axes * r.axis;
                let height = r.plane_normal.dot(&r.plane_point);
                let owner = self.owner(Sort::Rolling, &r.name, "contact height");
                let item = ContactHeight::new(node, center, axis, r.radius, r.plane_normal, height);
                self.system.constraints.add(owner, item);
                let owner = self.owner(Sort::Rolling, &r.name, "no slip");
                let item = NoSlip::new(node, center, axis, r.radius, r.plane_normal);
                self.system.constraints.add(owner, item);
            }
        }
    }
}
