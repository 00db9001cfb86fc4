//! Who commands the motors.

use crate::script::ScriptRunner;
use crate::{ControllerRunner, EndedPhase, Happening, RunError};
use bristle_control::simulated::Robot;
use bristle_control::{Controller, Controllers};
use bristle_scene::{Built, Tree};
use bristle_world::{ModelError, World};

/// Who commands the motors of a simulation.
///
/// Both are asked once at the beginning and after every step, a controller only when its period is over. What they command
/// holds from the next step on.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Driver {
    /// Nobody: motors wait for commands given through [`Simulation::command`](crate::Simulation::command).
    #[default]
    Nobody,
    /// The scene's script, as far as it has come.
    Script(ScriptRunner),
    /// A controller.
    Controller(Box<ControllerRunner>),
}

impl Driver {
    /// The one that the scene names: its script, its controller, or nobody. Kinds of controllers are those of `bristle-control`.
    pub fn of_scene(built: &Built) -> Result<Self, RunError> {
        Self::with_controllers(built, &Controllers::standard())
    }

    /// The same with kinds of controllers of your own.
    pub fn with_controllers(built: &Built, controllers: &Controllers) -> Result<Self, RunError> {
        let Some(described) = &built.controller else { return Ok(Self::Nobody) };
        if built.script.is_some() {
            return Ok(Self::Script(ScriptRunner::default()));
        }
        if let Some(class) = described.python_class() {
            return Err(RunError::NeedsPython { class: class.to_owned() });
        }
        let robot = crate::simulation::robot_of(built);
        let parameters = described.parameters.clone().unwrap_or(Tree::Table(Vec::new())).to_json();
        let made = controllers.make(&described.kind, &parameters, robot.senses());
        let controller = made.map_err(|error| {
            let path = format!("controller.{}", error.path());
            let path = path.trim_end_matches('.');
            built.scene.refuse(path, format!("the controller cannot be made: {error}"))
        })?;
        Ok(Self::controller(controller, described.period.unwrap_or(built.run.step)))
    }

    /// A controller that is asked every `period` \[s\].
    pub fn controller(controller: Box<dyn Controller>, period: f64) -> Self {
        Self::Controller(Box::new(ControllerRunner::new(controller, period)))
    }

    /// Name of the present phase.
    pub(crate) fn phase<'a>(&'a self, built: &'a Built) -> Option<&'a str> {
        match self {
            Self::Nobody => None,
            Self::Script(script) => script.phase(built).map(|phase| phase.name.as_str()),
            Self::Controller(runner) => Some(runner.phase()),
        }
    }

    /// Gives the first commands of a script.
    pub(crate) fn begin(
        &mut self,
        built: &Built,
        world: &mut World,
    ) -> Result<Option<Happening>, ModelError> {
        if let Self::Script(script) = self {
            script.give_commands(built, world)?;
        }
        Ok(self.phase_begins(built, None))
    }

    /// Lets a controller decide before the next step of `h` \[s\], if it is time; tells what happened.
    pub(crate) fn decide(
        &mut self,
        robot_and_world: (&mut Robot, &mut World),
        time: f64,
        h: f64,
    ) -> Result<Vec<Happening>, ModelError> {
        match self {
            Self::Controller(runner) => runner.turn(robot_and_world, time, h),
            Self::Nobody | Self::Script(_) => Ok(Vec::new()),
        }
    }

    /// Gives commands of a script for the next step; tells if a phase begins with it.
    pub(crate) fn after_step(
        &mut self,
        built: &Built,
        world: &mut World,
        time: f64,
    ) -> Result<Option<Happening>, ModelError> {
        let ended = match self {
            Self::Nobody | Self::Controller(_) => None,
            Self::Script(script) => script.advance(built, world, time)?,
        };
        Ok(ended.and_then(|ended| self.phase_begins(built, Some(ended))))
    }

    fn phase_begins(&self, built: &Built, before: Option<EndedPhase>) -> Option<Happening> {
        self.phase(built).map(|name| Happening::Phase { name: name.to_owned(), before })
    }
}
