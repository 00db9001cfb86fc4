//! The script at work: which phase it is, and when it ends.

use crate::{EndedBy, EndedPhase};
use bristle_scene::data::{Event, Phase, PhaseEnd};
use bristle_scene::{Built, Names};
use bristle_skin::TexelState;
use bristle_world::{ModelError, World};

/// How far a simulation has come in its scene's script.
#[derive(Clone, Debug, Default)]
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
            PhaseEnd::When { event, .. } if happens(event, &built.names, world)? => Some(EndedBy::Event),
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
            if let Some(&motor) = built.names.motors.get(&given.motor) {
                world.command(motor, given.command)?;
            }
        }
        Ok(())
    }
}

/// Whether it is so now. Names were checked when the scene was read.
fn happens(event: &Event, names: &Names, world: &World) -> Result<bool, ModelError> {
    let force = |skin: &String| match names.skins.get(skin) {
        Some(&skin) => world.reading(skin).map(|reading| reading.total_normal_force()),
        None => Ok(0.0),
    };
    let joint = |body: &String| names.bodies.get(body).copied();
    Ok(match event {
        Event::SkinForce(event) => event.is_passed_by(force(&event.skin)?),
        Event::JointSpeed(event) => match joint(&event.body) {
            Some(body) => world.joint_velocity(body)?.abs() < event.below,
            None => false,
        },
        Event::JointPosition(event) => match joint(&event.body) {
            Some(body) => event.is_passed_by(world.joint_position(body)?),
            None => false,
        },
        Event::Slip(event) => match names.skins.get(&event.skin) {
            Some(&skin) => {
                let slips = |state: TexelState| state == TexelState::Slip;
                world.reading(skin)?.texels.iter().filter(|texel| slips(texel.state)).count() >= event.texels
            }
            None => false,
        },
    })
}
