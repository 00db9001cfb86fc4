//! Explicit substeps while few are enough, Newton otherwise.
//!
//! Where explicit steps are stable they are more accurate for what they cost. They are taken on trial: whatever turns out
//! stiffer on the way than was thought at the begin is taken back and done by Newton's method.

use crate::mechanism::Kinematics;
use crate::model::Model;
use crate::report::StepReport;
use crate::stability::Linearised;
use crate::state::State;
use crate::step_error::StepError;
use crate::workspace::Workspace;

/// Substeps at most; beyond that Newton is cheaper.
const MOST_SUBSTEPS: usize = 4;

/// Substeps are planned at this share of the largest stable step ...
const PLANNED: f64 = 0.5;

/// ... and taken back beyond this one.
const TOLERATED: f64 = 0.9;

/// Newton steps between two looks whether explicit ones would do.
const PATIENCE: u64 = 16;

impl Workspace {
    /// Takes one step, either way. On an error the state is the one before.
    pub(crate) fn automatic_step(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
    ) -> Result<StepReport, StepError> {
        let mut about = Linearised::new(model.mechanism.columns);
        let mut kinematics = Kinematics::default();
        let planned = state.substeps;
        if state.substeps == 0 && state.step.is_multiple_of(PATIENCE) {
            self.probe(model, state, &mut kinematics)?;
            self.linearise(model, state, &kinematics, &mut about);
            state.substeps = self.plan_substeps(h, &about);
        }
        if state.substeps > 0 {
            let before = state.clone();
            match self.substeps(model, state, h, &mut about) {
                Ok(Some(report)) => return Ok(report),
                Ok(None) => *state = State { substeps: 0, ..before },
                Err(error) => {
                    *state = State { substeps: planned, ..before };
                    return Err(error);
                }
            }
        }
        let taken = self.newton_step(model, state, h);
        if taken.is_err() {
            state.substeps = planned;
        }
        taken
    }

    /// How many explicit substeps would do; none if they are too many, or if nothing touches: then Newton is as cheap.
    fn plan_substeps(&self, h: f64, about: &Linearised) -> usize {
        if self.skins.contacts() == 0 {
            return 0;
        }
        let count = (h / (PLANNED * about.largest_step())).ceil().max(1.0);
        if count <= MOST_SUBSTEPS as f64 { count as usize } else { 0 }
    }

    /// Takes the planned substeps; none if one of them was too long for what it met.
    fn substeps(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
        about: &mut Linearised,
    ) -> Result<Option<StepReport>, StepError> {
        let (count, first) = (state.substeps, state.step);
        let short = h / count as f64;
        let mut sum = StepReport::default();
        for _ in 0..count {
            let begin = state.clone();
            let report = self.explicit_step(model, state, short)?;
            let kinematics = self.placed.middle.clone();
            self.linearise(model, &begin, &kinematics, about);
            if short > TOLERATED * about.largest_step() {
                return Ok(None);
            }
            sum.evaluations += 1;
            sum.substeps += 1;
            sum.contacts = report.contacts;
            sum.beyond_window |= report.beyond_window;
        }
        state.step = first + 1;
        state.substeps = self.plan_substeps(h, about);
        Ok(Some(sum))
    }
}
