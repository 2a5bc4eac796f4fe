//! Why a step failed, judged by what is known at that moment. Evaluated only after a failure.

use crate::dynamics::{Cause, Diagnosis, Evidence, StepError, weights};
use crate::mechanics::index::{NodeIndex, RowIndex};
use crate::model::Model;
use crate::statics::unstable_directions;
use crate::system::redundancy::{WeakestRow, weakest};
use crate::system::{FlexibleBody, FlexibleKind, Jacobian, State, System};

/// A rotation by more than this in one step is far from what a step resolves [rad].
const TURN: f64 = 1.0;
/// A function of time that changes by more than this part of its range in one step is not resolved.
const CHANGE: f64 = 0.25;
/// Instants at which the range of a function of time is found.
const SAMPLES: usize = 1000;
/// Rows of joints that are independent by less than this part of what they were at the start are about to repeat each other, ...
const WEAKER: f64 = 0.1;
/// ... and by less than this, at once.
const DEPENDENT: f64 = 1e-6;
/// Corrections below the last digits of positions change nothing.
const LAST_DIGITS: f64 = 1e-14;
/// A matrix whose rows differ by more than this leaves too few digits.
const SPREAD: f64 = 1e16;

/// What is known when a step has failed for good.
pub(super) struct Failed<'a> {
    pub model: &'a Model,
    pub system: &'a System,
    /// Before the step.
    pub state: &'a State,
    /// At the start of the run, of the same system.
    pub first: Option<&'a State>,
    /// The last step tried, and the one that was meant [s].
    pub dt: [f64; 2],
    pub error: &'a StepError,
    pub evidence: &'a Evidence,
}

