//! Who commands the motors.

use crate::script::ScriptRunner;
use crate::{EndedPhase, Happening};
use bristle_scene::Built;
use bristle_world::{ModelError, World};

/// Who commands the motors of a simulation.
///
/// A driver is asked once at the beginning and after every step; what it commands holds from the next step on.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Driver {
    /// Nobody: motors wait for commands given through [`Simulation::world_mut`](crate::Simulation::world_mut).
    #[default]
    Nobody,
    /// The scene's script, as far as it has come.
    Script(ScriptRunner),
}

impl Driver {
    /// The one that the scene names: its script, or nobody.
    pub fn of_scene(built: &Built) -> Self {
        match &built.script {
            Some(_) => Self::Script(ScriptRunner::default()),
            None => Self::Nobody,
        }
    }

    /// Name of the present phase.
    pub(crate) fn phase<'a>(&'a self, built: &'a Built) -> Option<&'a str> {
        match self {
            Self::Nobody => None,
            Self::Script(script) => script.phase(built).map(|phase| phase.name.as_str()),
        }
    }

    /// Gives the first commands.
    pub(crate) fn begin(
        &mut self,
        built: &Built,
        world: &mut World,
    ) -> Result<Option<Happening>, ModelError> {
        match self {
            Self::Nobody => return Ok(None),
            Self::Script(script) => script.give_commands(built, world)?,
        }
        Ok(self.phase_begins(built, None))
    }

    /// Gives commands for the next step; tells if a phase begins with it.
    pub(crate) fn after_step(
        &mut self,
        built: &Built,
        world: &mut World,
        time: f64,
    ) -> Result<Option<Happening>, ModelError> {
        let ended = match self {
            Self::Nobody => None,
            Self::Script(script) => script.advance(built, world, time)?,
        };
        Ok(ended.and_then(|ended| self.phase_begins(built, Some(ended))))
    }

    fn phase_begins(&self, built: &Built, before: Option<EndedPhase>) -> Option<Happening> {
        self.phase(built).map(|name| Happening::Phase { name: name.to_owned(), before })
    }
}
