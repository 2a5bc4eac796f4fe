//! The end of a step: critical points on it, branches, the end of the path.

use super::critical::{Critical, CriticalKind, Step};
use super::newton::{Direction, Hold};
use super::path::{Path, Point, SMALLEST, Taken};
use super::tangent::Tangent;
use crate::model::Branch;
use crate::system::State;

impl Path<'_> {
    /// Books a step: critical points on it, its end, the end of the path.
    pub(super) fn finish(
        &mut self,
        start: &(State, f64),
        before: &Tangent,
        step: Taken,
        length: f64,
        cuts: usize,
    ) {
        let arc = self.arc();
        let step_taken = Step {
            state: &start.0,
            parameter: start.1,
            direction: &before.direction,
            length,
            arc,
        };
        let until = self.equations.settings.until;
        let own = self.equations.iterations - self.counted;
        let end = (self.equations.base.clone(), self.equations.parameter);
        let mut corrections = step.corrections;
        let (mut end_state, mut end_parameter) = (end.0, end.1);
        let mut tangent = step.tangent;
        // Beyond the end of the path: the end itself is wanted.
        if arc && end_parameter.abs() > until {
            let last = until.copysign(end_parameter);
            let part = (last - start.1) / (end_parameter - start.1);
            if self.equations.take(&step_taken, part) {
                let mut parameter = last;
                if let Ok(run) = self.equations.correct(&mut parameter, Hold::Parameter) {
                    corrections = run.corrections;
                    self.equations.accept(parameter);
                    end_state = self.equations.base.clone();
                    end_parameter = parameter;
                    tangent = self.equations.tangent(Some(&before.direction));
                }
            }
            self.ended = true;
        }
        if !arc && end_parameter >= until {
            self.ended = true;
        }
        if let Some(after) = &tangent
            && before.differs(after)
            && self.equations.turning().is_none()
        {
            let list = self.equations.critical_points(&step_taken, after);
            for critical in list {
                if critical.parameter.abs() > until {
                    continue;
                }
                let switch = self.wants_to_switch(&critical);
                self.push_critical(&critical);
                if switch && self.switch(&critical) {
                    self.ended = false;
                    return;
                }
            }
        }
        self.equations.set_base(&end_state, end_parameter);
        self.counted = self.equations.iterations - own;
        let known = tangent.is_some();
        self.tangent = tangent.or(Some(Tangent {
            direction: step.secant,
            ..before.clone()
        }));
        self.cuts += cuts;
        if self.recorded(end_parameter) {
            self.push(corrections, false);
            if let (false, Some(point)) = (known, self.queue.back_mut()) {
                point.unstable = None;
            }
        }
    }

    pub(super) fn wants_to_switch(&self, critical: &Critical) -> bool {
        let settings = &self.equations.settings;
        settings.branch == Branch::Switch
            && !self.switched
            && critical.kind == CriticalKind::Bifurcation
    }

    pub(super) fn push_critical(&mut self, critical: &Critical) {
        self.points += 1;
        self.queue.push_back(Point {
            parameter: critical.parameter,
            state: critical.state.clone(),
            iterations: critical.iterations,
            cuts: 0,
            corrections: vec![],
            unstable: critical.unstable.map(|[before, after]| before.min(after)),
            critical: Some(critical.kind),
            settled: false,
        });
    }

    /// Leaves the path along the null mode (eq.5).
    pub(super) fn switch(&mut self, critical: &Critical) -> bool {
        let direction = Direction {
            x: critical.mode.clone(),
            parameter: 0.0,
        };
        let mut length = 0.2 * self.equations.settings.max_arc;
        for _ in 0..12 {
            let step = Step {
                state: &critical.state,
                parameter: critical.parameter,
                direction: &direction,
                length,
                arc: true,
            };
            if self.equations.take(&step, 1.0) {
                self.switched = true;
                self.tangent = self.equations.tangent(Some(&direction));
                self.increment = length;
                self.smallest = SMALLEST * length;
                if self.tangent.is_some() {
                    self.push(vec![], false);
                    return true;
                }
            }
            length *= 0.5;
        }
        self.switched = false;
        false
    }
}
