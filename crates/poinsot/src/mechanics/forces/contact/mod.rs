//! Contact between two bodies: a normal force that only pushes, and friction at one common point (co.1) to (co.6).

mod closest;
mod crossing;
mod half_space;
mod rim;
mod rod_on_edge;
mod segments;
mod solid;
mod sphere_on_solid;
mod spheres;
mod surface;
mod surface_edges;

pub use closest::distance_of_lines;
pub use crossing::{Edge, Faces};
pub use half_space::SphereOnPlane;
pub use rim::RimOnPlane;
pub use rod_on_edge::RodOnEdge;
pub use segments::{SegmentOnSegment, SphereOnSegment};
pub use solid::Solid;
pub use sphere_on_solid::SphereOnSolid;
pub use spheres::SphereOnSphere;
pub use surface::Surface;
pub use surface_edges::convex_edges;

use super::contact_law::{ContactLaw, SLOW, loss_of_restitution, steepest};
use super::in_step::{InStep, WithMemory, stresses_with_memory};
use crate::functions::MeanEffort;
use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, Memory, Now, SecantStress, StartStrain, StepStart, Strain,
};
use crate::mechanics::wrench::{self, Intervals, LinearRule, STAGES, Sink, StressRule};
use std::sync::Arc;

/// What happens where two surfaces touch.
#[derive(Clone, Debug)]
pub struct SurfaceLaw {
    /// Force over penetration.
    pub normal: ContactLaw,
    /// Factor of the loss (lf.2).
    loss: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// Stiffness while it sticks [N/m].
    pub stick: f64,
    /// Mass of the lighter side [kg], without bound where it is not known (co.12).
    mass: f64,
}

/// What is pressed has the loss of an impact with this part of the speed at which the lighter side would have come as deep ... (co.12)
const PRESSED: f64 = 0.1;
/// ... but never that of one faster than this [m/s].
const FASTEST_PRESSED: f64 = 1e-2;

impl SurfaceLaw {
    /// `restitution` in (0, 1]; `stick` is the tangential stiffness [N/m], of no meaning without friction.
    pub fn new(normal: ContactLaw, restitution: f64, friction: f64, stick: f64) -> Self {
        SurfaceLaw {
            normal,
            loss: loss_of_restitution(restitution),
            friction,
            stick,
            mass: f64::INFINITY,
        }
    }

    /// With the mass of the lighter side [kg].
    pub fn with_mass(self, mass: f64) -> Self {
        SurfaceLaw { mass, ..self }
    }

    /// Speed of impact below which what is as deep as this counts as pressed, not as hit (co.12).
    fn pressed(&self, depth: f64) -> f64 {
        let speed = PRESSED * (2.0 * self.normal.energy(depth) / self.mass).sqrt();
        speed.min(FASTEST_PRESSED)
    }
}

/// Where two shapes touch: four strains, the gap [m] and the slip of the second against the first over an interval [m], a
/// quasi-strain in the axes of the world (co.2).
pub trait Touching<const N: usize, const P: usize>: Strain<N, P, 4> {
    /// Unit normal from the first to the second shape.
    fn normal(&self, p: &[V3; P]) -> V3;
    /// The point where they touch.
    fn point(&self, p: &[V3; P]) -> V3;
    /// How far both have turned together about the normal over an interval [rad].
    fn twist(&self, p_i: &[V3; P], p_y: &[V3; P]) -> f64;
    /// How far both are apart, for results: the gap, unless that is something else while nothing touches [m].
    fn apart(&self, _p: &[V3; P], gap: f64) -> f64 {
        gap
    }
}

/// Two shapes that may touch.
#[derive(Clone, Debug)]
pub struct Contact<T> {
    shapes: T,
    law: Arc<SurfaceLaw>,
}

/// Rate of the gap at the start of the step [m/s].
const RATE: usize = 0;
/// Largest speed of approach since it was touched [m/s].
const SPEED: usize = 1;
/// How often it was touched.
const IMPACTS: usize = 2;
/// Stretch of the stick spring, in the axes of the world [m].
const STRETCH: usize = 3;
/// Whether it slid in the last step.
const SLIDES: usize = 6;
/// Speed of impact that its depth at the start of the step stands for (co.12) [m/s].
const DEPTH_SPEED: usize = 7;
/// Numbers that a contact remembers.
pub const CONTACT_MEMORY: usize = 8;
/// Numbers that results take from a contact: force on the second shape, gap, slip speed, state, point.
pub const CONTACT_SEEN: usize = 9;

