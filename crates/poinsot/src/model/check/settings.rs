//! Settings of equilibria and modes.

use super::Check;
use crate::model::describe::LOOSEST_TOLERANCE;
use crate::model::modes::ModesAbout;
use crate::model::types::Model;

impl Check {
    /// What is said about the way to an equilibrium.
    pub(super) fn statics(&mut self, model: &Model) {
        self.what = "statics".to_owned();
        let s = &model.statics;
        self.place = s.place.clone();
        self.not_negative("at", s.at);
        self.positive("until", s.until);
        for (key, value) in [("increment", s.increment), ("every", s.every)] {
            if let Some(value) = value {
                let fits = value > 0.0 && value <= s.until;
                self.number(key, value, fits, "positive and at most `until`");
            }
        }
        let positive = s.factors.iter().all(|f| *f > 0.0);
        if !positive || !s.factors.is_sorted_by(|a, b| a < b) {
            let help = "they must be positive and rise, such as [0.5, 1, 1.5]";
            self.error(format!("`factors` are {:?}", s.factors), help);
        }
        if let Some(last) = s.factors.last().filter(|last| **last != s.until) {
            let message = format!("`until` is {}, the last of `factors` is {last}", s.until);
            self.error(message, "the last factor ends the path");
        }
        let fits = s.max_arc > 0.0 && s.max_arc <= 1.0;
        self.number("max_arc", s.max_arc, fits, "above 0 and up to 1");
        self.count("max_points", s.max_points, 1_000_000);
        let fits = s.tolerance > 0.0 && s.tolerance <= LOOSEST_TOLERANCE;
        let range = format!("above 0 and up to {LOOSEST_TOLERANCE:e}");
        self.number("tolerance", s.tolerance, fits, &range);
        self.count("max_iterations", s.max_iterations, 1000);
        let listed = !s.factors.is_empty();
        let (along, free) = (
            "along the arc the factor is an unknown, and all points are recorded",
            "a system comes to rest under given loads only",
        );
        let lists = "`factors` say what is recorded, and the last one ends the path";
        for (both, keys, help) in [
            (
                s.every.is_some() && s.arc_length,
                ["every", "arc_length"],
                along,
            ),
            (listed && s.arc_length, ["factors", "arc_length"], along),
            (
                s.relaxation && s.arc_length,
                ["relaxation", "arc_length"],
                free,
            ),
            (listed && s.every.is_some(), ["every", "factors"], lists),
        ] {
            if both {
                let [one, other] = keys;
                let message = format!("`{one}` and `{other}` cannot be combined");
                self.error(message, help);
            }
        }
    }

    /// The frame that turns with the system.
    pub(super) fn turning(&mut self, model: &Model) {
        let Some(turning) = &model.turning else {
            return;
        };
        self.what = "turning".to_owned();
        self.place = turning.place.clone();
        self.vector("angular_velocity", &turning.angular_velocity);
        self.vector("through", &turning.through);
        if turning.angular_velocity.norm() == 0.0 {
            let help = "give an angular velocity, or no turning";
            self.error("the system does not turn", help);
        }
    }

    /// Which modes are wanted.
    pub(super) fn modes(&mut self, model: &Model) {
        self.what = "modes".to_owned();
        let m = &model.modes;
        self.place = m.place.clone();
        self.count("count", m.count, 10_000);
        if let Some(near) = m.near {
            self.not_negative("near", near);
        }
        if let ModesAbout::Time(time)
        | ModesAbout::Stored {
            time: Some(time), ..
        } = m.about
        {
            self.not_negative("about", time);
        }
        if m.speeds < 2 {
            let help = "`speeds` must be a whole number from 2 to 10000";
            self.error(format!("`speeds` is {}", m.speeds), help);
        } else {
            self.count("speeds", m.speeds, 10_000);
        }
        if let Some(top) = m.top_speed {
            self.positive("top_speed", top);
            if model.turning.is_none() {
                let help = "give an angular velocity in [turning]: it is the axis";
                self.error("`top_speed` needs an axis to turn about", help);
            }
        }
    }
}
