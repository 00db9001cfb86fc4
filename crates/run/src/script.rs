//! The script at work: which phase it is, and when it ends.

use crate::{EndedBy, EndedPhase};
use bristle_scene::Built;
use bristle_scene::data::{Event, Phase, PhaseEnd};
use bristle_skin::TexelState;
use bristle_world::{ModelError, World};
use serde::{Deserialize, Serialize};

/// How far a simulation has come in its scene's script.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ScriptRunner {
    /// The present phase.
    phase: usize,
    /// When it began \[s\].
    began: f64,
}

impl ScriptRunner {
    /// The present phase.
    pub(crate) fn phase<'a>(&self, built: &'a Built) -> Option<&'a Phase> {
        built.script.as_ref()?.phases.get(self.phase)
    }

    /// Goes on to the next phase if the present one ends at `time`; tells which. The last phase lasts as long as the run.
    pub(crate) fn advance(
        &mut self,
        built: &Built,
        world: &mut World,
        time: f64,
    ) -> Result<Option<EndedPhase>, ModelError> {
        let Some(script) = &built.script else { return Ok(None) };
        let Some(phase) = self.phase(built).filter(|_| self.phase + 1 < script.phases.len()) else {
            return Ok(None);
        };
        // Half a step forgives times that are no multiple of the step, and round-off.
        let over = |duration: f64| time - self.began > duration - 0.5 * built.run.step;
        let by = match &phase.end {
            PhaseEnd::After(duration) => over(*duration).then_some(EndedBy::Time),
            PhaseEnd::When { event, .. } if happens(event, world)? => Some(EndedBy::Event),
            PhaseEnd::When { at_most, .. } => over(*at_most).then_some(EndedBy::AtMost),
        };
        let Some(by) = by else { return Ok(None) };
        let ended = EndedPhase { name: phase.name.clone(), began: self.began, by };
        self.phase += 1;
        self.began = time;
        self.give_commands(built, world)?;
        Ok(Some(ended))
    }

    /// Gives the commands of the present phase.
    pub(crate) fn give_commands(&self, built: &Built, world: &mut World) -> Result<(), ModelError> {
        for given in self.phase(built).iter().flat_map(|phase| &phase.commands) {
            let motor = built.model.motor_named(&given.motor)?;
            world.command(motor, given.command)?;
        }
        Ok(())
    }
}

/// Whether it is so now.
fn happens(event: &Event, world: &World) -> Result<bool, ModelError> {
    let model = world.model();
    Ok(match event {
        Event::SkinForce(event) => {
            event.is_passed_by(world.reading(model.skin_named(&event.skin)?)?.total_normal_force())
        }
        Event::JointSpeed(event) => world.joint_velocity(model.body_named(&event.body)?)?.abs() < event.below,
        Event::JointPosition(event) => {
            event.is_passed_by(world.joint_position(model.body_named(&event.body)?)?)
        }
        Event::Slip(event) => {
            let texels = &world.reading(model.skin_named(&event.skin)?)?.texels;
            texels.iter().filter(|texel| texel.state == TexelState::Slip).count() >= event.texels
        }
    })
}