/// A number and its derivatives with respect to gap and rate at the end of a step.
#[derive(Clone, Copy, Debug)]
struct Force {
    value: f64,
    by_gap: f64,
    by_rate: f64,
}

/// What friction does in a step (co.4).
struct Slip {
    /// Stress over the step.
    stress: V3,
    /// Its part that grows with the slip: `along I + across t t^T` is the derivative, `t` the direction.
    along: f64,
    across: f64,
    direction: V3,
    /// Whether it slides.
    slides: bool,
    /// Stretch afterwards, and the loss.
    stretch: V3,
    loss: f64,
}

impl<T> Contact<T> {
    /// Two shapes with what happens between them.
    pub fn new(shapes: T, law: Arc<SurfaceLaw>) -> Self {
        Contact { shapes, law }
    }
    /// The shapes.
    pub fn shapes(&self) -> &T {
        &self.shapes
    }

    /// Whether numbers in a contact's memory say that it is open and at rest: nothing would be lost with them.
    pub fn is_idle(kept: &[f64]) -> bool {
        kept[STRETCH..STRETCH + 3].iter().all(|x| *x == 0.0) && kept[SPEED] == 0.0
    }

    /// How often numbers in a contact's memory say that it was touched.
    pub fn impacts_in(kept: &[f64]) -> f64 {
        kept[IMPACTS]
    }

    /// Largest speed of approach, without that of the step itself; `None`: nothing is lost.
    fn approach(kept: &[f64], touched: bool) -> Option<f64> {
        let (&rate, &speed) = (kept.get(RATE)?, kept.get(SPEED)?);
        let before = if touched { speed } else { 0.0 };
        Some(before.max(-rate).max(SLOW))
    }

    /// Speed of impact that the loss counts with: that of approach, or what it is pressed with stands for (co.12).
    fn speed(&self, kept: &[f64], touched: bool) -> Option<f64> {
        let pressed = if touched {
            kept.get(DEPTH_SPEED)?
        } else {
            &0.0
        };
        Some(Self::approach(kept, touched)?.max(*pressed))
    }

    /// Loss over force at a speed of approach, and its derivative with respect to that (lf.2).
    fn loss_at(&self, speed: f64, fastest: Option<f64>) -> [f64; 2] {
        let a = self.law.loss;
        match fastest {
            None => [0.0, 0.0],
            Some(fastest) if speed >= fastest => [a, 0.0],
            Some(fastest) => match a * speed / fastest {
                loss if loss > -1.0 => [loss, a / fastest],
                _ => [-1.0, 0.0],
            },
        }
    }

    /// Viscous part of the normal force over a step (lf.3), positive where it pushes; and the whole of it.
    fn over_step(&self, memory: Memory, x: f64, y: f64, dt: f64) -> [Force; 2] {
        let (from, to) = (-x, -y);
        let MeanEffort { effort, d_end, .. } = self.law.normal.mean(from, to);
        let fastest = self.speed(memory.kept, from > 0.0);
        let [loss, slope] = self.loss_at((to - from) / dt, fastest);
        let viscous = Force {
            value: effort * loss,
            by_gap: -(d_end * loss + effort * slope / dt),
            by_rate: 0.0,
        };
        let whole = Force {
            value: effort + viscous.value,
            by_gap: viscous.by_gap - d_end,
            by_rate: 0.0,
        };
        [viscous, whole]
    }

    /// The same at one state.
    fn at_state(&self, memory: Memory, gap: f64, rate: f64) -> [Force; 2] {
        let (force, stiffness) = (self.law.normal.force(-gap), self.law.normal.stiffness(-gap));
        let fastest = match memory.dt == Memory::REST {
            true => None,
            false => self.speed(memory.kept, gap < 0.0),
        };
        let [loss, slope] = self.loss_at(-rate, fastest);
        let viscous = Force {
            value: force * loss,
            by_gap: -stiffness * loss,
            by_rate: -force * slope,
        };
        let whole = Force {
            value: force + viscous.value,
            by_gap: viscous.by_gap - stiffness,
            by_rate: viscous.by_rate,
        };
        [viscous, whole]
    }