impl Failed<'_> {
    /// The first cause that has evidence, those with the clearest evidence first.
    pub fn diagnosis(&self) -> Diagnosis {
        if matches!(self.error, StepError::InsideOut { .. }) {
            return self.unknown();
        }
        self.rotation()
            .or_else(|| self.change())
            .or_else(|| self.contradiction())
            .or_else(|| self.cable())
            .or_else(|| self.scaling())
            .or_else(|| self.buckling())
            .or_else(|| self.open_joint())
            .unwrap_or_else(|| self.unknown())
    }

    fn rotation(&self) -> Option<Diagnosis> {
        let speed = |n: NodeIndex| self.state.velocities[n].omega.norm();
        let real = self
            .system
            .node_indices()
            .filter(|&n| !self.system.kinds[n].is_coordinate());
        let fastest = real.max_by(|&a, &b| speed(a).total_cmp(&speed(b)))?;
        let turn = speed(fastest) * self.dt[0];
        (turn > TURN).then(|| Diagnosis {
            cause: Cause::FastRotation,
            evidence: format!(
                "`{}` turns at {:.4} rad/s, {turn:.2} rad in {:.3e} s; a step allows at most 2.2 rad, and 1 rad is already much",
                self.system.nodes[fastest].name,
                speed(fastest),
                self.dt[0]
            ),
            next: format!(
                "make `dt` (or `dt_min`, if that is the limit) at most {:.1e} s, or choose steps with `accuracy = 1e-4` in [run]",
                0.3 / speed(fastest)
            ),
        })
    }

    /// The function of time that changes most during the step, in parts of its range over the run.
    fn change(&self) -> Option<Diagnosis> {
        let (t, duration) = (self.state.time, self.model.run.duration);
        let [tried, meant] = self.dt;
        let mut worst: Option<(f64, String, [f64; 2])> = None;
        let mut see = |kind: &str, name: &str, value: &dyn Fn(f64) -> f64| {
            // Just inside the step: a jump at its start belongs to it.
            let (before, after) = (value(t - 1e-9 * meant), value(t + meant));
            let all = (0..=SAMPLES).map(|k| value(duration * k as f64 / SAMPLES as f64));
            let (low, high) = all
                .chain([before, after])
                .filter(|v| v.is_finite())
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| {
                    (a.min(v), b.max(v))
                });
            let part = (after - before).abs() / (high - low);
            if part > CHANGE && worst.as_ref().is_none_or(|w| part > w.0) {
                let item = match name.is_empty() {
                    true => kind.to_owned(),
                    false => format!("{kind} `{name}`"),
                };
                worst = Some((part, item, [before, after]));
            }
        };
        let model = self.model;
        see("gravity", "", &|t| model.gravity.scale.value(t));
        for action in model.actions() {
            let course = &action.acts.course;
            if course.value(0.0).is_some() {
                let value = |t| course.value(t).unwrap_or_default();
                see(action.definition.what, action.name, &value);
            }
        }
        let (part, item, [before, after]) = worst?;
        let cut = match tried < 0.9 * meant {
            true => format!(", and the step could not be cut below {tried:.1e} s"),
            false => String::new(),
        };
        Some(Diagnosis {
            cause: Cause::FastChange,
            evidence: format!(
                "{item} goes from {before:.4} to {after:.4} within {meant:.1e} s, {:.0} % of its range over the run{cut}",
                100.0 * part
            ),
            next: format!(
                "make `dt` and `dt_min` ten times smaller or choose steps with `accuracy = 1e-4` in [run]; let {item} change less suddenly, \
                 by a table or pulse, at whose corners steps end"
            ),
        })
    }

    fn weakest(&self, state: &State) -> Option<WeakestRow> {
        let jacobian = Jacobian::new(self.system, &self.system.stages(state), state.time);
        weakest(self.system, &jacobian, &weights(self.system))
    }

    fn contradiction(&self) -> Option<Diagnosis> {
        let now = self.weakest(self.state)?;
        let trial = self
            .weakest(&self.evidence.trial)
            .filter(|w| w.left.is_finite());
        let worst = match trial {
            Some(trial) if trial.left < now.left => trial,
            _ => now,
        };
        let first = self.first.and_then(|s| self.weakest(s)).map(|w| w.left);
        let lost = first.is_some_and(|first| worst.left < WEAKER * first);
        if !lost && worst.left > DEPENDENT {
            return None;
        }
        let name = |row: RowIndex| {
            let owner = self.system.owner_of_row(row);
            format!("{} `{}`", owner.sort, owner.name)
        };
        let mut others: Vec<String> = Vec::new();
        for other in worst.like.iter().map(|&row| name(row)) {
            if !others.contains(&other) && other != name(worst.row) {
                others.push(other);
            }
        }
        others.truncate(6);
        let start = first.map_or(String::new(), |x| format!(", {x:.1e} at the start"));
        Some(Diagnosis {
            cause: Cause::Contradiction,
            evidence: format!(
                "{} nearly repeats {}: independent by only {:.1e}{start}; largest constraint force {:.1e}",
                self.system.describe_row(worst.row),
                match others.is_empty() {
                    true => "the others".to_owned(),
                    false => others.join(", "),
                },
                worst.left,
                self.largest_multiplier()
            ),
            next: format!(
                "look at the mechanism in the last frame: a motion drives it beyond its reach or into a dead point; \
                 limit what drives {}, or release one of these joints",
                name(worst.row)
            ),
        })
    }

    fn largest_multiplier(&self) -> f64 {
        let all = self.state.multipliers.iter().flatten();
        all.fold(0.0, |m: f64, x| m.max(x.abs()))
    }

    /// Cables whose parts change between taut and slack.
    fn cable(&self) -> Option<Diagnosis> {
        let gravity =
            self.model.gravity.acceleration * self.model.gravity.scale.value(self.state.time);
        let dt = self.dt[0];
        for cable in self.model.cables.iter().filter(|c| c.tension_only) {
            let fits = |b: &&FlexibleBody| b.kind == FlexibleKind::Cable && b.name == cable.name;
            let Some(line) = self.system.flexible.iter().find(fits) else {
                continue;
            };
            let (mut switches, mut nearest) = (0, f64::INFINITY);
            for pair in line.nodes.windows(2) {
                let [a, b] = [pair[0].on.node, pair[1].on.node];
                // What is drawn is stretched by `pre_stretch`; a chord of an arc is shorter than the arc.
                let drawn = match self.first {
                    Some(first) => (first.poses[b].r - first.poses[a].r).norm(),
                    None => pair[1].at.arc_length() - pair[0].at.arc_length(),
                };
                let free = drawn / cable.pre_stretch;
                let stretch = |place: &dyn Fn(NodeIndex) -> crate::math::V3| {
                    (place(b) - place(a)).norm() / free - 1.0
                };
                let (state, trial) = (self.state, &self.evidence.trial);
                let now = stretch(&|n| state.poses[n].r);
                let tried = stretch(&|n| trial.poses[n].r);
                // Where it goes by itself: what holds it is not counted, so this is an upper bound of the motion.
                let falls = |n: NodeIndex| match self.system.diagonal_mass(n) > 0.0
                    && n != crate::system::GROUND
                {
                    true => state.velocities[n].v * dt + gravity * (0.5 * dt * dt),
                    false => crate::math::V3::zeros(),
                };
                let next = stretch(&|n| state.poses[n].r + falls(n));
                let taut = [now, tried, next].map(|e| e > 0.0);
                if taut[1] != taut[0] || taut[2] != taut[0] {
                    switches += 1;
                    nearest = nearest.min(now.abs());
                }
            }
            if switches > 0 {
                return Some(Diagnosis {
                    cause: Cause::Cable,
                    evidence: format!(
                        "{switches} of {} parts of cable `{}` change between taut and slack in {dt:.1e} s, the nearest at a stretch of {nearest:.1e}",
                        line.nodes.len() - 1,
                        cable.name
                    ),
                    next: format!(
                        "try a smaller `dt` (and `dt_min`) around the catch, or `accuracy = 1e-4` in [run]; some `damping` in cable `{}`; scheme \"ed\" \
                         with rho_inf = 0",
                        cable.name
                    ),
                });
            }
        }
        None
    }

    fn scaling(&self) -> Option<Diagnosis> {
        let e = self.evidence;
        let (correction, residual) = (e.corrections.last()?, e.residuals.last()?);
        let idle = *correction < LAST_DIGITS && *residual > 1.0;
        let spread = e.spread > SPREAD && matches!(self.error, StepError::Singular { .. });
        if !idle && !spread {
            return None;
        }
        let nodes = self.system.node_indices().zip(&self.system.nodes);
        let masses = nodes.map(|(n, node)| (self.system.diagonal_mass(n), &node.name));
        let masses: Vec<_> = masses.filter(|(mass, _)| *mass > 0.0).collect();
        let lightest = masses.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let heaviest = masses.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let far = self
            .state
            .poses
            .iter()
            .map(|p| p.r.norm())
            .fold(0.0, f64::max);
        let last = match idle {
            true => format!(
                "the last correction, {correction:.1e} of the size of the model, is below the last digit of the positions, and the residual is \
                 still {residual:.1e} tolerances; "
            ),
            false => String::new(),
        };
        Some(Diagnosis {
            cause: Cause::Scaling,
            evidence: format!(
                "{last}rows of the matrix differ by {:.0e}, masses by {:.0e} (`{}` {:.1e} kg, `{}` {:.1e} kg), the farthest place is {far:.1e} m from \
                 the origin",
                e.spread,
                heaviest.0 / lightest.0,
                lightest.1,
                lightest.0,
                heaviest.1,
                heaviest.0
            ),
            next: "check units of masses, stiffness and places; replace what is far stiffer or lighter than the rest by a joint, a rigid body or \
                   nothing; draw the model near the origin"
                .to_owned(),
        })
    }

    fn buckling(&self) -> Option<Diagnosis> {
        let [tried, _] = self.dt;
        let (time, end) = (self.state.time, self.state.time + tried);
        let count = |state: &State, time: f64| unstable_directions(self.system, state, time);
        let first = self
            .first
            .map_or(Some(0), |s| count(s, s.time))
            .unwrap_or(0);
        let now = count(self.state, time).unwrap_or(0);
        let trial = count(&self.evidence.trial, end).unwrap_or(0);
        let (most, where_) = match now > first {
            true => (now, "before the step"),
            false => (trial, "at the last iterate"),
        };
        (most > first).then(|| Diagnosis {
            cause: Cause::Buckling,
            evidence: format!(
                "the stiffness has {most} negative eigenvalue{} {where_}, {first} at the start: the structure loses stability",
                if most == 1 { "" } else { "s" }
            ),
            next: "try a smaller `dt` and `dt_min`, or `accuracy = 1e-4` in [run], to follow the fast motion that begins there; some damping; \
                   a path of equilibria with `arc_length = true` in [statics] shows the load at which it happens"
                .to_owned(),
        })
    }

    /// A constraint that stays open without any of the above.
    fn open_joint(&self) -> Option<Diagnosis> {
        let row = self.evidence.worst_row?;
        let residuals = &self.evidence.residuals;
        let (first, last) = (residuals.first()?, residuals.last()?);
        (*last > 1.0 && residuals.len() > 2).then(|| {
            let owner = self.system.owner_of_row(row);
            Diagnosis {
                cause: Cause::Contradiction,
                evidence: format!(
                    "{} stays open: its residual goes from {first:.1e} to {last:.1e} tolerances in {} iterations",
                    self.system.describe_row(row),
                    residuals.len() - 1
                ),
                next: format!(
                    "check whether {} `{}` and what drives it can be satisfied together at this time",
                    owner.sort, owner.name
                ),
            }
        })
    }

    fn unknown(&self) -> Diagnosis {
        let (cause, evidence, next) = match self.error {
            StepError::Singular { what } => (
                Cause::Loose,
                format!("the matrix has no pivot at {what}, joints are independent"),
                "give it a mass or a stiffness, or hold it by a joint",
            ),
            StepError::InsideOut { item } => (
                Cause::InsideOut,
                format!("the iteration took the volume of `{item}` to zero or below"),
                "try a smaller `dt` (and `dt_min`), or `accuracy = 1e-4` in [run]; a finer mesh where it is squeezed; check loads and moduli",
            ),
            StepError::TurnTooLarge { node } => (
                Cause::FastRotation,
                format!("the iteration turned `{node}` by more than 2.2 rad"),
                "try a smaller `dt` (and `dt_min`), or `accuracy = 1e-4` in [run]; check what drives it",
            ),
            StepError::PassedThrough { pair } => (
                Cause::Contact,
                format!("the shapes `{pair}` met and parted within every step that was tried"),
                "try a smaller `dt_min`, or `accuracy = 1e-4` in [run]",
            ),
            StepError::NotConverged { .. } | StepError::Diverged => (
                Cause::Unknown,
                "no fast rotation, no sudden load, joints independent, no cable at its limit, stiffness positive".to_owned(),
                "try a smaller `dt` and `dt_min`, or `accuracy = 1e-4` in [run]; scheme \"ed\" with rho_inf = 0 if another was used; look at the \
                 worst equation above and at the last frames",
            ),
        };
        Diagnosis {
            cause,
            evidence,
            next: next.to_owned(),
        }
    }
}
