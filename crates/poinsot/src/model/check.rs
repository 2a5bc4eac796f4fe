//! What a model must be, whoever made it: the checks of the numbers, names and settings in it.
//!
//! A file has them behind it, with lines and columns, when it has become a [`Model`]; for a model made in code they are made here,
//! by the same functions where one number or name says it all. What items say about one another (references, coordinates) is
//! checked when the system is built.

mod places;
mod settings;
mod shells;
mod slides;

use super::actions::{On, TimeCourse};
use super::decode::matrices::judge_matrix;
use super::decode::{LARGEST, Whence, judge_inertia, name_problem};
use super::describe::LOOSEST_TOLERANCE;
use super::flexible::{LinePoint, RigidMotion};
use super::problem::{Problem, Severity, suggest};
use super::solids::SolidBody;
use super::types::{Anchor, AnchorAxes, AnchorPoint, Model, Place};
use crate::geometry::{Curve, axes_problem};
use crate::math::{M3, M6, Quaternion, V3};
use crate::sections;
use places::Frames;
use std::collections::HashMap;

/// Quaternions and directions may have a length that differs from 1 by this much.
const UNIT: f64 = 1e-6;
/// Entries of a symmetric matrix may differ by this part of the largest.
const SYMMETRY: f64 = 1e-6;

impl Model {
    /// Checks everything that one item says by itself, names, and the settings of the run. Returns warnings, or everything that is
    /// wrong. [`Simulation::new`](crate::simulation::Simulation::new) and the analyses of equilibria and modes ask for it
    /// themselves, and refuse what refers to nothing beside it.
    pub fn check(&self) -> Result<Vec<Problem>, Vec<Problem>> {
        let mut check = Check {
            place: Place::default(),
            what: String::new(),
            problems: Vec::new(),
        };
        check.names(self);
        check.run(self);
        check.rigid(self);
        check.flexible(self);
        check.connections(self);
        check.actions(self);
        check.statics(self);
        check.turning(self);
        check.modes(self);
        // Where things are is known if their numbers are.
        if check.is_sound() {
            let frames = Frames::new(self);
            check.attachments(self, &frames);
            check.held(self, &frames);
            check.distributed(self);
        }
        match check.is_sound() {
            true => Ok(check.problems),
            false => Err(check.problems),
        }
    }
}

/// Whether something rubs, or loses in impacts.
fn loses_by_contact(model: &Model) -> bool {
    let stops = model.stops.iter().map(|s| s.restitution);
    let mut restitution = stops.chain(model.backlashes.iter().map(|b| b.restitution));
    !model.frictions.is_empty()
        || !model.ratchets.is_empty()
        || !model.contacts.is_empty()
        || restitution.any(|e| e < 1.0)
}

/// A length that is no number is not 1 either.
fn is_unit(length: f64) -> bool {
    (length - 1.0).abs() <= UNIT
}

/// Collects problems of one item after the other.
pub(super) struct Check {
    place: Place,
    /// The item in words.
    what: String,
    problems: Vec<Problem>,
}

impl Check {
    fn is_sound(&self) -> bool {
        self.problems.iter().all(|p| p.severity != Severity::Error)
    }

    pub(super) fn item(&mut self, sort: &str, name: &str, place: &Place) {
        self.what = format!("{sort} `{name}`");
        self.place = place.clone();
    }

    pub(super) fn error(&mut self, message: impl AsRef<str>, help: impl Into<String>) {
        let message = match self.what.is_empty() {
            true => message.as_ref().to_owned(),
            false => format!("{}: {}", self.what, message.as_ref()),
        };
        self.problems.push(Problem {
            place: self.place.clone(),
            ..Problem::of_file(message, help)
        });
    }

    fn warning(&mut self, message: impl AsRef<str>, help: impl Into<String>) {
        self.error(message, help);
        if let Some(last) = self.problems.last_mut() {
            last.severity = Severity::Warning;
        }
    }

    /// A number with a range that is said in words.
    pub(super) fn number(&mut self, key: &str, value: f64, fits: bool, range: &str) {
        let finite = value.abs() <= LARGEST;
        if !(finite && fits) {
            let help = format!("`{key}` must be {range}");
            self.error(format!("`{key}` is {value}"), help);
        }
    }

    pub(super) fn positive(&mut self, key: &str, value: f64) {
        self.number(key, value, value > 0.0, "positive");
    }

    pub(super) fn not_negative(&mut self, key: &str, value: f64) {
        self.number(key, value, value >= 0.0, "zero or positive");
    }