    /// Return mapping (co.4): the stick spring is stretched by the slip, and gives way where it would exceed the limit.
    fn slip(&self, kept: &[f64], slip: &V3, pressed: f64) -> Slip {
        let k = self.law.stick;
        let before = V3::from_column_slice(&kept[STRETCH..STRETCH + 3]);
        let limit = self.law.friction * pressed;
        let stretched = before + slip;
        let trial = k * stretched;
        let size = trial.norm();
        if limit <= 0.0 {
            // Nothing presses: what was stretched is lost, and there is no stiffness.
            return Slip {
                stress: V3::zeros(),
                along: 0.0,
                across: 0.0,
                direction: V3::zeros(),
                slides: false,
                stretch: V3::zeros(),
                loss: 0.5 * k * before.norm_squared(),
            };
        }
        if size <= limit {
            return Slip {
                stress: trial,
                along: k,
                across: 0.0,
                direction: V3::zeros(),
                slides: false,
                stretch: stretched,
                loss: 0.5 * k * slip.norm_squared(),
            };
        }
        let direction = trial / size;
        let stress = limit * direction;
        let stretch = stress / k;
        let along = limit * k / size;
        // What the spring was stretched by is lost in part, what it gave way by is lost with the whole force.
        let loss = 0.5 * k * (stretch - before).norm_squared() + limit * (size - limit) / k;
        Slip {
            stress,
            along,
            across: -along,
            direction,
            slides: true,
            stretch,
            loss,
        }
    }

    /// Adds friction to a stress; `normal` is the whole normal force.
    fn add_friction(&self, kept: &[f64], slip: &V3, normal: &Force, out: &mut SecantStress<4>) {
        if self.law.friction == 0.0 || kept.is_empty() {
            return;
        }
        let f = self.slip(kept, slip, normal.value);
        let t = &f.direction;
        for a in 0..3 {
            out.sigma[1 + a] += f.stress[a];
            for b in 0..3 {
                let diagonal = if a == b { f.along } else { 0.0 };
                out.d_end[1 + a][1 + b] += diagonal + f.across * t[a] * t[b];
            }
            if f.slides {
                out.d_end[1 + a][0] += self.law.friction * normal.by_gap * t[a];
                out.d_start[1 + a][0] += self.law.friction * normal.by_rate * t[a];
            }
        }
    }
}

/// Slip over an interval between given strains.
fn way(x: &[f64; 4], y: &[f64; 4]) -> V3 {
    V3::new(y[1] - x[1], y[2] - x[2], y[3] - x[3])
}

impl<T> WithMemory<4> for Contact<T> {
    fn elastic_in(&self, _memory: Memory, x: &[f64; 4], y: &[f64; 4]) -> SecantStress<4> {
        let mean = self.law.normal.mean(-x[0], -y[0]);
        let mut out = SecantStress::zero();
        out.sigma[0] = -mean.effort;
        out.d_start[0][0] = mean.d_start;
        out.d_end[0][0] = mean.d_end;
        out
    }
    /// Loss of the normal force, and friction with the limit that the mean normal force gives it.
    fn viscous_in(&self, memory: Memory, x: &[f64; 4], y: &[f64; 4], dt: f64) -> SecantStress<4> {
        let [viscous, whole] = self.over_step(memory, x[0], y[0], dt);
        let mut out = SecantStress::zero();
        out.sigma[0] = -viscous.value;
        out.d_end[0][0] = -viscous.by_gap;
        self.add_friction(memory.kept, &way(x, y), &whole, &mut out);
        out
    }
    /// The same at the end of a step, over which `e` has the slip.
    fn viscous_at_in(&self, memory: Memory, e: &[f64; 4], rate: &[f64; 4]) -> SecantStress<4> {
        let [viscous, whole] = self.at_state(memory, e[0], rate[0]);
        let mut out = SecantStress::zero();
        out.sigma[0] = -viscous.value;
        out.d_end[0][0] = -viscous.by_gap;
        out.d_start[0][0] = -viscous.by_rate;
        let slip = way(&[0.0; 4], e);
        if memory.dt == Memory::REST && memory.kept.get(SLIDES) == Some(&1.0) {
            // Small motions about what slides leave its friction as it is.
            let friction = self.slip(memory.kept, &slip, whole.value).stress;
            (0..3).for_each(|a| out.sigma[1 + a] += friction[a]);
            return out;
        }
        self.add_friction(memory.kept, &slip, &whole, &mut out);
        out
    }
}

