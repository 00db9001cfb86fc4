//! Controllers by the names of their kinds.

use crate::grasp::GraspTask;
use crate::parameters::nearest;
use crate::{ActionController, Controller, ParameterError, Senses};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// Makes a controller from parameters, for a robot that has these senses.
pub type ControllerFactory =
    Box<dyn Fn(&Value, &Senses) -> Result<Box<dyn Controller>, ParameterError> + Send + Sync>;

/// Kinds of controllers, each with a function that makes one: what `controller.kind` of a scene names.
///
/// ```
/// use bristle_control::{Command, Commands, Controller, Controllers, Decision, ParameterError, Percept};
///
/// /// Pushes a motor with an effort.
/// struct Push(usize, f64);
///
/// impl Controller for Push {
///     fn decide(&mut self, _: &Percept) -> Decision {
///         Decision::go_on(Commands::one(self.0, Command::Effort(self.1)))
///     }
///
///     fn phase(&self) -> &str {
///         "push"
///     }
/// }
///
/// let mut controllers = Controllers::standard();
/// controllers.register("push", |parameters, senses| {
///     let motor = parameters["motor"].as_str().ok_or_else(|| ParameterError::new("motor", "give its name"))?;
///     let effort = parameters["effort"].as_f64().ok_or_else(|| ParameterError::new("effort", "give it in N"))?;
///     let motor = senses.motor(motor).map_err(|error| ParameterError::new("motor", error))?;
///     Ok(Box::new(Push(motor, effort)))
/// });
/// assert_eq!(controllers.kinds().collect::<Vec<_>>(), ["action", "grasp", "push"]);
/// ```
pub struct Controllers {
    factories: BTreeMap<String, ControllerFactory>,
}

impl Controllers {
    /// Those of this crate: `action` and `grasp`.
    pub fn standard() -> Self {
        let mut all = Self { factories: BTreeMap::new() };
        all.register("action", |parameters, senses| {
            Ok(Box::new(ActionController::from_parameters(parameters, senses)?))
        });
        all.register("grasp", |parameters, senses| {
            Ok(Box::new(GraspTask::from_parameters(parameters, senses)?))
        });
        all
    }

    /// Adds a kind; it replaces one of that name.
    pub fn register(
        &mut self,
        kind: impl Into<String>,
        make: impl Fn(&Value, &Senses) -> Result<Box<dyn Controller>, ParameterError> + Send + Sync + 'static,
    ) {
        self.factories.insert(kind.into(), Box::new(make));
    }

    /// Names of all kinds.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.factories.keys().map(String::as_str)
    }

    /// A controller of a kind.
    pub fn make(
        &self,
        kind: &str,
        parameters: &Value,
        senses: &Senses,
    ) -> Result<Box<dyn Controller>, ParameterError> {
        let make = self.factories.get(kind).ok_or_else(|| {
            // Scenes have these as well, and who reads a scene makes them.
            let known: Vec<&str> = self.kinds().chain(["python", "script"]).collect();
            let near = nearest(kind, &known).map(str::to_owned);
            ParameterError::Kind { kind: kind.to_owned(), known: known.join(", "), near }
        })?;
        make(parameters, senses)
    }
}

impl fmt::Debug for Controllers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.kinds()).finish()
    }
}