    fn count(&mut self, key: &str, value: usize, most: usize) {
        if value < 1 || value > most {
            let help = format!("`{key}` must be a whole number from 1 to {most}");
            self.error(format!("`{key}` is {value}"), help);
        }
    }

    pub(super) fn numbers<'n>(&mut self, key: &str, values: impl IntoIterator<Item = &'n f64>) {
        // A NaN is not within any bound.
        let mut values = values.into_iter();
        if let Some(bad) = values.find(|x| x.is_nan() || x.abs() > LARGEST) {
            let help = format!("entries of `{key}` must be finite numbers up to {LARGEST:e}");
            self.error(format!("`{key}` holds {bad}"), help);
        }
    }

    /// A matrix that stores or takes energy.
    pub(super) fn matrix(&mut self, key: &str, value: &M6) {
        // What holds no numbers was said.
        if value.iter().all(|x| x.is_finite())
            && let Err((message, help)) = judge_matrix(value, key, false)
        {
            self.error(message, help);
        }
    }

    pub(super) fn vector(&mut self, key: &str, value: &V3) {
        self.numbers(key, value.iter());
    }

    pub(super) fn direction(&mut self, key: &str, value: &V3) {
        if !is_unit(value.norm()) {
            let help = "it must have length 1: is it zero?";
            self.error(format!("`{key}` is not a direction"), help);
        }
    }

    fn rotation(&mut self, key: &str, value: &Quaternion) {
        if !is_unit(value.norm()) {
            let help = "a direction of length zero gives no axes";
            self.error(format!("`{key}` is not a rotation"), help);
        }
    }

    fn names(&mut self, model: &Model) {
        let mut taken: HashMap<&str, &str> = HashMap::new();
        for (sort, name, place) in named(model) {
            self.item(sort, name, place);
            if let Some((message, help)) = name_problem(name) {
                self.error(message, help);
            } else if let Some(other) = taken.insert(name, sort) {
                let message = format!("the name is already taken by a {other}");
                let help = format!(
                    "no two items of a model share a name, whatever they are; call this one `{name}_2`, for example"
                );
                self.error(message, help);
            }
        }
        self.item("", "", &Place::default());
        self.what.clear();
        let rigid = model.bodies.len() + model.point_masses.len();
        let surfaces = model.shells.len() + model.solids.len();
        let lines = model.beams.len() + model.cables.len();
        let flexible = lines + surfaces + model.reduced_bodies.len();
        if rigid + flexible == 0 {
            let help = "add a body, a point mass, a beam, a cable, a shell or a solid";
            self.error("the model has nothing that moves", help);
        }
    }

    fn run(&mut self, model: &Model) {
        self.what = "run".to_owned();
        let run = &model.run;
        self.positive("duration", run.duration);
        self.positive("dt", run.dt);
        // Beside a step that is none, any smallest one will do.
        let fits = run.dt_min > 0.0 && (run.dt_min <= run.dt || run.dt.is_nan() || run.dt <= 0.0);
        let range = "positive and at most `dt`";
        self.number("dt_min", run.dt_min, fits, range);
        if let Some(accuracy) = run.accuracy {
            let fits = accuracy > 0.0 && accuracy <= 0.1;
            self.number("accuracy", accuracy, fits, "above 0 and up to 0.1");
            self.number("dt_max", run.dt_max, run.dt_max >= run.dt, "at least `dt`");
        }
        if run.dt > run.duration {
            let message = format!("`dt` is {} s, the run takes {} s", run.dt, run.duration);
            self.warning(message, "make `dt` smaller or `duration` longer");
        }
        if let Some(every) = run.output_every {
            self.positive("output_every", every);
        }
        self.count("fields_every", run.fields_every, 1_000_000);
        self.not_negative("checkpoint_every", run.checkpoint_every);
        let fits = run.tolerance > 0.0 && run.tolerance <= LOOSEST_TOLERANCE;
        let range = format!("above 0 and up to {LOOSEST_TOLERANCE:e}");
        self.number("tolerance", run.tolerance, fits, &range);
        self.count("max_iterations", run.max_iterations, 1000);
        for (key, value, range) in run.scheme.misfits() {
            self.number(key, value, false, &range);
        }
        let order = run.scheme.order().number();
        if order > 2 && run.accuracy.is_some() {
            let message = format!("steps by `accuracy` are for order 2, not for order {order}");
            self.error(message, "give `dt`, or leave `order` out");
        }
        if order > 2 && loses_by_contact(model) {
            let message = format!(
                "order {order} does not go with friction, ratchets, contacts and losses in stops: some of its steps go back in time"
            );
            self.error(message, "leave `order` out");
        }
        self.what = "gravity".to_owned();
        self.vector("acceleration", &model.gravity.acceleration);
    }

    fn rigid(&mut self, model: &Model) {
        for b in &model.bodies {
            self.item("body", &b.name, &b.place);
            self.not_negative("mass", b.mass);
            self.vector("mass_center", &b.mass_center);
            self.vector("position", &b.position);
            self.vector("velocity", &b.velocity);
            self.vector("angular_velocity", &b.angular_velocity);
            self.rotation("orientation", &b.orientation);
            self.inertia(&b.inertia);
        }
        for p in &model.point_masses {
            self.item("point mass", &p.name, &p.place);
            self.not_negative("mass", p.mass);
            self.vector("position", &p.position);
            self.vector("velocity", &p.velocity);
        }
    }

    /// One that is zero is missing; whether it may be is for those to say who use the model.
    fn inertia(&mut self, inertia: &M3) {
        if *inertia == M3::zeros() {
            return;
        }
        let skew = (inertia - inertia.transpose()).amax();
        if skew > SYMMETRY * inertia.amax() {
            let message =
                format!("the inertia matrix is not symmetric: entries differ by {skew:.3e} kg m^2");
            return self.error(message, "entry (i, j) must equal entry (j, i)");
        }
        match judge_inertia(inertia, Whence::Given) {
            Ok(None) => {}
            Ok(Some((message, help))) => self.warning(message, help),
            Err((message, help)) => self.error(message, help),
        }
    }

    fn flexible(&mut self, model: &Model) {
        for b in &model.beams {
            self.item("beam", &b.name, &b.place);
            let sound = self.line(&b.curve, [b.order, b.elements], &b.points, &b.motion);
            let problem = sound.then(|| axes_problem(&b.curve, &b.axes)).flatten();
            if let Some((s, problem)) = problem {
                let message = format!("{problem}, at arc length {s} m");
                self.error(message, "give another direction");
            }
            let stations: Vec<f64> = b.sections.iter().map(|(s, _)| *s).collect();
            if stations.is_empty() || !stations.is_sorted_by(|a, b| a < b) {
                let help = "give at least one section, with rising arc lengths";
                self.error("there is no section, or they are not in order", help);
            }
            for (s, section) in &b.sections {
                // Sections without a mass are for equilibria alone.
                let mut whole = section.clone();
                if section.mass == 0.0 {
                    (whole.mass, whole.inertia) = (1.0, M3::identity());
                } else if section.inertia == M3::zeros() {
                    whole.inertia = M3::identity();
                }
                if let Some(problem) = sections::problem(&whole) {
                    self.error(format!("section at {s} m: {problem}"), "");
                }
            }
        }
        for c in &model.cables {
            self.item("cable", &c.name, &c.place);
            self.line(&c.curve, [c.order, c.elements], &c.points, &c.motion);
            self.positive("stiffness", c.stiffness);
            self.positive("pre_stretch", c.pre_stretch);
            self.not_negative("damping", c.damping);
            self.not_negative("mass", c.mass);
        }
        for s in &model.shells {
            self.item("shell", &s.name, &s.place);
            self.shell(s);
        }
        for s in &model.solids {
            self.item("solid", &s.name, &s.place);
            self.solid(s);
        }
        for b in &model.reduced_bodies {
            self.item("reduced body", &b.name, &b.place);
            self.vector("position", &b.position);
            self.vector("velocity", &b.motion.velocity);
            self.vector("angular_velocity", &b.motion.angular_velocity);
            self.vector("about", &b.motion.about);
            self.not_negative("damping_time", b.damping_time);
            let (given, wanted) = (b.interfaces.len(), b.centers().len());
            if given != wanted || wanted == 0 {
                let message = format!("it has {wanted} interfaces, but {given} are tied");
                self.error(message, "tie all of them, at least one");
            }
        }
    }

    fn solid(&mut self, s: &SolidBody) {
        self.vector("velocity", &s.motion.velocity);
        self.vector("angular_velocity", &s.motion.angular_velocity);
        self.vector("about", &s.motion.about);
        self.not_negative("density", s.density);
        self.not_negative("damping_time", s.viscosity.damping_time);
        for branch in &s.viscosity.branches {
            self.not_negative("a relaxation share", branch.ratio);
            self.positive("a relaxation time", branch.time);
        }
        for point in &s.mesh.points {
            self.vector("a point of the mesh", point);
        }
        let count = s.mesh.points.len();
        for p in s.points.iter().filter(|p| p.point as usize >= count) {
            let message = format!("`{}` is not among the {count} points of the mesh", p.name);
            self.error(message, "points are counted from 0");
        }
        for &cell in &s.cells {
            if let Err(problem) = s.volume_of(cell) {
                self.error(problem, "elements must have volume at all of their points");
                return;
            }
        }
    }

    /// Whether the curve is sound.
    fn line(
        &mut self,
        curve: &Curve,
        [order, elements]: [usize; 2],
        points: &[LinePoint],
        motion: &RigidMotion,
    ) -> bool {
        self.count("order", order, 3);
        self.count("elements", elements, 100_000);
        self.vector("velocity", &motion.velocity);
        self.vector("angular_velocity", &motion.angular_velocity);
        self.vector("about", &motion.about);
        if let Some(problem) = curve.problem() {
            self.error(problem, "");
            return false;
        }
        let length = curve.length();
        for p in points {
            if !(p.s >= -UNIT * length && p.s <= (1.0 + UNIT) * length) {
                let message = format!("`{}` is at {} m of {length} m", p.name, p.s);
                self.error(message, "arc lengths count from the start");
            }
        }
        true
    }

    fn connections(&mut self, model: &Model) {
        for j in &model.joints {
            self.item("joint", &j.name, &j.place);
            self.anchors(&j.between);
            let definition = j.kind.definition;
            if definition.couples() != j.couples.is_some() {
                let message = format!("a {} joint", definition.word());
                let help = "gears, and they alone, couple two coordinates";
                self.error(message, help);
            }
            self.slides(model, j);
            if let Some(value) = j.kind.value {
                self.numbers("value", [&value]);
                if value == 0.0 && definition.couples() {
                    let help = "a motion holds a coordinate where it is";
                    self.error("the ratio is zero", help);
                }
            }
            if j.couples.as_ref().is_some_and(|[a, b]| a == b) {
                let help = "name a coordinate of another joint";
                self.error("it needs two different coordinates", help);
            }
            let known = || definition.coordinates.iter().map(|c| c.name);
            for name in &j.unknowns {
                if !known().any(|c| c == name) {
                    let message = format!("it has no coordinate `{name}`");
                    self.error(message, suggest(name, known()));
                }
            }
        }
    }

    pub(super) fn anchors(&mut self, anchors: &[Anchor; 2]) {
        for anchor in anchors {
            let (AnchorPoint::World(at) | AnchorPoint::Local(at)) = &anchor.at;
            self.vector("at", at);
            let (AnchorAxes::World(axes) | AnchorAxes::Local(axes)) = &anchor.axes;
            self.rotation("axes", axes);
        }
    }

    fn actions(&mut self, model: &Model) {
        model.check_actions(self);
        let mut driven = HashMap::new();
        for action in model.actions() {
            let (On::Coordinate(on), TimeCourse::Motion(_)) = (action.acts.on, action.acts.course)
            else {
                continue;
            };
            let coordinate = (on.joint.as_str(), on.coordinate.as_str());
            if let Some(other) = driven.insert(coordinate, action.name) {
                self.item(action.definition.what, action.name, action.place);
                let message = format!("the coordinate is already driven by `{other}`");
                self.error(message, "one motion per coordinate");
            }
        }
        for s in &model.sensors {
            self.item("sensor", &s.name, &s.place);
            self.vector("at", &s.at);
        }
        for s in &model.line_sensors {
            self.item("sensor", &s.name, &s.place);
            self.vector("at", &s.at);
            self.not_negative("s", s.s);
        }
        for s in &model.surface_sensors {
            self.item("sensor", &s.name, &s.place);
            self.vector("at", &s.at);
        }
    }
}

/// All items that share one list of names.
fn named(model: &Model) -> impl Iterator<Item = (&'static str, &str, &Place)> {
    macro_rules! items {
        ($($sort:literal $list:ident),* $(,)?) => {
            std::iter::empty()$(.chain(
                model.$list.iter().map(|item| ($sort, item.name.as_str(), &item.place)),
            ))*
        };
    }
    let items = items! {
        "body" bodies, "point mass" point_masses, "beam" beams, "cable" cables, "shell" shells, "solid" solids,
        "reduced body" reduced_bodies, "joint" joints,
        "tie" ties, "support" supports, "sensor" sensors, "sensor" line_sensors,
        "sensor" surface_sensors, "sensor" volume_sensors,
    };
    let actions = model.actions();
    items.chain(actions.map(|a| (a.definition.what, a.name, a.place)))
}