impl<const N: usize, const P: usize, T: Strain<N, P, 4>> Strain<N, P, 4> for Contact<T> {
    fn nodes(&self) -> &[NodeIndex; N] {
        self.shapes.nodes()
    }
    fn attachments(&self) -> &[Attachment; P] {
        self.shapes.attachments()
    }
    fn measure(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, 4> {
        self.shapes.measure(p_i, p_y, w)
    }
    fn coupling(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        w: f64,
        sigma: &[f64; 4],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        self.shapes.coupling(p_i, p_y, w, sigma, visit);
    }
}

impl<T> Contact<T> {
    /// Turns the stretch into the plane of contact at the end of an interval, and with the shapes about the normal (co.5).
    fn turn_stretch<const N: usize, const P: usize>(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        kept: &mut [f64],
    ) where
        T: Touching<N, P>,
    {
        let stretch = V3::from_column_slice(&kept[STRETCH..STRETCH + 3]);
        let length = stretch.norm();
        if length == 0.0 {
            return;
        }
        let n = self.shapes.normal(p_y);
        let flat = stretch - n.dot(&stretch) * n;
        let (sin, cos) = self.shapes.twist(p_i, p_y).sin_cos();
        let turned = cos * flat + sin * n.cross(&flat);
        let size = turned.norm();
        // A stretch that has come to stand along the normal has no direction left; its energy must not vanish unbooked.
        let turned = match size > 1e-6 * length {
            true => length / size * turned,
            false => stretch,
        };
        kept[STRETCH..STRETCH + 3].copy_from_slice(turned.as_slice());
    }
}

impl<const N: usize, const P: usize, T: Touching<N, P>> ForceLaw<N, P, 4> for Contact<T> {
    fn account(&self) -> Account {
        Account::Contact
    }
    fn energy(&self, e: &[f64; 4]) -> f64 {
        self.law.normal.energy(-e[0])
    }
    fn modulus(&self, e: &[f64; 4]) -> [[f64; 4]; 4] {
        let mut modulus = [[0.0; 4]; 4];
        modulus[0][0] = self.law.normal.stiffness(-e[0]).max(0.0);
        modulus
    }
    fn memory(&self) -> usize {
        CONTACT_MEMORY
    }
    fn rest(&self, e: &[f64; 4], kept: &mut [f64]) {
        kept.fill(0.0);
        kept[DEPTH_SPEED] = self.law.pressed(-e[0]);
    }
    const PREPARES: bool = true;
    fn prepare(&self, start: &StepStart<4>, kept: &mut [f64]) {
        kept[RATE] = start.rate[0];
    }
    fn viscosity_in(&self, e: &[f64; 4], memory: Memory) -> [f64; 4] {
        let SurfaceLaw {
            normal,
            loss,
            friction,
            ..
        } = &*self.law;
        let fastest = self.speed(memory.kept, e[0] < 0.0);
        let viscosity = steepest(normal, *loss, -e[0], fastest, memory.dt);
        let along = friction * viscosity;
        [viscosity, along, along, along]
    }
    const HOLDS: bool = true;
    /// What slid on the way sticks where it has come to, and nothing was hit.
    fn settle_between(&self, x: &[f64; 4], p_i: &[V3; P], p_y: &[V3; P], kept: &mut [f64]) {
        let y = self.measure(p_i, p_y, 1.0).e;
        let at_rest = Memory {
            kept,
            dt: Memory::REST,
        };
        let [_, whole] = self.at_state(at_rest, y[0], 0.0);
        let stretch = match self.law.friction > 0.0 {
            true => self.slip(kept, &way(x, &y), whole.value).stretch,
            false => V3::zeros(),
        };
        self.rest(&y, kept);
        kept[STRETCH..STRETCH + 3].copy_from_slice(stretch.as_slice());
        self.turn_stretch(p_i, p_y, kept);
    }
    const QUASI: bool = true;
    fn remember(&self, x: &[f64; 4], y: &[f64; 4], dt: f64, kept: &mut [f64]) {
        if self.law.friction > 0.0 {
            let [_, whole] = self.over_step(Memory { kept, dt }, x[0], y[0], dt);
            let slip = self.slip(kept, &way(x, y), whole.value);
            kept[STRETCH..STRETCH + 3].copy_from_slice(slip.stretch.as_slice());
            kept[SLIDES] = if slip.slides { 1.0 } else { 0.0 };
        }
        if y[0] < 0.0 {
            let before = Self::approach(kept, x[0] < 0.0).unwrap_or(0.0);
            kept[SPEED] = before.max((x[0] - y[0]) / dt);
            kept[IMPACTS] += if x[0] < 0.0 { 0.0 } else { 1.0 };
        } else {
            kept[SPEED] = 0.0;
        }
        kept[DEPTH_SPEED] = self.law.pressed(-y[0]);
    }
    /// The stretch follows the common turn of both shapes and stays in the plane of contact, with its length (co.5).
    fn remember_between(
        &self,
        x: &[f64; 4],
        p_i: &[V3; P],
        p_y: &[V3; P],
        dt: f64,
        kept: &mut [f64],
    ) {
        let y = self.measure(p_i, p_y, 0.5).e;
        self.remember(x, &y, dt, kept);
        self.turn_stretch(p_i, p_y, kept);
    }
    fn kept_energy(&self, _e: &[f64; 4], kept: &[f64]) -> f64 {
        let stretch = &kept[STRETCH..STRETCH + 3];
        0.5 * self.law.stick * stretch.iter().map(|x| x * x).sum::<f64>()
    }
    fn kept_loss(&self, x: &[f64; 4], y: &[f64; 4], memory: Memory) -> f64 {
        let [viscous, _] = self.over_step(memory, x[0], y[0], memory.dt);
        viscous.value * (x[0] - y[0]) + self.friction_loss(x, y, memory)
    }
    fn friction_loss(&self, x: &[f64; 4], y: &[f64; 4], memory: Memory) -> f64 {
        if self.law.friction == 0.0 {
            return 0.0;
        }
        let [_, whole] = self.over_step(memory, x[0], y[0], memory.dt);
        self.slip(memory.kept, &way(x, y), whole.value).loss
    }
    fn impacts(&self, kept: &[f64]) -> f64 {
        kept.get(IMPACTS).copied().unwrap_or(0.0)
    }
    fn penetration(&self, e: &[f64; 4]) -> f64 {
        -e[0]
    }
    stresses_with_memory!(4);

