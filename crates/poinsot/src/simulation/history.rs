//! What a run has behind it, for checkpoints.

use super::Simulation;
use super::settings::{changed_line, settings_text};
use super::stops::Thinning;
use crate::model::Parameter;
use crate::storage::{Bytes, Misfit, Stored};
use crate::system::{State, System};

impl Simulation {
    /// Steps made since the start.
    pub fn steps_made(&self) -> usize {
        self.course.progress.steps
    }

    /// Newton iterations made since the start.
    pub fn iterations_made(&self) -> usize {
        self.course.progress.iterations
    }

    /// Whether the run has come to its end.
    pub fn is_over(&self) -> bool {
        self.course.is_over()
    }

    /// End of the run [s].
    pub fn duration(&self) -> f64 {
        self.model.run.duration
    }

    /// Time reached [s].
    pub fn time(&self) -> f64 {
        self.state.time
    }

    /// Title of the model.
    pub fn title(&self) -> &str {
        &self.model.title
    }

    /// Named values of the model.
    pub fn parameters(&self) -> &[Parameter] {
        &self.model.parameters
    }

    /// Wall-clock time between two checkpoints, as the model says [s].
    pub fn checkpoint_every(&self) -> f64 {
        self.model.run.checkpoint_every
    }

    /// The settings of the run as a text, see [`settings_text`]. What a program has changed is named in it: such a run cannot be
    /// begun again from the text of its model.
    pub fn settings_text(&self) -> String {
        let text = settings_text(&self.model.run, self.options.ledger);
        match self.changes() {
            [] => text,
            changes => text + &changed_line(changes),
        }
    }

    /// From here on records the first end of a step that is not before each multiple of `every` [s]. Steps do not change, and
    /// neither do the numbers in a frame, except those that count since the frame before.
    pub fn record_every(&mut self, every: f64) {
        self.course.thinning = Thinning::new(every, self.state.time);
    }
}

/// Everything the rest of the run depends on; the system itself follows from the model, and what is left are places to work.
impl Stored for Simulation {
    fn store(&self, out: &mut Vec<u8>) {
        let Simulation {
            state,
            engine,
            shadow,
            ledger,
            reactions,
            accelerations,
            turns,
            course,
            model: _,
            system: _,
            kept_start: _,
            recorder: _,
            rows: _,
            start: _,
            options: _,
            rest: _,
            changes: _,
            as_read: _,
            watch: _,
        } = self;
        self.store_left(out);
        self.store_pairs(out);
        state.store(out);
        ledger.store(out);
        reactions.store(out);
        accelerations.store(out);
        turns.store(out);
        course.store(out);
        engine.store(out);
        if let Some(shadow) = shadow {
            shadow.store(out);
        }
    }

    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.load_left(from)?;
        self.load_pairs(from)?;
        self.state.load(from)?;
        remembers(&self.system, &self.state)?;
        self.ledger.load(from)?;
        self.reactions.load(from)?;
        self.accelerations.load(from)?;
        self.turns.load(from)?;
        self.course.load(from)?;
        self.engine.load(from)?;
        match &mut self.shadow {
            Some(shadow) => {
                shadow.load(from)?;
                remembers(&self.system, shadow.state())
            }
            None => Ok(()),
        }
    }
}

/// Whether a state remembers as much as the interactions of its system have to: as long as all are at rest, nothing.
fn remembers(system: &System, state: &State) -> Result<(), Misfit> {
    let (wanted, found) = (system.memory(), state.memory.len());
    match found == 0 || found == wanted {
        true => Ok(()),
        false => Err(Misfit::new(format!("{wanted} remembered numbers"), found)),
    }
}
