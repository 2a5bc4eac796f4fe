//! What acts, kind by kind: from the model to interactions. Every kind has a function with the name of its list.

use super::{BuildError, Builder};
use crate::functions::Law;
use crate::math::V3;
use crate::mechanics::constraints::{ContactHeight, Gap, NoSlip};
use crate::mechanics::forces::{
    Backlash, Bushing, BushingLaws, CoordinateSpring, CoordinateStop, DeadLoad, FollowerLoad,
    Friction, FrictionLaw, Limits, Motor, PointSpring, ProgramLoad,
};
use crate::mechanics::index::{NodeIndex, RowIndex};
use crate::mechanics::joints::Row;
use crate::model::actions::actions;
use crate::model::{Body, Load, Model, Place, SpringPlace};
use crate::system::{Add, Sort, System};

/// Sine of the angle between a disc and its plane below which it lies flat: from there on the direction of its contact point
/// follows from round-off.
const FLAT: f64 = 1e-6;

impl Builder {
    pub(super) fn actions(&mut self, model: &Model) {
        macro_rules! all {
            ($($(#[$doc:meta])* $list:ident: $module:ident, $type:ident;)*) => {
                $(self.$list(model);)*
            };
        }
        actions!(all);
    }

    fn springs(&mut self, model: &Model) {
        for s in &model.springs {
            self.spring(&s.name, &s.place, &s.on, s.law.clone(), s.damping);
        }
    }

    fn spring(
        &mut self,
        name: &str,
        place: &Place,
        on: &SpringPlace,
        law: Option<Law>,
        damping: f64,
    ) {
        match on {
            SpringPlace::Coordinate(on) => {
                if let Some(node) = self.coordinate(name, on, place) {
                    let owner = self.owner(Sort::Spring, name, "");
                    let item = CoordinateSpring::new(node, law, damping);
                    self.system.forces.add(owner, item);
                }
            }
            SpringPlace::Points(anchors) => {
                if let Some([a, b]) = self.frames(name, anchors, place) {
                    let owner = self.owner(Sort::Spring, name, "");
                    let (nodes, size) = ([a.node, b.node], self.system.length);
                    let item = PointSpring::new(nodes, a.at, b.at, law, damping, size);
                    self.system.forces.add(owner, item);
                }
            }
        }
    }

    fn gas_springs(&mut self, model: &Model) {
        for gas in &model.gas_springs {
            self.spring(&gas.name, &gas.place, &gas.on, gas.law(), gas.damping);
        }
    }

    fn bushings(&mut self, model: &Model) {
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
    }

    fn motors(&mut self, model: &Model) {
        for motor in &model.motors {
            if let Some(node) = self.coordinate(&motor.name, &motor.on, &motor.place) {
                let owner = self.owner(Sort::Motor, &motor.name, "");
                let item = Motor::new(node, motor.effort.clone());
                self.system.forces.add(owner, item);
            }
        }
    }

    fn stops(&mut self, model: &Model) {
        for stop in &model.stops {
            if let Some(node) = self.coordinate(&stop.name, &stop.on, &stop.place) {
                let owner = self.owner(Sort::Stop, &stop.name, "");
                let limits = Limits::Fixed {
                    lower: stop.lower,
                    upper: stop.upper,
                };
                let item = CoordinateStop::new(node, limits, (&stop.law).into(), stop.restitution);
                self.system.forces.add(owner, item);
            }
        }
    }

    fn ratchets(&mut self, model: &Model) {
        for r in &model.ratchets {
            if let Some(node) = self.coordinate(&r.name, &r.on, &r.place) {
                let owner = self.owner(Sort::Stop, &r.name, "");
                let limits = Limits::Ratchet {
                    up: r.up,
                    pitch: r.pitch,
                    tooth: r.tooth,
                };
                let item = CoordinateStop::new(node, limits, (&r.law).into(), r.restitution);
                self.system.forces.add(owner, item);
            }
        }
    }

    fn backlashes(&mut self, model: &Model) {
        for b in &model.backlashes {
            let nodes = [&b.couples[0], &b.couples[1]];
            if let [Some(first), Some(second)] =
                nodes.map(|on| self.coordinate(&b.name, on, &b.place))
            {
                let owner = self.owner(Sort::Stop, &b.name, "");
                // As drawn they stand in the middle of the play.
                let offset = self.poses[second].r.x - b.ratio * self.poses[first].r.x;
                let sizes = [b.ratio, offset, b.play];
                let law = (&b.law).into();
                let item = Backlash::new([first, second], sizes, law, b.restitution);
                self.system.forces.add(owner, item);
            }
        }
    }

    fn frictions(&mut self, model: &Model) {
        for f in &model.frictions {
            if let Some(node) = self.coordinate(&f.name, &f.on, &f.place) {
                let owner = self.owner(Sort::Friction, &f.name, "");
                let law = FrictionLaw {
                    effort: f.effort.clone(),
                    per_force: f.coefficient * f.radius,
                    breakaway: f.breakaway,
                    stribeck: f.stribeck,
                    viscous: f.viscous,
                    stiffness: f.stiffness,
                    stick_damping: f.stick_damping,
                };
                let item = Friction::new(node, &f.on.joint, law);
                self.system.forces.add(owner, item);
            }
        }
    }

    fn motions(&mut self, model: &Model) {
        for motion in &model.motions {
            if let Some(node) = self.coordinate(&motion.name, &motion.on, &motion.place) {
                let owner = self.owner(Sort::Motion, &motion.name, "value");
                let value = motion.value.clone().reaching(model.run.duration);
                let gap = Gap::prescribed(node, value);
                self.system.constraints.add(owner, gap);
            }
        }
    }

    fn forces(&mut self, model: &Model) {
        for load in &model.forces {
            if let Some(law) = &load.law {
                if let Some(item) = self.item(&load.name, &load.on, &load.place) {
                    let at = item.origin + item.axes * load.at;
                    let owner = self.owner(Sort::Force, &load.name, "");
                    let item = ProgramLoad::new(item.node, at, law.clone());
                    self.system.forces.add(owner, item);
                }
                continue;
            }
            self.load(Sort::Force, load, |n, l, at| {
                (
                    DeadLoad::force(n, at, l.value, l.scale.clone()),
                    FollowerLoad::force(n, at, l.value, l.scale.clone()),
                )
            });
        }
    }

    fn moments(&mut self, model: &Model) {
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
        make: impl Fn(NodeIndex, &Load, V3) -> (DeadLoad, FollowerLoad),
    ) {
        for (name, part) in &load.shares {
            if let Some(item) = self.item(&load.name, name, &load.place) {
                let share = Load {
                    value: *part * load.value,
                    ..load.clone()
                };
                let (dead, _) = make(item.node, &share, item.origin);
                let owner = self.owner(sort, &load.name, "");
                self.system.forces.add(owner, dead);
            }
        }
        if !load.shares.is_empty() {
            return;
        }
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

    /// The stresses of temperatures are made with the elements.
    fn temperatures(&mut self, model: &Model) {
        for warm in &model.temperatures {
            if !model.shells.iter().any(|s| s.name == warm.on) {
                self.errors.push(BuildError::UnknownItem {
                    user: warm.name.clone(),
                    name: warm.on.clone(),
                    place: warm.place.clone(),
                });
            }
        }
    }

    fn rolling(&mut self, model: &Model) {
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

impl System {
    /// Tells friction that depends on the force of its joint where to find that.
    pub(super) fn find_friction_rows(&mut self) {
        let info = &self.constraint_info;
        for (_, friction) in Add::<Friction>::owned(&mut self.forces) {
            let Some(joint) = friction.joint() else {
                continue;
            };
            let rows = info.iter().filter(|i| {
                i.owner.sort == Sort::Joint && i.owner.name == joint && is_force(i.owner.part)
            });
            let mut rows: Vec<RowIndex> = rows.map(|i| i.first_row).collect();
            // A row may have many parts.
            rows.sort_unstable();
            rows.dedup();
            friction.set_rows(rows);
        }
    }
}

/// Whether the multiplier of a row with this label is a force on unit axes.
fn is_force(part: &str) -> bool {
    (0..3).any(|k| Row::Along(k).label() == part)
}