    /// Force on the second shape, gap, speed of slip, state (0 open, 1 sticks, 2 slides), point of contact.
    const OBSERVED: usize = CONTACT_SEEN;
    fn observe(&self, at: &Now, out: &mut [f64]) {
        let p = wrench::points_at(self, at.stages);
        let rate = wrench::strain_rates(self, at.stages, at.velocities);
        let gap = self.value(&p)[0];
        let memory = Memory {
            kept: at.kept,
            dt: 0.0,
        };
        let [_, normal] = self.at_state(memory, gap, rate[0]);
        let mut force = normal.value * self.shapes.normal(&p);
        let mut state = if gap < 0.0 { 1.0 } else { 0.0 };
        if self.law.friction > 0.0 && gap < 0.0 && !at.kept.is_empty() {
            force -= self.slip(at.kept, &V3::zeros(), normal.value).stress;
            state += at.kept[SLIDES];
        }
        let slip = V3::new(rate[1], rate[2], rate[3]).norm();
        out[..3].copy_from_slice(force.as_slice());
        out[3] = self.shapes.apart(&p, gap);
        out[4] = slip;
        out[5] = if self.law.friction == 0.0 && gap < 0.0 {
            2.0
        } else {
            state
        };
        out[6..9].copy_from_slice(self.shapes.point(&p).as_slice());
    }
}
